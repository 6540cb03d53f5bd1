//! Who of several is the best, where all meet all: whoever is shown to be out of the running plays no more (successive elimination:
//! Maron and Moore 1994; Even-Dar, Mannor and Mansour 2006).
//!
//! A player's score is the mean over all others, each counting the same, those included that are out of the running. Of any two
//! players the gap is judged pair by pair over the pairs that both have played against everybody, so that dice that match-ups share
//! count for what they are. At every look a part of the chance of error is spent ([`spent`]), shared among all
//! gaps: all that is ever said of them is wrong together with that chance at most, as far as means of so many pairs are normal.

use std::cmp::Ordering;

use super::special::student_two_sided;
use super::stopping::spent;
use super::{Interval, Result, error::probability};

/// Contestants that are measured against each other over common pairs, until it is known who is the best.
pub trait Contest {
    /// Who stands better so far comes first.
    fn order(&self, one: usize, other: usize) -> Ordering;
    /// What is measured of a contestant, on average.
    fn value(&self, contestant: usize) -> f64;
    /// Its interval at a look, from 1, that holds at every look at once.
    ///
    /// # Errors
    /// An alpha outside (0, 1).
    fn interval(&self, contestant: usize, alpha: f64, look: u32) -> Result<Interval>;
    /// Pairs that a contestant has played.
    fn pairs(&self, contestant: usize) -> usize;
    /// Of the contestants that are running those that are shown, at this look, to be behind as many others as there are places.
    ///
    /// # Errors
    /// An alpha outside (0, 1).
    fn beaten(&self, running: &[usize], prize: &Prize, look: u32) -> Result<Vec<usize>>;
    /// Whether those that lead are shown to be the best, or behind nobody by more than the margin.
    ///
    /// # Errors
    /// An alpha outside (0, 1).
    fn is_decided(&self, running: &[usize], prize: &Prize, look: u32) -> Result<bool>;
}

/// What players scored against each other, pair by pair.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    players: usize,
    /// By match-up: the share of each pair that the player of the lower number won, from 0 to 1.
    shares: Vec<Vec<f64>>,
}

/// What a race is to find out, and how sure it is to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prize {
    /// So many of the best are looked for.
    pub places: usize,
    /// Whoever may be better by no more than this is not told from the best.
    pub margin: f64,
    /// Chance that anything that is said is wrong.
    pub alpha: f64,
}

impl RoundRobin {
    /// Nothing played yet.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self { players, shares: vec![Vec::new(); players * players.saturating_sub(1) / 2] }
    }

    /// The number of a match-up, of the player of the lower number first.
    #[must_use]
    pub fn match_up(&self, one: usize, other: usize) -> usize {
        let (low, high) = (one.min(other), one.max(other));
        low * (2 * self.players - low - 1) / 2 + high - low - 1
    }

    /// Adds pairs of a match-up, in their order: the share of each that the player of the lower number won.
    pub fn add(&mut self, match_up: usize, shares: impl IntoIterator<Item = f64>) {
        self.shares[match_up].extend(shares);
    }

    /// A player's score over all others, pair by pair.
    fn profile(&self, player: usize) -> Vec<f64> {
        let mut sums = vec![0.0; self.pairs(player)];
        for other in (0..self.players).filter(|other| *other != player) {
            let shares = &self.shares[self.match_up(player, other)];
            for (sum, share) in sums.iter_mut().zip(shares) {
                *sum += if player < other { *share } else { 1.0 - share };
            }
        }
        let others = (self.players - 1).max(1) as f64;
        sums.iter().map(|sum| sum / others).collect()
    }

    /// The chance of error of one gap at a look.
    fn of_a_gap(&self, alpha: f64, look: u32) -> Result<f64> {
        Ok(spent(probability("alpha", alpha)?, look) / (self.shares.len().max(1) as f64))
    }

    /// By how much the first scores more than the second, and how sure that is.
    fn gap(&self, one: &[f64], other: &[f64], alpha: f64) -> (f64, f64) {
        let gaps: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
        (mean(&gaps).unwrap_or(0.0), reach(&gaps, 2.0 * self.steadying(), alpha))
    }

    /// What a single match-up can move a score by: pairs that come out alike are taken to be one such move apart, once each way.
    fn steadying(&self) -> f64 {
        0.5 / (self.players - 1).max(1) as f64
    }
}

/// A player's value is its mean score over all others, one half before anything is played; its pairs are those against everybody.
impl Contest for RoundRobin {
    fn order(&self, one: usize, other: usize) -> Ordering {
        self.value(other).total_cmp(&self.value(one)).then(one.cmp(&other))
    }

    fn value(&self, player: usize) -> f64 {
        mean(&self.profile(player)).unwrap_or(0.5)
    }

    fn interval(&self, player: usize, alpha: f64, look: u32) -> Result<Interval> {
        let alpha = spent(probability("alpha", alpha)?, look);
        let profile = self.profile(player);
        let half_width = reach(&profile, self.steadying(), alpha);
        Ok(Interval::around(mean(&profile).unwrap_or(0.5), half_width).within_unit())
    }

    fn pairs(&self, player: usize) -> usize {
        let others = (0..self.players).filter(|other| *other != player);
        others.map(|other| self.shares[self.match_up(player, other)].len()).min().unwrap_or(0)
    }

