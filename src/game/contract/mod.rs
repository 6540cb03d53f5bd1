//! Contract tests: what every ruleset owes to everything above it, asked in a line by each.
//!
//! | file | what it asks |
//! | --- | --- |
//! | [`files`] | what is built in is sound, overrides go by their first word, readers do not panic |
//! | [`resolutions`] | exact odds, trials and worked examples agree |
//! | [`games`] | random and scripted players never break the state of a game |
//! | [`kept`] | games are the same to the last event on every machine and by every later build |
//! | [`phases`] | what is lost in the phases of games adds up, and is lost where they say |
//! | [`inputs`] | inputs are read as they are documented |
//! | [`situations`] | situations hold, and traces are what their page says |

pub(crate) mod files;
pub(crate) mod games;
pub(crate) mod inputs;
pub(crate) mod kept;
pub(crate) mod phases;
pub(crate) mod resolutions;
pub(crate) mod situations;
