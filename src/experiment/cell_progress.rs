//! Progress of one cell: which pairs are played next, and what is made of those that come back.

use std::collections::BTreeMap;
use std::iter::{Skip, StepBy};
use std::ops::Range;

use super::{Quantity, Shard, Stop};
use crate::analysis::special::{normal_two_sided, squared};
use crate::analysis::sprt::{Hypotheses, Sprt, SprtPlanInput, SprtState};
use crate::analysis::stopping::{FIRST_LOOK, PrecisionStop, SampleSize, next_look};
use crate::analysis::{Interval, Score, Verdict, elo, pentanomial, sequence};
use crate::outcomes::{CellTally, Stopped};

/// So many blocks may be under way or waiting for an earlier one; bounds what a cell keeps in memory.
const WINDOW: u64 = 128;

/// The pairs of a cell cut into blocks that never reach across a look-point.
#[derive(Clone, Debug)]
struct Blocks {
    stop: Stop,
    /// Pairs of a block.
    size: u64,
    at: u64,
    /// The first look-point beyond `at`.
    look: u64,
}

impl Blocks {
    fn new(stop: Stop, size: u64) -> Self {
        Self { stop, size, at: 0, look: FIRST_LOOK }
    }

    /// Those of a shard.
    fn of(self, shard: Shard) -> StepBy<Skip<Self>> {
        self.skip(shard.index as usize).step_by(shard.of as usize)
    }
}

impl Iterator for Blocks {
    type Item = Range<u64>;

    fn next(&mut self) -> Option<Range<u64>> {
        let start = self.at;
        let mut end = (start + self.size).min(self.stop.most());
        if !self.stop.is_fixed() {
            end = end.min(self.look);
            if end == self.look {
                self.look = next_look(end);
            }
        }
        self.at = end;
        (start < end).then_some(start..end)
    }
}

/// A block that has been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its sums.
    pub tally: CellTally,
    /// Its packed rows, if rows are kept.
    pub rows: Vec<u8>,
}

/// A cell under way.
///
/// Blocks are handed out in order and taken back in any order, but they enter the sums in order, so that what has been
/// summed is at every moment the beginning of the cell (of this shard's part of it), and every decision to stop depends
/// on pairs alone and not on who was quick.
#[derive(Clone, Debug)]
pub struct CellProgress {
    stop: Stop,
    /// Chance that a decision of this cell is wrong.
    alpha: f64,
    /// Pairs of this shard's part, if the number is fixed.
    fixed: u64,
    /// Pairs of a block.
    block: u64,
    blocks: std::iter::Peekable<StepBy<Skip<Blocks>>>,
    /// Blocks handed out.
    out: u64,
    /// Blocks summed.
    summed: u64,
    /// Pairs summed, those that were left out among them.
    pairs: u64,
    /// Blocks that wait for an earlier one.
    waiting: BTreeMap<u64, Played>,
    tally: CellTally,
    stopped: Option<Stopped>,
}

impl CellProgress {
    /// A cell of which nothing has been played, one of so many that are decided together; its pairs are handed out in blocks
    /// of this many.
    #[must_use]
    pub fn new(stop: Stop, together: usize, shard: Shard, block: u64, tally: CellTally) -> Self {
        // A rule that looks must see all pairs of a cell: there the shards share out the cells instead of the blocks.
        let part = if stop.is_fixed() { shard } else { Shard::WHOLE };
        let blocks = Blocks::new(stop, block).of(part);
        let fixed = match stop {
            Stop::Pairs(n) if part.is_whole() => n,
            Stop::Pairs(_) => blocks.clone().map(|block| block.end - block.start).sum(),
            _ => 0,
        };
        let mut course = Self {
            stop,
            alpha: ALPHA / together.max(1) as f64,
            fixed,
            block,
            blocks: blocks.peekable(),
            out: 0,
            summed: 0,
            pairs: 0,
            waiting: BTreeMap::new(),
            tally,
            stopped: None,
        };
        course.judge();
        course
    }

