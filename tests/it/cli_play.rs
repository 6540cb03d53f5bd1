//! `evenodds play`.

use std::fs;

use serde_json::Value;

use crate::support::{run, run_in, run_with};

fn events(trace: &str) -> Vec<Value> {
    trace.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn an_engagement_is_told_in_words_and_as_a_trace() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let words = run_in(folder.path(), "play rifle-10 rifle-10 --seed 7 --trace game.jsonl").ok();
    assert!(words.lines().count() > 20, "{words}");
    let origin = "\nSeed 7, pair 0; the first-named list has the first seat. To tell it again:\n\n\
                  evenodds play rifle-10 rifle-10 --seed 7 --trace game.jsonl\n";
    assert!(words.ends_with(origin), "{words}");
    let trace = fs::read_to_string(folder.path().join("game.jsonl")).expect("written");
    let told = events(&trace);
    assert_eq!(told[0]["event"], "battle");
    assert_eq!(told.last().expect("events")["event"], "verdict");
    let again = run("play rifle-10 rifle-10 --seed 7 --trace -").ok();
    assert_eq!(again, trace, "the same seed tells the same game");
    assert_ne!(run("play rifle-10 rifle-10 --seed 7 --pair 1 --trace -").ok(), trace);
    assert_ne!(
        run("play rifle-10 rifle-13 --seed 7 --swapped --trace -").ok(),
        run("play rifle-10 rifle-13 --seed 7 --trace -").ok()
    );
}

#[test]
fn told_shortly_every_turn_says_what_it_brought_in_all_games() {
    for (lists, part) in [
        ("rifle-10 rifle-13", " Side A, attack: "),
        ("combined-arms militia-swarm", " Side B: "),
        ("levy-foot breacher-assault", " Phase "),
        ("balanced-division militia-mass", " Fire, side "),
        ("suggested no-rocket", ", turn of "),
    ] {
        let told = run(&format!("play {lists} --seed 8 --detail turns")).ok();
        assert!(told.starts_with("Side A"), "who meets is told first: {told}");
        assert!(told.contains(" leads by ") && told.contains("; A lost "), "{lists}: {told}");
        let brought = told.lines().any(|line| line.contains(part) && line.contains(" loses "));
        assert!(brought, "{lists}: {told}");
    }
}

#[test]
fn an_engagement_of_a_run_is_played_again_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let experiment = "ruleset = \"dogfaces\"\nseed = 9\narmies = [\"mine.toml\", \"rifle-13\"]\n[stop]\npairs = 3\n\
                      [vary]\n\"rules.overwatch-limit\" = [0, 2]\n";
    let list =
        "name = \"Mine\"\nruleset = \"dogfaces\"\nmode = \"free\"\ndoctrine = \"massed-fire\"\n[units]\nrifleman = 9\n";
    fs::write(folder.path().join("try.toml"), experiment).expect("writable");
    fs::write(folder.path().join("mine.toml"), list).expect("writable");
    run_in(folder.path(), "run try.toml --out done").ok();
    let of_file = run_in(folder.path(), "play --game try.toml#1/2/b --trace -").ok();
    fs::write(folder.path().join("mine.toml"), list.replace('9', "8")).expect("writable");
    let of_run = run_in(folder.path(), "play --game done#1/2/b --trace -").ok();
    assert_eq!(of_run, of_file, "the run has kept its own texts");
    assert_eq!(run_in(folder.path(), "play --game 1/2/b --run done --trace -").ok(), of_run);
    assert_ne!(run_in(folder.path(), "play --game done#1/2/a --trace -").ok(), of_run);
    assert_ne!(run_in(folder.path(), "play --game done#0/2/b --trace -").ok(), of_run);
    run_in(folder.path(), "play --game done#2/0/a").refused(&["there is no cell 2", "0 to 1"]);
    // A report may be kept without the results.
    fs::remove_file(folder.path().join("done/results.json")).expect("there");
    fs::write(folder.path().join("mine.toml"), list).expect("writable");
    assert_eq!(run_in(folder.path(), "play --game done#1/2/b --trace -").ok(), of_run);
    run_in(folder.path(), "play --game done#2/0/a").refused(&["there is no cell 2", "0 to 1"]);
    fs::write(folder.path().join("mine.toml"), list.replace('9', "8")).expect("writable");
    run_in(folder.path(), "play --game done#1/2/b").refused(&["no results", "no longer the same"]);
}

