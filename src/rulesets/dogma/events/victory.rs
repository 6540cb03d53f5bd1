//! Who is gone, what scenarios count, and the end.

use serde_json::{Value, json};

use super::{counted, listed, point, spot, value};
use crate::game::switches::Value as _;
use crate::game::{LogEntry, Points, Side, trace};
use crate::rulesets::dogma::codex::Scenario;
use crate::rulesets::dogma::ledger::{LEDGER, rule};
use crate::rulesets::dogma::scenarios::{CENTRE, ENDINGS, Ending, OWN};
use crate::rulesets::dogma::state::{Battle, ElementId, NOBODY, members, side_of};

/// A part of a Force in words: `4 of 24 FP`.
fn share(part: Points, whole: Points) -> String {
    format!("{} of {} FP", value(part), value(whole))
}

/// What a side has lost so far, where that can end the game.
fn losses(battle: &Battle<'_>, side: Side) -> Option<String> {
    let counts = match battle.scenario {
        Scenario::Exterminate => true,
        Scenario::Invasion => side == battle.aggressor,
        _ => false,
    };
    let force = battle.force(side);
    let lost = battle.worth(side, force.destroyed);
    counts.then(|| format!("side {} has lost {}", side.letter(), share(lost, force.value)))
}

/// What of the aggressor's Force is off the enemy edge.
fn brought_off(battle: &Battle<'_>) -> String {
    share(battle.brought_off(), battle.invasion_value())
}

/// An Element is destroyed, or finds no place to be deployed.
pub fn removed(battle: &Battle<'_>, element: ElementId, cause: &str) -> LogEntry {
    let (name, side) = (battle.name(element), side_of(element));
    let rank = if battle.force(side).commander == element { ", the Commander," } else { "" };
    let words = match cause {
        "no-room" => format!("  {name} finds no place to be deployed"),
        _ => {
            let how = match cause {
                "aboard" => "finds no place to get off and is destroyed (DG-APC-09)",
                _ => "is destroyed",
            };
            let so_far = losses(battle, side).map_or(String::new(), |losses| format!("; {losses}"));
            format!("      {name}{rank} {how}{so_far}")
        }
    };
    LogEntry::new(json!({ "event": "removed", "unit": name, "cause": cause }), words)
}

/// An Element leaves over the enemy edge, on its own base or with the APC `by` that carries it.
pub fn left(battle: &Battle<'_>, element: ElementId, by: ElementId) -> LogEntry {
    let name = battle.name(element);
    let words = if element == by {
        let wanted = battle.setup.rules.invasion_fraction.write();
        format!(
            "      {name} leaves over the enemy edge (DG-SCN-03); {} are off, {wanted} is needed",
            brought_off(battle)
        )
    } else {
        format!("      {name} leaves with {} (DG-APC-08)", battle.name(by))
    };
    LogEntry::new(json!({ "event": "removed", "unit": name, "cause": "exit" }), words)
}

/// The flag of `side` falls or is taken; `by` destroyed its bearer in close combat, or is nobody.
pub fn flag(battle: &Battle<'_>, side: Side, by: ElementId) -> LogEntry {
    let at = battle.progress.flags[side.index()];
    let taken = at.is_none() && by != NOBODY;
    let bearer = battle.progress.bearers[side.index()].or(taken.then_some(by));
    let own = bearer.is_some_and(|bearer| side_of(bearer) == side);
    let bearer = bearer.map(|bearer| battle.name(bearer));
    let whose = side.letter();
    let words = match (&bearer, at) {
        (Some(bearer), _) if own => format!("      {bearer} takes up its own flag (DG-SCN-07)"),
        (Some(bearer), _) if taken => {
            format!("      {bearer} takes the flag of side {whose} from its bearer (DG-SCN-08)")
        }
        (Some(bearer), _) => format!("      {bearer} takes up the flag of side {whose} (DG-SCN-06)"),
        (None, Some(at)) => format!("      the flag of side {whose} lies at {} (DG-SCN-06)", spot(at)),
        (None, None) => String::new(),
    };
    LogEntry::new(
        json!({
            "event": "objective", "what": "flag", "side": side.letter(), "bearer": bearer, "at": at.map(point),
        }),
        words,
    )
}

/// The end of the turn of `side`: who holds from now on, and what has lasted of what the enemy held.
pub fn holding(battle: &Battle<'_>, side: Side) -> LogEntry {
    let enemy = side.other();
    let sets = battle.progress.holders[side.index()];
    let [centre, own] = sets.map(|set| battle.names(members(side, set)));
    let held = battle.worth(side, sets[CENTRE]);
    let lasted: Vec<&str> = [(CENTRE, "centre"), (OWN, "own")]
        .iter()
        .filter(|(what, _)| battle.lasts(enemy, *what))
        .map(|it| it.1)
        .collect();
    let words = if battle.scenario == Scenario::Control {
        markers(battle, side, [&centre, &own])
    } else {
        hill(battle, side, &centre)
    };
    LogEntry::new(
        json!({
            "event": "objective", "what": "hold", "side": side.letter(), "centre": centre, "own": own,
            "value": value(held), "lasted": lasted,
        }),
        words,
    )
}

