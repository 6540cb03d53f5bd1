//! Rounding: numbers in the digits that their intervals support.

use crate::analysis::rounding::{fixed, percent, places};
use crate::charts::Estimate;

/// `53.2%`.
pub fn share(e: Estimate) -> String {
    percent(e.score, e.half_width())
}

/// `[52.8, 53.6]`.
pub fn interval(e: Estimate) -> String {
    format!("[{}, {}]", bare(e.low, e), bare(e.high, e))
}

/// `53.2% (95% interval 52.8 to 53.6)`.
pub fn share_with_interval(e: Estimate) -> String {
    format!("{} (95% interval {} to {})", share(e), bare(e.low, e), bare(e.high, e))
}

/// A share of many, where no interval is asked for: one decimal below a tenth, where it counts.
pub fn portion(part: f64, whole: f64) -> String {
    let percent = if whole > 0.0 { 100.0 * part / whole } else { 0.0 };
    if percent == 0.0 || percent >= 9.95 { format!("{percent:.0}%") } else { format!("{percent:.1}%") }
}

fn bare(value: f64, e: Estimate) -> String {
    fixed(100.0 * value, places(100.0 * e.half_width()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_follow_the_half_width() {
        let cases =
            [(0.024, "53%", "[51, 56]"), (0.005, "53.2%", "[52.7, 53.7]"), (0.000_8, "53.21%", "[53.13, 53.29]")];
        for (half, text, ends) in cases {
            let e = Estimate { score: 0.5321, low: 0.5321 - half, high: 0.5321 + half };
            assert_eq!((share(e).as_str(), interval(e).as_str()), (text, ends));
        }
    }

    #[test]
    fn portions() {
        assert_eq!(
            (portion(1.0, 3.0), portion(1.0, 40.0), portion(0.0, 9.0)),
            ("33%".into(), "2.5%".into(), "0%".into())
        );
        assert_eq!(portion(0.0, 0.0), "0%");
    }
}
