//! What a chronicle is told: every event as one JSON object for referees, and in words for readers.

use serde_json::{Map, Value, json};

use super::army::Dogma;
use super::choices::{Attack, Away, Choice, Leg, Path, Refusal, Target};
use super::scenarios::ENDINGS;
use super::state::{Battle, ElementId, Formation, NOBODY, Phase, Place, bit, element_id, members, place_of, side_of};
use crate::game::{Points, Side};
use crate::tabletop::plane::{Base, Edge, Facing, Outline, Point, Shape};

pub use crate::game::Told;

/// Every event with its fields, for the check of situations.
pub const FIELDS: [(&str, &[&str]); 14] = [
    (
        "battle",
        &[
            "ruleset",
            "scenario",
            "aggressor",
            "rules",
            "base",
            "table",
            "forces",
            "bearers",
            "centre",
            "markers",
            "seed",
            "cell",
            "pair",
            "swapped",
            "lists",
        ],
    ),
    ("setup", &["what", "for", "side", "first", "dice", "winner", "scenario", "edge"]),
    ("turn", &["turn"]),
    ("phase", &["phase", "side"]),
    ("command", &["side", "dice", "points", "may-call", "commander-lost"]),
    ("choice", &["side", "choice"]),
    ("refused", &["side", "choice", "rule", "reason"]),
    ("move", &["kind", "units", "length", "cost"]),
    (
        "attack",
        &[
            "kind",
            "attacker",
            "supports",
            "target",
            "attack-modifiers",
            "defence-modifiers",
            "distance",
            "dice",
            "totals",
            "optimal",
            "cover",
            "spoilt",
            "flanked",
            "way-back",
            "result",
        ],
    ),
    ("check", &["what", "unit", "target-number", "dice", "passed"]),
    ("status", &["unit", "status", "aboard"]),
    ("removed", &["unit", "cause"]),
    ("objective", &["what", "side", "bearer", "at", "centre", "own"]),
    ("verdict", &["winner", "ending", "turns", "value", "units"]),
];

/// Inches with four decimals, as traces have them.
#[must_use]
pub fn inches(value: f64) -> f64 {
    // Adding nothing takes the sign off a zero.
    (value * 1e4).round() / 1e4 + 0.0
}

/// A point in traces.
#[must_use]
pub fn point(at: Point) -> Value {
    json!([inches(at.x), inches(at.y)])
}

/// Degrees clockwise from north in traces.
#[must_use]
pub fn degrees(facing: Facing) -> f64 {
    inches(facing.degrees())
}

/// A base in traces: x, y, and degrees clockwise from north.
#[must_use]
pub fn standing(base: &Base) -> Value {
    json!([inches(base.centre.x), inches(base.centre.y), degrees(base.facing)])
}

/// Whether two bases are the same in traces.
#[must_use]
pub fn told_alike(one: &Base, other: &Base) -> bool {
    let numbers = |base: &Base| [inches(base.centre.x), inches(base.centre.y), degrees(base.facing)];
    numbers(one) == numbers(other)
}

/// A base in words.
#[must_use]
pub fn spot(base: &Base) -> String {
    format!("({:.1}, {:.1})", base.centre.x, base.centre.y)
}

/// Key of an edge of a base.
#[must_use]
pub const fn edge_key(edge: Edge) -> &'static str {
    ["front", "left", "rear", "right"][edge as usize]
}

/// Points of value in traces.
#[must_use]
pub fn value(thousandths: Points) -> f64 {
    thousandths as f64 / 1000.0
}

