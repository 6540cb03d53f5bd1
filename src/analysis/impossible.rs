//! Questions without an answer.

use std::fmt;

/// Why a question has no answer: which input is wrong and what it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// Name of the input.
    pub input: &'static str,
    /// What is wrong with it, without a full stop.
    pub why: String,
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.input, self.why)
    }
}

impl std::error::Error for Impossible {}

/// Refuses `input`, because of `why`.
pub(super) fn refuse<T>(input: &'static str, why: impl Into<String>) -> super::Result<T> {
    Err(Impossible { input, why: why.into() })
}

/// The number, if it lies strictly between 0 and 1.
pub(super) fn probability(input: &'static str, value: f64) -> super::Result<f64> {
    if value > 0.0 && value < 1.0 { Ok(value) } else { refuse(input, format!("must lie between 0 and 1, got {value}")) }
}

/// The number, if it is finite and above 0.
pub(super) fn positive(input: &'static str, value: f64) -> super::Result<f64> {
    if value > 0.0 && value.is_finite() { Ok(value) } else { refuse(input, format!("must be above 0, got {value}")) }
}

/// The number, if it is one.
pub(super) fn finite(input: &'static str, value: f64) -> super::Result<f64> {
    if value.is_finite() { Ok(value) } else { refuse(input, format!("must be a finite number, got {value}")) }
}
