//! The ground as a script knows it: a lattice of places an inch apart, and what lies between them.

use std::ops::Range;

use super::super::field::{Field, Stand};
use super::super::rules::Rules;
use super::super::terrain::{Category, DOOR, GAP, SIDES, WALL};
use super::survey::{inner, spans};
use crate::tabletop::plane::{Area, Disc, Point, Segment, Shape, Spot, Vector};

/// Inches between the places on a table of the usual size, and most of them along an edge of any table.
const STEP: f64 = 1.0;
const MOST_STEPS: f64 = 240.0;

/// Chains of the search for ways: more tenths than the longest leg and the latest start together.
const CHAINS: usize = 512;
const NO_LINK: u32 = u32::MAX;

/// Inches by which a base may overlap what bars it.
const HAIR: f64 = 1e-3;

/// Tenths of an inch from a place to the next, straight and across.
const LEGS: [u16; 2] = [10, 14];

/// By how much a leg across is longer than its tenths say, more or less.
const LONGEST: f64 = 1.02;

/// Tenths of an inch in an inch.
const TENTHS: f64 = 10.0;

/// A way that there is not.
pub(super) const FAR: u16 = u16::MAX;

/// Ways to all places from some of them, in tenths of an inch.
pub(super) type Distances = Vec<u16>;

/// Places to go on from, in a chain for each number of tenths, modulo that of the chains.
struct Queue {
    chains: [u32; CHAINS],
    /// A place, and the next link of its chain.
    links: Vec<(u16, u32)>,
    /// How many are left.
    left: usize,
}

impl Queue {
    fn put(&mut self, way: u16, cell: usize) {
        let chain = &mut self.chains[usize::from(way) % CHAINS];
        self.links.push((cell as u16, *chain));
        *chain = self.links.len() as u32 - 1;
        self.left += 1;
    }

    fn take(&mut self, way: u16) -> Option<usize> {
        let chain = &mut self.chains[usize::from(way) % CHAINS];
        let (cell, next) = *self.links.get(*chain as usize)?;
        (*chain, self.left) = (next, self.left - 1);
        Some(usize::from(cell))
    }
}

/// Tenths of an inch of Movement from a place to the next.
fn leg(across: bool, own: u16, other: u8) -> u16 {
    (LEGS[usize::from(across)] * (own + u16::from(other)) / 20).max(LEGS[0])
}

/// Which of the places next to one that is not on the rim are farther than by a leg from it, a bit each in the order of
/// [`Ground::steps`]. All are looked at alike, which takes less time than to ask one by one.
#[inline]
fn nearer(found: &[u16], cell: usize, wide: usize, way: u16, legs: &[u16; 8]) -> u8 {
    let row = |first: usize| -> [u16; 3] { found[first..first + 3].try_into().expect("it is a slice of three") };
    let ([a, b, c], [d, _, e], [f, g, h]) = (row(cell - wide - 1), row(cell - 1), row(cell + wide - 1));
    let beside = [e, g, d, b, h, f, a, c];
    let mut bits = [0u16; 8];
    for (number, bit) in bits.iter_mut().enumerate() {
        *bit = u16::from(legs[number] < beside[number].saturating_sub(way)) << number;
    }
    bits.iter().fold(0, |all, bit| all | bit) as u8
}

/// How many of the places of the lattice are thought of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Density {
    /// All.
    All,
    /// Every other one.
    Half,
    /// One of four.
    Quarter,
}

/// A lattice over the table, with a rim of places about it where nobody comes through.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    table: Area,
    /// Inches between the places.
    step: f64,
    columns: usize,
    rows: usize,
    /// Radius of the bases that it is for.
    pub radius: f64,
    /// What an inch costs at a place, in tenths; 0 where nobody comes through.
    costs: Vec<u8>,
    /// Tenths of an inch to each of the places next to it, in the order of [`Ground::steps`]; [`FAR`] where one may not go.
    legs: Vec<[u16; 8]>,
    /// Where a base can stay.
    stands: Vec<bool>,
    /// Height of the ground.
    heights: Vec<f64>,
    /// Memory of the search for ways.
    links: Vec<(u16, u32)>,
}

impl Default for Ground {
    fn default() -> Self {
        Self {
            table: Area::table(0.0, 0.0),
            step: STEP,
            columns: 2,
            rows: 2,
            radius: 0.0,
            costs: Vec::new(),
            legs: Vec::new(),
            stands: Vec::new(),
            heights: Vec::new(),
            links: Vec::new(),
        }
    }
}

