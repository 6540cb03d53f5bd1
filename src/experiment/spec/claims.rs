//! Claims about play as the user writes them: bets on the score of a list, each with the setting in which it is made.

use std::fmt;
use std::ops::Range;

use toml::Value;

use super::variation::{CHANGES, read_changes, value};
use super::{MOST_PAIRS, Pairing, Spec, USUAL_SEED, Variant, Written, span, words};
use crate::analysis::Interval;
use crate::experiment::{Luck, Stop};
use crate::game::{Diagnostic, Diagnostics, Node, Override, Ruleset, Source, TableReader};

/// Pairs of every game of a claim, unless the file says otherwise.
const USUAL_CLAIM_PAIRS: u64 = 200;

/// A file of claims, before any name in it has been looked up.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimBook {
    /// The file.
    pub source: Source,
    /// Key of the ruleset.
    pub ruleset: Written,
    /// The claims, in the order of the file.
    pub claims: Vec<Claim>,
    /// Lists that are written out in the file.
    pub lists: Vec<InlineList>,
}

/// A list that stands in a file of claims.
#[derive(Clone, Debug, PartialEq)]
pub struct InlineList {
    /// As a file of its own, whose name is the list's key.
    pub source: Source,
    /// Where it was written.
    node: Node,
}

/// A bet on the score of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Its key: letters, digits and dashes.
    pub name: Written,
    /// The bet in words.
    pub about: String,
    /// The games that it is about; two variants, as it is and changed, where it is about a change.
    pub spec: Spec,
    /// What is expected of them.
    pub expectation: Expectation,
    /// Failures that are known: the scenario or battlefield, or none for all, and the reason.
    pub known_gaps: Vec<(Option<Written>, String)>,
}

/// What a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The score of the first-named list.
    Score,
    /// The score of the first seat, whoever has it.
    FirstSeat,
    /// By how much the score of the first-named list moves when something is changed, on common dice.
    Change,
    /// By how much the score of the first seat moves.
    FirstSeatChange,
}

impl Measure {
    /// Whether games are played as they are and changed.
    #[must_use]
    pub fn compares(self) -> bool {
        matches!(self, Self::Change | Self::FirstSeatChange)
    }
}

/// What is expected: a measure that lies between two limits, as shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expectation {
    /// What is measured.
    pub measure: Measure,
    /// Where it lies.
    pub limits: Interval,
}

impl Expectation {
    fn new(measure: Measure, low: f64, high: f64) -> Self {
        Self { measure, limits: Interval { low, high } }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low, high } = self.limits;
        // Rounded to a hundredth of a point: 0.07 is not 7.000000000000001 per cent.
        let percent = |share: f64| (1e4 * share).round() / 100.0;
        let least = if self.measure.compares() { -1.0 } else { 0.0 };
        let (what, unit) = match self.measure {
            Measure::Score => ("", "%"),
            Measure::FirstSeat => ("first seat ", "%"),
            Measure::Change => ("change ", " points"),
            Measure::FirstSeatChange => ("first seat's change ", " points"),
        };
        match (low > least, high < 1.0) {
            (true, true) => write!(f, "{what}{} to {}{unit}", percent(low), percent(high)),
            (false, true) => write!(f, "{what}at most {}{unit}", percent(high)),
            _ => write!(f, "{what}at least {}{unit}", percent(low)),
        }
    }
}

impl InlineList {
    /// Reads a list that is written out in a file of claims. Its name and its ruleset may be left out.
    fn read(key: &str, ruleset: &str, node: &Node) -> Result<Self, Diagnostic> {
        let Value::Table(mut table) = whole(node)? else { return Err(node.locate(Diagnostic::new("expected a list"))) };
        for (name, usual) in [("name", key), ("ruleset", ruleset)] {
            table.entry(name).or_insert_with(|| usual.into());
        }
        let text = toml::to_string(&table).map_err(|error| node.locate(Diagnostic::new(error.to_string())))?;
        Ok(Self { source: Source { name: key.to_owned(), text }, node: node.clone() })
    }

