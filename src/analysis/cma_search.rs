//! Covariance matrix adaptation: a search for the best point of a box when points can only be ranked, and rankings err
//! (Hansen 2016, *The CMA Evolution Strategy: A Tutorial*; full covariance, positive weights, cumulative step lengths).
//!
//! The search draws a generation of points from a normal distribution, is told their order, and moves the distribution:
//! its mean to the best of them, its step length by how straight its way was, its covariance towards the steps that paid.
//!
//! The box is kept by folding: the search runs in a space without limits, and a coordinate outside of its limits stands for
//! the one inside that it becomes when the axis is folded at the limits, as a mirror would have it. Every point drawn counts, and
//! the mean may come to lie on a limit, which it could not if what lies outside were drawn again or moved to the edge.

use super::error::{finite, positive};
use super::linear::{Matrix, Vector};
use super::{CmaParameters, Interval, Result, refuse};

/// The largest change of the logarithm of the step length in a generation: one lucky generation must not blow it up.
const MOST_GROWTH: f64 = 1.0;

/// Axes of the distribution are kept at least this long, as a share of the longest.
const THINNEST: f64 = 1e-8;

/// A search that goes on generation by generation: [`ask`](Self::ask) for points, [`tell`](Self::tell) their order.
#[derive(Clone, Debug)]
pub struct CmaSearch {
    parameters: CmaParameters,
    limits: Vec<Interval>,
    /// Centre of the distribution, not folded.
    mean: Vector,
    step: f64,
    covariance: Matrix,
    /// Columns are the directions of the axes of the distribution.
    directions: Matrix,
    /// Standard deviation along each of them, without the step length.
    lengths: Vector,
    path_of_step: Vector,
    path_of_covariance: Vector,
    generations: u64,
}

/// A point of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct CmaPoint {
    /// Its coordinates, within the limits.
    pub coordinates: Vec<f64>,
    /// Its way from the mean, in steps.
    way: Vector,
}

impl CmaSearch {
    /// A search that begins about `start` with standard deviation `step` along every coordinate, and keeps to `limits`.
    ///
    /// # Errors
    /// No coordinates, not as many limits, limits in the wrong order, a start outside of them, a step that is not above 0.
    pub fn new(start: &[f64], step: f64, limits: &[Interval]) -> Result<Self> {
        let parameters = CmaParameters::of(start.len() as u64)?;
        if limits.len() != start.len() {
            return refuse("limits", format!("must be as many as coordinates, {}, got {}", start.len(), limits.len()));
        }
        for (at, Interval { low, high }) in start.iter().zip(limits) {
            if finite("limits", *low)? > finite("limits", *high)? {
                return refuse("limits", format!("must be in order, got {low} and {high}"));
            }
            if !(low..=high).contains(&at) {
                return refuse("start", format!("must lie from {low} to {high}, got {at}"));
            }
        }
        let n = start.len();
        Ok(Self {
            parameters,
            limits: limits.to_vec(),
            mean: Vector::from_column_slice(start),
            step: positive("step", step)?,
            covariance: Matrix::identity(n, n),
            directions: Matrix::identity(n, n),
            lengths: Vector::repeat(n, 1.0),
            path_of_step: Vector::zeros(n),
            path_of_covariance: Vector::zeros(n),
            generations: 0,
        })
    }

    /// Points of a generation.
    #[must_use]
    pub fn population(&self) -> usize {
        self.parameters.lambda as usize
    }

    /// Those of them whose order counts, the best.
    #[must_use]
    pub fn parents(&self) -> usize {
        self.parameters.mu as usize
    }

    /// The step length: standard deviation along a coordinate of usual covariance.
    #[must_use]
    pub fn step(&self) -> f64 {
        self.step
    }

    /// Generations that were told.
    #[must_use]
    pub fn generations(&self) -> u64 {
        self.generations
    }

    /// The centre of the distribution, within the limits: what the search takes the best point to be.
    #[must_use]
    pub fn centre(&self) -> Vec<f64> {
        self.folded(&self.mean)
    }

