//! `evenodds resolve`.

use std::fs;
use std::path::Path;

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
    let asked = "Dogfaces in Space, table-roll, damage 3, lower-of-two: miss 55.56% (5/9), st 19.44% (7/36)";
    assert!(last.starts_with(asked), "{last}");
}

#[test]
fn numeric_results_are_shown_exactly_at_least_and_at_most() {
    let csv = run("resolve dogfaces ranged-attack shooters=[dave] target=rifleman --exact --format csv").ok();
    assert!(
        csv.starts_with("result,value,probability,fraction,one_in,at_least,at_most,mean,p5,median,p95,open\n"),
        "{csv}"
    );
    assert!(
        csv.lines().any(|line| line.starts_with("hexes-lost,2,0.3333333333333333,1/3,3.0,0.333333333333333")),
        "{csv}"
    );
}

#[test]
fn a_sweep_asks_once_for_each_value() {
    let csv = run("resolve dogfaces table-roll --sweep damage=1..7 --exact --format csv").ok();
    assert_eq!(csv.lines().count(), 8);
    assert!(csv.starts_with("damage,miss,st,r2,r2s,ooc,open\n1,"), "{csv}");
    let json = run("resolve dogfaces table-roll --sweep damage=3,4 --sweep roll-mod=-1,0 --exact --format json").json();
    let asked: Vec<_> = json.as_array().expect("a list").iter().map(|answer| answer["inputs"].clone()).collect();
    assert_eq!(asked[1], json!({ "damage": 3, "roll-mod": 0 }));
    assert_eq!(asked.len(), 4);
    run("resolve dogfaces table-roll --sweep damage").refused(&["--sweep", "KEY=FROM..TO"]);
    run("resolve dogfaces table-roll --sweep damage=1..3 --sweep damage=1..2").refused(&["--sweep", "swept already"]);
    run("resolve dogfaces table-roll damage=3 damage=4").refused(&["`damage` is given twice"]);
}

#[test]
fn answers_say_what_they_are_worth_in_points() {
    let answer = run("resolve dogma ranged-attack attacker=mbt defender=elites --exact --format json").json();
    let value = &answer["value"];
    let destroyed = answer["exact"]["destroyed"].as_f64().expect("a number");
    let [attacker, defender] = ["attacker_cost", "defender_cost"].map(|key| value[key].as_f64().expect("a cost"));
    assert!(near(&value["destroyed_per_point"], destroyed * defender / attacker));
    let back = run("resolve dogma ranged-attack attacker=elites defender=mbt --exact --format json").json();
    let returned = back["exact"]["destroyed"].as_f64().expect("a number");
    assert!(near(&value["returned_per_point"], returned * attacker / defender));
    assert!(near(&value["break_even_cost"], defender * (destroyed / returned).sqrt()));
    let text = run("resolve dogma ranged-attack attacker=mbt defender=elites --exact").ok();
    assert!(text.lines().last().is_some_and(|line| line.starts_with("Value: ")), "{text}");
    // Shooters are a list and targets are not; who cannot answer returns nothing.
    let duel = run("resolve dogfaces ranged-attack shooters=[dave] target=george --exact --format json").json();
    assert!(duel["value"]["returned_per_point"].is_number());
    let mute = run("resolve dogma ranged-attack attacker=mbt defender=jump-infantry --exact --format json").json();
    assert!(mute["value"]["returned_per_point"].is_null() && mute["value"]["break_even_cost"].is_null());
    // Both sides lose in one resolution.
    let melee = run("resolve darkpotential melee a=generic-leader b=generic-assassin --exact --format json").json();
    let lost = melee["exact"]["a-removed"].as_f64().expect("a number");
    assert!(near(&melee["value"]["attacker_lost"], lost));
    for question in [
        "chainsword volley team=levy-rifles.rifle target=ironclads",
        "chainsword vehicle-volley team=lance-battery.battery vehicle=mule",
        "chainsword melee-round attacker=hulks defender=levy-rifles",
        "chainsword melee-to-break attacker=hulks defender=levy-rifles",
        "chainsword assault attacker=hulks defender=levy-rifles distance=5",
        "darkpotential combat-ready-exchange",
        "hexcommand charge attacker={unit=trained-infantry:rifle-musket} defender={unit=veteran-infantry:carbine}",
        "dogfaces duel a=tom b=george",
        "dogma close-attack attacker=elites defender=mbt",
    ] {
        let answer = run(&format!("resolve {question} --exact --format json")).json();
        assert!(answer["value"]["destroyed_per_point"].as_f64().is_some_and(|rate| rate > 0.0), "{question}");
    }
    let numbers = run("resolve dogma ranged-attack attacker-modifier=5 defender=mbt --exact --format json").json();
    assert!(numbers.get("value").is_none(), "numbers have no cost");
}

