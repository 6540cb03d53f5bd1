//! Before the first Phase.

use super::Script;
use crate::dice::SeededDice;
use crate::game::any_choice_without;
use crate::rulesets::chainsword::choices::{Choice, Decision};
use crate::rulesets::chainsword::setup_step::SetUpChoice;
use crate::rulesets::chainsword::state::Battle;

impl Script {
    /// Support, works, markers, early infiltrators, points.
    pub(super) fn set_up(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Option<Choice> {
        match battle.decision {
            Decision::StartingRolls => Some(Choice::SetUp(SetUpChoice::Roll)),
            _ => Some(any_choice_without(battle, self.without, chance)),
        }
    }
}
