//! Quantiles and whole curves, without assuming a shape.

use super::method::{Method, method};
use super::{Result, error::total, error_chance, probability, special};
use serde::Serialize;

/// An interval of a quantile, as places in the sorted sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct QuantileInterval {
    /// Place of the lower limit, from 1; none when the sample is too small to have one.
    pub lower_rank: Option<u64>,
    /// Place of the upper limit, from 1; none when the sample is too small to have one.
    pub upper_rank: Option<u64>,
    /// The chance that the quantile lies between the limits, whatever the distribution.
    pub coverage: f64,
}

impl QuantileInterval {
    /// Which of `n` sorted values enclose the quantile `q`, with at most half of `1 - confidence` on either side: the
    /// number of values below the quantile is binomial.
    ///
    /// # Errors
    /// An empty sample, a quantile or a confidence outside (0, 1).
    pub fn of(n: u64, q: f64, confidence: f64) -> Result<Self> {
        let alpha = error_chance(confidence)?;
        probability("q", q)?;
        let n = total("n", [&n])?;
        // Tails for at most rank - 1 values below the quantile.
        let tails = |rank: u64| special::binomial_tails(n, q, rank as i64 - 1);
        // The ranks from which on the statement holds; n + 1 when none.
        let first = |holds: &dyn Fn(u64) -> bool| {
            let (mut low, mut high) = (1, n + 1);
            while low < high {
                let middle = low + (high - low) / 2;
                if holds(middle) { high = middle } else { low = middle + 1 }
            }
            low
        };
        let beyond = first(&|rank| tails(rank).lower > alpha / 2.0);
        let upper = first(&|rank| tails(rank).upper <= alpha / 2.0);
        let lower_rank = (beyond > 1).then(|| beyond - 1);
        let upper_rank = (upper <= n).then_some(upper);
        let below = lower_rank.map_or(0.0, |rank| tails(rank).lower);
        let above = upper_rank.map_or(0.0, |rank| tails(rank).upper);
        Ok(Self { lower_rank, upper_rank, coverage: 1.0 - below - above })
    }
}

/// Half-width of a band that holds the whole distribution curve of `n` values at once: `sqrt(ln(2/α)/2n)` (Dvoretzky,
/// Kiefer, Wolfowitz; constant by Massart 1990).
///
/// # Errors
/// An empty sample, a confidence outside (0, 1).
pub fn dkw_band(n: u64, confidence: f64) -> Result<f64> {
    let alpha = error_chance(confidence)?;
    let n = total("n", [&n])?;
    Ok((libm::log(2.0 / alpha) / (2.0 * n as f64)).sqrt())
}

pub(super) const QUANTILE_INTERVAL: Method = method!(
    "quantile-interval",
    "which of n sorted values enclose a quantile",
    { n: u64, q: f64, confidence: f64 = super::usual_confidence() } => QuantileInterval::of(n, q, confidence)
);

pub(super) const DKW_BAND: Method = method!(
    "dkw-band",
    "half-width of a band around a whole distribution curve",
    { n: u64, confidence: f64 = super::usual_confidence() } => dkw_band(n, confidence).map(|epsilon| serde_json::json!({ "epsilon": epsilon }))
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_samples_have_no_limits() {
        // The least of five values lies above the median with chance 1/32, which is more than 1/40.
        let five = QuantileInterval::of(5, 0.5, 0.95).unwrap();
        assert_eq!((five.lower_rank, five.upper_rank, five.coverage), (None, None, 1.0));
        let six = QuantileInterval::of(6, 0.5, 0.95).unwrap();
        assert_eq!((six.lower_rank, six.upper_rank), (Some(1), Some(6)));
        assert!((six.coverage - 31.0 / 32.0).abs() < 1e-14);
    }

    #[test]
    fn high_percentiles_lack_an_upper_limit_first() {
        let interval = QuantileInterval::of(100, 0.99, 0.95).unwrap();
        assert!(interval.lower_rank.is_some() && interval.upper_rank.is_none());
    }
}
