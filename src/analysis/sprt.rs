//! The sequential probability ratio test, as the testers of chess engines use it.
//!
//! After such a stop the plain estimate is biased and its interval too narrow: print a confidence
//! [`sequence`](super::sequence) instead. The two hypotheses are two points, not "balanced" and "unbalanced".

use super::error::{finite, positive, total};
use super::likelihood::{Tilt, UNLIMITED};
use super::method::{Method, method};
use super::score::{games_per_unit, scores};
use super::special::squared;
use super::{Result, elo, probability, refuse};
use serde::{Deserialize, Serialize};
use std::f64::consts::LN_10;

/// What the Elo numbers of the hypotheses mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Elo of the expected score.
    #[default]
    Logistic,
    /// The score's distance from ½ in standard deviations of a game, on the scale of Elo.
    Normalized,
}

/// Two hypotheses, and how often either may be taken for the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Hypotheses {
    /// Elo difference of the null hypothesis.
    pub elo0: f64,
    /// Elo difference of the alternative.
    pub elo1: f64,
    /// Chance to accept the alternative when the null hypothesis is true.
    pub alpha: f64,
    /// Chance to accept the null hypothesis when the alternative is true.
    pub beta: f64,
    /// What the Elo numbers mean.
    pub model: EloModel,
}

impl Default for Hypotheses {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic }
    }
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtState {
    /// Go on.
    Continue,
    /// The null hypothesis is accepted.
    AcceptH0,
    /// The alternative is accepted.
    AcceptH1,
}

/// A test and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// Logarithm of the likelihood ratio; decides.
    pub llr: f64,
    /// Its normal approximation: fine near an even score, wrong far from it.
    pub llr_quick: f64,
    /// At or below it the null hypothesis is accepted: `ln(β/(1-α))`.
    pub lower: f64,
    /// At or above it the alternative is accepted: `ln((1-β)/α)`.
    pub upper: f64,
    /// Where the test stands.
    pub state: SprtState,
}

impl Sprt {
    /// The generalised test (Van den Bergh) on counts of 3 or 5 scores, low to high: the ratio of the largest
    /// likelihoods that a distribution of scores can have under either hypothesis. Empty categories count as 0.001.
    ///
    /// # Errors
    /// Counts of nothing, equal hypotheses, hypotheses beyond what a score can be, error rates that leave no room.
    pub fn of(counts: &[u64], hypotheses: &Hypotheses) -> Result<Self> {
        let Hypotheses { elo0, elo1, alpha, beta, model } = *hypotheses;
        let (lower, upper) = bounds(alpha, beta)?;
        if finite("elo0", elo0)? == finite("elo1", elo1)? {
            return refuse("elo1", "must differ from elo0");
        }
        let scores = scores(counts.len())?;
        total("counts", counts)?;
        let mut shares: Vec<f64> = counts.iter().map(|n| if *n == 0 { 1e-3 } else { *n as f64 }).collect();
        let n: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= n);
        let (mean, variance) = moments(&shares, scores);
        let g = games_per_unit(counts.len()) as f64;
        let (llr, llr_quick) = match model {
            EloModel::Logistic => {
                let (s0, s1) = (elo::to_score(elo0), elo::to_score(elo1));
                let likelihood = |input, score| constrained_mean(&shares, scores, score, input);
                let llr = n * (likelihood("elo1", s1)? - likelihood("elo0", s0)?);
                (llr, n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance))
            }
            EloModel::Normalized => {
                let [t0, t1] = [elo0, elo1].map(|elo| elo * LN_10 / 800.0);
                let likelihood = |input, t: f64| constrained_ratio(&shares, scores, t * g.sqrt(), input);
                let llr = n * (likelihood("elo1", t1)? - likelihood("elo0", t0)?);
                let t = (mean - 0.5) / (g * variance).sqrt();
                (llr, n * g / 2.0 * libm::log((1.0 + squared(t - t0)) / (1.0 + squared(t - t1))))
            }
        };
        let state = if llr >= upper {
            SprtState::AcceptH1
        } else if llr <= lower {
            SprtState::AcceptH0
        } else {
            SprtState::Continue
        };
        Ok(Self { llr, llr_quick, lower, upper, state })
    }
}

