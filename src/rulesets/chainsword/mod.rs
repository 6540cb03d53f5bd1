//! Chainsword of Command: squads and their officers on a table of inches, driven by Command Dice.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`army`] | army lists: what they hold, cost, and break |
//! | [`codex`] | units, weapons, tables: the data |
//! | [`codex_file`] | reading the codex from TOML |
//! | [`profiles`] | what games ask of units at every step |
//! | [`rules`] | every switch of the rulings, with its default |
//! | [`ledger`] | every rule under its identifier |
//! | [`combat`] | Command Dice, Force Morale, shooting, vehicles, melee, morale, reserves, generic over dice |
//! | [`doctrine_book`], [`doctrine`] | doctrines, and the player that goes by them |
//! | [`own_doctrine`] | the usual doctrine of a list by scenario and role |
//! | [`terrain`], [`terrain_file`] | the catalogue of terrain, and pieces on a table |
//! | [`field`] | what the rules ask of a table: sight, cover, room, ways, flight |
//! | [`battlefield`], [`random_board`] | tables from files, and by chance |
//! | [`cell`] | tables, lists and players of an experiment |
//! | [`patrol`] | Patrol Markers and jump-off points |
//! | [`facing`] | facings of vehicles |
//! | [`generator`] | lists drawn at random |
//! | [`scenarios`] | the six scenarios: edges, areas, markers, points, who is first |
//! | [`support`] | what support points buy |
//! | [`luck`] | what throws destroy on average |
//! | [`setup_step`] | what happens before the first Phase |
//! | [`muster`] | the Squads that a game begins with |
//! | [`state`], [`force`] | a game in progress, in layers; a side of it |
//! | [`choices`] | the decisions of players, and when they are asked |
//! | [`turn`] | the course of a game from decision to decision |
//! | [`phase_step`], [`turn_end_step`] | the steps of a Phase, and of a Turn end |
//! | [`roll_step`] | rolls that may be thrown again |
//! | [`force_morale_step`], [`shock`] | tests of Force Morale, and what they cost; Shock |
//! | [`spend_step`], [`activation`], [`orders_step`] | what dice are spent on, what a Team does, orders of officers |
//! | [`sortie_step`], [`run_step`] | flyers: sorties, hovering, attack runs, dogfights |
//! | [`interrupt_step`], [`ambush_step`] | Squads that act out of turn; Teams that come on and fire |
//! | [`deploy_step`] | deployment from points; officers who join Teams |
//! | [`transport_step`] | transports: getting on and off, passengers of wrecks |
//! | [`arrival_step`] | arrivals from reserve |
//! | [`movement_step`], [`watch_step`], [`flight_step`] | moves, Overwatch on the way, flight |
//! | [`charge_step`] | charges: who, fire before them, reactions, dice, contact |
//! | [`melee_step`], [`melee_blows`], [`melee_result`] | melees: which is fought, blows, what comes of them |
//! | [`fire_lines`], [`fire_step`], [`aftermath`] | what Teams fire, volleys, and what they leave behind |
//! | [`geometry`], [`points`] | what Teams cover of the table; who denies points and controls the objective |
//! | [`random_event`] | random events |
//! | [`tactics`] | families of choices that a player may do without |
//! | [`tally`] | what a side does in a game, for its record |
//! | [`victory`] | how games end |
//! | [`events`] | what an observer is told |
//! | [`film`] | films: how events move the Teams |
//! | [`position`] | positions set up by hand |
//! | [`resolutions`] | small questions asked of the same functions that games call |

pub mod activation;
pub mod aftermath;
pub mod ambush_step;
pub mod army;
pub mod arrival_step;
pub mod battlefield;
pub mod cell;
pub mod charge_step;
pub mod choices;
pub mod codex;
pub mod codex_file;
pub mod combat;
pub mod deploy_step;
pub mod doctrine;
pub mod doctrine_book;
pub mod events;
pub mod facing;
pub mod field;
pub mod film;
pub mod fire_lines;
pub mod fire_step;
pub mod flight_step;
pub mod force;
pub mod force_morale_step;
pub mod generator;
pub mod geometry;
pub mod interrupt_step;
mod invariants;
pub mod ledger;
pub mod luck;
pub mod melee_blows;
pub mod melee_result;
pub mod melee_step;
pub mod movement_step;
pub mod muster;
pub mod orders_step;
pub mod own_doctrine;
pub mod patrol;
pub mod phase_step;
pub mod points;
pub mod position;
pub mod profiles;
pub mod random_board;
pub mod random_event;
pub mod resolutions;
pub mod roll_step;
pub mod rules;
pub mod run_step;
pub mod scenarios;
pub mod setup_step;
pub mod shock;
pub mod sortie_step;
pub mod spend_step;
pub mod state;
pub mod support;
pub mod tactics;
pub mod tally;
pub mod terrain;
pub mod terrain_file;
pub mod transport_step;
pub mod turn;
pub mod turn_end_step;
pub mod victory;
pub mod watch_step;

mod names;
mod notation;
mod random_choice;
mod ruleset;
mod situation;

pub use ruleset::Chainsword;

#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod played;
#[cfg(test)]
mod scene;
mod told_battlefield;
