//! One combined attack, one splash attack, and what becomes of the victim: the steps 3 to 9 of the order of effects.
//!
//! Games, isolated resolutions and the odds that scripts choose by all call these functions, with different dice.

use arrayvec::ArrayVec;

use super::codex::{Area, Codex, CombatResult, MOST_WEAPONS, Mode, Profile, Terrain, Weapon, WeaponKind};
use super::rules::{BlockedRetreat, FlameVsLcv, FlameVsSuit, HillMixed, RockyMixed, Rules, SuitAbsorb};
use crate::dice::Dice;

/// One unit's part in a combined attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shooter {
    /// Index of its profile.
    pub profile: u8,
    /// Index of the fire mode among the profile's.
    pub mode: u8,
}

impl Shooter {
    /// The fire mode.
    #[must_use]
    pub fn mode(self, codex: &Codex) -> &Mode {
        &codex.profiles[usize::from(self.profile)].modes[usize::from(self.mode)]
    }

    /// The weapon of the fire mode.
    #[must_use]
    pub fn weapon(self, codex: &Codex) -> &Weapon {
        &codex.weapons[usize::from(self.mode(codex).weapon)]
    }
}

/// How many of the shooters stand lower than their target (DF-LOS-08).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lower {
    /// None of them.
    #[default]
    None,
    /// At least one, but not all.
    Some,
    /// All of them.
    All,
}

impl Lower {
    /// `lower` of `shooters` stand lower.
    #[must_use]
    pub fn of(lower: usize, shooters: usize) -> Self {
        match lower {
            0 => Lower::None,
            n if n < shooters => Lower::Some,
            _ => Lower::All,
        }
    }
}

/// Who is attacked, on what ground, and from where.
#[derive(Clone, Copy, Debug)]
pub struct Target<'c> {
    /// The unit type.
    pub profile: &'c Profile,
    /// The terrain of its hex.
    pub terrain: &'c Terrain,
    /// How many of the shooters stand lower.
    pub lower: Lower,
}

impl Target<'_> {
    /// What the hill that the target stands on adds to the die (DF-TER-05, R-28).
    fn uphill(&self, rules: &Rules) -> i8 {
        let counts = match rules.hill_mixed {
            HillMixed::Any => self.lower != Lower::None,
            HillMixed::All => self.lower == Lower::All,
        };
        if counts { self.terrain.die_mod_if_lower } else { 0 }
    }
}

/// Most table columns.
const COLUMNS: u8 = 7;

/// What an attack brings to bear once its shots have hit or missed and armour has done its work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Impact {
    /// Second shots that missed by themselves (DF-SOL-08).
    pub lost: u16,
    /// Shots that a suit absorbed.
    pub absorbed: u16,
    /// Points that arrived, before adjustments.
    pub points: u16,
}

/// The table roll of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strike {
    /// Shots and armour.
    pub impact: Impact,
    /// Final strength, 0 to 7; at 0 nothing is rolled (DF-ATK-09).
    pub strength: u8,
    /// Sum of the modifiers on the die.
    pub die_mod: i8,
    /// The die that counts, before modifiers; 0 when none was rolled.
    pub die: u8,
    /// What the table says.
    pub result: CombatResult,
}