#[test]
fn numeric_results_have_median_and_quantiles() {
    let answer = run("resolve dogfaces stun-recovery unit=rifleman phases=9 --exact --format json").json();
    for (name, spread) in answer["spread"].as_object().expect("an object") {
        assert!(spread["p5"].as_i64() <= spread["median"].as_i64(), "{name}");
        assert!(spread["median"].as_i64() <= spread["p95"].as_i64(), "{name}");
    }
    let text = run("resolve dogfaces stun-recovery unit=rifleman phases=9 --exact").ok();
    assert!(text.contains(" on average, median ") && text.contains(", 5 to 95% "), "{text}");
}

#[test]
fn all_opens_the_whole_matrix_and_refused_cells_stay_empty() {
    let cells = run("resolve dogma ranged-attack attacker=all defender=all --format json").json();
    let cells = cells.as_array().expect("a list");
    assert_eq!(cells.len(), 13 * 13);
    let of = |name: &str| cells.iter().find(|cell| cell["inputs"]["attacker"] == name).expect("it is there");
    assert!(of("mbt")["exact"]["destroyed"].is_number() && of("mbt")["value"]["destroyed_per_point"].is_number());
    assert!(of("jump-infantry")["error"][0].as_str().is_some_and(|error| error.contains("makes no ranged attacks")));

    let text = run("resolve dogma ranged-attack attacker=all defender=all --show break-even-cost").ok();
    assert!(
        text.contains("ranged-attack: break-even cost") && text.contains("13 of 169 combinations are refused"),
        "{text}"
    );
    let csv = run("resolve dogma ranged-attack attacker=all defender=elites --format csv").ok();
    assert!(csv.starts_with("attacker,destroyed,shaken,"), "{csv}");
    assert!(csv.lines().any(|line| line.starts_with("jump-infantry,,,") && line.contains("DG-RNG-03")), "{csv}");

    // A place within a list or a table, a list that is all of one, words and flags.
    for (question, cells) in [
        ("dogfaces ranged-attack shooters=[all] target=george", 29),
        ("dogfaces ranged-attack shooters=all target=george", 29),
        ("dogfaces ranged-attack shooters=[dave] target=george --sweep terrain=all", 8),
        ("dogfaces ranged-attack shooters=[dave] target=george terrain=all leader-in-range=all", 16),
        ("darkpotential close-combat-attack attacker=all target=all", 36),
        ("chainsword ranged-attack weapon=all target=levy-rifles", 26),
        ("hexcommand melee-to-rout attacker={unit=trained-infantry:carbine} defender={cover=2} die=all", 4),
    ] {
        let answer = run(&format!("resolve {question} --format json")).json();
        assert_eq!(answer.as_array().map(Vec::len), Some(cells), "{question}");
    }
    // A word that the ruleset knows stays that word.
    assert!(
        run("resolve dogfaces ranged-attack shooters=[dave] target=george lower=all --format json").json().is_object()
    );
    run("resolve dogma ranged-attack attacker=jump-infantry defender=all").refused(&["makes no ranged attacks"]);
    run("resolve dogma ranged-attack atacker=all defender=mbt").refused(&["unknown key `atacker`"]);
    run("resolve dogma ranged-attack attacker=all defender=mbt --show destryed")
        .refused(&["did you mean `destroyed`?"]);
    run("resolve dogma ranged-attack attacker=mbt defender=mbt --show destroyed").refused(&["--sweep"]);
}

