//! Force Morale: tests as events happen, thresholds, rout (CW-FMO).

use super::choices::{Choice, Decision, Refusal};
use super::codex::Rank;
use super::combat::force_morale::flat_loss;
use super::events::{self, LogEntry};
use super::ledger::rule;
use super::profiles::{Profile, Trait};
use super::roll_step::RollKind;
use super::rules::{FmJopChooser, FmTable, FmTests};
use super::state::{Battle, NOBODY, TeamId, TeamSet, bit, members, side_of};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::keyed::keyed;
use crate::game::{Observer, Side, UnitStat};

keyed! {
    /// What puts Force Morale to the test.
    MoraleEvent {
        /// A Team breaks or starts falling back.
        TeamBroken = "team-broken",
        /// A Team goes, not the last of its Squad.
        TeamDestroyed = "team-destroyed",
        /// The last Team of a Squad of several goes.
        SquadDestroyed = "squad-destroyed",
        /// The only Team of a Squad goes.
        SingleTeamDestroyed = "single-team-destroyed",
        /// A light vehicle goes.
        LightVehicleDestroyed = "light-vehicle-destroyed",
        /// A heavy one goes.
        TankDestroyed = "tank-destroyed",
        /// A flyer goes.
        FlyerDestroyed = "flyer-destroyed",
        /// An officer of rank char is killed.
        JuniorLeaderKilled = "junior-leader-killed",
        /// One of rank ic is.
        SeniorLeaderKilled = "senior-leader-killed",
        /// The warlord is.
        WarlordKilled = "warlord-killed",
        /// A jump-off point is captured.
        PointCaptured = "jop-captured",
    }
}

/// A test of Force Morale that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// Who suffers it.
    pub side: Side,
    /// Why.
    pub event: MoraleEvent,
    /// It has been offered for `steady`, and is taken.
    pub asked: bool,
}

/// What the loss of a Team is for Force Morale where it does not depend on its Squad (CW-FMO-04).
fn own_row(profile: &Profile) -> Option<MoraleEvent> {
    match profile.rank {
        Some(Rank::Char) => Some(MoraleEvent::JuniorLeaderKilled),
        Some(Rank::Ic) => Some(MoraleEvent::SeniorLeaderKilled),
        Some(Rank::Warlord) => Some(MoraleEvent::WarlordKilled),
        None if profile.is(Trait::Flyer) => Some(MoraleEvent::FlyerDestroyed),
        None if profile.is_tank() => Some(MoraleEvent::TankDestroyed),
        None if profile.is_vehicle() => Some(MoraleEvent::LightVehicleDestroyed),
        None => None,
    }
}

