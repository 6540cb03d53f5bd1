//! Streams of chance, keyed by address and never by the order of execution.

use super::SeededDice;

/// Who owns a stream. Dice belong to a seat, never to an army: after the swap of a pair the other army gets the same luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Seat {
    /// What is fixed before play: table, edges, first player.
    Environment = 0,
    /// The player who moves first, or the attacker.
    First = 1,
    /// The other player.
    Second = 2,
}

/// What a stream is for. Streams of one seat and turn but different purposes are independent, which keeps the two
/// games of a pair in step after they have begun to differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Purpose {
    /// The draw of tables, edges and roles before the game.
    Setup = 0,
    /// Who goes first, turn by turn.
    Initiative = 1,
    /// Fire in one's own turn.
    Shooting = 2,
    /// Close combat.
    Melee = 3,
    /// Morale, leadership and recovery.
    Morale = 4,
    /// Command dice.
    Command = 5,
    /// Choices that a scripted player leaves to chance.
    Script = 6,
    /// Fire in the enemy's turn.
    Reaction = 7,
    /// Coming round at the end of a turn.
    Recovery = 8,
    /// The draw of the lists themselves, where they are drawn.
    Muster = 9,
    /// The draw of the tempers with which lists are played.
    Temper = 10,
}

/// Number of [`Purpose`]s.
const PURPOSES: usize = 11;

/// The address of one engagement: everything its dice depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address {
    /// Seed of the experiment.
    pub seed: u64,
    /// Key of the cell: 0 for all cells that share their luck (common random numbers), else a number of its own.
    pub cell: u64,
    /// Index of the pair within the cell.
    pub pair: u64,
}

impl Address {
    /// The 64-bit key of one stream of this engagement: `k` is a turn or activation number below 65,536.
    #[must_use]
    pub fn key(&self, seat: Seat, purpose: Purpose, k: u16) -> u64 {
        stream_key(self.root(), seat, purpose, k)
    }

    /// The address of another engagement of the same pair, whose dice are independent of these.
    #[must_use]
    pub fn of_another(&self) -> Self {
        Self { seed: avalanche(self.seed ^ 0x510e_527f_ade6_82d1), ..*self }
    }

    /// What the keys of all streams of this engagement have in common.
    fn root(&self) -> u64 {
        let mut h = avalanche(self.seed ^ 0x6a09_e667_f3bc_c908);
        h = avalanche(h ^ self.cell.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xbb67_ae85_84ca_a73b);
        avalanche(h ^ self.pair.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ 0x3c6e_f372_fe94_f82b)
    }

    /// Opens one stream of this engagement.
    #[must_use]
    pub fn open(&self, seat: Seat, purpose: Purpose, k: u16) -> SeededDice {
        SeededDice::from_key(self.key(seat, purpose, k))
    }
}

/// The key of one stream of the engagement whose [`Address::root`] this is.
#[inline]
fn stream_key(root: u64, seat: Seat, purpose: Purpose, k: u16) -> u64 {
    let stream = (seat as u64) << 24 | (purpose as u64) << 16 | u64::from(k);
    avalanche(root ^ stream.wrapping_mul(0xa076_1d64_78bd_642f) ^ 0xa54f_f53a_5f1d_36f1)
}

