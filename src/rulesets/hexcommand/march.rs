//! The movement step: one unit after another moves, declares its contacts, or is set to work.

use super::choices::{Act, Choice, March, Refusal};
use super::command;
use super::events;
use super::ledger::rule;
use super::movement::{Search, with_search};
use super::rules::ZocContact;
use super::state::{Battle, Decision, NOBODY, Step, UnitId, UnitSet, bit, members, side_of};
use crate::dice::{Dice, SeededDice};
use crate::game::{Observer, Side};

/// What the movement step is in the middle of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Who has ended its move and may still declare contacts, or [`NOBODY`].
    pub mover: UnitId,
    /// It entered a hex in this move.
    pub went: bool,
    /// It has movement points left (HX-MEL-02).
    pub left: u8,
    /// Skirmishers in contact whose owner decides, or [`NOBODY`] (HX-SKM-01).
    pub evader: UnitId,
    /// Before whom crews have last stepped back, or [`NOBODY`], and which crews. R-155 sets no end to that;
    /// so that nobody follows one for ever, a unit contacts a crew once in a half.
    pub chased: (UnitId, UnitSet),
}

impl Default for Progress {
    fn default() -> Self {
        Self { mover: NOBODY, went: false, left: 0, evader: NOBODY, chased: (NOBODY, UnitSet::EMPTY) }
    }
}

