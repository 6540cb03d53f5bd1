//! How the lead goes, turn by turn.
//!
//! A lead is the share of its value that the first-named list has alive, less the share that the other has: from -1 to 1.
//! It is read at the end of each turn.

use serde::{Deserialize, Serialize};

use crate::game::Points;

/// Leads are counted for so many turns; games that take longer have a place in common for their ends.
pub const MOST_TURNS: usize = 40;

/// Leads are counted to the nearest tenth: -1, -0.9, ... 1.
pub const LEAD_BINS: usize = 21;

/// A lead in hundredths.
pub type Lead = i8;

/// The lead of the first-named list with so much of either list alive, in points.
#[must_use]
pub fn lead_of(alive: [f64; 2], fielded: [Points; 2]) -> Lead {
    let share = |list: usize| {
        let fielded = fielded[list] as f64 / 1000.0;
        if fielded > 0.0 { (alive[list] / fielded).clamp(0.0, 1.0) } else { 0.0 }
    };
    (100.0 * (share(0) - share(1))).round() as Lead
}

/// Place of a lead among the [`LEAD_BINS`]; halves go away from level.
#[must_use]
pub fn lead_bin(lead: Lead) -> usize {
    let tenths = (i32::from(lead).abs() + 5) / 10 * i32::from(lead.signum());
    (tenths + 10) as usize
}

/// Games by turn and lead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Lines", try_from = "Lines")]
pub struct LeadTally {
    /// Games that went on after turn `t + 1`, by the lead at its end and by the result of the first-named list.
    pub going: Vec<[[u64; 3]; LEAD_BINS]>,
    /// Games whose last turn was `t + 1`, by the lead in the end; the place after the last turn is for all that were longer.
    pub over: Vec<[u64; LEAD_BINS]>,
}

/// A tally as it is written: a line of numbers for each turn.
#[derive(Serialize, Deserialize)]
struct Lines {
    going: Vec<String>,
    over: Vec<String>,
}

impl From<LeadTally> for Lines {
    fn from(LeadTally { going, over }: LeadTally) -> Self {
        Self {
            going: going.iter().map(|turn| line_of(turn.as_flattened())).collect(),
            over: over.iter().map(|turn| line_of(turn)).collect(),
        }
    }
}

impl TryFrom<Lines> for LeadTally {
    type Error = String;

    fn try_from(Lines { going, over }: Lines) -> Result<Self, String> {
        let turn = |line: &String| {
            let numbers: [u64; 3 * LEAD_BINS] = numbers_of(line)?;
            Ok(std::array::from_fn(|bin| std::array::from_fn(|result| numbers[3 * bin + result])))
        };
        Ok(Self {
            going: going.iter().map(turn).collect::<Result<_, String>>()?,
            over: over.iter().map(|line| numbers_of(line)).collect::<Result<_, String>>()?,
        })
    }
}

