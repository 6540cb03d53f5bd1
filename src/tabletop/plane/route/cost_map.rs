//! The cost map of a mover: where it may not go, and what ground costs.

use arrayvec::ArrayVec;

use super::hull::{Cuts, Hull, Track, crosses};
use super::leg::{Bend, Leg};
use crate::tabletop::plane::area::Area;
use crate::tabletop::plane::outline::{Outline, ROUNDING, Wall};
use crate::tabletop::plane::segment::Segment;
use crate::tabletop::plane::vector::{Point, Vector};

/// How far inside slow ground its extra cost begins, in inches: whoever goes along the edge is outside.
const EDGE: f64 = 1e-6;

/// A place on the table: a point, and the level on which one stands there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Where, in plan.
    pub point: Point,
    /// Which level: 0 is the ground. Levels are what the game says they are; only climbs lead from one to another.
    pub level: u8,
}

impl From<Point> for Spot {
    fn from(point: Point) -> Self {
        Self { point, level: 0 }
    }
}

/// Something on one level.
#[derive(Clone, Debug)]
pub(super) struct On<T> {
    pub(super) level: u8,
    pub(super) it: T,
}

/// Where a barrier lies, by and large. Most are told to be far off by that, and it is much smaller than they are.
#[derive(Clone, Copy, Debug)]
struct Round {
    middle: Point,
    /// Greatest distance of a point of it from the middle.
    reach: f64,
    level: u8,
}

impl Round {
    fn of(on: &On<Hull>) -> Self {
        Self { middle: on.it.middle, reach: on.it.reach, level: on.level }
    }
}

/// Ground that costs more.
#[derive(Clone, Debug)]
pub(super) struct Slow {
    pub(super) hull: Hull,
    /// Inches for an inch, at least 1.
    pub(super) factor: f64,
}

/// A line whose crossing costs.
#[derive(Clone, Debug)]
pub(super) struct Toll {
    pub(super) line: Segment,
    /// Inches for each crossing.
    pub(super) cost: f64,
}

/// A way from level to level.
#[derive(Clone, Debug)]
pub(super) struct Climb {
    pub(super) from: Spot,
    pub(super) to: Spot,
    pub(super) cost: f64,
}

/// What a mover meets: barriers that its centre keeps a distance from, slow ground, lines that cost to cross, climbs.
///
/// It is the *centre* of the mover that goes: a disc of radius r keeps `r` inches from a barrier, a mover that keeps an
/// inch from enemies as well keeps `r + 1.0` from their bases, and one of whom only the centre counts keeps `0.0`. Grazing is
/// allowed; overlaps of up to [`ROUNDING`] count as grazing. Slow ground counts where the centre is inside it; where several
/// pieces overlap, the slowest counts alone.
///
/// A map is filled anew for each question or changed between questions; once it has grown, filling it allocates nothing.
///
/// ```
/// use evenodds::tabletop::plane::{Area, CostMap, Disc, Point, RouteFinder, Shape, Facing};
///
/// // A base of an inch across, a rock in its way, and mud to the left of it.
/// let mut map = CostMap::new(Area::table(48.0, 48.0), 0.5);
/// map.bar(&Disc { centre: Point::new(10.0, 10.0), radius: 2.0 }, 0.5);
/// map.slow(&Shape::rectangle(Point::new(8.0, 13.0), Facing::NORTH, 6.0, 6.0), 2.0);
/// let mut finder = RouteFinder::default();
/// let route = finder.route(&map, Point::new(5.0, 10.0), Point::new(15.0, 10.0), 12.0).unwrap();
/// assert!((route.length() - 11.2782).abs() < 1e-4 && route.cost() == route.length());
/// assert!(finder.route(&map, Point::new(5.0, 10.0), Point::new(15.0, 10.0), 11.2).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct CostMap {
    bounds: Area,
    level: u8,
    pub(super) barriers: Vec<On<Hull>>,
    /// The same, by and large.
    rounds: Vec<Round>,
    pub(super) slow: Vec<On<Slow>>,
    pub(super) tolls: Vec<On<Toll>>,
    pub(super) climbs: Vec<Climb>,
}

/// How much was on a map at some moment; see [`CostMap::mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark([usize; 4]);

