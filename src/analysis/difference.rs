//! What changes between two variants that were played on the same seeds.

use super::method::{Method, method};
use super::special::squared;
use super::{Interval, Result, error::finite, error_chance, refuse, special};
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
        let alpha = error_chance(confidence)?;
        let sums = Comoments::of(("x", x), ("y", y))?;
        let n = sums.n;
        let squares = x.iter().zip(y).map(|(x, y)| squared(x - sums.mean_x - (y - sums.mean_y))).sum::<f64>();
        let mean_difference = sums.mean_x - sums.mean_y;
        let std_error = (squares / (n - 1.0) / n).sqrt();
        let total = sums.xx + sums.yy;
        Ok(Self {
            mean_difference,
            std_error,
            interval: Interval::around(mean_difference, special::student_two_sided(n - 1.0, alpha) * std_error),
            correlation: (sums.xx > 0.0 && sums.yy > 0.0).then(|| sums.xy / (sums.xx * sums.yy).sqrt()),
            variance_ratio: (total > 0.0).then(|| squares / total),
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
    fn unmatched_samples_are_refused() {
        assert_eq!(PairedDifference::of(&[1.0, 2.0], &[1.0, 2.0, 3.0], 0.95).unwrap_err().input, "y");
        assert_eq!(PairedDifference::of(&[1.0], &[1.0], 0.95).unwrap_err().input, "x");
        assert_eq!(PairedDifference::of(&[1.0, 2.0], &[1.0, f64::NAN], 0.95).unwrap_err().input, "y");
    }
}
