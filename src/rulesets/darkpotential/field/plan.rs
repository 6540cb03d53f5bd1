//! Outlines as they are asked for most: rectangles, each by its own axes; and round ones, by the rectangle about them first.

use crate::tabletop::plane::{
    Base, Outline, Point, Shape, Vector, contains, crossed, greater, inside_rectangle, lesser, point_distance,
};
use crate::tabletop::plane::{ROUNDING, Rim, Segment};

/// Inches by which a line may graze what it is said to miss.
const HAIR: f64 = 1e-9;

/// Inches within which a line that grazes is looked at more closely.
const UNSURE: f64 = 1e-6;

/// Shortest part of a line, in inches, that counts as inside of a round outline.
const SHORTEST: f64 = 1e-4;

/// Inches that a line has to run deep inside of the inner rectangle of a round outline to be taken to cross that, and how long it
/// has to be at least: a part of it that is longer than the shortest lies inside for certain.
const DEEP: f64 = 1e-3;
const LONG: f64 = 1e-2;

/// How often the inner rectangle of a round outline is grown by half of what is left, where that fits.
const FITTINGS: u32 = 8;

/// A straight way in plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    start: Point,
    end: Point,
    /// Unit vector across; zero for a way that leads nowhere.
    across: Vector,
}

impl Way {
    pub(super) fn new(start: Point, end: Point) -> Self {
        Self { start, end, across: (end - start).unit().map_or(Vector::ZERO, Vector::left) }
    }
}

/// An outline in plan.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    centre: Point,
    right: Vector,
    ahead: Vector,
    half_width: f64,
    half_depth: f64,
    /// What it is where it is no rectangle; it lies inside of one.
    round: Option<Box<Round>>,
}

/// An outline that is no rectangle.
#[derive(Clone, Debug)]
struct Round {
    shape: Shape,
    /// Its edges, where it has any.
    rim: Option<Rim>,
    /// Share of the rectangle about it, in width and depth, that lies inside of it all round its middle.
    inner: f64,
}

impl Round {
    /// An outline that lies in a rectangle.
    fn of(rectangle: &Base, shape: &Shape) -> Self {
        let rim = if let Shape::Polygon(polygon) = shape { Some(Rim::of(polygon)) } else { None };
        let fits = |share: f64| {
            let (width, depth) = (rectangle.half_width * share, rectangle.half_depth * share);
            let inner = Base { half_width: width, half_depth: depth, ..*rectangle };
            inner.corners().iter().all(|corner| contains(shape, *corner))
        };
        let (mut inner, mut step) = (0.0, 1.0);
        for _ in 0..FITTINGS {
            step *= 0.5;
            inner = if fits(inner + step) { inner + step } else { inner };
        }
        Self { shape: shape.clone(), rim, inner }
    }

    /// The part of a line in it, as shares of its length.
    fn cut(&self, line: &Segment) -> Option<[f64; 2]> {
        let part = self.rim.as_ref().map_or_else(|| crossed(line, &self.shape), |rim| rim.crossed(line))?;
        let length = line.length();
        (part.until - part.from > SHORTEST).then(|| [part.from / length, part.until / length])
    }
}

impl From<&Base> for Plan {
    fn from(base: &Base) -> Self {
        Self {
            centre: base.centre,
            right: base.facing.right(),
            ahead: base.facing.ahead(),
            half_width: base.half_width,
            half_depth: base.half_depth,
            round: None,
        }
    }
}

impl Plan {
    /// An outline that fills a rectangle, or lies in it.
    pub(super) fn of(rectangle: &Base, outline: &Shape) -> Self {
        let corners = outline.corners().len();
        let round = if corners == 4 { None } else { Some(Box::new(Round::of(rectangle, outline))) };
        Self { round, ..Self::from(rectangle) }
    }

    /// The middle of the rectangle.
    pub(super) fn centre(&self) -> [f64; 2] {
        [self.centre.x, self.centre.y]
    }

    /// The unit vector to the right of the rectangle.
    pub(super) fn right(&self) -> [f64; 2] {
        [self.right.x, self.right.y]
    }

    /// Distance of the corners of the rectangle from its middle.
    pub(super) fn reach(&self) -> f64 {
        Vector::new(self.half_width, self.half_depth).length()
    }

    /// Half of the width and of the depth of the rectangle.
    pub(super) fn halves(&self) -> [f64; 2] {
        [self.half_width, self.half_depth]
    }

    /// A point by the axes of the rectangle.
    #[inline]
    fn local(&self, point: Point) -> [f64; 2] {
        let to = point - self.centre;
        [to.dot(self.right), to.dot(self.ahead)]
    }

