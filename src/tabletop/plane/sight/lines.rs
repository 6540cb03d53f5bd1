//! Single lines of sight: between nearest points, to a silhouette, through the air; what they cross, and the share that is hidden.

use arrayvec::ArrayVec;

use crate::tabletop::plane::outline::{Disc, MOST_CORNERS, Outline, Polygon, edges};
use crate::tabletop::plane::relate::{distance, hull_distance, inward, point_distance};
use crate::tabletop::plane::segment::Segment;
use crate::tabletop::plane::travel::{Stretch, round, round_by};
use crate::tabletop::plane::vector::{Point, Vector, greater};

/// Inches by which a line may miss what it is said to touch.
const HAIR: f64 = 1e-9;

/// The part of a line that lies in a shape or on its outline, in inches from its start. A line that only touches it has a
/// part of no length, give or take a hair.
///
/// ```
/// use evenodds::tabletop::plane::{Disc, Point, Segment, crossed};
///
/// let wood = Disc { centre: Point::new(10.0, 0.0), radius: 3.0 };
/// let line = |y: f64| Segment::new(Point::new(0.0, y), Point::new(20.0, y));
/// let part = crossed(&line(0.0), &wood).unwrap();
/// assert!((part.until - part.from - 6.0).abs() < 1e-6);
/// assert!(crossed(&line(3.0), &wood).is_some() && crossed(&line(3.1), &wood).is_none());
/// ```
#[must_use]
pub fn crossed(line: &Segment, shape: &impl Outline) -> Option<Stretch> {
    if line.keeps_off(shape.middle(), shape.reach() + HAIR) {
        return None;
    }
    let length = line.length();
    if length == 0.0 {
        return (point_distance(line.start, shape) <= HAIR).then_some(Stretch { from: 0.0, until: 0.0 });
    }
    let corners = shape.corners();
    let along = line.span() * (1.0 / length);
    let part = match corners.as_ref() {
        [centre] => chord(*centre - line.start, along, shape.radius())?,
        hull => round(line.start, along, hull, shape.radius() + HAIR),
    };
    within(part, length)
}

/// A polygon whose edges have been measured, to be held against many lines.
#[derive(Clone, Debug)]
pub struct Rim {
    middle: Point,
    reach: f64,
    corners: ArrayVec<Point, MOST_CORNERS>,
    /// Where each edge begins, its unit vector, and its length.
    edges: ArrayVec<(Point, Vector, f64), MOST_CORNERS>,
}

impl Rim {
    /// That of a polygon.
    #[must_use]
    pub fn of(polygon: &Polygon) -> Self {
        let measured = |edge: Segment| Some((edge.start, edge.span().unit()?, edge.length()));
        Self {
            middle: polygon.middle(),
            reach: polygon.reach(),
            corners: polygon.points().iter().copied().collect(),
            edges: polygon.edges().filter_map(measured).collect(),
        }
    }

    /// The part of a line that lies in the polygon, as [`crossed`] tells it.
    #[must_use]
    pub fn crossed(&self, line: &Segment) -> Option<Stretch> {
        if line.keeps_off(self.middle, self.reach + HAIR) {
            return None;
        }
        let length = line.length();
        if length == 0.0 {
            let held = hull_distance(&[line.start], &self.corners) <= HAIR;
            return held.then_some(Stretch { from: 0.0, until: 0.0 });
        }
        let along = line.span() * (1.0 / length);
        within(round_by(line.start, along, &self.corners, self.edges.iter().copied(), HAIR), length)
    }
}

/// What of a part of an endless line is on one of such a length.
fn within(part: Stretch, length: f64) -> Option<Stretch> {
    let (from, until) = (part.from.max(0.0), part.until.min(length));
    (from <= until + HAIR).then_some(Stretch { from: from.min(length), until: until.max(0.0) })
}

