//! Who destroys more value than it loses.

use super::difference::Comoments;
use super::door::{Method, method};
use super::{Result, error_chance, refuse, special};
use serde::Serialize;

/// Losses of the two sides compared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Exchange {
    /// Mean of enemy losses less own losses, in points.
    pub mean_swing: f64,
    /// Its standard error.
    pub swing_std_error: f64,
    /// Enemy losses over own losses, both summed over all engagements; none when nothing was lost.
    pub ratio: Option<f64>,
    /// Its standard error, by the delta method.
    pub ratio_std_error: Option<f64>,
    /// Lower limit of the ratio (Fieller 1954, with Student's t); none when own losses are not clearly above 0.
    pub ratio_low: Option<f64>,
    /// Upper limit of the ratio.
    pub ratio_high: Option<f64>,
}

impl Exchange {
    /// Compares `own_lost[t]` with `enemy_lost[t]`, in points, over engagements (or any other independent units) t.
    ///
    /// The ratio is that of the sums, never the mean of ratios. Its interval holds all r for which `Σenemy - r·Σown` is not
    /// clearly different from 0.
    ///
    /// # Errors
    /// Fewer than two engagements, different lengths, losses below 0 or not finite, a confidence outside (0, 1).
    pub fn of(own_lost: &[f64], enemy_lost: &[f64], confidence: f64) -> Result<Self> {
        let alpha = error_chance(confidence)?;
        let sums = Comoments::of(("own_lost", own_lost), ("enemy_lost", enemy_lost))?;
        for (input, lost) in [("own_lost", own_lost), ("enemy_lost", enemy_lost)] {
            if lost.iter().any(|points| *points < 0.0) {
                return refuse(input, "must not be below 0");
            }
        }
        // Variances and covariance of the two means.
        let scale = 1.0 / (sums.n - 1.0) / sums.n;
        let (own, enemy) = (sums.mean_x, sums.mean_y);
        let (own_own, own_enemy, enemy_enemy) = (sums.xx * scale, sums.xy * scale, sums.yy * scale);
        let ratio = (own > 0.0).then(|| enemy / own);
        let delta = |r: f64| (enemy_enemy - 2.0 * r * own_enemy + r * r * own_own).max(0.0).sqrt() / own;
        let t2 = special::student_two_sided(sums.n - 1.0, alpha).powi(2);
        let lead = own * own - t2 * own_own;
        let half = own * enemy - t2 * own_enemy;
        let rest = enemy * enemy - t2 * enemy_enemy;
        let root = (half * half - lead * rest).max(0.0).sqrt();
        Ok(Self {
            mean_swing: enemy - own,
            swing_std_error: (own_own + enemy_enemy - 2.0 * own_enemy).max(0.0).sqrt(),
            ratio,
            ratio_std_error: ratio.map(delta),
            ratio_low: (lead > 0.0).then(|| (half - root) / lead),
            ratio_high: (lead > 0.0).then(|| (half + root) / lead),
        })
    }
}

pub(super) const METHOD: Method = method!(
    "exchange",
    "mean swing and exchange ratio of losses in points, one entry per engagement",
    { own_lost: Vec<f64>, enemy_lost: Vec<f64>, confidence: f64 = super::usual_confidence() }
    => Exchange::of(&own_lost, &enemy_lost, confidence)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_are_where_the_difference_is_just_clear() {
        let (own, enemy) = ([35.0, 60.0, 20.0, 80.0, 45.0], [50.0, 55.0, 45.0, 60.0, 70.0]);
        let Exchange { ratio_low, ratio_high, .. } = Exchange::of(&own, &enemy, 0.95).unwrap();
        let t = special::student_two_sided(4.0, 0.05);
        for r in [ratio_low.unwrap(), ratio_high.unwrap()] {
            let scaled: Vec<f64> = own.iter().map(|x| x * r).collect();
            let difference = Exchange::of(&scaled, &enemy, 0.95).unwrap();
            assert!((difference.mean_swing.abs() / difference.swing_std_error - t).abs() < 1e-9);
        }
    }

    #[test]
    fn no_ratio_to_losses_of_nothing() {
        let exchange = Exchange::of(&[0.0, 0.0], &[10.0, 20.0], 0.95).unwrap();
        assert_eq!((exchange.ratio, exchange.ratio_std_error, exchange.ratio_low), (None, None, None));
        let unclear = Exchange::of(&[0.0, 10.0], &[10.0, 20.0], 0.95).unwrap();
        assert!(unclear.ratio.is_some() && unclear.ratio_high.is_none());
    }
}
