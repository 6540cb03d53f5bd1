//! Why a choice is not legal.

/// Why a choice is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that forbids it, such as `DF-ZOC-01`.
    pub rule: &'static str,
    /// Why, in a few words.
    pub reason: &'static str,
}

impl Refusal {
    /// A refusal by `rule` for `reason`.
    #[must_use]
    pub const fn new(rule: &'static str, reason: &'static str) -> Self {
        Self { rule, reason }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.reason, self.rule)
    }
}
