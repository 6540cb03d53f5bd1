//! Hex boards: extent, indices of hexes, neighbours, distances, symmetry.

use std::marker::PhantomData;

use super::{Axial, Compass, HexIndex, NOWHERE, flat, pointy};

/// The extent of a board of hexes, either pointy-top ([`Grid::pointy`]) or flat-top ([`Grid::flat`]).
///
/// Pointy-top hexes stand in rows, flat-top hexes in columns: the one board is the transpose of the other. Counted from
/// 0 at the north-west, every odd row or column is shifted half a hex (east or south). A hex is addressed by its index,
/// which runs along the rows of a pointy-top and along the columns of a flat-top board; by column and row from 0; by
/// [hex numbers](super::HexNumber) in files; and by [`Axial`] coordinates in geometry.
///
/// ```
/// use evenodds::tabletop::hex::{Grid, flat::Direction};
///
/// // 21 columns of 13 and 12 hexes in turn
/// let board = Grid::flat(21, 13).ragged();
/// assert_eq!(board.len(), 11 * 13 + 10 * 12);
/// let centre = board.parse("1107").unwrap();
/// assert_eq!(board.number(board.neighbour(centre, Direction::NorthEast).unwrap()).to_string(), "1206");
/// assert_eq!(board.distance(board.parse("0101").unwrap(), board.parse("2113").unwrap()), 22);
/// assert_eq!(board.half_turn(centre), centre);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid<D = pointy::Direction> {
    /// Columns; of a ragged pointy-top board, hexes of its longer rows.
    pub width: u16,
    /// Rows; of a ragged flat-top board, hexes of its longer columns.
    pub height: u16,
    ragged: bool,
    directions: PhantomData<D>,
}

impl Grid<pointy::Direction> {
    /// A board of pointy-top hexes.
    #[must_use]
    pub const fn pointy(columns: u16, rows: u16) -> Self {
        Self { width: columns, height: rows, ragged: false, directions: PhantomData }
    }
}

impl Grid<flat::Direction> {
    /// A board of flat-top hexes.
    #[must_use]
    pub const fn flat(columns: u16, rows: u16) -> Self {
        Self { width: columns, height: rows, ragged: false, directions: PhantomData }
    }
}

impl<D: Compass> Grid<D> {
    /// The same board with its shifted rows or columns one hex shorter, so that they protrude at neither end.
    #[must_use]
    pub fn ragged(self) -> Self {
        Self { ragged: true, ..self }
    }

    /// Number of lines of hexes: rows of a pointy-top, columns of a flat-top board.
    #[inline]
    pub(super) fn lines(self) -> u16 {
        if D::FLAT_TOP { self.width } else { self.height }
    }

    /// Hexes in an unshifted line.
    #[inline]
    fn longest(self) -> u16 {
        if D::FLAT_TOP { self.height } else { self.width }
    }

    /// Number of hexes in the lines before `line`.
    #[inline]
    fn before(self, line: u16) -> usize {
        let missing = if self.ragged { line / 2 } else { 0 };
        usize::from(line) * usize::from(self.longest()) - usize::from(missing)
    }

    /// Hexes in a line.
    #[inline]
    pub(super) fn length(self, line: u16) -> u16 {
        self.longest().saturating_sub(u16::from(self.ragged && line % 2 == 1))
    }

    /// Line of a hex, and its place in the line.
    #[inline]
    fn place(self, hex: HexIndex) -> (u16, u16) {
        let longest = self.longest();
        if !self.ragged {
            return (hex / longest, hex % longest);
        }
        let pair = 2 * longest - 1;
        let (pairs, rest) = (hex / pair, hex % pair);
        if rest < longest { (2 * pairs, rest) } else { (2 * pairs + 1, rest - longest) }
    }

    /// The hex at a place of a line, if it is on the board.
    #[inline]
    fn at_place(self, line: i32, place: i32) -> Option<HexIndex> {
        let (lines, longest) = (i32::from(self.lines()), i32::from(self.longest()));
        // All ones or none: without branches, for tables of whole boards ask this of every hex.
        let ragged = -i32::from(self.ragged);
        let on_board = (0..lines).contains(&line) & (0..longest - (ragged & line & 1)).contains(&place);
        on_board.then(|| (line * longest - (ragged & line >> 1) + place) as HexIndex)
    }

