//! Patches: outlines of fixed size that are asked often, each with the upright rectangle about it, which is looked at first.

use arrayvec::ArrayVec;

use super::base::Base;
use super::outline::{Disc, Outline, ROUNDING, Wall};
use super::segment::Segment;
use super::travel::Stretch;
use super::vector::{Point, Vector, greater, lesser};

/// Inches by which a line may graze what it is said to miss.
const HAIR: f64 = 1e-9;

/// Shortest part of a line, in inches, that counts as inside of a disc.
const SHORTEST: f64 = 1e-4;

/// A disc, a rectangle, or a wall without thickness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// Round.
    Disc(Disc),
    /// A rectangle, its depth along its facing.
    Base(Base),
    /// A line.
    Wall(Wall),
}

impl Outline for Form {
    type Corners<'a> = ArrayVec<Point, 4>;
    #[inline]
    fn middle(&self) -> Point {
        match self {
            Form::Disc(disc) => disc.centre,
            Form::Base(base) => base.centre,
            Form::Wall(wall) => wall.middle(),
        }
    }
    #[inline]
    fn reach(&self) -> f64 {
        match self {
            Form::Disc(disc) => disc.radius,
            Form::Base(base) => base.reach(),
            Form::Wall(wall) => wall.reach(),
        }
    }
    #[inline]
    fn corners(&self) -> ArrayVec<Point, 4> {
        match self {
            Form::Disc(disc) => ArrayVec::from_iter([disc.centre]),
            Form::Base(base) => ArrayVec::from(base.corners()),
            Form::Wall(wall) => ArrayVec::from_iter([wall.line().start, wall.line().end]),
        }
    }
    #[inline]
    fn radius(&self) -> f64 {
        match self {
            Form::Disc(disc) => disc.radius,
            Form::Base(_) | Form::Wall(_) => 0.0,
        }
    }
    #[inline]
    fn as_base(&self) -> Option<&Base> {
        match self {
            Form::Base(base) => Some(base),
            Form::Disc(_) | Form::Wall(_) => None,
        }
    }
}

/// A form with the upright rectangle about it.
///
/// ```
/// use evenodds::tabletop::plane::{Disc, Form, Patch, Point, Segment};
///
/// let wood = Patch::new(Form::Disc(Disc { centre: Point::new(10.0, 10.0), radius: 3.0 }));
/// let line = Segment::new(Point::new(0.0, 10.0), Point::new(20.0, 10.0));
/// let part = wood.cut(&line).unwrap();
/// assert!((part.from - 7.0).abs() < 1e-9 && (part.until - 13.0).abs() < 1e-9);
/// assert!(wood.contains(Point::new(12.0, 12.0)) && !wood.contains(Point::new(12.5, 12.5)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    form: Form,
    min: Point,
    max: Point,
}

impl Patch {
    /// A patch of this form.
    #[must_use]
    pub fn new(form: Form) -> Self {
        let (corners, radius) = (form.corners(), Vector::new(form.radius(), form.radius()));
        let (mut min, mut max) = (corners[0], corners[0]);
        for corner in &corners {
            (min.x, min.y) = (min.x.min(corner.x), min.y.min(corner.y));
            (max.x, max.y) = (max.x.max(corner.x), max.y.max(corner.y));
        }
        Self { form, min: min - radius, max: max + radius }
    }

    /// Its form.
    #[inline]
    #[must_use]
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// The least and the most corner of the upright rectangle about it.
    #[inline]
    #[must_use]
    pub fn extent(&self) -> [Point; 2] {
        [self.min, self.max]
    }

    /// Whether the upright rectangle about it keeps more than so many inches off a line.
    #[inline]
    #[must_use]
    pub fn is_off(&self, line: &Segment, inches: f64) -> bool {
        let (a, b) = (line.start, line.end);
        a.x.max(b.x) < self.min.x - inches
            || a.x.min(b.x) > self.max.x + inches
            || a.y.max(b.y) < self.min.y - inches
            || a.y.min(b.y) > self.max.y + inches
    }

