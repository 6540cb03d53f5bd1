//! What an observer is told: every event as one JSON object for referees, and in words for readers.
//!
//! The format is described event by event in `docs/trace-hexcommand.md`.

mod combat;
mod command;

use serde_json::{Value, json};

use super::choices::{Choice, Refusal};
use super::state::{Battle, NOBODY, Phase, UnitId, UnitSet, unit_id};
use super::terrain::Works;
use super::victory::Ending;
pub use crate::game::LogEntry;
use crate::game::notation::ChoiceNotation;
use crate::game::trace::{self, EventFields, event_fields};
use crate::game::units::named;
use crate::game::{Side, Verdict};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};
pub use combat::*;
pub use command::{
    aggression, attached, check, drawn, entry, initiative, order_change, ordered, replacement, rode, spotted,
};

/// Every event with its fields, in the order of the page that describes them.
pub const FIELDS: &[EventFields] = event_fields![
    battle ["first", "attacker", "rules", "board", "objectives", "forces"],
    turn,
    phase,
    choice,
    refused,
    "drawn" ["side", "commander", "values", "dice"],
    "initiative" ["leader", "dice"],
    "replacement" ["side", "came", "commander", "dice"],
    "check" ["what", "unit", "side", "group", "needed", "dice", "passed"],
    "order" ["side", "group", "order", "supports", "needed", "result", "consequence", "dice"],
    "commander" ["side", "commander", "unit", "hex"],
    "spotting" ["unit", "hex", "range", "dice", "passed"],
    "revealed" ["unit", "hex", "fake"],
    "entry" ["side", "dice", "hexes"],
    "arrived" ["unit", "hex", "facing"],
    "step" ["unit", "from", "to", "te"],
    "passed" ["unit", "friend", "te"],
    "faced" ["unit", "hex", "facing"],
    "contact" ["attacker", "defender"],
    "works" ["unit", "what", "hex", "progress", "turns"],
    "status" ["unit", "status", "hex"],
    verdict,
];

named! {
    Battle<'_>, UnitSet;
    |battle, side| battle.force(side).size;
    |battle, unit| battle.setup.codex.kinds[usize::from(battle.unit(unit).kind)].name.as_str()
}

impl Battle<'_> {
    /// A hex in words and traces: its number, as `1107`.
    #[must_use]
    pub fn spot(&self, hex: HexIndex) -> String {
        if hex == NOWHERE { "off the board".to_owned() } else { self.setup.field.grid.number(hex).to_string() }
    }

    /// A hex in traces: its number, null off the board.
    pub(super) fn coordinates(&self, hex: HexIndex) -> Value {
        if hex == NOWHERE { Value::Null } else { self.spot(hex).into() }
    }

    /// A commander by his number within his side: `A:commander-1` is the first of the list.
    #[must_use]
    pub fn commander_name(&self, side: Side, commander: u8) -> String {
        format!("{}:commander-{}", side.letter(), u16::from(commander) + 1)
    }

    /// What a piece is at present, for the end of a game and the map of a frame.
    #[must_use]
    pub fn status_of(&self, unit: UnitId) -> &'static str {
        let force = self.own_force(unit);
        if force.fakes.contains(unit) {
            "fake"
        } else if force.removed.contains(unit) {
            if force.strayed.contains(unit) { "strayed" } else { "removed" }
        } else if force.due.contains(unit) {
            "due"
        } else if force.routed.contains(unit) {
            "routed"
        } else if force.crews.contains(unit) {
            "crew"
        } else {
            "steady"
        }
    }
}

fn works_name(works: Works) -> Option<&'static str> {
    match works {
        Works::None => None,
        Works::QuickWorks(_) => Some("quick-works"),
        Works::Redoubt => Some("redoubt"),
        Works::Pontoon => Some("pontoon"),
    }
}

/// The board: what differs from level, clear ground, hex by hex and side by side.
fn board(battle: &Battle<'_>) -> Value {
    let setup = battle.setup;
    let (field, grid) = (&setup.field, setup.field.grid);
    let hexes: Vec<Value> = grid
        .hexes()
        .filter_map(|hex| {
            let at = usize::from(hex);
            let (terrain, level, works) = (field.terrain[at], field.level[at], battle.works[at]);
            (terrain != 0 || level > 0 || works != Works::None).then(|| {
                let name = &setup.codex.terrain[usize::from(terrain)].name;
                json!({ "hex": battle.spot(hex), "terrain": name, "level": level, "works": works_name(works) })
            })
        })
        .collect();
    let mut sides = Vec::new();
    let mut roads = Vec::new();
    for hex in grid.hexes() {
        for way in Direction::ALL {
            let next = field.neighbour(hex, way);
            if next == NOWHERE || next < hex {
                continue;
            }
            let feature = field.sides.get(hex, way);
            let name = format!("{}/{}", battle.spot(hex), way.name());
            if feature.key() != "none" {
                sides.push(json!({ "side": name, "feature": feature.key() }));
            }
            if field.has_road(hex, way) {
                roads.push(Value::from(name));
            }
        }
    }
    json!({ "columns": grid.width, "rows": grid.height, "hexes": hexes, "sides": sides, "roads": roads })
}

