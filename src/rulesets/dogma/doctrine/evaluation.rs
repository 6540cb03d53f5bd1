//! Evaluation of places, in FP: to stand there, to fire from there, to be in contact there.

use super::dynamic_weights::DynamicWeights;
use super::fire_plan::FirePlan;
use super::objective::Objective;
use super::observation::{Foe, Friend, Observation, pinners_barred};
use crate::game::Tactics;
use crate::rulesets::dogma::odds::SUPPORTERS;
use crate::rulesets::dogma::state::{Battle, ElementId, members};
use crate::rulesets::dogma::tactics;
use crate::tabletop::plane::{Base, Edge, Point, Vector, overlap};

/// Share of the target's worth that it is worth to throw it back.
const THROWN_BACK: f64 = 0.05;

/// Share of the target's worth by which flanks and shut ways of recoil are worth more than their kills.
const FLANK: f64 = 0.12;

/// How often a trap comes off that is begun.
const COMES_OFF: f64 = 0.8;

/// Judges places for one side.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation<'a, 's> {
    /// The game.
    pub battle: &'a Battle<'s>,
    /// The board.
    pub observation: &'a Observation,
    /// The attacks as everybody stands.
    pub plan: &'a FirePlan,
    /// The weights.
    pub weights: &'a DynamicWeights,
    /// What the scenario asks for.
    pub objective: &'a Objective,
    /// What the player does without.
    pub without: Tactics,
}

impl Evaluation<'_, '_> {
    /// The friend of this index.
    #[inline]
    pub fn friend(&self, at: usize) -> &Friend {
        &self.observation.friends[at]
    }

    /// What it costs the plan that a base stands at `centre` in the way of others' shots.
    pub fn in_the_way(&self, at: Option<usize>, centre: Point) -> f64 {
        let half = 0.5 * self.observation.base;
        let crossed = self
            .plan
            .lines
            .iter()
            .filter(|line| Some(usize::from(line.gun)) != at && !line.way.keeps_off(centre, half));
        crossed.map(|line| line.worth).sum()
    }

    /// What it is worth to a friend to come into full contact with an edge of an enemy, with so many mates at its side.
    pub fn contact(&self, at: usize, index: usize, edge: Edge, base: &Base, mates: usize) -> f64 {
        let (observation, friend, foe) = (self.observation, self.friend(at), &self.observation.foes[index]);
        let beside = edge != Edge::Front && foe.fixed;
        let flanked = foe.flankers > 0 || beside;
        let most = if self.without.has(tactics::SUPPORTS) { 0 } else { SUPPORTERS - 1 };
        let supporters = (usize::from(foe.flankers) + mates).min(most);
        let odds = &self.battle.setup.odds;
        let close = |kind: u8, flanked: bool, supporters: usize| {
            odds.pairing(kind, foe.kind).close[usize::from(flanked)][supporters.min(most)]
        };
        let away = foe.base.centre - base.centre;
        let shut = foe.hemmed && self.shut(foe, away);
        let mut kill = if shut { 1.0 } else { close(friend.kind, flanked, supporters) };
        // What those do already who are in contact with it, and what they do with a flanker more.
        let mut before = 0.0_f64;
        for other in members(observation.side, self.battle.element(foe.id).contact.foes) {
            let kind = self.battle.element(other).kind;
            before = before.max(close(kind, foe.flankers > 0, usize::from(foe.flankers).saturating_sub(1)));
            if beside {
                kill = kill.max(close(kind, true, usize::from(foe.flankers) + 1));
            }
        }
        let mut worth = self.weights.close * foe.worth * ((kill - before).max(0.0) + THROWN_BACK * (1.0 - kill));
        if flanked || shut {
            worth += self.weights.flank * FLANK * foe.worth;
        } else {
            let caught = self.caught(at, foe, edge);
            worth += self.weights.trap * self.weights.flank * COMES_OFF * foe.worth * (caught - kill).max(0.0);
        }
        // DG-RNG-02: who is engaged cannot be shot.
        worth - self.plan.volleys[index].worth
    }

