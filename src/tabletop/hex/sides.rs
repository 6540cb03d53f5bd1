//! Hexsides: what lies on the border between two hexes, such as walls, streams and bridges.

use std::fmt;

use super::{Compass, Grid, HexError, HexIndex, HexNumber};

/// The side that two neighbouring hexes share.
///
/// It has two names, one from either hex, and is the same value whichever of them it is made from.
///
/// ```
/// use evenodds::tabletop::hex::Grid;
///
/// let board = Grid::flat(21, 13).ragged();
/// let side = board.parse_side("0905/SW").unwrap();
/// assert_eq!(side, board.parse_side("0805/NE").unwrap());
/// assert_eq!(board.side_name(side).to_string(), "0805/NE");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HexSide<D> {
    /// The hex of lower index.
    hex: HexIndex,
    /// From there to the other hex.
    direction: D,
}

impl<D: Compass> HexSide<D> {
    /// That of the two hexes which has the lower index.
    #[must_use]
    pub fn hex(self) -> HexIndex {
        self.hex
    }

    /// The direction from [`HexSide::hex`] to the other hex.
    #[must_use]
    pub fn direction(self) -> D {
        self.direction
    }
}

/// A hexside as it is written: hex number, slash, direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideName<D> {
    hex: HexNumber,
    direction: D,
}

impl<D: Compass> fmt::Display for SideName<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.hex, self.direction.name())
    }
}

impl<D: Compass> Grid<D> {
    /// The side of a hex in a direction; none at the edge of the board, where no other hex shares it.
    #[must_use]
    pub fn side(self, hex: HexIndex, direction: D) -> Option<HexSide<D>> {
        let other = self.neighbour(hex, direction)?;
        Some(if hex < other {
            HexSide { hex, direction }
        } else {
            HexSide { hex: other, direction: direction.turned(3) }
        })
    }

    /// All hexsides between two hexes of the board, each once.
    pub fn sides(self) -> impl Iterator<Item = HexSide<D>> {
        self.hexes().flat_map(move |hex| {
            let onwards = self.neighbours(hex).filter(move |(_, other)| hex < *other);
            onwards.map(move |(direction, _)| HexSide { hex, direction })
        })
    }

    /// The two hexes that share a side, the one of lower index first.
    ///
    /// # Panics
    /// When the side is of another board.
    #[must_use]
    pub fn hexes_beside(self, side: HexSide<D>) -> [HexIndex; 2] {
        let other = self.neighbour(side.hex, side.direction).expect("a side between two hexes of this board");
        [side.hex, other]
    }

    /// The name of a side, from its hex of lower index.
    #[must_use]
    pub fn side_name(self, side: HexSide<D>) -> SideName<D> {
        SideName { hex: self.number(side.hex), direction: side.direction }
    }

    /// The side that is written as hex number, slash and direction, from either of its hexes: `0905/SW`.
    ///
    /// # Errors
    /// When the text is not so written, the hex is off the board, or the board ends at that side.
    pub fn parse_side(self, text: &str) -> Result<HexSide<D>, HexError> {
        let named = text.split_once('/').and_then(|(hex, direction)| Some((hex, D::named(direction)?)));
        let (hex, direction) = named.ok_or_else(|| HexError::NoSide(text.to_owned()))?;
        self.side(self.parse(hex)?, direction).ok_or_else(|| HexError::EdgeOfBoard(text.to_owned()))
    }
}

/// A value for every hexside of a board, found in one step from either of its hexes.
///
/// ```
/// use evenodds::tabletop::hex::{Grid, SideMap, flat::Direction::*};
///
/// let board = Grid::flat(21, 13).ragged();
/// let mut walls = SideMap::filled(board, false);
/// walls.set(board, board.parse_side("0905/SW").unwrap(), true);
/// assert!(walls.get(board.parse("0905").unwrap(), SouthWest));
/// assert!(walls.get(board.parse("0805").unwrap(), NorthEast));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideMap<T> {
    /// By hex and direction; every side between two hexes stands twice.
    values: Vec<[T; 6]>,
}

impl<T: Copy> SideMap<T> {
    /// The same value on every side, and on the edge of the board.
    #[must_use]
    pub fn filled<D: Compass>(grid: Grid<D>, value: T) -> Self {
        Self { values: vec![[value; 6]; grid.len()] }
    }

    /// Sets the value of a side.
    ///
    /// # Panics
    /// When the side is of another board.
    pub fn set<D: Compass>(&mut self, grid: Grid<D>, side: HexSide<D>, value: T) {
        let [hex, other] = grid.hexes_beside(side);
        self.values[usize::from(hex)][side.direction.index()] = value;
        self.values[usize::from(other)][side.direction.turned(3).index()] = value;
    }

