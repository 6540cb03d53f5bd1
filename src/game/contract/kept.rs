//! Games that were kept: the same to the last event on every machine and by every later build, unless rules or play have
//! been changed on purpose.

use std::fmt::Write as _;

use super::games::{PlayedRuleset, pick, values};
use crate::dice::{Address, Dice, SeededDice};
use crate::game::{Armies, Cell, CellSetup, Override, Simulator as _};

/// A line for every game: ruleset, how it is played, and the digest of its trace.
const KEPT: &str = include_str!("../../../tests/kept-games.txt");

/// Games under drawn rules, by scripts and by chance each.
const DRAWN: u64 = 10;

/// Scripts play every scenario, and drawn games are played by scripts and by chance: all of them as they were kept.
pub(crate) fn games_are_as_they_were<R: PlayedRuleset>() {
    let ruleset = R::default();
    let slug = ruleset.slug();
    let doctrines: Vec<String> =
        ruleset.doctrines(&ruleset.doctrine_book()).unwrap().into_iter().map(|one| one.name).collect();
    let scripted: Vec<String> = doctrines.into_iter().filter(|name| name != "ahead" && name != "random").collect();
    let mut found = String::new();
    for (at, scenario) in ruleset.scenarios().into_iter().enumerate() {
        let by = [0, 1].map(|list| &*scripted[(at + list) % scripted.len()]);
        let digest = played::<R>(at as u64, &scenario.name, by, |_| Vec::new());
        // Some are played on battlefields of their own alone.
        if let Some(digest) = digest {
            let _ = writeln!(found, "{slug} {} {digest}", scenario.name);
        }
    }
    for key in 0..DRAWN {
        let mut dice = SeededDice::from_key(key);
        let scenario = pick(&mut dice, &ruleset.scenarios()).name.clone();
        let doctrine = pick(&mut dice, &scripted);
        for (how, doctrine) in [("script", &**doctrine), ("chance", "random")] {
            let digest = played::<R>(key, &scenario, [doctrine; 2], |draw| drawn_rules(&ruleset, key + DRAWN * draw));
            let digest = digest.unwrap_or_else(|| panic!("no lists may meet in {scenario}"));
            let _ = writeln!(found, "{slug} drawn-{key}-by-{how} {digest}");
        }
    }
    let kept: String = KEPT.lines().filter(|line| line.starts_with(slug)).map(|line| format!("{line}\n")).collect();
    assert_eq!(found, kept, "where rules or play have changed on purpose, tests/kept-games.txt is to have\n{found}");
}

/// Rules by a key: half of them at any of their values, each by its own name, so that a new rule changes no other.
fn drawn_rules<R: PlayedRuleset>(ruleset: &R, key: u64) -> Vec<Override> {
    let mut rules = Vec::new();
    for (name, values) in values(ruleset) {
        let hash = name.bytes().fold(key, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
        let mut dice = SeededDice::from_key(hash);
        if values.len() == 1 || dice.pick(2) == 0 {
            rules.push(Override { key: format!("rules.{name}"), value: pick(&mut dice, &values).as_str().into() });
        }
    }
    rules
}

/// The digest of the trace of a game between the first lists from this place on that may meet there, by the first of the draws
/// of rules under which any may; none where they may not meet.
fn played<R: PlayedRuleset>(
    at: u64,
    scenario: &str,
    doctrines: [&str; 2],
    rules: impl Fn(u64) -> Vec<Override>,
) -> Option<String> {
    let ruleset = R::default();
    let armies = ruleset.armies();
    let pairs = (0..armies.len()).map(|first| [0, 1].map(|place| (2 * at as usize + first + place) % armies.len()));
    let pairs: Vec<[usize; 2]> = pairs.collect();
    for (draw, pair) in (0..100).flat_map(|draw| pairs.iter().map(move |pair| (draw, pair))) {
        let lists = pair.map(|list| armies[list].clone());
        let usual = CellSetup::usual(&ruleset, Armies::Written(lists.clone()), doctrines, scenario);
        if let Ok(cell) = Cell::<R>::read(&CellSetup { overrides: rules(draw), ..usual }, &lists) {
            let told = cell.narrate(Address { seed: 7, cell: 0, pair: at }, at % 2 == 1);
            let trace: String = told.trace.iter().map(|event| format!("{event}\n")).collect();
            return Some(blake3::hash(trace.as_bytes()).to_hex()[..16].to_owned());
        }
    }
    None
}