    /// Checks the list by the rules of its own.
    ///
    /// # Errors
    /// Everything wrong with it, at its place in the file of claims.
    pub fn check(&self, ruleset: &dyn Ruleset) -> Result<(), Diagnostics> {
        let place = |diagnostic: Diagnostic| {
            let written = diagnostic.span.clone().and_then(|span| self.source.text.get(span));
            let found = written.and_then(|word| place_of(&self.node, word));
            let span = found.or_else(|| span(&self.node));
            Diagnostic { source: String::new(), span, ..diagnostic }
        };
        let read = ruleset.read_army(&ruleset.codex(), &self.source).map(drop);
        read.map_err(|diagnostics| diagnostics.into_iter().map(place).collect())
    }
}

/// The value of a node, tables included.
fn whole(node: &Node) -> Result<Value, Diagnostic> {
    match (node.entries(), node.list()) {
        (Ok(entries), _) => {
            let entries = entries.iter().map(|entry| Ok((entry.key.clone(), whole(&entry.node)?)));
            entries.collect::<Result<toml::Table, _>>().map(Value::Table)
        }
        (_, Ok(items)) => items.iter().map(whole).collect::<Result<_, _>>().map(Value::Array),
        _ => value(node),
    }
}

/// Where a key, or a word between quotes, was written.
fn place_of(node: &Node, word: &str) -> Option<Range<usize>> {
    if node.text().is_ok_and(|text| format!("\"{text}\"") == word) {
        return span(node);
    }
    let inside = |nodes: &[Node]| nodes.iter().find_map(|node| place_of(node, word));
    if let Ok(items) = node.list() {
        return inside(items);
    }
    node.entries().ok()?.iter().find_map(|entry| match entry.key == word {
        true => entry.locate(Diagnostic::default()).span,
        false => place_of(&entry.node, word),
    })
}

impl ClaimBook {
    /// Reads a file of claims.
    ///
    /// # Errors
    /// Everything wrong with the file that can be told without looking anything up.
    pub fn read(source: &Source) -> Result<Self, Diagnostics> {
        let node = Node::parse(source)?;
        let mut diagnostics = Diagnostics::new();
        let book = Self::fill(source, &node, &mut diagnostics);
        match book {
            Some(book) if diagnostics.is_empty() => Ok(book),
            _ => Err(diagnostics.into_iter().map(|diagnostic| diagnostic.within(&source.name)).collect()),
        }
    }

    fn fill(source: &Source, node: &Node, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut table = TableReader::open("a file of claims", node, diagnostics)?;
        let ruleset = table.required("ruleset", Written::read);
        let slug = ruleset.as_ref().map_or("", |written| &written.text).to_owned();
        let mut spec = Spec { source: source.clone(), ..Spec::new(&slug) };
        spec.seed = table.or("seed", USUAL_SEED, |node| node.whole(0..=i64::MAX));
        spec.stop = Stop::Pairs(USUAL_CLAIM_PAIRS);
        spec.doctrines.clear();
        read_setting(&mut table, &mut spec);
        let mut lists = Vec::new();
        if let Some(node) = table.node("lists") {
            let entries = node.entries().unwrap_or_else(|diagnostic| {
                table.diagnostics().push(diagnostic);
                &[]
            });
            for entry in entries {
                match InlineList::read(&entry.key, &slug, &entry.node) {
                    Ok(list) => lists.push(list),
                    Err(diagnostic) => table.diagnostics().push(diagnostic),
                }
            }
        }
        let claims = table.required("claim", Node::list).unwrap_or_default();
        let mut known: Vec<Claim> = Vec::with_capacity(claims.len());
        for node in claims {
            let Some(claim) = read_claim(node, &spec, &mut lists, table.diagnostics()) else { continue };
            if known.iter().any(|other| other.name.text == claim.name.text) {
                let diagnostic = Diagnostic::new(format!("there are two claims `{}`", claim.name));
                table.diagnostics().push(claim.name.locate(diagnostic));
            }
            known.push(claim);
        }
        table.close();
        Some(Self { source: source.clone(), ruleset: ruleset?, claims: known, lists })
    }
}

