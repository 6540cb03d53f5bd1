//! What a situation expects to find, and what it says when it finds something else.

use serde_json::Value;

use super::{Position, list};
use crate::game::{Diagnostic, Diagnostics, LogEntry, Node, TableReader};

/// By how much a number that is found may miss the one that is written: inches, degrees.
pub(crate) const CLOSE: f64 = 0.002;

/// What has to be true of a game `G` and of the events since the choice before; if it is not, what was found, in words.
type Check<'n, G> = Box<dyn Fn(&G, &[LogEntry]) -> Result<(), String> + 'n>;

/// Everything that has to be true at some point of a situation: checks, each with its place in the file.
pub(crate) struct Expectation<'n, G: 'n> {
    checks: Vec<(&'n Node, Check<'n, G>)>,
}

impl<'n, G: 'n> Default for Expectation<'n, G> {
    fn default() -> Self {
        Self { checks: Vec::new() }
    }
}

impl<'n, G: 'n> Expectation<'n, G> {
    /// Adds a check that stands at `node`.
    pub(crate) fn add(&mut self, node: &'n Node, check: impl Fn(&G, &[LogEntry]) -> Result<(), String> + 'n) {
        self.checks.push((node, Box::new(check)));
    }

    /// Whether nothing is expected.
    pub(crate) fn is_empty(&self) -> bool {
        self.checks.is_empty()
    }

    /// Whether everything holds in `game`, `log` being the events since the choice before.
    ///
    /// # Errors
    /// The first thing that does not hold, at its place, with what was found instead.
    pub(crate) fn check(&self, game: &G, log: &[LogEntry]) -> Result<(), Diagnostic> {
        for (node, check) in &self.checks {
            check(game, log).map_err(|found| node.locate(Diagnostic::new(found).label("expected this")))?;
        }
        Ok(())
    }

    /// Reads the checks of a table, which may be missing; it is `what` in complaints.
    pub(crate) fn table(
        &mut self,
        node: Option<&'n Node>,
        what: &str,
        diagnostics: &mut Diagnostics,
        read: impl FnOnce(&mut Expecting<'n, '_, G>),
    ) {
        if let Some(table) = node.and_then(|node| TableReader::open(what, node, diagnostics)) {
            let mut expecting = Expecting { table, to: self };
            read(&mut expecting);
            expecting.table.close();
        }
    }

    /// Reads the checks of each table of a list, which may be missing; each is `what` in complaints.
    pub(crate) fn tables(
        &mut self,
        node: Option<&'n Node>,
        what: &str,
        diagnostics: &mut Diagnostics,
        mut read: impl FnMut(&mut Expecting<'n, '_, G>),
    ) {
        for node in list(node, diagnostics) {
            self.table(Some(node), what, diagnostics, &mut read);
        }
    }
}

/// A table of checks that is being read.
pub(crate) struct Expecting<'n, 'f, G: 'n> {
    /// The table.
    pub table: TableReader<'n, 'f>,
    /// Where its checks go.
    pub to: &'f mut Expectation<'n, G>,
}

