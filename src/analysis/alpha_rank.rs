//! Which lists a population that copies its winners ends up with.

use super::error::finite;
use super::linear::{Matrix, square};
use super::method::{Method, method};
use super::{Result, refuse};
use serde::Serialize;

/// Where a population spends its time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AlphaRank {
    /// Share of the time in which everybody plays each list.
    pub distribution: Vec<f64>,
}

/// Population of reports.
pub const POPULATION: u64 = 50;

/// Larger populations are not worked out.
const LARGEST_POPULATION: u64 = 1_000_000;

impl AlphaRank {
    /// The stationary distribution of one population of `population` players, in which a single mutant with another list
    /// now and then takes over or dies out (Omidshafiei et al. 2019). `payoff[i][j]` is what list i gets against j, `alpha`
    /// how strictly players follow success.
    ///
    /// Everything is done with logarithms, and no number is taken from another, so that the shares keep all their digits
    /// however large alpha is.
    ///
    /// # Errors
    /// A table that is not square, an alpha below 0, a population below 2 or above a million.
    pub fn of(payoff: &[Vec<f64>], alpha: f64, population: u64) -> Result<Self> {
        let payoff = square("payoff", payoff)?;
        if finite("alpha", alpha)? < 0.0 {
            return refuse("alpha", format!("must not be below 0, got {alpha}"));
        }
        if !(2..=LARGEST_POPULATION).contains(&population) {
            return refuse("population", format!("must be from 2 to {LARGEST_POPULATION}, got {population}"));
        }
        let n = payoff.nrows();
        let rate = |s: usize, r: usize| if s == r { 0.0 } else { ln_fixation(&payoff, s, r, alpha, population) };
        Ok(Self { distribution: stationary(Matrix::from_fn(n, n, rate)) })
    }

    /// The same with alpha raised from 0.1 in steps of √10 to 100, until the order of the lists stays as it is over two
    /// steps: the distribution, and the alpha that it belongs to.
    ///
    /// # Errors
    /// As [`AlphaRank::of`].
    pub fn settled(payoff: &[Vec<f64>], population: u64) -> Result<(Self, f64)> {
        let mut steps = Vec::new();
        for half_decade in -2..=4 {
            let alpha = libm::pow(10.0, f64::from(half_decade) / 2.0);
            let ranks = Self::of(payoff, alpha, population)?;
            let order = ranks.order();
            steps.push((ranks, alpha, order));
            if let [.., a, b, c] = &steps[..]
                && a.2 == b.2
                && b.2 == c.2
            {
                break;
            }
        }
        let (ranks, alpha, _) = steps.pop().expect("there are seven steps");
        Ok((ranks, alpha))
    }

    /// The lists from often to rarely played; those played equally often by their place.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.distribution.len()).collect();
        order.sort_by(|i, j| self.distribution[*j].total_cmp(&self.distribution[*i]));
        order
    }
}

/// Logarithm of the chance that a single mutant with list r takes over a population with list s:
/// `ρ = 1/(1 + Σ_{l=1}^{m-1} Π_{q=1}^{l} e^{-α(f_r(q) - f_s(q))})`.
fn ln_fixation(payoff: &Matrix, s: usize, r: usize, alpha: f64, population: u64) -> f64 {
    let m = population as f64;
    // The mutants' lead in payoff grows evenly with their number.
    let lead = |q: f64| {
        let mutants = (q - 1.0) * payoff[(r, r)] + (m - q) * payoff[(r, s)];
        let others = (m - q - 1.0) * payoff[(s, s)] + q * payoff[(s, r)];
        (mutants - others) / (m - 1.0)
    };
    let (mut exponent, mut sum) = (0.0, LogSum::of(0.0));
    for q in 1..population {
        exponent -= alpha * lead(q as f64);
        sum.add(exponent);
    }
    -sum.ln()
}

/// A sum of exponentials that does not overflow.
struct LogSum {
    largest: f64,
    /// Sum in units of `e^largest`.
    sum: f64,
}

impl LogSum {
    fn of(first: f64) -> Self {
        Self { largest: first, sum: 1.0 }
    }

