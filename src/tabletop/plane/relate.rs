//! How two shapes lie to each other: apart, in contact, overlapping, one inside the other.

use super::base::{Base, Edge};
use super::facing::Facing;
use super::outline::{Outline, ROUNDING, edges};
use super::segment::Segment;
use super::vector::{Point, Vector};

/// Whether the two share more than their outlines: more than [`ROUNDING`] inches deep.
///
/// ```
/// use evenodds::tabletop::plane::{Base, Facing, Point, overlap};
///
/// let base = |x: f64, y: f64| Base::square(Point::new(x, y), Facing::NORTH, 1.0);
/// assert!(overlap(&base(0.0, 0.0), &base(0.9, 0.9)));
/// assert!(!overlap(&base(0.0, 0.0), &base(1.0, 0.3)), "touching is not overlapping");
/// ```
#[must_use]
pub fn overlap(a: &impl Outline, b: &impl Outline) -> bool {
    if let (Some(a), Some(b)) = (a.as_base(), b.as_base()) {
        return a.axes(b).iter().all(|axis| axis.offset.abs() - axis.reach < -ROUNDING);
    }
    let apart = a.reach() + b.reach();
    (b.middle() - a.middle()).length_squared() < apart * apart && {
        let (p, q) = (a.corners(), b.corners());
        let radii = a.radius() + b.radius();
        hull_separation(p.as_ref(), q.as_ref()) < radii - ROUNDING
            // Separating lines between hulls tell no distance from corner to corner.
            && (radii == 0.0 || hull_distance(p.as_ref(), q.as_ref()) < radii - ROUNDING)
    }
}

/// Least distance between the two, 0 when they touch or overlap.
#[must_use]
pub fn distance(a: &impl Outline, b: &impl Outline) -> f64 {
    if let (Some(a), Some(b)) = (a.as_base(), b.as_base()) {
        return base_distance(a, b);
    }
    let (p, q) = (a.corners(), b.corners());
    (hull_distance(p.as_ref(), q.as_ref()) - a.radius() - b.radius()).max(0.0)
}

/// Whether the two are nearer than `limit` inches, as [`distance`] tells; faster.
#[must_use]
pub fn nearer_than(a: &impl Outline, b: &impl Outline, limit: f64) -> bool {
    if let (Some(a), Some(b)) = (a.as_base(), b.as_base()) {
        // Most are too far off anyhow. Twice the sum of two squares is at least the square of the sum.
        let most = (2.0 * (a.reach_squared() + b.reach_squared())).sqrt() + limit.max(0.0);
        if (b.centre - a.centre).length_squared() >= most * most {
            return false;
        }
        // Along an axis they are apart by no more than their distance.
        let apart = gaps(a, b);
        let most = apart.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        return most < limit && base_distance_by(a, b, &apart) < limit;
    }
    let apart = a.reach() + b.reach() + limit;
    (b.middle() - a.middle()).length_squared() < apart * apart && distance(a, b) < limit
}

/// Least distance between an edge and a shape, 0 when they touch or overlap: the range of a shot from that edge.
#[must_use]
pub fn edge_distance(edge: &Segment, shape: &impl Outline) -> f64 {
    if let (Some(base), Some(outward)) = (shape.as_base(), Facing::along(edge.span().right())) {
        let half_width = 0.5 * edge.length();
        return base_distance(&Base { centre: edge.midpoint(), facing: outward, half_width, half_depth: 0.0 }, base);
    }
    let corners = shape.corners();
    (hull_distance(&[edge.start, edge.end], corners.as_ref()) - shape.radius()).max(0.0)
}

/// How far two bases are apart along each of their axes, negative where they overlap.
#[inline]
fn gaps(a: &Base, b: &Base) -> [f64; 4] {
    a.axes(b).map(|axis| axis.offset.abs() - axis.reach)
}

