//! Units by number, sets of units in a word of bits, and the names of units in traces and situations.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::Side;

/// Number of a unit: those of side A from 0, those of side B from the most that a side may have.
pub type UnitId = u8;

/// Stands for "no unit".
pub const NOBODY: UnitId = UnitId::MAX;

/// A word whose bits are units of one side: `u64` or `u128`.
pub trait Word:
    Copy
    + Debug
    + Default
    + Eq
    + Hash
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The places of bits that are set, lowest first.
    type Ones: Iterator<Item = u8> + Clone;

    /// No bit.
    const EMPTY: Self;

    /// The bit of a place.
    fn bit(place: usize) -> Self;

    /// The bit of a place if `set`, else none: without a branch.
    fn bit_if(place: usize, set: bool) -> Self;

    /// Whether the bit of a place is set.
    fn has(self, place: usize) -> bool;

    /// The bits of the first so many places, of which there are no more than bits.
    fn first(count: usize) -> Self;

    /// Number of bits that are set.
    fn count(self) -> u32;

    /// The place of the lowest bit that is set; the number of bits where none is.
    fn lowest(self) -> u32;

    /// The places of bits that are set.
    fn ones(self) -> Self::Ones;
}

/// Places of bits of a `u64`.
#[derive(Clone, Debug)]
pub struct Ones64(u64);

impl Iterator for Ones64 {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(place)
    }
}

/// Places of bits of a `u128`: one half after the other, for in all but the largest games the upper one is empty.
#[derive(Clone, Debug)]
pub struct Ones128 {
    left: u64,
    upper: u64,
    first: u8,
}

impl Iterator for Ones128 {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.left == 0 {
            if self.upper == 0 {
                return None;
            }
            (self.left, self.upper, self.first) = (self.upper, 0, 64);
        }
        let place = self.left.trailing_zeros() as u8;
        self.left &= self.left - 1;
        Some(self.first + place)
    }
}

macro_rules! word {
    ($word:ty, $ones:ty, $split:expr, $has:expr) => {
        impl Word for $word {
            type Ones = $ones;
            const EMPTY: Self = 0;

            #[inline]
            fn bit(place: usize) -> Self {
                1 << place
            }

            #[inline]
            fn bit_if(place: usize, set: bool) -> Self {
                <$word>::from(set) << place
            }

            #[inline]
            fn has(self, place: usize) -> bool {
                $has(self, place)
            }

            #[inline]
            fn first(count: usize) -> Self {
                if count == 0 { 0 } else { <$word>::MAX >> (<$word>::BITS as usize - count) }
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn ones(self) -> $ones {
                $split(self)
            }
        }
    };
}

word!(u64, Ones64, Ones64, |word: u64, place: usize| word >> place & 1 != 0);
// Half of a `u128` is one register: to shift the whole takes several steps.
word!(
    u128,
    Ones128,
    |word: u128| Ones128 { left: word as u64, upper: (word >> 64) as u64, first: 0 },
    |word: u128, place: usize| (if place < 64 { word } else { word >> 64 }) as u64 >> (place % 64) & 1 != 0
);

/// A set of units of one side, of which there are `MOST` at most, one bit of a word each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct UnitSet<W, const MOST: usize>(W);

impl<W: Word, const MOST: usize> UnitSet<W, MOST> {
    /// Nobody.
    pub const EMPTY: Self = Self(W::EMPTY);

    /// A bit for each, by its place.
    #[inline]
    #[must_use]
    pub fn bits(self) -> W {
        self.0
    }

    /// Side of a unit.
    #[inline]
    #[must_use]
    pub fn side_of(unit: UnitId) -> Side {
        if usize::from(unit) < MOST { Side::A } else { Side::B }
    }

    /// Place of a unit within its side.
    #[inline]
    #[must_use]
    pub fn place_of(unit: UnitId) -> usize {
        usize::from(unit) % MOST
    }

    /// Number of the unit at `place` within `side`.
    #[inline]
    #[must_use]
    pub fn unit(side: Side, place: usize) -> UnitId {
        (side.index() * MOST + place) as UnitId
    }

    /// One unit alone.
    #[inline]
    #[must_use]
    pub fn of(unit: UnitId) -> Self {
        Self(W::bit(Self::place_of(unit)))
    }

    /// One unit alone if it is `wanted`, else nobody: without a branch.
    #[inline]
    #[must_use]
    pub fn of_if(unit: UnitId, wanted: bool) -> Self {
        Self(W::bit_if(Self::place_of(unit), wanted))
    }

    /// The first so many units of a side.
    #[inline]
    #[must_use]
    pub fn first(count: usize) -> Self {
        Self(W::first(count))
    }

    /// Whether `unit` is one of them; its side does not matter.
    #[inline]
    #[must_use]
    pub fn contains(self, unit: UnitId) -> bool {
        self.0.has(Self::place_of(unit))
    }

    /// Whether some are in `other` as well.
    #[inline]
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether there is nobody.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == W::EMPTY
    }

    /// How many they are.
    #[inline]
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count()
    }

    /// Place of the one with the lowest number; of nobody the number of bits.
    #[inline]
    #[must_use]
    pub fn lowest(self) -> u32 {
        self.0.lowest()
    }

    /// The units, of `side`, lowest number first.
    #[inline]
    pub fn members(self, side: Side) -> impl Iterator<Item = UnitId> + Clone {
        let first = Self::unit(side, 0);
        self.0.ones().map(move |place| first + place)
    }
}

