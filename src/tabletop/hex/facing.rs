//! Facing: the front arc of a unit that faces a side of its hex, its flanks and its rear.

use super::{Axial, Compass, Grid, HexIndex};

/// Where a hex lies, seen from a unit that faces one of the six directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Aspect {
    /// In the wedge of 120 degrees between the hex rows through the two outer front hexes, both rows included.
    Front,
    /// Beside it, on the left or on the right, up to and including the hex row through the side hex.
    Flank,
    /// In the wedge of 120 degrees between the hex rows through the two side hexes, without those rows.
    Rear,
}

/// Where an offset lies, seen from a unit at the origin that faces `facing`; nowhere for the unit's own hex.
///
/// The arithmetic is exact: an offset is one whole-number combination of the directions a sixth of a turn to either side
/// of the facing. In front neither of the two numbers is negative, behind both are.
///
/// ```
/// use evenodds::tabletop::hex::{Aspect, aspect, flat::Direction};
///
/// assert_eq!(aspect(Direction::NorthEast.step(), Direction::North), Some(Aspect::Front));
/// assert_eq!(aspect(Direction::SouthEast.step(), Direction::North), Some(Aspect::Flank));
/// assert_eq!(aspect(Direction::South.step(), Direction::North), Some(Aspect::Rear));
/// ```
#[inline]
#[must_use]
pub fn aspect<D: Compass>(offset: Axial, facing: D) -> Option<Aspect> {
    let (left, right) = (facing.turned(-1).step(), facing.turned(1).step());
    let span = left.cross(right);
    let (leftwards, rightwards) = (offset.cross(right) * span, left.cross(offset) * span);
    if offset == Axial::default() {
        None
    } else if leftwards >= 0 && rightwards >= 0 {
        Some(Aspect::Front)
    } else if leftwards < 0 && rightwards < 0 {
        Some(Aspect::Rear)
    } else {
        Some(Aspect::Flank)
    }
}

/// Arcs of a unit on a board.
///
/// ```
/// use evenodds::tabletop::hex::{Aspect, Grid, flat::Direction::North};
///
/// let board = Grid::flat(21, 13).ragged();
/// let [unit, enemy, scout] = ["1107", "0903", "1506"].map(|number| board.parse(number).unwrap());
/// assert!(board.in_arc(unit, North, enemy));
/// assert_eq!(board.aspect(unit, North, scout), Some(Aspect::Flank));
/// let ahead = board.front(unit, North).map(|hex| board.number(hex.unwrap()).to_string());
/// assert_eq!(ahead, ["1006", "1106", "1206"]);
/// ```
impl<D: Compass> Grid<D> {
    /// The three front hexes: left, straight ahead, right; none where the board ends.
    #[inline]
    #[must_use]
    pub fn front(self, hex: HexIndex, facing: D) -> [Option<HexIndex>; 3] {
        [-1, 0, 1].map(|turn| self.neighbour(hex, facing.turned(turn)))
    }

    /// The two side hexes: left, right; none where the board ends.
    #[inline]
    #[must_use]
    pub fn flanks(self, hex: HexIndex, facing: D) -> [Option<HexIndex>; 2] {
        [-2, 2].map(|turn| self.neighbour(hex, facing.turned(turn)))
    }

    /// The hex directly behind; none where the board ends.
    #[inline]
    #[must_use]
    pub fn behind(self, hex: HexIndex, facing: D) -> Option<HexIndex> {
        self.neighbour(hex, facing.turned(3))
    }

    /// Where `to` lies, seen from a unit at `from`; nowhere for its own hex.
    #[inline]
    #[must_use]
    pub fn aspect(self, from: HexIndex, facing: D, to: HexIndex) -> Option<Aspect> {
        aspect(self.axial(to) - self.axial(from), facing)
    }

