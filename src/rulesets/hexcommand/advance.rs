//! What winners of a melee do: they advance, or turn, and may contact others (HX-MEL-16, HX-MEL-17, R-151, R-152).

use arrayvec::ArrayVec;

use super::choices::Choice;
use super::codex::Service;
use super::events;
use super::ledger::rule;
use super::melee_step::MOST_WINNERS;
use super::rules::{FatigueFacing, MeleeAdvanceContact};
use super::state::{Battle, Decision, MOST_CONTACTS, NOBODY, UnitId, bit, place_of, side_of};
use super::terrain::Wood;
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

/// A winner of the melee step, who may still go in or turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winner {
    /// The unit.
    pub unit: UnitId,
    /// The hex that it may go into; nowhere when it may turn alone.
    pub hex: HexIndex,
    /// It has gone in.
    pub entered: bool,
    /// It has turned as well, and may contact enemies whom it met.
    pub contacting: bool,
}

impl Battle<'_> {
    /// Whether a winner can go into the hex in front of it that was left.
    #[must_use]
    pub fn may_advance_into(&self, unit: UnitId, hex: HexIndex) -> bool {
        let (field, from) = (&self.setup.field, self.unit(unit).hex);
        let spent = self.setup.rules.fatigue_movement == 0 && self.is_spent(unit);
        let riding = matches!(self.profile(unit).service, Service::Horse | Service::Mounted);
        field.direction(from, hex).is_some_and(|direction| self.may_be_driven(unit, from, direction))
            && self.in_front(unit, hex)
            && self.at(hex).is_none()
            && !spent
            && !(riding && self.bars_riders(hex))
    }

    /// Whether riders never advance into a hex: forest, trench, redoubt, fort.
    fn bars_riders(&self, hex: HexIndex) -> bool {
        let terrain = &self.setup.codex.terrain[usize::from(self.setup.field.terrain[usize::from(hex)])];
        terrain.wood == Wood::Dense || terrain.fort || self.is_fortified(hex)
    }

    /// Whether a unit may turn at all (HX-MOV-12, R-53).
    fn may_turn(&self, unit: UnitId) -> bool {
        self.setup.rules.fatigue_facing == FatigueFacing::Free || !self.is_spent(unit)
    }

    /// Takes note of a winner, with the hex that it may go into.
    pub(super) fn note_winner(&mut self, unit: UnitId, hex: HexIndex, entered: bool) {
        match self.melee.winners.iter_mut().find(|winner| winner.unit == unit) {
            Some(winner) if winner.hex == NOWHERE => (winner.hex, winner.entered) = (hex, entered),
            Some(_) => {}
            None => self.melee.winners.push(Winner { unit, hex, entered, contacting: false }),
        }
    }

    /// Takes note of who charged a unit that is about to rout by fire.
    pub(super) fn note_chargers(&mut self, unit: UnitId) {
        if !self.setup.rules.melee_advance_after_fire {
            return;
        }
        let hex = self.unit(unit).hex;
        for contact in &self.contacts {
            if contact.defender == unit && !self.melee.chargers.is_full() {
                self.melee.chargers.push((contact.attacker, unit, hex));
            }
        }
    }

    /// Makes winners of chargers whose enemies have run from fire.
    pub(super) fn reward_chargers<D: Dice, C: Observer<events::LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        let chargers = std::mem::take(&mut self.melee.chargers);
        let losers: ArrayVec<(UnitId, HexIndex), MOST_WINNERS> =
            chargers.iter().map(|(_, loser, hex)| (*loser, *hex)).collect();
        let mut last = None;
        for loser in losers {
            if last.replace(loser) != Some(loser) {
                let of = chargers.iter().filter(|charger| (charger.1, charger.2) == loser);
                let victors: ArrayVec<UnitId, MOST_CONTACTS> = of.map(|charger| charger.0).collect();
                self.reward(loser, &victors, dice, observer);
            }
        }
        self.sort_winners();
    }

    /// Finds the winners of a round: who of `pairs` is steady, out of contact, and fought an enemy that left its hex, one of
    /// `places`.
    pub(super) fn find_winners<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        pairs: &[[UnitId; 2]],
        places: &[[HexIndex; 2]],
        dice: &mut D,
        observer: &mut C,
    ) {
        let mut seen: ArrayVec<UnitId, MOST_WINNERS> = ArrayVec::new();
        for (pair, hexes) in pairs.iter().zip(places) {
            for place in 0..2 {
                let loser = pair[place];
                if self.is_steady(loser) || seen.contains(&loser) {
                    continue;
                }
                seen.push(loser);
                let foes = pairs.iter().filter_map(|[one, other]| match loser {
                    it if it == *one => Some(*other),
                    it if it == *other => Some(*one),
                    _ => None,
                });
                let victors: ArrayVec<UnitId, MOST_CONTACTS> = foes.collect();
                if victors.iter().any(|unit| self.is_steady(*unit) && self.in_contact(*unit)) {
                    observer.rule_fired(rule::MEL_12);
                }
                self.reward((loser, hexes[place]), &victors, dice, observer);
            }
        }
        self.sort_winners();
    }

    /// One at random of the victors that could enter the hex of a loser may go in; the others may turn (HX-MEL-16).
    fn reward<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        (loser, hex): (UnitId, HexIndex),
        victors: &[UnitId],
        dice: &mut D,
        observer: &mut C,
    ) {
        let free = |unit: &UnitId| self.is_steady(*unit) && !self.in_contact(*unit);
        let mounted = self.is_cavalry(loser);
        let engaged =
            |unit: &UnitId| self.melee.winners.iter().any(|winner| winner.unit == *unit && winner.hex != NOWHERE);
        let victors: ArrayVec<UnitId, MOST_CONTACTS> = victors.iter().copied().filter(free).collect();
        let able: ArrayVec<UnitId, MOST_CONTACTS> = victors
            .iter()
            .copied()
            .filter(|unit| !engaged(unit) && self.may_advance_into(*unit, hex))
            .filter(|unit| !mounted || self.is_cavalry(*unit))
            .collect();
        let lot = self.draw_unit("advance", loser, &able, dice, observer);
        let goes = able.get(lot).copied();
        for unit in victors {
            self.note_winner(unit, if goes == Some(unit) { hex } else { NOWHERE }, false);
        }
    }

    /// Draws one of several units by lot: its place among them; `what` the lot is for, and whose.
    pub(super) fn draw_unit<D: Dice, C: Observer<events::LogEntry>>(
        &self,
        what: &'static str,
        of: UnitId,
        among: &[UnitId],
        dice: &mut D,
        observer: &mut C,
    ) -> usize {
        self.draw_lot(what, of, among, |unit| self.name(unit), dice, observer)
    }

    /// The same for one of several hexes.
    pub(super) fn draw_hex<D: Dice, C: Observer<events::LogEntry>>(
        &self,
        what: &'static str,
        of: UnitId,
        among: &[HexIndex],
        dice: &mut D,
        observer: &mut C,
    ) -> usize {
        self.draw_lot(what, of, among, |hex| self.spot(hex), dice, observer)
    }

    /// The same for anything that has a name. Of a single one there is nothing to draw.
    fn draw_lot<T: Copy, D: Dice, C: Observer<events::LogEntry>>(
        &self,
        what: &'static str,
        of: UnitId,
        among: &[T],
        name: impl Fn(T) -> String,
        dice: &mut D,
        observer: &mut C,
    ) -> usize {
        if among.len() < 2 {
            return 0;
        }
        let lot = dice.pick(among.len() as u32) as usize;
        let thrown = dice.thrown();
        observer.event(|| {
            let names: Vec<String> = among.iter().map(|one| name(*one)).collect();
            events::lot(what, Some(self.name(of)), &names, lot, thrown)
        });
        lot
    }

    /// Puts winners into their order: phasing side first, then that of the lists.
    fn sort_winners(&mut self) {
        let phasing = self.phasing;
        self.melee.winners.sort_by_key(|winner| (side_of(winner.unit) != phasing, place_of(winner.unit)));
    }

    /// What the next winner has to decide; those who have nothing to decide any more are passed over.
    pub(super) fn next_winner(&mut self) -> Option<(Decision, Side)> {
        while let Some(winner) = self.melee.winners.first().copied() {
            let side = side_of(winner.unit);
            if winner.contacting && self.meets(winner.unit).next().is_some() {
                return Some((Decision::AdvanceContact, side));
            }
            let free = self.is_steady(winner.unit) && !self.in_contact(winner.unit) && !winner.contacting;
            let goes = self.may_still_go(&winner) || winner.entered || self.may_turn(winner.unit);
            if free && goes {
                return Some((Decision::Advance, side));
            }
            self.melee.winners.remove(0);
        }
        None
    }

    fn may_still_go(&self, winner: &Winner) -> bool {
        winner.hex != NOWHERE && !winner.entered && self.may_advance_into(winner.unit, winner.hex)
    }

    /// Enemies whom a unit could contact after its advance: in its front arc, on ground that it could enter (HX-MEL-01,
    /// HX-MEL-17). Those with whom contact is settled without a melee are left out.
    fn meets(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let (side, hex) = (side_of(unit), self.unit(unit).hex);
        let foe = self.force(side.other());
        let open = foe.present & foe.combat & !foe.hidden & !foe.fakes & !foe.crews;
        self.neighbours(hex).filter(move |enemy| {
            let at = self.unit(*enemy).hex;
            let direction = self.setup.field.direction(hex, at);
            side_of(*enemy) != side
                && open.contains(*enemy)
                && self.in_front(unit, at)
                && self.fights(unit)
                && direction.is_some_and(|direction| self.may_be_driven(unit, hex, direction))
                && (self.fights(*enemy) || self.is_battery(*enemy))
                && self.foes(unit).all(|other| other != *enemy)
        })
    }

    /// Shows what a winner may do.
    pub(super) fn visit_advance(&self, visit: &mut impl FnMut(Choice)) {
        let Some(winner) = self.melee.winners.first() else { return };
        if self.decision == Decision::AdvanceContact {
            self.meets(winner.unit).for_each(|enemy| visit(Choice::Contact { enemy }));
            return visit(Choice::Done);
        }
        let present = self.unit(winner.unit).facing;
        let turns = self.may_turn(winner.unit);
        let facings = || Direction::ALL.into_iter().filter(|facing| turns || *facing == present);
        if self.may_still_go(winner) {
            facings().for_each(|facing| visit(Choice::Advance { facing }));
        }
        facings().for_each(|facing| visit(Choice::Face { facing }));
    }

    /// Carries out what a winner does.
    pub(super) fn apply_advance<C: Observer<events::LogEntry>>(&mut self, choice: Choice, observer: &mut C) {
        let Some(winner) = self.melee.winners.first().copied() else { return };
        let unit = winner.unit;
        match choice {
            Choice::Advance { facing } => {
                observer.rule_fired(rule::MEL_16);
                self.drive(unit, winner.hex, observer);
                observer.event(|| events::advanced(self, unit));
                self.turn_to(unit, facing, observer);
                self.melee.winners[0].entered = true;
                self.meet(unit, observer);
            }
            Choice::Face { facing } => {
                self.turn_to(unit, facing, observer);
                if winner.entered {
                    self.meet(unit, observer);
                } else {
                    self.melee.winners.remove(0);
                }
            }
            Choice::Contact { enemy } => self.join(unit, enemy, observer),
            _ => {
                self.melee.winners.remove(0);
            }
        }
    }

    /// A unit that has gone in may contact whom it met; zones that it entered bind it where contact is mandatory (HX-MEL-17).
    fn meet<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, observer: &mut C) {
        self.melee.winners[0].contacting = true;
        if self.setup.rules.melee_advance_contact == MeleeAdvanceContact::Mandatory {
            let (side, hex) = (side_of(unit), self.unit(unit).hex);
            let bound: ArrayVec<UnitId, 6> =
                self.meets(unit).filter(|enemy| self.zones_over(side, hex).any(|zone| zone == *enemy)).collect();
            for enemy in bound {
                self.join(unit, enemy, observer);
            }
        }
    }

    /// Contact after an advance: it is fought in the next melee step.
    fn join<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, enemy: UnitId, observer: &mut C) {
        observer.rule_fired(rule::MEL_17);
        self.begin_contact(unit, enemy, observer);
        for contact in &mut self.contacts {
            contact.fought |= contact.attacker == unit && contact.defender == enemy;
        }
    }

    /// Turns a unit in its hex.
    pub(super) fn turn_to<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, facing: Direction, observer: &mut C) {
        if self.unit(unit).facing != facing {
            let state = self.unit_mut(unit);
            state.facing = facing;
            state.aimed_at = NOBODY;
            let force = self.force_mut(side_of(unit));
            force.turned |= bit(unit);
            force.stirred |= bit(unit);
            observer.event(|| events::status(self, unit, "turned"));
        }
    }
}