/// Least distance between two bases.
fn base_distance(a: &Base, b: &Base) -> f64 {
    base_distance_by(a, b, &gaps(a, b))
}

/// The same where their [gaps](gaps) are known.
#[inline]
fn base_distance_by(a: &Base, b: &Base, apart: &[f64; 4]) -> f64 {
    if apart.iter().all(|apart| *apart <= 0.0) {
        return 0.0;
    }
    // Where both have the same axes, what lies between them is a rectangle.
    let (one, other) = (a.facing.ahead(), b.facing.ahead());
    if one.cross(other) == 0.0 || one.dot(other) == 0.0 {
        return Vector::new(apart[0].max(0.0), apart[1].max(0.0)).length();
    }
    let nearest = |from: &Base, to: &Base| {
        from.corners().iter().map(|&corner| to.distance_squared(corner)).fold(f64::INFINITY, f64::min)
    };
    nearest(a, b).min(nearest(b, a)).sqrt()
}

/// Least distance between a point and a shape, 0 inside.
#[must_use]
pub fn point_distance(point: Point, shape: &impl Outline) -> f64 {
    let corners = shape.corners();
    (hull_distance(&[point], corners.as_ref()) - shape.radius()).max(0.0)
}

/// The point of a shape's outline that is nearest to a point, be that inside or outside. From the middle of a disc it is the
/// eastern one.
#[must_use]
pub fn outline_point(shape: &impl Outline, point: Point) -> Point {
    match shape.corners().as_ref() {
        [centre] => {
            let way = (point - *centre).unit().unwrap_or(Vector::new(1.0, 0.0));
            *centre + way * shape.radius()
        }
        corners => {
            let nearest = |edge: Segment| edge.nearest(point);
            edges(corners).map(nearest).min_by(|a, b| a.distance(point).total_cmp(&b.distance(point))).unwrap_or(point)
        }
    }
}

/// Whether a point lies in the shape or on its outline.
#[must_use]
pub fn contains(shape: &impl Outline, point: Point) -> bool {
    let reach = shape.reach() + ROUNDING;
    let near = (point - shape.middle()).length_squared() <= reach * reach;
    // Of a disc that is all there is to it.
    near && (shape.reach() == shape.radius() || point_distance(point, shape) <= ROUNDING)
}

/// Whether a shape with corners lies wholly within `radius` inches of a point.
#[must_use]
pub fn within(shape: &impl Outline, centre: Point, radius: f64) -> bool {
    let corners = shape.corners();
    corners.as_ref().iter().all(|corner| corner.distance(centre) + shape.radius() <= radius + ROUNDING)
}

/// Whether `outer` covers all of `inner`.
#[must_use]
pub fn covers(outer: &impl Outline, inner: &impl Outline) -> bool {
    let corners = inner.corners();
    corners.as_ref().iter().all(|&corner| {
        let (hull, radius) = (outer.corners(), outer.radius() - inner.radius());
        match hull.as_ref() {
            [centre] => corner.distance(*centre) <= radius + ROUNDING,
            hull => edges(hull).all(|edge| inward(edge).dot(corner - edge.start) + radius >= -ROUNDING),
        }
    })
}

/// Whether two shapes touch: are nearer to each other than `tolerance` inches, or that near. Shapes that overlap touch as well.
///
/// ```
/// use evenodds::tabletop::plane::{Base, Disc, Facing, Point, touching};
///
/// let soldier = Disc { centre: Point::new(0.0, 0.0), radius: 0.5 };
/// let hull = Base { centre: Point::new(3.0, 0.0), facing: Facing::NORTH, half_width: 1.5, half_depth: 2.0 };
/// assert!(!touching(&soldier, &hull, 0.01) && touching(&soldier, &hull.moved(Point::new(2.01, 0.0) - hull.centre), 0.01));
/// ```
#[must_use]
pub fn touching(a: &impl Outline, b: &impl Outline, tolerance: f64) -> bool {
    // Of two distances written with the same digits one may be a little longer.
    nearer_than(a, b, tolerance + 1e-9)
}

