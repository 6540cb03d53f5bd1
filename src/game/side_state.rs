//! How a side stands at the end of a turn.

/// How a side stands at the end of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideState {
    /// Value alive, points.
    pub value: f64,
    /// Units that are not lost: in play, still to come, or safely off the table.
    pub units: u16,
    /// What the game has for morale, as [`StateWords::morale`] says.
    pub morale: i32,
    /// What the scenario is about, as [`StateWords::objective`] says.
    pub objective: i32,
}

impl SideState {
    /// So many numbers say how a side stands.
    pub const NUMBERS: usize = 4;

    /// Their names in files.
    pub const NAMES: [&'static str; Self::NUMBERS] = ["value", "units", "morale", "objective"];

    /// All of them as whole numbers, so that sums do not depend on an order: thousandths of a point, then as they are.
    #[must_use]
    pub fn numbers(&self) -> [i64; Self::NUMBERS] {
        [(1000.0 * self.value).round() as i64, self.units.into(), self.morale.into(), self.objective.into()]
    }

    /// What one is in the [`numbers`](Self::numbers), by their order.
    pub const SCALES: [f64; Self::NUMBERS] = [1000.0, 1.0, 1.0, 1.0];
}

/// What a ruleset means by the numbers of a [`SideState`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateWords {
    /// Which units are counted.
    pub units: &'static str,
    /// What stands for morale.
    pub morale: &'static str,
    /// What stands for the objective, by scenario.
    pub objective: &'static str,
}

impl StateWords {
    /// What is said of each number, in the order of [`SideState::NAMES`].
    #[must_use]
    pub fn all(self) -> [&'static str; SideState::NUMBERS] {
        ["value alive, points", self.units, self.morale, self.objective]
    }
}
