//! Expected loss: what attacks of so many points cost those who suffer them, and what cover saves.

use super::precomputed::POINTS;
use crate::rulesets::dogfaces::codex::{CombatResult, Profile, Terrain};
use crate::rulesets::dogfaces::combat::{self, Lower, Target};
use crate::rulesets::dogfaces::odds::Odds;
use crate::rulesets::dogfaces::rules::Rules;

/// The value of a table of whole points at a number in between.
#[inline]
#[must_use]
pub(super) fn interpolate(table: &[f32; POINTS], points: f32) -> f32 {
    let below = (points as usize).min(POINTS - 2);
    let share = (points - below as f32).min(1.0);
    table[below] + (table[below + 1] - table[below]) * share
}

/// Points that a terrain takes off an attack, on the die or in strength.
pub(super) fn cover(terrain: &Terrain) -> f32 {
    -f32::from(terrain.strength_mod) - f32::from(terrain.die_mod) - f32::from(terrain.die_mod_if_lower)
}

/// Chances of each result of an attack of 0, 1, ... points, the shooters standing lower.
pub(super) fn outcomes(rules: &Rules, odds: &Odds, profile: &Profile, terrain: &Terrain) -> [[f32; 5]; POINTS] {
    let target = Target { profile, terrain, lower: Lower::All };
    let die_mod = terrain.die_mod + terrain.die_mod_if_lower + profile.dodge;
    std::array::from_fn(|points| {
        let strength = combat::strength(rules, target, points as u16, true);
        odds.roll(strength, die_mod, profile.lucky).map(|chance| chance as f32)
    })
}

/// Share of a unit that an attack of 0, 1, ... points costs: removal whole, a Stun in part, a retreat a little.
pub(super) fn losses(rules: &Rules, odds: &Odds, profile: &Profile, terrain: &Terrain) -> [f32; POINTS] {
    // What comes is mostly laser fire, a third of which a suit absorbs; only a few weapons harm the heaviest.
    let share = match (profile.only_armour_piercing, profile.suit) {
        (true, _) => 0.4,
        (_, true) => 0.7,
        _ => 1.0,
    };
    let stunned = 0.25 + 0.04 * f32::from(profile.recovers);
    let loss = |result: CombatResult| match combat::after_traits(profile, result) {
        CombatResult::Miss => 0.0,
        CombatResult::Stun => stunned,
        CombatResult::Retreat => 0.12,
        CombatResult::RetreatStun => stunned + 0.05,
        CombatResult::OutOfCombat => 1.0,
    };
    let losses = CombatResult::ALL.map(loss);
    let whole = outcomes(rules, odds, profile, terrain).map(|chances| dot(&chances, &losses));
    std::array::from_fn(|points| interpolate(&whole, points as f32 * share))
}

/// The mean of a worth by result.
fn dot(chances: &[f32; 5], worth: &[f32; 5]) -> f32 {
    chances.iter().zip(worth).map(|(chance, worth)| chance * worth).sum()
}
