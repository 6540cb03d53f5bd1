//! Empirical likelihood (Owen 1988): how much worse than the best a mean explains the counts.
//!
//! `R(m) = max_λ Σ n_k ln(1 + λ(a_k - m))`. The same maximum gives the likelihood interval of a score, the ratio of the
//! sequential test and the exact confidence sequence.

use super::method::{Method, method};
use super::score::scores;
use super::special::{normal_two_sided, root_between};
use super::{Interval, Result, error::total, error_chance, refuse};

/// No limits on λ but those of the terms themselves.
pub(super) const UNLIMITED: Interval = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };

/// Where `Σ w_k ln(1 + λ d_k)` is largest.
pub(super) struct Tilt {
    lambda: f64,
    /// `1 + λ d_k`, with all digits also where it is close to 0.
    pub(super) factors: Vec<f64>,
}

impl Tilt {
    /// Maximises `Σ w_k ln(1 + λ d_k)` over the λ that keep every `1 + λ d_k ≥ 0` and lie within `limits`; terms of weight
    /// 0 do not count. None when the sum grows without bound.
    pub(super) fn of(weights: &[f64], distances: &[f64], limits: Interval) -> Option<Self> {
        let terms = || weights.iter().zip(distances).filter(|(w, _)| **w > 0.0).map(|(w, d)| (*w, *d));
        let upwards = terms().map(|(w, d)| w * d).sum::<f64>();
        if upwards == 0.0 {
            return Some(Self { lambda: 0.0, factors: vec![1.0; distances.len()] });
        }
        // The maximum lies between 0 and the end to which the sum rises: one of the limits, or where a factor vanishes.
        let (limit, last) = if upwards > 0.0 {
            (limits.high, terms().map(|(_, d)| d).fold(0.0, f64::min))
        } else {
            (limits.low, terms().map(|(_, d)| d).fold(0.0, f64::max))
        };
        let vanishing = last != 0.0 && (-1.0 / last).abs() <= limit.abs();
        let end = if vanishing { -1.0 / last } else { limit };
        if end.is_infinite() {
            return None;
        }
        // With λ = end·(1-v) the factors are sums of positive parts: base·(1-v) + v.
        let base = |d: f64| if vanishing && d == last { 0.0 } else { (1.0 + end * d).max(0.0) };
        let slope = |v: f64| terms().map(|(w, d)| w * d / (base(d) * (1.0 - v) + v)).sum::<f64>();
        let v = if slope(0.0) * upwards >= 0.0 { 0.0 } else { root_between(0.0, 1.0, slope) };
        let factors = distances.iter().map(|d| base(*d) * (1.0 - v) + v).collect();
        Some(Self { lambda: end * (1.0 - v), factors })
    }

    /// The largest value of the sum.
    pub(super) fn gain(&self, weights: &[f64], distances: &[f64]) -> f64 {
        let log = |d: f64, factor: f64| {
            if factor > 0.5 { libm::log1p(self.lambda * d) } else { libm::log(factor) }
        };
        let terms = weights.iter().zip(distances).zip(&self.factors);
        terms.filter(|((w, _), _)| **w > 0.0).map(|((w, d), factor)| w * log(*d, *factor)).sum()
    }
}

/// Interval of the mean score by the likelihood ratio: all m with `2R(m) ≤ χ²_{1,1-α}`. Counts are 3 or 5, low to high.
///
/// Narrower than that of [`Score`](super::Score) for lopsided scores and small counts, where it covers too rarely: for
/// comparison, not for display.
///
/// # Errors
/// Counts in fewer than two categories, a confidence outside (0, 1).
pub fn score_likelihood_interval(counts: &[u64], confidence: f64) -> Result<Interval> {
    let z = normal_two_sided(error_chance(confidence)?);
    let scores = scores(counts.len())?;
    let n = total("counts", counts)? as f64;
    let weights: Vec<f64> = counts.iter().map(|n| *n as f64).collect();
    let seen = || scores.iter().zip(counts).filter(|(_, n)| **n > 0).map(|(a, _)| *a);
    let (least, most) = seen().fold((1f64, 0f64), |(least, most), a| (least.min(a), most.max(a)));
    if least == most {
        return refuse("counts", "are all in one category");
    }
    let mean = weights.iter().zip(scores).map(|(w, a)| w * a).sum::<f64>() / n;
    let excess = |m: f64| {
        let distances: Vec<f64> = scores.iter().map(|a| a - m).collect();
        Tilt::of(&weights, &distances, UNLIMITED)
            .map_or(f64::INFINITY, |tilt| 2.0 * tilt.gain(&weights, &distances) - z * z)
    };
    Ok(Interval { low: root_between(least, mean, excess), high: root_between(mean, most, excess) })
}

pub(super) const METHOD: Method = method!(
    "score-likelihood-interval",
    "interval of a score by empirical likelihood",
    { counts: Vec<u64>, confidence: f64 = super::usual_confidence() } => score_likelihood_interval(&counts, confidence)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_vanishes_inside_and_not_at_a_limit() {
        let (weights, distances) = ([3.0, 0.0, 5.0], [-0.4, 0.1, 0.6]);
        let tilt = Tilt::of(&weights, &distances, UNLIMITED).unwrap();
        let slope: f64 = weights.iter().zip(distances).map(|(w, d)| w * d / (1.0 + tilt.lambda * d)).sum();
        assert!(slope.abs() < 1e-12);
        let limits = Interval { low: -1.0, high: tilt.lambda / 2.0 };
        assert_eq!(Tilt::of(&weights, &distances, limits).unwrap().lambda, limits.high);
        assert!(Tilt::of(&weights, &[0.1, 0.2, 0.3], UNLIMITED).is_none());
    }

    #[test]
    fn digits_survive_next_to_a_vanishing_factor() {
        let tilt = Tilt::of(&[1e-12, 1.0], &[-0.5, 0.5], UNLIMITED).unwrap();
        // The factors are in the ratio of the weights, and sum to 2.
        assert!((tilt.factors[0] / (2e-12 / (1.0 + 1e-12)) - 1.0).abs() < 1e-14);
    }

    #[test]
    fn an_interval_takes_two_categories() {
        for counts in [[0, 0, 0], [0, 4, 0]] {
            assert_eq!(score_likelihood_interval(&counts, 0.95).unwrap_err().input, "counts");
        }
    }
}
