//! `evenodds resolve`.

use std::fs;

use serde_json::{Value, json};

use crate::support::{run, run_in, run_with};

fn near(value: &Value, p: f64) -> bool {
    value.as_f64().is_some_and(|got| (got - p).abs() < 1e-12)
}

#[test]
fn json_holds_inputs_exact_odds_and_counts() {
    let answer = run("resolve dogfaces table-roll damage=3 --trials 6000 --seed 7 --format json").json();
    assert_eq!(answer["ruleset"], "dogfaces");
    assert_eq!(answer["resolution"], "table-roll");
    assert_eq!(answer["inputs"], json!({ "damage": 3 }));
    let exact = answer["exact"].as_object().expect("an object");
    assert_eq!(exact.keys().collect::<Vec<_>>(), ["miss", "st", "r2", "r2s", "ooc"]);
    assert!(near(&exact["miss"], 1.0 / 3.0) && near(&exact["ooc"], 1.0 / 6.0));
    let simulated = &answer["simulated"];
    assert_eq!((&simulated["trials"], &simulated["seed"]), (&json!(6000), &json!(7)));
    let counts: u64 = simulated["counts"].as_object().expect("an object").values().filter_map(Value::as_u64).sum();
    assert_eq!(counts, 6000);
}

#[test]
fn impossible_outcomes_are_listed_and_the_same_seed_gives_the_same_counts() {
    let ask = || run("resolve dogfaces table-roll damage=5 roll-mod=1 --trials 1000 --seed 3 --format json").json();
    let answer = ask();
    assert!(near(&answer["exact"]["miss"], 0.0));
    assert_eq!(answer["simulated"]["counts"]["miss"], 0);
    assert_eq!(answer, ask());
}

