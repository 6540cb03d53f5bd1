//! From the stops of a route to its legs: taut, refracted where it enters slow ground, or drawn with straight legs.

use arrayvec::ArrayVec;

use super::Route;
use super::cost_map::CostMap;
use super::hull::Hull;
use super::leg::{Bend, Leg};
use super::search::{NONE, Node, SHARPEST, Search};
use super::stops::{Border, hand, tangent, touch, turn};
use crate::tabletop::plane::relate::hull_distance;
use crate::tabletop::plane::segment::Segment;
use crate::tabletop::plane::vector::{Point, Vector};

/// Most stops of a route.
const MOST_STOPS: usize = 32;

/// The larger part of a length that is divided by the golden section.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Divisions after which a place on an outline is exact enough: 2 inches become a ten-thousandth.
const GOLDEN_STEPS: usize = 21;

/// Times that all places on outlines are sought anew.
const ROUNDS: usize = 8;

/// A stop of a route.
#[derive(Clone, Copy, Debug)]
struct Stop {
    centre: Point,
    /// Negative when the centre is on the right.
    radius: f64,
    level: u8,
    border: Option<Border>,
    /// What the climb to it costs, if it is reached by one.
    climb: Option<f64>,
}

/// The stops of a route, from start to end.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    stops: ArrayVec<Stop, MOST_STOPS>,
}

impl Chain {
    /// The stops on the way to a label.
    pub(super) fn new(search: &Search, label: u32) -> Option<Self> {
        let mut stops = ArrayVec::new();
        let mut at = label;
        while at != NONE {
            let label = &search.labels[at as usize];
            let (centre, radius) = search.circle(label.node);
            let border = match label.node {
                Node::Pin(pin) => search.stops.pins[pin as usize].border,
                Node::Post(..) => None,
            };
            let came = |parent: u32| label.cost - search.labels[parent as usize].cost;
            let climb = label.climbed.then(|| came(label.parent));
            stops.try_push(Stop { centre, radius, level: search.level(label.node), border, climb }).ok()?;
            at = label.parent;
        }
        stops.reverse();
        Some(Self { stops })
    }

    /// The same with another stop behind: a point, perhaps on the outline of slow ground.
    pub(super) fn and_on_to(mut self, point: Point, level: u8, border: Option<Border>) -> Option<Self> {
        self.stops.try_push(Stop { centre: point, radius: 0.0, level, border, climb: None }).ok()?;
        Some(self)
    }

    /// The legs of the taut route; none when it is barred, which nothing is if `unchecked`.
    fn lay(&self, search: &Search, map: &CostMap, unchecked: bool) -> Option<Route> {
        let mut route = Route { level: self.stops[0].level, ..Route::default() };
        let (mut came, all) = (None, Nearby::all(search));
        for at in 0..self.stops.len() - 1 {
            came = self.hop(at, came, |leg, level| {
                if let Leg::Climb { cost, .. } = leg {
                    return route.push(leg, cost);
                }
                let clear = unchecked || all.is_clear(map, &leg, level);
                clear.then(|| route.push(leg, all.cost(map, &leg, level)))?
            })?;
        }
        Some(route)
    }

    /// Whether a stop is a point, and the next one is another.
    fn leaves_a_point(&self, at: usize) -> bool {
        let [from, to] = [&self.stops[at], &self.stops[at + 1]];
        from.radius == 0.0 && from.centre != to.centre
    }

    /// Hands over the legs from a stop to the next one, for a route that comes to it along a unit vector, each with its level: along
    /// which unit vector it comes to the next one. None as soon as a leg is refused.
    #[inline]
    fn hop(
        &self,
        at: usize,
        came: Option<Vector>,
        mut add: impl FnMut(Leg, u8) -> Option<()>,
    ) -> Option<Option<Vector>> {
        let (from, to) = (&self.stops[at], &self.stops[at + 1]);
        if let Some(cost) = to.climb {
            let line = Segment::new(from.centre, to.centre);
            add(Leg::Climb { line, level: to.level, cost }, from.level)?;
            return Some(None);
        }
        if from.centre == to.centre && from.radius == to.radius {
            return Some(came);
        }
        let (way, _) = tangent((from.centre, from.radius), (to.centre, to.radius))?;
        let mut add = |leg: Leg| if leg.length() <= 0.0 { Some(()) } else { add(leg, from.level) };
        if let (Some(came), true) = (came, from.radius != 0.0) {
            add(Leg::Bend(from.bend(came, way)))?;
        }
        let [start, end] = [from, to].map(|stop| stop.centre + touch(way, stop.radius));
        add(Leg::Straight(Segment::new(start, end)))?;
        Some(Some(way))
    }

