//! The score of a list, with its interval: what every win rate is printed from.

use super::error::total;
use super::method::{Method, method};
use super::relevance::Verdict;
use super::special::squared;
use super::{Interval, Result, elo, error_chance, refuse, sequence, special};
use serde::Serialize;
use std::f64::consts::LN_10;

/// Summary of the scores of independent units: single games or pairs of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Score {
    /// Independent units: pairs, or games that were not paired.
    pub units: u64,
    /// Games in them.
    pub games: u64,
    /// Mean score, 0 to 1.
    pub score: f64,
    /// Variance of a unit's score about the mean.
    pub unit_variance: f64,
    /// Standard error of the mean score.
    pub std_error: f64,
    /// Independent games without draws that would be as informative.
    pub effective_games: f64,
    /// Wilson's interval at the effective number of games.
    #[serde(flatten)]
    pub interval: Interval,
    /// The score as an Elo difference; none at 0 and 1.
    pub elo: Option<f64>,
    /// Elo of the lower limit.
    pub elo_low: Option<f64>,
    /// Elo of the upper limit.
    pub elo_high: Option<f64>,
    /// `Φ((score - ½)/std_error)`; none when all units came out alike. It is not the probability that a list is balanced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub los: Option<f64>,
    /// Normalized Elo: the score's distance from ½ in standard deviations of a game; none when all units came out alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nelo: Option<f64>,
    /// Half-width of the interval of `nelo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nelo_error: Option<f64>,
}

impl Score {
    /// Summarises counts of losses, draws and wins, or of the five scores of a pair from 0 to 1 by quarters.
    ///
    /// The interval is Wilson's, at the number of win-or-loss games that would carry as much information (Korn and
    /// Graubard 1998), where the variance is steadied by half a unit lost and half a unit won:
    ///
    /// ```text
    /// m⁺ = (Σ n_k a_k + ½)/(n+1)    v⁺ = (Σ n_k a_k² + ½)/(n+1) - m⁺²    N = n m⁺(1-m⁺)/v⁺
    /// low, high = (m + z²/2N ± z sqrt(m(1-m)/N + z²/4N²))/(1 + z²/N)
    /// ```
    ///
    /// It stays within [0, 1] and is honest from 10 units on, also when every unit came out alike. Fewer that came out alike say
    /// nothing of their spread: they have the limits of Clopper and Pearson (1934) for as many trials, where these are wider. No
    /// other result of as few units reaches less far towards the other end than if all had been won, or lost.
    ///
    /// # Errors
    /// Other than 3 or 5 counts, no units at all, a confidence outside (0, 1).
    pub fn from_counts(counts: &[u64], confidence: f64) -> Result<Self> {
        let alpha = error_chance(confidence)?;
        let moments = Moments::of(counts)?;
        let Moments { units, games_per_unit, mean, variance, .. } = moments;
        let n = units as f64;
        let g = games_per_unit as f64;
        let effective_games = moments.effective_games();
        let interval = moments.interval(alpha);
        let std_error = (variance / n).sqrt();
        let varies = variance > 0.0;
        Ok(Self {
            units,
            games: units * games_per_unit,
            score: mean,
            unit_variance: variance,
            std_error,
            effective_games,
            interval,
            elo: elo::from_score(mean),
            elo_low: elo::from_score(interval.low),
            elo_high: elo::from_score(interval.high),
            los: varies.then(|| special::normal_cdf((mean - 0.5) / std_error)),
            nelo: varies.then(|| (mean - 0.5) / (g * variance).sqrt() * 800.0 / LN_10),
            nelo_error: varies.then(|| special::normal_two_sided(alpha) * 800.0 / LN_10 / (g * n).sqrt()),
        })
    }
}

/// How many more units it takes until the interval of [`Score::from_counts`] at one look leaves the nearer end of the margin outside, if
/// mean and variance stay what they are; none when that is beyond 2⁵³, and of a mean at that end itself.
///
/// # Errors
/// Counts of nothing, a margin outside of (0, ½), a confidence outside (0, 1).
pub fn more_units(counts: &[u64], margin: f64, confidence: f64) -> Result<Option<u64>> {
    let alpha = error_chance(confidence)?;
    let moments = Moments::of(counts)?;
    let decided = |units: u64| -> Result<bool> {
        Ok(sequence::decide(moments.at(units).interval(alpha), margin)? != Verdict::Undecided)
    };
    let mut step = 1;
    while !decided(moments.units + step)? {
        step *= 2;
        if step > 1 << 53 {
            return Ok(None);
        }
    }
    let (mut low, mut high) = (step / 2 + 1, step);
    while low < high {
        let middle = low + (high - low) / 2;
        if decided(moments.units + middle)? { high = middle } else { low = middle + 1 }
    }
    Ok(Some(low))
}

