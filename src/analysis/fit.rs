//! Do observed counts fit the odds they should follow? For checking the simulator against exact distributions.

use super::error::{positive, total};
use super::method::{Method, method};
use super::special::squared;
use super::{Result, probability, refuse, special};
use serde::{Deserialize, Serialize};

/// Which measure of misfit to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Misfit {
    /// `Σ(O-E)²/E`
    #[default]
    Pearson,
    /// `2ΣO ln(O/E)`
    G,
}

/// A test of fit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// The measure of misfit; none when an impossible outcome was seen.
    pub statistic: Option<f64>,
    /// Degrees of freedom.
    pub df: Option<u64>,
    /// Chance of a misfit at least as bad; 0 when an impossible outcome was seen.
    pub p_value: f64,
    /// Cells after merging.
    pub cells: Option<u64>,
}

/// Expected counts below which cells are merged, unless something else is said.
pub const MIN_EXPECTED: f64 = 5.0;

impl Fit {
    /// Tests counts against probabilities by χ².
    ///
    /// Cells of probability 0 are dropped. Cells with an expected count below `min_expected` are merged into one, and
    /// that one takes in the next smallest until it is large enough too.
    ///
    /// # Errors
    /// Different lengths, no counts, probabilities that do not sum to 1, a `min_expected` that is not above 0.
    pub fn of(observed: &[u64], probabilities: &[f64], misfit: Misfit, min_expected: f64) -> Result<Self> {
        let n = checked(observed, probabilities)? as f64;
        positive("min_expected", min_expected)?;
        if observed.iter().zip(probabilities).any(|(o, p)| *o > 0 && *p == 0.0) {
            return Ok(Self { statistic: None, df: None, p_value: 0.0, cells: None });
        }
        let mut cells: Vec<(f64, f64)> =
            observed.iter().zip(probabilities).filter(|(_, p)| **p > 0.0).map(|(o, p)| (*o as f64, n * p)).collect();
        // Ascending by expected count: the small cells are those at the front.
        cells.sort_by(|a, b| a.1.total_cmp(&b.1));
        let (mut merged, mut taken) = ((0.0, 0.0), 0);
        for (o, e) in &cells {
            if *e >= min_expected && (taken == 0 || merged.1 >= min_expected) {
                break;
            }
            merged = (merged.0 + o, merged.1 + e);
            taken += 1;
        }
        if taken > 0 {
            cells.splice(..taken, [merged]);
        }
        let statistic = match misfit {
            Misfit::Pearson => cells.iter().map(|(o, e)| squared(o - e) / e).sum(),
            // The expected counts sum to n only up to rounding, hence no sum below 0.
            Misfit::G => {
                let terms = cells.iter().filter(|(o, _)| *o > 0.0).map(|(o, e)| o * libm::log(o / e));
                (2.0 * terms.sum::<f64>()).max(0.0)
            }
        };
        let df = cells.len() as u64 - 1;
        let p_value = if df == 0 { 1.0 } else { special::chi_square_upper(df as f64, statistic) };
        Ok(Self { statistic: Some(statistic), df: Some(df), p_value, cells: Some(cells.len() as u64) })
    }
}

/// Tables that the exact test is willing to list.
pub const MOST_TABLES: f64 = 1e7;

/// The exact multinomial test: the chance of all tables that are no more likely than the observed one.
///
/// # Errors
/// Different lengths, no counts, probabilities that do not sum to 1, more than [`MOST_TABLES`] tables.
pub fn exact_fit(observed: &[u64], probabilities: &[f64]) -> Result<f64> {
    let n = checked(observed, probabilities)?;
    let (mut counts, mut logs) = (Vec::new(), Vec::new());
    for (o, p) in observed.iter().zip(probabilities) {
        if *p > 0.0 {
            counts.push(*o);
            logs.push(libm::log(*p));
        } else if *o > 0 {
            return Ok(0.0);
        }
    }
    let ln_factorial = |k: u64| libm::lgamma(k as f64 + 1.0);
    let free = counts.len() as u64 - 1;
    if ln_factorial(n + free) - ln_factorial(n) - ln_factorial(free) > libm::log(MOST_TABLES) {
        return refuse("observed", "has too many tables to list: test with gof");
    }
    let term = |count: u64, log: f64| count as f64 * log - ln_factorial(count);
    let seen: f64 = counts.iter().zip(&logs).map(|(count, log)| term(*count, *log)).sum();
    // Tables as likely as the observed one count, whatever rounding says.
    let limit = seen + 1e-7;
    let ways = ln_factorial(n);
    Ok(unlikely(n, &logs, 0.0, &term, &|ln_chance| if ln_chance <= limit { libm::exp(ways + ln_chance) } else { 0.0 })
        .min(1.0))
}

/// Sums `weigh(ln chance)` over all ways to spread `left` counts over the cells with these logarithms of chances.
fn unlikely(left: u64, logs: &[f64], so_far: f64, term: &impl Fn(u64, f64) -> f64, weigh: &impl Fn(f64) -> f64) -> f64 {
    match logs {
        [] => 0.0,
        [last] => weigh(so_far + term(left, *last)),
        [first, rest @ ..] => {
            (0..=left).map(|count| unlikely(left - count, rest, so_far + term(count, *first), term, weigh)).sum()
        }
    }
}