    /// The legs of the route, once it enters slow ground where that is cheapest.
    pub(super) fn route(mut self, search: &Search, map: &CostMap) -> Option<Route> {
        self.pierce(search, map);
        self.refract(search, map);
        self.lay(search, map, false)
    }

    /// Adds a stop wherever the route crosses the outline of slow ground.
    fn pierce(&mut self, search: &Search, map: &CostMap) {
        let stops = std::mem::take(&mut self.stops);
        for (at, stop) in stops.iter().enumerate() {
            // Room is kept for the stops that there are.
            let room = MOST_STOPS - self.stops.len() - (stops.len() - at);
            if let (Some(before), None) = (self.stops.last().copied(), stop.climb)
                && let Some((way, _)) = tangent((before.centre, before.radius), (stop.centre, stop.radius))
            {
                let [start, end] = [&before, stop].map(|stop| stop.centre + touch(way, stop.radius));
                let line = Segment::new(start, end);
                let mut crossings: ArrayVec<(f64, Border), MOST_STOPS> = ArrayVec::new();
                for crossing in search.slow_on(map, &line, stop.level) {
                    let _ = crossings.try_push(crossing);
                }
                crossings.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
                for (_, border) in crossings.into_iter().take(room) {
                    let level = stop.level;
                    self.stops.push(Stop {
                        centre: border.point(),
                        radius: 0.0,
                        level,
                        border: Some(border),
                        climb: None,
                    });
                }
            }
            self.stops.push(*stop);
        }
    }

    /// Moves the stops on outlines of slow ground to where the route is cheapest, and drops those that are not needed.
    fn refract(&mut self, search: &Search, map: &CostMap) {
        if self.stops.iter().all(|stop| stop.border.is_none()) {
            return;
        }
        let Some(mut tally) = Tally::of(self, search, map) else { return };
        let mut least = tally.cost();
        for _ in 0..ROUNDS {
            let before = least;
            for at in 1..self.stops.len() - 1 {
                let Some(border) = self.stops[at].border else { continue };
                let near = Nearby::of(search, map, &self.stops[at - 1..=at + 1], &border);
                let mut cost = |to: f64| {
                    self.stops[at].centre = border.moved(to).point();
                    let cost = tally.cost_with(self, at, [&near, &Nearby::all(search)], map);
                    debug_assert_eq!(
                        Some(cost),
                        self.lay(search, map, false).map(|it| it.cost).or(Some(f64::INFINITY))
                    );
                    cost
                };
                let best = minimum(border.range(), &mut cost);
                if cost(best) < least {
                    self.stops[at].border = Some(border.moved(best));
                    // A route that can be costed can be tallied.
                    let Some(moved) = Tally::of(self, search, map) else { return };
                    (least, tally) = (moved.cost(), moved);
                } else {
                    self.stops[at].centre = border.point();
                }
            }
            if before - least < 1e-7 {
                break;
            }
        }
        let mut at = 1;
        while at + 1 < self.stops.len() {
            if self.stops[at].border.is_some() {
                let stop = self.stops.remove(at);
                if Tally::of(self, search, map).is_some_and(|tally| tally.cost() <= least + 1e-9) {
                    continue;
                }
                self.stops.insert(at, stop);
            }
            at += 1;
        }
    }

    /// The route drawn with no more than so many straight legs: each bend becomes corners outside of it, where its tangents
    /// meet; as many as are left over, where they shorten it most.
    pub(super) fn straight(self, search: &Search, map: &CostMap, most_legs: usize) -> Option<Route> {
        let taut = self.lay(search, map, true)?;
        let mut corners: ArrayVec<u32, MOST_STOPS> = ArrayVec::new();
        let least = |bend: &Bend| (bend.radians / SHARPEST).ceil() as u32;
        for bend in taut.bends() {
            corners.try_push(least(bend)).ok()?;
        }
        let straights = taut.legs().len() - corners.len();
        // Every corner of a bend beyond its first adds a leg.
        let legs = |corners: &[u32]| straights + corners.iter().map(|&corners| corners as usize - 1).sum::<usize>();
        if legs(&corners) > most_legs {
            return None;
        }
        while legs(&corners) < most_legs && !corners.is_empty() {
            let excess = |bend: &Bend, corners: u32| {
                let half = 0.5 * bend.radians / f64::from(corners);
                bend.length() * (libm::tan(half) / half)
            };
            let saving = |(bend, &corners): (&Bend, &u32)| excess(bend, corners) - excess(bend, corners + 1);
            let savings = taut.bends().zip(&corners).map(saving).enumerate();
            let (at, saving) = savings.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
            if saving < 1e-6 {
                break;
            }
            corners[at] += 1;
        }
        self.draw(search, map, &taut, &corners)
    }

