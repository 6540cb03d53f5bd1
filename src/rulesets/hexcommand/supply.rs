//! Ammunition and wagons (HX-SUP), and the shots left in captured guns (HX-ART-12).

use super::codex::Service;
use super::events;
use super::ledger::rule;
use super::state::{Battle, UnitId, members};
use crate::game::{Observer, Side};

impl Battle<'_> {
    /// A unit is about to fire: a point of supply for the turn, and a shot of the guns that it captured.
    pub(super) fn spend_shot<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, captured: bool, observer: &mut C) {
        if captured && let Some(guns) = self.captured_guns(unit) {
            observer.rule_fired(rule::ART_12);
            self.unit_mut(guns).shots -= 1;
        }
        if self.setup.rules.supply_mode && !self.own_force(unit).fired_now.contains(unit) {
            observer.rule_fired(rule::SUP_01);
            let state = self.unit_mut(unit);
            state.supply = state.supply.saturating_sub(1);
        }
    }

    /// Wagons refill units near them at the rally step (HX-SUP-02).
    pub(super) fn resupply<C: Observer<events::LogEntry>>(&mut self, side: Side, observer: &mut C) {
        let rules = &self.setup.rules;
        if !rules.supply_mode {
            return;
        }
        let steady = self.force(side).steady();
        let reach = rules.supply_wagon_range;
        for unit in members(side, self.force(side).present) {
            let hex = self.unit(unit).hex;
            let near = members(side, steady).any(|wagon| {
                self.profile(wagon).service == Service::Wagon && self.range(self.unit(wagon).hex, hex) <= reach
            });
            let state = self.unit_mut(unit);
            if near && state.supply < rules.supply_points {
                state.supply = rules.supply_points;
                observer.rule_fired(rule::SUP_02);
                observer.event(|| events::status(self, unit, "resupplied"));
            }
        }
    }
}
