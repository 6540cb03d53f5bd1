//! Is it balanced? Three words, for one cell and for many.

use super::door::{Method, method};
use super::impossible::{finite, positive};
use super::{Result, probability, refuse, special};
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

/// How to correct for having looked at many p-values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Correction {
    /// Family-wise error, the plain way.
    Bonferroni,
    /// Family-wise error, never worse than Bonferroni (Holm 1979): for a claim that named cells are broken.
    Holm,
    /// False discovery rate (Benjamini and Hochberg 1995): for the flags of a matrix.
    Bh,
    /// False discovery rate under any dependence (Benjamini and Yekutieli 2001): for cells that share seeds.
    By,
}

/// p-values after correction, in the order in which they were given.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Adjusted {
    /// To be compared with alpha.
    pub adjusted: Vec<f64>,
    /// Which are at most alpha.
    pub rejected: Vec<bool>,
}

/// Corrects p-values for their number.
///
/// # Errors
/// No p-values, p-values outside [0, 1], an alpha outside (0, 1).
pub fn adjust_p(p_values: &[f64], correction: Correction, alpha: f64) -> Result<Adjusted> {
    probability("alpha", alpha)?;
    if p_values.is_empty() {
        return refuse("p_values", "must not be empty");
    }
    if let Some(p) = p_values.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        return refuse("p_values", format!("must be from 0 to 1, got {p}"));
    }
    let m = p_values.len();
    let mut order: Vec<usize> = (0..m).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let harmonic: f64 = (1..=m).map(|k| 1.0 / k as f64).sum();
    let mut adjusted = vec![0.0; m];
    let mut set = |rank: usize, factor: f64, bound: &mut f64, pick: fn(f64, f64) -> f64| {
        *bound = pick(*bound, (p_values[order[rank]] * factor).min(1.0));
        adjusted[order[rank]] = *bound;
    };
    let size = m as f64;
    match correction {
        Correction::Bonferroni => (0..m).for_each(|rank| set(rank, size, &mut 0.0, f64::max)),
        Correction::Holm => {
            let mut bound = 0.0;
            (0..m).for_each(|rank| set(rank, (m - rank) as f64, &mut bound, f64::max));
        }
        Correction::Bh | Correction::By => {
            let all = if correction == Correction::By { size * harmonic } else { size };
            let mut bound = 1.0;
            (0..m).rev().for_each(|rank| set(rank, all / (rank + 1) as f64, &mut bound, f64::min));
        }
    }
    let rejected = adjusted.iter().map(|p| *p <= alpha).collect();
    Ok(Adjusted { adjusted, rejected })
}

/// Which of many e-values stand out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EBh {
    /// How many.
    pub count: usize,
    /// Which, in the order in which they were given.
    pub rejected: Vec<bool>,
}

/// The e-value form of the false discovery rate (Wang and Ramdas 2022): holds under any dependence and any stopping, so
/// for cells that are watched while they run.
///
/// # Errors
/// No e-values, e-values below 0, an alpha outside (0, 1).
pub fn e_bh(e_values: &[f64], alpha: f64) -> Result<EBh> {
    probability("alpha", alpha)?;
    if e_values.is_empty() {
        return refuse("e_values", "must not be empty");
    }
    for e in e_values {
        if finite("e_values", *e)? < 0.0 {
            return refuse("e_values", format!("must not be below 0, got {e}"));
        }
    }
    let mut sorted = e_values.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let least = |k: usize| e_values.len() as f64 / (alpha * k as f64);
    let count = (1..=sorted.len()).rev().find(|k| sorted[k - 1] >= least(*k)).unwrap_or(0);
    let rejected = e_values.iter().map(|e| count > 0 && *e >= least(count)).collect();
    Ok(EBh { count, rejected })
}

pub(super) const RELEVANCE_TEST: Method = method!(
    "relevance-test",
    "balanced, unbalanced or undecided, for a margin around one half",
    { score: f64, std_error: f64, margin: f64 = MARGIN, alpha: f64 = super::usual_alpha() }
    => relevance_test(score, std_error, margin, alpha)
);

pub(super) const ADJUST_P: Method = method!(
    "adjust-p",
    "p-values corrected for their number",
    { p_values: Vec<f64>, method["bonferroni | holm | bh | by"]: Correction, alpha: f64 = super::usual_alpha() }
    => adjust_p(&p_values, method, alpha)
);

pub(super) const E_BH: Method = method!(
    "e-bh",
    "which of many e-values stand out, under any dependence and any stopping",
    { e_values: Vec<f64>, alpha: f64 = super::usual_alpha() } => e_bh(&e_values, alpha)
);

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

    #[test]
    fn corrections_from_harsh_to_mild() {
        let p = [0.04, 0.001, 0.03, 0.005];
        let adjusted = |correction| adjust_p(&p, correction, 0.05).unwrap().adjusted;
        let near = |got: Vec<f64>, want: [f64; 4]| {
            assert!(got.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-12), "{got:?} {want:?}");
        };
        near(adjusted(Correction::Bonferroni), [0.16, 0.004, 0.12, 0.02]);
        near(adjusted(Correction::Holm), [0.06, 0.004, 0.06, 0.015]);
        near(adjusted(Correction::Bh), [0.04, 0.004, 0.04, 0.01]);
        near(adjusted(Correction::By), [0.04, 0.004, 0.04, 0.01].map(|p| p * 25.0 / 12.0));
    }

    #[test]
    fn e_values_stand_out_together() {
        let one = e_bh(&[39.0, 39.0, 0.0, 0.0], 0.05).unwrap();
        assert_eq!((one.count, one.rejected), (0, vec![false; 4]));
        let two = e_bh(&[40.0, 0.0, 41.0, 0.0], 0.05).unwrap();
        assert_eq!((two.count, two.rejected), (2, vec![true, false, true, false]));
    }
}
