//! The field: what the rules ask of a table, worked out beforehand. No question allocates, but where it says so.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`sight`] | lines of sight and cover |
//! | [`ways`] | moves: what bars them, what they cross, ways into contact |
//! | [`flights`] | moves that nobody chooses: failed charges, falling back; crossing wire |
//! | [`room`] | room for a Team that is set down, and for works |
//! | [`lanes`] | attack runs of flyers |
//!
//! What lies on a table when a cell begins is a [`Field`]; what comes later in a game, works and wrecks, and what burns, are its
//! [`Additions`]. Both together are the [`Land`] of which all questions are asked.

pub mod flights;
pub mod lanes;
pub mod room;
pub mod sight;
pub mod ways;

use arrayvec::ArrayVec;

use super::codex::Codex;
use super::patrol;
use super::rules::Rules;
use super::terrain::{Board, Kind, MOST_PIECES, Passage, Piece, Screen, TerrainType, heading};
use crate::tabletop::plane::{
    Area, Base, Disc, Facing, Form, Outline, Patch, Point, Segment, crossed, distance, overlap,
};

/// Most pieces that come onto a table in a game.
pub const MOST_ADDITIONS: usize = 96;

/// Inches by which "within" and "up to" may be exceeded, and a hair for rounding.
pub const REACH: f64 = 0.01 + 1e-9;

/// Widest gap that is contact, inches.
pub const CONTACT: f64 = 0.05;

/// Inches by which a line may miss what it crosses: rounding.
const HAIR: f64 = 1e-6;

/// Inches by which shapes may overlap, or centres lie in what they may not enter: places are rounded.
const GRAZE: f64 = 0.002;

/// Radius of a Team of one model, inches.
const MODEL_RADIUS: f64 = 0.7;

/// Sets of pieces, a bit for each.
type Pieces = [u64; MOST_PIECES / 64];

/// How something moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mover {
    /// Infantry and batteries on foot.
    Foot,
    /// Bikes, and creatures on the ground.
    Mounted,
    /// Infantry that jumps.
    Jump,
    /// A walker.
    Walker,
    /// Tracks and wheels.
    Wheels,
    /// A skimmer.
    Skimmer,
}

impl Mover {
    /// Whether it is a vehicle.
    #[must_use]
    pub const fn is_vehicle(self) -> bool {
        matches!(self, Self::Walker | Self::Wheels | Self::Skimmer)
    }

    /// Whether it takes no notice of difficult ground, of walls and wire (CW-GEO-06, R-95).
    #[must_use]
    pub const fn floats(self) -> bool {
        matches!(self, Self::Jump | Self::Skimmer)
    }
}

/// Radius of the disc of so many troopers; batteries, bikes count as 2 each, creatures as 4.
#[must_use]
pub fn team_radius(models: u32) -> f64 {
    MODEL_RADIUS * f64::from(models).sqrt()
}

/// A point as places are kept: to a thousandth of an inch.
#[must_use]
pub fn rounded(point: Point) -> Point {
    let round = |inches: f64| (inches * 1000.0).round() / 1000.0;
    Point::new(round(point.x), round(point.y))
}

/// Where a Team or a vehicle stands: a disc, or an oriented rectangle (CW-GEO-02).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// Its shape.
    pub form: Form,
}

impl Stand {
    /// A disc.
    #[must_use]
    pub const fn disc(centre: Point, radius: f64) -> Self {
        Self { form: Form::Disc(Disc { centre, radius }) }
    }

    /// A rectangle whose length runs along a heading, in degrees counter-clockwise from +x.
    #[must_use]
    pub fn hull(centre: Point, degrees: f64, length: f64, width: f64) -> Self {
        Self::facing(centre, heading(degrees), length, width)
    }

    /// A rectangle whose length runs ahead.
    #[must_use]
    pub const fn facing(centre: Point, facing: Facing, length: f64, width: f64) -> Self {
        Self { form: Form::Base(Base { centre, facing, half_width: 0.5 * width, half_depth: 0.5 * length }) }
    }

    /// Its centre.
    #[inline]
    #[must_use]
    pub fn at(&self) -> Point {
        self.form.middle()
    }

