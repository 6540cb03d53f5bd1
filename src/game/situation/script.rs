//! The written choices of a situation.

use super::Expectation;
use crate::game::{Diagnostic, Diagnostics, Entry, Node, RuleAtom, TableReader};

/// What is to become of a written choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It is made.
    Made,
    /// This rule has to refuse it.
    Refused(&'static str),
    /// It has to be legal, and is not made.
    Legal,
}

/// One entry of `choices`: choices `C`, with checks `K`.
#[derive(Debug)]
pub(crate) struct ScriptedChoice<'n, C, K> {
    /// The entry, for complaints.
    pub node: &'n Node,
    /// What is chosen: one choice, or several that are written as one, such as the shots of an attack and its fire.
    pub choices: Vec<C>,
    /// What the dice show.
    pub dice: Vec<u8>,
    /// What is to become of it.
    pub purpose: Purpose,
    /// What has to be true before, beyond its being legal.
    pub before: Expectation<'n, K>,
    /// What has to be true afterwards.
    pub expect: Expectation<'n, K>,
}

/// What one entry says: the choices `C`, and the checks `K` that have to hold before them.
pub(crate) type ParsedChoice<'n, C, K> = (Vec<C>, Expectation<'n, K>);

/// What a ruleset knows of the writing of its choices.
pub(crate) trait Reader {
    /// A choice of the game.
    type Choice;
    /// One thing that can be expected of the game.
    type Check;
    /// The keys of which each written choice has exactly one.
    const CHOICE_KEYS: &'static [&'static str];
    /// The rules that may refuse.
    const LEDGER: &'static [RuleAtom];

    /// Which of its `keys` a choice is, where it has the keys of several. None is a fault.
    fn key(keys: &[&'static str]) -> Option<&'static str> {
        match keys {
            [key] => Some(key),
            _ => None,
        }
    }

    /// Reads the choice whose key is `key`, and what has to be true before it; none where something is wrong with it.
    fn choices<'n>(
        &self,
        key: &'static str,
        form: &mut TableReader<'n, '_>,
    ) -> Option<ParsedChoice<'n, Self::Choice, Self::Check>>;

    /// Reads an `expect` table; a missing one expects nothing.
    fn expectation<'n>(&self, node: Option<&'n Node>, faults: &mut Diagnostics) -> Expectation<'n, Self::Check>;

    /// Reads the list of choices.
    fn script<'n>(
        &self,
        node: Option<&'n Node>,
        faults: &mut Diagnostics,
    ) -> Vec<ScriptedChoice<'n, Self::Choice, Self::Check>> {
        list(node, faults).iter().filter_map(|node| self.written(node, faults)).collect()
    }

    /// Reads one entry of the list.
    fn written<'n>(
        &self,
        node: &'n Node,
        faults: &mut Diagnostics,
    ) -> Option<ScriptedChoice<'n, Self::Choice, Self::Check>> {
        let found = faults.len();
        let mut form = TableReader::open("the choice", node, faults)?;
        let keys: Vec<&str> = Self::CHOICE_KEYS.iter().copied().filter(|key| form.node(key).is_some()).collect();
        let dice = form.or("dice", Vec::new(), read_dice);
        let refused = form.optional("refused", |node| read_rule(node, Self::LEDGER));
        let legal = form.or("legal", false, Node::flag);
        let expect = form.node("expect");
        let choices = match Self::key(&keys) {
            Some(key) => self.choices(key, &mut form),
            None => {
                let fault = Diagnostic::new("a choice has exactly one of these keys")
                    .allowing(Self::CHOICE_KEYS.iter().copied());
                form.faults().push(node.fault(fault));
                None
            }
        };
        form.close();
        let expect = self.expectation(expect, faults);
        let purpose = match (refused, legal) {
            (Some(rule), false) => Purpose::Refused(rule),
            (None, true) => Purpose::Legal,
            (None, false) => Purpose::Made,
            (Some(_), true) => {
                faults.push(node.fault(Diagnostic::new("a choice is either legal or refused")));
                return None;
            }
        };
        if purpose != Purpose::Made && !dice.is_empty() {
            faults.push(node.fault(Diagnostic::new("no dice are thrown for a choice that is not made")));
        }
        let (choices, before) = choices?;
        (faults.len() == found).then_some(ScriptedChoice { node, choices, dice, purpose, before, expect })
    }
}

/// Reads numbers on dice.
pub(super) fn read_dice(node: &Node) -> Result<Vec<u8>, Diagnostic> {
    node.list()?.iter().map(|die| die.whole(1..=6)).collect()
}

/// A rule of the ledger, by its identifier.
pub(super) fn read_rule(node: &Node, ledger: &'static [RuleAtom]) -> Result<&'static str, Diagnostic> {
    let id = node.text()?;
    let known = ledger.iter().map(|atom| atom.id).find(|known| *known == id);
    known.ok_or_else(|| {
        // All of them would be too many to read: those of the same subsystem are enough.
        let group = id.get(..6).unwrap_or_default();
        let fault = Diagnostic::unknown("rule", id, ledger.iter().map(|atom| atom.id));
        let allowed = ledger.iter().map(|atom| atom.id).filter(|id| id.starts_with(group));
        node.fault(Diagnostic { allowed: allowed.map(str::to_owned).collect(), ..fault })
    })
}

/// The flag of a choice that needs nothing but its key.
pub(crate) fn certain(node: &Node) -> Result<(), Diagnostic> {
    match node.flag()? {
        true => Ok(()),
        false => Err(node.fault(Diagnostic::new("only `true` makes sense here"))),
    }
}

/// The items of a list that may be missing.
pub(crate) fn list<'n>(node: Option<&'n Node>, faults: &mut Diagnostics) -> &'n [Node] {
    node.map_or(Ok(&[][..]), Node::list).unwrap_or_else(|fault| {
        faults.push(fault);
        &[]
    })
}

/// The entries of a table that may be missing.
pub(crate) fn entries<'n>(node: Option<&'n Node>, faults: &mut Diagnostics) -> &'n [Entry] {
    node.map_or(Ok(&[][..]), Node::entries).unwrap_or_else(|fault| {
        faults.push(fault);
        &[]
    })
}
