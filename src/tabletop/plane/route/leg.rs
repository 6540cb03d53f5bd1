//! The parts of a route: straight legs, bends round a corner, climbs.

use std::f64::consts::TAU;

use crate::tabletop::plane::segment::Segment;
use crate::tabletop::plane::vector::{Hand, Point, Vector};

/// An arc of a circle: the way round a corner or a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bend {
    /// Centre of the circle.
    pub centre: Point,
    /// Its radius in inches.
    pub radius: f64,
    /// Unit vector from the centre to where the bend begins.
    pub from: Vector,
    /// Right is clockwise round the centre.
    pub hand: Hand,
    /// How far it goes round, in radians, 0 to a full turn.
    pub radians: f64,
}

impl Bend {
    /// Length in inches.
    #[inline]
    #[must_use]
    pub fn length(&self) -> f64 {
        self.radius * self.radians
    }

    /// The point after so many radians.
    #[must_use]
    pub fn after(&self, radians: f64) -> Point {
        self.centre + self.from.turned(self.hand.turn(radians)) * self.radius
    }

    /// Where it begins.
    #[inline]
    #[must_use]
    pub fn start(&self) -> Point {
        self.centre + self.from * self.radius
    }

    /// Where it ends.
    #[must_use]
    pub fn end(&self) -> Point {
        self.after(self.radians)
    }

    /// Radians from the beginning of the bend, in its own sense, to where it looks along a vector: 0 to a full turn.
    #[must_use]
    pub fn radians_to(&self, way: Vector) -> f64 {
        radians_between(self.from, way, self.hand)
    }

    /// Whether the bend passes where it looks along a vector.
    #[must_use]
    pub(super) fn faces(&self, way: Vector) -> bool {
        self.radians_to(way) <= self.radians
    }

    /// Least distance from a straight line.
    pub(super) fn distance_to(&self, line: &Segment) -> f64 {
        let apart = |point: Point| {
            let way = point - self.centre;
            if self.faces(way) { (way.length() - self.radius).abs() } else { f64::INFINITY }
        };
        let foot = line.nearest(self.centre);
        let ends = line.distance_to_point(self.start()).min(line.distance_to_point(self.end()));
        let least = ends.min(apart(line.start)).min(apart(line.end)).min(apart(foot));
        if least > 0.0 && self.crossings(line).into_iter().flatten().any(|at| at <= self.radians) { 0.0 } else { least }
    }

    /// Radians at which the whole circle crosses a straight line.
    pub(super) fn crossings(&self, line: &Segment) -> [Option<f64>; 2] {
        let Some(along) = line.span().unit() else { return [None; 2] };
        let to = self.centre - line.start;
        let (foot, off) = (to.dot(along), to.cross(along));
        let half = self.radius * self.radius - off * off;
        if half < 0.0 {
            return [None; 2];
        }
        let (half, length) = (half.sqrt(), line.length());
        [foot - half, foot + half].map(|at| {
            let there = line.start + along * at;
            (0.0..=length).contains(&at).then(|| self.radians_to(there - self.centre))
        })
    }
}

/// Radians from one direction to another, to this hand: 0 to a full turn.
pub(super) fn radians_between(from: Vector, to: Vector, hand: Hand) -> f64 {
    let left = libm::atan2(from.cross(to), from.dot(to));
    let radians = if hand == Hand::Left { left } else { -left };
    if radians < 0.0 { radians + TAU } else { radians }
}

/// A part of a route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leg {
    /// Straight on.
    Straight(Segment),
    /// Round a corner or a disc.
    Bend(Bend),
    /// Up or down a face, from its foot or edge to where the mover is put down; never anywhere between.
    Climb {
        /// From where to where, in plan.
        line: Segment,
        /// To which level.
        level: u8,
        /// What it takes, in inches.
        cost: f64,
    },
}

impl Leg {
    /// Inches moved. A climb is as long as it costs.
    #[must_use]
    pub fn length(&self) -> f64 {
        match self {
            Leg::Straight(line) => line.length(),
            Leg::Bend(bend) => bend.length(),
            Leg::Climb { cost, .. } => *cost,
        }
    }

