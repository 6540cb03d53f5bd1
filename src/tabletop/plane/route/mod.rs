//! Routes: the cheapest way of a disc among obstacles, on a budget of inches.
//!
//! The centre of the mover keeps a distance from each barrier, so that it moves as a point among barriers grown by that
//! distance. A shortest way among them is taut: straight where it is free, bent round what it touches. So it is sought on the
//! *tangent visibility graph*: from stop to stop along straight lines that touch the grown corners, best first. The way is
//! exact, bends and all, up to [`ROUNDING`](super::ROUNDING) by which it may graze.
//!
//! Ground may cost more than an inch an inch, and lines may cost a toll to cross. A cheapest way over slow ground breaks where it
//! enters and leaves, as light does. Points of its outline, half an inch apart, are stops too; those of the way that is found are then
//! moved to where it is cheapest. So such a way is the best of those that pass the same stops. Against a search on a fine grid it
//! is never dearer by more than a hundredth; where several pieces overlap, the way back may cost some hundredths more or less
//! than the way there.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `cost_map` | barriers, slow ground, tolls, climbs: what is allowed and what it costs |
//! | `hull` | convex shapes grown by a distance |
//! | `leg` | straight legs, bends, climbs |
//! | `stops` | where a route may change its direction |
//! | `search` | best-first search over stops |
//! | `chain` | from stops to legs |

mod chain;
mod cost_map;
mod hull;
mod leg;
mod search;
mod stops;
#[cfg(test)]
mod tests;

use arrayvec::ArrayVec;

use super::segment::Segment;
use super::vector::Point;
use chain::Chain;
pub use cost_map::{CostMap, Mark, Spot};
pub use leg::{Bend, Leg};
use search::{Question, Search};
use stops::Border;

/// Most legs of a route; ways of more are not found.
pub const MOST_LEGS: usize = 64;

/// Inches by which a route may be dearer than its budget: as exact as routes are where they enter slow ground.
pub const SLACK: f64 = 1e-6;

/// Ways over slow ground that are improved before the best of them is taken.
const MOST_TRIED: u32 = 4;

/// A way from one place to another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    legs: ArrayVec<Leg, MOST_LEGS>,
    /// Level on which it begins.
    level: u8,
    length: f64,
    cost: f64,
}

impl Route {
    /// The straight way to a point of the same level, where an inch costs an inch.
    #[must_use]
    pub fn straight(from: Spot, to: Point) -> Self {
        Self::straight_for(from, to, from.point.distance(to))
    }

    /// The straight way to a point of the same level for so many inches of movement, as [`CostMap::price`] tells them.
    #[must_use]
    pub fn straight_for(from: Spot, to: Point, cost: f64) -> Self {
        let line = Segment::new(from.point, to);
        let mut route = Self { level: from.level, ..Self::default() };
        let length = line.length();
        if length > 0.0 {
            route.legs.push(Leg::Straight(line));
            (route.length, route.cost) = (length, cost);
        }
        route
    }

    /// Its legs, each from where the one before it ends. None when it leads nowhere.
    #[must_use]
    pub fn legs(&self) -> &[Leg] {
        &self.legs
    }

    /// Inches moved; a climb is as long as it costs.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.length
    }

    /// Inches of movement that it takes: its length, and what slow ground and tolls add.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// The place after so many inches moved; none when it leads nowhere.
    #[must_use]
    pub fn after(&self, inches: f64) -> Option<Point> {
        self.spot_after(inches).map(|spot| spot.point)
    }

    /// The same with the level. Whoever climbs is on the level from which the climb begins until it is done.
    #[must_use]
    pub fn spot_after(&self, inches: f64) -> Option<Spot> {
        let (mut left, mut level) = (inches, self.level);
        for leg in &self.legs {
            let length = leg.length();
            if left < length {
                return Some(Spot { point: leg.after(left), level });
            }
            left -= length;
            if let Leg::Climb { level: to, .. } = leg {
                level = *to;
            }
        }
        self.legs.last().map(|leg| Spot { point: leg.end(), level })
    }

    /// Inches of movement that its first inches take, on the map on which it was found.
    #[must_use]
    pub fn cost_after(&self, map: &CostMap, inches: f64) -> f64 {
        let (mut left, mut level, mut cost) = (inches, self.level, 0.0);
        for leg in &self.legs {
            let part = leg.first(left);
            cost += if let Leg::Climb { cost, .. } = part { cost } else { map.cost(&part, level) };
            if left < leg.length() {
                break;
            }
            left -= leg.length();
            if let Leg::Climb { level: to, .. } = leg {
                level = *to;
            }
        }
        cost
    }

    /// Places at which somebody may react to the move: every `step` inches from its start, the start left out, and its end.
    ///
    /// # Panics
    /// When `step` is not above 0.
    pub fn samples(&self, step: f64) -> impl Iterator<Item = (f64, Point)> + '_ {
        assert!(step > 0.0, "steps lead on");
        // The end once only, however the inches were added up.
        let whole = ((self.length / step - 1e-6).floor().max(0.0)) as u32;
        let inches = (1..=whole).map(move |at| f64::from(at) * step);
        let end = (self.length > 0.0).then_some(self.length);
        inches.chain(end).filter_map(|inches| Some((inches, self.after(inches)?)))
    }

    fn bends(&self) -> impl Iterator<Item = &Bend> {
        self.legs.iter().filter_map(|leg| if let Leg::Bend(bend) = leg { Some(bend) } else { None })
    }

    fn push(&mut self, leg: Leg, cost: f64) -> Option<()> {
        self.legs.try_push(leg).ok()?;
        self.length += leg.length();
        self.cost += cost;
        Some(())
    }
}

