//! `evenodds tune`, doctrine books, and what `list doctrines` says of weights.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{run, run_in, run_with};

/// A search that takes a moment.
const SMALL: &str = "--start standoff --evaluations 20 --pairs 4 --fresh-pairs 8 --battlefield proving-ground";

fn rows(value: &Value) -> &Vec<Value> {
    value.as_array().expect("an array")
}

#[test]
fn a_search_writes_a_book_that_plays_as_it_says() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let flags = format!("tune doctrine rifle-10 {SMALL} --output books/found.toml --format json");
    let tuned = run_in(folder.path(), &flags).json();
    for key in ["usual", "start", "doctrine", "figures", "weights", "words", "evaluations", "games", "fresh_seed"] {
        assert!(tuned.get(key).is_some(), "{key} is missing in {tuned}");
    }
    assert_eq!((&tuned["usual"], &tuned["start"]), (&"massed-fire".into(), &"standoff".into()));
    assert_eq!((&tuned["doctrine"], &tuned["evaluations"]), (&"rifle-10-response".into(), &14.into()));
    assert_eq!(tuned["figures"][0]["part"], "usual");
    assert_eq!(tuned["figures"][0]["score"], 0.5, "a list against itself under one doctrine");

    let book = fs::read_to_string(folder.path().join("books/found.toml")).expect("a book");
    let table: toml::Table = book.parse().expect("TOML");
    for weight in rows(&tuned["weights"]) {
        let name = weight["weight"].as_str().expect("a name");
        assert_eq!(table["rifle-10-response"][name].as_float(), weight["found"].as_f64(), "{name}");
    }
    assert!(
        run_in(folder.path(), "check books/found.toml")
            .ok()
            .contains("doctrine book for Dogfaces in Space, 1 doctrine")
    );

    // The figure is what a comparison with the book says.
    let figure = rows(&tuned["figures"]).last().expect("figures");
    let played = [
        "compare",
        "rifle-10",
        "rifle-10",
        "--battlefield",
        "proving-ground",
        "--doctrine",
        &format!("{} v massed-fire", figure["doctrine"].as_str().expect("a name")),
        "--doctrine-book",
        "books/found.toml",
        "--pairs",
        "8",
        "--seed",
        "2",
        "--format",
        "json",
    ];
    let compared = run_with(folder.path(), &played).json();
    assert_eq!((&compared["score"], &compared["low"]), (&figure["score"], &figure["low"]));
}

#[test]
fn threads_change_nothing_and_the_seed_does() {
    let search = |flags: &str| run(&format!("tune doctrine rifle-10 {SMALL} --format json {flags}")).json();
    let one = search("--threads 1");
    assert_eq!(one, search("--threads 3"));
    assert_ne!(one["weights"], search("--seed 4")["weights"]);
}

