//! Features on the table (DG-TER): what they are, where they may lie, what they do.

use serde_json::{Value, json};

use super::events;
use super::rules::{Rules, TerrainOccupancy};
use super::setup::TableEdge;
use crate::dice::Dice;
use crate::game::Refusal;
use crate::tabletop::plane::{
    self, Area, Base, Disc, Facing, Features, Ground, Misplaced, Outline, Point, ROUNDING, Shape, Turn, Vector,
    contains, covers, outline_point, overlap, random_point,
};

pub use crate::tabletop::plane::Limits;

/// Most features on a table.
pub const MOST_FEATURES: usize = 32;

/// Places that are tried for a feature before it is forfeited.
pub const TRIES: u32 = 200;

/// Places in an inch on which chance puts features.
const PLACES: f64 = 64.0;

/// What a feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Free to enter; takes Optimal Target from shots (DG-TER-03).
    Cover,
    /// Stops ground Elements and sight (DG-TER-06, DG-TER-08).
    Impassable,
    /// Free to enter; blocks sight when it lies between (DG-TER-13).
    Hill,
    /// Stops ground Elements, not sight (DG-TER-15).
    DeepWater,
    /// A building of a class from 1 to 4 (DG-TER-11).
    Building(u8),
}

impl Kind {
    /// Keys and kinds, in the order of the rulebook.
    pub const CHOICES: [(&'static str, Kind); 8] = [
        ("cover", Kind::Cover),
        ("impassable", Kind::Impassable),
        ("building-1", Kind::Building(1)),
        ("building-2", Kind::Building(2)),
        ("building-3", Kind::Building(3)),
        ("building-4", Kind::Building(4)),
        ("hill", Kind::Hill),
        ("deep-water", Kind::DeepWater),
    ];

    /// Key in files and traces.
    #[must_use]
    pub fn key(self) -> &'static str {
        Self::CHOICES.iter().find(|(_, kind)| *kind == self).map_or("building", |(key, _)| key)
    }

    /// Whether ground Elements may neither enter nor cross it, nobody ends a move on it, and recoil into it destroys
    /// (DG-TER-06, DG-TER-07, DG-TER-09, DG-TER-15).
    #[inline]
    #[must_use]
    pub const fn bars(self) -> bool {
        matches!(self, Kind::Impassable | Kind::Building(_) | Kind::DeepWater)
    }

    /// Whether it blocks sight when it lies between (DG-TER-08, DG-TER-13).
    #[inline]
    #[must_use]
    pub const fn screens(self) -> bool {
        matches!(self, Kind::Impassable | Kind::Building(_) | Kind::Hill)
    }

    /// A feature of this kind as players and chance make them: a square with its sides along the table's for a building,
    /// else a disc; so many inches across.
    #[must_use]
    pub fn shape(self, at: Point, across: f64) -> Shape {
        match self {
            Kind::Building(_) => Shape::from(Base::square(at, Facing::NORTH, across)),
            _ => Shape::Disc(Disc { centre: at, radius: across * 0.5 }),
        }
    }

    /// Sizes that chance gives to a feature of this kind, inches across, each as likely as the others.
    #[must_use]
    pub fn sizes(self) -> &'static [f64] {
        match self {
            Kind::Building(_) => &[2.0, 3.0, 4.0],
            _ => &[3.0, 4.0, 5.0, 6.0],
        }
    }

    /// A kind by the weights of the ruling.
    pub fn random<D: Dice>(dice: &mut D) -> Kind {
        const WEIGHTS: [(Kind, u32); 8] = [
            (Kind::Cover, 6),
            (Kind::Hill, 2),
            (Kind::Impassable, 2),
            (Kind::DeepWater, 1),
            (Kind::Building(1), 1),
            (Kind::Building(2), 1),
            (Kind::Building(3), 1),
            (Kind::Building(4), 1),
        ];
        let mut drawn = dice.pick(WEIGHTS.iter().map(|(_, weight)| weight).sum());
        for (kind, weight) in WEIGHTS {
            if drawn < weight {
                return kind;
            }
            drawn -= weight;
        }
        Kind::Cover
    }
}

/// Something on the table. A destroyed building is cover (DG-TER-12).
pub type Feature = plane::Feature<Kind>;

