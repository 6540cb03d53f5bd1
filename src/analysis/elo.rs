//! Elo differences: the chess ratings' way to write an expected score.
//!
//! `elo = 400·log10(s/(1-s))`. Near an even score a point of win rate is worth 6.95 Elo.

use std::f64::consts::LN_10;

/// The Elo difference that makes `score` the expected one; none for scores of 0 and 1, where it would be infinite, and
/// outside of them.
#[must_use]
pub fn from_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 / LN_10 * (libm::log(score) - libm::log1p(-score)))
}

/// The expected score, between 0 and 1, of a player who is `elo` stronger.
#[must_use]
pub fn to_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo * LN_10 / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_near_even_is_seven_elo() {
        assert!((from_score(0.51).unwrap() - 6.95).abs() < 0.005);
        assert_eq!(from_score(0.5), Some(0.0));
    }

    #[test]
    fn there_and_back() {
        for elo in [-900.0, -35.0, 0.0, 1.0, 480.0] {
            assert!((from_score(to_score(elo)).unwrap() - elo).abs() < 1e-9, "{elo}");
        }
    }

    #[test]
    fn certain_scores_have_no_elo() {
        assert_eq!(from_score(0.0), None);
        assert_eq!(from_score(1.0), None);
    }
}
