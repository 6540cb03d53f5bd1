//! Single games that are kept of a cell: a sample of their courses, and those that are worth a look.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::lead::{Lead, line_of, numbers_of};
use crate::game::{GameRecord, Points};

/// Of every so many pairs the first is a candidate for the sample of courses.
const SAMPLE_EVERY: u64 = 4;

/// Pairs of a cell whose courses are kept, at most.
const MOST_SAMPLED: u64 = 64;

/// Whether the courses of a pair are kept: so many that averages over them mean something, so few that what is worked out of
/// all other pairs can be tried on them.
#[must_use]
pub fn is_sampled(pair: u64) -> bool {
    pair.is_multiple_of(SAMPLE_EVERY) && pair < SAMPLE_EVERY * MOST_SAMPLED
}

/// One game in short, with its address in its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Sketch {
    /// Index of the pair.
    pub pair: u64,
    /// Whether the first-named list had the second seat.
    pub swapped: bool,
    /// Result of the first-named list: 0 lost, 1 drew, 2 won.
    pub result: u8,
    /// Turns played.
    pub turns: u16,
    /// How often the lead changed hands.
    pub changes_of_lead: u16,
    /// Share of its value that each list had left, in thousandths.
    pub left: [u16; 2],
    /// The largest lead against the winner at the end of a turn, in hundredths; 0 for draws.
    pub behind: u8,
    /// The turn of that; 0 where the winner never was behind.
    pub behind_at: u16,
}

impl Sketch {
    /// Sketches an engagement with these leads at the end of its turns.
    #[must_use]
    pub fn of(pair: u64, swapped: bool, engagement: &GameRecord, leads: &[Lead]) -> Self {
        let before = &leads[..leads.len().saturating_sub(1)];
        let against = |lead: Lead| match engagement.result {
            0 => lead,
            1 => 0,
            _ => -lead,
        };
        let worst = (1..).zip(before).map(|(turn, lead)| (against(*lead), Reverse(turn))).max();
        let (behind, behind_at) = worst.filter(|(behind, _)| *behind > 0).map_or((0, 0), |(b, Reverse(at))| (b, at));
        Self {
            pair,
            swapped,
            result: engagement.result,
            turns: engagement.turns,
            changes_of_lead: engagement.changes_of_lead,
            left: [0, 1].map(|list| left(engagement.lost[list], engagement.fielded[list])),
            behind: behind.unsigned_abs(),
            behind_at,
        }
    }

    /// How far apart the two sides were in the end, in thousandths of what they had fielded.
    #[must_use]
    pub fn margin(&self) -> u16 {
        self.left[0].abs_diff(self.left[1])
    }

    /// The list that won; none for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        match self.result {
            0 => Some(1),
            1 => None,
            _ => Some(0),
        }
    }
}

/// Thousandths of the value fielded that are left.
fn left(lost: Points, fielded: Points) -> u16 {
    if fielded <= 0 {
        return 0;
    }
    (1000 * (fielded - lost).clamp(0, fielded) / fielded) as u16
}

/// The course of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Course {
    /// The game.
    pub game: Sketch,
    /// The lead of the first-named list at the end of each turn, in hundredths; the last is that in the end.
    pub leads: Vec<Lead>,
}

/// A course as it is written: the numbers of its game in the order of their fields, a colon, and the leads, in one line.
impl From<Course> for String {
    fn from(Course { game, leads }: Course) -> Self {
        let Sketch { pair, swapped, result, turns, changes_of_lead, left, behind, behind_at } = game;
        let numbers =
            [swapped.into(), result.into(), turns, changes_of_lead, left[0], left[1], behind.into(), behind_at];
        format!("{pair} {}: {}", line_of(&numbers), line_of(&leads))
    }
}

impl TryFrom<String> for Course {
    type Error = String;

    fn try_from(line: String) -> Result<Self, String> {
        let wrong = || format!("`{line}` is no course of a game");
        let (game, leads) = line.split_once(':').ok_or_else(wrong)?;
        let [pair, rest @ ..]: [u64; 9] = numbers_of(game)?;
        let [swapped, result, turns, changes_of_lead, a, b, behind, behind_at] =
            rest.map(|number| u16::try_from(number).ok());
        let small = |number: Option<u16>| number.and_then(|number| u8::try_from(number).ok());
        let game = || {
            Some(Sketch {
                pair,
                swapped: swapped? != 0,
                result: small(result).filter(|result| *result <= 2)?,
                turns: turns?,
                changes_of_lead: changes_of_lead?,
                left: [a?, b?],
                behind: small(behind)?,
                behind_at: behind_at?,
            })
        };
        let leads: Result<Vec<Lead>, _> = leads.split_whitespace().map(str::parse).collect();
        Ok(Self { game: game().ok_or_else(wrong)?, leads: leads.map_err(|_| wrong())? })
    }
}

/// The games of a cell that are worth a look, each the first of its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Notable {
    /// The decided game that ended nearest to level, of those in which both lists lost a quarter at least.
    pub closest: Option<Sketch>,
    /// The game whose winner had been farthest behind.
    pub comeback: Option<Sketch>,
    /// The clearest win of either list.
    pub clearest: [Option<Sketch>; 2],
}

/// Value left, in thousandths, above which a list has hardly fought.
const HARDLY_FOUGHT: u16 = 750;

