//! Movement: what bars a mover and what its way costs (DP-MOV, R-12 to ), points of a path, and ways into
//! base contact.

use super::structure::{Face, Structure};
use super::{Contact, Field, Stand};
use crate::rulesets::darkpotential::rules::Rules;
use crate::rulesets::darkpotential::state::MOST_FIGURES;
use crate::rulesets::darkpotential::upkeep::{self, Ground};
use crate::tabletop::plane::{
    Area, CostMap, Facing, Mark, Point, Reach, Route, RouteFinder, SLACK, Segment, Spot, Turn, Vector,
};

/// Inches along a face from one place at which it is climbed to the next; the places straight before the mover, and before where it
/// wants to go, are others.
const CLIMB_STEP: f64 = 1.0;

/// Directions from which a way into contact with a model is tried at first, and how often the best one is refined.
const APPROACHES: (u32, u32) = (24, 5);

/// Inches between places at which it is seen whether a way keeps contact.
const CONTACT_STEP: f64 = 0.05;

/// Share by which a search for a way goes beyond its budget before it is moved to where it enters slow ground best.
const WIDER: f64 = 1.25;

/// A base that bars the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Barred {
    /// Where it stands.
    pub stand: Stand,
    /// The mover must keep out of contact with it: one of both is a stealth base (DP-STL-20).
    pub apart: bool,
}

/// A way into base contact with a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    /// To where the mover stops.
    pub route: Route,
    /// Where that is.
    pub stop: Spot,
    /// Movement that it takes, in inches: over a linear obstacle more than the route.
    pub cost: f64,
    /// How both are in contact then.
    pub contact: Contact,
}

/// What a mover meets, and who stands where. It is laid anew for each mover.
#[derive(Clone, Debug)]
pub struct Surroundings {
    map: CostMap,
    mover: Stand,
    budget: f64,
    enemies: Vec<Barred>,
    friends: Vec<Stand>,
}

/// Finds the ways of movers. It keeps the memory of its searches: once it has grown, it allocates nothing. What it finds does not
/// depend on what it was used for before.
#[derive(Clone, Debug)]
pub struct Ways {
    surroundings: Surroundings,
    finder: RouteFinder,
    /// Inches of path for which ways are laid.
    laid: f64,
    /// Whether the map has been filled for the mover.
    is_mapped: bool,
}

impl Default for Ways {
    fn default() -> Self {
        let spot = Spot::from(Point::new(0.0, 0.0));
        let mover = Stand { spot, radius: 0.0, foot: 0.0 };
        let (enemies, friends) = (Vec::with_capacity(MOST_FIGURES), Vec::with_capacity(MOST_FIGURES));
        let map = CostMap::roomy();
        let around = Surroundings { map, mover, budget: 0.0, enemies, friends };
        Self { surroundings: around, finder: RouteFinder::roomy(), laid: 0.0, is_mapped: false }
    }
}

/// What stays on a field, in the way of the centre of a mover without extent.
pub(super) fn fixed_map(rules: &Rules, table: Area, structure: &Structure) -> CostMap {
    let mut map = CostMap::new(table, 0.0);
    for bar in &structure.bars {
        map.bar(&bar.rectangle, 0.0);
    }
    for face in structure.hills.iter().flat_map(|hill| &hill.faces) {
        map.wall(face, 0.0);
    }
    for area in structure.areas.iter().filter(|area| area.difficult) {
        map.slow(&area.outline, rules.difficult_factor);
    }
    for obstacle in &structure.obstacles {
        map.slow(&obstacle.rectangle, rules.difficult_factor); // DP-MOV-09
    }
    for (at, level) in structure.levels.iter().enumerate() {
        map.on_level(at as u8 + 1);
        let corners = level.room.corners();
        (0..4).for_each(|at| map.wall(&Segment::new(corners[at], corners[(at + 1) % 4]), 0.0));
    }
    map
}

impl Ways {
    /// Prepares for a mover with so many inches of Movement, among enemies, who bar its way, and friends, who bar where it ends
    ///
    pub fn lay(
        &mut self,
        field: &Field,
        mover: Stand,
        budget: f64,
        enemies: impl IntoIterator<Item = Barred>,
        friends: impl IntoIterator<Item = Stand>,
    ) {
        self.lay_within(field, mover, budget, budget, enemies, friends);
    }

