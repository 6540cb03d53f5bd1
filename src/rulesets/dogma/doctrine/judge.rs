//! What places are worth, in FP: to stand there, to fire from there, to be in contact there.

use super::goal::Goal;
use super::mood::Mood;
use super::picture::{Foe, Friend, Picture};
use super::plan::Plan;
use crate::rulesets::dogma::odds::SUPPORTERS;
use crate::rulesets::dogma::state::{Battle, bit, members};
use crate::rulesets::dogma::strike::sight::reaches;
use crate::rulesets::dogma::terrain::Kind;
use crate::tabletop::plane::{Base, Edge, Outline, Point, Segment, Vector, overlap};

/// FP that every inch nearer to an attack is worth to an Element of no cost, and what every FP of cost adds.
const PER_INCH: (f64, f64) = (0.03, 0.03);

/// FP from which an enemy is worth a whole game.
const DECISIVE: f64 = 12.0;

/// FP that it costs to look away from what one wants to attack.
const LOOKS_AWAY: f64 = 0.1;

/// FP a point of cost is worth in cover.
const IN_COVER: f64 = 0.08;

/// Share of its worth that it costs an Element to stand where a recoil would kill it.
const CORNERED: f64 = 0.08;

/// Share of the target's worth that it is worth to throw it back.
const THROWN_BACK: f64 = 0.05;

/// Share of the target's worth by which flanks and shut ways of recoil are worth more than their kills.
const FLANK: f64 = 0.12;

/// Share of the target's worth that a pin is worth while the other jaw of the trap can still come.
const PIN: f64 = 0.35;

/// What a friend is after: the enemy that is worth most for the way to it, and the distance of centres from which an attack
/// on it begins.
#[derive(Clone, Copy, Debug)]
pub struct Focus {
    /// Where it is.
    pub at: Point,
    /// Distance at which the press is over, inches.
    pub reach: f64,
    /// How much more than usual it is wanted: from 1 to 2, for those who decide the game.
    pub keen: f64,
}

/// Judges places for one side.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a, 's> {
    /// The game.
    pub battle: &'a Battle<'s>,
    /// The board.
    pub picture: &'a Picture,
    /// The attacks as everybody stands.
    pub plan: &'a Plan,
    /// The weights.
    pub mood: &'a Mood,
    /// What the scenario asks for.
    pub goal: &'a Goal,
}

impl Judge<'_, '_> {
    /// The friend of this index.
    #[inline]
    pub fn friend(&self, at: usize) -> &Friend {
        &self.picture.friends[at]
    }

    /// What a friend is after; nothing when nobody is there.
    pub fn focus(&self, friend: &Friend) -> Option<Focus> {
        let mut best: Option<(f64, Focus)> = None;
        for foe in &self.picture.foes {
            let pairing = self.battle.setup.odds.pairing(friend.kind, foe.kind);
            let apart = foe.base.centre.distance(friend.base.centre);
            let shot = if friend.range >= 0.0 { pairing.ranged[usize::from(foe.cover)][0].destroyed } else { 0.0 };
            let blow = if friend.air || foe.air { 0.0 } else { self.mood.close * pairing.close[0][0] };
            let mobile = if friend.move_or_fire { 0.0 } else { friend.speed };
            let reach = if shot >= blow && friend.range >= 0.0 { friend.range + mobile } else { friend.speed };
            // Whoever can do nothing to anybody goes along as a supporter.
            let worth = foe.worth * (0.1 + shot.max(blow)) / (6.0 + (apart - reach).max(0.0));
            if best.as_ref().is_none_or(|(other, _)| worth > *other) {
                let share = (foe.worth / DECISIVE).min(1.0);
                let keen = 1.0 + share * share;
                best = Some((worth, Focus { at: foe.base.centre, reach: reach + self.picture.base, keen }));
            }
        }
        best.map(|(_, focus)| focus)
    }

    /// What it is worth to a friend to stand at `base` when the turn is over.
    pub fn stand(&self, friend: &Friend, focus: Option<Focus>, base: &Base) -> f64 {
        let (picture, mood) = (self.picture, self.mood);
        let cover = self.battle.stands_in(base, Kind::Cover);
        let loss = picture.loss(&self.battle.setup.odds, friend.kind, friend.worth, friend.air, cover, base.centre);
        let mut worth = self.goal.worth(picture, friend, base, mood) - mood.standoff * loss;
        if let Some(focus) = focus {
            let way = focus.at - base.centre;
            let left = (way.length() - focus.reach).max(0.0);
            worth -= mood.press * focus.keen * (PER_INCH.0 + PER_INCH.1 * friend.load) * left;
            if way.dot(base.facing.ahead()) < 0.5 * picture.base {
                worth -= LOOKS_AWAY;
            }
        }
        if cover {
            worth += mood.cover * IN_COVER * friend.cost;
        }
        if self.cornered(base.centre) {
            worth -= mood.standoff * CORNERED * friend.worth;
        }
        worth
    }

    /// Whether a base there stands so near to its own table edge that a recoil would throw it off.
    fn cornered(&self, centre: Point) -> bool {
        self.picture.own(centre).y < 0.5 * self.picture.base + self.battle.setup.rules.recoil_inches.inches()
    }

