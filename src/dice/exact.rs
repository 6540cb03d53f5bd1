//! Exact odds by enumeration of the very code that games run.

use std::collections::HashMap;
use std::hash::Hash;

use super::{Dice, Distribution, Resolution, Step};

/// Mass of unfinished chains below which [`evaluate`] stops.
pub const NEGLIGIBLE: f64 = 1e-15;

/// Most steps that [`evaluate`] takes before it gives up and reports what is still open.
const MOST_STEPS: usize = 1_000_000;

/// Dice that walk through every throw, one branch after the other, depth first.
///
/// The code under enumeration is run once for each leaf; each run replays the branches chosen so far and takes the
/// first branch of every throw beyond them.
#[derive(Debug, Default)]
pub(super) struct EnumeratingDice {
    path: Vec<Branch>,
    depth: usize,
    weight: f64,
}

#[derive(Debug)]
struct Branch {
    throw: Throw,
    taken: u32,
}

/// What is thrown at a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Throw {
    /// One die with so many sides.
    Die(u8),
    /// A pool of six-sided dice of which only the number of successes matters: how many, and on how much.
    Pool(u32, u8),
    /// One of so many, by lot.
    Lot(u32),
}

impl Throw {
    /// Number of different results, counted from 0.
    pub(super) fn results(self) -> u32 {
        match self {
            Throw::Die(sides) => u32::from(sides),
            Throw::Pool(dice, _) => dice + 1,
            Throw::Lot(n) => n,
        }
    }

    /// Throws it with `dice`: the result, counted from 0.
    #[inline]
    pub(super) fn with<D: Dice>(self, dice: &mut D) -> u32 {
        match self {
            Throw::Die(6) => u32::from(dice.d6()) - 1,
            Throw::Die(sides) => u32::from(dice.roll(sides)) - 1,
            Throw::Pool(n, at_least) => dice.successes(n, at_least),
            Throw::Lot(n) => dice.pick(n),
        }
    }

    /// Probability of a result.
    fn weight(self, result: u32) -> f64 {
        let Throw::Pool(dice, at_least) = self else { return 1.0 / f64::from(self.results()) };
        let p = f64::from(7 - at_least) / 6.0;
        let mut choose = 1.0;
        for i in 0..result {
            choose = choose * f64::from(dice - i) / f64::from(i + 1);
        }
        choose * p.powi(result as i32) * (1.0 - p).powi((dice - result) as i32)
    }
}

impl EnumeratingDice {
    fn branch(&mut self, throw: Throw) -> u32 {
        if self.depth == self.path.len() {
            self.path.push(Branch { throw, taken: 0 });
        }
        let branch = &self.path[self.depth];
        assert!(branch.throw == throw, "a rule must throw the same dice when it is run again");
        self.depth += 1;
        self.weight *= throw.weight(branch.taken);
        branch.taken
    }

    /// Begins a run along the present path.
    pub(super) fn rewind(&mut self) {
        self.depth = 0;
        self.weight = 1.0;
    }

    /// The throws of the last run, with the results they showed.
    pub(super) fn throws(&self) -> impl Iterator<Item = (Throw, u32)> + '_ {
        self.path[..self.depth].iter().map(|branch| (branch.throw, branch.taken))
    }

    /// Moves to the next leaf; false when all have been seen.
    pub(super) fn advance(&mut self) -> bool {
        while let Some(last) = self.path.last_mut() {
            last.taken += 1;
            if last.taken < last.throw.results() {
                return true;
            }
            self.path.pop();
        }
        false
    }
}

impl Dice for EnumeratingDice {
    fn roll(&mut self, sides: u8) -> u8 {
        self.branch(Throw::Die(sides)) as u8 + 1
    }

    fn successes(&mut self, n: u32, at_least: u8) -> u32 {
        match (n, at_least) {
            (0, _) | (_, 7..) => 0,
            (n, 0 | 1) => n,
            (n, at_least) => self.branch(Throw::Pool(n, at_least)),
        }
    }

    fn pick(&mut self, n: u32) -> u32 {
        self.branch(Throw::Lot(n))
    }
}

/// Calls `run` once for every way the dice can fall, and hands each result with its probability to `visit`.
fn enumerate<T>(mut run: impl FnMut(&mut dyn Dice) -> T, mut visit: impl FnMut(T, f64)) {
    let mut dice = EnumeratingDice::default();
    loop {
        dice.rewind();
        let result = run(&mut dice);
        visit(result, dice.weight);
        if !dice.advance() {
            return;
        }
    }
}

