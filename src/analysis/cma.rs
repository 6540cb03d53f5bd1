//! The constants of covariance matrix adaptation (Hansen 2016).

use super::Result;
use super::error::total;
use super::method::{Method, method};
use super::special::squared;
use serde::Serialize;

/// How a population searches a space of so many dimensions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CmaParameters {
    /// Candidates in a generation.
    pub lambda: u64,
    /// Those of them that the next generation comes from.
    pub mu: u64,
    /// How much each of those counts, best first; the sum is 1.
    pub weights: Vec<f64>,
    /// Candidates of equal weight that would count as much.
    pub mu_eff: f64,
    /// Share of the new in the path of the step length.
    pub c_sigma: f64,
    /// Damping of the step length.
    pub d_sigma: f64,
    /// Share of the new in the path of the covariance.
    pub c_c: f64,
    /// Share of the path in the covariance.
    pub c_1: f64,
    /// Share of the generation in the covariance.
    pub c_mu: f64,
    /// Expected length of a standard normal vector.
    pub chi_n: f64,
}

impl CmaParameters {
    /// The usual constants for `n` dimensions, with positive weights only.
    ///
    /// # Errors
    /// No dimensions, or more than can be counted.
    pub fn of(n: u64) -> Result<Self> {
        let n = total("n", [&n])? as f64;
        let lambda = 4 + (3.0 * libm::log(n)).floor() as u64;
        let mu = lambda / 2;
        let raw: Vec<f64> = (1..=mu).map(|i| libm::log((lambda as f64 + 1.0) / 2.0) - libm::log(i as f64)).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let c_1 = 2.0 / (squared(n + 1.3) + mu_eff);
        Ok(Self {
            lambda,
            mu,
            weights,
            mu_eff,
            c_sigma,
            d_sigma: 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma,
            c_c: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            c_1,
            c_mu: (1.0 - c_1).min(2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / (squared(n + 2.0) + mu_eff)),
            chi_n: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        })
    }
}

pub(super) const METHOD: Method = method!(
    "cma-parameters",
    "the constants of covariance matrix adaptation in n dimensions",
    { n: u64 } => CmaParameters::of(n)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_fall_and_shares_stay_shares() {
        for n in [1, 2, 3, 7, 20, 1000] {
            let p = CmaParameters::of(n).unwrap();
            assert!(p.weights.is_sorted_by(|a, b| a > b) && p.weights.iter().all(|w| *w > 0.0));
            assert!((p.weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!([p.c_sigma, p.c_c, p.c_1, p.c_mu].iter().all(|share| (0.0..=1.0).contains(share)), "{p:?}");
        }
        assert!(CmaParameters::of(0).is_err());
    }
}
