//! `evenodds compare` and `evenodds matrix`.

use std::fs;

use serde_json::Value;

use crate::support::{run, run_in, run_with};

#[test]
fn json_holds_the_score_and_where_it_comes_from() {
    let answer = run("compare rifle-10 rifle-10 --pairs 12 --seed 5 --format json").json();
    for key in [
        "score",
        "low",
        "high",
        "pairs",
        "pentanomial",
        "first_seat_score",
        "draws",
        "variance_ratio",
        "luck_adjusted",
        "engagements_per_second",
        "digest",
    ] {
        assert!(answer.get(key).is_some(), "{key} is missing in {answer}");
    }
    assert_eq!((answer["pairs"].as_u64(), answer["seed"].as_u64()), (Some(12), Some(5)));
    let counts = answer["pentanomial"].as_array().expect("five counts");
    assert_eq!(counts.iter().filter_map(Value::as_u64).sum::<u64>(), 12);
    let share = |key: &str| answer[key].as_f64().expect("a number");
    assert!(share("low") <= share("score") && share("score") <= share("high"));
}

#[test]
fn a_list_may_do_without_a_tactic() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let doctrines = |more: &[&str]| {
        let compare = ["compare", "std-ab", "std-ab", "--pairs", "2", "--format", "json"];
        let answer = run_with(folder.path(), &[&compare, more].concat()).json();
        [answer["doctrine_a"].clone(), answer["doctrine_b"].clone()]
    };
    let restricted: Value = "massed-fire without overwatch and riding".into();
    assert_eq!(
        doctrines(&["--without", "overwatch", "--without", "riding"]),
        [restricted.clone(), "massed-fire".into()]
    );
    let [_, other] = doctrines(&["--doctrine", "standoff v massed-fire without overwatch and riding"]);
    assert_eq!(other, restricted);
    run("compare std-ab std-ab --without overwach").refused(&["unknown tactic `overwach`", "overwatch"]);
    run("compare std-ab std-ab --doctrine all --without overwatch").refused(&["--without"]);
}

