//! `evenodds resolve`: exact and simulated odds of one combat resolution.

mod answer;
mod axes;
mod best_play;
mod cases;
mod given;
mod hints;
mod picture;
mod place;
mod publish;
mod spread;
mod sweep;
mod value;

use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, Value};

use crate::cli::diagnostics::{Failure, none_given};
use crate::cli::name_lookup;
use crate::cli::output::{print, print_json, print_table, prose};
use crate::cli::values::{self, Assignment};
use crate::cli::{file_kind, files};
use crate::game::{Answer, DecisionDoc, Diagnostic, Diagnostics, Given, Query, ResolutionDoc, Ruleset, Source};
use crate::report::format::Format;
use crate::report::table::{Column, Datum, Table, thousands};
pub use answer::odds_to_json;
use best_play::Comparison;
use place::Place;
use sweep::{Measure, Sweep};
use value::Exchange;

/// Trials when neither `--exact` nor `--trials` is given.
const USUAL_TRIALS: u64 = 100_000;

/// Branches of exact odds unless told otherwise: some seconds of work, and two gigabytes of memory at the very most.
const USUAL_BUDGET: u64 = 10_000_000;

/// Exact and simulated odds of one combat resolution
///
/// Inputs are written KEY=VALUE, in the syntax of TOML, words without quotes being strings. Without a resolution
/// all that there are are listed, and with `--list` the inputs of one.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds resolve dogfaces table-roll damage=3
  evenodds resolve dogfaces ranged-attack 'shooters=[chuck, andy, brett]' target=harry
  evenodds resolve dogfaces ranged-attack 'shooters=[dave]' target=george --sweep terrain=grassland,forest,town
  evenodds resolve dogfaces ranged-attack 'shooters=[dave, ernie]' target=george --given 'strength>=3'
  evenodds resolve dogfaces duel a=rifleman b=dave a-leader=andy --best a-kills,b-driven-off
  evenodds resolve dogfaces table-roll --sweep damage=1..7 --out odds/table-roll
  evenodds resolve dogma ranged-attack attacker=all defender=all
  evenodds resolve dogma ranged-attack attacker=all defender=all --show break-even-cost
  evenodds resolve dogma shaken-check members=4 --sweep rules.shaken-target=3..6
  evenodds resolve --cases odds.json --exact
  evenodds resolve dogfaces duel --list")]
pub struct ResolveArgs {
    /// Ruleset; what there is of all when left out
    ruleset: Option<String>,
    /// Resolution; what there is when left out
    resolution: Option<String>,
    /// Inputs
    #[arg(value_name = "KEY=VALUE")]
    inputs: Vec<String>,
    /// Inputs as a JSON object; KEY=VALUE adds to it
    #[arg(long = "inputs", value_name = "JSON")]
    json: Option<String>,
    /// Exact odds alone, without trials
    #[arg(long, conflicts_with_all = ["sampled", "trials"])]
    exact: bool,
    /// Trials alone, without exact odds
    #[arg(long)]
    sampled: bool,
    /// Work that exact odds may take, in branches: ways in which dice can fall, over all states that are told apart. What takes
    /// more is sampled alone [default: 10000000]
    #[arg(long, value_name = "BRANCHES", conflicts_with = "sampled", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    budget: Option<u64>,
    /// Odds given a result alone: 'outcome=LABEL', or a numeric result with =, <= or >=, such as 'strength>=3'
    #[arg(long, value_name = "RESULT", conflicts_with_all = ["sweep", "cases"])]
    given: Option<String>,
    /// Compare best play with simple policies, where players decide once they have seen dice fall: the outcomes that are wanted.
    /// In a duel a decides for them and b against
    #[arg(long, value_name = "OUTCOMES", conflicts_with_all = ["sweep", "cases", "given", "sampled"])]
    best: Option<String>,
    /// Number of simulated trials [default: 100000]
    #[arg(long, value_name = "N")]
    trials: Option<u64>,
    /// Seed of the trials [default: 1]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Take units and weapons from this codex
    #[arg(long, value_name = "FILE")]
    codex: Option<PathBuf>,
    /// Ask once for each value: A,B,C or FROM..TO or all; may be repeated
    #[arg(long, value_name = "KEY=VALUES")]
    sweep: Vec<String>,
    /// The number of a sweep to show, where all of them are too many: an outcome, mean-NAME, defender-lost, destroyed-per-point,
    /// returned-per-point, break-even-cost
    #[arg(long, value_name = "MEASURE")]
    show: Option<String>,
    /// Write the answer, or a sweep, into this folder: odds.parquet, odds.csv, chart.svg, chart.png
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace what the folder holds of another question
    #[arg(long, requires = "out")]
    fresh: bool,
    /// Answer the questions of a JSON file, a list of {"ruleset", "resolution", "inputs"}; prints JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ruleset", "resolution", "inputs", "json", "sweep", "list"])]
    cases: Option<PathBuf>,
    /// List the inputs of the resolution
    #[arg(long)]
    list: bool,
    /// How to print the answer [default: table; with --cases json]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
}

