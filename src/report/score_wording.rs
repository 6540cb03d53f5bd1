//! Wording of scores: what a score with its interval says, in words.

use super::standings::CONFIDENCE;
use crate::analysis::relevance::{MARGIN, Verdict, relevance_test};
use crate::analysis::special::normal_two_sided;
use crate::analysis::{Interval, sequence};
use crate::charts::Estimate;
use crate::experiment::Stop;

/// Distance from an even score beyond which a match-up is lopsided: outside of 45 to 55.
pub const LOPSIDED: f64 = 0.05;

/// Chance of saying more than is so.
const ALPHA: f64 = 0.05;

/// What a score with its interval says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreWording {
    /// One side is shown to be stronger by more than [`LOPSIDED`].
    Lopsided,
    /// One side is shown to be stronger by more than [`MARGIN`].
    Leaning,
    /// One side is shown to be stronger, perhaps by less.
    Ahead,
    /// The score is shown to be within [`MARGIN`] of one half.
    Even,
    /// None of this is shown.
    Undecided,
}

impl ScoreWording {
    /// Reads a score by the limits of its interval, so that no word goes beyond the numbers beside it.
    #[must_use]
    pub fn of(e: Estimate) -> Self {
        match (verdict(e, MARGIN), verdict(e, LOPSIDED)) {
            (Verdict::Unbalanced, Verdict::Unbalanced) => Self::Lopsided,
            (Verdict::Unbalanced, _) => Self::Leaning,
            (Verdict::Balanced, _) => Self::Even,
            (Verdict::Undecided, _) if e.low > 0.5 || e.high < 0.5 => Self::Ahead,
            (Verdict::Undecided, _) => Self::Undecided,
        }
    }

    /// The word for it in data.
    #[must_use]
    pub fn verdict(self) -> Verdict {
        match self {
            Self::Lopsided | Self::Leaning => Verdict::Unbalanced,
            Self::Even => Verdict::Balanced,
            Self::Ahead | Self::Undecided => Verdict::Undecided,
        }
    }

    /// The word for it: the same in sentences, tables and blocks.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Lopsided => "lopsided",
            Self::Leaning => "leaning",
            Self::Ahead => "ahead",
            Self::Even => "even",
            Self::Undecided => "not yet known",
        }
    }

    /// The word for it beside one of the two, which is the better one or the worse.
    #[must_use]
    pub fn for_one(self, better: bool) -> &'static str {
        match (self, better) {
            (Self::Lopsided, true) => "lopsided for it",
            (Self::Lopsided, false) => "lopsided against it",
            (Self::Leaning, true) => "leaning to it",
            (Self::Leaning, false) => "leaning from it",
            (Self::Ahead, true) => "ahead",
            (Self::Ahead, false) => "behind",
            (Self::Even | Self::Undecided, _) => self.word(),
        }
    }
}

/// Whether a score is shown to be within a margin of one half, or farther.
fn verdict(e: Estimate, margin: f64) -> Verdict {
    sequence::decide(Interval { low: e.low, high: e.high }, margin).unwrap_or(Verdict::Undecided)
}

/// p-value of "the score is within the margin", for cells that stopped by this rule.
#[must_use]
pub fn p_unbalanced(e: Estimate, stop: Stop) -> Option<f64> {
    let p = relevance_test(e.score, std_error(e), MARGIN, ALPHA).ok()?.p_unbalanced;
    // At the limits of a sequence both sides of it are open to error.
    Some(if stop.is_sequential() { (2.0 * p).min(1.0) } else { p })
}

/// The standard error behind an interval, which near 0 and 1 reaches farther towards one half.
fn std_error(e: Estimate) -> f64 {
    (e.score - e.low).max(e.high - e.score) / normal_two_sided(1.0 - CONFIDENCE)
}

/// What the first seat is worth, by the score of the first seat.
pub fn first_seat_worth(e: Estimate) -> &'static str {
    match ScoreWording::of(e) {
        ScoreWording::Lopsided | ScoreWording::Leaning if e.score > 0.5 => "the first seat is an advantage",
        ScoreWording::Lopsided | ScoreWording::Leaning => "the first seat is a handicap",
        ScoreWording::Ahead if e.score > 0.5 => "the first seat is an advantage, if perhaps a small one",
        ScoreWording::Ahead => "the first seat is a handicap, if perhaps a small one",
        ScoreWording::Even => "the first seat is worth next to nothing",
        ScoreWording::Undecided => "what the first seat is worth is not decided yet",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIXED: Stop = Stop::Pairs(1000);
    const DECIDE: Stop = Stop::Decide { margin: MARGIN, cap: 1000 };

    fn at(score: f64, half: f64) -> Estimate {
        Estimate { score, low: score - half, high: score + half }
    }

    #[test]
    fn the_words_follow_the_bands() {
        let word = |score, half| ScoreWording::of(at(score, half)).word();
        assert_eq!(word(0.5, 0.01), "even");
        assert_eq!(word(0.53, 0.005), "leaning");
        assert_eq!(word(0.54, 0.015), "leaning");
        assert_eq!(word(0.42, 0.02), "lopsided");
        assert_eq!(word(0.53, 0.02), "ahead");
        assert_eq!(word(0.5, 0.2), "not yet known");
        assert_eq!(ScoreWording::of(at(0.53, 0.02)), ScoreWording::Ahead);
        assert_eq!(ScoreWording::of(at(0.5, 0.2)), ScoreWording::Undecided);
        let beside = |score, half, better| ScoreWording::of(at(score, half)).for_one(better);
        assert_eq!((beside(0.42, 0.02, false), beside(0.58, 0.02, true)), ("lopsided against it", "lopsided for it"));
        assert_eq!((beside(0.47, 0.02, false), beside(0.5, 0.01, true)), ("behind", "even"));
    }

    #[test]
    fn no_word_goes_beyond_the_limits() {
        // A one-sided test of the same pairs would say a little more than the interval that stands beside its word.
        assert_eq!(ScoreWording::of(at(0.5399, 0.02)), ScoreWording::Ahead);
        assert_eq!(ScoreWording::of(at(0.569, 0.02)), ScoreWording::Leaning);
        assert_eq!(ScoreWording::of(at(0.5015, 0.02)), ScoreWording::Undecided);
    }

    #[test]
    fn at_the_limits_of_a_sequence_both_sides_are_open() {
        let e = at(0.5399, 0.02);
        assert!(p_unbalanced(e, DECIDE) > p_unbalanced(e, FIXED));
    }
}
