//! Lines of sight from an edge to a shape, past shapes that must be kept clear of.
//!
//! Whether there is a clear line is decided exactly, not by trying lines. A line that passes an obstacle leaves it either on
//! its left or on its right. Say which for each obstacle in the way: then there is a clear line if and only if one direction
//! suits every pair of a point that must stay on the left and a point that must stay on the right, and for each pair those
//! directions form a wedge. So wedges are intersected, obstacle after obstacle, each both ways, until nothing is left or all
//! obstacles are passed.
//!
//! Where the line may not be too long either, the shortest one is sought for each way of passing the obstacles. Of all lines of
//! one direction it is the one farthest to the side where front and target edge draw nearer to each other, so it touches
//! something on that side; its length is the greatest of the lengths of the lines that touch one of those points, each of which is a
//! sum of secants of the direction. Such a sum is convex, and so is the greatest of several: one search over the
//! directions of the wedge finds the shortest line of all.

mod corridor;
mod lines;
mod passage;

use arrayvec::ArrayVec;

use corridor::Corridor;
pub use lines::{Aloft, Body, Hidden, Ray, Rim, crossed, inches_inside, nearest_line, sight_grid, silhouette};
use passage::MOST_SCREENS;

use super::outline::{Outline, ROUNDING, edges};
use super::segment::Segment;
use super::vector::{Point, Vector};

/// Corners of the polygon that a round target is taken for.
const ROUND_CORNERS: usize = 32;

/// Whether there is a [`sight_line`].
///
/// ```
/// use evenodds::tabletop::plane::{Base, Edge, Facing, Point, sees};
///
/// let base = |x: f64, y: f64| Base::square(Point::new(x, y), Facing::NORTH, 1.5748);
/// let front = base(0.0, 0.0).edge(Edge::Front);
/// assert!(!sees(&front, &base(0.0, 4.0), 0.005, [base(0.0, 2.0)]));
/// assert!(sees(&front, &base(0.0, 4.0), 0.005, [base(0.3, 2.0)]));
/// ```
#[must_use]
pub fn sees<O: Outline>(
    front: &Segment,
    target: &impl Outline,
    clearance: f64,
    blockers: impl IntoIterator<Item = O>,
) -> bool {
    let Some(near) = Lane::new(front, target).blockers(clearance, blockers) else { return false };
    seems_open(front, target, clearance, &near) || find_line(f64::INFINITY, front, target, clearance, &near).is_some()
}

/// A straight line from some point of `front` to some point of the target that leaves `front` to its outer side, and keeps
/// more than `clearance` inches from every blocker. The outer side is on the right of the way from start to end, as with the
/// edges of shapes.
///
/// The target ends the line where it is met first. All of the line keeps clear of all of a blocker, so that one that stands
/// beside the front and is level with it, or lies behind it, narrows the front by the clearance. A round target is seen as the
/// polygon of 32 corners that is drawn round it.
#[must_use]
pub fn sight_line<O: Outline>(
    front: &Segment,
    target: &impl Outline,
    clearance: f64,
    blockers: impl IntoIterator<Item = O>,
) -> Option<Segment> {
    sight_line_within(f64::INFINITY, front, target, clearance, blockers)
}

/// A [`sight_line`] that is no longer than `farthest` inches. Lines that touch what they must keep clear of count as limits
/// of lines that do not. A round target ends the line at the polygon that is drawn round it, up to half a hundredth of its radius
/// before the disc.
#[must_use]
pub fn sight_line_within<O: Outline>(
    farthest: f64,
    front: &Segment,
    target: &impl Outline,
    clearance: f64,
    blockers: impl IntoIterator<Item = O>,
) -> Option<Segment> {
    let near = Lane::new(front, target).blockers(clearance, blockers)?;
    find_line(farthest, front, target, clearance, &near)
}

/// A line past the blockers of a lane.
fn find_line<O: Outline>(
    farthest: f64,
    front: &Segment,
    target: &impl Outline,
    clearance: f64,
    near: &[O],
) -> Option<Segment> {
    let through = |entry: Segment| {
        shared(front, &entry).or_else(|| Corridor::between(front, &entry)?.line(farthest, clearance, near))
    };
    let corners = target.corners();
    match corners.as_ref() {
        [centre] => edges(&drawn_round(*centre, target.radius())).find_map(through),
        hull => edges(hull).find_map(through),
    }
}

