//! `evenodds stats`: one statistical method, numbers in and out as JSON.

use std::io::{self, Read as _};

use clap::Args;

use crate::analysis::methods;
use crate::cli::diagnostics::Failure;
use crate::cli::output::{print_json, print_table};
use crate::game::Diagnostic;
use crate::report::format::Format;
use crate::report::table::{Column, Datum, Table};

/// What the numbers are read from, in diagnostics.
const INPUT: &str = "standard input";

/// Answer one statistical question: a JSON object in, a JSON object out
///
/// The methods are those of the reports, so that a published figure can be checked from its counts.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  evenodds stats --list
  echo '{\"counts\": [1187, 7410, 13475, 7378, 1164]}' | evenodds stats score-summary
  echo '{\"payoff\": [[0, 1, -1], [-1, 0, 1], [1, -1, 0]]}' | evenodds stats nash")]
pub struct StatsArgs {
    /// Which method
    #[arg(required_unless_present = "list")]
    method: Option<String>,
    /// List the methods and what they take; a question mark stands behind what may be left out
    #[arg(long, conflicts_with = "method")]
    list: bool,
}

impl StatsArgs {
    /// Prints the answer, or the list of methods.
    ///
    /// # Errors
    /// When the method is unknown, or the input is none that has an answer.
    pub fn run(&self) -> Result<(), Failure> {
        match &self.method {
            Some(name) => {
                let method = methods::find(name)?;
                let answer =
                    read().and_then(|input| method.answer(&input)).map_err(|diagnostic| diagnostic.within(INPUT))?;
                print_json(&answer)
            }
            None => print_table(&methods(), Format::Table),
        }
    }
}

fn read() -> Result<serde_json::Value, Diagnostic> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).map_err(|error| Diagnostic::new(format!("cannot read it: {error}")))?;
    serde_json::from_str(&text).map_err(|error| Diagnostic::new(format!("this is not JSON: {error}")))
}

fn methods() -> Table {
    let columns = ["method", "answers", "takes"].map(|name| Column::words(name, name));
    let mut table = Table::new("", columns.into());
    for method in methods::methods() {
        table.push(vec![Datum::words(method.name), Datum::words(method.about), Datum::words(method.takes())]);
    }
    table
}
