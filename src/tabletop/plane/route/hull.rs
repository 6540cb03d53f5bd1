//! A convex shape and everything near it: what a route may not enter, or pays for.

use arrayvec::ArrayVec;

use super::leg::{Bend, Leg};
use crate::tabletop::plane::outline::{MOST_CORNERS, Outline, ROUNDING, edges};
use crate::tabletop::plane::relate::{hull_distance, inward};
use crate::tabletop::plane::segment::Segment;
use crate::tabletop::plane::travel::round_by;
use crate::tabletop::plane::vector::{Point, Vector};

/// Least radius of a wall, in inches: nothing slips through where two of them meet.
const THINNEST: f64 = 2.0 * ROUNDING;

/// Places where a bend may cross outlines.
pub(super) type Cuts = ArrayVec<f64, 96>;

/// All points within `radius` inches of the hull of some corners.
#[derive(Clone, Debug)]
pub(super) struct Hull {
    pub(super) corners: ArrayVec<Point, MOST_CORNERS>,
    /// For each corner the unit vector into the shape from the edge that begins there.
    inward: ArrayVec<Vector, MOST_CORNERS>,
    /// The lengths of these edges.
    lengths: ArrayVec<f64, MOST_CORNERS>,
    pub(super) radius: f64,
    pub(super) middle: Point,
    /// Greatest distance of a point of it from the middle.
    pub(super) reach: f64,
}

/// Inches by which a line is beyond an edge for certain.
const HAIR: f64 = 1e-9;

/// A straight line that has been measured, to be held against many shapes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Track {
    pub(super) line: Segment,
    pub(super) length: f64,
    /// Unit vector from start to end; of no use where it has no length.
    pub(super) along: Vector,
}

impl Track {
    #[inline]
    pub(super) fn new(line: &Segment) -> Self {
        let length = line.length();
        Self { line: *line, length, along: line.span() * (1.0 / length) }
    }
}

impl Hull {
    /// A shape and all that is nearer to it than `clearance` inches. Walls are a hair thick.
    pub(super) fn new(outline: &impl Outline, clearance: f64) -> Self {
        let corners: ArrayVec<Point, MOST_CORNERS> = outline.corners().as_ref().iter().copied().collect();
        let (mut inwards, mut lengths) = (ArrayVec::new(), ArrayVec::new());
        if corners.len() > 1 {
            for edge in edges(&corners) {
                inwards.push(inward(edge));
                lengths.push(edge.length());
            }
        }
        let radius = outline.radius() + clearance;
        let radius = if corners.len() == 2 { radius.max(THINNEST) } else { radius };
        let (middle, reach) = (outline.middle(), outline.reach() - outline.radius() + radius);
        Self { corners, inward: inwards, lengths, radius, middle, reach }
    }

    /// The same shape with all that is nearer to it by so many inches more.
    pub(super) fn grown(&self, inches: f64) -> Self {
        let (radius, reach) = self.grown_by(inches);
        Self { radius, reach, ..self.clone() }
    }

    /// Its radius and its reach with so many inches more.
    fn grown_by(&self, inches: f64) -> (f64, f64) {
        let thin = self.corners.len() == 2 && self.radius <= THINNEST;
        let (own, core) = (if thin { 0.0 } else { self.radius }, self.reach - self.radius);
        let radius = if self.corners.len() == 2 { (own + inches).max(THINNEST) } else { own + inches };
        (radius, core + radius)
    }

