//! The six scenarios: table edges, halves, Patrol Markers and where they start, jump-off points, who is active first
//! (CW-SCN, "Geometry of the lost maps"). How they end is another page.
//!
//! Side A attacks; in The Patrol, where nobody does, the sides differ by their edges alone.

use arrayvec::ArrayVec;

use super::codex::{Numbers, Scenario};
use super::patrol::{self, REACH};
use super::rules::{FirstActive, FlankEdges, Rules};
use super::victory::Ending;
use crate::game::keyed::keyed;
use crate::game::{Diagnostic, Side};
use crate::tabletop::plane::{Area, Disc, Point, Segment};

/// All scenarios by key, with a line about each, the usual one first.
pub const SCENARIOS: [(&str, Scenario, &str); 6] = [
    ("patrol", Scenario::Patrol, "long edges, markers from one point each; break the enemy while steady"),
    ("probe", Scenario::Probe, "the attacker crosses the table before the defender stops him"),
    (
        "attack-and-defend",
        Scenario::AttackAndDefend,
        "a broad front against a deep defence; break the enemy while steady",
    ),
    (
        "delaying-action",
        Scenario::DelayingAction,
        "lengthways; the attacker denies a point in the shaded area at a Turn end",
    ),
    (
        "flank-attack",
        Scenario::FlankAttack,
        "two groups against a corner; the attacker breaks the defender while steady",
    ),
    ("attack-on-an-objective", Scenario::AttackOnAnObjective, "break the defender while holding the objective"),
];

/// Whether one side attacks and the other defends.
#[must_use]
pub const fn has_roles(scenario: Scenario) -> bool {
    !matches!(scenario, Scenario::Patrol)
}

/// Ways a game can end, in the order of [`Ending`]. Who won is told beside it.
pub const ENDINGS: [&str; 7] = Ending::KEYS;

/// Distance from the attacker's edge at which the defender's markers begin, in The Probe, in Attack and Defend.
const FRONTS: [f64; 2] = [12.0, 18.0];

/// The shaded area of Delaying Action: its depth, its length, and its distance from the defender's edge, in inches.
const SHADED: [f64; 3] = [6.0, 36.0, 6.0];

/// Gap between the defender's markers in Delaying Action.
const SHADED_GAP: f64 = 6.0;

/// How far the centre of the objective is from the defender's edge, and from the short edges at least.
const OBJECTIVE: [f64; 2] = [6.0, 12.0];

keyed! {
    /// An edge of the table, as seen on a map.
    TableEdge {
        /// y = 0.
        South = "south",
        /// y = 48.
        North = "north",
        /// x = 0.
        West = "west",
        /// x = 72.
        East = "east",
    }
}

impl TableEdge {
    /// The edge on the left of somebody who looks from this one at the table.
    #[must_use]
    pub const fn left(self) -> Self {
        match self {
            TableEdge::South => TableEdge::West,
            TableEdge::West => TableEdge::North,
            TableEdge::North => TableEdge::East,
            TableEdge::East => TableEdge::South,
        }
    }

    /// The edge on his right.
    #[must_use]
    pub const fn right(self) -> Self {
        self.left().opposite()
    }

    /// The edge in front of him.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.left().left()
    }

    /// The heading straight from the edge onto the table, in degrees counter-clockwise from +x.
    #[must_use]
    pub const fn inward(self) -> u16 {
        match self {
            TableEdge::South => 90,
            TableEdge::East => 180,
            TableEdge::North => 270,
            TableEdge::West => 0,
        }
    }

    /// The edge as a line.
    #[must_use]
    pub fn line(self, table: &Area) -> Segment {
        let [south, east, north, west] = table.edges();
        match self {
            TableEdge::South => south,
            TableEdge::North => north,
            TableEdge::West => west,
            TableEdge::East => east,
        }
    }

    /// Inches between the edge and a point on the table.
    #[must_use]
    pub fn distance(self, table: &Area, point: Point) -> f64 {
        match self {
            TableEdge::South => point.y - table.min.y,
            TableEdge::North => table.max.y - point.y,
            TableEdge::West => point.x - table.min.x,
            TableEdge::East => table.max.x - point.x,
        }
    }
}

/// Where Patrol Markers may start: their centres are in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StartArea {
    /// On part of an edge.
    Edge(Segment),
    /// In a rectangle.
    Area(Area),
    /// On the objective.
    Disc(Disc),
}

