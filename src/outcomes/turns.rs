//! How sides stand turn by turn, added up over games.

use serde::{Deserialize, Serialize};

use super::lead::MOST_TURNS;
use super::tally::CountTally;
use crate::game::SideState;

/// Sums over one turn: for each list, of each number of a [`SideState`].
type TurnSums = [[CountTally; SideState::NUMBERS]; 2];

/// How both lists stood at the end of each turn, over both games of every pair; a game that is over stays as it ended, and what
/// comes after turn [`MOST_TURNS`] is left out.
///
/// Where the longest game of the tally was over earlier, later turns are as its last: they are not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Lines", try_from = "Lines")]
pub struct TurnTally {
    pairs: u64,
    turns: Vec<TurnSums>,
}

/// A tally as it is written: a line of numbers for each turn, sum and squares of each number, first those of the first-named list.
#[derive(Serialize, Deserialize)]
struct Lines {
    pairs: u64,
    turns: Vec<String>,
}

impl TurnTally {
    /// Whether nothing was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Pairs that were added.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The sums of every turn, from the first: by list, then in the order of [`SideState::NAMES`], value in thousandths of a
    /// point. A sum is over all engagements, its square over pairs.
    #[must_use]
    pub fn turns(&self) -> &[TurnSums] {
        &self.turns
    }

    /// Adds a pair: how the lists stood at the end of each turn of its games, first-named list first.
    pub fn add(&mut self, games: [[&[SideState]; 2]; 2]) {
        let played = games.iter().map(|[a, b]| a.len().min(b.len()));
        if games.iter().flatten().any(|turns| turns.is_empty()) {
            return;
        }
        self.pairs += 1;
        self.reach(played.max().unwrap_or(0).min(MOST_TURNS));
        let state = |turns: &[SideState], turn: usize| turns[turn.min(turns.len() - 1)].numbers();
        for (turn, sums) in self.turns.iter_mut().enumerate() {
            for (list, sums) in sums.iter_mut().enumerate() {
                let [one, other] = games.map(|lists| state(lists[list], turn));
                for (sum, number) in sums.iter_mut().zip(one.iter().zip(other).map(|(one, other)| one + other)) {
                    sum.sum += number;
                    sum.squares += i128::from(number) * i128::from(number);
                }
            }
        }
    }

    /// Adds the pairs of another part of the same cell.
    pub fn merge(&mut self, other: &Self) {
        let Some(last) = other.turns.last() else { return };
        self.pairs += other.pairs;
        self.reach(other.turns.len());
        for (turn, sums) in self.turns.iter_mut().enumerate() {
            let more = other.turns.get(turn).unwrap_or(last);
            for (sum, more) in sums.as_flattened_mut().iter_mut().zip(more.as_flattened()) {
                sum.sum += more.sum;
                sum.squares += more.squares;
            }
        }
    }

    /// Later turns are as the last one.
    fn reach(&mut self, turns: usize) {
        let last = self.turns.last().copied().unwrap_or_default();
        self.turns.resize(self.turns.len().max(turns), last);
    }
}

impl From<TurnTally> for Lines {
    fn from(tally: TurnTally) -> Self {
        let line = |sums: &TurnSums| {
            let words = sums.as_flattened().iter().map(|CountTally { sum, squares }| format!("{sum} {squares}"));
            words.collect::<Vec<_>>().join(" ")
        };
        Self { pairs: tally.pairs, turns: tally.turns.iter().map(line).collect() }
    }
}

impl TryFrom<Lines> for TurnTally {
    type Error = String;

    fn try_from(Lines { pairs, turns }: Lines) -> Result<Self, String> {
        let sums = |line: &String| {
            let numbers: Result<Vec<i128>, _> = line.split_whitespace().map(str::parse).collect();
            let numbers = numbers.ok().filter(|numbers| numbers.len() == 4 * SideState::NUMBERS);
            let numbers = numbers.ok_or_else(|| format!("`{line}` is not {} numbers", 4 * SideState::NUMBERS))?;
            let mut sums = TurnSums::default();
            for (tally, pair) in sums.as_flattened_mut().iter_mut().zip(numbers.chunks_exact(2)) {
                let sum = i64::try_from(pair[0]).map_err(|_| format!("`{}` is not a sum", pair[0]))?;
                *tally = CountTally { sum, squares: pair[1] };
            }
            Ok(sums)
        };
        Ok(Self { pairs, turns: turns.iter().map(sums).collect::<Result<_, String>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(values: &[f64]) -> Vec<SideState> {
        values.iter().map(|value| SideState { value: *value, units: 2, morale: -1, objective: 3 }).collect()
    }

    /// A pair whose games went on for so many turns of list a; list b stands at 1 throughout.
    fn pair(tally: &mut TurnTally, first: &[f64], second: &[f64]) {
        let lists = [first, second].map(|values| [states(values), states(&vec![1.0; values.len()])]);
        tally.add(lists.each_ref().map(|[a, b]| [&a[..], &b[..]]));
    }

    fn values(tally: &TurnTally) -> Vec<(i64, i128)> {
        tally.turns().iter().map(|turn| (turn[0][0].sum, turn[0][0].squares)).collect()
    }

    #[test]
    fn games_that_are_over_stay_as_they_ended() {
        let mut tally = TurnTally::default();
        pair(&mut tally, &[5.0, 4.0, 2.0], &[3.0]);
        assert_eq!(values(&tally), [(8_000, 64_000_000), (7_000, 49_000_000), (5_000, 25_000_000)]);
        assert_eq!(tally.turns()[2][1].map(|count| count.sum), [2_000, 4, -2, 6]);
        // A longer pair later: the shorter one counts in its later turns as it ended.
        pair(&mut tally, &[1.0; 4], &[1.0; 4]);
        assert_eq!(values(&tally)[3], (7_000, 29_000_000));
    }

    #[test]
    fn parts_add_up_to_the_whole_in_any_order() {
        let games: [(&[f64], &[f64]); 3] = [(&[5.0, 4.0], &[3.0]), (&[1.0; 5], &[2.0; 3]), (&[9.0], &[8.0])];
        let mut whole = TurnTally::default();
        games.iter().for_each(|(one, other)| pair(&mut whole, one, other));
        let parts = games.map(|(one, other)| {
            let mut part = TurnTally::default();
            pair(&mut part, one, other);
            part
        });
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            let mut sum = TurnTally::default();
            order.iter().for_each(|at| sum.merge(&parts[*at]));
            assert_eq!(sum, whole);
        }
    }

    #[test]
    fn long_games_take_no_more_room_and_a_tally_is_read_as_it_was_written() {
        let mut tally = TurnTally::default();
        pair(&mut tally, &[1.0; 200], &[2.5; 3]);
        assert_eq!(tally.turns().len(), MOST_TURNS);
        let text = serde_json::to_string(&tally).unwrap();
        assert_eq!(serde_json::from_str::<TurnTally>(&text).unwrap(), tally);
        assert!(serde_json::from_str::<TurnTally>(&text.replacen("00 ", "00 x", 1)).is_err());
        assert!(serde_json::from_str::<TurnTally>("{\"pairs\": 1, \"turns\": [\"1 2\"]}").is_err());
    }
}