/// A modifier of strength or die, by its name, for traces.
pub type Modifier = (&'static str, i8);

/// Whether `weapon` may be aimed at a unit of type `target`: it can harm it, or has an area effect (DF-ATK-05).
#[must_use]
pub fn may_aim(weapon: &Weapon, target: &Profile) -> bool {
    weapon.area != Area::None || weapon.armour_piercing || !target.only_armour_piercing
}

/// Points that one shot of `weapon` can do to a unit of type `target` when armour does not stop it.
#[must_use]
pub fn direct_points(rules: &Rules, weapon: &Weapon, target: &Profile) -> u8 {
    let harmless = (target.only_armour_piercing && !weapon.armour_piercing)
        || (target.suit && !weapon.armour_piercing && weapon.kind == WeaponKind::Frag)
        || (weapon.kind == WeaponKind::Flame
            && ((target.suit && rules.flame_vs_suit == FlameVsSuit::Immune)
                || (target.vehicle && rules.flame_vs_lcv == FlameVsLcv::Immune)));
    if harmless { 0 } else { weapon.damage }
}

/// Whether a suit throws a die against this weapon.
fn suit_works(weapon: &Weapon, target: &Profile) -> bool {
    target.suit && !weapon.armour_piercing && matches!(weapon.kind, WeaponKind::Laser | WeaponKind::Flame)
}

/// Shots of one attack that are alike to armour.
#[derive(Clone, Copy, Debug)]
struct Pool {
    kind: WeaponKind,
    points: u8,
    /// Whether a suit throws a die against each of them.
    absorbable: bool,
    hits: u32,
    /// Shots of which it is not yet known whether they hit.
    unsure: u32,
}

/// A direct attack made ready: everything about it that does not depend on dice has been worked out.
#[derive(Clone, Debug)]
pub struct Attack<'c> {
    codex: &'c Codex,
    target: Target<'c>,
    /// Points of shots that nothing can stop.
    sure: u16,
    /// Shots that may miss by themselves or be absorbed.
    pools: ArrayVec<Pool, MOST_WEAPONS>,
    die_mod: i8,
    absorb: SuitAbsorb,
    floor: u8,
}

impl<'c> Attack<'c> {
    /// The attack of `shooters` on `target`.
    #[must_use]
    pub fn new(codex: &'c Codex, rules: &Rules, shooters: &[Shooter], target: Target<'c>) -> Self {
        let mut pools: ArrayVec<Pool, MOST_WEAPONS> = ArrayVec::new();
        let mut sure = 0;
        for shooter in shooters {
            let (mode, weapon) = (shooter.mode(codex), shooter.weapon(codex));
            let points = direct_points(rules, weapon, target.profile);
            // DF-SOL-08
            let unsure = if mode.unsure { u32::from(mode.shots.saturating_sub(1)) } else { 0 };
            let absorbable = suit_works(weapon, target.profile);
            if points == 0 || mode.shots == 0 {
                continue;
            }
            if unsure == 0 && !absorbable {
                sure += u16::from(mode.shots) * u16::from(points);
                continue;
            }
            let hits = u32::from(mode.shots) - unsure;
            let alike =
                |pool: &&mut Pool| pool.points == points && pool.kind == weapon.kind && pool.absorbable == absorbable;
            if let Some(pool) = pools.iter_mut().find(alike) {
                pool.hits += hits;
                pool.unsure += unsure;
            } else {
                pools.push(Pool { kind: weapon.kind, points, absorbable, hits, unsure });
            }
        }
        let die_mod = die_mod(rules, Party::of(codex, shooters), target);
        Self { codex, target, sure, pools, die_mod, absorb: rules.suit_absorb, floor: rules.strength_floor }
    }

    /// Steps 3 and 4: the shots, the armour, the sum of the points. Dice: one for each unsure second shot, then one for
    /// each laser shot that hit a suit, then one for each flame on a suit.
    pub fn impact<D: Dice>(&self, dice: &mut D) -> Impact {
        let mut impact = Impact { points: self.sure, ..Impact::default() };
        if self.pools.is_empty() {
            return impact;
        }
        let mut pools = self.pools.clone();
        for pool in pools.iter_mut().filter(|pool| pool.unsure > 0) {
            let hits = dice.successes(pool.unsure, self.codex.numbers.second_shot_lost + 1);
            impact.lost += (pool.unsure - hits) as u16;
            pool.hits += hits;
        }
        let flames = |pool: &Pool| pool.kind == WeaponKind::Flame;
        let absorbs = self.codex.numbers.suit_absorbs;
        match self.absorb {
            // DF-SUI-03, DF-SUI-04
            SuitAbsorb::PerShot => {
                for late in [false, true] {
                    for pool in pools.iter_mut().filter(|pool| pool.absorbable && flames(pool) == late) {
                        let absorbed = dice.successes(pool.hits, absorbs);
                        impact.absorbed += absorbed as u16;
                        pool.hits -= absorbed;
                    }
                }
            }
            //
            SuitAbsorb::PerAttack => {
                if pools.iter().any(|pool| pool.absorbable) && dice.d6() >= absorbs {
                    for pool in pools.iter_mut().filter(|pool| pool.absorbable) {
                        impact.absorbed += pool.hits as u16;
                        pool.hits = 0;
                    }
                }
            }
        }
        impact.points += pools.iter().map(|pool| pool.hits as u16 * u16::from(pool.points)).sum::<u16>();
        impact
    }