impl Notable {
    /// Takes a game that may be one of them.
    pub fn see(&mut self, game: Sketch) {
        let mut seen = Self::default();
        let Some(winner) = game.winner() else { return };
        seen.clearest[winner] = Some(game);
        seen.closest = Some(game).filter(|game| game.left.iter().all(|left| *left <= HARDLY_FOUGHT));
        seen.comeback = Some(game).filter(|game| game.behind > 0);
        self.merge(&seen);
    }

    /// Takes those of another part of the same cell.
    pub fn merge(&mut self, other: &Self) {
        keep(&mut self.closest, other.closest, Sketch::distance);
        keep(&mut self.comeback, other.comeback, Sketch::calm);
        for list in 0..2 {
            keep(&mut self.clearest[list], other.clearest[list], Sketch::doubt);
        }
    }
}

/// Keeps the better of two games: that of the smaller key, and of equal ones the earlier.
fn keep<K: Ord>(mine: &mut Option<Sketch>, other: Option<Sketch>, key: fn(&Sketch) -> K) {
    let address = |game: &Sketch| (key(game), game.pair, game.swapped);
    *mine = [*mine, other].into_iter().flatten().min_by_key(address);
}

impl Sketch {
    /// Small for games that were close.
    #[must_use]
    pub fn distance(&self) -> impl Ord + use<> {
        (self.margin(), Reverse(self.changes_of_lead), Reverse(self.turns))
    }

    /// Small for games whose winner came from far behind.
    #[must_use]
    pub fn calm(&self) -> impl Ord + use<> {
        (Reverse(self.behind), Reverse(self.changes_of_lead), self.margin(), Reverse(self.turns))
    }

    /// Small for games that were won clearly.
    #[must_use]
    pub fn doubt(&self) -> impl Ord + use<> {
        let ahead = self.winner().map(|winner| i32::from(self.left[winner]) - i32::from(self.left[1 - winner]));
        (Reverse(ahead), self.turns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engagement(result: u8, lost: [Points; 2], turns: u16) -> GameRecord {
        GameRecord { result, lost, turns, fielded: [1000, 2000], ..GameRecord::default() }
    }

    fn game(pair: u64, result: u8, lost: [Points; 2], leads: &[Lead]) -> Sketch {
        Sketch::of(pair, false, &engagement(result, lost, leads.len() as u16), leads)
    }

    #[test]
    fn a_sketch_knows_how_far_its_winner_was_behind() {
        let won = game(7, 2, [600, 2000], &[-10, -30, -30, 40]);
        assert_eq!((won.left, won.behind, won.behind_at, won.winner()), ([400, 0], 30, 2, Some(0)));
        let lost = game(7, 0, [1000, 0], &[-10, 20, -100]);
        assert_eq!((lost.behind, lost.behind_at, lost.margin()), (20, 2, 1000));
        assert_eq!(game(7, 1, [1000, 0], &[-10, 20, 0]).behind, 0);
        assert_eq!(game(7, 2, [0, 2000], &[-100]).behind, 0, "the end of a game is no turn in it");
    }

    #[test]
    fn games_are_kept_for_their_reasons_in_any_order() {
        let games = [
            game(0, 2, [100, 300], &[5]),
            game(1, 2, [300, 2000], &[5, -20, 70]),
            game(2, 0, [1000, 1900], &[5, 20, 30, -5]),
            game(3, 0, [1000, 1900], &[5, 20, 30, -5]),
            game(4, 2, [0, 2000], &[50, 100]),
            game(5, 1, [500, 1000], &[0, 0]),
        ];
        let mut orders = [games, games];
        orders[1].reverse();
        for order in orders {
            let mut whole = Notable::default();
            order.iter().for_each(|game| whole.see(*game));
            assert_eq!(whole.closest.map(|game| game.pair), Some(2), "neither the draw nor the skirmish");
            assert_eq!(whole.comeback.map(|game| game.pair), Some(2));
            assert_eq!(whole.clearest.map(|game| game.map(|game| game.pair)), [Some(4), Some(2)]);
            let (mut one, mut other) = (Notable::default(), Notable::default());
            order[..3].iter().for_each(|game| one.see(*game));
            order[3..].iter().for_each(|game| other.see(*game));
            one.merge(&other);
            assert_eq!(one, whole);
        }
    }

    #[test]
    fn a_course_is_written_in_a_line_and_comes_back() {
        let course = Course { game: game(8, 2, [0, 2000], &[-5, 100]), leads: vec![-5, 100] };
        let text = serde_json::to_string(&course).unwrap();
        assert_eq!(text, "\"8 0 2 2 0 1000 0 5 1: -5 100\"");
        assert_eq!(serde_json::from_str::<Course>(&text).unwrap(), course);
        for (good, bad) in [("-5 100", "-5 1000"), ("8 0 2", "8 0 3"), (": ", " "), ("8 0", "0")] {
            assert!(serde_json::from_str::<Course>(&text.replacen(good, bad, 1)).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_sample_is_a_quarter_of_the_first_pairs() {
        let sampled: Vec<u64> = (0..1000).filter(|pair| is_sampled(*pair)).collect();
        assert_eq!((sampled.len(), sampled[1], sampled[63]), (64, 4, 252));
    }
}