/// Columns of a line, for texts without wide letters.
fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn the_text_is_a_block_of_at_most_78_columns() {
    let text = run("compare rifle-13 free-cd --pairs 10").ok();
    assert!(text.lines().count() <= 24 && widest(&text) <= 78, "{text}");
    for part in [
        "rifle-13 v free-cd\n",
        "Game          Dogfaces in Space, last-man-standing on the usual battlefields\n",
        "First list    Thirteen riflemen, 1300 points, plays massed-fire: 13 rifleman\n",
        "Second list   Charlie and Delta, 1280 points, plays ",
        "Score",
        "\n              0 -",
        "10: both games lost",
        "First seat",
        "\nLeft by turn  rifle-13  █",
        "\n              free-cd   █",
        "seed 1, digest ",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    assert!(text.contains("evenodds compare rifle-13 free-cd --pairs 10"));
    let mirror = run("compare rifle-13 rifle-13 --pairs 2").ok();
    assert!(mirror.contains("\nBoth lists    Thirteen riflemen"), "{mirror}");
}

#[test]
fn the_block_is_the_same_in_every_format_for_posts() {
    let request = "compare rifle-13 free-cd --pairs 10";
    let plain = |text: &str| {
        // How fast it was played, and so where the lines that say it are broken, differs from run to run.
        let lines = text.lines().map(str::trim);
        lines.take_while(|line| !line.starts_with("Run")).map(str::to_owned).collect::<Vec<_>>()
    };
    let block = run(request).ok();
    let bbcode = run(&format!("{request} --format bbcode")).ok();
    assert!(bbcode.starts_with("[code]\n") && bbcode.ends_with("[/code]\n") && widest(&bbcode) <= 78, "{bbcode}");
    let markdown = run(&format!("{request} --format markdown")).ok();
    assert!(markdown.lines().all(|line| line.is_empty() || line.starts_with("    ")), "{markdown}");
    let discord = run(&format!("{request} --format discord")).ok();
    assert!(discord.starts_with("```\n") && discord.ends_with("```\n"), "{discord}");
    assert!(discord.encode_utf16().count() <= 2000);
    for post in [bbcode.trim_start_matches("[code]\n"), &markdown, discord.trim_start_matches("```\n")] {
        assert_eq!(plain(post), plain(&block));
    }
}

#[test]
fn tables_keep_to_the_columns_that_are_asked_for_without_breaking_numbers() {
    let width = |columns: &str| {
        let mut command = assert_cmd::Command::cargo_bin("evenodds").expect("the command");
        let request = ["matrix", "free-cd", "free-be", "rifle-13", "rifle-10", "--pairs", "4", "--format", "table"];
        let ran = command.args(request).env("COLUMNS", columns).assert().success();
        let text = String::from_utf8(ran.get_output().stdout.clone()).expect("text");
        text.lines().take_while(|line| !line.starts_with("Of ")).map(str::to_owned).collect::<Vec<_>>().join("\n")
    };
    let [wide, narrow] = ["200", "60"].map(width);
    assert!(widest(&narrow) <= 60 && widest(&wide) > 60, "{narrow}");
    let numbers = |text: &str| {
        let mut numbers: Vec<String> =
            text.split_whitespace().filter(|word| word.ends_with('%')).map(str::to_owned).collect();
        numbers.sort();
        numbers
    };
    assert_eq!(numbers(&narrow), numbers(&wide), "{narrow}");
    assert!(
        wide.lines().nth(2).is_some_and(|line| line.matches('[').count() == 4),
        "every score has its interval:\n{wide}"
    );
}

#[test]
fn it_stops_as_soon_as_it_knows() {
    let answer = run("compare rifle-16 rifle-10 --format json").json();
    assert_eq!((&answer["stopped"], &answer["verdict"]), (&"decided".into(), &"unbalanced".into()));
    assert_eq!(answer["stop_rule"], "decide = 0.02, cap = 20000");
    assert!(answer["pairs"].as_u64() < Some(2000) && answer["low"].as_f64() > Some(0.52), "{answer}");
    assert_eq!(answer["more_pairs"], 0);
    let open = run("compare rifle-13 free-cd --decide 0.02 --cap 8 --format json").json();
    assert_eq!((&open["stopped"], &open["finding"]), (&"cap".into(), &"not yet known".into()));
    assert!(open["more_pairs"].as_u64() > Some(100), "{open}");
}

#[test]
fn a_test_of_two_hypotheses_is_told_with_its_ratio() {
    let text = run("compare rifle-16 rifle-10 --sprt 0,20 --cap 400").ok();
    assert!(widest(&text) <= 78, "{text}");
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["LLR ", "(-2.94, 2.94) [0.00, 20.00] accept H1", "the test accepts its second hypothesis"] {
        assert!(flat.contains(part), "{part} is missing in\n{text}");
    }
    assert!(text.contains("(95% at every look)"), "after such a stop only a sequence is honest:\n{text}");
}

#[test]
fn results_do_not_depend_on_threads_but_on_the_seed() {
    let digest = |flags: &str| {
        run(&format!("compare free-cd free-de --pairs 40 --format json {flags}")).json()["digest"].clone()
    };
    let one = digest("--threads 1");
    assert_eq!(one, digest("--threads 3"));
    assert_ne!(one, digest("--seed 2"));
    assert_ne!(one, digest("--rule overwatch-limit=0"));
    assert_ne!(one, digest("--set codex.units.kyle.move=2"));
    assert_ne!(one, digest("--battlefield farmstead"));
}

#[test]
fn a_strong_list_beats_a_weak_one() {
    let answer = run("compare rifle-16 rifle-10 --pairs 40 --format json").json();
    assert!(answer["low"].as_f64() > Some(0.5), "{answer}");
}

#[test]
fn lists_are_files_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let list =
        "name = \"Mine\"\nruleset = \"dogfaces\"\nmode = \"free\"\ndoctrine = \"massed-fire\"\n[units]\nrifleman = 4\n";
    fs::write(folder.path().join("mine.toml"), list).expect("writable");
    let answer = run_in(folder.path(), "compare mine.toml rifle-10 --pairs 4 --format json").json();
    assert_eq!((&answer["list_a"], &answer["list_b"]), (&"Mine".into(), &"rifle-10".into()));
    for format in ["csv", "markdown", "bbcode"] {
        assert!(
            run_in(folder.path(), &format!("compare mine.toml rifle-10 --pairs 4 --format {format}"))
                .ok()
                .contains("Mine")
        );
    }
}

