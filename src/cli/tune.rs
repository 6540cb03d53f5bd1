//! `evenodds tune`: the best response to how a list is played, and prices that hold.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::analysis::rounding::percent_within;
use crate::cli::diagnostics::Failure;
use crate::cli::execute;
use crate::cli::files;
use crate::cli::name_lookup;
use crate::cli::options::Departures;
use crate::cli::output::{FormatArg, print, print_json, print_table, prose};
use crate::cli::progress::Meter;
use crate::cli::tune_costs::TuneCostsArgs;
use crate::cli::tune_rules::TuneRulesArgs;
use crate::experiment::{
    BestAnswer, BestAnswers, Contender, Figure, Pairing, Plan, Spec, TuneConditions, Tuned, Written, tune,
};
use crate::game::{Diagnostic, Ruleset, is_free_name};
use crate::report::format::Format;
use crate::report::table::{Column, Datum, Table, thousands};

/// Sets of weights that are tried, unless told otherwise.
const USUAL_EVALUATIONS: u64 = 400;

/// Pairs that a set of weights plays at most, unless told otherwise.
const USUAL_PAIRS: u64 = 48;

/// Pairs of the final figures, unless told otherwise.
const USUAL_FRESH_PAIRS: u64 = 1000;

/// Weights that the table for readers has.
const MOST_ROWS: usize = 10;

/// Search for better play, prices that hold, or rules that reach a goal
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds tune doctrine std-ab
  evenodds tune doctrine --help
  evenodds tune costs dogma --output my-codex.toml
  evenodds tune costs --help
  evenodds tune rules std-ab --scenario last-stand --knob turn-cap=6..60 --goal first-seat=50
  evenodds tune rules --help")]
pub struct TuneArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Doctrine(DoctrineArgs),
    Costs(TuneCostsArgs),
    Rules(TuneRulesArgs),
}

impl TuneArgs {
    /// Searches.
    ///
    /// # Errors
    /// What is wrong with the request, and what may happen to the work.
    pub fn run(&self) -> Result<(), Failure> {
        match &self.what {
            What::Doctrine(args) => args.run(),
            What::Costs(args) => args.run(),
            What::Rules(args) => args.run(),
        }
        .and_then(|()| execute::to_the_end())
    }
}

/// Search for the weights of a doctrine with which a list does best against a given enemy
///
/// The enemy is the same list under its usual doctrine, unless told otherwise. First every doctrine of the book plays; from the best
/// the search goes on by covariance matrix adaptation, every generation on tables and dice of its own. What it finds plays
/// again on fresh ones beside the doctrine that the list follows by itself: how much better than that it scores is how far
/// that doctrine can be exploited.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds tune doctrine std-ab
  evenodds tune doctrine std-ab --against massed-fire --against standoff --battlefield river-line
  evenodds tune doctrine armour-fist --scenario exterminate --scenario control --evaluations 1000 --output book.toml
  evenodds tune doctrine std-ab --evaluations 1000 --record armies/dogfaces/exploitability.toml
  evenodds compare std-ab std-ab --doctrine 'std-ab-response v massed-fire' --doctrine-book book.toml")]
pub struct DoctrineArgs {
    /// The list that is to be played better: a file, or the name of a built-in list
    list: String,
    /// How the enemy plays; may be repeated: each has an equal share of the games. His usual doctrine when left out
    #[arg(long, value_name = "DOCTRINE")]
    against: Vec<String>,
    /// The list of the enemy; the same list when left out
    #[arg(long, value_name = "LIST")]
    opponent: Option<String>,
    /// Scenario; may be repeated; the first of the ruleset when left out
    #[arg(long = "scenario", value_name = "NAME")]
    scenarios: Vec<String>,
    /// Battlefield: a name or a file; may be repeated; the usual one of scenario and size when left out
    #[arg(long = "battlefield", value_name = "NAME")]
    battlefields: Vec<String>,
    /// Doctrine to begin from; the best of the book when left out
    #[arg(long, value_name = "DOCTRINE")]
    start: Option<String>,
    /// Sets of weights to try at most
    #[arg(long, value_name = "N", default_value_t = USUAL_EVALUATIONS, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    evaluations: u64,
    /// Pairs of games that a set of weights plays at most, all settings together
    #[arg(long, value_name = "N", default_value_t = USUAL_PAIRS, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pairs: u64,
    /// Pairs of games of the final figures, all settings together, on seeds that nothing was chosen by
    #[arg(long, value_name = "N", default_value_t = USUAL_FRESH_PAIRS, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    fresh_pairs: u64,
    /// Seed of all chance; the final figures have the one after it
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    /// Name of the doctrine that is found [default: LIST-response]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Write a doctrine book with what is found, for --doctrine-book of other commands
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the file of --output, where it is there already
    #[arg(long, requires = "output")]
    fresh: bool,
    /// Keep the score of what is found in a file of best answers, in the place of an older one of the same list and settings
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Ruleset, where the lists do not say it
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
    /// Take units and weapons from this codex
    #[arg(long, value_name = "FILE")]
    codex: Option<String>,
    #[command(flatten)]
    departures: Departures,
    #[command(flatten)]
    format: FormatArg,
}

