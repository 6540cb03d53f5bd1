//! Deployment from jump-off points, and officers who join a Team (CW-DEP-01 to 05, 08, 14 to 16, CW-ARM-06, CW-OFF-11, R-117, R-122 to R-126).

use super::choices::{Choice, Decision, Refusal};
use super::events::{self, LogEntry};
use super::field::room::lane_is_free;
use super::field::{Crowd, rounded};
use super::geometry::ALLOWANCE;
use super::ledger::rule;
use super::profiles::Trait;
use super::roll_step::RollKind;
use super::rules::{OfficerDeploy, SplitSquad, SquadDeploy, VehicleDeploy};
use super::scenarios::TableEdge;
use super::spend_step::Troop;
use super::state::{Battle, NOBODY, TeamId, TeamSet, bit, members, side_of};
use super::turn::Flow;
use crate::dice::Dice;
use crate::game::{Observer, Side};
use crate::tabletop::plane::{Facing, Point};

/// Inches from a point within which vehicles come on by the edge, where they do.
const EDGE_REACH: f64 = 24.0;

/// Headings of the places that are offered round a point.
const HEADINGS: u16 = 12;

/// Inches between the rings of places that are offered.
const RING: f64 = 3.0;

const fn refused<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, reason))
}

impl Battle<'_> {
    /// Inches from a point within which a Team deploys (CW-DEP-02, CW-DEP-05, CW-DEP-06).
    pub(super) fn deploy_reach(&self, team: TeamId) -> f64 {
        let rules = &self.setup.rules;
        let scout = if self.profile(team).is(Trait::Scout) { rules.scout_radius } else { 0.0 };
        let infiltrator = if self.profile(team).is(Trait::Infiltrate) { rules.infiltrate_radius } else { 0.0 };
        rules.deploy_radius.max(scout).max(infiltrator)
    }

    /// Whether a waiting Team may be set down here from a point.
    pub(super) fn check_place(&self, team: TeamId, point: u8, at: Point, heading: u16) -> Result<(), Refusal> {
        let side = side_of(team);
        let force = self.force(side);
        if !force.waiting.contains(team) {
            return refused("CW-DEP-01", "it does not wait to deploy");
        }
        let Some(own) = force.points.get(usize::from(point)) else {
            return refused("CW-JOP-11", "there is no such jump-off point");
        };
        if self.is_denied(side, point) {
            return refused("CW-JOP-10", "the point is denied");
        }
        if heading >= 360 || !at.x.is_finite() || !at.y.is_finite() {
            return refused("R-87", "there is no such place");
        }
        self.among(team, |crowd| self.check_place_among(team, own.at, at, heading, crowd))
    }

    /// Whether a Team may be set down here from a point that is not denied, with all these about it.
    fn check_place_among(
        &self,
        team: TeamId,
        own: Point,
        at: Point,
        heading: u16,
        crowd: &Crowd<'_>,
    ) -> Result<(), Refusal> {
        let side = side_of(team);
        let (at, inches) = (rounded(at), own.distance(at));
        let stand = self.stand_at(team, at, heading);
        let by_edge = self.comes_by_edge(team);
        if by_edge {
            let land = self.land();
            let touches =
                |edge: &TableEdge| stand.gap_to(edge.line(land.table()).nearest(stand.at())) <= super::field::CONTACT;
            if inches > EDGE_REACH + ALLOWANCE || !self.own_edges(side).iter().any(touches) {
                return refused("R-75", "vehicles come on by their own edge, within 24 inches of a point");
            }
        } else if inches > self.deploy_reach(team) + ALLOWANCE {
            return refused("CW-DEP-02", "it is too far from the point");
        }
        if self.is_officer(team) {
            self.check_officer_place(team, own, inches)?;
        }
        // Infiltrators come from anywhere, scouts by a free lane.
        let infiltrates =
            self.profile(team).is(Trait::Infiltrate) && inches <= self.setup.rules.infiltrate_radius + ALLOWANCE;
        if inches > self.setup.rules.deploy_radius + ALLOWANCE
            && !by_edge
            && !infiltrates
            && !lane_is_free(own, &stand, crowd.foes, self.setup.rules.enemy_gap)
        {
            return refused("CW-DEP-05", "an enemy is in the way of the scouts");
        }
        if !self.land().room(&stand, self.mover(team), crowd) {
            return refused("CW-DEP-02", "there is no room: terrain, the edge, or others are in the way");
        }
        self.check_house(team, at)
    }

    /// Whether an officer may deploy from a point: beside a Team of this Phase, or alone when none is left (CW-DEP-14, R-123).
    fn check_officer_place(&self, officer: TeamId, point: Point, inches: f64) -> Result<(), Refusal> {
        let side = side_of(officer);
        let force = self.force(side);
        if inches > self.setup.rules.deploy_radius + ALLOWANCE {
            return refused("R-123", "officers deploy within 6 inches of the point");
        }
        if self.setup.rules.officer_deploy == OfficerDeploy::Free || force.deployed_from.contains(&point) {
            return Ok(());
        }
        let others = members(side, force.waiting).any(|team| !self.is_officer(team));
        if others {
            refused("CW-DEP-14", "he deploys with a Team that comes on in this Phase by the same point")
        } else {
            Ok(())
        }
    }

    /// Shows the places that are offered to a waiting Team: rings of headings round each point, or one point.
    pub(super) fn visit_deployments(&self, team: TeamId, only: Option<u8>, visit: &mut impl FnMut(Choice)) {
        self.find_deployment(team, only, &mut |choice| {
            visit(choice);
            false
        });
    }

    /// The same until one is found that pleases; whether one was.
    fn find_deployment(&self, team: TeamId, only: Option<u8>, pleases: &mut impl FnMut(Choice) -> bool) -> bool {
        self.own_force(team).waiting.contains(team)
            && self.among(team, |crowd| self.find_deployment_among(team, only, crowd, pleases))
    }

    /// The same with all these about it.
    fn find_deployment_among(
        &self,
        team: TeamId,
        only: Option<u8>,
        crowd: &Crowd<'_>,
        pleases: &mut impl FnMut(Choice) -> bool,
    ) -> bool {
        let side = side_of(team);
        let force = self.force(side);
        let points = (0..force.points.len() as u8).filter(|point| only.is_none_or(|only| only == *point));
        for point in points.filter(|point| !self.is_denied(side, *point)) {
            let own = force.points[usize::from(point)].at;
            let mut offer = |at: Point| {
                let (at, heading) = (rounded(at), self.inward(side));
                self.check_place_among(team, own, at, heading, crowd).is_ok()
                    && pleases(Choice::Place { team, point, at, heading })
            };
            if self.comes_by_edge(team) {
                let depth = self.profile(team).hull_size()[0] / 2.0;
                for edge in self.own_edges(side) {
                    let foot = edge.line(self.setup.field.table()).nearest(own);
                    let inward = (own - foot).unit().unwrap_or_else(|| Facing::NORTH.ahead());
                    let steps = (-4..=4).map(|step| inward.left() * (f64::from(step) * 2.0 * RING));
                    if steps.into_iter().any(|step| offer(foot + inward * depth + step)) {
                        return true;
                    }
                }
                continue;
            }
            if offer(own) {
                return true;
            }
            let rings = (self.deploy_reach(team) / RING).floor() as u16;
            for (ring, heading) in (1..=rings).flat_map(|ring| (0..HEADINGS).map(move |heading| (ring, heading))) {
                // Clockwise from north, where the game counts counter-clockwise from the east.
                let way = self.setup.facing(360 + 90 - 360 / HEADINGS * heading).ahead();
                if offer(own + way * (RING * f64::from(ring))) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a vehicle comes on by its own edge.
    fn comes_by_edge(&self, team: TeamId) -> bool {
        self.profile(team).is_vehicle() && self.setup.rules.vehicle_deploy == VehicleDeploy::OwnEdge
    }

    /// The heading straight from the own edge of a side, in degrees counter-clockwise from +x.
    fn inward(&self, side: Side) -> u16 {
        self.own_edges(side)[0].inward()
    }

    /// Whether a waiting Team finds a place by some point.
    ///
    /// # Errors
    /// When it does not wait, or finds none.
    pub fn may_deploy(&self, team: TeamId) -> Result<(), Refusal> {
        if !self.own_force(team).waiting.contains(team) {
            return refused("CW-DEP-01", "it does not wait to deploy");
        }
        if self.find_deployment(team, None, &mut |_| true) || self.finds_a_seat(team) {
            Ok(())
        } else {
            refused("R-126", "it finds no place by any point")
        }
    }

    /// Some Teams act or deploy by a die; a preliminary barrage may waste it (CW-ARM-06, R-125).
    pub(super) fn begin_troop<D: Dice, C: Observer<LogEntry>>(&mut self, troop: Troop, dice: &mut D, observer: &mut C) {
        let side = troop.side;
        let deploys = self.force(side).waiting.meets(troop.left);
        self.troop = Some(troop);
        if deploys && self.turns == 1 && self.force(side.other()).barrage {
            self.throw(RollKind::Deployment, side, 1, dice, observer);
        } else if self.reserves(side).meets(troop.left) {
            self.throw(RollKind::Arrival, side, 1, dice, observer);
        }
    }

    /// The die of a deployment under a barrage stands: below its need nobody comes on by this die.
    pub(super) fn take_deployment_roll<C: Observer<LogEntry>>(&mut self, die: u8, observer: &mut C) {
        if die >= self.setup.rules.barrage_deploy {
            return;
        }
        observer.rule_fired(rule::ARM_06);
        if let Some(troop) = self.troop {
            let left = troop.left & !self.force(troop.side).waiting;
            self.troop = Some(Troop { left, ..troop });
        }
    }

    /// Whether a Team of the troop may be set down here now.
    pub(super) fn check_troop_place(&self, team: TeamId, point: u8, at: Point, heading: u16) -> Result<(), Refusal> {
        let Some(troop) = self.troop.filter(|troop| troop.side == side_of(team) && troop.left.contains(team)) else {
            return refused("CW-DEP-01", "it is none of the Teams that come on by this die");
        };
        if self.setup.rules.split_squad == SplitSquad::OneKind && troop.activates == Some(true) {
            return refused("R-117", "the Squad activates by this die");
        }
        let same = self.setup.rules.squad_deploy == SquadDeploy::SamePoint;
        if same && troop.point.is_some_and(|own| own != point) {
            return refused("R-122", "all Teams of a die deploy by one point");
        }
        self.check_place(team, point, at, heading)
    }

    /// Shows the places of Teams of the troop that wait.
    pub(super) fn visit_troop_places(&self, visit: &mut impl FnMut(Choice)) {
        self.find_troop_place(&mut |choice| {
            visit(choice);
            false
        });
    }

    /// Whether a Team of the troop that waits finds a place.
    pub(super) fn finds_troop_place(&self) -> bool {
        self.find_troop_place(&mut |_| true)
    }

    /// Shows the places of Teams of the troop that wait until one pleases; whether one did.
    fn find_troop_place(&self, pleases: &mut impl FnMut(Choice) -> bool) -> bool {
        let Some(troop) = self.troop else { return false };
        if self.setup.rules.split_squad == SplitSquad::OneKind && troop.activates == Some(true) {
            return false;
        }
        let only = troop.point.filter(|_| self.setup.rules.squad_deploy == SquadDeploy::SamePoint);
        members(troop.side, troop.left & self.force(troop.side).waiting).any(|team| {
            let mut aboard = false;
            self.find_deployment(team, only, pleases) || {
                self.visit_boards(team, &mut |choice| aboard = aboard || pleases(choice));
                aboard
            }
        })
    }

    /// A Team comes onto the table by a point; enemies on Overwatch may fire at it (CW-DEP-02, CW-DEP-08, R-129).
    pub(super) fn place<D: Dice, C: Observer<LogEntry>>(
        &mut self,
        team: TeamId,
        point: u8,
        at: Point,
        heading: u16,
        dice: &mut D,
        observer: &mut C,
    ) {
        if let Some(troop) = &mut self.troop {
            troop.left &= !bit(team);
            troop.point = Some(point);
            troop.activates = Some(false);
        }
        let side = side_of(team);
        if let Some(troop) = self.troop
            && members(side, troop.left).any(|other| self.squad_of(other).transport == team)
        {
            self.troop = Some(Troop { carrier: team, ..troop });
        }
        let from = self.force(side).points[usize::from(point)].at;
        let at = rounded(at);
        self.come_on(team, at, heading);
        let officer = self.is_officer(team);
        let force = self.force_mut(side);
        if !officer && !force.deployed_from.contains(&from) {
            // There are no more places than points.
            let _ = force.deployed_from.try_push(from);
        }
        self.mark_deployed(team);
        observer.event(|| events::deployed(self, team));
        observer.rule_fired(rule::DEP_02);
        if from.distance(at) > self.setup.rules.deploy_radius + ALLOWANCE {
            let infiltrates = self.profile(team).is(Trait::Infiltrate);
            observer.rule_fired(if infiltrates { rule::DEP_06 } else { rule::DEP_05 });
        }
        if officer {
            observer.rule_fired(rule::DEP_14);
        }
        if self.land().is_mined(at) {
            self.spring_mines(team, dice, observer);
        }
        self.joining = team;
        self.between_due = true;
        self.to_judge = true;
        if side == self.active {
            self.open_watch(team, self.force(self.active.other()).overwatch);
        }
    }

    /// A Team has come on by a die, an officer by his own, which commands nobody then; that may count as activating (CW-DEP-08, R-26, R-123).
    pub(super) fn mark_deployed(&mut self, team: TeamId) {
        let (officer, then_activate) = (self.is_officer(team), self.setup.rules.deploy_then_activate);
        let force = self.own_force_mut(team);
        force.commanded |= TeamSet::of_if(team, officer);
        force.activated |= TeamSet::of_if(team, !then_activate);
    }

    /// A Team stands on the table from now on.
    pub(super) fn come_on(&mut self, team: TeamId, at: Point, heading: u16) {
        let own = bit(team);
        let state = self.team_mut(team);
        (state.at, state.heading, state.phase_models, state.shot) = (at, heading, state.models, 0);
        state.mode = super::fire_lines::Mode::Stand;
        let force = self.own_force_mut(team);
        (force.waiting, force.reserve) = (force.waiting & !own, force.reserve & !own);
        force.present |= own;
        force.came_on |= own;
    }

    /// Whether an officer may join a Team now (CW-OFF-11, R-142).
    pub(super) fn check_attach(&self, officer: TeamId, team: TeamId) -> Result<(), Refusal> {
        if self.joining == NOBODY || (officer != self.joining && team != self.joining) {
            return refused("CW-OFF-11", "neither of them has just moved");
        }
        let lone = self.is_officer(officer) && self.stands(officer);
        let takes = self.stands(team) && !self.profile(team).is_vehicle() && !self.is_officer(team);
        if !lone || !takes || side_of(officer) != side_of(team) || self.team(team).officer != NOBODY {
            return refused("R-142", "one officer on his own joins a Team without one");
        }
        if self.is_fleeing(team) || self.is_fleeing(officer) {
            return refused("CW-OFF-11", "nobody joins in flight");
        }
        if self.is_locked(officer) {
            return refused("CW-ACT-04", "locked in melee himself he joins nobody");
        }
        if self.gap(officer, team) > self.setup.rules.attach + ALLOWANCE {
            return refused("CW-OFF-11", "they are too far apart");
        }
        Ok(())
    }

    /// Who may join whom after a move or a deployment.
    pub(super) fn visit_joins(&self, visit: &mut impl FnMut(Choice)) {
        visit(Choice::Pass);
        if self.joining == NOBODY {
            return;
        }
        let (mover, side) = (self.joining, side_of(self.joining));
        self.visit_boards(mover, visit);
        for other in members(side, self.standing_teams(side)) {
            let (officer, team) = if self.is_officer(mover) { (mover, other) } else { (other, mover) };
            if self.check_attach(officer, team).is_ok() {
                visit(Choice::Attach { officer, team });
            }
        }
    }

    /// Whoever has just moved may join, or be joined.
    pub(super) fn run_joining(&mut self) -> Flow {
        let mut joins = 0;
        self.visit_joins(&mut |_| joins += 1);
        if joins > 1 {
            let side = side_of(self.joining);
            return self.ask(Decision::Attach, side);
        }
        self.joining = NOBODY;
        Flow::Go
    }

    /// An officer joins a Team: the higher Shock holds for both.
    pub(super) fn attach<C: Observer<LogEntry>>(&mut self, officer: TeamId, team: TeamId, observer: &mut C) {
        let shock = self.team(officer).shock.max(self.team(team).shock);
        let own = self.team_mut(officer);
        (own.with, own.shock) = (team, shock);
        let company = self.team_mut(team);
        (company.officer, company.shock) = (officer, shock);
        let force = self.own_force_mut(officer);
        force.overwatch &= !bit(officer);
        force.tactical &= !bit(officer);
        self.joining = NOBODY;
        observer.event(|| events::attached(self, officer, team));
        observer.rule_fired(rule::OFF_11);
    }
}

#[cfg(test)]
mod tests;
