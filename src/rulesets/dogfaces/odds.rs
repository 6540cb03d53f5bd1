//! Exact odds of attacks, tabulated once for a codex and its rules.
//!
//! Every number comes out of [`exact::distribution`] run over the functions of [`combat`]; nothing here knows a rule.
//! The shots of an attack arrive independently of each other, so their points are convolved; the one switch that ties
//! them together (`suit-absorb` = `per-attack`) and data beyond the tables fall back on enumerating the attack itself.

use super::codex::{Codex, CombatResult, Profile, Weapon};
use super::combat::{self, Lower, Party, Shooter, Target};
use super::rules::{Rules, SuitAbsorb};
use crate::dice::exact;

/// Probability of each [`super::codex::CombatResult`], in the order of `CombatResult::ALL`.
pub type ResultOdds = [f64; 5];

/// Points told apart; this many and more are one. Seven fill the table, the rest makes up for adjustments.
const POINTS: usize = 16;

/// Largest modifier of the die told apart: beyond it every die is clamped to the same row.
const MOST_MOD: i8 = 5;

/// Modifiers of the die told apart.
const MODS: usize = 2 * MOST_MOD as usize + 1;

/// Strengths, 0 to 7.
pub const STRENGTHS: usize = 8;

/// How armour sorts targets: suit, vehicle, only armour-piercing weapons harm it.
const CLASSES: usize = 8;

/// Probability of 0, 1, ... points more than the sure ones.
type Spread = [f64; POINTS];

/// None more.
const CERTAIN: Spread = {
    let mut spread = [0.0; POINTS];
    spread[0] = 1.0;
    spread
};

/// What the shots of one unit in one mode bring: sure points, the number of a [`Spread`] unless it is certain, and the
/// points on average.
#[derive(Clone, Copy, Debug)]
struct Shot {
    sure: u8,
    spread: Option<u8>,
    mean: f64,
}

/// The points of several shots at one target: a sum of independent numbers.
#[derive(Clone, Copy, Debug)]
pub struct Barrage {
    sure: u8,
    /// Different numbers of points that can arrive.
    span: u8,
    spread: Spread,
}

impl Barrage {
    /// No shot.
    pub const EMPTY: Barrage = Barrage { sure: 0, span: 1, spread: CERTAIN };

    /// Adds up `worth` of each number of points, weighted with its probability.
    #[inline]
    #[must_use]
    pub fn mean(&self, mut worth: impl FnMut(u16) -> f64) -> f64 {
        if self.span == 1 {
            return worth(u16::from(self.sure));
        }
        let chances = self.spread[..usize::from(self.span)].iter().zip(u16::from(self.sure)..);
        chances.filter(|(chance, _)| **chance > 0.0).map(|(chance, points)| chance * worth(points)).sum()
    }

    /// Fewest points that can arrive.
    #[inline]
    #[must_use]
    pub fn sure(&self) -> u8 {
        self.sure
    }

    fn spread_by(&mut self, more: &Spread) {
        if self.span == 1 {
            self.spread = *more;
        } else {
            let mut sum = [0.0; POINTS];
            for (i, p) in self.spread[..usize::from(self.span)].iter().enumerate().filter(|(_, p)| **p > 0.0) {
                for (j, q) in more.iter().enumerate().filter(|(_, q)| **q > 0.0) {
                    sum[(i + j).min(POINTS - 1)] += p * q;
                }
            }
            self.spread = sum;
        }
        self.span = self.spread.iter().rposition(|chance| *chance > 0.0).map_or(1, |last| last as u8 + 1);
    }
}

/// The odds of everything that can be aimed and splashed.
#[derive(Clone, Debug)]
pub struct Odds {
    /// By luck of the target, strength and modifier of the die.
    rolls: Box<[[[ResultOdds; MODS]; STRENGTHS]; 2]>,
    /// The same by luck, modifier of the die and result, then by strength, for weighing all strengths at a time.
    columns: Box<[[[[f32; STRENGTHS]; 5]; MODS]; 2]>,
    /// By class of the target, then by mode of all profiles one after the other.
    shots: [Vec<Shot>; CLASSES],
    /// Place of each profile's first mode in a list of `shots`.
    modes: Vec<u16>,
    spreads: Vec<Spread>,
    /// The shots of one attack share a suit's die.
    tied: bool,
}

