//! Scripted play: one player whose judgement is a handful of weights.
//!
//! | file | decisions of the rulebook |
//! | --- | --- |
//! | `terrain_and_edge` | D-02, D-03: terrain and edges |
//! | `deployment` | D-04 to D-06 |
//! | `movement_phase` | D-07 to D-10: how points are spent |
//! | `unit_moves` | moves of one Element |
//! | `group_moves` | moves of a Group |
//! | `reserves` | D-07: who comes in where |
//! | `transport` | D-09, D-13 |
//! | `attack_phases` | D-11, D-12 |
//! | `observation` | the whole board, gathered once for every choice |
//! | `threat_assessment` | what somebody has to reckon with wherever it goes |
//! | `fire_plan` | who fires at whom |
//! | `evaluation` | what places are worth |
//! | `objective` | what the scenario asks for |
//! | `dynamic_weights` | what becomes of the weights in the course of a game |
//!
//! Every worth is in FP. A script sees the game as it is and nothing else, and all its chance comes from the player's own
//! stream. It never allocates.

mod attack_phases;
mod deployment;
mod dynamic_weights;
mod evaluation;
mod fire_plan;
mod group_moves;
mod movement_phase;
mod objective;
mod observation;
mod reserves;
mod terrain_and_edge;
#[cfg(test)]
mod tests;
mod threat_assessment;
mod transport;
mod unit_moves;

use crate::game::Tactics;
use crate::rulesets::dogma::tactics;
use attack_phases::Salvo;
use deployment::Row;
use dynamic_weights::DynamicWeights;
use evaluation::Evaluation;
use fire_plan::FirePlan;
use movement_phase::Ideas;
use objective::Objective;
use observation::Observation;

use super::choices::Choice;
use super::doctrine_book::Weights;
use super::state::{Battle, Decision, Formation, Phase};
use crate::dice::SeededDice;
use crate::game::{Game, Player, Side};

/// A player that goes by the weights of a doctrine. Its buffers are reused from choice to choice and game to game.
#[derive(Debug)]
pub struct ScriptedPlayer {
    /// The doctrine.
    weights: Weights,
    /// What has become of it in the course of the game.
    dynamic_weights: DynamicWeights,
    /// What it does without.
    without: Tactics,
    /// The phase that has been entered.
    stage: Option<(u16, Phase, Side)>,
    /// Those that are being deployed side by side.
    row: Row,
    observation: Observation,
    plan: FirePlan,
    salvo: Salvo,
    objective: Objective,
    ideas: Ideas,
}

impl ScriptedPlayer {
    /// A player of a doctrine.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        Self {
            weights,
            dynamic_weights: weights,
            without: Tactics::NONE,
            stage: None,
            row: Row::default(),
            observation: Observation::new(),
            plan: FirePlan::new(),
            salvo: Salvo::default(),
            objective: Objective::None,
            ideas: Ideas::new(),
        }
    }

    /// Goes by other weights from now on.
    pub fn retune(&mut self, weights: Weights) {
        (self.weights, self.dynamic_weights) = (weights, weights);
    }

    /// Whether this is a phase that was not entered before; notes that it is now.
    fn enter(&mut self, battle: &Battle<'_>) -> bool {
        let stage = Some((battle.round, battle.phase, battle.decider));
        std::mem::replace(&mut self.stage, stage) != stage
    }

    /// Looks at the board as `side` sees it.
    fn look(&mut self, battle: &Battle<'_>, side: Side) {
        self.dynamic_weights = dynamic_weights::dynamic_weights(battle, side, &self.weights);
        self.observation.look(battle, side, &self.dynamic_weights);
        self.objective = Objective::of(battle, &self.observation, &self.objective);
    }

    /// Looks at the board, and who can fire at whom: lines of sight are taken `exactly`, or as they seem.
    fn aim(&mut self, battle: &Battle<'_>, side: Side, exactly: bool) {
        self.look(battle, side);
        let alone = self.without.has(tactics::SUPPORTS);
        self.plan.make(battle, &self.observation, self.dynamic_weights.concentrate, alone, exactly);
    }

    /// The evaluation of what was last looked at.
    fn evaluation<'a, 's>(&'a self, battle: &'a Battle<'s>) -> Evaluation<'a, 's> {
        Evaluation {
            battle,
            observation: &self.observation,
            plan: &self.plan,
            weights: &self.dynamic_weights,
            objective: &self.objective,
            without: self.without,
        }
    }

    /// The same, and what was thought of before.
    fn evaluation_and_ideas<'a, 's>(&'a mut self, battle: &'a Battle<'s>) -> (Evaluation<'a, 's>, &'a mut Ideas) {
        let Self { observation, plan, dynamic_weights, objective, ideas, without, .. } = self;
        (Evaluation { battle, observation, plan, weights: dynamic_weights, objective, without: *without }, ideas)
    }

    /// Where the passenger of a wreck gets off.
    fn bail(&mut self, battle: &Battle<'_>) -> Choice {
        self.aim(battle, battle.decider, false);
        let evaluation = self.evaluation(battle);
        let mut best: Option<(f64, Choice)> = None;
        battle.choices(&mut |choice| {
            let Choice::Bail { element, pose } = choice else { return };
            let worth = evaluation.place(element, pose);
            if best.is_none_or(|(other, _)| worth > other) {
                best = Some((worth, choice));
            }
        });
        best.map_or(Choice::Roll, |(_, choice)| choice)
    }
}

