//! Evaluation of places, in FP: to stand there, to fire from there, to be in contact there.

use super::dynamic_weights::DynamicWeights;
use super::fire_plan::FirePlan;
use super::objective::Objective;
use super::observation::{Foe, Friend, Observation};
use crate::rulesets::dogma::odds::SUPPORTERS;
use crate::rulesets::dogma::state::{Battle, members};
use crate::tabletop::plane::{Base, Edge, Point, Vector, overlap};

/// Share of the target's worth that it is worth to throw it back.
const THROWN_BACK: f64 = 0.05;

/// Share of the target's worth by which flanks and shut ways of recoil are worth more than their kills.
const FLANK: f64 = 0.12;

/// Share of the target's worth that a pin is worth while the other jaw of the trap can still come.
const PIN: f64 = 0.35;

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
        let flanked = foe.flankers > 0 || (edge != Edge::Front && foe.fixed);
        let supporters = (usize::from(foe.flankers) + mates).min(SUPPORTERS - 1);
        let odds = &self.battle.setup.odds;
        let away = foe.base.centre - base.centre;
        let shut = foe.hemmed && self.shut(foe, away);
        let kill = if shut { 1.0 } else { odds.pairing(friend.kind, foe.kind).close[usize::from(flanked)][supporters] };
        // What those do already who are in contact with it.
        let before = members(observation.side, self.battle.element(foe.id).contact.foes)
            .map(|other| {
                let kind = self.battle.element(other).kind;
                odds.pairing(kind, foe.kind).close[usize::from(foe.flankers > 0)][supporters.saturating_sub(1)]
            })
            .fold(0.0, f64::max);
        let mut worth = self.weights.close * foe.worth * ((kill - before).max(0.0) + THROWN_BACK * (1.0 - kill));
        if flanked || shut {
            worth += self.weights.flank * FLANK * foe.worth;
        } else if !foe.flyer && observation.nimble && self.other_jaw(at, foe, away) {
            worth += self.weights.flank * PIN * foe.worth * (1.0 - kill);
        }
        // DG-RNG-02: who is engaged cannot be shot.
        worth - self.plan.volleys[index].worth
    }

    /// What contact with an enemy is worth at most to a unit of this kind: no less than [`Evaluation::contact`].
    pub fn most_contact(&self, kind: u8, index: usize, mates: usize) -> f64 {
        let foe = &self.observation.foes[index];
        let supporters = (usize::from(foe.flankers) + mates).min(SUPPORTERS - 1);
        let flanked = usize::from(foe.flankers > 0 || foe.fixed);
        let kill =
            if foe.hemmed { 1.0 } else { self.battle.setup.odds.pairing(kind, foe.kind).close[flanked][supporters] };
        let trap = if foe.hemmed || flanked == 1 { FLANK } else { 0.0 };
        let trap = if self.observation.nimble { trap.max(PIN) } else { trap };
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

    /// Whether another friend can still come to the side of an enemy that lies along `away`.
    fn other_jaw(&self, at: usize, foe: &Foe, away: Vector) -> bool {
        let Some(away) = away.unit() else { return false };
        let place = foe.base.centre + away * self.observation.base;
        let force = self.battle.force(self.observation.side);
        let barred = force.moved | force.engaged | force.failed;
        self.battle.command.left > 1
            && self.observation.friends.iter().enumerate().any(|(other, friend)| {
                other != at
                    && friend.nimble()
                    && !barred.contains(friend.id)
                    && friend.base.centre.distance(place) < friend.speed - self.observation.base
            })
    }
}
