//! The field: what the rules ask of a table, worked out beforehand. No question allocates.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `structure` | what pieces are made of: walls, slabs, levels, faces |
//! | [`sight`] | lines of sight and cover |
//! | [`ways`] | movement: what bars it, what it costs, faces to climb, ways into contact |
//! | `skyline` | what stands in lines of sight, laid out to be found at a glance |
//! | `vicinity` | what lies near a place, square by square |
//! | `plan` | outlines, as they are asked for most |
//! | `room` | room for a base that is set down |
//! | [`nearest_cover`] | where suppressed models run |
//!
//! Places are a point and a level: 0 is the ground with the tops of hills, the others are roofs, upper floors and tops of rocks.

pub mod nearest_cover;
mod plan;
mod room;
pub mod sight;
mod skyline;
mod structure;
mod vicinity;
pub mod ways;

use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::codex::Unit;
use super::rules::{DeploymentMeasure, Rules};
use super::terrain::{Board, Piece};
use crate::game::keyed::keyed;
use crate::tabletop::plane::{
    Arc, Area, Base, Body, CostMap, Disc, Facing, Point, Segment, Spot, Wall, crossed, overlap,
};
use plan::Plan;
use sight::MOST_LINES;
use skyline::Skyline;
use structure::Structure;
use vicinity::{Thing, Vicinity};

/// Inches by which who is said to be far off is farther than that.
const FAR_OFF: f64 = 1e-3;

/// Most levels one above the other at a point.
const MOST_SURFACES: usize = 4;

keyed! {
    /// An edge of the board, for deployment.
    BoardEdge {
        /// Where y is 0.
        South = "south",
        /// Where x is greatest.
        East = "east",
        /// Where y is greatest.
        North = "north",
        /// Where x is 0.
        West = "west",
    }
}

impl BoardEdge {
    /// The edge opposite.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }
}

/// A base on the table: of a model, or of a stealth model in hiding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// Where its centre is.
    pub spot: Spot,
    /// Its radius.
    pub radius: f64,
    /// Inches above the table on which it stands: what the [`Field`] says of its place.
    pub foot: f64,
}

impl Stand {
    /// Its base in plan.
    #[must_use]
    pub fn disc(&self) -> Disc {
        Disc { centre: self.spot.point, radius: self.radius }
    }

    /// The cylinder that stands on it.
    #[must_use]
    pub fn body(&self) -> Body {
        Body { base: self.disc(), foot: self.foot }
    }

    /// Inches between the rims in plan, negative where they overlap.
    #[must_use]
    pub fn gap(&self, other: &Stand) -> f64 {
        self.spot.point.distance(other.spot.point) - self.radius - other.radius
    }

    /// Whether two bases share ground: they are on one level and overlap.
    #[must_use]
    pub fn overlaps(&self, other: &Stand) -> bool {
        self.spot.level == other.spot.level && overlap(&self.disc(), &other.disc())
    }
}

/// How two models are in base contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Contact {
    /// Base to base.
    Bases,
    /// Over a linear obstacle. Who moves there needs so many inches of Movement more than to where it stops.
    Across(f64),
}

/// How many fields have been laid.
static FIELDS: AtomicU64 = AtomicU64::new(0);

/// A table with all that is worked out of it.
#[derive(Clone, Debug)]
pub struct Field {
    /// A number that no other field has, copies apart: what is remembered of one is not taken for another.
    number: u64,
    rules: Rules,
    table: Area,
    pieces: Vec<Piece>,
    structure: Structure,
    skyline: Skyline,
    vicinity: Vicinity,
    /// What of it bars or slows down who moves.
    fixed_map: CostMap,
    /// How long an inch is: more than 1 where all lengths of the rules shrink.
    inch: f64,
    /// Height of a model, and of its eyes.
    model_height: f64,
    eye_height: f64,
    /// Heights of the rows of lines of sight to a model, above its foot.
    rows: ArrayVec<f64, MOST_LINES>,
    /// The lowest and the highest of those rows and of eyes.
    height_of_lines: [f64; 2],
    /// Inches by which the gap over a linear obstacle may exceed its thickness.
    slack: f64,
    /// The greatest gap over which two models may be in contact.
    widest_contact: f64,
}

