//! What is asked, and carrying it out.
//!
//! A [`Spec`] is what the user wrote; resolved against a ruleset and a [`Library`] of files it becomes a [`Plan`], every
//! cell of which has all it needs; [`run`] plays a plan and leaves a [`Run`]. Nothing but the plan decides the results:
//! not the number of threads, not the shards, not how often the run was broken off and resumed.

mod archive;
pub mod benchmark;
mod checkpoint;
mod course;
mod digest;
mod library;
mod plan;
#[cfg(feature = "command")]
mod publish;
mod resolve;
mod results;
mod runner;
mod shard;
mod spec;
mod spool;
mod stop;
#[cfg(test)]
pub(crate) mod toy;
#[cfg(test)]
pub(crate) mod toy_market;
mod trouble;
mod whole;

pub use library::Library;
pub use plan::{Plan, PlannedCell};
#[cfg(feature = "command")]
pub use publish::{write_frame, write_parquet};
pub use resolve::{BASE, Levels, VARIANT, codex_role};
pub use results::{Drawn, Luck, Manifest, MusteredList, RuleCount, Run, Text, Timing};
pub use runner::{CHECKPOINT_EVERY, Conditions, Progress, forget, run};
pub use shard::Shard;
pub use spec::{
    Design, DoctrinePairing, Drawing, Factor, Pairing, Spec, USUAL_CAP, USUAL_PAIRS, USUAL_SEED, Variant, Written,
};
pub use spool::Spool;
pub use stop::Stop;
pub use trouble::Trouble;
pub use whole::{WholeFile, write_whole};
