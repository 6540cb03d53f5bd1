//! Linear programs, as microlp solves them.

use microlp::{ComparisonOp, OptimizationDirection, Problem, Solution, Variable};

/// A linear programme that is being written down.
pub(super) struct Programme(Problem);

/// Its solution.
pub(super) struct Solved(Solution);

impl Programme {
    /// One that is to be made as large as possible.
    pub(super) fn maximise() -> Self {
        Self(Problem::new(OptimizationDirection::Maximize))
    }

    /// A variable that is at least `least`, and what a unit of it is worth.
    pub(super) fn variable(&mut self, worth: f64, least: f64) -> Variable {
        self.0.add_var(worth, (least, f64::INFINITY))
    }

    /// `Σ factor·variable ≥ bound`
    pub(super) fn at_least(&mut self, terms: impl IntoIterator<Item = (Variable, f64)>, bound: f64) {
        self.0.add_constraint(terms, ComparisonOp::Ge, bound);
    }

    /// `Σ factor·variable = value`
    pub(super) fn equal(&mut self, terms: impl IntoIterator<Item = (Variable, f64)>, value: f64) {
        self.0.add_constraint(terms, ComparisonOp::Eq, value);
    }

    /// Solves it; none when it has no solution, or none that can be found.
    pub(super) fn solve(self) -> Option<Solved> {
        self.0.solve().ok()?.into_solution().ok().map(Solved)
    }
}

impl Solved {
    pub(super) fn value(&self, variable: Variable) -> f64 {
        self.0.var_value(variable)
    }

    /// The values of shares that sum to 1, without the rounding below 0.
    pub(super) fn mixture(&self, shares: &[Variable]) -> Vec<f64> {
        let shares: Vec<f64> = shares.iter().map(|share| self.value(*share).max(0.0)).collect();
        let sum: f64 = shares.iter().sum();
        shares.iter().map(|share| share / sum).collect()
    }
}
