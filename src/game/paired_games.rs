//! Playing a cell: pairs of games on one table in which the lists change seats, or keep them, and one game alone, narrated.

use std::ops::Range;

use serde_json::json;

use super::cell::{Cell, Laid, Playable, Tables, turn_of};
use super::play::{Patience, carry_out};
use super::under_way::{note_engagement, note_matchup};
use super::{
    Appraisal, Decisions, Engagement, Game, GameCounters, GameRecord, GameView, LogEntry, LoggedGame, Narration,
    Observer, PlayedOn, Player, Points, ResultSink, Side, Simulator, USUAL_BLOCK, Verdict, engage,
};
use crate::dice::{Address, Purpose, Streams};

/// What becomes of the seats in the second game of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    /// The lists change seats, and the dice, which belong to seats, stay.
    Exchanged,
    /// The lists stay where they are, as where the first-named one attacks, and the dice are others.
    Kept,
}

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

impl<P: Playable> Cell<P> {
    /// What becomes of the seats in the second game of a pair.
    pub(super) fn seats(&self) -> Seats {
        P::seats(&self.tables.known()[0])
    }

    /// Who plays which side of a table in an engagement, and the address of its dice.
    pub(super) fn seating(&self, table: &P::Setup, Engagement { address, swapped }: Engagement) -> (Seating, Address) {
        let first = P::first(table, address);
        match (self.seats(), swapped) {
            (Seats::Exchanged, _) => (Seating::new(first, swapped), address),
            (Seats::Kept, false) => (Seating::new(first, false), address),
            (Seats::Kept, true) => (Seating::new(first, false), address.of_another()),
        }
    }

    /// How many units' counters each side needs.
    pub(super) fn counters(&self) -> [usize; 2] {
        [self.units(0).len().max(self.units(1).len()); 2]
    }

    /// Begins a game on a table that was laid.
    pub(super) fn begin<'s>(&self, (battle, players): &mut Laid<'s, P>, seating: Seating) {
        P::begin(battle, Side::BOTH.map(|side| self.list(seating.list(side))), seating.first);
        players.iter_mut().for_each(Player::<P::Battle<'s>>::restart);
    }

    /// What each side fields in a game that has begun.
    pub(super) fn fielded(&self, battle: &P::Battle<'_>, seating: Seating) -> [Points; 2] {
        Side::BOTH.map(|side| P::remains(battle, self.list(seating.list(side)), side).fielded)
    }

    fn play_one(
        &self,
        laid: &mut Laid<'_, P>,
        streams: &mut Streams,
        seating: Seating,
        observer: &mut impl Observer<LogEntry>,
    ) -> Verdict {
        self.begin(laid, seating);
        let (battle, players) = laid;
        observer.game_began(self.fielded(battle, seating));
        let [first, second] = players;
        let players = if seating.list_of_a == 0 { [first, second] } else { [second, first] };
        if self.checked {
            engage_checked::<P>(battle, players, streams, observer)
        } else {
            engage(battle, players, streams, observer)
        }
    }

    /// What an engagement leaves behind, from the point of view of the first-named list.
    fn record(
        &self,
        battle: &P::Battle<'_>,
        verdict: Verdict,
        seating: Seating,
        counters: &GameCounters,
    ) -> GameRecord {
        let [one, other] = seating.by_list(|side| P::remains(battle, self.list(seating.list(side)), side));
        GameRecord {
            result: seating.result(verdict),
            ending: verdict.ending,
            turns: battle.turn(),
            fielded: [one.fielded, other.fielded],
            lost: [one.fielded - one.left, other.fielded - other.left],
            units: [one.units, other.units],
            alive: [one.alive, other.alive],
            luck: counters.luck(seating.side(0)),
            changes_of_lead: counters.changes_of_lead,
        }
    }
}

/// Plays a game as [`engage`] does, and checks every state in which a decision is due, every choice, and what it changes.
///
/// # Panics
/// When one of them is wrong.
fn engage_checked<'s, P: Playable>(
    battle: &mut P::Battle<'s>,
    [a, b]: [&mut impl Player<P::Battle<'s>>; 2],
    streams: &mut Streams,
    observer: &mut impl Observer<LogEntry>,
) -> Verdict {
    let mut log = Vec::new();
    let mut patience = Patience::default();
    while let Some(side) = battle.to_choose() {
        patience.spend(battle.turn());
        P::check_state(battle);
        let chance = streams.get(battle.seat(side), Purpose::Script, battle.turn());
        let choice = match side {
            Side::A => a.choose(battle, chance),
            Side::B => b.choose(battle, chance),
        };
        battle.check(choice).unwrap_or_else(|refusal| panic!("{choice:?} is chosen and refused: {refusal:?}"));
        let before = battle.clone();
        carry_out(battle, choice, streams, observer, &mut log);
        P::check_change(&before, choice, battle);
    }
    battle.verdict().expect("a game with nobody to choose is over")
}

/// What games are played with, one after the other.
struct Desk {
    counters: GameCounters,
    /// What is counted of each list.
    counts: [Vec<i64>; 2],
    streams: Streams,
}

