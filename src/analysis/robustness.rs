//! Does a claim survive other play? One cell under every pair of doctrines.

use super::error::positive;
use super::linear::matrix;
use super::multiple_testing::{Correction, adjust_p};
use super::{MatrixGame, Result, refuse, special};
use serde::Serialize;

/// Which side a score is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lean {
    /// The first-named list is favoured: its score is above ½ by more than the margin.
    First,
    /// Neither is.
    Even,
    /// The other list is favoured.
    Second,
}

impl Lean {
    /// Of a score of the first-named list.
    #[must_use]
    pub fn of(score: f64, margin: f64) -> Self {
        if score - 0.5 > margin {
            Self::First
        } else if 0.5 - score > margin {
            Self::Second
        } else {
            Self::Even
        }
    }
}

/// The scores of a match-up under all pairs of doctrines, summed up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Robustness {
    /// Pairs of doctrines.
    pub doctrine_pairs: usize,
    /// The score when both commanders choose their doctrines well, and how they mix them.
    pub game: MatrixGame,
    /// The lowest score of any pair of doctrines.
    pub lowest: f64,
    /// The highest.
    pub highest: f64,
    /// Who is favoured when both choose well.
    pub lean: Lean,
    /// Whether the value and the bounds of single doctrines all lean the same way. If not, the claim is one about
    /// doctrines, and not about the lists or the rules.
    pub robust: bool,
    /// p-value of "under some pair of doctrines the favourite is not favoured" (intersection-union test: Berger 1982). None
    /// when neither is favoured.
    pub p_everywhere: Option<f64>,
}

impl Robustness {
    /// Of `scores[a][b]` of the first-named list, with their standard errors, for its doctrine a against doctrine b of the
    /// other one; `margin` is how far from ½ a score must be to matter.
    ///
    /// # Errors
    /// Tables of different sizes, scores outside [0, 1], errors or a margin that are not above 0.
    pub fn of(scores: &[Vec<f64>], std_errors: &[Vec<f64>], margin: f64) -> Result<Self> {
        let table = matrix("scores", scores)?;
        let errors = matrix("std_errors", std_errors)?;
        positive("margin", margin)?;
        if table.shape() != errors.shape() {
            return refuse("std_errors", "must be one for every score");
        }
        if let Some(score) = table.iter().find(|score| !(0.0..=1.0).contains(*score)) {
            return refuse("scores", format!("must be from 0 to 1, got {score}"));
        }
        for error in &errors {
            positive("std_errors", *error)?;
        }
        let game = MatrixGame::of(scores)?;
        let lean = Lean::of(game.value, margin);
        let robust = [game.maximin_pure, game.minimax_pure].iter().all(|bound| Lean::of(*bound, margin) == lean);
        // From the point of view of the favourite.
        let favourite = match lean {
            Lean::First => Some((table.clone(), errors)),
            Lean::Second => Some((table.transpose().map(|score| 1.0 - score), errors.transpose())),
            Lean::Even => None,
        };
        let p_everywhere = favourite.map(|(scores, errors)| {
            scores
                .iter()
                .zip(&errors)
                .map(|(score, error)| special::normal_cdf((0.5 - score) / error))
                .fold(0.0, f64::max)
        });
        Ok(Self {
            doctrine_pairs: table.len(),
            game,
            lowest: table.min(),
            highest: table.max(),
            lean,
            robust,
            p_everywhere,
        })
    }
}

/// Which doctrines of the other list, by place, refute the claim that a list is favoured when it plays as it does: those under
/// which its score is below ½, all being tested together (Holm 1979).
///
/// # Errors
/// No scores, not as many errors, scores outside [0, 1], errors that are not above 0, an alpha outside (0, 1).
pub fn refuted_by(scores: &[f64], std_errors: &[f64], alpha: f64) -> Result<Vec<usize>> {
    if std_errors.len() != scores.len() {
        return refuse(
            "std_errors",
            format!("must be as many as the scores, {}, got {}", scores.len(), std_errors.len()),
        );
    }
    let mut p_values = Vec::with_capacity(scores.len());
    for (score, std_error) in scores.iter().zip(std_errors) {
        if !(0.0..=1.0).contains(score) {
            return refuse("scores", format!("must be from 0 to 1, got {score}"));
        }
        p_values.push(special::normal_cdf((score - 0.5) / positive("std_errors", *std_error)?));
    }
    let rejected = adjust_p(&p_values, Correction::Holm, alpha)?.rejected;
    Ok((0..scores.len()).filter(|doctrine| rejected[*doctrine]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(scores: &[Vec<f64>]) -> Robustness {
        let errors: Vec<Vec<f64>> = scores.iter().map(|row| vec![0.01; row.len()]).collect();
        Robustness::of(scores, &errors, 0.02).unwrap()
    }

    #[test]
    fn favoured_whatever_anybody_does() {
        let robustness = of(&[vec![0.6, 0.58], vec![0.57, 0.61]]);
        assert_eq!((robustness.lean, robustness.robust, robustness.doctrine_pairs), (Lean::First, true, 4));
        assert!((robustness.p_everywhere.unwrap() - special::normal_cdf(-7.0)).abs() < 1e-15);
    }

    #[test]
    fn the_other_side_may_be_the_favourite() {
        let robustness = of(&[vec![0.40, 0.42, 0.43], vec![0.43, 0.39, 0.41]]);
        assert_eq!((robustness.lean, robustness.robust), (Lean::Second, true));
        assert!(robustness.p_everywhere.unwrap() < 1e-10);
    }

    #[test]
    fn a_claim_about_doctrines_is_not_one_about_lists() {
        let dependent = of(&[vec![0.6, 0.5], vec![0.5, 0.6]]);
        assert_eq!((dependent.lean, dependent.robust), (Lean::First, false));
        assert!((dependent.p_everywhere.unwrap() - 0.5).abs() < 1e-15);
    }

    #[test]
    fn an_answer_that_turns_the_tables_is_named() {
        assert_eq!(refuted_by(&[0.6, 0.45, 0.5, 0.49], &[0.01; 4], 0.05).unwrap(), [1]);
        assert_eq!(refuted_by(&[0.6], &[0.01, 0.01], 0.05).unwrap_err().input, "std_errors");
    }

    #[test]
    fn even_play_favours_nobody() {
        let even = of(&[vec![0.51, 0.49]]);
        assert_eq!((even.lean, even.robust, even.p_everywhere), (Lean::Even, true, None));
    }

    #[test]
    fn impossible_tables_are_refused() {
        let input = |scores: &[Vec<f64>], errors: &[Vec<f64>]| Robustness::of(scores, errors, 0.02).unwrap_err().input;
        assert_eq!(input(&[vec![1.2]], &[vec![0.1]]), "scores");
        assert_eq!(input(&[vec![0.5]], &[vec![0.0]]), "std_errors");
        assert_eq!(input(&[vec![0.5]], &[vec![0.1, 0.1]]), "std_errors");
        assert_eq!(Robustness::of(&[vec![0.5]], &[vec![0.1]], 0.0).unwrap_err().input, "margin");
    }
}