impl Battle<'_> {
    /// Identifier of an Element in traces and situations: side, unit, and a number where a side has several of the unit,
    /// such as `A:sht` or `B:mbt-3`.
    #[must_use]
    pub fn name(&self, element: ElementId) -> String {
        let side = side_of(element);
        let size = usize::from(self.force(side).size);
        let same = |place: &usize| self.element(element_id(side, *place)).kind == self.element(element).kind;
        let number = (0..=place_of(element)).filter(same).count();
        let key = &self.unit(element).key;
        if (0..size).filter(same).count() == 1 {
            format!("{}:{key}", side.letter())
        } else {
            format!("{}:{key}-{number}", side.letter())
        }
    }

    /// The Element with this identifier.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<ElementId> {
        self.all_elements().find(|element| self.name(*element) == name)
    }

    /// All Elements of both sides, those that are gone included.
    pub fn all_elements(&self) -> impl Iterator<Item = ElementId> + use<> {
        let sizes = Side::BOTH.map(|side| usize::from(self.force(side).size));
        Side::BOTH.into_iter().flat_map(move |side| (0..sizes[side.index()]).map(move |place| element_id(side, place)))
    }

    /// Names of some Elements.
    #[must_use]
    pub fn names(&self, elements: impl IntoIterator<Item = ElementId>) -> Vec<String> {
        elements.into_iter().map(|element| self.name(element)).collect()
    }
}

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
        "commander": battle.force(side_of(element)).commander == element,
        "shaken": battle.force(side_of(element)).shaken & bit(element) != 0,
    })
}

/// Terrain, flags and markers in words.
fn ground(battle: &Battle<'_>) -> String {
    let at = |at: Point| format!("({:.1}, {:.1})", at.x, at.y);
    let features: Vec<String> = battle
        .terrain
        .features()
        .iter()
        .map(|feature| {
            let across = match feature.shape() {
                Shape::Disc(disc) => format!(", {:.1} across", 2.0 * disc.radius),
                Shape::Polygon(_) => String::new(),
            };
            format!("{} {}{across}", feature.kind().key(), at(feature.shape().middle()))
        })
        .collect();
    let mut words = String::new();
    if !features.is_empty() {
        words.push_str(&format!("\n  Terrain: {}", features.join("; ")));
    }
    if let Some(centre) = battle.progress.centre {
        words.push_str(&format!("\n  The central marker lies at {}", at(centre)));
    }
    for side in Side::BOTH {
        if let Some(bearer) = battle.progress.bearers[side.index()] {
            words.push_str(&format!(
                "\n  {} bears the flag of side {} (DG-SCN-06)",
                battle.name(bearer),
                side.letter()
            ));
        }
        if let Some(marker) = battle.progress.markers[side.index()] {
            words.push_str(&format!("\n  The marker of side {} lies at {} (DG-SCN-09)", side.letter(), at(marker)));
        }
    }
    words
}

/// Set-up is over: rules, table, scenario, forces as they stand.
pub fn battle(battle: &Battle<'_>) -> Told {
    let setup = battle.setup;
    let rules: Map<String, Value> =
        setup.rules.values().into_iter().map(|(name, value)| (name.to_owned(), Value::String(value))).collect();
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
        "{} on a table of {} by {} inches; side {} is the aggressor, at most {} rounds.",
        battle.scenario.key(),
        setup.size.width,
        setup.size.depth,
        battle.aggressor.letter(),
        setup.rules.max_rounds
    );
    for side in Side::BOTH {
        let force = battle.force(side);
        let stands = |one: ElementId| match battle.place(one) {
            Place::Table => format!("{} {}", battle.name(one), spot(battle.base(one))),
            place => format!("{} ({})", battle.name(one), place.key()),
        };
        let all: Vec<String> = (0..usize::from(force.size)).map(|place| stands(element_id(side, place))).collect();
        let commander = if force.commander == NOBODY { "nobody".to_owned() } else { battle.name(force.commander) };
        let dogmas: Vec<&str> = force.dogmas.iter().map(Dogma::key).collect();
        let dogma = if dogmas.is_empty() { "no Dogma".to_owned() } else { dogmas.join(" and ") };
        words.push_str(&format!("\n  Side {}, {dogma}, Commander {commander}: {}", side.letter(), all.join(", ")));
    }
    words.push_str(&ground(battle));
    let trace = json!({
        "event": "battle",
        "ruleset": "dogma",
        "scenario": battle.scenario.key(),
        "aggressor": battle.aggressor.letter(),
        "rules": rules,
        "base": inches(setup.side),
        "table": { "size": [setup.size.width, setup.size.depth], "terrain": battle.terrain.told() },
        "forces": forces,
        "bearers": battle.progress.bearers.map(|bearer| bearer.map(|bearer| battle.name(bearer))),
        "centre": battle.progress.centre.map(point),
        "markers": battle.progress.markers.map(|marker| marker.map(point)),
    });
    Told::new(trace, words)
}

