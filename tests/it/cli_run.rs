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
    assert!(report.contains("Which line of riflemen wins?"));
    // Nobody else has the file.
    let repeat = report.lines().find(|line| line.contains("evenodds run eo1x~")).expect("a command");
    assert!(repeat.contains(" --pairs 6"), "{repeat}");
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
    run_in(folder.path(), "run rifles.toml --pairs 6 --rule overwatch-limit=0 --fresh").ok();
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
fn more_games_are_added_to_a_finished_run() {
    let folder = folder();
    let short = digest(folder.path(), "run rifles.toml --pairs 7 --out r");
    let long = digest(folder.path(), "run rifles.toml --pairs 20 --out r");
    assert_ne!(short, long);
    assert_eq!(
        long,
        digest(folder.path(), "run rifles.toml --pairs 20 --out whole"),
        "the same to the bit as in one go"
    );
    let manifest = fs::read_to_string(folder.path().join("r/manifest.json")).expect("readable");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(manifest["timing"]["engagements"], 3 * 2 * 13, "what was there is not played again");
    let kept = fs::read_to_string(folder.path().join("r/summary.json")).expect("readable");
    let kept: serde_json::Value = serde_json::from_str(&kept).expect("JSON");
    assert_eq!((&kept["schema"], &kept["partial"]), (&"evenodds summary 1".into(), &false.into()));
    assert_eq!(kept["digest"].as_str(), Some(&*long));
    let cell = &kept["cells"][0];
    assert!(cell["low"].as_f64() < cell["score"].as_f64() && cell["verdict"].is_string(), "{cell}");
    assert!(cell["engagements_per_second"].is_null(), "no clock is kept: {cell}");
    run_in(folder.path(), "run rifles.toml --pairs 7 --out r").refused(&["another experiment", "--fresh"]);
    run_in(folder.path(), "run rifles.toml --pairs 30 --seed 9 --out r")
        .refused(&["another experiment", "there and 9 here"]);
    run_in(folder.path(), "run rifles.toml --pairs 5 --rows --out rows").ok();
    run_in(folder.path(), "run rifles.toml --pairs 9 --out rows").refused(&["a row of every engagement", "--rows"]);
    run_in(folder.path(), "run rifles.toml --pairs 9 --rows --out rows").ok();
    assert!(folder.path().join("rows/engagements.parquet").is_file());
}

#[test]
fn lists_that_are_added_bring_their_own_games_alone() {
    let folder = folder();
    let all = fs::read_to_string(folder.path().join("rifles.toml")).expect("readable");
    fs::write(folder.path().join("two.toml"), all.replace("\"rifle-13\", ", "")).expect("writable");
    let kept = |place: &str| -> serde_json::Value {
        let text = fs::read_to_string(folder.path().join(place).join("manifest.json")).expect("readable");
        serde_json::from_str(&text).expect("JSON")
    };
    let two = digest(folder.path(), "run two.toml --pairs 6 --out r");
    let three = digest(folder.path(), "run rifles.toml --pairs 6 --out r");
    assert_eq!(kept("r")["timing"]["engagements"], 2 * 2 * 6, "one of three cells was there");
    assert_eq!(
        three,
        digest(folder.path(), "run rifles.toml --pairs 6 --out whole"),
        "the same to the bit as in one go"
    );

    // Those that are left out would be lost.
    let offer = "`run --from r` takes over the games of 1 of its 3 cells";
    run_in(folder.path(), "run two.toml --pairs 6 --out r").refused(&["another experiment", offer]);
    assert_eq!(two, digest(folder.path(), "run two.toml --pairs 6 --out again --from r"));
    assert_eq!(kept("again")["timing"]["engagements"], 0);
    let other = run_in(folder.path(), "run two.toml --pairs 6 --seed 4 --out other --from r");
    assert!(other.err.contains("no cell of r is one of this experiment"), "{}", other.err);
    run_in(folder.path(), "run two.toml --pairs 6 --out rows --rows --from r")
        .refused(&["games that are taken over have none"]);

    // A match-up has the same games wherever it stands, and a game is told again by its pair alone.
    let score = |text: serde_json::Value| {
        text["cells"].as_array().expect("cells").iter().map(|c| c["pentanomial"].clone()).collect::<Vec<_>>()
    };
    let field =
        score(run_in(folder.path(), "matrix rifle-10 rifle-13 rifle-16 --pairs 6 --seed 3 --format json").json());
    let alone = run_in(folder.path(), "compare rifle-13 rifle-16 --pairs 6 --seed 3 --format json").json();
    assert_eq!(field[2], alone["pentanomial"]);
    let told = |of: &str| run_in(folder.path(), &format!("play {of}")).ok().split("\n\n").next().map(str::to_owned);
    assert_eq!(told("--game r#2/4/b --trace -"), told("rifle-13 rifle-16 --seed 3 --pair 4 --swapped --trace -"));
}

#[test]
fn a_task_of_a_scheduler_plays_the_part_of_its_number() {
    let folder = folder();
    let task = |task: &str, shard: &str| {
        let arguments = ["run", "rifles.toml", "--shard", shard, "--out", "parts"];
        crate::support::command(folder.path())
            .args(arguments)
            .env("JOB_COMPLETION_INDEX", task)
            .output()
            .expect("starts")
    };
    for number in ["0", "1"] {
        assert!(task(number, "auto/2").status.success());
    }
    let whole = digest(folder.path(), "run rifles.toml --out whole");
    assert_eq!(whole, digest(folder.path(), "merge parts --out merged"));
    for (number, shard, why) in [("2", "auto/2", "those of 2 parts are 0 to 1"), ("0", "auto", "how many tasks")] {
        let refused = task(number, shard);
        assert_eq!(refused.status.code(), Some(2));
        let said = String::from_utf8(refused.stderr).expect("UTF-8");
        assert!(said.contains(why), "{said}");
    }
    run_in(folder.path(), "run rifles.toml --shard auto --out parts").refused(&["this process is none"]);
}

