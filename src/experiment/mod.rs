//! What is asked, and carrying it out.

mod results;
mod shard;
mod stop;

pub use results::{Luck, Manifest, MusteredList, RuleCount, Run, Text, Timing};
pub use shard::Shard;
pub use stop::Stop;
