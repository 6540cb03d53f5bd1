//! Scores with the luck of the dice taken out: the control variate.
//!
//! Dice luck is the sum, over all resolutions of a game, of value destroyed less its exact expectation. Each term has mean
//! zero whatever came before, so the mean of the sum is zero exactly, and what luck explains of a score is noise.

use super::difference::Comoments;
use super::method::{Method, method};
use super::{Interval, Result, Score, error::finite, error_chance, pentanomial, refuse, special};
use crate::outcomes::ClassTally;
use serde::Serialize;

/// A mean, adjusted by a control of known mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ControlVariate {
    /// Change of y by a unit of x.
    pub beta: f64,
    /// The adjusted mean.
    pub estimate: f64,
    /// Its standard error.
    pub std_error: f64,
    /// Share of the variance that x explains; none when y does not vary.
    pub r_squared: Option<f64>,
    /// The mean without adjustment.
    pub plain_estimate: f64,
    /// Its standard error.
    pub plain_std_error: f64,
}

impl ControlVariate {
    /// Adjusts the mean of `y` by least squares on `x`, whose true mean is `x_mean`:
    /// `ȳ - β(x̄ - x_mean)` with standard error `sqrt(SSE/(n-2)·(1/n + (x̄ - x_mean)²/Sxx))`.
    ///
    /// # Errors
    /// Fewer than three values, different lengths, numbers that are not finite, an x that does not vary.
    pub fn of(y: &[f64], x: &[f64], x_mean: f64) -> Result<Self> {
        finite("x_mean", x_mean)?;
        let mut sums = Comoments::of(("y", y), ("x", x))?.swapped();
        sums.mean_x -= x_mean;
        Self::of_sums(&sums)
    }

    /// Of sums whose `mean_x` is taken from the true mean of x.
    fn of_sums(sums: &Comoments) -> Result<Self> {
        let Comoments { n, mean_x, mean_y, xx, xy, yy } = *sums;
        if n < 3.0 {
            return refuse("y", "must hold at least three values");
        }
        if xx <= 0.0 {
            return refuse("x", "does not vary");
        }
        let beta = xy / xx;
        let rest = (yy - beta * xy).max(0.0);
        Ok(Self {
            beta,
            estimate: mean_y - beta * mean_x,
            std_error: (rest / (n - 2.0) * (1.0 / n + mean_x * mean_x / xx)).sqrt(),
            r_squared: (yy > 0.0).then(|| (beta * xy / yy).min(1.0)),
            plain_estimate: mean_y,
            plain_std_error: (yy / (n - 1.0) / n).sqrt(),
        })
    }
}

/// Pairs from which on luck is weighed by the very pairs that it adjusts: what that bends is then far below the error.
pub const FIT_ON_ITSELF: u64 = 1000;

/// The score of a cell with the luck of the dice taken out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LuckAdjusted {
    /// Pairs.
    pub pairs: u64,
    /// Adjusted mean score of the first-named list. May leave [0, 1] by its error.
    pub score: f64,
    /// Its standard error.
    pub std_error: f64,
    /// Its interval by Student's t, cut off at 0 and 1.
    #[serde(flatten)]
    pub interval: Interval,
    /// What a point of luck in each of a pair's games adds to the pair's score, on average.
    pub score_per_point: f64,
    /// Share of the variance of pair scores that luck explains; below 0 when adjusting made it worse.
    pub explained: f64,
    /// Mean luck of the first-named list in a game, in points.
    pub mean_luck: f64,
    /// The score without adjustment.
    pub plain_score: f64,
    /// Its standard error.
    pub plain_std_error: f64,
}

impl LuckAdjusted {
    /// The same with an interval that is as much wider as that of the plain score, `score`, is for the rule by which the cell
    /// stopped than an interval of its `pairs` by their five scores for one look.
    #[must_use]
    pub fn as_wide_as(self, score: Interval, pairs: &[u64; 5], confidence: f64) -> Self {
        let Ok(plain) = Score::from_counts(pairs, confidence) else { return self };
        let wider = score.half_width() / plain.interval.half_width();
        let reach = |limit: f64| (self.score + wider * (limit - self.score)).clamp(0.0, 1.0);
        let interval = Interval { low: reach(self.interval.low), high: reach(self.interval.high) };
        Self { interval, ..self }
    }

