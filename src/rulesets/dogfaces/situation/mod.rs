//! Situations: a position from a file, a written list of choices with written dice, and what is expected of it.
//!
//! The format is described key by key in `docs/situations.md`.

mod expectation;
mod script;
mod stage;
#[cfg(test)]
mod tests;

use script::Finder;
use stage::Keys;

use super::choices::{Choice, Refusal};
use super::events;
use super::ledger::LEDGER;
use super::state::{Battle, Decision};
use crate::game::situation::{self, Expectation, Forced, Header, Reader, Replay, Replayable};
use crate::game::{Diagnostics, EventLog, LogEntry, Node, Source, TableReader, Transcript};

/// Sets up the position of a file, carries out its choices, and checks its expectations.
///
/// # Errors
/// Everything wrong with the file itself; a choice that is refused, dice that do not match and expectations that do
/// not hold are part of the transcript.
pub(super) fn run(file: &Source) -> Result<Transcript, Diagnostics> {
    situation::run(file, |root, faults| read(root, file, faults))
}

fn read(root: &Node, file: &Source, faults: &mut Diagnostics) -> Option<Transcript> {
    let mut form = TableReader::open("the situation", root, faults)?;
    let head = Header::of(&mut form, "dogfaces", LEDGER);
    let keys = Keys::of(&mut form);
    let (reach, targets) = (form.node("reach"), form.node("targets"));
    form.close();
    let (setup, position) = keys.read(file, faults)?;

    let mut log = EventLog::default();
    let battle = Battle::set_up(&setup, &position, &mut log);
    let finder = Finder { battle: &battle };
    let mut start = Expectation::default();
    start.read_options(finder, reach, targets, faults);
    let play = Replay {
        root,
        about: head.about,
        dice: head.dice,
        start,
        script: finder.script(head.choices, faults),
        end: finder.expectation(head.expect, faults),
    };
    play.perform(battle.clone(), log, faults)
}

impl Replayable for Battle<'_> {
    fn refused(&self, choice: Choice, refusal: Refusal) -> LogEntry {
        events::refused(self, choice, refusal)
    }

    fn forced(&self) -> Option<Forced<Choice>> {
        match self.decision {
            Decision::Proceed => Some(Forced::Due(Choice::Proceed)),
            Decision::Recover => Some(Forced::Due(Choice::Recover)),
            _ => None,
        }
    }
}
