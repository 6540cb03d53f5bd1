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
    /// Morale and objective in a word or two behind their numbers, where a told game says them.
    pub told: [Option<&'static str>; 2],
}

impl StateWords {
    /// What is said of each number, in the order of [`SideState::NAMES`].
    #[must_use]
    pub fn all(self) -> [&'static str; SideState::NUMBERS] {
        ["value alive, points", self.units, self.morale, self.objective]
    }

    /// What a side has left: `9 units worth 1100 points, 4 not Stunned`.
    #[must_use]
    pub(crate) fn told(self, state: &SideState) -> String {
        let units = if state.units == 1 { "1 unit".to_owned() } else { format!("{} units", state.units) };
        // A sum of nothing is -0.
        let points = (state.value * 10.0).round() / 10.0 + 0.0;
        let noun = if points == 1.0 { "point" } else { "points" };
        let further = self.told.iter().zip([state.morale, state.objective]);
        let further = further.filter_map(|(words, number)| {
            let words = (*words)?;
            let gap = if words.starts_with('%') { "" } else { " " };
            let single = words.strip_suffix('s').filter(|_| number == 1 && words.ends_with("points"));
            let words = single.unwrap_or(words);
            Some(format!(", {number}{gap}{words}"))
        });
        format!("{units} worth {points} {noun}{}", further.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_left_is_no_points() {
        let words = StateWords { units: "", morale: "", objective: "", told: [Some("steady"), Some("% of wounds")] };
        let state = SideState { value: -0.0, units: 0, morale: 0, objective: 3 };
        assert_eq!(words.told(&state), "0 units worth 0 points, 0 steady, 3% of wounds");
        let words = StateWords { told: [Some("Force Morale"), Some("jump-off points")], ..words };
        let state = SideState { value: 1.0, units: 1, morale: 1, objective: 1 };
        assert_eq!(words.told(&state), "1 unit worth 1 point, 1 Force Morale, 1 jump-off point");
    }
}
