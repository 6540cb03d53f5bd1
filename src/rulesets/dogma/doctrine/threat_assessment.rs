//! What one of us has to reckon with wherever it may go this turn: who can hurt it there, whom it can hurt from there, and who
//! stands in the way. It is gathered once for each Element that is thought of, so that a place is judged by the few who
//! matter to it.

use arrayvec::ArrayVec;

use super::evaluation::Evaluation;
use super::observation::{Friend, SHAKEN};
use crate::game::Side;
use crate::rulesets::dogma::movement::unit_move::Mover;
use crate::rulesets::dogma::state::{Battle, ElementId, UnitSet, bit, side_of};
use crate::rulesets::dogma::strike::sight::reaches;
use crate::tabletop::plane::{Base, Edge, Point, Segment, overlap};

/// Most enemies that count as threats.
const THREATS: usize = 24;

/// Most enemies that count as targets.
const TARGETS: usize = 8;

/// Most bases that count as being in the way of a shot.
const BLOCKERS: usize = 32;

/// Most bases that are looked at before a move is left to the rules.
const OBSTACLES: usize = 24;

/// How far beyond its range, measured between middles, an Element may just fire, as a share of the side of a base.
const CENTRES: f64 = 1.42;

/// How far beyond its speed, measured between middles, an Element may just come into contact, as a share of the side of a base.
pub const BLOW: f64 = 1.45;

/// What is left out of account where something is to be sure, inches.
const HAIR: f64 = 0.01;

/// What the danger from an enemy is multiplied with when it has to spend a move for its blow.
const MUST_MOVE: f64 = 0.7;

/// What the second worst blow counts beside the worst one: at most one falls, but it may fall when the other fails to come.
const SECOND_BLOW: f64 = 0.3;

/// FP from which an enemy is worth a whole game.
const DECISIVE: f64 = 12.0;

/// FP that every inch nearer to an attack is worth to an Element of no cost, and what every FP of cost adds.
const PER_INCH: (f64, f64) = (0.03, 0.03);

/// Share of that which goes on within the distance of an attack for those who can attack nobody.
const PULL: f64 = 0.3;

/// FP that it costs to look away from what one wants to attack.
const LOOKS_AWAY: f64 = 0.1;

/// FP that every inch back to where it came from costs an Element of no cost, and what every FP of cost adds: whoever goes back
/// and forth wastes the points for both.
const PER_INCH_BACK: f64 = 0.1;

/// FP a point of cost is worth in cover.
const IN_COVER: f64 = 0.08;

/// Share of its worth that it costs an Element to stand where a recoil would kill it.
const CORNERED: f64 = 0.08;

/// As far as this a base reaches on all sides, and another one of its size with it.
fn room_of(base: &Base) -> f64 {
    2.0 * base.half_width.min(base.half_depth) - HAIR
}

/// What a friend is after: the enemy that is worth most for the way to it, and the distance of centres from which an attack
/// on it begins.
#[derive(Clone, Copy, Debug)]
pub struct Focus {
    /// Where it is.
    pub at: Point,
    /// Distance at which the press is over, inches.
    reach: f64,
    /// How much more than usual it is wanted: from 1 to 2, for those who decide the game.
    urgency: f64,
}

/// An enemy that can harm a friend.
#[derive(Clone, Copy, Debug)]
struct Threat {
    at: Point,
    /// Distances of centres, squared, within which it does any harm, fires without a move, fires at all, comes into contact.
    reach2: f64,
    near2: f64,
    far2: f64,
    touch2: f64,
    /// The share of the friend's worth that its shot destroys or hinders, in the open and in cover, and its close attack.
    shot: [f64; 2],
    blow: f64,
}

/// A shot that a friend may get.
#[derive(Clone, Copy, Debug)]
struct Aim {
    /// Index of the enemy in the observation.
    foe: u8,
    /// The middle of its base.
    at: Point,
    /// What it adds to the plan, FP.
    worth: f64,
}