/// The first line: rules, board, forces as set up.
pub fn battle(battle: &Battle<'_>) -> LogEntry {
    let setup = battle.setup;
    let forces: Vec<Value> = Side::BOTH.into_iter().map(|side| force(battle, side)).collect();
    let objectives: Vec<Value> = setup
        .scenario
        .objectives
        .iter()
        .map(|one| json!({ "hex": battle.spot(one.hex), "points": one.points, "side": one.side.map(Side::letter) }))
        .collect();
    let own = json!({
        "first": battle.first.letter(),
        "attacker": setup.scenario.attacker.map(Side::letter),
        "rules": trace::rules(setup.rules.values()),
        "board": board(battle),
        "objectives": objectives,
        "forces": forces,
    });
    let grid = setup.field.grid;
    let mut words = format!(
        "{} on a board of {} by {} hexes, at most {} turns.",
        setup.scenario.key(),
        grid.width,
        grid.height,
        setup.rules.turn_limit
    );
    for side in Side::BOTH {
        words.push_str(&format!("\nSide {}:", side.letter()));
        for place in 0..usize::from(battle.force(side).size) {
            let unit = unit_id(side, place);
            let state = battle.unit(unit);
            words.push_str(&format!(
                "\n  {} {} facing {}",
                battle.name(unit),
                if state.hex == NOWHERE { "to arrive".to_owned() } else { battle.spot(state.hex) },
                state.facing.name()
            ));
        }
    }
    LogEntry::new(trace::battle("hexcommand", setup.scenario.key(), own), words)
}

fn force(battle: &Battle<'_>, side: Side) -> Value {
    let force = battle.force(side);
    let groups: Vec<Value> = battle.groups[side.index()][..usize::from(force.groups)]
        .iter()
        .map(|group| {
            json!({
                "division": group.brigade.division, "battalion": group.brigade.battalion,
                "order": battle.has_orders().then(|| group.order.key()), "supports": group.supports,
            })
        })
        .collect();
    let units: Vec<Value> = (0..usize::from(force.size))
        .map(|place| {
            let unit = unit_id(side, place);
            let state = battle.unit(unit);
            json!({
                "id": battle.name(unit), "group": state.group, "hex": battle.coordinates(state.hex),
                "facing": state.facing.name(), "status": battle.status_of(unit),
                "rout_at": state.rout_at, "rare": force.rare.contains(unit), "people": state.people,
                "limbered": force.limbered.contains(unit), "on_foot": force.on_foot.contains(unit),
                "hidden": force.hidden.contains(unit), "horses": battle.coordinates(state.horses),
            })
        })
        .collect();
    let commanders: Vec<Value> = battle
        .all_commanders(side)
        .map(|(number, one)| {
            json!({
                "id": battle.commander_name(side, number), "level": one.level.key(), "of": one.of,
                "values": one.values, "people": one.people, "supreme": force.supreme == number,
                "unit": (one.with != NOBODY).then(|| battle.name(one.with)),
            })
        })
        .collect();
    let retreats: Vec<Value> =
        force.retreats[..usize::from(force.marked)].iter().map(|hex| battle.coordinates(*hex)).collect();
    json!({
        "side": side.letter(), "break_point": force.break_point, "groups": groups, "units": units,
        "commanders": commanders, "retreats": retreats, "sequence": force.sequence[..usize::from(force.ordered)],
    })
}

/// A new turn.
pub fn turn(battle: &Battle<'_>) -> LogEntry {
    trace::turn(battle.turn, "Turn")
}

/// A new phase.
pub fn phase(battle: &Battle<'_>) -> LogEntry {
    let both = battle.by_activation() && matches!(battle.phase, Phase::Fire | Phase::Melee) && !battle.by_group();
    let side = (!both).then_some(battle.phasing);
    let name = match battle.phase {
        Phase::Command => "Command",
        Phase::Movement => "Movement",
        Phase::Fire => "Fire",
        Phase::Melee => "Melee",
        Phase::Rally => "Rally",
        Phase::Deployment | Phase::Initiative | Phase::Over => "",
    };
    let words = match side {
        Some(side) if !name.is_empty() => format!(" {name}, side {}", side.letter()),
        _ => format!(" {name}"),
    };
    trace::phase(battle.phase.key(), side, words)
}