    /// Adjusts the score of a cell by the dice luck in its classes.
    ///
    /// Below [`FIT_ON_ITSELF`] pairs, luck is weighed for the even classes by what it did in the odd ones, and the other
    /// way round, so that pairs do not explain themselves away.
    ///
    /// # Errors
    /// Too few pairs; scores or luck that do not vary; sums beyond what can be held; a confidence outside (0, 1).
    pub fn of(classes: &[ClassTally], confidence: f64) -> Result<Self> {
        let alpha = error_chance(confidence)?;
        let whole = PairSums::of(classes.iter())?;
        let all = whole.comoments()?;
        let plain = ControlVariate::of_sums(&all)?;
        if all.yy <= 0.0 {
            return refuse("classes", "hold pairs of one score only");
        }
        let (score, std_error, beta, explained) = if whole.pairs >= FIT_ON_ITSELF {
            (plain.estimate, plain.std_error, plain.beta, plain.r_squared.unwrap_or(0.0))
        } else {
            let half = |parity: usize| PairSums::of(classes.iter().skip(parity).step_by(2))?.comoments();
            crossed([&half(0)?, &half(1)?], &all)?
        };
        let t = special::student_two_sided(all.n - 2.0, alpha);
        Ok(Self {
            pairs: whole.pairs,
            score,
            std_error,
            interval: Interval::around(score, t * std_error).within_unit(),
            // Luck is kept in thousandths of a point and summed over both games.
            score_per_point: beta * 2000.0,
            explained,
            mean_luck: all.mean_x / 2000.0,
            plain_score: plain.plain_estimate,
            plain_std_error: plain.plain_std_error,
        })
    }
}

/// Adjusts either half with the weight that fits the other: score, standard error, mean weight, share explained.
fn crossed(halves: [&Comoments; 2], all: &Comoments) -> Result<(f64, f64, f64, f64)> {
    let (mut score, mut variance, mut beta, mut rest) = (0.0, 0.0, 0.0, 0.0);
    for (half, other) in [(halves[0], halves[1]), (halves[1], halves[0])] {
        if half.n < 3.0 || other.xx <= 0.0 {
            return refuse("classes", "hold too few pairs to weigh luck in one half for the other");
        }
        let weight = other.xy / other.xx;
        let share = half.n / all.n;
        let squares = (half.yy - 2.0 * weight * half.xy + weight * weight * half.xx).max(0.0);
        score += share * (half.mean_y - weight * half.mean_x);
        variance += share * share * squares / (half.n - 1.0) / half.n;
        beta += share * weight;
        rest += squares;
    }
    Ok((score, variance.sqrt(), beta, 1.0 - rest / all.yy))
}

/// Sums over pairs, exact.
struct PairSums {
    pairs: u64,
    pentanomial: [u64; 5],
    luck: i128,
    luck_squared: i128,
    luck_by_score: i128,
}

impl PairSums {
    fn of<'a>(classes: impl Iterator<Item = &'a ClassTally>) -> Result<Self> {
        let mut sums = Self { pairs: 0, pentanomial: [0; 5], luck: 0, luck_squared: 0, luck_by_score: 0 };
        for class in classes {
            for (sum, n) in sums.pentanomial.iter_mut().zip(pentanomial(&class.joint)) {
                *sum += n;
            }
            sums.luck += class.luck;
            sums.luck_squared += class.luck_squared;
            sums.luck_by_score += class.luck_by_score;
        }
        sums.pairs = sums.pentanomial.iter().sum();
        if sums.pairs < 3 { refuse("classes", "hold fewer than three pairs") } else { Ok(sums) }
    }

    /// Luck of a pair as x, score of a pair as y.
    fn comoments(&self) -> Result<Comoments> {
        let (n, pairs) = (self.pairs as f64, i128::from(self.pairs));
        let moment = |power: u32| -> i128 {
            self.pentanomial.iter().zip(0i128..).map(|(n, quarters)| i128::from(*n) * quarters.pow(power)).sum()
        };
        let quarters = moment(1);
        // n·Σab - Σa·Σb in whole numbers: no digits are lost, however small the part about the means.
        let about = |products: i128, a: i128, b: i128| -> Result<f64> {
            let exact = pairs.checked_mul(products).zip(a.checked_mul(b)).and_then(|(p, q)| p.checked_sub(q));
            exact.map_or_else(|| refuse("classes", "hold sums of luck that are too large"), |sum| Ok(sum as f64 / n))
        };
        Ok(Comoments {
            n,
            mean_x: self.luck as f64 / n,
            mean_y: quarters as f64 / n / 4.0,
            xx: about(self.luck_squared, self.luck, self.luck)?,
            xy: about(self.luck_by_score, self.luck, quarters)? / 4.0,
            yy: about(moment(2), quarters, quarters)? / 16.0,
        })
    }
}

