//! Tests from outside.

mod analysis;
mod coverage;
