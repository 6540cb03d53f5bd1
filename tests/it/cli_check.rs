//! `evenodds check`, and everything that can be wrong with a file.

use std::fs;
use std::path::Path;

use crate::support::{run, run_in};

fn folder_with(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        fs::write(path, bytes).expect("writable");
    }
    folder
}

const RIFLES: &[u8] = b"name = \"Rifles\"\nruleset = \"dogfaces\"\nmode = \"free\"\n[units]\nrifleman = 3\n";

#[test]
fn the_files_of_the_project_are_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = run_in(root, "check armies experiments tests/situations").ok();
    assert!(out.contains("std-ab.toml: army list for Dogfaces in Space"), "{out}");
    assert!(out.contains("farmstead.toml: battlefield for Dogfaces in Space"), "{out}");
    assert!(out.contains("codex.toml: codex for Dogfaces in Space"), "{out}");
    assert!(out.contains("gun-line.toml: army list for Hex Command Gunpowder: Gun line, 14 units"), "{out}");
    assert!(out.contains("relief.toml: scenario for Hex Command Gunpowder: on crossroads, 3 objectives"), "{out}");
}

#[test]
fn all_diagnostics_of_all_files_are_reported_at_once() {
    let folder = folder_with(&[
        ("rifles.toml", RIFLES),
        ("typo.toml", b"name = \"Typo\"\nruleset = \"dogfaces\"\nmode = \"free\"\n[units]\nriflemen = 3\nchukc = 1\n"),
        ("torn.toml", b"name = \"Torn\nruleset = \"dogfaces\"\n"),
    ]);
    let ran = run_in(folder.path(), "check rifles.toml typo.toml torn.toml nowhere.toml");
    assert!(ran.out.contains("rifles.toml: army list for Dogfaces in Space: Rifles, 3 units, 300 points"));
    ran.refused(&[
        "typo.toml:5:1",
        "did you mean `rifleman`?",
        "typo.toml:6:1",
        "did you mean `chuck`?",
        "torn.toml:1:",
        "nowhere.toml",
        "there is no such file",
    ]);
}

#[test]
fn every_kind_of_bad_file_has_its_diagnostic() {
    let folder = folder_with(&[
        ("latin.toml", b"name = \"\xe9\""),
        ("empty.toml", b""),
        ("other.toml", b"colour = \"red\"\n"),
        ("lost.toml", b"[units]\nrifleman = 3\n"),
        ("dogma.toml", b"ruleset = \"dogfacs\"\n[units]\nrifleman = 3\n"),
        ("none/readme.txt", b"nothing"),
    ]);
    for (file, part) in [
        ("latin.toml", "not UTF-8"),
        ("empty.toml", "this file is empty"),
        ("other.toml", "no known kind"),
        ("lost.toml", "`ruleset` is missing"),
        ("dogma.toml", "did you mean `dogfaces`?"),
        ("none", "holds no TOML files"),
        ("lasts.toml", "did you mean `lost.toml`?"),
    ] {
        run_in(folder.path(), &format!("check {file}")).refused(&[file, part]);
    }
}

#[test]
fn what_a_file_names_is_checked_and_a_codex_is_known_by_what_it_holds() {
    let list = |name: &str, doctrine: &str| {
        format!("name = \"{name}\"\nruleset = \"dogma\"\n{doctrine}commander = \"mbt\"\n[units]\nmbt = 5\n")
    };
    let codex = fs::read("armies/hexcommand/codex.toml").expect("readable");
    let folder = folder_with(&[
        ("nope.toml", list("Mine", "doctrine = \"hammer-and-anvli\"\n").as_bytes()),
        ("long.toml", list(&"x".repeat(20_000), "").as_bytes()),
        ("escape.toml", list("a\\u001b[2J", "").as_bytes()),
        ("hex.toml", &codex),
    ]);
    run_in(folder.path(), "check nope.toml").refused(&["nope.toml", "did you mean `hammer-and-anvil`?"]);
    let both = list("Mine", "doctrine = \"hammer-and-anvli\"\n").replace("mbt = 5", "mbd = 5");
    fs::write(folder.path().join("both.toml"), both).expect("writable");
    run_in(folder.path(), "check both.toml").refused(&["both.toml:3:12", "both.toml:6", "did you mean `mbt`?"]);
    fs::write(folder.path().join("own.toml"), "[hammer-and-anvli]\nabout = \"mine\"\n").expect("writable");
    run_in(folder.path(), "check nope.toml --doctrine-book own.toml").ok();
    run_in(folder.path(), "check long.toml").refused(&["long.toml:1:8", "at most 100 characters"]);
    run_in(folder.path(), "check escape.toml").refused(&["escape.toml:1:8", "U+001B"]);
    let found = run_in(folder.path(), "check hex.toml --ruleset hexcommand").ok();
    assert!(found.starts_with("hex.toml: codex for "), "{found}");
    assert_eq!(run_in(folder.path(), "check hex.toml").ok(), found, "one game alone can read it");
    let broken = String::from_utf8(codex).expect("a text").replacen("cost = ", "cots = ", 1);
    fs::write(folder.path().join("broken.toml"), broken).expect("writable");
    run_in(folder.path(), "check broken.toml").refused(&["broken.toml", "`cots`", "did you mean `cost`?"]);
    fs::write(folder.path().join("odd.toml"), "[units.x]\ncost = 1\n").expect("writable");
    run_in(folder.path(), "check odd.toml --ruleset nowhere").refused(&["--ruleset"]);
    run_in(folder.path(), "compare . mbt-spam").refused(&["is a folder, not an army list"]);
    run_in(folder.path(), "list units --threads 30000").refused(&["--threads"]);
}

