//! Numbers of rules or codex with which games reach a goal: that the first seat wins half of them, that few are drawn.
//!
//! A few sets of values that are spread over the limits play first, then some that are spread about the best of them, for the slope may
//! be nought where the knobs stand. From the best of the last the knobs move by simultaneous perturbation (Spall 1998): every step plays two sets of values on the same pairs of
//! games, one to either side of where the knobs stand, and goes down the slope of what the goals are missed by, squared. Of a knob
//! that is a whole number the two are whole as well. The end is the mean of the second half of the steps (Polyak and Juditsky 1992),
//! against its neighbours and what the knobs were before on pairs of their own; then it moves to the better of its neighbours, from far
//! ones to near ones, by ever more pairs. Its figures come from pairs that nothing was
//! chosen by. The result is the same for any number of threads.

mod arena;
mod goal;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::{Plan, Progress, RunError};
use crate::analysis::special::squared;
use crate::analysis::spsa::Gains;
use crate::dice::{Address, Dice, Purpose, Seat, SeededDice};
use crate::game::{Diagnostic, Override, Ruleset, Source};

use super::search_arena::SearchArena;
pub(super) use arena::{Kept, PairOfGames};
use arena::{play, ready};
pub use goal::{Bound, Goal, Measured, Quantity, Reached};

/// Length of the first trials, as a share of the room that a knob has after the scans.
const TRIAL: f64 = 0.4;

/// How far the first steps go on average, as a share of that room.
const STEP: f64 = 0.25;

/// The longest step, as a share of that room.
const LONGEST: f64 = 0.5;

/// Steps at the beginning that only find out how steep the slope is.
const PILOTS: u64 = 4;

/// Scans before the first step.
const SCANS: usize = 3;

/// Sets of values of a scan: so many, and so many more for each knob.
const SCAN: [usize; 2] = [4, 4];

/// The least room that steps have, as a share of the limits.
const LEAST_ROOM: f64 = 0.05;

/// Pairs by which the end is chosen, against those of a set of values in a step.
const CHOICE_PAIRS: u64 = 8;

/// Steps from one limit to the other of a knob that may be any number.
const FINENESS: f64 = 200.0;

/// Of what knobs may be multiples.
const STEPS: [f64; 3] = [1.0, 0.5, 0.25];

/// How far from the end its neighbours are tried, in steps of a knob, and by how many times the pairs of the choice.
const CLOSING: [(f64, u64); 4] = [(8.0, 1), (4.0, 1), (2.0, 2), (1.0, 4)];

/// How often the end may move at each of these distances.
const MOVES: usize = 2;

/// A number of the rules, or of the codex, that may lie anywhere within limits.
#[derive(Clone, Debug, PartialEq)]
pub struct KnobRange {
    /// Dotted key, beginning with `rules` or `codex`.
    pub key: String,
    /// The least that it may be.
    pub low: f64,
    /// The most.
    pub high: f64,
    /// What it is so far; none where that is written nowhere, and the game has a value of its own for it.
    pub present: Option<f64>,
    /// Of what it is a multiple, beyond the least: 1 of whole numbers; none where it may be any number.
    pub step: Option<f64>,
}

impl KnobRange {
    /// A knob of a game between two limits; `overrides` are departures from its rules and codex that hold already.
    ///
    /// # Errors
    /// A key that is not known or no number, limits that it does not take, or that leave no choice.
    pub fn find(
        ruleset: &dyn Ruleset,
        codex: &Source,
        overrides: &[Override],
        key: &str,
        [low, high]: [f64; 2],
    ) -> Result<Self, Diagnostic> {
        let takes = |number: f64, step: Option<f64>| {
            ruleset.check_override(codex, &Override { key: key.to_owned(), value: value_of(number, step) })
        };
        if low >= high {
            return Err(Diagnostic::new(format!("the limits {low} and {high} leave no choice")));
        }
        let multiple = |step: f64| ((high - low) / step).fract() == 0.0;
        let whole = low.fract() == 0.0 && high.fract() == 0.0;
        // What does not take the middle between two numbers is a multiple of their distance.
        let step = STEPS.into_iter().find(|step| {
            let fits = if *step >= 1.0 { whole } else { multiple(*step) };
            fits && takes(low + step / 2.0, None).is_err()
        });
        takes(low, step)?;
        takes(high, step)?;
        let known = overrides.iter().rev().find(|change| change.key == key).map(|change| change.value.clone());
        let present = known.or_else(|| present_of(ruleset, codex, key));
        let present = match present.as_ref().map(number_of) {
            Some(None) => {
                return Err(Diagnostic::new(format!("`{key}` is not a number so far, and cannot be searched")));
            }
            present => present.flatten(),
        };
        Ok(Self { key: key.to_owned(), low, high, present, step })
    }

