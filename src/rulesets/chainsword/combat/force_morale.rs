//! Force Morale (CW-FMO): the level that an army starts with, and what events cost.

use super::d3;
use crate::dice::Dice;
use crate::rulesets::chainsword::codex::Codex;
use crate::rulesets::chainsword::rules::{FmFormula, FmTests};

/// Starting Force Morale of an army with these Ld values (CW-FMO-01). There is at least one.
pub fn starting_level<D: Dice>(leadership: &[u8], formula: FmFormula, dice: &mut D) -> u8 {
    let sum: u32 = leadership.iter().map(|ld| u32::from(*ld)).sum();
    let count = leadership.len() as u32;
    match formula {
        FmFormula::D3Troops => (sum / count) as u8 + d3(dice),
        FmFormula::UnitAverage => sum.div_ceil(count) as u8,
    }
}

/// Levels of Force Morale that an event costs (CW-FMO-04); `event` is an index into the codex.
pub fn levels_lost<D: Dice>(codex: &Codex, event: usize, tests: FmTests, dice: &mut D) -> u8 {
    match tests {
        FmTests::Table => codex.events[event].losses[usize::from(dice.d6()) - 1],
        FmTests::Flat => flat_loss(codex, event),
    }
}

/// Levels that an event costs without a die.
#[must_use]
pub fn flat_loss(codex: &Codex, event: usize) -> u8 {
    u8::from(codex.events[event].name != "team-broken")
}
