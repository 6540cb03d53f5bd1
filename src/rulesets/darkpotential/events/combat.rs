//! Events of rolls, attacks and checks.

use serde_json::json;

use super::{aloft, perhaps, place};
use crate::game::{LogEntry, Side, trace};
use crate::rulesets::darkpotential::bidding::Bid;
use crate::rulesets::darkpotential::combat::Cover;
use crate::rulesets::darkpotential::roll::{Roll, RollKind};
use crate::rulesets::darkpotential::state::{Battle, FigureId, side_of};

/// A roll of a model, in words.
fn of(battle: &Battle<'_>, roll: &Roll) -> String {
    let (name, against) = (battle.name(roll.roller), perhaps(battle, roll.affected));
    let what = match roll.kind {
        RollKind::Hit => "to hit",
        RollKind::Strength => "for Strength",
        RollKind::Leadership => "on Leadership",
        RollKind::Perception => "on Perception",
        RollKind::Direction => "for the direction",
        RollKind::Distance => "for the distance",
    };
    match against.as_str().filter(|_| matches!(roll.kind, RollKind::Hit | RollKind::Strength)) {
        Some(against) => format!("{name} {what} {against}"),
        None => format!("{name} {what}"),
    }
}

/// The rule by which a roll is read.
fn rule(battle: &Battle<'_>, roll: &Roll) -> &'static str {
    match roll.kind {
        RollKind::Hit => battle.attack.as_ref().map_or("DP-SHT-02", |attack| hit_rule(attack.mode.is_ranged())),
        RollKind::Strength => "DP-WND-01",
        RollKind::Leadership => "DP-LDR-04",
        RollKind::Perception => "DP-PER-01",
        RollKind::Direction => "DP-AOE-03",
        RollKind::Distance => "DP-AOE-04",
    }
}

/// The rule that says what it takes to hit.
fn hit_rule(ranged: bool) -> &'static str {
    if ranged { "DP-SHT-02" } else { "DP-CLC-02" }
}

/// Whether a roll has a target number.
fn is_test(roll: &Roll) -> bool {
    !matches!(roll.kind, RollKind::Direction | RollKind::Distance)
}

/// A roll that nothing can turn.
pub fn certain(battle: &Battle<'_>, roll: &Roll, passed: bool) -> LogEntry {
    let trace = json!({
        "event": "certain", "what": roll.kind.key(), "model": battle.name(roll.roller), "needed": roll.target,
        "passed": passed,
    });
    let words = if passed { "cannot fail" } else { "cannot succeed" };
    LogEntry::new(trace, format!("      {} ({}): {words} (R-91)", of(battle, roll), roll.target))
}

/// Dice are thrown.
pub fn thrown(battle: &Battle<'_>, roll: &Roll, total: i32, dice: Vec<u16>) -> LogEntry {
    let needed = is_test(roll).then_some(roll.target);
    let result = match needed {
        Some(target) if total <= target => format!(" of {target}: success by {}", target - total),
        Some(target) => format!(" of {target}: failure by {}", total - target),
        None => String::new(),
    };
    let words = format!("      {}: {dice:?} = {total}{result} ({})", of(battle, roll), rule(battle, roll));
    let trace = json!({
        "event": "roll", "what": roll.kind.key(), "model": battle.name(roll.roller),
        "against": perhaps(battle, roll.affected), "needed": needed, "total": total, "dice": dice,
    });
    LogEntry::new(trace, words)
}

/// A Command Point is used on a roll.
pub fn bid(battle: &Battle<'_>, bidder: FigureId, bid: Bid, payer: u8) -> LogEntry {
    let side = side_of(bidder);
    let (unit, points) = (battle.unit_name(side, payer), battle.unit(side, payer).points);
    let what = match bid {
        Bid::Pass => "passes",
        Bid::Up => "shifts it up",
        Bid::Down => "shifts it down",
        Bid::Reroll => "has it thrown again",
    };
    let trace = json!({
        "event": "points", "side": side.letter(), "unit": unit, "points": points, "cause": "bid",
    });
    LogEntry::new(trace, format!("      {} {what}: {unit} pays, {points} left (DP-CMD-11)", battle.name(bidder)))
}

/// A total is shifted.
pub fn shifted(battle: &Battle<'_>, roll: &Roll, total: i32) -> LogEntry {
    let trace = json!({
        "event": "shift", "what": roll.kind.key(), "model": battle.name(roll.roller), "total": total,
    });
    LogEntry::new(trace, format!("      it is {total} now (DP-CMD-15)"))
}

