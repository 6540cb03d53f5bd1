//! The melee step (HX-MEL, R-146): primaries, canister, batteries taken, routed enemies, dice, results, routs, advances.
//!
//! The dice of a round and its results are in [`clash`].

mod clash;

use arrayvec::ArrayVec;

use super::advance::Winner;
use super::artillery;
use super::choices::{Choice, Refusal};
use super::codex::{Tag, Trait};
use super::events;
use super::fire::Struck;
use super::ledger::rule;
use super::melee::Fighter;
use super::order_of_battle::MOST_UNITS;
use super::rout::Cause;
use super::rules::{MeleePlane, MeleePrimary};
use super::state::{
    Battle, Contact, Decision, Fate, MOST_CONTACTS, NOBODY, UnitId, UnitSet, bit, members, place_of, side_of,
};
use crate::dice::Dice;
use crate::game::{Observer, Side, UnitStat};
use crate::tabletop::hex::{Aspect, HexIndex, NOWHERE};

/// Where a melee step is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// Primary enemies are named.
    #[default]
    Primaries,
    /// Batteries fire canister.
    Canister,
    /// Batteries are taken, and routed enemies rolled for.
    Taking,
    /// The stronger press.
    Press,
    /// All pairs roll.
    Clash,
    /// Winners advance, or turn.
    Advances,
}

/// Units of both sides, in an order.
type UnitList = ArrayVec<UnitId, { 2 * MOST_UNITS }>;

/// Most winners of a melee step.
pub(super) const MOST_WINNERS: usize = 2 * MOST_UNITS;

/// What the melee step is in the middle of.
#[derive(Clone, Debug)]
pub struct Progress {
    stage: Stage,
    /// Primary enemy of each unit that has several, as far as it has been named.
    primaries: [UnitId; 2 * MOST_UNITS],
    /// The enemy whom each unit presses, as far as it has been named.
    pressed: [UnitId; 2 * MOST_UNITS],
    /// Batteries that have had their canister.
    discharged: [UnitSet; 2],
    /// The pairs that rolled.
    pairs: ArrayVec<[UnitId; 2], MOST_CONTACTS>,
    /// Who may advance or turn, in the order in which they do.
    pub(super) winners: ArrayVec<Winner, MOST_WINNERS>,
    /// Chargers whose enemy routed by fire, and where it stood.
    pub(super) chargers: ArrayVec<(UnitId, UnitId, HexIndex), MOST_WINNERS>,
    /// The advances are those after fire.
    pub(super) after_fire: bool,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            stage: Stage::Primaries,
            primaries: [NOBODY; 2 * MOST_UNITS],
            pressed: [NOBODY; 2 * MOST_UNITS],
            discharged: [UnitSet::EMPTY; 2],
            pairs: ArrayVec::new(),
            winners: ArrayVec::new(),
            chargers: ArrayVec::new(),
            after_fire: false,
        }
    }
}

