//! Tactical moves: candidates for one Element, and the best of them.

use crate::rulesets::dogma::tactics;
use std::f64::consts::{FRAC_PI_4, SQRT_2};

use super::evaluation::Evaluation;
use super::objective::Objective;
use super::threat_assessment::{BLOW, ThreatAssessment};
use crate::game::policy::BestFirst;
use crate::rulesets::dogma::choices::{Away, Choice, Meeting, Path};
use crate::rulesets::dogma::movement::unit_move::{Course, Mover};
use crate::rulesets::dogma::state::{Formation, NOBODY};
use crate::tabletop::plane::{Base, Edge, Facing, Point, Turn, stretch};

/// Most candidates for one Element.
const CANDIDATES: usize = 64;

/// How many candidates are tried until one is legal.
const TRIES: usize = 12;

/// By how many radians it turns aside when something stands in the way.
const DETOURS: [f64; 2] = [0.7, -0.7];

/// Share of what a straight way would gain that it gains to go where that way is open.
const AROUND: f64 = 0.8;

/// How much short of what stops it a straight move ends, inches.
const SHORT: f64 = 0.05;

/// By how much a corner that is to touch the table edge stays short of it, inches.
const HAIR: f64 = 0.005;

/// FP that it costs to leave a Group.
const LEAVES_GROUP: f64 = 0.12;

/// A choice and what it gains over staying, FP.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    /// Gain.
    pub gain: f64,
    /// The choice.
    pub choice: Choice,
}

/// A path, where it leads, and what it is worth.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    path: Path,
    /// Where it leads, doors closed.
    end: Base,
    /// What it is worth to stand there.
    stand: f64,
    /// Whether somebody is in the way for sure.
    barred: bool,
    kind: Kind,
}

/// What a candidate means to do.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// To go there.
    Plain,
    /// To go straight along the facing it takes up, as far as there is room.
    Straight,
    /// The same past something that stands in the way.
    Detour,
    /// To touch an enemy, by its index in the observation.
    Contact(u8, Edge),
}

/// The candidates of one Element.
struct Candidates<'j, 'a, 's> {
    evaluation: &'j Evaluation<'a, 's>,
    assessment: &'j ThreatAssessment,
    at: usize,
    list: BestFirst<Candidate, CANDIDATES>,
}

impl Evaluation<'_, '_> {
    /// The best move of a friend alone, if any gains more than `least`.
    ///
    /// # Errors
    /// What any gains at most, if none does.
    pub fn best_single(&self, assessment: &ThreatAssessment, at: usize, least: f64) -> Result<Offer, f64> {
        let friend = self.friend(at);
        let mut stay = assessment.stay(self);
        if self.battle.force(self.observation.side).partial.contains(friend.id) {
            return self.best_parting(assessment, at, stay, least);
        }
        let grouped = self.battle.in_group(friend.id);
        if grouped {
            stay += self.weights.formation * LEAVES_GROUP;
        }
        let mut candidates = Candidates { evaluation: self, assessment, at, list: BestFirst::new(stay + least) };
        candidates.gather(grouped);
        let best = candidates.best();
        best.map(|(worth, choice)| Offer { gain: worth - stay, choice }).ok_or(candidates.list.rest() - stay)
    }

