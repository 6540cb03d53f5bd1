//! Notation of choices: how situations write them and traces tell them.

use serde_json::Value;

use super::choices::{Aim, Choice, MOST_STEPS, Path, PathStep, Shot};
use super::codex::FARTHEST;
use super::field::Field;
use super::state::{Battle, UnitId};
use crate::game::notation::{KeysNotation, Notation, notation};
use crate::game::situation::{ChoiceReader, Position};
use crate::game::{Diagnostic, Node};
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};

notation! {
    Battle<'_> as Choice;
    (Place { unit, hex }) { "place": unit(UNIT), hex(HEX, "at") }
    (Mount { unit, carrier }) { "mount": unit(UNIT), carrier(UNIT, "on") }
    (Move { unit, path }) { "move": keys MOVE(unit, path) }
    (Fly { unit, direction, length }) {
        "fly": unit(UNIT), direction(DIRECTION, "direction"), length(LENGTH, "length")
    }
    (Watch { unit }) { "watch": unit(UNIT) }
    (StandDown { unit }) { "stand-down": unit(UNIT) }
    (Shoot(shot)) { "shoot": shot(keys SHOT) }
    (Fire) { "fire": true }
    (Hold) { "hold": true }
    (EndMovement) { "end": phase "movement" }
    (EndAttacks) { "end": phase "attacks" }
    (Stand) { "stand": true }
    (GiveWay) { "stand": false }
    (Retreat { path }) { "retreat": path(keys RETREAT) }
    (Proceed) { "proceed": true }
    (Recover) { "recover": true }
    series "attack": read_attack
}

