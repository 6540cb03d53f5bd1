//! Events told twice, and the chronicle that keeps them.

use serde_json::Value;

use super::{Chronicle, Deed, Side, Tally};

/// One event, told twice.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// As a JSON object; null for what is told in words alone.
    pub trace: Value,
    /// In words, with the rules that made the difference.
    pub words: String,
    /// Whether the words head others, and say nothing without them.
    pub heads: bool,
}

impl Told {
    /// An event as `trace` and in `words`; without words it is of the trace alone.
    #[must_use]
    pub fn new(trace: Value, words: impl Into<String>) -> Self {
        Self { trace, words: words.into(), heads: false }
    }

    /// An event whose words head those that are indented more deeply and come next; where none do, it is of the trace alone.
    #[must_use]
    pub fn heading(trace: Value, words: impl Into<String>) -> Self {
        Self { heads: true, ..Self::new(trace, words) }
    }
}

/// What was told, for readers: without events of the trace alone, and without headings that head nothing.
#[must_use]
pub(super) fn lines(told: &[Told]) -> Vec<String> {
    let depth = |words: &str| words.trim_start_matches('\n').bytes().take_while(|byte| *byte == b' ').count();
    let mut next = 0;
    let mut kept: Vec<String> = Vec::new();
    for told in told.iter().rev().filter(|told| !told.words.is_empty()) {
        let own = depth(&told.words);
        if !told.heads || next > own {
            kept.push(told.words.clone());
            next = own;
        }
    }
    kept.reverse();
    kept
}

/// Keeps everything it is told, and counts as a tally does.
#[derive(Debug)]
pub struct Teller {
    /// What was told, in order.
    pub told: Vec<Told>,
    /// What was counted.
    pub tally: Tally,
}

impl Teller {
    /// A teller that has heard nothing yet, of `units` on each side and `rules` rules.
    #[must_use]
    pub fn new(units: [usize; 2], rules: usize) -> Self {
        Self { told: Vec::new(), tally: Tally::new(units, rules) }
    }
}

impl Chronicle<Told> for Teller {
    const TELLS: bool = true;

    fn tell(&mut self, event: impl FnOnce() -> Told) {
        self.told.push(event());
    }

    fn rule(&mut self, index: u16) {
        Chronicle::<Told>::rule(&mut self.tally, index);
    }

    fn chance(&mut self, owner: Side, actual: f64, expected: f64) {
        Chronicle::<Told>::chance(&mut self.tally, owner, actual, expected);
    }

    fn deed(&mut self, side: Side, unit: usize, deed: Deed, amount: i64) {
        Chronicle::<Told>::deed(&mut self.tally, side, unit, deed, amount);
    }

    fn turn_over(&mut self, value: [f64; 2]) {
        Chronicle::<Told>::turn_over(&mut self.tally, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_with_nothing_beneath_them_are_not_told() {
        let told = |words: &str| Told::new(Value::Null, words);
        let heading = |words: &str| Told::heading(Value::Null, words);
        let all = [
            told("\nRound 1"),
            heading("  movement"),
            heading("  ranged"),
            told(""),
            told("    a shot"),
            heading("  close"),
            told("  somebody recovers"),
            heading("  movement"),
            told("\nRound 2"),
            heading("  movement"),
        ];
        assert_eq!(lines(&all), ["\nRound 1", "  ranged", "    a shot", "  somebody recovers", "\nRound 2"]);
    }
}