/// How close is contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerances {
    /// Bases nearer than this touch, in inches.
    pub contact: f64,
    /// Greatest mismatch of corners at which two edges still count as one, in inches.
    pub full_contact: f64,
}

/// How two bases touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// Not at all.
    Apart,
    /// Somewhere, be it at a corner.
    Partial,
    /// A whole edge of one along a whole edge of the other.
    Full {
        /// Edge of the first base.
        mine: Edge,
        /// Edge of the second base.
        theirs: Edge,
    },
}

impl Contact {
    /// Whether a whole edge is in contact.
    #[must_use]
    pub fn is_full(self) -> bool {
        matches!(self, Contact::Full { .. })
    }
}

/// How two bases touch. Exchanging them exchanges the edges.
#[must_use]
pub fn contact(a: &Base, b: &Base, tolerances: &Tolerances) -> Contact {
    if !nearer_than(a, b, tolerances.contact) {
        return Contact::Apart;
    }
    match full_contact(a, b, tolerances.full_contact) {
        Some((mine, theirs)) => Contact::Full { mine, theirs },
        None => Contact::Partial,
    }
}

/// The edges that coincide corner to corner to within `tolerance`, of two bases that touch.
fn full_contact(a: &Base, b: &Base, tolerance: f64) -> Option<(Edge, Edge)> {
    let (p, q) = (a.corners(), b.corners());
    let near = |a: Point, b: Point| (a - b).length_squared() <= tolerance * tolerance;
    // Of each base it is the edge that looks at the other most squarely.
    let (mine, theirs) = (a.edge_towards(b.centre), b.edge_towards(a.centre));
    let (i, j) = (mine as usize, theirs as usize);
    (near(p[i], q[(j + 1) % 4]) && near(p[(i + 1) % 4], q[j])).then_some((mine, theirs))
}

/// Whether a shape touches an edge: is nearer to it than `tolerance`.
#[must_use]
pub fn touches_edge(shape: &impl Outline, edge: &Segment, tolerance: f64) -> bool {
    edge_distance(edge, shape) < tolerance
}

/// The unit vector that points into the shape from one of its edges.
#[inline]
pub(super) fn inward(edge: Segment) -> Vector {
    edge.span().unit().unwrap_or(Vector::ZERO).left()
}

/// Greatest distance, over the edges of both, by which a line along an edge separates two hulls: positive when they are
/// apart (and then at most their distance), negative when they overlap, by how deep they do.
#[must_use]
fn hull_separation(p: &[Point], q: &[Point]) -> f64 {
    match (p, q) {
        ([a], [b]) => a.distance(*b),
        _ => beyond_edges(p, q).max(beyond_edges(q, p)),
    }
}

/// Greatest distance, over the edges of `p`, by which all of `q` lies beyond the line of the edge.
fn beyond_edges(p: &[Point], q: &[Point]) -> f64 {
    if p.len() == 1 {
        return f64::NEG_INFINITY;
    }
    let beyond = |edge: Segment| {
        let inward = inward(edge);
        q.iter().map(|&corner| -inward.dot(corner - edge.start)).fold(f64::INFINITY, f64::min)
    };
    edges(p).map(beyond).fold(f64::NEG_INFINITY, f64::max)
}

/// Distance of two hulls: 0 when they touch or overlap.
#[must_use]
pub(super) fn hull_distance(p: &[Point], q: &[Point]) -> f64 {
    // Between points and straight lines nothing lies inside, and lines that follow one another are not separated sideways.
    let thin = p.len() < 3 && q.len() < 3;
    if if thin { crossing(p, q) } else { hull_separation(p, q) <= 0.0 } {
        return 0.0;
    }
    let nearest = |from: &[Point], to: &[Point]| {
        let apart = |point: Point| {
            edges(to).map(|edge| (edge.nearest(point) - point).length_squared()).fold(f64::INFINITY, f64::min)
        };
        from.iter().map(|&point| apart(point)).fold(f64::INFINITY, f64::min)
    };
    nearest(p, q).min(nearest(q, p)).sqrt()
}