    /// Where it begins.
    #[must_use]
    pub fn start(&self) -> Point {
        match self {
            Leg::Straight(line) | Leg::Climb { line, .. } => line.start,
            Leg::Bend(bend) => bend.start(),
        }
    }

    /// Where it ends.
    #[must_use]
    pub fn end(&self) -> Point {
        match self {
            Leg::Straight(line) | Leg::Climb { line, .. } => line.end,
            Leg::Bend(bend) => bend.end(),
        }
    }

    /// The place after so many inches of it. Whoever climbs is where the climb begins until it is done.
    #[must_use]
    pub fn after(&self, inches: f64) -> Point {
        let length = self.length();
        if inches >= length {
            return self.end();
        }
        match self {
            Leg::Straight(line) => line.start + line.span() * (inches.max(0.0) / length),
            Leg::Bend(bend) => bend.after(inches.max(0.0) / bend.radius),
            Leg::Climb { line, .. } => line.start,
        }
    }

    /// Its first inches: all of it where it is no longer. A climb is whole or not begun.
    #[must_use]
    pub fn first(&self, inches: f64) -> Leg {
        if inches >= self.length() {
            return *self;
        }
        match self {
            Leg::Straight(line) => Leg::Straight(Segment::new(line.start, self.after(inches))),
            Leg::Bend(bend) => Leg::Bend(Bend { radians: inches.max(0.0) / bend.radius, ..*bend }),
            Leg::Climb { line, level, .. } => Leg::Climb { line: *line, level: *level, cost: inches.max(0.0) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::f64::consts::{FRAC_PI_2, PI};

    fn quarter() -> Bend {
        let from = Vector::new(1.0, 0.0);
        Bend { centre: Point::new(1.0, 1.0), radius: 2.0, from, hand: Hand::Left, radians: FRAC_PI_2 }
    }

    #[test]
    fn bends_go_round_their_centre() {
        let bend = quarter();
        assert_eq!(bend.start(), Point::new(3.0, 1.0));
        assert!(bend.end().distance(Point::new(1.0, 3.0)) < 1e-12);
        assert!((bend.length() - PI).abs() < 1e-12);
        let right = Bend { hand: Hand::Right, ..bend };
        assert!(right.end().distance(Point::new(1.0, -1.0)) < 1e-12);
        assert!((bend.radians_to(Vector::new(0.0, -1.0)) - 1.5 * PI).abs() < 1e-12);
        assert!((right.radians_to(Vector::new(0.0, -1.0)) - FRAC_PI_2).abs() < 1e-12);
        let leg = Leg::Bend(bend);
        assert!(leg.after(PI / 2.0).distance(bend.after(FRAC_PI_2 / 2.0)) < 1e-12);
    }

    #[test]
    fn distances_from_bends_are_those_of_the_nearest_point() {
        let line = |x0: f64, y0: f64, x1: f64, y1: f64| Segment::new(Point::new(x0, y0), Point::new(x1, y1));
        for (line, apart) in [
            // Across it, past it outside and inside, beyond its ends, at the middle.
            (line(1.0, 1.0, 4.0, 4.0), 0.0),
            (line(5.0, 1.0, 1.0, 5.0), 8f64.sqrt() - 2.0),
            (line(1.0, 1.0, 1.5, 1.0), 1.5),
            (line(-1.0, -4.0, 4.0, -4.0), 5.0),
            (line(0.0, 1.0, 0.0, 0.0), 5f64.sqrt()),
        ] {
            assert!((quarter().distance_to(&line) - apart).abs() < 1e-12, "{line:?}");
        }
    }

    #[test]
    fn a_climb_is_at_its_foot_until_it_is_done() {
        let line = Segment::new(Point::new(0.0, 0.0), Point::new(1.0, 0.0));
        let climb = Leg::Climb { line, level: 1, cost: 4.0 };
        assert_eq!((climb.length(), climb.after(3.9), climb.after(4.0)), (4.0, line.start, line.end));
    }
}
