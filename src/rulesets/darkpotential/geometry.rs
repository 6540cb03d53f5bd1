//! What the board knows of the figures of a game: distances, contact, sight, room, and ways.

use std::cell::RefCell;

use arrayvec::ArrayVec;

use super::choices::{Refusal, Way};
use super::combat::Cover;
use super::field::nearest_cover::{Danger, FARTHEST};
use super::field::ways::{Barred, Ways};
use super::field::{Contact, Field, Stand};
use super::glances;
use super::paths::{Course, Errand, Paths};
use super::rules::{ShootWhileEngaged, StealthContact, StealthReentry};
use super::state::{Battle, FigureId, FigureSet, MOST_FIGURES, Stance, bit, members, side_of};
use crate::game::Side;
use crate::tabletop::plane::{Aloft, Body, Disc, Point, Route, Spot};

/// Most points of a movement at which somebody may react; of longer movements those beyond are left out, but for the end.
pub const MOST_POINTS: usize = 96;

/// Share of the height of a model at which the middle of a template is looked for.
const MIDDLE: f64 = 0.65;

/// Inches within which who takes over a weapon is set down beside the place of the dead.
const PICK_UP_ROOM: f64 = 1.0;

/// Inches by which a run that it cannot pay in full is shortened until it ends in a lawful place.
const SHORTENING: f64 = 0.05;

/// Places of cover for which there is memory: more than there are within its way.
const MOST_PLACES: usize = 1 << 13;

/// A point of a movement at which somebody may react.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathPoint {
    /// Where the figure is.
    pub at: Spot,
    /// Movement used up so far, inches.
    pub cost: f64,
}

/// Places of cover that a model may run to.
pub(super) type Shelter = ArrayVec<Spot, MOST_POINTS>;

/// A movement as it was worked out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// Its points, the start left out, the end included. None when it leads nowhere.
    pub points: ArrayVec<PathPoint, MOST_POINTS>,
    /// Enemies whose contact it loses (DP-MOV-10, DP-MOV-13).
    pub leaves: FigureSet,
}

impl Path {
    /// What it costs, inches.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.points.last().map_or(0.0, |point| point.cost)
    }
}

/// The memory of searches for ways and places.
struct Scratch {
    ways: Ways,
    /// Places of cover.
    places: Vec<(f64, Spot)>,
    paths: Paths,
}

impl Default for Scratch {
    fn default() -> Self {
        Self { ways: Ways::default(), places: Vec::with_capacity(MOST_PLACES), paths: Paths::default() }
    }
}

thread_local! {
    /// The scratch of a thread, so that games are copied without it.
    static LASTING: RefCell<Scratch> = RefCell::default();
}

/// Lends a scratch that is used again and again; a new one to who asks for it while it is lent.
fn with_scratch<T>(work: impl FnOnce(&mut Scratch) -> T) -> T {
    LASTING.with(|lasting| match lasting.try_borrow_mut() {
        Ok(mut scratch) => work(&mut scratch),
        Err(_) => work(&mut Scratch::default()),
    })
}

/// The last place on a route to a place where a run can end that is paid in full.
fn last_end(field: &Field, ways: &Ways, route: &Route, to: Spot, budget: f64) -> Option<Spot> {
    let around = ways.surroundings();
    if route.cost() <= around.budget() && around.may_end(field, to, route.cost()) {
        return Some(to);
    }
    let mut inches = route.length().min(budget);
    while inches > 0.0 {
        let at = route.spot_after(inches)?;
        let cost = ways.cost_after(field, route, inches);
        if cost <= around.budget() && around.may_end(field, at, cost) {
            return Some(at);
        }
        inches -= SHORTENING;
    }
    None
}