impl Ground {
    /// Surveys a table for bases of a radius.
    pub(super) fn survey(&mut self, field: &Field, rules: &Rules, radius: f64) {
        self.table = *field.table();
        self.radius = radius;
        let extent = self.table.max - self.table.min;
        self.step = STEP.max(extent.x.max(extent.y) / MOST_STEPS);
        let count = |inches: f64| ((inches / self.step) as usize).max(1) + 2;
        (self.columns, self.rows) = (count(extent.x), count(extent.y));
        let cells = self.cells();
        self.costs.clear();
        self.costs.resize(cells, 0);
        self.legs.clear();
        self.legs.resize(cells, [FAR; 8]);
        self.stands.clear();
        self.stands.resize(cells, false);
        self.heights.clear();
        self.heights.resize(cells, 0.0);
        // Every place may be reached from each of its neighbours.
        self.links.reserve(9 * cells);
        for row in 1..self.rows - 1 {
            for column in 1..self.columns - 1 {
                let cell = row * self.columns + column;
                if self.table.holds(&Disc { centre: self.point(cell), radius }) {
                    (self.costs[cell], self.stands[cell]) = (TENTHS as u8, true);
                }
            }
        }
        let inch = 1.0 / rules.length_scale;
        let slow = (TENTHS * rules.difficult_factor).clamp(1.0, f64::from(u8::MAX)) as u8;
        for piece in field.pieces() {
            let (kind, base) = (&piece.kind, &piece.rectangle);
            let wall = WALL * inch;
            match kind.category {
                Category::Area | Category::Ruin if kind.difficult => self.slow(&piece.outline, slow),
                Category::Linear => self.slow(&piece.outline, slow),
                Category::Hill => self.raise(&piece.outline, kind.height),
                _ => {}
            }
            match kind.category {
                Category::Area => {}
                Category::Ruin => {
                    for side in SIDES.into_iter().filter(|side| piece.has_wall(*side)) {
                        self.wall(&base.edge(side), wall, GAP * inch);
                    }
                }
                Category::Building => {
                    for side in SIDES {
                        let door = if piece.is_long(side) { DOOR[0] * inch } else { 0.0 };
                        self.wall(&base.edge(side), wall, door);
                    }
                }
                Category::Hill => {
                    for side in SIDES.into_iter().filter(|side| piece.is_long(*side)) {
                        self.bar(&base.edge(side), 0.0, true);
                    }
                }
                Category::Solid | Category::HighWall | Category::Linear => {
                    // Along its middle line, as thick as it is across.
                    let side = SIDES.into_iter().find(|side| piece.is_long(*side)).unwrap_or(piece.floor);
                    let thickness = 2.0 * base.half_across(side);
                    self.bar(&inner(&base.edge(side), thickness), 0.5 * thickness, kind.category != Category::Linear);
                }
            }
        }
        self.find_legs();
    }

    /// Finds where one may go on from each place, and at what cost: ways across want both ways beside them. Who stands where nobody
    /// comes through may leave.
    fn find_legs(&mut self) {
        let (steps, columns) = (self.steps(), self.columns);
        let places = (1..self.rows - 1).flat_map(|row| (1..columns - 1).map(move |column| row * columns + column));
        for cell in places {
            let (own, others) =
                (u16::from(self.costs[cell]), steps.map(|step| self.costs[cell.wrapping_add_signed(step)]));
            let open = others.map(|cost| cost > 0);
            let may = |number: usize| open[number] && (number < 4 || open[number - 4] && open[(number - 3) % 4]);
            let of = |number: usize| if may(number) { leg(number >= 4, own, others[number]) } else { FAR };
            self.legs[cell] = std::array::from_fn(of);
        }
    }

    /// Ground on which an inch costs more.
    fn slow(&mut self, outline: &Shape, cost: u8) {
        self.fill(outline, |ground, cells| {
            ground.costs[cells].iter_mut().filter(|known| **known > 0).for_each(|known| *known = cost);
        });
    }

    /// Ground that lies higher.
    fn raise(&mut self, outline: &Shape, height: f64) {
        self.fill(outline, |ground, cells| ground.heights[cells].fill(height));
    }

    /// The places in an outline, row by row.
    fn fill(&mut self, outline: &Shape, mut paint: impl FnMut(&mut Self, Range<usize>)) {
        let (min, step, columns, rows) = (self.table.min, self.step, self.columns, self.rows);
        spans(outline, min, step, [columns - 2, rows - 2], |row, from, until| {
            let first = (row + 1) * columns + 1;
            paint(self, first + from..first + until);
        });
    }

    /// A wall on the inner side of an edge, with an opening in its middle.
    fn wall(&mut self, edge: &Segment, thickness: f64, opening: f64) {
        let line = inner(edge, thickness);
        let length = line.length();
        let along = line.span() * (1.0 / length);
        let mut stretch = |from: f64, until: f64| {
            self.bar(&Segment::new(line.start + along * from, line.start + along * until), 0.5 * thickness, true);
        };
        if opening > 0.0 {
            stretch(0.0, 0.5 * (length - opening));
            stretch(0.5 * (length + opening), length);
        } else {
            stretch(0.0, length);
        }
    }

