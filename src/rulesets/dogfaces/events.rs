//! What an observer is told: every event as one JSON object for referees, and in words for readers.
//!
//! The format is described event by event in `docs/trace.md`.

mod strikes;

use serde_json::{Value, json};

use super::choices::{Choice, Path, Refusal, Shot};
use super::codex::CombatResult;
use super::movement::Motion;
use super::results::Effect;
use super::scenarios::{ENDINGS, Scenario};
use super::state::{Battle, NOBODY, Phase, UnitId, UnitSet, bit, members, side_of, unit_id};
pub use crate::game::LogEntry;
use crate::game::notation::ChoiceNotation;
use crate::game::trace::{self, EventFields, event_fields};
use crate::game::{Side, Verdict, units};
use crate::tabletop::hex::{HexIndex, NOWHERE};
pub use strikes::{attack, burst_on_ground, shots_lost, splash};

/// Every event with its fields, in the order of the page that describes them.
pub const FIELDS: &[EventFields] = event_fields![
    battle ["first", "turn_cap", "exits_needed", "rules", "table", "forces"],
    turn,
    phase,
    choice,
    refused,
    "move" ["kind", "unit", "path", "cost", "riders", "exit", "threat"],
    "attack" [
        "kind", "attackers", "target", "hex", "terrain", "stunned", "second_shots_lost", "absorbed", "points",
        "strength_modifiers", "strength", "die_modifiers", "dice", "die", "total", "result", "burst"
    ],
    "check" [
        "what", "unit", "result", "left", "target_number", "leader", "medic", "threat", "needed", "possible", "dice",
        "passed"
    ],
    "status" ["unit", "status", "hex", "aboard"],
    "removed" ["unit", "cause"],
    "objective" ["objectives", "points", "alive", "saved"],
    verdict,
];

units::named! {
    Battle<'_>, UnitSet;
    |battle, side| battle.force(side).size;
    |battle, unit| &battle.profile(unit).name
}

impl Battle<'_> {
    /// A hex in traces: column and row, null off the map.
    pub(super) fn coordinates(&self, hex: HexIndex) -> Value {
        if hex == NOWHERE {
            return Value::Null;
        }
        let grid = self.setup.field.grid;
        json!([grid.column(hex), grid.row(hex)])
    }

    /// A hex in words.
    pub(super) fn spot(&self, hex: HexIndex) -> String {
        let grid = self.setup.field.grid;
        if hex == NOWHERE { "off the map".to_owned() } else { format!("({},{})", grid.column(hex), grid.row(hex)) }
    }

    fn terrain_name(&self, hex: HexIndex) -> &str {
        &self.terrain_of(hex).name
    }

    /// Names of the fire mode and the weapon of a shot, and how often it fires.
    pub(super) fn mode_name(&self, shot: &Shot) -> (&str, &str, u8) {
        let mode = &self.profile(shot.unit).modes[usize::from(shot.mode)];
        (&mode.name, &self.setup.codex.weapons[usize::from(mode.weapon)].name, mode.shots)
    }
}

