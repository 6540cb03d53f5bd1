//! Command points, withdrawal, and the point that goes.

use super::Script;
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::state::Battle;

impl Script {
    /// Withdraws, or plays on.
    pub(super) fn withdraw(&mut self, _: &Battle<'_>) -> Choice {
        Choice::Pass
    }

    /// Throws a die again, or lets the roll stand.
    pub(super) fn reroll(&mut self, _: &Battle<'_>) -> Choice {
        Choice::Pass
    }

    /// Skips a test of Force Morale, or takes it.
    pub(super) fn steady(&mut self, battle: &Battle<'_>) -> Choice {
        if self.allows(battle, Choice::Steady) { Choice::Steady } else { Choice::Pass }
    }

    /// The point that goes.
    pub(super) fn lost_point(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let count = battle.force(battle.decider).points.len() as u8;
        (0..count).map(Choice::LosePoint).find(|choice| self.allows(battle, *choice))
    }

    /// Breaks in between two actions, or not.
    pub(super) fn between(&mut self, _: &Battle<'_>) -> Choice {
        Choice::Pass
    }
}
