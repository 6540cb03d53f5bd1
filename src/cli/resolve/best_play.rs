//! Best play once dice have fallen, beside each simple policy: what is written after `--best`.

use serde_json::{Map, Value, json};

use super::answer::percent;
use super::{Effort, Question};
use crate::game::{Answer, Diagnostic, Diagnostics};
use crate::report::table::{Column, Datum, Table};

/// The option, as faults name it.
pub(super) const OPTION: &str = "--best";

/// Chances that differ by less differ by rounding alone.
const ROUNDING: f64 = 1e-12;

/// What the row of best play is called.
const BEST: &str = "best play";

/// What the row of the question as it stands is called, where no input names a policy.
const ASKED: &str = "as asked";

/// What is wanted, and how often it comes by best play and otherwise.
pub(super) struct Comparison {
    /// Who decides what.
    about: &'static str,
    /// Labels of the outcomes that are wanted.
    wanted: Vec<String>,
    rows: Vec<Row>,
}

/// One way to decide.
struct Row {
    play: String,
    /// Chance of what is wanted.
    wanted: f64,
    /// Chance of each outcome.
    odds: Vec<(String, f64)>,
}

/// Reads labels of outcomes between commas.
///
/// # Errors
/// When there is none.
pub(super) fn read(text: &str) -> Result<Vec<String>, Diagnostic> {
    let labels: Vec<String> =
        text.split(',').map(|label| label.trim().to_owned()).filter(|label| !label.is_empty()).collect();
    let none = || Diagnostic::new("no outcome is named").allowing(["OUTCOME", "OUTCOME,OUTCOME"]).within(OPTION);
    if labels.is_empty() { Err(none()) } else { Ok(labels) }
}

impl Comparison {
    /// Asks by each simple policy what `answer` says of best play.
    ///
    /// # Errors
    /// When best play takes more than the budget.
    pub(super) fn of(question: &Question, answer: &Answer, effort: &Effort) -> Result<Self, Diagnostics> {
        let best = answer.best_play.clone().zip(answer.exact.clone());
        let (best, asked) = best.ok_or_else(|| vec![question.too_long(effort)])?;
        let decisions = question.doc().and_then(|doc| doc.decisions).expect("who decides nothing was refused");
        let row = |play: String, odds: Vec<(String, f64)>| {
            let wanted = odds.iter().filter(|(label, _)| effort.wanted.contains(label));
            Row { play, wanted: wanted.map(|(_, p)| p).sum(), odds }
        };
        let mut rows = vec![row(BEST.to_owned(), best)];
        match decisions.policies {
            None => rows.push(row(ASKED.to_owned(), asked)),
            Some((key, policies)) => {
                for policy in policies {
                    let mut inputs = question.inputs.clone();
                    inputs.insert(key.to_owned(), Value::from(*policy));
                    let usual = Effort { wanted: Vec::new(), ..effort.clone() };
                    let odds = question.with(inputs).ask_exactly(&usual)?.exact.unwrap_or_default();
                    rows.push(row(format!("{key}={policy}"), odds));
                }
            }
        }
        Ok(Self { about: decisions.about, wanted: effort.wanted.clone(), rows })
    }

    /// One row for each way to decide; the chances of all outcomes are for data alone.
    pub(super) fn to_table(&self) -> Table {
        let wanted = self.wanted.join(" or ");
        let mut columns = vec![
            Column::words("play", "decided by"),
            Column::numbers("wanted", &wanted),
            Column::numbers("difference", "against best play"),
        ];
        columns.extend(self.rows[0].odds.iter().map(|(label, _)| Column::data(label)));
        let about = self.about.replace("what is wanted", "it");
        let mut table = Table::new(format!("Best play for {wanted}: {about}"), columns);
        for row in &self.rows {
            let mut cells = vec![Datum::words(&row.play), percent(row.wanted), self.difference(row)];
            cells.extend(row.odds.iter().map(|(_, p)| Datum::data(*p)));
            table.push(cells);
        }
        table
    }

    /// By how much a way to decide has more of what is wanted than best play: less, unless two decide against each other, for
    /// whom a simple policy of both need not be a best answer of either.
    fn difference(&self, row: &Row) -> Datum {
        let more = row.wanted - self.rows[0].wanted;
        match more.abs() {
            _ if row.play == BEST => Datum::none(),
            none if none < ROUNDING => Datum::number(0.0, "none"),
            _ => Datum::number(more, format!("{:+.2} points", 100.0 * more)),
        }
    }

    /// What best play is, in a sentence.
    pub(super) fn sentence(&self) -> String {
        let rivals = self.about.contains("against it");
        let why = if rivals { " What a policy has more is what who decides against it gives away." } else { "" };
        format!("Best play is found by dynamic programming.{why}")
    }

    /// For programs.
    pub(super) fn to_json(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            let odds: Map<_, _> = row.odds.iter().map(|(label, p)| (label.clone(), Value::from(*p))).collect();
            json!({ "play": row.play, "wanted": row.wanted, "exact": odds })
        });
        json!({ "wanted": self.wanted, "plays": rows.collect::<Vec<_>>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_read_between_commas() {
        assert_eq!(read("a-kills, b-driven-off,").unwrap(), ["a-kills", "b-driven-off"]);
        assert!(read(" ,").is_err());
    }
}
