//! How a lead spreads turn by turn: small charts side by side, one for each match-up.

use super::palette::{GREY, GRID, PAPER, SERIES, mix};
use super::picture::{Anchor, MARGIN, PHONE, Page, Picture, Scale, Text, fitted, text_width};

/// Leads by turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Bands {
    /// Title.
    pub title: String,
    /// What the line and the bands are, and how many games stand behind them.
    pub subtitle: String,
    /// What lies along the bottom.
    pub axis: String,
    /// The charts, in reading order.
    pub panels: Vec<Panel>,
    /// A sentence for those who cannot see it.
    pub alt: String,
}

/// One match-up.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Heading.
    pub heading: String,
    /// Who is ahead above the middle, and who below.
    pub sides: [String; 2],
    /// The spread of leads at each turn, from the first.
    pub turns: Vec<Spread>,
}

/// Quantiles of a lead from -1 to 1: the tenth, the quarter, the half, three quarters, nine tenths.
pub type Spread = [f64; 5];

/// Width and height of a plot, alone or one of several.
const ALONE: (f64, f64) = (520.0, 220.0);
const ONE_OF_MANY: (f64, f64) = (270.0, 150.0);

/// Room at the left of a plot, for its numbers.
const LEFT: f64 = 46.0;

/// Room above a plot for its heading, and below it for the turns.
const ABOVE: f64 = 22.0;
const BELOW: f64 = 46.0;

impl Bands {
    /// Lays it out.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.on(Page::Screen).beside(|| Some(self.on(Page::Phone)))
    }

    fn on(&self, page: Page) -> Picture {
        let columns = if page == Page::Phone { 1 } else { self.panels.len().clamp(1, 2) };
        let (width, height) = match (page, columns) {
            (Page::Phone, _) => (PHONE - 2.0 * MARGIN - LEFT - 14.0, ONE_OF_MANY.1),
            (Page::Screen, 1) => ALONE,
            (Page::Screen, _) => ONE_OF_MANY,
        };
        let page = MARGIN + columns as f64 * (LEFT + width + 14.0) + MARGIN;
        let (mut picture, top) = Picture::open(&self.title, &self.subtitle, page);
        let farthest = self
            .panels
            .iter()
            .flat_map(|panel| &panel.turns)
            .flatten()
            .fold(0.0_f64, |most, lead| most.max(lead.abs()));
        let reach = (4.0 * farthest).ceil().clamp(1.0, 4.0) / 4.0;
        let rows = self.panels.len().div_ceil(columns);
        for (n, panel) in self.panels.iter().enumerate() {
            let left = MARGIN + LEFT + (n % columns) as f64 * (LEFT + width + 14.0);
            let top = top + (n / columns) as f64 * (ABOVE + height + BELOW) + ABOVE;
            let plot = Plot { left, top, width, height, reach };
            plot.draw(&mut picture, panel, &self.axis);
        }
        let bottom = top + rows.max(1) as f64 * (ABOVE + height + BELOW);
        picture.close(bottom - 8.0, self.alt.clone())
    }
}

struct Plot {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// Leads are shown from minus this to this.
    reach: f64,
}