    /// Whether a point lies in it or on its outline; of a wall, on the line.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.distance_within(point, ROUNDING).is_some_and(|away| away <= ROUNDING)
    }

    /// Whether a point lies inside, deeper than so many inches; never of a wall.
    #[inline]
    #[must_use]
    pub fn holds(&self, point: Point, deep: f64) -> bool {
        match &self.form {
            Form::Disc(disc) => {
                let radius = disc.radius - deep;
                radius > 0.0 && (point - disc.centre).length_squared() < radius * radius
            }
            Form::Base(base) => {
                let to = point - base.centre;
                to.dot(base.facing.right()).abs() < base.half_width - deep
                    && to.dot(base.facing.ahead()).abs() < base.half_depth - deep
            }
            Form::Wall(_) => false,
        }
    }

    /// Least distance of a point, 0 inside.
    #[must_use]
    pub fn distance(&self, point: Point) -> f64 {
        match &self.form {
            Form::Disc(disc) => (point.distance(disc.centre) - disc.radius).max(0.0),
            Form::Base(base) => base.distance_squared(point).sqrt(),
            Form::Wall(wall) => wall.line().distance_to_point(point),
        }
    }

    /// Least distance of a point, where the upright rectangle about the patch is no farther than so many inches.
    #[inline]
    #[must_use]
    pub fn distance_within(&self, point: Point, inches: f64) -> Option<f64> {
        let near = point.x >= self.min.x - inches
            && point.x <= self.max.x + inches
            && point.y >= self.min.y - inches
            && point.y <= self.max.y + inches;
        near.then(|| self.distance(point))
    }

    /// The part of a line that lies inside, deeper than a hair, in inches from its start. Of a wall it is where the line crosses it
    /// or touches it, and has no length.
    #[inline]
    #[must_use]
    pub fn cut(&self, line: &Segment) -> Option<Stretch> {
        if self.is_off(line, HAIR) {
            return None;
        }
        let (span, length) = (line.span(), line.length());
        match &self.form {
            Form::Wall(wall) => {
                let wall = wall.line();
                let (along, to) = (wall.span(), wall.start - line.start);
                let across = span.cross(along);
                if across == 0.0 {
                    return None;
                }
                let (at, on) = (to.cross(along) / across, to.cross(span) / across);
                let inside = |share: f64| (-HAIR..=1.0 + HAIR).contains(&share);
                (inside(at) && inside(on)).then(|| {
                    let at = at.clamp(0.0, 1.0) * length;
                    Stretch { from: at, until: at }
                })
            }
            Form::Disc(disc) => {
                let along = span.unit()?;
                let to = disc.centre - line.start;
                let (foot, off) = (to.dot(along), to.cross(along));
                let half = disc.radius * disc.radius - off * off;
                if half <= 0.0 {
                    return None;
                }
                let half = half.sqrt();
                let (from, until) = ((foot - half).max(0.0), (foot + half).min(length));
                (until - from > SHORTEST).then_some(Stretch { from, until })
            }
            Form::Base(base) => {
                let (ahead, right) = (base.facing.ahead(), base.facing.right());
                let (start, end) = (line.start - base.centre, line.end - base.centre);
                let by_axes = |point: Vector| [point.dot(right), point.dot(ahead)];
                let halves = [base.half_width - HAIR, base.half_depth - HAIR];
                let [from, until] = inside_rectangle(by_axes(start), by_axes(end), halves)?;
                Some(Stretch { from: from * length, until: until * length })
            }
        }
    }
}

