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

use super::events;
use super::position::Position;
use super::state::{Battle, Setup};
use crate::dice::ScriptedDice;
use crate::game::situation::{Header, Replay, Stage, read_expectation, run};
use crate::game::{Diagnostics, EventLog, Observer, Source, TableReader, Transcript};

/// Sets up the position of a file, carries out its choices, and checks its expectations.
///
/// # Errors
/// Everything wrong with the file itself; a choice that is refused, dice that do not match and expectations that do not hold
/// are part of the transcript.
pub(super) fn perform(file: &Source) -> Result<Transcript, Diagnostics> {
    run(file, |root, diagnostics| {
        let mut table = TableReader::open("the situation", root, diagnostics)?;
        let header = Header::of::<Battle<'_>>(root, &mut table);
        let (stage, keys) = (Stage::of(&mut table), Keys::of(&mut table));
        table.close();
        let (setup, position) = keys.read(&stage, file, diagnostics)?;
        let mut log = EventLog::default();
        let battle = set_up(&setup, &position, &mut log);
        let start = read_expectation(&battle, header.start, diagnostics);
        let replay = Replay::read(header, start, &battle, diagnostics);
        let (_, transcript) = replay.perform(battle.clone(), log, diagnostics)?;
        let diagnostic = transcript.diagnostic.map(|diagnostic| diagnostic.within(&file.name));
        Some(Transcript { diagnostic, ..transcript })
    })
}

/// The game as it stands in a position, of which it is known that nobody throws dice before anything is decided.
fn set_up<'s>(setup: &'s Setup, position: &Position, log: &mut EventLog) -> Battle<'s> {
    let mut later = EventLog::default();
    let battle = Battle::posted(setup, position, &mut ScriptedDice::new(&[]), &mut later);
    log.event(|| events::battle(&battle));
    log.entries.append(&mut later.entries);
    battle
}
