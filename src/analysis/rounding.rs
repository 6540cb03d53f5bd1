//! Rounding: numbers as people read them, with as many digits as their error supports.
//!
//! Minus signs are plain hyphens here; [`typeset`] turns them into true ones for pages.

use super::sprt::{Hypotheses, Sprt, SprtState};
use super::{Interval, Pairing, Score};

/// No number is printed with more decimal places than this, however small its error.
const MOST_PLACES: usize = 6;

/// Decimal places that a half-width supports, so that its first digit is the last one shown: 0.5 supports one.
#[must_use]
pub fn places(half_width: f64) -> usize {
    // Negative numbers and NaN become 0 here, and infinity the largest number.
    ((-libm::log10(half_width.abs())).ceil().max(0.0) as usize).min(MOST_PLACES)
}

/// A number with so many decimal places; never `-0`.
#[must_use]
pub fn fixed(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|b| matches!(b, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

/// A number with its sign, unless it is shown as zero.
#[must_use]
pub fn signed(value: f64, places: usize) -> String {
    let text = fixed(value, places);
    let zero = text.bytes().all(|b| matches!(b, b'0' | b'.'));
    if zero || text.starts_with('-') { text } else { format!("+{text}") }
}

/// A whole number with its thousands set apart: `1,234,567`.
#[must_use]
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many of something, with the plural of all but one: `1 pair`, `1,200 pairs`.
#[must_use]
pub fn counted(n: u64, what: &str) -> String {
    format!("{} {what}{}", count(n), if n == 1 { "" } else { "s" })
}

/// A share as a percentage: `percent(0.5321, 0.004)` is `53.2%`.
#[must_use]
pub fn percent(share: f64, half_width: f64) -> String {
    fixed(100.0 * share, places(100.0 * half_width)) + "%"
}

/// A share with its interval, in percent: `53.2% [52.8, 53.6]`.
#[must_use]
pub fn percent_within(share: f64, interval: Interval) -> String {
    let places = places(100.0 * interval.half_width());
    let [low, high] = [interval.low, interval.high].map(|limit| fixed(100.0 * limit, places));
    format!("{}% [{low}, {high}]", fixed(100.0 * share, places))
}

/// A value with its interval: `8.24 [8.11, 8.37]`.
#[must_use]
pub fn value_within(value: f64, interval: Interval) -> String {
    let places = places(interval.half_width());
    let [low, high] = [interval.low, interval.high].map(|limit| fixed(limit, places));
    format!("{} [{low}, {high}]", fixed(value, places))
}

/// A difference with its interval: `+5.2 [+3.1, +7.3]`.
#[must_use]
pub fn signed_within(value: f64, interval: Interval) -> String {
    let places = places(interval.half_width());
    let [low, high] = [interval.low, interval.high].map(|limit| signed(limit, places));
    format!("{} [{low}, {high}]", signed(value, places))
}

/// An Elo difference with its limits: `+22 [+19, +25]`; `+∞` or `-∞` for those that are infinite.
#[must_use]
pub fn elo_within(score: &Score) -> String {
    let (centre, low, high) = elo_parts(score);
    format!("{centre} [{low}, {high}]")
}

fn elo_parts(score: &Score) -> (String, String, String) {
    let places = match (score.elo_low, score.elo_high) {
        (Some(low), Some(high)) => places((high - low) / 2.0),
        _ => 0,
    };
    // Whoever wins everything is better by no number.
    let text = |elo: Option<f64>, none: &str| elo.map_or_else(|| none.to_owned(), |elo| signed(elo, places));
    let none = if score.score < 0.5 { "-∞" } else { "+∞" };
    (text(score.elo, none), text(score.elo_low, "-∞"), text(score.elo_high, "+∞"))
}

/// The line for a score: `53.2% [52.8, 53.6]  +22 Elo [+19, +25]  20,000 pairs (worth 60,000 win/loss games)`.
#[must_use]
pub fn score_line(score: &Score) -> String {
    let (elo, low, high) = elo_parts(score);
    let unit = match (score.games == score.units, score.units) {
        (false, 1) => "pair",
        (false, _) => "pairs",
        (true, 1) => "game",
        (true, _) => "games",
    };
    format!(
        "{}  {elo} Elo [{low}, {high}]  {} {unit} (worth {} win/loss games)",
        percent_within(score.score, score.interval),
        count(score.units),
        count(two_digits(score.effective_games)),
    )
}

/// A whole number with its first two digits only: how many games a run is worth is no more certain than that.
fn two_digits(value: f64) -> u64 {
    let unit = libm::pow(10.0, (libm::log10(value.max(1.0)).floor() - 1.0).max(0.0));
    ((value / unit).round() * unit) as u64
}

/// The line for what pairing did:
/// `pairing saved 31% of the games (24% side swap, 7% shared dice); first seat scores 56.1%`.
#[must_use]
pub fn pairing_line(pairing: &Pairing, z: f64) -> String {
    let seat = percent(pairing.first_seat_score, z * pairing.first_seat_std_error);
    match (pairing.saved_by_swap, pairing.saved_by_seeds) {
        (Some(swap), Some(seeds)) => {
            // Rounded parts, and their sum: the line must add up for its readers.
            let [swap, seeds] = [swap, seeds].map(|share| (100.0 * share).round());
            let total = fixed(swap + seeds, 0);
            let (swap, seeds) = (fixed(swap, 0), fixed(seeds, 0));
            format!(
                "pairing saved {total}% of the games ({swap}% side swap, {seeds}% shared dice); first seat scores {seat}"
            )
        }
        _ => format!("all games came out alike; first seat scores {seat}"),
    }
}

/// The line for a sequential test, as testers of chess engines know it: `LLR 2.97 (-2.94, 2.94) [0.00, 10.00]  accept H1`.
#[must_use]
pub fn sprt_line(sprt: &Sprt, hypotheses: &Hypotheses) -> String {
    let state = match sprt.state {
        SprtState::Continue => "continue",
        SprtState::AcceptH0 => "accept H0",
        SprtState::AcceptH1 => "accept H1",
    };
    let [llr, lower, upper, elo0, elo1] =
        [sprt.llr, sprt.lower, sprt.upper, hypotheses.elo0, hypotheses.elo1].map(|x| fixed(x, 2));
    format!("LLR {llr} ({lower}, {upper}) [{elo0}, {elo1}]  {state}")
}

/// A p-value: three places, two digits when it is small, and `<0.00001` below that.
#[must_use]
pub fn p_value(p: f64) -> String {
    if p < 1e-5 {
        "<0.00001".to_owned()
    } else if p < 0.0995 {
        fixed(p, 1 + places(p))
    } else {
        fixed(p, 3)
    }
}

/// With true minus signs (U+2212) before numbers.
#[must_use]
pub fn typeset(text: &str) -> String {
    let mut set = String::with_capacity(text.len());
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let minus = c == '-' && !before.is_alphanumeric() && rest.peek().is_some_and(char::is_ascii_digit);
        set.push(if minus { '\u{2212}' } else { c });
        before = c;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_half_width_says_how_many_digits() {
        for (half_width, want) in [(0.5, 1), (0.4, 1), (0.1, 1), (0.05, 2), (1.0, 0), (0.99, 1), (25.0, 0), (0.0, 6)] {
            assert_eq!(places(half_width), want, "{half_width}");
        }
        assert_eq!(percent(0.532_14, 0.004), "53.2%");
        assert_eq!(percent_within(0.532_14, Interval { low: 0.528, high: 0.536 }), "53.2% [52.8, 53.6]");
        assert_eq!(percent_within(0.5, Interval { low: 0.41, high: 0.59 }), "50% [41, 59]");
    }

    #[test]
    fn nothing_is_minus_zero() {
        assert_eq!((fixed(-0.04, 1), signed(-0.04, 1), signed(0.04, 1)), ("0.0".into(), "0.0".into(), "0.0".into()));
        assert_eq!((signed(-0.06, 1), signed(3.2, 0)), ("-0.1".into(), "+3".into()));
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn a_difference_has_the_digits_of_its_interval() {
        assert_eq!(signed_within(5.23, Interval { low: 3.11, high: 7.35 }), "+5 [+3, +7]");
        assert_eq!(signed_within(-0.523, Interval { low: -0.6, high: 0.04 }), "-0.5 [-0.6, 0.0]");
    }

    #[test]
    fn a_score_in_a_line() {
        let score = Score::from_counts(&[1187, 7410, 13475, 7378, 1164], 0.95).unwrap();
        let line = "49.9% [49.7, 50.2]  0 Elo [-2, +1]  30,614 pairs (worth 150,000 win/loss games)";
        assert_eq!(score_line(&score), line);
        assert_eq!(elo_within(&score), "0 [-2, +1]");
        let whole = |counts: &[u64]| elo_within(&Score::from_counts(counts, 0.95).unwrap());
        assert!(whole(&[0, 0, 40]).starts_with("+∞ [+") && whole(&[0, 0, 40]).ends_with(", +∞]"));
        assert!(whole(&[40, 0, 0]).starts_with("-∞ [-∞, -"), "{}", whole(&[40, 0, 0]));
        let certain = Score::from_counts(&[0, 0, 0, 0, 12], 0.95).unwrap();
        assert_eq!(score_line(&certain), "100% [76, 100]  +∞ Elo [+198, +∞]  12 pairs (worth 12 win/loss games)");
    }

    #[test]
    fn pairing_in_a_line() {
        let pairing = Pairing::of(&[[40, 12, 90], [8, 30, 22], [35, 18, 145]]).unwrap();
        let line = "pairing saved -9% of the games (3% side swap, -12% shared dice); first seat scores 43%";
        assert_eq!(pairing_line(&pairing, 1.96), line);
        let alike = Pairing::of(&[[0; 3], [0, 5, 0], [0; 3]]).unwrap();
        assert_eq!(pairing_line(&alike, 1.96), "all games came out alike; first seat scores 50.000000%");
    }

    #[test]
    fn a_sequential_test_in_a_line() {
        let hypotheses = Hypotheses { elo1: 30.0, ..Hypotheses::default() };
        let sprt = Sprt::of(&[100, 50, 150], &hypotheses).unwrap();
        let line = sprt_line(&sprt, &hypotheses);
        assert!(line.starts_with("LLR ") && line.ends_with(" (-2.94, 2.94) [0.00, 30.00]  accept H1"), "{line}");
    }

    #[test]
    fn p_values_in_words() {
        let cases = [(0.5, "0.500"), (0.0341, "0.034"), (0.0034, "0.0034"), (1.2e-7, "<0.00001"), (1.0, "1.000")];
        for (p, want) in cases {
            assert_eq!(p_value(p), want);
        }
    }

    #[test]
    fn minus_signs_for_pages() {
        assert_eq!(typeset("-3 [-7, +1] half-width - x-2"), "−3 [−7, +1] half-width - x-2");
    }
}