    /// The same elsewhere.
    #[must_use]
    pub fn moved_to(&self, centre: Point) -> Self {
        let form = match self.form {
            Form::Disc(disc) => Form::Disc(Disc { centre, ..disc }),
            Form::Base(base) => Form::Base(Base { centre, ..base }),
            Form::Wall(wall) => Form::Wall(wall),
        };
        Self { form }
    }

    /// The same with another heading, in degrees counter-clockwise from +x; a disc has none.
    #[must_use]
    pub fn turned(&self, degrees: f64) -> Self {
        match self.form {
            Form::Base(base) => Self { form: Form::Base(base.with_facing(heading(degrees))) },
            Form::Disc(_) | Form::Wall(_) => *self,
        }
    }

    /// Radius of the disc that keeps off things on the way: its own, or that of the middle of a hull.
    #[must_use]
    pub fn body(&self) -> f64 {
        match self.form {
            Form::Disc(disc) => disc.radius,
            Form::Base(_) | Form::Wall(_) => 1.25,
        }
    }

    /// Inches between the nearest points of both (CW-GEO-02), 0 when they touch or overlap.
    #[must_use]
    pub fn gap(&self, other: &Stand) -> f64 {
        match (self.form, other.form) {
            (Form::Disc(a), Form::Disc(b)) => (a.centre.distance(b.centre) - a.radius - b.radius).max(0.0),
            _ => distance(&self.form, &other.form),
        }
    }

    /// Inches between its nearest point and a point.
    #[must_use]
    pub fn gap_to(&self, point: Point) -> f64 {
        match self.form {
            Form::Disc(disc) => (disc.centre.distance(point) - disc.radius).max(0.0),
            _ => Patch::new(self.form).distance(point),
        }
    }

    /// Whether it is within so many inches of another.
    #[must_use]
    pub fn is_within(&self, inches: f64, other: &Stand) -> bool {
        let far = inches + REACH + self.form.reach() + other.form.reach();
        (self.at() - other.at()).length_squared() <= far * far && self.gap(other) <= inches + REACH
    }

    /// Whether both share ground.
    #[must_use]
    pub fn overlaps(&self, other: &Stand) -> bool {
        match (self.form, other.form) {
            (Form::Disc(a), Form::Disc(b)) => {
                let apart = a.radius + b.radius - GRAZE;
                (a.centre - b.centre).length_squared() < apart * apart
            }
            _ => overlap(&self.form, &other.form),
        }
    }

    /// Whether both touch.
    #[must_use]
    pub fn touches(&self, other: &Stand) -> bool {
        self.gap(other) <= CONTACT
    }

    /// Whether it is nearer to an enemy than the gap in inches that everybody keeps (CW-MOV-06, R-87).
    #[must_use]
    pub fn crowds(&self, foe: &Stand, gap: f64) -> bool {
        let near = gap + self.form.reach() + foe.form.reach();
        (self.at() - foe.at()).length_squared() < near * near && self.gap(foe) < gap - REACH
    }
}

/// Who else stands on the table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crowd<'c> {
    /// Enemies: they bar the way by an inch.
    pub foes: &'c [Stand],
    /// Friends: they bar the place where a move ends.
    pub friends: &'c [Stand],
}

/// A piece with what it means.
#[derive(Clone, Copy, Debug)]
struct Part {
    piece: Piece,
    patch: Patch,
    /// What of it bars the way: places are rounded, so that who stands at its edge may be a hair inside.
    core: Patch,
    cover: u8,
    behind: bool,
    screen: Screen,
    foot: Passage,
    walkers: Passage,
    vehicles: Passage,
    crossing: f64,
    room: u8,
}

impl Part {
    fn new(piece: Piece, kind: &TerrainType) -> Self {
        Self {
            piece,
            patch: Patch::new(piece.form()),
            core: Patch::new(shrunk(piece.form())),
            cover: kind.cover,
            behind: kind.behind,
            screen: kind.screen,
            foot: kind.foot,
            walkers: kind.walkers,
            vehicles: kind.vehicles,
            crossing: kind.crossing,
            room: kind.room,
        }
    }

    /// What it is for a mover that stands in it or goes through it.
    fn passage(&self, mover: Mover) -> Passage {
        match mover {
            // Only infantry goes into houses.
            Mover::Mounted if self.room > 0 => Passage::Impassable,
            Mover::Foot | Mover::Mounted | Mover::Jump => self.foot,
            Mover::Walker => self.walkers,
            Mover::Wheels | Mover::Skimmer => self.vehicles,
        }
    }

