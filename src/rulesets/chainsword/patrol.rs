//! Patrol Markers and jump-off points: where a marker stops, and whether a point is legal.

pub mod phase;
pub mod search;

use arrayvec::ArrayVec;

use super::codex::Numbers;
use super::rules::{JopSide, Measure, Rules};
use crate::game::Refusal;
use crate::tabletop::plane::{Area, Disc, Facing, Point, Segment, Shape, Stretch, Vector, crossed};

/// Distances that differ by less are equal, in inches.
const HAIR: f64 = 1e-9;

/// What "within" and "up to" allow beyond their number in a game, whose places are kept to a thousandth of an inch.
pub const REACH: f64 = 0.01;

/// Most Patrol Markers of a side.
pub const MOST_MARKERS: usize = 6;

/// A place as a game keeps it: to a thousandth of an inch.
#[must_use]
pub fn kept(point: Point) -> Point {
    let kept = |inches: f64| (inches * 1000.0).round() / 1000.0;
    Point::new(kept(point.x), kept(point.y))
}

/// The place so many inches from another one in a direction, in degrees counter-clockwise from +x.
#[must_use]
pub fn towards(from: Point, degrees: f64, inches: f64) -> Point {
    kept(from + direction(degrees) * inches)
}

/// The unit vector of a direction, in degrees counter-clockwise from +x.
fn direction(degrees: f64) -> Vector {
    Facing::from_degrees(90.0 - degrees).ahead()
}

/// What is taken off the distance between centres of two markers (CW-PAT-02).
#[must_use]
pub const fn edges(numbers: &Numbers, measure: Measure) -> f64 {
    match measure {
        Measure::Edge => numbers.marker_diameter,
        Measure::Centre => 0.0,
    }
}

/// The gap between two markers (CW-PAT-02).
#[must_use]
pub fn gap(numbers: &Numbers, measure: Measure, one: Point, other: Point) -> f64 {
    one.distance(other) - edges(numbers, measure)
}

/// The table (CW-GEO-01).
#[must_use]
pub fn table(numbers: &Numbers) -> Area {
    let [length, width] = numbers.table;
    Area::table(length, width)
}

/// A move of a Patrol Marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PatrolMove<'m> {
    /// Where the marker is.
    pub from: Point,
    /// Where it is meant to go.
    pub to: Point,
    /// Other friendly markers.
    pub friends: &'m [Point],
    /// Enemy markers.
    pub enemies: &'m [Point],
    /// How distances are measured.
    pub measure: Measure,
    /// Longest move.
    pub longest: f64,
    /// Widest gap to a friend.
    pub link: f64,
    /// Gap to an enemy that locks.
    pub lock: f64,
    /// What "within" and "up to" allow beyond their number.
    pub reach: f64,
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

impl<'m> PatrolMove<'m> {
    /// A move by the rules of a game.
    #[must_use]
    pub fn by(rules: &Rules, from: Point, to: Point, friends: &'m [Point], enemies: &'m [Point]) -> Self {
        Self {
            from,
            to,
            friends,
            enemies,
            measure: rules.patrol_measure,
            longest: rules.patrol_move,
            link: rules.patrol_link,
            lock: rules.patrol_lock,
            reach: REACH,
        }
    }

    /// Where the marker stops (CW-PAT-02, CW-PAT-04 to CW-PAT-09).
    ///
    /// # Errors
    /// Why it cannot move so.
    pub fn stop(&self, numbers: &Numbers) -> Result<Stop, Refusal> {
        let way = Segment::new(self.from, self.to);
        let whole = way.length();
        let table = table(numbers);
        if whole > self.longest + self.reach.max(HAIR) {
            return Err(Refusal::new("CW-PAT-04", "that is farther than a Patrol Marker moves"));
        }
        if !table.contains(self.from) || !table.contains(self.to) {
            return Err(Refusal::new("CW-PAT-04", "a Patrol Marker stays on the table"));
        }
        let centres = edges(numbers, self.measure);
        let lock = self.lock + centres;
        if self.enemies.iter().any(|enemy| self.from.distance(*enemy) <= lock + HAIR) {
            return Err(Refusal::new("CW-PAT-09", "so near to an enemy marker it does not move"));
        }
        let meets = self.enemies.iter().filter_map(|enemy| within(&way, *enemy, lock));
        let inches = meets.map(|part| part.from).fold(whole, f64::min);
        let at = if whole > 0.0 { self.from + way.span() * (inches / whole) } else { self.from };
        if !self.friends.is_empty() && !self.linked(&way, self.link + centres + self.reach, inches) {
            return Err(Refusal::new("CW-PAT-05", "it has no friendly marker near enough all the way"));
        }
        let locks = self.enemies.iter().filter(|enemy| at.distance(**enemy) <= lock + self.reach.max(1e-7)).count();
        Ok(Stop { at, inches, locks })
    }

