//! The Turn end: Teams that leave, states that end (CW-TRN-05).

use super::events::{self, LogEntry};
use super::ledger::rule;
use super::phase_step::Stage;
use super::rules::TurnEndShock;
use super::state::{Battle, TeamSet, members};
use crate::game::{Observer, Side};

impl Battle<'_> {
    /// Broken and falling-back Teams leave the table; then states end.
    pub(super) fn end_turn<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        observer.rule_fired(rule::TRN_04);
        for side in [self.active.other(), self.active] {
            for team in members(side, std::mem::take(&mut self.queue[side.index()])) {
                self.destroy(team, "turn-end", observer);
                observer.rule_fired(rule::TRN_05);
            }
        }
        for side in Side::BOTH {
            let force = self.force_mut(side);
            force.overwatch = TeamSet::EMPTY;
            force.overwatch_moved = TeamSet::EMPTY;
            force.tactical = TeamSet::EMPTY;
            force.suppressed = TeamSet::EMPTY;
            force.suppressed_next = TeamSet::EMPTY;
            let survivors = force.alive();
            let rule = self.setup.rules.turn_end_shock;
            for team in members(side, survivors) {
                let shock = &mut self.team_mut(team).shock;
                *shock = match rule {
                    TurnEndShock::Keep => *shock,
                    TurnEndShock::Halve => *shock / 2,
                    TurnEndShock::Clear => 0,
                };
            }
        }
        observer.event(|| events::turn_end(self));
        observer.turn_ended(Side::BOTH.map(|side| self.worth(side)));
        self.turns += 1;
        self.stage = Stage::Next;
        observer.event(|| events::turn(self));
    }
}
