//! Combat resolutions: small questions whose answer is a distribution, asked of the functions that games call.
//!
//! Who is seen, how far away and in what cover is an input. Each file holds the resolutions of one family.

mod area;
mod attack;
mod command;
mod inputs;
mod leadership;
mod melee;
mod overwatch;
mod perception;
mod roll;
mod shoot_out;
mod upkeep;
mod volley;

use super::codex::Codex;
use crate::game::{CombatResolution, resolutions};

resolutions! {
    Codex:
    roll::SkillRoll,
    roll::WoundRoll,
    attack::RangedAttack,
    attack::CloseCombatAttack,
    volley::Volley,
    volley::SuppressingFire,
    area::Placement,
    area::AreaAttack,
    leadership::LeadershipTest,
    leadership::DeathShock,
    perception::PerceptionCheck,
    perception::StealthSweep,
    melee::LeavingCombat,
    melee::CombatReadyExchange,
    melee::Melee,
    shoot_out::ShootOut,
    overwatch::OverwatchCharge,
    command::CommandDuel,
    command::CommandDuelAttack,
    upkeep::CommandRegeneration,
    upkeep::MovePath,
}

#[cfg(test)]
mod tests;
