//! Attacks: who, with what on either side, the dice, what comes of it.

use serde_json::{Value, json};

use crate::game::LogEntry;
use crate::rulesets::dogma::choices::{Attack, Target};
use crate::rulesets::dogma::combat::{self, Charge, CloseAttack, RangedAttack, Shot};
use crate::rulesets::dogma::recoil::Recoil;
use crate::rulesets::dogma::state::{Battle, ElementId, members, side_of};
use crate::rulesets::dogma::strike::recoil::{Doom, Obstacle};
use crate::tabletop::plane::{Edge, Outline, edge_distance};

/// Keys of what a shot does, by [`Shot`].
pub const SHOTS: [&str; 4] = ["destroyed", "shaken", "no-effect", "no-attack"];

/// Keys of what a close attack does, by [`Charge`].
pub const CHARGES: [&str; 4] = ["destroyed", "destroyed-on-recoil", "recoils", "holds"];

/// Keys of what an attack on a building does.
pub const STORMS: [&str; 2] = ["stands", "destroyed"];

/// An opposed roll before the dice.
struct Roll<'a> {
    kind: &'a str,
    /// Who attacks; none for Artillery.
    made: Option<&'a Attack>,
    target: Target,
    attack: u8,
    support: u32,
    defence: u8,
}

/// An attack with everything that went into it.
fn attack(battle: &Battle<'_>, roll: &Roll<'_>, dice: &[u16], result: &str, more: Value) -> LogEntry {
    let &Roll { kind, made, target, .. } = roll;
    let attacker = made.map(|made| battle.name(made.attacker));
    let supports = made.map_or(Vec::new(), |made| battle.names(made.supporters()));
    let name = match target {
        Target::Element(target) => json!(battle.name(target)),
        Target::Building(index) => json!({ "building": index }),
    };
    let die = |at: usize| u32::from(dice.get(at).copied().unwrap_or_default());
    let totals = [u32::from(roll.attack) + roll.support + die(0), u32::from(roll.defence) + die(1)];
    let mut modifiers = vec![json!({ "name": "combat", "value": roll.attack })];
    if roll.support > 0 {
        modifiers.push(json!({ "name": "support", "value": roll.support }));
    }
    let by = attacker.clone().unwrap_or_else(|| "Artillery".to_owned());
    let at = match target {
        Target::Element(target) => battle.name(target),
        Target::Building(index) => {
            let building = battle.terrain.features().get(usize::from(index));
            building.map_or(format!("building {index}"), |building| format!("the {}", super::feature(building)))
        }
    };
    let helped = if supports.is_empty() { String::new() } else { format!(" with {}", super::listed(&supports)) };
    let flag = |key: &str| more[key] == true;
    let mut why = String::new();
    if flag("optimal") {
        let rule = match kind {
            "ranged" => "DG-RNG-08",
            "close" => "DG-CLO-03",
            "artillery" => "DG-DOG-01",
            _ => "DG-TER-11",
        };
        why.push_str(&format!(", Optimal Target ({rule})"));
    }
    if flag("spoilt") {
        why.push_str(", cover takes Optimal Target (DG-TER-03)");
    }
    if flag("optimal") && flag("cover") && ignores_cover(battle, target) {
        why.push_str(", whom cover does not help (DG-TER-04)");
    }
    if let Some(flankers) = more["flankers"].as_array().filter(|flankers| !flankers.is_empty()) {
        let names: Vec<String> = flankers.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect();
        why.push_str(&format!(", flanked by {} (DG-CLO-04)", super::listed(&names)));
    }
    let far = more["distance"].as_f64().map_or(String::new(), |inches| format!(", {inches:.1} inches"));
    let rolled = match dice {
        [one, other, ..] => {
            let support = if roll.support > 0 { format!(" + {} for supports", roll.support) } else { String::new() };
            let [attack, defence] = [roll.attack, roll.defence];
            format!("die {one} + {attack}{support} = {} to die {other} + {defence} = {}", totals[0], totals[1])
        }
        _ => format!("{dice:?}, {} to {}", totals[0], totals[1]),
    };
    let doom = made.filter(|_| result == "destroyed-on-recoil").and_then(|made| fate(battle, made));
    let outcome = format!("{}{}", outcome(kind, result, flag("optimal")), doom.unwrap_or_default());
    let words = format!("    {kind}: {by}{helped} at {at}{far}: {rolled}{why}: {outcome}");
    let mut trace = json!({
        "event": "attack", "kind": kind, "attacker": attacker, "supports": supports, "target": name,
        "attack-modifiers": modifiers, "defence-modifiers": [{ "name": "combat", "value": roll.defence }],
        "dice": dice, "totals": totals, "result": result,
    });
    if let (Value::Object(trace), Value::Object(more)) = (&mut trace, more) {
        trace.extend(more);
    }
    LogEntry::new(trace, words)
}

/// What an attack does, in words, and the rule that says so where [`attack`] has not told it.
fn outcome(kind: &str, result: &str, optimal: bool) -> String {
    let rule = match (kind, result) {
        (_, "shaken") => " (DG-RNG-07)",
        (_, "no-effect") => " (DG-RNG-06)",
        ("ranged", "destroyed") if !optimal => " (DG-RNG-05)",
        ("close", "destroyed") if !optimal => " (DG-CLO-07)",
        ("close", "recoils") => " (DG-CLO-08)",
        ("building-ranged" | "building-close", "destroyed") => ", and is cover from now on (DG-TER-12)",
        _ => "",
    };
    format!("{}{rule}", result.replace('-', " "))
}

