//! The ground as a script knows it: a lattice of places an inch apart, what lies between them, and what the enemy sees of them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::super::field::{Field, Stand};
use super::super::state::{Battle, FigureId, MOST_FIGURES, place_of};
use crate::tabletop::plane::{Area, Point, Spot};

/// Inches between the places.
pub(super) const STEP: f64 = 1.0;

/// Tenths of an inch from a place to the next, straight and across.
const LEGS: [u16; 2] = [10, 14];

/// Tenths of an inch in an inch.
const TENTHS: f64 = 10.0;

/// A way that there is not.
pub(super) const FAR: u16 = u16::MAX;

/// Greatest penalty for cover that is told apart.
const MOST_PENALTY: i32 = 7;

/// Ways to all places from some of them, in tenths of an inch.
pub(super) type Distances = Vec<u16>;

/// A lattice over the table.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    table: Area,
    columns: usize,
    rows: usize,
    /// Radius of the bases that it is for.
    pub radius: f64,
    /// What an inch costs at a place, in tenths; 0 where nobody comes through.
    costs: Vec<u8>,
    /// Where a base can stay.
    stands: Vec<bool>,
    heap: BinaryHeap<Reverse<(u16, u16)>>,
}

impl Default for Ground {
    fn default() -> Self {
        let table = Area::table(0.0, 0.0);
        let (costs, stands, heap) = (Vec::new(), Vec::new(), BinaryHeap::new());
        Self { table, columns: 0, rows: 0, radius: 0.0, costs, stands, heap }
    }
}

impl Ground {
    /// Surveys a table for bases of a radius.
    pub(super) fn survey(&mut self, field: &Field, radius: f64) {
        self.table = *field.table();
        self.radius = radius;
        let extent = self.table.max - self.table.min;
        self.columns = ((extent.x / STEP) as usize).max(1);
        self.rows = ((extent.y / STEP) as usize).max(1);
        self.costs.clear();
        self.stands.clear();
        // Every place may be reached from each of its neighbours.
        self.heap.reserve(8 * self.cells());
        for cell in 0..self.cells() {
            let point = self.point(cell);
            let cost = field.ground_cost(point, radius).map_or(0, |cost| (TENTHS * cost) as u8);
            self.costs.push(cost);
            self.stands.push(cost > 0 && field.stands(&field.stand(Spot::from(point), radius)));
        }
    }

    /// Number of places.
    pub(super) fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// Where a place is.
    pub(super) fn point(&self, cell: usize) -> Point {
        let (column, row) = (cell % self.columns, cell / self.columns);
        let at = |low: f64, number: usize| low + STEP * (number as f64 + 0.5);
        Point::new(at(self.table.min.x, column), at(self.table.min.y, row))
    }

    /// The place nearest to a point.
    pub(super) fn cell(&self, point: Point) -> usize {
        let of = |at: f64, low: f64, most: usize| (((at - low) / STEP) as usize).min(most - 1);
        let (column, row) = (of(point.x, self.table.min.x, self.columns), of(point.y, self.table.min.y, self.rows));
        row * self.columns + column
    }

    /// Whether a base can stay at a place.
    pub(super) fn stands(&self, cell: usize) -> bool {
        self.stands[cell]
    }

    /// Whether a place is one of those of a lattice half as dense, or of one a quarter as dense.
    pub(super) fn is_even(&self, cell: usize, quarter: bool) -> bool {
        let (column, row) = (cell % self.columns, cell / self.columns);
        if quarter { column.is_multiple_of(2) && row.is_multiple_of(2) } else { (column + row).is_multiple_of(2) }
    }

    /// The places next to one, with the legs to them.
    fn beside(&self, cell: usize) -> impl Iterator<Item = (usize, u16)> + '_ {
        let (column, row) = ((cell % self.columns) as i32, (cell / self.columns) as i32);
        let open = move |column: i32, row: i32| {
            let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
            let other = row * self.columns + column;
            (column < self.columns && row < self.rows && self.costs[other] > 0).then_some(other)
        };
        (0..8).filter_map(move |way| {
            const WAYS: [(i32, i32); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
            let (x, y) = WAYS[way];
            let other = open(column + x, row + y)?;
            let across = x != 0 && y != 0;
            if across && (open(column + x, row).is_none() || open(column, row + y).is_none()) {
                return None;
            }
            let leg = LEGS[usize::from(across)] * (u16::from(self.costs[cell]) + u16::from(self.costs[other])) / 20;
            Some((other, leg))
        })
    }

