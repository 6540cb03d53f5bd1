//! What a result does to its victim (DF-RES): steps 6 to 9 of the order of effects, with the decisions of the victim's
//! owner in between. The way of a retreat is in `retreat`.

use super::choices::Path;
use super::codex::CombatResult;
use super::combat::{self, Aftermath};
use super::events;
use super::ledger::rule;
use super::state::{Battle, Decision, NOBODY, UnitId, bit, members, place_of, side_of};
use crate::dice::Dice;
use crate::game::{Observer, UnitStat};
use crate::tabletop::hex::{HexIndex, NOWHERE};

/// Where a result comes from, for the credit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The direct attack being resolved.
    Attack,
    /// A burst by this unit.
    Burst(UnitId),
}

/// A result being carried out.
#[derive(Clone, Copy, Debug)]
pub struct Effect {
    /// The victim.
    pub victim: UnitId,
    /// What is left of the result.
    pub result: CombatResult,
    /// The hex to retreat from (DF-RTR-02).
    pub threat: HexIndex,
    /// Where it comes from.
    pub origin: Origin,
    /// Hexes that the retreat takes.
    pub needed: u8,
    /// Hexes that are open, and whether sideways steps are needed for them.
    pub open: Option<(u8, bool)>,
}

impl Battle<'_> {
    /// Steps 6 and 7: removes the victim, or strikes out what its traits ignore and asks about the rest.
    pub(super) fn begin_effect<C: Observer<events::LogEntry>>(
        &mut self,
        victim: UnitId,
        result: CombatResult,
        threat: HexIndex,
        origin: Origin,
        observer: &mut C,
    ) {
        let profile = self.profile(victim);
        let left = combat::after_traits(profile, result);
        if left != result {
            observer.rule_fired(rule::ATK_14);
            observer.event(|| events::ignored(self, victim, result, left));
        }
        let needed = combat::retreat_length(&self.setup.codex, self.terrain_of(self.unit(victim).hex));
        let effect = Effect { victim, result: left, threat, origin, needed, open: None };
        match left {
            CombatResult::Miss => {}
            CombatResult::OutOfCombat => {
                observer.rule_fired(rule::RES_08);
                self.remove(victim, origin, "ooc", observer);
            }
            CombatResult::Stun => {
                observer.rule_fired(rule::RES_01);
                self.finish_effect(&effect, Path::EMPTY, observer);
            }
            CombatResult::Retreat | CombatResult::RetreatStun => {
                self.effect = Some(Effect { open: self.open_retreat(&effect), ..effect });
                // DF-LDR-01, DF-LDR-06
                if profile.lead > 0 || self.led(victim) {
                    (self.decision, self.decider) = (Decision::Stand, side_of(victim));
                } else {
                    self.ask_retreat(observer);
                }
            }
        }
    }

    /// DF-LDR-01: the leadership roll.
    pub(super) fn try_to_stand<D: Dice, C: Observer<events::LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        let Some(mut effect) = self.effect else { return };
        let stands = combat::stands(&self.setup.codex, dice);
        observer.rule_fired(rule::LDR_01);
        observer.event(|| events::stand_check(self, effect.victim, stands, dice.thrown()));
        if !stands {
            self.ask_retreat(observer);
            return;
        }
        effect.result = effect.result.without_retreat();
        self.effect = None;
        self.finish_effect(&effect, Path::EMPTY, observer);
    }

    /// Steps 8 and 9, with the path chosen; [`Path::EMPTY`] when the victim does not move.
    pub(super) fn finish_effect<C: Observer<events::LogEntry>>(
        &mut self,
        effect: &Effect,
        path: Path,
        observer: &mut C,
    ) {
        self.effect = None;
        let victim = effect.victim;
        let rules = &self.setup.rules;
        if effect.result == CombatResult::Miss {
            return;
        }
        let stunned = self.is_stunned(victim);
        let possible = path.len() as u8;
        if effect.result.retreats() && possible < effect.needed {
            observer.event(|| events::short_retreat(self, effect));
        }
        let leaves = effect.result.retreats() && possible < effect.needed && self.leaves_map(effect);
        if leaves {
            return self.remove(victim, effect.origin, "left-the-map", observer);
        }
        let after: Aftermath =
            combat::settle(rules, self.profile(victim), effect.result, stunned, effect.needed, possible);
        if after.removed {
            observer.rule_fired(rule::RTR_09);
            return self.remove(victim, effect.origin, "retreat-blocked", observer);
        }
        let hindered = (after.stunned && !stunned) || after.steps > 0;
        if hindered {
            self.credit(effect.origin, victim, UnitStat::Hindered, 1.0, observer);
        }
        // A unit that arrives Stunned takes over no objective where it goes, one that comes round none where it was.
        if after.stunned && !stunned {
            self.set_stunned(victim, true);
        }
        if after.steps > 0 {
            observer.rule_fired(if effect.result.stuns() { rule::RES_06 } else { rule::RES_04 });
            self.give_way(effect, path, observer);
        }
        if !after.stunned {
            self.set_stunned(victim, false);
        }
        if effect.result.retreats() && possible < effect.needed {
            observer.rule_fired(rule::RTR_09);
        }
        if after.stunned != stunned {
            observer.event(|| events::status(self, victim, if after.stunned { "stunned" } else { "ready" }));
        }
        // DF-RES-03: stunning a Stunned vehicle once more does nothing to riders who have come round since.
        if after.stunned && !stunned {
            self.stun_riders(victim, observer);
        }
    }

    /// Step 6: takes a unit off the map for good; the riders of a vehicle get out.
    fn remove<C: Observer<events::LogEntry>>(
        &mut self,
        unit: UnitId,
        origin: Origin,
        cause: &'static str,
        observer: &mut C,
    ) {
        let side = side_of(unit);
        self.effect = None;
        self.credit(origin, unit, UnitStat::Destroyed, self.profile(unit).cost, observer);
        observer.count(side, place_of(unit), UnitStat::Lost, 1);
        observer.event(|| events::removed(self, unit, cause));
        let riders = self.rider_set(unit);
        let hex = self.unit(unit).hex;
        if self.unit(unit).carrier == NOBODY {
            self.lift(unit);
        } else {
            self.leave_carrier(unit);
        }
        self.units[usize::from(unit)].hex = NOWHERE;
        let force = &mut self.forces[side.index()];
        force.alive &= !bit(unit);
        force.stunned &= !bit(unit);
        force.watching &= !bit(unit);
        if riders.is_empty() {
            return;
        }
        // DF-VEH-11, DF-VEH-12
        for rider in members(side, riders) {
            self.stun_rider(rider, observer);
        }
        for rider in members(side, riders) {
            self.leave_carrier(rider);
            let place = self.nearest_open(rider, hex);
            self.put(rider, place);
            observer.rule_fired(rule::VEH_12);
            observer.event(|| events::status(self, rider, "thrown-out"));
        }
    }

    /// DF-VEH-11
    fn stun_riders<C: Observer<events::LogEntry>>(&mut self, carrier: UnitId, observer: &mut C) {
        for rider in members(side_of(carrier), self.rider_set(carrier)) {
            self.stun_rider(rider, observer);
        }
    }

    fn stun_rider<C: Observer<events::LogEntry>>(&mut self, rider: UnitId, observer: &mut C) {
        if combat::stunned_with_carrier(&self.setup.rules, self.profile(rider)) && !self.is_stunned(rider) {
            self.set_stunned(rider, true);
            observer.rule_fired(rule::VEH_11);
            observer.event(|| events::status(self, rider, "stunned"));
        }
    }
}