    /// The same where ways of up to so many inches will be asked for.
    pub fn lay_within(
        &mut self,
        field: &Field,
        mover: Stand,
        budget: f64,
        inches: f64,
        enemies: impl IntoIterator<Item = Barred>,
        friends: impl IntoIterator<Item = Stand>,
    ) {
        let around = &mut self.surroundings;
        around.mover = mover;
        // A cost that is measured as no more than the Movement is no more.
        around.budget = budget + 0.5 * field.rules.measure_step;
        around.enemies.clear();
        around.friends.clear();
        around.enemies.extend(enemies);
        around.friends.extend(friends);
        self.laid = inches.max(around.budget);
        self.is_mapped = false;
    }

    /// Puts on the map what the mover meets, once it is asked for more than a straight way.
    fn map(&mut self, field: &Field) {
        if self.is_mapped {
            return;
        }
        self.is_mapped = true;
        let around = &mut self.surroundings;
        let mover = around.mover;
        around.map.clear(field.table, mover.radius);
        around.map.take(&field.fixed_map, mover.radius, mover.spot.point, WIDER * self.laid);
        for at in 0..around.enemies.len() {
            let Barred { stand, apart } = around.enemies[at];
            let clearance = around.mover.radius + if apart { aloof(field.rules()) } else { 0.0 };
            around.map.on_level(stand.spot.level).bar(&stand.disc(), clearance);
        }
        if !field.rules.move_through_friends {
            for at in 0..around.friends.len() {
                let stand = around.friends[at];
                around.map.on_level(stand.spot.level).bar(&stand.disc(), around.mover.radius);
            }
        }
        around.map.on_level(0);
        around.add_climbs(field, None);
    }

    /// What the mover meets.
    #[must_use]
    pub fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    /// Inches of the straight way to a place, where nothing bars it and no inch of it costs more: no way there is cheaper.
    fn straight(&self, field: &Field, to: Spot) -> Option<f64> {
        let [length, cost] = self.direct(field, self.surroundings.mover.spot, to)?;
        (cost <= length).then_some(length)
    }

    /// How long the straight way from one place to another is, and what it costs, where nothing bars it.
    #[must_use]
    pub fn direct(&self, field: &Field, from: Spot, to: Spot) -> Option<[f64; 2]> {
        let Surroundings { mover, enemies, friends, .. } = &self.surroundings;
        if from.level != to.level {
            return None;
        }
        let line = Segment::new(from.point, to.point);
        let meets = |stand: &Stand, aloof: f64| {
            let off = mover.radius + aloof;
            stand.spot.level == to.level
                && !line.keeps_off(stand.spot.point, stand.radius + off)
                && CostMap::bars(&stand.disc(), off, &line)
        };
        let barred = |enemy: &Barred| meets(&enemy.stand, if enemy.apart { aloof(field.rules()) } else { 0.0 });
        let crowded = || !field.rules.move_through_friends && friends.iter().any(|friend| meets(friend, 0.0));
        let free = !enemies.iter().any(barred) && !crowded();
        let cost = free.then(|| field.fixed_map.price(&line, to.level, mover.radius))??;
        Some([line.length(), cost])
    }

    /// The way to a place within the Movement: straight on where nothing bars that and the Movement pays for it, though it lead over
    /// slow ground; else the cheapest.
    pub fn way(&mut self, field: &Field, to: Spot) -> Option<Route> {
        let from = self.surroundings.mover.spot;
        match self.direct(field, from, to) {
            Some([_, cost]) if cost <= self.surroundings.budget => Some(Route::straight_for(from, to.point, cost)),
            _ => self.route(field, to),
        }
    }

    /// The cheapest way to a place, within the Movement.
    pub fn route(&mut self, field: &Field, to: Spot) -> Option<Route> {
        self.route_within(field, to, self.surroundings.budget)
    }

    /// The cheapest way to a place on another budget. Climbs are those within the Movement.
    pub fn route_within(&mut self, field: &Field, to: Spot, budget: f64) -> Option<Route> {
        debug_assert!(budget <= self.laid, "the map is laid as far as that");
        let from = self.surroundings.mover.spot;
        if let Some(length) = self.straight(field, to) {
            return (length <= budget + SLACK).then(|| Route::straight(from, to.point));
        }
        self.map(field);
        let mark = self.surroundings.map.mark();
        self.surroundings.add_climbs(field, Some(to));
        let route = self.finder.route(&self.surroundings.map, from, to, budget);
        self.surroundings.map.rewind(mark);
        route
    }

