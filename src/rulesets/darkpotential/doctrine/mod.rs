//! Scripted play: one player whose judgement is a handful of weights.
//!
//! | file | what it decides |
//! | --- | --- |
//! | `deployment` | who goes first, the edge, and where everybody is put down |
//! | `movement` | step 4: who moves next, and where |
//! | `action` | step 5: who acts next, and how |
//! | `stealth` | models that are shown or hide, and their bases |
//! | `reactions` | shots and charges in the enemy's turn, and what falls due in attacks |
//! | `command` | Command Points on rolls |
//! | `value`, `odds` | what all of that is worth, by exact odds |
//!
//! A script sees what a player sees: which of the enemy's stealth bases is the real one it never asks.

mod action;
mod command;
mod deployment;
mod movement;
mod odds;
mod reactions;
mod stealth;
#[cfg(test)]
mod tests;
mod value;

use super::choices::{Choice, Decision};
use super::doctrine_book::Weights;
use super::state::{Battle, Setup};
use crate::dice::SeededDice;
use crate::game::{Game, Player};
use command::Duel;

/// Rounds before the cap from which wounds count more than value.
const LATE: u32 = 4;

/// A player that goes by the weights of a doctrine. Its buffers are reused from decision to decision and game to game.
#[derive(Clone, Debug)]
pub struct ScriptedPlayer {
    /// The doctrine.
    weights: Weights,
    /// The cap is near.
    late: bool,
    /// What one wound of each side is worth on average.
    wound_worth: [f64; 2],
    /// Bids.
    duel: Duel,
}

impl ScriptedPlayer {
    /// A player of a doctrine on a table.
    #[must_use]
    pub fn new(setup: &Setup, weights: Weights) -> Self {
        let _ = setup;
        Self { weights, late: false, wound_worth: [0.0; 2], duel: Duel::default() }
    }

    /// The weights that it goes by.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Goes by other weights from now on.
    pub fn retune(&mut self, weights: Weights) {
        self.weights = weights;
    }

    /// What it would choose, whether that is lawful or not.
    fn decide(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        self.late = u32::from(battle.round()) + LATE > battle.setup.terms.round_cap;
        self.note_wounds(battle);
        match battle.decision {
            Decision::RollOff => Choice::RollOff,
            Decision::First => Choice::First(self.weights.prefer_first >= 0.5),
            Decision::Edge => self.edge(battle, chance),
            Decision::Deploy => self.deploy(battle, chance),
            Decision::PlaceBase => self.place_base(battle, chance),
            Decision::Real => self.real(battle, chance),
            Decision::Leader => self.leader(battle),
            Decision::Activate => self.activate(battle),
            Decision::Stealth => self.stealth(battle),
            Decision::Observe => self.observe(battle),
            Decision::Manoeuvre => self.manoeuvre(battle),
            Decision::Move => self.make_move(battle, chance),
            Decision::Replan => self.replan(battle),
            Decision::React => self.react(battle),
            Decision::ReactionCharge => self.reaction_charge(battle),
            Decision::FreeAttack => self.free_attack(battle),
            Decision::Act => self.act(battle, chance),
            Decision::Answer => self.answer(battle),
            Decision::Strike => self.strike(battle),
            Decision::Declare => self.declare(battle),
            Decision::GiveUp => self.give_up(battle),
            Decision::Next => self.next_roll(battle),
            Decision::PickUp => self.pick_up(battle),
            Decision::Coherency => self.coherency(battle),
            Decision::Bid => self.bid(battle),
            Decision::Nothing => Choice::Pass,
        }
    }
}

impl Player<Battle<'_>> for ScriptedPlayer {
    fn choose(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let choice = self.decide(battle, chance);
        // Rules under odd switches forbid what nobody thought of; any lawful choice is better than none.
        if battle.check(choice).is_ok() { choice } else { battle.any_choice(chance) }
    }

    fn restart(&mut self) {
        self.late = false;
    }
}
