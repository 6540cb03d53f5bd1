//! What depends on the offset from one hex to another alone, as tables: where the one lies for each facing of a unit in the
//! other, and the side across which a straight line enters.

use std::sync::{Arc, LazyLock};

use super::sight::LONGEST_SIGHT;
use crate::tabletop::hex::flat::Direction;
use crate::tabletop::hex::{Aspect, Axial, Lines, aspect};

/// Farthest offset on either axis: boards have 25 columns of 23 hexes at most.
const FARTHEST: i16 = 36;

/// Offsets in a row of a table.
const ROW: usize = 2 * FARTHEST as usize + 1;

/// Stands for a line that enters at a corner.
const CORNER: u8 = 6;

/// Those of all boards.
static ALL: LazyLock<Arc<Bearings>> = LazyLock::new(|| Arc::new(Bearings::new(&Bearings::lines())));

/// All lines up to the longest sight.
static LINES: LazyLock<Arc<Lines<Direction>>> = LazyLock::new(|| Arc::new(Lines::within(u16::from(LONGEST_SIGHT))));

/// The tables.
#[derive(Debug)]
pub(super) struct Bearings {
    /// The facings that have the offset in front, one bit each.
    front: Vec<u8>,
    /// Those that have it behind.
    rear: Vec<u8>,
    /// The side, seen from the offset, across which the line from the origin enters; [`CORNER`] where it enters across none.
    entry: Vec<u8>,
}

impl Bearings {
    /// Those of all boards, worked out once.
    pub(super) fn shared() -> Arc<Self> {
        Arc::clone(&ALL)
    }

    /// All lines up to the longest sight, worked out once.
    pub(super) fn lines() -> Arc<Lines<Direction>> {
        Arc::clone(&LINES)
    }

    fn new(lines: &Lines<Direction>) -> Self {
        let offsets = || (-FARTHEST..=FARTHEST).flat_map(|q| (-FARTHEST..=FARTHEST).map(move |r| Axial::new(q, r)));
        let facings = |wanted: Aspect| {
            let has = move |at: Axial| {
                Direction::ALL
                    .iter()
                    .fold(0, |set, facing| set | u8::from(aspect(at, *facing) == Some(wanted)) << *facing as u8)
            };
            offsets().map(has).collect()
        };
        let entry = |at: Axial| lines.to(at).and_then(|line| line.entry()).map_or(CORNER, |side| side as u8);
        Self { front: facings(Aspect::Front), rear: facings(Aspect::Rear), entry: offsets().map(entry).collect() }
    }

    #[inline]
    fn index(offset: Axial) -> usize {
        (offset.q + FARTHEST) as usize * ROW + (offset.r + FARTHEST) as usize
    }

    /// The facings that have an offset in front, one bit each.
    #[inline]
    pub(super) fn front(&self, offset: Axial) -> u8 {
        self.front[Self::index(offset)]
    }

    /// Where an offset lies for a unit of this facing; nowhere for its own hex.
    #[inline]
    pub(super) fn aspect(&self, offset: Axial, facing: Direction) -> Option<Aspect> {
        let (index, bit) = (Self::index(offset), 1 << facing as u8);
        if self.front[index] & bit != 0 {
            Some(Aspect::Front)
        } else if self.rear[index] & bit != 0 {
            Some(Aspect::Rear)
        } else {
            (offset != Axial::default()).then_some(Aspect::Flank)
        }
    }

    /// The side of an offset across which the line from the origin enters it, as the direction from there; none when it enters
    /// at a corner, and beyond the longest sight.
    #[inline]
    pub(super) fn entry(&self, offset: Axial) -> Option<Direction> {
        Direction::ALL.get(usize::from(self.entry[Self::index(offset)])).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabletop::hex::flat::Grid;

    #[test]
    fn the_tables_agree_with_the_geometry_on_the_largest_board() {
        let (board, tables, lines) = (Grid::flat(25, 23), Bearings::shared(), Bearings::lines());
        let corners = [(0, 0), (0, 22), (24, 0), (24, 22), (12, 11), (7, 3)];
        for from in corners.map(|(column, row)| board.axial(board.at(column, row).unwrap())) {
            for to in board.hexes().map(|hex| board.axial(hex)) {
                let offset = to - from;
                for facing in Direction::ALL {
                    let there = aspect(offset, facing);
                    assert_eq!(tables.aspect(offset, facing), there);
                    assert_eq!(tables.front(offset) & 1 << facing as u8 != 0, there == Some(Aspect::Front));
                }
                assert_eq!(tables.entry(offset), lines.to(offset).and_then(|line| line.entry()));
            }
        }
    }
}
