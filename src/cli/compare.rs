//! `evenodds compare`: which of two lists is stronger.

use std::path::PathBuf;

use clap::Args;

use crate::cli::diagnostics::Failure;
use crate::cli::options::{Amount, Setting};
use crate::cli::output::{FormatArg, print, print_json, print_table};
use crate::cli::playing::{self, Keeping};
use crate::cli::standing::Standing;
use crate::cli::{files, publish};
use crate::experiment::{Pairing, Stop, USUAL_CAP};
use crate::report;
use crate::report::table::Format;

/// Half-width of the interval at which a comparison stops unless told otherwise: one point.
const USUAL_PRECISION: f64 = 0.01;

/// Which of two lists is stronger, by how much, and how sure that is
///
/// Lists are files, or names of built-in lists. Games come in pairs on one table with the same dice, seats swapped. It
/// stops when the score is known to one point either way, unless told otherwise.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds compare free-cd free-de
  evenodds compare mine.toml yours.toml --precision 0.005 --battlefield farmstead
  evenodds compare std-ab std-ab --doctrine 'massed-fire v random' --pairs 500
  evenodds compare free-be rifle-13 --rule overwatch-limit=0 --format json")]
pub struct CompareArgs {
    /// The list from whose point of view the score is
    first: String,
    /// The list it is compared with
    second: String,
    #[command(flatten)]
    setting: Setting,
    #[command(flatten)]
    amount: Amount,
    /// Write frames, charts and report into this folder, and go on from there after a break
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArg,
}

impl CompareArgs {
    /// Plays, and prints how the lists stand.
    ///
    /// # Errors
    /// What is wrong with the request, and what may happen to the work.
    pub fn run(&self) -> Result<(), Failure> {
        let lists = [self.first.clone(), self.second.clone()];
        let (mut spec, ruleset) = self.setting.spec(&lists)?;
        spec.question = format!("Is {} or {} stronger?", self.first, self.second);
        spec.pairing = Pairing::Pairs(vec![[self.first.as_str().into(), self.second.as_str().into()]]);
        spec.stop = Stop::Precision { half_width: USUAL_PRECISION, cap: USUAL_CAP };
        self.amount.apply(&mut spec);
        let plan = playing::plan(&spec, ruleset)?;
        if let Some(folder) = &self.out {
            files::prepare_folder(folder)?;
        }
        let run = playing::play(&plan, ruleset, Keeping { folder: self.out.as_deref(), ..Keeping::default() })?;
        let Some(standing) = run.cells.first().and_then(Standing::of) else {
            return Err(Failure::Work("broken off before a pair was finished".to_owned()));
        };
        match self.format.format {
            Format::Table => print(&standing.block(&run.manifest, &report::answer(&run)))?,
            Format::Json => print_json(&standing.to_json(&run.manifest))?,
            format => print_table(&report::match_ups(&run), format)?,
        }
        publish::close(&run, self.out.as_deref(), false)
    }
}
