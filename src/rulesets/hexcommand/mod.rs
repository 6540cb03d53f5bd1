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
//! | `bearings` | what depends on the offset between two hexes alone |
//! | [`sight`] | lines of sight |
//! | [`scenarios`] | names of scenarios, and ways to end |
//! | [`terms`] | what a scenario is about: zones, objectives, arrivals |
//! | [`army`] | army lists and their checks |
//! | [`own_doctrine`] | the usual doctrine of a list, by scenario |
//! | [`generator`] | lists drawn at random |
//! | [`rules`] | every switch, with its default |
//! | [`ledger`] | every rule under its identifier |
//! | [`order_of_battle`] | what a side musters |
//! | [`scene`] | a scenario on its board |
//! | [`choices`] | decisions |
//! | [`state`] | a game in progress |
//! | [`tactics`] | families of choices that a player may do without |
//! | [`turn`] | the course of a game |
//! | [`initiative`] | who is player A in a turn |
//! | [`muster`], [`deployment`] | before the first turn |
//! | [`command_step`], [`orders`] | commanders on the field, and orders |
//! | [`markers`], [`arrivals`], [`works`], [`tribes`], [`activation`] | what not every game has |
//! | [`march`], [`movement`], [`contact`] | the movement step |
//! | [`fire_step`], [`sighting`], [`supply`] | the fire step |
//! | [`melee_step`], [`capture`], [`advance`] | the melee step |
//! | [`rout`], [`rally_step`], [`integrity_step`], [`victory`] | what comes of it |
//! | [`cell`] | cells of experiments: boards, checks of lists that meet |
//! | [`events`], [`notation`] | what an observer is told |
//! | [`position`], `situation` | any position, set up by hand |
//! | [`fire`] | one shot, and two units that fire at each other, generic over dice |
//! | [`melee`] | rounds of melee, one against one and one against several |
//! | [`artillery`] | batteries in contact, and captured guns |
//! | [`recovery`] | rally and rest |
//! | [`command`] | command values, orders, commanders, initiative |
//! | [`odds`] | what attacks are expected to bring, exactly |
//! | [`integrity`] | losses of a force, and its integrity |
//! | [`spotting`] | hidden markers, and where reinforcements enter |
//! | [`doctrine`], [`doctrine_book`] | the scripted player, and the weights of doctrines |
//! | [`resolutions`] | small questions asked of the same functions |
//! | [`film`] | films: how events move the pieces |

pub mod activation;
pub mod advance;
pub mod army;
pub mod arrivals;
pub mod artillery;
pub mod battlefield;
mod bearings;
pub mod board_map;
pub mod capture;
pub mod cell;
pub mod choices;
pub mod codex;
pub mod codex_file;
pub mod combat;
pub mod command;
pub mod command_step;
pub mod contact;
pub mod deployment;
pub mod doctrine;
pub mod doctrine_book;
pub mod events;
pub mod field;
pub mod film;
pub mod fire;
pub mod fire_step;
pub mod generator;
pub mod initiative;
pub mod integrity;
pub mod integrity_step;
mod invariants;
pub mod kinds;
pub mod ledger;
pub mod march;
pub mod markers;
pub mod melee;
pub mod melee_step;
pub mod movement;
pub mod muster;
pub mod notation;
pub mod odds;
pub mod order_of_battle;
pub mod orders;
pub mod own_doctrine;
pub mod position;
pub mod rally_step;
pub mod random_map;
pub mod recovery;
pub mod resolutions;
pub mod rout;
pub mod rules;
pub mod scenarios;
pub mod scene;
pub mod sight;
pub mod sighting;
pub mod spotting;
pub mod state;
pub mod supply;
pub mod tactics;
pub mod terms;
pub mod terrain;
pub mod terrain_file;
pub mod tribes;
pub mod turn;
pub mod victory;
pub mod works;

#[cfg(test)]
mod fuzz;
mod ruleset;
mod situation;
#[cfg(test)]
mod test_position;
mod told_battlefield;
#[cfg(test)]
mod turn_tests;

pub use ruleset::HexCommand;