impl Odds {
    /// Tabulates the odds of `codex` under `rules`.
    #[must_use]
    pub fn new(codex: &Codex, rules: &Rules) -> Self {
        let mut odds = Self {
            rolls: Box::new([[[[1.0, 0.0, 0.0, 0.0, 0.0]; MODS]; STRENGTHS]; 2]),
            columns: Box::new([[[[0.0; STRENGTHS]; 5]; MODS]; 2]),
            shots: std::array::from_fn(|_| Vec::new()),
            modes: Vec::with_capacity(codex.profiles.len()),
            spreads: Vec::new(),
            tied: rules.suit_absorb == SuitAbsorb::PerAttack,
        };
        for (lucky, by_strength) in [false, true].into_iter().zip(odds.rolls.iter_mut()) {
            for (strength, by_mod) in (1u8..).zip(&mut by_strength[1..]) {
                for (die_mod, cell) in (-MOST_MOD..).zip(by_mod) {
                    *cell = collect(|mut dice| {
                        let die = combat::attack_die(lucky, &mut dice);
                        combat::table(codex, strength, die, die_mod)
                    });
                }
            }
        }
        for (by_mod, by_strength) in odds.columns.iter_mut().zip(odds.rolls.iter()) {
            for (die_mod, by_result) in by_mod.iter_mut().enumerate() {
                for (result, column) in by_result.iter_mut().enumerate() {
                    *column = std::array::from_fn(|strength| by_strength[strength][die_mod][result] as f32);
                }
            }
        }
        let mut modes = 0;
        for profile in &codex.profiles {
            odds.modes.push(modes);
            modes += profile.modes.len() as u16;
        }
        let Some(plain) = codex.profiles.first() else { return odds };
        for class in 0..CLASSES {
            let target = Profile {
                suit: class & 1 != 0,
                vehicle: class & 2 != 0,
                only_armour_piercing: class & 4 != 0,
                ..plain.clone()
            };
            for (profile, entry) in codex.profiles.iter().enumerate() {
                for mode in 0..entry.modes.len() {
                    let shooter = Shooter { profile: profile as u8, mode: mode as u8 };
                    let shot = odds.tabulate(codex, rules, shooter, &target);
                    odds.shots[class].push(shot);
                }
            }
        }
        odds
    }

    fn tabulate(&mut self, codex: &Codex, rules: &Rules, shooter: Shooter, target: &Profile) -> Shot {
        // What arrives does not depend on the ground.
        let on = Target { profile: target, terrain: &codex.terrain[0], lower: Lower::None };
        let attack = combat::Attack::new(codex, rules, &[shooter], on);
        let points = exact::distribution(|mut dice| attack.impact(&mut dice).points);
        let sure = points.entries.iter().map(|(points, _)| *points).min().unwrap_or(0);
        let mean = points.mean(|points| f64::from(*points));
        if points.entries.iter().all(|(points, _)| *points == sure) {
            return Shot { sure: sure.min(u16::from(u8::MAX)) as u8, spread: None, mean };
        }
        let mut spread = [0.0; POINTS];
        for (points, chance) in &points.entries {
            spread[usize::from(points - sure).min(POINTS - 1)] += chance;
        }
        let known = self.spreads.iter().position(|other| *other == spread).unwrap_or_else(|| {
            self.spreads.push(spread);
            self.spreads.len() - 1
        });
        Shot { sure: sure.min(u16::from(u8::MAX)) as u8, spread: Some(known as u8), mean }
    }