    /// The edges of its corners, counter-clockwise; of a disc its centre.
    pub(super) fn edges(&self) -> impl Iterator<Item = Segment> + Clone + '_ {
        edges(&self.corners)
    }

    /// The corners before and after a corner.
    pub(super) fn neighbours(&self, corner: usize) -> [Point; 2] {
        let n = self.corners.len();
        [self.corners[(corner + n - 1) % n], self.corners[(corner + 1) % n]]
    }

    /// The unit vectors that point out of the two edges that meet at a corner, counter-clockwise; none for a disc.
    pub(super) fn cone(&self, corner: usize) -> Option<[Vector; 2]> {
        let n = self.inward.len();
        (n > 0).then(|| [-self.inward[(corner + n - 1) % n], -self.inward[corner]])
    }

    /// Whether a point lies more than `depth` inches inside.
    pub(super) fn holds(&self, point: Point, depth: f64) -> bool {
        let near = self.radius - depth;
        if near > 0.0 {
            let reach = self.reach - depth;
            (point - self.middle).length_squared() < reach * reach && hull_distance(&[point], &self.corners) < near
        } else {
            self.corners.len() > 2
                && self.corners.iter().zip(&self.inward).all(|(&corner, inward)| inward.dot(point - corner) > -near)
        }
    }

    /// The part of a straight line, in inches from its start, that lies more than `depth` inches inside.
    pub(super) fn cut(&self, line: &Segment, depth: f64) -> Option<[f64; 2]> {
        self.cut_track(&Track::new(line), depth)
    }

    /// The same for a line that has been measured.
    #[inline]
    pub(super) fn cut_track(&self, track: &Track, depth: f64) -> Option<[f64; 2]> {
        self.cut_by(track, depth, (self.radius, self.reach))
    }

    /// The same with all that is nearer to the shape by so many inches more.
    pub(super) fn cut_grown(&self, inches: f64, track: &Track, depth: f64) -> Option<[f64; 2]> {
        self.cut_by(track, depth, self.grown_by(inches))
    }

    #[inline]
    fn cut_by(&self, track: &Track, depth: f64, (radius, reach): (f64, f64)) -> Option<[f64; 2]> {
        let Track { line, length, along } = *track;
        if line.keeps_off(self.middle, reach - depth) {
            return None;
        }
        if length == 0.0 {
            let held = Self { radius, reach, ..self.clone() }.holds(line.start, depth);
            return held.then_some([0.0, 0.0]);
        }
        let near = radius - depth;
        let [from, until] = if near > 0.0 {
            // Most lines that do not come near are beyond one of the edges.
            let off = |point: Point, (corner, inward): (&Point, &Vector)| inward.dot(point - *corner) < -near - HAIR;
            let mut edges = self.corners.iter().zip(&self.inward);
            if edges.any(|edge| off(line.start, edge) && off(line.end, edge)) {
                return None;
            }
            let edges = self.corners.iter().zip(&self.inward).zip(&self.lengths);
            let measured = edges.filter(|((_, inward), _)| **inward != Vector::ZERO);
            let measured = measured.map(|((start, inward), length)| (*start, inward.right(), *length));
            let deep = round_by(line.start, along, &self.corners, measured, near);
            [deep.from, deep.until]
        } else if self.corners.len() > 2 {
            self.inset(line.start, along, -near)?
        } else {
            return None;
        };
        let (from, until) = (from.max(0.0), until.min(length));
        (from < until).then_some([from, until])
    }

    /// Where a straight line runs farther than `depth` inside every edge.
    fn inset(&self, start: Point, along: Vector, depth: f64) -> Option<[f64; 2]> {
        let [mut from, mut until] = [f64::NEG_INFINITY, f64::INFINITY];
        for (&corner, inward) in self.corners.iter().zip(&self.inward) {
            let (inside, gain) = (inward.dot(start - corner) - depth, inward.dot(along));
            if gain > 0.0 {
                from = from.max(-inside / gain);
            } else if gain < 0.0 {
                until = until.min(-inside / gain);
            } else if inside <= 0.0 {
                return None;
            }
        }
        (from < until).then_some([from, until])
    }

    /// Whether some part of a leg lies more than `depth` inches inside.
    pub(super) fn bars(&self, leg: &Leg, depth: f64) -> bool {
        match leg {
            Leg::Straight(line) => self.cut(line, depth).is_some(),
            Leg::Bend(bend) => self.bars_bend(bend, depth),
            // Whoever decides that there is a climb sees to its room.
            Leg::Climb { .. } => false,
        }
    }

    fn bars_bend(&self, bend: &Bend, depth: f64) -> bool {
        let near = self.radius - depth;
        let reach = self.reach + bend.radius - depth;
        if (self.middle - bend.centre).length_squared() >= reach * reach {
            return false;
        }
        if near > 0.0 {
            return self.holds(bend.start(), depth) || self.edges().any(|edge| bend.distance_to(&edge) < near);
        }
        let mut cuts = Cuts::new();
        self.crossings(bend, near, &mut cuts);
        let deep = |at: f64| self.holds(bend.after(at), depth - 1e-9);
        deep(0.0) || deep(bend.radians) || cuts.into_iter().any(deep)
    }

    /// Adds the radians at which a bend crosses the outline at `near` inches from the hull (inside, when negative), and
    /// perhaps others.
    pub(super) fn crossings(&self, bend: &Bend, near: f64, cuts: &mut Cuts) {
        let mut add = |way: Vector| {
            let at = bend.radians_to(way);
            if at < bend.radians {
                let _ = cuts.try_push(at);
            }
        };
        for (edge, inward) in self.edges().zip(&self.inward) {
            let off = -inward.dot(bend.centre - edge.start) - near;
            let half = bend.radius * bend.radius - off * off;
            if half > 0.0 {
                let (foot, along) = (*inward * off, inward.right() * half.sqrt());
                add(foot + along);
                add(foot - along);
            }
        }
        if near > 0.0 {
            for &corner in &self.corners {
                let to = corner - bend.centre;
                let apart = to.length_squared();
                let along = 0.5 * (apart + bend.radius * bend.radius - near * near);
                let across = apart * bend.radius * bend.radius - along * along;
                if across > 0.0 {
                    add(to * along + to.left() * across.sqrt());
                    add(to * along - to.left() * across.sqrt());
                }
            }
        }
    }
}

