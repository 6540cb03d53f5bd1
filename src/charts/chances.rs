//! Chances of what may come of something: a bar for each.

use super::palette::{GREY, GRID, INK, PAPER, SERIES, mix};
use super::picture::{Anchor, MARGIN, Page, Picture, Scale, Text, fitted};
use super::rows::{LABEL, Rows};
use crate::analysis::rounding::fixed;

/// Chances, one bar below the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    /// Title.
    pub title: String,
    /// What is asked, and how it was found.
    pub subtitle: String,
    /// Chances under common headings: those of a group come to one.
    pub groups: Vec<ChanceGroup>,
}

/// Chances that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceGroup {
    /// What they are of.
    pub heading: String,
    /// The chances, in the order in which they are shown.
    pub chances: Vec<Chance>,
}

/// A chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Chance {
    /// Of what.
    pub label: String,
    /// From 0 to 1.
    pub share: f64,
    /// Its interval, where it was sampled.
    pub interval: Option<(f64, f64)>,
}

const ROW: f64 = 24.0;
const HEADING: f64 = 28.0;

impl Chances {
    /// Lays it out.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.on(Page::Screen).beside(|| Some(self.on(Page::Phone)))
    }

    fn on(&self, page: Page) -> Picture {
        let chances = || self.groups.iter().flat_map(|group| &group.chances);
        let columns = Rows::of(page, chances().map(|chance| chance.label.as_str()), 60.0);
        let (mut picture, top) = Picture::open(&self.title, &self.subtitle, columns.width);
        let row_height = columns.head() + ROW;
        let height = |group: &ChanceGroup| HEADING + row_height * group.chances.len() as f64;
        let bottom = top + self.groups.iter().map(height).sum::<f64>();
        let ends = chances().map(|chance| chance.interval.map_or(chance.share, |(_, high)| high.max(chance.share)));
        let highest = ends.fold(0.0, f64::max);
        let scale = Scale::new((0.0, if highest > 0.0 { highest } else { 1.0 }), (columns.left, columns.right));
        let mut starts = Vec::new();
        let mut y = top;
        for group in &self.groups {
            starts.extend((0..group.chances.len()).map(|n| y + HEADING + n as f64 * row_height));
            y += height(group);
        }
        let bands: Vec<(f64, f64)> = match page {
            // Not through the headings.
            Page::Screen => starts.iter().map(|start| (*start, start + row_height)).collect(),
            Page::Phone => columns.bands(top, bottom, starts.iter().copied(), row_height),
        };
        let digits = usize::from(highest < 0.05);
        for tick in scale.ticks(columns.ticks()) {
            let x = scale.at(tick);
            bands.iter().for_each(|(top, bottom)| picture.line((x, *top), (x, *bottom), 1.0, GRID));
            let label = Text::new(format!("{}%", fixed(100.0 * tick, digits)), (x, bottom + 14.0), 11.0);
            picture.text(label.anchor(Anchor::Middle).color(GREY));
        }
        let mut starts = starts.into_iter();
        let mut y = top;
        for group in &self.groups {
            let heading = fitted(&group.heading, LABEL, true, columns.right - MARGIN);
            picture.text(Text::new(heading, (MARGIN, y + 14.0), LABEL).bold());
            y += height(group);
            for (chance, start) in group.chances.iter().zip(&mut starts) {
                let middle = start + columns.head() + ROW / 2.0;
                columns.name(&mut picture, &chance.label, &told(chance.share), start, middle);
                if chance.share > 0.0 {
                    // However small, it can be seen.
                    let width = (scale.at(chance.share) - columns.left).max(1.0);
                    picture.rect((columns.left, middle - 7.0), (width, 14.0), mix(PAPER, SERIES[0], 0.7));
                }
                if let Some((low, high)) = chance.interval {
                    picture.line((scale.at(low), middle), (scale.at(high), middle), 2.0, INK);
                }
            }
        }
        picture.close(bottom + 24.0, self.sentence())
    }

    /// The likeliest of every group.
    fn sentence(&self) -> String {
        let most = |group: &ChanceGroup| {
            let most = group.chances.iter().max_by(|a, b| a.share.total_cmp(&b.share))?;
            Some(format!("{} {} with {}", group.heading, most.label, told(most.share)))
        };
        let most: Vec<String> = self.groups.iter().filter_map(most).collect();
        if most.is_empty() {
            return "Chances of nothing.".to_owned();
        }
        format!("Chances as bars; the likeliest: {}.", most.join(", "))
    }
}

/// A chance in per cent, never rounded to none or to certainty.
fn told(share: f64) -> String {
    match share {
        0.0 => "0%".to_owned(),
        share if share < 0.0005 => "<0.1%".to_owned(),
        // Sums of exact odds are off by rounding alone.
        share if share >= 1.0 - 1e-12 => "100%".to_owned(),
        share if share > 0.9995 => ">99.9%".to_owned(),
        share => format!("{}%", fixed(100.0 * share, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(groups: usize, rows: usize, scale: f64, sampled: bool) -> Picture {
        let chance = |n: usize| {
            let share = scale * n as f64 / rows.max(2) as f64;
            let interval = sampled.then(|| ((share - 0.01).max(0.0), (share + 0.01).min(1.0)));
            Chance { label: format!("a result of some length {}", "long ".repeat(n)), share, interval }
        };
        let group = |n: usize| ChanceGroup { heading: format!("result {n}"), chances: (0..rows).map(chance).collect() };
        Chances {
            title: "Dogfaces in Space: duel".to_owned(),
            subtitle: "a rifleman, b dave; exact".to_owned(),
            groups: (0..groups).map(group).collect(),
        }
        .picture()
    }

    #[test]
    fn every_size_is_laid_out_without_overlap() {
        for (groups, rows) in [(0, 0), (1, 0), (1, 1), (1, 7), (3, 4), (2, 30)] {
            for (scale, sampled) in [(0.0, false), (0.01, true), (1.0, false), (1.0, true)] {
                sample(groups, rows, scale, sampled).check();
            }
        }
    }

    #[test]
    fn no_chance_is_rounded_to_none_or_to_certainty() {
        let words = [0.0, 0.0001, 0.0006, 0.5, 0.9994, 0.99999, 1.0 - f64::EPSILON, 1.0].map(told);
        assert_eq!(words, ["0%", "<0.1%", "0.1%", "50.0%", "99.9%", ">99.9%", "100%", "100%"]);
        assert_eq!(sample(1, 0, 1.0, false).alt, "Chances of nothing.");
        assert!(
            sample(1, 3, 0.9, false).alt.contains("the likeliest: result 0 a result of some length long long with")
        );
    }
}
