//! Situations: a position from a file, a written list of choices with written dice, and what is expected of it.
//!
//! The format is described key by key in `docs/situations.md`.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`stage`] | rules, ground and what is played for; the position put together |
//! | [`company`] | units |
//! | [`staff`] | brigades, commanders, what else a side has |
//! | [`expectation`] | what a situation expects |

mod company;
mod expectation;
mod staff;
mod stage;
#[cfg(test)]
mod tests;

use stage::Keys;

use super::HexCommand;
use super::cell::Table;
use super::position::Position;
use super::state::Battle;
use crate::game::situation::{Situations, Stage};
use crate::game::{Diagnostics, EventLog, Source, TableReader};

impl Situations for HexCommand {
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
        Battle::set_up(table.setup(), position, log)
    }
}