#[test]
fn wrong_requests_are_refused() {
    run("play rifle-10").refused(&["2 values required"]);
    run("play").refused(&["<LIST>"]);
    run("play --game 1/2/b").refused(&["does not say of which run", "RUN#CELL/PAIR/a"]);
    run("play --game here#1/2/c").refused(&["is not the address of an engagement", "CELL/PAIR/b"]);
    run("play --game here#1/2/a").refused(&["here", "there is no such file"]);
    run("play --situation nowhere.toml").refused(&["nowhere.toml", "there is no such file"]);
    run("play rifle-10 rifle-10 --trace .").refused(&["this is a folder, not a file"]);
}

/// Two riflemen against one: the first choice is theirs.
#[test]
fn a_situation_is_played_on_from_its_end() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let position = "ruleset = \"dogfaces\"\nbattlefield = \"proving-ground\"\nphase = \"attack\"\nunits = [\n    \
        { id = \"A:rifleman-1\", at = [4, 6] }, { id = \"A:rifleman-2\", at = [5, 6] },\n    { id = \"B:rifleman\", at = [4, 4] },\n]\n";
    fs::write(folder.path().join("two.toml"), position).expect("writable");
    let request = "play --situation two.toml --rollouts 64 --seed 5";
    let table = run_in(folder.path(), request).ok();
    assert!(table.contains("From the end of two, turn 1, side A"), "{table}");
    let rows = |request: &str| -> Vec<Value> {
        serde_json::from_str(&run_in(folder.path(), request).ok()).expect("a list of rows")
    };
    let found = rows(&format!("{request} --format json"));
    let count = |row: &Value, key: &str| row[key].as_u64().expect(key);
    for row in &found {
        assert_eq!(["won", "drawn", "lost"].map(|key| count(row, key)).iter().sum::<u64>(), 64);
    }
    assert!(count(&found[0], "won") > 40, "two of a kind lose to one: {table}");
    assert_eq!(found, rows(&format!("{request} --format json")), "the same seed has the same games");
    let both = ["--doctrine", "random v headhunters"];
    let other = run_with(folder.path(), &request.split(' ').chain(both).collect::<Vec<_>>()).ok();
    assert!(other.contains("side A (random) to choose against headhunters"), "{other}");

    let refused = |flags: &str, words: &[&str]| {
        run_in(folder.path(), &format!("play --situation two.toml {flags}")).refused(words);
    };
    refused("--seed 5", &["--seed", "without --rollouts"]);
    refused("--doctrine random", &["--doctrine", "without --rollouts"]);
    refused("--rollouts 9 --doctrine masked-fire", &["unknown doctrine", "massed-fire"]);
    refused("--rollouts 9 --rule stunned-zoc=no", &["--rule", "the situation itself says it"]);
    refused("--rollouts 9 --set codex.units.andy.cost=1", &["codex.units.andy.cost", "said by the situation itself"]);
    let over = include_str!("../situations/dogfaces/scn-02-seize-cap-level.toml");
    fs::write(folder.path().join("over.toml"), over).expect("writable");
    run_in(folder.path(), "play --situation over.toml --rollouts 9").refused(&["the game is over", "over.toml"]);
}

