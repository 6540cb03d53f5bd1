//! Commander's Dogma 0.7: science fiction on square bases, one opposed roll for every attack.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`army`] | army lists and their checks |
//! | [`codex`] | units, Types, buildings, tables: the data |
//! | [`codex_file`] | reading the codex from TOML |
//! | [`rules`] | numbers and switches of the rules, with their defaults |
//! | [`fixed_inches`] | lengths that add up exactly |
//! | [`combat`] | attacks at range, in close combat, on buildings, and shaken checks, generic over dice |
//! | [`recoil`] | what becomes of a base that is thrown back |
//! | [`odds`] | exact odds of every unit against every other |
//! | [`command`] | the initiative die |
//! | [`setup`] | roll-offs, edges, the scenario |
//! | [`doctrine`] | scripted play |
//! | [`doctrine_book`] | the weights of each doctrine |
//! | [`resolutions`] | small questions asked of those functions |
//! | [`ledger`] | every rule under its identifier, and the indices for counting |
//! | [`terrain`] | features on the table |
//! | [`battlefield`] | maps in files |
//! | [`state`] | a game in progress: Elements, Forces, what is being decided |
//! | [`tactics`] | families of choices that a player may do without |
//! | [`choices`] | the decisions that players take |
//! | [`turn`] | the course of a game |
//! | [`deploy`] | set-up, from the first roll-off to Artillery |
//! | [`declaration`] | Groups as their owners write them down |
//! | [`movement`] | tactical moves, Groups, contact, APCs, reserves |
//! | [`strike`] | attacks, recoils, wrecks |
//! | [`scenarios`] | how games are won |
//! | [`events`] | what observers are told |
//! | [`position`] | any position, set up by hand |
//! | [`situation`] | situations from files: a position, written choices, written dice |
//! | [`cell`] | a cell of an experiment: table, lists, how games begin and end |
//! | [`generator`] | Forces drawn at random |
//! | `random_choice` | one of several by chance, without a list of them |
//!
//! # Who calls what
//!
//! A [`Battle`](state::Battle) is a [`Game`](crate::game::Game); [`turn`] is its front door and calls into the other rooms.
//! Every family of choices has three methods on the battle: `visit_...` shows a finite sample of the legal choices, `check_...`
//! refuses an illegal one with its rule, and the third carries a legal one out.
//!
//! | when | [`turn`] calls | in |
//! | --- | --- | --- |
//! | both Forces are enlisted | `begin_setup` | [`deploy`] |
//! | the phase is [`Setup`](state::Phase::Setup) | `visit_setup`, `check_setup`, `apply_setup`, `setup_stream` | [`deploy`] |
//! | [`Move`](state::Decision::Move) | `visit_movement`, `check_movement`, `apply_movement` | [`movement`] |
//! | [`Shoot`](state::Decision::Shoot) | `visit_ranged`, `check_fire`, `fire` | [`strike`] |
//! | [`Fight`](state::Decision::Fight) | `visit_close`, `check_fight`, `fight` | [`strike`] |
//! | [`Declare`](state::Decision::Declare) | `visit_declarations`, `check_declaration`, `declare` | [`declaration`] |
//! | [`Bail`](state::Decision::Bail) | `visit_bails`, `check_bail`, `bail` | [`strike`] |
//! | [`film`] | films: how events move the pieces |
//! | a turn ends | `after_turn` | [`scenarios`] |
//!
//! Set-up ends with `begin_battle` of [`turn`]. The aggressor's roll-off, and nothing else, takes its dice from the stream of
//! the environment for [`Initiative`](crate::dice::Purpose::Initiative) with number 0: the cell looks at it to seat the
//! lists. Whoever puts a base down or takes it away does so with `put` and `lift` of [`movement`], which keep
//! [`Neighbours`](state::Neighbours) and [`Force::engaged`](state::Force) up to date; nobody else writes a base. `lift` leaves
//! an Element in no place: the caller puts it into the set of its new [`Place`](state::Place).
//! [`movement`] calls `evade` of [`strike`] when somebody moves into Air Support, and `after_move` of [`scenarios`] after every
//! move; [`strike`] calls `after_destruction` after every Element that it removes, and `check_beside` and `visit_beside` of
//! [`movement`] for the passengers of a wreck. Whoever meets a condition of victory calls `end_game` of [`turn`]; after any of
//! these calls the game may be over.

pub mod army;
pub mod battlefield;
pub mod cell;
pub mod choices;
pub mod codex;
pub mod codex_file;
pub mod combat;
pub mod command;
pub mod declaration;
pub mod deploy;
pub mod doctrine;
pub mod doctrine_book;
pub mod events;
pub mod film;
pub mod fixed_inches;
pub mod generator;
mod invariants;
pub mod ledger;
pub mod movement;
mod notation;
pub mod odds;
pub mod position;
pub mod recoil;
pub mod resolutions;
pub mod rules;
pub mod scenarios;
pub mod setup;
pub mod situation;
pub mod state;
pub mod strike;
pub mod tactics;
pub mod terrain;
pub mod turn;

mod random_choice;
mod ruleset;

pub use ruleset::Dogma;
#[cfg(test)]
mod fuzz;
mod told_battlefield;
