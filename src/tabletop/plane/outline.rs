//! What is common to all shapes: a convex outline.

use arrayvec::ArrayVec;

use super::base::Base;
use super::facing::Facing;
use super::segment::Segment;
use super::vector::{Point, Turn, Vector};

/// Most corners of a polygon.
pub const MOST_CORNERS: usize = 12;

/// What rounding may add up to, in inches: of arithmetic, and of positions and ways that are written with four decimals.
/// Shapes that overlap by no more than this are taken to touch.
///
/// This is no tolerance of any rulebook: those are handed to the queries that need them.
pub const ROUNDING: f64 = 2e-4;

/// A convex shape: every point within [`radius`](Outline::radius) of the hull of its corners. A polygon has radius 0; a
/// disc has a single corner.
pub trait Outline {
    /// A list of corners.
    type Corners<'a>: AsRef<[Point]>
    where
        Self: 'a;
    /// A point inside.
    fn middle(&self) -> Point;
    /// Greatest distance of a point of the shape from the middle.
    fn reach(&self) -> f64;
    /// Corners, counter-clockwise.
    fn corners(&self) -> Self::Corners<'_>;
    /// How far the shape reaches beyond the hull of its corners.
    fn radius(&self) -> f64;
    /// The base that it is, if it is one: queries between two bases are quicker.
    #[inline]
    fn as_base(&self) -> Option<&Base> {
        None
    }
}

impl<O: Outline + ?Sized> Outline for &O {
    type Corners<'a>
        = O::Corners<'a>
    where
        Self: 'a;
    #[inline]
    fn middle(&self) -> Point {
        (**self).middle()
    }
    #[inline]
    fn reach(&self) -> f64 {
        (**self).reach()
    }
    #[inline]
    fn corners(&self) -> Self::Corners<'_> {
        (**self).corners()
    }
    #[inline]
    fn radius(&self) -> f64 {
        (**self).radius()
    }
    #[inline]
    fn as_base(&self) -> Option<&Base> {
        (**self).as_base()
    }
}

/// A round shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Its middle.
    pub centre: Point,
    /// Half its diameter, in inches.
    pub radius: f64,
}

impl Outline for Disc {
    type Corners<'a> = [Point; 1];
    #[inline]
    fn middle(&self) -> Point {
        self.centre
    }
    #[inline]
    fn reach(&self) -> f64 {
        self.radius
    }
    #[inline]
    fn corners(&self) -> [Point; 1] {
        [self.centre]
    }
    #[inline]
    fn radius(&self) -> f64 {
        self.radius
    }
}

/// A convex polygon.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    corners: ArrayVec<Point, MOST_CORNERS>,
    middle: Point,
    reach: f64,
}

/// Why points are not the corners of a convex polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolygonError {
    /// There are fewer than three.
    TooFew,
    /// There are more than [`MOST_CORNERS`].
    TooMany,
    /// The corner of this index dents the outline, lies on the line between its neighbours, or is where another is.
    NotConvex(usize),
}

impl Polygon {
    /// The polygon with these corners in order, clockwise or counter-clockwise.
    ///
    /// # Errors
    /// When there are fewer than three or more than [`MOST_CORNERS`], or when the outline is not strictly convex.
    pub fn new(points: &[Point]) -> Result<Self, PolygonError> {
        if points.len() < 3 {
            return Err(PolygonError::TooFew);
        }
        let mut corners = ArrayVec::new();
        corners.try_extend_from_slice(points).map_err(|_| PolygonError::TooMany)?;
        let n = corners.len();
        let area: f64 = (1..n - 1).map(|at| (corners[at] - corners[0]).cross(corners[at + 1] - corners[0])).sum();
        if area < 0.0 {
            corners.reverse();
        }
        let left_of = |edge: usize, corner: usize| {
            (corners[(edge + 1) % n] - corners[edge]).cross(corners[corner] - corners[edge]) > 0.0
        };
        let dent = (0..n).find(|&at| !left_of((at + n - 1) % n, (at + 1) % n));
        // A star turns the same way at every corner, and yet has corners outside of edges far away.
        let stray = || (0..n).find(|&at| (1..n - 1).any(|far| !left_of((at + far) % n, at)));
        if let Some(at) = dent.or_else(stray) {
            return Err(PolygonError::NotConvex(if area < 0.0 { n - 1 - at } else { at }));
        }
        let total = corners.iter().fold(Vector::ZERO, |sum, &corner| sum + (corner - corners[0]));
        let middle = corners[0] + total * (1.0 / n as f64);
        let reach = corners.iter().map(|corner| corner.distance(middle)).fold(0.0, f64::max);
        Ok(Self { corners, middle, reach })
    }

    /// The corners, counter-clockwise.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.corners
    }

    /// The edges, counter-clockwise: the outside is on their right.
    pub fn edges(&self) -> impl Iterator<Item = Segment> + Clone + '_ {
        edges(&self.corners)
    }
}

