//! Straight travel: what a shape meets on its way, exactly.

use super::area::Area;
use super::base::Base;
use super::outline::{Outline, ROUNDING, edges};
use super::relate::inward;
use super::segment::Segment;
use super::vector::{Point, Vector, greater, lesser};

/// The part of a straight way on which two shapes overlap, in inches from where the mover is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Where they begin to overlap: until there the mover is free.
    pub from: f64,
    /// Where they are clear of each other again.
    pub until: f64,
}

const EVERYWHERE: Stretch = Stretch { from: f64::NEG_INFINITY, until: f64::INFINITY };

/// Where on its way along `direction`, between `from` and `to` inches, a mover overlaps an obstacle; none where it overlaps
/// it nowhere by more than [`ROUNDING`]. Negative inches lie behind. `direction` has length 1.
///
/// The ends of the stretch are where the two exactly touch, and may lie outside `from..to`. With `from` equal to `to` the
/// question is whether the mover, put there, would overlap the obstacle.
///
/// ```
/// use evenodds::tabletop::plane::{Base, Facing, Point, Stretch, stretch};
///
/// let base = |x: f64, y: f64| Base::square(Point::new(x, y), Facing::NORTH, 1.0);
/// let north = Facing::NORTH.ahead();
/// assert_eq!(stretch(&base(0.0, 0.0), north, 0.0, 9.0, &base(0.5, 4.0)), Some(Stretch { from: 3.0, until: 5.0 }));
/// assert_eq!(stretch(&base(0.0, 0.0), north, 0.0, 9.0, &base(1.0, 4.0)), None, "sliding along is no overlap");
/// ```
#[must_use]
pub fn stretch(
    mover: &impl Outline,
    direction: Vector,
    from: f64,
    to: f64,
    obstacle: &impl Outline,
) -> Option<Stretch> {
    if let (Some(mover), Some(obstacle)) = (mover.as_base(), obstacle.as_base()) {
        return between_bases(mover, direction, from, to, obstacle);
    }
    let apart = obstacle.middle() - mover.middle();
    let reach = mover.reach() + obstacle.reach();
    let (along, across) = (apart.dot(direction), apart.cross(direction));
    if across.abs() >= reach || along - reach >= to || along + reach <= from {
        return None;
    }
    let (p, q) = (mover.corners(), obstacle.corners());
    let (p, q) = (p.as_ref(), q.as_ref());
    let radius = mover.radius() + obstacle.radius();
    let counts = |deep: &Stretch| deep.from < to && deep.until > from && deep.from < deep.until;
    let rounded = |point: Point, direction: Vector, hull: &[Point]| {
        let deep = round(point, direction, hull, radius - ROUNDING);
        counts(&deep).then(|| round(point, direction, hull, radius))
    };
    match (p, q) {
        ([point], hull) => rounded(*point, direction, hull),
        // Seen from the hull, the point comes the other way.
        (hull, [point]) => rounded(*point, -direction, hull),
        _ => {
            let (deep, exact) = between_hulls(p, q, direction);
            counts(&deep).then_some(exact)
        }
    }
}

/// The same for two bases, along whose four axes they are seen.
fn between_bases(mover: &Base, direction: Vector, from: f64, to: f64, obstacle: &Base) -> Option<Stretch> {
    // Most are too far off anyhow. Twice the sum of two squares is at least the square of the sum.
    let apart = obstacle.centre - mover.centre;
    let (along, across) = (apart.dot(direction), apart.cross(direction));
    let reach2 = 2.0 * (mover.reach_squared() + obstacle.reach_squared());
    let short = along - along.max(from).min(to);
    if across * across >= reach2 || short * short >= reach2 {
        return None;
    }
    let (mut deep, mut exact) = (EVERYWHERE, EVERYWHERE);
    for axis in mover.axes(obstacle) {
        let speed = axis.direction.dot(direction);
        let near = axis.reach - ROUNDING;
        if speed == 0.0 {
            if axis.offset.abs() >= near {
                return None;
            }
            continue;
        }
        let (at, half) = (axis.offset / speed, (near / speed).abs());
        deep.from = deep.from.max(at - half);
        deep.until = deep.until.min(at + half);
        if deep.from >= to || deep.until <= from || deep.from >= deep.until {
            return None;
        }
        let half = (axis.reach / speed).abs();
        exact.from = exact.from.max(at - half);
        exact.until = exact.until.min(at + half);
    }
    Some(exact)
}

