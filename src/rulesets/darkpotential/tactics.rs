//! Tactics: families of choices that a player may do without.

use super::choices::{Action, Choice};
use super::state::Battle;
use crate::game::{Tactic, Tactics};

/// The tactics, each at its place.
pub const TACTICS: &[Tactic] = &[
    Tactic::new("charges", "charges, as an action and from Combat Ready"),
    Tactic::new("overwatch", "going on Overwatch"),
    Tactic::new("combat-ready", "getting Combat Ready"),
    Tactic::new("suppressing-fire", "Suppressing Fire"),
    Tactic::new("manoeuvres", "Tactical Manoeuvres"),
    Tactic::new("bids", "Command Points on rolls"),
    Tactic::new("stealth", "hiding models, at deployment and later"),
    Tactic::new("searches", "looking for stealth bases as an action"),
    Tactic::new("second-moves", "moving again as an action, forced runs apart"),
];

/// Place of `charges`.
pub const CHARGES: usize = 0;

/// Place of `overwatch`.
pub const OVERWATCH: usize = 1;

/// Place of `combat-ready`.
pub const COMBAT_READY: usize = 2;

/// Place of `suppressing-fire`.
pub const SUPPRESSING_FIRE: usize = 3;

/// Place of `manoeuvres`.
pub const MANOEUVRES: usize = 4;

/// Place of `bids`.
pub const BIDS: usize = 5;

/// Place of `stealth`.
pub const STEALTH: usize = 6;

/// Place of `searches`.
pub const SEARCHES: usize = 7;

/// Place of `second-moves`.
pub const SECOND_MOVES: usize = 8;

/// Which of them a choice is one of. Reactions of a model that has taken a stance are none: whoever does without it takes none.
#[must_use]
pub fn tactics_of(battle: &Battle<'_>, choice: Choice) -> Tactics {
    match choice {
        Choice::Charge { .. } => Tactics::only_if(true, CHARGES),
        Choice::Manoeuvre(_) => Tactics::only_if(true, MANOEUVRES),
        Choice::Bid { .. } => Tactics::only_if(true, BIDS),
        Choice::Hide(_) => Tactics::only_if(true, STEALTH),
        Choice::Act { model, action } => match action {
            Action::Charge(_) => Tactics::only_if(true, CHARGES),
            Action::Overwatch { .. } => Tactics::only_if(true, OVERWATCH),
            Action::CombatReady { .. } => Tactics::only_if(true, COMBAT_READY),
            Action::Suppress { .. } => Tactics::only_if(true, SUPPRESSING_FIRE),
            Action::Look { .. } => Tactics::only_if(true, SEARCHES),
            Action::Move(_) => Tactics::only_if(!battle.must_run(model), SECOND_MOVES),
            Action::None | Action::Shoot { .. } | Action::Fight { .. } => Tactics::NONE,
        },
        _ => Tactics::NONE,
    }
}
