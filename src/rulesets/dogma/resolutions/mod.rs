//! Isolated resolutions: small questions whose answer is a distribution, asked of the very functions that games call.
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

use std::sync::LazyLock;

use super::codex::Codex;
use super::rules::Rules;
use crate::game::{Answer, Faults, Isolated, Query, resolutions};

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

/// Answers a question about one resolution.
///
/// # Errors
/// Everything wrong with the question, or with the codex that it brings along.
pub fn answer(query: &Query) -> Result<Answer, Faults> {
    static BUILT_IN: LazyLock<Codex> = LazyLock::new(Codex::built_in);
    match &query.codex {
        Some(source) => dispatch(&Codex::read(source, &[])?, query),
        None => dispatch(&BUILT_IN, query),
    }
}

#[cfg(test)]
mod tests;
