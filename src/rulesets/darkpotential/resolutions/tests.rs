//! Odds against the worked examples, against numbers derived by hand, and against numbers calculated apart.

use serde_json::{Value, json};
use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::*;

fn ask(resolution: &str, inputs: &Value) -> Query {
    let inputs = inputs.as_object().expect("inputs are a table").clone();
    Query { resolution: resolution.to_owned(), inputs, codex: None, trials: 0, seed: 0, exact: true }
}

fn resolve(resolution: &str, inputs: &Value) -> Answer {
    answer(&ask(resolution, inputs)).unwrap_or_else(|faults| panic!("{resolution} {inputs}: {faults:?}"))
}

fn refuse(resolution: &str, inputs: &Value) -> Faults {
    let faults = answer(&ask(resolution, inputs)).expect_err("the inputs are wrong");
    assert!(!faults.is_empty(), "{resolution} {inputs}");
    faults
}

/// Compares the exact odds with `expected`; labels that are left out are impossible.
fn compare(resolution: &str, inputs: &Value, expected: &[(String, f64)]) {
    let answer = resolve(resolution, inputs);
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
}

fn probability(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| {
        let (n, d) = value.as_str().and_then(|text| text.split_once('/')).expect("a number or a fraction");
        n.parse::<f64>().unwrap() / d.parse::<f64>().unwrap()
    })
}

struct Case {
    resolution: String,
    inputs: Value,
    outcomes: Vec<(String, f64)>,
}

fn cases(text: &str) -> Vec<Case> {
    let all: Vec<Value> = serde_json::from_str(text).unwrap();
    let outcomes = |case: &Value| {
        case["outcomes"].as_object().unwrap().iter().map(|(label, p)| (label.clone(), probability(p))).collect()
    };
    all.iter()
        .map(|case| Case {
            resolution: case["resolution"].as_str().unwrap().to_owned(),
            inputs: case["inputs"].clone(),
            outcomes: outcomes(case),
        })
        .collect()
}

/// The worked examples of the rulebook.
fn examples() -> Vec<Case> {
    cases(include_str!("../../../../tests/data/darkpotential-examples.json"))
}

#[test]
fn worked_examples_are_exact() {
    let examples = examples();
    assert_eq!(examples.len(), 80);
    for doc in docs() {
        assert!(examples.iter().filter(|example| example.resolution == doc.name).count() >= 3, "{}", doc.name);
    }
    for Case { resolution, inputs, outcomes } in &examples {
        compare(resolution, inputs, outcomes);
        let labels: Vec<String> =
            resolve(resolution, inputs).exact.unwrap().into_iter().map(|(label, _)| label).collect();
        assert_eq!(labels, outcomes.iter().map(|(label, _)| label.clone()).collect::<Vec<_>>(), "{resolution}");
    }
}

/// Pearson's statistic with cells merged until each expects five; the family of all examples errs once in a million.
#[test]
fn worked_examples_come_up_in_trials() {
    const TRIALS: u64 = 50_000;
    let examples = examples();
    for (seed, Case { resolution, inputs, outcomes }) in examples.iter().enumerate() {
        let query = Query { trials: TRIALS, seed: seed as u64, exact: false, ..ask(resolution, inputs) };
        let counts = answer(&query).unwrap().simulated.unwrap().counts;
        assert_eq!(counts.iter().map(|(_, n)| n).sum::<u64>(), TRIALS);
        let mut cells: Vec<(f64, f64)> = Vec::new();
        for ((label, count), (_, p)) in counts.iter().zip(outcomes) {
            assert!(*count == 0 || *p > 0.0, "{resolution} {inputs}: {label} is impossible");
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
            let statistic: f64 = cells.iter().map(|(expected, count)| (count - expected).powi(2) / expected).sum();
            let p = ChiSquared::new((cells.len() - 1) as f64).unwrap().sf(statistic);
            assert!(p > 1e-6 / examples.len() as f64, "{resolution} {inputs}: {counts:?} against {outcomes:?}");
        }
    }
}

#[allow(unused_macros)]
macro_rules! by_hand {
    ($($name:ident: $($resolution:literal $inputs:tt => { $($label:literal: $p:literal / $q:literal),+ }),+ $(,)?;)+) => {
        $(#[test]
        fn $name() {
            $(compare(
                $resolution,
                &json!($inputs),
                &[$(($label.to_owned(), f64::from($p) / f64::from($q))),+],
            );)+
        })+
    };
}

#[test]
fn documented_inputs_are_the_inputs_that_are_read() {
    for doc in docs() {
        let faults = refuse(doc.name, &json!({"no-such-key": 1}));
        let unknown = faults.iter().find(|fault| fault.message.contains("no-such-key")).expect("the key is refused");
        let mut read: Vec<&str> = unknown.allowed.iter().map(String::as_str).collect();
        let mut told: Vec<&str> = doc.inputs.iter().map(|input| input.name).collect();
        read.sort_unstable();
        told.sort_unstable();
        assert_eq!(read, told, "{}", doc.name);
        let required = doc.inputs.iter().filter(|input| input.default == "required").count();
        assert_eq!(faults.len(), 1 + required, "{}: {faults:?}", doc.name);
    }
}