/// A command as it was printed, run elsewhere.
fn repeated(command: &Value) -> crate::support::Ran {
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let command = command.as_str().and_then(|command| command.strip_prefix("evenodds ")).expect("a command");
    run_in(elsewhere.path(), command)
}

#[test]
fn labels_and_digests_are_of_the_lists_and_not_of_their_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str, list: &str, riflemen: u32| {
        let text = format!("name = \"{list}\"\nruleset = \"dogfaces\"\n[units]\nrifleman = {riflemen}\n");
        fs::write(folder.path().join(name), text).expect("writable");
    };
    file("a.toml", "First", 9);
    file("b.toml", "Second", 8);
    file("c.toml", "First", 7);
    for request in ["compare a.toml b.toml", "compare a.toml c.toml", "compare c.toml rifle-10"] {
        let answer = run_in(folder.path(), &format!("{request} --pairs 3 --format json")).json();
        let again = repeated(&answer["command"]).json();
        for key in ["list_a", "list_b", "score", "digest", "command"] {
            assert_eq!(answer[key], again[key], "{key} of {request}");
        }
        assert_ne!(answer["list_a"], answer["list_b"], "{request}");
    }
    let matrix = run_in(folder.path(), "matrix a.toml b.toml c.toml rifle-10 --pairs 2 --format json").json();
    assert_eq!(matrix["digest"], repeated(&matrix["repeat"]).json()["digest"]);
    let names: Vec<&str> = matrix["lists"].as_array().expect("lists").iter().filter_map(Value::as_str).collect();
    for name in ["First", "Second", "First (2)", "rifle-10"] {
        assert!(names.contains(&name), "{names:?}");
    }
    let said = run_in(folder.path(), "compare a.toml b.toml --pairs 3").ok();
    assert!(said.starts_with("First v Second\n") && !said.contains("a.toml"), "{said}");
}

#[test]
fn a_file_that_holds_a_built_in_list_is_that_list() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("mine.toml"), run("export list rifle-13").ok()).expect("writable");
    let answer = run_in(folder.path(), "compare mine.toml rifle-10 --pairs 2 --format json").json();
    assert_eq!(answer["command"], "evenodds compare rifle-13 rifle-10 --pairs 2 --format json");
    assert_eq!(answer["digest"], run("compare rifle-13 rifle-10 --pairs 2 --format json").json()["digest"]);
}

#[test]
fn files_that_a_reader_lacks_are_named_beside_the_command() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("new.toml"), run("export codex dogfaces").ok()).expect("writable");
    let request = "compare rifle-13 rifle-10 --pairs 2 --codex new.toml";
    let told = run_in(folder.path(), request).ok();
    assert!(!told.contains("Needs"), "what is built in everybody has:\n{told}");
    let codex = fs::read_to_string(folder.path().join("new.toml")).expect("written");
    fs::write(folder.path().join("new.toml"), format!("# Mine.\n{codex}")).expect("writable");
    let told = run_in(folder.path(), request).ok();
    assert!(told.contains("\nNeeds         the codex new.toml, digest "), "{told}");
    let answer = run_in(folder.path(), &format!("{request} --format json")).json();
    assert_eq!((&answer["needs"][0]["name"], &answer["needs"][0]["role"]), (&"new.toml".into(), &"codex".into()));
    let matrix = run_in(folder.path(), "matrix rifle-13 rifle-10 --pairs 2 --codex new.toml --out m").ok();
    let page = fs::read_to_string(folder.path().join("m/report.md")).expect("a report");
    assert!(page.contains("it needs the codex new.toml, digest "), "{page}");
    assert!(matrix.contains("It needs the codex new.toml, digest "), "{matrix}");
}

#[test]
fn reports_name_the_lists_of_an_experiment_that_a_reader_lacks() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("writable");
    file("mine.toml", "name = \"Mine\"\nruleset = \"dogfaces\"\n[units]\nrifleman = 9\n");
    file("same.toml", &run("export list rifle-10").ok());
    file("try.toml", "ruleset = \"dogfaces\"\narmies = [\"mine.toml\", \"same.toml\"]\nstop.pairs = 2\n");
    run_in(folder.path(), "run try.toml --out r").ok();
    let page = fs::read_to_string(folder.path().join("r/report.md")).expect("a report");
    assert!(page.contains("it needs the list "), "{page}");
    assert!(page.contains("mine.toml, digest ") && !page.contains("same.toml, digest "), "{page}");
    let told = run_in(folder.path(), "compare mine.toml rifle-10 --pairs 2").ok();
    assert!(!told.contains("Needs"), "the command holds the list itself:\n{told}");
}

