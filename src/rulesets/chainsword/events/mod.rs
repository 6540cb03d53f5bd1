//! What an observer is told: every event as one JSON object for referees, and in words for readers.

mod fire;
mod opening;
mod set_up;

use serde_json::{Value, json};

use super::choices::{Choice, Refusal};
use super::codex::Scenario;
use super::combat::morale::Bearing;
use super::field::flights::Flight;
use super::field::lanes::Lane;
use super::field::ways::Way;
use super::force_morale_step::MoraleEvent;
use super::melee_step::Fight;
use super::random_event::RandomEvent;
use super::scenarios::TableEdge;
use super::sortie_step::Aim;
use super::state::{Battle, TeamId, members, side_of};
use super::victory::Ending;
pub use crate::game::LogEntry;
use crate::game::notation::ChoiceNotation;
use crate::game::trace::{self, EventFields, event_fields};
use crate::game::{Side, Verdict};
use crate::tabletop::plane::Point;
pub use fire::*;
pub use opening::battle;
pub use set_up::*;

/// Every event with its fields, in the order of the page that describes them.
pub const FIELDS: &[EventFields] = event_fields![
    battle ["rules", "table", "terrain", "objective", "phase", "turn", "active", "hand", "forces"],
    turn,
    phase,
    choice,
    refused,
    "set-up" ["levels", "first", "support", "dice"],
    "bought" ["side", "left", "teams"],
    "work" ["side", "piece"],
    "segments" ["segments", "dice"],
    "marker" ["side", "marker", "at", "locked", "group"],
    "opening-moves" ["moves", "dice"],
    "infiltrated" ["team", "at"],
    "point" ["side", "point", "at"],
    "roll" ["what", "side", "team", "most", "result", "dice"],
    "hand" ["side", "faces", "wild", "gained", "points"],
    "random-event" ["what", "dice"],
    "stratagem" ["side", "what", "points"],
    "dice-left" ["side", "point", "lapsed"],
    "die" ["side", "face", "wild"],
    "activation" ["team"],
    "deployed" ["team", "at", "heading"],
    "attached" ["officer", "team"],
    "boarded" ["team", "transport"],
    "disembarked" ["team", "at"],
    "relocated" ["team"],
    "way" ["team", "points", "inches", "dice"],
    "moved" ["team", "at", "heading"],
    "flank" ["side", "edges", "dice"],
    "dropped" ["team", "aim", "at", "dice"],
    "arrived" ["team", "at"],
    "sortie" ["team", "aim"],
    "vector" ["team", "points"],
    "left" ["team"],
    "charge" ["team", "target"],
    "contact" ["team", "target"],
    "blows" ["by", "target", "attacks", "needs", "wounds", "dice"],
    "melee" ["teams", "lost", "winner"],
    "victor" ["team", "inches", "dice"],
    "flight" ["team", "at", "left", "dice"],
    "overwatch" ["team"],
    "commands" ["officer", "orders"],
    "transfer" ["from", "to"],
    "formed" ["from", "team", "models", "at"],
    "force-morale" ["side", "cause", "before", "after"],
    "point-lost" ["side", "point", "cause"],
    "shock" ["team", "shock", "bearing"],
    "volley" ["by", "target", "kind", "from", "to", "inches", "seen", "cover", "save", "shock", "suppressed"],
    "line" [
        "weapon", "shots", "snap", "indirect", "hit", "second", "skill", "wound", "save", "strength", "hits", "at", "radius",
        "dice",
    ],
    "picked" ["officer", "sixes", "wounds", "spared", "unsaved", "dice"],
    "wounds" ["team", "wounds", "unsaved", "dice"],
    "stray" ["team", "weapon", "hits"],
    "losses" ["team", "models", "shock", "dice"],
    "fallen" ["team", "models", "wounds", "lines", "dice"],
    "damage" ["team", "strength", "ap", "pen-dice", "armour", "save", "effect", "hull", "left", "dice"],
    "gone" ["team", "cause", "at"],
    "turn-end" ["turn"],
    verdict,
];

