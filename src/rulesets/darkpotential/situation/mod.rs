//! Situations: a position from a file, a written list of choices with written dice, and what is expected of it.
//!
//! The format is described key by key in `docs/situations.md`.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`stage`] | rules, table, whose turn it is |
//! | [`models`] | the models of both sides, their units and bases |
//! | [`expectation`] | what a situation expects |

mod expectation;
mod models;
mod stage;
#[cfg(test)]
mod tests;

use stage::Keys;

use super::DarkPotential;
use super::cell::Table;
use super::position::Position;
use super::state::Battle;
use crate::game::situation::{Situations, Stage};
use crate::game::{Diagnostics, EventLog, Observer, Source, TableReader};
use crate::rulesets::darkpotential::events;

impl Situations for DarkPotential {
    type Keys<'n> = Keys<'n>;
    type Position = Position;

    fn keys<'n>(table: &mut TableReader<'n, '_>) -> Keys<'n> {
        Keys::of(table)
    }

    fn stage<'n>(
        keys: &Keys<'n>,
        stage: &Stage<'n>,
        file: &Source,
        diagnostics: &mut Diagnostics,
    ) -> Option<(Table, Position)> {
        keys.read(stage, file, diagnostics).map(|(setup, position)| (Table::laid(setup), position))
    }

    fn set_up<'s>(table: &'s Table, position: &Position, log: &mut EventLog) -> Battle<'s> {
        let battle = Battle::set_up(table.setup(), position);
        log.event(|| events::battle(&battle));
        battle
    }
}
