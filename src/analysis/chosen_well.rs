//! The metagame of lists whose commanders choose their doctrines well: each match-up is worth what it is when both know whom
//! they meet and choose well, by themselves or by a mixture, and the mix of lists is one that nobody beats at these values.
//!
//! An average over doctrines counts play that nobody would choose; this counts none of it.

use std::collections::BTreeMap;

use super::classes::{drawn_anew, joint};
use super::payoff_matrix::{InMix, payoff};
use super::{Equilibrium, MatrixGame, Result, error_chance, pentanomial, refuse};
use crate::outcomes::ClassTally;

/// A match-up of two lists under one pair of doctrines.
#[derive(Clone, Copy, Debug)]
pub struct Tried<'t> {
    /// Places of the lists, the first-named one first.
    pub lists: [usize; 2],
    /// Their doctrines, by numbers of the caller's own.
    pub doctrines: [usize; 2],
    /// The classes of the cell, from the point of view of the first-named list.
    pub classes: &'t [ClassTally],
    /// The key of the cell in the addresses of its engagements: cells of one key share their seeds.
    pub key: u64,
}

/// Quarters of a pair, and pairs, of a table of doctrines.
type Sums = BTreeMap<[usize; 2], [u64; 2]>;

/// The shares of lists in the mix that nobody beats, when doctrines are chosen well in every match-up, and how they hold up when
/// the classes are drawn anew `rounds` times; mirrors are left out, and are even.
///
/// # Errors
/// No lists, no rounds, two lists that have not met, or not under every pair of their doctrines; a confidence outside (0, 1).
pub fn mix(lists: usize, cells: &[Tried<'_>], seed: u64, rounds: u64, confidence: f64) -> Result<Vec<InMix>> {
    let alpha = error_chance(confidence)?;
    if lists == 0 || rounds == 0 {
        return refuse("rounds", "and lists must be at least one");
    }
    let shares =
        |of: &dyn Fn(&Tried<'_>) -> [[u64; 3]; 3]| Ok(Equilibrium::of(&values(lists, cells, of)?)?.equilibrium);
    let played = shares(&|cell| joint(cell.classes, |_| 1))?;
    let mut drawn = vec![Vec::with_capacity(rounds as usize + 1); lists];
    drawn.iter_mut().zip(&played).for_each(|(drawn, share)| drawn.push(*share));
    for round in 0..rounds {
        // A resample in which two lists have hardly met says nothing.
        let Ok(again) = shares(&|cell| drawn_anew(cell.classes, seed, round, cell.key)) else { continue };
        drawn.iter_mut().zip(again).for_each(|(drawn, share)| drawn.push(share));
    }
    Ok(played.into_iter().zip(drawn).map(|(share, drawn)| InMix::of(share, drawn, alpha)).collect())
}

/// What every match-up is worth to the list of the row, less a half.
fn values(lists: usize, cells: &[Tried<'_>], of: &dyn Fn(&Tried<'_>) -> [[u64; 3]; 3]) -> Result<Vec<Vec<f64>>> {
    let mut tables: BTreeMap<[usize; 2], Sums> = BTreeMap::new();
    for cell in cells.iter().filter(|cell| cell.lists[0] != cell.lists[1]) {
        let ([a, b], [mine, theirs]) = (cell.lists, cell.doctrines);
        let counts = pentanomial(&of(cell));
        let pairs: u64 = counts.iter().sum();
        let quarters: u64 = counts.iter().zip(0..).map(|(n, quarters)| n * quarters).sum();
        // From the point of view of the list that comes first in the field.
        let (lists, doctrines, quarters) =
            if a < b { ([a, b], [mine, theirs], quarters) } else { ([b, a], [theirs, mine], 4 * pairs - quarters) };
        let sums = tables.entry(lists).or_default().entry(doctrines).or_default();
        *sums = [sums[0] + quarters, sums[1] + pairs];
    }
    let mut scores = vec![vec![0.5; lists]; lists];
    for (a, b) in (0..lists).flat_map(|a| (a + 1..lists).map(move |b| (a, b))) {
        let Some(table) = tables.get(&[a, b]) else {
            return refuse("cells", format!("are missing for lists {a} and {b}"));
        };
        let value = value(table)?;
        (scores[a][b], scores[b][a]) = (value, 1.0 - value);
    }
    Ok(payoff(&scores))
}

/// The score when both choose well.
fn value(table: &Sums) -> Result<f64> {
    let side = |at: usize| {
        let mut doctrines: Vec<usize> = table.keys().map(|doctrines| doctrines[at]).collect();
        doctrines.sort_unstable();
        doctrines.dedup();
        doctrines
    };
    let [rows, columns] = [side(0), side(1)];
    let score = |row: usize, column: usize| match table.get(&[row, column]) {
        Some([quarters, pairs]) if *pairs > 0 => Ok(*quarters as f64 / 4.0 / *pairs as f64),
        _ => refuse("cells", "are missing for a pair of doctrines"),
    };
    let row = |row: &usize| columns.iter().map(|column| score(*row, *column)).collect::<Result<Vec<f64>>>();
    Ok(MatrixGame::of(&rows.iter().map(row).collect::<Result<Vec<_>>>()?)?.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcomes::CLASSES;

    /// So many pairs in each class, of which these are won, the rest lost.
    fn classes(won: u64, of: u64) -> Vec<ClassTally> {
        let class = ClassTally { joint: [[of - won, 0, 0], [0; 3], [0, 0, won]], ..ClassTally::default() };
        vec![class; CLASSES]
    }

    /// List 1 beats list 0 on average, for list 0 has a doctrine that loses everything; but by the other one list 0 wins.
    #[test]
    fn what_nobody_would_choose_counts_nothing() {
        let (good, bad, even) = (classes(7, 10), classes(0, 10), classes(5, 10));
        let tried = |lists, doctrines, classes| Tried { lists, doctrines, classes, key: 0 };
        let cells = [
            tried([0, 1], [0, 0], &good[..]),
            tried([0, 1], [1, 0], &bad[..]),
            // The same seen from the other side.
            tried([1, 0], [1, 0], &even[..]),
            tried([1, 0], [1, 1], &good[..]),
        ];
        // Doctrine 0 of list 0 scores 0.7 and 0.5, doctrine 1 scores 0 and 0.3: list 1 holds it to 0.5.
        let payoff = values(2, &cells, &|cell| joint(cell.classes, |_| 1)).unwrap();
        assert!((payoff[0][1]).abs() < 1e-9 && (payoff[1][0]).abs() < 1e-9, "{payoff:?}");
        let better = [cells[0], cells[1]];
        let shares = mix(2, &better, 1, 20, 0.95).unwrap();
        assert!(shares[0].share > 0.999 && shares[0].frequency > 0.99 && shares[1].share < 0.001, "{shares:?}");
        assert_eq!(mix(2, &better, 1, 20, 0.95).unwrap(), shares, "the same seed, the same resamples");
    }

    #[test]
    fn gaps_are_refused() {
        let even = classes(5, 10);
        let tried = |lists, doctrines| Tried { lists, doctrines, classes: &even[..], key: 0 };
        assert!(mix(3, &[tried([0, 1], [0, 0])], 1, 5, 0.95).is_err(), "two lists have not met");
        let gap = [tried([0, 1], [0, 0]), tried([0, 1], [1, 1])];
        assert!(mix(2, &gap, 1, 5, 0.95).is_err(), "two doctrines have not met");
        assert!(mix(2, &[tried([0, 1], [0, 0])], 1, 0, 0.95).is_err());
    }
}
