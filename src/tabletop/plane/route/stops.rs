//! Stops of the tangent visibility graph: where a shortest route may change its direction.
//!
//! That is at the corners of what bars it or slows it down, each a circle whose radius is the distance to keep; at the ends of
//! lines that cost to cross; where it climbs; and, as light at the surface of water, on the outline of slow ground.

use std::f64::consts::TAU;

use super::cost_map::{CostMap, Slow, Spot};
use super::hull::{Cuts, Hull};
use super::leg::{Bend, radians_between};
use crate::tabletop::plane::outline::ROUNDING;
use crate::tabletop::plane::segment::Segment;
use crate::tabletop::plane::vector::{Hand, Point, Vector};

/// Circles smaller than this are points, in inches.
const POINT: f64 = 1e-9;

/// Most inches between two points of an outline at which a route is tried to enter slow ground. The best one is sought
/// from there.
const SPACING: f64 = 0.5;

/// Inches beside a line that costs to cross at which a route may enter slow ground.
const BESIDE: f64 = 1e-3;

/// A point at which a route may break.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pin {
    pub(super) spot: Spot,
    /// The neighbours of a corner that is barred: the route breaks round it, not into it.
    pub(super) beside: Option<[Point; 2]>,
    /// Where on the outline of slow ground it lies, if it does.
    pub(super) border: Option<Border>,
}

/// A circle that a route may bend round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Post {
    pub(super) centre: Point,
    pub(super) radius: f64,
    pub(super) level: u8,
    /// The unit vectors out of the edges beside it, counter-clockwise: between them it bends.
    cone: Option<[Vector; 2]>,
}

impl Post {
    /// Whether the route may touch the circle where it looks along a unit vector.
    pub(super) fn bends_at(&self, out: Vector) -> bool {
        const HAIR: f64 = 1e-9;
        self.cone.is_none_or(|[first, last]| first.cross(out) >= -HAIR && out.cross(last) >= -HAIR)
    }
}

/// A place on the outline of slow ground.
#[derive(Clone, Copy, Debug)]
pub(super) enum Border {
    /// So many inches along a straight edge.
    Edge { line: Segment, at: f64, spread: f64 },
    /// So many radians round a disc.
    Round { centre: Point, radius: f64, at: f64, spread: f64 },
}

impl Border {
    pub(super) fn point(&self) -> Point {
        match *self {
            Border::Edge { line, at, .. } => line.start + line.span() * (at / line.length()),
            Border::Round { centre, radius, at, .. } => {
                let (sin, cos) = libm::sincos(at);
                centre + Vector::new(cos, sin) * radius
            }
        }
    }

    /// Where the best place near it may be.
    pub(super) fn range(&self) -> [f64; 2] {
        match *self {
            Border::Edge { line, at, spread } => [(at - spread).max(0.0), (at + spread).min(line.length())],
            Border::Round { at, spread, .. } => [at - spread, at + spread],
        }
    }

    /// Another place on the same edge.
    pub(super) fn moved(mut self, to: f64) -> Self {
        let (Border::Edge { at, .. } | Border::Round { at, .. }) = &mut self;
        *at = to;
        self
    }
}

impl Slow {
    /// The places on its outline that are nearest to a point inside, one for each edge.
    pub(super) fn borders_towards(&self, point: Point) -> impl Iterator<Item = Border> + '_ {
        let hull = &self.hull;
        let radius = hull.radius;
        let round = |centre: Point| {
            let way = point - centre;
            Border::Round { centre, radius, at: libm::atan2(way.y, way.x), spread: SPACING / radius }
        };
        let disc = if let [centre] = *hull.corners.as_slice() { Some(round(centre)) } else { None };
        let edges = hull.edges().filter_map(move |edge| {
            let along = edge.span().unit()?;
            let out = along.right() * radius;
            let line = Segment::new(edge.start + out, edge.end + out);
            let at = (point - line.start).dot(along);
            (0.0..=line.length()).contains(&at).then_some(Border::Edge { line, at, spread: SPACING })
        });
        disc.into_iter().chain(edges)
    }

    /// The place on its outline nearest to a point.
    pub(super) fn border_at(&self, point: Point) -> Option<Border> {
        let apart = |border: &Border| border.point().distance(point);
        self.borders_towards(point).min_by(|a, b| apart(a).total_cmp(&apart(b)))
    }
}

