//! Hex maps drawn as rows of characters, one character a hex.

use std::fmt;
use std::ops::Range;

use super::hex::Grid;

/// A drawing taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Extent.
    pub grid: Grid,
    /// The character of each hex, and the byte of the text where it stands.
    pub cells: Vec<(char, usize)>,
}

/// What is wrong with a drawing, and at which bytes of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawingError {
    /// Bytes of the text.
    pub span: Range<usize>,
    /// In words.
    pub message: String,
}

impl fmt::Display for DrawingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DrawingError {}

impl Drawing {
    /// Reads the rows from north to south. Blank lines and blanks round a row do not count.
    ///
    /// # Errors
    /// When there is no row, when rows are of different length, or when there are more than `most` rows or columns.
    pub fn read(text: &str, most: u16) -> Result<Self, DrawingError> {
        let mut cells = Vec::new();
        let (mut width, mut height) = (0, 0);
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let row = line.trim();
            let at = start + (line.len() - line.trim_start().len());
            start += line.len();
            if row.is_empty() {
                continue;
            }
            let columns = row.chars().count();
            let refuse = |message| Err(DrawingError { span: at..at + row.len(), message });
            if height == usize::from(most) {
                return refuse(format!("a map has no more than {most} rows"));
            }
            if columns > usize::from(most) {
                return refuse(format!("this row has {columns} hexes; a map has no more than {most} columns"));
            }
            if height > 0 && columns != width {
                return refuse(format!("this row has {columns} hexes, the first row has {width}"));
            }
            (width, height) = (columns, height + 1);
            cells.extend(row.char_indices().map(|(offset, letter)| (letter, at + offset)));
        }
        if height == 0 {
            return Err(DrawingError { span: 0..text.len(), message: "the map has no rows".to_owned() });
        }
        Ok(Self { grid: Grid::pointy(width as u16, height as u16), cells })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_from_the_north_with_their_places() {
        let drawing = Drawing::read("\n  ab\n\n  cö\n", 24).unwrap();
        assert_eq!(drawing.grid, Grid::pointy(2, 2));
        assert_eq!(drawing.cells, [('a', 3), ('b', 4), ('c', 9), ('ö', 10)]);
    }

    #[test]
    fn misdrawn_maps_are_refused_at_the_row() {
        let error = |text| Drawing::read(text, 3).unwrap_err();
        assert_eq!(error("\n \n").message, "the map has no rows");
        assert_eq!(error("abc\nab\n").span, 4..6);
        assert_eq!(error("abcd").message, "this row has 4 hexes; a map has no more than 3 columns");
        assert_eq!(error("a\nb\nc\nd").span, 6..7);
    }
}
