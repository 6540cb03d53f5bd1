//! A cell made ready for play: both armies mustered, rules set, table laid.

use std::ops::Range;

use super::{
    Appraisal, Decisions, Engagement, EventLog, GameRecord, Matchup, PhaseLoss, PlayedOn, Purchase, Seats, SideState,
    UnitStats,
};
use crate::dice::Address;

/// Pairs that a thread takes at a time where games are quick: few enough that little is lost when a run is killed, so many
/// that handing them out costs nothing.
pub const USUAL_BLOCK: u64 = 32;

/// One cell of an experiment, ready to be played any number of times, on any number of threads.
pub trait Simulator: Send + Sync {
    /// Plays the pairs `pairs` and hands every engagement to `sink`: in order, the first-named list from the first
    /// seat, then from the second, unless lists keep their [`seats`](Self::seats).
    fn play(&self, seed: u64, cell: u64, pairs: Range<u64>, sink: &mut dyn ResultSink);

    /// Games that are played from now on are checked: every state in which a decision is due, every choice, and what it changes. They go as they
    /// would have. A game that does not stand it panics, with what did not hold.
    fn check_games(&mut self) {}

    /// The same with other weights in the doctrine of the list at this place, 0 or 1, as [`Ruleset::weights`] counts them: what
    /// was read and laid for this one is shared. None where that list is not played by the weights of a doctrine.
    ///
    /// [`Ruleset::weights`]: super::Ruleset::weights
    fn with_weights(&self, list: usize, numbers: &[f64]) -> Option<Box<dyn Simulator>> {
        let _ = (list, numbers);
        None
    }

    /// How many games are played for a pair: one where both are one and the same with the names exchanged, else two.
    fn games_of_pair(&self) -> u64 {
        2
    }

    /// What becomes of the seats of the lists in the second game of a pair.
    fn seats(&self) -> Seats {
        Seats::Exchanged
    }

    /// How many pairs are worth handing to a thread at a time. It does not depend on the machine: shards are made of blocks.
    fn block(&self) -> u64 {
        USUAL_BLOCK
    }

    /// Plays one engagement alone and tells it: `swapped` is false for the first game of a pair, in which the first-named
    /// list has the first seat.
    fn narrate(&self, address: Address, swapped: bool) -> Narration;

    /// Plays an engagement up to the first decision at which `line` lines of its trace have been told, at least one, and on from there once for
    /// each number of `rollouts`, with dice of their own: the same number has the same dice. None when the game is over before.
    /// So it is of games that are not told.
    fn play_on(&self, engagement: Engagement, line: usize, rollouts: Range<u64>) -> Option<PlayedOn> {
        let _ = (engagement, line, rollouts);
        None
    }

    /// Plays an engagement, and tells of every decision after set-up that is one of `decisions` how the choice that was made
    /// and those that other scripts would have made fare in rollouts with these numbers.
    fn appraise(&self, engagement: Engagement, decisions: &Decisions, rollouts: Range<u64>) -> Vec<Appraisal> {
        let _ = (engagement, decisions, rollouts);
        Vec::new()
    }

    /// What is allowed where these lists meet, but hardly meant: whoever plays is told of it.
    fn warnings(&self) -> &[String] {
        &[]
    }

    /// The unit types of each list's units, in the order of [`GameView::stats`].
    /// Where lists are drawn it is the types that they may have.
    fn roster(&self, list: usize) -> &[String];

    /// What lists are made of, where they are drawn anew for every pair; nothing where they are written.
    fn purchases(&self) -> &[Purchase] {
        &[]
    }
}

/// One engagement as it is handed over.
#[derive(Debug)]
pub struct GameView<'a> {
    /// Index of the pair.
    pub pair: u64,
    /// Whether this is the second game of its pair, in which the first-named list had the second seat unless lists keep
    /// their seats.
    pub swapped: bool,
    /// The record.
    pub record: GameRecord,
    /// What was counted of each list's units, first-named list first.
    pub stats: [&'a [UnitStats]; 2],
    /// How each list stood at the end of each turn; the last is how it stood in the end.
    pub turns: [&'a [SideState]; 2],
    /// What was lost in each phase, in the order of [`Ruleset::phases`](super::Ruleset::phases); nothing where games do not say it.
    pub phases: &'a [PhaseLoss],
    /// How often each rule of the ledger made a difference.
    pub rules: &'a [u32],
    /// What was counted of each list, in the order of [`Ruleset::side_counts`](super::Ruleset::side_counts), first-named list
    /// first.
    pub counts: [&'a [i64]; 2],
}

/// Takes engagements as they are played.
pub trait ResultSink {
    /// The lists of the next pair; told where they are drawn anew for every pair.
    fn meet(&mut self, lists: &Matchup<'_>) {
        let _ = lists;
    }

    /// One more engagement.
    fn take(&mut self, view: &GameView<'_>);
}

/// One engagement told.
#[derive(Clone, Debug)]
pub struct Narration {
    /// In words, one event a line.
    pub lines: Vec<String>,
    /// As JSON Lines, one object an entry.
    pub trace: Vec<serde_json::Value>,
    /// Both together, event by event.
    pub log: EventLog,
    /// The record.
    pub record: GameRecord,
}
