//! Who decides for a list: a doctrine, or chance.

use super::choices::Choice;
use super::doctrine::ScriptedPlayer;
use super::doctrine_book::Policy;
use super::state::{Battle, Setup};
use crate::dice::SeededDice;
use crate::game::{Player, Random};

/// A player of either kind, chosen once for an engagement.
#[derive(Debug)]
pub enum AnyPlayer<'s> {
    /// By the weights of a doctrine.
    Scripted(Box<ScriptedPlayer<'s>>),
    /// Any legal choice.
    Random(Random),
}

impl<'s> AnyPlayer<'s> {
    /// The player of a script.
    #[must_use]
    pub fn new(script: &Policy, setup: &'s Setup) -> Self {
        match script {
            Policy::Weighted(weights) => AnyPlayer::Scripted(Box::new(ScriptedPlayer::new(setup, *weights))),
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

impl<'s> Player<Battle<'s>> for AnyPlayer<'s> {
    #[inline]
    fn choose(&mut self, game: &Battle<'s>, chance: &mut SeededDice) -> Choice {
        match self {
            AnyPlayer::Scripted(player) => player.choose(game, chance),
            AnyPlayer::Random(player) => player.choose(game, chance),
        }
    }
}
