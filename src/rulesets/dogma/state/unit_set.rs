//! Elements by number, sets of them, and where a base stands.

use super::MOST_ELEMENTS;
pub use crate::game::NOBODY;
use crate::game::units;
use crate::tabletop::plane::{Base, Facing, Point};

units! { UnitSet in u128, MOST_ELEMENTS, ElementId by element_id }

/// Most Elements in a Group (DG-GRP-01).
pub const MOST_IN_GROUP: usize = 4;

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
        self.iter().fold(UnitSet::EMPTY, |set, element| set | bit(element))
    }
}

impl std::fmt::Debug for Formation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