/// Whether a straight line crosses another from side to side. Passing one of its ends is no crossing; who stands on it stands on
/// its left, so that a way over it by a point of it crosses it once.
pub(super) fn crosses(line: &Segment, other: &Segment) -> bool {
    const HAIR: f64 = 1e-9;
    let (along, span) = (other.span(), line.span());
    let left = |point: Point| along.cross(point - other.start) >= -HAIR * other.length();
    let [a, b] = [other.start, other.end].map(|end| span.cross(end - line.start));
    let least = HAIR * line.length();
    left(line.start) != left(line.end) && ((a > least && b < -least) || (a < -least && b > least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabletop::plane::testing::{any_direction, any_shape};
    use crate::tabletop::plane::{Hand, Wall, point_distance};

    use proptest::prelude::*;

    fn line(x0: f64, y0: f64, x1: f64, y1: f64) -> Segment {
        Segment::new(Point::new(x0, y0), Point::new(x1, y1))
    }

    #[test]
    fn walls_are_crossed_from_side_to_side() {
        let wall = line(0.0, 0.0, 4.0, 0.0);
        assert!(crosses(&line(1.0, -1.0, 2.0, 1.0), &wall));
        for beside in [line(4.0, -1.0, 4.0, 1.0), line(-1.0, 0.0, 5.0, 0.0)] {
            assert!(!crosses(&beside, &wall), "{beside:?}");
        }
        // By a point of it, there and back.
        for (there, on) in [
            (line(1.0, -1.0, 1.0, 0.0), line(1.0, 0.0, 2.0, 1.0)),
            (line(1.0, 1.0, 1.0, 0.0), line(1.0, 0.0, 1.0, -1.0)),
        ] {
            assert!(crosses(&there, &wall) != crosses(&on, &wall));
        }
        let thin = Hull::new(&Wall::new(wall), 0.0);
        assert!(thin.bars(&Leg::Straight(line(1.0, -1.0, 2.0, 1.0)), ROUNDING));
        assert!(!thin.bars(&Leg::Straight(line(4.001, -1.0, 4.001, 1.0)), ROUNDING));
        let from = Vector::new(0.0, -1.0);
        let half = Bend { centre: Point::new(2.0, 0.0), radius: 1.0, from, hand: Hand::Left, radians: 3.0 };
        assert!(thin.bars(&Leg::Bend(half), ROUNDING));
        assert!(!thin.bars(&Leg::Bend(Bend { radius: 2.5, ..half }), ROUNDING));
    }

    proptest! {
        /// A leg is barred where a walk along it in small steps comes too near.
        #[test]
        fn legs_are_barred_where_a_walk_along_them_is(
            shape in any_shape(3.0), clearance in prop_oneof![Just(0.0), 0.1..1.0f64], ends in prop::array::uniform4(-4.0..4.0f64),
            from in any_direction(), radius in 0.3..3.0f64, radians in 0.1..6.0f64, left in any::<bool>(),
        ) {
            let hull = Hull::new(&shape, clearance);
            let straight = Leg::Straight(line(ends[0], ends[1], ends[2], ends[3]));
            let hand = if left { Hand::Left } else { Hand::Right };
            let bend = Leg::Bend(Bend { centre: Point::new(ends[2], ends[3]), radius, from, hand, radians });
            for leg in [straight, bend] {
                let barred = hull.bars(&leg, ROUNDING);
                let nearest = (0..=2000).map(|at| leg.after(leg.length() * f64::from(at) / 2000.0));
                let held = nearest.clone().any(|point| hull.holds(point, ROUNDING));
                prop_assert!(barred || !held, "{leg:?}");
                // What a walk misses is shallow.
                let gap = nearest.map(|point| point_distance(point, &shape)).fold(f64::INFINITY, f64::min);
                prop_assert!(!barred || gap < clearance + 0.02, "{leg:?} {gap}");
            }
        }

        /// The part of a line inside is where its points are.
        #[test]
        fn lines_are_cut_where_their_points_lie_inside(
            shape in any_shape(3.0), clearance in prop_oneof![Just(0.0), 0.1..1.0f64], ends in prop::array::uniform4(-4.0..4.0f64),
        ) {
            let (hull, line) = (Hull::new(&shape, clearance), line(ends[0], ends[1], ends[2], ends[3]));
            let cut = hull.cut(&line, 1e-6);
            for at in 0..=200 {
                let inches = line.length() * f64::from(at) / 200.0;
                let inside = hull.holds(Leg::Straight(line).after(inches), 1e-6);
                let within = cut.is_some_and(|[from, until]| (from..=until).contains(&inches));
                let near = cut.is_some_and(|cut| cut.iter().any(|end| (end - inches).abs() < 1e-6));
                prop_assert!(inside == within || near, "{inches} of {cut:?}");
            }
        }
    }
}
