//! The Stun Recovery Phase (DF-REC): who helps whom on this map, and the dice of each side.

use super::events;
use super::ledger::rule;
use super::recovery;
use super::rules::RecoveryOrder;
use super::state::{Battle, Decision, Phase, UnitId, UnitSet, bit, members, side_of};
use crate::dice::Dice;
use crate::game::{Observer, Side};

/// How a Stunned unit may come round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relief {
    /// Treated: no roll (DF-REC-04).
    Medic(UnitId),
    /// On this or more, by its own number or a leader's (DF-REC-01 to DF-REC-03).
    Roll(u8, Option<UnitId>),
}

impl Battle<'_> {
    /// How `unit` may come round when `leaders` and `medics` are those who can help, both sides together.
    #[must_use]
    pub fn relief(&self, unit: UnitId, helpers: [UnitSet; 2]) -> Relief {
        let (setup, side) = (self.setup, side_of(unit));
        let hex = self.unit(unit).hex;
        let profile = self.profile(unit);
        let treats = |side: Side, foe: bool| {
            let force = self.force(side);
            members(side, force.medics & force.alive).find(|medic| {
                *medic != unit
                    && recovery::treats(&setup.rules, !helpers[side.index()].contains(*medic), profile, foe)
                    && setup.field.distance(self.unit(*medic).hex, hex) <= setup.codex.numbers.medic_reach
            })
        };
        if let Some(medic) = treats(side, false).or_else(|| treats(side.other(), true)) {
            return Relief::Medic(medic);
        }
        let mut lent: Option<(u8, UnitId)> = None;
        for leader in members(side, self.force(side).leaders & helpers[side.index()]) {
            let lends = self.profile(leader);
            if leader != unit && setup.field.distance(self.unit(leader).hex, hex) <= lends.lead {
                let number = recovery::lent_number(&setup.rules, lends);
                lent = lent.min(Some((number, leader))).or(Some((number, leader)));
            }
        }
        let number = recovery::recovery_number(profile, lent.map(|(number, _)| number));
        Relief::Roll(number, lent.filter(|_| number < profile.recovers).map(|(_, leader)| leader))
    }

    /// Begins the Stun Recovery Phase.
    pub(super) fn begin_recovery<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        self.phase = Phase::Recovery;
        // DF-REC-05: benefits are read now.
        self.helpers = [self.forces[0].ready(), self.forces[1].ready()];
        observer.event(|| events::phase(self));
        self.next_recovery(self.first, observer);
    }

    /// Asks for the recovery dice of `side` and then of the other; sides without Stunned units are passed over.
    fn next_recovery<C: Observer<events::LogEntry>>(&mut self, side: Side, observer: &mut C) {
        let mut rest = sides_from(side, self.first).into_iter().flatten();
        match rest.find(|side| !self.force(*side).stunned.is_empty()) {
            Some(side) => (self.decision, self.decider) = (Decision::Recover, side),
            None => self.end_turn(observer),
        }
    }

    /// Throws the recovery dice of the deciding side.
    pub(super) fn recover<D: Dice, C: Observer<events::LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        let side = self.decider;
        let force = *self.force(side);
        let rounds = match self.setup.rules.recovery_order {
            RecoveryOrder::Simultaneous => [force.stunned, UnitSet::EMPTY],
            RecoveryOrder::LeadersFirst => [force.stunned & force.leaders, force.stunned & !force.leaders],
        };
        let mut helpers = self.helpers;
        for round in rounds {
            let mut recovered = UnitSet::EMPTY;
            for unit in members(side, round) {
                if self.comes_round(unit, helpers, dice, observer) {
                    recovered |= bit(unit);
                }
            }
            for unit in members(side, recovered) {
                self.set_stunned(unit, false);
                observer.event(|| events::status(self, unit, "ready"));
            }
            // Only under `leaders-first` does a second round see them; medics have to be ready from the start.
            helpers[side.index()] |= recovered & !force.medics;
        }
        if side == self.first { self.next_recovery(side.other(), observer) } else { self.end_turn(observer) }
    }

    fn comes_round<D: Dice, C: Observer<events::LogEntry>>(
        &self,
        unit: UnitId,
        helpers: [UnitSet; 2],
        dice: &mut D,
        observer: &mut C,
    ) -> bool {
        match self.relief(unit, helpers) {
            Relief::Medic(medic) => {
                observer.rule_fired(rule::REC_04);
                observer.event(|| events::treated(self, unit, medic));
                true
            }
            Relief::Roll(number, leader) => {
                let recovers = recovery::recovers(number, false, dice);
                observer.rule_fired(if leader.is_some() { rule::REC_03 } else { rule::REC_01 });
                observer.event(|| events::recovery_check(self, unit, number, leader, recovers, dice.thrown()));
                recovers
            }
        }
    }
}

/// The sides from `side` on: both when it is the first to act, else that one alone.
fn sides_from(side: Side, first: Side) -> [Option<Side>; 2] {
    [Some(side), (side == first).then(|| side.other())]
}
