//! Rectangular bases: corners, edges, and how they are put against each other.

use super::facing::Facing;
use super::outline::Outline;
use super::segment::Segment;
use super::vector::{Point, Turn, Vector};

/// An edge of a base, counter-clockwise from the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Edge {
    Front = 0,
    Left = 1,
    Rear = 2,
    Right = 3,
}

impl Edge {
    /// All four.
    pub const ALL: [Edge; 4] = [Edge::Front, Edge::Left, Edge::Rear, Edge::Right];

    /// The edge across the base.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Edge {
        match self {
            Edge::Front => Edge::Rear,
            Edge::Left => Edge::Right,
            Edge::Rear => Edge::Front,
            Edge::Right => Edge::Left,
        }
    }

    /// Quarters clockwise from the front.
    #[inline]
    #[must_use]
    pub const fn quarters(self) -> i32 {
        (4 - self as i32) % 4
    }
}

/// A corner of a base, counter-clockwise. Edge number i runs from corner i to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Corner {
    FrontRight = 0,
    FrontLeft = 1,
    RearLeft = 2,
    RearRight = 3,
}

/// A rectangular base on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Base {
    /// Where its middle stands.
    pub centre: Point,
    /// The way its front looks.
    pub facing: Facing,
    /// Half the length of the front edge, in inches.
    pub half_width: f64,
    /// Half the length of the side edges, in inches.
    pub half_depth: f64,
}

impl Base {
    /// A square base.
    #[inline]
    #[must_use]
    pub fn square(centre: Point, facing: Facing, side: f64) -> Self {
        Self { centre, facing, half_width: side * 0.5, half_depth: side * 0.5 }
    }

    /// A corner.
    #[inline]
    #[must_use]
    pub fn corner(&self, corner: Corner) -> Point {
        let (ahead, right) = (self.facing.ahead() * self.half_depth, self.facing.right() * self.half_width);
        self.centre
            + match corner {
                Corner::FrontRight => ahead + right,
                Corner::FrontLeft => ahead - right,
                Corner::RearLeft => -ahead - right,
                Corner::RearRight => right - ahead,
            }
    }

    /// The corners, counter-clockwise from the right end of the front.
    #[inline]
    #[must_use]
    pub fn corners(&self) -> [Point; 4] {
        let (ahead, right) = (self.facing.ahead() * self.half_depth, self.facing.right() * self.half_width);
        let (near, far) = (ahead + right, ahead - right);
        [self.centre + near, self.centre + far, self.centre - near, self.centre - far]
    }

    /// An edge, counter-clockwise: seen from outside it runs from left to right.
    #[inline]
    #[must_use]
    pub fn edge(&self, edge: Edge) -> Segment {
        let corners = self.corners();
        Segment::new(corners[edge as usize], corners[(edge as usize + 1) % 4])
    }

    /// The unit vector that points out of the base through an edge.
    #[inline]
    #[must_use]
    pub fn outward(&self, edge: Edge) -> Vector {
        self.facing.quarters(edge.quarters()).ahead()
    }

    /// From the centre to an edge.
    #[inline]
    #[must_use]
    pub fn half_across(&self, edge: Edge) -> f64 {
        match edge {
            Edge::Front | Edge::Rear => self.half_depth,
            Edge::Left | Edge::Right => self.half_width,
        }
    }

    /// The base shifted.
    #[inline]
    #[must_use]
    pub fn moved(&self, step: Vector) -> Self {
        Self { centre: self.centre + step, ..*self }
    }

    /// The base facing another way, turned about its centre.
    #[inline]
    #[must_use]
    pub fn with_facing(&self, facing: Facing) -> Self {
        Self { facing, ..*self }
    }

    /// The base turned about any point.
    #[inline]
    #[must_use]
    pub fn turned_about(&self, pivot: Point, turn: Turn) -> Self {
        Self { centre: self.centre.turned_about(pivot, turn), facing: self.facing.turned(turn), ..*self }
    }

