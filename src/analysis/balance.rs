//! The balance budget: how much of the imbalance of a field the prices of units can repair.

use super::error::{finite, positive};
use super::linear::{Matrix, Vector, least_squares, nonnegative, square};
use super::method::{Method, method};
use super::{Interval, Result, error_chance, refuse, special};
use serde::Serialize;

/// A match-up and its score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Matchup {
    /// Place of the list that is ahead.
    pub list: usize,
    /// Place of the other one.
    pub against: usize,
    /// Expected score of the first.
    pub score: f64,
}

/// The mean square distance of match-ups from an even score, in parts:
/// `mean_square_gap = 2·(unit_part + synergy_part) + cyclic_part`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BalanceSplit {
    /// Expected score of every list against the field.
    pub field_scores: Vec<f64>,
    /// Mean of `(score - ½)²` over all match-ups.
    pub mean_square_gap: f64,
    /// Mean of `(field score - ½)²` over all lists.
    pub field_mean_square: f64,
    /// The part of that which goes with the numbers of units: prices can repair it.
    pub unit_part: f64,
    /// The rest of it, combinations and thresholds: prices cannot.
    pub synergy_part: f64,
    /// The part of `mean_square_gap` that is counter-picking: prices cannot repair it either.
    pub cyclic_part: f64,
    /// Square root of `field_mean_square`; 0 when that is below 0, which two halves may give by chance.
    pub rms_field_gap: f64,
    /// What the best list gets from the field above an even score.
    pub exploitability: f64,
    /// The most lopsided match-up.
    pub worst: Matchup,
}

impl BalanceSplit {
    /// Splits the imbalance of a field. `score[i][j]` is the expected score of list i against j, `counts[i]` the numbers of
    /// its units, `weights` how often each list is met (equally often when not given).
    ///
    /// Squares of noisy scores are too large. With the scores of one half of the games in `score` and those of the other in
    /// `other_half`, every square becomes a product of the two halves, which is right on average.
    ///
    /// # Errors
    /// Tables of different sizes; scores outside [0, 1], that do not sum to 1 with those of the same match-up from the other
    /// side, or differ from ½ on the diagonal; counts below 0; weights below 0 or all 0.
    pub fn of(
        score: &[Vec<f64>],
        counts: &[Vec<f64>],
        weights: Option<&[f64]>,
        other_half: Option<&[Vec<f64>]>,
    ) -> Result<Self> {
        let first = advantages("score", score)?;
        let second = match other_half {
            Some(score) => advantages("score_b", score)?,
            None => first.clone(),
        };
        let n = first.nrows();
        if second.nrows() != n {
            return refuse("score_b", format!("must be of as many lists as score, {n}, got {}", second.nrows()));
        }
        if counts.len() != n {
            return refuse("counts", format!("must be of as many lists as score, {n}, got {}", counts.len()));
        }
        let counts =
            if counts.iter().all(Vec::is_empty) { Matrix::zeros(n, 0) } else { nonnegative("counts", counts)? };
        let weights = normalised("weights", n, weights)?;
        let mean = |values: &Vector| weights.dot(values);

        let [of_first, of_second] = [&first, &second].map(|half| half * &weights);
        let fit = Fit::new(&counts, &weights);
        let [fit_first, fit_second] = [&of_first, &of_second].map(|field| fit.of(field));
        let [rest_first, rest_second] = [&of_first - &fit_first, &of_second - &fit_second];
        let cycles = |half: &Matrix, field: &Vector| Matrix::from_fn(n, n, |i, j| half[(i, j)] - field[i] + field[j]);
        let cyclic = cycles(&first, &of_first).component_mul(&cycles(&second, &of_second));
        let field_mean_square = mean(&of_first.component_mul(&of_second));

        let field = (&of_first + &of_second) / 2.0;
        let mut worst = Matchup { list: 0, against: 0, score: score[0][0] };
        for i in 0..n {
            for j in 0..n {
                let both = (score[i][j] + other_half.unwrap_or(score)[i][j]) / 2.0;
                if both > worst.score {
                    worst = Matchup { list: i, against: j, score: both };
                }
            }
        }
        Ok(Self {
            field_scores: field.iter().map(|u| 0.5 + u).collect(),
            mean_square_gap: mean(&(first.component_mul(&second) * &weights)),
            field_mean_square,
            unit_part: mean(&fit_first.component_mul(&fit_second)),
            synergy_part: mean(&rest_first.component_mul(&rest_second)),
            cyclic_part: mean(&(cyclic * &weights)),
            rms_field_gap: field_mean_square.max(0.0).sqrt(),
            exploitability: field.max(),
            worst,
        })
    }

