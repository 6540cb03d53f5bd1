//! One question asked for several values of some of its inputs.

use serde_json::Value;

use super::{Effort, Question, answer};
use crate::cli::values;
use crate::game::{Answer, Fault, Faults};
use crate::report::table::{Column, Datum, Table};

/// Most questions in a sweep.
const MOST_QUESTIONS: usize = 100_000;

/// The answers of a sweep, in order; the last key varies fastest.
pub(super) struct Sweep {
    title: String,
    keys: Vec<String>,
    answers: Vec<(Question, Answer)>,
}

/// Asks `base` for each combination of the values of `axes`, written `KEY=A,B,C` or `KEY=FROM..TO`.
pub(super) fn run(base: &Question, axes: &[String], effort: &Effort) -> Result<Sweep, Faults> {
    let axes = axes.iter().map(|axis| read(axis)).collect::<Result<Vec<_>, Fault>>().map_err(|fault| vec![fault])?;
    let questions = axes.iter().try_fold(1_usize, |n, (_, values)| n.checked_mul(values.len()));
    if questions.is_none_or(|n| n > MOST_QUESTIONS) {
        return Err(vec![Fault::new(format!("a sweep takes at most {MOST_QUESTIONS} questions")).within("--sweep")]);
    }
    let mut inputs = vec![base.inputs.clone()];
    for (key, values) in &axes {
        let extended = inputs.iter().flat_map(|inputs| {
            values.iter().map(|value| {
                let mut inputs = inputs.clone();
                inputs.insert(key.clone(), value.clone());
                inputs
            })
        });
        inputs = extended.collect();
    }
    let ask = |inputs| {
        let question = Question { ruleset: base.ruleset, resolution: base.resolution.clone(), inputs };
        let answer = question.ask(effort)?;
        Ok((question, answer))
    };
    Ok(Sweep {
        title: format!("{}: {}", base.ruleset.title(), base.resolution),
        keys: axes.into_iter().map(|(key, _)| key).collect(),
        answers: inputs.into_iter().map(ask).collect::<Result<_, Faults>>()?,
    })
}

/// Reads one axis.
fn read(axis: &str) -> Result<(String, Vec<Value>), Fault> {
    let wrong = || {
        Fault::new(format!("`{axis}` does not say what to sweep"))
            .allowing(["KEY=A,B,C", "KEY=FROM..TO"])
            .within("--sweep")
    };
    let (key, text) =
        axis.split_once('=').filter(|(key, text)| !key.is_empty() && !text.is_empty()).ok_or_else(wrong)?;
    if let Some((from, to)) = text.split_once("..") {
        let (from, to): (i64, i64) =
            (from.trim().parse().map_err(|_| wrong())?, to.trim().parse().map_err(|_| wrong())?);
        if from > to || to.abs_diff(from) >= MOST_QUESTIONS as u64 {
            return Err(wrong());
        }
        return Ok((key.to_owned(), (from..=to).map(Value::from).collect()));
    }
    // The brackets let values hold commas of their own: lists and tables.
    match values::parse(&format!("[{text}]")).map_err(|_| wrong())? {
        toml::Value::Array(values) if !values.is_empty() => {
            Ok((key.to_owned(), values.iter().map(values::to_json).collect()))
        }
        _ => Err(wrong()),
    }
}

impl Sweep {
    /// A list of answers.
    pub(super) fn to_json(&self) -> Value {
        self.answers.iter().map(|(question, answer)| Value::Object(answer::to_json(question, answer))).collect()
    }

    /// One row for each question: the swept keys, the odds of every outcome, the mean of every numeric result.
    pub(super) fn to_table(&self) -> Table {
        let mut columns: Vec<Column> = self.keys.iter().map(|key| Column::words(key, key)).collect();
        if let Some((_, first)) = self.answers.first() {
            columns.extend(answer::labels(first).into_iter().map(|label| Column::numbers(label, label)));
            columns.extend(
                first
                    .numbers
                    .iter()
                    .map(|number| Column::numbers(&format!("mean-{}", number.name), &format!("mean {}", number.name))),
            );
        }
        let mut table = Table::new(self.title.as_str(), columns);
        for (question, answer) in &self.answers {
            let mut row: Vec<Datum> = self.keys.iter().map(|key| swept(&question.inputs[key])).collect();
            row.extend(odds(answer).into_iter().map(answer::percent));
            row.extend(answer.numbers.iter().map(|number| {
                let mean: f64 = number.odds.iter().map(|(value, p)| *value as f64 * p).sum();
                Datum::number(mean, format!("{mean:.3}"))
            }));
            table.push(row);
        }
        table
    }
}

fn swept(value: &Value) -> Datum {
    Datum::value(value.clone(), value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned))
}

fn odds(answer: &Answer) -> Vec<f64> {
    match (&answer.exact, &answer.simulated) {
        (Some(exact), _) => exact.iter().map(|(_, p)| *p).collect(),
        (None, Some(simulated)) => simulated.counts.iter().map(|(_, n)| *n as f64 / simulated.trials as f64).collect(),
        (None, None) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_is_a_list_or_a_range() {
        let json = |axis: &str| read(axis).map(|(key, values)| format!("{key} {}", Value::from(values))).ok();
        assert_eq!(json("damage=1..3").as_deref(), Some("damage [1,2,3]"));
        assert_eq!(json("terrain=town, forest").as_deref(), Some(r#"terrain ["town","forest"]"#));
        assert_eq!(json("shooters=[dave],[dave,dave]").as_deref(), Some(r#"shooters [["dave"],["dave","dave"]]"#));
        for axis in ["damage", "damage=", "damage=3..1", "damage=a..b", "=1"] {
            assert!(read(axis).is_err(), "{axis}");
        }
    }
}
