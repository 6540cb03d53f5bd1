//! Tactics: families of choices that a player may do without.

use super::choices::Choice;
use crate::game::{Tactic, Tactics};

/// The tactics, each at its place.
pub const TACTICS: &[Tactic] = &[
    Tactic::new("rerolls", "throwing a die again for command points"),
    Tactic::new("steady", "skipping tests of Force Morale for command points"),
    Tactic::new("end-turn", "ending a Turn for command points"),
];

/// Place of `rerolls`.
pub const REROLLS: usize = 0;

/// Place of `steady`.
pub const STEADY: usize = 1;

/// Place of `end-turn`.
pub const END_TURN: usize = 2;

/// Which of them a choice is one of.
#[must_use]
pub fn tactics_of(choice: Choice) -> Tactics {
    match choice {
        Choice::Reroll(_) => Tactics::only_if(true, REROLLS),
        Choice::Steady => Tactics::only_if(true, STEADY),
        Choice::EndTurn => Tactics::only_if(true, END_TURN),
        _ => Tactics::NONE,
    }
}
