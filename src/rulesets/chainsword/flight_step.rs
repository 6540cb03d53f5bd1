//! Flight: Teams that break or fail a test fall back, regroup, and leave the table (CW-TRN-07, CW-SHK-06, CW-SHK-10, CW-BAS-29, R-157 to R-159).

use arrayvec::ArrayVec;

use super::combat::morale::most_to_pass;
use super::events::{self, LogEntry};
use super::field::flights::Pursuers;
use super::force_morale_step::MoraleEvent;
use super::geometry::with_ways;
use super::ledger::rule;
use super::profiles::Trait;
use super::roll_step::RollKind;
use super::rules::Kept;
use super::state::{Battle, NOBODY, TeamId, TeamSet, bit, members, side_of};
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::plane::Segment;

impl Battle<'_> {
    /// Whether Teams have become broken and have not fled yet.
    #[must_use]
    pub(super) fn has_broken(&self) -> bool {
        self.broke.iter().any(|set| !set.is_empty())
    }

    /// The next Team that has become broken falls back at once; the side whose Phase it is not first (CW-SHK-06).
    pub(super) fn run_broken<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) {
        for side in [self.active.other(), self.active] {
            let broke = &mut self.broke[side.index()];
            let Some(team) = members(side, *broke).next() else { continue };
            *broke &= !bit(team);
            if self.stands(team) && self.is_broken(team) {
                observer.rule_fired(rule::SHK_06);
                if self.is_locked(team) {
                    //
                    self.give_way(team, dice, observer);
                } else {
                    self.take_flight(team, dice, observer);
                }
            }
            return;
        }
    }

    /// A Team starts to flee: off Overwatch, out of cover, 2d6 inches back, and Force Morale is tested.
    pub(super) fn take_flight<D: Dice, C: Observer<LogEntry>>(&mut self, team: TeamId, dice: &mut D, observer: &mut C) {
        self.take_flight_past(team, TeamSet::EMPTY, dice, observer);
    }

    /// The same past enemies that it fought.
    pub(super) fn take_flight_past<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        team: TeamId,
        fought: TeamSet,
        dice: &mut D,
        observer: &mut C,
    ) {
        if self.is_flyer(team) {
            // it leaves at once, and is not destroyed.
            self.lift(team);
            observer.event(|| events::left(self, team));
            return;
        }
        let own = bit(team);
        let force = self.own_force_mut(team);
        for set in [&mut force.overwatch, &mut force.overwatch_moved, &mut force.tactical] {
            *set &= !own;
        }
        let new = !force.fled.contains(team);
        force.fled |= own;
        if new && !self.is_officer(team) && !self.profile(team).is_vehicle() && !self.is_flyer(team) {
            self.owe(side_of(team), MoraleEvent::TeamBroken);
        }
        self.fall_back(team, fought, dice, observer);
    }

    /// A Team falls back 2d6 inches; Shock does not shorten that. `fought` are enemies whom it passes.
    pub(super) fn fall_back<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        team: TeamId,
        fought: TeamSet,
        dice: &mut D,
        observer: &mut C,
    ) {
        let inches = f64::from(dice.sum(2));
        let side = side_of(team);
        let enemies = self.standing_teams(side.other());
        let of = |set: TeamSet| -> super::geometry::Stands {
            members(side.other(), set).map(|enemy| self.stand(enemy)).collect()
        };
        let (foes, passed, friends) = (of(enemies & !fought), of(enemies & fought), self.stands_of(side, team));
        let pursuers = Pursuers { foes: &foes, fought: &passed, friends: &friends };
        let (stand, mover) = (self.stand(team), self.mover(team));
        let table = self.setup.field.table();
        let edges: ArrayVec<Segment, 2> = self.own_edges(side).iter().map(|edge| edge.line(table)).collect();
        let land = self.land();
        let flight = with_ways(|ways| ways.flight(&land, &stand, mover, &edges, inches, &pursuers));
        self.team_mut(team).at = flight.end();
        observer.event(|| events::flight(self, team, &flight, dice.thrown()));
        observer.rule_fired(rule::BAS_29);
        if flight.left || flight.lost {
            let officer = self.team(team).officer;
            self.destroy(team, if flight.left { "left the table" } else { "run down" }, observer);
            if officer != NOBODY {
                self.destroy(officer, "with his Team", observer);
            }
        } else if flight.mines().is_some() {
            self.spring_mines(team, dice, observer);
        }
        self.to_judge = true;
    }

    /// Models that a Team has as printed.
    fn printed_models(&self, team: TeamId) -> u16 {
        let state = self.team(team);
        let unit = self.setup.codex.fighters.get(usize::from(state.profile));
        let part = unit.and_then(|unit| unit.teams.get(usize::from(state.part)));
        part.map_or(1, |part| part.weapons.iter().map(|(_, count)| u16::from(*count)).sum())
    }

    /// Whether a Team has fewer models left than a quarter of those printed (CW-BAS-25).
    pub(super) fn is_under_a_quarter(&self, team: TeamId) -> bool {
        4 * u16::from(self.team(team).models) < self.printed_models(team)
    }

    /// The next falling-back Team of the active side tests to regroup; whether one was left (CW-TRN-07).
    pub(super) fn regroup_next<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> bool {
        let side = self.active;
        let queue = &mut self.queue[side.index()];
        let Some(team) = members(side, *queue).next() else { return false };
        *queue &= !bit(team);
        if self.stands(team) {
            self.throw(RollKind::Regroup(team), side, 2, dice, observer);
        }
        true
    }

    /// The dice of a test to regroup stand: it stops, or falls back once more (CW-BAS-29).
    pub(super) fn take_regroup_roll<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        team: TeamId,
        thrown: &[u8],
        dice: &mut D,
        observer: &mut C,
    ) {
        let few = self.is_under_a_quarter(team);
        let sum: i32 = thrown.iter().map(|die| i32::from(*die)).sum();
        let passes =
            self.profile(team).is(Trait::Fearless) || sum <= most_to_pass(self.ld(team), self.team(team).shock, 0, few);
        if passes {
            let force = self.own_force_mut(team);
            force.falling_back &= !bit(team);
            force.fled &= !bit(team);
            force.regrouped |= bit(team);
            observer.rule_fired(rule::TRN_07);
        } else {
            self.fall_back(team, TeamSet::EMPTY, dice, observer);
        }
    }

    /// The next broken Team of the active side falls back at the start of its Phase; whether one was left (CW-TRN-07).
    pub(super) fn flee_next<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> bool {
        let side = self.active;
        let queue = &mut self.queue[side.index()];
        let Some(team) = members(side, *queue).next() else { return false };
        *queue &= !bit(team);
        if self.stands(team) && self.is_broken(team) && !self.is_locked(team) {
            self.fall_back(team, TeamSet::EMPTY, dice, observer);
        }
        true
    }

    /// Teams of the active side that test to regroup, or that are broken.
    pub(super) fn fleeing_teams(&self, broken: bool) -> TeamSet {
        let side = self.active;
        let flees = |team: &TeamId| {
            self.is_broken(*team) == broken && (broken || self.force(side).falling_back.contains(*team))
        };
        members(side, self.standing_teams(side)).filter(flees).collect()
    }

    /// Teams of a side that test for their losses to shooting in this Phase (CW-SHK-10, R-159).
    pub(super) fn hurt_teams(&self, side: Side) -> TeamSet {
        if self.setup.rules.casualty_test == Kept::Off {
            return TeamSet::EMPTY;
        }
        let hurt = |team: &TeamId| {
            let state = self.team(*team);
            state.shot > 0
                && 4 * u16::from(state.shot) >= u16::from(state.phase_models)
                && !self.is_officer(*team)
                && !self.profile(*team).is_vehicle()
                && !self.is_locked(*team)
                && !self.is_fleeing(*team)
        };
        members(side, self.standing_teams(side)).filter(hurt).collect()
    }

    /// The next Team tests for its losses, the opponent's first; whether one was left.
    pub(super) fn casualty_test_next<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        dice: &mut D,
        observer: &mut C,
    ) -> bool {
        for side in [self.active.other(), self.active] {
            let queue = &mut self.queue[side.index()];
            let Some(team) = members(side, *queue).next() else { continue };
            *queue &= !bit(team);
            if self.stands(team) && !self.is_fleeing(team) {
                self.throw(RollKind::Casualties(team), side, 2, dice, observer);
            }
            return true;
        }
        false
    }

    /// The dice of a test for losses stand: who fails falls back (CW-SHK-10).
    pub(super) fn take_casualty_roll<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        team: TeamId,
        thrown: &[u8],
        dice: &mut D,
        observer: &mut C,
    ) {
        if !self.passes_test(team, thrown, 0) {
            self.own_force_mut(team).falling_back |= bit(team);
            observer.rule_fired(rule::SHK_10);
            self.take_flight(team, dice, observer);
        }
    }
}

#[cfg(test)]
mod tests;
