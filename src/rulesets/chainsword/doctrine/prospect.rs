//! What the best activation of a Team is worth.

use super::Script;
use crate::rulesets::chainsword::state::{Battle, TeamId};

/// What the best activation of a Team is worth now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Prospect {
    /// In points of value.
    pub worth: f64,
    /// What of it is harm to the enemy.
    pub harm: f64,
}

impl Script {
    /// What the best activation of a Team is worth now; a Team that waits counts by its value.
    pub(super) fn prospect(&self, battle: &Battle<'_>, team: TeamId) -> Prospect {
        {
            let worth = battle.worth_left(team);
            Prospect { worth, harm: 0.1 * worth }
        }
    }
}
