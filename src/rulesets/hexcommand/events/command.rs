//! Events of the command step.

use serde_json::{Value, json};

use super::super::choices::Order;
use super::super::command::OrderChange;
use super::super::state::{Battle, UnitId};
use super::LogEntry;
use crate::game::{Side, trace};

/// A commander's values are drawn.
pub fn drawn(battle: &Battle<'_>, side: Side, commander: u8, dice: Vec<u16>) -> LogEntry {
    let name = battle.commander_name(side, commander);
    let values = battle.commander(side, commander).values;
    LogEntry::new(
        json!({ "event": "drawn", "side": side.letter(), "commander": name, "values": values, "dice": dice }),
        format!("  {name} is drawn: C, M, T, A, I {values:?} (HX-CVS-04)"),
    )
}

/// Who is player A of the turn.
pub fn initiative(battle: &Battle<'_>, dice: Vec<u16>) -> LogEntry {
    let leader = battle.leader.letter();
    LogEntry::new(
        json!({ "event": "initiative", "leader": leader, "dice": dice }),
        format!(" Side {leader} has the initiative on {dice:?} (HX-TRN-01)"),
    )
}

/// A lost commander may be replaced.
pub fn replacement(battle: &Battle<'_>, side: Side, came: bool, dice: Vec<u16>) -> LogEntry {
    let force = battle.force(side);
    let number = (force.commanders_start + force.commanders_gained).wrapping_sub(1);
    let name = came.then(|| battle.commander_name(side, number));
    let one = came.then(|| battle.commander(side, number));
    let words = match &name {
        Some(name) => format!("  {name} replaces a lost commander on {dice:?} (HX-CVS-14)"),
        None => format!("  no commander comes for side {} on {dice:?} (HX-CVS-14)", side.letter()),
    };
    LogEntry::new(
        json!({
            "event": "replacement", "side": side.letter(), "came": came, "commander": name,
            "level": one.map(|one| one.level.key()), "of": one.map(|one| one.of),
            "supreme": one.map(|_| force.supreme == number), "values": one.map(|one| one.values), "dice": dice,
        }),
        words,
    )
}

/// A check of T of a unit: a tribe, or a decision that its orders did not foresee.
pub fn check(
    battle: &Battle<'_>,
    what: &'static str,
    unit: UnitId,
    needed: u8,
    passed: bool,
    dice: Vec<u16>,
) -> LogEntry {
    let words = format!(
        "  {} {} the {what} check: {dice:?} above {needed} needed",
        battle.name(unit),
        if passed { "passes" } else { "fails" }
    );
    LogEntry::new(
        json!({
            "event": "check", "what": what, "unit": battle.name(unit),
            "side": super::super::state::side_of(unit).letter(), "group": battle.unit(unit).group, "needed": needed,
            "dice": dice, "passed": passed,
        }),
        words,
    )
}

/// A check of the aggressiveness of a brigade's commander.
pub fn aggression(battle: &Battle<'_>, side: Side, group: u8, needed: u8, passed: bool, dice: Vec<u16>) -> LogEntry {
    debug_assert!(group < battle.force(side).groups);
    let words = format!(
        "  brigade {} of side {} {} its aggressiveness check on {dice:?} (HX-CVS-09)",
        group + 1,
        side.letter(),
        if passed { "passes" } else { "fails" }
    );
    LogEntry::new(
        json!({
            "event": "check", "what": "aggressiveness", "unit": null, "side": side.letter(), "group": group,
            "needed": needed, "dice": dice, "passed": passed,
        }),
        words,
    )
}

/// An attempt to change an order.
pub fn order_change(
    battle: &Battle<'_>,
    side: Side,
    group: u8,
    (order, supports): (Order, u8),
    needed: u8,
    outcome: OrderChange,
    dice: Vec<u16>,
) -> LogEntry {
    let coming = battle.groups[side.index()][usize::from(group)].coming;
    let delay = coming.map(|(_, _, left)| left);
    let (result, consequence) = match outcome {
        OrderChange::NotAllowed => ("not-allowed", None),
        OrderChange::Changed if coming.is_some() => ("on-its-way", None),
        OrderChange::Changed => ("changed", None),
        OrderChange::Unchanged => ("unchanged", None),
        OrderChange::Consequence(consequence) => ("unchanged", Some(consequence)),
    };
    let mut words = format!(
        "  brigade {} of side {}: order {} {result} on {dice:?}, above {needed} needed (HX-CVS-06)",
        group + 1,
        side.letter(),
        order.key()
    );
    if let Some(consequence) = consequence {
        words.push_str(&format!("; consequence {consequence} (HX-CVS-08)"));
    }
    LogEntry::new(
        json!({
            "event": "order", "side": side.letter(), "group": group, "order": order.key(), "supports": supports,
            "needed": needed, "result": result, "delay": delay, "consequence": consequence, "dice": dice,
        }),
        words,
    )
}

