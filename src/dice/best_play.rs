//! What a resolution comes to when those who decide in it, after dice have fallen, always decide for the best: dynamic
//! programming over its states (Bellman 1957), with two sides against each other where both decide (Shapley 1953).

use std::collections::HashMap;

use super::exact::{EnumeratingDice, MOST_STEPS, NEGLIGIBLE, Throw};
use super::{Decider, Dice, Distribution, Resolution, Step};

/// Chances that differ by no more are alike: then the decision stays the usual one.
const ALIKE: f64 = 1e-12;

/// Sweeps over all states after which values that still move are taken as they are.
const MOST_SWEEPS: usize = 10_000;

/// The distribution of the outcomes when seat 0 decides so that `wanted` comes as often as can be, and seat 1 so that it comes
/// as rarely as can be; whoever has nothing to gain decides as usual. Everybody sees all dice that have fallen.
///
/// None when it takes more than `budget` branches: ways in which the dice and the decisions of one step can fall, over all
/// states that are told apart.
pub fn best_play<R: Resolution>(
    resolution: &R,
    wanted: impl Fn(&R::Outcome) -> bool,
    budget: u64,
) -> Option<Distribution<R::Outcome>> {
    let tree = Tree::grow(resolution, budget)?;
    let worth: Vec<f64> = tree.outcomes.iter().map(|outcome| f64::from(u8::from(wanted(outcome)))).collect();
    let values = tree.values(&worth);
    Some(tree.play(&worth, &values))
}

/// What can come next at a point of a step.
#[derive(Debug)]
enum Node {
    /// Dice: the chance of each result, and what follows.
    Chance(Vec<f64>, Vec<usize>),
    /// Who decides, what is usual, and what follows no and yes.
    Decision { seat: usize, usual: bool, ways: [usize; 2] },
    /// The chain stands in this state.
    State(usize),
    /// The chain has ended so.
    Outcome(usize),
}

/// All steps from all states that can be reached, whoever decides how.
struct Tree<O> {
    nodes: Vec<Node>,
    /// Where the step from each state begins, in the order in which they were found.
    states: Vec<usize>,
    outcomes: Vec<O>,
}

/// A place in a tree that is still to be filled.
const VACANT: usize = usize::MAX;

/// Dice and decisions that walk through every way, and know which of the branches were decisions.
struct Walk {
    dice: EnumeratingDice<f64>,
    /// Depth of the branch, seat and what is usual.
    decisions: Vec<(usize, usize, bool)>,
}

impl Dice for Walk {
    fn roll(&mut self, sides: u8) -> u8 {
        self.dice.roll(sides)
    }

    fn successes(&mut self, n: u32, at_least: u8) -> u32 {
        self.dice.successes(n, at_least)
    }

    fn sum(&mut self, n: u32) -> u32 {
        self.dice.sum(n)
    }

    fn sum_at_most(&mut self, n: u32, most: i32) -> bool {
        self.dice.sum_at_most(n, most)
    }

    fn pick(&mut self, n: u32) -> u32 {
        self.dice.pick(n)
    }
}

impl Decider for Walk {
    fn decide(&mut self, seat: usize, usual: bool) -> bool {
        self.decisions.push((self.dice.throws().count(), seat, usual));
        self.dice.pick(2) == 1
    }
}

impl<O: Clone + Eq + std::hash::Hash> Tree<O> {
    fn grow<R: Resolution<Outcome = O>>(resolution: &R, mut budget: u64) -> Option<Self> {
        let mut tree = Self { nodes: Vec::new(), states: vec![VACANT], outcomes: Vec::new() };
        let mut known = vec![resolution.begin()];
        let mut index = HashMap::from([(resolution.begin(), 0)]);
        let mut ends = HashMap::new();
        let mut state = 0;
        while state < known.len() {
            let mut walk = Walk { dice: EnumeratingDice::new(), decisions: Vec::new() };
            loop {
                budget = budget.checked_sub(1)?;
                walk.dice.rewind();
                walk.decisions.clear();
                let leaf = match resolution.step_deciding(known[state].clone(), &mut walk) {
                    Step::Next(next) => Node::State(*index.entry(next.clone()).or_insert_with(|| {
                        known.push(next);
                        tree.states.push(VACANT);
                        known.len() - 1
                    })),
                    Step::Done(outcome) => Node::Outcome(*ends.entry(outcome.clone()).or_insert_with(|| {
                        tree.outcomes.push(outcome);
                        tree.outcomes.len() - 1
                    })),
                };
                tree.plant(state, &walk, leaf);
                if !walk.dice.advance() {
                    break;
                }
            }
            state += 1;
        }
        Some(tree)
    }

    /// Adds the way that was just walked from a state.
    fn plant(&mut self, state: usize, walk: &Walk, leaf: Node) {
        let mut decisions = walk.decisions.iter().peekable();
        let mut at = self.states[state];
        let mut from: Option<(usize, usize)> = None;
        for (depth, (throw, taken)) in walk.dice.throws().enumerate() {
            let decision = decisions.next_if(|(at, ..)| *at == depth);
            if at == VACANT {
                let node = match decision {
                    Some(&(_, seat, usual)) => Node::Decision { seat, usual, ways: [VACANT; 2] },
                    None => Node::of(throw),
                };
                at = self.add(node, state, from);
            }
            from = Some((at, taken as usize));
            at = self.nodes[at].way(taken as usize);
        }
        self.add(leaf, state, from);
    }

