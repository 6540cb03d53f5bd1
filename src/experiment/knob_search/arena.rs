//! Where changed games are played: the settings of a search, on common pairs.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::experiment::Plan;
use crate::game::{CellSetup, Diagnostics, GameView, Override, ResultSink, Ruleset, Seats, Simulator};

/// Pairs that a thread takes at a time at most.
const BLOCK: u64 = 4;

/// What is kept of a pair of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PairOfGames {
    /// Results of the first-named list: 0 lost, 1 drew, 2 won.
    pub(super) results: [u8; 2],
    /// Turns.
    pub(super) turns: [u16; 2],
}

/// Keeps pairs.
#[derive(Default)]
struct Kept(Vec<PairOfGames>);

impl ResultSink for Kept {
    fn take(&mut self, view: &GameView<'_>) {
        let game = usize::from(view.swapped);
        if game == 0 {
            self.0.push(PairOfGames::default());
        }
        if let Some(pair) = self.0.last_mut() {
            (pair.results[game], pair.turns[game]) = (view.record.result, view.record.turns);
        }
    }
}

/// The settings of a search.
pub(super) struct Arena<'a> {
    plan: &'a Plan,
    ruleset: &'a dyn Ruleset,
    games: AtomicU64,
}

impl<'a> Arena<'a> {
    pub(super) fn new(plan: &'a Plan, ruleset: &'a dyn Ruleset) -> Self {
        Self { plan, ruleset, games: AtomicU64::new(0) }
    }

    pub(super) fn settings(&self) -> u64 {
        self.plan.cells.len() as u64
    }

    /// Games played so far.
    pub(super) fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// Makes the settings ready with these values, for games of this seed.
    ///
    /// # Errors
    /// Everything wrong with them, each fault once.
    pub(super) fn ready(&self, changes: &[Override], seed: u64) -> Result<Vec<Box<dyn Simulator>>, Diagnostics> {
        let (mut simulators, mut diagnostics) = (Vec::new(), Diagnostics::new());
        for cell in &self.plan.cells {
            let mut setup = CellSetup { seed, ..cell.setup.clone() };
            setup.overrides.retain(|own| changes.iter().all(|change| change.key != own.key));
            setup.overrides.extend_from_slice(changes);
            match self.ruleset.prepare(&setup) {
                Ok(simulator) => simulators.push(simulator),
                Err(found) => {
                    let new: Vec<_> = found.into_iter().filter(|fault| !diagnostics.contains(fault)).collect();
                    diagnostics.extend(new);
                }
            }
        }
        if diagnostics.is_empty() { Ok(simulators) } else { Err(diagnostics) }
    }

    /// Plays the same pairs with each of several games, on all threads of the present rayon pool: setting by setting the pairs, and
    /// what becomes of the seats there.
    pub(super) fn play(
        &self,
        games: &[Vec<Box<dyn Simulator>>],
        seed: u64,
        pairs: Range<u64>,
    ) -> Vec<Vec<(Vec<PairOfGames>, Seats)>> {
        let tasks: Vec<(usize, usize, Range<u64>)> = games
            .iter()
            .enumerate()
            .flat_map(|(game, settings)| settings.iter().enumerate().map(move |(setting, own)| (game, setting, own)))
            .flat_map(|(game, setting, own)| {
                let block = own.block().min(BLOCK);
                let Range { start, end } = pairs;
                let blocks = (end - start).div_ceil(block);
                (0..blocks).map(move |n| (game, setting, start + n * block..(start + (n + 1) * block).min(end)))
            })
            .collect();
        let played: Vec<(usize, usize, Vec<PairOfGames>)> = tasks
            .into_par_iter()
            .map(|(game, setting, pairs)| {
                let simulator = games[game][setting].as_ref();
                let played = simulator.games_of_pair() * (pairs.end - pairs.start);
                let mut kept = Kept::default();
                simulator.play(seed, self.plan.luck_of(setting as u32), pairs, &mut kept);
                self.games.fetch_add(played, Ordering::Relaxed);
                (game, setting, kept.0)
            })
            .collect();
        let empty = |settings: &Vec<Box<dyn Simulator>>| -> Vec<(Vec<PairOfGames>, Seats)> {
            settings.iter().map(|simulator| (Vec::new(), simulator.seats())).collect()
        };
        let mut results: Vec<_> = games.iter().map(empty).collect();
        for (game, setting, pairs) in played {
            results[game][setting].0.extend(pairs);
        }
        results
    }
}
