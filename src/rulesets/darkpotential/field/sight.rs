//! Lines of sight and cover (DP-LOS, R-06 to ).
//!
//! From the eye of who looks, lines lead to a grid on the silhouette of the other. Whatever lies off the straight way between
//! both, by more than their bases are wide, cannot matter: what is left is found at a glance, once for both ways.

use std::borrow::BorrowMut;

use arrayvec::ArrayVec;

use super::plan::Way;
pub use super::skyline::Shutter;
use super::skyline::{Between, Fan};
use super::structure::{Part, Plot, Screen};
use super::vicinity::Thing;
use super::{Contact, Field, Stand};
use crate::rulesets::darkpotential::combat::{Cover, Grade};
use crate::rulesets::darkpotential::rules::{AreaSight, CoverStacking};
use crate::tabletop::plane::{Aloft, Body, Point, Ray, Vector, greater, lesser};

/// Most columns, and most rows, of the grid.
pub const MOST_LINES: usize = 9;

/// Inches by which a line may graze what it is said to miss.
const HAIR: f64 = 1e-9;

/// Inches by which the outer columns are drawn in.
const INSET: f64 = 0.02;

/// Heights of the lowest and of the middle row, as shares of the height of a model (0.1 and 0.65 of 1.25 inches).
const ROWS: [f64; 2] = [0.08, 0.52];

/// Inches of area terrain beyond which it blocks, by `area-sight = block-beyond-6`.
const DEEPEST: f64 = 6.0;

/// Heights of the rows of the grid above the foot of a model: the lowest, the middle and the eye line, and what lies evenly
/// between them.
pub(super) fn rows(count: usize, model_height: f64, eye: f64) -> ArrayVec<f64, MOST_LINES> {
    let [low, middle] = ROWS.map(|share| share * model_height);
    let row = |at: usize| {
        if count == 1 {
            return middle;
        }
        let part = 2.0 * at as f64 / (count - 1) as f64;
        if part <= 1.0 { low + part * (middle - low) } else { middle + (part - 1.0) * (eye - middle) }
    };
    (0..count.min(MOST_LINES)).map(row).collect()
}

/// What the lines from an eye to a model meet.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    /// How many there are.
    count: u32,
    /// Those that are blocked, a bit each.
    blocked: u128,
    /// Those that something hides which gives cover.
    hidden: u128,
    /// Grade of the best cover, and points of the others, as [`Cover`] has them.
    grade: Option<Grade>,
    more: i32,
}

/// What is asked of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// Whether any is clear: nothing is looked at that does not block.
    Openness,
    /// The same, and the cover if there is a clear one.
    CoverIfOpen,
    /// The cover, even if all are blocked.
    Cover,
}

impl Lines {
    fn all(self) -> u128 {
        (1 << self.count) - 1
    }

    fn is_open(self) -> bool {
        self.blocked != self.all()
    }
}

impl Field {
    /// Whether two models see each other (DP-LOS-01): one clear line either way is enough. `bodies` are those of the other models,
    /// which block only where `models-block-los` says so.
    #[must_use]
    pub fn sees(&self, a: &Stand, b: &Stand, bodies: &[Body]) -> bool {
        let mut between = Between::new();
        self.find_between(a, b, &mut Shutter::default(), &mut between);
        let looks = |from: &Stand, to: &Stand| self.lines(&between, from, to, bodies, Wanted::Openness).is_open();
        self.contact(a, b).is_some() || !between.shut && (looks(a, b) || looks(b, a))
    }

    /// The cover of a target that a firer sees; none when it does not (DP-LOS-04 to DP-LOS-09).
    #[must_use]
    pub fn sight(&self, firer: &Stand, target: &Stand, bodies: &[Body]) -> Option<Cover> {
        self.sight_after(firer, target, bodies, &mut Shutter::default())
    }

    /// The same, where it is known what was in the way before.
    #[must_use]
    pub fn sight_after(&self, firer: &Stand, target: &Stand, bodies: &[Body], last: &mut Shutter) -> Option<Cover> {
        let mut between = Between::new();
        self.find_between(firer, target, last, &mut between);
        self.sight_past(between, firer, target, bodies)
    }

