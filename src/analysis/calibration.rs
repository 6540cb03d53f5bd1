//! Are predicted chances honest?

use super::method::{Method, method};
use super::special::squared;
use super::{Result, refuse, special};
use serde::Serialize;

/// How well predicted chances agree with what happened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// Mean square distance of prediction and outcome.
    pub brier: f64,
    /// Mean of minus the logarithm of the chance given to what happened; none when that was 0 once.
    pub log_loss: Option<f64>,
    /// Spiegelhalter's (1986) statistic, standard normal for honest chances; none when nothing but ½, 0 and 1 was predicted.
    pub spiegelhalter_z: Option<f64>,
    /// Its two-sided p-value.
    pub p_value: Option<f64>,
}

/// With a statistic beyond this on fresh seeds, figures that rest on the chances are not to be shown.
pub const WITHHOLD: f64 = 4.0;

impl Calibration {
    /// Compares chances with outcomes: 1 for a win, 0 for a loss, ½ for a draw.
    ///
    /// # Errors
    /// No predictions, lists of different lengths, chances or outcomes outside [0, 1].
    pub fn of(predicted: &[f64], outcomes: &[f64]) -> Result<Self> {
        if predicted.is_empty() {
            return refuse("predicted", "must not be empty");
        }
        if outcomes.len() != predicted.len() {
            let (want, got) = (predicted.len(), outcomes.len());
            return refuse("outcomes", format!("must be as many as the predictions, {want}, got {got}"));
        }
        for (input, values) in [("predicted", predicted), ("outcomes", outcomes)] {
            if let Some(value) = values.iter().find(|value| !(0.0..=1.0).contains(*value)) {
                return refuse(input, format!("must be from 0 to 1, got {value}"));
            }
        }
        let n = predicted.len() as f64;
        let sum = |term: fn(f64, f64) -> f64| predicted.iter().zip(outcomes).map(|(p, y)| term(*p, *y)).sum::<f64>();
        let log_loss = sum(|p, y| {
            let surprise = |share: f64, ln: f64| if share > 0.0 { -share * ln } else { 0.0 };
            surprise(y, libm::log(p)) + surprise(1.0 - y, libm::log1p(-p))
        });
        let variance = sum(|p, _| squared(1.0 - 2.0 * p) * p * (1.0 - p));
        let spiegelhalter_z = (variance > 0.0).then(|| sum(|p, y| (y - p) * (1.0 - 2.0 * p)) / variance.sqrt());
        Ok(Self {
            brier: sum(|p, y| squared(y - p)) / n,
            log_loss: Some(log_loss / n).filter(|loss| loss.is_finite()),
            spiegelhalter_z,
            p_value: spiegelhalter_z.map(|z| 2.0 * special::normal_cdf(-z.abs())),
        })
    }

    /// Whether figures that rest on these chances may be shown.
    #[must_use]
    pub fn is_honest(&self) -> bool {
        self.spiegelhalter_z.is_none_or(|z| z.abs() <= WITHHOLD)
    }
}

pub(super) const METHOD: Method = method!(
    "calibration",
    "do predicted chances agree with what happened",
    { predicted: Vec<f64>, outcomes: Vec<f64> } => Calibration::of(&predicted, &outcomes)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sure_mistake_costs_without_end() {
        let calibration = Calibration::of(&[0.0, 0.5], &[1.0, 0.5]).unwrap();
        assert_eq!((calibration.brier, calibration.log_loss), (0.5, None));
        let sure = Calibration::of(&[0.0, 1.0], &[0.0, 1.0]).unwrap();
        assert_eq!((sure.brier, sure.log_loss, sure.spiegelhalter_z, sure.p_value), (0.0, Some(0.0), None, None));
    }

    #[test]
    fn boasting_is_found_out() {
        let outcomes: Vec<f64> = (0..400).map(|i| f64::from(u8::from(i % 10 < 6))).collect();
        let honest = Calibration::of(&[0.6; 400], &outcomes).unwrap();
        assert!(honest.spiegelhalter_z.unwrap().abs() < 1e-9 && honest.is_honest());
        assert!(!Calibration::of(&[0.95; 400], &outcomes).unwrap().is_honest());
    }

    #[test]
    fn impossible_chances_are_refused() {
        assert_eq!(Calibration::of(&[], &[]).unwrap_err().input, "predicted");
        assert_eq!(Calibration::of(&[1.1], &[1.0]).unwrap_err().input, "predicted");
        assert_eq!(Calibration::of(&[0.5], &[2.0]).unwrap_err().input, "outcomes");
        assert_eq!(Calibration::of(&[0.5], &[]).unwrap_err().input, "outcomes");
    }
}
