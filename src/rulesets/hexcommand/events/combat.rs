//! What is told of combat: shots, melee, routs, captures, rally, integrity, scores.

use serde_json::{Value, json};

use super::LogEntry;
use crate::game::Side;
use crate::game::trace::counted;
use crate::rulesets::hexcommand::fire::{Shot, Struck, Target};
use crate::rulesets::hexcommand::integrity::Losses;
use crate::rulesets::hexcommand::integrity_step::Book;
use crate::rulesets::hexcommand::recovery;
use crate::rulesets::hexcommand::rout::Cause;
use crate::rulesets::hexcommand::state::{Battle, CommanderId, Fate, NOBODY, UnitId, side_of};
use crate::tabletop::hex::HexIndex;

/// What a shot did: key, and in words.
fn result(struck: Struck) -> (&'static str, String) {
    match struck {
        Struck::NoShot => ("no-shot", "no shot".to_owned()),
        Struck::Miss => ("miss", "miss".to_owned()),
        Struck::Structure => ("structure", "the works take it (HX-ART-04)".to_owned()),
        Struck::Te => ("te", "1 TE (HX-SKM-02)".to_owned()),
        Struck::Hit(hits) => ("hit", counted(hits.into(), "hit")),
        Struck::Routs(hits) => ("routs", format!("{}, it routs (HX-FIR-22)", counted(hits.into(), "hit"))),
        Struck::Destroyed(hits) => ("destroyed", format!("{}, destroyed (HX-ROU-05)", counted(hits.into(), "hit"))),
        Struck::CommanderKilled => ("commander-killed", "its commander is killed (HX-CMD-06)".to_owned()),
    }
}

/// A shot with all that makes it up.
#[expect(clippy::too_many_arguments, reason = "everything that made up the shot")]
pub fn shot(
    battle: &Battle<'_>,
    unit: UnitId,
    target: UnitId,
    captured: bool,
    shot: &Shot<'_>,
    on: &Target,
    struck: Struck,
    dice: Vec<u16>,
) -> LogEntry {
    let (codex, rules) = (&battle.setup.codex, &battle.setup.rules);
    let need = shot.need(codex, rules, on.fortified);
    let (weapon, need) = need.map_or(("none", "impossible"), |(weapon, need)| {
        let keys = ["auto", "color", "code", "cnc"];
        (weapon.name.as_str(), keys[need as usize])
    });
    let (key, words) = result(struck);
    let thrown = dice.clone();
    let trace = json!({
        "event": "shot", "unit": battle.name(unit), "target": battle.name(target), "captured": captured,
        "weapon": weapon, "range": shot.range, "grade": shot.grade.key(), "hits": shot.hits, "fatigued": shot.fatigued,
        "commander": shot.commander, "flank": shot.flank, "cover": shot.cover, "partial_view": shot.partial_view,
        "off_arc": shot.off_arc, "moved": shot.artillery_moved, "turned": shot.turned,
        "consecutive": shot.consecutive, "higher": shot.higher, "skirmish": shot.skirmish,
        "target_hits": on.hits, "target_routed": on.routed, "target_commander": on.commander,
        "fortified": on.fortified, "need": need, "dice": dice, "result": key,
    });
    let mut notes = String::new();
    for (made, note) in [
        (shot.flank, "flank or rear (HX-FIR-17)"),
        (shot.off_arc, "out of the arc (HX-FIR-07)"),
        (shot.partial_view, "partial view (HX-LOS-04)"),
        (shot.artillery_moved, "moved (HX-ART-02)"),
        (shot.fatigued, "fatigued (HX-FIR-18)"),
        (captured, "captured guns (HX-ART-12)"),
    ] {
        if made {
            notes.push_str(", ");
            notes.push_str(note);
        }
    }
    if shot.cover > 0 {
        notes.push_str(&format!(", cover {} (HX-FIR-18)", shot.cover));
    }
    if shot.hits > 0 {
        notes.push_str(&format!(", {} of its own (HX-FIR-18)", counted(shot.hits.into(), "hit")));
    }
    let name = battle.name(unit);
    let need_words = if need == "auto" { "automatic" } else { need };
    let throw = if thrown.is_empty() { need_words.to_owned() } else { format!("{need_words} on {thrown:?}") };
    let words = format!(
        "    {name} ({weapon}) at {} {}, range {}{notes}: {throw}: {words}",
        battle.name(target),
        battle.spot(battle.unit(target).hex),
        shot.range
    );
    LogEntry::new(trace, words)
}

