//! One pool of lists at other prices: what a unit costs does not change what it does.

use super::balance::normalised;
use super::error::positive;
use super::linear::nonnegative;
use super::method::{Method, method};
use super::special::squared;
use super::{Result, refuse};
use serde::Serialize;

/// Lists of a pool, weighed by how near they are to a budget.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reweighted {
    /// What every list costs.
    pub totals: Vec<f64>,
    /// How much every list counts; the sum is 1.
    pub weights: Vec<f64>,
    /// Lists of equal weight that would say as much: `1/Σw²`.
    pub effective_lists: f64,
}

/// With fewer effective lists than this a re-weighted pool speaks for too few.
pub const FEWEST_EFFECTIVE: f64 = 30.0;

impl Reweighted {
    /// Weighs lists of `counts[i]` units at these costs: `prior_i·exp(-½((total_i - budget)/(tolerance·budget))²)`.
    ///
    /// Where costs matter in play (break points as a share of the starting points, bought support, victory by points
    /// destroyed) the games themselves change with the costs, and must be played again.
    ///
    /// # Errors
    /// No lists, lists of different numbers of unit types, counts or costs below 0, a budget or a tolerance that is not above 0, a prior below 0 or
    /// 0 for all.
    pub fn of(counts: &[Vec<f64>], costs: &[f64], budget: f64, tolerance: f64, prior: Option<&[f64]>) -> Result<Self> {
        let counts = nonnegative("counts", counts)?;
        if costs.len() != counts.ncols() {
            return refuse(
                "costs",
                format!("must be as many as the unit types, {}, got {}", counts.ncols(), costs.len()),
            );
        }
        let costs = nonnegative("costs", &[costs.to_vec()])?;
        let width = positive("tolerance", tolerance)? * positive("budget", budget)?;
        let prior = normalised("prior", counts.nrows(), prior)?;
        let totals = counts * costs.transpose();
        let logs: Vec<f64> = prior
            .iter()
            .zip(&totals)
            .map(|(prior, total)| libm::log(*prior) - squared((total - budget) / width) / 2.0)
            .collect();
        // Of lists that are all far from the budget, the nearest count.
        let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = logs.iter().map(|log| libm::exp(log - largest)).collect();
        let sum: f64 = weights.iter().sum();
        let weights: Vec<f64> = weights.iter().map(|weight| weight / sum).collect();
        Ok(Self {
            totals: totals.iter().copied().collect(),
            effective_lists: 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>(),
            weights,
        })
    }

    /// Whether there are lists enough to speak of the field at these costs.
    #[must_use]
    pub fn suffices(&self) -> bool {
        self.effective_lists >= FEWEST_EFFECTIVE
    }
}

pub(super) const METHOD: Method = method!(
    "reweight",
    "weights of a pool of lists at other costs and another budget",
    { counts: Vec<Vec<f64>>, costs: Vec<f64>, budget: f64, tolerance: f64, prior: Option<Vec<f64>> = None }
    => Reweighted::of(&counts, &costs, budget, tolerance, prior.as_deref())
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_at_the_budget_count_alike() {
        let pool = vec![vec![1.0, 2.0], vec![3.0, 1.0], vec![5.0, 0.0], vec![0.0, 9.0]];
        let reweighted = Reweighted::of(&pool, &[10.0, 20.0], 50.0, 0.01, None).unwrap();
        assert_eq!(reweighted.totals, [50.0, 50.0, 50.0, 180.0]);
        assert!((reweighted.effective_lists - 3.0).abs() < 1e-12 && !reweighted.suffices());
        let prior = Reweighted::of(&pool, &[10.0, 20.0], 50.0, 0.01, Some(&[0.0, 1.0, 3.0, 5.0])).unwrap();
        assert!((prior.weights[1] - 0.25).abs() < 1e-12 && prior.weights[0] == 0.0);
    }

    #[test]
    fn multiplying_costs_and_budget_changes_nothing() {
        let pool: Vec<Vec<f64>> = (0..40).map(|i| vec![f64::from(i % 7), f64::from(i % 5)]).collect();
        let at = |scale: f64| Reweighted::of(&pool, &[3.0 * scale, 5.0 * scale], 20.0 * scale, 0.1, None).unwrap();
        assert!(at(1.0).weights.iter().zip(&at(10.0).weights).all(|(a, b)| (a - b).abs() < 1e-15));
    }

    #[test]
    fn a_budget_that_nobody_comes_near_still_has_a_nearest_list() {
        let reweighted = Reweighted::of(&[vec![1.0], vec![2.0]], &[1.0], 1e6, 1e-3, None).unwrap();
        assert!(reweighted.weights.iter().all(|weight| weight.is_finite()) && reweighted.weights[1] > 0.5);
    }
}
