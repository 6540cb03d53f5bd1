//! The search for jump-off points: which places are legal, how far out, and what happens where none is (CW-JOP-02 to
//! CW-JOP-07, R-109).

use arrayvec::ArrayVec;

use super::{Ground, HAIR, JumpOff, JumpOffCheck, MOST_MARKERS, edges, kept, nearest, table, towards};
use crate::game::Refusal;
use crate::rulesets::chainsword::codex::Numbers;
use crate::rulesets::chainsword::rules::Rules;
use crate::rulesets::chainsword::scenarios::TableEdge;
use crate::tabletop::plane::Point;

/// Headings round a marker that are tried.
const HEADINGS: u16 = 72;

/// Rings and places on a ring that are tried for a free spot about impassable ground, a quarter of an inch apart.
const RINGS: u32 = 4 * 40;

/// Where a side looks for its next jump-off point.
#[derive(Debug)]
pub struct PointSearch<'m, G: ?Sized> {
    /// Own Patrol Markers.
    pub friends: &'m [Point],
    /// Points that each of them serves already (CW-JOP-06).
    pub used: [u8; MOST_MARKERS],
    /// Enemy Patrol Markers.
    pub enemies: &'m [Point],
    /// Terrain.
    pub ground: &'m G,
    /// Switches.
    pub rules: &'m Rules,
    /// Numbers of the codex.
    pub numbers: &'m Numbers,
    /// Own edges of the side.
    pub own_edges: &'static [TableEdge],
    /// An edge, and how far points keep from it.
    pub keeps_off: Option<(TableEdge, f64)>,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// Legal places are so far from a marker.
    AtDistance(f64),
    /// There are none: cover is waived, and these are the places, one for each unused marker (CW-JOP-07).
    Waived(ArrayVec<Point, MOST_MARKERS>),
}

