//! Variance components: what moves a result over a full crossing of settings.

use super::error::finite;
use super::method::{Method, method};
use super::special::{chi_square_quantile, fisher_quantile, squared, student_two_sided};
use super::{Interval, Result, error_chance, refuse};
use serde::Serialize;

/// The variance of a value over a full crossing of factors, by where it comes from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VarianceComponents {
    /// Mean over all cells.
    pub mean: f64,
    /// Variance of each factor's own effects, in the order of the factors.
    pub components: Vec<f64>,
    /// Lower limit of each component; none for a factor of two levels, which say too little of their own spread.
    pub components_low: Vec<Option<f64>>,
    /// Upper limit of each.
    pub components_high: Vec<Option<f64>>,
    /// Variance of what factors do together and not each by itself.
    pub interaction: f64,
    /// Mean variance of the dice in a cell.
    pub sampling: f64,
    /// Standard error of the mean, for new levels of every factor.
    pub std_error: f64,
    /// Degrees of freedom of its interval (Satterthwaite 1946).
    pub df: f64,
    /// Interval of the mean, by Student's t; not cut at the ends of a scale.
    #[serde(flatten)]
    pub interval: Interval,
}

impl VarianceComponents {
    /// Of one value a cell, in row-major order of the levels, the last factor fastest, with the variances of their dice;
    /// `levels` is the number of levels of each factor.
    ///
    /// ```text
    /// MS_f = N/L_f Σ(ȳ_fl - ȳ)²/(L_f-1)    MS_r = the other squares over N - 1 - Σ(L_f-1)
    /// component_f = max(0, (MS_f - MS_r) L_f/N)    interaction = max(0, MS_r - sampling)
    /// ```
    ///
    /// Components have the limits of Williams (1962), which hold for normal effects and are wide for few levels.
    ///
    /// # Errors
    /// Fewer than two factors, fewer than two levels, other than one value and one variance a cell, numbers that are not
    /// finite, variances below 0, a confidence outside (0, 1).
    pub fn of(levels: &[usize], means: &[f64], variances: &[f64], confidence: f64) -> Result<Self> {
        let alpha = error_chance(confidence)?;
        let cells = cells(levels)?;
        for (name, values) in [("means", means), ("variances", variances)] {
            if values.len() != cells {
                return refuse(name, format!("must be one for every cell, {cells}, got {}", values.len()));
            }
            for value in values {
                finite(name, *value)?;
            }
        }
        if let Some(variance) = variances.iter().find(|variance| **variance < 0.0) {
            return refuse("variances", format!("must not be below 0, got {variance:?}"));
        }
        let n = cells as f64;
        let mean = means.iter().sum::<f64>() / n;
        let factors: Vec<Factor> = (0..levels.len()).map(|factor| Factor::of(factor, levels, means, mean)).collect();
        let own_df: f64 = factors.iter().map(|factor| factor.df).sum();
        let rest_df = n - 1.0 - own_df;
        let rest_squares = rest_squares(means, mean, &factors);
        let rest = rest_squares / rest_df;
        let sampling = variances.iter().sum::<f64>() / n;
        let limits: Vec<_> = factors.iter().map(|factor| factor.limits(n, rest, rest_df, alpha)).collect();
        let spare = (factors.len() as f64 - 1.0) * rest;
        let between = factors.iter().map(|factor| factor.mean_square).sum::<f64>() - spare;
        let (variance, df) = if between > rest {
            let parts = factors.iter().map(|factor| squared(factor.mean_square) / factor.df).sum::<f64>();
            (between / n, squared(between) / (parts + squared(spare) / rest_df))
        } else {
            (rest / n, rest_df)
        };
        let std_error = variance.sqrt();
        Ok(Self {
            mean,
            components: factors.iter().map(|f| ((f.mean_square - rest) * f.levels() / n).max(0.0)).collect(),
            components_low: limits.iter().map(|limits| limits.map(|limits| limits.low)).collect(),
            components_high: limits.iter().map(|limits| limits.map(|limits| limits.high)).collect(),
            interaction: (rest - sampling).max(0.0),
            sampling,
            std_error,
            df,
            interval: Interval::around(mean, student_two_sided(df, alpha) * std_error),
        })
    }
}

