//! A number for every combination of two things, on patches whose strength follows it.

use super::palette::{GREY, HIGH, NO_DATA, PAPER_ON_DATA, ink_on, mix};
use super::picture::{Anchor, MARGIN, Picture, Text, fitted, text_width};
use crate::analysis::rounding;

/// A grid of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Title.
    pub title: String,
    /// What the numbers are.
    pub subtitle: String,
    /// What the rows are.
    pub row_title: String,
    /// What the columns are.
    pub column_title: String,
    /// Names of the rows.
    pub rows: Vec<String>,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// `cells[row][column]`: the number; none where there can be none.
    pub cells: Vec<Vec<Option<f64>>>,
    /// Whether the numbers are shares from 0 to 1, shown in per cent.
    pub shares: bool,
}

const CELL_HEIGHT: f64 = 28.0;

impl Grid {
    /// Lays it out.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let names = |names: &[String]| names.iter().map(|name| fitted(name, 12.0, false, 220.0)).collect::<Vec<_>>();
        let (rows, columns) = (names(&self.rows), names(&self.columns));
        let widest = |names: &[String]| names.iter().map(|name| text_width(name, 12.0, false)).fold(0.0, f64::max);
        let cell_width = if self.columns.len() > 12 { 46.0 } else { 60.0 };
        let turned = widest(&columns) > cell_width - 8.0;
        let left = MARGIN + widest(&rows).max(text_width(&self.row_title, 11.0, false)) + 10.0;
        let width = (left + cell_width * columns.len() as f64 + MARGIN).max(420.0);
        let (mut picture, top) = Picture::open(&self.title, &self.subtitle, width);
        let over = fitted(&self.column_title, 11.0, false, width - left - MARGIN);
        picture.text(Text::new(over, (left, top + 4.0), 11.0).color(GREY));
        let top = top + 20.0 + if turned { widest(&columns) + 8.0 } else { 18.0 };
        let head = Text::new(&self.row_title, (left - 10.0, top - 9.0), 11.0);
        picture.text(head.anchor(Anchor::End).color(GREY));
        for (place, name) in columns.iter().enumerate() {
            let x = left + (place as f64 + 0.5) * cell_width;
            let above = Text::new(name, (x, top - 9.0), 12.0);
            picture.text(if turned { above.turned() } else { above.anchor(Anchor::Middle) });
        }
        let highest = self.cells.iter().flatten().flatten().fold(0.0_f64, |high, value| high.max(*value));
        for (r, (name, row)) in rows.iter().zip(&self.cells).enumerate() {
            let y = top + r as f64 * CELL_HEIGHT;
            let label = Text::new(name, (left - 10.0, y + CELL_HEIGHT / 2.0), 12.0);
            picture.text(label.anchor(Anchor::End));
            for (c, cell) in row.iter().enumerate() {
                let x = left + c as f64 * cell_width;
                let strength = |value: f64| if highest > 0.0 { (value / highest).clamp(0.0, 1.0) } else { 0.0 };
                let patch = cell.map_or(NO_DATA, |value| mix(PAPER_ON_DATA, HIGH, strength(value)));
                picture.rect((x, y), (cell_width - 1.5, CELL_HEIGHT - 1.5), patch);
                let text = cell.map_or_else(|| "–".to_owned(), |value| self.number(value));
                let middle = (x + cell_width / 2.0 - 0.75, y + CELL_HEIGHT / 2.0 - 0.75);
                picture.text(Text::new(text, middle, 12.0).anchor(Anchor::Middle).color(ink_on(patch)));
            }
        }
        picture.close(top + rows.len() as f64 * CELL_HEIGHT, self.sentence())
    }

    fn number(&self, value: f64) -> String {
        match value {
            _ if self.shares => rounding::fixed(100.0 * value, usize::from((1e-9..0.0995).contains(&value))),
            value if value.abs() < 9.995 => rounding::fixed(value, 2),
            value if value.abs() < 99.95 => rounding::fixed(value, 1),
            value => rounding::fixed(value, 0),
        }
    }

    fn sentence(&self) -> String {
        let cells = self.cells.iter().enumerate();
        let known =
            cells.flat_map(|(r, row)| row.iter().enumerate().filter_map(move |(c, cell)| cell.map(|v| (r, c, v))));
        // The first of equals.
        match known.reduce(|best, next| if next.2 > best.2 { next } else { best }) {
            Some((r, c, value)) => format!(
                "Grid of {} by {} numbers; the highest is {}{} for {} and {}.",
                self.rows.len(),
                self.columns.len(),
                self.number(value),
                if self.shares { " per cent" } else { "" },
                self.rows[r],
                self.columns[c]
            ),
            None => "Grid without numbers.".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(rows: usize, columns: usize, name: impl Fn(usize) -> String, shares: bool) -> Picture {
        Grid {
            title: "Commander's Dogma: ranged-attack: destroyed".to_owned(),
            subtitle: "In per cent, exact".to_owned(),
            row_title: "attacker".to_owned(),
            column_title: "defender".to_owned(),
            rows: (0..rows).map(&name).collect(),
            columns: (0..columns).map(&name).collect(),
            cells: (0..rows)
                .map(|r| (0..columns).map(|c| (r != c).then_some(r as f64 / rows as f64)).collect())
                .collect(),
            shares,
        }
        .picture()
    }

    #[test]
    fn every_size_is_laid_out_without_overlap() {
        for n in [1, 2, 5, 13, 30] {
            for shares in [true, false] {
                sample(n, n + 1, |n| format!("unit-{n}"), shares).check();
                sample(n, 3, |n| format!("the-extraordinarily-long-name-of-unit-{n}"), shares).check();
            }
        }
    }

    #[test]
    fn numbers_are_in_per_cent_or_in_the_digits_that_matter() {
        let picture = sample(4, 4, |n| format!("unit-{n}"), true);
        assert!(picture.texts().contains(&"75") && picture.texts().contains(&"–"), "{:?}", picture.texts());
        assert!(picture.alt.contains("75 per cent for unit-3 and unit-0"), "{}", picture.alt);
        let picture = sample(4, 4, |n| format!("unit-{n}"), false);
        assert!(picture.texts().contains(&"0.75"), "{:?}", picture.texts());
    }
}
