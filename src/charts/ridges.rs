//! What the lists lose: a ridge for each.

use super::histogram::quantile;
use super::palette::{GREY, GRID, PAPER, SERIES, mix};
use super::picture::{Anchor, Page, Picture, Scale, Text, fitted};
use super::rows::Rows;

/// Distributions of a share from 0 to 1, one above the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Ridges {
    /// Title.
    pub title: String,
    /// What is counted, and how many of it.
    pub subtitle: String,
    /// What the share is of.
    pub axis: String,
    /// Ridges, from the top.
    pub ridges: Vec<Ridge>,
}

/// One distribution, in equal steps; the last place holds exactly 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Ridge {
    /// Whose it is.
    pub label: String,
    /// Counts.
    pub counts: Vec<u64>,
}

const HEIGHT: f64 = 46.0;
const STEP: f64 = 62.0;

impl Ridges {
    /// Lays it out.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.on(Page::Screen).beside(|| Some(self.on(Page::Phone)))
    }

    fn on(&self, page: Page) -> Picture {
        let columns = Rows::of(page, self.ridges.iter().map(|ridge| ridge.label.as_str()), 6.0);
        let (mut picture, top) = Picture::open(&self.title, &self.subtitle, columns.width);
        let step = columns.head() + STEP;
        let bottom = top + step * self.ridges.len().max(1) as f64;
        let places = self.ridges.iter().map(|ridge| ridge.counts.len()).max().unwrap_or(0).max(2);
        // The last column, exactly 1, begins where the others end.
        let scale = Scale::new((0.0, places as f64), (columns.left, columns.right));
        let starts = (0..self.ridges.len().max(1)).map(|n| top + step * n as f64);
        let bands = columns.bands(top, bottom + 6.0, starts, step);
        for quarter in 0..=4_usize {
            let share = quarter as f64 / 4.0;
            let x = scale.at(share * (places - 1) as f64);
            bands.iter().for_each(|(top, bottom)| picture.line((x, *top), (x, *bottom), 1.0, GRID));
            let label = Text::new(format!("{:.0}%", 100.0 * share), (x, bottom + 16.0), 11.0);
            picture.text(label.anchor(Anchor::Middle).color(GREY));
        }
        for (n, ridge) in self.ridges.iter().enumerate() {
            let base = top + step * (n + 1) as f64 - 8.0;
            columns.name(&mut picture, &ridge.label, "", base + 8.0 - step, base - HEIGHT / 3.0);
            draw(&mut picture, ridge, &scale, base);
        }
        let (middle, room) = ((columns.left + columns.right) / 2.0, columns.right - columns.left);
        let axis = Text::new(fitted(&self.axis, 12.0, false, room), (middle, bottom + 36.0), 12.0);
        picture.text(axis.anchor(Anchor::Middle).color(GREY));
        picture.close(bottom + 44.0, self.sentence())
    }

    fn sentence(&self) -> String {
        let median = |ridge: &Ridge| {
            let place = quantile(&ridge.counts, 0.5)?;
            Some(format!(
                "{} {:.0} per cent",
                ridge.label,
                100.0 * place as f64 / (ridge.counts.len().max(2) - 1) as f64
            ))
        };
        let medians: Vec<_> = self.ridges.iter().filter_map(median).collect();
        if medians.is_empty() {
            return format!("Distributions of the {}, with nothing in them.", self.axis);
        }
        format!("Distributions of the {}; the medians are {}.", self.axis, medians.join(", "))
    }
}

fn draw(picture: &mut Picture, ridge: &Ridge, scale: &Scale, base: f64) {
    let total: u64 = ridge.counts.iter().sum();
    let highest = ridge.counts.iter().copied().max().unwrap_or(0);
    let pale = mix(PAPER, SERIES[0], 0.55);
    for (place, n) in ridge.counts.iter().enumerate().filter(|(_, n)| **n > 0) {
        let (from, to) = (scale.at(place as f64), scale.at((place + 1) as f64));
        let height = HEIGHT * *n as f64 / highest as f64;
        let color = if place + 1 == ridge.counts.len() { SERIES[1] } else { pale };
        picture.rect((from + 0.5, base - height), (to - from - 1.0, height), color);
    }
    picture.line((scale.at(0.0), base), (scale.at(ridge.counts.len() as f64), base), 1.0, GREY);
    if total == 0 {
        return;
    }
    let middle = |share: f64| quantile(&ridge.counts, share).map_or(0.0, |place| scale.at(place as f64 + 0.5));
    picture.line((middle(0.1), base + 4.0), (middle(0.9), base + 4.0), 2.0, SERIES[0]);
    picture.dot((middle(0.5), base + 4.0), 3.5, SERIES[0]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_is_laid_out_without_overlap() {
        for n in [0_usize, 1, 2, 20] {
            for counts in [vec![], vec![0; 21], (0..21).map(|k| k * k % 17).collect(), vec![5]] {
                let ridge =
                    |n: usize| Ridge { label: format!("Battalion {}", "long ".repeat(3 * n)), counts: counts.clone() };
                let chart = Ridges {
                    title: "Losses".to_owned(),
                    subtitle: "Share of the value".to_owned(),
                    axis: "share of the fielded value that was lost".to_owned(),
                    ridges: (0..n).map(ridge).collect(),
                };
                chart.picture().check();
            }
        }
    }

    #[test]
    fn the_sentence_names_the_medians() {
        let mut counts = vec![0; 21];
        counts[8] = 3;
        let ridges = vec![Ridge { label: "Rifles".to_owned(), counts }];
        let chart =
            Ridges { title: "Losses".to_owned(), subtitle: String::new(), axis: "share lost".to_owned(), ridges };
        assert!(chart.picture().alt.contains("Rifles 40 per cent"));
    }
}
