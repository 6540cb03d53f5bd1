//! `evenodds play --film` and `--strip`: what they write, and what a browser makes of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::support::{run, run_in};

/// Games to film, one of every ruleset that is filmed.
const GAMES: [(&str, &str); 5] = [
    ("dogfaces", "rifle-10 rifle-13"),
    ("dogma", "titan walker-wall"),
    ("hexcommand", "balanced-division gun-line"),
    ("darkpotential", "suggested shooters"),
    ("chainsword", "levy-foot combined-arms"),
];

fn film(folder: &Path, name: &str, lists: &str) -> (PathBuf, Value) {
    let told = run_in(folder, &format!("play {lists} --seed 7 --film {name}.html --strip {name}.png")).ok();
    let path = folder.join(format!("{name}.html"));
    let page = fs::read_to_string(&path).expect("written");
    for needs in ["http:", "https:", "src=", "href=", "@import", "url("] {
        assert!(!page.contains(needs), "{name}: the page holds `{needs}`");
    }
    let data = page.split_once("type=\"application/json\">").expect("the data").1;
    let film: Value = serde_json::from_str(data.split_once("</script>").expect("their end").0).expect("JSON");
    let steps = film["steps"].as_array().expect("steps");
    let last = steps.last().expect("a step")["words"].as_str().expect("words");
    let (told, origin) = told.rsplit_once("\nSeed 7, pair 0; ").expect("where it comes from");
    assert!(told.trim_end().ends_with(last.lines().last().expect("a line")), "{name}: {last}");
    let (seat, _) = origin.split_once('.').expect("who has the first seat");
    assert!(seat.ends_with(", named first, has the first seat") && origin.contains("evenodds play "), "{origin}");
    assert!(page.contains(&format!("Seed 7, pair 0; {seat}.")), "{name}: the page says as the terminal does: {seat}");
    assert_eq!(&fs::read(folder.join(format!("{name}.png"))).expect("written")[..4], b"\x89PNG");
    (path, film)
}

/// Where every piece stands after a step that is on the board then.
fn standing(film: &Value, step: usize) -> BTreeMap<String, String> {
    let mut states = BTreeMap::new();
    let steps = film["steps"].as_array().expect("steps");
    for change in steps[..=step].iter().flat_map(|step| step["changes"].as_array().expect("changes")) {
        states.insert(change[0].as_u64().expect("a piece"), &change[1]);
    }
    let seen = states.into_iter().filter(|(_, state)| !state["at"].is_null() && state["condition"] != "gone");
    let named = |piece: u64| film["pieces"][piece as usize]["name"].as_str().expect("a name").to_owned();
    seen.map(|(piece, state)| (named(piece), format!("{} {}", state["at"][0], state["at"][1]))).collect()
}

#[test]
fn films_are_whole_pages_of_whole_games() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, lists) in GAMES {
        let (_, film) = film(folder.path(), name, lists);
        let last = film["steps"].as_array().expect("steps").len() - 1;
        let are_there = |standing: &BTreeMap<String, String>| {
            ["A:", "B:"].iter().all(|side| standing.keys().filter(|piece| piece.starts_with(side)).count() > 4)
        };
        // Most armies stand from the beginning; others deploy in the course of the game.
        let begins = (0..last).find(|step| are_there(&standing(&film, *step)));
        let begins = begins.unwrap_or_else(|| panic!("{name}: hardly anybody is there"));
        let first = standing(&film, begins);
        let moved =
            standing(&film, last).into_iter().filter(|(piece, at)| first.get(piece).is_some_and(|from| from != at));
        assert!(moved.count() > 0, "{name}: nobody has moved");
        let value = |step: usize| {
            film["steps"][step]["value"].as_array().expect("values").iter().filter_map(Value::as_f64).sum::<f64>()
        };
        assert!(value(last) < value(begins) && value(0) > 0.0, "{name}: nobody is lost");
        assert!(
            film["pieces"].as_array().expect("pieces").iter().any(|piece| piece["range"].as_f64() > Some(0.0)),
            "{name}"
        );
    }
}

/// A browser without a window; none where there is none.
fn browser() -> Option<&'static str> {
    let known = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    known
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success()))
}

#[test]
fn a_browser_shows_pieces_where_the_game_has_them() {
    let Some(browser) = browser() else {
        eprintln!("skipped: no Chromium is here to open the page in");
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, lists) in GAMES {
        let (path, film) = film(folder.path(), name, lists);
        let step = film["steps"].as_array().expect("steps").len() / 2;
        let profile = folder.path().join(format!("profile-{name}"));
        let output = Command::new(browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--dump-dom"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg(format!("file://{}#{step}", path.display()))
            .output()
            .expect("the browser starts");
        let page = String::from_utf8_lossy(&output.stdout);
        assert!(page.contains(&format!("data-step=\"{step}\"")), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let key = page
            .split_once("id=\"ground\"><span>")
            .expect("a key of the ground")
            .1
            .split_once("</p>")
            .expect("its end")
            .0;
        let kinds =
            film["board"]["features"].as_array().expect("features").iter().filter_map(|one| one["kind"].as_str());
        kinds.for_each(|kind| assert!(key.contains(kind), "{name}: {kind} is not in {key}"));
        let mut shown = BTreeMap::new();
        for piece in page.split("data-piece=\"").skip(1) {
            let (name, rest) = piece.split_once('"').expect("a name");
            let tag = rest.split_once('>').expect("the end of the tag").0;
            let gone = tag.contains(" gone");
            if let Some((_, at)) = tag.split_once("translate(").filter(|_| tag.contains("display=\"inline\"") && !gone)
            {
                shown.insert(name.to_owned(), at.split_once(')').expect("a place").0.to_owned());
            }
        }
        let numbers =
            |place: &str| place.split(' ').map(|number| number.parse::<f64>().expect("a number")).collect::<Vec<_>>();
        let places = |all: BTreeMap<String, String>| {
            all.into_iter().map(|(piece, at)| (piece, numbers(&at))).collect::<Vec<_>>()
        };
        assert_eq!(places(shown), places(standing(&film, step)), "{name} after step {step}");
    }
}

#[test]
fn situations_are_filmed_and_wrong_requests_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let situation = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/situations/dogfaces/ovw-05-overwatch-runner.toml");
    run_in(folder.path(), &format!("play --situation {situation} --film s.html --strip s.svg")).ok();
    let page = fs::read_to_string(folder.path().join("s.html")).expect("written");
    assert!(page.contains("<title>Dogfaces in Space: ovw-05-overwatch-runner</title>"));
    assert!(fs::read_to_string(folder.path().join("s.svg")).expect("written").starts_with("<svg"));
    run("play rifle-10 rifle-13 --strip game.gif").refused(&["is no name of a picture", "FILE.png"]);
    run("play rifle-10 rifle-13 --film .").refused(&["this is a folder, not a file"]);
    run("play rifle-10 rifle-13 --film x.html --from 3").refused(&["cannot be used with"]);
}
