//! The contract of situations and traces: every file of a ruleset's folder holds, nothing that anybody writes makes one
//! panic, what is misspelt or expected in vain is said at its place, and pages describe every key, event, field and word.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::Value;

use super::games::{PlayedRuleset, draw};
use crate::dice::{Address, SeededDice};
use crate::game::situation::testing::{Duel, files, listen, mutilate, page, source};
use crate::game::trace::EventFields;
use crate::game::{Diagnostic, Node, Ruleset, Simulator as _, Source, Transcript};

/// A ruleset whose positions are set up by hand, with what its files are asked.
pub(crate) trait SituatedRuleset: PlayedRuleset {
    /// Two units within reach of each other.
    const DUEL: Duel;

    /// The same two with room to move, where `DUEL` leaves them none.
    const APART: Duel = Self::DUEL;

    /// Texts for the two apart, each with a word that is misspelt, how it stands there, and the right one.
    const MISSPELT: &'static [(&'static str, &'static str, &'static str)];

    /// Of the two apart: a choice that is refused and a legal one, without braces; the rule that refuses it, and another.
    const REFUSED: ([&'static str; 2], [&'static str; 2]);

    /// Dice of the attack, and expectations after it that are not met, each with what is said, see
    /// [`Duel::says_what_was_found`].
    const UNMET: (&'static str, &'static [(&'static str, &'static str)]);

    /// A text for the two apart that expects in vain how they begin, and what is said.
    const UNMET_AT_FIRST: (&'static str, &'static str);

    /// Texts for the two apart that have an unknown key `stray`, at every place that has keys of its own.
    const STRAYS: &'static [&'static str];

    /// The heading under which the page about situations describes all these keys; the whole page when empty.
    const SECTION: &'static str = "";

    /// The page about traces.
    const TRACE_PAGE: &'static str;

    /// Whether that page has a row for each field of a table within an event, or one for the whole table.
    const NESTED: bool;

    /// Every event with its fields, in the order of the page.
    const EVENTS: &'static [EventFields];

    /// Event, field and word of words that hardly any game tells.
    const SELDOM: &'static [(&'static str, &'static str, &'static str)] = &[];
}

/// Declares the tests that the situations and the traces of a ruleset owe.
macro_rules! situation_contract {
    ($ruleset:ty) => {
        #[test]
        fn every_situation_of_the_folder_holds() {
            $crate::game::contract::situations::every_situation_holds(&<$ruleset>::default());
        }

        #[test]
        fn no_situation_makes_the_game_panic() {
            $crate::game::contract::situations::no_situation_panics(&<$ruleset>::default());
        }

        #[test]
        fn the_documented_example_holds() {
            $crate::game::contract::situations::the_documented_example_holds(&<$ruleset>::default());
        }

        #[test]
        fn misspelt_names_are_refused_at_their_place() {
            $crate::game::contract::situations::misspelt_names_are_refused::<$ruleset>();
        }

        #[test]
        fn a_refused_choice_is_named_with_its_rule_and_place() {
            $crate::game::contract::situations::refusals_are_named::<$ruleset>();
        }

        #[test]
        fn dice_must_be_thrown_and_written() {
            $crate::game::contract::situations::dice_are_thrown_and_written::<$ruleset>();
        }

        #[test]
        fn unmet_expectations_say_what_was_found() {
            $crate::game::contract::situations::unmet_expectations_say_what_was_found::<$ruleset>();
        }

        #[test]
        fn every_key_is_documented() {
            $crate::game::contract::situations::every_key_is_documented::<$ruleset>();
        }

        #[test]
        fn the_trace_is_documented_event_by_event_and_field_by_field() {
            $crate::game::contract::situations::the_trace_is_documented::<$ruleset>();
        }
    };
}

pub(crate) use situation_contract;

fn complain(file: &Source, diagnostic: &Diagnostic) -> String {
    let line = |at: usize| file.text[..at].matches('\n').count() + 1;
    let place = diagnostic.span.as_ref().map_or(String::new(), |span| format!(":{}", line(span.start)));
    let message = Diagnostic { source: String::new(), ..diagnostic.clone() };
    format!("{}{place}: {message}", file.name)
}

