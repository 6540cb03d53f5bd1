//! `evenodds report`: a report written again from what a run has left.

use std::path::PathBuf;

use clap::Args;

use crate::cli::diagnostics::Failure;
use crate::cli::output::FormatArg;
use crate::cli::publish;
use crate::cli::run::print_results;
use crate::experiment::{Companions, Run, RunFolder, Shard};
use crate::report::bbcode::Dialect;

/// Write the report of a run again, without playing
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds report reports/first-look
  evenodds report reports/first-look --dialect tags")]
pub struct ReportArgs {
    /// Folder of the run
    folder: PathBuf,
    /// How report.bbcode writes its tables
    #[arg(long, value_enum, default_value_t, value_name = "DIALECT")]
    dialect: Dialect,
    #[command(flatten)]
    format: FormatArg,
}

impl ReportArgs {
    /// Prints the results and writes frames, charts and report.
    ///
    /// # Errors
    /// When the folder holds no run, or cannot be written to.
    pub fn run(&self) -> Result<(), Failure> {
        let run = Run::load(&self.folder)?;
        let folder = RunFolder::hold(&self.folder, &run.manifest.hash, Shard::WHOLE, false)?;
        let companions = Companions::load(&self.folder, &run)?;
        publish::write(&run, &companions, &folder, None, self.dialect)?;
        print_results(&run, &companions, self.format.format)
    }
}
