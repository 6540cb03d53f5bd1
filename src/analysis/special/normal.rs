//! The normal distribution.

use libm::{erf, erfc};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI, SQRT_2};

/// `Φ(x)`, the probability that a standard normal number is at most `x`. Relative error in
/// the lower tail below 1e-14 to six standard deviations, below 1e-12 to thirty-seven.
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

/// The `x` with `erfc(x) = p`, for p strictly between 0 and 2.
fn erfc_inv(p: f64) -> f64 {
    if p > 1.0 { -erfc_inv_upper(2.0 - p) } else { erfc_inv_upper(p) }
}

/// The same for p up to 1, where x is not negative.
///
/// Newton's method, on a function that is concave and from a start on the side of the root from which it comes closer with
/// every step: `erf(x) - (1 - p)` from below in the middle, where `1 - p` is exact, and `ln erfc(x) - ln p` from above in
/// the tail, where `erfc(x) ≤ exp(-x²)`.
fn erfc_inv_upper(p: f64) -> f64 {
    let density = |x: f64| FRAC_2_SQRT_PI * libm::exp(-x * x);
    let middle = p > 0.5;
    let mut x = if middle { (1.0 - p) / FRAC_2_SQRT_PI } else { libm::sqrt(-libm::log(p)) };
    for _ in 0..MOST_STEPS {
        let step = if middle { (1.0 - p - erf(x)) / density(x) } else { erfc(x) / density(x) * libm::log(erfc(x) / p) };
        x += step;
        if step.abs() <= f64::EPSILON * x {
            break;
        }
    }
    x
}

/// Newton's method doubles the digits at each step: from either start seven steps are enough.
const MOST_STEPS: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: f64, want: f64) {
        assert!((got / want - 1.0).abs() < 1e-14, "got {got}, want {want}");
    }

    #[test]
    fn quantiles_have_all_digits() {
        close(quantile(0.975), 1.959_963_984_540_054_2);
        close(quantile(0.95), 1.644_853_626_951_472_7);
        close(quantile(0.6), 0.253_347_103_135_799_8);
        close(quantile(0.001), -3.090_232_306_167_813_5);
        close(quantile(1e-9), -5.997_807_015_007_687);
        close(two_sided(2e-9), 5.997_807_015_007_687);
        assert_eq!(quantile(0.5), 0.0);
        for p in [1e-15, 1e-5, 0.02, 0.1, 0.23, 0.27, 0.3, 0.45, 0.6, 0.76, 0.9] {
            close(cdf(quantile(p)), p);
        }
    }

    #[test]
    fn tails_have_all_digits() {
        close(cdf(-1.0), 0.158_655_253_931_457_05);
        close(cdf(-6.0), 9.865_876_450_376_98e-10);
        assert!((cdf(-30.0) / 4.906_713_927_148_187e-198 - 1.0).abs() < 1e-12);
        close(cdf(1.5), 0.933_192_798_731_141_9);
    }
}
