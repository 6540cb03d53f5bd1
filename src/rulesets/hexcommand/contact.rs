//! Contacts after a move (HX-ZOC-04 to HX-ZOC-08, HX-MEL-01, HX-MEL-02): those that are forced, those by choice, those that
//! are settled at once.

use super::choices::{Choice, Refusal};
use super::codex::Service;
use super::events;
use super::ledger::rule;
use super::rout::Cause;
use super::rules::{ArtilleryCrewContact, MountedRoutByCavalry};
use super::state::{Battle, Contact, NOBODY, UnitId, UnitSet, bit, side_of};
use crate::dice::Dice;
use crate::game::Observer;
use crate::tabletop::hex::NOWHERE;
use arrayvec::ArrayVec;

/// Hexes round a hex.
const ROUND: usize = 6;

impl Battle<'_> {
    /// Whether a unit may go into melee with an enemy next to it, `left` movement points being left to it after it has moved,
    /// if it `went` (HX-MEL-01, HX-MEL-02, R-132).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_melee(&self, unit: UnitId, enemy: UnitId, left: u8, went: bool) -> Result<(), Refusal> {
        let (field, state, foe) = (&self.setup.field, self.unit(unit), self.unit(enemy));
        let force = self.own_force(unit);
        if !self.fights(unit) {
            return Err(Refusal::new("HX-MEL-01", "it never goes into melee"));
        }
        if force.fakes.contains(unit) || !force.steady().contains(unit) {
            return Err(Refusal::new("HX-MEL-01", "it cannot go into melee now"));
        }
        if side_of(enemy) == side_of(unit) || !self.own_force(enemy).present.contains(enemy) {
            return Err(Refusal::new("HX-MEL-01", "not an enemy on the board"));
        }
        if self.own_force(enemy).fakes.contains(enemy) {
            return Err(Refusal::new("R-173", "a fake fights nobody"));
        }
        if field.distance(state.hex, foe.hex) != 1 || !self.in_front(unit, foe.hex) {
            return Err(Refusal::new("HX-MEL-01", "the enemy is not in a front hex"));
        }
        if !self.can_enter(unit, foe.hex) {
            return Err(Refusal::new("HX-MEL-01", "it cannot enter that terrain"));
        }
        let uphill = field.level[usize::from(foe.hex)] > field.level[usize::from(state.hex)];
        if uphill && went && left == 0 {
            return Err(Refusal::new("HX-MEL-02", "no movement is left to go uphill"));
        }
        if self.contacts.iter().any(|contact| contact.other(unit) == Some(enemy)) {
            return Err(Refusal::new("HX-MEL-01", "they are in contact"));
        }
        if self.contacts.is_full() {
            return Err(Refusal::new("HX-MEL-01", "too many are in contact"));
        }
        Ok(())
    }

    /// Whether a unit may contact an enemy by its own choice (HX-ZOC-06, R-132, R-174).
    fn check_contact(&self, unit: UnitId, enemy: UnitId, left: u8, went: bool) -> Result<(), Refusal> {
        if self.own_force(unit).withdrew.contains(unit) {
            return Err(Refusal::new("R-132", "it withdrew in this half"));
        }
        if let Err((refusal, may_ask)) = self.check_contact_orders(unit)
            && !(may_ask && self.setup.rules.cvs_decision_rolls)
        {
            return Err(refusal);
        }
        if self.march.chased.0 == unit && self.march.chased.1.contains(enemy) {
            return Err(Refusal::new("R-155", "the crew has stepped back before it in this half"));
        }
        self.check_tribe_contact(unit, enemy)?;
        self.check_melee(unit, enemy, left, went)
    }

    /// The enemies that a unit could contact by its own choice.
    pub(super) fn could_contact(&self, unit: UnitId, left: u8, went: bool) -> impl Iterator<Item = UnitId> + '_ {
        let (hex, side) = (self.unit(unit).hex, side_of(unit));
        let both = self.setup.field.neighbours[usize::from(hex)].into_iter().filter(|next| *next != NOWHERE);
        let units = both.flat_map(|next| [self.occupant[usize::from(next)], self.below[usize::from(next)]]);
        // Most of whom is next to a unit is of its own side.
        let enemies = units.filter(move |other| *other != NOBODY && side_of(*other) != side);
        enemies.filter(move |enemy| self.check_contact(unit, *enemy, left, went).is_ok())
    }

    /// The enemies that the unit whose move has ended may still contact.
    pub(super) fn contactable(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.could_contact(unit, self.march.left, self.march.went)
    }

    pub(super) fn visit_contacts(&self, visit: &mut impl FnMut(Choice)) {
        self.contactable(self.march.mover).for_each(|enemy| visit(Choice::Contact { enemy }));
        visit(Choice::Done);
    }

    pub(super) fn check_contacts(&self, choice: Choice) -> Result<(), Refusal> {
        match choice {
            Choice::Done => Ok(()),
            Choice::Contact { enemy } if usize::from(enemy) < self.units.len() => {
                self.check_contact(self.march.mover, enemy, self.march.left, self.march.went)
            }
            _ => Err(Refusal::new("HX-TRN-02", "that is not to be decided now")),
        }
    }

    /// A unit that entered enemy zones contacts whom it must (HX-ZOC-04, HX-ZOC-07).
    pub(super) fn contact_entered<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        unit: UnitId,
        dice: &mut D,
        observer: &mut C,
    ) {
        let (hex, left) = (self.unit(unit).hex, self.march.left);
        let owners: ArrayVec<UnitId, ROUND> = self.zones_over(side_of(unit), hex).collect();
        for enemy in owners {
            if self.check_melee(unit, enemy, left, true).is_ok() {
                observer.rule_fired(rule::ZOC_04);
                self.contact(unit, enemy, dice, observer);
            }
        }
    }

    /// A unit that withdrew from melee into enemy zones fights in the next melee step, not in this one (HX-MEL-19, R-153).
    pub(super) fn owe_melee<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, observer: &mut C) {
        let owners: ArrayVec<UnitId, ROUND> = self.zones_over(side_of(unit), self.unit(unit).hex).collect();
        for enemy in owners {
            if self.check_melee(unit, enemy, 0, false).is_ok() {
                observer.rule_fired(rule::MEL_19);
                self.begin_contact(unit, enemy, observer);
                if let Some(contact) = self.contacts.last_mut() {
                    contact.fought = true;
                }
            }
        }
    }

    /// Two units come into contact: what is settled at once is settled, the rest is fought in the melee step.
    pub(super) fn contact<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        unit: UnitId,
        enemy: UnitId,
        dice: &mut D,
        observer: &mut C,
    ) {
        for one in [unit, enemy] {
            if self.own_force(one).hidden.contains(one) {
                self.reveal(one, observer);
            }
        }
        let (force, profile) = (self.own_force(enemy), self.profile(enemy));
        let cavalry = self.is_cavalry(unit);
        if force.crews.contains(enemy) {
            observer.rule_fired(rule::ART_11);
            match self.setup.rules.artillery_crew_contact {
                ArtilleryCrewContact::StepBack => {
                    let known = if self.march.chased.0 == unit { self.march.chased.1 } else { UnitSet::EMPTY };
                    self.march.chased = (unit, known | bit(enemy));
                    self.crew_steps_back(enemy, unit, dice, observer);
                }
                ArtilleryCrewContact::Destroyed => self.remove(enemy, Cause::Destroyed, observer),
            }
            return;
        }
        let rides = self.kind(enemy).mounted.is_some() || profile.service == Service::Mounted;
        let dragoons = rides && self.setup.codex.profile(self.unit(enemy).kind).service == Service::Mounted;
        let routs = dragoons
            && (profile.service == Service::Mounted
                || self.setup.rules.mounted_rout_by_cavalry == MountedRoutByCavalry::Always);
        match profile.service {
            Service::Wagon => self.remove(enemy, Cause::Destroyed, observer),
            Service::Skirmisher if cavalry => {
                observer.rule_fired(rule::SKM_01);
                self.remove(enemy, Cause::Destroyed, observer);
            }
            Service::Skirmisher if !self.is_routed(enemy) => {
                observer.rule_fired(rule::SKM_01);
                self.march.evader = enemy;
            }
            _ if routs && cavalry && !self.is_routed(enemy) => {
                observer.rule_fired(rule::MNT_01);
                self.break_unit(enemy, observer);
                self.run_breaking(dice, observer);
            }
            _ => self.begin_contact(unit, enemy, observer),
        }
    }

    /// Two units are in contact from now on.
    pub(super) fn begin_contact<C: Observer<events::LogEntry>>(
        &mut self,
        attacker: UnitId,
        defender: UnitId,
        observer: &mut C,
    ) {
        let known = self.contacts.iter().any(|contact| contact.other(attacker) == Some(defender));
        if known || self.contacts.is_full() {
            return;
        }
        self.contacts.push(Contact { attacker, defender, rounds: 0, fought: false });
        for unit in [attacker, defender] {
            self.interrupt_work(unit);
        }
        observer.event(|| events::contact(self, attacker, defender));
    }

    /// Skirmishers in contact rout or are removed, as their owner likes (HX-SKM-01, R-97).
    pub(super) fn evade<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        choice: Choice,
        dice: &mut D,
        observer: &mut C,
    ) {
        let unit = self.march.evader;
        self.march.evader = NOBODY;
        if choice == Choice::Rout {
            self.break_unit(unit, observer);
        } else {
            self.remove(unit, Cause::Destroyed, observer);
        }
        self.run_breaking(dice, observer);
    }
}
