//! Group moves: which sets march together, by which routes, and the best of them.

use crate::rulesets::dogma::tactics;
use arrayvec::ArrayVec;

use super::evaluation::Evaluation;
use super::objective::Objective;
use super::threat_assessment::ThreatAssessment;
use super::unit_moves::Offer;
use crate::rulesets::dogma::army::Dogma;
use crate::rulesets::dogma::choices::{Choice, Leg, Meeting, Route};
use crate::rulesets::dogma::codex::Type;
use crate::rulesets::dogma::state::{Formation, MOST_ELEMENTS, MOST_IN_GROUP, NOBODY, bit, place_of};
use crate::tabletop::plane::{Base, Corner, Edge, Facing, Point, Turn, Vector, stretch};

/// Most routes that one Group considers.
const ROUTES: usize = 24;

/// How many of the best routes are tried until one is legal.
const TRIES: usize = 2;

/// What a second shot at the same enemy counts, before the attacks of all are planned together.
const SAME_TARGET: f64 = 0.5;

/// Least angle for which a Group wheels, radians.
const LEAST_WHEEL: f64 = 0.08;

/// A list of one for each member.
type PerMember<T> = ArrayVec<T, MOST_IN_GROUP>;

/// Indices of the members of a Group into the observation's friends.
pub type Members = PerMember<usize>;

/// A Group that may move as one.
struct Band<'j, 'a, 's> {
    evaluation: &'j Evaluation<'a, 's>,
    /// The leader first.
    formation: Formation,
    /// In the same order.
    members: Members,
    assessments: PerMember<&'j ThreatAssessment>,
    speed: f64,
    /// Inches of wheel that cost nothing (DG-DOG-05).
    free_wheel: f64,
    frontage: f64,
    /// Worth from which a route is one.
    least: f64,
    /// The most that one is worth which is none for that.
    rest: f64,
    routes: ArrayVec<Sketch, ROUTES>,
}

/// What a Group might do, and what it would be worth.
#[derive(Clone, Copy, Debug)]
struct Sketch {
    route: Route,
    /// What it is worth to stand there.
    stand: f64,
    /// What it is worth in all; while it is not `weighed`, no less than that.
    worth: f64,
    weighed: bool,
    touches: bool,
}

impl<'a, 's> Evaluation<'a, 's> {
    /// Shows every Group of friends that have not moved.
    pub fn bands(&self, mut visit: impl FnMut(Members)) {
        let battle = self.battle;
        let force = battle.force(self.observation.side);
        let barred = force.moved | force.engaged | force.partial | force.failed | force.got_off | force.laden;
        let mut left = force.table & !barred & !(force.shaken & !force.passed);
        let mut index = [0_u8; MOST_ELEMENTS];
        for (at, friend) in self.observation.friends.iter().enumerate() {
            index[place_of(friend.id)] = at as u8;
        }
        for (at, friend) in self.observation.friends.iter().enumerate() {
            if !left.contains(friend.id) {
                continue;
            }
            let mut members = Members::new();
            members.push(at);
            left &= !bit(friend.id);
            let mut next = 0;
            while next < members.len() {
                let one = self.friend(members[next]).id;
                for mate in battle.links[place_of(one)] {
                    let room = members.len() < usize::from(battle.setup.rules.group_max);
                    if room && mate != NOBODY && left.contains(mate) {
                        left &= !bit(mate);
                        members.push(usize::from(index[place_of(mate)]));
                    }
                }
                next += 1;
            }
            if members.len() > 1 {
                visit(members);
            }
        }
    }

    /// The best move of a Group, if any gains more than `least`.
    ///
    /// # Errors
    /// What any gains at most, if none does.
    pub fn best_march(&self, assessments: &[ThreatAssessment], members: Members, least: f64) -> Result<Offer, f64> {
        if self.without.has(tactics::GROUPS) {
            return Err(f64::NEG_INFINITY);
        }
        Band::new(self, assessments, members).best(least)
    }
}