#[test]
fn lists_are_checked_and_read_and_units_are_listed_by_a_codex_of_ones_own() {
    let codex = fs::read_to_string("armies/dogma/codex.toml").expect("readable").replace("[units.mbt]", "[units.tank]");
    let list = "name = \"Mine\"\nruleset = \"dogma\"\ncommander = \"tank\"\n[units]\ntank = 5\n";
    let folder = folder_with(&[("own.toml", codex.as_bytes()), ("mine.toml", list.as_bytes())]);
    let ran = |line: &str| run_in(folder.path(), line);
    ran("check mine.toml").refused(&["unknown unit `tank`"]);
    assert!(ran("check mine.toml --codex own.toml").ok().contains("5 units"));
    assert!(ran("list units dogma --codex own.toml").ok().contains(" tank "));
    ran("list rules dogma --codex own.toml").refused(&["--codex", "rules are listed without a codex"]);
    ran("export list mine.toml --as text").refused(&["unknown unit `tank`"]);
    assert!(ran("export list mine.toml --as text --codex own.toml").ok().contains("5x tank"));
    fs::write(folder.path().join("post.txt"), "Mine\n3x Tank\n").expect("writable");
    assert!(ran("export list post.txt --ruleset dogma --codex own.toml").ok().contains("tank = 3"));
    ran("export codex dogma --codex own.toml").refused(&["only lists are read by a codex"]);
}

#[test]
fn exact_odds_hold_against_trials() {
    let csv = run_in(Path::new("."), "check --odds --ruleset dogma --trials 5000 --format csv").ok();
    assert!(csv.starts_with("ruleset,resolution,examples,outcomes,worst_z,of,chi_square,df,p_value,error\n"), "{csv}");
    assert_eq!(csv.lines().count(), 17);
    let text = run_in(Path::new("."), "check --odds --ruleset dogma --trials 5000 --seed 3").ok();
    let last = text.lines().last().expect("a verdict");
    assert!(last.starts_with("47 examples, ") && last.ends_with(": exact and simulated odds agree."), "{last}");
    let each = run_in(Path::new("."), "check --odds --ruleset dogma --trials 500 --each --format csv").ok();
    assert_eq!(each.lines().count(), 1 + 220);
}

#[test]
fn what_stands_out_fails_the_check() {
    let wrong = br#"[{"ruleset": "dogfaces", "resolution": "table-roll", "inputs": {"damage": 3},
                      "outcomes": {"miss": "1/2", "st": "1/2"}}]"#;
    let bad = br#"[{"resolution": "table-roll", "inputs": {"damage": "lots"}}]"#;
    let folder = folder_with(&[("wrong.json", wrong), ("bad.json", bad), ("torn.json", b"[{]")]);
    let ran = run_in(folder.path(), "check --odds wrong.json --trials 1000");
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("off those of the example"), "{}", ran.err);
    run_in(folder.path(), "check --odds bad.json --ruleset dogfaces").refused(&["damage", "dogfaces table-roll"]);
    let cases = r#"[{"ruleset": "dogma", "resolution": "shaken-check", "inputs": {"members": 9}}]"#;
    std::fs::write(folder.path().join("cases.json"), cases).expect("writable");
    run_in(folder.path(), "resolve --cases cases.json").refused(&["cases.json, entry 1: input `members`"]);
    run_in(folder.path(), "resolve dogma shaken-check --sweep members=1..3 --out cases.json").refused(&["cases.json"]);
    run_in(folder.path(), "check --odds bad.json").refused(&["unknown ruleset"]);
    run_in(folder.path(), "check --odds torn.json").refused(&["torn.json:1:", "not a list of examples"]);
    run_in(folder.path(), "check --trials 1000 wrong.json").refused(&["--odds"]);
}

#[test]
fn shared_strings_are_checked_too() {
    let shared = run("export list titan --as share").ok();
    assert!(run(&format!("check {}", shared.trim())).ok().starts_with("army list for Commander's Dogma: Titan"));
    run(&format!("check {}x", shared.trim())).refused(&["damaged"]);
    let wrong = run("check eo1~dogma~Titan~sht.3~000000");
    wrong.refused(&["its letters and its checksum do not go together"]);
}

