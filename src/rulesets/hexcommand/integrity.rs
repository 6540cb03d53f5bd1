//! Losses of a force, and its integrity checks.

use super::codex::{Codex, Tag};
use super::rules::{Rules, Scope};
use crate::dice::Dice;

/// What a force has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Losses {
    /// Units at the start, at least 1.
    pub start: u8,
    /// Units removed.
    pub removed: u8,
    /// Units routed on the board.
    pub routed: u8,
    /// Commanders at the start.
    pub commanders_start: u8,
    /// Commanders lost.
    pub commanders_lost: u8,
    /// The supreme commander was lost since the last check.
    pub supreme_lost: bool,
}

/// Whether a force must check its integrity.
#[must_use]
pub fn must_check(rules: &Rules, losses: &Losses) -> bool {
    let start = u32::from(losses.start);
    let units = u32::from(losses.removed) + u32::from(losses.routed);
    // HX-INT-01, in hundredths of a unit.
    let loss = 100 * units + u32::from(rules.integrity_commander_weight) * u32::from(losses.commanders_lost) * start;
    let leaderless = losses.commanders_start > 0 && losses.commanders_lost >= losses.commanders_start;
    // HX-INT-02, HX-INT-07
    loss >= u32::from(rules.integrity_break_point) * start || leaderless || losses.supreme_lost
}

/// How many of `units` steady units out of melee fail (HX-INT-03, HX-INT-04).
pub fn failures<D: Dice>(codex: &Codex, rules: &Rules, units: u32, dice: &mut D) -> u32 {
    let cube = codex.cube(rules.dice_mapping);
    match rules.integrity_scope {
        Scope::Unit => cube.pool(units, Tag::Red, dice),
        Scope::Force => units * u32::from(cube.roll(dice).shows(Tag::Red)),
    }
}
