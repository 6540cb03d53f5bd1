//! Combat resolutions: small questions whose answer is a distribution, asked of the very functions that games call.
//!
//! What a game would measure on its map (ranges, arcs, cover) is an input. Each file holds the resolutions of one family.

mod charge;
mod commanders;
mod contact;
mod die;
mod exchange;
mod inputs;
mod integrity;
mod melee;
mod multi;
mod opposed;
mod orders;
mod rally;
mod shot;
mod spotting;

use super::codex::Codex;
use super::rules::Rules;
use crate::game::{CombatResolution, resolutions};

/// The data and the rules under which something is resolved.
#[derive(Clone, Debug)]
struct Setting<'c> {
    codex: &'c Codex,
    rules: Rules,
}

resolutions! {
    Codex:
    die::DieTest,
    shot::Fire,
    shot::Volley,
    exchange::FireExchange,
    melee::MeleeRound,
    melee::MeleeToRout,
    multi::MeleeMulti,
    charge::Charge,
    contact::ArtilleryContact,
    contact::CapturedGuns,
    rally::Rally,
    orders::CvsCheck,
    orders::ChangeOfOrders,
    commanders::CommanderDraw,
    commanders::Replacement,
    opposed::OpposedRoll,
    integrity::ArmyStatus,
    integrity::IntegrityCheck,
    spotting::Spotting,
    spotting::ReinforcementEntry,
    orders::TribalUnits,
}

#[cfg(test)]
mod tests;