/// The part of an endless line in a disc whose centre lies so far from where it starts.
fn chord(to: Vector, along: Vector, radius: f64) -> Option<Stretch> {
    let (foot, off) = (to.dot(along), to.cross(along).abs());
    let half = (radius * radius - off * off).max(0.0).sqrt();
    (off <= radius + HAIR).then_some(Stretch { from: foot - half, until: foot + half })
}

/// Inches of a line that lie in shapes, all together; where they overlap they count together as well.
#[must_use]
pub fn inches_inside<O: Outline>(line: &Segment, shapes: impl IntoIterator<Item = O>) -> f64 {
    shapes.into_iter().filter_map(|shape| crossed(line, &shape)).map(|part| part.until - part.from).sum()
}

/// The straight line between the nearest points of two shapes, from the first to the second; of no length when they touch or
/// overlap.
#[must_use]
pub fn nearest_line(a: &impl Outline, b: &impl Outline) -> Segment {
    let (p, q) = (a.corners(), b.corners());
    let from_to = |from: &[Point], to: &[Point]| {
        let pairs = from.iter().flat_map(|&point| edges(to).map(move |edge| Segment::new(point, edge.nearest(point))));
        pairs.min_by(|one, other| one.span().length_squared().total_cmp(&other.span().length_squared()))
    };
    let there = from_to(p.as_ref(), q.as_ref());
    let back = from_to(q.as_ref(), p.as_ref()).map(|line| Segment::new(line.end, line.start));
    let shorter =
        |one: &Segment, other: &Segment| one.span().length_squared().total_cmp(&other.span().length_squared());
    let hulls = there.into_iter().chain(back).min_by(shorter).unwrap_or(Segment::new(a.middle(), b.middle()));
    let (length, radii) = (hulls.length(), a.radius() + b.radius());
    if length <= radii || distance(a, b) <= 0.0 {
        let middle = hulls.midpoint();
        return Segment::new(middle, middle);
    }
    let along = hulls.span() * (1.0 / length);
    Segment::new(hulls.start + along * a.radius(), hulls.end - along * b.radius())
}

/// Places across a target as it is seen from a point: so many columns, evenly from edge to edge, square to the line to its
/// middle, those at the edges drawn in by `inset` inches. From the left to the right of who looks; one column is the
/// middle. Seen from its middle, a target shows its western and eastern edges.
pub fn silhouette<O: Outline>(
    from: Point,
    target: &O,
    columns: usize,
    inset: f64,
) -> impl Iterator<Item = Point> + Clone + use<O> {
    let middle = target.middle();
    let right = (middle - from).unit().map_or(Vector::new(1.0, 0.0), Vector::right);
    let [left_half, right_half] = [-right, right].map(|way| {
        let reach = target.reach() + 1.0;
        let out = crossed(&Segment::new(middle, middle + way * reach), target);
        (out.map_or(0.0, |out| out.until) - inset).max(0.0)
    });
    (0..columns).map(move |column| {
        if columns == 1 {
            return middle;
        }
        let at = -1.0 + 2.0 * column as f64 / (columns - 1) as f64;
        middle + right * (at * if at < 0.0 { left_half } else { right_half })
    })
}

/// A point above the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aloft {
    /// Where, in plan.
    pub point: Point,
    /// Inches above the table.
    pub height: f64,
}

/// A body on the table: an upright cylinder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Its base.
    pub base: Disc,
    /// Inches above the table at which it stands.
    pub foot: f64,
}

impl Body {
    /// The point over the middle of its base at so many inches above its foot: its eye, at the height of eyes.
    #[must_use]
    pub fn at_height(&self, height: f64) -> Aloft {
        Aloft { point: self.base.centre, height: self.foot + height }
    }

    /// Distance to another body: between the rims of the bases in plan, between their feet in height, and slanting from both.
    #[inline]
    #[must_use]
    pub fn distance(&self, other: &Body) -> f64 {
        let gap = greater(self.base.centre.distance(other.base.centre) - self.base.radius - other.base.radius, 0.0);
        let rise = self.foot - other.foot;
        // The root of a square is what was squared, to the last digit.
        if rise == 0.0 { gap } else { Vector::new(gap, rise).length() }
    }
}

