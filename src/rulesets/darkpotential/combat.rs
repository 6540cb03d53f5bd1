//! Attacks, wounds and Leadership: what is rolled, on what, and what comes of it.

use super::codex::{Unit, Weapon};
use super::rules::Rules;
use crate::dice::Dice;

/// Differences below this are rounding of the numbers that a distance was computed from.
pub const ROUNDING: f64 = 1e-9;

/// Dice of every roll against a skill or an attribute (DP-GEN-06).
const DICE: u32 = 2;

/// One roll against a target number: whether it succeeds.
#[inline]
pub fn passes<D: Dice>(target: i32, dice: &mut D) -> bool {
    dice.sum_at_most(DICE, target) // DP-GEN-06, DP-GEN-08, DP-GEN-09
}

/// Chance of one roll against a target number to succeed.
#[must_use]
pub fn chance(target: i32) -> f64 {
    /// Rolls of two dice out of 36 whose sum is no more than each number from 0.
    const AT_MOST: [u8; 13] = [0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36];
    f64::from(AT_MOST[target.clamp(0, 12) as usize]) / 36.0
}

/// One roll against a target number: its margin, negative when it fails (DP-GEN-07).
#[inline]
pub fn margin<D: Dice>(target: i32, dice: &mut D) -> i32 {
    target - dice.sum(DICE) as i32
}

/// Whole steps that were begun beyond the first in `length`.
#[inline]
fn steps_begun(length: f64, step: f64) -> i32 {
    // Rounded up by hand: the function of the platform is called, and this is asked for every place that is thought of.
    let steps = length / step - ROUNDING;
    let whole = steps as i32;
    (if steps > f64::from(whole) { whole } else { whole - 1 }).max(0)
}

/// Points off a ranged skill for distance, in inches (DP-SHT-04).
#[inline]
#[must_use]
pub fn distance_penalty(range: f64, distance: f64) -> i32 {
    steps_begun(distance, range)
}

/// How well terrain hides a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grade {
    /// Not at all.
    None,
    /// Trees and the like.
    Light,
    /// Most hard objects.
    Medium,
    /// A window of a building.
    Heavy,
}

/// Cover of a model against one enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cover {
    /// Grade of the best piece in the way.
    pub grade: Grade,
    /// Less than half of the model is hidden.
    pub partial: bool,
    /// Full penalties of further pieces in the way, where they add up.
    pub more: i32,
}

impl Cover {
    /// Open ground.
    pub const NONE: Cover = Cover { grade: Grade::None, partial: false, more: 0 };

    /// Points off the skill of whoever looks or shoots; `dug_in` counts with any cover.
    #[must_use]
    pub fn penalty(self, rules: &Rules, dug_in: i32) -> i32 {
        let full = match self.grade {
            Grade::None => return 0,
            Grade::Light => rules.cover_light,
            Grade::Medium => rules.cover_medium,
            Grade::Heavy => rules.cover_heavy,
        } + self.more;
        let penalty = if self.partial {
            (full - rules.cover_partial_reduction).max(rules.cover_partial_min) // DP-LOS-07
        } else {
            full
        };
        penalty + dug_in // DP-UNI-02
    }
}

/// What a ranged attack is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FireMode {
    /// An action.
    Aimed,
    /// A reaction on Overwatch; the same numbers.
    Overwatch,
    /// A reaction of Suppressing Fire.
    Suppressing,
}

/// The line from the firer to its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Inches from base to base.
    pub distance: f64,
    /// Cover of the target.
    pub cover: Cover,
    /// What it is part of.
    pub mode: FireMode,
    /// Added to the hit target.
    pub modifier: i32,
}

/// A model as the target of attacks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Taken off the attacker's skill.
    pub defense: i32,
    /// Taken off the Strength of what hits it.
    pub armor: i32,
    /// Leadership that it tests on: its own, or a Commander's if that is higher (DP-LDR-09).
    pub leadership: i32,
    /// Added to its cover.
    pub dug_in: i32,
    /// Wounds left.
    pub wounds: u32,
    /// Radius of its base in inches.
    pub base_radius: f64,
}