    /// The three parts as lengths of a bar, in score: square roots of twice the unit part, twice the synergy part, and the
    /// cyclic part. Parts below 0 count as 0.
    #[must_use]
    pub fn bar(&self) -> [f64; 3] {
        [2.0 * self.unit_part, 2.0 * self.synergy_part, self.cyclic_part].map(|part| part.max(0.0).sqrt())
    }
}

/// Interval of the largest of several advantages u with their standard errors, all looked at together:
/// `[max(u - z se), max(u + z_{1-α/2m} se)]`.
///
/// # Errors
/// No advantages, not as many errors, errors below 0, a confidence outside (0, 1).
pub fn largest_advantage(advantages: &[f64], std_errors: &[f64], confidence: f64) -> Result<Interval> {
    let alpha = error_chance(confidence)?;
    let m = advantages.len();
    if m == 0 || std_errors.len() != m {
        return refuse("std_errors", format!("must be as many as the advantages, {m}, and at least one"));
    }
    for (advantage, std_error) in advantages.iter().zip(std_errors) {
        finite("advantages", *advantage)?;
        if finite("std_errors", *std_error)? < 0.0 {
            return refuse("std_errors", format!("must not be below 0, got {std_error}"));
        }
    }
    let largest = |z: f64| {
        let shifted = advantages.iter().zip(std_errors).map(|(u, se)| u + z * se);
        shifted.fold(f64::NEG_INFINITY, f64::max)
    };
    let [alone, together] = [alpha, alpha / m as f64].map(special::normal_two_sided);
    Ok(Interval { low: largest(-alone), high: largest(together) })
}

/// `score - ½`, if the scores make sense.
fn advantages(input: &'static str, score: &[Vec<f64>]) -> Result<Matrix> {
    let score = square(input, score)?;
    if let Some(s) = score.iter().find(|s| !(0.0..=1.0).contains(*s)) {
        return refuse(input, format!("must be from 0 to 1, got {s}"));
    }
    for i in 0..score.nrows() {
        for j in 0..=i {
            let sum = score[(i, j)] + score[(j, i)];
            if (sum - 1.0).abs() > 1e-9 {
                return refuse(input, format!("of lists {i} and {j} against each other must sum to 1, got {sum}"));
            }
        }
    }
    Ok(score.map(|s| s - 0.5))
}

/// Weights that sum to 1; equal ones when none are given.
pub(super) fn normalised(input: &'static str, n: usize, weights: Option<&[f64]>) -> Result<Vector> {
    let Some(weights) = weights else { return Ok(Vector::from_element(n, 1.0 / n as f64)) };
    if weights.len() != n {
        return refuse(input, format!("must be as many as the lists, {n}, got {}", weights.len()));
    }
    for weight in weights {
        if finite(input, *weight)? < 0.0 {
            return refuse(input, format!("must not be below 0, got {weight}"));
        }
    }
    let weights = Vector::from_column_slice(weights);
    let sum = positive(input, weights.sum())?;
    Ok(weights / sum)
}

/// Weighted least squares on a constant and the numbers of units.
struct Fit {
    design: Matrix,
    roots: Vector,
}

impl Fit {
    fn new(counts: &Matrix, weights: &Vector) -> Self {
        Self { design: counts.clone().insert_column(0, 1.0), roots: weights.map(f64::sqrt) }
    }

    fn of(&self, values: &Vector) -> Vector {
        let mut scaled = self.design.clone();
        for (mut row, root) in scaled.row_iter_mut().zip(&self.roots) {
            row *= *root;
        }
        &self.design * least_squares(&scaled, &values.component_mul(&self.roots))
    }
}

pub(super) const METHOD: Method = method!(
    "balance-split",
    "how much of the imbalance of a field prices can repair, and how much is synergy and counter-picking",
    { score: Vec<Vec<f64>>, counts: Vec<Vec<f64>>, weights: Option<Vec<f64>> = None,
      score_b: Option<Vec<Vec<f64>>> = None }
    => BalanceSplit::of(&score, &counts, weights.as_deref(), score_b.as_deref())
);

