//! Situations: a position from a file, a written list of choices with written dice, and what is expected of it.
//!
//! The format is described key by key in `docs/situations.md`.

mod expectation;
mod stage;
#[cfg(test)]
mod tests;

use stage::Keys;

use super::Dogfaces;
use super::cell::Table;
use super::position::Position;
use super::state::Battle;
use crate::game::situation::{Expectation, Situations, Stage};
use crate::game::{Diagnostics, EventLog, Node, Source, TableReader};

impl Situations for Dogfaces {
    type Keys<'n> = Keys<'n>;
    type Position = Position;

    const AT_START: &'static [&'static str] = &["reach", "targets"];

    fn keys<'n>(table: &mut TableReader<'n, '_>) -> Keys<'n> {
        Keys::of(table)
    }

    fn stage<'n>(
        keys: &Keys<'n>,
        stage: &Stage<'n>,
        file: &Source,
        diagnostics: &mut Diagnostics,
    ) -> Option<(Table, Position)> {
        keys.read(stage, file, diagnostics).map(|(setup, position)| (Table::new(setup), position))
    }

    fn set_up<'s>(table: &'s Table, position: &Position, log: &mut EventLog) -> Battle<'s> {
        Battle::set_up(table.setup(), position, log)
    }

    fn expect_at_start<'n, 's>(
        nodes: &[Option<&'n Node>],
        battle: &Battle<'s>,
        to: &mut Expectation<'n, Battle<'s>>,
        diagnostics: &mut Diagnostics,
    ) where
        Battle<'s>: 'n,
    {
        to.tables(nodes[0], "the reach", diagnostics, |expecting| battle.expect_reach(expecting));
        to.tables(nodes[1], "the targets", diagnostics, |expecting| battle.expect_targets(expecting));
    }
}
