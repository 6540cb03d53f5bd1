//! The ground as a script knows it: a lattice of places, what they see of each other, and the ways to goals.

use super::routes::{FAR, Lattice, NEIGHBOURS, Routes, Steps};
use crate::rulesets::chainsword::field::sight::Between;
use crate::rulesets::chainsword::field::{Land, Mover};
use crate::rulesets::chainsword::state::Battle;
use crate::tabletop::plane::{Area, Outline, Point, Vector};

/// Inches between the places on a table of the usual size.
const STEP: f64 = 2.0;

/// Most places along an edge.
const MOST_STEPS: usize = 36;

/// Most places.
pub(super) const MOST_CELLS: usize = MOST_STEPS * MOST_STEPS;

/// What is not known of a pair of places, and what is hidden; everything else is a cover save.
const UNKNOWN: u8 = 255;
const HIDDEN: u8 = 254;

/// Nobody has looked from a place.
const NO_ROW: u16 = u16::MAX;

/// What is not known yet, but is as it was when so many pieces more than this had come onto the table.
const AS_IT_WAS: u8 = 100;

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

/// The lattice.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    known: bool,
    table: Area,
    step: f64,
    columns: usize,
    rows: usize,
    cells: Vec<Cell>,
    /// Where columns and rows are.
    inches: [Vec<f64>; 2],
    /// What lies between places.
    between: Between,
    /// What places see of the others: a row for each from which anybody has looked, and which row that is.
    looks: Vec<u8>,
    rows_of_looks: Vec<u16>,
    /// Where ways lead on foot, and in a hull.
    steps: [Vec<Steps>; 2],
    routes: Routes,
}