impl StartArea {
    /// Whether a point lies in it.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        match self {
            StartArea::Edge(edge) => edge.distance_to_point(point) <= REACH,
            StartArea::Area(area) => area.inset(-REACH).contains(point),
            StartArea::Disc(disc) => disc.centre.distance(point) <= disc.radius + REACH,
        }
    }
}

/// How the markers of a side start (CW-SCN, R-107).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkerStart {
    /// Fewest and most markers: where they differ, the side chooses (CW-PAT-13).
    pub markers: [u8; 2],
    /// Groups of equal size, each with an area of its own (CW-PAT-14).
    pub groups: u8,
    /// All stand in one place.
    pub stacked: bool,
    /// Each is within the link of another one of its group.
    pub linked: bool,
    /// Least gap between two of them in inches.
    pub apart: f64,
    /// None is as near to an enemy marker as locks.
    pub clear: bool,
}

/// Jump-off points of a side (CW-JOP-01, CW-JOP-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointCount {
    /// Those that lie by Patrol Markers.
    pub ordinary: u8,
    /// Those that lie anywhere in an area of the scenario, and are placed after all others.
    pub extra: u8,
}

/// The ground of a scenario on a table.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'s> {
    /// The scenario.
    pub scenario: Scenario,
    /// Switches.
    pub rules: &'s Rules,
    /// Numbers of the codex.
    pub numbers: &'s Numbers,
    /// Centre of the objective, where there is one.
    pub objective: Point,
}

