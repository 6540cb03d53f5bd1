//! What an action leaves behind, once all of it is done: tests for pinning, wrecks, explosions.

use super::combat::morale::most_to_pass;
use super::events::LogEntry;
use super::ledger::rule;
use super::profiles::Trait;
use super::roll_step::RollKind;
use super::state::{Battle, TeamId, bit, members, side_of};
use super::terrain::Kind;
use crate::dice::Dice;
use crate::game::{Observer, Side};

impl Battle<'_> {
    /// Whether tests for pinning are due.
    #[must_use]
    pub(super) fn has_pin_tests(&self) -> bool {
        self.pin_tests.iter().any(|set| !set.is_empty())
    }

    /// The next test for pinning: the side whose Phase it is not first (CW-BAS-25).
    pub(super) fn run_pin_tests<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        for side in [self.active.other(), self.active] {
            let due = &mut self.pin_tests[side.index()];
            let Some(team) = members(side, *due).next() else { continue };
            *due &= !bit(team);
            if self.own_force(team).present.contains(team) {
                self.throw(RollKind::Pinning(team), side, 2, dice, observer);
            }
            return;
        }
    }

    /// Whether the dice of a test on Ld pass it (CW-BAS-25, CW-SHK-04).
    #[must_use]
    pub fn passes_test(&self, team: TeamId, thrown: &[u8], margin: u16) -> bool {
        let sum: i32 = thrown.iter().map(|die| i32::from(*die)).sum();
        let fearless = self.profile(team).is(Trait::Fearless);
        fearless || sum <= most_to_pass(self.ld(team), self.team(team).shock, margin, false)
    }

    /// The dice of a test for pinning stand (CW-SHK-08).
    pub(super) fn take_pin_test<C: Observer<LogEntry>>(&mut self, team: TeamId, thrown: &[u8], observer: &mut C) {
        if !self.passes_test(team, thrown, 0) {
            self.pin(team);
            observer.rule_fired(rule::BAS_25);
        }
    }

    /// A Team is pinned by a test: off Overwatch, and pinned until the end of its owner's next Phase (CW-SHK-08, CW-SHO-07).
    pub(super) fn pin(&mut self, team: TeamId) {
        let side = side_of(team);
        let own_phase = side == self.active;
        let force = self.force_mut(side);
        force.pinned |= bit(team);
        force.tally.pinned |= bit(team);
        force.overwatch &= !bit(team);
        force.overwatch_moved &= !bit(team);
        if own_phase {
            force.newly_pinned |= bit(team);
        }
    }

    /// A vehicle has no hull points left: a wreck lies where it stood.
    pub(super) fn wreck<D: Dice, C: Observer<LogEntry>>(&mut self, vehicle: TeamId, dice: &mut D, observer: &mut C) {
        let (riders, hull) = (self.riders(vehicle), self.stand(vehicle));
        let state = self.team(vehicle);
        let piece = self.setup.field.piece(Kind::Wreck, state.at, f64::from(state.heading));
        self.additions.lay(&self.setup.field, piece);
        self.destroy(vehicle, "wrecked", observer);
        self.spill((side_of(vehicle), riders), &hull, false, dice, observer);
    }

    /// A vehicle explodes: nothing is left of it.
    pub(super) fn explode<D: Dice, C: Observer<LogEntry>>(&mut self, vehicle: TeamId, dice: &mut D, observer: &mut C) {
        let (riders, hull) = (self.riders(vehicle), self.stand(vehicle));
        self.destroy(vehicle, "exploded", observer);
        self.spill((side_of(vehicle), riders), &hull, true, dice, observer);
    }

    /// The side of the Phase first, then the other.
    #[must_use]
    pub fn sides_in_turn(&self) -> [Side; 2] {
        [self.active, self.active.other()]
    }
}
