//! Batteries in contact, and captured guns.

use super::codex::{Class, Codex, Tag, Weapon};
use super::fire::{Struck, Target, class_of, hits_of};
use super::rules::{AutoKill, Canister, Rules};
use crate::dice::Dice;

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
    let allowed = match rules.artillery_canister {
        Canister::Always => true,
        Canister::IfNotFired => !fired,
        Canister::Never => false,
    };
    // guns that cannot fire at neighbours have no canister.
    if !frontal || !allowed || gun.min > 1 {
        return Struck::NoShot;
    }
    //
    let sure = class_of(rules, gun) == Class::B;
    let endangered = attacker.commander && (!sure || rules.fire_auto_kill == AutoKill::Roll);
    if endangered || !sure {
        let face = codex.cube(rules.dice_mapping).roll(dice);
        if endangered && face.shows(Tag::RedH) {
            return Struck::CommanderKilled;
        }
        if !sure && !face.shows(Tag::Red) {
            return Struck::Miss;
        }
    }
    attacker.take(hits_of(rules, gun))
}

/// How often a captor may fire captured guns (HX-ART-12).
pub fn captured_shots<D: Dice>(dice: &mut D) -> u8 {
    dice.d6()
}