impl CostMap {
    /// A map of a table from whose edge the centre of the mover keeps `margin` inches.
    #[must_use]
    pub fn new(table: Area, margin: f64) -> Self {
        let bounds = table.inset(margin);
        let (barriers, slow, tolls, climbs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { bounds, level: 0, barriers, rounds: Vec::new(), slow, tolls, climbs }
    }

    /// A map of nothing, with memory for a crowded table.
    #[must_use]
    pub fn roomy() -> Self {
        Self {
            bounds: Area::table(0.0, 0.0),
            level: 0,
            barriers: Vec::with_capacity(1 << 9),
            rounds: Vec::with_capacity(1 << 9),
            slow: Vec::with_capacity(1 << 8),
            tolls: Vec::with_capacity(1 << 8),
            climbs: Vec::with_capacity(1 << 11),
        }
    }

    /// Takes everything off the map, for another mover: its centre keeps `margin` inches from the edge of the table.
    pub fn clear(&mut self, table: Area, margin: f64) {
        (self.bounds, self.level) = (table.inset(margin), 0);
        self.barriers.clear();
        self.rounds.clear();
        self.slow.clear();
        self.tolls.clear();
        self.climbs.clear();
    }

    /// Puts on this map what lies on another one within so many inches of a point, for a mover whose centre keeps so many inches
    /// more from barriers; climbs are left out.
    pub fn take(&mut self, from: &CostMap, clearance: f64, point: Point, inches: f64) {
        let near = |middle: Point, reach: f64, clearance: f64| {
            let reach = inches + reach + clearance + 2.0 * ROUNDING;
            (middle - point).length_squared() <= reach * reach
        };
        let barriers = from.rounds.iter().zip(&from.barriers);
        for (_, on) in barriers.filter(|(round, _)| near(round.middle, round.reach, clearance)) {
            self.put(On { level: on.level, it: on.it.grown(clearance) });
        }
        let slow = from.slow.iter().filter(|on| near(on.it.hull.middle, on.it.hull.reach, 0.0));
        self.slow.extend(slow.cloned());
        let crossed = |on: &&On<Toll>| on.it.line.distance_to_point(point) <= inches;
        self.tolls.extend(from.tolls.iter().filter(crossed).cloned());
    }

    /// Whether a shape bars a straight way, off which the centre of the mover keeps so many inches.
    #[must_use]
    pub fn bars(outline: &impl Outline, clearance: f64, line: &Segment) -> bool {
        Hull::new(outline, clearance).cut(line, ROUNDING).is_some()
    }

    /// What it costs, in inches, to go straight on a level, for a mover whose centre keeps so many inches more from barriers; none
    /// where something bars it.
    #[must_use]
    pub fn price(&self, line: &Segment, level: u8, clearance: f64) -> Option<f64> {
        let bounds = self.bounds.inset(clearance);
        let inside = [line.start, line.end].into_iter().all(|end| bounds.room_round(end) >= -ROUNDING);
        let track = Track::new(line);
        let bars = |(round, on): (&Round, &On<Hull>)| {
            round.level == level
                && !line.keeps_off(round.middle, round.reach + clearance)
                && on.it.cut_grown(clearance, &track, ROUNDING).is_some()
        };
        let free = inside && !self.rounds.iter().zip(&self.barriers).any(bars);
        free.then(|| cost_of_line(&track, on(&self.slow, level), on(&self.tolls, level)))
    }

    /// How much is on the map: what comes later is taken off again with [`CostMap::rewind`], so that what stays on a table is put
    /// there but once.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark([self.barriers.len(), self.slow.len(), self.tolls.len(), self.climbs.len()])
    }

    /// Takes everything off the map that was put there after a mark, and goes back to the ground.
    pub fn rewind(&mut self, mark: Mark) {
        let [barriers, slow, tolls, climbs] = mark.0;
        self.level = 0;
        self.barriers.truncate(barriers);
        self.rounds.truncate(barriers);
        self.slow.truncate(slow);
        self.tolls.truncate(tolls);
        self.climbs.truncate(climbs);
    }

    /// Puts what follows on this level; the ground, 0, at first.
    pub fn on_level(&mut self, level: u8) -> &mut Self {
        self.level = level;
        self
    }

    /// Keeps the centre so many inches from a shape.
    pub fn bar(&mut self, outline: &impl Outline, clearance: f64) {
        self.put(On { level: self.level, it: Hull::new(outline, clearance) });
    }

