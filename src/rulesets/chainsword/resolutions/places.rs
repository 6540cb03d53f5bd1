//! `patrol-move`, `jop-check` and `facing`: certain answers about places.

use std::borrow::Cow;

use super::inputs::{Inputs, input, point, points, required, switch};
use crate::dice::{Dice, Resolution, Step};
use crate::game::{CombatResolution, Diagnostic, InputDoc, Node, TableReader};
use crate::rulesets::chainsword::codex::Codex;
use crate::rulesets::chainsword::facing::Facing;
use crate::rulesets::chainsword::patrol::{JumpOff, JumpOffCheck, PatrolMove, Piece, Stop};
use crate::rulesets::chainsword::rules::{JopSide, Measure, Rules};
use crate::tabletop::plane::{Disc, Facing as Heading, Point, Segment, Shape, Wall};

const MEASURE: InputDoc = input("measure", "edge, centre", "edge");
const POINT: &str = "[x, y] in inches";
const POINTS: &str = "list of [x, y]";

/// Most pieces of terrain.
const MOST_PIECES: usize = 500;

/// `patrol-move`: where a Patrol Marker stops.
pub(super) struct PatrolMarkerMove {
    from: Point,
    stop: Option<Stop>,
}

impl PatrolMarkerMove {
    fn hundredths(inches: f64) -> i64 {
        (inches * 100.0).round() as i64
    }
}

impl<'c> CombatResolution<'c> for PatrolMarkerMove {
    type Codex = Codex;
    const NAME: &'static str = "patrol-move";
    const ABOUT: &'static str = "where a Patrol Marker stops, and whom it locks";
    const LABELS: &'static [&'static str] = &["moved-H-locks-N", "illegal"];
    const NUMBERS: &'static [&'static str] = &["x-hundredths", "y-hundredths"];

    fn inputs() -> Vec<InputDoc> {
        vec![
            required("marker", POINT),
            required("to", POINT),
            input("friends", POINTS, "[]"),
            input("enemies", POINTS, "[]"),
            MEASURE,
            input("patrol-move", "longest move in inches", "12"),
            input("patrol-link", "widest gap to a friend in inches", "12"),
            input("patrol-lock", "gap to an enemy that locks, in inches", "12"),
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let (table, rules) = (&mut inputs.table, Rules::default());
        let (from, to) = (table.required("marker", point), table.required("to", point));
        let (friends, enemies) = (table.or("friends", Vec::new(), points), table.or("enemies", Vec::new(), points));
        let measure = switch(table, MEASURE.name, Measure::default());
        let mut number = |key, default| table.or(key, default, |node| node.number(0.0..=100.0));
        let longest = number("patrol-move", rules.patrol_move);
        let link = number("patrol-link", rules.patrol_link);
        let lock = number("patrol-lock", rules.patrol_lock);
        let from = from?;
        let (friends, enemies) = (&friends, &enemies);
        let going = PatrolMove { from, to: to?, friends, enemies, measure, longest, link, lock, reach: 0.0 };
        Some(Self { from, stop: going.stop(&inputs.codex.numbers).ok() })
    }

    fn labels(&self) -> Vec<Cow<'static, str>> {
        let moved = |stop: Stop| format!("moved-{}-locks-{}", Self::hundredths(stop.inches), stop.locks).into();
        vec![self.stop.map_or("illegal".into(), moved)]
    }

    fn label(&self, (): &()) -> usize {
        0
    }

    fn values(&self, (): &()) -> Vec<i64> {
        let at = self.stop.map_or(self.from, |stop| stop.at);
        vec![Self::hundredths(at.x), Self::hundredths(at.y)]
    }
}

impl Resolution for PatrolMarkerMove {
    type State = ();
    type Outcome = ();

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), _dice: &mut D) -> Step<(), ()> {
        Step::Done(())
    }
}

/// `jop-check`: whether a point may be a jump-off point.
pub(super) struct JumpOffPoint {
    check: JumpOffCheck,
}

