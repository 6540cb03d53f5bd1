//! Lines with whiskers over the levels of a varied factor.

use super::Estimate;
use super::palette::{GREY, GRID, PAPER, SERIES, mix};
use super::picture::{Anchor, MARGIN, PHONE, Page, Picture, Scale, Text, fitted, share_range, text_width};

/// Scores by the level of a factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    /// Title.
    pub title: String,
    /// What a dot is, how many pairs stand behind it, and what its interval is.
    pub subtitle: String,
    /// Name of the factor.
    pub factor: String,
    /// Its levels, in their order.
    pub levels: Vec<String>,
    /// Lines.
    pub lines: Vec<Line>,
    /// A sentence for those who cannot see it.
    pub alt: String,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Whose it is.
    pub label: String,
    /// An estimate for each level that has one.
    pub points: Vec<Option<Estimate>>,
}

const PLOT_HEIGHT: f64 = 260.0;

/// More lines than this have no bands: they would cover each other.
const MOST_BANDS: usize = 1;

impl Levels {
    /// Lays it out. Lines beyond the number of colours are left out: a reader could not tell them apart.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.on(Page::Screen).beside(|| Some(self.on(Page::Phone)))
    }

    fn on(&self, page: Page) -> Picture {
        let lines = &self.lines[..self.lines.len().min(SERIES.len())];
        let left = MARGIN + 44.0;
        let right = match page {
            Page::Screen => left + (90.0 * self.levels.len() as f64).clamp(420.0, 900.0),
            Page::Phone => PHONE - MARGIN,
        };
        let (mut picture, top) = Picture::open(&self.title, &self.subtitle, right + MARGIN);
        let names = lines.iter().zip(SERIES).map(|(line, color)| (line.label.clone(), color));
        let top = picture.legend(&names.collect::<Vec<_>>(), top) + 4.0;
        let bottom = top + PLOT_HEIGHT;
        let ends = lines.iter().flat_map(|line| line.points.iter().flatten()).flat_map(|e| [e.low, e.score, e.high]);
        let scale = Scale::new(share_range(ends, 0.5), (bottom, top));
        for tick in scale.ticks(7) {
            let y = scale.at(tick);
            picture.line((left, y), (right, y), 1.0, GRID);
            let label = Text::new(format!("{:.0}%", 100.0 * tick), (left - 8.0, y), 11.0);
            picture.text(label.anchor(Anchor::End).color(GREY));
        }
        picture.line((left, scale.at(0.5)), (right, scale.at(0.5)), 1.5, GREY);

        let step = (right - left) / self.levels.len().max(1) as f64;
        let middle = |level: usize| left + (level as f64 + 0.5) * step;
        let widest = self.levels.iter().map(|level| text_width(level, 12.0, false)).fold(0.0, f64::max);
        // Where levels lie too close for their names, some go without.
        let every = if page == Page::Phone { (40.0 / step).ceil().max(1.0) as usize } else { 1 };
        let room = match page {
            Page::Screen if widest > step - 8.0 && step < 60.0 => 18.0,
            Page::Screen => step - 8.0,
            Page::Phone => every as f64 * step - 8.0,
        };
        for (n, level) in self.levels.iter().enumerate().step_by(every) {
            let level = fitted(level, 12.0, false, room);
            picture.text(Text::new(level, (middle(n), bottom + 16.0), 12.0).anchor(Anchor::Middle));
        }
        let factor = fitted(&self.factor, 12.0, false, right - left);
        picture.text(Text::new(factor, ((left + right) / 2.0, bottom + 38.0), 12.0).anchor(Anchor::Middle).color(GREY));
        let known = |line: &Line, shift: f64| -> Vec<(f64, Estimate)> {
            line.points.iter().enumerate().filter_map(|(l, e)| e.map(|e| (middle(l) + shift, e))).collect()
        };
        for (line, color) in lines.iter().zip(SERIES).filter(|_| lines.len() <= MOST_BANDS) {
            let known = known(line, 0.0);
            let above = known.iter().map(|(x, e)| (*x, scale.at(e.high)));
            let below = known.iter().rev().map(|(x, e)| (*x, scale.at(e.low)));
            if known.len() > 1 {
                picture.area(above.chain(below).collect(), mix(PAPER, color, 0.2));
            }
        }
        for (n, (line, color)) in lines.iter().zip(SERIES).enumerate() {
            // Side by side, so that whiskers of different lines do not cover each other.
            let shift = (n as f64 - (lines.len() as f64 - 1.0) / 2.0) * (step / lines.len() as f64).min(7.0);
            let known = known(line, shift);
            if known.len() > 1 {
                picture.path(known.iter().map(|(x, e)| (*x, scale.at(e.score))).collect(), 1.5, color);
            }
            for (x, e) in known {
                picture.line((x, scale.at(e.low)), (x, scale.at(e.high)), 2.0, color);
                picture.dot((x, scale.at(e.score)), 4.5, color);
            }
        }
        picture.close(bottom + 46.0, self.alt.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_is_laid_out_without_overlap() {
        for levels in [0_usize, 1, 3, 12, 30] {
            for lines in [0_usize, 1, 4, 9] {
                let point = |l: usize| {
                    let score = l as f64 / levels as f64;
                    (l != 1).then_some(Estimate { score, low: score * 0.9, high: (score * 1.1).min(1.0) })
                };
                let chart = Levels {
                    title: "Score by cost of a rifleman, when everything else stays as it is in the codex".to_owned(),
                    subtitle: "With 95% intervals".to_owned(),
                    factor: "codex.units.rifleman.cost".to_owned(),
                    levels: (0..levels).map(|l| format!("{} points", 80 + 10 * l)).collect(),
                    lines: (0..lines)
                        .map(|n| Line { label: format!("line {n}"), points: (0..levels).map(point).collect() })
                        .collect(),
                    alt: "Scores by cost.".to_owned(),
                };
                chart.picture().check();
            }
        }
    }
}