    /// The change to this value.
    #[must_use]
    pub fn change(&self, number: f64) -> Override {
        Override { key: self.key.clone(), value: value_of(number, self.step) }
    }

    /// Steps from one limit to the other.
    fn steps(&self) -> f64 {
        self.step.map_or(FINENESS, |step| ((self.high - self.low) / step).round())
    }

    /// The value at a share of the way between the limits, as it can be.
    fn at(&self, share: f64) -> f64 {
        let steps = self.steps();
        let step = (share.clamp(0.0, 1.0) * steps).round();
        // As many digits as the steps need.
        let number = self.low + (self.high - self.low) * step / steps;
        let digits = libm::pow(10.0, (libm::log10(steps / (self.high - self.low)).ceil() + 1.0).max(0.0));
        (number * digits).round() / digits
    }

    /// The share of the way at which a value lies.
    fn share(&self, number: f64) -> f64 {
        ((number - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

fn value_of(number: f64, step: Option<f64>) -> toml::Value {
    if step.is_some_and(|step| step >= 1.0) { toml::Value::Integer(number as i64) } else { toml::Value::Float(number) }
}

fn number_of(value: &toml::Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))
}

/// What a knob is without a departure: as the rules say, or as it stands in the codex; none where it stands nowhere.
fn present_of(ruleset: &dyn Ruleset, codex: &Source, key: &str) -> Option<toml::Value> {
    if let Some(name) = key.strip_prefix("rules.") {
        let default = ruleset.knobs().into_iter().find(|knob| knob.name == name)?.default;
        return Some(default.parse().map_or(toml::Value::String(default), toml::Value::Float));
    }
    let table: toml::Table = codex.text.parse().ok()?;
    let mut place = &toml::Value::Table(table);
    for word in key.strip_prefix("codex.")?.split('.') {
        place = place.get(word)?;
    }
    Some(place.clone())
}

/// Sets of values that played the same pairs of games, and what came of it: all that a search goes by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnobMatch {
    /// The sets, each with a value for each knob.
    pub sets: Vec<Vec<f64>>,
    /// Pairs of games that were asked for, of each set.
    pub pairs: u64,
    /// By how much each set misses each of the goals.
    pub misses: Vec<Vec<f64>>,
    /// Games that were played.
    pub games: u64,
}

/// How a search goes.
#[derive(Clone, Copy)]
pub struct KnobConditions<'a> {
    /// The knobs, at least one.
    pub knobs: &'a [KnobRange],
    /// What is to be reached, at least one.
    pub goals: &'a [Goal],
    /// Steps.
    pub steps: u64,
    /// Pairs of games that a set of values plays in a step, over all settings.
    pub pairs: u64,
    /// Pairs of games of the final figures, over all settings.
    pub fresh_pairs: u64,
    /// Raised when the search is to end; final figures are played all the same.
    pub abort: &'a AtomicBool,
    /// Told how far it has come.
    pub watch: &'a (dyn Fn(&Progress) + Sync),
    /// The first matches of the same search, where it was played before: they are not played again.
    pub known: &'a [KnobMatch],
    /// Told of every other match, as soon as it has been played; what it fails with ends the search.
    pub keep: &'a (dyn Fn(&KnobMatch) -> Result<(), RunError> + Sync),
}