impl Field {
    /// The field of a table. With `length-scale` below 1 everything on it is so much larger.
    #[must_use]
    pub fn new(rules: &Rules, board: &Board) -> Self {
        let board = board.measured_in(rules.length_scale);
        let inch = 1.0 / rules.length_scale;
        let structure = Structure::of(&board.pieces, inch);
        let slack = rules.linear_contact_slack * inch;
        let (model_height, eye_height) = (rules.model_height * inch, rules.eye_height * inch);
        let rows = sight::rows(rules.los_rows as usize, model_height, eye_height);
        let of_lines = |pick: fn(f64, f64) -> f64| rows.iter().copied().fold(eye_height, pick);
        let thickest = structure.obstacles.iter().map(|it| it.thickness).fold(f64::NEG_INFINITY, f64::max);
        Self {
            number: FIELDS.fetch_add(1, Ordering::Relaxed),
            rules: rules.clone(),
            table: board.table,
            fixed_map: ways::fixed_map(rules, board.table, &structure),
            skyline: Skyline::of(&structure.plots),
            vicinity: Vicinity::of(&board.table, &structure, inch),
            structure,
            pieces: board.pieces,
            inch,
            model_height,
            eye_height,
            height_of_lines: [of_lines(f64::min), of_lines(f64::max)],
            rows,
            slack,
            widest_contact: rules.contact_tolerance.max(thickest + slack),
        }
    }

    /// Radius of the bases of a unit type, as long as an inch is.
    #[must_use]
    pub fn radius_of(&self, unit: &Unit) -> f64 {
        unit.base_radius() * self.inch
    }