/// A straight line through the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// One end.
    pub from: Aloft,
    /// The other end.
    pub to: Aloft,
}

impl Ray {
    /// The line in plan.
    #[must_use]
    pub fn plan(&self) -> Segment {
        Segment::new(self.from.point, self.to.point)
    }

    /// The part of the line, in inches of its plan, that runs through what stands on an outline from `bottom` to `top` inches
    /// above the table; none when it passes over, under or beside it, be it so near as to graze.
    #[must_use]
    pub fn through(&self, outline: &impl Outline, bottom: f64, top: f64) -> Option<Stretch> {
        self.through_part(crossed(&self.plan(), outline)?, outline, bottom, top)
    }

    /// The same where the part of its plan in the outline is known, as [`crossed`] tells it: it is the same for all lines above
    /// one another.
    #[must_use]
    pub fn through_part(&self, part: Stretch, outline: &impl Outline, bottom: f64, top: f64) -> Option<Stretch> {
        let plan = self.plan();
        let (length, rise) = (plan.length(), self.to.height - self.from.height);
        if length <= 0.0 {
            let (low, high) = (self.from.height.min(self.to.height), self.from.height.max(self.to.height));
            return (high > bottom + HAIR && low < top - HAIR).then_some(part);
        }
        let (mut from, mut until) = (part.from, part.until);
        // Where it comes above the bottom and below the top.
        for (gain, above) in [(rise, self.from.height - bottom), (-rise, top - self.from.height)] {
            let at = -above / gain * length;
            if gain > 0.0 {
                from = from.max(at);
            } else if gain < 0.0 {
                until = until.min(at);
            } else if above <= HAIR {
                return None;
            }
        }
        // A line that only grazes lies along the outline, or no deeper than a hair.
        let middle = plan.start + plan.span() * (0.5 * (from + until) / length);
        (from < until && depth(outline, middle) > HAIR).then_some(Stretch { from, until })
    }
}

/// How deep a point lies inside a shape; all of a wall counts as deep.
fn depth(shape: &impl Outline, point: Point) -> f64 {
    let corners = shape.corners();
    match corners.as_ref() {
        [_, _] if shape.radius() == 0.0 => f64::INFINITY,
        hull if hull.len() > 2 && shape.radius() == 0.0 => {
            edges(hull).map(|edge| inward(edge).dot(point - edge.start)).fold(f64::INFINITY, f64::min)
        }
        hull => shape.radius() - hull_distance(&[point], hull),
    }
}

/// The lines from an eye to a grid on the silhouette of a body: every column at every height above its foot, columns first.
pub fn sight_grid<'h>(
    eye: Aloft,
    target: &Body,
    columns: usize,
    inset: f64,
    heights: &'h [f64],
) -> impl Iterator<Item = Ray> + Clone + use<'h> {
    let foot = target.foot;
    let columns: ArrayVec<Point, 9> = silhouette(eye.point, &target.base, columns, inset).take(9).collect();
    let ray = move |point: Point, height: &f64| Ray { from: eye, to: Aloft { point, height: foot + height } };
    columns.into_iter().flat_map(move |point| heights.iter().map(move |height| ray(point, height)))
}

/// How many lines of sight are hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// Lines that were drawn.
    pub lines: u32,
    /// Those of them that something hides.
    pub hidden: u32,
}

impl Hidden {
    /// Counts lines.
    pub fn count<L>(lines: impl IntoIterator<Item = L>, mut is_hidden: impl FnMut(L) -> bool) -> Self {
        let add = |sum: Self, line| Self { lines: sum.lines + 1, hidden: sum.hidden + u32::from(is_hidden(line)) };
        lines.into_iter().fold(Self::default(), add)
    }