/// Who fires first, of two sides or of two brigades.
pub fn fire_order(battle: &Battle<'_>, brigades: Option<[u8; 2]>, first: Side, dice: Vec<u16>) -> LogEntry {
    let _ = battle;
    let who = brigades.map_or(String::new(), |[a, b]| format!(" of brigades A{} and B{}", a + 1, b + 1));
    LogEntry::new(
        json!({ "event": "fire-order", "brigades": brigades, "first": first.letter(), "dice": dice }),
        format!("    Side {} fires first{who} (HX-FIR-04)", first.letter()),
    )
}

/// Canister at an attacker.
pub fn canister(battle: &Battle<'_>, battery: UnitId, attacker: UnitId, struck: Struck, dice: Vec<u16>) -> LogEntry {
    let (key, words) = result(struck);
    let (unit, target) = (battle.name(battery), battle.name(attacker));
    let throw = if dice.is_empty() { String::new() } else { format!(" on {dice:?}") };
    LogEntry::new(
        json!({ "event": "canister", "unit": unit, "target": target, "dice": dice, "result": key }),
        format!("    {unit} fires canister at {target}{throw} (HX-ART-09): {words}"),
    )
}

/// A battery is captured.
pub fn captured(battle: &Battle<'_>, battery: UnitId, captor: UnitId, hex: HexIndex, dice: Vec<u16>) -> LogEntry {
    let (guns, by) = (battle.name(battery), battle.name(captor));
    let shots = battle.unit(battery).shots;
    LogEntry::new(
        json!({
            "event": "captured", "unit": guns, "by": by, "hex": battle.coordinates(hex), "shots": shots, "dice": dice,
        }),
        format!("    the guns of {guns} {} are captured by {by} (HX-ART-10), good for {shots} shots", battle.spot(hex)),
    )
}

/// Guns without a crew change hands.
pub fn guns(battle: &Battle<'_>, battery: UnitId, what: &'static str) -> LogEntry {
    let state = battle.unit(battery);
    let (name, holder) = (battle.name(battery), state.holder.letter());
    LogEntry::new(
        json!({
            "event": "guns", "unit": name, "what": what, "side": holder, "hex": battle.coordinates(state.guns),
        }),
        format!("    the guns of {name} are in the hands of side {holder} (R-156)"),
    )
}

/// A pair rolls.
pub fn clash(
    battle: &Battle<'_>,
    [unit, foe]: [UnitId; 2],
    strengths: [i32; 2],
    primary: [bool; 2],
    dice: Vec<u16>,
) -> LogEntry {
    let flanked = |own: UnitId, other: UnitId| battle.flanked_from(own, battle.unit(other).hex);
    let (name, other) = (battle.name(unit), battle.name(foe));
    let sides = [flanked(unit, foe), flanked(foe, unit)];
    let note = match sides {
        [false, false] => "",
        _ => ", in flank or rear (HX-MEL-05)",
    };
    let thrown = dice.clone();
    LogEntry::new(
        json!({
            "event": "melee", "units": [name, other], "values": strengths, "flanked": sides, "primary": primary,
            "dice": dice,
        }),
        format!("    {name} ({}) against {other} ({}){note} on {thrown:?} (HX-MEL-04)", strengths[0], strengths[1]),
    )
}