/// A decision.
pub fn choice(battle: &Battle<'_>, choice: Choice) -> LogEntry {
    trace::choice(battle.decider, battle.choice_json(choice), "")
}

/// A decision that the rules refuse.
pub fn refused(battle: &Battle<'_>, choice: Choice, refusal: Refusal) -> LogEntry {
    trace::refused(battle.decider, battle.choice_json(choice), refusal, 2)
}

/// A marker shows what it is.
pub fn revealed(battle: &Battle<'_>, unit: UnitId) -> LogEntry {
    let fake = battle.own_force(unit).fakes.contains(unit);
    let hex = battle.unit(unit).hex;
    LogEntry::new(
        json!({ "event": "revealed", "unit": battle.name(unit), "hex": battle.coordinates(hex), "fake": fake }),
        format!(
            "      the marker at {} is {} (HX-SPT-05)",
            battle.spot(hex),
            if fake { "a fake".to_owned() } else { battle.name(unit) }
        ),
    )
}

/// A unit comes on the board.
pub fn arrived(battle: &Battle<'_>, unit: UnitId) -> LogEntry {
    let state = battle.unit(unit);
    LogEntry::new(
        json!({
            "event": "arrived", "unit": battle.name(unit), "hex": battle.coordinates(state.hex),
            "facing": state.facing.name(),
        }),
        format!("  {} enters at {} (HX-REI-01)", battle.name(unit), battle.spot(state.hex)),
    )
}

/// One step of a move.
pub fn step(battle: &Battle<'_>, unit: UnitId, from: HexIndex, to: HexIndex, te: u8) -> LogEntry {
    LogEntry::new(
        json!({
            "event": "step", "unit": battle.name(unit), "from": battle.coordinates(from), "to": battle.coordinates(to),
            "te": te,
        }),
        format!("  {} goes from {} to {}, TE {te}", battle.name(unit), battle.spot(from), battle.spot(to)),
    )
}

/// A unit passes through a friend.
pub fn passed(battle: &Battle<'_>, unit: UnitId, friend: UnitId) -> LogEntry {
    let te = battle.unit(friend).te;
    LogEntry::new(
        json!({ "event": "passed", "unit": battle.name(unit), "friend": battle.name(friend), "te": te }),
        format!("      {} passes through {}, whose TE is {te} (HX-MOV-06)", battle.name(unit), battle.name(friend)),
    )
}

/// A unit has turned.
pub fn faced(battle: &Battle<'_>, unit: UnitId) -> LogEntry {
    let state = battle.unit(unit);
    LogEntry::new(
        json!({
            "event": "faced", "unit": battle.name(unit), "hex": battle.coordinates(state.hex),
            "facing": state.facing.name(),
        }),
        format!("  {} at {} faces {}", battle.name(unit), battle.spot(state.hex), state.facing.name()),
    )
}

/// Two units are in contact.
pub fn contact(battle: &Battle<'_>, attacker: UnitId, defender: UnitId) -> LogEntry {
    LogEntry::new(
        json!({ "event": "contact", "attacker": battle.name(attacker), "defender": battle.name(defender) }),
        format!("  {} contacts {}", battle.name(attacker), battle.name(defender)),
    )
}

/// Work on a construction: begun, in progress, finished.
pub fn works(battle: &Battle<'_>, unit: UnitId, progress: &'static str) -> LogEntry {
    let state = battle.unit(unit);
    let (works, hex) = state.site;
    LogEntry::new(
        json!({
            "event": "works", "unit": battle.name(unit), "what": works.key(), "hex": battle.coordinates(hex),
            "progress": progress, "turns": state.work,
        }),
        format!("  {}: {} at {} {progress} (HX-CON-01)", battle.name(unit), works.key(), battle.spot(hex)),
    )
}

/// The state of a unit changes.
pub fn status(battle: &Battle<'_>, unit: UnitId, status: &'static str) -> LogEntry {
    let hex = battle.unit(unit).hex;
    LogEntry::new(
        json!({ "event": "status", "unit": battle.name(unit), "status": status, "hex": battle.coordinates(hex) }),
        format!("      {} at {}: {}", battle.name(unit), battle.spot(hex), status.replace('-', " ")),
    )
}

/// The end.
pub fn verdict(battle: &Battle<'_>, verdict: Verdict) -> LogEntry {
    let who = match verdict.winner {
        Some(side) => format!("Side {} wins", side.letter()),
        None => "A draw".to_owned(),
    };
    let words = format!("\n{who} in turn {}: {}", battle.turn, Ending::KEYS[usize::from(verdict.ending)]);
    let fates = battle.all_units().map(|unit| (battle.name(unit), battle.status_of(unit)));
    trace::verdict(verdict, &Ending::KEYS, battle.turn, Side::BOTH.map(|side| battle.worth(side)), fates, words)
}