impl<W: Word, const MOST: usize> BitAnd for UnitSet<W, MOST> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<W: Word, const MOST: usize> BitOr for UnitSet<W, MOST> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<W: Word, const MOST: usize> BitXor for UnitSet<W, MOST> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl<W: Word, const MOST: usize> Not for UnitSet<W, MOST> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl<W: Word, const MOST: usize> BitAndAssign for UnitSet<W, MOST> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<W: Word, const MOST: usize> BitOrAssign for UnitSet<W, MOST> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<W: Word, const MOST: usize> FromIterator<UnitId> for UnitSet<W, MOST> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        units.into_iter().fold(Self::EMPTY, |set, unit| set | Self::of(unit))
    }
}

impl<W: Word, const MOST: usize> Debug for UnitSet<W, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.ones()).finish()
    }
}

/// Name of the unit at `place` of `side` in traces and situations: side, type, and a number where the side has several of
/// the type, such as `A:chuck` or `B:rifleman-3`. The side's units are of the types `types`, in order.
pub(crate) fn name<'t>(side: Side, place: usize, types: impl Iterator<Item = &'t str> + Clone) -> String {
    let own = types.clone().nth(place).unwrap_or_default();
    let number = types.clone().take(place + 1).filter(|one| *one == own).count();
    let several = number > 1 || types.skip(place + 1).any(|one| one == own);
    if several { format!("{}:{own}-{number}", side.letter()) } else { format!("{}:{own}", side.letter()) }
}

/// Side and place of the unit that has this name where the units of a side are of the types `types`, in order.
pub(crate) fn find<'t, I: Iterator<Item = &'t str> + Clone>(
    wanted: &str,
    types: impl Fn(Side) -> I,
) -> Option<(Side, usize)> {
    let of_side = |side: Side| {
        let likely = types(side).enumerate().filter(|(_, one)| wanted.contains(one)).map(|(place, _)| place);
        likely.into_iter().find(|place| name(side, *place, types(side)) == wanted).map(|place| (side, place))
    };
    Side::BOTH.into_iter().find_map(of_side)
}

/// Numbers the units of a game: the type `$set` of their sets, in `$word`, for at most `$most` units a side, the type
/// `$id` of a unit's number, and `$number`, which finds it.
macro_rules! units {
    ($set:ident in $word:ty, $most:expr, $id:ident by $number:ident) => {
        /// Number of a unit: those of side A come first.
        pub type $id = $crate::game::UnitId;

        /// A set of units of one side.
        pub type $set = $crate::game::UnitSet<$word, { $most }>;

        /// Side of a unit.
        #[inline]
        #[must_use]
        pub fn side_of(unit: $id) -> $crate::game::Side {
            $set::side_of(unit)
        }

        /// Place of a unit within its side.
        #[inline]
        #[must_use]
        pub fn place_of(unit: $id) -> usize {
            $set::place_of(unit)
        }

        /// Number of the unit at `place` within `side`.
        #[inline]
        #[must_use]
        pub fn $number(side: $crate::game::Side, place: usize) -> $id {
            $set::unit(side, place)
        }

        /// One unit as a set of its side.
        #[inline]
        #[must_use]
        pub fn bit(unit: $id) -> $set {
            $set::of(unit)
        }

        /// The units of a set, lowest number first.
        #[inline]
        pub fn members(side: $crate::game::Side, set: $set) -> impl Iterator<Item = $id> + Clone {
            set.members(side)
        }
    };
}

pub(crate) use units;

/// A game whose units have names.
pub(crate) trait Named {
    /// The unit of this name.
    fn find(&self, name: &str) -> Option<UnitId>;

    /// Names of all units of both sides, those that are gone included.
    fn unit_names(&self) -> Vec<String>;
}