impl Battle<'_> {
    /// A test of Force Morale comes due.
    pub(super) fn owe(&mut self, side: Side, event: MoraleEvent) {
        self.dues.push(Due { side, event, asked: false });
    }

    /// What the loss of a Team puts to the test, once it is gone (CW-FMO-04).
    #[must_use]
    pub fn event_of_loss(&self, team: TeamId) -> MoraleEvent {
        own_row(self.profile(team)).unwrap_or_else(|| {
            let squad = self.squad_of(team);
            let last = (squad.teams & !self.own_force(team).gone & !bit(team)).is_empty();
            match (last, squad.most) {
                (false, _) => MoraleEvent::TeamDestroyed,
                (true, 0 | 1) => MoraleEvent::SingleTeamDestroyed,
                (true, _) => MoraleEvent::SquadDestroyed,
            }
        })
    }

    /// The test that the loss of a Team makes due, once it is gone (CW-FMO-04).
    pub(super) fn owe_for_loss(&mut self, team: TeamId) {
        self.owe(side_of(team), self.event_of_loss(team));
    }

    /// The next test that is due: the side whose Phase it is not takes its tests first.
    fn next_due(&self) -> Option<usize> {
        let of = |side: Side| self.dues.iter().position(|due| due.side == side);
        of(self.active.other()).or_else(|| of(self.active))
    }

    /// The next test of Force Morale, or the point that a low level costs.
    pub(super) fn run_dues<D: Dice, C: Observer<LogEntry>>(&mut self, dice: &mut D, observer: &mut C) -> Flow {
        let Some(at) = self.next_due() else { return Flow::Go };
        let Due { side, event, asked } = self.dues[at];
        if self.force(side).level == 0 {
            self.dues.remove(at);
            return Flow::Go;
        }
        if !asked && self.can_pay(side) {
            self.dues[at].asked = true;
            return self.ask(Decision::Steady, side);
        }
        self.dues.remove(at);
        match self.setup.rules.fm_tests {
            FmTests::Table => self.throw(RollKind::Morale(event), side, 1, dice, observer),
            FmTests::Flat => {
                let loss = self.codex_event(event).map_or(0, |at| flat_loss(&self.setup.codex, at));
                self.lose_levels(side, event, loss, observer);
            }
        }
        Flow::Go
    }

    fn codex_event(&self, event: MoraleEvent) -> Option<usize> {
        self.setup.codex.events.iter().position(|row| row.name == event.key())
    }

    /// The sufferer skips the test that is due, or takes it (CW-STR-06).
    pub(super) fn steady<C: Observer<LogEntry>>(&mut self, skip: bool, observer: &mut C) {
        if let Some(at) = self.next_due().filter(|_| skip) {
            let due = self.dues.remove(at);
            self.pay(due.side, "steady", observer);
            observer.rule_fired(rule::STR_06);
        }
    }

    /// A die of a test of Force Morale stands (CW-FMO-04).
    pub(super) fn take_morale_roll<C: Observer<LogEntry>>(
        &mut self,
        side: Side,
        event: MoraleEvent,
        die: u8,
        observer: &mut C,
    ) {
        let row = self.codex_event(event).map(|at| self.setup.codex.events[at].losses);
        let loss = row.map_or(0, |losses| losses[usize::from(die) - 1]);
        self.lose_levels(side, event, loss, observer);
    }

    /// A side loses levels: what they cost takes effect at once (CW-FMO-02, R-81).
    fn lose_levels<C: Observer<LogEntry>>(&mut self, side: Side, event: MoraleEvent, loss: u8, observer: &mut C) {
        let before = self.force(side).level;
        let after = before.saturating_sub(loss);
        self.force_mut(side).level = after;
        observer.event(|| events::force_morale(self, side, event, before));
        if after < before {
            self.to_judge = true;
            observer.rule_fired(rule::FMO_04);
        }
        let costly = match self.setup.rules.fm_table {
            FmTable::ByNumber => 2,
            FmTable::ByRow => 3,
        };
        if before > costly && after <= costly && after > 0 {
            self.owed_point = Some(side);
        }
        if after == 0 && before > 0 {
            self.routed.push(side);
            observer.rule_fired(rule::FMO_06);
        }
    }

    /// The points of which a low level may cost a side one: in Delaying Action not the defender's last shaded one.
    pub(super) fn losable_points(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        let points = &self.force(side).points;
        let shaded = points.iter().filter(|point| point.shaded).count();
        let keep = move |shady: bool| shady && shaded == 1;
        (0..points.len() as u8).filter(move |at| !keep(points[usize::from(*at)].shaded))
    }

    /// A low level costs a side a point: which one (CW-FMO-03).
    pub(super) fn run_owed_point<C: Observer<LogEntry>>(&mut self, observer: &mut C) -> Flow {
        let Some(side) = self.owed_point else { return Flow::Go };
        let candidates = self.losable_points(side).count();
        match candidates {
            // Nothing to choose, or nothing to lose.
            0 => self.owed_point = None,
            1 => {
                let only = self.losable_points(side).next().unwrap_or(0);
                self.lose_point(only, observer);
            }
            _ => {
                let chooser = match self.setup.rules.fm_jop_chooser {
                    FmJopChooser::Owner => side,
                    FmJopChooser::Opponent => side.other(),
                };
                return self.ask(Decision::LostPoint, chooser);
            }
        }
        Flow::Go
    }

    /// Whether a point may be the one that a low level costs.
    pub(super) fn check_lost_point(&self, point: u8) -> Result<(), Refusal> {
        let may = self.owed_point.is_some_and(|side| self.losable_points(side).any(|at| at == point));
        if may { Ok(()) } else { Err(Refusal::new("CW-FMO-03", "this point may not be the one that goes")) }
    }

    /// The points that may go.
    pub(super) fn visit_lost_points(&self, visit: &mut impl FnMut(Choice)) {
        if let Some(side) = self.owed_point {
            self.losable_points(side).for_each(|at| visit(Choice::LosePoint(at)));
        }
    }

    /// A side loses a point for its low level.
    pub(super) fn lose_point<C: Observer<LogEntry>>(&mut self, point: u8, observer: &mut C) {
        let Some(side) = self.owed_point.take() else { return };
        self.remove_point(side, point, "force-morale", observer);
        observer.rule_fired(rule::FMO_03);
    }

    /// A jump-off point goes.
    pub(super) fn remove_point<C: Observer<LogEntry>>(
        &mut self,
        side: Side,
        point: u8,
        cause: &'static str,
        observer: &mut C,
    ) {
        observer.event(|| events::point_lost(self, side, point, cause));
        let force = self.force_mut(side);
        force.points.remove(usize::from(point));
        force.tally.points_lost += 1;
    }

    /// A Team is gone for good: destroyed, swept, or off the table (CW-FMO-04). Whoever is with it stays.
    pub(super) fn destroy<C: Observer<LogEntry>>(&mut self, team: TeamId, cause: &'static str, observer: &mut C) {
        if self.own_force(team).gone.contains(team) {
            return;
        }
        observer.event(|| events::gone(self, team, cause));
        self.take_off(team);
        let shock = self.team(team).shock;
        let force = self.own_force_mut(team);
        force.gone |= bit(team);
        force.tally.gone += 1;
        force.tally.shock_of_gone += shock;
        let state = self.team_mut(team);
        (state.models, state.hull) = (0, 0);
        if (self.squad_of(team).teams & self.own_force(team).alive()).is_empty() {
            self.count(team, UnitStat::Lost, 1, observer);
        }
        self.owe_for_loss(team);
        self.to_judge = true;
    }

    /// Takes a Team off the table: it is locked with nobody, and none of its states last.
    pub(super) fn take_off(&mut self, team: TeamId) {
        let (side, own) = (side_of(team), bit(team));
        for enemy in members(side.other(), self.team(team).locked) {
            let other = self.team_mut(enemy);
            other.locked &= !own;
        }
        let state = self.team_mut(team);
        let locked = std::mem::replace(&mut state.locked, TeamSet::EMPTY);
        let (officer, with, at) = (state.officer, state.with, state.at);
        (state.officer, state.with, state.carrier, state.assails) = (NOBODY, NOBODY, NOBODY, NOBODY);
        if officer != NOBODY {
            // He goes on alone from where his Team was, and fights on.
            let own = self.team_mut(officer);
            (own.with, own.at, own.locked) = (NOBODY, at, locked);
            for enemy in members(side.other(), locked) {
                self.team_mut(enemy).locked |= bit(officer);
            }
        }
        if with != NOBODY {
            self.team_mut(with).officer = NOBODY;
            self.settle_bearing(with);
        }
        let force = self.force_mut(side);
        for set in [
            &mut force.waiting,
            &mut force.reserve,
            &mut force.lurking,
            &mut force.present,
            &mut force.aboard,
            &mut force.overwatch,
            &mut force.overwatch_moved,
            &mut force.tactical,
            &mut force.falling_back,
            &mut force.fled,
            &mut force.pinned,
            &mut force.newly_pinned,
            &mut force.suppressed,
            &mut force.suppressed_next,
            &mut force.regrouped,
        ] {
            *set &= !own;
        }
    }
}

#[cfg(test)]
mod tests;
