//! Guns and those who serve them: left, captured, fired by others, manned again (HX-ART-08 to HX-ART-13, R-154 to R-157).

use arrayvec::ArrayVec;

use super::artillery;
use super::events;
use super::ledger::rule;
use super::rout::Cause;
use super::rules::{ArtilleryCrewContact, Era};
use super::state::{Battle, UnitId, bit, members, side_of};
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

impl Battle<'_> {
    /// Whether a battery stands unlimbered with guns that never move then (HX-MOV-10, HX-ERA-02).
    #[must_use]
    pub fn is_fixed(&self, unit: UnitId) -> bool {
        let force = self.own_force(unit);
        let old = self.setup.rules.era == Era::PikeAndShot && !force.rare.contains(unit);
        self.weapon(unit).is_some_and(|weapon| weapon.is_gun() && (weapon.fixed || old))
            && !force.limbered.contains(unit)
            && !force.crews.contains(unit)
    }

    /// Guns without a crew in a hex: the battery that they belong to.
    #[must_use]
    pub fn unmanned_guns(&self, hex: HexIndex) -> Option<UnitId> {
        self.all_units().find(|unit| self.unit(*unit).guns == hex)
    }

    /// The captured guns that a unit could fire: the battery that they belonged to (HX-ART-12, R-156).
    #[must_use]
    pub fn captured_guns(&self, unit: UnitId) -> Option<UnitId> {
        let (state, force, side) = (self.unit(unit), self.own_force(unit), side_of(unit));
        let able = (force.steady() & force.combat & !force.fakes & !force.crews).contains(unit);
        if !able || !self.setup.rules.artillery_captured_use {
            return None;
        }
        // Nobody else has left his guns.
        let (enemy, other) = (side.other(), self.force(side.other()));
        members(enemy, other.crews | other.routed | other.removed).find(|guns| {
            let own = self.unit(*guns);
            own.guns == state.hex && own.holder == side && own.shots > 0
        })
    }

    /// The crew leaves its guns where they stand, in the hands of `holder`.
    pub(super) fn leave_guns(&mut self, unit: UnitId, holder: Side) {
        let state = self.unit_mut(unit);
        (state.guns, state.guns_facing, state.holder) = (state.hex, state.facing, holder);
        let force = self.force_mut(side_of(unit));
        force.crews |= bit(unit);
        force.column &= !bit(unit);
    }

    /// A crew that stands in the hex of its guns serves them again (HX-ART-11).
    pub(super) fn man_guns<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, observer: &mut C) {
        let side = side_of(unit);
        let state = self.unit_mut(unit);
        (state.facing, state.guns, state.holder) = (state.guns_facing, NOWHERE, side);
        self.force_mut(side).crews &= !bit(unit);
        observer.rule_fired(rule::ART_11);
        observer.event(|| events::status(self, unit, "manned"));
    }

    /// A piece has come into a hex: guns without a crew there change hands, and horses of an enemy are lost (R-156,
    /// HX-MOV-13).
    pub(super) fn enter_hex<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, observer: &mut C) {
        let (side, hex) = (side_of(unit), self.unit(unit).hex);
        if self.own_force(unit).fakes.contains(unit) {
            return;
        }
        for other in self.all_units() {
            let state = self.unit_mut(other);
            if state.guns == hex && state.holder != side {
                state.holder = side;
                observer.event(|| events::guns(self, other, "held"));
            } else if state.horses == hex && side_of(other) != side {
                state.horses = NOWHERE;
                observer.rule_fired(rule::MOV_13);
                observer.event(|| events::status(self, other, "horses-lost"));
            }
        }
    }

    /// A battery is taken by the units that contact it and are still steady: limbered it is gone; else its crew steps back,
    /// and one of them goes into the hex of the guns (HX-ART-10, HX-ART-12, HX-ART-13). Who went in.
    pub(super) fn take_battery<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        battery: UnitId,
        attackers: &[UnitId],
        dice: &mut D,
        observer: &mut C,
    ) -> Option<UnitId> {
        let first = *attackers.first()?;
        let (side, hex) = (side_of(first), self.unit(battery).hex);
        if self.own_force(battery).limbered.contains(battery) {
            observer.rule_fired(rule::ART_13);
            self.unit_mut(battery).holder = side;
            self.remove(battery, Cause::Captured, observer);
            return None;
        }
        observer.rule_fired(rule::ART_10);
        self.leave_guns(battery, side);
        self.crew_steps_back(battery, first, dice, observer);
        self.end_contacts(battery);
        let owner = side_of(battery);
        if !self.force(owner).taken.contains(battery) {
            self.force_mut(owner).taken |= bit(battery);
            self.unit_mut(battery).shots = artillery::captured_shots(dice);
        }
        let thrown = dice.thrown();
        observer.event(|| events::captured(self, battery, first, hex, thrown));
        // HX-MEL-12: who has another enemy in contact is pinned.
        let able: ArrayVec<UnitId, 6> = attackers
            .iter()
            .copied()
            .filter(|unit| !self.in_contact(*unit) && self.may_advance_into(*unit, hex))
            .take(6)
            .collect();
        let lot = self.draw_unit("captor", battery, &able, dice, observer);
        let captor = able.get(lot).copied()?;
        observer.rule_fired(rule::ART_12);
        self.drive(captor, hex, observer);
        observer.event(|| events::advanced(self, captor));
        Some(captor)
    }

    /// A crew steps back from its guns, or from whoever contacts it: straight behind, else into the free hex farthest from its
    /// enemies; where there is none it is destroyed.
    pub(super) fn crew_steps_back<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        unit: UnitId,
        from: UnitId,
        dice: &mut D,
        observer: &mut C,
    ) {
        let (hex, facing, guns) = (self.unit(unit).hex, self.unit(unit).facing, self.unit(unit).guns);
        observer.rule_fired(rule::ART_11);
        let again = guns != hex;
        if again && self.setup.rules.artillery_crew_contact == ArtilleryCrewContact::Destroyed {
            return self.remove(unit, Cause::Destroyed, observer);
        }
        let free = |direction: Direction| {
            let next = self.setup.field.neighbour(hex, direction);
            let open = next != NOWHERE && self.may_be_driven(unit, hex, direction) && self.at(next).is_none();
            open.then_some(next)
        };
        let grid = self.setup.field.grid;
        let away = |next: HexIndex| {
            let enemies = self.foes(unit).chain([from]).map(|enemy| self.unit(enemy).hex);
            enemies.map(|enemy| grid.distance(next, enemy)).min().unwrap_or(0)
        };
        let behind = free(facing.opposite());
        let open: ArrayVec<HexIndex, 6> = Direction::ALL.into_iter().filter_map(free).collect();
        let farthest = open.iter().map(|next| away(*next)).max().unwrap_or(0);
        let best: ArrayVec<HexIndex, 6> = open.into_iter().filter(|next| away(*next) == farthest).collect();
        let best = if behind.is_none() { best } else { ArrayVec::new() };
        let lot = self.draw_hex("step-back", unit, &best, dice, observer);
        self.end_contacts(unit);
        match behind.or_else(|| best.get(lot).copied()) {
            Some(next) => {
                self.drive(unit, next, observer);
                observer.event(|| events::step(self, unit, hex, next, self.unit(unit).te));
            }
            None => self.remove(unit, Cause::NoRoom, observer),
        }
    }
}

#[cfg(test)]
mod tests;
