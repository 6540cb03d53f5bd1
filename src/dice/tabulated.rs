//! A function of dice written out as a tree of throws, to be played many times.

use std::collections::HashMap;
use std::hash::Hash;

use super::Dice;
use super::exact::{EnumeratingDice, Throw};

/// Most leaves of a tree: beyond them a table would no longer fit the nearest caches.
const MOST_LEAVES: usize = 4096;

/// Marks a link that leads to an outcome and not to another throw.
const LEAF: u32 = 1 << 31;

/// Every way a function of dice can go, found by running it once for each: playing it again takes the same throws in the
/// same order, and a look-up after each.
#[derive(Clone, Debug)]
pub struct Tabulated<T> {
    /// What is thrown at each node, and where its links begin.
    nodes: Vec<(Throw, u32)>,
    /// For each result of each throw the next node, or an outcome.
    links: Vec<u32>,
    /// Where to begin.
    root: u32,
    outcomes: Vec<T>,
}

impl<T: Clone + Eq + Hash> Tabulated<T> {
    /// Writes out `run`; none when it branches too often for a table to pay.
    #[must_use]
    pub fn new(mut run: impl FnMut(&mut dyn Dice) -> T) -> Option<Self> {
        let mut table = Self { nodes: Vec::new(), links: Vec::new(), root: 0, outcomes: Vec::new() };
        let mut index: HashMap<T, u32> = HashMap::new();
        let mut dice = EnumeratingDice::<f64>::new();
        for _ in 0..MOST_LEAVES {
            dice.rewind();
            let outcome = run(&mut dice);
            let next = table.outcomes.len() as u32;
            let leaf = *index.entry(outcome.clone()).or_insert(next);
            if leaf == next {
                table.outcomes.push(outcome);
            }
            table.grow(dice.throws(), leaf);
            if !dice.advance() {
                return Some(table);
            }
        }
        None
    }

    /// Adds the path of one leaf.
    fn grow(&mut self, path: impl Iterator<Item = (Throw, u32)>, leaf: u32) {
        let mut link = None;
        for (throw, taken) in path {
            let node = match link {
                None if self.nodes.is_empty() => self.plant(throw),
                None => self.root,
                Some(at) if self.links[at] == u32::MAX => {
                    let node = self.plant(throw);
                    self.links[at] = node;
                    node
                }
                Some(at) => self.links[at],
            };
            link = Some((self.nodes[node as usize].1 + taken) as usize);
        }
        match link {
            Some(at) => self.links[at] = LEAF | leaf,
            None => self.root = LEAF | leaf,
        }
    }

    fn plant(&mut self, throw: Throw) -> u32 {
        let first = self.links.len() as u32;
        self.links.resize(self.links.len() + throw.results() as usize, u32::MAX);
        self.nodes.push((throw, first));
        self.nodes.len() as u32 - 1
    }

    /// Plays it with `dice`: the index of the outcome among [`Tabulated::outcomes`].
    #[inline]
    pub fn play<D: Dice>(&self, dice: &mut D) -> usize {
        let mut link = self.root;
        while link & LEAF == 0 {
            let (throw, first) = self.nodes[link as usize];
            link = self.links[(first + throw.with(dice)) as usize];
        }
        (link & !LEAF) as usize
    }

    /// All outcomes.
    #[must_use]
    pub fn outcomes(&self) -> &[T] {
        &self.outcomes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::SeededDice;

    /// A run with throws of every kind, whose later throws depend on earlier ones.
    fn run(mut dice: &mut dyn Dice) -> (u8, u32) {
        let dice = &mut dice;
        match dice.d6() {
            6 => (dice.roll(10), dice.pick(3)),
            1 => (0, 0),
            die => (die, dice.successes(4, 5)),
        }
    }

    #[test]
    fn a_table_plays_as_the_function_does() {
        let table = Tabulated::new(run).unwrap();
        let (mut ours, mut theirs) = (SeededDice::from_key(4), SeededDice::from_key(4));
        for _ in 0..10_000 {
            assert_eq!(table.outcomes()[table.play(&mut ours)], run(&mut theirs));
        }
    }

    #[test]
    fn certainty_and_excess() {
        let sure = Tabulated::new(|_| 7).unwrap();
        assert_eq!(sure.outcomes()[sure.play(&mut SeededDice::from_key(1))], 7);
        assert!(Tabulated::new(|dice| (0..9).map(|_| u32::from(dice.d6())).sum::<u32>()).is_none());
    }
}