    /// The best way out of partial contact: a slide into full contact, or a step back (DG-CON-08).
    fn best_parting(&self, assessment: &ThreatAssessment, at: usize, stay: f64, least: f64) -> Result<Offer, f64> {
        let Evaluation { battle, observation, .. } = *self;
        let friend = &assessment.friend;
        let group = Formation::single(friend.id);
        let mut best: Option<Offer> = None;
        let mut consider = |gain: f64, choice: Choice| {
            if best.is_none_or(|offer| gain > offer.gain) {
                best = Some(Offer { gain, choice });
            }
        };
        for (index, foe) in observation.foes.iter().enumerate() {
            if !battle.element(friend.id).contact.foes.contains(foe.id) {
                continue;
            }
            if let Ok(march) = battle.plan_slide(&group, foe.id) {
                let settled = march.ways[0].settled;
                let edge = foe.base.edge_towards(settled.centre);
                let worth = self.contact(at, index, edge, &settled, 0) + assessment.stand(self, &settled);
                consider(worth - stay, Choice::Slide { group, foe: foe.id });
            }
        }
        let distances = [friend.speed, 0.5 * friend.speed];
        for distance in distances.into_iter().filter(|_| !self.without.has(tactics::BREAKING_OFF)) {
            let (away, facing) = (Away::Back, None);
            if let Ok(march) = battle.plan_break_off(&group, away, distance, facing) {
                let end = march.ways[0].end;
                let shot = if friend.move_or_fire { 0.0 } else { assessment.shot(self, &end).0 };
                consider(
                    assessment.stand(self, &end) + shot - stay,
                    Choice::BreakOff { group, away, distance, facing },
                );
            }
        }
        match best {
            Some(offer) if offer.gain > least => Ok(offer),
            _ => Err(best.map_or(f64::NEG_INFINITY, |offer| offer.gain)),
        }
    }
}