#[test]
fn with_a_folder_there_is_a_report() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_in(folder.path(), "compare rifle-13 free-cd --pairs 8 --out here/there").ok();
    for file in ["manifest.json", "report.html", "report.md", "report.bbcode"] {
        assert!(folder.path().join("here/there").join(file).is_file(), "{file}");
    }
}

#[test]
fn a_comparison_runs_until_another_figure_is_known() {
    let answer = run("compare rifle-10 rifle-10 --precision 5turns --of turns --format json").json();
    let number = |key: &str| answer[key].as_f64().expect("a number");
    assert_eq!((answer["stopped"].as_str(), answer["pairs"].as_u64()), (Some("precision"), Some(200)));
    assert_eq!(answer["stop_rule"], "precision = 5, of = \"turns\", cap = 20000");
    assert!(number("turns_low") < number("turns") && number("turns") < number("turns_high"));
    assert!(number("turns_high") - number("turns_low") <= 10.0);
    assert!(
        number("first_seat_low") < number("first_seat_score") && number("first_seat_score") < number("first_seat_high")
    );
}

#[test]
fn doctrines_scenarios_and_precision_are_taken() {
    let answer =
        run("compare rifle-10 rifle-10 --doctrine random --pairs 3 --scenario seize-and-hold --format json").json();
    assert_eq!((&answer["doctrine_a"], &answer["scenario"]), (&"random".into(), &"seize-and-hold".into()));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let words = [
        "compare",
        "rifle-10",
        "rifle-10",
        "--doctrine",
        "massed-fire v random",
        "--precision",
        "0.25",
        "--format",
        "json",
    ];
    let answer = run_with(folder.path(), &words).json();
    assert_eq!((&answer["doctrine_a"], &answer["doctrine_b"]), (&"massed-fire".into(), &"random".into()));
    assert_eq!(answer["stopped"], "precision");
}

#[test]
fn match_ups_that_are_settled_take_no_more_games() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let matrix =
        run_in(folder.path(), "matrix rifle-10 rifle-16 std-ab --decide 0.05 --cap 300 --out league --format json")
            .json();
    let cells = matrix["cells"].as_array().expect("cells");
    let clear = cells.iter().find(|cell| cell["list_b"] == "rifle-16").expect("riflemen against more riflemen");
    assert_eq!((&clear["stopped"], clear["pairs"].as_u64()), (&"decided".into(), Some(200)));
    for file in ["ratings.csv", "ratings.parquet", "charts/ratings.svg", "charts/balance-budget.png"] {
        assert!(folder.path().join("league").join(file).is_file(), "{file}");
    }
    let ratings = fs::read_to_string(folder.path().join("league/ratings.csv")).expect("readable");
    assert!(ratings.starts_with("list,elo,groups,elo_low,"), "{ratings}");
    let documented = include_str!("../../reports/README.md");
    for column in ratings.lines().next().expect("a header").split(',') {
        assert!(documented.contains(&format!("`{column}`")), "`{column}` of ratings is not in reports/README.md");
    }
}

#[test]
fn a_comparison_under_all_doctrines_says_whether_it_survives() {
    let text = run("compare rifle-10 rifle-16 --doctrine all --pairs 1").ok();
    assert!(text.contains("Tried over ") && text.contains(" pairs of doctrines, Ten riflemen scores from"), "{text}");
    let json = run("compare rifle-10 rifle-16 --doctrine all --pairs 1 --format json").json();
    let cells = json["cells"].as_array().map_or(0, Vec::len);
    assert!(cells >= 36 && (cells as f64).sqrt().fract() == 0.0, "each doctrine meets each: {cells}");
}

