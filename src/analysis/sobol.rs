//! Which rules knobs move a result, alone and together with others.

use super::door::{Method, method};
use super::impossible::finite;
use super::{Result, refuse};
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
}

impl SobolIndices {
    /// From results `a` and `b` at two tables of random settings, and `ab[k]` at the settings of `a` with knob k from `b`.
    ///
    /// The noise of the simulation counts as variance: all rows should share their seeds, and the seed be one more knob.
    ///
    /// # Errors
    /// No rows or no knobs, lists of different lengths, results that are not finite.
    pub fn of(a: &[f64], b: &[f64], ab: &[Vec<f64>]) -> Result<Self> {
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
        let n = rows as f64;
        let mean = a.iter().chain(b).sum::<f64>() / (2.0 * n);
        let variance = a.iter().chain(b).map(|y| (y - mean).powi(2)).sum::<f64>() / (2.0 * n);
        let share = |sum: f64| (variance > 0.0).then(|| sum / n / variance);
        let first =
            |knob: &Vec<f64>| share(a.iter().zip(b).zip(knob).map(|((a, b), turned)| (b - mean) * (turned - a)).sum());
        let total = |knob: &Vec<f64>| share(a.iter().zip(knob).map(|(a, turned)| (a - turned).powi(2) / 2.0).sum());
        Ok(Self { variance, first: ab.iter().map(first).collect(), total: ab.iter().map(total).collect() })
    }
}

pub(super) const METHOD: Method = method!(
    "sobol-indices",
    "shares of the variance of a result that go back to each knob, alone and with others",
    { a: Vec<f64>, b: Vec<f64>, ab["a list for each knob"]: Vec<Vec<f64>> } => SobolIndices::of(&a, &b, &ab)
);

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of `f` on two knobs at 64 settings that fill the square, and again with each knob turned.
    fn indices(f: fn(f64, f64) -> f64) -> SobolIndices {
        let settings: Vec<[f64; 4]> =
            (0..4096u32).map(|i| [i & 7, i >> 3 & 7, i >> 6 & 7, i >> 9 & 7].map(|k| f64::from(k) - 3.5)).collect();
        let results = |x: usize, y: usize| settings.iter().map(|s| f(s[x], s[y])).collect::<Vec<f64>>();
        SobolIndices::of(&results(0, 1), &results(2, 3), &[results(2, 1), results(0, 3)]).unwrap()
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
    fn a_constant_has_nothing_to_share_out() {
        let constant = SobolIndices::of(&[1.0, 1.0], &[1.0, 1.0], &[vec![1.0, 1.0]]).unwrap();
        assert_eq!((constant.variance, constant.first, constant.total), (0.0, vec![None], vec![None]));
        assert_eq!(SobolIndices::of(&[1.0], &[1.0], &[]).unwrap_err().input, "ab");
        assert_eq!(SobolIndices::of(&[1.0], &[1.0, 2.0], &[vec![1.0]]).unwrap_err().input, "b");
    }
}
