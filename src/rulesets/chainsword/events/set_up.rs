//! Events before the first Phase.

use serde_json::json;

use super::Battle;
use super::opening::{piece, team as team_json};
use crate::game::{LogEntry, Side, trace};
use crate::rulesets::chainsword::state::{TeamId, team_id};

/// What is rolled before the first Phase: Force Morale, who moves first, support.
pub fn set_up(battle: &Battle<'_>, dice: Vec<u16>) -> LogEntry {
    let (set_up, levels) = (&battle.set_up, Side::BOTH.map(|side| battle.force(side).level));
    let first = set_up.mover.letter();
    let ([a, b], [mine, theirs]) = (levels, set_up.budget);
    let words = format!(
        "Force Morale {a} of A and {b} of B; {first} moves first; support points {mine:.0} of A and {theirs:.0} of B{}.",
        trace::thrown(&dice)
    );
    let trace = json!({ "event": "set-up", "levels": levels, "first": first, "support": set_up.budget, "dice": dice });
    LogEntry::new(trace, words)
}

/// Support is bought; `known` Teams were there before.
pub fn bought(battle: &Battle<'_>, side: Side, known: u8) -> LogEntry {
    let new: Vec<TeamId> = (known..battle.force(side).teams).map(|place| team_id(side, place.into())).collect();
    let left = battle.set_up.budget[side.index()];
    let teams: Vec<_> = new.iter().map(|team| team_json(battle, *team)).collect();
    let words = match battle.names(new) {
        names if names.is_empty() => format!("  {} has {left:.0} support points left", side.letter()),
        names => format!("  {} buys {}, {left:.0} support points left", side.letter(), trace::listed(&names)),
    };
    LogEntry::new(json!({ "event": "bought", "side": side.letter(), "left": left, "teams": teams }), words)
}

/// A work is placed; `known` pieces were there before.
pub fn work(battle: &Battle<'_>, side: Side, known: usize) -> LogEntry {
    let new = battle.land().pieces().nth(known);
    let at = new.map_or(String::new(), |piece| format!(" at ({:.1}, {:.1})", piece.centre.x, piece.centre.y));
    let what = new.map_or("nothing", |piece| piece.kind.key());
    let words = format!("  {} lays {what}{at} (CW-ARM-05)", side.letter());
    LogEntry::new(json!({ "event": "work", "side": side.letter(), "piece": new.map(piece) }), words)
}

/// The segments from which markers enter The Patrol.
pub fn segments(battle: &Battle<'_>, dice: Vec<u16>) -> LogEntry {
    let segments = battle.set_up.segments;
    let words =
        format!("  Patrol Markers enter by segments {}{} (CW-SCN-01)", trace::numbers(&segments), trace::thrown(&dice));
    LogEntry::new(json!({ "event": "segments", "segments": segments, "dice": dice }), words)
}

/// Opening moves of the attacker.
pub fn opening_moves(moves: u8, dice: Vec<u16>) -> LogEntry {
    let on = trace::thrown(&dice);
    let words = match moves {
        0 => String::new(),
        _ => format!("  {}{on} (CW-PAT-12)", trace::counted(moves.into(), "opening move")),
    };
    LogEntry::new(json!({ "event": "opening-moves", "moves": moves, "dice": dice }), words)
}

/// A Patrol Marker is set up, has moved, or is locked.
pub fn marker(battle: &Battle<'_>, side: Side, marker: u8) -> LogEntry {
    let own = battle.set_up.patrol.of(side)[usize::from(marker)];
    let locked = if own.locked { ", locked" } else { "" };
    let words = format!("  Patrol Marker {marker} of {} is at ({}, {}){locked}", side.letter(), own.at.x, own.at.y);
    let trace = json!({
        "event": "marker", "side": side.letter(), "marker": marker, "at": trace::point(own.at), "locked": own.locked,
        "group": own.group,
    });
    LogEntry::new(trace, words)
}

/// A Team is set up early.
pub fn infiltrated(battle: &Battle<'_>, team: TeamId) -> LogEntry {
    let (name, at) = (battle.name(team), battle.team(team).at);
    let words = format!("  {name} infiltrates at ({:.1}, {:.1}) (CW-DEP-06)", at.x, at.y);
    LogEntry::new(json!({ "event": "infiltrated", "team": name, "at": trace::point(at) }), words)
}

/// A jump-off point is placed.
pub fn point(battle: &Battle<'_>, side: Side) -> LogEntry {
    let points = &battle.force(side).points;
    let number = points.len().saturating_sub(1);
    let at = points.last().map(|point| point.at).unwrap_or_default();
    let words = format!("  {} has a jump-off point at ({:.1}, {:.1}) (CW-JOP-01)", side.letter(), at.x, at.y);
    let trace = json!({ "event": "point", "side": side.letter(), "point": number, "at": trace::point(at) });
    LogEntry::new(trace, words)
}
