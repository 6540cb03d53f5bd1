//! Notation of choices: how situations write them and traces tell them.

use serde_json::Value;

use super::choices::{Act, Choice, March, Order, Path, PathStep, Stance, Works};
use super::state::{Battle, CommanderId, UnitId};
use crate::game::notation::{KeysNotation, Notation, notation};
use crate::game::{Diagnostic, Node};
use crate::tabletop::hex::flat::{Direction, Grid};
use crate::tabletop::hex::{HexIndex, MOST_STEPS, NOWHERE};

notation! {
    Battle<'_> as Choice;
    (Place { unit, hex, facing, stance }) {
        "place": unit(UNIT), hex(HEX, "at"), facing(FACING, "facing"), stance(STANCE, "stance", Stance::Usual)
    }
    (Prepare { works, hex, facing }) { "prepare": works(WORKS), hex(HEX, "at"), facing(FACING, "facing") }
    (Keep { unit }) { "keep": unit(UNIT) }
    (MarkRetreat { hex }) { "mark-retreat": hex(HEX) }
    (Number { group }) { "number": group(NUMBER) }
    (Write { order, supports }) { "write": order(ORDER), supports(NUMBER, "supports") }
    (Replace) { "replace": true }
    (Spot { unit }) { "spot": unit(UNIT) }
    (Stay) { "stay": true }
    (MakeWay) { "stay": false }
    (Enter { unit, hex, facing }) { "enter": unit(UNIT), hex(HEX, "at"), facing(FACING, "facing") }
    (ChangeOrder { group, order, supports }) {
        "change-order": group(NUMBER), order(ORDER, "order"), supports(NUMBER, "supports")
    }
    (Attach { commander, unit }) { "attach": commander(NUMBER), unit(UNIT, "to") }
    (Ride { commander, hex }) { "ride": commander(NUMBER), hex(HEX, "to") }
    (March(march)) { "march": march(keys MARCH) }
    (Build { unit, works, hex }) { "build": unit(UNIT), works(WORKS, "works"), hex(HEX, "at") }
    (Contact { enemy }) { "contact": enemy(UNIT) }
    (Rout) { "skirmishers": way "rout" }
    (Remove) { "skirmishers": way "remove" }
    (Shoot { unit, target, captured }) {
        "shoot": unit(UNIT), target(UNIT, "at"), captured(FLAG, "captured", false)
    }
    (Primary { unit, enemy }) { "primary": unit(UNIT), enemy(UNIT, "enemy") }
    (Canister { target }) { "canister": target(UNIT) }
    (Press { enemy }) { "press": enemy(UNIT) }
    (Advance { facing }) { "advance": facing(FACING) }
    (Face { facing }) { "face": facing(FACING) }
    (Done) { "done": true }
    (Proceed) { "proceed": true }
}