    /// Adds a node where the one before it leads, or where the step from a state begins.
    fn add(&mut self, node: Node, state: usize, from: Option<(usize, usize)>) -> usize {
        let at = self.nodes.len();
        self.nodes.push(node);
        match from.map(|(before, taken)| (&mut self.nodes[before], taken)) {
            None => self.states[state] = at,
            Some((Node::Chance(_, ways), taken)) => ways[taken] = at,
            Some((Node::Decision { ways, .. }, taken)) => ways[taken] = at,
            Some((Node::State(_) | Node::Outcome(_), _)) => unreachable!("nothing follows a leaf"),
        }
        at
    }

    /// The chance of what is wanted from each state: in sweeps from the last state that was found to the first, until nothing
    /// moves. Where no state comes again few are enough: those after it were found later, most of them.
    fn values(&self, worth: &[f64]) -> Vec<f64> {
        let mut values = vec![0.0; self.states.len()];
        for _ in 0..MOST_SWEEPS {
            let mut moved = 0.0_f64;
            for state in (0..self.states.len()).rev() {
                let value = self.value(self.states[state], worth, &values);
                moved = moved.max((value - values[state]).abs());
                values[state] = value;
            }
            if moved <= NEGLIGIBLE {
                break;
            }
        }
        values
    }

    /// The chance of what is wanted from a node on.
    fn value(&self, node: usize, worth: &[f64], values: &[f64]) -> f64 {
        match &self.nodes[node] {
            Node::Chance(odds, ways) => odds.iter().zip(ways).map(|(p, way)| p * self.value(*way, worth, values)).sum(),
            Node::Decision { .. } => self.value(self.best_way(node, worth, values), worth, values),
            Node::State(state) => values[*state],
            Node::Outcome(outcome) => worth[*outcome],
        }
    }

    /// What follows the best decision at a node.
    fn best_way(&self, node: usize, worth: &[f64], values: &[f64]) -> usize {
        let Node::Decision { seat, usual, ways } = &self.nodes[node] else { unreachable!("only decisions are taken") };
        let [usual, other] = [*usual, !*usual].map(|way| ways[usize::from(way)]);
        let gain = self.value(other, worth, values) - self.value(usual, worth, values);
        if gain * if *seat == 0 { 1.0 } else { -1.0 } > ALIKE { other } else { usual }
    }

    /// Plays the chain to its end by the best decisions.
    fn play(&self, worth: &[f64], values: &[f64]) -> Distribution<O> {
        let mut ended = vec![0.0; self.outcomes.len()];
        // The states in which the chain may stand, in the order of first arrival, and how likely it stands in each.
        let (mut open, mut masses) = (vec![0], vec![0.0; self.states.len()]);
        masses[0] = 1.0;
        let mut left = 1.0;
        for _ in 0..MOST_STEPS {
            let now: Vec<(usize, f64)> =
                open.drain(..).map(|state| (state, std::mem::take(&mut masses[state]))).collect();
            for (state, mass) in now {
                let mut under_way = vec![(self.states[state], mass)];
                while let Some((node, mass)) = under_way.pop() {
                    match &self.nodes[node] {
                        Node::Chance(odds, ways) => {
                            under_way.extend(ways.iter().zip(odds).map(|(way, p)| (*way, mass * p)));
                        }
                        Node::Decision { .. } => under_way.push((self.best_way(node, worth, values), mass)),
                        Node::State(state) => {
                            if masses[*state] == 0.0 {
                                open.push(*state);
                            }
                            masses[*state] += mass;
                        }
                        Node::Outcome(outcome) => ended[*outcome] += mass,
                    }
                }
            }
            left = open.iter().map(|state| masses[*state]).sum();
            if left <= NEGLIGIBLE {
                break;
            }
        }
        Distribution { entries: self.outcomes.iter().cloned().zip(ended).collect(), open: left }
    }
}

impl Node {
    /// The dice of a throw, with nothing that follows yet.
    fn of(throw: Throw) -> Self {
        let results = throw.results() as usize;
        let odds = match throw.odds() {
            even if even.is_empty() => vec![1.0 / results as f64; results],
            odds => odds,
        };
        Node::Chance(odds, vec![VACANT; results])
    }