/// The first line: rules, table, forces as set up.
pub fn battle(battle: &Battle<'_>) -> LogEntry {
    let setup = battle.setup;
    let grid = setup.field.grid;
    let rows: Vec<Vec<&str>> = (0..grid.height)
        .map(|row| (0..grid.width).map(|column| battle.terrain_name(row * grid.width + column)).collect())
        .collect();
    let heights: Vec<Vec<i8>> = (0..grid.height)
        .map(|row| (0..grid.width).map(|column| setup.field.height[usize::from(row * grid.width + column)]).collect())
        .collect();
    let forces: Vec<Value> = Side::BOTH
        .into_iter()
        .map(|side| {
            let units: Vec<Value> = (0..usize::from(battle.force(side).size))
                .map(|place| {
                    let unit = unit_id(side, place);
                    let carrier = battle.unit(unit).carrier;
                    json!({
                        "id": battle.name(unit),
                        "type": battle.profile(unit).name,
                        "hex": battle.coordinates(battle.unit(unit).hex),
                        "aboard": (carrier != NOBODY).then(|| battle.name(carrier)),
                        "status": status_of(battle, unit),
                        "cost": battle.profile(unit).cost,
                        "range": longest_range(battle, unit),
                    })
                })
                .collect();
            json!({ "side": side.letter(), "units": units })
        })
        .collect();
    let objectives: Vec<Value> = setup.field.objectives.iter().map(|hex| battle.coordinates(*hex)).collect();
    let mut words = format!(
        "{} on a map of {} by {} hexes, at most {} turns; side {} moves first.",
        setup.scenario.key(),
        grid.width,
        grid.height,
        setup.cap,
        battle.first.letter()
    );
    for side in Side::BOTH {
        let units: Vec<String> = (0..usize::from(battle.force(side).size))
            .map(|place| unit_id(side, place))
            .map(|unit| match battle.unit(unit).carrier {
                NOBODY => format!("{} {}", battle.name(unit), battle.spot(battle.unit(unit).hex)),
                carrier => format!("{} aboard {}", battle.name(unit), battle.name(carrier)),
            })
            .collect();
        words.push_str(&format!("\n  Side {}: {}", side.letter(), units.join(", ")));
    }
    let own = json!({
        "first": battle.first.letter(),
        "turn_cap": setup.cap,
        "exits_needed": battle.progress.exits_needed,
        "rules": trace::rules(setup.rules.values()),
        "table": { "size": [grid.width, grid.height], "hexes": rows, "heights": heights, "objectives": objectives },
        "forces": forces,
    });
    LogEntry::new(trace::battle("dogfaces", setup.scenario.key(), own), words)
}

/// The longest range of what a unit fires; none where it fires nothing.
fn longest_range(battle: &Battle<'_>, unit: UnitId) -> Option<u8> {
    let weapons = &battle.setup.codex.weapons;
    battle.profile(unit).modes.iter().map(|mode| weapons[usize::from(mode.weapon)].max).max()
}

