//! What units should cost: their worth in won games, as a price list.

mod held;

use held::{Held, sparse};

use super::error::{finite, positive};
use super::linear::{Matrix, Reach, Vector, matrix};
use super::method::{Method, method};
use super::newton::{Slope, climb};
use super::{Interval, Result, error_chance, refuse, special};
use nalgebra::DVectorView;
use serde::{Deserialize, Serialize};

/// Games between lists, a row after the other, shown as often as asked for: they need not lie in memory as numbers.
pub trait Rows {
    /// Unit types.
    fn units(&self) -> usize;

    /// Shows every row: units of the one list less those of the other, trials, points.
    fn visit(&self, see: &mut dyn FnMut(&[f64], f64, f64));
}

/// Games between lists, as what they fielded and how it went: a row for every pair, or for all games of two lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Encounters {
    /// Units of the one list less those of the other, by unit type.
    pub differences: Vec<Vec<f64>>,
    /// Games in each row, or 1 for a pair.
    pub trials: Vec<f64>,
    /// Their scores, summed; a pair scores between 0 and 1.
    pub points: Vec<f64>,
}

/// What costs are measured by.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "ReferenceKeys")]
pub enum Reference {
    /// This unit type keeps this cost.
    Unit {
        /// Place of the unit type.
        unit: usize,
        /// Its cost.
        cost: f64,
    },
    /// A list of so many units of each type keeps its total.
    List {
        /// Units by type.
        list: Vec<f64>,
        /// The total.
        cost: f64,
    },
}

/// The same in JSON: `{unit, cost}` or `{list, cost}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReferenceKeys {
    unit: Option<usize>,
    list: Option<Vec<f64>>,
    cost: f64,
}

impl TryFrom<ReferenceKeys> for Reference {
    type Error = &'static str;

    fn try_from(keys: ReferenceKeys) -> std::result::Result<Self, Self::Error> {
        match keys {
            ReferenceKeys { unit: Some(unit), list: None, cost } => Ok(Self::Unit { unit, cost }),
            ReferenceKeys { unit: None, list: Some(list), cost } => Ok(Self::List { list, cost }),
            _ => Err("reference: must have either a unit or a list, and its cost"),
        }
    }
}

/// Where the errors of costs come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Errors {
    /// From how far the rows scatter: right for rows of a pair each, and for lists that have more to them than a sum of
    /// units.
    #[default]
    Robust,
    /// The same, with each row's distance from its fit over one less its leverage (HC3, MacKinnon and White 1985): right for few rows
    /// as well, of which the fit follows each too closely.
    Leverage,
    /// From the binomial spread of independent games.
    Model,
}

/// What the games say of units and their costs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FairCosts {
    /// How many directions of costs the lists can tell apart.
    pub rank: usize,
    /// Whether that is all of them.
    pub identified: bool,
    /// When exactly one direction is missing: adding this to the worth of units changes no game. Its largest entry is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub null_direction: Option<Vec<f64>>,
    /// All directions that are missing, each with as few unit types in it as can be and 1 for its largest.
    #[serde(skip)]
    pub null_directions: Vec<Vec<f64>>,
    /// Unit types that are held at their present costs, so that the others can be told.
    #[serde(skip)]
    pub held: Vec<usize>,
    /// The worths and costs; none when they are not identified, and nothing that is held makes them so.
    #[serde(flatten)]
    pub worths: Option<Worths>,
}

/// What units are worth, and should cost. Costs are none when the reference is worth nothing; their limits, when it is not
/// clearly worth something.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Worths {
    /// What one more unit of a type adds to the logarithm of the odds.
    pub coefficients: Vec<f64>,
    /// Standard errors of those, of the model.
    pub std_errors: Vec<f64>,
    /// The same from the scatter of the rows.
    pub robust_std_errors: Vec<f64>,
    /// What a unit of each type should cost.
    pub costs: Vec<Option<f64>>,
    /// Standard errors of the costs.
    pub cost_std_errors: Vec<Option<f64>>,
    /// Lower limits of the costs (Fieller 1954).
    pub cost_low: Vec<Option<f64>>,
    /// Upper limits of the costs.
    pub cost_high: Vec<Option<f64>>,
    /// Covariance of the coefficients, as the intervals use it.
    #[serde(skip)]
    covariance: Matrix,
    /// By how much the coefficients are too large on average, to the first order of one over the rows (Cox and Snell 1968).
    #[serde(skip)]
    bias: Vec<f64>,
    /// What was fitted, where some types are held.
    #[serde(skip)]
    fitted: Option<Fitted>,
    /// What costs are measured by.
    #[serde(skip)]
    anchor: Anchor,
}