    /// Odds of the table for a final strength and the sum of the die's modifiers, against a lucky target or another.
    #[inline]
    #[must_use]
    pub fn roll(&self, strength: u8, die_mod: i8, lucky: bool) -> &ResultOdds {
        let die_mod = (die_mod.clamp(-MOST_MOD, MOST_MOD) + MOST_MOD) as usize;
        &self.rolls[usize::from(lucky)][usize::from(strength)][die_mod]
    }

    /// What a roll of the table is worth by final strength, by the worth of each result.
    #[inline]
    #[must_use]
    pub fn worths(&self, die_mod: i8, lucky: bool, worth: &[f32; 5]) -> [f32; STRENGTHS] {
        let die_mod = (die_mod.clamp(-MOST_MOD, MOST_MOD) + MOST_MOD) as usize;
        let mut sums = [0.0; STRENGTHS];
        for (column, worth) in self.columns[usize::from(lucky)][die_mod].iter().zip(worth) {
            sums.iter_mut().zip(column).for_each(|(sum, chance)| *sum += chance * worth);
        }
        sums
    }

    /// Adds the shots of one unit to a barrage at a unit of type `target`. Where a suit throws one die for the whole
    /// attack, the sum takes its shots for independent.
    #[inline]
    pub fn add(&self, barrage: &mut Barrage, profile: u8, mode: u8, target: &Profile) {
        let shot = self.shot(profile, mode, target);
        barrage.sure = barrage.sure.saturating_add(shot.sure);
        if let Some(spread) = shot.spread {
            barrage.spread_by(&self.spreads[usize::from(spread)]);
        }
    }

    /// Points that the shots of one unit bring on average against a unit of type `target`.
    #[inline]
    #[must_use]
    pub fn mean_points(&self, profile: u8, mode: u8, target: &Profile) -> f64 {
        self.shot(profile, mode, target).mean
    }

    #[inline]
    fn shot(&self, profile: u8, mode: u8, target: &Profile) -> Shot {
        self.shots[class(target)][usize::from(self.modes[usize::from(profile)]) + usize::from(mode)]
    }

    /// Exact odds of the result of a direct attack, before the victim's traits.
    #[must_use]
    pub fn results(&self, codex: &Codex, rules: &Rules, shooters: &[Shooter], target: Target<'_>) -> ResultOdds {
        let Some((barrage, die_mod)) = self.barrage(codex, rules, shooters, target) else {
            return enumerate(codex, rules, shooters, target);
        };
        let given = |points| self.roll(combat::strength(rules, target, points, true), die_mod, target.profile.lucky);
        std::array::from_fn(|result| barrage.mean(|points| given(points)[result]))
    }

    /// The chance among them that the target is put out of combat.
    #[must_use]
    pub fn removal(&self, codex: &Codex, rules: &Rules, shooters: &[Shooter], target: Target<'_>) -> f64 {
        const REMOVED: usize = CombatResult::OutOfCombat as usize;
        let Some((barrage, die_mod)) = self.barrage(codex, rules, shooters, target) else {
            return enumerate(codex, rules, shooters, target)[REMOVED];
        };
        let lucky = target.profile.lucky;
        barrage.mean(|points| self.roll(combat::strength(rules, target, points, true), die_mod, lucky)[REMOVED])
    }

    /// The points of an attack and the sum of the modifiers of its die, unless it has to be enumerated.
    fn barrage(&self, codex: &Codex, rules: &Rules, shooters: &[Shooter], target: Target<'_>) -> Option<(Barrage, i8)> {
        // Points that the table does not tell apart must not differ after the adjustments either.
        let blurred = combat::strength(rules, target, POINTS as u16 - 1, true) < STRENGTHS as u8 - 1;
        if blurred || (self.tied && target.profile.suit && shooters.len() > 1) {
            return None;
        }
        let (mut barrage, mut party) = (Barrage::EMPTY, Party::default());
        for shooter in shooters {
            self.add(&mut barrage, shooter.profile, shooter.mode, target.profile);
            party.join(codex, *shooter);
        }
        Some((barrage, combat::die_mod(rules, party, target)))
    }

