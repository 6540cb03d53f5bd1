//! One answer, in JSON, as a table and as a sentence.

use serde_json::{Map, Value};

use super::Question;
use crate::game::Answer;
use crate::report::table::{Column, Datum, Table, thousands};

/// Denominators up to here are shown: six dice have one of 46,656.
const LARGEST_DENOMINATOR: u64 = 50_000;

/// Chains that have not ended are mentioned from this probability on.
const WORTH_MENTION: f64 = 1e-12;

/// The question with its answer, in full precision.
pub(super) fn to_json(question: &Question, answer: &Answer) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("ruleset".to_owned(), Value::from(question.ruleset.slug()));
    object.insert("resolution".to_owned(), Value::from(question.resolution.as_str()));
    object.insert("inputs".to_owned(), Value::Object(question.inputs.clone()));
    object.extend(odds_to_json(answer));
    object
}

/// The answer alone: `exact`, `simulated` and, where there are any, `numbers`.
pub(super) fn odds_to_json(answer: &Answer) -> Map<String, Value> {
    let mut object = Map::new();
    let exact = answer
        .exact
        .as_ref()
        .map(|odds| odds.iter().map(|(label, p)| (label.clone(), Value::from(*p))).collect::<Map<_, _>>());
    object.insert("exact".to_owned(), exact.map_or(Value::Null, Value::Object));
    let simulated = answer.simulated.as_ref().map(|simulated| {
        let counts: Map<_, _> = simulated.counts.iter().map(|(label, n)| (label.clone(), Value::from(*n))).collect();
        serde_json::json!({ "trials": simulated.trials, "seed": simulated.seed, "counts": counts })
    });
    object.insert("simulated".to_owned(), simulated.unwrap_or(Value::Null));
    if !answer.numbers.is_empty() {
        let numbers = answer.numbers.iter().map(|number| {
            let odds = number.odds.iter().map(|(value, p)| (value.to_string(), Value::from(*p)));
            (number.name.clone(), Value::Object(odds.collect()))
        });
        object.insert("numbers".to_owned(), Value::Object(numbers.collect()));
    }
    if answer.open > WORTH_MENTION {
        object.insert("open".to_owned(), Value::from(answer.open));
    }
    object
}

/// One row for each outcome, then one for each value of each numeric result.
pub(super) fn to_table(question: &Question, answer: &Answer) -> Table {
    let columns = vec![
        Column::words("result", "result"),
        Column::words("value", "value"),
        Column::numbers("probability", "exactly"),
        Column::numbers("fraction", "fraction"),
        Column::numbers("one_in", "1 in"),
        Column::numbers("at_least", "at least"),
        Column::numbers("at_most", "at most"),
        Column::numbers("simulated", "simulated"),
    ];
    let inputs: Vec<String> = question.inputs.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let title = format!("{}: {} {}", question.ruleset.title(), question.resolution, inputs.join(" "));
    let mut table = Table::new(title.trim_end(), columns);
    for (place, label) in labels(answer).into_iter().enumerate() {
        let p = answer.exact.as_ref().map(|odds| odds[place].1);
        let share = answer.simulated.as_ref().map(|s| s.counts[place].1 as f64 / s.trials as f64);
        let mut row = vec![Datum::words("outcome"), Datum::words(label)];
        row.extend(odds_cells(p));
        row.extend([Datum::none(), Datum::none(), share.map_or_else(Datum::none, percent)]);
        table.push(row);
    }
    for number in &answer.numbers {
        let total: f64 = number.odds.iter().map(|(_, p)| p).sum();
        let mut below = 0.0;
        for (value, p) in &number.odds {
            let mut row = vec![Datum::words(&number.name), Datum::value(*value, value.to_string())];
            row.extend(odds_cells(Some(*p)));
            row.push(percent((total - below).clamp(0.0, 1.0)));
            below += p;
            row.extend([percent(below.min(1.0)), Datum::none()]);
            table.push(row);
        }
    }
    // Columns that say nothing are left out.
    for place in (2..table.columns.len()).rev() {
        if table.rows.iter().all(|row| row[place].value.is_null()) {
            table.columns.remove(place);
            table.rows.iter_mut().for_each(|row| drop(row.remove(place)));
        }
    }
    table
}

