//! Where candidates of a search play: its settings, and games of many candidates in them on common pairs.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::Plan;
use crate::game::{CellSetup, Diagnostics, ResultSink, Ruleset, Simulator, add_once};

/// Pairs that a thread takes at a time at most.
const BLOCK: u64 = 4;

/// The settings of a search: the cells of a plan.
pub(super) struct SearchArena<'a> {
    plan: &'a Plan,
    ruleset: &'a dyn Ruleset,
    games: AtomicU64,
}

/// A candidate, made ready in every setting.
pub(super) type Candidate = Vec<Box<dyn Simulator>>;

impl<'a> SearchArena<'a> {
    pub(super) fn new(plan: &'a Plan, ruleset: &'a dyn Ruleset) -> Self {
        Self { plan, ruleset, games: AtomicU64::new(0) }
    }

    pub(super) fn settings(&self) -> u64 {
        self.plan.cells.len() as u64
    }

    pub(super) fn seed(&self) -> u64 {
        self.plan.seed
    }

    /// Games played so far.
    pub(super) fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// Makes a candidate ready, for games of this seed; `change` makes of the setup of each setting that of the candidate.
    ///
    /// # Errors
    /// Everything wrong with the settings, each fault once.
    pub(super) fn ready(&self, seed: u64, change: impl Fn(&mut CellSetup)) -> Result<Candidate, Diagnostics> {
        let (mut simulators, mut diagnostics) = (Vec::new(), Diagnostics::new());
        for cell in &self.plan.cells {
            let mut setup = CellSetup { seed, ..cell.setup.clone() };
            change(&mut setup);
            match self.ruleset.prepare(&setup) {
                Ok(simulator) => simulators.push(simulator),
                Err(found) => add_once(&mut diagnostics, found),
            }
        }
        if diagnostics.is_empty() { Ok(simulators) } else { Err(diagnostics) }
    }

    /// Lets candidates play the same pairs in every setting, on all threads of the present rayon pool: what `kept` makes of the
    /// sinks, by candidate and setting, pair by pair.
    pub(super) fn play<S: ResultSink + Default, R: Send>(
        &self,
        candidates: &[&Candidate],
        seed: u64,
        pairs: Range<u64>,
        kept: impl Fn(S) -> Vec<R> + Sync,
    ) -> Vec<Vec<Vec<R>>> {
        let settings = |candidate: &Candidate| (0..candidate.len()).collect();
        self.play_some(candidates, seed, pairs, settings, kept)
    }

    /// The same in some settings of each candidate; in the others nothing is played.
    pub(super) fn play_some<S: ResultSink + Default, R: Send>(
        &self,
        candidates: &[&Candidate],
        seed: u64,
        pairs: Range<u64>,
        settings: impl Fn(&Candidate) -> Vec<usize>,
        kept: impl Fn(S) -> Vec<R> + Sync,
    ) -> Vec<Vec<Vec<R>>> {
        let Range { start, end } = pairs;
        let tasks: Vec<(usize, usize, Range<u64>)> = candidates
            .iter()
            .enumerate()
            .flat_map(|(candidate, own)| {
                settings(own).into_iter().map(move |setting| (candidate, setting, &own[setting]))
            })
            .flat_map(|(candidate, setting, own)| {
                let block = own.block().min(BLOCK);
                let blocks = (end - start).div_ceil(block);
                (0..blocks).map(move |n| (candidate, setting, start + n * block..(start + (n + 1) * block).min(end)))
            })
            .collect();
        let played: Vec<(usize, usize, Vec<R>)> = tasks
            .into_par_iter()
            .map(|(candidate, setting, pairs)| {
                let simulator = candidates[candidate][setting].as_ref();
                let games = simulator.games_of_pair() * (pairs.end - pairs.start);
                let mut sink = S::default();
                simulator.play(seed, self.plan.luck_of(setting as u32), pairs, &mut sink);
                self.games.fetch_add(games, Ordering::Relaxed);
                (candidate, setting, kept(sink))
            })
            .collect();
        let mut results: Vec<Vec<Vec<R>>> =
            candidates.iter().map(|settings| settings.iter().map(|_| Vec::new()).collect()).collect();
        for (candidate, setting, more) in played {
            results[candidate][setting].extend(more);
        }
        results
    }
}