/// Whether two straight lines cross from side to side.
fn crossing(p: &[Point], q: &[Point]) -> bool {
    let sides = |of: &[Point], other: &[Point]| match (of, other) {
        ([a, b], [c, d]) => (*b - *a).cross(*c - *a) * (*b - *a).cross(*d - *a) < 0.0,
        _ => false,
    };
    sides(p, q) && sides(q, p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabletop::plane::testing::{any_base, any_shape, shifted};
    use crate::tabletop::plane::{Area, Disc, Shape};

    use proptest::prelude::*;

    const SIDE: f64 = 40.0 / 25.4;
    const TOLERANCES: Tolerances = Tolerances { contact: 0.02, full_contact: 0.05 };

    fn base(x: f64, y: f64) -> Base {
        Base::square(Point::new(x, y), Facing::NORTH, SIDE)
    }

    fn front(x: f64, y: f64) -> Segment {
        base(x, y).edge(Edge::Front)
    }

    #[test]
    fn dg_geo_03_05_and_06_ranges_are_measured_from_the_front() {
        let range = |x: f64, y: f64| edge_distance(&front(0.0, 0.0), &base(x, y));
        assert!((range(3.0, 2.0) - 1.487).abs() < 5e-4);
        assert!((range(2.5, 0.2) - 0.925).abs() < 5e-4);
        assert!(range(0.0, 5.57) < 4.0 && range(0.0, 5.58) > 4.0);
    }

    #[test]
    fn dg_geo_18_wholly_within_four_inches() {
        let marker = Point::new(12.0, 12.0);
        assert!(within(&base(12.0, 15.13), marker, 4.0));
        assert!(!within(&base(12.0, 15.14), marker, 4.0));
        // Farthest base centre, square-on: 3.134.
        let farthest = (16.0 - SIDE * SIDE / 4.0f64).sqrt() - SIDE / 2.0;
        assert!((farthest - 3.134).abs() < 5e-4);
        assert!(within(&base(12.0, 12.0 + farthest), marker, 4.0));
        assert!(!within(&base(12.0, 12.0 + farthest + 1e-3), marker, 4.0));
    }

    #[test]
    fn bases_and_lines_of_bases_are_as_long_as_they_are() {
        assert!((SIDE - 1.5748).abs() < 5e-5);
        assert!((base(0.0, 0.0).half_across(Edge::Left) - 0.7874).abs() < 5e-5);
        assert!((base(0.0, 0.0).reach() - 1.1136).abs() < 5e-5);
        for (bases, frontage) in [(2.0, 3.1496), (3.0, 4.7244), (4.0, 6.2992)] {
            let last = base(SIDE * (bases - 1.0), 0.0);
            assert!((front(0.0, 0.0).end.distance(last.edge(Edge::Front).start) - frontage).abs() < 5e-5);
        }
        // A zone of 24 by 6 inches holds 45 bases.
        let zone = Area::table(24.0, 6.0);
        assert_eq!((zone.max.x / SIDE).floor() * (zone.max.y / SIDE).floor(), 45.0);
    }

    #[test]
    fn dg_con_01_full_contact_is_corner_to_corner() {
        let at = |x: f64, y: f64| contact(&base(0.0, 0.0), &base(x, y), &TOLERANCES);
        let full = |mine: Edge| Contact::Full { mine, theirs: mine.opposite() };
        assert_eq!(at(0.0, SIDE), full(Edge::Front));
        assert_eq!(at(0.0, SIDE + 0.01), full(Edge::Front));
        assert_eq!(at(-SIDE - 0.01, 0.04), full(Edge::Left));
        assert_eq!(at(0.1, SIDE), Contact::Partial);
        assert_eq!(at(SIDE, SIDE), Contact::Partial);
        assert_eq!(at(SIDE + 0.01, -SIDE - 0.01), Contact::Partial);
        assert_eq!(at(0.0, SIDE + 0.02), Contact::Apart);
        let turned = base(0.0, -SIDE).with_facing(Facing::EAST);
        let back = Contact::Full { mine: Edge::Rear, theirs: Edge::Left };
        assert_eq!(contact(&base(0.0, 0.0), &turned, &TOLERANCES), back);
        assert!(back.is_full());
        // Askew, with one corner on the edge.
        let askew = base(0.0, 0.5 * SIDE + base(0.0, 0.0).reach()).with_facing(Facing::from_degrees(45.0));
        assert_eq!(contact(&base(0.0, 0.0), &askew, &TOLERANCES), Contact::Partial);
        assert!(touches_edge(&askew, &front(0.0, 0.0), TOLERANCES.contact));
        assert!(!touches_edge(&askew, &base(0.0, 0.0).edge(Edge::Left), TOLERANCES.contact));
    }

    #[test]
    fn dg_geo_12_the_second_attacker_stands_on_the_left_edge() {
        let target = base(0.0, 0.0);
        let first = base(0.0, SIDE).with_facing(Facing::SOUTH);
        let second = base(-SIDE, 0.0).with_facing(Facing::EAST);
        let edges = [first, second].map(|attacker| contact(&attacker, &target, &TOLERANCES));
        let met = |theirs: Edge| Contact::Full { mine: Edge::Front, theirs };
        assert_eq!(edges, [met(Edge::Front), met(Edge::Left)]);
        assert_eq!(first.outward(Edge::Front), Vector::new(0.0, -1.0));
        assert_eq!(second.outward(Edge::Front), Vector::new(1.0, 0.0));
    }

    #[test]
    fn dg_geo_16_a_shifted_enemy_touches_at_a_corner() {
        // A-right, facing up; B-left is the one diagonally across, facing down.
        let own = base(SIDE, 0.0);
        let enemy = base(0.0, SIDE).with_facing(Facing::SOUTH);
        assert_eq!(contact(&own, &enemy, &TOLERANCES), Contact::Partial);
        // To the left it would cross the enemy's front, to the right it does not.
        let ground = enemy.ground_ahead();
        assert!(overlap(&own.moved(Vector::new(-0.5, 0.0)), &ground));
        assert!(!overlap(&own.moved(Vector::new(0.5, 0.0)), &ground));
        assert!(!overlap(&own.moved(Vector::new(0.0, -0.5)), &ground));
    }

    #[test]
    fn discs_and_polygons_lie_inside_one_another() {
        let disc = |x: f64, radius: f64| Disc { centre: Point::new(x, 0.0), radius };
        assert!(covers(&disc(0.0, 3.0), &disc(1.0, 2.0)) && !covers(&disc(0.0, 3.0), &disc(1.1, 2.0)));
        assert!(covers(&disc(0.0, 3.0), &base(1.0, 0.0)) && !covers(&disc(0.0, 3.0), &base(2.2, 0.0)));
        assert!(covers(&base(0.0, 0.0), &disc(0.0, 0.78)) && !covers(&base(0.0, 0.0), &disc(0.0, 0.79)));
        assert_eq!(outline_point(&disc(0.0, 2.0), Point::new(0.0, 5.0)), Point::new(0.0, 2.0));
        assert_eq!(outline_point(&disc(0.0, 2.0), Point::new(0.0, 0.0)), Point::new(2.0, 0.0));
        let out = outline_point(&base(0.0, 0.0), Point::new(0.5, 0.1));
        assert!(out.distance(Point::new(SIDE / 2.0, 0.1)) < 1e-12);
    }

    /// Points of a shape: its middle, and 64 on a round outline, 32 on each edge of another.
    fn points(shape: &Shape) -> Vec<Point> {
        let outline: Vec<Point> = match shape {
            Shape::Disc(disc) => {
                let way = |at: u8| Facing::from_degrees(f64::from(at) * 5.625).ahead();
                (0..64).map(|at| disc.centre + way(at) * disc.radius).collect()
            }
            Shape::Polygon(_) | Shape::Wall(_) => {
                let along =
                    |edge: Segment| (0..32).map(move |at: u8| edge.start + edge.span() * (f64::from(at) / 32.0));
                edges(shape.corners()).flat_map(along).collect()
            }
        };
        outline.into_iter().chain([shape.middle()]).collect()
    }

    proptest! {
        #[test]
        fn distances_are_those_of_the_nearest_points(a in any_shape(4.0), b in any_shape(4.0)) {
            let (here, there) = (points(&a), points(&b));
            let tried = here.iter().flat_map(|p| there.iter().map(|q| p.distance(*q))).fold(f64::INFINITY, f64::min);
            let found = distance(&a, &b);
            prop_assert!(found <= tried + 1e-9);
            // Round a reach of 2 inches the points are less than 0.2 apart.
            prop_assert!(overlap(&a, &b) || found >= tried - 0.2, "{found} {tried}");
            prop_assert!(!overlap(&a, &b) || found == 0.0);
            prop_assert!((distance(&b, &a) - found).abs() < 1e-12);
            prop_assert!(nearer_than(&a, &b, found + 1e-9) && !nearer_than(&a, &b, found));
            // Going straight away by some inches makes it farther by no more than that.
            let step = Vector::new(0.3, 0.4);
            prop_assert!((distance(&shifted(&a, step), &b) - found).abs() <= 0.5 + 1e-9);
        }

        #[test]
        fn overlaps_have_points_in_common(a in any_shape(3.0), b in any_shape(3.0)) {
            let common = points(&a).iter().any(|&point| point_distance(point, &b) == 0.0 && contains(&b, point));
            if common {
                prop_assert_eq!(distance(&a, &b), 0.0);
            }
            prop_assert_eq!(overlap(&a, &b), overlap(&b, &a));
            prop_assert!(!covers(&a, &b) || overlap(&a, &b));
        }

        /// What is done quicker for bases comes out as for polygons.
        #[test]
        fn bases_are_polygons(a in any_base(2.0), b in any_base(2.0)) {
            let (p, q) = (Shape::from(a), Shape::from(b));
            prop_assert!((distance(&a, &b) - distance(&p, &q)).abs() < 1e-9);
            prop_assert_eq!(overlap(&a, &b), overlap(&p, &q));
            let front = a.edge(Edge::Front);
            prop_assert!((edge_distance(&front, &b) - edge_distance(&front, &q)).abs() < 1e-9);
            prop_assert_eq!(distance(&a, &b), distance(&b, &a));
        }

        /// A mover put against an edge is in full contact, whatever the facing; shifted by more than the tolerance it is not.
        #[test]
        fn bases_put_against_edges_are_in_full_contact(other in any_base(12.0), mine in 0..4usize, theirs in 0..4usize) {
            let (mine, theirs) = (Edge::ALL[mine], Edge::ALL[theirs]);
            let put = Base::square(Point::new(0.0, 0.0), Facing::NORTH, 1.5748).against(mine, &other, theirs);
            prop_assert_eq!(contact(&put, &other, &TOLERANCES), Contact::Full { mine, theirs });
            prop_assert_eq!(contact(&other, &put, &TOLERANCES), Contact::Full { mine: theirs, theirs: mine });
            prop_assert!(!overlap(&put, &other));
            let along = other.outward(theirs).left();
            prop_assert_eq!(contact(&put.moved(along * 0.051), &other, &TOLERANCES), Contact::Partial);
        }
    }
}
