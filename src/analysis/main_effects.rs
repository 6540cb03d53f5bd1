//! Main effects: what every level of a factor does to a value, and which factors do together what neither does alone.

use super::linear::{Matrix, Reach, Vector};
use super::method::{Method, method};
use super::special::{chi_square_upper, fisher_upper, normal_two_sided, squared, student_two_sided};
use super::{Interval, Result, error_chance, refuse};
use serde::{Deserialize, Serialize};

/// A factor of a design: what every cell has of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum DesignFactor {
    /// The level of each cell, from 0; every level is told by itself.
    Levels {
        /// Levels.
        levels: Vec<usize>,
    },
    /// A number of each cell; the value moves along a straight line.
    Trend {
        /// Numbers.
        numbers: Vec<f64>,
    },
}

/// What one factor does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FactorEffects {
    /// By how much each level lies above the mean of the levels; of numbers one effect, from the least to the greatest.
    pub effects: Vec<f64>,
    /// Interval of each.
    pub intervals: Vec<Interval>,
    /// Chance of effects at least as large in all where the factor does nothing.
    pub p_value: f64,
}

/// What two factors do together beyond the sum of what each does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Together {
    /// Places of the two factors.
    pub factors: [usize; 2],
    /// By how much it moves a cell typically: the root of the mean square over the cells, less what the dice would show of nothing.
    pub deviation: f64,
    /// Chance of at least as much where they only add up.
    pub p_value: f64,
}

/// The effects of all factors of a design, taken together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MainEffects {
    /// Mean over levels, or at the middle of the numbers.
    pub mean: f64,
    /// In the order of the factors.
    pub factors: Vec<FactorEffects>,
    /// Of every two factors of which the design can tell it, in their order.
    pub together: Vec<Together>,
    /// Squares that are left over, for each degree of freedom, in units of the dice; 1 where the effects explain all but the dice.
    pub misfit: f64,
}

impl MainEffects {
    /// Of one value a cell with the variance of its dice, which has to be above 0.
    ///
    /// Weighted least squares on effects that sum to 0 over the levels of a factor. What is left over beyond the dice widens all
    /// intervals by the root of `misfit` and makes them Student's (Birge 1932): then factors do something together that the sum does not say.
    /// Two factors together are the products of their columns, added to the main effects of all, and tested against what these leave.
    ///
    /// # Errors
    /// No factors, fewer than two levels, a level without cells, other than one value, one variance and one level a cell, numbers
    /// that are not finite, variances that are not above 0, a design that cannot tell the effects apart, a confidence outside (0, 1).
    pub fn of(factors: &[DesignFactor], means: &[f64], variances: &[f64], confidence: f64) -> Result<Self> {
        let alpha = error_chance(confidence)?;
        let n = means.len();
        if variances.len() != n {
            return refuse("variances", format!("must be one for every cell, {n}, got {}", variances.len()));
        }
        if let Some(wrong) = variances.iter().find(|variance| !(variance.is_finite() && **variance > 0.0)) {
            return refuse("variances", format!("must be above 0, got {wrong:?}"));
        }
        if let Some(wrong) = means.iter().find(|mean| !mean.is_finite()) {
            return refuse("means", format!("must be finite, got {wrong:?}"));
        }
        let coded = factors.iter().map(|factor| Coded::of(factor, n)).collect::<Result<Vec<_>>>()?;
        if coded.is_empty() {
            return refuse("factors", "must be at least one");
        }
        let own: Vec<&[Vec<f64>]> = coded.iter().map(|factor| &factor.columns[..]).collect();
        let Some(fit) = Fit::of(&own, means, variances) else {
            return refuse("factors", "must differ so that the cells tell the effect of each from those of the others");
        };
        let quantile = if fit.misfit > 1.0 { student_two_sided(fit.df, alpha) } else { normal_two_sided(alpha) };
        let effects = coded.iter().enumerate().map(|(at, factor)| {
            let (effects, intervals) = factor
                .contrasts()
                .iter()
                .map(|contrast| {
                    let (effect, variance) = fit.contrast(at, contrast);
                    (effect, Interval::around(effect, quantile * variance.max(0.0).sqrt()))
                })
                .unzip();
            FactorEffects { effects, intervals, p_value: fit.p_value(at) }
        });
        let pairs = (0..coded.len()).flat_map(|one| (one + 1..coded.len()).map(move |other| [one, other]));
        let together = pairs.filter_map(|[one, other]| {
            let product = |x: &Vec<f64>, y: &Vec<f64>| x.iter().zip(y).map(|(x, y)| x * y).collect();
            let products: Vec<Vec<f64>> =
                own[one].iter().flat_map(|x| own[other].iter().map(move |y| product(x, y))).collect();
            let blocks: Vec<&[Vec<f64>]> = own.iter().copied().chain([&products[..]]).collect();
            let fit = Fit::of(&blocks, means, variances)?;
            let last = blocks.len() - 1;
            Some(Together {
                factors: [one, other],
                deviation: fit.deviation(last, &products),
                p_value: fit.p_value(last),
            })
        });
        Ok(Self { mean: fit.mean(), factors: effects.collect(), together: together.collect(), misfit: fit.misfit })
    }
}

