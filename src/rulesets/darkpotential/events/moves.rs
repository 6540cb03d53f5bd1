//! Events of movements and stances.

use serde_json::{Value, json};

use super::{aloft, place, spot};
use crate::game::{LogEntry, trace};
use crate::rulesets::darkpotential::movement::MoveKind;
use crate::rulesets::darkpotential::state::{Battle, FigureId, Stance, Template, side_of};

/// A path is declared.
pub fn path(battle: &Battle<'_>) -> LogEntry {
    let movement = battle.movement().expect("a movement is in progress");
    let name = battle.name(movement.figure);
    let points: Vec<Value> = movement.points.iter().map(|point| place(point.at)).collect();
    let cost = movement.points.last().map_or(0.0, |point| point.cost);
    let leaves = battle.listed(side_of(movement.figure).other(), movement.leaves);
    let (verb, rule) = match movement.kind {
        MoveKind::Move => ("moves", "DP-MOV-01"),
        MoveKind::Second => ("moves again", "DP-MOV-08"),
        MoveKind::Charge => ("charges", "DP-CHG-01"),
        MoveKind::Reaction => ("charges", "DP-CBR-03"),
        MoveKind::Reveal => ("shows itself", "DP-STL-09"),
    };
    let end = movement.points.last().map_or(movement.from, |point| point.at);
    let mut words = format!("    {name} {verb} {cost:.2} inches to {} ({rule})", spot(end));
    if !leaves.is_empty() {
        words += &format!(", out of contact with {} (DP-MOV-10)", trace::listed(&leaves));
    }
    let trace = json!({
        "event": "path", "figure": name, "kind": movement.kind.key(), "points": points,
        "cost": trace::inches(cost), "leaves": leaves,
    });
    LogEntry::new(trace, words)
}

/// A figure has come to a place.
pub fn moved(battle: &Battle<'_>) -> LogEntry {
    let movement = battle.movement().expect("a movement is in progress");
    let (name, at) = (battle.name(movement.figure), battle.figure(movement.figure).at);
    LogEntry::new(json!({ "event": "moved", "figure": name, "at": place(at), "level": at.level }), "")
}

/// A figure does not move.
pub fn stays(battle: &Battle<'_>, figure: FigureId) -> LogEntry {
    let name = battle.name(figure);
    LogEntry::new(json!({ "event": "stayed", "figure": name }), format!("    {name} stays"))
}

/// A model takes up, or ends, what it does in the enemy's turn.
pub fn stance(battle: &Battle<'_>, model: FigureId) -> LogEntry {
    let name = battle.name(model);
    let (stance, weapon, facing) = match battle.figure(model).stance {
        Stance::None => ("none", None, None),
        Stance::Overwatch { weapon, facing } => ("overwatch", Some(weapon), Some(facing)),
        Stance::CombatReady { facing } => ("combat-ready", None, Some(facing)),
        Stance::Suppressing { weapon } => ("suppressing-fire", Some(weapon), None),
    };
    let weapon = weapon.map(|weapon| battle.weapon(weapon).key.as_str());
    let facing = facing.map(|facing| trace::inches(facing.degrees()));
    let words = match facing {
        Some(degrees) => {
            let rule = if stance == "overwatch" { "DP-OVW-02" } else { "DP-CBR-02" };
            format!("    {name}: {stance}, facing {degrees:.0} degrees ({rule})")
        }
        None if stance == "none" => format!("    {name} is no longer ready to react"),
        None => format!("    {name}: {stance}"),
    };
    let trace = json!({ "event": "stance", "model": name, "stance": stance, "weapon": weapon, "facing": facing });
    LogEntry::new(trace, words)
}

/// A template of Suppressing Fire is laid.
pub fn laid(battle: &Battle<'_>, template: &Template) -> LogEntry {
    let side = battle.active;
    let participants = battle.listed(side, template.participants);
    let radius = battle.template_radius(template.participants.len());
    let words = format!(
        "    {} lay a template of {:.1} inches at {} (DP-SUP-03)",
        trace::listed(&participants),
        2.0 * radius,
        aloft(template.centre)
    );
    let trace = json!({
        "event": "template", "side": side.letter(), "centre": trace::point(template.centre.point),
        "height": trace::inches(template.centre.height),
        "radius": trace::inches(radius), "participants": participants,
    });
    LogEntry::new(trace, words)
}
