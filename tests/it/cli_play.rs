//! `evenodds play`.

use std::fs;

use serde_json::Value;

use crate::support::{run, run_in};

fn events(trace: &str) -> Vec<Value> {
    trace.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn an_engagement_is_told_in_words_and_as_a_trace() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let words = run_in(folder.path(), "play rifle-10 rifle-10 --seed 7 --trace game.jsonl").ok();
    assert!(words.lines().count() > 20, "{words}");
    let trace = fs::read_to_string(folder.path().join("game.jsonl")).expect("written");
    let told = events(&trace);
    assert_eq!(told[0]["event"], "battle");
    assert_eq!(told.last().expect("events")["event"], "verdict");
    let again = run("play rifle-10 rifle-10 --seed 7 --trace -").ok();
    assert_eq!(again, trace, "the same seed tells the same game");
    assert_ne!(run("play rifle-10 rifle-10 --seed 7 --pair 1 --trace -").ok(), trace);
    assert_ne!(
        run("play rifle-10 rifle-13 --seed 7 --swapped --trace -").ok(),
        run("play rifle-10 rifle-13 --seed 7 --trace -").ok()
    );
}

#[test]
fn an_engagement_of_a_run_is_played_again_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let experiment = "ruleset = \"dogfaces\"\nseed = 9\narmies = [\"mine.toml\", \"rifle-13\"]\n[stop]\npairs = 3\n\
                      [vary]\n\"rules.overwatch-limit\" = [0, 2]\n";
    let list =
        "name = \"Mine\"\nruleset = \"dogfaces\"\nmode = \"free\"\ndoctrine = \"massed-fire\"\n[units]\nrifleman = 9\n";
    fs::write(folder.path().join("try.toml"), experiment).expect("writable");
    fs::write(folder.path().join("mine.toml"), list).expect("writable");
    run_in(folder.path(), "run try.toml --out done").ok();
    let of_file = run_in(folder.path(), "play --game try.toml#1/2/b --trace -").ok();
    fs::write(folder.path().join("mine.toml"), list.replace('9', "8")).expect("writable");
    let of_run = run_in(folder.path(), "play --game done#1/2/b --trace -").ok();
    assert_eq!(of_run, of_file, "the run has kept its own texts");
    assert_eq!(run_in(folder.path(), "play --game 1/2/b --run done --trace -").ok(), of_run);
    assert_ne!(run_in(folder.path(), "play --game done#1/2/a --trace -").ok(), of_run);
    assert_ne!(run_in(folder.path(), "play --game done#0/2/b --trace -").ok(), of_run);
    run_in(folder.path(), "play --game done#2/0/a").refused(&["there is no cell 2", "0 to 1"]);
}

#[test]
fn wrong_requests_are_refused() {
    run("play rifle-10").refused(&["2 values required"]);
    run("play").refused(&["<LIST>"]);
    run("play --game 1/2/b").refused(&["does not say of which run", "RUN#CELL/PAIR/a"]);
    run("play --game here#1/2/c").refused(&["is not the address of an engagement", "CELL/PAIR/b"]);
    run("play --game here#1/2/a").refused(&["here", "there is no such file"]);
    run("play --situation nowhere.toml").refused(&["nowhere.toml", "there is no such file"]);
    run("play rifle-10 rifle-10 --trace .").refused(&["this is a folder, not a file"]);
}
