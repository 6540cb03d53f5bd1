//! Charts: estimates in, pictures out.
//!
//! A chart is laid out once as a [`Picture`], in pixels of a screen, and drawn from there as SVG or PNG. The fonts are
//! part of the program.

mod bands;
mod boxes;
mod canvas;
mod chances;
mod curves;
mod dots;
mod grid;
mod heat_map;
mod histogram;
mod levels;
mod palette;
mod parts;
mod picture;
mod prices;
mod ridges;
mod rows;
mod stacks;
mod strip;
mod whiskers;

pub use bands::{Bands, Panel, Spread};
pub use boxes::{BoxGroup, BoxRow, Boxes};
pub use chances::{Chance, ChanceGroup, Chances};
pub use curves::{Curve, Curves};
pub use dots::{Dots, Group, Row};
pub use grid::Grid;
pub use heat_map::HeatMap;
pub use histogram::Histogram;
pub use levels::{Levels, Line};
pub use palette::{dark_style, ground_style};
pub use parts::Parts;
pub use picture::Picture;
pub use prices::{PriceTag, Prices, Side};
pub use ridges::{Ridge, Ridges};
pub use stacks::{MOST_PARTS, Stack, Stacks};
pub use strip::strip;
pub use whiskers::{Whisker, Whiskers};

use crate::analysis::rounding;

/// A share with its interval, all from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub score: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// A share in per cent, without the sign, in the digits that the half-width of its interval supports.
fn percent(share: f64, half_width: f64) -> String {
    rounding::fixed(100.0 * share, rounding::places(100.0 * half_width).min(2))
}
