//! Scores as a heat map with numbers: the match-up matrix, or the levels of two factors.

use super::palette::{DARK_ON_DATA, GREY, NO_DATA, diverging, ink_on};
use super::picture::{Anchor, MARGIN, PHONE, Page, Picture, Text, fitted, text_width};
use super::{Estimate, percent};

/// A score for every row and column: lists against each other, or one match-up over the levels of two factors.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// Title.
    pub title: String,
    /// What the numbers are, how many stand behind each, and what its interval is.
    pub subtitle: String,
    /// What the rows and the columns are; nothing where their names say it.
    pub axes: [String; 2],
    /// Names of the rows.
    pub rows: Vec<String>,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// `cells[row][column]`: the score; none where there is none.
    pub cells: Vec<Vec<Option<Estimate>>>,
    /// What the colours show.
    pub legend: String,
    /// A sentence for those who cannot see it.
    pub alt: String,
}

/// More columns than this have no room for a number on a phone.
const MOST_ON_PHONE: usize = 12;

/// Width of the longest name on a phone.
const LONGEST_ON_PHONE: f64 = 92.0;

impl HeatMap {
    /// Lays it out.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.on(Page::Screen).beside(|| (self.columns.len() <= MOST_ON_PHONE).then(|| self.on(Page::Phone)))
    }

    fn on(&self, page: Page) -> Picture {
        let is_phone = page == Page::Phone;
        let longest = if is_phone { LONGEST_ON_PHONE } else { 220.0 };
        let [rows, columns] = [&self.rows, &self.columns]
            .map(|names| names.iter().map(|name| fitted(name, 12.0, false, longest)).collect::<Vec<String>>());
        let widest = |names: &[String]| names.iter().map(|name| text_width(name, 12.0, false)).fold(0.0, f64::max);
        let [row_title, column_title] = self.axes.each_ref().map(|title| fitted(title, 11.0, false, longest));
        let left = MARGIN + widest(&rows).max(text_width(&row_title, 11.0, false)) + 8.0;
        let (cell_width, cell_height, size) = match self.rows.len().max(self.columns.len()) {
            _ if is_phone => {
                let width = ((PHONE - MARGIN - left) / columns.len().max(1) as f64).floor().min(64.0);
                (width, width.clamp(24.0, 40.0), if width < 34.0 { 11.0 } else { 13.0 })
            }
            0..=4 => (96.0, 52.0, 15.0),
            5..=8 => (64.0, 46.0, 14.0),
            9..=14 => (50.0, 40.0, 13.0),
            _ => (42.0, 34.0, 11.0),
        };
        // Half-widths are left to the table where they have no room.
        let with_halves = !is_phone || cell_width >= 36.0;
        let is_small = cell_width < 20.0;
        let size = if is_small { 9.0 } else { size };
        let turned = widest(&columns) > cell_width - 8.0;
        let title_end = left + text_width(&column_title, 11.0, false) + MARGIN;
        let width = match page {
            Page::Screen => (left + cell_width * columns.len() as f64 + MARGIN).max(title_end).max(460.0),
            Page::Phone => PHONE,
        };
        let subtitle =
            if with_halves { &self.subtitle } else { self.subtitle.split("; ±").next().unwrap_or_default() };
        let (mut picture, top) = Picture::open(&self.title, subtitle, width);
        let mut top = top;
        if !column_title.is_empty() {
            picture.text(Text::new(column_title, (left, top + 4.0), 11.0).color(GREY));
            top += 16.0;
        }
        let top = top + if turned { widest(&columns) + 8.0 } else { 20.0 };
        if !row_title.is_empty() {
            picture.text(Text::new(row_title, (left - 8.0, top - 10.0), 11.0).anchor(Anchor::End).color(GREY));
        }
        for (place, name) in rows.iter().enumerate() {
            let y = top + (place as f64 + 0.5) * cell_height;
            picture.text(Text::new(name, (left - 8.0, y), 12.0).anchor(Anchor::End));
        }
        for (place, name) in columns.iter().enumerate() {
            let x = left + (place as f64 + 0.5) * cell_width;
            let above = Text::new(name, (x, top - if turned { 8.0 } else { 12.0 }), 12.0);
            picture.text(if turned { above.turned() } else { above.anchor(Anchor::Middle) });
        }
        let span = self.span();
        for (r, row) in self.cells.iter().enumerate() {
            for (c, cell) in row.iter().enumerate() {
                let corner = (left + c as f64 * cell_width, top + r as f64 * cell_height);
                let patch = cell.map_or(NO_DATA, |estimate| diverging((estimate.score - 0.5) / span));
                picture.rect(corner, (cell_width - 1.5, cell_height - 1.5), patch);
                let middle = (corner.0 + cell_width / 2.0 - 0.75, corner.1 + cell_height / 2.0);
                let text = |text: String, dy: f64, size: f64| {
                    Text::new(text, (middle.0, middle.1 + dy), size).anchor(Anchor::Middle).color(ink_on(patch))
                };
                match cell {
                    Some(estimate) => {
                        let half = estimate.half_width();
                        // A cell of a phone holds whole per cent.
                        let digits = if with_halves { half } else { half.max(0.05) };
                        let up = if with_halves { 0.55 * size } else { 0.0 };
                        let score = text(percent(estimate.score, digits), -up, size);
                        picture.text(if is_small { score } else { score.bold() });
                        if with_halves {
                            picture.text(text(format!("±{}", percent(half, half / 10.0)), 0.7 * size, size - 2.5));
                        }
                    }
                    None => picture.text(text("–".to_owned(), 0.0, size)),
                }
            }
        }
        let bottom = top + rows.len() as f64 * cell_height + 20.0;
        let bottom = colour_bar(&mut picture, &self.legend, span, bottom, if is_phone { 160.0 } else { 240.0 });
        picture.close(bottom, self.alt.clone())
    }

    /// Distance from an even score at which the colours end: the farthest cell's, rounded up.
    fn span(&self) -> f64 {
        let farthest = self.cells.iter().flatten().flatten().map(|e| (e.score - 0.5).abs()).fold(0.0, f64::max);
        [0.1, 0.2, 0.3, 0.4].into_iter().find(|span| farthest <= *span).unwrap_or(0.5)
    }
}

