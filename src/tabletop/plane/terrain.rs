//! Terrain: features on a table, what they close, and placing them by chance.

use arrayvec::ArrayVec;

use super::area::Area;
use super::facing::Facing;
use super::outline::{Outline, ROUNDING, Shape, greatest_width, least_width};
use super::relate::{contains, distance, overlap};
use super::vector::{Point, Turn, Vector};
use crate::dice::Dice;

/// What a feature is, in the words of a game.
pub trait Ground: Copy {
    /// Whether nobody on foot or wheels may enter or cross it, or stand on it.
    fn bars(self) -> bool;

    /// Inches above the table at which one stands on it; none when one does not stand on it but in it, or not at all.
    fn surface(self) -> Option<f64> {
        None
    }
}

/// Something on the table: a kind of ground and its outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature<K> {
    /// What it is now.
    kind: K,
    shape: Shape,
}

impl<K: Copy> Feature<K> {
    /// A feature of this outline.
    #[must_use]
    pub const fn new(kind: K, shape: Shape) -> Self {
        Self { kind, shape }
    }

    /// What it is now.
    #[inline]
    #[must_use]
    pub fn kind(&self) -> K {
        self.kind
    }

    /// Its outline.
    #[inline]
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }
}

/// What a feature must keep to, in inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Least width in any direction.
    pub narrowest: f64,
    /// Greatest width in any direction.
    pub widest: f64,
    /// Least gap between two features.
    pub gap: f64,
}

impl Limits {
    /// None at all.
    pub const NONE: Limits = Limits { narrowest: 0.0, widest: f64::INFINITY, gap: 0.0 };
}

/// Why a feature may not lie somewhere; of several reasons the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misplaced {
    /// The table holds no more features.
    Full,
    /// It is narrower than it may be.
    TooNarrow,
    /// It is wider than it may be.
    TooWide,
    /// Part of it lies outside the table.
    OffTable,
    /// It lies in another one, or too near to it.
    TooNear,
}

/// The features on a table, at most `MOST` of them.
///
/// ```
/// use evenodds::tabletop::plane::{Area, Facing, Feature, Features, Ground, Limits, Misplaced, Point, Shape};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Kind {
///     Wood,
///     Rock,
/// }
///
/// impl Ground for Kind {
///     fn bars(self) -> bool {
///         self == Kind::Rock
///     }
/// }
///
/// let mut features: Features<Kind, 8> = Features::default();
/// features.place(Feature::new(Kind::Rock, Shape::disc(Point::new(10.0, 10.0), 4.0)));
/// features.place(Feature::new(Kind::Wood, Shape::rectangle(Point::new(20.0, 10.0), Facing::from_degrees(30.0), 6.0, 4.0)));
/// assert!(features.blocks(&Shape::disc(Point::new(12.0, 10.0), 1.0)));
/// assert!(!features.blocks(&Shape::disc(Point::new(20.0, 10.0), 1.0)), "woods may be entered");
/// let near = Shape::disc(Point::new(14.0, 10.0), 3.0);
/// let limits = Limits { gap: 1.0, ..Limits::NONE };
/// assert_eq!(features.fits(&near, &Area::table(48.0, 48.0), &limits), Err(Misplaced::TooNear));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Features<K, const MOST: usize> {
    features: ArrayVec<Feature<K>, MOST>,
}

impl<K, const MOST: usize> Default for Features<K, MOST> {
    fn default() -> Self {
        Self { features: ArrayVec::new() }
    }
}

impl<K: Ground, const MOST: usize> Features<K, MOST> {
    /// All features, in the order in which they were placed.
    #[must_use]
    pub fn features(&self) -> &[Feature<K>] {
        &self.features
    }

    /// Whether a feature may be placed on this table beside those that are there.
    ///
    /// # Errors
    /// Why not.
    pub fn fits(&self, shape: &Shape, table: &Area, limits: &Limits) -> Result<(), Misplaced> {
        self.fits_beside(shape, table, limits, |_| limits.gap)
    }

