//! Gaps between pieces: how much of a table lies far from all of them (DP-SET-03).

use arrayvec::ArrayVec;

use super::least_reach;
use crate::rulesets::darkpotential::rules::Rules;
use crate::rulesets::darkpotential::terrain::{Board, Piece};
use crate::tabletop::plane::{Area, MOST_CORNERS, Outline, Point, Shape, Vector, point_distance};

/// The share of open points on a lattice of an inch that lie farther from all pieces than half of the widest gap (DP-SET-03).
#[must_use]
pub fn share_far(board: &Board, rules: &Rules) -> f64 {
    let extent = board.table.max - board.table.min;
    let (columns, rows) = (extent.x as usize, extent.y as usize);
    // Of each point: whether a piece covers it, and whether one is near.
    let mut marks = vec![[false; 2]; columns * rows];
    for piece in &board.pieces {
        let outline = Surroundings::of(piece);
        outline.mark(&board.table, [columns, rows], 0.5 * rules.max_gap, &mut marks);
    }
    let (mut open, mut far) = (0u32, 0u32);
    for [covered, near] in marks {
        open += u32::from(!covered);
        far += u32::from(!near);
    }
    f64::from(far) / f64::from(open.max(1))
}

/// Inches by which a distance that is estimated may be off.
const ROUGH: f64 = 1e-6;

/// An outline whose distance from many points is looked at: most are told by its middle or by its edges.
struct Surroundings<'p> {
    piece: &'p Piece,
    /// Least and greatest distance of its edge from the middle, the least at most.
    inner: f64,
    reach: f64,
    /// For each of its edges the start, the unit vectors out of it and along it, and its length.
    edges: ArrayVec<(Point, Vector, Vector, f64), MOST_CORNERS>,
}

impl<'p> Surroundings<'p> {
    fn of(piece: &'p Piece) -> Self {
        let mut edges = ArrayVec::new();
        if let Shape::Polygon(polygon) = &piece.outline {
            for edge in polygon.edges() {
                let along = edge.span().unit().unwrap_or(Vector::ZERO);
                edges.push((edge.start, along.right(), along, edge.length()));
            }
        }
        Self { piece, inner: least_reach(piece), reach: piece.outline.reach(), edges }
    }

    /// Marks the points of a lattice that it covers, and those that are no farther than so many inches.
    fn mark(&self, table: &Area, [columns, rows]: [usize; 2], limit: f64, marks: &mut [[bool; 2]]) {
        let (middle, far) = (self.piece.outline.middle(), self.reach + limit + ROUGH);
        let square = |inches: f64| if inches > 0.0 { inches * inches } else { 0.0 };
        let (covered, inside, near) =
            (square(self.inner - ROUGH), square(self.reach + ROUGH), square(self.inner + limit - ROUGH));
        let first = |low: f64| (low - 0.5).ceil().max(0.0) as usize;
        let end = |high: f64, most: usize| ((high - 0.5).floor() + 1.0).clamp(0.0, most as f64) as usize;
        for row in first(middle.y - far - table.min.y)..end(middle.y + far - table.min.y, rows) {
            let up = table.min.y + row as f64 + 0.5 - middle.y;
            let half = (far * far - up * up).max(0.0).sqrt() + ROUGH;
            for column in first(middle.x - half - table.min.x)..end(middle.x + half - table.min.x, columns) {
                let mark = &mut marks[row * columns + column];
                if mark[0] {
                    continue;
                }
                let point = lattice_point(table, row as u32, column as u32);
                let apart = (point - middle).length_squared();
                let outside = apart > inside;
                if outside && mark[1] {
                    continue;
                }
                if apart < covered {
                    *mark = [true; 2];
                } else if outside && apart < near {
                    mark[1] = true;
                } else {
                    let [is_inside, is_near] = self.holds(point, limit);
                    *mark = [is_inside, mark[1] || is_near];
                }
            }
        }
    }

    /// Whether it covers a point, and whether that is no farther than so many inches.
    fn holds(&self, point: Point, limit: f64) -> [bool; 2] {
        let mut most = (f64::NEG_INFINITY, false);
        for (start, out, along, length) in &self.edges {
            let to = point - *start;
            let off = to.dot(*out);
            if off > most.0 {
                most = (off, (0.0..=*length).contains(&to.dot(*along)));
            }
        }
        let (off, beside_edge) = most;
        if off > limit + ROUGH {
            return [false; 2];
        }
        let sure = (off - limit).abs() > ROUGH && off.abs() > ROUGH;
        if sure && off < 0.0 {
            return [true; 2];
        }
        // Beside an edge it is as far off as it is from the line of the edge.
        if sure && beside_edge {
            return [false, true];
        }
        let away = point_distance(point, &self.piece.outline);
        [away <= 0.0, away <= limit]
    }
}

/// Points an inch apart, from half an inch inside the edges.
pub(super) fn lattice(table: &Area) -> impl Iterator<Item = Point> + use<'_> {
    let extent = table.max - table.min;
    let (columns, rows) = (extent.x as u32, extent.y as u32);
    (0..rows).flat_map(move |row| (0..columns).map(move |column| lattice_point(table, row, column)))
}

/// One of these points.
fn lattice_point(table: &Area, row: u32, column: u32) -> Point {
    table.min + Vector::new(f64::from(column) + 0.5, f64::from(row) + 0.5)
}
