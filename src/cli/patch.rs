//! `evenodds patch`: what a change of rules or costs changes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::cli::diagnostics::Failure;
use crate::cli::execute;
use crate::cli::file_kind;
use crate::cli::files;
use crate::cli::options::{Out, Setting, precision};
use crate::cli::output::{FormatArg, print, print_closing, print_json, print_table};
use crate::cli::stages::{self, Aim, Cap};
use crate::experiment::{Luck, Run, Spec, Stop, Variant, kept_values};
use crate::game::{Army, Diagnostic, Diagnostics, Override, Ruleset, Source};
use crate::report::format::Format;
use crate::report::table::{Column, Datum, Table};
use crate::report::{self, new_prices};

/// Pairs of every match-up, before and after, unless told otherwise.
const USUAL_PAIRS: u64 = 1000;

/// What a change of rules or costs changes: before and after, on the same dice
///
/// Every match-up of the lists is played twice with the same tables and dice: once as it is, or as --before has it, and once
/// as --after has it and with the --rule and --set given. What is told is the difference, which is known far better than
/// either score.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds patch free-cd free-de --set codex.numbers.retreat=1
  evenodds patch free-cd free-de --set codex.numbers.retreat=1 --precision 0.01
  evenodds patch std-ab free-be --rule overwatch-limit=0 --decide
  evenodds patch lists/*.toml --set codex.units.andy.move=5 --pairs 5000 --out reports/patch
  evenodds patch lists/*.toml --before codex-2025.toml --after codex-2026.toml
  evenodds patch lists/*.toml --after rulings.toml
  evenodds patch lists/*.toml --after dearer.toml --rule over-points=told
For several changes one at a time, and for named sets of them, see `design` and `variants` in experiment files.")]
pub struct PatchArgs {
    /// Files, or names of built-in lists; at least two
    #[arg(required = true, num_args = 2.., value_name = "LIST")]
    lists: Vec<String>,
    #[command(flatten)]
    setting: Setting,
    /// The game before the patch: a codex, or a file with [rules] and [set] tables as in experiments; as it is when left out
    #[arg(long, value_name = "FILE")]
    before: Option<PathBuf>,
    /// The game after it, likewise; --rule and --set come on top of it
    #[arg(long, value_name = "FILE")]
    after: Option<PathBuf>,
    /// Play this many pairs of games per match-up, before and after
    #[arg(long, value_name = "N", default_value_t = USUAL_PAIRS, conflicts_with = "staged", value_parser = clap::value_parser!(u64).range(2..=1_000_000_000))]
    pairs: u64,
    /// Play, in stages, until the 95% interval of every difference is this wide to either side: 0.01, 1% or '1 point' is one point
    #[arg(long, value_name = "X", group = "staged", value_parser = precision)]
    precision: Option<f64>,
    /// Play, in stages, until of every score it is known that it moves, or that it moves by less than half a point
    #[arg(long, group = "staged", conflicts_with = "precision")]
    decide: bool,
    #[command(flatten)]
    cap: Cap,
    /// Seed of all chance
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    #[command(flatten)]
    out: Out,
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
        // What becomes of lists over their points is no part of the patch: it holds before as after.
        let changes;
        (spec.set, changes) = std::mem::take(&mut spec.set).into_iter().partition(|(set, _)| set.key == OVER_POINTS);
        let changes: Vec<(Override, _)> = changes;
        if changes.is_empty() && self.before.is_none() && self.after.is_none() {
            let diagnostic = Diagnostic::new("a patch changes something");
            return Err(diagnostic
                .allowing(["--rule NAME=VALUE", "--set PATH=VALUE", "--before FILE", "--after FILE"])
                .into());
        }
        let told: Vec<String> =
            changes.iter().map(|(change, _)| format!("{} = {}", change.key, change.value)).collect();
        let mut after = match &self.after {
            Some(path) => variant(path, "after", ruleset)?,
            // What is set against a game before is the game as it is.
            None if changes.is_empty() => Variant { name: AS_IT_IS.into(), codex: None, changes: Vec::new() },
            None => Variant { name: "the patch".into(), codex: None, changes: Vec::new() },
        };
        let mut before = match &self.before {
            Some(path) => variant(path, "before", ruleset)?,
            None => Variant { name: AS_IT_IS.into(), codex: None, changes: Vec::new() },
        };
        if before.name.text == after.name.text {
            (before.name, after.name) = ("before".into(), "after".into());
        }
        after.changes.extend(changes);
        spec.question = match &self.after.as_ref().or(self.before.as_ref()) {
            Some(_) if told.is_empty() => format!("What does {} instead of {} change?", after.name, before.name),
            Some(_) => format!("What does {} with {} instead of {} change?", after.name, told.join(", "), before.name),
            None => format!("What does {} change?", told.join(", ")),
        };
        spec.name = Some("patch".to_owned());
        spec.variants = vec![before, after];
        let values = values(&spec, ruleset);
        let changed = changed(&values);
        if changed.is_empty() {
            return Err(Diagnostic::new("this patch changes nothing: every value is what it was").into());
        }
        let prices = new_prices::table(values.each_ref());
        // Prices have a table of their own, and values are kept from play.
        let is_price = |change: &&String| {
            let key = change.split(' ').next().unwrap_or_default();
            prices.is_some() && (key.ends_with(new_prices::COST) || key.ends_with(VALUE))
        };
        let beside: Vec<String> = changed.iter().filter(|change| !is_price(change)).cloned().collect();
        keep_values(&mut spec, ruleset)?;
        if self.before.is_some() || self.after.is_some() {
            let count = prices.as_ref().map(|prices| format!("{} prices", prices.rows.len()));
            let named = (!beside.is_empty()).then(|| shortened(&beside, NAMED_IN_TITLE));
            let parts: Vec<String> = count.into_iter().chain(named).collect();
            spec.question += &format!(" ({})", parts.join(", "));
        }
        spec.luck = Luck::Shared;
        spec.stop = Stop::Pairs(self.pairs);
        spec.seed = self.seed.unwrap_or(spec.seed);
        let run = match self.precision {
            Some(half_width) => {
                let aim = Aim { half_width, cap: self.cap };
                stages::play(&spec, ruleset, &self.out, aim, report::widest_move)?
            }
            None if self.decide => stages::until_known(&spec, ruleset, &self.out, self.cap, report::moves_are_known)?,
            None => stages::at_once(&spec, ruleset, &self.out)?,
        };
        let Some(moves) = report::moves(&run) else {
            return Err(Failure::Work("broken off before there was anything to compare".to_owned()));
        };
        let (answer, digest) = (report::answer(&run), &run.manifest.digest);
        let points = points(&spec, ruleset, &run);
        match self.format.format {
            Format::Json => {
                let pairs = run.cells.iter().map(|cell| cell.tally.pairs()).max();
                let (moves, partial) = (moves.to_json(), !run.is_complete());
                let looks = run.manifest.looks;
                print_json(&json!({
                    "answer": answer, "partial": partial, "pairs": pairs, "looks": looks, "moves": moves, "digest": digest,
                    "changed": changed, "points": points.as_ref().map(Table::to_json),
                    "prices": prices.as_ref().map(Table::to_json), "repeat": run.manifest.command,
                }))?;
            }
            format => {
                print_table(&moves, format)?;
                if format != Format::Csv {
                    let mut said = vec![answer];
                    // What was typed needs no telling.
                    if !beside.is_empty() && (self.before.is_some() || self.after.is_some()) {
                        said.push(format!("Changed: {}.", shortened(&beside, MOST_NAMED)));
                    }
                    if let Some(prices) = &prices {
                        print("\n")?;
                        print_table(prices, format)?;
                    }
                    if let Some(points) = &points {
                        print("\n")?;
                        print_table(points, format)?;
                        said.push(of_prices(ruleset));
                    }
                    said.extend(run.manifest.looks.map(report::at_every_look));
                    print_closing(&said, &run.manifest, format)?;
                }
            }
        }
        self.out.complete(&run)
    }
}

/// Lets players after the patch take units to be worth what they were worth before it, whatever they cost now.
fn keep_values(spec: &mut Spec, ruleset: &dyn Ruleset) -> Result<(), Diagnostics> {
    let [before, after] =
        [0, 1].map(|place| codex_of(&spec.variants[place], spec, ruleset).map_err(|fault| vec![fault]));
    let kept = kept_values(&before?, &after?, ruleset)?;
    let changes = &mut spec.variants[1].changes;
    // What the patch itself says of a value stands.
    let kept = kept.into_iter().filter(|kept| changes.iter().all(|(change, _)| change.key != kept.key));
    let kept: Vec<_> = kept.map(|change| (change, None)).collect();
    changes.extend(kept);
    Ok(())
}

/// The codex that a variant is played by.
fn codex_of(variant: &Variant, spec: &Spec, ruleset: &dyn Ruleset) -> Result<Source, Diagnostic> {
    match variant.codex.as_ref().or(spec.codex.as_ref()) {
        Some(written) => execute::library(spec, ruleset).codex(&written.text),
        None => Ok(ruleset.codex()),
    }
}

/// Most changes that are named, and most in the title of a report.
const MOST_NAMED: usize = 12;
const NAMED_IN_TITLE: usize = 2;

/// The first of several changes, `most` of them, and how many there are beside them.
fn shortened(changes: &[String], most: usize) -> String {
    if changes.len() > most {
        format!("{} and {} more", changes[..most].join(", "), changes.len() - most)
    } else {
        changes.join(", ")
    }
}

/// Values of codex and rules before the patch and after it, by their keys.
fn values(spec: &Spec, ruleset: &dyn Ruleset) -> [BTreeMap<String, String>; 2] {
    [0, 1].map(|place| {
        let variant = &spec.variants[place];
        let codex = codex_of(variant, spec, ruleset).map(|codex| codex.text).unwrap_or_default();
        let rules = ruleset.knobs().into_iter().map(|knob| (format!("rules.{}", knob.name), knob.default));
        let changes: Vec<Override> =
            spec.set.iter().chain(&variant.changes).map(|(change, _)| change.clone()).collect();
        let mut values: BTreeMap<String, String> = rules.collect();
        values.extend(new_prices::values(&codex, &changes));
        values
    })
}

/// How the key of the value that players see in a unit ends.
const VALUE: &str = ".value";

/// Every value of codex and rules that is another one after than before: `codex.units.andy.move 4 to 5`.
fn changed([before, after]: &[BTreeMap<String, String>; 2]) -> Vec<String> {
    let keys: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let named = |values: &BTreeMap<String, String>, key: &String| values.get(key).cloned();
    keys.into_iter()
        .filter_map(|key| match (named(before, key), named(after, key)) {
            (Some(before), Some(after)) if before != after => Some(format!("{key} {before} to {after}")),
            (None, Some(after)) => Some(format!("{key} newly set to {after}")),
            (Some(before), None) => Some(format!("{key} {before} to nothing")),
            _ => None,
        })
        .collect()
}

/// Columns of what lists cost, without those of limits.
const COSTS: usize = 4;

/// The rule that lets lists play that cost more than their limit.
const OVER_POINTS: &str = "rules.over-points";

/// What lists cost before and after, and by how much they are over their limits then; none where all cost the same.
fn points(spec: &Spec, ruleset: &dyn Ruleset, run: &Run) -> Option<Table> {
    let library = execute::library(spec, ruleset);
    let ways: Vec<(Source, Vec<Override>)> = spec
        .variants
        .iter()
        .map(|variant| {
            let changes = spec.set.iter().chain(&variant.changes).map(|(change, _)| change.clone()).collect();
            Some((codex_of(variant, spec, ruleset).ok()?, changes))
        })
        .collect::<Option<_>>()?;
    let sources: Vec<Source> =
        spec.armies.iter().filter_map(|written| library.armies(&written.text).ok()).flatten().collect();
    let columns = vec![
        Column::words("list", "List"),
        Column::numbers("before", "Points before"),
        Column::numbers("after", "After"),
        Column::numbers("change", "Change"),
        Column::numbers("limit", "Limit"),
        Column::numbers("over", "Over it"),
    ];
    let mut table = Table::new("What the lists cost", columns);
    let (mut differ, mut over) = (false, false);
    for list in &sources {
        let read = |(codex, changes): &(Source, Vec<Override>)| ruleset.read_army_by(codex, changes, list).ok();
        let read: Vec<Option<Army>> = ways.iter().map(read).collect();
        let [before, after] = [0, 1].map(|way| read.get(way)?.as_ref().map(|army| army.cost));
        let limit = read[1].as_ref().and_then(|army| army.limit);
        let beyond = after.zip(limit).map(|(after, limit)| after - limit).filter(|points| *points > 0.0);
        over |= beyond.is_some();
        differ |= before != after;
        let told =
            |points: Option<f64>| points.map_or_else(Datum::none, |points| Datum::number(points, points.to_string()));
        let thousandths = |points: f64| (points * 1000.0).round() / 1000.0;
        let change = before.zip(after).map(|(before, after)| thousandths(after - before));
        let sign = |points: f64| if points > 0.0 { "+" } else { "" };
        let moved =
            change.map_or_else(Datum::none, |points| Datum::number(points, format!("{}{points}", sign(points))));
        let key = run
            .manifest
            .texts
            .iter()
            .find_map(|text| Some(text.role.strip_prefix("list ")?).filter(|_| text.text == list.text));
        let known = run.manifest.lists.iter().find(|known| Some(known.key.as_str()) == key);
        let name = known.map_or_else(|| list.name.clone(), |known| known.name.clone());
        let row =
            vec![Datum::words(name), told(before), told(after), moved, told(limit), told(beyond.map(thousandths))];
        table.push(row);
    }
    if !over {
        // Limits that all lists keep need no telling.
        table.columns.truncate(COSTS);
        table.rows.iter_mut().for_each(|row| row.truncate(COSTS));
    }
    differ.then_some(table)
}

/// What prices are to a patch.
fn of_prices(ruleset: &dyn Ruleset) -> String {
    format!(
        "No price changes what players do: lists stay as they are, and units are weighed by their value, whatever they cost. \
         A result can change where the rules themselves count points, as for victory. Whether new prices are right, `evenodds costs {} --codex FILE` says, from lists drawn at these prices.",
        ruleset.slug()
    )
}

/// The name of the game without a patch.
const AS_IT_IS: &str = "the game as it is";

/// The game as a file has it, named by the file.
fn variant(path: &Path, usual: &str, ruleset: &dyn Ruleset) -> Result<Variant, Diagnostics> {
    let source = files::read(path).map_err(|diagnostic| vec![diagnostic])?;
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or(usual);
    let variant = Variant::read(name, &source)?;
    match &variant.codex {
        Some(_) => {
            let other = |faults| {
                let ways = ["a codex", "a file with [rules], [play] and [set] tables, as in experiments"];
                file_kind::no_codex(&source, ruleset).map_or(faults, |diagnostic| vec![diagnostic.allowing(ways)])
            };
            drop(ruleset.units(&source).map_err(other)?);
        }
        None => {
            let diagnostic = |change| ruleset.check_override(&ruleset.codex(), change).err();
            let wrong = variant.changes.iter().filter_map(|(change, span)| {
                Some(
                    Diagnostic { source: String::new(), span: span.clone(), ..diagnostic(change)? }
                        .within(&source.name),
                )
            });
            let wrong: Diagnostics = wrong.collect();
            if !wrong.is_empty() {
                return Err(wrong);
            }
        }
    }
    // Its spans are those of another file than the experiment's.
    let changes = variant.changes.into_iter().map(|(change, _)| (change, None)).collect();
    Ok(Variant { changes, ..variant })
}