impl Battle<'_> {
    /// Radius of a figure's base, inches.
    #[inline]
    #[must_use]
    pub fn radius(&self, figure: FigureId) -> f64 {
        self.figure(figure).radius
    }

    /// A figure's base in plan.
    #[must_use]
    pub fn disc(&self, figure: FigureId) -> Disc {
        Disc { centre: self.figure(figure).at.point, radius: self.radius(figure) }
    }

    /// A figure where it stands, or last stood.
    #[must_use]
    pub fn stand(&self, figure: FigureId) -> Stand {
        self.stand_at(figure, self.figure(figure).at)
    }

    /// A figure as if it stood elsewhere.
    #[must_use]
    pub fn stand_at(&self, figure: FigureId, at: Spot) -> Stand {
        self.setup.field.stand(at, self.radius(figure))
    }

    /// The same where it does not matter how high it stands.
    fn flat(&self, figure: FigureId) -> Stand {
        Stand { spot: self.figure(figure).at, radius: self.radius(figure), foot: 0.0 }
    }

    /// Inches from base to base (DP-GEN-02, DP-GEN-03).
    #[must_use]
    pub fn distance(&self, one: FigureId, other: FigureId) -> f64 {
        self.setup.field.distance(&self.stand(one), &self.stand(other))
    }

    /// Whether two bases are in contact.
    #[must_use]
    pub fn touches(&self, one: Stand, other: Stand) -> bool {
        self.setup.field.contact(&one, &other).is_some()
    }

    /// Enemy models in contact with a figure as if it stood here.
    #[must_use]
    pub fn contacts_at(&self, figure: FigureId, at: Spot) -> FigureSet {
        let (stand, enemy) = (self.stand_at(figure, at), side_of(figure).other());
        let base = self.is_base(figure);
        let field = &self.setup.field;
        // How high it stands matters only to who is near.
        let touches = |other: &FigureId| {
            field.is_within_contact(&stand, &self.flat(*other))
                && match field.contact(&stand, &self.stand(*other)) {
                    Some(Contact::Bases) => true,
                    Some(Contact::Across(_)) => !base,
                    None => false,
                }
        };
        members(enemy, self.force(enemy).shown()).filter(touches).collect()
    }

    /// Enemy models in contact with a figure.
    #[must_use]
    pub fn contacts(&self, figure: FigureId) -> FigureSet {
        self.contacts_at(figure, self.figure(figure).at)
    }

    /// Whether a model is in contact with an enemy model.
    #[must_use]
    pub fn engaged(&self, model: FigureId) -> bool {
        !self.contacts(model).is_empty()
    }

    /// Whether a model may not shoot for an enemy in contact (DP-SHT-08).
    #[must_use]
    pub fn bound_by_contact(&self, model: FigureId) -> bool {
        self.setup.rules.shoot_while_engaged == ShootWhileEngaged::No && self.engaged(model)
    }

    /// Whether a model in contact with a friend of the firer may not be shot at (DP-SHT-07).
    #[must_use]
    pub fn fought_by_friends_of(&self, firer: FigureId, target: FigureId) -> bool {
        debug_assert_ne!(side_of(firer), side_of(target), "enemies are shot at");
        !self.setup.rules.shoot_into_combat && self.engaged(target)
    }

    /// The bodies of models on the board, where they block sight.
    fn bodies(&self, except: FigureId) -> ArrayVec<Body, { 2 * MOST_FIGURES }> {
        let mut bodies = ArrayVec::new();
        if self.setup.rules.models_block_los {
            for side in Side::BOTH {
                let shown = members(side, self.force(side).shown()).filter(|model| *model != except);
                bodies.extend(shown.map(|model| self.stand(model).body()));
            }
        }
        bodies
    }

    /// Whether two figures see each other where they stand, or last stood (DP-LOS-01).
    #[must_use]
    pub fn sees(&self, one: FigureId, other: FigureId) -> bool {
        self.sees_at(one, other, self.figure(other).at)
    }

    /// The same as if the other stood elsewhere.
    #[must_use]
    pub fn sees_at(&self, one: FigureId, other: FigureId, at: Spot) -> bool {
        if self.is_plain(other, at) {
            return self.plain_cover(one, other).is_some();
        }
        self.setup.field.sees(&self.stand(one), &self.stand_at(other, at), &self.bodies(other))
    }

    /// The cover of a figure against another one that sees it; none where it does not.
    #[must_use]
    pub fn cover(&self, from: FigureId, to: FigureId) -> Option<Cover> {
        self.cover_at(from, to, self.figure(to).at)
    }

    /// The same as if the target stood elsewhere.
    #[must_use]
    pub fn cover_at(&self, from: FigureId, to: FigureId, at: Spot) -> Option<Cover> {
        if self.is_plain(to, at) {
            return self.plain_cover(from, to);
        }
        self.setup.field.sight(&self.stand(from), &self.stand_at(to, at), &self.bodies(to))
    }

    /// Whether it depends on nobody else who sees a figure as if it stood here, and it does stand here.
    fn is_plain(&self, figure: FigureId, at: Spot) -> bool {
        self.figure(figure).at == at && !self.setup.rules.models_block_los
    }

    /// The cover of a figure against another one where both stand, if nobody else matters.
    fn plain_cover(&self, from: FigureId, to: FigureId) -> Option<Cover> {
        glances::cover(&self.setup.field, (from, &self.stand(from)), (to, &self.stand(to)))
    }

    /// Whether a model sees the middle of a template, as Suppressing Fire asks.
    #[must_use]
    pub fn sees_place(&self, model: FigureId, centre: Aloft) -> bool {
        let height = centre.height + MIDDLE;
        self.setup.field.sees_point(&self.stand(model), Aloft { height, ..centre }, &self.bodies(model))
    }

    /// Whether a place lies in the arc of a model in a stance.
    #[must_use]
    pub fn in_arc(&self, model: FigureId, at: Point) -> bool {
        let rules = &self.setup.rules;
        let (facing, degrees) = match self.figure(model).stance {
            Stance::Overwatch { facing, .. } => (facing, rules.overwatch_arc),
            Stance::CombatReady { facing } => (facing, rules.combat_ready_arc),
            Stance::None | Stance::Suppressing { .. } => return true,
        };
        Field::arc(&self.stand(model), facing, degrees).contains(at)
    }

    /// The models of the enemy on the board.
    fn enemies_of(&self, figure: FigureId) -> ArrayVec<Stand, MOST_FIGURES> {
        let enemy = side_of(figure).other();
        members(enemy, self.force(enemy).shown()).map(|other| self.stand(other)).collect()
    }

    /// Whether a suppressed model counts as in cover: it has cover against an enemy it sees, or sees none (DP-LDR-10).
    #[must_use]
    pub fn in_cover_at(&self, model: FigureId, at: Spot) -> bool {
        let enemies = self.enemies_of(model);
        self.setup.field.in_cover(&self.stand_at(model, at), &enemies, &self.bodies(model))
    }

    /// The surface under a point: where a template comes to lie.
    #[must_use]
    pub fn surface(&self, point: Point) -> Aloft {
        Aloft { point, height: self.setup.field.surface(point) }
    }

    /// Whether a template may be laid here: on the board, on a surface that there is.
    #[must_use]
    pub fn is_surface(&self, centre: Aloft) -> bool {
        self.setup.field.surfaces(centre.point).contains(&centre.height)
    }

    /// Where a figure stands, as the centre of a template.
    #[must_use]
    pub fn centre_on(&self, figure: FigureId) -> Aloft {
        let stand = self.stand(figure);
        Aloft { point: stand.spot.point, height: stand.foot }
    }

    /// Whether a figure stands on the level of a template.
    #[must_use]
    pub fn on_level_of(&self, centre: Aloft, stand: &Stand) -> bool {
        self.setup.field.on_level(stand, centre.height)
    }

    /// Whether a figure may be put down here: by the ground and by all other figures (DP-MOV-14, DP-STL-20).
    pub(super) fn check_room(&self, figure: FigureId, at: Spot) -> Result<(), Refusal> {
        let (field, side) = (&self.setup.field, side_of(figure));
        if at.level > field.levels() {
            return Err(Refusal::new("R-67", "there is no such level"));
        }
        let stand = self.stand_at(figure, at);
        if !field.stands(&stand) {
            return Err(Refusal::new("R-67", "nobody can stand there"));
        }
        // Whether bases overlap does not depend on how high they stand.
        if members(side, self.force(side).present & !bit(figure)).any(|other| self.flat(other).overlaps(&stand)) {
            return Err(Refusal::new("DP-MOV-14", "a friend is there"));
        }
        let (enemy, tolerance) = (side.other(), self.setup.rules.contact_tolerance);
        for other in members(enemy, self.force(enemy).present) {
            let (number, other) = (other, self.flat(other));
            let gap = other.gap(&stand);
            // As measured, a gap may be half a step shorter.
            if gap > tolerance + self.setup.rules.measure_step {
                continue;
            }
            if other.overlaps(&stand) {
                return Err(Refusal::new("DP-MOV-14", "an enemy is there"));
            }
            let level = other.spot.level == at.level;
            if level && field.measured(gap) <= tolerance && self.keeps_apart(figure, number) {
                return Err(Refusal::new("DP-STL-20", "a stealth base would touch an enemy"));
            }
        }
        Ok(())
    }

    /// Enemies as they bar the way of a figure, each with how it stands.
    fn barred(&self, figure: FigureId, stand: impl Fn(FigureId) -> Stand) -> impl Iterator<Item = Barred> {
        let enemy = side_of(figure).other();
        members(enemy, self.force(enemy).present)
            .map(move |other| Barred { stand: stand(other), apart: self.keeps_apart(figure, other) })
    }

    /// Whether a figure must keep out of contact with an enemy, because one of both is a stealth base (DP-STL-20).
    fn keeps_apart(&self, figure: FigureId, enemy: FigureId) -> bool {
        let rules = &self.setup.rules;
        let base = self.is_base(figure);
        if rules.stealth_contact != StealthContact::Blocked || !(base || self.is_base(enemy)) {
            return false;
        }
        // whoever hid in contact stands in contact.
        let always = rules.stealth_reentry == StealthReentry::Always;
        let hid_there = || self.stand(figure).gap(&self.stand(enemy)) <= rules.contact_tolerance;
        !(always && base && hid_there())
    }

    /// The place of a dead carrier for who takes over its weapon: the same one, or the nearest that is free within an inch
    ///
    pub(super) fn place_of_the_dead(&self, dead: FigureId, taker: FigureId) -> Option<Spot> {
        let at = self.figure(dead).at;
        if self.check_room(taker, at).is_ok() {
            return Some(at);
        }
        let mut taken: ArrayVec<Stand, { 2 * MOST_FIGURES }> = ArrayVec::new();
        for side in Side::BOTH {
            let others = members(side, self.force(side).present).filter(|other| *other != taker);
            taken.extend(others.map(|other| self.stand(other)));
        }
        let room = self.setup.field.nearest_room(&self.stand_at(taker, at), PICK_UP_ROOM, &taken)?;
        Some(room.spot).filter(|spot| self.check_room(taker, *spot).is_ok())
    }

    /// Friends of a figure, who bar where it ends.
    fn friends(&self, figure: FigureId) -> impl Iterator<Item = Stand> {
        let side = side_of(figure);
        members(side, self.force(side).present & !bit(figure)).map(|friend| self.flat(friend))
    }

    /// Lays the ways of a figure from a place, on a budget of inches, and asks them something; they may be asked for ways of up to
    /// so many inches.
    fn with_ways<T>(
        &self,
        figure: FigureId,
        from: Spot,
        [budget, inches]: [f64; 2],
        ask: impl FnOnce(&mut Ways, &mut Vec<(f64, Spot)>) -> T,
    ) -> T {
        with_scratch(|Scratch { ways, places, .. }| {
            let (mover, enemies) = (self.stand_at(figure, from), self.barred(figure, |other| self.stand(other)));
            ways.lay_within(&self.setup.field, mover, budget, inches, enemies, self.friends(figure));
            ask(ways, places)
        })
    }

    /// Movement that it takes a figure to go straight from each of some places to the next; none where something bars that.
    #[must_use]
    pub fn price_of_legs(&self, figure: FigureId, places: &[Spot]) -> Option<f64> {
        let Some(start) = places.first() else { return Some(0.0) };
        with_scratch(|Scratch { ways, .. }| {
            // For straight ways it does not matter how high anybody stands.
            let mover = Stand { spot: *start, ..self.flat(figure) };
            let enemies = self.barred(figure, |other| self.flat(other));
            ways.lay(&self.setup.field, mover, 0.0, enemies, self.friends(figure));
            let price = |leg: &[Spot]| ways.direct(&self.setup.field, leg[0], leg[1]).map(|[_, cost]| cost);
            places.windows(2).map(price).sum()
        })
    }

    /// The path of a figure from where it is on a budget of inches.
    ///
    /// # Errors
    /// The rule that it would break.
    pub(super) fn path(&self, figure: FigureId, way: &Way, budget: f64) -> Result<Path, Refusal> {
        self.path_on(figure, way, (budget, Course::Straightest))
    }

    /// The same on a course.
    fn path_on(&self, figure: FigureId, way: &Way, (budget, course): (f64, Course)) -> Result<Path, Refusal> {
        let errand = Errand::new(self, figure, way, (budget, course));
        if let Some(path) = with_scratch(|scratch| scratch.paths.get(&errand).cloned()) {
            debug_assert_eq!(path, self.find_path(figure, way, (budget, course)), "the same is found again");
            return path;
        }
        let path = self.find_path(figure, way, (budget, course));
        with_scratch(|scratch| scratch.paths.keep(errand, path.clone()));
        path
    }

    /// The same, worked out.
    fn find_path(&self, figure: FigureId, way: &Way, (budget, course): (f64, Course)) -> Result<Path, Refusal> {
        const TOO_FAR: Refusal = Refusal::new("DP-MOV-01", "there is no way there within its Movement");
        let field = &self.setup.field;
        let sound = |at: &Spot| at.point.x.is_finite() && at.point.y.is_finite() && at.level <= field.levels();
        if !sound(&way.to) || !way.waypoints().iter().all(sound) {
            return Err(Refusal::new("R-67", "there is no such place"));
        }
        self.check_room(figure, way.to)?;
        let contacts = self.contacts(figure);
        let step = self.setup.rules.reaction_step;
        let (mut path, mut from, mut next) = (Path::default(), self.figure(figure).at, step);
        let (mut cost, mut length) = (0.0, 0.0);
        for to in way.waypoints().iter().copied().chain([way.to]) {
            let leads_on = to != way.to;
            self.with_ways(figure, from, [budget - cost; 2], |ways, _| {
                let may_end =
                    |ways: &Ways, route: &Route| leads_on || ways.surroundings().may_end(field, to, route.cost());
                let mut route = None;
                if course == Course::Straightest {
                    route = ways.way(field, to).filter(|route| may_end(ways, route));
                }
                let route = match route {
                    Some(route) => route,
                    None => ways.route(field, to).ok_or(TOO_FAR)?,
                };
                if !may_end(ways, &route) {
                    return Err(Refusal::new("R-108", "it lacks the Movement for contact over an obstacle"));
                }
                while next <= field.measured(length + route.length()) - 1e-9 {
                    let inside = (next - length).max(0.0);
                    let at = route.spot_after(inside).unwrap_or(to);
                    if path.points.len() + 1 < MOST_POINTS {
                        path.points.push(PathPoint { at, cost: cost + ways.cost_after(field, &route, inside) });
                    }
                    next += step;
                }
                let mover = *ways.surroundings().mover();
                for other in members(side_of(figure).other(), contacts & !path.leaves) {
                    if !field.keeps_contact(&mover, &route, &self.stand(other)) {
                        path.leaves |= bit(other);
                    }
                }
                length += route.length();
                cost += route.cost();
                Ok(())
            })?;
            from = to;
        }
        // a path that costs nothing is no movement.
        if field.measured(length) > 0.0 {
            let end = PathPoint { at: way.to, cost };
            if path.points.last().is_some_and(|last| last.at == way.to) {
                path.points.pop();
            }
            path.points.push(end);
        } else {
            path.points.clear();
        }
        Ok(path)
    }

    /// Places of cover that a suppressed model may run to: those within half an inch of the nearest one; without any, the place
    /// nearest to terrain.
    pub(super) fn cover_places(&self, figure: FigureId, budget: f64) -> Shelter {
        let here = Way::straight(self.figure(figure).at);
        let errand = Errand::new(self, figure, &here, (budget, Course::Cheapest));
        if let Some(places) = with_scratch(|scratch| scratch.paths.shelter(&errand).cloned()) {
            debug_assert_eq!(places, self.find_cover_places(figure, budget), "the same are found again");
            return places;
        }
        let places = self.find_cover_places(figure, budget);
        with_scratch(|scratch| scratch.paths.keep_shelter(errand, places.clone()));
        places
    }

    /// The same, worked out.
    fn find_cover_places(&self, figure: FigureId, budget: f64) -> Shelter {
        let (enemies, bodies) = (self.enemies_of(figure), self.bodies(figure));
        let danger = Danger { field: &self.setup.field, enemies: &enemies, bodies: &bodies };
        let from = self.figure(figure).at;
        let mut found = Shelter::new();
        self.with_ways(figure, from, [budget, FARTHEST], |ways, places| {
            if danger.nearest_cover(ways, places).is_some() {
                found.extend(places.iter().map(|(_, at)| *at).take(MOST_POINTS));
            } else {
                found.extend(danger.nearest_terrain(ways));
            }
        });
        found.retain(|at| *at != from);
        found
    }

    /// The path of a run towards a place, as far as a budget reaches; none when it leads nowhere.
    pub(super) fn run_path(&self, figure: FigureId, to: Spot, budget: f64) -> Option<Path> {
        let errand = Errand::new(self, figure, &Way::straight(to), (budget, Course::Cheapest));
        if let Some(path) = with_scratch(|scratch| scratch.paths.run(&errand).cloned()) {
            debug_assert_eq!(path, self.find_run_path(figure, to, budget), "the same is found again");
            return path;
        }
        let path = self.find_run_path(figure, to, budget);
        with_scratch(|scratch| scratch.paths.keep_run(errand, path.clone()));
        path
    }

    /// The same, worked out.
    fn find_run_path(&self, figure: FigureId, to: Spot, budget: f64) -> Option<Path> {
        // Most ways are not long.
        let near = self.run_end(figure, to, [budget, FARTHEST]);
        let end = near.or_else(|| self.run_end(figure, to, [budget, f64::INFINITY]))??;
        let path = self.path_on(figure, &Way::straight(end), (budget, Course::Cheapest));
        path.ok().filter(|path| !path.points.is_empty())
    }

    /// Where a run towards a place ends, as far as a budget reaches; none when that is nowhere, and none at all when there is no way
    /// of so many inches.
    fn run_end(&self, figure: FigureId, to: Spot, [budget, inches]: [f64; 2]) -> Option<Option<Spot>> {
        self.with_ways(figure, self.figure(figure).at, [budget, inches], |ways, _| {
            let field = &self.setup.field;
            let route = ways.route_within(field, to, inches)?;
            Some(last_end(field, ways, &route, to, budget))
        })
    }

    /// The cheapest place in contact with an enemy that a figure reaches on a budget.
    #[must_use]
    pub fn approach(&self, figure: FigureId, enemy: FigureId, budget: f64) -> Option<Spot> {
        self.approach_from(figure, self.figure(figure).at, enemy, budget)
    }

    /// The same from elsewhere.
    pub(super) fn approach_from(&self, figure: FigureId, from: Spot, enemy: FigureId, budget: f64) -> Option<Spot> {
        let stand = self.stand(enemy);
        self.with_ways(figure, from, [budget; 2], |ways, _| {
            ways.approach(&self.setup.field, &stand).map(|approach| approach.stop)
        })
    }
}