/// Reads what a claim says of its games, and a file of all its claims, into an experiment.
fn read_setting(table: &mut TableReader<'_, '_>, spec: &mut Spec) {
    spec.stop = table.or("pairs", spec.stop, |node| node.whole(1..=MOST_PAIRS).map(Stop::Pairs));
    spec.scenarios = words(table, "scenarios").unwrap_or_else(|| std::mem::take(&mut spec.scenarios));
    spec.battlefields = words(table, "battlefields").unwrap_or_else(|| std::mem::take(&mut spec.battlefields));
    spec.doctrines = table
        .optional("doctrine", Written::read)
        .map_or_else(|| std::mem::take(&mut spec.doctrines), |doctrine| vec![doctrine]);
    for change in changes(table) {
        spec.set.retain(|(old, _)| old.key != change.0.key);
        spec.set.push(change);
    }
}

fn changes(table: &mut TableReader<'_, '_>) -> Vec<(Override, Option<Range<usize>>)> {
    let mut changes = Vec::new();
    for (key, prefix) in CHANGES {
        if let Some(node) = table.node(key) {
            changes.extend(read_changes(prefix, node, table.diagnostics()));
        }
    }
    changes
}

/// Reads one claim; what it leaves out is as `usual` has it. Lists that it writes out go to `lists`.
fn read_claim(node: &Node, usual: &Spec, lists: &mut Vec<InlineList>, diagnostics: &mut Diagnostics) -> Option<Claim> {
    let mut table = TableReader::open("the claim", node, diagnostics)?;
    let name = table.required("name", |node| {
        let name = Written::read(node)?;
        let plain = !name.text.is_empty() && name.text.chars().all(|c| c.is_alphanumeric() || c == '-');
        if plain {
            Ok(name)
        } else {
            Err(node.locate(Diagnostic::new("a claim's name has letters, digits and dashes")))
        }
    });
    let about = table.required("about", |node| node.text().map(str::to_owned));
    let mut spec = usual.clone();
    read_setting(&mut table, &mut spec);
    if spec.doctrines.is_empty() {
        spec.doctrines = vec!["own".into()];
    }
    let meeting = table.required("lists", |node| match node.list()? {
        [a, b] => Ok([a, b]),
        _ => {
            Err(node.locate(Diagnostic::new("a claim has two lists").allowing(["lists = [\"list\", \"other list\"]"])))
        }
    });
    let key = name.as_ref().map_or("list", |name| &name.text);
    let meeting = meeting.and_then(|nodes| {
        let mut written = |(place, node): (usize, &Node)| {
            if node.text().is_ok() {
                return Written::read(node);
            }
            let list = InlineList::read(&format!("{key}-{place}"), &usual.ruleset.text, node)?;
            let key = Written { text: list.source.name.clone(), span: span(node) };
            lists.push(list);
            Ok(key)
        };
        let both = (written((1, nodes[0])), written((2, nodes[1])));
        let mut note =
            |read: Result<Written, Diagnostic>| read.map_err(|diagnostic| table.diagnostics().push(diagnostic)).ok();
        Some([note(both.0)?, note(both.1)?])
    });
    let expectation = read_expectation(&mut table, node, &mut spec);
    let known_gaps = table.optional("known-gap", read_gaps).unwrap_or_default();
    table.close();
    spec.pairing = Pairing::Pairs(vec![meeting?]);
    spec.name = name.as_ref().map(|name| name.text.clone());
    spec.question.clone_from(about.as_ref()?);
    Some(Claim { name: name?, about: about?, spec, expectation: expectation?, known_gaps })
}

