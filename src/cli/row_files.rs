//! Rows of games: which are kept, and those of turns and events, for which the games of a finished run are played once more.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::ValueEnum;
use rayon::prelude::*;

use crate::cli::diagnostics::Failure;
use crate::cli::progress::Meter;
use crate::cli::{execute, name_lookup, replay};
use crate::dice::Address;
use crate::experiment::turn_frames::{self, EventRow, TurnRow};
use crate::experiment::{self, Progress, Run, RunError};
use crate::game::{EventLog, GameView, ResultSink, SideState, Simulator};
use crate::outcomes::Cell;

/// Rows that may be kept of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RowKind {
    /// A row of every engagement
    Engagements,
    /// A row of every turn: how both sides stood at its end
    Turns,
    /// A row of every event, as traces have it and in words
    Events,
}

/// Pairs whose turns are held in memory at a time, for every thread.
const PAIRS_OF_TURNS: u64 = 32;

/// Pairs whose events are held in memory at a time, for every thread.
const PAIRS_OF_EVENTS: u64 = 4;

/// `--rows turns,events` as clap has it: `--rows=turns,events`. The flag takes a value only where it is joined to it, so that
/// `--rows FILE` goes on to mean the flag and a file.
pub fn join_kinds(words: impl Iterator<Item = std::ffi::OsString>) -> Vec<std::ffi::OsString> {
    let mut joined: Vec<std::ffi::OsString> = Vec::new();
    for word in words {
        let is_kind = |kind: &str| RowKind::from_str(kind, false).is_ok();
        let kinds = word.to_str().filter(|word| word.split(',').all(is_kind));
        match (kinds, joined.last_mut()) {
            (Some(kinds), Some(last)) if last == "--rows" => *last = format!("--rows={kinds}").into(),
            _ => joined.push(word),
        }
    }
    joined
}

/// Writes `turns.parquet` and `events.parquet` of a finished run into a folder that exists, those that are asked for, each whole
/// or not at all: in the order of cells, pairs and games, in blocks, however many there are.
///
/// # Errors
/// When the run was of other files than it says, it is broken off, or the disk does not take them.
pub fn write(run: &Run, kinds: &[RowKind], place: &Path) -> Result<(), Failure> {
    if kinds.contains(&RowKind::Turns) {
        experiment::write_rows(&place.join("turns.parquet"), turn_frames::turns, |take| {
            each_block(run, PAIRS_OF_TURNS, turns_of, take)
        })?;
    }
    if kinds.contains(&RowKind::Events) {
        experiment::write_rows(&place.join("events.parquet"), turn_frames::events, |take| {
            each_block(run, PAIRS_OF_EVENTS, events_of, take)
        })?;
    }
    Ok(())
}

/// Some pairs of a cell.
struct Pairs<'a> {
    simulator: &'a dyn Simulator,
    cell: u32,
    seed: u64,
    luck: u64,
    pairs: Vec<u64>,
}

