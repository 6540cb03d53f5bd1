//! Tactics: families of choices that a player may do without.

use super::choices::Choice;
use crate::game::{Tactic, Tactics};

/// The tactics, each at its place.
pub const TACTICS: &[Tactic] = &[
    Tactic::new("groups", "moves of several Elements as one"),
    Tactic::new("supports", "attacks with supporters"),
    Tactic::new("reserves", "keeping in reserve whom the list leaves free to deploy"),
    Tactic::new("riding", "starting aboard APCs whom the list leaves free to, and boarding them"),
    Tactic::new("breaking-off", "stepping back from partial contact"),
];

/// Place of `groups`.
pub const GROUPS: usize = 0;

/// Place of `supports`.
pub const SUPPORTS: usize = 1;

/// Place of `reserves`.
pub const RESERVES: usize = 2;

/// Place of `riding`.
pub const RIDING: usize = 3;

/// Place of `breaking-off`.
pub const BREAKING_OFF: usize = 4;

/// Which of them a choice is one of. A list that says who rides and who waits leaves no choice of it.
#[must_use]
pub fn tactics_of(choice: Choice) -> Tactics {
    match choice {
        Choice::March { .. } | Choice::Turn { .. } => Tactics::only_if(true, GROUPS),
        Choice::Slide { group, .. } => Tactics::only_if(group.len() > 1, GROUPS),
        Choice::BreakOff { group, .. } => {
            Tactics::only_if(true, BREAKING_OFF) | Tactics::only_if(group.len() > 1, GROUPS)
        }
        Choice::Fire(attack) | Choice::Fight(attack) => {
            Tactics::only_if(attack.supporters().next().is_some(), SUPPORTS)
        }
        Choice::Reserve { .. } => Tactics::only_if(true, RESERVES),
        Choice::Mount { .. } | Choice::Board { .. } => Tactics::only_if(true, RIDING),
        _ => Tactics::NONE,
    }
}