/// Where hulls overlap by more than [`ROUNDING`] when `p` moves, and where at all. Empty stretches end before they begin.
fn between_hulls(p: &[Point], q: &[Point], direction: Vector) -> (Stretch, Stretch) {
    let (mut deep, mut exact) = (EVERYWHERE, EVERYWHERE);
    for (hull, other, speed) in [(p, q, 1.0), (q, p, -1.0)] {
        for edge in edges(hull) {
            let inward = inward(edge);
            // How far the other lies inside the line of the edge, and how fast it gets farther inside.
            let inside = other.iter().map(|&corner| inward.dot(corner - edge.start)).fold(f64::NEG_INFINITY, f64::max);
            let gain = -inward.dot(direction) * speed;
            for (stretch, depth) in [(&mut deep, ROUNDING), (&mut exact, 0.0)] {
                let at = (depth - inside) / gain;
                if gain > 0.0 {
                    stretch.from = stretch.from.max(at);
                } else if gain < 0.0 {
                    stretch.until = stretch.until.min(at);
                } else if inside <= depth {
                    stretch.until = f64::NEG_INFINITY;
                }
            }
        }
    }
    (deep, exact)
}

/// Where a point that moves along `direction` is nearer than `radius` to a hull.
pub(super) fn round(point: Point, direction: Vector, hull: &[Point], radius: f64) -> Stretch {
    let measured = |edge: Segment| Some((edge.start, edge.span().unit()?, edge.length()));
    let count = if hull.len() > 1 { usize::MAX } else { 0 };
    round_by(point, direction, hull, edges(hull).take(count).filter_map(measured), radius)
}

/// The same where the edges of the hull have been measured: where each begins, its unit vector, and its length.
#[inline]
pub(super) fn round_by(
    point: Point,
    direction: Vector,
    corners: &[Point],
    edges: impl Iterator<Item = (Point, Vector, f64)>,
    radius: f64,
) -> Stretch {
    let mut stretch = Stretch { from: f64::INFINITY, until: f64::NEG_INFINITY };
    let mut cross = |at: f64| {
        stretch.from = lesser(stretch.from, at);
        stretch.until = greater(stretch.until, at);
    };
    for &corner in corners {
        let apart = corner - point;
        let (along, across) = (apart.dot(direction), apart.cross(direction));
        let half = radius * radius - across * across;
        if half > 0.0 {
            cross(along - half.sqrt());
            cross(along + half.sqrt());
        }
    }
    for (start, run, length) in edges {
        let outward = run.right();
        let at = (radius - outward.dot(point - start)) / outward.dot(direction);
        // Parallel to the edge, the way leaves past a corner.
        let along = run.dot(point + direction * at - start);
        if at.is_finite() && along >= 0.0 && along <= length {
            cross(at);
        }
    }
    stretch
}

/// How far a mover comes, and what stops it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run<K> {
    /// Inches.
    pub length: f64,
    /// The obstacle that stops it; none when it comes as far as it was let.
    pub stopped_by: Option<K>,
}

/// How far a mover can go along `direction` before it overlaps one of the obstacles, at most `limit` inches. It may touch
/// obstacles and slide along them. Of two that stop it at the same place the earlier one is named.
pub fn run<K, O: Outline>(
    mover: &impl Outline,
    direction: Vector,
    limit: f64,
    obstacles: impl IntoIterator<Item = (K, O)>,
) -> Run<K> {
    let mut run = Run { length: limit, stopped_by: None };
    for (key, obstacle) in obstacles {
        if let Some(stretch) = stretch(mover, direction, 0.0, run.length, &obstacle)
            && (stretch.from < run.length)
        {
            run = Run { length: stretch.from.max(0.0), stopped_by: Some(key) };
        }
    }
    run
}

