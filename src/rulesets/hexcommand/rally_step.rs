//! The rally step (HX-RAL): recovery of the units of a side, and the facing of those that came back.

use super::choices::Choice;
use super::codex::Trait;
use super::events;
use super::ledger::rule;
use super::recovery::{self, Circumstances};
use super::rules::{CvsMoraleUse, Escalation, RallyMode};
use super::state::{Battle, Decision, Fate, NOBODY, UnitId, bit, members};
use crate::game::{Observer, Side};
use crate::tabletop::hex::flat::Direction;

impl Battle<'_> {
    /// The units of a side rally and recover, in the order of their list (HX-RAL-01, R-194); wagons refill them. Those that
    /// come back from a rout have still to be faced: see [`Battle::ask_facing`].
    pub(super) fn rally_step<C: Observer<events::LogEntry>>(&mut self, side: Side, observer: &mut C) {
        self.count_halves(side);
        for unit in members(side, self.force(side).present) {
            self.recover(unit, side, observer);
        }
        self.resupply(side, observer);
        self.note_holders();
    }

    /// How many own halves each commander has been with the same unit (HX-RAL-04).
    fn count_halves(&mut self, side: Side) {
        for commander in &mut self.commanders[side.index()] {
            if commander.fate != Fate::Present || commander.with == NOBODY {
                (commander.before, commander.halves) = (NOBODY, 0);
            } else if commander.with == commander.before {
                commander.halves = commander.halves.saturating_add(1);
            } else {
                (commander.before, commander.halves) = (commander.with, 1);
            }
        }
    }

    /// What decides about the recovery of a unit.
    fn circumstances(&self, unit: UnitId, side: Side) -> Circumstances {
        let (rules, force) = (&self.setup.rules, self.force(side));
        let leader = self.leader_in_rally(unit).map(|leader| self.commander(side, leader));
        let attached = leader.filter(|leader| leader.with == unit);
        let morale = match rules.cvs_morale_use {
            CvsMoraleUse::None => 0,
            CvsMoraleUse::Rally => leader.map_or(0, |leader| leader.values[Trait::Morale as usize]),
        };
        Circumstances {
            routed_this_turn: force.routed_now.contains(unit),
            commander: leader.is_some(),
            turns_attached: attached.map_or(1, |leader| leader.halves.max(1)),
            morale,
            self_rally: self.setup.codex.rallies_itself(self.kind(unit), force.rare.contains(unit), rules),
            in_melee: self.in_contact(unit),
            moved: force.stirred.contains(unit),
        }
    }

    fn recover<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, side: Side, observer: &mut C) {
        let now = self.circumstances(unit, side);
        let state = self.unit(unit);
        let before = recovery::Unit { hits: state.hits, te: state.te, routed: self.is_routed(unit) };
        let after = recovery::recover(&self.setup.rules, before, &now);
        if after == before {
            if before.hits + before.te > 0 && (now.in_melee || now.routed_this_turn && now.commander) {
                observer.rule_fired(rule::RAL_07);
            } else if before.te > 0 && now.moved {
                observer.rule_fired(rule::RAL_09);
            }
            return;
        }
        let state = self.unit_mut(unit);
        (state.hits, state.te) = (after.hits, after.te);
        self.count_rally_rules(before, after, &now, observer);
        if before.routed && !after.routed {
            let force = self.force_mut(side);
            force.routed &= !bit(unit);
            force.to_face |= bit(unit);
        }
        observer.rule_fired(rule::RAL_01);
        observer.event(|| events::rally(self, unit, before, after));
    }

    fn count_rally_rules<C: Observer<events::LogEntry>>(
        &self,
        before: recovery::Unit,
        after: recovery::Unit,
        now: &Circumstances,
        observer: &mut C,
    ) {
        let rules = &self.setup.rules;
        let commanded = now.commander && !now.routed_this_turn;
        let rallied = before.routed && !after.routed;
        for (made, rule) in [
            (commanded && rules.rally_mode == RallyMode::Incremental, rule::RAL_02),
            (commanded && rules.rally_mode == RallyMode::All, rule::RAL_03),
            (commanded && rules.rally_escalation == Escalation::Escalating && now.turns_attached > 1, rule::RAL_04),
            (rallied && rules.rally_te_on_rally, rule::RAL_05),
            (!commanded && (rallied || after.hits < before.hits), rule::RAL_06),
            (!commanded && !before.routed && after.te < before.te, rule::RAL_08),
            (commanded && now.morale > 0, rule::CVS_17),
        ] {
            if made {
                observer.rule_fired(rule);
            }
        }
    }

    /// Who has to face a unit that has come back from a rout: its owner faces it as he likes (HX-RAL-02).
    pub(super) fn ask_facing(&self) -> Option<(Decision, Side)> {
        let sides = [self.phasing, self.phasing.other()];
        sides.into_iter().find(|side| !self.force(*side).to_face.is_empty()).map(|side| (Decision::Face, side))
    }

    /// The unit that is faced now.
    #[must_use]
    pub fn facing_unit(&self) -> Option<UnitId> {
        members(self.decider, self.force(self.decider).to_face).next()
    }

    /// Shows the facings of a unit that has come back.
    pub(super) fn visit_facing(&self, visit: &mut impl FnMut(Choice)) {
        Direction::ALL.into_iter().for_each(|facing| visit(Choice::Face { facing }));
    }

    /// Faces a unit that has come back.
    pub(super) fn apply_facing<C: Observer<events::LogEntry>>(&mut self, choice: Choice, observer: &mut C) {
        if let (Some(unit), Choice::Face { facing }) = (self.facing_unit(), choice) {
            self.force_mut(self.decider).to_face &= !bit(unit);
            self.unit_mut(unit).facing = facing;
            observer.event(|| events::status(self, unit, "faced"));
        }
        self.go_on(observer);
    }
}

#[cfg(test)]
mod tests;