    /// The same past what stands between them.
    fn sight_past(&self, mut between: Between, firer: &Stand, target: &Stand, bodies: &[Body]) -> Option<Cover> {
        if between.shut {
            self.contact(firer, target)?;
            between.take_all();
        }
        let lines = self.lines(&between, firer, target, bodies, Wanted::CoverIfOpen);
        let back = || self.lines(&between, target, firer, bodies, Wanted::Openness);
        let seen = lines.is_open() || self.contact(firer, target).is_some() || back().is_open();
        seen.then(|| self.cover_of(target, self.whole(lines, &between, firer, target, bodies)))
    }

    /// The cover of two models against each other, the second one's first, as [`Field::sight`] tells it of one; none where they
    /// do not see each other, which is mutual. `last` is what was in the way before.
    #[must_use]
    pub fn mutual_sight(&self, one: &Stand, other: &Stand, bodies: &[Body], last: &mut Shutter) -> Option<[Cover; 2]> {
        let mut between = Between::new();
        self.find_between(one, other, last, &mut between);
        if between.shut {
            self.contact(one, other)?;
            between.take_all();
        }
        let there = self.lines(&between, one, other, bodies, Wanted::CoverIfOpen);
        let back = self.lines(&between, other, one, bodies, Wanted::CoverIfOpen);
        let seen = there.is_open() || back.is_open() || self.contact(one, other).is_some();
        seen.then(|| {
            let there = self.whole(there, &between, one, other, bodies);
            let back = self.whole(back, &between, other, one, bodies);
            [self.cover_of(other, there), self.cover_of(one, back)]
        })
    }

    /// What all lines meet, where those that are all blocked may have been left before the end.
    fn whole(&self, lines: Lines, between: &Between, from: &Stand, to: &Stand, bodies: &[Body]) -> Lines {
        if lines.is_open() { lines } else { self.lines(between, from, to, bodies, Wanted::Cover) }
    }

    /// Finds what may stand between two models, whoever of them looks.
    #[inline]
    fn find_between(&self, one: &Stand, other: &Stand, last: &mut Shutter, between: &mut Between) {
        let [low, high] = self.height_of_lines;
        let fan = Fan {
            middles: [one.spot.point, other.spot.point],
            wide: one.radius.max(other.radius),
            heights: [one.foot.min(other.foot) + low, one.foot.max(other.foot) + high],
        };
        self.skyline.find(&fan, last, between);
    }

    /// The better of the area terrain in which a target stands and of what hides it.
    fn cover_of(&self, target: &Stand, lines: Lines) -> Cover {
        let rules = &self.rules;
        let full = |grade| Cover { grade, ..Cover::NONE };
        let inside = self.area_cover(target).map_or(Cover::NONE, full);
        let hidden = lines.hidden.count_ones();
        let partial = f64::from(hidden) < rules.cover_half * f64::from(lines.count);
        let behind = match lines.grade {
            Some(grade) if hidden > 0 => Cover { grade, partial, more: lines.more },
            _ => Cover::NONE,
        };
        if inside.penalty(rules, 0) >= behind.penalty(rules, 0) && inside.grade != Grade::None {
            inside
        } else {
            behind
        }
    }

    /// The grade of the area terrain in which the centre of a base at ground level stands (DP-TER-01); none in the open.
    #[must_use]
    pub fn area_cover(&self, stand: &Stand) -> Option<Grade> {
        if stand.spot.level != 0 {
            return None;
        }
        let near = self.vicinity.near(stand.spot.point, 0.0).iter().filter_map(|thing| match thing {
            Thing::Area(area) => Some(&self.structure.areas[usize::from(*area)]),
            _ => None,
        });
        near.filter(|area| area.grade != Grade::None)
            .filter(|area| area.plan.contains(stand.spot.point))
            .map(|area| area.grade)
            .max_by_key(|grade| *grade as u8)
    }

    /// Whether somebody sees a point above the table, such as the centre of a template.
    #[must_use]
    pub fn sees_point(&self, from: &Stand, point: Aloft, bodies: &[Body]) -> bool {
        let ray = Ray { from: from.body().at_height(self.eye_height), to: point };
        let way = Way::new(from.spot.point, point.point);
        let blocks = |part: &Part| !part.obscures && part.screens.iter().any(|it| inside(&ray, it).is_some());
        let near = |plot: &&Plot| plot.blocks && !plot.plan.is_off(&way, 0.0);
        let blocked = self.structure.plots.iter().filter(near).any(|plot| plot.parts.iter().any(blocks));
        let beyond = self.rules.area_sight == AreaSight::BlockBeyond6 && self.inches_obscured(&ray) > DEEPEST;
        !blocked && !beyond && !self.bodies_block(&ray, from, None, bodies)
    }

