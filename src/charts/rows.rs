//! How rows of marks lie on a page: their names beside them on a screen, above them on a phone.

use super::picture::{Anchor, MARGIN, PHONE, Page, Picture, Text, fitted, text_width};

/// Size of names and numbers.
pub const LABEL: f64 = 12.0;

/// Width of the marks on a screen.
const PLOT: f64 = 380.0;

/// The longest name beside marks.
const LONGEST: f64 = 240.0;

/// Between names, marks and numbers.
const GAP: f64 = 14.0;

/// Height of the names above the marks of a phone.
const HEAD: f64 = 20.0;

/// The columns of rows.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    page: Page,
    /// Where the marks begin.
    pub left: f64,
    /// Where they end.
    pub right: f64,
    /// Width of the page.
    pub width: f64,
}

impl Rows {
    /// For rows of these names, with so much room for the numbers of each; 0 where they have none.
    pub fn of<'a>(page: Page, names: impl Iterator<Item = &'a str>, numbers: f64) -> Self {
        match page {
            Page::Screen => {
                let widest = names
                    .map(|name| text_width(&fitted(name, LABEL, false, LONGEST), LABEL, false))
                    .fold(40.0, f64::max);
                let left = MARGIN + widest + GAP;
                let numbers = if numbers > 0.0 { GAP + numbers } else { 0.0 };
                Self { page, left, right: left + PLOT, width: left + PLOT + numbers + MARGIN }
            }
            // Room for half of the mark, or of the number, at either end.
            Page::Phone => Self { page, left: MARGIN + GAP, right: PHONE - MARGIN - GAP, width: PHONE },
        }
    }

    /// What a row is higher by than its marks.
    pub fn head(&self) -> f64 {
        if self.page == Page::Phone { HEAD } else { 0.0 }
    }

    /// Where lines are drawn between these heights, in which rows of this height begin at `rows`: past all of them, and on a phone between the names.
    pub fn bands(&self, top: f64, bottom: f64, rows: impl Iterator<Item = f64>, height: f64) -> Vec<(f64, f64)> {
        match self.page {
            Page::Screen => vec![(top, bottom)],
            Page::Phone => rows.map(|row| (row + HEAD, row + height)).collect(),
        }
    }

    /// Ticks that an axis has room for.
    pub fn ticks(&self) -> usize {
        if self.page == Page::Phone { 5 } else { 7 }
    }

    /// Puts the name and the numbers of the row whose marks lie about `middle`, and whose upper end is `top`.
    pub fn name(&self, picture: &mut Picture, name: &str, numbers: &str, top: f64, middle: f64) {
        match self.page {
            Page::Screen => {
                let name = fitted(name, LABEL, false, LONGEST);
                picture.text(Text::new(name, (self.left - GAP, middle), LABEL).anchor(Anchor::End));
                if !numbers.is_empty() {
                    picture.text(Text::new(numbers, (self.right + GAP, middle), LABEL));
                }
            }
            Page::Phone => {
                let y = top + HEAD / 2.0 + 2.0;
                let room = PHONE - 2.0 * MARGIN - GAP - text_width(numbers, LABEL, false);
                picture.text(Text::new(fitted(name, LABEL, false, room), (MARGIN, y), LABEL));
                if !numbers.is_empty() {
                    picture.text(Text::new(numbers, (PHONE - MARGIN, y), LABEL).anchor(Anchor::End));
                }
            }
        }
    }
}
