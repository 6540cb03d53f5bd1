//! Statistics on counts.
//!
//! Every function here is plain: numbers in, numbers out, no clock and no chance. What cannot be answered (no data, a
//! probability of 1.3) is an [`Impossible`] value, never a NaN. Scores are win 1, draw ½, loss 0 from the point of view
//! of the first-named list, and the unit of analysis is the pair: two games on one table with the seats swapped.
//!
//! | question | answered by |
//! | --- | --- |
//! | what share does this list win, and how sure is that? | [`Score`] |
//! | how many Elo is that? | [`elo`] |
//! | did swapping seats and sharing dice pay? what is going first worth? | [`Pairing`] |
//! | when may a run of fixed precision stop, how long will it take? | [`stopping`] |

pub mod elo;
mod impossible;
mod pairing;
mod score;
pub mod special;
pub mod stopping;

pub use impossible::Impossible;
pub use pairing::{Pairing, pentanomial};
pub use score::Score;

use impossible::{probability, refuse};
use serde::{Deserialize, Serialize};

/// What an analysis gives back.
pub type Result<T> = std::result::Result<T, Impossible>;

/// From `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Lower limit.
    pub low: f64,
    /// Upper limit.
    pub high: f64,
}

impl Interval {
    /// `centre ± half_width`.
    fn around(centre: f64, half_width: f64) -> Self {
        Self { low: centre - half_width, high: centre + half_width }
    }

    /// The part that lies in [0, 1].
    fn within_unit(self) -> Self {
        Self { low: self.low.clamp(0.0, 1.0), high: self.high.clamp(0.0, 1.0) }
    }

    /// Half the distance between the limits.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether `value` lies between the limits.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The confidence of an interval for which none is named.
fn usual_confidence() -> f64 {
    0.95
}

/// The chance of a false alarm where none is named.
fn usual_alpha() -> f64 {
    0.05
}
