//! Analysis errors: questions without an answer.

use std::fmt;

/// Why a question has no answer: which input is wrong and what it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisError {
    /// Name of the input.
    pub input: &'static str,
    /// What is wrong with it, without a full stop.
    pub why: String,
}

impl fmt::Display for AnalysisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.input, self.why)
    }
}

impl std::error::Error for AnalysisError {}

/// Refuses `input`, because of `why`.
pub(super) fn refuse<T>(input: &'static str, why: impl Into<String>) -> super::Result<T> {
    Err(AnalysisError { input, why: why.into() })
}

/// The number, if it lies strictly between 0 and 1.
pub(super) fn probability(input: &'static str, value: f64) -> super::Result<f64> {
    if value > 0.0 && value < 1.0 {
        Ok(value)
    } else {
        refuse(input, format!("must lie between 0 and 1, got {value:?}"))
    }
}

/// The chance α that an interval of this confidence misses. Confidence below one in a billion counts as none.
pub(super) fn error_chance(confidence: f64) -> super::Result<f64> {
    if (1e-9..1.0).contains(&confidence) {
        Ok(1.0 - confidence)
    } else {
        refuse("confidence", format!("must lie between 0 and 1, got {confidence:?}"))
    }
}

/// Numbers larger than this, and positive ones smaller than one over it, are refused: their fourth powers cannot be held.
const LARGEST: f64 = 1e75;

/// The number, if it is above 0.
pub(super) fn positive(input: &'static str, value: f64) -> super::Result<f64> {
    if (1.0 / LARGEST..=LARGEST).contains(&value) {
        Ok(value)
    } else {
        refuse(input, format!("must be above 0, and of a reasonable size, got {value:?}"))
    }
}

/// The number, if it is one.
pub(super) fn finite(input: &'static str, value: f64) -> super::Result<f64> {
    if value.abs() <= LARGEST {
        Ok(value)
    } else {
        refuse(input, format!("must be a number of a reasonable size, got {value:?}"))
    }
}

/// The sum of counts, if it is above 0 and a double can hold it.
pub(super) fn total<'a>(input: &'static str, counts: impl IntoIterator<Item = &'a u64>) -> super::Result<u64> {
    match counts.into_iter().try_fold(0u64, |sum, n| sum.checked_add(*n).filter(|sum| *sum < 1 << 53)) {
        None => refuse(input, "is too large"),
        Some(0) => refuse(input, "is zero"),
        Some(sum) => Ok(sum),
    }
}
