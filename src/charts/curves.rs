//! Curves of exact numbers over a numeric input.

use super::palette::{GREY, GRID, PAPER, SERIES, mix};
use super::picture::{Anchor, MARGIN, PHONE, Page, Picture, Scale, Text, fitted};
use crate::analysis::rounding;

/// Numbers over a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    /// Title.
    pub title: String,
    /// What the numbers are.
    pub subtitle: String,
    /// What lies along the bottom.
    pub factor: String,
    /// Its values, in any order.
    pub at: Vec<f64>,
    /// The curves.
    pub curves: Vec<Curve>,
    /// Whether the numbers are shares from 0 to 1, shown in per cent.
    pub shares: bool,
}

/// One curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it shows.
    pub label: String,
    /// A number for each value that has one.
    pub points: Vec<Option<f64>>,
    /// Its interval, for each value that has one; nothing where there are none.
    pub bounds: Vec<Option<(f64, f64)>>,
}

const PLOT: (f64, f64) = (460.0, 260.0);

impl Curves {
    /// Lays it out. Curves beyond the number of colours are left out: a reader could not tell them apart.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.on(Page::Screen).beside(|| Some(self.on(Page::Phone)))
    }

    fn on(&self, page: Page) -> Picture {
        let curves = &self.curves[..self.curves.len().min(SERIES.len())];
        let left = MARGIN + 52.0;
        let (right, most_ticks) = match page {
            Page::Screen => (left + PLOT.0, 10),
            Page::Phone => (PHONE - MARGIN - 12.0, 6),
        };
        let (mut picture, top) = Picture::open(&self.title, &self.subtitle, right + MARGIN + 12.0);
        let names = curves.iter().zip(SERIES).map(|(curve, color)| (curve.label.clone(), color));
        let top = picture.legend(&names.collect::<Vec<_>>(), top) + 8.0;
        let bottom = top + PLOT.1;
        let points = curves.iter().flat_map(|curve| curve.points.iter().flatten().copied());
        let ends = curves.iter().flat_map(|curve| curve.bounds.iter().flatten()).flat_map(|(low, high)| [*low, *high]);
        let (low, high) = points.chain(ends).fold((0.0_f64, 0.0_f64), |(low, high), y| (low.min(y), high.max(y)));
        let high = match (self.shares, high > low) {
            (true, _) if high > 0.75 => 1.0,
            (_, true) => low + 1.08 * (high - low),
            (_, false) => low + 1.0,
        };
        let upright = Scale::new((low, high), (bottom, top));
        for tick in upright.ticks(6) {
            let y = upright.at(tick);
            picture.line((left, y), (right, y), 1.0, GRID);
            let label = Text::new(self.number(tick), (left - 8.0, y), 11.0);
            picture.text(label.anchor(Anchor::End).color(GREY));
        }
        let (first, last) = self.at.iter().fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(*x), high.max(*x)));
        let (first, last) = if first < last { (first, last) } else { (first.min(0.0), first.max(0.0) + 1.0) };
        let along = Scale::new((first, last), (left + 8.0, right - 8.0));
        // There is nothing between whole turns.
        let whole = self.at.iter().all(|x| x.fract() == 0.0);
        for tick in along.ticks(most_ticks).into_iter().filter(|tick| !whole || tick.fract() == 0.0) {
            let label = Text::new(
                rounding::fixed(tick, usize::from(tick.fract() != 0.0)),
                (along.at(tick), bottom + 14.0),
                11.0,
            );
            picture.text(label.anchor(Anchor::Middle).color(GREY));
        }
        let factor = fitted(&self.factor, 12.0, false, right - left);
        picture.text(Text::new(factor, ((left + right) / 2.0, bottom + 34.0), 12.0).anchor(Anchor::Middle).color(GREY));
        let mut order: Vec<usize> = (0..self.at.len()).collect();
        order.sort_by(|a, b| self.at[*a].total_cmp(&self.at[*b]));
        for (curve, color) in curves.iter().zip(SERIES) {
            let bound = |n: &usize| Some((along.at(self.at[*n]), (*curve.bounds.get(*n)?)?));
            let bounds: Vec<_> = order.iter().filter_map(bound).collect();
            if bounds.len() > 1 {
                let above = bounds.iter().map(|(x, (_, high))| (*x, upright.at(*high)));
                let below = bounds.iter().rev().map(|(x, (low, _))| (*x, upright.at(*low)));
                picture.area(above.chain(below).collect(), mix(PAPER, color, 0.25));
            }
        }
        for (curve, color) in curves.iter().zip(SERIES) {
            let point = |n: &usize| curve.points[*n].map(|y| (along.at(self.at[*n]), upright.at(y)));
            let points: Vec<(f64, f64)> = order.iter().filter_map(point).collect();
            points.iter().for_each(|at| picture.dot(*at, 3.0, color));
            if points.len() > 1 {
                picture.path(points, 1.8, color);
            }
        }
        picture.close(bottom + 42.0, self.sentence())
    }

    fn number(&self, value: f64) -> String {
        if self.shares {
            return format!("{}%", rounding::fixed(100.0 * value, 0));
        }
        // Ticks are multiples of a round step, but for the error of the multiplication.
        let text = rounding::fixed(value, 6);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    fn sentence(&self) -> String {
        let names: Vec<&str> = self.curves.iter().map(|curve| curve.label.as_str()).collect();
        format!("{} over {} in {} steps.", names.join(", "), self.factor, self.at.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_is_laid_out_without_overlap() {
        for steps in [1_usize, 2, 7, 60] {
            for (count, shares, height) in [(0, true, 1.0), (1, false, 40.0), (4, true, 0.2), (9, true, 1.0)] {
                let point = |n: usize| (n != 1).then(|| height * n as f64 / steps as f64);
                Curves {
                    title: "Dogfaces in Space: table-roll".to_owned(),
                    subtitle: "Probability of every outcome, exact".to_owned(),
                    factor: "damage".to_owned(),
                    at: (0..steps).map(|n| n as f64).collect(),
                    curves: (0..count)
                        .map(|n| Curve {
                            label: format!("outcome-{n}"),
                            points: (0..steps).map(point).collect(),
                            bounds: if n == 1 {
                                (0..steps).map(|s| point(s).map(|y| (y - 0.1, y + 0.1))).collect()
                            } else {
                                Vec::new()
                            },
                        })
                        .collect(),
                    shares,
                }
                .picture()
                .check();
            }
        }
    }
}
