//! The relevance test: is a match-up balanced? Three words, for one cell.

use super::error::positive;
use super::method::{Method, method};
use super::{Interval, Result, probability, refuse, special};
use serde::{Deserialize, Serialize};

/// Distance from an even score, in score, below which nobody need care.
pub const MARGIN: f64 = 0.02;

/// What is said of a match-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The score is shown to be within the margin.
    Balanced,
    /// The score is shown to be outside the margin.
    Unbalanced,
    /// Neither is shown.
    Undecided,
}

impl Verdict {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Balanced => "balanced",
            Self::Unbalanced => "unbalanced",
            Self::Undecided => "undecided",
        }
    }
}

/// A verdict with the chances behind it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Relevance {
    /// p-value of "the score is within the margin".
    pub p_unbalanced: f64,
    /// p-value of "the score is outside the margin".
    pub p_balanced: f64,
    /// The word.
    pub verdict: Verdict,
}

/// Whether a score is relevantly different from ½: with millions of games everything is different.
///
/// With `d = |score - ½|`: `p_unbalanced = Φ(-(d-δ)/se) + Φ(-(d+δ)/se)`, and `p_balanced` the larger of two one-sided
/// tests (Berger 1982).
///
/// # Errors
/// A score outside [0, 1], a standard error or a margin that is not above 0, an alpha outside (0, 1).
pub fn relevance_test(score: f64, std_error: f64, margin: f64, alpha: f64) -> Result<Relevance> {
    if !(0.0..=1.0).contains(&score) {
        return refuse("score", format!("must be from 0 to 1, got {score}"));
    }
    positive("std_error", std_error)?;
    positive("margin", margin)?;
    probability("alpha", alpha)?;
    let tail = |distance: f64| special::normal_cdf(-distance / std_error);
    let d = (score - 0.5).abs();
    let p_unbalanced = (tail(d - margin) + tail(d + margin)).min(1.0);
    // The larger of the two is that of the margin on the side of the score.
    let p_balanced = tail(margin - d);
    let verdict = if p_unbalanced <= alpha {
        Verdict::Unbalanced
    } else if p_balanced <= alpha {
        Verdict::Balanced
    } else {
        Verdict::Undecided
    };
    Ok(Relevance { p_unbalanced, p_balanced, verdict })
}

pub(super) const RELEVANCE_TEST: Method = method!(
    "relevance-test",
    "balanced, unbalanced or undecided, for a margin around one half",
    { score: f64, std_error: f64, margin: f64 = MARGIN, alpha: f64 = super::usual_alpha() }
    => relevance_test(score, std_error, margin, alpha)
);

/// Which side of an even score an interval lies on, true for above; none where it holds an even score.
#[must_use]
pub fn side_of_even(Interval { low, high }: Interval) -> Option<bool> {
    if low > 0.5 { Some(true) } else { (high < 0.5).then_some(false) }
}

/// Whether two intervals put the same list ahead; none where either holds an even score.
#[must_use]
pub fn order_holds(one: Interval, other: Interval) -> Option<bool> {
    Some(side_of_even(one)? == side_of_even(other)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_follow_margin_and_error() {
        let word = |score, std_error| relevance_test(score, std_error, MARGIN, 0.05).unwrap().verdict.word();
        assert_eq!(word(0.505, 0.003), "balanced");
        assert_eq!(word(0.505, 0.03), "undecided");
        assert_eq!(word(0.45, 0.003), "unbalanced");
        assert_eq!(word(0.55, 0.003), "unbalanced");
    }

    #[test]
    fn at_the_margin_half_the_chance_is_on_either_side() {
        let relevance = relevance_test(0.52, 1e-4, 0.02, 0.05).unwrap();
        assert!((relevance.p_unbalanced - 0.5).abs() < 1e-9);
        assert!((relevance.p_balanced - 0.5).abs() < 1e-9);
    }
}