/// A new round.
pub fn turn(battle: &Battle<'_>) -> Told {
    Told::new(json!({ "event": "turn", "turn": battle.round }), format!("\nRound {}", battle.round))
}

/// A new phase.
pub fn phase(battle: &Battle<'_>) -> Told {
    let (phase, side) = (battle.phase.key(), battle.active.letter());
    let words = if battle.phase == Phase::Initiative { format!(" Side {side}") } else { format!("  {phase}") };
    Told::new(json!({ "event": "phase", "phase": phase, "side": side }), words)
}

/// A number of things: `1 point`, `2 points`.
fn counted(number: u32, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The initiative die (DG-CMD-01).
pub fn initiative(battle: &Battle<'_>, commander_lost: bool, dice: &[u8]) -> Told {
    let command = battle.command;
    let lost = if commander_lost { ", the Commander is lost (DG-CMD-02)" } else { "" };
    let waits = battle.force(battle.active).reserve != 0;
    let call = if command.may_call && waits { "; reserves may be called in (DG-AIR-01)" } else { "" };
    Told::new(
        json!({
            "event": "command", "side": battle.active.letter(), "dice": dice, "points": command.points,
            "may-call": command.may_call, "commander-lost": commander_lost,
        }),
        format!("  initiative {dice:?}: {}{lost}{call}", counted(command.points.into(), "point")),
    )
}

/// A shaken check (DG-MOR-01).
pub fn check(battle: &Battle<'_>, element: ElementId, passed: bool, dice: &[u8]) -> Told {
    let target = battle.setup.rules.shaken_target;
    let name = battle.name(element);
    let result = if passed { "steadies" } else { "stays shaken" };
    Told::new(
        json!({
            "event": "check", "what": "shaken", "unit": name, "target-number": target, "dice": dice, "passed": passed,
        }),
        format!("    {name} checks {dice:?} against {target}: {result} (DG-MOR-01)"),
    )
}

/// The state of an Element changes: `shaken`, which the attack has said in words already, or `recovered`.
pub fn status(battle: &Battle<'_>, element: ElementId, status: &str) -> Told {
    let name = battle.name(element);
    let words = if status == "shaken" { String::new() } else { format!("    {name}: {status} (DG-TRN-04)") };
    Told::new(json!({ "event": "status", "unit": name, "status": status }), words)
}

/// An Element is gone for good.
pub fn removed(battle: &Battle<'_>, element: ElementId, cause: &str) -> Told {
    let name = battle.name(element);
    let words = match cause {
        "exit" => format!("      {name} leaves over the enemy edge (DG-SCN-03)"),
        "aboard" => format!("      {name} finds no place to get off and is destroyed (DG-APC-09)"),
        "no-room" => format!("      {name} finds no place to be deployed"),
        _ => format!("      {name} is destroyed"),
    };
    Told::new(json!({ "event": "removed", "unit": name, "cause": cause }), words)
}

/// One Element's way in a move.
#[derive(Clone, Debug)]
pub struct Trail {
    /// Who.
    pub element: ElementId,
    /// How its base stood, one after the other, the start first.
    pub bases: Vec<Base>,
}

impl Trail {
    /// Where it went, and where it turned to: `(12.0, 8.0) facing 90 to (14.0, 8.0)`.
    fn words(&self) -> String {
        let mut words = self.bases.first().map_or(String::new(), spot);
        for (from, to) in self.bases.iter().zip(self.bases.iter().skip(1)) {
            if inches(from.centre.distance(to.centre)) > 0.0 {
                words.push_str(&format!(" to {}", spot(to)));
            }
            if degrees(from.facing) != degrees(to.facing) {
                // Rounded, north is 0 from either side.
                words.push_str(&format!(" facing {}", degrees(to.facing).round() % 360.0));
            }
        }
        words
    }
}

/// The rule that the kinds of [`moved`] that a player chooses are made by.
#[must_use]
pub fn rule_of(kind: &str) -> &'static str {
    match kind {
        "entry" => "DG-AIR-02",
        "group" => "DG-GRP-06",
        "turn" => "DG-GRP-10",
        "slide" => "DG-CON-08",
        "break-off" => "DG-CON-10",
        _ => "DG-MOV-01",
    }
}

