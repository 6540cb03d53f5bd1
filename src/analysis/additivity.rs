//! Whether a list is worth the sum of its units: squares and products of their numbers, tried beside the numbers
//! themselves.
//!
//! A price list can be right only as far as it is. What a second unit of a kind adds less than the first, and what two
//! kinds add together, no price of either can say.

use super::fair_costs::chance;
use super::linear::{Matrix, Vector};
use super::multiple_testing::{Correction, adjust_p};
use super::special::{chi_square_upper, normal_cdf};

/// A term is tried when it differs between the lists of so many pairs.
const FEWEST_PAIRS: u64 = 30;

/// Terms are tried when there are so many pairs for each of them.
const PAIRS_A_TERM: u64 = 10;

/// A term whose square is below this share of itself, the numbers of units taken out, says nothing of its own.
const NOTHING: f64 = 1e-6;

/// Chance to name a departure where there is none, over all terms.
const ALPHA: f64 = 0.05;

/// How far lists are more, or less, than the sum of their units.
#[derive(Clone, Debug, PartialEq)]
pub struct Additivity {
    /// Terms tried: the square of the number of every unit type, the product of every two.
    pub terms: usize,
    /// Mean square of a list's advantage over the field that the sum of its units explains: of the unit part of the balance
    /// budget. Squares of noise are taken off.
    pub unit_part: f64,
    /// The same for what the terms explain beyond that; below 0 where they explain less than noise would.
    pub synergy_part: f64,
    /// p-value of "the terms explain nothing", all of them together.
    pub p_value: f64,
    /// Terms that are shown to count, all of them taken together (Holm), the clearest first.
    pub departures: Vec<Departure>,
}

/// Two units that are worth more, or less, in one list than each alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Departure {
    /// Place of the one type.
    pub first: usize,
    /// Place of the other; the same where it is a second unit of one type.
    pub second: usize,
    /// Points of win rate, in an even game, that they add together beyond what each adds.
    pub points: f64,
    /// p-value of "nothing", corrected for all terms.
    pub p_adjusted: f64,
}

/// Lists that met, and the score of the one, shown row by row.
pub(super) trait Encounters {
    /// Unit types.
    fn units(&self) -> usize;
    /// Shows the numbers of units of both lists and the score from 0 to 1.
    fn visit(&self, see: &mut dyn FnMut([&[f64]; 2], f64));
}

impl Additivity {
    /// Tries all terms beside units of these worths, fitted to the same rows with this covariance.
    ///
    /// By score tests: the terms are not fitted, but it is asked whether what the fit leaves over goes with them. None when
    /// there are too few pairs for so many terms.
    pub(super) fn of(rows: &impl Encounters, worths: &[f64], covariance: &Matrix) -> Option<Self> {
        let sums = Sums::of(rows, worths);
        let units = worths.len();
        let terms: Vec<usize> = (0..sums.terms.len())
            .filter(|term| sums.differing[*term] >= FEWEST_PAIRS && sums.own_share(units + term) > NOTHING)
            .collect();
        if terms.is_empty() || sums.pairs < PAIRS_A_TERM * terms.len() as u64 {
            return None;
        }
        // Each term, less what the numbers of units say of it.
        let pick = |matrix: &Matrix| {
            let places: Vec<usize> = terms.iter().map(|term| units + term).collect();
            matrix.select_rows(&places).select_columns(&places)
        };
        let base = sums.weight.view((0, 0), (units, units)).into_owned().cholesky()?;
        let across = sums.weight.view((0, units), (units, sums.terms.len())).into_owned().select_columns(&terms);
        let shares = base.solve(&across);
        let mut weight = pick(&sums.weight) - across.transpose() * &shares;
        let scatter_base = sums.scatter.view((0, 0), (units, units)).into_owned();
        let scatter_across =
            sums.scatter.view((0, units), (units, sums.terms.len())).into_owned().select_columns(&terms);
        let mixed = shares.transpose() * &scatter_across;
        let scatter = pick(&sums.scatter) - &mixed - mixed.transpose() + shares.transpose() * scatter_base * &shares;
        let rest = Vector::from_iterator(terms.len(), terms.iter().map(|term| sums.rest[units + term]));

        let singles: Vec<(f64, f64)> = (0..terms.len())
            .map(|at| {
                (rest[at] / weight[(at, at)], 2.0 * normal_cdf(-rest[at].abs() / scatter[(at, at)].max(1e-300).sqrt()))
            })
            .collect();
        let p_values: Vec<f64> = singles.iter().map(|(_, p)| *p).collect();
        let adjusted = adjust_p(&p_values, Correction::Holm, ALPHA).ok()?.adjusted;
        let mut departures: Vec<Departure> = (0..terms.len())
            .filter(|at| adjusted[*at] <= ALPHA)
            .map(|at| {
                let (first, second) = sums.terms[terms[at]];
                // A second unit adds the square of 2 less twice that of 1.
                let times = if first == second { 2.0 } else { 1.0 };
                Departure { first, second, points: 25.0 * times * singles[at].0, p_adjusted: adjusted[at] }
            })
            .collect();
        departures.sort_by(|a, b| a.p_adjusted.total_cmp(&b.p_adjusted));

        // Terms that hang together leave the matrix singular; what they say is not changed by a breath of stiffness.
        for at in 0..terms.len() {
            weight[(at, at)] *= 1.0 + 1e-8;
        }
        let lower = weight.cholesky()?.unpack();
        let whitened = lower.solve_lower_triangular(&rest)?;
        let half = lower.solve_lower_triangular(&scatter)?;
        let noise = lower.solve_lower_triangular(&half.transpose())?;
        let (explained, mean) = (whitened.norm_squared(), noise.trace());
        let variance = 2.0 * noise.norm_squared();
        // Satterthwaite: a multiple of a chi square with the same mean and variance.
        let p_value = chi_square_upper(2.0 * mean * mean / variance, explained * 2.0 * mean / variance);
        // A pair's score moves by a quarter of the log odds, and each of its lists has half of the mean square of that.
        let pairs = sums.pairs as f64;
        let steepness = sums.steepness / pairs;
        let unit = worths_square(&sums.square, worths) - sums.square.component_mul(covariance).sum();
        Some(Self {
            terms: terms.len(),
            unit_part: unit / (32.0 * pairs),
            synergy_part: (explained - mean) / (32.0 * pairs * steepness),
            p_value,
            departures,
        })
    }
}