    /// Inches of a line that lie in terrain which obscures it.
    fn inches_obscured(&self, ray: &Ray) -> f64 {
        let length = ray.plan().length();
        let inches = |it: &Screen| inside(ray, it).map_or(0.0, |[from, until]| (until - from) * length);
        let parts = self.structure.plots.iter().flat_map(|plot| &plot.parts).filter(|part| part.obscures);
        parts.flat_map(|part| &part.screens).map(inches).sum()
    }

    /// whether the body of a third model is in the way, where the rules let it be.
    fn bodies_block(&self, ray: &Ray, from: &Stand, to: Option<&Stand>, bodies: &[Body]) -> bool {
        let third = |body: &&Body| {
            let is = |stand: &Stand| stand.body() == **body;
            !is(from) && !to.is_some_and(is)
        };
        let blocks = |body: &Body| ray.through(&body.base, body.foot, body.foot + self.model_height).is_some();
        self.rules.models_block_los && bodies.iter().filter(third).any(blocks)
    }

    /// Whether a model is in cover (DP-LDR-10): against at least one of the enemies that it sees, or it sees none.
    pub fn in_cover<'s>(&self, stand: &Stand, enemies: impl IntoIterator<Item = &'s Stand>, bodies: &[Body]) -> bool {
        self.in_cover_past(stand, enemies.into_iter().map(|enemy| (enemy, Shutter::default())), bodies)
    }

    /// The same where with each enemy comes what was in its way before.
    pub(super) fn in_cover_past<'s, S: BorrowMut<Shutter>>(
        &self,
        stand: &Stand,
        enemies: impl IntoIterator<Item = (&'s Stand, S)>,
        bodies: &[Body],
    ) -> bool {
        if self.area_cover(stand).is_some() {
            return true;
        }
        let mut seen = false;
        for (enemy, mut last) in enemies {
            let mut between = Between::new();
            self.find_between(enemy, stand, last.borrow_mut(), &mut between);
            if bodies.is_empty() && between.is_empty() {
                seen = true;
                continue;
            }
            match self.sight_past(between, enemy, stand, bodies) {
                Some(cover) if cover.grade != Grade::None => return true,
                Some(_) => seen = true,
                None => {}
            }
        }
        !seen
    }

    /// Whether nothing at all stands between two models, by one look at each piece: then they see each other, and only area terrain
    /// in which the target stands gives cover. Where it says no, they may see each other all the same.
    #[must_use]
    pub fn is_open_between(&self, a: &Stand, b: &Stand) -> bool {
        let way = Way::new(a.spot.point, b.spot.point);
        let lowest = self.lowest(a, b).min(self.lowest(b, a));
        let wide = a.radius.max(b.radius);
        self.structure.plots.iter().all(|plot| plot.top <= lowest || plot.plan.is_off(&way, wide))
    }

    /// The lowest point of all lines from one model to another.
    fn lowest(&self, from: &Stand, to: &Stand) -> f64 {
        (from.foot + self.eye_height).min(to.foot + ROWS[0] * self.model_height)
    }

    /// Follows all lines from the eye of one model to another past what stands between them. Unless cover is wanted in any case it
    /// stops as soon as all are blocked.
    fn lines(&self, between: &Between, from: &Stand, to: &Stand, bodies: &[Body], wanted: Wanted) -> Lines {
        let cover = wanted != Wanted::Openness;
        let rules = &self.rules;
        let mut lines = Lines { count: rules.los_columns * rules.los_rows, ..Lines::default() };
        if between.is_empty() && bodies.is_empty() {
            return lines;
        }
        let lowest = self.lowest(from, to);
        let mut slabs = self.skyline.slabs(between).filter(|slab| cover || !slab.obscures).peekable();
        let mut grid: Option<Grid> = None;
        while let Some(slab) = slabs.next() {
            let grid = grid.get_or_insert_with(|| Grid::new(self, from, to));
            let mut met = slab.met(grid, lowest);
            while let Some(next) = slabs.next_if(|next| next.part == slab.part) {
                met |= next.met(grid, lowest);
            }
            if met == 0 {
                continue;
            }
            if !slab.obscures {
                lines.blocked |= met;
                if wanted != Wanted::Cover && lines.blocked == lines.all() {
                    return lines;
                }
            }
            if cover {
                let (plot, part) = slab.part;
                let part = &self.structure.plots[usize::from(plot)].parts[usize::from(part)];
                if part.grade != Grade::None && !self.stands_at(from, part) {
                    lines.hidden |= met;
                    self.add_cover(&mut lines, self.grade_for(part, to));
                }
            }
        }
        if rules.area_sight == AreaSight::BlockBeyond6 {
            let way = Way::new(from.spot.point, to.spot.point);
            let near = |plot: &&Plot| plot.top > lowest && !plot.plan.is_off(&way, to.radius);
            if self.structure.plots.iter().filter(near).any(|plot| plot.parts.iter().any(|part| part.obscures)) {
                let grid = grid.get_or_insert_with(|| Grid::new(self, from, to));
                lines.blocked |= grid.bits(|ray| self.inches_obscured(ray) > DEEPEST);
            }
        }
        if rules.models_block_los && !bodies.is_empty() {
            let grid = grid.get_or_insert_with(|| Grid::new(self, from, to));
            lines.blocked |= grid.bits(|ray| self.bodies_block(ray, from, Some(to), bodies));
        }
        lines
    }

    /// whether a part touches the base of the attacker, so that it gives the target no cover.
    fn stands_at(&self, attacker: &Stand, part: &Part) -> bool {
        let reach = self.rules.contact_tolerance;
        attacker.foot >= part.bottom - reach && attacker.foot <= part.top + reach && self.touches(attacker, &part.plan)
    }

    /// a wall of the building in which the target stands is heavy cover.
    fn grade_for(&self, part: &Part, target: &Stand) -> Grade {
        let inside = || {
            let room = self.structure.rooms.get(usize::from(part.building));
            target.spot.level == 0 && room.is_some_and(|room| room.contains(target.spot.point))
        };
        if inside() { Grade::Heavy } else { part.grade }
    }

    /// the highest grade counts, or all of them together.
    fn add_cover(&self, lines: &mut Lines, grade: Grade) {
        let rules = &self.rules;
        let points = |grade| Cover { grade, ..Cover::NONE }.penalty(rules, 0);
        let better = lines.grade.is_none_or(|best| points(grade) > points(best));
        if rules.cover_stacking == CoverStacking::Sum {
            let lesser = if better { lines.grade } else { Some(grade) };
            lines.more += lesser.map_or(0, points);
        }
        if better {
            lines.grade = Some(grade);
        }
    }
}