    /// The base turned about its centre so that its front looks where `edge` did.
    #[inline]
    #[must_use]
    pub fn turned_to(&self, edge: Edge) -> Self {
        self.with_facing(self.facing.quarters(edge.quarters()))
    }

    /// Where this base stands when the middle of its edge `mine` meets the middle of the edge `theirs` of another base,
    /// both edges along one line. Between edges of equal length that is full contact.
    #[must_use]
    pub fn against(&self, mine: Edge, other: &Base, theirs: Edge) -> Self {
        let outward = other.outward(theirs);
        let centre = other.centre + outward * (other.half_across(theirs) + self.half_across(mine));
        Self { centre, facing: other.facing.quarters(theirs.quarters() + 2 - mine.quarters()), ..*self }
    }

    /// The middle of another base seen along an axis of this one or of that one, with how far both reach along it together:
    /// what separates two rectangles, they separate along one of these four.
    #[inline]
    pub(super) fn axes(&self, other: &Base) -> [Axis; 4] {
        let apart = other.centre - self.centre;
        // Between rectangles the angle of the axes is the same each way round.
        let (cos, sin) =
            (self.facing.ahead().dot(other.facing.ahead()), self.facing.ahead().cross(other.facing.ahead()));
        let (cos, sin) = (cos.abs(), sin.abs());
        let axis = |direction: Vector, own: f64, along: f64, across: f64| Axis {
            direction,
            offset: apart.dot(direction),
            reach: own + (along * cos + across * sin),
        };
        [
            axis(self.facing.ahead(), self.half_depth, other.half_depth, other.half_width),
            axis(self.facing.right(), self.half_width, other.half_width, other.half_depth),
            axis(other.facing.ahead(), other.half_depth, self.half_depth, self.half_width),
            axis(other.facing.right(), other.half_width, self.half_width, self.half_depth),
        ]
    }

    /// Square of the distance from the centre to a corner.
    #[inline]
    pub(super) fn reach_squared(&self) -> f64 {
        self.half_width * self.half_width + self.half_depth * self.half_depth
    }

    /// Square of the distance from a point, 0 inside.
    #[inline]
    pub(super) fn distance_squared(&self, point: Point) -> f64 {
        let to = point - self.centre;
        let ahead = (to.dot(self.facing.ahead()).abs() - self.half_depth).max(0.0);
        let right = (to.dot(self.facing.right()).abs() - self.half_width).max(0.0);
        ahead * ahead + right * right
    }

    /// The front edge, as a base without depth.
    #[inline]
    #[must_use]
    pub fn front_line(&self) -> Self {
        Self { half_depth: 0.0, ..self.moved(self.facing.ahead() * self.half_depth) }
    }

    /// The ground straight ahead of the front, as wide and as deep as the base.
    #[must_use]
    pub fn ground_ahead(&self) -> Self {
        self.moved(self.facing.ahead() * (2.0 * self.half_depth))
    }

    /// The edge through which the straight line from the centre to a point leaves the base; on a diagonal, the front or
    /// rear.
    #[inline]
    #[must_use]
    pub fn edge_towards(&self, point: Point) -> Edge {
        let to = point - self.centre;
        let (ahead, right) = (to.dot(self.facing.ahead()), to.dot(self.facing.right()));
        if ahead.abs() * self.half_width >= right.abs() * self.half_depth {
            if ahead >= 0.0 { Edge::Front } else { Edge::Rear }
        } else if right >= 0.0 {
            Edge::Right
        } else {
            Edge::Left
        }
    }

    /// Inches that a point lies ahead of (positive) or behind (negative) the line of an edge, seen from inside.
    #[inline]
    #[must_use]
    pub fn beyond(&self, edge: Edge, point: Point) -> f64 {
        (point - self.centre).dot(self.outward(edge)) - self.half_across(edge)
    }
}

