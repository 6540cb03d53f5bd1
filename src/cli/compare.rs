//! `evenodds compare`: which of two lists is stronger.

use clap::Args;

use crate::analysis::relevance::MARGIN;
use crate::cli::comparison_block::{ComparisonBlock, StrongerHands};
use crate::cli::diagnostics::Failure;
use crate::cli::execute::{self, Keeping};
use crate::cli::options::{Amount, Out, Setting, first_meets_last, no_idle_play};
use crate::cli::output::{FormatArg, print, print_json, print_table};
use crate::cli::publish;
use crate::cli::run::print_results;
use crate::experiment::{Companions, Spec, Stop, Written};
use crate::game::{Diagnostic, Override, Ruleset, doctrine_without};
use crate::report;
use crate::report::format::Format;

/// The most pairs that a comparison takes unless told otherwise: then a score is known to less than one point.
const USUAL_CAP: u64 = 20_000;

/// The same where two lists meet under many pairs of doctrines.
const CAP_OF_MANY: u64 = 1000;

/// Which of two lists is stronger, by how much, and how sure that is
///
/// Lists are files, or names of built-in lists. Games come in pairs on one table with the same dice, seats swapped. It
/// stops as soon as it knows whether the lists are within two points of even, unless told otherwise; its interval then is
/// one that holds at every look.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds compare free-cd free-de
  evenodds compare mine.toml yours.toml --precision 0.005 --battlefield farmstead
  evenodds compare mine.toml mine-v2.toml --sprt 0,10
  evenodds compare free-cd free-de --pairs 500 --stronger-hands 50
  evenodds compare std-ab std-ab --doctrine 'massed-fire v random' --pairs 500
  evenodds compare std-ab std-ab --without overwatch --pairs 500
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
    /// Let the first list do without a family of its choices, which `list tactics` names; may be repeated. Against itself a
    /// list shows what a tactic is worth
    #[arg(long, value_name = "TACTIC")]
    without: Vec<String>,
    /// Let both lists look ahead in so many pairs more, 25 when no number is given, and say whether the order of the lists
    /// holds under stronger hands; a pair takes a processor about six seconds in Dogfaces, and twenty in Dogma
    #[arg(long, value_name = "PAIRS", num_args = 0..=1, default_missing_value = "25", value_parser = clap::value_parser!(u64).range(2..=100_000))]
    stronger_hands: Option<u64>,
    #[command(flatten)]
    out: Out,
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
        if !self.without.is_empty() {
            spec.doctrines = vec![restricted(&spec.doctrines, &self.without)?];
        }
        spec.pairing = first_meets_last(&spec.armies);
        spec.stop = Stop::Decide { margin: MARGIN, cap: USUAL_CAP };
        self.amount.apply(&mut spec)?;
        let mut plan = execute::plan(&spec, ruleset)?;
        if self.stronger_hands.is_none() {
            no_idle_play(&plan)?;
        }
        let key = &plan.cells[0].key;
        spec.question = format!("Is {} or {} stronger?", key.list_a, key.list_b);
        plan = execute::plan(&spec, ruleset)?;
        if plan.cells.len() > 1 && self.amount.says_nothing() {
            // Every pair of doctrines is a comparison of its own.
            spec.stop = Stop::Decide { margin: MARGIN, cap: CAP_OF_MANY };
            plan = execute::plan(&spec, ruleset)?;
        }
        if self.stronger_hands.is_some() {
            let told = self.format.format != Format::Csv;
            let wanted = if plan.cells.len() > 1 {
                Some(("one pair of doctrines", vec!["X", "X v Y"]))
            } else {
                (!told).then_some(("a block or JSON", vec!["table", "json", "markdown", "bbcode", "discord"]))
            };
            if let Some((what, allowed)) = wanted {
                let fault = Diagnostic::new(format!("stronger hands are told of {what} alone"));
                return Err(fault.allowing(allowed).within("--stronger-hands").into());
            }
        }
        let folder = self.out.hold(&plan)?;
        let keeping = Keeping { checked: self.amount.checked, ..self.out.keeping(folder.as_ref()) };
        let run = execute::play(&plan, ruleset, keeping)?;
        publish::close(&run, folder.as_ref(), &[])?;
        let ahead = self.stronger_hands.map(|pairs| looking_ahead(spec, pairs, ruleset)).transpose()?;
        let Some(mut standing) = run.cells.first().and_then(|cell| ComparisonBlock::of(cell, &run)) else {
            return Err(Failure::Work("broken off before a pair was finished".to_owned()));
        };
        standing.stronger_hands = ahead.flatten();
        match self.format.format {
            format if run.cells.len() > 1 => print_results(&run, &Companions::default(), format)?,
            Format::Json => print_json(&standing.to_json())?,
            Format::Csv => print_table(&report::match_ups(&run), Format::Csv)?,
            format => print(&standing.block(format))?,
        }
        self.out.complete(&run)?;
        // The pairs in which both look ahead may have been broken off where all others were finished.
        execute::to_the_end()
    }
}

/// The doctrines of both lists, the first of them without some tactics.
fn restricted(doctrines: &[Written], tactics: &[String]) -> Result<Written, Diagnostic> {
    let doctrine = doctrines.first().map_or("own", |written| written.text.as_str());
    let (first, second) = doctrine.split_once(" v ").unwrap_or((doctrine, doctrine));
    if first.trim() == "all" {
        let diagnostic = Diagnostic::new("one doctrine does without tactics, and not all of them");
        return Err(diagnostic.allowing(["--doctrine NAME", "--doctrine 'X v Y'"]).within("--without"));
    }
    Ok(format!("{} v {second}", doctrine_without(first.trim(), tactics)).as_str().into())
}

/// The score of the same lists when both of them look ahead; none when it was broken off before a pair was finished.
fn looking_ahead(mut spec: Spec, pairs: u64, ruleset: &dyn Ruleset) -> Result<Option<StrongerHands>, Failure> {
    let ahead = Override { key: "play.style".to_owned(), value: "ahead".into() };
    spec.set.retain(|(change, _)| change.key != ahead.key);
    spec.set.push((ahead, None));
    spec.stop = Stop::Pairs(pairs);
    let plan = execute::plan(&spec, ruleset)?;
    let run = execute::play(&plan, ruleset, Keeping::default())?;
    Ok(run.cells.first().and_then(StrongerHands::of))
}
