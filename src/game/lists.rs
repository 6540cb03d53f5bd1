//! Lists drawn at random: the field that costs are measured in.
//!
//! What a point is worth is only seen between lists that differ in points, so that every list gets a budget of its own. A
//! list is a function of its address, like all chance: any pair can be played again alone.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{
    Appraisal, Decisions, Diagnostic, Diagnostics, Engagement, Narration, PlayedOn, Points, ResultSink, Seats,
    Simulator,
};
use crate::dice::{Address, Dice, Purpose, Seat, SeededDice};

/// How lists are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct RandomLists {
    /// Points that a list may spend, on average.
    pub budget: f64,
    /// Share of that by which a list may have more or less, every amount as likely as any other.
    pub jitter: f64,
}

impl RandomLists {
    /// The budget of one list, `B(1 + U(-j, j))`, in thousandths of a point.
    fn draw_budget(&self, dice: &mut SeededDice) -> Points {
        // A fraction of 32 bits has an exact double.
        let fraction = f64::from((dice.word() >> 32) as u32) / f64::from(u32::MAX);
        (1000.0 * self.budget * (1.0 + self.jitter * (2.0 * fraction - 1.0))).floor() as Points
    }
}

/// Something that a list may spend points on: a unit type, or whatever else has a cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Purchase {
    /// Its name.
    pub name: String,
    /// What it costs at present, points.
    pub cost: f64,
}

/// A list as it was drawn: perhaps not a legal one.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomList {
    /// The list as a file would say it.
    pub text: String,
    /// How many of each purchase it has.
    pub counts: Vec<u8>,
}

/// How a ruleset draws lists, and lets two of them meet.
///
/// Every combination that the rules of its lists allow must have a chance, and counts must not move in step: what always
/// comes together cannot be priced apart.
pub trait ListGenerator: Send + Sync {
    /// A cell for two lists.
    type Simulator: Simulator;

    /// What lists are made of.
    fn purchases(&self) -> &[Purchase];

    /// Unit types that lists may have.
    fn units(&self) -> &[String];

    /// Draws a list of at most `budget` thousandths of a point. What breaks a rule is refused by
    /// [`meet`](Self::meet) and drawn again.
    fn draw(&self, budget: Points, dice: &mut SeededDice) -> RandomList;

    /// Makes a cell ready for two lists, read and checked as any file is.
    ///
    /// # Errors
    /// Everything that keeps them from meeting.
    fn meet(&self, lists: [&str; 2]) -> Result<Self::Simulator, Diagnostics>;
}

/// A simulator in which every pair is played between two lists drawn for it.
#[derive(Debug)]
pub struct RandomMatchups<G> {
    generator: G,
    lists: RandomLists,
    seats: Seats,
    checked: bool,
}

/// Draws of which one must be legal for random match-ups to be played: where fewer are, the budget buys next to nothing.
const PROBES: usize = 200;

impl<G: ListGenerator> RandomMatchups<G> {
    /// Makes random match-ups ready.
    ///
    /// # Errors
    /// When hardly any list that is drawn is legal: the diagnostics of the last one.
    pub fn open(generator: G, lists: RandomLists) -> Result<Self, Diagnostics> {
        let mut field = Self { generator, lists, seats: Seats::Exchanged, checked: false };
        let mut dice = field.dice(Address { seed: 0, cell: 0, pair: 0 });
        let mut diagnostics = Diagnostics::new();
        for _ in 0..PROBES {
            let [a, b] = field.draw(&mut dice);
            match field.generator.meet([&a.text, &b.text]) {
                Ok(simulator) => {
                    field.seats = simulator.seats();
                    return Ok(field);
                }
                Err(more) => diagnostics = more,
            }
        }
        let RandomLists { budget, jitter } = lists;
        let message = format!("of {PROBES} pairs of lists of about {budget} points (±{jitter}) none was legal");
        let last = diagnostics
            .into_iter()
            .map(|diagnostic| Diagnostic { span: None, ..diagnostic.within("a list drawn at random") });
        Err(std::iter::once(Diagnostic::new(message)).chain(last.take(1)).collect())
    }

    /// The streams of the two lists of a pair.
    fn dice(&self, address: Address) -> [SeededDice; 2] {
        [0, 1].map(|list| address.open(Seat::Environment, Purpose::Muster, list))
    }

    fn draw(&self, dice: &mut [SeededDice; 2]) -> [RandomList; 2] {
        dice.each_mut().map(|dice| {
            let budget = self.lists.draw_budget(dice);
            self.generator.draw(budget, dice)
        })
    }

    /// The lists of a pair and the simulator in which they meet.
    fn meeting(&self, address: Address) -> ([RandomList; 2], G::Simulator) {
        let mut dice = self.dice(address);
        loop {
            let lists = self.draw(&mut dice);
            if let Ok(mut simulator) = self.generator.meet([&lists[0].text, &lists[1].text]) {
                if self.checked {
                    simulator.check_games();
                }
                return (lists, simulator);
            }
        }
    }
}

impl<G: ListGenerator> Simulator for RandomMatchups<G> {
    fn play(&self, seed: u64, cell: u64, pairs: Range<u64>, sink: &mut dyn ResultSink) {
        for pair in pairs {
            let ([a, b], simulator) = self.meeting(Address { seed, cell, pair });
            let rosters = [simulator.roster(0), simulator.roster(1)];
            sink.meet(&Matchup { rosters, counts: [&a.counts, &b.counts] });
            simulator.play(seed, cell, pair..pair + 1, sink);
        }
    }