impl Worths {
    /// Points of win rate that one more unit of each type adds in an even game, without the bias of few rows: a fit of logarithms of
    /// odds takes chance for worth, by a quarter where ninety pairs tell seventeen types. Costs are ratios, from which it cancels.
    #[must_use]
    pub fn win_points(&self) -> Vec<f64> {
        self.coefficients.iter().zip(&self.bias).map(|(worth, bias)| 25.0 * (worth - bias)).collect()
    }

    /// Points of win rate that a tenth of the budget adds in an even game, spent on each unit type at its present cost.
    #[must_use]
    pub fn win_points_per_tenth(&self, costs: &[f64], budget: f64) -> Vec<f64> {
        self.win_points().iter().zip(costs).map(|(points, cost)| points * 0.1 * budget / cost).collect()
    }

    /// Standard errors of the coefficients, as the intervals use them.
    #[must_use]
    pub fn used_std_errors(&self) -> Vec<f64> {
        self.covariance.diagonal().iter().map(|variance| variance.max(0.0).sqrt()).collect()
    }

    /// The interval of the cost of a unit type, where it has one.
    #[must_use]
    pub fn interval(&self, unit: usize) -> Option<Interval> {
        Some(Interval { low: self.cost_low[unit]?, high: self.cost_high[unit]? })
    }

    /// The types whose coefficients were fitted by themselves, with these and their covariance: scores are as they say.
    pub(super) fn fitted(&self) -> Fitted {
        self.fitted.clone().unwrap_or_else(|| Fitted {
            types: (0..self.coefficients.len()).collect(),
            coefficients: self.coefficients.clone(),
            covariance: self.covariance.clone(),
        })
    }

    /// The p-value of "a unit of this type should cost so much"; the interval holds the costs for which it is large enough.
    /// None where the data could say nothing else, as of the only unit of the reference.
    #[must_use]
    pub fn p_value(&self, unit: usize, cost: f64) -> Option<f64> {
        let worths = Vector::from_column_slice(&self.coefficients);
        let ratio = cost / self.anchor.cost;
        let gap = worths[unit] - ratio * self.anchor.units.dot(&worths);
        let variance = self.anchor.variance(unit, ratio, &self.covariance);
        (variance > 0.0).then(|| 2.0 * special::normal_cdf(-gap.abs() / variance.sqrt()))
    }
}

impl FairCosts {
    /// Fits `logit(score) = differences·β` by largest likelihood, and turns worths into costs by the reference b:
    /// `cost_u = K β_u/(b·β)`.
    ///
    /// Lists of equal points can say which unit is worth more than which, but not what a point is worth: their totals must
    /// differ.
    ///
    /// # Errors
    /// Rows of different lengths or numbers, points below 0 or above their trials, a reference that is not there, games that
    /// some combination of units always wins, a confidence outside (0, 1).
    pub fn of(encounters: &Encounters, reference: &Reference, errors: Errors, confidence: f64) -> Result<Self> {
        let differences = matrix("differences", &encounters.differences)?;
        check_points(differences.nrows(), encounters)?;
        Self::of_rows(encounters, reference, None, errors, confidence)
    }

