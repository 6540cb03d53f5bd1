//! What changes between two variants that were played on the same seeds.

use super::error::{finite, positive};
use super::method::{Method, method};
use super::special::squared;
use super::{Interval, Result, error_chance, refuse, special};
use serde::Serialize;

/// The mean difference of matched values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairedDifference {
    /// Mean of x - y.
    pub mean_difference: f64,
    /// Its standard error.
    pub std_error: f64,
    /// Its interval, by Student's t.
    #[serde(flatten)]
    pub interval: Interval,
    /// Correlation of x and y; none when one of them does not vary.
    pub correlation: Option<f64>,
    /// Variance of the difference over the sum of the variances: the share of the games that common seeds left to play.
    pub variance_ratio: Option<f64>,
}

impl PairedDifference {
    /// Compares `x[t]` with `y[t]` over units t that share their seeds: `d̄ ± t_{n-1} s_d/√n`.
    ///
    /// # Errors
    /// Fewer than two units, different lengths, numbers that are not finite, a confidence outside (0, 1).
    pub fn of(x: &[f64], y: &[f64], confidence: f64) -> Result<Self> {
        Self::weighted(x, y, &vec![1.0; x.len()], confidence)
    }

    /// The same where unit t stands for `weights[t]` games, its values being their means: the estimator of a ratio, whose
    /// error is that of `w (d - d̄)` (Cochran 1977, section 6.3).
    ///
    /// # Errors
    /// As [`PairedDifference::of`], and weights that are not above 0.
    pub fn weighted(x: &[f64], y: &[f64], weights: &[f64], confidence: f64) -> Result<Self> {
        let alpha = error_chance(confidence)?;
        // Refuses what cannot be matched.
        Comoments::of(("x", x), ("y", y))?;
        if weights.len() != x.len() {
            return refuse("weights", format!("must be as many as x, {}, got {}", x.len(), weights.len()));
        }
        for weight in weights {
            positive("weights", *weight)?;
        }
        let n = x.len() as f64;
        let all: f64 = weights.iter().sum();
        let mean = |values: &[f64]| values.iter().zip(weights).map(|(value, w)| w * value).sum::<f64>() / all;
        let (mean_x, mean_y) = (mean(x), mean(y));
        let strays = || x.iter().zip(y).zip(weights).map(|((x, y), w)| (x - mean_x, y - mean_y, *w));
        let sum = |f: &dyn Fn(f64, f64, f64) -> f64| strays().map(|(x, y, w)| f(x, y, w)).sum::<f64>();
        let (xx, xy, yy) = (sum(&|x, _, w| w * x * x), sum(&|x, y, w| w * x * y), sum(&|_, y, w| w * y * y));
        let apart = sum(&|x, y, w| w * squared(x - y));
        let errors = sum(&|x, y, w| squared(w * (x - y)));
        let mean_difference = mean_x - mean_y;
        let std_error = (errors * n / (n - 1.0)).sqrt() / all;
        Ok(Self {
            mean_difference,
            std_error,
            interval: Interval::around(mean_difference, special::student_two_sided(n - 1.0, alpha) * std_error),
            correlation: (xx > 0.0 && yy > 0.0).then(|| xy / (xx * yy).sqrt()),
            variance_ratio: (xx + yy > 0.0).then(|| apart / (xx + yy)),
        })
    }
}

/// Means and sums of squares and products about them, of two matched samples.
pub(super) struct Comoments {
    pub(super) n: f64,
    pub(super) mean_x: f64,
    pub(super) mean_y: f64,
    pub(super) xx: f64,
    pub(super) xy: f64,
    pub(super) yy: f64,
}

impl Comoments {
    /// Of two samples with their names.
    pub(super) fn of((name_x, x): (&'static str, &[f64]), (name_y, y): (&'static str, &[f64])) -> Result<Self> {
        for (name, values) in [(name_x, x), (name_y, y)] {
            if values.len() < 2 {
                return refuse(name, "must hold at least two values");
            }
            for value in values {
                finite(name, *value)?;
            }
        }
        if x.len() != y.len() {
            return refuse(name_y, format!("must hold as many values as {name_x}, {}, got {}", x.len(), y.len()));
        }
        let n = x.len() as f64;
        let (mean_x, mean_y) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
        let sum =
            |f: &dyn Fn(f64, f64) -> f64| -> f64 { x.iter().zip(y).map(|(x, y)| f(x - mean_x, y - mean_y)).sum() };
        Ok(Self { n, mean_x, mean_y, xx: sum(&|x, _| x * x), xy: sum(&|x, y| x * y), yy: sum(&|_, y| y * y) })
    }

    /// With the parts of the two samples exchanged.
    pub(super) fn swapped(self) -> Self {
        Self { mean_x: self.mean_y, mean_y: self.mean_x, xx: self.yy, yy: self.xx, ..self }
    }
}

pub(super) const METHOD: Method = method!(
    "paired-difference",
    "mean difference of values that share their seeds",
    { x: Vec<f64>, y: Vec<f64>, confidence: f64 = super::usual_confidence() } => PairedDifference::of(&x, &y, confidence)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_samples_differ_by_exactly_nothing() {
        let x = [0.25, 0.5, 1.0, 0.75];
        let difference = PairedDifference::of(&x, &x, 0.95).unwrap();
        assert_eq!((difference.mean_difference, difference.std_error), (0.0, 0.0));
        assert_eq!((difference.correlation, difference.variance_ratio), (Some(1.0), Some(0.0)));
    }

    #[test]
    fn units_count_by_the_games_that_they_stand_for() {
        let ([x, y], weights) = ([[0.9, 0.2, 0.5], [0.4, 0.3, 0.5]], [3.0, 2.0, 1.0]);
        let weighted = PairedDifference::weighted(&x, &y, &weights, 0.95).unwrap();
        // 3 · 0.5 - 2 · 0.1, over six games.
        let mean = 1.3 / 6.0;
        assert!((weighted.mean_difference - mean).abs() < 1e-15);
        let strays = [3.0 * (0.5 - mean), 2.0 * (-0.1 - mean), 0.0 - mean];
        let error = (strays.iter().map(|stray| stray * stray).sum::<f64>() * 3.0 / 2.0).sqrt() / 6.0;
        assert!((weighted.std_error - error).abs() < 1e-15);
        let alike = PairedDifference::weighted(&x, &y, &[7.0; 3], 0.95).unwrap();
        let plain = PairedDifference::of(&x, &y, 0.95).unwrap();
        assert!((alike.std_error - plain.std_error).abs() < 1e-15);
        assert_eq!(PairedDifference::weighted(&x, &y, &[1.0, 0.0, 1.0], 0.95).unwrap_err().input, "weights");
        assert_eq!(PairedDifference::weighted(&x, &y, &[1.0; 2], 0.95).unwrap_err().input, "weights");
    }

    #[test]
    fn unmatched_samples_are_refused() {
        assert_eq!(PairedDifference::of(&[1.0, 2.0], &[1.0, 2.0, 3.0], 0.95).unwrap_err().input, "y");
        assert_eq!(PairedDifference::of(&[1.0], &[1.0], 0.95).unwrap_err().input, "x");
        assert_eq!(PairedDifference::of(&[1.0, 2.0], &[1.0, f64::NAN], 0.95).unwrap_err().input, "y");
    }
}
