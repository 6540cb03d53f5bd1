//! `evenodds resolve`: exact and simulated odds of one combat resolution.

mod answer;
mod cases;
mod sweep;

use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, Value};

use crate::cli::catalogue;
use crate::cli::diagnostics::Failure;
use crate::cli::files;
use crate::cli::output::{print, print_json, print_table};
use crate::cli::values::{self, Assignment};
use crate::game::{Answer, Fault, Query, ResolutionDoc, Ruleset, Source};
use crate::report::table::{Column, Datum, Format, Table};

/// Trials when neither `--exact` nor `--trials` is given.
const USUAL_TRIALS: u64 = 100_000;

/// Exact and simulated odds of one combat resolution
///
/// Inputs are written KEY=VALUE, in the syntax of TOML, words without quotes being strings. `--list` shows what there
/// is: without a resolution all of them, with one its inputs.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds resolve dogfaces table-roll damage=3
  evenodds resolve dogfaces ranged-attack 'shooters=[chuck, andy, brett]' target=harry
  evenodds resolve dogfaces ranged-attack 'shooters=[dave]' target=george --sweep terrain=grassland,forest,town
  evenodds resolve dogfaces table-roll --sweep damage=1..7 --format csv
  evenodds resolve --cases odds.json --exact
  evenodds resolve dogfaces duel --list")]
pub struct ResolveArgs {
    /// Ruleset
    #[arg(required_unless_present_any = ["cases", "list"])]
    ruleset: Option<String>,
    /// Resolution
    #[arg(required_unless_present_any = ["cases", "list"])]
    resolution: Option<String>,
    /// Inputs
    #[arg(value_name = "KEY=VALUE")]
    inputs: Vec<String>,
    /// Inputs as a JSON object; KEY=VALUE adds to it
    #[arg(long = "inputs", value_name = "JSON")]
    json: Option<String>,
    /// Exact odds alone, without trials
    #[arg(long)]
    exact: bool,
    /// Number of simulated trials [default: 100000]
    #[arg(long, value_name = "N")]
    trials: Option<u64>,
    /// Seed of the trials
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Take units and weapons from this codex
    #[arg(long, value_name = "FILE")]
    codex: Option<PathBuf>,
    /// Ask once for each value: A,B,C or FROM..TO; may be repeated
    #[arg(long, value_name = "KEY=VALUES")]
    sweep: Vec<String>,
    /// Answer the questions of a JSON file, a list of {"ruleset", "resolution", "inputs"}; prints JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ruleset", "resolution", "inputs", "json", "sweep", "list"])]
    cases: Option<PathBuf>,
    /// Show the resolutions, or the inputs of one
    #[arg(long)]
    list: bool,
    /// How to print the answer [default: table; with --cases json]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
}

/// How questions are to be answered.
#[derive(Debug)]
struct Effort {
    codex: Option<Source>,
    trials: u64,
    seed: u64,
}

/// One question to one ruleset.
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
    fn ask(&self, effort: &Effort) -> Result<Answer, Vec<Fault>> {
        let known = self.ruleset.resolutions();
        if !known.iter().any(|doc| doc.name == self.resolution) {
            return Err(vec![Fault::unknown("resolution", &self.resolution, known.iter().map(|doc| doc.name))]);
        }
        self.ruleset.resolve(&Query {
            resolution: self.resolution.clone(),
            inputs: self.inputs.clone(),
            codex: effort.codex.clone(),
            trials: effort.trials,
            seed: effort.seed,
            exact: true,
        })
    }
}

impl ResolveArgs {
    /// Answers.
    ///
    /// # Errors
    /// What is wrong with the question.
    pub fn run(&self) -> Result<(), Failure> {
        if self.list {
            return self.print_list();
        }
        let effort = Effort {
            codex: self.codex.as_deref().map(files::read).transpose()?,
            trials: self.trials.unwrap_or(if self.exact { 0 } else { USUAL_TRIALS }),
            seed: self.seed,
        };
        if let Some(path) = &self.cases {
            return cases::run(path, &effort, self.format.unwrap_or(Format::Json));
        }
        let format = self.format.unwrap_or_default();
        let question = self.question()?;
        let blame = |faults: Vec<Fault>| -> Failure {
            let question = format!("resolve {} {}", question.ruleset.slug(), question.resolution);
            faults.into_iter().map(|fault| fault.within(&question)).collect::<Vec<_>>().into()
        };
        if !self.sweep.is_empty() {
            let sweep = sweep::run(&question, &self.sweep, &effort).map_err(blame)?;
            return match format {
                Format::Json => print_json(&sweep.to_json()),
                _ => print_table(&sweep.to_table(), format),
            };
        }
        let answer = question.ask(&effort).map_err(blame)?;
        match format {
            Format::Json => print_json(&Value::Object(answer::to_json(&question, &answer))),
            Format::Csv => print_table(&answer::to_table(&question, &answer), format),
            _ => {
                print_table(&answer::to_table(&question, &answer), format)?;
                print(&format!("\n{}\n", answer::sentence(&question, &answer)))
            }
        }
    }

    fn question(&self) -> Result<Question, Failure> {
        let ruleset = catalogue::ruleset(self.ruleset.as_deref().unwrap_or_default())?;
        let mut inputs = match &self.json {
            Some(text) => object(text).map_err(|fault| fault.within("--inputs"))?,
            None => Map::new(),
        };
        let mut faults = Vec::new();
        for text in &self.inputs {
            match text.parse::<Assignment>() {
                Ok(Assignment { key, value }) => {
                    inputs.insert(key, values::to_json(&value));
                }
                Err(fault) => faults.push(fault),
            }
        }
        if !faults.is_empty() {
            return Err(faults.into());
        }
        Ok(Question { ruleset, resolution: self.resolution.clone().unwrap_or_default(), inputs })
    }

    fn print_list(&self) -> Result<(), Failure> {
        let format = self.format.unwrap_or_default();
        let rulesets = catalogue::rulesets(self.ruleset.as_deref())?;
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
            .ok_or_else(|| Fault::unknown("resolution", name, known.iter().map(|doc| doc.name)))?;
        let columns = ["input", "default", "allowed"].map(|name| Column::words(name, name));
        let mut table = Table::new(format!("{}: {}", doc.name, doc.about), columns.to_vec());
        for input in &doc.inputs {
            table.push([input.name, input.default, input.allowed].map(Datum::words).to_vec());
        }
        print_table(&table, format)?;
        match format {
            Format::Json | Format::Csv => Ok(()),
            _ => print(&format!("\nOutcomes: {}\n", doc.labels.join(", "))),
        }
    }
}

/// Reads a JSON object.
fn object(text: &str) -> Result<Map<String, Value>, Fault> {
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(Fault::new("this is not a JSON object")),
        Err(error) => Err(Fault::new(format!("this is not JSON: {error}"))),
    }
}