impl<'n, G: 'n> Expecting<'n, '_, G> {
    /// A key whose value, as `read`, has to `hold`.
    pub(crate) fn holds<T: 'n>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&'n Node) -> Result<T, Diagnostic>,
        hold: impl Fn(&G, &T) -> Result<(), String> + 'n,
    ) {
        if let Some((node, value)) = self.table.optional(key, |node| Ok((node, read(node)?))) {
            self.to.add(node, move |game, _| hold(game, &value));
        }
    }

    /// A key whose value has to agree with the events since the choice before.
    pub(crate) fn log<T: 'n>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&'n Node) -> Result<T, Diagnostic>,
        hold: impl Fn(&T, &[LogEntry]) -> Result<(), String> + 'n,
    ) {
        if let Some((node, value)) = self.table.optional(key, |node| Ok((node, read(node)?))) {
            self.to.add(node, move |_, log| hold(&value, log));
        }
    }

    /// A key whose value has to be what is `found`; `what` begins the sentence that says that it is not.
    pub(crate) fn is<T: PartialEq + ToString + 'n>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&'n Node) -> Result<T, Diagnostic>,
        what: impl Fn(&G) -> String + 'n,
        found: impl Fn(&G) -> T + 'n,
    ) {
        self.is_shown(key, read, what, found, |_, value| value.to_string());
    }

    /// A key whose value has to be what is `found`, and which the game can `show`.
    pub(crate) fn is_shown<T: PartialEq + 'n>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&'n Node) -> Result<T, Diagnostic>,
        what: impl Fn(&G) -> String + 'n,
        found: impl Fn(&G) -> T + 'n,
        show: impl Fn(&G, &T) -> String + 'n,
    ) {
        self.holds(key, read, move |game, wanted| {
            compare(&what(game), wanted, &found(game), |value| show(game, value))
        });
    }

    /// Three keys: what has to be among the options that are `found`, what must not, and what has to be all of them.
    pub(crate) fn options<T: PartialEq + 'n>(
        &mut self,
        keys: [&'static str; 3],
        read: impl Fn(&'n Node) -> Result<T, Diagnostic>,
        what: impl Fn(&G) -> String + Copy + 'n,
        found: impl Fn(&G) -> Vec<T> + Copy + 'n,
        show: impl Fn(&G, &T) -> String + Copy + 'n,
    ) {
        for (key, among) in keys.into_iter().zip([Among::All, Among::None, Among::Exactly]) {
            let read = |node: &'n Node| node.list()?.iter().map(&read).collect::<Result<Vec<T>, _>>();
            self.holds(key, read, move |game, listed| {
                among.hold(&what(game), listed, &found(game), |item| show(game, item))
            });
        }
    }

    /// A key with a list of tables of checks, each of which is `what` in complaints.
    pub(crate) fn tables(&mut self, key: &'static str, what: &str, read: impl FnMut(&mut Expecting<'n, '_, G>)) {
        let node = self.table.node(key);
        self.to.tables(node, what, self.table.diagnostics(), read);
    }
}

impl<'n, G: Position + 'n> Expecting<'n, '_, G> {
    /// A key for a `field` of the last attack that was told of; a number means the sum of a list of modifiers.
    pub(crate) fn attack(
        &mut self,
        key: &'static str,
        field: &'static str,
        read: impl FnOnce(&'n Node) -> Result<Value, Diagnostic>,
    ) {
        self.log(key, read, move |wanted, log| {
            let attack = log.iter().rev().find(|entry| G::is_attack(&entry.trace));
            let attack = attack.ok_or_else(|| format!("there was no attack; {}", heard(log)))?;
            let found = match &attack.trace[field] {
                Value::Array(list) if wanted.is_number() => {
                    list.iter().filter_map(|modifier| modifier["value"].as_i64()).sum::<i64>().into()
                }
                found => found.clone(),
            };
            if agrees(wanted, &found) { Ok(()) } else { Err(format!("{field} of the attack: {found}, not {wanted}")) }
        });
    }
}

/// How a list relates to what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Among {
    /// All of it is found.
    All,
    /// Nothing of it is found.
    None,
    /// It is what is found, and nothing else is.
    Exactly,
}

impl Among {
    /// Whether `listed` relates so to what was `found`; `what` begins the sentence that says how it does not.
    fn hold<T: PartialEq>(
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
        return Err(node.locate(Diagnostic::new("an event is named by its key `event`").allowing(names)));
    };
    let fields = event.node.one_of("event", events)?;
    let stray = entries.iter().find(|entry| entry.key != "event" && !fields.contains(&entry.key.as_str()));
    match stray {
        Some(entry) => {
            Err(entry.locate(Diagnostic::unknown("field of this event", &entry.key, fields.iter().copied())))
        }
        None => Ok(node.json()),
    }
}

/// Whether what was found has everything that the pattern has: tables may hold more, lists may not, and numbers need
/// not agree beyond what is written.
fn agrees(pattern: &Value, found: &Value) -> bool {
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
fn heard(told: &[LogEntry]) -> String {
    let words: Vec<&str> = told.iter().map(|event| event.words.trim()).filter(|words| !words.is_empty()).collect();
    if words.is_empty() { "nothing was told".to_owned() } else { format!("told was: {}", words.join("; ")) }
}
