//! The games of a run that are most worth a look, each with the command that tells it again.

use std::path::Path;

use crate::analysis::{Picks, Score, pentanomial};
use crate::cli::diagnostics::Failure;
use crate::experiment::{Run, Spool, Trouble};
use crate::outcomes::Row;
use crate::report::table::{Column, Datum, Table};

/// Games are picked from so many of each cell, the first ones: enough to choose from, and no more than memory holds.
const MOST_GAMES: usize = 20_000;

/// The typical game, the closest, the most dramatic and the greatest upset, from the rows that a run has kept in its
/// folder, mirrors left out; without rows when no pair was played.
///
/// # Errors
/// When the rows cannot be read.
pub fn worth_a_look(run: &Run, folder: &Path) -> Result<Table, Failure> {
    let columns = vec![
        Column::words("game", "Game"),
        Column::words("list_a", "List"),
        Column::words("list_b", "Against"),
        Column::words("result", "Result"),
        Column::numbers("turns", "Turns"),
        Column::numbers("changes_of_lead", "Changes of lead"),
        Column::words("command", "Told again by"),
    ];
    let mut table = Table::new("Games worth a look", columns);
    let spool = Spool::new(folder);
    let mut games: Vec<(u32, Row)> = Vec::new();
    for cell in run.cells.iter().filter(|cell| !cell.key.is_mirror()) {
        let number = cell.key.number;
        let read = || -> std::io::Result<Vec<(u32, Row)>> {
            spool.rows(number)?.take(MOST_GAMES).map(|row| Ok((number, row?))).collect()
        };
        games.extend(read().map_err(|error| Trouble::Work(format!("cannot read the rows of cell {number}: {error}")))?);
    }
    let cell = |number: u32| run.cells.iter().find(|cell| cell.key.number == number);
    let score = |number: u32| {
        let score = cell(number).map(|cell| Score::from_counts(&pentanomial(&cell.tally.joint()), 0.95));
        score.and_then(Result::ok).map_or(0.5, |score| score.score)
    };
    let Some(picks) = Picks::of(&games, score) else { return Ok(table) };
    let named = [
        ("typical", Some(picks.typical)),
        ("closest", Some(picks.closest)),
        ("most dramatic", Some(picks.most_dramatic)),
        ("greatest upset", picks.greatest_upset),
    ];
    for (name, place) in named {
        let Some((number, Row { pair, swapped, engagement })) = place.map(|place| games[place]) else { continue };
        let Some(key) = cell(number).map(|cell| &cell.key) else { continue };
        let game = if swapped { 'b' } else { 'a' };
        table.push(vec![
            Datum::words(name),
            Datum::words(&key.list_a),
            Datum::words(&key.list_b),
            Datum::words(["lost", "drawn", "won"][usize::from(engagement.result.min(2))]),
            Datum::count(engagement.turns.into()),
            Datum::count(engagement.changes_of_lead.into()),
            Datum::words(format!("evenodds play --game {}#{number}/{pair}/{game}", folder.display())),
        ]);
    }
    Ok(table)
}