    /// What the best shot from `base` adds to the plan, and at whom.
    ///
    /// `at` is the friend's index, if it is on the table.
    pub fn shots(&self, at: Option<usize>, friend: &Friend, base: &Base) -> (f64, Option<usize>) {
        let picture = self.picture;
        let mut best = (0.0, None);
        if friend.range < 0.0 {
            return best;
        }
        let reach = friend.range + 1.42 * picture.base;
        for (index, foe) in picture.foes.iter().enumerate() {
            let way = foe.base.centre - base.centre;
            if way.length_squared() > reach * reach || foe.engaged || foe.attacked {
                continue;
            }
            // DG-LOS-02: something of it has to lie ahead of the front.
            if way.dot(base.facing.ahead()) <= 0.1 {
                continue;
            }
            let worth = self.plan.offer(&self.battle.setup.odds, picture, at, friend, index);
            let better = worth > best.0;
            if better && reaches(base, friend.range, &foe.base) && picture.seems_open(self.battle, friend, base, foe) {
                best = (worth, Some(index));
            }
        }
        best
    }

    /// Whether nothing can stop a friend on a straight way from `start`: nobody and no ground is near it.
    pub fn way_is_free(&self, friend: &Friend, way: &Segment) -> bool {
        let corners = 1.42 * self.picture.base;
        let far = |centre: Point, reach: f64| way.keeps_off(centre, reach);
        let friends =
            || self.picture.friends.iter().all(|other| other.id == friend.id || far(other.base.centre, corners));
        let foes = || self.picture.foes.iter().all(|foe| far(foe.base.centre, corners));
        let features = || {
            self.battle.terrain.features().iter().all(|feature| {
                let shape = feature.shape();
                !feature.kind().bars() || far(shape.middle(), shape.reach() + 0.5 * corners)
            })
        };
        let inside = || {
            let (end, room, rim) = (way.end, self.picture.table, 0.5 * corners);
            end.x > rim && end.y > rim && end.x < room.x - rim && end.y < room.y - rim
        };
        inside() && friends() && foes() && features()
    }

    /// What it costs the plan that a base stands at `centre` in the way of others' shots.
    pub fn in_the_way(&self, at: Option<usize>, centre: Point) -> f64 {
        let half = 0.5 * self.picture.base;
        let volleys = self.plan.volleys.iter().zip(&self.picture.foes);
        let blocked = volleys.filter(|(volley, foe)| {
            volley.guns.first().is_some_and(|gun| {
                let line = Segment::new(self.friend(usize::from(*gun)).base.centre, foe.base.centre);
                Some(usize::from(*gun)) != at && !line.keeps_off(centre, half)
            })
        });
        blocked.map(|(volley, _)| volley.worth).sum()
    }

    /// What it is worth to a friend to come into full contact with an edge of an enemy, with so many mates at its side.
    pub fn contact(&self, at: usize, index: usize, edge: Edge, base: &Base, mates: usize) -> f64 {
        let (picture, friend, foe) = (self.picture, self.friend(at), &self.picture.foes[index]);
        let flankers = self.battle.flankers(foe.id);
        let flanked = flankers != 0 || (edge != Edge::Front && foe.fixed);
        let supporters = (flankers.count_ones() as usize + mates).min(SUPPORTERS - 1);
        let odds = &self.battle.setup.odds;
        let away = foe.base.centre - base.centre;
        let shut = !foe.flyer && self.shut(foe, away);
        let kill = if shut { 1.0 } else { odds.pairing(friend.kind, foe.kind).close[usize::from(flanked)][supporters] };
        // What those do already who are in contact with it.
        let before = members(picture.side, self.battle.element(foe.id).contact.foes)
            .map(|other| {
                let kind = self.battle.element(other).kind;
                odds.pairing(kind, foe.kind).close[usize::from(flankers != 0)][supporters.saturating_sub(1)]
            })
            .fold(0.0, f64::max);
        let mut worth = self.mood.close * foe.worth * ((kill - before).max(0.0) + THROWN_BACK * (1.0 - kill));
        if flanked || shut {
            worth += self.mood.flank * FLANK * foe.worth;
        } else if !foe.flyer && self.other_jaw(at, foe, away) {
            worth += self.mood.flank * PIN * foe.worth * (1.0 - kill);
        }
        // DG-RNG-02: who is engaged cannot be shot.
        worth - self.plan.volleys[index].worth
    }

    /// Whether the way of an enemy that is thrown back along `away` is shut: by one of us, by ground, by the table edge.
    fn shut(&self, foe: &Foe, away: Vector) -> bool {
        let Some(away) = away.unit() else { return false };
        let step = away * self.battle.setup.rules.recoil_inches.inches();
        let back = foe.base.moved(step);
        !self.battle.table().holds(&back)
            || self.battle.terrain.blocks_base(&back)
            || self.picture.friends.iter().any(|friend| overlap(&back, &friend.base))
    }

    /// Whether another friend can still come to the side of an enemy that lies along `away`.
    fn other_jaw(&self, at: usize, foe: &Foe, away: Vector) -> bool {
        let Some(away) = away.unit() else { return false };
        let place = foe.base.centre + away * self.picture.base;
        let force = self.battle.force(self.picture.side);
        let barred = force.moved | force.engaged | force.failed;
        self.battle.command.left > 1
            && self.picture.friends.iter().enumerate().any(|(other, friend)| {
                let nimble = friend.flyer || friend.speed > 5.0;
                other != at
                    && nimble
                    && !friend.air
                    && barred & bit(friend.id) == 0
                    && friend.base.centre.distance(place) < friend.speed - self.picture.base
            })
    }
}
