//! `evenodds merge`: one run from many shards.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::diagnostics::Failure;
use crate::cli::output::FormatArg;
use crate::cli::run::print_results;
use crate::cli::{execute, files, publish};
use crate::experiment::{Companions, Run, RunFolder, Shard};

/// Put the shards of a run together
///
/// The result is the same, to the digest, as that of one run on one machine.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds merge part0/shard-0-of-2.json part1/shard-1-of-2.json --out reports/ladder")]
pub struct MergeArgs {
    /// Shard files, or folders with them
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// Folder for the results
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace the results of another experiment
    #[arg(long)]
    fresh: bool,
    #[command(flatten)]
    format: FormatArg,
}

impl MergeArgs {
    /// Merges, prints the results, writes the report.
    ///
    /// # Errors
    /// When the shards are not those of one run, and all of them.
    pub fn run(&self) -> Result<(), Failure> {
        let mut run = Run::merge(&files::shard_files(&self.shards)?)?;
        run.manifest.command = of_the_whole(&run.manifest.command, &self.out);
        let folder = RunFolder::hold(&self.out, &run.manifest.hash, Shard::WHOLE, self.fresh)?;
        publish::close(&run, Some(&folder), &[])?;
        print_results(&run, &Companions::load(&self.out, &run)?, self.format.format)
    }
}

/// The command that plays all of a run into the folder `out`, by the one of a shard.
fn of_the_whole(command: &str, out: &Path) -> String {
    let words = words(command).into_iter().map(OsString::from).collect();
    let words = execute::without(execute::without(words, "--shard"), "--out");
    let mut words: Vec<String> = words.into_iter().filter_map(|word| word.into_string().ok()).collect();
    words.extend(["--out".to_owned(), execute::quoted(out.as_os_str())]);
    words.join(" ")
}

/// The words of a command as they are written, with their quotation marks.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let (mut quoted, mut escaped) = (false, false);
    for letter in command.chars() {
        if letter == ' ' && !quoted && !escaped {
            words.push(String::new());
            continue;
        }
        quoted ^= letter == '\'' && !escaped;
        escaped = letter == '\\' && !quoted && !escaped;
        words.last_mut().expect("there is a word from the first on").push(letter);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_a_shard_repeats_the_whole() {
        let command = r"evenodds run 'my own.toml' --shard 0/2 --set 'a=it'\''s one' --out part-0 --seed 4";
        let whole = of_the_whole(command, Path::new("reports/all of it"));
        assert_eq!(whole, r"evenodds run 'my own.toml' --set 'a=it'\''s one' --seed 4 --out 'reports/all of it'");
        assert_eq!(of_the_whole("evenodds run --shard=1/2 x", Path::new("y")), "evenodds run x --out y");
    }
}
