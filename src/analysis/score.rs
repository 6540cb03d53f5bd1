//! The score of a list, with its interval: what every win rate is printed from.

use super::error::total;
use super::method::{Method, method};
use super::special::squared;
use super::{Interval, Result, elo, error_chance, refuse, special};
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
    /// nothing of their spread: they have the limits of Clopper and Pearson (1934) for as many trials, where these are wider.
    ///
    /// # Errors
    /// Other than 3 or 5 counts, no units at all, a confidence outside (0, 1).
    pub fn from_counts(counts: &[u64], confidence: f64) -> Result<Self> {
        let alpha = error_chance(confidence)?;
        let moments = Moments::of(counts)?;
        let Moments { units, games_per_unit, mean, variance, steadied_mean, steadied_variance } = moments;
        let n = units as f64;
        let g = games_per_unit as f64;
        let effective_games = n * steadied_mean * (1.0 - steadied_mean) / steadied_variance;
        let mut interval = wilson(mean, effective_games, alpha);
        if units < FEWEST_UNITS && variance <= 0.0 {
            let widest = clopper_pearson(n * mean, n * (1.0 - mean), alpha);
            interval = Interval { low: interval.low.min(widest.low), high: interval.high.max(widest.high) };
        }
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
