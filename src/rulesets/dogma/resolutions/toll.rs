//! What several attacks have done together.

use std::borrow::Cow;

use crate::rulesets::dogma::combat::Shot;

/// Targets destroyed and shaken so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Toll {
    /// Attacks that are over.
    pub(super) resolved: usize,
    destroyed: usize,
    shaken: usize,
}

impl Toll {
    pub(super) const LABELS: &'static [&'static str] = &["d{n}-s{m}"];
    pub(super) const NUMBERS: &'static [&'static str] = &["destroyed", "shaken"];

    /// Labels for so many targets: for each number destroyed, every number shaken beside it.
    pub(super) fn labels(targets: usize) -> Vec<Cow<'static, str>> {
        let pairs = (0..=targets).flat_map(|n| (0..=targets - n).map(move |m| (n, m)));
        pairs.map(|(n, m)| Cow::Owned(format!("d{n}-s{m}"))).collect()
    }

    /// Index of its label among those for so many targets.
    pub(super) fn label(self, targets: usize) -> usize {
        (0..self.destroyed).map(|n| targets + 1 - n).sum::<usize>() + self.shaken
    }

    pub(super) fn values(self) -> Vec<i64> {
        vec![self.destroyed as i64, self.shaken as i64]
    }

    /// Counts one more attack.
    pub(super) fn count(mut self, shot: Shot) -> Self {
        self.resolved += 1;
        self.destroyed += usize::from(shot == Shot::Destroyed);
        self.shaken += usize::from(shot == Shot::Shaken);
        self
    }
}
