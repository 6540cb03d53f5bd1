//! `evenodds tune rules`: numbers of the rules, or of the codex, with which games reach a goal.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use crate::analysis::Interval;
use crate::analysis::rounding::percent_within;
use crate::analysis::special::squared;
use crate::cli::diagnostics::Failure;
use crate::cli::match_file::MatchFile;
use crate::cli::options::{Setting, first_meets_last};
use crate::cli::output::{FormatArg, print, print_json, print_table, prose, repeat};
use crate::cli::progress::Meter;
use crate::cli::{complain, execute};
use crate::experiment::{Goal, KnobConditions, KnobMatch, KnobRange, KnobsTuned, Plan, Reached, tune_knobs};
use crate::game::{Diagnostic, Diagnostics, Ruleset};
use crate::report::format::Format;
use crate::report::table::{Column, Datum, Table, thousands};

/// Search for numbers of the rules, or of the codex, with which games reach a goal
///
/// Every step plays two sets of values on the same pairs of games, to either side of where the knobs stand, and goes down the slope of
/// what the goals are missed by (simultaneous perturbation). The figures before and after come from fresh seeds that nothing was chosen
/// by. Goals are `first-seat`, `score` (of the first list), `draws`, `lost` (value of the first list) and `destroyed` (value of the
/// other) in percent, and `turns`, each with =, <= or >=; ten points
/// count as much as a tenth of the turns.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds tune rules std-ab --scenario last-stand --knob turn-cap=6..60 --goal first-seat=50
  evenodds tune rules combined-arms --ruleset dogma --scenario invasion --knob codex.units.mbt.speed=2..8 --goal 'turns<=8' --goal first-seat=50
  evenodds tune rules std-ab --scenario last-stand --knob turn-cap=6..60 --goal first-seat=50 --steps 400 --keep last-stand.jsonl
  evenodds tune rules std-ab free-be --knob turn-cap=2..12 --goal score=50 --goal 'turns<=6' --steps 80 --pairs 64")]
pub struct TuneRulesArgs {
    /// One list, for games against itself, or two: files, or names of built-in lists
    #[arg(required = true, num_args = 1..=2, value_name = "LIST")]
    lists: Vec<String>,
    /// A number to search, and its limits: of the rules by its name, of the codex by its path; may be repeated
    #[arg(long = "knob", required = true, value_name = "NAME=LOW..HIGH")]
    knobs: Vec<String>,
    /// What is to be reached; may be repeated
    #[arg(long = "goal", required = true, value_name = "QUANTITY=TARGET")]
    goals: Vec<String>,
    /// Steps, 5 at least
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u64).range(5..=100_000))]
    steps: u64,
    /// Pairs of games that a set of values plays in a step
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pairs: u64,
    /// Pairs of games of the figures before and after, on seeds that nothing was chosen by
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..=1_000_000_000))]
    fresh_pairs: u64,
    /// Keep every match of the search in this file, and go on from there after a break
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Seed of all chance; the figures have the one after it
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    #[command(flatten)]
    setting: Setting,
    #[command(flatten)]
    format: FormatArg,
}

impl TuneRulesArgs {
    /// Searches.
    ///
    /// # Errors
    /// What is wrong with the request, and what may happen to the work.
    pub fn run(&self) -> Result<(), Failure> {
        let both = [&self.lists[0], self.lists.last().unwrap_or(&self.lists[0])].map(Clone::clone);
        let (mut spec, ruleset) = self.setting.spec(&both)?;
        spec.pairing = first_meets_last(&spec.armies);
        spec.seed = self.seed.unwrap_or(spec.seed);
        let plan = execute::plan(&spec, ruleset)?;
        let (knobs, goals) = self.request(&plan, ruleset)?;
        let kept = match &self.keep {
            Some(path) => Some(MatchFile::open(path, &self.heading(&plan, &knobs, &goals))?),
            None => None,
        };
        let known = kept.as_ref().map_or(&[][..], |kept| &kept.known);
        if !known.is_empty() {
            complain(&format!("going on from {} matches that are kept", known.len()));
        }
        let keep = |one: &KnobMatch| kept.as_ref().map_or(Ok(()), |kept| kept.add(one));
        let meter = Meter::of("step");
        let conditions = KnobConditions {
            knobs: &knobs,
            goals: &goals,
            steps: self.steps,
            pairs: self.pairs,
            fresh_pairs: self.fresh_pairs,
            abort: execute::breaking_off(),
            watch: &|progress| meter.show(progress),
            known,
            keep: &keep,
        };
        let tuned = tune_knobs(&plan, ruleset, &conditions);
        meter.finish();
        let told = Told { plan: &plan, ruleset, knobs: &knobs, tuned: &tuned?, keep: self.keep.as_deref() };
        match self.format.format {
            Format::Json => print_json(&told.to_json()),
            Format::Csv => print_table(&told.values(), Format::Csv),
            format => {
                print_table(&told.values(), format)?;
                print("\n")?;
                print_table(&told.reached(), format)?;
                let again = repeat(&execute::this_command(), format);
                print(&format!("\n{}\n\nTo repeat it:\n\n{again}\n", prose(&told.words(), format)))
            }
        }
    }