#[test]
fn no_file_is_replaced_unless_it_is_asked_for() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let game = "play rifle-10 rifle-10 --seed 7";
    run(&format!("{game} --film mine.txt")).refused(&["is no name of a page", "FILE.html"]);
    run(&format!("{game} --format json")).refused(&["--trace -", "bbcode"]);
    run(&format!("{game} --format bbcode --trace -")).refused(&["--format has no meaning here"]);
    for file in ["--trace mine.jsonl", "--film mine.html", "--strip mine.png"] {
        let name = file.split(' ').nth(1).expect("a name");
        fs::write(folder.path().join(name), "mine").expect("writable");
        run_in(folder.path(), &format!("{game} {file}")).refused(&["there is such a file already", "--fresh"]);
        assert_eq!(fs::read_to_string(folder.path().join(name)).expect("readable"), "mine");
        run_in(folder.path(), &format!("{game} {file} --fresh")).ok();
        assert_ne!(fs::read(folder.path().join(name)).expect("readable"), b"mine");
    }
    let ask = "resolve dogfaces duel a=dave --out odds";
    run_in(folder.path(), &format!("{ask} b=rifleman")).ok();
    run_in(folder.path(), &format!("{ask} b=rifleman")).ok();
    run_in(folder.path(), &format!("{ask} b=andy")).refused(&["the odds of another question", "--fresh"]);
    run_in(folder.path(), &format!("{ask} b=andy --fresh")).ok();
    let elsewhere = "resolve dogfaces duel a=dave b=andy --out";
    run_in(folder.path(), &format!("{elsewhere} .")).refused(&["something else than odds", "--fresh"]);
    run_in(folder.path(), &format!("{elsewhere} mine.html")).refused(&["this is a file, not a folder"]);
    fs::write(folder.path().join("book.toml"), "mine").expect("writable");
    run_in(folder.path(), "tune doctrine rifle-10 --output book.toml").refused(&["there is such a file already"]);
    run_in(folder.path(), "tune costs dogfaces --output book.toml").refused(&["there is such a file already"]);
}

#[test]
fn a_game_is_played_on_from_a_line_of_its_trace() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let game = "play rifle-13 rifle-10 --seed 7 --pair 2 --swapped";
    run_in(folder.path(), &format!("{game} --trace game.jsonl")).ok();
    let trace = events(&fs::read_to_string(folder.path().join("game.jsonl")).expect("written"));
    let rows = |request: &str| -> Vec<Value> {
        serde_json::from_str(&run_in(folder.path(), request).ok()).expect("a list of rows")
    };
    let start = rows(&format!("{game} --from 1 --rollouts 60 --format json"));
    assert_eq!(
        (&start[0]["line"], &start[0]["won"], &start[0]["lost"]),
        (&trace_line(&trace, 1), &start[1]["lost"], &start[1]["won"])
    );
    let sum: u64 = ["won", "drawn", "lost"].iter().map(|key| start[0][key].as_u64().expect("a count")).sum();
    assert_eq!(sum, 60);
    // Whoever won the game has won all games that begin with its last choice.
    let last = 1 + trace.iter().rposition(|event| event["event"] == "choice").expect("choices were made");
    let end = rows(&format!("{game} --from {} --rollouts 60 --format json", last - 1));
    let winner = trace.last().expect("a verdict")["winner"].as_str().expect("somebody won");
    let of_winner = end.iter().find(|row| row["side"] == winner).expect("a row for each side");
    assert_eq!(of_winner["won"], 60, "{end:?}");
    // The address stands in the file; the lists have to be those that played.
    let lists = "play rifle-13 rifle-10";
    let of_file = rows(&format!("{lists} --from game.jsonl:1 --rollouts 60 --format json"));
    assert_eq!(of_file, start);
    assert_eq!(rows(&format!("{lists} --from game.jsonl:1 --rollouts 60 --format json --threads 1")), start);
    let refuse = |request: &str, words: &[&str]| run_in(folder.path(), request).refused(words);
    refuse("play rifle-10 rifle-13 --from game.jsonl:9", &["line 1 is not what these lists play"]);
    refuse(&format!("{game} --from {}", trace.len() + 1), &["nothing is left to decide", "lines of the trace, 1 to"]);
    refuse(&format!("{game} --from 0"), &["the number of a line of the trace, from 1"]);
    refuse(&format!("{game} --from none.jsonl:3"), &["none.jsonl", "there is no such file"]);
    fs::write(folder.path().join("notes.txt"), "{}\n").expect("writable");
    refuse(&format!("{game} --from notes.txt:1"), &["line 1: no address of a game"]);
}