impl Contact {
    /// Movement that is needed beyond the place where it was made.
    #[must_use]
    pub fn needs(self) -> f64 {
        match self {
            Contact::Bases => 0.0,
            Contact::Across(needs) => needs,
        }
    }
}

/// The lines from an eye to a model.
pub(super) struct Grid {
    eye: Aloft,
    columns: [Point; MOST_LINES],
    heights: [f64; MOST_LINES],
    /// How many columns and rows there are.
    count: [usize; 2],
    /// The lowest and the highest of where they begin and end.
    lowest: f64,
    highest: f64,
}

impl Grid {
    fn new(field: &Field, from: &Stand, to: &Stand) -> Self {
        let eye = from.body().at_height(field.eye_height);
        let count = [(field.rules.los_columns as usize).min(MOST_LINES), field.rows.len()];
        let mut grid = Self {
            eye,
            columns: [Point::new(0.0, 0.0); MOST_LINES],
            heights: [0.0; MOST_LINES],
            count,
            lowest: eye.height,
            highest: eye.height,
        };
        for (column, point) in columns(eye.point, to, count[0], INSET * field.inch).enumerate() {
            grid.columns[column] = point;
        }
        for (row, height) in field.rows.iter().enumerate() {
            let height = to.foot + height;
            grid.heights[row] = height;
            (grid.lowest, grid.highest) = (lesser(grid.lowest, height), greater(grid.highest, height));
        }
        grid
    }

    fn ray(&self, column: usize, row: usize) -> Ray {
        Ray { from: self.eye, to: Aloft { point: self.columns[column], height: self.heights[row] } }
    }

    /// The lines for which something holds, a bit each.
    fn bits(&self, holds: impl Fn(&Ray) -> bool) -> u128 {
        let [columns, rows] = self.count;
        let each = (0..columns * rows).filter(|at| holds(&self.ray(at / rows, at % rows)));
        each.fold(0, |bits, at| bits | 1 << at)
    }

