//! What a run was to know where that is another quantity than the score.

use super::rounding::{interval, share};
use super::standings::{drawn_share, first_seat, mean_turns};
use super::table::Datum;
use crate::charts::Estimate;
use crate::experiment::{Luck, Quantity, Run, Stop};
use crate::outcomes::Cell;

/// The quantity whose precision ended the cells of a run; none of the score, which is told everywhere.
pub fn asked(run: &Run) -> Option<Quantity> {
    match run.manifest.stop {
        Stop::Precision { of, .. } => Some(of).filter(|of| !of.is_score()),
        _ => None,
    }
}

/// A quantity in a cell, from the point of view of its second list where `turned`: a share, or turns. None of too few pairs.
pub fn of_cell(of: Quantity, cell: &Cell, turned: bool, luck: Luck) -> Option<Estimate> {
    let of = match of {
        Quantity::Lost if turned => Quantity::Destroyed,
        Quantity::Destroyed if turned => Quantity::Lost,
        _ => of,
    };
    match of {
        Quantity::FirstSeat => first_seat([cell], luck),
        Quantity::Draws => drawn_share([cell], luck),
        Quantity::Turns => mean_turns([cell]),
        Quantity::Score | Quantity::Lost | Quantity::Destroyed => of.in_cell(&cell.tally).map(|known| Estimate {
            score: known.value,
            low: known.interval.low,
            high: known.interval.high,
        }),
    }
}

/// A quantity and its interval, as a row shows them.
pub fn cells(of: Quantity, e: Estimate) -> [Datum; 2] {
    if of.is_share() {
        return [Datum::number(e.score, share(e)), Datum::reading(interval(e))];
    }
    let places = if e.half_width() < 0.1 { 2 } else { 1 };
    [
        Datum::number(e.score, format!("{:.places$}", e.score)),
        Datum::reading(format!("[{:.places$}, {:.places$}]", e.low, e.high)),
    ]
}