/// Field by field and in place: it is too large to be copied by way of the stack.
impl Clone for ScriptedPlayer {
    fn clone(&self) -> Self {
        let mut copy = Self::new(self.weights);
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &Self) {
        let Self { weights, dynamic_weights, without, stage, row, observation, plan, salvo, objective, ideas } = self;
        (*weights, *dynamic_weights, *without) = (from.weights, from.dynamic_weights, from.without);
        (*stage, *objective) = (from.stage, from.objective);
        row.clone_from(&from.row);
        observation.clone_from(&from.observation);
        plan.clone_from(&from.plan);
        salvo.clone_from(&from.salvo);
        ideas.clone_from(&from.ideas);
    }
}

/// Writes down the largest Group that is offered; none where Groups that are written down are of use to Artillery alone.
fn declare(battle: &Battle<'_>) -> Choice {
    let mut best = Formation::EMPTY;
    if battle.groups_are_declared() {
        battle.choices(&mut |choice| {
            if let Choice::Declare { group } = choice
                && group.len() > best.len()
            {
                best = group;
            }
        });
    }
    if best.is_empty() { Choice::EndDeclaration } else { Choice::Declare { group: best } }
}

impl Player<Battle<'_>> for ScriptedPlayer {
    fn choose(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        match battle.decision {
            Decision::Roll | Decision::Nothing => Choice::Roll,
            Decision::Feature => self.place_feature(battle, chance),
            Decision::Edge => self.pick_edge(battle, chance),
            Decision::Bearer => self.name_bearer(battle),
            Decision::Marker => self.place_marker(battle),
            Decision::Deploy => self.deploy(battle),
            Decision::Barrage => self.barrage(battle),
            Decision::Move => self.manoeuvre(battle),
            Decision::Shoot => self.shoot(battle),
            Decision::Fight => self.fight(battle),
            Decision::Declare if self.without.has(tactics::GROUPS) => Choice::EndDeclaration,
            Decision::Declare => declare(battle),
            Decision::Bail => self.bail(battle),
        }
    }

    fn restart(&mut self) {
        (self.dynamic_weights, self.stage, self.row, self.objective) =
            (self.weights, None, Row::default(), Objective::None);
        self.observation.forget();
        self.plan.forget();
        self.ideas.restart();
    }

    /// Where everybody stood when the last turns began, and that this one has begun, is known to whoever takes over.
    fn take_over(&mut self, from: &Self) {
        if (self.weights, self.without) == (from.weights, from.without) {
            self.clone_from(from);
        } else {
            self.restart();
            (self.stage, self.objective) = (from.stage, from.objective);
            self.salvo = Salvo::default();
            self.ideas.take_over(&from.ideas);
        }
    }

    fn do_without(&mut self, tactics: Tactics) {
        self.without = tactics;
    }
}