impl Outline for Polygon {
    type Corners<'a> = &'a [Point];
    #[inline]
    fn middle(&self) -> Point {
        self.middle
    }
    #[inline]
    fn reach(&self) -> f64 {
        self.reach
    }
    #[inline]
    fn corners(&self) -> &[Point] {
        &self.corners
    }
    #[inline]
    fn radius(&self) -> f64 {
        0.0
    }
}

/// A straight wall without thickness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    ends: [Point; 2],
}

impl Wall {
    /// The wall between two points.
    #[must_use]
    pub const fn new(line: Segment) -> Self {
        Self { ends: [line.start, line.end] }
    }

    /// From end to end.
    #[must_use]
    pub const fn line(&self) -> Segment {
        Segment::new(self.ends[0], self.ends[1])
    }
}

impl Outline for Wall {
    type Corners<'a> = &'a [Point];
    #[inline]
    fn middle(&self) -> Point {
        self.line().midpoint()
    }
    #[inline]
    fn reach(&self) -> f64 {
        0.5 * self.line().length()
    }
    #[inline]
    fn corners(&self) -> &[Point] {
        &self.ends
    }
    #[inline]
    fn radius(&self) -> f64 {
        0.0
    }
}

/// The outline of a terrain feature.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Round.
    Disc(Disc),
    /// With corners.
    Polygon(Polygon),
    /// A line.
    Wall(Wall),
}

impl Shape {
    /// A disc of so many inches across.
    #[must_use]
    pub fn disc(centre: Point, across: f64) -> Self {
        Shape::Disc(Disc { centre, radius: across * 0.5 })
    }

    /// A rectangle with sides of so many inches, `depth` of them along its facing.
    #[must_use]
    pub fn rectangle(centre: Point, facing: Facing, width: f64, depth: f64) -> Self {
        Shape::from(Base { centre, facing, half_width: width * 0.5, half_depth: depth * 0.5 })
    }

    /// A wall of so many inches, at right angles to its facing.
    #[must_use]
    pub fn wall(centre: Point, facing: Facing, length: f64) -> Self {
        let half = facing.right() * (length * 0.5);
        Shape::Wall(Wall::new(Segment::new(centre - half, centre + half)))
    }

    /// The shape turned about any point.
    #[must_use]
    pub fn turned_about(&self, pivot: Point, turn: Turn) -> Self {
        match self {
            Shape::Disc(disc) => Shape::Disc(Disc { centre: disc.centre.turned_about(pivot, turn), ..*disc }),
            Shape::Polygon(polygon) => Shape::Polygon(Polygon {
                corners: polygon.corners.iter().map(|corner| corner.turned_about(pivot, turn)).collect(),
                middle: polygon.middle.turned_about(pivot, turn),
                reach: polygon.reach,
            }),
            Shape::Wall(Wall { ends }) => Shape::Wall(Wall { ends: ends.map(|end| end.turned_about(pivot, turn)) }),
        }
    }
}

impl From<Base> for Shape {
    fn from(base: Base) -> Self {
        Shape::Polygon(Polygon {
            corners: ArrayVec::from_iter(base.corners()),
            middle: base.centre,
            reach: base.reach(),
        })
    }
}

impl Outline for Shape {
    type Corners<'a> = &'a [Point];
    #[inline]
    fn middle(&self) -> Point {
        match self {
            Shape::Disc(disc) => disc.centre,
            Shape::Polygon(polygon) => polygon.middle,
            Shape::Wall(wall) => wall.middle(),
        }
    }
    #[inline]
    fn reach(&self) -> f64 {
        match self {
            Shape::Disc(disc) => disc.radius,
            Shape::Polygon(polygon) => polygon.reach,
            Shape::Wall(wall) => wall.reach(),
        }
    }
    #[inline]
    fn corners(&self) -> &[Point] {
        match self {
            Shape::Disc(disc) => std::slice::from_ref(&disc.centre),
            Shape::Polygon(polygon) => &polygon.corners,
            Shape::Wall(wall) => &wall.ends,
        }
    }
    #[inline]
    fn radius(&self) -> f64 {
        match self {
            Shape::Disc(disc) => disc.radius,
            Shape::Polygon(_) | Shape::Wall(_) => 0.0,
        }
    }
}

/// A base or a feature, where both may be in the way.
#[derive(Clone, Copy, Debug)]
pub enum Obstacle<'o> {
    /// A base.
    Base(&'o Base),
    /// A feature.
    Feature(&'o Shape),
}

/// Corners of an [`Obstacle`].
#[derive(Clone, Copy, Debug)]
pub enum ObstacleCorners<'o> {
    /// Those of a base.
    Base([Point; 4]),
    /// Those of a feature.
    Feature(&'o [Point]),
}

impl AsRef<[Point]> for ObstacleCorners<'_> {
    #[inline]
    fn as_ref(&self) -> &[Point] {
        match self {
            ObstacleCorners::Base(corners) => corners,
            ObstacleCorners::Feature(corners) => corners,
        }
    }
}

