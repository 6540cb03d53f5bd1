//! What needs no dice: Command Points regained, and the cost of a path.

use super::rules::Rules;

/// Who holds a pool of Command Points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// A model of its own.
    Independent,
    /// A squad with so many members left.
    Squad(u32),
}

/// A pool after the regeneration of its side's turn; never above `base`.
#[must_use]
pub fn regenerated(rules: &Rules, holder: Holder, base: u32, current: u32) -> u32 {
    match holder {
        Holder::Squad(members) if members < rules.regen_min_squad_size => current, // DP-TRN-04
        _ => (current + (base / rules.regen_divisor).max(rules.regen_min)).min(base), // DP-TRN-03, R-49
    }
}

/// A stretch of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Open ground.
    Clear,
    /// Difficult ground.
    Difficult,
    /// A linear obstacle, by its thickness.
    Linear,
    /// Straight up, and the step onto the edge.
    Climb,
    /// Straight down, and the step over the edge.
    Descend,
}

/// Movement used up by a stretch of so many inches.
#[must_use]
pub fn cost(rules: &Rules, ground: Ground, length: f64) -> f64 {
    match ground {
        Ground::Clear => length,
        Ground::Difficult | Ground::Linear => rules.difficult_factor * length, // DP-TER-03, DP-MOV-09
        Ground::Climb | Ground::Descend => rules.climb_cost * length + rules.step_on_cost, // DP-MOV-05, DP-MOV-06
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dp_trn_03_half_of_the_base_and_one_at_least() {
        let rules = Rules::default();
        let alone = |base, current| regenerated(&rules, Holder::Independent, base, current);
        assert_eq!([alone(5, 2), alone(5, 4), alone(1, 0), alone(0, 0), alone(3, 1)], [4, 5, 1, 0, 2]);
    }

    #[test]
    fn dp_trn_04_the_last_of_a_squad_regains_nothing() {
        let rules = Rules::default();
        assert_eq!(regenerated(&rules, Holder::Squad(1), 5, 2), 2);
        assert_eq!(regenerated(&rules, Holder::Squad(2), 5, 2), 4);
    }
}
