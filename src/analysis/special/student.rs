//! Student's t distribution.

use super::beta;

/// `t_{1-α/2}` with `df` > 0 degrees of freedom: the half-width in standard errors of a two-sided interval that errs with
/// probability α.
#[must_use]
pub fn two_sided(df: f64, alpha: f64) -> f64 {
    // t²/(df + t²) is beta distributed with parameters ½ and df/2.
    let y = beta::quantile(0.5, df / 2.0, alpha, true);
    (df * y / (1.0 - y)).sqrt()
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

    #[test]
    fn with_many_degrees_of_freedom_it_is_normal() {
        let (t, z) = (two_sided(1e8, 0.05), normal_two_sided(0.05));
        assert!((t - z - (z.powi(3) + z) / 4e8).abs() < 1e-12);
    }
}