fn piece(node: &Node, diagnostics: &mut Vec<Diagnostic>) -> Option<Piece> {
    #[derive(Clone, Copy)]
    enum Kind {
        Disc,
        Rectangle,
        Segment,
    }
    let kinds = [("disc", Kind::Disc), ("rect", Kind::Rectangle), ("segment", Kind::Segment)];
    let mut table = TableReader::open("a piece of terrain", node, diagnostics)?;
    let kind = table.required("kind", |node| node.one_of("kind of terrain", &kinds))?;
    let impassable = table.or("impassable", false, Node::flag);
    let mut number = |key| table.required(key, |node| node.number(-1000.0..=1000.0));
    let shape = match kind {
        Kind::Disc => {
            let (x, y, radius) = (number("x"), number("y"), number("r"));
            Shape::Disc(Disc { centre: Point::new(x?, y?), radius: radius?.max(0.0) })
        }
        Kind::Rectangle | Kind::Segment => {
            let [x0, y0, x1, y1] = ["x0", "y0", "x1", "y1"].map(number);
            let (a, b) = (Point::new(x0?, y0?), Point::new(x1?, y1?));
            match kind {
                // A rectangle without width or depth is a line.
                Kind::Rectangle if a.x != b.x && a.y != b.y => {
                    Shape::rectangle(a.midpoint(b), Heading::NORTH, (b.x - a.x).abs(), (b.y - a.y).abs())
                }
                _ => Shape::Wall(Wall::new(Segment::new(a, b))),
            }
        }
    };
    table.close();
    Some(Piece { shape, impassable })
}

impl<'c> CombatResolution<'c> for JumpOffPoint {
    type Codex = Codex;
    const NAME: &'static str = "jop-check";
    const ABOUT: &'static str = "whether a point may be a jump-off point, or what is wrong with it first";
    const LABELS: &'static [&'static str] = &["off-table", "wrong-distance", "enemy-nearer", "no-cover", "legal"];

    fn inputs() -> Vec<InputDoc> {
        const TERRAIN: &str =
            "list of tables: kind disc (x, y, r), rect or segment (x0, y0, x1, y1); impassable (false)";
        vec![
            required("point", POINT),
            required("friends", POINTS),
            required("enemies", POINTS),
            input("terrain", TERRAIN, "[]"),
            input("radius", "inches from the nearest friendly marker", "6"),
            MEASURE,
            input("jop-side", "closer-to-friend, behind-marker", "closer-to-friend"),
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let table = &mut inputs.table;
        let point = table.required("point", point);
        let (friends, enemies) = (table.required("friends", points), table.required("enemies", points));
        let mut terrain = Vec::new();
        if let Some(node) = table.node("terrain") {
            match node.list() {
                Ok(list) => {
                    terrain.extend(list.iter().take(MOST_PIECES).filter_map(|item| piece(item, table.diagnostics())))
                }
                Err(diagnostic) => table.diagnostics().push(diagnostic),
            }
        }
        let radius = table.or("radius", Rules::default().jop_distance, |node| node.number(0.0..=100.0));
        let measure = switch(table, MEASURE.name, Measure::default());
        let side = switch(table, "jop-side", JopSide::default());
        let (friends, enemies) = (friends?, enemies?);
        let (friends, enemies, terrain) = (&friends, &enemies, &terrain);
        let place = JumpOff { point: point?, friends, enemies, ground: &terrain[..], radius, measure, side };
        Some(Self { check: place.check(&inputs.codex.numbers) })
    }

    fn label(&self, check: &JumpOffCheck) -> usize {
        *check as usize
    }
}

impl Resolution for JumpOffPoint {
    type State = ();
    type Outcome = JumpOffCheck;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), _dice: &mut D) -> Step<(), JumpOffCheck> {
        Step::Done(self.check)
    }
}

/// `facing`: the armour that a shooter sees.
pub(super) struct VehicleFacing {
    seen: Facing,
}

impl<'c> CombatResolution<'c> for VehicleFacing {
    type Codex = Codex;
    const NAME: &'static str = "facing";
    const ABOUT: &'static str = "which armour of a vehicle a shooter sees";
    const LABELS: &'static [&'static str] = &["front", "side", "rear"];

    fn inputs() -> Vec<InputDoc> {
        vec![
            required("vehicle-at", POINT),
            required("shooter-at", POINT),
            input("heading", "degrees counter-clockwise from +x", "0"),
        ]
    }

    fn read(inputs: &mut Inputs<'_, '_, 'c>) -> Option<Self> {
        let table = &mut inputs.table;
        let (vehicle, shooter) = (table.required("vehicle-at", point), table.required("shooter-at", point));
        let heading = table.or("heading", 0.0, |node| node.number(-1e6..=1e6));
        // Headings are written counter-clockwise from the x axis.
        Some(Self { seen: Facing::seen(vehicle?, Heading::from_degrees(90.0 - heading), shooter?) })
    }

    fn label(&self, facing: &Facing) -> usize {
        *facing as usize
    }
}

impl Resolution for VehicleFacing {
    type State = ();
    type Outcome = Facing;

    fn begin(&self) {}

    fn step<D: Dice>(&self, (): (), _dice: &mut D) -> Step<(), Facing> {
        Step::Done(self.seen)
    }
}
