//! The match-up matrix as a heat map with numbers.

use super::palette::{DARK_ON_DATA, GREY, NO_DATA, diverging, ink_on};
use super::picture::{Anchor, MARGIN, Picture, Text, fitted, text_width};
use super::{Estimate, percent};

/// Scores of every list (rows) against every other (columns).
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// Title.
    pub title: String,
    /// What the numbers are, how many stand behind each, and what its interval is.
    pub subtitle: String,
    /// Names of the lists.
    pub names: Vec<String>,
    /// `cells[row][column]`: score of the row's list against the column's; none where they did not meet.
    pub cells: Vec<Vec<Option<Estimate>>>,
}

impl HeatMap {
    /// Lays it out.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let n = self.names.len();
        let (cell_width, cell_height, size) = match n {
            0..=4 => (96.0, 52.0, 15.0),
            5..=8 => (64.0, 46.0, 14.0),
            9..=14 => (50.0, 40.0, 13.0),
            _ => (42.0, 34.0, 11.0),
        };
        let names: Vec<String> = self.names.iter().map(|name| fitted(name, 12.0, false, 220.0)).collect();
        let widest = names.iter().map(|name| text_width(name, 12.0, false)).fold(0.0, f64::max);
        let turned = widest > cell_width - 8.0;
        let left = MARGIN + widest + 8.0;
        let width = (left + cell_width * n as f64 + MARGIN).max(460.0);
        let (mut picture, top) = Picture::open(&self.title, &self.subtitle, width);
        let top = top + if turned { widest + 8.0 } else { 20.0 };
        for (place, name) in names.iter().enumerate() {
            let (x, y) = (left + (place as f64 + 0.5) * cell_width, top + (place as f64 + 0.5) * cell_height);
            picture.text(Text::new(name, (left - 8.0, y), 12.0).anchor(Anchor::End));
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
                        picture.text(text(percent(estimate.score, half), -0.55 * size, size).bold());
                        picture.text(text(format!("±{}", percent(half, half / 10.0)), 0.7 * size, size - 2.5));
                    }
                    None => picture.text(text("–".to_owned(), 0.0, size)),
                }
            }
        }
        let bottom = top + n as f64 * cell_height + 20.0;
        let bottom = colour_bar(&mut picture, span, bottom);
        picture.close(bottom, self.sentence())
    }

    /// Distance from an even score at which the colours end: the farthest cell's, rounded up.
    fn span(&self) -> f64 {
        let farthest = self.cells.iter().flatten().flatten().map(|e| (e.score - 0.5).abs()).fold(0.0, f64::max);
        [0.1, 0.2, 0.3, 0.4].into_iter().find(|span| farthest <= *span).unwrap_or(0.5)
    }

    fn sentence(&self) -> String {
        let scored = self.cells.iter().enumerate().flat_map(|(r, row)| {
            row.iter().enumerate().filter(move |(c, _)| *c != r).filter_map(move |(c, cell)| cell.map(|e| (r, c, e)))
        });
        match scored.max_by(|a, b| a.2.score.total_cmp(&b.2.score)) {
            Some((r, c, estimate)) => format!(
                "Heat map of {} contestants against each other; the most one-sided is {} against {} with {} per cent.",
                self.names.len(),
                self.names[r],
                self.names[c],
                percent(estimate.score, estimate.half_width())
            ),
            None => format!("Heat map of {} contestants, none of which met another.", self.names.len()),
        }
    }
}

/// Explains the colours; the height below it.
fn colour_bar(picture: &mut Picture, span: f64, y: f64) -> f64 {
    const STEPS: u32 = 60;
    let width = 240.0;
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
    let legend = "score of the row";
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
            names: (0..n).map(name).collect(),
            cells: (0..n).map(|r| (0..n).map(|c| cell(r, c)).collect()).collect(),
        }
    }

    #[test]
    fn every_size_is_laid_out_without_overlap() {
        let long = |n: usize| format!("The Extraordinarily Long-Winded Expeditionary Battalion number {n}");
        for n in [0, 1, 2, 5, 9, 20] {
            sample(n, |r, c| (r + 2 * c) as f64 / (3 * n) as f64, |n| format!("list-{n}")).picture().check();
            sample(n, |r, _| f64::from(u8::from(r % 2 == 0)), long).picture().check();
        }
    }

    #[test]
    fn a_cell_says_its_score_over_its_half_width() {
        let picture = sample(2, |r, _| [0.4, 0.6][r], |n| format!("list-{n}")).picture();
        let texts = picture.texts();
        assert!(texts.contains(&"40") && texts.contains(&"60") && texts.contains(&"±2.4"), "{texts:?}");
        assert!(picture.alt.contains("list-1 against list-0 with 60 per cent"), "{}", picture.alt);
    }
}