#[test]
fn a_race_ends_with_the_best_and_plays_what_a_matrix_plays() {
    let lists = "rifle-10 rifle-13 rifle-16";
    let raced = run(&format!("race {lists} --cap 12 --seed 3 --format json")).json();
    let matrix = run(&format!("matrix {lists} --pairs 12 --seed 3 --format json")).json();
    let by_name =
        |list: &str| raced["lists"].as_array().expect("lists").iter().find(|row| row["list"] == *list).cloned();
    let best = by_name("Sixteen riflemen").expect("it runs");
    assert!((best["score"].as_f64().expect("a score") - matrix["means"][0].as_f64().expect("a mean")).abs() < 1e-12);
    assert_eq!((&best["pairs"], &raced["games"]), (&12.into(), &72.into()));
    let text = run(&format!("race {lists} --seed 3")).ok();
    assert!(text.contains("Sixteen riflemen is the best of 3 lists.") && text.contains("out of the running"), "{text}");
    assert!(text.contains(&format!("evenodds race {lists} --seed 3")), "{text}");
    let two = run(&format!("race {lists} --best 2 --seed 3")).ok();
    assert!(two.contains("Sixteen riflemen, Thirteen riflemen are among the best 2 of 3 lists."), "{two}");
    run(&format!("race {lists} --best 3")).refused(&["--best", "1 to 2"]);
    run("race rifle-10").refused(&["two lists at least"]);
    run(&format!("race {lists} --within 3")).refused(&["--within", "from 0.001 to 0.25"]);
}