/// Probabilities collected by outcome, in the order of first arrival, which does not depend on any hash.
struct Gathering<T> {
    entries: Vec<(T, f64)>,
    index: HashMap<T, usize>,
}

impl<T: Clone + Eq + Hash> Gathering<T> {
    fn new() -> Self {
        Self { entries: Vec::new(), index: HashMap::new() }
    }

    fn add(&mut self, outcome: T, weight: f64) {
        if let Some(&at) = self.index.get(&outcome) {
            self.entries[at].1 += weight;
        } else {
            self.index.insert(outcome.clone(), self.entries.len());
            self.entries.push((outcome, weight));
        }
    }
}

/// The exact distribution of one function of dice.
pub fn distribution<T: Clone + Eq + Hash>(run: impl FnMut(&mut dyn Dice) -> T) -> Distribution<T> {
    let mut all = Gathering::new();
    enumerate(run, |outcome, weight| all.add(outcome, weight));
    Distribution { entries: all.entries, open: 0.0 }
}

/// The exact distribution of a [`Resolution`]: step by step, merging equal states, until the mass still open is
/// negligible.
pub fn evaluate<R: Resolution>(resolution: &R) -> Distribution<R::Outcome> {
    let mut done = Gathering::new();
    let mut open = vec![(resolution.begin(), 1.0)];
    for _ in 0..MOST_STEPS {
        let mut next = Gathering::new();
        for (state, mass) in open {
            enumerate(
                |mut dice| resolution.step(state.clone(), &mut dice),
                |step, weight| match step {
                    Step::Next(state) => next.add(state, mass * weight),
                    Step::Done(outcome) => done.add(outcome, mass * weight),
                },
            );
        }
        open = next.entries;
        if open.iter().map(|(_, p)| p).sum::<f64>() <= NEGLIGIBLE {
            break;
        }
    }
    Distribution { entries: done.entries, open: open.iter().map(|(_, p)| p).sum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_make_a_triangle() {
        let sums = distribution(|dice| dice.d6() + dice.d6());
        for total in 2..=12u8 {
            let ways = 6.0 - (f64::from(total) - 7.0).abs();
            assert!((sums.probability(&total) - ways / 36.0).abs() < 1e-15);
        }
    }

    #[test]
    fn a_pool_branches_into_its_counts_with_binomial_weight() {
        let pool = distribution(|dice| dice.successes(3, 5));
        let one_by_one = distribution(|dice| (0..3).filter(|_| dice.d6() >= 5).count() as u32);
        assert_eq!(pool.entries.len(), 4);
        for k in 0..=3 {
            assert!((pool.probability(&k) - one_by_one.probability(&k)).abs() < 1e-15);
        }
        assert_eq!(distribution(|dice| dice.successes(4, 7)).entries, [(0, 1.0)]);
        assert_eq!(distribution(|dice| dice.successes(4, 1)).entries, [(4, 1.0)]);
    }

    /// Roll until a six shows, at most `cap` times.
    struct UntilSix {
        cap: u32,
    }

    impl Resolution for UntilSix {
        type State = u32;
        type Outcome = Option<u32>;
        fn begin(&self) -> u32 {
            0
        }
        fn step<D: Dice>(&self, rolls: u32, dice: &mut D) -> Step<u32, Option<u32>> {
            match (dice.d6(), rolls + 1) {
                (6, n) => Step::Done(Some(n)),
                (_, n) if n == self.cap => Step::Done(None),
                (_, n) => Step::Next(n),
            }
        }
    }

    #[test]
    fn a_chain_is_merged_between_steps() {
        let d = evaluate(&UntilSix { cap: 50 });
        assert_eq!(d.open, 0.0);
        assert!((d.probability(&Some(3)) - 25.0 / 216.0).abs() < 1e-15);
        assert!((d.probability(&None) - (5.0f64 / 6.0).powi(50)).abs() < 1e-15);
    }

    #[test]
    fn an_endless_chain_stops_when_the_rest_is_negligible() {
        let d = evaluate(&UntilSix { cap: u32::MAX });
        assert!(d.open > 0.0 && d.open <= NEGLIGIBLE);
    }
}
