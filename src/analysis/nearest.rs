//! Which of several settings comes nearest to a target, where all play the same pairs: whoever is shown to be farther off than another
//! plays no more.
//!
//! A setting's value is a mean over pairs. Of two settings the first is farther from a target when the gap between both and the gap
//! between their middle and the target point the same way, for `(a - t)^2 - (b - t)^2 = 2 (a - b) ((a + b) / 2 - t)`; both gaps are means
//! over common pairs. Where values on one side of the target are as good as the target itself, the farther one must lie beyond it. At
//! every look a part of the chance of error is spent ([`spent`]), shared among all gaps and values, as in [`elimination`](super::elimination).

use std::cmp::Ordering;

use super::elimination::{Contest, Prize, mean, reach};
use super::error::probability;
use super::stopping::spent;
use super::{Interval, Result};

/// Where values are to lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The target.
    pub target: f64,
    /// Whether what lies below it misses it.
    pub from_below: bool,
    /// Whether what lies above it misses it.
    pub from_above: bool,
}

impl Aim {
    /// By how much a value misses the target.
    #[must_use]
    pub fn miss(&self, value: f64) -> f64 {
        let miss = value - self.target;
        if (miss > 0.0 && self.from_above) || (miss < 0.0 && self.from_below) { miss.abs() } else { 0.0 }
    }

    /// The least and the most by which a value of an interval misses it.
    fn misses(&self, Interval { low, high }: Interval) -> [f64; 2] {
        let ends = [self.miss(low), self.miss(high)];
        let least = if low <= self.target && self.target <= high { 0.0 } else { ends[0].min(ends[1]) };
        [least, ends[0].max(ends[1])]
    }
}

/// What settings came to, pair by pair.
#[derive(Clone, Debug)]
pub struct Nearest {
    aim: Aim,
    /// What the value of a pair may move by: pairs that come out alike are taken to be one such move apart, once each way.
    steadying: f64,
    /// By setting.
    values: Vec<Vec<f64>>,
}

/// Of a gap between two settings: its middle and how far it reaches, and the same of what lies between their middle and the target.
struct Gap {
    between: (f64, f64),
    beyond: (f64, f64),
}

impl Nearest {
    /// Nothing played yet; `steadying` is the step by which the value of a pair moves.
    #[must_use]
    pub fn new(settings: usize, aim: Aim, steadying: f64) -> Self {
        Self { aim, steadying, values: vec![Vec::new(); settings] }
    }

    /// Adds pairs of a setting, in their order.
    pub fn add(&mut self, setting: usize, values: impl IntoIterator<Item = f64>) {
        self.values[setting].extend(values);
    }

    /// The chance of error of a gap or a value at a look: there are as many as settings, squared.
    fn of_each(&self, alpha: f64, look: u32) -> Result<f64> {
        let settings = self.values.len().max(1) as f64;
        Ok(spent(probability("alpha", alpha)?, look) / (settings * settings))
    }

    /// The first setting against the second, over the pairs that both have played.
    fn gap(&self, one: usize, other: usize, alpha: f64) -> Gap {
        let both = || self.values[one].iter().zip(&self.values[other]);
        let told = |values: Vec<f64>, steadying: f64| (mean(&values).unwrap_or(0.0), reach(&values, steadying, alpha));
        Gap {
            between: told(both().map(|(one, other)| one - other).collect(), 2.0 * self.steadying),
            beyond: told(both().map(|(one, other)| one.midpoint(*other) - self.aim.target).collect(), self.steadying),
        }
    }

    /// The interval of a setting at this chance of error.
    fn within(&self, setting: usize, alpha: f64) -> Interval {
        let values = &self.values[setting];
        Interval::around(mean(values).unwrap_or(self.aim.target), reach(values, self.steadying, alpha))
    }

    /// Whether the first setting is shown to be farther off than the second.
    fn is_farther(&self, one: usize, other: usize, alpha: f64) -> bool {
        let sign = |(middle, reach): (f64, f64)| match middle {
            _ if middle.abs() <= reach => 0.0,
            _ => middle.signum(),
        };
        let Gap { between, beyond } = self.gap(one, other, alpha);
        let Interval { low, high } = self.within(one, alpha);
        match (self.aim.from_below, self.aim.from_above) {
            (true, true) => sign(between) * sign(beyond) > 0.0,
            (false, true) => sign(between) > 0.0 && low > self.aim.target,
            (true, false) => sign(between) < 0.0 && high < self.aim.target,
            (false, false) => false,
        }
    }
}

impl Contest for Nearest {
    fn order(&self, one: usize, other: usize) -> Ordering {
        let miss = |setting: usize| self.aim.miss(self.value(setting));
        miss(one).total_cmp(&miss(other)).then(one.cmp(&other))
    }

    fn value(&self, setting: usize) -> f64 {
        mean(&self.values[setting]).unwrap_or(self.aim.target)
    }

    fn interval(&self, setting: usize, alpha: f64, look: u32) -> Result<Interval> {
        Ok(self.within(setting, spent(probability("alpha", alpha)?, look)))
    }

    fn pairs(&self, setting: usize) -> usize {
        self.values[setting].len()
    }

    fn beaten(&self, running: &[usize], prize: &Prize, look: u32) -> Result<Vec<usize>> {
        let alpha = self.of_each(prize.alpha, look)?;
        let nearer = |one: usize| running.iter().filter(|other| self.is_farther(one, **other, alpha)).count();
        Ok(running.iter().copied().filter(|one| nearer(*one) >= prize.places).collect())
    }

