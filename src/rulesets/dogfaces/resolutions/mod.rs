//! Combat resolutions: small questions whose answer is a distribution, asked of the very functions that games call.
//!
//! Listed shots are taken as legal at their range, and what a game would measure on its map (who covers whom, how far a
//! retreat can go) is an input. Each file holds the resolutions of one family.

mod area;
mod attack;
mod carrier;
mod duel;
mod inputs;
mod overwatch;
mod recovery;
mod retreat;
mod shot;
mod splash;
mod sustained;
mod table;
mod victim;
mod volley;

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
    table::TableRoll,
    shot::ShotCheck,
    attack::RangedAttack,
    area::AreaAttack,
    splash::SplashHit,
    retreat::RetreatCheck,
    recovery::StunRecovery,
    volley::Volley,
    overwatch::OverwatchFire,
    carrier::CarrierAttack,
    sustained::SustainedFire,
    duel::Duel,
}

#[cfg(test)]
mod tests;