impl Battle<'_> {
    /// Begins the melee step of a half, of a turn, or of a group.
    pub(super) fn begin_melee<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        self.melee = Progress::default();
        for force in &mut self.forces {
            force.fought = UnitSet::EMPTY;
        }
        self.next_melee(observer);
    }

    /// Whether a contact is to be fought in this melee step.
    fn is_due(&self, contact: &Contact) -> bool {
        let active = |unit: UnitId| side_of(unit) == self.phasing && self.unit(unit).group == self.active_group;
        !contact.fought && (!self.by_group() || active(contact.attacker) || active(contact.defender))
    }

    /// The contacts that are due.
    fn due(&self) -> impl Iterator<Item = &Contact> + '_ {
        self.contacts.iter().filter(|contact| self.is_due(contact))
    }

    /// Whether a unit rolls in melee as it stands.
    fn is_able(&self, unit: UnitId) -> bool {
        self.is_steady(unit) && self.fights(unit)
    }

    /// The enemies with whom a unit rolls in this step: pairs with batteries and with routed units are none.
    fn opponents(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let fights = self.is_able(unit);
        let foes = self.due().filter_map(move |contact| contact.other(unit));
        foes.filter(move |foe| fights && self.is_able(*foe))
    }

    /// All units, those of the phasing side first.
    fn in_order(&self) -> impl Iterator<Item = UnitId> + use<> {
        let sides = [self.phasing, self.phasing.other()].map(|side| (side, self.force(side).present));
        sides.into_iter().flat_map(|(side, present)| members(side, present))
    }

    /// Leads to what is to be decided next in the melee step, or ends it.
    pub(super) fn next_melee<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        loop {
            let asked = match self.melee.stage {
                Stage::Primaries => self.unnamed().map(|unit| (Decision::Primary, self.names_primary_of(unit))),
                Stage::Canister => self.loaded().map(|battery| (Decision::Canister, side_of(battery))),
                Stage::Taking => self.has_prey().then_some((Decision::Melee, self.phasing)),
                Stage::Press => self.pressing().map(|unit| (Decision::Press, side_of(unit))),
                Stage::Clash => {
                    let fights = self.in_order().any(|unit| self.opponents(unit).next().is_some());
                    fights.then_some((Decision::Melee, self.phasing))
                }
                Stage::Advances => self.next_winner(),
            };
            if let Some((decision, decider)) = asked {
                (self.decision, self.decider) = (decision, decider);
                return;
            }
            self.melee.stage = match self.melee.stage {
                Stage::Primaries => Stage::Canister,
                Stage::Canister => Stage::Taking,
                Stage::Taking => Stage::Press,
                Stage::Press => Stage::Clash,
                Stage::Clash => Stage::Advances,
                Stage::Advances => return self.close_melee(observer),
            };
        }
    }

    /// Advances after fire, where chargers make them. Whether anybody has to decide.
    pub(super) fn begin_charges<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) -> bool {
        if self.melee.winners.is_empty() {
            return false;
        }
        (self.melee.stage, self.melee.after_fire) = (Stage::Advances, true);
        observer.rule_fired(rule::MEL_16);
        match self.next_winner() {
            Some((decision, decider)) => {
                (self.decision, self.decider) = (decision, decider);
                true
            }
            None => false,
        }
    }

    /// The next unit with several enemies whose primary one has not been named (HX-MEL-11).
    fn unnamed(&self) -> Option<UnitId> {
        self.in_order()
            .find(|unit| self.melee.primaries[usize::from(*unit)] == NOBODY && self.opponents(*unit).nth(1).is_some())
    }

    /// Who names the primary enemy of a unit.
    fn names_primary_of(&self, unit: UnitId) -> Side {
        if self.setup.rules.melee_primary == MeleePrimary::Owner {
            side_of(unit)
        } else if self.by_activation() && !self.by_group() {
            side_of(unit).other()
        } else {
            self.phasing
        }
    }

    /// The primary enemy of a unit among those with whom it rolls: the one that was named, or the only one.
    fn primary_of(&self, unit: UnitId) -> UnitId {
        let named = self.melee.primaries[usize::from(unit)];
        let still = |foe: &UnitId| named == NOBODY || *foe == named;
        self.opponents(unit).find(still).or_else(|| self.opponents(unit).next()).unwrap_or(NOBODY)
    }

    /// Attackers at whom a battery can fire canister: in front of it, in the first round (HX-ART-09).
    fn canister_targets(&self, battery: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let force = self.own_force(battery);
        let manned = force.steady() & force.combat & !force.limbered & !force.crews & !force.fakes;
        let spent = self.melee.discharged[side_of(battery).index()].contains(battery);
        let fired = if self.by_activation() { force.fired_now } else { force.fired };
        let gun = self.weapon(battery).filter(|weapon| weapon.is_gun() && manned.contains(battery) && !spent);
        let rules = &self.setup.rules;
        let ready = gun.is_some_and(|gun| artillery::has_canister(rules, gun, true, fired.contains(battery)));
        let foes = self.due().filter(move |contact| ready && contact.rounds == 0);
        foes.filter_map(move |contact| contact.other(battery))
            .filter(move |foe| self.is_steady(*foe) && !self.flanked_from(battery, self.unit(*foe).hex))
    }

    /// The next battery with canister to fire.
    fn loaded(&self) -> Option<UnitId> {
        self.in_order().find(|unit| self.canister_targets(*unit).next().is_some())
    }

    /// Whether somebody is in contact who does not roll: a battery, a routed unit, or one that cannot fight.
    fn has_prey(&self) -> bool {
        self.due().any(|contact| !self.is_able(contact.attacker) || !self.is_able(contact.defender))
    }

    /// The next unit with several enemies that it could press (HX-MEL-15).
    fn pressing(&self) -> Option<UnitId> {
        let several = |unit: &UnitId| {
            self.melee.pressed[usize::from(*unit)] == NOBODY && self.weaker_foes(*unit).nth(1).is_some()
        };
        self.in_order().find(|unit| self.setup.rules.melee_points && several(unit))
    }

    /// Enemies than whom a unit is stronger.
    fn weaker_foes(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.opponents(unit).filter(move |foe| self.strength(unit, *foe) > self.strength(*foe, unit))
    }

    /// The contact of two units.
    fn contact_of(&self, unit: UnitId, foe: UnitId) -> Option<&Contact> {
        self.contacts.iter().find(|contact| contact.other(unit) == Some(foe))
    }

    /// Whether a friend stands past the melee plane of a unit and an enemy: a steady one that fights hand to hand, in one of the
    /// three hexes farthest from the unit round the enemy (HX-MEL-07, R-46).
    #[must_use]
    pub fn has_support(&self, unit: UnitId, foe: UnitId) -> bool {
        let (side, field) = (side_of(unit), &self.setup.field);
        let (from, to) = (self.unit(unit).hex, self.unit(foe).hex);
        let reach = match self.setup.rules.melee_plane {
            MeleePlane::Adjacent => 1,
            MeleePlane::Within2 => 2,
        };
        let Some(away) = field.direction(from, to) else { return false };
        let force = self.force(side);
        members(side, force.steady() & force.combat & !force.fakes & !force.hidden).any(|friend| {
            let hex = self.unit(friend).hex;
            friend != unit
                && self.is_able(friend)
                && self.range(to, hex) <= reach
                && field.aspect(to, away, hex) == Some(Aspect::Front)
        })
    }

    /// A unit as it fights an enemy in contact (HX-MEL-03).
    #[must_use]
    pub fn fighter(&self, unit: UnitId, foe: UnitId) -> Fighter {
        let (codex, rules, state) = (&self.setup.codex, &self.setup.rules, self.unit(unit));
        let toward = self.setup.field.direction(state.hex, self.unit(foe).hex);
        // HX-MEL-09
        let held = self.contact_of(unit, foe).is_none_or(|contact| contact.defender == unit);
        let side = side_of(unit);
        let leader = self.leader_in_combat(unit);
        Fighter {
            value: codex.melee_value(self.kind(unit), rules).unwrap_or(0),
            hits: state.hits,
            te: state.te,
            cover: self.cover(state.hex, self.unit(foe).hex, toward, held),
            commander: leader.map(|leader| self.commander(side, leader).values[Trait::Combat as usize]),
            support: self.has_support(unit, foe),
            rout_at: state.rout_at,
        }
    }

    /// Melee value of a unit against an enemy in contact, in the present round (HX-MEL-08, R-149).
    #[must_use]
    pub fn strength(&self, unit: UnitId, foe: UnitId) -> i32 {
        let round = u32::from(self.unit(unit).rounds) + 1;
        let on_flank = self.flanked_from(foe, self.unit(unit).hex);
        self.fighter(unit, foe).strength(&self.setup.rules, round, on_flank)
    }

    /// Shows what may be decided in the melee step.
    pub(super) fn visit_melee(&self, visit: &mut impl FnMut(Choice)) {
        match self.decision {
            Decision::Primary => {
                let Some(unit) = self.unnamed() else { return };
                self.opponents(unit).for_each(|enemy| visit(Choice::Primary { unit, enemy }));
            }
            Decision::Canister => {
                let Some(battery) = self.loaded() else { return };
                self.canister_targets(battery).for_each(|target| visit(Choice::Canister { target }));
            }
            Decision::Press => {
                let Some(unit) = self.pressing() else { return };
                self.weaker_foes(unit).for_each(|enemy| visit(Choice::Press { enemy }));
            }
            Decision::Advance | Decision::AdvanceContact => self.visit_advance(visit),
            _ => visit(Choice::Proceed),
        }
    }

    /// Whether a choice of the melee step is legal.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn check_melee_choice(&self, choice: Choice) -> Result<(), Refusal> {
        let mut legal = false;
        self.visit_melee(&mut |shown| legal |= shown == choice);
        if legal {
            return Ok(());
        }
        let (rule, reason) = match self.decision {
            Decision::Primary => ("HX-MEL-11", "one of the enemies of a unit that has several is named"),
            Decision::Canister => ("HX-ART-09", "canister goes at an attacker in front"),
            Decision::Press => ("HX-MEL-15", "it is not stronger than that enemy"),
            Decision::Advance => ("HX-MEL-16", "it may not go there, or not turn that way"),
            Decision::AdvanceContact => ("HX-MEL-17", "that enemy is not to be contacted"),
            _ => ("HX-MEL-04", "dice are thrown now"),
        };
        Err(Refusal::new(rule, reason))
    }

    /// Carries out a choice of the melee step.
    pub(super) fn apply_melee<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        choice: Choice,
        dice: &mut D,
        observer: &mut C,
    ) {
        match (self.decision, choice) {
            (Decision::Primary, Choice::Primary { unit, enemy }) => {
                observer.rule_fired(rule::MEL_11);
                self.melee.primaries[usize::from(unit)] = enemy;
            }
            (Decision::Canister, Choice::Canister { target }) => {
                if let Some(battery) = self.loaded() {
                    self.fire_canister(battery, target, dice, observer);
                }
                if self.loaded().is_none() {
                    self.run_breaking(dice, observer);
                }
            }
            (Decision::Press, Choice::Press { enemy }) => {
                if let Some(unit) = self.pressing() {
                    self.melee.pressed[usize::from(unit)] = enemy;
                }
            }
            (Decision::Melee, _) if self.melee.stage == Stage::Taking => {
                self.take_prey(dice, observer);
                self.melee.stage = Stage::Press;
            }
            (Decision::Melee, _) => {
                self.clash(dice, observer);
                self.melee.stage = Stage::Advances;
            }
            (Decision::Advance | Decision::AdvanceContact, choice) => {
                self.apply_advance(choice, observer);
            }
            _ => {}
        }
        if self.melee.after_fire {
            match self.next_winner() {
                Some((decision, decider)) => (self.decision, self.decider) = (decision, decider),
                None => self.next_step(observer),
            }
        } else {
            self.next_melee(observer);
        }
    }

    /// A battery fires canister at an attacker (HX-ART-09).
    fn fire_canister<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        battery: UnitId,
        attacker: UnitId,
        dice: &mut D,
        observer: &mut C,
    ) {
        let (codex, rules) = (&self.setup.codex, &self.setup.rules);
        let side = side_of(battery);
        self.melee.discharged[side.index()] |= bit(battery);
        let Some(gun) = self.weapon(battery) else { return };
        let on = self.target(attacker);
        let leader = self.leader_in_combat(attacker);
        let struck = artillery::canister(codex, rules, gun, true, false, &on, dice);
        let value = self.kind(attacker).value;
        let worth = value * on.worth(struck);
        observer.random_result(side_of(attacker), worth, value * artillery::expected(codex, rules, gun, &on));
        observer.rule_fired(rule::ART_09);
        observer.count(side, place_of(battery), UnitStat::Attacks, 1);
        self.credit(battery, worth, matches!(struck, Struck::Routs(_)), observer);
        let thrown = dice.thrown();
        observer.event(|| events::canister(self, battery, attacker, struck, thrown));
        if let (Struck::CommanderKilled, Some(leader)) = (struck, leader) {
            self.lose_commander(side_of(attacker), leader, Fate::Killed, observer);
        }
        self.wound(attacker, struck.hits(), observer);
    }

    /// Counts value that a unit destroyed, and a rout that it caused.
    pub(super) fn credit<C: Observer<events::LogEntry>>(
        &self,
        unit: UnitId,
        worth: f64,
        routs: bool,
        observer: &mut C,
    ) {
        if worth > 0.0 {
            let thousandths = (worth * 1000.0).round() as i64;
            observer.count(side_of(unit), place_of(unit), UnitStat::Destroyed, thousandths);
        }
        if routs {
            observer.count(side_of(unit), place_of(unit), UnitStat::Hindered, 1000);
        }
    }

    /// Batteries are taken; routed enemies are rolled for; who cannot fight gives way (R-146, steps 3 and 4).
    fn take_prey<D: Dice, C: Observer<events::LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        let battery = |unit: &UnitId| self.is_battery(*unit) && self.is_steady(*unit);
        let (batteries, others): (UnitList, UnitList) = self.in_order().partition(battery);
        for unit in batteries.into_iter().chain(others) {
            let due: ArrayVec<UnitId, MOST_CONTACTS> = self.due().filter_map(|contact| contact.other(unit)).collect();
            let steady: ArrayVec<UnitId, MOST_CONTACTS> =
                due.iter().copied().filter(|foe| self.is_steady(*foe)).collect();
            if self.is_able(unit) || steady.is_empty() || self.unit(unit).hex == NOWHERE {
                continue;
            }
            if self.is_routed(unit) {
                self.ride_down(unit, steady[0], dice, observer);
            } else if self.is_battery(unit) && !self.own_force(unit).crews.contains(unit) {
                let hex = self.unit(unit).hex;
                let captor = self.take_battery(unit, &steady, dice, observer);
                for winner in steady {
                    let entered = captor == Some(winner);
                    self.note_winner(winner, if entered { hex } else { NOWHERE }, entered);
                }
            } else {
                self.break_unit(unit, observer);
            }
        }
        self.run_breaking(dice, observer);
    }

    /// A routed unit in contact: one cube, red destroys it, blue makes it rout again (HX-MEL-20, R-196).
    fn ride_down<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        unit: UnitId,
        attacker: UnitId,
        dice: &mut D,
        observer: &mut C,
    ) {
        let cube = self.setup.codex.cube(self.setup.rules.dice_mapping);
        let side = side_of(unit);
        let red = cube.roll(dice).shows(Tag::Red);
        let chance = cube.faces.iter().filter(|face| face.shows(Tag::Red)).count() as f64 / 6.0;
        let worth = self.kind(unit).value * 0.5;
        let lost = if red { worth } else { 0.0 };
        observer.random_result(side, lost, worth * chance);
        observer.count(side_of(attacker), place_of(attacker), UnitStat::Attacks, 1);
        self.credit(attacker, lost, false, observer);
        observer.rule_fired(rule::MEL_20);
        let thrown = dice.thrown();
        observer.event(|| events::ridden_down(self, unit, attacker, red, thrown));
        if let Some(commander) = self.commander_with(unit) {
            self.lose_commander(side, commander, Fate::Captured, observer);
        }
        if red {
            self.remove(unit, Cause::Destroyed, observer);
        } else {
            self.end_contacts(unit);
            self.force_mut(side).breaking |= bit(unit);
        }
    }

    /// The melee step is over: rounds have been fought, and marks come off (R-146, step 9).
    fn close_melee<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let pairs = std::mem::take(&mut self.melee.pairs);
        let mut fought = [UnitSet::EMPTY; 2];
        for contact in &mut self.contacts {
            let pair = [contact.attacker, contact.defender];
            if pairs.iter().any(|[one, other]| pair.contains(one) && pair.contains(other)) {
                contact.rounds = contact.rounds.saturating_add(1);
                contact.fought = true;
                for unit in pair {
                    fought[side_of(unit).index()] |= bit(unit);
                }
            }
        }
        for side in Side::BOTH {
            for unit in members(side, fought[side.index()]) {
                let state = self.unit_mut(unit);
                state.rounds = state.rounds.saturating_add(1);
            }
            self.force_mut(side).fought = UnitSet::EMPTY;
        }
        // by groups each melee is fought once a turn.
        let by_group = self.by_group();
        for contact in &mut self.contacts {
            contact.fought &= by_group && contact.rounds > 0;
        }
        self.note_holders();
        self.next_step(observer);
    }
}

#[cfg(test)]
mod tests;