#[test]
fn a_reader_who_leaves_early_finds_the_report_all_the_same() {
    let folder = folder();
    let mut child = std::process::Command::new(crate::support::command(folder.path()).get_program())
        .args(["run", "rifles.toml", "--pairs", "4", "--out", "r"])
        .current_dir(folder.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("ended").code(), Some(141));
    assert!(folder.path().join("r/report.html").is_file() && !folder.path().join("r/checkpoint.json").exists());
}

#[test]
fn of_two_processes_in_one_folder_one_is_refused() {
    let folder = folder();
    let run = || {
        std::process::Command::new(crate::support::command(folder.path()).get_program())
            .args(["run", "rifles.toml", "--pairs", "60", "--rows", "--out", "r"])
            .current_dir(folder.path())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the command starts")
    };
    let codes = [run(), run(), run()].map(|mut child| child.wait().expect("ended").code());
    // Whoever comes when another has ended finds a folder of its own experiment, and writes the same results again.
    assert!(codes.contains(&Some(0)) && codes.iter().all(|code| matches!(code, Some(0 | 2))), "{codes:?}");
    let digest = |name: &str| digest(folder.path(), name);
    assert_eq!(digest("report r"), digest("run rifles.toml --pairs 60 --out again"));
    assert!(folder.path().join("r/engagements.parquet").is_file(), "writing the report again keeps the rows");
}

#[test]
fn a_folder_of_the_user_and_the_results_of_another_run_are_not_written_into() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("mine")).expect("made");
    fs::write(at("mine/manifest.json"), "mine").expect("writable");
    run_in(folder.path(), "run rifles.toml --pairs 2 --out mine").refused(&["holds `manifest.json`", "mine"]);
    run_in(folder.path(), "run rifles.toml --pairs 2 --out . --fresh").refused(&["which is not of a run"]);
    assert_eq!(fs::read_dir(at("mine")).expect("readable").count(), 1);
    run_in(folder.path(), "compare rifle-10 rifle-13 --pairs 2 --out r").ok();
    run_in(folder.path(), "compare rifle-10 rifle-16 --pairs 2 --out r").refused(&["another experiment", "--fresh"]);
    run_in(folder.path(), "compare rifle-10 rifle-16 --pairs 2 --out r --fresh").ok();
    run_in(folder.path(), "compare rifle-10 rifle-16 --pairs 2 --fresh").refused(&["--out"]);
}

#[test]
fn a_manifest_that_was_changed_is_noticed() {
    let folder = folder();
    run_in(folder.path(), "run rifles.toml --pairs 2 --out r").ok();
    let path = folder.path().join("r/manifest.json");
    let manifest = fs::read_to_string(&path).expect("readable");
    fs::write(&path, manifest.replace("\"seed\": 3", "\"seed\": 4")).expect("writable");
    for command in ["report r", "play --game r#0/0/a"] {
        run_in(folder.path(), command).refused(&["manifest.json", "does not have its seal"]);
    }
    for shard in ["0/2", "1/2"] {
        run_in(folder.path(), &format!("run rifles.toml --pairs 2 --shard {shard} --out parts")).ok();
    }
    let path = folder.path().join("parts/shard-0-of-2.json");
    let shard = fs::read_to_string(&path).expect("readable");
    fs::write(&path, shard.replace("Which line of riflemen wins?", "Which line of riflemen loses?")).expect("writable");
    run_in(folder.path(), "merge parts --out merged").refused(&["shard-0-of-2.json", "does not have its seal"]);
}

#[cfg(unix)]
#[test]
fn names_of_files_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = folder();
    let output = std::process::Command::new(crate::support::command(folder.path()).get_program())
        .args(["run", "rifles.toml", "--pairs", "2", "--out"])
        .arg(std::ffi::OsStr::from_bytes(b"bad\xff\x1b"))
        .current_dir(folder.path())
        .output()
        .expect("the command starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!output.stderr.contains(&0x1b) && !output.stdout.contains(&0x1b));
    let report = fs::read_to_string(folder.path().join(std::ffi::OsStr::from_bytes(b"bad\xff\x1b/report.md")));
    assert!(report.expect("readable").contains(r"--out $'bad\xff\x1b'"));
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
    run_in(folder.path(), "run rifles.toml --pairs 1 --out rifles.toml")
        .refused(&["rifles.toml", "this is a file, not a folder"]);
    run_in(folder.path(), "report nowhere").refused(&["nowhere", "there is no such folder"]);
    run_in(folder.path(), "run rifles.toml --pairs 1 --out q").ok();
    run_in(folder.path(), "run q").refused(&["this is the folder of a run", "evenodds report q"]);
    run_in(folder.path(), "report rifles.toml").refused(&["rifles.toml", "this is a file, and a run is a folder"]);
    run_in(folder.path(), "report .").refused(&["this folder holds no run"]);
    run_in(folder.path(), "merge nowhere --out x").refused(&["nowhere"]);
    run_with(folder.path(), &["run", "rifles.toml", "--shard", "2/2"]).refused(&["--shard", "there is no shard 2/2"]);
}
