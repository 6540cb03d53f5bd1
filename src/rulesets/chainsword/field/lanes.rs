//! Attack runs of flyers: lines from edge to edge of the table (CW-FLY-03, CW-FLY-06, CW-FLY-21).

use super::{Land, REACH, Stand};
use crate::rulesets::chainsword::terrain::{Kind, heading};
use crate::tabletop::plane::{Area, Facing, Point, Segment, Vector};

/// Length and width of a flyer, inches (CW-GEO-02).
pub const FLYER: [f64; 2] = [4.0, 4.0];

/// Inches from a shooter within which buildings hide flyers from him (CW-FLY-06).
const NEAR_BUILDING: f64 = 6.0;

/// Directions in which runs through a place are offered.
pub const DIRECTIONS: u32 = 12;

/// Inches by which the ends of a run may lie off their edges.
const ON_EDGE: f64 = 0.01;

/// An attack vector: from an edge to another one, for a vector dancer with one turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lane {
    /// Where it begins.
    pub entry: Point,
    /// Where it turns.
    pub turn: Option<Point>,
    /// Where it ends.
    pub exit: Point,
}

impl Lane {
    /// Whether it runs between two different edges of a table, and turns only where a vector dancer may: once, on the table, by no
    /// more than so many degrees (CW-FLY-21).
    #[must_use]
    pub fn is_legal(&self, table: &Area, turn: Option<f64>) -> bool {
        let [entry, exit] = [self.entry, self.exit].map(|point| edges(table, point));
        let bent = |at: Point| {
            let (into, out) = (at - self.entry, self.exit - at);
            let inside = table.contains(at) && into.length() > 0.0 && out.length() > 0.0;
            let radians = libm::atan2(into.cross(out).abs(), into.dot(out));
            inside && turn.is_some_and(|most| radians.to_degrees() <= most + 1e-6)
        };
        // A corner belongs to two edges.
        let different = entry != 0 && exit != 0 && (entry | exit).count_ones() >= 2;
        different && self.entry != self.exit && self.turn.is_none_or(bent)
    }

    /// Its legs; the second has no length where it does not turn.
    fn legs(&self) -> [Segment; 2] {
        let turn = self.turn.unwrap_or(self.exit);
        [Segment::new(self.entry, turn), Segment::new(turn, self.exit)]
    }

    /// Its length in inches.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.legs().iter().map(Segment::length).sum()
    }

    /// The leg on which it is after so many inches, and the inches of that. A straight vector may be said to be a hair longer than it is.
    fn leg_at(&self, inches: f64) -> (Segment, f64) {
        let [first, second] = self.legs();
        if self.turn.is_none() || inches <= first.length() {
            (first, inches)
        } else {
            (second, inches - first.length())
        }
    }

    /// The flyer after so many inches, in the direction of its flight.
    #[must_use]
    pub fn stand(&self, inches: f64) -> Stand {
        let (at, ahead) = self.place(inches);
        let degrees = 90.0 - Facing::along(ahead).unwrap_or(Facing::EAST).degrees();
        Stand::hull(at, degrees, FLYER[0], FLYER[1])
    }

    /// Where the middle of the flyer is after so many inches.
    #[must_use]
    pub fn at(&self, inches: f64) -> Point {
        self.place(inches).0
    }

    /// The same with the direction of its flight.
    fn place(&self, inches: f64) -> (Point, Vector) {
        let (leg, along) = self.leg_at(inches);
        let ahead = leg.span().unit().unwrap_or(Vector::new(1.0, 0.0));
        (leg.start + ahead * along.clamp(0.0, leg.length()), ahead)
    }

    /// The direction of flight after so many inches, in whole degrees counter-clockwise from +x.
    #[must_use]
    pub fn heading(&self, inches: f64) -> u16 {
        let (leg, _) = self.leg_at(inches);
        let degrees = 90.0 - Facing::along(leg.span()).unwrap_or(Facing::EAST).degrees();
        (degrees.round() as i32).rem_euclid(360) as u16
    }

    /// Inches at which it comes nearest to a point.
    #[must_use]
    pub fn nearest(&self, point: Point) -> f64 {
        let [first, second] = self.legs();
        let on = |leg: &Segment| (leg.distance_to_point(point), leg.start.distance(leg.nearest(point)));
        let (one, other) = (on(&first), on(&second));
        if other.0 < one.0 { first.length() + other.1 } else { one.1 }
    }
}

/// The edges on which a point lies, a bit for each.
fn edges(table: &Area, point: Point) -> u8 {
    if !table.inset(-ON_EDGE).contains(point) {
        return 0;
    }
    let on = [point.y - table.min.y, table.max.x - point.x, table.max.y - point.y, point.x - table.min.x];
    on.into_iter().enumerate().filter(|(_, off)| off.abs() <= ON_EDGE).map(|(at, _)| 1 << at).sum()
}

/// Runs straight through a place, one for each direction that is offered.
pub fn lanes_through(table: &Area, point: Point) -> impl Iterator<Item = Lane> + '_ {
    (0..DIRECTIONS).filter_map(move |at| {
        let ahead = heading(360.0 * f64::from(at) / f64::from(DIRECTIONS)).ahead();
        let lane = Lane { entry: way_off(table, point, -ahead), turn: None, exit: way_off(table, point, ahead) };
        lane.is_legal(table, None).then_some(lane)
    })
}

/// Where somebody leaves a table who goes straight on from a place on it in this direction, of unit length.
#[must_use]
pub fn way_off(table: &Area, point: Point, way: Vector) -> Point {
    let room = |at: f64, speed: f64, min: f64, max: f64| match speed {
        speed if speed > 1e-12 => (max - at) / speed,
        speed if speed < -1e-12 => (min - at) / speed,
        _ => f64::INFINITY,
    };
    let along = room(point.x, way.x, table.min.x, table.max.x);
    point + way * along.min(room(point.y, way.y, table.min.y, table.max.y))
}

/// The same run with a turn at a place on it, square to the left or to the right (CW-FLY-21).
pub fn turns_at(table: &Area, lane: &Lane, point: Point) -> impl Iterator<Item = Lane> + use<> {
    let ahead = (point - lane.entry).unit();
    let (table, entry) = (*table, lane.entry);
    let sides = ahead.map(|ahead| [ahead.left(), -ahead.left()]);
    sides.into_iter().flatten().map(move |way| Lane { entry, turn: Some(point), exit: way_off(&table, point, way) })
}

impl Land<'_> {
    /// Whether a flyer is seen: only buildings near the shooter hide it, and smoke (CW-FLY-06, R-121).
    #[must_use]
    pub fn sees_flyer(&self, from: &Stand, flyer: &Stand) -> bool {
        let line = super::sight::line_between(from, flyer);
        let hides = |part: &super::Part| {
            part.piece.kind == Kind::Building
                && part.patch.cut(&line).is_some()
                && from.is_within(NEAR_BUILDING, &Stand { form: *part.patch.form() })
                && !part.patch.contains(from.at())
        };
        line.length() <= self.farthest + REACH && !self.parts().any(hides)
    }
}