impl DoctrineArgs {
    fn run(&self) -> Result<(), Failure> {
        let (plan, ruleset) = self.plan()?;
        let name = self.name_of_found(&plan, ruleset)?;
        if let Some(path) = &self.output {
            files::prepare_new_file(path, self.fresh)?;
        }
        if let Some(path) = &self.record {
            files::prepare_file(path)?;
        }
        // Read before the search: what is wrong with the file is told at once.
        let answers = match &self.record {
            Some(path) if path.exists() => BestAnswers::read(&files::read(path)?)?,
            _ => BestAnswers::default(),
        };
        let meter = Meter::of("set of weights");
        let tuned = tune(
            &plan,
            ruleset,
            &TuneConditions {
                start: self.start.as_deref(),
                evaluations: self.evaluations,
                pairs: self.pairs,
                fresh_pairs: self.fresh_pairs,
                abort: execute::breaking_off(),
                watch: &|progress| meter.show(progress),
            },
        );
        meter.finish();
        let told = Told { plan: &plan, ruleset, name: &name, tuned: &tuned? };
        if let Some(path) = &self.output {
            files::write_atomically(path, told.book().as_bytes())?;
        }
        if let Some(path) = &self.record {
            let mut answers = answers;
            answers.put(BestAnswer::of(told.tuned, &plan).map_err(|diagnostic| diagnostic.within("--record"))?);
            files::write_atomically(path, answers.to_toml(ruleset.slug()).as_bytes())?;
        }
        match self.format.format {
            Format::Json => print_json(&told.to_json()),
            Format::Csv => print_table(&told.figures(), Format::Csv),
            format => {
                print_table(&told.figures(), format)?;
                if plan.cells.len() > 1 {
                    print("\n")?;
                    print_table(&told.settings(), format)?;
                }
                if told.is_another() {
                    print("\n")?;
                    print_table(&told.changes(), format)?;
                }
                print(&format!("\n{}\n", prose(&told.words(self.output.as_ref()), format)))
            }
        }
    }

    /// The settings of the search: the list under its usual doctrine against every enemy.
    fn plan(&self) -> Result<(Plan, &'static dyn Ruleset), Failure> {
        let opponent = self.opponent.as_ref().unwrap_or(&self.list);
        let lists = [self.list.clone(), opponent.clone()];
        let ruleset = name_lookup::ruleset_of_lists(&lists, self.ruleset.as_deref())?;
        let words = |words: &[String]| words.iter().map(|word| Written::from(word.as_str())).collect::<Vec<_>>();
        let mut spec = Spec::new(ruleset.slug());
        spec.armies = words(&lists);
        spec.pairing = Pairing::Pairs(vec![lists.each_ref().map(|list| Written::from(list.as_str()))]);
        spec.scenarios = words(&self.scenarios);
        if !self.battlefields.is_empty() {
            spec.battlefields = words(&self.battlefields);
        }
        if !self.against.is_empty() {
            let entry = |enemy: &String| Written::from(format!("own v {enemy}").as_str());
            spec.doctrines = self.against.iter().map(entry).collect();
        }
        spec.seed = self.seed.unwrap_or(spec.seed);
        spec.codex = self.codex.as_deref().map(Written::from);
        self.departures.apply(&mut spec, ruleset)?;
        Ok((execute::plan(&spec, ruleset)?, ruleset))
    }

