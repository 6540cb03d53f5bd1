//! Folders of runs: who may hold them, and what stands in them afterwards.

use super::*;
use crate::experiment::{Manifest, Run, Stop, Timing};

const PART: Shard = Shard { index: 0, of: 2 };

fn run(hash: &str) -> Run {
    let manifest = serde_json::json!({
        "version": "1", "name": "try", "question": "", "ruleset": "coins", "title": "Coins", "seed": 1, "luck": "shared",
        "stop": Stop::Pairs(1), "factors": [], "lists": [], "experiment": "", "texts": [], "hash": hash, "digest": "",
        "command": "", "rules": [], "endings": [], "timing": Timing::default(),
    });
    Run { manifest: serde_json::from_value::<Manifest>(manifest).unwrap(), cells: Vec::new() }
}

fn hold(folder: &Path, hash: &str) -> Result<RunFolder, RunError> {
    RunFolder::hold(folder, hash, Shard::WHOLE, false)
}

/// Puts results of an experiment into a folder, with these files.
fn publish(folder: &RunFolder, hash: &str, files: &[&str]) {
    let stage = folder.stage().unwrap();
    run(hash).save(stage.path()).unwrap();
    for name in files {
        put(&stage.path().join(name), hash);
    }
    stage.publish().unwrap();
}

