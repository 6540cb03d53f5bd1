//! Which rules knobs move a result, alone and together with others.

use super::error::finite;
use super::method::{Method, method};
use super::special::squared;
use super::{Result, error_chance, refuse};
use crate::dice::{Address, Dice, Purpose, Seat};
use serde::Serialize;

/// Shares of the variance of a result that go back to each knob. None when the result does not vary.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SobolIndices {
    /// Variance of the result.
    pub variance: f64,
    /// What each knob does on its own (Saltelli et al. 2010).
    pub first: Vec<Option<f64>>,
    /// What each knob does on its own and with others (Jansen 1999).
    pub total: Vec<Option<f64>>,
    /// Lower limits of the former.
    pub first_low: Vec<Option<f64>>,
    /// Upper limits.
    pub first_high: Vec<Option<f64>>,
    /// Lower limits of the latter.
    pub total_low: Vec<Option<f64>>,
    /// Upper limits.
    pub total_high: Vec<Option<f64>>,
}

/// Rows are drawn anew this often for the limits.
const RESAMPLES: u64 = 1000;

/// The seed of these draws: the same results have the same limits.
const SEED: u64 = 20_261_120;

impl SobolIndices {
    /// From results `a` and `b` at two tables of random settings, and `ab[k]` at the settings of `a` with knob k from `b`. The
    /// limits hold the middle part of what comes of rows drawn anew with replacement.
    ///
    /// The noise of the simulation counts as variance: all rows should share their seeds, and the seed be one more knob.
    ///
    /// # Errors
    /// No rows or no knobs, lists of different lengths, results that are not finite, a confidence outside (0, 1).
    pub fn of(a: &[f64], b: &[f64], ab: &[Vec<f64>], confidence: f64) -> Result<Self> {
        let alpha = error_chance(confidence)?;
        let rows = a.len();
        if rows == 0 {
            return refuse("a", "must not be empty");
        }
        if ab.is_empty() {
            return refuse("ab", "must not be empty");
        }
        for (input, values) in [("a", a), ("b", b)].into_iter().chain(ab.iter().map(|values| ("ab", &values[..]))) {
            if values.len() != rows {
                return refuse(input, format!("must be as many as a, {rows}, got {}", values.len()));
            }
            for value in values {
                finite(input, *value)?;
            }
        }
        let whole = Shares::of(a, b, ab, &(0..rows).collect::<Vec<_>>());
        let drawn: Vec<Shares> = (0..RESAMPLES)
            .map(|round| {
                let address = Address { seed: SEED, cell: 0, pair: round };
                let mut dice = address.open(Seat::Environment, Purpose::Setup, 0);
                let picks: Vec<usize> = (0..rows).map(|_| dice.pick(rows as u32) as usize).collect();
                Shares::of(a, b, ab, &picks)
            })
            .collect();
        let limit = |of: fn(&Shares) -> &Vec<Option<f64>>, q: f64| {
            (0..ab.len()).map(|knob| quantile(drawn.iter().filter_map(|shares| of(shares)[knob]), q)).collect()
        };
        // Without variance there is nothing to share out, and nothing to be unsure of.
        Ok(Self {
            variance: whole.variance,
            first_low: limit(|shares| &shares.first, alpha / 2.0),
            first_high: limit(|shares| &shares.first, 1.0 - alpha / 2.0),
            total_low: limit(|shares| &shares.total, alpha / 2.0),
            total_high: limit(|shares| &shares.total, 1.0 - alpha / 2.0),
            first: whole.first,
            total: whole.total,
        })
    }
}

/// The shares that come of some of the rows.
struct Shares {
    variance: f64,
    first: Vec<Option<f64>>,
    total: Vec<Option<f64>>,
}

impl Shares {
    fn of(a: &[f64], b: &[f64], ab: &[Vec<f64>], rows: &[usize]) -> Self {
        let n = rows.len() as f64;
        let sum = |term: &dyn Fn(usize) -> f64| rows.iter().map(|row| term(*row)).sum::<f64>();
        let mean = sum(&|row| a[row] + b[row]) / (2.0 * n);
        let variance = sum(&|row| squared(a[row] - mean) + squared(b[row] - mean)) / (2.0 * n);
        let share = |sum: f64| (variance > 0.0).then(|| sum / n / variance);
        let first = |knob: &Vec<f64>| share(sum(&|row| (b[row] - mean) * (knob[row] - a[row])));
        let total = |knob: &Vec<f64>| share(sum(&|row| squared(a[row] - knob[row]) / 2.0));
        Self { variance, first: ab.iter().map(first).collect(), total: ab.iter().map(total).collect() }
    }
}

