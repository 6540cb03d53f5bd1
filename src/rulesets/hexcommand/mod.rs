//! Hex Command Gunpowder (gunpowder module of July 2010): regiments and batteries on a hex map, one piece each.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`codex`] | dice, ranges, weapons, grades, units, command values: the data |
//! | [`codex_file`] | reading the codex from TOML |
//! | [`kinds`] | unit types, and the kinds of units that lists are made of |
//! | [`terrain`] | terrain of hexes, and what lies on hexsides |
//! | [`terrain_file`] | reading terrain, pieces, prices and limits from TOML |
//! | [`board_map`] | maps: what lies where |
//! | [`battlefield`] | maps from files, and random ones |
//! | [`random_map`] | random maps by the dice |
//! | [`field`] | a map compiled for play: steps, cover, distances |
//! | [`sight`] | lines of sight |
//! | [`rules`] | every switch, with its default |
//! | [`ledger`] | every rule under its identifier |
//! | [`fire`] | one shot, and two units that fire at each other, generic over dice |
//! | [`melee`] | rounds of melee, one against one and one against several |
//! | [`artillery`] | batteries in contact, and captured guns |
//! | [`recovery`] | rally and rest |
//! | [`command`] | command values, orders, commanders, initiative |
//! | [`integrity`] | losses of a force, and its integrity |
//! | [`spotting`] | hidden markers, and where reinforcements enter |
//! | [`resolutions`] | small questions asked of the same functions |

pub mod artillery;
pub mod battlefield;
pub mod board_map;
pub mod codex;
pub mod codex_file;
pub mod command;
pub mod field;
pub mod fire;
pub mod integrity;
pub mod kinds;
pub mod ledger;
pub mod melee;
pub mod random_map;
pub mod recovery;
pub mod resolutions;
pub mod rules;
pub mod sight;
pub mod spotting;
pub mod terrain;
pub mod terrain_file;

mod ruleset;

pub use ruleset::HexCommand;