/// The input that holds the rules of a question.
const RULES: &str = "rules";

/// Exact odds that leave more than this open are none.
const MOST_OPEN: f64 = 1e-6;

/// How questions are to be answered.
#[derive(Clone, Debug)]
struct Effort {
    codex: Option<Source>,
    trials: u64,
    seed: u64,
    /// Branches that exact odds may take.
    budget: u64,
    /// Whether the odds are told as fractions: for one question, not for thousands.
    fractions: bool,
    given: Option<Given>,
    /// Outcomes that are wanted of best play; nobody plays for the best when there are none.
    wanted: Vec<String>,
}

/// One question to one ruleset.
#[derive(Clone)]
struct Question {
    ruleset: &'static dyn Ruleset,
    resolution: String,
    inputs: Map<String, Value>,
}

impl Question {
    /// Asks the ruleset.
    ///
    /// # Errors
    /// What is wrong with the question.
    fn ask(&self, effort: &Effort) -> Result<Answer, Diagnostics> {
        let answer = self.ask_for(effort, effort.trials, true)?;
        if answer.open > MOST_OPEN {
            let message = format!("exact odds of {} leave a chance of {:.1e} open", self.resolution, answer.open);
            return Err(vec![Diagnostic::new(message).allowing(["--sampled"])]);
        }
        match (&answer.exact, effort.trials) {
            (None, 0) if !answer.given.is_some_and(f64::is_nan) => Err(vec![self.too_long(effort)]),
            _ => Ok(answer),
        }
    }

    /// That exact odds alone were asked for, and take too long.
    fn too_long(&self, effort: &Effort) -> Diagnostic {
        let budget = thousands(effort.budget);
        Diagnostic::new(format!("exact odds of {} take more than {budget} branches", self.resolution))
            .allowing(["--budget MORE", "--trials N, which samples what takes too long"])
    }

    /// Asks without trials.
    ///
    /// # Errors
    /// As [`Question::ask`].
    fn ask_exactly(&self, effort: &Effort) -> Result<Answer, Diagnostics> {
        self.ask_for(&Effort { fractions: false, ..effort.clone() }, 0, true)
    }

    /// Asks whether the question is one, without wanting an answer.
    ///
    /// # Errors
    /// As [`Question::ask`].
    fn read(&self, effort: &Effort) -> Result<(), Diagnostics> {
        self.ask_for(effort, 0, false).map(drop)
    }

    fn ask_for(&self, effort: &Effort, trials: u64, exact: bool) -> Result<Answer, Diagnostics> {
        if self.doc().is_none() {
            let known = self.ruleset.resolutions();
            return Err(vec![Diagnostic::unknown("resolution", &self.resolution, known.iter().map(|doc| doc.name))]);
        }
        self.ruleset.resolve(&Query {
            resolution: self.resolution.clone(),
            inputs: self.inputs.clone(),
            codex: effort.codex.clone(),
            trials,
            seed: effort.seed,
            exact,
            budget: effort.budget,
            fractions: effort.fractions && exact,
            given: effort.given.clone(),
            wanted: effort.wanted.clone(),
        })
    }

