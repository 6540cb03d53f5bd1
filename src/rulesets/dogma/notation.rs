//! Notation of choices: how situations write them and traces tell them.

use serde_json::{Value, json};

use super::choices::{Attack, Away, Choice, Leg, MOST_LEGS, MOST_SUPPORTERS, Meeting, Path, Route, Target};
use super::events::{degrees, inches, point, standing};
use super::setup::TableEdge;
use super::state::{Battle, ElementId, Formation, MOST_IN_GROUP, NOBODY, Pose};
use super::terrain::Kind;
use crate::game::notation::{KeysNotation, Notation, notation};
use crate::game::situation::Position;
use crate::game::{Diagnostic, Diagnostics, Node, TableReader};
use crate::tabletop::plane::{Edge, Facing, Point};

/// Longest coordinate or way, inches.
const FARTHEST: f64 = 1000.0;

/// Edges of a base, by key.
pub(super) const EDGES: [(&str, Edge); 4] =
    [("front", Edge::Front), ("left", Edge::Left), ("rear", Edge::Rear), ("right", Edge::Right)];

/// Ways to break off, by key.
const WAYS: [(&str, Away); 3] = [("back", Away::Back), ("left", Away::Left), ("right", Away::Right)];

notation! {
    Battle<'_> as Choice;
    (Roll) { "roll": true }
    (NoFeature) { "feature": kind "none" }
    (Feature { kind, at, across }) { "feature": kind(KIND), at(POINT, "at"), across(INCHES, "across") }
    (Edge(edge)) { "edge": edge(TABLE_EDGE) }
    (Bearer { element }) { "bearer": element(ELEMENT) }
    (Marker { at }) { "marker": at(POINT) }
    (Deploy { element, pose }) { "deploy": element(ELEMENT), pose(POSE, "at") }
    (Mount { element, apc }) { "mount": element(ELEMENT), apc(ELEMENT, "on") }
    (Reserve { element }) { "reserve": element(ELEMENT) }
    (Barrage { group }) { "barrage": group(GROUP) }
    (Check { element }) { "check": element(ELEMENT) }
    (Move { element, path, meeting, join }) {
        "move": element(ELEMENT), path(PATH, "path", Path::STAY), meeting(keys MEETING), join(PERHAPS, "join", NOBODY)
    }
    (March { group, route, meeting }) {
        "march": group(GROUP), route(ROUTE, "route", Route::STAY), meeting(keys MEETING)
    }
    (Turn { group, quarters }) { "turn": group(GROUP), quarters(QUARTERS, "quarters") }
    (Slide { group, foe }) { "slide": group(GROUP), foe(ELEMENT, "foe") }
    (BreakOff { group, away, distance, facing }) {
        "break-off": group(GROUP), away(WAY, "away", Away::Back), distance(INCHES, "distance"),
        facing(FACING, "facing", None)
    }
    (Board { element, apc }) { "board": element(ELEMENT), apc(ELEMENT, "on") }
    (Disembark { element, pose }) { "disembark": element(ELEMENT), pose(POSE, "at") }
    (Enter { element, edge, at, path, meeting, join }) {
        "enter": element(ELEMENT), edge(TABLE_EDGE, "edge"), at(INCHES, "at"), path(PATH, "path", Path::STAY),
        meeting(keys MEETING), join(PERHAPS, "join", NOBODY)
    }
    (EndMovement) { "end": phase "movement" }
    (EndRanged) { "end": phase "ranged" }
    (EndClose) { "end": phase "close" }
    (EndDeclaration) { "end": phase "declaration" }
    (Fire(attack)) { "fire": attack(keys ATTACK) }
    (Fight(attack)) { "fight": attack(keys ATTACK) }
    (Declare { group }) { "declare": group(GROUP) }
    (Bail { element, pose }) { "bail": element(ELEMENT), pose(POSE, "at") }
}

