//! Box plots: the spread of a whole number, a row for each level.

use super::histogram::quantile;
use super::palette::{GREY, GRID, INK, PAPER, SERIES, mix};
use super::picture::{Anchor, MARGIN, Page, Picture, Scale, Text, fitted};
use super::rows::{LABEL, Rows};

/// Spreads of a whole number, one below the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Boxes {
    /// Title.
    pub title: String,
    /// What is counted, and what the box and its whiskers are.
    pub subtitle: String,
    /// What the number is.
    pub axis: String,
    /// Rows under common headings.
    pub groups: Vec<BoxGroup>,
}

/// Rows that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxGroup {
    /// Heading; may be empty.
    pub heading: String,
    /// Rows, in the order in which they are shown.
    pub rows: Vec<BoxRow>,
}

/// One spread.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxRow {
    /// Its name.
    pub label: String,
    /// How often each number came up, from 0.
    pub counts: Vec<u64>,
}

impl BoxRow {
    /// The numbers below which a twentieth, a quarter, a half, three quarters and nineteen twentieths lie, and the mean; none of
    /// nothing.
    fn spread(&self) -> Option<([f64; 5], f64)> {
        let total: u64 = self.counts.iter().sum();
        let sum: u64 = self.counts.iter().zip(0..).map(|(n, value)| n * value).sum();
        let place = |share: f64| quantile(&self.counts, share).map(|place| place as f64);
        let [a, b, c, d, e] = [0.05, 0.25, 0.5, 0.75, 0.95].map(place);
        Some(([a?, b?, c?, d?, e?], sum as f64 / total as f64))
    }
}

const ROW: f64 = 26.0;
const HEADING: f64 = 28.0;

impl Boxes {
    /// Lays it out.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.on(Page::Screen).beside(|| Some(self.on(Page::Phone)))
    }

    fn on(&self, page: Page) -> Picture {
        let rows = || self.groups.iter().flat_map(|group| &group.rows);
        let columns = Rows::of(page, rows().map(|row| row.label.as_str()), 70.0);
        let (mut picture, top) = Picture::open(&self.title, &self.subtitle, columns.width);
        let row_height = columns.head() + ROW;
        let heading = |group: &BoxGroup| if group.heading.is_empty() { 0.0 } else { HEADING };
        let bottom =
            top + self.groups.iter().map(|group| heading(group) + row_height * group.rows.len() as f64).sum::<f64>();
        let spreads = || rows().filter_map(BoxRow::spread);
        let low = spreads().map(|(at, _)| at[0]).fold(f64::MAX, f64::min);
        let high = spreads().map(|(at, _)| at[4]).fold(f64::MIN, f64::max);
        let (low, high) = if low <= high { (low - 0.5, high + 0.5) } else { (0.0, 1.0) };
        let scale = Scale::new((low, high), (columns.left, columns.right));
        let mut starts = Vec::new();
        let mut y = top;
        for group in &self.groups {
            y += heading(group);
            starts.extend((0..group.rows.len()).map(|n| y + n as f64 * row_height));
            y += group.rows.len() as f64 * row_height;
        }
        let bands = columns.bands(top, bottom, starts.into_iter(), row_height);
        for tick in scale.ticks(columns.ticks() + 3).into_iter().filter(|tick| tick.fract() == 0.0) {
            let x = scale.at(tick);
            bands.iter().for_each(|(top, bottom)| picture.line((x, *top), (x, *bottom), 1.0, GRID));
            let label = Text::new(format!("{tick:.0}"), (x, bottom + 14.0), 11.0);
            picture.text(label.anchor(Anchor::Middle).color(GREY));
        }
        let mut y = top;
        for group in &self.groups {
            if !group.heading.is_empty() {
                let heading = fitted(&group.heading, LABEL, true, columns.right - MARGIN);
                picture.text(Text::new(heading, (MARGIN, y + 14.0), LABEL).bold());
            }
            y += heading(group);
            for row in &group.rows {
                let middle = y + columns.head() + ROW / 2.0;
                let spread = row.spread();
                let mean = spread.map_or_else(String::new, |(_, mean)| format!("mean {mean:.1}"));
                columns.name(&mut picture, &row.label, &mean, y, middle);
                if let Some((at, mean)) = spread {
                    draw(&mut picture, at.map(|value| scale.at(value)), scale.at(mean), middle);
                }
                y += row_height;
            }
        }
        let (middle, room) = ((columns.left + columns.right) / 2.0, columns.right - columns.left);
        let axis = Text::new(fitted(&self.axis, 12.0, false, room), (middle, bottom + 34.0), 12.0);
        picture.text(axis.anchor(Anchor::Middle).color(GREY));
        picture.close(bottom + 42.0, self.sentence())
    }

    fn sentence(&self) -> String {
        let said = |row: &BoxRow| row.spread().map(|(at, _)| format!("{:.0} ({})", at[2], row.label));
        let medians: Vec<String> = self.groups.iter().flat_map(|group| &group.rows).filter_map(said).collect();
        if medians.is_empty() {
            return format!("Box plots over {}, with nothing in them.", self.axis);
        }
        format!("Box plots over {}; the medians are {}.", self.axis, medians.join(", "))
    }
}

/// Whiskers, box and median of a row, and a dot for its mean.
fn draw(picture: &mut Picture, [low, first, median, third, high]: [f64; 5], mean: f64, y: f64) {
    picture.line((low, y), (high, y), 1.5, SERIES[0]);
    for end in [low, high] {
        picture.line((end, y - 4.0), (end, y + 4.0), 1.5, SERIES[0]);
    }
    // Where the middle half is one number, it still has a box.
    let (from, to) = (first - 2.0, third + 2.0);
    picture.rect((from, y - 7.0), (to - from, 14.0), mix(PAPER, SERIES[0], 0.4));
    picture.line((median, y - 7.0), (median, y + 7.0), 2.5, INK);
    picture.dot((mean, y), 3.0, SERIES[1]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(counts: &[Vec<u64>], name: &str) -> Boxes {
        let row = |(n, counts): (usize, &Vec<u64>)| BoxRow { label: format!("{name} {n}"), counts: counts.clone() };
        let group = |heading: &str| BoxGroup {
            heading: heading.to_owned(),
            rows: counts.iter().enumerate().map(row).collect(),
        };
        Boxes {
            title: "How long games last".to_owned(),
            subtitle: "Turns".to_owned(),
            axis: "turns".to_owned(),
            groups: vec![group(""), group("By level")],
        }
    }

    #[test]
    fn every_size_is_laid_out_without_overlap() {
        let many: Vec<Vec<u64>> = (0..12).map(|n| (0..40).map(|k| k * (n + 3) % 17).collect()).collect();
        for counts in [vec![], vec![vec![]], vec![vec![0, 0]], vec![vec![0, 0, 0, 7]], many] {
            for name in ["level", "The Extraordinarily Long-Winded Expeditionary Battalion number"] {
                sample(&counts, name).picture().check();
            }
        }
    }

    #[test]
    fn the_median_and_the_mean_are_told() {
        let picture = sample(&[vec![0, 10, 0, 30]], "level").picture();
        assert!(picture.texts().contains(&"mean 2.5"), "{:?}", picture.texts());
        assert!(picture.alt.contains("the medians are 3 (level 0)"), "{}", picture.alt);
    }
}