impl<'j, 'a, 's> Band<'j, 'a, 's> {
    fn new(evaluation: &'j Evaluation<'a, 's>, assessments: &'j [ThreatAssessment], mut members: Members) -> Self {
        let ahead = evaluation.friend(members[0]).base.facing.ahead();
        let right = ahead.right();
        let origin = evaluation.friend(members[0]).base.centre;
        let along = |at: &usize| (evaluation.friend(*at).base.centre - origin).dot(ahead);
        let across = |at: &usize| (evaluation.friend(*at).base.centre - origin).dot(right);
        // Whoever is foremost leads.
        let leader = members
            .iter()
            .enumerate()
            .max_by(|(i, a), (j, b)| along(a).total_cmp(&along(b)).then(j.cmp(i)))
            .map_or(0, |(place, _)| place);
        members.swap(0, leader);
        let spread = |sign: f64| members.iter().map(|at| sign * across(at)).fold(f64::NEG_INFINITY, f64::max);
        let frontage = spread(1.0) + spread(-1.0) + evaluation.observation.base;
        let speed = members.iter().map(|at| evaluation.friend(*at).speed).fold(f64::INFINITY, f64::min);
        let armour = members.iter().all(|at| evaluation.friend(*at).class == Type::Armour);
        let free_wheel = if armour && evaluation.battle.has_dogma(evaluation.observation.side, Dogma::TankCommander) {
            evaluation.battle.setup.rules.tank_commander_wheel
        } else {
            0.0
        };
        let formation =
            members.iter().fold(Formation::EMPTY, |formation, at| formation.with(evaluation.friend(*at).id));
        let assessments = members.iter().map(|at| &assessments[*at]).collect();
        let (least, rest, routes) = (f64::INFINITY, f64::NEG_INFINITY, ArrayVec::new());
        Self { evaluation, formation, members, assessments, speed, free_wheel, frontage, least, rest, routes }
    }

    /// The base of a member.
    fn base(&self, place: usize) -> Base {
        self.evaluation.friend(self.members[place]).base
    }

    /// The best legal move, if any gains more than `least`. Those are weighed that may be the best.
    fn best(mut self, least: f64) -> Result<Offer, f64> {
        let stay: f64 = self.assessments.iter().map(|assessment| assessment.stay(self.evaluation)).sum();
        self.least = stay + least;
        self.gather();
        let mut tries = 0;
        while tries < TRIES {
            let best = self.routes.iter().enumerate().max_by(|(_, a), (_, b)| a.worth.total_cmp(&b.worth));
            let Some((place, &sketch)) = best else { break };
            if !sketch.weighed {
                let worth = sketch.stand + self.shots(&sketch.route);
                if worth > self.least {
                    self.routes[place] = Sketch { worth, weighed: true, ..sketch };
                } else {
                    self.rest = self.rest.max(worth);
                    self.routes.swap_remove(place);
                }
                continue;
            }
            tries += 1;
            self.routes.swap_remove(place);
            if let Some(offer) = self.offer(&sketch, stay) {
                return Ok(offer);
            }
        }
        Err(self.rest - stay)
    }

    /// The choice that carries out a sketch, if it is legal and does what is meant.
    fn offer(&self, sketch: &Sketch, stay: f64) -> Option<Offer> {
        let (route, meeting) = (sketch.route, Meeting::ANY);
        // When the foremost cannot get there, perhaps the rest can behind the one at the other end.
        let last = self.members.len() - 1;
        let leaders = [(0, self.formation), (last, self.led_by_last())];
        let mut leaders = leaders.into_iter().filter(|(place, _)| !self.is_barred(*place, &route));
        let (group, march) = leaders.find_map(|(_, group)| {
            let march = self.evaluation.battle.plan_march(&group, &route, meeting).ok()?;
            Some((group, march))
        })?;
        if march.touched.is_empty() == sketch.touches {
            return None;
        }
        // Whoever is left behind gains nothing.
        let going = march.ways.iter().filter(|way| march.movers.contains(way.element)).count();
        let gain = (sketch.worth - stay) * going as f64 / march.ways.len() as f64;
        Some(Offer { gain, choice: Choice::March { group, route, meeting } })
    }

