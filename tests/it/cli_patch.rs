//! `evenodds patch`, and experiments with variants.

use std::fs;

use crate::support::{run, run_in};

#[test]
fn a_patch_that_changes_nothing_in_play_moves_nothing() {
    let answer = run("patch rifle-10 rifle-13 --set codex.units.kyle.move=2 --pairs 64 --format json").json();
    assert_eq!(answer["moves"][0]["difference"], 0.0, "no rifleman is a Kyle: {answer}");
    assert!(answer["answer"].as_str().is_some_and(|text| text.contains("has not changed one score in 64 pairs")));
    let text = run("patch rifle-10 rifle-13 --rule overwatch-limit=0 --pairs 64").ok();
    for part in ["the patch", "Changed", "the game as it is", "Digest "] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    assert!(text.ends_with("evenodds patch rifle-10 rifle-13 --rule overwatch-limit=0 --pairs 64\n"), "{text}");
    assert!(!text.contains("What the lists cost"), "{text}");
}

#[test]
fn prices_change_no_game_and_the_points_of_lists_are_told() {
    let patch = "patch rifle-10 rifle-13 --set codex.units.rifleman.cost=110 --pairs 8";
    let answer = run(&format!("{patch} --format json")).json();
    assert_eq!(answer["moves"][0]["difference"], 0.0);
    let points = |row: usize| ["before", "after", "change"].map(|key| answer["points"][row][key].as_f64());
    assert_eq!(points(0), [Some(1000.0), Some(1100.0), Some(100.0)], "{answer}");
    assert_eq!(points(1), [Some(1300.0), Some(1430.0), Some(130.0)]);
    let text = run(patch).ok();
    assert!(text.contains("No price changes what players do") && text.contains("+130"), "{text}");
    // Nor does one in a codex of one's own.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let codex = include_str!("../../armies/dogfaces/codex.toml");
    let dear = codex.replace("\ncost = 100\n", "\ncost = 110\n");
    assert_ne!(dear, codex);
    fs::write(folder.path().join("dear.toml"), dear).expect("writable");
    let answer = run_in(folder.path(), "patch std-ab rifle-13 --after dear.toml --pairs 30 --format json").json();
    assert_eq!((&answer["moves"][0]["difference"], &answer["points"][1]["after"]), (&0.0.into(), &1430.0.into()));
    assert_eq!(answer["changed"], serde_json::json!(["codex.units.rifleman.cost 100 to 110"]));
    assert!(answer["prices"].is_null(), "one price needs no table");
    // Several have one.
    fs::write(
        folder.path().join("two.toml"),
        "[set]\n\"codex.units.andy.cost\" = 90\n\"codex.units.brett.cost\" = 120\n",
    )
    .expect("writable");
    let patch = "patch std-ab rifle-13 --after two.toml --pairs 8";
    let answer = run_in(folder.path(), &format!("{patch} --format json")).json();
    let rows = answer["prices"].as_array().expect("rows");
    assert_eq!((rows.len(), &rows[0]["what"], &rows[0]["after"]), (2, &"andy".into(), &90.0.into()), "{answer}");
    let text = run_in(folder.path(), &format!("{patch} --out prices")).ok();
    let report = fs::read_to_string(folder.path().join("prices/report.md")).expect("a report");
    assert!(report.contains("New prices") && report.contains("| brett | 105 | 120 |"), "{report}");
    assert!(text.contains("New prices") && !text.contains("Changed: codex"), "{text}");
}

#[test]
fn lists_that_new_prices_put_over_their_points_are_refused_or_played_as_they_are() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("dear.toml"), "[set]\n\"codex.units.sht.cost\" = 6\n").expect("writable");
    let patch = "patch titan walker-wall --after dear.toml --pairs 4";
    run_in(folder.path(), patch).refused(&["more than its 24", "`--rule over-points=told`"]);
    let told = run_in(folder.path(), &format!("{patch} --rule over-points=told --format json")).json();
    let points = |key: &str| told["points"].as_array().expect("rows").iter().find_map(|row| row[key].as_f64());
    assert_eq!(points("limit"), Some(24.0), "{told}");
    assert!(points("over").is_some_and(|points| points > 0.0), "{told}");
    assert!(told["changed"].as_array().is_some_and(|all| all.len() == 1), "the rule is no part of the patch: {told}");
    run_in(folder.path(), "patch titan walker-wall --rule over-points=told").refused(&["a patch changes something"]);
}

