//! What the numbers of a game are to reach: a quantity of its games, and where that is to lie.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::analysis::classes::{Contrast, Term};
use crate::analysis::special::{normal_two_sided, squared};
use crate::analysis::{Exchange, Interval, Score};
use crate::game::keyed::keyed;
use crate::game::{Diagnostic, Seats};
use crate::outcomes::CellTally;

use super::arena::{OfSetting, PairOfGames};

/// Confidence of intervals.
const CONFIDENCE: f64 = 0.95;

/// A miss by so many points of score, or of the share of draws, counts as 1.
const POINTS: f64 = 0.1;

/// A miss by this share of the turns that are wanted counts as 1.
const TURNS: f64 = 0.1;

keyed! {
    /// A quantity of games.
    Quantity {
        /// Score of the first seat, which moves first or attacks, in percent.
        FirstSeat = "first-seat",
        /// Score of the first-named list, in percent.
        Score = "score",
        /// Games that are drawn, in percent.
        Draws = "draws",
        /// Turns of a game.
        Turns = "turns",
        /// Value that the first-named list loses, in percent of what it fields.
        Lost = "lost",
        /// Value of the other list that is destroyed, in percent of what that fields.
        Destroyed = "destroyed",
    }
}

/// What is known of a quantity from the pairs of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Its value: a share from 0 to 1, or turns.
    pub value: f64,
    /// The standard error of that.
    pub std_error: f64,
    /// Its 95% interval.
    pub interval: Interval,
}

impl Quantity {
    /// Whether it is a share, told in percent.
    #[must_use]
    pub fn is_share(self) -> bool {
        self != Self::Turns
    }

    /// What a pair says of it: a share from 0 to 1, or turns.
    fn of(self, pair: &PairOfGames, seats: Seats) -> f64 {
        let mean = |games: [f64; 2]| (games[0] + games[1]) / 2.0;
        match self {
            Self::Turns => mean(pair.turns.map(f64::from)),
            Self::Lost => mean(pair.lost.map(|[lost, _]| lost)),
            Self::Destroyed => mean(pair.lost.map(|[_, destroyed]| destroyed)),
            Self::Score | Self::FirstSeat | Self::Draws => {
                self.quarters(pair.results.map(u64::from), seats).unwrap_or_default() as f64 / 4.0
            }
        }
    }

    /// Quarters, 0 to 4, of a pair that the first-named list lost (0), drew (1) or won (2) from the first seat and from the second;
    /// none of what results do not tell.
    fn quarters(self, results: [u64; 2], seats: Seats) -> Option<u64> {
        let [first, second] = results;
        match self {
            Self::Score => Some(first + second),
            Self::FirstSeat if seats == Seats::Kept => Some(first + second),
            Self::FirstSeat => Some(first + 2 - second),
            Self::Draws => Some(results.iter().map(|result| 2 * u64::from(*result == 1)).sum()),
            Self::Turns | Self::Lost | Self::Destroyed => None,
        }
    }

    /// Pairs of a cell by what they say of a share, from 0 to 1 in quarters; none of what results do not tell.
    #[must_use]
    pub fn counts(self, tally: &CellTally) -> Option<[u64; 5]> {
        let seats = if tally.keeps_seats { Seats::Kept } else { Seats::Exchanged };
        let mut counts = [0; 5];
        for (first, row) in (0..).zip(tally.joint()) {
            for (second, pairs) in (0..).zip(row) {
                counts[self.quarters([first, second], seats)? as usize] += pairs;
            }
        }
        Some(counts)
    }

