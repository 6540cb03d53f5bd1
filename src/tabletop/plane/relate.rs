//! How two shapes lie to each other: apart, in contact, overlapping, one inside the other.

use super::base::{Base, Edge};
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
    let (p, q) = (a.corners(), b.corners());
    (hull_distance(p.as_ref(), q.as_ref()) - a.radius() - b.radius()).max(0.0)
}

/// Whether the two are nearer than `limit` inches, as [`distance`] tells; faster.
#[must_use]
pub fn nearer_than(a: &impl Outline, b: &impl Outline, limit: f64) -> bool {
    let apart = a.reach() + b.reach() + limit;
    (b.middle() - a.middle()).length_squared() < apart * apart && distance(a, b) < limit
}

/// Least distance between an edge and a shape, 0 when they touch or overlap: the range of a shot from that edge.
#[must_use]
pub fn edge_distance(edge: &Segment, shape: &impl Outline) -> f64 {
    let corners = shape.corners();
    (hull_distance(&[edge.start, edge.end], corners.as_ref()) - shape.radius()).max(0.0)
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
    point_distance(point, shape) <= ROUNDING
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
    if hull_separation(p, q) <= 0.0 && (p.len() > 1 || q.len() > 1) {
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