    /// Steps 3 to 5.
    #[inline]
    pub fn strike<D: Dice>(&self, dice: &mut D) -> Strike {
        let impact = self.impact(dice);
        let strength = strength_from(self.floor, self.target, impact.points, true);
        let (die, result) = roll(self.codex, strength, self.die_mod, self.target.profile.lucky, dice);
        Strike { impact, strength, die_mod: self.die_mod, die, result }
    }
}

/// Step 4, second half: adjustments, floor and cap (DF-ATK-07 to DF-ATK-10). `terrain_counts` is false for splash when
/// the rules say so.
#[must_use]
pub fn strength(rules: &Rules, target: Target<'_>, points: u16, terrain_counts: bool) -> u8 {
    strength_from(rules.strength_floor, target, points, terrain_counts)
}

/// As [`strength`], with the switch `strength-floor` alone.
fn strength_from(floor: u8, target: Target<'_>, points: u16, terrain_counts: bool) -> u8 {
    if points == 0 {
        return 0;
    }
    let terrain = if terrain_counts { i32::from(target.terrain.strength_mod) } else { 0 };
    let adjusted = i32::from(points) + i32::from(target.profile.strength_mod) + terrain;
    adjusted.clamp(i32::from(floor.min(COLUMNS)), i32::from(COLUMNS)) as u8
}

/// What of the shooters of an attack bears on its die.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Party {
    /// The best sharpshooter's bonus.
    marksman: i8,
    /// Shooters who fire frags.
    frags: u16,
    shooters: u16,
}

impl Party {
    /// The party of all of `shooters`.
    #[must_use]
    pub fn of(codex: &Codex, shooters: &[Shooter]) -> Self {
        let mut party = Self::default();
        shooters.iter().for_each(|shooter| party.join(codex, *shooter));
        party
    }

    /// Takes in one more shooter.
    #[inline]
    pub fn join(&mut self, codex: &Codex, shooter: Shooter) {
        self.marksman = self.marksman.max(codex.profiles[usize::from(shooter.profile)].marksman);
        self.frags += u16::from(shooter.weapon(codex).kind == WeaponKind::Frag);
        self.shooters += 1;
    }
}

/// The modifiers on the die of a direct attack, by name (DF-ATK-12); many of them are zero.
#[inline]
#[must_use]
pub fn die_modifiers(rules: &Rules, party: Party, target: Target<'_>) -> [Modifier; 4] {
    let Party { marksman, frags, shooters } = party;
    // DF-SOL-17
    let exempt = match rules.rocky_mixed {
        RockyMixed::Penalised => frags == shooters,
        RockyMixed::Exempt => frags > 0,
    };
    [
        // DF-SOL-03: once per attack, however many sharpshooters.
        ("marksman", marksman),
        ("dodge", if exempt { 0 } else { target.profile.dodge }),
        // DF-TER-04
        ("cover", target.terrain.die_mod),
        // DF-TER-05
        ("uphill", target.uphill(rules)),
    ]
}

/// Their sum.
#[inline]
#[must_use]
pub fn die_mod(rules: &Rules, party: Party, target: Target<'_>) -> i8 {
    die_modifiers(rules, party, target).iter().map(|(_, value)| value).sum()
}

/// Reads the combat table: the die is clamped to 1..6 after its modifiers (DF-ATK-13). `strength` is 1 to 7.
#[must_use]
pub fn table(codex: &Codex, strength: u8, die: u8, die_mod: i8) -> CombatResult {
    let row = (i32::from(die) + i32::from(die_mod)).clamp(1, 6);
    codex.table[row as usize - 1][usize::from(strength) - 1]
}

/// One die, for a lucky target two of which the lower counts (DF-ATK-11, DF-SOL-24).
pub fn attack_die<D: Dice>(lucky: bool, dice: &mut D) -> u8 {
    let die = dice.d6();
    if lucky { die.min(dice.d6()) } else { die }
}

