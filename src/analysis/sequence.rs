//! Confidence sequences: intervals that hold at every look at once, so that one may look at any time, and stop on it.

use super::error::{positive, total};
use super::likelihood::Tilt;
use super::method::{Method, method};
use super::relevance::Relevance;
use super::score::{Moments, scores};
use super::special::{binomial_ln_pmf, lambert_lower, ln_half_step, root_between, squared};
use super::stopping::FIRST_LOOK;
use super::{Interval, Result, Verdict, error_chance, probability, refuse};
use serde::Serialize;

/// Pairs for which an asymptotic sequence is made narrowest if nothing else is said.
pub const TUNED_FOR: f64 = 5_000.0;

/// The asymptotic sequence is good from so many units on.
pub const ASYMPTOTIC_FROM: u64 = 100;

/// An asymptotic confidence sequence at the present counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AsymptoticSequence {
    /// Half-width before the interval is cut off at 0 and 1.
    pub half_width: f64,
    /// The interval.
    #[serde(flatten)]
    pub interval: Interval,
}

/// The asymptotic sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024) for counts of 3 or 5 scores, low to
/// high; narrowest about `tuned_for` units, where it is some 1.6 times as wide as an interval for one look.
///
/// ```text
/// ρ² = (-W₋₁(-α²/e) - 1)/tuned_for      half_width = sqrt(v⁺ · 2(nρ²+1)/(n²ρ²) · ln(sqrt(nρ²+1)/α))
/// ```
///
/// Start at 100 units or later: before that the approximation is not good. It needs the counts only, not their order.
///
/// # Errors
/// Counts of nothing, a `tuned_for` that is not above 0, a confidence outside (0, 1).
pub fn asymptotic(counts: &[u64], tuned_for: f64, confidence: f64) -> Result<AsymptoticSequence> {
    let alpha = error_chance(confidence)?;
    let moments = Moments::of(counts)?;
    let half_width = half_width(&moments, tuned(alpha) / positive("tuned_for", tuned_for)?, alpha);
    Ok(AsymptoticSequence { half_width, interval: Interval::around(moments.mean, half_width).within_unit() })
}

/// The half-width of [`asymptotic`] for a `ρ²`.
fn half_width(moments: &Moments, rho2: f64, alpha: f64) -> f64 {
    let n = moments.units as f64;
    let spread = n * rho2 + 1.0;
    let factor = 2.0 * spread / (n * n * rho2) * (libm::log(spread) / 2.0 - libm::log(alpha));
    (moments.steadied_variance * factor).sqrt()
}

/// `ρ²·tuned_for` for an error rate.
fn tuned(alpha: f64) -> f64 {
    -lambert_lower(-alpha * alpha * libm::exp(-1.0)) - 1.0
}

/// The sequence for display and for stopping: the asymptotic one where it is good, the exact one before that.
///
/// # Errors
/// Counts of nothing, a confidence outside (0, 1).
pub fn at(counts: &[u64], confidence: f64) -> Result<Interval> {
    if Moments::of(counts)?.units < ASYMPTOTIC_FROM {
        exact(counts, confidence)
    } else {
        Ok(asymptotic(counts, TUNED_FOR, confidence)?.interval)
    }
}

/// The scores that [`within`] does not leave outside at this error rate: the interval that goes with its verdict. At an alpha of
/// 0.05 it is that of [`at`]; at others a little wider than the narrowest, as it is made narrowest for that one.
///
/// # Errors
/// Counts of nothing, an alpha outside (0, 1).
pub fn left_open(counts: &[u64], alpha: f64) -> Result<Interval> {
    let alpha = probability("alpha", alpha)?;
    let moments = Moments::of(counts)?;
    if moments.units < ASYMPTOTIC_FROM {
        return exact(counts, 1.0 - alpha);
    }
    let half_width = half_width(&moments, tuned(super::usual_alpha()) / TUNED_FOR, alpha);
    Ok(Interval::around(moments.mean, half_width).within_unit())
}

