//! The player without a plan.

use super::{Game, Player};
use crate::dice::SeededDice;

/// NotableGames any of the choices that the game shows: the floor that every script must beat, and the
/// fuzzer of the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, game: &G, chance: &mut SeededDice) -> G::Choice {
        game.any_choice(chance)
    }
}
