//! The Turn end: Teams that leave, states that end, jump-off points that are captured (CW-TRN-05, CW-JOP-10).

use super::codex::Scenario;
use super::events::{self, LogEntry};
use super::force_morale_step::MoraleEvent;
use super::ledger::rule;
use super::phase_step::Stage;
use super::rules::TurnEndShock;
use super::state::{Battle, NOBODY, TeamSet, members};
use super::victory::Ending;
use crate::game::{Observer, Side};

impl Battle<'_> {
    /// Broken and falling-back Teams leave the table; then states end. What the losses cost comes before the captures.
    pub(super) fn end_turn<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        observer.rule_fired(rule::TRN_04);
        for side in [self.active.other(), self.active] {
            for team in members(side, std::mem::take(&mut self.queue[side.index()])) {
                let officer = self.team(team).officer;
                self.destroy(team, "turn-end", observer);
                if officer != NOBODY {
                    self.destroy(officer, "with his Team", observer);
                }
                observer.rule_fired(rule::TRN_05);
            }
        }
        for side in Side::BOTH {
            let force = self.force_mut(side);
            force.overwatch = TeamSet::EMPTY;
            force.overwatch_moved = TeamSet::EMPTY;
            force.tactical = TeamSet::EMPTY;
            force.lurking = TeamSet::EMPTY;
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
        self.additions.put_out();
        observer.event(|| events::turn_end(self));
        self.stage = Stage::Captures;
    }

    /// Points that enemies deny are captured, all in one action (CW-JOP-10, R-177).
    pub(super) fn capture_points<C: Observer<LogEntry>>(&mut self, observer: &mut C) {
        self.stage = Stage::Next;
        for side in [self.active.other(), self.active] {
            for point in (0..self.force(side).points.len() as u8).rev() {
                if !self.is_captured(side, point) {
                    continue;
                }
                observer.rule_fired(rule::JOP_10);
                let decides = self.setup.scenario == Scenario::DelayingAction && side == Side::B;
                if decides && self.force(side).points[usize::from(point)].shaded {
                    self.end(Some(Side::A), Ending::Capture, observer);
                    return;
                }
                self.remove_point(side, point, "captured", observer);
                self.owe(side, MoraleEvent::PointCaptured);
                self.to_judge = true;
            }
        }
        self.tell_part_ended(observer);
        observer.turn_ended(Side::BOTH.map(|side| self.side_state(side)));
        self.turns += 1;
        observer.event(|| events::turn(self));
    }
}
