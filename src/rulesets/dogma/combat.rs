//! Attacks at range, in close combat and on buildings: every attack is one opposed roll.
//!
//! Who is in range, in sight, engaged or free to support is for the caller to say: a game measures its table, an isolated
//! resolution is told.

use super::codex::{Codex, Type, Unit};
use super::recoil::Recoil;
use super::rules::{RecoilWhen, Rules};
use crate::dice::Dice;

/// An Element as far as its dice go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Combat modifier.
    pub modifier: u8,
    /// Its Type; none for a fighter without any, which is nobody's Optimal Target by Type and has none.
    pub kind: Option<Type>,
    /// Whether it passes over things when it recoils.
    pub flyer: bool,
}

impl From<&Unit> for Fighter {
    fn from(unit: &Unit) -> Self {
        Self { modifier: unit.modifier, kind: Some(unit.kind), flyer: unit.flyer }
    }
}

/// Who makes a ranged attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gunner {
    /// An Element.
    Element(Fighter),
    /// The Artillery Dogma.
    Artillery,
}

/// Whether `gunner` has Optimal Target on `target`, which stands in `cover` or not.
#[must_use]
pub fn optimal_at_range(codex: &Codex, rules: &Rules, gunner: Gunner, target: Fighter, cover: bool) -> bool {
    let by_type = match gunner {
        // DG-DOG-01
        Gunner::Artillery => true,
        // DG-RNG-09
        Gunner::Element(Fighter { kind: Some(kind), .. }) => {
            target.kind.is_some_and(|other| codex.traits(kind).optimal_at_range.contains(other))
        }
        Gunner::Element(_) => false,
    };
    // DG-TER-03, DG-TER-04, DG-DOG-02
    let ignores_cover = target.kind.is_some_and(|kind| codex.traits(kind).ignores_cover);
    by_type && !(cover && rules.cover_cancels_optimal && !ignores_cover)
}

/// Whether `attacker` has Optimal Target on `target` in close combat, which is `flanked` or not (DG-CLO-03).
#[must_use]
pub fn optimal_in_close(codex: &Codex, rules: &Rules, attacker: Fighter, target: Fighter, flanked: bool) -> bool {
    let by_type = match (attacker.kind, target.kind) {
        (Some(kind), Some(other)) => codex.traits(kind).optimal_in_close.contains(other),
        _ => false,
    };
    by_type || (flanked && rules.flank_gives_optimal)
}

/// What `supporters` add together (DG-RNG-11, DG-CLO-05).
#[must_use]
pub fn support(rules: &Rules, supporters: u32) -> u32 {
    (supporters * u32::from(rules.support_bonus)).min(u32::from(rules.support_cap))
}

/// The shaken check of `members` Elements, each on its own: how many pass (DG-MOR-01, DG-MOR-04).
pub fn pass_check<D: Dice>(rules: &Rules, members: u32, dice: &mut D) -> u32 {
    dice.successes(members, rules.shaken_target)
}

/// How an opposed roll ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clash {
    Destroyed,
    /// The attack total is higher, but not by enough.
    Higher,
    NotHigher,
}

/// Both sides throw a die and add their numbers (DG-RNG-04).
#[inline]
fn clash<D: Dice>(rules: &Rules, attack: u32, defence: u32, optimal: bool, dice: &mut D) -> Clash {
    let attack = attack + u32::from(dice.d6());
    let defence = defence + u32::from(dice.d6());
    let by_ratio = rules.destroy_ratio.reached(attack, defence); // DG-RNG-05, DG-CLO-07
    let by_margin = optimal && attack >= defence + u32::from(rules.optimal_margin); // DG-RNG-08
    match attack > defence {
        _ if by_ratio || by_margin => Clash::Destroyed,
        true => Clash::Higher,     // DG-RNG-07
        false => Clash::NotHigher, // DG-RNG-06
    }
}

/// A ranged attack that is about to be made.
#[derive(Clone, Copy, Debug)]
pub struct RangedAttack {
    /// The attacker's combat modifier.
    pub attack: u8,
    /// The target's combat modifier.
    pub defence: u8,
    /// Whether the attacker has Optimal Target.
    pub optimal: bool,
    /// Whether the attacker is shaken and has not checked yet.
    pub shaken: bool,
    /// Supporters that need no check.
    pub supporters: u32,
    /// Supporters that are shaken and have not checked yet.
    pub shaken_supporters: u32,
}

/// What a ranged attack does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shot {
    /// The target is destroyed.
    Destroyed,
    /// The target gets a shaken marker.
    Shaken,
    /// Nothing happens.
    NoEffect,
    /// The attacker failed its check; no attack was made.
    NoAttack,
}

impl RangedAttack {
    /// An attack by someone fit, alone, on a target in `cover` or not.
    #[must_use]
    pub fn new(codex: &Codex, rules: &Rules, gunner: Gunner, target: Fighter, cover: bool) -> Self {
        let attack = match gunner {
            Gunner::Element(fighter) => fighter.modifier,
            Gunner::Artillery => rules.artillery_modifier,
        };
        Self {
            attack,
            defence: target.modifier,
            optimal: optimal_at_range(codex, rules, gunner, target, cover),
            shaken: false,
            supporters: 0,
            shaken_supporters: 0,
        }
    }

    /// The same with so many supporters, none of them shaken.
    #[must_use]
    pub fn supported(self, supporters: u32) -> Self {
        Self { supporters, ..self }
    }