impl Layout<'_> {
    /// The table.
    #[must_use]
    pub fn table(&self) -> Area {
        patrol::table(self.numbers)
    }

    /// Own edges of a side: of several the nearer one counts.
    #[must_use]
    pub const fn own_edges(&self, side: Side) -> &'static [TableEdge] {
        own_edges(self.scenario, self.rules.flank_edges, side)
    }

    /// Own half of a side.
    #[must_use]
    pub fn own_half(&self, side: Side) -> Area {
        let (table, middle) = (self.table(), self.table().middle());
        let (near, far) = (Area { max: Point::new(table.max.x, middle.y), ..table }, table);
        match (self.scenario, side) {
            (Scenario::DelayingAction, Side::A) => Area { max: Point::new(middle.x, table.max.y), ..table },
            (Scenario::DelayingAction, Side::B) => Area { min: Point::new(middle.x, table.min.y), ..table },
            (_, Side::A) => near,
            (_, Side::B) => Area { min: Point::new(far.min.x, middle.y), ..far },
        }
    }

    /// How many Patrol Markers a side has, and how they stand to each other.
    #[must_use]
    pub fn marker_start(&self, side: Side) -> MarkerStart {
        let four = MarkerStart { markers: [4, 4], groups: 1, stacked: false, linked: true, apart: 0.0, clear: false };
        let stacked = MarkerStart { stacked: true, linked: false, ..four };
        match (self.scenario, side) {
            (Scenario::Patrol, _) => MarkerStart { markers: [3, 4], ..stacked },
            (Scenario::Probe, Side::A) => MarkerStart { markers: [self.rules.probe_markers; 2], ..stacked },
            (Scenario::DelayingAction, Side::A) => stacked,
            (Scenario::DelayingAction, Side::B) => {
                MarkerStart { markers: [3, 3], linked: false, apart: SHADED_GAP, ..four }
            }
            (Scenario::FlankAttack, Side::A) => MarkerStart { markers: [6, 6], groups: 2, clear: true, ..four },
            (Scenario::FlankAttack, Side::B) => MarkerStart { markers: [3, 3], ..four },
            (Scenario::AttackOnAnObjective, Side::A) => MarkerStart { markers: [3, 4], ..four },
            (Scenario::AttackOnAnObjective, Side::B) => MarkerStart { linked: false, ..four },
            (Scenario::Probe, Side::B) | (Scenario::AttackAndDefend, _) => four,
        }
    }

    /// Where the markers of a group start. In The Patrol `segment` is the roll of a d3 (CW-SCN-01).
    #[must_use]
    pub fn start_area(&self, side: Side, group: u8, segment: u8) -> StartArea {
        let table = self.table();
        let edge = |edge: TableEdge| StartArea::Edge(edge.line(&table));
        let deep =
            |front: f64| StartArea::Area(Area { min: Point::new(table.min.x, table.max.y - front), max: table.max });
        match (self.scenario, side) {
            (Scenario::Patrol, _) => {
                let entry = self.patrol_entry(side, segment);
                StartArea::Edge(Segment::new(entry, entry))
            }
            (Scenario::Probe, Side::B) => deep(FRONTS[0]),
            (Scenario::AttackAndDefend, Side::B) => deep(FRONTS[1]),
            (Scenario::DelayingAction, Side::B) => StartArea::Area(self.shaded()),
            (Scenario::FlankAttack, Side::B) => StartArea::Area(self.quarter()),
            (Scenario::AttackOnAnObjective, Side::B) => StartArea::Disc(self.objective_disc()),
            (Scenario::FlankAttack, Side::A) if group == 1 => {
                let flank = self.own_edges(Side::A)[1];
                let line = flank.line(&table);
                match self.rules.flank_edges {
                    FlankEdges::Far => StartArea::Edge(line),
                    // The half that does not touch the defender's quarter.
                    FlankEdges::NearFlank => StartArea::Edge(Segment::new(line.start, line.midpoint())),
                }
            }
            (_, Side::A) => edge(self.own_edges(Side::A)[0]),
        }
    }

    /// Where all markers of a side enter The Patrol: the middle of the segment of its edge that a d3 names, counted from its
    /// left (CW-SCN-01).
    #[must_use]
    pub fn patrol_entry(&self, side: Side, segment: u8) -> Point {
        let table = self.table();
        let along = (table.max.x - table.min.x) / 6.0 * (2.0 * f64::from(segment) - 1.0);
        match side {
            Side::A => Point::new(table.min.x + along, table.min.y),
            Side::B => Point::new(table.max.x - along, table.max.y),
        }
    }

    /// The shaded area of Delaying Action (CW-SCN-10).
    #[must_use]
    pub fn shaded(&self) -> Area {
        let [depth, length, from_edge] = SHADED;
        let (table, middle) = (self.table(), self.table().middle());
        let far = table.max.x - from_edge;
        Area { min: Point::new(far - depth, middle.y - length / 2.0), max: Point::new(far, middle.y + length / 2.0) }
    }

    /// The defender's quarter of The Flank Attack (CW-SCN-14).
    #[must_use]
    pub fn quarter(&self) -> Area {
        Area { min: self.table().middle(), max: self.table().max }
    }

    /// The disc within which the objective is controlled (CW-SCN-18).
    #[must_use]
    pub fn objective_disc(&self) -> Disc {
        Disc { centre: self.objective, radius: self.rules.objective_radius }
    }

    /// Jump-off points of a side (CW-SCN-01, 04, 07, 11, 15, 18).
    #[must_use]
    pub const fn points(&self, side: Side) -> PointCount {
        let (ordinary, extra) = match (self.scenario, side) {
            (Scenario::DelayingAction, Side::B) => (2, 1),
            (Scenario::FlankAttack, Side::A) => (4, 0),
            (Scenario::FlankAttack | Scenario::AttackOnAnObjective, Side::B) => (3, 1),
            _ => (3, 0),
        };
        PointCount { ordinary, extra }
    }

    /// Where an extra point of the defender may lie: any place in it that is not impassable (CW-JOP-09).
    #[must_use]
    pub fn extra_area(&self) -> Option<StartArea> {
        match self.scenario {
            Scenario::DelayingAction => Some(StartArea::Area(self.shaded())),
            Scenario::FlankAttack => Some(StartArea::Area(self.quarter())),
            Scenario::AttackOnAnObjective => Some(StartArea::Disc(self.objective_disc())),
            Scenario::Patrol | Scenario::Probe | Scenario::AttackAndDefend => None,
        }
    }

    /// Whether a point is one that the attacker must deny (CW-SCN-13).
    #[must_use]
    pub fn is_shaded(&self, point: Point) -> bool {
        self.scenario == Scenario::DelayingAction && StartArea::Area(self.shaded()).contains(point)
    }

    /// Who places markers, works and points of both sides first where a role decides, not a roll: the defender (R-107,
    /// CW-ARM-05).
    #[must_use]
    pub const fn has_roles(&self) -> bool {
        has_roles(self.scenario)
    }

    /// Who is active in the first Phase; `mover` moved first in the Patrol Phase (CW-TRN-12).
    #[must_use]
    pub const fn first_active(&self, mover: Side) -> Side {
        match (self.rules.first_active, self.scenario) {
            (FirstActive::SideA, _) => Side::A,
            (FirstActive::SideB, _) => Side::B,
            (_, Scenario::Patrol | Scenario::Probe | Scenario::AttackAndDefend) => mover,
            (_, Scenario::DelayingAction | Scenario::FlankAttack | Scenario::AttackOnAnObjective) => Side::A,
        }
    }

    /// What keeps the markers of a side from starting, if anything does: areas may be too small for what codex and rules ask of
    /// the markers in them (`no-start`).
    #[must_use]
    pub fn no_start(&self) -> Option<Diagnostic> {
        let side = Side::BOTH.into_iter().find(|side| self.cannot_start(*side))?;
        let (key, _) = Scenario::ALL[self.scenario as usize];
        let gap = self.marker_start(side).apart;
        let message = format!("no markers of side {} can start in `{key}`, {gap} inches apart", side.letter());
        let remedy = ["a smaller codex.numbers.marker-diameter", "a larger codex.numbers.table"];
        Some(Diagnostic::new(message).rule("no-start").allowing(remedy))
    }

    fn cannot_start(&self, side: Side) -> bool {
        let start = self.marker_start(side);
        if start.apart == 0.0 {
            return false;
        }
        // As far from each other as the area allows: in a row along it.
        let shaded = self.shaded();
        let gaps = f64::from(start.markers[0] - 1);
        let room = (shaded.max.y - shaded.min.y) / gaps;
        patrol::gap(self.numbers, self.rules.patrol_measure, Point::new(0.0, 0.0), Point::new(0.0, room)) + REACH
            < start.apart
    }
}

