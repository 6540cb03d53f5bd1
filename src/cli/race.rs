//! `evenodds race`: the best of many lists, or the settings that bring games nearest to a goal, in as few games as it takes.

use clap::Args;
use serde_json::{Value, json};

use crate::analysis::elimination::Prize;
use crate::analysis::relevance::MARGIN;
use crate::analysis::rounding::{percent_within, value_within};
use crate::cli::diagnostics::Failure;
use crate::cli::execute;
use crate::cli::options::{Setting, first_meets_last, no_idle_play, told_in_a_line, warn_of_twins, width};
use crate::cli::output::{FormatArg, print, print_json, print_table, prose, repeat};
use crate::cli::progress::Meter;
use crate::cli::values;
use crate::experiment::{
    Factor, Goal, LEAST_MARGIN, Luck, Plan, Quantity, RaceConditions, Raced, Racer, Reached, Spec, Width, Written,
    race, race_settings,
};
use crate::game::{Diagnostic, Diagnostics, Override, Ruleset};
use crate::report::format::Format;
use crate::report::table::{Column, Datum, Table, thousands};

/// Chance that a race goes wrong.
const ALPHA: f64 = 0.05;

/// Turns by which settings may differ that are not told apart.
const TURNS: f64 = 0.2;

/// The best of many lists, or of many values for a goal, in few games
///
/// All lists meet all, and one that is shown to be behind takes no more games, but as the enemy of those that are still running. The race
/// ends when the best is known, or nobody is ahead of the leader by more than a margin. A score is the mean over all other lists. With
/// --vary it is not lists that race but values of rules, of the codex or of doctrines, each combination with all others: which of them
/// brings the games of one list against itself, or of two, nearest to the --goal. What a race says of who is the best and who is out of
/// the running is wrong in one race of twenty at most.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds race lists/*.toml
  evenodds race free-be free-cd free-de rifle-13 --best 2
  evenodds race lists/*.toml --within 0.01 --cap 10000 --format markdown
  evenodds race std-ab --scenario last-stand --vary turn-cap=8,12,16,20 --goal first-seat=50
  evenodds race free-be free-cd --vary overwatch-trigger=all --vary overwatch-limit=0..3 --goal score=50
  evenodds race free-be --vary codex.units.dave.movement=2..5 --goal 'turns<=8'")]
pub struct RaceArgs {
    /// Files, or names of built-in lists; at least two, or one or two with --vary
    #[arg(required = true, num_args = 1.., value_name = "LIST")]
    lists: Vec<String>,
    /// Let these values race: of a rule by its name, of codex, doctrines or play by the path; LOW..HIGH for whole numbers, 'all' for
    /// whatever a rule may be; may be repeated
    #[arg(long = "vary", value_name = "NAME=VALUE,VALUE", requires = "goal")]
    vary: Vec<String>,
    /// What the values that race are to bring: first-seat, score (of the first list), draws, lost (value of the first list), destroyed
    /// (value of the other) in percent, or turns, with =, <= or >=
    #[arg(long, value_name = "QUANTITY=TARGET", requires = "vary", value_parser = goal)]
    goal: Option<Goal>,
    /// Look for so many of the best
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    best: u64,
    /// Do not tell apart what differs by no more than X: 0.02, 2% or '2 points'; of turns '0.2 turns' [default: 2 points, or 0.2 turns]
    #[arg(long, value_name = "X", value_parser = width)]
    within: Option<Width>,
    /// Play at most this many pairs of a match-up, or of a setting
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

fn goal(text: &str) -> Result<Goal, String> {
    text.parse().map_err(told_in_a_line)
}

impl RaceArgs {
    /// Plays, and prints how all fared.
    ///
    /// # Errors
    /// What is wrong with the request, and what may happen to the work.
    pub fn run(&self) -> Result<(), Failure> {
        let quantity = self.goal.map_or(Quantity::Score, |goal| goal.quantity);
        let usual = if quantity.is_share() { MARGIN } else { TURNS };
        let within = self.within.map_or(Ok(usual), |within| within.of(quantity, LEAST_MARGIN));
        let margin = within.map_err(|allowed| Diagnostic::new(allowed).within("--within"))?;
        let (plan, ruleset) = self.plan()?;
        let (meter, racing) = match self.goal {
            Some(_) => (Meter::of("setting"), plan.cells.iter().map(|cell| &cell.key.factors).collect::<Vec<_>>()),
            None => (Meter::of("list"), Vec::new()),
        };
        let settings = racing.iter().enumerate().filter(|(at, own)| !racing[..*at].contains(own)).count();
        let (count, noun) = if self.goal.is_some() { (settings, "settings") } else { (plan.lists.len(), "lists") };
        if self.best as usize >= count {
            let fault = Diagnostic::new(format!("of {count} {noun} all are the best {}", self.best));
            return Err(fault.allowing([format!("1 to {}", count.saturating_sub(1).max(1))]).within("--best").into());
        }
        let conditions = RaceConditions {
            prize: Prize { places: self.best as usize, margin, alpha: ALPHA },
            cap: self.cap,
            abort: execute::breaking_off(),
            watch: &|progress| meter.show(progress),
        };
        let raced = match &self.goal {
            Some(goal) => race_settings(&plan, ruleset, goal, &conditions),
            None => race(&plan, ruleset, &conditions).map(|raced| (raced, Vec::new())),
        };
        meter.finish();
        let (raced, levels) = raced?;
        let told = Told { plan: &plan, raced: &raced, levels, goal: self.goal, best: self.best as usize, margin };
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

    /// The games that are asked for.
    fn plan(&self) -> Result<(Plan, &'static dyn Ruleset), Failure> {
        let refused = |message: &str| Err(Diagnostic::new(message).within("LIST").into());
        match (self.vary.is_empty(), self.lists.len()) {
            (true, 1) => return refused("a race takes two lists at least, or values that race by --vary"),
            (false, 3..) => return refused("with --vary one list plays against itself, or two against each other"),
            _ => {}
        }
        let both = [&self.lists[0], self.lists.last().unwrap_or(&self.lists[0])].map(Clone::clone);
        let lists = if self.vary.is_empty() { &self.lists[..] } else { &both };
        let (mut spec, ruleset) = self.setting.spec(lists)?;
        spec.seed = self.seed.unwrap_or(spec.seed);
        if !self.vary.is_empty() {
            spec.pairing = first_meets_last(&spec.armies);
            // What a value changes is seen on the same dice.
            spec.luck = Luck::Shared;
            self.add_factors(&mut spec, ruleset)?;
        }
        let plan = execute::plan(&spec, ruleset)?;
        no_idle_play(&plan)?;
        if self.vary.is_empty() {
            warn_of_twins(&self.lists, &plan);
        }
        Ok((plan, ruleset))
    }

    fn add_factors(&self, spec: &mut Spec, ruleset: &dyn Ruleset) -> Result<(), Diagnostics> {
        let mut faults = Diagnostics::new();
        for text in &self.vary {
            match factor(text, ruleset) {
                Ok(factor) if spec.vary.iter().any(|known| known.key.text == factor.key.text) => {
                    faults.push(Diagnostic::new("these values are named twice").within(&format!("--vary {text}")));
                }
                Ok(factor) => spec.vary.push(factor),
                Err(fault) => faults.push(Diagnostic { source: format!("--vary {text}"), span: None, ..fault }),
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}

/// Values that race: `turn-cap=8,12`, `turn-cap=8..12`, `first-player=all`, `codex.units.dave.movement=[3, 4]`.
fn factor(text: &str, ruleset: &dyn Ruleset) -> Result<Factor, Diagnostic> {
    let wrong = || {
        let forms = ["NAME=VALUE,VALUE", "NAME=LOW..HIGH", "NAME=all"];
        Diagnostic::new(format!("`{text}` is no choice of values")).allowing(forms)
    };
    let (name, written) = text.split_once('=').ok_or_else(wrong)?;
    let (name, written) = (name.trim(), written.trim());
    let has_root = ["rules.", "codex.", "doctrines.", "play."].iter().any(|root| name.starts_with(root));
    let key = if has_root { name.to_owned() } else { format!("rules.{name}") };
    if key.starts_with("codex.") && key.ends_with(".cost") {
        let message =
            "a price changes no game of lists that are given: no value of it is nearer to a goal than another";
        return Err(Diagnostic::new(message).allowing(["evenodds tune costs", "a list for each price"]));
    }
    let whole = |text: &str| text.trim().parse::<i64>().ok();
    let values: Vec<toml::Value> = match written.split_once("..") {
        Some((low, high)) => {
            let (low, high) = whole(low).zip(whole(high)).filter(|(low, high)| low < high).ok_or_else(wrong)?;
            if high.saturating_sub(low) > MOST_LEVELS {
                return Err(Diagnostic::new(format!("more than {MOST_LEVELS} values cannot race")));
            }
            (low..=high).map(toml::Value::Integer).collect()
        }
        None if written == "all" => {
            let known = ruleset.knobs().into_iter().find(|knob| format!("rules.{}", knob.name) == key);
            let words = known.map(|knob| knob.allowed).unwrap_or_default();
            let of_a_list: Vec<toml::Value> = words.split(", ").filter_map(|word| values::parse(word).ok()).collect();
            let takes = |value: &toml::Value| {
                let change = Override { key: key.clone(), value: value.clone() };
                ruleset.check_override(&ruleset.codex(), &change).is_ok()
            };
            if of_a_list.len() < 2 || !of_a_list.iter().all(takes) {
                let message = format!("`{name}` does not say in a list what it may be");
                return Err(Diagnostic::new(message).allowing(["NAME=VALUE,VALUE", "NAME=LOW..HIGH"]));
            }
            of_a_list
        }
        None if written.starts_with('[') => match values::parse(written)? {
            toml::Value::Array(values) => values,
            _ => return Err(wrong()),
        },
        None => written.split(',').map(|word| values::parse(word.trim())).collect::<Result<_, _>>()?,
    };
    if values.len() < 2 {
        return Err(Diagnostic::new("a race takes two values at least").allowing(["NAME=VALUE,VALUE"]));
    }
    if let Some(twice) = values.iter().enumerate().find(|(at, value)| values[..*at].contains(value)) {
        return Err(Diagnostic::new(format!("the value {} stands twice", twice.1)));
    }
    for value in values.iter().filter(|_| !key.starts_with("doctrines.")) {
        ruleset.check_override(&ruleset.codex(), &Override { key: key.clone(), value: value.clone() })?;
    }
    let key = Written { text: key, span: None };
    Ok(Factor { key, levels: values.into_iter().map(|value| (value, None)).collect() })
}

/// Values of one name that race at most.
const MOST_LEVELS: i64 = 1000;

/// A race, for those who read what became of it.
struct Told<'a> {
    plan: &'a Plan,
    raced: &'a Raced,
    /// The levels of settings by their numbers; nothing where lists race.
    levels: Vec<Vec<(String, String)>>,
    /// What settings are to bring.
    goal: Option<Goal>,
    best: usize,
    /// What differs by no more is not told apart: a share, or turns.
    margin: f64,
}

impl Told<'_> {
    fn name(&self, racer: &Racer) -> String {
        match self.levels.get(racer.number) {
            Some(levels) => {
                let levels = levels.iter().map(|(key, level)| format!("{}={level}", short(key)));
                levels.collect::<Vec<_>>().join(" with ")
            }
            None => self.plan.lists[racer.number].name.clone(),
        }
    }

    /// What races.
    fn noun(&self) -> &'static str {
        if self.goal.is_some() { "settings" } else { "lists" }
    }

    /// What is measured, for readers.
    fn value(&self, racer: &Racer) -> String {
        match self.goal {
            Some(goal) if !goal.quantity.is_share() => value_within(racer.value, racer.interval),
            _ => percent_within(racer.value, racer.interval),
        }
    }

    /// Contestants that were never out of the running.
    fn running(&self) -> usize {
        self.raced.racers.iter().filter(|racer| !racer.is_out).count()
    }

    /// The margin in words.
    fn points(&self) -> String {
        let (number, unit) = match self.goal {
            Some(goal) if !goal.quantity.is_share() => (self.margin, "turn"),
            _ => (100.0 * self.margin, "point"),
        };
        // As many digits as anybody types.
        let number = (number * 1e4).round() / 1e4;
        if number == 1.0 { format!("1 {unit}") } else { format!("{number} {unit}s") }
    }

    /// What one is of which it is shown.
    fn place(&self) -> String {
        match (self.goal.is_some(), self.best) {
            (false, 1) => "the best".to_owned(),
            (false, best) => format!("among the best {best}"),
            (true, 1) => "the nearest".to_owned(),
            (true, best) => format!("among the nearest {best}"),
        }
    }

    /// What is known of one that leads, and may yet be passed by one of those that are running.
    fn short_of(&self, place: &str) -> String {
        let by = if self.goal.is_some() { "farther off" } else { "short of it" };
        format!("{place}, or {} {by} at most", self.points())
    }

    fn table(&self) -> Table {
        let racers = &self.raced.racers;
        let (mut columns, title) = match &self.goal {
            None => {
                (vec![Column::words("list", "List"), Column::reading("Score against all"), Column::data("score")], {
                    format!("{} lists, the best first", racers.len())
                })
            }
            Some(goal) => {
                let keys = self.levels.first().into_iter().flatten();
                let mut columns: Vec<Column> = keys.map(|(key, _)| Column::words(key, short(key))).collect();
                columns.push(Column::reading(goal.quantity.heading()));
                columns.push(Column::data("value"));
                (columns, format!("{} settings, the nearest to {goal} first", racers.len()))
            }
        };
        columns.extend([
            Column::data("low"),
            Column::data("high"),
            Column::numbers("pairs", if self.goal.is_some() { "Pairs" } else { "Pairs against each" }),
            Column::words("standing", ""),
        ]);
        let mut table = Table::new(title, columns);
        for (at, racer) in racers.iter().enumerate() {
            let standing = match (racer.is_out, at < self.best) {
                (true, _) => "out of the running".to_owned(),
                (false, true) if racer.is_shown => self.place(),
                (false, true) if self.raced.decided => self.short_of(&self.place()),
                (false, true) if self.goal.is_some() => "nearest so far".to_owned(),
                (false, true) => "ahead".to_owned(),
                (false, false) if self.goal.is_some() => "may be as near".to_owned(),
                (false, false) => "may be as good".to_owned(),
            };
            let mut row = match self.levels.get(racer.number) {
                Some(levels) => levels.iter().map(|(_, level)| Datum::words(level)).collect(),
                None => vec![Datum::words(self.name(racer))],
            };
            row.extend([
                Datum::reading(self.value(racer)),
                Datum::data(racer.value),
                Datum::data(racer.interval.low),
                Datum::data(racer.interval.high),
                Datum::count(racer.pairs),
                Datum::words(standing),
            ]);
            table.push(row);
        }
        table
    }

    fn words(&self) -> String {
        let Raced { racers, decided, games, games_of_all, interrupted } = self.raced;
        let (running, noun) = (self.running(), self.noun());
        let leaders = || racers.iter().take(self.best);
        let named = |racers: &mut dyn Iterator<Item = &Racer>| {
            let names: Vec<String> = racers.map(|racer| self.name(racer)).collect();
            let is = if names.len() == 1 { "is" } else { "are" };
            (!names.is_empty()).then(|| format!("{} {is}", names.join(", ")))
        };
        let ahead = named(&mut leaders()).unwrap_or_default();
        let lead = if self.goal.is_some() { "nearest" } else { "ahead" };
        let mut answer = match decided {
            true => {
                let shown = named(&mut leaders().filter(|racer| racer.is_shown));
                let others = named(&mut leaders().filter(|racer| !racer.is_shown));
                let place = format!("{} of {} {noun}", self.place(), racers.len());
                let shown = shown.map(|them| format!("{them} {place}."));
                let others = others.map(|them| format!("{them} {}.", self.short_of(&place)));
                shown.into_iter().chain(others).collect::<Vec<_>>().join(" ")
            }
            false if *interrupted => format!("Broken off: so far {ahead} {lead}, of {running} that may win."),
            false => {
                format!("Not decided at the cap: {ahead} {lead}, of {running} that may win; more --cap would tell.")
            }
        };
        let alone = self.plan.cells.iter().all(|cell| cell.key.list_a == cell.key.list_b);
        let is_half = |racer: &Racer| (racer.value - 0.5).abs() < f64::EPSILON;
        if alone && self.goal.is_some_and(|goal| goal.quantity.is_score()) && racers.iter().all(is_half) {
            answer = "A list against itself scores one half whatever the values: nothing can be nearest.".to_owned();
        }
        if let (Some(goal), Some(best)) = (&self.goal, racers.first()) {
            let reached = Reached { goal: *goal, value: best.value, interval: best.interval };
            answer += &match reached.is_possible() {
                true if reached.word() == "reached" => format!(" With it {goal} is reached: {}.", self.value(best)),
                true => format!(" With it {goal} is not ruled out: {}.", self.value(best)),
                false => format!(" {goal} is not reached, even with the nearest: {}.", self.value(best)),
            };
        }
        let saved = if games < games_of_all {
            let all = if self.goal.is_some() { "all settings" } else { "all match-ups" };
            format!(", where {all} at as many pairs would have taken {}", thousands(*games_of_all))
        } else {
            String::new()
        };
        let dice = if self.goal.is_some() { "All settings have the same dice. " } else { "" };
        format!(
            "{answer}\n\n{} of {} {noun} went out of the running; {} games were played{saved}. {dice}Intervals are 95% at every look and \
             cover these lists, this scenario and these doctrines; seed {}. To repeat it:",
            racers.len() - running,
            racers.len(),
            thousands(*games),
            self.plan.seed,
        )
    }

    fn to_json(&self) -> Value {
        let Raced { decided, games, games_of_all, interrupted, .. } = self.raced;
        let mut json = json!({
            "ruleset": self.plan.ruleset,
            self.noun(): self.table().to_json(),
            "best": self.best,
            "within": self.margin,
            "decided": decided,
            "games": games,
            "games_of_all": games_of_all,
            "interrupted": interrupted,
            "seed": self.plan.seed,
            "repeat": execute::this_command(),
        });
        if let Some(goal) = &self.goal {
            json["goal"] = goal.to_string().into();
        }
        json
    }
}

/// The name of a rule, or the path of anything else.
fn short(key: &str) -> &str {
    key.strip_prefix("rules.").unwrap_or(key)
}