/// What a round of melee did to a unit.
pub fn toll(battle: &Battle<'_>, unit: UnitId, hits: u8, te: u8) -> LogEntry {
    let name = battle.name(unit);
    let taken = match (hits, te) {
        (0, 0) => "nothing".to_owned(),
        (0, te) => format!("{te} TE"),
        (hits, 0) => counted(hits.into(), "hit"),
        (hits, te) => format!("{} and {te} TE", counted(hits.into(), "hit")),
    };
    let words = format!("      {name} takes {taken}");
    let total = battle.unit(unit).te;
    LogEntry::new(json!({ "event": "toll", "unit": name, "hits": hits, "te": te, "total_te": total }), words)
}

/// A routed unit in contact is rolled for.
pub fn ridden_down(battle: &Battle<'_>, unit: UnitId, by: UnitId, red: bool, dice: Vec<u16>) -> LogEntry {
    let (name, other) = (battle.name(unit), battle.name(by));
    let words = if red { "it is destroyed" } else { "it routs again" };
    let thrown = dice.clone();
    LogEntry::new(
        json!({ "event": "ridden-down", "unit": name, "by": other, "destroyed": red, "dice": dice }),
        format!("    {other} runs into {name}, which had routed, on {thrown:?}: {words} (HX-MEL-20)"),
    )
}

/// A unit has gone into a hex that was left.
pub fn advanced(battle: &Battle<'_>, unit: UnitId) -> LogEntry {
    let (name, hex) = (battle.name(unit), battle.unit(unit).hex);
    LogEntry::new(
        json!({ "event": "advance", "unit": name, "hex": battle.coordinates(hex) }),
        format!("    {name} advances to {} (HX-MEL-16)", battle.spot(hex)),
    )
}

/// A routed unit runs: the hexes of its way, those of friends whom it passes included.
pub fn rout(battle: &Battle<'_>, unit: UnitId, way: &[HexIndex]) -> LogEntry {
    let name = battle.name(unit);
    let path: Vec<Value> = way.iter().map(|hex| battle.coordinates(*hex)).collect();
    let hexes: Vec<String> = way.iter().map(|hex| battle.spot(*hex)).collect();
    let words = match &hexes[..] {
        // What becomes of it is told next.
        [_] | [] => String::new(),
        [from, on @ ..] => format!("    {name} runs from {from} to {} (HX-ROU-01)", on.join(", ")),
    };
    LogEntry::new(json!({ "event": "rout", "unit": name, "path": path }), words)
}

/// A unit went back for its integrity.
pub fn withdrawn(battle: &Battle<'_>, unit: UnitId, from: HexIndex) -> LogEntry {
    let (name, to) = (battle.name(unit), battle.unit(unit).hex);
    LogEntry::new(
        json!({
            "event": "withdrawal", "unit": name, "from": battle.coordinates(from), "to": battle.coordinates(to),
        }),
        format!("    {name} withdraws from {} to {} (HX-INT-03)", battle.spot(from), battle.spot(to)),
    )
}

/// A piece leaves the game; told before it does.
pub fn removed(battle: &Battle<'_>, unit: UnitId, cause: Cause) -> LogEntry {
    let (name, hex) = (battle.name(unit), battle.unit(unit).hex);
    let strayed = battle.own_force(unit).strayed.contains(unit);
    let words = match cause {
        Cause::Hit => "is hit after its rout and destroyed (HX-ROU-05)",
        Cause::Blocked => "finds its way barred and is destroyed (HX-ROU-03, HX-ROU-04)",
        Cause::Zone => "runs into the enemy and is destroyed (HX-ROU-04)",
        Cause::Ground => "finds no way on and is lost (HX-ROU-02)",
        Cause::LeftBoard => "runs off the board (HX-ROU-06)",
        Cause::Withdrew => "withdraws off the board (HX-INT-03)",
        Cause::Destroyed => "is destroyed in contact",
        Cause::Captured => "is captured, limbered guns and all (HX-ART-13)",
        Cause::NoRoom => "cannot step back and is destroyed (HX-ART-11)",
        Cause::Fake => "was a fake marker (HX-SPT-05)",
    };
    let far = if strayed { ", far from its route of retreat (HX-SET-08)" } else { "" };
    LogEntry::new(
        json!({
            "event": "removed", "unit": name, "cause": cause.key(), "hex": battle.coordinates(hex), "strayed": strayed,
        }),
        format!("    {name} {} {words}{far}", battle.spot(hex)),
    )
}