    /// Goes on from where an earlier go stopped; false when that is no place where a go can have stopped.
    #[must_use]
    pub fn resume(&mut self, tally: CellTally) -> bool {
        let pairs = tally.tried();
        while self.pairs < pairs {
            let Some(block) = self.blocks.next() else { return false };
            self.pairs += block.end - block.start;
            self.summed += 1;
        }
        self.go_on(tally);
        self.pairs == pairs
    }

    /// Goes on from the first pairs of the cell, as many as there are: an earlier run may have ended within a block. Only for
    /// a cell of which this shard has all blocks. False when there are more than the cell may take.
    #[must_use]
    pub fn extend(&mut self, tally: CellTally) -> bool {
        self.pairs = tally.tried();
        let blocks = Blocks { stop: self.stop, size: self.block, at: self.pairs, look: next_look(self.pairs) };
        self.blocks = blocks.of(Shard::WHOLE).peekable();
        self.go_on(tally);
        self.pairs <= self.stop.most()
    }

    fn go_on(&mut self, tally: CellTally) {
        self.out = self.summed;
        self.tally = tally;
        self.judge();
    }

    /// The next block and its number; with `eager`, also one that will be thrown away if the cell stops at its next
    /// look-point.
    pub fn hand_out(&mut self, eager: bool) -> Option<(u64, Range<u64>)> {
        if self.stopped.is_some() || self.out - self.summed >= WINDOW {
            return None;
        }
        let look = if self.stop.is_fixed() { u64::MAX } else { next_look(self.pairs) };
        let block = self.blocks.next_if(|block| eager || block.start < look)?;
        self.out += 1;
        Some((self.out - 1, block))
    }

    /// Blocks handed out so far, those of earlier goes included.
    #[must_use]
    pub fn handed_out(&self) -> u64 {
        self.out
    }

    /// Takes back a block; the rows that may now be kept go to `rows`, in order.
    pub fn take_back(&mut self, number: u64, played: Played, rows: &mut Vec<u8>) {
        self.waiting.insert(number, played);
        while self.stopped.is_none() {
            let Some(next) = self.waiting.remove(&self.summed) else { return };
            self.summed += 1;
            self.pairs += next.tally.tried();
            self.tally.merge(&next.tally);
            rows.extend_from_slice(&next.rows);
            self.judge();
        }
        self.waiting.clear();
    }

    /// Why the cell has stopped, once it has.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Pairs that have been summed, those that were left out among them.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The sums so far.
    #[must_use]
    pub fn tally(&self) -> &CellTally {
        &self.tally
    }

    /// Pairs that the cell will have taken in the end, as far as can be told.
    #[must_use]
    pub fn forecast(&self) -> u64 {
        let expected = match self.stop {
            _ if self.stopped.is_some() => self.pairs,
            Stop::Pairs(_) => self.fixed,
            Stop::Precision { half_width, of, .. } => next_look(until_precise(half_width, &self.guess(of))),
            Stop::Decide { margin, .. } => next_look(until_decided(margin, self.alpha, &self.score())),
            Stop::Claim { low, high, alpha, .. } => {
                next_look(until_claimed(Interval { low, high }, alpha, &self.score()))
            }
            Stop::Sprt { hypotheses, .. } => self.pairs + until_accepted(&hypotheses, &self.score()),
        };
        expected.clamp(self.pairs, self.stop.most().max(self.pairs))
    }

    /// What is known of the score; before the first look nothing but that pairing seldom makes things worse.
    fn score(&self) -> Guess {
        self.guess(Quantity::Score)
    }

    /// The same of another quantity.
    fn guess(&self, of: Quantity) -> Guess {
        let nothing = Guess { score: 0.5, unit_variance: if of.is_share() { 0.125 } else { 1.0 } };
        if self.pairs < FIRST_LOOK {
            return nothing;
        }
        let known = match of.counts(&self.tally) {
            Some(counts) => {
                Score::from_counts(&counts, CONFIDENCE).ok().map(|score| (score.score, score.unit_variance))
            }
            None => {
                of.in_cell(&self.tally).map(|known| (known.value, squared(known.std_error) * self.tally.pairs() as f64))
            }
        };
        known.map_or(nothing, |(score, variance)| Guess { score, unit_variance: variance.max(1e-6) })
    }

