//! Arcs of sight and fire: the wedge between two rays from a point.

use super::facing::Facing;
use super::segment::Segment;
use super::travel::Stretch;
use super::vector::{Point, Turn, Vector};

/// What rounding may move a point across the edge of an arc: the sine of an angle.
const HAIR: f64 = 1e-9;

/// The wedge that lies within an angle of an axis, seen from its apex. It reaches for ever.
///
/// ```
/// use evenodds::tabletop::plane::{Arc, Facing, Point};
///
/// // 45 degrees wide, from the northern edge of a base of an inch across.
/// let watched = Arc::new(Point::new(0.0, 0.5), Facing::NORTH, 45.0);
/// let at = |degrees: f64| watched.apex() + Facing::from_degrees(degrees).ahead() * 8.0;
/// assert!(watched.contains(at(22.5)) && watched.contains(at(-22.5)) && !watched.contains(at(23.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    apex: Point,
    facing: Facing,
    /// Unit vectors along both edges.
    edges: [Vector; 2],
}

impl Arc {
    /// The arc of so many degrees, above 0 and up to 180, half of them on either side of the axis.
    ///
    /// # Panics
    /// In debug builds, when it is not so wide.
    #[must_use]
    pub fn new(apex: Point, facing: Facing, degrees: f64) -> Self {
        debug_assert!(degrees > 0.0 && degrees <= 180.0, "an arc of {degrees} degrees");
        let half = Turn::clockwise((0.5 * degrees).to_radians());
        let right = facing.ahead().turned(half);
        // The left edge mirrors the right one, to the bit.
        let ahead = facing.ahead() * right.dot(facing.ahead());
        Self { apex, facing, edges: [ahead * 2.0 - right, right] }
    }

    /// Where it begins.
    #[must_use]
    pub fn apex(&self) -> Point {
        self.apex
    }

    /// Its axis.
    #[must_use]
    pub fn facing(&self) -> Facing {
        self.facing
    }

