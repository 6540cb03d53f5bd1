//! `key=value` on the command line: values in TOML syntax, bare words as strings.

use std::str::FromStr;

use crate::game::Diagnostic;

/// One `key=value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// What stands before the first `=`.
    pub key: String,
    /// What stands behind it.
    pub value: toml::Value,
}

impl FromStr for Assignment {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let (key, value) = text
            .split_once('=')
            .filter(|(key, _)| !key.trim().is_empty())
            .ok_or_else(|| Diagnostic::new(format!("`{text}` is not of the form key=value")))?;
        Ok(Self { key: key.trim().to_owned(), value: parse(value.trim())? })
    }
}

/// Reads a value in TOML syntax; words without quotes are strings, also inside of arrays and tables.
///
/// # Errors
/// When an array, a table or a quoted string is malformed.
pub fn parse(text: &str) -> Result<toml::Value, Diagnostic> {
    if let Some(value) = strict(text) {
        return Ok(value);
    }
    if !text.starts_with(['[', '{', '"', '\'']) {
        return Ok(toml::Value::String(text.to_owned()));
    }
    strict(&quote_words(text)).ok_or_else(|| Diagnostic::new(format!("`{text}` is not a value in TOML syntax")))
}

fn strict(text: &str) -> Option<toml::Value> {
    text.parse().ok()
}

/// Puts quotes round every word that is not a value by itself.
fn quote_words(text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || "_-:@.+*/".contains(c);
    let (mut quoted, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let length = if matches!(first, '"' | '\'') {
            rest[1..].find(first).map_or(rest.len(), |end| end + 2)
        } else if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (part, tail) = rest.split_at(length);
        if is_word(first) && strict(part).is_none() {
            quoted.push('"');
            quoted.push_str(part);
            quoted.push('"');
        } else {
            quoted.push_str(part);
        }
        rest = tail;
    }
    quoted
}

/// The same value in JSON.
#[must_use]
pub fn to_json(value: &toml::Value) -> serde_json::Value {
    use serde_json::Value as Json;
    match value {
        toml::Value::String(s) => Json::from(s.as_str()),
        toml::Value::Integer(n) => Json::from(*n),
        toml::Value::Float(x) => Json::from(*x),
        toml::Value::Boolean(b) => Json::from(*b),
        toml::Value::Datetime(d) => Json::from(d.to_string()),
        toml::Value::Array(items) => items.iter().map(to_json).collect(),
        toml::Value::Table(table) => table.iter().map(|(key, value)| (key.clone(), to_json(value))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> String {
        to_json(&parse(text).expect("a value")).to_string()
    }

    #[test]
    fn bare_words_are_strings() {
        assert_eq!(json("grassland"), r#""grassland""#);
        assert_eq!(json("ernie:frag-thrown"), r#""ernie:frag-thrown""#);
        assert_eq!(json("3"), "3");
        assert_eq!(json("true"), "true");
        assert_eq!(json("[dave, rifleman , 'paul@3']"), r#"["dave","rifleman","paul@3"]"#);
        assert_eq!(json("[[2, 0], [-1, 1]]"), "[[2,0],[-1,1]]");
        assert_eq!(
            json("{suit-absorb = per-attack, strength-floor = 1}"),
            r#"{"strength-floor":1,"suit-absorb":"per-attack"}"#
        );
        assert_eq!(json("[{shooters=[andy], target=harry}]"), r#"[{"shooters":["andy"],"target":"harry"}]"#);
    }

    #[test]
    fn malformed_values_are_refused() {
        for text in ["[dave", "{a=}", "\"open"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!("=3".parse::<Assignment>().is_err());
        assert!("damage".parse::<Assignment>().is_err());
        assert_eq!(parse("3\nb = 4").expect("a string"), toml::Value::String("3\nb = 4".to_owned()));
    }
}
