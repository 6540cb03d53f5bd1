//! Sets of hexes as fixed bitmaps.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use super::hex::{Grid, HexIndex};

/// Most hexes of a map: 24 columns by 24 rows.
pub const MOST_HEXES: usize = 576;

/// Words of 64 hexes.
pub const WORDS: usize = MOST_HEXES / 64;

/// A set of hexes of one map, without memory of its own beyond nine words.
pub type HexSet = Hexes<WORDS>;

/// A set of hexes of a map that so many words of 64 hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hexes<const W: usize>([u64; W]);

impl<const W: usize> Hexes<W> {
    /// No hex.
    pub const EMPTY: Self = Self([0; W]);

    /// The first `n` hexes: a whole map of that many.
    #[must_use]
    pub fn first(n: usize) -> Self {
        (0..n as HexIndex).collect()
    }

    /// The set that these words are.
    #[inline]
    #[must_use]
    pub const fn of(words: [u64; W]) -> Self {
        Self(words)
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
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Number of hexes that the two sets of a map of so many hexes have in common.
    ///
    /// # Panics
    /// When no map has so many.
    #[inline]
    #[must_use]
    pub fn overlap(&self, other: &Self, hexes: usize) -> usize {
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
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// The same set in more words, or its hexes in fewer of them.
    #[inline]
    #[must_use]
    pub fn resized<const V: usize>(&self) -> Hexes<V> {
        Hexes(std::array::from_fn(|at| if at < W { self.0[at] } else { 0 }))
    }

    /// The image of the set under the half-turn of a map of so many hexes, which turns their order round.
    ///
    /// # Panics
    /// When fewer words hold the map.
    #[inline]
    #[must_use]
    pub fn half_turned(&self, hexes: usize) -> Self {
        let words = hexes.div_ceil(64);
        let turned = Self(std::array::from_fn(|at| if at < words { self.0[words - 1 - at].reverse_bits() } else { 0 }));
        match 64 * words - hexes {
            0 => turned,
            beyond => turned.down(beyond as u32),
        }
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
    pub fn iter(&self) -> impl Iterator<Item = HexIndex> + use<W> {
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
    fn combine(mut self, other: &Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word = operation(*word, *other);
        }
        self
    }
}

impl<const W: usize> Default for Hexes<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> FromIterator<HexIndex> for Hexes<W> {
    fn from_iter<I: IntoIterator<Item = HexIndex>>(hexes: I) -> Self {
        let mut set = Self::EMPTY;
        hexes.into_iter().for_each(|hex| set.insert(hex));
        set
    }
}

/// Union.
impl<const W: usize> BitOr<&Self> for Hexes<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: &Self) -> Self {
        self.combine(other, |a, b| a | b)
    }
}

/// What both have.
impl<const W: usize> BitAnd<&Self> for Hexes<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: &Self) -> Self {
        self.combine(other, |a, b| a & b)
    }
}

/// What the other does not have.
impl<const W: usize> Sub<&Self> for Hexes<W> {
    type Output = Self;
    #[inline]
    fn sub(self, other: &Self) -> Self {
        self.combine(other, |a, b| a & !b)
    }
}

impl<const W: usize> BitOrAssign<&Self> for Hexes<W> {
    #[inline]
    fn bitor_assign(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }
}

impl<const W: usize> BitAndAssign<&Self> for Hexes<W> {
    #[inline]
    fn bitand_assign(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
    }
}

impl<const W: usize> SubAssign<&Self> for Hexes<W> {
    #[inline]
    fn sub_assign(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
    }
}

/// Which hexes of a pointy-top board lie next to those of a set, found for 64 of them at a time.
#[derive(Clone, Debug)]
pub struct Beside {
    /// Hexes in a row.
    width: u32,
    board: HexSet,
    /// All but the first and all but the last hex of each row.
    not_first: HexSet,
    not_last: HexSet,
    /// The rows with numbers from 0 that are even, and those that are not, which are shifted east.
    even: HexSet,
    odd: HexSet,
}