impl Feature {
    /// Whether a base is in it (DG-TER-17, R-14).
    #[must_use]
    pub fn holds(&self, base: &Base, occupancy: TerrainOccupancy) -> bool {
        match occupancy {
            TerrainOccupancy::Centre => contains(self.shape(), base.centre),
            TerrainOccupancy::Any => overlap(self.shape(), base),
            TerrainOccupancy::Whole => covers(self.shape(), base),
        }
    }

    /// In the words of traces and map files.
    #[must_use]
    pub fn told(&self) -> Value {
        let kind = self.kind().key();
        match self.shape() {
            Shape::Disc(disc) => json!({
                "kind": kind, "centre": events::point(disc.centre), "diameter": events::inches(2.0 * disc.radius),
            }),
            shape => {
                let points: Vec<Value> = shape.corners().iter().copied().map(events::point).collect();
                json!({ "kind": kind, "points": points })
            }
        }
    }
}

impl From<&Rules> for Limits {
    fn from(rules: &Rules) -> Self {
        Self { narrowest: rules.min_feature_diameter, widest: rules.max_feature_diameter, gap: rules.min_feature_gap }
    }
}

impl Ground for Kind {
    #[inline]
    fn bars(self) -> bool {
        Kind::bars(self)
    }
}

/// The features on a table.
pub type Terrain = Features<Kind, MOST_FEATURES>;

impl Terrain {
    /// Whether a feature may be placed on this table beside those that are there (DG-TER-02, R-12).
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, shape: &Shape, table: &Area, limits: &Limits) -> Result<(), Refusal> {
        self.fits(shape, table, limits).map_err(|misplaced| match misplaced {
            Misplaced::Full => Refusal::new("DG-TER-01", "the table holds no more features"),
            Misplaced::TooNarrow => Refusal::new("DG-TER-02", "the feature is too narrow"),
            Misplaced::TooWide => Refusal::new("DG-TER-02", "the feature is too wide"),
            Misplaced::OffTable => Refusal::new("DG-TER-02", "the feature is not wholly on the table"),
            Misplaced::TooNear => Refusal::new("DG-TER-02", "the feature is too near to another one"),
        })
    }

    /// A place, its centre in `centres`, where a feature of this kind and size may lie: every place that there is, is
    /// equally likely; none after [`TRIES`] places where it may not.
    pub fn place_for<D: Dice>(
        &self,
        kind: Kind,
        across: f64,
        centres: &Area,
        table: &Area,
        limits: &Limits,
        dice: &mut D,
    ) -> Option<Shape> {
        self.find_place(TRIES, table, limits, dice, |dice| kind.shape(random_point(centres, PLACES, dice), across))
    }

    /// A feature drawn by the weights of the ruling, anywhere; none when there seems to be no place for it.
    pub fn draw<D: Dice>(&self, table: &Area, limits: &Limits, dice: &mut D) -> Option<Feature> {
        let kind = Kind::random(dice);
        let sizes = kind.sizes();
        let across = sizes[dice.pick(sizes.len() as u32) as usize];
        let half = Vector::new(across * 0.5, across * 0.5);
        let centres = Area { min: table.min + half, max: table.max - half };
        let shape = self.place_for(kind, across, &centres, table, limits, dice)?;
        Some(Feature::new(kind, shape))
    }

    /// Whether a base with sides of so many inches, wholly on the table and clear of closed ground, can cover a point.
    #[must_use]
    pub fn coverable(&self, at: Point, side: f64, table: &Area) -> bool {
        self.covering(at, side, table).is_some()
    }

    /// Such a base, with the point as near to its middle as may be.
    #[must_use]
    pub fn covering(&self, at: Point, side: f64, table: &Area) -> Option<Base> {
        // Whatever covers a point so deep inside an outline overlaps it.
        if self.closed().any(|shape| buried(shape, at)) {
            return None;
        }
        // As the table lies, or along the nearest part of an outline that is in the way.
        let along = |shape: &Shape| Facing::along(at - shape.middle()).into_iter().chain(outline_facing(shape, at));
        let facings = || std::iter::once(Facing::NORTH).chain(self.closed().flat_map(along));
        let steps = [(0.0, 0.0), (0.25, 0.0), (0.25, 0.25), (0.5, 0.0), (0.5, 0.25), (0.5, 0.5)];
        let steps = steps.into_iter().flat_map(|(far, near)| {
            [
                (far, near),
                (far, -near),
                (-far, near),
                (-far, -near),
                (near, far),
                (near, -far),
                (-near, far),
                (-near, -far),
            ]
        });
        let mut bases = steps.flat_map(|(ahead, right)| {
            facings().map(move |facing| {
                let centre = at + facing.ahead() * (ahead * side) + facing.right() * (right * side);
                Base::square(centre, facing, side)
            })
        });
        bases.find(|base| table.holds(base) && !self.blocks(base))
    }

    /// The point nearest to this one that a base can cover: itself, a point of an outline, or to an eighth of an inch.
    #[must_use]
    pub fn nearest_coverable(&self, at: Point, side: f64, table: &Area) -> Point {
        if self.coverable(at, side, table) {
            return at;
        }
        let on_outlines = self.closed().map(|shape| outline_point(shape, at));
        let far = (table.max - table.min).length();
        let best = on_outlines
            .filter(|point| self.coverable(*point, side, table))
            .min_by(|a, b| a.distance(at).total_cmp(&b.distance(at)));
        let limit = best.map_or(far, |point| point.distance(at));
        let rings = (1..).map(|ring| f64::from(ring) * 0.125).take_while(|radius| *radius < limit);
        let on_ring = |radius: f64| {
            // From the sides, where neither player is nearer than the other.
            let turns = (0..32).flat_map(|at| [at, -at]).flat_map(|at| [at, at + 32]);
            turns.map(move |turn| at + Facing::from_degrees(90.0 + f64::from(turn) * 5.625).ahead() * radius)
        };
        let nearer = rings.flat_map(on_ring).find(|point| self.coverable(*point, side, table));
        nearer.or(best).unwrap_or(at)
    }

    /// Turns a building into a ruin: cover with the same outline (DG-TER-12).
    pub fn ruin(&mut self, building: usize) {
        self.set_kind(building, Kind::Cover);
    }

    /// Turns the table, with what is on it, so that `edge` becomes the southern one.
    pub fn turn_south(&mut self, edge: TableEdge, table: &Area) {
        self.turn_about(table.middle(), Turn::quarters(edge as i32));
    }

    /// Every feature in the words of traces and map files.
    #[must_use]
    pub fn told(&self) -> Vec<Value> {
        self.features().iter().map(Feature::told).collect()
    }
}