#[test]
fn the_matrix_has_a_row_for_every_list() {
    let matrix = run("matrix rifle-10 rifle-13 rifle-16 --pairs 10 --format json").json();
    assert_eq!(matrix["lists"].as_array().map(Vec::len), Some(3));
    assert_eq!(matrix["lists"][0], "rifle-16");
    assert_eq!(matrix["cells"].as_array().map(Vec::len), Some(3));
    let score = |row: usize, column: usize| matrix["scores"][row][column].as_f64().expect("a score");
    assert!((score(0, 1) + score(1, 0) - 1.0).abs() < 1e-12);
    assert_eq!(matrix["ratings"].as_array().map(Vec::len), Some(3));
    assert_eq!(matrix["ratings"][0]["list"], "Sixteen riflemen");
    let share: f64 = (0..3).filter_map(|row| matrix["ratings"][row]["mix"].as_f64()).sum();
    assert!((share - 1.0).abs() < 1e-6, "{matrix}");
    assert!(run("matrix rifle-10 rifle-13 --pairs 4").ok().contains("Digest "));
    let text = run("matrix rifle-10 rifle-13 rifle-16 --pairs 10").ok();
    for part in ["On one ladder", "worth playing", "The best of them scores"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    run("matrix rifle-10").refused(&["2 values required"]);
}

#[test]
fn wrong_requests_are_refused() {
    run("compare free-cd").refused(&["<SECOND>"]);
    run("compare free-cd free-dd").refused(&["unknown army list `free-dd`", "did you mean `free-"]);
    run("compare free-cd nowhere.toml").refused(&["nowhere.toml", "there is no such file"]);
    run("compare free-cd free-de --pairs 0").refused(&["--pairs"]);
    run("compare free-cd free-de --precision 0.7").refused(&["--precision", "from 0.0001 to 0.25"]);
    run("compare free-cd free-de --precision 1").refused(&["0.01 is one point"]);
    run("compare free-cd free-de --precision 2 --of draws").refused(&["share of draws", "0.01 is one point", "`1%`"]);
    run("compare free-cd free-de --precision 1% --of drwas")
        .refused(&["unknown quantity `drwas`", "did you mean `draws`"]);
    run("compare free-cd free-de --precision 2pints").refused(&["unknown unit `pints`", "did you mean `points`"]);
    run("compare free-cd free-de --precision 1% --of turns").refused(&["mean length of a game", "turns"]);
    run("compare free-cd free-de --of draws").refused(&["--precision"]);
    run("compare free-cd free-de --pairs 30 --of draws").refused(&["--pairs", "--of"]);
    run("matrix free-cd free-de --decide 2% --of draws").refused(&["--decide", "--of"]);
    run("compare free-cd free-de --codex rifle-13").refused(&["there is no file `rifle-13`", "FILE.toml"]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("e.toml"), "ruleset = 'dogfaces'\narmies = ['rifle-10']\nstop = { pairs = 4 }\n")
        .expect("writable");
    let wrong = run_in(folder.path(), "compare e.toml rifle-10").refused(&["is an experiment", "evenodds run e.toml"]);
    assert_eq!(wrong.matches("error").count(), 1, "{wrong}");
    run("compare free-cd free-de --pairs 5 --precision 0.1").refused(&["cannot be used with"]);
    run("compare free-cd free-de --pairs 5 --cap 9").refused(&["cannot be used with"]);
    run("compare free-cd free-de --decide 0.02 --sprt 0,5").refused(&["cannot be used with"]);
    run("compare free-cd free-de --decide 0.5").refused(&["--decide", "from 0.001 to 0.25"]);
    run("compare free-cd free-de --sprt 5,0").refused(&["--sprt", "the first the smaller"]);
    run("run --cap 9").refused(&["--cap goes with a rule that looks at the results"]);
    run("compare free-cd free-de --rule overwach-limit=0")
        .refused(&["--rule overwach-limit=0", "did you mean `overwatch-limit`?"]);
    run("compare free-cd free-de --rule jet-zoc=stop").refused(&["--rule jet-zoc=stop", "did you mean `stops`?"]);
    run("compare free-cd free-de --set units.andy.cost=3").refused(&["--set units.andy.cost=3", "codex.PATH=VALUE"]);
    run("compare free-cd free-de --set codex.units.andi.cost=3").refused(&["andi", "andy"]);
    run("compare free-cd free-de --scenario last-man-standig").refused(&["last-man-standig", "last-man-standing"]);
    run("compare free-cd free-de --battlefield farmsted").refused(&["farmsted", "did you mean `farmstead`?"]);
    run("compare free-cd free-de --doctrine masedfire").refused(&["masedfire", "massed-fire"]);
    run("compare free-cd free-de --ruleset dogface")
        .refused(&["unknown ruleset `dogface`", "did you mean `dogfaces`?"]);
}

#[test]
fn the_style_of_play_is_a_departure_like_others() {
    let play = |style: &str| run(&format!("compare rifle-10 rifle-13 --pairs 3 --format json {style}")).json();
    assert_eq!(play("--play varied")["joint"], play("")["joint"]);
    assert_eq!(play("--play fixed")["pairs"], 3);
}

#[test]
fn the_score_under_stronger_hands_stands_beside_that_of_scripts() {
    let cheap =
        "--set play.rollouts=1 --set play.tempers=0 --set play.horizon=turn --set play.portfolio=[\"massed-fire\"]";
    let request = format!("compare rifle-10 rifle-13 --pairs 4 --seed 3 {cheap}");
    let told = run(&format!("{request} --stronger-hands 2 --format json")).json();
    let hands = &told["stronger_hands"];
    assert_eq!(hands["pairs"], 2);
    let alone = run(&format!("{request} --play ahead --format json")).json();
    assert_eq!(alone["pairs"], 4);
    let two = run(&format!("{} --play ahead --format json", request.replace("--pairs 4", "--pairs 2"))).json();
    assert_eq!(["score", "low", "high"].map(|key| &hands[key]), ["score", "low", "high"].map(|key| &two[key]));
    let block = run(&format!("{request} --stronger-hands 2")).ok();
    assert!(block.contains("\nLooking ahead ") && block.contains(" in 2 pairs in which both do: "), "{block}");
    assert!(!run("compare rifle-10 rifle-13 --pairs 4 --seed 3").ok().contains("Looking ahead"));
    // Nobody looks ahead: settings of that would change nothing.
    run(&request).refused(&["play.rollouts has no meaning here", "--play ahead"]);
    run("compare rifle-10 rifle-13 --play fixed --set play.spread=0.3").refused(&["play.spread", "--play varied"]);
    run(&format!("{request} --stronger-hands 1")).refused(&["--stronger-hands"]);
    run(&format!("{request} --stronger-hands --format csv")).refused(&["a block or JSON alone", "table", "json"]);
    run(&format!("{request} --stronger-hands --doctrine all")).refused(&["one pair of doctrines alone"]);
}

#[test]
fn one_pair_leaves_no_interval_without_width() {
    let text = run("compare rifle-10 rifle-16 --pairs 1").ok();
    let seat = text.lines().find(|line| line.starts_with("First seat")).expect("the first seat");
    let (low, high) = seat.split_once('[').and_then(|(_, within)| within.split_once(", ")).expect("an interval");
    let high = high.trim_end_matches(']');
    assert!(high.parse::<f64>().expect("a number") - low.parse::<f64>().expect("a number") > 50.0, "{seat}");
}

#[test]
fn a_pilot_says_how_many_games_a_difference_takes() {
    let request = "plan rifle-13 free-cd --pilot 40 --points 4 --points 2";
    let answer = run(&format!("{request} --format json")).json();
    let plans = answer["plans"].as_array().expect("an array");
    let pairs = |plan: &Value, what: &str, key: &str| plan[what][key].as_u64().expect("a number");
    for what in ["interval", "notice"] {
        let [four, two] = [0, 1].map(|n| pairs(&plans[n], what, "pairs"));
        assert!(two.abs_diff(4 * four) <= 4, "half the difference takes four times the pairs: {answer}");
        assert!(pairs(&plans[0], what, "low") < four && four < pairs(&plans[0], what, "high"));
    }
    assert!(pairs(&plans[0], "interval", "pairs") < pairs(&plans[0], "notice", "pairs"));
    assert_eq!(answer["pilot"]["pairs"], 40);
    let text = run(request).ok();
    assert!(text.contains("A pilot of 40 pairs, seed 1: rifle-13 scores "), "{text}");
    let mirror = run("plan rifle-10 rifle-10 --pilot 20").ok();
    assert!(mirror.contains("came out alike") && mirror.contains("one half in every pair"), "{mirror}");
    run("plan rifle-13 free-cd --points 0").refused(&["--points", "from 0.01 to 25"]);
    run("plan rifle-13 free-cd --pilot 1").refused(&["--pilot"]);
}

#[test]
fn messages_for_discord_are_told_apart() {
    let lists = "rifle-10 rifle-13 rifle-16 free-cd free-de free-be";
    let told = run(&format!("matrix {lists} --pairs 2 --format discord")).ok();
    let messages: Vec<&str> = told.split("--- message ").skip(1).collect();
    assert!(told.starts_with("--- message 1 of ") && messages.len() > 1, "{told}");
    for message in &messages {
        let (_, message) = message.split_once(" ---\n").expect("a mark");
        assert!(message.encode_utf16().count() <= 2000 + 2, "{message}");
        assert_eq!(message.matches("```").count() % 2, 0, "{message}");
    }
    let short = run("matrix rifle-10 rifle-13 --pairs 2 --format discord").ok();
    assert!(!short.contains("--- message ") || short.encode_utf16().count() > 2000, "{short}");
}

#[test]
fn whoever_attacks_in_all_games_is_said_to() {
    let block = run("compare many-generals many-generals --scenario ridge-assault --pairs 2").ok();
    assert!(block.contains(", which attacks (95%") && !block.contains("score one half by themselves"), "{block}");
    assert!(block.contains("attacks in every game") && !block.contains("First seat"), "{block}");
}

#[test]
fn a_list_under_another_name_is_a_mirror() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let list = "name = \"Mine\"\nruleset = \"dogfaces\"\n[units]\nrifleman = 10\n";
    fs::write(folder.path().join("mine.toml"), list).expect("written");
    let block = run_in(folder.path(), "compare mine.toml rifle-10 --pairs 3").ok();
    assert!(block.contains("a mirror by another name"), "{block}");
}

