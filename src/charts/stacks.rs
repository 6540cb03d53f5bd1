//! Stacked bars: what wholes are made of, a row for each.

use super::palette::{GREY, GRID, SERIES};
use super::picture::{Anchor, MARGIN, Picture, Scale, Text, fitted, text_width};
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

const LABEL: f64 = 12.0;
const PLOT: f64 = 400.0;
const ROW: f64 = 30.0;

impl Stacks {
    /// Lays it out.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let labels = self.rows.iter().map(|row| text_width(&fitted(&row.label, LABEL, false, 240.0), LABEL, false));
        let left = MARGIN + labels.fold(40.0, f64::max) + 14.0;
        let (mut picture, top) = Picture::open(&self.title, &self.subtitle, left + PLOT + 70.0 + MARGIN);
        let names: Vec<_> = self.parts.iter().cloned().zip(SERIES).collect();
        let top = picture.legend(&names, top) + 4.0;
        let bottom = top + ROW * self.rows.len() as f64;
        let whole = |row: &Stack| row.lengths.iter().sum::<f64>();
        let highest = self.rows.iter().map(whole).fold(0.0, f64::max);
        let scale = Scale::new((0.0, if highest > 0.0 { highest } else { 1.0 }), (left, left + PLOT));
        let ticks = scale.ticks(7);
        let digits = ticks.windows(2).next().map_or(0, |pair| places(pair[1] - pair[0]));
        for tick in ticks {
            let x = scale.at(tick);
            picture.line((x, top), (x, bottom), 1.0, GRID);
            let label = Text::new(fixed(tick, digits), (x, bottom + 14.0), 11.0);
            picture.text(label.anchor(Anchor::Middle).color(GREY));
        }
        for (n, row) in self.rows.iter().enumerate() {
            let y = top + ROW * n as f64;
            let label = fitted(&row.label, LABEL, false, 240.0);
            picture.text(Text::new(label, (left - 14.0, y + ROW / 2.0), LABEL).anchor(Anchor::End));
            let mut done = 0.0;
            for (length, color) in row.lengths.iter().zip(SERIES) {
                let (from, to) = (scale.at(done), scale.at(done + length));
                if to > from {
                    picture.rect((from, y + 5.0), (to - from, ROW - 10.0), color);
                }
                done += length;
            }
            let text = fixed(done, usize::from(highest < 100.0));
            picture.text(Text::new(text, (scale.at(done) + 8.0, y + ROW / 2.0), LABEL));
        }
        let axis = Text::new(&self.axis, (left + PLOT / 2.0, bottom + 34.0), 12.0);
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
