//! Numbers of the rules with more to them than a range.

use crate::game::Points;
use crate::game::switches::Value;
use crate::rulesets::dogma::fixed_inches::Length;

/// How many times the defence total an attack total must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio(pub(super) f64);

impl Ratio {
    /// Whether `attack` is at least so many times `defence`; decimals that miss a whole number by less than 1e-9 count
    /// as that number.
    #[must_use]
    pub fn reached(self, attack: u32, defence: u32) -> bool {
        f64::from(attack) + 1e-9 >= self.0 * f64::from(defence)
    }
}

impl Value for Ratio {
    fn read(text: &str) -> Option<Self> {
        let ratio: f64 = match text.split_once('/') {
            Some((times, of)) => times.trim().parse::<f64>().ok()? / of.trim().parse::<f64>().ok()?,
            None => text.parse().ok()?,
        };
        (ratio > 1.0 && ratio <= 1000.0).then_some(Ratio(ratio))
    }
    fn write(&self) -> String {
        self.0.to_string()
    }
    fn allowed() -> Vec<&'static str> {
        vec!["a number or fraction above 1, up to 1000"]
    }
}

/// A share of a whole, compared without rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    of: i64,
    parts: i64,
}

impl Fraction {
    /// One part of so many.
    #[must_use]
    pub const fn one_of(parts: i64) -> Self {
        Self { of: 1, parts }
    }

    /// Whether `part` is at least this share of `whole`.
    #[must_use]
    pub fn reached(self, part: Points, whole: Points) -> bool {
        part * self.parts >= whole * self.of
    }

    /// This share of `whole`, in points.
    #[must_use]
    pub fn of(self, whole: Points) -> f64 {
        whole as f64 * self.of as f64 / self.parts as f64
    }
}

impl Value for Fraction {
    fn read(text: &str) -> Option<Self> {
        let fraction = match text.split_once('/') {
            Some((of, parts)) => Fraction { of: of.trim().parse().ok()?, parts: parts.trim().parse().ok()? },
            None => {
                let share: f64 = text.parse().ok()?;
                Fraction { of: (share * 1e6).round() as i64, parts: 1_000_000 }
            }
        };
        let sound = (1..=1_000_000).contains(&fraction.parts) && (0..=fraction.parts).contains(&fraction.of);
        sound.then_some(fraction)
    }
    fn write(&self) -> String {
        format!("{}/{}", self.of, self.parts)
    }
    fn allowed() -> Vec<&'static str> {
        vec!["a fraction or number from 0 to 1"]
    }
}

impl Value for Length {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|inches| (0.0..=Length::MOST_INCHES).contains(inches)).map(Length::from_inches)
    }
    fn write(&self) -> String {
        self.inches().to_string()
    }
    fn allowed() -> Vec<&'static str> {
        vec!["inches from 0 to 1000"]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_met_exactly() {
        let third = Fraction::read("1/3").unwrap();
        assert!(third.reached(8, 24) && !third.reached(7, 24) && !third.reached(7, 23) && third.reached(8, 23));
        let half = Fraction::read("0.5").unwrap();
        assert!(half.reached(11_500, 23_000) && !half.reached(11_499, 23_000));
    }

    #[test]
    fn ratios_are_met_exactly() {
        let ratio = |text: &str| Ratio::read(text).unwrap();
        assert!(ratio("1.1").reached(11, 10) && !ratio("1.1").reached(10, 10));
        assert!(ratio("1.6666666666666667").reached(5, 3) && ratio("5/3").reached(5, 3));
        assert!(ratio("4/3").reached(4, 3) && !ratio("4/3").reached(5, 4));
        assert!(ratio("2").reached(8, 4) && !ratio("2").reached(7, 4));
    }
}
