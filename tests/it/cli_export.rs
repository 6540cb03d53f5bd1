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
    run("export codex dogma --as text").refused(&["only lists are written as text"]);
    run("export doctrines chess").refused(&["unknown ruleset"]);
}

#[test]
fn the_table_of_a_game_is_a_battlefield_to_play_on_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |request: &str| run_in(folder.path(), request).ok();
    for (ruleset, lists, ground) in [
        ("dogfaces", "std-ab free-be", ""),
        ("dogma", "combined-arms armour-fist", ""),
        ("hexcommand", "balanced-division gun-line", "--battlefield random"),
        ("darkpotential", "suggested shooters", ""),
        ("chainsword", "combined-arms gun-line", ""),
    ] {
        let play = |ground: &str, to: &str| {
            run(&format!("play {lists} --ruleset {ruleset} {ground} --seed 5 --pair 3 --trace {to}.jsonl --fresh"));
            run(&format!("export battlefield {to}.jsonl --out {to}.toml"));
            fs::read_to_string(folder.path().join(format!("{to}.toml"))).expect("it was written")
        };
        let [first, second, third] = ["first", "second", "third"].map(|name| format!("{ruleset}-{name}"));
        let drawn = play(ground, &first);
        run(&format!("check {first}.toml"));
        let again = play(&format!("--battlefield {first}.toml"), &second);
        // In Commander's Dogma edges are drawn, and the table is seen from them: twice turned it is as it was.
        let turned = if ruleset == "dogma" { play(&format!("--battlefield {second}.toml"), &third) } else { again };
        assert_eq!(turned, drawn, "{ruleset}");
        assert!(drawn.contains("Where pair 3 of seed 5 was played"), "{drawn}");
    }
    fs::write(folder.path().join("notes.jsonl"), "{}\n").expect("writable");
    run_in(folder.path(), "export battlefield notes.jsonl").refused(&["this is no trace of a game", "notes.jsonl"]);
}

#[test]
fn whoever_gives_a_post_in_the_place_of_a_list_is_told_how_to_make_one_of_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("post.txt"), "My list\n- 10x Rifleman (100)\n").expect("writable");
    for request in ["check post.txt", "compare post.txt rifle-13", "play rifle-13 post.txt"] {
        run_in(folder.path(), request)
            .refused(&["`post.txt` is a text", "evenodds export list post.txt --ruleset NAME"]);
    }
    // A file that is called a list is one, with a fault.
    std::fs::write(folder.path().join("post.toml"), "My list\n").expect("writable");
    run_in(folder.path(), "check post.toml").refused(&["post.toml:1:4"]);
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
fn a_posted_list_of_a_game_of_squads_plays() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let post =
        "Patrol (1000 pts)\n1x Marshal\n2x Lieutenant\nLevy Rifles x3 - 195\nbreachers, 2 kestrel and a strider\n";
    fs::write(folder.path().join("post.txt"), post).expect("writable");
    let ran = run_in(folder.path(), "export list post.txt --ruleset chainsword --out patrol.toml");
    let said = ran.err.clone();
    ran.ok();
    assert!(!said.contains("not playable") && !said.contains("not understood"), "{said}");
    assert!(run_in(folder.path(), "check patrol.toml").ok().contains("Patrol, 10 units"));
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

#[test]
fn rosters_of_army_builders_become_lists_by_a_file_of_names() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("writable");
    let roster = r#"<roster name="From a builder" gameSystemName="Dogfaces in Space"><costs><cost name="FP" value="9"/></costs><forces>
        <force><selections><selection name="Rifle Squad" type="unit" number="1"/><selection name="Uriah" type="model" number="1"/>
        <selection name="Mortar" type="unit" number="1"/></selections></force></forces></roster>"#;
    write("army.ros", roster);
    write("names.toml", "ignore = []\n[units]\n\"Rifle Squad\" = { rifleman = 9 }\n[list]\nmode = \"free\"\n");
    let read = run_in(folder.path(), "export list army.ros --names names.toml --out mine.toml");
    assert_eq!(read.code, 0, "{}", read.err);
    for part in ["army.ros: not understood: 1x Mortar", "says 9 points"] {
        assert!(read.err.contains(part), "`{part}` is missing in\n{}", read.err);
    }
    let checked = run_in(folder.path(), "check mine.toml").ok();
    assert!(checked.contains("From a builder, 10 units"), "{checked}");
    write("names.toml", "[units]\n\"Rifle Squad\" = { riflman = 9 }\n");
    run_in(folder.path(), "export list army.ros --names names.toml").refused(&["names.toml:2:", "rifleman"]);
    write("army.ros", &roster.replace("Dogfaces in Space", "Chess"));
    run_in(folder.path(), "export list army.ros").refused(&["for `Chess`", "--ruleset dogma"]);
    write("army.ros", "<roster/>");
    run_in(folder.path(), "export list army.ros --ruleset dogma").refused(&["nothing in this roster", "mbt"]);
    run_in(folder.path(), "compare army.ros titan").refused(&["evenodds export list army.ros"]);
    run_in(folder.path(), "export list titan --names names.toml").refused(&["only rosters"]);
}