/// A bijection of 64 bits in which every input bit reaches every output bit (the finaliser of SplitMix64, variant 13).
#[inline]
fn avalanche(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The open streams of one engagement, one place for each seat and purpose; a stream is opened afresh when `k` moves on.
#[derive(Clone, Debug)]
pub struct Streams {
    root: u64,
    slots: [(u32, SeededDice); 3 * PURPOSES],
}

/// Marks a slot that has not been opened; no `k` reaches it.
const CLOSED: u32 = u32::MAX;

impl Streams {
    /// The streams of `address`, none of them open yet.
    #[must_use]
    pub fn new(address: Address) -> Self {
        Self { root: address.root(), slots: std::array::from_fn(|_| (CLOSED, SeededDice::from_key(0))) }
    }

    /// Turns to another engagement, keeping the memory.
    pub fn restart(&mut self, address: Address) {
        self.root = address.root();
        for slot in &mut self.slots {
            slot.0 = CLOSED;
        }
    }

    /// The stream of `seat` and `purpose` in turn `k`, where it stands; opened when first asked for.
    #[inline]
    pub fn get(&mut self, seat: Seat, purpose: Purpose, k: u16) -> &mut SeededDice {
        let slot = &mut self.slots[seat as usize * PURPOSES + purpose as usize];
        if slot.0 != u32::from(k) {
            *slot = (u32::from(k), SeededDice::from_key(stream_key(self.root, seat, purpose, k)));
        }
        &mut slot.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    /// Flipping any one bit of any part of an address flips about half of the key.
    #[test]
    fn every_bit_of_an_address_avalanches() {
        let mut flips = [0u64; 64];
        let mut cases = 0u64;
        for n in 0..40u64 {
            let base = Address { seed: n * 7, cell: n % 5, pair: n };
            let key = base.key(Seat::First, Purpose::Shooting, 3);
            for bit in 0..64 {
                for which in 0..3 {
                    let mut other = base;
                    match which {
                        0 => other.seed ^= 1 << bit,
                        1 => other.cell ^= 1 << bit,
                        _ => other.pair ^= 1 << bit,
                    }
                    let diff = key ^ other.key(Seat::First, Purpose::Shooting, 3);
                    for (out, flip) in flips.iter_mut().enumerate() {
                        *flip += diff >> out & 1;
                    }
                    cases += 1;
                }
            }
        }
        // 7680 cases a bit: six standard deviations of a fair coin are 0.034.
        for flip in flips {
            let share = flip as f64 / cases as f64;
            assert!((share - 0.5).abs() < 0.035, "an output bit flips in {share} of the cases");
        }
    }

    /// Dice of neighbouring addresses are uncorrelated.
    #[test]
    fn neighbouring_addresses_are_uncorrelated() {
        let throws = |address: Address, k| {
            let mut dice = address.open(Seat::First, Purpose::Shooting, k);
            f64::from(dice.d6()) - 3.5
        };
        let n = 20_000u64;
        let at = |pair, cell| Address { seed: 1, cell, pair };
        let mut sums = [0.0; 3];
        for pair in 0..n {
            let x = throws(at(pair, 0), 0);
            sums[0] += x * throws(at(pair + 1, 0), 0);
            sums[1] += x * throws(at(pair, 1), 0);
            sums[2] += x * throws(at(pair, 0), 1);
        }
        for sum in sums {
            let correlation = sum / n as f64 / (35.0 / 12.0);
            assert!(correlation.abs() < 5.0 / (n as f64).sqrt(), "correlation {correlation}");
        }
    }

    #[test]
    fn another_engagement_of_a_pair_has_dice_of_its_own() {
        let address = Address { seed: 5, cell: 2, pair: 9 };
        let other = address.of_another();
        assert_eq!((other.cell, other.pair), (2, 9));
        let key = |address: Address| address.key(Seat::First, Purpose::Shooting, 1);
        let keys = [address, other, other.of_another(), Address { seed: 6, ..address }.of_another()].map(key);
        assert!((0..4).all(|one| (0..one).all(|two| keys[one] != keys[two])), "{keys:?}");
    }

    #[test]
    fn a_stream_goes_on_within_a_turn_and_restarts_with_the_next() {
        let address = Address { seed: 5, cell: 0, pair: 9 };
        let mut streams = Streams::new(address);
        let mut fresh = address.open(Seat::Second, Purpose::Morale, 4);
        let expected: Vec<u8> = (0..50).map(|_| fresh.d6()).collect();
        let mut got = Vec::new();
        for i in 0..50 {
            got.push(streams.get(Seat::Second, Purpose::Morale, 4).d6());
            let _ = streams.get(Seat::First, Purpose::Morale, i).d6();
        }
        assert_eq!(got, expected);
    }
}
