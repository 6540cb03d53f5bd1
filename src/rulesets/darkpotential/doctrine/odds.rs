//! Exact odds of two dice, and what an attack does to its target on average.

use super::super::combat::Attack;

/// Rolls of two dice out of 36 whose sum is no more than each number from 0.
const AT_MOST: [u8; 13] = [0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36];

/// The same as chances.
const CHANCES: [f64; 13] = {
    let mut chances = [0.0; 13];
    let mut total = 0;
    while total < chances.len() {
        chances[total] = AT_MOST[total] as f64 / 36.0;
        total += 1;
    }
    chances
};

/// Chances of two dice to come to exactly each number from 0.
const EXACTLY: [f64; 13] = {
    let mut chances = [0.0; 13];
    let mut total = 1;
    while total < chances.len() {
        chances[total] = CHANCES[total] - CHANCES[total - 1];
        total += 1;
    }
    chances
};

/// Chance of two dice to come to no more than a target number.
#[inline]
#[must_use]
pub(super) fn chance(target: i32) -> f64 {
    CHANCES[target.clamp(0, 12) as usize]
}

/// Chance of two dice to come to exactly this.
#[inline]
#[must_use]
pub(super) fn chance_of(total: i32) -> f64 {
    if (0..EXACTLY.len() as i32).contains(&total) { EXACTLY[total as usize] } else { 0.0 }
}

/// What an attack does to its target on average, before any Command Points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Blow {
    /// Chance to hit.
    pub hit: f64,
    /// Chance to remove it.
    pub removed: f64,
    /// Wounds that it loses.
    pub lost: f64,
    /// Chance that it lives and is suppressed.
    pub shaken: f64,
}

impl Blow {
    /// Of an attack on a model with so many wounds left; `wounds_base` are lost beside the margin of the Strength roll.
    #[must_use]
    pub(super) fn of(attack: &Attack, wounds: u32, wounds_base: u32) -> Self {
        let hit = chance(attack.hit);
        if hit <= 0.0 || wounds == 0 {
            return Self::default();
        }
        let wounds = wounds as i32;
        let mut lost = 0.0;
        for total in 2..=attack.strength.min(12) {
            let margin = attack.strength - total;
            lost += chance_of(total) * f64::from((margin + wounds_base as i32).min(wounds));
        }
        // It goes where the margin and what is lost beside it make up its wounds.
        let removed = chance(attack.strength - (wounds - wounds_base as i32).max(0));
        Self {
            hit,
            removed: hit * removed,
            lost: hit * lost,
            shaken: hit * (1.0 - removed) * (1.0 - chance(attack.leadership)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::exact;
    use crate::game::CodexFile;
    use crate::rulesets::darkpotential::codex::Codex;
    use crate::rulesets::darkpotential::combat::{Cover, Effect, FireMode, Shot, Target};
    use crate::rulesets::darkpotential::rules::Rules;

    #[test]
    fn the_odds_are_those_of_the_rules() {
        let (codex, rules) = (Codex::built_in(), Rules::default());
        for (firer, weapon, victim, distance) in [
            ("generic-soldier", "pistol", "generic-soldier", 8.0),
            ("generic-sniper", "sniper-rifle", "generic-leader", 20.0),
            ("generic-soldier", "pistol", "generic-assassin", 17.0),
        ] {
            let target = Target::of(codex.unit(victim).unwrap());
            let shot = Shot { distance, cover: Cover::NONE, mode: FireMode::Aimed, modifier: 0 };
            let skill = codex.unit(firer).unwrap().ranged.unwrap();
            let attack = Attack::ranged(&rules, skill, codex.weapon(weapon).unwrap(), &shot, &target);
            let blow = Blow::of(&attack, target.wounds, rules.wounds_base);
            let effects = exact::distribution(|mut dice| attack.strike(target.wounds, true, &mut dice));
            let mean = |of: &dyn Fn(&Effect) -> f64| -> f64 { effects.entries.iter().map(|(it, p)| p * of(it)).sum() };
            let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-12, "{one} {other}");
            near(blow.hit, mean(&|it| f64::from(*it != Effect::Miss)));
            near(blow.removed, mean(&|it| f64::from(*it == Effect::Removed)));
            near(blow.shaken, mean(&|it| f64::from(matches!(it, Effect::Hit { suppressed: true, .. }))));
            near(
                blow.lost,
                mean(&|it| match it {
                    Effect::Miss => 0.0,
                    Effect::Hit { lost, .. } => f64::from(*lost),
                    Effect::Removed => f64::from(target.wounds),
                }),
            );
        }
    }
}
