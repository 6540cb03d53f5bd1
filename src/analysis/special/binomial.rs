//! The binomial distribution.

use super::gamma::stirling_rest;
use super::{Tails, beta};
use std::f64::consts::PI;

/// The chances of at most `k` successes in `n` trials, and of more; `k` may be -1. For p strictly between 0 and 1.
#[must_use]
pub fn tails(n: u64, p: f64, k: i64) -> Tails {
    match u64::try_from(k) {
        Err(_) => Tails { lower: 0.0, upper: 1.0 },
        Ok(k) if k >= n => Tails { lower: 1.0, upper: 0.0 },
        Ok(k) => {
            let Tails { lower, upper } = beta::tails(k as f64 + 1.0, (n - k) as f64, p);
            Tails { lower: upper, upper: lower }
        }
    }
}

/// `ln P(Bin(n, p) = k)` for `k ≤ n` and p from 0 to 1, by Loader's saddle-point form; minus infinity when impossible.
#[must_use]
pub fn ln_pmf(n: u64, p: f64, k: u64) -> f64 {
    let (n, s, f) = (n as f64, k as f64, (n - k) as f64);
    if s == 0.0 {
        return n * libm::log1p(-p);
    }
    if f == 0.0 {
        return n * libm::log(p);
    }
    let rest = stirling_rest(n) - stirling_rest(s) - stirling_rest(f);
    rest - beta::deviance(s, n * p) - beta::deviance(f, n * (1.0 - p)) + libm::log(n / (2.0 * PI * s * f)) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_centre_is_right_from_ten_thousand_to_ten_million() {
        let cases = [
            (10_000, 0.503_989_323_069_691_1),
            (1_000_000, 0.500_398_942_180_665_9),
            (10_000_000, 0.500_126_156_622_947_1),
        ];
        for (n, want) in cases {
            let got = tails(n, 0.5, n as i64 / 2).lower;
            assert!((got - want).abs() < 1e-12, "n = {n}: got {got}, want {want}");
        }
    }

    #[test]
    fn chances_add_up_to_the_distribution_function() {
        let (n, p) = (17, 0.3);
        let mut sum = 0.0;
        for k in 0..=n {
            sum += libm::exp(ln_pmf(n, p, k));
            assert!((tails(n, p, k as i64).lower - sum).abs() < 1e-14, "{k}");
        }
        assert_eq!(tails(n, p, -1).lower, 0.0);
    }

    #[test]
    fn the_impossible_has_no_logarithm() {
        assert_eq!(ln_pmf(3, 0.0, 1), f64::NEG_INFINITY);
        assert_eq!(ln_pmf(3, 1.0, 1), f64::NEG_INFINITY);
        assert_eq!(ln_pmf(3, 1.0, 3), 0.0);
        assert_eq!(ln_pmf(3, 0.0, 0), 0.0);
    }
}
