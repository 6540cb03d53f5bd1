//! Every situation of the folder, and what is said of bad ones.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::dice::Address;
use crate::game::situation::testing::{self, Duel, documented, files, page, source};
use crate::game::{Armies, CellSetup, Ruleset, Source};
use crate::rulesets::dogfaces::Dogfaces;
use crate::rulesets::dogfaces::events::FIELDS;
use crate::rulesets::dogfaces::position::MARKS;
use crate::rulesets::dogfaces::scenarios::{SCENARIOS, Scenario};

#[test]
fn every_situation_of_the_folder_holds() {
    testing::every_situation_holds("dogfaces", super::run);
}

#[test]
fn no_situation_makes_the_game_panic() {
    testing::no_situation_panics("dogfaces", super::run);
}

const DUEL: Duel = Duel {
    tell: super::run,
    text: r#"
ruleset = "dogfaces"
battlefield = "proving-ground"
units = [{ id = "A:andy", at = [4, 5] }, { id = "B:harry", at = [4, 3] }]
"#,
    attack: ["attack", "{ attack = [\"A:andy\"], target = \"B:harry\" }"],
    dice: "4",
};

#[test]
fn misspelt_names_are_refused_at_their_place() {
    DUEL.refuses_misspelt_words(&[
        ("choces = []", "choces", "choices"),
        ("choices = [{ wach = \"A:andy\" }]", "wach", "watch"),
        ("choices = [{ watch = \"A:andi\" }]", "\"A:andi\"", "A:andy"),
        ("choices = [{ end = \"movment\" }]", "\"movment\"", "movement"),
        (
            "choices = [{ attack = [\"A:andy:laser-rifel\"], target = \"B:harry\" }]",
            "\"A:andy:laser-rifel\"",
            "laser-rifle",
        ),
        ("choices = [{ end = \"movement\", refused = \"DF-ZOC-1\" }]", "\"DF-ZOC-1\"", "DF-ZOC-01"),
        ("expect = { unit = {} }", "unit", "units"),
        ("expect = { units = { \"A:andi\" = \"ready\" } }", "\"A:andi\"", "A:andy"),
        ("expect = { told = [{ event = \"atack\" }] }", "\"atack\"", "attack"),
        ("expect = { told = [{ event = \"attack\", targt = \"B:harry\" }] }", "targt", "target"),
        ("rules = { jet-zok = \"stops\" }", "jet-zok", "jet-zoc"),
        ("rule = [\"DF-LOS-1\"]", "\"DF-LOS-1\"", "DF-LOS-01"),
    ]);
}

#[test]
fn impossible_positions_are_refused_by_the_rule() {
    let refuse = |units: &str| {
        let text = DUEL.text.replace("{ id = \"A:andy\", at = [4, 5] }", units);
        let diagnostics = super::run(&source(&text)).unwrap_err();
        assert_eq!(diagnostics.len(), 1, "{units}: {diagnostics:?}");
        (diagnostics[0].message.clone(), diagnostics[0].rule.clone().unwrap_or_default())
    };
    let (message, rule) = refuse("{ id = \"A:andy\", at = [4, 3] }");
    assert_eq!((message.as_str(), rule.as_str()), ("`A:andy` stands there already", "DF-STK-01"));
    assert_eq!(refuse("{ id = \"A:andy\", at = [10, 3] }").0, "expected a whole number from 0 to 9, found 10");
    assert_eq!(refuse("{ id = \"A:andy\" }").0, "`A:andy` needs a place: `at` or `aboard`");
    assert_eq!(refuse("{ id = \"C:andy\", at = [1, 1] }").0, "`C:andy` is no identifier of a unit");
    assert_eq!(refuse("{ id = \"A:andy-2\", at = [1, 1] }").0, "this unit is called `A:andy`");
    let late = &DUEL.broken("turn = 41\nchoices = []")[0];
    assert_eq!((late.message.as_str(), late.rule.as_deref()), ("the game ends after turn 40", Some("DF-VIC-04")));
    let lcv = |riders: &str| refuse(&format!("{{ id = \"A:lcv-1\", at = [1, 1] }}, {riders}"));
    let rider = |name: &str| format!("{{ id = \"A:{name}\", aboard = \"A:lcv-1\" }}");
    let three = ["andy", "brett", "chuck"].map(rider).join(", ");
    assert_eq!(lcv(&three), ("`A:lcv-1` has room for 2".to_owned(), "DF-VEH-06".to_owned()));
    assert_eq!(lcv(&rider("lcv-2")).1, "DF-VEH-06");
    let watcher = "{ id = \"A:andy\", aboard = \"A:lcv-1\", state = \"overwatch\" }";
    assert_eq!(lcv(watcher).1, "DF-OVW-13");

    let text = "ruleset = \"dogfaces\"\nmap = '''\nws\n..\n'''\nunits = [{ id = \"A:UNIT\", at = [AT, 0] }]";
    for (unit, at, rule) in [("andy", "0", "DF-TER-06"), ("lcv-1", "1", "DF-TER-03")] {
        let diagnostics = super::run(&source(&text.replace("UNIT", unit).replace("AT", at))).unwrap_err();
        assert_eq!(diagnostics[0].rule.as_deref(), Some(rule));
    }
}

