//! Student's t distribution.

use super::beta;

/// `t_{1-α/2}` with `df` > 0 degrees of freedom: the half-width in standard errors of a two-sided interval that errs with
/// probability α.
#[must_use]
pub fn two_sided(df: f64, alpha: f64) -> f64 {
    // t²/(df + t²) is beta distributed with parameters ½ and df/2.
    let y = beta::quantile(0.5, df / 2.0, alpha, true);
    // What is left of 1 has few digits when y is near it.
    let rest = if y > 0.999_999 { beta::quantile(df / 2.0, 0.5, alpha, false) } else { 1.0 - y };
    (df * y / rest).sqrt()
}

/// The chance that a number with Student's t distribution exceeds `t`, for `df` > 0 degrees of freedom.
#[must_use]
pub fn upper(df: f64, t: f64) -> f64 {
    let beyond = beta::tails(0.5, df / 2.0, t * t / (df + t * t)).upper / 2.0;
    if t < 0.0 { 1.0 - beyond } else { beyond }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::special::normal_two_sided;

    #[test]
    fn quantiles_have_all_digits() {
        let cases = [
            (1.0, 12.706_204_736_174_704),
            (3.0, 3.182_446_305_283_71),
            (19.0, 2.093_024_054_408_31),
            (63.0, 1.998_340_542_520_741_6),
        ];
        for (df, want) in cases {
            let got = two_sided(df, 0.05);
            assert!((got / want - 1.0).abs() < 1e-13, "{df}: got {got}, want {want}");
        }
    }

    /// With one degree of freedom it is the cotangent of πα/2, next to 2/(πα) for a small α.
    #[test]
    fn quantiles_far_out_are_finite() {
        let got = two_sided(1.0, 1e-12);
        let want = 2.0 / (std::f64::consts::PI * 1e-12);
        assert!((got / want - 1.0).abs() < 1e-9, "got {got}, want {want}");
    }

    #[test]
    fn with_many_degrees_of_freedom_it_is_normal() {
        let (t, z) = (two_sided(1e8, 0.05), normal_two_sided(0.05));
        assert!((t - z - (z * z * z + z) / 4e8).abs() < 1e-12);
    }

    #[test]
    fn upper_tails() {
        let cases = [
            (1.0, 3.0, 0.102_416_382_349_566_72),
            (5.0, 2.0, 0.050_969_739_414_929_174),
            (63.0, 2.5, 0.007_517_602_155_566_214),
            (63.0, -0.4, 0.654_745_213_878_237),
            (1e6, 5.0, 2.866_998_935_445_372_3e-7),
        ];
        for (df, t, want) in cases {
            let got = upper(df, t);
            assert!((got / want - 1.0).abs() < 1e-12, "{df}, {t}: got {got}, want {want}");
        }
    }
}
