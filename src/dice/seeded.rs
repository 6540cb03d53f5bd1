//! Seeded dice: the games' source of chance.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::Dice;

/// Six-sided dice taken from one 64-bit word; 6^20 is below 2^52, so a word is rejected about once in five thousand.
const BATCH: u32 = 20;
const PRODUCT: u64 = 6u64.pow(BATCH);
/// `2^64 mod 6^20`: words whose product falls below it would favour some throws and are drawn again.
const THRESHOLD: u64 = PRODUCT.wrapping_neg() % PRODUCT;

/// Pseudo-random dice on xoshiro256++, exactly uniform.
///
/// Twenty six-sided dice come from one word by repeated multiplication (Brackett-Rozinsky and Lemire 2024): the
/// fraction left over by one die *is* the rest of the batch, and the rejection test is done once a word.
///
/// The generator is seeded when it is first asked: many a stream is opened and never thrown from.
#[derive(Clone, Debug)]
pub struct SeededDice {
    key: u64,
    rng: Option<Xoshiro256PlusPlus>,
    word: u64,
    left: u32,
}

impl SeededDice {
    /// Dice whose state is four successive SplitMix64 outputs from `key`.
    #[inline]
    #[must_use]
    pub fn from_key(key: u64) -> Self {
        Self { key, rng: None, word: 0, left: 0 }
    }

    #[inline]
    fn rng(&mut self) -> &mut Xoshiro256PlusPlus {
        self.rng.get_or_insert_with(|| Xoshiro256PlusPlus::seed_from_u64(self.key))
    }

    /// A whole word, uniform over all 64-bit numbers.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.rng().next_u64()
    }

    #[inline]
    fn refill(&mut self) {
        loop {
            let word = self.rng().next_u64();
            if word.wrapping_mul(PRODUCT) >= THRESHOLD {
                self.word = word;
                self.left = BATCH;
                return;
            }
        }
    }

    /// A number below `n`, by Lemire's multiplication with rejection.
    #[inline]
    fn below(&mut self, n: u64) -> u64 {
        let threshold = n.wrapping_neg() % n;
        loop {
            let wide = u128::from(self.rng().next_u64()) * u128::from(n);
            if wide as u64 >= threshold {
                return (wide >> 64) as u64;
            }
        }
    }
}

impl Dice for SeededDice {
    #[inline]
    fn roll(&mut self, sides: u8) -> u8 {
        if sides == 6 { self.d6() } else { self.below(u64::from(sides)) as u8 + 1 }
    }

    #[inline]
    fn d6(&mut self) -> u8 {
        if self.left == 0 {
            self.refill();
        }
        self.left -= 1;
        let wide = u128::from(self.word) * 6;
        self.word = wide as u64;
        (wide >> 64) as u8 + 1
    }

    #[inline]
    fn pick(&mut self, n: u32) -> u32 {
        self.below(u64::from(n)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chi-square of single dice and of successive pairs against the flat distribution. Fixed seeds; bound at one in
    /// a million: 36.0 for 5 and 89.2 for 35 degrees of freedom.
    #[test]
    fn dice_are_flat_alone_and_in_pairs() {
        let mut dice = SeededDice::from_key(2026);
        let n = 600_000;
        let (mut single, mut pairs) = ([0u64; 6], [0u64; 36]);
        let mut last = dice.d6();
        for _ in 0..n {
            let die = dice.d6();
            single[usize::from(die) - 1] += 1;
            pairs[usize::from(last - 1) * 6 + usize::from(die) - 1] += 1;
            last = die;
        }
        let chi = |counts: &[u64]| {
            let expected = n as f64 / counts.len() as f64;
            counts.iter().map(|&c| (c as f64 - expected) * (c as f64 - expected) / expected).sum::<f64>()
        };
        assert!(chi(&single) < 36.0, "{}", chi(&single));
        assert!(chi(&pairs) < 89.2, "{}", chi(&pairs));
    }

    #[test]
    fn picks_and_other_dice_cover_their_range() {
        let mut dice = SeededDice::from_key(1);
        let (mut tens, mut picks) = ([0u32; 10], [0u32; 7]);
        for _ in 0..10_000 {
            tens[usize::from(dice.roll(10)) - 1] += 1;
            picks[dice.pick(7) as usize] += 1;
        }
        assert!(tens.iter().all(|&c| (800..1200).contains(&c)), "{tens:?}");
        assert!(picks.iter().all(|&c| (1200..1660).contains(&c)), "{picks:?}");
    }
}
