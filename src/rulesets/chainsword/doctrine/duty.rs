//! Places that decide: the objective, jump-off points, the far edge of The Probe.

use arrayvec::ArrayVec;

use super::contest::crossing;
use super::plan::Mind;
use super::survey::Piece;
use super::tactician::Tactician;
use crate::game::Side;
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::force_morale_step::MoraleEvent;
use crate::rulesets::chainsword::state::{Battle, MOST_POINTS, TeamId, members, side_of};
use crate::tabletop::plane::Point;

/// Most places that decide.
pub(super) const MOST_ANCHORS: usize = 2 * MOST_POINTS + 1;

/// Share of an army that hangs on the objective, and on a shaded point that is in danger or may be taken.
const DECIDES: f64 = 0.25;

/// Chance that a Turn ends with the Phase when nothing is known of it.
const TURN_ENDS: f64 = 1.0 / 28.0;

/// Phases for which a Team is expected to stay by a point that it denies.
const STAYS: f64 = 3.0;

/// Share of what waits off the table that a point less keeps away.
const SHUT_OUT: f64 = 0.1;

/// Inches within which an enemy may get at a point.
const IN_REACH: f64 = 12.0;

/// Inches inside of a radius at which a place is looked for.
const INSIDE: f64 = 0.2;

/// Share of an army that it is worth to the defender of The Probe to shut a point of the attacker near his edge, and inches from
/// the edge at which a point is not near any more, and as near as can be.
const FORWARD: f64 = 0.1;
const FORWARD_INCHES: [f64; 2] = [30.0, 15.0];

/// Inches before its edge at which the defender of The Probe stands, and as near as he comes to it.
const POSTS: [f64; 2] = [16.0, 3.0];

/// Inches between a crosser and who stands in its way.
const AHEAD: f64 = 5.0;

/// Share of what hangs on a crosser that it is worth to stand in its way where it cannot go round.
const BARRED: f64 = 0.5;

/// A place that decides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    /// Where.
    pub at: Point,
    /// Inches within which a Team holds it.
    pub radius: f64,
    /// What it is worth to be there, when nobody else of the side is.
    pub stake: f64,
}

/// Places that decide, and whether a Team holds each from where it is.
pub(super) type Posts = ArrayVec<(Anchor, bool), MOST_ANCHORS>;

impl Anchor {
    /// Whether a Team of this radius holds it from a place.
    #[inline]
    fn is_held_from(&self, at: Point, radius: f64) -> bool {
        at.distance(self.at) - radius <= self.radius
    }
}

impl Tactician {
    /// Finds the places that decide.
    pub(super) fn find_anchors(&mut self, battle: &Battle<'_>) {
        let side = self.survey.side;
        let rules = &battle.setup.rules;
        let army = self.values.army(side);
        self.anchors.clear();
        if let Some(at) = battle.setup.objective {
            self.anchors.push(Anchor { at, radius: rules.objective_radius, stake: DECIDES * army });
        }
        let ends = if battle.turn_ends { 1.0 } else { STAYS * TURN_ENDS };
        let radius = rules.jop_capture_radius;
        let waiting =
            |side: Side| -> f64 { members(side, battle.force(side).waiting).map(|team| battle.worth_left(team)).sum() };
        for of in Side::BOTH {
            let others = if of == side { &self.survey.foes } else { &self.survey.own };
            let points = &battle.force(of).points;
            let each = SHUT_OUT * waiting(of) / points.len().max(1) as f64;
            for point in points {
                let near = others.iter().any(|piece| piece.at.distance(point.at) <= IN_REACH);
                if of == side && !near {
                    continue;
                }
                let decides = point.shaded && battle.setup.scenario == Scenario::DelayingAction;
                let level = self.values.event(of, MoraleEvent::PointCaptured);
                let probes = battle.setup.scenario == Scenario::Probe && side == Side::B && of == Side::A;
                let left = battle.setup.field.table().max.y - point.at.y;
                let near = (FORWARD_INCHES[0] - left) / (FORWARD_INCHES[0] - FORWARD_INCHES[1]);
                let near = if probes { near.clamp(0.0, 1.0) } else { 0.0 };
                let each = each + FORWARD * near * army;
                let stake =
                    if decides { if battle.turn_ends { army } else { DECIDES * army } } else { ends * level + each };
                self.anchors.push(Anchor { at: point.at, radius, stake });
            }
        }
    }

    /// What a place adds for what decides, beyond where the Team is.
    pub(super) fn duty(&self, battle: &Battle<'_>, me: &Piece, mind: &Mind, at: Point) -> f64 {
        self.duty_by(battle, me, mind, &self.posts(battle, me, mind), at)
    }

