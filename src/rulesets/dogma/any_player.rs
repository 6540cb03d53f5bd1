//! Who decides for a list: a doctrine, or chance.

use super::choices::Choice;
use super::doctrine::ScriptedPlayer;
use super::doctrine_book::Policy;
use super::state::Battle;
use crate::dice::SeededDice;
use crate::game::{Player, Random};

/// A player of either kind, chosen once for an engagement.
#[derive(Debug)]
pub enum AnyPlayer {
    /// By the weights of a doctrine.
    Scripted(Box<ScriptedPlayer>),
    /// Any legal choice.
    Random(Random),
}

impl AnyPlayer {
    /// The player of a script.
    #[must_use]
    pub fn new(script: &Policy) -> Self {
        match script {
            Policy::Weighted(weights) => AnyPlayer::Scripted(Box::new(ScriptedPlayer::new(*weights))),
            Policy::Random => AnyPlayer::Random(Random),
        }
    }

    /// Forgets the last engagement.
    pub fn restart(&mut self) {
        if let AnyPlayer::Scripted(player) = self {
            player.restart();
        }
    }
}

impl<'s> Player<Battle<'s>> for AnyPlayer {
    #[inline]
    fn choose(&mut self, game: &Battle<'s>, chance: &mut SeededDice) -> Choice {
        match self {
            AnyPlayer::Scripted(player) => player.choose(game, chance),
            AnyPlayer::Random(player) => player.choose(game, chance),
        }
    }
}