    /// Whether `to` lies in the front arc of a unit at `from`, at any distance.
    #[inline]
    #[must_use]
    pub fn in_arc(self, from: HexIndex, facing: D, to: HexIndex) -> bool {
        self.aspect(from, facing, to) == Some(Aspect::Front)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{flat, pointy};
    use super::*;

    use proptest::prelude::*;

    fn board() -> flat::Grid {
        Grid::flat(21, 13).ragged()
    }

    /// HX-LOS-01, with the check values that the rulebook gives.
    #[test]
    fn the_front_arc_is_a_wedge_with_its_edge_rows() {
        let board = board();
        let hex = |number: &str| board.parse(number).unwrap();
        let unit = hex("1107");
        let in_arc = |number| board.in_arc(unit, flat::Direction::North, hex(number));
        for number in ["1102", "0903", "1306", "1505", "1005", "0704", "1704", "0906"] {
            assert!(in_arc(number), "{number}");
        }
        for number in ["1506", "1706", "0506", "1207", "1307"] {
            assert!(!in_arc(number), "{number}");
        }
        assert!(!in_arc("1107"));
        // On the edge rows of the wedge: one hex farther round is out of it.
        for (number, outside) in [("1306", "1307"), ("1704", "1705"), ("0906", "0907")] {
            assert!(in_arc(number) && !in_arc(outside), "{number}");
        }
    }

    #[test]
    fn six_neighbours_are_three_front_two_flank_and_one_rear() {
        let board = board();
        let unit = board.parse("1107").unwrap();
        for facing in flat::Direction::ALL {
            let of = |aspect| {
                board.neighbours(unit).filter(move |(_, hex)| board.aspect(unit, facing, *hex) == Some(aspect))
            };
            let sorted = |mut hexes: Vec<HexIndex>| {
                hexes.sort_unstable();
                hexes
            };
            let found = |aspect| sorted(of(aspect).map(|(_, hex)| hex).collect());
            assert_eq!(found(Aspect::Front), sorted(board.front(unit, facing).into_iter().flatten().collect()));
            assert_eq!(found(Aspect::Flank), sorted(board.flanks(unit, facing).into_iter().flatten().collect()));
            assert_eq!(found(Aspect::Rear), Vec::from_iter(board.behind(unit, facing)));
            assert_eq!([3, 2, 1], [Aspect::Front, Aspect::Flank, Aspect::Rear].map(|aspect| of(aspect).count()));
        }
        let corner = board.parse("0101").unwrap();
        assert_eq!(board.front(corner, flat::Direction::North).map(|hex| hex.is_some()), [false, false, false]);
        assert_eq!(board.behind(corner, flat::Direction::North), board.parse("0102").ok());
    }

    /// Cosine of the angle between two offsets, in floating point.
    fn cosine(a: Axial, b: Axial) -> f64 {
        // The axes of q and r stand at 60 degrees to each other.
        let scalar = |a: Axial, b: Axial| f64::from(2 * (a.q * b.q + a.r * b.r) + a.q * b.r + a.r * b.q);
        scalar(a, b) / (scalar(a, a) * scalar(b, b)).sqrt()
    }

    fn check<D: Compass>(offset: Axial, facing: D) -> Result<(), TestCaseError> {
        let found = aspect(offset, facing).unwrap();
        let cosine = cosine(offset, facing.step());
        let expected = if cosine > 0.5 - 1e-9 {
            Aspect::Front
        } else if cosine > -0.5 - 1e-9 {
            Aspect::Flank
        } else {
            Aspect::Rear
        };
        prop_assert_eq!(found, expected, "{:?} facing {:?}", offset, facing);
        // Front and rear of opposite facings exchange the edge rows alone.
        let about = aspect(offset, facing.turned(3)).unwrap();
        prop_assert!(found != Aspect::Rear || about == Aspect::Front);
        // Every hex is in the front arc of two facings, or of three when it stands on a hex row.
        let facings = D::ALL.into_iter().filter(|facing| aspect(offset, *facing) == Some(Aspect::Front)).count();
        let on_row = offset.q == 0 || offset.r == 0 || offset.q + offset.r == 0;
        prop_assert_eq!(facings, if on_row { 3 } else { 2 });
        Ok(())
    }

    proptest! {
        #[test]
        fn front_flank_and_rear_part_all_hexes(q in -40..40i16, r in -40..40i16, facing in 0..6usize) {
            let offset = Axial::new(q, r);
            prop_assume!(offset != Axial::default());
            check(offset, flat::Direction::ALL[facing])?;
            check(offset, pointy::Direction::ALL[facing])?;
        }

        /// The wedge test as the rulebook words it: sums of whole multiples of two neighbouring directions.
        #[test]
        fn the_front_arc_is_what_two_neighbouring_directions_span(a in 0..20i16, b in 0..20i16, facing in 0..6usize, left: bool) {
            prop_assume!(a + b > 0);
            let facing = flat::Direction::ALL[facing];
            let (ahead, aside) = (facing.step(), facing.turned(if left { -1 } else { 1 }).step());
            let offset = Axial::new(a * ahead.q + b * aside.q, a * ahead.r + b * aside.r);
            prop_assert_eq!(aspect(offset, facing), Some(Aspect::Front));
        }
    }
}
