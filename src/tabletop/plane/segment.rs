//! Straight edges.

use super::vector::{Point, Vector};

/// The straight line from one point to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// One end.
    pub start: Point,
    /// The other end.
    pub end: Point,
}

impl Segment {
    /// From `start` to `end`.
    #[inline]
    #[must_use]
    pub const fn new(start: Point, end: Point) -> Self {
        Self { start, end }
    }

    /// From start to end.
    #[inline]
    #[must_use]
    pub fn span(&self) -> Vector {
        self.end - self.start
    }

    /// Length in inches.
    #[inline]
    #[must_use]
    pub fn length(&self) -> f64 {
        self.span().length()
    }

    /// The point in the middle.
    #[inline]
    #[must_use]
    pub fn midpoint(&self) -> Point {
        self.start.midpoint(self.end)
    }

    /// The point of the segment that is nearest to `point`.
    #[inline]
    #[must_use]
    pub fn nearest(&self, point: Point) -> Point {
        let span = self.span();
        let along = (point - self.start).dot(span);
        let whole = span.length_squared();
        if along <= 0.0 {
            self.start
        } else if along >= whole {
            self.end
        } else {
            self.start + span * (along / whole)
        }
    }

    /// Least distance to a point.
    #[inline]
    #[must_use]
    pub fn distance_to_point(&self, point: Point) -> f64 {
        self.nearest(point).distance(point)
    }

    /// Whether the two segments have a point in common.
    #[must_use]
    pub fn meets(&self, other: &Segment) -> bool {
        let (p, q) = (self.span(), other.span());
        let side = |of: Vector, from: Point, point: Point| of.cross(point - from);
        let (a, b) = (side(p, self.start, other.start), side(p, self.start, other.end));
        let (c, d) = (side(q, other.start, self.start), side(q, other.start, self.end));
        if a == 0.0 && b == 0.0 {
            // On one line, or one of the segments is a point on the line of the other.
            return self.ends_on(other) || other.ends_on(self);
        }
        a * b <= 0.0 && c * d <= 0.0
    }

    /// Whether an end of this segment, known to lie on the line of the other, lies on the other itself.
    fn ends_on(&self, other: &Segment) -> bool {
        let on = |point: Point| (point - other.start).dot(point - other.end) <= 0.0;
        on(self.start) || on(self.end)
    }

    /// Least distance between the two segments, 0 when they meet.
    #[must_use]
    pub fn distance(&self, other: &Segment) -> f64 {
        if self.meets(other) {
            return 0.0;
        }
        let from = |segment: &Segment, point: Point| (segment.nearest(point) - point).length_squared();
        let here = from(self, other.start).min(from(self, other.end));
        let there = from(other, self.start).min(from(other, self.end));
        here.min(there).sqrt()
    }
}
