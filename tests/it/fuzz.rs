//! The fuzz targets without a fuzzer, on every toolchain: first the corpus, then inputs drawn from a seed. CONTRIBUTING says
//! how to run millions.

#[path = "../../fuzz/targets.rs"]
mod targets;

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use evenodds::dice::{Dice as _, SeededDice};
use evenodds::rulesets;

/// Who waits so long for a game is told which one it is.
const PATIENCE: Duration = Duration::from_secs(60);

/// A number from the environment, for those who run more.
fn asked(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

fn tree(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Files of a folder and those below it, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("a folder can be read").path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let inputs: Vec<_> = files(&tree("fuzz/corpus").join(target)).iter().map(|path| fs::read(path).unwrap()).collect();
    assert!(!inputs.is_empty(), "the corpus of {target} is empty");
    inputs
}

/// Inputs that have gone wrong, kept as a fuzzer would keep them.
struct Artifacts {
    target: &'static str,
    found: usize,
}

impl Artifacts {
    fn of(target: &'static str) -> Self {
        Self { target, found: 0 }
    }

    /// Does something with an input; where that goes wrong, keeps the input and goes on.
    fn watch<T>(&mut self, data: &[u8], work: impl FnOnce() -> T) -> Option<T> {
        let result = catch_unwind(AssertUnwindSafe(work));
        if result.is_err() {
            self.found += 1;
            let folder = tree("fuzz/artifacts").join(self.target);
            let path = folder.join(&blake3::hash(data).to_hex()[..16]);
            fs::create_dir_all(folder).and_then(|()| fs::write(&path, data)).unwrap();
            eprintln!("-> {}", path.display());
        }
        result.ok()
    }
}

/// Says which game is being played whenever that takes too long.
fn report_slow(games: &Receiver<String>) {
    let mut game = String::new();
    loop {
        match games.recv_timeout(PATIENCE) {
            Ok(next) => game = next,
            Err(RecvTimeoutError::Timeout) => eprintln!("still playing: {game}"),
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn play(artifacts: &mut Artifacts, data: &[u8], now: &Sender<String>) -> Option<targets::Seen> {
    let mut game = String::new();
    let mut watch = |told: String| {
        game.clone_from(&told);
        let _ = now.send(told);
    };
    let before = artifacts.found;
    let seen = artifacts.watch(data, || targets::games(data, &mut watch));
    if artifacts.found > before {
        eprintln!("   {game}");
    }
    seen.flatten()
}

#[test]
fn games_of_any_rules_lists_and_players_are_played_whole() {
    let (most, seed) = (asked("EVENODDS_FUZZ_GAMES", 2), asked("EVENODDS_FUZZ_SEED", 1));
    let (now, games) = channel();
    let watcher = thread::spawn(move || report_slow(&games));
    let mut artifacts = Artifacts::of("games");
    let mut seen = BTreeSet::new();
    let corpus = corpus("games");
    for data in &corpus {
        if let Some(game) = play(&mut artifacts, data, &now) {
            seen.extend(game.rules.into_iter().map(|rule| (game.ruleset, rule)));
        }
    }
    let keep = std::env::var_os("EVENODDS_FUZZ_KEEP");
    let rulesets = targets::played();
    let mut played = vec![0; rulesets.len()];
    for number in 0..1000 * most {
        // The first byte says which ruleset.
        let at = number as usize % rulesets.len();
        if played[at] == most {
            continue;
        }
        let mut dice = SeededDice::from_key(seed << 32 | number);
        let data: Vec<u8> = std::iter::once(at as u8).chain((0..63).map(|_| dice.word() as u8)).collect();
        let Some(game) = play(&mut artifacts, &data, &now) else { continue };
        played[at] += 1;
        let known = seen.len();
        seen.extend(game.rules.into_iter().map(|rule| (game.ruleset, rule)));
        if keep.is_some() && seen.len() > known {
            let path = tree("fuzz/corpus/games").join(&blake3::hash(&data).to_hex()[..16]);
            fs::write(path, &data).unwrap();
        }
    }
    drop(now);
    watcher.join().unwrap();
    assert_eq!(artifacts.found, 0, "the program makes mistakes in games");
    let of = |ruleset: &str| seen.iter().filter(|(of, _)| *of == ruleset).count();
    for (ruleset, played) in rulesets.iter().zip(played) {
        let slug = ruleset.slug();
        assert_eq!(played, most, "too few inputs are games of {slug}");
        assert!(of(slug) > 15, "of {slug} {} rules made a difference", of(slug));
    }
}

/// A text with a piece taken out, and another piece of it, or nonsense, put there.
fn mutilated(text: &str, dice: &mut SeededDice) -> String {
    const NONSENSE: [&str; 12] = [
        "",
        "",
        "[",
        "\"",
        " = ",
        "-1",
        "1e308",
        "nan",
        "9223372036854775807",
        "\u{202e}",
        "[[[[[[[[[[[[[[[[",
        "x.y.z = {}",
    ];
    let mut text = text.to_owned();
    for _ in 0..=dice.pick(3) {
        let mut piece = |most: u32| {
            let at = text.floor_char_boundary(dice.pick(text.len() as u32 + 1) as usize);
            (at, text.floor_char_boundary((at + dice.pick(most) as usize).min(text.len())))
        };
        let (cut, graft) = (piece(24), piece(24));
        let nonsense = NONSENSE[dice.pick(NONSENSE.len() as u32) as usize];
        text = [&text[..cut.0], nonsense, &text[graft.0..graft.1], &text[cut.1..]].concat();
    }
    text
}

#[test]
fn no_text_makes_a_reader_fail() {
    let (inputs, seed) = (asked("EVENODDS_FUZZ_TEXTS", 150), asked("EVENODDS_FUZZ_SEED", 1));
    let mut artifacts = Artifacts::of("texts");
    let mut texts: Vec<(u8, String)> = Vec::new();
    for (at, ruleset) in (0..).zip(rulesets::all()) {
        let mut sources = vec![ruleset.codex(), ruleset.doctrine_book()];
        sources.extend(ruleset.armies().into_iter().chain(ruleset.battlefields()).chain(ruleset.first_look()));
        texts.extend(sources.into_iter().map(|source| (at, source.text)));
        let situations = files(&tree("tests/situations").join(ruleset.slug()));
        texts.extend(situations.iter().map(|path| (at, fs::read_to_string(path).unwrap())));
    }
    for data in corpus("texts") {
        artifacts.watch(&data, || targets::texts(&data));
    }
    let mut sound = 0;
    for number in 0..inputs {
        let mut dice = SeededDice::from_key(seed << 32 | number);
        let (ruleset, text) = &texts[dice.pick(texts.len() as u32) as usize];
        let text = if dice.pick(16) == 0 { text.clone() } else { mutilated(text, &mut dice) };
        let data = [&[*ruleset][..], text.as_bytes()].concat();
        sound += u64::from(artifacts.watch(&data, || targets::texts(&data)) == Some(true));
    }
    assert_eq!(artifacts.found, 0, "the program makes mistakes in reading");
    assert!(sound > 0 && sound < inputs, "{sound} of {inputs} texts were read");
}