#[test]
fn sweeps_reach_into_tables_and_rules() {
    let csv = run("resolve dogma shaken-check members=1 --sweep rules.shaken-target=3..7 --format csv").ok();
    assert!(csv.starts_with("rules.shaken-target,able-0,able-1,mean-able,open\n3,0.333333"), "{csv}");
    assert!(csv.contains("\n7,1.0,0.0,0.0"), "{csv}");
    let typo = "resolve dogfaces ranged-attack shooters=[dave] target=george --sweep terrain=forest,forrest";
    run(typo).refused(&["unknown terrain `forrest`", "did you mean `forest`?"]);
    let matrix = run("resolve dogma ranged-attack attacker=mbt --sweep defender=mbt,sht --sweep supports=0..2").ok();
    assert!(matrix.contains("defender \\ supports"), "{matrix}");
}

#[test]
fn sweeps_and_single_answers_leave_frames_and_a_chart() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let read = |name: &str| fs::read(folder.path().join(name)).expect("the file is there");
    for (question, words) in [
        ("dogma ranged-attack attacker=all defender=all", "defender lost"),
        ("dogfaces table-roll --sweep damage=1..7", "Probability of every outcome"),
        ("dogfaces ranged-attack shooters=[dave] target=george --sweep terrain=all", "grassland"),
        ("dogfaces duel a=rifleman b=dave", "driven-off"),
        ("dogfaces duel a=rifleman b=dave --sampled --trials 500", "500 trials with seed 1, with 95% intervals"),
    ] {
        run_in(folder.path(), &format!("resolve {question} --out odds --fresh --format csv")).ok();
        let svg = String::from_utf8(read("odds/chart.svg")).expect("UTF-8");
        assert!(svg.starts_with("<svg") && svg.contains(words), "{question}");
        assert!(read("odds/chart.png").starts_with(b"\x89PNG") && read("odds/odds.parquet").starts_with(b"PAR1"));
        assert_eq!(read("odds/odds.csv"), run(&format!("resolve {question} --format csv")).ok().into_bytes());
        assert_eq!(fs::read_dir(folder.path().join("odds")).expect("a folder").count(), 4, "nothing else is left");
    }
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
    assert_eq!(run("resolve dogfaces").ok(), run("resolve dogfaces --list").ok());
    assert!(run("resolve").ok().contains("shaken-check"));
    let duel = run("resolve dogfaces duel --list").ok();
    assert!(duel.contains("a-support") && duel.contains("Outcomes: a-kills, b-kills"), "{duel}");
}

