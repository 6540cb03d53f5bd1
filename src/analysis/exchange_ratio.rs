//! The exchange ratio: who destroys more value than it loses.

use super::difference::Comoments;
use super::method::{Method, method};
use super::{Result, error_chance, refuse, special};
use crate::game::Points;
use crate::outcomes::ClassTally;
use serde::Serialize;

/// Losses of the two sides compared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Exchange {
    /// Mean of enemy losses less own losses, in points.
    pub mean_swing: f64,
    /// Its standard error.
    pub swing_std_error: f64,
    /// Lower limit of the mean swing, by Student's t.
    pub swing_low: f64,
    /// Upper limit of the mean swing.
    pub swing_high: f64,
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
        Ok(Self::of_sums(&sums, alpha))
    }

    /// Compares what the first-named list of cells has lost with what it has destroyed, per engagement, from the sums of
    /// their classes; what the cells of one class have in common counts. `classes` are those of each cell, and whether its
    /// point of view is the other's.
    ///
    /// # Errors
    /// Pairs in fewer than two classes, a confidence outside (0, 1).
    pub fn of_classes(cells: &[(&[ClassTally], bool)], confidence: f64) -> Result<Self> {
        Self::of_class_sums(cells, confidence, |class, [mine, theirs]| [class.lost[mine], class.lost[theirs]])
    }

    /// Compares what one list of cells has fielded with what of it was lost: `ratio` is the share lost. Else as
    /// [`Exchange::of_classes`]; `theirs` asks for the second-named list.
    ///
    /// # Errors
    /// As there.
    pub fn of_own(cells: &[(&[ClassTally], bool)], theirs: bool, confidence: f64) -> Result<Self> {
        let list = usize::from(theirs);
        Self::of_class_sums(cells, confidence, |class, lists| [class.fielded[lists[list]], class.lost[lists[list]]])
    }

    /// Compares two numbers of points of classes, which may know the place of the first-named list and that of the other.
    fn of_class_sums(
        cells: &[(&[ClassTally], bool)],
        confidence: f64,
        points: impl Fn(&ClassTally, [usize; 2]) -> [Points; 2],
    ) -> Result<Self> {
        let alpha = error_chance(confidence)?;
        // Engagements and the two numbers of each class, in points.
        let mut sums: Vec<[f64; 3]> = Vec::new();
        for (classes, turned) in cells {
            sums.resize(sums.len().max(classes.len()), [0.0; 3]);
            for (sum, class) in sums.iter_mut().zip(*classes) {
                let [own, enemy] = points(class, if *turned { [1, 0] } else { [0, 1] });
                sum[0] += 2.0 * class.joint.iter().flatten().sum::<u64>() as f64;
                sum[1] += own as f64 / 1000.0;
                sum[2] += enemy as f64 / 1000.0;
            }
        }
        sums.retain(|[engagements, ..]| *engagements > 0.0);
        if sums.len() < 2 {
            return refuse("classes", "must hold pairs in two at least");
        }
        let total = |of: usize| sums.iter().map(|sum| sum[of]).sum::<f64>();
        let (n, engagements) = (sums.len() as f64, total(0));
        let [own, enemy] = [total(1), total(2)].map(|lost| lost / engagements);
        // What a class brings beyond its fair share, as if all were of one size.
        let stray = |sum: &[f64; 3], of: usize, mean: f64| (sum[of] - sum[0] * mean) * n / engagements;
        let products = |a: usize, mean_a: f64, b: usize, mean_b: f64| {
            sums.iter().map(|sum| stray(sum, a, mean_a) * stray(sum, b, mean_b)).sum()
        };
        let sums = Comoments {
            n,
            mean_x: own,
            mean_y: enemy,
            xx: products(1, own, 1, own),
            xy: products(1, own, 2, enemy),
            yy: products(2, enemy, 2, enemy),
        };
        Ok(Self::of_sums(&sums, alpha))
    }

    /// Of own losses as x and those of the enemy as y.
    fn of_sums(sums: &Comoments, alpha: f64) -> Self {
        // Variances and covariance of the two means.
        let scale = 1.0 / (sums.n - 1.0) / sums.n;
        let (own, enemy) = (sums.mean_x, sums.mean_y);
        let (own_own, own_enemy, enemy_enemy) = (sums.xx * scale, sums.xy * scale, sums.yy * scale);
        let ratio = (own > 0.0).then(|| enemy / own);
        let delta = |r: f64| (enemy_enemy - 2.0 * r * own_enemy + r * r * own_own).max(0.0).sqrt() / own;
        let swing_std_error = (own_own + enemy_enemy - 2.0 * own_enemy).max(0.0).sqrt();
        let t = special::student_two_sided(sums.n - 1.0, alpha);
        let t2 = t * t;
        let lead = own * own - t2 * own_own;
        let half = own * enemy - t2 * own_enemy;
        let rest = enemy * enemy - t2 * enemy_enemy;
        let root = (half * half - lead * rest).max(0.0).sqrt();
        Self {
            mean_swing: enemy - own,
            swing_std_error,
            swing_low: enemy - own - t * swing_std_error,
            swing_high: enemy - own + t * swing_std_error,
            ratio,
            ratio_std_error: ratio.map(delta),
            ratio_low: (lead > 0.0).then(|| (half - root) / lead),
            ratio_high: (lead > 0.0).then(|| (half + root) / lead),
        }
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
    fn classes_of_one_size_are_units_like_any_other() {
        let class = |own: i64, enemy: i64, pairs: u64| ClassTally {
            joint: [[pairs, 0, 0], [0; 3], [0; 3]],
            lost: [own, enemy],
            ..ClassTally::default()
        };
        let classes = [class(4000, 9000, 2), class(8000, 3000, 2), class(2000, 5000, 2), class(0, 0, 0)];
        let direct = Exchange::of(&[1.0, 2.0, 0.5], &[2.25, 0.75, 1.25], 0.95).unwrap();
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        let summed = Exchange::of_classes(&[(&classes, false)], 0.95).unwrap();
        near(summed.mean_swing, direct.mean_swing);
        near(summed.swing_std_error, direct.swing_std_error);
        near(summed.ratio.unwrap(), direct.ratio.unwrap());
        near(summed.ratio_std_error.unwrap(), direct.ratio_std_error.unwrap());
        let turned = Exchange::of_classes(&[(&classes, true)], 0.95).unwrap();
        near(turned.mean_swing, -direct.mean_swing);
        // A class of twice the size with the same games says nothing else.
        let larger = [class(4000, 9000, 2), class(8000, 18000, 4), class(4000, 9000, 2)];
        near(Exchange::of_classes(&[(&larger, false)], 0.95).unwrap().swing_std_error, 0.0);
        assert!(Exchange::of_classes(&[(&classes[2..], false)], 0.95).is_err());
    }

    #[test]
    fn what_a_list_lost_is_a_share_of_what_it_fielded() {
        let class = |lost: [i64; 2]| ClassTally {
            joint: [[1, 0, 0], [0; 3], [0; 3]],
            lost,
            fielded: [4000, 8000],
            ..ClassTally::default()
        };
        let classes = [class([1000, 8000]), class([3000, 4000])];
        let share = |turned, theirs| Exchange::of_own(&[(&classes, turned)], theirs, 0.95).unwrap();
        // Shares of 1/4 and 3/4: the mean is 1/2 and its error 1/4, and Student's t of one degree 12.706.
        let mine = share(false, false);
        assert_eq!(mine.ratio, Some(0.5));
        assert!((mine.ratio_high.unwrap() - 0.5 - 12.706_204_7 / 4.0).abs() < 1e-6);
        assert_eq!((share(false, true).ratio, share(true, false).ratio), (Some(0.75), Some(0.75)));
        assert_eq!(share(true, true), mine);
    }

    #[test]
    fn no_ratio_to_losses_of_nothing() {
        let exchange = Exchange::of(&[0.0, 0.0], &[10.0, 20.0], 0.95).unwrap();
        assert_eq!((exchange.ratio, exchange.ratio_std_error, exchange.ratio_low), (None, None, None));
        let unclear = Exchange::of(&[0.0, 10.0], &[10.0, 20.0], 0.95).unwrap();
        assert!(unclear.ratio.is_some() && unclear.ratio_high.is_none());
    }
}