pub(super) const METHOD: Method = method!(
    "control-variate",
    "mean of y with what x explains taken out",
    { y: Vec<f64>, x: Vec<f64>, x_mean: f64 = 0.0 } => ControlVariate::of(&y, &x, x_mean)
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcomes::CLASSES;

    /// Classes of `pairs` made-up pairs, and their scores and luck in points. Most of a score is luck.
    fn cell(pairs: u64) -> (Vec<ClassTally>, Vec<f64>, Vec<f64>) {
        let mut classes = vec![ClassTally::default(); CLASSES];
        let (mut y, mut x) = (Vec::new(), Vec::new());
        let mut state = 7u64;
        for index in 0..pairs {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let luck = i128::from(state >> 44) - (1 << 19);
            let noise = i128::from(state >> 20 & 0xffff) * 8 - (1 << 18);
            let games = [luck / 4 + noise, luck / 4 - noise / 2].map(|lead| match lead {
                i128::MIN..-60_000 => 0usize,
                -60_000..40_000 => 1,
                40_000.. => 2,
            });
            let class = &mut classes[(index % CLASSES as u64) as usize];
            let quarters = games[0] + games[1];
            class.joint[games[0]][games[1]] += 1;
            class.luck += luck;
            class.luck_squared += luck * luck;
            class.luck_by_score += luck * quarters as i128;
            y.push(quarters as f64 / 4.0);
            x.push(luck as f64 / 2000.0);
        }
        (classes, y, x)
    }

    #[test]
    fn sums_say_the_same_as_the_pairs_themselves() {
        let (classes, y, x) = cell(2500);
        let adjusted = LuckAdjusted::of(&classes, 0.95).unwrap();
        let direct = ControlVariate::of(&y, &x, 0.0).unwrap();
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-10 * b.abs().max(1.0), "{a} {b}");
        near(adjusted.score, direct.estimate);
        near(adjusted.std_error, direct.std_error);
        near(adjusted.score_per_point, direct.beta);
        near(adjusted.explained, direct.r_squared.unwrap());
        near(adjusted.plain_std_error, direct.plain_std_error);
        assert!(adjusted.std_error < 0.9 * adjusted.plain_std_error);
    }

    #[test]
    fn few_pairs_are_weighed_by_the_other_half() {
        let (classes, y, x) = cell(300);
        let adjusted = LuckAdjusted::of(&classes, 0.95).unwrap();
        let half = |parity: usize| -> (Vec<f64>, Vec<f64>) {
            let of = |v: &[f64]| v.iter().skip(parity).step_by(2).copied().collect();
            (of(&y), of(&x))
        };
        let [(y0, x0), (y1, x1)] = [half(0), half(1)];
        let beta = |y: &[f64], x: &[f64]| ControlVariate::of(y, x, 0.0).unwrap().beta;
        let (b0, b1) = (beta(&y0, &x0), beta(&y1, &x1));
        let mean = |y: &[f64], x: &[f64], b: f64| -> f64 {
            y.iter().zip(x).map(|(y, x)| y - b * x).sum::<f64>() / y.len() as f64
        };
        let want = (mean(&y0, &x0, b1) + mean(&y1, &x1, b0)) / 2.0;
        assert!((adjusted.score - want).abs() < 1e-12);
        assert!(adjusted.explained > 0.0 && adjusted.std_error < adjusted.plain_std_error);
    }

    #[test]
    fn nothing_to_adjust_is_refused() {
        assert!(LuckAdjusted::of(&vec![ClassTally::default(); CLASSES], 0.95).is_err());
        let (mut classes, ..) = cell(300);
        for class in &mut classes {
            (class.luck, class.luck_squared, class.luck_by_score) = (0, 0, 0);
        }
        assert_eq!(LuckAdjusted::of(&classes, 0.95).unwrap_err().input, "x");
        assert!(ControlVariate::of(&[1.0, 0.0, 1.0], &[0.5, 0.5, 0.5], 0.0).is_err());
    }
}
