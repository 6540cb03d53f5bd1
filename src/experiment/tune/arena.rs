//! Contestants: doctrines that play a list against an enemy.

use std::ops::Range;

use crate::experiment::claims::{PairSink, of_list};
use crate::experiment::search_arena::{Candidate, SearchArena};
use crate::game::{Diagnostics, WeighedDoctrine};

/// A doctrine, made ready in every setting.
pub(super) struct Contestant(Candidate);

/// Results of the first-named list in quarters of a pair, setting by setting, pair by pair.
pub(super) type Results = Vec<Vec<u8>>;

impl Contestant {
    /// A doctrine of the book in the place of the first list's, for games of this seed.
    ///
    /// # Errors
    /// Everything wrong with the settings, each fault once.
    pub(super) fn of(arena: &SearchArena<'_>, doctrine: &WeighedDoctrine, seed: u64) -> Result<Self, Diagnostics> {
        arena.ready(seed, |setup| setup.doctrines[0].clone_from(&doctrine.name)).map(Self)
    }

    /// The same with other weights; none where it has none.
    pub(super) fn with_weights(&self, numbers: &[f64]) -> Option<Self> {
        self.0.iter().map(|simulator| simulator.with_weights(0, numbers)).collect::<Option<_>>().map(Self)
    }
}

/// Lets contestants play the same pairs in every setting, on all threads of the present rayon pool.
pub(super) fn results_of(
    arena: &SearchArena<'_>,
    contestants: &[&Contestant],
    seed: u64,
    pairs: Range<u64>,
) -> Vec<Results> {
    let candidates: Vec<&Candidate> = contestants.iter().map(|contestant| &contestant.0).collect();
    arena.play(&candidates, seed, pairs, |sink: PairSink| sink.0.iter().map(of_list).collect())
}
