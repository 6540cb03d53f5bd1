//! Sets of hexes as fixed bitmaps.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use super::hex::HexIndex;

/// Most hexes of a map: 24 columns by 24 rows.
pub const MOST_HEXES: usize = 576;

/// Words of 64 hexes.
pub const WORDS: usize = MOST_HEXES / 64;

/// A set of hexes of one map, without memory of its own beyond nine words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HexSet([u64; WORDS]);

impl HexSet {
    /// No hex.
    pub const EMPTY: HexSet = HexSet([0; WORDS]);

    /// The first `n` hexes: a whole map of that many.
    #[must_use]
    pub fn first(n: usize) -> Self {
        (0..n as HexIndex).collect()
    }

    /// Puts a hex in.
    ///
    /// # Panics
    /// When the index is not below [`MOST_HEXES`].
    #[inline]
    pub fn insert(&mut self, hex: HexIndex) {
        self.0[usize::from(hex) / 64] |= 1 << (hex % 64);
    }

    /// Takes a hex out.
    ///
    /// # Panics
    /// When the index is not below [`MOST_HEXES`].
    #[inline]
    pub fn remove(&mut self, hex: HexIndex) {
        self.0[usize::from(hex) / 64] &= !(1 << (hex % 64));
    }

    /// Whether the hex is in the set.
    ///
    /// # Panics
    /// When the index is not below [`MOST_HEXES`].
    #[inline]
    #[must_use]
    pub fn contains(&self, hex: HexIndex) -> bool {
        self.0[usize::from(hex) / 64] >> (hex % 64) & 1 != 0
    }

    /// Number of hexes in the set.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no hex is in the set.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Whether the two sets have a hex in common.
    #[inline]
    #[must_use]
    pub fn meets(&self, other: &HexSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Number of hexes that the two sets of a map of so many hexes have in common.
    ///
    /// # Panics
    /// When no map has so many.
    #[inline]
    #[must_use]
    pub fn overlap(&self, other: &HexSet, hexes: usize) -> usize {
        let shared = self.0[..hexes.div_ceil(64)].iter().zip(&other.0).map(|(a, b)| a & b);
        shared.map(|word| word.count_ones() as usize).sum()
    }

    /// Which of the 64 hexes from `hex` on are in the set, one bit each.
    ///
    /// # Panics
    /// When the index is not below [`MOST_HEXES`].
    #[inline]
    #[must_use]
    pub fn window(&self, hex: HexIndex) -> u64 {
        let (word, shift) = (usize::from(hex) / 64, hex % 64);
        let above = self.0.get(word + 1).copied().unwrap_or(0);
        self.0[word] >> shift | above << 1 << (63 - shift)
    }

    /// The set as words of 64 hexes each, the first of them in the lowest bits.
    #[inline]
    #[must_use]
    pub fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// Puts in what is in the first words of another set.
    ///
    /// # Panics
    /// When there are more words than a set has.
    #[inline]
    pub fn add_words(&mut self, words: &[u64]) {
        self.0[..words.len()].iter_mut().zip(words).for_each(|(word, other)| *word |= other);
    }

    /// Takes everything out.
    #[inline]
    pub fn clear(&mut self) {
        *self = Self::EMPTY;
    }

    /// The hexes in the set, lowest index first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = HexIndex> + use<> {
        self.0.into_iter().enumerate().flat_map(|(place, mut word)| {
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros();
                    word &= word - 1;
                    place as HexIndex * 64 + bit as HexIndex
                })
            })
        })
    }

    #[inline]
    fn combine(mut self, other: &HexSet, operation: impl Fn(u64, u64) -> u64) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word = operation(*word, *other);
        }
        self
    }
}

impl FromIterator<HexIndex> for HexSet {
    fn from_iter<I: IntoIterator<Item = HexIndex>>(hexes: I) -> Self {
        let mut set = Self::EMPTY;
        hexes.into_iter().for_each(|hex| set.insert(hex));
        set
    }
}

/// Union.
impl BitOr<&HexSet> for HexSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: &HexSet) -> Self {
        self.combine(other, |a, b| a | b)
    }
}

/// What both have.
impl BitAnd<&HexSet> for HexSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: &HexSet) -> Self {
        self.combine(other, |a, b| a & b)
    }
}

/// What the other does not have.
impl Sub<&HexSet> for HexSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: &HexSet) -> Self {
        self.combine(other, |a, b| a & !b)
    }
}

impl BitOrAssign<&HexSet> for HexSet {
    #[inline]
    fn bitor_assign(&mut self, other: &HexSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }
}

impl BitAndAssign<&HexSet> for HexSet {
    #[inline]
    fn bitand_assign(&mut self, other: &HexSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
    }
}

impl SubAssign<&HexSet> for HexSet {
    #[inline]
    fn sub_assign(&mut self, other: &HexSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    proptest! {
        #[test]
        fn behaves_like_a_set(a in prop::collection::vec(0..576u16, 0..200), b in prop::collection::vec(0..576u16, 0..200)) {
            let (x, y): (HexSet, HexSet) = (a.iter().copied().collect(), b.iter().copied().collect());
            let (p, q): (BTreeSet<u16>, BTreeSet<u16>) = (a.into_iter().collect(), b.into_iter().collect());
            prop_assert!(x.iter().eq(p.iter().copied()));
            prop_assert_eq!(x.len(), p.len());
            prop_assert_eq!(x.is_empty(), p.is_empty());
            prop_assert_eq!(x.meets(&y), !p.is_disjoint(&q));
            prop_assert_eq!(x.overlap(&y, MOST_HEXES), p.intersection(&q).count());
            prop_assert!((x | &y).iter().eq(p.union(&q).copied()));
            prop_assert!((x & &y).iter().eq(p.intersection(&q).copied()));
            prop_assert!((x - &y).iter().eq(p.difference(&q).copied()));
            for hex in 0..576 {
                prop_assert_eq!(x.contains(hex), p.contains(&hex));
                let window = (0..64).fold(0, |window, bit| window | u64::from(p.contains(&(hex + bit))) << bit);
                prop_assert_eq!(x.window(hex), window);
            }
        }
    }

    #[test]
    fn hexes_come_and_go() {
        let mut set = HexSet::first(MOST_HEXES);
        assert_eq!(set.len(), MOST_HEXES);
        set.remove(575);
        set.remove(0);
        assert!(!set.contains(0) && !set.contains(575) && set.contains(64));
        set.clear();
        assert!(set.is_empty());
    }
}
