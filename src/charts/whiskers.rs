//! Estimates on a scale of their own, such as Elo or points of score: a row each, with intervals.

use super::palette::{Color, GREY, GRID, PAPER, SERIES, mix};
use super::picture::{Anchor, Page, Picture, Scale, Text, text_width};
use super::rows::{LABEL, Rows};
use crate::analysis::rounding::{fixed, places, signed};

/// Estimates with their intervals, in rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Whiskers {
    /// Title.
    pub title: String,
    /// What a dot is, how much stands behind it, and what its interval is.
    pub subtitle: String,
    /// What the colours stand for; with fewer than two, all dots are alike and the rows say their numbers.
    pub series: Vec<String>,
    /// What is written behind a number: ` Elo`, `%`.
    pub unit: &'static str,
    /// Whether numbers are differences, and carry their sign.
    pub signed: bool,
    /// Whether a bar reaches from the line to each dot.
    pub bars: bool,
    /// Where a line is drawn.
    pub line: f64,
    /// Rows, in the order in which they are shown.
    pub rows: Vec<Whisker>,
    /// A sentence for those who cannot see it.
    pub alt: String,
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Whisker {
    /// Its name.
    pub label: String,
    /// Series, low, estimate, high.
    pub points: Vec<(usize, [f64; 3])>,
}

/// Beyond this many series on one row, their dots would touch the next.
const SPACING: f64 = 12.0;

impl Whiskers {
    /// Lays it out.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.on(Page::Screen).beside(|| Some(self.on(Page::Phone)))
    }

    fn on(&self, page: Page) -> Picture {
        let single = self.series.len() < 2;
        let numbers: Vec<String> =
            self.rows.iter().map(|row| if single { self.numbers(row) } else { String::new() }).collect();
        let room = numbers.iter().map(|text| text_width(text, LABEL, false)).fold(0.0, f64::max);
        let columns = Rows::of(page, self.rows.iter().map(|row| row.label.as_str()), room);
        let (mut picture, mut top) = Picture::open(&self.title, &self.subtitle, columns.width);
        if !single {
            let entries: Vec<_> = self.series.iter().cloned().enumerate().map(|(n, name)| (name, color(n))).collect();
            top = picture.legend(&entries, top);
        }
        let row_height = columns.head() + if single { 24.0 } else { 12.0 + SPACING * self.series.len() as f64 };
        let bottom = top + self.rows.len() as f64 * row_height;
        let start = |n: usize| top + n as f64 * row_height;
        let scale = Scale::new(self.range(), (columns.left, columns.right));
        let bands = columns.bands(top, bottom, (0..self.rows.len()).map(start), row_height);
        self.axis(&mut picture, &scale, &bands, bottom, columns.ticks());
        for (n, (row, numbers)) in self.rows.iter().zip(numbers).enumerate() {
            let middle = start(n) + (columns.head() + row_height) / 2.0;
            columns.name(&mut picture, &row.label, &numbers, start(n), middle);
            for (series, [low, estimate, high]) in &row.points {
                let shift =
                    if single { 0.0 } else { SPACING * (*series as f64 - (self.series.len() as f64 - 1.0) / 2.0) };
                if self.bars {
                    let ends = [scale.at(self.line), scale.at(*estimate)];
                    let (from, to) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
                    let pale = mix(PAPER, color(*series), 0.35);
                    picture.rect((from, middle + shift - 7.0), (to - from, 14.0), pale);
                }
                picture.whisker(scale.at(*low), scale.at(*estimate), scale.at(*high), middle + shift, color(*series));
            }
        }
        picture.close(bottom + 24.0, self.alt.clone())
    }

    fn numbers(&self, row: &Whisker) -> String {
        let Some((_, [low, estimate, high])) = row.points.first() else { return String::new() };
        let places = if high > low { places((high - low) / 2.0).min(2) } else { 0 };
        let text = |x: f64| if self.signed { signed(x, places) } else { fixed(x, places) };
        format!("{}{} [{}, {}]", text(*estimate), self.unit, text(*low), text(*high))
    }

    /// All intervals and the line, with a twentieth of room on both sides.
    fn range(&self) -> (f64, f64) {
        let ends = self.rows.iter().flat_map(|row| &row.points).flat_map(|(_, [low, _, high])| [*low, *high]);
        let (low, high) = ends.fold((self.line, self.line), |(low, high), x| (low.min(x), high.max(x)));
        let room = if high > low { (high - low) / 20.0 } else { 1.0 };
        (low - room, high + room)
    }

    fn axis(&self, picture: &mut Picture, scale: &Scale, bands: &[(f64, f64)], bottom: f64, most: usize) {
        let ticks = scale.ticks(most);
        let places = ticks.windows(2).next().map_or(0, |pair| places(pair[1] - pair[0]));
        for tick in ticks {
            let x = scale.at(tick);
            bands.iter().for_each(|(top, bottom)| picture.line((x, *top), (x, *bottom), 1.0, GRID));
            let text = if self.signed { signed(tick, places) } else { fixed(tick, places) };
            let unit = if self.unit == "%" { "%" } else { "" };
            let label = Text::new(text + unit, (x, bottom + 14.0), 11.0);
            picture.text(label.anchor(Anchor::Middle).color(GREY));
        }
        let x = scale.at(self.line);
        bands.iter().for_each(|(top, bottom)| picture.line((x, *top), (x, *bottom), 1.5, GREY));
    }
}

fn color(series: usize) -> Color {
    SERIES[series % SERIES.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(rows: usize, series: usize, name: &str, size: f64) -> Whiskers {
        let row = |n: usize| Whisker {
            label: format!("{name} {n}"),
            points: (0..series)
                .map(|s| {
                    let at = size * (n as f64 - rows as f64 / 3.0 + 0.1 * s as f64);
                    (s, [at - size / 2.0, at, at + size / 3.0])
                })
                .collect(),
        };
        Whiskers {
            title: "Ratings".to_owned(),
            subtitle: "With 95% intervals".to_owned(),
            series: (0..series).map(|s| format!("level {s}")).collect(),
            unit: " Elo",
            signed: true,
            bars: rows == 2,
            line: 0.0,
            rows: (0..rows).map(row).collect(),
            alt: "Ratings.".to_owned(),
        }
    }

    #[test]
    fn every_size_is_laid_out_without_overlap() {
        for rows in [0, 1, 2, 20] {
            for series in [1, 2, 6] {
                for size in [0.003, 1.0, 40.0] {
                    sample(rows, series, "list", size).picture().check();
                }
            }
        }
        sample(5, 1, "The Extraordinarily Long-Winded Expeditionary Battalion number", 3.0).picture().check();
    }

    #[test]
    fn numbers_stand_beside_single_dots() {
        let picture = sample(3, 1, "list", 40.0).picture();
        assert!(picture.texts().contains(&"-40 Elo [-60, -27]"), "{:?}", picture.texts());
        let mut percent = sample(3, 1, "list", 40.0);
        (percent.unit, percent.signed) = ("%", false);
        assert!(percent.picture().texts().contains(&"40% [20, 53]"), "{:?}", percent.picture().texts());
        percent.rows[0].points[0].1 = [100.0; 3];
        assert!(percent.picture().texts().contains(&"100% [100, 100]"), "{:?}", percent.picture().texts());
    }
}