    /// Movement that the first inches of a route take that was found here.
    #[must_use]
    pub fn cost_after(&self, field: &Field, route: &Route, inches: f64) -> f64 {
        // Where nothing had to be put on the map, the way is straight.
        if self.is_mapped {
            route.cost_after(&self.surroundings.map, inches)
        } else if route.cost() > route.length() {
            route.cost_after(&field.fixed_map, inches)
        } else {
            inches.min(route.length())
        }
    }

    /// Where the mover can come on a budget.
    pub fn reach<'w>(&'w mut self, field: &'w Field, budget: f64) -> Range<'w> {
        self.reach_towards(field, budget, None)
    }

    /// The same with climbs straight before a place.
    fn reach_towards<'w>(&'w mut self, field: &'w Field, budget: f64, aim: Option<Spot>) -> Range<'w> {
        debug_assert!(budget <= self.laid, "the map is laid as far as that");
        Range { ways: self, field, budget, aim, explored: None }
    }

    /// The cheapest way into base contact with a model within the Movement: to true contact, or to the own side of a linear
    /// obstacle behind which the enemy stands too near for a base between them.
    pub fn approach(&mut self, field: &Field, enemy: &Stand) -> Option<Approach> {
        let mover = self.surroundings.mover;
        if mover.gap(enemy) > self.surroundings.budget {
            return None;
        }
        let (budget, from) = (self.surroundings.budget, mover.spot);
        let apart = mover.radius + enemy.radius;
        let towards = Facing::along(from.point - enemy.spot.point).unwrap_or(Facing::NORTH);
        let beside = |degrees: f64| {
            let way = towards.turned(Turn::clockwise(degrees.to_radians())).ahead();
            Spot { point: enemy.spot.point + way * apart, level: enemy.spot.level }
        };
        let mut range = self.reach_towards(field, budget, Some(enemy.spot));
        let mut best: Option<(f64, f64, Spot, Contact)> = None;
        let mut consider = |spot: Spot| {
            let stand = field.stand(spot, mover.radius);
            let contact = field.contact(&stand, enemy)?;
            let most = best.as_ref().map_or(budget, |best| best.0);
            if from.point.distance(spot.point) + contact.needs() > most || !range.around().has_room(field, &stand) {
                return None;
            }
            let route = range.cost_to(spot)?;
            let cost = route + contact.needs();
            if cost < most {
                best = Some((cost, route, spot, contact));
            }
            Some(cost)
        };
        // Straight at it first, then all round, ever closer to the best.
        let (tries, refinements) = APPROACHES;
        let step = 360.0 / f64::from(tries);
        let (mut at, mut least) = (0.0, consider(beside(0.0)).unwrap_or(f64::INFINITY));
        for half in 1..=tries / 2 {
            for degrees in [f64::from(half) * step, -f64::from(half) * step] {
                if let Some(cost) = consider(beside(degrees)).filter(|cost| *cost < least) {
                    (at, least) = (degrees, cost);
                }
            }
        }
        for refinement in 1..=refinements {
            let finer = step / f64::from(1 << refinement);
            for degrees in [at - finer, at + finer] {
                if let Some(cost) = consider(beside(degrees)).filter(|cost| *cost < least) {
                    (at, least) = (degrees, cost);
                }
            }
        }
        for spot in field.own_sides(&mover, enemy) {
            consider(spot);
        }
        let found = best.and_then(|(cost, _, stop, contact)| {
            let route = range.route_to(stop)?;
            Some(Approach { cost: cost.min(route.cost() + contact.needs()), route, stop, contact })
        });
        range.close();
        found
    }
}

/// Where a mover can come on a budget: what lies straight before it is known at once, and everything else as soon as some of it is
/// asked for.
#[derive(Debug)]
pub struct Range<'w> {
    ways: &'w mut Ways,
    field: &'w Field,
    budget: f64,
    aim: Option<Spot>,
    /// All has been explored; the mark to which the map goes back.
    explored: Option<Mark>,
}