/// The part of a line inside of a rectangle, in shares of its length, between two points by the axes of the rectangle from its
/// middle; `halves` are half of its width and depth.
#[inline]
#[must_use]
pub fn inside_rectangle(start: [f64; 2], end: [f64; 2], halves: [f64; 2]) -> Option<[f64; 2]> {
    let (mut from, mut until) = (0.0f64, 1.0f64);
    for (at, half) in halves.into_iter().enumerate() {
        let (low, gain) = (start[at], end[at] - start[at]);
        if gain == 0.0 {
            if low.abs() >= half {
                return None;
            }
            continue;
        }
        let [first, last] = [(-half - low) / gain, (half - low) / gain];
        from = greater(from, lesser(first, last));
        until = lesser(until, greater(first, last));
    }
    (from < until).then_some([from, until])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabletop::plane::{Facing, Shape, contains, crossed, point_distance};

    use proptest::prelude::*;

    fn shape(form: &Form) -> Shape {
        match form {
            Form::Disc(disc) => Shape::Disc(*disc),
            Form::Base(base) => Shape::from(*base),
            Form::Wall(wall) => Shape::Wall(*wall),
        }
    }

    fn any_form() -> impl Strategy<Value = Form> {
        let middle = (-3.0..3.0f64, -3.0..3.0f64).prop_map(|(x, y)| Point::new(x, y));
        (middle, 0.2..4.0f64, 0.2..4.0f64, 0.0..360.0f64, 0..3u8).prop_map(|(centre, one, other, degrees, kind)| {
            let facing = Facing::from_degrees(degrees);
            match kind {
                0 => Form::Disc(Disc { centre, radius: one }),
                1 => Form::Base(Base { centre, facing, half_width: one, half_depth: other }),
                _ => Form::Wall(Wall::new(Segment::new(centre - facing.ahead() * one, centre + facing.ahead() * one))),
            }
        })
    }

    #[test]
    fn walls_are_crossed_and_not_followed() {
        let wall = Patch::new(Form::Wall(Wall::new(Segment::new(Point::new(0.0, 0.0), Point::new(4.0, 0.0)))));
        let line = |x0: f64, y0: f64, x1: f64, y1: f64| Segment::new(Point::new(x0, y0), Point::new(x1, y1));
        assert_eq!(wall.cut(&line(2.0, -1.0, 2.0, 3.0)), Some(Stretch { from: 1.0, until: 1.0 }));
        assert_eq!(wall.cut(&line(4.0, -1.0, 4.0, 3.0)), Some(Stretch { from: 1.0, until: 1.0 }), "its end counts");
        assert_eq!(wall.cut(&line(4.1, -1.0, 4.1, 3.0)), None);
        assert_eq!(wall.cut(&line(-1.0, 0.0, 5.0, 0.0)), None, "along it");
        assert!(wall.contains(Point::new(1.0, 0.0)) && !wall.contains(Point::new(1.0, 0.01)));
    }

    proptest! {
        /// A patch answers what its outline answers.
        #[test]
        fn patches_are_their_outlines(form in any_form(), ends in prop::array::uniform4(-8.0..8.0f64), off in 0.0..3.0f64) {
            let (patch, shape) = (Patch::new(form), shape(&form));
            let line = Segment::new(Point::new(ends[0], ends[1]), Point::new(ends[2], ends[3]));
            prop_assert!((patch.distance(line.start) - point_distance(line.start, &shape)).abs() < 1e-9);
            prop_assert_eq!(patch.contains(line.start), contains(&shape, line.start));
            let away = point_distance(line.start, &shape);
            prop_assert!(!patch.holds(line.start, 0.0) || away == 0.0);
            prop_assert!(away > 0.0 || matches!(form, Form::Wall(_)) || patch.holds(line.start, -1e-6));
            prop_assert!(!patch.holds(line.start, off) || patch.holds(line.start, 0.5 * off));
            prop_assert!(patch.distance_within(line.start, off).map_or(away >= off, |found| (found - away).abs() < 1e-9));
            match (patch.cut(&line), crossed(&line, &shape)) {
                (Some(cut), Some(part)) => {
                    prop_assert!((cut.from - part.from).abs() < 1e-5 && (cut.until - part.until).abs() < 1e-5);
                }
                (None, Some(part)) => prop_assert!(part.until - part.from < 1e-3),
                (cut, None) => prop_assert_eq!(cut, None),
            }
            if patch.is_off(&line, off) {
                let near = |at: i32| point_distance(line.start + line.span() * (f64::from(at) / 50.0), &shape);
                prop_assert!((0..=50).all(|at| near(at) > off));
            }
        }
    }
}