impl Battle<'_> {
    /// An Element, by its identifier.
    const ELEMENT: Notation<Self, ElementId> =
        Notation { read: |battle, node| battle.read_unit(node), write: |battle, it| battle.name(*it).into() };

    /// An Element, or null for [`NOBODY`].
    const PERHAPS: Notation<Self, ElementId> = Notation {
        read: |battle, node| battle.read_unit(node),
        write: |battle, it| if *it == NOBODY { Value::Null } else { battle.name(*it).into() },
    };

    /// The members of a Group, the leader first; in files one may stand alone.
    const GROUP: Notation<Self, Formation> = Notation {
        read: |battle, node| {
            let units = battle.read_units(node)?;
            let few = (1..=MOST_IN_GROUP).contains(&units.len()).then(|| Formation::of(&units)).flatten();
            few.ok_or_else(|| node.locate(Diagnostic::new(format!("a Group has 1 to {MOST_IN_GROUP} units"))))
        },
        write: |battle, group| battle.names(group.iter()).into(),
    };

    const KIND: Notation<Self, Kind> = Notation { read: |_, node| read_kind(node), write: |_, kind| kind.key().into() };

    const POINT: Notation<Self, Point> = Notation { read: |_, node| read_point(node), write: |_, at| point(*at) };

    const INCHES: Notation<Self, f64> =
        Notation { read: |_, node| coordinate(node), write: |_, distance| inches(*distance).into() };

    /// Where a base is put: x, y and degrees clockwise from north.
    const POSE: Notation<Self, Pose> = Notation {
        read: |_, node| match node.list()? {
            [x, y, facing] => Ok(Pose::new(Point::new(coordinate(x)?, coordinate(y)?), read_facing(facing)?)),
            _ => {
                let diagnostic = Diagnostic::new("a base is put at x, y, and faces a way");
                Err(node.locate(diagnostic.allowing(["[x, y, degrees]"])))
            }
        },
        write: |battle, pose| standing(&battle.base_at(*pose)),
    };

    const TABLE_EDGE: Notation<Self, TableEdge> =
        Notation { read: |_, node| node.one_of("edge", &TableEdge::CHOICES), write: |_, edge| edge.key().into() };

    const QUARTERS: Notation<Self, u8> =
        Notation { read: |_, node| node.whole(0..=9), write: |_, quarters| (*quarters).into() };

    const FACING: Notation<Self, Option<Facing>> =
        Notation { read: |_, node| read_facing(node).map(Some), write: |_, facing| facing.map(degrees).into() };

    const WAY: Notation<Self, Away> = Notation {
        read: |_, node| node.one_of("way", &WAYS),
        write: |_, away| WAYS.into_iter().find(|(_, way)| way == away).map(|(key, _)| key).into(),
    };

    /// The path of a tactical move: inches straight on, or legs and facing.
    const PATH: Notation<Self, Path> = Notation {
        read: |_, node| {
            if node.entries().is_err() {
                return coordinate(node).map(Path::straight);
            }
            read_table("the path", node, |table| Path {
                first: table.or("first", 0.0, coordinate),
                facing: table.optional("facing", read_facing),
                second: table.or("second", 0.0, coordinate),
            })
        },
        write: |_, path| json!({ "first": inches(path.first), "facing": path.facing.map(degrees), "second": inches(path.second) }),
    };

    /// The route of a Group: inches straight on, or a list of legs.
    const ROUTE: Notation<Self, Route> = Notation {
        read: |_, node| {
            let Ok(legs) = node.list() else { return coordinate(node).map(Route::straight) };
            if legs.len() > MOST_LEGS {
                return Err(node.locate(Diagnostic::new(format!("a route has at most {MOST_LEGS} legs"))));
            }
            legs.iter().try_fold(Route::STAY, |route, node| {
                let leg = read_table("the leg", node, |table| {
                    let straight = table.optional("straight", coordinate).map(Leg::Straight);
                    let wheel = table.optional("wheel", |node| node.number(-360.0..=360.0));
                    straight.or(wheel.map(|degrees| Leg::Wheel(degrees.to_radians())))
                })?;
                let diagnostic = || node.locate(Diagnostic::new("a leg is `straight` or a `wheel`"));
                leg.map(|leg| route.then(leg)).ok_or_else(diagnostic)
            })
        },
        write: |_, route| {
            let leg = |leg: &Leg| match leg {
                Leg::Straight(distance) => json!({ "straight": inches(*distance) }),
                Leg::Wheel(radians) => json!({ "wheel": inches(radians.to_degrees()) }),
            };
            route.legs().iter().map(leg).collect()
        },
    };

    /// `foe`, and in files the edge of it that is met, `contact`.
    const MEETING: KeysNotation<Self, Meeting> = KeysNotation {
        read: |battle, _, reader| {
            let foe = reader.table.or("foe", NOBODY, |node| battle.read_unit(node));
            Some(Meeting { foe, edge: reader.table.optional("contact", read_edge) })
        },
        write: |battle, _, meeting, map| {
            map.insert("foe".to_owned(), (Self::PERHAPS.write)(battle, &meeting.foe));
        },
    };

    /// The attacker, `target` and `supports`.
    const ATTACK: KeysNotation<Self, Attack> = KeysNotation {
        read: |battle, key, reader| {
            let attacker = reader.table.optional(key, |node| battle.read_unit(node));
            let target = reader.table.required("target", |node| battle.read_target(node));
            let supports = reader.table.or("supports", Vec::new(), |node| {
                let units = battle.read_units(node)?;
                if units.len() > MOST_SUPPORTERS {
                    return Err(node.locate(Diagnostic::new(format!("at most {MOST_SUPPORTERS} can be named"))));
                }
                Ok(units)
            });
            Some(supports.into_iter().fold(Attack::new(attacker?, target?), Attack::with))
        },
        write: |battle, key, attack, map| {
            let target = match attack.target {
                Target::Element(target) => json!(battle.name(target)),
                Target::Building(index) => json!({ "building": index }),
            };
            map.insert(key.to_owned(), battle.name(attack.attacker).into());
            map.insert("target".to_owned(), target);
            map.insert("supports".to_owned(), battle.names(attack.supporters()).into());
        },
    };

    /// One Element, or a list of them.
    pub(super) fn read_units(&self, node: &Node) -> Result<Vec<ElementId>, Diagnostic> {
        match node.list() {
            Ok(list) => list.iter().map(|node| self.read_unit(node)).collect(),
            Err(_) => Ok(vec![self.read_unit(node)?]),
        }
    }

    /// What is attacked: an Element, or a building by its number in the list of terrain.
    pub(super) fn read_target(&self, node: &Node) -> Result<Target, Diagnostic> {
        if node.text().is_ok() {
            return self.read_unit(node).map(Target::Element);
        }
        let count = self.terrain.features().len() as i64;
        if count == 0 {
            return Err(node.locate(Diagnostic::new("there is no building: the table has no terrain")));
        }
        let index =
            read_table("the target", node, |table| table.required("building", |node| node.whole(0..=count - 1)))?;
        let diagnostic = || node.locate(Diagnostic::new("a target is a unit or a building"));
        index.map(Target::Building).ok_or_else(diagnostic)
    }
}