/// What a move may gain at most.
#[derive(Clone, Copy, Debug)]
pub struct Most {
    /// By the place where it ends and a shot from there, less what the friend does from where it is.
    pub place: f64,
    /// By contact with an enemy, less the same.
    pub contact: f64,
}

/// Somebody whom a friend may meet.
#[derive(Clone, Copy, Debug)]
struct Obstacle {
    id: ElementId,
    /// The middle of its base.
    at: Point,
    /// Whether nobody passes it: it is no flyer.
    grounded: bool,
}

/// What a friend has to reckon with.
#[derive(Clone, Debug)]
pub struct ThreatAssessment {
    /// Its index in the observation, if it is on the table.
    pub at: Option<usize>,
    /// Who it is.
    pub friend: Friend,
    /// What it is after; nothing when nobody is there.
    pub focus: Option<Focus>,
    threats: ArrayVec<Threat, THREATS>,
    /// The best first.
    aims: ArrayVec<Aim, TARGETS>,
    blockers: ArrayVec<(ElementId, Point), BLOCKERS>,
    /// Those near enough to be met by a move alone, or the first of them, and all of them as sets, by side.
    obstacles: ArrayVec<Obstacle, OBSTACLES>,
    near: [UnitSet; 2],
    /// Distance of centres, squared, beyond which no shot reaches anybody.
    span2: f64,
    /// The enemy contact with whom may be worth most, by its index in the observation, and how much.
    best_contact: Option<(usize, f64)>,
    /// Where it came from with its last move, and how far away that is, inches.
    came: Option<(Point, f64)>,
    /// How far it goes, inches, and whether it has looked who may be in its way.
    far: f64,
    around: bool,
    /// Share of the press that goes on within reach of what it is after: whoever stands there and sees nobody comes nearer.
    pull: f64,
    /// For what its focus and threats were gathered: the stamp of the observation, its base and how far it goes.
    reckoned: Option<(u64, Base, f64)>,
}

impl ThreatAssessment {
    /// The assessment of a friend before it looks.
    pub const fn unseen(friend: &Friend) -> Self {
        Self {
            at: None,
            friend: *friend,
            focus: None,
            threats: ArrayVec::new_const(),
            aims: ArrayVec::new_const(),
            blockers: ArrayVec::new_const(),
            obstacles: ArrayVec::new_const(),
            near: [UnitSet::EMPTY; 2],
            span2: 0.0,
            best_contact: None,
            came: None,
            far: 0.0,
            around: false,
            pull: 0.0,
            reckoned: None,
        }
    }

    /// The assessment of a friend that goes at most `far` inches from where it is, and may fire after that if it `fires`.
    pub fn new(evaluation: &Evaluation<'_, '_>, at: Option<usize>, friend: &Friend, far: f64, fires: bool) -> Self {
        let mut assessment = Self { at, ..Self::unseen(friend) };
        assessment.gather(evaluation, far, fires, 0);
        assessment.look_around(evaluation);
        assessment
    }

    /// Looks anew, at a friend on the table that may have so many mates at its side in contact, and that stood at `came_from`
    /// a turn ago.
    pub fn look(
        &mut self,
        evaluation: &Evaluation<'_, '_>,
        at: usize,
        far: f64,
        mates: usize,
        came_from: Option<Point>,
    ) {
        (self.at, self.friend) = (Some(at), *evaluation.friend(at));
        let here = self.friend.base.centre;
        self.came = came_from.map(|from| (from, from.distance(here))).filter(|(_, apart)| *apart > 0.0);
        self.gather(evaluation, far, true, mates);
    }