/// The limits of the logarithm of the ratio (Wald 1945).
fn bounds(alpha: f64, beta: f64) -> Result<(f64, f64)> {
    probability("alpha", alpha)?;
    probability("beta", beta)?;
    if alpha + beta >= 1.0 {
        return refuse("beta", "must be below 1 - alpha");
    }
    Ok((libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha)))
}

/// Mean and variance of a distribution of scores.
fn moments(shares: &[f64], scores: &[f64]) -> (f64, f64) {
    let mean = shares.iter().zip(scores).map(|(p, a)| p * a).sum::<f64>();
    (mean, shares.iter().zip(scores).map(|(p, a)| p * squared(a - mean)).sum())
}

/// `Σ p̂ ln(p/p̂)` for the likeliest distribution p with this mean score.
fn constrained_mean(shares: &[f64], scores: &[f64], mean: f64, input: &'static str) -> Result<f64> {
    let distances: Vec<f64> = scores.iter().map(|a| a - mean).collect();
    match Tilt::of(shares, &distances, UNLIMITED) {
        Some(tilt) => Ok(-tilt.gain(shares, &distances)),
        None => refuse(input, "is beyond every expected score"),
    }
}

/// `Σ p̂ ln(p/p̂)` for the likeliest distribution p whose mean lies `t` standard deviations above ½.
///
/// The condition is not linear in p, but it is once mean and deviation of p are given: iterates from the uniform one.
fn constrained_ratio(shares: &[f64], scores: &[f64], t: f64, input: &'static str) -> Result<f64> {
    let mut p = vec![1.0 / shares.len() as f64; shares.len()];
    for _ in 0..1000 {
        let (mean, variance) = moments(&p, scores);
        let deviation = variance.sqrt();
        let distances: Vec<f64> =
            scores.iter().map(|a| a - 0.5 - 0.5 * t * deviation * (1.0 + squared((mean - a) / deviation))).collect();
        let Some(tilt) = Tilt::of(shares, &distances, UNLIMITED) else { break };
        let next: Vec<f64> = shares.iter().zip(&tilt.factors).map(|(p, factor)| p / factor).collect();
        let moved = next.iter().zip(&p).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        p = next;
        if moved < 1e-12 {
            return Ok(-tilt.gain(shares, &distances));
        }
    }
    refuse(input, "is beyond what a distribution of scores can have")
}

/// What to expect of a sequential test before it is run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtPlan {
    /// Chance that the alternative is accepted.
    pub pass_probability: f64,
    /// Units (pairs, or unpaired games) until a decision, on average; the last step over the limit adds a few percent.
    pub expected_units: f64,
}

/// A list of true expected score `true_score` is put to the test between `score0` and `score1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtPlanInput {
    /// Expected score under the null hypothesis.
    pub score0: f64,
    /// Expected score under the alternative.
    pub score1: f64,
    /// Expected score in truth.
    pub true_score: f64,
    /// Variance of a unit's score.
    pub unit_variance: f64,
    /// Chance to accept the alternative when the null hypothesis is true.
    pub alpha: f64,
    /// Chance to accept the null hypothesis when the alternative is true.
    pub beta: f64,
}

impl SprtPlanInput {
    /// Wald's approximations: the ratio is a Brownian motion with drift μ between two barriers.
    ///
    /// # Errors
    /// Numbers out of range, equal hypotheses.
    pub fn plan(self) -> Result<SprtPlan> {
        let (a, b) = bounds(self.alpha, self.beta)?;
        let variance = positive("unit_variance", self.unit_variance)?;
        for (input, score) in [("score0", self.score0), ("score1", self.score1), ("true_score", self.true_score)] {
            if !(0.0..=1.0).contains(&score) {
                return refuse(input, format!("must be a score from 0 to 1, got {score}"));
            }
        }
        let step = self.score1 - self.score0;
        if step == 0.0 {
            return refuse("score1", "must differ from score0");
        }
        let drift = (self.true_score - (self.score0 + self.score1) / 2.0) * step / variance;
        let spread = step * step / variance;
        let h = 2.0 * drift / spread;
        // So close to the middle the formulas below are 0/0, and their limits are right to more digits.
        if (h * (b - a)).abs() < 1e-8 {
            return Ok(SprtPlan { pass_probability: -a / (b - a), expected_units: -a * b / spread });
        }
        // (1-e^{-hA})/(e^{-hB}-e^{-hA}), written so that no exponential overflows.
        let pass_probability = if h > 0.0 {
            libm::expm1(h * a) / libm::expm1(h * (a - b))
        } else {
            libm::expm1(-h * a) / (libm::expm1(-h * a) - libm::expm1(-h * b))
        };
        let expected_units = (a + pass_probability * (b - a)) / drift;
        Ok(SprtPlan { pass_probability, expected_units })
    }
}