/// The number of lines that have been told when the first decision at which `line` of them have been told is due.
fn trace_line(trace: &[Value], line: usize) -> Value {
    let next = trace.iter().skip(line).position(|event| event["event"] == "choice").expect("a choice");
    (line + next).into()
}

#[test]
fn the_choices_of_a_game_that_cost_most_are_named() {
    let request = "play rifle-10 rifle-10 --seed 8 --blunders 2 --rollouts 3 --format json --set play.tempers=0 \
                   --set play.portfolio=[\"envelop\"]";
    let told = run(request).ok();
    let rows: Vec<Value> = serde_json::from_str(&told).expect("a list of rows");
    assert!(!rows.is_empty() && rows.len() <= 2, "{rows:?}");
    let trace = events(&run("play rifle-10 rifle-10 --seed 8 --trace -").ok());
    for row in &rows {
        let line = row["line"].as_u64().expect("a line") as usize;
        assert_eq!(trace[line - 1]["choice"], row["choice"], "the line is that of the choice");
        assert_ne!(row["better"], row["choice"]);
        let [gain, low, high] = ["gain", "low", "high"].map(|key| row[key].as_f64().expect("a number"));
        let [made, better] = ["score", "better_score"].map(|key| row[key].as_f64().expect("a number"));
        assert!(low < gain && gain < high && (better - made - gain).abs() < 1e-12, "{row}");
    }
    assert!(rows.is_sorted_by_key(|row| -row["gain"].as_f64().expect("a number")), "{rows:?}");
    assert_eq!(run(&format!("{request} --threads 1")).ok(), told);
    run("play rifle-10 rifle-10 --blunders 0").refused(&["--blunders"]);
    // Lists have their names where dice are thrown before the set-up too.
    let rows = run("play shooters no-rocket --from 20 --rollouts 2 --format json").json();
    assert!(
        rows.as_array().expect("rows").iter().all(|row| row["list"].as_str().is_some_and(|name| !name.is_empty())),
        "{rows}"
    );
    run("play rifle-10 rifle-10 --blunders --from 3").refused(&["cannot be used with"]);
}

#[test]
fn lists_stand_by_the_rules_that_are_played() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let list = "name = \"Nine\"\nruleset = \"dogma\"\ncommander = \"mbt\"\n[units]\nmbt = 9\n";
    std::fs::write(folder.path().join("nine.toml"), list).expect("writable");
    run_in(folder.path(), "play nine.toml nine.toml").refused(&["over-points", "27 FP"]);
    run_in(folder.path(), "play nine.toml nine.toml --rule points-limit=30").ok();
    run_in(folder.path(), "play nine.toml nine.toml --rule points-limit=26").refused(&["over-points"]);
    let teams = "name = \"Foxtrot\"\nruleset = \"dogfaces\"\nteams = [\"alpha\", \"charlie\"]\n";
    std::fs::write(folder.path().join("foxtrot.toml"), teams).expect("writable");
    run_in(folder.path(), "play foxtrot.toml foxtrot.toml").refused(&["foxtrot.toml", "team"]);
    run_in(folder.path(), "play foxtrot.toml foxtrot.toml --rule team-order=free").ok();
    let varied = "ruleset = \"dogma\"\npairings = [[\"nine.toml\", \"nine.toml\"]]\nstop.pairs = 1\n\
                  [vary]\n\"rules.points-limit\" = [27, LEVEL]\n";
    let write = |level: &str| std::fs::write(folder.path().join("limits.toml"), varied.replace("LEVEL", level));
    write("30").expect("writable");
    run_in(folder.path(), "check limits.toml").ok();
    write("26").expect("writable");
    run_in(folder.path(), "check limits.toml").refused(&["over-points"]);
}

