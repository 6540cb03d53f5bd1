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
    let event = &codex.events[event];
    match tests {
        FmTests::Table => event.losses[usize::from(dice.d6()) - 1],
        FmTests::Flat => u8::from(event.name != "team-broken"),
    }
}
