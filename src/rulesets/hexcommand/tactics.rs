//! Tactics: families of choices that a player may do without.

use super::choices::{Act, Choice};
use super::state::Battle;
use crate::game::{Tactic, Tactics};

/// The tactics, each at its place.
pub const TACTICS: &[Tactic] = &[
    Tactic::new("charges", "contacts that are not forced"),
    Tactic::new("commanders", "putting commanders with units, and moving their figures"),
    Tactic::new("order-changes", "new orders for brigades"),
    Tactic::new("works", "building pontoons, quick works and redoubts"),
    Tactic::new("withdrawals", "leaving a melee by one hex"),
    Tactic::new("captured-guns", "fire with guns that were captured"),
];

/// Place of `charges`.
pub const CHARGES: usize = 0;

/// Place of `commanders`.
pub const COMMANDERS: usize = 1;

/// Place of `order-changes`.
pub const ORDER_CHANGES: usize = 2;

/// Place of `works`.
pub const WORKS: usize = 3;

/// Place of `withdrawals`.
pub const WITHDRAWALS: usize = 4;

/// Place of `captured-guns`.
pub const CAPTURED_GUNS: usize = 5;

/// Which of them a choice is one of. Where figures stand before the first turn is no choice to do without.
#[must_use]
pub fn tactics_of(battle: &Battle<'_>, choice: Choice) -> Tactics {
    match choice {
        Choice::Contact { .. } => Tactics::only_if(true, CHARGES),
        Choice::Attach { .. } | Choice::Ride { .. } => Tactics::only_if(battle.turn > 0, COMMANDERS),
        Choice::ChangeOrder { .. } => Tactics::only_if(true, ORDER_CHANGES),
        Choice::Build { .. } => Tactics::only_if(true, WORKS),
        Choice::March(march) => Tactics::only_if(march.act == Act::Withdraw, WITHDRAWALS),
        Choice::Shoot { captured, .. } => Tactics::only_if(captured, CAPTURED_GUNS),
        _ => Tactics::NONE,
    }
}