    /// The rules given that change nothing of exact odds: without each of them, the others as they are, all odds are the same.
    fn idle_rules(&self, answer: &Answer, effort: &Effort) -> Vec<String> {
        let Some(rules) = self.inputs.get(RULES).and_then(Value::as_object).filter(|_| answer.exact.is_some()) else {
            return Vec::new();
        };
        let is_idle = |rule: &&String| {
            let mut inputs = self.inputs.clone();
            if let Some(rules) = inputs.get_mut(RULES).and_then(Value::as_object_mut) {
                rules.remove(rule.as_str());
            }
            let without = self.with(inputs).ask_exactly(effort);
            without.is_ok_and(|without| (&without.exact, &without.numbers) == (&answer.exact, &answer.numbers))
        };
        rules.keys().filter(is_idle).cloned().collect()
    }

    /// The same with other inputs.
    fn with(&self, inputs: Map<String, Value>) -> Self {
        Self { inputs, ..self.clone() }
    }

    /// What it is about.
    fn doc(&self) -> Option<ResolutionDoc> {
        self.ruleset.resolutions().into_iter().find(|doc| doc.name == self.resolution)
    }

    /// What it is about, in words.
    fn title(&self) -> String {
        format!("{}: {}", self.ruleset.title(), self.resolution)
    }

    /// For programs.
    fn to_json(&self) -> Map<String, Value> {
        let entry = |key: &str, value: Value| (key.to_owned(), value);
        Map::from_iter([
            entry("ruleset", self.ruleset.slug().into()),
            entry("resolution", self.resolution.as_str().into()),
            entry("inputs", self.inputs.clone().into()),
        ])
    }
}

impl ResolveArgs {
    /// Answers.
    ///
    /// # Errors
    /// What is wrong with the question.
    pub fn run(&self) -> Result<(), Failure> {
        if self.list || self.cases.is_none() && self.resolution.is_none() {
            self.is_a_list()?;
            return self.print_list();
        }
        self.nothing_is_ignored()?;
        let effort = Effort {
            codex: self.codex.as_deref().map(files::read).transpose()?,
            trials: self.trials.unwrap_or(if self.exact { 0 } else { USUAL_TRIALS }),
            seed: self.seed.unwrap_or(1),
            budget: if self.sampled { 0 } else { self.budget.unwrap_or(USUAL_BUDGET) },
            fractions: false,
            given: self.given.as_deref().map(given::read).transpose()?,
            wanted: self.best.as_deref().map(best_play::read).transpose()?.unwrap_or_default(),
        };
        if let Some(path) = &self.cases {
            return cases::run(path, &effort, self.format.unwrap_or(Format::Json));
        }
        let format = self.format.unwrap_or_default();
        let mut question = self.question()?;
        if let Some(other) = effort.codex.as_ref().and_then(|codex| file_kind::no_codex(codex, question.ruleset)) {
            return Err(other.within("--codex").into());
        }
        let source = format!("resolve {} {}", question.ruleset.slug(), question.resolution);
        let asked = question.clone();
        let blame = |diagnostics: Diagnostics| -> Failure {
            let within = |diagnostic: Diagnostic| diagnostic.within(&source);
            hints::add(diagnostics, &asked).into_iter().map(within).collect::<Diagnostics>().into()
        };
        let axes = axes::of(&mut question, &self.sweep, &effort).map_err(blame)?;
        if !axes.is_empty() {
            if self.given.is_some() {
                return Err(Diagnostic::new("one question is asked given a result, and not several at once")
                    .allowing(["one value in the place of `all`"])
                    .within("--given")
                    .into());
            }
            none_given(&[("--best", self.best.is_some())], "it goes with one question, and not with several at once")?;
            // A sweep is exact unless trials are asked for: it may have thousands of questions.
            let usual = if self.sampled { USUAL_TRIALS } else { 0 };
            let effort = Effort { trials: self.trials.unwrap_or(usual), ..effort };
            none_given(
                &[("--seed", effort.trials == 0 && self.seed.is_some())],
                "a sweep is exact unless --trials or --sampled asks for trials",
            )?;
            if let Some(folder) = &self.out {
                publish::prepare(folder, self.fresh)?;
            }
            let sweep = sweep::run(&question, axes, &effort).map_err(blame)?;
            return self.print_sweep(&sweep, &effort, format);
        }
        if self.show.is_some() {
            let diagnostic = Diagnostic::new("this goes with a sweep").allowing(["--sweep", "KEY=all"]);
            return Err(diagnostic.within("--show").into());
        }
        if let Some(folder) = &self.out {
            publish::prepare(folder, self.fresh)?;
        }
        let effort = Effort { fractions: true, ..effort };
        let answer = question.ask(&effort).map_err(blame)?;
        if let Some(given) = &effort.given {
            given::check(given, &question, &answer)?;
        }
        // What was found out is printed even where it cannot be written.
        let written = match &self.out {
            Some(folder) => {
                let picture = picture::of_answer(&question, &answer, &effort);
                publish::write(&answer::to_table(&question, &answer), Some(&picture), folder, self.fresh)
            }
            None => Ok(()),
        };
        let best_play = match effort.wanted.is_empty() {
            true => None,
            false => Some(Comparison::of(&question, &answer, &effort).map_err(blame)?),
        };
        let exchange = answer.stakes.and_then(|stakes| Exchange::of(&question, stakes, &effort));
        match format {
            Format::Json => {
                let mut object = question.to_json();
                object.extend(answer::odds_to_json(&answer));
                object.extend(exchange.map(|exchange| ("value".to_owned(), exchange.to_json().into())));
                object.extend(best_play.map(|best_play| ("best_play".to_owned(), best_play.to_json())));
                print_json(&Value::Object(object))?;
            }
            Format::Csv if let Some(best_play) = &best_play => print_table(&best_play.to_table(), format)?,
            Format::Csv => print_table(&answer::to_table(&question, &answer), format)?,
            _ => {
                let mut table = answer::to_table(&question, &answer);
                let mut left_out = None;
                if format == Format::Table {
                    left_out = answer::leave_out_unlikely(&mut table);
                    answer::add_bars(&mut table);
                }
                print_table(&table, format)?;
                if let Some(left_out) = left_out {
                    print(&format!("{}\n", prose(&left_out, format)))?;
                }
                let said = answer::sentence(&question, &answer, &effort, exchange.as_ref());
                print(&format!("\n{}\n", prose(&said, format)))?;
                if let Some(idle) = answer::of_idle_rules(&question.idle_rules(&answer, &effort)) {
                    print(&format!("{}\n", prose(&idle, format)))?;
                }
                if let Some(best_play) = best_play {
                    print("\n")?;
                    print_table(&best_play.to_table(), format)?;
                    print(&format!("\n{}\n", prose(&best_play.sentence(), format)))?;
                }
            }
        }
        written
    }

