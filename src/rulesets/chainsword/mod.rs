//! Chainsword of Command: squads and their officers on a table of inches, driven by Command Dice.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`army`] | army lists: what they hold, cost, and break |
//! | [`codex`] | units, weapons, tables: the data |
//! | [`codex_file`] | reading the codex from TOML |
//! | [`rules`] | every switch of the rulings, with its default |
//! | [`ledger`] | every rule under its identifier |
//! | [`combat`] | Command Dice, Force Morale, shooting, vehicles, melee, morale, reserves, generic over dice |
//! | [`patrol`] | Patrol Markers and jump-off points |
//! | [`facing`] | facings of vehicles |
//! | [`generator`] | lists drawn at random |
//! | [`scenarios`] | the six scenarios: edges, areas, markers, points, who is first |
//! | [`support`] | what support points buy |
//! | [`resolutions`] | small questions asked of the same functions that games call |

pub mod army;
pub mod codex;
pub mod codex_file;
pub mod combat;
pub mod facing;
pub mod generator;
pub mod ledger;
pub mod patrol;
pub mod resolutions;
pub mod rules;
pub mod scenarios;
pub mod support;

mod ruleset;

pub use ruleset::Chainsword;