    /// Whether a way keeps more than so many inches off, for certain.
    #[inline]
    pub(super) fn is_off(&self, way: &Way, apart: f64) -> bool {
        let ([x0, y0], [x1, y1]) = (self.local(way.start), self.local(way.end));
        let (width, depth) = (self.half_width + apart, self.half_depth + apart);
        if x0.min(x1) > width || x0.max(x1) < -width || y0.min(y1) > depth || y0.max(y1) < -depth {
            return true;
        }
        let spread =
            self.half_width * way.across.dot(self.right).abs() + self.half_depth * way.across.dot(self.ahead).abs();
        (way.start - self.centre).dot(way.across).abs() > spread + apart
    }

    /// The part of a line that lies inside, deeper than a hair, as shares of its length.
    #[inline]
    pub(super) fn cut(&self, line: &Segment) -> Option<[f64; 2]> {
        self.cuts(line.start)(line.end)
    }

    /// The same for the lines from one point to several.
    #[inline]
    pub(super) fn cuts(&self, start: Point) -> impl Fn(Point) -> Option<[f64; 2]> + '_ {
        let from = self.local(start);
        move |end| {
            let to = self.local(end);
            match &self.round {
                None => self.cut_local(from, to),
                Some(_) if self.clearance(from, to) > UNSURE => None,
                Some(round) => round.cut(&Segment::new(start, end)),
            }
        }
    }

    /// Which lines from one point to several have a part inside, deeper than a hair: a bit each. The points lie in their order on a
    /// straight line.
    #[inline]
    pub(super) fn crossed_from(&self, start: Point, ends: &[Point]) -> u32 {
        let from = self.local(start);
        let Some(round) = &self.round else {
            let off = |end: Point| self.clearance(from, self.local(end));
            if let [first, _, .., last] = ends
                && off(*first) < -UNSURE
                && off(*last) < -UNSURE
            {
                // Those between two lines that cross it do so as well.
                return (1 << ends.len()) - 1;
            }
            return each(ends, |end| {
                let off = off(end);
                if off.abs() > UNSURE { off < 0.0 } else { self.cut_local(from, self.local(end)).is_some() }
            });
        };
        let (width, depth) = (self.half_width * round.inner, self.half_depth * round.inner);
        each(ends, |end| {
            let to = self.local(end);
            let is_long = (to[0] - from[0]).abs() + (to[1] - from[1]).abs() > LONG;
            clearance(from, to, [self.half_width, self.half_depth]) <= UNSURE
                && (is_long && clearance(from, to, [width, depth]) < -DEEP
                    || round.cut(&Segment::new(start, end)).is_some())
        })
    }

    /// Whether a line crosses the rectangle where it is smaller by so many inches all round; of a round outline nothing is said.
    #[inline]
    pub(super) fn is_crossed(&self, start: Point, end: Point, inches: f64) -> bool {
        self.round.is_none() && self.clearance(self.local(start), self.local(end)) < -inches
    }

    /// The [`clearance`] of a line between two points by its axes.
    #[inline]
    fn clearance(&self, start: [f64; 2], end: [f64; 2]) -> f64 {
        clearance(start, end, [self.half_width, self.half_depth])
    }

    /// The part inside of the rectangle of a line between two points by its axes.
    #[inline]
    fn cut_local(&self, start: [f64; 2], end: [f64; 2]) -> Option<[f64; 2]> {
        let halves = [self.half_width - HAIR, self.half_depth - HAIR];
        // Most lines that miss it have both ends beyond one of its sides.
        let beyond = |at: usize| lesser(start[at], end[at]) > halves[at] || greater(start[at], end[at]) < -halves[at];
        if beyond(0) || beyond(1) {
            return None;
        }
        inside_rectangle(start, end, halves)
    }

    /// Whether a point is farther off than so many inches, for certain.
    #[inline]
    pub(super) fn is_beyond(&self, point: Point, inches: f64) -> bool {
        let ([x, y], most) = (self.local(point).map(f64::abs), inches + UNSURE);
        x - self.half_width > most || y - self.half_depth > most
    }

    /// Least distance of a point, 0 inside.
    #[inline]
    pub(super) fn distance(&self, point: Point) -> f64 {
        if let Some(round) = &self.round {
            return point_distance(point, &round.shape);
        }
        let [x, y] = self.local(point).map(f64::abs);
        Vector::new(greater(x - self.half_width, 0.0), greater(y - self.half_depth, 0.0)).length()
    }

    /// Whether a point lies inside or on the outline.
    #[inline]
    pub(super) fn contains(&self, point: Point) -> bool {
        let [x, y] = self.local(point).map(f64::abs);
        let inside = x <= self.half_width + ROUNDING && y <= self.half_depth + ROUNDING;
        inside && self.round.as_ref().is_none_or(|round| contains(&round.shape, point))
    }

    /// Whether a disc overlaps it, by more than rounding.
    #[inline]
    pub(super) fn overlaps(&self, centre: Point, radius: f64) -> bool {
        self.distance(centre) < radius - ROUNDING
    }

    /// Whether a disc lies wholly on it.
    #[inline]
    pub(super) fn covers(&self, centre: Point, radius: f64) -> bool {
        let [x, y] = self.local(centre).map(f64::abs);
        self.round.is_none() && x + radius <= self.half_width + ROUNDING && y + radius <= self.half_depth + ROUNDING
    }
}

