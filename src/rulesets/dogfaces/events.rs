//! What a chronicle is told: every event as one JSON object for referees, and in words for readers.
//!
//! The format is described event by event in `docs/trace.md`.

use serde_json::{Map, Value, json};

use super::attack::Declared;
use super::choices::{Aim, Choice, Path, Refusal, Shot};
use super::codex::{Area, CombatResult};
use super::combat::{self, Lower, Shooter, Strike, Target};
use super::effects::Effect;
use super::movement::Motion;
use super::scenarios::{ENDINGS, Scenario};
use super::state::{Battle, NOBODY, Phase, UnitId, bit, members, place_of, side_of, unit_id};
pub use crate::game::Told;
use crate::game::{Side, Verdict};
use crate::tabletop::hex::{HexIndex, NOWHERE};

/// Every kind of event with its fields, beside `event` itself. `refused` is told of situations alone; the seed and what
/// else is the address of a game stands in its `battle` as well.
pub const FIELDS: [(&str, &[&str]); 12] = [
    (
        "battle",
        &[
            "ruleset",
            "scenario",
            "first",
            "turn_cap",
            "exits_needed",
            "rules",
            "table",
            "forces",
            "seed",
            "cell",
            "pair",
            "swapped",
            "lists",
        ],
    ),
    ("turn", &["turn"]),
    ("phase", &["phase", "side"]),
    ("choice", &["side", "choice"]),
    ("refused", &["side", "choice", "rule", "reason"]),
    ("move", &["kind", "unit", "path", "cost", "riders", "exit", "threat"]),
    (
        "attack",
        &[
            "kind",
            "attackers",
            "target",
            "hex",
            "terrain",
            "stunned",
            "second_shots_lost",
            "absorbed",
            "points",
            "strength_modifiers",
            "strength",
            "die_modifiers",
            "dice",
            "die",
            "total",
            "result",
            "burst",
        ],
    ),
    (
        "check",
        &[
            "what",
            "unit",
            "result",
            "left",
            "target_number",
            "leader",
            "medic",
            "threat",
            "needed",
            "possible",
            "dice",
            "passed",
        ],
    ),
    ("status", &["unit", "status", "hex", "aboard"]),
    ("removed", &["unit", "cause"]),
    ("objective", &["objectives", "points", "alive", "saved"]),
    ("verdict", &["winner", "ending", "turns", "value", "units"]),
];

fn told(trace: Value, words: String) -> Told {
    Told { trace, words }
}

impl Battle<'_> {
    /// Identifier of a unit in traces and situations: side, type, and a number where a side has several of the type,
    /// such as `A:chuck` or `B:rifleman-3`.
    #[must_use]
    pub fn name(&self, unit: UnitId) -> String {
        let side = side_of(unit);
        let size = usize::from(self.force(side).size);
        let same = |place: &usize| self.unit(unit_id(side, *place)).kind == self.unit(unit).kind;
        let number = (0..=place_of(unit)).filter(same).count();
        let key = &self.profile(unit).name;
        if (0..size).filter(same).count() == 1 {
            format!("{}:{key}", side.letter())
        } else {
            format!("{}:{key}-{number}", side.letter())
        }
    }

    /// The unit with this identifier.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<UnitId> {
        self.all_units().find(|unit| self.name(*unit) == name)
    }

    /// Identifiers of all units.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.all_units().map(|unit| self.name(unit)).collect()
    }

    /// All units of both sides, those that are gone included.
    fn all_units(&self) -> impl Iterator<Item = UnitId> + use<> {
        let sizes = Side::BOTH.map(|side| usize::from(self.force(side).size));
        Side::BOTH.into_iter().flat_map(move |side| (0..sizes[side.index()]).map(move |place| unit_id(side, place)))
    }

    fn coordinates(&self, hex: HexIndex) -> Value {
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

    fn mode_name(&self, shot: &Shot) -> (&str, &str, u8) {
        let mode = &self.profile(shot.unit).modes[usize::from(shot.mode)];
        (&mode.name, &self.setup.codex.weapons[usize::from(mode.weapon)].name, mode.shots)
    }
}

