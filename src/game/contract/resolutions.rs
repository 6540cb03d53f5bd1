//! The contract of isolated resolutions: exact odds and trials agree with worked examples.

use serde_json::Value;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::game::{Answer, Diagnostics, Example, Query, Ruleset, Source};

/// What the worked examples of a rulebook are.
pub(crate) struct WorkedExamples {
    /// How many there are.
    pub(crate) number: usize,
    /// How many there are of each resolution at least.
    pub(crate) each: usize,
    /// Whether each lists all labels, impossible ones included; otherwise it leaves those out.
    pub(crate) every_label: bool,
}

/// Declares the tests that isolated resolutions owe: `worked_examples_are_exact: EXAMPLES` and
/// `odds_agree_with_a_calculation_of_another_kind: CASES`, of which there are that many, and more that need no saying.
macro_rules! resolution_contract {
    ($ruleset:expr; $exact:ident: $examples:expr; $odds:ident: $cases:literal;) => {
        #[test]
        fn $exact() {
            $crate::game::contract::resolutions::worked_examples_are_exact(&$ruleset, &$examples);
        }

        #[test]
        fn worked_examples_come_up_in_trials() {
            $crate::game::contract::resolutions::worked_examples_come_up_in_trials(&$ruleset);
        }

        #[test]
        fn $odds() {
            $crate::game::contract::resolutions::odds_agree_with_another_calculation(&$ruleset, $cases);
        }

        #[test]
        fn documented_inputs_are_the_inputs_that_are_read() {
            $crate::game::contract::inputs::documented_inputs_are_read(&$ruleset);
        }

        #[test]
        fn documented_values_are_taken_and_others_refused() {
            $crate::game::contract::inputs::documented_values_are_taken(&$ruleset);
        }

        #[test]
        fn documented_defaults_are_what_is_left_out() {
            $crate::game::contract::inputs::documented_defaults_are_left_out(&$ruleset);
        }
    };
}

/// Declares tests of odds that were derived by hand: a name, questions, and for each its labels with their fractions.
macro_rules! by_hand {
    ($ruleset:expr; $($name:ident: $($resolution:literal $inputs:tt => {
        $($label:literal: $p:literal / $q:literal),+ $(,)?
    }),+ $(,)?;)+) => {
        $(#[test]
        fn $name() {
            $($crate::game::contract::resolutions::compare(
                &$ruleset,
                $resolution,
                &serde_json::json!($inputs),
                &[$(($label.to_owned(), f64::from($p) / f64::from($q))),+],
            );)+
        })+
    };
}

pub(crate) use {by_hand, resolution_contract};

/// A question for exact odds.
pub(crate) fn ask(resolution: &str, inputs: &Value) -> Query {
    assert!(inputs.is_object(), "inputs are a table");
    Query::exact(resolution, inputs)
}

/// The answer to a question that is sound.
pub(crate) fn resolve(ruleset: &dyn Ruleset, resolution: &str, inputs: &Value) -> Answer {
    ruleset.resolve(&ask(resolution, inputs)).unwrap_or_else(|found| panic!("{resolution} {inputs}: {found:?}"))
}

/// What is wrong with a question; something must be.
pub(crate) fn refuse(ruleset: &dyn Ruleset, resolution: &str, inputs: &Value) -> Diagnostics {
    let found = ruleset.resolve(&ask(resolution, inputs)).err();
    let found = found.unwrap_or_else(|| panic!("{resolution} {inputs} is answered"));
    assert!(!found.is_empty(), "{resolution} {inputs}");
    found
}

/// A question that is wrong: resolution and inputs, how the first diagnostic begins, and the nearest right spelling.
pub(crate) type WrongQuestion<'q> = (&'q str, Value, &'q str, Option<&'q str>);

/// Asks wrong questions, and gives everything that is wrong with each.
pub(crate) fn refused_with(ruleset: &dyn Ruleset, questions: &[WrongQuestion<'_>]) -> Vec<Diagnostics> {
    let ask = |(resolution, inputs, message, nearest): &WrongQuestion<'_>| {
        let found = refuse(ruleset, resolution, inputs);
        assert!(found[0].message.starts_with(message), "{resolution} {inputs}: {found:?}");
        assert_eq!(found[0].nearest.as_deref(), *nearest, "{resolution} {inputs}: {found:?}");
        found
    };
    questions.iter().map(ask).collect()
}