    /// Whether somebody is in the way of a member of the Group for sure.
    fn is_barred(&self, place: usize, route: &Route) -> bool {
        let straight = matches!(route.legs().last(), Some(Leg::Straight(_)));
        let (end, before) =
            (self.ends(route.legs()), self.ends(&route.legs()[..route.legs().len() - usize::from(straight)]));
        self.assessments[place].is_barred_from(
            self.evaluation.battle,
            &before[place],
            &end[place],
            self.formation.unit_set(),
        )
    }

    /// The same Group, led by the member that came last.
    fn led_by_last(&self) -> Formation {
        let ids = self.members.iter().rev().map(|at| self.evaluation.friend(*at).id);
        ids.fold(Formation::EMPTY, Formation::with)
    }

    /// Thinks of everything worth trying.
    fn gather(&mut self) {
        let leader = self.base(0);
        let focuses = self.assessments.iter().filter_map(|assessment| assessment.focus);
        let sum =
            focuses.fold((Vector::ZERO, 0.0), |(sum, count), focus| (sum + (focus.at - leader.centre), count + 1.0));
        let focus = (sum.1 > 0.0).then(|| leader.centre + sum.0 * (1.0 / sum.1));
        let objective =
            self.evaluation.objective.destination(self.evaluation.observation, self.evaluation.friend(self.members[0]));
        for aim in objective.into_iter().chain(focus) {
            self.towards(aim);
        }
        for distance in [self.speed, 0.5 * self.speed, -self.speed] {
            self.consider(Route::straight(distance));
        }
        // Right up to the enemy edge.
        let ahead = leader.facing.ahead();
        let room = |place: usize| self.evaluation.battle.table().room(&self.base(place), ahead);
        let room = (0..self.members.len()).map(room).fold(f64::INFINITY, f64::min);
        if matches!(self.evaluation.objective, Objective::Edge) && room < self.speed {
            self.consider(Route::straight(room));
        }
        self.close_in();
    }

    /// Brings the front on a point by a wheel, and goes there.
    fn towards(&mut self, aim: Point) {
        let leader = self.base(0);
        let Some(wanted) = Facing::along(aim - leader.centre) else { return };
        let angle = leader.facing.radians_to(wanted);
        let most = (self.speed + self.free_wheel) / self.frontage;
        let wheel = angle.clamp(-most, most);
        if wheel.abs() > LEAST_WHEEL {
            let left = self.speed - (self.frontage * wheel.abs() - self.free_wheel).max(0.0);
            let route = Route::STAY.then(Leg::Wheel(wheel));
            self.consider(if left > 0.05 { route.then(Leg::Straight(left - 1e-6)) } else { route });
        }
        // Just into range of it.
        let friend = self.evaluation.friend(self.members[0]);
        let wanted = leader.centre.distance(aim) - friend.range - 0.97 * self.evaluation.observation.base;
        if friend.range >= 0.0 && wanted > 0.0 && wanted < self.speed {
            self.consider(Route::straight(wanted));
        }
    }

