//! Exact odds of every attack that two units can make on each other, worked out once for a codex and its rules.
//!
//! Every number comes out of [`exact::distribution`] run over the functions of [`super::combat`]; nothing here knows a rule.

use super::codex::Codex;
use super::codex_file::LARGEST_MODIFIER;
use super::combat::{Fighter, Gunner, RangedAttack, Shot, optimal_at_range, optimal_in_close, storm_building};
use super::rules::Rules;
use crate::dice::exact;

/// Numbers of supporters that are told apart: more than two make a difference only under other rules than the usual.
pub const SUPPORTERS: usize = 7;

/// What an attack may do, as probabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chances {
    /// That the dice destroy the target.
    pub destroyed: f64,
    /// That the attack total is higher, but does not destroy: at range the target is shaken.
    pub shaken: f64,
}

/// The odds of one unit against another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pairing {
    /// At range, by whether the target is in cover, and by supporters.
    pub ranged: [[Chances; SUPPORTERS]; 2],
    /// In close combat, by whether the target is flanked, and by supporters: the chance that the dice destroy.
    pub close: [[f64; SUPPORTERS]; 2],
}

/// All odds of a codex.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    units: usize,
    /// By attacker, then target.
    pairings: Vec<Pairing>,
    /// By target: what Artillery does, in the open and in cover.
    artillery: Vec<[Chances; 2]>,
    /// By attacker, class of the building, supporters: the chance that it falls.
    buildings: Vec<[[f64; SUPPORTERS]; 4]>,
}

impl Odds {
    /// Works out the odds of a codex.
    #[must_use]
    pub fn new(codex: &Codex, rules: &Rules) -> Self {
        let fighters: Vec<Fighter> = codex.units.iter().map(Fighter::from).collect();
        let clashes = Clashes::new(&fighters, rules);
        let pairing = |attacker: Fighter, target: Fighter| {
            let by_supporters = |optimal| clashes.of(attacker.modifier, target.modifier, optimal);
            Pairing {
                ranged: [false, true]
                    .map(|cover| optimal_at_range(codex, rules, Gunner::Element(attacker), target, cover))
                    .map(by_supporters),
                close: [false, true]
                    .map(|flanked| optimal_in_close(codex, rules, attacker, target, flanked))
                    .map(|optimal| by_supporters(optimal).map(|chances| chances.destroyed)),
            }
        };
        let artillery = |target: Fighter| {
            [false, true].map(|cover| shot(rules, &RangedAttack::new(codex, rules, Gunner::Artillery, target, cover)))
        };
        let storm = |attacker: Fighter, defence: u8, supporters: usize| {
            exact::distribution(|mut dice| {
                storm_building(rules, attacker.modifier, supporters as u32, defence, &mut dice)
            })
            .probability(&true)
        };
        Self {
            units: fighters.len(),
            pairings: fighters.iter().flat_map(|one| fighters.iter().map(move |other| pairing(*one, *other))).collect(),
            artillery: fighters.iter().map(|target| artillery(*target)).collect(),
            buildings: fighters
                .iter()
                .map(|attacker| {
                    codex
                        .buildings
                        .map(|defence| std::array::from_fn(|supporters| storm(*attacker, defence, supporters)))
                })
                .collect(),
        }
    }

    /// The odds of the unit of index `attacker` against the one of index `target`.
    #[inline]
    #[must_use]
    pub fn pairing(&self, attacker: u8, target: u8) -> &Pairing {
        &self.pairings[usize::from(attacker) * self.units + usize::from(target)]
    }

    /// What Artillery does to a unit, in cover or not.
    #[must_use]
    pub fn artillery(&self, target: u8, cover: bool) -> Chances {
        self.artillery[usize::from(target)][usize::from(cover)]
    }

    /// The chance that a unit with so many supporters brings down a building of a class, 0 for the first.
    #[must_use]
    pub fn building(&self, attacker: u8, class: u8, supporters: usize) -> f64 {
        self.buildings[usize::from(attacker)][usize::from(class)][supporters.min(SUPPORTERS - 1)]
    }
}

/// The odds of an attack at range.
fn shot(rules: &Rules, attack: &RangedAttack) -> Chances {
    let odds = exact::distribution(|mut dice| attack.fire(rules, &mut dice));
    Chances { destroyed: odds.probability(&Shot::Destroyed), shaken: odds.probability(&Shot::Shaken) }
}

