//! Data frames below the engagement: how sides stand turn by turn, on average and game by game, and every event of a game.

use polars::prelude::*;

use super::Counted;
use super::frames::{CONFIDENCE, Columns, Frames};
use crate::analysis::PairMean;
use crate::game::SideState;
use crate::outcomes::Cell;

/// One turn of an engagement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnRow {
    /// Number of the cell.
    pub cell: u32,
    /// Index of the pair.
    pub pair: u64,
    /// Whether the first-named list had the second seat.
    pub swapped: bool,
    /// The turn, from 1.
    pub turn: u32,
    /// How the lists stood at its end, first-named list first.
    pub lists: [SideState; 2],
}

/// One event of an engagement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Number of the cell.
    pub cell: u32,
    /// Index of the pair.
    pub pair: u64,
    /// Whether the first-named list had the second seat.
    pub swapped: bool,
    /// Number of the event in the engagement, from 0.
    pub number: u32,
    /// The turn in which it happened; 0 before the first.
    pub turn: u32,
    /// What kind of event it is, as traces name it; empty for what is told in words alone.
    pub event: String,
    /// In words; empty for what is of the trace alone.
    pub told: String,
    /// The line of the trace, JSON; empty for what is told in words alone.
    pub trace: String,
}

impl Frames<'_> {
    /// One row for each turn of each list of each cell.
    ///
    /// # Errors
    /// When two factors have the name of one column.
    pub fn states(&self) -> PolarsResult<DataFrame> {
        let rows: Vec<(&Cell, usize, usize)> = self
            .cells
            .iter()
            .flat_map(|cell| (0..cell.tally.by_turn.turns().len()).map(move |turn| (cell, turn)))
            .flat_map(|(cell, turn)| (0..2).map(move |list| (cell, turn, list)))
            .collect();
        let mut columns = self.keys(rows.iter().map(|(cell, ..)| *cell));
        let name = |(cell, _, list): &(&Cell, usize, usize)| [&cell.key.list_a, &cell.key.list_b][*list].clone();
        columns.put("turn", rows.iter().map(|(_, turn, _)| *turn as u32 + 1).collect::<Vec<u32>>());
        columns.put_text("side", rows.iter().map(|(.., list)| ["a", "b"][*list]));
        columns.put("list", rows.iter().map(name).collect::<Vec<String>>());
        for (at, (Counted { name, .. }, scale)) in self.states.iter().zip(SideState::SCALES).enumerate() {
            let mean = |(cell, turn, list): &(&Cell, usize, usize)| {
                let tally = &cell.tally.by_turn;
                let count = tally.turns()[*turn][*list][at];
                PairMean::of_sums(tally.pairs(), count.sum, count.squares, CONFIDENCE)
            };
            let means: Vec<Option<PairMean>> = rows.iter().map(mean).collect();
            let column = |of: fn(&PairMean) -> Option<f64>| {
                means.iter().map(|mean| Some(of(mean.as_ref()?)? / scale)).collect::<Vec<Option<f64>>>()
            };
            columns.put(name, column(|mean| Some(mean.mean)));
            columns.put(&format!("{name}_low"), column(|mean| Some(mean.interval?.low)));
            columns.put(&format!("{name}_high"), column(|mean| Some(mean.interval?.high)));
        }
        columns.frame()
    }
}

/// A block of turns of engagements.
///
/// # Errors
/// None: the columns have names of their own.
pub fn turns(rows: &[TurnRow]) -> PolarsResult<DataFrame> {
    let mut columns = Columns::new();
    columns.put("cell", rows.iter().map(|row| row.cell).collect::<Vec<u32>>());
    columns.put("pair", rows.iter().map(|row| row.pair).collect::<Vec<u64>>());
    columns.put("swapped", rows.iter().map(|row| row.swapped).collect::<Vec<bool>>());
    columns.put("turn", rows.iter().map(|row| row.turn).collect::<Vec<u32>>());
    for (list, side) in ["a", "b"].into_iter().enumerate() {
        let states = rows.iter().map(|row| row.lists[list]);
        // A sum of nothing is -0.
        columns.put(&format!("value_{side}"), states.clone().map(|state| state.value + 0.0).collect::<Vec<f64>>());
        columns.put(&format!("units_{side}"), states.clone().map(|state| u32::from(state.units)).collect::<Vec<u32>>());
        columns.put(&format!("morale_{side}"), states.clone().map(|state| state.morale).collect::<Vec<i32>>());
        columns.put(&format!("objective_{side}"), states.map(|state| state.objective).collect::<Vec<i32>>());
    }
    columns.frame()
}

/// A block of events of engagements.
///
/// # Errors
/// None: the columns have names of their own.
pub fn events(rows: &[EventRow]) -> PolarsResult<DataFrame> {
    let mut columns = Columns::new();
    columns.put("cell", rows.iter().map(|row| row.cell).collect::<Vec<u32>>());
    columns.put("pair", rows.iter().map(|row| row.pair).collect::<Vec<u64>>());
    columns.put("swapped", rows.iter().map(|row| row.swapped).collect::<Vec<bool>>());
    columns.put("number", rows.iter().map(|row| row.number).collect::<Vec<u32>>());
    columns.put("turn", rows.iter().map(|row| row.turn).collect::<Vec<u32>>());
    columns.put_text("event", rows.iter().map(|row| row.event.as_str()));
    columns.put_text("told", rows.iter().map(|row| row.told.as_str()));
    columns.put_text("trace", rows.iter().map(|row| row.trace.as_str()));
    columns.frame()
}