/// The answer in one sentence, likeliest outcome first.
pub(super) fn sentence(question: &Question, answer: &Answer) -> String {
    let mut odds: Vec<(String, f64)> = match (&answer.exact, &answer.simulated) {
        (Some(exact), _) => exact.clone(),
        (None, Some(s)) => s.counts.iter().map(|(l, n)| (l.clone(), *n as f64 / s.trials as f64)).collect(),
        (None, None) => return "Neither exact odds nor trials were asked for.".to_owned(),
    };
    odds.retain(|(_, p)| *p > 0.0);
    odds.sort_by(|a, b| b.1.total_cmp(&a.1));
    let parts: Vec<String> = odds
        .iter()
        .map(|(label, p)| match fraction(*p) {
            Some((1, 1)) => format!("{label} for certain"),
            Some((n, d)) if d <= 1296 => format!("{label} {} ({n}/{d})", percent(*p).text),
            _ => format!("{label} {}", percent(*p).text),
        })
        .collect();
    let how = match (&answer.exact, &answer.simulated) {
        (Some(_), Some(s)) => format!("exact; {} trials with seed {} beside it", thousands(s.trials), s.seed),
        (None, Some(s)) => format!("{} trials with seed {}", thousands(s.trials), s.seed),
        _ => "exact".to_owned(),
    };
    let open = if answer.open > WORTH_MENTION {
        format!("; chains that had not ended have a probability of {:.1e}", answer.open)
    } else {
        String::new()
    };
    format!("{}, {}: {} ({how}{open}).", question.ruleset.title(), question.resolution, parts.join(", "))
}

/// The labels of an answer, in order.
pub(super) fn labels(answer: &Answer) -> Vec<&str> {
    match (&answer.exact, &answer.simulated) {
        (Some(exact), _) => exact.iter().map(|(label, _)| label.as_str()).collect(),
        (None, Some(simulated)) => simulated.counts.iter().map(|(label, _)| label.as_str()).collect(),
        (None, None) => Vec::new(),
    }
}

fn odds_cells(p: Option<f64>) -> [Datum; 3] {
    let Some(p) = p else {
        return [Datum::none(), Datum::none(), Datum::none()];
    };
    let fraction = fraction(p).map(|(n, d)| if d == 1 { n.to_string() } else { format!("{n}/{d}") });
    let one_in = if p > 0.0 { Datum::number(1.0 / p, significant(1.0 / p)) } else { Datum::none() };
    [percent(p), fraction.map_or_else(Datum::none, Datum::words), one_in]
}

/// A probability in per cent, with two decimals, and more where these would show nothing.
pub(super) fn percent(p: f64) -> Datum {
    let text = if p > 0.0 && p < 0.0001 { format!("{:.2e}%", 100.0 * p) } else { format!("{:.2}%", 100.0 * p) };
    Datum::number(p, text)
}

/// Three significant digits.
fn significant(x: f64) -> String {
    match x {
        x if x < 10.0 => format!("{x:.2}"),
        x if x < 100.0 => format!("{x:.1}"),
        x if x < 1e15 => thousands(x.round() as u64),
        x => format!("{x:.1e}"),
    }
}

/// The fraction with a small denominator that a probability is, if it is one: continued fractions, to rounding error.
fn fraction(p: f64) -> Option<(u64, u64)> {
    const ROUNDING: f64 = 4e-15;
    let (mut last, mut this) = ((1_u64, 0_u64), (p.floor() as u64, 1_u64));
    let mut x = p;
    while (this.0 as f64 / this.1 as f64 - p).abs() > ROUNDING {
        x = 1.0 / (x - x.floor());
        let term = x.floor();
        if term >= 1e9 {
            return None;
        }
        let next = (term as u64 * this.0 + last.0, term as u64 * this.1 + last.1);
        if next.1 > LARGEST_DENOMINATOR {
            return None;
        }
        (last, this) = (this, next);
    }
    Some(this)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_of_dice_are_fractions() {
        for (n, d) in [(0, 1), (1, 1), (1, 6), (5, 9), (7, 54), (23, 648), (85, 1296), (46_655, 46_656)] {
            assert_eq!(fraction(n as f64 / d as f64), Some((n, d)));
        }
        assert_eq!(fraction(1.0 - 5.0 / 6.0), Some((1, 6)), "rounding error is forgiven");
        assert_eq!(fraction(std::f64::consts::FRAC_1_PI), None);
        assert_eq!(fraction(1e-14), None);
    }

    #[test]
    fn small_probabilities_are_not_shown_as_zero() {
        assert_eq!(percent(0.0).text, "0.00%");
        assert_eq!(percent(1.0 / 3.0).text, "33.33%");
        assert_eq!(percent(0.000_02).text, "2.00e-3%");
    }
}