/// `β' S β`.
fn worths_square(square: &Matrix, worths: &[f64]) -> f64 {
    let worths = Vector::from_column_slice(worths);
    (square * &worths).dot(&worths)
}

/// Sums over all rows of the numbers of units and all terms, one after the other.
struct Sums {
    /// The two types of each term.
    terms: Vec<(usize, usize)>,
    pairs: u64,
    /// Pairs in which each term differs.
    differing: Vec<u64>,
    /// Of `p(1-p) v v'`.
    weight: Matrix,
    /// Of `e² v v'`, where e is what the fit leaves over.
    scatter: Matrix,
    /// Of `e v`.
    rest: Vector,
    /// Of `d d'`.
    square: Matrix,
    /// Of `p(1-p)`.
    steepness: f64,
}

impl Sums {
    fn of(rows: &impl Encounters, worths: &[f64]) -> Self {
        let units = rows.units();
        let terms: Vec<(usize, usize)> = (0..units).flat_map(|u| (u..units).map(move |v| (u, v))).collect();
        let all = units + terms.len();
        let mut sums = Self {
            pairs: 0,
            differing: vec![0; terms.len()],
            weight: Matrix::zeros(all, all),
            scatter: Matrix::zeros(all, all),
            rest: Vector::zeros(all),
            square: Matrix::zeros(units, units),
            steepness: 0.0,
            terms,
        };
        let mut entries: Vec<(usize, f64)> = Vec::with_capacity(all);
        rows.visit(&mut |[a, b], score| {
            // Lists have few of all types: most entries are zero.
            entries.clear();
            entries.extend((0..units).map(|u| (u, a[u] - b[u])).filter(|(_, x)| *x != 0.0));
            let differing = entries.len();
            let logit: f64 = entries.iter().map(|(u, x)| x * worths[*u]).sum();
            for (at, (u, v)) in sums.terms.iter().enumerate() {
                let x = a[*u] * a[*v] - b[*u] * b[*v];
                if x != 0.0 {
                    sums.differing[at] += 1;
                    entries.push((units + at, x));
                }
            }
            let p = chance(logit);
            let (steep, left) = (p * (1.0 - p), score - p);
            sums.pairs += 1;
            sums.steepness += steep;
            for (n, (i, x)) in entries.iter().enumerate() {
                sums.rest[*i] += left * x;
                // The lower half alone.
                for (j, y) in &entries[..=n] {
                    sums.weight[(*i, *j)] += steep * x * y;
                    sums.scatter[(*i, *j)] += left * left * x * y;
                }
            }
            for (i, x) in &entries[..differing] {
                for (j, y) in &entries[..differing] {
                    sums.square[(*i, *j)] += x * y;
                }
            }
        });
        sums.weight.fill_upper_triangle_with_lower_triangle();
        sums.scatter.fill_upper_triangle_with_lower_triangle();
        sums
    }

    /// The share of a term that the numbers of units do not explain, each by itself: a first sieve.
    fn own_share(&self, at: usize) -> f64 {
        let units = self.square.nrows();
        let Some(base) = self.weight.view((0, 0), (units, units)).into_owned().cholesky() else { return 0.0 };
        let across = self.weight.view((0, at), (units, 1)).into_owned();
        1.0 - across.dot(&base.solve(&across)) / self.weight[(at, at)]
    }
}
