//! Batteries in contact, and captured guns.

use super::codex::{Class, Codex, Face, Tag, Weapon};
use super::fire::{Struck, Target, class_of, hits_of};
use super::rules::{AutoKill, Canister, Rules};
use crate::dice::Dice;

/// Whether a battery has canister for a unit that contacts it through its front or not (HX-ART-09).
#[must_use]
pub fn has_canister(rules: &Rules, gun: &Weapon, frontal: bool, fired: bool) -> bool {
    let allowed = match rules.artillery_canister {
        Canister::Always => true,
        Canister::IfNotFired => !fired,
        Canister::Never => false,
    };
    // guns that cannot fire at neighbours have no canister.
    frontal && allowed && gun.min <= 1
}

/// What canister is exactly expected to be worth, in units of its target.
#[must_use]
pub fn expected(codex: &Codex, rules: &Rules, gun: &Weapon, attacker: &Target) -> f64 {
    let faces = &codex.cube(rules.dice_mapping).faces;
    faces.iter().map(|face| attacker.worth(strike(rules, gun, attacker, *face))).sum::<f64>() / 6.0
}

/// Whether canister of a gun hits without dice, but for the attacker's commander.
fn is_sure(rules: &Rules, gun: &Weapon) -> bool {
    class_of(rules, gun) == Class::B
}

/// Whether canister may kill the attacker's commander.
fn endangers(rules: &Rules, gun: &Weapon, attacker: &Target) -> bool {
    attacker.commander && (!is_sure(rules, gun) || rules.fire_auto_kill == AutoKill::Roll)
}

/// What canister does on this face; a sure hit at nobody's commander needs none.
fn strike(rules: &Rules, gun: &Weapon, attacker: &Target, face: Face) -> Struck {
    if endangers(rules, gun, attacker) && face.shows(Tag::RedH) {
        Struck::CommanderKilled
    } else if !is_sure(rules, gun) && !face.shows(Tag::Red) {
        Struck::Miss
    } else {
        attacker.take(hits_of(rules, gun))
    }
}

/// Canister of an unlimbered battery at a unit that contacts it through its front or not (HX-ART-09).
pub fn canister<D: Dice>(
    codex: &Codex,
    rules: &Rules,
    gun: &Weapon,
    frontal: bool,
    fired: bool,
    attacker: &Target,
    dice: &mut D,
) -> Struck {
    if !has_canister(rules, gun, frontal, fired) {
        return Struck::NoShot;
    }
    let rolls = !is_sure(rules, gun) || endangers(rules, gun, attacker);
    let face = if rolls { codex.cube(rules.dice_mapping).roll(dice) } else { Face::default() };
    strike(rules, gun, attacker, face)
}

/// How often a captor may fire captured guns (HX-ART-12).
pub fn captured_shots<D: Dice>(dice: &mut D) -> u8 {
    dice.d6()
}
