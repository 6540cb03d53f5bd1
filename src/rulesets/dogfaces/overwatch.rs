//! Overwatch: who may fire at a mover, and what that costs (DF-OVW).

use super::combat;
use super::field::NO_SHOT;
use super::rules::{OverwatchSpends, OverwatchTrigger};
use super::state::{Battle, Decision, NOBODY, UnitId, UnitSet, bit, members};
use crate::game::Side;
use crate::tabletop::hex::HexIndex;

impl Battle<'_> {
    /// Whether some watcher of `watchers` may fire at a mover that has just gone from one hex to the next (DF-OVW-05).
    pub(super) fn triggers(&self, watchers: Side, mover: UnitId, from: HexIndex, to: HexIndex) -> bool {
        let force = self.force(watchers);
        let held = if self.setup.rules.overwatch_spends == OverwatchSpends::HoldFire {
            force.fired_last
        } else {
            UnitSet::EMPTY
        };
        let able = force.watching & force.ready() & !force.watch_spent & !held & !force.aboard;
        members(watchers, able).any(|watcher| self.can_watch(watcher, mover, from, to))
    }

    /// Whether a watcher has a shot at a mover in `to` that the rules count as a trigger.
    pub(super) fn can_watch(&self, watcher: UnitId, mover: UnitId, from: HexIndex, to: HexIndex) -> bool {
        let (state, target) = (self.unit(watcher), self.profile(mover));
        let shot_at = |hex: HexIndex| {
            let range = self.setup.field.shot(state.hex, hex);
            self.profile(watcher).modes.iter().enumerate().any(|(index, mode)| {
                let weapon = &self.setup.codex.weapons[usize::from(mode.weapon)];
                range != NO_SHOT
                    && (weapon.min..=weapon.max).contains(&range)
                    && (weapon.ammo.is_none() || state.ammo[index] > 0)
                    && combat::may_aim(weapon, target)
            })
        };
        let crossing = self.setup.rules.overwatch_trigger == OverwatchTrigger::Crossing;
        shot_at(to) && !(crossing && shot_at(from))
    }

    /// Asks the watchers whether they fire.
    pub(super) fn open_reaction(&mut self, watchers: Side) {
        self.volley.clear();
        self.volley.reaction = true;
        (self.decision, self.decider) = (Decision::React, watchers);
    }

    /// Overwatch fire costs its shooters the next attack (DF-OVW-11, R-21).
    pub(super) fn spend_watchers(&mut self) {
        let attack = self.volley.attacks[usize::from(self.volley.attack_count) - 1];
        let side = self.decider;
        let costs = self.setup.rules.overwatch_spends != OverwatchSpends::GameTurn || side != self.first;
        for index in attack.first..attack.first + attack.count {
            let unit = self.volley.shots[usize::from(index)].unit;
            // The shots of one cycle are counted afresh in the unit's own phase.
            let state = &mut self.units[usize::from(unit)];
            (state.shots, state.modes, state.aimed_at) = (0, 0, NOBODY);
            if costs {
                self.forces[side.index()].spent |= bit(unit);
            }
        }
    }
}