/// What became of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct KnobsTuned {
    /// The values found, in the order of the knobs.
    pub found: Vec<f64>,
    /// Of each knob that was moved whether that moves nothing: left as it was, every goal is reached or missed by exactly as much, on
    /// the pairs of the final figures.
    pub idle: Vec<bool>,
    /// What was reached of every goal with the values so far.
    pub before: Vec<Reached>,
    /// What is reached with those that were found.
    pub after: Vec<Reached>,
    /// Pairs of games of either.
    pub pairs: u64,
    /// Steps that were taken.
    pub steps: u64,
    /// Games that were played, those of the final figures included.
    pub games: u64,
    /// Seed of the final figures: `compare` with it plays them again.
    pub fresh_seed: u64,
    /// Whether the search was told to end.
    pub interrupted: bool,
}

/// Searches for values of knobs with which the games of a plan reach goals.
///
/// # Errors
/// Cells that cannot be played with some of the values.
pub fn tune_knobs(plan: &Plan, ruleset: &dyn Ruleset, conditions: &KnobConditions<'_>) -> Result<KnobsTuned, RunError> {
    if plan.cells.is_empty() || conditions.knobs.is_empty() || conditions.goals.is_empty() {
        return Err(RunError::Work("there is nothing to search".to_owned()));
    }
    let arena = SearchArena::new(plan, ruleset);
    let mut search = Search { arena: &arena, seed: plan.seed, conditions, begun: 0, earlier: 0, began: Instant::now() };
    let (path, steps) = search.descend()?;
    let found = search.choose(&path)?;
    let found = search.close(found)?;
    let fresh_seed = super::tune::following(plan.seed);
    let rounds = conditions.fresh_pairs.div_ceil(arena.settings()).max(1);
    let known: Vec<(&KnobRange, f64)> =
        conditions.knobs.iter().filter_map(|knob| Some((knob, knob.present?))).collect();
    let unchanged: Vec<Override> = known.iter().map(|(knob, present)| knob.change(*present)).collect();
    let knobs = conditions.knobs;
    let present_of = |at: usize| knobs[at].present.map(|present| knobs[at].change(present));
    let found_but = |idle: &[bool]| -> Vec<Override> {
        let of = |at: usize| if idle[at] { present_of(at) } else { Some(knobs[at].change(found[at])) };
        (0..knobs.len()).filter_map(of).collect()
    };
    let mut sets = vec![unchanged, search.changes(&found)];
    if knobs.len() > 1 {
        sets.extend((0..knobs.len()).map(|left| found_but(&(0..knobs.len()).map(|at| at == left).collect::<Vec<_>>())));
    }
    let measured = |sets: &[Vec<Override>]| -> Result<Vec<Vec<Reached>>, RunError> {
        let games = sets.iter().map(|changes| ready(&arena, changes, fresh_seed)).collect::<Result<Vec<_>, _>>()?;
        let played = play(&arena, &games, fresh_seed, 0..rounds);
        Ok(played.iter().map(|game| conditions.goals.iter().map(|goal| goal.measured(game)).collect()).collect())
    };
    let mut reached = measured(&sets)?;
    let without = if knobs.len() > 1 { reached.split_off(2) } else { vec![reached[0].clone()] };
    // Of a knob that stays where it is nothing is shown.
    let is_moved = |at: usize| knobs[at].present != Some(found[at]);
    let mut idle: Vec<bool> =
        without.iter().enumerate().map(|(at, without)| is_moved(at) && *without == reached[1]).collect();
    // Each of several may move nothing beside the others, and all together something.
    if idle.iter().filter(|idle| **idle).count() > 1 && measured(&[found_but(&idle)])?[0] != reached[1] {
        idle.fill(false);
    }
    let (after, before) = (reached.remove(1), reached.remove(0));
    Ok(KnobsTuned {
        found,
        idle,
        before,
        after,
        pairs: rounds * arena.settings(),
        steps,
        games: search.earlier + arena.games(),
        fresh_seed,
        interrupted: search.is_over(),
    })
}