/// Whether a score lies within `margin` of ½: [`within`] with limits at equal distance.
///
/// # Errors
/// Counts of nothing, a margin outside of (0, ½), an alpha outside (0, 1).
pub fn relevance(counts: &[u64], margin: f64, alpha: f64) -> Result<Relevance> {
    if !(margin > 0.0 && margin < 0.5) {
        return refuse("margin", format!("must lie between 0 and 1/2, got {margin}"));
    }
    within(counts, Interval { low: 0.5 - margin, high: 0.5 + margin }, alpha)
}

/// Whether a score lies between two limits (`Balanced`) or not (`Unbalanced`), with p-values that hold at every look at
/// once: each is the smallest error rate at which the sequence of [`at`], made narrowest for the usual 0.05, leaves the
/// hypothesis outside.
///
/// # Errors
/// Counts of nothing, limits that are not in order or leave [0, 1], an alpha outside (0, 1).
pub fn within(counts: &[u64], limits: Interval, alpha: f64) -> Result<Relevance> {
    let Interval { low, high } = limits;
    if !(0.0 <= low && low < high && high <= 1.0) {
        return refuse("limits", format!("must be two scores in order, got {low} and {high}"));
    }
    probability("alpha", alpha)?;
    let moments = Moments::of(counts)?;
    let (n, mean) = (moments.units as f64, moments.mean);
    let p_value = |null: f64| -> Result<f64> {
        if null <= 0.0 || null >= 1.0 {
            // No score lies beyond it.
            return Ok(0.0);
        }
        let ln_p = if moments.units < ASYMPTOTIC_FROM {
            -log_e_value(counts, null)?
        } else {
            let nr = n * tuned(super::usual_alpha()) / TUNED_FOR;
            let squares = n * squared(mean - null) / moments.steadied_variance;
            libm::log(nr + 1.0) / 2.0 - squares * nr / (2.0 * (nr + 1.0))
        };
        Ok(libm::exp(ln_p).min(1.0))
    };
    // Of all scores on the other side of a limit, the limit itself is the hardest to leave outside.
    let (p_unbalanced, p_balanced) = if mean < low {
        (p_value(low)?, 1.0)
    } else if mean > high {
        (p_value(high)?, 1.0)
    } else {
        (1.0, p_value(low)?.max(p_value(high)?))
    };
    let verdict = if p_unbalanced <= alpha {
        Verdict::Unbalanced
    } else if p_balanced <= alpha {
        Verdict::Balanced
    } else {
        Verdict::Undecided
    };
    Ok(Relevance { p_unbalanced, p_balanced, verdict })
}

/// How many more units it takes until the sequence leaves the nearer end of the margin outside, if the score stays where
/// it is, which is looked at from [`FIRST_LOOK`] on; none when that is beyond counting.
///
/// # Errors
/// Counts of nothing, a margin outside of (0, ½), a confidence outside (0, 1).
pub fn more_units(counts: &[u64], margin: f64, confidence: f64) -> Result<Option<u64>> {
    let moments = Moments::of(counts)?;
    let gap = ((moments.mean - 0.5).abs() - margin).abs();
    if gap == 0.0 {
        return Ok(None);
    }
    let units = units_until(gap, moments.steadied_variance, confidence)?;
    Ok(units.map(|units| units.max(FIRST_LOOK).saturating_sub(moments.units)))
}

/// Units after which the asymptotic sequence has this half-width, for a unit's variance; none when that is beyond 2⁵³.
///
/// # Errors
/// A variance or a half-width that is not above 0, a confidence outside (0, 1).
pub fn units_until(half_width: f64, unit_variance: f64, confidence: f64) -> Result<Option<u64>> {
    let alpha = error_chance(confidence)?;
    let rho2 = tuned(alpha) / TUNED_FOR;
    let goal = squared(positive("half_width", half_width)?) / positive("unit_variance", unit_variance)?;
    let reached = |n: f64| {
        let spread = n * rho2 + 1.0;
        2.0 * spread / (n * n * rho2) * (libm::log(spread) / 2.0 - libm::log(alpha)) <= goal
    };
    let (mut low, mut high) = (1u64, 1u64 << 53);
    if !reached(high as f64) {
        return Ok(None);
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if reached(middle as f64) { high = middle } else { low = middle + 1 }
    }
    Ok(Some(low))
}