/// A factor as columns of a linear model.
struct Coded {
    columns: Vec<Vec<f64>>,
    is_trend: bool,
}

impl Coded {
    fn of(factor: &DesignFactor, n: usize) -> Result<Self> {
        let length = match factor {
            DesignFactor::Levels { levels } => levels.len(),
            DesignFactor::Trend { numbers } => numbers.len(),
        };
        if length != n {
            return refuse("factors", format!("must have a level for every cell, {n}, got {length}"));
        }
        match factor {
            DesignFactor::Levels { levels } => {
                let last = levels.iter().max().copied().unwrap_or(0);
                if last == 0 || (0..last).any(|level| !levels.contains(&level)) {
                    return refuse("factors", "must have at least two levels, numbered from 0, and cells of each");
                }
                // The last level is the negative sum of all others.
                let column =
                    |own: usize| levels.iter().map(move |level| f64::from(*level == own) - f64::from(*level == last));
                Ok(Self { columns: (0..last).map(|own| column(own).collect()).collect(), is_trend: false })
            }
            DesignFactor::Trend { numbers } => {
                let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
                let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                if !(low < high && (high - low).is_finite()) {
                    return refuse("factors", "must have at least two numbers");
                }
                let column = numbers.iter().map(|number| (number - low) / (high - low) - 0.5).collect();
                Ok(Self { columns: vec![column], is_trend: true })
            }
        }
    }

    /// What makes the effects out of the coefficients.
    fn contrasts(&self) -> Vec<Vec<f64>> {
        let k = self.columns.len();
        let unit = |at: usize| (0..k).map(|column| f64::from(column == at)).collect();
        let all: Vec<Vec<f64>> = (0..k).map(unit).collect();
        if self.is_trend { all } else { all.into_iter().chain([vec![-1.0; k]]).collect() }
    }
}

/// A weighted least squares fit of a constant and blocks of columns.
struct Fit {
    coefficients: Vector,
    /// Of the coefficients, the misfit included.
    covariance: Matrix,
    /// First column of every block, and the end of the last.
    bounds: Vec<usize>,
    /// Degrees of freedom that are left over.
    df: f64,
    misfit: f64,
}

impl Fit {
    /// None where the columns hang together.
    fn of(blocks: &[&[Vec<f64>]], means: &[f64], variances: &[f64]) -> Option<Self> {
        let n = means.len();
        let mut bounds = vec![1];
        for block in blocks {
            bounds.push(bounds[bounds.len() - 1] + block.len());
        }
        let columns: Vec<&Vec<f64>> = blocks.iter().flat_map(|block| block.iter()).collect();
        let p = columns.len() + 1;
        let weight = |cell: usize| 1.0 / variances[cell].sqrt();
        let map = Matrix::from_fn(n, p, |i, j| weight(i) * if j == 0 { 1.0 } else { columns[j - 1][i] });
        let target = Vector::from_fn(n, |i, _| weight(i) * means[i]);
        if n < p || Reach::of(&map).rank < p {
            return None;
        }
        let inverse = (map.transpose() * &map).cholesky()?.inverse();
        let coefficients = &inverse * map.transpose() * &target;
        let df = (n - p) as f64;
        let left = (target - &map * &coefficients).norm_squared();
        let misfit = if n > p { (left / df).max(1.0) } else { 1.0 };
        let covariance = inverse * misfit;
        let is_sound = covariance.iter().chain(coefficients.iter()).all(|x| x.is_finite() && x.abs() < 1e150);
        (is_sound && misfit.is_finite()).then_some(Self { coefficients, covariance, bounds, df, misfit })
    }

