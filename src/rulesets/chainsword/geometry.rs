//! Patrol Markers, jump-off points and facings: what is certain, but has to be measured.

use super::codex::Numbers;
use super::rules::{JopSide, Measure};

/// Distances that differ by less are equal, in inches.
const HAIR: f64 = 1e-9;

/// A place on the table in inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Along the long edge.
    pub x: f64,
    /// Along the short edge.
    pub y: f64,
}

impl Point {
    fn minus(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }

    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Straight distance.
    #[must_use]
    pub fn to(self, other: Self) -> f64 {
        let step = self.minus(other);
        step.dot(step).sqrt()
    }

    /// So far of the way to another point.
    fn towards(self, other: Self, share: f64) -> Self {
        let step = other.minus(self);
        Self { x: self.x + share * step.x, y: self.y + share * step.y }
    }

    fn on_table(self, numbers: &Numbers) -> bool {
        let [length, width] = numbers.table;
        (0.0..=length).contains(&self.x) && (0.0..=width).contains(&self.y)
    }

    /// Distance to the straight line between two points.
    fn to_segment(self, a: Self, b: Self) -> f64 {
        let (along, off) = (b.minus(a), self.minus(a));
        let square = along.dot(along);
        let share = if square > 0.0 { (off.dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
        self.to(a.towards(b, share))
    }
}

/// A move of a Patrol Marker.
#[derive(Clone, Debug, PartialEq)]
pub struct PatrolMove {
    /// Where the marker is.
    pub from: Point,
    /// Where it is meant to go.
    pub to: Point,
    /// Other friendly markers.
    pub friends: Vec<Point>,
    /// Enemy markers.
    pub enemies: Vec<Point>,
    /// How distances are measured.
    pub measure: Measure,
    /// Longest move.
    pub longest: f64,
    /// Widest gap to a friend.
    pub link: f64,
    /// Gap to an enemy that locks.
    pub lock: f64,
}

/// Where a Patrol Marker stops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// The place.
    pub at: Point,
    /// Inches travelled.
    pub inches: f64,
    /// Enemy markers that are locked with it.
    pub locks: usize,
}

impl PatrolMove {
    /// Where the marker stops; none when the move is not legal (CW-PAT-02, CW-PAT-04 to CW-PAT-09).
    #[must_use]
    pub fn stop(&self, numbers: &Numbers) -> Option<Stop> {
        let whole = self.from.to(self.to);
        if whole > self.longest + HAIR || !self.from.on_table(numbers) || !self.to.on_table(numbers) {
            return None;
        }
        let centres = match self.measure {
            Measure::Edge => numbers.marker_diameter,
            Measure::Centre => 0.0,
        };
        let lock = self.lock + centres;
        if self.enemies.iter().any(|enemy| self.from.to(*enemy) <= lock + HAIR) {
            return None;
        }
        let meets = self.enemies.iter().filter_map(|enemy| self.within(*enemy, lock));
        let inches = meets.map(|(enters, _)| enters).fold(whole, f64::min);
        let at = if whole > 0.0 { self.from.towards(self.to, inches / whole) } else { self.from };
        if !self.friends.is_empty() && !self.linked(self.link + centres, inches) {
            return None;
        }
        let locks = self.enemies.iter().filter(|enemy| at.to(**enemy) <= lock + 1e-7).count();
        Some(Stop { at, inches, locks })
    }

    /// The part of the way, in inches, on which the marker is within `reach` of a place.
    fn within(&self, place: Point, reach: f64) -> Option<(f64, f64)> {
        let whole = self.from.to(self.to);
        let off = self.from.minus(place);
        if whole == 0.0 {
            return (off.dot(off).sqrt() <= reach + HAIR).then_some((0.0, 0.0));
        }
        let way = self.to.minus(self.from);
        let nearest = -off.dot(way) / whole;
        let short = (off.dot(off) - nearest * nearest).max(0.0).sqrt();
        if short > reach + HAIR {
            return None;
        }
        let half = (reach * reach - short * short).max(0.0).sqrt();
        let (enters, leaves) = (nearest - half, nearest + half);
        (leaves >= -HAIR && enters <= whole + HAIR).then_some((enters.max(0.0), leaves.min(whole)))
    }

    /// Whether some friend is within `reach` all the way to `end`.
    fn linked(&self, reach: f64, end: f64) -> bool {
        let mut parts: Vec<(f64, f64)> = self.friends.iter().filter_map(|friend| self.within(*friend, reach)).collect();
        parts.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut covered = 0.0;
        let mut reached = false;
        for (enters, leaves) in parts {
            if enters <= covered + HAIR {
                covered = f64::max(covered, leaves);
                reached = true;
            }
        }
        reached && covered >= end - HAIR
    }
}

/// The shape of a piece of terrain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// Centre and radius.
    Disc(Point, f64),
    /// Two opposite corners, the one nearer to the origin first.
    Rectangle(Point, Point),
    /// Both ends of a wall.
    Segment(Point, Point),
}

impl Shape {
    fn contains(&self, point: Point) -> bool {
        match *self {
            Shape::Disc(centre, radius) => point.to(centre) <= radius + HAIR,
            Shape::Rectangle(low, high) => {
                (low.x - HAIR..=high.x + HAIR).contains(&point.x) && (low.y - HAIR..=high.y + HAIR).contains(&point.y)
            }
            Shape::Segment(a, b) => point.to_segment(a, b) <= HAIR,
        }
    }