/// A heading of a game, in degrees counter-clockwise from +x, as traces and situations have it, clockwise from north; and the other
/// way round.
#[must_use]
pub const fn clockwise(heading: u16) -> u16 {
    (450 - heading % 360) % 360
}

/// A decision.
pub fn choice(battle: &Battle<'_>, choice: Choice) -> LogEntry {
    trace::choice(battle.decider, battle.choice_json(choice), "")
}

/// A decision that the rules refuse.
pub fn refused(battle: &Battle<'_>, choice: Choice, refusal: Refusal) -> LogEntry {
    trace::refused(battle.decider, battle.choice_json(choice), refusal, 4)
}

/// The points of a vector, in order.
fn lane_json(lane: &Lane) -> Vec<Value> {
    [Some(lane.entry), lane.turn, Some(lane.exit)].into_iter().flatten().map(trace::point).collect()
}

/// What a flyer comes for.
pub fn sortie(battle: &Battle<'_>, team: TeamId, aim: Aim) -> LogEntry {
    let (name, aim) = (battle.name(team), aim.key());
    let words = format!("      {name} comes to {aim} (CW-FLY-02)");
    LogEntry::new(json!({ "event": "sortie", "team": name, "aim": aim }), words)
}

/// The vector of a flyer on its run, or on its way off the table.
pub fn vector(battle: &Battle<'_>, team: TeamId, lane: &Lane) -> LogEntry {
    let (name, points) = (battle.name(team), lane_json(lane));
    let words = format!("      {name} flies {:.1} inches over the table (CW-FLY-03)", lane.length());
    LogEntry::new(json!({ "event": "vector", "team": name, "points": points }), words)
}

/// A flyer is off the table.
pub fn left(battle: &Battle<'_>, team: TeamId) -> LogEntry {
    let name = battle.name(team);
    LogEntry::new(json!({ "event": "left", "team": name }), format!("      {name} is off the table (CW-FLY-11)"))
}

/// A Team sets out, with the dice for the ground.
pub fn way(battle: &Battle<'_>, team: TeamId, way: &Way, limit: f64, dice: Vec<u16>) -> LogEntry {
    let name = battle.name(team);
    let points: Vec<Value> = way.points().iter().map(|point| trace::point(*point)).collect();
    let length = way.length();
    // A way that is gone to its end is told once.
    let far = if format!("{limit:.1}") == format!("{length:.1}") { String::new() } else { format!(" of {length:.1}") };
    let words = format!("      {name} sets out, {limit:.1}{far} inches{}", trace::thrown(&dice));
    let inches = trace::inches(limit);
    LogEntry::new(json!({ "event": "way", "team": name, "points": points, "inches": inches, "dice": dice }), words)
}

/// A Team comes onto the table by a point.
pub fn deployed(battle: &Battle<'_>, team: TeamId) -> LogEntry {
    let (name, state) = (battle.name(team), battle.team(team));
    let trace =
        json!({ "event": "deployed", "team": name, "at": trace::point(state.at), "heading": clockwise(state.heading) });
    LogEntry::new(trace, format!("      {name} deploys at ({:.1}, {:.1}) (CW-DEP-02)", state.at.x, state.at.y))
}

/// A Team gets into a transport.
pub fn boarded(battle: &Battle<'_>, team: TeamId, transport: TeamId) -> LogEntry {
    let (team, transport) = (battle.name(team), battle.name(transport));
    let words = format!("      {team} is aboard {transport} (CW-BAS-30)");
    LogEntry::new(json!({ "event": "boarded", "team": team, "transport": transport }), words)
}

/// A Team gets out of a transport.
pub fn disembarked(battle: &Battle<'_>, team: TeamId) -> LogEntry {
    let (name, at) = (battle.name(team), battle.team(team).at);
    let words = format!("      {name} gets out at ({:.1}, {:.1}) (CW-BAS-26)", at.x, at.y);
    LogEntry::new(json!({ "event": "disembarked", "team": name, "at": trace::point(at) }), words)
}

