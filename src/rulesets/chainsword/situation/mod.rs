//! Situations: a position from a file, a written list of choices with written dice, and what is expected of it.
//!
//! The format is described key by key in `docs/situations.md`.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`stage`] | rules, table, where the game stands, both sides |
//! | [`teams`] | the Teams of both sides |
//! | [`expectation`] | what a situation expects |

mod expectation;
mod stage;
mod teams;
#[cfg(test)]
mod tests;

use stage::Keys;

use super::Chainsword;
use super::cell::Table;
use super::choices::Decision;
use super::events;
use super::position::Position;
use super::state::Battle;
use crate::dice::ScriptedDice;
use crate::game::situation::{Situations, Stage};
use crate::game::{Diagnostics, EventLog, Observer, Source, TableReader};

impl Situations for Chainsword {
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

    /// The game as it stands in a position, of which it is known that nobody throws dice before anything is decided.
    fn set_up<'s>(table: &'s Table, position: &Position, log: &mut EventLog) -> Battle<'s> {
        let mut later = EventLog::default();
        let battle = Battle::posted(table.setup(), position, &mut ScriptedDice::new(&[]), &mut later);
        // A game that begins with its first rolls tells by itself what is played.
        if battle.decision != Decision::StartingRolls {
            log.event(|| events::battle(&battle));
        }
        log.entries.append(&mut later.entries);
        battle
    }
}
