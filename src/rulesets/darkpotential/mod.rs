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
//! | [`cell`] | cells of an experiment: tables, lists that meet, what a game leaves behind |
//! | [`state`] | a game in progress, in layers |
//! | [`choices`] | the decisions of players, and when they are asked |
//! | [`turn`] | the course of a game from decision to decision |
//! | [`muster`], [`deployment_step`] | what a game begins with; roll-off, edge, deployment |
//! | [`activation`], [`actions`] | the five steps of an activation; the eight actions |
//! | [`movement`], [`replan`], [`reactions`] | movements point by point; Overwatch, Suppressing Fire, Combat Ready |
//! | [`attack_step`], [`aftermath`], [`check_step`], [`roll`] | attacks and what follows, Perception, rolls with their bids |
//! | [`suppression`], [`stealth_step`] | suppressed models; models in stealth |
//! | [`tactics`] | families of choices that a player may do without |
//! | [`geometry`], `paths`, `glances` | what the board knows of the figures of a game; the paths and looks that were worked out last |
//! | [`victory`] | who has won |
//! | [`events`] | what an observer is told |
//! | [`doctrine`], [`doctrine_book`], [`own_doctrine`] | the scripted player, its weights, and those that lists usually have |
//! | [`position`] | positions set up by hand |
//! | [`resolutions`] | small questions asked of these functions |
//! | [`film`] | films: how events move the pieces |

pub mod actions;
pub mod activation;
pub mod aftermath;
pub mod aoe;
pub mod army;
pub mod attack_step;
pub mod battlefield;
pub mod bidding;
pub mod cell;
pub mod check_step;
pub mod choices;
pub mod codex;
pub mod codex_file;
pub mod combat;
pub mod deployment;
pub mod deployment_step;
pub mod doctrine;
pub mod doctrine_book;
pub mod events;
pub mod field;
pub mod film;
pub mod generator;
pub mod geometry;
mod glances;
mod invariants;
pub mod ledger;
pub mod movement;
pub mod muster;
pub mod own_doctrine;
mod paths;
pub mod position;
pub mod random_board;
pub mod reactions;
pub mod replan;
pub mod resolutions;
pub mod roll;
pub mod rules;
pub mod scenarios;
pub mod state;
pub mod stealth;
pub mod stealth_step;
pub mod suppression;
pub mod tactics;
pub mod terrain;
pub mod turn;
pub mod upkeep;
pub mod victory;

mod luck;
mod notation;
mod random_choice;
mod ruleset;
mod situation;
mod terrain_file;

pub use ruleset::DarkPotential;

#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod played;
mod told_battlefield;
