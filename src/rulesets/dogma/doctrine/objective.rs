//! Objectives: what the scenario asks of a side, as a worth of places.

use super::dynamic_weights::DynamicWeights;
use super::observation::{Friend, Observation};
use crate::rulesets::dogma::codex::Scenario;
use crate::rulesets::dogma::state::Battle;
use crate::tabletop::plane::{Base, Facing, Point, contains, within};

/// FP a point of cost is worth for every inch nearer to what the scenario is about.
const PER_INCH: f64 = 0.1;

/// FP that a hold, or a part of it, is worth.
const HOLD: f64 = 6.0;

/// FP for taking the flag: it wins.
const FLAG: f64 = 40.0;

/// FP for taking up the own flag again.
const OWN_FLAG: f64 = 8.0;

/// FP that every inch nearer to a flag on the ground is worth to whoever goes there, besides what its cost adds: one is enough.
const TO_THE_FLAG: f64 = 0.8;

/// FP a point of cost is worth off the enemy edge.
const EXIT: f64 = 5.0;

/// How near to the enemy edge a base has to come to leave by it, inches.
const TOUCHES: f64 = 0.015;

/// How far a corner of a base is from its centre, as a share of its side.
const CORNER: f64 = 0.71;

/// What the scenario asks for.
#[derive(Clone, Copy, Debug, Default)]
pub enum Objective {
    /// Nothing but destruction.
    #[default]
    None,
    /// Off the enemy edge (DG-SCN-03).
    Edge,
    /// Wholly within so many inches of a point, with so many FP (DG-SCN-05).
    Hill {
        /// The marker.
        centre: Point,
        /// Its radius, inches.
        radius: f64,
        /// FP wanted.
        points: f64,
        /// FP there now.
        there: f64,
    },
    /// Two markers to cover (DG-SCN-10).
    Markers {
        /// The markers.
        markers: [Point; 2],
        /// Bases that cover them: the same one twice, if one can cover both.
        posts: [Base; 2],
    },
    /// A flag on the ground, the enemy's or the own (DG-SCN-06, DG-SCN-07).
    Flag {
        /// Where it lies.
        at: Point,
        /// A base that covers it.
        post: Base,
        /// What it is worth to take it.
        worth: f64,
    },
}

impl Objective {
    /// What `observation`'s side is to do now; `before` is what it was to do in this game: where a base could stand
    /// to cover something, one still can.
    pub fn of(battle: &Battle<'_>, observation: &Observation, before: &Objective) -> Objective {
        let (progress, rules, side) = (&battle.progress, &battle.setup.rules, observation.side);
        match (battle.scenario, progress.centre) {
            (Scenario::Invasion, _) if side == battle.aggressor => Objective::Edge,
            (Scenario::KingOfTheHill, Some(centre)) => {
                let radius = rules.koth_radius;
                let points = battle.hill_points() as f64 / 1000.0;
                let inside = |friend: &&Friend| within(&friend.base, centre, radius);
                let there = observation.friends.iter().filter(inside).map(|friend| friend.cost).sum();
                Objective::Hill { centre, radius, points, there }
            }
            (Scenario::Control, Some(centre)) => {
                let markers = [centre, progress.markers[side.index()].unwrap_or(centre)];
                match before {
                    Objective::Markers { markers: known, .. } if *known == markers => *before,
                    _ => Objective::Markers { markers, posts: posts(battle, markers) },
                }
            }
            (Scenario::CaptureTheFlag, _) => {
                let [theirs, ours] = [side.other(), side].map(|side| progress.flags[side.index()]);
                let flag = |at: Point, worth: f64| match before {
                    Objective::Flag { at: known, post, .. } if *known == at => {
                        Objective::Flag { at, post: *post, worth }
                    }
                    _ => Objective::Flag { at, post: post(battle, at), worth },
                };
                match (theirs, ours) {
                    (Some(at), _) => flag(at, FLAG),
                    (None, Some(at)) => flag(at, OWN_FLAG),
                    (None, None) => Objective::None,
                }
            }
            _ => Objective::None,
        }
    }

    /// Where a friend had better go.
    pub fn destination(&self, observation: &Observation, friend: &Friend) -> Option<Point> {
        match *self {
            Objective::None => None,
            Objective::Edge if friend.air => None,
            Objective::Edge => {
                let own = observation.own(friend.base.centre);
                Some(observation.own(Point::new(own.x, observation.table.y)))
            }
            Objective::Hill { centre, .. } => Some(centre),
            Objective::Markers { .. } | Objective::Flag { .. } => self.post(friend).map(|post| post.centre),
        }
    }

