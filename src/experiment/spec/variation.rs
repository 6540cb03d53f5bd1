//! What an experiment departs from: factors that are varied, and named variants.

use std::ops::Range;

use toml::Value;

use super::{Written, span};
use crate::game::{Diagnostic, Diagnostics, Entry, Node, Override, Source, TableReader, name_fault};

/// Something that is varied.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// Dotted key.
    pub key: Written,
    /// Its levels and where they stand.
    pub levels: Vec<(Value, Option<Range<usize>>)>,
}

/// Departures with a name: a patch, or the rules before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Its name.
    pub name: Written,
    /// Its codex, if not that of the experiment: a path.
    pub codex: Option<Written>,
    /// The departures, and where they stand.
    pub changes: Vec<(Override, Option<Range<usize>>)>,
}

impl Variant {
    /// The game as a file has it: a codex, or `[rules]` and `[set]` tables as in experiments.
    ///
    /// # Errors
    /// When the file is no TOML.
    pub fn read(name: &str, source: &Source) -> Result<Self, Diagnostics> {
        let node = Node::parse(source)?;
        let mut variant = Self { name: name.into(), codex: None, changes: Vec::new() };
        let known = |entry: &Entry| CHANGES.iter().find(|(key, _)| *key == entry.key);
        let entries = node.entries().map_err(|diagnostic| vec![diagnostic.within(&source.name)])?;
        if entries.iter().any(|entry| known(entry).is_none()) {
            variant.codex = Some(source.name.as_str().into());
            return Ok(variant);
        }
        let mut diagnostics = Diagnostics::new();
        for (entry, (_, prefix)) in entries.iter().filter_map(|entry| Some((entry, known(entry)?))) {
            variant.changes.extend(read_changes(prefix, &entry.node, &mut diagnostics));
        }
        if diagnostics.is_empty() {
            Ok(variant)
        } else {
            Err(diagnostics.into_iter().map(|f| f.within(&source.name)).collect())
        }
    }
}

/// Tables of departures, and what their keys begin with.
pub(super) const CHANGES: [(&str, &str); 3] = [("rules", "rules"), ("play", "play"), ("set", "")];

/// Values of a table by dotted key; nested tables and dotted keys come to the same.
fn flatten<'n>(prefix: &str, entries: &'n [Entry], leaves: &mut Vec<(String, &'n Entry)>) {
    for entry in entries {
        let key = if prefix.is_empty() { entry.key.clone() } else { format!("{prefix}.{}", entry.key) };
        match entry.node.entries() {
            Ok(deeper) if !is_range(&entry.node) => flatten(&key, deeper, leaves),
            _ => leaves.push((key, entry)),
        }
    }
}

fn leaves<'n>(prefix: &str, table: &'n Node, diagnostics: &mut Diagnostics) -> Vec<(String, &'n Entry)> {
    let mut leaves = Vec::new();
    match table.entries() {
        Ok(entries) => flatten(prefix, entries, &mut leaves),
        Err(diagnostic) => diagnostics.push(diagnostic),
    }
    leaves
}

