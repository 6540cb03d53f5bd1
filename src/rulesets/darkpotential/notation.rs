//! Notation of choices: how situations write them and traces tell them.

use serde_json::Value;

use super::bidding::Bid;
use super::choices::{Action, Choice, MOST_WAYPOINTS, Way};
use super::field::BoardEdge;
use super::state::{Battle, FigureId, FigureSet, MOST_TEMPLATES, members};
use crate::game::notation::{KeysNotation, Notation, notation};
use crate::game::situation::Position;
use crate::game::trace::{inches, point};
use crate::game::{Diagnostic, Node, Side};
use crate::tabletop::plane::{Aloft, Facing, Point, Spot};

/// Longest coordinate, inches.
const FARTHEST: f64 = 1000.0;

/// Uses of Command Points on a roll, by key.
const BIDS: [(&str, Bid); 3] = [("up", Bid::Up), ("down", Bid::Down), ("reroll", Bid::Reroll)];

notation! {
    Battle<'_> as Choice;
    (RollOff) { "roll-off": true }
    (First(true)) { "first": true }
    (First(false)) { "first": false }
    (Edge(edge)) { "edge": edge(TABLE_EDGE) }
    (Place { figure, at }) { "place": figure(FIGURE), at(keys PLACE) }
    (Hide(model)) { "hide": model(FIGURE) }
    (Real(base)) { "real": base(FIGURE) }
    (Leader(model)) { "leader": model(FIGURE) }
    (Activate(unit)) { "activate": unit(UNIT) }
    (Reveal(model)) { "reveal": model(FIGURE) }
    (Remove(base)) { "remove": base(FIGURE) }
    (Observe { observer, base }) { "observe": observer(FIGURE), base(FIGURE, "base") }
    (Manoeuvre(payer)) { "manoeuvre": payer(UNIT) }
    (Move { figure, way }) { "move": figure(FIGURE), way(keys WAY) }
    (Stay(figure)) { "stay": figure(FIGURE) }
    (Act { model, action: Action::None }) { "idle": model(FIGURE) }
    (Act { model, action: Action::Move(way) }) { "second-move": model(FIGURE), way(keys WAY) }
    (Act { model, action: Action::Shoot { weapon, target } }) {
        "shoot": model(FIGURE), weapon(WEAPON, "weapon"), target(FIGURE, "target")
    }
    (Act { model, action: Action::Fight { weapon, target } }) {
        "fight": model(FIGURE), weapon(WEAPON, "weapon"), target(FIGURE, "target")
    }
    (Act { model, action: Action::Charge(way) }) { "charge": model(FIGURE), way(keys WAY) }
    (Act { model, action: Action::Overwatch { weapon, facing, payer } }) {
        "overwatch": model(FIGURE), weapon(WEAPON, "weapon"), facing(FACING, "facing"), payer(UNIT, "payer")
    }
    (Act { model, action: Action::CombatReady { facing, payer } }) {
        "combat-ready": model(FIGURE), facing(FACING, "facing"), payer(UNIT, "payer")
    }
    (Act { model, action: Action::Suppress { group, centre, payer } }) {
        "suppress": model(FIGURE), group(FIGURES, "with"), centre(keys CENTRE), payer(UNIT, "payer")
    }
    (Act { model, action: Action::Look { base } }) { "look": model(FIGURE), base(FIGURE, "base") }
    (React { by, point, template }) {
        "react": by(FIGURE), point(NUMBER, "point"), template(TEMPLATE, "template", None)
    }
    (Charge { by, way }) { "reaction-charge": by(FIGURE), way(keys WAY) }
    (FreeAttack(by)) { "free-attack": by(FIGURE) }
    (Strike { weapon, target }) { "strike": target(FIGURE), weapon(WEAPON, "weapon") }
    (Declare { model, weapon }) { "declare": model(FIGURE), weapon(WEAPON, "weapon") }
    (Next(model)) { "next": model(FIGURE) }
    (PickUp(taker)) { "pick-up": taker(FIGURE) }
    (Bid { bid, payer }) { "bid": bid(BID), payer(UNIT, "payer") }
    (Pass) { "pass": true }
}