    /// What the pairs of a cell say of it; none of too few pairs.
    #[must_use]
    pub fn in_cell(self, tally: &CellTally) -> Option<Measured> {
        if let Some(counts) = self.counts(tally) {
            let Score { score: value, std_error, interval, .. } = Score::from_counts(&counts, CONFIDENCE).ok()?;
            return Some(Measured { value, std_error, interval });
        }
        if self == Self::Turns {
            let cell = Term { weight: 1.0, classes: &tally.classes, key: 0 };
            let Contrast { estimate: value, std_error, interval, .. } = Contrast::of_turns(&[cell], CONFIDENCE).ok()?;
            return Some(Measured { value, std_error, interval });
        }
        let lost = Exchange::of_own(&[(&tally.classes, false)], self == Self::Destroyed, CONFIDENCE).ok()?;
        let interval = Interval { low: lost.ratio_low?.max(0.0), high: lost.ratio_high?.min(1.0) };
        Some(Measured { value: lost.ratio?, std_error: lost.ratio_std_error?, interval })
    }

    /// What it is called where its precision is told.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::FirstSeat => "the score of the first seat",
            Self::Score => "the score",
            Self::Draws => "the share of draws",
            Self::Turns => "the mean length of a game",
            Self::Lost => "the share of its value that the first-named list loses",
            Self::Destroyed => "the share of the other list's value that is destroyed",
        }
    }

    /// What it is called at the head of a column.
    #[must_use]
    pub fn heading(self) -> &'static str {
        match self {
            Self::FirstSeat => "Score of the first seat",
            Self::Score => "Score of the first list",
            Self::Draws => "Draws",
            Self::Turns => "Turns",
            Self::Lost => "Value lost by the first list",
            Self::Destroyed => "Value lost by the other list",
        }
    }

    /// A width of its interval in words: `0.5 points`, `0.2 turns`.
    #[must_use]
    pub fn width_in_words(self, width: f64) -> String {
        if self.is_share() { format!("{:.2} points", 100.0 * width) } else { format!("{width:.2} turns") }
    }

    /// Whether it is the score, of which everything is told that does not say otherwise.
    #[must_use]
    pub fn is_score(&self) -> bool {
        *self == Self::Score
    }

    /// The score.
    #[must_use]
    pub fn score() -> Self {
        Self::Score
    }
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

impl<'de> Deserialize<'de> for Quantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(|fault: Diagnostic| serde::de::Error::custom(fault.message))
    }
}

impl FromStr for Quantity {
    type Err = Diagnostic;

    fn from_str(name: &str) -> Result<Self, Diagnostic> {
        let known = Self::CHOICES.into_iter().find(|(key, _)| *key == name);
        known.map(|(_, quantity)| quantity).ok_or_else(|| Diagnostic::unknown("quantity", name, Self::KEYS))
    }
}

keyed! {
    /// On which side of its target a quantity may lie.
    Bound {
        /// On neither.
        Even = "=",
        /// Below.
        AtMost = "<=",
        /// Above.
        AtLeast = ">=",
    }
}

/// Where a quantity is to lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// The quantity.
    pub quantity: Quantity,
    /// On which side of the target it may lie.
    pub bound: Bound,
    /// The target: a share from 0 to 1, or a number of turns.
    pub target: f64,
}

impl Goal {
    /// How far a value misses it, in steps of ten points or of a tenth of the turns; with its sign.
    #[must_use]
    pub fn miss(&self, value: f64) -> f64 {
        let step = if self.quantity.is_share() { POINTS } else { TURNS * self.target };
        let miss = (value - self.target) / step;
        match self.bound {
            Bound::Even => miss,
            Bound::AtMost => miss.max(0.0),
            Bound::AtLeast => miss.min(0.0),
        }
    }

    /// What pairs of games say of its quantity, each setting by the seats of its own.
    pub(super) fn value(&self, settings: &[OfSetting]) -> f64 {
        let sum: f64 = self.values(settings).sum();
        let pairs: usize = settings.iter().map(|(pairs, _)| pairs.len()).sum();
        sum / pairs.max(1) as f64
    }