#[test]
fn wrong_questions_are_refused() {
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

#[test]
fn what_takes_too_long_is_sampled_with_intervals_and_said() {
    let ask = "resolve chainsword melee-to-break attacker={models=8} defender={models=8} max-rounds=4 --trials 2000";
    let whole = run(&format!("{ask} --format json")).json();
    assert!(whole["exact"].is_object() && whole["simulated"]["intervals"].is_object());
    let sampled = run(&format!("{ask} --budget 500 --format json")).json();
    assert!(sampled["exact"].is_null(), "{sampled}");
    assert_eq!(sampled["simulated"]["counts"], whole["simulated"]["counts"], "the trials are the same");
    let numbers = sampled["numbers"].as_object().expect("numbers come from the trials");
    assert_eq!(
        numbers.keys().collect::<Vec<_>>(),
        whole["numbers"].as_object().expect("numbers").keys().collect::<Vec<_>>()
    );
    let inside = |(label, limits): (&String, &Value)| {
        let exact = whole["exact"][label].as_f64().expect("a probability");
        // Four times as far as the limits are at 95%.
        let [low, high] = [0, 1].map(|n| limits[n].as_f64().expect("a limit"));
        (exact - (low + high) / 2.0).abs() <= 2.0 * (high - low)
    };
    assert!(sampled["simulated"]["intervals"].as_object().expect("an object").iter().all(inside));
    let text = run(&format!("{ask} --budget 500")).ok();
    assert!(text.contains("exact odds take more than 500 branches") && text.contains("95% interval"), "{text}");
    let alone = run(&format!("{ask} --sampled --format json")).json();
    assert_eq!((&alone["exact"], &alone["simulated"]), (&sampled["exact"], &sampled["simulated"]));
    run("resolve chainsword melee-to-break attacker={models=8} defender={models=8} --exact --budget 500").refused(&[
        "more than 500 branches",
        "--budget",
        "--trials",
    ]);
}

#[test]
fn odds_are_given_any_result() {
    let ask = "resolve dogfaces ranged-attack shooters=[dave,ernie] target=george terrain=forest";
    let answer = run_with(
        Path::new("."),
        &[&ask.split(' ').collect::<Vec<_>>()[..], &["--given", "strength>=3", "--format", "json"]].concat(),
    )
    .json();
    assert!(near(&answer["given"], 2.0 / 3.0), "{answer}");
    let total: f64 = answer["exact"].as_object().expect("odds").values().filter_map(Value::as_f64).sum();
    assert!((total - 1.0).abs() < 1e-12);
    assert_eq!(answer["numbers"]["strength"], json!({ "3": 1.0 }));
    let text = run(&format!("{ask} --given outcome=holds-stunned")).ok();
    assert!(text.contains("given holds-stunned, which has 16.67%"), "{text}");
    assert!(text.contains("holds-stunned for certain") && !text.contains("Value:"), "{text}");
    run(&format!("{ask} --given outcome=holds-stuned")).refused(&["holds-stuned", "did you mean `holds-stunned`"]);
    run(&format!("{ask} --given strenght=2")).refused(&["strenght", "did you mean `strength`"]);
    run(&format!("{ask} --given strength=9")).refused(&["it never comes"]);
    run(&format!("{ask} --given strength")).refused(&["NAME<=N"]);
    run("resolve dogma ranged-attack attacker=all defender=mbt --given outcome=destroyed")
        .refused(&["--given", "not several at once"]);
}

#[test]
fn a_plain_question_has_bars_for_those_who_read() {
    let ask = "resolve dogfaces table-roll damage=3 --exact";
    let text = run(ask).ok();
    assert!(text.contains('█'), "{text}");
    assert!(!run(&format!("{ask} --format markdown")).ok().contains('█'));
}

#[test]
fn best_play_stands_beside_each_simple_policy() {
    let ask = "resolve dogfaces duel a=dave b=rifleman b-leader=andy turns=4";
    let text = run(&format!("{ask} --best a-kills,b-driven-off")).ok();
    for part in [
        "Best play for a-kills or b-driven-off: either side rolls against a retreat or not, a for it and b against it",
        "retreat-policy=accept",
        "against best play",
        "dynamic programming",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let plays = run(&format!("{ask} --best a-kills,b-driven-off --format json")).json()["best_play"]["plays"].clone();
    let wanted = |at: usize| plays[at]["wanted"].as_f64().expect("a chance");
    assert_eq!(plays[2]["play"], "retreat-policy=try");
    assert!((wanted(0) - wanted(2)).abs() < 1e-12 && wanted(3) > wanted(0), "{plays}");
    let csv = run(&format!("{ask} --best a-kills --format csv")).ok();
    assert!(csv.starts_with("play,wanted,difference,a-kills,b-kills,"), "{csv}");
    run(&format!("{ask} --best a-kils")).refused(&["a-kils", "did you mean `a-kills`"]);
    run("resolve dogma shaken-check members=4 --best shaken").refused(&["decide nothing in shaken-check"]);
    run(&format!("{ask} --best a-kills --budget 10")).refused(&["--budget MORE"]);
}

#[test]
fn supporters_have_a_price_or_are_said_to_have_none() {
    let duel = "resolve dogfaces duel a=rifleman b=dave a-support=[rifleman,rifleman,rifleman] b-support=[ernie,rifleman,rifleman] turns=4 --exact";
    let text = run(duel).ok();
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("Value: 400 points attack 500 points, of which 100 and 170 can be lost, and destroy "),
        "{text}"
    );
    let value = run(&format!("{duel} --format json")).json()["value"].clone();
    let of = |key: &str| value[key].as_f64().expect("a number");
    assert_eq!((of("attacker_cost"), of("attacker_support"), of("defender_support")), (100.0, 300.0, 330.0));
    assert!((of("destroyed_per_point") - of("defender_lost") * 170.0 / 400.0).abs() < 1e-12, "{value}");
    assert!((of("returned_per_point") - of("attacker_lost") * 100.0 / 500.0).abs() < 1e-12, "{value}");
    let attack = "resolve dogma ranged-attack attacker=elites defender=mbt --exact";
    let text = run(&format!("{attack} supports=3")).ok();
    assert!(text.contains("3 supporters, of whom nobody says who they are, cost nothing here."), "{text}");
    assert!(!run(attack).ok().contains("supporter"), "nobody helps");
}

#[test]
fn numbers_that_are_cut_off_or_absent_are_told_as_what_they_are() {
    let text = run("resolve chainsword turn-length cap=12 --exact").ok();
    assert!(text.contains("Numbers: phases at least ") && text.contains("median 12 or more"), "{text}");
    let spread = run("resolve chainsword turn-length cap=12 --exact --format json").json()["spread"].clone();
    assert!(spread["phases"]["cut"].as_f64() > Some(0.5), "{spread}");
    let late = run("resolve chainsword deep-strike --exact --format json").json();
    let (spread, exact) = (&late["spread"]["inches"], &late["exact"]);
    let p = |label: &str| exact[label].as_f64().expect("a chance");
    assert!((spread["absent"].as_f64().expect("a chance") - p("late")).abs() < 1e-12, "{late}");
    let sum: f64 = (2..=12).map(|inches| f64::from(inches) * p(&format!("scatter-{inches}"))).sum();
    assert!((spread["mean"].as_f64().expect("a mean") - sum / (1.0 - p("late"))).abs() < 1e-9, "{late}");
}

#[test]
fn unlikely_rows_are_left_out_of_the_table_alone() {
    let ask = "resolve chainsword melee-to-break attacker=breachers defender=levy-rifles max-rounds=60 --exact";
    let text = run(ask).ok();
    assert!(text.contains("Left out are rows of less than one in a million: "), "{text}");
    assert!(!text.lines().any(|line| line.starts_with(" rounds ") && line.contains("e-")), "{text}");
    let rows = run(&format!("{ask} --format csv")).ok();
    let last = rows.lines().rfind(|line| line.starts_with("rounds,")).expect("rows").to_owned();
    let place = |key: &str| rows.lines().next().expect("a header").split(',').position(|name| name == key);
    let of = |key: &str| {
        last.split(',').nth(place(key).expect("a column")).expect("a cell").parse::<f64>().expect("a number")
    };
    // Of the greatest value the chance of it and that of at least it are the same.
    assert!(
        of("probability") < 1e-9 && (of("at_least") - of("probability")).abs() <= 1e-12 * of("probability"),
        "{last}"
    );
}

#[test]
fn one_number_of_a_sweep_of_any_inputs_can_be_shown() {
    let one = run("resolve dogma ranged-attack attacker=all defender=mbt --show destroyed").ok();
    assert!(one.contains("destroyed") && !one.contains("shaken") && !one.contains("break-even"), "{one}");
    let three = run(
        "resolve dogma ranged-attack defender=mbt --sweep cover=all --sweep supports=0,1 --sweep attacker=mbt,elites --show shaken",
    );
    let three = three.ok();
    assert!(three.contains("shaken") && !three.contains("destroyed"), "{three}");
    let csv = run("resolve dogma ranged-attack attacker=all defender=mbt --show destroyed --format csv").ok();
    assert!(csv.contains("shaken"), "data have all of it");
}

#[test]
fn inputs_of_another_form_are_told_as_the_command_line_takes_them() {
    run("resolve dogfaces ranged-attack shooters=dave target=ernie").refused(&["expected a list", "shooters=[dave]"]);
    run("resolve hexcommand melee-round attacker=trained-infantry defender.unit=trained-infantry")
        .refused(&["expected a table", "attacker.unit=trained-infantry"]);
    run("resolve dogfaces duel a=dave").refused(&["duel lacks `b`", "evenodds resolve dogfaces duel --list"]);
    run("resolve chainsword melee-to-break attacker=mule defender=breachers").refused(&["`mule` is a vehicle"]);
}

#[test]
fn who_has_no_number_stands_in_a_row_of_his_own() {
    let ask = "resolve chainsword deep-strike --exact";
    let text = run(ask).ok();
    let row = |name: &str| {
        let line = text.lines().find(|line| line.split_whitespace().take(2).eq(["inches", name]));
        line.unwrap_or_else(|| panic!("{name} in\n{text}")).split_whitespace().skip(2).take(5).collect::<Vec<_>>()
    };
    assert_eq!(row("0"), ["22.22%", "2/9", "4.50", "66.67%", "22.22%"], "those on target, of all: {text}");
    assert_eq!(row("12")[3..], ["1.23%", "66.67%"]);
    assert_eq!(row("none"), ["33.33%", "1/3", "3.00", "-", "-"]);
    assert!(text.contains("inches 4.67 on average, median 5, 5 to 95% 0 to 11, of all that are not late."), "{text}");
    let csv = run(&format!("{ask} --format csv")).ok();
    let rows: f64 = csv
        .lines()
        .filter(|line| line.starts_with("inches,"))
        .map(|line| line.split(',').nth(2).expect("a chance").parse::<f64>().expect("a number"))
        .sum();
    assert!((rows - 1.0).abs() < 1e-12, "{csv}");
}

#[test]
fn options_that_change_nothing_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("c.json"), "[]").expect("writable");
    let attack = "resolve dogma ranged-attack attacker=elites defender=mbt";
    for (request, flag) in [
        ("resolve --cases c.json --show destroyed".to_owned(), "--show"),
        ("resolve --cases c.json --out zz".to_owned(), "--out"),
        ("resolve dogma ranged-attack --list --best z --codex nofile.toml --out zz".to_owned(), "--best"),
        ("resolve dogma ranged-attack --list --codex nofile.toml".to_owned(), "--codex"),
        ("resolve dogma ranged-attack attacker=elites --list".to_owned(), "KEY=VALUE"),
        ("resolve dogma --exact".to_owned(), "--exact"),
        (format!("{attack} --exact --seed 5"), "--seed"),
        (format!("{attack} --sweep supports=0..2 --seed 5"), "--seed"),
    ] {
        run_in(folder.path(), &request).refused(&["has no meaning here", flag]);
    }
    assert!(!folder.path().join("zz").exists());
    run(&format!("{attack} --sweep supports=0..1 --trials 100 --seed 5")).ok();
}