/// For which of some points something holds, a bit each.
#[inline]
fn each(points: &[Point], holds: impl Fn(Point) -> bool) -> u32 {
    points.iter().enumerate().fold(0, |bits, (at, point)| bits | u32::from(holds(*point)) << at)
}

/// By how much a line between two points keeps off a rectangle about the origin, or would if that were smaller by so many inches all
/// round, where it is negative: no more than that along any axis that may tell them apart.
#[inline]
fn clearance(start: [f64; 2], end: [f64; 2], [half_width, half_depth]: [f64; 2]) -> f64 {
    let beyond = |at: usize, half: f64| greater(lesser(start[at], end[at]), -greater(start[at], end[at])) - half;
    let [x, y] = [end[0] - start[0], end[1] - start[1]];
    let (wide, deep) = (beyond(0, half_width), beyond(1, half_depth));
    let aside = (start[0] * y - start[1] * x).abs() - (half_width * y.abs() + half_depth * x.abs());
    let length = x.abs() + y.abs();
    let aside = if length > 0.0 { aside / length } else { f64::NEG_INFINITY };
    greater(greater(wide, deep), aside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabletop::plane::Aloft;
    use crate::tabletop::plane::{Disc, Facing, Ray, covers, overlap};

    use proptest::prelude::*;

    fn at(x: f64, y: f64) -> Point {
        Point::new(x, y)
    }

    proptest! {
        /// What is asked of a rectangle by its axes is what is asked of its outline.
        #[test]
        fn rectangles_are_their_outlines(
            degrees in 0.0..360.0f64, half in prop::array::uniform2(0.1..4.0f64), ends in prop::array::uniform4(-6.0..6.0f64),
            radius in 0.2..1.0f64, round in any::<bool>(),
        ) {
            let base = Base { centre: at(0.5, -0.3), facing: Facing::from_degrees(degrees), half_width: half[0], half_depth: half[1] };
            let disc = Disc { centre: base.centre, radius: half[0].min(half[1]) };
            let shape = if round { Shape::Disc(disc) } else { Shape::from(base) };
            let plan = Plan::of(&base, &shape);
            let (from, to) = (at(ends[0], ends[1]), at(ends[2], ends[3]));
            let line = Segment::new(from, to);
            prop_assert!((plan.distance(from) - point_distance(from, &shape)).abs() < 1e-9);
            prop_assert_eq!(plan.contains(from), contains(&shape, from));
            let mover = Disc { centre: from, radius };
            prop_assert_eq!(plan.overlaps(from, radius), overlap(&mover, &shape));
            prop_assert_eq!(plan.covers(from, radius), !round && covers(&shape, &mover));
            let near = crossed(&line, &shape);
            let way = Way::new(from, to);
            prop_assert!(!plan.is_off(&way, 0.0) || near.is_none_or(|part| part.until - part.from < 1e-6));
            let aside = way.across * radius;
            let fan = [to - aside, to, to + aside];
            let found = plan.crossed_from(from, &fan);
            for (at, end) in fan.iter().enumerate() {
                prop_assert_eq!(found >> at & 1 == 1, plan.cut(&Segment::new(from, *end)).is_some());
            }
            // A body that is as wide as one may be to the side of the way.
            let thick = Segment::new(from + way.across * radius, to + way.across * radius);
            prop_assert!(!plan.is_off(&way, radius) || crossed(&thick, &shape).is_none_or(|part| part.until - part.from < 1e-6));
            let ray = Ray { from: Aloft { point: from, height: 1.0 }, to: Aloft { point: to, height: 1.0 } };
            let through = ray.through(&shape, 0.0, 2.0);
            match (plan.cut(&line), through) {
                (Some([start, end]), Some(part)) => {
                    prop_assert!((start * line.length() - part.from).abs() < 1e-6 && (end * line.length() - part.until).abs() < 1e-6);
                }
                (None, None) => {}
                (cut, through) => {
                    let short = |inches: f64| inches < 1e-3;
                    prop_assert!(cut.is_none_or(|[a, b]| short((b - a) * line.length())) && through.is_none_or(|it| short(it.until - it.from)));
                }
            }
        }
    }
}
