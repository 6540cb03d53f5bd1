//! The event log of a game: every event as a JSON object for a trace, and in words for readers.

use serde_json::Value;

use super::{GameCounters, Observer, Side, SideState, UnitStat};

/// One event of a game, as JSON and in words.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    /// As a JSON object; null for what is told in words alone.
    pub trace: Value,
    /// In words, with the rules that made the difference.
    pub words: String,
    /// Whether the words head others, and say nothing without them.
    pub heads: bool,
}

impl LogEntry {
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

/// The log of a game's events, in order: an observer that keeps every one.
#[derive(Clone, Debug, Default)]
pub struct EventLog {
    /// The events, in order.
    pub entries: Vec<LogEntry>,
}

impl EventLog {
    /// The events as JSON objects, in order: a trace, of which each is a line.
    pub fn trace(&self) -> impl Iterator<Item = &Value> {
        self.entries.iter().map(|entry| &entry.trace).filter(|trace| !trace.is_null())
    }

    /// The events in words: those that are [`told`](Self::told).
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let told = self.entries.iter().zip(self.told()).filter(|(_, told)| *told);
        told.map(|(entry, _)| entry.words.clone()).collect()
    }

    /// Which of the events are told in words: not those of the trace alone, nor headings that head nothing.
    #[must_use]
    pub fn told(&self) -> Vec<bool> {
        let depth = |words: &str| words.trim_start_matches('\n').bytes().take_while(|byte| *byte == b' ').count();
        let mut next = 0;
        let mut told = vec![false; self.entries.len()];
        for (entry, told) in self.entries.iter().zip(&mut told).rev().filter(|(entry, _)| !entry.words.is_empty()) {
            let own = depth(&entry.words);
            if !entry.heads || next > own {
                *told = true;
                next = own;
            }
        }
        told
    }
}

impl Observer<LogEntry> for EventLog {
    const OBSERVES: bool = true;

    fn event(&mut self, event: impl FnOnce() -> LogEntry) {
        self.entries.push(event());
    }
}

/// Keeps a game's events and counts as [`GameCounters`] do.
#[derive(Debug)]
pub struct LoggedGame {
    /// The events.
    pub log: EventLog,
    /// What was counted.
    pub counters: GameCounters,
}

impl LoggedGame {
    /// An empty log and counters at zero, for `units` on each side and `rules` rules.
    #[must_use]
    pub fn new(units: [usize; 2], rules: usize) -> Self {
        Self { log: EventLog::default(), counters: GameCounters::new(units, rules) }
    }
}

impl Observer<LogEntry> for LoggedGame {
    const OBSERVES: bool = true;

    fn event(&mut self, event: impl FnOnce() -> LogEntry) {
        self.log.event(event);
    }

    fn rule_fired(&mut self, index: u16) {
        Observer::<LogEntry>::rule_fired(&mut self.counters, index);
    }

    fn random_result(&mut self, owner: Side, actual: f64, expected: f64) {
        Observer::<LogEntry>::random_result(&mut self.counters, owner, actual, expected);
    }

    fn count(&mut self, side: Side, unit: usize, stat: UnitStat, amount: i64) {
        Observer::<LogEntry>::count(&mut self.counters, side, unit, stat, amount);
    }

    fn turn_ended(&mut self, sides: [SideState; 2]) {
        Observer::<LogEntry>::turn_ended(&mut self.counters, sides);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_with_nothing_beneath_them_are_not_told() {
        let event = |words: &str| LogEntry::new(Value::Null, words);
        let heading = |words: &str| LogEntry::heading(Value::Null, words);
        let all = [
            event("\nRound 1"),
            heading("  movement"),
            heading("  ranged"),
            event(""),
            event("    a shot"),
            heading("  close"),
            event("  somebody recovers"),
            heading("  movement"),
            event("\nRound 2"),
            heading("  movement"),
        ];
        let log = EventLog { entries: all.into() };
        assert_eq!(log.lines(), ["\nRound 1", "  ranged", "    a shot", "  somebody recovers", "\nRound 2"]);
    }
}
