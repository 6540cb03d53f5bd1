//! How long to run: when to look, when a precision is reached, how many pairs to expect.

use super::error::positive;
use super::method::{Key, Method, read, write};
use super::score::Moments;
use super::special::squared;
use super::{Result, error_chance, probability, refuse, special};
use serde::{Deserialize, Serialize};

/// The first look at the results comes after this many pairs.
pub const FIRST_LOOK: u64 = 200;

/// The look-point that comes after `pairs`: [`FIRST_LOOK`], then each time 100 pairs or a twentieth more.
///
/// Looks are fixed in advance, by the number of pairs alone: whoever looks when a machine happens to be done sees the
/// short games first.
#[must_use]
pub fn next_look(pairs: u64) -> u64 {
    look_points().find(|look| *look > pairs).expect("look-points go on without end")
}

/// All look-points in order, without end.
pub fn look_points() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(FIRST_LOOK), |n| Some(n + n.div_ceil(20).max(100)))
}

/// The part of a chance of error that is spent at a look, from 1: the parts of all looks, however many, add up to it.
#[must_use]
pub fn spent(alpha: f64, look: u32) -> f64 {
    alpha / (f64::from(look) * f64::from(look + 1))
}

/// Runs until the interval of the score is narrow enough.
///
/// The rule looks at the width and not at the position, so the ordinary interval stays honest after it (Chow and
/// Robbins 1965).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrecisionStop {
    half_width: f64,
    z: f64,
}

impl PrecisionStop {
    /// Stops at `half_width` (0.005 is half a point of win rate) at this confidence.
    ///
    /// # Errors
    /// A half-width that is not above 0, a confidence outside (0, 1).
    pub fn new(half_width: f64, confidence: f64) -> Result<Self> {
        let z = special::normal_two_sided(error_chance(confidence)?);
        Ok(Self { half_width: positive("half_width", half_width)?, z })
    }

    /// Half-width reached by these counts (3 or 5, low to high): `z·sqrt((v⁺ + 1/n)/n)`, `v⁺` as in
    /// [`Score::from_counts`](super::Score::from_counts).
    ///
    /// # Errors
    /// Counts of nothing.
    pub fn reached(&self, counts: &[u64]) -> Result<f64> {
        Ok(self.width(&Moments::of(counts)?))
    }

    fn width(&self, moments: &Moments) -> f64 {
        let n = moments.units as f64;
        self.z * ((moments.steadied_variance + 1.0 / n) / n).sqrt()
    }

    /// Whether to stop at these counts. Ask at look-points only; never true before the first.
    #[must_use]
    pub fn stops(&self, counts: &[u64]) -> bool {
        Moments::of(counts).is_ok_and(|moments| moments.units >= FIRST_LOOK && self.width(&moments) <= self.half_width)
    }
}

/// What a run must be long enough for.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SampleSize {
    /// An interval of this half-width: `z² v/h²` units.
    Precision {
        /// Variance of a unit's score: ¼ for single decisive games, ⅛ for pairs in which pairing saves nothing.
        unit_variance: f64,
        /// Half-width of the interval.
        half_width: f64,
        /// Confidence of the interval.
        #[serde(default = "super::usual_confidence")]
        confidence: f64,
    },
    /// Telling a difference from none with this power: `(z_{1-α/2} + z_power)² v/δ²` units.
    Power {
        /// Variance of a unit's score.
        unit_variance: f64,
        /// Difference from the null value.
        difference: f64,
        /// Two-sided chance of a false alarm.
        #[serde(default = "super::usual_alpha")]
        alpha: f64,
        /// Chance to notice the difference.
        power: f64,
    },
}

/// A number of units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Units {
    /// As computed.
    pub units: f64,
    /// Rounded up.
    pub units_ceil: u64,
}

impl SampleSize {
    /// How many independent units (pairs, or unpaired games) it takes, by the normal approximation.
    ///
    /// # Errors
    /// Numbers out of range, and more units than can be counted.
    pub fn units(self) -> Result<Units> {
        let units = match self {
            Self::Precision { unit_variance, half_width, confidence } => {
                let z = special::normal_two_sided(error_chance(confidence)?);
                z * z * positive("unit_variance", unit_variance)? / squared(positive("half_width", half_width)?)
            }
            Self::Power { unit_variance, difference, alpha, power } => {
                let z = special::normal_two_sided(probability("alpha", alpha)?)
                    + special::normal_quantile(probability("power", power)?);
                let z = positive("power", z).or_else(|_| refuse("power", "is no more than half of alpha"))?;
                z * z * positive("unit_variance", unit_variance)? / squared(positive("difference", difference.abs())?)
            }
        };
        if units < (1u64 << 53) as f64 {
            Ok(Units { units, units_ceil: units.ceil() as u64 })
        } else {
            refuse("unit_variance", "asks for more units than can be counted")
        }
    }
}

pub(super) const METHOD: Method = Method {
    name: "sample-size",
    about: "units needed for a half-width, or to notice a difference",
    keys: &[
        Key { name: "kind", optional: false, values: "precision | power" },
        Key { name: "unit_variance", optional: false, values: "" },
        Key { name: "half_width", optional: true, values: "for precision" },
        Key { name: "confidence", optional: true, values: "for precision" },
        Key { name: "difference", optional: true, values: "for power" },
        Key { name: "power", optional: true, values: "for power" },
        Key { name: "alpha", optional: true, values: "for power" },
    ],
    answer: |input| write(read::<SampleSize>(input)?.units()),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_grow_by_a_hundred_then_by_a_twentieth() {
        let looks: Vec<u64> = look_points().take(4).collect();
        assert_eq!(looks, [200, 300, 400, 500]);
        assert_eq!(next_look(0), 200);
        assert_eq!(next_look(200), 300);
        let late: Vec<u64> = look_points().skip_while(|n| *n < 2000).take(4).collect();
        assert_eq!(late, [2000, 2100, 2205, 2316]);
    }

    #[test]
    fn precision_is_not_believed_before_the_first_look() {
        let stop = PrecisionStop::new(0.05, 0.95).unwrap();
        assert!(!stop.stops(&[0, 0, 199, 0, 0]));
        assert!(stop.stops(&[0, 0, 200, 0, 0]));
        assert!(!stop.stops(&[100, 0, 0, 0, 100]));
    }

    #[test]
    fn a_mirror_match_is_not_infinitely_precise() {
        let stop = PrecisionStop::new(0.005, 0.95).unwrap();
        assert!(stop.reached(&[0, 0, 200, 0, 0]).unwrap() > 0.005);
    }

    #[test]
    fn half_a_point_takes_so_many_units() {
        let units = |unit_variance| {
            SampleSize::Precision { unit_variance, half_width: 0.005, confidence: 0.95 }.units().unwrap().units_ceil
        };
        assert_eq!((units(0.25), units(0.125)), (38_415, 19_208));
    }
}