    /// Carries it out: checks first, then the roll.
    #[inline]
    pub fn fire<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Shot {
        // DG-MOR-01
        if self.shaken && pass_check(rules, 1, dice) == 0 {
            return Shot::NoAttack;
        }
        let able = self.supporters + pass_check(rules, self.shaken_supporters, dice);
        let attack = u32::from(self.attack) + support(rules, able);
        match clash(rules, attack, u32::from(self.defence), self.optimal, dice) {
            Clash::Destroyed => Shot::Destroyed,
            Clash::Higher => Shot::Shaken,
            Clash::NotHigher => Shot::NoEffect,
        }
    }
}

/// A close attack that is about to be made.
#[derive(Clone, Copy, Debug)]
pub struct CloseAttack {
    /// The attacker's combat modifier.
    pub attack: u8,
    /// The target's combat modifier.
    pub defence: u8,
    /// Whether the attacker has Optimal Target.
    pub optimal: bool,
    /// Supporters.
    pub supporters: u32,
    /// What a recoil does to the target.
    pub recoil: Recoil,
}

/// What a close attack does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Charge {
    /// The target is destroyed by the dice.
    Destroyed,
    /// The target is destroyed because it cannot recoil.
    DestroyedOnRecoil,
    /// The target recoils.
    Recoils,
    /// The target stands where it stood.
    Holds,
}

impl Charge {
    /// Whether the target is gone (DG-REC-10).
    #[must_use]
    pub fn destroys(self) -> bool {
        matches!(self, Charge::Destroyed | Charge::DestroyedOnRecoil)
    }
}

impl CloseAttack {
    /// Carries it out.
    #[inline]
    pub fn fight<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Charge {
        let attack = u32::from(self.attack) + support(rules, self.supporters);
        let clash = clash(rules, attack, u32::from(self.defence), self.optimal, dice);
        // DG-CLO-08
        let recoils = match rules.recoil_when {
            RecoilWhen::Always => true,
            RecoilWhen::AttackerHigher => clash == Clash::Higher,
        };
        match (clash, self.recoil) {
            (Clash::Destroyed, _) => Charge::Destroyed,
            _ if !recoils => Charge::Holds,
            (_, Recoil::Fatal) => Charge::DestroyedOnRecoil,
            (_, Recoil::Survived) => Charge::Recoils,
        }
    }
}

/// Whether an attack on a building of so much `defence` destroys it: always with Optimal Target (DG-TER-11).
pub fn storm_building<D: Dice>(rules: &Rules, attack: u8, supporters: u32, defence: u8, dice: &mut D) -> bool {
    let attack = u32::from(attack) + support(rules, supporters);
    clash(rules, attack, u32::from(defence), true, dice) == Clash::Destroyed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::ScriptedDice;
    use crate::game::CodexFile;

    fn fire(dice: &[u8], attack: RangedAttack) -> Shot {
        let mut dice = ScriptedDice::new(dice);
        let shot = attack.fire(&Rules::default(), &mut dice);
        dice.finish().unwrap();
        shot
    }

    fn attack(codex: &Codex, attacker: &str, target: &str, cover: bool) -> RangedAttack {
        let fighter = |name| Fighter::from(codex.unit(name).unwrap());
        RangedAttack::new(codex, &Rules::default(), Gunner::Element(fighter(attacker)), fighter(target), cover)
    }

    #[test]
    fn dg_rng_05_to_08_the_result_table() {
        let codex = Codex::built_in();
        let ordinary = attack(&codex, "mbt", "mbt", false);
        assert_eq!(fire(&[5, 1], ordinary), Shot::Destroyed);
        assert_eq!(fire(&[4, 1], ordinary), Shot::Shaken);
        assert_eq!(fire(&[4, 4], ordinary), Shot::NoEffect);
        let optimal = attack(&codex, "tank-destroyer", "mbt", false);
        assert_eq!(fire(&[4, 3], optimal), Shot::Destroyed);
        assert_eq!(fire(&[4, 4], optimal), Shot::NoEffect);
    }

    #[test]
    fn dg_mor_01_who_fails_its_check_throws_no_other_die() {
        let codex = Codex::built_in();
        let plain = attack(&codex, "mbt", "mbt", false);
        assert_eq!(fire(&[3], RangedAttack { shaken: true, ..plain }), Shot::NoAttack);
        assert_eq!(fire(&[4, 5, 1], RangedAttack { shaken: true, ..plain }), Shot::Destroyed);
        // 3 + 2 + 3 against 3 + 4: one of the two supporters failed.
        assert_eq!(fire(&[3, 4, 3, 4], RangedAttack { shaken_supporters: 2, ..plain }), Shot::Shaken);
    }

    #[test]
    fn dg_ter_04_cover_does_nothing_for_the_biggest() {
        let codex = Codex::built_in();
        assert!(attack(&codex, "mbt", "elites", false).optimal && !attack(&codex, "mbt", "elites", true).optimal);
        assert!(attack(&codex, "spaag", "gunship", true).optimal);
        let sht = Fighter::from(codex.unit("sht").unwrap());
        assert!(optimal_at_range(&codex, &Rules::default(), Gunner::Artillery, sht, true));
    }

    #[test]
    fn dg_clo_08_a_target_that_wins_the_roll_goes_back_all_the_same() {
        let attack = CloseAttack { attack: 3, defence: 3, optimal: true, supporters: 0, recoil: Recoil::Survived };
        let fight = |dice: [u8; 2], rules: &Rules| attack.fight(rules, &mut ScriptedDice::new(&dice));
        let mut rules = Rules::default();
        assert_eq!([fight([2, 1], &rules), fight([2, 2], &rules)], [Charge::Destroyed, Charge::Recoils]);
        rules.recoil_when = RecoilWhen::AttackerHigher;
        rules.optimal_margin = 2;
        assert_eq!([fight([2, 1], &rules), fight([2, 2], &rules)], [Charge::Recoils, Charge::Holds]);
    }
}
