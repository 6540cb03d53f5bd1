//! Isolated resolutions: small questions whose answer is a distribution, asked of the very functions that games call.
//!
//! What a game would measure on its table (ranges, cover, facings) is an input. Each file holds the resolutions of one
//! family.

mod assault;
mod blast;
mod campaign;
mod command;
mod exchange;
mod flyers;
mod inputs;
mod melee;
mod morale;
mod places;
mod precision;
mod shot;
mod suppression;
mod vehicle;
mod volley;

use std::sync::LazyLock;

use super::codex::Codex;
use crate::game::{Answer, Faults, Query, resolutions};

resolutions! {
    Codex:
    command::CommandDice,
    command::CommandNeed,
    command::TurnLength,
    command::PhaseRun,
    command::StratagemClock,
    command::Rally,
    campaign::ForceMoraleStart,
    campaign::FirstMover,
    campaign::ForceMoraleTest,
    campaign::SupportPoints,
    campaign::OpeningMoves,
    campaign::DeepStrike,
    campaign::Outflank,
    morale::MoraleTest,
    morale::SweepingAdvance,
    morale::Charge,
    shot::RangedAttack,
    volley::TeamVolley,
    volley::SquadVolley,
    suppression::Suppression,
    blast::BlastShot,
    exchange::FireExchange,
    precision::PrecisionShot,
    vehicle::VehicleAttack,
    vehicle::VehicleVolley,
    melee::MeleeRound,
    melee::MeleeToBreak,
    assault::Assault,
    flyers::AttackRun,
    flyers::Dogfight,
    places::PatrolMarkerMove,
    places::JumpOffPoint,
    places::VehicleFacing,
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