impl Battle<'_> {
    /// A figure, by its identifier.
    const FIGURE: Notation<Self, FigureId> =
        Notation { read: |battle, node| battle.read_unit(node), write: |battle, it| battle.name(*it).into() };

    /// Figures of one side.
    const FIGURES: Notation<Self, FigureSet> = Notation {
        read: |battle, node| node.list()?.iter().map(|node| battle.read_unit(node)).collect(),
        // Groups are of the side whose turn it is.
        write: |battle, set| battle.names(members(battle.active, *set)).into(),
    };

    /// A unit of the side that decides, by its identifier.
    const UNIT: Notation<Self, u8> = Notation {
        read: |battle, node| {
            let name = node.text()?;
            let known = |side: Side| (0..battle.force(side).units).map(move |unit| battle.unit_name(side, unit));
            let found = Side::BOTH.into_iter().find_map(|side| known(side).position(|one| one == name));
            let all = Side::BOTH.into_iter().flat_map(known);
            found.map(|unit| unit as u8).ok_or_else(|| {
                let names: Vec<String> = all.collect();
                node.locate(Diagnostic::unknown("unit", name, names.iter().map(String::as_str)))
            })
        },
        write: |battle, unit| battle.unit_name(battle.decider, *unit).into(),
    };

    const WEAPON: Notation<Self, u8> = Notation {
        read: |battle, node| {
            let keys: Vec<&str> = battle.setup.codex.weapons.iter().map(|weapon| weapon.key.as_str()).collect();
            Ok(node.index_in("weapon", &keys)? as u8)
        },
        write: |battle, weapon| battle.weapon(*weapon).key.as_str().into(),
    };

    const TABLE_EDGE: Notation<Self, BoardEdge> =
        Notation { read: |_, node| node.one_of("edge", &BoardEdge::CHOICES), write: |_, edge| edge.key().into() };

    const FACING: Notation<Self, Facing> = Notation {
        read: |_, node| node.number(-360.0..=360.0).map(Facing::from_degrees),
        write: |_, facing| inches(facing.degrees()).into(),
    };

    const NUMBER: Notation<Self, u8> = Notation { read: |_, node| node.whole(0..=255), write: |_, it| (*it).into() };

    const TEMPLATE: Notation<Self, Option<u8>> = Notation {
        read: |_, node| node.whole(0..=MOST_TEMPLATES as i64 - 1).map(Some),
        write: |_, template| template.map_or(Value::Null, Value::from),
    };

    const BID: Notation<Self, Bid> = Notation {
        read: |_, node| node.one_of("use", &BIDS),
        write: |_, bid| BIDS.into_iter().find(|(_, one)| one == bid).map(|(key, _)| key).into(),
    };

    /// `at` and `level`.
    const PLACE: KeysNotation<Self, Spot> = KeysNotation {
        read: |_, _, reader| {
            let level = reader.table.or("level", 0, |node| node.whole::<u8>(0..=255));
            let point = reader.table.required("at", read_point);
            Some(Spot { point: point?, level })
        },
        write: |_, _, at, map| {
            map.insert("at".to_owned(), point(at.point));
            map.insert("level".to_owned(), at.level.into());
        },
    };

    /// `at` and `height`.
    const CENTRE: KeysNotation<Self, Aloft> = KeysNotation {
        read: |_, _, reader| {
            let height = reader.table.or("height", 0.0, coordinate);
            let point = reader.table.required("at", read_point);
            Some(Aloft { point: point?, height })
        },
        write: |_, _, at, map| {
            map.insert("at".to_owned(), point(at.point));
            map.insert("height".to_owned(), inches(at.height).into());
        },
    };

    /// `to`, `level`, and in `via` places on the way, each `[x, y]` or `[x, y, level]`.
    const WAY: KeysNotation<Self, Way> = KeysNotation {
        read: |_, _, reader| {
            let level = reader.table.or("level", 0, |node| node.whole::<u8>(0..=255));
            let to = reader.table.required("to", read_point);
            let via = reader.table.or("via", Vec::new(), |node| {
                let list = node.list()?;
                if list.len() > MOST_WAYPOINTS {
                    return Err(node.locate(Diagnostic::new(format!("at most {MOST_WAYPOINTS} places on the way"))));
                }
                list.iter().map(read_spot).collect::<Result<Vec<_>, _>>()
            });
            let way = Way::straight(Spot { point: to?, level });
            via.into_iter().try_fold(way, Way::by)
        },
        write: |_, _, way, map| {
            map.insert("to".to_owned(), point(way.to.point));
            map.insert("level".to_owned(), way.to.level.into());
            let spot = |at: &Spot| serde_json::json!([inches(at.point.x), inches(at.point.y), at.level]);
            map.insert("via".to_owned(), way.waypoints().iter().map(spot).collect());
        },
    };
}

/// A point, as x and y.
pub(super) fn read_point(node: &Node) -> Result<Point, Diagnostic> {
    match node.list()? {
        [x, y] => Ok(Point::new(coordinate(x)?, coordinate(y)?)),
        _ => Err(node.locate(Diagnostic::new("a point is x and y").allowing(["[x, y]"]))),
    }
}

/// A place: x, y, and the level if it is not the ground.
pub(super) fn read_spot(node: &Node) -> Result<Spot, Diagnostic> {
    match node.list()? {
        [x, y] => Ok(Spot { point: Point::new(coordinate(x)?, coordinate(y)?), level: 0 }),
        [x, y, level] => {
            let point = Point::new(coordinate(x)?, coordinate(y)?);
            Ok(Spot { point, level: level.whole::<u8>(0..=255)? })
        }
        _ => Err(node.locate(Diagnostic::new("a place is x, y and a level").allowing(["[x, y]", "[x, y, level]"]))),
    }
}

/// Inches.
pub(super) fn coordinate(node: &Node) -> Result<f64, Diagnostic> {
    node.number(-FARTHEST..=FARTHEST)
}