#[test]
fn every_format_tells_the_figures() {
    let search = |format: &str| {
        run(&format!(
            "tune doctrine rifle-10 --opponent rifle-13 --against standoff --against close-assault --evaluations 14 --start standoff \
             --pairs 2 --fresh-pairs 4 --battlefield proving-ground --format {format}"
        ))
        .ok()
    };
    let text = search("table");
    for part in [
        "rifle-10 against rifle-13 under standoff and close-assault, on fresh seeds",
        "Setting by setting",
        "14 sets of weights in 1 generation,",
        "Intervals are 95%",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    assert!(search("csv").starts_with("part,doctrine,score,low,high,pairs\nusual,massed-fire,"));
    assert!(search("markdown").contains("| usual"));
    assert!(search("bbcode").contains("[code]"));
}

#[test]
fn wrong_searches_are_refused() {
    run("tune").refused(&["evenodds tune", "doctrine"]);
    run("tune doctrine").refused(&["<LIST>"]);
    run("tune doctrine std-abc").refused(&["unknown army list `std-abc`", "did you mean `std-ab`?"]);
    run("tune doctrine std-ab --against mased-fire").refused(&["unknown doctrine", "did you mean `massed-fire`?"]);
    run("tune doctrine std-ab --opponent titan").refused(&["`std-ab` is for Dogfaces in Space"]);
    run("tune doctrine std-ab --scenario last-man").refused(&["unknown scenario `last-man`"]);
    run("tune doctrine std-ab --start masedfire").refused(&["--start", "did you mean `massed-fire`?"]);
    run("tune doctrine std-ab --start random").refused(&["unknown doctrine with weights `random`"]);
    run("tune doctrine std-ab --evaluations 0").refused(&["--evaluations"]);
    run("tune doctrine std-ab --name standoff").refused(&["there is a doctrine `standoff` already"]);
    run("tune doctrine std-ab --name own").refused(&["no doctrine can be called `own`"]);
    run("tune doctrine std-ab --doctrine-book nowhere.toml").refused(&["nowhere.toml"]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_in(folder.path(), "tune doctrine std-ab --output .").refused(&["this is a folder, not a file"]);
    assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 0);
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("writable");
}

#[test]
fn every_command_that_plays_takes_a_doctrine_book() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "mine.toml", "[timid]\nabout = \"hides\"\nrisk = 5.0\ncover = 3.0\n");
    write(folder.path(), "experiment.toml", EXPERIMENT);
    let book = "--doctrine-book mine.toml";
    let field = "--battlefield proving-ground";
    let doctrine = |answer: &Value| answer["doctrine_a"].clone();
    let compare = format!("compare rifle-10 rifle-10 --doctrine timid --pairs 2 {field} {book} --format json");
    assert_eq!(doctrine(&run_in(folder.path(), &compare).json()), "timid");
    let matrix = format!("matrix rifle-10 rifle-13 --doctrine timid --pairs 2 {field} {book} --format json");
    assert_eq!(doctrine(&run_in(folder.path(), &matrix).json()["cells"][0]), "timid");
    let costs = format!("costs dogfaces --doctrine timid --pairs 12 {field} {book}");
    run_in(folder.path(), &costs).ok();
    run_in(
        folder.path(),
        &format!("patch rifle-10 rifle-13 --doctrine timid --pairs 2 --rule turn-cap=9 {field} {book}"),
    )
    .ok();
    run_in(folder.path(), &format!("play rifle-10 rifle-10 --doctrine timid {field} {book}")).ok();
    let run_of = |flags: &str| {
        run_in(folder.path(), &format!("run experiment.toml --out out{} {flags} --format json --fresh", flags.len()))
            .json()
    };
    let plain = run_of("");
    assert_eq!(doctrine(&plain["cells"][0]), "timid");
    assert_ne!(plain["digest"], run_of("--set doctrines.timid.risk=0.1")["digest"]);
    // What was played is played again from the folder alone.
    fs::remove_file(folder.path().join("mine.toml")).expect("removable");
    assert!(run_in(folder.path(), "play --game out0#0/0/a").ok().contains("on a map of"));
}

const EXPERIMENT: &str = "
ruleset = 'dogfaces'
doctrine-book = 'mine.toml'
armies = ['rifle-10']
pairing = 'mirror'
battlefields = ['proving-ground']
doctrines = ['timid v massed-fire']
stop = { pairs = 4 }
";

#[test]
fn broken_books_are_refused_at_their_place() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let refused = |text: &str, parts: &[&str]| {
        write(folder.path(), "mine.toml", text);
        run_in(folder.path(), "compare rifle-10 rifle-13 --pairs 2 --doctrine-book mine.toml").refused(parts);
    };
    refused("[timid]\nabout = \"?\"\nriks = 1", &["mine.toml:3:1", "did you mean `risk`?"]);
    refused("[timid]\nabout = \"?\"\nrisk = 5000", &["mine.toml:3:8", "from -1000 to 1000"]);
    refused("ruleset = 'dogma'\n[timid]\nabout = '?'", &["mine.toml:1:11", "not for Dogfaces in Space"]);
    refused("[timid\n", &["mine.toml:1"]);
    run_in(folder.path(), "bench dogfaces --doctrine-book mine.toml").refused(&["mine.toml:1"]);
    write(folder.path(), "mine.toml", "[timid]\nabout = '?'");
    let unknown = "compare rifle-10 rifle-13 --pairs 2 --doctrine-book mine.toml";
    run_in(folder.path(), &format!("{unknown} --set doctrines.tmid.risk=1")).refused(&["did you mean `timid`?"]);
    run_in(folder.path(), &format!("{unknown} --set doctrines.timid.riks=1")).refused(&["did you mean `risk`?"]);
}

