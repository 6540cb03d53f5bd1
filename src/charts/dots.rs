//! Dots with whiskers, a row for each list, doctrine or level.

use super::palette::{Color, GREY, GRID, SERIES};
use super::picture::{Anchor, MARGIN, Page, Picture, Scale, Text, fitted, share_range};
use super::rows::{LABEL, Rows};
use super::{Estimate, percent};

/// Estimates with their intervals, in rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Dots {
    /// Title.
    pub title: String,
    /// What a dot is, how many pairs stand behind it, and what its interval is.
    pub subtitle: String,
    /// What the colours stand for; with fewer than two, all dots are alike and the rows say their numbers.
    pub series: Vec<String>,
    /// The share at which a line is drawn: an even score, or none at all.
    pub line: f64,
    /// Rows under common headings.
    pub groups: Vec<Group>,
    /// A sentence for those who cannot see it.
    pub alt: String,
}

/// Rows that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Heading; may be empty.
    pub heading: String,
    /// Rows, in the order in which they are shown.
    pub rows: Vec<Row>,
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name.
    pub label: String,
    /// An estimate for each series that has one.
    pub points: Vec<(usize, Estimate)>,
}

/// Beyond this many series on one row, their dots would touch the next.
const SPACING: f64 = 12.0;

impl Dots {
    /// Lays it out.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.on(Page::Screen).beside(|| Some(self.on(Page::Phone)))
    }

    fn on(&self, page: Page) -> Picture {
        let rows = || self.groups.iter().flat_map(|group| &group.rows);
        let single = self.series.len() < 2;
        let columns = Rows::of(page, rows().map(|row| row.label.as_str()), if single { 130.0 } else { 0.0 });
        let (mut picture, mut top) = Picture::open(&self.title, &self.subtitle, columns.width);
        if !single {
            let entries: Vec<_> = self.series.iter().cloned().enumerate().map(|(n, s)| (s, color(n))).collect();
            top = picture.legend(&entries, top);
        }
        let row_height = columns.head() + if single { 24.0 } else { 12.0 + SPACING * self.series.len() as f64 };
        let heights = self.groups.iter().map(|group| heading_height(group) + group.rows.len() as f64 * row_height);
        let bottom = top + heights.sum::<f64>();

        let ends = rows().flat_map(|row| &row.points).flat_map(|(_, e)| [e.low, e.score, e.high]);
        let scale = Scale::new(share_range(ends, self.line), (columns.left, columns.right));
        let mut starts = Vec::new();
        let mut y = top;
        for group in &self.groups {
            y += heading_height(group);
            starts.extend((0..group.rows.len()).map(|n| y + n as f64 * row_height));
            y += group.rows.len() as f64 * row_height;
        }
        let bands = columns.bands(top, bottom, starts.iter().copied(), row_height);
        axis(&mut picture, &scale, self.line, &bands, bottom, columns.ticks());

        let mut starts = starts.into_iter();
        let mut y = top;
        for group in &self.groups {
            if !group.heading.is_empty() {
                let heading = fitted(&group.heading, LABEL, true, columns.right - MARGIN);
                picture.text(Text::new(heading, (MARGIN, y + 14.0), LABEL).bold());
            }
            y += heading_height(group) + group.rows.len() as f64 * row_height;
            for (row, start) in group.rows.iter().zip(&mut starts) {
                let middle = start + (columns.head() + row_height) / 2.0;
                let numbers = row.points.first().filter(|_| single).map_or_else(String::new, |(_, e)| numbers_of(*e));
                columns.name(&mut picture, &row.label, &numbers, start, middle);
                for (series, e) in &row.points {
                    let shift =
                        if single { 0.0 } else { SPACING * (*series as f64 - (self.series.len() as f64 - 1.0) / 2.0) };
                    let at = |share: f64| scale.at(share);
                    picture.whisker(at(e.low), at(e.score), at(e.high), middle + shift, color(*series));
                }
            }
        }
        picture.close(bottom + 24.0, self.alt.clone())
    }
}

fn heading_height(group: &Group) -> f64 {
    if group.heading.is_empty() { 0.0 } else { 28.0 }
}

fn color(series: usize) -> Color {
    SERIES[series % SERIES.len()]
}

fn numbers_of(e: Estimate) -> String {
    let half = e.half_width();
    format!("{}% [{}, {}]", percent(e.score, half), percent(e.low, half), percent(e.high, half))
}

/// Grid, ticks and the line.
fn axis(picture: &mut Picture, scale: &Scale, line: f64, bands: &[(f64, f64)], bottom: f64, most: usize) {
    for tick in scale.ticks(most) {
        let x = scale.at(tick);
        bands.iter().for_each(|(top, bottom)| picture.line((x, *top), (x, *bottom), 1.0, GRID));
        let label = Text::new(format!("{:.0}%", 100.0 * tick), (x, bottom + 14.0), 11.0);
        picture.text(label.anchor(Anchor::Middle).color(GREY));
    }
    let x = scale.at(line);
    bands.iter().for_each(|(top, bottom)| picture.line((x, *top), (x, *bottom), 1.5, GREY));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(score: f64) -> Estimate {
        Estimate { score, low: (score - 0.03).max(0.0), high: (score + 0.03).min(1.0) }
    }

    fn sample(rows: usize, series: usize, name: &str) -> Dots {
        let row = |n: usize| Row {
            label: format!("{name} {n}"),
            points: (0..series).map(|s| (s, estimate(n as f64 / rows.max(2) as f64 + 0.01 * s as f64))).collect(),
        };
        let group = |heading: &str| Group { heading: heading.to_owned(), rows: (0..rows).map(row).collect() };
        Dots {
            title: "Average score".to_owned(),
            subtitle: "With 95% intervals".to_owned(),
            series: (0..series).map(|s| format!("map {s}")).collect(),
            line: 0.5,
            groups: vec![group(""), group("Against random")],
            alt: "Scores.".to_owned(),
        }
    }

    #[test]
    fn every_size_is_laid_out_without_overlap() {
        for rows in [0, 1, 2, 20] {
            for series in [1, 3, 6] {
                sample(rows, series, "list").picture().check();
                sample(rows, series, "The Extraordinarily Long-Winded Expeditionary Battalion number")
                    .picture()
                    .check();
            }
        }
    }

    #[test]
    fn a_single_series_says_its_numbers() {
        let texts = sample(2, 1, "list").picture();
        assert!(texts.texts().contains(&"50% [47, 53]"), "{:?}", texts.texts());
    }
}