impl Battle<'_> {
    /// The movement of the phasing side, or of its active group, begins.
    pub(super) fn begin_movement<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        let side = self.phasing;
        self.march = Progress::default();
        for place in 0..self.force(side).size {
            let unit = super::state::unit_id(side, usize::from(place));
            // What arrivals have used of their move is known since they came on.
            if !self.force(side).arrived.contains(unit) {
                self.unit_mut(unit).steps = 0;
            }
        }
        self.send_back(side, observer);
    }

    /// What the movement step has still to decide.
    pub(super) fn ask_movement<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) -> Option<(Decision, Side)> {
        let side = self.phasing;
        if self.march.evader != NOBODY {
            return Some((Decision::Evade, side_of(self.march.evader)));
        }
        if self.march.mover != NOBODY {
            // It may have been driven off by what its contacts brought.
            let stands = self.force(side).present.contains(self.march.mover);
            if stands && self.contactable(self.march.mover).next().is_some() {
                return Some((Decision::Contact, side));
            }
            self.close_move(observer);
        }
        if self.routs_with_groups() {
            if !self.routers_due(side).is_empty() {
                return Some((Decision::RoutMoves, side));
            }
            if !self.groups[side.index()][usize::from(self.active_group)].activated {
                let asked = self.ask_commanders(Decision::AttachRouted);
                if asked.is_some() {
                    return asked;
                }
                self.groups[side.index()][usize::from(self.active_group)].activated = true;
            }
        }
        let waiting = !self.movers().is_empty() || self.may_enter_now(side);
        waiting.then_some((Decision::March, side))
    }

    /// A unit's move, with its contacts, is over.
    fn close_move<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        self.march.mover = NOBODY;
        self.reveal_what_is_near(observer);
    }

    pub(super) fn visit_movement(&self, visit: &mut impl FnMut(Choice)) {
        let side = self.phasing;
        with_search(|search| {
            for unit in members(side, self.movers()) {
                self.visit_marches(search, unit, &mut |march| visit(Choice::March(march)));
                self.visit_works(unit, visit);
            }
        });
        self.visit_late_entries(side, visit);
        visit(Choice::Done);
    }

    /// Shows a move to every end that a unit can reach, whatever it does beside going; and that it stays, where it could
    /// contact somebody by that.
    pub fn visit_marches(&self, search: &mut Search, unit: UnitId, visit: &mut impl FnMut(March)) {
        for act in Act::ALL {
            search.visit(self, unit, act, visit);
        }
        let stay = March::stay(unit, self.unit(unit).facing);
        if self.could_contact(unit, self.allowance(unit), false).next().is_some() && self.check_march(&stay).is_ok() {
            visit(stay);
        }
    }

    /// Any move of any unit, or the end of the step, without counting all of them.
    pub(super) fn any_march(&self, chance: &mut SeededDice) -> Choice {
        let side = self.phasing;
        let movers = self.movers();
        let entries = self.may_enter_now(side);
        let ends = 1 + movers.len() + u32::from(entries);
        let pick = chance.pick(ends);
        let mut found = Choice::Done;
        let mut count = 0;
        let mut take = |choice: Choice, chance: &mut SeededDice| {
            count += 1;
            if chance.pick(count) == 0 {
                found = choice;
            }
        };
        if pick < movers.len() {
            if let Some(unit) = movers.members(side).nth(pick as usize) {
                with_search(|search| {
                    self.visit_marches(search, unit, &mut |march| take(Choice::March(march), chance));
                });
                self.visit_works(unit, &mut |choice| take(choice, chance));
            }
        } else if pick < ends - 1 {
            self.visit_late_entries(side, &mut |choice| take(choice, chance));
        }
        found
    }

    pub(super) fn check_movement(&self, choice: Choice) -> Result<(), Refusal> {
        match choice {
            Choice::Done => Ok(()),
            Choice::March(march) => {
                self.check_own(march.unit)?;
                self.check_march(&march).map(|_| ())
            }
            Choice::Build { unit, works, hex } => {
                self.check_own(unit)?;
                self.check_build(unit, works, hex)
            }
            Choice::Enter { unit, hex, facing } => {
                self.check_own(unit)?;
                self.check_late_entry(unit, hex, facing)
            }
            _ => Err(Refusal::new("HX-TRN-02", "that is not to be decided now")),
        }
    }

    /// Carries out a choice of the movement step. Whether the step is over.
    pub(super) fn apply_movement<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        choice: Choice,
        dice: &mut D,
        observer: &mut C,
    ) -> bool {
        match (self.decision, choice) {
            (Decision::March, Choice::Done) => return true,
            (Decision::March, Choice::March(march)) => self.make_move(&march, dice, observer),
            (Decision::March, Choice::Build { unit, works, hex }) => self.set_to_work(unit, works, hex, observer),
            (Decision::March, Choice::Enter { unit, hex, facing }) => {
                self.enter_late(unit, hex, facing, dice, observer);
            }
            (Decision::Contact, Choice::Done) => self.close_move(observer),
            (Decision::Contact, Choice::Contact { enemy }) => {
                let unit = self.march.mover;
                if self.is_willing_to_contact(unit, dice, observer) {
                    self.contact(unit, enemy, dice, observer);
                } else {
                    self.close_move(observer);
                }
            }
            (Decision::Evade, choice) => self.evade(choice, dice, observer),
            _ => {}
        }
        false
    }

    fn make_move<D: Dice, C: Observer<events::LogEntry>>(&mut self, march: &March, dice: &mut D, observer: &mut C) {
        let unit = march.unit;
        let side = side_of(unit);
        if !self.obeys(march, dice, observer) {
            self.force_mut(side).done |= bit(unit);
            return;
        }
        if march.act != Act::None || !march.path.is_empty() || march.end != self.unit(unit).facing {
            self.interrupt_work(unit);
        }
        let outcome = self.carry_out(march, observer);
        self.force_mut(side).done |= bit(unit);
        if !self.force(side).present.contains(unit) {
            // It was a fake marker.
            return;
        }
        self.march.mover = unit;
        (self.march.went, self.march.left) = (outcome.went, outcome.left);
        let forced = outcome.in_zone && self.setup.rules.zoc_contact == ZocContact::Mandatory;
        if march.act == Act::Withdraw {
            self.owe_melee(unit, observer);
            self.march.mover = NOBODY;
            self.reveal_what_is_near(observer);
        } else if forced {
            self.contact_entered(unit, dice, observer);
        }
        self.run_breaking(dice, observer);
    }

    /// Whether a unit does what its orders did not foresee: a commander with it settles it, else his T is tried (HX-CVS-13).
    fn obeys<D: Dice, C: Observer<events::LogEntry>>(&mut self, march: &March, dice: &mut D, observer: &mut C) -> bool {
        let unit = march.unit;
        let from = self.unit(unit).hex;
        let to = self.check_march(march).map_or(from, |(_, at)| at.hex);
        self.check_orders(unit, from, to).is_ok() || self.decides_freely(unit, dice, observer)
    }

    fn is_willing_to_contact<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        unit: UnitId,
        dice: &mut D,
        observer: &mut C,
    ) -> bool {
        self.check_contact_orders(unit).is_ok() || self.decides_freely(unit, dice, observer)
    }

    fn decides_freely<D: Dice, C: Observer<events::LogEntry>>(
        &mut self,
        unit: UnitId,
        dice: &mut D,
        observer: &mut C,
    ) -> bool {
        observer.rule_fired(rule::CVS_13);
        if self.unit(unit).commander != NOBODY {
            return true;
        }
        let tactical = self.tactical_of(unit);
        let passed = command::check(tactical, dice);
        let thrown = dice.thrown();
        observer.event(|| events::check(self, "decision", unit, tactical, passed, thrown));
        passed
    }

    /// At the end of a half in which it stayed where it was a unit in column is deployed (HX-TER-09).
    pub(super) fn deploy_columns<C: Observer<events::LogEntry>>(&mut self, side: Side, observer: &mut C) {
        let force = self.force(side);
        let rested: UnitSet = force.column & !force.stirred;
        self.force_mut(side).column &= !rested;
        for unit in members(side, rested) {
            observer.event(|| events::status(self, unit, "deployed"));
        }
    }

    /// The moves of a group are over (HX-TRN-04).
    pub(super) fn end_group<C: Observer<events::LogEntry>>(&mut self, observer: &mut C) {
        debug_assert_eq!(self.step, Step::Opportunity);
        let side = self.phasing;
        self.groups[side.index()][usize::from(self.active_group)].activated = true;
        observer.rule_fired(rule::TRN_04);
    }
}