/// Finds routes. It keeps the memory of its searches: once it has grown, it allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct RouteFinder {
    search: Search,
}

impl RouteFinder {
    /// One that has memory for large searches from the beginning, so that none asks for more.
    #[must_use]
    pub fn roomy() -> Self {
        Self { search: Search::roomy() }
    }

    /// The cheapest route between two places that costs no more than `budget` inches (which may be infinite); none when there is
    /// none, or when the mover may not be at one of its ends. Among equals it is always the same one.
    pub fn route(&mut self, map: &CostMap, from: impl Into<Spot>, to: impl Into<Spot>, budget: f64) -> Option<Route> {
        let (start, goal) = (from.into(), to.into());
        if let Some(route) = self.direct(map, start, goal) {
            return (route.cost <= budget + SLACK).then_some(route);
        }
        let question = Question { start, goal: Some(goal), budget: wider(map, budget), most_corners: None };
        self.search.begin(map, &question);
        let mut best: Option<Route> = None;
        let mut tried = 0;
        while let Some(label) = self.search.next_goal(map, &question) {
            let least = best.as_ref().map_or(f64::INFINITY, |best| best.cost);
            if best.is_some() && (tried == MOST_TRIED || self.search.labels[label as usize].cost > 1.05 * least) {
                break;
            }
            tried += 1;
            let route = Chain::new(&self.search, label).and_then(|chain| chain.route(&self.search, map));
            if let Some(route) = route.filter(|route| route.cost <= budget + SLACK && route.cost < least) {
                best = Some(route);
            }
            // Where nothing slows it down, the first is the best.
            if best.is_some() && self.search.stops.slow.is_empty() {
                break;
            }
        }
        best
    }

    /// The same with no more than so many straight legs, and without bends: where the taut way bends round something, this one
    /// has corners. Of the ways with so few corners it is the cheapest that touches the same things; climbs are left
    /// out.
    pub fn straight_route(
        &mut self,
        map: &CostMap,
        from: impl Into<Spot>,
        to: impl Into<Spot>,
        budget: f64,
        most_legs: usize,
    ) -> Option<Route> {
        let (start, goal) = (from.into(), to.into());
        if let Some(route) = self.direct(map, start, goal) {
            return (route.cost <= budget + SLACK).then_some(route);
        }
        let most_corners = Some(most_legs.checked_sub(1)? as u32);
        let question = Question { start, goal: Some(goal), budget: wider(map, budget), most_corners };
        self.search.begin(map, &question);
        while let Some(label) = self.search.next_goal(map, &question) {
            let route = Chain::new(&self.search, label).and_then(|chain| chain.straight(&self.search, map, most_legs));
            if let Some(route) = route.filter(|route| route.cost <= budget + SLACK) {
                return Some(route);
            }
        }
        None
    }

    /// Everywhere that a mover can come on a budget: what is worked out once here answers many questions.
    pub fn explore<'f>(&'f mut self, map: &'f CostMap, from: impl Into<Spot>, budget: f64) -> Reach<'f> {
        let question = Question { start: from.into(), goal: None, budget, most_corners: None };
        self.search.begin(map, &question);
        let goal = self.search.next_goal(map, &question);
        debug_assert!(goal.is_none());
        self.explored(map, budget)
    }