    /// The largest standard deviation of the distribution along any axis.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.step * self.lengths.max()
    }

    /// Draws a generation; `normal` gives independent standard normal numbers.
    pub fn ask(&self, mut normal: impl FnMut() -> f64) -> Vec<CmaPoint> {
        let n = self.mean.len();
        let mut point = |_| {
            let drawn = Vector::from_fn(n, |at, _| self.lengths[at] * normal());
            let way = &self.directions * drawn;
            CmaPoint { coordinates: self.folded(&(&self.mean + self.step * &way)), way }
        };
        (0..self.population()).map(&mut point).collect()
    }

    /// Moves the distribution: `ranked` are points of the last generation, the best first; those beyond
    /// [`parents`](Self::parents) are not looked at.
    ///
    /// # Errors
    /// Fewer points than parents, or points of another search.
    pub fn tell(&mut self, ranked: &[&CmaPoint]) -> Result<()> {
        let n = self.mean.len();
        let CmaParameters { weights, mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, chi_n, .. } = &self.parameters;
        if ranked.len() < weights.len() {
            return refuse("ranked", format!("must be {} at least, got {}", weights.len(), ranked.len()));
        }
        if let Some(other) = ranked.iter().find(|point| point.way.len() != n) {
            return refuse("ranked", format!("must be points of {n} coordinates, got one of {}", other.way.len()));
        }
        let best = || weights.iter().zip(ranked);
        let way = best().fold(Vector::zeros(n), |sum, (weight, point)| sum + *weight * &point.way);
        self.mean += self.step * &way;
        self.generations += 1;

        // The same way as it would be, were the distribution a ball.
        let mut round = self.directions.transpose() * &way;
        round.component_div_assign(&self.lengths);
        let round = &self.directions * round;
        self.path_of_step *= 1.0 - c_sigma;
        self.path_of_step += (c_sigma * (2.0 - c_sigma) * mu_eff).sqrt() * round;
        let length = self.path_of_step.norm();
        // What a path of random steps has come to by now.
        let grown = 1.0 - libm::pow(1.0 - c_sigma, 2.0 * self.generations as f64);
        let straight = length / grown.sqrt() >= (1.4 + 2.0 / (n as f64 + 1.0)) * chi_n;
        let fresh = if straight { 0.0 } else { 1.0 };
        self.path_of_covariance *= 1.0 - c_c;
        self.path_of_covariance += fresh * (c_c * (2.0 - c_c) * mu_eff).sqrt() * &way;

        let lost = (1.0 - fresh) * c_1 * c_c * (2.0 - c_c);
        let mut covariance = (1.0 - c_1 - c_mu + lost) * &self.covariance;
        covariance += *c_1 * &self.path_of_covariance * self.path_of_covariance.transpose();
        for (weight, point) in best() {
            covariance += c_mu * *weight * &point.way * point.way.transpose();
        }
        self.step *= libm::exp((c_sigma / d_sigma * (length / chi_n - 1.0)).min(MOST_GROWTH));
        // Rounding leaves the two halves a little apart.
        self.covariance = (&covariance + covariance.transpose()) / 2.0;
        let axes = self.covariance.clone().symmetric_eigen();
        let longest = axes.eigenvalues.max().max(f64::MIN_POSITIVE).sqrt();
        self.lengths = axes.eigenvalues.map(|value| value.max(0.0).sqrt().max(THINNEST * longest));
        self.directions = axes.eigenvectors;
        Ok(())
    }

    fn folded(&self, point: &Vector) -> Vec<f64> {
        point.iter().zip(&self.limits).map(|(x, limits)| fold(*x, *limits)).collect()
    }
}

