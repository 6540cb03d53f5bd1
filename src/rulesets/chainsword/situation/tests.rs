//! Every situation of the folder, and the page of traces.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::game::Ruleset;
use crate::game::contract::situations::{every_situation_holds, no_situation_panics, the_documented_example_holds};
use crate::game::situation::testing::{files, page};
use crate::rulesets::chainsword::Chainsword;
use crate::rulesets::chainsword::events::FIELDS;
use crate::rulesets::chainsword::position::MARKS;

#[test]
fn every_situation_of_the_folder_holds() {
    every_situation_holds(&Chainsword);
}

#[test]
fn no_situation_makes_the_game_panic() {
    no_situation_panics(&Chainsword);
}

#[test]
fn the_documented_example_holds_and_every_mark_is_documented() {
    the_documented_example_holds(&Chainsword);
    let page = page("situations.md");
    let (_, page) = page.split_once("# Chainsword of Command").unwrap();
    MARKS.iter().for_each(|(mark, _)| assert!(page.contains(&format!("`{mark}`")), "{mark}"));
}

/// The address of a game, which situations do not have.
const ADDRESS: [&str; 5] = ["seed", "cell", "pair", "swapped", "lists"];

#[test]
fn the_page_of_traces_has_every_event_and_field_in_order_and_situations_tell_them_all() {
    let page = page("trace-chainsword.md");
    let sections = page.split("\n## `").skip(1).map(|section| {
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        (section.split('`').next().unwrap(), rows.collect::<Vec<_>>())
    });
    let described: Vec<(&str, Vec<&str>)> = sections.collect();
    let listed: Vec<(&str, Vec<&str>)> = FIELDS.iter().map(|(event, fields)| (*event, fields.to_vec())).collect();
    assert_eq!(described, listed);
    let mut told = BTreeSet::new();
    for file in files("chainsword") {
        for event in &Chainsword.situation(&file).unwrap().trace {
            let kind = event["event"].as_str().unwrap();
            let fields = event.as_object().unwrap().keys().filter(|key| *key != "event").map(String::as_str);
            let (_, known) = described.iter().find(|(event, _)| *event == kind).unwrap_or_else(|| panic!("{kind}"));
            told.extend(fields.map(|field| {
                let place = known.iter().position(|known| *known == field);
                (kind.to_owned(), *known.get(place.unwrap_or(known.len())).unwrap_or_else(|| panic!("{kind} {field}")))
            }));
        }
    }
    let idle: Vec<_> = described
        .iter()
        .flat_map(|(event, fields)| fields.iter().map(move |field| ((*event).to_owned(), *field)))
        .filter(|(event, field)| {
            let address = event == "battle" && ADDRESS.contains(field);
            !address && !told.contains(&(event.clone(), *field))
        })
        .collect();
    assert!(idle.is_empty(), "documented and never told: {idle:?}");
}

#[test]
fn every_die_of_a_situation_is_told_once_and_in_order() {
    for file in files("chainsword") {
        let root: toml::Table = toml::from_str(&file.text).unwrap();
        let written = root.get("choices").and_then(toml::Value::as_array).cloned().unwrap_or_default();
        let dice = |table: &toml::Value| table.get("dice").and_then(toml::Value::as_array).cloned().unwrap_or_default();
        let thrown: Vec<i64> = written.iter().flat_map(dice).filter_map(|die| die.as_integer()).collect();
        let trace = Chainsword.situation(&file).unwrap().trace;
        let told = trace.iter().filter_map(|event| event["dice"].as_array()).flatten().filter_map(Value::as_i64);
        assert_eq!(told.collect::<Vec<_>>(), thrown, "{}", file.name);
    }
}