    /// The same with its interval.
    pub(super) fn measured(&self, settings: &[OfSetting]) -> Reached {
        let value = self.value(settings);
        let interval = match self.quantity {
            Quantity::Score | Quantity::FirstSeat | Quantity::Draws => {
                let mut counts = [0; 5];
                self.values(settings).for_each(|share| counts[(4.0 * share) as usize] += 1);
                Score::from_counts(&counts, CONFIDENCE).map_or(Interval { low: 0.0, high: 1.0 }, |score| score.interval)
            }
            Quantity::Turns | Quantity::Lost | Quantity::Destroyed => {
                let n = settings.iter().map(|(pairs, _)| pairs.len()).sum::<usize>() as f64;
                let variance =
                    self.values(settings).map(|of_pair| squared(of_pair - value)).sum::<f64>() / (n - 1.0).max(1.0);
                let half = normal_two_sided(1.0 - CONFIDENCE) * (variance / n.max(1.0)).sqrt();
                let most = if self.quantity.is_share() { 1.0 } else { f64::INFINITY };
                Interval { low: (value - half).max(0.0), high: (value + half).min(most) }
            }
        };
        Reached { goal: *self, value, interval }
    }

    /// What a pair of games says of its quantity: a share from 0 to 1, or turns.
    pub(in crate::experiment) fn of_pair(&self, pair: &PairOfGames, seats: Seats) -> f64 {
        self.quantity.of(pair, seats)
    }

    fn values<'a>(&self, settings: &'a [OfSetting]) -> impl Iterator<Item = f64> + 'a {
        let quantity = self.quantity;
        settings.iter().flat_map(move |(pairs, seats)| pairs.iter().map(move |pair| quantity.of(pair, *seats)))
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = if self.quantity.is_share() { 100.0 * self.target } else { self.target };
        // A hundredth is as fine as anybody asks.
        write!(f, "{}{}{}", self.quantity.key(), self.bound.key(), (100.0 * target).round() / 100.0)
    }
}

impl FromStr for Goal {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let wrong = || {
            Diagnostic::new(format!("`{text}` is no goal")).allowing([
                "first-seat=50",
                "score=50",
                "draws<=5",
                "turns>=6",
                "lost<=50",
            ])
        };
        let at = text.find(['<', '>', '=']).ok_or_else(wrong)?;
        let (name, rest) = text.split_at(at);
        let bounds = [Bound::AtMost, Bound::AtLeast, Bound::Even];
        let (bound, target) =
            bounds.into_iter().find_map(|bound| Some((bound, rest.strip_prefix(bound.key())?))).ok_or_else(wrong)?;
        let name = name.trim();
        let quantity: Quantity = name.parse()?;
        let number = target.trim().trim_end_matches('%').parse::<f64>().map_err(|_| wrong())?;
        let most = if quantity.is_share() { 100.0 } else { 1000.0 };
        let least = if quantity.is_share() { 0.0 } else { 1.0 };
        if !(least..=most).contains(&number) {
            let message = format!("the target of {name} lies from {least} to {most}, got {number}");
            return Err(Diagnostic::new(message));
        }
        let target = if quantity.is_share() { number / 100.0 } else { number };
        Ok(Self { quantity, bound, target })
    }
}

/// What was reached of a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reached {
    /// The goal.
    pub goal: Goal,
    /// Value of its quantity: a share from 0 to 1, or turns.
    pub value: f64,
    /// Interval at 95% over dice, tempers and tables.
    pub interval: Interval,
}

impl Reached {
    /// Whether the interval reaches to where the quantity is to lie.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        let Goal { bound, target, .. } = self.goal;
        (bound == Bound::AtLeast || self.interval.low <= target)
            && (bound == Bound::AtMost || self.interval.high >= target)
    }

    /// Whether it is reached, in words: a number is never shown to be its target, but it may be shown to miss it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        let Goal { bound, target, .. } = self.goal;
        let is_kept = match bound {
            Bound::Even => false,
            Bound::AtMost => self.interval.high <= target,
            Bound::AtLeast => self.interval.low >= target,
        };
        match bound {
            _ if !self.is_possible() => "not reached",
            Bound::Even => "within the interval",
            _ if is_kept => "reached",
            _ => "not yet known",
        }
    }
}