/// A Team leaves the table, to deploy again.
pub fn relocated(battle: &Battle<'_>, team: TeamId) -> LogEntry {
    let name = battle.name(team);
    LogEntry::new(json!({ "event": "relocated", "team": name }), format!("      {name} leaves the table (CW-STR-07)"))
}

/// An officer joins a Team.
pub fn attached(battle: &Battle<'_>, officer: TeamId, team: TeamId) -> LogEntry {
    let (officer, team) = (battle.name(officer), battle.name(team));
    let words = format!("      {officer} joins {team} (CW-OFF-11)");
    LogEntry::new(json!({ "event": "attached", "officer": officer, "team": team }), words)
}

/// A Team stands at the end of its move.
pub fn moved(battle: &Battle<'_>, team: TeamId) -> LogEntry {
    let (name, state) = (battle.name(team), battle.team(team));
    let trace =
        json!({ "event": "moved", "team": name, "at": trace::point(state.at), "heading": clockwise(state.heading) });
    LogEntry::new(trace, format!("      {name} is at ({:.1}, {:.1})", state.at.x, state.at.y))
}

/// The edges by which a flank march may come on.
pub fn flank(side: Side, edges: [Option<TableEdge>; 2], dice: Vec<u16>) -> LogEntry {
    let keys: Vec<&str> = edges.into_iter().flatten().map(TableEdge::key).collect();
    let words = format!("      a flank march comes by {}{} (CW-DEP-11)", keys.join(" or "), trace::thrown(&dice));
    LogEntry::new(json!({ "event": "flank", "side": side.letter(), "edges": keys, "dice": dice }), words)
}

/// A Team is dropped, and drifts.
pub fn dropped(battle: &Battle<'_>, team: TeamId, aim: Point, at: Point, dice: Vec<u16>) -> LogEntry {
    let name = battle.name(team);
    let thrown = trace::thrown(&dice);
    let words = format!("      {name} is dropped {:.1} inches off its aim{thrown} (CW-DEP-10)", aim.distance(at));
    let (aim, at) = (trace::point(aim), trace::point(at));
    LogEntry::new(json!({ "event": "dropped", "team": name, "aim": aim, "at": at, "dice": dice }), words)
}

/// A Team comes onto the table from reserve.
pub fn arrived(battle: &Battle<'_>, team: TeamId) -> LogEntry {
    let (name, at) = (battle.name(team), battle.team(team).at);
    let words = format!("      {name} arrives at ({:.1}, {:.1}) (CW-DEP-09)", at.x, at.y);
    LogEntry::new(json!({ "event": "arrived", "team": name, "at": trace::point(at) }), words)
}

/// A Team charges an enemy.
pub fn charge(battle: &Battle<'_>, team: TeamId, target: TeamId) -> LogEntry {
    let (team, target) = (battle.name(team), battle.name(target));
    let words = format!("      {team} charges {target} (CW-MOV-02)");
    LogEntry::new(json!({ "event": "charge", "team": team, "target": target }), words)
}

/// A charger is in contact.
pub fn contact(battle: &Battle<'_>, team: TeamId, target: TeamId) -> LogEntry {
    let (team, target) = (battle.name(team), battle.name(target));
    let words = format!("      {team} is in contact with {target} (CW-MEL-06)");
    LogEntry::new(json!({ "event": "contact", "team": team, "target": target }), words)
}

/// A Team, or an officer, strikes: what its blows need to hit, to wound and to be saved, unsaved wounds, or hits on a hull.
pub fn blows(
    battle: &Battle<'_>,
    by: TeamId,
    at: TeamId,
    [attacks, wounds]: [u16; 2],
    needs: [u8; 3],
    dice: Vec<u16>,
) -> LogEntry {
    let (by, at) = (battle.name(by), battle.name(at));
    let needed = needs.into_iter().zip(["to hit", "to wound", "to save"]);
    let needed = needed.filter(|(on, _)| (1..=6).contains(on)).map(|(on, what)| format!("{on}+ {what}"));
    let needed: Vec<String> = needed.collect();
    let on = if needed.is_empty() { String::new() } else { format!(", {}", needed.join(", ")) };
    let thrown = trace::thrown(&dice);
    let words = format!("      {by} strikes at {at}: {wounds} of {attacks} tell{on}{thrown} (CW-MEL-02)");
    let trace = json!({
        "event": "blows", "by": by, "target": at, "attacks": attacks, "needs": needs, "wounds": wounds, "dice": dice,
    });
    LogEntry::new(trace, words)
}