    /// Whether the straight line between two points touches it.
    fn touches(&self, a: Point, b: Point) -> bool {
        match *self {
            Shape::Disc(centre, radius) => centre.to_segment(a, b) <= radius + HAIR,
            Shape::Rectangle(low, high) => {
                let corner = |x, y| Point { x, y };
                let corners =
                    [corner(low.x, low.y), corner(high.x, low.y), corner(high.x, high.y), corner(low.x, high.y)];
                let mut sides = (0..4).map(|at| (corners[at], corners[(at + 1) % 4]));
                self.contains(a) || self.contains(b) || sides.any(|(c, d)| meet(a, b, c, d))
            }
            Shape::Segment(c, d) => meet(a, b, c, d),
        }
    }
}

/// Whether two straight lines have a point in common.
fn meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |p: Point, q: Point, r: Point| {
        let (along, off) = (q.minus(p), r.minus(p));
        along.x * off.y - along.y * off.x
    };
    let apart = |p: f64, q: f64| (p > HAIR && q > HAIR) || (p < -HAIR && q < -HAIR);
    let crossed = !apart(side(a, b, c), side(a, b, d)) && !apart(side(c, d, a), side(c, d, b));
    let touch = [c.to_segment(a, b), d.to_segment(a, b), a.to_segment(c, d), b.to_segment(c, d)];
    let parallel = {
        let (one, other) = (b.minus(a), d.minus(c));
        (one.x * other.y - one.y * other.x).abs() <= HAIR
    };
    touch.iter().any(|gap| *gap <= HAIR) || (crossed && !parallel)
}

/// A piece of terrain; all of them give cover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Its shape.
    pub shape: Shape,
    /// Nobody can stand in it.
    pub impassable: bool,
}

/// Where a jump-off point is to lie.
#[derive(Clone, Debug, PartialEq)]
pub struct JumpOff {
    /// The point.
    pub point: Point,
    /// Friendly Patrol Markers.
    pub friends: Vec<Point>,
    /// Enemy Patrol Markers.
    pub enemies: Vec<Point>,
    /// Terrain.
    pub terrain: Vec<Piece>,
    /// Its distance from the nearest friendly marker.
    pub radius: f64,
    /// How distances are measured.
    pub measure: Measure,
    /// What must be nearer to friends.
    pub side: JopSide,
}

/// What is wrong with a jump-off point first, if anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JumpOffCheck {
    /// Off the table, or in impassable terrain (CW-JOP-05).
    OffTable,
    /// Not at its distance from the nearest friendly marker (CW-JOP-02).
    WrongDistance,
    /// Too near to enemy markers (CW-JOP-03).
    EnemyNearer,
    /// Not in cover from the two nearest enemy markers (CW-JOP-04).
    NoCover,
    /// Nothing.
    Legal,
}

impl JumpOff {
    /// Checks it.
    #[must_use]
    pub fn check(&self, numbers: &Numbers) -> JumpOffCheck {
        let point = self.point;
        let closed = self.terrain.iter().any(|piece| piece.impassable && piece.shape.contains(point));
        if !point.on_table(numbers) || closed {
            return JumpOffCheck::OffTable;
        }
        let nearer = |a: &&Point, b: &&Point| point.to(**a).total_cmp(&point.to(**b));
        let edge = match self.measure {
            Measure::Edge => numbers.marker_diameter / 2.0,
            Measure::Centre => 0.0,
        };
        let at_distance =
            |friend: &&Point| (point.to(**friend) - edge - self.radius).abs() <= numbers.jump_off_tolerance + HAIR;
        let Some(friend) = self.friends.iter().min_by(nearer).filter(at_distance) else {
            return JumpOffCheck::WrongDistance;
        };
        let mut enemies: Vec<&Point> = self.enemies.iter().collect();
        enemies.sort_by(nearer);
        enemies.truncate(2);
        let closer = |enemy: &&Point| match self.side {
            JopSide::CloserToFriend => point.to(*friend) < point.to(**enemy) - HAIR,
            JopSide::BehindMarker => point.to(**enemy) > friend.to(**enemy) + HAIR,
        };
        if !enemies.iter().all(closer) {
            return JumpOffCheck::EnemyNearer;
        }
        let covered = |enemy: &&Point| {
            let touched = |piece: &Piece| piece.shape.contains(point) || piece.shape.touches(**enemy, point);
            self.terrain.iter().any(touched)
        };
        if enemies.iter().all(covered) { JumpOffCheck::Legal } else { JumpOffCheck::NoCover }
    }
}

/// A side of a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    /// Front armour.
    Front,
    /// Side armour.
    Side,
    /// Rear armour.
    Rear,
}

impl Facing {
    /// All facings with their keys.
    pub const ALL: [(&'static str, Facing); 3] =
        [("front", Facing::Front), ("side", Facing::Side), ("rear", Facing::Rear)];

    /// The facing that a shooter sees of a vehicle whose heading is in degrees counter-clockwise from +x; on a line
    /// between two arcs the one better for the vehicle (CW-GEO-04).
    #[must_use]
    pub fn seen(vehicle: Point, heading: f64, shooter: Point) -> Self {
        let way = shooter.minus(vehicle);
        let off = (libm::atan2(way.y, way.x).to_degrees() - heading).rem_euclid(360.0);
        match off.min(360.0 - off) {
            off if off <= 45.0 + HAIR => Self::Front,
            off if off <= 135.0 + HAIR => Self::Side,
            _ => Self::Rear,
        }
    }
}