    /// The same where the gap depends on what there is.
    ///
    /// # Errors
    /// Why not.
    pub fn fits_beside(
        &self,
        shape: &Shape,
        table: &Area,
        limits: &Limits,
        gap: impl Fn(K) -> f64,
    ) -> Result<(), Misplaced> {
        if self.features.is_full() {
            return Err(Misplaced::Full);
        }
        if least_width(shape) < limits.narrowest - ROUNDING {
            return Err(Misplaced::TooNarrow);
        }
        if greatest_width(shape) > limits.widest + ROUNDING {
            return Err(Misplaced::TooWide);
        }
        if !table.holds(shape) {
            return Err(Misplaced::OffTable);
        }
        match self.features.iter().any(|other| crowds(shape, &other.shape, gap(other.kind))) {
            true => Err(Misplaced::TooNear),
            false => Ok(()),
        }
    }

    /// Places a feature that was checked.
    ///
    /// # Panics
    /// When the table is full.
    pub fn place(&mut self, feature: Feature<K>) {
        self.features.push(feature);
    }

    /// Makes a feature another kind of ground, with the same outline.
    ///
    /// # Panics
    /// When there is no such feature.
    pub fn set_kind(&mut self, feature: usize, kind: K) {
        self.features[feature].kind = kind;
    }

    /// A shape that may lie here, of those that `draw` makes by chance; none after so many that may not. When every shape is as
    /// likely to be drawn as any other, every shape that fits is as likely to be found.
    pub fn find_place<D: Dice>(
        &self,
        tries: u32,
        table: &Area,
        limits: &Limits,
        dice: &mut D,
        mut draw: impl FnMut(&mut D) -> Shape,
    ) -> Option<Shape> {
        (0..tries).map(|_| draw(dice)).find(|shape| self.fits(shape, table, limits).is_ok())
    }

    /// The same for two features of which one is the other turned half round the middle of the table, so that both sides
    /// have the same ground before them. They keep the gap from each other as well.
    pub fn find_mirrored_pair<D: Dice>(
        &self,
        tries: u32,
        table: &Area,
        limits: &Limits,
        dice: &mut D,
        mut draw: impl FnMut(&mut D) -> Shape,
    ) -> Option<[Shape; 2]> {
        if self.features.remaining_capacity() < 2 {
            return None;
        }
        let pair = |shape: Shape| {
            let image = shape.turned_about(table.middle(), Turn::quarters(2));
            [shape, image]
        };
        let fits = |[one, other]: &[Shape; 2]| {
            !crowds(one, other, limits.gap) && [one, other].iter().all(|it| self.fits(it, table, limits).is_ok())
        };
        (0..tries).map(|_| pair(draw(dice))).find(fits)
    }

    /// Outlines that bar the way.
    #[inline]
    pub fn closed(&self) -> impl Iterator<Item = &Shape> + Clone {
        self.features.iter().filter(|feature| feature.kind.bars()).map(|feature| &feature.shape)
    }

    /// Whether a shape overlaps ground that bars the way.
    #[must_use]
    pub fn blocks(&self, shape: &impl Outline) -> bool {
        self.closed().any(|closed| overlap(shape, closed))
    }

    /// Features that hold a point, in the order in which they were placed.
    pub fn at(&self, point: Point) -> impl Iterator<Item = &Feature<K>> + Clone {
        self.features.iter().filter(move |feature| contains(&feature.shape, point))
    }

    /// Inches above the table of the highest ground on which one stands at a point; 0 on the table itself.
    #[must_use]
    pub fn surface(&self, point: Point) -> f64 {
        self.at(point).filter_map(|feature| feature.kind.surface()).fold(0.0, f64::max)
    }

    /// Turns everything about a point.
    pub fn turn_about(&mut self, pivot: Point, turn: Turn) {
        for feature in &mut self.features {
            feature.shape = feature.shape.turned_about(pivot, turn);
        }
    }
}

/// Whether two shapes overlap, or are nearer to each other than `gap` inches.
fn crowds(shape: &Shape, other: &Shape, gap: f64) -> bool {
    overlap(shape, other) || distance(shape, other) < gap - ROUNDING
}