/// An attack begins.
pub fn attack(battle: &Battle<'_>, cover: Cover) -> LogEntry {
    let attack = battle.attack.as_ref().expect("an attack is in progress");
    let weapon = battle.weapon(attack.weapon);
    let (attacker, target) = (battle.name(attack.attacker), battle.name(attack.target));
    let dug_in = battle.profile(attack.target).dug_in;
    let penalty = if attack.mode.is_ranged() { cover.penalty(&battle.setup.rules, dug_in) } else { 0 };
    let trace = json!({
        "event": "attack", "attacker": attacker, "target": target, "weapon": weapon.key, "mode": attack.mode.key(),
        "distance": trace::inches(attack.distance), "cover": penalty, "needed": attack.hit_target,
    });
    let range = if attack.mode.is_ranged() {
        format!(" from {:.2} inches, cover {penalty}", attack.distance)
    } else {
        String::new()
    };
    let (weapon, needed, rule) = (&weapon.key, attack.hit_target, hit_rule(attack.mode.is_ranged()));
    LogEntry::new(trace, format!("    {attacker} attacks {target} with {weapon}{range}: needs {needed} ({rule})"))
}

/// Whether an attack hits.
pub fn hit(battle: &Battle<'_>, hit: bool) -> LogEntry {
    let attack = battle.attack.as_ref().expect("an attack is in progress");
    let (attacker, target) = (battle.name(attack.attacker), battle.name(attack.target));
    let words = match (hit, attack.mode.is_ranged()) {
        (false, _) => "      a miss",
        (true, true) => "      a hit (DP-SHT-09)",
        (true, false) => "      a hit (DP-CLC-03)",
    };
    LogEntry::new(json!({ "event": "hit", "attacker": attacker, "target": target, "hit": hit }), words)
}

/// A shot goes astray.
pub fn deviation(battle: &Battle<'_>, direction: i32, inches: i32) -> LogEntry {
    let attack = battle.attack.as_ref().expect("an attack is in progress");
    let centre = attack.centre;
    let trace = json!({
        "event": "deviation", "direction": direction, "inches": inches, "centre": trace::point(centre.point),
        "height": trace::inches(centre.height),
    });
    let words = format!("      it deviates {inches} inches in direction {direction}, to {} (DP-AOE-03)", aloft(centre));
    LogEntry::new(trace, words)
}

/// Who lies under an area template.
pub fn template(battle: &Battle<'_>) -> LogEntry {
    let attack = battle.attack.as_ref().expect("an attack is in progress");
    let both = |sets: [super::FigureSet; 2]| -> Vec<String> {
        Side::BOTH.into_iter().flat_map(|side| battle.listed(side, sets[side.index()])).collect()
    };
    let (models, bases) = (both(attack.hit), both(attack.bases));
    let words = format!("      under the template (DP-AOE-06): {}", trace::listed(&[&models[..], &bases[..]].concat()));
    let trace = json!({
        "event": "under-template", "centre": trace::point(attack.centre.point), "models": models, "bases": bases,
        "centred": perhaps(battle, attack.centred),
    });
    LogEntry::new(trace, words)
}

/// Wounds are lost.
pub fn wounds(battle: &Battle<'_>, victim: FigureId, lost: u32) -> LogEntry {
    let (name, left) = (battle.name(victim), battle.figure(victim).wounds);
    let words = format!("      {name} loses {}, {left} left (DP-WND-02)", trace::counted(lost, "wound"));
    LogEntry::new(json!({ "event": "wounds", "model": name, "lost": lost, "left": left }), words)
}

/// A Leadership test is over.
pub fn tested(battle: &Battle<'_>, model: FigureId, passed: bool) -> LogEntry {
    let name = battle.name(model);
    let words = if passed { "stands fast (DP-LDR-04)" } else { "is suppressed (DP-LDR-06)" };
    LogEntry::new(json!({ "event": "leadership", "model": name, "passed": passed }), format!("      {name} {words}"))
}

/// A Perception check begins.
pub fn check(battle: &Battle<'_>, observer: FigureId, base: FigureId, target: i32) -> LogEntry {
    let (observer, base) = (battle.name(observer), battle.name(base));
    let words = format!("    {observer} looks at {base}: needs {target} (DP-PER-01)");
    LogEntry::new(json!({ "event": "perception", "observer": observer, "base": base, "needed": target }), words)
}

/// A weapon is taken over.
pub fn picked_up(battle: &Battle<'_>, taker: FigureId, dead: FigureId) -> LogEntry {
    let (name, from, at) = (battle.name(taker), battle.name(dead), battle.figure(taker).at);
    let trace = json!({
        "event": "picked-up", "model": name, "from": from, "at": place(at), "level": at.level,
    });
    LogEntry::new(trace, format!("    {name} takes over the weapon of {from} (DP-SQD-07)"))
}
