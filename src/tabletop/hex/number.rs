//! Hex numbers, as they are printed on maps: two digits for the column, two for the row, both from 1.

use std::fmt;
use std::str::FromStr;

use super::{Compass, Grid, HexIndex};

/// A hex number such as `0905`: column 9, row 5, counted from 1 at the north-west.
///
/// ```
/// use evenodds::tabletop::hex::{Grid, HexNumber};
///
/// let number: HexNumber = "0905".parse().unwrap();
/// assert_eq!((number.column, number.row), (9, 5));
/// assert_eq!(number.to_string(), "0905");
/// let error = Grid::flat(21, 13).ragged().parse("0213").unwrap_err();
/// assert_eq!(error.to_string(), "`0213` is off the board: column 02 has 12 hexes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HexNumber {
    /// Column, from 1 in the west.
    pub column: u16,
    /// Row, from 1 in the north.
    pub row: u16,
}

impl fmt::Display for HexNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}

impl FromStr for HexNumber {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        let digits: Option<Vec<u16>> = text.chars().map(|digit| digit.to_digit(10).map(|digit| digit as u16)).collect();
        match digits.as_deref() {
            Some(&[a, b, c, d]) => Ok(Self { column: 10 * a + b, row: 10 * c + d }),
            _ => Err(HexError::NoNumber(text.to_owned())),
        }
    }
}

/// Why a text names no hex or no hexside of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HexError {
    /// The text is not four digits.
    NoNumber(String),
    /// The board has no such column, or no such row where hexes stand in rows.
    NoLine {
        /// What was asked for.
        number: HexNumber,
        /// Whether hexes stand in columns.
        columns: bool,
        /// How many columns or rows there are.
        lines: u16,
    },
    /// The column, or the row where hexes stand in rows, has no such hex.
    NoPlace {
        /// What was asked for.
        number: HexNumber,
        /// Whether hexes stand in columns.
        columns: bool,
        /// How many hexes the column or row has.
        hexes: u16,
    },
    /// The text is no hex number, slash and direction.
    NoSide(String),
    /// No hex stands on the other side.
    EdgeOfBoard(String),
}

impl fmt::Display for HexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |columns: &bool| if *columns { "column" } else { "row" };
        match self {
            Self::NoNumber(text) => {
                write!(f, "`{text}` is no hex number: expected two digits for the column and two for the row")
            }
            Self::NoLine { number, columns, lines } => {
                write!(f, "`{number}` is off the board, which has {lines} {}s", line(columns))
            }
            Self::NoPlace { number, columns, hexes } => {
                let place = if *columns { number.column } else { number.row };
                write!(f, "`{number}` is off the board: {} {place:02} has {hexes} hexes", line(columns))
            }
            Self::NoSide(text) => {
                write!(f, "`{text}` is no hexside: expected a hex number, a slash and a direction, as in `0905/SW`")
            }
            Self::EdgeOfBoard(text) => write!(f, "the board ends at `{text}`: a hexside lies between two hexes"),
        }
    }
}

impl std::error::Error for HexError {}

impl<D: Compass> Grid<D> {
    /// The number of a hex.
    #[must_use]
    pub fn number(self, hex: HexIndex) -> HexNumber {
        HexNumber { column: self.column(hex) + 1, row: self.row(hex) + 1 }
    }

    /// The hex of a number.
    ///
    /// # Errors
    /// When it is off the board.
    pub fn numbered(self, number: HexNumber) -> Result<HexIndex, HexError> {
        let (column, row) = (i32::from(number.column) - 1, i32::from(number.row) - 1);
        self.at(column, row).ok_or_else(|| {
            let columns = D::FLAT_TOP;
            let line = if columns { column } else { row };
            match u16::try_from(line).ok().filter(|line| *line < self.lines()) {
                Some(line) => HexError::NoPlace { number, columns, hexes: self.length(line) },
                None => HexError::NoLine { number, columns, lines: self.lines() },
            }
        })
    }

    /// The hex whose number is written.
    ///
    /// # Errors
    /// When the text is not four digits, or the hex is off the board.
    pub fn parse(self, text: &str) -> Result<HexIndex, HexError> {
        self.numbered(text.parse()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    #[test]
    fn what_is_no_hex_of_the_board_is_refused() {
        let board = Grid::flat(21, 13).ragged();
        let error = |text: &str| board.parse(text).unwrap_err().to_string();
        for text in ["", "905", "09055", "09 5", "09-5", "o905", "０９０５０"] {
            assert_eq!(
                error(text),
                format!("`{text}` is no hex number: expected two digits for the column and two for the row")
            );
        }
        assert_eq!(error("2201"), "`2201` is off the board, which has 21 columns");
        assert_eq!(error("0001"), "`0001` is off the board, which has 21 columns");
        assert_eq!(error("0114"), "`0114` is off the board: column 01 has 13 hexes");
        assert_eq!(error("0200"), "`0200` is off the board: column 02 has 12 hexes");
        assert_eq!(board.parse("0113"), Ok(12));
        assert_eq!(board.parse("0201"), Ok(13));
        assert_eq!(board.parse("2113"), Ok(board.len() as HexIndex - 1));

        let rows = Grid::pointy(13, 21).ragged();
        assert_eq!(rows.parse("1302").unwrap_err().to_string(), "`1302` is off the board: row 02 has 12 hexes");
        assert_eq!(rows.parse("0122").unwrap_err().to_string(), "`0122` is off the board, which has 21 rows");
    }

    proptest! {
        #[test]
        fn numbers_come_back(width in 1..99u16, height in 1..99u16, ragged: bool, hex: u16) {
            let board = Grid::flat(width, height);
            let board = if ragged { board.ragged() } else { board };
            let hex = hex % board.len() as u16;
            prop_assert_eq!(board.parse(&board.number(hex).to_string()), Ok(hex));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,6}|[0-9]{4}") {
            let board = Grid::flat(21, 13).ragged();
            match board.parse(&text) {
                Ok(hex) => prop_assert_eq!(board.number(hex).to_string(), text),
                Err(error) => prop_assert!(error.to_string().contains(&text)),
            }
        }
    }
}
