//! Room for a Team that is set down, and for works (CW-DEP-02, CW-DEP-05, CW-ARM-05, R-90, R-91, R-104).

use super::{Crowd, GRAZE, Land, Mover, Part, REACH, Stand, rounded};
use crate::rulesets::chainsword::terrain::{Kind, Passage, Piece, heading};
use crate::tabletop::plane::{Area, CostMap, Form, Outline, Patch, Point, Segment, distance, outline_point, overlap};

/// Directions in which room is looked for, evenly spread.
const DIRECTIONS: u32 = 48;

/// Inches by which an offered place lies inside a piece.
const INSIDE: f64 = 0.05;

/// Inches from one ring on which room is looked for to the next.
const RING: f64 = 0.25;

/// What a piece is for who stands in it, for two kinds of movers.
#[derive(Clone, Copy, Debug)]
pub struct Footing<'f> {
    /// Where it lies.
    pub patch: &'f Patch,
    /// It lets none of that kind stand in it.
    pub closed: [bool; 2],
    /// It slows who is of that kind.
    pub slow: [bool; 2],
}

impl Footing<'_> {
    /// Whether who stands at a point would stand in it.
    #[must_use]
    pub fn bars(&self, point: Point) -> bool {
        self.patch.holds(point, GRAZE)
    }
}

impl Land<'_> {
    /// Whether terrain and the edge of the table let a mover stand here: its centre, or a whole hull.
    #[must_use]
    pub fn stands(&self, stand: &Stand, mover: Mover) -> bool {
        let on_table = match stand.form {
            Form::Base(base) => self.field.table.holds(&base),
            Form::Disc(_) | Form::Wall(_) => self.field.table.contains(stand.at()),
        };
        let lies_in = |part: &Part| match stand.form {
            Form::Base(base) => {
                !part.patch.is_off(&Segment::new(base.centre, base.centre), base.reach())
                    && overlap(&base, part.patch.form())
            }
            Form::Disc(_) | Form::Wall(_) => part.patch.holds(stand.at(), GRAZE),
        };
        on_table && !self.closed(mover).any(lies_in)
    }

    /// What the pieces of the table are for who stands in them, for two kinds of movers, which walk or drive; burning ones bar both.
    pub fn footings(&self, movers: [Mover; 2]) -> impl Iterator<Item = Footing<'_>> {
        let footing = move |part, burns: bool| {
            let part: &Part = part;
            let closes = |mover| part.passage(mover) == Passage::Impassable && !part.is_line();
            let slows = |mover: Mover| part.passage(mover) == Passage::Difficult && !mover.floats();
            Footing {
                patch: &part.patch,
                closed: movers.map(|mover| burns || closes(mover)),
                slow: movers.map(|mover| !burns && slows(mover)),
            }
        };
        let parts = self.parts().map(move |part| footing(part, false));
        parts.chain(self.burning().map(move |part| footing(part, true)))
    }

    /// Whether a mover at a point is in difficult ground (CW-MOV-07).
    #[must_use]
    pub fn slows(&self, point: Point, mover: Mover) -> bool {
        let slow = |part: &Part| part.passage(mover) == Passage::Difficult && part.patch.contains(point);
        !mover.floats() && self.parts().any(slow)
    }

    /// Whether a mover can be set down here: terrain lets it, nobody overlaps it, and no enemy is nearer than may be.
    #[must_use]
    pub fn room(&self, stand: &Stand, mover: Mover, crowd: &Crowd) -> bool {
        self.stands(stand, mover)
            && !crowd.friends.iter().any(|friend| friend.overlaps(stand))
            && !crowd.foes.iter().any(|foe| stand.crowds(foe, self.field.enemy_gap))
    }

    /// The place nearest to that of a stand, within so many inches, where a mover can be set down and that pleases.
    #[must_use]
    pub fn nearest_room(
        &self,
        stand: &Stand,
        mover: Mover,
        crowd: &Crowd,
        within: f64,
        mut pleases: impl FnMut(&Stand) -> bool,
    ) -> Option<Stand> {
        let rings = ((within + REACH) / RING) as u32;
        let round = |ring: u32| {
            let directions = if ring == 0 { 1 } else { DIRECTIONS };
            (0..directions).map(move |at| {
                let way = heading(360.0 * f64::from(at) / f64::from(DIRECTIONS)).ahead();
                stand.moved_to(rounded(stand.at() + way * (f64::from(ring) * RING)))
            })
        };
        (0..=rings).flat_map(round).find(|place| self.room(place, mover, crowd) && pleases(place))
    }

    /// The nearest places to a point that lie just inside a piece of cover, one for each.
    pub fn nearest_cover(&self, from: Point) -> impl Iterator<Item = Point> {
        let covers = move |part: &&Part| part.cover > 0 && !part.is_line() && !part.patch.contains(from);
        self.parts().filter(covers).map(move |part| {
            let form = part.patch.form();
            let near = outline_point(form, from);
            near + (form.middle() - near).unit().unwrap_or_default() * INSIDE
        })
    }

    /// Whether a work may lie here: wholly in its owner's half, on no other piece, and so many inches from others of its class
    /// (CW-ARM-05, R-104).
    #[must_use]
    pub fn work_fits(&self, work: &Piece, half: &Area, spacing: f64) -> bool {
        let form = work.form();
        let trench = work.kind == Kind::Entrenchment;
        let of_class = |kind: Kind| kind.is_work() && (kind == Kind::Entrenchment) == trench;
        let bad = |part: &Part| {
            let near = form.reach() + part.patch.form().reach() + spacing;
            form.middle().distance(part.patch.form().middle()) < near
                && (overlap(&form, part.patch.form())
                    || (part.is_line() && distance(&form, part.patch.form()) <= 0.0)
                    || (of_class(part.piece.kind) && distance(&form, part.patch.form()) < spacing - REACH))
        };
        half.holds(&form) && !self.parts().any(bad)
    }
}

/// Whether the straight line from a point to a stand keeps a gap in inches off all enemies (CW-DEP-05).
#[must_use]
pub fn lane_is_free(from: Point, stand: &Stand, foes: &[Stand], gap: f64) -> bool {
    let line = Segment::new(from, stand.at());
    let meets = |foe: &Stand| {
        let off = (gap - REACH).max(0.0);
        !line.keeps_off(foe.at(), foe.form.reach() + off) && CostMap::bars(&foe.form, off, &line)
    };
    !foes.iter().any(meets)
}

/// Where something comes down that drifts so many inches from a point, by a heading in degrees counter-clockwise from +x.
#[must_use]
pub fn drifted(from: Point, degrees: f64, inches: f64) -> Point {
    rounded(from + heading(degrees).ahead() * inches)
}