impl Outline for Obstacle<'_> {
    type Corners<'a>
        = ObstacleCorners<'a>
    where
        Self: 'a;
    #[inline]
    fn middle(&self) -> Point {
        match self {
            Obstacle::Base(base) => base.middle(),
            Obstacle::Feature(shape) => shape.middle(),
        }
    }
    #[inline]
    fn reach(&self) -> f64 {
        match self {
            Obstacle::Base(base) => base.reach(),
            Obstacle::Feature(shape) => shape.reach(),
        }
    }
    #[inline]
    fn corners(&self) -> ObstacleCorners<'_> {
        match self {
            Obstacle::Base(base) => ObstacleCorners::Base(base.corners()),
            Obstacle::Feature(shape) => ObstacleCorners::Feature(shape.corners()),
        }
    }
    #[inline]
    fn radius(&self) -> f64 {
        match self {
            Obstacle::Base(_) => 0.0,
            Obstacle::Feature(shape) => shape.radius(),
        }
    }
    #[inline]
    fn as_base(&self) -> Option<&Base> {
        match self {
            Obstacle::Base(base) => Some(base),
            Obstacle::Feature(_) => None,
        }
    }
}

/// Least width of a shape over all directions, in inches.
#[must_use]
pub fn least_width(shape: &impl Outline) -> f64 {
    let corners = shape.corners();
    let corners = corners.as_ref();
    let across = |edge: Segment| {
        let inward = edge.span().unit().unwrap_or(Vector::ZERO).left();
        corners.iter().map(|&corner| (corner - edge.start).dot(inward)).fold(0.0, f64::max)
    };
    let hull = if corners.len() > 1 { edges(corners).map(across).fold(f64::INFINITY, f64::min) } else { 0.0 };
    hull + 2.0 * shape.radius()
}

/// Greatest distance between two points of a shape, in inches.
#[must_use]
pub fn greatest_width(shape: &impl Outline) -> f64 {
    let corners = shape.corners();
    let corners = corners.as_ref();
    let pairs = corners.iter().flat_map(|a| corners.iter().map(|b| a.distance(*b)));
    pairs.fold(0.0, f64::max) + 2.0 * shape.radius()
}

/// The edges between corners that go round a shape.
#[inline]
pub(super) fn edges(corners: &[Point]) -> impl Iterator<Item = Segment> + Clone + '_ {
    let last = corners.len() - 1;
    corners
        .iter()
        .enumerate()
        .map(move |(at, &corner)| Segment::new(corner, corners[if at == last { 0 } else { at + 1 }]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(points: &[(f64, f64)]) -> Vec<Point> {
        points.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    #[test]
    fn polygons_are_strictly_convex_and_counter_clockwise() {
        let kite = points(&[(0.0, 0.0), (2.0, -1.0), (5.0, 0.0), (2.0, 1.0)]);
        let backwards: Vec<Point> = kite.iter().rev().copied().collect();
        assert_eq!(Polygon::new(&kite).unwrap().points(), kite);
        assert_eq!(Polygon::new(&backwards).unwrap().points(), kite);
        let refused = |corners: &[(f64, f64)]| Polygon::new(&points(corners)).unwrap_err();
        assert_eq!(refused(&[(0.0, 0.0), (1.0, 0.0)]), PolygonError::TooFew);
        assert_eq!(refused(&[(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)]), PolygonError::NotConvex(2));
        assert_eq!(refused(&[(0.0, 4.0), (1.0, 1.0), (4.0, 0.0), (0.0, 0.0)]), PolygonError::NotConvex(1));
        assert!(matches!(refused(&[(0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (0.0, 4.0)]), PolygonError::NotConvex(_)));
        // A star turns the same way at every corner.
        let star = [(0.0, 3.0), (1.8, -2.4), (-2.9, 0.9), (2.9, 0.9), (-1.8, -2.4)];
        assert!(matches!(refused(&star), PolygonError::NotConvex(_)));
        let many: Vec<(f64, f64)> =
            (0..13).map(f64::from).map(|at| (libm::cos(at * 0.4), libm::sin(at * 0.4))).collect();
        assert_eq!(refused(&many), PolygonError::TooMany);
    }

    #[test]
    fn widths_are_measured_across() {
        let kite = Polygon::new(&points(&[(0.0, 0.0), (4.0, -3.0), (8.0, 0.0), (4.0, 3.0)])).unwrap();
        assert_eq!(greatest_width(&kite), 8.0);
        assert!((least_width(&kite) - 4.8).abs() < 1e-12);
        let disc = Disc { centre: Point::new(1.0, 1.0), radius: 1.5 };
        assert_eq!([least_width(&disc), greatest_width(&disc)], [3.0, 3.0]);
    }
}
