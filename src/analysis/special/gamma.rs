//! The gamma function and what follows from it.

use super::beta::deviance;
use super::root;
use std::f64::consts::PI;

/// `δ(z) = ln Γ(z) - ((z-½) ln z - z + ½ ln 2π)`, what Stirling's formula leaves out; absolute error below 1e-15.
pub(super) fn stirling_rest(z: f64) -> f64 {
    if z < 16.0 {
        // Steps up to where the series below holds: δ(z) = δ(z+1) + (z+½) ln(1+1/z) - 1.
        return stirling_rest(z + 1.0) + (z + 0.5) * libm::log1p(1.0 / z) - 1.0;
    }
    let w = 1.0 / (z * z);
    (1.0 / 12.0 - w * (1.0 / 360.0 - w * (1.0 / 1260.0 - w * (1.0 / 1680.0 - w / 1188.0)))) / z
}

/// `ln(√π Γ(n+1)/Γ(n+½))` for n ≥ 0, about `½ ln(πn)`; relative error below 1e-14 for any n, where the difference of
/// two logarithms of gamma functions would lose all digits.
#[must_use]
pub fn ln_half_step(n: f64) -> f64 {
    let z = n + 0.5;
    libm::log(PI) / 2.0 + n * libm::log1p(0.5 / z) + libm::log(n + 1.0) / 2.0 - 0.5 + stirling_rest(n + 1.0)
        - stirling_rest(z)
}

/// The chance that a χ² number with `df` degrees of freedom exceeds `x` ≥ 0.
#[must_use]
pub fn chi_square_upper(df: f64, x: f64) -> f64 {
    match x {
        f64::INFINITY => 0.0,
        x if x > 0.0 => gamma_upper(df / 2.0, x / 2.0),
        _ => 1.0,
    }
}

/// The number that a χ² number with `df` > 0 degrees of freedom stays below with probability `p`, strictly between 0 and 1.
#[must_use]
pub fn chi_square_quantile(df: f64, p: f64) -> f64 {
    let mut high = df + 1.0;
    while chi_square_upper(df, high) > 1.0 - p {
        high *= 2.0;
    }
    root::between(0.0, high, |x| (1.0 - p) - chi_square_upper(df, x))
}

/// `Γ(a, x) / Γ(a)`, the regularised upper incomplete gamma function, for a and x above 0.
///
/// A series below the mean and a continued fraction above it, which both take some `√a` terms. As for the beta
/// distribution, the power before them is written by a deviance (Loader 2000), which keeps the digits of large `a`.
fn gamma_upper(a: f64, x: f64) -> f64 {
    // x^a e^-x / Γ(a)
    let power = (a / (2.0 * PI)).sqrt() * libm::exp(-deviance(a, x) - stirling_rest(a));
    if x < a + 1.0 { 1.0 - power * series(a, x) } else { power * fraction(a, x) }
}

/// `1/a + x/(a(a+1)) + x²/(a(a+1)(a+2)) + ...`, what follows `x^a e^-x` in the lower incomplete gamma function.
fn series(a: f64, x: f64) -> f64 {
    let (mut sum, mut term) = (1.0 / a, 1.0 / a);
    for k in 1.. {
        term *= x / (a + f64::from(k));
        let next = sum + term;
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

/// The continued fraction that follows `x^a e^-x` in the upper incomplete gamma function, by Lentz's method.
fn fraction(a: f64, x: f64) -> f64 {
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (f64::INFINITY, 1.0 / b);
    let mut h = d;
    let mut k = 0.0;
    loop {
        k += 1.0;
        b += 2.0;
        let numerator = k * (a - k);
        d = 1.0 / (b + numerator * d);
        c = b + numerator / c;
        h *= c * d;
        // Far beyond the √a terms it takes, rounding may keep the last factor one unit off 1.
        if (c * d - 1.0).abs() <= f64::EPSILON || k > 1e3 + 10.0 * a.sqrt() {
            return h;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_stirlings_formula() {
        let cases = [
            (0.5, 0.153_426_409_720_027_35),
            (1.0, 0.081_061_466_795_327_26),
            (3.25, 0.025_562_157_964_525_794),
            (20.0, 0.004_166_319_691_996_922),
            (1e7, 8.333_333_333_333_33e-9),
        ];
        for (z, want) in cases {
            let got = stirling_rest(z);
            assert!((got - want).abs() < 1e-15, "{z}: got {got}, want {want}");
        }
    }

    #[test]
    fn half_steps_of_the_gamma_function() {
        let cases = [
            (0.0, 0.0),
            (1.0, libm::log(2.0)),
            (40.0, 2.419_929_588_616_711_5),
            (1e3, 4.026_367_582_410_56),
            (1e7, 8.631_412_780_903_86),
        ];
        for (n, want) in cases {
            let got = ln_half_step(n);
            assert!((got - want).abs() < 2e-15 * f64::max(1.0, want), "{n}: got {got}, want {want}");
        }
    }

    #[test]
    fn chi_square_tails() {
        let cases = [
            (5.0, 3.7, 0.593_363_961_781_807_7),
            (1.0, 30.0, 4.320_463_057_827_497e-8),
            (100.0, 180.0, 1.649_498_501_717_825e-6),
            (400.0, 420.0, 0.236_030_325_498_845_9),
        ];
        for (df, x, want) in cases {
            let got = chi_square_upper(df, x);
            assert!((got / want - 1.0).abs() < 1e-12, "{df}, {x}: got {got}, want {want}");
        }
        // Of one and of two degrees of freedom in closed form, from the centre to the far tail.
        for x in [1e-9, 0.3, 0.999, 1.001, 2.9, 3.1, 40.0, 900.0] {
            let of = |df| chi_square_upper(df, x);
            assert!((of(1.0) / libm::erfc((x / 2.0).sqrt()) - 1.0).abs() < 1e-12, "{x}");
            assert!((of(2.0) / libm::exp(-x / 2.0) - 1.0).abs() < 1e-12, "{x}");
        }
        assert_eq!(chi_square_upper(3.0, 0.0), 1.0);
        assert_eq!(chi_square_upper(3.0, f64::INFINITY), 0.0);
    }

    #[test]
    fn chi_square_quantiles_come_back() {
        for df in [1.0, 2.0, 7.0, 300.0] {
            for p in [0.001, 0.025, 0.5, 0.975, 0.999] {
                let back = 1.0 - chi_square_upper(df, chi_square_quantile(df, p));
                assert!((back - p).abs() < 1e-12, "{df}, {p}: {back}");
            }
        }
        assert!((chi_square_quantile(3.0, 0.95) / 7.814_727_903_251_178 - 1.0).abs() < 1e-12);
    }
}