#[test]
fn a_precision_that_is_not_reached_is_said_beside_the_answer() {
    let said = run("matrix rifle-10 rifle-13 --precision 0.01 --cap 200").ok();
    assert!(said.contains("1 of 1 cells reached the most pairs allowed"), "{said}");
}

#[test]
fn a_list_that_is_named_twice_takes_part_once_and_says_so() {
    let told = run("matrix rifle-10 rifle-13 rifle-10 --pairs 1");
    assert!(told.err.contains("3 lists are named; one of them is the same"), "{}", told.err);
}

#[test]
fn the_matrix_has_intervals_and_pairs_in_csv() {
    let csv = run("matrix rifle-10 rifle-13 --pairs 10 --format csv").ok();
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (head, first) = (lines.next().expect("a header"), lines.next().expect("a row"));
    assert_eq!(head[..4], ["list", "mean", "rifle-13", "rifle-10"], "{csv}");
    let of = |key: &str| {
        let place = head.iter().position(|name| *name == key).unwrap_or_else(|| panic!("{key} in {csv}"));
        first[place].parse::<f64>().expect("a number")
    };
    assert!(of("mean_low") < of("mean") && of("mean") < of("mean_high"), "{csv}");
    assert!(of("rifle-10_low") < of("rifle-10") && of("rifle-10") < of("rifle-10_high"), "{csv}");
    assert!((of("rifle-10_pairs") - 10.0).abs() < 1e-9, "{csv}");
}