/// Step 5: the die and the table. At strength 0 nothing is rolled, and the die is 0 (DF-ATK-09); strengths above 7 use
/// the last column (DF-ATK-10).
pub fn roll<D: Dice>(codex: &Codex, strength: u8, die_mod: i8, lucky: bool, dice: &mut D) -> (u8, CombatResult) {
    if strength == 0 {
        return (0, CombatResult::Miss);
    }
    let die = attack_die(lucky, dice);
    (die, table(codex, strength.min(COLUMNS), die, die_mod))
}

/// Points that a splash of `weapon` does to a unit of type `victim` (DF-SUI-01, DF-SUI-02, DF-SUI-08).
#[must_use]
pub fn splash_points(rules: &Rules, weapon: &Weapon, victim: &Profile) -> u8 {
    let immune = ((victim.only_armour_piercing || victim.suit) && !weapon.armour_piercing)
        || (weapon.kind == WeaponKind::Flame && victim.vehicle && rules.flame_vs_lcv == FlameVsLcv::Immune);
    if immune { 0 } else { weapon.splash }
}

/// The modifiers on the die of a splash attack (DF-SPL-08, DF-SPL-10).
#[must_use]
pub fn splash_die_mod(rules: &Rules, victim: Target<'_>) -> i8 {
    if rules.splash_terrain { victim.terrain.die_mod + victim.uphill(rules) } else { 0 }
}

/// A splash attack of one burst on one bystander.
pub fn splash<D: Dice>(codex: &Codex, rules: &Rules, weapon: &Weapon, victim: Target<'_>, dice: &mut D) -> Strike {
    let points = u16::from(splash_points(rules, weapon, victim.profile));
    let strength = strength(rules, victim, points, rules.splash_terrain);
    let impact = Impact { points, ..Impact::default() };
    let die_mod = splash_die_mod(rules, victim);
    let (die, result) = roll(codex, strength, die_mod, victim.profile.lucky, dice);
    Strike { impact, strength, die_mod, die, result }
}

/// Step 7, first half: strikes out what the victim's traits ignore (DF-ATK-14).
#[must_use]
pub fn after_traits(victim: &Profile, result: CombatResult) -> CombatResult {
    let mut left = result;
    if victim.ignores_retreat {
        left = left.without_retreat();
    }
    if victim.ignores_stun {
        left = left.without_stun();
    }
    left
}

/// Step 7, second half: the leadership roll against the retreat part (DF-LDR-01); true when the unit stands.
pub fn stands<D: Dice>(codex: &Codex, dice: &mut D) -> bool {
    dice.d6() >= codex.numbers.ignore_retreat
}

/// Hexes that a retreat from `terrain` takes (DF-RTR-01).
#[must_use]
pub fn retreat_length(codex: &Codex, terrain: &Terrain) -> u8 {
    codex.numbers.retreat.min(terrain.retreat_cap)
}

/// What becomes of a victim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Aftermath {
    /// Hexes retreated.
    pub steps: u8,
    /// Stunned afterwards.
    pub stunned: bool,
    /// Removed.
    pub removed: bool,
}

/// Steps 6, 8 and 9: what `result`, after traits and leadership, makes of a victim that was `stunned` or not, when a
/// retreat takes `needed` hexes and `possible` (at most `needed`) are open.
#[must_use]
pub fn settle(
    rules: &Rules,
    victim: &Profile,
    result: CombatResult,
    stunned: bool,
    needed: u8,
    possible: u8,
) -> Aftermath {
    match result {
        CombatResult::OutOfCombat => Aftermath { steps: 0, stunned, removed: true },
        CombatResult::Miss => Aftermath { steps: 0, stunned, removed: false },
        CombatResult::Stun => Aftermath { steps: 0, stunned: true, removed: false },
        // DF-RES-04, DF-RES-06
        retreat if possible >= needed => Aftermath { steps: needed, stunned: retreat.stuns(), removed: false },
        // DF-RTR-09, DF-RTR-10
        retreat => {
            let harmed = match rules.blocked_retreat {
                BlockedRetreat::Stunned => !victim.ignores_stun,
                BlockedRetreat::Stays => false,
                BlockedRetreat::Ooc => return Aftermath { steps: 0, stunned, removed: true },
            };
            Aftermath { steps: possible, stunned: stunned || retreat.stuns() || harmed, removed: false }
        }
    }
}

