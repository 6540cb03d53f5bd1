//! Dogfaces in Space (Mike Fischer, 2002; text of October 2004): soldiers and vehicles on a hex map, one counter each.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`codex`] | units, weapons, terrain, combat table: the data |
//! | [`codex_file`] | reading the codex from TOML |
//! | [`rules`] | every switch of the rulings, with its default |
//! | [`army`] | army lists and their checks |
//! | [`doctrine`] | scripted play |
//! | [`doctrine_book`] | doctrines from files: the weights of the script |
//! | [`battlefield`] | maps from files, and random ones |
//! | [`random_map`] | recipes for random maps |
//! | [`drawn_table`] | maps drawn for every pair of games |
//! | [`field`] | a map compiled for play: costs, distances, shots |
//! | [`sight`] | how far a shot may go along one line |
//! | [`cell`] | a cell of an experiment: tables, lists, how games begin and end |
//! | [`generator`] | free lists drawn at random |
//! | [`ledger`] | every rule under its identifier, and the indices for counting |
//! | [`combat`] | one combined attack and one splash attack, generic over dice |
//! | [`recovery`] | leadership and Stun Recovery |
//! | [`resolutions`] | small questions asked of the same functions that games call |
//! | [`odds`] | exact odds of attacks, tabulated |
//! | [`state`] | a game in progress: units, forces, what is being decided |
//! | [`tactics`] | families of choices that a player may do without |
//! | [`choices`] | the decisions that players take |
//! | [`scenarios`] | how games are won |
//! | [`deployment`] | set-up |
//! | [`position`] | any position, set up by hand |
//! | [`movement`] | moves, zones, riders |
//! | [`attack`] | attacks and splash |
//! | [`overwatch`] | who may fire at a mover, and what that costs |
//! | [`results`] | what a result does to its victim |
//! | [`retreat`] | which ways are open to a victim, and the steps it takes |
//! | [`recovery_phase`] | the Stun Recovery Phase |
//! | [`turn`] | the course of a game |
//! | [`events`] | what observers are told |
//! | [`situation`] | situations from files: a position, written choices, written dice |
//! | [`film`] | films: how events move the pieces |

pub mod army;
pub mod attack;
pub mod battlefield;
pub mod cell;
pub mod choices;
pub mod codex;
pub mod codex_file;
pub mod combat;
pub mod deployment;
pub mod doctrine;
pub mod doctrine_book;
pub mod drawn_table;
pub mod events;
pub mod field;
pub mod film;
pub mod generator;
mod invariants;
pub mod ledger;
pub mod movement;
mod notation;
pub mod odds;
pub mod open_fire;
pub mod overwatch;
pub mod position;
pub mod random_map;
pub mod recovery;
pub mod recovery_phase;
pub mod resolutions;
pub mod results;
pub mod retreat;
pub mod rules;
pub mod scenarios;
pub mod sight;
pub mod situation;
pub mod state;
pub mod tactics;
pub mod turn;

mod ruleset;

pub use ruleset::Dogfaces;
#[cfg(test)]
mod fuzz;
mod told_battlefield;