    fn add(&mut self, exponent: f64) {
        if exponent > self.largest {
            self.sum = self.sum * libm::exp(self.largest - exponent) + 1.0;
            self.largest = exponent;
        } else {
            self.sum += libm::exp(exponent - self.largest);
        }
    }

    fn ln(&self) -> f64 {
        self.largest + libm::log(self.sum)
    }
}

/// The stationary distribution of a chain with these logarithms of rates, by the elimination of Grassmann, Taksar and
/// Heyman (1985).
fn stationary(mut rate: Matrix) -> Vec<f64> {
    let n = rate.nrows();
    let sum = |terms: &mut dyn Iterator<Item = f64>| {
        let mut sum = LogSum::of(terms.next().expect("there is another state"));
        terms.for_each(|term| sum.add(term));
        sum.ln()
    };
    for k in (1..n).rev() {
        let out = sum(&mut (0..k).map(|j| rate[(k, j)]));
        for i in 0..k {
            rate[(i, k)] -= out;
            for j in (0..k).filter(|j| *j != i) {
                rate[(i, j)] = sum(&mut [rate[(i, j)], rate[(i, k)] + rate[(k, j)]].into_iter());
            }
        }
    }
    let mut logs = vec![0.0];
    for k in 1..n {
        logs.push(sum(&mut (0..k).map(|i| logs[i] + rate[(i, k)])));
    }
    let whole = sum(&mut logs.iter().copied());
    logs.iter().map(|log| libm::exp(log - whole)).collect()
}

pub(super) const METHOD: Method = method!(
    "alpha-rank",
    "how often a population that copies its winners plays each list",
    { payoff: Vec<Vec<f64>>, alpha: f64, population: u64 } => AlphaRank::of(&payoff, alpha, population)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_selection_all_lists_are_alike() {
        let ranks = AlphaRank::of(&[vec![0.5, 0.9], vec![0.1, 0.5]], 0.0, 50).unwrap();
        assert!(ranks.distribution.iter().all(|share| (share - 0.5).abs() < 1e-15));
        assert_eq!(AlphaRank::of(&[vec![0.5]], 1.0, 50).unwrap().distribution, [1.0]);
    }

    #[test]
    fn two_lists_in_closed_form() {
        // One player of each list: ρ = 1/(1 + e^{-α(M_rs - M_sr)}).
        let ranks = AlphaRank::of(&[vec![0.5, 0.8], vec![0.2, 0.5]], 2.0, 2).unwrap();
        let to_first = 1.0 / (1.0 + libm::exp(-1.2));
        assert!((ranks.distribution[0] - to_first).abs() < 1e-15);
    }

    #[test]
    fn any_alpha_and_any_population_give_shares() {
        let circle = [vec![0.5, 0.9, 0.2], vec![0.1, 0.5, 0.6], vec![0.8, 0.4, 0.5]];
        for alpha in [1e-9, 1.0, 1e3, 1e9, 1e60] {
            for population in [2, 50, 10_000] {
                let shares = AlphaRank::of(&circle, alpha, population).unwrap().distribution;
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12 && shares.iter().all(|p| p.is_finite()));
            }
        }
        // Far along, the winner of every meeting takes over for sure: the circle is gone round evenly.
        let shares = AlphaRank::of(&circle, 1e3, 50).unwrap().distribution;
        assert!(shares.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-9), "{shares:?}");
    }

    #[test]
    fn a_ladder_settles_on_its_top() {
        let ladder = [vec![0.5, 0.6, 0.7], vec![0.4, 0.5, 0.6], vec![0.3, 0.4, 0.5]];
        let (ranks, alpha) = AlphaRank::settled(&ladder, POPULATION).unwrap();
        assert_eq!(ranks.order(), [0, 1, 2]);
        assert!((alpha - 1.0).abs() < 1e-12, "the order is there from the start: third step, got {alpha}");
    }

    #[test]
    fn impossible_populations_are_refused() {
        let even = [vec![0.5]];
        assert_eq!(AlphaRank::of(&even, 1.0, 1).unwrap_err().input, "population");
        assert_eq!(AlphaRank::of(&even, -1.0, 2).unwrap_err().input, "alpha");
        assert_eq!(AlphaRank::of(&[vec![0.5, 0.5]], 1.0, 2).unwrap_err().input, "payoff");
    }
}