/// Whether a script should take the leadership roll (P-11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RetreatPolicy {
    /// Always.
    Try,
    /// Never.
    Accept,
    /// Unless a Stunned unit would come round by a plain, complete retreat.
    #[default]
    Smart,
}

impl RetreatPolicy {
    /// Whether to roll against `result`, of which the traits have been struck out.
    #[must_use]
    pub fn tries(self, result: CombatResult, stunned: bool, complete: bool) -> bool {
        match self {
            RetreatPolicy::Try => true,
            RetreatPolicy::Accept => false,
            RetreatPolicy::Smart => !(stunned && complete && result == CombatResult::Retreat),
        }
    }
}

/// Whether a rider is Stunned when its vehicle is Stunned or OOC (DF-VEH-11, R-48).
#[must_use]
pub fn stunned_with_carrier(rules: &Rules, rider: &Profile) -> bool {
    rules.sam_ride_stun || !rider.ignores_stun
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::ScriptedDice;
    use crate::game::CodexFile;

    fn shooter(codex: &Codex, name: &str) -> Shooter {
        Shooter { profile: codex.profile(name).unwrap(), mode: 0 }
    }

    fn target<'c>(codex: &'c Codex, name: &str, terrain: &str) -> Target<'c> {
        Target {
            profile: &codex.profiles[usize::from(codex.profile(name).unwrap())],
            terrain: &codex.terrain[usize::from(codex.terrain(terrain).unwrap())],
            lower: Lower::All,
        }
    }

    /// Throws exactly these dice at `name` in `terrain`.
    fn struck(shooters: &[&str], name: &str, terrain: &str, dice: &[u8]) -> Strike {
        let codex = Codex::built_in();
        let shooters: Vec<Shooter> = shooters.iter().map(|name| shooter(&codex, name)).collect();
        let mut script = ScriptedDice::new(dice);
        let strike =
            Attack::new(&codex, &Rules::default(), &shooters, target(&codex, name, terrain)).strike(&mut script);
        script.finish().unwrap();
        strike
    }

    #[test]
    fn df_atk_13_every_cell_of_the_table() {
        let codex = Codex::built_in();
        for strength in 1..=7 {
            for die in 1..=6 {
                let expected = match strength + die {
                    ..=5 => CombatResult::Miss,
                    6 => CombatResult::Stun,
                    7 => CombatResult::Retreat,
                    8 => CombatResult::RetreatStun,
                    9.. => CombatResult::OutOfCombat,
                };
                assert_eq!(table(&codex, strength, die, 0), expected, "strength {strength}, die {die}");
            }
        }
        // DF-ATK-12: the die is clamped after its modifiers.
        assert_eq!(table(&codex, 5, 1, -3), CombatResult::Stun);
        assert_eq!(table(&codex, 1, 6, 3), CombatResult::Retreat);
    }

    #[test]
    fn dice_fall_in_the_order_of_effects() {
        // Harry's second shot is lost on the 2; his first is absorbed on the 5, the flame is not on the 4; then the table.
        let strike = struck(&["zack", "harry"], "george", "grassland", &[2, 5, 4, 6]);
        assert_eq!(strike.impact, Impact { lost: 1, absorbed: 1, points: 2 });
        assert_eq!((strike.strength, strike.die, strike.result), (2, 6, CombatResult::RetreatStun));
    }

    #[test]
    fn df_sui_06_no_table_die_when_everything_is_absorbed() {
        let strike = struck(&["andy", "brett"], "nick", "grassland", &[5, 6]);
        assert_eq!((strike.strength, strike.die, strike.result), (0, 0, CombatResult::Miss));
    }

    #[test]
    fn df_sui_05_suits_do_nothing_against_armour_piercing() {
        assert_eq!(struck(&["dave"], "nick", "grassland", &[6]).strength, 2);
    }

    #[test]
    fn df_atk_07_and_08_vehicle_and_town_take_one_point_each() {
        assert_eq!(struck(&["dave", "dave"], "lcv-1", "grassland", &[1]).strength, 3);
        assert_eq!(struck(&["dave", "dave"], "lcv-1", "town", &[1]).strength, 2);
        // DF-ATK-09: nothing is left, and nothing is rolled.
        assert_eq!(struck(&["dave"], "lcv-1", "town", &[]).result, CombatResult::Miss);
    }

    #[test]
    fn df_atk_10_adjustments_come_before_the_cap() {
        assert_eq!(struck(&["dave"; 4], "brett", "town", &[1]).strength, 7);
    }

    #[test]
    fn df_atk_11_and_12_two_dice_for_the_lucky_one_and_modifiers_that_add_up() {
        let strike = struck(&["chuck", "dave"], "xavier", "hill", &[5, 3]);
        assert_eq!((strike.die, strike.die_mod, strike.result), (3, 0, CombatResult::Stun));
        assert_eq!(struck(&["dave"], "rocky", "forest", &[6]).die_mod, -2);
    }

    #[test]
    fn df_atk_12_modifiers_are_told_by_name() {
        let codex = Codex::built_in();
        let shooters = [shooter(&codex, "chuck"), shooter(&codex, "dave")];
        let (rules, party, on) = (Rules::default(), Party::of(&codex, &shooters), target(&codex, "rocky", "hill"));
        assert_eq!(die_modifiers(&rules, party, on), [("marksman", 1), ("dodge", -1), ("cover", 0), ("uphill", -1)]);
        assert_eq!(die_mod(&rules, party, on), -1);
    }

    #[test]
    fn df_spl_10_splash_knows_luck_but_neither_sharpshooter_nor_dodge() {
        let codex = Codex::built_in();
        let frag = &codex.weapons[usize::from(codex.weapon("frag-thrown").unwrap())];
        for (victim, dice, die_mod) in [("rocky", &[6][..], 0), ("xavier", &[6, 6][..], 0)] {
            let mut script = ScriptedDice::new(dice);
            let victim = target(&codex, victim, "grassland");
            let strike = splash(&codex, &Rules::default(), frag, victim, &mut script);
            script.finish().unwrap();
            assert_eq!((strike.strength, strike.die_mod, strike.result), (1, die_mod, CombatResult::Retreat));
        }
        // DF-SUI-01, DF-SPL-09: no die for suits and vehicles.
        for victim in ["george", "lcv-1", "mcv-1"] {
            let mut script = ScriptedDice::new(&[]);
            let victim = target(&codex, victim, "grassland");
            assert_eq!(splash(&codex, &Rules::default(), frag, victim, &mut script).strength, 0);
        }
    }

    #[test]
    fn df_atk_05_only_area_weapons_may_be_aimed_where_they_do_no_harm() {
        let codex = Codex::built_in();
        let aimed: Vec<&str> = codex
            .weapons
            .iter()
            .filter(|weapon| may_aim(weapon, target(&codex, "mcv-1", "road").profile))
            .map(|weapon| weapon.name.as_str())
            .collect();
        let expected = ["slrg", "medium-rail-gun", "ap-grenade", "frag-thrown", "frag-launched", "light-rocket"];
        assert_eq!(aimed, [&expected[..], &["flamethrower"]].concat());
    }

    #[test]
    fn df_res_08_who_is_out_of_combat_goes_nowhere() {
        let codex = Codex::built_in();
        let victim = &codex.profiles[usize::from(codex.profile("brett").unwrap())];
        let after = settle(&Rules::default(), victim, CombatResult::OutOfCombat, true, 2, 2);
        assert_eq!(after, Aftermath { steps: 0, stunned: true, removed: true });
    }

    #[test]
    fn df_ldr_02_a_smart_owner_lets_a_stunned_unit_come_round() {
        use CombatResult::{Retreat, RetreatStun};
        let smart = RetreatPolicy::Smart;
        assert!(!smart.tries(Retreat, true, true));
        assert!(smart.tries(Retreat, false, true));
        assert!(smart.tries(Retreat, true, false));
        assert!(smart.tries(RetreatStun, true, true));
        assert!(RetreatPolicy::Try.tries(Retreat, true, true));
        assert!(!RetreatPolicy::Accept.tries(RetreatStun, false, true));
    }

    #[test]
    fn df_ter_05_lower_is_told_from_how_many() {
        assert_eq!([0, 1, 2].map(|lower| Lower::of(lower, 2)), [Lower::None, Lower::Some, Lower::All]);
    }
}