#[test]
fn sampled_values_and_quantiles_have_intervals() {
    let attack = "resolve dogma ranged-attack attacker=elites defender=mbt";
    let text = run(&format!("{attack} --sampled --trials 20000")).ok();
    assert!(text.contains("Value: 2 points attack 3 points and destroy 0."), "{text}");
    assert_eq!(text.split("Value:").nth(1).expect("values").matches("(95% interval ").count(), 3, "{text}");
    let exact = run(&format!("{attack} --exact --format json")).json()["value"].clone();
    let sampled = run(&format!("{attack} --sampled --trials 20000 --format json")).json()["value"].clone();
    for key in ["destroyed_per_point", "returned_per_point", "break_even_cost"] {
        let of = |end: &str| sampled[format!("{key}_{end}")].as_f64().expect("a limit");
        let truth = exact[key].as_f64().expect("a value");
        assert!(of("low") < truth && truth < of("high") && of("high") < 1.1 * of("low"), "{key}: {sampled} {exact}");
    }
    assert!(exact.get("break_even_cost_low").is_none(), "{exact}");
    let rounds = "resolve chainsword melee-to-break attacker={models=10} defender={models=10} --sampled --trials 2000";
    let text = run(rounds).ok();
    assert!(text.contains(" on average (95% interval ") && text.contains(", 5 to 95% 1 [1, 1] to "), "{text}");
    let spread = run(&format!("{rounds} --format json")).json()["spread"].clone();
    let of = |key: &str| spread["rounds"][key].as_i64().expect("a round");
    assert!(of("median_low") <= of("median") && of("median") <= of("median_high"), "{spread}");
    let csv = run(&format!("{rounds} --format csv")).ok();
    assert!(
        csv.lines()
            .next()
            .expect("a header")
            .ends_with("mean_low,mean_high,p5_low,p5_high,median_low,median_high,p95_low,p95_high"),
        "{csv}"
    );
}