/// An order that was on its way takes effect.
pub fn ordered(battle: &Battle<'_>, side: Side, group: u8, dice: Vec<u16>) -> LogEntry {
    let own = &battle.groups[side.index()][usize::from(group)];
    LogEntry::new(
        json!({
            "event": "order", "side": side.letter(), "group": group, "order": own.order.key(),
            "supports": own.supports, "needed": null, "result": "arrived", "delay": null, "consequence": null, "dice": dice,
        }),
        format!("  brigade {} of side {} has its order {} (HX-CVS-16)", group + 1, side.letter(), own.order.key()),
    )
}

/// A commander joins a unit.
pub fn attached(battle: &Battle<'_>, side: Side, commander: u8, unit: UnitId) -> LogEntry {
    let (name, hex) = (battle.commander_name(side, commander), battle.unit(unit).hex);
    LogEntry::new(
        json!({
            "event": "commander", "side": side.letter(), "commander": name, "unit": battle.name(unit),
            "hex": battle.coordinates(hex), "fate": "present",
        }),
        format!("  {name} joins {} at {}", battle.name(unit), battle.spot(hex)),
    )
}

/// The figure of a commander rides to a hex.
pub fn rode(battle: &Battle<'_>, side: Side, commander: u8) -> LogEntry {
    let (name, hex) = (battle.commander_name(side, commander), battle.commander(side, commander).hex);
    LogEntry::new(
        json!({
            "event": "commander", "side": side.letter(), "commander": name, "unit": null,
            "hex": battle.coordinates(hex), "fate": "present",
        }),
        format!("  {name} rides to {} (HX-CMD-10)", battle.spot(hex)),
    )
}

/// A commander goes back into his player's hand, or leaves the board as a figure (HX-CMD-01, R-157).
pub fn lifted(battle: &Battle<'_>, side: Side, commander: u8) -> LogEntry {
    let (name, one) = (battle.commander_name(side, commander), battle.commander(side, commander));
    LogEntry::new(
        json!({
            "event": "commander", "side": side.letter(), "commander": name, "unit": null,
            "hex": battle.coordinates(one.hex), "fate": one.fate.key(),
        }),
        "",
    )
}

/// A roll for a marker.
pub fn spotted(battle: &Battle<'_>, unit: UnitId, range: u8, passed: bool, dice: Vec<u16>) -> LogEntry {
    let hex = battle.unit(unit).hex;
    LogEntry::new(
        json!({
            "event": "spotting", "unit": battle.name(unit), "hex": battle.coordinates(hex), "range": range,
            "dice": dice, "passed": passed,
        }),
        format!(
            "  the marker at {} is {} from {range} hexes on {dice:?} (HX-SPT-03)",
            battle.spot(hex),
            if passed { "found out" } else { "not found out" }
        ),
    )
}

/// Where arrivals enter.
pub fn entry(battle: &Battle<'_>, side: Side, dice: Vec<u16>) -> LogEntry {
    let mut entries: Vec<(u8, String)> = Vec::new();
    for unit in battle.due_now(side).members(side) {
        let hex = battle.entry(unit).map(|entry| battle.spot(entry.hex)).unwrap_or_default();
        let entry = (battle.unit(unit).group, hex);
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    let mut hexes: Vec<String> = entries.iter().map(|(_, hex)| hex.clone()).collect();
    hexes.dedup();
    let entries: Vec<Value> = entries.into_iter().map(|(group, hex)| json!({ "group": group, "hex": hex })).collect();
    LogEntry::new(
        json!({ "event": "entry", "side": side.letter(), "dice": dice, "entries": entries }),
        format!("  side {} arrives at {} on {dice:?} (HX-REI-02)", side.letter(), trace::listed(&hexes)),
    )
}