    /// Something that is half so thick, along a line, on which nobody stays, and through which nobody comes where it `bars`.
    fn bar(&mut self, line: &Segment, half: f64, bars: bool) {
        let (length, off) = (line.length(), half + self.radius);
        if length <= 0.0 {
            return;
        }
        let along = line.span() * (1.0 / length);
        let (start, span) = (line.start, line.span());
        let low = Point::new(start.x.min(line.end.x), start.y.min(line.end.y));
        let places = |low: f64, span: f64, min: f64, most: usize| {
            let first = ((low - off - min) / self.step - 0.5).ceil().max(0.0) as usize;
            let beyond = ((low + span.abs() + off - min) / self.step + 0.5).floor().max(0.0) as usize;
            first + 1..beyond.min(most - 2) + 1
        };
        let columns = places(low.x, span.x, self.table.min.x, self.columns);
        for row in places(low.y, span.y, self.table.min.y, self.rows) {
            for column in columns.clone() {
                let cell = row * self.columns + column;
                let to = self.point(cell) - start;
                let beyond = (to.dot(along) - 0.5 * length).abs() - 0.5 * length;
                let aside = to.cross(along).abs() - half;
                let near = self.radius - HAIR;
                let outside = Vector::new(beyond.max(0.0), aside.max(0.0));
                if outside.length_squared() < near * near {
                    self.stands[cell] = false;
                    if bars {
                        self.costs[cell] = 0;
                    }
                }
            }
        }
    }

    /// Number of places, those of the rim included.
    pub(super) fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// Where a place is.
    pub(super) fn point(&self, cell: usize) -> Point {
        let (column, row) = (cell % self.columns, cell / self.columns);
        let at = |low: f64, number: usize| low + self.step * (number as f64 - 0.5);
        Point::new(at(self.table.min.x, column), at(self.table.min.y, row))
    }

    /// Who stands at a place where a base can stay.
    pub(super) fn stand(&self, cell: usize) -> Stand {
        Stand { spot: Spot::from(self.point(cell)), radius: self.radius, foot: self.heights[cell] }
    }

    /// The place on which somebody stands whose base is one of those that it is for, if it is exactly there.
    pub(super) fn cell_of(&self, stand: &Stand) -> Option<usize> {
        let cell = self.cell(stand.spot.point);
        (self.stands[cell] && self.stand(cell) == *stand).then_some(cell)
    }

    /// The place nearest to a point.
    pub(super) fn cell(&self, point: Point) -> usize {
        let of = |at: f64, low: f64, most: usize| (((at - low) / self.step) as usize).min(most - 3) + 1;
        let (column, row) = (of(point.x, self.table.min.x, self.columns), of(point.y, self.table.min.y, self.rows));
        row * self.columns + column
    }

    /// Shows the places where a base can stay to which a way was found of so many tenths from a point, in their order.
    pub(super) fn visit_found(
        &self,
        found: &Distances,
        (point, limit): (Point, u16),
        density: Density,
        mut visit: impl FnMut(usize),
    ) {
        // No leg is shorter than that.
        let (cell, most, wide) = (self.cell(point), usize::from(limit / LEGS[0]), self.columns);
        let span = |at: usize, count: usize| at.saturating_sub(most)..(at + most + 1).min(count);
        let columns = span(cell % wide, wide);
        for row in span(cell / wide, self.rows) {
            let (off, step) = match density {
                Density::All => (0, 1),
                Density::Half => ((columns.start + row) & 1, 2),
                Density::Quarter if row & 1 == 0 => continue,
                Density::Quarter => (columns.start & 1 ^ 1, 2),
            };
            for column in (columns.start + off..columns.end).step_by(step) {
                let cell = row * wide + column;
                if found[cell] != FAR && self.stands[cell] {
                    visit(cell);
                }
            }
        }
    }

    /// Inches beyond which no way of so many tenths leads, from whoever stands anywhere about its first place.
    pub(super) fn farthest(&self, limit: u16) -> f64 {
        self.step * (f64::from(limit) / TENTHS * LONGEST + 2.0)
    }