/// The first place at or beyond `from` inches along `direction`, and not beyond `limit`, where a mover overlaps no obstacle,
/// in inches; what lies before it does not matter.
pub fn first_clear<O: Outline>(
    mover: &impl Outline,
    direction: Vector,
    from: f64,
    limit: f64,
    obstacles: impl IntoIterator<Item = O> + Clone,
) -> Option<f64> {
    let mut place = from;
    while let Some(farther) =
        obstacles.clone().into_iter().find_map(|obstacle| stretch(mover, direction, place, place, &obstacle))
    {
        place = place.max(farther.until);
        if place > limit {
            return None;
        }
    }
    (place <= limit).then_some(place)
}

impl Area {
    /// How far a shape inside can go along `direction` before a part of it leaves the area, in inches; negative when a part
    /// of it is outside and would get farther out.
    #[must_use]
    pub fn room(&self, shape: &impl Outline, direction: Vector) -> f64 {
        let corners = shape.corners();
        let radius = shape.radius();
        let mut room = f64::INFINITY;
        for corner in corners.as_ref() {
            for (at, speed, min, max) in
                [(corner.x, direction.x, self.min.x, self.max.x), (corner.y, direction.y, self.min.y, self.max.y)]
            {
                if speed > 0.0 {
                    room = room.min((max - radius - at) / speed);
                } else if speed < 0.0 {
                    room = room.min((min + radius - at) / speed);
                }
            }
        }
        room
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabletop::plane::testing::any_base;
    use crate::tabletop::plane::testing::{any_direction, any_shape, shifted};
    use crate::tabletop::plane::{Disc, Facing, Shape, distance, overlap};

    use proptest::prelude::*;

    const NORTH: Vector = Vector::new(0.0, 1.0);

    /// Inches within which overlaps are too shallow to count.
    const CLOSE: f64 = 10.0 * ROUNDING;

    fn base(x: f64, y: f64) -> Base {
        Base::square(Point::new(x, y), Facing::NORTH, 1.0)
    }

    #[test]
    fn bases_stop_at_the_first_obstacle_and_slide_along() {
        let things = [("far", base(0.0, 5.0)), ("near", base(0.9, 3.0)), ("beside", base(1.0, 1.0))];
        let went = run(&base(0.0, 0.0), NORTH, 8.0, things);
        assert_eq!(went, Run { length: 2.0, stopped_by: Some("near") });
        assert_eq!(run(&base(0.0, 0.0), NORTH, 1.5, things), Run { length: 1.5, stopped_by: None });
        // In touch: not farther, but away and along.
        let wall = [((), base(0.0, 1.0))];
        assert_eq!(run(&base(0.0, 0.0), NORTH, 2.0, wall).length, 0.0);
        assert_eq!(run(&base(0.0, 0.0), -NORTH, 2.0, wall).length, 2.0);
        assert_eq!(run(&base(0.0, 0.0), NORTH.right(), 2.0, wall).length, 2.0);
        // A heading that is off by what rounding does is still along.
        assert_eq!(run(&base(0.0, 0.0), Vector::new(1.0, 1e-12), 2.0, wall).length, 2.0);
    }

    #[test]
    fn flyers_come_down_where_it_is_clear() {
        let things = [base(0.0, 1.0), base(0.2, 3.5), base(0.0, 2.2)];
        assert_eq!(first_clear(&base(0.0, 0.0), NORTH, 0.5, 9.0, things), Some(4.5));
        assert_eq!(first_clear(&base(0.0, 0.0), NORTH, 0.5, 4.4, things), None);
        assert_eq!(first_clear(&base(0.0, 0.0), NORTH, 0.0, 9.0, things), Some(0.0));
    }

    #[test]
    fn areas_hold_what_moves_in_them() {
        let table = Area::table(24.0, 24.0);
        assert_eq!(table.room(&base(12.0, 1.5), -NORTH), 1.0);
        assert_eq!(table.room(&base(12.0, 1.5), NORTH.right()), 11.5);
        assert_eq!(table.room(&Disc { centre: Point::new(3.0, 3.0), radius: 2.0 }, -NORTH), 1.0);
        assert_eq!(table.room(&base(12.0, 0.25), -NORTH), -0.25);
    }

    proptest! {
        /// The stretch is where a walk in small steps finds overlap.
        #[test]
        fn stretches_are_found_by_walking(
            mover in any_shape(4.0), obstacle in any_shape(4.0), direction in any_direction(),
        ) {
            let found = stretch(&mover, direction, -12.0, 12.0, &obstacle);
            for step in -240..240 {
                let at = f64::from(step) * 0.05;
                let there = shifted(&mover, direction * at);
                match found {
                    Some(Stretch { from, until }) if from + CLOSE < at && at < until - CLOSE => {
                        prop_assert_eq!(distance(&there, &obstacle), 0.0, "at {} of {}..{}", at, from, until);
                    }
                    Some(Stretch { from, until }) if at < from - CLOSE || until + CLOSE < at => {
                        prop_assert!(!overlap(&there, &obstacle), "at {at} of {from}..{until}");
                    }
                    Some(_) => {}
                    None => prop_assert!(!overlap(&there, &obstacle), "at {at}"),
                }
            }
            if let Some(Stretch { from, until }) = found {
                for at in [from, until] {
                    let there = shifted(&mover, direction * at);
                    prop_assert!(!overlap(&there, &obstacle));
                    prop_assert!(distance(&there, &obstacle) < 1e-6);
                }
            }
        }

        /// What is done quicker for bases comes out as for polygons.
        #[test]
        fn bases_travel_as_polygons_do(mover in any_base(3.0), obstacle in any_base(3.0), direction in any_direction()) {
            let quick = stretch(&mover, direction, -12.0, 12.0, &obstacle);
            let slow = stretch(&Shape::from(mover), direction, -12.0, 12.0, &Shape::from(obstacle));
            match (quick, slow) {
                (Some(quick), Some(slow)) => {
                    prop_assert!((quick.from - slow.from).abs() < 1e-6 && (quick.until - slow.until).abs() < 1e-6);
                }
                (quick, slow) => prop_assert_eq!(quick, slow),
            }
        }

        /// It does not matter which of the two moves.
        #[test]
        fn stretches_are_mutual(a in any_shape(4.0), b in any_shape(4.0), direction in any_direction()) {
            let there = stretch(&a, direction, -12.0, 12.0, &b);
            let back = stretch(&b, -direction, -12.0, 12.0, &a);
            match (there, back) {
                (Some(there), Some(back)) => {
                    prop_assert!((there.from - back.from).abs() < 1e-9 && (there.until - back.until).abs() < 1e-9);
                }
                (there, back) => prop_assert_eq!(there, back),
            }
        }

        /// After a run into something, the mover touches it and cannot go on, but can go back.
        #[test]
        fn runs_end_in_touch(mover in any_shape(4.0), obstacle in any_shape(4.0), direction in any_direction()) {
            prop_assume!(!overlap(&mover, &obstacle));
            let went = run(&mover, direction, 12.0, [((), &obstacle)]);
            let there = shifted(&mover, direction * went.length);
            prop_assert!(!overlap(&there, &obstacle));
            if went.stopped_by.is_some() {
                prop_assert!(distance(&there, &obstacle) < 1e-7);
                prop_assert!(run(&there, direction, 12.0, [((), &obstacle)]).length < CLOSE);
                prop_assert_eq!(run(&there, -direction, 12.0, [((), &obstacle)]).length, 12.0);
            }
        }
    }
}