/// Names the units of the game in progress `$battle`, whose sets are `$set`: it is [`Named`], and has the methods `name`,
/// `names`, `find` and `all_units`. The first closure says how many units a side has, those that are gone included, the
/// second of which type a unit is.
macro_rules! named {
    ($battle:ty, $set:ty; |$game:ident, $side:ident| $size:expr; |$of:ident, $unit:ident| $type:expr) => {
        impl $battle {
            /// Name of a unit in traces and situations: side, type, and a number where the side has several of the type,
            /// such as `A:chuck` or `B:rifleman-3`.
            #[must_use]
            pub fn name(&self, unit: $crate::game::UnitId) -> String {
                let side = <$set>::side_of(unit);
                $crate::game::units::name(side, <$set>::place_of(unit), self.types(side))
            }

            /// Names of some units.
            #[must_use]
            pub fn names(&self, units: impl IntoIterator<Item = $crate::game::UnitId>) -> Vec<String> {
                units.into_iter().map(|unit| self.name(unit)).collect()
            }

            /// The unit of this name.
            #[must_use]
            pub fn find(&self, name: &str) -> Option<$crate::game::UnitId> {
                let found = $crate::game::units::find(name, |side| self.types(side));
                found.map(|(side, place)| <$set>::unit(side, place))
            }

            /// All units of both sides, those that are gone included.
            pub fn all_units(&self) -> impl Iterator<Item = $crate::game::UnitId> + use<> {
                let sizes = $crate::game::Side::BOTH.map(|side| self.size_of(side));
                let of_side =
                    move |side| (0..sizes[$crate::game::Side::index(side)]).map(move |at| <$set>::unit(side, at));
                $crate::game::Side::BOTH.into_iter().flat_map(of_side)
            }

            fn size_of(&self, $side: $crate::game::Side) -> usize {
                let $game = self;
                usize::from($size)
            }

            fn type_of(&self, $unit: $crate::game::UnitId) -> &str {
                let $of = self;
                $type
            }

            /// Types of a side's units, in order.
            fn types(&self, side: $crate::game::Side) -> impl Iterator<Item = &str> + Clone {
                (0..self.size_of(side)).map(move |place| self.type_of(<$set>::unit(side, place)))
            }
        }

        impl $crate::game::units::Named for $battle {
            fn find(&self, name: &str) -> Option<$crate::game::UnitId> {
                <$battle>::find(self, name)
            }

            fn unit_names(&self) -> Vec<String> {
                self.names(self.all_units())
            }
        }
    };
}

pub(crate) use named;

#[cfg(test)]
mod tests {
    use super::*;

    type Few = UnitSet<u64, 10>;
    type Many = UnitSet<u128, 96>;

    #[test]
    fn a_set_knows_its_members_by_number() {
        assert_eq!([9, 10, 13].map(Few::side_of), [Side::A, Side::B, Side::B]);
        assert_eq!((Few::place_of(13), Few::unit(Side::B, 3)), (3, 13));
        let set: Few = [13, 10].into_iter().collect();
        assert_eq!(set.members(Side::B).collect::<Vec<_>>(), [10, 13]);
        assert!(set.contains(13) && set.contains(3) && !set.contains(11), "sides do not matter");
        assert_eq!((set.len(), set.lowest(), (set & !Few::of(10)).len()), (2, 0, 1));
        assert!(set.meets(Few::of_if(13, true)) && !set.meets(Few::of_if(13, false)) && Few::EMPTY.is_empty());
        assert_eq!(format!("{set:?}"), "{0, 3}");
    }

    #[test]
    fn members_of_both_halves_of_a_long_word_come_in_order() {
        let places = [0, 1, 63, 64, 95];
        let set: Many = places.into_iter().collect();
        assert_eq!(set.members(Side::A).collect::<Vec<_>>(), places);
        assert_eq!(Many::of(64).members(Side::B).collect::<Vec<_>>(), [160]);
        assert_eq!((set.len(), (set & !Many::of(0) & !Many::of(1)).lowest()), (5, 63));
    }

    #[test]
    fn the_first_are_those_of_the_lowest_numbers() {
        for count in [0, 1, 63, 64, 65, 96] {
            assert_eq!(Many::first(count), (0..count as UnitId).collect());
        }
        assert_eq!([Few::first(0).len(), Few::first(10).len(), UnitSet::<u64, 64>::first(64).len()], [0, 10, 64]);
    }

    #[test]
    fn a_number_tells_units_of_one_type_apart() {
        let types = |side: Side| match side {
            Side::A => ["mbt", "apc", "mbt"].into_iter(),
            Side::B => ["apc", "mbt-2", "mbt"].into_iter(),
        };
        let names = [("A:mbt-1", Side::A, 0), ("A:apc", Side::A, 1), ("A:mbt-2", Side::A, 2), ("B:mbt-2", Side::B, 1)];
        for (wanted, side, place) in names {
            assert_eq!(name(side, place, types(side)), wanted);
            assert_eq!(find(wanted, types), Some((side, place)));
        }
        assert_eq!(["A:mbt", "A:mbt-3", "B:mbt-1", "C:apc", "apc"].map(|wanted| find(wanted, types)), [None; 5]);
    }
}
