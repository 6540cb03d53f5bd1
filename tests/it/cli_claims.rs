//! `evenodds check --play`: claims about play.

use std::fs;

use crate::support::{run, run_in};

const CLAIMS: &str = r#"
ruleset = "dogfaces"
pairs = 12
doctrine = "massed-fire"
[lists]
many = { mode = "free", units = { rifleman = 12 } }
few = { mode = "free", units = { rifleman = 4 } }
[[claim]]
name = "many-beat-few"
about = "three men beat one"
lists = ["many", "few"]
at-least = 0.6
battlefields = "proving-ground"
[[claim]]
name = "few-beat-many"
about = "nobody would bet on it"
lists = ["few", "many"]
at-least = 0.9
battlefields = "proving-ground"
known-gap = "one man is not three"
"#;

fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("bets.toml"), text).expect("writable");
    folder
}

#[test]
fn claims_are_played_and_judged() {
    let place = folder(CLAIMS);
    let out = run_in(place.path(), "check --play bets.toml").ok();
    for part in ["many-beat-few", "at least 60%", "holds", "known gap", "one man is not three", "seed 1"] {
        assert!(out.contains(part), "{part} is missing in\n{out}");
    }
    let rows = run_in(place.path(), "check --play bets.toml --pairs 11 --seed 5 --format json --threads 1").json();
    assert_eq!((&rows[0]["pairs"], &rows[1]["answer"]), (&11.into(), &"known gap".into()));
    assert_eq!(rows, run_in(place.path(), "check --play bets.toml --pairs 11 --seed 5 --format json").json());
    assert!(run_in(place.path(), "check bets.toml").ok().contains("claims for Dogfaces in Space: 2 of them"));
}

#[test]
fn claims_may_be_held_to_another_doctrine_book() {
    let place = folder(&CLAIMS.replace("massed-fire", "patient"));
    fs::write(place.path().join("book.toml"), "[patient]\nabout = \"waits\"\nclose = 0.4\n").expect("writable");
    run_in(place.path(), "check --play bets.toml").refused(&["unknown doctrine `patient`"]);
    let rows = run_in(place.path(), "check --play bets.toml --format json --doctrine-book book.toml").json();
    assert_eq!(rows[0]["doctrine_a"], "patient");
    run_in(place.path(), "check --play bets.toml --doctrine-book none.toml").refused(&["none.toml"]);
}

#[test]
fn a_claim_that_fails_is_an_exit_code() {
    let place = folder(&CLAIMS.replace("known-gap = \"one man is not three\"", ""));
    let ran = run_in(place.path(), "check --play bets.toml");
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("1 fails,"), "{}", ran.out);
    assert_eq!(run_in(place.path(), "check --play bets.toml --claim many-beat").code, 0);
}

#[test]
fn what_is_wrong_with_claims_is_told_at_its_place() {
    let place = folder(&CLAIMS.replace("rifleman = 4", "riflemen = 4").replace("at-least = 0.6", "at-leest = 0.6"));
    run_in(place.path(), "check --play bets.toml").refused(&["bets.toml:12", "did you mean `at-least`?"]);
    let place = folder(&CLAIMS.replace("rifleman = 4", "riflemen = 4"));
    run_in(place.path(), "check --play bets.toml").refused(&["bets.toml:7", "did you mean `rifleman`?"]);
    run_in(place.path(), "check --play nowhere.toml").refused(&["there is no such file"]);
    run("check --play --odds").refused(&["cannot be used with"]);
    run("check bets.toml --pairs 3").refused(&["--play"]);
}