    fn put(&mut self, barrier: On<Hull>) {
        self.rounds.push(Round::of(&barrier));
        self.barriers.push(barrier);
    }

    /// Keeps the centre so many inches from a wall, which it cannot cross.
    pub fn wall(&mut self, line: &Segment, clearance: f64) {
        self.bar(&Wall::new(*line), clearance);
    }

    /// Makes an inch in a shape cost as much as `factor` inches outside; factors below 1 count as 1.
    pub fn slow(&mut self, outline: &impl Outline, factor: f64) {
        let it = Slow { hull: Hull::new(outline, 0.0), factor: factor.max(1.0) };
        self.slow.push(On { level: self.level, it });
    }

    /// Adds so many inches to the cost of a route whenever it crosses a line.
    pub fn toll(&mut self, line: &Segment, cost: f64) {
        self.tolls.push(On { level: self.level, it: Toll { line: *line, cost } });
    }

    /// Lets a mover whose centre is at `from` climb, up or down, to where its centre is at `to`; not back. That there is room,
    /// and nothing in between, is for the game to see.
    pub fn climb(&mut self, from: Spot, to: Spot, cost: f64) {
        self.climbs.push(Climb { from, to, cost });
    }

    /// Whether the centre may be here.
    #[must_use]
    pub fn is_free(&self, spot: impl Into<Spot>) -> bool {
        let Spot { point, level } = spot.into();
        self.in_bounds(point) && !on(&self.barriers, level).any(|barrier| barrier.holds(point, ROUNDING))
    }

    /// Whether the centre may go along a leg on a level.
    #[must_use]
    pub fn is_clear(&self, leg: &Leg, level: u8) -> bool {
        self.leg_in_bounds(leg) && !on(&self.barriers, level).any(|barrier| barrier.bars(leg, ROUNDING))
    }

    /// What a leg on a level costs, in inches, whatever bars it.
    #[must_use]
    pub fn cost(&self, leg: &Leg, level: u8) -> f64 {
        cost(leg, on(&self.slow, level), on(&self.tolls, level))
    }

    /// Whether a leg enters slow ground, be it for free.
    #[must_use]
    pub fn slows(&self, leg: &Leg, level: u8) -> bool {
        on(&self.slow, level).any(|slow| slow.hull.bars(leg, EDGE))
    }

    /// Whether the centre may be here, as far as some of the barriers are concerned.
    pub(super) fn is_free_among(&self, barriers: &[u32], spot: Spot) -> bool {
        let mut barriers = barriers.iter().map(|&at| &self.barriers[at as usize]).filter(|on| on.level == spot.level);
        self.in_bounds(spot.point) && !barriers.any(|barrier| barrier.it.holds(spot.point, ROUNDING))
    }

    /// What a straight leg on a level costs over some of the slow ground and of the lines; none where one of some barriers, or the
    /// edge of the table, bars it.
    pub(super) fn pass(&self, [barriers, slow, tolls]: [&[u32]; 3], line: &Segment, level: u8) -> Option<f64> {
        if !self.in_bounds(line.start) || !self.in_bounds(line.end) {
            return None;
        }
        let track = Track::new(line);
        let barriers = barriers.iter().map(|&at| &self.barriers[at as usize]);
        if barriers.filter(|on| on.level == level).any(|on| on.it.cut_track(&track, ROUNDING).is_some()) {
            return None;
        }
        let slow = slow.iter().map(|&at| &self.slow[at as usize]).filter(|on| on.level == level);
        let tolls = tolls.iter().map(|&at| &self.tolls[at as usize]).filter(|on| on.level == level);
        Some(cost_of_line(&track, slow.map(|on| &on.it), tolls.map(|on| &on.it)))
    }

    /// Whether the centre may go along a leg on a level, as far as some of the barriers are concerned.
    pub(super) fn is_clear_of(&self, barriers: &[u32], leg: &Leg, level: u8) -> bool {
        let mut barriers = barriers.iter().map(|&at| &self.barriers[at as usize]).filter(|on| on.level == level);
        self.leg_in_bounds(leg) && !barriers.any(|on| on.it.bars(leg, ROUNDING))
    }