/// The sequence without approximation, for any number of units from 1 on (Cover and Ordentlich 1996; Orabona and Jun
/// 2024): all m against which a gambler, betting on the scores with the best fixed stake in hindsight, would not have
/// grown rich beyond `√π Γ(n+1)/Γ(n+½)/α`. About twice as wide as an interval for one look.
///
/// # Errors
/// Counts of nothing, a confidence outside (0, 1).
pub fn exact(counts: &[u64], confidence: f64) -> Result<Interval> {
    let alpha = error_chance(confidence)?;
    let moments = Moments::of(counts)?;
    let threshold = regret(&moments) - libm::log(alpha);
    let excess = |m: f64| wealth(counts, m) - threshold;
    Ok(Interval {
        low: if moments.mean == 0.0 { 0.0 } else { root_between(0.0, moments.mean, excess) },
        high: if moments.mean == 1.0 { 1.0 } else { root_between(moments.mean, 1.0, excess) },
    })
}

/// Logarithm of the e-value against a mean score of `null`: evidence that may be looked at any time, `ln 20` and more being
/// rare (one run in twenty ever) if the mean is `null`.
///
/// # Errors
/// Counts of nothing, a null score outside (0, 1).
pub fn log_e_value(counts: &[u64], null: f64) -> Result<f64> {
    let moments = Moments::of(counts)?;
    Ok(wealth(counts, probability("null", null)?) - regret(&moments))
}

/// Logarithm of the e-value against a score within `margin` of ½; never above 0 for a mean within it.
///
/// # Errors
/// Counts of nothing, a margin outside of [0, ½).
pub fn log_e_beyond_margin(counts: &[u64], margin: f64) -> Result<f64> {
    if !(0.0..0.5).contains(&margin) {
        return refuse("margin", format!("must be from 0 to below 1/2, got {margin}"));
    }
    let evidence = log_e_value(counts, 0.5 - margin)?.min(log_e_value(counts, 0.5 + margin)?);
    let outside = (Moments::of(counts)?.mean - 0.5).abs() > margin;
    Ok(if outside { evidence } else { evidence.min(0.0) })
}

/// `ln(√π Γ(n+1)/Γ(n+½))`: what a gambler who does not know the best stake falls short of it, at most.
fn regret(moments: &Moments) -> f64 {
    ln_half_step(moments.units as f64)
}

/// Logarithm of the wealth from the best fixed stake against a mean of m: `max Σ n_k ln(1 + λ(a_k - m))` over
/// `-1/(1-m) ≤ λ ≤ 1/m`.
fn wealth(counts: &[u64], m: f64) -> f64 {
    let scores = scores(counts.len()).expect("counts have been checked");
    let weights: Vec<f64> = counts.iter().map(|n| *n as f64).collect();
    let distances: Vec<f64> = scores.iter().map(|a| a - m).collect();
    let limits = Interval { low: -1.0 / (1.0 - m), high: 1.0 / m };
    Tilt::of(&weights, &distances, limits).map_or(f64::INFINITY, |tilt| tilt.gain(&weights, &distances))
}

