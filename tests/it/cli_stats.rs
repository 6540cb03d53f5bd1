//! `evenodds stats`.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Ran, command, run};

/// Asks for a method with this on the standard input.
fn ask(method: &str, input: &str) -> Ran {
    let output =
        command(Path::new(".")).args(["stats", method]).write_stdin(input).output().expect("the command starts");
    Ran {
        code: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

#[test]
fn an_object_in_and_an_object_out() {
    let answer = ask("dkw-band", r#"{"n": 1000}"#).json();
    assert_eq!(answer, json!({ "epsilon": 0.042_946_940_834_673_75 }));
    let answer = ask("score-summary", r#"{"counts": [0, 0, 0, 0, 12]}"#).json();
    assert_eq!((&answer["score"], &answer["elo"]), (&json!(1.0), &Value::Null));
}

#[test]
fn questions_without_an_answer_are_refused() {
    ask("score-summary", r#"{"counts": [1, -2, 3]}"#).refused(&["standard input", "-2"]);
    ask("score-summary", r#"{"counts": [1, 2, 3], "confidnce": 0.9}"#)
        .refused(&["confidnce", "did you mean `confidence`?"]);
    ask("score-summary", r#"{"counts": [1, 2, 3"#).refused(&["this is not JSON"]);
    ask("score-summary", "").refused(&["this is not JSON"]);
    ask("score-sumary", "{}").refused(&["did you mean `score-summary`?"]);
    run("stats").refused(&["METHOD"]);
}

#[test]
fn the_list_names_every_method_and_what_it_takes() {
    let list = run("stats --list").ok();
    for part in ["lanchester-duel", "cma-parameters", "successes, trials, kind?", "theta, delta"] {
        assert!(list.contains(part), "{part} is missing in\n{list}");
    }
}
