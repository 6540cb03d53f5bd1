//! Every situation of the folder, and the faults of bad ones.

use std::collections::BTreeSet;

use super::Keys;
use crate::dice::exact;
use crate::game::situation::Stage;
use crate::game::situation::testing::{self, documented, files, page, source, words};
use crate::game::{Diagnostic, Diagnostics, Game, GameCounters, Node, Silent, TableReader};
use crate::rulesets::dogma::army::MOST_ELEMENTS;
use crate::rulesets::dogma::choices::{Choice, Target};
use crate::rulesets::dogma::events::FIELDS;
use crate::rulesets::dogma::ledger::LEDGER;
use crate::rulesets::dogma::state::Battle;

#[test]
fn every_situation_of_the_folder_holds() {
    testing::every_situation_holds("dogma", super::run);
}

/// Every check of the rulebook's geometry has its file.
#[test]
fn the_geometry_checks_are_all_there() {
    let names: Vec<String> = files("dogma").into_iter().map(|file| file.name).collect();
    for number in 1..=19 {
        assert!(names.iter().any(|name| name.starts_with(&format!("geo-{number:02}-"))), "DG-GEO-{number:02}");
    }
}

const DUEL: &str = r#"
ruleset = "dogma"
units = [{ id = "A:mbt", at = [12, 8] }, { id = "B:elites", at = [12, 14] }]
"#;

fn broken(text: &str) -> Diagnostics {
    super::run(&source(&format!("{DUEL}{text}"))).unwrap_err()
}

fn fault(text: &str) -> Diagnostic {
    super::run(&source(&format!("{DUEL}{text}"))).unwrap().fault.unwrap()
}

#[test]
fn misspelt_names_are_refused_at_their_place() {
    for (text, place, nearest) in [
        ("choces = []", "choces", "choices"),
        ("choices = [{ mvoe = \"A:mbt\" }]", "mvoe", "move"),
        ("choices = [{ move = \"A:mtb\" }]", "\"A:mtb\"", "A:mbt"),
        ("choices = [{ end = \"movment\" }]", "\"movment\"", "movement"),
        ("choices = [{ end = \"movement\", refused = \"DG-MOV-1\" }]", "\"DG-MOV-1\"", "DG-MOV-01"),
        ("choices = [{ move = \"A:mbt\", path = { frist = 2 } }]", "frist", "first"),
        ("expect = { unit = {} }", "unit", "units"),
        ("expect = { units = { \"A:mtb\" = \"table\" } }", "\"A:mtb\"", "A:mbt"),
        ("expect = { told = [{ event = \"atack\" }] }", "\"atack\"", "attack"),
        ("expect = { told = [{ event = \"attack\", targt = \"B:elites\" }] }", "targt", "target"),
        ("rules = { shaken-targt = 3 }", "shaken-targt", "shaken-target"),
        ("terrain = [{ kind = \"hil\", centre = [4, 4], diameter = 3 }]", "\"hil\"", "hill"),
        ("rule = [\"DG-LOS-1\"]", "\"DG-LOS-1\"", "DG-LOS-01"),
    ] {
        let whole = format!("{DUEL}{text}");
        let faults = broken(text);
        let fault = faults.iter().find(|fault| fault.nearest.as_deref() == Some(nearest));
        let fault = fault.unwrap_or_else(|| panic!("{text}: {faults:?}"));
        assert_eq!(words(&whole, fault), place);
        assert_eq!(fault.source, "test");
    }
}

#[test]
fn impossible_positions_are_refused_by_the_rule() {
    let refuse = |units: &str| {
        let text = DUEL.replace("{ id = \"A:mbt\", at = [12, 8] }", units);
        let faults = super::run(&source(&text)).unwrap_err();
        assert_eq!(faults.len(), 1, "{units}: {faults:?}");
        (faults[0].message.clone(), faults[0].rule.clone().unwrap_or_default())
    };
    let (message, rule) = refuse("{ id = \"A:mbt\", at = [12, 14.5] }");
    assert_eq!((message.as_str(), rule.as_str()), ("`B:elites` overlaps `A:mbt`", "DG-MOV-05"));
    assert_eq!(refuse("{ id = \"A:mbt\", at = [0.5, 8] }").1, "DG-MOV-07");
    assert_eq!(refuse("{ id = \"A:mbt\" }").0, "`A:mbt` needs a place: `at`, `against`, `aboard` or `place`");
    assert_eq!(refuse("{ id = \"C:mbt\", at = [1, 1] }").0, "`C:mbt` is no identifier of a unit");
    assert_eq!(refuse("{ id = \"A:mbt-2\", at = [2, 2] }").0, "this unit is called `A:mbt`");
    let apc = |riders: &str| refuse(&format!("{{ id = \"A:apc\", at = [4, 4] }}, {riders}"));
    let rider = |name: &str| format!("{{ id = \"A:{name}\", aboard = \"A:apc\" }}");
    let three = ["elites", "regular-infantry", "rpg-team"].map(rider).join(", ");
    assert_eq!(apc(&three), ("`A:apc` has room for 2".to_owned(), "DG-APC-02".to_owned()));
    assert_eq!(apc(&rider("mbt")).1, "DG-APC-01");

    let rock = "terrain = [{ kind = \"impassable\", centre = [12, 8], diameter = 3 }]";
    assert_eq!(broken(rock)[0].rule.as_deref(), Some("DG-MOV-06"));
    let outside = "terrain = [{ kind = \"hill\", centre = [1, 8], diameter = 3 }]";
    assert_eq!(broken(outside)[0].rule.as_deref(), Some("DG-TER-02"));
    let dented = "terrain = [{ kind = \"hill\", points = [[0, 0], [4, 0], [1, 1], [0, 4]] }]";
    assert_eq!(broken(dented)[0].message, "the outline is not convex here");
}

