//! Guards: what the defender keeps Teams by, and what it is worth that one comes on there.

use arrayvec::ArrayVec;

use super::contest::crossing;
use super::tactician::Tactician;
use crate::game::Side;
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::profiles::Body;
use crate::rulesets::chainsword::state::{Battle, MOST_POINTS, TeamId, TeamSet, side_of};
use crate::tabletop::plane::{Outline, Point};

/// Most places that are guarded.
pub(super) const MOST_WARDS: usize = MOST_POINTS;

/// Teams that guard a point or the objective: one on it, one within a move.
const PAIR: usize = 2;

/// Share of an army that guards the edge in The Probe, and most Teams that do.
const EDGE_GUARD: f64 = 0.2;
const EDGE_TEAMS: usize = 4;

/// Inches of one move: so far from a place a guard still counts.
const ONE_MOVE: f64 = 6.0;

/// Inches before the edge of what is guarded in The Probe, and inches from there within which a guard is: with nobody about to
/// cross, and with somebody.
const BEFORE_EDGE: f64 = 7.0;
const LANES: [f64; 2] = [12.0, 5.0];

/// Inches ahead of who is about to cross where he is awaited, as far from the edge as that is and as near to it.
const AHEAD: f64 = 4.0;
const AWAITED: [f64; 2] = [12.0, 2.0];

/// Phases to the edge within which somebody is about to cross.
const SOON: u8 = 2;

/// Inches along the edge between the two lanes that are guarded.
const APART: f64 = 14.0;

/// Share of an army that a guard is worth where there is none, and inches from a place at which who comes on is no guard of it.
const WANTED: f64 = 0.08;
const FAR: f64 = 14.0;

/// A place that the defender guards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ward {
    /// Where.
    pub at: Point,
    /// Inches within which a guard holds it.
    pub radius: f64,
    /// The share of its guard that is missing.
    pub missing: f64,
}

impl Ward {
    /// A place of which nobody knows who guards it.
    const fn new(at: Point, radius: f64) -> Self {
        Self { at, radius, missing: 1.0 }
    }
}

impl Tactician {
    /// Finds what the defender guards, and how much of each guard is missing.
    pub(super) fn find_wards(&mut self, battle: &Battle<'_>) {
        self.wards.clear();
        if self.survey.side != Side::B {
            return;
        }
        let rules = &battle.setup.rules;
        match battle.setup.scenario {
            Scenario::Probe => self.find_lanes(battle),
            Scenario::DelayingAction => {
                let shaded = battle.force(Side::B).points.iter().filter(|point| point.shaded);
                self.wards.extend(shaded.map(|point| Ward::new(point.at, rules.jop_capture_radius)));
            }
            Scenario::AttackOnAnObjective => {
                self.wards.extend(battle.setup.objective.map(|at| Ward::new(at, rules.objective_radius)));
            }
            Scenario::Patrol | Scenario::AttackAndDefend | Scenario::FlankAttack => {}
        }
        // Nobody guards two places.
        let mut posted = TeamSet::EMPTY;
        for number in 0..self.wards.len() {
            self.wards[number].missing = 1.0 - self.guarded(battle, &self.wards[number], &mut posted);
        }
    }

    /// The share of its guard that a place has, of Teams that guard no other one.
    fn guarded(&self, battle: &Battle<'_>, ward: &Ward, posted: &mut TeamSet) -> f64 {
        let edge = battle.setup.scenario == Scenario::Probe;
        let whole = (EDGE_GUARD * self.values.army(Side::B)).max(1.0);
        let mut share = 0.0;
        for _ in 0..if edge { EDGE_TEAMS } else { PAIR } {
            let fit = self.survey.own.iter().filter(|own| {
                let battery = edge && battle.profile(own.team).body == Body::Battery;
                let stays = !own.pinned && !own.vehicle && !battery;
                stays && battle.holds_ground(own.team) && !battle.is_officer(own.team) && !posted.contains(own.team)
            });
            let far = fit.map(|own| (own.at.distance(ward.at) - own.radius, own.team));
            let Some((far, team)) = far.min_by(|one, other| one.0.total_cmp(&other.0)) else { break };
            if far > ward.radius + ONE_MOVE || share >= 1.0 {
                break;
            }
            *posted |= TeamSet::of(team);
            share += if edge { battle.worth_left(team) / whole } else { 1.0 / PAIR as f64 };
        }
        share.min(1.0)
    }

