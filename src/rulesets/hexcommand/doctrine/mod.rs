//! Scripted play: one player whose judgement is a handful of weights.
//!
//! | file | what it decides |
//! | --- | --- |
//! | `deployment` | set-up: hexes, facings, routes of retreat, the written order |
//! | `movement`, `destinations` | who moves next, and where |
//! | `fire` | who fires at whom |
//! | `melee` | contacts, and everything in a melee |
//! | `command` | orders and commanders |
//! | `arrivals` | where arriving units enter, and whether they wait |
//! | `markers` | which markers are looked at |
//!
//! What decides nothing, such as throwing for initiative, is answered here. A script sees what a player sees.

mod arrivals;
mod command;
mod deployment;
mod destinations;
mod facing;
mod fire;
mod markers;
mod melee;
mod movement;
mod observation;
mod piece;
mod plan;
mod prospect;
mod reach;
mod spot;
#[cfg(test)]
mod tests;
mod value;
mod view;
mod works;

use deployment::LineUp;
use movement::{MOST_PLACES, Scratch};
use observation::Observation;
pub(super) use plan::Gates;
use plan::Plan;
use reach::Reach;

use super::choices::Choice;
use super::doctrine_book::Weights;
use super::order_of_battle::MOST_UNITS;
use super::state::{Battle, Decision, Setup};
use super::tactics;
use crate::dice::SeededDice;
use crate::game::policy::{Learning, Moves};
use crate::game::{Game, Player, Tactics};

/// A player that goes by the weights of a doctrine. Its buffers are reused from decision to decision and game to game.
#[derive(Clone, Debug)]
pub struct ScriptedPlayer {
    /// The doctrine.
    weights: Weights,
    /// What it does without.
    without: Tactics,
    /// The shots of the present fire step.
    shots: fire::Shots,
    observation: Observation,
    plan: Plan,
    reach: Reach,
    scratch: Scratch,
    moves: Moves<Choice, MOST_UNITS, MOST_PLACES>,
    line_up: LineUp,
}

/// Gain that a move has to exceed.
const LEAST_GAIN: f64 = 0.2;

impl ScriptedPlayer {
    /// A player of a doctrine on a table.
    #[must_use]
    pub fn new(setup: &Setup, weights: Weights) -> Self {
        Self::among(setup, Gates::of(&setup.field), weights)
    }

    /// The same where the gates of the table are known.
    pub(super) fn among(setup: &Setup, gates: Gates, weights: Weights) -> Self {
        // No game waits for them.
        let _ = setup.odds();
        Self {
            weights,
            without: Tactics::NONE,
            shots: fire::Shots::default(),
            observation: Observation::new(&setup.field),
            plan: Plan::among(gates),
            reach: Reach::default(),
            scratch: Scratch::default(),
            moves: Moves::new(Learning { rate: 0.0, least: 1.0, behind: 0.99 }, LEAST_GAIN),
            line_up: LineUp::default(),
        }
    }

    /// The weights that it goes by.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Whether commanders are put with nobody.
    fn keeps_commanders_back(&self, battle: &Battle<'_>) -> bool {
        battle.turn > 0 && self.without.has(tactics::COMMANDERS)
    }

    /// Goes by other weights from now on.
    pub fn retune(&mut self, weights: Weights) {
        self.weights = weights;
    }
}

impl ScriptedPlayer {
    /// What it would choose, whether that is legal or not.
    fn decide(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        match battle.decision {
            Decision::Draw
            | Decision::Initiative
            | Decision::Integrity
            | Decision::Entry
            | Decision::Resolve
            | Decision::RoutMoves
            | Decision::FireOrder
            | Decision::FireRouts
            | Decision::Melee
            | Decision::Nothing => Choice::Proceed,
            Decision::Prepare => self.lay_works(battle, chance),
            Decision::Deploy => self.deploy(battle, chance),
            Decision::MarkRetreat => self.mark_retreat(battle, chance),
            Decision::Number => self.number(battle, chance),
            Decision::Write => self.write_order(battle, chance),
            Decision::Replace => self.replace(battle, chance),
            Decision::Spot => self.spot(battle, chance),
            Decision::Block => self.block(battle, chance),
            Decision::MakeWay => self.make_way(battle, chance),
            Decision::Arrive => self.arrive(battle, chance),
            Decision::Order if self.without.has(tactics::ORDER_CHANGES) => Choice::Done,
            Decision::Order => self.change_order(battle, chance),
            Decision::Attach | Decision::AttachRouted if self.keeps_commanders_back(battle) => Choice::Done,
            Decision::Attach => self.attach(battle, chance),
            Decision::AttachRouted => self.attach_routed(battle, chance),
            Decision::March => self.march(battle),
            Decision::Contact | Decision::AdvanceContact if self.without.has(tactics::CHARGES) => Choice::Done,
            Decision::Contact => self.contact(battle, chance),
            Decision::Evade => self.evade(battle, chance),
            Decision::Fire => self.fire(battle, chance),
            Decision::Opportunity => self.opportunity(battle, chance),
            Decision::Primary => self.primary(battle, chance),
            Decision::Canister => self.canister(battle, chance),
            Decision::Press => self.press(battle, chance),
            Decision::Advance => self.advance(battle, chance),
            Decision::AdvanceContact => self.advance_contact(battle, chance),
            Decision::Face => self.face(battle, chance),
        }
    }
}

impl Player<Battle<'_>> for ScriptedPlayer {
    fn choose(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let choice = self.decide(battle, chance);
        // Marches and shots of a fire step have been checked. Rules under odd switches forbid what nobody thought of; any legal
        // choice is better than none.
        let is_sound = matches!(battle.decision, Decision::Fire | Decision::March) || battle.check(choice).is_ok();
        if is_sound { choice } else { battle.any_choice(chance) }
    }

    fn restart(&mut self) {
        self.shots.forget();
        self.observation.restart();
        self.plan.restart();
        self.scratch.restart();
        self.moves.restart();
        self.line_up.restart();
    }

    fn take_over(&mut self, from: &Self) {
        if (self.weights, self.without) == (from.weights, from.without) {
            self.clone_from(from);
        } else {
            self.restart();
        }
    }

    fn do_without(&mut self, tactics: Tactics) {
        self.without = tactics;
    }
}
