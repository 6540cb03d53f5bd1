//! `evenodds export`: files to start from, lists as text and as strings to share.

use std::fs;

use crate::support::{command, run, run_in};

#[test]
fn what_is_built_in_can_be_had_and_is_right() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (what, file) in [
        ("list titan", "titan.toml"),
        ("list suggested", "suggested.toml"),
        ("codex dogma", "codex.toml"),
        ("doctrines hexcommand", "doctrines.toml"),
        ("battlefield river-line", "river.toml"),
        ("experiment dogfaces", "look.toml"),
        ("claims dogma", "claims.toml"),
    ] {
        run_in(folder.path(), &format!("export {what} --out {file}")).ok();
        let ruleset = match what.split_once(' ') {
            Some(("codex" | "doctrines" | "claims", ruleset)) => format!("--ruleset {ruleset}"),
            Some(("battlefield", _)) => "--ruleset dogfaces".to_owned(),
            _ => String::new(),
        };
        run_in(folder.path(), &format!("check {file} {ruleset}")).ok();
    }
    run_in(folder.path(), "export list titan --out titan.toml").refused(&["there is such a file already"]);
    run("export list tytan").refused(&["titan"]);
    run("export codex dogmatic").refused(&["dogma"]);
    run("export codex dogma --as text").refused(&["only lists"]);
    run("export doctrines chess").refused(&["unknown ruleset"]);
}

#[test]
fn a_posted_list_becomes_a_file_and_what_is_not_understood_is_said() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let post = "My riflemen (1275 points)\n\n[b]Troops[/b]\n- 10x Rifleman (100)\n* Uriah\n1x Tomm\n";
    fs::write(folder.path().join("post.txt"), post).expect("writable");
    let read = run_in(folder.path(), "export list post.txt --ruleset dogfaces --out mine.toml");
    assert_eq!(read.code, 0, "{}", read.err);
    for part in [
        "post.txt:3: not understood: [b]Troops[/b]",
        "post.txt:6: not understood",
        "did you mean `tom`?",
        "the text says 1275 points",
    ] {
        assert!(read.err.contains(part), "`{part}` is missing in\n{}", read.err);
    }
    let checked = run_in(folder.path(), "check mine.toml").ok();
    assert!(checked.contains("My riflemen, 11 units"), "{checked}");
    let text = run_in(folder.path(), "export list mine.toml --as text").ok();
    assert!(text.starts_with("My riflemen (Dogfaces in Space, ") && text.contains("10x rifleman ("), "{text}");
    let mut again = command(folder.path());
    let output =
        again.args(["export", "list", "-", "--as", "text"]).write_stdin(text.clone()).output().expect("starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), text, "{}", String::from_utf8_lossy(&output.stderr));
    fs::write(folder.path().join("letter.txt"), "Dear all,\nhow are you?\n").expect("writable");
    run_in(folder.path(), "export list letter.txt").refused(&["does not say of which game", "--ruleset dogma"]);
    run_in(folder.path(), "export list letter.txt --ruleset dogma").refused(&["no line of this text names a unit"]);
}

#[test]
fn a_shared_string_plays_in_the_place_of_its_list() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let list = "name = \"Mine\"\nruleset = \"dogfaces\"\ndoctrine = \"massed-fire\"\n[units]\nrifleman = 9\n";
    fs::write(folder.path().join("mine.toml"), list).expect("writable");
    let shared = run_in(folder.path(), "export list mine.toml --as share").ok();
    let shared = shared.trim();
    assert!(shared.starts_with("eo1~dogfaces~Mine~") && shared.len() < 80, "{shared}");
    let block = run_in(folder.path(), "compare mine.toml rifle-10 --pairs 4 --seed 3").ok();
    let elsewhere = run(&format!("compare {shared} rifle-10 --pairs 4 --seed 3")).ok();
    // A command that is too long for its line goes on below.
    let repeat = |block: &str| {
        let (_, command) = block.split_once("\nRepeat ").unwrap_or_else(|| panic!("no command in\n{block}"));
        command.replace(" \\\n", " ").split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(repeat(&block).iter().any(|word| word == shared), "{block}");
    assert_eq!(repeat(&block), repeat(&elsewhere));
    let damaged = shared.replace("rifleman.9", "rifleman.8");
    run(&format!("compare {damaged} rifle-10 --pairs 4")).refused(&["is damaged"]);
    run(&format!("export list {damaged}")).refused(&["is damaged"]);
}

#[test]
fn schemas_are_written_for_editors() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_in(folder.path(), "export list-schema dogma --out list.schema.json").ok();
    let text = fs::read_to_string(folder.path().join("list.schema.json")).expect("readable");
    let list: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(list["properties"]["ruleset"]["const"], "dogma");
    assert!(list["properties"]["units"]["properties"]["mbt"]["description"].is_string(), "{list}");
    let experiment = run_in(folder.path(), "export experiment-schema hexcommand").json();
    assert!(experiment["properties"]["rules"]["properties"].as_object().is_some_and(|rules| rules.len() > 50));
    let book = run_in(folder.path(), "export doctrines-schema dogfaces").json();
    let weight = &book["additionalProperties"]["properties"]["risk"];
    assert!(weight["minimum"].as_f64() < weight["maximum"].as_f64(), "{book}");
    run_in(folder.path(), "export list-schema dogmata").refused(&["did you mean `dogma`?"]);
}
