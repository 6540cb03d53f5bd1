//! Finite probability distributions.

/// Outcomes with their probabilities, in the order in which they were first met.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution<T> {
    /// Outcome and probability; probabilities and [`Distribution::open`] add up to 1.
    pub entries: Vec<(T, f64)>,
    /// Probability of chains that had not ended when the evaluation stopped; 0 for a single step.
    pub open: f64,
}

impl<T: PartialEq> Distribution<T> {
    /// Probability of `outcome`; 0 when it cannot happen.
    pub fn probability(&self, outcome: &T) -> f64 {
        self.entries.iter().find(|(o, _)| o == outcome).map_or(0.0, |(_, p)| *p)
    }
}

impl<T> Distribution<T> {
    /// Sum of `value` over the outcomes, weighted with their probabilities.
    pub fn mean(&self, value: impl Fn(&T) -> f64) -> f64 {
        self.entries.iter().map(|(o, p)| p * value(o)).sum()
    }

    /// The distribution of a function of the outcome; equal images are merged.
    pub fn map<U: PartialEq>(&self, f: impl Fn(&T) -> U) -> Distribution<U> {
        let mut entries: Vec<(U, f64)> = Vec::new();
        for (outcome, p) in &self.entries {
            let image = f(outcome);
            match entries.iter_mut().find(|(o, _)| *o == image) {
                Some(entry) => entry.1 += p,
                None => entries.push((image, *p)),
            }
        }
        Distribution { entries, open: self.open }
    }
}