/// The number of observations, if they and the probabilities make sense.
fn checked(observed: &[u64], probabilities: &[f64]) -> Result<u64> {
    if observed.len() != probabilities.len() {
        let (got, want) = (probabilities.len(), observed.len());
        return refuse("probabilities", format!("must be as many as the observed counts, {want}, got {got}"));
    }
    if let Some(p) = probabilities.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        return refuse("probabilities", format!("must be from 0 to 1, got {p}"));
    }
    let sum: f64 = probabilities.iter().sum();
    if (sum - 1.0).abs() > 1e-9 {
        return refuse("probabilities", format!("must sum to 1, got {sum}"));
    }
    total("observed", observed)
}

/// How far a share may be off in a test with fixed seeds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TestTolerance {
    /// Standard errors.
    pub z: f64,
    /// The same as a share.
    pub tolerance: f64,
}

/// Tolerance of one of `tests` tests of shares, so that all of them together raise a false alarm with chance
/// `family_alpha` at most: `z·sqrt(p(1-p)/trials)`, `z = z_{1-family_alpha/(2·tests)}`.
///
/// # Errors
/// No tests or trials, chances outside (0, 1).
pub fn test_tolerance(tests: u64, family_alpha: f64, trials: u64, p: f64) -> Result<TestTolerance> {
    let (tests, trials) = (total("tests", [&tests])?, total("trials", [&trials])?);
    probability("probability", p)?;
    let z = special::normal_two_sided(probability("family_alpha", family_alpha)? / tests as f64);
    Ok(TestTolerance { z, tolerance: z * (p * (1.0 - p) / trials as f64).sqrt() })
}

pub(super) const GOF: Method = method!(
    "gof",
    "do counts fit their odds, by chi-square",
    { observed: Vec<u64>, probabilities: Vec<f64>, kind["pearson | g"]: Misfit = Misfit::default(),
      min_expected: f64 = MIN_EXPECTED }
    => Fit::of(&observed, &probabilities, kind, min_expected)
);

pub(super) const GOF_EXACT: Method = method!(
    "gof-exact",
    "do counts fit their odds, by listing all tables",
    { observed: Vec<u64>, probabilities: Vec<f64> }
    => exact_fit(&observed, &probabilities).map(|p_value| serde_json::json!({ "p_value": p_value }))
);

pub(super) const TEST_TOLERANCE: Method = method!(
    "test-tolerance",
    "how far a share may be off in a test with fixed seeds",
    { tests: u64, family_alpha: f64, trials: u64, probability: f64 }
    => test_tolerance(tests, family_alpha, trials, probability)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_impossible_does_not_fit() {
        let fit = Fit::of(&[10, 1], &[1.0, 0.0], Misfit::Pearson, MIN_EXPECTED).unwrap();
        assert_eq!(fit, Fit { statistic: None, df: None, p_value: 0.0, cells: None });
        assert_eq!(exact_fit(&[10, 1], &[1.0, 0.0]), Ok(0.0));
        assert_eq!(Fit::of(&[10, 0], &[1.0, 0.0], Misfit::G, MIN_EXPECTED).unwrap().p_value, 1.0);
    }

    #[test]
    fn small_cells_are_merged_until_they_are_large() {
        // Expected 1, 1, 6, 12: the two ones make 2, which is still small and takes in the 6.
        let fit = Fit::of(&[1, 2, 5, 12], &[0.05, 0.05, 0.3, 0.6], Misfit::Pearson, 5.0).unwrap();
        assert_eq!((fit.cells, fit.df, fit.statistic), (Some(2), Some(1), Some(0.0)));
        // Expected 3, 3, 14: the two threes are enough.
        let fit = Fit::of(&[3, 3, 14], &[0.15, 0.15, 0.7], Misfit::Pearson, 5.0).unwrap();
        assert_eq!(fit.cells, Some(2));
    }

    #[test]
    fn two_cells_are_the_binomial_test() {
        // Fair coin, 1 of 6: chances 1/64 and 6/64 on either side.
        assert!((exact_fit(&[1, 5], &[0.5, 0.5]).unwrap() - 14.0 / 64.0).abs() < 1e-12);
        assert!((exact_fit(&[3, 3], &[0.5, 0.5]).unwrap() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn impossible_inputs_are_refused() {
        let input = |observed: &[u64], p: &[f64]| Fit::of(observed, p, Misfit::G, 5.0).unwrap_err().input;
        assert_eq!(input(&[1, 2], &[1.0]), "probabilities");
        assert_eq!(input(&[1, 2], &[0.5, 0.4]), "probabilities");
        assert_eq!(input(&[1, 2], &[1.5, -0.5]), "probabilities");
        assert_eq!(input(&[0, 0], &[0.5, 0.5]), "observed");
        assert_eq!(exact_fit(&[1_000_000, 0, 0], &[0.2, 0.3, 0.5]).unwrap_err().input, "observed");
    }
}