/// Robbins' (1970) sequence for a share: all p with `(n+1) C(n,s) p^s (1-p)^(n-s) ≥ α`.
///
/// # Errors
/// No trials, more successes than trials, a confidence outside (0, 1).
pub fn binomial(successes: u64, trials: u64, confidence: f64) -> Result<Interval> {
    let alpha = error_chance(confidence)?;
    let trials = total("trials", [&trials])?;
    if successes > trials {
        return refuse("successes", format!("must be at most the number of trials, {trials}, got {successes}"));
    }
    let excess = |p: f64| libm::log(trials as f64 + 1.0) + binomial_ln_pmf(trials, p, successes) - libm::log(alpha);
    let share = successes as f64 / trials as f64;
    Ok(Interval {
        low: if successes == 0 { 0.0 } else { root_between(0.0, share, excess) },
        high: if successes == trials { 1.0 } else { root_between(share, 1.0, excess) },
    })
}

/// What a sequence says of the question whether a score lies within `margin` of ½; while undecided, go on.
///
/// # Errors
/// A margin outside of (0, ½).
pub fn decide(sequence: Interval, margin: f64) -> Result<Verdict> {
    if !(margin > 0.0 && margin < 0.5) {
        return refuse("margin", format!("must lie between 0 and 1/2, got {margin}"));
    }
    let (least, most) = (0.5 - margin, 0.5 + margin);
    Ok(if sequence.low > most || sequence.high < least {
        Verdict::Unbalanced
    } else if sequence.low >= least && sequence.high <= most {
        Verdict::Balanced
    } else {
        Verdict::Undecided
    })
}

pub(super) const ASYMPTOTIC: Method = method!(
    "cs-asymptotic",
    "interval of a score that holds at every look at once, for many units",
    { counts: Vec<u64>, tuned_for: f64 = TUNED_FOR, confidence: f64 = super::usual_confidence() }
    => asymptotic(&counts, tuned_for, confidence)
);

pub(super) const EXACT: Method = method!(
    "cs-exact",
    "interval of a score that holds at every look at once, for any number of units; evidence against a null score",
    { counts: Vec<u64>, null: Option<f64> = None, confidence: f64 = super::usual_confidence() }
    => exact(&counts, confidence).and_then(|interval| {
        #[derive(Serialize)]
        struct Answer {
            #[serde(flatten)]
            interval: Interval,
            #[serde(skip_serializing_if = "Option::is_none")]
            log_e_value: Option<f64>,
        }
        let log_e_value = null.map(|null| log_e_value(&counts, null)).transpose()?;
        Ok(Answer { interval, log_e_value })
    })
);