/// State of a unit: `ready`, `overwatch`, `stunned`, `ooc` or `left-map`.
pub fn status_of(battle: &Battle<'_>, unit: UnitId) -> &'static str {
    let force = battle.force(side_of(unit));
    match bit(unit) {
        it if force.saved.meets(it) => "left-map",
        it if (force.alive & it).is_empty() => "ooc",
        it if force.stunned.meets(it) => "stunned",
        it if force.watching.meets(it) => "overwatch",
        _ => "ready",
    }
}

/// A new turn.
pub fn turn(battle: &Battle<'_>) -> LogEntry {
    trace::turn(battle.turn, "Turn")
}

/// A new phase.
pub fn phase(battle: &Battle<'_>) -> LogEntry {
    let (phase, side) = (battle.phase.key(), battle.active);
    if battle.phase == Phase::Recovery {
        return trace::phase(phase, None, " Stun Recovery");
    }
    trace::phase(phase, Some(side), format!(" Side {}, {phase}", side.letter()))
}

/// The Victory Phase begins; nobody chooses in it, and what it finds is told by [`victory_phase`].
pub fn victory() -> LogEntry {
    LogEntry { heads: false, ..trace::phase("victory", None, " Victory") }
}

/// A decision.
pub fn choice(battle: &Battle<'_>, choice: Choice) -> LogEntry {
    let words = match choice {
        Choice::Hold => format!("    {} (DF-OVW-05)", held_fire(battle)),
        Choice::GiveWay => {
            let who = battle.effect.map_or_else(String::new, |effect| battle.name(effect.victim));
            format!("      {who} accepts the retreat (DF-LDR-02)")
        }
        _ => String::new(),
    };
    trace::choice(battle.decider, battle.choice_json(choice), words)
}

/// Which watchers let a mover go on.
fn held_fire(battle: &Battle<'_>) -> String {
    let watchers = battle.force(battle.decider).watching;
    let may_fire = members(battle.decider, watchers).filter(|unit| battle.check_shooter(*unit).is_ok());
    let names: Vec<String> = may_fire.map(|unit| battle.name(unit)).collect();
    match names.as_slice() {
        [one] => format!("{one} holds his fire"),
        several => format!("{} hold their fire", several.join(" and ")),
    }
}

/// A decision that the rules refuse, as a situation wrote it down.
pub fn refused(battle: &Battle<'_>, wanted: Choice, refusal: Refusal) -> LogEntry {
    trace::refused(battle.decider, battle.choice_json(wanted), refusal, 2)
}

/// Part of a move: the steps taken since the last time it was told of.
pub fn moved(battle: &Battle<'_>, motion: &Motion) -> LogEntry {
    let hexes = &motion.trail[usize::from(motion.told)..=usize::from(motion.taken)];
    let path: Vec<Value> = hexes.iter().map(|hex| battle.coordinates(*hex)).collect();
    let spots: Vec<String> = hexes.iter().map(|hex| battle.spot(*hex)).collect();
    let riders: Vec<String> =
        members(side_of(motion.unit), battle.rider_set(motion.unit)).map(|rider| battle.name(rider)).collect();
    let verb = if motion.flying { "flies" } else { "moves" };
    let cost = f64::from(motion.spent) / 2.0;
    let price = if motion.flying { String::new() } else { format!(" for {cost}") };
    let with = if riders.is_empty() { String::new() } else { format!(" with {}", riders.join(" and ")) };
    let leaves = if motion.gone { " and leaves the map (DF-SCN-03)" } else { "" };
    LogEntry::new(
        json!({
            "event": "move",
            "kind": if motion.flying { "flight" } else { "move" },
            "unit": battle.name(motion.unit),
            "path": path,
            "cost": cost,
            "riders": riders,
            "exit": motion.gone,
        }),
        format!("  {} {verb} {}{with}{price}{leaves}", battle.name(motion.unit), spots.join(" ")),
    )
}

/// A mover that may not stop where it was stopped goes back along its path.
pub fn put_back(battle: &Battle<'_>, unit: UnitId) -> LogEntry {
    let hex = battle.unit(unit).hex;
    LogEntry::new(
        json!({ "event": "move", "kind": "put-back", "unit": battle.name(unit), "path": [battle.coordinates(hex)], "cost": 0 }),
        format!("    {} is put back to {} (DF-OVW-10)", battle.name(unit), battle.spot(hex)),
    )
}

/// A retreat.
pub fn retreat(battle: &Battle<'_>, unit: UnitId, start: HexIndex, path: Path, threat: HexIndex) -> LogEntry {
    let hexes: Vec<HexIndex> = std::iter::once(start).chain(battle.walk(start, path)).collect();
    let spots: Vec<String> = hexes.iter().map(|hex| battle.spot(*hex)).collect();
    LogEntry::new(
        json!({
            "event": "move", "kind": "retreat", "unit": battle.name(unit),
            "path": hexes.iter().map(|hex| battle.coordinates(*hex)).collect::<Vec<_>>(),
            "threat": battle.coordinates(threat), "cost": 0,
        }),
        format!("      {} falls back {} from {} (DF-RTR-03)", battle.name(unit), spots.join(" "), battle.spot(threat)),
    )
}

/// Parts of a result that the victim's traits strike out.
pub fn ignored(battle: &Battle<'_>, victim: UnitId, result: CombatResult, left: CombatResult) -> LogEntry {
    LogEntry::new(
        json!({
            "event": "check", "what": "traits", "unit": battle.name(victim),
            "result": result.key(), "left": left.key(), "dice": [],
        }),
        format!(
            "      {} ignores {} (DF-ATK-14)",
            battle.name(victim),
            if result.retreats() && !left.retreats() { "the retreat" } else { "the Stun" }
        ),
    )
}

/// A retreat that cannot be completed (DF-RTR-09): how far it should go and how far it can, be the victim removed for it or
/// not.
pub fn short_retreat(battle: &Battle<'_>, effect: &Effect) -> LogEntry {
    let (name, needed) = (battle.name(effect.victim), effect.needed);
    let possible = effect.open.map_or(0, |(length, _)| length);
    LogEntry::new(
        json!({
            "event": "check", "what": "retreat", "unit": name, "threat": battle.coordinates(effect.threat),
            "needed": needed, "possible": possible, "passed": false,
        }),
        format!("      {name} has to retreat {needed} and can {possible} (DF-RTR-09)"),
    )
}

/// A leadership roll against a retreat.
pub fn stand_check(battle: &Battle<'_>, victim: UnitId, passed: bool, dice: Vec<u16>) -> LogEntry {
    let number = battle.setup.codex.numbers.ignore_retreat;
    let shown = dice.first().copied().unwrap_or(0);
    let by = match battle.leader_of(victim) {
        Some(leader) if leader != victim => format!(" with {}", battle.name(leader)),
        _ => String::new(),
    };
    LogEntry::new(
        json!({
            "event": "check", "what": "ignore-retreat", "unit": battle.name(victim),
            "target_number": number, "dice": dice, "passed": passed,
        }),
        format!(
            "      {} {} on {shown} ({number} or more needed{by}, DF-LDR-01)",
            battle.name(victim),
            if passed { "ignores the retreat" } else { "does not stand" }
        ),
    )
}

/// A change of state.
pub fn status(battle: &Battle<'_>, unit: UnitId, status: &str) -> LogEntry {
    let words = match status {
        "stunned" => "is Stunned",
        "ready" => "is ready",
        "overwatch" => "goes on Overwatch (DF-OVW-01)",
        "off-overwatch" => "comes off Overwatch (DF-OVW-04)",
        "gets-off" => "gets off (DF-VEH-09)",
        "boards" => "boards (DF-VEH-07)",
        _ => "climbs out of the wreck (DF-VEH-12)",
    };
    let carrier = battle.unit(unit).carrier;
    LogEntry::new(
        json!({
            "event": "status", "unit": battle.name(unit), "status": status,
            "hex": battle.coordinates(battle.unit(unit).hex), "aboard": (carrier != NOBODY).then(|| battle.name(carrier)),
        }),
        match (status, battle.phase) {
            // The roll has said so.
            ("ready", Phase::Recovery) => String::new(),
            ("overwatch" | "off-overwatch" | "gets-off" | "boards", Phase::Movement) if battle.effect.is_none() => {
                format!("  {} {words}", battle.name(unit))
            }
            ("thrown-out", _) => {
                format!("      {} {words} at {}", battle.name(unit), battle.spot(battle.unit(unit).hex))
            }
            _ => format!("      {} {words}", battle.name(unit)),
        },
    )
}

/// A unit leaves the map for good.
pub fn removed(battle: &Battle<'_>, unit: UnitId, cause: &str) -> LogEntry {
    let words = match cause {
        "ooc" => "is out of combat (DF-RES-08)",
        "retreat-blocked" => "cannot retreat and is out of combat (DF-RTR-09)",
        "left-the-map" => "is driven off the map (DF-RTR-08)",
        _ => "has left the map (DF-SCN-03)",
    };
    LogEntry::new(
        json!({ "event": "removed", "unit": battle.name(unit), "cause": cause }),
        // The move has said so.
        if cause == "left-map" { String::new() } else { format!("      {} {words}", battle.name(unit)) },
    )
}

/// A Stunned unit treated by a medic.
pub fn treated(battle: &Battle<'_>, unit: UnitId, medic: UnitId) -> LogEntry {
    LogEntry::new(
        json!({
            "event": "check", "what": "medic", "unit": battle.name(unit), "medic": battle.name(medic),
            "dice": [], "passed": true,
        }),
        format!("  {} is treated by {} (DF-REC-04)", battle.name(unit), battle.name(medic)),
    )
}

/// A recovery roll.
pub fn recovery_check(
    battle: &Battle<'_>,
    unit: UnitId,
    number: u8,
    leader: Option<UnitId>,
    passed: bool,
    dice: Vec<u16>,
) -> LogEntry {
    let shown = dice.first().copied().unwrap_or(0);
    let by = leader.map_or_else(String::new, |leader| format!(" with {}", battle.name(leader)));
    LogEntry::new(
        json!({
            "event": "check", "what": "recovery", "unit": battle.name(unit), "target_number": number,
            "leader": leader.map(|leader| battle.name(leader)), "dice": dice, "passed": passed,
        }),
        format!(
            "  {} {} on {shown} ({number} or more needed{by}, DF-REC-01)",
            battle.name(unit),
            if passed { "comes round" } else { "stays Stunned" }
        ),
    )
}

/// What the Victory Phase found.
pub fn victory_phase(battle: &Battle<'_>) -> LogEntry {
    let holders: Vec<Value> = battle
        .setup
        .field
        .objectives
        .iter()
        .zip(battle.progress.holders)
        .map(|(hex, holder)| json!({ "hex": battle.coordinates(*hex), "holder": holder.map(Side::letter) }))
        .collect();
    let alive = Side::BOTH.map(|side| battle.force(side).alive.len());
    let saved = Side::BOTH.map(|side| battle.force(side).saved.len());
    let points = battle.progress.points;
    let extra = match battle.setup.scenario {
        Scenario::SeizeAndHold => {
            let held = battle.setup.field.objectives.iter().zip(battle.progress.holders);
            let held: Vec<String> = held
                .filter_map(|(hex, holder)| holder.map(|side| format!("{} {}", side.letter(), battle.spot(*hex))))
                .collect();
            let holds = if held.is_empty() { String::new() } else { format!("; held: {}", held.join(", ")) };
            format!(", points {} to {}{holds} (DF-SCN-02)", points[0], points[1])
        }
        Scenario::Breakthrough => format!(", {} of {} out", saved[0], battle.progress.exits_needed),
        _ => String::new(),
    };
    LogEntry::new(
        json!({ "event": "objective", "objectives": holders, "points": points, "alive": alive, "saved": saved }),
        format!("  {} against {} alive{extra}", alive[0], alive[1]),
    )
}

/// The end.
pub fn verdict(battle: &Battle<'_>, verdict: Verdict) -> LogEntry {
    let who = match verdict.winner {
        Some(side) => format!("Side {} wins", side.letter()),
        None => "A draw".to_owned(),
    };
    let words = format!("\n{who} in turn {}: {}", battle.turn, ENDINGS[usize::from(verdict.ending)]);
    let fates = battle.all_units().map(|unit| (battle.name(unit), status_of(battle, unit)));
    trace::verdict(verdict, &ENDINGS, battle.turn, Side::BOTH.map(|side| battle.value(side)), fates, words)
}

#[cfg(test)]
mod tests {
    use crate::dice::Address;
    use crate::game::Ruleset;
    use crate::rulesets::dogfaces::Dogfaces;

    #[test]
    fn games_have_no_headings_that_head_nothing() {
        let (_, cell) = Dogfaces.benchmark().cells.remove(0);
        let lines = Dogfaces.prepare(&cell).unwrap().narrate(Address { seed: 1, cell: 0, pair: 0 }, false).lines;
        let heads = |line: &str| line == " Stun Recovery" || line.starts_with(" Side ");
        let empty = lines.windows(2).filter(|two| heads(&two[0]) && !two[1].starts_with("  "));
        assert_eq!(empty.count(), 0, "{}", lines.join("\n"));
        assert!(lines.iter().any(|line| heads(line)));
    }
}
