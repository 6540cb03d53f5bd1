//! Statistics against numbers from elsewhere: published tables, other programs, forty-digit arithmetic.

use evenodds::analysis::methods::{find, methods};
use evenodds::game::Diagnostic;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Verification cases: method, inputs, outputs, and the tolerance of each number relative to the larger of 1 and itself.
const CASES: &str = include_str!("../data/methods-cases.json");

fn call(method: &str, input: &Value) -> Result<Value, Diagnostic> {
    find(method)?.answer(input)
}

fn agrees(got: &Value, want: &Value, tolerance: f64) -> bool {
    match (got, want) {
        (Value::Object(got), Value::Object(want)) => {
            want.iter().all(|(key, want)| got.get(key).is_some_and(|got| agrees(got, want, tolerance)))
        }
        (Value::Array(got), Value::Array(want)) => {
            got.len() == want.len() && got.iter().zip(want).all(|(got, want)| agrees(got, want, tolerance))
        }
        (Value::Number(got), Value::Number(want)) => {
            let (got, want) = (got.as_f64().unwrap(), want.as_f64().unwrap());
            (got - want).abs() <= tolerance * want.abs().max(1.0)
        }
        _ => got == want,
    }
}

#[test]
fn verification_cases() {
    let cases: Vec<Value> = serde_json::from_str(CASES).unwrap();
    let mut tested = BTreeSet::new();
    let mut wrong = Vec::new();
    for case in &cases {
        let method = case["method"].as_str().unwrap();
        tested.insert(method);
        let tolerance = case["tol"].as_f64().unwrap();
        let got = call(method, &case["inputs"]).unwrap_or_else(|error| panic!("{}: {error}", case["id"]));
        if !agrees(&got, &case["outputs"], tolerance) {
            wrong.push(format!("{}: got {got}, want {}", case["id"], case["outputs"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let untested: Vec<&str> =
        methods().iter().map(|method| method.name).filter(|name| !tested.contains(name)).collect();
    assert!(untested.is_empty(), "methods without a case: {untested:?}");
}

#[test]
fn every_method_is_described() {
    let page = include_str!("../../docs/methods.md");
    let missing: Vec<&str> =
        methods().iter().map(|method| method.name).filter(|name| !page.contains(&format!("| `{name}` |"))).collect();
    assert!(missing.is_empty(), "not in docs/methods.md: {missing:?}");
}

#[test]
fn certain_scores_leave_out_what_does_not_exist() {
    let answer = call("score-summary", &json!({ "counts": [0, 0, 0, 0, 12] })).unwrap();
    assert_eq!((&answer["elo"], &answer["elo_high"]), (&Value::Null, &Value::Null));
    for absent in ["los", "nelo", "nelo_error"] {
        assert!(answer.get(absent).is_none(), "{absent}");
    }
}

#[test]
fn confidence_and_alpha_have_defaults() {
    let said = json!({ "counts": [3, 7, 20, 14, 6], "confidence": 0.95 });
    let unsaid = json!({ "counts": [3, 7, 20, 14, 6] });
    assert_eq!(call("score-summary", &said), call("score-summary", &unsaid));
    let size = json!({ "kind": "power", "unit_variance": 0.125, "difference": 0.01, "power": 0.8 });
    assert_eq!(call("sample-size", &size).unwrap()["units_ceil"], 9812);
}

#[test]
fn bad_requests_are_refused_with_the_reason() {
    for (method, input, reason) in [
        ("score-sumary", json!({}), "did you mean `score-summary`?"),
        (
            "score-summary",
            json!({ "counts": [1, 2, 3], "confidnce": 0.9 }),
            "unknown key `confidnce`; did you mean `confidence`?",
        ),
        ("score-summary", json!({ "counts": [1, -2, 3] }), "-2"),
        ("score-summary", json!({ "counts": [1, 2, 3, 4] }), "counts: must be 3"),
        ("score-summary", json!({}), "missing field `counts`"),
        ("score-summary", json!([1, 2, 3]), "takes an object: counts, confidence?"),
        ("sample-size", json!({ "kind": "precision", "unit_variance": 0.1, "half_width": 0.1, "power": 0.8 }), "power"),
        ("gof", json!({ "observed": [1, 2], "probabilities": [0.5, 0.500_001] }), "must sum to 1"),
        ("relevance-test", json!({ "score": 1.3, "std_error": 0.1 }), "score: must be from 0 to 1"),
        ("cs-exact", json!({ "counts": [1, 2, 3], "null": 1.0 }), "null: must lie between"),
        ("hodge", json!({ "flow": [[0, 1], [1, 0]] }), "flow: must change sign"),
        ("alpha-rank", json!({ "payoff": [[0.5]], "alpha": 1, "population": 1 }), "population: must be from 2"),
        ("lanchester", json!({ "law": "cubic", "a": 1, "b": 1, "alpha": 1, "beta": 1 }), "unknown variant `cubic`"),
        (
            "fair-costs",
            json!({ "differences": [[1]], "trials": [2], "points": [1], "reference": { "cost": 5 } }),
            "reference: must have either",
        ),
    ] {
        let error = call(method, &input).expect_err(method).to_string();
        assert!(error.contains(reason), "{method}: {error}");
    }
}

/// Puts `with` in the place of the number that comes `skip`th in `value`; false when there are fewer.
fn replace_number(value: &mut Value, skip: &mut usize, with: &Value) -> bool {
    match value {
        Value::Number(_) if *skip == 0 => {
            *value = with.clone();
            true
        }
        Value::Number(_) => {
            *skip -= 1;
            false
        }
        Value::Array(values) => values.iter_mut().any(|value| replace_number(value, skip, with)),
        Value::Object(values) => values.iter_mut().any(|(_, value)| replace_number(value, skip, with)),
        _ => false,
    }
}

fn has_null(value: &Value, allowed: &[&str]) -> bool {
    match value {
        Value::Null => true,
        Value::Array(values) => values.iter().any(|value| has_null(value, allowed)),
        Value::Object(values) => {
            values.iter().any(|(key, value)| !allowed.contains(&key.as_str()) && has_null(value, allowed))
        }
        _ => false,
    }
}

/// What may not exist, by its meaning: Elo of certain scores, limits of small samples, ratios to nothing.
fn may_be_missing(method: &str) -> &'static [&'static str] {
    match method {
        "score-summary" => &["elo", "elo_low", "elo_high"],
        "quantile-interval" => &["lower_rank", "upper_rank"],
        "pairing" => &["variance_ratio", "saved_by_swap", "saved_by_seeds"],
        "paired-difference" => &["correlation", "variance_ratio"],
        "control-variate" => &["r_squared"],
        "hodge" => &["gradient_share", "cyclic_share", "largest_cycle"],
        "fair-costs" => &["costs", "cost_std_errors", "cost_low", "cost_high"],
        "sobol-indices" => &["first", "total"],
        "morris-effects" => &["sigma"],
        "quality" => &["drama", "decisiveness", "martingale_ratio"],
        "calibration" => &["log_loss", "spiegelhalter_z", "p_value"],
        "exchange" => &["ratio", "ratio_std_error", "ratio_low", "ratio_high"],
        "lanchester" => &["duration"],
        "gof" => &["statistic", "df", "cells"],
        "variance-components" => &["components_low", "components_high"],
        _ => &[],
    }
}

/// Any number in any case may be anything: there is an answer of numbers or a refusal, but no NaN, no infinity, no panic
/// and no search without end.
#[test]
fn extreme_inputs_are_answered_or_refused() {
    let extremes = [
        json!(0),
        json!(1),
        json!(-1),
        json!(3_000_000_000u64),
        json!(u64::MAX),
        json!(0.5),
        json!(1e-300),
        json!(-1e300),
        json!(1e300),
        json!(0.999_999_999_999),
        json!(1e-12),
        json!(f64::MAX),
    ];
    let cases: Vec<Value> = serde_json::from_str(CASES).unwrap();
    for case in &cases {
        let method = case["method"].as_str().unwrap();
        for extreme in &extremes {
            for place in 0..60 {
                let mut input = case["inputs"].clone();
                if !replace_number(&mut input, &mut place.clone(), extreme) {
                    break;
                }
                if let Ok(answer) = call(method, &input) {
                    assert!(!has_null(&answer, may_be_missing(method)), "{method} {input}: {answer}");
                }
            }
        }
    }
}
