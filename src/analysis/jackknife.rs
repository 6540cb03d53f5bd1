//! The error of a figure that is worked out from many cells.

use super::method::{Method, method};
use super::special::squared;
use super::{Interval, Result, error::finite, error_chance, refuse, special};
use serde::Serialize;

/// A figure with the error that leaving out classes of pairs shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Jackknife {
    /// The figure, less its bias of first order.
    pub estimate: f64,
    /// Its standard error.
    pub std_error: f64,
    /// Its interval, by Student's t.
    #[serde(flatten)]
    pub interval: Interval,
}

/// Jackknife over G classes: `full` is the figure from all data, `leave_one_out[i]` the figure without class i.
///
/// `std_error = sqrt((G-1)/G Σ(T_i - T̄)²)`, `estimate = G T - (G-1) T̄`. For smooth figures; not for maxima and other kinks.
///
/// # Errors
/// Fewer than two classes, numbers that are not finite, a confidence outside (0, 1).
pub fn jackknife(full: f64, leave_one_out: &[f64], confidence: f64) -> Result<Jackknife> {
    let alpha = error_chance(confidence)?;
    if leave_one_out.len() < 2 {
        return refuse("leave_one_out", "must hold at least two values");
    }
    finite("full", full)?;
    for value in leave_one_out {
        finite("leave_one_out", *value)?;
    }
    let g = leave_one_out.len() as f64;
    let mean = leave_one_out.iter().sum::<f64>() / g;
    let squares: f64 = leave_one_out.iter().map(|t| squared(t - mean)).sum();
    let std_error = ((g - 1.0) / g * squares).sqrt();
    let estimate = full + (g - 1.0) * (full - mean);
    let interval = Interval::around(estimate, special::student_two_sided(g - 1.0, alpha) * std_error);
    Ok(Jackknife { estimate, std_error, interval })
}

pub(super) const METHOD: Method = method!(
    "jackknife",
    "error of a figure from its values with one class of pairs left out",
    { full: f64, leave_one_out: Vec<f64>, confidence: f64 = super::usual_confidence() }
    => jackknife(full, &leave_one_out, confidence)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_bias_out_of_a_plug_in_variance() {
        let values = [1.0, 2.0, 4.0, 7.0];
        let variance = |skip: Option<usize>| {
            let kept: Vec<f64> = values.iter().enumerate().filter(|(i, _)| Some(*i) != skip).map(|(_, x)| *x).collect();
            let mean = kept.iter().sum::<f64>() / kept.len() as f64;
            kept.iter().map(|x| squared(x - mean)).sum::<f64>() / kept.len() as f64
        };
        let without: Vec<f64> = (0..values.len()).map(|i| variance(Some(i))).collect();
        let estimate = jackknife(variance(None), &without, 0.95).unwrap().estimate;
        assert!((estimate - 7.0).abs() < 1e-12, "the unbiased variance is 21/3, got {estimate}");
    }

    #[test]
    fn one_class_is_not_enough() {
        assert!(jackknife(0.5, &[0.5], 0.95).is_err());
        assert!(jackknife(0.5, &[0.5, f64::NAN], 0.95).is_err());
    }
}
