//! How wide an interval may be, or how far a score may lie from even, as users write it: `0.01`, `1%`, `1 point`, `0.2 turns`.

use std::fmt;
use std::str::FromStr;

use super::Quantity;
use crate::game::{Diagnostic, nearest};

/// The largest width of a share that anybody asks for.
const MOST_SHARE: f64 = 0.25;

/// The least and the largest of a number of turns.
const TURNS: [f64; 2] = [0.01, 100.0];

/// What stands behind a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    /// Nothing: a share, or turns.
    Bare,
    /// Points of score, which are hundredths.
    Points,
    /// Turns of a game.
    Turns,
}

/// The units by their names.
const UNITS: [(&str, Unit); 5] = [
    ("%", Unit::Points),
    ("points", Unit::Points),
    ("point", Unit::Points),
    ("turns", Unit::Turns),
    ("turn", Unit::Turns),
];

/// A width with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Width {
    number: f64,
    unit: Unit,
}

impl Width {
    /// A number without a unit.
    #[must_use]
    pub fn bare(number: f64) -> Self {
        Self { number, unit: Unit::Bare }
    }

    /// The width as a share, from `least` to a quarter.
    ///
    /// # Errors
    /// What is allowed.
    pub fn share(self, least: f64) -> Result<f64, String> {
        let share = match self.unit {
            Unit::Bare => Some(self.number),
            Unit::Points => Some(self.number / 100.0),
            Unit::Turns => None,
        };
        share.filter(|share| (least..=MOST_SHARE).contains(share)).ok_or_else(|| {
            let points = 100.0 * least;
            format!(
                "allowed: from {least} to {MOST_SHARE}, where 0.01 is one point; or with a unit, from {points}% to 25%, such as `1%` or `1 point`"
            )
        })
    }

    /// The width in the unit of a quantity: a share, or turns.
    ///
    /// # Errors
    /// What is allowed.
    pub fn of(self, quantity: Quantity, least: f64) -> Result<f64, String> {
        if quantity.is_share() {
            return self.share(least);
        }
        let [least, most] = TURNS;
        let fits = self.unit != Unit::Points && (least..=most).contains(&self.number);
        if fits { Ok(self.number) } else { Err(format!("allowed: from {least} to {most} turns, such as `0.2 turns`")) }
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            Unit::Bare => "",
            Unit::Points => "%",
            Unit::Turns => " turns",
        };
        write!(f, "{}{unit}", self.number)
    }
}

impl FromStr for Width {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let text = text.trim();
        let end = text.find(|c: char| !c.is_ascii_digit() && !"+-.eE".contains(c)).unwrap_or(text.len());
        let (number, name) = (text[..end].parse(), text[end..].trim());
        let Ok(number) = number else {
            return Err(Diagnostic::new(format!("`{text}` is no number")).allowing([
                "0.01",
                "1%",
                "1 point",
                "0.2 turns",
            ]));
        };
        if name.is_empty() {
            return Ok(Self::bare(number));
        }
        match UNITS.into_iter().find(|(known, _)| *known == name) {
            Some((_, unit)) => Ok(Self { number, unit }),
            None => Err(Diagnostic {
                message: format!("unknown unit `{name}`"),
                allowed: UNITS.map(|(known, _)| known.to_owned()).to_vec(),
                nearest: nearest(name, UNITS.map(|(known, _)| known)),
                ..Diagnostic::default()
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_read_with_and_without_its_unit() {
        for text in ["0.02", "2%", "2 %", " 2 points", "2points", "2e-2"] {
            assert_eq!(text.parse::<Width>().unwrap().share(0.001), Ok(0.02), "{text}");
        }
        assert_eq!("1 point".parse::<Width>().unwrap().of(Quantity::Draws, 0.001), Ok(0.01));
        for text in ["2", "0", "-0.01", "26%", "0.01%", "1 turn", "nan"] {
            let width = text.parse::<Width>();
            assert!(width.is_err() || width.unwrap().share(0.001).unwrap_err().contains("`1%`"), "{text}");
        }
    }

    #[test]
    fn lengths_are_told_in_turns() {
        for text in ["0.5", "0.5 turns", "0.5turn"] {
            assert_eq!(text.parse::<Width>().unwrap().of(Quantity::Turns, 0.001), Ok(0.5), "{text}");
        }
        for text in ["0.5%", "0", "1000 turns"] {
            assert!(text.parse::<Width>().unwrap().of(Quantity::Turns, 0.001).unwrap_err().contains("turns"), "{text}");
        }
    }

    #[test]
    fn a_slip_of_the_unit_is_told() {
        let fault = "2 pints".parse::<Width>().unwrap_err();
        assert_eq!((fault.message.as_str(), fault.nearest.as_deref()), ("unknown unit `pints`", Some("points")));
        assert!("many".parse::<Width>().unwrap_err().message.contains("no number"));
    }
}