/// The stops that a route of a certain length may touch, and what lies near enough to matter.
#[derive(Clone, Debug, Default)]
pub(super) struct Stops {
    pub(super) pins: Vec<Pin>,
    pub(super) posts: Vec<Post>,
    /// Places in the map's lists.
    pub(super) barriers: Vec<u32>,
    pub(super) slow: Vec<u32>,
    pub(super) tolls: Vec<u32>,
    /// Cost of a climb, and the pins it leads from and to.
    pub(super) climbs: Vec<(f64, u32, u32)>,
}

impl Stops {
    /// With memory for the stops of large searches.
    pub(super) fn roomy() -> Self {
        Self {
            pins: Vec::with_capacity(1 << 13),
            posts: Vec::with_capacity(1 << 11),
            barriers: Vec::with_capacity(1 << 9),
            slow: Vec::with_capacity(1 << 8),
            tolls: Vec::with_capacity(1 << 8),
            climbs: Vec::with_capacity(1 << 11),
        }
    }

    /// Finds those of routes from `start` on a budget; to `goal`, if there is one. The start is pin 0, the goal pin 1.
    pub(super) fn find(&mut self, map: &CostMap, start: Spot, goal: Option<Spot>, budget: f64) {
        self.pins.clear();
        self.posts.clear();
        self.barriers.clear();
        self.slow.clear();
        self.tolls.clear();
        self.climbs.clear();
        let pin = |spot| Pin { spot, beside: None, border: None };
        self.pins.push(pin(start));
        self.pins.extend(goal.map(pin));
        // No way there and on is shorter than the straight one.
        let in_reach = |point: Point, reach: f64| {
            let there = start.point.distance(point) - reach;
            there.max(0.0) + goal.map_or(0.0, |goal| (goal.point.distance(point) - reach).max(0.0)) <= budget
        };
        let ends = [start.point, goal.map_or(start.point, |goal| goal.point)];
        let ends = &ends[..1 + usize::from(goal.is_some())];
        let near = |hull: &Hull| in_reach(hull.middle, hull.reach + ROUNDING);
        for (at, barrier) in map.barriers.iter().enumerate().filter(|(_, on)| near(&on.it)) {
            self.barriers.push(at as u32);
            self.corners(&barrier.it, barrier.level, true);
            self.pins.extend(
                ends.iter()
                    .flat_map(|&end| out_of(&barrier.it, end))
                    .map(|point| pin(Spot { point, level: barrier.level })),
            );
        }
        for (at, slow) in map.slow.iter().enumerate().filter(|(_, on)| near(&on.it.hull)) {
            self.slow.push(at as u32);
            if slow.it.factor > 1.0 {
                self.corners(&slow.it.hull, slow.level, false);
                self.border(map, &slow.it.hull, slow.level, ends);
            }
        }
        for (at, toll) in map.tolls.iter().enumerate() {
            let line = toll.it.line;
            if in_reach(line.midpoint(), 0.5 * line.length()) {
                self.tolls.push(at as u32);
                let end = |point| pin(Spot { point, level: toll.level });
                self.pins.extend([end(line.start), end(line.end)]);
            }
        }
        let first = 1 + usize::from(goal.is_some());
        let mut at = 0;
        let barriers = &self.barriers;
        self.pins.retain(|pin| {
            at += 1;
            at <= first || (in_reach(pin.spot.point, 0.0) && map.is_free_among(barriers, pin.spot))
        });
        for climb in map.climbs.iter().filter(|climb| in_reach(climb.from.point, 0.0)) {
            let from = self.pins.len() as u32;
            self.climbs.push((climb.cost, from, from + 1));
            self.pins.extend([pin(climb.from), pin(climb.to)]);
        }
        self.posts.retain(|post| in_reach(post.centre, post.radius + ROUNDING));
    }