/// Own edges of a side; of several the nearer one counts.
#[must_use]
pub const fn own_edges(scenario: Scenario, flank: FlankEdges, side: Side) -> &'static [TableEdge] {
    match (scenario, side) {
        (Scenario::DelayingAction, Side::A) => &[TableEdge::West],
        (Scenario::DelayingAction, Side::B) => &[TableEdge::East],
        (Scenario::FlankAttack, Side::A) => match flank {
            FlankEdges::Far => &[TableEdge::South, TableEdge::West],
            FlankEdges::NearFlank => &[TableEdge::South, TableEdge::East],
        },
        (_, Side::A) => &[TableEdge::South],
        (_, Side::B) => &[TableEdge::North],
    }
}

/// Where the centre of an objective may lie along the table: the place, for each thousandth of an inch from 0 on.
#[must_use]
pub fn objective_at(table: &Area, thousandth: u32) -> Point {
    let [from_edge, from_sides] = OBJECTIVE;
    Point::new(table.min.x + from_sides + f64::from(thousandth) / 1000.0, table.max.y - from_edge)
}

/// How many places [`objective_at`] knows.
#[must_use]
pub fn objective_places(table: &Area) -> u32 {
    ((table.max.x - table.min.x - 2.0 * OBJECTIVE[1]).max(0.0) * 1000.0) as u32 + 1
}

