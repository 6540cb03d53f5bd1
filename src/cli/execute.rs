//! Execution of a plan, with a meter, and a Ctrl-C that keeps what is there.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::analysis::rounding::{count, counted};
use crate::cli::diagnostics::Failure;
use crate::cli::progress::Meter;
use crate::cli::{assert, complain, file_kind, files, name_lookup, portable, shared_experiment};
use crate::experiment::{self, CHECKPOINT_EVERY, Conditions, FileLookup, Plan, Run, RunError, Shard, Spec};
use crate::game::{Diagnostics, Ruleset, Source, add_once, list_text};

/// Raised by Ctrl-C.
static ABORT: AtomicBool = AtomicBool::new(false);

/// Exit code of a command that was told twice to stop, as shells give it.
const KILLED: i32 = 130;

impl From<RunError> for Failure {
    fn from(trouble: RunError) -> Self {
        match trouble {
            RunError::Request(diagnostics) => Self::Request(diagnostics),
            RunError::Work(message) => Self::Work(message),
        }
    }
}

/// Where a run is kept while it is played.
#[derive(Clone, Copy, Debug)]
pub struct Keeping<'a> {
    /// The folder for checkpoints, if the run is to survive being killed.
    pub folder: Option<&'a Path>,
    /// Runs whose games are taken over where they are those of the plan.
    pub from: &'a [Run],
    /// Whether an unfinished run in it is thrown away.
    pub fresh: bool,
    /// Whether a row is kept of every engagement.
    pub rows: bool,
    /// Whether games are checked as they are played.
    pub checked: bool,
    /// Which part of the run is played.
    pub shard: Shard,
}

impl Default for Keeping<'_> {
    fn default() -> Self {
        Self { folder: None, from: &[], fresh: false, rows: false, checked: false, shard: Shard::WHOLE }
    }
}

/// Looks up everything that an experiment names.
///
/// # Errors
/// Everything wrong with it.
pub fn plan(spec: &Spec, ruleset: &dyn Ruleset) -> Result<Plan, Diagnostics> {
    Plan::resolve(spec, ruleset, &library(spec, ruleset))
}

/// Reads an experiment.
///
/// # Errors
/// Everything wrong with it, each fault once: where the file itself has faults, those of what it names are told with them.
pub fn experiment(source: &Source) -> Result<(Spec, &'static dyn Ruleset), Diagnostics> {
    if let Some(other) = file_kind::no_experiment(source) {
        return Err(vec![other]);
    }
    let (spec, mut faults) = Spec::read_as_far_as_it_goes(source)?;
    let ruleset = name_lookup::ruleset(&spec.ruleset.text)
        .map_err(|diagnostic| spec.ruleset.locate(diagnostic).within(&source.name));
    match ruleset {
        Ok(ruleset) if faults.is_empty() => return Ok((spec, ruleset)),
        Ok(ruleset) => {
            // What has no place may come of what is missing.
            let named = plan(&spec, ruleset).err().unwrap_or_default();
            add_once(&mut faults, named.into_iter().filter(|fault| fault.span.is_some()).collect());
        }
        Err(fault) => faults.push(fault),
    }
    Err(faults)
}

/// Where the files are that an experiment names: in the present folder, then beside the experiment's file and above it.
pub fn library<'a>(spec: &Spec, ruleset: &'a dyn Ruleset) -> FileLookup<'a> {
    let mut folders = vec![PathBuf::new()];
    folders.extend(Path::new(&spec.source.name).ancestors().skip(1).take(2).map(Path::to_owned));
    folders.dedup();
    FileLookup::new(ruleset, folders)
}

/// Plays a plan. A run that is broken off comes back with its open cells marked as such.
///
/// # Errors
/// Everything wrong with the plan, and what may happen to the work.
pub fn play(plan: &Plan, ruleset: &dyn Ruleset, keeping: Keeping<'_>) -> Result<Run, Failure> {
    listen_for_ctrl_c();
    // Stages go on from each other without a word.
    if keeping.folder.is_some() && !keeping.from.is_empty() {
        let taken = plan.played_before(keeping.from);
        let games: u64 = taken.values().map(|cell| 2 * cell.tried()).sum();
        if !taken.is_empty() {
            complain(&format!(
                "{} of {} {} played before, as far as {} {}: {} taken over",
                count(taken.len() as u64),
                counted(plan.cells.len() as u64, "cell"),
                if taken.len() == 1 { "was" } else { "were" },
                counted(games, "game"),
                if games == 1 { "goes" } else { "go" },
                if taken.len() == 1 { "it is" } else { "they are" },
            ));
        }
    }
    let meter = Meter::new();
    let run = experiment::run(
        plan,
        ruleset,
        &Conditions {
            shard: keeping.shard,
            folder: keeping.folder,
            from: keeping.from,
            fresh: keeping.fresh,
            rows: keeping.rows,
            checked: keeping.checked,
            checkpoint_every: CHECKPOINT_EVERY,
            abort: &ABORT,
            watch: &|progress| meter.show(progress),
            // A stage that goes on from another is of the same lists.
            warn: &|warning| {
                if keeping.from.is_empty() || keeping.folder.is_some() {
                    super::complain(&format!("warning: {warning}"));
                }
            },
            command: this_command(),
        },
    );
    meter.finish();
    let run = run?;
    if keeping.checked {
        told_of_checks(&run)?;
    }
    Ok(run)
}

