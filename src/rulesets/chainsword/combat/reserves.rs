//! Reserves (CW-DEP): when they arrive, how far what is dropped drifts, by which edge a flank march comes on.

use super::d3;
use crate::dice::Dice;

/// Whether a unit in reserve arrives (CW-DEP-09).
pub fn arrives<D: Dice>(reserve_roll: u8, dice: &mut D) -> bool {
    dice.successes(1, reserve_roll) == 1
}

/// How far the scatter die and its 2d6 carry something that is dropped (CW-DEP-10): nothing in one case of three.
pub fn drift<D: Dice>(dice: &mut D) -> u8 {
    if dice.successes(1, 5) == 1 { 0 } else { dice.sum(2) as u8 }
}

/// Where a flank march comes on (CW-DEP-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// The edge on the owner's left.
    Left,
    /// The edge on his right.
    Right,
    /// Either, as he likes.
    Choice,
}

/// Rolls for the edge of a flank march.
pub fn outflank_edge<D: Dice>(dice: &mut D) -> Edge {
    match d3(dice) {
        1 => Edge::Left,
        2 => Edge::Right,
        _ => Edge::Choice,
    }
}