    /// The same for rows that are known to be sound: all as long as there are unit types, and with points from 0 to their
    /// trials.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    ///
    /// Where the rows cannot tell all types apart, and `present` costs are given, one type of every direction that is missing is held
    /// at its present cost: what one more of it is worth is that many points of the reference. The worths of types that are in
    /// no such direction do not depend on it; what they cost does only so far as the reference has such types.
    pub fn of_rows(
        rows: &impl Rows,
        reference: &Reference,
        present: Option<&[f64]>,
        errors: Errors,
        confidence: f64,
    ) -> Result<Self> {
        let alpha = error_chance(confidence)?;
        let units = rows.units();
        let anchor = Anchor::of(reference, units)?;
        let Reach { rank, blind } = Reach::of_rows(units, |see| rows.visit(&mut |row, _, _| see(row)));
        let identified = rank == units;
        let null_directions = if identified { Vec::new() } else { sparse(blind) };
        let null_direction = Some(&null_directions[..]).filter(|all| all.len() == 1).map(|all| all[0].clone());
        let held = present.and_then(|present| Held::of(&null_directions, &anchor, present));
        let Some(Held { held, kept, lift }) = held.or_else(|| identified.then(|| Held::nothing(units))) else {
            return Ok(Self { rank, identified, null_direction, null_directions, held: Vec::new(), worths: None });
        };
        let rows = Kept { rows, kept: &kept };
        let Some(fit) = climb(Vector::zeros(kept.len()), |worths| slope(&rows, worths)) else {
            return refuse("points", "some combination of units always wins, whatever it costs");
        };
        let (worths, model) = (fit.place, fit.covariance);
        // How far rows lie from their fit, over one less their leverage raised to a power: 0 is the scatter as it is, ½ what is right on
        // average (HC2), 1 what is never too small (HC3).
        let scatter = |power: f64| {
            let mut meat = Matrix::zeros(kept.len(), kept.len());
            rows.visit(&mut |row, n, y| {
                let row = DVectorView::from_slice(row, kept.len());
                let p = chance(row.dot(&worths));
                let leverage = if power > 0.0 { n * p * (1.0 - p) * row.dot(&(&model * row)) } else { 0.0 };
                let rest = (y - n * p) / libm::pow((1.0 - leverage).max(LEAST_FREEDOM), power);
                meat.ger(rest * rest, &row, &row, 1.0);
            });
            &model * meat * &model
        };
        let robust = scatter(0.0);
        let used = match errors {
            Errors::Robust => robust.clone(),
            Errors::Leverage => scatter(1.0),
            Errors::Model => model.clone(),
        };
        let bias = bias(&rows, &worths, &model, &scatter(0.5));
        let fitted = (!held.is_empty()).then(|| Fitted {
            types: kept.clone(),
            coefficients: worths.iter().copied().collect(),
            covariance: used.clone(),
        });
        let (worths, bias, [model, robust, covariance]) = match &lift {
            Some(lift) => {
                let lifted = [model, robust, used].map(|covariance| lift * covariance * lift.transpose());
                (lift * worths, lift * bias, lifted)
            }
            None => (worths, bias, [model, robust, used]),
        };
        let roots = |covariance: &Matrix| covariance.diagonal().iter().map(|v| v.max(0.0).sqrt()).collect();
        let (std_errors, robust_std_errors) = (roots(&model), roots(&robust));
        let z = special::normal_two_sided(alpha);
        let priced: Vec<Priced> = (0..units).map(|unit| anchor.price(unit, &worths, &covariance, z)).collect();
        let column = |of: fn(&Priced) -> Option<f64>| priced.iter().map(of).collect();
        Ok(Self {
            rank,
            identified,
            null_direction,
            null_directions,
            held,
            worths: Some(Worths {
                coefficients: worths.iter().copied().collect(),
                std_errors,
                robust_std_errors,
                costs: column(|priced| priced.cost),
                cost_std_errors: column(|priced| priced.std_error),
                cost_low: column(|priced| priced.limits.map(|limits| limits.low)),
                cost_high: column(|priced| priced.limits.map(|limits| limits.high)),
                covariance,
                bias: bias.iter().copied().collect(),
                fitted,
                anchor,
            }),
        })
    }
}

/// The bias of a fit to the first order, `-½ V Σ d p''(d'Cd)`: the curve of chances bends towards even, so that coefficients which scatter
/// about the true ones by `covariance` have to lie farther out for the same points. `model` is the inverse of the information. The covariance
/// is that of HC2 (MacKinnon and White 1985): the one of intervals is on the safe side, and would take too much.
fn bias(rows: &impl Rows, worths: &Vector, model: &Matrix, covariance: &Matrix) -> Vector {
    let units = worths.len();
    let mut bend = Vector::zeros(units);
    rows.visit(&mut |row, n, _| {
        let row = DVectorView::from_slice(row, units);
        let p = chance(row.dot(worths));
        let scatter = row.dot(&(covariance * row));
        bend.axpy(n * p * (1.0 - p) * (1.0 - 2.0 * p) * scatter, &row, 1.0);
    });
    model * bend * -0.5
}