    /// The places that decide of which nobody else of the side holds any; none for who does not hold ground.
    pub(super) fn posts(&self, battle: &Battle<'_>, me: &Piece, mind: &Mind) -> Posts {
        let mut posts = Posts::new();
        if mind.officer || battle.profile(me.team).capacity > 0 && battle.riders(me.team).is_empty() {
            return posts;
        }
        for anchor in &self.anchors {
            let others = self.survey.own.iter().any(|own| {
                own.team != me.team && anchor.is_held_from(own.at, own.radius) && battle.holds_ground(own.team)
            });
            if !others {
                posts.push((*anchor, anchor.is_held_from(me.at, me.radius)));
            }
        }
        posts
    }

    /// The same by the places that decide that a Team may hold.
    pub(super) fn duty_by(&self, battle: &Battle<'_>, me: &Piece, mind: &Mind, posts: &Posts, at: Point) -> f64 {
        let mut sum = 0.0;
        if self.crosses(battle, me.team, at, me.radius) {
            sum += self.values.army(side_of(me.team));
        }
        if battle.setup.scenario == Scenario::Probe {
            let bars = |at: Point| self.bars(battle, me.team, me.radius, at);
            sum += bars(at) - bars(me.at);
        }
        if mind.officer || battle.profile(me.team).capacity > 0 && battle.riders(me.team).is_empty() {
            return sum;
        }
        for (anchor, here) in posts {
            let there = anchor.is_held_from(at, me.radius);
            if there != *here {
                sum += if there { anchor.stake } else { -anchor.stake };
            }
        }
        mind.contest * sum
    }

    /// Where a Team of the defender of The Probe goes: between the edge and the enemy who may touch it soonest, the nearest of
    /// those; else it keeps the edge behind it.
    pub(super) fn post(&self, battle: &Battle<'_>, at: Point) -> Point {
        let edge = battle.setup.field.table().max.y;
        let pressing = self.survey.foes.iter().filter_map(|foe| Some((crossing(battle, foe.team)?, foe)));
        let first = pressing.min_by(|(one, by), (other, of)| {
            one.phases.cmp(&other.phases).then(by.at.distance(at).total_cmp(&of.at.distance(at)))
        });
        match first {
            Some((_, foe)) => Point::new(foe.at.x, (foe.at.y + AHEAD).clamp(edge - POSTS[0], edge - POSTS[1])),
            None => Point::new(at.x, at.y.clamp(edge - POSTS[0], edge)),
        }
    }

    /// What it is worth that a Team of this radius stands in the way of those who may cross the table in the next Phase, and could not
    /// by going round.
    pub(super) fn bars(&self, battle: &Battle<'_>, team: TeamId, radius: f64, at: Point) -> f64 {
        if battle.setup.scenario != Scenario::Probe || side_of(team) != Side::B {
            return 0.0;
        }
        let mut sum = 0.0;
        for foe in &self.survey.foes {
            let Some((stake, crossing)) = self.values.stake(battle, foe.team) else { continue };
            if crossing.phases > 1 {
                continue;
            }
            let ahead = at.y - foe.at.y;
            let aside = radius + foe.radius + 1.0 - (at.x - foe.at.x).abs();
            if ahead <= 0.0 || aside <= 0.0 {
                continue;
            }
            let about = 2.0 * (libm::hypot(ahead, aside) - ahead);
            if about > crossing.spare {
                sum += BARRED * stake;
            }
        }
        sum
    }

    /// Whether a Team that moves there has crossed the table.
    #[inline]
    fn crosses(&self, battle: &Battle<'_>, team: TeamId, at: Point, radius: f64) -> bool {
        let edge = battle.setup.field.table().max.y;
        battle.setup.scenario == Scenario::Probe
            && side_of(team) == Side::A
            && at.y + radius >= edge - 0.04
            && battle.is_crosser(team)
            && (battle.setup.rules.newcomers_win || !battle.force(Side::A).came_on.contains(team))
    }

    /// Places beside those of the lattice that a Team may want to go to.
    pub(super) fn special_places(
        &self,
        battle: &Battle<'_>,
        me: &Piece,
        mind: &Mind,
        most: f64,
    ) -> ArrayVec<Point, { MOST_ANCHORS + 2 }> {
        let mut places = ArrayVec::new();
        let table = battle.setup.field.table();
        if battle.setup.scenario == Scenario::Probe && side_of(me.team) == Side::A {
            places.push(Point::new(me.at.x, table.max.y - me.radius + 0.03));
        }
        for anchor in &self.anchors {
            let gap = me.at.distance(anchor.at) - anchor.radius - me.radius;
            if gap > 0.0 && gap < most {
                let along = (anchor.at - me.at) * ((gap + INSIDE) / me.at.distance(anchor.at));
                places.push(me.at + along);
            }
        }
        let straight = me.at.distance(mind.goal);
        if straight > 0.5 {
            places.push(me.at + (mind.goal - me.at) * ((most - 0.01).min(straight) / straight));
        }
        places
    }
}