/// Where an edge lies along the front, outer side to outer side: a line of no length, which nothing can come between.
fn shared(front: &Segment, entry: &Segment) -> Option<Segment> {
    let (along, across) = (front.span().unit()?, entry.span().unit()?);
    let [from, until] = [entry.end, entry.start].map(|end| end - front.start);
    let apart = [from, until].map(|end| end.cross(along).abs()).into_iter().fold(0.0, f64::max);
    if along.dot(across) >= 0.0 || apart > ROUNDING {
        return None;
    }
    let (from, until) = (from.dot(along).max(0.0), until.dot(along).min(front.length()));
    let middle = front.start + along * (0.5 * (from + until));
    (from + ROUNDING < until).then(|| Segment::new(middle, middle))
}

/// Parts of the front from which a line to the middle of the target is tried before others.
const TRIED: [f64; 3] = [0.5, 0.05, 0.95];

/// Inches that a line which is tried keeps clear beyond what it must, so that rounding does not matter.
const SPARE: f64 = 1e-6;

/// Whether one of a few straight lines from the front to the middle of the target is clear, for certain.
fn seems_open<O: Outline>(front: &Segment, target: &impl Outline, clearance: f64, near: &[O]) -> bool {
    let (span, middle) = (front.span(), target.middle());
    // Well ahead: as far as the target reaches, and a bit.
    let least = target.reach() + 0.1;
    if span.right().dot(middle - front.start) < least * span.length() {
        return false;
    }
    TRIED.into_iter().any(|part| {
        let line = Segment::new(front.start + span * part, middle);
        near.iter().all(|blocker| passes(&line, blocker, clearance + SPARE))
    })
}

/// Whether a line keeps more than so many inches from a blocker, for certain.
fn passes(line: &Segment, blocker: &impl Outline, apart: f64) -> bool {
    if line.keeps_off(blocker.middle(), blocker.reach() + apart) {
        return true;
    }
    let Some(base) = blocker.as_base() else { return false };
    let (ahead, right) = (base.facing.ahead(), base.facing.right());
    let (start, end, span) = (line.start - base.centre, line.end - base.centre, line.span());
    // Both ends beyond an edge, or the corners all on one side of the line.
    let beyond = |axis: Vector, half: f64| {
        let (start, end) = (start.dot(axis), end.dot(axis));
        start.min(end) > half + apart || start.max(end) < -half - apart
    };
    let spread = base.half_depth * span.cross(ahead).abs() + base.half_width * span.cross(right).abs();
    beyond(ahead, base.half_depth)
        || beyond(right, base.half_width)
        || span.cross(start).abs() > spread + apart * span.length()
}

/// The straight way from the middle of the front to the middle of the target, so wide that all lines of sight run in it.
struct Lane {
    start: Point,
    along: Vector,
    length: f64,
    half_width: f64,
}

impl Lane {
    fn new(front: &Segment, target: &impl Outline) -> Self {
        let start = front.midpoint();
        let span = target.middle() - start;
        let length = span.length();
        let along = if length > 0.0 { span * (1.0 / length) } else { Vector::new(1.0, 0.0) };
        // As far out as the corners of the polygon that is drawn round a disc.
        let reach = target.reach() + 0.01 * target.radius();
        Self { start, along, length, half_width: reach.max(0.5 * front.length()) }
    }

    /// Those of the blockers that may stand in it; none when they are too many.
    fn blockers<O: Outline>(
        &self,
        clearance: f64,
        blockers: impl IntoIterator<Item = O>,
    ) -> Option<ArrayVec<O, MOST_SCREENS>> {
        let mut near = ArrayVec::new();
        for blocker in blockers {
            if self.is_near(&blocker, clearance) {
                near.try_push(blocker).ok()?;
            }
        }
        Some(near)
    }

    #[inline]
    fn is_near(&self, blocker: &impl Outline, clearance: f64) -> bool {
        let (to, near) = (blocker.middle() - self.start, self.half_width + blocker.reach() + clearance);
        let along = to.dot(self.along);
        to.cross(self.along).abs() < near && along > -near && along < self.length + near
    }
}

