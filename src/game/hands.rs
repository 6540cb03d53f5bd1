//! The hands that play both lists of a cell: their doctrines, what they do without, and how they look ahead.

use std::sync::Arc;

use super::cell::Playable;
use super::{
    AnyPlayer, Diagnostics, DoctrineBook, Game, LookAhead, PlaySettings, PlayStyle, Player, Policy, Random, Tactic,
    Tactics, Weights, split_tactics, tempered,
};
use crate::dice::{Address, SeededDice};

/// The players of both lists, in order.
pub(super) type Players<'s, P> = [AnyPlayer<<P as Playable>::Script<'s>>; 2];

/// Who plays each list, and how.
#[derive(Debug)]
pub struct Hands<P: Playable> {
    /// How each list is played.
    policies: [Policy<P::Weights>; 2],
    /// What each list does without.
    without: [Tactics; 2],
    /// Whether with tempers, or looking ahead.
    play: PlaySettings,
    /// What a player who looks ahead tries.
    portfolio: Arc<[P::Weights]>,
}

impl<P: Playable> Clone for Hands<P> {
    fn clone(&self) -> Self {
        let Self { policies, without, play, portfolio } = self;
        Self { policies: *policies, without: *without, play: play.clone(), portfolio: Arc::clone(portfolio) }
    }
}

impl<P: Playable> Hands<P> {
    /// Finds the doctrines of both lists, as `X` or `X without TACTIC`, in a book; none, with diagnostics, where one is not there.
    pub(super) fn read(
        book: &DoctrineBook<P::Weights>,
        play: PlaySettings,
        doctrines: &[String; 2],
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let found = diagnostics.len();
        let portfolio = play.portfolio_of(book).map_err(|fault| diagnostics.push(fault)).unwrap_or_default();
        let policies = doctrines
            .each_ref()
            .map(|name| book.script(split_tactics(name).0).map_err(|fault| diagnostics.push(fault)).ok());
        let tactics = Tactic::keys(P::Battle::<'static>::TACTICS);
        let without = doctrines
            .each_ref()
            .map(|name| Tactics::read(name, &tactics).map_err(|fault| diagnostics.push(fault)).unwrap_or_default());
        match policies {
            [Some(a), Some(b)] if diagnostics.len() == found => {
                Some(Self { policies: [a, b], without, play, portfolio })
            }
            _ => None,
        }
    }

    /// The same with other numbers in the doctrine of a list; none where it has none. Those that are missing stay.
    pub(super) fn reweighed(&self, list: usize, numbers: &[f64]) -> Option<Self> {
        let mut hands = self.clone();
        let Policy::Weighted(weights) = &mut hands.policies[list] else { return None };
        let known = numbers.iter().take(P::Weights::NUMBERS.len());
        known.enumerate().for_each(|(at, number)| weights.set_number(at, *number));
        Some(hands)
    }

    /// The players of both lists on a table.
    pub(super) fn players<'s>(&self, setup: &'s P::Setup) -> Players<'s, P> {
        let script = |weights: &P::Weights| Box::new(P::script(setup, weights));
        let player = |policy: &Policy<P::Weights>| match (policy, self.base(policy)) {
            (_, Some(base)) => {
                let others = self.portfolio.iter().filter(|other| **other != base);
                let own = std::iter::once(&base).chain(others);
                let tempers = std::iter::repeat_n(&base, usize::from(self.play.tempers));
                let replies = self.portfolio.iter().map(script).collect();
                let own = own.chain(tempers).map(script).collect();
                AnyPlayer::Ahead(Box::new(LookAhead::new(self.play.rollouts, own, replies, script(&base))))
            }
            (Policy::Weighted(weights), None) => AnyPlayer::Scripted(script(weights)),
            (Policy::Ahead | Policy::Random, None) => AnyPlayer::Random(Random::default()),
        };
        let mut players = self.policies.each_ref().map(player);
        for (player, tactics) in players.iter_mut().zip(self.without) {
            Player::<P::Battle<'s>>::do_without(player, tactics);
        }
        players
    }

    /// The doctrine that a policy starts from when it looks ahead; none where it does not.
    fn base(&self, policy: &Policy<P::Weights>) -> Option<P::Weights> {
        match policy {
            Policy::Weighted(weights) => (self.play.style == PlayStyle::Ahead).then_some(*weights),
            Policy::Ahead => self.portfolio.first().copied(),
            Policy::Random => None,
        }
    }

    /// Whether either list is played by looking ahead.
    pub(super) fn looks_ahead(&self) -> bool {
        self.policies.iter().any(|policy| self.base(policy).is_some())
    }

    /// Whether both lists are played alike.
    pub(super) fn are_alike(&self) -> bool {
        self.policies[0] == self.policies[1] && self.without[0] == self.without[1]
    }

    /// Gives both players the tempers of a pair, each by its stream.
    pub(super) fn temper<'s>(
        &self,
        setup: &'s P::Setup,
        players: &mut Players<'s, P>,
        streams: [usize; 2],
        address: Address,
    ) {
        if self.play.style == PlayStyle::Fixed {
            return;
        }
        for ((player, policy), stream) in players.iter_mut().zip(&self.policies).zip(streams) {
            let dice = &mut PlaySettings::tempers(stream, address);
            match (player, policy) {
                (AnyPlayer::Scripted(script), Policy::Weighted(weights)) => {
                    P::retune(setup, script, &self.play.temper(*weights, dice));
                }
                (AnyPlayer::Ahead(player), policy) => {
                    let tempers = usize::from(self.play.tempers);
                    let base = self.base(policy).expect("it looks ahead from some doctrine");
                    for script in player.portfolio().iter_mut().rev().take(tempers) {
                        P::retune(setup, script, &tempered(base, self.play.reach, dice));
                    }
                }
                _ => {}
            }
        }
    }

    /// The scripts that a list's choices are held against: the portfolio, and some tempers of its own doctrine by `dice`.
    pub(super) fn advisers<'s>(
        &self,
        setup: &'s P::Setup,
        list: usize,
        dice: &mut SeededDice,
    ) -> Vec<Box<P::Script<'s>>> {
        let tempers = match self.policies[list] {
            Policy::Weighted(weights) => {
                (0..self.play.tempers).map(|_| tempered(weights, self.play.reach, dice)).collect()
            }
            Policy::Ahead | Policy::Random => Vec::new(),
        };
        let script = |weights: &P::Weights| {
            let mut script = Box::new(P::script(setup, weights));
            script.do_without(self.without[list]);
            script
        };
        self.portfolio.iter().chain(&tempers).map(script).collect()
    }
}