#[test]
fn flags_of_one_check_are_refused_by_the_other() {
    run("check --odds --claim x").refused(&["--claim", "--odds"]);
    run("check --play --trials 500").refused(&["--trials", "--play"]);
    run("check --play --ruleset dogfaces --claim zzz").refused(&["no claim has this in its name", "allowed"]);
}

#[test]
fn an_experiment_tells_what_is_wrong_with_it_and_with_what_it_names() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write(
        "e.toml",
        "ruleset = \"dogfaces\"\narmies = [\"rifle-10\", \"rifle-16\"]\nscenario = \"x\"\ndoctrines = [\"masst-fire\"]\n\
         stop.pairs = \"20\"\n[vary]\nrules.overwach-limit = [1, 2]\n",
    );
    let parts = ["unknown key `scenario`", "`masst-fire`", "`overwach-limit`", "e.toml:5"];
    for command in ["check e.toml", "run e.toml"] {
        let told = run_in(folder.path(), command).refused(&parts);
        assert_eq!(told.matches("overwach-limit`").count(), 1, "each fault once: {told}");
    }
    // What is misspelt is not missing as well, and what is varied has no one value.
    write("m.toml", "ruleset = \"dogfaces\"\narmys = [\"rifle-10\"]\nstop.pairs = 2\n");
    let told = run_in(folder.path(), "check m.toml").refused(&["unknown key `armys`"]);
    assert!(!told.contains("lacks"), "{told}");
    write(
        "v.toml",
        "ruleset = \"dogfaces\"\narmies = [\"rifle-10\", \"rifle-16\"]\nstop.pairs = 2\n[rules]\nturn-cap = 5\n\
         [vary]\nrules.turn-cap = [8, 12]\n",
    );
    run_in(folder.path(), "check v.toml").refused(&["`rules.turn-cap` has one value and several", "v.toml:5"]);
    // A file whose keys are misspelt is read as what it is most like.
    write("l.toml", "ruleset = \"dogfaces\"\nname = \"x\"\n[unit]\nrifleman = 3\n");
    run_in(folder.path(), "check l.toml").refused(&["unknown key `unit`", "did you mean `units`?"]);
}

#[test]
fn options_that_change_nothing_are_refused() {
    let folder = folder_with(&[
        ("claims.toml", fs::read("experiments/claims/dogma.toml").expect("readable").as_slice()),
        ("table.toml", fs::read("experiments/battlefields/dogfaces/river-line.toml").expect("readable").as_slice()),
        (
            "inc.toml",
            b"name = \"inc\"\nruleset = \"dogfaces\"\narmies = [\"rifle-10\", \"rifle-13\"]\nstop = { pairs = 2 }\n",
        ),
    ]);
    let ran = |words: &str| run_in(folder.path(), words);
    ran("check inc.toml --doctrine-book nofile").refused(&["no such file", "nofile"]);
    ran("check inc.toml --doctrine-book inc.toml").refused(&["--doctrine-book has no meaning here"]);
    ran("check inc.toml --codex inc.toml").refused(&["--codex has no meaning here"]);
    ran("check inc.toml --ruleset dogma").refused(&["--ruleset has no meaning here", "Dogfaces in Space"]);
    ran("check inc.toml --ruleset dogfaces").ok();
    ran("run inc.toml --answers nofile").refused(&["no such file", "nofile"]);
    let answers = fs::read("armies/dogfaces/exploitability.toml").expect("readable");
    fs::write(folder.path().join("answers.toml"), answers).expect("writable");
    ran("run inc.toml --answers answers.toml").refused(&["--answers has no meaning here", "--gauges"]);
    assert!(!folder.path().join("reports").exists(), "nothing was played");
}

#[test]
fn numbers_are_read_as_people_write_them_and_others_told_what_is_wanted() {
    let same = |words: &str| run(&format!("compare rifle-10 rifle-13 --format json {words}")).json()["digest"].clone();
    assert_eq!(same("--pairs 1e1 --seed 1,000"), same("--pairs=10 --seed=1000"));
    for (words, part) in [
        ("compare rifle-10 rifle-13 --pairs 1,5", "a whole number without a sign is wanted"),
        ("compare rifle-10 rifle-13 --pairs -5", "invalid value '-5'"),
        ("compare rifle-10 rifle-13 --seed -1", "a whole number without a sign is wanted"),
        ("play rifle-10 rifle-13 --blunders 0", "1 to 255 are allowed"),
        ("compare rifle-10 rifle-13 --precision 0", "cannot be 0"),
    ] {
        let told = run(words).refused(&[part]);
        assert!(!told.contains("-- -"), "{told}");
    }
}