    /// What the doctrine that is found will be called: the name that was asked for, or one after the list, that no doctrine of the
    /// book has.
    fn name_of_found(&self, plan: &Plan, ruleset: &dyn Ruleset) -> Result<String, Failure> {
        let cell = &plan.cells[0];
        let known = ruleset.weighed_doctrines(&cell.setup.doctrine_book)?;
        let is_taken = |name: &str| known.iter().any(|doctrine| doctrine.name == name);
        match &self.name {
            Some(name) if is_taken(name) => {
                let diagnostic = Diagnostic::new(format!(
                    "there is a doctrine `{name}` already: what is found takes a name of its own"
                ));
                Err(diagnostic.within("--name").into())
            }
            Some(name) if !is_free_name(name) => {
                Err(Diagnostic::new(format!("no doctrine can be called `{name}`")).within("--name").into())
            }
            Some(name) => Ok(name.clone()),
            None => {
                let usual = format!("{}-response", cell.key.list_a);
                let numbered = (2_u64..).map(|n| format!("{usual}-{n}"));
                let free = std::iter::once(usual.clone()).chain(numbered).find(|name| !is_taken(name));
                Ok(free.unwrap_or(usual))
            }
        }
    }
}

/// A search, for those who read what became of it.
struct Told<'a> {
    plan: &'a Plan,
    ruleset: &'a dyn Ruleset,
    name: &'a str,
    tuned: &'a Tuned,
}

