//! Balance reports: one model, written in several languages.

pub mod bbcode;
pub mod markdown;
mod markup;
mod model;
pub mod table;

pub use model::{Figure, Provenance, Report, Section};