    /// The legs of a taut route, each bend with so many corners.
    fn draw(&self, search: &Search, map: &CostMap, taut: &Route, corners: &[u32]) -> Option<Route> {
        let mut route = Route::default();
        let level = self.stops[0].level;
        let mut at = self.stops[0].centre;
        let mut go_to = |point: Point| {
            let leg = Leg::Straight(Segment::new(at, point));
            at = point;
            if leg.length() <= 0.0 {
                return Some(());
            }
            search.is_clear(map, &leg, level).then(|| route.push(leg, search.leg_cost(map, &leg, level)))?
        };
        let mut corners = corners.iter();
        for (place, leg) in taut.legs().iter().enumerate() {
            match leg {
                Leg::Climb { .. } => return None,
                Leg::Bend(bend) => {
                    let &corners = corners.next()?;
                    let part = bend.radians / f64::from(corners);
                    let out = 1.0 / libm::cos(0.5 * part);
                    for corner in 0..corners {
                        let on = bend.after(part * (f64::from(corner) + 0.5));
                        go_to(bend.centre + (on - bend.centre) * out)?;
                    }
                }
                // It ends at the corner of the bend that follows.
                Leg::Straight(_) if matches!(taut.legs().get(place + 1), Some(Leg::Bend(_))) => {}
                Leg::Straight(line) => go_to(line.end)?,
            }
        }
        Some(route)
    }
}

impl Stop {
    /// The bend here of a route that comes along one unit vector and leaves along another.
    fn bend(&self, came: Vector, way: Vector) -> Bend {
        let radians = turn(self.radius, came, way);
        let from = touch(came, self.radius.signum());
        Bend { centre: self.centre, radius: self.radius.abs(), from, hand: hand(self.radius), radians }
    }
}

/// Most things of a kind that are told apart near a stop; more of them, and all are looked at.
const MOST_NEARBY: usize = 24;

/// Inches by which things may be farther off than those that are looked at.
const SPARE: f64 = 1e-6;

/// What may lie on some legs, as places in the lists of a map.
struct Nearby<'s> {
    barriers: Few<'s>,
    slow: Few<'s>,
    tolls: Few<'s>,
}

/// Some places in a list.
enum Few<'s> {
    All(&'s [u32]),
    Some(ArrayVec<u32, MOST_NEARBY>),
}

impl<'s> Few<'s> {
    fn of(all: &'s [u32], is_near: impl Fn(usize) -> bool) -> Self {
        let mut some = ArrayVec::new();
        for at in all.iter().copied().filter(|at| is_near(*at as usize)) {
            if some.try_push(at).is_err() {
                return Self::All(all);
            }
        }
        Self::Some(some)
    }

    fn list(&self) -> &[u32] {
        match self {
            Self::All(all) => all,
            Self::Some(some) => some,
        }
    }
}

impl<'s> Nearby<'s> {
    /// Everything that a search looks at.
    fn all(search: &'s Search) -> Self {
        let stops = &search.stops;
        let [barriers, slow, tolls] = [&stops.barriers, &stops.slow, &stops.tolls].map(|list| Few::All(list));
        Self { barriers, slow, tolls }
    }

    /// What may lie on the legs from a stop to the next one, which is moved along an outline, and on to the next but one; on their
    /// bends at the first and the last as well.
    fn of(search: &'s Search, map: &CostMap, stops: &[Stop], border: &Border) -> Self {
        let (before, after) = (&stops[0], &stops[2]);
        let moved = match border {
            Border::Edge { spread, .. } => *spread,
            Border::Round { radius, spread, .. } => radius * spread,
        };
        let middle = border.point();
        let wide = moved.max(before.radius.abs()).max(after.radius.abs()) + SPARE;
        let legs = [Segment::new(before.centre, middle), Segment::new(middle, after.centre)];
        let is_near = |point: Point, reach: f64| legs.iter().any(|leg| !leg.keeps_off(point, reach + wide));
        let stops = &search.stops;
        let apart = |leg: &Segment, hull: &Hull| hull_distance(&[leg.start, leg.end], &hull.corners) - hull.radius;
        let hull = |hull: &Hull| is_near(hull.middle, hull.reach) && legs.iter().any(|leg| apart(leg, hull) <= wide);
        Self {
            barriers: Few::of(&stops.barriers, |at| hull(&map.barriers[at].it)),
            slow: Few::of(&stops.slow, |at| hull(&map.slow[at].it.hull)),
            tolls: Few::of(&stops.tolls, |at| {
                let line = &map.tolls[at].it.line;
                is_near(line.midpoint(), 0.5 * line.length())
            }),
        }
    }

    fn is_clear(&self, map: &CostMap, leg: &Leg, level: u8) -> bool {
        map.is_clear_of(self.barriers.list(), leg, level)
    }

