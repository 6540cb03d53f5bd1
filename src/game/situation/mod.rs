//! Situations: a position from a file, a written list of choices with written dice, and what is expected of it.
//!
//! Here is what they have in common over all games: how a script is read and carried out, and how expectations are
//! held against what is found. A ruleset brings the keys of its positions, its choices and its checks. The format is
//! described key by key in `docs/situations.md`.

mod expectation;
mod replay;
mod script;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use expectation::{
    Among, CLOSE, Check, Expectation, agrees, compare, heard, not_told, read_patterns, told_in_order,
};
pub(crate) use replay::{Forced, Replay, Replayable};
pub(crate) use script::{ParsedChoice, Reader, ScriptedChoice, certain, entries, list};

use super::{Diagnostic, Diagnostics, Node, RuleAtom, Source, TableReader, Transcript};

/// Parses a file and has `read` make a transcript of it.
///
/// # Errors
/// Everything wrong with the file itself; a choice that is refused, dice that do not match and expectations that do
/// not hold are part of the transcript.
pub(crate) fn run(
    file: &Source,
    read: impl FnOnce(&Node, &mut Diagnostics) -> Option<Transcript>,
) -> Result<Transcript, Diagnostics> {
    let root = Node::parse(file)?;
    let mut faults = Diagnostics::new();
    let name = |fault: Diagnostic| fault.within(&file.name);
    match read(&root, &mut faults) {
        Some(transcript) if faults.is_empty() => Ok(Transcript { fault: transcript.fault.map(name), ..transcript }),
        _ => Err(faults.into_iter().map(name).collect()),
    }
}

/// The keys that every situation has, whatever the game.
#[derive(Debug)]
pub(crate) struct Header<'n> {
    /// What it is about, in words.
    pub about: &'n str,
    /// The written choices.
    pub choices: Option<&'n Node>,
    /// What has to be true at the end.
    pub expect: Option<&'n Node>,
    /// Dice that serve all choices.
    pub dice: Vec<u8>,
}

impl<'n> Header<'n> {
    /// Asks the form of a file of `ruleset`, whose rules are those of `ledger`, for its keys.
    pub(crate) fn of(form: &mut TableReader<'n, '_>, ruleset: &'static str, ledger: &'static [RuleAtom]) -> Self {
        form.required("ruleset", |node| node.one_of("ruleset", &[(ruleset, ())]));
        let about = form.or("about", "", Node::text);
        let rule = |node: &Node| script::read_rule(node, ledger).map(drop);
        form.optional("rule", |node| match node.list() {
            Ok(list) => list.iter().try_for_each(rule),
            Err(_) => rule(node),
        });
        let (choices, expect) = (form.node("choices"), form.node("expect"));
        Self { about, choices, expect, dice: form.or("dice", Vec::new(), script::read_dice) }
    }
}
