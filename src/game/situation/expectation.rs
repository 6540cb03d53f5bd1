//! What a situation expects to find, and what it says when it finds something else.

use serde_json::Value;

use crate::game::{Diagnostic, LogEntry, Node};

/// By how much a number that is found may miss the one that is written: inches, degrees.
pub(crate) const CLOSE: f64 = 0.002;

/// One thing that has to be true of a game `G`.
pub(crate) trait Check<G> {
    /// Whether it is true of `game`, `told` being the events since the choice before.
    ///
    /// # Errors
    /// What was found instead, in words.
    fn hold(&self, game: &G, told: &[LogEntry]) -> Result<(), String>;
}

/// Everything that has to be true at some point of a situation: checks `K`, each with its place in the file.
#[derive(Debug)]
pub(crate) struct Expectation<'n, K> {
    pub checks: Vec<(&'n Node, K)>,
}

impl<K> Default for Expectation<'_, K> {
    fn default() -> Self {
        Self { checks: Vec::new() }
    }
}

impl<K> Expectation<'_, K> {
    /// Whether everything holds in `game`, `told` being the events since the choice before.
    ///
    /// # Errors
    /// The first thing that does not hold, at its place, with what was found instead.
    pub(crate) fn check<G>(&self, game: &G, told: &[LogEntry]) -> Result<(), Diagnostic>
    where
        K: Check<G>,
    {
        for (node, check) in &self.checks {
            check.hold(game, told).map_err(|found| node.fault(Diagnostic::new(found).label("expected this")))?;
        }
        Ok(())
    }
}

/// How a list relates to what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Among {
    /// All of it is found.
    All,
    /// Nothing of it is found.
    None,
    /// It is what is found, and nothing else is.
    Exactly,
}

impl Among {
    /// Whether `listed` relates so to what was `found`; `what` begins the sentence that says how it does not.
    pub(crate) fn hold<T: PartialEq>(
        self,
        what: &str,
        listed: &[T],
        found: &[T],
        show: impl Fn(&T) -> String,
    ) -> Result<(), String> {
        let missing = || listed.iter().find(|item| !found.contains(item));
        let extra = || found.iter().find(|item| !listed.contains(item));
        let wrong = match self {
            Among::All => missing().map(|item| ("not", item)),
            Among::None => listed.iter().find(|item| found.contains(item)).map(|item| ("also", item)),
            Among::Exactly => missing().map(|item| ("not", item)).or_else(|| extra().map(|item| ("also", item))),
        };
        let Some((how, item)) = wrong else { return Ok(()) };
        let all = found.iter().map(&show).collect::<Vec<_>>().join(" ");
        Err(format!("{what} {}, {how} {}", if all.is_empty() { "nothing" } else { &all }, show(item)))
    }
}

/// Reads events, or parts of them, of the kinds and with the fields that `events` names.
pub(crate) fn read_patterns(node: &Node, events: &[(&str, &[&str])]) -> Result<Vec<Value>, Diagnostic> {
    node.list()?.iter().map(|node| read_pattern(node, events)).collect()
}

fn read_pattern(node: &Node, events: &[(&str, &[&str])]) -> Result<Value, Diagnostic> {
    let entries = node.entries()?;
    let Some(event) = entries.iter().find(|entry| entry.key == "event") else {
        let names = events.iter().map(|(name, _)| *name);
        return Err(node.fault(Diagnostic::new("an event is named by its key `event`").allowing(names)));
    };
    let fields = event.node.one_of("event", events)?;
    let stray = entries.iter().find(|entry| entry.key != "event" && !fields.contains(&entry.key.as_str()));
    match stray {
        Some(entry) => Err(entry.fault(Diagnostic::unknown("field of this event", &entry.key, fields.iter().copied()))),
        None => Ok(node.json()),
    }
}

/// Whether what was found has everything that the pattern has: tables may hold more, lists may not, and numbers need
/// not agree beyond what is written.
pub(crate) fn agrees(pattern: &Value, found: &Value) -> bool {
    match (pattern, found) {
        (Value::Object(pattern), Value::Object(found)) => {
            pattern.iter().all(|(key, value)| found.get(key).is_some_and(|found| agrees(value, found)))
        }
        (Value::Array(pattern), Value::Array(found)) => {
            pattern.len() == found.len() && pattern.iter().zip(found).all(|(pattern, found)| agrees(pattern, found))
        }
        (Value::Number(pattern), Value::Number(found)) => {
            let (pattern, found) = (pattern.as_f64().unwrap_or(f64::NAN), found.as_f64().unwrap_or(f64::NAN));
            (pattern - found).abs() <= CLOSE
        }
        _ => pattern == found,
    }
}

/// Whether events like the patterns were told, in this order.
pub(crate) fn told_in_order(patterns: &[Value], told: &[LogEntry]) -> Result<(), String> {
    let mut events = told.iter();
    for pattern in patterns {
        if !events.any(|event| agrees(pattern, &event.trace)) {
            return Err(format!("no such event, or not in this order: {pattern}; {}", heard(told)));
        }
    }
    Ok(())
}

/// Whether no event like the pattern was told.
pub(crate) fn not_told(pattern: &Value, told: &[LogEntry]) -> Result<(), String> {
    match told.iter().find(|event| agrees(pattern, &event.trace)) {
        Some(event) => Err(format!("there was such an event: {}", event.trace)),
        None => Ok(()),
    }
}

/// Whether two things are the same; `what` begins the sentence that says that they are not.
pub(crate) fn compare<T: PartialEq>(
    what: &str,
    wanted: &T,
    found: &T,
    show: impl Fn(&T) -> String,
) -> Result<(), String> {
    if wanted == found { Ok(()) } else { Err(format!("{what} {}, not {}", show(found), show(wanted))) }
}

/// What was told, in words.
pub(crate) fn heard(told: &[LogEntry]) -> String {
    let words: Vec<&str> = told.iter().map(|event| event.words.trim()).filter(|words| !words.is_empty()).collect();
    if words.is_empty() { "nothing was told".to_owned() } else { format!("told was: {}", words.join("; ")) }
}