fn put(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The files of a folder, sorted.
fn files(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    files_below(folder, Path::new(""), &mut names).unwrap();
    let mut names: Vec<String> = names.iter().map(|name| name.display().to_string()).collect();
    names.sort();
    names
}

fn refusal(result: Result<RunFolder, RunError>) -> String {
    match result {
        Err(RunError::Request(diagnostics)) => diagnostics[0].to_string(),
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn one_process_at_a_time_holds_a_folder_and_shards_share_it() {
    let parent = tempfile::tempdir().unwrap();
    let place = parent.path().join("a/run");
    let shard = |index| RunFolder::hold(&place, "x", Shard { index, of: 2 }, false);
    let first = hold(&place, "x").unwrap();
    assert!(refusal(hold(&place, "x")).contains("another process is at work in this folder"));
    assert!(refusal(shard(0)).contains("another process"));
    drop(first);
    assert!(files(&place).is_empty(), "no lock is left");
    let parts = [shard(0).unwrap(), shard(1).unwrap()];
    assert!(refusal(shard(1)).contains("another process"));
    assert!(refusal(hold(&place, "x")).contains("another process"));
    let [one, other] = parts;
    drop(one);
    assert!(refusal(hold(&place, "x")).contains("another process"), "the other shard is still at work");
    drop(other);
    hold(&place, "x").unwrap();
    assert!(files(&place).is_empty());
}

#[test]
fn a_folder_with_files_of_somebody_else_is_left_alone() {
    let parent = tempfile::tempdir().unwrap();
    for name in ["manifest.json", ".rows/diary.txt", "cells.csv", "notes.txt"] {
        let place = parent.path().join(name.replace(['/', '.'], "_"));
        put(&place.join(name), "mine");
        assert!(refusal(hold(&place, "x")).contains(name), "{name}");
        assert_eq!(files(&place), [name]);
        assert_eq!(fs::read(place.join(name)).unwrap(), b"mine");
    }
    let file = parent.path().join("file");
    fs::write(&file, "mine").unwrap();
    assert!(refusal(hold(&file, "x")).contains("this is a file, not a folder"));
}

#[test]
fn what_a_run_that_was_killed_early_has_left_is_no_obstacle() {
    let parent = tempfile::tempdir().unwrap();
    let place = parent.path().join("run");
    for name in [".lock", ".lock-0-of-2", MARK, ".rows/cell-000001", ".checkpoint.json.part"] {
        put(&place.join(name), "");
    }
    let beside = parent.path().join(".run.unfinished");
    put(&beside.join(MARK), "");
    put(&beside.join("charts/a.svg"), "half of it");
    let folder = hold(&place, "x").unwrap();
    assert!(!beside.exists());
    publish(&folder, "x", &["cells.csv"]);
    drop(folder);
    assert_eq!(files(&place), [".lock-0-of-2", "cells.csv", "manifest.json", "results.json"]);
}

#[test]
fn new_results_take_the_place_of_old_ones_and_of_nothing_else() {
    let parent = tempfile::tempdir().unwrap();
    let theirs =
        ["charts/mine.txt", "discord/mine.md", "gauges/manifest.json", "mine/deep/notes.md", "shard-0-of-2.json"];
    let old = ["cells.csv", "charts/a.svg", "discord/message-3.md", "ratings.parquet", ".rows/cell-000000"];
    // Where the results cannot be staged beside the folder, they are moved in one after another.
    for in_the_way in [false, true] {
        let place = parent.path().join(format!("run-{in_the_way}"));
        if in_the_way {
            put(&parent.path().join(".run-true.unfinished"), "somebody's file");
        }
        let folder = hold(&place, "x").unwrap();
        publish(&folder, "x", &old);
        theirs.iter().for_each(|name| put(&place.join(name), "mine"));
        #[cfg(unix)]
        std::os::unix::fs::symlink("/nowhere", place.join("link")).unwrap();
        publish(&folder, "x", &["cells.csv", "charts/b.svg"]);
        drop(folder);
        let mut wanted = [&theirs[..], &["cells.csv", "charts/b.svg", "manifest.json", "results.json"]].concat();
        if cfg!(unix) {
            wanted.push("link");
        }
        wanted.sort_unstable();
        assert_eq!(files(&place), wanted);
        assert!(theirs.iter().all(|name| fs::read(place.join(name)).unwrap() == b"mine"));
    }
    assert_eq!(files(parent.path()).iter().filter(|name| name.contains("unfinished")).count(), 1);
}

#[test]
fn the_results_of_another_experiment_are_replaced_only_when_told() {
    let parent = tempfile::tempdir().unwrap();
    let place = parent.path().join("run");
    publish(&hold(&place, "x").unwrap(), "x", &["engagements.parquet"]);
    assert!(refusal(hold(&place, "y")).contains("results of another experiment"));
    let same = hold(&place, "x").unwrap();
    let stage = same.stage().unwrap();
    stage.keep("engagements.parquet").unwrap();
    stage.publish().unwrap();
    assert!(place.join("engagements.parquet").is_file(), "rows of the same experiment stay good");
    run("x").save(&place).unwrap();
    drop(same);
    let fresh = RunFolder::hold(&place, "y", Shard::WHOLE, true).unwrap();
    let stage = fresh.stage().unwrap();
    stage.keep("engagements.parquet").unwrap();
    stage.publish().unwrap();
    assert!(!place.join("engagements.parquet").exists());
    drop(fresh);
    run("x").save_shard(&place, PART).unwrap();
    let refused = refusal(RunFolder::hold(&place, "y", PART, false));
    assert!(refused.contains("results of another experiment"), "{refused}");
    RunFolder::hold(&place, "x", PART, false).unwrap();
}

#[test]
fn partial_results_leave_what_the_run_needs_to_go_on() {
    let parent = tempfile::tempdir().unwrap();
    let place = parent.path().join("run");
    let folder = hold(&place, "x").unwrap();
    Checkpoint { hash: "x".into(), shard: Shard::WHOLE, rows: true, cells: Vec::new() }.write(&place).unwrap();
    put(&place.join(".rows/cell-000001"), "rows");
    let stage = folder.stage().unwrap();
    run("x").save(stage.path()).unwrap();
    stage.keep_unfinished().unwrap();
    stage.publish().unwrap();
    assert_eq!(files(&place), [".lock", ".rows/cell-000001", "checkpoint.json", "manifest.json", "results.json"]);
    assert!(matches!(Checkpoint::read(&place, "x", Shard::WHOLE, true), Ok(Some(_))));
    publish(&folder, "x", &[]);
    assert_eq!(
        files(&place),
        [".lock", "manifest.json", "results.json"],
        "complete results leave nothing to go on with"
    );
}

#[test]
fn results_that_are_not_published_leave_nothing() {
    let parent = tempfile::tempdir().unwrap();
    let folder = hold(&parent.path().join("run"), "x").unwrap();
    let stage = folder.stage().unwrap();
    put(&stage.path().join("cells.csv"), "half");
    drop(stage);
    drop(folder);
    assert!(files(parent.path()).is_empty());
}
