//! The normal distribution.

use statrs::function::erf::{erfc, erfc_inv};
use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

/// `Φ(x)`, the probability that a standard normal number is at most `x`. Relative error below 1e-14 in the lower tail.
#[must_use]
pub fn cdf(x: f64) -> f64 {
    erfc(-x * FRAC_1_SQRT_2) / 2.0
}

/// `z_p`, the number with `Φ(z_p) = p`, for p strictly between 0 and 1. For p close to 1 ask for `-quantile(1 - p)`,
/// which keeps the digits of the tail.
#[must_use]
pub fn quantile(p: f64) -> f64 {
    -SQRT_2 * erfc_inv(2.0 * p)
}

/// `z_{1-α/2}`, the half-width in standard errors of a two-sided interval that errs with probability α.
#[must_use]
pub fn two_sided(alpha: f64) -> f64 {
    SQRT_2 * erfc_inv(alpha)
}