impl Plot {
    fn draw(&self, picture: &mut Picture, panel: &Panel, axis: &str) {
        let Self { left, top, width, height, reach } = *self;
        let (right, bottom) = (left + width, top + height);
        let heading = fitted(&panel.heading, 12.0, true, width);
        picture.text(Text::new(heading, (left, top - 12.0), 12.0).bold());
        let upright = Scale::new((-reach, reach), (bottom, top));
        for half in -2..=2_i8 {
            let lead = reach * f64::from(half) / 2.0;
            let y = upright.at(lead);
            let (thickness, color) = if half == 0 { (1.5, GREY) } else { (1.0, GRID) };
            picture.line((left, y), (right, y), thickness, color);
            let percent = 100.0 * lead.abs();
            let number = if percent.fract() == 0.0 { format!("{percent:.0}%") } else { format!("{percent:.1}%") };
            picture.text(Text::new(number, (left - 6.0, y), 11.0).anchor(Anchor::End).color(GREY));
        }
        let last = panel.turns.len().max(2);
        let along = Scale::new((0.0, last as f64), (left, right));
        let every = label_every(last, width);
        for turn in (0..=last).step_by(every) {
            let number = Text::new(turn.to_string(), (along.at(turn as f64), bottom + 12.0), 11.0);
            picture.text(number.anchor(Anchor::Middle).color(GREY));
        }
        picture.text(Text::new(axis, ((left + right) / 2.0, bottom + 28.0), 11.0).anchor(Anchor::Middle).color(GREY));
        // Before the first turn nobody is ahead.
        let places: Vec<(f64, Spread)> = std::iter::once([0.0; 5])
            .chain(panel.turns.iter().copied())
            .zip(0..)
            .map(|(s, t)| (along.at(f64::from(t)), s))
            .collect();
        for (low, high, share) in [(0, 4, 0.25), (1, 3, 0.5)] {
            let above = places.iter().map(|(x, spread)| (*x, upright.at(spread[high])));
            let below = places.iter().rev().map(|(x, spread)| (*x, upright.at(spread[low])));
            picture.area(above.chain(below).collect(), mix(PAPER, SERIES[0], share));
        }
        let medians: Vec<(f64, f64)> = places.iter().map(|(x, spread)| (*x, upright.at(spread[2]))).collect();
        medians.iter().skip(1).for_each(|at| picture.dot(*at, 2.5, SERIES[0]));
        picture.path(medians, 2.0, SERIES[0]);
        for (side, y) in panel.sides.iter().zip([top + 9.0, bottom - 9.0]) {
            // At the left: early leads are small, and leave the corners free.
            let text = format!("{} ahead", fitted(side, 11.0, false, width - 60.0));
            picture.text(Text::new(text, (left + 4.0, y), 11.0).color(GREY));
        }
    }
}

/// Turns from one number to the next, so that they do not touch.
fn label_every(turns: usize, width: f64) -> usize {
    let room = text_width("00", 11.0, false) + 10.0;
    [1, 2, 5, 10].into_iter().find(|every| width / turns as f64 * *every as f64 >= room).unwrap_or(20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_is_laid_out_without_overlap() {
        for count in 0..5_usize {
            for turns in [0_usize, 1, 8, 30] {
                let spread = |turn: usize| [-1.0, -0.5, 0.0, 0.3, 0.6].map(|lead| lead * turn as f64 / turns as f64);
                let panel = |n: usize| Panel {
                    heading: format!("{} against the others", "The Extraordinary ".repeat(n)),
                    sides: ["The Extraordinarily Long-Winded Battalion of Foot".to_owned(), "B".to_owned()],
                    turns: (1..=turns).map(spread).collect(),
                };
                let chart = Bands {
                    title: "Who leads".to_owned(),
                    subtitle: "Median and bands".to_owned(),
                    axis: "turns played".to_owned(),
                    panels: (0..count).map(panel).collect(),
                    alt: "Leads by turn.".to_owned(),
                };
                chart.picture().check();
            }
        }
    }

    #[test]
    fn the_scale_reaches_as_far_as_the_leads() {
        let panel = |lead: f64| Panel {
            heading: "A against B".to_owned(),
            sides: ["A".to_owned(), "B".to_owned()],
            turns: vec![[-lead, 0.0, 0.0, 0.0, lead]],
        };
        let texts = |lead: f64| {
            let chart = Bands {
                title: String::new(),
                subtitle: String::new(),
                axis: "turns".to_owned(),
                panels: vec![panel(lead)],
                alt: "Leads.".to_owned(),
            };
            chart.picture().texts().iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()
        };
        assert!(texts(0.3).contains(&"50%".to_owned()) && !texts(0.3).contains(&"100%".to_owned()));
        assert!(texts(0.9).contains(&"100%".to_owned()));
    }
}
