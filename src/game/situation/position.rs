//! A position of a game, in the words in which situations speak of it.

use serde_json::Value;

use super::{Expectation, Expecting, compare, entries};
use crate::game::notation::ChoiceNotation;
use crate::game::units::Named;
use crate::game::{Diagnostic, Diagnostics, Game, LogEntry, Node, Refusal, RuleAtom, Side, TableReader, UnitId};

/// A game in progress that situations can set up, lead and question. What it says here serves the keys that all games have;
/// `expect` and its like add the game's own.
pub(crate) trait Position:
    ChoiceNotation + Named + Game<Event = LogEntry, Refusal = Refusal, Choice: PartialEq> + Clone
{
    /// Key of the ruleset.
    const RULESET: &'static str;
    /// Its rules, which may be shown and may refuse.
    const LEDGER: &'static [RuleAtom];
    /// Rulings on the rules, by identifier, that may refuse as well.
    const RULINGS: &'static [&'static str] = &[];
    /// The events of its traces, each with its fields.
    const EVENTS: &'static [(&'static str, &'static [&'static str])];
    /// What is to be decided, by key.
    const DECISIONS: &'static [&'static str];
    /// Phases, by key.
    const PHASES: &'static [&'static str];
    /// Ways a game can end, by key, in the order of [`Verdict::ending`](crate::game::Verdict::ending).
    const ENDINGS: &'static [&'static str];
    /// What the active side is the side of: `turn` or `phase`.
    const OF_ACTIVE: &'static str;
    /// The key of a unit's state in an expectation.
    const UNIT_STATE: &'static str;
    /// The lowest and the highest number that dice, and lots, can show.
    const FACES: [u16; 2] = [1, 6];

    /// Where the game stands.
    fn moment(&self) -> Moment;

    /// Kinds of choices that are legal and not always offered, as they reach nothing that others do not: of an action with its
    /// name, `ActMove`.
    #[cfg(test)]
    const SPARED: &'static [&'static str] = &[];

    /// Checks everything that must hold whenever a decision is due, as games that are checked are held to it.
    ///
    /// # Panics
    /// When something does not hold.
    #[cfg(test)]
    fn check_state(&self);

    /// What is told of a choice that is refused.
    fn refused(&self, choice: Self::Choice, refusal: Refusal) -> LogEntry;

    /// The only choice there is, which needs not be written.
    fn forced(&self) -> Option<Forced<Self::Choice>>;

    /// A written choice as the game stands: what is written to a few digits may miss what it means.
    fn settled(&self, choice: Self::Choice) -> Self::Choice {
        choice
    }

    /// Which of its `keys` a written choice goes by, where it has several of those that do. None is an error.
    fn choice_key(keys: &[&'static str]) -> Option<&'static str> {
        match keys {
            [key] => Some(key),
            _ => None,
        }
    }

    /// Reads the state that a unit has to be in.
    ///
    /// # Errors
    /// When it is none.
    fn expect_state<'n>(&self, unit: UnitId, node: &'n Node, to: &mut Expectation<'n, Self>) -> Result<(), Diagnostic>;

    /// Reads the place where a unit has to be.
    ///
    /// # Errors
    /// When it is none.
    fn expect_place<'n>(&self, unit: UnitId, node: &'n Node, to: &mut Expectation<'n, Self>) -> Result<(), Diagnostic>;

    /// Reads what else has to be true of a unit.
    fn expect_unit<'n>(&self, unit: UnitId, expecting: &mut Expecting<'n, '_, Self>);

    /// Whether an event of a trace is an attack of the kind that situations ask about.
    fn is_attack(event: &Value) -> bool {
        event["event"] == "attack"
    }

    /// Reads what has to be true of the last attack.
    fn expect_attack<'n>(expecting: &mut Expecting<'n, '_, Self>);

    /// Reads what else has to be true.
    fn expect<'n>(&self, expecting: &mut Expecting<'n, '_, Self>);

    /// A unit, by its name.
    ///
    /// # Errors
    /// When there is none of this name.
    fn read_unit(&self, node: &Node) -> Result<UnitId, Diagnostic> {
        self.read_unit_name(node, node.text()?)
    }

    /// The unit of a name that is part of the string `node`.
    ///
    /// # Errors
    /// When there is none of this name.
    fn read_unit_name(&self, node: &Node, name: &str) -> Result<UnitId, Diagnostic> {
        self.find(name).ok_or_else(|| node.locate(Diagnostic::unknown("unit", name, self.unit_names())))
    }
}

/// Where a game stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// What is to be decided now, one of [`Position::DECISIONS`].
    pub decision: &'static str,
    /// The present phase, one of [`Position::PHASES`].
    pub phase: &'static str,
    /// Whose turn or phase it is.
    pub active: Side,
}