/// Plays the games of a run once more, `at_once` pairs a thread, and hands on what `rows` makes of them, in order.
fn each_block<T: Send>(
    run: &Run,
    at_once: u64,
    rows: impl Fn(&Pairs<'_>) -> Vec<T> + Sync,
    take: &mut dyn FnMut(&[T]) -> Result<(), RunError>,
) -> Result<(), Failure> {
    let ruleset = name_lookup::ruleset(&run.manifest.ruleset)?;
    let abort = execute::breaking_off();
    let (meter, began) = (Meter::new(), Instant::now());
    let mut played = 0;
    for (complete, cell) in run.cells.iter().enumerate() {
        let simulator = ruleset.prepare(&replay::setup(&run.manifest, &cell.key)?)?;
        let luck = replay::luck_of(&run.manifest, cell.key.number);
        let blocks: Vec<Pairs<'_>> = pairs_of(cell)
            .chunks(at_once as usize)
            .map(|pairs| Pairs {
                simulator: simulator.as_ref(),
                cell: cell.key.number,
                seed: run.manifest.seed,
                luck,
                pairs: pairs.to_vec(),
            })
            .collect();
        for blocks in blocks.chunks(2 * rayon::current_num_threads()) {
            if abort.load(Ordering::Relaxed) {
                return Err(Failure::Work("broken off while rows were written; the same command goes on".to_owned()));
            }
            let made: Vec<Vec<T>> = blocks.par_iter().map(&rows).collect();
            made.iter().try_for_each(|rows| take(rows))?;
            played += 2 * blocks.iter().map(|block| block.pairs.len() as u64).sum::<u64>();
            meter.show(&Progress {
                engagements: played,
                expected: run.engagements(),
                cells_complete: complete,
                cells: run.cells.len(),
                engagements_per_second: played as f64 / began.elapsed().as_secs_f64(),
            });
        }
    }
    meter.finish();
    Ok(())
}

/// The pairs of a cell that count.
fn pairs_of(cell: &Cell) -> Vec<u64> {
    let left_out = &cell.tally.left_out;
    (0..cell.tally.tried()).filter(|pair| left_out.binary_search(pair).is_err()).collect()
}

/// Keeps how sides stood turn by turn.
struct TurnKeeper {
    cell: u32,
    rows: Vec<TurnRow>,
}

impl ResultSink for TurnKeeper {
    fn take(&mut self, view: &GameView<'_>) {
        let [a, b] = view.turns;
        let row = |(turn, (a, b)): (u32, (&SideState, &SideState))| TurnRow {
            cell: self.cell,
            pair: view.pair,
            swapped: view.swapped,
            turn,
            lists: [*a, *b],
        };
        self.rows.extend((1..).zip(a.iter().zip(b)).map(row));
    }
}

fn turns_of(block: &Pairs<'_>) -> Vec<TurnRow> {
    let mut keeper = TurnKeeper { cell: block.cell, rows: Vec::new() };
    for run in block.pairs.chunk_by(|one, next| one + 1 == *next) {
        block.simulator.play(block.seed, block.luck, run[0]..run[run.len() - 1] + 1, &mut keeper);
    }
    keeper.rows
}

fn events_of(block: &Pairs<'_>) -> Vec<EventRow> {
    let games = block.pairs.iter().flat_map(|pair| [false, true].map(|swapped| (*pair, swapped)));
    games
        .flat_map(|(pair, swapped)| {
            let address = Address { seed: block.seed, cell: block.luck, pair };
            let told = block.simulator.narrate(address, swapped);
            let mut rows = rows_of(&told.log);
            rows.iter_mut().for_each(|row| (row.cell, row.pair, row.swapped) = (block.cell, pair, swapped));
            rows
        })
        .collect()
}

/// The events of a game, of which nothing says yet which one it is.
fn rows_of(log: &EventLog) -> Vec<EventRow> {
    let mut turn = 0;
    let row = |(number, (entry, told)): (u32, (&crate::game::LogEntry, bool))| {
        let event = entry.trace["event"].as_str().unwrap_or_default();
        if matches!(event, "turn" | "player-turn") {
            turn = entry.trace["turn"].as_u64().map_or(turn, |turn| turn as u32);
        }
        EventRow {
            cell: 0,
            pair: 0,
            swapped: false,
            number,
            turn,
            event: event.to_owned(),
            told: if told { entry.words.trim().to_owned() } else { String::new() },
            trace: if entry.trace.is_null() { String::new() } else { entry.trace.to_string() },
        }
    };
    (0..).zip(log.entries.iter().zip(log.told())).map(row).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::game::LogEntry;

    #[test]
    fn kinds_of_rows_are_joined_to_their_flag_and_nothing_else_is() {
        let joined = |line: &str| {
            let words = join_kinds(line.split(' ').map(Into::into));
            words.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(joined("run --rows turns,events my.toml"), "run --rows=turns,events my.toml");
        assert_eq!(joined("run my.toml --rows engagements"), "run my.toml --rows=engagements");
        for line in ["run --rows my.toml", "run --rows turns.toml", "run --rows --fresh", "run turns", "run --rows"] {
            assert_eq!(joined(line), line);
        }
    }

    #[test]
    fn an_event_is_of_the_turn_that_was_told_last() {
        let log = EventLog {
            entries: vec![
                LogEntry::new(json!({ "event": "battle", "turn": 9 }), ""),
                LogEntry::heading(json!({ "event": "turn", "turn": 1 }), "\nTurn 1"),
                LogEntry::new(json!({ "event": "shot" }), "  a shot"),
                LogEntry::new(Value::Null, "  and a word"),
                LogEntry::heading(json!({ "event": "player-turn", "turn": 2 }), "\nTurn 2"),
            ],
        };
        let rows = rows_of(&log);
        assert_eq!(rows.iter().map(|row| row.turn).collect::<Vec<_>>(), [0, 1, 1, 1, 2]);
        assert_eq!((rows[2].event.as_str(), rows[2].told.as_str(), rows[2].number), ("shot", "a shot", 2));
        assert_eq!((rows[3].event.as_str(), rows[3].trace.as_str()), ("", ""));
        assert_eq!((rows[1].told.as_str(), rows[4].told.as_str()), ("Turn 1", ""), "headings of nothing are not told");
    }
}