    /// What a leg on a level costs over some of the slow ground and of the lines.
    pub(super) fn cost_over(&self, slow: &[u32], tolls: &[u32], leg: &Leg, level: u8) -> f64 {
        let slow = slow.iter().map(|&at| &self.slow[at as usize]).filter(|on| on.level == level);
        let tolls = tolls.iter().map(|&at| &self.tolls[at as usize]).filter(|on| on.level == level);
        cost(leg, slow.map(|on| &on.it), tolls.map(|on| &on.it))
    }

    /// Where the centre may be, barriers apart.
    #[must_use]
    pub fn bounds(&self) -> &Area {
        &self.bounds
    }

    #[inline]
    pub(super) fn in_bounds(&self, point: Point) -> bool {
        self.bounds.room_round(point) >= -ROUNDING
    }

    pub(super) fn leg_in_bounds(&self, leg: &Leg) -> bool {
        let between = |bend: &Bend| {
            let east = Vector::new(1.0, 0.0);
            [east, east.left(), -east, east.right()]
                .into_iter()
                .all(|way| self.in_bounds(bend.centre + way * bend.radius) || !bend.faces(way))
        };
        self.in_bounds(leg.start()) && self.in_bounds(leg.end()) && !matches!(leg, Leg::Bend(bend) if !between(bend))
    }
}

/// What lies on a level.
pub(super) fn on<T>(things: &[On<T>], level: u8) -> impl Iterator<Item = &T> {
    things.iter().filter(move |thing| thing.level == level).map(|thing| &thing.it)
}

/// What a leg costs over slow ground and lines.
fn cost<'m>(leg: &Leg, slow: impl Iterator<Item = &'m Slow>, tolls: impl Iterator<Item = &'m Toll>) -> f64 {
    match leg {
        Leg::Climb { cost, .. } => *cost,
        Leg::Straight(line) => cost_of_line(&Track::new(line), slow, tolls),
        Leg::Bend(bend) => {
            let passed = |toll: &Toll| {
                let within = |at: &f64| *at > 1e-9 && *at < bend.radians - 1e-9;
                bend.crossings(&toll.line).into_iter().flatten().filter(within).count() as f64 * toll.cost
            };
            let tolls: f64 = tolls.map(passed).sum();
            bend.length() + slowed_bend(bend, slow) + tolls
        }
    }
}

/// What a straight leg costs over slow ground and lines.
#[inline]
fn cost_of_line<'m>(track: &Track, slow: impl Iterator<Item = &'m Slow>, tolls: impl Iterator<Item = &'m Toll>) -> f64 {
    let tolls: f64 = tolls.filter(|toll| crosses(&track.line, &toll.line)).map(|toll| toll.cost).sum();
    track.length + slowed(track, slow) + tolls
}

/// What slow ground adds to a straight leg.
#[inline]
fn slowed<'m>(track: &Track, slow: impl Iterator<Item = &'m Slow>) -> f64 {
    // Where each piece begins and ends on the line, and what an inch of it costs more.
    let mut parts: ArrayVec<([f64; 2], f64), 32> = ArrayVec::new();
    for slow in slow {
        if let Some(cut) = slow.hull.cut_track(track, EDGE) {
            let _ = parts.try_push((cut, slow.factor - 1.0));
        }
    }
    match parts.as_slice() {
        [] => 0.0,
        [([from, until], extra)] => (until - from) * extra,
        parts => {
            let mut cuts: ArrayVec<f64, 64> = parts.iter().flat_map(|(cut, _)| *cut).collect();
            cuts.sort_unstable_by(f64::total_cmp);
            let dearest = |at: f64| {
                let holds = parts.iter().filter(|([from, until], _)| *from <= at && at <= *until);
                holds.map(|(_, extra)| *extra).fold(0.0, f64::max)
            };
            cuts.windows(2).map(|pair| (pair[1] - pair[0]) * dearest(0.5 * (pair[0] + pair[1]))).sum()
        }
    }
}