    /// The lines that a screen stops, a bit each.
    #[inline]
    pub(super) fn met(&self, screen: &Screen) -> u128 {
        let ([columns, rows], mut bits) = (self.count, 0);
        if screen.bottom + HAIR < self.lowest && self.highest < screen.top - HAIR {
            // It is as high as all of them everywhere.
            let (crossed, all) =
                (screen.plan.crossed_from(self.eye.point, &self.columns[..columns]), (1u32 << rows) - 1);
            if crossed == 0 {
                return bits;
            }
            if columns * rows <= u64::BITS as usize {
                let of = |column: usize| u64::from(all * (crossed >> column & 1)) << (column * rows);
                return (0..columns).fold(0, |bits, column| bits | of(column)).into();
            }
            for column in (0..columns).filter(|column| crossed >> column & 1 == 1) {
                bits |= u128::from(all) << (column * rows);
            }
            return bits;
        }
        if screen.bottom >= self.highest {
            return bits;
        }
        let cut = screen.plan.cuts(self.eye.point);
        let (mut parts, mut is_known) = ([[0.0; 2]; MOST_LINES], false);
        for (column, point) in self.columns[..columns].iter().enumerate() {
            let Some([from, until]) = cut(*point) else { continue };
            // How high a line is does not depend on its column.
            if !is_known {
                is_known = true;
                for (part, height) in parts.iter_mut().zip(&self.heights[..rows]) {
                    *part = as_high(self.eye.height, *height, screen);
                }
            }
            let mut met = 0u32;
            for (row, [first, last]) in parts[..rows].iter().enumerate() {
                met |= u32::from(greater(from, *first) < lesser(until, *last)) << row;
            }
            bits |= u128::from(met) << (column * rows);
        }
        bits
    }
}

/// Places across a base as it is seen from a point: its [`silhouette`](crate::tabletop::plane::silhouette), without a search for
/// where a disc ends.
fn columns(eye: Point, target: &Stand, count: usize, inset: f64) -> impl Iterator<Item = Point> {
    let middle = target.spot.point;
    let right = (middle - eye).unit().map_or(Vector::new(1.0, 0.0), Vector::right);
    let half = ((target.radius * target.radius).sqrt() - inset).max(0.0);
    (0..count).map(move |column| {
        if count == 1 {
            return middle;
        }
        let at = -1.0 + 2.0 * column as f64 / (count - 1) as f64;
        middle + right * (at * half)
    })
}

/// The part of a line that runs through a screen, as shares of its length.
fn inside(ray: &Ray, screen: &Screen) -> Option<[f64; 2]> {
    between(ray.from.height, ray.to.height, screen, screen.plan.cut(&ray.plan())?)
}

/// The part of a line from one height to another, of that part of it which runs over the outline of a screen, that is as high
/// as the screen is; grazing is missing.
#[inline]
fn between(start: f64, end: f64, screen: &Screen, [from, until]: [f64; 2]) -> Option<[f64; 2]> {
    let [first, last] = as_high(start, end, screen);
    let [from, until] = [greater(from, first), lesser(until, last)];
    (from < until).then_some([from, until])
}

