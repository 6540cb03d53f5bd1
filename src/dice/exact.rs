//! Exact odds by enumeration of the very code that games run.

use std::collections::HashMap;
use std::hash::Hash;

use super::{Dice, Distribution, Fraction, Mass, Resolution, Step};

/// Mass of unfinished chains below which [`evaluate`] stops.
pub const NEGLIGIBLE: f64 = 1e-15;

/// Most steps that [`evaluate`] takes before it gives up and reports what is still open.
pub(super) const MOST_STEPS: usize = 1_000_000;

/// Dice that walk through every throw, one branch after the other, depth first.
///
/// The code under enumeration is run once for each leaf; each run replays the branches chosen so far and takes the
/// first branch of every throw beyond them.
#[derive(Debug)]
pub(super) struct EnumeratingDice<M> {
    path: Vec<Branch<M>>,
    depth: usize,
    weight: M,
}

#[derive(Debug)]
struct Branch<M> {
    throw: Throw,
    taken: u32,
    /// Probability of each result; empty when they are equally likely.
    odds: Vec<M>,
}

/// What is thrown at a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Throw {
    /// One die with so many sides.
    Die(u8),
    /// A pool of six-sided dice of which only the number of successes matters: how many, and on how much.
    Pool(u32, u8),
    /// So many six-sided dice of which only the sum matters.
    Sum(u32),
    /// So many six-sided dice, and whether they add up to so much at most.
    AtMost(u32, u32),
    /// One of so many, by lot.
    Lot(u32),
}

impl Throw {
    /// Number of different results, counted from 0.
    pub(super) fn results(self) -> u32 {
        match self {
            Throw::Die(sides) => u32::from(sides),
            Throw::Pool(dice, _) => dice + 1,
            Throw::Sum(dice) => 5 * dice + 1,
            Throw::AtMost(..) => 2,
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
            Throw::Sum(n) => dice.sum(n) - n,
            Throw::AtMost(n, most) => u32::from(dice.sum_at_most(n, most as i32)),
            Throw::Lot(n) => dice.pick(n),
        }
    }

    /// Probability of each result; empty when they are equally likely.
    pub(super) fn odds<M: Mass>(self) -> Vec<M> {
        match self {
            Throw::Die(_) | Throw::Lot(_) => Vec::new(),
            Throw::Pool(dice, at_least) => {
                let hit = M::certain().scaled(u32::from(7 - at_least), 6);
                let miss = hit.opposite();
                let mut choose = M::certain();
                let mut odds = Vec::with_capacity(dice as usize + 1);
                for hits in 0..=dice {
                    odds.push(choose.times(&hit.power(hits)).times(&miss.power(dice - hits)));
                    choose = choose.scaled(dice - hits, hits + 1);
                }
                odds
            }
            Throw::Sum(dice) => sums(dice),
            Throw::AtMost(dice, most) => {
                let mut within = M::nothing();
                sums::<M>(dice).iter().take((most - dice) as usize + 1).for_each(|p| within.add(p));
                vec![within.opposite(), within]
            }
        }
    }
}

/// Probability of each sum of so many six-sided dice, from the lowest.
fn sums<M: Mass>(dice: u32) -> Vec<M> {
    let mut odds = vec![M::certain()];
    for _ in 0..dice {
        let mut more = vec![M::nothing(); odds.len() + 5];
        for (at, p) in odds.iter().enumerate() {
            let each = p.scaled(1, 6);
            more[at..at + 6].iter_mut().for_each(|sum| sum.add(&each));
        }
        odds = more;
    }
    odds
}

impl<M: Mass> EnumeratingDice<M> {
    /// Before the first run.
    pub(super) fn new() -> Self {
        Self { path: Vec::new(), depth: 0, weight: M::certain() }
    }

    fn branch(&mut self, throw: Throw) -> u32 {
        if self.depth == self.path.len() {
            self.path.push(Branch { throw, taken: 0, odds: throw.odds() });
        }
        let branch = &self.path[self.depth];
        assert!(branch.throw == throw, "a rule must throw the same dice when it is run again");
        self.depth += 1;
        self.weight = match branch.odds.get(branch.taken as usize) {
            Some(odds) => self.weight.times(odds),
            None => self.weight.times(&M::one_of(throw.results())),
        };
        branch.taken
    }