    /// Exact odds of the result of one burst of `weapon` on a bystander, before its traits.
    #[must_use]
    pub fn splash_results(&self, rules: &Rules, weapon: &Weapon, victim: Target<'_>) -> ResultOdds {
        let points = u16::from(combat::splash_points(rules, weapon, victim.profile));
        let strength = combat::strength(rules, victim, points, rules.splash_terrain);
        *self.roll(strength, combat::splash_die_mod(rules, victim), victim.profile.lucky)
    }
}

/// The odds of an attack by way of all its dice.
fn enumerate(codex: &Codex, rules: &Rules, shooters: &[Shooter], target: Target<'_>) -> ResultOdds {
    collect(|mut dice| combat::Attack::new(codex, rules, shooters, target).strike(&mut dice).result)
}

/// What of a target decides how much of a shot arrives.
#[inline]
fn class(target: &Profile) -> usize {
    usize::from(target.suit) | usize::from(target.vehicle) << 1 | usize::from(target.only_armour_piercing) << 2
}

/// The exact odds of a function of dice that yields a result.
fn collect(run: impl FnMut(&mut dyn crate::dice::Dice) -> CombatResult) -> ResultOdds {
    let mut odds = [0.0; 5];
    for (result, chance) in exact::distribution(run).entries {
        odds[result as usize] += chance;
    }
    odds
}

#[cfg(test)]
mod tests {
    use super::super::codex::{Area, Fire, Mode, Terrain, WeaponKind};
    use super::super::rules::{FlameVsLcv, FlameVsSuit, HillMixed, RockyMixed};
    use super::*;
    use crate::dice::{Dice, SeededDice};
    use crate::game::CodexFile;

    /// A codex of random weapons, units and terrain: more shapes than the game has.
    fn codex(dice: &mut SeededDice) -> Codex {
        let kinds = [WeaponKind::Laser, WeaponKind::Rail, WeaponKind::Frag, WeaponKind::Flame];
        let weapons = (0..12)
            .map(|i| Weapon {
                name: format!("weapon-{i}"),
                kind: kinds[i % 4],
                min: 1,
                max: 4,
                damage: dice.roll(3),
                armour_piercing: i % 4 == 1 || dice.roll(6) == 6,
                ammo: None,
                area: Area::None,
                splash: dice.roll(2),
            })
            .collect::<Vec<_>>();
        let profiles = (0..24)
            .map(|i| Profile {
                name: format!("unit-{i}"),
                team: None,
                speed: 4,
                recovers: 6,
                lead: 0,
                modes: (0..dice.roll(3))
                    .map(|j| Mode {
                        name: format!("mode-{j}"),
                        weapon: dice.pick(12) as u8,
                        shots: dice.roll(3),
                        unsure: dice.roll(3) == 1,
                    })
                    .collect(),
                fire: Fire::Once,
                marksman: i8::from(dice.roll(5) == 5),
                dodge: -i8::from(dice.roll(4) == 4),
                lucky: dice.roll(4) == 4,
                suit: dice.roll(2) == 2,
                ignores_retreat: false,
                ignores_stun: false,
                medic: false,
                jet: None,
                vehicle: dice.roll(3) == 3,
                strength_mod: -(dice.pick(3) as i8),
                only_armour_piercing: dice.roll(5) == 5,
                capacity: 0,
                cost: 100.0,
                value: 100.0,
            })
            .collect();
        let terrain = (0..6)
            .map(|i| Terrain {
                name: format!("terrain-{i}"),
                letter: '.',
                cost_foot: Some(2),
                cost_vehicle: Some(2),
                height: 0,
                die_mod: dice.pick(5) as i8 - 3,
                die_mod_if_lower: -(dice.pick(3) as i8),
                // The last one swallows more points than are told apart.
                strength_mod: if i == 5 { -12 } else { dice.pick(3) as i8 - 2 },
                retreat_cap: 2,
                range_cap: None,
                blocks_sight: false,
                negates_zoc: false,
                is_road: false,
                no_passing: false,
            })
            .collect();
        let table = std::array::from_fn(|row| {
            std::array::from_fn(|column| CombatResult::ALL[(row + column).saturating_sub(3).min(4)])
        });
        Codex { terrain, weapons, teams: Vec::new(), profiles, table, numbers: Codex::built_in().numbers }
    }