/// [`holding`] in words, in King of the Hill.
fn hill(battle: &Battle<'_>, side: Side, holders: &[String]) -> String {
    let enemy = side.other();
    let (noted, needed) = (battle.progress.holders[enemy.index()][CENTRE], value(battle.hill_points()));
    let mut lines = Vec::new();
    if !noted.is_empty() {
        let left = share(battle.worth(enemy, battle.still_holding(enemy, CENTRE)), battle.worth(enemy, noted));
        let outcome = if battle.lasts(enemy, CENTRE) { "has lasted" } else { "is broken" };
        let count = format!("{left} count, {needed} are needed");
        lines.push(format!("  the hold of side {} on the hill {outcome}: {count} (DG-SCN-05)", enemy.letter()));
    }
    let there = battle.worth(side, battle.holding(side, CENTRE));
    if !holders.is_empty() {
        let names = holders.join(", ");
        lines.push(format!("  side {} holds the hill with {} FP: {names} (DG-SCN-05)", side.letter(), value(there)));
    } else if there > 0 {
        let count = format!("{} FP on the hill, {needed} are needed", value(there));
        lines.push(format!("  side {} has {count} (DG-SCN-05)", side.letter()));
    }
    lines.join("\n")
}

/// [`holding`] in words, in Control.
fn markers(battle: &Battle<'_>, side: Side, holders: [&Vec<String>; 2]) -> String {
    const WHAT: [&str; 2] = ["the central marker", "its own marker"];
    let enemy = side.other();
    let mut lines = Vec::new();
    let noted = [CENTRE, OWN].iter().filter(|what| !battle.progress.holders[enemy.index()][**what].is_empty());
    let (kept, lost): (Vec<usize>, Vec<usize>) = noted.partition(|what| battle.lasts(enemy, **what));
    for (whats, verb) in [(kept, "has kept"), (lost, "has lost")].iter().filter(|(whats, _)| !whats.is_empty()) {
        let whats: Vec<String> = whats.iter().map(|what| WHAT[*what].to_owned()).collect();
        lines.push(format!("  side {} {verb} {} (DG-SCN-10)", enemy.letter(), listed(&whats)));
    }
    let held: Vec<String> = [CENTRE, OWN]
        .iter()
        .filter(|what| !holders[**what].is_empty())
        .map(|what| format!("{} with {}", WHAT[*what], holders[*what].join(", ")))
        .collect();
    if !held.is_empty() {
        lines.push(format!("  side {} holds {} (DG-SCN-10)", side.letter(), listed(&held)));
    }
    lines.join("\n")
}

/// What decided the game, in words.
fn reason(battle: &Battle<'_>, winner: Option<Side>, ending: Ending) -> String {
    let loser = winner.map_or(battle.aggressor, Side::other);
    let (letter, force) = (loser.letter(), battle.force(loser));
    let wanted = battle.setup.rules.invasion_fraction.write();
    match ending {
        Ending::Losses => {
            let lost = battle.worth(loser, force.destroyed);
            format!("side {letter} has lost {}", share(lost, force.value))
        }
        Ending::Regicide => format!("the Commander of side {letter} is destroyed"),
        Ending::Invasion => format!("{} are off the enemy edge", brought_off(battle)),
        Ending::KingOfTheHill => "it has held the hill through the enemy turn".to_owned(),
        Ending::CaptureTheFlag => format!("it has the flag of side {letter}"),
        Ending::Control => "it has held both its markers through the enemy turn".to_owned(),
        Ending::Elimination => format!("side {letter} has nobody left"),
        Ending::OutOfReach => format!("side {letter} can no longer bring {wanted} of its Force off the enemy edge"),
        Ending::Cap => {
            let waits =
                winner.is_some() && battle.scenario == Scenario::Regicide && force.reserve.contains(force.commander);
            let why = match battle.scenario {
                Scenario::Invasion if winner.is_some() => {
                    format!(
                        " with {} of side {letter} off the enemy edge, where {wanted} is needed",
                        brought_off(battle)
                    )
                }
                _ if waits => format!(", and the Commander of side {letter} is still in reserve"),
                _ if winner.is_some() => format!(", and side {letter} has lost the greater share of its Force"),
                _ => String::new(),
            };
            format!("the last round is over{why}")
        }
    }
}

/// The end.
pub fn verdict(battle: &Battle<'_>) -> LogEntry {
    let Some(verdict) = battle.verdict else { return LogEntry::new(Value::Null, "") };
    let ending = Ending::ALL[usize::from(verdict.ending)];
    let values = Side::BOTH.map(|side| value(battle.value_alive(side)));
    let who = verdict.winner.map_or("A draw".to_owned(), |winner| format!("Side {} wins", winner.letter()));
    let why = reason(battle, verdict.winner, ending);
    // A flag that nobody bears in the end was taken from its bearer in close combat.
    let taken = ending == Ending::CaptureTheFlag
        && verdict.winner.is_some_and(|winner| battle.progress.bearers[winner.other().index()].is_none());
    let rule = if taken { rule::SCN_08 } else { ending.rule(battle.scenario) };
    let rule = LEDGER[usize::from(rule)].id;
    let left = Side::BOTH.map(|side| {
        let force = battle.force(side);
        let count = (force.present() | force.exited).len();
        format!("{} {} FP in {}", side.letter(), values[side.index()], counted(count, "Element"))
    });
    let words = format!("\n{who} in round {}: {why} ({rule}).\nNot destroyed: {}.", battle.round, left.join(", "));
    let fates = battle.all_units().map(|one| (battle.name(one), battle.place(one).key()));
    trace::verdict(verdict, &ENDINGS, battle.round, values, fates, words)
}
