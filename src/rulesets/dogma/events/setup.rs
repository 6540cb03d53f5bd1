//! Set-up: rules, table and Forces as play begins, and the dice that led there.

use serde_json::{Value, json};

use super::{heading, inches, listed, point, spot, standing, value};
use crate::game::{LogEntry, Side, trace};
use crate::rulesets::dogma::army::Dogma;
use crate::rulesets::dogma::setup::TableEdge;
use crate::rulesets::dogma::state::{Battle, ElementId, NOBODY, Place, element_id, members, side_of};
use crate::rulesets::dogma::terrain::Feature;
use crate::tabletop::plane::{Outline, Shape};

/// An Element with all that a referee has to know of it.
fn element(battle: &Battle<'_>, element: ElementId) -> Value {
    let place = battle.place(element);
    let it = battle.element(element);
    json!({
        "id": battle.name(element),
        "type": battle.unit(element).key,
        "place": place.key(),
        "at": (place == Place::Table).then(|| standing(&it.base)),
        "aboard": (place == Place::Aboard).then(|| battle.name(it.carrier)),
        "cost": value(battle.profile(element).cost),
        "range": battle.unit(element).range.map(inches),
        "commander": battle.force(side_of(element)).commander == element,
        "shaken": battle.force(side_of(element)).shaken.contains(element),
    })
}

/// A terrain feature with its size, in words.
fn sized(feature: &Feature) -> String {
    let size = match feature.shape() {
        Shape::Disc(disc) => format!("{:.1} across", 2.0 * disc.radius),
        shape => {
            let corners: Vec<String> = shape.corners().iter().map(|corner| spot(*corner)).collect();
            format!("with corners {}", listed(&corners))
        }
    };
    format!("{}, {size}", super::feature(feature))
}

/// Terrain, flags and markers in words.
fn ground(battle: &Battle<'_>) -> String {
    let features: Vec<String> = battle.terrain.features().iter().map(sized).collect();
    let mut words = String::new();
    if !features.is_empty() {
        words.push_str(&format!("\n  Terrain: {}", features.join("; ")));
    }
    if let Some(centre) = battle.progress.centre {
        words.push_str(&format!("\n  The central marker lies at {}", spot(centre)));
    }
    for side in Side::BOTH {
        if let Some(bearer) = battle.progress.bearers[side.index()] {
            words.push_str(&format!(
                "\n  {} bears the flag of side {} (DG-SCN-06)",
                battle.name(bearer),
                side.letter()
            ));
        }
        if let Some(flag) = battle.progress.flags[side.index()] {
            words.push_str(&format!("\n  The flag of side {} lies at {} (DG-SCN-06)", side.letter(), spot(flag)));
        }
        if let Some(marker) = battle.progress.markers[side.index()] {
            words.push_str(&format!("\n  The marker of side {} lies at {} (DG-SCN-09)", side.letter(), spot(marker)));
        }
    }
    words
}

/// A Force in words: who stands where with whom aboard, and who does not stand on the table.
fn force(battle: &Battle<'_>, side: Side) -> String {
    let force = battle.force(side);
    let commander = if force.commander == NOBODY {
        "no Commander".to_owned()
    } else {
        format!("Commander {}", battle.name(force.commander))
    };
    let dogmas: Vec<String> = force.dogmas.iter().map(|dogma| Dogma::key(dogma).to_owned()).collect();
    let dogma = if dogmas.is_empty() { "no Dogma".to_owned() } else { listed(&dogmas) };
    let usual = heading(battle.towards_the_enemy(side));
    let stands = |one: ElementId| {
        let base = battle.base(one);
        let mut words = format!("{} {}", battle.name(one), spot(base.centre));
        if heading(base.facing) != usual {
            words.push_str(&format!(" {}", heading(base.facing)));
        }
        if battle.riders(one).next().is_some() {
            words.push_str(&format!(" with {} aboard", listed(&battle.names(battle.riders(one)))));
        }
        words
    };
    let standing: Vec<String> = battle.on_the_table(side).map(stands).collect();
    let mut words = format!("\n  Side {}, {} FP, {dogma}, {commander}, ", side.letter(), value(force.value));
    if standing.is_empty() {
        words.push_str("nobody on the table");
    } else {
        words.push_str(&format!("{usual} where nothing else is said: {}", standing.join(", ")));
    }
    let others = [
        ("to be deployed", force.undeployed),
        ("in reserve", force.reserve),
        ("off the enemy edge", force.exited),
        ("destroyed", force.destroyed),
        ("shaken", force.shaken & force.present()),
        ("outside the Deployment Zone by Scout (DG-DOG-06)", force.scouted & force.table),
    ];
    for (what, set) in others.into_iter().filter(|(_, set)| !set.is_empty()) {
        words.push_str(&format!("\n    {what}: {}", battle.names(members(side, set)).join(", ")));
    }
    words
}