/// Says that all games of a run stood their checks, or which did not.
fn told_of_checks(run: &Run) -> Result<(), Failure> {
    let wrong: Vec<String> = run
        .cells
        .iter()
        .flat_map(|cell| cell.tally.left_out.iter().map(move |pair| format!("{}/{pair}/a", cell.key.number)))
        .collect();
    if wrong.is_empty() {
        complain("checked: every state, every choice and what it changed held in all games that were played");
        return Ok(());
    }
    let few = wrong.iter().take(10).map(String::as_str).collect::<Vec<_>>().join(", ");
    Err(Failure::Work(format!("{} pairs did not stand the checks: {few}", wrong.len())))
}

/// The command as it was given, for those who want to repeat it: files of army lists and experiments are replaced by what they hold, for
/// nobody else has them.
pub fn this_command() -> String {
    // Whoever repeats it has results of his own to lose, and none to take games from.
    let given = repeatable(std::env::args_os().skip(1).collect()).into_iter();
    let claimed = |word: &OsStr| Some(quoted(assert::portable(word.to_str()?)?.as_ref()));
    // A claim may begin with a shared list.
    let words = given.map(|word| claimed(&word).or_else(|| shared(&word)).unwrap_or_else(|| quoted(&word)));
    std::iter::once("evenodds".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// The words of a command without those that change nothing that it finds, and that somebody else, or one's own files, would be in the
/// way of.
fn repeatable(words: Vec<OsString>) -> Vec<OsString> {
    let words: Vec<OsString> = words.into_iter().filter(|word| word != "--fresh").collect();
    let is =
        |name: &str| words.iter().take_while(|word| *word != "--from" && *word != "--output").any(|word| word == name);
    match () {
        () if is("run") => without(words, "--from"),
        () if is("tune") => without(words, "--output"),
        () => words,
    }
}

/// The words of a command without an option and its value.
#[must_use]
pub fn without(words: Vec<OsString>, option: &str) -> Vec<OsString> {
    let mut kept = Vec::with_capacity(words.len());
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if word == option {
            words.next();
        } else if !word.to_string_lossy().starts_with(&format!("{option}=")) {
            kept.push(word);
        }
    }
    kept
}

/// The shared string of a word that is the file of an army list or an experiment of one's own.
#[must_use]
pub fn shared(word: &OsStr) -> Option<String> {
    let is_shared = |text: &&str| list_text::share::is_shared(text) || shared_experiment::is_shared(text);
    if let Some(text) = word.to_str().filter(is_shared) {
        return Some(text.to_owned());
    }
    let path = Path::new(word);
    let own = path.extension().is_some_and(|ending| ending == "toml") && path.is_file();
    let source = own.then(|| files::read(path).ok())??;
    if let Some(experiment) = shared_experiment::of_file(&source) {
        return Some(experiment);
    }
    let ruleset = name_lookup::ruleset_of(&source).ok()?;
    file_kind::is_list(&source).then(|| portable::word(&source, ruleset))?
}

/// A word as a shell takes it: as it is, in quotes, or with its bytes spelt out where they are no text.
#[must_use]
pub fn quoted(word: &OsStr) -> String {
    match word.to_str() {
        Some(text) if !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_./=:,@%+#".contains(c)) => {
            text.to_owned()
        }
        Some(text) if !text.contains(char::is_control) => format!("'{}'", text.replace('\'', r"'\''")),
        _ => {
            let byte = |byte: &u8| match byte {
                b'\'' | b'\\' => format!("\\{}", char::from(*byte)),
                b' '..=b'~' => char::from(*byte).to_string(),
                other => format!("\\x{other:02x}"),
            };
            format!("$'{}'", word.as_encoded_bytes().iter().map(byte).collect::<String>())
        }
    }
}

/// Says of work whose answer has been printed that it was broken off.
///
/// # Errors
/// When it was.
pub fn to_the_end() -> Result<(), Failure> {
    if ABORT.load(Ordering::Relaxed) {
        return Err(Failure::Work("broken off: what is told is of what was played".to_owned()));
    }
    Ok(())
}

/// What Ctrl-C raises from now on.
pub fn breaking_off() -> &'static AtomicBool {
    listen_for_ctrl_c();
    &ABORT
}

fn listen_for_ctrl_c() {
    let handler = || {
        if ABORT.swap(true, Ordering::Relaxed) {
            std::process::exit(KILLED);
        }
        complain("\nbreaking off: what is under way is finished; once more leaves at once");
    };
    // It fails only when there is a handler already: the one of an earlier plan.
    let _ = ctrlc::set_handler(handler);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_repeated_without_what_changes_nothing_that_it_finds() {
        let kept = |command: &str| repeatable(command.split(' ').map(OsString::from).collect()).join(" ".as_ref());
        assert_eq!(kept("run a.toml --from r --out b --from=q"), "run a.toml --out b");
        assert_eq!(kept("--threads 1 run --from r a.toml"), "--threads 1 run a.toml");
        assert_eq!(kept("play x y --from 120 --fresh"), "play x y --from 120");
        assert_eq!(
            kept("--threads 1 tune costs dogma --output a.toml --round 1"),
            "--threads 1 tune costs dogma --round 1"
        );
    }

    #[test]
    fn words_are_quoted_so_that_a_shell_gives_them_back() {
        assert_eq!(quoted("a/b-1=2".as_ref()), "a/b-1=2");
        assert_eq!(quoted("don't know".as_ref()), r"'don'\''t know'");
        assert_eq!(quoted("".as_ref()), "''");
        assert_eq!(quoted("a\u{1b}é'".as_ref()), r"$'a\x1b\xc3\xa9\''");
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt as _;
            assert_eq!(quoted(OsStr::from_bytes(b"bad\xff")), r"$'bad\xff'");
        }
    }
}
