//! What the command half wants of each Team: where to, how soon, whom it waits for.

use crate::rulesets::chainsword::state::{MOST_TEAMS, TeamId, place_of};
use crate::tabletop::plane::Point;

/// What is wanted of a Team.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Task {
    /// Where it is to go; nothing leaves it to the Team.
    pub goal: Option<Point>,
    /// What an inch of way towards it counts, 1 as usual.
    pub haste: f64,
    /// Inches of way from the goal at which it waits for the others; nothing where it need not.
    pub line: Option<f64>,
    /// A place from which it is to be no farther than so many inches.
    pub hold: Option<(Point, f64)>,
}

impl Default for Task {
    fn default() -> Self {
        Self { goal: None, haste: 1.0, line: None, hold: None }
    }
}

/// What is wanted of the Teams of a side.
#[derive(Clone, Debug)]
pub(super) struct Tasks([Task; MOST_TEAMS]);

impl Default for Tasks {
    fn default() -> Self {
        Self([Task::default(); MOST_TEAMS])
    }
}

impl Tasks {
    /// What is wanted of a Team.
    pub(super) fn of(&self, team: TeamId) -> &Task {
        &self.0[place_of(team)]
    }

    /// Gives a Team a task.
    #[cfg(test)]
    pub(super) fn give(&mut self, team: TeamId, task: Task) {
        self.0[place_of(team)] = task;
    }

    /// Takes all tasks back.
    pub(super) fn clear(&mut self) {
        self.0 = [Task::default(); MOST_TEAMS];
    }
}
