//! Where the true value in a new setting is to be expected, from the few settings of its kind that were played.

use super::error::{finite, positive};
use super::method::{Method, method};
use super::random_effects::scatter;
use super::special::{chi_square_quantile, normal_cdf, normal_two_sided, root_between, squared};
use super::{Interval, Result, error_chance, refuse};

/// Values of the variance between settings, each as likely as the others, that stand for its distribution.
const LIKELY_VARIANCES: u32 = 200;

/// Fewest settings that say anything of their variance.
const FEWEST: usize = 3;

/// Limits for the true value in a new setting, over all that the variance between settings may be: of independent estimates, one
/// for each setting, with the variances of their errors.
///
/// Under the true variance the weighted scatter of the estimates is a χ² number with one degree of freedom less than there are
/// settings; this gives the variance a confidence distribution, with a part of it at 0. Given the variance, the true value in a
/// new setting is normal about the weighted mean, with this variance and that of the mean. The limits are those of the mixture,
/// in the way of Nagashima, Noma and Furukawa (2019), who draw what is worked out here. The limits of
/// [`RandomEffects`](super::RandomEffects) take the variance to be what it is estimated at, and are too narrow where it is
/// estimated at 0 by chance.
///
/// Limits are not cut at the ends of a scale.
///
/// # Errors
/// Fewer than three estimates, lists of different lengths, numbers that are not finite, variances that are not above 0, a
/// confidence outside (0, 1).
pub fn new_setting(estimates: &[f64], variances: &[f64], confidence: f64) -> Result<Interval> {
    let alpha = error_chance(confidence)?;
    let k = estimates.len();
    if k < FEWEST {
        return refuse("estimates", "must hold at least three values");
    }
    if variances.len() != k {
        return refuse("variances", format!("must be as many as the estimates, {k}, got {}", variances.len()));
    }
    for (estimate, variance) in estimates.iter().zip(variances) {
        finite("estimates", *estimate)?;
        positive("variances", *variance)?;
    }
    let centre = estimates.iter().sum::<f64>() / k as f64;
    let unweighted = estimates.iter().map(|y| squared(y - centre)).sum::<f64>();
    let without = scatter(estimates, variances, 0.0).1;
    let given = |place: u32| {
        let wanted = chi_square_quantile(k as f64 - 1.0, (f64::from(place) + 0.5) / f64::from(LIKELY_VARIANCES));
        let tau_squared = if without <= wanted {
            0.0
        } else {
            // Every weight is below 1/τ², so that at the upper end the scatter is too small.
            root_between(0.0, unweighted / wanted, |tau_squared| scatter(estimates, variances, tau_squared).1 - wanted)
        };
        let (mean, _, weight) = scatter(estimates, variances, tau_squared);
        (mean, (tau_squared + 1.0 / weight).sqrt())
    };
    let given: Vec<(f64, f64)> = (0..LIKELY_VARIANCES).map(given).collect();
    let below = |x: f64| {
        let sum: f64 = given.iter().map(|(mean, deviation)| normal_cdf((x - mean) / deviation)).sum();
        sum / f64::from(LIKELY_VARIANCES)
    };
    // Whatever the variance, no more than half of the error lies beyond these.
    let reach = normal_two_sided(alpha);
    let low = given.iter().map(|(mean, deviation)| mean - reach * deviation).fold(f64::INFINITY, f64::min);
    let high = given.iter().map(|(mean, deviation)| mean + reach * deviation).fold(f64::NEG_INFINITY, f64::max);
    let limit = |p: f64| root_between(low, high, |x| below(x) - p);
    Ok(Interval { low: limit(alpha / 2.0), high: limit(1.0 - alpha / 2.0) })
}

pub(super) const METHOD: Method = method!(
    "new-setting",
    "where the value in a new setting is to be expected, whatever the variance between settings may be",
    { estimates: Vec<f64>, variances: Vec<f64>, confidence: f64 = super::usual_confidence() }
    => new_setting(&estimates, &variances, confidence)
);

#[cfg(test)]
mod tests {
    use super::super::RandomEffects;
    use super::*;

    /// How much wider the limits are than those by the estimated variance.
    fn wider(estimates: &[f64], variance: f64) -> f64 {
        let variances = vec![variance; estimates.len()];
        let known = RandomEffects::of(estimates, &variances, 0.95).unwrap();
        let new = new_setting(estimates, &variances, 0.95).unwrap();
        (new.high - new.low) / (known.prediction_high.unwrap() - known.prediction_low.unwrap())
    }

    #[test]
    fn a_variance_that_is_estimated_at_nothing_may_be_larger() {
        // They differ by no more than their errors, as those of settings that differ by two thirds of an error often do.
        let alike: Vec<f64> = (0..12).map(|place| 0.5 + 0.02 * f64::from(place % 3 - 1)).collect();
        let wider = wider(&alike, 0.0004);
        assert!((1.3..1.6).contains(&wider), "{wider}");
    }

    #[test]
    fn many_settings_that_lie_far_apart_say_enough_of_their_variance() {
        let apart: Vec<f64> = (0..60).map(|place| f64::from(place) / 60.0).collect();
        let wider = wider(&apart, 0.0001);
        assert!((wider - 1.0).abs() < 0.03, "{wider}");
    }

    #[test]
    fn limits_move_and_stretch_with_the_estimates() {
        let estimates = [0.31, 0.54, 0.48, 0.66];
        let variances = [0.002, 0.001, 0.004, 0.003];
        let here = new_setting(&estimates, &variances, 0.9).unwrap();
        let there = new_setting(&estimates.map(|y| 7.0 - 10.0 * y), &variances.map(|v| 100.0 * v), 0.9).unwrap();
        assert!((there.low - (7.0 - 10.0 * here.high)).abs() < 1e-9, "{here:?} {there:?}");
        assert!((there.high - (7.0 - 10.0 * here.low)).abs() < 1e-9, "{here:?} {there:?}");
    }

    #[test]
    fn impossible_inputs_are_refused() {
        let input = |y: &[f64], v: &[f64], c: f64| new_setting(y, v, c).unwrap_err().input;
        assert_eq!(input(&[0.5, 0.4], &[0.01; 2], 0.95), "estimates");
        assert_eq!(input(&[0.5, 0.4, f64::NAN], &[0.01; 3], 0.95), "estimates");
        assert_eq!(input(&[0.5, 0.4, 0.3], &[0.01; 2], 0.95), "variances");
        assert_eq!(input(&[0.5, 0.4, 0.3], &[0.01, 0.01, 0.0], 0.95), "variances");
        assert_eq!(input(&[0.5, 0.4, 0.3], &[0.01; 3], 1.0), "confidence");
    }
}