    fn gather(&mut self, evaluation: &Evaluation<'_, '_>, far: f64, fires: bool, mates: usize) {
        let (friend, observation) = (self.friend, evaluation.observation);
        let reckoned = Some((observation.stamp, friend.base, far));
        if self.reckoned != reckoned {
            self.reckon(evaluation, far);
            self.reckoned = reckoned;
        }
        let idle = self.at.is_some_and(|at| evaluation.plan.aims[at].is_none());
        self.pull = if idle { PULL } else { 0.0 };
        self.best_contact = None;
        self.aims.clear();
        (self.far, self.around) = (far, false);
        let armed = friend.range >= 0.0;
        let far_shot = friend.range + CENTRES * observation.base + if friend.move_or_fire { 0.0 } else { far };
        let far_shot = if fires && armed { far_shot } else { -1.0 };
        let far_blow = if friend.air { -1.0 } else { friend.speed + BLOW * observation.base };
        let reach = friend.range + CENTRES * observation.base;
        self.span2 = reach * reach;
        for (index, foe) in observation.foes.iter().enumerate() {
            let apart = (foe.base.centre - friend.base.centre).length_squared();
            let within = |inches: f64| inches >= 0.0 && apart <= inches * inches;
            if within(far_shot) && !foe.engaged && !foe.attacked {
                self.aim(evaluation, index);
            }
            if within(far_blow) && !foe.air {
                let worth = evaluation.most_contact(friend.kind, index, mates);
                if self.best_contact.is_none_or(|(_, most)| worth > most) {
                    self.best_contact = Some((index, worth));
                }
            }
        }
    }

    /// Gathers who may be in the way of its shots and moves, where that is not known: what it hopes for does not hang on them.
    pub fn look_around(&mut self, evaluation: &Evaluation<'_, '_>) {
        if std::mem::replace(&mut self.around, true) {
            return;
        }
        let (friend, observation) = (self.friend, evaluation.observation);
        self.blockers.clear();
        self.obstacles.clear();
        self.near = [UnitSet::EMPTY; 2];
        let span = self.far + friend.range.max(0.0) + CENTRES * observation.base;
        let span2 = if self.aims.is_empty() { 0.0 } else { span * span };
        let reach = friend.speed + evaluation.battle.setup.reach;
        let flyers = Side::BOTH.map(|side| evaluation.battle.force(side).flyers);
        for &(id, at) in &observation.everybody {
            let apart = (at - friend.base.centre).length_squared();
            if apart < span2 {
                // There is room for everybody who matters.
                let _ = self.blockers.try_push((id, at));
            }
            if apart < reach * reach && id != friend.id {
                let side = side_of(id).index();
                self.near[side] |= bit(id);
                let _ = self.obstacles.try_push(Obstacle { id, at, grounded: !flyers[side].contains(id) });
            }
        }
    }

    /// Gathers what hangs on the enemies and its own place alone: whom it is after, and who can harm it.
    fn reckon(&mut self, evaluation: &Evaluation<'_, '_>, far: f64) {
        let (friend, observation, weights) = (self.friend, evaluation.observation, evaluation.weights);
        self.focus = None;
        self.threats.clear();
        let odds = &evaluation.battle.setup.odds;
        let armed = friend.range >= 0.0;
        let mobile = if friend.move_or_fire { 0.0 } else { friend.speed };
        let mut best = 0.0;
        for foe in &observation.foes {
            let apart = foe.base.centre.distance(friend.base.centre);
            let ours = odds.pairing(friend.kind, foe.kind);
            // Whoever can do nothing to anybody goes along as a supporter.
            let shot = if armed { ours.ranged[usize::from(foe.cover)][0].destroyed } else { 0.0 };
            let blow = if friend.air || foe.air { 0.0 } else { weights.close * ours.close[0][0] };
            let reach = if armed && shot >= blow { friend.range + mobile } else { friend.speed };
            let near = apart - reach <= friend.speed;
            let attraction = if near { foe.worth } else { foe.attraction };
            let worth = attraction * (0.1 + shot.max(blow)) / (6.0 + (apart - reach).max(0.0));
            if worth > best {
                best = worth;
                let share = (attraction / DECISIVE).min(1.0);
                let urgency = 1.0 + share * share;
                self.focus = Some(Focus { at: foe.base.centre, reach: reach + observation.base, urgency });
            }
            if apart <= far + foe.reach() && !self.threats.is_full() {
                let theirs = odds.pairing(foe.kind, friend.kind);
                let squared = |inches: f64| if inches < 0.0 { -1.0 } else { inches * inches };
                self.threats.push(Threat {
                    at: foe.base.centre,
                    reach2: squared(foe.reach()),
                    near2: squared(foe.near),
                    far2: squared(foe.far),
                    touch2: if friend.air { -1.0 } else { squared(foe.touch) },
                    shot: [0, 1].map(|cover: usize| {
                        let chances = &theirs.ranged[cover][0];
                        chances.destroyed + SHAKEN * chances.shaken
                    }),
                    blow: MUST_MOVE * theirs.close[0][0],
                });
            }
        }
    }