    /// All that the matches of a search depend on, by which its file is known.
    fn heading(&self, plan: &Plan, knobs: &[KnobRange], goals: &[Goal]) -> Value {
        let knobs =
            knobs.iter().map(|KnobRange { key, low, high, present, step }| json!([key, low, high, present, step]));
        json!({
            "experiment": plan.hash(),
            "knobs": knobs.collect::<Vec<_>>(),
            "goals": goals.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "steps": self.steps,
            "pairs": self.pairs,
        })
    }

    /// The knobs and goals, as they were asked for.
    fn request(&self, plan: &Plan, ruleset: &dyn Ruleset) -> Result<(Vec<KnobRange>, Vec<Goal>), Diagnostics> {
        let (mut knobs, mut goals, mut faults) = (Vec::<KnobRange>::new(), Vec::<Goal>::new(), Diagnostics::new());
        for text in &self.knobs {
            match self.knob(plan, ruleset, text) {
                Ok(knob) if knobs.iter().any(|known| known.key == knob.key) => {
                    faults.push(Diagnostic::new("this knob is named twice").within(&format!("--knob {text}")));
                }
                Ok(knob) => knobs.push(knob),
                Err(fault) => faults.push(Diagnostic { source: format!("--knob {text}"), span: None, ..fault }),
            }
        }
        for text in &self.goals {
            match text.parse::<Goal>() {
                Ok(goal) if goals.iter().any(|known| (known.quantity, known.bound) == (goal.quantity, goal.bound)) => {
                    faults.push(Diagnostic::new("this goal is set twice").within(&format!("--goal {text}")));
                }
                Ok(goal) => goals.push(goal),
                Err(fault) => faults.push(fault.within(&format!("--goal {text}"))),
            }
        }
        if faults.is_empty() { Ok((knobs, goals)) } else { Err(faults) }
    }

    fn knob(&self, plan: &Plan, ruleset: &dyn Ruleset, text: &str) -> Result<KnobRange, Diagnostic> {
        let wrong = || Diagnostic::new(format!("`{text}` is no knob with limits")).allowing(["NAME=LOW..HIGH"]);
        let (name, limits) = text.split_once('=').ok_or_else(wrong)?;
        let (low, high) = limits.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.abs() <= 1e9);
        let (Some(low), Some(high)) = (number(low), number(high)) else { return Err(wrong()) };
        let name = name.trim();
        let key = if name.starts_with("rules.") || name.starts_with("codex.") {
            name.to_owned()
        } else {
            format!("rules.{name}")
        };
        let setup = &plan.cells[0].setup;
        KnobRange::find(ruleset, &setup.codex, &setup.overrides, &key, [low, high])
    }
}

/// A search, for those who read what became of it.
struct Told<'a> {
    plan: &'a Plan,
    ruleset: &'a dyn Ruleset,
    knobs: &'a [KnobRange],
    tuned: &'a KnobsTuned,
    /// Where its matches are kept.
    keep: Option<&'a Path>,
}