#[test]
fn inputs_are_bare_words_toml_or_json() {
    let exact = |arguments: &[&str]| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let start = ["resolve", "dogfaces", "ranged-attack", "--exact", "--format", "json"];
        run_with(folder.path(), &[&start, arguments].concat()).json()["exact"].clone()
    };
    let bare = exact(&["shooters=[dave, ernie]", "target=george", "terrain=forest"]);
    assert!(near(&bare["holds-ready"], 5.0 / 9.0) && near(&bare["ooc"], 0.0));
    assert_eq!(bare, exact(&[r#"shooters=["dave", "ernie"]"#, "target='george'", "terrain=\"forest\""]));
    assert_eq!(bare, exact(&["--inputs", r#"{"shooters": ["dave", "ernie"], "target": "george"}"#, "terrain=forest"]));
}

#[test]
fn exact_alone_leaves_the_trials_out() {
    let answer = run("resolve dogfaces table-roll damage=3 --exact --format json").json();
    assert!(answer["simulated"].is_null() && answer["exact"].is_object());
}

#[test]
fn tables_show_fractions_and_end_in_a_sentence() {
    let text = run("resolve dogfaces table-roll damage=3 lower-of-two=true --exact").ok();
    for part in ["55.56%", "5/9", "7/36", "1.80"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let last = text.lines().last().expect("a sentence");
    assert!(last.starts_with("Dogfaces in Space, table-roll: miss 55.56% (5/9), st 19.44% (7/36)"), "{last}");
}

#[test]
fn numeric_results_are_shown_exactly_at_least_and_at_most() {
    let csv = run("resolve dogfaces ranged-attack shooters=[dave] target=rifleman --exact --format csv").ok();
    assert!(csv.starts_with("result,value,probability,fraction,one_in,at_least,at_most\n"), "{csv}");
    assert!(
        csv.lines().any(|line| line.starts_with("hexes-lost,2,0.3333333333333333,1/3,3.0,0.333333333333333")),
        "{csv}"
    );
}

#[test]
fn a_sweep_asks_once_for_each_value() {
    let csv = run("resolve dogfaces table-roll --sweep damage=1..7 --exact --format csv").ok();
    assert_eq!(csv.lines().count(), 8);
    assert!(csv.starts_with("damage,miss,st,r2,r2s,ooc\n1,"), "{csv}");
    let json = run("resolve dogfaces table-roll --sweep damage=3,4 --sweep roll-mod=-1,0 --exact --format json").json();
    let asked: Vec<_> = json.as_array().expect("a list").iter().map(|answer| answer["inputs"].clone()).collect();
    assert_eq!(asked[1], json!({ "damage": 3, "roll-mod": 0 }));
    assert_eq!(asked.len(), 4);
    run("resolve dogfaces table-roll --sweep damage").refused(&["--sweep", "KEY=FROM..TO"]);
}

#[test]
fn cases_come_back_with_their_answers() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cases = json!([
        { "ruleset": "dogfaces", "resolution": "table-roll", "inputs": { "damage": 3 } },
        { "ruleset": "dogfaces", "resolution": "retreat-check", "inputs": { "unit": "george" } },
    ]);
    fs::write(folder.path().join("cases.json"), cases.to_string()).expect("writable");
    let answers = run_in(folder.path(), "resolve --cases cases.json --trials 500 --seed 2").json();
    assert!(near(&answers[0]["exact"]["st"], 1.0 / 6.0));
    assert!(near(&answers[1]["exact"]["retreats-2"], 1.0));
    assert_eq!(answers[1]["simulated"]["counts"]["retreats-2"], 500);
}

#[test]
fn a_wrong_case_is_named_and_the_others_are_answered() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cases = json!([
        { "ruleset": "dogfaces", "resolution": "table-rol", "inputs": {} },
        { "ruleset": "dogfaces", "resolution": "table-roll", "inputs": { "damage": 3 } },
    ]);
    fs::write(folder.path().join("cases.json"), cases.to_string()).expect("writable");
    let ran = run_in(folder.path(), "resolve --cases cases.json --exact");
    let answers: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert!(answers[0]["error"].is_array() && near(&answers[1]["exact"]["st"], 1.0 / 6.0));
    ran.refused(&["cases.json, entry 1", "unknown resolution `table-rol`", "did you mean `table-roll`?"]);
    fs::write(folder.path().join("broken.json"), "[\n  {,}\n]").expect("writable");
    run_in(folder.path(), "resolve --cases broken.json").refused(&["broken.json:2:", "not a list in JSON"]);
    run_in(folder.path(), "resolve --cases nowhere.json").refused(&["there is no such file"]);
}

#[test]
fn the_list_of_resolutions_and_of_inputs() {
    assert!(run("resolve dogfaces --list").ok().contains("stun-recovery"));
    let duel = run("resolve dogfaces duel --list").ok();
    assert!(duel.contains("a-support") && duel.contains("Outcomes: a-kills, b-kills"), "{duel}");
}

#[test]
fn wrong_questions_are_refused() {
    run("resolve dogfaces").refused(&["<RESOLUTION>"]);
    run("resolve dogface duel").refused(&["unknown ruleset `dogface`", "did you mean `dogfaces`?"]);
    run("resolve dogfaces dual").refused(&["unknown resolution `dual`", "did you mean `duel`?"]);
    run("resolve dogfaces table-roll damage").refused(&["not of the form key=value"]);
    run("resolve dogfaces table-roll").refused(&["damage"]);
    run("resolve dogfaces table-roll damage=lots").refused(&["damage"]);
    run("resolve dogfaces table-roll damage=3 dammage=4").refused(&["dammage", "damage"]);
    run("resolve dogfaces table-roll damage=[3").refused(&["TOML"]);
    run("resolve dogfaces table-roll --inputs {").refused(&["--inputs", "not JSON"]);
    run("resolve dogfaces ranged-attack shooters=[davy] target=george").refused(&["davy", "dave"]);
    run("resolve dogfaces ranged-attack shooters=[dave] target=george rules={rosters=fre}").refused(&["fre"]);
    run("resolve dogfaces ranged-attack shooters=[rifleman] target=mcv-1").refused(&["cannot-harm"]);
}