    /// From a place to those next to it: the four straight ones in a circle, then those across, each between two of them.
    fn steps(&self) -> [isize; 8] {
        let wide = self.columns as isize;
        [1, wide, -1, -wide, 1 + wide, wide - 1, -1 - wide, 1 - wide]
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
        let mut queue = Queue { chains: [NO_LINK; CHAINS], links: std::mem::take(&mut self.links), left: 0 };
        queue.links.clear();
        let mut way = FAR;
        let steps = self.steps();
        for (point, start) in sources {
            let cell = self.cell(point);
            if start < found[cell] {
                found[cell] = start;
                queue.put(start, cell);
                way = way.min(start);
            }
        }
        let wide = self.columns;
        while queue.left > 0 {
            // Whatever lies on a chain is nearer than a round of the chains.
            while let Some(cell) = queue.take(way) {
                if found[cell] < way {
                    continue;
                }
                // Most places have been come to already.
                let legs = &self.legs[cell];
                let mut exits = nearer(found, cell, wide, way, legs);
                while exits > 0 {
                    let number = exits.trailing_zeros() as usize % legs.len();
                    exits &= exits - 1;
                    let next = way + legs[number];
                    if next <= limit {
                        let other = cell.wrapping_add_signed(steps[number]);
                        found[other] = next;
                        queue.put(next, other);
                    }
                }
            }
            way = way.saturating_add(1);
        }
        self.links = queue.links;
    }

    /// The places on the way to a place that was found from somewhere, the place itself left out, back to the first.
    pub(super) fn back_from<'g>(&'g self, found: &'g Distances, cell: usize) -> impl Iterator<Item = usize> + use<'g> {
        let steps = self.steps();
        let before = move |cell: &usize| {
            let came = |number: usize| {
                let other = cell.wrapping_add_signed(-steps[number]);
                let leg = self.legs[other][number];
                let leads_here = leg != FAR && found[other] < found[*cell];
                (leads_here && found[other] + leg == found[*cell]).then_some(other)
            };
            (0..steps.len()).find_map(came)
        };
        std::iter::successors(Some(cell), before).skip(1)
    }

    /// The way to a point in inches; infinite where there is none.
    pub(super) fn way(&self, distances: &Distances, point: Point) -> f64 {
        self.way_from(distances, self.cell(point))
    }

    /// The same from a place.
    pub(super) fn way_from(&self, distances: &Distances, cell: usize) -> f64 {
        let mut best = distances[cell];
        if best == FAR {
            // Beside what is barred there may be a way.
            let own = u16::from(self.costs[cell]);
            for (number, step) in self.steps().into_iter().enumerate() {
                let other = cell.wrapping_add_signed(step);
                best = best.min(distances[other].saturating_add(leg(number >= 4, own, self.costs[other])));
            }
        }
        if best == FAR { f64::INFINITY } else { f64::from(best) / TENTHS }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Address, Purpose, Seat};
    use crate::game::CodexFile;
    use crate::rulesets::darkpotential::codex::Codex;
    use crate::rulesets::darkpotential::random_board;
    use crate::rulesets::darkpotential::terrain::Board;

    #[test]
    fn ways_on_a_bare_table_are_nearly_straight() {
        let codex = Codex::built_in();
        let radius = codex.units[0].base_radius();
        let field = Field::new(&Rules::default(), &Board::bare(48.0, 48.0));
        let (mut ground, mut ways) = (Ground::default(), Distances::new());
        ground.survey(&field, &Rules::default(), radius);
        assert_eq!(ground.cells(), 50 * 50);
        ground.spread([(Point::new(5.5, 5.5), 0)], FAR - 1, &mut ways);
        assert_eq!(ground.way(&ways, Point::new(5.5, 25.5)), 20.0);
        let across = ground.way(&ways, Point::new(20.5, 20.5));
        assert!((across - 15.0 * 1.4).abs() < 0.11, "{across}");
        // Beyond the limit nothing is known.
        ground.spread([(Point::new(5.5, 5.5), 0)], 60, &mut ways);
        assert_eq!(ground.way(&ways, Point::new(5.5, 25.5)), f64::INFINITY);
    }

    /// The lattice is drawn from the pieces themselves; it says what the rules would.
    #[test]
    fn places_are_what_the_rules_make_of_them() {
        let (codex, rules) = (Codex::built_in(), Rules::default());
        let radius = codex.units[0].base_radius();
        for pair in 0..3 {
            let mut lot = Address { seed: 5, cell: 0, pair }.open(Seat::Environment, Purpose::Setup, 0);
            let board = random_board::draw(&codex, &rules, rules.terrain_area, &mut lot).board;
            let field = Field::new(&rules, &board);
            let mut ground = Ground::default();
            ground.survey(&field, &rules, radius);
            for cell in 0..ground.cells() {
                let point = ground.point(cell);
                let cost = field.ground_cost(point, radius).map_or(0, |cost| (TENTHS * cost) as u8);
                assert_eq!(ground.costs[cell], cost, "{point:?}");
                let stand = field.stand(Spot::from(point), radius);
                assert_eq!(ground.stands[cell], cost > 0 && field.stands(&stand), "{point:?}");
                assert!(cost == 0 || ground.stand(cell) == stand, "{point:?}");
            }
        }
    }
}
