//! What lies near a place: the table in squares, each with the numbers of what a base in it may touch.

use super::structure::Structure;
use crate::tabletop::plane::{Area, Point};

/// Inches of a square.
const SQUARE: f64 = 2.0;

/// Greatest radius of bases that are looked up; for larger ones everything is looked at.
const WIDEST: f64 = 1.0;

/// Inches within which something is near that is not quite.
const SPARE: f64 = 1e-3;

/// What a base may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    Bar(u16),
    Obstacle(u16),
    Hill(u16),
    Area(u16),
}

/// The table in squares.
#[derive(Clone, Debug)]
pub(super) struct Vicinity {
    min: Point,
    /// Squares in an inch.
    per_inch: f64,
    widest: f64,
    columns: usize,
    rows: usize,
    /// For each square the first of its things; one more at the end.
    firsts: Vec<u32>,
    things: Vec<Thing>,
    /// Whether there is a hill in each square.
    hilly: Vec<bool>,
    /// Whether there is one at all.
    has_hills: bool,
    /// Everything.
    all: Vec<Thing>,
}

impl Vicinity {
    /// That of a table, where an inch is so long.
    pub(super) fn of(table: &Area, structure: &Structure, inch: f64) -> Self {
        let (square, widest) = (SQUARE * inch, WIDEST * inch);
        let extent = table.max - table.min;
        let count = |length: f64| (length / square).ceil().max(1.0) as usize;
        let (columns, rows) = (count(extent.x), count(extent.y));
        // From the middle of a square to where the farthest base in it reaches.
        let off = square * std::f64::consts::FRAC_1_SQRT_2 + widest + SPARE;
        let bars = structure.bars.iter().enumerate().map(|(at, bar)| (Thing::Bar(at as u16), &bar.plan));
        let obstacles = structure.obstacles.iter().enumerate().map(|(at, it)| (Thing::Obstacle(at as u16), &it.plan));
        let hills = structure.hills.iter().enumerate().map(|(at, hill)| (Thing::Hill(at as u16), &hill.plan));
        let areas = structure.areas.iter().enumerate().map(|(at, area)| (Thing::Area(at as u16), &area.plan));
        let all: Vec<_> = bars.chain(obstacles).chain(hills).chain(areas).collect();
        let mut near: Vec<(u32, Thing)> = Vec::new();
        for (thing, plan) in &all {
            let ([x, y], reach) = (plan.centre(), plan.reach() + off);
            let span = |at: f64, min: f64, most: usize| {
                let first = ((at - reach - min) / square - 0.5).ceil().max(0.0) as usize;
                let end = ((at + reach - min) / square + 0.5).floor().clamp(0.0, most as f64) as usize;
                first..end
            };
            for row in span(y, table.min.y, rows) {
                for column in span(x, table.min.x, columns) {
                    let at = |low: f64, number: usize| low + square * (number as f64 + 0.5);
                    let middle = Point::new(at(table.min.x, column), at(table.min.y, row));
                    if plan.distance(middle) <= off {
                        near.push(((row * columns + column) as u32, *thing));
                    }
                }
            }
        }
        let mut firsts = vec![0u32; columns * rows + 1];
        near.iter().for_each(|(square, _)| firsts[*square as usize + 1] += 1);
        (1..firsts.len()).for_each(|at| firsts[at] += firsts[at - 1]);
        let mut next = firsts.clone();
        let mut things = vec![Thing::Bar(0); near.len()];
        for (square, thing) in near {
            let place = &mut next[square as usize];
            things[*place as usize] = thing;
            *place += 1;
        }
        let all: Vec<Thing> = all.into_iter().map(|(thing, _)| thing).collect();
        let in_square = |square: usize| &things[firsts[square] as usize..firsts[square + 1] as usize];
        let is_hill = |thing: &Thing| matches!(thing, Thing::Hill(_));
        let hilly: Vec<bool> = (0..columns * rows).map(|square| in_square(square).iter().any(is_hill)).collect();
        let has_hills = all.iter().any(is_hill);
        Self { min: table.min, per_inch: 1.0 / square, widest, columns, rows, firsts, things, hilly, has_hills, all }
    }

    /// Everything that a base of a radius may touch at a place, and perhaps more; in the order of kinds, and of their numbers.
    #[inline]
    pub(super) fn near(&self, point: Point, radius: f64) -> &[Thing] {
        match self.square_of(point).filter(|_| radius <= self.widest) {
            Some(square) => &self.things[self.firsts[square] as usize..self.firsts[square + 1] as usize],
            None => &self.all,
        }
    }

    /// Whether a point may lie on a hill.
    #[inline]
    pub(super) fn may_be_hilly(&self, point: Point) -> bool {
        self.has_hills && self.square_of(point).is_none_or(|square| self.hilly[square])
    }

    /// The number of the square that a point of the table lies in.
    #[inline]
    fn square_of(&self, point: Point) -> Option<usize> {
        // What is rounded lies within what is spared.
        let (x, y) = ((point.x - self.min.x) * self.per_inch, (point.y - self.min.y) * self.per_inch);
        let inside = x >= 0.0 && y >= 0.0 && x < self.columns as f64 && y < self.rows as f64;
        inside.then(|| y as usize * self.columns + x as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Field, structure::Hill};
    use crate::dice::SeededDice;
    use crate::game::CodexFile;
    use crate::rulesets::darkpotential::codex::Codex;
    use crate::rulesets::darkpotential::random_board;
    use crate::rulesets::darkpotential::rules::Rules;
    use crate::tabletop::plane::{Disc, Spot, Wall, overlap, random_point};

    /// What is said of a place by what lies near it is what is said by everything.
    #[test]
    fn nothing_that_lies_near_is_missed() {
        let (codex, rules) = (Codex::built_in(), Rules::default());
        let (mut barred, mut hills, mut areas) = (0, 0, 0);
        for seed in 0..4 {
            let mut dice = SeededDice::from_key(seed);
            let board = random_board::draw(&codex, &rules, 1152.0, &mut dice).board;
            let field = Field::new(&rules, &board);
            for at in 0..2000 {
                let point = random_point(field.table(), 64.0, &mut dice);
                let radius = [0.3, 0.49, 0.99, 1.4][at % 4];
                let disc = Disc { centre: point, radius };
                let structure = &field.structure;
                let astride = |hill: &Hill| hill.faces.iter().any(|face| overlap(&disc, &Wall::new(*face)));
                let stands = field.table().holds(&disc)
                    && !structure.bars.iter().any(|bar| bar.plan.overlaps(point, radius))
                    && !structure.obstacles.iter().any(|it| it.plan.overlaps(point, radius))
                    && !structure.hills.iter().any(astride);
                let hill = structure.hills.iter().find(|hill| hill.plan.contains(point));
                let difficult = structure.areas.iter().any(|area| area.difficult && area.plan.contains(point));
                let stand = field.stand(Spot::from(point), radius);
                assert_eq!(field.stands(&stand), stands);
                assert_eq!(stand.foot, hill.map_or(0.0, |hill| hill.height));
                assert_eq!(field.is_difficult(stand.spot), difficult);
                barred += u32::from(!stands);
                hills += u32::from(hill.is_some());
                areas += u32::from(difficult);
            }
        }
        assert!(barred > 500 && hills > 100 && areas > 100, "{barred} {hills} {areas}");
    }
}
