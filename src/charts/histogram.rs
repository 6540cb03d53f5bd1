//! How long engagements last.

use super::palette::{GREY, GRID, SERIES};
use super::picture::{Anchor, MARGIN, PHONE, Page, Picture, Scale, Text, fitted, text_width};

/// A share of engagements for each whole number.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// Title.
    pub title: String,
    /// What is counted, and how many of it.
    pub subtitle: String,
    /// What the numbers along the axis are.
    pub axis: String,
    /// The number at the first column.
    pub first: u64,
    /// How many engagements there were at each number.
    pub counts: Vec<u64>,
}

const PLOT_HEIGHT: f64 = 240.0;

impl Histogram {
    /// Lays it out.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.on(Page::Screen).beside(|| Some(self.on(Page::Phone)))
    }

    fn on(&self, page: Page) -> Picture {
        let columns = self.counts.len().max(1) as f64;
        let left = MARGIN + 40.0;
        let (step, right) = match page {
            Page::Screen => {
                let step = (560.0 / columns).clamp(6.0, 56.0);
                (step, left + (step * columns).max(380.0))
            }
            Page::Phone => (((PHONE - MARGIN - left) / columns).min(56.0), PHONE - MARGIN),
        };
        // Columns stand apart, as long as they are wide enough to.
        let gap = (step / 3.0).min(2.0);
        let (mut picture, top) = Picture::open(&self.title, &self.subtitle, right + MARGIN);
        let top = top + 18.0;
        let bottom = top + PLOT_HEIGHT;
        let total = self.counts.iter().sum::<u64>();
        let shares: Vec<f64> = self.counts.iter().map(|n| *n as f64 / total.max(1) as f64).collect();
        let highest = shares.iter().copied().fold(0.0, f64::max);
        let scale = Scale::new((0.0, if highest > 0.0 { highest } else { 1.0 }), (bottom, top));
        for tick in scale.ticks(6) {
            let y = scale.at(tick);
            picture.line((left, y), (right, y), 1.0, GRID);
            let digits = usize::from(highest > 0.0 && highest < 0.05);
            let label = Text::new(format!("{:.digits$}%", 100.0 * tick), (left - 8.0, y), 11.0);
            picture.text(label.anchor(Anchor::End).color(GREY));
        }
        let start = left + (right - left - step * columns) / 2.0;
        let every = self.label_every(step);
        let numbered = step >= 34.0;
        for (place, share) in shares.iter().enumerate() {
            let (x, y) = (start + place as f64 * step, scale.at(*share));
            let middle = x + step / 2.0;
            if *share > 0.0 {
                picture.rect((x + gap / 2.0, y), (step - gap, bottom - y), SERIES[0]);
            }
            if numbered && *share > 0.0 {
                let text = if *share < 0.01 { "<1%".to_owned() } else { format!("{:.0}%", 100.0 * share) };
                picture.text(Text::new(text, (middle, y - 9.0), 11.0).anchor(Anchor::Middle));
            }
            let number = self.first + place as u64;
            if number.is_multiple_of(every) {
                let number = number.to_string();
                picture.text(Text::new(number, (middle, bottom + 14.0), 11.0).anchor(Anchor::Middle).color(GREY));
            }
        }
        picture.line((left, bottom), (right, bottom), 1.0, GREY);
        let axis = fitted(&self.axis, 12.0, false, right - left);
        let axis = Text::new(axis, ((left + right) / 2.0, bottom + 34.0), 12.0);
        picture.text(axis.anchor(Anchor::Middle).color(GREY));
        picture.close(bottom + 42.0, self.sentence())
    }

    /// Columns from one numbered column to the next, so that the numbers do not touch.
    fn label_every(&self, step: f64) -> u64 {
        let widest = text_width(&(self.first + self.counts.len() as u64).to_string(), 11.0, false) + 8.0;
        [1, 2, 5, 10, 20, 50, 100].into_iter().find(|every| *every as f64 * step >= widest).unwrap_or(200)
    }

    fn sentence(&self) -> String {
        match (quantile(&self.counts, 0.1), quantile(&self.counts, 0.5), quantile(&self.counts, 0.9)) {
            (Some(low), Some(median), Some(high)) => format!(
                "Histogram over {}: the median is {}, and eight in ten lie between {} and {}.",
                self.axis,
                self.first + median as u64,
                self.first + low as u64,
                self.first + high as u64
            ),
            _ => format!("Histogram over {}, with nothing in it.", self.axis),
        }
    }
}

/// The place at which so large a share of the counts is reached; none when all are zero.
pub fn quantile(counts: &[u64], share: f64) -> Option<usize> {
    let total: u64 = counts.iter().sum();
    let mut sum = 0;
    counts.iter().position(|n| {
        sum += n;
        *n > 0 && sum as f64 >= share * total as f64
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(counts: Vec<u64>) -> Histogram {
        let title = "Length of an engagement".to_owned();
        Histogram { title, subtitle: "All engagements".to_owned(), axis: "turns".to_owned(), first: 1, counts }
    }

    #[test]
    fn every_size_is_laid_out_without_overlap() {
        for n in [0_u64, 1, 2, 10, 16, 40, 150] {
            sample((0..n).map(|k| (k * 7919) % 101).collect()).picture().check();
        }
        sample(vec![0; 12]).picture().check();
        sample(vec![1_000_000, 0, 1]).picture().check();
    }

    #[test]
    fn the_sentence_gives_the_median_and_the_middle() {
        let picture = sample(vec![0, 10, 80, 10]).picture();
        assert!(picture.alt.contains("median is 3") && picture.alt.contains("between 2 and 3"), "{}", picture.alt);
    }

    #[test]
    fn quantiles_of_counts() {
        assert_eq!(quantile(&[0, 0], 0.5), None);
        assert_eq!(quantile(&[0, 1, 1, 2], 0.5), Some(2));
        assert_eq!(quantile(&[0, 4], 0.0), Some(1));
    }
}