/// What was fitted: the types, their coefficients, the covariance of these.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fitted {
    /// The types.
    pub(super) types: Vec<usize>,
    /// What one more of each adds to the logarithm of the odds, while none of the types that are held is worth anything.
    pub(super) coefficients: Vec<f64>,
    /// Covariance of those.
    pub(super) covariance: Matrix,
}

/// A row that alone decides what something is worth has no freedom left; its error is then without bounds, but finite.
const LEAST_FREEDOM: f64 = 1e-6;

/// Rows of some of their types.
struct Kept<'a, R> {
    rows: &'a R,
    kept: &'a [usize],
}

impl<R: Rows> Rows for Kept<'_, R> {
    fn units(&self) -> usize {
        self.kept.len()
    }

    fn visit(&self, see: &mut dyn FnMut(&[f64], f64, f64)) {
        let mut short = vec![0.0; self.kept.len()];
        self.rows.visit(&mut |row, trials, points| {
            short.iter_mut().zip(self.kept).for_each(|(x, unit)| *x = row[*unit]);
            see(&short, trials, points);
        });
    }
}

fn check_points(rows: usize, encounters: &Encounters) -> Result<()> {
    for (input, values) in [("trials", &encounters.trials), ("points", &encounters.points)] {
        if values.len() != rows {
            return refuse(input, format!("must be as many as the differences, {rows}, got {}", values.len()));
        }
    }
    for (trials, points) in encounters.trials.iter().zip(&encounters.points) {
        positive("trials", *trials)?;
        if !(0.0..=*trials).contains(points) {
            return refuse("points", format!("must be from 0 to the number of trials, {trials}, got {points}"));
        }
    }
    Ok(())
}

impl Rows for Encounters {
    fn units(&self) -> usize {
        self.differences.first().map_or(0, Vec::len)
    }

    fn visit(&self, see: &mut dyn FnMut(&[f64], f64, f64)) {
        let results = self.trials.iter().zip(&self.points);
        self.differences.iter().zip(results).for_each(|(row, (trials, points))| see(row, *trials, *points));
    }
}

/// The chance to win at these logarithms of odds.
pub(super) fn chance(logit: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-logit))
}

fn slope(rows: &impl Rows, worths: &Vector) -> Slope {
    let units = worths.len();
    let (mut value, mut gradient, mut information) = (0.0, Vector::zeros(units), Matrix::zeros(units, units));
    rows.visit(&mut |row, n, y| {
        let row = DVectorView::from_slice(row, units);
        let logit = row.dot(worths);
        let (p, q) = (chance(logit), chance(-logit));
        // y ln p + (n-y) ln q, without the logarithm of a chance that has become 0.
        let ln_q = -(logit.max(0.0) + libm::log1p(libm::exp(-logit.abs())));
        value += y * logit + n * ln_q;
        gradient.axpy(y - n * p, &row, 1.0);
        information.ger(n * p * q, &row, &row, 1.0);
    });
    Slope { value, gradient, information }
}

/// What costs are measured by: units of the reference, and what they cost together.
#[derive(Clone, Debug, PartialEq)]
struct Anchor {
    units: Vector,
    cost: f64,
}

/// The cost of a unit type.
struct Priced {
    cost: Option<f64>,
    std_error: Option<f64>,
    limits: Option<Interval>,
}

impl Anchor {
    fn of(reference: &Reference, types: usize) -> Result<Self> {
        match reference {
            Reference::Unit { unit, cost } => {
                if *unit >= types {
                    return refuse("reference", format!("is unit {unit}, but the last one is {}", types - 1));
                }
                let mut units = Vector::zeros(types);
                units[*unit] = 1.0;
                Ok(Self { units, cost: positive("reference", *cost)? })
            }
            Reference::List { list, cost } => {
                if list.len() != types {
                    let got = list.len();
                    return refuse(
                        "reference",
                        format!("must have as many unit types as the differences, {types}, got {got}"),
                    );
                }
                for units in list {
                    finite("reference", *units)?;
                }
                if list.iter().all(|units| *units == 0.0) {
                    return refuse("reference", "is an empty list");
                }
                Ok(Self { units: Vector::from_column_slice(list), cost: positive("reference", *cost)? })
            }
        }
    }