/// The value below which this share of the values lies; none of no values.
fn quantile(values: impl Iterator<Item = f64>, share: f64) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    Some(values[(share * last as f64).round() as usize])
}

pub(super) const METHOD: Method = method!(
    "sobol-indices",
    "shares of the variance of a result that go back to each knob, alone and with others",
    {
        a: Vec<f64>, b: Vec<f64>, ab["a list for each knob"]: Vec<Vec<f64>>, confidence: f64 = super::usual_confidence()
    } => SobolIndices::of(&a, &b, &ab, confidence)
);

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of `f` on two knobs at 64 settings that fill the square, and again with each knob turned.
    fn indices(f: fn(f64, f64) -> f64) -> SobolIndices {
        let settings: Vec<[f64; 4]> =
            (0..4096u32).map(|i| [i & 7, i >> 3 & 7, i >> 6 & 7, i >> 9 & 7].map(|k| f64::from(k) - 3.5)).collect();
        let results = |x: usize, y: usize| settings.iter().map(|s| f(s[x], s[y])).collect::<Vec<f64>>();
        SobolIndices::of(&results(0, 1), &results(2, 3), &[results(2, 1), results(0, 3)], 0.95).unwrap()
    }

    #[test]
    fn sums_have_no_interactions_and_products_nothing_else() {
        let near = |got: &[Option<f64>], want: [f64; 2]| {
            assert!(got.iter().zip(want).all(|(got, want)| (got.unwrap() - want).abs() < 1e-12), "{got:?} {want:?}");
        };
        let sum = indices(|x, y| 2.0 * x + y);
        near(&sum.first, [0.8, 0.2]);
        near(&sum.total, [0.8, 0.2]);
        let product = indices(|x, y| x * y);
        near(&product.first, [0.0, 0.0]);
        near(&product.total, [1.0, 1.0]);
    }

    #[test]
    fn limits_hold_the_shares_and_close_in_with_more_rows() {
        let many = indices(|x, y| 2.0 * x + y);
        let width = |indices: &SobolIndices, knob: usize| {
            let [low, high] = [&indices.first_low, &indices.first_high].map(|limits| limits[knob].unwrap());
            assert!(low < indices.first[knob].unwrap() && indices.first[knob].unwrap() < high);
            assert!(indices.total_low[knob] < indices.total[knob] && indices.total[knob] < indices.total_high[knob]);
            high - low
        };
        let settings = |salt: u32| {
            let coordinate =
                |row: u32, knob: u32| f64::from((row * 37 + knob * 101 + salt).wrapping_mul(2_654_435_761) % 97);
            (0..64).map(|row| [coordinate(row, 1), coordinate(row, 2)]).collect::<Vec<_>>()
        };
        let (a, b) = (settings(0), settings(7919));
        let result = |x: f64, y: f64| 2.0 * x + y;
        let of = |rows: &[[f64; 2]]| rows.iter().map(|[x, y]| result(*x, *y)).collect::<Vec<f64>>();
        let turned = [0, 1].map(|knob| {
            let one = |(a, b): (&[f64; 2], &[f64; 2])| if knob == 0 { result(b[0], a[1]) } else { result(a[0], b[1]) };
            a.iter().zip(&b).map(one).collect::<Vec<f64>>()
        });
        let few = SobolIndices::of(&of(&a), &of(&b), &turned, 0.95).unwrap();
        assert!(width(&few, 0) > 2.0 * width(&many, 0) && width(&few, 1) > 2.0 * width(&many, 1));
        assert_eq!(few, SobolIndices::of(&of(&a), &of(&b), &turned, 0.95).unwrap(), "nothing is left to chance");
        let wide = SobolIndices::of(&of(&a), &of(&b), &turned, 0.99).unwrap();
        assert!(width(&wide, 0) > width(&few, 0));
    }

    #[test]
    fn a_constant_has_nothing_to_share_out() {
        let constant = SobolIndices::of(&[1.0, 1.0], &[1.0, 1.0], &[vec![1.0, 1.0]], 0.95).unwrap();
        assert_eq!((constant.variance, constant.first, constant.total), (0.0, vec![None], vec![None]));
        assert_eq!((constant.first_low, constant.total_high), (vec![None], vec![None]));
        assert_eq!(SobolIndices::of(&[1.0], &[1.0], &[], 0.95).unwrap_err().input, "ab");
        assert_eq!(SobolIndices::of(&[1.0], &[1.0, 2.0], &[vec![1.0]], 0.95).unwrap_err().input, "b");
        assert_eq!(SobolIndices::of(&[1.0], &[1.0], &[vec![1.0]], 1.0).unwrap_err().input, "confidence");
    }
}
