//! `evenodds list`.

use crate::support::run;

#[test]
fn every_topic_lists_something_in_every_format() {
    for topic in [
        "rulesets",
        "units",
        "armies",
        "scenarios",
        "resolutions",
        "doctrines",
        "tactics",
        "rules",
        "battlefields",
        "ledger",
    ] {
        assert!(!run(&format!("list {topic}")).ok().is_empty());
        let rows = run(&format!("list {topic} dogfaces --format json")).json();
        let rows = rows.as_array().expect("an array");
        assert!(!rows.is_empty(), "{topic}");
        assert!(rows.iter().all(|row| row["ruleset"] == "dogfaces"));
        let csv = run(&format!("list {topic} dogfaces --format csv")).ok();
        assert_eq!(csv.lines().next().and_then(|line| line.split(',').next()), Some("ruleset"));
        assert!(run(&format!("list {topic} dogfaces --format markdown")).ok().contains("| dogfaces |"));
        assert!(run(&format!("list {topic} dogfaces --format bbcode")).ok().contains("[code]"));
    }
}

#[test]
fn the_reference_lists_have_their_sizes_and_costs() {
    let lists = run("list armies dogfaces --format json").json();
    let list = |name: &str| lists.as_array().expect("an array").iter().find(|l| l["name"] == name).cloned();
    let standard = list("std-ab").expect("the standard game");
    assert_eq!((standard["units"].as_u64(), standard["cost"].as_f64()), (Some(10), Some(1310.0)));
    assert_eq!(lists.as_array().map(Vec::len), Some(18));
}

#[test]
fn an_unknown_ruleset_or_topic_is_refused() {
    run("list units dogface").refused(&["unknown ruleset `dogface`", "did you mean `dogfaces`?"]);
    run("list unit").refused(&["invalid value 'unit'", "units"]);
}

#[test]
fn output_for_pipes_has_no_colour_and_no_width() {
    let rules = run("list rules dogfaces").ok();
    assert!(!rules.contains('\u{1b}'));
    assert!(rules.contains("overwatch-after-move"), "names are not cut");
}

#[test]
fn without_a_topic_the_topics_are_listed() {
    let text = run("list").ok();
    assert!(text.contains(" doctrines ") && text.contains("Scripts that play"), "{text}");
    assert_eq!(run("list --format json").json().as_array().map(Vec::len), Some(10));
}
