//! Combat resolutions: small questions whose answer is a distribution, asked of the very functions that games call.
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

use super::codex::Codex;
use crate::game::resolutions;

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

#[cfg(test)]
mod tests;