/// Explains the colours; the height below it.
fn colour_bar(picture: &mut Picture, legend: &str, span: f64, y: f64, width: f64) -> f64 {
    const STEPS: u32 = 60;
    for step in 0..STEPS {
        let place = 2.0 * f64::from(step) / f64::from(STEPS - 1) - 1.0;
        let x = MARGIN + width * f64::from(step) / f64::from(STEPS);
        picture.rect((x, y), (width / f64::from(STEPS), 10.0), diverging(place));
    }
    let label = |share: f64| format!("{:.0}%", 100.0 * share);
    let text = |text: String, x: f64, anchor| Text::new(text, (x, y + 20.0), 11.0).anchor(anchor).color(GREY);
    picture.text(text(label(0.5 - span), MARGIN, Anchor::Start));
    picture.text(text("50%".to_owned(), MARGIN + width / 2.0, Anchor::Middle));
    picture.text(text(label(0.5 + span), MARGIN + width, Anchor::End));
    picture.line((MARGIN + width / 2.0, y), (MARGIN + width / 2.0, y + 10.0), 1.0, DARK_ON_DATA);
    let legend = fitted(legend, 11.0, false, picture.width - 2.0 * MARGIN - width - 14.0);
    picture.text(Text::new(legend, (MARGIN + width + 14.0, y + 5.0), 11.0).color(GREY));
    y + 26.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(n: usize, score: impl Fn(usize, usize) -> f64, name: impl Fn(usize) -> String) -> HeatMap {
        let cell = |r: usize, c: usize| {
            (r != c).then(|| {
                let score = score(r, c);
                Estimate { score, low: (score - 0.024).max(0.0), high: (score + 0.024).min(1.0) }
            })
        };
        HeatMap {
            title: "Match-ups".to_owned(),
            subtitle: "Score of the row's list in per cent, 500 pairs a cell, ± half of the 95% interval".to_owned(),
            axes: Default::default(),
            rows: (0..n).map(&name).collect(),
            columns: (0..n).map(&name).collect(),
            cells: (0..n).map(|r| (0..n).map(|c| cell(r, c)).collect()).collect(),
            legend: "score of the row".to_owned(),
            alt: "Heat map.".to_owned(),
        }
    }

    #[test]
    fn every_size_is_laid_out_without_overlap() {
        let long = |n: usize| format!("The Extraordinarily Long-Winded Expeditionary Battalion number {n}");
        for n in [0, 1, 2, 5, 9, 12, 20] {
            sample(n, |r, c| (r + 2 * c) as f64 / (3 * n) as f64, |n| format!("list-{n}")).picture().check();
            sample(n, |r, _| f64::from(u8::from(r % 2 == 0)), long).picture().check();
        }
    }

    #[test]
    fn a_cell_says_its_score_over_its_half_width() {
        let picture = sample(2, |r, _| [0.4, 0.6][r], |n| format!("list-{n}")).picture();
        let texts = picture.texts();
        assert!(texts.contains(&"40") && texts.contains(&"60") && texts.contains(&"±2.4"), "{texts:?}");
    }

    #[test]
    fn rows_and_columns_may_be_different_things() {
        for name in ["9", "rules.integrity.break-point of the defenders, and whatever else a level may say"] {
            for (rows, columns) in [(1, 5), (7, 2), (0, 3)] {
                let mut chart = sample(5, |_, _| 0.4, |n| format!("{name} {n}"));
                chart.axes = ["ratio".to_owned(), "codex.sides.wall.cover".to_owned()];
                chart.cells = vec![chart.cells[0][..1].repeat(columns); rows];
                chart.rows = vec![name.to_owned(); rows];
                chart.columns.truncate(columns);
                chart.picture().check();
            }
        }
    }
}