impl Beside {
    /// That of a board.
    ///
    /// # Panics
    /// When it has too many hexes, no even rows, or rows of 64 hexes and more.
    #[must_use]
    pub fn of(grid: Grid) -> Self {
        assert!(grid.len() == usize::from(grid.width) * usize::from(grid.height) && (1..64).contains(&grid.width));
        let hexes = |holds: &dyn Fn(HexIndex) -> bool| grid.hexes().filter(|hex| holds(*hex)).collect();
        Self {
            width: grid.width.into(),
            board: hexes(&|_| true),
            not_first: hexes(&|hex| grid.column(hex) > 0),
            not_last: hexes(&|hex| grid.column(hex) + 1 < grid.width),
            even: hexes(&|hex| grid.row(hex).is_multiple_of(2)),
            odd: hexes(&|hex| !grid.row(hex).is_multiple_of(2)),
        }
    }

    /// The hexes next to one of a set; its words hold the board.
    #[inline]
    #[must_use]
    pub fn around<const W: usize>(&self, set: &Hexes<W>) -> Hexes<W> {
        let west = (*set & &self.not_first.resized()).down(1);
        let east = (*set & &self.not_last.resized()).up(1);
        // A hex of an even row has two above and two below: at its own place, and one before; of an odd row, one after.
        let both = *set | &(west & &self.even.resized()) | &(east & &self.odd.resized());
        (west | &east | &both.down(self.width) | &both.up(self.width)) & &self.board.resized()
    }
}

impl<const W: usize> Hexes<W> {
    /// Moves all bits to higher places, by 1 to 63.
    #[inline]
    fn up(self, by: u32) -> Self {
        Self(std::array::from_fn(|at| self.0[at] << by | if at > 0 { self.0[at - 1] >> (64 - by) } else { 0 }))
    }

    /// Moves all bits to lower places, by 1 to 63.
    #[inline]
    fn down(self, by: u32) -> Self {
        Self(std::array::from_fn(|at| self.0[at] >> by | if at + 1 < W { self.0[at + 1] << (64 - by) } else { 0 }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabletop::hex::NOWHERE;
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

    #[test]
    fn a_half_turn_takes_each_hex_to_its_image() {
        for (width, height) in [(8, 8), (10, 10), (12, 12), (24, 24)] {
            let grid = Grid::pointy(width, height);
            let set: HexSet = grid.hexes().filter(|hex| u32::from(*hex).pow(2) % 7 < 3).collect();
            assert_eq!(set.half_turned(grid.len()), set.iter().map(|hex| grid.half_turn(hex)).collect());
            if grid.len() <= 192 {
                assert_eq!(set.resized::<3>().half_turned(grid.len()).resized(), set.half_turned(grid.len()));
            }
        }
    }

    #[test]
    fn the_hexes_beside_a_set_are_the_neighbours_of_its_hexes() {
        for (width, height) in [(1, 2), (8, 8), (10, 10), (12, 12), (24, 24), (63, 9)] {
            let grid = Grid::pointy(width, height);
            let (beside, neighbours) = (Beside::of(grid), grid.neighbour_table());
            for step in [2, 3, 7, 50] {
                let set: HexSet = grid.hexes().filter(|hex| u32::from(*hex).pow(2) % step == 0).collect();
                let next = set.iter().flat_map(|hex| neighbours[usize::from(hex)]);
                let expected: HexSet = next.filter(|hex| *hex != NOWHERE).collect();
                assert_eq!(beside.around(&set), expected, "{width} by {height}");
            }
            for hex in grid.hexes() {
                let mut set = HexSet::EMPTY;
                set.insert(hex);
                let next = neighbours[usize::from(hex)].into_iter().filter(|hex| *hex != NOWHERE);
                assert_eq!(beside.around(&set), next.collect());
                if grid.len() <= 128 {
                    assert_eq!(beside.around(&set.resized::<2>()).resized(), beside.around(&set));
                }
            }
        }
    }
}