#[test]
fn two_codices_or_two_sets_of_rules_are_set_against_each_other() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("writable");
    let codex = include_str!("../../armies/dogfaces/codex.toml");
    write("old.toml", codex);
    write("new.toml", &codex.replacen("retreat = 2 ", "retreat = 1 ", 1));
    let lists = "patch rifle-10 rifle-13 --pairs 64 --format json";
    let moved = run_in(folder.path(), &format!("{lists} --before old.toml --after new.toml --out moved")).json();
    assert_eq!(moved["moves"][0]["variant"], "new");
    assert_eq!(moved["changed"], serde_json::json!(["codex.numbers.retreat 2 to 1"]));
    assert!(moved["answer"].as_str().is_some_and(|text| text.contains("new instead of old")), "{moved}");
    // The same change in other words, and back again: the same games.
    write("short.toml", "[set]\n\"codex.numbers.retreat\" = 1\n");
    let set = run_in(folder.path(), &format!("{lists} --after short.toml")).json();
    let flag = run_in(folder.path(), &format!("{lists} --set codex.numbers.retreat=1")).json();
    let back = run_in(folder.path(), &format!("{lists} --before new.toml")).json();
    let difference = |answer: &serde_json::Value| answer["moves"][0]["difference"].as_f64().expect("a number");
    assert_eq!(difference(&moved), difference(&set));
    assert_eq!(difference(&moved), difference(&flag));
    assert_eq!(difference(&moved), -difference(&back));
    assert!(back["answer"].as_str().is_some_and(|text| text.contains("the game as it is instead of new")), "{back}");
    // A game of the new codex is told again by it.
    let told = |cell: u32| run_in(folder.path(), &format!("play --game moved#{cell}/3/b --trace -")).ok();
    assert!(told(0).lines().count() > 5 && told(1).lines().count() > 5);
    for (name, text, parts) in [
        ("key", "[rules]\noverwach-limit = 0\n", ["key.toml:2", "did you mean `overwatch-limit`?"]),
        ("list", "name = \"x\"\nruleset = \"dogfaces\"\n", ["list.toml", "unknown key"]),
    ] {
        write(&format!("{name}.toml"), text);
        run_in(folder.path(), &format!("{lists} --after {name}.toml")).refused(&parts);
    }
    run_in(folder.path(), &format!("{lists} --after nowhere.toml")).refused(&["there is no such file"]);
}

#[test]
fn a_patch_is_played_until_its_differences_are_known() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let patch = "patch rifle-10 rifle-13 --set codex.numbers.retreat=1 --format json";
    let first = run_in(folder.path(), &format!("{patch} --precision 0.2 --out r")).json();
    assert_eq!(first["pairs"], 200, "one stage is enough: {first}");
    let widest = |answer: &serde_json::Value| {
        let width = |row: &serde_json::Value| {
            let [low, high] = ["difference_low", "difference_high"].map(|limit| row[limit].as_f64().expect("a number"));
            (high - low) / 2.0
        };
        answer["moves"].as_array().expect("rows").iter().map(width).fold(0.0, f64::max)
    };
    let aim = 0.98 * widest(&first);
    let more = run_in(folder.path(), &format!("{patch} --precision {aim} --out r")).json();
    assert_eq!(more["pairs"], 300, "a second stage goes on from the first: {more}");
    assert!(widest(&more) <= aim);
    let stated = fs::read_to_string(folder.path().join("r/manifest.json")).expect("readable");
    let stated: serde_json::Value = serde_json::from_str(&stated).expect("JSON");
    assert_eq!(stated["stop"]["pairs"], 300);
    assert_eq!(stated["timing"]["engagements"], 2 * 2 * 100, "what was there is not played again");
    let capped = run_in(folder.path(), &format!("{patch} --precision 0.001 --cap 30"));
    assert!(capped.err.contains("not reached within 30 pairs"), "{}", capped.err);
    run_in(folder.path(), &format!("{patch} --precision 0.01 --pairs 20")).refused(&["--precision"]);
    run_in(folder.path(), &format!("{patch} --cap 20")).refused(&["--precision"]);
}

#[test]
fn what_is_no_patch_is_refused() {
    run("patch rifle-10 rifle-13").refused(&["a patch changes something", "--rule NAME=VALUE"]);
    run("patch rifle-10 rifle-13 --rule overwatch-limit=2").refused(&["changes nothing"]);
    run("patch rifle-10 rifle-13 --rule turn-cap=9 --rule turn-cap=3").refused(&["`rules.turn-cap` is given twice"]);
    run("patch rifle-10").refused(&["2 values required"]);
    run("patch rifle-10 rifle-13 --rule overwach-limit=0").refused(&["did you mean `overwatch-limit`?"]);
}

#[test]
fn knobs_are_varied_one_at_a_time() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "ruleset = \"dogfaces\"\nname = \"knobs\"\narmies = [\"rifle-10\", \"rifle-13\"]\n\
                design = \"one-at-a-time\"\nstop.pairs = 64\n[vary]\n\"rules.overwatch-limit\" = [0]\n\
                \"codex.units.kyle.move\" = [2]\n";
    fs::write(folder.path().join("knobs.toml"), text).expect("writable");
    let answer = run_in(folder.path(), "run knobs.toml --format json").json();
    assert_eq!(answer["cells"].as_array().map(Vec::len), Some(3));
    assert_eq!(answer["cells"][0]["factors"]["variant"], "base");
    assert!(answer["answer"].as_str().is_some_and(|text| text.starts_with("Of 2 changes to the base: ")), "{answer}");
    let games = fs::read_to_string(folder.path().join("reports/knobs/games.csv")).expect("games worth a look");
    assert!(games.starts_with("game,list_a,list_b,result,turns,changes_of_lead,about,command\ntypical,"), "{games}");
    let command = games.lines().nth(1).and_then(|line| line.split(",evenodds ").nth(1)).expect("a command");
    assert!(run_in(folder.path(), command).ok().lines().count() > 5, "{command}");
    let told = |run: &str| run_in(folder.path(), &format!("play --game {run}#1/3/b --trace -")).ok();
    assert_eq!(told("knobs.toml"), told("reports/knobs"), "a game of a variant is played again as it was");
    let report = fs::read_to_string(folder.path().join("reports/knobs/report.md")).expect("a report");
    let nothing = report.lines().find(|line| line.starts_with("Not one result is different with: "));
    assert!(nothing.is_some_and(|line| line.contains("codex.units.kyle.move = 2")), "{report}");
    assert!(!report.contains("These move nothing"), "64 pairs do not show that");
    assert!(folder.path().join("reports/knobs/charts/tornado.svg").is_file());
}
