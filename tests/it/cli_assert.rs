//! `evenodds assert`.

use std::fs;

use crate::support::{run, run_in, run_with};

#[test]
fn the_exit_code_is_the_answer() {
    let shown = run("compare rifle-16 rifle-10 --pairs 20 --format json").json();
    assert!(shown["score"].as_f64() > Some(0.6), "the list with more men is stronger: {shown}");
    let claim = |claim: &[&str]| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let ran = crate::support::run_with(folder.path(), &[&["assert"], claim].concat());
        (ran.code, ran.out, ran.err)
    };
    let (code, out, err) = claim(&["rifle-16 v rifle-10 in 50..100", "--cap", "400"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("shown: rifle-16 v rifle-10 in 50..100; rifle-16 scores "), "{out}");
    let (code, out, _) = claim(&["rifle-16 v rifle-10 in 45..55", "--cap", "400", "--alpha", "0.05"]);
    assert_eq!(code, 1);
    assert!(out.starts_with("refuted: "), "{out}");
    let (code, out, _) = claim(&["rifle-16 v rifle-10 in 45..55", "--cap", "2"]);
    assert_eq!(code, 3);
    assert!(out.starts_with("not enough games: "), "{out}");
    let both = ["rifle-16 v rifle-10 in 50..100", "rifle-16 v rifle-10 in 0..50", "--cap", "400", "--format", "json"];
    let (code, out, _) = claim(&both);
    assert_eq!(code, 1, "one claim that is refuted is enough");
    let answers: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&answers[0]["claim"]["answer"], &answers[1]["claim"]["answer"]), (&"shown".into(), &"refuted".into()));
    // Two claims share the error rate, and the interval says so.
    let claimed = &answers[0]["claim"];
    assert_eq!(claimed["confidence"].as_f64(), Some(0.975), "{claimed}");
    assert!(claimed["score_low"].as_f64() < answers[0]["score"].as_f64(), "{claimed}");
    let (_, out, _) = claim(&[both[0], both[1], "--cap", "400"]);
    assert!(out.contains("(97.5% at every look)"), "{out}");
}

#[test]
fn a_mirror_is_even() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ran = crate::support::run_with(folder.path(), &["assert", "rifle-10 v rifle-10 in 45..55"]);
    assert_eq!((ran.code, ran.out.contains("50")), (0, true), "{}", ran.out);
}

#[test]
fn what_is_no_claim_is_refused() {
    let refused = |claim: &str| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        crate::support::run_with(folder.path(), &["assert", claim])
    };
    refused("rifle-10 v rifle-13").refused(&["no ` in `", "'LIST v LIST in 45..55', in per cent"]);
    refused("rifle-10 v rifle-13 in 55..45").refused(&["not in order"]);
    refused("rifle-10 v rifle-31 in 45..55").refused(&["unknown army list `rifle-31`"]);
    run("assert").refused(&["<CLAIM>"]);
    let all = "--doctrine all";
    run(&format!("plan rifle-10 rifle-13 {all}")).refused(&["asked of one setting", "--doctrine", "'ONE v OTHER'"]);
    run(&format!("play rifle-10 rifle-13 {all}")).refused(&["asked of one setting", "--doctrine"]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_with(folder.path(), &["assert", "rifle-10 v rifle-13 in 45..55", "--doctrine", "all"])
        .refused(&["asked of one setting", "--doctrine"]);
}

#[test]
fn a_claim_is_told_with_what_it_takes_to_repeat_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let list = "name = \"Mine\"\nruleset = \"dogfaces\"\n[units]\nrifleman = 4\n";
    fs::write(folder.path().join("mine.toml"), list).expect("writable");
    let told = run_with(folder.path(), &["assert", "mine.toml v rifle-10 in 0..50", "--cap", "40"]);
    assert_eq!(told.code, 0, "{}", told.err);
    for part in [
        "shown: Mine v rifle-10 in 0..50",
        "last-man-standing on the usual battlefields",
        "digest ",
        "Seed 1. To repeat it:",
    ] {
        assert!(told.out.contains(part), "{part} is missing in\n{}", told.out);
    }
    let flat = told.out.split_whitespace().collect::<Vec<_>>().join(" ").replace(" \\ ", " ");
    let claim = flat.split('\'').nth(1).expect("a claim in quotes").to_owned();
    assert!(claim.starts_with("eo1~dogfaces~Mine~") && claim.ends_with(" v rifle-10 in 0..50"), "{flat}");
    let again = run_with(tempfile::tempdir().expect("a temporary folder").path(), &["assert", &claim, "--cap", "40"]);
    assert_eq!(again.out, told.out);
    run_in(folder.path(), "assert nothing").refused(&["no ` in `"]);
}