#[test]
fn positions_that_the_game_could_not_hold_are_refused() {
    let refuse = |text: &str| {
        let diagnostics = super::run(&source(&format!("ruleset = \"dogfaces\"\n{text}"))).unwrap_err();
        assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
        diagnostics[0].message.clone()
    };
    // A destroyed vehicle would leave its second rider without a hex.
    let rider = |name: &str| format!("{{ id = \"A:{name}\", aboard = \"A:lcv-1\" }}");
    let units = format!("[{{ id = \"A:lcv-1\", at = [0, 0] }}, {}, {}]", rider("andy"), rider("brett"));
    let crowded = refuse(&format!("map = \"\"\"\n..\nww\n\"\"\"\nunits = {units}"));
    assert_eq!(crowded, "3 units on a map with 2 hexes for them");
    let alone = "units = [{ id = \"A:andy\", at = [0, 0] }]";
    let objectives: Vec<String> = (0..17).map(|hex| format!("[{}, {}]", hex % 9, hex / 9)).collect();
    let map = "map = \"\"\"\n.........\n.........\n\"\"\"";
    let many = refuse(&format!("{map}\nobjectives = [{}]\n{alone}", objectives.join(", ")));
    assert_eq!(many, "a map has at most 16 objectives");
    assert_eq!(refuse(&format!("{map}\ncodex = 3\n{alone}")), "expected a table, found 3");
    assert_eq!(
        refuse(&format!("{map}\nbattlefield = \"farmstead\"\n{alone}")),
        "a situation has either a `battlefield` or a `map`"
    );
    assert_eq!(refuse(alone), "the situation lacks a `battlefield` or a `map`");
}

#[test]
fn a_refused_choice_is_named_with_its_rule_and_place() {
    let moves = "move = \"A:andy\", path = [[4, 5], [4, 4]";
    DUEL.names_refusals([&format!("{moves}, [4, 3]]"), &format!("{moves}]")], "DF-ZOC-01", "DF-MOV-04");
    let elsewhere = DUEL.diagnostic("choices = [{ move = \"A:andy\", path = [[4, 6], [4, 7]] }]");
    assert_eq!(elsewhere.message, "A:andy is at (4,5), not at (4,6)");
}

#[test]
fn dice_must_be_thrown_and_written() {
    DUEL.wants_all_its_dice();
}

#[test]
fn unmet_expectations_say_what_was_found() {
    DUEL.says_what_was_found(
        "5",
        &[
            ("units = { \"B:harry\" = \"ready\" }", "B:harry is stunned, not ready"),
            ("units = { \"B:harry\" = [4, 2] }", "B:harry is at (4,3), not at (4,2)"),
            ("attack = { strength = 2 }", "strength of the attack: 1, not 2"),
            ("attack = { result = \"r2\" }", "result of the attack: \"st\", not \"r2\""),
            ("decision = \"retreat\"", "the decision is attack, not retreat"),
            ("winner = \"A\"", "the game is not over"),
            ("told = [{ event = \"removed\" }]", "no such event..."),
            ("not-told = [{ event = \"status\" }]", "there was such an event..."),
            ("targets = [{ unit = \"A:andy\", of = [\"B:harry\"] }]", "...nothing, not B:harry"),
        ],
    );
    let start = DUEL.diagnostic("reach = [{ unit = \"A:andy\", hexes = [[0, 0]] }]").message;
    assert!(start.starts_with("A:andy can end a move in") && start.ends_with("not (0,0)"), "{start}");
}