/// What a round of melee has come to.
pub fn melee(battle: &Battle<'_>, fight: &Fight) -> LogEntry {
    let teams = Side::BOTH.map(|side| battle.names(members(side, fight.teams[side.index()])));
    let winner = fight.winner.map(|side| side.letter());
    let lost = fight.lost;
    let who = winner.unwrap_or("nobody");
    let words = format!("      {who} wins the round, wounds lost: {} of A, {} of B (CW-BAS-19)", lost[0], lost[1]);
    LogEntry::new(json!({ "event": "melee", "teams": teams, "lost": lost, "winner": winner }), words)
}

/// A Team that has won a melee may move.
pub fn victor(battle: &Battle<'_>, team: TeamId, inches: u8, dice: Vec<u16>) -> LogEntry {
    let name = battle.name(team);
    let words = format!("      {name} may move {inches} inches{} (R-140)", trace::thrown(&dice));
    LogEntry::new(json!({ "event": "victor", "team": name, "inches": inches, "dice": dice }), words)
}

/// A Team falls back.
pub fn flight(battle: &Battle<'_>, team: TeamId, flight: &Flight, dice: Vec<u16>) -> LogEntry {
    let (name, end) = (battle.name(team), trace::point(flight.end()));
    let thrown = trace::thrown(&dice);
    let words = format!("      {name} falls back {:.1} inches{thrown} (CW-BAS-29)", flight.inches);
    let trace = json!({ "event": "flight", "team": name, "at": end, "left": flight.left, "dice": dice });
    LogEntry::new(trace, words)
}

/// A Turn begins.
pub fn turn(battle: &Battle<'_>) -> LogEntry {
    trace::turn(battle.turns, "Turn")
}

/// A Phase begins.
pub fn phase(battle: &Battle<'_>) -> LogEntry {
    let side = battle.active;
    trace::phase("phase", Some(side), format!(" Phase {} of {}", battle.phase, side.letter()))
}

/// The dice of a roll lie; `thrown` are those of them that have just been thrown.
pub fn roll(battle: &Battle<'_>, thrown: Vec<u16>) -> LogEntry {
    let Some(roll) = &battle.roll else { return LogEntry::new(serde_json::Value::Null, "") };
    let (what, side) = (roll.kind.name().key(), roll.owner.letter());
    let team = roll.kind.team().map(|team| battle.name(team));
    let most = battle.most_of_roll(roll);
    let whose = team.as_deref().map_or(String::new(), |team| format!(" of {team}"));
    let limit = most.map_or(String::new(), |most| format!(", at most {most}"));
    let faces = match roll.dice.as_slice() {
        [] => "no dice".to_owned(),
        faces => trace::numbers(faces),
    };
    let words = format!("    {side} throws {faces} ({}{whose}{limit})", what.replace('-', " "));
    let trace = json!({
        "event": "roll", "what": what, "side": side, "team": team, "most": most, "result": roll.dice.as_slice(),
        "dice": thrown,
    });
    LogEntry::new(trace, words)
}

