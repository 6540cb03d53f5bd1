//! Events of fire: lines of a volley, what their dice come to, what it takes from Teams and hulls.

use serde_json::{Value, json};

use super::Battle;
use crate::game::{LogEntry, trace};
use crate::rulesets::chainsword::codex::Weapon;
use crate::rulesets::chainsword::combat::shooting::{Hit, Shot};
use crate::rulesets::chainsword::combat::vehicle::{Effect, Hull, Round};
use crate::rulesets::chainsword::fire_lines::{FireKind, Gun, Sighting};
use crate::rulesets::chainsword::state::{NO_WEAPON, TeamId};
use crate::tabletop::plane::Point;

/// What a line of a volley is fired at.
#[derive(Clone, Copy, Debug)]
pub enum Against<'a> {
    /// A Team.
    Team(&'a Shot),
    /// A vehicle.
    Hull(&'a Round),
}

/// What a die needs, null where none will do.
fn need(on: u8) -> Value {
    if on <= 6 { on.into() } else { Value::Null }
}

/// A Team fires.
pub fn volley(battle: &Battle<'_>, by: TeamId, target: TeamId, kind: FireKind, sighting: &Sighting) -> LogEntry {
    let (by_name, at) = (battle.name(by), battle.name(target));
    let inches = trace::inches(sighting.inches);
    let save = battle.cover_of(target, sighting.cover);
    // Flyers that meet in the air have no places.
    let place = |team| (kind != FireKind::Dogfight).then(|| trace::point(battle.stand(team).at()));
    let trace = json!({
        "event": "volley", "by": by_name, "target": at, "kind": kind.key(), "from": place(by), "to": place(target),
        "inches": inches, "seen": sighting.seen, "cover": sighting.cover, "save": save,
        "shock": battle.team(by).shock, "suppressed": battle.own_force(by).suppressed.contains(by),
    });
    let cover = if save > 0 { format!(", cover {save}+") } else { String::new() };
    LogEntry::new(trace, format!("    {by_name} fires at {at} over {inches:.1} inches ({}{cover})", kind.key()))
}

/// A line of a volley has been thrown: so many dice, the hits that they make, where a template came down.
pub fn line(
    gun: &Gun<'_>,
    against: &Against<'_>,
    count: u16,
    hits: u16,
    burst: Option<Point>,
    dice: Vec<u16>,
) -> LogEntry {
    let (hit, wound, save, strength) = match against {
        Against::Team(shot) => (shot.hit, need(shot.wound), need(shot.save.need), Value::Null),
        Against::Hull(round) => (round.hit, Value::Null, Value::Null, round.strength.into()),
    };
    let (first, second) = match hit {
        Hit::Direct { first, second } => (need(first), need(second)),
        Hit::Template | Hit::Blast { .. } => (Value::Null, Value::Null),
    };
    let (skill, radius) = match hit {
        Hit::Blast { blast, skill } => (skill.into(), trace::inches(blast.radius).into()),
        _ => (Value::Null, Value::Null),
    };
    let name = gun.weapon.name.as_str();
    let on = first.as_u64().map_or(String::new(), |first| format!(" on {first}+"));
    let words = format!("      {name}: {}{on}{}", trace::counted(hits.into(), "hit"), trace::thrown(&dice));
    let trace = json!({
        "event": "line", "weapon": name, "shots": count, "snap": gun.line.snap, "indirect": gun.indirect, "hit": first,
        "second": second, "skill": skill, "wound": wound, "save": save, "strength": strength, "hits": hits,
        "at": burst.map(trace::point), "radius": radius, "dice": dice,
    });
    LogEntry::new(trace, words)
}

/// Hits of a line have been thrown to wound, and wounds to save.
pub fn wounds(battle: &Battle<'_>, team: TeamId, wounds: u16, unsaved: u16, dice: Vec<u16>) -> LogEntry {
    let name = battle.name(team);
    let words =
        format!("        {}, {unsaved} not saved{}", trace::counted(wounds.into(), "wound"), trace::thrown(&dice));
    let trace = json!({ "event": "wounds", "team": name, "wounds": wounds, "unsaved": unsaved, "dice": dice });
    LogEntry::new(trace, words)
}

/// Sixes of a precision weapon were for the officer: sixes, wounds, those that he was spared, those that were not saved.
pub fn picked(battle: &Battle<'_>, officer: TeamId, counts: [u16; 4], dice: Vec<u16>) -> LogEntry {
    let (name, [sixes, wounds, spared, unsaved]) = (battle.name(officer), counts);
    let words =
        format!("      {name} is picked out: {wounds} wounds, spared {spared}, {unsaved} not saved (CW-BAS-28)");
    let trace = json!({
        "event": "picked", "officer": name, "sixes": sixes, "wounds": wounds, "spared": spared, "unsaved": unsaved,
        "dice": dice,
    });
    LogEntry::new(trace, words)
}

/// A blast hits a Team that it was not aimed at.
pub fn stray(battle: &Battle<'_>, team: TeamId, weapon: &Weapon, hits: u16) -> LogEntry {
    let name = battle.name(team);
    let words = format!("      {name} is under it: {} (CW-BAS-14)", trace::counted(hits.into(), "hit"));
    LogEntry::new(json!({ "event": "stray", "team": name, "weapon": weapon.name, "hits": hits }), words)
}

/// What fire takes from a Team, with all dice since the last event.
pub fn losses(battle: &Battle<'_>, team: TeamId, models: u16, shock: u16, dice: Vec<u16>) -> LogEntry {
    let name = battle.name(team);
    let lots = trace::thrown(&dice);
    let words = format!("      {name} loses {} and takes {shock} Shock{lots}", trace::counted(models.into(), "model"));
    LogEntry::new(json!({ "event": "losses", "team": name, "models": models, "shock": shock, "dice": dice }), words)
}

/// Who is left of a Team that has lost models or wounds, and what they carry.
pub fn fallen(battle: &Battle<'_>, team: TeamId, dice: Vec<u16>) -> LogEntry {
    let (name, state) = (battle.name(team), battle.team(team));
    let carried = state.loads.iter().filter(|load| load.weapon != NO_WEAPON);
    let lines: Vec<u8> = carried.map(|load| load.count).collect();
    let trace = json!({
        "event": "fallen", "team": name, "models": state.models, "wounds": state.wounds, "lines": lines, "dice": dice,
    });
    LogEntry::new(trace, "")
}

/// What a hit does to a vehicle, which has so many hull points `left`.
pub fn damage(
    battle: &Battle<'_>,
    team: TeamId,
    round: &Round,
    hull: &Hull,
    effect: Effect,
    left: u8,
    dice: Vec<u16>,
) -> LogEntry {
    let (name, before) = (battle.name(team), battle.team(team).hull);
    let what = match effect {
        Effect::NoEffect => "no-effect",
        Effect::Saved => "saved",
        Effect::Glance => "glance",
        Effect::Shaken => "shaken",
        Effect::Stunned => "stunned",
        Effect::WeaponDestroyed => "weapon-destroyed",
        Effect::Immobilised => "immobilised",
        Effect::Explodes => "explodes",
        Effect::Wrecked => "wrecked",
    };
    let cover = if round.ignores_cover { 0 } else { hull.cover };
    let trace = json!({
        "event": "damage", "team": name, "strength": round.strength, "ap": round.ap, "pen-dice": round.pen_dice,
        "armour": hull.armour, "save": cover, "effect": what, "hull": before, "left": left,
        "dice": dice,
    });
    let thrown = trace::thrown(&dice);
    let told = what.replace('-', " ");
    let words = format!("      {name}: {told}, S {} against {}{thrown} (CW-BAS-21)", round.strength, hull.armour);
    LogEntry::new(trace, words)
}
