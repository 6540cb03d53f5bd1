//! Holding resolutions to worked examples: exactly, and in trials.

use serde_json::Value;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::game::{Answer, Diagnostics, Example, Query};

/// How a ruleset answers.
pub(super) type Answering = fn(&Query) -> Result<Answer, Diagnostics>;

/// An example and the odds that it should have.
pub(super) struct Case {
    pub(super) resolution: String,
    pub(super) inputs: Value,
    pub(super) outcomes: Vec<(String, f64)>,
}

/// A question for exact odds.
pub(super) fn ask(resolution: &str, inputs: &Value) -> Query {
    assert!(inputs.is_object(), "inputs are a table");
    Query::exact(resolution, inputs)
}

/// The examples of a file.
pub(super) fn cases(text: &str) -> Vec<Case> {
    let case = |example: Example| Case {
        resolution: example.resolution,
        inputs: Value::Object(example.inputs),
        outcomes: example.outcomes,
    };
    Example::list(text).unwrap().into_iter().map(case).collect()
}

/// What is wrong with a question; something must be.
pub(super) fn refuse(answer: Answering, resolution: &str, inputs: &Value) -> Diagnostics {
    let faults = answer(&ask(resolution, inputs)).err().unwrap_or_else(|| panic!("{resolution} {inputs} is answered"));
    assert!(!faults.is_empty(), "{resolution} {inputs}");
    faults
}

/// Declares tests of odds that were derived by hand: a name, questions, and for each its labels with their fractions.
macro_rules! by_hand {
    ($($name:ident: $($resolution:literal $inputs:tt => { $($label:literal: $p:literal / $q:literal),+ }),+ $(,)?;)+) => {
        $(#[test]
        fn $name() {
            $($crate::rulesets::worked::compare(
                answer,
                $resolution,
                &serde_json::json!($inputs),
                &[$(($label.to_owned(), f64::from($p) / f64::from($q))),+],
            );)+
        })+
    };
}

pub(super) use by_hand;

/// Compares exact odds with `expected`; labels that are left out are impossible. Gives the labels that were told.
pub(super) fn compare(answer: Answering, resolution: &str, inputs: &Value, expected: &[(String, f64)]) -> Vec<String> {
    let answer = answer(&ask(resolution, inputs)).unwrap_or_else(|faults| panic!("{resolution} {inputs}: {faults:?}"));
    assert!(answer.open < 1e-12);
    let odds = answer.exact.expect("exact odds were asked for");
    for (label, p) in &odds {
        let wanted = expected.iter().find(|(other, _)| other == label).map_or(0.0, |(_, p)| *p);
        assert!((p - wanted).abs() < 1e-12, "{resolution} {inputs}: {label} is {p}, not {wanted}");
    }
    assert!(expected.iter().all(|(label, _)| odds.iter().any(|(other, _)| other == label)), "{resolution} {inputs}");
    for number in &answer.numbers {
        let sum: f64 = number.odds.iter().map(|(_, p)| p).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{resolution} {inputs}: {} adds up to {sum}", number.name);
        assert!(number.odds.is_sorted_by_key(|(value, _)| *value));
    }
    odds.into_iter().map(|(label, _)| label).collect()
}

/// Compares trials with the odds of `cases`: Pearson's statistic with cells merged until each expects five; the family of
/// all cases errs once in a million.
pub(super) fn try_out(answer: Answering, cases: &[Case]) {
    const TRIALS: u64 = 50_000;
    for (seed, Case { resolution, inputs, outcomes }) in cases.iter().enumerate() {
        let query = Query { trials: TRIALS, seed: seed as u64, exact: false, ..ask(resolution, inputs) };
        let counts = answer(&query).unwrap().simulated.unwrap().counts;
        assert_eq!(counts.iter().map(|(_, n)| n).sum::<u64>(), TRIALS);
        let mut cells: Vec<(f64, f64)> = Vec::new();
        for (label, count) in &counts {
            let p = outcomes.iter().find(|(other, _)| other == label).map_or(0.0, |(_, p)| *p);
            assert!(*count == 0 || p > 0.0, "{resolution} {inputs}: {label} is impossible");
            cells.push((p * TRIALS as f64, *count as f64));
        }
        cells.retain(|(expected, _)| *expected > 0.0);
        cells.sort_by(|a, b| b.0.total_cmp(&a.0));
        while cells.len() > 1 && cells[cells.len() - 1].0 < 5.0 {
            let (expected, count) = cells.pop().unwrap();
            let last = cells.last_mut().unwrap();
            *last = (last.0 + expected, last.1 + count);
        }
        if cells.len() > 1 {
            let statistic: f64 =
                cells.iter().map(|(expected, count)| (count - expected) * (count - expected) / expected).sum();
            let p = ChiSquared::new((cells.len() - 1) as f64).unwrap().sf(statistic);
            assert!(p > 1e-6 / cases.len() as f64, "{resolution} {inputs}: {counts:?} against {outcomes:?}");
        }
    }
}
