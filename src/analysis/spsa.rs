//! Simultaneous perturbation: several knobs at once, two evaluations a step (Spall 1998).

use super::error::{finite, positive};
use super::method::{Key, Method, read, write};
use super::{Result, refuse};
use serde::{Deserialize, Serialize};

/// The lengths of steps and trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// Length of the first steps.
    pub a: f64,
    /// Length of the first trial, about the noise of an evaluation.
    pub c: f64,
    /// Delay of the decay of steps: a tenth of all iterations.
    pub delay: f64,
    /// Decay of steps.
    pub alpha: f64,
    /// Decay of trials.
    pub gamma: f64,
}

impl Gains {
    /// Spall's exponent for the decay of steps.
    pub const ALPHA: f64 = 0.602;
    /// Spall's exponent for the decay of trials.
    pub const GAMMA: f64 = 0.101;

    /// Lengths of the step and of the trial in an iteration, from 0: `a/(A+k+1)^α` and `c/(k+1)^γ`.
    ///
    /// # Errors
    /// An `a` or `c` that is not above 0, a delay or an exponent below 0.
    pub fn at(&self, iteration: u64) -> Result<(f64, f64)> {
        for (input, value) in [("A", self.delay), ("alpha", self.alpha), ("gamma", self.gamma)] {
            if finite(input, value)? < 0.0 {
                return refuse(input, format!("must not be below 0, got {value}"));
            }
        }
        let k = iteration as f64 + 1.0;
        let step = positive("a", self.a)? / libm::pow(self.delay + k, self.alpha);
        let trial = positive("c", self.c)? / libm::pow(k, self.gamma);
        Ok((positive("alpha", step)?, positive("gamma", trial)?))
    }
}

/// Where the knobs stand after a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpsaStep {
    /// Length of the step.
    pub a_k: f64,
    /// Length of the trial.
    pub c_k: f64,
    /// The knobs.
    pub theta: Vec<f64>,
}

/// A step downwards, from the values `y_plus` and `y_minus` at `theta ± c_k·delta`; both on the same seeds.
///
/// # Errors
/// No knobs, not as many directions, directions other than 1 and -1, gains out of range, values that are not finite.
pub fn spsa_step(
    theta: &[f64],
    delta: &[f64],
    iteration: u64,
    gains: &Gains,
    y_plus: f64,
    y_minus: f64,
) -> Result<SpsaStep> {
    if theta.is_empty() {
        return refuse("theta", "must not be empty");
    }
    if delta.len() != theta.len() {
        return refuse("delta", format!("must be as many as the knobs, {}, got {}", theta.len(), delta.len()));
    }
    for (knob, sign) in theta.iter().zip(delta) {
        finite("theta", *knob)?;
        if sign.abs() != 1.0 {
            return refuse("delta", format!("must be 1 or -1, got {sign}"));
        }
    }
    let (a_k, c_k) = gains.at(iteration)?;
    let slope = (finite("y_plus", y_plus)? - finite("y_minus", y_minus)?) / (2.0 * c_k);
    let theta = theta.iter().zip(delta).map(|(knob, sign)| knob - a_k * slope / sign).collect();
    Ok(SpsaStep { a_k, c_k, theta })
}

/// What the calculator takes: the delay is called by Spall's letter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    theta: Vec<f64>,
    delta: Vec<f64>,
    iteration: u64,
    a: f64,
    c: f64,
    #[serde(rename = "A")]
    delay: f64,
    y_plus: f64,
    y_minus: f64,
    alpha: Option<f64>,
    gamma: Option<f64>,
}

pub(super) const METHOD: Method = Method {
    name: "spsa-step",
    about: "knobs after one step of simultaneous perturbation, downwards",
    keys: &[
        Key { name: "theta", optional: false, values: "" },
        Key { name: "delta", optional: false, values: "1 | -1 for each" },
        Key { name: "iteration", optional: false, values: "from 0" },
        Key { name: "a", optional: false, values: "" },
        Key { name: "c", optional: false, values: "" },
        Key { name: "A", optional: false, values: "" },
        Key { name: "y_plus", optional: false, values: "" },
        Key { name: "y_minus", optional: false, values: "" },
        Key { name: "alpha", optional: true, values: "" },
        Key { name: "gamma", optional: true, values: "" },
    ],
    answer: |input| {
        let Input { theta, delta, iteration, a, c, delay, y_plus, y_minus, alpha, gamma } = read(input)?;
        let (alpha, gamma) = (alpha.unwrap_or(Gains::ALPHA), gamma.unwrap_or(Gains::GAMMA));
        write(spsa_step(&theta, &delta, iteration, &Gains { a, c, delay, alpha, gamma }, y_plus, y_minus))
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::special::squared;

    const GAINS: Gains = Gains { a: 0.5, c: 0.2, delay: 10.0, alpha: Gains::ALPHA, gamma: Gains::GAMMA };

    #[test]
    fn steps_lead_down_to_the_valley() {
        let value = |theta: &[f64]| theta.iter().zip([3.0, -1.0]).map(|(x, at)| squared(x - at)).sum::<f64>();
        let mut theta = vec![0.0, 0.0];
        for k in 0..500 {
            let delta = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]][(k * 7 % 4) as usize];
            let (_, c_k) = GAINS.at(k).unwrap();
            let at = |sign: f64| value(&[theta[0] + sign * c_k * delta[0], theta[1] + sign * c_k * delta[1]]);
            theta = spsa_step(&theta, &delta, k, &GAINS, at(1.0), at(-1.0)).unwrap().theta;
        }
        assert!((theta[0] - 3.0).abs() < 1e-3 && (theta[1] + 1.0).abs() < 1e-3, "{theta:?}");
    }

    #[test]
    fn impossible_steps_are_refused() {
        let input =
            |theta: &[f64], delta: &[f64], gains| spsa_step(theta, delta, 0, &gains, 1.0, 0.0).unwrap_err().input;
        assert_eq!(input(&[], &[], GAINS), "theta");
        assert_eq!(input(&[1.0], &[1.0, 1.0], GAINS), "delta");
        assert_eq!(input(&[1.0], &[0.5], GAINS), "delta");
        assert_eq!(input(&[1.0], &[1.0], Gains { c: 0.0, ..GAINS }), "c");
        assert_eq!(input(&[1.0], &[1.0], Gains { delay: -1.0, ..GAINS }), "A");
    }
}