    /// What follows a result or a decision.
    fn way(&self, taken: usize) -> usize {
        match self {
            Node::Chance(_, ways) => ways[taken],
            Node::Decision { ways, .. } => ways[taken],
            Node::State(_) | Node::Outcome(_) => unreachable!("nothing follows a leaf"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::AsUsual;

    /// Roll a die up to so many times; after each but the last it may be kept.
    struct Keep(u8);

    impl Resolution for Keep {
        type State = u8;
        type Outcome = u8;

        fn begin(&self) -> u8 {
            self.0
        }

        fn step<D: Dice>(&self, left: u8, dice: &mut D) -> Step<u8, u8> {
            self.step_deciding(left, &mut AsUsual(dice))
        }

        fn step_deciding<D: Dice + Decider>(&self, left: u8, dice: &mut D) -> Step<u8, u8> {
            let shown = dice.d6();
            if left > 1 && dice.decide(0, false) { Step::Next(left - 1) } else { Step::Done(shown) }
        }
    }

    fn chance(play: &Distribution<u8>, wanted: impl Fn(u8) -> bool) -> f64 {
        play.entries.iter().filter(|(shown, _)| wanted(*shown)).map(|(_, p)| p).sum()
    }

    #[test]
    fn who_may_roll_again_does_so_while_he_has_not_what_he_wants() {
        for (rolls, missed) in [(1, 3.0 / 6.0), (2, 9.0 / 36.0), (4, 81.0 / 1296.0)] {
            let play = best_play(&Keep(rolls), |shown| *shown >= 4, 1000).unwrap();
            assert!((chance(&play, |shown| shown >= 4) - (1.0 - missed)).abs() < 1e-14);
            assert_eq!(play.open, 0.0);
        }
        // Nothing to gain: as usual, which is to keep.
        let content = best_play(&Keep(3), |_| true, 1000).unwrap();
        assert!((chance(&content, |shown| shown == 1) - 1.0 / 6.0).abs() < 1e-14);
        assert!(best_play(&Keep(4), |shown| *shown >= 4, 10).is_none());
    }

    /// Two dice, of which seat 0 may take the second for the first; then a third, which seat 1 may put in its place.
    struct Swap;

    impl Resolution for Swap {
        type State = ();
        type Outcome = u8;

        fn begin(&self) {}

        fn step<D: Dice>(&self, (): (), dice: &mut D) -> Step<(), u8> {
            self.step_deciding((), &mut AsUsual(dice))
        }

        fn step_deciding<D: Dice + Decider>(&self, (): (), dice: &mut D) -> Step<(), u8> {
            let (own, other) = (dice.d6(), dice.d6());
            let kept = if dice.decide(0, false) { other } else { own };
            let last = dice.d6();
            Step::Done(if dice.decide(1, false) { last } else { kept })
        }
    }

    #[test]
    fn sides_decide_against_each_other_after_the_dice() {
        // Seat 0 has a six unless both dice miss it; it stays one only where the third die shows a six too.
        let play = best_play(&Swap, |shown| *shown == 6, 10_000).unwrap();
        let six = (11.0 / 36.0) * (1.0 / 6.0);
        assert!((chance(&play, |shown| shown == 6) - six).abs() < 1e-14);
        let usual = crate::dice::exact::evaluate(&Swap);
        assert!((usual.probability(&6) - 1.0 / 6.0).abs() < 1e-14);
    }

    /// A chain of so many steps, each of which may end it.
    struct Long(u32);

    impl Resolution for Long {
        type State = u32;
        type Outcome = bool;

        fn begin(&self) -> u32 {
            0
        }

        fn step<D: Dice>(&self, at: u32, dice: &mut D) -> Step<u32, bool> {
            self.step_deciding(at, &mut AsUsual(dice))
        }

        fn step_deciding<D: Dice + Decider>(&self, at: u32, dice: &mut D) -> Step<u32, bool> {
            match at {
                at if at == self.0 => Step::Done(true),
                _ if dice.decide(0, true) => Step::Done(false),
                at => Step::Next(at + 1),
            }
        }
    }

    #[test]
    fn a_long_chain_is_followed_to_its_end() {
        let play = best_play(&Long(50_000), |end| *end, 1_000_000).unwrap();
        assert_eq!((chance_of(&play, true), play.open), (1.0, 0.0));
    }

    fn chance_of(play: &Distribution<bool>, outcome: bool) -> f64 {
        play.entries.iter().filter(|(end, _)| *end == outcome).map(|(_, p)| p).sum()
    }

    /// Even chance of gain or of another go; whoever is asked may stop with nothing instead of going on.
    struct Endless;

    impl Resolution for Endless {
        type State = bool;
        type Outcome = bool;

        fn begin(&self) -> bool {
            false
        }

        fn step<D: Dice>(&self, asked: bool, dice: &mut D) -> Step<bool, bool> {
            self.step_deciding(asked, &mut AsUsual(dice))
        }

        fn step_deciding<D: Dice + Decider>(&self, asked: bool, dice: &mut D) -> Step<bool, bool> {
            match asked {
                true if dice.decide(0, true) => Step::Done(false),
                true => Step::Next(false),
                false if dice.d6() > 3 => Step::Done(true),
                false => Step::Next(true),
            }
        }
    }

    #[test]
    fn chains_that_need_not_end_are_followed_until_next_to_nothing_is_open() {
        let play = best_play(&Endless, |gain| *gain, 1000).unwrap();
        assert!((chance_of(&play, true) - 1.0).abs() < 1e-12 && play.open < 1e-12);
    }
}