    /// The friend as it moves alone from where it stands.
    pub fn mover(&self, battle: &Battle<'_>) -> Mover {
        Mover { near: self.near, ..battle.mover(self.friend.id) }
    }

    /// Whether somebody is in the way of a move alone from where the friend stands to `bend`, with its facing from there on, and to
    /// `end`: whether it is, this is sure; whether it is not, the rules have to say.
    pub fn is_barred(&self, battle: &Battle<'_>, bend: &Base, end: &Base) -> bool {
        let way = Segment::new(self.friend.base.centre, bend.centre);
        let room = room_of(bend);
        let meets = |other: &Obstacle| !self.passes(other) && !way.keeps_off(other.at, room);
        way.start != way.end && self.obstacles.iter().any(meets)
            || self.is_barred_from(battle, bend, end, UnitSet::EMPTY)
    }

    /// Whether somebody but those who move with it is in the way of a friend from `bend` straight to `end`, in the same sense.
    pub fn is_barred_from(&self, battle: &Battle<'_>, bend: &Base, end: &Base, along: UnitSet) -> bool {
        let way = Segment::new(bend.centre, end.centre);
        let (gone, room) = (way.start != way.end, room_of(bend));
        self.obstacles.iter().any(|other| {
            let met = |base: &Base| {
                let near = (other.at - base.centre).length_squared() < battle.setup.reach * battle.setup.reach;
                near && overlap(base, battle.base(other.id))
            };
            (met(end) || gone && !self.passes(other) && (!way.keeps_off(other.at, room) || met(bend)))
                && (!along.contains(other.id) || self.is_foe(other.id))
        })
    }

    /// Whether somebody is no obstacle on the way, but at its end alone.
    fn passes(&self, other: &Obstacle) -> bool {
        self.friend.flyer || !other.grounded
    }

    /// Whether somebody is an enemy.
    fn is_foe(&self, id: ElementId) -> bool {
        side_of(id) != side_of(self.friend.id)
    }

    /// Takes an enemy among the targets, if a shot at it adds something to the plan.
    fn aim(&mut self, evaluation: &Evaluation<'_, '_>, index: usize) {
        let worth =
            evaluation.plan.offer(&evaluation.battle.setup.odds, evaluation.observation, self.at, &self.friend, index);
        let place = self.aims.iter().position(|aim| aim.worth < worth).unwrap_or(self.aims.len());
        if worth <= 0.0 || place == TARGETS {
            return;
        }
        if self.aims.is_full() {
            self.aims.pop();
        }
        self.aims.insert(place, Aim { foe: index as u8, at: evaluation.observation.foes[index].base.centre, worth });
    }

