//! Where candidates play: the settings of a search, and games of many candidates in them on common pairs.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::experiment::Plan;
use crate::experiment::claims::{PairSink, of_list};
use crate::game::{CellSetup, Diagnostics, Ruleset, Simulator, WeighedDoctrine};

/// Pairs that a thread takes at a time at most.
const BLOCK: u64 = 4;

/// The settings of a search.
pub(super) struct Arena<'a> {
    plan: &'a Plan,
    ruleset: &'a dyn Ruleset,
    games: AtomicU64,
}

/// A candidate, made ready in every setting.
pub(super) struct Contestant {
    simulators: Vec<Box<dyn Simulator>>,
}

/// Results of the first-named list in quarters of a pair, setting by setting, pair by pair.
pub(super) type Results = Vec<Vec<u8>>;

impl<'a> Arena<'a> {
    pub(super) fn new(plan: &'a Plan, ruleset: &'a dyn Ruleset) -> Self {
        Self { plan, ruleset, games: AtomicU64::new(0) }
    }

    pub(super) fn settings(&self) -> usize {
        self.plan.cells.len()
    }

    pub(super) fn seed(&self) -> u64 {
        self.plan.seed
    }

    /// Games played so far.
    pub(super) fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// Makes a doctrine of the book ready, for games of this seed.
    ///
    /// # Errors
    /// Everything wrong with the settings, each fault once.
    pub(super) fn contestant(&self, doctrine: &WeighedDoctrine, seed: u64) -> Result<Contestant, Diagnostics> {
        let (mut simulators, mut diagnostics) = (Vec::new(), Diagnostics::new());
        for cell in &self.plan.cells {
            let enemy = cell.setup.doctrines[1].clone();
            let setup = CellSetup { doctrines: [doctrine.name.clone(), enemy], seed, ..cell.setup.clone() };
            match self.ruleset.prepare(&setup) {
                Ok(simulator) => simulators.push(simulator),
                Err(found) => {
                    let new: Vec<_> =
                        found.into_iter().filter(|diagnostic| !diagnostics.contains(diagnostic)).collect();
                    diagnostics.extend(new);
                }
            }
        }
        if diagnostics.is_empty() { Ok(Contestant { simulators }) } else { Err(diagnostics) }
    }
}

impl Contestant {
    /// The same with other weights; none where it has none.
    pub(super) fn with_weights(&self, numbers: &[f64]) -> Option<Self> {
        let simulators = self.simulators.iter().map(|simulator| simulator.with_weights(0, numbers));
        Some(Self { simulators: simulators.collect::<Option<_>>()? })
    }
}

/// Lets contestants play the same pairs in every setting, on all threads of the present rayon pool.
pub(super) fn results_of(arena: &Arena<'_>, contestants: &[&Contestant], seed: u64, pairs: Range<u64>) -> Vec<Results> {
    let settings = arena.settings();
    let tasks: Vec<(usize, usize, Range<u64>)> = (0..contestants.len())
        .flat_map(|contestant| (0..settings).map(move |setting| (contestant, setting)))
        .flat_map(|(contestant, setting)| {
            let block = contestants[contestant].simulators[setting].block().min(BLOCK);
            let blocks = (pairs.end - pairs.start).div_ceil(block);
            let Range { start, end } = pairs;
            (0..blocks).map(move |n| (contestant, setting, start + n * block..(start + (n + 1) * block).min(end)))
        })
        .collect();
    let played: Vec<(usize, usize, Vec<u8>)> = tasks
        .into_par_iter()
        .map(|(contestant, setting, pairs)| {
            let simulator = contestants[contestant].simulators[setting].as_ref();
            let games = simulator.games_of_pair() * (pairs.end - pairs.start);
            let mut sink = PairSink::default();
            simulator.play(seed, arena.plan.luck_of(setting as u32), pairs, &mut sink);
            arena.games.fetch_add(games, Ordering::Relaxed);
            (contestant, setting, sink.0.iter().map(of_list).collect())
        })
        .collect();
    let mut results = vec![vec![Vec::new(); settings]; contestants.len()];
    for (contestant, setting, quarters) in played {
        results[contestant][setting].extend(quarters);
    }
    results
}