impl Default for Ground {
    fn default() -> Self {
        Self {
            known: false,
            table: Area::table(0.0, 0.0),
            step: STEP,
            columns: 1,
            rows: 1,
            cells: vec![Cell::default(); MOST_CELLS],
            inches: [vec![0.0; MOST_STEPS], vec![0.0; MOST_STEPS]],
            between: Between::default(),
            looks: Vec::with_capacity(MOST_CELLS * MOST_CELLS),
            rows_of_looks: vec![NO_ROW; MOST_CELLS],
            steps: [vec![Steps::default(); MOST_CELLS], vec![Steps::default(); MOST_CELLS]],
            routes: Routes::roomy(MOST_CELLS),
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
        let (step, Area { min, max, .. }) = (self.step, self.table);
        for (inches, (low, high)) in self.inches.iter_mut().zip([(min.x, max.x), (min.y, max.y)]) {
            for (number, at) in inches.iter_mut().enumerate() {
                *at = (low + step * (number as f64 + 0.5)).min(high);
            }
        }
        let [columns, rows] = [&self.inches[0][..self.columns], &self.inches[1][..self.rows]];
        self.between.survey(&land, [columns, rows]);
        let cells = self.count();
        self.looks.clear();
        self.rows_of_looks[..cells].fill(NO_ROW);
        self.routes.clear();
        for at in 0..cells {
            let open = self.table.contains(self.point(at));
            self.cells[at] = Cell { foot: open, hull: open, difficult: false, boggy: false };
        }
        for footing in land.footings([Mover::Foot, Mover::Wheels]) {
            let (middle, reach) = (footing.patch.form().middle(), footing.patch.form().reach() + self.step);
            let corner = Vector::new(reach, reach);
            let (low, high) = (self.cell(middle - corner), self.cell(middle + corner));
            for row in low / self.columns..=high / self.columns {
                for column in low % self.columns..=high % self.columns {
                    let at = row * self.columns + column;
                    let (point, cell) = (self.point(at), &mut self.cells[at]);
                    if footing.closed != [false; 2] && footing.bars(point) {
                        (cell.foot, cell.hull) = (cell.foot && !footing.closed[0], cell.hull && !footing.closed[1]);
                    }
                    if footing.slow != [false; 2] && footing.patch.contains(point) {
                        (cell.difficult, cell.boggy) =
                            (cell.difficult || footing.slow[0], cell.boggy || footing.slow[1]);
                    }
                }
            }
        }
        self.link();
    }

    /// Says where ways lead.
    fn link(&mut self) {
        let Self { columns, rows, .. } = *self;
        for at in 0..self.count() {
            let (column, row) = (at % columns, at / columns);
            let cell = self.cells[at];
            let [foot, hull] = &mut self.steps;
            (foot[at], hull[at]) = (Steps { open: 0, slow: cell.difficult }, Steps { open: 0, slow: cell.boggy });
            for (number, (x, y)) in NEIGHBOURS.into_iter().enumerate() {
                let (column, row) = (column.wrapping_add_signed(x), row.wrapping_add_signed(y));
                if column < columns && row < rows {
                    let next = self.cells[row * columns + column];
                    foot[at].open |= u8::from(next.foot) << number;
                    hull[at].open |= u8::from(next.hull) << number;
                }
            }
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
        self.crossing(cell % self.columns, cell / self.columns)
    }

    /// Where the place in a column and a row is.
    #[inline]
    pub(super) fn crossing(&self, column: usize, row: usize) -> Point {
        Point::new(self.inches[0][column], self.inches[1][row])
    }

    /// The place nearest to a point.
    pub(super) fn cell(&self, point: Point) -> usize {
        let of = |at: f64, low: f64, most: usize| (((at - low) / self.step).max(0.0) as usize).min(most - 1);
        of(point.y, self.table.min.y, self.rows) * self.columns + of(point.x, self.table.min.x, self.columns)
    }

    /// The places of which no one is farther from a point than so many inches, be it along columns or along rows; others may be
    /// among them.
    pub(super) fn about(&self, point: Point, inches: f64) -> impl Iterator<Item = (usize, Point)> + '_ {
        let corner = Vector::new(inches, inches);
        let [low, high] = [self.cell(point - corner), self.cell(point + corner)];
        let (columns, count) = (low % self.columns..=high % self.columns, self.columns);
        (low / count..=high / count)
            .flat_map(move |row| columns.clone().map(move |column| (row * count + column, self.crossing(column, row))))
    }

    /// A pair of places among the looks.
    #[inline]
    fn pair(&mut self, from: usize, to: usize) -> usize {
        let count = self.count();
        if self.rows_of_looks[from] == NO_ROW {
            self.rows_of_looks[from] = (self.looks.len() / count) as u16;
            self.looks.resize(self.looks.len() + count, UNKNOWN);
        }
        usize::from(self.rows_of_looks[from]) * count + to
    }

    /// Notes that who stands at one place has looked at another: what he saw stays, whatever comes onto the table later.
    #[inline]
    pub(super) fn note(&mut self, land: &Land<'_>, from: usize, to: usize) {
        let at = self.pair(from, to);
        if self.looks[at] == UNKNOWN {
            self.looks[at] = AS_IT_WAS + land.laid() as u8;
        }
    }

    /// What who stands at one place sees of who stands at another: its cover save, 0 for none; nothing where it is hidden.
    #[inline]
    pub(super) fn look(&mut self, land: &Land<'_>, from: usize, to: usize) -> Option<u8> {
        let at = self.pair(from, to);
        match self.looks[at] {
            HIDDEN => None,
            cover if cover < AS_IT_WAS => Some(cover),
            unknown => {
                let laid = if unknown == UNKNOWN { land.laid() } else { usize::from(unknown - AS_IT_WAS) };
                let [start, end] = [from, to].map(|cell| [cell % self.columns, cell / self.columns]);
                let among = self.between.of(start, end);
                let seen = land.glimpse_among(self.point(from), self.point(to), laid, among);
                self.looks[at] = seen.unwrap_or(HIDDEN);
                seen
            }
        }
    }

    /// Inches of the true way from a point to a goal, on foot or in a hull; as the crow flies where none is found.
    pub(super) fn way(&mut self, from: Point, goal: Point, hull: bool) -> f64 {
        self.way_to(from, self.cell(from), &self.goal(goal, hull))
    }

    /// A goal, for who is on foot or for a hull.
    pub(super) fn goal(&self, at: Point, hull: bool) -> Goal {
        Goal { at, cell: self.cell(at) as u16, hull }
    }

    /// The same from a point on the lattice to a goal.
    pub(super) fn way_to(&mut self, from: Point, cell: usize, goal: &Goal) -> f64 {
        let steps = &self.steps[usize::from(goal.hull)][..self.columns * self.rows];
        let lattice = Lattice { steps, columns: self.columns, inches: self.step };
        let tenths = self.routes.tenths(&lattice, cell, (goal.cell, goal.hull));
        let straight = from.distance(goal.at);
        if tenths == FAR {
            return straight * 1.5;
        }
        // Steps of the lattice go by eight directions only: near the goal the straight line is better known.
        if straight < self.step { straight } else { straight.max(f64::from(tenths) / 10.0 * 0.96) }
    }
}

/// Where ways lead to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    at: Point,
    cell: u16,
    hull: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;
    use crate::rulesets::chainsword::codex::Scenario;
    use crate::rulesets::chainsword::field::Stand;
    use crate::rulesets::chainsword::scene::{enlist, setup_on, stand};
    use crate::rulesets::chainsword::terrain::Kind;