    /// Whether some friend is within `reach` all the way to `end`.
    fn linked(&self, way: &Segment, reach: f64, end: f64) -> bool {
        let parts = || self.friends.iter().filter_map(|friend| within(way, *friend, reach));
        let mut covered = None;
        // Each round some friend leads on from where the others end.
        while let Some(next) = parts()
            .filter(|part| {
                part.from <= covered.unwrap_or(0.0) + HAIR && covered.is_none_or(|covered| part.until > covered)
            })
            .map(|part| part.until)
            .max_by(f64::total_cmp)
        {
            if next >= end - HAIR {
                return true;
            }
            covered = Some(next);
        }
        false
    }
}

/// The part of a way on which a marker is within `reach` of a place.
fn within(way: &Segment, place: Point, reach: f64) -> Option<Stretch> {
    crossed(way, &Disc { centre: place, radius: reach })
}

/// A piece of terrain; all of them give cover.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its shape.
    pub shape: Shape,
    /// Nobody can stand in it.
    pub impassable: bool,
}

/// Ground on which jump-off points are placed.
pub trait Ground {
    /// Whether nobody can stand at a point (CW-JOP-05).
    fn is_closed(&self, point: Point) -> bool;

    /// Whether a point is in cover from another one: it lies in a cover area, or the straight line between them crosses
    /// something that gives cover (CW-JOP-04).
    fn is_covered(&self, point: Point, from: Point) -> bool;
}

impl Ground for [Piece] {
    fn is_closed(&self, point: Point) -> bool {
        self.iter().any(|piece| piece.impassable && piece.touches(point, point))
    }

    fn is_covered(&self, point: Point, from: Point) -> bool {
        self.iter().any(|piece| piece.touches(from, point))
    }
}

impl Piece {
    /// Whether the straight line between two points touches it.
    fn touches(&self, a: Point, b: Point) -> bool {
        crossed(&Segment::new(a, b), &self.shape).is_some()
    }
}

/// Where a jump-off point is to lie.
#[derive(Debug)]
pub struct JumpOff<'m, G: ?Sized> {
    /// The point.
    pub point: Point,
    /// Friendly Patrol Markers.
    pub friends: &'m [Point],
    /// Enemy Patrol Markers.
    pub enemies: &'m [Point],
    /// Terrain.
    pub ground: &'m G,
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

impl<G: Ground + ?Sized> JumpOff<'_, G> {
    /// Checks it.
    #[must_use]
    pub fn check(&self, numbers: &Numbers) -> JumpOffCheck {
        if !table(numbers).contains(self.point) || self.ground.is_closed(self.point) {
            return JumpOffCheck::OffTable;
        }
        let enemies = self.nearest_enemies();
        match self.check_markers(numbers, &enemies) {
            Some(wrong) => wrong,
            None if enemies.into_iter().all(|enemy| self.ground.is_covered(self.point, enemy)) => JumpOffCheck::Legal,
            None => JumpOffCheck::NoCover,
        }
    }

    /// Whether it lies right among the markers, whatever the ground is like: sooner said than all of it.
    #[must_use]
    pub fn suits_markers(&self, numbers: &Numbers) -> bool {
        self.check_markers(numbers, &self.nearest_enemies()).is_none()
    }

    /// The two nearest enemy markers.
    fn nearest_enemies(&self) -> ArrayVec<Point, 2> {
        let first = nearest(self.point, self.enemies, None);
        let second = first.and_then(|first| nearest(self.point, self.enemies, Some(first)));
        [first, second].into_iter().flatten().map(|at| self.enemies[at]).collect()
    }

    /// What is wrong with where it lies among the markers, if anything.
    fn check_markers(&self, numbers: &Numbers, enemies: &[Point]) -> Option<JumpOffCheck> {
        let point = self.point;
        let edge = edges(numbers, self.measure) / 2.0;
        let at_distance =
            |friend: &Point| (point.distance(*friend) - edge - self.radius).abs() <= numbers.jump_off_tolerance + HAIR;
        let Some(friend) = nearest(point, self.friends, None).map(|at| self.friends[at]).filter(at_distance) else {
            return Some(JumpOffCheck::WrongDistance);
        };
        let closer = |enemy: &Point| match self.side {
            JopSide::CloserToFriend => point.distance(friend) < point.distance(*enemy) - HAIR,
            JopSide::BehindMarker => point.distance(*enemy) > friend.distance(*enemy) + HAIR,
        };
        (!enemies.iter().all(closer)).then_some(JumpOffCheck::EnemyNearer)
    }
}

/// Which of some places is nearest to a point, one of them left out; the first of equals.
fn nearest(point: Point, places: &[Point], but: Option<usize>) -> Option<usize> {
    let others = (0..places.len()).filter(|at| Some(*at) != but);
    others.min_by(|a, b| point.distance(places[*a]).total_cmp(&point.distance(places[*b])))
}