    /// The value of the side of a hex in a direction; at the edge of the board the one it was filled with.
    ///
    /// # Panics
    /// When the hex is off the board.
    #[inline]
    #[must_use]
    pub fn get<D: Compass>(&self, hex: HexIndex, direction: D) -> T {
        self.values[usize::from(hex)][direction.index()]
    }

    /// The values of the six sides of a hex in the order of [`Compass::ALL`].
    ///
    /// # Panics
    /// When the hex is off the board.
    #[inline]
    #[must_use]
    pub fn around(&self, hex: HexIndex) -> &[T; 6] {
        &self.values[usize::from(hex)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::{flat, pointy};
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    #[test]
    fn what_is_no_side_of_the_board_is_refused() {
        let board = Grid::flat(21, 13).ragged();
        let error = |text: &str| board.parse_side(text).unwrap_err().to_string();
        for text in ["0905", "0905/", "0905/E", "0905/sw", "0905/SW/N", "/N"] {
            let expected = match text {
                "/N" => "`` is no hex number: expected two digits for the column and two for the row".to_owned(),
                _ => format!("`{text}` is no hexside: expected a hex number, a slash and a direction, as in `0905/SW`"),
            };
            assert_eq!(error(text), expected);
        }
        assert_eq!(error("0213/N"), "`0213` is off the board: column 02 has 12 hexes");
        assert_eq!(error("0101/N"), "the board ends at `0101/N`: a hexside lies between two hexes");
        assert_eq!(error("0113/SE"), "the board ends at `0113/SE`: a hexside lies between two hexes");
    }

    /// R-185: every side that the maps of the rulebook name lies between two hexes of its board.
    #[test]
    fn the_sides_of_the_printed_maps_are_on_the_board() {
        let board = Grid::flat(21, 13).ragged();
        let maps = "0806/S 0906/SW 0906/S 1407/N 1308/NE 1308/N 0905/SW 0905/S 0905/SE 1004/S 1105/SW 1105/SE 1204/S \
                    1305/SW 1305/S 1305/SE 1109/S 0509/S 1709/S";
        for name in maps.split_whitespace() {
            let side = board.parse_side(name).unwrap();
            assert_eq!(board.parse_side(&board.side_name(side).to_string()), Ok(side), "{name}");
        }
        // The fences of the map `crossroads` are images of each other under a half-turn.
        for (side, image) in [("0806/S", "1407/N"), ("0906/SW", "1308/NE"), ("0906/S", "1308/N")] {
            let (side, image) = (board.parse_side(side).unwrap(), board.parse_side(image).unwrap());
            assert_eq!(board.side(board.half_turn(side.hex()), side.direction().turned(3)), Some(image));
        }
    }

    fn check<D: Compass>(grid: Grid<D>, chosen: &BTreeMap<usize, u8>) -> Result<(), TestCaseError> {
        let sides: Vec<HexSide<D>> = grid.sides().collect();
        prop_assert_eq!(sides.iter().copied().collect::<BTreeSet<_>>().len(), sides.len());
        let mut map = SideMap::filled(grid, 0u8);
        let mut known = BTreeMap::new();
        for (&at, &value) in chosen.iter().filter(|_| !sides.is_empty()) {
            map.set(grid, sides[at % sides.len()], value);
            known.insert(sides[at % sides.len()], value);
        }
        let mut met = 0;
        for hex in grid.hexes() {
            for direction in D::ALL {
                let side = grid.side(hex, direction);
                let expected = side.and_then(|side| known.get(&side).copied()).unwrap_or(0);
                prop_assert_eq!(map.get(hex, direction), expected);
                prop_assert_eq!(map.around(hex)[direction.index()], expected);
                if let Some(side) = side {
                    met += 1;
                    prop_assert!(grid.hexes_beside(side).contains(&hex));
                    prop_assert_eq!(grid.parse_side(&grid.side_name(side).to_string()), Ok(side));
                    let written = SideName { hex: grid.number(hex), direction }.to_string();
                    prop_assert_eq!(grid.parse_side(&written), Ok(side));
                }
            }
        }
        prop_assert_eq!(met, 2 * sides.len());
        Ok(())
    }

    proptest! {
        #[test]
        fn a_side_is_the_same_from_both_hexes(
            width in 1..9u16, height in 1..9u16, ragged: bool, chosen in prop::collection::btree_map(0..500usize, 1..9u8, 0..30)
        ) {
            let (flat, pointy): (flat::Grid, pointy::Grid) = (Grid::flat(width, height), Grid::pointy(width, height));
            check(if ragged { flat.ragged() } else { flat }, &chosen)?;
            check(if ragged { pointy.ragged() } else { pointy }, &chosen)?;
        }
    }
}
