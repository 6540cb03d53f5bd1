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

    /// Whether a point is farther than `reach` inches from the segment; quicker than [`Segment::distance_to_point`].
    #[inline]
    #[must_use]
    pub fn keeps_off(&self, point: Point, reach: f64) -> bool {
        let (span, to) = (self.span(), point - self.start);
        let (across, whole, reach2) = (span.cross(to), span.length_squared(), reach * reach);
        // Most are too far from the whole line.
        across * across > reach2 * whole || {
            let along = span.dot(to);
            (along <= 0.0 && to.length_squared() > reach2)
                || (along >= whole && (point - self.end).length_squared() > reach2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_point_lies_between_the_ends() {
        let segment = Segment::new(Point::new(1.0, 1.0), Point::new(5.0, 4.0));
        assert_eq!((segment.length(), segment.midpoint()), (5.0, Point::new(3.0, 2.5)));
        assert_eq!(segment.nearest(Point::new(0.0, 0.0)), segment.start);
        assert_eq!(segment.nearest(Point::new(9.0, 4.0)), segment.end);
        // Two inches to the left of the middle.
        let aside = segment.midpoint() + Vector::new(-1.2, 1.6);
        assert!(segment.nearest(aside).distance(segment.midpoint()) < 1e-12);
        assert!((segment.distance_to_point(aside) - 2.0).abs() < 1e-12);
        for (point, apart) in [(aside, 2.0), (Point::new(1.0, 0.0), 1.0), (Point::new(5.0, 4.5), 0.5)] {
            assert!(segment.keeps_off(point, apart - 1e-9) && !segment.keeps_off(point, apart + 1e-9));
        }
        let point = Segment::new(segment.start, segment.start);
        assert_eq!(point.nearest(segment.end), segment.start);
    }
}