/// What a change may do.
const MOVES: [&str; 3] = ["loses-at-most = 0.02", "loses-at-least = 0.05", "first-seat-gains-at-least = 0.0"];

/// The keys of which a claim has one.
const EXPECTATIONS: [&str; 5] = ["at-least", "at-most", "between", "first-seat-between", "compared-with"];

fn read_expectation(table: &mut TableReader<'_, '_>, node: &Node, spec: &mut Spec) -> Option<Expectation> {
    let given = EXPECTATIONS.into_iter().filter(|key| table.node(key).is_some()).count();
    let share = |node: &Node| node.number(0.0..=1.0);
    let limits = |node: &Node| {
        let [low, high] = node.list()? else { return Err(node.locate(Diagnostic::new("expected two shares"))) };
        let (low, high) = (share(low)?, share(high)?);
        if low < high { Ok((low, high)) } else { Err(node.locate(Diagnostic::new("the limits are not in order"))) }
    };
    let least = table.optional("at-least", share).map(|low| Expectation::new(Measure::Score, low, 1.0));
    let most = table.optional("at-most", share).map(|high| Expectation::new(Measure::Score, 0.0, high));
    let between = table.optional("between", limits).map(|(low, high)| Expectation::new(Measure::Score, low, high));
    let seat = table.optional("first-seat-between", limits);
    let seat = seat.map(|(low, high)| Expectation::new(Measure::FirstSeat, low, high));
    let moves = [
        table.optional("loses-at-most", share).map(|most| Expectation::new(Measure::Change, -most, 1.0)),
        table.optional("loses-at-least", share).map(|least| Expectation::new(Measure::Change, -1.0, -least)),
        table
            .optional("first-seat-gains-at-least", share)
            .map(|least| Expectation::new(Measure::FirstSeatChange, least, 1.0)),
    ];
    let changed = table.node("compared-with").map(|node| {
        let mut table = TableReader::open("compared-with", node, table.diagnostics())?;
        let changes = changes(&mut table);
        if changes.is_empty() {
            let diagnostic = Diagnostic::new("`compared-with` changes nothing");
            table
                .diagnostics()
                .push(node.locate(diagnostic.allowing(["compared-with = { set = { \"codex.PATH\" = VALUE } }"])));
        }
        table.close();
        Some(changes)
    });
    let mut wrong = |what: &str, allowed: &[&str]| {
        table.diagnostics().push(node.locate(Diagnostic::new(what).allowing(allowed.iter().copied())));
        None
    };
    let mut moves = moves.into_iter().flatten();
    match (given, changed, moves.next(), moves.next()) {
        (1, Some(changes), Some(moved), None) => {
            let variant = |name: &str, changes| Variant { name: name.into(), codex: None, changes };
            spec.variants = vec![variant("as it is", Vec::new()), variant("changed", changes?)];
            spec.luck = Luck::Shared;
            Some(moved)
        }
        (1, Some(_), ..) => wrong("`compared-with` goes with one of what a change does", &MOVES),
        (1, None, None, _) => least.or(most).or(between).or(seat),
        (1, None, ..) => {
            wrong("what a change does needs a change", &["compared-with = { set = { \"codex.PATH\" = VALUE } }"])
        }
        _ => wrong("a claim says one of what it expects", &EXPECTATIONS),
    }
}

/// A reason, or one for each scenario or battlefield that has a table's key for its name.
fn read_gaps(node: &Node) -> Result<Vec<(Option<Written>, String)>, Diagnostic> {
    if let Ok(entries) = node.entries() {
        let gap = |entry: &crate::game::Entry| {
            let span = entry.locate(Diagnostic::default()).span;
            Ok((Some(Written { text: entry.key.clone(), span }), entry.node.text()?.to_owned()))
        };
        return entries.iter().map(gap).collect();
    }
    Ok(vec![(None, node.text()?.to_owned())])
}

#[cfg(test)]
#[path = "claims_tests.rs"]
mod tests;
