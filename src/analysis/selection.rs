//! The best and worst of many: what selection does to them, and how to find them with few games.

use super::error::{finite, positive};
use super::method::{Method, method};
use super::special::squared;
use super::{Result, refuse};
use serde::Serialize;

/// Estimates drawn towards what they have in common.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shrunk {
    /// Cochran's Q: how much more the estimates differ than their errors let them.
    pub q: f64,
    /// Variance of the true values, as far as the estimates show it.
    pub tau_squared: f64,
    /// Mean of the true values.
    pub mean: f64,
    /// Its standard error.
    pub mean_std_error: f64,
    /// The estimates after shrinking.
    pub shrunk: Vec<f64>,
    /// Their standard errors.
    pub shrunk_std_errors: Vec<f64>,
}

/// Shrinks estimates by the part of their spread that is error (DerSimonian and Laird 1986): a table of the worst of many
/// match-ups is a table of the unluckiest too, and this is what remains of them on fresh seeds.
///
/// # Errors
/// Fewer than two estimates, lists of different lengths, numbers that are not finite, errors that are not above 0.
pub fn shrink(estimates: &[f64], std_errors: &[f64]) -> Result<Shrunk> {
    let k = estimates.len();
    if k < 2 {
        return refuse("estimates", "must hold at least two values");
    }
    if std_errors.len() != k {
        return refuse("std_errors", format!("must be as many as the estimates, {k}, got {}", std_errors.len()));
    }
    for (estimate, std_error) in estimates.iter().zip(std_errors) {
        finite("estimates", *estimate)?;
        positive("std_errors", *std_error)?;
    }
    let weighted = |extra: f64| {
        let weights: Vec<f64> = std_errors.iter().map(|s| 1.0 / (s * s + extra)).collect();
        let sum: f64 = weights.iter().sum();
        let mean = weights.iter().zip(estimates).map(|(w, y)| w * y).sum::<f64>() / sum;
        (weights, sum, mean)
    };
    let (weights, sum, fixed_mean) = weighted(0.0);
    let q: f64 = weights.iter().zip(estimates).map(|(w, y)| w * squared(y - fixed_mean)).sum();
    // Σw - Σw²/Σw by its products of different weights: one very exact estimate must not cancel the others.
    let (products, _) = weights.iter().fold((0.0, 0.0), |(products, before), w| (products + w * before, before + w));
    let tau_squared = ((q - (k as f64 - 1.0)) * sum / (2.0 * products)).max(0.0);
    let (_, sum, mean) = weighted(tau_squared);
    let kept: Vec<f64> = std_errors.iter().map(|s| tau_squared / (tau_squared + s * s)).collect();
    Ok(Shrunk {
        q,
        tau_squared,
        mean,
        mean_std_error: 1.0 / sum.sqrt(),
        shrunk: estimates.iter().zip(&kept).map(|(y, b)| mean + b * (y - mean)).collect(),
        shrunk_std_errors: std_errors.iter().zip(&kept).map(|(s, b)| b.sqrt() * s).collect(),
    })
}

/// How to share out games among candidates.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Allocation {
    /// Place of the candidate that looks best, from 0.
    pub best: usize,
    /// Games for each, not rounded.
    pub allocation: Vec<f64>,
}

/// Shares out `total` games so that the best of the candidates is found with the fewest (optimal computing budget
/// allocation, Chen et al. 2000): most go to the leader and to those that are hard to tell from it.
///
/// # Errors
/// Fewer than two candidates, lists of different lengths, deviations or a total that are not above 0, two leaders.
pub fn allocate(means: &[f64], std_devs: &[f64], total: f64) -> Result<Allocation> {
    let k = means.len();
    if k < 2 {
        return refuse("means", "must hold at least two values");
    }
    if std_devs.len() != k {
        return refuse("std_devs", format!("must be as many as the means, {k}, got {}", std_devs.len()));
    }
    positive("total", total)?;
    for (mean, deviation) in means.iter().zip(std_devs) {
        finite("means", *mean)?;
        positive("std_devs", *deviation)?;
    }
    let best = (1..k).fold(0, |best, i| if means[i] > means[best] { i } else { best });
    if means.iter().filter(|mean| **mean == means[best]).count() > 1 {
        return refuse("means", "have no single largest one");
    }
    let others = || (0..k).filter(move |i| *i != best);
    let mut shares = vec![0.0; k];
    for i in others() {
        shares[i] = squared(std_devs[i] / (means[best] - means[i]));
    }
    shares[best] = std_devs[best] * others().map(|i| squared(shares[i] / std_devs[i])).sum::<f64>().sqrt();
    let sum: f64 = shares.iter().sum();
    Ok(Allocation { best, allocation: shares.iter().map(|share| total * share / sum).collect() })
}

pub(super) const SHRINK: Method = method!(
    "shrink",
    "estimates of many cells drawn towards their mean by their errors",
    { estimates: Vec<f64>, std_errors: Vec<f64> } => shrink(&estimates, &std_errors)
);

pub(super) const OCBA: Method = method!(
    "ocba",
    "how to share out games to find the best of many candidates",
    { means: Vec<f64>, std_devs: Vec<f64>, total: f64 } => allocate(&means, &std_devs, total)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mere_noise_shrinks_to_its_mean() {
        let shrunk = shrink(&[0.01, -0.01, 0.005, -0.005], &[0.02; 4]).unwrap();
        assert_eq!(shrunk.tau_squared, 0.0);
        assert!(shrunk.shrunk.iter().all(|y| y.abs() < 1e-15));
    }

    #[test]
    fn exact_estimates_stay_where_they_are() {
        let shrunk = shrink(&[0.1, -0.1, 0.3], &[1e-6; 3]).unwrap().shrunk;
        assert!(shrunk.iter().zip([0.1, -0.1, 0.3]).all(|(got, want)| (got - want).abs() < 1e-9));
    }

    #[test]
    fn the_runner_up_gets_more_than_the_rest() {
        let Allocation { best, allocation } = allocate(&[0.5, 0.6, 0.59, 0.4], &[0.3; 4], 1000.0).unwrap();
        assert_eq!(best, 1);
        assert!(allocation[2] > allocation[0] && allocation[0] > allocation[3]);
        assert!((allocation.iter().sum::<f64>() - 1000.0).abs() < 1e-9);
    }

    #[test]
    fn two_leaders_are_refused() {
        assert_eq!(allocate(&[0.6, 0.6], &[0.3, 0.3], 10.0).unwrap_err().input, "means");
    }
}
