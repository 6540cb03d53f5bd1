//! Tests from outside.

mod analysis;