    /// The share of the lines that is hidden, 0 to 1.
    #[must_use]
    pub fn share(self) -> f64 {
        if self.lines == 0 { 0.0 } else { f64::from(self.hidden) / f64::from(self.lines) }
    }

    /// Whether no line is open.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.hidden == self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabletop::plane::testing::any_shape;
    use crate::tabletop::plane::{Base, Facing, Shape, Wall, contains};

    use proptest::prelude::*;

    /// Heights of the rulebook of Dark Potential (R-06).
    const HEIGHTS: [f64; 3] = [0.1, 0.65, 1.1];
    const EYE: f64 = 1.1;

    fn at(x: f64, y: f64) -> Point {
        Point::new(x, y)
    }

    fn soldier(x: f64, y: f64, foot: f64) -> Body {
        Body { base: Disc { centre: at(x, y), radius: 12.5 / 25.4 }, foot }
    }

    fn hidden(from: &Body, target: &Body, outline: &Shape, bottom: f64, top: f64) -> Hidden {
        let rays = sight_grid(from.at_height(EYE), target, 3, 0.02, &HEIGHTS);
        Hidden::count(rays, |ray| ray.through(outline, bottom, top).is_some())
    }

    #[test]
    fn dp_los_01_nine_lines_lead_to_a_silhouette() {
        let target = soldier(10.0, 0.0, 3.0);
        let rays: Vec<Ray> = sight_grid(soldier(0.0, 0.0, 0.0).at_height(EYE), &target, 3, 0.02, &HEIGHTS).collect();
        assert_eq!(rays.len(), 9);
        let half = 12.5 / 25.4 - 0.02;
        for (ray, (y, height)) in rays.iter().zip([half, 0.0, -half].into_iter().flat_map(|y| HEIGHTS.map(|h| (y, h))))
        {
            assert!(ray.to.point.distance(at(10.0, y)) < 1e-9 && (ray.to.height - 3.0 - height).abs() < 1e-12);
            assert_eq!(ray.from, Aloft { point: at(0.0, 0.0), height: EYE });
        }
    }

    #[test]
    fn dp_los_04_woods_on_the_line_obscure_all_of_it() {
        let woods = Shape::rectangle(at(10.0, 0.0), Facing::NORTH, 8.0, 8.0);
        let (firer, target) = (soldier(0.0, 0.0, 0.0), soldier(19.0, 0.0, 0.0));
        assert!(hidden(&firer, &target, &woods, 0.0, 5.0).is_whole());
        assert_eq!(hidden(&firer, &soldier(5.0, 0.0, 0.0), &woods, 0.0, 5.0).hidden, 0, "they lie behind it");
    }

    #[test]
    fn dp_los_05_from_a_roof_of_4_inches_a_low_wall_6_inches_ahead_hides_nothing() {
        let wall = Shape::rectangle(at(10.0, 0.0), Facing::EAST, 6.0, 0.5);
        let target = soldier(16.0, 0.0, 0.0);
        assert_eq!(hidden(&soldier(6.0, 0.0, 4.0), &target, &wall, 0.0, 0.9).hidden, 0);
        // From the ground it hides the feet, and from a model that touches it most of the body.
        assert_eq!(hidden(&soldier(6.0, 0.0, 0.0), &target, &wall, 0.0, 0.9).hidden, 3);
        assert_eq!(hidden(&soldier(6.0, 0.0, 0.0), &soldier(10.75, 0.0, 0.0), &wall, 0.0, 0.9).hidden, 6);
    }

    #[test]
    fn dp_los_06_and_07_one_hidden_line_of_nine_is_cover_and_five_are_half() {
        let rock = |y: f64| Shape::rectangle(at(5.0, y), Facing::NORTH, 1.0, 1.0);
        let (firer, target) = (soldier(0.0, 0.0, 0.0), soldier(10.0, 0.0, 0.0));
        let column = hidden(&firer, &target, &rock(0.6), 0.0, 3.0);
        assert_eq!((column.hidden, column.lines), (3, 9));
        let two = hidden(&firer, &target, &rock(0.5), 0.0, 3.0);
        assert!(column.share() < 0.5 && two == Hidden { lines: 9, hidden: 3 }, "grazing hides nothing");
        assert!(hidden(&firer, &target, &rock(0.49), 0.0, 3.0).share() >= 0.5);
        assert_eq!(hidden(&firer, &target, &rock(0.6), 0.0, 0.7).hidden, 1);
    }

