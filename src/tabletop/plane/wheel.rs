//! Turning about a point: wheels, exactly.

use std::f64::consts::{PI, TAU};

use arrayvec::ArrayVec;

use super::area::Area;
use super::outline::{Disc, MOST_CORNERS, Outline, ROUNDING, edges};
use super::relate::overlap;
use super::segment::Segment;
use super::vector::{Hand, Point, Vector};

/// How far a point may miss a line that it lies on, in inches.
const SLIP: f64 = 1e-9;

/// How far a shape can turn about `pivot` to a hand before it overlaps the obstacle, in radians; none when it gets to
/// `limit`. It may touch the obstacle on the way. A shape that overlaps the obstacle already does not turn at all.
///
/// `limit` is at most a full turn.
#[must_use]
pub fn turn_until(mover: &impl Outline, pivot: Point, hand: Hand, limit: f64, obstacle: &impl Outline) -> Option<f64> {
    if out_of_reach(mover, pivot, hand, limit, obstacle) {
        return None;
    }
    if overlap(mover, obstacle) {
        return Some(0.0);
    }
    let (p, q) = (mover.corners(), obstacle.corners());
    let (p, q) = (p.as_ref(), q.as_ref());
    let radius = mover.radius() + obstacle.radius();
    let mut first = None;
    for (points, hull, hand) in [(p, q, hand), (q, p, hand.other())] {
        // Only what goes deeper than rounding counts...
        let rim = Rim::new(hull, radius - ROUNDING, pivot);
        for &point in points {
            let mut deep = first.unwrap_or(limit);
            rim.visit_crossings(point - pivot, hand, |angle| deep = angle.min(deep));
            if deep < first.unwrap_or(limit) {
                // ...but then it stops where it entered.
                let mut entered = 0.0;
                Rim::new(hull, radius, pivot).visit_crossings(point - pivot, hand, |angle| {
                    if angle <= deep && angle > entered {
                        entered = angle;
                    }
                });
                first = Some(entered);
            }
        }
    }
    first
}

/// Whether a shape that turns stays too far from an obstacle to touch it, going by their middles alone.
fn out_of_reach(mover: &impl Outline, pivot: Point, hand: Hand, limit: f64, obstacle: &impl Outline) -> bool {
    let (from, to) = (mover.middle() - pivot, obstacle.middle() - pivot);
    let reach = mover.reach() + obstacle.reach();
    // Both lie in rings about the pivot.
    if (from.length() - to.length()).abs() >= reach {
        return true;
    }
    if limit >= PI {
        return false;
    }
    // The middle of the mover comes nearest where it starts, where it ends, or where it passes by.
    let end = from.turned(hand.turn(limit));
    let (first, last) = match hand {
        Hand::Left => (from, end),
        Hand::Right => (end, from),
    };
    let passes = first.cross(to) >= 0.0 && to.cross(last) >= 0.0;
    let far = |at: Vector| (to - at).length_squared() >= reach * reach;
    !passes && far(from) && far(end)
}

/// The line that runs round a hull at some distance, be it negative and inside, seen from a pivot.
struct Rim<'h> {
    hull: &'h [Point],
    pivot: Point,
    radius: f64,
    sides: ArrayVec<Side, MOST_CORNERS>,
}

/// A straight part of a rim.
struct Side {
    start: Vector,
    /// Unit vector, the hull on its left.
    along: Vector,
    length: f64,
}

impl<'h> Rim<'h> {
    fn new(hull: &'h [Point], radius: f64, pivot: Point) -> Self {
        let side = |edge: Segment| {
            let along = edge.span().unit()?;
            Some(Side { start: edge.start + along.right() * radius - pivot, along, length: edge.length() })
        };
        Self { hull, pivot, radius, sides: edges(hull).filter_map(side).collect() }
    }