/// Set-up is over: rules, table, scenario, forces as they stand. The words of what led there, `before`, become a part of
/// these, in the order in which things happened.
pub fn battle(battle: &Battle<'_>, before: &mut [LogEntry]) -> LogEntry {
    let setup = battle.setup;
    let forces: Vec<Value> = Side::BOTH
        .into_iter()
        .map(|side| {
            let force = battle.force(side);
            let places = (0..usize::from(force.size)).map(|place| element(battle, element_id(side, place)));
            json!({
                "side": side.letter(),
                "value": value(force.value),
                "dogmas": force.dogmas.iter().map(Dogma::key).collect::<Vec<_>>(),
                "units": places.collect::<Vec<Value>>(),
            })
        })
        .collect();
    let mut words = format!(
        "Scenario {}, on a table of {} by {} inches; side {} is the aggressor, with its edge at y = 0; at most {} rounds.",
        battle.scenario.key(),
        setup.size.width,
        setup.size.depth,
        battle.aggressor.letter(),
        setup.rules.max_rounds
    );
    for told in before.iter_mut().filter(|told| !told.words.is_empty()) {
        words.push('\n');
        words.push_str(&std::mem::take(&mut told.words));
    }
    words.extend(Side::BOTH.map(|side| force(battle, side)));
    words.push_str(&ground(battle));
    let own = json!({
        "aggressor": battle.aggressor.letter(),
        "rules": trace::rules(setup.rules.values()),
        "base": inches(setup.side),
        "table": { "size": [setup.size.width, setup.size.depth], "terrain": battle.terrain.told() },
        "forces": forces,
        "bearers": battle.progress.bearers.map(|bearer| bearer.map(|bearer| battle.name(bearer))),
        "centre": battle.progress.centre.map(point),
        "markers": battle.progress.markers.map(|marker| marker.map(point)),
    });
    LogEntry::new(trace::battle("dogma", battle.scenario.key(), own), words)
}

/// A roll-off, every throw of it; `first` threw the first die.
pub fn rolled_off(what: &str, first: Side, winner: Side, dice: &[u16]) -> LogEntry {
    let [one, other] = [first.letter(), first.other().letter()];
    let throws: Vec<String> =
        dice.chunks_exact(2).map(|throw| format!("{one} {}, {other} {}", throw[0], throw[1])).collect();
    LogEntry::new(
        json!({
            "event": "setup", "what": "roll-off", "for": what, "first": first.letter(), "dice": dice,
            "winner": winner.letter(),
        }),
        format!("  Roll-off for {what}: {}: side {} wins (DG-SET-02)", throws.join("; again: "), winner.letter()),
    )
}

/// The aggressor rolls the scenario.
pub fn scenario(battle: &Battle<'_>, dice: &[u16]) -> LogEntry {
    let key = battle.scenario.key();
    LogEntry::new(
        json!({ "event": "setup", "what": "scenario", "dice": dice, "scenario": key }),
        format!("  Side {} rolls the scenario {dice:?}: {key}", battle.aggressor.letter()),
    )
}

/// The opponent rolls for his edge.
pub fn edges(battle: &Battle<'_>, edge: TableEdge, dice: &[u16]) -> LogEntry {
    let [aggressor, opponent] = [battle.aggressor, battle.aggressor.other()].map(Side::letter);
    LogEntry::new(
        json!({ "event": "setup", "what": "edge", "side": opponent, "dice": dice, "edge": edge.key() }),
        format!(
            "  Side {opponent} rolls for its edge {dice:?} and gets the {} one (DG-SET-04); the table is turned so that the edge \
             of side {aggressor} lies at y = 0",
            edge.key()
        ),
    )
}