/// The Command Dice of the Phase.
pub fn hand(battle: &Battle<'_>, gained: u8) -> LogEntry {
    let (side, hand) = (battle.active, battle.hand);
    let points = battle.force(side).command_points;
    let each: Vec<u8> = hand.faces.iter().zip(1..).flat_map(|(count, face)| vec![face; usize::from(*count)]).collect();
    let held = match (&each[..], hand.wild) {
        ([], false) => "no dice".to_owned(),
        ([], true) => "a wildcard".to_owned(),
        (each, wild) => format!("dice {}{}", trace::numbers(each), if wild { " and a wildcard" } else { "" }),
    };
    let told = trace::counted(points.into(), "command point");
    let words = format!("    {} has {held}, {told}", side.letter());
    let trace = json!({
        "event": "hand", "side": side.letter(), "faces": hand.faces, "wild": hand.wild, "gained": gained, "points": points,
    });
    LogEntry::new(trace, words)
}

/// A random event.
pub fn random_event(event: RandomEvent, dice: Vec<u16>) -> LogEntry {
    let what = event.key();
    let words = format!("    random event: {}{} (CW-CMD-12)", what.replace('-', " "), trace::thrown(&dice));
    LogEntry::new(json!({ "event": "random-event", "what": what, "dice": dice }), words)
}

/// A side pays for a stratagem.
pub fn stratagem(battle: &Battle<'_>, side: Side, what: &'static str) -> LogEntry {
    let (letter, points) = (side.letter(), battle.force(side).command_points);
    let trace = json!({ "event": "stratagem", "side": letter, "what": what, "points": points });
    let left = trace::counted(points.into(), "command point");
    LogEntry::new(trace, format!("    {letter} uses {what}, {left} left (CW-STR-01)"))
}

/// What becomes of the dice that nobody used.
pub fn spent(battle: &Battle<'_>, point: bool, lapsed: u8) -> LogEntry {
    let side = battle.active.letter();
    let trace = json!({ "event": "dice-left", "side": side, "point": point, "lapsed": lapsed });
    let gained = if point { ", the wildcard is a command point" } else { "" };
    let dice = if lapsed == 1 { "1 die lapses".to_owned() } else { format!("{lapsed} dice lapse") };
    LogEntry::new(trace, format!("    {dice}{gained}"))
}

/// A Command Die is spent.
pub fn die(battle: &Battle<'_>, face: u8, wild: bool) -> LogEntry {
    let side = battle.active.letter();
    let words = format!("    {side} spends a {}", if wild { format!("wildcard as {face}") } else { face.to_string() });
    LogEntry::heading(json!({ "event": "die", "side": side, "face": face, "wild": wild }), words)
}

/// A Team activates.
pub fn activated(battle: &Battle<'_>, team: TeamId) -> LogEntry {
    let name = battle.name(team);
    LogEntry::new(json!({ "event": "activation", "team": name }), format!("      {name} activates"))
}

/// A Team goes on Overwatch.
pub fn overwatch(battle: &Battle<'_>, team: TeamId) -> LogEntry {
    let name = battle.name(team);
    LogEntry::new(json!({ "event": "overwatch", "team": name }), format!("      {name} is on Overwatch (CW-SHO-05)"))
}

/// An officer begins to give orders.
pub fn commands(battle: &Battle<'_>, officer: TeamId, orders: u8) -> LogEntry {
    let name = battle.name(officer);
    let words = format!("      {name} has {} (CW-OFF-02)", trace::counted(orders.into(), "order"));
    LogEntry::new(json!({ "event": "commands", "officer": name, "orders": orders }), words)
}

/// Models become a Team of their own.
pub fn formed(battle: &Battle<'_>, from: TeamId, team: TeamId) -> LogEntry {
    let (from, name, state) = (battle.name(from), battle.name(team), battle.team(team));
    let words = format!("      {} of {from} become {name} (CW-OFF-08)", trace::counted(state.models.into(), "model"));
    let at = trace::point(state.at);
    let trace = json!({ "event": "formed", "from": from, "team": name, "models": state.models, "at": at });
    LogEntry::new(trace, words)
}

/// A model goes from one Team to another.
pub fn transferred(battle: &Battle<'_>, from: TeamId, to: TeamId) -> LogEntry {
    let (from, to) = (battle.name(from), battle.name(to));
    let words = format!("      a model goes from {from} to {to} (CW-OFF-09)");
    LogEntry::new(json!({ "event": "transfer", "from": from, "to": to }), words)
}