    /// Shows every angle at which a point that goes round the pivot, at the end of this arm, crosses the rim.
    fn visit_crossings(&self, arm: Vector, hand: Hand, mut visit: impl FnMut(f64)) {
        let square = arm.length_squared();
        if square <= ROUNDING * ROUNDING {
            return;
        }
        for side in &self.sides {
            let (nearest, across) = (-side.start.dot(side.along), side.start.cross(side.along));
            let half = square - across * across;
            if half < 0.0 {
                continue;
            }
            let half = half.sqrt();
            for at in [nearest - half, nearest + half] {
                let to = side.start + side.along * at;
                if at >= 0.0 && at <= side.length && self.is_outermost(to) {
                    visit(angle(arm, to, hand));
                }
            }
        }
        if self.radius > 0.0 {
            let round = square.sqrt();
            for &corner in self.hull {
                visit_on_circle(corner - self.pivot, self.radius, round, |to| visit(angle(arm, to, hand)));
            }
        }
    }

    /// Whether a point of a side is not cut off by other sides: those of a rim inside the hull stick out at their ends.
    fn is_outermost(&self, point: Vector) -> bool {
        self.radius >= 0.0 || self.sides.iter().all(|side| side.along.cross(point - side.start) >= -SLIP)
    }
}

/// Shows the points, seen from the pivot, that are `round` away from it and `radius` from `centre`.
fn visit_on_circle(centre: Vector, radius: f64, round: f64, mut visit: impl FnMut(Vector)) {
    let square = centre.length_squared();
    if square == 0.0 {
        return;
    }
    // Along the line of centres, in its lengths; and across it.
    let along = (square + round * round - radius * radius) / (2.0 * square);
    let across = round * round / square - along * along;
    if across < 0.0 {
        return;
    }
    let across = across.sqrt();
    for side in [across, -across] {
        visit(centre * along + centre.left() * side);
    }
}

/// Radians from `from` to `to` round to a hand, at least 0 and less than a full turn.
fn angle(from: Vector, to: Vector, hand: Hand) -> f64 {
    let left = libm::atan2(from.cross(to), from.dot(to));
    let angle = match hand {
        Hand::Left => left,
        Hand::Right => -left,
    };
    if angle < 0.0 { angle + TAU } else { angle }
}

/// Whether a shape inside an area stays in it as it turns about `pivot` to a hand, by so many radians and less than a full turn.
#[must_use]
pub fn turns_inside(mover: &impl Outline, pivot: Point, hand: Hand, radians: f64, area: &Area) -> bool {
    // Whatever the shape covers as it turns lies within this disc.
    let swept = Disc { centre: pivot, radius: mover.middle().distance(pivot) + mover.reach() };
    if area.margin(&swept) >= 0.0 {
        return true;
    }
    let turn = hand.turn(radians);
    let room = |point: Point| area.room_round(point) >= mover.radius() - ROUNDING;
    let corners = mover.corners();
    corners.as_ref().iter().all(|&corner| {
        let (arm, end) = (corner - pivot, (corner - pivot).turned(turn));
        let (first, last) = match hand {
            Hand::Left => (arm, end),
            Hand::Right => (end, arm),
        };
        // On its way from the first to the last place counter-clockwise a corner is nearest to an edge where it passes straight
        // towards it, or at an end.
        let passes = |towards: Vector| {
            let (after, before) = (first.cross(towards), towards.cross(last));
            if radians < PI { after > 0.0 && before > 0.0 } else { after >= 0.0 || before >= 0.0 }
        };
        let round = arm.length();
        let quarters =
            [Vector::new(round, 0.0), Vector::new(0.0, round), Vector::new(-round, 0.0), Vector::new(0.0, -round)];
        room(corner) && room(pivot + end) && quarters.into_iter().all(|to| !passes(to) || room(pivot + to))
    })
}

/// How a wheel is measured: what length of movement a turn of the formation uses up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Along the path of the corner.
    Arc,
    /// Straight from where the corner was to where it is.
    Chord,
}

