//! Who decides for a list: a doctrine, or chance.

use super::{Game, Player, Policy, Random};
use crate::dice::SeededDice;

/// A player of either kind, chosen once for an engagement; `S` is the ruleset's scripted player.
#[derive(Debug)]
pub enum AnyPlayer<S> {
    /// By the weights of a doctrine.
    Scripted(Box<S>),
    /// Any legal choice.
    Random(Random),
}

impl<S> AnyPlayer<S> {
    /// The player of a policy; `script` makes the one of a doctrine's weights.
    #[must_use]
    pub fn new<W>(policy: &Policy<W>, script: impl FnOnce(&W) -> S) -> Self {
        match policy {
            Policy::Weighted(weights) => AnyPlayer::Scripted(Box::new(script(weights))),
            Policy::Random => AnyPlayer::Random(Random),
        }
    }

    /// The player of a doctrine; none where chance decides.
    pub fn scripted(&mut self) -> Option<&mut S> {
        match self {
            AnyPlayer::Scripted(script) => Some(script),
            AnyPlayer::Random(_) => None,
        }
    }
}

impl<G: Game, S: Player<G>> Player<G> for AnyPlayer<S> {
    #[inline]
    fn choose(&mut self, game: &G, chance: &mut SeededDice) -> G::Choice {
        match self {
            AnyPlayer::Scripted(player) => player.choose(game, chance),
            AnyPlayer::Random(player) => player.choose(game, chance),
        }
    }

    fn restart(&mut self) {
        if let AnyPlayer::Scripted(player) = self {
            player.restart();
        }
    }
}
