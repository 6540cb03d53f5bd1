//! The ground as a script knows it: a lattice of places, what they see of each other, and the ways to goals.

use crate::rulesets::chainsword::field::{Land, Mover, Stand};
use crate::rulesets::chainsword::state::Battle;
use crate::tabletop::plane::{Area, Point};

/// Inches between the places on a table of the usual size.
const STEP: f64 = 2.0;

/// Most places along an edge.
const MOST_STEPS: usize = 36;

/// Most places.
pub(super) const MOST_CELLS: usize = MOST_STEPS * MOST_STEPS;

/// Goals whose ways are remembered.
const MOST_GOALS: usize = 12;

/// A way that there is not, in tenths of an inch.
const FAR: u16 = u16::MAX;

/// Tenths of an inch that way through difficult ground counts more, as a share of itself.
const SLOW: [u16; 2] = [3, 2];

/// What is not known of a pair of places, and what is hidden; everything else is a cover save.
const UNKNOWN: u8 = 255;
const HIDDEN: u8 = 254;

/// A place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    /// Who may stand there: on foot, in a hull.
    pub foot: bool,
    pub hull: bool,
    /// It is difficult for who walks.
    pub difficult: bool,
    /// It is difficult for tracks and wheels.
    pub boggy: bool,
}

/// The ways to a goal of one kind of mover, from every place.
#[derive(Clone, Debug)]
struct Ways {
    /// The place of the goal, and whether it is for hulls.
    goal: Option<(u16, bool)>,
    /// When they were last asked for.
    used: u32,
    tenths: Vec<u16>,
}

/// The lattice.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    known: bool,
    table: Area,
    step: f64,
    columns: usize,
    rows: usize,
    cells: Vec<Cell>,
    looks: Vec<u8>,
    ways: Vec<Ways>,
    asked: u32,
    /// Memory of the search.
    queue: Vec<u16>,
    queued: Vec<bool>,
}

impl Default for Ground {
    fn default() -> Self {
        let ways = Ways { goal: None, used: 0, tenths: vec![FAR; MOST_CELLS] };
        Self {
            known: false,
            table: Area::table(0.0, 0.0),
            step: STEP,
            columns: 1,
            rows: 1,
            cells: vec![Cell::default(); MOST_CELLS],
            looks: vec![UNKNOWN; MOST_CELLS * MOST_CELLS],
            ways: vec![ways; MOST_GOALS],
            asked: 0,
            queue: vec![0; MOST_CELLS],
            queued: vec![false; MOST_CELLS],
        }
    }
}