/// Whether a point is so deep inside a shape that all that holds it overlaps the shape.
fn buried(shape: &Shape, at: Point) -> bool {
    contains(shape, at) && outline_point(shape, at).distance(at) > 2.0 * ROUNDING
}

/// The way out of a shape through its edge that is nearest to a point, if it has edges.
fn outline_facing(shape: &Shape, at: Point) -> Option<Facing> {
    let Shape::Polygon(polygon) = shape else { return None };
    let edge = polygon.edges().min_by(|a, b| a.distance_to_point(at).total_cmp(&b.distance_to_point(at)))?;
    Facing::along(edge.span().right())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Address, Purpose, ScriptedDice, Seat, SeededDice};
    use crate::game::CodexFile;
    use crate::rulesets::dogma::codex::Codex;

    const SIDE: f64 = 40.0 / 25.4;

    fn disc(x: f64, y: f64, diameter: f64) -> Shape {
        Kind::Cover.shape(Point::new(x, y), diameter)
    }

    fn limits() -> Limits {
        Limits::from(&Rules::default())
    }

    fn dice(pair: u64) -> SeededDice {
        Address { seed: 1, cell: 0, pair }.open(Seat::Environment, Purpose::Setup, 0)
    }

    fn with(features: &[(Kind, Shape)]) -> Terrain {
        let mut terrain = Terrain::default();
        features.iter().for_each(|(kind, shape)| terrain.place(Feature::new(*kind, shape.clone())));
        terrain
    }

    fn base(x: f64, y: f64) -> Base {
        Base::square(Point::new(x, y), Facing::NORTH, SIDE)
    }

    #[test]
    fn dg_ter_02_features_are_not_too_small_too_large_or_too_near() {
        let table = Area::table(24.0, 24.0);
        let terrain = with(&[(Kind::Cover, disc(12.0, 12.0, 4.0))]);
        let rule = |shape: &Shape| terrain.check(shape, &table, &limits()).err().map(|refusal| refusal.rule);
        assert_eq!(rule(&disc(5.0, 5.0, 2.0)), None);
        assert_eq!(rule(&disc(5.0, 5.0, 1.9)), Some("DG-TER-02"));
        assert_eq!(rule(&disc(5.0, 5.0, 6.1)), Some("DG-TER-02"));
        assert_eq!(rule(&disc(2.9, 5.0, 6.0)), Some("DG-TER-02"));
        // 2 inches between the outlines.
        assert_eq!(rule(&disc(6.0, 12.0, 4.0)), None);
        assert_eq!(rule(&disc(6.1, 12.0, 4.0)), Some("DG-TER-02"));
        assert_eq!(rule(&disc(12.0, 12.0, 2.0)), Some("DG-TER-02"));
        // A square of 4 inches is 5.66 wide at most, one of 4.3 is wider than 6.
        assert_eq!(rule(&Kind::Building(4).shape(Point::new(5.0, 5.0), 4.0)), None);
        assert_eq!(rule(&Kind::Building(4).shape(Point::new(5.0, 5.0), 4.3)), Some("DG-TER-02"));
        let closer = Limits { gap: 0.0, ..limits() };
        assert_eq!(terrain.check(&disc(8.0, 12.0, 4.0), &table, &closer), Ok(()));
        assert!(terrain.check(&disc(8.1, 12.0, 4.0), &table, &closer).is_err());
    }

    #[test]
    fn dg_ter_02_drawn_features_keep_to_the_limits() {
        let codex = Codex::built_in();
        for (size, seed) in codex.sizes.iter().flat_map(|size| (0..40).map(move |seed| (size, seed))) {
            let table = Area::table(size.width, size.depth);
            let mut terrain = Terrain::default();
            for _ in 0..size.features {
                if let Some(feature) = terrain.draw(&table, &limits(), &mut dice(seed)) {
                    assert_eq!(terrain.check(feature.shape(), &table, &limits()), Ok(()));
                    terrain.place(feature);
                }
            }
            assert!(!terrain.features().is_empty());
        }
    }

    #[test]
    fn r_13_kinds_are_drawn_by_weight() {
        let drawn = |at: u8| Kind::random(&mut ScriptedDice::new(&[at]));
        let count = |kind: Kind| (0..15).filter(|&at| drawn(at) == kind).count();
        assert_eq!(Kind::CHOICES.map(|(_, kind)| count(kind)), [6, 2, 1, 1, 1, 1, 2, 1]);
    }

    #[test]
    fn dg_ter_01_a_feature_without_a_place_is_forfeited() {
        let table = Area::table(6.0, 6.0);
        let terrain = with(&[(Kind::Cover, disc(3.0, 3.0, 4.0))]);
        assert_eq!(terrain.draw(&table, &limits(), &mut dice(0)), None);
        let centres = Area { min: Point::new(2.0, 3.0), max: Point::new(2.0, 3.5) };
        let found = Terrain::default().place_for(Kind::Hill, 3.0, &centres, &table, &limits(), &mut dice(0)).unwrap();
        assert_eq!(found.middle().x, 2.0);
        assert!((3.0..=3.5).contains(&found.middle().y) && plane::least_width(&found) == 3.0);
    }

    #[test]
    fn dg_ter_06_to_15_kinds_close_ground_or_sight() {
        let bars = Kind::CHOICES.map(|(_, kind)| kind.bars());
        let screens = Kind::CHOICES.map(|(_, kind)| kind.screens());
        //                   cover  rock  buildings              hill   water
        assert_eq!(bars, [false, true, true, true, true, true, false, true]);
        assert_eq!(screens, [false, true, true, true, true, true, true, false]);
        for (key, kind) in Kind::CHOICES {
            let terrain = with(&[(kind, disc(5.0, 5.0, 4.0))]);
            assert_eq!(terrain.closed().count(), usize::from(kind.bars()), "{key}");
            assert_eq!(terrain.blocks(&base(7.5, 5.0)), kind.bars(), "{key}");
            assert!(!terrain.blocks(&base(7.8, 5.0)), "{key}");
        }
    }

    #[test]
    fn dg_ter_12_a_destroyed_building_is_cover() {
        let square = Kind::Building(2).shape(Point::new(5.0, 5.0), 3.0);
        let mut terrain = with(&[(Kind::Hill, disc(12.0, 12.0, 4.0)), (Kind::Building(2), square.clone())]);
        assert_eq!(terrain.closed().collect::<Vec<_>>(), [&square]);
        terrain.ruin(1);
        assert_eq!(terrain.features()[1], Feature::new(Kind::Cover, square));
    }

    #[test]
    fn dg_ter_17_a_base_is_where_its_centre_is() {
        let wood = Feature::new(Kind::Cover, disc(10.0, 10.0, 4.0));
        let occupied = |x: f64| {
            [TerrainOccupancy::Centre, TerrainOccupancy::Any, TerrainOccupancy::Whole]
                .map(|occupancy| wood.holds(&base(x, 10.0), occupancy))
        };
        assert_eq!(occupied(10.5), [true, true, true]);
        assert_eq!(occupied(11.5), [true, true, false]);
        assert_eq!(occupied(12.5), [false, true, false]);
        assert_eq!(occupied(12.8), [false, false, false]);
    }

    #[test]
    fn the_table_turns_until_the_edge_lies_south() {
        let table = Area::table(24.0, 24.0);
        let places = TableEdge::ALL.map(|edge| {
            let mut terrain = with(&[(Kind::Cover, disc(20.0, 11.0, 4.0))]);
            terrain.turn_south(edge, &table);
            terrain.features()[0].shape().middle()
        });
        // It lies near the east edge, to the left of its middle for someone who looks in from there.
        let seen = [(20.0, 11.0), (11.0, 4.0), (4.0, 13.0), (13.0, 20.0)];
        assert_eq!(places, seen.map(|(x, y)| Point::new(x, y)));
        let mut oblong = with(&[(Kind::Building(1), Kind::Building(1).shape(Point::new(40.0, 5.0), 3.0))]);
        oblong.turn_south(TableEdge::North, &Area::table(48.0, 24.0));
        assert_eq!(oblong.features()[0].shape().middle(), Point::new(8.0, 19.0));
    }

    #[test]
    fn r_76_a_marker_moves_to_where_a_base_can_cover_it() {
        let table = Area::table(24.0, 24.0);
        let middle = Point::new(12.0, 12.0);
        let nearest = |features: &[(Kind, Shape)]| with(features).nearest_coverable(middle, SIDE, &table);
        assert_eq!(nearest(&[(Kind::Cover, disc(12.0, 12.0, 4.0))]), middle);
        // Straight out of the nearest side; out of a round one to the side, from its very middle.
        assert_eq!(nearest(&[(Kind::DeepWater, disc(12.0, 11.0, 4.0))]), Point::new(12.0, 13.0));
        assert_eq!(nearest(&[(Kind::Impassable, disc(12.0, 12.0, 4.0))]), Point::new(14.0, 12.0));
        let building = Kind::Building(1).shape(Point::new(11.5, 12.0), 3.0);
        assert_eq!(nearest(&[(Kind::Building(1), building.clone())]), Point::new(13.0, 12.0));
        // No base fits between the building and a rock half an inch off.
        let crammed = [(Kind::Building(1), building), (Kind::Impassable, disc(15.5, 12.0, 4.0))];
        let moved = nearest(&crammed);
        assert!(with(&crammed).coverable(moved, SIDE, &table) && moved != Point::new(13.0, 12.0));
        assert!(moved.distance(middle) < 1.7, "{moved:?}");
    }

    #[test]
    fn r_76_a_base_that_covers_a_point_lies_over_it() {
        // The nearer to the corner of the table, the farther off its middle.
        let table = Area::table(24.0, 24.0);
        let bare = with(&[]);
        for (x, y) in (0..=8).flat_map(|x| (0..=8).map(move |y| (f64::from(x), f64::from(y)))) {
            let at = Point::new(x * SIDE / 16.0, y * SIDE / 16.0);
            let centre = bare.covering(at, SIDE, &table).unwrap().centre;
            let off = centre - at;
            assert!(off.x.abs() <= SIDE / 2.0 && off.y.abs() <= SIDE / 2.0, "{at:?} is not below a base at {centre:?}");
        }
    }

    #[test]
    fn features_are_told_in_the_words_of_map_files() {
        let terrain = with(&[
            (Kind::DeepWater, disc(5.0, 6.0, 3.0)),
            (Kind::Building(4), Kind::Building(4).shape(Point::new(9.0, 9.0), 2.0)),
        ]);
        let told = [
            json!({ "kind": "deep-water", "centre": [5.0, 6.0], "diameter": 3.0 }),
            json!({ "kind": "building-4", "points": [[10.0, 10.0], [8.0, 10.0], [8.0, 8.0], [10.0, 8.0]] }),
        ];
        assert_eq!(terrain.told(), told);
    }
}
