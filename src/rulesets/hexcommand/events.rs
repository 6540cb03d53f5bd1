//! What an observer is told: every event as one JSON object for referees, and in words for readers.
//!
//! The format is described event by event in `docs/trace-hexcommand.md`.

mod combat;
mod command;

use serde_json::{Value, json};

use super::choices::{Choice, Refusal};
use super::position::MARKS;
use super::scene::Entry;
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
    aggression, attached, check, drawn, entry, initiative, lifted, order_change, ordered, replacement, rode, spotted,
};

/// Every event with its fields, in the order of the page that describes them.
pub const FIELDS: &[EventFields] = event_fields![
    battle [
        "first", "attacker", "rules", "board", "works", "objectives", "bank", "arrivals", "forces", "contacts",
    ],
    turn,
    phase,
    choice,
    refused,
    "drawn" ["side", "commander", "values", "dice"],
    "initiative" ["leader", "dice"],
    "replacement" ["side", "came", "commander", "level", "of", "supreme", "values", "dice"],
    "check" ["what", "unit", "side", "group", "needed", "dice", "passed"],
    "order" ["side", "group", "order", "supports", "needed", "result", "delay", "consequence", "dice"],
    "commander" ["side", "commander", "unit", "hex", "fate"],
    "spotting" ["unit", "hex", "range", "dice", "passed"],
    "revealed" ["unit", "hex", "fake"],
    "entry" ["side", "dice", "entries"],
    "arrived" ["unit", "hex", "facing"],
    "step" ["unit", "from", "to", "te"],
    "passed" ["unit", "friend"],
    "faced" ["unit", "hex", "facing"],
    "contact" ["attacker", "defender"],
    "works" ["unit", "what", "hex", "progress", "turns"],
    "fire-order" ["brigades", "first", "dice"],
    "shot" [
        "unit", "target", "captured", "weapon", "range", "grade", "hits", "fatigued", "commander", "flank", "cover",
        "partial_view", "off_arc", "moved", "turned", "consecutive", "higher", "skirmish", "target_hits",
        "target_routed", "target_commander", "fortified", "need", "dice", "result",
    ],
    "battered" ["hex", "hits", "worn"],
    "canister" ["unit", "target", "dice", "result"],
    "captured" ["unit", "by", "hex", "shots", "dice"],
    "guns" ["unit", "what", "side", "hex"],
    "ridden-down" ["unit", "by", "destroyed", "dice"],
    "melee" ["units", "values", "flanked", "primary", "dice"],
    "toll" ["unit", "hits", "te", "total_te"],
    "wound" ["unit", "hits", "total"],
    "fatigue" ["unit", "te"],
    "status" ["unit", "status", "hex", "facing", "hits", "te", "horses"],
    "lot" ["what", "unit", "among", "chosen", "dice"],
    "rout" ["unit", "path"],
    "removed" ["unit", "cause", "hex", "strayed"],
    "advance" ["unit", "hex"],
    "rally" ["unit", "hits", "te", "rallied"],
    "integrity" ["side", "force", "start", "removed", "routed", "commanders_lost", "supreme_lost", "loss"],
    "integrity-roll" ["side", "unit", "failed", "dice"],
    "withdrawal" ["unit", "from", "to"],
    "score" ["points", "loss", "holders", "broken"],
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
        } else if force.unplaced.contains(unit) {
            "unplaced"
        } else if force.routed.contains(unit) {
            "routed"
        } else if force.crews.contains(unit) {
            "crew"
        } else {
            "steady"
        }
    }
}

/// Works on the ground, as traces name them: what, and the front of quick works.
fn works_name(works: Works) -> Option<(&'static str, Option<Direction>)> {
    match works {
        Works::None => None,
        Works::QuickWorks(front) => Some(("quick-works", Some(front))),
        Works::Redoubt => Some(("redoubt", None)),
        Works::Pontoon => Some(("pontoon-bridge", None)),
    }
}

/// Works that stand on the ground, and those of the map that fire has worn.
fn works_of(battle: &Battle<'_>) -> Vec<Value> {
    let grid = battle.setup.field.grid;
    let hexes = grid.hexes().filter_map(|hex| {
        let works = works_name(battle.works[usize::from(hex)]);
        let site = battle.site(hex);
        (works.is_some() || site.is_some()).then(|| {
            json!({
                "hex": battle.spot(hex), "what": works.map(|(what, _)| what),
                "front": works.and_then(|(_, front)| front).map(Direction::name),
                "hits": site.map_or(0, |site| site.hits), "worn": site.map_or(0, |site| site.worn),
            })
        })
    });
    hexes.collect()
}