/// Whether a target is of a Type that cover does not help.
fn ignores_cover(battle: &Battle<'_>, target: Target) -> bool {
    let Target::Element(target) = target else { return false };
    battle.setup.codex.traits(battle.profile(target).kind).ignores_cover
}

/// Why the target of a close attack has no way back, in words.
fn fate(battle: &Battle<'_>, made: &Attack) -> Option<String> {
    let Target::Element(target) = made.target else { return None };
    let doom = battle.doom_of(made.attacker, target)?;
    let (what, rule) = match doom.obstacle {
        Obstacle::Enemy(enemy) => (battle.name(enemy), "DG-REC-02"),
        Obstacle::Feature(index) => (format!("the {}", super::feature(&battle.terrain.features()[index])), "DG-REC-03"),
        Obstacle::TableEdge => ("the table edge".to_owned(), "DG-REC-06"),
    };
    Some(if doom.who == target {
        format!(", for {what} is in its way ({rule})")
    } else {
        format!(", for {} behind it cannot be pushed: {what} is in the way (DG-REC-05)", battle.name(doom.who))
    })
}

/// Why the target of a close attack has no way back, in traces.
fn blocked_by(battle: &Battle<'_>, doom: Doom) -> Value {
    let by = match doom.obstacle {
        Obstacle::Enemy(enemy) => json!(battle.name(enemy)),
        Obstacle::Feature(index) => json!({ "terrain": index }),
        Obstacle::TableEdge => json!("table-edge"),
    };
    json!({ "unit": battle.name(doom.who), "by": by })
}

/// Distance of a shot from the front edge of its attacker, inches.
fn distance(battle: &Battle<'_>, attacker: ElementId, target: &impl Outline) -> f64 {
    super::inches(edge_distance(&battle.base(attacker).edge(Edge::Front), target))
}

/// A ranged attack on an Element; by Artillery when nobody made it.
pub fn shot(
    battle: &Battle<'_>,
    made: Option<&Attack>,
    target: ElementId,
    shot: &RangedAttack,
    spoilt: bool,
    result: Shot,
    dice: &[u16],
) -> LogEntry {
    let roll = Roll {
        kind: if made.is_some() { "ranged" } else { "artillery" },
        made,
        target: Target::Element(target),
        attack: shot.attack,
        support: combat::support(&battle.setup.rules, shot.supporters),
        defence: shot.defence,
    };
    let more = json!({
        "optimal": shot.optimal, "cover": battle.in_cover(target), "spoilt": spoilt,
        "distance": made.map(|made| distance(battle, made.attacker, battle.base(target))),
    });
    attack(battle, &roll, dice, SHOTS[result as usize], more)
}

/// A close attack on an Element.
pub fn charge(
    battle: &Battle<'_>,
    made: &Attack,
    target: ElementId,
    charge: &CloseAttack,
    flanked: bool,
    result: Charge,
    dice: &[u16],
) -> LogEntry {
    let roll = Roll {
        kind: "close",
        made: Some(made),
        target: Target::Element(target),
        attack: charge.attack,
        support: combat::support(&battle.setup.rules, charge.supporters),
        defence: charge.defence,
    };
    let more = json!({
        "optimal": charge.optimal, "flanked": flanked, "way-back": charge.recoil == Recoil::Survived,
        "flankers": battle.names(members(side_of(made.attacker), battle.flankers(target))),
        "blocked-by": battle.doom_of(made.attacker, target).map(|doom| blocked_by(battle, doom)),
    });
    attack(battle, &roll, dice, CHARGES[result as usize], more)
}

/// An attack on a building.
pub fn storm(battle: &Battle<'_>, made: &Attack, defence: u8, falls: bool, close: bool, dice: &[u16]) -> LogEntry {
    let supporters = made.supporters().count() as u32;
    let roll = Roll {
        kind: if close { "building-close" } else { "building-ranged" },
        made: Some(made),
        target: made.target,
        attack: battle.profile(made.attacker).modifier,
        support: combat::support(&battle.setup.rules, supporters),
        defence,
    };
    let building = match made.target {
        Target::Building(index) if !close => battle.terrain.features().get(usize::from(index)),
        _ => None,
    };
    let distance = building.map(|building| distance(battle, made.attacker, building.shape()));
    let more = json!({ "optimal": true, "distance": distance });
    attack(battle, &roll, dice, STORMS[usize::from(falls)], more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_attack_does_is_told_with_its_rule_once() {
        assert_eq!(outcome("ranged", "destroyed", false), "destroyed (DG-RNG-05)");
        assert_eq!(outcome("ranged", "destroyed", true), "destroyed");
        assert_eq!(outcome("artillery", "no-effect", true), "no effect (DG-RNG-06)");
        assert_eq!(outcome("close", "recoils", false), "recoils (DG-CLO-08)");
        assert_eq!(outcome("close", "holds", true), "holds");
    }
}