#[test]
fn an_experiment_is_shared_as_a_string_and_repeated_by_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("writable");
    write("mine.toml", "name = \"Ten rifles\"\nruleset = \"dogfaces\"\n[units]\nrifleman = 10\n");
    write(
        "ask.toml",
        "ruleset = \"dogfaces\"\nscenarios = \"last-stand\"\npairings = [[\"mine.toml\", \"rifle-13\"]]\nstop.pairs = 2\n",
    );
    let shared = run_in(folder.path(), "export experiment ask.toml --as share").ok();
    let shared = shared.trim();
    let first = run_in(folder.path(), "run ask.toml --format json").ok();
    let report = fs::read_to_string(folder.path().join("reports/ask/report.md")).expect("a report");
    assert!(report.contains(&format!("evenodds run {shared} --format json")), "{report}");
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let again = run_in(elsewhere.path(), &format!("run {shared} --format json")).ok();
    let [first, again]: [serde_json::Value; 2] = [first, again].map(|text| serde_json::from_str(&text).expect("JSON"));
    assert_eq!(first["cells"][0]["score"], again["cells"][0]["score"]);
    assert!(elsewhere.path().join("reports/ask/report.html").is_file());
    let back = run_in(elsewhere.path(), &format!("export experiment {shared}")).ok();
    assert!(back.contains("eo1~dogfaces~"), "{back}");
    run_in(elsewhere.path(), &format!("run {}", &shared[..shared.len() - 1])).refused(&["was it copied whole"]);
    run("export codex dogma --as share").refused(&["lists and experiments to share"]);
}

#[test]
fn lists_made_of_teams_and_squads_say_as_text_what_is_in_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (list, lines) in [
        ("std-ab", &["1x frank (160) (in teams)", "teams: [\"alpha\", \"bravo\"]"][..]),
        ("suggested", &["1x generic-leader", "(in squads)"]),
    ] {
        let text = run(&format!("export list {list} --as text")).ok();
        for line in lines {
            assert!(text.contains(line), "{line} is missing in\n{text}");
        }
        fs::write(folder.path().join("post.txt"), &text).expect("writable");
        let ruleset = if list == "std-ab" { "dogfaces" } else { "darkpotential" };
        let back = run_in(folder.path(), &format!("export list post.txt --ruleset {ruleset}")).ok();
        fs::write(folder.path().join("back.toml"), back).expect("writable");
        assert_eq!(run_in(folder.path(), "export list back.toml --as text").ok(), text);
    }
    let hex = run("list armies hexcommand --format csv").ok();
    assert!(hex.contains("commander"), "what else a list pays for is in it: {hex}");
}

#[test]
fn posts_are_read_as_people_write_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let post = "Titan list [24 FP] ++\n\nCommander: SHT\nSuper Heavy: 3 x SHT - 12\nMBT x2\nAA\n";
    fs::write(folder.path().join("post.txt"), post).expect("writable");
    let read = run_in(folder.path(), "export list post.txt --ruleset dogma");
    assert!(read.err.contains("not understood: AA; did you mean `spaag`?"), "{}", read.err);
    let list: toml::Table = read.ok().parse().expect("TOML");
    assert_eq!((list["name"].as_str(), list["commander"].as_str()), (Some("Titan list"), Some("sht")));
    assert_eq!((list["units"]["sht"].as_integer(), list["units"]["mbt"].as_integer()), (Some(3), Some(2)));
    fs::write(folder.path().join("men.txt"), "Men\nSniper x2\nSam Spade\nrifleman x3\n").expect("writable");
    let said = run_in(folder.path(), "export list men.txt --ruleset dogfaces").err;
    assert!(said.contains("Sam Spade; did you mean `sam`?") && said.contains("evenodds list units dogfaces"), "{said}");
}

#[test]
fn what_lists_have_beside_units_is_read_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let read = |text: &str, ruleset: &str| {
        fs::write(folder.path().join("post.txt"), text).expect("writable");
        run_in(folder.path(), &format!("export list post.txt --ruleset {ruleset}"))
    };
    for line in ["Dogmas: Artillery", "Artillery", "- Artillery (1)"] {
        let list = read(&format!("Mine\nCommander: mbt\n{line}\n3 x MBT\n"), "dogma").ok();
        assert!(list.contains("dogma = \"artillery\""), "{line}: {list}");
    }
    let list = read("Mine\n8 trained-infantry:rifle-musket\n3 commander\n", "hexcommand").ok();
    assert!(list.contains("commanders = 3"), "{list}");
    let list = read("4 soldiers, 1 sniper\n", "darkpotential").ok();
    assert!(list.contains("generic-soldier = 4") && list.contains("generic-sniper = 1"), "{list}");
    let headless = read("Mine\n3 x MBT\n", "dogma").err;
    assert!(headless.contains("names no Commander; allowed: commander = \"UNIT\" above [units]"), "{headless}");
}
