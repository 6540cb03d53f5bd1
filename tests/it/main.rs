//! Tests from outside: what needs the binary, or many rooms at once.

mod allocation;
mod analysis;
#[cfg(feature = "command")]
mod cli_assert;
#[cfg(feature = "command")]
mod cli_check;
#[cfg(feature = "command")]
mod cli_claims;
#[cfg(feature = "command")]
mod cli_compare;
#[cfg(feature = "command")]
mod cli_costs;
#[cfg(feature = "command")]
mod cli_export;
#[cfg(feature = "command")]
mod cli_list;
#[cfg(feature = "command")]
mod cli_patch;
#[cfg(feature = "command")]
mod cli_play;
#[cfg(feature = "command")]
mod cli_resolve;
#[cfg(feature = "command")]
mod cli_rows;
#[cfg(feature = "command")]
mod cli_run;
#[cfg(feature = "command")]
mod cli_shell;
#[cfg(feature = "command")]
mod cli_stats;
#[cfg(feature = "command")]
mod cli_tune;
mod coverage;
mod docs;
#[cfg(feature = "command")]
mod film;
mod fuzz;
#[cfg(feature = "command")]
mod support;