    /// Whether the mover may not go through it: jumping, one goes over everything, and lines bar only who walks.
    fn bars(&self, mover: Mover) -> bool {
        mover != Mover::Jump && self.passage(mover) == Passage::Impassable
    }

    fn is_line(&self) -> bool {
        matches!(self.patch.form(), Form::Wall(_))
    }

    /// Whether it covers nobody from a shooter within an inch of it: lines, and wrecks as hulls.
    fn covers_nobody_at_hand(&self) -> bool {
        self.is_line() || self.piece.kind == Kind::Wreck
    }
}

/// A form without the strip along its outline in which whoever stands beside it may be by rounding.
fn shrunk(form: Form) -> Form {
    let less = |inches: f64| (inches - 2.0 * GRAZE).max(0.0);
    match form {
        Form::Disc(disc) => Form::Disc(Disc { radius: less(disc.radius), ..disc }),
        Form::Base(base) => {
            Form::Base(Base { half_width: less(base.half_width), half_depth: less(base.half_depth), ..base })
        }
        Form::Wall(wall) => Form::Wall(wall),
    }
}

/// A table with all that is worked out of it.
#[derive(Clone, Debug)]
pub struct Field {
    table: Area,
    parts: Vec<Part>,
    catalogue: Vec<TerrainType>,
    woods_depth: f64,
    /// Inches that everybody but chargers keeps from enemies (CW-MOV-06).
    enemy_gap: f64,
    /// Lines of the three to a target that have to cross cover (CW-GEO-03).
    cover_lines: u8,
}

impl Field {
    /// The field of a table, by the rules of a game.
    #[must_use]
    pub fn new(codex: &Codex, rules: &Rules, board: &Board) -> Self {
        let parts = board.pieces.iter().take(MOST_PIECES).map(|piece| Part::new(*piece, codex.terrain(piece.kind)));
        Self {
            table: board.table,
            parts: parts.collect(),
            catalogue: codex.terrain.clone(),
            woods_depth: codex.numbers.woods_depth,
            enemy_gap: rules.enemy_gap,
            cover_lines: rules.cover_lines,
        }
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &Area {
        &self.table
    }

    /// Pieces that lie on it from the beginning.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.parts.iter().map(|part| &part.piece)
    }

    /// A piece of the catalogue, of its least size; its heading in degrees counter-clockwise from +x.
    #[must_use]
    pub fn piece(&self, kind: Kind, centre: Point, degrees: f64) -> Piece {
        let entry = &self.catalogue[kind as usize];
        Piece { kind, centre, degrees, size: entry.least, footprint: entry.footprint }
    }

    /// Pieces that can burn, by their places among [`Field::pieces`] (`brush-fire`).
    pub fn burnable(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        let burns = |part: &Part| matches!(part.piece.kind, Kind::Woods | Kind::Scrub);
        (0..self.parts.len()).filter(move |at| burns(&self.parts[*at]))
    }

    /// The field with what a game has added to it.
    #[must_use]
    pub fn land<'f>(&'f self, additions: &'f Additions) -> Land<'f> {
        Land { field: self, additions, farthest: f64::INFINITY }
    }
}

/// What has come onto a table in a game, and what burns.
#[derive(Clone, Debug, Default)]
pub struct Additions {
    parts: ArrayVec<Part, MOST_ADDITIONS>,
    burning: Pieces,
}

impl Additions {
    /// Lays a work or a wreck: whether there was room among the [`MOST_ADDITIONS`].
    pub fn lay(&mut self, field: &Field, piece: Piece) -> bool {
        self.parts.try_push(Part::new(piece, &field.catalogue[piece.kind as usize])).is_ok()
    }

    /// Pieces that came, in their order.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.parts.iter().map(|part| &part.piece)
    }

    /// Sets a piece of the field on fire (`brush-fire`).
    pub fn burn(&mut self, piece: usize) {
        self.burning[piece / 64] |= 1 << (piece % 64);
    }

    /// Puts all fires out.
    pub fn put_out(&mut self) {
        self.burning = Pieces::default();
    }

    /// Whether a piece of the field burns.
    #[must_use]
    pub fn burns(&self, piece: usize) -> bool {
        self.burning[piece / 64] & (1 << (piece % 64)) != 0
    }

    fn is_quiet(&self) -> bool {
        self.burning == Pieces::default()
    }
}