impl Candidates<'_, '_, '_> {
    /// Thinks of everything worth trying.
    fn gather(&mut self, grouped: bool) {
        let Evaluation { observation, objective, .. } = *self.evaluation;
        let friend = &self.assessment.friend;
        let centre = friend.base.centre;
        if let Some(objective) = objective.destination(observation, friend) {
            self.towards(objective, centre.distance(objective), grouped);
        }
        if matches!(objective, Objective::Edge) {
            self.reach_the_edge();
        }
        if let Some(post) = objective.post(friend) {
            self.take_post(post);
        }
        if let Some(focus) = self.assessment.focus {
            let apart = centre.distance(focus.at);
            self.towards(focus.at, apart - 1.02 * observation.base, grouped);
            if self.assessment.loss(false, centre) > 0.0 {
                self.back_from(focus.at);
            }
        }
        if let Some(index) = self.assessment.best_target() {
            self.come_in_range(observation.foes[index].base.centre);
        }
        if friend.air {
            return;
        }
        let near = friend.speed + BLOW * observation.base;
        for (index, foe) in observation.foes.iter().enumerate() {
            if !foe.air && (foe.base.centre - centre).length_squared() <= near * near {
                self.close_in(index);
            }
        }
    }

    /// Faces a point and goes there, as far as it can.
    fn towards(&mut self, point: Point, most: f64, grouped: bool) {
        let friend = &self.assessment.friend;
        let Some(facing) = Facing::along(point - friend.base.centre) else { return };
        let most = most.min(friend.speed);
        if most <= 0.05 {
            self.consider(Path::turn(facing), Kind::Plain);
            return;
        }
        // Whoever stands in a line has no room to turn in it: straight on first.
        if grouped {
            self.out_of_line(point);
            for quarters in [1, 3] {
                self.advance(friend.base.facing.quarters(quarters), friend.speed, Kind::Detour);
            }
        } else {
            self.advance(facing, most, Kind::Straight);
        }
    }

    /// Goes straight on and turns a corner to the enemy edge, where that is what it lacks to touch it (DG-SCN-03).
    fn reach_the_edge(&mut self) {
        let Evaluation { battle, observation, .. } = *self.evaluation;
        let friend = &self.assessment.friend;
        let (ahead, half) = (friend.base.facing.ahead(), friend.base.half_depth);
        let room = battle.table().room(&friend.base, ahead);
        let first = room + half * (1.0 - SQRT_2) - HAIR;
        if ahead.dot(observation.ahead) > 0.999 && room > friend.speed && (0.0..=friend.speed).contains(&first) {
            let facing = Some(friend.base.facing.turned(Turn::clockwise(FRAC_PI_4)));
            self.consider(Path { first, facing, second: 0.0 }, Kind::Plain);
        }
    }

    /// Goes to a place that has to be taken up along the ground beside it: all the way, with a bend onto one of its axes, or
    /// one way of two.
    fn take_post(&mut self, post: &Base) {
        let friend = &self.assessment.friend;
        let (way, ahead, speed) = (post.centre - friend.base.centre, friend.base.facing.ahead(), friend.speed);
        if way.length() > speed + self.evaluation.observation.base {
            return;
        }
        for quarters in 0..4 {
            let facing = post.facing.quarters(quarters);
            let along = facing.ahead();
            let slope = ahead.cross(along);
            if slope.abs() > 0.1 {
                let (first, second) = (way.cross(along) / slope, ahead.cross(way) / slope);
                if first * second >= 0.0 && (first + second).abs() <= speed {
                    self.consider(Path { first, facing: Some(facing), second }, Kind::Plain);
                }
            }
            let second = way.dot(along);
            if second > 0.0 {
                self.consider(Path { first: 0.0, facing: Some(facing), second: second.min(speed) }, Kind::Plain);
            }
        }
    }

    /// Goes straight on, and turns towards a point at the end or as soon as there is room to turn.
    fn out_of_line(&mut self, point: Point) {
        let Evaluation { battle, observation, objective, .. } = *self.evaluation;
        let friend = &self.assessment.friend;
        let (base, speed) = (friend.base, friend.speed);
        let run = battle.run_length(&self.assessment.mover(battle), &base, base.facing.ahead(), speed);
        if matches!(objective, Objective::Edge) && run > HAIR {
            self.consider(Path::straight(run), Kind::Plain);
        }
        for first in [run - SHORT, 1.05 * observation.base] {
            if !(0.2..run).contains(&first) {
                continue;
            }
            let bend = base.centre + base.facing.ahead() * first;
            let Some(facing) = Facing::along(point - bend) else { continue };
            self.consider(Path { first, facing: Some(facing), second: 0.0 }, Kind::Plain);
            let second = (speed - first).min(bend.distance(point));
            if second > 0.2 {
                self.consider(Path { first, facing: Some(facing), second }, Kind::Plain);
            }
        }
    }

    /// Goes straight along a facing.
    fn advance(&mut self, facing: Facing, most: f64, kind: Kind) {
        let Evaluation { battle, objective, .. } = *self.evaluation;
        let start = self.assessment.friend.base.with_facing(facing);
        let most = most.min(battle.table().room(&start, facing.ahead()));
        // The last hair's breadth is what it takes to leave.
        let least = if matches!(objective, Objective::Edge) { 0.0 } else { 0.2 };
        if most > least {
            self.consider(Path { first: 0.0, facing: Some(facing), second: most }, kind);
        }
    }

    /// Instead of a straight way on which something stands: as far as there is room, and past it.
    fn shorten(&mut self, blocked: &Candidate) {
        let Evaluation { battle, objective, observation, .. } = *self.evaluation;
        let assessment = self.assessment;
        let (friend, most, straight) = (&assessment.friend, blocked.path.second, blocked.end.facing);
        let (anywhere, mover) = (battle.mover(friend.id), assessment.mover(battle));
        let run = |mover: &Mover, base: &Base| battle.run_length(mover, base, base.facing.ahead(), most);
        // Straight into somebody is contact, which is considered apart; right up to the enemy edge is what it takes to leave.
        let free = |facing: Facing| {
            let run = run(&mover, &friend.base.with_facing(facing));
            if matches!(objective, Objective::Edge) || run >= most { run } else { run.min(most - SHORT) - SHORT }
        };
        let left = free(straight);
        self.advance(straight, left, Kind::Plain);
        let turns = battle.table().holds(&friend.base.with_facing(straight));
        if blocked.kind != Kind::Straight || left >= 0.7 * most && turns {
            return;
        }
        // Aside, in order to go straight on from there next time; without room to turn, by quarters.
        let optimistic_share =
            AROUND * (blocked.stand - assessment.stand(self.evaluation, &friend.base)).max(0.0) / most;
        let mut aside = |facing: Facing, distance: f64| {
            let bend = friend.base.with_facing(facing);
            let end = bend.moved(facing.ahead() * distance);
            if distance <= 0.2 || !observation.may_hold(end.centre) {
                return;
            }
            let stand = assessment.stand(self.evaluation, &end);
            let shot = if friend.move_or_fire { 0.0 } else { assessment.possible_shot(&end) };
            // The room that is there need not be known of what is too little with all of it.
            let room = (most - left.max(0.0)).max(0.0);
            if !self.list.matters(stand + optimistic_share * room + shot) || assessment.is_barred(battle, &bend, &end) {
                return;
            }
            let gain = optimistic_share * (run(&anywhere, &end.with_facing(straight)) - left.max(0.0)).max(0.0);
            let path = Path { first: 0.0, facing: Some(facing), second: distance };
            let (stand, kind) = (stand + gain, Kind::Plain);
            self.list.put(Candidate { path, end, stand, barred: false, kind }, stand + shot);
        };
        for turn in DETOURS {
            let facing = straight.turned(Turn::clockwise(turn));
            aside(facing, free(facing));
        }
        for quarters in [1, 3] {
            let facing = friend.base.facing.quarters(quarters);
            aside(facing, free(facing));
        }
    }

    /// Faces a point and goes back from it.
    fn back_from(&mut self, point: Point) {
        let friend = &self.assessment.friend;
        let Some(facing) = Facing::along(point - friend.base.centre) else { return };
        self.consider(Path::turn(facing), Kind::Plain);
        self.consider(Path { first: 0.0, facing: Some(facing), second: -friend.speed }, Kind::Plain);
    }

    /// Faces an enemy and goes just into range, or where it is and faces it.
    fn come_in_range(&mut self, point: Point) {
        let friend = &self.assessment.friend;
        let apart = friend.base.centre.distance(point);
        let Some(facing) = Facing::along(point - friend.base.centre) else { return };
        let wanted = apart - friend.range - 0.97 * self.evaluation.observation.base;
        if wanted <= 0.0 {
            // The longest shot that is left.
            let back = wanted.max(-friend.speed);
            self.consider(Path { first: 0.0, facing: Some(facing), second: back }, Kind::Plain);
        } else if wanted <= friend.speed && !friend.move_or_fire {
            self.consider(Path { first: 0.0, facing: Some(facing), second: wanted }, Kind::Plain);
        }
    }

    /// Comes into contact with every edge of an enemy that it can reach: directly, or straight on until it is past the edge's
    /// line and then with a bend.
    fn close_in(&mut self, index: usize) {
        let Evaluation { observation, .. } = *self.evaluation;
        let friend = &self.assessment.friend;
        let foe = &observation.foes[index];
        for edge in Edge::ALL {
            let (outward, ahead) = (foe.base.outward(edge), friend.base.facing.ahead());
            let beyond = foe.base.beyond(edge, friend.base.centre);
            let clearance = 0.72 * observation.base;
            let first = if beyond >= 0.3 * observation.base {
                0.0
            } else if ahead.dot(outward) > 0.1 {
                (clearance - beyond) / ahead.dot(outward)
            } else {
                continue;
            };
            if first > friend.speed {
                continue;
            }
            let bend = friend.base.moved(ahead * first);
            let place = foe.base.centre + outward * observation.base;
            let Some(facing) = Facing::along(place - bend.centre).or(Facing::along(-outward)) else { continue };
            let start = bend.with_facing(facing);
            let left = friend.speed - first;
            let Some(touch) = stretch(&start, facing.ahead(), 0.0, left, &foe.base) else { continue };
            if !(0.0..=left).contains(&touch.from) {
                continue;
            }
            let path = Path { first, facing: Some(facing), second: touch.from };
            if self.assessment.is_barred(self.evaluation.battle, &start, &start.moved(facing.ahead() * touch.from)) {
                debug_assert!(self.is_refused(&path), "{path:?} of {:?} is legal", friend.id);
                continue;
            }
            let end = friend.base.against(Edge::Front, &foe.base, edge);
            let most = self.evaluation.most_contact(friend.kind, index, 0);
            self.weigh_up(path, end, most, Kind::Contact(index as u8, edge), false);
        }
    }

    /// Thinks of a path that touches nobody.
    fn consider(&mut self, path: Path, kind: Kind) {
        let assessment = self.assessment;
        let base = &assessment.friend.base;
        let bend = bend_of(base, &path);
        let end = bend.moved(bend.facing.ahead() * path.second);
        let moved = path.length() > 0.0;
        let nowhere = !moved && end == *base;
        if nowhere || !self.evaluation.observation.may_hold(end.centre) {
            return;
        }
        let barred = assessment.is_barred(self.evaluation.battle, &bend, &end);
        debug_assert!(!barred || self.is_refused(&path), "{path:?} of {:?} is legal", assessment.friend.id);
        if barred && kind == Kind::Plain {
            return;
        }
        let shot = if moved && assessment.friend.move_or_fire { 0.0 } else { assessment.possible_shot(&end) };
        self.weigh_up(path, end, shot, kind, barred);
    }

    /// Whether the rules refuse a path.
    fn is_refused(&self, path: &Path) -> bool {
        self.evaluation.battle.plan_move(self.assessment.friend.id, path, Meeting::ANY, NOBODY).is_err()
    }

    /// Takes a path for a candidate that gains so much at most by what is done at its end, unless it is worth too little.
    fn weigh_up(&mut self, path: Path, end: Base, gained: f64, kind: Kind, barred: bool) {
        let (assessment, evaluation) = (self.assessment, self.evaluation);
        let (unharmed, cover) = assessment.stand_unharmed(evaluation, &end);
        // The danger need not be known of what is too little without it.
        if !self.list.matters(unharmed + gained) {
            return;
        }
        let stand = unharmed - assessment.harm(evaluation, cover, &end);
        self.list.put(Candidate { path, end, stand, barred, kind }, stand + gained);
    }

    /// The best legal candidate and what it is worth. Those are weighed that may be the best.
    fn best(&mut self) -> Option<(f64, Choice)> {
        let Evaluation { battle, observation, .. } = *self.evaluation;
        let element = self.assessment.friend.id;
        let mut tries = 0;
        while tries < TRIES {
            let (evaluation, assessment, at) = (self.evaluation, self.assessment, self.at);
            let (best, worth) = self.list.next_best(|candidate| weigh(evaluation, assessment, at, candidate))?;
            tries += 1;
            let foe = match best.kind {
                Kind::Contact(index, _) => observation.foes[usize::from(index)].id,
                _ => NOBODY,
            };
            let meeting = Meeting::with(foe);
            let meant = |course: Course| match best.kind {
                Kind::Contact(_, edge) => course.meets() == Some((foe, edge)),
                _ => course.touched.is_empty(),
            };
            let as_meant = !best.barred && battle.plan_move(element, &best.path, meeting, NOBODY).is_ok_and(meant);
            if as_meant {
                return Some((worth, Choice::Move { element, path: best.path, meeting, join: NOBODY }));
            }
            if matches!(best.kind, Kind::Straight | Kind::Detour) {
                self.shorten(&best);
            }
        }
        None
    }
}

/// What a candidate is really worth.
fn weigh(evaluation: &Evaluation<'_, '_>, assessment: &ThreatAssessment, at: usize, candidate: &Candidate) -> f64 {
    let end = &candidate.end;
    let moved = candidate.path.length() > 0.0;
    let gained = match candidate.kind {
        Kind::Contact(index, edge) => evaluation.contact(at, usize::from(index), edge, end, 0),
        _ if moved && assessment.friend.move_or_fire => 0.0,
        _ => assessment.shot(evaluation, end).0,
    };
    let blocked = if moved { evaluation.in_the_way(assessment.at, end.centre) } else { 0.0 };
    candidate.stand + gained - blocked
}

/// Where a path leads that nothing bars.
pub fn end_of(base: &Base, path: &Path) -> Base {
    let bend = bend_of(base, path);
    bend.moved(bend.facing.ahead() * path.second)
}

/// Where its first leg leads, and the facing from there on.
fn bend_of(base: &Base, path: &Path) -> Base {
    let bend = base.moved(base.facing.ahead() * path.first);
    path.facing.map_or(bend, |facing| bend.with_facing(facing))
}