    /// Prints a sweep and writes it into the folder that is named.
    fn print_sweep(&self, sweep: &Sweep, effort: &Effort, format: Format) -> Result<(), Failure> {
        let measure = sweep.measure(self.show.as_deref())?;
        // What was found out is printed even where it cannot be written.
        let written = match &self.out {
            Some(folder) => {
                let picture = sweep.picture(measure, self.show.is_some());
                publish::write(&sweep.to_table(), picture.as_ref(), folder, self.fresh)
            }
            None => Ok(()),
        };
        let matrix = sweep.to_matrix(measure);
        match (format, &matrix) {
            (Format::Json, _) => return print_json(&sweep.to_json()).and(written),
            (Format::Csv, _) => print_table(&sweep.to_table(), format)?,
            (_, None) if self.show.is_some() => print_table(&sweep.of_measure(measure), format)?,
            (_, None) => print_table(&sweep.to_table(), format)?,
            (_, Some(matrix)) => print_table(matrix, format)?,
        }
        if format == Format::Csv {
            return written;
        }
        let others = || sweep.measures().iter().filter(|other| *other != measure).map(Measure::key).collect::<Vec<_>>();
        let shown = matrix.map(|_| format!("--show puts another number there: {}.", others().join(", ")));
        let refused = sweep.refusals().map(|reasons| format!("{reasons}."));
        let notes: Vec<String> =
            [sweep.open(), sweep.sampled(effort), sweep.supporters(), refused, shown].into_iter().flatten().collect();
        if !notes.is_empty() {
            print(&format!("\n{}\n", notes.join("\n")))?;
        }
        written
    }

