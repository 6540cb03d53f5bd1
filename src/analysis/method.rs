//! A method: an analysis with numbers in JSON, so that anybody can check a published report from its counts.

use super::AnalysisError;
use crate::game::Diagnostic;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Write as _;

/// An analysis that can be asked for by name.
#[derive(Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// What it answers, in a line.
    pub about: &'static str,
    /// What it takes.
    pub keys: &'static [Key],
    pub(super) answer: fn(&Value) -> Result<Value, String>,
}

/// A key of the object that a method takes.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// Whether it may be left out.
    pub optional: bool,
    /// The values it may have, where the name does not say it.
    pub values: &'static str,
}

impl Method {
    /// The keys in a line, a question mark behind those that may be left out.
    #[must_use]
    pub fn takes(&self) -> String {
        let mut line = String::new();
        for Key { name, optional, values } in self.keys {
            let [comma, mark] =
                [(!line.is_empty(), ", "), (*optional, "?")].map(|(put, text)| if put { text } else { "" });
            let colon = if values.is_empty() { "" } else { ": " };
            let _ = write!(line, "{comma}{name}{mark}{colon}{values}");
        }
        line
    }

    /// Answers one question.
    ///
    /// # Errors
    /// Says what is wrong: unknown or missing keys, inputs that no answer exists for.
    pub fn answer(&self, input: &Value) -> Result<Value, Diagnostic> {
        let known = || self.keys.iter().map(|key| key.name);
        let Value::Object(object) = input else {
            return Err(Diagnostic::new(format!("{} takes an object: {}", self.name, self.takes())));
        };
        match object.keys().find(|key| known().all(|name| name != *key)) {
            Some(key) => Err(Diagnostic::unknown("key", key, known())),
            None => (self.answer)(input).map_err(Diagnostic::new),
        }
    }
}

/// Reads what a method takes.
pub(super) fn read<T: DeserializeOwned>(input: &Value) -> Result<T, String> {
    T::deserialize(input).map_err(|error| error.to_string())
}

/// Writes what it answers.
pub(super) fn write<T: Serialize>(answer: Result<T, AnalysisError>) -> Result<Value, String> {
    let answer = answer.map_err(|impossible| impossible.to_string())?;
    serde_json::to_value(answer).map_err(|error| error.to_string())
}

/// The entry of a method: its name, what it answers, the keys it takes and how it is called with their values.
///
/// `key: Type = value` is a key that may be left out; what a key means, where its name does not say it, stands in brackets
/// behind it.
macro_rules! method {
    (
        $name:literal, $about:literal,
        { $($key:ident $([$values:literal])? : $type:ty $(= $default:expr)?),* $(,)? } => $answer:expr
    ) => {
        $crate::analysis::method::Method {
            name: $name,
            about: $about,
            keys: &[$($crate::analysis::method::Key {
                name: stringify!($key),
                optional: $crate::analysis::method::method!(@optional $($default)?),
                values: concat!($($values)?),
            }),*],
            answer: |input| {
                #[derive(serde::Deserialize)]
                #[serde(deny_unknown_fields)]
                struct Input {
                    $($key: $crate::analysis::method::method!(@held $type $(, $default)?)),*
                }
                let Input { $($key),* } = $crate::analysis::method::read(input)?;
                $($(let $key = $key.unwrap_or($default);)?)*
                $crate::analysis::method::write($answer)
            },
        }
    };
    (@optional) => { false };
    (@optional $default:expr) => { true };
    (@held $type:ty) => { $type };
    (@held $type:ty, $default:expr) => { Option<$type> };
}
pub(super) use method;
