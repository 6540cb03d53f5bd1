//! Even Odds: a Monte Carlo balance analyser for tabletop wargames.
//!
//! | room | what it holds |
//! | --- | --- |
//! | [`dice`] | chance: seeded, enumerated, scripted |
//! | [`tabletop`] | space: hex grids, lines, battlefields |
//! | [`game`] | what a ruleset must be, and playing one engagement |
//! | [`rulesets`] | the games |
//! | [`experiment`] | what is asked: cells, seeds, runner, resume, shards |
//! | [`outcomes`] | what engagements leave behind: accumulators and frames |
//! | [`analysis`] | statistics on counts |
//!
//! Imports point down this list only... upwards come the rooms of the `command` feature: `charts`, `report`, `cli`.

pub mod analysis;
pub mod dice;
pub mod experiment;
pub mod game;
pub mod outcomes;
pub mod rulesets;
pub mod tabletop;

#[cfg(feature = "command")]
pub mod charts;
#[cfg(feature = "command")]
pub mod cli;
#[cfg(feature = "command")]
pub mod report;