#[test]
fn of_lists_of_one_name_those_are_meant_that_can_meet() {
    let told = run("play combined-arms armour-fist --seed 2").ok();
    assert!(told.contains("(DG-"), "{told}");
    run("play gun-line balanced-division --seed 2").ok();
    run("play combined-arms std-ab").refused(&["`combined-arms` is for Commander's Dogma", "Dogfaces in Space"]);
}

#[test]
fn flags_that_would_change_nothing_are_refused() {
    run("play rifle-10 rifle-13 --rollouts 5").refused(&["--rollouts", "--from LINE"]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_in(folder.path(), "play rifle-10 rifle-13 --battlefield proving-ground --trace g.jsonl").ok();
    run_in(
        folder.path(),
        "play rifle-10 rifle-13 --battlefield proving-ground --from g.jsonl:20 --rollouts 2 --seed 9",
    )
    .refused(&["the trace is of another game", "--seed"]);
}

#[test]
fn what_would_change_nothing_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_in(folder.path(), "compare rifle-10 rifle-13 --pairs 1 --out r").ok();
    for option in
        ["--rule turn-cap=5", "--doctrine envelop", "--ruleset dogma", "--scenario x", "--play fixed", "--set a=1"]
    {
        let flag = option.split(' ').next().expect("a flag");
        run_in(folder.path(), &format!("play --game r#0/0/a {option}")).refused(&[flag, "the run says how"]);
    }
    run_in(folder.path(), "play rifle-10 rifle-13 --run r").refused(&["--run", "--game"]);
    run_in(folder.path(), "play rifle-10 rifle-13 --fresh").refused(&["--fresh", "--trace FILE"]);
    run_in(folder.path(), "play rifle-10 rifle-13 --board --trace -").refused(&["--board"]);
    run_in(folder.path(), "play rifle-10 rifle-13 --detail turns --trace -").refused(&["--detail", "--trace FILE"]);
    let told = run_in(folder.path(), "play --game r#0/0/b").ok();
    assert!(told.contains("Thirteen riflemen, named second, has the first seat."), "{told}");
}

#[test]
fn a_game_is_told_ready_to_be_pasted() {
    let game = "play combined-arms gun-line --seed 1";
    let discord = run(&format!("{game} --format discord --detail choices")).ok();
    let messages: Vec<&str> = discord.split("--- message ").skip(1).collect();
    for message in &messages {
        let text = message.split_once("---\n").expect("a mark").1;
        assert!(text.encode_utf16().count() <= 2001 && text.matches("```").count() % 2 == 0, "{text}");
    }
    assert!(messages.len() > 1 && discord.contains("Turn 1") && discord.contains("To tell it again:"), "{discord}");
    let chosen = run(&format!("{game} --format discord")).ok();
    assert!(chosen.contains("longer than ten messages of 2,000 characters."), "{chosen}");
    let forum = run(&format!("{game} --format bbcode")).ok();
    assert!(forum.starts_with("[code]\nSide A") && forum.matches("[/code]").count() == 2, "{forum}");
    assert!(forum.contains(" sets out, ") && forum.len() <= 60_000, "{forum}");
    let markdown = run("play rifle-10 rifle-10 --seed 7 --format markdown").ok();
    assert!(markdown.starts_with("    Side A"), "{markdown}");
}

#[test]
fn dice_of_chainsword_are_told_in_words() {
    let told = run("play combined-arms gun-line --seed 1").ok();
    assert!(!told.contains('[') && !told.contains("7 to 7"), "{told}");
    let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [" sets out, 2.6 inches A:", "(force morale)", "Force Morale of B falls from 8 to 7 (", "stays at 7 ("]
    {
        assert!(flat.contains(part), "{part} in\n{told}");
    }
}
