//! What is asked, and carrying it out.
//!
//! A [`Spec`] is what the user wrote; resolved against a ruleset and a [`FileLookup`] of files it becomes a [`Plan`], every
//! cell of which has all it needs; [`run`] plays a plan and leaves a [`Run`]. Nothing but the plan decides the results:
//! not the number of threads, not the shards, not how often the run was broken off and resumed.

mod atomic_file;
pub mod benchmark;
mod best_answers;
mod cell_progress;
mod checkpoint;
mod claims;
mod codex_prices;
mod companions;
mod differences;
mod digest;
mod error;
mod file_lookup;
#[cfg(test)]
pub(crate) mod fixture_game;
#[cfg(test)]
pub(crate) mod fixture_market;
#[cfg(feature = "command")]
mod frames;
mod knob_search;
#[cfg(feature = "command")]
mod phase_frame;
mod plan;
#[cfg(feature = "command")]
mod publish;
mod race;
mod resolve;
mod results;
mod row_writer;
mod run_files;
mod run_folder;
mod runner;
mod search_arena;
mod shard;
mod simulators;
mod spec;
mod stop;
mod tune;
#[cfg(feature = "command")]
pub mod turn_frames;
mod width;

pub use atomic_file::{AtomicFile, write_atomically};
pub use best_answers::{BestAnswer, BestAnswers};
pub use claims::{Answer, ClaimPlan, ClaimResult, Finding};
pub use codex_prices::{PricePlace, kept_values, reprice};
pub use companions::{Companion, CompanionPairs, Companions};
pub use error::RunError;
pub use file_lookup::FileLookup;
#[cfg(feature = "command")]
pub use frames::Frames;
pub use knob_search::{
    Bound, Goal, KnobConditions, KnobMatch, KnobRange, KnobsTuned, Measured, Quantity, Reached, tune_knobs,
};
pub use plan::{Plan, PlannedCell};
#[cfg(feature = "command")]
pub use publish::{plain_cell, write_frame, write_parquet, write_rows};
pub use race::{RaceConditions, Raced, Racer, race, race_settings};
pub use resolve::{BASE, Levels, VARIANT, codex_role};
pub use results::{
    Counted, Drawn, ListSummary, Luck, Manifest, NeededFile, Origin, PhaseName, RuleCount, Run, Text, Timing,
};
pub use row_writer::RowWriter;
pub use run_folder::{RunFolder, Stage};
pub use runner::{CHECKPOINT_EVERY, Conditions, Progress, forget, run};
pub use shard::Shard;
pub use spec::{
    Claim, ClaimBook, Design, DoctrinePairing, Drawing, Expectation, Factor, InlineList, LEAST_MARGIN, LEAST_WIDTH,
    Measure, Pairing, Spec, USUAL_CAP, USUAL_PAIRS, USUAL_SEED, Variant, Written,
};
pub use stop::Stop;
pub use tune::{Contender, Figure, TuneConditions, Tuned, WeightChange, tune};
pub use width::Width;
