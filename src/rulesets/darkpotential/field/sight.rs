//! Lines of sight and cover (DP-LOS, R-06 to ).
//!
//! From the eye of who looks, lines lead to a grid on the silhouette of the other. Whatever lies off the straight way between
//! both, by more than their bases are wide, cannot matter: it is left out by one look at its middle.

use arrayvec::ArrayVec;

use super::plan::Way;
use super::structure::{Part, Plot, Screen};
use super::{Contact, Field, Stand};
use crate::rulesets::darkpotential::combat::{Cover, Grade};
use crate::rulesets::darkpotential::rules::{AreaSight, CoverStacking};
use crate::tabletop::plane::{Aloft, Body, Point, Ray, Segment, silhouette};

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
fn rows(count: usize, model_height: f64, eye: f64) -> ArrayVec<f64, MOST_LINES> {
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
        self.contact(a, b).is_some() || self.looks(a, b, bodies) || self.looks(b, a, bodies)
    }

    /// Whether the one sees the other from its own eye.
    fn looks(&self, from: &Stand, to: &Stand, bodies: &[Body]) -> bool {
        self.lines(from, to, bodies, false).is_open()
    }

    /// The cover of a target that a firer sees; none when it does not (DP-LOS-04 to DP-LOS-09).
    #[must_use]
    pub fn sight(&self, firer: &Stand, target: &Stand, bodies: &[Body]) -> Option<Cover> {
        let lines = self.lines(firer, target, bodies, true);
        let seen = lines.is_open() || self.contact(firer, target).is_some() || self.looks(target, firer, bodies);
        seen.then(|| self.cover_of(target, lines))
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
        let areas = self.structure.areas.iter().filter(|area| area.grade != Grade::None);
        areas
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
        if self.area_cover(stand).is_some() {
            return true;
        }
        let mut seen = false;
        for enemy in enemies {
            match self.sight(enemy, stand, bodies) {
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

    /// Follows all lines from the eye of one model to another. Without `cover` it stops as soon as all are blocked, and looks at
    /// nothing that does not block.
    fn lines(&self, from: &Stand, to: &Stand, bodies: &[Body], cover: bool) -> Lines {
        let rules = &self.rules;
        let way = Way::new(from.spot.point, to.spot.point);
        let lowest = self.lowest(from, to);
        let mut lines = Lines { count: rules.los_columns * rules.los_rows, ..Lines::default() };
        let mut grid: Option<Grid> = None;
        let deep = rules.area_sight == AreaSight::BlockBeyond6;
        let mut obscured = false;
        for plot in &self.structure.plots {
            if plot.top <= lowest || !(cover || deep || plot.blocks) || plot.plan.is_off(&way, to.radius) {
                continue;
            }
            for part in &plot.parts {
                obscured |= part.obscures;
                if part.top <= lowest || (part.obscures && !cover) || part.plan.is_off(&way, to.radius) {
                    continue;
                }
                let grid = grid.get_or_insert_with(|| Grid::new(self, from, to));
                let met = part.screens.iter().fold(0, |met, screen| met | grid.met(screen, &way, to.radius, lowest));
                if met == 0 {
                    continue;
                }
                if !part.obscures {
                    lines.blocked |= met;
                    if !cover && lines.blocked == lines.all() {
                        return lines;
                    }
                }
                if cover && part.grade != Grade::None && !self.stands_at(from, part) {
                    lines.hidden |= met;
                    self.add_cover(&mut lines, self.grade_for(part, to));
                }
            }
        }
        if deep && obscured {
            let grid = grid.get_or_insert_with(|| Grid::new(self, from, to));
            lines.blocked |= grid.bits(|ray| self.inches_obscured(ray) > DEEPEST);
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
struct Grid {
    eye: Aloft,
    columns: ArrayVec<Point, MOST_LINES>,
    heights: ArrayVec<f64, MOST_LINES>,
}

impl Grid {
    fn new(field: &Field, from: &Stand, to: &Stand) -> Self {
        let eye = from.body().at_height(field.eye_height);
        let count = (field.rules.los_columns as usize).min(MOST_LINES);
        let columns = silhouette(eye.point, &to.disc(), count, INSET * field.inch).collect();
        let rows = rows(field.rules.los_rows as usize, field.model_height, field.eye_height);
        let heights = rows.into_iter().map(|row| to.foot + row).collect();
        Self { eye, columns, heights }
    }

    fn ray(&self, column: usize, row: usize) -> Ray {
        Ray { from: self.eye, to: Aloft { point: self.columns[column], height: self.heights[row] } }
    }

    /// The lines for which something holds, a bit each.
    fn bits(&self, holds: impl Fn(&Ray) -> bool) -> u128 {
        let rows = self.heights.len();
        let each = (0..self.columns.len() * rows).filter(|at| holds(&self.ray(at / rows, at % rows)));
        each.fold(0, |bits, at| bits | 1 << at)
    }

    /// The lines that a screen stops, a bit each.
    fn met(&self, screen: &Screen, way: &Way, wide: f64, lowest: f64) -> u128 {
        if screen.top <= lowest || screen.plan.is_off(way, wide) {
            return 0;
        }
        let mut bits = 0;
        for (column, point) in self.columns.iter().enumerate() {
            let Some(cut) = screen.plan.cut(&Segment::new(self.eye.point, *point)) else { continue };
            for (row, height) in self.heights.iter().enumerate() {
                if between(self.eye.height, *height, screen, cut).is_some() {
                    bits |= 1 << (column * self.heights.len() + row);
                }
            }
        }
        bits
    }
}

/// The part of a line that runs through a screen, as shares of its length.
fn inside(ray: &Ray, screen: &Screen) -> Option<[f64; 2]> {
    between(ray.from.height, ray.to.height, screen, screen.plan.cut(&ray.plan())?)
}

/// The part of a line from one height to another, of that part of it which runs over the outline of a screen, that is as high
/// as the screen is; grazing is missing.
#[inline]
fn between(start: f64, end: f64, screen: &Screen, [mut from, mut until]: [f64; 2]) -> Option<[f64; 2]> {
    let rise = end - start;
    let (low, high) = (screen.bottom + HAIR, screen.top - HAIR);
    if rise == 0.0 {
        return (low < start && start < high).then_some([from, until]);
    }
    let [first, last] = [(low - start) / rise, (high - start) / rise];
    from = from.max(first.min(last));
    until = until.min(first.max(last));
    (from < until).then_some([from, until])
}
