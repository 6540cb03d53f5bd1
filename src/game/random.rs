//! The player without a plan.

use super::play::any_choice_without;
use super::{Game, Player, Tactics};
use crate::dice::SeededDice;

/// Chooses any of the choices that the game shows: the floor that every script must beat, and the
/// fuzzer of the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random {
    /// What it does without.
    without: Tactics,
}

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, game: &G, chance: &mut SeededDice) -> G::Choice {
        any_choice_without(game, self.without, chance)
    }

    fn do_without(&mut self, tactics: Tactics) {
        self.without = tactics;
    }
}