    /// The corners of a shape.
    fn corners(&mut self, hull: &Hull, level: u8, barred: bool) {
        for (at, &centre) in hull.corners.iter().enumerate() {
            if hull.radius > POINT {
                self.posts.push(Post { centre, radius: hull.radius, level, cone: hull.cone(at) });
            } else if hull.corners.len() > 1 {
                let beside = barred.then(|| hull.neighbours(at));
                self.pins.push(Pin { spot: Spot { point: centre, level }, beside, border: None });
            }
        }
    }

    /// Points on the outline of slow ground: half an inch apart, where it meets what bars the way, and nearest to both ends.
    fn border(&mut self, map: &CostMap, hull: &Hull, level: u8, ends: &[Point]) {
        let barriers = self.barriers.iter().map(|&at| &map.barriers[at as usize]).filter(|on| on.level == level);
        let tolls = map.tolls.iter().filter(|on| on.level == level).map(|on| &on.it.line);
        let pins = &mut self.pins;
        let mut add = |border: Border| {
            let spot = Spot { point: border.point(), level };
            pins.push(Pin { spot, beside: None, border: Some(border) });
        };
        if let [centre] = *hull.corners.as_slice() {
            let radius = hull.radius;
            let parts = (TAU * radius / SPACING).ceil().max(8.0);
            let spread = TAU / parts;
            let mut round = |at: f64| add(Border::Round { centre, radius, at, spread });
            (0..parts as u32).for_each(|part| round(f64::from(part) * spread));
            ends.iter().map(|end| *end - centre).for_each(|way| round(libm::atan2(way.y, way.x)));
            let whole = Bend { centre, radius, from: Vector::new(1.0, 0.0), hand: Hand::Left, radians: TAU };
            map.bounds().edges().iter().flat_map(|line| whole.crossings(line)).flatten().for_each(&mut round);
            for at in tolls.flat_map(|line| whole.crossings(line)).flatten() {
                [at - BESIDE, at + BESIDE].into_iter().for_each(&mut round);
            }
            for barrier in barriers {
                let mut cuts = Cuts::new();
                barrier.it.crossings(&whole, barrier.it.radius, &mut cuts);
                cuts.into_iter().for_each(&mut round);
            }
            return;
        }
        for edge in hull.edges() {
            let along = edge.span().unit().unwrap_or(Vector::ZERO);
            let out = along.right() * hull.radius;
            let line = Segment::new(edge.start + out, edge.end + out);
            let length = line.length();
            let parts = (length / SPACING).ceil();
            let spread = length / parts;
            let mut on_edge = |at: f64| {
                if (0.0..=length).contains(&at) {
                    add(Border::Edge { line, at, spread });
                }
            };
            (0..parts as u32).for_each(|part| on_edge((f64::from(part) + 0.5) * spread));
            ends.iter().for_each(|end| on_edge((*end - line.start).dot(along)));
            let bounds = map.bounds();
            for (start, way, min, max) in [
                (line.start.x, along.x, bounds.min.x, bounds.max.x),
                (line.start.y, along.y, bounds.min.y, bounds.max.y),
            ] {
                [min, max].map(|edge| (edge - start) / way).into_iter().for_each(&mut on_edge);
            }
            for toll in tolls.clone() {
                let across = toll.span().left();
                let at = across.dot(toll.start - line.start) / across.dot(along);
                [at - BESIDE, at + BESIDE].into_iter().for_each(&mut on_edge);
            }
            barriers.clone().filter_map(|barrier| barrier.it.cut(&line, 0.0)).flatten().for_each(&mut on_edge);
        }
    }
}