impl<G: Ground + ?Sized> PointSearch<'_, G> {
    /// Markers that may serve a point: those that serve fewer than they may, all where there is no other (CW-JOP-06).
    fn free(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        let serves_all = |used: u8| used >= self.rules.jops_per_marker;
        let all_used = self.used[..self.friends.len()].iter().all(|used| serves_all(*used));
        (0..self.friends.len()).filter(move |at| all_used || !serves_all(self.used[*at]))
    }

    /// Searches.
    #[must_use]
    pub fn search(&self) -> Found {
        let mut distance = self.rules.jop_distance;
        loop {
            if self.places(distance).next().is_some() {
                return Found::AtDistance(distance);
            }
            distance += self.rules.jop_distance_step;
            if distance > self.rules.jop_distance_most + HAIR {
                return Found::Waived(self.free().map(|at| self.waived(at)).collect());
            }
        }
    }

    /// The places that are offered by what a search has found.
    pub fn visit(&self, found: &Found, visit: impl FnMut(Point)) {
        match found {
            Found::AtDistance(distance) => self.places(*distance).for_each(visit),
            Found::Waived(places) => places.iter().copied().for_each(visit),
        }
    }

    /// The legal places at a distance from a marker, of those that are tried.
    fn places(&self, distance: f64) -> impl Iterator<Item = Point> + '_ {
        let from_centre = distance + edges(self.numbers, self.rules.patrol_measure) / 2.0;
        let tried = self.free().flat_map(|marker| (0..HEADINGS).map(move |heading| (marker, heading)));
        let point = move |(marker, heading): (usize, u16)| {
            towards(self.friends[marker], f64::from(heading) * 360.0 / f64::from(HEADINGS), from_centre)
        };
        tried.map(point).filter(move |point| {
            self.at(*point, distance).suits_markers(self.numbers) && self.check_at(*point, distance).is_ok()
        })
    }

    /// Whether a point may be placed by what a search has found.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, point: Point, found: &Found) -> Result<(), Refusal> {
        match found {
            Found::AtDistance(distance) => self.check_at(point, *distance),
            Found::Waived(places) if places.contains(&kept(point)) => Ok(()),
            Found::Waived(_) => Err(Refusal::new("CW-JOP-07", "it lies straight away from the nearest enemy marker")),
        }
    }

    /// A point at a distance from a marker.
    fn at(&self, point: Point, distance: f64) -> JumpOff<'_, G> {
        let Self { friends, enemies, ground, .. } = *self;
        let (measure, side) = (self.rules.patrol_measure, self.rules.jop_side);
        JumpOff { point, friends, enemies, ground, radius: distance, measure, side }
    }

    fn check_at(&self, point: Point, distance: f64) -> Result<(), Refusal> {
        match self.at(point, distance).check(self.numbers) {
            JumpOffCheck::OffTable => Err(Refusal::new("CW-JOP-05", "nobody can stand there")),
            JumpOffCheck::WrongDistance => {
                Err(Refusal::new("CW-JOP-02", "that is not its distance from the nearest own Patrol Marker"))
            }
            JumpOffCheck::EnemyNearer => Err(Refusal::new("CW-JOP-03", "enemy Patrol Markers are too near")),
            JumpOffCheck::NoCover => Err(Refusal::new("CW-JOP-04", "it is not in cover from enemy Patrol Markers")),
            JumpOffCheck::Legal => {
                if self.keeps_off.is_some_and(|(edge, gap)| edge.distance(&table(self.numbers), point) < gap) {
                    return Err(Refusal::new("R-187", "that is too near to the defender's edge"));
                }
                match self.server(point) {
                    Some(_) => Ok(()),
                    None => Err(Refusal::new("CW-JOP-06", "that Patrol Marker serves as many points as it may")),
                }
            }
        }
    }

    /// The marker that a point belongs to: the nearest one, of those that may still serve a point the first of equals.
    #[must_use]
    pub fn server(&self, point: Point) -> Option<usize> {
        let least = self.friends.iter().map(|friend| point.distance(*friend)).fold(f64::INFINITY, f64::min);
        let tolerance = self.numbers.jump_off_tolerance;
        self.free().find(|at| point.distance(self.friends[*at]) <= least + tolerance)
    }

    /// The unused marker that a point of the waiver belongs to.
    #[must_use]
    pub fn waived_server(&self, point: Point) -> Option<usize> {
        self.free().find(|at| self.waived(*at) == kept(point))
    }

    /// The place of the waiver by a marker: directly away from its nearest enemy marker, pulled back onto the table, and from
    /// impassable ground to the nearest free spot.
    fn waived(&self, marker: usize) -> Point {
        let (at, area) = (self.friends[marker], table(self.numbers));
        let from_centre = self.rules.jop_distance + edges(self.numbers, self.rules.patrol_measure) / 2.0;
        let away = nearest(at, self.enemies, None).and_then(|enemy| (at - self.enemies[enemy]).unit());
        let away = away.unwrap_or_else(|| {
            let near = |edge: &&TableEdge| edge.distance(&area, at);
            let own = self.own_edges.iter().min_by(|a, b| near(a).total_cmp(&near(b)));
            own.map_or_else(|| area.middle() - at, |edge| edge.line(&area).midpoint() - area.middle())
                .unit()
                .unwrap_or_default()
        });
        let wanted = at + away * from_centre;
        let wanted = Point::new(wanted.x.clamp(area.min.x, area.max.x), wanted.y.clamp(area.min.y, area.max.y));
        nearest_free(self.ground, self.numbers, kept(wanted))
    }
}

/// The free spot nearest to a point, on rings about it.
#[must_use]
pub fn nearest_free<G: Ground + ?Sized>(ground: &G, numbers: &Numbers, wanted: Point) -> Point {
    let area = table(numbers);
    let free = |point: &Point| area.contains(*point) && !ground.is_closed(*point);
    if free(&wanted) {
        return wanted;
    }
    let ring = |ring: u32| {
        let spots = (0..HEADINGS)
            .map(move |at| towards(wanted, f64::from(at) * 360.0 / f64::from(HEADINGS), f64::from(ring) * 0.25));
        spots.into_iter()
    };
    (1..=RINGS).flat_map(ring).find(free).unwrap_or(wanted)
}

#[cfg(test)]
mod tests;
