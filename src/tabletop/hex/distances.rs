//! Distances between all pairs of hexes, worked out once.

use super::{Axial, Compass, Grid, HexIndex};

/// Steps between any two hexes of a board.
///
/// ```
/// use evenodds::tabletop::hex::{Distances, Grid};
///
/// let board = Grid::flat(21, 13).ragged();
/// let distances = Distances::of(board);
/// let [a, b] = ["1103", "1111"].map(|number| board.parse(number).unwrap());
/// assert_eq!(distances.between(a, b), 8);
/// assert_eq!(distances.from(a)[usize::from(b)], 8);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    hexes: usize,
    /// By the one hex, then the other.
    steps: Vec<u8>,
}

impl Distances {
    /// Those of a board.
    ///
    /// # Panics
    /// When two hexes are more than 255 steps apart.
    #[must_use]
    pub fn of<D: Compass>(grid: Grid<D>) -> Self {
        let places: Vec<_> = grid.hexes().map(|hex| grid.axial(hex)).collect();
        let between = |a: Axial, b: Axial| u8::try_from((a - b).length()).expect("hexes at most 255 steps apart");
        let steps = places.iter().flat_map(|&a| places.iter().map(move |&b| between(a, b))).collect();
        Self { hexes: places.len(), steps }
    }

    /// Steps between two hexes.
    ///
    /// # Panics
    /// When a hex is off the board.
    #[inline]
    #[must_use]
    pub fn between(&self, a: HexIndex, b: HexIndex) -> u8 {
        self.steps[usize::from(a) * self.hexes + usize::from(b)]
    }

    /// Steps from a hex to every hex.
    ///
    /// # Panics
    /// When the hex is off the board.
    #[inline]
    #[must_use]
    pub fn from(&self, hex: HexIndex) -> &[u8] {
        let start = usize::from(hex) * self.hexes;
        &self.steps[start..start + self.hexes]
    }

    /// The longest of all.
    #[must_use]
    pub fn longest(&self) -> u8 {
        self.steps.iter().copied().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_agrees_with_the_board() {
        let board = Grid::flat(7, 6).ragged();
        let distances = Distances::of(board);
        for a in board.hexes() {
            for b in board.hexes() {
                assert_eq!(u16::from(distances.between(a, b)), board.distance(a, b));
                assert_eq!(distances.from(a)[usize::from(b)], distances.between(b, a));
            }
        }
        assert_eq!(distances.longest(), 8);
        assert_eq!(Distances::of(Grid::pointy(0, 0)).longest(), 0);
    }

    #[test]
    #[should_panic(expected = "255 steps")]
    fn a_board_too_long_is_refused() {
        let _ = Distances::of(Grid::pointy(257, 1));
    }
}
