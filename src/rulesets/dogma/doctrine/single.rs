//! Tactical moves: candidates for one Element, and the best of them.

use arrayvec::ArrayVec;

use super::goal::Goal;
use super::judge::{Focus, Judge};
use super::picture::Friend;
use crate::rulesets::dogma::choices::{Away, Choice, Meeting, Path};
use crate::rulesets::dogma::state::{ElementId, Formation, NOBODY, bit};
use crate::tabletop::plane::{Base, Edge, Facing, Point, Segment, Turn, stretch};

/// Most candidates for one Element.
const CANDIDATES: usize = 64;

/// How many candidates are tried until one is legal.
const TRIES: usize = 12;

/// By how many radians it turns aside when something stands in the way.
const DETOURS: [f64; 2] = [0.8, -0.8];

/// FP that it costs to leave a Group.
const LEAVES_GROUP: f64 = 0.12;

/// A choice and what it gains over staying, FP.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    /// Gain.
    pub gain: f64,
    /// Who moves; in a Group the leader.
    pub leader: ElementId,
    /// The choice.
    pub choice: Choice,
}

/// A path, where it leads, and what it is worth.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    path: Path,
    worth: f64,
    /// The enemy that it means to touch: an index into the picture's.
    touches: Option<(usize, Edge)>,
}

/// The candidates of one Element.
struct Candidates<'j, 'a, 's> {
    judge: &'j Judge<'a, 's>,
    at: usize,
    friend: &'j Friend,
    focus: Option<Focus>,
    list: ArrayVec<Candidate, CANDIDATES>,
}

impl Judge<'_, '_> {
    /// What it is worth to a friend to stay where it is.
    pub fn stay(&self, at: usize, focus: Option<Focus>) -> f64 {
        let friend = self.friend(at);
        self.stand(friend, focus, &friend.base) + self.plan.share(&self.battle.setup.odds, self.picture, at)
    }

    /// The best move of a friend alone, if any gains something.
    pub fn best_single(&self, at: usize) -> Option<Offer> {
        let friend = self.friend(at);
        let force = self.battle.force(self.picture.side);
        if force.partial & bit(friend.id) != 0 {
            return self.best_parting(at);
        }
        let focus = self.focus(friend);
        let mut candidates = Candidates { judge: self, at, friend, focus, list: ArrayVec::new() };
        candidates.gather();
        let mut stay = self.stay(at, focus);
        if self.battle.in_group(friend.id) {
            stay += self.mood.formation * LEAVES_GROUP;
        }
        candidates.best(stay)
    }

    /// The best way out of partial contact: a slide into full contact, or a step back (DG-CON-08).
    fn best_parting(&self, at: usize) -> Option<Offer> {
        let friend = self.friend(at);
        let focus = self.focus(friend);
        let stay = self.stay(at, focus);
        let group = Formation::single(friend.id);
        let mut best: Option<Offer> = None;
        let mut consider = |gain: f64, choice: Choice| {
            if gain > 0.0 && best.is_none_or(|offer| gain > offer.gain) {
                best = Some(Offer { gain, leader: friend.id, choice });
            }
        };
        for (index, foe) in self.picture.foes.iter().enumerate() {
            if self.battle.element(friend.id).contact.foes & bit(foe.id) == 0 {
                continue;
            }
            if let Ok(march) = self.battle.plan_slide(&group, foe.id) {
                let settled = march.ways[0].settled;
                let edge = foe.base.edge_towards(settled.centre);
                let worth = self.contact(at, index, edge, &settled, 0) + self.stand(friend, focus, &settled);
                consider(worth - stay, Choice::Slide { group, foe: foe.id });
            }
        }
        for distance in [friend.speed, 0.5 * friend.speed] {
            let (away, facing) = (Away::Back, None);
            if let Ok(march) = self.battle.plan_break_off(&group, away, distance, facing) {
                let end = march.ways[0].end;
                let shots = if friend.move_or_fire { 0.0 } else { self.shots(Some(at), friend, &end).0 };
                consider(
                    self.stand(friend, focus, &end) + shots - stay,
                    Choice::BreakOff { group, away, distance, facing },
                );
            }
        }
        best
    }
}

