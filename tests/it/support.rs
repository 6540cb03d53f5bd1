//! Running the real binary.

use std::path::Path;

use assert_cmd::Command;

/// What one run of the command left behind.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// The standard output, of a run that went well.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!(self.code, 0, "{}", self.err);
        self.out
    }

    /// The standard output in JSON, of a run that went well.
    #[track_caller]
    pub fn json(self) -> serde_json::Value {
        serde_json::from_str(&self.ok()).expect("JSON")
    }

    /// The diagnostics of a request that was refused, which must hold all of `parts`.
    #[track_caller]
    pub fn refused(self, parts: &[&str]) -> String {
        assert_eq!(self.code, 2, "{}{}", self.out, self.err);
        for part in parts {
            assert!(self.err.contains(part), "`{part}` is missing in\n{}", self.err);
        }
        self.err
    }
}

/// The command, in a folder.
pub fn command(folder: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("evenodds"));
    command.current_dir(folder).env_remove("NO_COLOR").env_remove("COLUMNS");
    command
}

/// Runs the command in a folder, with arguments separated by spaces.
#[track_caller]
pub fn run_in(folder: &Path, arguments: &str) -> Ran {
    run_with(folder, &arguments.split_whitespace().collect::<Vec<_>>())
}

/// Runs the command in a folder.
#[track_caller]
pub fn run_with(folder: &Path, arguments: &[&str]) -> Ran {
    let output = command(folder).args(arguments).output().expect("the command starts");
    Ran {
        code: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Runs the command where there are no files, with arguments separated by spaces.
#[track_caller]
pub fn run(arguments: &str) -> Ran {
    run_in(tempfile::tempdir().expect("a temporary folder").path(), arguments)
}
