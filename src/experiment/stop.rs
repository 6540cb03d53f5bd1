//! When a cell has seen enough.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The rule by which a cell stops taking pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// After this many pairs.
    Pairs(u64),
    /// When the score is known well enough, looked at only where the statistics say (METHODS 3 and 6.1).
    #[serde(rename_all = "kebab-case")]
    Precision {
        /// Half-width of the 95% interval of the score, as a share: 0.005 is half a point.
        half_width: f64,
        /// The most pairs that a cell may take.
        cap: u64,
    },
}

impl Stop {
    /// The most pairs that a cell may take.
    #[must_use]
    pub fn most(&self) -> u64 {
        match *self {
            Stop::Pairs(n) => n,
            Stop::Precision { cap, .. } => cap,
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Pairs(n) => write!(f, "pairs = {n}"),
            Stop::Precision { half_width, cap } => write!(f, "precision = {half_width}, cap = {cap}"),
        }
    }
}