/// A point of an area by chance, on a lattice of so many places in an inch; each is as likely as the others.
pub fn random_point<D: Dice>(area: &Area, places: f64, dice: &mut D) -> Point {
    let extent = area.max - area.min;
    let mut along = |length: f64| f64::from(dice.pick((length * places) as u32 + 1)) / places;
    area.min + Vector::new(along(extent.x), along(extent.y))
}

/// A direction by chance, of so many that are spread evenly from north; each is as likely as the others.
pub fn random_facing<D: Dice>(directions: u32, dice: &mut D) -> Facing {
    Facing::from_degrees(360.0 * f64::from(dice.pick(directions)) / f64::from(directions))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Address, Purpose, ScriptedDice, Seat, SeededDice};
    use crate::tabletop::plane::{Disc, Segment, Wall, least_width};

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Kind {
        Wood,
        Wall,
        Rock,
        Roof,
    }

    impl Ground for Kind {
        fn bars(self) -> bool {
            matches!(self, Kind::Rock | Kind::Wall)
        }

        fn surface(self) -> Option<f64> {
            match self {
                Kind::Rock => Some(3.0),
                Kind::Roof => Some(4.0),
                _ => None,
            }
        }
    }

    fn at(x: f64, y: f64) -> Point {
        Point::new(x, y)
    }

    fn with(features: &[(Kind, Shape)]) -> Features<Kind, 6> {
        let mut all = Features::default();
        features.iter().for_each(|(kind, shape)| all.place(Feature::new(*kind, shape.clone())));
        all
    }

    fn dice(pair: u64) -> SeededDice {
        Address { seed: 1, cell: 0, pair }.open(Seat::Environment, Purpose::Setup, 0)
    }

    #[test]
    fn features_keep_to_their_limits() {
        let table = Area::table(24.0, 24.0);
        let limits = Limits { narrowest: 2.0, widest: 6.0, gap: 2.0 };
        let features = with(&[(Kind::Wood, Shape::disc(at(12.0, 12.0), 4.0))]);
        let fits = |shape: Shape| features.fits(&shape, &table, &limits);
        assert_eq!(fits(Shape::disc(at(6.0, 12.0), 4.0)), Ok(()));
        assert_eq!(fits(Shape::disc(at(6.1, 12.0), 4.0)), Err(Misplaced::TooNear));
        assert_eq!(fits(Shape::disc(at(12.0, 12.0), 2.0)), Err(Misplaced::TooNear));
        assert_eq!(fits(Shape::disc(at(2.9, 5.0), 6.0)), Err(Misplaced::OffTable));
        assert_eq!(fits(Shape::rectangle(at(5.0, 5.0), Facing::from_degrees(30.0), 6.0, 4.0)), Err(Misplaced::TooWide));
        assert_eq!(
            fits(Shape::rectangle(at(5.0, 5.0), Facing::from_degrees(30.0), 5.0, 1.9)),
            Err(Misplaced::TooNarrow)
        );
        let beside = |gap: f64| features.fits_beside(&Shape::disc(at(6.1, 12.0), 4.0), &table, &limits, |_| gap);
        assert_eq!((beside(1.5), beside(2.0)), (Ok(()), Err(Misplaced::TooNear)));
        let full = with(&std::array::from_fn::<_, 6, _>(|x| (Kind::Rock, Shape::disc(at(4.0 * x as f64, 2.0), 2.0))));
        assert_eq!(full.fits(&Shape::disc(at(10.0, 10.0), 2.0), &table, &limits), Err(Misplaced::Full));
    }

    #[test]
    fn walls_close_a_line_and_keep_their_gap() {
        let wall = Shape::wall(at(10.0, 10.0), Facing::NORTH, 6.0);
        assert_eq!(wall, Shape::Wall(Wall::new(Segment::new(at(7.0, 10.0), at(13.0, 10.0)))));
        let features = with(&[(Kind::Wall, wall)]);
        let disc = |x: f64, y: f64| Disc { centre: at(x, y), radius: 0.5 };
        assert!(features.blocks(&disc(10.0, 10.4)) && features.blocks(&disc(13.4, 10.0)));
        assert!(!features.blocks(&disc(10.0, 10.5)) && !features.blocks(&disc(13.5, 10.0)));
        // One behind the other, crosswise, and side by side.
        let (table, limits) = (Area::table(24.0, 24.0), Limits { gap: 1.0, ..Limits::NONE });
        let fits = |x: f64, y: f64, degrees: f64| {
            features.fits(&Shape::wall(at(x, y), Facing::from_degrees(degrees), 4.0), &table, &limits).is_ok()
        };
        assert!(fits(16.0, 10.0, 0.0) && !fits(15.9, 10.0, 0.0));
        assert!(!fits(10.0, 11.0, 90.0) && fits(10.0, 13.0, 90.0) && !fits(10.0, 12.9, 90.0));
        assert!(fits(10.0, 11.0, 0.0) && !fits(10.0, 10.9, 0.0));
    }

    #[test]
    fn the_highest_surface_counts() {
        let block = |side: f64| Shape::rectangle(at(10.0, 10.0), Facing::NORTH, side, side);
        let features = with(&[(Kind::Wood, block(8.0)), (Kind::Roof, block(4.0)), (Kind::Rock, block(6.0))]);
        assert_eq!([9.0, 12.5, 13.5, 15.0].map(|x| features.surface(at(x, 10.0))), [4.0, 3.0, 0.0, 0.0]);
        assert_eq!(features.at(at(13.5, 10.0)).map(Feature::kind).collect::<Vec<_>>(), [Kind::Wood]);
    }

    #[test]
    fn places_are_found_by_chance_or_not_at_all() {
        let (table, limits) = (Area::table(24.0, 24.0), Limits { gap: 1.0, ..Limits::NONE });
        let features = with(&[(Kind::Rock, Shape::disc(at(12.0, 12.0), 8.0))]);
        let draw = |dice: &mut SeededDice| {
            let centre = random_point(&table, 64.0, dice);
            Shape::rectangle(centre, random_facing(24, dice), 5.0, 7.0)
        };
        for pair in 0..50 {
            let found = features.find_place(200, &table, &limits, &mut dice(pair), draw).unwrap();
            assert_eq!(features.fits(&found, &table, &limits), Ok(()));
            assert!((least_width(&found) - 5.0).abs() < 1e-9);
            let [one, other] = features.find_mirrored_pair(200, &table, &limits, &mut dice(pair), draw).unwrap();
            let half = one.middle().midpoint(other.middle());
            assert!(half.distance(table.middle()) < 1e-12 && distance(&one, &other) >= 1.0 - ROUNDING);
        }
        let large = |_: &mut SeededDice| Shape::disc(at(12.0, 12.0), 20.0);
        assert_eq!(features.find_place(20, &table, &limits, &mut dice(0), large), None);
        // A pair in the middle of the table would lie on itself.
        let middle = |_: &mut SeededDice| Shape::disc(at(12.5, 12.0), 2.0);
        assert_eq!(with(&[]).find_mirrored_pair(20, &table, &limits, &mut dice(0), middle), None);
    }

    #[test]
    fn chance_reaches_every_place_of_its_lattice() {
        let area = Area { min: at(2.0, 3.0), max: at(3.0, 3.5) };
        let point = |x: u8, y: u8| random_point(&area, 2.0, &mut ScriptedDice::new(&[x, y]));
        assert_eq!([point(0, 0), point(2, 1)], [area.min, area.max]);
        assert_eq!(random_facing(24, &mut ScriptedDice::new(&[6])), Facing::EAST);
    }

    #[test]
    fn everything_turns_with_the_table() {
        let mut features = with(&[(Kind::Wall, Shape::wall(at(20.0, 11.0), Facing::NORTH, 4.0))]);
        features.turn_about(at(12.0, 12.0), Turn::quarters(1));
        assert_eq!(features.features()[0].shape().middle(), at(11.0, 4.0));
        features.set_kind(0, Kind::Wood);
        assert_eq!((features.features()[0].kind(), features.closed().count()), (Kind::Wood, 0));
    }
}