/// The number within the limits that `x` becomes when the axis is folded at them.
fn fold(x: f64, Interval { low, high }: Interval) -> f64 {
    let width = high - low;
    if width <= 0.0 {
        return low;
    }
    let along = (x - low).rem_euclid(2.0 * width);
    let inside = low + if along <= width { along } else { 2.0 * width - along };
    inside.clamp(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::special::{normal_quantile, squared};
    use crate::dice::SeededDice;

    /// The value of the centre after so many generations of a search for the least value.
    fn least(
        value: impl Fn(&[f64]) -> f64,
        start: &[f64],
        limits: Interval,
        generations: u64,
        seed: u64,
    ) -> (f64, CmaSearch) {
        let mut dice = SeededDice::from_key(seed);
        let mut normal = || normal_quantile(((dice.word() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64);
        let mut search = CmaSearch::new(start, 0.5, &vec![limits; start.len()]).unwrap();
        for _ in 0..generations {
            let points = search.ask(&mut normal);
            assert!(points.iter().flat_map(|p| &p.coordinates).all(|x| (limits.low..=limits.high).contains(x)));
            let mut ranked: Vec<&CmaPoint> = points.iter().collect();
            ranked.sort_by(|a, b| value(&a.coordinates).total_cmp(&value(&b.coordinates)));
            search.tell(&ranked).unwrap();
        }
        (value(&search.centre()), search)
    }

    const WIDE: Interval = Interval { low: -10.0, high: 10.0 };

    fn sphere(x: &[f64]) -> f64 {
        x.iter().map(|x| squared(x - 0.5)).sum()
    }

    /// Axes that differ a thousandfold in length, and do not lie along the coordinates.
    fn ellipsoid(x: &[f64]) -> f64 {
        let n = x.len();
        let turned = |at: usize| (x[at] - x[(at + 1) % n]) / std::f64::consts::SQRT_2 + 0.1 * x[at];
        (0..n).map(|at| libm::pow(1e6, at as f64 / (n as f64 - 1.0)) * squared(turned(at))).sum()
    }

    fn rosenbrock(x: &[f64]) -> f64 {
        x.windows(2).map(|w| 100.0 * squared(w[1] - squared(w[0])) + squared(1.0 - w[0])).sum()
    }

    #[test]
    fn a_sphere_is_found_in_twenty_dimensions() {
        let (value, search) = least(sphere, &[3.0; 20], WIDE, 300, 1);
        assert!(value < 1e-9, "{value}");
        assert!(search.step() < 1e-3 && search.generations() == 300);
    }

    #[test]
    fn long_and_slanting_axes_are_learnt() {
        let (value, _) = least(ellipsoid, &[1.0; 8], WIDE, 700, 2);
        assert!(value < 1e-10, "{value}");
    }

    #[test]
    fn a_bent_valley_is_followed() {
        // In more dimensions the valley has two ends.
        let (value, _) = least(rosenbrock, &[-1.0; 3], WIDE, 400, 3);
        assert!(value < 1e-10, "{value}");
    }

    #[test]
    fn the_best_point_may_lie_in_a_corner_of_the_box() {
        let (value, search) = least(|x| -x.iter().sum::<f64>(), &[0.0; 5], Interval { low: -1.0, high: 2.0 }, 200, 4);
        assert!(value < -9.99, "{value}");
        assert!(search.centre().iter().all(|x| *x > 1.99));
        // Where it begins in the other one, it is found all the same.
        let (value, _) = least(|x| -x.iter().sum::<f64>(), &[-1.0; 5], Interval { low: -1.0, high: 2.0 }, 200, 5);
        assert!(value < -9.99, "{value}");
    }

    #[test]
    fn errors_of_the_ranking_do_not_lead_it_astray() {
        let noise = std::cell::RefCell::new(SeededDice::from_key(9));
        let blurred = |x: &[f64]| {
            sphere(x)
                + normal_quantile((f64::from((noise.borrow_mut().word() >> 40) as u32) + 0.5) / f64::from(1 << 24))
        };
        let (_, search) = least(blurred, &[3.0; 10], WIDE, 150, 6);
        assert!(sphere(&search.centre()) < 2.5, "began at 62.5, ends at {}", sphere(&search.centre()));
    }

    #[test]
    fn a_coordinate_that_cannot_move_stays() {
        let limits = [Interval { low: 0.0, high: 4.0 }, Interval { low: 2.0, high: 2.0 }];
        let search = CmaSearch::new(&[1.0, 2.0], 0.5, &limits).unwrap();
        let mut numbers = (1..).map(|n| f64::from(n % 5) - 2.0);
        assert!(search.ask(|| numbers.next().unwrap()).iter().all(|point| point.coordinates[1] == 2.0));
    }

    #[test]
    fn axes_are_folded_at_the_limits() {
        let at = |x| fold(x, Interval { low: -1.0, high: 2.0 });
        assert_eq!([at(0.5), at(2.5), at(-1.5), at(5.0), at(8.5)], [0.5, 1.5, -0.5, -1.0, 1.5]);
    }

    #[test]
    fn impossible_searches_are_refused() {
        let input = |start: &[f64], step, limits: &[Interval]| CmaSearch::new(start, step, limits).unwrap_err().input;
        assert_eq!(input(&[], 1.0, &[]), "n");
        assert_eq!(input(&[1.0], 1.0, &[]), "limits");
        assert_eq!(input(&[1.0], 1.0, &[Interval { low: 2.0, high: 1.0 }]), "limits");
        assert_eq!(input(&[11.0], 1.0, &[WIDE]), "start");
        assert_eq!(input(&[1.0], 0.0, &[WIDE]), "step");
        let mut search = CmaSearch::new(&[1.0; 3], 1.0, &[WIDE; 3]).unwrap();
        assert_eq!(search.tell(&[]).unwrap_err().input, "ranked");
        let other = CmaSearch::new(&[1.0; 2], 1.0, &[WIDE; 2]).unwrap().ask(|| 0.5);
        assert_eq!(search.tell(&other.iter().collect::<Vec<_>>()).unwrap_err().input, "ranked");
    }
}
