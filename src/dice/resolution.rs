//! Isolated combat resolutions.

use std::hash::Hash;

use super::Dice;

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