/// The distribution of a numeric result, by its name.
pub(crate) fn number(ruleset: &dyn Ruleset, resolution: &str, inputs: &Value, name: &str) -> Vec<(i64, f64)> {
    let numbers = resolve(ruleset, resolution, inputs).numbers;
    numbers.into_iter().find(|number| number.name == name).expect("the number is reported").odds
}

/// Compares a distribution with one in fractions of `ways`.
pub(crate) fn assert_distribution(odds: &[(i64, f64)], ways: u32, expected: &[(i64, u32)]) {
    let near = |((value, p), (other, count)): (&(i64, f64), &(i64, u32))| {
        value == other && (p - f64::from(*count) / f64::from(ways)).abs() < 1e-12
    };
    assert!(odds.len() == expected.len() && odds.iter().zip(expected).all(near), "{odds:?} is not {expected:?}");
}

/// The answer by a codex of the user's own, which is refused once it holds nonsense.
pub(crate) fn resolve_by(ruleset: &dyn Ruleset, mut codex: Source, resolution: &str, inputs: &Value) -> Answer {
    assert_ne!(codex, ruleset.codex(), "the codex is the user's own");
    let query = |codex| Query { codex: Some(codex), ..ask(resolution, inputs) };
    let answer = ruleset.resolve(&query(codex.clone())).unwrap();
    codex.text.push_str("\n[nonsense]\n");
    assert!(!ruleset.resolve(&query(codex)).unwrap_err().is_empty());
    answer
}

/// Compares exact odds with `expected`; labels that are left out are impossible. Gives the labels in their order.
pub(crate) fn compare(
    ruleset: &dyn Ruleset,
    resolution: &str,
    inputs: &Value,
    expected: &[(String, f64)],
) -> Vec<String> {
    let answer = resolve(ruleset, resolution, inputs);
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

/// Compares the worked examples of the rulebook with exact odds.
pub(crate) fn worked_examples_are_exact(
    ruleset: &dyn Ruleset,
    WorkedExamples { number, each, every_label }: &WorkedExamples,
) {
    let examples = ruleset.examples();
    assert_eq!(examples.len(), *number);
    for doc in ruleset.resolutions() {
        let count = examples.iter().filter(|example| example.resolution == doc.name).count();
        assert!(count >= *each, "{}", doc.name);
    }
    for Example { ruleset: of, resolution, inputs, outcomes } in examples {
        assert_eq!(of.as_deref(), Some(ruleset.slug()));
        let labels = compare(ruleset, &resolution, &inputs.into(), &outcomes);
        if *every_label {
            assert!(labels.iter().eq(outcomes.iter().map(|(label, _)| label)), "{resolution}");
        }
    }
}

/// Compares exact odds with numbers calculated apart from this program, in fractions and without its dice, with random
/// inputs and random switches: `number` cases in a file of the test data.
pub(crate) fn odds_agree_with_another_calculation(ruleset: &dyn Ruleset, number: usize) {
    let cases = cases(ruleset);
    assert_eq!(cases.len(), number);
    for Example { resolution, inputs, outcomes, .. } in cases {
        compare(ruleset, &resolution, &inputs.into(), &outcomes);
    }
}

/// The cases that were calculated apart from this program.
pub(super) fn cases(ruleset: &dyn Ruleset) -> Vec<Example> {
    let file = format!("{}/tests/data/{}-odds.json", env!("CARGO_MANIFEST_DIR"), ruleset.slug());
    Example::list(&std::fs::read_to_string(file).unwrap()).unwrap()
}

/// Compares trials with the odds of the worked examples: Pearson's statistic with cells merged until each expects five; the
/// family of all examples errs once in a million.
pub(crate) fn worked_examples_come_up_in_trials(ruleset: &dyn Ruleset) {
    const TRIALS: u64 = 50_000;
    let examples = ruleset.examples();
    for (seed, Example { resolution, inputs, outcomes, .. }) in examples.iter().enumerate() {
        let inputs = Value::Object(inputs.clone());
        let query = Query { trials: TRIALS, seed: seed as u64, exact: false, ..ask(resolution, &inputs) };
        let counts = ruleset.resolve(&query).unwrap().simulated.unwrap().counts;
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
            assert!(p > 1e-6 / examples.len() as f64, "{resolution} {inputs}: {counts:?} against {outcomes:?}");
        }
    }
}