/// Elements go somewhere. `kind` is `tactical`, `group`, `turn`, `slide`, `break-off`, `entry`, `door` (closing it), `face`
/// (turning to face), `recoil`, `push`, `evade`, `off` (getting off) or `exit`; `length` is the distance spent, inches, and
/// `points` the Initiative Points.
pub fn moved(battle: &Battle<'_>, kind: &str, trails: &[Trail], length: f64, points: u8, rule: &str) -> Told {
    let units: Vec<Value> = trails
        .iter()
        .map(|trail| {
            let riders = battle.names(battle.riders(trail.element));
            json!({
                "unit": battle.name(trail.element),
                "path": trail.bases.iter().map(standing).collect::<Vec<Value>>(),
                "riders": riders,
            })
        })
        .collect();
    let ways: Vec<String> =
        trails.iter().map(|trail| format!("{} {}", battle.name(trail.element), trail.words())).collect();
    Told::new(
        json!({ "event": "move", "kind": kind, "units": units, "length": inches(length), "cost": points }),
        format!("    {kind}: {} ({rule})", ways.join("; ")),
    )
}

/// Somebody goes aboard (DG-APC-03).
pub fn boards(battle: &Battle<'_>, element: ElementId, apc: ElementId) -> Told {
    let (who, on) = (battle.name(element), battle.name(apc));
    Told::new(
        json!({ "event": "status", "unit": who, "status": "aboard", "aboard": on }),
        format!("    {who} boards {on} (DG-APC-03)"),
    )
}

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

/// A decision.
pub fn choice(battle: &Battle<'_>, choice: Choice) -> Told {
    let what = choice_json(battle, choice);
    Told::new(json!({ "event": "choice", "side": battle.decider.letter(), "choice": what }), "")
}

/// A decision that the rules refuse, as a situation wrote it down.
pub fn refused(battle: &Battle<'_>, choice: Choice, refusal: Refusal) -> Told {
    let what = choice_json(battle, choice);
    let words = format!("  refused: {what}: {refusal}");
    let side = battle.decider.letter();
    Told::new(
        json!({ "event": "refused", "side": side, "choice": what, "rule": refusal.rule, "reason": refusal.reason }),
        words,
    )
}

/// The end.
pub fn verdict(battle: &Battle<'_>) -> Told {
    let Some(verdict) = battle.verdict else { return Told::new(Value::Null, "") };
    let ending = ENDINGS[usize::from(verdict.ending)];
    let fates: Vec<Value> =
        battle.all_elements().map(|one| json!({ "unit": battle.name(one), "fate": battle.place(one).key() })).collect();
    let values = Side::BOTH.map(|side| value(battle.value_alive(side)));
    let who = verdict.winner.map_or("a draw".to_owned(), |winner| format!("side {} wins", winner.letter()));
    let left = Side::BOTH.map(|side| members(side, battle.force(side).present()).count());
    Told::new(
        json!({
            "event": "verdict", "winner": verdict.winner.map(Side::letter), "ending": ending,
            "turns": battle.round, "value": values, "units": fates,
        }),
        format!(
            "\nAfter {} {}: {who} ({ending}); A has {} points in {} Elements, B {} in {}.",
            battle.round,
            if battle.round == 1 { "round" } else { "rounds" },
            values[0],
            left[0],
            values[1],
            left[1]
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_and_field_is_documented() {
        let page = include_str!("../../../docs/trace-dogma.md");
        let documented: Vec<(&str, Vec<&str>)> = page
            .split("\n## `")
            .skip(1)
            .map(|section| {
                let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
                (section.split('`').next().unwrap_or_default(), rows.collect())
            })
            .collect();
        let listed: Vec<(&str, Vec<&str>)> = FIELDS.iter().map(|(event, fields)| (*event, fields.to_vec())).collect();
        assert_eq!(documented, listed);
    }
}
