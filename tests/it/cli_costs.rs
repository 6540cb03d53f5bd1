//! `evenodds costs`, and experiments with `design = "fair-costs"`.

use std::fs;

use crate::support::{run, run_in};

#[test]
fn costs_come_with_intervals_and_a_folder_with_everything() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let command = "costs dogfaces --doctrine massed-fire --battlefield farmstead --pairs 200 --seed 3";
    let text = run_in(folder.path(), &format!("{command} --out costs")).ok();
    for part in ["Unit", "Now", "Fair", "95% interval", "rifleman", "no change supported", "Digest "] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let answer = run(&format!("{command} --format json --threads 1")).json();
    let rows = answer["costs"].as_array().expect("a list of costs");
    assert_eq!((rows.len(), &rows[28]["unit"], &rows[28]["present_cost"]), (29, &"rifleman".into(), &100.0.into()));
    assert!(text.contains(answer["digest"].as_str().expect("a digest")), "the same by any number of threads");
    assert_eq!(answer["lists"], serde_json::json!({ "budget": 1300.0, "jitter": 0.1 }));
    let read = |name: &str| fs::read_to_string(folder.path().join("costs").join(name)).expect(name);
    assert!(read("costs.csv").starts_with("unit,present_cost,fair_cost,verdict,win_points,"));
    assert!(read("report.md").contains("Is a list the sum of its units?"));
    for file in ["meetings.parquet", "costs.parquet", "charts/costs.svg", "charts/costs.png"] {
        assert!(folder.path().join("costs").join(file).is_file(), "{file}");
    }
    let again = run_in(folder.path(), "report costs --format json").json();
    assert_eq!(again["costs"], answer["costs"]);
    let told = run_in(folder.path(), "play --game costs#0/17/a").ok();
    assert!(told.starts_with("Side A (south): Random list."), "{told}");
}

#[test]
fn costs_are_played_until_they_are_known() {
    let costs = "costs dogma --doctrine balanced --scenario exterminate --seed 6 --format json";
    let capped = run(&format!("{costs} --precision 0.001 --cap 50"));
    assert!(capped.err.contains("not reached within 50 pairs"), "{}", capped.err);
    let (digest, pairs) =
        (capped.json()["digest"].clone(), run(&format!("{costs} --pairs 50")).json()["digest"].clone());
    assert_eq!(digest, pairs);
    let wide = run(&format!("{costs} --precision 99999")).json();
    assert_eq!(wide["costs"][0]["pairs"], 200, "every interval is that narrow after one stage: {wide}");
    // The first look spends half of the chance of error, so that its intervals reach further.
    let decided = run(&format!("{costs} --decide 99999")).json();
    let half = |answer: &serde_json::Value| {
        let cost = |key: &str| answer["costs"][0][key].as_f64().expect("a number");
        cost("fair_high") - cost("fair_low")
    };
    assert_eq!((&decided["digest"], &decided["costs"][0]["pairs"]), (&wide["digest"], &200.into()));
    assert!(half(&decided) > 1.1 * half(&wide), "{decided}");
    let open = run(&format!("{costs} --decide 0.001 --cap 300"));
    assert!(open.err.contains("300 pairs did not tell enough of all that was asked"), "{}", open.err);
}

#[test]
fn a_fair_costs_experiment_is_checked_and_run_in_shards() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "ruleset = \"dogma\"\nname = \"prices\"\ndesign = \"fair-costs\"\nscenarios = [\"exterminate\"]\n\
                doctrines = [\"balanced\", \"gunline\"]\nlists = { budget = 12, jitter = 0.2 }\nstop.pairs = 40\n";
    fs::write(folder.path().join("prices.toml"), text).expect("writable");
    let checked = run_in(folder.path(), "check prices.toml").ok();
    assert!(checked.contains("experiment for Commander's Dogma: 2 cells, pairs = 40"), "{checked}");
    let whole = run_in(folder.path(), "run prices.toml --out whole --format json").json();
    assert_eq!(whole["costs"].as_array().map(Vec::len), Some(17), "thirteen units and four Dogmas");
    assert!(whole["costs"][0]["per_list"].as_f64() > Some(0.5));
    for part in 0..2 {
        run_in(folder.path(), &format!("run prices.toml --shard {part}/2 --out part{part}")).ok();
    }
    let merged = run_in(folder.path(), "merge part0 part1 --out merged --format json").json();
    assert_eq!((&merged["digest"], &merged["costs"]), (&whole["digest"], &whole["costs"]));
}

#[test]
fn what_cannot_be_priced_is_refused() {
    run("costs dogfacs").refused(&["dogfaces"]);
    run("costs dogma --jitter 0.9").refused(&["allowed: from 0 to 0.5"]);
    run("costs dogma --budget none").refused(&["not a number"]);
    run("costs dogma --doctrine own").refused(&["no doctrine of their own", "gunline"]);
    run("costs dogma --scenario exterminat").refused(&["did you mean `exterminate`?"]);
    run("costs dogfaces --budget 40 --pairs 1").refused(&["none was legal", "the list is empty"]);
    run("costs dogma --set codex.units.mbt.cots=4").refused(&["cost"]);
}