/// One factor of a crossing.
struct Factor {
    /// Cells that the effect of a level does not differ in: the product of the levels of all later factors.
    stride: usize,
    /// The effect of each level: its mean less the mean of all.
    effects: Vec<f64>,
    /// Degrees of freedom.
    df: f64,
    /// Mean square of the effects.
    mean_square: f64,
}

impl Factor {
    fn of(factor: usize, levels: &[usize], means: &[f64], mean: f64) -> Self {
        let stride: usize = levels[factor + 1..].iter().product();
        let mut effects = vec![0.0; levels[factor]];
        for (cell, value) in means.iter().enumerate() {
            effects[cell / stride % levels[factor]] += value - mean;
        }
        let each = means.len() as f64 / levels[factor] as f64;
        effects.iter_mut().for_each(|effect| *effect /= each);
        let df = levels[factor] as f64 - 1.0;
        let mean_square = each * effects.iter().map(|effect| squared(*effect)).sum::<f64>() / df;
        Self { stride, effects, df, mean_square }
    }

    fn levels(&self) -> f64 {
        self.effects.len() as f64
    }

    /// The effect of the level that a cell has.
    fn effect(&self, cell: usize) -> f64 {
        self.effects[cell / self.stride % self.effects.len()]
    }

    /// Limits of its component, from `(L/N) df (MS - F MS_r)/χ²` with the quantiles of either end.
    fn limits(&self, n: f64, rest: f64, rest_df: f64, alpha: f64) -> Option<Interval> {
        let limit = |p: f64| {
            let own = self.mean_square - fisher_quantile(self.df, rest_df, p) * rest;
            (self.levels() / n * self.df * own / chi_square_quantile(self.df, p)).max(0.0)
        };
        (self.df > 1.0).then(|| Interval { low: limit(1.0 - alpha / 2.0), high: limit(alpha / 2.0) })
    }
}

/// Cells of a full crossing.
fn cells(levels: &[usize]) -> Result<usize> {
    if levels.len() < 2 {
        return refuse("levels", "must be of at least two factors: of one alone, nothing is left to measure it by");
    }
    if let Some(few) = levels.iter().find(|level| **level < 2) {
        return refuse("levels", format!("must be at least two of every factor, got {few}"));
    }
    match levels.iter().try_fold(1_usize, |cells, level| cells.checked_mul(*level)) {
        Some(cells) => Ok(cells),
        None => refuse("levels", "are too many"),
    }
}

/// Sum of squares that no factor explains by itself; taken cell by cell, not as a difference of sums, which would lose its digits.
fn rest_squares(means: &[f64], mean: f64, factors: &[Factor]) -> f64 {
    let rest = |(cell, value): (usize, &f64)| {
        squared(value - mean - factors.iter().map(|factor| factor.effect(cell)).sum::<f64>())
    };
    means.iter().enumerate().map(rest).sum()
}

/// The names of the factors are for the reader of a question; the answer keeps their order.
fn of_named(
    factors: &[String],
    levels: &[usize],
    means: &[f64],
    variances: &[f64],
    confidence: f64,
) -> Result<VarianceComponents> {
    if factors.len() != levels.len() {
        return refuse("factors", format!("must be as many as their levels, {}, got {}", levels.len(), factors.len()));
    }
    VarianceComponents::of(levels, means, variances, confidence)
}

pub(super) const METHOD: Method = method!(
    "variance-components",
    "what moves a result over a full crossing of settings, one value a cell, the last factor fastest",
    {
        factors: Vec<String>, levels: Vec<usize>, means: Vec<f64>, variances: Vec<f64>,
        confidence: f64 = super::usual_confidence(),
    } => of_named(&factors, &levels, &means, &variances, confidence)
);

