//! Integrity of a force (HX-INT): its losses, its checks, and the withdrawal of units that fail.

use arrayvec::ArrayVec;

use super::events;
use super::integrity::{self, Losses};
use super::ledger::rule;
use super::order_of_battle::MOST_UNITS;
use super::rout::Cause;
use super::rules::{IntegrityDueUnits, IntegrityEdge, IntegrityMeasure, IntegritySupremeCheck, Scope};
use super::state::{Battle, NOBODY, UnitId, UnitSet, bit, members, place_of, side_of, unit_id};
use crate::dice::Dice;
use crate::game::keyed::keyed;
use crate::game::{Observer, Side};
use crate::tabletop::hex::NOWHERE;

keyed! {
    /// Which of a side's units a loss is read on.
    Book {
        /// The force that began, and what came before a first check.
        First = "first",
        /// What came after it (HX-INT-05).
        Late = "late",
        /// The whole list, for the break point.
        Whole = "whole",
    }
}

impl Battle<'_> {
    /// The units of a book.
    fn listed(&self, side: Side, book: Book) -> UnitSet {
        let force = self.force(side);
        let due = force.due | force.unplaced;
        match (book, self.setup.rules.integrity_due_units) {
            (Book::First, IntegrityDueUnits::Both) => force.combat & !force.late,
            (Book::First, _) => force.combat & !force.late & !due,
            (Book::Late, _) => force.combat & force.late,
            (Book::Whole, IntegrityDueUnits::None) => force.combat & !due,
            (Book::Whole, _) => force.combat,
        }
    }

    /// Commanders of a side who were lost, less those gained.
    #[must_use]
    pub fn commanders_missed(&self, side: Side) -> u8 {
        self.commanders_lost(side).saturating_sub(self.force(side).commanders_gained)
    }

    /// What a side has lost (HX-INT-01). A battery whose crew is off the guns is a removed unit.
    #[must_use]
    pub fn losses(&self, side: Side, book: Book) -> Losses {
        let (rules, force) = (&self.setup.rules, self.force(side));
        let listed = self.listed(side, book);
        let weigh = |set: UnitSet| match rules.integrity_measure {
            IntegrityMeasure::Units => set.len(),
            // In hundredths of a point.
            IntegrityMeasure::Points => {
                members(side, set).map(|unit| (self.kind(unit).cost * 100.0).round() as u32).sum()
            }
        };
        let gone = listed & (force.removed | force.crews);
        let commands = book != Book::Late;
        let supreme_lost = book == Book::First
            && force.supreme_lost
            && match rules.integrity_supreme_check {
                IntegritySupremeCheck::Once => true,
                IntegritySupremeCheck::EachTurn => force.supreme == NOBODY,
                IntegritySupremeCheck::Off => false,
            };
        Losses {
            start: weigh(listed),
            removed: weigh(gone),
            routed: weigh(listed & force.routed & force.present & !gone),
            commanders_start: if commands { force.commanders_start } else { 0 },
            commanders_lost: if commands { self.commanders_missed(side) } else { 0 },
            supreme_lost,
        }
    }

    /// Whether a book must be checked now.
    fn checks(&self, side: Side, book: Book) -> bool {
        let losses = self.losses(side, book);
        losses.start > 0 && integrity::must_check(&self.setup.rules, self.force(side).break_point, &losses)
    }

    /// Whether a side must check its integrity in its command step (HX-INT-02).
    #[must_use]
    pub fn integrity_due(&self, side: Side) -> bool {
        self.checks(side, Book::First) || self.checks(side, Book::Late)
    }

    /// A side checks the integrity of its forces that are due (HX-INT-03).
    pub(super) fn integrity_step<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        side: Side,
        dice: &mut D,
        observer: &mut C,
    ) {
        let due = [Book::First, Book::Late].map(|book| (book, self.checks(side, book)));
        for (book, _) in due.into_iter().filter(|(_, due)| *due) {
            let losses = self.losses(side, book);
            observer.rule_fired(match book {
                Book::Late => rule::INT_05,
                _ if losses.supreme_lost => rule::INT_07,
                _ => rule::INT_02,
            });
            observer.rule_fired(rule::INT_01);
            observer.event(|| events::integrity(self, side, book, &losses));
            let failed =
                self.roll_integrity(side, self.listed(side, book), self.setup.rules.integrity_scope, dice, observer);
            let steps = self.setup.rules.integrity_withdrawal;
            self.fall_back(side, failed, |_| steps, observer);
            let once = self.setup.rules.integrity_supreme_check == IntegritySupremeCheck::Once;
            let force = self.force_mut(side);
            force.checked = true;
            force.supreme_lost &= !(once && book == Book::First);
        }
    }

    /// Every unit of a side rolls at once, for its supreme commander has fallen as a figure; those that fail go back by whole
    /// turns (HX-CMD-15).
    pub(super) fn flee_from_loss<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        side: Side,
        dice: &mut D,
        observer: &mut C,
    ) {
        observer.rule_fired(rule::CMD_15);
        let losses = self.losses(side, Book::Whole);
        observer.event(|| events::integrity(self, side, Book::Whole, &losses));
        let all = self.force(side).combat;
        let failed = self.roll_integrity(side, all, Scope::Unit, dice, observer);
        let (rules, turns) = (&self.setup.rules, self.setup.rules.integrity_supreme_turns);
        let moves: [u8; MOST_UNITS] = std::array::from_fn(|place| {
            let unit = unit_id(side, place);
            if failed.contains(unit) { self.profile(unit).allowance(rules).saturating_mul(turns) } else { 0 }
        });
        self.fall_back(side, failed, |unit| moves[place_of(unit)], observer);
    }

    /// Which of these units fail: steady combat units out of contact roll, in the order of the list, each or all together
    /// (HX-INT-03, HX-INT-04, R-162).
    fn roll_integrity<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        side: Side,
        units: UnitSet,
        scope: Scope,
        dice: &mut D,
        observer: &mut C,
    ) -> UnitSet {
        let (codex, rules) = (&self.setup.codex, &self.setup.rules);
        let who: UnitSet =
            members(side, self.force(side).fit() & units).filter(|unit| !self.in_contact(*unit)).collect();
        let mut failed = UnitSet::EMPTY;
        if scope == Scope::Force {
            observer.rule_fired(rule::INT_04);
            if !who.is_empty() && integrity::fails(codex, rules, dice) {
                failed = who;
            }
            let thrown = dice.thrown();
            observer.event(|| events::integrity_roll(self, side, None, !failed.is_empty(), thrown));
            return failed;
        }
        for unit in members(side, who) {
            observer.rule_fired(rule::INT_03);
            let fails = integrity::fails(codex, rules, dice);
            if fails {
                failed |= bit(unit);
            }
            let thrown = dice.thrown();
            observer.event(|| events::integrity_roll(self, side, Some(unit), fails, thrown));
        }
        failed
    }

    /// Units that failed go back, nearest to their own edge first.
    fn fall_back<C: Observer<events::LogEntry>>(
        &mut self,
        side: Side,
        failed: UnitSet,
        steps: impl Fn(UnitId) -> u8,
        observer: &mut C,
    ) {
        let mut order: ArrayVec<UnitId, MOST_UNITS> = members(side, failed).collect();
        order.sort_by_key(|unit| (self.steps_home(side, self.unit(*unit).hex), place_of(*unit)));
        for unit in order {
            self.withdraw(unit, steps(unit), observer);
        }
    }

    /// A unit goes straight to its rear and keeps its facing: it stops before an occupied hex, an active enemy zone and ground
    /// that is barred to it (HX-INT-03, R-103, R-162, R-163).
    fn withdraw<C: Observer<events::LogEntry>>(&mut self, unit: UnitId, steps: u8, observer: &mut C) {
        let side = side_of(unit);
        if self.force(side).hidden.contains(unit) {
            self.reveal(unit, observer);
        }
        self.interrupt_work(unit);
        let fixed = self.is_fixed(unit);
        let rear = if self.profile(unit).all_round { Self::homeward(side) } else { self.unit(unit).facing.opposite() };
        let battery = self.is_battery(unit);
        let force = self.force_mut(side);
        force.withdrew |= bit(unit);
        if fixed {
            // What stays where it is recovers (HX-RAL-08).
            return;
        }
        force.stirred |= bit(unit);
        let limbers = battery && !force.crews.contains(unit) && !force.limbered.contains(unit);
        force.limbered |= UnitSet::of_if(unit, limbers);
        if limbers {
            observer.event(|| events::status(self, unit, "limbered"));
        }
        let (from, mut off) = (self.unit(unit).hex, false);
        for _ in 0..steps {
            let hex = self.unit(unit).hex;
            let next = self.setup.field.neighbour(hex, rear);
            if next == NOWHERE {
                off = self.setup.rules.integrity_edge == IntegrityEdge::Removed;
                break;
            }
            let open =
                self.may_be_driven(unit, hex, rear) && self.at(next).is_none() && !self.in_enemy_zone(side, next);
            if !open {
                break;
            }
            self.drive(unit, next, observer);
        }
        observer.event(|| events::withdrawn(self, unit, from));
        if off {
            self.remove(unit, Cause::Withdrew, observer);
        }
    }
}

#[cfg(test)]
mod tests;