impl Target {
    /// A fresh model of this type.
    #[must_use]
    pub fn of(unit: &Unit) -> Self {
        Self {
            defense: unit.defense,
            armor: unit.armor,
            leadership: unit.leadership,
            dug_in: unit.dug_in,
            wounds: unit.wounds,
            base_radius: unit.base_radius(),
        }
    }

    /// The same within the Command Range of a Commander, if one is named by his Leadership (DP-LDR-09).
    #[must_use]
    pub fn led(self, commander: Option<i32>) -> Self {
        Self { leadership: commander.map_or(self.leadership, |other| other.max(self.leadership)), ..self }
    }
}

/// The target number of a ranged attack's hit roll.
#[must_use]
pub fn ranged_hit_target(rules: &Rules, skill: i32, weapon: &Weapon, shot: &Shot, target: &Target) -> i32 {
    // DP-SUP-07: Suppressing Fire knows no cover, dug in or not.
    let (cover, mode) = match shot.mode {
        FireMode::Aimed | FireMode::Overwatch => (shot.cover.penalty(rules, target.dug_in), 0),
        FireMode::Suppressing => (0, rules.suppress_modifier),
    };
    // DP-SHT-02, DP-SHT-12
    skill - target.defense - distance_penalty(weapon.range, shot.distance) - cover
        + weapon.accuracy
        + mode
        + shot.modifier
}

/// One attack on one model: the target numbers of its rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attack {
    /// Of the hit roll.
    pub hit: i32,
    /// Of the Strength roll.
    pub strength: i32,
    /// Of the Leadership roll of a target that is hit and lives.
    pub leadership: i32,
    /// Wounds lost beside the margin of the Strength roll.
    wounds_base: u32,
}

/// What an attack did to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Nothing at all.
    Miss,
    /// A hit that leaves it alive.
    Hit {
        /// Wounds lost, fewer than it had.
        lost: u32,
        /// It failed a Leadership roll.
        suppressed: bool,
    },
    /// A hit that removes it.
    Removed,
}

impl Attack {
    fn new(rules: &Rules, hit: i32, weapon: &Weapon, target: &Target) -> Self {
        Self {
            hit,
            strength: weapon.strength - target.armor, // DP-WND-01
            leadership: target.leadership + weapon.leadership_modifier, // DP-LDR-04, DP-SHT-13
            wounds_base: rules.wounds_base,
        }
    }

    /// A ranged attack.
    #[must_use]
    pub fn ranged(rules: &Rules, skill: i32, weapon: &Weapon, shot: &Shot, target: &Target) -> Self {
        Self::new(rules, ranged_hit_target(rules, skill, weapon, shot, target), weapon, target)
    }

    /// A close-combat attack: nothing but Defense modifies it (DP-CLC-02), and the bonus of a free attack (DP-MOV-11).
    #[must_use]
    pub fn close(rules: &Rules, skill: i32, weapon: &Weapon, target: &Target, free: bool) -> Self {
        let bonus = if free { rules.free_attack_bonus } else { 0 };
        Self::new(rules, skill - target.defense + bonus, weapon, target)
    }

    /// The same with `modifier` added to the hit target.
    #[must_use]
    pub fn modified(self, modifier: i32) -> Self {
        Self { hit: self.hit + modifier, ..self }
    }

    /// Makes it on a model with so many wounds left; a model that lives after a hit tests Leadership if it `tests`.
    #[inline]
    pub fn strike<D: Dice>(&self, wounds: u32, tests: bool, dice: &mut D) -> Effect {
        if !passes(self.hit, dice) {
            return Effect::Miss; // DP-SHT-09: no Strength roll, no Leadership roll
        }
        match wound(self.strength, self.wounds_base, wounds, dice) {
            lost if lost >= wounds => Effect::Removed, // DP-WND-04
            // DP-LDR-02, DP-WND-06: a hit that does not wound is still a hit.
            lost => Effect::Hit { lost, suppressed: tests && !passes(self.leadership, dice) },
        }
    }
}

/// A Strength roll: wounds lost, at most `wounds` (DP-WND-02).
#[inline]
pub fn wound<D: Dice>(target: i32, wounds_base: u32, wounds: u32, dice: &mut D) -> u32 {
    let margin = margin(target, dice);
    if margin < 0 { 0 } else { (wounds_base + margin as u32).min(wounds) }
}