    /// The ways over the edge in The Probe: of those who are nearest to it, else of the foremost point of the attacker.
    fn find_lanes(&mut self, battle: &Battle<'_>) {
        let table = battle.setup.field.table();
        let edge = table.max.y;
        let mut soonest: ArrayVec<(u8, Point), 2> = ArrayVec::new();
        let sooner = |one: &(u8, Point), other: &(u8, Point)| (one.0, -one.1.y) < (other.0, -other.1.y);
        for foe in &self.survey.foes {
            let Some(crossing) = crossing(battle, foe.team) else { continue };
            let found = (crossing.phases, foe.at);
            let beside = soonest.iter().position(|(_, at)| (at.x - foe.at.x).abs() < APART);
            let later = || usize::from(sooner(&soonest[0], &soonest[1]));
            let last = beside.or_else(|| soonest.is_full().then(later));
            match last {
                Some(last) if sooner(&found, &soonest[last]) => soonest[last] = found,
                Some(_) => {}
                None => soonest.push(found),
            }
        }
        for (phases, at) in soonest {
            self.wards.push(if phases <= SOON {
                Ward::new(Point::new(at.x, (at.y + AHEAD).clamp(edge - AWAITED[0], edge - AWAITED[1])), LANES[1])
            } else {
                Ward::new(Point::new(at.x, edge - BEFORE_EDGE), LANES[0])
            });
        }
        if self.wards.is_empty() {
            let points = battle.force(Side::A).points.iter().map(|point| point.at);
            let foremost = points.max_by(|one, other| one.y.total_cmp(&other.y));
            let x = foremost.map_or(table.middle().x, |at| at.x);
            self.wards.push(Ward::new(Point::new(x, edge - BEFORE_EDGE), LANES[0]));
        }
    }

    /// Whether a Team that comes on would be a guard.
    fn is_guard(&self, battle: &Battle<'_>, team: TeamId) -> bool {
        let profile = battle.profile(team);
        let stays = !profile.is_vehicle() && profile.body != Body::Battery && !battle.is_officer(team);
        stays && side_of(team) == self.survey.side && !self.wards.is_empty()
    }

    /// What it is worth for what decides that a Team comes on at a place: near to what lacks a guard, in the way of who may cross.
    pub(super) fn guarding(&self, battle: &Battle<'_>, team: TeamId, at: Point) -> f64 {
        if !self.is_guard(battle, team) {
            return 0.0;
        }
        let near = |ward: &Ward| (1.0 - (at.distance(ward.at) - ward.radius).max(0.0) / FAR).max(0.0);
        let guards = self.wards.iter().map(|ward| ward.missing * near(ward)).fold(0.0, f64::max);
        let radius = battle.stand_at(team, at, 0).form.reach();
        WANTED * self.values.army(Side::B) * guards + self.bars(battle, team, radius, at)
    }

    /// What it is worth for what decides that a Team comes on at all: that a guard is missing near a point that is open.
    pub(super) fn guard_wanted(&self, battle: &Battle<'_>, team: TeamId) -> f64 {
        if !self.is_guard(battle, team) {
            return 0.0;
        }
        let points = &battle.force(Side::B).points;
        let open = |at: &usize| !battle.is_denied(Side::B, *at as u8);
        let reached = |ward: &&Ward| (0..points.len()).any(|at| points[at].at.distance(ward.at) <= FAR && open(&at));
        let wards = self.wards.iter().filter(|ward| ward.missing > 0.0).filter(reached);
        WANTED * self.values.army(Side::B) * wards.map(|ward| ward.missing).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests;