#[test]
fn a_refused_choice_is_named_with_its_rule_and_place() {
    let text = "choices = [{ move = \"A:mbt\", path = 4.5 }]";
    let whole = format!("{DUEL}{text}");
    let refused = fault(text);
    assert_eq!(refused.rule.as_deref(), Some("DG-MOV-01"));
    assert!(words(&whole, &refused).starts_with("{ move"));
    // The wrong rule, and none at all.
    let wrong = fault("choices = [{ move = \"A:mbt\", path = 4.5, refused = \"DG-MOV-04\" }]");
    assert_eq!(wrong.rule.as_deref(), Some("DG-MOV-01"));
    let legal = fault("choices = [{ move = \"A:mbt\", path = 4, refused = \"DG-MOV-01\" }]");
    assert_eq!(legal.message, "DG-MOV-01 was to refuse this choice, but it is legal");
    let illegal = fault("choices = [{ move = \"A:mbt\", path = 4.5, legal = true }]");
    assert_eq!(illegal.rule.as_deref(), Some("DG-MOV-01"));
}

#[test]
fn dice_must_be_thrown_and_written() {
    let attack = "phase = \"ranged\"\nchoices = [{ fire = \"A:mbt\", target = \"B:elites\", dice = [DICE] }]";
    let near = DUEL.replace("[12, 14]", "[12, 12]");
    let with = |dice: &str| format!("{near}{}", attack.replace("DICE", dice));
    let fault = |text: &str| super::run(&source(text)).unwrap().fault.map(|fault| fault.message);
    assert_eq!(fault(&with("4, 2")), None);
    assert!(fault(&with("4")).unwrap().contains("not prepared"));
    assert!(fault(&with("4, 2, 1")).unwrap().contains("never thrown"));
    assert!(broken(&attack.replace("DICE", "7"))[0].message.contains("from 1 to 6"));
    // At the top of the file they serve all choices.
    let common = format!("{near}dice = [4, 2]\n{}", attack.replace(", dice = [DICE]", ""));
    assert_eq!(fault(&common), None);
    assert!(fault(&common.replace("[4, 2]", "[4, 2, 5]")).unwrap().contains("never thrown: [5]"));
    assert_eq!(broken(&format!("dice = [4]\n{}", attack.replace("DICE", "4, 2"))).len(), 1);
}

#[test]
fn unmet_expectations_say_what_was_found() {
    let near = DUEL.replace("[12, 14]", "[12, 12]");
    let after = |expect: &str| {
        let choice = "{ fire = \"A:mbt\", target = \"B:elites\", dice = [5, 1], expect = { EXPECT } }";
        let text = format!("{near}phase = \"ranged\"\nchoices = [{}]", choice.replace("EXPECT", expect));
        super::run(&source(&text)).unwrap().fault.unwrap().message
    };
    assert_eq!(after("units = { \"B:elites\" = \"table\" }"), "B:elites is destroyed, not table");
    assert_eq!(after("units = { \"A:mbt\" = [4, 2] }"), "A:mbt stands at (12.0000, 8.0000), not at (4.0000, 2.0000)");
    assert_eq!(after("attack = { result = \"shaken\" }"), "result of the attack: \"destroyed\", not \"shaken\"");
    assert_eq!(after("attack = { totals = [8, 6] }"), "totals of the attack: [8,5], not [8,6]");
    assert_eq!(after("phase = \"close\""), "the phase is over, not close");
    assert_eq!(after("winner = \"B\""), "the winner is A, not B");
    assert!(after("told = [{ event = \"status\" }]").starts_with("no such event"));
    assert!(after("not-told = [{ event = \"removed\" }]").starts_with("there was such an event"));
    assert!(after("targets = [{ unit = \"A:mbt\", of = [\"B:elites\"] }]").ends_with("nothing, not B:elites"));
    let start = fault("start = { sight = [{ from = \"A:mbt\", to = \"B:elites\", clear = false }] }").message;
    assert_eq!(start, "A:mbt sees it: true, not false");
}