/// Wilson's interval for a share `mean` of `trials` independent yes-or-no trials; the number of trials need not be whole.
/// It reaches 0 and 1 where all trials came out alike, which rounding must not hide.
pub(super) fn wilson(mean: f64, trials: f64, alpha: f64) -> Interval {
    let z2 = squared(special::normal_two_sided(alpha));
    let half = (z2 * (mean * (1.0 - mean) / trials + z2 / (4.0 * trials * trials))).sqrt();
    let scale = 1.0 + z2 / trials;
    let interval = Interval::around((mean + z2 / (2.0 * trials)) / scale, half / scale).within_unit();
    Interval { low: if mean <= 0.0 { 0.0 } else { interval.low }, high: if mean >= 1.0 { 1.0 } else { interval.high } }
}

/// Units from which the interval holds whatever their spread seems to be.
const FEWEST_UNITS: u64 = 10;

/// The interval of Clopper and Pearson for the share of so many hits; numbers need not be whole.
pub(super) fn clopper_pearson(hits: f64, misses: f64, alpha: f64) -> Interval {
    let low = if hits > 0.0 { special::beta_quantile(hits, misses + 1.0, alpha / 2.0, false) } else { 0.0 };
    let high = if misses > 0.0 { special::beta_quantile(hits + 1.0, misses, alpha / 2.0, true) } else { 1.0 };
    Interval { low, high }
}

/// Mean and variance of counted scores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moments {
    pub(super) units: u64,
    pub(super) games_per_unit: u64,
    pub(super) mean: f64,
    /// Variance with divisor n.
    pub(super) variance: f64,
    /// Mean when half a unit lost and half a unit won are added.
    pub(super) steadied_mean: f64,
    /// Variance with the same addition; above 0 whatever the counts.
    pub(super) steadied_variance: f64,
}

impl Moments {
    pub(super) fn of(counts: &[u64]) -> Result<Self> {
        let scores = scores(counts.len())?;
        let units = total("counts", counts)?;
        let n = units as f64;
        let sum = |f: &dyn Fn(f64) -> f64| -> f64 { counts.iter().zip(scores).map(|(n, a)| *n as f64 * f(*a)).sum() };
        // Squares are taken about the mean: the difference of two large sums would lose the digits of a small variance.
        let mean = sum(&|a| a) / n;
        let steadied_mean = (sum(&|a| a) + 0.5) / (n + 1.0);
        let ends = squared(steadied_mean) + squared(1.0 - steadied_mean);
        Ok(Self {
            units,
            games_per_unit: games_per_unit(counts.len()),
            mean,
            variance: sum(&|a| squared(a - mean)) / n,
            steadied_mean,
            steadied_variance: (sum(&|a| squared(a - steadied_mean)) + 0.5 * ends) / (n + 1.0),
        })
    }
}

impl Moments {
    /// The same mean and variance of so many units.
    fn at(&self, units: u64) -> Self {
        let n = units as f64;
        let steadied_mean = (n * self.mean + 0.5) / (n + 1.0);
        let ends = squared(steadied_mean) + squared(1.0 - steadied_mean);
        let about = self.variance + squared(self.mean - steadied_mean);
        Self { units, steadied_mean, steadied_variance: (n * about + 0.5 * ends) / (n + 1.0), ..*self }
    }

    fn effective_games(&self) -> f64 {
        self.units as f64 * self.steadied_mean * (1.0 - self.steadied_mean) / self.steadied_variance
    }

    fn interval(&self, alpha: f64) -> Interval {
        let Interval { low, high } = wilson(self.mean, self.effective_games(), alpha);
        if self.units >= FEWEST_UNITS {
            return Interval { low, high };
        }
        let n = self.units as f64;
        let widest = match self.variance <= 0.0 {
            true => clopper_pearson(n * self.mean, n * (1.0 - self.mean), alpha),
            // Five pairs with a draw among them are no stronger a sign than five that were won.
            false => Interval { low: clopper_pearson(n, 0.0, alpha).low, high: clopper_pearson(0.0, n, alpha).high },
        };
        Interval { low: low.min(widest.low), high: high.max(widest.high) }
    }
}

