//! Moves that a failed change of orders forces: to the rear, to the first cover (HX-CVS-11, R-175).

use super::super::events;
use super::super::ledger::rule;
use super::super::state::{Battle, NOBODY, UnitId, bit, members, side_of};
use crate::game::{Observer, Side};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

impl Battle<'_> {
    /// The brigades of a side that a consequence sends to the rear make their moves, nearest own edge first, and then hold.
    pub(in super::super) fn send_back<C: Observer<events::LogEntry>>(&mut self, side: Side, observer: &mut C) {
        for number in 0..self.force(side).groups {
            let ours = !self.by_activation() || number == self.active_group;
            if !ours || !self.groups[side.index()][usize::from(number)].is_bound(&[6, 7]) {
                continue;
            }
            let mut waiting = self.brigade(side, number) & self.force(side).steady() & !self.force(side).done;
            while !waiting.is_empty() {
                let home = |unit: &UnitId| self.setup.field.to_own_edge(side, self.unit(*unit).hex);
                let Some(unit) = members(side, waiting).min_by_key(home) else { break };
                waiting &= !bit(unit);
                if !self.in_contact(unit) {
                    self.fall_back_with(unit, observer);
                }
            }
        }
    }

    fn fall_back_with<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, observer: &mut C) {
        let side = side_of(unit);
        let battery = self.is_battery(unit) && !self.own_force(unit).crews.contains(unit);
        self.force_mut(side).done |= bit(unit);
        if self.is_at_rest(unit) || (battery && self.is_fixed(unit) && !self.own_force(unit).limbered.contains(unit)) {
            self.face_nearest(unit);
            observer.event(|| events::faced(self, unit));
            return;
        }
        observer.rule_fired(rule::CVS_11);
        if battery && !self.own_force(unit).limbered.contains(unit) {
            self.force_mut(side).limbered |= bit(unit);
            observer.event(|| events::status(self, unit, "limbered"));
        }
        let moves = self.allowance(unit);
        for _ in 0..moves {
            let Some(next) = self.step_home(unit) else { break };
            let from = self.unit(unit).hex;
            self.shift(unit, next);
            observer.event(|| events::step(self, unit, from, next, self.unit(unit).te));
            self.enter_hex(unit, observer);
            self.reveal_near(unit, observer);
            if self.is_at_rest(unit) {
                break;
            }
        }
        self.face_nearest(unit);
        let force = self.force_mut(side);
        force.moved |= bit(unit);
        force.stirred |= bit(unit);
        force.column &= !bit(unit);
        self.unit_mut(unit).aimed_at = NOBODY;
        observer.event(|| events::faced(self, unit));
    }

    /// Whether a unit that falls back has come to the first cover or to its edge row (HX-CVS-11).
    fn is_at_rest(&self, unit: UnitId) -> bool {
        let (side, hex) = (side_of(unit), self.unit(unit).hex);
        let field = &self.setup.field;
        let works = self.works[usize::from(hex)];
        let height = self.nearest_foe(unit).map_or(0, |foe| field.height_cover(hex, foe));
        field.hex_cover(hex) > 0
            || Direction::ALL.into_iter().any(|way| field.works_cover(works, Some(way)) > 0)
            || height > 0
            || field.to_own_edge(side, hex) == 0
    }

    /// The hex of the nearest known enemy.
    fn nearest_foe(&self, unit: UnitId) -> Option<HexIndex> {
        let side = side_of(unit);
        let (from, enemy) = (self.unit(unit).hex, self.force(side.other()));
        let known = enemy.present & !enemy.fakes;
        let hexes = known.members(side.other()).map(|foe| self.unit(foe).hex);
        hexes.min_by_key(|hex| self.setup.field.distance(from, *hex))
    }

    /// One step to the rear: straight home, else aside; ground and zones as ever, without the stop and the TE of terrain
    ///
    fn step_home(&self, unit: UnitId) -> Option<HexIndex> {
        let (side, from) = (side_of(unit), self.unit(unit).hex);
        let home = Self::homeward(side);
        [0, 1, -1].into_iter().map(|turn| home.turned(turn)).find_map(|way| {
            let to = self.setup.field.neighbour(from, way);
            let open = to != NOWHERE
                && self.ground_step(from, way, self.class(unit)).is_some_and(|step| !step.dismounts)
                && self.at(to).is_none()
                && !self.in_enemy_zone(side, to);
            open.then_some(to)
        })
    }

    /// Turns a unit towards the nearest enemy.
    fn face_nearest(&mut self, unit: UnitId) {
        let Some(foe) = self.nearest_foe(unit) else { return };
        let from = self.unit(unit).hex;
        let field = &self.setup.field;
        let towards = |way: &Direction| {
            let next = field.neighbour(from, *way);
            (next == NOWHERE, if next == NOWHERE { 0 } else { field.distance(next, foe) })
        };
        let facing = Direction::ALL.into_iter().min_by_key(towards).unwrap_or(Direction::North);
        if self.unit(unit).facing != facing {
            self.unit_mut(unit).facing = facing;
            let force = self.force_mut(side_of(unit));
            force.turned |= bit(unit);
            force.stirred |= bit(unit);
        }
    }
}