    /// Begins a run along the present path.
    pub(super) fn rewind(&mut self) {
        self.depth = 0;
        self.weight = M::certain();
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

impl<M: Mass> Dice for EnumeratingDice<M> {
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

    fn sum(&mut self, n: u32) -> u32 {
        if n == 0 { 0 } else { n + self.branch(Throw::Sum(n)) }
    }

    fn sum_at_most(&mut self, n: u32, most: i32) -> bool {
        match u32::try_from(most) {
            Ok(most) if most >= 6 * n => true,
            Ok(most) if most >= n => self.branch(Throw::AtMost(n, most)) == 1,
            _ => false,
        }
    }

    fn pick(&mut self, n: u32) -> u32 {
        self.branch(Throw::Lot(n))
    }
}

/// Calls `run` once for every way the dice can fall, and hands each result with its probability to `visit`. Each way takes its
/// [`Mass::work`] from `budget`, or `least` where that is more; false when that was not enough.
fn enumerate<M: Mass, T>(
    budget: &mut u64,
    least: u64,
    mut run: impl FnMut(&mut dyn Dice) -> T,
    mut visit: impl FnMut(T, &M),
) -> bool {
    let mut dice = EnumeratingDice::<M>::new();
    loop {
        if *budget == 0 {
            return false;
        }
        dice.rewind();
        let result = run(&mut dice);
        *budget = budget.saturating_sub(dice.weight.work().max(least));
        visit(result, &dice.weight);
        if !dice.advance() {
            return true;
        }
    }
}

/// Probabilities collected by outcome, in the order of first arrival, which does not depend on any hash.
struct Gathering<T, M> {
    entries: Vec<(T, M)>,
    index: HashMap<T, usize>,
}

impl<T: Clone + Eq + Hash, M: Mass> Gathering<T, M> {
    fn new() -> Self {
        Self { entries: Vec::new(), index: HashMap::new() }
    }

    fn add(&mut self, outcome: T, weight: M) {
        if let Some(&at) = self.index.get(&outcome) {
            self.entries[at].1.add(&weight);
        } else {
            self.index.insert(outcome.clone(), self.entries.len());
            self.entries.push((outcome, weight));
        }
    }

    fn total(&self) -> M {
        let mut total = M::nothing();
        self.entries.iter().for_each(|(_, mass)| total.add(mass));
        total
    }
}

/// The exact distribution of one function of dice.
pub fn distribution<T: Clone + Eq + Hash>(run: impl FnMut(&mut dyn Dice) -> T) -> Distribution<T> {
    let mut all = Gathering::new();
    enumerate(&mut { u64::MAX }, 1, run, |outcome, weight: &f64| all.add(outcome, *weight));
    Distribution { entries: all.entries, open: 0.0 }
}

/// The exact distribution of a [`Resolution`]: step by step, merging equal states, until the mass still open is
/// negligible.
///
/// # Panics
/// Never: no resolution branches more often than can be counted.
pub fn evaluate<R: Resolution>(resolution: &R) -> Distribution<R::Outcome> {
    evaluate_within(resolution, u64::MAX).expect("nobody lives to see the end of it")
}

/// The same, unless it takes more than `budget` branches: ways in which the dice of one step can fall, over all states that
/// are told apart. The number says how much work and memory it takes at most, alike on every machine.
pub fn evaluate_within<R: Resolution>(resolution: &R, budget: u64) -> Option<Distribution<R::Outcome>> {
    let (entries, open) = follow(resolution, budget)?;
    Some(Distribution { entries, open })
}

/// The outcomes of a [`Resolution`] with their probabilities as the fractions that they are, in the order of
/// [`evaluate_within`]. None for a chain that need not end, and where it takes more than `budget`, of which each branch takes
/// one, and the more the longer its fraction is ([`Mass::work`]).
pub fn fractions_within<R: Resolution>(resolution: &R, budget: u64) -> Option<Vec<(R::Outcome, Fraction)>> {
    let (entries, open) = follow(resolution, budget)?;
    (open == Fraction::nothing()).then_some(entries)
}

/// What a chain has ended with, and the mass still open.
type Followed<T, M> = (Vec<(T, M)>, M);

/// Follows a chain step by step until the mass still open is negligible.
fn follow<R: Resolution, M: Mass>(resolution: &R, mut budget: u64) -> Option<Followed<R::Outcome, M>> {
    let mut done = Gathering::new();
    let mut open = Gathering::new();
    open.add(resolution.begin(), M::certain());
    for _ in 0..MOST_STEPS {
        let mut next = Gathering::new();
        for (state, mass) in open.entries {
            let whole = enumerate(
                &mut budget,
                mass.work(),
                |mut dice| resolution.step(state.clone(), &mut dice),
                |step, weight: &M| match step {
                    Step::Next(state) => next.add(state, mass.times(weight)),
                    Step::Done(outcome) => done.add(outcome, mass.times(weight)),
                },
            );
            if !whole {
                return None;
            }
        }
        open = next;
        if open.total().to_f64() <= NEGLIGIBLE {
            break;
        }
    }
    let open = open.total();
    Some((done.entries, open))
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

    #[test]
    fn a_sum_branches_into_its_totals_and_a_check_in_two() {
        let (sum, one_by_one) =
            (distribution(|dice| dice.sum(4)), distribution(|dice| (0..4).map(|_| dice.d6()).sum()));
        assert_eq!(sum.entries.len(), 21);
        for total in 4..=24_u8 {
            assert!((sum.probability(&u32::from(total)) - one_by_one.probability(&total)).abs() < 1e-15);
        }
        let check = |most| distribution(move |dice| dice.sum_at_most(2, most));
        assert!((check(5).probability(&true) - 10.0 / 36.0).abs() < 1e-15);
        assert_eq!((check(1).entries, check(12).entries), (vec![(false, 1.0)], vec![(true, 1.0)]));
        assert_eq!((distribution(|dice| dice.sum(0)).entries, check(-1).entries), (vec![(0, 1.0)], vec![(false, 1.0)]));
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
        assert!((d.probability(&None) - libm::pow(5.0 / 6.0, 50.0)).abs() < 1e-15);
    }

    #[test]
    fn a_budget_counts_branches_and_is_kept_to() {
        let chain = UntilSix { cap: 50 };
        assert_eq!(evaluate_within(&chain, 300).map(|odds| odds.entries), Some(evaluate(&chain).entries));
        assert!(evaluate_within(&chain, 299).is_none(), "fifty steps of six branches each");
        assert!(evaluate_within(&chain, 0).is_none());
    }

    #[test]
    fn fractions_of_any_size_add_up_to_one() {
        let fractions = fractions_within(&UntilSix { cap: 50 }, 100_000).unwrap();
        let all: Fraction = fractions.iter().map(|(_, p)| p).sum();
        assert_eq!(all, Fraction::certain());
        let of = |outcome| fractions.iter().find(|(o, _)| *o == outcome).map(|(_, p)| p.to_string());
        assert_eq!(of(Some(3)).as_deref(), Some("25/216"));
        assert_eq!(of(Some(20)).map(|text| text.len()), Some(14 + 1 + 16), "5^19 / 6^20");
        assert_eq!(of(None), Some(Fraction::certain().scaled(5, 6).power(50).to_string()));
        assert!(fractions_within(&UntilSix { cap: u32::MAX }, u64::MAX).is_none(), "it need not end");
        assert!(fractions_within(&UntilSix { cap: 50 }, 300).is_none(), "long fractions take more than one each");
    }

    #[test]
    fn pools_sums_and_checks_have_the_fractions_of_single_dice() {
        let of = |run: &dyn Fn(&mut dyn Dice) -> u32| {
            let mut all = Gathering::new();
            enumerate(&mut { u64::MAX }, 1, run, |outcome, weight: &Fraction| all.add(outcome, weight.clone()));
            let mut odds: Vec<_> = all.entries.into_iter().map(|(value, p)| (value, p.to_string())).collect();
            odds.sort();
            odds
        };
        let one_by_one = of(&|dice| (0..3).filter(|_| dice.d6() >= 5).count() as u32);
        assert_eq!(of(&|dice| dice.successes(3, 5)), one_by_one);
        assert_eq!(of(&|dice| dice.sum(3)), of(&|dice| (0..3).map(|_| u32::from(dice.d6())).sum()));
        assert_eq!(of(&|dice| u32::from(dice.sum_at_most(2, 4))), [(0, "5/6".to_owned()), (1, "1/6".to_owned())]);
    }

    #[test]
    fn an_endless_chain_stops_when_the_rest_is_negligible() {
        let d = evaluate(&UntilSix { cap: u32::MAX });
        assert!(d.open > 0.0 && d.open <= NEGLIGIBLE);
    }
}