/// The board: what differs from level, clear ground, hex by hex and side by side.
fn board(battle: &Battle<'_>) -> Value {
    let setup = battle.setup;
    let (field, grid) = (&setup.field, setup.field.grid);
    let hexes: Vec<Value> = grid
        .hexes()
        .filter_map(|hex| {
            let at = usize::from(hex);
            let (terrain, level) = (field.terrain[at], field.level[at]);
            (terrain != 0 || level > 0).then(|| {
                let name = &setup.codex.terrain[usize::from(terrain)].name;
                json!({ "hex": battle.spot(hex), "terrain": name, "level": level })
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
    let scene = &setup.scenario;
    let objectives: Vec<Value> = scene
        .objectives
        .iter()
        .zip(battle.held)
        .map(|(one, held)| {
            json!({
                "hex": battle.spot(one.hex), "points": one.points, "side": one.side.map(Side::letter),
                "holder": held.map(Side::letter),
            })
        })
        .collect();
    let bank = scene
        .bank
        .map(|one| json!({ "side": one.side.letter(), "rows": one.rows, "units": one.units, "points": one.points }));
    let arrivals: Vec<Value> = scene
        .arrivals
        .iter()
        .map(|one| {
            let entries = one.entries.each_ref().map(|all| {
                let zone = |entry: &Entry| entry.zone.iter().map(|hex| battle.spot(hex)).collect::<Vec<_>>();
                all.iter()
                    .map(|entry| json!({ "hex": battle.spot(entry.hex), "zone": zone(entry) }))
                    .collect::<Vec<_>>()
            });
            json!({ "turn": one.turn, "A": entries[0], "B": entries[1] })
        })
        .collect();
    let contacts: Vec<Value> = battle
        .contacts
        .iter()
        .map(|one| {
            let [attacker, defender] = [one.attacker, one.defender].map(|unit| battle.name(unit));
            json!({ "attacker": attacker, "defender": defender, "rounds": one.rounds })
        })
        .collect();
    let own = json!({
        "first": battle.first.letter(),
        "attacker": setup.scenario.attacker.map(Side::letter),
        "rules": trace::rules(setup.rules.values()),
        "board": board(battle),
        "works": works_of(battle),
        "objectives": objectives,
        "bank": bank,
        "arrivals": arrivals,
        "forces": forces,
        "contacts": contacts,
    });
    let grid = setup.field.grid;
    let mut words = format!(
        "{} on a board of {} by {} hexes, at most {} turns.",
        setup.scenario.key, grid.width, grid.height, setup.rules.turn_limit
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
    LogEntry::new(trace::battle("hexcommand", setup.scenario.key, own), words)
}

fn force(battle: &Battle<'_>, side: Side) -> Value {
    let force = battle.force(side);
    let groups: Vec<Value> = battle.groups[side.index()][..usize::from(force.groups)]
        .iter()
        .map(|group| {
            json!({
                "division": group.brigade.division, "battalion": group.brigade.battalion,
                "order": battle.has_orders().then(|| group.order.key()), "supports": group.supports,
                "consequences": (1..=7).filter(|one| group.is_bound(&[*one])).collect::<Vec<u8>>(),
            })
        })
        .collect();
    let units: Vec<Value> = (0..usize::from(force.size)).map(|place| piece(battle, unit_id(side, place))).collect();
    let commanders: Vec<Value> = battle
        .all_commanders(side)
        .map(|(number, one)| {
            json!({
                "id": battle.commander_name(side, number), "level": one.level.key(), "of": one.of,
                "values": one.values, "people": one.people, "supreme": force.supreme == number,
                "unit": (one.with != NOBODY).then(|| battle.name(one.with)), "hex": battle.coordinates(one.hex),
                "fate": one.fate.key(),
            })
        })
        .collect();
    let zone: Vec<String> = battle.setup.scenario.zones[side.index()].iter().map(|hex| battle.spot(hex)).collect();
    let retreats: Vec<Value> =
        force.retreats[..usize::from(force.marked)].iter().map(|hex| battle.coordinates(*hex)).collect();
    json!({
        "side": side.letter(), "break_point": force.break_point, "groups": groups, "units": units,
        "commanders": commanders, "retreats": retreats, "sequence": force.sequence[..usize::from(force.ordered)],
        "zone": zone, "changes": battle.has_orders().then_some(force.changes),
    })
}

/// A piece with all that matters of it.
fn piece(battle: &Battle<'_>, unit: UnitId) -> Value {
    let (codex, state) = (&battle.setup.codex, battle.unit(unit));
    let kind = &codex.kinds[usize::from(state.kind)];
    let profile = &codex.units[usize::from(kind.profile)];
    let mut force = *battle.own_force(unit);
    let marks: Vec<&str> =
        MARKS.iter().filter(|(_, mark)| mark(&mut force).contains(unit)).map(|(name, _)| *name).collect();
    let off_guns = state.guns != NOWHERE;
    let (works, site) = state.site;
    json!({
        "id": battle.name(unit), "type": profile.name, "grade": kind.grade.key(),
        "weapon": battle.weapon(unit).map(|weapon| weapon.name.as_str()), "group": state.group,
        "people": state.people, "combat": force.combat.contains(unit), "hex": battle.coordinates(state.hex),
        "facing": state.facing.name(), "status": battle.status_of(unit), "hits": state.hits, "te": state.te,
        "rout_at": state.rout_at, "rounds": state.rounds, "supply": state.supply, "marks": marks,
        "horses": battle.coordinates(state.horses), "guns": battle.coordinates(state.guns),
        "guns_facing": off_guns.then(|| state.guns_facing.name()), "holder": state.holder.letter(),
        "shots": state.shots, "builds": (site != NOWHERE).then(|| works.key()), "site": battle.coordinates(site),
        "work": state.work, "wave": (state.wave != NOBODY).then_some(state.wave), "value": kind.value,
        "range": battle.setup.odds().gunnery(battle, unit).map(|gunnery| battle.setup.odds().reach(gunnery.arms)),
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
        if battle.own_force(unit).crews.contains(unit) {
            format!("  the crew of {} goes from {} to {}", battle.name(unit), battle.spot(from), battle.spot(to))
        } else {
            format!("  {} goes from {} to {}, TE {te}", battle.name(unit), battle.spot(from), battle.spot(to))
        },
    )
}

/// A unit passes through a friend.
pub fn passed(battle: &Battle<'_>, unit: UnitId, friend: UnitId) -> LogEntry {
    LogEntry::new(
        json!({ "event": "passed", "unit": battle.name(unit), "friend": battle.name(friend) }),
        format!("      {} passes through {}, 1 TE to both (HX-MOV-06)", battle.name(unit), battle.name(friend)),
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
    let state = battle.unit(unit);
    let words = match status {
        "routed" => format!("routed, it faces {} (HX-ROU-01)", state.facing.name()),
        "turned" | "faced" => format!("faces {}", state.facing.name()),
        "limbered" | "unlimbered" => format!("{status} (HX-MOV-08)"),
        "mounted" | "dismounted" => format!("{status} (HX-MOV-13)"),
        "in-column" => "in column on the road (HX-TER-09)".to_owned(),
        "deployed" => "deployed from its column (HX-TER-09)".to_owned(),
        "manned" => "the crew is back at its guns (HX-ART-11)".to_owned(),
        "horses-lost" => "its horses are lost (HX-MOV-13)".to_owned(),
        "resupplied" => "its supply is full again (HX-SUP-02)".to_owned(),
        "hidden" => "a marker again (HX-SPT-02)".to_owned(),
        other => other.replace('-', " "),
    };
    LogEntry::new(
        json!({
            "event": "status", "unit": battle.name(unit), "status": status, "hex": battle.coordinates(state.hex),
            "facing": state.facing.name(), "hits": state.hits, "te": state.te,
            "horses": battle.coordinates(state.horses),
        }),
        format!("      {} at {}: {words}", battle.name(unit), battle.spot(state.hex)),
    )
}

/// Hits go on a unit; told before what they bring.
pub fn wound(battle: &Battle<'_>, unit: UnitId, hits: u8) -> LogEntry {
    let (name, state) = (battle.name(unit), battle.unit(unit));
    LogEntry::new(
        json!({ "event": "wound", "unit": name, "hits": hits, "total": state.hits }),
        format!("      {name}: {}, routs at {}", trace::counted(state.hits.into(), "hit"), state.rout_at),
    )
}

/// TE goes on a unit beside that of its own steps and of melee.
pub fn fatigue(battle: &Battle<'_>, unit: UnitId) -> LogEntry {
    let (name, te) = (battle.name(unit), battle.unit(unit).te);
    LogEntry::new(json!({ "event": "fatigue", "unit": name, "te": te }), format!("      {name}: {te} TE"))
}

/// A lot is drawn among units or hexes that rank alike.
pub fn lot(what: &'static str, unit: Option<String>, among: &[String], chosen: usize, dice: Vec<u16>) -> LogEntry {
    let words = format!("      by lot among {}: {} (R-106)", trace::listed(among), among[chosen]);
    LogEntry::new(
        json!({ "event": "lot", "what": what, "unit": unit, "among": among, "chosen": among[chosen], "dice": dice }),
        words,
    )
}

/// Works take hits.
pub fn battered(battle: &Battle<'_>, hex: HexIndex) -> LogEntry {
    let (hits, worn) = battle.site(hex).map_or((0, 0), |site| (site.hits, site.worn));
    let levels = trace::counted(worn.into(), "level");
    LogEntry::new(
        json!({ "event": "battered", "hex": battle.spot(hex), "hits": hits, "worn": worn }),
        format!(
            "      the works at {} have {}, {levels} of cover gone (HX-ART-06)",
            battle.spot(hex),
            trace::counted(hits.into(), "hit")
        ),
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
