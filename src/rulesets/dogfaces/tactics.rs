//! Tactics: families of choices that a player may do without.

use super::choices::{Choice, Path, PathStep};
use super::state::{Battle, NOBODY, UnitId};
use crate::game::{Tactic, Tactics};
use crate::tabletop::hex::NOWHERE;

/// The tactics, each at its place.
pub const TACTICS: &[Tactic] = &[
    Tactic::new("overwatch", "putting units on Overwatch"),
    Tactic::new("joint-fire", "attacks by several shooters on one target"),
    Tactic::new("riding", "starting aboard vehicles, and boarding them"),
    Tactic::new("standing", "rolling to ignore a retreat"),
];

/// Place of `overwatch`.
pub const OVERWATCH: usize = 0;

/// Place of `joint-fire`.
pub const JOINT_FIRE: usize = 1;

/// Place of `riding`.
pub const RIDING: usize = 2;

/// Place of `standing`.
pub const STANDING: usize = 3;

/// Which of them a choice is one of.
#[must_use]
pub fn tactics_of(battle: &Battle<'_>, choice: Choice) -> Tactics {
    match choice {
        Choice::Watch { .. } => Tactics::only_if(true, OVERWATCH),
        Choice::Shoot(shot) => {
            Tactics::only_if(battle.volley.open && battle.volley.is_joined_by(shot.unit), JOINT_FIRE)
        }
        Choice::Mount { .. } => Tactics::only_if(true, RIDING),
        Choice::Move { unit, path } => Tactics::only_if(boards(battle, unit, path), RIDING),
        Choice::Stand => Tactics::only_if(true, STANDING),
        _ => Tactics::NONE,
    }
}

/// Whether a path ends in the hex of somebody else, who can only be a vehicle of its side.
fn boards(battle: &Battle<'_>, unit: UnitId, path: Path) -> bool {
    let mut at = battle.unit(unit).hex;
    for step in path.steps() {
        let PathStep::To(direction) = step else { return false };
        at = battle.setup.field.neighbours[usize::from(at)][direction as usize];
        if at == NOWHERE {
            return false;
        }
    }
    let there = battle.occupant[usize::from(at)];
    !path.is_empty() && there != NOBODY && there != unit
}