    /// A base that covers what is to be covered, the nearest one to a friend.
    pub fn post(&self, friend: &Friend) -> Option<&Base> {
        let apart = |post: &Base| (post.centre - friend.base.centre).length_squared();
        match self {
            Objective::Markers { posts: [first, second], .. } => {
                Some(if apart(first) <= apart(second) { first } else { second })
            }
            Objective::Flag { post, .. } => Some(post),
            Objective::None | Objective::Edge | Objective::Hill { .. } => None,
        }
    }

    /// What a friend gains for the scenario at most by going at most `far` inches.
    pub fn most(&self, observation: &Observation, friend: &Friend, far: f64, weights: &DynamicWeights) -> f64 {
        let cost = friend.load;
        let near = |at: Point, reach: f64| friend.base.centre.distance(at) <= far + reach;
        let worth = match *self {
            Objective::None => 0.0,
            Objective::Edge if friend.air => 0.0,
            Objective::Edge => {
                let left = observation.table.y - observation.own(friend.base.centre).y - 0.5 * observation.base;
                2.0 * PER_INCH * cost * far
                    + if left < far + (CORNER - 0.5) * observation.base { EXIT * cost } else { 0.0 }
            }
            Objective::Hill { centre, radius, points, .. } => {
                let hold = if near(centre, radius) { HOLD * (friend.cost / points.max(1.0)).min(1.0) } else { 0.0 };
                hold + PER_INCH * cost * far
            }
            Objective::Markers { markers, .. } => {
                let covers = markers.iter().any(|marker| near(*marker, CORNER * observation.base));
                PER_INCH * cost * far + if covers { HOLD } else { 0.0 }
            }
            Objective::Flag { at, worth, .. } => {
                (TO_THE_FLAG + PER_INCH * cost) * far + if near(at, CORNER * observation.base) { worth } else { 0.0 }
            }
        };
        weights.objective * worth
    }

    /// What it is worth to the scenario that a friend stands at `base`.
    pub fn worth(&self, observation: &Observation, friend: &Friend, base: &Base, weights: &DynamicWeights) -> f64 {
        let (cost, centre) = (friend.load, base.centre);
        let near = |objective: Point, enough: f64| {
            -PER_INCH * cost * (observation.way(friend, centre, objective) - enough).max(0.0)
        };
        let worth = match *self {
            Objective::None => 0.0,
            Objective::Edge if friend.air => 0.0,
            Objective::Edge => {
                // Whoever stands askew touches with a corner.
                let ahead = base.facing.ahead();
                let left =
                    observation.table.y - observation.own(centre).y - base.half_depth * (ahead.x.abs() + ahead.y.abs());
                let out = if left < TOUCHES { EXIT * cost } else { 0.0 };
                let own = observation.own(centre);
                let way = observation.way(friend, centre, observation.own(Point::new(own.x, observation.table.y)));
                out - 2.0 * PER_INCH * cost * (way - 0.5 * observation.base).max(0.0)
            }
            Objective::Hill { centre: marker, radius, .. } => near(marker, (radius - 0.71 * observation.base).max(0.0)),
            Objective::Markers { posts, .. } => posts.iter().map(|post| 0.5 * near(post.centre, 0.0)).sum::<f64>(),
            Objective::Flag { at, post, worth } => {
                let taken = if contains(base, at) { worth } else { 0.0 };
                taken - (TO_THE_FLAG + PER_INCH * cost) * observation.way(friend, centre, post.centre)
            }
        };
        weights.objective * worth + self.hold(friend, base, weights)
    }

    /// What a friend at `base` holds or helps to hold is worth: nothing, if it is destroyed in the enemy turn.
    pub fn hold(&self, friend: &Friend, base: &Base, weights: &DynamicWeights) -> f64 {
        let worth = match *self {
            Objective::Hill { centre, radius, points, there } if within(base, centre, radius) => {
                let others = if within(&friend.base, centre, radius) { there - friend.cost } else { there };
                let share = |fp: f64| HOLD * (fp / points.max(1.0)).min(1.0);
                share(others + friend.cost) - share(others)
            }
            Objective::Markers { markers, .. } => {
                let covered = markers.iter().filter(|marker| contains(base, **marker)).count();
                [0.0, 0.25 * HOLD, HOLD][covered]
            }
            Objective::None | Objective::Edge | Objective::Hill { .. } | Objective::Flag { .. } => 0.0,
        };
        weights.objective * worth
    }
}

/// A base that covers a point; beside closed ground it lies along it.
fn post(battle: &Battle<'_>, at: Point) -> Base {
    let (side, table) = (battle.setup.side, battle.table());
    battle.terrain.covering(at, side, &table).unwrap_or(Base::square(at, Facing::NORTH, side))
}

/// Bases that cover these markers: the same one twice, if it can cover both.
fn posts(battle: &Battle<'_>, [first, second]: [Point; 2]) -> [Base; 2] {
    let both = post(battle, first.midpoint(second));
    if contains(&both, first) && contains(&both, second) {
        [both; 2]
    } else {
        [post(battle, first), post(battle, second)]
    }
}