/// Two bases seen along a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    /// Unit vector.
    pub direction: Vector,
    /// From the middle of the first to the middle of the second.
    pub offset: f64,
    /// How far both reach from their middles, together.
    pub reach: f64,
}

impl Outline for Base {
    type Corners<'a> = [Point; 4];
    #[inline]
    fn middle(&self) -> Point {
        self.centre
    }
    #[inline]
    fn reach(&self) -> f64 {
        Vector::new(self.half_width, self.half_depth).length()
    }
    #[inline]
    fn corners(&self) -> [Point; 4] {
        Base::corners(self)
    }
    #[inline]
    fn radius(&self) -> f64 {
        0.0
    }
    #[inline]
    fn as_base(&self) -> Option<&Base> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    fn base(x: f64, y: f64, degrees: f64) -> Base {
        Base { centre: Point::new(x, y), facing: Facing::from_degrees(degrees), half_width: 1.0, half_depth: 2.0 }
    }

    #[test]
    fn corners_and_edges_lie_where_the_facing_says() {
        let east = base(10.0, 10.0, 90.0);
        assert_eq!(east.corner(Corner::FrontRight), Point::new(12.0, 9.0));
        assert_eq!(east.corner(Corner::FrontLeft), Point::new(12.0, 11.0));
        assert_eq!(east.corner(Corner::RearLeft), Point::new(8.0, 11.0));
        assert_eq!(east.corner(Corner::RearRight), Point::new(8.0, 9.0));
        for (edge, outward) in [
            (Edge::Front, Vector::new(1.0, 0.0)),
            (Edge::Left, Vector::new(0.0, 1.0)),
            (Edge::Rear, Vector::new(-1.0, 0.0)),
            (Edge::Right, Vector::new(0.0, -1.0)),
        ] {
            assert_eq!(east.outward(edge), outward);
            assert_eq!(east.edge(edge).midpoint(), east.centre + outward * east.half_across(edge));
            assert_eq!(east.turned_to(edge).facing.ahead(), outward);
            assert_eq!(east.beyond(edge, east.centre + outward * 5.0), 5.0 - east.half_across(edge));
        }
        assert_eq!(east.ground_ahead().centre, Point::new(14.0, 10.0));
        let line = east.front_line().corners();
        assert_eq!([line[0], line[1]], [east.corner(Corner::FrontRight), east.corner(Corner::FrontLeft)]);
        assert_eq!([line[3], line[2]], [line[0], line[1]]);
    }

    proptest! {
        #[test]
        fn bases_put_against_each_other_share_a_line(degrees in 0.0..360.0f64, mine in 0..4usize, theirs in 0..4usize) {
            let (mine, theirs) = (Edge::ALL[mine], Edge::ALL[theirs]);
            let other = base(5.0, 7.0, degrees);
            let put = base(0.0, 0.0, 0.0).against(mine, &other, theirs);
            prop_assert_eq!(put.outward(mine), -other.outward(theirs));
            prop_assert!(put.edge(mine).midpoint().distance(other.edge(theirs).midpoint()) < 1e-12);
        }

        #[test]
        fn edges_run_from_corner_to_corner(degrees in 0.0..360.0f64) {
            let base = base(3.0, 4.0, degrees);
            let corners = [Corner::FrontRight, Corner::FrontLeft, Corner::RearLeft, Corner::RearRight];
            for (at, edge) in Edge::ALL.into_iter().enumerate() {
                prop_assert!(base.edge(edge).start.distance(base.corner(corners[at])) < 1e-12);
                prop_assert!(base.edge(edge).end.distance(base.corner(corners[(at + 1) % 4])) < 1e-12);
                // The inside is on the left.
                prop_assert!(base.edge(edge).span().cross(base.centre - base.edge(edge).start) > 0.0);
                prop_assert!((base.edge(edge).span().unit().unwrap().right() - base.outward(edge)).length() < 1e-12);
            }
        }
    }
}
