//! What a situation expects to find, and what it says when it finds something else.

use serde_json::Value;

use super::script::Finder;
use super::stage::read_side;
use crate::game::situation::{
    self, Among, Expectation, compare, entries, heard, list, not_told, read_patterns, told_in_order,
};
use crate::game::{Diagnostic, Diagnostics, Game, Node, Side, TableReader};
use crate::rulesets::dogfaces::choices::{Aim, Choice, PathStep};
use crate::rulesets::dogfaces::codex::CombatResult;
use crate::rulesets::dogfaces::events::{self, FIELDS, LogEntry};
use crate::rulesets::dogfaces::scenarios::ENDINGS;
use crate::rulesets::dogfaces::state::{Battle, Decision, NOBODY, Phase, UnitId};
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};

/// States of a unit in traces.
const STATUSES: [&str; 5] = ["ready", "stunned", "overwatch", "ooc", "left-map"];

/// One thing that has to be true.
#[derive(Debug)]
pub(super) enum Check {
    /// The path of a choice starts in this hex: that of the unit, or of whoever retreats.
    Start(Option<UnitId>, HexIndex),
    Hex(UnitId, HexIndex),
    Status(UnitId, &'static str),
    Aboard(UnitId, UnitId),
    Ammo(UnitId, u8),
    /// A field of the last direct or Overwatch attack.
    Attack(&'static str, Value),
    /// These events were told, in this order.
    Told(Vec<Value>),
    /// No event like this was told.
    NotTold(Value),
    Decision(&'static str),
    Decider(Side),
    Turn(u16),
    Phase(&'static str),
    Active(Side),
    Points([u16; 2]),
    Holders(Vec<Option<Side>>),
    Winner(Option<Side>),
    Ending(&'static str),
    Reach(UnitId, Among, Vec<HexIndex>),
    Exit(UnitId, bool),
    Targets(UnitId, Option<u8>, Among, Vec<UnitId>),
}

/// Words for the fields of [`Check::Attack`].
const ATTACK: [(&str, &str); 6] = [
    ("points", "points"),
    ("strength", "strength"),
    ("die-mod", "die_modifiers"),
    ("die", "die"),
    ("total", "total"),
    ("result", "result"),
];

impl<'n> Expectation<'n, Check> {
    /// Reads an `expect` table; a missing one expects nothing.
    pub(super) fn read(finder: Finder<'_, '_>, node: Option<&'n Node>, faults: &mut Diagnostics) -> Self {
        let mut expectation = Self::default();
        let Some(node) = node else { return expectation };
        let Some(mut form) = TableReader::open("the expectation", node, faults) else { return expectation };
        let checks = &mut expectation.checks;
        let units = form.node("units");
        let attack = form.node("attack");
        checks.extend(form.optional("told", |node| Ok((node, Check::Told(read_patterns(node, &FIELDS)?)))));
        if let Some(patterns) = form.optional("not-told", |node| read_patterns(node, &FIELDS)) {
            checks.extend(patterns.into_iter().map(|pattern| (node, Check::NotTold(pattern))));
        }
        let decisions = Decision::ALL.map(|decision| (decision.key(), decision.key()));
        let phases = [Phase::Deployment, Phase::Movement, Phase::Attack, Phase::Recovery, Phase::Over];
        let phases = phases.map(|phase| (phase.key(), phase.key()));
        let endings = ENDINGS.map(|ending| (ending, ending));
        let sides = [("A", Some(Side::A)), ("B", Some(Side::B)), ("none", None)];
        let mut add = |check: Option<(&'n Node, Check)>| checks.extend(check);
        add(form.optional("decision", |n| Ok((n, Check::Decision(n.one_of("decision", &decisions)?)))));
        add(form.optional("decider", |n| Ok((n, Check::Decider(read_side(n)?)))));
        add(form.optional("turn", |n| Ok((n, Check::Turn(n.whole(0..=9999)?)))));
        add(form.optional("phase", |n| Ok((n, Check::Phase(n.one_of("phase", &phases)?)))));
        add(form.optional("active", |n| Ok((n, Check::Active(read_side(n)?)))));
        add(form.optional("points", |n| match n.list()? {
            [a, b] => Ok((n, Check::Points([a.whole(0..=9999)?, b.whole(0..=9999)?]))),
            _ => Err(n.fault(Diagnostic::new("points are those of side A and of side B").allowing(["[A, B]"]))),
        }));
        add(form.optional("holders", |n| {
            let holders = n.list()?.iter().map(|holder| holder.one_of("holder", &sides));
            Ok((n, Check::Holders(holders.collect::<Result<_, _>>()?)))
        }));
        add(form.optional("winner", |n| Ok((n, Check::Winner(n.one_of("winner", &sides)?)))));
        add(form.optional("ending", |n| Ok((n, Check::Ending(n.one_of("ending", &endings)?)))));
        let (reach, targets) = (form.node("reach"), form.node("targets"));
        form.close();
        expectation.read_units(finder, units, faults);
        expectation.read_attack(attack, faults);
        expectation.read_options(finder, reach, targets, faults);
        expectation
    }

    /// Reads the lists `reach` and `targets`: where units can go, and whom they can shoot at.
    pub(super) fn read_options(
        &mut self,
        finder: Finder<'_, '_>,
        reach: Option<&'n Node>,
        targets: Option<&'n Node>,
        faults: &mut Diagnostics,
    ) {
        for node in list(reach, faults) {
            let Some(mut form) = TableReader::open("the reach", node, faults) else { continue };
            let unit = form.required("unit", |node| finder.unit(node)).unwrap_or(0);
            let hexes = |node: &Node| node.list()?.iter().map(|hex| finder.hex(hex)).collect::<Result<Vec<_>, _>>();
            let relations = [("hexes", Among::All), ("not-hexes", Among::None), ("exactly", Among::Exactly)];
            for (key, among) in relations {
                let check = form.optional(key, |node| Ok((node, Check::Reach(unit, among, hexes(node)?))));
                self.checks.extend(check);
            }
            self.checks.extend(form.optional("exit", |node| Ok((node, Check::Exit(unit, node.flag()?)))));
            form.close();
        }
        for node in list(targets, faults) {
            let Some(mut form) = TableReader::open("the targets", node, faults) else { continue };
            // Without a unit nothing is checked, for the file is refused.
            let unit = form.required("unit", |node| finder.unit(node)).unwrap_or(0);
            let mode = form.optional("mode", |node| finder.mode(unit, node, node.text()?));
            let units = |node: &Node| node.list()?.iter().map(|unit| finder.unit(unit)).collect::<Result<Vec<_>, _>>();
            let relations = [("of", Among::All), ("not-of", Among::None), ("exactly", Among::Exactly)];
            for (key, among) in relations {
                let check = form.optional(key, |node| Ok((node, Check::Targets(unit, mode, among, units(node)?))));
                self.checks.extend(check);
            }
            form.close();
        }
    }

    fn read_units(&mut self, finder: Finder<'_, '_>, node: Option<&'n Node>, faults: &mut Diagnostics) {
        let statuses = STATUSES.map(|status| (status, status));
        for entry in entries(node, faults) {
            let Some(unit) = finder.battle.find(&entry.key) else {
                faults.push(entry.fault(Diagnostic::unknown("unit", &entry.key, finder.battle.names())));
                continue;
            };
            let node = &entry.node;
            // A bare word is a state, a bare list a hex.
            if node.text().is_ok() {
                match node.one_of("state", &statuses) {
                    Ok(status) => self.checks.push((node, Check::Status(unit, status))),
                    Err(fault) => faults.push(fault),
                }
                continue;
            }
            if node.list().is_ok() {
                match finder.hex(node) {
                    Ok(hex) => self.checks.push((node, Check::Hex(unit, hex))),
                    Err(fault) => faults.push(fault),
                }
                continue;
            }
            let Some(mut form) = TableReader::open("the unit", node, faults) else { continue };
            let mut add = |check: Option<(&'n Node, Check)>| self.checks.extend(check);
            add(form.optional("at", |node| Ok((node, Check::Hex(unit, finder.hex(node)?)))));
            add(form.optional("status", |node| Ok((node, Check::Status(unit, node.one_of("state", &statuses)?)))));
            let aboard = form.optional("aboard", |node| {
                let carrier = if node.text() == Ok("none") { NOBODY } else { finder.unit(node)? };
                Ok((node, Check::Aboard(unit, carrier)))
            });
            add(aboard);
            add(form.optional("ammo", |node| Ok((node, Check::Ammo(unit, node.whole(0..=9)?)))));
            form.close();
        }
    }

    fn read_attack(&mut self, node: Option<&'n Node>, faults: &mut Diagnostics) {
        let Some(node) = node else { return };
        let Some(mut form) = TableReader::open("the attack", node, faults) else { return };
        for (key, field) in ATTACK {
            let check = form.optional(key, |node| {
                let value: Value = match key {
                    "result" => {
                        node.one_of("result", &CombatResult::ALL.map(|result| (result.key(), result.key())))?.into()
                    }
                    "die-mod" => node.whole::<i64>(-9..=9)?.into(),
                    _ => node.whole::<i64>(0..=99)?.into(),
                };
                Ok((node, Check::Attack(field, value)))
            });
            self.checks.extend(check);
        }
        form.close();
    }
}

impl situation::Check<Battle<'_>> for Check {
    fn hold(&self, battle: &Battle<'_>, told: &[LogEntry]) -> Result<(), String> {
        let letter = |side: &Option<Side>| side.map_or("nobody", Side::letter).to_owned();
        match self {
            Check::Start(unit, hex) => {
                let Some(unit) = unit.or(battle.effect.map(|effect| effect.victim)) else { return Ok(()) };
                Check::Hex(unit, *hex).hold(battle, told)
            }
            Check::Hex(unit, hex) => {
                let found = battle.unit(*unit).hex;
                let place = |hex: &HexIndex| match *hex {
                    NOWHERE => events::status_of(battle, *unit).to_owned(),
                    hex => format!("at {}", battle.spot(hex)),
                };
                compare(&format!("{} is", battle.name(*unit)), hex, &found, place)
            }
            Check::Status(unit, status) => {
                let found = events::status_of(battle, *unit);
                compare(&format!("{} is", battle.name(*unit)), status, &found, |status| (*status).to_owned())
            }
            Check::Aboard(unit, carrier) => {
                let found = battle.unit(*unit).carrier;
                let name = |unit: &UnitId| if *unit == NOBODY { "nothing".to_owned() } else { battle.name(*unit) };
                compare(&format!("{} rides in", battle.name(*unit)), carrier, &found, name)
            }
            Check::Ammo(unit, shots) => {
                let codex = &battle.setup.codex;
                let limited = |mode: &crate::rulesets::dogfaces::codex::Mode| {
                    codex.weapons[usize::from(mode.weapon)].ammo.is_some()
                };
                let at = battle.profile(*unit).modes.iter().position(limited);
                let found = at.map_or(0, |at| battle.unit(*unit).ammo[at]);
                compare(&format!("{} has ammunition for", battle.name(*unit)), shots, &found, u8::to_string)
            }
            Check::Attack(field, value) => check_attack(field, value, told),
            Check::Told(patterns) => told_in_order(patterns, told),
            Check::NotTold(pattern) => not_told(pattern, told),
            Check::Decision(key) => compare("the decision is", key, &battle.decision.key(), |key| (*key).to_owned()),
            Check::Decider(side) => compare("the decision is that of", &Some(*side), &battle.to_choose(), letter),
            Check::Turn(turn) => compare("the turn is", turn, &battle.turn, u16::to_string),
            Check::Phase(key) => compare("the phase is", key, &battle.phase.key(), |key| (*key).to_owned()),
            Check::Active(side) => compare("the phase is that of", &Some(*side), &Some(battle.active), letter),
            Check::Points(points) => {
                compare("the points are", points, &battle.progress.points, |points| format!("{points:?}"))
            }
            Check::Holders(holders) => {
                let found = battle.progress.holders[..battle.setup.field.objectives.len()].to_vec();
                let show = |holders: &Vec<Option<Side>>| holders.iter().map(letter).collect::<Vec<_>>().join(", ");
                compare("the objectives are held by", holders, &found, show)
            }
            Check::Winner(winner) => match battle.verdict {
                Some(verdict) => compare("the winner is", winner, &verdict.winner, letter),
                None => Err("the game is not over".to_owned()),
            },
            Check::Ending(ending) => match battle.verdict {
                Some(verdict) => {
                    compare("the game ended by", ending, &ENDINGS[usize::from(verdict.ending)], |e| (*e).to_owned())
                }
                None => Err("the game is not over".to_owned()),
            },
            Check::Reach(unit, among, hexes) => {
                let what = format!("{} can end a move in", battle.name(*unit));
                among.hold(&what, hexes, &ends(battle, *unit).0, |hex| battle.spot(*hex))
            }
            Check::Exit(unit, exit) => {
                let found = ends(battle, *unit).1;
                compare(&format!("{} can leave the map:", battle.name(*unit)), exit, &found, bool::to_string)
            }
            Check::Targets(unit, mode, among, units) => {
                let what = format!("{} can shoot at", battle.name(*unit));
                among.hold(&what, units, &targets(battle, *unit, *mode), |unit| battle.name(*unit))
            }
        }
    }
}

/// The last direct or Overwatch attack among the events.
fn check_attack(field: &str, wanted: &Value, told: &[LogEntry]) -> Result<(), String> {
    let aimed = |event: &&LogEntry| {
        event.trace["event"] == "attack" && (event.trace["kind"] == "direct" || event.trace["kind"] == "overwatch")
    };
    let attack = told.iter().rev().find(aimed).ok_or_else(|| format!("there was no attack; {}", heard(told)))?;
    let mut found = attack.trace[field].clone();
    if let Value::Array(modifiers) = &found {
        found = modifiers.iter().filter_map(|modifier| modifier["value"].as_i64()).sum::<i64>().into();
    }
    compare(&format!("{field} of the attack:"), wanted, &found, Value::to_string)
}

/// Where a unit is offered to end a move, and whether it is offered to leave the map.
fn ends(battle: &Battle<'_>, unit: UnitId) -> (Vec<HexIndex>, bool) {
    let (mut hexes, mut leaves) = (Vec::new(), false);
    let start = battle.unit(unit).hex;
    battle.choices(&mut |choice| match choice {
        Choice::Move { unit: mover, path } if mover == unit => {
            if path.steps().any(|step| step == PathStep::Exit) {
                leaves = true;
            } else {
                hexes.extend(battle.walk(start, path).last());
            }
        }
        Choice::Fly { unit: mover, direction, length } if mover == unit => {
            let flown =
                |at: HexIndex, direction: Direction| battle.setup.field.neighbours[usize::from(at)][direction as usize];
            hexes.push((0..length).fold(start, |at, _| flown(at, direction)));
        }
        _ => {}
    });
    hexes.sort_unstable();
    hexes.dedup();
    (hexes, leaves)
}

/// The units that a unit is offered to shoot at.
fn targets(battle: &Battle<'_>, unit: UnitId, mode: Option<u8>) -> Vec<UnitId> {
    let mut found = Vec::new();
    battle.choices(&mut |choice| {
        if let Choice::Shoot(shot) = choice
            && shot.unit == unit
            && mode.is_none_or(|mode| mode == shot.mode)
            && let Aim::Unit(target) = shot.aim
        {
            found.push(target);
        }
    });
    found.sort_unstable();
    found.dedup();
    found
}
