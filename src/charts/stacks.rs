//! Stacked bars: what wholes are made of, a row for each.

use super::palette::{GREY, GRID, SERIES};
use super::picture::{Anchor, Page, Picture, Scale, Text, fitted};
use super::rows::Rows;
use crate::analysis::rounding::{fixed, places};

/// Wholes in parts, one below the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Stacks {
    /// Title.
    pub title: String,
    /// What the lengths are.
    pub subtitle: String,
    /// What the numbers along the axis are.
    pub axis: String,
    /// Names of the parts, at most as many as there are colours.
    pub parts: Vec<String>,
    /// Rows, in the order in which they are shown.
    pub rows: Vec<Stack>,
}

/// One whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    /// Its name.
    pub label: String,
    /// The length of each part, not below 0.
    pub lengths: Vec<f64>,
}

/// Most parts that have a colour of their own.
pub const MOST_PARTS: usize = SERIES.len();

const ROW: f64 = 30.0;

impl Stacks {
    /// Lays it out.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.on(Page::Screen).beside(|| Some(self.on(Page::Phone)))
    }

    fn on(&self, page: Page) -> Picture {
        let columns = Rows::of(page, self.rows.iter().map(|row| row.label.as_str()), 50.0);
        let (mut picture, top) = Picture::open(&self.title, &self.subtitle, columns.width);
        let row_height = columns.head() + ROW;
        let names: Vec<_> = self.parts.iter().cloned().zip(SERIES).collect();
        let top = picture.legend(&names, top) + 4.0;
        let bottom = top + row_height * self.rows.len() as f64;
        let whole = |row: &Stack| row.lengths.iter().sum::<f64>();
        let highest = self.rows.iter().map(whole).fold(0.0, f64::max);
        let scale = Scale::new((0.0, if highest > 0.0 { highest } else { 1.0 }), (columns.left, columns.right));
        let starts = (0..self.rows.len()).map(|n| top + row_height * n as f64);
        let bands = columns.bands(top, bottom, starts, row_height);
        let ticks = scale.ticks(columns.ticks());
        let digits = ticks.windows(2).next().map_or(0, |pair| places(pair[1] - pair[0]));
        for tick in ticks {
            let x = scale.at(tick);
            bands.iter().for_each(|(top, bottom)| picture.line((x, *top), (x, *bottom), 1.0, GRID));
            let label = Text::new(fixed(tick, digits), (x, bottom + 14.0), 11.0);
            picture.text(label.anchor(Anchor::Middle).color(GREY));
        }
        for (n, row) in self.rows.iter().enumerate() {
            let start = top + row_height * n as f64;
            let y = start + columns.head();
            let whole = fixed(whole(row), usize::from(highest < 100.0));
            columns.name(&mut picture, &row.label, &whole, start, y + ROW / 2.0);
            let mut done = 0.0;
            for (length, color) in row.lengths.iter().zip(SERIES) {
                let (from, to) = (scale.at(done), scale.at(done + length));
                if to > from {
                    picture.rect((from, y + 5.0), (to - from, ROW - 10.0), color);
                }
                done += length;
            }
        }
        let (middle, room) = ((columns.left + columns.right) / 2.0, columns.right - columns.left);
        let axis = Text::new(fitted(&self.axis, 12.0, false, room), (middle, bottom + 34.0), 12.0);
        picture.text(axis.anchor(Anchor::Middle).color(GREY));
        picture.close(bottom + 42.0, self.sentence())
    }

    fn sentence(&self) -> String {
        let said = |row: &Stack| {
            let whole: f64 = row.lengths.iter().sum();
            let (most, name) = row.lengths.iter().zip(&self.parts).max_by(|a, b| a.0.total_cmp(b.0))?;
            (whole > 0.0).then(|| format!("{} by {name} with {:.0} per cent", row.label, 100.0 * most / whole))
        };
        let rows: Vec<String> = self.rows.iter().filter_map(said).collect();
        if rows.is_empty() {
            "Stacked bars, with nothing in them.".to_owned()
        } else {
            format!("Most of {}.", rows.join(", of "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(rows: usize, parts: usize, size: f64) -> Stacks {
        let row = |n: usize| Stack {
            label: "list ".repeat(3 * n + 1),
            lengths: (0..parts).map(|part| size * ((part + n) % 4) as f64).collect(),
        };
        Stacks {
            title: "Who destroys what".to_owned(),
            subtitle: "Points a game".to_owned(),
            axis: "points".to_owned(),
            parts: (0..parts).map(|part| format!("trained-infantry:rifle-musket {part}")).collect(),
            rows: (0..rows).map(row).collect(),
        }
    }

    #[test]
    fn every_size_is_laid_out_without_overlap() {
        for rows in [0, 1, 3, 12] {
            for parts in [0, 1, MOST_PARTS] {
                for size in [0.0, 0.02, 300.0] {
                    sample(rows, parts, size).picture().check();
                }
            }
        }
    }

    #[test]
    fn a_row_says_its_whole() {
        let picture = sample(1, 3, 20.0).picture();
        assert!(picture.texts().contains(&"60.0"), "{:?}", picture.texts());
        assert!(picture.alt.contains("by trained-infantry:rifle-musket 2 with 67 per cent"), "{}", picture.alt);
    }
}