    /// What was explored last, on this map and budget.
    #[must_use]
    pub fn explored<'f>(&'f self, map: &'f CostMap, budget: f64) -> Reach<'f> {
        Reach { search: &self.search, map, budget }
    }

    /// The straight way, if nothing bars it and nothing on it costs more.
    fn direct(&self, map: &CostMap, start: Spot, goal: Spot) -> Option<Route> {
        let leg = Leg::Straight(Segment::new(start.point, goal.point));
        let length = leg.length();
        let free = start.level == goal.level && map.is_clear(&leg, start.level);
        if !free || map.cost(&leg, start.level) > length {
            return None;
        }
        Some(Route::straight(start, goal.point))
    }
}

/// The budget of the search for a route, before it is moved to where it enters slow ground best.
fn wider(map: &CostMap, budget: f64) -> f64 {
    if map.slow.is_empty() { budget } else { 1.25 * budget }
}

/// Where a mover can come on a budget; see [`RouteFinder::explore`].
///
/// ```
/// use evenodds::tabletop::plane::{Area, CostMap, Disc, Point, RouteFinder};
///
/// let mut map = CostMap::new(Area::table(48.0, 48.0), 0.5);
/// map.bar(&Disc { centre: Point::new(10.0, 10.0), radius: 2.0 }, 0.5);
/// let mut finder = RouteFinder::default();
/// let reach = finder.explore(&map, Point::new(7.0, 10.0), 6.0);
/// assert_eq!(reach.cost_to(Point::new(7.0, 14.0)), Some(4.0));
/// assert_eq!(reach.cost_to(Point::new(13.0, 10.0)), None, "straight on there is a rock, and round it is too far");
/// assert_eq!(reach.cost_to(Point::new(10.0, 11.0)), None, "on the rock nobody stands");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reach<'f> {
    search: &'f Search,
    map: &'f CostMap,
    budget: f64,
}

impl Reach<'_> {
    /// What the cheapest route to a place costs, in inches; none when it is beyond the budget. Over slow ground, which it enters
    /// at points half an inch apart or straight towards the place, it may be some parts in a hundred too much;
    /// [`Reach::route_to`] is nearer.
    #[must_use]
    pub fn cost_to(&self, to: impl Into<Spot>) -> Option<f64> {
        self.best(to.into()).map(|arrival| arrival.cost)
    }

    /// The cheapest route to a place.
    #[must_use]
    pub fn route_to(&self, to: impl Into<Spot>) -> Option<Route> {
        let to = to.into();
        let Arrival { label, through, .. } = self.best(to)?;
        let mut chain = Chain::new(self.search, label)?;
        if let Some(border) = through {
            chain = chain.and_on_to(border.point(), to.level, Some(border))?;
        }
        chain.and_on_to(to.point, to.level, None)?.route(self.search, self.map)
    }

    /// How a place is best reached: straight from a stop, or through the outline of slow ground that holds it.
    fn best(&self, to: Spot) -> Option<Arrival> {
        let mut best = self.straight_to(to, self.budget + SLACK);
        for slow in self.search.slow_at(self.map, to) {
            for border in slow.borders_towards(to.point) {
                let spot = Spot { point: border.point(), ..to };
                let most = best.as_ref().map_or(self.budget + SLACK, |best| best.cost);
                let leg = Leg::Straight(Segment::new(spot.point, to.point));
                let inside = self.search.leg_cost(self.map, &leg, to.level);
                if inside < most
                    && let Some(there) = self.straight_to(spot, most - inside)
                    && self.search.is_clear(self.map, &leg, to.level)
                {
                    best = Some(Arrival { cost: there.cost + inside, through: Some(border), ..there });
                }
            }
        }
        best
    }

    /// The stop from which a place is best reached straight on, for less than so much.
    fn straight_to(&self, to: Spot, most: f64) -> Option<Arrival> {
        let (mut best, mut most) = (None, most);
        for &at in &self.search.settled {
            let label = &self.search.labels[at as usize];
            if label.cost > most {
                break;
            }
            if self.search.level(label.node) != to.level {
                continue;
            }
            let Some(step) = self.search.step_to(label, to.point) else { continue };
            if label.cost + step.length < most
                && let Some(cost) = self.search.cost(self.map, &step, to.level, false)
                && label.cost + cost < most
            {
                most = label.cost + cost;
                best = Some(Arrival { label: at, cost: most, through: None });
            }
        }
        best
    }
}

/// How a place is reached.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    /// The last stop.
    label: u32,
    /// Inches of movement to the place itself.
    cost: f64,
    /// Where slow ground is entered on the way from there.
    through: Option<Border>,
}
