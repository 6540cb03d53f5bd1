//! `evenodds merge`: one run from many shards.

use std::path::PathBuf;

use clap::Args;

use crate::cli::diagnostics::Failure;
use crate::cli::output::FormatArg;
use crate::cli::run::print_results;
use crate::cli::{files, publish};
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
        let run = Run::merge(&files::shard_files(&self.shards)?)?;
        let folder = RunFolder::hold(&self.out, &run.manifest.hash, Shard::WHOLE, self.fresh)?;
        publish::close(&run, Some(&folder), &[])?;
        print_results(&run, &Companions::load(&self.out, &run)?, self.format.format)
    }
}
