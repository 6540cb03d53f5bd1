//! What an observer is told: every event as one JSON object for referees, and in words for readers.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`setup`] | set-up: rules, table and Forces, and the dice that led there |
//! | [`choices`] | decisions |
//! | [`moves`] | who goes where |
//! | [`attacks`] | attacks and their dice |
//! | [`victory`] | who is gone, what scenarios count, the end |

mod attacks;
mod choices;
mod moves;
mod setup;
mod victory;

use serde_json::{Value, json};

use super::state::{Battle, ElementId, Phase, UnitSet};
use super::terrain::Feature;
use crate::game::units;
use crate::tabletop::plane::{Base, Edge, Facing, Outline, Point};

pub use crate::game::LogEntry;
use crate::game::trace::{self, EventFields, event_fields};
pub use crate::game::trace::{counted, inches, listed, point, value};
pub use attacks::{CHARGES, SHOTS, STORMS, charge, shot, storm};
pub use choices::{choice, refused};
pub use moves::{Meets, Moved, Trail, boards, gets_off, rule_of, stands_firm, starts_aboard};
pub use setup::{battle, edges, rolled_off, scenario};
pub use victory::{flag, holding, left, removed, verdict};

/// Every event with its fields, in the order of the page that describes them.
pub const FIELDS: &[EventFields] = event_fields![
    battle ["aggressor", "rules", "base", "table", "forces", "bearers", "centre", "markers"],
    "setup" ["what", "for", "side", "first", "dice", "winner", "scenario", "edge"],
    turn,
    phase,
    "command" ["side", "dice", "points", "may-call", "commander-lost"],
    choice,
    refused,
    "move" ["kind", "units", "length", "cost", "behind"],
    "attack" [
        "kind", "attacker", "supports", "target", "attack-modifiers", "defence-modifiers", "distance", "dice",
        "totals", "optimal", "cover", "spoilt", "flanked", "flankers", "way-back", "blocked-by", "result"
    ],
    "check" ["what", "unit", "target-number", "dice", "passed"],
    "status" ["unit", "status", "aboard"],
    "removed" ["unit", "cause"],
    "objective" ["what", "side", "bearer", "at", "centre", "own", "value", "lasted"],
    verdict,
];

/// Degrees clockwise from north in traces.
#[must_use]
pub fn degrees(facing: Facing) -> f64 {
    inches(facing.degrees())
}

/// A base in traces: x, y, and degrees clockwise from north.
#[must_use]
pub fn standing(base: &Base) -> Value {
    json!([inches(base.centre.x), inches(base.centre.y), degrees(base.facing)])
}

/// Whether two bases are the same in traces.
#[must_use]
pub fn told_alike(one: &Base, other: &Base) -> bool {
    let numbers = |base: &Base| [inches(base.centre.x), inches(base.centre.y), degrees(base.facing)];
    numbers(one) == numbers(other)
}

/// A point in words.
#[must_use]
pub fn spot(at: Point) -> String {
    format!("({:.1}, {:.1})", at.x, at.y)
}

/// A facing in words.
#[must_use]
pub fn heading(facing: Facing) -> String {
    // Rounded, north is 0 from either side.
    format!("facing {}", degrees(facing).round() % 360.0)
}

/// A terrain feature in words: its kind and where it is.
#[must_use]
pub fn feature(feature: &Feature) -> String {
    format!("{} {}", feature.kind().key(), spot(feature.shape().middle()))
}

/// Key of an edge of a base.
#[must_use]
pub const fn edge_key(edge: Edge) -> &'static str {
    ["front", "left", "rear", "right"][edge as usize]
}

units::named! {
    Battle<'_>, UnitSet;
    |battle, side| battle.force(side).size;
    |battle, element| &battle.unit(element).key
}

/// A new round.
pub fn turn(battle: &Battle<'_>) -> LogEntry {
    trace::turn(battle.round, "Round")
}

/// A new phase.
pub fn phase(battle: &Battle<'_>) -> LogEntry {
    let (phase, side) = (battle.phase.key(), battle.active);
    let initiative = battle.phase == Phase::Initiative;
    let words = if initiative { format!(" Side {}", side.letter()) } else { format!("  {phase}") };
    trace::phase(phase, Some(side), words)
}

/// Whose turn it is, in words alone, where play begins in the midst of it.
pub fn whose_turn(battle: &Battle<'_>) -> LogEntry {
    let told = LogEntry::heading(Value::Null, format!(" Side {}", battle.active.letter()));
    if battle.phase == Phase::Initiative { LogEntry { words: String::new(), ..told } } else { told }
}

/// The initiative die (DG-CMD-01).
pub fn initiative(battle: &Battle<'_>, commander_lost: bool, dice: &[u16]) -> LogEntry {
    let command = battle.command;
    let lost = if commander_lost { ", the Commander is lost (DG-CMD-02)" } else { "" };
    let waits = !battle.force(battle.active).reserve.is_empty();
    let call = if command.may_call && waits { "; reserves may be called in (DG-AIR-01)" } else { "" };
    LogEntry::new(
        json!({
            "event": "command", "side": battle.active.letter(), "dice": dice, "points": command.points,
            "may-call": command.may_call, "commander-lost": commander_lost,
        }),
        format!("  initiative {dice:?}: {}{lost}{call}", counted(command.points.into(), "point")),
    )
}

/// A shaken check (DG-MOR-01).
pub fn check(battle: &Battle<'_>, element: ElementId, passed: bool, dice: &[u16]) -> LogEntry {
    let target = battle.setup.rules.shaken_target;
    let name = battle.name(element);
    let result = if passed { "steadies" } else { "stays shaken" };
    LogEntry::new(
        json!({
            "event": "check", "what": "shaken", "unit": name, "target-number": target, "dice": dice, "passed": passed,
        }),
        format!("    {name} checks {dice:?} against {target}: {result} (DG-MOR-01)"),
    )
}

/// The state of an Element changes: `shaken`, which the attack has said in words already, `recovered`, or `reserve`, where
/// [`battle`] says in words who begins.
pub fn status(battle: &Battle<'_>, element: ElementId, status: &str) -> LogEntry {
    let name = battle.name(element);
    let words = if status == "recovered" { format!("  {name} is no longer shaken (DG-TRN-04)") } else { String::new() };
    LogEntry::new(json!({ "event": "status", "unit": name, "status": status }), words)
}

#[cfg(test)]
mod tests;