#[test]
fn sweeps_say_what_they_leave_open_and_what_supporters_cost() {
    let sweep = "resolve dogma ranged-attack attacker=elites defender=mbt --sweep supports=0..2";
    let text = run(sweep).ok();
    assert!(text.contains("Exact, nothing left open."), "{text}");
    assert!(text.contains("Supporters, of whom nobody says who they are, cost nothing in values"), "{text}");
    let csv = run(&format!("{sweep} --format csv")).ok();
    assert!(csv.lines().next().expect("a header").ends_with(",open,uncounted-supporters"), "{csv}");
    assert!(csv.lines().nth(3).expect("two supporters").ends_with(",0.0,2"), "{csv}");
    let none = run("resolve dogma ranged-attack attacker=elites defender=all").ok();
    assert!(!none.contains("upporters"), "{none}");
    let named = "resolve dogfaces ranged-attack shooters=[dave] target=george --exact --format csv";
    assert!(run(named).ok().lines().next().expect("a header").ends_with(",open"));
    let duels = "resolve dogfaces duel b=dave a-support=[rifleman] turns=4 --sweep a=rifleman,ernie";
    let text = run(duels).ok();
    assert!(text.contains("Supporters who are named count with their points"), "{text}");
    let chains = run("resolve dogfaces duel a=rifleman turns=60 --sweep b=dave,ernie").ok();
    assert!(chains.contains("Exact, "), "{chains}");
    run("resolve dogfaces duel b=dave --sweep b=dave,ernie").refused(&["`b` is given, and swept too"]);
    let sampled = run(&format!("{sweep} --sampled --trials 1000 --format csv")).ok();
    let head = sampled.lines().next().expect("a header").to_owned();
    assert!(head.contains("destroyed_low,destroyed_high") && head.contains("break-even-cost_low"), "{head}");
    assert!(!head.contains("open"), "{head}");
}

