//! The gamma function and what follows from it.

use statrs::function::gamma::gamma_ur;
use std::f64::consts::PI;

/// `δ(z) = ln Γ(z) - ((z-½) ln z - z + ½ ln 2π)`, what Stirling's formula leaves out; absolute error below 1e-15.
pub(super) fn stirling_rest(z: f64) -> f64 {
    if z < 16.0 {
        // Steps up to where the series below holds: δ(z) = δ(z+1) + (z+½) ln(1+1/z) - 1.
        return stirling_rest(z + 1.0) + (z + 0.5) * (1.0 / z).ln_1p() - 1.0;
    }
    let w = 1.0 / (z * z);
    (1.0 / 12.0 - w * (1.0 / 360.0 - w * (1.0 / 1260.0 - w * (1.0 / 1680.0 - w / 1188.0)))) / z
}

/// `ln(√π Γ(n+1)/Γ(n+½))` for n ≥ 0, about `½ ln(πn)`; relative error below 1e-14 for any n, where the difference of
/// two logarithms of gamma functions would lose all digits.
#[must_use]
pub fn ln_half_step(n: f64) -> f64 {
    let z = n + 0.5;
    PI.ln() / 2.0 + n * (0.5 / z).ln_1p() + (n + 1.0).ln() / 2.0 - 0.5 + stirling_rest(n + 1.0) - stirling_rest(z)
}

/// The chance that a χ² number with `df` degrees of freedom exceeds `x` ≥ 0.
#[must_use]
pub fn chi_square_upper(df: f64, x: f64) -> f64 {
    if x > 0.0 { gamma_ur(df / 2.0, x / 2.0) } else { 1.0 }
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
            (1.0, 2f64.ln()),
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
        assert_eq!(chi_square_upper(3.0, 0.0), 1.0);
    }
}