    fn rules(dice: &mut SeededDice) -> Rules {
        Rules {
            strength_floor: dice.pick(2) as u8,
            suit_absorb: [SuitAbsorb::PerShot, SuitAbsorb::PerAttack][dice.pick(2) as usize],
            flame_vs_suit: [FlameVsSuit::Absorb, FlameVsSuit::Immune][dice.pick(2) as usize],
            flame_vs_lcv: [FlameVsLcv::Immune, FlameVsLcv::Normal][dice.pick(2) as usize],
            rocky_mixed: [RockyMixed::Penalised, RockyMixed::Exempt][dice.pick(2) as usize],
            hill_mixed: [HillMixed::Any, HillMixed::All][dice.pick(2) as usize],
            splash_terrain: dice.pick(2) == 0,
            ..Rules::default()
        }
    }

    fn assert_equal(got: ResultOdds, run: impl FnMut(&mut dyn Dice) -> CombatResult) {
        let expected = exact::distribution(run);
        for (result, chance) in CombatResult::ALL.iter().zip(got) {
            let difference = chance - expected.probability(result);
            assert!(difference.abs() < 1e-12, "{result:?}: {chance} differs by {difference}");
        }
    }

    #[test]
    fn tables_agree_with_the_enumerated_attack() {
        let mut dice = SeededDice::from_key(14);
        for _ in 0..30 {
            let (codex, rules) = (codex(&mut dice), rules(&mut dice));
            let odds = Odds::new(&codex, &rules);
            for _ in 0..200 {
                let shooters: Vec<Shooter> = (0..dice.roll(6))
                    .map(|_| {
                        let profile = dice.pick(24) as u8;
                        let modes = codex.profiles[usize::from(profile)].modes.len() as u32;
                        Shooter { profile, mode: dice.pick(modes) as u8 }
                    })
                    .collect();
                let target = Target {
                    profile: &codex.profiles[dice.pick(24) as usize],
                    terrain: &codex.terrain[dice.pick(6) as usize],
                    lower: [Lower::None, Lower::Some, Lower::All][dice.pick(3) as usize],
                };
                let got = odds.results(&codex, &rules, &shooters, target);
                let removed = odds.removal(&codex, &rules, &shooters, target);
                assert_eq!(removed, got[CombatResult::OutOfCombat as usize]);
                assert_equal(got, |mut dice| {
                    combat::Attack::new(&codex, &rules, &shooters, target).strike(&mut dice).result
                });

                let weapon = &codex.weapons[dice.pick(12) as usize];
                let got = odds.splash_results(&rules, weapon, target);
                assert_equal(got, |mut dice| combat::splash(&codex, &rules, weapon, target, &mut dice).result);
            }
        }
    }

    #[test]
    fn a_second_shot_that_may_be_lost_brings_two_thirds_of_a_point() {
        let mut codex = codex(&mut SeededDice::from_key(1));
        codex.weapons[0] = Weapon { damage: 1, ..codex.weapons[0].clone() };
        codex.profiles[0].modes = vec![Mode { name: "double-shot".to_owned(), weapon: 0, shots: 2, unsure: true }];
        let plain = Profile { suit: false, vehicle: false, only_armour_piercing: false, ..codex.profiles[0].clone() };
        let odds = Odds::new(&codex, &Rules::default());
        assert!((odds.mean_points(0, 0, &plain) - 5.0 / 3.0).abs() < 1e-15);
        let mut barrage = Barrage::EMPTY;
        odds.add(&mut barrage, 0, 0, &plain);
        odds.add(&mut barrage, 0, 0, &plain);
        assert_eq!(barrage.sure(), 2);
        assert!((barrage.mean(|points| f64::from(u8::from(points == 4))) - 4.0 / 9.0).abs() < 1e-15);
    }
}
