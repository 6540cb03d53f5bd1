//! The beta distribution, for parameters up to billions.

use super::gamma::stirling_rest;
use super::{Tails, root, squared};
use std::f64::consts::PI;

/// Both tails at `x` of the beta distribution: `lower` is the regularised incomplete beta function `I_x(a, b)`.
///
/// A continued fraction on the side of the mean where it converges, which takes some `√max(a, b)` terms. The power before it is written by deviances (Loader 2000), since as a difference of
/// logarithms of gamma functions it would lose seven digits at a = 10⁷.
///
/// Relative error of the smaller tail: below 1e-12 for a, b from ½ to 10⁷ within ten standard deviations of the mean.
#[must_use]
pub fn tails(a: f64, b: f64, x: f64) -> Tails {
    let y = 1.0 - x;
    if x <= 0.0 {
        return Tails { lower: 0.0, upper: 1.0 };
    }
    if y <= 0.0 {
        return Tails { lower: 1.0, upper: 0.0 };
    }
    if a * y >= b * x {
        let lower = power(a, b, x, y) * fraction(a, b, x, y);
        Tails { lower, upper: 1.0 - lower }
    } else {
        let upper = power(a, b, x, y) * fraction(b, a, y, x);
        Tails { lower: 1.0 - upper, upper }
    }
}

/// The number that a beta distributed number stays below with probability `p` (`upper` false), or exceeds with
/// probability `p` (`upper` true), for p strictly between 0 and 1.
#[must_use]
pub fn quantile(a: f64, b: f64, p: f64, upper: bool) -> f64 {
    root::between(0.0, 1.0, |x| {
        let tails = tails(a, b, x);
        if upper { p - tails.upper } else { tails.lower - p }
    })
}

/// `x^a y^b / B(a, b)` with y = 1 - x.
fn power(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let n = a + b;
    let rest = stirling_rest(n) - stirling_rest(a) - stirling_rest(b);
    (a * b / (2.0 * PI * n)).sqrt() * libm::exp(rest - deviance(a, n * x) - deviance(b, n * y))
}

/// `k ln(k/m) + m - k`, without the cancellation when k is close to m.
pub(super) fn deviance(k: f64, m: f64) -> f64 {
    let v = (k - m) / (k + m);
    if v.abs() > 0.1 {
        return k * libm::log(k / m) + m - k;
    }
    // k ln(k/m) = 2k artanh(v), and the first term of its series takes up m - k.
    let (mut sum, mut term) = ((k - m) * v, 2.0 * k * v);
    for j in 1.. {
        term *= v * v;
        let next = sum + term / f64::from(2 * j + 1);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

/// The continued fraction that follows `x^a y^b/B(a, b)` in `I_x(a, b)`, for x up to about the mean: BFRAC of DiDonato and
/// Morris (1992), evaluated by Lentz's method. Its terms hold `a·y - b·x`, which keeps its digits for rare events.
fn fraction(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let denominator = |m: f64| {
        m + m * (b - m) * x / (a + 2.0 * m - 1.0)
            + (a + m) / (a + 2.0 * m + 1.0) * (a * y - b * x + 1.0 + m * (1.0 + y))
    };
    // Keeps Lentz's quotients away from zero.
    let off_zero = |q: f64| if q.abs() < 1e-300 { 1e-300 } else { q };
    let mut c = off_zero(a / (a + 1.0) * (a * y - b * x + 1.0));
    let (mut d, mut h) = (0.0, 1.0 / c);
    let mut m = 0.0;
    loop {
        m += 1.0;
        let numerator = (a + m - 1.0) * (a + b + m - 1.0) * m * (b - m) * squared(x / (a + 2.0 * m - 1.0));
        let denominator = denominator(m);
        d = 1.0 / off_zero(denominator + numerator * d);
        c = off_zero(denominator + numerator / c);
        h /= c * d;
        // Far beyond the √max(a, b) terms it takes, rounding may keep the last factor one unit off 1.
        if (c * d - 1.0).abs() <= f64::EPSILON || m > 1e3 + 10.0 * a.max(b).sqrt() {
            return h;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: f64, want: f64, tolerance: f64) {
        assert!((got / want - 1.0).abs() < tolerance, "got {got:e}, want {want:e}");
    }

    // The values are of a forty-digit evaluation.
    #[test]
    fn small_parameters() {
        close(tails(0.5, 0.5, 0.3).lower, 0.369_010_119_565_545_4, 1e-14);
        close(tails(5.0, 3.0, 0.9).lower, 0.974_308_5, 1e-14);
        close(tails(5.0, 3.0, 0.9).upper, 0.025_691_5, 1e-14);
        close(tails(12.0, 1_999_989.0, 3e-6).lower, 0.020_091_794_572_326_145, 1e-13);
        assert_eq!(tails(2.0, 3.0, 0.0), Tails { lower: 0.0, upper: 1.0 });
        assert_eq!(tails(2.0, 3.0, 1.0), Tails { lower: 1.0, upper: 0.0 });
    }

    #[test]
    fn the_middle_of_a_symmetric_one_is_a_half() {
        for s in [1.0, 30.0, 1e4, 1e6, 1e7, 1e9] {
            close(tails(s, s, 0.5).lower, 0.5, 1e-12);
        }
    }

    #[test]
    fn quantiles_at_ten_million() {
        close(quantile(5_200_000.0, 4_800_001.0, 0.025, false), 0.519_690_294_748_717, 1e-13);
        close(quantile(5_200_001.0, 4_800_000.0, 0.025, true), 0.520_309_693_671_580_2, 1e-13);
        close(quantile(9_990_000.0, 10_001.0, 0.025, false), 0.998_980_214_933_488_8, 1e-13);
        close(quantile(3_001.0, 9_997_000.0, 0.025, true), 0.000_310_929_653_476_492_8, 1e-13);
    }

    #[test]
    fn quantiles_of_rare_events() {
        close(quantile(12.0, 1_999_989.0, 0.025, false), 3.100_291_274_269_224e-6, 1e-12);
        close(quantile(13.0, 1_999_988.0, 0.025, true), 1.048_076_904_296_255_3e-5, 1e-12);
    }
}
