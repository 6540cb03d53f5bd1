//! Elements by number, sets of them, and where a base stands.

use super::MOST_ELEMENTS;
use crate::game::Side;
use crate::tabletop::plane::{Base, Facing, Point};

/// Number of an Element: side A from 0, side B from [`MOST_ELEMENTS`].
pub type ElementId = u8;

/// Stands for "no Element".
pub const NOBODY: ElementId = ElementId::MAX;

/// A set of Elements of one side, one bit each.
pub type UnitSet = u128;

/// Most Elements in a Group (DG-GRP-01).
pub const MOST_IN_GROUP: usize = 4;

/// Side of an Element.
#[inline]
#[must_use]
pub fn side_of(element: ElementId) -> Side {
    if usize::from(element) < MOST_ELEMENTS { Side::A } else { Side::B }
}

/// Place of an Element within its side.
#[inline]
#[must_use]
pub fn place_of(element: ElementId) -> usize {
    usize::from(element) % MOST_ELEMENTS
}

/// Number of the Element at `place` within `side`.
#[inline]
#[must_use]
pub fn element_id(side: Side, place: usize) -> ElementId {
    (side.index() * MOST_ELEMENTS + place) as ElementId
}

/// The bit of an Element in a [`UnitSet`] of its side.
#[inline]
#[must_use]
pub fn bit(element: ElementId) -> UnitSet {
    1 << place_of(element)
}

/// The Elements of a set, lowest number first.
#[inline]
pub fn members(side: Side, set: UnitSet) -> impl Iterator<Item = ElementId> + Clone {
    // One half of the set after the other: in all but the largest games the upper one is empty.
    let (mut left, mut upper) = (set as u64, (set >> 64) as u64);
    let mut first = element_id(side, 0);
    std::iter::from_fn(move || {
        if left == 0 {
            if upper == 0 {
                return None;
            }
            (left, upper, first) = (upper, 0, first + 64);
        }
        let place = left.trailing_zeros() as ElementId;
        left &= left - 1;
        Some(first + place)
    })
}

/// Where a base stands and how it faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Centre, inches.
    pub centre: Point,
    /// The way its front looks.
    pub facing: Facing,
}

impl Pose {
    /// At `centre`, with its front looking along `facing`.
    #[must_use]
    pub const fn new(centre: Point, facing: Facing) -> Self {
        Self { centre, facing }
    }
}

impl From<Base> for Pose {
    fn from(base: Base) -> Self {
        Self::new(base.centre, base.facing)
    }
}

/// Up to four Elements of one side, each once; the first leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Formation {
    ids: [ElementId; MOST_IN_GROUP],
}

impl Default for Formation {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Formation {
    /// Nobody.
    pub const EMPTY: Formation = Formation { ids: [NOBODY; MOST_IN_GROUP] };

    /// One Element alone.
    #[must_use]
    pub const fn single(element: ElementId) -> Self {
        Self { ids: [element, NOBODY, NOBODY, NOBODY] }
    }

    /// The Elements of `list`; none when there are more than four.
    #[must_use]
    pub fn of(list: &[ElementId]) -> Option<Self> {
        let mut ids = [NOBODY; MOST_IN_GROUP];
        ids.get_mut(..list.len())?.copy_from_slice(list);
        Some(Self { ids })
    }

    /// This formation with one more at its end; as it is when four are there.
    #[must_use]
    pub fn with(mut self, element: ElementId) -> Self {
        if let Some(free) = self.ids.iter_mut().find(|id| **id == NOBODY) {
            *free = element;
        }
        self
    }

    /// Who leads; [`NOBODY`] of nobody.
    #[inline]
    #[must_use]
    pub fn leader(&self) -> ElementId {
        self.ids[0]
    }

    /// How many they are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.iter().take_while(|id| **id != NOBODY).count()
    }

    /// Whether there is nobody.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids[0] == NOBODY
    }

    /// Everybody, the leader first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = ElementId> + use<> {
        self.ids.into_iter().take_while(|id| *id != NOBODY)
    }

    /// As a set.
    #[must_use]
    pub fn unit_set(&self) -> UnitSet {
        self.iter().fold(0, |set, element| set | bit(element))
    }
}

impl std::fmt::Debug for Formation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
