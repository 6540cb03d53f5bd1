//! What is asked of cells in every part of a report: their base, their sums, the names of their lists.

use crate::charts::Estimate;
use crate::experiment::{Run, VARIANT};
use crate::outcomes::Cell;

/// Says of cells whether whatever is varied about them is left at its base.
pub fn is_base(run: &Run) -> impl Fn(&Cell) -> bool {
    let place = run.manifest.factors.iter().position(|factor| factor == VARIANT);
    let level = move |cell: &Cell| place.map(|place| cell.key.factors[place].1.clone());
    let first = run.cells.first().and_then(level);
    move |cell| level(cell) == first
}

/// The cells of a run, whatever is varied about them left at its base.
pub fn base_cells(run: &Run) -> Vec<&Cell> {
    let is_base = is_base(run);
    run.cells.iter().filter(|cell| is_base(cell)).collect()
}

/// The joint tables of several cells put together.
pub fn sum_of_joints<'r>(cells: impl IntoIterator<Item = &'r Cell>) -> [[u64; 3]; 3] {
    let mut sum = [[0; 3]; 3];
    for cell in cells {
        sum.iter_mut().flatten().zip(cell.tally.joint().iter().flatten()).for_each(|(sum, n)| *sum += n);
    }
    sum
}

/// Number of engagements that were drawn, in a joint table.
pub fn draws(joint: &[[u64; 3]; 3]) -> u64 {
    let drawn = |r: usize, c: usize| u64::from(r == 1) + u64::from(c == 1);
    (0..3).flat_map(|r| (0..3).map(move |c| (r, c))).map(|(r, c)| joint[r][c] * drawn(r, c)).sum()
}

/// A list's own name, if it is the only list of that name; its key otherwise.
pub fn list_name(run: &Run, key: &str) -> String {
    let Some(list) = run.manifest.lists.iter().find(|list| list.key == key) else { return key.to_owned() };
    let alone = run.manifest.lists.iter().filter(|other| other.name == list.name).count() == 1;
    if alone && !list.name.is_empty() { list.name.clone() } else { key.to_owned() }
}

/// What is different among the items, in the order of its first appearance.
pub fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = Vec::new();
    for item in items {
        if !seen.contains(&item) {
            seen.push(item);
        }
    }
    seen
}

/// The score from the other side.
pub fn turned(e: Estimate) -> Estimate {
    Estimate { score: 1.0 - e.score, low: 1.0 - e.high, high: 1.0 - e.low }
}
