//! When a cell has seen enough, and how its score may be read after that.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::analysis::relevance::{Relevance, relevance_test};
use crate::analysis::special::normal_two_sided;
use crate::analysis::sprt::Hypotheses;
use crate::analysis::{self, Interval, Score, elo};
use crate::analysis::{score, sequence};

use super::Quantity;

/// The rule by which a cell stops taking pairs. All but the first look at the results, and only at the look-points that
/// are fixed beforehand (METHODS 3).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// After this many pairs.
    Pairs(u64),
    /// When a quantity of the games, which is the score where nothing else is said, is known well enough (METHODS 6.1).
    #[serde(rename_all = "kebab-case")]
    Precision {
        /// Half-width of the 95% interval of the quantity: as a share, where 0.005 is half a point, or in turns.
        half_width: f64,
        /// The quantity.
        #[serde(default = "Quantity::score", skip_serializing_if = "Quantity::is_score")]
        of: Quantity,
        /// The most pairs that a cell may take.
        cap: u64,
    },
    /// When the confidence sequence of the score lies wholly within, or wholly outside, a margin about one half
    /// (METHODS 6.3). Of several cells each stops by itself, at an error rate shared out among them, so that all they
    /// say together is wrong in one run of twenty at most.
    #[serde(rename_all = "kebab-case")]
    Decide {
        /// Distance from one half that matters, as a share.
        margin: f64,
        /// The most pairs that a cell may take.
        cap: u64,
    },
    /// When the confidence sequence of the score lies wholly between two limits, or wholly outside of them. Each cell has
    /// the whole error rate.
    #[serde(rename_all = "kebab-case")]
    Claim {
        /// Lower limit, as a share.
        low: f64,
        /// Upper limit, as a share.
        high: f64,
        /// Chance that the decision is wrong.
        alpha: f64,
        /// The most pairs that a cell may take.
        cap: u64,
    },
    /// When the sequential probability ratio test accepts one of its hypotheses (METHODS 6.2).
    #[serde(rename_all = "kebab-case")]
    Sprt {
        /// What is tested, and how often it may go wrong.
        hypotheses: Hypotheses,
        /// The most pairs that a cell may take.
        cap: u64,
    },
}

impl Stop {
    /// The most pairs that a cell may take.
    #[must_use]
    pub fn most(&self) -> u64 {
        match *self {
            Self::Pairs(n) => n,
            Self::Precision { cap, .. }
            | Self::Decide { cap, .. }
            | Self::Claim { cap, .. }
            | Self::Sprt { cap, .. } => cap,
        }
    }

    /// The same rule with this for the most pairs that a cell may take.
    #[must_use]
    pub fn capped(self, cap: u64) -> Self {
        match self {
            Self::Pairs(_) => Self::Pairs(cap),
            Self::Precision { half_width, of, .. } => Self::Precision { half_width, of, cap },
            Self::Decide { margin, .. } => Self::Decide { margin, cap },
            Self::Claim { low, high, alpha, .. } => Self::Claim { low, high, alpha, cap },
            Self::Sprt { hypotheses, .. } => Self::Sprt { hypotheses, cap },
        }
    }

    /// Whether a cell that stopped by `earlier`, or before that, may go on by this rule and come to the end that it would have
    /// come to by this rule alone: nowhere on the way there would this rule have stopped it.
    #[must_use]
    pub fn goes_on_from(&self, earlier: &Self) -> bool {
        match (self, earlier) {
            (Self::Pairs(_), _) => true,
            (Self::Precision { half_width, of, cap }, Self::Precision { half_width: before, of: same, cap: least }) => {
                of == same && half_width <= before && cap >= least
            }
            _ => self.capped(0) == earlier.capped(0) && self.most() >= earlier.most(),
        }
    }