    /// A number that only copies of it share.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// The rules that it was made for.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &Area {
        &self.table
    }

    /// How many levels there are above the ground.
    #[must_use]
    pub fn levels(&self) -> u8 {
        self.structure.levels.len() as u8
    }

    /// The pieces of terrain on the table.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Where models stand on a level from 1 on, and how high it is.
    ///
    /// # Panics
    /// When there is no such level.
    #[must_use]
    pub fn level(&self, level: u8) -> (&Base, f64) {
        let level = &self.structure.levels[usize::from(level) - 1];
        (&level.room, level.height)
    }

    /// A length as it is measured.
    #[must_use]
    pub fn measured(&self, inches: f64) -> f64 {
        measured(&self.rules, inches)
    }

    /// Inches above the table of a place.
    #[must_use]
    pub fn height(&self, spot: Spot) -> f64 {
        match spot.level {
            0 => self.hill_at(spot.point),
            level => self.structure.levels[usize::from(level) - 1].height,
        }
    }

    #[inline]
    fn hill_at(&self, point: Point) -> f64 {
        if self.vicinity.may_be_hilly(point) { self.height_of_hill(point) } else { 0.0 }
    }

    fn height_of_hill(&self, point: Point) -> f64 {
        let hills = self.vicinity.near(point, 0.0).iter().filter_map(|thing| match thing {
            Thing::Hill(hill) => Some(&self.structure.hills[usize::from(*hill)]),
            _ => None,
        });
        hills.into_iter().find(|hill| hill.plan.contains(point)).map_or(0.0, |hill| hill.height)
    }

    /// A base at a place.
    #[must_use]
    pub fn stand(&self, spot: Spot, radius: f64) -> Stand {
        Stand { spot, radius, foot: self.height(spot) }
    }

    /// Distance between two bases, from rim to rim and slanting, as it is measured (DP-GEN-02, DP-GEN-03).
    #[inline]
    #[must_use]
    pub fn distance(&self, a: &Stand, b: &Stand) -> f64 {
        self.measured(a.body().distance(&b.body()))
    }

    /// Whether terrain and the edge of the board leave room for a base to stay here.
    #[must_use]
    pub fn stands(&self, stand: &Stand) -> bool {
        let disc = stand.disc();
        if !self.table.holds(&disc) {
            return false;
        }
        if stand.spot.level > 0 {
            let Some(level) = self.structure.levels.get(usize::from(stand.spot.level) - 1) else { return false };
            return level.plan.covers(disc.centre, disc.radius);
        }
        let structure = &self.structure;
        !self.vicinity.near(disc.centre, disc.radius).iter().any(|thing| match thing {
            Thing::Bar(bar) => structure.bars[usize::from(*bar)].plan.overlaps(disc.centre, disc.radius),
            Thing::Obstacle(it) => structure.obstacles[usize::from(*it)].plan.overlaps(disc.centre, disc.radius),
            Thing::Hill(hill) => structure.hills[usize::from(*hill)].is_astride(&disc),
            Thing::Area(_) => false,
        })
    }

    /// How two models are in base contact, if they are. Stealth bases are so only base to base.
    #[must_use]
    pub fn contact(&self, a: &Stand, b: &Stand) -> Option<Contact> {
        if !self.is_within_contact(a, b) {
            return None;
        }
        let gap = self.measured(a.gap(b).max(0.0));
        if gap <= self.rules.contact_tolerance {
            return (a.foot == b.foot || self.meet_on_a_slope(a, b)).then_some(Contact::Bases);
        }
        let between = Segment::new(a.spot.point, b.spot.point);
        let bridged = |obstacle: &structure::Obstacle| {
            gap <= self.measured(obstacle.thickness + self.slack)
                && obstacle.plan.cut(&between).is_some()
                && [a, b].iter().any(|it| self.touches(it, &obstacle.plan))
        };
        let thickness = self.structure.obstacles.iter().filter(|it| bridged(it)).map(|it| it.thickness);
        // Of several in the way the thinnest is the least to pay for.
        let thinnest = thickness.min_by(f64::total_cmp)?;
        (a.foot == b.foot).then_some(Contact::Across(gap + (self.rules.difficult_factor - 1.0) * thinnest))
    }

    /// Whether two models are on one level, and so near to each other that they may be in base contact, however high they stand.
    #[inline]
    #[must_use]
    pub fn is_within_contact(&self, a: &Stand, b: &Stand) -> bool {
        // As measured, a gap may be half a step longer.
        let most = self.widest_contact + self.rules.measure_step;
        // Most are so far off that there is no need to know how far.
        let reach = most + a.radius + b.radius + FAR_OFF;
        let apart = b.spot.point - a.spot.point;
        a.spot.level == b.spot.level && apart.length_squared() <= reach * reach && a.gap(b) <= most
    }

    /// Whether a base touches a shape, within the tolerance of contact.
    fn touches(&self, stand: &Stand, plan: &Plan) -> bool {
        let reach = self.rules.contact_tolerance + 0.5 * self.rules.measure_step;
        let at = stand.spot.point;
        !plan.is_beyond(at, stand.radius + reach) && plan.distance(at) - stand.radius <= reach
    }

    /// Whether two bases of which one is on a hill meet over its slope, not over a face.
    fn meet_on_a_slope(&self, a: &Stand, b: &Stand) -> bool {
        let between = Segment::new(a.spot.point, b.spot.point);
        let over_face = |face: &Segment| crossed(&between, &Wall::new(*face)).is_some();
        !self.structure.hills.iter().any(|hill| hill.faces.iter().any(over_face))
    }

    /// The strip along an edge in which a side deploys (DP-SET-06).
    #[must_use]
    pub fn strip(&self, edge: BoardEdge) -> Area {
        let mut strip = self.table;
        let depth = self.rules.deployment_depth;
        match edge {
            BoardEdge::South => strip.max.y = strip.min.y + depth,
            BoardEdge::East => strip.min.x = strip.max.x - depth,
            BoardEdge::North => strip.min.y = strip.max.y - depth,
            BoardEdge::West => strip.max.x = strip.min.x + depth,
        }
        strip
    }

    /// Whether a base lies in the strip along an edge.
    #[must_use]
    pub fn in_strip(&self, edge: BoardEdge, stand: &Stand) -> bool {
        let strip = self.strip(edge);
        match self.rules.deployment_measure {
            DeploymentMeasure::WholeBase => strip.holds(&stand.disc()),
            DeploymentMeasure::NearestPoint => {
                let (min, max, point) = (strip.min, strip.max, stand.spot.point);
                let across = (min.x - point.x).max(point.x - max.x).max(min.y - point.y).max(point.y - max.y);
                self.table.holds(&stand.disc()) && self.measured(across - stand.radius) <= 0.0
            }
        }
    }

    /// Whether the strips along opposite edges leave each other free.
    #[must_use]
    pub fn has_strips(&self, edge: BoardEdge) -> bool {
        let extent = self.table.max - self.table.min;
        let across = if matches!(edge, BoardEdge::South | BoardEdge::North) { extent.y } else { extent.x };
        2.0 * self.rules.deployment_depth <= across
    }

    /// Inches above the table of the highest surface on which models stand at a point; 0 off the board.
    #[must_use]
    pub fn surface(&self, point: Point) -> f64 {
        self.surfaces(point).into_iter().fold(0.0, f64::max)
    }

    /// Heights of all surfaces on which models stand at a point; none off the board.
    #[must_use]
    pub fn surfaces(&self, point: Point) -> ArrayVec<f64, MOST_SURFACES> {
        let mut found = ArrayVec::new();
        if !self.table.contains(point) {
            return found;
        }
        if !self.structure.solids.iter().any(|solid| solid.contains(point)) {
            found.push(self.hill_at(point));
        }
        let levels = self.structure.levels.iter().filter(|level| level.plan.contains(point));
        found.extend(levels.map(|level| level.height).take(MOST_SURFACES - 1));
        found
    }

    /// Whether a base is on the level of a template.
    #[must_use]
    pub fn on_level(&self, stand: &Stand, height: f64) -> bool {
        (stand.foot - height).abs() < self.rules.level_tolerance
    }

    /// The arc of a stance from the edge of a base in a direction.
    #[must_use]
    pub fn arc(stand: &Stand, facing: Facing, degrees: f64) -> Arc {
        Arc::new(stand.spot.point + facing.ahead() * stand.radius, facing, degrees)
    }

    /// Whether the centre of a base at ground level is inside difficult ground.
    #[must_use]
    pub fn is_difficult(&self, spot: Spot) -> bool {
        let is_in = |thing: &Thing| match thing {
            Thing::Area(area) => {
                let area = &self.structure.areas[usize::from(*area)];
                area.difficult && area.plan.contains(spot.point)
            }
            _ => false,
        };
        spot.level == 0 && self.vicinity.near(spot.point, 0.0).iter().any(is_in)
    }

    /// Movement that an inch costs a base whose centre is here, on the ground, by and large; none where walls, solids, faces or the
    /// edge of the board leave it no room.
    #[cfg(test)]
    pub(super) fn ground_cost(&self, point: Point, radius: f64) -> Option<f64> {
        let disc = Disc { centre: point, radius };
        let (structure, near) = (&self.structure, self.vicinity.near(point, radius));
        let bars = |thing: &Thing| match thing {
            Thing::Bar(bar) => structure.bars[usize::from(*bar)].plan.overlaps(point, radius),
            Thing::Hill(hill) => structure.hills[usize::from(*hill)].is_astride(&disc),
            Thing::Obstacle(_) | Thing::Area(_) => false,
        };
        let is_obstacle = |thing: &Thing| match thing {
            Thing::Obstacle(it) => structure.obstacles[usize::from(*it)].plan.contains(point),
            _ => false,
        };
        let barred = !self.table.holds(&disc) || near.iter().any(bars);
        let slow = || near.iter().any(is_obstacle) || self.is_difficult(Spot::from(point));
        (!barred).then(|| if slow() { self.rules.difficult_factor } else { 1.0 })
    }

    /// The least distance of a base from any piece of terrain, in plan; infinite on a bare table.
    #[must_use]
    pub fn distance_from_terrain(&self, stand: &Stand) -> f64 {
        let off = |plan: &Plan| (plan.distance(stand.spot.point) - stand.radius).max(0.0);
        let plots = self.structure.plots.iter().map(|plot| off(&plot.plan));
        let areas = self.structure.areas.iter().map(|area| off(&area.plan));
        plots.chain(areas).fold(f64::INFINITY, f64::min)
    }
}

/// A length as it is measured: to the nearest step.
#[inline]
fn measured(rules: &Rules, inches: f64) -> f64 {
    nearest_whole(inches / rules.measure_step) * rules.measure_step
}

/// The nearest whole number, of two the one farther from 0. The function of the platform is called, and this is asked for every
/// distance.
#[inline]
fn nearest_whole(number: f64) -> f64 {
    /// Numbers beyond are taken as they are said to be.
    const MOST: f64 = 1e15;
    if number.abs() < MOST {
        let whole = number as i64;
        let rest = number - whole as f64;
        (whole + i64::from(rest >= 0.5) - i64::from(rest <= -0.5)) as f64
    } else {
        number.round()
    }
}

#[cfg(test)]
mod tests;