    #[test]
    fn what_was_noted_is_seen_as_it_was_then() {
        let setup = setup_on(Scenario::Patrol, &[], &[]);
        let mut battle = Battle::empty(&setup);
        let team = enlist(&mut battle, Side::A, "levy-rifles");
        stand(&mut battle, team, 5.0, 5.0);
        let mut ground = Ground::default();
        ground.survey(&battle);
        let [from, noted] = [(11.0, 25.0), (31.0, 25.0)].map(|(x, y)| ground.cell(Point::new(x, y)));
        ground.note(&battle.land(), from, noted);
        let wreck = setup.field.piece(Kind::Wreck, Point::new(25.0, 25.0), 0.0);
        assert!(battle.additions.lay(&setup.field, wreck));
        assert_eq!(ground.look(&battle.land(), from, noted), Some(0), "nothing lay there when it was noted");
        // Who looks for the first time sees what lies there now.
        assert!(ground.look(&battle.land(), noted, from).is_some_and(|cover| cover > 0));
        // What has been seen stays, noted or not.
        ground.note(&battle.land(), noted, from);
        assert!(ground.look(&battle.land(), noted, from).is_some_and(|cover| cover > 0));
    }

    #[test]
    fn what_places_see_is_what_the_land_shows() {
        let pieces = [
            (Kind::Woods, 20.0, 12.0, 0.0),
            (Kind::Rock, 30.0, 20.0, 0.0),
            (Kind::Building, 50.0, 30.0, 30.0),
            (Kind::Wall, 40.0, 8.0, 15.0),
            (Kind::Hill, 60.0, 10.0, 0.0),
        ];
        let setup = setup_on(Scenario::Patrol, &[], &pieces);
        let battle = Battle::empty(&setup);
        let (mut ground, land) = (Ground::default(), battle.land());
        ground.survey(&battle);
        let mut seen = [0; 3];
        let count = ground.count();
        for (from, to) in (0..count).step_by(7).flat_map(|from| (0..count).map(move |to| (from, to))) {
            let look = ground.look(&land, from, to);
            assert_eq!(look, land.glimpse(ground.point(from), ground.point(to)), "{from} {to}");
            seen[look.map_or(0, |cover| 1 + usize::from(cover > 0))] += 1;
        }
        assert!(seen.iter().all(|count| *count > 1000), "{seen:?}");
    }

    #[test]
    fn places_are_what_the_pieces_on_them_are() {
        let pieces = [
            (Kind::Woods, 20.0, 12.0, 0.0),
            (Kind::Rock, 30.0, 20.0, 0.0),
            (Kind::Building, 50.0, 30.0, 30.0),
            (Kind::Ruins, 10.0, 40.0, 45.0),
            (Kind::Wall, 40.0, 8.0, 15.0),
            (Kind::Hill, 60.0, 10.0, 0.0),
            (Kind::Crater, 24.0, 36.0, 0.0),
        ];
        let setup = setup_on(Scenario::Patrol, &[], &pieces);
        let battle = Battle::empty(&setup);
        let (mut ground, land) = (Ground::default(), battle.land());
        ground.survey(&battle);
        for at in 0..ground.count() {
            let point = ground.point(at);
            let stands = |mover: Mover| land.stands(&Stand::disc(point, 1.0), mover);
            let cell = ground.place(at);
            let found = (cell.foot, cell.hull, cell.difficult, cell.boggy);
            let slows = [Mover::Foot, Mover::Wheels].map(|mover| land.slows(point, mover));
            assert_eq!(found, (stands(Mover::Foot), stands(Mover::Wheels), slows[0], slows[1]), "{point:?}");
        }
        assert!(
            (0..ground.count()).any(|at| !ground.place(at).foot)
                && (0..ground.count()).any(|at| ground.place(at).boggy)
        );
    }
}
