//! The course of one cell: which pairs are played next, and what is made of those that come back.

use std::collections::BTreeMap;
use std::iter::{Skip, StepBy};
use std::ops::Range;

use super::{Shard, Stop};
use crate::analysis::stopping::{FIRST_LOOK, PrecisionStop, SampleSize, next_look};
use crate::analysis::{Score, pentanomial};
use crate::outcomes::{CellTally, Stopped};

/// Pairs are played in blocks of this many: short enough that little is lost when a run is killed, long enough that
/// handing them out costs nothing. It is fixed because shards are made of blocks.
const BLOCK: u64 = 32;

/// So many blocks may be under way or waiting for an earlier one; bounds what a cell keeps in memory.
const WINDOW: u64 = 128;

/// The pairs of a cell cut into blocks that never reach across a look-point.
#[derive(Clone, Debug)]
struct Blocks {
    stop: Stop,
    at: u64,
    /// The first look-point beyond `at`.
    look: u64,
}

impl Blocks {
    fn new(stop: Stop) -> Self {
        Self { stop, at: 0, look: FIRST_LOOK }
    }
}

impl Iterator for Blocks {
    type Item = Range<u64>;

    fn next(&mut self) -> Option<Range<u64>> {
        let start = self.at;
        let mut end = (start + BLOCK).min(self.stop.most());
        if let Stop::Precision { .. } = self.stop {
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
pub struct Course {
    stop: Stop,
    /// Pairs of this shard's part, if the number is fixed.
    fixed: u64,
    blocks: std::iter::Peekable<StepBy<Skip<Blocks>>>,
    /// Blocks handed out.
    out: u64,
    /// Blocks summed.
    summed: u64,
    /// Pairs summed.
    pairs: u64,
    /// Blocks that wait for an earlier one.
    waiting: BTreeMap<u64, Played>,
    tally: CellTally,
    stopped: Option<Stopped>,
}

impl Course {
    /// A cell of which nothing has been played.
    #[must_use]
    pub fn new(stop: Stop, shard: Shard, tally: CellTally) -> Self {
        // A sequential rule must see all pairs of a cell: there the shards share out the cells instead of the blocks.
        let part = if let Stop::Pairs(_) = stop { shard } else { Shard::WHOLE };
        let blocks = Blocks::new(stop).skip(part.index as usize).step_by(part.of as usize);
        let fixed = match stop {
            Stop::Pairs(n) if part.is_whole() => n,
            Stop::Pairs(_) => blocks.clone().map(|block| block.end - block.start).sum(),
            Stop::Precision { .. } => 0,
        };
        let mut course = Self {
            stop,
            fixed,
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
        let pairs = tally.pairs();
        while self.pairs < pairs {
            let Some(block) = self.blocks.next() else { return false };
            self.pairs += block.end - block.start;
            self.summed += 1;
        }
        self.out = self.summed;
        self.tally = tally;
        self.judge();
        self.pairs == pairs
    }

    /// The next block and its number; with `eager`, also one that will be thrown away if the cell stops at its next
    /// look-point.
    pub fn hand_out(&mut self, eager: bool) -> Option<(u64, Range<u64>)> {
        if self.stopped.is_some() || self.out - self.summed >= WINDOW {
            return None;
        }
        let look = match self.stop {
            Stop::Pairs(_) => u64::MAX,
            Stop::Precision { .. } => next_look(self.pairs),
        };
        let block = self.blocks.next_if(|block| eager || block.start < look)?;
        self.out += 1;
        Some((self.out - 1, block))
    }

    /// Takes back a block; the rows that may now be kept go to `rows`, in order.
    pub fn take_back(&mut self, number: u64, played: Played, rows: &mut Vec<u8>) {
        self.waiting.insert(number, played);
        while self.stopped.is_none() {
            let Some(next) = self.waiting.remove(&self.summed) else { return };
            self.summed += 1;
            self.pairs += next.tally.pairs();
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

    /// Pairs that have been summed.
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
        match self.stop {
            _ if self.stopped.is_some() => self.pairs,
            Stop::Pairs(_) => self.fixed,
            Stop::Precision { half_width, cap } => forecast(half_width, self.tally.joint()).clamp(self.pairs, cap),
        }
    }

    /// Stops the cell if it has seen enough.
    fn judge(&mut self) {
        self.stopped = match self.stop {
            Stop::Pairs(_) => (self.blocks.peek().is_none() && self.summed == self.out).then_some(Stopped::Pairs),
            Stop::Precision { half_width, .. } if is_look(self.pairs) && precise(half_width, self.tally.joint()) => {
                Some(Stopped::Precision)
            }
            Stop::Precision { cap, .. } => (self.pairs >= cap).then_some(Stopped::Cap),
        };
    }
}

/// The confidence at which precision is meant.
const CONFIDENCE: f64 = 0.95;

fn is_look(pairs: u64) -> bool {
    pairs > 0 && next_look(pairs - 1) == pairs
}

fn precise(half_width: f64, joint: [[u64; 3]; 3]) -> bool {
    PrecisionStop::new(half_width, CONFIDENCE).is_ok_and(|rule| rule.stops(&pentanomial(&joint)))
}

/// Pairs that the precision will take, going by the counts so far.
fn forecast(half_width: f64, joint: [[u64; 3]; 3]) -> u64 {
    let counts = pentanomial(&joint);
    let seen: u64 = counts.iter().sum();
    // Before the first look nothing is known but that pairing seldom makes things worse.
    let unit_variance = if seen < FIRST_LOOK {
        0.125
    } else {
        Score::from_counts(&counts, CONFIDENCE).map_or(0.125, |score| score.unit_variance)
    };
    SampleSize::Precision { unit_variance: unit_variance.max(1e-6), half_width, confidence: CONFIDENCE }
        .units()
        .map_or(u64::MAX, |units| next_look(units.units_ceil))
}
