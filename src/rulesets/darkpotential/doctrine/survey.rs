//! How a table is drawn on a lattice: which of its places lie in an outline, and what tells one table from another.

use super::super::field::Field;
use crate::tabletop::plane::{Outline, Point, Segment, Shape};

/// The middle line of a wall that is so thick and stands on the inner side of an edge.
pub(super) fn inner(edge: &Segment, thickness: f64) -> Segment {
    let inward = edge.span().unit().map_or(edge.span(), |along| along.left() * (0.5 * thickness));
    Segment::new(edge.start + inward, edge.end + inward)
}

/// Shows for each row of a lattice which of its points lie in a convex outline: from the first until beyond the last. The points
/// are the middles of squares.
pub(super) fn spans(
    outline: &Shape,
    min: Point,
    square: f64,
    [columns, rows]: [usize; 2],
    mut visit: impl FnMut(usize, usize, usize),
) {
    let (middle, reach) = (outline.middle(), outline.reach());
    let line = |y: f64| ((y - min.y) / square - 0.5).ceil().max(0.0) as usize;
    let (first, last) = (line(middle.y - reach), line(middle.y + reach).min(rows));
    let corners = outline.corners();
    for row in first..last {
        let y = min.y + square * (row as f64 + 0.5);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        if let [centre] = corners {
            let half = outline.radius() * outline.radius() - (y - centre.y) * (y - centre.y);
            if half >= 0.0 {
                (low, high) = (centre.x - half.sqrt(), centre.x + half.sqrt());
            }
        } else {
            for (at, start) in corners.iter().enumerate() {
                let end = corners[(at + 1) % corners.len()];
                if (start.y <= y) != (end.y <= y) {
                    let x = start.x + (end.x - start.x) * (y - start.y) / (end.y - start.y);
                    (low, high) = (low.min(x), high.max(x));
                }
            }
        }
        if low <= high {
            let place = |x: f64| ((x - min.x) / square - 0.5).ceil().max(0.0) as usize;
            let (from, until) = (place(low).min(columns), place(high).min(columns));
            if from < until {
                visit(row, from, until);
            }
        }
    }
}

/// What tells one table from another: a digest of all that is drawn of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fingerprint(u64);

impl Fingerprint {
    /// Of a table, and the bases for which it is surveyed.
    pub(super) fn of(field: &Field, radius: f64) -> Self {
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
        let mut add = |number: u64| digest = (digest ^ number).wrapping_mul(PRIME).rotate_left(29);
        let extent = field.table().max - field.table().min;
        [extent.x, extent.y, radius].into_iter().for_each(|number| add(number.to_bits()));
        for piece in field.pieces() {
            let (kind, base) = (&piece.kind, &piece.rectangle);
            let (ahead, centre) = (base.facing.ahead(), base.centre);
            let numbers = [centre.x, centre.y, ahead.x, ahead.y, base.half_width, base.half_depth, kind.height];
            numbers.into_iter().for_each(|number| add(number.to_bits()));
            let walls = piece.walls.iter().fold(0, |walls, wall| 2 * walls + u64::from(*wall));
            let corners = piece.outline.corners().len() as u64;
            let words = [kind.category as u64, kind.grade as u64, piece.floor as u64, walls, corners];
            let flags = u64::from(kind.difficult) + 2 * u64::from(kind.obscures);
            add(words.into_iter().fold(flags, |all, word| 16 * all + word));
        }
        Self(digest)
    }
}