impl Battle<'_> {
    /// A unit, by its name.
    const UNIT: Notation<Self, UnitId> =
        Notation { read: |battle, node| read_unit(battle, node), write: |battle, unit| battle.name(*unit).into() };

    /// A hex, by its number.
    const HEX: Notation<Self, HexIndex> =
        Notation { read: |battle, node| read_hex(battle, node), write: |battle, hex| battle.coordinates(*hex) };

    const FACING: Notation<Self, Direction> =
        Notation { read: |_, node| read_direction(node), write: |_, direction| direction.name().into() };

    const STANCE: Notation<Self, Stance> =
        Notation { read: |_, node| node.one_of("stance", &Stance::CHOICES), write: |_, stance| stance.key().into() };

    const ORDER: Notation<Self, Order> =
        Notation { read: |_, node| node.one_of("order", &Order::CHOICES), write: |_, order| order.key().into() };

    const WORKS: Notation<Self, Works> =
        Notation { read: |_, node| node.one_of("works", &Works::CHOICES), write: |_, works| works.key().into() };

    const FLAG: Notation<Self, bool> = Notation { read: |_, node| node.flag(), write: |_, flag| (*flag).into() };

    /// A brigade, or a commander, by its number from 0.
    const NUMBER: Notation<Self, CommanderId> =
        Notation { read: |_, node| node.whole(0..=63), write: |_, number| (*number).into() };

    /// Who moves, its `path` from the hex where it is, and what else it does: `act`, `start` facing, `turn` as step and
    /// facing, `end` facing, `deploy`. Facings left out stay as they are.
    const MARCH: KeysNotation<Self, March> = KeysNotation {
        read: |battle, key, reader| {
            let unit = reader.table.optional(key, |node| read_unit(battle, node));
            let act = reader.table.or("act", Act::None, |node| node.one_of("act", &Act::CHOICES));
            let path = reader.table.or("path", None, |node| Ok(Some((node, battle.read_path(node)?))));
            let start = reader.table.or("start", None, |node| read_direction(node).map(Some));
            let turn = reader.table.or("turn", None, |node| read_turn(node).map(Some));
            let end = reader.table.or("end", None, |node| read_direction(node).map(Some));
            let deploy = reader.table.or("deploy", false, Node::flag);
            let unit = unit?;
            let path = match path {
                Some((node, (from, path))) => {
                    reader.before.add(node, move |battle, _| battle.stands_in(unit, from));
                    path
                }
                None => Path::EMPTY,
            };
            // What is left out is as it was when the file was read, which must still be so.
            if start.is_none()
                && let Some(node) = reader.table.node(key)
            {
                let facing = battle.unit(unit).facing;
                reader.before.add(node, move |battle, _| battle.faces(unit, facing));
            }
            let start = start.unwrap_or(battle.unit(unit).facing);
            let end = end.or(turn.map(|(_, to)| to)).unwrap_or(start);
            Some(March { unit, act, start, path, middle: turn, end, deploy })
        },
        write: |battle, key, march, map| {
            map.insert(key.to_owned(), battle.name(march.unit).into());
            map.insert("act".to_owned(), march.act.key().into());
            map.insert("path".to_owned(), battle.path_json(battle.unit(march.unit).hex, march.path));
            map.insert("start".to_owned(), march.start.name().into());
            let turn = march.middle.map(|(at, to)| serde_json::json!([at, to.name()]));
            map.insert("turn".to_owned(), turn.unwrap_or(Value::Null));
            map.insert("end".to_owned(), march.end.name().into());
            map.insert("deploy".to_owned(), march.deploy.into());
        },
    };

    /// A path of hexes next to each other: its start, and the steps from there.
    fn read_path(&self, node: &Node) -> Result<(HexIndex, Path), Diagnostic> {
        let hexes = node.list()?;
        if !(1..=MOST_STEPS).contains(&hexes.len()) {
            let message = format!("a path has its start and at most {} more hexes", MOST_STEPS - 1);
            return Err(node.locate(Diagnostic::new(message)));
        }
        let start = read_hex(self, &hexes[0])?;
        let (mut at, mut path) = (start, Path::EMPTY);
        for node in &hexes[1..] {
            let to = read_hex(self, node)?;
            let Some(way) = self.setup.field.direction(at, to) else {
                return Err(node.locate(Diagnostic::new("this hex is not next to the one before it")));
            };
            path = path.then(way);
            at = to;
        }
        Ok((start, path))
    }

    fn path_json(&self, start: HexIndex, path: Path) -> Value {
        let mut at = start;
        let mut hexes = vec![self.coordinates(at)];
        for step in path.steps() {
            if let PathStep::To(way) = step
                && at != NOWHERE
            {
                at = self.setup.field.neighbour(at, way);
                hexes.push(self.coordinates(at));
            }
        }
        hexes.into()
    }
}

/// A unit, by its name.
fn read_unit(battle: &Battle<'_>, node: &Node) -> Result<UnitId, Diagnostic> {
    let name = node.text()?;
    battle.find(name).ok_or_else(|| node.locate(Diagnostic::unknown("unit", name, battle.names(battle.all_units()))))
}

pub(super) fn read_direction(node: &Node) -> Result<Direction, Diagnostic> {
    node.one_of("direction", &Direction::ALL.map(|direction| (direction.name(), direction)))
}

fn read_turn(node: &Node) -> Result<(u8, Direction), Diagnostic> {
    let [step, facing] = node.list()? else {
        return Err(node.locate(Diagnostic::new("a turn is a number of steps and a facing").allowing(["[1, \"NE\"]"])));
    };
    Ok((step.whole(0..=MOST_STEPS as i64)?, read_direction(facing)?))
}

/// A hex of the board, by its number.
pub(super) fn read_hex(battle: &Battle<'_>, node: &Node) -> Result<HexIndex, Diagnostic> {
    read_hex_of(battle.setup.field.grid, node)
}

/// A hex of a board, by its number.
pub(super) fn read_hex_of(grid: Grid, node: &Node) -> Result<HexIndex, Diagnostic> {
    grid.parse(node.text()?).map_err(|error| node.locate(Diagnostic::new(error.to_string())))
}
