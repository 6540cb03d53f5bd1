//! Losses of a force, and its integrity checks.

use super::codex::{Codex, Tag};
use super::rules::{Rules, Scope};
use crate::dice::Dice;

/// What a force has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Losses {
    /// Units at the start, or their points; at least 1.
    pub start: u32,
    /// Units removed, or their points.
    pub removed: u32,
    /// Units routed on the board, or their points.
    pub routed: u32,
    /// Commanders at the start.
    pub commanders_start: u8,
    /// Commanders lost.
    pub commanders_lost: u8,
    /// The supreme commander was lost since the last check.
    pub supreme_lost: bool,
}

impl Losses {
    /// The loss in percent of the start, times the start (HX-INT-01).
    fn weighed(&self, rules: &Rules) -> u32 {
        let commanders = u32::from(rules.integrity_commander_weight) * u32::from(self.commanders_lost);
        100 * (self.removed + self.routed) + commanders * self.start
    }

    /// The loss in percent of the start.
    #[must_use]
    pub fn percent(&self, rules: &Rules) -> f64 {
        f64::from(self.weighed(rules)) / f64::from(self.start.max(1))
    }

    /// Whether the loss is at or past a break point in percent.
    #[must_use]
    pub fn broken(&self, rules: &Rules, break_point: u8) -> bool {
        self.weighed(rules) >= u32::from(break_point) * self.start
    }
}

/// Whether a force with this break point must check its integrity (HX-INT-02, HX-INT-07).
#[must_use]
pub fn must_check(rules: &Rules, break_point: u8, losses: &Losses) -> bool {
    let leaderless = losses.commanders_start > 0 && losses.commanders_lost >= losses.commanders_start;
    losses.broken(rules, break_point) || leaderless || losses.supreme_lost
}

/// How many of `units` steady units out of melee fail (HX-INT-03, HX-INT-04).
pub fn failures<D: Dice>(codex: &Codex, rules: &Rules, units: u32, dice: &mut D) -> u32 {
    let cube = codex.cube(rules.dice_mapping);
    match rules.integrity_scope {
        Scope::Unit => cube.pool(units, Tag::Red, dice),
        Scope::Force => units * u32::from(fails(codex, rules, dice)),
    }
}

/// Whether who rolls once fails.
pub fn fails<D: Dice>(codex: &Codex, rules: &Rules, dice: &mut D) -> bool {
    codex.cube(rules.dice_mapping).roll(dice).shows(Tag::Red)
}