pub(super) const BINOMIAL: Method = method!(
    "cs-binomial",
    "interval of a share that holds at every look at once",
    { successes: u64, trials: u64, confidence: f64 = super::usual_confidence() } => binomial(successes, trials, confidence)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_null_is_in_the_sequence_while_its_evidence_is_small() {
        let counts = [150, 190, 300, 205, 155];
        let Interval { low, high } = exact(&counts, 0.95).unwrap();
        for limit in [low, high] {
            assert!((log_e_value(&counts, limit).unwrap() - libm::log(20.0)).abs() < 1e-9);
        }
    }

    #[test]
    fn a_single_unit_says_next_to_nothing() {
        let Interval { low, high } = exact(&[0, 0, 0, 0, 1], 0.95).unwrap();
        assert_eq!(high, 1.0);
        assert!((low - 0.025).abs() < 1e-12, "ln(1/m) = ln 2 + ln 20 at m = 1/40, got {low}");
        assert_eq!(exact(&[1, 0, 0], 0.95).unwrap().low, 0.0);
    }

    #[test]
    fn a_score_within_the_margin_is_no_evidence_against_it() {
        assert!(log_e_beyond_margin(&[100, 0, 110], 0.05).unwrap() <= 0.0);
        assert!(log_e_beyond_margin(&[100, 0, 300], 0.05).unwrap() > 20.0);
    }

    #[test]
    fn the_p_values_agree_with_the_sequence() {
        for counts in
            [[150, 190, 300, 205, 155], [10, 40, 300, 60, 20], [900, 4000, 9000, 4100, 1000], [0, 1, 3, 9, 20]]
        {
            let interval = at(&counts, 0.95).unwrap();
            for margin in [0.005, 0.02, 0.05, 0.2, 0.3] {
                let verdict = relevance(&counts, margin, 0.05).unwrap().verdict;
                assert_eq!(verdict, decide(interval, margin).unwrap(), "{counts:?} {margin}");
            }
        }
        for counts in [[0, 1, 3, 9, 20], [900, 4000, 9000, 4100, 1000]] {
            let usual = left_open(&counts, 0.05).unwrap();
            let narrowest = at(&counts, 0.95).unwrap();
            assert!((usual.low - narrowest.low).abs() < 1e-12 && (usual.high - narrowest.high).abs() < 1e-12);
            for alpha in [0.2, 0.01, 1e-4] {
                let Interval { low, high } = left_open(&counts, alpha).unwrap();
                // Just inside of it a limit is open, just outside it is not.
                let open = |limit: f64| within(&counts, Interval { low: limit, high: 1.0 }, alpha).unwrap().verdict;
                let near = 1e-6;
                assert_eq!((open(low - near), open(low + near)), (Verdict::Balanced, Verdict::Undecided), "{counts:?}");
                if high < 1.0 {
                    assert_eq!(open(high + near), Verdict::Unbalanced, "{counts:?} {alpha}");
                }
            }
        }
        let one_sided =
            |low, high| within(&[900, 4000, 9000, 5000, 2000], Interval { low, high }, 0.05).unwrap().verdict;
        assert_eq!(one_sided(0.51, 1.0), Verdict::Balanced);
        assert_eq!(one_sided(0.0, 0.51), Verdict::Unbalanced);
        assert_eq!(one_sided(0.539, 1.0), Verdict::Undecided);
        assert!(within(&[1, 2, 3], Interval { low: 0.6, high: 0.4 }, 0.05).is_err());
        assert!(relevance(&[1, 2, 3], 0.0, 0.05).is_err() && relevance(&[1, 2, 3], 0.1, 0.0).is_err());
    }

    #[test]
    fn few_units_are_read_by_the_exact_sequence() {
        let few = [10, 20, 30, 20, 19];
        assert_eq!(at(&few, 0.95).unwrap(), exact(&few, 0.95).unwrap());
        let many = [10, 20, 30, 20, 20];
        assert_eq!(at(&many, 0.95).unwrap(), asymptotic(&many, TUNED_FOR, 0.95).unwrap().interval);
    }

    #[test]
    fn the_forecast_is_where_the_sequence_has_its_width() {
        let counts = [1000, 1500, 5000, 1500, 1000];
        let AsymptoticSequence { half_width, .. } = asymptotic(&counts, TUNED_FOR, 0.95).unwrap();
        let variance = Moments::of(&counts).unwrap().steadied_variance;
        let units = units_until(half_width, variance, 0.95).unwrap().unwrap();
        assert!((9_999..=10_001).contains(&units), "{units}");
        assert_eq!(units_until(1e-12, 0.1, 0.95).unwrap(), None);
        // A score of 52.5 with a margin of 2 points: half a point must be told.
        let half_a_point = units_until(0.005, 0.1, 0.95).unwrap().unwrap();
        let more = more_units(&[95, 0, 0, 0, 105], 0.02, 0.95).unwrap().unwrap();
        assert!(more > 2 * half_a_point && more < 3 * half_a_point, "{more} {half_a_point}");
        assert_eq!(more_units(&[48, 0, 52], 0.02, 0.95).unwrap(), None);
    }

    #[test]
    fn decisions() {
        let at = |low, high| decide(Interval { low, high }, 0.02).unwrap();
        assert_eq!(at(0.49, 0.51), Verdict::Balanced);
        assert_eq!(at(0.53, 0.56), Verdict::Unbalanced);
        assert_eq!(at(0.40, 0.47), Verdict::Unbalanced);
        assert_eq!(at(0.49, 0.53), Verdict::Undecided);
        assert_eq!(at(0.0, 1.0), Verdict::Undecided);
    }
}