/// The target number of one Perception check of a stealth base, `distance` inches away (DP-PER-01 to 03).
#[must_use]
pub fn perception_target(rules: &Rules, skill: i32, distance: f64, cover: Cover, dug_in: i32, active: bool) -> i32 {
    let steps = 1 + steps_begun(distance, rules.perception_step);
    let bonus = if active { rules.active_bonus } else { 0 };
    skill - steps - cover.penalty(rules, dug_in) + bonus
}

/// Several Leadership rolls in one player turn: whether all are passed; none is taken after a failure (DP-LDR-05).
pub fn stays_steady<D: Dice>(target: i32, tests: u32, dice: &mut D) -> bool {
    (0..tests).all(|_| passes(target, dice))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{ScriptedDice, exact};

    #[test]
    fn dp_sht_04_the_printed_table_of_distances() {
        let distances = [5.0, 8.0, 9.0, 16.0, 17.0, 24.0, 25.0, 32.0, 33.0];
        for (range, expected) in [
            (8.0, [0, 0, 1, 1, 2, 2, 3, 3, 4]),
            (10.0, [0, 0, 0, 1, 1, 2, 2, 3, 3]),
            (16.0, [0, 0, 0, 0, 1, 1, 1, 1, 2]),
        ] {
            assert_eq!(distances.map(|distance| distance_penalty(range, distance)), expected);
        }
        assert_eq!((distance_penalty(8.0, 0.0), distance_penalty(8.0, 8.01)), (0, 1));
        assert_eq!(distance_penalty(0.7, 2.1), 2, "2.1 / 0.7 is a little more than 3 in binary");
    }

    #[test]
    fn dp_los_07_cover_and_dp_uni_02_dug_in() {
        let rules = Rules::default();
        let penalties = |partial, dug_in| {
            [Grade::None, Grade::Light, Grade::Medium, Grade::Heavy]
                .map(|grade| Cover { grade, partial, more: 0 }.penalty(&rules, dug_in))
        };
        assert_eq!(penalties(false, 0), [0, 1, 2, 3]);
        assert_eq!(penalties(true, 0), [0, 1, 1, 2]);
        assert_eq!(penalties(false, 1), [0, 2, 3, 4]);
        assert_eq!(penalties(true, 1), [0, 2, 2, 3]);
    }

    #[test]
    fn dp_wnd_02_wounds_are_one_and_the_margin() {
        let mut dice = ScriptedDice::new(&[2, 3, 6, 6, 3, 4, 1, 1]);
        assert_eq!(wound(7, 1, 9, &mut dice), 3);
        assert_eq!(wound(7, 1, 9, &mut dice), 0);
        assert_eq!(wound(7, 1, 9, &mut dice), 1);
        assert_eq!(wound(7, 1, 4, &mut dice), 4, "DP-WND-04: no more than it has");
        dice.finish().unwrap();
    }

    #[test]
    fn dp_sht_09_a_miss_rolls_once_and_a_kill_tests_nobody() {
        let attack = Attack { hit: 9, strength: 7, leadership: 6, wounds_base: 1 };
        let strike = |dice: &[u8], wounds| {
            let mut dice = ScriptedDice::new(dice);
            let effect = attack.strike(wounds, true, &mut dice);
            dice.finish().unwrap();
            effect
        };
        assert_eq!(strike(&[5, 5], 1), Effect::Miss);
        assert_eq!(strike(&[5, 4, 3, 4], 1), Effect::Removed);
        assert_eq!(strike(&[5, 4, 4, 4, 3, 3], 1), Effect::Hit { lost: 0, suppressed: false });
        assert_eq!(strike(&[5, 4, 3, 3, 3, 4], 5), Effect::Hit { lost: 2, suppressed: true });
    }

    #[test]
    fn dp_gen_08_no_sum_is_special() {
        let rolled = |target| exact::distribution(|mut dice| passes(target, &mut dice)).probability(&true);
        assert_eq!((chance(1), chance(12)), (0.0, 1.0));
        assert!((-2..15).all(|target| (chance(target) - rolled(target)).abs() < 1e-12));
        let odds: Vec<f64> = (2..12).map(|target| (chance(target) * 36.0).round()).collect();
        assert_eq!(odds, [1.0, 3.0, 6.0, 10.0, 15.0, 21.0, 26.0, 30.0, 33.0, 35.0]);
    }
}
