//! Races: many contestants are measured over common pairs, and whoever is out of the running plays no more.

mod lists;
mod settings;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::{Progress, RunError};
use crate::analysis::elimination::{Contest, Prize};
use crate::analysis::{AnalysisError, Interval};

pub use lists::race;
pub use settings::race_settings;

/// Pairs of a cell before the first look.
const FIRST_LOOK: u64 = 24;

/// Pairs of a cell that are played at a time at least.
const PORTION: u64 = 4;

/// How a race goes.
#[derive(Clone, Copy)]
pub struct RaceConditions<'a> {
    /// What is to be found out.
    pub prize: Prize,
    /// Most pairs of a cell.
    pub cap: u64,
    /// Raised when the race is to end: what was played by then is told.
    pub abort: &'a AtomicBool,
    /// Told how far it has come.
    pub watch: &'a (dyn Fn(&Progress) + Sync),
}

/// A contestant, and how it fared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Racer {
    /// Its number: the place of a list in the plan, of a setting among the settings.
    pub number: usize,
    /// What is measured of it: the mean score of a list over all others, from 0 to 1; the quantity of a setting.
    pub value: f64,
    /// Its interval, which holds at every look.
    pub interval: Interval,
    /// Pairs of each cell that it played.
    pub pairs: u64,
    /// Whether it was out of the running before the race ended.
    pub is_out: bool,
    /// Whether it is shown to be among the best that are looked for.
    pub is_shown: bool,
}

/// What became of a race.
#[derive(Clone, Debug, PartialEq)]
pub struct Raced {
    /// All contestants: those that ran to the end, the best first, then those that were out, the last to go first.
    pub racers: Vec<Racer>,
    /// Whether those that lead are shown to be the best, or behind nobody by more than the margin.
    pub decided: bool,
    /// Games that were played.
    pub games: u64,
    /// Games that all cells would have taken, had all played as many pairs as the best.
    pub games_of_all: u64,
    /// Whether it was told to end.
    pub interrupted: bool,
}

/// What races: contestants, the cells that they play in, and what they came to.
trait Field {
    /// How they are measured.
    type Contest: Contest;
    /// Contestants.
    fn len(&self) -> usize;
    /// Cells in which those that are running play.
    fn cells(&self, running: &[usize]) -> u64;
    /// Games of a pair.
    fn games_of_pair(&self) -> u64;
    /// Games played so far.
    fn games(&self) -> u64;
    /// Plays these pairs in all cells of those that are running.
    fn play(&mut self, running: &[usize], pairs: Range<u64>);
    /// What they came to.
    fn contest(&self) -> &Self::Contest;
}

/// Lets a field race.
///
/// # Errors
/// A chance of error outside (0, 1).
fn race_field(field: &mut impl Field, conditions: &RaceConditions<'_>) -> Result<Raced, RunError> {
    let RaceConditions { prize, cap, abort, watch } = *conditions;
    let impossible = |error: AnalysisError| RunError::Work(error.to_string());
    let began = Instant::now();
    let of_pair = field.games_of_pair();
    let mut running: Vec<usize> = (0..field.len()).collect();
    // Those that went, the last first.
    let mut out: Vec<usize> = Vec::new();
    let (mut pairs, mut look, mut decided) = (0, 0, false);
    let mut look_at = FIRST_LOOK.min(cap);
    while !decided && pairs < cap && !(abort.load(Ordering::Relaxed) && pairs > 0) {
        // Enough for all threads; how much at a time decides nothing but how soon a race can be broken off.
        let portion = (PORTION * rayon::current_num_threads() as u64).div_ceil(field.cells(&running)).max(PORTION);
        let to = (pairs + portion).min(look_at);
        field.play(&running, pairs..to);
        pairs = to;
        if pairs == look_at {
            look += 1;
            let contest = field.contest();
            let mut beaten = contest.beaten(&running, &prize, look).map_err(impossible)?;
            running.retain(|contestant| !beaten.contains(contestant));
            beaten.sort_by(|one, other| contest.order(*one, *other));
            out.splice(0..0, beaten);
            decided = contest.is_decided(&running, &prize, look).map_err(impossible)?;
            look_at = (pairs + pairs / 2).min(cap);
        }
        let games = field.games();
        watch(&Progress {
            engagements: games,
            // What will be known at the next look nobody knows.
            expected: if decided { games } else { games + (look_at - pairs) * of_pair * field.cells(&running) },
            cells_complete: out.len(),
            cells: field.len(),
            engagements_per_second: games as f64 / began.elapsed().as_secs_f64().max(1e-9),
        });
    }
    let contest = field.contest();
    running.sort_by(|one, other| contest.order(*one, *other));
    let interrupted = !decided && pairs < cap;
    // Between two looks what is told is the next look.
    let look = look + u32::from(interrupted);
    // Who is out is none of the best; of all others it takes those that a contestant is not shown to be ahead of.
    let is_shown = |own: usize| -> Result<bool, RunError> {
        let mut not_behind = 0;
        for other in running.iter().filter(|other| **other != own) {
            let duel = Prize { places: 1, ..prize };
            let beaten = contest.beaten(&[own, *other], &duel, look).map_err(impossible)?;
            not_behind += usize::from(!beaten.contains(other));
        }
        Ok(not_behind < prize.places)
    };
    let racer = |number: usize, is_out: bool| {
        Ok(Racer {
            number,
            value: contest.value(number),
            interval: contest.interval(number, prize.alpha, look).map_err(impossible)?,
            pairs: contest.pairs(number) as u64,
            is_out,
            is_shown: !is_out && is_shown(number)?,
        })
    };
    let racers = running.iter().map(|own| racer(*own, false)).chain(out.iter().map(|own| racer(*own, true)));
    let everybody: Vec<usize> = (0..field.len()).collect();
    Ok(Raced {
        racers: racers.collect::<Result<_, RunError>>()?,
        decided,
        games: field.games(),
        games_of_all: pairs * of_pair * field.cells(&everybody),
        interrupted,
    })
}
