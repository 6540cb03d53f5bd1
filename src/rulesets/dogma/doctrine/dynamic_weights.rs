//! Dynamic weights: what becomes of a doctrine's weights in the course of a game.

use crate::game::Side;
use crate::game::policy::Urgency;
use crate::rulesets::dogma::codex::Scenario;
use crate::rulesets::dogma::doctrine_book::Weights;
use crate::rulesets::dogma::rules::{CapResult, InvasionAtCap};
use crate::rulesets::dogma::state::Battle;

/// How fast urgency grows, in rounds.
const URGENCY: Urgency = Urgency { turns: 6.0, patience: 0.35, late_turns: 3.0 };

/// Share of the press that is left to those who run for the enemy edge.
const HUNTS_ON_THE_RUN: f64 = 0.3;

/// Share of the way to the enemy edge that counts as long as the enemy is to be broken first.
const RUNS_AT_FIRST: f64 = 0.3;

/// What the loss of the Commander counts at least in Regicide, as a share of his worth.
const LEAST_GUARD: f64 = 1.4;

/// Below this fear is none, and a share of it no number.
const NO_FEAR: f64 = 1e-6;

/// Weights as they count this turn.
pub type DynamicWeights = Weights;

/// The weights of `side` in the present round: the longer the game, the more it presses and the less it fears.
pub fn dynamic_weights(battle: &Battle<'_>, side: Side, weights: &Weights) -> DynamicWeights {
    // Who wins by waiting is in no hurry.
    let most = f64::from(battle.setup.rules.max_rounds);
    let urgency = if wins_at_the_cap(battle, side) { 1.0 } else { URGENCY.factor(f64::from(battle.round), most) };
    // Whoever wants to get through breaks the enemy first, and runs in the second half of the game; as he loses by what is
    // shot on the way, he never grows careless.
    let invades = battle.scenario == Scenario::Invasion && side == battle.aggressor;
    let runs = 2.0 * f64::from(battle.round) >= f64::from(battle.setup.rules.max_rounds);
    let (hunt, haste, careless) = match (invades, runs) {
        (true, true) => (HUNTS_ON_THE_RUN, 1.0, 1.0),
        (true, false) => (1.0, RUNS_AT_FIRST, 1.0),
        (false, _) => (1.0, 1.0, urgency),
    };
    let standoff = weights.standoff / careless;
    // Where the game is lost with the Commander, he is not risked, however little the others fear.
    let guard = match battle.scenario {
        Scenario::Regicide => weights.guard.max(LEAST_GUARD / standoff.max(NO_FEAR)),
        _ => weights.guard,
    };
    Weights {
        press: weights.press.max(0.2) * urgency * hunt,
        objective: weights.objective.max(0.2) * urgency * haste,
        standoff,
        guard,
        ..*weights
    }
}

/// Whether `side` wins a game that nobody decides.
fn wins_at_the_cap(battle: &Battle<'_>, side: Side) -> bool {
    let rules = &battle.setup.rules;
    match battle.scenario {
        Scenario::Invasion => side != battle.aggressor && rules.invasion_at_cap == InvasionAtCap::Opponent,
        _ => {
            let lost = |side: Side| battle.force(side).value - battle.value_alive(side);
            rules.cap_result == CapResult::Points && lost(side) < lost(side.other())
        }
    }
}