    fn mean(&self) -> f64 {
        self.coefficients[0]
    }

    /// A sum of coefficients of a block, and its variance.
    fn contrast(&self, block: usize, contrast: &[f64]) -> (f64, f64) {
        let first = self.bounds[block];
        let (mut sum, mut variance) = (0.0, 0.0);
        for (i, x) in contrast.iter().enumerate() {
            sum += x * self.coefficients[first + i];
            for (j, y) in contrast.iter().enumerate() {
                variance += x * y * self.covariance[(first + i, first + j)];
            }
        }
        (sum, variance)
    }

    /// Chance of coefficients of a block at least as far from 0 as these where all are 0.
    fn p_value(&self, block: usize) -> f64 {
        let [first, k] = [self.bounds[block], self.bounds[block + 1] - self.bounds[block]];
        let own = self.coefficients.rows(first, k).into_owned();
        let covariance = self.covariance.view((first, first), (k, k)).into_owned();
        let Some(root) = covariance.cholesky() else { return 1.0 };
        let statistic = own.dot(&root.solve(&own));
        if self.misfit > 1.0 {
            fisher_upper(k as f64, self.df, statistic / k as f64)
        } else {
            chi_square_upper(k as f64, statistic)
        }
    }

    /// Root of the mean square of what a block of these columns adds to the cells, less what chance adds.
    fn deviation(&self, block: usize, columns: &[Vec<f64>]) -> f64 {
        let n = columns[0].len();
        let square = |cell: usize| {
            let row: Vec<f64> = columns.iter().map(|column| column[cell]).collect();
            let (sum, variance) = self.contrast(block, &row);
            squared(sum) - variance
        };
        ((0..n).map(square).sum::<f64>() / n as f64).max(0.0).sqrt()
    }
}

