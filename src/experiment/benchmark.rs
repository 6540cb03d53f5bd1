//! How fast this machine plays: fixed work, timed, with a checksum, so that a faster wrong answer cannot pass.

use std::ops::Range;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::digest;
use crate::game::{CellSetup, Diagnostics, Ruleset, Simulator, Source, layered_book};
use crate::outcomes::{CellTally, Recorder};

/// Pairs in one round of whole engagements.
const PAIRS: u64 = 512;

/// Pairs that a thread takes at a time: little enough that no thread waits long for the last of a round.
const BLOCK: u64 = 4;

/// Trials in one round of an isolated resolution.
const TRIALS: u64 = 2_000_000;

/// Seed of all work.
const SEED: u64 = 1;

/// One figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// What was done.
    pub what: String,
    /// Threads that did it.
    pub threads: usize,
    /// How often a second, all threads together.
    pub per_second: f64,
    /// Digest of the results of one round, the same on every machine.
    pub checksum: String,
}

/// Measures a ruleset's standard game and resolutions for about `budget` each.
///
/// `books` are laid over the doctrines that are built in.
///
/// # Errors
/// What is wrong with the ruleset's own benchmark, or with the books.
pub fn measure(
    ruleset: &dyn Ruleset,
    books: &[Source],
    threads: &[usize],
    budget: Duration,
) -> Result<Vec<Measure>, Diagnostics> {
    let mut measures = Vec::new();
    let benchmark = ruleset.benchmark();
    let book = books.iter().try_fold(ruleset.doctrine_book(), |book, top| layered_book(ruleset, &book, top))?;
    for (what, cell) in &benchmark.cells {
        let simulator = ruleset.prepare(&CellSetup { doctrine_book: book.clone().into(), ..cell.clone() })?;
        for &threads in threads {
            let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build() else { continue };
            let (rounds, took, tally) = pool.install(|| repeat(budget, || play(simulator.as_ref(), ruleset)));
            measures.push(Measure {
                what: format!("engagements, {what}"),
                threads,
                per_second: (u64::from(rounds) * simulator.games_of_pair() * PAIRS) as f64 / took.as_secs_f64(),
                checksum: digest::of(&tally),
            });
        }
    }
    for (what, query) in &benchmark.queries {
        let mut simulated = query.clone();
        (simulated.trials, simulated.exact, simulated.seed) = (TRIALS, false, SEED);
        let (rounds, took, answer) = repeat(budget, || ruleset.resolve(&simulated));
        measures.push(Measure {
            what: format!("simulated, {what}"),
            threads: 1,
            per_second: rounds as f64 * TRIALS as f64 / took.as_secs_f64(),
            checksum: digest::of(&answer?.simulated.map(|simulated| simulated.counts)),
        });
        let mut exact = query.clone();
        (exact.trials, exact.exact) = (0, true);
        let (rounds, took, answer) = repeat(budget, || ruleset.resolve(&exact));
        measures.push(Measure {
            what: format!("exact, {what}"),
            threads: 1,
            per_second: rounds as f64 / took.as_secs_f64(),
            checksum: digest::of(&answer?.exact),
        });
    }
    Ok(measures)
}

/// Does `work` again and again until `budget` is spent: rounds, time, and the last result.
fn repeat<T>(budget: Duration, mut work: impl FnMut() -> T) -> (u32, Duration, T) {
    let mut last = work();
    let start = Instant::now();
    let mut rounds = 0;
    while rounds == 0 || start.elapsed() < budget {
        last = work();
        rounds += 1;
    }
    (rounds, start.elapsed(), last)
}

/// One round of engagements, shared among the threads of the pool.
fn play(simulator: &dyn Simulator, ruleset: &dyn Ruleset) -> CellTally {
    let record = |pairs: Range<u64>| {
        let rosters = [simulator.roster(0), simulator.roster(1)];
        let mut recorder = Recorder::new(rosters, ruleset.endings().len(), ruleset.ledger().len());
        simulator.play(SEED, 0, pairs, &mut recorder);
        recorder.into_tally()
    };
    let blocks: Vec<CellTally> =
        (0..PAIRS / BLOCK).into_par_iter().map(|block| record(block * BLOCK..(block + 1) * BLOCK)).collect();
    let mut sum = record(0..0);
    blocks.iter().for_each(|block| sum.merge(block));
    sum
}
