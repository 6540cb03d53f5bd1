//! What a table of scores is worth when both commanders choose well.

use super::linear::{Matrix, matrix};
use super::linear_program::Programme;
use super::method::{Method, method};
use super::{Result, refuse};
use serde::Serialize;

/// Best play of a game in which a row is chosen against a column, and the row player is paid.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatrixGame {
    /// What the row player gets when both choose well.
    pub value: f64,
    /// How often to choose each row.
    pub row: Vec<f64>,
    /// How often to choose each column.
    pub column: Vec<f64>,
    /// What the row player is sure of with a single row.
    pub maximin_pure: f64,
    /// What the column player is sure not to exceed with a single column.
    pub minimax_pure: f64,
}

impl MatrixGame {
    /// Solves the game by linear programming (von Neumann 1928). Where many choices are equally good, it is one of them.
    ///
    /// # Errors
    /// No payoffs, rows of different lengths, payoffs that are not finite.
    pub fn of(payoff: &[Vec<f64>]) -> Result<Self> {
        let payoff = matrix("payoff", payoff)?;
        let (least, spread) = (payoff.min(), payoff.max() - payoff.min());
        let maximin_pure = payoff.row_iter().map(|row| row.min()).fold(f64::NEG_INFINITY, f64::max);
        let minimax_pure = payoff.column_iter().map(|column| column.max()).fold(f64::INFINITY, f64::min);
        // The programmes are solved for payoffs from 0 to 1.
        let scaled = if spread > 0.0 { payoff.map(|x| (x - least) / spread) } else { payoff.map(|_| 0.0) };
        let row = best_mixture(&scaled)?;
        let column = best_mixture(&scaled.transpose().map(|x| 1.0 - x))?;
        // What either mixture is sure of: the value lies between the two, and they differ by rounding alone.
        let sure = (payoff.transpose() * nalgebra::DVector::from_vec(row.clone())).min();
        let bound = (&payoff * nalgebra::DVector::from_vec(column.clone())).max();
        let value = (sure + (bound - sure) / 2.0).clamp(maximin_pure, minimax_pure);
        Ok(Self { value, row, column, maximin_pure, minimax_pure })
    }
}

/// The mixture of rows that does best against the worst column.
fn best_mixture(payoff: &Matrix) -> Result<Vec<f64>> {
    let mut programme = Programme::maximise();
    let value = programme.variable(1.0, 0.0);
    let shares: Vec<_> = (0..payoff.nrows()).map(|_| programme.variable(0.0, 0.0)).collect();
    for column in payoff.column_iter() {
        let terms = shares.iter().copied().zip(column.iter().copied());
        programme.at_least(terms.chain([(value, -1.0)]), 0.0);
    }
    programme.equal(shares.iter().map(|share| (*share, 1.0)), 1.0);
    match programme.solve() {
        Some(solved) => Ok(solved.mixture(&shares)),
        None => refuse("payoff", "is beyond what linear programming can solve"),
    }
}

pub(super) const METHOD: Method = method!(
    "matrix-game",
    "value and best mixtures of a table of scores, and what single choices are sure of",
    { payoff: Vec<Vec<f64>> } => MatrixGame::of(&payoff)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saddle_is_played_purely() {
        let game = MatrixGame::of(&[vec![0.6, 0.55], vec![0.7, 0.4], vec![0.2, 0.3]]).unwrap();
        assert_eq!((game.maximin_pure, game.minimax_pure, game.value), (0.55, 0.55, 0.55));
        assert!((game.row[0] - 1.0).abs() < 1e-12 && (game.column[1] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn matching_pennies_of_any_size_are_mixed() {
        for scale in [1e-9, 1.0, 1e9] {
            let game = MatrixGame::of(&[vec![scale, -scale], vec![-scale, scale]]).unwrap();
            assert!(game.value.abs() < 1e-12 * scale);
            assert!(game.row.iter().chain(&game.column).all(|share| (share - 0.5).abs() < 1e-12));
        }
    }

    #[test]
    fn neither_side_can_do_better_against_the_other() {
        // A table of forty by thirty without pattern.
        let entry = |i: usize, j: usize| ((i * 7919 + j * 104_729 + i * j * 31) % 1009) as f64 / 1009.0;
        let payoff: Vec<Vec<f64>> = (0..40).map(|i| (0..30).map(|j| entry(i, j)).collect()).collect();
        let game = MatrixGame::of(&payoff).unwrap();
        for row in &payoff {
            let got: f64 = row.iter().zip(&game.column).map(|(x, share)| x * share).sum();
            assert!(got <= game.value + 1e-9);
        }
        for j in 0..30 {
            let paid: f64 = payoff.iter().zip(&game.row).map(|(row, share)| row[j] * share).sum();
            assert!(paid >= game.value - 1e-9);
        }
    }

    #[test]
    fn payoffs_all_alike_are_their_own_value() {
        assert_eq!(MatrixGame::of(&[vec![0.4, 0.4]]).unwrap().value, 0.4);
        assert!(MatrixGame::of(&[]).is_err());
    }
}