#[cfg(test)]
mod tests {
    use super::*;

    fn field() -> Vec<Vec<f64>> {
        let above = [[0.0, 0.56, 0.47], [0.0, 0.0, 0.58], [0.0; 3]];
        let entry = |i: usize, j: usize| match i.cmp(&j) {
            std::cmp::Ordering::Less => above[i][j],
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0 - above[j][i],
        };
        (0..3).map(|i| (0..3).map(|j| entry(i, j)).collect()).collect()
    }

    #[test]
    fn the_parts_sum_to_the_whole_with_any_weights() {
        let counts = [vec![1.0], vec![2.0], vec![5.0]];
        for weights in [None, Some(&[1.0, 2.0, 5.0][..]), Some(&[0.0, 1.0, 1.0])] {
            let split = BalanceSplit::of(&field(), &counts, weights, None).unwrap();
            let sum = 2.0 * (split.unit_part + split.synergy_part) + split.cyclic_part;
            assert!((split.mean_square_gap - sum).abs() < 1e-16);
        }
    }

    #[test]
    fn units_that_always_come_together_do_not_break_the_fit() {
        let alone = [vec![1.0], vec![2.0], vec![5.0]];
        let together = [vec![1.0, 2.0], vec![2.0, 4.0], vec![5.0, 10.0]];
        let split = |counts: &[Vec<f64>]| BalanceSplit::of(&field(), counts, None, None).unwrap().unit_part;
        assert!((split(&alone) - split(&together)).abs() < 1e-16);
        assert!(split(&[vec![], vec![], vec![]]) < 1e-30, "the mean advantage is 0");
    }

    #[test]
    fn copies_of_a_list_that_share_its_weight_change_nothing() {
        let mut score = field();
        score.iter_mut().for_each(|row| row.push(row[0]));
        score.push(score[0].clone());
        let counts = [vec![1.0], vec![2.0], vec![5.0], vec![1.0]];
        let copied = BalanceSplit::of(&score, &counts, Some(&[0.5, 1.0, 1.0, 0.5]), None).unwrap();
        let single = BalanceSplit::of(&field(), &counts[..3], None, None).unwrap();
        assert!((copied.field_scores[1] - single.field_scores[1]).abs() < 1e-15);
        assert!((copied.cyclic_part - single.cyclic_part).abs() < 1e-16);
        assert_eq!(copied.worst, single.worst);
    }

    #[test]
    fn even_fields_have_nothing_to_split() {
        let split = BalanceSplit::of(&[vec![0.5; 2], vec![0.5; 2]], &[vec![1.0], vec![1.0]], None, None).unwrap();
        assert_eq!((split.bar(), split.exploitability), ([0.0; 3], 0.0));
    }

    #[test]
    fn the_largest_advantage_of_many_is_less_sure() {
        let one = largest_advantage(&[0.03], &[0.01], 0.95).unwrap();
        assert!((one.half_width() - 0.019_599_639_845_400_54).abs() < 1e-15);
        let three = largest_advantage(&[0.03, 0.01, 0.0], &[0.01, 0.01, 0.02], 0.95).unwrap();
        assert_eq!(three.low, one.low);
        assert!(three.high > one.high);
    }

    #[test]
    fn scores_that_cannot_be_are_refused() {
        let counts = [vec![1.0], vec![2.0]];
        let input = |score: &[Vec<f64>]| BalanceSplit::of(score, &counts, None, None).unwrap_err().input;
        assert_eq!(input(&[vec![0.5, 0.6], vec![0.6, 0.5]]), "score");
        assert_eq!(input(&[vec![0.6, 0.6], vec![0.4, 0.4]]), "score");
        assert_eq!(input(&[vec![0.5, 1.6], vec![-0.6, 0.5]]), "score");
        let even = [vec![0.5; 2], vec![0.5; 2]];
        assert_eq!(BalanceSplit::of(&even, &counts[..1], None, None).unwrap_err().input, "counts");
        assert_eq!(BalanceSplit::of(&even, &[vec![1.0], vec![-1.0]], None, None).unwrap_err().input, "counts");
        assert_eq!(BalanceSplit::of(&even, &counts, Some(&[0.0, 0.0]), None).unwrap_err().input, "weights");
        assert_eq!(BalanceSplit::of(&even, &counts, None, Some(&[vec![0.5]])).unwrap_err().input, "score_b");
    }
}
