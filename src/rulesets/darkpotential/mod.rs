//! Dark Potential (Alpha 0.0.2): skirmishes of 28 mm figures, two dice equal to or under a target.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`codex`] | units and weapons: the data |
//! | [`codex_file`] | reading the codex from TOML |
//! | [`rules`] | every switch and number of the rules, with its default |
//! | [`ledger`] | every rule under its identifier |
//! | [`combat`] | attacks, wounds, Leadership and Perception, generic over dice |
//! | [`aoe`] | where the template of an area weapon ends, and who is under it |
//! | [`bidding`] | Command Points on a roll |
//! | [`upkeep`] | Command Points regained, and the cost of a path |
//! | [`army`] | army lists: reading and checking them |
//! | [`generator`] | army lists drawn at random |
//! | [`terrain`] | the catalogue of terrain, and pieces on a table |
//! | [`battlefield`] | maps in files |
//! | [`random_board`] | tables drawn by chance |
//! | [`field`] | what the rules ask of a table: places, contact, sight, cover, movement |
//! | [`deployment`] | room to deploy |
//! | [`stealth`] | sets of stealth bases |
//! | [`scenarios`] | how long games last, and how they end |
//! | [`resolutions`] | small questions asked of these functions |

pub mod aoe;
pub mod army;
pub mod battlefield;
pub mod bidding;
pub mod codex;
pub mod codex_file;
pub mod combat;
pub mod deployment;
pub mod field;
pub mod generator;
pub mod ledger;
pub mod random_board;
pub mod resolutions;
pub mod rules;
pub mod scenarios;
pub mod stealth;
pub mod terrain;
pub mod upkeep;

mod ruleset;
mod terrain_file;

pub use ruleset::DarkPotential;