/// Holds every situation of a ruleset to what it says. Each names its rules, and expects something, without which it would
/// show nothing. What is chosen there is offered, what is offered is legal, and
/// after every choice the game is one that could be played.
pub(crate) fn every_situation_holds(ruleset: &dyn Ruleset) {
    let mut complaints = Vec::new();
    for file in files(ruleset.slug()) {
        let (told, faults) = listen(|| ruleset.situation(&file));
        complaints.extend(faults.into_iter().map(|fault| format!("{}: {fault}", file.name)));
        match told {
            Ok(Transcript { diagnostic, lines, expects, .. }) => {
                complaints.extend(
                    diagnostic.map(|diagnostic| format!("{}\n{}", complain(&file, &diagnostic), lines.join("\n"))),
                );
                complaints.extend((!expects).then(|| format!("{}: shows nothing", file.name)));
            }
            Err(diagnostics) => complaints.extend(diagnostics.iter().map(|diagnostic| complain(&file, diagnostic))),
        }
        let root = Node::parse(&file).unwrap();
        if !root.entries().unwrap().iter().any(|entry| entry.key == "rule") {
            complaints.push(format!("{}: names no rule", file.name));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n\n"));
}

/// Tells situations of a ruleset that were mutilated: none may make the game panic, and every diagnostic points into the file.
pub(crate) fn no_situation_panics(ruleset: &dyn Ruleset) {
    let files = files(ruleset.slug());
    let pieces = || (0_usize..4_000, 0_usize..40);
    let nonsense = "(|-|9|0|99999999999999999999|[\\[\\]{}=\"\n .a-z0-9]{0,6})";
    proptest!(|(which in 0..files.len(), cut in pieces(), graft in pieces(), nonsense in nonsense)| {
        let text = mutilate(&files[which].text, cut, graft, &nonsense);
        let file = Source { name: "situation".into(), text };
        let diagnostics = match ruleset.situation(&file) {
            Ok(transcript) => Vec::from_iter(transcript.diagnostic),
            Err(diagnostics) => {
                prop_assert!(!diagnostics.is_empty());
                diagnostics
            }
        };
        for diagnostic in diagnostics {
            prop_assert_eq!(&diagnostic.source, &file.name);
            prop_assert!(diagnostic.span.is_none_or(|span| span.end <= file.text.len()));
        }
    });
}

/// The example of the page for a ruleset is a situation that holds, and tells something.
pub(crate) fn the_documented_example_holds(ruleset: &dyn Ruleset) {
    let page = page("situations.md");
    let mut examples = page.split("```toml").skip(1).map(|rest| rest.split("```").next().unwrap());
    let example = examples.find(|text| text.contains(&format!("ruleset = \"{}\"", ruleset.slug()))).unwrap();
    let transcript = ruleset.situation(&source(example)).unwrap();
    assert_eq!(transcript.diagnostic, None);
    assert!(transcript.lines.len() > 5, "{:?}", transcript.lines);
}

pub(crate) fn misspelt_names_are_refused<R: SituatedRuleset>() {
    R::APART.refuses_misspelt_words(R::MISSPELT);
}

pub(crate) fn refusals_are_named<R: SituatedRuleset>() {
    let (choices, [rule, other]) = R::REFUSED;
    R::APART.names_refusals(choices, rule, other);
}

pub(crate) fn dice_are_thrown_and_written<R: SituatedRuleset>() {
    R::DUEL.wants_all_its_dice();
}

pub(crate) fn unmet_expectations_say_what_was_found<R: SituatedRuleset>() {
    let (dice, expectations) = R::UNMET;
    R::DUEL.says_what_was_found(dice, expectations);
    let (text, message) = R::UNMET_AT_FIRST;
    R::APART.is_told(text, message);
}

/// Every key that a file may have stands on the page: unknown keys are refused with the list of all that are known there.
pub(crate) fn every_key_is_documented<R: SituatedRuleset>() {
    let page = page("situations.md");
    let (_, page) = page.split_once(R::SECTION).unwrap();
    let duel = R::APART;
    let unit = duel.text.replacen("at = ", "stray = 1, at = ", 1);
    let units = (duel.tell)(&source(&unit)).unwrap_err();
    for diagnostics in R::STRAYS.iter().map(|text| duel.broken(text)).chain([units]) {
        let diagnostic = diagnostics.iter().find(|diagnostic| diagnostic.message.contains("`stray`"));
        let diagnostic = diagnostic.unwrap_or_else(|| panic!("{diagnostics:?}"));
        assert!(!diagnostic.allowed.is_empty());
        for key in &diagnostic.allowed {
            let stands = ["`", "{ ", ", "]
                .iter()
                .any(|before| [" = ", "`", "]"].iter().any(|after| page.contains(&format!("{before}{key}{after}"))));
            assert!(stands, "`{key}` is not documented");
        }
    }
}

/// Fields whose value is one of a few words, all of which stand on the page, in the row of the field.
const WORDS: [(&str, &str); 8] = [
    ("phase", "phase"),
    ("move", "kind"),
    ("attack", "kind"),
    ("attack", "result"),
    ("check", "what"),
    ("status", "status"),
    ("removed", "cause"),
    ("verdict", "ending"),
];

/// The events that a page describes, with their fields, in order.
fn described(page: &str) -> Vec<(&str, Vec<&str>)> {
    let describe = |section| {
        let rows = str::lines(section).filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        (section.split('`').next().unwrap_or_default(), rows.collect())
    };
    page.split("\n## `").skip(1).map(describe).collect()
}

/// What traces have told.
struct Told<'p> {
    /// What the page describes, as `event field`.
    described: BTreeSet<String>,
    nested: bool,
    page: &'p str,
    /// What has been told, likewise.
    found: BTreeSet<String>,
}

impl Told<'_> {
    /// Adds the fields of an event, where they are `nested` those of tables and of tables in lists with their path.
    fn collect(&mut self, event: &str, path: &str, value: &Value) {
        let known = format!("{event} {path}[].");
        match value {
            // The switches of the rules are data.
            Value::Object(table) if path.is_empty() || self.nested && path != "rules" => {
                let dot = if path.is_empty() { "" } else { "." };
                for (key, value) in table.iter().filter(|(key, _)| !path.is_empty() || *key != "event") {
                    self.collect(event, &format!("{path}{dot}{key}"), value);
                }
            }
            Value::Array(list) if self.nested && list.iter().any(Value::is_object) => {
                list.iter().for_each(|value| self.collect(event, &format!("{path}[]"), value));
            }
            // A list that is empty here holds tables elsewhere.
            Value::Array(list) if list.is_empty() && self.described.iter().any(|field| field.starts_with(&known)) => {}
            _ => {
                self.found.insert(format!("{event} {path}"));
            }
        }
    }

    /// Adds a trace, all of which has to stand on the page.
    fn add(&mut self, trace: &[Value]) {
        for event in trace {
            let kind = event["event"].as_str().unwrap();
            if kind == "refused" {
                // Its choice is described under `choice`.
                self.collect("choice", "choice", &event["choice"]);
                let fields = event.as_object().unwrap().keys().filter(|key| *key != "event");
                self.found.extend(fields.map(|field| format!("refused {field}")));
            } else {
                self.collect(kind, "", event);
            }
            for (_, field) in WORDS.iter().filter(|(event, _)| *event == kind) {
                event[field].as_str().into_iter().for_each(|word| self.names(kind, field, word));
            }
        }
        let strangers: Vec<_> = self.found.difference(&self.described).collect();
        assert!(strangers.is_empty(), "told and not documented: {strangers:?}");
    }

    /// Whether the page names the word that a field has.
    fn names(&self, event: &str, field: &str, word: &str) {
        let (_, section) = self.page.split_once(&format!("\n## `{event}`")).unwrap();
        let row = section.lines().find(|line| line.starts_with(&format!("| `{field}` |"))).unwrap();
        assert!(row.contains(&format!("`{word}`")), "{event}: {field} = {word}");
    }
}

