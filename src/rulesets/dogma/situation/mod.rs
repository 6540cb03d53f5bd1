//! Situations: a position from a file, a written list of choices with written dice, and what is expected of it.
//!
//! The format is described key by key in `docs/situations.md`.

mod company;
mod expectation;
mod stage;
#[cfg(test)]
mod tests;

use stage::Keys;

use super::Dogma;
use super::position::Position;
use super::state::{Battle, Setup};
use crate::game::situation::{Situations, Stage};
use crate::game::{Diagnostics, EventLog, Source, TableReader};

impl Situations for Dogma {
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
    ) -> Option<(Setup, Position)> {
        keys.read(stage, file, diagnostics)
    }

    fn set_up<'s>(setup: &'s Setup, position: &Position, log: &mut EventLog) -> Battle<'s> {
        Battle::set_up(setup, position, log)
    }
}