    /// Goes straight until somebody touches an enemy.
    fn close_in(&mut self) {
        let observation = self.evaluation.observation;
        let mut nearest: Option<(f64, usize, usize)> = None;
        for place in 0..self.members.len() {
            let base = self.base(place);
            for (index, foe) in observation.foes.iter().enumerate() {
                let reach = self.speed + 1.45 * observation.base;
                if foe.air || (foe.base.centre - base.centre).length_squared() > reach * reach {
                    continue;
                }
                let Some(touch) = stretch(&base, base.facing.ahead(), 0.0, self.speed, &foe.base) else { continue };
                if touch.from >= 0.0 && nearest.is_none_or(|(other, _, _)| touch.from < other) {
                    nearest = Some((touch.from, place, index));
                }
            }
        }
        let Some((distance, place, index)) = nearest else { return };
        let foe = &observation.foes[index];
        let route = Route::straight(distance);
        let ends: PerMember<Base> = (0..self.members.len())
            .map(|member| self.base(member))
            .map(|base| base.moved(base.facing.ahead() * distance))
            .collect();
        let mates = (self.members.len() - 1).min(2);
        let edge = foe.base.edge_towards(ends[place].centre);
        let settled = self.base(place).against(Edge::Front, &foe.base, edge);
        let contact = self.evaluation.contact(self.members[place], index, edge, &settled, mates);
        let stand = self.stand(&ends);
        let worth = stand + contact;
        self.push(Sketch { route, stand, worth, weighed: true, touches: true });
    }

    /// Thinks of a march that touches nobody.
    fn consider(&mut self, route: Route) {
        let ends = self.ends(route.legs());
        let stand = self.stand(&ends);
        let shot = |(assessment, end): (&&ThreatAssessment, &Base)| {
            if assessment.friend.move_or_fire { 0.0 } else { assessment.possible_shot(end) }
        };
        let shots: f64 = self.assessments.iter().zip(&ends).map(shot).sum();
        self.push(Sketch { route, stand, worth: stand + shots, weighed: false, touches: false });
    }

    fn push(&mut self, sketch: Sketch) {
        if sketch.worth > self.least {
            // There is room for everything that matters; what does not fit is not thought of.
            let _ = self.routes.try_push(sketch);
        } else {
            self.rest = self.rest.max(sketch.worth);
        }
    }

    /// What it is worth to stand so.
    fn stand(&self, ends: &[Base]) -> f64 {
        self.assessments.iter().zip(ends).map(|(assessment, end)| assessment.stand(self.evaluation, end)).sum()
    }

    /// What it is worth to fire from where a march leads.
    fn shots(&self, route: &Route) -> f64 {
        let ends = self.ends(route.legs());
        let mut seen: PerMember<usize> = ArrayVec::new();
        let mut worth = 0.0;
        for (assessment, end) in self.assessments.iter().zip(&ends) {
            if assessment.friend.move_or_fire {
                continue;
            }
            if let (shot, Some(foe)) = assessment.shot(self.evaluation, end) {
                worth += if seen.contains(&foe) { SAME_TARGET * shot } else { shot };
                seen.push(foe);
            }
        }
        worth
    }

    /// Where a march leads that nothing bars.
    fn ends(&self, legs: &[Leg]) -> PerMember<Base> {
        let mut bases: PerMember<Base> = (0..self.members.len()).map(|place| self.base(place)).collect();
        for leg in legs {
            match *leg {
                Leg::Straight(distance) => {
                    let step = bases[0].facing.ahead() * distance;
                    bases.iter_mut().for_each(|base| *base = base.moved(step));
                }
                Leg::Wheel(radians) => {
                    let pivot = pivot(&bases, radians);
                    let turn = Turn::clockwise(radians);
                    bases.iter_mut().for_each(|base| *base = base.turned_about(pivot, turn));
                }
            }
        }
        bases
    }
}

/// The inner front corner of a formation whose leader, one of the front rank, comes first.
fn pivot(bases: &[Base], radians: f64) -> Point {
    let leader = &bases[0];
    let (ahead, right) = (leader.facing.ahead(), leader.facing.right());
    let hand = if radians > 0.0 { 1.0 } else { -1.0 };
    let corner = if radians > 0.0 { Corner::FrontRight } else { Corner::FrontLeft };
    let rank = bases.iter().filter(|base| (base.centre - leader.centre).dot(ahead) > -leader.half_depth);
    let inner = rank.max_by(|a, b| {
        let across = |base: &Base| hand * (base.centre - leader.centre).dot(right);
        across(a).total_cmp(&across(b))
    });
    inner.unwrap_or(leader).corner(corner)
}