/// Every event, every field and every word of games drawn at random and of all situations stands on the page, in the order of
/// the list that situations are held to, and all that stands there is told somewhere.
pub(crate) fn the_trace_is_documented<R: SituatedRuleset>() {
    const GAMES: u64 = 8;
    let ruleset = R::default();
    let page = page(R::TRACE_PAGE);
    let described = described(&page);
    let top = |fields: &[&str]| {
        let mut fields: Vec<String> =
            fields.iter().map(|field| field.split(['.', '[']).next().unwrap().to_owned()).collect();
        fields.dedup();
        fields
    };
    let tops: Vec<_> = described.iter().map(|(event, fields)| (*event, top(fields))).collect();
    let listed: Vec<_> = R::EVENTS.iter().map(|(event, fields)| (*event, top(fields))).collect();
    assert_eq!(tops, listed);
    let names = described.iter().flat_map(|(event, fields)| fields.iter().map(move |field| format!("{event} {field}")));
    let mut told = Told { described: names.collect(), nested: R::NESTED, page: &page, found: BTreeSet::new() };
    for pair in 0..GAMES {
        let (cell, _) = draw::<R>(&mut SeededDice::from_key(2000 + pair), &["random".to_owned()]);
        told.add(&cell.narrate(Address { seed: 7, cell: 0, pair }, pair % 2 == 1).trace);
    }
    files(ruleset.slug()).iter().for_each(|file| told.add(&ruleset.situation(file).unwrap().trace));
    let idle: Vec<_> = told.described.difference(&told.found).collect();
    assert!(idle.is_empty(), "documented and never told: {idle:?}");
    ruleset.endings().iter().for_each(|ending| told.names("verdict", "ending", ending));
    R::SELDOM.iter().for_each(|(event, field, word)| told.names(event, field, word));
}
