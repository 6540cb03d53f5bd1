//! Contract tests: what every ruleset owes to everything above it, asked in a line by each.
//!
//! | file | what it asks |
//! | --- | --- |
//! | [`resolutions`] | exact odds, trials and worked examples agree |
//! | [`inputs`] | inputs are read as they are documented |

pub(crate) mod inputs;
pub(crate) mod resolutions;