#[cfg(test)]
mod tests {
    use super::*;

    /// A crossing of effects that add up.
    fn additive(one: &[f64], other: &[f64]) -> Vec<f64> {
        one.iter().flat_map(|x| other.iter().map(move |y| 0.5 + x + y)).collect()
    }

    #[test]
    fn effects_that_add_up_have_no_interaction() {
        let means = additive(&[-0.1, 0.0, 0.1], &[-0.02, 0.02]);
        let found = VarianceComponents::of(&[3, 2], &means, &[0.0001; 6], 0.95).unwrap();
        assert!((found.mean - 0.5).abs() < 1e-15);
        assert_eq!(found.interaction, 0.0);
        // The variance of the levels with divisor L - 1.
        for (got, want) in found.components.iter().zip([0.01, 0.0008]) {
            assert!((got - want).abs() < 1e-12, "{got} {want}");
        }
        assert!((found.std_error - (0.01_f64 / 3.0 + 0.0008 / 2.0).sqrt()).abs() < 1e-12);
        // Satterthwaite: squares of sixfold variances, with 2 and 1 degrees of freedom.
        let (a, b): (f64, f64) = (0.02, 0.0024);
        assert!((found.df - squared(a + b) / (a * a / 2.0 + b * b)).abs() < 1e-9, "{}", found.df);
    }

    #[test]
    fn what_factors_do_together_is_the_interaction() {
        let found = VarianceComponents::of(&[2, 2], &[0.6, 0.4, 0.4, 0.6], &[0.001; 4], 0.95).unwrap();
        assert_eq!(found.components, [0.0, 0.0]);
        assert!((found.interaction - (0.04 - 0.001)).abs() < 1e-12);
        assert_eq!(found.df, 1.0);
    }

    #[test]
    fn the_last_factor_is_the_fastest() {
        let found = VarianceComponents::of(&[2, 3], &[0.4, 0.5, 0.6, 0.4, 0.5, 0.6], &[0.0; 6], 0.95).unwrap();
        assert!(found.components[0] < 1e-15 && (found.components[1] - 0.01).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn three_levels_have_limits_and_two_have_none() {
        let means = additive(&[-0.1, 0.0, 0.1], &[-0.02, 0.02]);
        let found = VarianceComponents::of(&[3, 2], &means, &[0.0001; 6], 0.95).unwrap();
        assert_eq!((found.components_low[1], found.components_high[1]), (None, None));
        // Without a rest the limits are those of a plain variance with two degrees of freedom, of which χ² has a closed form.
        let chi = |p: f64| -2.0 * libm::log(1.0 - p);
        let limits = [found.components_low[0].unwrap(), found.components_high[0].unwrap()];
        for (got, want) in limits.iter().zip([0.02 / chi(0.975), 0.02 / chi(0.025)]) {
            assert!((got / want - 1.0).abs() < 1e-9, "{got} {want}");
        }
    }

    #[test]
    fn impossible_inputs_are_refused() {
        let input = |levels: &[usize], means: &[f64], variances: &[f64]| {
            VarianceComponents::of(levels, means, variances, 0.95).unwrap_err().input
        };
        assert_eq!(input(&[4], &[0.5; 4], &[0.1; 4]), "levels");
        assert_eq!(input(&[4, 1], &[0.5; 4], &[0.1; 4]), "levels");
        assert_eq!(input(&[usize::MAX, 3], &[0.5; 4], &[0.1; 4]), "levels");
        assert_eq!(input(&[2, 2], &[0.5; 3], &[0.1; 4]), "means");
        assert_eq!(input(&[2, 2], &[0.5; 4], &[-0.1; 4]), "variances");
        let names = ["one".to_owned()];
        assert_eq!(of_named(&names, &[2, 2], &[0.5; 4], &[0.1; 4], 0.95).unwrap_err().input, "factors");
    }
}
