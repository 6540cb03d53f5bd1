//! Shock: given, taken off, and what it does (CW-SHK).

use super::combat::morale::Bearing;
use super::events::{self, LogEntry};
use super::ledger::rule;
use super::state::{Battle, NOBODY, TeamId, TeamSet, bit, side_of};
use crate::game::{Observer, Side};

impl Battle<'_> {
    /// Who bears the Shock of a Team: an attached officer shares it (CW-SHK-09).
    fn sharers(&self, team: TeamId) -> impl Iterator<Item = TeamId> + use<> {
        let state = self.team(team);
        [team, state.officer, state.with].into_iter().filter(|one| *one != NOBODY)
    }

    /// A Team takes Shock; its states follow once the action is over. Vehicles take none (CW-SHK-03).
    pub(super) fn add_shock<C: Observer<LogEntry>>(&mut self, team: TeamId, shock: u16, observer: &mut C) {
        if shock == 0 || self.profile(team).ld == 0 {
            return;
        }
        let before = self.bearing(team);
        for one in self.sharers(team) {
            self.team_mut(one).shock += shock;
        }
        let giver: Side = side_of(team).other();
        self.force_mut(giver).tally.shock_given += shock;
        observer.event(|| events::shock(self, team));
        let after = self.bearing(team);
        self.note_bearing(team, after);
        if before == Bearing::Steady && after != Bearing::Steady {
            // CW-SHO-07: who is pinned is off Overwatch.
            self.own_force_mut(team).overwatch &= !bit(team);
            observer.rule_fired(rule::SHK_05);
        }
    }

    /// Keeps in mind who is pinned or broken by its Shock.
    fn note_bearing(&mut self, team: TeamId, bearing: Bearing) {
        let broken = bearing == Bearing::Broken;
        self.broke[side_of(team).index()] |= TeamSet::of_if(team, broken);
        let tally = &mut self.own_force_mut(team).tally;
        tally.broken |= TeamSet::of_if(team, broken);
        tally.pinned |= TeamSet::of_if(team, bearing != Bearing::Steady);
    }

    /// A Team has lost the officer whose Ld held it: it may be pinned by its Shock now, or broken.
    pub(super) fn settle_bearing(&mut self, team: TeamId) {
        let bearing = self.bearing(team);
        self.note_bearing(team, bearing);
        if bearing != Bearing::Steady {
            let force = self.own_force_mut(team);
            force.overwatch &= !bit(team);
            force.overwatch_moved &= !bit(team);
        }
    }

    /// A point of Shock is taken off a Team, if it has any (CW-SHK-09).
    pub(super) fn calm<C: Observer<LogEntry>>(&mut self, team: TeamId, observer: &mut C) {
        if self.team(team).shock == 0 {
            return;
        }
        let before = self.bearing(team);
        for one in self.sharers(team) {
            let shock = &mut self.team_mut(one).shock;
            *shock = shock.saturating_sub(1);
        }
        if self.bearing(team) != before {
            observer.rule_fired(rule::SHK_07);
        }
        // who breaks anew is tested anew.
        if !self.is_fleeing(team) {
            self.own_force_mut(team).fled &= !bit(team);
        }
        observer.event(|| events::shock(self, team));
    }
}
