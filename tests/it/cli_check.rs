//! `evenodds check`, and everything that can be wrong with a file.

use std::fs;
use std::path::Path;

use crate::support::run_in;

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
    let out = run_in(root, "check armies experiments").ok();
    assert!(out.contains("std-ab.toml: army list for Dogfaces in Space"), "{out}");
    assert!(out.contains("farmstead.toml: battlefield for Dogfaces in Space"), "{out}");
    assert!(out.contains("codex.toml: codex for Dogfaces in Space"), "{out}");
}

#[test]
fn all_faults_of_all_files_are_reported_at_once() {
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
