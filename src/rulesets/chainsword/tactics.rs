//! Tactics: families of choices that a player may do without.

use super::choices::Choice;
use super::fire_lines::Mode;
use super::orders_step::Order;
use crate::game::{Tactic, Tactics};

/// The tactics, each at its place.
pub const TACTICS: &[Tactic] = &[
    Tactic::new("rerolls", "throwing a die again for command points"),
    Tactic::new("steady", "skipping tests of Force Morale for command points"),
    Tactic::new("end-turn", "ending a Turn for command points"),
    Tactic::new("overwatch", "going on Overwatch, by oneself or by order"),
    Tactic::new("covering-fire", "covering fire"),
    Tactic::new("tactical-moves", "Tactical moves"),
    Tactic::new("form-teams", "new Teams by order"),
    Tactic::new("ambushes", "ambushes for command points"),
    Tactic::new("interrupts", "breaking in with a Squad for command points"),
    Tactic::new("jinks", "jinking with flyers under fire"),
];

/// Place of `rerolls`.
pub const REROLLS: usize = 0;

/// Place of `steady`.
pub const STEADY: usize = 1;

/// Place of `end-turn`.
pub const END_TURN: usize = 2;

/// Place of `overwatch`.
pub const OVERWATCH: usize = 3;

/// Place of `covering-fire`.
pub const COVERING_FIRE: usize = 4;

/// Place of `tactical-moves`.
pub const TACTICAL_MOVES: usize = 5;

/// Place of `form-teams`.
pub const FORM_TEAMS: usize = 6;

/// Place of `ambushes`.
pub const AMBUSHES: usize = 7;

/// Place of `interrupts`.
pub const INTERRUPTS: usize = 8;

/// Place of `jinks`.
pub const JINKS: usize = 9;

/// Which of them a choice is one of.
#[must_use]
pub fn tactics_of(choice: Choice) -> Tactics {
    match choice {
        Choice::Reroll(_) => Tactics::only_if(true, REROLLS),
        Choice::Steady => Tactics::only_if(true, STEADY),
        Choice::EndTurn => Tactics::only_if(true, END_TURN),
        Choice::Overwatch | Choice::Order(Order::Overwatch(_)) => Tactics::only_if(true, OVERWATCH),
        Choice::Order(Order::FormTeam { .. }) => Tactics::only_if(true, FORM_TEAMS),
        Choice::Ambush { .. } => Tactics::only_if(true, AMBUSHES),
        Choice::Interrupt { .. } => Tactics::only_if(true, INTERRUPTS),
        Choice::Jink => Tactics::only_if(true, JINKS),
        Choice::Fire { covering, .. } => Tactics::only_if(covering, COVERING_FIRE),
        Choice::Mode(mode) => Tactics::only_if(mode == Mode::Tactical, TACTICAL_MOVES),
        _ => Tactics::NONE,
    }
}
