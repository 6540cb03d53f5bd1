//! Commander's Dogma 0.7: science fiction on square bases, one opposed roll for every attack. Here are its isolated
//! resolutions; whole games are not played.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`army`] | army lists and their checks |
//! | [`codex`] | units, Types, buildings, tables: the data |
//! | [`codex_file`] | reading the codex from TOML |
//! | [`rules`] | numbers and switches of the rules, with their defaults |
//! | [`length`] | lengths that add up exactly |
//! | [`combat`] | attacks at range, in close combat, on buildings, and shaken checks, generic over dice |
//! | [`recoil`] | what becomes of a base that is thrown back |
//! | [`command`] | the initiative die |
//! | [`setup`] | roll-offs, edges, the scenario |
//! | [`doctrine_book`] | the weights of each doctrine |
//! | [`resolutions`] | small questions asked of those functions |
//! | [`ledger`] | every rule under its identifier |

pub mod army;
pub mod codex;
pub mod codex_file;
pub mod combat;
pub mod command;
pub mod doctrine_book;
pub mod ledger;
pub mod length;
pub mod recoil;
pub mod resolutions;
pub mod rules;
pub mod setup;

mod ruleset;

pub use ruleset::Dogma;