    #[test]
    fn dp_r_05_distances_slant_from_level_to_level() {
        let gap = 3.0 + 25.0 / 25.4;
        assert!((soldier(0.0, 0.0, 0.0).distance(&soldier(gap, 0.0, 4.0)) - 5.0).abs() < 1e-12);
        assert_eq!(soldier(0.0, 0.0, 0.0).distance(&soldier(0.5, 0.0, 4.0)), 4.0);
    }

    #[test]
    fn cw_geo_03_two_lines_of_three_are_more_than_half() {
        // A Team of five, and a wall of 6 inches that stands before its right half, or less.
        let team = Disc { centre: at(20.0, 0.0), radius: 0.7 * 5f64.sqrt() };
        let crossing = |from: f64, until: f64| {
            let wall = Wall::new(Segment::new(at(18.0, from), at(18.0, until)));
            let lines = silhouette(at(0.0, 0.0), &team, 3, 0.0).map(|end| Segment::new(at(0.0, 0.0), end));
            Hidden::count(lines, |line| crossed(&line, &wall).is_some())
        };
        assert_eq!(crossing(-6.0, -0.1), Hidden { lines: 3, hidden: 1 });
        assert_eq!(crossing(-6.0, 0.0), Hidden { lines: 3, hidden: 2 });
        assert_eq!(crossing(-3.0, 3.0), Hidden { lines: 3, hidden: 3 });
        assert_eq!(crossing(1.5, 7.5), Hidden { lines: 3, hidden: 0 }, "the line to its left end passes at 1.41");
    }

    #[test]
    fn cw_r_96_sight_is_the_line_of_nearest_points_and_woods_count_by_depth() {
        let team = |x: f64| Disc { centre: at(x, 0.0), radius: 1.0 };
        let line = nearest_line(&team(0.0), &team(20.0));
        assert_eq!(line, Segment::new(at(1.0, 0.0), at(19.0, 0.0)));
        let woods = |depth: f64| [4.0, 12.0].map(|x| Disc { centre: at(x, 0.0), radius: depth / 4.0 });
        assert!(inches_inside(&line, woods(6.1)) > 6.0 && inches_inside(&line, woods(5.9)) < 6.0);
        assert_eq!(nearest_line(&team(0.0), &team(2.0)).length(), 0.0, "they touch");
        // Hull to Team, corner to rim.
        let hull = Base { centre: at(0.0, 0.0), facing: Facing::EAST, half_width: 1.5, half_depth: 2.0 };
        let line = nearest_line(&hull, &Disc { centre: at(5.0, 5.5), radius: 1.0 });
        assert!(line.start.distance(at(2.0, 1.5)) < 1e-12 && (line.length() - 4.0).abs() < 1e-12);
    }

