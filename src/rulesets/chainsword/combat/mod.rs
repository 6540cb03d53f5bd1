//! Combat and command: what the dice decide, generic over them.

pub mod command;
pub mod melee;
pub mod morale;
pub mod shooting;
pub mod vehicle;