#[test]
fn odds_are_not_written_among_the_files_of_a_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_in(folder.path(), "compare rifle-13 rifle-10 --pairs 2 --out r").ok();
    run_in(folder.path(), "resolve dogfaces table-roll damage=3 --exact --out r --fresh").refused(&["holds a run"]);
    assert!(!folder.path().join("r/odds.csv").exists());
}

#[test]
fn odds_replace_odds_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("o");
    std::fs::create_dir(&out).expect("a folder");
    std::fs::write(out.join("chart.png"), "mine").expect("a file");
    let ask = |more: &str| run_in(folder.path(), &format!("resolve dogfaces table-roll --exact --out o {more}"));
    ask("damage=3 --fresh").refused(&["this folder holds `chart.png`", "another folder"]);
    assert_eq!(std::fs::read(out.join("chart.png")).expect("the file"), b"mine");
    std::fs::remove_file(out.join("chart.png")).expect("the file");
    ask("damage=3").ok();
    ask("damage=4 --fresh").ok();
}

#[test]
fn rules_that_change_nothing_are_told() {
    let ask = |rules: &str| run(&format!("resolve dogma shaken-check members=4 rules={rules} --exact")).ok();
    let both = ask("{shaken-target=5,flank-gives-optimal=yes}");
    assert!(both.contains("`rules.flank-gives-optimal` changes nothing here"), "{both}");
    assert!(!ask("{shaken-target=6}").contains("changes nothing"));
}