    fn check_games(&mut self) {
        self.checked = true;
    }

    fn narrate(&self, address: Address, swapped: bool) -> Narration {
        self.meeting(address).1.narrate(address, swapped)
    }

    fn play_on(&self, engagement: Engagement, line: usize, rollouts: Range<u64>) -> Option<PlayedOn> {
        self.meeting(engagement.address).1.play_on(engagement, line, rollouts)
    }

    fn appraise(&self, engagement: Engagement, decisions: &Decisions, rollouts: Range<u64>) -> Vec<Appraisal> {
        self.meeting(engagement.address).1.appraise(engagement, decisions, rollouts)
    }

    fn seats(&self) -> Seats {
        self.seats
    }

    fn roster(&self, _: usize) -> &[String] {
        self.generator.units()
    }

    fn purchases(&self) -> &[Purchase] {
        self.generator.purchases()
    }
}

/// The lists of a pair, where they are drawn for it.
#[derive(Clone, Copy, Debug)]
pub struct Matchup<'a> {
    /// The unit types of each list's units, in the order of [`GameView::stats`](super::GameView::stats).
    pub rosters: [&'a [String]; 2],
    /// How many of each purchase each list has.
    pub counts: [&'a [u8]; 2],
}

/// An item of the market from which a list is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// What one costs, thousandths of a point.
    pub cost: Points,
    /// How many a list may have.
    pub most: u8,
}

/// How much a list is drawn to a purchase, over and above how many of it there could be.
const PREFERENCES: [u64; 5] = [0, 1, 2, 4, 8];

/// Fills a list: buys one thing after the other until nothing more can be paid for or taken.
///
/// Each list draws a preference for each thing, so that counts spread widely and in all directions. What it has no preference for it
/// buys only when there is nothing else. Between things of equal preference every piece that could be bought alone is as likely as
/// any other: of two that cost the same as one, twice as many are bought.
///
/// `room` is the number of pieces that a list may have in all.
#[must_use]
pub fn fill(items: &[Item], mut budget: Points, room: usize, dice: &mut SeededDice) -> Vec<u8> {
    let pieces = |item: &Item| u64::from(item.most).min((budget / item.cost.max(1)).max(0) as u64);
    let pieces: Vec<u64> = items.iter().map(pieces).collect();
    let preferences: Vec<u64> =
        items.iter().map(|_| PREFERENCES[dice.pick(PREFERENCES.len() as u32) as usize]).collect();
    let mut counts = vec![0u8; items.len()];
    for _ in 0..room {
        let open = |at: usize| items[at].cost <= budget && u64::from(counts[at]) < pieces[at];
        let left = |at: usize| if open(at) { pieces[at] - u64::from(counts[at]) } else { 0 };
        let preferred: Vec<u64> = (0..items.len()).map(|at| preferences[at] * left(at)).collect();
        let weights =
            if preferred.iter().any(|weight| *weight > 0) { preferred } else { (0..items.len()).map(left).collect() };
        let Ok(total) = u32::try_from(weights.iter().sum::<u64>()) else { break };
        if total == 0 {
            break;
        }
        let mut drawn = u64::from(dice.pick(total));
        let found = weights.iter().position(|weight| {
            let here = drawn < *weight;
            drawn = drawn.wrapping_sub(if here { 0 } else { *weight });
            here
        });
        let Some(at) = found else { break };
        counts[at] += 1;
        budget -= items[at].cost;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice(key: u64) -> SeededDice {
        SeededDice::from_key(key)
    }

    #[test]
    fn budgets_spread_evenly_over_the_jitter() {
        let lists = RandomLists { budget: 20.0, jitter: 0.1 };
        let mut dice = dice(3);
        let budgets: Vec<Points> = (0..10_000).map(|_| lists.draw_budget(&mut dice)).collect();
        assert!(budgets.iter().all(|budget| (18_000..=22_000).contains(budget)));
        // Each fifth has a fifth of them, within five standard deviations of 40.
        for fifth in 0..5 {
            let from = 18_000 + 800 * fifth;
            let inside = budgets.iter().filter(|budget| (from..from + 800).contains(*budget)).count();
            assert!((1800..2200).contains(&inside), "{inside}");
        }
        assert_eq!(RandomLists { budget: 24.0, jitter: 0.0 }.draw_budget(&mut dice), 24_000);
    }

    #[test]
    fn a_list_spends_what_it_can_and_no_more() {
        let items = [(3000, 9), (2000, 9), (700, 2), (4000, 1)].map(|(cost, most)| Item { cost, most });
        let mut seen = [[0u32; 10]; 4];
        for key in 0..2000 {
            let counts = fill(&items, 12_500, 99, &mut dice(key));
            let spent: Points = counts.iter().zip(&items).map(|(n, item)| Points::from(*n) * item.cost).sum();
            let left = 12_500 - spent;
            assert!(left >= 0);
            for (at, item) in items.iter().enumerate() {
                assert!(counts[at] <= item.most);
                assert!(item.cost > left || counts[at] == item.most || at < 2, "{counts:?} could buy more");
                seen[at][usize::from(counts[at])] += 1;
            }
        }
        // Of the third there is always room for the other one too.
        for (at, most) in [(0, 4), (1, 6), (3, 1)] {
            assert!(seen[at][..=most].iter().all(|times| *times > 0), "every count has a chance: {seen:?}");
        }
        assert_eq!(fill(&items, 12_500, 3, &mut dice(1)).iter().sum::<u8>(), 3);
        assert_eq!(fill(&items, 600, 99, &mut dice(1)), [0; 4]);
    }
}