/// Numbers in one line of text: a list would take a line for each of them.
pub(super) fn line_of(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// So many numbers of a line.
pub(super) fn numbers_of<const N: usize>(line: &str) -> Result<[u64; N], String> {
    let numbers: Result<Vec<u64>, _> = line.split_whitespace().map(str::parse).collect();
    let numbers = numbers.ok().and_then(|numbers| <[u64; N]>::try_from(numbers).ok());
    numbers.ok_or_else(|| format!("`{line}` is not {N} numbers"))
}

impl LeadTally {
    /// Adds a game with these leads at the end of its turns, the last in the end of the game.
    pub fn add(&mut self, leads: &[Lead], result: u8) {
        let Some((last, before)) = leads.split_last() else { return };
        let before = &before[..before.len().min(MOST_TURNS)];
        let end = before.len();
        self.reach(end, end + 1);
        for (turn, lead) in self.going.iter_mut().zip(before) {
            turn[lead_bin(*lead)][usize::from(result)] += 1;
        }
        self.over[end][lead_bin(*last)] += 1;
    }

    /// Adds the games of another part of the same cell.
    pub fn merge(&mut self, other: &Self) {
        self.reach(other.going.len(), other.over.len());
        let going = self.going.as_flattened_mut().as_flattened_mut().iter_mut();
        going.zip(other.going.as_flattened().as_flattened()).for_each(|(a, b)| *a += b);
        let over = self.over.as_flattened_mut().iter_mut();
        over.zip(other.over.as_flattened()).for_each(|(a, b)| *a += b);
    }

    fn reach(&mut self, going: usize, over: usize) {
        self.going.resize(self.going.len().max(going), [[0; 3]; LEAD_BINS]);
        self.over.resize(self.over.len().max(over), [0; LEAD_BINS]);
    }

    /// Games by the lead at the end of each turn; games that are over keep the lead that they ended with.
    #[must_use]
    pub fn by_turn(&self) -> Vec<[u64; LEAD_BINS]> {
        let mut ended = [0; LEAD_BINS];
        let turn = |(t, over): (usize, &[u64; LEAD_BINS])| {
            ended.iter_mut().zip(over).for_each(|(sum, n)| *sum += n);
            let going = |bin: usize| self.going.get(t).map_or(0, |turn| turn[bin].iter().sum());
            std::array::from_fn(|bin| ended[bin] + going(bin))
        };
        self.over.iter().take(MOST_TURNS).enumerate().map(turn).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_are_shares_of_what_was_fielded() {
        assert_eq!(lead_of([100.0, 50.0], [200_000, 50_000]), -50);
        assert_eq!(lead_of([3.0, 0.0], [3_000, 4_000]), 100);
        assert_eq!(lead_of([0.0, 0.0], [0, 0]), 0);
        let bins: Vec<usize> = [-100, -96, -5, -4, 0, 4, 5, 14, 15, 100].map(lead_bin).to_vec();
        assert_eq!(bins, [0, 0, 9, 10, 10, 10, 11, 11, 12, 20]);
    }

    #[test]
    fn games_that_are_over_keep_their_lead() {
        let mut one = LeadTally::default();
        one.add(&[10, 100], 2);
        let mut other = LeadTally::default();
        other.add(&[-10, -20, -30], 1);
        other.add(&[50], 2);
        one.merge(&other);
        assert_eq!((one.going.len(), one.over.len()), (2, 3));
        assert_eq!((one.going[0][11], one.going[0][9], one.going[1][8]), ([0, 0, 1], [0, 1, 0], [0, 1, 0]));
        let by_turn = one.by_turn();
        assert!(by_turn.iter().all(|turn| turn.iter().sum::<u64>() == 3));
        assert_eq!((by_turn[0][15], by_turn[2][15], by_turn[2][20], by_turn[2][7]), (1, 1, 1, 1));
    }

    #[test]
    fn long_games_take_no_more_room() {
        let mut tally = LeadTally::default();
        tally.add(&[1; 200], 0);
        tally.add(&[1; MOST_TURNS], 0);
        assert_eq!((tally.going.len(), tally.over.len()), (MOST_TURNS, MOST_TURNS + 1));
        assert_eq!((tally.over[MOST_TURNS - 1][10], tally.over[MOST_TURNS][10]), (1, 1));
        let by_turn = tally.by_turn();
        assert_eq!(by_turn.len(), MOST_TURNS);
        assert!(by_turn.iter().all(|turn| turn.iter().sum::<u64>() == 2));
    }

    #[test]
    fn a_turn_is_written_in_a_line_and_comes_back() {
        let mut tally = LeadTally::default();
        tally.add(&[10, -40, 100], 2);
        let text = serde_json::to_string(&tally).unwrap();
        assert_eq!(serde_json::from_str::<LeadTally>(&text).unwrap(), tally);
        assert!(text.len() < 600, "{text}");
        assert!(serde_json::from_str::<LeadTally>(&text.replacen("0 0", "0", 1)).is_err());
    }
}