    fn price(&self, unit: usize, worths: &Vector, covariance: &Matrix, z: f64) -> Priced {
        let (b, worth, total) = (&self.units, worths[unit], self.units.dot(worths));
        let own = covariance[(unit, unit)];
        let shared = covariance.column(unit).dot(b);
        let whole = (covariance * b).dot(b);
        // The limits hold all ratios r for which worth - r·total is not clearly different from 0.
        let lead = total * total - z * z * whole;
        let half = worth * total - z * z * shared;
        let rest = worth * worth - z * z * own;
        let root = (half * half - lead * rest).max(0.0).sqrt();
        let limits = Interval { low: self.cost * (half - root) / lead, high: self.cost * (half + root) / lead };
        let ratio = (total != 0.0).then(|| worth / total);
        Priced {
            cost: ratio.map(|ratio| self.cost * ratio),
            std_error: ratio.map(|ratio| self.cost / total.abs() * self.variance(unit, ratio, covariance).sqrt()),
            limits: (lead > 0.0).then_some(limits),
        }
    }

    /// Variance of the worth of a unit less this share of the worth of the reference.
    fn variance(&self, unit: usize, ratio: f64, covariance: &Matrix) -> f64 {
        let shared = covariance.column(unit).dot(&self.units);
        let whole = (covariance * &self.units).dot(&self.units);
        (covariance[(unit, unit)] - 2.0 * ratio * shared + ratio * ratio * whole).max(0.0)
    }
}

