//! What is told of attacks: who fires at whom, and what the roll could have done.

use serde_json::{Value, json};

use crate::game::LogEntry;
use crate::game::trace::counted;
use crate::rulesets::dogfaces::attack::Declared;
use crate::rulesets::dogfaces::choices::Shot;
use crate::rulesets::dogfaces::codex::{Codex, CombatResult};
use crate::rulesets::dogfaces::combat::{self, Lower, Shooter, Strike, Target};
use crate::rulesets::dogfaces::state::{Battle, UnitId};
use crate::tabletop::hex::{HexIndex, NOWHERE};

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

/// The total of a roll, and the roll in words with what it could have been; `dice` are all that were thrown for the
/// attack, the table roll last.
fn roll_json(codex: &Codex, strike: &Strike, lucky: bool, dice: &[u16]) -> (Value, String) {
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
    // The lowest number on the die, before modifiers, for a result.
    let from = |wanted: &dyn Fn(CombatResult) -> bool| {
        (1..=6).find(|die| wanted(combat::table(codex, strike.strength, *die, strike.die_mod)))
    };
    let effect = from(&|result| result != CombatResult::Miss);
    let odds = match (effect, from(&|result| result == CombatResult::OutOfCombat)) {
        (None, _) => "no number has an effect".to_owned(),
        (Some(effect), None) => format!("an effect on {effect}+"),
        (Some(effect), Some(ooc)) => format!("an effect on {effect}+, out of combat on {ooc}+"),
    };
    (
        json!(total),
        format!("strength {}, {die}{modifier}: {} (DF-ATK-13; {odds})", strike.strength, result_words(strike.result)),
    )
}

/// A direct attack with its roll.
pub fn attack(
    battle: &Battle<'_>,
    attack: &Declared,
    target: UnitId,
    shooters: &[Shooter],
    on: Target<'_>,
    strike: &Strike,
    dice: Vec<u16>,
) -> LogEntry {
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
    let (total, roll) = roll_json(&setup.codex, strike, on.profile.lucky, &dice);
    let who: Vec<String> = shots
        .iter()
        .map(|shot| {
            let (name, mode) = (battle.name(shot.unit), battle.mode_name(shot).0);
            match battle.unit(shot.unit).hex {
                NOWHERE => format!("{name} ({mode})"),
                from => format!("{name} ({mode}, range {})", setup.field.distance(from, hex)),
            }
        })
        .collect();
    let mut notes = String::new();
    if strike.impact.lost > 0 {
        notes.push_str(&format!(", {} second shot lost (DF-SOL-08)", strike.impact.lost));
    }
    if strike.impact.absorbed > 0 {
        notes.push_str(&format!(", {} absorbed by the suit (DF-SUI-03)", strike.impact.absorbed));
    }
    for (name, value) in &strength_modifiers(on, true) {
        let rule = if *name == "town" { "DF-ATK-08" } else { "DF-ATK-07" };
        notes.push_str(&format!(", {name} {value:+} strength ({rule})"));
    }
    for (name, value) in &die_modifiers {
        notes.push_str(&format!(", {name} {value:+} on the die (DF-ATK-12)"));
    }
    let kind = if battle.volley.reaction { "overwatch" } else { "direct" };
    let opening = if battle.volley.reaction { "    Overwatch: " } else { "  " };
    LogEntry::new(
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
            counted(strike.impact.points.into(), "point"),
        ),
    )
}

/// A splash attack on a bystander.
pub fn splash(
    battle: &Battle<'_>,
    shot: Shot,
    victim: UnitId,
    on: Target<'_>,
    strike: &Strike,
    dice: Vec<u16>,
) -> LogEntry {
    let hex = battle.unit(victim).hex;
    let burst = battle.volley.attacks[usize::from(battle.volley.current)].hex;
    let (_, weapon, _) = battle.mode_name(&shot);
    let (total, roll) = roll_json(&battle.setup.codex, strike, on.profile.lucky, &dice);
    let proof = match (strike.impact.points, on.profile.suit) {
        (0, true) => ", his suit is proof against it (DF-SUI-01)",
        (0, false) => ", its armour is proof against it",
        _ => "",
    };
    LogEntry::new(
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
            "    splash of {} (DF-SPL-01) on {} {} {}{proof}: {roll}",
            battle.name(shot.unit),
            battle.name(victim),
            battle.spot(hex),
            battle.terrain_name(hex)
        ),
    )
}

/// Shots declared at a unit that has gone.
pub fn shots_lost(battle: &Battle<'_>, attack: &Declared) -> LogEntry {
    let who: Vec<String> = battle.volley.shots_of(attack).iter().map(|shot| battle.name(shot.unit)).collect();
    LogEntry::new(
        json!({ "event": "attack", "kind": "lost", "attackers": who, "hex": battle.coordinates(attack.hex) }),
        format!("  the shots of {} are lost, their target has gone (R-30)", who.join(", ")),
    )
}

/// A frag thrown into an empty hex.
pub fn burst_on_ground(battle: &Battle<'_>, attack: &Declared) -> LogEntry {
    let who: Vec<String> = battle.volley.shots_of(attack).iter().map(|shot| battle.name(shot.unit)).collect();
    LogEntry::new(
        json!({ "event": "attack", "kind": "ground", "attackers": who, "hex": battle.coordinates(attack.hex) }),
        format!("  {} at the empty hex {} (R-36)", who.join(", "), battle.spot(attack.hex)),
    )
}
