//! Combat resolutions: small questions whose answer is a distribution, asked of the very functions that games call.
//!
//! Attacks are taken as allowed: range, sight, contact and what lies behind a target are inputs, or given. Each file
//! holds the resolutions of one family.

mod advance;
mod apc;
mod artillery;
mod building;
mod close;
mod command;
mod exchange;
mod inputs;
mod ranged;
mod setup;
mod shaken;
mod toll;

use super::codex::Codex;
use super::rules::Rules;
use crate::game::{CombatResolution, resolutions};

resolutions! {
    Codex:
    ranged::RangedAttackOdds,
    close::CloseAttackOdds,
    building::BuildingAttack,
    artillery::ArtilleryBarrage,
    ranged::Volley,
    close::CloseLine,
    shaken::ShakenCheck,
    command::InitiativeRoll,
    command::ReserveArrival,
    exchange::RangedExchange,
    exchange::MeleeExchange,
    apc::ApcStrike,
    advance::AdvanceUnderFire,
    setup::RollOffOdds,
    setup::TableEdge,
    setup::ScenarioRoll,
}

#[cfg(test)]
mod tests;