/// Force Morale is tested.
pub fn force_morale(battle: &Battle<'_>, side: Side, event: MoraleEvent, before: u8) -> LogEntry {
    let (letter, cause, after) = (side.letter(), event.key(), battle.force(side).level);
    let trace = json!({ "event": "force-morale", "side": letter, "cause": cause, "before": before, "after": after });
    let change = if before == after { format!("stays at {after}") } else { format!("falls from {before} to {after}") };
    LogEntry::new(trace, format!("    Force Morale of {letter} {change} ({}, CW-FMO-04)", cause.replace('-', " ")))
}

/// A side loses a jump-off point.
pub fn point_lost(battle: &Battle<'_>, side: Side, point: u8, cause: &'static str) -> LogEntry {
    let place = battle.force(side).points[usize::from(point)].at;
    let (letter, at) = (side.letter(), trace::point(place));
    let told = cause.replace('-', " ");
    let words = format!("    {letter} loses its point at ({:.1}, {:.1}) ({told})", place.x, place.y);
    LogEntry::new(json!({ "event": "point-lost", "side": letter, "point": at, "cause": cause }), words)
}

/// The Shock of a Team has changed.
pub fn shock(battle: &Battle<'_>, team: TeamId) -> LogEntry {
    let (name, shock) = (battle.name(team), battle.team(team).shock);
    let (bearing, pinned) = match battle.bearing(team) {
        Bearing::Steady => ("steady", ""),
        Bearing::Pinned => ("pinned", ", and is pinned (CW-SHK-05)"),
        Bearing::Broken => ("broken", ", and is broken (CW-SHK-06)"),
    };
    let trace = json!({ "event": "shock", "team": name, "shock": shock, "bearing": bearing });
    LogEntry::new(trace, format!("    {name} has Shock {shock}{pinned}"))
}

/// A Team goes for good.
pub fn gone(battle: &Battle<'_>, team: TeamId, cause: &'static str) -> LogEntry {
    let (name, present) = (battle.name(team), battle.own_force(team).present.contains(team));
    let at = present.then(|| trace::point(battle.stand(team).at()));
    let words = format!("    {name} is gone ({cause})");
    LogEntry::new(json!({ "event": "gone", "team": name, "cause": cause, "at": at }), words)
}

/// A Turn is over.
pub fn turn_end(battle: &Battle<'_>) -> LogEntry {
    let turn = battle.turns;
    LogEntry::new(json!({ "event": "turn-end", "turn": turn }), format!(" Turn {turn} ends (CW-TRN-05)"))
}

/// The end of the game.
pub fn verdict(battle: &Battle<'_>) -> LogEntry {
    let verdict = battle.verdict.unwrap_or(Verdict { winner: None, ending: 0 });
    let ending = Ending::ALL[usize::from(verdict.ending)];
    let winner = verdict.winner.map_or("Nobody wins", |side| if side == Side::A { "A wins" } else { "B wins" });
    let fates = battle.all_units().map(|team| {
        let force = battle.own_force(team);
        let fate = if force.gone.contains(team) {
            "gone"
        } else if force.present.contains(team) || force.aboard.contains(team) {
            "table"
        } else {
            "off-table"
        };
        (battle.name(team), fate)
    });
    let values = Side::BOTH.map(|side| battle.worth(side));
    let settled = match ending {
        Ending::Settled => {
            let needed = battle.setup.rules.win_morale;
            let why = match battle.setup.scenario {
                Scenario::Probe => "the attacker has nobody left who may cross".to_owned(),
                Scenario::FlankAttack => {
                    format!("the attacker has less Force Morale than the {needed} that he needs to win")
                }
                _ => format!("neither side has the Force Morale of {needed} that it needs to win"),
            };
            format!(": {why} (R-164)")
        }
        _ => String::new(),
    };
    let words = format!("\n{winner}: {}{settled}.", ending.key());
    trace::verdict(verdict, &Ending::KEYS, battle.turns, values, fates, words)
}