/// A commander is lost.
pub fn commander_lost(battle: &Battle<'_>, side: Side, commander: CommanderId, unit: UnitId, fate: Fate) -> LogEntry {
    let with = (unit != NOBODY).then(|| battle.name(unit));
    let words = with.as_ref().map_or(String::new(), |name| format!(" with {name}"));
    let name = battle.commander_name(side, commander);
    LogEntry::new(
        json!({
            "event": "commander", "side": side.letter(), "commander": name, "unit": with, "hex": null, "fate": fate.key(),
        }),
        format!("    {name}{words} is {} (HX-CMD-09)", fate.key()),
    )
}

/// A unit recovers.
pub fn rally(battle: &Battle<'_>, unit: UnitId, before: recovery::Unit, after: recovery::Unit) -> LogEntry {
    let name = battle.name(unit);
    let state = |unit: recovery::Unit| {
        let routed = if unit.routed { ", routed" } else { "" };
        format!("{}, {} TE{routed}", counted(unit.hits.into(), "hit"), unit.te)
    };
    LogEntry::new(
        json!({
            "event": "rally", "unit": name, "hits": after.hits, "te": after.te, "rallied": before.routed && !after.routed,
        }),
        format!("    {name} recovers from {} to {} (HX-RAL-01)", state(before), state(after)),
    )
}

/// A force checks its integrity.
pub fn integrity(battle: &Battle<'_>, side: Side, book: Book, losses: &Losses) -> LogEntry {
    let percent = losses.percent(&battle.setup.rules);
    LogEntry::new(
        json!({
            "event": "integrity", "side": side.letter(), "force": book.key(), "start": losses.start,
            "removed": losses.removed, "routed": losses.routed, "commanders_lost": losses.commanders_lost,
            "supreme_lost": losses.supreme_lost, "loss": (percent * 1e4).round() / 1e4,
        }),
        format!("    side {} has lost {percent:.1} percent and checks its integrity (HX-INT-02)", side.letter()),
    )
}

/// One roll of a check of integrity: of a unit, or of a force.
pub fn integrity_roll(battle: &Battle<'_>, side: Side, unit: Option<UnitId>, failed: bool, dice: Vec<u16>) -> LogEntry {
    let name = unit.map(|unit| battle.name(unit));
    debug_assert!(unit.is_none_or(|unit| side_of(unit) == side));
    let who = name.clone().unwrap_or_else(|| format!("side {}", side.letter()));
    let words = if failed { "fails" } else { "stands" };
    let thrown = dice.clone();
    LogEntry::new(
        json!({
            "event": "integrity-roll", "side": side.letter(), "unit": name, "failed": failed, "dice": dice,
        }),
        format!("      {who} {words} on {thrown:?} (HX-INT-03)"),
    )
}

/// Points and losses at the end of a turn.
pub fn score(battle: &Battle<'_>) -> LogEntry {
    let points = Side::BOTH.map(|side| battle.points(side));
    let loss = Side::BOTH.map(|side| battle.losses(side, Book::Whole).percent(&battle.setup.rules));
    let holders: Vec<Option<&str>> =
        (0..battle.setup.scenario.objectives.len()).map(|at| battle.holder(at).map(Side::letter)).collect();
    let broken = Side::BOTH.map(|side| battle.force(side).broken);
    LogEntry::new(
        json!({
            "event": "score", "points": points, "loss": loss.map(|loss| (loss * 1e4).round() / 1e4),
            "holders": holders, "broken": broken,
        }),
        format!("  {} to {} points; losses {:.1} and {:.1} percent", points[0], points[1], loss[0], loss[1]),
    )
}
