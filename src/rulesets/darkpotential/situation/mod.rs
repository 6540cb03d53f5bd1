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

use super::state::Battle;
use crate::game::situation::{self, Header, Replay, Stage, read_expectation};
use crate::game::{Diagnostics, EventLog, Node, Observer, Source, TableReader, Transcript};
use crate::rulesets::darkpotential::events;

/// Sets up the position of a file, carries out its choices, and checks its expectations.
///
/// # Errors
/// Everything wrong with the file itself; a choice that is refused, dice that do not match and expectations that do
/// not hold are part of the transcript.
pub(super) fn run(file: &Source) -> Result<Transcript, Diagnostics> {
    situation::run(file, |root, diagnostics| read(root, file, diagnostics))
}

fn read(root: &Node, file: &Source, diagnostics: &mut Diagnostics) -> Option<Transcript> {
    let mut table = TableReader::open("the situation", root, diagnostics)?;
    let header = Header::of::<Battle<'_>>(root, &mut table);
    let (stage, keys) = (Stage::of(&mut table), Keys::of(&mut table));
    table.close();
    let (setup, position) = keys.read(&stage, file, diagnostics)?;
    let battle = Battle::set_up(&setup, &position);
    let start = read_expectation(&battle, header.start, diagnostics);
    let mut log = EventLog::default();
    log.event(|| events::battle(&battle));
    Replay::read(header, start, &battle, diagnostics)
        .perform(battle.clone(), log, diagnostics)
        .map(|(_, told)| Transcript { diagnostic: told.diagnostic.map(|found| found.within(&file.name)), ..told })
}