impl<P: Playable> Cell<P> {
    /// Plays both games of a pair.
    fn play_pair<'s>(
        &self,
        setup: &'s P::Setup,
        laid: &mut Laid<'s, P>,
        address: Address,
        Desk { counters, counts, streams }: &mut Desk,
        sink: &mut dyn ResultSink,
    ) {
        self.temper(setup, laid, address);
        let mut played = None;
        for swapped in [false, true] {
            let engagement = Engagement { address, swapped };
            let (seating, dice) = self.seating(setup, engagement);
            note_engagement(Some(engagement));
            let verdict = played.filter(|_| self.is_mirror()).unwrap_or_else(|| {
                streams.restart(dice);
                counters.clear();
                self.play_one(laid, streams, seating, counters)
            });
            note_engagement(None);
            played = Some(verdict);
            let record = self.record(&laid.0, verdict, seating, counters);
            let stats = [0, 1].map(|list: usize| &counters.stats[seating.side(list).index()][..self.units(list).len()]);
            let turns = seating.by_list(|side| &counters.turns[side.index()][..]);
            let phases = &counters.phases.by_list(seating)[..P::PHASES.len()];
            for (list, counts) in counts.iter_mut().enumerate() {
                P::side_counts(&laid.0, seating.side(list), counts);
            }
            let counts = counts.each_ref().map(|counts| &counts[..]);
            let (pair, rules) = (address.pair, &counters.rules[..]);
            sink.take(&GameView { pair, swapped, record, stats, turns, phases, rules, counts });
        }
    }
}

impl<P: Playable> Simulator for Cell<P> {
    fn play(&self, seed: u64, cell: u64, pairs: Range<u64>, sink: &mut dyn ResultSink) {
        note_matchup([0, 1].map(|list| self.list(list).name.as_str()));
        let mut desk = Desk {
            counters: GameCounters::new(self.counters(), P::LEDGER.len()),
            counts: [0, 1].map(|_| vec![0; P::COUNTS.len()]),
            streams: Streams::new(Address { seed, cell, pair: pairs.start }),
        };
        let addresses = pairs.map(|pair| Address { seed, cell, pair });
        match &self.tables {
            Tables::Laid(setups) => {
                let mut laid: Vec<_> = setups.iter().map(|_| None).collect();
                for address in addresses {
                    note_engagement(Some(Engagement { address, swapped: false }));
                    let table = turn_of(address.pair, setups.len());
                    let laid = laid[table].get_or_insert_with(|| self.lay(&setups[table]));
                    self.play_pair(&setups[table], laid, address, &mut desk, sink);
                }
            }
            Tables::Drawn(sample) => {
                let mut setup = self.drawn(sample);
                for address in addresses {
                    note_engagement(Some(Engagement { address, swapped: false }));
                    P::redraw(&mut setup, address);
                    self.play_pair(&setup, &mut self.lay(&setup), address, &mut desk, sink);
                }
            }
        }
    }

    fn check_games(&mut self) {
        self.checked = true;
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn with_weights(&self, list: usize, numbers: &[f64]) -> Option<Box<dyn Simulator>> {
        Some(Box::new(self.reweighed(list, numbers)?))
    }

    fn games_of_pair(&self) -> u64 {
        if self.is_mirror() { 1 } else { 2 }
    }

    fn seats(&self) -> Seats {
        Cell::seats(self)
    }

    /// A game in which somebody looks ahead takes as long as a thousand others.
    fn block(&self) -> u64 {
        if self.hands.looks_ahead() { 1 } else { USUAL_BLOCK }
    }

    fn narrate(&self, address: Address, swapped: bool) -> Narration {
        let table = self.table(address);
        let (seating, dice) = self.seating(&table, Engagement { address, swapped });
        let mut logged = LoggedGame::new(self.counters(), P::LEDGER.len());
        let mut streams = Streams::new(dice);
        let mut laid = self.lay(&table);
        self.temper(&table, &mut laid, address);
        let verdict = self.play_one(&mut laid, &mut streams, seating, &mut logged);
        let record = self.record(&laid.0, verdict, seating, &logged.counters);
        let names = Side::BOTH.map(|side| self.list(seating.list(side)).name.as_str());
        let types = Side::BOTH.map(|side| self.units(seating.list(side)));
        let mut log = logged.with_turn_ends(P::STATES, types);
        // What is drawn before the set-up may come before it.
        if let Some(first) =
            log.entries.iter_mut().map(|entry| &mut entry.trace).find(|event| event["event"] == "battle")
        {
            first["seed"] = address.seed.into();
            first["cell"] = address.cell.into();
            first["pair"] = address.pair.into();
            first["swapped"] = swapped.into();
            first["lists"] = json!({ "A": names[0], "B": names[1] });
        }
        let mut lines = vec![P::introduction(names)];
        lines.extend(self.warnings.iter().map(|warning| format!("Warning: {warning}.")));
        lines.extend(log.lines());
        let trace = log.trace().cloned().collect();
        Narration { lines, trace, log, record }
    }

    fn play_on(&self, engagement: Engagement, line: usize, rollouts: Range<u64>) -> Option<PlayedOn> {
        self.play_on_from(engagement, line, rollouts)
    }

    fn appraise(&self, engagement: Engagement, decisions: &Decisions, rollouts: Range<u64>) -> Vec<Appraisal> {
        self.appraise_choices(engagement, decisions, &rollouts)
    }

    fn roster(&self, list: usize) -> &[String] {
        self.units(list)
    }
}