    #[test]
    fn lines_through_the_air_meet_what_stands_that_high() {
        let block = Shape::rectangle(at(5.0, 0.0), Facing::NORTH, 2.0, 2.0);
        let ray = |from: f64, to: f64| Ray {
            from: Aloft { point: at(0.0, 0.0), height: from },
            to: Aloft { point: at(10.0, 0.0), height: to },
        };
        let part = ray(0.0, 10.0).through(&block, 0.0, 5.0).unwrap();
        assert!((part.from - 4.0).abs() < 1e-6 && (part.until - 5.0).abs() < 1e-6);
        // Over it, and through a window between 0.5 and 1.5.
        assert_eq!(ray(3.0, 3.0).through(&block, 0.0, 3.0), None);
        assert!(ray(1.0, 1.0).through(&block, 0.0, 0.5).is_none() && ray(1.0, 1.0).through(&block, 1.5, 4.0).is_none());
        assert!(ray(1.0, 1.0).through(&block, 0.0, 4.0).is_some());
        // A wall without thickness hides as well.
        let wall = Wall::new(Segment::new(at(5.0, -1.0), at(5.0, 1.0)));
        assert!(ray(1.0, 1.0).through(&wall, 0.0, 1.5).is_some() && ray(1.0, 1.0).through(&wall, 0.0, 0.9).is_none());
        let plumb =
            Ray { to: Aloft { point: at(5.0, 0.0), height: 9.0 }, from: Aloft { point: at(5.0, 0.0), height: 0.0 } };
        assert!(plumb.through(&block, 3.0, 3.5).is_some() && plumb.through(&block, 9.0, 9.5).is_none());
    }

    proptest! {
        /// A polygon whose edges have been measured is crossed as any other, to the bit.
        #[test]
        fn measured_polygons_are_crossed_as_others(
            shape in any_shape(3.0), ends in prop::array::uniform4(-5.0..5.0f64), grid in any::<bool>(),
        ) {
            let Shape::Polygon(polygon) = &shape else { return Ok(()) };
            let ends = if grid { ends.map(f64::round) } else { ends };
            let line = Segment::new(Point::new(ends[0], ends[1]), Point::new(ends[2], ends[3]));
            let bits = |part: Stretch| (part.from.to_bits(), part.until.to_bits());
            prop_assert_eq!(Rim::of(polygon).crossed(&line).map(bits), crossed(&line, &shape).map(bits));
        }
    }

    proptest! {
        /// The part of a line in a shape is where its points are.
        #[test]
        fn lines_cross_where_their_points_lie_inside(shape in any_shape(3.0), ends in prop::array::uniform4(-4.0..4.0f64)) {
            let line = Segment::new(at(ends[0], ends[1]), at(ends[2], ends[3]));
            let part = crossed(&line, &shape);
            for step in 0..=100 {
                let share = f64::from(step) / 100.0;
                let inches = line.length() * share;
                let within = part.is_some_and(|it| (it.from - 1e-9..=it.until + 1e-9).contains(&inches));
                // Shapes hold what is as near as rounding.
                let inside = contains(&shape, line.start + line.span() * share);
                let near = part.is_some_and(|it| (it.from - inches).abs().min((it.until - inches).abs()) < 0.05);
                prop_assert!(inside == within || near || point_distance(line.start + line.span() * share, &shape) < 1e-3);
            }
        }

        /// Nearest points are as far apart as the shapes, and each on its own.
        #[test]
        fn nearest_lines_are_as_long_as_the_distance(a in any_shape(4.0), b in any_shape(4.0)) {
            let line = nearest_line(&a, &b);
            prop_assert!((line.length() - distance(&a, &b)).abs() < 1e-9);
            if line.length() > 0.0 {
                prop_assert!(point_distance(line.start, &a) < 1e-9 && point_distance(line.end, &b) < 1e-9);
            }
        }

        /// The ends of a silhouette lie on the outline, square to the line of sight.
        #[test]
        fn silhouettes_end_on_the_outline(shape in any_shape(4.0), x in -9.0..9.0f64, y in -9.0..9.0f64) {
            let from = at(x, y);
            let ends: Vec<Point> = silhouette(from, &shape, 3, 0.0).collect();
            prop_assert!(ends[1].distance(shape.middle()) < 1e-12);
            for end in [ends[0], ends[2]] {
                prop_assert!((end - shape.middle()).dot(shape.middle() - from).abs() < 1e-6);
                prop_assert!(point_distance(end, &shape) < 1e-6);
                prop_assert!(point_distance(shape.middle() + (end - shape.middle()) * 1.001, &shape) > 1e-6);
            }
        }
    }
}
