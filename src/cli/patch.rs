//! `evenodds patch`: what a change of rules or costs changes.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::cli::diagnostics::Failure;
use crate::cli::options::Setting;
use crate::cli::output::{FormatArg, print, print_json, print_table};
use crate::cli::playing::{self, Keeping};
use crate::cli::{files, publish};
use crate::experiment::{Luck, Stop, Variant};
use crate::game::Fault;
use crate::report;
use crate::report::table::Format;

/// Pairs of every match-up, before and after, unless told otherwise.
const USUAL_PAIRS: u64 = 1000;

/// What a change of rules or costs changes: before and after, on the same dice
///
/// Every match-up of the lists is played twice with the same tables and dice, once as it is and once with the --rule and
/// --set given. What is told is the difference, which is known far better than either score.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds patch free-cd free-de --rule overwatch-limit=0
  evenodds patch lists/*.toml --set codex.units.andy.move=5 --pairs 5000 --out reports/patch
For several changes one at a time, and for named sets of them, see `design` and `variants` in experiment files.")]
pub struct PatchArgs {
    /// Files, or names of built-in lists; at least two
    #[arg(required = true, num_args = 2.., value_name = "LIST")]
    lists: Vec<String>,
    #[command(flatten)]
    setting: Setting,
    /// Play this many pairs of games per match-up, before and after
    #[arg(long, value_name = "N", default_value_t = USUAL_PAIRS, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pairs: u64,
    /// Seed of all chance
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    /// Write frames, charts and report into this folder, and go on from there after a break
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArg,
}

impl PatchArgs {
    /// Plays, and prints what has moved.
    ///
    /// # Errors
    /// What is wrong with the request, and what may happen to the work.
    pub fn run(&self) -> Result<(), Failure> {
        let (mut spec, ruleset) = self.setting.spec(&self.lists)?;
        let changes = std::mem::take(&mut spec.set);
        if changes.is_empty() {
            let fault = Fault::new("a patch changes something");
            return Err(fault.allowing(["--rule NAME=VALUE", "--set PATH=VALUE"]).into());
        }
        let told: Vec<String> =
            changes.iter().map(|(change, _)| format!("{} = {}", change.key, change.value)).collect();
        spec.question = format!("What does {} change?", told.join(", "));
        spec.variants = vec![
            Variant { name: "the game as it is".into(), changes: Vec::new() },
            Variant { name: "the patch".into(), changes },
        ];
        spec.luck = Luck::Shared;
        spec.stop = Stop::Pairs(self.pairs);
        spec.seed = self.seed.unwrap_or(spec.seed);
        let plan = playing::plan(&spec, ruleset)?;
        if let Some(folder) = &self.out {
            files::prepare_folder(folder)?;
        }
        let run = playing::play(&plan, ruleset, Keeping { folder: self.out.as_deref(), ..Keeping::default() })?;
        let Some(moves) = report::moves(&run) else {
            return Err(Failure::Work("broken off before there was anything to compare".to_owned()));
        };
        let (answer, digest) = (report::answer(&run), &run.manifest.digest);
        match self.format.format {
            Format::Json => print_json(&json!({ "answer": answer, "moves": moves.to_json(), "digest": digest }))?,
            format => {
                print_table(&moves, format)?;
                if format != Format::Csv {
                    print(&format!("\n{answer}\n\nDigest {digest}, seed {}.\n", run.manifest.seed))?;
                }
            }
        }
        publish::close(&run, self.out.as_deref(), false)
    }
}