impl Range<'_> {
    /// What the mover meets.
    #[must_use]
    pub fn around(&self) -> &Surroundings {
        &self.ways.surroundings
    }

    /// What the straight way to a place costs, where nothing bars it and no inch of it costs more.
    #[must_use]
    pub fn straight_to(&self, to: Spot) -> Option<f64> {
        self.ways.straight(self.field, to).filter(|length| *length < self.budget + SLACK)
    }

    /// What the cheapest way to a place costs; none when it is beyond the budget.
    pub fn cost_to(&mut self, to: Spot) -> Option<f64> {
        self.straight_to(to).or_else(|| self.explored().cost_to(to))
    }

    /// The cheapest way to a place.
    pub fn route_to(&mut self, to: Spot) -> Option<Route> {
        if self.straight_to(to).is_some() {
            return Some(Route::straight(self.around().mover.spot, to.point));
        }
        self.explored().route_to(to)
    }

    fn explored(&mut self) -> Reach<'_> {
        let Self { ways, field, budget, aim, explored } = self;
        let mark = explored.is_none().then(|| {
            ways.map(field);
            ways.surroundings.map.mark()
        });
        let Ways { surroundings, finder, .. } = &mut **ways;
        let Some(mark) = mark else { return finder.explored(&surroundings.map, *budget) };
        *explored = Some(mark);
        if aim.is_some() {
            surroundings.add_climbs(field, *aim);
        }
        finder.explore(&surroundings.map, surroundings.mover.spot, *budget)
    }

    /// Takes off the map what was put there for this alone.
    fn close(self) {
        if let Some(mark) = self.explored {
            self.ways.surroundings.map.rewind(mark);
        }
    }
}

impl Surroundings {
    /// The mover.
    #[must_use]
    pub fn mover(&self) -> &Stand {
        &self.mover
    }

    /// Its Movement, inches.
    #[must_use]
    pub fn budget(&self) -> f64 {
        self.budget
    }

    /// Whether nobody and nothing stands where a base would.
    #[must_use]
    pub fn has_room(&self, field: &Field, stand: &Stand) -> bool {
        let keeps_off = |barred: &Barred| {
            !barred.stand.overlaps(stand)
                && (!barred.apart
                    || barred.stand.spot.level != stand.spot.level
                    || field.measured(barred.stand.gap(stand)) > field.rules.contact_tolerance)
        };
        field.stands(stand)
            && self.enemies.iter().all(keeps_off)
            && !self.friends.iter().any(|friend| friend.overlaps(stand))
    }

    /// Whether the mover may end a movement at a place for which it has spent so much of its Movement.
    #[must_use]
    pub fn may_end(&self, field: &Field, spot: Spot, spent: f64) -> bool {
        let stand = field.stand(spot, self.mover.radius);
        let paid = |barred: &Barred| {
            let contact = if barred.apart { None } else { field.contact(&stand, &barred.stand) };
            contact.is_none_or(|contact| spent + contact.needs() <= self.budget)
        };
        self.has_room(field, &stand) && self.enemies.iter().all(paid)
    }

    /// Puts the climbs on the map that the mover can begin within its Movement: straight before it and a step apart, or straight
    /// before a place that it wants to reach.
    fn add_climbs(&mut self, field: &Field, aim: Option<Spot>) {
        let rules = &field.rules;
        let (radius, from) = (self.mover.radius, self.mover.spot.point);
        for face in &field.structure.faces {
            let cost = face.cost(rules);
            let left = self.budget - cost;
            if left < 0.0 || face.line.distance_to_point(from) > left + face.thickness + 2.0 * radius {
                continue;
            }
            let length = face.line.length();
            let along = face.line.span() * (1.0 / length);
            // Whoever is set down on a top needs room to both sides.
            let [low, high] = if face.over { [0.0, length] } else { [radius, length - radius] };
            if low > high {
                continue;
            }
            let straight = |point: Point| (point - face.line.start).dot(along).clamp(low, high);
            let steps = if aim.is_none() { ((high - low) / CLIMB_STEP) as u32 + 1 } else { 0 };
            let places = (0..steps).map(|step| low + f64::from(step) * CLIMB_STEP);
            let before = straight(aim.map_or(from, |aim| aim.point));
            for at in places.chain([before]) {
                self.add_climb(field, face, at, left);
            }
        }
    }