/// The places on the straight edges of a shape that are nearest to a point less than [`ROUNDING`] inside. From the point itself no
/// line touches the corners of the shape; from these places it does.
fn out_of(hull: &Hull, point: Point) -> impl Iterator<Item = Point> {
    let grazed = hull.corners.len() > 1 && hull.holds(point, 0.0);
    hull.edges().filter(move |_| grazed).filter_map(move |edge| {
        let along = edge.span().unit()?;
        let out = along.right();
        let inside = hull.radius - out.dot(point - edge.start);
        let at = along.dot(point - edge.start);
        let on_edge = inside <= ROUNDING && (0.0..=edge.length()).contains(&at);
        on_edge.then(|| point + out * inside)
    })
}

/// The straight line that leaves one circle and touches the next, as its unit vector and its length. A radius is positive where
/// the circle is passed with its centre on the left, negative where it is on the right, 0 for a point. Who stands at a
/// circle, or less than [`ROUNDING`] inside, leaves along it.
pub(super) fn tangent(from: (Point, f64), to: (Point, f64)) -> Option<(Vector, f64)> {
    let (apart, across) = (to.0 - from.0, from.1 - to.1);
    let whole = apart.length_squared();
    let along = whole - across * across;
    if along > 0.0 {
        let along = along.sqrt();
        return Some(((apart * along - apart.right() * across) * (1.0 / whole), along));
    }
    let inside = across.abs() - whole.sqrt();
    if inside > ROUNDING {
        return None;
    }
    (apart.right() * -across).unit().map(|way| (way, 0.0))
}

/// Where a line along a unit vector touches a circle, seen from its centre.
#[inline]
pub(super) fn touch(way: Vector, radius: f64) -> Vector {
    way.right() * radius
}

/// The sense in which a circle of such a radius is passed.
#[inline]
pub(super) fn hand(radius: f64) -> Hand {
    if radius >= 0.0 { Hand::Left } else { Hand::Right }
}

/// Radians round a circle from where one line touches it to where another does; none when that is nearly a full turn back.
pub(super) fn turn(radius: f64, from: Vector, to: Vector) -> f64 {
    let radians = radians_between(from, to, hand(radius));
    if radians > TAU - 1e-7 { 0.0 } else { radians }
}

/// Whether a line along a vector through a corner leaves its neighbours on one side.
pub(super) fn supports(corner: Point, beside: [Point; 2], way: Vector) -> bool {
    const HAIR: f64 = 1e-9;
    let [a, b] = beside.map(|neighbour| way.cross(neighbour - corner));
    (a >= -HAIR && b >= -HAIR) || (a <= HAIR && b <= HAIR)
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    proptest! {
        /// Tangents touch both circles, each on the side that its sign says.
        #[test]
        fn tangents_touch_both_circles(
            places in prop::array::uniform4(-5.0..5.0f64), radii in prop::array::uniform2(-2.0..2.0f64),
        ) {
            let [from, to] = [Point::new(places[0], places[1]), Point::new(places[2], places[3])];
            let inside = (radii[0] - radii[1]).abs() - from.distance(to);
            let found = tangent((from, radii[0]), (to, radii[1]));
            prop_assert_eq!(found.is_some(), inside <= ROUNDING);
            if let Some((way, length)) = found.filter(|_| inside < 0.0) {
                let [start, end] = [from + touch(way, radii[0]), to + touch(way, radii[1])];
                prop_assert!((way.length() - 1.0).abs() < 1e-9 && (end - start - way * length).length() < 1e-9);
                for (centre, radius) in [(from, radii[0]), (to, radii[1])] {
                    prop_assert!((way.cross(centre - start) - radius).abs() < 1e-9, "on the left when positive");
                }
            }
        }
    }
}