/// A search under way.
struct Search<'a> {
    arena: &'a SearchArena<'a>,
    seed: u64,
    conditions: &'a KnobConditions<'a>,
    /// Matches that were begun: each has pairs of its own.
    begun: u64,
    /// Games of the matches that were known.
    earlier: u64,
    began: Instant,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.conditions.abort.load(Ordering::Relaxed)
    }

    fn changes(&self, values: &[f64]) -> Vec<Override> {
        self.conditions.knobs.iter().zip(values).map(|(knob, value)| knob.change(*value)).collect()
    }

    /// The values so far; the middle of the limits of a knob of which none is known.
    fn present(&self) -> Vec<f64> {
        self.conditions.knobs.iter().map(|knob| knob.present.unwrap_or_else(|| knob.at(0.5))).collect()
    }

    fn values(&self, shares: &[f64]) -> Vec<f64> {
        self.conditions.knobs.iter().zip(shares).map(|(knob, share)| knob.at(*share)).collect()
    }

    /// By how much each of several sets of values misses each of the goals, on the same new pairs.
    fn misses(&mut self, sets: &[Vec<f64>], pairs: u64) -> Result<Vec<Vec<f64>>, RunError> {
        if let Some(known) = self.conditions.known.get(self.begun as usize) {
            if known.sets != sets || known.pairs != pairs || known.misses.len() != sets.len() {
                let message = format!("match {} of those that are kept is one of another search", self.begun + 1);
                return Err(Diagnostic::new(message).into());
            }
            self.begun += 1;
            self.earlier += known.games;
            return Ok(known.misses.clone());
        }
        let before = self.arena.games();
        let rounds = pairs.div_ceil(self.arena.settings()).max(1);
        let games = sets.iter().map(|values| ready(self.arena, &self.changes(values), self.seed));
        let games = games.collect::<Result<Vec<_>, _>>()?;
        let first_pair = self.begun << 32;
        self.begun += 1;
        let played = play(self.arena, &games, self.seed, first_pair..first_pair + rounds);
        let goals = self.conditions.goals;
        let of_game = |game: &Vec<_>| goals.iter().map(|goal| goal.miss(goal.value(game))).collect();
        let misses: Vec<Vec<f64>> = played.iter().map(of_game).collect();
        let games = self.arena.games() - before;
        (self.conditions.keep)(&KnobMatch { sets: sets.to_vec(), pairs, misses: misses.clone(), games })?;
        Ok(misses)
    }

    /// Goes down the slope: the shares at which the knobs stood after each step, the beginning first, and the steps taken.
    fn descend(&mut self) -> Result<(Vec<Vec<f64>>, u64), RunError> {
        let mut dice = Address { seed: self.seed, cell: u64::MAX, pair: 1 }.open(Seat::Environment, Purpose::Script, 0);
        let mut gains = Gains {
            a: 1.0,
            c: TRIAL,
            delay: self.conditions.steps as f64 / 10.0,
            alpha: Gains::ALPHA,
            gamma: Gains::GAMMA,
        };
        let impossible = |error| RunError::Work(format!("the search came to an impossible step: {error}"));
        let (mut shares, room) = self.beginning(&mut dice)?;
        let mut path = vec![shares.clone()];
        let (mut slopes, mut taken) = (Vec::new(), 0);
        while taken < self.conditions.steps && !self.is_over() {
            let (_, trial) = gains.at(taken).map_err(impossible)?;
            let ends = self.trial(&shares, &room, trial, &mut dice);
            let [up, down] = ends.each_ref().map(|shares| self.values(shares));
            let misses = self.misses(&[up, down], self.conditions.pairs)?;
            let change = total(&misses[0]) - total(&misses[1]);
            // In shares of the room.
            let slope: Vec<f64> = (0..shares.len()).map(|at| change / (ends[0][at] - ends[1][at]) * room[at]).collect();
            if taken < PILOTS {
                slopes.extend(slope.iter().map(|slope| slope.abs()));
                let mean = slopes.iter().sum::<f64>() / slopes.len() as f64;
                // Where nothing has changed so far, any step is as good as another.
                gains.a = STEP * libm::pow(gains.delay + 1.0, gains.alpha) / mean.max(1e-3);
            } else {
                let (step, _) = gains.at(taken).map_err(impossible)?;
                for ((share, slope), room) in shares.iter_mut().zip(&slope).zip(&room) {
                    *share = (*share - room * (step * slope).clamp(-LONGEST, LONGEST)).clamp(0.0, 1.0);
                }
                path.push(shares.clone());
            }
            taken += 1;
            self.tell(taken);
        }
        Ok((path, taken))
    }

    /// Where the knobs stand before the first step, and the room that each has there, in shares of the limits.
    fn beginning(&mut self, dice: &mut SeededDice) -> Result<(Vec<f64>, Vec<f64>), RunError> {
        let knobs = self.conditions.knobs;
        let mut best: Vec<f64> = knobs.iter().zip(self.present()).map(|(knob, present)| knob.share(present)).collect();
        let mut limits = vec![[0.0, 1.0]; knobs.len()];
        for _ in 0..SCANS {
            if self.is_over() {
                break;
            }
            let mut sets = spread(&limits, dice);
            sets.push(best.clone());
            let values: Vec<Vec<f64>> = sets.iter().map(|shares| self.values(shares)).collect();
            let misses = self.misses(&values, self.conditions.pairs)?;
            let totals: Vec<f64> = misses.iter().map(|misses| total(misses)).collect();
            best = sets.swap_remove(least(&totals));
            let count = sets.len() as f64;
            for (at, limits) in limits.iter_mut().enumerate() {
                // A single knob is as near as its neighbours; of several none stands alone.
                let half = (limits[1] - limits[0]) * if knobs.len() == 1 { 1.0 / count } else { 0.25 };
                *limits = [(best[at] - half).max(0.0), (best[at] + half).min(1.0)];
            }
            if let ([_], [goal]) = (knobs, self.conditions.goals)
                && goal.bound == Bound::Even
                && let Some(between) = turning(&values, &misses, knobs)
            {
                (limits[0], best[0]) = (between, between[0].midpoint(between[1]));
            }
        }
        let room = limits.iter().map(|[low, high]| (high - low).max(LEAST_ROOM)).collect();
        Ok((best, room))
    }

    /// Two sets of shares to either side of where the knobs stand, in a direction by lot; each is a value that its knob can have,
    /// and no knob has the same in both.
    fn trial(&self, shares: &[f64], room: &[f64], trial: f64, dice: &mut SeededDice) -> [Vec<f64>; 2] {
        let mut ends = [Vec::new(), Vec::new()];
        for ((knob, share), room) in self.conditions.knobs.iter().zip(shares).zip(room) {
            let (steps, trial) = (knob.steps(), trial * room);
            let place = |share: f64| (share.clamp(0.0, 1.0) * steps).round();
            let (mut low, mut high) = (place(share - trial), place(share + trial));
            if low >= high {
                let nearer = (share * steps).floor().min(steps - 1.0);
                (low, high) = (nearer, nearer + 1.0);
            }
            let swapped = usize::from(dice.word() >> 63 == 1);
            ends[swapped].push(high / steps);
            ends[1 - swapped].push(low / steps);
        }
        ends
    }

    /// Of the mean of the second half of the path, its whole neighbours, the end and the beginning, the values that miss least.
    fn choose(&mut self, path: &[Vec<f64>]) -> Result<Vec<f64>, RunError> {
        let half = &path[path.len() / 2..];
        let mean: Vec<f64> = (0..self.conditions.knobs.len())
            .map(|knob| half.iter().map(|shares| shares[knob]).sum::<f64>() / half.len() as f64)
            .collect();
        let mut candidates = vec![self.values(&mean)];
        if let Some(last) = path.last() {
            candidates.push(self.values(last));
        }
        for (at, knob) in self.conditions.knobs.iter().enumerate().filter(|(_, knob)| knob.step.is_some()) {
            for step in [-1.0, 1.0] {
                let mut near = mean.clone();
                near[at] += step / knob.steps();
                candidates.push(self.values(&near));
            }
        }
        // What stands outside of the limits was not asked for, such as 0 for the number of the scenario.
        let present = self.present();
        let within = |(knob, value): (&KnobRange, &f64)| (knob.low..=knob.high).contains(value);
        if self.conditions.knobs.iter().zip(&present).all(within) {
            candidates.push(present);
        }
        let mut distinct: Vec<Vec<f64>> = Vec::new();
        for candidate in candidates {
            if !distinct.contains(&candidate) {
                distinct.push(candidate);
            }
        }
        if distinct.len() == 1 || self.is_over() {
            return Ok(distinct.swap_remove(0));
        }
        let misses = self.misses(&distinct, CHOICE_PAIRS * self.conditions.pairs)?;
        Ok(distinct.swap_remove(least(&misses.iter().map(|misses| total(misses)).collect::<Vec<_>>())))
    }

    /// Moves the end to the better of its neighbours, knob by knob, from far ones to near ones: where steps leave off, one value
    /// of a knob is told from the next by more games than a step plays.
    fn close(&mut self, mut found: Vec<f64>) -> Result<Vec<f64>, RunError> {
        let knobs = self.conditions.knobs;
        for (reach, times) in CLOSING {
            for _ in 0..MOVES {
                if self.is_over() {
                    return Ok(found);
                }
                let mut sets = vec![found.clone()];
                for (at, knob) in knobs.iter().enumerate() {
                    for way in [-reach, reach] {
                        let mut near = found.clone();
                        near[at] = knob.at(knob.share(found[at]) + way / knob.steps());
                        if !sets.contains(&near) {
                            sets.push(near);
                        }
                    }
                }
                let misses = self.misses(&sets, times * CHOICE_PAIRS * self.conditions.pairs)?;
                let best = least(&misses.iter().map(|misses| total(misses)).collect::<Vec<_>>());
                if best == 0 {
                    break;
                }
                found = sets.swap_remove(best);
            }
        }
        Ok(found)
    }

    fn tell(&self, taken: u64) {
        let KnobConditions { steps, pairs, fresh_pairs, watch, .. } = *self.conditions;
        let games = self.arena.games();
        // Choice and closing, each of them taken to move once.
        let sets = 2 * (1 + 2 * self.conditions.knobs.len() as u64);
        let closing = 8 + CLOSING.iter().map(|(_, times)| times * sets).sum::<u64>();
        watch(&Progress {
            engagements: games,
            expected: games
                + steps.saturating_sub(taken) * 4 * pairs
                + closing * CHOICE_PAIRS * pairs
                + 4 * fresh_pairs,
            cells_complete: taken as usize,
            cells: steps as usize,
            engagements_per_second: games as f64 / self.began.elapsed().as_secs_f64().max(1e-9),
        });
    }
}