impl Ground {
    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        self.known = false;
    }

    /// Surveys the table, once a game.
    pub(super) fn survey(&mut self, battle: &Battle<'_>) {
        if self.known {
            return;
        }
        self.known = true;
        let land = battle.land();
        self.table = *land.table();
        let extent = self.table.max - self.table.min;
        self.step = STEP.max(extent.x.max(extent.y) / MOST_STEPS as f64);
        let count = |inches: f64| ((inches / self.step).ceil() as usize).clamp(1, MOST_STEPS);
        (self.columns, self.rows) = (count(extent.x), count(extent.y));
        let cells = self.count();
        self.looks[..cells * cells].fill(UNKNOWN);
        self.ways.iter_mut().for_each(|ways| ways.goal = None);
        for at in 0..cells {
            let point = self.point(at);
            let stand = Stand::disc(point, 1.0);
            let hull = Stand::disc(point, 2.0);
            self.cells[at] = Cell {
                foot: land.stands(&stand, Mover::Foot),
                hull: land.stands(&hull, Mover::Wheels),
                difficult: land.slows(point, Mover::Foot),
                boggy: land.slows(point, Mover::Wheels),
            };
        }
    }

    /// Number of places.
    pub(super) fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// Inches from a place to the next.
    pub(super) fn step(&self) -> f64 {
        self.step
    }

    /// Columns and rows.
    pub(super) fn extent(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// A place.
    pub(super) fn place(&self, cell: usize) -> &Cell {
        &self.cells[cell]
    }

    /// Where a place is.
    pub(super) fn point(&self, cell: usize) -> Point {
        let (column, row) = (cell % self.columns, cell / self.columns);
        let at = |low: f64, high: f64, number: usize| (low + self.step * (number as f64 + 0.5)).min(high);
        let Area { min, max, .. } = self.table;
        Point::new(at(min.x, max.x, column), at(min.y, max.y, row))
    }

    /// The place nearest to a point.
    pub(super) fn cell(&self, point: Point) -> usize {
        let of = |at: f64, low: f64, most: usize| (((at - low) / self.step).max(0.0) as usize).min(most - 1);
        of(point.y, self.table.min.y, self.rows) * self.columns + of(point.x, self.table.min.x, self.columns)
    }

    /// Whether the column and the row of a place are even.
    pub(super) fn is_even(&self, cell: usize) -> bool {
        (cell % self.columns) & 1 == 0 && (cell / self.columns) & 1 == 0
    }

    /// What who stands at one place sees of who stands at another: its cover save, 0 for none; nothing where it is hidden.
    #[inline]
    pub(super) fn look(&mut self, land: &Land<'_>, from: usize, to: usize) -> Option<u8> {
        let at = from * self.count() + to;
        if self.looks[at] == UNKNOWN {
            let seen = land.glimpse(self.point(from), self.point(to));
            self.looks[at] = seen.unwrap_or(HIDDEN);
        }
        match self.looks[at] {
            HIDDEN => None,
            cover => Some(cover),
        }
    }

    /// Inches of the true way from a point to a goal, on foot or in a hull; as the crow flies where none is found.
    pub(super) fn way(&mut self, from: Point, goal: Point, hull: bool) -> f64 {
        let slot = self.ways_to(goal, hull);
        let tenths = self.ways[slot].tenths[self.cell(from)];
        let straight = from.distance(goal);
        if tenths == FAR {
            return straight * 1.5;
        }
        // Steps of the lattice go by eight directions only: near the goal the straight line is better known.
        if straight < self.step { straight } else { straight.max(f64::from(tenths) / 10.0 * 0.96) }
    }

    /// The ways to a goal, found if need be.
    fn ways_to(&mut self, goal: Point, hull: bool) -> usize {
        self.asked += 1;
        let key = Some((self.cell(goal) as u16, hull));
        let known = self.ways.iter().position(|ways| ways.goal == key);
        let slot = known.unwrap_or_else(|| {
            let oldest = self.ways.iter().enumerate().min_by_key(|(_, ways)| (ways.goal.is_some(), ways.used));
            let slot = oldest.map_or(0, |(slot, _)| slot);
            self.find_ways(slot, usize::from(key.map_or(0, |key| key.0)), hull);
            self.ways[slot].goal = key;
            slot
        });
        self.ways[slot].used = self.asked;
        slot
    }

    /// Finds the ways from every place to one.
    fn find_ways(&mut self, slot: usize, goal: usize, hull: bool) {
        let (columns, rows, count) = (self.columns, self.rows, self.count());
        let Self { ways, cells, queue, queued, step, .. } = self;
        let tenths = &mut ways[slot].tenths;
        tenths[..count].fill(FAR);
        queued[..count].fill(false);
        let legs = [(*step * 10.0) as u16, (*step * 14.142) as u16];
        (tenths[goal], queue[0]) = (0, goal as u16);
        let (mut head, mut left) = (0, 1);
        while left > 0 {
            let cell = usize::from(queue[head]);
            (head, left) = ((head + 1) % count, left - 1);
            queued[cell] = false;
            let (column, row) = (cell % columns, cell / columns);
            let slow = if hull { cells[cell].boggy } else { cells[cell].difficult };
            for (x, y) in [(0, 1), (1, 0), (1, 2), (2, 1), (0, 0), (2, 2), (0, 2), (2, 0)] {
                let (next_column, next_row) = (column + x, row + y);
                if next_column < 1 || next_row < 1 || next_column > columns || next_row > rows {
                    continue;
                }
                let next = (next_row - 1) * columns + next_column - 1;
                if !(if hull { cells[next].hull } else { cells[next].foot }) {
                    continue;
                }
                let leg = legs[usize::from(x != 1 && y != 1)];
                let leg = if slow { leg * SLOW[0] / SLOW[1] } else { leg };
                let way = tenths[cell].saturating_add(leg);
                if way < tenths[next] {
                    tenths[next] = way;
                    if !queued[next] {
                        queued[next] = true;
                        queue[(head + left) % count] = next as u16;
                        left += 1;
                    }
                }
            }
        }
    }
}