    fn is_decided(&self, running: &[usize], prize: &Prize, look: u32) -> Result<bool> {
        let alpha = self.of_each(prize.alpha, look)?;
        let mut ordered = running.to_vec();
        ordered.sort_by(|one, other| self.order(*one, *other));
        let (leaders, others) = ordered.split_at(prize.places.min(ordered.len()));
        let is_behind = |other: usize, leader: usize| {
            let (middle, reach) = self.gap(leader, other, alpha).between;
            let [_, most] = self.aim.misses(self.within(leader, alpha));
            let [least, _] = self.aim.misses(self.within(other, alpha));
            self.is_farther(other, leader, alpha)
                || middle.abs() + reach <= prize.margin
                || most - least <= prize.margin
        };
        Ok(others.iter().all(|other| leaders.iter().all(|leader| is_behind(*other, *leader))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice as _, SeededDice};

    const PRIZE: Prize = Prize { places: 1, margin: 0.02, alpha: 0.05 };
    const EVEN: Aim = Aim { target: 0.5, from_below: true, from_above: true };

    /// Settings with these chances to win a pair, all on the same dice.
    fn played(aim: Aim, chances: &[f64], pairs: usize, key: u64) -> Nearest {
        let mut nearest = Nearest::new(chances.len(), aim, 0.25);
        let mut dice = SeededDice::from_key(key);
        let rolls: Vec<f64> = (0..pairs).map(|_| f64::from(dice.pick(1000)) / 1000.0).collect();
        for (setting, chance) in chances.iter().enumerate() {
            nearest.add(setting, rolls.iter().map(|roll| if roll < chance { 1.0 } else { 0.0 }));
        }
        nearest
    }

    #[test]
    fn a_miss_counts_on_the_side_on_which_the_target_is_missed() {
        let at_most = Aim { from_below: false, ..EVEN };
        assert_eq!([0.3, 0.5, 0.75].map(|value| EVEN.miss(value)), [0.2, 0.0, 0.25]);
        assert_eq!([0.3, 0.5, 0.75].map(|value| at_most.miss(value)), [0.0, 0.0, 0.25]);
        let close =
            |[low, high]: [f64; 2], wanted: [f64; 2]| (low - wanted[0]).abs() + (high - wanted[1]).abs() < 1e-12;
        assert!(close(EVEN.misses(Interval { low: 0.4, high: 0.8 }), [0.0, 0.3]));
        assert!(close(EVEN.misses(Interval { low: 0.6, high: 0.8 }), [0.1, 0.3]));
        assert!(close(at_most.misses(Interval { low: 0.3, high: 0.4 }), [0.0, 0.0]));
    }

    #[test]
    fn who_is_farther_off_is_out_on_either_side_of_the_target() {
        let nearest = played(EVEN, &[0.2, 0.52, 0.85, 0.49], 1000, 1);
        assert_eq!(nearest.beaten(&[0, 1, 2, 3], &PRIZE, 3).unwrap(), [0, 2]);
        assert_eq!(nearest.beaten(&[0, 1, 2, 3], &Prize { places: 4, ..PRIZE }, 3).unwrap(), [0_usize; 0]);
        assert!(!nearest.is_decided(&[0, 2], &PRIZE, 3).unwrap(), "as far off on either side, as far as is known");
        assert!(nearest.is_decided(&[1, 3], &Prize { margin: 0.2, ..PRIZE }, 3).unwrap());
        assert!(nearest.is_decided(&[1], &PRIZE, 3).unwrap());
        assert_eq!([nearest.order(1, 0), nearest.order(2, 1)], [Ordering::Less, Ordering::Greater]);
        let Interval { low, high } = nearest.interval(1, 0.05, 1).unwrap();
        assert!(low < 0.52 && 0.52 < high && high - low < 0.1, "{low} to {high}");
    }

    #[test]
    fn what_is_good_enough_is_not_told_from_what_is_better() {
        let at_most = Aim { from_below: false, ..EVEN };
        let nearest = played(at_most, &[0.1, 0.3, 0.9], 400, 2);
        assert_eq!(nearest.beaten(&[0, 1, 2], &PRIZE, 1).unwrap(), [2]);
        assert!(nearest.is_decided(&[0, 1], &PRIZE, 1).unwrap(), "neither misses");
        let at_least = Aim { from_above: false, ..EVEN };
        assert_eq!(played(at_least, &[0.1, 0.6, 0.9], 400, 2).beaten(&[0, 1, 2], &PRIZE, 1).unwrap(), [0]);
    }

    #[test]
    fn the_nearest_is_put_out_in_fewer_than_one_race_in_twenty() {
        let mut wrong = 0;
        for key in 0..200 {
            // All are as far off, on one side and on the other.
            let nearest = played(EVEN, &[0.4, 0.6, 0.4, 0.6], 120, 100 + key);
            wrong += u32::from((1..6).any(|look| !nearest.beaten(&[0, 1, 2, 3], &PRIZE, look).unwrap().is_empty()));
        }
        assert!(wrong <= 12, "{wrong} of 200");
    }

    #[test]
    fn pairs_that_all_come_out_alike_are_no_proof_while_they_are_few() {
        let alike = |pairs: usize| {
            let mut nearest = Nearest::new(2, EVEN, 0.25);
            nearest.add(0, vec![1.0; pairs]);
            nearest.add(1, vec![0.5; pairs]);
            nearest.beaten(&[0, 1], &PRIZE, 1).unwrap()
        };
        assert!(alike(2).is_empty());
        assert_eq!(alike(24), [0]);
        assert!(
            Nearest::new(2, EVEN, 0.25).beaten(&[0, 1], &PRIZE, 1).unwrap().is_empty(),
            "of nothing nothing is said"
        );
    }
}