/// Adds the fields of an event as `event field`, those of tables and of tables in lists with their path.
fn collect(event: &str, path: &str, value: &Value, found: &mut BTreeSet<String>) {
    let tables = |list: &[Value]| list.iter().any(Value::is_object);
    match value {
        // The switches of the rules are data.
        Value::Object(table) if path != "rules" => {
            let dot = if path.is_empty() { "" } else { "." };
            for (key, value) in table.iter().filter(|(key, _)| !path.is_empty() || *key != "event") {
                collect(event, &format!("{path}{dot}{key}"), value, found);
            }
        }
        Value::Array(list) if tables(list) => {
            list.iter().for_each(|value| collect(event, &format!("{path}[]"), value, found));
        }
        // A list that is empty here holds tables elsewhere.
        Value::Array(list) if list.is_empty() && (path.ends_with("modifiers") || path == "objectives") => {}
        _ => {
            found.insert(format!("{event} {path}"));
        }
    }
}

fn collect_all(trace: &[Value], found: &mut BTreeSet<String>) {
    for event in trace {
        let kind = event["event"].as_str().unwrap();
        if kind == "refused" {
            // Its choice is described under `choice`.
            collect("choice", "choice", &event["choice"], found);
            found.extend(
                event.as_object().unwrap().keys().filter(|k| *k != "event").map(|key| format!("refused {key}")),
            );
        } else {
            collect(kind, "", event, found);
        }
    }
}

/// Traces of whole games: every scenario, with vehicles, by random players.
fn played() -> Vec<Vec<Value>> {
    let list = Source {
        name: "list".into(),
        text:
            "name = \"list\"\nruleset = \"dogfaces\"\nmode = \"strict\"\nteams = [\"alpha\", \"bravo\", \"foxtrot\"]\n"
                .into(),
    };
    let rules = Dogfaces;
    let game = |(pair, (scenario, ..)): (usize, (&str, Scenario, &str))| {
        let lists = Armies::Written([list.clone(), list.clone()]);
        let cell = CellSetup::usual(&rules, lists, ["random"; 2], scenario);
        let simulator = rules.prepare(&cell).unwrap();
        simulator.narrate(Address { seed: 1, cell: 0, pair: pair as u64 }, pair % 2 == 1).trace
    };
    SCENARIOS.into_iter().enumerate().map(game).collect()
}

#[test]
fn the_trace_is_documented_event_by_event_and_field_by_field() {
    let documented = documented(&page("trace.md"));
    let mut found = BTreeSet::new();
    played().iter().for_each(|trace| collect_all(trace, &mut found));
    let strangers: Vec<_> = found.difference(&documented).collect();
    assert!(strangers.is_empty(), "told in games and not documented: {strangers:?}");
    for file in files("dogfaces") {
        collect_all(&super::run(&file).unwrap().trace, &mut found);
    }
    let strangers: Vec<_> = found.difference(&documented).collect();
    assert!(strangers.is_empty(), "told in situations and not documented: {strangers:?}");
    let idle: Vec<_> = documented.difference(&found).collect();
    assert!(idle.is_empty(), "documented and never told: {idle:?}");

    let top = |line: &String| line.split(['.', '[']).next().unwrap().to_owned();
    let listed: BTreeSet<String> =
        FIELDS.iter().flat_map(|(event, fields)| fields.iter().map(move |field| format!("{event} {field}"))).collect();
    assert_eq!(documented.iter().map(top).collect::<BTreeSet<_>>(), listed);
}

#[test]
fn the_documented_example_holds() {
    testing::the_documented_example_holds("dogfaces", super::run);
}

/// Every key that a file may have stands on the page: unknown keys are refused with the list of all.
#[test]
fn every_key_is_documented() {
    let page = page("situations.md");
    let all = [
        DUEL.broken("stray = 1"),
        DUEL.broken("choices = [{ hold = true, stray = 1 }]"),
        DUEL.broken("choices = [{ move = \"A:andy\", path = [[4, 5]], stray = 1 }]"),
        DUEL.broken("choices = [{ attack = [\"A:andy\"], target = \"B:harry\", stray = 1 }]"),
        DUEL.broken("choices = [{ fly = \"A:andy\", direction = \"E\", length = 4, stray = 1 }]"),
        DUEL.broken("expect = { stray = 1 }"),
        DUEL.broken("expect = { units = { \"A:andy\" = { stray = 1 } } }"),
        DUEL.broken("expect = { attack = { stray = 1 } }"),
        DUEL.broken("reach = [{ unit = \"A:andy\", stray = 1 }]"),
        DUEL.broken("targets = [{ unit = \"A:andy\", stray = 1 }]"),
        super::run(&source(&DUEL.text.replace("at = [4, 5]", "at = [4, 5], stray = 1"))).unwrap_err(),
    ];
    testing::every_key_is_documented(&page, &all);
    for (mark, _) in MARKS {
        assert!(page.contains(&format!("| `{mark}` |")), "{mark}");
    }
}
