//! The player's kit: what scripted policies of all games share.
//!
//! | piece | what it does |
//! | --- | --- |
//! | [`Evaluation`], [`Moves`], [`ScriptedPlayer`] | a policy from candidates and terms of their worth: a game writes those, and has moves, or a player |
//! | [`BestFirst`] | candidates with upper bounds; exact worth only for those that may still be the best |
//! | [`MoveCache`] | the best move of every unit, kept from decision to decision, thought out only when it looks best |
//! | [`share_out`] | a fire plan: guns shared out among targets by what each adds, from exact odds |
//! | [`assign`] | units to tasks at the least sum of costs |
//! | [`Urgency`] | how a weight grows with the length of the game |
//!
//! A policy takes one observation a decision, bounds every candidate before it weighs any, and thinks anew only of what a
//! stamp says has changed. Everything is generic, monomorphic and without allocation: arrays are as large as the game's
//! constants say. Worth is in the unit that the game chooses, usually points of value. Nothing here rolls dice, and what
//! has equal worth is decided by the order of units and candidates, so that a policy is the same on every machine.

mod assignment;
mod best_first;
mod fire_plan;
mod move_cache;
mod scripted;
#[cfg(test)]
mod toy;
mod urgency;

pub use assignment::assign;
pub use best_first::BestFirst;
pub use fire_plan::{Salvo, Share, share_out};
pub use move_cache::{Learning, MoveCache};
pub use scripted::{Evaluation, Moves, ScriptedPlayer, Stamp};
pub use urgency::Urgency;
