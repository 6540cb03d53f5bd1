//! Who decides for a list: a doctrine, or chance.

use super::choices::Choice;
use super::doctrine::ScriptedPlayer;
use super::doctrine_book::Script;
use super::state::{Battle, Setup};
use crate::dice::SeededDice;
use crate::game::{Player, Random};

/// A player of either kind, chosen once for an engagement.
#[derive(Debug)]
pub enum Mind<'s> {
    /// By the weights of a doctrine.
    Scripted(Box<ScriptedPlayer<'s>>),
    /// Any legal choice.
    Random(Random),
}

impl<'s> Mind<'s> {
    /// The player of a script.
    #[must_use]
    pub fn new(script: &Script, setup: &'s Setup) -> Self {
        match script {
            Script::Weighted(weights) => Mind::Scripted(Box::new(ScriptedPlayer::new(setup, *weights))),
            Script::Random => Mind::Random(Random),
        }
    }

    /// Forgets the last engagement.
    pub fn restart(&mut self) {
        if let Mind::Scripted(player) = self {
            player.restart();
        }
    }
}

impl<'s> Player<Battle<'s>> for Mind<'s> {
    #[inline]
    fn choose(&mut self, game: &Battle<'s>, chance: &mut SeededDice) -> Choice {
        match self {
            Mind::Scripted(player) => player.choose(game, chance),
            Mind::Random(player) => player.choose(game, chance),
        }
    }
}