/// What misses come to together: the sum of their squares.
fn total(misses: &[f64]) -> f64 {
    misses.iter().map(|miss| squared(*miss)).sum()
}

/// The place of the least number; of equals the first.
fn least(numbers: &[f64]) -> usize {
    (0..numbers.len()).min_by(|one, other| numbers[*one].total_cmp(&numbers[*other])).unwrap_or(0)
}

/// Sets of shares within limits, each knob spread evenly over its own (a Latin hypercube).
fn spread(limits: &[[f64; 2]], dice: &mut SeededDice) -> Vec<Vec<f64>> {
    let count = SCAN[0] + SCAN[1] * limits.len();
    let mut sets = vec![Vec::new(); count];
    for [low, high] in limits {
        let mut places: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            places.swap(last, dice.pick(last as u32 + 1) as usize);
        }
        for (set, place) in sets.iter_mut().zip(places) {
            set.push(low + (high - low) * (place as f64 + 0.5) / count as f64);
        }
    }
    sets
}

/// Of a single knob the two shares next to each other between which a goal turns from too little to too much; where it does so
/// several times, the two that miss least.
fn turning(values: &[Vec<f64>], misses: &[Vec<f64>], knobs: &[KnobRange]) -> Option<[f64; 2]> {
    let mut tried: Vec<(f64, f64)> =
        values.iter().zip(misses).map(|(values, misses)| (knobs[0].share(values[0]), misses[0])).collect();
    tried.sort_by(|one, other| one.0.total_cmp(&other.0));
    let turns = tried.windows(2).filter(|two| two[0].1 * two[1].1 < 0.0);
    let near = |two: &[(f64, f64)]| two[0].1.abs() + two[1].1.abs();
    turns.min_by(|one, other| near(one).total_cmp(&near(other))).map(|two| [two[0].0, two[1].0])
}