    /// Puts the climbs of a face on the map, up and down, so many inches along it.
    fn add_climb(&mut self, field: &Field, face: &Face, at: f64, left: f64) {
        let radius = self.mover.radius;
        let along = face.line.span() * (1.0 / face.line.length());
        let point = face.line.start + along * at;
        let outward: Vector = along.right();
        let foot = Spot { point: point + outward * radius, level: face.levels[0] };
        let beyond = Spot { point: point - outward * (radius + face.thickness), level: face.levels[1] };
        let cost = face.cost(&field.rules);
        let is_free = |spot: Spot| {
            // Those set down on a top need it free of everybody.
            let stand = field.stand(spot, radius);
            field.stands(&stand) && !self.friends.iter().any(|friend| friend.overlaps(&stand))
        };
        let ends = [foot, beyond].map(|end| self.map.is_free(end));
        if ends != [true; 2] || (!face.over && !is_free(beyond)) {
            return;
        }
        let near = |spot: Spot| spot.point.distance(self.mover.spot.point) <= left + 1e-9;
        let (up, down) = (near(foot), !face.over && near(beyond));
        if up {
            self.map.climb(foot, beyond, cost);
        }
        if down {
            self.map.climb(beyond, foot, cost);
        }
    }
}

/// Inches beyond touch that a base keeps from another one with which it must not be in contact.
fn aloof(rules: &Rules) -> f64 {
    rules.contact_tolerance + rules.measure_step
}

impl Face {
    /// Movement that it takes (DP-MOV-05, DP-MOV-06): up or down, or both.
    pub(super) fn cost(&self, rules: &Rules) -> f64 {
        let way = upkeep::cost(rules, Ground::Climb, self.height);
        if self.over { 2.0 * way } else { way }
    }
}

impl Field {
    /// Places on the mover's own side of linear obstacles from which it would be in contact with an enemy behind them.
    fn own_sides<'f>(&'f self, mover: &'f Stand, enemy: &'f Stand) -> impl Iterator<Item = Spot> + 'f {
        let near = |obstacle: &&super::structure::Obstacle| {
            let off = obstacle.plan.distance(enemy.spot.point) - enemy.radius;
            enemy.spot.level == 0 && off <= self.slack + self.rules.contact_tolerance
        };
        self.structure.obstacles.iter().filter(near).flat_map(move |obstacle| {
            let base = &obstacle.rectangle;
            let across = if base.half_width >= base.half_depth { base.facing.ahead() } else { base.facing.right() };
            let half_thickness = 0.5 * obstacle.thickness;
            let half_length = base.half_width.max(base.half_depth);
            let side = if (mover.spot.point - base.centre).dot(across) >= 0.0 { 1.0 } else { -1.0 };
            let along = across.right();
            let off = across * (side * (half_thickness + mover.radius));
            // Straight across from the enemy, straight before the mover, where it stands, and between.
            let [opposite, own] = [enemy, mover].map(|it| (it.spot.point - base.centre).dot(along));
            let middle = 0.5 * (opposite + own);
            let places = [opposite, middle, own, opposite - 0.5, opposite + 0.5];
            let on_side = places.map(|at| base.centre + along * at.clamp(-half_length, half_length) + off);
            on_side.into_iter().chain([mover.spot.point]).map(|point| Spot { point, level: 0 })
        })
    }

    /// Points of a path at which somebody may react: every half an inch from its start, the start left out, and its end. On a
    /// face they lie at its foot.
    pub fn samples<'r>(&self, route: &'r Route) -> impl Iterator<Item = (f64, Spot)> + use<'r> {
        let (step, length) = (self.rules.reaction_step, self.measured(route.length()));
        let count = (length / step - 1e-9).ceil().max(0.0) as u32;
        (1..=count).filter_map(move |at| {
            let inches = if at == count { route.length() } else { f64::from(at) * step };
            Some((inches, route.spot_after(inches)?))
        })
    }

    /// Whether a mover stays in contact with an enemy all along a path (DP-MOV-13, R-73).
    #[must_use]
    pub fn keeps_contact(&self, mover: &Stand, route: &Route, enemy: &Stand) -> bool {
        let steps = (route.length() / CONTACT_STEP).ceil() as u32;
        (0..=steps).all(|at| {
            let inches = (f64::from(at) * CONTACT_STEP).min(route.length());
            let spot = route.spot_after(inches).unwrap_or(mover.spot);
            self.contact(&self.stand(spot, mover.radius), enemy).is_some()
        })
    }
}