impl Told<'_> {
    /// Whether what was found is another doctrine than the one the search began from.
    fn is_another(&self) -> bool {
        self.tuned.figures.iter().any(|figure| figure.of == Contender::Found)
    }

    /// What a figure is of: the doctrine's name, and its part in the search.
    fn contender(&self, of: Contender) -> (&str, &'static str) {
        match of {
            Contender::Usual => (&self.tuned.usual, "usual"),
            Contender::Start => (&self.tuned.start, "start"),
            Contender::Found => (self.name, "found"),
        }
    }

    /// The enemy in words.
    fn enemy(&self) -> String {
        let mut doctrines: Vec<&str> = Vec::new();
        for key in &self.tuned.settings {
            if !doctrines.contains(&key.doctrine_b.as_str()) {
                doctrines.push(&key.doctrine_b);
            }
        }
        let key = &self.tuned.settings[0];
        let under = doctrines.join(" and ");
        if key.list_a == key.list_b { format!("itself under {under}") } else { format!("{} under {under}", key.list_b) }
    }

    fn figures(&self) -> Table {
        let columns = vec![
            Column::words("part", "part"),
            Column::words("doctrine", "doctrine"),
            Column::reading("score"),
            Column::data("score"),
            Column::data("low"),
            Column::data("high"),
            Column::numbers("pairs", "pairs"),
        ];
        let title = format!("{} against {}, on fresh seeds", self.tuned.settings[0].list_a, self.enemy());
        let mut table = Table::new(title, columns);
        for figure in &self.tuned.figures {
            let (doctrine, part) = self.contender(figure.of);
            let mut row = vec![Datum::words(part), Datum::words(doctrine)];
            row.extend(score(&figure.score));
            table.push(row);
        }
        table
    }

    /// What was found, setting by setting, beside the usual doctrine.
    fn settings(&self) -> Table {
        let columns = vec![
            Column::words("scenario", "scenario"),
            Column::words("battlefield", "battlefield"),
            Column::words("against", "against"),
            Column::reading(&self.tuned.usual),
            Column::data("usual_score"),
            Column::reading(self.name),
            Column::data("score"),
            Column::data("low"),
            Column::data("high"),
            Column::numbers("pairs", "pairs"),
        ];
        let mut table = Table::new("Setting by setting", columns);
        let [usual, found] = [Contender::Usual, Contender::Found].map(|of| self.tuned.figure(of));
        for (at, key) in self.tuned.settings.iter().enumerate() {
            let [before, after] = [usual, found].map(|figure| &figure.by_setting[at]);
            let mut row: Vec<Datum> = [&key.scenario, &key.battlefield, &key.doctrine_b].map(Datum::words).to_vec();
            row.push(Datum::reading(percent_within(before.score, before.interval)));
            row.push(Datum::data(before.score));
            row.extend(score(after));
            table.push(row);
        }
        table
    }

    /// Weights, the one that was moved farthest first.
    fn all_changes(&self) -> Table {
        let mut columns = vec![
            Column::words("weight", "weight"),
            Column::numbers("start", &self.tuned.start),
            Column::numbers("found", self.name),
            Column::data("distance"),
        ];
        columns.extend([Column::words("about", "what it weighs")]);
        let mut table = Table::new("", columns);
        for change in &self.tuned.changes {
            let number = |number: f64| Datum::number(number, number.to_string());
            table.push(vec![
                Datum::words(change.weight.name),
                number(change.start),
                number(change.found),
                Datum::data(change.distance),
                Datum::words(change.weight.about),
            ]);
        }
        table
    }

    /// Those that changed most.
    fn changes(&self) -> Table {
        let mut table = self.all_changes();
        table.title = format!("Weights that changed most from {}", self.tuned.start);
        table.rows.truncate(MOST_ROWS);
        table
    }

    fn words(&self, output: Option<&PathBuf>) -> String {
        let Tuned { evaluations, generations, games, fresh_seed, interrupted, .. } = self.tuned;
        let percent = |figure: &Figure| percent_within(figure.score.score, figure.score.interval);
        let mut text = if self.is_another() {
            let (found, usual) = (self.tuned.figure(Contender::Found), self.tuned.figure(Contender::Usual));
            let list = &self.tuned.settings[0].list_a;
            let mut text = format!(
                "The best answer found scores {} for {list}, its usual doctrine {} {}.",
                percent(found),
                self.tuned.usual,
                percent(usual)
            );
            if found.score.interval.low <= usual.score.score {
                text += " That is not shown to be better: longer searches, or more pairs, may tell.";
            }
            text
        } else {
            format!("Nothing was found that does better than {}.", self.tuned.start)
        };
        let _ = write!(
            text,
            "\n{} sets of weights in {generations} generation{}, {} games, seed {}; figures with seed {fresh_seed}. \
             Intervals are 95% and cover these settings.",
            thousands(*evaluations),
            if *generations == 1 { "" } else { "s" },
            thousands(*games),
            self.plan.seed,
        );
        if *interrupted {
            text += "\nThe search was broken off.";
        }
        if let Some(path) = output {
            let start = &self.tuned.start;
            let what = if self.is_another() { "it".to_owned() } else { format!("a copy of {start}") };
            let _ = write!(text, "\n{} holds {what} as doctrine {}.", path.display(), self.name);
        }
        text
    }

    /// The doctrine book.
    fn book(&self) -> String {
        let tuned = self.tuned;
        let figure = tuned.figure(Contender::Found);
        let (list, enemy) = (&tuned.settings[0].list_a, self.enemy());
        let mut scenarios: Vec<&str> = tuned.settings.iter().map(|key| key.scenario.as_str()).collect();
        scenarios.dedup();
        let mut found = tuned.found.clone();
        self.name.clone_into(&mut found.name);
        let [what, origin] = if self.is_another() {
            ["best answer found".to_owned(), "a doctrine found by a search of".to_owned()]
        } else {
            let copy = format!("a copy of {}", tuned.start);
            [format!("{copy}, nothing better was found"), format!("{copy}: nothing better was found in a search of")]
        };
        found.about = format!("{what} for {list} against {enemy}, from {}", tuned.start);
        format!(
            "# {}: {origin} {} sets of weights (seed {}).\n# In {} it scores {} over {} pairs of seed {}.\n\nruleset = \"{}\"\n\n{}",
            self.ruleset.title(),
            tuned.evaluations,
            self.plan.seed,
            scenarios.join(", "),
            percent_within(figure.score.score, figure.score.interval),
            figure.score.units,
            tuned.fresh_seed,
            self.ruleset.slug(),
            found.to_toml(&self.ruleset.weights()),
        )
    }

    fn to_json(&self) -> Value {
        let tuned = self.tuned;
        let key = &tuned.settings[0];
        let mut enemies: Vec<&str> = tuned.settings.iter().map(|key| key.doctrine_b.as_str()).collect();
        enemies.sort_unstable();
        enemies.dedup();
        let words: serde_json::Map<String, Value> =
            tuned.found.words.iter().map(|(key, word)| ((*key).to_owned(), Value::from(*word))).collect();
        json!({
            "ruleset": self.ruleset.slug(),
            "list": key.list_a,
            "opponent": key.list_b,
            "against": enemies,
            "usual": tuned.usual,
            "start": tuned.start,
            "doctrine": self.name,
            "improved": self.is_another(),
            "figures": self.figures().to_json(),
            "settings": self.settings().to_json(),
            "weights": self.all_changes().to_json(),
            "words": words,
            "evaluations": tuned.evaluations,
            "generations": tuned.generations,
            "games": tuned.games,
            "seed": self.plan.seed,
            "fresh_seed": tuned.fresh_seed,
            "interrupted": tuned.interrupted,
        })
    }
}

/// The cells of a score: for readers, and for programs; with its pairs.
fn score(score: &crate::analysis::Score) -> [Datum; 5] {
    [
        Datum::reading(percent_within(score.score, score.interval)),
        Datum::data(score.score),
        Datum::data(score.interval.low),
        Datum::data(score.interval.high),
        Datum::count(score.units),
    ]
}
