//! One engagement as a row, packed for the way to the disk.

use crate::game::{GameRecord, GameView, Matchup, Points, ResultSink};

/// A row of the frame `engagements`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Index of the pair.
    pub pair: u64,
    /// Whether the first-named list had the second seat.
    pub swapped: bool,
    /// The record.
    pub record: GameRecord,
}

impl Row {
    /// Bytes of a packed row.
    pub const BYTES: usize = 64;

    /// Packs the row, numbers little-endian.
    #[must_use]
    pub fn pack(&self) -> [u8; Self::BYTES] {
        let e = &self.record;
        let mut bytes = [0; Self::BYTES];
        let mut at = 0;
        let mut put = |field: &[u8]| {
            bytes[at..at + field.len()].copy_from_slice(field);
            at += field.len();
        };
        put(&self.pair.to_le_bytes());
        for points in [e.fielded[0], e.fielded[1], e.lost[0], e.lost[1], e.luck] {
            put(&points.to_le_bytes());
        }
        for number in [e.turns, e.units[0], e.units[1], e.alive[0], e.alive[1], e.changes_of_lead] {
            put(&number.to_le_bytes());
        }
        put(&[u8::from(self.swapped), e.result, e.ending]);
        bytes
    }

    /// Unpacks a row.
    #[must_use]
    pub fn unpack(bytes: &[u8; Self::BYTES]) -> Self {
        let long = |n: usize| <[u8; 8]>::try_from(&bytes[8 * n..8 * n + 8]).expect("eight bytes");
        let points = |n| Points::from_le_bytes(long(n));
        let short = |n: usize| u16::from_le_bytes([bytes[48 + 2 * n], bytes[49 + 2 * n]]);
        Self {
            pair: u64::from_le_bytes(long(0)),
            swapped: bytes[60] != 0,
            record: GameRecord {
                result: bytes[61],
                ending: bytes[62],
                turns: short(0),
                fielded: [points(1), points(2)],
                lost: [points(3), points(4)],
                units: [short(1), short(2)],
                alive: [short(3), short(4)],
                luck: points(5),
                changes_of_lead: short(5),
            },
        }
    }
}

/// Packs engagements as they are played, and hands them on.
#[derive(Debug)]
pub struct RowKeeper<'a, G> {
    rows: &'a mut Vec<u8>,
    next: &'a mut G,
}

impl<'a, G: ResultSink> RowKeeper<'a, G> {
    /// Packs into `rows`, hands on to `next`.
    pub fn new(rows: &'a mut Vec<u8>, next: &'a mut G) -> Self {
        Self { rows, next }
    }
}

impl<G: ResultSink> ResultSink for RowKeeper<'_, G> {
    fn meet(&mut self, lists: &Matchup<'_>) {
        self.next.meet(lists);
    }

    fn take(&mut self, view: &GameView<'_>) {
        let row = Row { pair: view.pair, swapped: view.swapped, record: view.record };
        self.rows.extend_from_slice(&row.pack());
        self.next.take(view);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_comes_back_as_it_was() {
        let row = Row {
            pair: 1 << 40,
            swapped: true,
            record: GameRecord {
                result: 2,
                ending: 3,
                turns: 400,
                fielded: [5_000, 6_000],
                lost: [7, -8],
                units: [9, 10],
                alive: [11, 12],
                luck: -13_000_000_000,
                changes_of_lead: 14,
            },
        };
        assert_eq!(Row::unpack(&row.pack()), row);
    }
}