    /// The chance that an enemy whom a friend pins at `edge` is destroyed once another one has come to its rear or side.
    fn caught(&self, at: usize, foe: &Foe, edge: Edge) -> f64 {
        if !foe.between_jaws || self.battle.command.left < 2 {
            return 0.0;
        }
        let (observation, pin) = (self.observation, self.friend(at));
        let barred = pinners_barred(self.battle, observation.side);
        let front = foe.base.outward(edge);
        let flank = self.battle.setup.odds.pairing(pin.kind, foe.kind).close[1][1];
        let mut best = 0.0_f64;
        for other in Edge::ALL {
            let outward = foe.base.outward(other);
            let rear = outward.dot(front) < -0.5;
            let chance = if rear && !foe.flyer { 1.0 } else { flank };
            if other == edge || chance <= best {
                continue;
            }
            let place = foe.base.centre + outward * observation.base;
            let taken = |(_, centre): &(ElementId, Point)| {
                (*centre - place).length_squared() < 0.8 * observation.base * observation.base
            };
            // Whoever comes makes room for itself.
            let free = |comer: ElementId| {
                let stays = |one: &&(ElementId, Point)| ![foe.id, pin.id, comer].contains(&one.0);
                !observation.everybody.iter().filter(stays).any(taken)
            };
            let comes = |(one, friend): (usize, &Friend)| {
                one != at
                    && !barred.contains(friend.id)
                    && self.reaches_edge(friend, foe, outward, place)
                    && free(friend.id)
            };
            if observation.may_hold(place) && observation.friends.iter().enumerate().any(comes) {
                best = chance;
            }
        }
        best
    }

    /// Whether a friend is near enough to an edge of an enemy to come into contact with it, as far as nobody is in its way.
    fn reaches_edge(&self, friend: &Friend, foe: &Foe, outward: Vector, place: Point) -> bool {
        let base = self.observation.base;
        let from = friend.base.centre;
        let beyond = (from - foe.base.centre).dot(outward) - 0.5 * base;
        let ahead = friend.base.facing.ahead();
        let first = if beyond >= 0.3 * base {
            0.0
        } else if ahead.dot(outward) > 0.1 {
            (0.72 * base - beyond) / ahead.dot(outward)
        } else {
            return false;
        };
        first <= friend.speed && (from + ahead * first).distance(place) <= friend.speed - first + 0.2 * base
    }

    /// What contact with an enemy is worth at most to a unit of this kind: no less than [`Evaluation::contact`].
    pub fn most_contact(&self, kind: u8, index: usize, mates: usize) -> f64 {
        let foe = &self.observation.foes[index];
        let supporters = (usize::from(foe.flankers) + mates).min(SUPPORTERS - 1);
        let flanked = usize::from(foe.flankers > 0 || foe.fixed);
        let caught = foe.hemmed || foe.engaged;
        let kill = if caught { 1.0 } else { self.battle.setup.odds.pairing(kind, foe.kind).close[flanked][supporters] };
        let trap = if foe.hemmed || flanked == 1 { FLANK } else { 0.0 };
        let trap = if foe.between_jaws { trap.max(self.weights.trap * COMES_OFF * (1.0 - kill)) } else { trap };
        foe.worth * (self.weights.close * (kill + THROWN_BACK * (1.0 - kill)) + self.weights.flank * trap)
            - self.plan.volleys[index].worth
    }

    /// Whether the way of an enemy that is thrown back along `away` is shut: by one of us, by ground, by the table edge.
    fn shut(&self, foe: &Foe, away: Vector) -> bool {
        let Some(away) = away.unit() else { return false };
        let step = away * self.battle.setup.rules.recoil_inches.inches();
        let back = foe.base.moved(step);
        !self.battle.table().holds(&back)
            || self.battle.terrain.blocks(&back)
            || self.observation.friends.iter().any(|friend| overlap(&back, &friend.base))
    }
}