/// What slow ground adds to a bend.
fn slowed_bend<'m>(bend: &Bend, slow: impl Iterator<Item = &'m Slow>) -> f64 {
    let near = |slow: &&Slow| {
        let reach = slow.hull.reach + bend.radius;
        (slow.hull.middle - bend.centre).length_squared() < reach * reach
    };
    let near: ArrayVec<&Slow, 32> = slow.filter(near).take(32).collect();
    if near.is_empty() {
        return 0.0;
    }
    let mut cuts = Cuts::new();
    cuts.push(0.0);
    near.iter().for_each(|slow| slow.hull.crossings(bend, slow.hull.radius - EDGE, &mut cuts));
    let _ = cuts.try_push(bend.radians);
    cuts.sort_unstable_by(f64::total_cmp);
    let dearest = |at: f64| {
        let point = bend.after(at);
        near.iter().filter(|slow| slow.hull.holds(point, EDGE)).map(|slow| slow.factor - 1.0).fold(0.0, f64::max)
    };
    let extra: f64 = cuts.windows(2).map(|pair| (pair[1] - pair[0]) * dearest(0.5 * (pair[0] + pair[1]))).sum();
    extra * bend.radius
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabletop::plane::testing::any_shape;
    use crate::tabletop::plane::{Disc, Facing, Hand, Shape};

    use proptest::prelude::*;

    fn straight(x0: f64, y0: f64, x1: f64, y1: f64) -> Leg {
        Leg::Straight(Segment::new(Point::new(x0, y0), Point::new(x1, y1)))
    }

    fn bend(centre: Point, radius: f64, from: Vector, hand: Hand, radians: f64) -> Leg {
        Leg::Bend(Bend { centre, radius, from, hand, radians })
    }

    fn table() -> Area {
        Area::table(48.0, 48.0)
    }

    #[test]
    fn dp_ter_03_difficult_ground_costs_twice_inside() {
        let mut map = CostMap::new(table(), 0.5);
        map.slow(&Shape::rectangle(Point::new(10.0, 13.5), Facing::NORTH, 8.0, 1.0), 2.0);
        // 3 inches clear, 1 difficult, 1 clear.
        assert!((map.cost(&straight(10.0, 10.0, 10.0, 15.0), 0) - 6.0).abs() < 1e-5);
        // Along the edge it costs nothing, and on another level neither.
        assert_eq!(map.cost(&straight(6.0, 13.0, 14.0, 13.0), 0), 8.0);
        assert_eq!(map.cost(&straight(10.0, 10.0, 10.0, 15.0), 1), 5.0);
        // DP-MOV-09: half an inch of wall costs an inch, at right angles.
        map.slow(&Shape::rectangle(Point::new(30.0, 30.0), Facing::NORTH, 6.0, 0.5), 2.0);
        assert!((map.cost(&straight(30.0, 29.0, 30.0, 31.0), 0) - 2.5).abs() < 1e-5);
        // R-57: 1.5 beyond a wall of half an inch that one touches: 2 inches for 2.5.
        assert!((map.cost(&straight(30.0, 29.75, 30.0, 31.75), 0) - 2.5).abs() < 1e-5);
        // The slowest of two counts alone.
        map.slow(&Shape::rectangle(Point::new(30.0, 30.0), Facing::EAST, 2.0, 2.0), 3.0);
        assert!((map.cost(&straight(30.0, 28.0, 30.0, 32.0), 0) - 8.0).abs() < 1e-5);
        assert!(map.slows(&straight(30.0, 28.0, 30.0, 32.0), 0) && !map.slows(&straight(20.0, 28.0, 20.0, 32.0), 0));
    }

    #[test]
    fn cw_r_95_a_wall_adds_two_inches_at_each_crossing() {
        let mut map = CostMap::new(Area::table(72.0, 48.0), 0.0);
        map.toll(&Segment::new(Point::new(10.0, 10.0), Point::new(16.0, 10.0)), 2.0);
        assert_eq!(map.cost(&straight(12.0, 8.0, 12.0, 12.0), 0), 6.0);
        assert_eq!(map.cost(&straight(10.0, 8.0, 10.0, 12.0), 0), 4.0, "past its end");
        let east = Vector::new(1.0, 0.0);
        let round = bend(Point::new(13.0, 9.0), 2.0, east, Hand::Left, std::f64::consts::PI);
        assert!((map.cost(&round, 0) - 2.0 * std::f64::consts::PI - 4.0).abs() < 1e-12, "across and back");
    }

    #[test]
    fn what_comes_after_a_mark_is_taken_off_again() {
        let mut map = CostMap::new(table(), 0.5);
        map.bar(&Disc { centre: Point::new(10.0, 10.0), radius: 2.0 }, 0.5);
        let mark = map.mark();
        map.on_level(1).bar(&Disc { centre: Point::new(20.0, 10.0), radius: 2.0 }, 0.5);
        map.slow(&Disc { centre: Point::new(30.0, 10.0), radius: 2.0 }, 2.0);
        map.toll(&Segment::new(Point::new(0.0, 5.0), Point::new(5.0, 5.0)), 1.0);
        map.climb(Spot::from(Point::new(5.0, 5.0)), Spot { point: Point::new(6.0, 5.0), level: 1 }, 4.0);
        assert!(!map.is_free(Spot { point: Point::new(20.0, 10.0), level: 1 }) && map.mark() != mark);
        map.rewind(mark);
        assert!(map.is_free(Spot { point: Point::new(20.0, 10.0), level: 1 }) && map.mark() == mark);
        map.bar(&Disc { centre: Point::new(20.0, 10.0), radius: 2.0 }, 0.5);
        assert!(!map.is_free(Point::new(20.0, 10.0)) && !map.is_free(Point::new(10.0, 10.0)));
        assert_eq!(
            (map.cost(&straight(30.0, 9.0, 30.0, 11.0), 1), map.cost(&straight(2.0, 4.0, 2.0, 6.0), 1)),
            (2.0, 2.0)
        );
    }

    #[test]
    fn the_centre_keeps_off() {
        let mut map = CostMap::new(table(), 0.5);
        map.bar(&Disc { centre: Point::new(10.0, 10.0), radius: 2.0 }, 0.5);
        map.wall(&Segment::new(Point::new(20.0, 10.0), Point::new(20.0, 14.0)), 0.5);
        assert!(map.is_free(Point::new(12.5, 10.0)) && !map.is_free(Point::new(12.49, 10.0)));
        assert!(map.is_free(Spot { point: Point::new(10.0, 10.0), level: 1 }));
        assert!(map.is_free(Point::new(0.5, 0.5)) && !map.is_free(Point::new(0.49, 0.5)));
        assert!(
            map.is_clear(&straight(5.0, 12.5, 15.0, 12.5), 0) && !map.is_clear(&straight(5.0, 12.4, 15.0, 12.4), 0)
        );
        assert!(map.is_clear(&straight(18.0, 9.5, 22.0, 9.5), 0) && !map.is_clear(&straight(18.0, 9.6, 22.0, 9.6), 0));
        let east = Vector::new(1.0, 0.0);
        let round = |radius, radians| bend(Point::new(1.5, 10.0), radius, east, Hand::Left, radians);
        assert!(map.is_clear(&round(1.0, 6.0), 0) && map.is_clear(&round(1.1, 1.5), 0));
        assert!(!map.is_clear(&round(1.1, 6.0), 0), "over the edge of the table");
    }

    proptest! {
        /// A leg costs what a walk along it in small steps costs.
        #[test]
        fn legs_cost_what_a_walk_along_them_does(
            grounds in prop::collection::vec((any_shape(3.0), 1.0..4.0f64), 1..6), ends in prop::array::uniform4(-4.0..4.0f64),
            radius in 0.3..3.0f64, radians in 0.1..6.0f64, left in any::<bool>(),
        ) {
            let mut map = CostMap::new(Area { min: Point::new(-9.0, -9.0), max: Point::new(9.0, 9.0) }, 0.0);
            grounds.iter().for_each(|(shape, factor)| map.slow(shape, *factor));
            let hand = if left { Hand::Left } else { Hand::Right };
            let from = Vector::new(ends[0], ends[1]).unit().unwrap();
            let round = bend(Point::new(ends[2], ends[3]), radius, from, hand, radians);
            for leg in [straight(ends[0], ends[1], ends[2], ends[3]), round] {
                let steps = 4000;
                let walked: f64 = (0..steps).map(|at| {
                    let point = leg.after(leg.length() * (f64::from(at) + 0.5) / f64::from(steps));
                    let inside = grounds.iter().filter(|(shape, _)| Hull::new(shape, 0.0).holds(point, EDGE));
                    inside.map(|(_, factor)| *factor).fold(1.0, f64::max)
                }).sum();
                let walked = walked * leg.length() / f64::from(steps);
                prop_assert!((map.cost(&leg, 0) - walked).abs() < 0.05, "{leg:?} {} {walked}", map.cost(&leg, 0));
            }
        }
    }
}
