//! Path costs: what ways cost between all pairs of hexes.

use super::precomputed::UNREACHABLE;
use crate::rulesets::dogfaces::field::{FORBIDDEN, Field};
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

/// Path costs between all pairs of hexes, by goal, then start: rows of the first `own` goals are relaxed by those of
/// neighbouring goals, to and fro over the map, until nothing changes; those of the others are their images.
pub(super) fn lay_paths(field: &Field, vehicle: bool, costs: &mut [u8], own: usize) {
    let hexes = field.len();
    costs.fill(UNREACHABLE);
    (0..own).for_each(|hex| costs[hex * hexes + hex] = 0);
    // By goal: when its row was last relaxed, and when it last changed.
    let (mut relaxed, mut changed) = ([0u32; MOST_HEXES], [1u32; MOST_HEXES]);
    let mut clock = 1;
    let mut visit = |goal: usize| {
        let around = &field.neighbours[goal];
        let image = |hex: usize| if hex < own { hex } else { hexes - 1 - hex };
        let stale = around.iter().any(|&from| from != NOWHERE && changed[image(usize::from(from))] > relaxed[goal]);
        if stale {
            clock += 1;
            relaxed[goal] = clock;
            if relax(field, vehicle, costs, goal, own) {
                clock += 1;
                changed[goal] = clock;
            }
        }
        stale
    };
    loop {
        let forth = (0..own).fold(false, |stale, goal| visit(goal) | stale);
        let back = (0..own).rev().fold(false, |stale, goal| visit(goal) | stale);
        if !forth && !back {
            break;
        }
    }
    if own < hexes {
        mirror(costs);
    }
}

/// Relaxes the row of one goal by those of its neighbours: the last step of a way to it leads from one of them. Says whether
/// anything has changed.
fn relax(field: &Field, vehicle: bool, costs: &mut [u8], goal: usize, own: usize) -> bool {
    let hexes = field.len();
    let row = |hex: usize| hex * hexes..(hex + 1) * hexes;
    let (mut relaxed, mut image) = ([0; MOST_HEXES], [0; MOST_HEXES]);
    let relaxed = &mut relaxed[..hexes];
    relaxed.copy_from_slice(&costs[row(goal)]);
    for (direction, from) in field.neighbours[goal].into_iter().enumerate() {
        if from == NOWHERE {
            continue;
        }
        let step = field.cost(vehicle, from, (direction + 3) % 6);
        if step == FORBIDDEN {
            continue;
        }
        let from = usize::from(from);
        let before = if from < own {
            &costs[row(from)]
        } else {
            turn(&costs[row(hexes - 1 - from)], &mut image[..hexes]);
            &image[..hexes]
        };
        relaxed.iter_mut().zip(before).for_each(|(cost, before)| *cost = before.saturating_add(step).min(*cost));
    }
    let row = &mut costs[row(goal)];
    let changed = *row != *relaxed;
    if changed {
        row.copy_from_slice(relaxed);
    }
    changed
}

/// Lowers path costs to those to the nearest of some goals, by start.
pub(super) fn nearest(paths: &[u8], goals: &HexSet, row: &mut [u8]) {
    let hexes = row.len();
    let costs = |goal: HexIndex| &paths[usize::from(goal) * hexes..][..hexes];
    let mut goals = goals.iter();
    while let Some(first) = goals.next() {
        // Four at a time; the first of them stands for those that are missing.
        let [one, two, three, four] = [Some(first), goals.next(), goals.next(), goals.next()];
        let [one, two, three, four] = [one, two, three, four].map(|goal| costs(goal.unwrap_or(first)));
        for ((((nearest, one), two), three), four) in row.iter_mut().zip(one).zip(two).zip(three).zip(four) {
            *nearest = (*nearest).min(*one).min(*two).min(*three.min(four));
        }
    }
}

/// Makes the second half of a table by goal and start, or the like, the image of the first under the half-turn.
pub(super) fn mirror(table: &mut [u8]) {
    let (first, second) = table.split_at_mut(table.len() / 2);
    turn(first, second);
}

/// Writes a row of bytes in reverse.
#[inline]
fn turn(row: &[u8], turned: &mut [u8]) {
    let ((rest, eights), (turned_eights, turned_rest)) = (row.as_rchunks::<8>(), turned.as_chunks_mut::<8>());
    for (turned, eight) in turned_eights.iter_mut().zip(eights.iter().rev()) {
        *turned = u64::from_le_bytes(*eight).swap_bytes().to_le_bytes();
    }
    turned_rest.iter_mut().zip(rest.iter().rev()).for_each(|(turned, byte)| *turned = *byte);
}