impl Measure {
    /// Inches of movement when a corner `arm` inches from the pivot turns by so many radians; those of half a turn for a
    /// chord are the most there are.
    #[must_use]
    pub fn length(self, arm: f64, radians: f64) -> f64 {
        match self {
            Measure::Arc => arm * radians,
            Measure::Chord => 2.0 * arm * libm::sin(0.5 * radians),
        }
    }

    /// Radians that a corner `arm` inches from the pivot turns by with so many inches of movement.
    #[must_use]
    pub fn radians(self, arm: f64, length: f64) -> f64 {
        match self {
            Measure::Arc => length / arm,
            Measure::Chord => 2.0 * libm::asin((0.5 * length / arm).min(1.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabletop::plane::testing::{any_shape, mapped};
    use crate::tabletop::plane::{Base, Corner, Facing, distance};

    use proptest::prelude::*;

    fn line_of(bases: usize) -> Vec<Base> {
        let side = 40.0 / 25.4;
        (0..bases).map(|at| Base::square(Point::new(12.0 + side * at as f64, 12.0), Facing::NORTH, side)).collect()
    }

    #[test]
    fn wheels_cost_what_the_outer_corner_walks() {
        for (bases, arc, angle) in [(1, 0.825, 72.8), (2, 1.649, 36.4), (3, 2.474, 24.3), (4, 3.298, 18.2)] {
            let line = line_of(bases);
            let arm = line[0].corner(Corner::FrontLeft).distance(line[bases - 1].corner(Corner::FrontRight));
            assert!((Measure::Arc.length(arm, 30.0f64.to_radians()) - arc).abs() < 5e-4);
            assert!((Measure::Arc.radians(arm, 2.0).to_degrees() - angle).abs() < 0.05);
        }
        assert!((Measure::Chord.length(2.0, std::f64::consts::PI) - 4.0).abs() < 1e-12);
        assert!((Measure::Chord.radians(2.0, Measure::Chord.length(2.0, 1.0)) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_wheel_stops_at_the_first_obstacle() {
        let base = Base::square(Point::new(0.0, 0.0), Facing::NORTH, 2.0);
        let pivot = base.corner(Corner::FrontLeft);
        let turn = |hand, obstacle: &Base| turn_until(&base, pivot, hand, 3.0, obstacle);
        // A wall above the front: wheeling left, the front goes straight into it.
        let wall = Base::square(Point::new(0.0, 2.5), Facing::NORTH, 2.0);
        let hit = turn(Hand::Left, &wall).unwrap();
        assert!((2.0 * libm::sin(hit) - 0.5).abs() < 1e-12);
        // In touch with a friend on its right: wheeling left, the rear right corner swings out into it at once.
        let friend = Base::square(Point::new(2.0, 0.0), Facing::NORTH, 2.0);
        assert!(turn(Hand::Left, &friend).is_some_and(|angle| angle < 1e-12));
        assert_eq!(turn(Hand::Right, &friend), None);
    }

    #[test]
    fn the_corner_of_a_wheeling_base_stays_on_the_table() {
        let table = Area::table(24.0, 24.0);
        let base = Base::square(Point::new(22.9, 12.0), Facing::NORTH, 2.0);
        let pivot = base.corner(Corner::FrontLeft);
        // The rear right corner is sqrt 8 from the pivot and comes out 2.1 to the right of it.
        let angle = std::f64::consts::FRAC_PI_4 - libm::acos(2.1 / 8f64.sqrt());
        assert!(turns_inside(&base, pivot, Hand::Left, angle, &table));
        assert!(!turns_inside(&base, pivot, Hand::Left, angle + 1e-3, &table));
        assert!(
            !turns_inside(&base, pivot, Hand::Left, 3.0, &table)
                && turns_inside(&base, pivot, Hand::Right, 0.5, &table)
        );
        let inside = Base::square(Point::new(12.0, 12.0), Facing::NORTH, 2.0);
        assert!(turns_inside(&inside, Point::new(11.0, 13.0), Hand::Right, TAU, &table));
    }

    #[test]
    fn discs_turn_as_far_as_they_are_free() {
        let disc = |x: f64, y: f64| Disc { centre: Point::new(x, y), radius: 1.0 };
        let angle = turn_until(&disc(4.0, 0.0), Point::new(0.0, 0.0), Hand::Left, TAU, &disc(0.0, 4.0)).unwrap();
        // They touch when their middles are 2 apart, on a circle of radius 4.
        assert!((angle - (0.25 * TAU - 2.0 * libm::asin(0.25))).abs() < 1e-12);
    }

    proptest! {
        /// Turning in small steps finds the first overlap where it is said to be.
        #[test]
        fn turns_are_found_by_turning(
            mover in any_shape(3.0), obstacle in any_shape(3.0), x in -3.0..3.0f64, y in -3.0..3.0f64, left in any::<bool>(),
        ) {
            prop_assume!(!overlap(&mover, &obstacle));
            let (pivot, hand) = (Point::new(x, y), if left { Hand::Left } else { Hand::Right });
            let turned = |angle: f64| mapped(&mover, |point| point.turned_about(pivot, hand.turn(angle)));
            let limit = 6.0;
            let found = turn_until(&mover, pivot, hand, limit, &obstacle);
            for step in 1..240 {
                let angle = f64::from(step) * 0.025;
                if angle < found.unwrap_or(limit) - 1e-6 {
                    prop_assert!(!overlap(&turned(angle), &obstacle), "at {angle} of {found:?}");
                }
            }
            if let Some(angle) = found {
                prop_assert!(!overlap(&turned(angle), &obstacle));
                prop_assert!(distance(&turned(angle), &obstacle) < 1e-6);
                // A graze may go deep slowly, but it does.
                let deeper = (1..1000).any(|step| overlap(&turned(angle + f64::from(step) * 1e-4), &obstacle));
                prop_assert!(deeper, "at {angle}");
            }
        }

        /// What stays inside an area meets none of the ground outside.
        #[test]
        fn the_ground_outside_is_not_met_inside(
            mover in any_shape(3.0), x in -3.0..3.0f64, y in -3.0..3.0f64, angle in 0.0..6.2f64, left in any::<bool>(),
        ) {
            let area = Area { min: Point::new(-6.0, -5.0), max: Point::new(5.0, 6.0) };
            prop_assume!(area.holds(&mover));
            let (pivot, hand) = (Point::new(x, y), if left { Hand::Left } else { Hand::Right });
            let wall = |x: f64, y: f64| Base::square(Point::new(x, y), Facing::NORTH, 40.0);
            let walls = [wall(-26.0, 0.0), wall(0.0, -25.0), wall(25.0, 0.0), wall(0.0, 26.0)];
            let free = walls.iter().all(|wall| turn_until(&mover, pivot, hand, angle, wall).is_none());
            prop_assert_eq!(turns_inside(&mover, pivot, hand, angle, &area), free);
        }

        /// After a wheel into something, the base cannot go on, but can go back.
        #[test]
        fn wheels_end_in_touch(mover in any_shape(3.0), obstacle in any_shape(3.0), x in -3.0..3.0f64, y in -3.0..3.0f64) {
            let pivot = Point::new(x, y);
            prop_assume!(!overlap(&mover, &obstacle));
            if let Some(angle) = turn_until(&mover, pivot, Hand::Right, 6.0, &obstacle) {
                let there = mapped(&mover, |point| point.turned_about(pivot, Hand::Right.turn(angle)));
                let on = turn_until(&there, pivot, Hand::Right, 1.0, &obstacle);
                prop_assert!(on.is_some_and(|on| on < 1e-5), "{on:?}");
                let back = turn_until(&there, pivot, Hand::Left, angle, &obstacle);
                prop_assert_eq!(back, None);
            }
        }
    }
}
