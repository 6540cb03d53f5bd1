//! The event log of a game: every event as a JSON object for a trace, and in words for readers.

use serde_json::Value;

use super::{GameCounters, Observer, Points, Side, SideState, StateWords, UnitStat};

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
    /// The ends of turns.
    turn_ends: Vec<TurnEnd>,
    /// Units of each side that are gone since the last of them.
    gone: [Vec<usize>; 2],
}

/// The end of a turn in a game that is told.
#[derive(Debug)]
struct TurnEnd {
    /// Events before it.
    after: usize,
    /// How the sides stand.
    sides: [SideState; 2],
    /// Units of each side that went in this turn, lost or unharmed.
    gone: [Vec<usize>; 2],
}

impl LoggedGame {
    /// An empty log and counters at zero, for `units` on each side and `rules` rules.
    #[must_use]
    pub fn new(units: [usize; 2], rules: usize) -> Self {
        Self {
            log: EventLog::default(),
            counters: GameCounters::new(units, rules),
            turn_ends: Vec::new(),
            gone: Default::default(),
        }
    }

    /// The log, with a line in words alone at the end of every turn: what is `left` of each side, and which units went in it,
    /// by their type as `types` has it.
    #[must_use]
    pub(crate) fn with_turn_ends(self, left: StateWords, types: [&[String]; 2]) -> EventLog {
        let Self { mut log, turn_ends, .. } = self;
        for end in turn_ends.into_iter().rev() {
            let side = |side: Side| {
                let at = side.index();
                let went = tally(end.gone[at].iter().filter_map(|unit| types[at].get(*unit)));
                let went = if went.is_empty() { String::new() } else { format!(" (gone: {went})") };
                format!("{} {}{went}", side.letter(), left.told(&end.sides[at]))
            };
            let words = format!(" Left: {}; {}.", side(Side::A), side(Side::B));
            // How the game ends is said last.
            let ended = log.entries[..end.after].last().is_some_and(|entry| entry.trace["event"] == "verdict");
            log.entries.insert(end.after - usize::from(ended), LogEntry::new(Value::Null, words));
        }
        log
    }
}

/// Names in the order in which they come first, each with how often it comes if that is more than once.
fn tally<'n>(names: impl Iterator<Item = &'n String>) -> String {
    let mut counts: Vec<(&str, u32)> = Vec::new();
    for name in names {
        match counts.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let told = |(name, count): (&str, u32)| if count == 1 { name.to_owned() } else { format!("{count} {name}") };
    counts.into_iter().map(told).collect::<Vec<_>>().join(", ")
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
        if matches!(stat, UnitStat::Lost | UnitStat::Left) {
            self.gone[side.index()].push(unit);
        }
        Observer::<LogEntry>::count(&mut self.counters, side, unit, stat, amount);
    }

    fn turn_ended(&mut self, sides: [SideState; 2]) {
        let gone = std::mem::take(&mut self.gone);
        self.turn_ends.push(TurnEnd { after: self.log.entries.len(), sides, gone });
        Observer::<LogEntry>::turn_ended(&mut self.counters, sides);
    }

    fn game_began(&mut self, fielded: [Points; 2]) {
        Observer::<LogEntry>::game_began(&mut self.counters, fielded);
    }

    fn phase_ended(&mut self, phase: u8, of: Option<Side>, left: Option<[u64; 2]>, value: impl FnOnce() -> [f64; 2]) {
        Observer::<LogEntry>::phase_ended(&mut self.counters, phase, of, left, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_turn_says_what_is_left_and_what_went() {
        let mut game = LoggedGame::new([3, 1], 0);
        let state = |units: u16| SideState { value: 2.5 * f64::from(units), units, morale: 4, objective: 0 };
        game.event(|| LogEntry::new(Value::Null, "\nTurn 1"));
        [0, 2].into_iter().for_each(|unit| game.count(Side::A, unit, UnitStat::Lost, 1));
        game.count(Side::A, 1, UnitStat::Moves, 1);
        game.turn_ended([state(1), state(1)]);
        game.event(|| LogEntry::new(Value::Null, "\nTurn 2"));
        game.event(|| LogEntry::new(serde_json::json!({ "event": "verdict" }), "A wins."));
        game.turn_ended([state(1), state(2)]);
        let words = StateWords { units: "", morale: "", objective: "", told: [Some("steady"), None] };
        let types = ["tank", "gun", "tank"].map(str::to_owned);
        let log = game.with_turn_ends(words, [&types, &types]);
        let first = " Left: A 1 unit worth 2.5 points, 4 steady (gone: 2 tank); B 1 unit worth 2.5 points, 4 steady.";
        let last = " Left: A 1 unit worth 2.5 points, 4 steady; B 2 units worth 5 points, 4 steady.";
        assert_eq!(log.lines(), ["\nTurn 1", first, "\nTurn 2", last, "A wins."]);
    }

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