    fn beaten(&self, running: &[usize], prize: &Prize, look: u32) -> Result<Vec<usize>> {
        let alpha = self.of_a_gap(prize.alpha, look)?;
        let profiles: Vec<Vec<f64>> = running.iter().map(|player| self.profile(*player)).collect();
        let ahead_of = |own: &Vec<f64>| {
            let ahead = |other: &&Vec<f64>| {
                let (gap, half_width) = self.gap(other, own, alpha);
                gap > half_width
            };
            profiles.iter().filter(ahead).count()
        };
        let is_beaten = |(_, own): &(&usize, &Vec<f64>)| ahead_of(own) >= prize.places;
        Ok(running.iter().zip(&profiles).filter(is_beaten).map(|(player, _)| *player).collect())
    }

    fn is_decided(&self, running: &[usize], prize: &Prize, look: u32) -> Result<bool> {
        let alpha = self.of_a_gap(prize.alpha, look)?;
        let mut profiles: Vec<Vec<f64>> = running.iter().map(|player| self.profile(*player)).collect();
        profiles.sort_by(|one, other| mean(other).unwrap_or(0.5).total_cmp(&mean(one).unwrap_or(0.5)));
        let (leaders, others) = profiles.split_at(prize.places.min(profiles.len()));
        let may_win = |other: &Vec<f64>| {
            leaders.iter().any(|leader| {
                let (gap, half_width) = self.gap(other, leader, alpha);
                gap + half_width > prize.margin
            })
        };
        Ok(!others.iter().any(may_win))
    }
}

/// The mean; none of nothing.
pub(super) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// How far the interval of a mean reaches to either side, by Student's t, with two values more at this distance from the mean.
pub(super) fn reach(values: &[f64], steadying: f64, alpha: f64) -> f64 {
    let (Some(mean), n @ 2..) = (mean(values), values.len()) else { return f64::INFINITY };
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    let count = n as f64;
    let variance = (squares + 2.0 * steadying * steadying) / (count - 1.0);
    student_two_sided(count - 1.0, alpha) * (variance / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice as _, SeededDice};

    const PRIZE: Prize = Prize { places: 1, margin: 0.02, alpha: 0.05 };

    /// Players of these strengths: the first of two wins a pair with a chance of one half and the difference.
    fn played(strengths: &[f64], pairs: u32, key: u64) -> RoundRobin {
        let mut dice = SeededDice::from_key(key);
        let mut robin = RoundRobin::new(strengths.len());
        for one in 0..strengths.len() {
            for other in one + 1..strengths.len() {
                let chance = 0.5 + strengths[one] - strengths[other];
                let wins = |_| if f64::from(dice.pick(1000)) < 1000.0 * chance { 1.0 } else { 0.0 };
                let shares: Vec<f64> = (0..pairs).map(wins).collect();
                let match_up = robin.match_up(other, one);
                robin.add(match_up, shares);
            }
        }
        robin
    }

    #[test]
    fn match_ups_have_numbers_of_their_own() {
        let robin = RoundRobin::new(5);
        let mut numbers: Vec<usize> = (0..5)
            .flat_map(|one| (one + 1..5).map(move |other| (one, other)))
            .map(|(a, b)| robin.match_up(a, b))
            .collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn a_score_is_the_mean_over_all_others() {
        let mut robin = RoundRobin::new(3);
        robin.add(0, [1.0, 1.0]);
        robin.add(1, [0.5, 0.5]);
        robin.add(2, [0.0, 0.25, 1.0]);
        assert_eq!([0, 1, 2].map(|player| robin.pairs(player)), [2, 2, 2]);
        assert_eq!([0, 1, 2].map(|player| robin.value(player)), [0.75, 0.0625, 0.6875]);
    }

    #[test]
    fn whoever_is_far_behind_is_out_and_the_best_never_is() {
        let robin = played(&[0.0, 0.2, -0.2, 0.18], 400, 1);
        let all = [0, 1, 2, 3];
        assert_eq!(robin.beaten(&all, &PRIZE, 3).unwrap(), [0, 2]);
        assert_eq!(robin.beaten(&all, &Prize { places: 3, ..PRIZE }, 3).unwrap(), [2]);
        assert!(!robin.is_decided(&all, &PRIZE, 3).unwrap());
        assert!(robin.is_decided(&all, &Prize { margin: 0.2, ..PRIZE }, 3).unwrap(), "nobody is better by so much");
        assert!(robin.is_decided(&[1], &PRIZE, 3).unwrap());
    }

    #[test]
    fn the_best_is_put_out_in_fewer_than_one_race_in_twenty() {
        let mut wrong = 0;
        for key in 0..200 {
            // All are equal, which is the hardest.
            let robin = played(&[0.0; 4], 60, 100 + key);
            wrong += u32::from((1..6).any(|look| !robin.beaten(&[0, 1, 2, 3], &PRIZE, look).unwrap().is_empty()));
        }
        assert!(wrong <= 12, "{wrong} of 200");
    }

    #[test]
    fn pairs_that_all_come_out_alike_are_no_proof_while_they_are_few() {
        let alike = |pairs: usize| {
            let mut robin = RoundRobin::new(2);
            robin.add(0, vec![1.0; pairs]);
            robin.beaten(&[0, 1], &PRIZE, 1).unwrap()
        };
        assert!(alike(2).is_empty());
        assert_eq!(alike(24), [1]);
        assert!(RoundRobin::new(2).beaten(&[0, 1], &PRIZE, 1).unwrap().is_empty(), "of nothing nothing is said");
    }
}