    /// What the enemy in his next turn will probably destroy of the friend at `centre`, FP.
    pub fn loss(&self, cover: bool, centre: Point) -> f64 {
        let (mut worst, mut second) = (0.0_f64, 0.0_f64);
        for threat in &self.threats {
            let apart = (threat.at - centre).length_squared();
            if apart > threat.reach2 {
                continue;
            }
            let mut blow = 0.0;
            if apart <= threat.far2 {
                let shot = threat.shot[usize::from(cover)];
                blow = if apart <= threat.near2 { shot } else { MUST_MOVE * shot };
            }
            if apart <= threat.touch2 && threat.blow > blow {
                blow = threat.blow;
            }
            if blow > worst {
                (worst, second) = (blow, worst);
            } else if blow > second {
                second = blow;
            }
        }
        self.friend.worth * (worst + SECOND_BLOW * second).min(1.0)
    }

    /// What it is worth to the friend to stand at `base` when the turn is over.
    pub fn stand(&self, evaluation: &Evaluation<'_, '_>, base: &Base) -> f64 {
        let (worth, cover) = self.stand_unharmed(evaluation, base);
        worth - self.harm(evaluation, cover, base)
    }

    /// What the danger at `base` costs the friend, in cover or not.
    pub fn harm(&self, evaluation: &Evaluation<'_, '_>, cover: bool, base: &Base) -> f64 {
        let Evaluation { weights, objective, .. } = *evaluation;
        let loss = self.loss(cover, base.centre);
        if loss <= 0.0 {
            return 0.0;
        }
        // What it holds is lost with it.
        weights.standoff * loss + objective.hold(&self.friend, base, weights) * (loss / self.friend.worth)
    }

    /// What it is worth to the friend to stand at `base` but for the danger there, and whether it is in cover there.
    pub fn stand_unharmed(&self, evaluation: &Evaluation<'_, '_>, base: &Base) -> (f64, bool) {
        let Evaluation { battle, observation, weights, objective, .. } = *evaluation;
        let friend = &self.friend;
        let cover = observation.in_cover(battle, base);
        let mut worth = objective.worth(observation, friend, base, weights);
        if let Some(focus) = self.focus {
            let way = focus.at - base.centre;
            let left = observation.way(friend, base.centre, focus.at);
            let left = (left - focus.reach).max(0.0) + self.pull * left.min(focus.reach);
            worth -= weights.press * friend.eager * focus.urgency * (PER_INCH.0 + PER_INCH.1 * friend.load) * left;
            if way.dot(base.facing.ahead()) < 0.5 * observation.base {
                worth -= LOOKS_AWAY;
            }
        }
        if let Some((from, apart)) = self.came {
            worth -= PER_INCH_BACK * (1.0 + friend.load) * (apart - from.distance(base.centre)).max(0.0);
        }
        if cover {
            worth += weights.cover * IN_COVER * friend.value;
        }
        if self.is_cornered(evaluation, base) {
            worth -= weights.standoff * CORNERED * friend.worth;
        }
        (worth, cover)
    }

    /// Index of the enemy at which it would like to fire most.
    pub fn best_target(&self) -> Option<usize> {
        self.aims.first().map(|aim| usize::from(aim.foe))
    }

    /// What it is worth to a friend on the table to stay where it is.
    pub fn stay(&self, evaluation: &Evaluation<'_, '_>) -> f64 {
        let share =
            self.at.map_or(0.0, |at| evaluation.plan.share(&evaluation.battle.setup.odds, evaluation.observation, at));
        self.stand(evaluation, &self.friend.base) + share
    }

