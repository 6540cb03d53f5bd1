//! Games with changed numbers: what is kept of them.

use std::ops::Range;

use crate::experiment::search_arena::{Candidate, SearchArena};
use crate::game::{Diagnostics, GameView, Override, ResultSink, Seats};

/// What is kept of a pair of games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::experiment) struct PairOfGames {
    /// Results of the first-named list: 0 lost, 1 drew, 2 won.
    pub(in crate::experiment) results: [u8; 2],
    /// Turns.
    pub(in crate::experiment) turns: [u16; 2],
    /// Share of its value that each list lost, by game, first-named list first.
    pub(in crate::experiment) lost: [[f64; 2]; 2],
}

/// Keeps pairs.
#[derive(Default)]
pub(in crate::experiment) struct Kept(pub(in crate::experiment) Vec<PairOfGames>);

impl ResultSink for Kept {
    fn take(&mut self, view: &GameView<'_>) {
        let game = usize::from(view.swapped);
        if game == 0 {
            self.0.push(PairOfGames::default());
        }
        if let Some(pair) = self.0.last_mut() {
            (pair.results[game], pair.turns[game]) = (view.record.result, view.record.turns);
            pair.lost[game] = view.record.shares_lost();
        }
    }
}

/// Pairs of one setting, and what becomes of the seats there.
pub(super) type OfSetting = (Vec<PairOfGames>, Seats);

/// The settings with these changes, for games of this seed.
///
/// # Errors
/// Everything wrong with them, each fault once.
pub(super) fn ready(arena: &SearchArena<'_>, changes: &[Override], seed: u64) -> Result<Candidate, Diagnostics> {
    arena.ready(seed, |setup| {
        setup.overrides.retain(|own| changes.iter().all(|change| change.key != own.key));
        setup.overrides.extend_from_slice(changes);
    })
}

/// Plays the same pairs with each of several games: setting by setting the pairs.
pub(super) fn play(arena: &SearchArena<'_>, games: &[Candidate], seed: u64, pairs: Range<u64>) -> Vec<Vec<OfSetting>> {
    let played = arena.play(&games.iter().collect::<Vec<_>>(), seed, pairs, |kept: Kept| kept.0);
    let with_seats = |(pairs, game): (Vec<Vec<PairOfGames>>, &Candidate)| {
        pairs.into_iter().zip(game).map(|(pairs, simulator)| (pairs, simulator.seats())).collect()
    };
    played.into_iter().zip(games).map(with_seats).collect()
}