/// A field with what has been added to it: all questions of places, sight and ways go here.
#[derive(Clone, Copy, Debug)]
pub struct Land<'f> {
    field: &'f Field,
    additions: &'f Additions,
    /// Nobody sees farther.
    farthest: f64,
}

impl<'f> Land<'f> {
    /// The same where nobody sees farther than so many inches (`smoke-drift`).
    #[must_use]
    pub fn seen_within(self, inches: f64) -> Self {
        Self { farthest: inches, ..self }
    }

    /// The field.
    #[must_use]
    pub fn field(&self) -> &'f Field {
        self.field
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &'f Area {
        &self.field.table
    }

    /// Pieces that have been laid since the beginning.
    #[must_use]
    pub fn laid(&self) -> usize {
        self.additions.parts.len()
    }

    fn parts(&self) -> impl Iterator<Item = &'f Part> + Clone + use<'f> {
        self.field.parts.iter().chain(&self.additions.parts)
    }

    /// Pieces on fire.
    fn burning(&self) -> impl Iterator<Item = &'f Part> + Clone + use<'f> {
        let Self { field, additions, .. } = *self;
        let parts = if additions.is_quiet() { &[] } else { field.parts.as_slice() };
        parts.iter().enumerate().filter(|(at, _)| additions.burns(*at)).map(|(_, part)| part)
    }

    /// What a mover may not go through, fires with it.
    fn barriers(&self, mover: Mover) -> impl Iterator<Item = &'f Part> + Clone + use<'f> {
        let burning = self.burning().filter(move |_| mover != Mover::Jump);
        self.parts().filter(move |part| part.bars(mover)).chain(burning)
    }

    /// What a mover may not stand in: also whoever jumps comes down where others could stand.
    fn closed(&self, mover: Mover) -> impl Iterator<Item = &'f Part> + Clone + use<'f> {
        let closed = move |part: &&Part| part.passage(mover) == Passage::Impassable && !part.is_line();
        self.parts().filter(closed).chain(self.burning())
    }

    /// All pieces, those of the field first.
    pub fn pieces(&self) -> impl Iterator<Item = &'f Piece> + use<'f> {
        self.parts().map(|part| &part.piece)
    }

    /// Cover save of who stands here, whoever looks; 0 for none (CW-GEO-03).
    #[must_use]
    pub fn cover_at(&self, point: Point) -> u8 {
        let saves = self.parts().filter(|part| part.cover > 0 && part.patch.contains(point)).map(|part| part.cover);
        saves.min().unwrap_or(0)
    }

    /// The building or bunker that holds a point, by its place among all pieces, and how many models find room in it.
    #[must_use]
    pub fn house(&self, point: Point) -> Option<(usize, u8)> {
        let holds = |(_, part): &(usize, &Part)| part.room > 0 && part.patch.contains(point);
        self.parts().enumerate().find(holds).map(|(at, part)| (at, part.room))
    }

    /// Whether a point is in a minefield: who deploys there enters it.
    #[must_use]
    pub fn is_mined(&self, point: Point) -> bool {
        self.parts().any(|part| part.piece.kind == Kind::Minefield && part.patch.contains(point))
    }

    /// Inches that everybody but chargers keeps from enemies (CW-MOV-06).
    #[must_use]
    pub fn enemy_gap(&self) -> f64 {
        self.field.enemy_gap
    }

    /// What gives cover to jump-off points and lies on a line.
    fn covering(&self, line: Segment) -> impl Iterator<Item = &'f Part> + use<'f> {
        self.parts().filter(move |part| {
            part.cover > 0 && !part.patch.is_off(&line, HAIR) && crossed(&line, part.patch.form()).is_some()
        })
    }
}

/// Jump-off points go by what gives cover (CW-JOP-04, R-183).
impl patrol::Ground for Land<'_> {
    fn is_closed(&self, point: Point) -> bool {
        self.covering(Segment::new(point, point)).any(|part| part.foot == Passage::Impassable)
    }

    fn is_covered(&self, point: Point, from: Point) -> bool {
        self.covering(Segment::new(from, point)).next().is_some()
    }
}

#[cfg(test)]
mod tests;