/// Places of markers, at most as many as a side has.
pub type Places = ArrayVec<Point, { patrol::MOST_MARKERS }>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;
    use crate::rulesets::chainsword::codex::Codex;

    struct Ground {
        rules: Rules,
        numbers: Numbers,
    }

    impl Ground {
        fn with(switches: &[(&str, &str)]) -> Self {
            let mut rules = Rules::default();
            switches.iter().for_each(|(name, value)| rules.set(name, value).unwrap());
            Self { rules, numbers: Codex::built_in().numbers }
        }

        fn layout(&self, scenario: Scenario) -> Layout<'_> {
            Layout { scenario, rules: &self.rules, numbers: &self.numbers, objective: Point::new(30.0, 42.0) }
        }
    }

    fn holds(area: StartArea, inside: &[(f64, f64)], outside: &[(f64, f64)]) {
        let contains = |(x, y): &(f64, f64)| area.contains(Point::new(*x, *y));
        assert!(inside.iter().all(contains) && !outside.iter().any(contains), "{area:?}");
    }

    #[test]
    fn cw_scn_01_markers_enter_the_patrol_in_the_middle_of_a_segment_from_the_own_left() {
        let ground = Ground::with(&[]);
        let patrol = ground.layout(Scenario::Patrol);
        let entries = |side| [1, 2, 3].map(|segment| patrol.patrol_entry(side, segment));
        assert_eq!(entries(Side::A), [12.0, 36.0, 60.0].map(|x| Point::new(x, 0.0)));
        assert_eq!(entries(Side::B), [60.0, 36.0, 12.0].map(|x| Point::new(x, 48.0)));
        let start = patrol.marker_start(Side::B);
        assert!(start.markers == [3, 4] && start.stacked, "CW-PAT-13");
        holds(patrol.start_area(Side::B, 0, 1), &[(60.0, 48.0)], &[(59.0, 48.0), (60.0, 47.0)]);
        assert!(!patrol.has_roles());
    }

    #[test]
    fn cw_scn_04_and_07_defences_are_so_deep_and_attackers_so_broad() {
        let ground = Ground::with(&[]);
        let [probe, attack] = [Scenario::Probe, Scenario::AttackAndDefend].map(|it| ground.layout(it));
        holds(probe.start_area(Side::B, 0, 0), &[(0.0, 36.0), (72.0, 48.0)], &[(5.0, 35.9), (73.0, 40.0)]);
        holds(attack.start_area(Side::B, 0, 0), &[(0.0, 30.0), (72.0, 48.0)], &[(5.0, 29.9)]);
        holds(attack.start_area(Side::A, 0, 0), &[(0.0, 0.0), (72.0, 0.0)], &[(5.0, 0.1)]);
        let starts = [probe, attack].map(|it| Side::BOTH.map(|side| it.marker_start(side)));
        assert_eq!(
            starts.map(|sides| sides.map(|it| (it.markers, it.stacked, it.linked))),
            [[([4, 4], true, false), ([4, 4], false, true)], [([4, 4], false, true), ([4, 4], false, true)]]
        );
        let three = Ground::with(&[("probe-markers", "3")]);
        assert_eq!(three.layout(Scenario::Probe).marker_start(Side::A).markers, [3, 3], "R-57");
    }

    #[test]
    fn cw_scn_10_and_11_the_shaded_area_and_its_point() {
        let ground = Ground::with(&[]);
        let delaying = ground.layout(Scenario::DelayingAction);
        holds(
            delaying.start_area(Side::B, 0, 0),
            &[(60.0, 6.0), (66.0, 42.0)],
            &[(59.9, 20.0), (66.1, 20.0), (63.0, 43.0)],
        );
        holds(delaying.start_area(Side::A, 0, 0), &[(0.0, 0.0), (0.0, 48.0)], &[(1.0, 20.0)]);
        let start = delaying.marker_start(Side::B);
        assert_eq!((start.markers, start.linked, start.apart), ([3, 3], false, 6.0));
        assert_eq!(
            Side::BOTH.map(|side| delaying.points(side)),
            [PointCount { ordinary: 3, extra: 0 }, PointCount { ordinary: 2, extra: 1 }]
        );
        assert!(delaying.is_shaded(Point::new(63.0, 20.0)) && !delaying.is_shaded(Point::new(50.0, 20.0)));
        assert!(!ground.layout(Scenario::Patrol).is_shaded(Point::new(63.0, 20.0)));
        assert_eq!([Side::A, Side::B].map(|side| delaying.own_edges(side)[0]), [TableEdge::West, TableEdge::East]);
        assert_eq!(delaying.no_start(), None);
    }

    #[test]
    fn no_start_where_markers_are_too_large_for_their_area() {
        let mut ground = Ground::with(&[]);
        ground.numbers.marker_diameter = 12.5;
        let told = ground.layout(Scenario::DelayingAction).no_start().unwrap();
        assert_eq!(told.rule.as_deref(), Some("no-start"));
        assert_eq!(told.message, "no markers of side B can start in `delaying-action`, 6 inches apart");
        assert_eq!(ground.layout(Scenario::Probe).no_start(), None);
    }

    #[test]
    fn cw_scn_14_and_15_two_edges_by_either_reading_and_a_corner() {
        let far = Ground::with(&[]);
        let flank = far.layout(Scenario::FlankAttack);
        holds(flank.start_area(Side::B, 0, 0), &[(36.0, 24.0), (72.0, 48.0)], &[(35.0, 30.0), (40.0, 23.0)]);
        holds(flank.start_area(Side::A, 0, 0), &[(0.0, 0.0), (72.0, 0.0)], &[(0.0, 5.0)]);
        holds(flank.start_area(Side::A, 1, 0), &[(0.0, 0.0), (0.0, 48.0)], &[(5.0, 0.0)]);
        let near = Ground::with(&[("flank-edges", "near-flank")]);
        let flank_near = near.layout(Scenario::FlankAttack);
        holds(flank_near.start_area(Side::A, 1, 0), &[(72.0, 0.0), (72.0, 24.0)], &[(72.0, 25.0), (0.0, 5.0)]);
        assert_eq!(flank.own_edges(Side::A), [TableEdge::South, TableEdge::West]);
        assert_eq!(flank_near.own_edges(Side::A), [TableEdge::South, TableEdge::East]);
        let start = flank.marker_start(Side::A);
        assert!(start.markers == [6, 6] && start.groups == 2 && start.linked && start.clear);
        assert_eq!(
            Side::BOTH.map(|side| flank.points(side)),
            [PointCount { ordinary: 4, extra: 0 }, PointCount { ordinary: 3, extra: 1 }]
        );
    }

    #[test]
    fn cw_scn_18_the_objective_lies_in_the_last_quarter() {
        let ground = Ground::with(&[]);
        let table = patrol::table(&ground.numbers);
        assert_eq!(objective_places(&table), 48_001);
        assert_eq!([0, 48_000].map(|at| objective_at(&table, at)), [Point::new(12.0, 42.0), Point::new(60.0, 42.0)]);
        let objective = ground.layout(Scenario::AttackOnAnObjective);
        holds(objective.start_area(Side::B, 0, 0), &[(30.0, 36.0), (36.0, 42.0)], &[(30.0, 35.0), (37.0, 42.0)]);
        assert_eq!(
            (objective.marker_start(Side::A).markers, objective.marker_start(Side::B).markers),
            ([3, 4], [4, 4])
        );
        assert_eq!(objective.extra_area(), Some(StartArea::Disc(objective.objective_disc())));
    }

    #[test]
    fn r_112_edges_and_halves_of_both_sides() {
        let ground = Ground::with(&[]);
        let halves = |scenario| Side::BOTH.map(|side| ground.layout(scenario).own_half(side));
        let [south, north] = halves(Scenario::Probe);
        assert_eq!((south.max, north.min), (Point::new(72.0, 24.0), Point::new(0.0, 24.0)));
        let [west, east] = halves(Scenario::DelayingAction);
        assert_eq!((west.max, east.min), (Point::new(36.0, 48.0), Point::new(36.0, 0.0)));
        // Left and right as seen from the own edge.
        let sides = |edge: TableEdge| (edge.left(), edge.right());
        assert_eq!(sides(TableEdge::South), (TableEdge::West, TableEdge::East));
        assert_eq!(sides(TableEdge::North), (TableEdge::East, TableEdge::West));
        assert_eq!(sides(TableEdge::West), (TableEdge::North, TableEdge::South));
        let table = ground.layout(Scenario::Probe).table();
        let distances = TableEdge::ALL.map(|edge| edge.distance(&table, Point::new(10.0, 20.0)));
        assert_eq!(distances, [20.0, 28.0, 10.0, 62.0]);
        let on = |edge: TableEdge| edge.distance(&table, edge.line(&table).midpoint()) == 0.0;
        assert!(TableEdge::ALL.into_iter().all(on));
    }

    #[test]
    fn cw_trn_12_the_attacker_or_the_higher_force_morale_is_active_first() {
        let ground = Ground::with(&[]);
        let first = |mover| Scenario::ALL.map(|(_, scenario)| ground.layout(scenario).first_active(mover));
        assert_eq!(first(Side::B), [Side::B, Side::B, Side::B, Side::A, Side::A, Side::A]);
        assert_eq!(first(Side::A), [Side::A; 6]);
        assert_eq!(SCENARIOS.map(|(key, scenario, _)| (key, scenario)), Scenario::ALL);
        for (switch, side) in [("side-a", Side::A), ("side-b", Side::B)] {
            let ground = Ground::with(&[("first-active", switch)]);
            let first = Scenario::ALL.map(|(_, scenario)| ground.layout(scenario).first_active(side.other()));
            assert_eq!(first, [side; 6]);
        }
    }
}
