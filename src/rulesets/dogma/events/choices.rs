//! Decisions, in the words in which situations write them.

use serde_json::{Value, json};

use super::{degrees, heading, inches, listed, point, spot, standing};
use crate::game::LogEntry;
use crate::rulesets::dogma::choices::{Attack, Away, Choice, Leg, Path, Refusal, Target};
use crate::rulesets::dogma::state::{Battle, ElementId, Formation, NOBODY, Phase};

fn path(path: &Path) -> Value {
    json!({ "first": inches(path.first), "facing": path.facing.map(degrees), "second": inches(path.second) })
}

fn named(battle: &Battle<'_>, element: ElementId) -> Value {
    if element == NOBODY { Value::Null } else { Value::String(battle.name(element)) }
}

fn group(battle: &Battle<'_>, group: &Formation) -> Vec<String> {
    battle.names(group.iter())
}

fn attack(battle: &Battle<'_>, key: &str, attack: &Attack) -> Value {
    let target = match attack.target {
        Target::Element(target) => json!(battle.name(target)),
        Target::Building(index) => json!({ "building": index }),
    };
    json!({ key: battle.name(attack.attacker), "target": target, "supports": battle.names(attack.supporters()) })
}

/// A decision as a JSON object, in the words in which a situation writes it.
#[must_use]
pub fn choice_json(battle: &Battle<'_>, choice: Choice) -> Value {
    let name = |element| battle.name(element);
    match choice {
        Choice::Roll => json!({ "roll": true }),
        Choice::Feature { kind, at, across } => {
            json!({ "feature": kind.key(), "at": point(at), "across": inches(across) })
        }
        Choice::NoFeature => json!({ "feature": "none" }),
        Choice::Edge(edge) => json!({ "edge": edge.key() }),
        Choice::Bearer { element } => json!({ "bearer": name(element) }),
        Choice::Marker { at } => json!({ "marker": point(at) }),
        Choice::Deploy { element, pose } => {
            json!({ "deploy": name(element), "at": standing(&battle.base_at(pose)) })
        }
        Choice::Mount { element, apc } => json!({ "mount": name(element), "on": name(apc) }),
        Choice::Reserve { element } => json!({ "reserve": name(element) }),
        Choice::Barrage { group: named } => json!({ "barrage": group(battle, &named) }),
        Choice::Check { element } => json!({ "check": name(element) }),
        Choice::Move { element, path: way, meeting, join } => {
            json!({ "move": name(element), "path": path(&way), "foe": named(battle, meeting.foe), "join": named(battle, join) })
        }
        Choice::March { group: who, route, meeting } => {
            let legs: Vec<Value> = route
                .legs()
                .iter()
                .map(|leg| match leg {
                    Leg::Straight(distance) => json!({ "straight": inches(*distance) }),
                    Leg::Wheel(radians) => json!({ "wheel": inches(radians.to_degrees()) }),
                })
                .collect();
            json!({ "march": group(battle, &who), "route": legs, "foe": named(battle, meeting.foe) })
        }
        Choice::Turn { group: who, quarters } => json!({ "turn": group(battle, &who), "quarters": quarters }),
        Choice::Slide { group: who, foe } => json!({ "slide": group(battle, &who), "foe": name(foe) }),
        Choice::BreakOff { group: who, away, distance, facing } => json!({
            "break-off": group(battle, &who),
            "away": match away { Away::Back => "back", Away::Left => "left", Away::Right => "right" },
            "distance": inches(distance),
            "facing": facing.map(degrees),
        }),
        Choice::Board { element, apc } => json!({ "board": name(element), "on": name(apc) }),
        Choice::Disembark { element, pose } => {
            json!({ "disembark": name(element), "at": standing(&battle.base_at(pose)) })
        }
        Choice::Enter { element, edge, at, path: way, meeting, join } => json!({
            "enter": name(element), "edge": edge.key(), "at": inches(at), "path": path(&way),
            "foe": named(battle, meeting.foe), "join": named(battle, join),
        }),
        Choice::EndMovement => json!({ "end": "movement" }),
        Choice::Fire(it) => attack(battle, "fire", &it),
        Choice::EndRanged => json!({ "end": "ranged" }),
        Choice::Fight(it) => attack(battle, "fight", &it),
        Choice::EndClose => json!({ "end": "close" }),
        Choice::Declare { group: named } => json!({ "declare": group(battle, &named) }),
        Choice::EndDeclaration => json!({ "end": "declaration" }),
        Choice::Bail { element, pose } => json!({ "bail": name(element), "at": standing(&battle.base_at(pose)) }),
    }
}

/// A decision. What comes of it says most in words; the others are told here.
pub fn choice(battle: &Battle<'_>, choice: Choice) -> LogEntry {
    let side = battle.decider.letter();
    let whom = |named: &Formation| listed(&group(battle, named));
    let words = match choice {
        Choice::Edge(edge) => {
            let rule = if battle.setup.size.square() { "DG-SET-04" } else { "DG-SET-05" };
            format!("  Side {side} picks the {} edge ({rule})", edge.key())
        }
        Choice::Barrage { group: named } => format!("  Artillery of side {side} hits {} (DG-DOG-01)", whom(&named)),
        _ if battle.preparations.is_aloud() && battle.phase == Phase::Setup => prepared(battle, choice),
        Choice::Declare { group: named } => format!("  Side {side} writes down a Group: {} (R-29)", whom(&named)),
        _ if battle.preparations.is_aloud() && battle.phase == Phase::Setup => prepared(battle, choice),
        _ => String::new(),
    };
    LogEntry::new(json!({ "event": "choice", "side": side, "choice": choice_json(battle, choice) }), words)
}

/// A decision of set-up in words, where nobody tells afterwards who stands where.
fn prepared(battle: &Battle<'_>, choice: Choice) -> String {
    let (name, side) = (|element| battle.name(element), battle.decider.letter());
    match choice {
        Choice::Feature { kind, at, across } => {
            format!("  Side {side} places {} {}, {across:.1} across (DG-TER-01)", kind.key(), spot(at))
        }
        Choice::NoFeature => format!("  Side {side} places nothing (DG-TER-01)"),
        Choice::Bearer { element } => format!("  {} bears the flag of side {side} (DG-SCN-06)", name(element)),
        Choice::Marker { at } => format!("  Side {side} places its marker at {} (DG-SCN-09)", spot(at)),
        Choice::Deploy { element, pose } => {
            format!("  {} is deployed at {} {} (DG-SET-07)", name(element), spot(pose.centre), heading(pose.facing))
        }
        Choice::Mount { element, apc } => format!("  {} starts aboard {} (DG-SET-10)", name(element), name(apc)),
        Choice::Reserve { element } => format!("  {} stays in reserve (DG-DOG-04)", name(element)),
        _ => String::new(),
    }
}

/// A decision that the rules refuse, as a situation wrote it down.
pub fn refused(battle: &Battle<'_>, choice: Choice, refusal: Refusal) -> LogEntry {
    let what = choice_json(battle, choice);
    let words = format!("    refused: {what}: {refusal}");
    let side = battle.decider.letter();
    LogEntry::new(
        json!({ "event": "refused", "side": side, "choice": what, "rule": refusal.rule, "reason": refusal.reason }),
        words,
    )
}