pub(super) const SPRT: Method = method!(
    "sprt",
    "where a sequential probability ratio test stands",
    { counts: Vec<u64>, elo0: f64 = Hypotheses::default().elo0, elo1: f64 = Hypotheses::default().elo1,
      alpha: f64 = Hypotheses::default().alpha, beta: f64 = Hypotheses::default().beta,
      model["logistic | normalized"]: EloModel = Hypotheses::default().model }
    => Sprt::of(&counts, &Hypotheses { elo0, elo1, alpha, beta, model })
);

pub(super) const SPRT_PLAN: Method = method!(
    "sprt-plan",
    "chance to pass and units to expect of a sequential test",
    { score0: f64, score1: f64, true_score: f64, unit_variance: f64, alpha: f64 = super::usual_alpha(), beta: f64 = super::usual_alpha() }
    => SprtPlanInput { score0, score1, true_score, unit_variance, alpha, beta }.plan()
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_is_symmetric_in_the_lists() {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let forward = Hypotheses { elo0: 2.0, elo1: 9.0, model, ..Hypotheses::default() };
            let backward = Hypotheses { elo0: -2.0, elo1: -9.0, ..forward };
            let one = Sprt::of(&[10, 80, 300, 95, 15], &forward).unwrap();
            let other = Sprt::of(&[15, 95, 300, 80, 10], &backward).unwrap();
            assert!((one.llr - other.llr).abs() < 1e-9, "{model:?}");
            assert!((one.llr_quick - other.llr_quick).abs() < 1e-9, "{model:?}");
        }
    }

    #[test]
    fn a_plan_keeps_its_error_rates() {
        let plan =
            SprtPlanInput { score0: 0.5, score1: 0.52, true_score: 0.5, unit_variance: 0.1, alpha: 0.05, beta: 0.1 };
        assert!((plan.plan().unwrap().pass_probability - 0.05).abs() < 1e-12);
        let other = SprtPlanInput { true_score: 0.52, ..plan };
        assert!((other.plan().unwrap().pass_probability - 0.9).abs() < 1e-12);
    }

    #[test]
    fn a_plan_is_smooth_around_the_middle_and_tame_far_from_it() {
        let plan = |true_score| {
            let (score0, score1, unit_variance) = (0.5, 0.52, 0.1);
            SprtPlanInput { score0, score1, true_score, unit_variance, alpha: 0.05, beta: 0.05 }.plan().unwrap()
        };
        let (middle, near) = (plan(0.51), plan(0.510_000_1));
        assert!((near.expected_units / middle.expected_units - 1.0).abs() < 1e-6);
        assert_eq!(plan(1.0).pass_probability, 1.0);
        assert!(plan(0.0).pass_probability < 1e-50);
    }

    #[test]
    fn impossible_tests_are_refused() {
        let usual = Hypotheses::default();
        let input = |hypotheses| Sprt::of(&[10, 20, 30], &hypotheses).unwrap_err().input;
        assert_eq!(input(Hypotheses { elo1: 0.0, ..usual }), "elo1");
        assert_eq!(input(Hypotheses { elo1: 1e9, ..usual }), "elo1");
        assert_eq!(input(Hypotheses { elo1: 1e9, model: EloModel::Normalized, ..usual }), "elo1");
        assert_eq!(input(Hypotheses { alpha: 0.6, beta: 0.4, ..usual }), "beta");
    }
}