impl Battle<'_> {
    /// A unit, by its identifier.
    const UNIT: Notation<Self, UnitId> =
        Notation { read: |battle, node| battle.read_unit(node), write: |battle, unit| battle.name(*unit).into() };

    /// A hex, as column and row.
    const HEX: Notation<Self, HexIndex> = Notation {
        read: |battle, node| read_hex(&battle.setup.field, node),
        write: |battle, hex| battle.coordinates(*hex),
    };

    const DIRECTION: Notation<Self, Direction> =
        Notation { read: |_, node| read_direction(node), write: |_, direction| direction.name().into() };

    /// Hexes of a flight.
    const LENGTH: Notation<Self, u8> =
        Notation { read: |_, node| node.whole(1..=i64::from(FARTHEST)), write: |_, length| (*length).into() };

    /// Who moves, its `path` from the hex where it is, and whether it leaves the map thereafter, `exit`.
    const MOVE: KeysNotation<Self, (UnitId, Path)> = KeysNotation {
        read: |battle, key, reader| {
            let unit = reader.table.optional(key, |node| battle.read_unit(node));
            let path = reader.table.required("path", |node| Ok((node, battle.read_path(node)?)));
            let exit = reader.table.or("exit", false, Node::flag);
            let ((node, (from, path)), unit) = (path?, unit?);
            reader.before.add(node, move |battle, _| battle.stands_in(unit, from));
            Some((unit, if exit { path.then_exit() } else { path }))
        },
        write: |battle, key, (unit, path), map| {
            map.insert(key.to_owned(), battle.name(*unit).into());
            map.insert("path".to_owned(), battle.path_json(battle.unit(*unit).hex, *path));
            map.insert("exit".to_owned(), path.steps().any(|step| step == PathStep::Exit).into());
        },
    };

    /// The path of a retreat, from the hex where the victim is.
    const RETREAT: KeysNotation<Self, Path> = KeysNotation {
        read: |battle, key, reader| {
            let (node, (from, path)) = reader.table.optional(key, |node| Ok((node, battle.read_path(node)?)))?;
            reader.before.add(node, move |battle, _| {
                battle.effect.map_or(Ok(()), |effect| battle.stands_in(effect.victim, from))
            });
            Some(path)
        },
        write: |battle, key, path, map| {
            let start = battle.effect.map_or(NOWHERE, |effect| battle.unit(effect.victim).hex);
            map.insert(key.to_owned(), battle.path_json(start, *path));
        },
    };

    /// Who shoots, its `mode`, at which `target`, and the `splash` of a flame.
    const SHOT: KeysNotation<Self, Shot> = KeysNotation {
        read: |battle, key, reader| {
            let unit = reader.table.optional(key, |node| battle.read_unit(node));
            let mode = reader.table.required("mode", |node| battle.read_mode(unit.unwrap_or(0), node, node.text()?));
            let aim = reader.table.required("target", |node| battle.read_aim(node));
            let splash = reader.table.optional("splash", read_direction);
            let (unit, mode, aim) = (unit?, mode?, aim?);
            let splash = splash.unwrap_or_else(|| battle.usual_splash(unit, mode, aim));
            Some(Shot { unit, mode, aim, splash })
        },
        write: |battle, key, shot, map| {
            let target = match shot.aim {
                Aim::Unit(target) => battle.name(target).into(),
                Aim::Hex(hex) => battle.coordinates(hex),
            };
            map.insert(key.to_owned(), battle.name(shot.unit).into());
            map.insert("mode".to_owned(), battle.mode_name(shot).0.into());
            map.insert("target".to_owned(), target);
            let flame = battle.is_flame(shot.unit, shot.mode);
            map.insert("splash".to_owned(), flame.then(|| shot.splash.name()).into());
        },
    };

    /// All shots of an attack at one target, and its fire.
    fn read_attack(&self, key: &'static str, reader: &mut ChoiceReader<'_, '_, Self>) -> Option<Vec<Choice>> {
        let shooters = reader.table.optional(key, |node| {
            let list = node.list()?;
            if list.is_empty() {
                return Err(node.locate(Diagnostic::new("an attack needs somebody who shoots")));
            }
            list.iter().map(|node| self.read_shooter(node)).collect::<Result<Vec<_>, _>>()
        });
        let aim = reader.table.required("target", |node| self.read_aim(node));
        let splash = reader.table.optional("splash", read_direction);
        let (shooters, aim) = (shooters?, aim?);
        let shot = |(unit, mode): (UnitId, u8)| {
            let flame = self.is_flame(unit, mode);
            let splash = splash.filter(|_| flame).unwrap_or_else(|| self.usual_splash(unit, mode, aim));
            Choice::Shoot(Shot { unit, mode, aim, splash })
        };
        Some(shooters.into_iter().map(shot).chain([Choice::Fire]).collect())
    }

    /// Where a shot splashes that says nothing of it: a flame on the first side of its target that is on the map.
    fn usual_splash(&self, unit: UnitId, mode: u8, aim: Aim) -> Direction {
        let hex = match aim {
            Aim::Unit(target) => self.unit(target).hex,
            Aim::Hex(hex) => hex,
        };
        if hex == NOWHERE || !self.is_flame(unit, mode) {
            return Direction::East;
        }
        self.setup.field.side_on_the_map(hex)
    }

    /// A path of hexes next to each other: its start, and the steps from there.
    fn read_path(&self, node: &Node) -> Result<(HexIndex, Path), Diagnostic> {
        let hexes = node.list()?;
        if !(1..=MOST_STEPS).contains(&hexes.len()) {
            let message = format!("a path has its start and at most {} more hexes", MOST_STEPS - 1);
            return Err(node.locate(Diagnostic::new(message)));
        }
        let field = &self.setup.field;
        let start = read_hex(field, &hexes[0])?;
        let (mut at, mut path) = (start, Path::EMPTY);
        for node in &hexes[1..] {
            let to = read_hex(field, node)?;
            let Some(direction) = field.neighbours[usize::from(at)].iter().position(|hex| *hex == to) else {
                return Err(node.locate(Diagnostic::new("this hex is not next to the one before it")));
            };
            path = path.then(Direction::ALL[direction]);
            at = to;
        }
        Ok((start, path))
    }

    fn path_json(&self, start: HexIndex, path: Path) -> Value {
        std::iter::once(start).chain(self.walk(start, path)).map(|hex| self.coordinates(hex)).collect()
    }

    /// A fire mode of a unit, by its name.
    pub(super) fn read_mode(&self, unit: UnitId, node: &Node, name: &str) -> Result<u8, Diagnostic> {
        let profile = self.profile(unit);
        let modes = profile.modes.iter().map(|mode| mode.name.as_str());
        profile.mode(name).ok_or_else(|| node.locate(Diagnostic::unknown("fire mode", name, modes)))
    }

    /// A unit and perhaps its fire mode, as `A:andy` or `A:oscar:ap-grenade`.
    fn read_shooter(&self, node: &Node) -> Result<(UnitId, u8), Diagnostic> {
        let text = node.text()?;
        match text.match_indices(':').nth(1) {
            None => Ok((self.read_unit(node)?, 0)),
            Some((at, _)) => {
                let unit = self.read_unit_name(node, &text[..at])?;
                Ok((unit, self.read_mode(unit, node, &text[at + 1..])?))
            }
        }
    }

    fn read_aim(&self, node: &Node) -> Result<Aim, Diagnostic> {
        if node.list().is_ok() {
            read_hex(&self.setup.field, node).map(Aim::Hex)
        } else {
            self.read_unit(node).map(Aim::Unit)
        }
    }
}

fn read_direction(node: &Node) -> Result<Direction, Diagnostic> {
    node.one_of("direction", &Direction::ALL.map(|direction| (direction.name(), direction)))
}

/// A hex of the map, as column and row.
pub(super) fn read_hex(field: &Field, node: &Node) -> Result<HexIndex, Diagnostic> {
    let grid = field.grid;
    let [column, row] = node.list()? else {
        return Err(node.locate(Diagnostic::new("a hex is a column and a row").allowing(["[column, row]"])));
    };
    let column: u16 = column.whole(0..=i64::from(grid.width) - 1)?;
    let row: u16 = row.whole(0..=i64::from(grid.height) - 1)?;
    Ok(row * grid.width + column)
}
