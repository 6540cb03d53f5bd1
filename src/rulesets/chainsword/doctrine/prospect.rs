//! What the best activation of a Team is worth.

use super::Script;
use super::plan::Prospect;
use crate::rulesets::chainsword::state::{Battle, TeamId};

/// Share of its value that a Team that waits is worth, and is expected to take from the enemy once it comes.
const COMES: f64 = 1.0;
const TAKES: f64 = 0.1;

impl Script {
    /// What the best activation of a Team is worth now; a Team that waits counts by its value.
    pub(super) fn prospect(&mut self, battle: &Battle<'_>, team: TeamId) -> Prospect {
        if battle.own_force(team).waiting.contains(team) {
            let value = battle.worth_left(team);
            return Prospect { worth: COMES * value, harm: TAKES * value };
        }
        self.tactician.prospect(battle, &self.weights, &self.tasks, team)
    }
}