/// The first line: rules, table, forces as set up.
pub fn battle(battle: &Battle<'_>) -> Told {
    let setup = battle.setup;
    let grid = setup.field.grid;
    let rules: Map<String, Value> =
        setup.rules.values().into_iter().map(|(name, value)| (name.to_owned(), Value::String(value))).collect();
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
            .map(|unit| format!("{} {}", battle.name(unit), battle.spot(battle.unit(unit).hex)))
            .collect();
        words.push_str(&format!("\n  Side {}: {}", side.letter(), units.join(", ")));
    }
    let trace = json!({
        "event": "battle",
        "ruleset": "dogfaces",
        "scenario": setup.scenario.key(),
        "first": battle.first.letter(),
        "turn_cap": setup.cap,
        "exits_needed": battle.progress.exits_needed,
        "rules": rules,
        "table": { "size": [grid.width, grid.height], "hexes": rows, "heights": heights, "objectives": objectives },
        "forces": forces,
    });
    told(trace, words)
}

/// State of a unit: `ready`, `overwatch`, `stunned`, `ooc` or `left-map`.
pub fn status_of(battle: &Battle<'_>, unit: UnitId) -> &'static str {
    let force = battle.force(side_of(unit));
    match bit(unit) {
        it if force.saved & it != 0 => "left-map",
        it if force.alive & it == 0 => "ooc",
        it if force.stunned & it != 0 => "stunned",
        it if force.watching & it != 0 => "overwatch",
        _ => "ready",
    }
}

/// A new turn.
pub fn turn(battle: &Battle<'_>) -> Told {
    told(json!({ "event": "turn", "turn": battle.turn }), format!("\nTurn {}", battle.turn))
}

/// A new phase.
pub fn phase(battle: &Battle<'_>) -> Told {
    let phase = battle.phase.key();
    let side = battle.active.letter();
    if battle.phase == Phase::Recovery {
        return told(json!({ "event": "phase", "phase": phase, "side": null }), " Stun Recovery".to_owned());
    }
    told(json!({ "event": "phase", "phase": phase, "side": side }), format!(" Side {side}, {phase}"))
}

/// The Victory Phase begins; nobody chooses in it, and what it finds is told by [`victory_phase`].
pub fn victory() -> Told {
    told(json!({ "event": "phase", "phase": "victory", "side": null }), " Victory".to_owned())
}

fn path_hexes(battle: &Battle<'_>, start: HexIndex, path: Path) -> Vec<Value> {
    std::iter::once(start).chain(battle.walk(start, path)).map(|hex| battle.coordinates(hex)).collect()
}

/// A decision.
pub fn choice(battle: &Battle<'_>, choice: Choice) -> Told {
    let name = |unit| battle.name(unit);
    let start = |unit: UnitId| battle.unit(unit).hex;
    let (what, words) = match choice {
        Choice::Place { unit, hex } => (json!({ "place": name(unit), "at": battle.coordinates(hex) }), String::new()),
        Choice::Mount { unit, carrier } => (json!({ "mount": name(unit), "on": name(carrier) }), String::new()),
        Choice::Move { unit, path } => {
            let exit = path.steps().any(|step| step == super::choices::PathStep::Exit);
            (json!({ "move": name(unit), "path": path_hexes(battle, start(unit), path), "exit": exit }), String::new())
        }
        Choice::Fly { unit, direction, length } => {
            (json!({ "fly": name(unit), "direction": direction.name(), "length": length }), String::new())
        }
        Choice::Watch { unit } => (json!({ "watch": name(unit) }), String::new()),
        Choice::StandDown { unit } => (json!({ "stand-down": name(unit) }), String::new()),
        Choice::EndMovement => (json!({ "end": "movement" }), String::new()),
        Choice::Shoot(shot) => (shot_json(battle, &shot), String::new()),
        Choice::Fire => (json!({ "fire": true }), String::new()),
        Choice::Hold => (json!({ "hold": true }), "    the watchers hold their fire".to_owned()),
        Choice::EndAttacks => (json!({ "end": "attacks" }), String::new()),
        Choice::Stand => (json!({ "stand": true }), String::new()),
        Choice::GiveWay => (json!({ "stand": false }), "      accepts the retreat (DF-LDR-02)".to_owned()),
        Choice::Retreat { path } => {
            let start = battle.effect.map_or(NOWHERE, |effect| battle.unit(effect.victim).hex);
            (json!({ "retreat": path_hexes(battle, start, path) }), String::new())
        }
        Choice::Proceed => (json!({ "proceed": true }), String::new()),
        Choice::Recover => (json!({ "recover": true }), String::new()),
    };
    told(json!({ "event": "choice", "side": battle.decider.letter(), "choice": what }), words)
}

/// A decision that the rules refuse, as a situation wrote it down.
pub fn refused(battle: &Battle<'_>, wanted: Choice, refusal: Refusal) -> Told {
    let choice = choice(battle, wanted).trace["choice"].take();
    told(
        json!({
            "event": "refused", "side": battle.decider.letter(), "choice": choice,
            "rule": refusal.rule, "reason": refusal.reason,
        }),
        format!("  refused: {choice}: {refusal}"),
    )
}

fn shot_json(battle: &Battle<'_>, shot: &Shot) -> Value {
    let (mode, _, _) = battle.mode_name(shot);
    let target = match shot.aim {
        Aim::Unit(target) => json!(battle.name(target)),
        Aim::Hex(hex) => battle.coordinates(hex),
    };
    let weapon = usize::from(battle.profile(shot.unit).modes[usize::from(shot.mode)].weapon);
    let flame = battle.setup.codex.weapons[weapon].area == Area::OneHex;
    json!({
        "shoot": battle.name(shot.unit), "mode": mode, "target": target,
        "splash": flame.then(|| shot.splash.name()),
    })
}

/// Part of a move: the steps taken since the last time it was told of.
pub fn moved(battle: &Battle<'_>, motion: &Motion) -> Told {
    let hexes = &motion.trail[usize::from(motion.told)..=usize::from(motion.taken)];
    let path: Vec<Value> = hexes.iter().map(|hex| battle.coordinates(*hex)).collect();
    let spots: Vec<String> = hexes.iter().map(|hex| battle.spot(*hex)).collect();
    let riders: Vec<String> =
        members(side_of(motion.unit), battle.rider_squad(motion.unit)).map(|rider| battle.name(rider)).collect();
    let verb = if motion.flying { "flies" } else { "moves" };
    let with = if riders.is_empty() { String::new() } else { format!(" with {}", riders.join(" and ")) };
    let leaves = if motion.gone { " and leaves the map (DF-SCN-03)" } else { "" };
    told(
        json!({
            "event": "move",
            "kind": if motion.flying { "flight" } else { "move" },
            "unit": battle.name(motion.unit),
            "path": path,
            "cost": f64::from(motion.spent) / 2.0,
            "riders": riders,
            "exit": motion.gone,
        }),
        format!("  {} {verb} {}{with}{leaves}", battle.name(motion.unit), spots.join(" ")),
    )
}

/// A mover that may not stop where it was stopped goes back along its path.
pub fn put_back(battle: &Battle<'_>, unit: UnitId) -> Told {
    let hex = battle.unit(unit).hex;
    told(
        json!({ "event": "move", "kind": "put-back", "unit": battle.name(unit), "path": [battle.coordinates(hex)], "cost": 0 }),
        format!("    {} is put back to {} (DF-OVW-10)", battle.name(unit), battle.spot(hex)),
    )
}

/// A retreat.
pub fn retreat(battle: &Battle<'_>, unit: UnitId, start: HexIndex, path: Path, threat: HexIndex) -> Told {
    let hexes: Vec<HexIndex> = std::iter::once(start).chain(battle.walk(start, path)).collect();
    let spots: Vec<String> = hexes.iter().map(|hex| battle.spot(*hex)).collect();
    told(
        json!({
            "event": "move", "kind": "retreat", "unit": battle.name(unit),
            "path": hexes.iter().map(|hex| battle.coordinates(*hex)).collect::<Vec<_>>(),
            "threat": battle.coordinates(threat), "cost": 0,
        }),
        format!("      {} falls back {} from {} (DF-RTR-03)", battle.name(unit), spots.join(" "), battle.spot(threat)),
    )
}

fn result_words(result: CombatResult) -> &'static str {
    match result {
        CombatResult::Miss => "no effect",
        CombatResult::Stun => "Stunned",
        CombatResult::Retreat => "retreat",
        CombatResult::RetreatStun => "retreat and Stunned",
        CombatResult::OutOfCombat => "out of combat",
    }
}

