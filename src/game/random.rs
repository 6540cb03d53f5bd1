//! The player without a plan.

use super::{Game, Player};
use crate::dice::{Dice, SeededDice};

/// Picks any of the choices that the game shows, each equally likely: the floor that every script must beat, and the
/// fuzzer of the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, game: &G, chance: &mut SeededDice) -> G::Choice {
        let mut count = 0u32;
        game.choices(&mut |_| count += 1);
        let mut left = chance.pick(count.max(1));
        let mut picked = None;
        game.choices(&mut |choice| {
            if left == 0 && picked.is_none() {
                picked = Some(choice);
            }
            left = left.saturating_sub(1);
        });
        picked.expect("a game shows at least one choice to whom it asks")
    }
}