#[test]
fn what_a_precision_is_of_is_told() {
    let request = "compare rifle-10 rifle-13 --of lost --precision 10%";
    assert!(run(request).ok().contains("\nValue lost    "));
    let answer = run(&format!("{request} --format json")).json();
    let share = |key: &str| answer[key].as_f64().expect("a share");
    for name in ["lost", "destroyed"] {
        let [low, high] = ["low", "high"].map(|end| share(&format!("{name}_{end}")));
        assert!(0.0 <= low && low <= share(name) && share(name) <= high && high <= 1.0, "{answer}");
    }
    assert!(share("lost_high") - share("lost_low") <= 0.2);
}

#[test]
fn a_matrix_tells_what_it_was_asked_to_know() {
    let asked = "matrix rifle-13 rifle-10 --of draws --precision 20% --cap 20";
    let told = run(asked).ok();
    assert!(told.contains("The share of draws") && told.contains("95% interval"), "{told}");
    let json = run(&format!("{asked} --format json")).json();
    assert!(json["quantity"][0]["draws"].as_f64().is_some(), "{json}");
    assert!(run("matrix rifle-13 rifle-10 --pairs 2 --format json").json()["quantity"].is_null());
}

#[test]
fn a_list_is_read_from_the_block_that_tells_of_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let units = |list: &str| list.parse::<toml::Table>().expect("a list")["units"].clone();
    for (lists, ruleset) in [("titan scouts-out", "dogma"), ("rifle-13 free-be", "dogfaces")] {
        fs::write(folder.path().join("post.txt"), run(&format!("compare {lists} --pairs 1")).ok()).expect("writable");
        let read = run_in(folder.path(), &format!("export list post.txt --ruleset {ruleset}"));
        assert!(read.err.contains("another list begins here, and is not read"), "{}", read.err);
        let own = run(&format!("export list {}", lists.split(' ').next().expect("a list"))).ok();
        assert_eq!(units(&read.out), units(&own), "{}", read.err);
    }
}

#[test]
fn files_of_another_kind_are_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let codex = run("export codex dogma").ok();
    let list = run("export list titan").ok();
    fs::write(folder.path().join("dogma.toml"), codex).expect("a codex");
    fs::write(folder.path().join("dogfaces.toml"), run("export codex dogfaces").ok()).expect("a codex");
    fs::write(folder.path().join("titan.toml"), list).expect("a list");
    fs::write(folder.path().join("none.toml"), "").expect("an empty file");
    let refused = |request: &str, parts: &[&str]| run_in(folder.path(), request).refused(parts);
    refused("compare dogma.toml rifle-10", &["`dogma.toml` is a codex, and no army list"]);
    refused("export list dogma.toml", &["`dogma.toml` is a codex, and no army list"]);
    refused("compare titan walker-wall --codex titan.toml", &["`titan.toml` is an army list, and no codex", "--codex"]);
    refused("compare rifle-10 rifle-13 --codex dogma.toml", &["is a codex for Commander's Dogma", "Dogfaces in Space"]);
    refused("patch titan walker-wall --after titan.toml", &["is an army list, and no codex", "[rules]"]);
    refused("list units dogma --codex titan.toml", &["`titan.toml` is an army list, and no codex", "--codex"]);
    refused("check titan.toml --codex dogfaces.toml", &["is a codex for Dogfaces in Space", "Commander's Dogma"]);
    refused("resolve dogma ranged attacker=mbt target=mbt --codex titan.toml", &["is an army list, and no codex"]);
    refused("compare titan walker-wall --doctrine-book dogma.toml", &["is a codex, and no doctrine book"]);
    refused("compare titan walker-wall --doctrine-book none.toml", &["holds no doctrine"]);
    refused("run titan.toml", &["is an army list, and no experiment", "evenodds compare titan.toml OTHER"]);
}