    /// Number of hexes.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.before(self.lines())
    }

    /// Whether there is no hex at all.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// All hexes in the order of their indices, north-west first.
    pub fn hexes(self) -> impl Iterator<Item = HexIndex> {
        0..self.len() as HexIndex
    }

    /// The hex in this column and row, both from 0, if it is on the board.
    #[inline]
    #[must_use]
    pub fn at(self, column: i32, row: i32) -> Option<HexIndex> {
        let (line, place) = if D::FLAT_TOP { (column, row) } else { (row, column) };
        self.at_place(line, place)
    }

    /// Column of a hex, from 0.
    #[inline]
    #[must_use]
    pub fn column(self, hex: HexIndex) -> u16 {
        let (line, place) = self.place(hex);
        if D::FLAT_TOP { line } else { place }
    }

    /// Row of a hex, from 0.
    #[inline]
    #[must_use]
    pub fn row(self, hex: HexIndex) -> u16 {
        let (line, place) = self.place(hex);
        if D::FLAT_TOP { place } else { line }
    }

    /// Axial coordinates of a hex.
    #[inline]
    #[must_use]
    pub fn axial(self, hex: HexIndex) -> Axial {
        let (line, place) = self.place(hex);
        Axial::new(place as i16 - (line / 2) as i16, line as i16)
    }

    /// The hex at axial coordinates, if it is on the board.
    #[inline]
    #[must_use]
    pub fn find(self, at: Axial) -> Option<HexIndex> {
        let line = i32::from(at.r);
        // Half of the line, rounded down.
        self.at_place(line, i32::from(at.q) + (line >> 1))
    }

    /// Steps between two hexes.
    #[must_use]
    pub fn distance(self, a: HexIndex, b: HexIndex) -> u16 {
        (self.axial(a) - self.axial(b)).length()
    }

    /// The neighbour in a direction, if it is on the board.
    #[inline]
    #[must_use]
    pub fn neighbour(self, hex: HexIndex, direction: D) -> Option<HexIndex> {
        self.find(self.axial(hex) + direction.step())
    }

    /// The neighbours that are on the board, each with its direction.
    pub fn neighbours(self, hex: HexIndex) -> impl Iterator<Item = (D, HexIndex)> {
        D::ALL.into_iter().filter_map(move |direction| Some((direction, self.neighbour(hex, direction)?)))
    }

    /// The six neighbours of each hex in the order of [`Compass::ALL`], [`NOWHERE`] where the board ends.
    #[must_use]
    pub fn neighbour_table(self) -> Vec<[HexIndex; 6]> {
        let six = |hex| std::array::from_fn(|index| self.neighbour(hex, D::ALL[index]).unwrap_or(NOWHERE));
        self.hexes().map(six).collect()
    }

    /// Whether a half-turn maps the board onto itself: with an even number of rows (pointy-top) or columns (flat-top), and
    /// with an odd number when the board is ragged.
    #[must_use]
    pub fn is_symmetric(self) -> bool {
        self.ragged == (self.lines() % 2 == 1) || self.lines() == 1
    }

    /// The image under a half-turn of the board, which is exact when the board [is symmetric](Grid::is_symmetric): then
    /// directions turn into their opposites.
    #[inline]
    #[must_use]
    pub fn half_turn(self, hex: HexIndex) -> HexIndex {
        (self.len() - 1) as HexIndex - hex
    }

    /// Whether one can walk from any of the `open` hexes to any other without leaving them.
    #[must_use]
    pub fn connected(self, open: impl Fn(HexIndex) -> bool) -> bool {
        let Some(start) = self.hexes().find(|&hex| open(hex)) else { return true };
        let mut seen = vec![false; self.len()];
        seen[usize::from(start)] = true;
        let mut frontier = vec![start];
        while let Some(hex) = frontier.pop() {
            for (_, next) in self.neighbours(hex) {
                if open(next) && !seen[usize::from(next)] {
                    seen[usize::from(next)] = true;
                    frontier.push(next);
                }
            }
        }
        self.hexes().all(|hex| seen[usize::from(hex)] || !open(hex))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    #[test]
    fn odd_rows_are_shifted_east() {
        use pointy::Direction;
        let grid = Grid::pointy(5, 4);
        let at = |column, row| grid.at(column, row).unwrap();
        let around = |hex| Direction::ALL.map(|direction| grid.neighbour(hex, direction));
        assert_eq!(around(at(2, 2)), [(3, 2), (2, 1), (1, 1), (1, 2), (1, 3), (2, 3)].map(|(c, r)| Some(at(c, r))));
        assert_eq!(around(at(2, 1)), [(3, 1), (3, 0), (2, 0), (1, 1), (2, 2), (3, 2)].map(|(c, r)| Some(at(c, r))));
        assert_eq!(around(at(0, 0)), [Some(at(1, 0)), None, None, None, None, Some(at(0, 1))]);
    }

    /// HX-TER-01: the neighbours that the rulebook of Hex Command tables, of an odd and of an even column counted from 1.
    #[test]
    fn odd_columns_are_shifted_south() {
        let grid = Grid::flat(21, 13).ragged();
        let around = |number: &str| {
            let hex = grid.parse(number).unwrap();
            grid.neighbours(hex).map(|(_, next)| grid.number(next).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(around("1107"), ["1106", "1206", "1207", "1108", "1007", "1006"]);
        assert_eq!(around("1206"), ["1205", "1306", "1307", "1207", "1107", "1106"]);
        assert_eq!(around("0101"), ["0201", "0102"]);
        assert_eq!(around("0212"), ["0211", "0312", "0313", "0113", "0112"]);
    }

    #[test]
    fn distances_are_those_of_the_rulebook() {
        let grid = Grid::flat(21, 13).ragged();
        let distance = |a: &str, b: &str| grid.distance(grid.parse(a).unwrap(), grid.parse(b).unwrap());
        assert_eq!(distance("1103", "1111"), 8);
        assert_eq!(distance("0101", "2113"), 22);
        assert_eq!(distance("0101", "0112"), 11);
        assert_eq!(distance("0101", "0201"), 1);
    }

    #[test]
    fn half_turns_are_those_of_the_rulebook() {
        for (columns, rows) in [(21, 13), (17, 11)] {
            let grid = Grid::flat(columns, rows).ragged();
            assert!(grid.is_symmetric());
            for hex in grid.hexes() {
                let (c, r) = (grid.column(hex) + 1, grid.row(hex) + 1);
                let image = grid.half_turn(hex);
                let last = if c % 2 == 1 { rows } else { rows - 1 };
                assert_eq!((grid.column(image) + 1, grid.row(image) + 1), (columns + 1 - c, last + 1 - r));
            }
        }
    }

    #[test]
    fn some_boards_have_no_half_turn() {
        assert!(
            !Grid::pointy(5, 5).is_symmetric()
                && Grid::pointy(5, 4).is_symmetric()
                && Grid::pointy(5, 1).is_symmetric()
        );
        assert!(Grid::pointy(5, 5).ragged().is_symmetric() && !Grid::pointy(5, 4).ragged().is_symmetric());
        assert!(!Grid::flat(5, 4).is_symmetric() && Grid::flat(4, 5).is_symmetric());
    }

    #[test]
    fn connection_needs_shared_edges() {
        let grid = Grid::pointy(3, 2);
        assert!(grid.connected(|_| true) && grid.connected(|_| false));
        assert!(!grid.connected(|hex| hex % 3 != 1));
        assert!(grid.connected(|hex| hex != 1), "round by the south");
    }

    fn check<D: Compass>(grid: Grid<D>, a: u16, b: u16, c: u16) -> Result<(), TestCaseError> {
        prop_assume!(!grid.is_empty());
        let [a, b, c] = [a, b, c].map(|hex| hex % grid.len() as u16);
        prop_assert_eq!(
            grid.hexes().filter_map(|hex| grid.find(grid.axial(hex))).collect::<Vec<_>>(),
            grid.hexes().collect::<Vec<_>>()
        );
        prop_assert_eq!(grid.at(grid.column(a).into(), grid.row(a).into()), Some(a));
        prop_assert!(grid.column(a) < grid.width && grid.row(a) < grid.height);
        prop_assert_eq!(grid.distance(a, b), grid.distance(b, a));
        prop_assert!(grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c));
        if grid.is_symmetric() {
            let (x, y) = (grid.half_turn(a), grid.half_turn(b));
            prop_assert_eq!(grid.axial(x) - grid.axial(y), grid.axial(b) - grid.axial(a));
        } else {
            let exact = grid.hexes().all(|hex| {
                grid.axial(grid.half_turn(hex)) - grid.axial(grid.half_turn(0)) == grid.axial(0) - grid.axial(hex)
            });
            prop_assert!(!exact);
        }
        for (direction, next) in grid.neighbours(a) {
            prop_assert_eq!(grid.neighbour(next, direction.turned(3)), Some(a));
            prop_assert_eq!(grid.distance(a, next), 1);
        }
        let nearer = grid.neighbours(a).map(|(_, next)| grid.distance(next, b)).min();
        if a != b {
            prop_assert_eq!(nearer.map(|n| n + 1), Some(grid.distance(a, b)));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn coordinates_and_distances_agree(
            width in 1..25u16, height in 1..25u16, ragged: bool, a: u16, b: u16, c: u16
        ) {
            // A shifted line of no hex would part the board.
            let ragged = ragged && width > 1 && height > 1;
            let (pointy, flat) = (Grid::pointy(width, height), Grid::flat(width, height));
            check(if ragged { pointy.ragged() } else { pointy }, a, b, c)?;
            check(if ragged { flat.ragged() } else { flat }, a, b, c)?;
        }

        #[test]
        fn the_one_board_is_the_transpose_of_the_other(width in 1..20u16, height in 1..20u16, a: u16, b: u16) {
            let (pointy, flat) = (Grid::pointy(width, height), Grid::flat(height, width));
            let [a, b] = [a, b].map(|hex| hex % pointy.len() as u16);
            prop_assert_eq!((pointy.column(a), pointy.row(a)), (flat.row(a), flat.column(a)));
            prop_assert_eq!(pointy.distance(a, b), flat.distance(a, b));
        }
    }
}