/// The odds of opposed rolls between the modifiers that occur.
struct Clashes {
    /// By attacker's and target's modifier, ordinary and Optimal; empty where no unit has it.
    table: Vec<[[Chances; SUPPORTERS]; 2]>,
}

const MODIFIERS: usize = LARGEST_MODIFIER as usize + 1;

impl Clashes {
    fn new(fighters: &[Fighter], rules: &Rules) -> Self {
        let mut table = vec![<[[Chances; SUPPORTERS]; 2]>::default(); MODIFIERS * MODIFIERS];
        let mut modifiers: Vec<u8> = fighters.iter().map(|fighter| fighter.modifier).collect();
        modifiers.sort_unstable();
        modifiers.dedup();
        for &attack in &modifiers {
            for &defence in &modifiers {
                let chances = |optimal, supporters| {
                    let alone =
                        RangedAttack { attack, defence, optimal, shaken: false, supporters: 0, shaken_supporters: 0 };
                    shot(rules, &alone.supported(supporters))
                };
                table[usize::from(attack) * MODIFIERS + usize::from(defence)] =
                    [false, true].map(|optimal| std::array::from_fn(|supporters| chances(optimal, supporters as u32)));
            }
        }
        Self { table }
    }

    fn of(&self, attack: u8, defence: u8, optimal: bool) -> [Chances; SUPPORTERS] {
        self.table[usize::from(attack) * MODIFIERS + usize::from(defence)][usize::from(optimal)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;
    use crate::rulesets::dogma::combat::{Charge, CloseAttack};
    use crate::rulesets::dogma::recoil::Recoil;

    fn odds() -> (Codex, Odds) {
        let codex = Codex::built_in();
        let odds = Odds::new(&codex, &Rules::default());
        (codex, odds)
    }

    fn index(codex: &Codex, key: &str) -> u8 {
        codex.units.iter().position(|unit| unit.key == key).unwrap() as u8
    }

    #[test]
    fn the_odds_at_range_are_those_of_the_rulebook() {
        let (codex, odds) = odds();
        // Destroyed and shaken out of 36, in the open, and destroyed and shaken in cover.
        for (attacker, target, supporters, open, cover) in [
            ("mbt", "regular-infantry", 0, (15, 0), (2, 13)),
            ("mbt", "mbt", 2, (12, 21), (12, 21)),
            ("gunwalker", "mbt", 2, (15, 20), (15, 20)),
            ("sht", "elites", 0, (15, 0), (1, 14)),
            ("spaag", "gunship", 0, (10, 0), (10, 0)),
            ("tank-destroyer", "mbt", 1, (26, 0), (6, 20)),
        ] {
            let pairing = odds.pairing(index(&codex, attacker), index(&codex, target));
            for (expected, found) in [open, cover].into_iter().zip(pairing.ranged) {
                let Chances { destroyed, shaken } = found[supporters];
                assert!((destroyed * 36.0 - f64::from(expected.0)).abs() < 1e-9, "{attacker} at {target}");
                assert!((shaken * 36.0 - f64::from(expected.1)).abs() < 1e-9, "{attacker} at {target}");
            }
        }
        let infantry = index(&codex, "regular-infantry");
        assert!((odds.artillery(infantry, false).destroyed - 10.0 / 36.0).abs() < 1e-12);
        assert!((odds.building(index(&codex, "gunwalker"), 3, 2) - 21.0 / 36.0).abs() < 1e-12);
    }

    /// At range and in close combat the same dice destroy.
    #[test]
    fn the_odds_in_close_combat_are_those_of_the_same_code() {
        let (codex, odds) = odds();
        let rules = Rules::default();
        for (a, attacker) in codex.units.iter().enumerate() {
            for (d, target) in codex.units.iter().enumerate() {
                let (attacker, target) = (Fighter::from(attacker), Fighter::from(target));
                for flanked in [false, true] {
                    for supporters in 0..3 {
                        let attack = CloseAttack {
                            attack: attacker.modifier,
                            defence: target.modifier,
                            optimal: optimal_in_close(&codex, &rules, attacker, target, flanked),
                            supporters,
                            recoil: Recoil::Survived,
                        };
                        let expected = exact::distribution(|mut dice| attack.fight(&rules, &mut dice));
                        let found = odds.pairing(a as u8, d as u8).close[usize::from(flanked)][supporters as usize];
                        assert!((expected.probability(&Charge::Destroyed) - found).abs() < 1e-12);
                    }
                }
            }
        }
    }
}