    /// Whether a point lies inside or on an edge; the apex does.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        let [left, right] = self.inside(point);
        left.min(right) >= -HAIR * (1.0 + (point - self.apex).length())
    }

    /// Whether some part of a disc lies inside or touches an edge.
    #[must_use]
    pub fn touches(&self, centre: Point, radius: f64) -> bool {
        self.contains(centre) || self.edges.iter().any(|edge| self.gap(*edge, centre) <= radius + HAIR)
    }

    /// The part of a straight leg inside, in inches from its start; none when it has not even a point in common.
    #[must_use]
    pub fn stretch(&self, leg: &Segment) -> Option<Stretch> {
        let length = leg.length();
        let (mut from, mut until) = (0.0f64, length);
        for (start, end) in self.inside(leg.start).into_iter().zip(self.inside(leg.end)) {
            let gain = end - start;
            if start < 0.0 && end < 0.0 {
                return None;
            }
            let at = -start / gain * length;
            if start < 0.0 {
                from = from.max(at);
            } else if end < 0.0 {
                until = until.min(at);
            }
        }
        (from <= until).then_some(Stretch { from, until })
    }

    /// Inches that a point lies inside of the lines along both edges.
    #[inline]
    fn inside(&self, point: Point) -> [f64; 2] {
        let (to, [left, right]) = (point - self.apex, self.edges);
        [to.cross(left), right.cross(to)]
    }

    /// Distance of a point from an edge.
    fn gap(&self, edge: Vector, point: Point) -> f64 {
        let to = point - self.apex;
        let along = to.dot(edge).max(0.0);
        (to - edge * along).length()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    /// An arc from the rim of a base of 25 mm, and a point at so many degrees off its axis.
    fn watcher(width: f64) -> (Arc, impl Fn(f64, f64) -> Point) {
        const RADIUS: f64 = 12.5 / 25.4;
        let centre = Point::new(20.0, 20.0);
        let arc = Arc::new(centre + Facing::EAST.ahead() * RADIUS, Facing::EAST, width);
        (arc, move |degrees: f64, far: f64| centre + Facing::from_degrees(90.0 + degrees).ahead() * far)
    }

    #[test]
    fn dp_ovw_02_and_cbr_02_arcs_are_45_and_90_degrees_wide() {
        for (width, inside, outside) in [(45.0, 22.5, 23.0), (90.0, 45.0, 45.5)] {
            let arc = Arc::new(Point::new(20.0, 20.0), Facing::EAST, width);
            for far in [0.5, 12.0, 47.0] {
                let at = |degrees: f64| arc.apex() + Facing::from_degrees(90.0 + degrees).ahead() * far;
                assert!(arc.contains(at(inside)) && arc.contains(at(-inside)), "{width}");
                assert!(!arc.contains(at(outside)) && !arc.contains(at(-outside)), "{width}");
            }
            assert!(arc.contains(arc.apex()) && !arc.contains(arc.apex() + Facing::WEST.ahead()));
        }
    }

    #[test]
    fn dp_r_22_the_apex_is_on_the_rim_and_centres_count() {
        // Enemies that touch the base, at 11.4 / 11.5 / 24.2 / 24.3 degrees off its axis.
        let inside = |width: f64| {
            let (arc, at) = watcher(width);
            [11.4, 11.5, 24.2, 24.3].map(|degrees| {
                let sides = [degrees, -degrees].map(|degrees| arc.contains(at(degrees, 25.0 / 25.4)));
                assert_eq!(sides[0], sides[1]);
                sides[0]
            })
        };
        assert_eq!(inside(45.0), [true, false, false, false]);
        assert_eq!(inside(90.0), [true, true, true, false]);
    }

    #[test]
    fn legs_are_inside_for_a_part_of_their_way() {
        let arc = Arc::new(Point::new(0.0, 0.0), Facing::NORTH, 90.0);
        let leg =
            |x0: f64, y0: f64, x1: f64, y1: f64| arc.stretch(&Segment::new(Point::new(x0, y0), Point::new(x1, y1)));
        let near = |found: Option<Stretch>, from: f64, until: f64| {
            assert!(
                found.is_some_and(|it| (it.from - from).abs() < 1e-9 && (it.until - until).abs() < 1e-9),
                "{found:?}"
            );
        };
        near(leg(-5.0, 3.0, 5.0, 3.0), 2.0, 8.0);
        near(leg(0.0, 2.0, 0.0, 5.0), 0.0, 3.0);
        near(leg(4.0, 3.0, 2.0, 3.0), 1.0, 2.0);
        assert_eq!(leg(-5.0, -1.0, 5.0, -1.0), None);
        assert_eq!(leg(4.0, 3.0, 3.5, 3.0), None);
    }

    proptest! {
        /// The part of a leg inside is where its points are; a disc is touched when one of its points is inside.
        #[test]
        fn parts_inside_are_found_by_walking(
            degrees in 0.0..360.0f64, width in 1.0..180.0f64, ends in prop::array::uniform4(-5.0..5.0f64), radius in 0.1..3.0f64,
        ) {
            let arc = Arc::new(Point::new(0.5, -0.3), Facing::from_degrees(degrees), width);
            let leg = Segment::new(Point::new(ends[0], ends[1]), Point::new(ends[2], ends[3]));
            let found = arc.stretch(&leg);
            for step in 0..=100 {
                let inches = leg.length() * f64::from(step) / 100.0;
                let inside = arc.contains(leg.start + leg.span() * (f64::from(step) / 100.0));
                let within = found.is_some_and(|it| (it.from..=it.until).contains(&inches));
                let near = found.is_some_and(|it| (it.from - inches).abs().min((it.until - inches).abs()) < 1e-6);
                prop_assert!(inside == within || near, "{inches} of {found:?}");
            }
            let rim = (0..720).map(|at| leg.start + Facing::from_degrees(f64::from(at) * 0.5).ahead() * radius);
            let touched = arc.contains(leg.start) || rim.clone().any(|point| arc.contains(point));
            prop_assert!(!touched || arc.touches(leg.start, radius));
            prop_assert!(touched || !arc.touches(leg.start, radius - 0.02 * radius));
        }
    }
}