/// The part of a line from one height to another that is as high as a screen.
#[inline]
fn as_high(start: f64, end: f64, screen: &Screen) -> [f64; 2] {
    let rise = end - start;
    let (low, high) = (screen.bottom + HAIR, screen.top - HAIR);
    if rise == 0.0 {
        let all = [f64::NEG_INFINITY, f64::INFINITY];
        return if low < start && start < high { all } else { [all[1], all[0]] };
    }
    let [first, last] = [(low - start) / rise, (high - start) / rise];
    [lesser(first, last), greater(first, last)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, SeededDice};
    use crate::game::CodexFile;
    use crate::rulesets::darkpotential::codex::Codex;
    use crate::rulesets::darkpotential::random_board;
    use crate::rulesets::darkpotential::rules::Rules;
    use crate::tabletop::plane::{Spot, random_point, silhouette};

    fn field(switches: &[(&str, &str)], seed: u64) -> (Field, SeededDice) {
        let (codex, mut rules, mut dice) = (Codex::built_in(), Rules::default(), SeededDice::from_key(seed));
        switches.iter().for_each(|(name, value)| rules.set(name, value).unwrap());
        let board = random_board::draw(&codex, &rules, 1152.0, &mut dice).board;
        (Field::new(&rules, &board), dice)
    }

    /// A base somewhere on the table, on any level.
    fn anywhere(field: &Field, dice: &mut SeededDice) -> Stand {
        let levels = u32::from(field.levels());
        let level = if dice.pick(3) == 0 { dice.pick(levels + 1) as u8 } else { 0 };
        let point =
            if level > 0 { field.level(level).0.centre } else { random_point(&field.table().inset(0.5), 16.0, dice) };
        field.stand(Spot { point, level }, 12.5 / 25.4)
    }

    /// What the lines from an eye to a model meet, each of them against each screen.
    fn plain(field: &Field, from: &Stand, to: &Stand) -> Lines {
        let rules = &field.rules;
        let (grid, lowest) = (Grid::new(field, from, to), field.lowest(from, to));
        let mut lines = Lines { count: rules.los_columns * rules.los_rows, ..Lines::default() };
        for part in field.structure.plots.iter().flat_map(|plot| &plot.parts) {
            let screens = part.screens.iter().filter(|screen| screen.top > lowest);
            let met = screens.fold(0, |met, screen| met | grid.bits(|ray| inside(ray, screen).is_some()));
            if !part.obscures {
                lines.blocked |= met;
            }
            if met != 0 && part.grade != Grade::None && !field.stands_at(from, part) {
                lines.hidden |= met;
                field.add_cover(&mut lines, field.grade_for(part, to));
            }
        }
        lines
    }

    #[test]
    fn what_is_found_at_a_glance_is_all_that_there_is() {
        let several: &[(&str, &str)] = &[("los-columns", "5"), ("los-rows", "4"), ("cover-stacking", "sum")];
        let (mut seen, mut shut, mut upstairs) = (0, 0, 0);
        let mut last = Shutter::default();
        for (switches, seed) in [(&[][..], 1), (&[][..], 2), (several, 3), (&[("length-scale", "0.5")][..], 4)] {
            let (field, mut dice) = field(switches, seed);
            let stands: Vec<Stand> = (0..60).map(|_| anywhere(&field, &mut dice)).collect();
            for (at, one) in stands.iter().enumerate() {
                for other in &stands[..at] {
                    let mut between = Between::new();
                    field.find_between(one, other, &mut Shutter::default(), &mut between);
                    let ways = [[one, other], [other, one]];
                    let wanted = ways.map(|[from, to]| plain(&field, from, to));
                    let said = |lines: Lines| (lines.blocked, lines.hidden, lines.grade, lines.more);
                    if between.shut {
                        assert!(wanted.iter().all(|lines| !lines.is_open()));
                        shut += 1;
                    } else {
                        let found = ways.map(|[from, to]| field.lines(&between, from, to, &[], Wanted::Cover));
                        assert_eq!(found.map(said), wanted.map(said), "{one:?} {other:?}");
                    }
                    let open = wanted.iter().any(|lines| lines.is_open()) || field.contact(one, other).is_some();
                    let covers = open.then(|| [field.cover_of(other, wanted[0]), field.cover_of(one, wanted[1])]);
                    assert_eq!(field.mutual_sight(one, other, &[], &mut last), covers);
                    assert_eq!(field.sight(one, other, &[]), covers.map(|covers| covers[0]));
                    assert_eq!(field.sees(one, other, &[]), open);
                    seen += u32::from(open);
                    upstairs += u32::from(open && one.spot.level != other.spot.level);
                }
            }
        }
        assert!(seen > 1000 && shut > 1000 && upstairs > 100, "{seen} {shut} {upstairs}");
    }

    #[test]
    fn columns_are_those_of_the_silhouette() {
        let mut dice = SeededDice::from_key(5);
        for _ in 0..500 {
            let mut point = || Point::new(f64::from(dice.pick(48_000)) / 997.0, f64::from(dice.pick(48_000)) / 997.0);
            let (eye, middle) = (point(), point());
            for (radius, count, inset) in [(12.5 / 25.4, 3, 0.02), (1.0, 4, 0.05), (0.01, 2, 0.02), (0.7, 1, 0.02)] {
                let stand = Stand { spot: Spot::from(middle), radius, foot: 0.0 };
                let bits = |point: Point| (point.x.to_bits(), point.y.to_bits());
                let wanted: Vec<_> = silhouette(eye, &stand.disc(), count, inset).map(bits).collect();
                assert_eq!(columns(eye, &stand, count, inset).map(bits).collect::<Vec<_>>(), wanted);
            }
        }
    }
}