pub(super) const METHOD: Method = method!(
    "fair-costs",
    "what units should cost, from games between lists of different totals",
    { differences: Vec<Vec<f64>>, trials: Vec<f64>, points: Vec<f64>,
      reference["{unit, cost} | {list, cost}"]: Reference, errors["robust | leverage | model"]: Errors = Errors::default(),
      confidence: f64 = super::usual_confidence() }
    => FairCosts::of(&Encounters { differences, trials, points }, &reference, errors, confidence)
);

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists that differ by up to three units of each of three types, worth 1, 2 and 3 tenths, with exact scores.
    fn exact_scores() -> Encounters {
        let worths = [0.1, 0.2, 0.3];
        let differences: Vec<Vec<f64>> =
            (0..40).map(|r| [7, 5, 3].map(|k| f64::from(r * k % 11 % 7) - 3.0).to_vec()).collect();
        let score = |row: &Vec<f64>| chance(row.iter().zip(worths).map(|(d, w)| d * w).sum());
        Encounters {
            trials: vec![100.0; 40],
            points: differences.iter().map(|row| 100.0 * score(row)).collect(),
            differences,
        }
    }

    #[test]
    fn planted_costs_come_back() {
        let reference = Reference::List { list: vec![3.0, 2.0, 1.0], cost: 100.0 };
        let fair = FairCosts::of(&exact_scores(), &reference, Errors::Model, 0.95).unwrap();
        let worths = fair.worths.unwrap();
        for (unit, want) in [10.0, 20.0, 30.0].into_iter().enumerate() {
            assert!((worths.costs[unit].unwrap() - want).abs() < 1e-9);
            assert!(worths.interval(unit).unwrap().contains(want));
            assert!((worths.win_points()[unit] - want / 4.0).abs() < 1e-9);
            assert!((worths.win_points_per_tenth(&[10.0, 20.0, 30.0], 100.0)[unit] - 2.5).abs() < 1e-9);
        }
        assert!(worths.robust_std_errors.iter().all(|error| *error < 1e-9), "no row strays from the fit");
    }

    #[test]
    fn the_cost_of_the_reference_is_certain() {
        let reference = Reference::Unit { unit: 1, cost: 15.0 };
        let worths = FairCosts::of(&exact_scores(), &reference, Errors::Model, 0.95).unwrap().worths.unwrap();
        assert_eq!(worths.cost_std_errors[1], Some(0.0));
        assert!(
            (worths.cost_low[1].unwrap() - 15.0).abs() < 1e-9 && (worths.cost_high[1].unwrap() - 15.0).abs() < 1e-9
        );
    }

    #[test]
    fn an_interval_holds_the_costs_that_are_not_refuted() {
        let mut noisy = exact_scores();
        noisy.points.iter_mut().zip([3.0, -4.0, 1.0].iter().cycle()).for_each(|(y, e)| *y = (*y + e).clamp(0.0, 100.0));
        let reference = Reference::List { list: vec![3.0, 2.0, 1.0], cost: 100.0 };
        for errors in [Errors::Robust, Errors::Model] {
            let worths = FairCosts::of(&noisy, &reference, errors, 0.95).unwrap().worths.unwrap();
            for unit in 0..3 {
                let Interval { low, high } = worths.interval(unit).unwrap();
                for limit in [low, high] {
                    assert!((worths.p_value(unit, limit).unwrap() - 0.05).abs() < 1e-9);
                }
                assert!((worths.p_value(unit, worths.costs[unit].unwrap()).unwrap() - 1.0).abs() < 1e-9);
            }
        }
        let alone = Reference::Unit { unit: 1, cost: 15.0 };
        let worths = FairCosts::of(&noisy, &alone, Errors::Robust, 0.95).unwrap().worths.unwrap();
        assert_eq!(worths.p_value(1, 15.0), None);
    }

    #[test]
    fn a_reference_that_may_be_worthless_gives_no_limits() {
        let even = Encounters {
            differences: vec![vec![1.0, 0.0], vec![0.0, 1.0], vec![1.0, 1.0]],
            trials: vec![10.0; 3],
            points: vec![5.0, 6.0, 6.0],
        };
        let cost = |reference| FairCosts::of(&even, &reference, Errors::Model, 0.95).unwrap().worths.unwrap();
        let unsure = cost(Reference::Unit { unit: 0, cost: 10.0 });
        assert!(unsure.costs[1].is_some() && unsure.cost_low[1].is_none() && unsure.interval(1).is_none());
    }

    #[test]
    fn units_that_always_come_together_are_not_told_apart() {
        let mut encounters = exact_scores();
        encounters.differences.iter_mut().for_each(|row| row[2] = 2.0 * row[0]);
        let reference = Reference::Unit { unit: 0, cost: 10.0 };
        let fair = FairCosts::of(&encounters, &reference, Errors::Model, 0.95).unwrap();
        assert_eq!((fair.rank, fair.identified, &fair.worths), (2, false, &None));
        let direction = fair.null_direction.unwrap();
        assert!([1.0, 0.0, -0.5].iter().zip(&direction).all(|(want, got)| (want - got).abs() < 1e-12), "{direction:?}");
        encounters.differences.iter_mut().for_each(|row| (row[1], row[2]) = (0.0, 0.0));
        let fair = FairCosts::of(&encounters, &reference, Errors::Model, 0.95).unwrap();
        assert_eq!((fair.rank, fair.null_direction), (1, None));
        assert_eq!(fair.null_directions.len(), 2);
        assert!(fair.null_directions.iter().all(|direction| direction[0] == 0.0), "{:?}", fair.null_directions);
    }

    #[test]
    fn certain_victories_have_no_price() {
        let mut encounters = exact_scores();
        for (row, points) in encounters.differences.iter().zip(&mut encounters.points) {
            *points = if row[0] > 0.0 {
                100.0
            } else if row[0] < 0.0 {
                0.0
            } else {
                50.0
            };
        }
        let reference = Reference::Unit { unit: 0, cost: 10.0 };
        assert_eq!(FairCosts::of(&encounters, &reference, Errors::Robust, 0.95).unwrap_err().input, "points");
    }

    #[test]
    fn impossible_rows_are_refused() {
        let refusal = |spoil: fn(&mut Encounters)| {
            let mut encounters = exact_scores();
            spoil(&mut encounters);
            FairCosts::of(&encounters, &Reference::Unit { unit: 0, cost: 1.0 }, Errors::Robust, 0.95).unwrap_err().input
        };
        assert_eq!(refusal(|e| e.points[3] = 100.5), "points");
        assert_eq!(refusal(|e| e.points[3] = -0.5), "points");
        assert_eq!(refusal(|e| e.trials[3] = 0.0), "trials");
        assert_eq!(refusal(|e| e.trials.truncate(5)), "trials");
        assert_eq!(refusal(|e| e.differences[3].truncate(2)), "differences");
        let reference = Reference::Unit { unit: 3, cost: 1.0 };
        assert_eq!(FairCosts::of(&exact_scores(), &reference, Errors::Robust, 0.95).unwrap_err().input, "reference");
    }
}
