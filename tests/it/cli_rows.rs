//! Rows of games: `run --rows`, and games that are checked as they are played.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::Path;

use polars::prelude::*;
use polars_io::prelude::*;
use serde_json::Value;

use crate::support::run_in;

const EXPERIMENT: &str =
    "ruleset = \"dogfaces\"\nseed = 3\narmies = [\"rifle-10\", \"rifle-13\"]\n[stop]\npairs = 40\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("rifles.toml"), EXPERIMENT).expect("writable");
    folder
}

fn frame(run: &Path, name: &str) -> DataFrame {
    let file = File::open(run.join(format!("{name}.parquet"))).unwrap_or_else(|error| panic!("{name}: {error}"));
    ParquetReader::new(file).finish().expect("a data frame")
}

fn numbers(frame: &DataFrame, column: &str) -> Vec<f64> {
    let column = frame.column(column).expect("a column").cast(&DataType::Float64).expect("numbers");
    column.f64().expect("numbers").iter().flatten().collect()
}

fn texts<'f>(frame: &'f DataFrame, column: &str) -> Vec<&'f str> {
    frame.column(column).expect("a column").str().expect("texts").iter().flatten().collect()
}

#[test]
fn turns_and_events_are_those_of_the_games_that_were_counted() {
    let folder = folder();
    let run = folder.path().join("reports/rifles");
    let plain = run_in(folder.path(), "run rifles.toml --pairs 3 --out plain --format json").json();
    let kept = run_in(folder.path(), "run rifles.toml --pairs 3 --rows engagements,turns,events --format json").json();
    assert_eq!(plain["digest"], kept["digest"]);
    assert!(!folder.path().join("plain/turns.parquet").exists());

    let [engagements, turns, events] = ["engagements", "turns", "events"].map(|name| frame(&run, name));
    assert_eq!(turns.height() as f64, numbers(&engagements, "turns").iter().sum::<f64>(), "a row a turn");
    // Whoever stands at the end of a game stands in its last turn.
    let game = |frame: &DataFrame| -> Vec<(u64, u64, u64)> {
        let columns = ["cell", "pair", "swapped"].map(|column| numbers(frame, column));
        (0..frame.height())
            .map(|row| (columns[0][row] as u64, columns[1][row] as u64, columns[2][row] as u64))
            .collect()
    };
    let units = numbers(&turns, "units_a");
    let last: HashMap<_, _> = game(&turns).into_iter().zip(units).collect();
    for (game, alive) in game(&engagements).into_iter().zip(numbers(&engagements, "alive_a")) {
        assert_eq!(last[&game], alive, "{game:?}");
    }
    // The mean of the frame of the run is the mean of the rows.
    let states = frame(&run, "states");
    let (first, of_a) = (numbers(&turns, "turn"), numbers(&turns, "value_a"));
    let cells = numbers(&turns, "cell");
    let rows: Vec<f64> =
        (0..of_a.len()).filter(|row| first[*row] == 1.0 && cells[*row] == 0.0).map(|row| of_a[row]).collect();
    let at = (0..states.height())
        .find(|row| numbers(&states, "cell")[*row] == 0.0 && texts(&states, "side")[*row] == "a")
        .expect("a row");
    assert!((rows.iter().sum::<f64>() / rows.len() as f64 - numbers(&states, "value")[at]).abs() < 1e-9);

    // Events are the lines of the trace.
    run_in(folder.path(), "play --game reports/rifles#0/2/b --trace game.jsonl").ok();
    let trace = fs::read_to_string(folder.path().join("game.jsonl")).expect("written");
    let games = game(&events);
    let own: Vec<usize> = (0..events.height()).filter(|row| games[*row] == (0, 2, 1)).collect();
    let lines: Vec<&str> =
        own.iter().map(|row| texts(&events, "trace")[*row]).filter(|line| !line.is_empty()).collect();
    let values = |lines: Vec<&str>| -> Vec<Value> {
        lines.into_iter().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    assert_eq!(values(lines), values(trace.lines().collect()));
    assert!(own.iter().any(|row| !texts(&events, "told")[*row].is_empty()), "what happened is told");

    // They go when the run goes on without them, and stay when its report is written again.
    run_in(folder.path(), "report reports/rifles").ok();
    assert!(run.join("turns.parquet").is_file() && run.join("events.parquet").is_file());
    run_in(folder.path(), "run rifles.toml --pairs 3 --rows=nothing").refused(&["--rows", "turns"]);
    run_in(folder.path(), "run rifles.toml --pairs 4 --rows").ok();
    assert!(run.join("engagements.parquet").is_file() && !run.join("turns.parquet").exists());
}

#[test]
fn checked_games_go_as_they_would_have() {
    let folder = folder();
    let digest = |arguments: &str| {
        let answer = run_in(folder.path(), &format!("{arguments} --format json")).json();
        answer["digest"].as_str().expect("a digest").to_owned()
    };
    assert_eq!(digest("run rifles.toml --out one"), digest("run rifles.toml --checked --out two"));
    let said = run_in(folder.path(), "compare free-cd free-de --pairs 3 --checked");
    assert!(said.err.contains("checked: every state"), "{}", said.err);
    run_in(folder.path(), "compare combined-arms armour-fist --pairs 1 --checked").ok();
    run_in(folder.path(), "matrix rifle-10 rifle-13 --pairs 2 --checked").ok();
}
