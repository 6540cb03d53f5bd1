//! Events told twice, and the chronicle that keeps them.

use serde_json::Value;

use super::{Chronicle, Deed, Side, Tally};

/// One event, told twice.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// As a JSON object.
    pub trace: Value,
    /// In words, with the rules that made the difference.
    pub words: String,
}

impl Told {
    /// An event as `trace` and in `words`; without words it is of the trace alone.
    #[must_use]
    pub fn new(trace: Value, words: impl Into<String>) -> Self {
        Self { trace, words: words.into() }
    }
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
