//! `evenodds run`, `evenodds merge` and `evenodds report`.

use std::fs;
use std::path::Path;

use crate::support::{run_in, run_with};

const EXPERIMENT: &str = "ruleset = \"dogfaces\"\nquestion = \"Which line of riflemen wins?\"\nseed = 3\n\
    armies = [\"rifle-10\", \"rifle-13\", \"rifle-16\"]\n[stop]\npairs = 70\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("rifles.toml"), EXPERIMENT).expect("writable");
    folder
}

fn digest(folder: &Path, arguments: &str) -> String {
    let answer = run_in(folder, &format!("{arguments} --format json")).json();
    answer["digest"].as_str().expect("a digest").to_owned()
}

#[test]
fn an_experiment_leaves_a_report_and_prints_answer_and_digest() {
    let folder = folder();
    let text = run_in(folder.path(), "run rifles.toml --pairs 6").ok();
    for part in ["Sixteen riflemen", "Ten riflemen", "Digest ", "seed 3"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let left = folder.path().join("reports/rifles");
    for file in ["manifest.json", "results.json", "report.html", "report.md", "report.bbcode", "charts"] {
        assert!(left.join(file).exists(), "{file}");
    }
    assert!(!left.join("checkpoint.json").exists(), "nothing to go on with is left of a complete run");
    let report = fs::read_to_string(left.join("report.md")).expect("readable");
    assert!(report.contains("Which line of riflemen wins?") && report.contains("evenodds run rifles.toml --pairs 6"));
}

#[test]
fn companions_of_a_run_say_how_good_its_play_is() {
    let folder = folder();
    let answer = run_in(folder.path(), "run rifles.toml --pairs 6 --gauges 2 --format json").json();
    let gauges = answer["play"]["gauges"].as_array().expect("a table").clone();
    assert_eq!(gauges.len(), 3, "a row a list");
    assert!(gauges[0]["chance"].as_f64() > Some(0.5) && gauges[0]["ahead"].is_null(), "{gauges:?}");
    let left = folder.path().join("reports/rifles");
    assert!(left.join("gauges/results.json").is_file() && !left.join("gauges/checkpoint.json").exists());
    assert!(left.join("gauges.csv").is_file());
    let report = || fs::read_to_string(left.join("report.md")).expect("readable");
    assert!(report().contains("How good the play is"));
    let again = run_in(folder.path(), "report reports/rifles --format json").json();
    assert_eq!(again["play"], answer["play"], "a report written again has them too");
    // By other rules the same folder holds no companions of the run.
    run_in(folder.path(), "run rifles.toml --pairs 6 --rule overwatch-limit=0").ok();
    assert!(!report().contains("How good the play is"));
    run_in(folder.path(), "run rifles.toml --gauges 2 --shard 0/2").refused(&["--shard"]);
}

#[test]
fn without_a_file_it_is_the_first_look() {
    let folder = folder();
    run_in(folder.path(), "run --pairs 1").ok();
    assert!(folder.path().join("reports/first-look/report.html").is_file());
}

#[test]
fn threads_shards_and_reports_have_one_digest() {
    let folder = folder();
    let whole = digest(folder.path(), "run rifles.toml --threads 1 --out whole");
    assert_eq!(whole, digest(folder.path(), "run rifles.toml --threads 2 --out again --fresh"));
    for shard in 0..2 {
        run_in(folder.path(), &format!("run rifles.toml --shard {shard}/2 --out parts")).ok();
    }
    assert_eq!(whole, digest(folder.path(), "merge parts --out merged"));
    assert_eq!(whole, digest(folder.path(), "report merged"));
    let first = "parts/shard-0-of-2.json";
    run_in(folder.path(), &format!("merge {first} --out half")).refused(&["shards are missing: 1/2"]);
    run_in(folder.path(), &format!("merge {first} {first} --out twice")).refused(&["once more"]);
    assert!(!folder.path().join("half").exists());
}

#[test]
fn flags_take_the_place_of_what_the_file_says() {
    let folder = folder();
    let plain = digest(folder.path(), "run rifles.toml --pairs 4 --out a");
    for flags in ["--seed 4", "--rule overwatch-limit=0", "--set codex.units.rifleman.move=3", "--pairs 5"] {
        let pairs = if flags.starts_with("--pairs") { "" } else { "--pairs 4" };
        assert_ne!(
            plain,
            digest(folder.path(), &format!("run rifles.toml {pairs} {flags} --out b --fresh")),
            "{flags}"
        );
    }
}

#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let folder = folder();
    let whole = digest(folder.path(), "run rifles.toml --pairs 200 --out whole");
    let child = std::process::Command::new(crate::support::command(folder.path()).get_program())
        .args(["run", "rifles.toml", "--pairs", "200", "--out", "cut"])
        .current_dir(folder.path())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn();
    let mut child = child.expect("the command starts");
    // Whether this is early, late or after the end, the outcome has to be the same.
    std::thread::sleep(std::time::Duration::from_millis(400));
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert_eq!(whole, digest(folder.path(), "run rifles.toml --pairs 200 --out cut"));
}

#[test]
fn every_bad_experiment_has_its_diagnostic() {
    let folder = folder();
    for (name, text, parts) in [
        ("key", EXPERIMENT.replace("armies", "armeis"), ["unknown key `armeis`", "did you mean `armies`?"]),
        ("list", EXPERIMENT.replace("rifle-13", "rifel-13"), ["rifel-13", "did you mean `rifle-13`?"]),
        ("ruleset", EXPERIMENT.replace("dogfaces", "dogface"), ["ruleset.toml:1:11", "did you mean `dogfaces`?"]),
        ("torn", EXPERIMENT.replace("[stop]", "[stop"), ["torn.toml:5", "torn.toml"]),
        ("range", EXPERIMENT.replace("pairs = 70", "pairs = 0"), ["range.toml:6", "0"]),
        ("vary", format!("{EXPERIMENT}[vary]\n\"rules.jet-zok\" = [\"stops\"]\n"), ["jet-zok", "jet-zoc"]),
        ("empty", String::new(), ["empty.toml", "this file is empty"]),
    ] {
        fs::write(folder.path().join(format!("{name}.toml")), text).expect("writable");
        run_in(folder.path(), &format!("run {name}.toml")).refused(&parts);
    }
    run_in(folder.path(), "run nowhere.toml").refused(&["nowhere.toml", "there is no such file"]);
    run_in(folder.path(), "run .").refused(&["this is a folder, not a file"]);
    assert!(!folder.path().join("reports").exists(), "nothing is half-written");
}

#[test]
fn folders_that_cannot_be_used_are_refused() {
    let folder = folder();
    run_in(folder.path(), "run rifles.toml --pairs 1 --out rifles.toml").refused(&["cannot write to this folder"]);
    run_in(folder.path(), "report nowhere").refused(&["nowhere", "there is no such file"]);
    run_in(folder.path(), "merge nowhere --out x").refused(&["nowhere"]);
    run_with(folder.path(), &["run", "rifles.toml", "--shard", "2/2"]).refused(&["--shard", "there is no shard 2/2"]);
}