    /// The ways from some points, each with a start of so many tenths, to all places up to a limit.
    pub(super) fn spread(
        &mut self,
        sources: impl IntoIterator<Item = (Point, u16)>,
        limit: u16,
        found: &mut Distances,
    ) {
        found.clear();
        found.resize(self.cells(), FAR);
        let mut heap = std::mem::take(&mut self.heap);
        heap.clear();
        for (point, start) in sources {
            let cell = self.cell(point);
            if start < found[cell] {
                found[cell] = start;
                heap.push(Reverse((start, cell as u16)));
            }
        }
        while let Some(Reverse((way, cell))) = heap.pop() {
            let cell = usize::from(cell);
            if way > found[cell] {
                continue;
            }
            for (other, leg) in self.beside(cell) {
                let next = way.saturating_add(leg.max(LEGS[0]));
                if next <= limit && next < found[other] {
                    found[other] = next;
                    heap.push(Reverse((next, other as u16)));
                }
            }
        }
        self.heap = heap;
    }

    /// The way to a point in inches; infinite where there is none.
    pub(super) fn way(&self, distances: &Distances, point: Point) -> f64 {
        let cell = self.cell(point);
        let mut best = distances[cell];
        if best == FAR {
            best = self.beside(cell).map(|(other, leg)| distances[other].saturating_add(leg)).min().unwrap_or(FAR);
        }
        if best == FAR { f64::INFINITY } else { f64::from(best) / TENTHS }
    }
}

/// What a place and a figure see of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mutual {
    /// Penalty for who shoots at the place, before what digs in adds to it.
    pub of_place: i32,
    /// Penalty for who shoots from it.
    pub of_figure: i32,
}

/// Numbers of what is known of a place: nothing yet, and that it is not seen.
const UNKNOWN: u8 = 0;
const UNSEEN: u8 = 1;

/// What figures of the enemy see of the lattice, looked at once and kept until they move.
#[derive(Clone, Debug)]
pub(super) struct Looks {
    cells: usize,
    from: [Option<Spot>; MOST_FIGURES],
    known: Vec<u8>,
}

impl Default for Looks {
    fn default() -> Self {
        Self { cells: 0, from: [None; MOST_FIGURES], known: Vec::new() }
    }
}

impl Looks {
    /// Forgets everything: another table, or another side to look at.
    pub(super) fn restart(&mut self, cells: usize) {
        self.cells = cells;
        self.from = [None; MOST_FIGURES];
        self.known.clear();
        self.known.resize(cells * MOST_FIGURES, UNKNOWN);
    }

    /// What a place of the lattice and a figure see of each other, if they do.
    pub(super) fn at(&mut self, battle: &Battle<'_>, ground: &Ground, figure: FigureId, cell: usize) -> Option<Mutual> {
        let (place, spot) = (place_of(figure), battle.figure(figure).at);
        let known = &mut self.known[place * self.cells..][..self.cells];
        if self.from[place] != Some(spot) {
            self.from[place] = Some(spot);
            known.fill(UNKNOWN);
        }
        if known[cell] == UNKNOWN {
            let there = battle.setup.field.stand(Spot::from(ground.point(cell)), ground.radius);
            known[cell] = match mutual(battle, &there, &battle.stand(figure)) {
                Some(Mutual { of_place, of_figure }) => 2 + (of_place * (MOST_PENALTY + 1) + of_figure) as u8,
                None => UNSEEN,
            };
        }
        let code = i32::from(known[cell].checked_sub(2)?);
        Some(Mutual { of_place: code / (MOST_PENALTY + 1), of_figure: code % (MOST_PENALTY + 1) })
    }
}

/// What two figures see of each other, the one as if it stood there.
pub(super) fn mutual(battle: &Battle<'_>, there: &Stand, figure: &Stand) -> Option<Mutual> {
    let (field, rules) = (&battle.setup.field, &battle.setup.rules);
    let of_place = field.sight(figure, there, &[])?;
    let of_figure = field.sight(there, figure, &[])?;
    let penalty = |cover: super::super::combat::Cover| cover.penalty(rules, 0).clamp(0, MOST_PENALTY);
    Some(Mutual { of_place: penalty(of_place), of_figure: penalty(of_figure) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;
    use crate::rulesets::darkpotential::codex::Codex;
    use crate::rulesets::darkpotential::rules::Rules;
    use crate::rulesets::darkpotential::terrain::Board;

    #[test]
    fn ways_on_a_bare_table_are_nearly_straight() {
        let codex = Codex::built_in();
        let radius = codex.units[0].base_radius();
        let field = Field::new(&Rules::default(), &Board::bare(48.0, 48.0));
        let (mut ground, mut ways) = (Ground::default(), Distances::new());
        ground.survey(&field, radius);
        assert_eq!(ground.cells(), 48 * 48);
        ground.spread([(Point::new(5.5, 5.5), 0)], FAR - 1, &mut ways);
        assert_eq!(ground.way(&ways, Point::new(5.5, 25.5)), 20.0);
        let across = ground.way(&ways, Point::new(20.5, 20.5));
        assert!((across - 15.0 * 1.4).abs() < 0.11, "{across}");
        // Beyond the limit nothing is known.
        ground.spread([(Point::new(5.5, 5.5), 0)], 60, &mut ways);
        assert_eq!(ground.way(&ways, Point::new(5.5, 25.5)), f64::INFINITY);
    }
}