    /// Whether the number of pairs is fixed beforehand.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        matches!(self, Self::Pairs(_))
    }

    /// Whether it depends on the score, and not on its precision alone, when a cell stops: then an interval for one look
    /// is too narrow, and a confidence sequence takes its place.
    #[must_use]
    pub fn is_sequential(&self) -> bool {
        matches!(self, Self::Decide { .. } | Self::Claim { .. } | Self::Sprt { .. })
    }

    /// The score of a cell that stopped by this rule, from counts of 3 or 5 scores, with the interval that is honest
    /// after it.
    ///
    /// # Errors
    /// Counts of nothing, a confidence outside (0, 1).
    pub fn score(&self, counts: &[u64], confidence: f64) -> analysis::Result<Score> {
        let score = Score::from_counts(counts, confidence)?;
        if !self.is_sequential() {
            return Ok(score);
        }
        let interval = sequence::at(counts, confidence)?;
        let [elo_low, elo_high] = [interval.low, interval.high].map(elo::from_score);
        Ok(Score { interval, elo_low, elo_high, ..score })
    }

    /// How many more units it takes until it is known whether the score lies within `margin` of one half, if scores stay what they are;
    /// none where that is beyond counting.
    ///
    /// # Errors
    /// Counts of nothing, a margin or a confidence out of range.
    pub fn more_units(&self, counts: &[u64], margin: f64, confidence: f64) -> analysis::Result<Option<u64>> {
        if self.is_sequential() {
            sequence::more_units(counts, margin, confidence)
        } else {
            score::more_units(counts, margin, confidence)
        }
    }

    /// Whether the score of a cell that stopped by this rule lies within `margin` of one half.
    ///
    /// # Errors
    /// Counts of nothing, a margin or an alpha out of range.
    pub fn relevance(&self, counts: &[u64], margin: f64, alpha: f64) -> analysis::Result<Relevance> {
        if self.is_sequential() {
            return sequence::relevance(counts, margin, alpha);
        }
        let score = Score::from_counts(counts, 1.0 - alpha)?;
        // Where all pairs came out alike, the interval still has a width: the side of it that faces one half.
        let Interval { low, high } = score.interval;
        let reach = (score.score - low).max(high - score.score) / normal_two_sided(alpha);
        let std_error = if score.std_error > 0.0 { score.std_error } else { reach };
        relevance_test(score.score, std_error, margin, alpha)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pairs(n) => write!(f, "pairs = {n}"),
            Self::Precision { half_width, of: Quantity::Score, cap } => {
                write!(f, "precision = {half_width}, cap = {cap}")
            }
            Self::Precision { half_width, of, cap } => {
                write!(f, "precision = {half_width}, of = \"{}\", cap = {cap}", of.key())
            }
            Self::Decide { margin, cap } => write!(f, "decide = {margin}, cap = {cap}"),
            Self::Claim { low, high, alpha, cap } => {
                write!(f, "claim = {{ low = {low}, high = {high}, alpha = {alpha} }}, cap = {cap}")
            }
            Self::Sprt { hypotheses: Hypotheses { elo0, elo1, alpha, beta, .. }, cap } => {
                write!(f, "sprt = {{ elo0 = {elo0}, elo1 = {elo1}, alpha = {alpha}, beta = {beta} }}, cap = {cap}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Verdict;

    const COUNTS: [u64; 5] = [150, 190, 300, 205, 155];

    #[test]
    fn a_rule_that_looks_at_the_score_has_a_wider_interval() {
        let plain = Stop::Pairs(1000).score(&COUNTS, 0.95).unwrap();
        let precise =
            Stop::Precision { half_width: 0.01, of: Quantity::Draws, cap: 1000 }.score(&COUNTS, 0.95).unwrap();
        let decided = Stop::Decide { margin: 0.02, cap: 1000 }.score(&COUNTS, 0.95).unwrap();
        assert_eq!(plain, precise);
        let ratio = decided.interval.half_width() / plain.interval.half_width();
        assert!((1.5..2.0).contains(&ratio), "{ratio}");
        assert!(decided.elo_low < plain.elo_low && decided.elo_high > plain.elo_high);
        assert_eq!(decided.elo, plain.elo);
    }

    #[test]
    fn a_cell_goes_on_by_a_rule_that_would_not_have_stopped_it_before() {
        let of = |of, half_width, cap| Stop::Precision { half_width, of, cap };
        let precise = |half_width, cap| of(Quantity::Score, half_width, cap);
        let decide = |margin, cap| Stop::Decide { margin, cap };
        for (earlier, on) in [
            (Stop::Pairs(10), Stop::Pairs(20)),
            (precise(0.02, 1000), Stop::Pairs(20)),
            (precise(0.02, 1000), precise(0.01, 1000)),
            (precise(0.02, 1000), precise(0.02, 2000)),
            (decide(0.02, 1000), decide(0.02, 2000)),
        ] {
            assert!(on.goes_on_from(&earlier), "{earlier} to {on}");
        }
        for (earlier, other) in [
            (precise(0.02, 1000), precise(0.03, 1000)),
            (precise(0.02, 1000), precise(0.02, 900)),
            (precise(0.02, 1000), of(Quantity::Draws, 0.02, 1000)),
            (Stop::Pairs(10), precise(0.02, 1000)),
            (decide(0.02, 1000), decide(0.01, 1000)),
            (decide(0.02, 1000), decide(0.02, 900)),
        ] {
            assert!(!other.goes_on_from(&earlier), "{earlier} to {other}");
        }
    }

    #[test]
    fn pairs_that_are_all_alike_are_judged_too() {
        let all = |counts: [u64; 5], stop: Stop| stop.relevance(&counts, 0.02, 0.05).unwrap().verdict;
        for stop in [Stop::Pairs(1000), Stop::Decide { margin: 0.02, cap: 1000 }] {
            assert_eq!(all([0, 0, 1000, 0, 0], stop), Verdict::Balanced);
            assert_eq!(all([0, 0, 0, 0, 1000], stop), Verdict::Unbalanced);
            assert_eq!(all([0, 0, 0, 0, 1], stop), Verdict::Undecided);
        }
    }
}