fn modifiers(list: &[combat::Modifier]) -> Vec<Value> {
    list.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect()
}

fn strength_modifiers(target: Target<'_>, terrain_counts: bool) -> Vec<combat::Modifier> {
    let terrain = if terrain_counts { target.terrain.strength_mod } else { 0 };
    [("vehicle", target.profile.strength_mod), ("town", terrain)].into_iter().filter(|(_, value)| *value != 0).collect()
}

fn plural(count: i32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The total of a roll, and the roll in words; `dice` are all that were thrown for the attack, the table roll last.
fn roll_json(strike: &Strike, lucky: bool, dice: &[u8]) -> (Value, String) {
    if strike.strength == 0 {
        return (Value::Null, "strength 0, no effect (DF-ATK-09)".to_owned());
    }
    let total = (i32::from(strike.die) + i32::from(strike.die_mod)).clamp(1, 6);
    let modifier = match strike.die_mod {
        0 => String::new(),
        value => format!(" {value:+} = {total}"),
    };
    let die = match dice {
        [.., first, second] if lucky => format!("lower of {first} and {second}"),
        _ => format!("die {}", strike.die),
    };
    (json!(total), format!("strength {}, {die}{modifier}: {}", strike.strength, result_words(strike.result)))
}

/// A direct attack with its roll.
pub fn attack(
    battle: &Battle<'_>,
    attack: &Declared,
    target: UnitId,
    shooters: &[Shooter],
    on: Target<'_>,
    strike: &Strike,
    dice: Vec<u8>,
) -> Told {
    let setup = battle.setup;
    let hex = battle.unit(target).hex;
    let party = combat::Party::of(&setup.codex, shooters);
    let mut die_modifiers = combat::die_modifiers(&setup.rules, party, on).to_vec();
    die_modifiers.retain(|(_, value)| *value != 0);
    let shots = battle.volley.shots_of(attack);
    let height = |hex: HexIndex| setup.field.height[usize::from(hex)];
    let attackers: Vec<Value> = shots
        .iter()
        .map(|shot| {
            let (mode, weapon, count) = battle.mode_name(shot);
            let from = battle.unit(shot.unit).hex;
            json!({
                "unit": battle.name(shot.unit), "hex": battle.coordinates(from), "mode": mode, "weapon": weapon,
                "shots": count, "range": (from != NOWHERE).then(|| setup.field.distance(from, hex)), "lower": from != NOWHERE && height(from) < height(hex),
            })
        })
        .collect();
    let (total, roll) = roll_json(strike, on.profile.lucky, &dice);
    let who: Vec<String> =
        shots.iter().map(|shot| format!("{} ({})", battle.name(shot.unit), battle.mode_name(shot).0)).collect();
    let mut notes = String::new();
    if strike.impact.lost > 0 {
        notes.push_str(&format!(", {} second shot lost (DF-SOL-08)", strike.impact.lost));
    }
    if strike.impact.absorbed > 0 {
        notes.push_str(&format!(", {} absorbed by the suit (DF-SUI-03)", strike.impact.absorbed));
    }
    for (name, value) in strength_modifiers(on, true) {
        notes.push_str(&format!(", {name} {value:+} strength"));
    }
    for (name, value) in &die_modifiers {
        notes.push_str(&format!(", {name} {value:+} on the die"));
    }
    let kind = if battle.volley.reaction { "overwatch" } else { "direct" };
    let opening = if battle.volley.reaction { "    Overwatch: " } else { "  " };
    told(
        json!({
            "event": "attack",
            "kind": kind,
            "attackers": attackers,
            "target": battle.name(target),
            "hex": battle.coordinates(hex),
            "terrain": battle.terrain_name(hex),
            "stunned": battle.is_stunned(target),
            "second_shots_lost": strike.impact.lost,
            "absorbed": strike.impact.absorbed,
            "points": strike.impact.points,
            "strength_modifiers": modifiers(&strength_modifiers(on, true)),
            "strength": strike.strength,
            "die_modifiers": modifiers(&die_modifiers),
            "dice": dice,
            "die": (strike.strength > 0).then_some(strike.die),
            "total": total,
            "result": strike.result.key(),
        }),
        format!(
            "{opening}{} at {} {} {}{notes}: {}, {roll}",
            who.join(", "),
            battle.name(target),
            battle.spot(hex),
            battle.terrain_name(hex),
            plural(i32::from(strike.impact.points), "point"),
        ),
    )
}

/// A splash attack on a bystander.
pub fn splash(battle: &Battle<'_>, shot: Shot, victim: UnitId, on: Target<'_>, strike: &Strike, dice: Vec<u8>) -> Told {
    let hex = battle.unit(victim).hex;
    let burst = battle.volley.attacks[usize::from(battle.volley.current)].hex;
    let (_, weapon, _) = battle.mode_name(&shot);
    let (total, roll) = roll_json(strike, on.profile.lucky, &dice);
    told(
        json!({
            "event": "attack",
            "kind": "splash",
            "attackers": [{ "unit": battle.name(shot.unit), "weapon": weapon, "lower": on.lower != Lower::None }],
            "burst": battle.coordinates(burst),
            "target": battle.name(victim),
            "hex": battle.coordinates(hex),
            "terrain": battle.terrain_name(hex),
            "stunned": battle.is_stunned(victim),
            "points": strike.impact.points,
            "strength_modifiers": modifiers(&strength_modifiers(on, battle.setup.rules.splash_terrain)),
            "strength": strike.strength,
            "die_modifiers": modifiers(&[("terrain", strike.die_mod)][..usize::from(strike.die_mod != 0)]),
            "dice": dice,
            "die": (strike.strength > 0).then_some(strike.die),
            "total": total,
            "result": strike.result.key(),
        }),
        format!(
            "    splash of {} on {} {} {}: {roll} (DF-SPL-01)",
            battle.name(shot.unit),
            battle.name(victim),
            battle.spot(hex),
            battle.terrain_name(hex)
        ),
    )
}

/// Shots declared at a unit that has gone.
pub fn shots_lost(battle: &Battle<'_>, attack: &Declared) -> Told {
    let who: Vec<String> = battle.volley.shots_of(attack).iter().map(|shot| battle.name(shot.unit)).collect();
    told(
        json!({ "event": "attack", "kind": "lost", "attackers": who, "hex": battle.coordinates(attack.hex) }),
        format!("  the shots of {} are lost, their target has gone (R-30)", who.join(", ")),
    )
}

/// A frag thrown into an empty hex.
pub fn burst_on_ground(battle: &Battle<'_>, attack: &Declared) -> Told {
    let who: Vec<String> = battle.volley.shots_of(attack).iter().map(|shot| battle.name(shot.unit)).collect();
    told(
        json!({ "event": "attack", "kind": "ground", "attackers": who, "hex": battle.coordinates(attack.hex) }),
        format!("  {} at the empty hex {} (R-36)", who.join(", "), battle.spot(attack.hex)),
    )
}

/// Parts of a result that the victim's traits strike out.
pub fn ignored(battle: &Battle<'_>, victim: UnitId, result: CombatResult, left: CombatResult) -> Told {
    told(
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

/// A retreat that cannot be completed (DF-RTR-09): how far it should go and how far it can.
pub fn short_retreat(battle: &Battle<'_>, effect: &Effect, possible: u8) -> Told {
    let (name, needed) = (battle.name(effect.victim), effect.needed);
    told(
        json!({
            "event": "check", "what": "retreat", "unit": name, "threat": battle.coordinates(effect.threat),
            "needed": needed, "possible": possible, "passed": false,
        }),
        format!("      {name} has to retreat {needed} and can {possible} (DF-RTR-09)"),
    )
}

/// A leadership roll against a retreat.
pub fn stand_check(battle: &Battle<'_>, victim: UnitId, passed: bool, dice: Vec<u8>) -> Told {
    let number = battle.setup.codex.numbers.ignore_retreat;
    let shown = dice.first().copied().unwrap_or(0);
    told(
        json!({
            "event": "check", "what": "ignore-retreat", "unit": battle.name(victim),
            "target_number": number, "dice": dice, "passed": passed,
        }),
        format!(
            "      {} {} on {shown} ({number} or more needed, DF-LDR-01)",
            battle.name(victim),
            if passed { "ignores the retreat" } else { "does not stand" }
        ),
    )
}

/// A change of state.
pub fn status(battle: &Battle<'_>, unit: UnitId, status: &str) -> Told {
    let words = match status {
        "stunned" => "is Stunned",
        "ready" => "is ready",
        "overwatch" => "goes on Overwatch (DF-OVW-01)",
        "off-overwatch" => "comes off Overwatch (DF-OVW-04)",
        "gets-off" => "gets off (DF-VEH-09)",
        "boards" => "boards (DF-VEH-07)",
        _ => "is thrown out (DF-VEH-12)",
    };
    let carrier = battle.unit(unit).carrier;
    told(
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
            _ => format!("      {} {words}", battle.name(unit)),
        },
    )
}

/// A unit leaves the map for good.
pub fn removed(battle: &Battle<'_>, unit: UnitId, cause: &str) -> Told {
    let words = match cause {
        "ooc" => "is out of combat (DF-RES-08)",
        "retreat-blocked" => "cannot retreat and is out of combat (DF-RTR-09)",
        "left-the-map" => "is driven off the map (DF-RTR-08)",
        _ => "has left the map (DF-SCN-03)",
    };
    told(
        json!({ "event": "removed", "unit": battle.name(unit), "cause": cause }),
        format!("      {} {words}", battle.name(unit)),
    )
}

/// A Stunned unit treated by a medic.
pub fn treated(battle: &Battle<'_>, unit: UnitId, medic: UnitId) -> Told {
    told(
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
    dice: Vec<u8>,
) -> Told {
    let shown = dice.first().copied().unwrap_or(0);
    let by = leader.map_or_else(String::new, |leader| format!(" with {}", battle.name(leader)));
    told(
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
pub fn victory_phase(battle: &Battle<'_>) -> Told {
    let holders: Vec<Value> = battle
        .setup
        .field
        .objectives
        .iter()
        .zip(battle.progress.holders)
        .map(|(hex, holder)| json!({ "hex": battle.coordinates(*hex), "holder": holder.map(Side::letter) }))
        .collect();
    let alive = Side::BOTH.map(|side| battle.force(side).alive.count_ones());
    let saved = Side::BOTH.map(|side| battle.force(side).saved.count_ones());
    let points = battle.progress.points;
    let extra = match battle.setup.scenario {
        Scenario::SeizeAndHold => format!(", points {} to {}", points[0], points[1]),
        Scenario::Breakthrough => format!(", {} of {} out", saved[0], battle.progress.exits_needed),
        _ => String::new(),
    };
    told(
        json!({ "event": "objective", "objectives": holders, "points": points, "alive": alive, "saved": saved }),
        format!("  {} against {} alive{extra}", alive[0], alive[1]),
    )
}

/// The end.
pub fn verdict(battle: &Battle<'_>, verdict: Verdict) -> Told {
    let ending = ENDINGS[usize::from(verdict.ending)];
    let units: Vec<Value> =
        battle.all_units().map(|unit| json!({ "unit": battle.name(unit), "fate": status_of(battle, unit) })).collect();
    let winner = verdict.winner.map(Side::letter);
    told(
        json!({
            "event": "verdict", "winner": winner, "ending": ending, "turns": battle.turn,
            "value": Side::BOTH.map(|side| battle.value(side)), "units": units,
        }),
        match winner {
            Some(side) => format!("\nSide {side} wins in turn {}: {ending}", battle.turn),
            None => format!("\nA draw in turn {}: {ending}", battle.turn),
        },
    )
}