/// Corners of the polygon whose edges touch a disc.
fn drawn_round(centre: Point, radius: f64) -> [Point; ROUND_CORNERS] {
    let turn = std::f64::consts::TAU / ROUND_CORNERS as f64;
    let out = radius / libm::cos(0.5 * turn);
    std::array::from_fn(|at| {
        let (sin, cos) = libm::sincos(turn * at as f64);
        centre + Vector::new(cos, sin) * out
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabletop::plane::testing::{any_base, any_shape};
    use crate::tabletop::plane::{
        Base, Corner, Disc, Edge, Facing, Shape, Turn, edge_distance, overlap, point_distance,
    };

    use proptest::prelude::*;

    const SIDE: f64 = 40.0 / 25.4;
    const CLEARANCE: f64 = 0.005;

    fn base(x: f64, y: f64) -> Base {
        Base::square(Point::new(x, y), Facing::NORTH, SIDE)
    }

    fn seen(target: &impl Outline, blockers: &[Shape]) -> bool {
        sees(&base(0.0, 0.0).edge(Edge::Front), target, CLEARANCE, blockers)
    }

    fn bases(places: &[(f64, f64)]) -> Vec<Shape> {
        places.iter().map(|&(x, y)| Shape::from(base(x, y))).collect()
    }

    #[test]
    fn dg_geo_01_a_base_of_the_same_width_hides_what_is_behind_it() {
        assert!(seen(&base(0.0, 4.0), &[]));
        assert!(!seen(&base(0.0, 4.0), &bases(&[(0.0, 2.0)])));
    }

    #[test]
    fn dg_geo_02_beside_it_there_is_sight() {
        let friend = bases(&[(0.3, 2.0)]);
        assert!(seen(&base(0.0, 4.0), &friend));
        let line = sight_line(&base(0.0, 0.0).edge(Edge::Front), &base(0.0, 4.0), CLEARANCE, &friend).unwrap();
        assert!(line.start.x < -0.49 && line.end.x < -0.49);
    }

    #[test]
    fn dg_geo_04_and_05_sight_goes_ahead_of_the_front() {
        assert!(!seen(&base(2.5, 0.0), &[]));
        assert!(seen(&base(2.5, 0.2), &[]));
        assert!(!seen(&base(0.0, -4.0), &[]));
    }

    #[test]
    fn what_lies_along_the_front_is_seen_whoever_stands_around() {
        let around = bases(&[(-SIDE, 0.0), (SIDE, 0.0), (-SIDE, SIDE), (SIDE, SIDE)]);
        assert!(seen(&base(0.0, SIDE), &around));
        assert!(seen(&base(0.5, SIDE), &[]));
        let front = base(0.0, 0.0).edge(Edge::Front);
        let line = sight_line_within(0.0, &front, &base(0.5, SIDE), CLEARANCE, &around).unwrap();
        assert_eq!(line.length(), 0.0);
        // Corner to corner there is nothing that both share, and along a flank there is no front.
        assert!(shared(&front, &base(SIDE, SIDE).edge(Edge::Rear)).is_none());
        assert!(!seen(&base(SIDE, 0.0), &[]));
    }

    #[test]
    fn dg_geo_07_a_round_hill_hides_what_is_as_wide() {
        let hill = |x: f64| [Shape::Disc(Disc { centre: Point::new(x, 3.0), radius: 1.0 })];
        assert!(!seen(&base(0.0, 6.0), &hill(0.0)));
        assert!(seen(&base(0.0, 6.0), &hill(0.3)));
        assert!(seen(&base(0.0, 6.0), &hill(1.0)));
    }

    #[test]
    fn dg_geo_09_there_is_no_sight_through_a_seam() {
        let half = SIDE / 2.0;
        assert!(!seen(&base(0.0, 4.0), &bases(&[(-half, 2.0), (half, 2.0)])));
        // Twice the clearance on both sides opens it, and so does a corridor along the seam.
        assert!(!seen(&base(0.0, 4.0), &bases(&[(-half - 0.0049, 2.0), (half + 0.0049, 2.0)])));
        assert!(seen(&base(0.0, 4.0), &bases(&[(-half - 0.0051, 2.0), (half + 0.0051, 2.0)])));
    }

    #[test]
    fn a_slanting_line_finds_its_way_between_two_ranks() {
        // Gaps in two ranks, the first a bit to the left, the second to the right.
        let ranks = |gap: f64| {
            let half = 0.5 * (SIDE + gap);
            bases(&[(-0.3 - half, 1.7), (-0.3 + half, 1.7), (0.3 - half, 3.6), (0.3 + half, 3.6)])
        };
        assert!(!seen(&base(0.0, 5.5), &ranks(0.48)));
        assert!(seen(&base(0.0, 5.5), &ranks(0.53)));
    }

    #[test]
    fn what_stands_behind_the_target_or_the_front_does_not_matter() {
        let beside = bases(&[(SIDE, 0.0), (-SIDE, 0.0), (SIDE, 3.0), (-SIDE, 3.0), (0.0, 3.0 + SIDE), (0.0, -SIDE)]);
        assert!(seen(&base(0.0, 3.0), &beside));
        // A rock reaches from the target's flank to behind it, another from beside the front to behind it.
        let rocks = [(2.2, 3.5, 1.4), (-2.2, -0.2, 1.4)]
            .map(|(x, y, radius)| Shape::Disc(Disc { centre: Point::new(x, y), radius }));
        assert!(seen(&base(0.0, 3.0), &rocks));
    }

    #[test]
    fn round_targets_are_seen() {
        let pool = Disc { centre: Point::new(0.0, 4.0), radius: 1.0 };
        assert!(seen(&pool, &[]));
        assert!(!seen(&pool, &bases(&[(0.0, 2.0), (SIDE, 2.0), (-SIDE, 2.0)])));
        assert!(!seen(&Disc { centre: Point::new(3.0, -0.5), radius: 1.0 }, &[]));
    }

    #[test]
    fn the_shortest_line_is_found() {
        let half = SIDE / 2.0;
        let front = base(0.0, 0.0).edge(Edge::Front);
        let within = |farthest: f64, target: &Base, blockers: &[Shape]| {
            sight_line_within(farthest, &front, target, 0.0, blockers).is_some()
        };
        let holds = |least: f64, target: &Base, blockers: &[Shape]| {
            assert!(within(least + 1e-7, target, blockers) && !within(least - 1e-7, target, blockers), "{least}");
        };
        holds(4.0 - SIDE, &base(0.0, 4.0), &[]);
        // From corner to corner.
        holds(libm::hypot(3.0 - SIDE, 4.0 - SIDE), &base(3.0, 4.0), &[]);
        let aslant = Base::square(Point::new(0.0, 5.0), Facing::from_degrees(45.0), SIDE);
        holds(5.0 - half - half * std::f64::consts::SQRT_2, &aslant, &[]);
        // Past the left side of one base and the right side of another, farther to the right: the line touches a corner of each.
        let ranks = bases(&[(half, 1.7), (0.2 - half, 5.0)]);
        let slope = 0.2 / (3.3 - SIDE);
        holds((8.0 - SIDE) * libm::hypot(1.0, slope), &base(0.0, 8.0), &ranks);
    }

    /// A line from the front to the target of so many inches at most, tried at so many points of each, that keeps this clear of
    /// everything.
    fn tried(
        farthest: f64,
        front: &Segment,
        target: &Shape,
        clearance: f64,
        blockers: &[Shape],
        points: u32,
    ) -> Option<Segment> {
        let ahead = front.span().right();
        let spread = |line: &Segment, at: u32| line.start + line.span() * (f64::from(at) / f64::from(points));
        let corners = target.corners();
        let clear = |line: &Segment| {
            // The target must not be entered on the way.
            let short = Segment::new(line.start, line.start + line.span() * (1.0 - 1e-6));
            line.length() <= farthest
                && line.span().dot(ahead) > 1e-6
                && edge_distance(&short, target) > 0.0
                && blockers.iter().all(|blocker| edge_distance(line, blocker) > clearance)
        };
        let lines = edges(corners).flat_map(|edge| {
            (0..=points)
                .flat_map(move |from| (0..=points).map(move |to| Segment::new(spread(front, from), spread(&edge, to))))
        });
        lines.into_iter().find(clear)
    }

    /// A base next to one at (0, -3), on its left or right, almost level with it and almost touching it.
    fn beside_the_firer() -> impl Strategy<Value = Shape> {
        (prop::bool::ANY, -0.01..0.02f64, -0.02..0.02f64).prop_map(|(left, gap, ahead)| {
            let aside = SIDE + gap;
            Shape::from(base(if left { -aside } else { aside }, ahead - 3.0))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        /// Two in a line that has wheeled about a corner of either: past his mate nobody sees what stands along the common front
        /// and is no farther ahead than the clearance, however rounding has left the two.
        #[test]
        fn nobody_sees_along_the_front_past_a_mate_after_any_wheel(
            degrees in prop_oneof![(-40..=40i32).prop_map(f64::from), -180.0..180.0f64],
            (left, outer) in any::<(bool, bool)>(),
            along in 2.0..6.0f64,
            top in -0.3..0.9f64,
            (x, y) in (0.0..24.0f64, 0.0..24.0f64),
        ) {
            let aside = if left { -SIDE } else { SIDE };
            let firer = base(x, y);
            let mate = firer.moved(Vector::new(aside, 0.0));
            let target = firer.moved(Vector::new(aside * along, top * CLEARANCE));
            let corner = if left { Corner::FrontLeft } else { Corner::FrontRight };
            let pivot = if outer { mate.corner(corner) } else { firer.corner(corner) };
            let turn = Turn::clockwise(degrees.to_radians());
            let [firer, mate, target] = [firer, mate, target].map(|base| base.turned_about(pivot, turn));
            let front = firer.edge(Edge::Front);
            prop_assert!(!sees(&front, &target, CLEARANCE, [&mate]));
            // As they would be set up afresh.
            let (mine, theirs) = if left { (Edge::Right, Edge::Left) } else { (Edge::Left, Edge::Right) };
            prop_assert!(!sees(&front, &target, CLEARANCE, [&mate.against(mine, &firer, theirs)]));
        }

        /// A line that is tried first is one that is found by the search.
        #[test]
        fn what_seems_open_is(
            target in any_base(6.0), blockers in prop::collection::vec(any_base(6.0), 0..8), rocks in any_shape(6.0),
        ) {
            let firer = base(0.0, 0.0);
            prop_assume!(!overlap(&firer, &target));
            let front = firer.edge(Edge::Front);
            let line = sight_line(&front, &target, CLEARANCE, &blockers);
            prop_assert_eq!(sees(&front, &target, CLEARANCE, &blockers), line.is_some());
            let line = sight_line(&front, &target, CLEARANCE, [&rocks]);
            prop_assert_eq!(sees(&front, &target, CLEARANCE, [&rocks]), line.is_some());
        }

        /// A line that is found by trying is found; a line that is found keeps clear.
        #[test]
        fn lines_are_found_by_trying(
            target in any_base(3.0),
            blockers in prop::collection::vec(prop_oneof![4 => any_shape(3.0), 1 => beside_the_firer()], 0..5),
            farthest in prop_oneof![Just(f64::INFINITY), 0.5..9.0],
        ) {
            let firer = base(0.0, -3.0);
            let target = Shape::from(target.moved(Vector::new(0.0, 3.0)));
            prop_assume!(!overlap(&firer, &target));
            let front = firer.edge(Edge::Front);
            let blockers: Vec<Shape> = blockers.into_iter().filter(|blocker| !overlap(blocker, &target)).collect();
            match sight_line_within(farthest, &front, &target, CLEARANCE, &blockers) {
                Some(line) => {
                    prop_assert!(line.length() <= farthest);
                    prop_assert!(front.distance_to_point(line.start) < 1e-9);
                    prop_assert!(point_distance(line.end, &target) < 1e-9);
                    prop_assert!(line.span().dot(front.span().right()) > 0.0);
                    let short = Segment::new(line.start, line.start + line.span() * (1.0 - 1e-6));
                    prop_assert!(edge_distance(&short, &target) > 0.0);
                    for blocker in &blockers {
                        prop_assert!(edge_distance(&line, blocker) > CLEARANCE - 1e-9, "{line:?} {blocker:?}");
                    }
                }
                None => {
                    let line = tried(farthest - 1e-6, &front, &target, CLEARANCE + 1e-6, &blockers, 24);
                    prop_assert!(line.is_none(), "{line:?}");
                }
            }
        }
    }
}
