//! Isolated combat resolutions.

use std::hash::Hash;

use super::Dice;

/// Whoever takes the decisions that a resolution leaves to players once they have seen the dice so far.
pub trait Decider {
    /// Whether the player in `seat` does what he may do, which usually he does, or not. Seat 0 is for what is wanted of
    /// the resolution, seat 1 against it.
    fn decide(&mut self, seat: usize, usual: bool) -> bool;
}

/// Dice with which everything is decided as usual.
#[derive(Debug)]
pub struct AsUsual<'d, D>(pub &'d mut D);

impl<D> Decider for AsUsual<'_, D> {
    #[inline]
    fn decide(&mut self, _seat: usize, usual: bool) -> bool {
        usual
    }
}

impl<D: Dice> Dice for AsUsual<'_, D> {
    #[inline]
    fn roll(&mut self, sides: u8) -> u8 {
        self.0.roll(sides)
    }

    #[inline]
    fn d6(&mut self) -> u8 {
        self.0.d6()
    }

    #[inline]
    fn successes(&mut self, n: u32, at_least: u8) -> u32 {
        self.0.successes(n, at_least)
    }

    #[inline]
    fn sum(&mut self, n: u32) -> u32 {
        self.0.sum(n)
    }

    #[inline]
    fn sum_at_most(&mut self, n: u32, most: i32) -> bool {
        self.0.sum_at_most(n, most)
    }

    #[inline]
    fn pick(&mut self, n: u32) -> u32 {
        self.0.pick(n)
    }
}

/// One isolated combat resolution: a small Markov chain, most often of one step.
///
/// [`super::exact::evaluate`] enumerates the dice of one step at a time and merges equal states in between, so a chain
/// of many steps costs what its states cost, not what its histories would.
pub trait Resolution {
    /// Where the chain stands between two steps.
    type State: Clone + Eq + Hash;
    /// How it can end.
    type Outcome: Clone + Eq + Hash;

    /// The state before the first step.
    fn begin(&self) -> Self::State;

    /// Takes one step with `dice`.
    fn step<D: Dice>(&self, state: Self::State, dice: &mut D) -> Step<Self::State, Self::Outcome>;

    /// The same, and asks for what is left to players: nothing, unless the resolution says so. Decided as usual it is
    /// [`Resolution::step`].
    fn step_deciding<D: Dice + Decider>(&self, state: Self::State, dice: &mut D) -> Step<Self::State, Self::Outcome> {
        self.step(state, dice)
    }

    /// Plays the whole chain with `dice`.
    fn play<D: Dice>(&self, dice: &mut D) -> Self::Outcome {
        let mut state = self.begin();
        loop {
            match self.step(state, dice) {
                Step::Next(next) => state = next,
                Step::Done(outcome) => return outcome,
            }
        }
    }
}

/// What a step of a [`Resolution`] leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<S, O> {
    /// Another step follows.
    Next(S),
    /// The chain has ended.
    Done(O),
}