#[test]
fn doctrines_are_listed_with_their_weights() {
    let listed = run("list doctrines dogma --format json").json();
    let of = |name: &str| rows(&listed).iter().find(|row| row["name"] == name).expect("a doctrine").clone();
    let gunline = of("gunline");
    assert_eq!((gunline["weights"]["close"].as_f64(), &gunline["weights"]["terrain"]), (Some(0.2), &"open".into()));
    assert!(of("random")["weights"].is_null());
    assert!(run("list doctrines dogma").ok().contains("close 0.2"));

    let whole = run("list doctrines dogfaces massed-fire --format json").json();
    let risk = rows(&whole).iter().find(|row| row["weight"] == "risk").expect("a weight");
    assert_eq!(
        (risk["value"].as_f64(), risk["least"].as_f64(), risk["greatest"].as_f64()),
        (Some(0.38), Some(-1000.0), Some(1000.0))
    );
    assert!(risk["about"].as_str().is_some_and(|about| about.contains("loss")));

    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "mine.toml", "[timid]\nabout = \"hides\"\nrisk = 5.0\n");
    let text = run_in(folder.path(), "list doctrines dogfaces --doctrine-book mine.toml").ok();
    assert!(text.contains("timid") && text.contains("risk 5") && text.contains("massed-fire"), "{text}");
    run("list doctrines dogfaces masedfire").refused(&["unknown doctrine", "did you mean `massed-fire`?"]);
    run("list doctrines dogfaces random").refused(&["unknown doctrine with weights `random`"]);
    run("list units dogfaces andy").refused(&["list doctrines RULESET NAME"]);
}

#[test]
fn prices_are_searched_written_as_a_codex_and_found_again_after_a_break() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let flags = "tune costs dogfaces --pairs 150 --budget 500 --rounds 2 --doctrine massed-fire --battlefield proving-ground \
                 --keep rifleman --tie lcv-1,lcv-2 --limit tom=140..155 --seed 3 --out rounds --output codex.toml";
    let told = run_in(folder.path(), flags).ok();
    for part in [
        "Rounding to steps of 5",
        "points of win rate apart",
        "Play: doctrines massed-fire",
        "codex.toml: --codex takes it",
    ] {
        assert!(told.contains(part), "`{part}` is missing in\n{told}");
    }
    run_in(folder.path(), "check codex.toml --ruleset dogfaces").ok();
    let codex: toml::Table =
        fs::read_to_string(folder.path().join("codex.toml")).expect("written").parse().expect("TOML");
    let price = |unit: &str| {
        codex["units"][unit]["cost"].as_float().or(codex["units"][unit]["cost"].as_integer().map(|n| n as f64))
    };
    assert_eq!((price("rifleman"), price("lcv-1")), (Some(100.0), price("lcv-2")));
    assert!((140.0..=155.0).contains(&price("tom").expect("a price")), "{:?}", price("tom"));
    let again = run_in(folder.path(), flags).ok();
    let digest = |told: &str| told.split("Digest").nth(1).expect("a digest").to_owned();
    assert_eq!(digest(&told), digest(&again), "rounds that were played are not played again");
    run_in(folder.path(), "patch rifle-10 free-cd --after codex.toml --pairs 2").ok();

    // Rounds that the next search does not come to are not taken for its own.
    let rounds = folder.path().join("rounds");
    fs::rename(rounds.join("round-1"), rounds.join("round-7")).expect("movable");
    let other = "tune costs dogfaces --pairs 1 --budget 500 --rounds 1 --doctrine massed-fire --battlefield proving-ground \
                 --out rounds --output none.toml --fresh";
    let told = run_in(folder.path(), other).ok();
    assert!(rounds.join("round-1").is_dir() && !rounds.join("round-7").exists());
    let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
    // What stands there already would be in the way.
    let again = other.replace(" --output none.toml --fresh", "");
    let again = again.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.replace(" \\ ", " ").contains(&format!("; seed 1. To repeat it: evenodds {again}")), "{told}");
    // From one pair nothing is known: no interval without a width, and no price that has moved.
    assert!(told.contains("No price has moved, and no codex is written to none.toml."), "{told}");
    assert!(!folder.path().join("none.toml").exists());
    let gains = run_in(folder.path(), &format!("{other} --format csv")).ok();
    assert!(gains.lines().skip(1).all(|line| line.contains(",,,") && line.ends_with("not known")), "{gains}");
}

