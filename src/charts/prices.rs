//! What things cost and what they should cost: a row each, an interval against a mark.

use super::palette::{Color, GREY, GRID, INK, SERIES};
use super::picture::{Anchor, MARGIN, PHONE, Page, Picture, Scale, Text, fitted, text_width};
use crate::analysis::rounding::{fixed, places};

/// Fair costs against present ones, in rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    /// Title.
    pub title: String,
    /// How much stands behind the intervals, and what they are.
    pub subtitle: String,
    /// Rows, in the order in which they are shown.
    pub rows: Vec<PriceTag>,
    /// A sentence for those who cannot see it.
    pub alt: String,
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceTag {
    /// Its name.
    pub label: String,
    /// Present cost.
    pub present: f64,
    /// Fair cost, between its limits.
    pub fair: [f64; 3],
    /// Decimal places in which it is told.
    pub places: usize,
    /// Where the interval lies.
    pub side: Side,
}

/// On which side of the present cost an interval lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Below: it costs too much.
    Below,
    /// About it.
    About,
    /// Above: it costs too little.
    Above,
}

const LABEL: f64 = 12.0;
const PLOT: f64 = 380.0;
const ROW: f64 = 24.0;
/// Half the height of the mark of the present cost.
const MARK: f64 = 8.0;

impl Side {
    fn color(self) -> Color {
        match self {
            Self::Below => SERIES[1],
            Self::About => GREY,
            Self::Above => SERIES[0],
        }
    }
}

impl Prices {
    /// Lays it out.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.on(Page::Screen).beside(|| Some(self.on(Page::Phone)))
    }

    fn on(&self, page: Page) -> Picture {
        let labels = self.rows.iter().map(|row| text_width(&fitted(&row.label, LABEL, false, 240.0), LABEL, false));
        let numbers: Vec<String> = self.rows.iter().map(numbers).collect();
        let room = numbers.iter().map(|text| text_width(text, LABEL, false)).fold(0.0, f64::max);
        let (left, plot, width, height) = match page {
            Page::Screen => {
                let left = MARGIN + labels.fold(40.0, f64::max) + 14.0;
                (left, PLOT, left + PLOT + 14.0 + room + MARGIN, ROW)
            }
            // Name and numbers stand above the line.
            Page::Phone => (MARGIN, PHONE - 2.0 * MARGIN, PHONE, 2.0 * ROW),
        };
        let (mut picture, top) = Picture::open(&self.title, &self.subtitle, width);
        let sides =
            [("costs too much", Side::Below), ("costs too little", Side::Above), ("no change supported", Side::About)];
        let shown = sides.iter().filter(|(_, side)| self.rows.iter().any(|row| row.side == *side));
        let entries: Vec<(String, Color)> = shown.map(|(name, side)| ((*name).to_owned(), side.color())).collect();
        let top = picture.legend(&entries, top);
        let bottom = top + self.rows.len() as f64 * height;
        let ends = self.rows.iter().flat_map(|row| [row.present, row.fair[0], row.fair[2]]);
        let (low, high) = ends.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
        // From nothing, unless all prices are far from it: then the differences could not be seen.
        let low = if low > 0.6 * high { low } else { low.min(0.0) };
        let reach = if high > low { high - low } else { 1.0 };
        let scale = Scale::new((low, high.max(low) + reach / 20.0), (left, left + plot));
        axis(&mut picture, &scale, top, bottom, if page == Page::Phone { 4 } else { 7 });
        for ((row, numbers), n) in self.rows.iter().zip(numbers).zip(0..) {
            // The line is in the middle of a row, or of the lower half of one.
            let y = top + f64::from(n) * height + height - 0.5 * ROW;
            match page {
                Page::Screen => {
                    let label = fitted(&row.label, LABEL, false, 240.0);
                    picture.text(Text::new(label, (left - 14.0, y), LABEL).anchor(Anchor::End));
                    picture.text(Text::new(numbers, (left + plot + 14.0, y), LABEL));
                }
                Page::Phone => {
                    let room = plot - text_width(&numbers, LABEL, false) - 14.0;
                    let above = y - 0.8 * ROW;
                    picture.text(Text::new(fitted(&row.label, LABEL, false, room), (left, above), LABEL));
                    picture.text(Text::new(numbers, (left + plot, above), LABEL).anchor(Anchor::End));
                }
            }
            let present = scale.at(row.present);
            picture.line((present, y - MARK), (present, y + MARK), 3.0, INK);
            let [low, fair, high] = row.fair.map(|cost| scale.at(cost));
            picture.whisker(low, fair, high, y, row.side.color());
        }
        picture.close(bottom + 24.0, self.alt.clone())
    }
}

/// `2.9 [2.7, 3.1], now 4`.
fn numbers(row: &PriceTag) -> String {
    let [low, fair, high] = row.fair.map(|cost| fixed(cost, row.places));
    format!("{fair} [{low}, {high}], now {}", row.present)
}

fn axis(picture: &mut Picture, scale: &Scale, top: f64, bottom: f64, ticks: usize) {
    let ticks = scale.ticks(ticks);
    let places = ticks.windows(2).next().map_or(0, |pair| places(pair[1] - pair[0]));
    for tick in ticks {
        let x = scale.at(tick);
        picture.line((x, top), (x, bottom), 1.0, GRID);
        let label = Text::new(fixed(tick, places), (x, bottom + 14.0), 11.0);
        picture.text(label.anchor(Anchor::Middle).color(GREY));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(rows: usize, size: f64, name: &str) -> Prices {
        let sides = [Side::Below, Side::About, Side::Above];
        let row = |n: usize| {
            let present = size * (1.0 + n as f64);
            let fair = present * [0.8, 1.02, 1.3][n % 3];
            PriceTag {
                label: format!("{name} {n}"),
                present,
                fair: [fair - 0.1 * size, fair, fair + 0.1 * size],
                places: 1,
                side: sides[n % 3],
            }
        };
        Prices {
            title: "What it should cost".to_owned(),
            subtitle: "Dots and bars: fair costs with 95% intervals; black marks: present costs".to_owned(),
            rows: (0..rows).map(row).collect(),
            alt: "Fair costs.".to_owned(),
        }
    }

    #[test]
    fn every_size_is_laid_out_without_overlap() {
        for rows in [1, 2, 30] {
            for size in [0.01, 1.0, 300.0] {
                sample(rows, size, "unit").picture().check();
            }
        }
        sample(3, 1.0, "The Extraordinarily Long-Winded Expeditionary Battalion number").picture().check();
        let mut loss = sample(2, 1.0, "unit");
        loss.rows[0].fair = [-0.4, -0.1, 0.2];
        loss.picture().check();
    }

    #[test]
    fn rows_say_their_numbers_and_the_legend_what_there_is() {
        let picture = sample(2, 1.0, "unit").picture();
        let texts = picture.texts();
        assert!(texts.contains(&"0.8 [0.7, 0.9], now 1"), "{texts:?}");
        assert!(texts.contains(&"costs too much") && !texts.contains(&"costs too little"));
    }
}
