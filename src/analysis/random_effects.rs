//! Random effects: what is known of settings of a kind from the few of them that were played.

use super::error::{finite, positive};
use super::method::{Method, method};
use super::special::{chi_square_upper, root_between, squared, student_two_sided};
use super::{Interval, Result, error_chance, refuse};
use serde::Serialize;

/// The mean over all settings of a kind, and where a new one of them is to be expected.
///
/// Limits are not cut at the ends of a scale: those of scores may lie below 0 and above 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RandomEffects {
    /// Mean over the settings.
    pub mean: f64,
    /// Its standard error.
    pub std_error: f64,
    /// Degrees of freedom of its interval: settings less one.
    pub df: u64,
    /// Interval of the mean, by Student's t.
    #[serde(flatten)]
    pub interval: Interval,
    /// Variance of the true values between settings.
    pub tau_squared: f64,
    /// Its square root.
    pub tau: f64,
    /// Share of the scatter of the estimates that is none of their errors.
    pub i_squared: f64,
    /// Cochran's Q: how much more the estimates differ than their errors let them.
    pub q: f64,
    /// Chance of so large a Q where all true values are the same.
    pub p_value: f64,
    /// Lower limit for the true value in a new setting; none of fewer than three settings.
    pub prediction_low: Option<f64>,
    /// Upper limit for the same.
    pub prediction_high: Option<f64>,
}

impl RandomEffects {
    /// Of independent estimates, one for each setting, with the variances of their errors.
    ///
    /// The variance between settings is that of Paule and Mandel (1982), under which the weighted scatter of the estimates is
    /// what it should be; the interval of the mean is that of Hartung and Knapp (2001), whose factor is 1 for this variance and
    /// is not let fall below; the limits for a new setting are those of Higgins, Thompson and Spiegelhalter (2009).
    ///
    /// # Errors
    /// Fewer than two estimates, lists of different lengths, numbers that are not finite, variances that are not above 0, a
    /// confidence outside (0, 1).
    pub fn of(estimates: &[f64], variances: &[f64], confidence: f64) -> Result<Self> {
        let alpha = error_chance(confidence)?;
        let k = estimates.len();
        if k < 2 {
            return refuse("estimates", "must hold at least two values");
        }
        if variances.len() != k {
            return refuse("variances", format!("must be as many as the estimates, {k}, got {}", variances.len()));
        }
        for (estimate, variance) in estimates.iter().zip(variances) {
            finite("estimates", *estimate)?;
            positive("variances", *variance)?;
        }
        let df = k as f64 - 1.0;
        let q = scatter(estimates, variances, 0.0).1;
        let tau_squared = if q <= df {
            0.0
        } else {
            // Every weight is below 1/τ², so that at this one the scatter is too small.
            let centre = estimates.iter().sum::<f64>() / k as f64;
            let most = estimates.iter().map(|y| squared(y - centre)).sum::<f64>() / df;
            root_between(0.0, most, |tau_squared| scatter(estimates, variances, tau_squared).1 - df)
        };
        let (mean, _, weight) = scatter(estimates, variances, tau_squared);
        let std_error = 1.0 / weight.sqrt();
        let new = (k > 2).then(|| {
            let reach = student_two_sided(df - 1.0, alpha) * (tau_squared + squared(std_error)).sqrt();
            Interval::around(mean, reach)
        });
        let typical = typical_variance(variances);
        Ok(Self {
            mean,
            std_error,
            df: k as u64 - 1,
            interval: Interval::around(mean, student_two_sided(df, alpha) * std_error),
            tau_squared,
            tau: tau_squared.sqrt(),
            i_squared: tau_squared / (tau_squared + typical),
            q,
            p_value: chi_square_upper(df, q),
            prediction_low: new.map(|new| new.low),
            prediction_high: new.map(|new| new.high),
        })
    }
}

/// Weighted mean, weighted scatter about it and sum of weights, where weights are `1/(v_i + τ²)`.
pub(super) fn scatter(estimates: &[f64], variances: &[f64], tau_squared: f64) -> (f64, f64, f64) {
    let weight = |v: &f64| 1.0 / (v + tau_squared);
    let sum: f64 = variances.iter().map(weight).sum();
    let mean = estimates.iter().zip(variances).map(|(y, v)| y * weight(v)).sum::<f64>() / sum;
    let scatter = estimates.iter().zip(variances).map(|(y, v)| weight(v) * squared(y - mean)).sum();
    (mean, scatter, sum)
}

/// The variance that stands for all of them: `(k-1) Σw / ((Σw)² - Σw²)` with `w = 1/v`.
fn typical_variance(variances: &[f64]) -> f64 {
    // (Σw)² - Σw² by its products of different weights: one very exact estimate must not cancel the others.
    let (sum, products) =
        variances.iter().fold((0.0, 0.0), |(sum, products), v| (sum + 1.0 / v, products + 2.0 * sum / v));
    (variances.len() as f64 - 1.0) * sum / products
}

pub(super) const METHOD: Method = method!(
    "random-effects",
    "mean over settings of a kind, and where a new one is to be expected",
    { estimates: Vec<f64>, variances: Vec<f64>, confidence: f64 = super::usual_confidence() }
    => RandomEffects::of(&estimates, &variances, confidence)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scatter_that_errors_explain_is_no_variance_between_settings() {
        let of = |spread: f64| RandomEffects::of(&[0.5 - spread, 0.5, 0.5 + spread], &[0.01; 3], 0.95).unwrap();
        let [same, apart] = [of(0.05), of(0.3)];
        assert_eq!((same.tau_squared, same.i_squared), (0.0, 0.0));
        assert!((same.std_error - (0.01_f64 / 3.0).sqrt()).abs() < 1e-15);
        // With equal variances, what is over and above them is the plain variance less theirs.
        assert!((apart.tau_squared - (0.09 - 0.01)).abs() < 1e-12, "{}", apart.tau_squared);
        assert!((apart.i_squared - 8.0 / 9.0).abs() < 1e-12);
    }

    #[test]
    fn two_settings_say_nothing_of_a_third() {
        let two = RandomEffects::of(&[0.4, 0.6], &[0.001; 2], 0.95).unwrap();
        assert_eq!((two.df, two.prediction_low, two.prediction_high), (1, None, None));
        assert!(two.interval.low < 0.0 && two.interval.high > 1.0, "limits are not cut");
    }

    #[test]
    fn a_new_setting_is_less_certain_than_the_mean() {
        let settings = RandomEffects::of(&[0.45, 0.52, 0.61, 0.38], &[0.0004, 0.0009, 0.0001, 0.0004], 0.95).unwrap();
        assert!(settings.prediction_low.unwrap() < settings.interval.low);
        assert!(settings.prediction_high.unwrap() > settings.interval.high);
    }

    #[test]
    fn impossible_inputs_are_refused() {
        let input = |y: &[f64], v: &[f64], c: f64| RandomEffects::of(y, v, c).unwrap_err().input;
        assert_eq!(input(&[0.5], &[0.01], 0.95), "estimates");
        assert_eq!(input(&[0.5, f64::NAN], &[0.01; 2], 0.95), "estimates");
        assert_eq!(input(&[0.5, 0.4], &[0.01; 3], 0.95), "variances");
        assert_eq!(input(&[0.5, 0.4], &[0.01, 0.0], 0.95), "variances");
        assert_eq!(input(&[0.5, 0.4], &[0.01; 2], 1.0), "confidence");
    }
}