/// The example of the page is a situation that holds.
#[test]
fn the_documented_example_holds() {
    let page = page("situations.md");
    let mut examples = page.split("```toml").skip(1).map(|rest| rest.split("```").next().unwrap());
    let example = examples.find(|text| text.contains("ruleset = \"dogma\"")).unwrap();
    let transcript = super::run(&source(example)).unwrap();
    assert_eq!(transcript.fault, None);
    assert!(transcript.lines.len() > 5);
}

/// Every key that a file may have stands on the page: unknown keys are refused with the list of all.
#[test]
fn every_key_is_documented() {
    let page = page("situations.md");
    let (_, page) = page.split_once("# Commander's Dogma").unwrap();
    let all = [
        broken("stray = 1"),
        broken("choices = [{ end = \"movement\", stray = 1 }]"),
        broken("choices = [{ move = \"A:mbt\", stray = 1 }]"),
        broken("choices = [{ break-off = \"A:mbt\", distance = 1, stray = 1 }]"),
        broken("choices = [{ fire = \"A:mbt\", target = \"B:elites\", stray = 1 }]"),
        broken("expect = { stray = 1 }"),
        broken("expect = { units = { \"A:mbt\" = { stray = 1 } } }"),
        broken("expect = { attack = { stray = 1 } }"),
        broken("expect = { sight = [{ from = \"A:mbt\", to = \"B:elites\", stray = 1 }] }"),
        broken("expect = { contact = [{ of = [\"A:mbt\", \"B:elites\"], stray = 1 }] }"),
        broken("expect = { targets = [{ unit = \"A:mbt\", stray = 1 }] }"),
        super::run(&source(&DUEL.replace("at = [12, 8]", "at = [12, 8], stray = 1"))).unwrap_err(),
    ];
    testing::every_key_is_documented(page, &all);
}

#[test]
fn the_trace_is_documented_event_by_event_and_field_by_field() {
    let documented = documented(&page("trace-dogma.md"));
    let mut found = BTreeSet::new();
    for file in files("dogma") {
        for event in super::run(&file).unwrap().trace {
            let kind = event["event"].as_str().unwrap();
            let fields = event.as_object().unwrap().keys().filter(|key| *key != "event");
            found.extend(fields.map(|field| format!("{kind} {field}")));
        }
    }
    let strangers: Vec<_> = found.difference(&documented).collect();
    assert!(strangers.is_empty(), "told and not documented: {strangers:?}");
    // Runs alone know these.
    let of_runs = ["seed", "cell", "pair", "swapped", "lists"].map(|field| format!("battle {field}"));
    let idle: Vec<_> = documented.difference(&found).filter(|field| !of_runs.contains(field)).collect();
    assert!(idle.is_empty(), "documented and never told: {idle:?}");
    let listed: BTreeSet<String> =
        FIELDS.iter().flat_map(|(event, fields)| fields.iter().map(move |field| format!("{event} {field}"))).collect();
    assert_eq!(documented, listed);
}

#[test]
fn no_situation_makes_the_game_panic() {
    testing::no_situation_panics("dogma", super::run);
}

/// Every attack that is offered where a situation of the folder begins reports luck that comes to nothing over all its dice,
/// and some luck whenever it can destroy somebody.
#[test]
fn the_luck_of_every_attack_comes_to_nothing() {
    let mut lucky_ones = 0;
    for file in files("dogma") {
        let root = Node::parse(&file).unwrap();
        let mut faults = Diagnostics::new();
        let mut form = TableReader::open("the situation", &root, &mut faults).unwrap();
        let (stage, keys) = (Stage::of(&mut form), Keys::of(&mut form));
        let (setup, position) = keys.read(&stage, &file, &mut Diagnostics::new()).unwrap();
        let battle = Battle::set_up(&setup, &position, &mut Silent);
        let mut offered = Vec::new();
        battle.choices(&mut |choice| offered.push(choice));
        for choice in offered {
            let (Choice::Fire(attack) | Choice::Fight(attack)) = choice else { continue };
            // Thousandths of thousandths, whole numbers that can be compared.
            let luck = exact::distribution(|mut dice| {
                let mut battle = battle.clone();
                let mut counters = GameCounters::new([MOST_ELEMENTS; 2], LEDGER.len());
                battle.apply(choice, &mut dice, &mut counters);
                counters.excess.map(|excess| (excess * 1e9).round() as i64)
            });
            let mean: f64 = luck.entries.iter().map(|([a, b], p)| (*a + *b) as f64 * p).sum();
            assert!(mean.abs() < 10.0, "{}: {attack:?}: {:?}", file.name, luck.entries);
            let lucky = luck.entries.iter().any(|(excess, _)| *excess != [0, 0]);
            assert!(!lucky || matches!(attack.target, Target::Element(_)));
            lucky_ones += u32::from(lucky);
        }
    }
    assert!(lucky_ones > 100, "{lucky_ones}");
}
