//! Situations: a position from a file, a written list of choices with written dice, and what is expected of it.
//!
//! Here is what they have in common over all games: how a file is read and carried out, and how expectations are held
//! against what is found. The format is described key by key in `docs/situations.md`.
//!
//! A ruleset brings its own words alone:
//!
//! | what | with |
//! | --- | --- |
//! | its choices, key by key | [`notation!`](crate::game::notation::notation) |
//! | its names, and what it can expect beyond turn, phase, units, events and the end | [`Position`] |
//! | what a position begins with beyond switches, codex, turn and phase | [`Stage`], [`keys!`](keys), [`UnitList`] |
//!
//! and puts them together as [`Situations`]. From where a situation ends scripts can play on: [`appraise`].

mod expectation;
mod position;
mod replay;
mod rollouts;
mod script;
mod stage;
mod staging;
#[cfg(test)]
pub(crate) mod testing;
mod units;

pub(crate) use expectation::{CLOSE, Expectation, Expecting, compare};
use expectation::{not_told, read_patterns, told_in_order};
pub(crate) use position::{Forced, Moment, Position, read_expectation, read_side};
pub(crate) use replay::Replay;
pub(crate) use rollouts::appraise;
use script::ScriptedChoice;
pub(crate) use script::{ChoiceReader, certain, entries, list};
pub(crate) use stage::{Stage, by_side, keys, value};
pub(crate) use staging::{Situations, perform};
pub(crate) use units::{Listed, UnitList};

use super::{Diagnostic, Diagnostics, Node, Source, TableReader};

/// Parses a file and has `read` make something of it.
///
/// # Errors
/// Everything wrong with the file.
pub(crate) fn run<T>(file: &Source, read: impl FnOnce(&Node, &mut Diagnostics) -> Option<T>) -> Result<T, Diagnostics> {
    let root = Node::parse(file)?;
    let mut diagnostics = Diagnostics::new();
    let name = |diagnostic: Diagnostic| diagnostic.within(&file.name);
    match read(&root, &mut diagnostics) {
        Some(found) if diagnostics.is_empty() => Ok(found),
        _ => Err(diagnostics.into_iter().map(name).collect()),
    }
}

/// The keys that every situation has, whatever the game.
#[derive(Clone, Debug)]
pub(crate) struct Header<'n> {
    /// The whole file, for complaints.
    pub root: &'n Node,
    /// What it is about, in words.
    pub about: &'n str,
    /// The written choices.
    pub choices: Option<&'n Node>,
    /// What has to be true before the first choice.
    pub start: Option<&'n Node>,
    /// What has to be true at the end.
    pub expect: Option<&'n Node>,
    /// Dice that serve all choices.
    pub dice: Vec<u16>,
}

impl<'n> Header<'n> {
    /// Asks the table of a file of the game `G` for its keys; `root` is the whole file.
    pub(crate) fn of<G: Position>(root: &'n Node, table: &mut TableReader<'n, '_>) -> Self {
        table.required("ruleset", |node| node.one_of("ruleset", &[(G::RULESET, ())]));
        let about = table.or("about", "", Node::text);
        let rule = |node: &Node| script::read_rule(node, G::LEDGER).map(drop);
        table.optional("rule", |node| match node.list() {
            Ok(list) => list.iter().try_for_each(rule),
            Err(_) => rule(node),
        });
        let (choices, start, expect) = (table.node("choices"), table.node("start"), table.node("expect"));
        Self { root, about, choices, start, expect, dice: table.or("dice", Vec::new(), script::read_dice::<G>) }
    }
}