pub(super) const METHOD: Method = method!(
    "main-effects",
    "what every level of a factor does to a value, and what two factors do together, one value a cell",
    {
        factors: Vec<DesignFactor>, means: Vec<f64>, variances: Vec<f64>,
        confidence: f64 = super::usual_confidence(),
    } => MainEffects::of(&factors, &means, &variances, confidence)
);

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(levels: &[usize]) -> DesignFactor {
        DesignFactor::Levels { levels: levels.to_vec() }
    }

    fn trend(numbers: &[f64]) -> DesignFactor {
        DesignFactor::Trend { numbers: numbers.to_vec() }
    }

    #[test]
    fn of_a_full_crossing_they_are_differences_of_means() {
        let factors = [levels(&[0, 0, 0, 1, 1, 1]), levels(&[0, 1, 2, 0, 1, 2])];
        let means = [0.30, 0.42, 0.48, 0.50, 0.62, 0.68];
        let found = MainEffects::of(&factors, &means, &[0.0004; 6], 0.95).unwrap();
        assert!((found.mean - 0.5).abs() < 1e-12);
        assert_eq!(found.misfit, 1.0);
        for (got, want) in found.factors[0].effects.iter().zip([-0.1, 0.1]) {
            assert!((got - want).abs() < 1e-12);
        }
        for (got, want) in found.factors[1].effects.iter().zip([-0.1, 0.02, 0.08]) {
            assert!((got - want).abs() < 1e-12);
        }
        // Three cells against three: the deviation of half a difference is 0.02/√6.
        let half = found.factors[0].intervals[1].half_width();
        assert!((half / (1.959_963_984_540_054 * 0.02 / 6.0_f64.sqrt()) - 1.0).abs() < 1e-9, "{half}");
        // (0.1/(0.02/√6))² = 150 of one degree of freedom.
        assert!((found.factors[0].p_value / chi_square_upper(1.0, 150.0) - 1.0).abs() < 1e-6);
        assert!(found.together[0].deviation < 1e-6 && found.together[0].p_value > 0.99, "{:?}", found.together);
    }

    #[test]
    fn what_two_factors_do_together_is_told_and_widens_what_each_does() {
        let factors = [levels(&[0, 0, 1, 1, 0, 0, 1, 1]), levels(&[0, 1, 0, 1, 0, 1, 0, 1])];
        let means = [0.6, 0.4, 0.4, 0.6, 0.6, 0.4, 0.4, 0.6];
        let found = MainEffects::of(&factors, &means, &[0.0001; 8], 0.95).unwrap();
        let [Together { factors: [0, 1], deviation, p_value }] = found.together[..] else { panic!("{found:?}") };
        // Eight cells with a tenth of the dice's variance in each fitted value.
        assert!(
            (deviation - (0.01_f64 - 0.0001 / 8.0).sqrt()).abs() < 1e-9 && p_value < 1e-100,
            "{deviation} {p_value}"
        );
        assert!((found.misfit - 8.0 * 0.01 / 0.0001 / 5.0).abs() < 1e-6, "{}", found.misfit);
        assert!(found.factors[0].intervals[0].half_width() > 0.1 && found.factors[0].p_value > 0.99);
    }

    #[test]
    fn a_number_is_a_line_from_its_least_to_its_greatest() {
        let numbers = [2.0, 4.0, 6.0, 10.0];
        let means = numbers.map(|x| 0.2 + 0.03 * x);
        let found = MainEffects::of(&[trend(&numbers)], &means, &[0.0001, 0.0002, 0.0003, 0.0004], 0.95).unwrap();
        assert!((found.factors[0].effects[0] - 0.24).abs() < 1e-12 && found.factors[0].effects.len() == 1);
        assert!((found.mean - (0.2 + 0.03 * 6.0)).abs() < 1e-12);
    }

    #[test]
    fn a_hypercube_tells_factors_apart_that_no_level_holds_together() {
        let (x, y) = ([0.0, 1.0, 2.0, 3.0, 4.0], [2.0, 0.0, 3.0, 1.0, 4.0]);
        let means: Vec<f64> = x.iter().zip(y).map(|(x, y)| 0.5 + 0.02 * x - 0.05 * y).collect();
        let found = MainEffects::of(&[trend(&x), trend(&y)], &means, &[0.0004; 5], 0.95).unwrap();
        assert!((found.factors[0].effects[0] - 0.08).abs() < 1e-12);
        assert!((found.factors[1].effects[0] + 0.20).abs() < 1e-12);
    }

    #[test]
    fn impossible_inputs_are_refused() {
        let input = |factors: &[DesignFactor], means: &[f64], variances: &[f64]| {
            MainEffects::of(factors, means, variances, 0.95).unwrap_err().input
        };
        let two = levels(&[0, 1]);
        assert_eq!(input(&[], &[0.5; 2], &[0.1; 2]), "factors");
        assert_eq!(input(&[levels(&[0, 2])], &[0.5; 2], &[0.1; 2]), "factors");
        assert_eq!(input(&[levels(&[0, 0])], &[0.5; 2], &[0.1; 2]), "factors");
        assert_eq!(input(&[trend(&[1.0, 1.0])], &[0.5; 2], &[0.1; 2]), "factors");
        assert_eq!(input(&[two.clone(), two.clone()], &[0.5; 2], &[0.1; 2]), "factors");
        assert_eq!(input(&[levels(&[0, 1, 0])], &[0.5; 2], &[0.1; 2]), "factors");
        assert_eq!(input(std::slice::from_ref(&two), &[f64::NAN, 0.5], &[0.1; 2]), "means");
        assert_eq!(input(std::slice::from_ref(&two), &[0.5; 2], &[0.1, 0.0]), "variances");
        assert_eq!(input(&[two], &[0.5; 2], &[0.1]), "variances");
    }
}
