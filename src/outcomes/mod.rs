//! What engagements leave behind, added up.
//!
//! Everything in a [`CellTally`] is a whole number, so that sums do not depend on the order of execution, the number of
//! threads, or how a run was cut into shards.

mod games;
mod lead;
mod meetings;
mod phases;
mod recorder;
mod row;
mod tally;
mod turns;

pub use games::{Course, Notable, Sketch, is_sampled};
pub use lead::{LEAD_BINS, Lead, LeadTally, MOST_TURNS, lead_bin, lead_of};
pub use meetings::{MeetingRow, Meetings};
pub use phases::{PhaseSums, PhaseTally, Whose};
pub use recorder::Recorder;
pub use row::{Row, RowKeeper};
pub use tally::{CLASSES, CellTally, ClassTally, CountTally, DigestedTally, LOSS_BINS, UnitTally};
pub use turns::TurnTally;

use serde::{Deserialize, Serialize};

/// What a cell asks: one ordered question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct CellKey {
    /// Number of the cell in its experiment, from 0.
    pub number: u32,
    /// First-named list.
    pub list_a: String,
    /// The list it is matched with.
    pub list_b: String,
    /// Doctrine of the first-named list.
    pub doctrine_a: String,
    /// Doctrine of the other.
    pub doctrine_b: String,
    /// Scenario.
    pub scenario: String,
    /// Battlefield.
    pub battlefield: String,
    /// Levels of the varied factors, in the order of the experiment.
    pub factors: Vec<(String, String)>,
}

impl CellKey {
    /// Whether a list meets itself under the doctrine that it follows itself.
    #[must_use]
    pub fn is_mirror(&self) -> bool {
        self.list_a == self.list_b && self.doctrine_a == self.doctrine_b
    }
}

/// Why a cell stopped taking pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stopped {
    /// The number of pairs asked for was reached.
    Pairs,
    /// The precision asked for was reached.
    Precision,
    /// What was to be decided is decided.
    Decided,
    /// The cap came before precision or decision.
    Cap,
    /// The user broke off; what is there is a valid part of the run.
    Interrupted,
}

impl Stopped {
    /// The word for it in tables.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pairs => "pairs",
            Self::Precision => "precision",
            Self::Decided => "decided",
            Self::Cap => "cap",
            Self::Interrupted => "interrupted",
        }
    }
}

/// One cell with its results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Cell {
    /// What was asked.
    pub key: CellKey,
    /// What came of it.
    pub tally: CellTally,
    /// Why it stopped.
    pub stopped: Stopped,
}
