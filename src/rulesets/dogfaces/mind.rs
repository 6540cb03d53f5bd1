//! Who decides for a list: a doctrine, or chance.

use super::choices::Choice;
use super::doctrine_book::Script;
use super::state::{Battle, Setup};
use crate::dice::SeededDice;
use crate::game::{Player, Random};

/// A player of either kind, chosen once for an engagement.
#[derive(Debug)]
pub enum Mind<'s> {
    /// Any legal choice.
    Random(std::marker::PhantomData<&'s ()>),
}

impl<'s> Mind<'s> {
    /// The player of a script.
    #[must_use]
    pub fn new(_script: &Script, _setup: &'s Setup) -> Self {
        Mind::Random(std::marker::PhantomData)
    }

    /// Forgets the last engagement.
    pub fn restart(&mut self) {}
}

impl<'s> Player<Battle<'s>> for Mind<'s> {
    fn choose(&mut self, game: &Battle<'s>, chance: &mut SeededDice) -> Choice {
        Random.choose(game, chance)
    }
}
