//! `evenodds race`: the best of many lists, in as few games as it takes.

use clap::Args;
use serde_json::{Value, json};

use crate::analysis::elimination::Prize;
use crate::analysis::relevance::MARGIN;
use crate::analysis::rounding::percent_within;
use crate::cli::diagnostics::Failure;
use crate::cli::execute;
use crate::cli::options::{Setting, margin};
use crate::cli::output::{FormatArg, print, print_json, print_table, prose, repeat};
use crate::cli::progress::Meter;
use crate::experiment::{Plan, RaceConditions, Raced, Racer, race};
use crate::game::Diagnostic;
use crate::report::format::Format;
use crate::report::table::{Column, Datum, Table, thousands};

/// Chance that a race goes wrong.
const ALPHA: f64 = 0.05;

/// The best of many lists, in as few games as it takes
///
/// All meet all, and a list that is shown to be behind takes no more games, but as the enemy of those that are still running. The race
/// ends when the best is known, or nobody is ahead of the leader by more than a margin. A score is the mean over all other lists. What a race
/// says of who is the best and who is out of the running is wrong in one race of twenty at most.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds race lists/*.toml
  evenodds race free-be free-cd free-de rifle-13 --best 2
  evenodds race lists/*.toml --within 0.01 --cap 10000 --format markdown")]
pub struct RaceArgs {
    /// Files, or names of built-in lists; at least two
    #[arg(required = true, num_args = 2.., value_name = "LIST")]
    lists: Vec<String>,
    /// Look for so many of the best
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    best: u64,
    /// Do not tell lists apart that differ by no more than X: 0.02 is two points
    #[arg(long, value_name = "X", default_value_t = MARGIN, value_parser = margin)]
    within: f64,
    /// Play at most this many pairs of a match-up
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    cap: u64,
    /// Seed of all chance
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    #[command(flatten)]
    setting: Setting,
    #[command(flatten)]
    format: FormatArg,
}

impl RaceArgs {
    /// Plays, and prints how all fared.
    ///
    /// # Errors
    /// What is wrong with the request, and what may happen to the work.
    pub fn run(&self) -> Result<(), Failure> {
        let (mut spec, ruleset) = self.setting.spec(&self.lists)?;
        spec.seed = self.seed.unwrap_or(spec.seed);
        let plan = execute::plan(&spec, ruleset)?;
        if self.best as usize >= plan.lists.len() {
            let fault = Diagnostic::new(format!("of {} lists all are the best {}", plan.lists.len(), self.best));
            return Err(fault.allowing([format!("1 to {}", plan.lists.len() - 1)]).within("--best").into());
        }
        let meter = Meter::of("list");
        let conditions = RaceConditions {
            prize: Prize { places: self.best as usize, margin: self.within, alpha: ALPHA },
            cap: self.cap,
            abort: execute::breaking_off(),
            watch: &|progress| meter.show(progress),
        };
        let raced = race(&plan, ruleset, &conditions);
        meter.finish();
        let raced = raced?;
        let told = Told { plan: &plan, raced: &raced, best: self.best as usize, within: self.within };
        match self.format.format {
            Format::Json => print_json(&told.to_json())?,
            Format::Csv => print_table(&told.table(), Format::Csv)?,
            format => {
                print_table(&told.table(), format)?;
                let again = repeat(&execute::this_command(), format);
                print(&format!("\n{}\n\n{again}\n", prose(&told.words(), format)))?;
            }
        }
        execute::to_the_end()
    }
}

/// A race, for those who read what became of it.
struct Told<'a> {
    plan: &'a Plan,
    raced: &'a Raced,
    best: usize,
    within: f64,
}

impl Told<'_> {
    fn name(&self, racer: &Racer) -> &str {
        &self.plan.lists[racer.list].name
    }

    /// Lists that were never out of the running.
    fn running(&self) -> usize {
        self.raced.racers.iter().filter(|racer| !racer.is_out).count()
    }

    /// The margin in words.
    fn points(&self) -> String {
        // As many digits as anybody types.
        let points = (self.within * 1e6).round() / 1e4;
        if points == 1.0 { "1 point".to_owned() } else { format!("{points} points") }
    }

    /// What a list is of which it is shown.
    fn place(&self) -> String {
        if self.best == 1 { "the best".to_owned() } else { format!("among the best {}", self.best) }
    }

    /// What is known of a list that leads, and may yet be passed by one of those that are running.
    fn short_of(&self, place: &str) -> String {
        format!("{place}, or {} short of it at most", self.points())
    }

    fn table(&self) -> Table {
        let columns = vec![
            Column::words("list", "List"),
            Column::reading("Score against all"),
            Column::data("score"),
            Column::data("low"),
            Column::data("high"),
            Column::numbers("pairs", "Pairs against each"),
            Column::words("standing", ""),
        ];
        let mut table = Table::new(format!("{} lists, the best first", self.raced.racers.len()), columns);
        for (at, racer) in self.raced.racers.iter().enumerate() {
            let standing = match (racer.is_out, at < self.best) {
                (true, _) => "out of the running".to_owned(),
                (false, true) if racer.is_shown => self.place(),
                (false, true) if self.raced.decided => self.short_of(&self.place()),
                (false, true) => "ahead".to_owned(),
                (false, false) => "may be as good".to_owned(),
            };
            table.push(vec![
                Datum::words(self.name(racer)),
                Datum::reading(percent_within(racer.score, racer.interval)),
                Datum::data(racer.score),
                Datum::data(racer.interval.low),
                Datum::data(racer.interval.high),
                Datum::count(racer.pairs),
                Datum::words(standing),
            ]);
        }
        table
    }

    fn words(&self) -> String {
        let Raced { racers, decided, games, games_of_all, interrupted } = self.raced;
        let running = self.running();
        let leaders = || racers.iter().take(self.best);
        let named = |racers: &mut dyn Iterator<Item = &Racer>| {
            let names: Vec<&str> = racers.map(|racer| self.name(racer)).collect();
            let is = if names.len() == 1 { "is" } else { "are" };
            (!names.is_empty()).then(|| format!("{} {is}", names.join(", ")))
        };
        let ahead = named(&mut leaders()).unwrap_or_default();
        let answer = match decided {
            true => {
                let shown = named(&mut leaders().filter(|racer| racer.is_shown));
                let others = named(&mut leaders().filter(|racer| !racer.is_shown));
                let place = format!("{} of {} lists", self.place(), racers.len());
                let shown = shown.map(|them| format!("{them} {place}."));
                let others = others.map(|them| format!("{them} {}.", self.short_of(&place)));
                shown.into_iter().chain(others).collect::<Vec<_>>().join(" ")
            }
            false if *interrupted => format!("Broken off: so far {ahead} ahead, of {running} that may win."),
            false => {
                format!("Not decided at the cap: {ahead} ahead, of {running} that may win; more --cap would tell.")
            }
        };
        let saved = if games < games_of_all {
            format!(", where all match-ups at as many pairs would have taken {}", thousands(*games_of_all))
        } else {
            String::new()
        };
        format!(
            "{answer}\n\n{} of {} lists went out of the running; {} games were played{saved}. Intervals are 95% at every look and \
             cover these lists, this scenario and these doctrines; seed {}. To repeat it:",
            racers.len() - running,
            racers.len(),
            thousands(*games),
            self.plan.seed,
        )
    }

    fn to_json(&self) -> Value {
        let Raced { decided, games, games_of_all, interrupted, .. } = self.raced;
        json!({
            "ruleset": self.plan.ruleset,
            "lists": self.table().to_json(),
            "best": self.best,
            "within": self.within,
            "decided": decided,
            "games": games,
            "games_of_all": games_of_all,
            "interrupted": interrupted,
            "seed": self.plan.seed,
            "repeat": execute::this_command(),
        })
    }
}