#[test]
fn impossible_searches_of_prices_are_refused() {
    let small = "--pairs 2 --doctrine massed-fire --battlefield proving-ground";
    run(&format!("tune costs dogfaces {small} --keep riflemann")).refused(&["--keep", "rifleman"]);
    run(&format!("tune costs dogfaces {small} --tie rifleman,tom")).refused(&["--tie rifleman,tom", "cost the same"]);
    run(&format!("tune costs dogfaces {small} --limit tom=9")).refused(&["UNIT=LOW..HIGH"]);
    run(&format!("tune costs dogfaces {small} --limit tom=155..140"))
        .refused(&["the lower limit comes first", "tom=140..155"]);
    run(&format!("tune costs dogfaces {small} --limit tom=140..155 --keep tom")).refused(&["`tom` is kept"]);
    run("tune costs dogfaces --step 2").refused(&["over 0, up to 1"]);
    run("tune costs chess").refused(&["unknown ruleset"]);
}

/// A search for the last turn of a game between riflemen.
const TURNS: &str = "tune rules rifle-10 rifle-13 --battlefield proving-ground --knob turn-cap=2..9 --steps 5 --pairs 1 --fresh-pairs 10";

#[test]
fn knobs_are_searched_and_play_as_told() {
    let found = run(&format!("{TURNS} --goal turns<=6 --goal draws<=60 --format json --threads 1")).json();
    assert_eq!(found, run(&format!("{TURNS} --goal turns<=6 --goal draws<=60 --format json --threads 3")).json());
    let cap = found["knobs"][0]["found"].as_f64().expect("a number");
    assert!((2.0..=9.0).contains(&cap) && cap.fract() == 0.0, "{found}");
    assert_eq!((&found["knobs"][0]["knob"], &found["fresh_seed"]), (&"turn-cap".into(), &2.into()));
    let text = run(&format!("{TURNS} --goal turns<=6")).ok();
    assert!(text.contains("--rule turn-cap=") && text.contains("searched from"), "{text}");

    // The figure is that of a comparison with this rule.
    let scored = run(&format!("{TURNS} --goal score=50 --format json")).json();
    let cap = scored["knobs"][0]["found"].as_f64().expect("a number");
    let compared = run(&format!(
        "compare rifle-10 rifle-13 --battlefield proving-ground --rule turn-cap={cap} --pairs 10 --seed 2 --format json"
    ))
    .json();
    assert_eq!(compared["score"], scored["goals"][0]["after"]);
}

#[test]
fn no_value_is_recommended_of_a_knob_that_moves_nothing() {
    let ask =
        "tune rules rifle-10 --knob codex.units.tom.cost=100..200 --goal turns=6 --steps 5 --pairs 1 --fresh-pairs 8";
    let text = run(ask).ok();
    assert!(text.contains("moves nothing in these games") && text.contains("best left as they are"), "{text}");
    assert!(!text.contains("--set codex"), "{text}");
}

#[test]
fn impossible_searches_of_knobs_are_refused() {
    let with = |flags: &str| run(&format!("tune rules rifle-10 {flags}"));
    with("--knob turn-cup=2..9 --goal turns=6").refused(&["--knob turn-cup=2..9", "did you mean `turn-cap`?"]);
    with("--knob turn-cap=2 --goal turns=6").refused(&["NAME=LOW..HIGH"]);
    with("--knob turn-cap=2..20000 --goal turns=6").refused(&["--knob turn-cap=2..20000", "10000"]);
    with("--knob cap-result=1..2 --goal turns=6").refused(&["--knob cap-result=1..2"]);
    with("--knob turn-cap=2..9 --knob rules.turn-cap=2..8 --goal turns=6").refused(&["named twice"]);
    with("--knob turn-cap=2..9 --goal turn=6").refused(&["--goal turn=6", "did you mean `turns`?"]);
    with("--knob turn-cap=2..9").refused(&["--goal"]);
}

