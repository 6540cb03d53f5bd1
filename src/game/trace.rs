//! Traces: the heads of the events that every ruleset tells, and how numbers and lists are written in any.
//!
//! A trace is a list of JSON objects, each with its name under `event`. The functions here build the events that are alike in
//! all games; the words for readers stay with the ruleset.

use serde_json::{Map, Value, json};

use super::{LogEntry, Points, Refusal, Side, Verdict};
use crate::tabletop::plane::Point;

/// An event with its fields, beside `event` itself.
pub type EventFields = (&'static str, &'static [&'static str]);

/// Lists the events of a ruleset with their fields, in the order of its page: `battle`, `turn`, `phase`, `choice`, `refused`
/// and `verdict` bring those that they have in every game, of which `battle` has the game's own in their midst. `refused` is
/// told of situations alone; the seed and what else is the address of a game stands in its `battle` as well.
macro_rules! event_fields {
    (@one battle $($own:literal)*) => {
        ("battle", &["ruleset", "scenario", $($own,)* "seed", "cell", "pair", "swapped", "lists"])
    };
    (@one turn) => { ("turn", &["turn"]) };
    (@one phase) => { ("phase", &["phase", "side"]) };
    (@one choice) => { ("choice", &["side", "choice"]) };
    (@one refused) => { ("refused", &["side", "choice", "rule", "reason"]) };
    (@one verdict) => { ("verdict", &["winner", "ending", "turns", "value", "units"]) };
    (@one $event:literal $($field:literal)+) => { ($event, &[$($field),+]) };
    ($($event:tt $([$($field:literal),+ $(,)?])?),+ $(,)?) => {
        &[$($crate::game::trace::event_fields!(@one $event $($($field)+)?)),+]
    };
}

pub(crate) use event_fields;

/// The first event: what is played, with the game's own fields.
///
/// # Panics
/// When `own` is no object.
#[must_use]
pub fn battle(ruleset: &str, scenario: &str, mut own: Value) -> Value {
    let mut trace = json!({ "event": "battle", "ruleset": ruleset, "scenario": scenario });
    let fields = own.as_object_mut().expect("fields are an object");
    trace.as_object_mut().expect("an event is an object").append(fields);
    trace
}

/// Every switch of the rules with its value, as strings.
#[must_use]
pub fn rules(values: Vec<(&'static str, String)>) -> Map<String, Value> {
    values.into_iter().map(|(name, value)| (name.to_owned(), Value::String(value))).collect()
}

/// A new turn, which readers know as `word`.
#[must_use]
pub fn turn(number: u16, word: &str) -> LogEntry {
    LogEntry::new(json!({ "event": "turn", "turn": number }), format!("\n{word} {number}"))
}

/// A new phase, of one side or of both; its words head what happens in it.
#[must_use]
pub fn phase(phase: &str, side: Option<Side>, words: impl Into<String>) -> LogEntry {
    LogEntry::heading(json!({ "event": "phase", "phase": phase, "side": side.map(Side::letter) }), words)
}

/// A decision of `side`, in the notation of its game.
#[must_use]
pub fn choice(side: Side, choice: Value, words: impl Into<String>) -> LogEntry {
    LogEntry::new(json!({ "event": "choice", "side": side.letter(), "choice": choice }), words)
}

/// A decision that the rules refuse, as a situation wrote it down; its words stand `indent` spaces in.
#[must_use]
pub fn refused(side: Side, choice: Value, refusal: Refusal, indent: usize) -> LogEntry {
    let words = format!("{:indent$}refused: {choice}: {refusal}", "");
    let Refusal { rule, reason } = refusal;
    let trace = json!({ "event": "refused", "side": side.letter(), "choice": choice, "rule": rule, "reason": reason });
    LogEntry::new(trace, words)
}

/// The end of a game: how it ended, after how many turns, the value in points that is left of each side, and what became of
/// every unit, by its name.
#[must_use]
pub fn verdict(
    verdict: Verdict,
    endings: &[&str],
    turns: u16,
    value: [f64; 2],
    fates: impl Iterator<Item = (String, &'static str)>,
    words: impl Into<String>,
) -> LogEntry {
    let units: Vec<Value> = fates.map(|(unit, fate)| json!({ "unit": unit, "fate": fate })).collect();
    let trace = json!({
        "event": "verdict", "winner": verdict.winner.map(Side::letter),
        "ending": endings[usize::from(verdict.ending)], "turns": turns, "value": value, "units": units,
    });
    LogEntry::new(trace, words)
}

/// Inches with four decimals, as traces have them.
#[must_use]
pub fn inches(value: f64) -> f64 {
    // Adding nothing takes the sign off a zero.
    (value * 1e4).round() / 1e4 + 0.0
}

/// A point of the table, as traces have it.
#[must_use]
pub fn point(at: Point) -> Value {
    json!([inches(at.x), inches(at.y)])
}

/// Value in points, as traces have it.
#[must_use]
pub fn value(thousandths: Points) -> f64 {
    thousandths as f64 / 1000.0
}

/// Some things in words: `one`, `one and another`, `one, another and a third`.
#[must_use]
pub fn listed(things: &[String]) -> String {
    match things {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Dice that have just been thrown, behind what is told: ` (die 5)`, ` (dice 4, 1)`, and nothing where there are none.
#[must_use]
pub fn thrown(dice: &[u16]) -> String {
    match dice {
        [] => String::new(),
        [one] => format!(" (die {one})"),
        many => format!(" (dice {})", numbers(many)),
    }
}

/// Numbers between commas.
#[must_use]
pub fn numbers<T: ToString>(all: &[T]) -> String {
    all.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// A number of things in words: `1 point`, `2 points`.
#[must_use]
pub fn counted(number: u32, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_have_the_fields_of_every_game_and_their_own() {
        const FIELDS: &[EventFields] = event_fields![battle ["table"], turn, "shot" ["dice", "result"], verdict];
        let [battle, turn, shot, verdict] = FIELDS else { panic!("{FIELDS:?}") };
        assert_eq!(battle.1, ["ruleset", "scenario", "table", "seed", "cell", "pair", "swapped", "lists"]);
        assert_eq!((turn, shot), (&("turn", &["turn"][..]), &("shot", &["dice", "result"][..])));
        let ended = super::verdict(Verdict { winner: None, ending: 0 }, &["cap"], 3, [1.0; 2], [].into_iter(), "");
        assert!(ended.trace.as_object().unwrap().keys().skip(1).eq(verdict.1));
        let begun = super::battle("chess", "blitz", json!({ "table": 8 }));
        assert!(begun.as_object().unwrap().keys().skip(1).eq(&battle.1[..3]));
    }

    #[test]
    fn lists_and_numbers_are_written_as_readers_expect() {
        let things = ["one", "another", "a third"].map(str::to_owned);
        assert_eq!(
            [0, 1, 2, 3].map(|n| listed(&things[..n])),
            ["nobody", "one", "one and another", "one, another and a third"]
        );
        assert_eq!([0, 1, 2].map(|n| counted(n, "point")), ["0 points", "1 point", "2 points"]);
        assert!(inches(-0.00001).is_sign_positive() && inches(1.23456) == 1.2346);
        let refused = refused(Side::B, json!({ "pass": true }), Refusal::new("R-01", "not now"), 2);
        assert_eq!(refused.words, "  refused: {\"pass\":true}: not now (R-01)");
    }
}