pub(super) fn read_changes(
    prefix: &str,
    table: &Node,
    diagnostics: &mut Diagnostics,
) -> Vec<(Override, Option<Range<usize>>)> {
    let mut changes = Vec::new();
    for (key, entry) in leaves(prefix, table, diagnostics) {
        match value(&entry.node) {
            Ok(value) => changes.push((Override { key, value }, span(&entry.node))),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    changes
}

/// A list of tables, each with a `name` and departures.
pub(super) fn read_variants(list: &Node, diagnostics: &mut Diagnostics) -> Vec<Variant> {
    let mut variants: Vec<Variant> = Vec::new();
    let nodes = match list.list() {
        Ok(nodes) if nodes.len() >= 2 => nodes,
        Ok(_) => {
            diagnostics.push(list.locate(Diagnostic::new("one variant alone is set against nothing")));
            return variants;
        }
        Err(diagnostic) => {
            diagnostics.push(diagnostic);
            return variants;
        }
    };
    for node in nodes {
        let named = node.entries().ok().and_then(|entries| entries.iter().find(|entry| entry.key == "name"));
        let Some(name) = named.and_then(|entry| Written::read(&entry.node).ok()) else {
            diagnostics.push(node.locate(Diagnostic::new("a variant has a `name`").allowing(["name = \"patch\""])));
            continue;
        };
        if let Some(fault) = name_fault(&name.text) {
            diagnostics.push(name.locate(Diagnostic::new(fault)));
        }
        if variants.iter().any(|known| known.name.text == name.text) {
            diagnostics.push(name.locate(Diagnostic::new(format!("there are two variants `{name}`"))));
        }
        // A codex in one word is a file; as a table it holds departures.
        let whole = node.entries().ok().and_then(|entries| entries.iter().find(|entry| entry.key == "codex"));
        let codex = whole.and_then(|entry| Written::read(&entry.node).ok());
        let mut changes = read_changes("", node, diagnostics);
        changes.retain(|(change, _)| change.key != "name" && (codex.is_none() || change.key != "codex"));
        variants.push(Variant { name, codex, changes });
    }
    variants
}

pub(super) fn read_factors(table: &Node, diagnostics: &mut Diagnostics) -> Vec<Factor> {
    let mut factors = Vec::new();
    for (key, entry) in leaves("", table, diagnostics) {
        if is_range(&entry.node) {
            if let Some(levels) = read_range(&entry.node, diagnostics) {
                let place = span(&entry.node);
                let levels = levels.into_iter().map(|value| (value, place.clone())).collect();
                let span = entry.locate(Diagnostic::default()).span;
                factors.push(Factor { key: Written { text: key, span }, levels });
            }
            continue;
        }
        let levels = entry.node.list().and_then(|levels| {
            if levels.is_empty() {
                return Err(entry.node.locate(Diagnostic::new(format!("`{key}` is varied over no levels"))));
            }
            let mut seen: Vec<(Value, _)> = Vec::new();
            for level in levels {
                let value = value(level)?;
                if seen.iter().any(|(known, _)| *known == value) {
                    return Err(level.locate(Diagnostic::new(format!("`{key}` has the level {value} twice"))));
                }
                seen.push((value, span(level)));
            }
            Ok(seen)
        });
        match levels {
            Ok(levels) => {
                let span = entry.locate(Diagnostic::default()).span;
                factors.push(Factor { key: Written { text: key, span }, levels });
            }
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    factors
}

/// More levels than this are a slip of the pen.
const MOST_LEVELS: f64 = 1000.0;

/// Whether a table is the levels of a factor from one number to another, and not a part of its key.
fn is_range(node: &Node) -> bool {
    let Ok(entries) = node.entries() else { return false };
    let number =
        |key: &str| entries.iter().any(|entry| entry.key == key && entry.node.number(f64::MIN..=f64::MAX).is_ok());
    number("from") && number("to")
}

/// Numbers from one to another, by ones where no step is written.
fn read_range(node: &Node, diagnostics: &mut Diagnostics) -> Option<Vec<Value>> {
    let mut table = TableReader::open("a range of levels", node, diagnostics)?;
    let number = |node: &Node| node.number(-1e9..=1e9);
    let [from, to] = ["from", "to"].map(|key| table.required(key, number));
    let step = table.or("step", 1.0, |node| node.number(1e-6..=1e9));
    let count = from.zip(to).map(|(from, to)| ((to - from) / step + 1e-9).floor() + 1.0);
    if let Some(count) = count.filter(|count| !(2.0..=MOST_LEVELS).contains(count)) {
        let said = if count < 2.0 { "has fewer than two levels" } else { "has more than a thousand levels" };
        table.diagnostics().push(node.locate(Diagnostic::new(format!("this range {said}"))));
    }
    table.close();
    let from = from?;
    // Steps such as 0.1 are meant as they are written.
    let level = |n: usize| ((from + n as f64 * step) * 1e6).round() / 1e6;
    let value = |x: f64| if x.fract() == 0.0 { Value::Integer(x as i64) } else { Value::Float(x) };
    Some((0..count? as usize).take(MOST_LEVELS as usize).map(|n| value(level(n))).collect())
}

/// The value of a node; whole numbers are whole however they are written.
pub(super) fn value(node: &Node) -> Result<Value, Diagnostic> {
    if let Ok(list) = node.list() {
        return list.iter().map(value).collect::<Result<_, _>>().map(Value::Array);
    }
    node.text()
        .map(Value::from)
        .or_else(|_| node.flag().map(Value::Boolean))
        .or_else(|_| node.whole(i64::MIN..=i64::MAX).map(Value::Integer))
        .or_else(|_| node.number(f64::MIN..=f64::MAX).map(Value::Float))
        .map_err(|_| node.locate(Diagnostic::new("expected a string, a number, true or false, or a list of them")))
}
