//! Interrupt: out of turn a Squad moves or fires, for command points (CW-STR-03, R-114, R-131).

use super::choices::{Choice, Decision, Refusal};
use super::events::LogEntry;
use super::ledger::rule;
use super::phase_step::Stage;
use super::spend_step::Troop;
use super::state::{Battle, TeamId, TeamSet, bit, members};
use super::turn::Flow;
use crate::game::{Observer, Side};

/// A Squad that acts out of turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interrupt {
    /// It fires; else it moves.
    pub fires: bool,
    /// The Teams of the active side that were acting one after another.
    held: Option<Troop>,
}

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

impl Battle<'_> {
    /// Teams of a Squad for which it may act out of turn: on the table, neither locked nor in flight, no flyers. Where it moves,
    /// Teams of it that ride may get off then.
    fn interrupters(&self, side: Side, squad: u8) -> TeamSet {
        let teams = self.force(side).squad_states[usize::from(squad)].teams;
        let able = |team: &TeamId| {
            self.stands(*team) && !self.is_locked(*team) && !self.is_fleeing(*team) && !self.is_flyer(*team)
        };
        members(side, teams).filter(able).collect()
    }

    /// Whether a Squad of the side whose Phase it is not may act out of turn.
    pub(super) fn check_interrupt(&self, squad: u8) -> Result<(), Refusal> {
        let side = self.active.other();
        let force = self.force(side);
        if squad >= force.squads {
            return refused("CW-TRN-08", "there is no such Squad");
        }
        if !self.can_pay(side) {
            return refused("CW-STR-01", "too few command points");
        }
        let teams = force.squad_states[usize::from(squad)].teams & force.present;
        if members(side, teams).any(|team| self.is_pinned(team)) {
            return refused("CW-STR-03", "a Team of the Squad is pinned or broken");
        }
        if self.interrupters(side, squad).is_empty() {
            return refused("R-131", "no Team of the Squad can act");
        }
        Ok(())
    }

    /// What the side whose Phase it is not may do between two actions.
    pub(super) fn visit_between(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        for squad in (0..self.force(self.active.other()).squads).filter(|squad| self.check_interrupt(*squad).is_ok()) {
            [true, false].into_iter().for_each(|fires| visit(Choice::Interrupt { squad, fires }));
        }
        self.visit_ambushes(self.active.other(), visit);
    }

    /// Between two actions the other side may break in.
    pub(super) fn run_between(&mut self) -> Flow {
        self.between_due = false;
        let side = self.active.other();
        let open = matches!(self.stage, Stage::Spend | Stage::LastWatch) && self.interrupt.is_none();
        if open && self.can_pay(side) {
            let interrupts = (0..self.force(side).squads).any(|squad| self.check_interrupt(squad).is_ok());
            if interrupts || self.may_ambush(side) {
                return self.ask(Decision::Between, side);
            }
        }
        Flow::Go
    }

    /// A Squad breaks in: its Teams move, or fire, one after another; that is no activation of theirs.
    pub(super) fn begin_interrupt<C: Observer<LogEntry>>(&mut self, squad: u8, fires: bool, observer: &mut C) {
        let side = self.active.other();
        self.pay(side, "interrupt", observer);
        observer.rule_fired(rule::STR_03);
        self.interrupt = Some(Interrupt { fires, held: self.troop.take() });
        let passengers = if fires {
            TeamSet::EMPTY
        } else {
            self.force(side).squad_states[usize::from(squad)].teams & self.force(side).aboard
        };
        self.troop = Some(Troop::new(side, self.interrupters(side, squad) | passengers));
    }

    /// The Squad has acted: the active side goes on where it was.
    pub(super) fn end_interrupt(&mut self) {
        if let Some(interrupt) = self.interrupt.take() {
            self.troop = interrupt.held;
        }
    }

    /// A Team that moves or fires out of turn loses its Overwatch and Tactical state.
    pub(super) fn spend_interrupt(&mut self, team: TeamId) {
        if self.interrupt.is_some() {
            let force = self.own_force_mut(team);
            for set in [&mut force.overwatch, &mut force.overwatch_moved, &mut force.tactical] {
                *set &= !bit(team);
            }
        }
    }
}

#[cfg(test)]
mod tests;