#[test]
fn values_race_for_the_nearest_to_a_goal() {
    let ask =
        "race rifle-10 rifle-13 --battlefield proving-ground --vary turn-cap=2,5,9 --goal turns=5 --cap 40 --seed 3";
    let raced = run(&format!("{ask} --format json --threads 1")).json();
    let again = run(&format!("{ask} --format json --threads 3")).json();
    assert_eq!((&raced["settings"], &raced["games"]), (&again["settings"], &again["games"]));
    let settings = raced["settings"].as_array().expect("settings");
    assert_eq!((settings.len(), &raced["goal"]), (3, &"turns=5".into()));
    assert_eq!(settings[0]["rules.turn-cap"], "5", "{raced}");
    assert!(
        settings[2]["standing"] == "out of the running" && settings[0]["low"].as_f64() < settings[0]["value"].as_f64()
    );
    let text = run(ask).ok();
    assert!(
        text.contains("turn-cap=5 is the nearest of 3 settings") && text.contains("went out of the running"),
        "{text}"
    );
    assert!(text.contains("--vary turn-cap=2,5,9 --goal turns=5"), "{text}");
    // Those that are named differ in nothing but the value, and have the same dice.
    let same = run("race rifle-10 --vary setup-mounted=all --goal first-seat=50 --cap 8 --seed 3 --format json").json();
    assert_eq!(same["settings"][0]["value"], same["settings"][1]["value"], "{same}");
}

#[test]
fn losses_are_goals_and_no_value_is_nearer_to_the_score_of_a_mirror() {
    let ask = "race rifle-10 --battlefield proving-ground --cap 20 --seed 3";
    let lost = run(&format!("{ask} --vary turn-cap=2,9 --goal lost<=20 --format json")).json();
    let row = &lost["settings"][0];
    let [low, value, high] = ["low", "value", "high"].map(|key| row[key].as_f64().unwrap_or_else(|| panic!("{row}")));
    assert!((0.0..=1.0).contains(&low) && low <= value && value <= high && high <= 1.0, "{row}");
    assert_eq!(row["rules.turn-cap"], "2", "fewer turns cost less: {lost}");
    let mirror = run(&format!("{ask} --vary turn-cap=2,3 --goal score=50")).ok();
    assert!(mirror.contains("A list against itself scores one half whatever the values"), "{mirror}");
}

#[test]
fn impossible_races_of_values_are_refused() {
    let with = |flags: &str| run(&format!("race rifle-10 {flags}"));
    with("").refused(&["two lists at least"]);
    with("--vary turn-cap=2,3 --goal turns=6 --rule turn-cap=5")
        .refused(&["`rules.turn-cap` has one value and several"]);
    with("--vary turn-cup=2,3 --goal turns=6").refused(&["--vary turn-cup=2,3", "did you mean `turn-cap`?"]);
    with("--vary turn-cap=2 --goal turns=6").refused(&["two values at least"]);
    with("--vary turn-cap=2,2 --goal turns=6").refused(&["stands twice"]);
    with("--vary turn-cap=all --goal turns=6").refused(&["does not say in a list"]);
    with("--vary turn-cap=9..2 --goal turns=6").refused(&["NAME=LOW..HIGH"]);
    with("--vary turn-cap=2,3 --vary rules.turn-cap=4,5 --goal turns=6").refused(&["named twice"]);
    with("--vary turn-cap=2,3").refused(&["--goal"]);
    with("--vary turn-cap=2,3 --goal turn=6").refused(&["--goal", "turns"]);
    with("--vary codex.units.tom.cost=100,200 --goal score=50").refused(&["changes no game", "tune costs"]);
    with("rifle-13 rifle-16 --vary turn-cap=2,3 --goal turns=6").refused(&["one list", "or two"]);
    with("--vary turn-cap=2,3 --goal turns=6 --within 2%").refused(&["--within", "0.2 turns"]);
    with("--vary turn-cap=2,3 --goal turns=6 --best 2").refused(&["--best"]);
}