    /// What a friend on the table gains at most by going at most `far` inches.
    pub fn most(&self, evaluation: &Evaluation<'_, '_>, far: f64) -> Most {
        let Evaluation { battle, observation, weights, objective, plan, .. } = *evaluation;
        let (friend, base) = (&self.friend, &self.friend.base);
        let cover = observation.in_cover(battle, base);
        let loss = self.loss(cover, base.centre);
        let (mut place, mut press) = (objective.most(observation, friend, far, weights), 0.0);
        if let Some(focus) = self.focus {
            let way = focus.at - base.centre;
            let left = (way.length() - focus.reach).clamp(0.0, far) + self.pull * far;
            press = weights.press * friend.eager * focus.urgency * (PER_INCH.0 + PER_INCH.1 * friend.load) * left;
            if way.dot(base.facing.ahead()) < 0.5 * observation.base {
                place += LOOKS_AWAY;
            }
        }
        if !cover && observation.has_cover() {
            place += weights.cover * IN_COVER * friend.value;
        }
        if self.is_cornered(evaluation, base) {
            place += weights.standoff * CORNERED * friend.worth;
        }
        place -= self.at.map_or(0.0, |at| plan.share(&battle.setup.odds, observation, at));
        let shot = self.aims.first().map_or(0.0, |aim| aim.worth);
        // The least loss need not be known where the whole is no reason to go.
        let fled = if weights.standoff * loss > press {
            weights.standoff * (loss - self.least_loss(evaluation, far)).max(0.0)
        } else {
            0.0
        };
        let contact = self.best_contact.map_or(f64::NEG_INFINITY, |(index, worth)| {
            let foe = &observation.foes[index].base;
            let there = base.against(Edge::Front, foe, foe.edge_towards(base.centre));
            place + press + worth - weights.standoff * (self.loss(false, there.centre) - loss)
        });
        // Away from the danger is seldom nearer to the enemy.
        Most { place: place + fled.max(press) + shot, contact }
    }

    /// What the enemy will destroy of the friend at least wherever within `far` inches it goes.
    fn least_loss(&self, evaluation: &Evaluation<'_, '_>, far: f64) -> f64 {
        let cover = evaluation.observation.has_cover();
        let blow = |threat: &Threat| {
            let apart = (threat.at - self.friend.base.centre).length() + far;
            let (apart, shot) =
                (apart * apart, if cover { threat.shot[0].min(threat.shot[1]) } else { threat.shot[0] });
            let shot = if apart <= threat.near2 {
                shot
            } else if apart <= threat.far2 {
                MUST_MOVE * shot
            } else {
                0.0
            };
            if apart <= threat.touch2 { shot.max(threat.blow) } else { shot }
        };
        self.friend.worth * self.threats.iter().map(blow).fold(0.0, f64::max).min(1.0)
    }

    /// Whether a base there is so near to its own table edge that a recoil would throw it off.
    fn is_cornered(&self, evaluation: &Evaluation<'_, '_>, base: &Base) -> bool {
        let observation = evaluation.observation;
        observation.own(base.centre).y < 0.5 * observation.base + evaluation.battle.setup.rules.recoil_inches.inches()
    }

    /// What the best shot from `base` adds to the plan as far as distance and facing go: no less than [`ThreatAssessment::shot`].
    pub fn possible_shot(&self, base: &Base) -> f64 {
        self.aims.iter().find(|aim| self.in_arc(base, aim)).map_or(0.0, |aim| aim.worth)
    }

    /// What the best shot from `base` adds to the plan, and at whom.
    pub fn shot(&self, evaluation: &Evaluation<'_, '_>, base: &Base) -> (f64, Option<usize>) {
        let Evaluation { battle, observation, .. } = *evaluation;
        let friend = &self.friend;
        let hits = |aim: &&Aim| {
            let foe = &observation.foes[usize::from(aim.foe)];
            self.in_arc(base, aim)
                && reaches(base, friend.range, &foe.base)
                && observation.seems_open(battle, friend, base, foe, &self.blockers)
        };
        self.aims.iter().find(hits).map_or((0.0, None), |aim| (aim.worth, Some(usize::from(aim.foe))))
    }

    /// Whether an enemy is near enough to `base`, and ahead of its front (DG-LOS-02).
    #[inline]
    fn in_arc(&self, base: &Base, aim: &Aim) -> bool {
        let way = aim.at - base.centre;
        way.length_squared() <= self.span2 && way.dot(base.facing.ahead()) > 0.1
    }
}
