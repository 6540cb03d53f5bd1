//! What all simulators share: seats, pairs, tallies, telling.

use std::ops::Range;

use serde_json::json;

use super::{
    Game, GameCounters, GameRecord, GameView, LogEntry, LoggedGame, Narration, Observer, Player, ResultSink, Side,
    Simulator, Verdict, engage,
};
use crate::dice::{Address, Streams};

/// Who plays which side in one engagement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seating {
    /// The side of the first seat: that moves first, or attacks.
    pub first: Side,
    /// The list that plays side A.
    pub list_of_a: usize,
}

impl Seating {
    /// Seats the lists when `first` has the first seat: the first-named list gets it unless `swapped`.
    #[must_use]
    pub fn new(first: Side, swapped: bool) -> Self {
        let list_in_first_seat = usize::from(swapped);
        let list_of_a = if first == Side::A { list_in_first_seat } else { 1 - list_in_first_seat };
        Self { first, list_of_a }
    }

    /// The list that plays `side`.
    #[must_use]
    pub fn list(self, side: Side) -> usize {
        match side {
            Side::A => self.list_of_a,
            Side::B => 1 - self.list_of_a,
        }
    }

    /// The side that `list` plays.
    #[must_use]
    pub fn side(self, list: usize) -> Side {
        if list == self.list_of_a { Side::A } else { Side::B }
    }

    /// Something of each side, by list.
    #[must_use]
    pub fn by_list<T>(self, of: impl Fn(Side) -> T) -> [T; 2] {
        [of(self.side(0)), of(self.side(1))]
    }

    /// The result of the first-named list: 0 lost, 1 drew, 2 won.
    #[must_use]
    pub fn result(self, verdict: Verdict) -> u8 {
        match verdict.winner {
            None => 1,
            Some(side) if self.list(side) == 0 => 2,
            Some(_) => 0,
        }
    }
}

/// A cell of one ruleset made ready. Every setup is a [`Simulator`].
pub trait GameSetup: Send + Sync {
    /// A game in progress.
    type Battle<'v>: Game<Event = LogEntry>
    where
        Self: 'v;
    /// Who plays a list.
    type AnyPlayer<'v>: Player<Self::Battle<'v>>
    where
        Self: 'v;

    /// How many tables there are; pairs take them in turn.
    fn tables(&self) -> usize;

    /// Lays a table, for any number of games one after the other, and fetches the players of both lists.
    fn new_game(&self, table: usize) -> (Self::Battle<'_>, [Self::AnyPlayer<'_>; 2]);

    /// The side of the first seat on a table. What is drawn for it comes from streams of the environment.
    fn first(&self, table: usize, address: Address) -> Side;

    /// Begins a game on a table that was laid; the players are those of the lists, in order.
    fn begin<'v>(&'v self, battle: &mut Self::Battle<'v>, players: &mut [Self::AnyPlayer<'v>; 2], seating: Seating);

    /// What an engagement leaves behind, but for luck and leads, from the point of view of the first-named list.
    fn record(&self, battle: &Self::Battle<'_>, verdict: Verdict, seating: Seating) -> GameRecord;

    /// Whether both lists are alike and played alike. The two games of a pair are then one and the same (table, dice and
    /// the side of the first seat are shared, and only the names change seats), and it is played once.
    fn is_mirror(&self) -> bool {
        false
    }

    /// Number of rules in the ledger.
    fn rules(&self) -> usize;

    /// Name of a list.
    fn list_name(&self, list: usize) -> &str;

    /// The unit types of a list's units.
    fn units(&self, list: usize) -> &[String];

    /// The line that introduces both sides to a reader.
    fn introduction(&self, names: [&str; 2]) -> String;
}

fn table_of(setup: &impl GameSetup, pair: u64) -> usize {
    (pair % setup.tables() as u64) as usize
}

fn counters(setup: &impl GameSetup) -> [usize; 2] {
    [setup.units(0).len().max(setup.units(1).len()); 2]
}

fn play_one<'v, V: GameSetup, C: Observer<LogEntry>>(
    setup: &'v V,
    laid: &mut (V::Battle<'v>, [V::AnyPlayer<'v>; 2]),
    streams: &mut Streams,
    seating: Seating,
    observer: &mut C,
) -> Verdict {
    let (battle, players) = laid;
    setup.begin(battle, players, seating);
    let [first, second] = players;
    let players = if seating.list_of_a == 0 { [first, second] } else { [second, first] };
    engage(battle, players, streams, observer)
}

impl<V: GameSetup> Simulator for V {
    fn play(&self, seed: u64, cell: u64, pairs: Range<u64>, sink: &mut dyn ResultSink) {
        let units = [0, 1].map(|list| self.units(list).len());
        let mut counters = GameCounters::new(counters(self), self.rules());
        let mut streams = Streams::new(Address { seed, cell, pair: pairs.start });
        let mut laid: Vec<_> = (0..self.tables()).map(|_| None).collect();
        for pair in pairs {
            let address = Address { seed, cell, pair };
            let table = table_of(self, pair);
            let laid = laid[table].get_or_insert_with(|| self.new_game(table));
            let mut played = None;
            for swapped in [false, true] {
                let seating = Seating::new(self.first(table, address), swapped);
                let verdict = played.filter(|_| self.is_mirror()).unwrap_or_else(|| {
                    streams.restart(address);
                    counters.clear();
                    play_one(self, laid, &mut streams, seating, &mut counters)
                });
                played = Some(verdict);
                let mut record = self.record(&laid.0, verdict, seating);
                record.luck = counters.luck(seating.side(0));
                record.changes_of_lead = counters.changes_of_lead;
                let stats = [0, 1].map(|list: usize| &counters.stats[seating.side(list).index()][..units[list]]);
                let alive = seating.by_list(|side| &counters.alive[side.index()][..]);
                sink.take(&GameView { pair, swapped, record, stats, alive, rules: &counters.rules });
            }
        }
    }

    fn games_of_pair(&self) -> u64 {
        if self.is_mirror() { 1 } else { 2 }
    }

    fn narrate(&self, address: Address, swapped: bool) -> Narration {
        let table = table_of(self, address.pair);
        let seating = Seating::new(self.first(table, address), swapped);
        let mut logged = LoggedGame::new(counters(self), self.rules());
        let mut streams = Streams::new(address);
        let mut laid = self.new_game(table);
        let verdict = play_one(self, &mut laid, &mut streams, seating, &mut logged);
        let mut record = self.record(&laid.0, verdict, seating);
        record.luck = logged.counters.luck(seating.side(0));
        record.changes_of_lead = logged.counters.changes_of_lead;
        let names = Side::BOTH.map(|side| self.list_name(seating.list(side)));
        let mut trace: Vec<serde_json::Value> = logged.log.trace().cloned().collect();
        if let Some(first) = trace.first_mut() {
            first["seed"] = address.seed.into();
            first["cell"] = address.cell.into();
            first["pair"] = address.pair.into();
            first["swapped"] = swapped.into();
            first["lists"] = json!({ "A": names[0], "B": names[1] });
        }
        let mut lines = vec![self.introduction(names)];
        lines.extend(logged.log.lines());
        Narration { lines, trace, record }
    }

    fn roster(&self, list: usize) -> &[String] {
        self.units(list)
    }
}
