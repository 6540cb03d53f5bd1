//! Passengers (D-09, D-13): when they get off, and where.

use super::evaluation::Evaluation;
use super::objective::Objective;
use super::observation::Friend;
use super::threat_assessment::ThreatAssessment;
use crate::rulesets::dogma::choices::Choice;
use crate::rulesets::dogma::state::{ElementId, Pose, members};

/// Share of a load that has to be in danger for the passengers to get off.
const IN_DANGER: f64 = 0.15;

/// Distance from an enemy, beyond the reach of the passenger, at which it gets off, inches.
const NEAR: f64 = 2.0;

/// Distance from what the scenario is about at which passengers get off, inches.
const ARRIVED: f64 = 2.5;

impl Evaluation<'_, '_> {
    /// The next passenger to get off, if it is time.
    pub fn get_off(&self) -> Option<Choice> {
        let (battle, side) = (self.battle, self.observation.side);
        let force = battle.force(side);
        for element in members(side, force.aboard & force.aboard_since) {
            if self.time_to_get_off(element)
                && let Some(pose) = self.best_place(element)
            {
                return Some(Choice::Disembark { element, pose });
            }
        }
        None
    }

    /// Whether the APC is in danger, has come near the enemy, or is where the scenario wants its passengers.
    fn time_to_get_off(&self, element: ElementId) -> bool {
        let apc = Friend::of(self.battle, self.battle.element(element).carrier, self.weights);
        let rider = Friend::of(self.battle, element, self.weights);
        let centre = apc.base.centre;
        let assessment = ThreatAssessment::new(self, None, &apc, 0.0, false);
        let danger = assessment.loss(self.observation.in_cover(self.battle, &apc.base), centre);
        if danger > IN_DANGER * apc.worth {
            return true;
        }
        if matches!(self.objective, Objective::Edge) {
            return false;
        }
        let arrived = self
            .objective
            .destination(self.observation, &apc)
            .is_some_and(|objective| objective.distance(centre) < ARRIVED);
        let reach = rider.range.max(0.0) + rider.speed + NEAR;
        arrived || self.observation.foes.iter().any(|foe| foe.base.centre.distance(centre) < reach)
    }

    /// The best place for a passenger around its APC.
    fn best_place(&self, element: ElementId) -> Option<Pose> {
        let mut best: Option<(f64, Pose)> = None;
        self.battle.visit_beside(element, self.battle.element(element).carrier, &mut |pose| {
            let worth = self.place(element, pose);
            if best.is_none_or(|(other, _)| worth > other) {
                best = Some((worth, pose));
            }
        });
        best.map(|(_, pose)| pose)
    }

    /// What it is worth to a passenger to get off there.
    pub fn place(&self, element: ElementId, pose: Pose) -> f64 {
        let base = self.battle.base_at(pose);
        let mut rider = Friend::of(self.battle, element, self.weights);
        rider.base = base;
        let own_turn = self.battle.active == self.observation.side;
        let fires =
            own_turn && !rider.move_or_fire && !self.battle.force(self.observation.side).failed.contains(element);
        let assessment = ThreatAssessment::new(self, None, &rider, 0.0, fires);
        assessment.stand(self, &base) + assessment.shot(self, &base).0 - self.in_the_way(None, base.centre)
    }
}
