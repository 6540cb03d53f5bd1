//! Combat and command: what the dice decide, generic over them.

pub mod command_dice;
pub mod force_morale;
pub mod melee;
pub mod morale;
pub mod reserves;
pub mod scenario_rolls;
pub mod shooting;
pub mod vehicle;

use crate::dice::Dice;

/// A d3: a d6 halved and rounded up.
pub fn d3<D: Dice>(dice: &mut D) -> u8 {
    dice.d6().div_ceil(2)
}