/// The scores that so many counts are of.
pub(super) fn scores(categories: usize) -> Result<&'static [f64]> {
    match categories {
        3 => Ok(&[0.0, 0.5, 1.0]),
        5 => Ok(&[0.0, 0.25, 0.5, 0.75, 1.0]),
        _ => refuse("counts", format!("must be 3 (loss, draw, win) or 5 (a pair's scores), got {categories}")),
    }
}

/// Games in a unit of so many categories.
pub(super) fn games_per_unit(categories: usize) -> u64 {
    if categories == 5 { 2 } else { 1 }
}

pub(super) const METHOD: Method = method!(
    "score-summary",
    "score with interval, Elo and error from 3 or 5 counts, low to high",
    { counts: Vec<u64>, confidence: f64 = super::usual_confidence() } => Score::from_counts(&counts, confidence)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_draws_and_pairs_it_is_wilson() {
        let score = Score::from_counts(&[48, 0, 52], 0.95).unwrap();
        assert!((score.interval.low - 0.423_165_777_652_239_7).abs() < 1e-12);
        assert!((score.interval.high - 0.615_354_482_419_481).abs() < 1e-12);
    }

    #[test]
    fn a_mirror_match_has_a_width_all_the_same() {
        let score = Score::from_counts(&[0, 0, 1_000_000_000, 0, 0], 0.95).unwrap();
        assert_eq!((score.score, score.unit_variance, score.los), (0.5, 0.0, None));
        assert!(score.interval.low < 0.5 && score.interval.high > 0.5);
        assert!(score.interval.half_width() < 1e-8);
    }

    #[test]
    fn few_pairs_that_came_out_alike_say_little() {
        let of = |counts: [u64; 5]| Score::from_counts(&counts, 0.95).unwrap().interval;
        // Where pairs are all lost or all won, four are all lost by chance in one of sixteen even match-ups.
        let lost = of([4, 0, 0, 0, 0]);
        assert_eq!(lost.low, 0.0);
        assert!((lost.high - (1.0 - libm::pow(0.025, 0.25))).abs() < 1e-12, "{lost:?}");
        let even = of([0, 0, 4, 0, 0]);
        assert!(even.low < 0.1 && even.high > 0.9, "{even:?}");
        let ten = of([10, 0, 0, 0, 0]);
        assert!(ten.high < 0.3, "{ten:?}");
        let [all, most] = [of([0, 0, 0, 0, 5]), of([0, 0, 0, 1, 4])];
        assert!(most.low <= all.low && all.low < 0.5, "{all:?} {most:?}");
    }

    #[test]
    fn more_units_decide_at_the_number_that_is_told_and_not_before() {
        for counts in [[0, 0, 0, 0, 5], [0, 0, 0, 1, 4], [3, 10, 20, 12, 7], [0, 0, 9, 0, 0]] {
            let units: u64 = counts.iter().sum();
            let more = more_units(&counts, 0.02, 0.95).unwrap().unwrap();
            let moments = Moments::of(&counts).unwrap();
            let decided = |more: u64| {
                sequence::decide(moments.at(units + more).interval(0.05), 0.02).unwrap() != Verdict::Undecided
            };
            assert!(decided(more) && !decided(more - 1), "{counts:?}: {more}");
        }
        // Six pairs that were all won leave 0.54 at least; five, 0.48.
        assert_eq!(more_units(&[0, 0, 0, 0, 4], 0.02, 0.95).unwrap(), Some(2));
        let double = [6, 20, 40, 24, 14];
        let (here, there) = (Moments::of(&double).unwrap(), Moments::of(&[3, 10, 20, 12, 7]).unwrap().at(104));
        assert!((here.steadied_variance - there.steadied_variance).abs() < 1e-15);
    }

    #[test]
    fn certain_scores_have_no_elo() {
        let score = Score::from_counts(&[0, 0, 0, 0, 12], 0.95).unwrap();
        assert_eq!((score.elo, score.elo_high, score.nelo), (None, None, None));
        assert!(score.elo_low.is_some());
    }

    #[test]
    fn impossible_counts_are_refused() {
        for counts in [&[1, 2][..], &[0, 0, 0], &[u64::MAX, 1, 0]] {
            assert_eq!(Score::from_counts(counts, 0.95).unwrap_err().input, "counts");
        }
        for confidence in [0.0, 1.0, -1.0, f64::NAN] {
            assert_eq!(Score::from_counts(&[1, 1, 1], confidence).unwrap_err().input, "confidence");
        }
    }
}