    /// Whether the interval of a quantity reaches no farther than so much to either side.
    fn is_known(&self, of: Quantity, half_width: f64) -> bool {
        match of.counts(&self.tally) {
            Some(counts) => PrecisionStop::new(half_width, CONFIDENCE).is_ok_and(|rule| rule.stops(&counts)),
            // As of scores: not before the first look, and never infinitely well.
            None => of.in_cell(&self.tally).is_some_and(|known| {
                let pairs = self.tally.pairs() as f64;
                let reached = libm::hypot(known.interval.half_width(), normal_two_sided(1.0 - CONFIDENCE) / pairs);
                self.tally.pairs() >= FIRST_LOOK && reached <= half_width
            }),
        }
    }

    fn counts(&self) -> [u64; 5] {
        pentanomial(&self.tally.joint())
    }

    /// Stops the cell if it has seen enough.
    fn judge(&mut self) {
        self.stopped = match self.stop {
            Stop::Pairs(_) => (self.blocks.peek().is_none() && self.summed == self.out).then_some(Stopped::Pairs),
            _ if is_look(self.pairs) && self.has_seen_enough() => Some(match self.stop {
                Stop::Precision { .. } => Stopped::Precision,
                _ => Stopped::Decided,
            }),
            stop => (self.pairs >= stop.most()).then_some(Stopped::Cap),
        };
    }

    /// What the rule says at a look-point.
    fn has_seen_enough(&self) -> bool {
        let counts = self.counts();
        match self.stop {
            Stop::Pairs(_) => false,
            Stop::Precision { half_width, of, .. } => self.is_known(of, half_width),
            Stop::Decide { margin, .. } => sequence::relevance(&counts, margin, self.alpha)
                .is_ok_and(|relevance| relevance.verdict != Verdict::Undecided),
            Stop::Claim { low, high, alpha, .. } => sequence::within(&counts, Interval { low, high }, alpha)
                .is_ok_and(|claim| claim.verdict != Verdict::Undecided),
            Stop::Sprt { hypotheses, .. } => {
                Sprt::of(&counts, &hypotheses).is_ok_and(|test| test.state != SprtState::Continue)
            }
        }
    }
}

/// The confidence at which precision is meant.
const CONFIDENCE: f64 = 0.95;

/// Chance that any decision of a run is wrong.
const ALPHA: f64 = 0.05;

/// A score and the variance of a pair's, as far as they are known.
struct Guess {
    score: f64,
    unit_variance: f64,
}

fn is_look(pairs: u64) -> bool {
    pairs > 0 && next_look(pairs - 1) == pairs
}

/// No forecast goes beyond this many pairs, which is more than a cell may take.
const FAR: u64 = 1 << 40;

/// Pairs that the precision will take.
fn until_precise(half_width: f64, &Guess { unit_variance, .. }: &Guess) -> u64 {
    let size = SampleSize::Precision { unit_variance, half_width, confidence: CONFIDENCE };
    size.units().map_or(FAR, |units| units.units_ceil.min(FAR))
}

/// Pairs that the decision will take, if the score stays where it is.
fn until_decided(margin: f64, alpha: f64, guess: &Guess) -> u64 {
    until_claimed(Interval { low: 0.5 - margin, high: 0.5 + margin }, alpha, guess)
}

/// Pairs until the sequence leaves the nearer limit outside, if the score stays where it is.
fn until_claimed(limits: Interval, alpha: f64, guess: &Guess) -> u64 {
    let gap = (guess.score - limits.low).abs().min((guess.score - limits.high).abs());
    sequence::units_until(gap, guess.unit_variance, 1.0 - alpha).ok().flatten().map_or(FAR, |units| units.min(FAR))
}

/// Pairs that the test will still take, if the score stays where it is; it forgets nothing, so that this is what it takes
/// from the start.
fn until_accepted(hypotheses: &Hypotheses, guess: &Guess) -> u64 {
    let Hypotheses { elo0, elo1, alpha, beta, .. } = *hypotheses;
    let plan = SprtPlanInput {
        score0: elo::to_score(elo0),
        score1: elo::to_score(elo1),
        true_score: guess.score,
        unit_variance: guess.unit_variance,
        alpha,
        beta,
    };
    plan.plan().map_or(FAR, |plan| plan.expected_units.min(FAR as f64) as u64)
}