impl Told<'_> {
    fn values(&self) -> Table {
        let columns = vec![
            Column::words("knob", "knob"),
            Column::numbers("before", "was"),
            Column::numbers("found", "found"),
            Column::numbers("low", "searched from"),
            Column::numbers("high", "to"),
            Column::words("remark", ""),
        ];
        let key = &self.plan.cells[0].key;
        let title = match (key.list_a == key.list_b, &key.scenario) {
            (true, scenario) => format!("{} against itself, {scenario}", key.list_a),
            (false, scenario) => format!("{} against {}, {scenario}", key.list_a, key.list_b),
        };
        let mut table = Table::new(title, columns);
        let tuned = self.tuned.found.iter().zip(&self.tuned.idle);
        for (knob, (found, idle)) in self.knobs.iter().zip(tuned) {
            let number = |number: f64| Datum::number(number, number.to_string());
            let name = knob.key.strip_prefix("rules.").unwrap_or(&knob.key);
            table.push(vec![
                Datum::words(name),
                knob.present.map_or_else(Datum::none, number),
                number(*found),
                number(knob.low),
                number(knob.high),
                Datum::words(if *idle { "moves nothing in these games" } else { "" }),
            ]);
        }
        table
    }

    fn reached(&self) -> Table {
        let columns = vec![
            Column::words("goal", "goal"),
            Column::reading("was"),
            Column::data("before"),
            Column::reading("is"),
            Column::data("after"),
            Column::data("low"),
            Column::data("high"),
            Column::words("remark", ""),
        ];
        let mut table = Table::new("On fresh seeds", columns);
        for (before, after) in self.tuned.before.iter().zip(&self.tuned.after) {
            table.push(vec![
                Datum::words(after.goal.to_string()),
                Datum::reading(told(before)),
                Datum::data(before.value),
                Datum::reading(told(after)),
                Datum::data(after.value),
                Datum::data(after.interval.low),
                Datum::data(after.interval.high),
                Datum::words(after.word()),
            ]);
        }
        table
    }

    fn words(&self) -> String {
        let tuned = self.tuned;
        // A value that changes nothing is no advice.
        let moving = || {
            let tuned = tuned.found.iter().zip(&tuned.idle);
            self.knobs.iter().zip(tuned).filter(|(_, (_, idle))| !**idle).map(|(knob, (found, _))| (knob, *found))
        };
        let flags: Vec<String> = moving()
            .map(|(knob, found)| match knob.key.strip_prefix("rules.") {
                Some(name) => format!("--rule {name}={found}"),
                None => format!("--set {}={found}", knob.key),
            })
            .collect();
        let missed: Vec<String> =
            tuned.after.iter().filter(|goal| !goal.is_possible()).map(|goal| goal.goal.to_string()).collect();
        let miss = |reached: &[Reached]| reached.iter().map(|one| squared(one.goal.miss(one.value))).sum::<f64>();
        let is_known = self.knobs.iter().all(|knob| knob.present.is_some());
        let mut text = match missed.as_slice() {
            _ if flags.is_empty() => {
                "Nothing of what is asked for is moved by the knobs: they are best left as they are.".to_owned()
            }
            _ if is_known && miss(&tuned.before) <= miss(&tuned.after) => format!(
                "On the fresh pairs the values so far come as near or nearer: they are best left as they are. The search ended at {}.",
                flags.join(" ")
            ),
            [] => format!("Play with it: {}.", flags.join(" ")),
            missed => format!(
                "Nothing was found within these limits that reaches {}; nearest came {}.",
                missed.join(" and "),
                flags.join(" ")
            ),
        };
        let at_limit: Vec<&str> = moving()
            .filter(|(knob, found)| *found <= knob.low || *found >= knob.high)
            .map(|(knob, _)| knob.key.as_str())
            .collect();
        if !at_limit.is_empty() {
            let _ = write!(text, " At its limit: {}.", at_limit.join(", "));
        }
        let _ = write!(
            text,
            "\n{} steps, {} games, seed {}; figures with seed {} from {} pairs each. Intervals are 95% and cover these lists, this \
             scenario and these doctrines.",
            tuned.steps,
            thousands(tuned.games),
            self.plan.seed,
            tuned.fresh_seed,
            thousands(tuned.pairs),
        );
        if tuned.interrupted {
            text += "\nThe search was broken off";
            text += if self.keep.is_some() {
                ": the same command goes on from there."
            } else {
                "; with --keep FILE it could go on."
            };
        }
        text
    }

    fn to_json(&self) -> Value {
        let (tuned, key) = (self.tuned, &self.plan.cells[0].key);
        json!({
            "ruleset": self.ruleset.slug(),
            "list": key.list_a,
            "opponent": key.list_b,
            "scenario": key.scenario,
            "knobs": self.values().to_json(),
            "goals": self.reached().to_json(),
            "steps": tuned.steps,
            "games": tuned.games,
            "pairs": tuned.pairs,
            "seed": self.plan.seed,
            "fresh_seed": tuned.fresh_seed,
            "interrupted": tuned.interrupted,
        })
    }
}

/// A value for readers: in percent, or in turns.
fn told(reached: &Reached) -> String {
    let Reached { goal, value, interval } = reached;
    if !goal.quantity.is_share() {
        let Interval { low, high } = interval;
        format!("{value:.1} [{low:.1}, {high:.1}]")
    } else {
        percent_within(*value, *interval)
    }
}
