//! The written choices of a situation.

use super::{Expectation, Position, read_expectation};
use crate::game::notation::{choice_keys, read_choice};
use crate::game::{Diagnostic, Diagnostics, Entry, Game, Node, RuleAtom, TableReader};

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

/// One entry of `choices` of a game `G`.
pub(crate) struct ScriptedChoice<'n, G: Game + 'n> {
    /// The entry, for complaints.
    pub node: &'n Node,
    /// What is chosen: one choice, or several that are written as one, such as the shots of an attack and its fire.
    pub choices: Vec<G::Choice>,
    /// What the dice show.
    pub dice: Vec<u16>,
    /// What is to become of it.
    pub purpose: Purpose,
    /// What has to be true before, beyond its being legal.
    pub before: Expectation<'n, G>,
    /// What has to be true afterwards.
    pub expect: Expectation<'n, G>,
}

/// A written choice that is being read.
pub(crate) struct ChoiceReader<'n, 'f, G: 'n> {
    /// The entry.
    pub table: TableReader<'n, 'f>,
    /// What has to be true before the choice, as its keys say.
    pub before: Expectation<'n, G>,
}

/// Reads the list of choices.
pub(super) fn read_script<'n, G: Position>(
    game: &G,
    node: Option<&'n Node>,
    diagnostics: &mut Diagnostics,
) -> Vec<ScriptedChoice<'n, G>> {
    list(node, diagnostics).iter().filter_map(|node| read_scripted(game, node, diagnostics)).collect()
}

/// Reads one entry of the list.
fn read_scripted<'n, G: Position>(
    game: &G,
    node: &'n Node,
    diagnostics: &mut Diagnostics,
) -> Option<ScriptedChoice<'n, G>> {
    let found = diagnostics.len();
    let table = TableReader::open("the choice", node, diagnostics)?;
    let mut reader = ChoiceReader { table, before: Expectation::default() };
    let known = choice_keys::<G>();
    let keys: Vec<&str> = known.iter().copied().filter(|key| reader.table.node(key).is_some()).collect();
    let dice = reader.table.or("dice", Vec::new(), read_dice::<G>);
    let refused = reader.table.optional("refused", |node| read_refusing::<G>(node));
    let legal = reader.table.or("legal", false, Node::flag);
    let expect = reader.table.node("expect");
    let choices = match G::choice_key(&keys) {
        Some(key) => read_choice(game, key, &mut reader),
        None => {
            let diagnostic = Diagnostic::new("a choice has exactly one of these keys").allowing(known);
            reader.table.diagnostics().push(node.locate(diagnostic));
            None
        }
    };
    let ChoiceReader { table, before } = reader;
    table.close();
    let expect = read_expectation(game, expect, diagnostics);
    let purpose = match (refused, legal) {
        (Some(rule), false) => Purpose::Refused(rule),
        (None, true) => Purpose::Legal,
        (None, false) => Purpose::Made,
        (Some(_), true) => {
            diagnostics.push(node.locate(Diagnostic::new("a choice is either legal or refused")));
            return None;
        }
    };
    if purpose != Purpose::Made && !dice.is_empty() {
        diagnostics.push(node.locate(Diagnostic::new("no dice are thrown for a choice that is not made")));
    }
    let choices = choices?;
    (diagnostics.len() == found).then_some(ScriptedChoice { node, choices, dice, purpose, before, expect })
}

/// Reads numbers on dice.
pub(super) fn read_dice<G: Position>(node: &Node) -> Result<Vec<u16>, Diagnostic> {
    let [lowest, highest] = G::FACES.map(i64::from);
    node.list()?.iter().map(|die| die.whole(lowest..=highest)).collect()
}

/// What may refuse a choice: a rule of the ledger, or a ruling.
fn read_refusing<G: Position>(node: &Node) -> Result<&'static str, Diagnostic> {
    let id = node.text()?;
    match G::RULINGS.iter().find(|known| **known == id) {
        Some(known) => Ok(known),
        None => read_rule(node, G::LEDGER),
    }
}

/// A rule of the ledger, by its identifier.
pub(super) fn read_rule(node: &Node, ledger: &'static [RuleAtom]) -> Result<&'static str, Diagnostic> {
    let id = node.text()?;
    let known = ledger.iter().map(|atom| atom.id).find(|known| *known == id);
    known.ok_or_else(|| {
        // All of them would be too many to read: those of the same subsystem are enough.
        let group = id.get(..6).unwrap_or_default();
        let diagnostic = Diagnostic::unknown("rule", id, ledger.iter().map(|atom| atom.id));
        let allowed = ledger.iter().map(|atom| atom.id).filter(|id| id.starts_with(group));
        node.locate(Diagnostic { allowed: allowed.map(str::to_owned).collect(), ..diagnostic })
    })
}

/// The flag of a choice that needs nothing but its key.
pub(crate) fn certain(node: &Node) -> Result<(), Diagnostic> {
    match node.flag()? {
        true => Ok(()),
        false => Err(node.locate(Diagnostic::new("only `true` makes sense here"))),
    }
}

/// The items of a list that may be missing.
pub(crate) fn list<'n>(node: Option<&'n Node>, diagnostics: &mut Diagnostics) -> &'n [Node] {
    node.map_or(Ok(&[][..]), Node::list).unwrap_or_else(|diagnostic| {
        diagnostics.push(diagnostic);
        &[]
    })
}

/// The entries of a table that may be missing.
pub(crate) fn entries<'n>(node: Option<&'n Node>, diagnostics: &mut Diagnostics) -> &'n [Entry] {
    node.map_or(Ok(&[][..]), Node::entries).unwrap_or_else(|diagnostic| {
        diagnostics.push(diagnostic);
        &[]
    })
}
