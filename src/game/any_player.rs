//! Who decides for a list: a doctrine, chance, or a player that looks ahead.

use super::{Game, LookAhead, Player, Random, Tactics};
use crate::dice::SeededDice;

/// A player of any kind, chosen once for an engagement; `S` is the ruleset's scripted player.
#[derive(Debug)]
pub enum AnyPlayer<S> {
    /// By the weights of a doctrine.
    Scripted(Box<S>),
    /// By rollouts of several doctrines.
    Ahead(Box<LookAhead<S>>),
    /// Any legal choice.
    Random(Random),
}

impl<G: Game + Clone, S: Player<G> + Clone> Player<G> for AnyPlayer<S> {
    #[inline]
    fn choose(&mut self, game: &G, chance: &mut SeededDice) -> G::Choice {
        match self {
            AnyPlayer::Scripted(player) => player.choose(game, chance),
            AnyPlayer::Ahead(player) => player.choose(game, chance),
            AnyPlayer::Random(player) => player.choose(game, chance),
        }
    }

    fn restart(&mut self) {
        match self {
            AnyPlayer::Scripted(player) => player.restart(),
            AnyPlayer::Ahead(player) => Player::<G>::restart(&mut **player),
            AnyPlayer::Random(_) => {}
        }
    }

    /// From a player of its own kind; another one starts afresh.
    fn take_over(&mut self, from: &Self) {
        match (self, from) {
            (AnyPlayer::Scripted(player), AnyPlayer::Scripted(from)) => player.take_over(from),
            (AnyPlayer::Ahead(player), AnyPlayer::Ahead(from)) => Player::<G>::take_over(&mut **player, from),
            (player, _) => Player::<G>::restart(player),
        }
    }

    fn do_without(&mut self, tactics: Tactics) {
        match self {
            AnyPlayer::Scripted(player) => player.do_without(tactics),
            AnyPlayer::Ahead(player) => Player::<G>::do_without(&mut **player, tactics),
            AnyPlayer::Random(player) => Player::<G>::do_without(player, tactics),
        }
    }
}
