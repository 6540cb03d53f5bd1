//! Worked examples: questions with the odds that they should have.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// A question whose odds are known from elsewhere, such as a rulebook's worked example.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// Key of the ruleset; none for the one that the file is about.
    #[serde(default)]
    pub ruleset: Option<String>,
    /// Key of the resolution.
    pub resolution: String,
    /// Inputs.
    #[serde(default)]
    pub inputs: Map<String, Value>,
    /// Labels with their probabilities, in order, those left out being impossible; empty when none are known.
    #[serde(default, deserialize_with = "odds")]
    pub outcomes: Vec<(String, f64)>,
}

impl Example {
    /// Reads a list of examples in JSON: `[{"resolution", "inputs", "outcomes"}]`, whose probabilities are numbers or
    /// fractions such as `"5/9"`.
    ///
    /// # Errors
    /// When the text is something else.
    pub fn list(text: &str) -> serde_json::Result<Vec<Example>> {
        serde_json::from_str(text)
    }
}

fn odds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, f64)>, D::Error> {
    use serde::de::Error as _;
    let outcomes = Map::<String, Value>::deserialize(deserializer)?;
    let read = |(label, value): (String, Value)| match probability(&value) {
        Some(p) => Ok((label, p)),
        None => Err(D::Error::custom(format!("`{label}` has no probability: a number or a fraction from 0 to 1"))),
    };
    outcomes.into_iter().map(read).collect()
}

/// A number, or a fraction in a string.
fn probability(value: &Value) -> Option<f64> {
    let p = match value {
        Value::String(text) => {
            let (n, d) = text.split_once('/')?;
            n.trim().parse::<f64>().ok()? / d.trim().parse::<f64>().ok()?
        }
        other => other.as_f64()?,
    };
    (0.0..=1.0).contains(&p).then_some(p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_numbers_or_fractions() {
        let list = |p: &str| Example::list(&format!(r#"[{{"resolution": "x", "outcomes": {{"hit": {p}}}}}]"#));
        for (text, p) in [("0.25", 0.25), ("\"5/9\"", 5.0 / 9.0), ("1", 1.0), ("\"0/1\"", 0.0)] {
            assert_eq!(list(text).unwrap()[0].outcomes, [("hit".to_owned(), p)]);
        }
        for text in ["2", "\"1/0\"", "\"half\"", "null", "\"-1/2\"", "[]"] {
            assert!(list(text).is_err(), "{text}");
        }
        assert!(Example::list(r#"[{"resolution": "x", "input": {}}]"#).is_err(), "unknown keys are refused");
    }
}