/// A choice without alternative.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Forced<C> {
    /// Something that is due, whatever the dice show.
    Due(C),
    /// A throw of dice: a situation may end before it.
    Throw(C),
}

/// Reads an `expect` table; a missing one expects nothing.
pub(crate) fn read_expectation<'n, G: Position>(
    game: &G,
    node: Option<&'n Node>,
    diagnostics: &mut Diagnostics,
) -> Expectation<'n, G> {
    let mut all = Expectation::default();
    let Some(table) = node.and_then(|node| TableReader::open("the expectation", node, diagnostics)) else { return all };
    let mut expecting = Expecting { table, to: &mut all };
    let units = expecting.table.node("units");
    let attack = expecting.table.node("attack");
    expect_events(&mut expecting);
    expect_state_of_play(&mut expecting);
    expect_units(game, units, expecting.to, expecting.table.diagnostics());
    expecting.to.table(attack, "the attack", expecting.table.diagnostics(), G::expect_attack);
    game.expect(&mut expecting);
    expecting.table.close();
    all
}

/// What was told.
fn expect_events<G: Position>(expecting: &mut Expecting<'_, '_, G>) {
    let read = |node: &Node| super::read_patterns(node, G::EVENTS);
    expecting.log("told", read, |patterns, log| super::told_in_order(patterns, log));
    expecting
        .log("not-told", read, |patterns, log| patterns.iter().try_for_each(|pattern| super::not_told(pattern, log)));
}

/// Whose turn it is to do what, and how the game ended.
fn expect_state_of_play<G: Position>(expecting: &mut Expecting<'_, '_, G>) {
    fn word<'k>(node: &Node, what: &str, keys: &[&'k str]) -> Result<&'k str, Diagnostic> {
        Ok(keys[node.index_in(what, keys)?])
    }
    let letter = |_: &G, side: &Option<Side>| side.map_or("nobody", Side::letter).to_owned();
    let side = |node: &Node| read_side(node).map(Some);
    let over = |game: &G| game.verdict().ok_or_else(|| "the game is not over".to_owned());
    expecting.is(
        "decision",
        |n| word(n, "decision", G::DECISIONS),
        |_| "the decision is".to_owned(),
        |game| game.moment().decision,
    );
    expecting.is_shown("decider", side, |_| "the decision is that of".to_owned(), G::to_choose, letter);
    expecting.is("turn", |n| n.whole(0..=9999), |_| "the turn is".to_owned(), G::turn);
    expecting.is("phase", |n| word(n, "phase", G::PHASES), |_| "the phase is".to_owned(), |game| game.moment().phase);
    let active = |_: &G| format!("the {} is that of", G::OF_ACTIVE);
    expecting.is_shown("active", side, active, |game| Some(game.moment().active), letter);
    expecting.holds("winner", read_side_or_none, move |game, winner| {
        compare("the winner is", winner, &over(game)?.winner, |side| letter(game, side))
    });
    let ending = |n: &Node| word(n, "ending", G::ENDINGS);
    expecting.holds("ending", ending, move |game, ending| {
        let found = G::ENDINGS[usize::from(over(game)?.ending)];
        compare("the game ended by", ending, &found, |key| (*key).to_owned())
    });
}

/// For each unit a bare word for its state, a bare list for its place, or a table.
fn expect_units<'n, G: Position>(
    game: &G,
    node: Option<&'n Node>,
    to: &mut Expectation<'n, G>,
    diagnostics: &mut Diagnostics,
) {
    for entry in entries(node, diagnostics) {
        let Some(unit) = game.find(&entry.key) else {
            diagnostics.push(entry.locate(Diagnostic::unknown("unit", &entry.key, game.unit_names())));
            continue;
        };
        let node = &entry.node;
        if node.text().is_ok() {
            diagnostics.extend(game.expect_state(unit, node, to).err());
        } else if node.list().is_ok() {
            diagnostics.extend(game.expect_place(unit, node, to).err());
        } else {
            to.table(Some(node), "the unit", diagnostics, |expecting| {
                let Expecting { table, to } = expecting;
                table.optional("at", |node| game.expect_place(unit, node, to));
                table.optional(G::UNIT_STATE, |node| game.expect_state(unit, node, to));
                game.expect_unit(unit, expecting);
            });
        }
    }
}

/// A side, by its letter.
pub(crate) fn read_side(node: &Node) -> Result<Side, Diagnostic> {
    node.one_of("side", &[("A", Side::A), ("B", Side::B)])
}

/// A side, or `none`.
fn read_side_or_none(node: &Node) -> Result<Option<Side>, Diagnostic> {
    node.one_of("winner", &[("A", Some(Side::A)), ("B", Some(Side::B)), ("none", None)])
}
