//! Rectangles along the axes: the table, strips along its edges, halves.

use super::outline::{Outline, ROUNDING};
use super::segment::Segment;
use super::vector::{Point, Vector};

/// A rectangle whose edges run east and north.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// South-west corner.
    pub min: Point,
    /// North-east corner.
    pub max: Point,
}

impl Area {
    /// A table `width` inches from west to east and `depth` inches from south to north, its south-west corner at the
    /// origin.
    #[must_use]
    pub const fn table(width: f64, depth: f64) -> Self {
        Self { min: Point::new(0.0, 0.0), max: Point::new(width, depth) }
    }

    /// The point in the middle.
    #[must_use]
    pub fn middle(&self) -> Point {
        self.min.midpoint(self.max)
    }

    /// The area without a strip of so many inches along its edges.
    #[must_use]
    pub fn inset(&self, inches: f64) -> Self {
        let strip = Vector::new(inches, inches);
        Self { min: self.min + strip, max: self.max - strip }
    }

    /// The edges, counter-clockwise from the southern one.
    #[must_use]
    pub fn edges(&self) -> [Segment; 4] {
        let (min, max) = (self.min, self.max);
        let corners = [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
        std::array::from_fn(|at| Segment::new(corners[at], corners[(at + 1) % 4]))
    }

    /// Whether a point lies inside or on the edge.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.room_round(point) >= 0.0
    }

    /// Whether a shape lies wholly inside; it may touch the edge.
    #[inline]
    #[must_use]
    pub fn holds(&self, shape: &impl Outline) -> bool {
        self.margin(shape) >= -ROUNDING
    }

    /// Inches between a shape and the nearest edge of the area: negative when part of it lies outside.
    #[must_use]
    pub fn margin(&self, shape: &impl Outline) -> f64 {
        let corners = shape.corners();
        let room = corners.as_ref().iter().map(|&corner| self.room_round(corner)).fold(f64::INFINITY, f64::min);
        room - shape.radius()
    }

    /// Distance from a point inside to the nearest edge, negative from outside.
    #[inline]
    pub(super) fn room_round(&self, point: Point) -> f64 {
        let across = (point.x - self.min.x).min(self.max.x - point.x);
        across.min(point.y - self.min.y).min(self.max.y - point.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabletop::plane::{Base, Disc, Facing};

    #[test]
    fn what_lies_inside_may_touch_the_edge() {
        let zone = Area { min: Point::new(0.0, 0.0), max: Point::new(24.0, 6.0) };
        let base = |y, degrees| Base::square(Point::new(12.0, y), Facing::from_degrees(degrees), 1.5);
        assert!(zone.holds(&base(0.75, 0.0)) && zone.holds(&base(5.25, 90.0)));
        assert!(!zone.holds(&base(5.26, 0.0)) && !zone.holds(&base(5.25, 45.0)));
        assert!(zone.holds(&Disc { centre: Point::new(2.0, 4.0), radius: 2.0 }));
        assert!((zone.margin(&Disc { centre: Point::new(1.0, 4.0), radius: 2.0 }) + 1.0).abs() < 1e-12);
        assert!(zone.contains(Point::new(24.0, 6.0)) && !zone.contains(Point::new(24.0, 6.1)));
    }
}
