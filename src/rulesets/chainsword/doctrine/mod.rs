//! Scripted play: one player whose judgement is a handful of weights.
//!
//! | file | what it decides |
//! | --- | --- |
//! | `setup` | support, works, early infiltrators |
//! | `patrol`, `points` | markers, jump-off points |
//! | `command`, `dispatch` | what Command Dice are spent on, and what is left to the orders of officers |
//! | `squad` | which Team of a Squad is next, and where it comes on |
//! | `orders`, `officers` | the orders of officers; where they come on, whom they join |
//! | `stratagems` | command points, the point that goes |
//! | `contest` | what decides the game, and what levels are worth |
//! | `pick` | the best of some options |
//! | `prospect` | what the best activation of a Team is worth |
//! | `tasks` | what is wanted of each Team on the table: its goal, its line, what it holds |
//! | `tactician` | what Teams do on the table, decision by decision |
//! | `plan`, `moves`, `ranking` | the activation of a Team as one plan, its best move, and which of the places leads |
//! | `activation` | how a plan is carried out |
//! | `fire`, `overwatch` | at whom a Team fires, and when it holds its fire |
//! | `charge`, `melee` | charges and what answers them; blows, and what comes after |
//! | `arrival`, `riders`, `flights` | reserves and mishaps; transports; flyers |
//! | `threat`, `duty` | what a place is worth: harm and risk there, and what it decides |
//! | `guard` | what the defender keeps Teams by, and what it is worth that one comes on there |
//! | `odds`, `value`, `punch`, `memo` | exact odds, what they count in, and what is remembered of them |
//! | `survey`, `rivals` | the Teams on the table, and the enemies as one of them weighs places against them |
//! | `ground`, `routes` | the table, and the ways over it |

mod activation;
mod arrival;
mod charge;
mod command;
mod contest;
mod dispatch;
mod duty;
mod fire;
mod flights;
mod ground;
mod guard;
mod melee;
mod memo;
mod moves;
mod odds;
mod officers;
mod orders;
mod overwatch;
mod patrol;
mod pick;
mod plan;
mod points;
mod prospect;
mod punch;
mod ranking;
mod riders;
mod rivals;
mod routes;
mod setup;
mod squad;
mod stratagems;
mod survey;
mod tactician;
mod tasks;
mod threat;
mod value;

use super::choices::{Choice, Decision};
use super::doctrine_book::Weights;
use super::state::Battle;
use crate::dice::SeededDice;
use crate::game::{Game, Player, Tactics, any_choice_without};
use pick::Pick;
use tactician::{Glance, Tactician};
use tasks::Tasks;

/// A player that goes by the weights of a doctrine. Its buffers are reused from decision to decision and game to game.
#[derive(Clone, Debug)]
pub struct Script {
    /// The doctrine.
    weights: Weights,
    /// What it does without.
    without: Tactics,
    /// Play on the table.
    tactician: Tactician,
    /// What is wanted of its Teams.
    tasks: Tasks,
}

impl Script {
    /// A player of a doctrine.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        Self { weights, without: Tactics::NONE, tactician: Tactician::default(), tasks: Tasks::default() }
    }

    /// Goes by other weights from now on.
    pub fn retune(&mut self, weights: Weights) {
        self.weights = weights;
    }

    /// Whether a choice is lawful, and none of the tactics that it does without.
    fn allows(&self, battle: &Battle<'_>, choice: Choice) -> bool {
        !battle.tactics_of(choice).meets(self.without) && battle.check(choice).is_ok()
    }

    /// What it would choose, whether that is lawful or not; none where it leaves the choice to chance.
    fn decide(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Option<Choice> {
        match battle.decision {
            Decision::StartingRolls
            | Decision::Purchase
            | Decision::PlaceSupport
            | Decision::MarkerCount
            | Decision::PlaceMarker
            | Decision::MarkerMove
            | Decision::Infiltrate
            | Decision::PlacePoint => self.set_up(battle, chance),
            Decision::Withdraw => Some(self.withdraw(battle)),
            Decision::Reroll => Some(self.reroll(battle)),
            Decision::Steady => Some(self.steady(battle)),
            Decision::LostPoint => self.lost_point(battle),
            Decision::Between => Some(self.between(battle)),
            Decision::Spend => self.spend(battle),
            Decision::Squad => self.squad(battle, chance),
            Decision::Order => self.order(battle),
            _ => self.tactician.decide(battle, &self.weights, &self.tasks, chance),
        }
    }
}

impl Player<Battle<'_>> for Script {
    fn choose(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        self.tactician.glance = Glance::Asked;
        let choice = self.decide(battle, chance);
        self.tactician.glance = Glance::Idle;
        // Rules under odd switches forbid what nobody thought of; any lawful choice is better than none.
        choice
            .filter(|choice| self.allows(battle, *choice))
            .unwrap_or_else(|| any_choice_without(battle, self.without, chance))
    }

    fn restart(&mut self) {
        self.tactician.restart();
        self.tasks.clear();
    }

    fn take_over(&mut self, from: &Self) {
        if (self.weights, self.without) == (from.weights, from.without) {
            self.clone_from(from);
        } else {
            self.restart();
        }
    }

    fn do_without(&mut self, tactics: Tactics) {
        (self.without, self.tactician.without) = (tactics, tactics);
    }
}