    fn cost(&self, map: &CostMap, leg: &Leg, level: u8) -> f64 {
        map.cost_over(self.slow.list(), self.tolls.list(), leg, level)
    }

    /// What a leg costs; none where it is barred.
    #[inline]
    fn pass(&self, map: &CostMap, leg: &Leg, level: u8) -> Option<f64> {
        if let Leg::Straight(line) = leg {
            return map.pass([self.barriers.list(), self.slow.list(), self.tolls.list()], line, level);
        }
        self.is_clear(map, leg, level).then(|| self.cost(map, leg, level))
    }
}

/// What the legs of a chain cost, hop by hop: where one stop is moved, only those beside it are worked out anew. Sums are built up in the
/// order of the legs, so that they are those of the whole route to the bit.
struct Tally {
    hops: ArrayVec<Hop, MOST_STOPS>,
}

/// The way from a stop to the next one.
#[derive(Clone, Copy)]
struct Hop {
    /// Along which unit vector the route comes to it, and what it costs so far.
    came: Option<Vector>,
    before: f64,
    /// What its legs cost.
    costs: [Option<f64>; 2],
}

impl Hop {
    /// What the route costs with it.
    fn on(&self, cost: f64) -> f64 {
        self.costs.iter().flatten().fold(cost, |sum, cost| sum + cost)
    }
}

impl Tally {
    /// Of a chain; none when its route is barred.
    fn of(chain: &Chain, search: &Search, map: &CostMap) -> Option<Self> {
        let (mut hops, mut came, mut before) = (ArrayVec::new(), None, 0.0);
        let near = Nearby::all(search);
        for at in 0..chain.stops.len() - 1 {
            let (hop, next) = hop(chain, at, came, before, &near, map)?;
            (came, before) = (next, hop.on(before));
            hops.push(hop);
        }
        Some(Self { hops })
    }

    /// What all of it costs.
    fn cost(&self) -> f64 {
        self.hops.last().map_or(0.0, |hop| hop.on(hop.before))
    }

    /// What the chain costs once a stop has been moved, infinite when it is barred: `near` is what may lie beside that stop, `all` what
    /// may lie elsewhere.
    fn cost_with(&self, chain: &Chain, moved: usize, [near, all]: [&Nearby<'_>; 2], map: &CostMap) -> f64 {
        let first = moved - 1;
        let (mut came, mut cost) = (self.hops[first].came, self.hops[first].before);
        for (at, old) in self.hops.iter().enumerate().skip(first) {
            // From a point it goes straight on, whence ever it comes.
            if at > moved && (is_same(came, old.came) || chain.leaves_a_point(at)) {
                return self.hops[at..].iter().fold(cost, |cost, hop| hop.on(cost));
            }
            // The hop after those beside it has another bend, and its old straight leg.
            let near = if at <= moved { near } else { all };
            let Some((hop, next)) = hop(chain, at, came, cost, near, map) else { return f64::INFINITY };
            (came, cost) = (next, hop.on(cost));
        }
        cost
    }
}

/// Whether two directions are the same to the bit.
fn is_same(one: Option<Vector>, other: Option<Vector>) -> bool {
    one.map(|it| [it.x.to_bits(), it.y.to_bits()]) == other.map(|it| [it.x.to_bits(), it.y.to_bits()])
}

/// A hop of a chain, and along which unit vector it leads on; none when it is barred.
fn hop(
    chain: &Chain,
    at: usize,
    came: Option<Vector>,
    before: f64,
    near: &Nearby<'_>,
    map: &CostMap,
) -> Option<(Hop, Option<Vector>)> {
    let mut hop = Hop { came, before, costs: [None; 2] };
    let mut legs = hop.costs.iter_mut();
    let next = chain.hop(at, came, |leg, level| {
        let cost = if let Leg::Climb { cost, .. } = leg { cost } else { near.pass(map, &leg, level)? };
        *legs.next()? = Some(cost);
        Some(())
    })?;
    Some((hop, next))
}

/// Where a function is least, if it falls and then rises; it may rise to infinity, where a way is barred.
fn minimum([mut low, mut high]: [f64; 2], cost: &mut impl FnMut(f64) -> f64) -> f64 {
    let inner = |low: f64, high: f64| [high - (high - low) * GOLDEN, low + (high - low) * GOLDEN];
    let [mut left, mut right] = inner(low, high);
    let (mut at_left, mut at_right) = (cost(left), cost(right));
    for _ in 0..GOLDEN_STEPS {
        if at_left <= at_right {
            (high, right, at_right) = (right, left, at_left);
            left = inner(low, high)[0];
            at_left = cost(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = inner(low, high)[1];
            at_right = cost(right);
        }
    }
    0.5 * (low + high)
}
