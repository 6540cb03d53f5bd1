//! Fisher's F distribution.

use super::beta;

/// The number that an F distributed number with `df` and `rest_df` > 0 degrees of freedom stays below with probability `p`,
/// strictly between 0 and 1.
#[must_use]
pub fn quantile(df: f64, rest_df: f64, p: f64) -> f64 {
    // With x beta distributed with parameters df/2 and rest_df/2, rest_df x/(df (1-x)) is F distributed; of the two tails the
    // smaller is asked for, and 1-x comes from the other end where x is near 1.
    let near_one = beta::quantile(rest_df / 2.0, df / 2.0, 1.0 - p, false);
    if near_one < 0.5 {
        return rest_df / df * (1.0 - near_one) / near_one;
    }
    let x = beta::quantile(df / 2.0, rest_df / 2.0, p, false);
    rest_df / df * x / (1.0 - x)
}

/// The chance that an F distributed number with `df` and `rest_df` > 0 degrees of freedom is at least `f`, not below 0.
#[must_use]
pub fn upper(df: f64, rest_df: f64, f: f64) -> f64 {
    beta::tails(rest_df / 2.0, df / 2.0, rest_df / (rest_df + df * f)).lower
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_tail_is_what_its_quantile_leaves() {
        for (df, rest_df, p) in [(1.0, 3.0, 0.2), (4.0, 11.0, 0.95), (2.0, 2.0, 0.999)] {
            let left = upper(df, rest_df, quantile(df, rest_df, p));
            assert!((left / (1.0 - p) - 1.0).abs() < 1e-9, "{left}");
        }
    }
    use crate::analysis::special::student_two_sided;

    #[test]
    fn of_one_degree_of_freedom_it_is_the_square_of_t() {
        for (df, alpha) in [(1.0, 0.05), (7.0, 0.01), (40.0, 0.2)] {
            let t = student_two_sided(df, alpha);
            assert!((quantile(1.0, df, 1.0 - alpha) / (t * t) - 1.0).abs() < 1e-11);
        }
    }

    #[test]
    fn with_two_and_two_it_has_a_closed_form() {
        for p in [0.001, 0.025, 0.5, 0.975, 0.9999] {
            assert!((quantile(2.0, 2.0, p) / (p / (1.0 - p)) - 1.0).abs() < 1e-11, "{p}");
        }
    }

    #[test]
    fn turned_round_it_is_its_reciprocal() {
        assert!((quantile(5.0, 13.0, 0.975) * quantile(13.0, 5.0, 0.025) - 1.0).abs() < 1e-11);
    }
}
