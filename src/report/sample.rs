//! Runs made by hand, for tests.

use rand::{Rng, SeedableRng};

use crate::experiment::{ListSummary, Luck, Manifest, RuleCount, Run, Stop, Timing};
use crate::game::UnitStat;
use crate::outcomes::{CLASSES, Cell, CellKey, CellTally, Stopped};

/// A joint table with so many pairs won, shared and lost by the first-named list in both games.
pub fn joint(wins: u64, shared: u64, losses: u64) -> [[u64; 3]; 3] {
    let mut joint = [[0; 3]; 3];
    (joint[2][2], joint[1][1], joint[0][0]) = (wins, shared, losses);
    joint
}

/// A cell with these pairs, strewn over the classes.
pub fn cell(a: &str, b: &str, joint: [[u64; 3]; 3]) -> Cell {
    let types = |list: &str| vec!["rifleman".to_owned(), format!("{list}'s <own> [b]unit[/b] | *")];
    let mut tally = CellTally::new([&types(a), &types(b)], 3, 2);
    let mut chance = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(joint[0][0] + 1000 * joint[2][2]);
    for (r, row) in joint.iter().enumerate() {
        for (c, n) in row.iter().enumerate() {
            for _ in 0..*n {
                tally.classes[(chance.next_u64() % CLASSES as u64) as usize].joint[r][c] += 1;
                tally.endings[(r + c) % 2][r] += 1;
                tally.endings[(r + c) % 2][c] += 1;
            }
        }
    }
    let pairs = tally.pairs();
    for list in 0..2 {
        tally.losses[list][7] = pairs;
        tally.losses[list][20] = pairs;
        for unit in &mut tally.units[list] {
            unit.fielded = 8 * pairs;
            unit.active = 7 * pairs;
            unit.stats[UnitStat::Lost as usize] = 3 * pairs as i64;
            unit.stats[UnitStat::Destroyed as usize] = 55_000 * pairs as i64;
        }
    }
    tally.turns = vec![0, 0, 0, 0, pairs / 2, pairs, 2 * pairs - pairs - pairs / 2];
    tally.rules = vec![3 * pairs, 0];
    let key = CellKey {
        number: 0,
        list_a: a.to_owned(),
        list_b: b.to_owned(),
        doctrine_a: "massed-fire".to_owned(),
        doctrine_b: "massed-fire".to_owned(),
        scenario: "meeting".to_owned(),
        battlefield: "farmstead".to_owned(),
        factors: Vec::new(),
    };
    Cell { key, tally, stopped: Stopped::Pairs }
}

/// A run of these cells.
pub fn run(mut cells: Vec<Cell>) -> Run {
    cells.iter_mut().zip(0..).for_each(|(cell, number)| cell.key.number = number);
    let mut keys: Vec<_> = cells.iter().flat_map(|cell| [cell.key.list_a.clone(), cell.key.list_b.clone()]).collect();
    keys.sort();
    keys.dedup();
    let list = |key: &String| ListSummary {
        key: key.clone(),
        name: format!("The {key}"),
        doctrine: Some("massed-fire".to_owned()),
        cost: 1310.0,
        units: vec![("rifleman".to_owned(), 8)],
        extras: Vec::new(),
    };
    let rule = |id: &str, times| RuleCount { id: id.to_owned(), about: "Shots".to_owned(), counted: true, times };
    let manifest = Manifest {
        origins: Vec::new(),
        version: "0.1.0".to_owned(),
        name: "first-look".to_owned(),
        question: "Which list is <out> of line?".to_owned(),
        ruleset: "dogfaces".to_owned(),
        title: "Dogfaces in Space".to_owned(),
        seed: 20_261_120,
        luck: Luck::Shared,
        stop: Stop::Pairs(500),
        looks: None,
        factors: cells.first().map_or(Vec::new(), |cell| cell.key.factors.iter().map(|f| f.0.clone()).collect()),
        lists: keys.iter().map(list).collect(),
        drawn: None,
        experiment: "[set]\n\"rules.turn-cap\" = 12\n".to_owned(),
        texts: Vec::new(),
        hash: "a1b2".to_owned(),
        digest: "0123456789abcdef".to_owned(),
        command: "evenodds run experiments/first-look.toml --seed 20261120".to_owned(),
        rules: vec![rule("DF-ATK-07", 99), rule("DF-SPL-02", 0)],
        counts: Vec::new(),
        states: Vec::new(),
        turns_digest: None,
        phases: Vec::new(),
        phases_digest: None,
        endings: vec!["wiped out".to_owned(), "driven off".to_owned(), "turn cap".to_owned()],
        length_unit: "turns".to_owned(),
        timing: Timing::default(),
    };
    Run { manifest, cells }
}