/// A table within a choice, `what` in complaints.
fn read_table<T>(what: &str, node: &Node, read: impl FnOnce(&mut TableReader<'_, '_>) -> T) -> Result<T, Diagnostic> {
    let mut diagnostics = Diagnostics::new();
    let value = TableReader::open(what, node, &mut diagnostics).map(|mut table| {
        let value = read(&mut table);
        table.close();
        value
    });
    match (value, diagnostics.pop()) {
        (Some(value), None) => Ok(value),
        (_, diagnostic) => Err(diagnostic.unwrap_or_default()),
    }
}

/// Inches, of a coordinate or a way.
pub(super) fn coordinate(node: &Node) -> Result<f64, Diagnostic> {
    node.number(-FARTHEST..=FARTHEST)
}

/// A point, as x and y.
pub(super) fn read_point(node: &Node) -> Result<Point, Diagnostic> {
    match node.list()? {
        [x, y] => Ok(Point::new(coordinate(x)?, coordinate(y)?)),
        _ => Err(node.locate(Diagnostic::new("a point is x and y").allowing(["[x, y]"]))),
    }
}

/// A direction in degrees clockwise from north.
pub(super) fn read_facing(node: &Node) -> Result<Facing, Diagnostic> {
    node.number(-360.0..=360.0).map(Facing::from_degrees)
}

/// An edge of a base.
pub(super) fn read_edge(node: &Node) -> Result<Edge, Diagnostic> {
    node.one_of("edge", &EDGES)
}

/// A kind of terrain.
pub(super) fn read_kind(node: &Node) -> Result<Kind, Diagnostic> {
    node.one_of("kind of terrain", &Kind::CHOICES)
}