impl Candidates<'_, '_, '_> {
    /// Thinks of everything worth trying.
    fn gather(&mut self) {
        let (picture, friend) = (self.judge.picture, self.friend);
        let centre = friend.base.centre;
        if let Some(goal) = self.judge.goal.destination(picture, friend) {
            self.towards(goal, centre.distance(goal));
        }
        if let Some(focus) = self.focus {
            let apart = centre.distance(focus.at);
            self.towards(focus.at, apart - 1.02 * picture.base);
            self.back_from(focus.at);
        }
        let far = friend.speed + friend.range.max(0.0) + 1.5 * picture.base;
        for (index, foe) in picture.foes.iter().enumerate() {
            let apart = centre.distance(foe.base.centre);
            if apart > far {
                continue;
            }
            if friend.range >= 0.0 && !foe.engaged {
                self.come_in_range(foe.base.centre, apart);
            }
            if !friend.air && !foe.air && apart <= friend.speed + 1.45 * picture.base {
                self.close_in(index);
            }
        }
    }

    /// Faces a point and goes there, as far as it can, or half as far; past what stands in the way, if something does.
    fn towards(&mut self, point: Point, most: f64) {
        let Some(facing) = Facing::along(point - self.friend.base.centre) else { return };
        let most = most.min(self.friend.speed);
        if most <= 0.05 {
            self.consider(Path::turn(facing));
            return;
        }
        if self.advance(facing, most) < 0.7 * most {
            for turn in DETOURS {
                self.advance(facing.turned(Turn::clockwise(turn)), most);
            }
        }
        // Whoever stands in a line has no room to turn in it: straight on first.
        if self.judge.battle.in_group(self.friend.id) {
            self.out_of_line(point);
        }
    }

    /// Goes straight on, and turns towards a point at the end or as soon as there is room to turn.
    fn out_of_line(&mut self, point: Point) {
        let (battle, base) = (self.judge.battle, self.friend.base);
        let speed = self.friend.speed;
        let run = battle.run_length(&battle.mover(self.friend.id), &base, base.facing.ahead(), speed);
        for first in [run - 0.05, 1.05 * self.judge.picture.base] {
            if !(0.2..run).contains(&first) {
                continue;
            }
            let bend = base.centre + base.facing.ahead() * first;
            let Some(facing) = Facing::along(point - bend) else { continue };
            self.consider(Path { first, facing: Some(facing), second: 0.0 });
            let second = (speed - first).min(bend.distance(point));
            if second > 0.2 {
                self.consider(Path { first, facing: Some(facing), second });
            }
        }
    }

    /// Goes straight along a facing until something stops it; says how far that is.
    fn advance(&mut self, facing: Facing, most: f64) -> f64 {
        let start = self.friend.base.with_facing(facing);
        let way = Segment::new(start.centre, start.centre + facing.ahead() * most);
        let run = if self.judge.way_is_free(self.friend, &way) {
            most
        } else {
            let mover = self.judge.battle.mover(self.friend.id);
            self.judge.battle.run_length(&mover, &start, facing.ahead(), most)
        };
        // Straight into somebody is contact, which is considered apart; right up to the enemy edge is what it takes to leave.
        let leaves = matches!(self.judge.goal, Goal::Edge);
        let free = if run < most && !leaves { run - 0.05 } else { run };
        for distance in [free, 0.5 * free] {
            if distance > 0.2 {
                self.consider(Path { first: 0.0, facing: Some(facing), second: distance });
            }
        }
        free
    }

    /// Faces a point and goes back from it.
    fn back_from(&mut self, point: Point) {
        let Some(facing) = Facing::along(point - self.friend.base.centre) else { return };
        self.consider(Path::turn(facing));
        for distance in [self.friend.speed, 0.5 * self.friend.speed] {
            self.consider(Path { first: 0.0, facing: Some(facing), second: -distance });
        }
    }

    /// Faces an enemy and goes just into range, or where it is and faces it.
    fn come_in_range(&mut self, point: Point, apart: f64) {
        let friend = self.friend;
        let Some(facing) = Facing::along(point - friend.base.centre) else { return };
        let wanted = apart - friend.range - 0.97 * self.judge.picture.base;
        if wanted <= 0.0 {
            self.consider(Path::turn(facing));
            // The longest shot that is left.
            self.consider(Path { first: 0.0, facing: Some(facing), second: wanted.max(-friend.speed) });
        } else if wanted <= friend.speed && !friend.move_or_fire {
            self.consider(Path { first: 0.0, facing: Some(facing), second: wanted });
            // Straight on first, then a turn on the spot: it may see past somebody.
            let ahead = friend.base.facing.ahead();
            let end = friend.base.centre + ahead * wanted;
            if let Some(facing) = Facing::along(point - end) {
                self.consider(Path { first: wanted, facing: Some(facing), second: 0.0 });
            }
        }
    }

    /// Comes into contact with every edge of an enemy that it can reach: directly, or straight on until it is past the edge's
    /// line and then with a bend.
    fn close_in(&mut self, index: usize) {
        let (picture, friend) = (self.judge.picture, self.friend);
        let foe = &picture.foes[index];
        for edge in Edge::ALL {
            let (outward, ahead) = (foe.base.outward(edge), friend.base.facing.ahead());
            let beyond = foe.base.beyond(edge, friend.base.centre);
            let clearance = 0.72 * picture.base;
            let first = if beyond >= 0.3 * picture.base {
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
            let place = foe.base.centre + outward * picture.base;
            let Some(facing) = Facing::along(place - bend.centre).or(Facing::along(-outward)) else { continue };
            let start = bend.with_facing(facing);
            let left = friend.speed - first;
            let Some(touch) = stretch(&start, facing.ahead(), 0.0, left, &foe.base) else { continue };
            if !(0.0..=left).contains(&touch.from) {
                continue;
            }
            let path = Path { first, facing: Some(facing), second: touch.from };
            let settled = friend.base.against(Edge::Front, &foe.base, edge);
            let worth = self.judge.contact(self.at, index, edge, &settled, 0)
                + self.judge.stand(friend, self.focus, &settled)
                - self.judge.in_the_way(Some(self.at), settled.centre);
            self.push(Candidate { path, worth, touches: Some((index, edge)) });
        }
    }

    /// Judges a path that touches nobody.
    fn consider(&mut self, path: Path) {
        let friend = self.friend;
        let end = end_of(&friend.base, &path);
        let moved = path.length() > 0.0;
        let mut worth = self.judge.stand(friend, self.focus, &end);
        if !(moved && friend.move_or_fire) {
            worth += self.judge.shots(Some(self.at), friend, &end).0;
        }
        if moved {
            worth -= self.judge.in_the_way(Some(self.at), end.centre);
        }
        self.push(Candidate { path, worth, touches: None });
    }

    fn push(&mut self, candidate: Candidate) {
        // There is room for everything that matters; what does not fit is not thought of.
        let _ = self.list.try_push(candidate);
    }

    /// The best legal candidate that is worth more than `stay`.
    fn best(&mut self, stay: f64) -> Option<Offer> {
        for _ in 0..TRIES {
            let (place, best) = self.list.iter().enumerate().max_by(|(_, a), (_, b)| a.worth.total_cmp(&b.worth))?;
            let (best, gain) = (*best, best.worth - stay);
            if gain <= 0.0 {
                return None;
            }
            self.list.swap_remove(place);
            let foe = best.touches.map_or(NOBODY, |(index, _)| self.judge.picture.foes[index].id);
            let meeting = Meeting::with(foe);
            let Ok(course) = self.judge.battle.plan_move(self.friend.id, &best.path, meeting, NOBODY) else { continue };
            let as_meant = match best.touches {
                Some((_, edge)) => course.meets() == Some((foe, edge)),
                None => course.touched == 0,
            };
            if as_meant {
                let choice = Choice::Move { element: self.friend.id, path: best.path, meeting, join: NOBODY };
                return Some(Offer { gain, leader: self.friend.id, choice });
            }
        }
        None
    }
}

/// Where a path leads that nothing bars.
pub fn end_of(base: &Base, path: &Path) -> Base {
    let bend = base.moved(base.facing.ahead() * path.first);
    let turned = path.facing.map_or(bend, |facing| bend.with_facing(facing));
    turned.moved(turned.facing.ahead() * path.second)
}