    /// Nothing is said of questions where there is none.
    ///
    /// # Errors
    /// What was.
    fn is_a_list(&self) -> Result<(), Diagnostic> {
        let said = [
            ("KEY=VALUE", !self.inputs.is_empty()),
            ("--inputs", self.json.is_some()),
            ("--exact", self.exact),
            ("--sampled", self.sampled),
            ("--budget", self.budget.is_some()),
            ("--given", self.given.is_some()),
            ("--best", self.best.is_some()),
            ("--trials", self.trials.is_some()),
            ("--seed", self.seed.is_some()),
            ("--codex", self.codex.is_some()),
            ("--sweep", !self.sweep.is_empty()),
            ("--show", self.show.is_some()),
            ("--out", self.out.is_some()),
        ];
        none_given(&said, "what can be asked is listed, and no question is answered")
    }

    /// Nothing is said that would change nothing.
    ///
    /// # Errors
    /// What was.
    fn nothing_is_ignored(&self) -> Result<(), Diagnostic> {
        if self.cases.is_some() {
            let said = [("--show", self.show.is_some()), ("--out", self.out.is_some())];
            none_given(&said, "the answers of --cases are printed, all of every one")?;
        }
        let unthrown = self.seed.is_some() && (self.exact || self.trials == Some(0));
        none_given(&[("--seed", unthrown)], "exact odds throw no dice")
    }

    fn question(&self) -> Result<Question, Failure> {
        let ruleset = name_lookup::ruleset(self.ruleset.as_deref().unwrap_or_default())?;
        let mut inputs = match &self.json {
            Some(text) => object(text).map_err(|diagnostic| diagnostic.within("--inputs"))?,
            None => Map::new(),
        };
        let (mut diagnostics, mut given) = (Vec::new(), Vec::new());
        for text in &self.inputs {
            match text.parse::<Assignment>() {
                Ok(Assignment { key, value }) => {
                    let place = Place::read(&key);
                    if given.contains(&place) {
                        let twice = Diagnostic::new(format!("`{key}` is given twice")).within("command line");
                        diagnostics.push(twice);
                    }
                    diagnostics.extend(place.put(&mut inputs, values::to_json(&value)).err());
                    given.push(place);
                }
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        if !diagnostics.is_empty() {
            return Err(diagnostics.into());
        }
        Ok(Question { ruleset, resolution: self.resolution.clone().unwrap_or_default(), inputs })
    }

    fn print_list(&self) -> Result<(), Failure> {
        let format = self.format.unwrap_or_default();
        let rulesets = name_lookup::rulesets(self.ruleset.as_deref())?;
        let Some(name) = &self.resolution else {
            let columns = ["ruleset", "resolution", "about"].map(|name| Column::words(name, name));
            let mut table = Table::new("", columns.to_vec());
            for ruleset in rulesets {
                for doc in ruleset.resolutions() {
                    table.push([ruleset.slug(), doc.name, doc.about].map(Datum::words).to_vec());
                }
            }
            return print_table(&table, format);
        };
        let known: Vec<ResolutionDoc> = rulesets.iter().flat_map(|ruleset| ruleset.resolutions()).collect();
        let doc = known
            .iter()
            .find(|doc| doc.name == name)
            .ok_or_else(|| Diagnostic::unknown("resolution", name, known.iter().map(|doc| doc.name)))?;
        let columns = ["input", "default", "allowed"].map(|name| Column::words(name, name));
        let mut table = Table::new(format!("{}: {}", doc.name, doc.about), columns.to_vec());
        for input in &doc.inputs {
            table.push([input.name, input.default, input.allowed].map(Datum::words).to_vec());
        }
        print_table(&table, format)?;
        match format {
            Format::Json | Format::Csv => Ok(()),
            _ => {
                print(&format!("\nOutcomes: {}\n", doc.labels.join(", ")))?;
                let decided = |doc: DecisionDoc| format!("With --best OUTCOMES {}.\n", doc.about);
                doc.decisions.map(decided).map_or(Ok(()), |decided| print(&decided))
            }
        }
    }
}

/// Reads a JSON object.
fn object(text: &str) -> Result<Map<String, Value>, Diagnostic> {
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(Diagnostic::new("this is not a JSON object")),
        Err(error) => Err(Diagnostic::new(format!("this is not JSON: {error}"))),
    }
}
