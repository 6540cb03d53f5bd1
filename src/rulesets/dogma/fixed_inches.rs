//! Lengths that add up exactly.

use std::ops::{Add, Sub};

/// Inches that a length written on paper may lack or have too much of: the rulebook's own are rounded to three decimals, and
/// places to four. Moves that are so much too long, and room that is so much too narrow, are what they are meant to be.
pub const ON_PAPER: f64 = 5e-4;

/// A length in units of 1/127 of a thousand-millionth of an inch: decimal inches and whole millimetres are both exact, so
/// that room of exactly one inch is room for one inch (DG-REC-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length(i64);

/// Units in an inch.
const INCH: i64 = 127_000_000_000;

impl Length {
    /// No length.
    pub const ZERO: Length = Length(0);

    /// Longer than anything on a table.
    pub const ENDLESS: Length = Length(i64::MAX / 4);

    /// Most inches that inputs may ask for.
    pub const MOST_INCHES: f64 = 1000.0;

    /// So many inches, to nine decimals; at most [`Length::MOST_INCHES`].
    #[must_use]
    pub fn from_inches(inches: f64) -> Self {
        Self((inches * 1e9).round() as i64 * (INCH / 1_000_000_000))
    }

    /// So many millimetres, to nine decimals; at most [`Length::MOST_INCHES`] of inches.
    #[must_use]
    pub fn from_millimetres(millimetres: f64) -> Self {
        // 127 thousand million units to 25.4 mm.
        Self((millimetres * 1e9).round() as i64 * 5)
    }

    /// In inches.
    #[must_use]
    pub fn inches(self) -> f64 {
        self.0 as f64 / INCH as f64
    }
}

impl Add for Length {
    type Output = Length;
    fn add(self, other: Length) -> Length {
        Length(self.0 + other.0)
    }
}

impl Sub for Length {
    type Output = Length;
    fn sub(self, other: Length) -> Length {
        Length(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_and_millimetres_add_up() {
        let inches = Length::from_inches;
        assert_eq!(inches(0.7) + inches(0.3), inches(1.0));
        assert_eq!(inches(1.0) - inches(0.9), inches(0.1));
        assert_eq!(Length::from_millimetres(25.4), inches(1.0));
        assert_eq!(Length::from_millimetres(127.0), inches(5.0));
        assert!((Length::from_millimetres(40.0).inches() - 1.574_803_149_606).abs() < 1e-9);
    }
}
