//! Chance.
//!
//! Rules are written once, generic over [`Dice`]. [`SeededDice`] play games, [`exact::evaluate`] enumerates the very
//! same code into its exact distribution, [`ScriptedDice`] replay a written sequence and tell when a prepared roll is
//! left over, and [`RecordingDice`] keeps a log of whatever another source throws. Where a resolution leaves something to
//! players once dice have fallen, [`best_play`] says what it comes to when they decide for the best.
//!
//! ```
//! use evenodds::dice::{Dice, exact};
//!
//! // Three dice, how many show 5 or more?
//! let hits = exact::distribution(|dice| dice.successes(3, 5));
//! assert!((hits.probability(&0) - 8.0 / 27.0).abs() < 1e-15);
//! ```

mod best_play;
mod distribution;
pub mod exact;
mod mass;
mod recording;
mod resolution;
mod scripted;
mod seeded;
mod stream;
mod tabulated;

pub use best_play::best_play;
pub use distribution::Distribution;
pub use mass::{Fraction, Mass};
pub use recording::RecordingDice;
pub use resolution::{AsUsual, Decider, Resolution, Step};
pub use scripted::{ScriptedDice, ScriptedRoll};
pub use seeded::SeededDice;
pub use stream::{Address, Purpose, Seat, Streams};
pub use tabulated::Tabulated;

/// A source of chance. Rules call these methods and nothing else.
///
/// Every implementation draws exactly uniformly: no modulo, no floating point.
pub trait Dice {
    /// One die with `sides` faces: a number from 1 to `sides`, each equally likely. `sides` is at least 1.
    fn roll(&mut self, sides: u8) -> u8;

    /// One six-sided die.
    #[inline]
    fn d6(&mut self) -> u8 {
        self.roll(6)
    }

    /// Throws `n` six-sided dice and counts those that show `at_least` or more.
    ///
    /// Enumerating dice branch over the `n + 1` counts instead of the `6^n` throws.
    #[inline]
    fn successes(&mut self, n: u32, at_least: u8) -> u32 {
        // What is certain is not thrown for, by no kind of dice.
        match at_least {
            0 | 1 => return n,
            7.. => return 0,
            _ => {}
        }
        (0..n).map(|_| u32::from(self.d6() >= at_least)).sum()
    }

    /// Throws `n` six-sided dice and adds them up.
    ///
    /// Enumerating dice branch over the `5n + 1` sums.
    #[inline]
    fn sum(&mut self, n: u32) -> u32 {
        (0..n).map(|_| u32::from(self.d6())).sum()
    }

    /// Throws `n` six-sided dice: whether they add up to `most` or less.
    ///
    /// Enumerating dice branch in two.
    #[inline]
    fn sum_at_most(&mut self, n: u32, most: i32) -> bool {
        // What is certain is not thrown for, by no kind of dice.
        match i64::from(most) {
            most if most < i64::from(n) => false,
            most if most >= 6 * i64::from(n) => true,
            most => i64::from(self.sum(n)) <= most,
        }
    }

    /// An index from 0 to `n - 1`, each equally likely: ties, random placement. `n` is at least 1.
    fn pick(&mut self, n: u32) -> u32;

    /// What the dice thrown since the last call showed, and the places of what was drawn by lot, for an observer; empty unless this source keeps a log.
    #[inline]
    fn thrown(&mut self) -> Vec<u16> {
        Vec::new()
    }
}

impl<D: Dice + ?Sized> Dice for &mut D {
    #[inline]
    fn roll(&mut self, sides: u8) -> u8 {
        (**self).roll(sides)
    }
    #[inline]
    fn d6(&mut self) -> u8 {
        (**self).d6()
    }
    #[inline]
    fn successes(&mut self, n: u32, at_least: u8) -> u32 {
        (**self).successes(n, at_least)
    }
    #[inline]
    fn sum(&mut self, n: u32) -> u32 {
        (**self).sum(n)
    }
    #[inline]
    fn sum_at_most(&mut self, n: u32, most: i32) -> bool {
        (**self).sum_at_most(n, most)
    }
    #[inline]
    fn pick(&mut self, n: u32) -> u32 {
        (**self).pick(n)
    }
    #[inline]
    fn thrown(&mut self) -> Vec<u16> {
        (**self).thrown()
    }
}
