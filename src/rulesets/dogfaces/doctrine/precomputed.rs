//! What a script knows before the first turn: distances by path, how far every unit type threatens, what its weapons
//! do to every other. Built once for a [`Setup`] and shared by all players; what depends on the map is surveyed anew when
//! another one is laid ([`survey`](super::survey)).

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::expected_loss::{cover, interpolate, losses, outcomes};
use super::reachability::Reachability;
use super::survey::{Board, Survey};
use super::target_value;
use crate::rulesets::dogfaces::codex::{Area, Codex, Mode, Profile, Weapon};
use crate::rulesets::dogfaces::combat;
use crate::rulesets::dogfaces::odds::Odds;
use crate::rulesets::dogfaces::rules::Rules;
use crate::rulesets::dogfaces::state::{MOST_MODES, Setup, Unit};
use crate::tabletop::hex::HexIndex;
use crate::tabletop::hexset::HexSet;

/// Ranges told apart; the last stands for those at which nobody fires.
pub const RANGES: usize = 9;

/// Points of damage told apart; more are as the last.
pub const POINTS: usize = 10;

/// Path cost that stands for "cannot get there".
pub const UNREACHABLE: u8 = u8::MAX;

/// Threats are counted in grains, so that they fit a byte.
const GRAINS_PER_POINT: f32 = 8.0;

/// Different threats.
pub const GRAINS: usize = 256;

/// Share of what the enemy could bring on a hex that he does bring, his fire being wanted elsewhere too.
const EXPOSURE: f32 = 0.5;

/// What a burst is worth beyond its points at the target, in points, when nothing is known of the bystanders.
const BURST: f32 = 0.3;

/// What the splash of a flame is worth, likewise.
const LICK: f32 = 0.15;

/// What a unit type brings on another at some ranges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Firepower {
    /// Points.
    pub points: f32,
    /// Number of the set of ranges: see [`Precomputed::firing_positions`].
    pub ranges: u8,
}

/// Ranges at which a unit type brings the same points on another, one bit each.
pub(super) type Ranges = u16;

/// A fire mode that may be aimed at a unit type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arm {
    /// Index of the mode.
    pub mode: u8,
    /// Index of its weapon.
    pub weapon: u8,
    /// Shortest range.
    pub min: u8,
    /// Longest range.
    pub max: u8,
    /// Its area effect.
    pub area: Area,
    /// Whether its ammunition is limited.
    pub limited: bool,
    /// Points on average.
    pub points: f32,
}

/// Static knowledge of a table and of the units of a codex.
#[derive(Clone, Debug)]
pub struct Precomputed {
    /// What depends on the map.
    survey: Survey,
    profiles: usize,
    /// By out of ammunition or not, shooter, target: points, and the ranges at which it brings so many.
    punch: Vec<ArrayVec<Firepower, MOST_MODES>>,
    /// The sets of ranges.
    ranges: Vec<Ranges>,
    /// Those of them at which a unit type that may be met fires at another.
    wanted: Vec<Option<Ranges>>,
    /// By shooter and target: the modes that may be aimed.
    arsenal: Vec<ArrayVec<Arm, MOST_MODES>>,
    /// By out of ammunition or not, shooter, target: points at the best range.
    best_punch: Vec<f32>,
    /// By out of ammunition or not, and shooter: points at a man in the open at the best range.
    weight: [Vec<f32>; 2],
    /// By terrain: share of a plain soldier lost where the enemy can bring so many grains.
    risk_area: Vec<[f32; GRAINS]>,
    /// By terrain and profile, then by result: its chance in an attack of so many points from below.
    outcomes: Vec<[[f32; POINTS]; 5]>,
    /// By profile: what its owner loses with it, in riflemen.
    value: Vec<f32>,
    /// By profile: what of that loss another unit type suffers.
    vulnerability: Vec<f32>,
    /// By terrain: points of cover.
    cover: Vec<f32>,
    /// The most of them, either way.
    most_shelter: f32,
    /// By profile: whether it has a weapon with an area effect.
    bursts: Vec<bool>,
    /// By profile: number of its modes, and those of them with limited ammunition, one bit each.
    arms: Vec<(u8, u8)>,
}

impl Precomputed {
    /// Surveys a table on which units of these profiles may be met.
    #[must_use]
    pub fn new(setup: &Setup, kinds: &[bool]) -> Self {
        let (codex, rules, odds) = (&setup.codex, &setup.rules, &setup.odds);
        let mut precomputed = Self {
            survey: Survey::new(&setup.field, codex, kinds, Arc::new(Board::of(&setup.field, codex))),
            bursts: codex.profiles.iter().map(|profile| has_bursts(codex, profile)).collect(),
            arms: codex.profiles.iter().map(|profile| arms(codex, profile)).collect(),
            profiles: codex.profiles.len(),
            punch: Vec::new(),
            ranges: Vec::new(),
            wanted: Vec::new(),
            arsenal: Vec::new(),
            best_punch: Vec::new(),
            weight: [Vec::new(), Vec::new()],
            risk_area: Vec::new(),
            outcomes: Vec::new(),
            value: codex.profiles.iter().map(|profile| target_value::value(profile, setup.scenario)).collect(),
            vulnerability: Vec::new(),
            cover: codex.terrain.iter().map(cover).collect(),
            most_shelter: codex.terrain.iter().map(|terrain| cover(terrain).abs()).fold(0.0, f32::max),
        };
        precomputed.weigh_weapons(codex, rules, odds);
        precomputed.list_arms(codex, odds);
        precomputed.weigh_losses(codex, rules, odds);
        precomputed.note_wanted(kinds);
        precomputed.relay(setup);
        precomputed
    }

    /// The same knowledge of a table of the same extent on which units of these profiles may be met; the map has yet to be
    /// surveyed.
    #[must_use]
    pub fn for_kinds(&self, setup: &Setup, kinds: &[bool]) -> Self {
        let survey = Survey::new(&setup.field, &setup.codex, kinds, self.survey.board());
        let mut precomputed = Self { survey, ..self.clone() };
        precomputed.note_wanted(kinds);
        precomputed
    }

    /// Notes at which ranges units of these profiles fire at each other.
    fn note_wanted(&mut self, kinds: &[bool]) {
        self.wanted = vec![None; self.ranges.len()];
        let met = |kind: usize| kinds[kind % self.profiles];
        // By out of ammunition or not, shooter, target.
        let punches = self.punch.iter().enumerate().filter(|(pair, _)| met(*pair) && met(pair / self.profiles));
        for ranges in punches.flat_map(|(_, punches)| punches).map(|punch| usize::from(punch.ranges)) {
            self.wanted[ranges] = Some(self.ranges[ranges]);
        }
    }

    /// Surveys the table again after another map of the same extent has been laid on it. Nothing is allocated anew.
    pub fn relay(&mut self, setup: &Setup) {
        self.survey.lay(&setup.field, &self.wanted, &self.cover);
    }

    fn weigh_weapons(&mut self, codex: &Codex, rules: &Rules, odds: &Odds) {
        for dry in [false, true] {
            for (shooter, profile) in codex.profiles.iter().enumerate() {
                for target in &codex.profiles {
                    let mut punch = [0.0f32; RANGES];
                    for (index, mode) in profile.modes.iter().enumerate() {
                        let weapon = &codex.weapons[usize::from(mode.weapon)];
                        if (dry && weapon.ammo.is_some()) || !combat::may_aim(weapon, target) {
                            continue;
                        }
                        let area = match weapon.area {
                            Area::None => 0.0,
                            Area::Ring => BURST,
                            Area::OneHex => LICK,
                        };
                        let points = odds.mean_points(shooter as u8, index as u8, target) as f32;
                        let worth = if combat::direct_points(rules, weapon, target) > 0 { points + area } else { 0.0 };
                        let ranges = usize::from(weapon.min)..=usize::from(weapon.max).min(RANGES - 2);
                        if let Some(punch) = punch.get_mut(ranges) {
                            punch.iter_mut().for_each(|best| *best = best.max(worth));
                        }
                    }
                    self.best_punch.push(punch.iter().copied().fold(0.0, f32::max));
                    let sorted = by_points(&punch);
                    let punches = sorted.iter().map(|(points, ranges)| {
                        let known = self.ranges.iter().position(|other| other == ranges).unwrap_or_else(|| {
                            self.ranges.push(*ranges);
                            self.ranges.len() - 1
                        });
                        Firepower { points: *points, ranges: known as u8 }
                    });
                    self.punch.push(punches.collect());
                }
                let plain = Profile { suit: false, vehicle: false, only_armour_piercing: false, ..profile.clone() };
                let points = profile.modes.iter().enumerate().filter_map(|(index, mode)| {
                    let usable = !dry || codex.weapons[usize::from(mode.weapon)].ammo.is_none();
                    usable.then(|| odds.mean_points(shooter as u8, index as u8, &plain) as f32)
                });
                self.weight[usize::from(dry)].push(points.fold(0.0, f32::max));
            }
        }
    }

    fn list_arms(&mut self, codex: &Codex, odds: &Odds) {
        for (shooter, profile) in codex.profiles.iter().enumerate() {
            for target in &codex.profiles {
                let modes = profile.modes.iter().take(MOST_MODES).enumerate();
                let arms = modes.map(|(mode, entry)| (mode, entry, &codex.weapons[usize::from(entry.weapon)]));
                let aimed = arms.filter(|(.., weapon)| combat::may_aim(weapon, target));
                let arm = |(mode, entry, weapon): (usize, &Mode, &Weapon)| Arm {
                    mode: mode as u8,
                    weapon: entry.weapon,
                    min: weapon.min,
                    max: weapon.max,
                    area: weapon.area,
                    limited: weapon.ammo.is_some(),
                    points: odds.mean_points(shooter as u8, mode as u8, target) as f32,
                };
                self.arsenal.push(aimed.map(arm).collect());
            }
        }
    }

    fn weigh_losses(&mut self, codex: &Codex, rules: &Rules, odds: &Odds) {
        let Some(first) = codex.profiles.first() else { return };
        let plain = Profile {
            suit: false,
            vehicle: false,
            only_armour_piercing: false,
            strength_mod: 0,
            dodge: 0,
            lucky: false,
            ignores_retreat: false,
            ignores_stun: false,
            recovers: 6,
            ..first.clone()
        };
        for terrain in &codex.terrain {
            let losses = losses(rules, odds, &plain, terrain);
            let loss = |grains: usize| interpolate(&losses, grains as f32 / GRAINS_PER_POINT * EXPOSURE);
            self.risk_area.push(std::array::from_fn(loss));
        }
        for terrain in &codex.terrain {
            for profile in &codex.profiles {
                let by_points = outcomes(rules, odds, profile, terrain);
                let chances = |result: usize| by_points.map(|chances| chances[result]);
                self.outcomes.push(std::array::from_fn(chances));
            }
        }
        let Some(open) = codex.terrain.first() else { return };
        let sum = |profile: &Profile| losses(rules, odds, profile, open).iter().sum::<f32>();
        self.vulnerability =
            codex.profiles.iter().map(|profile| sum(profile) / sum(&plain).max(f32::EPSILON)).collect();
    }

    /// Path costs in half units to the nearest hex from which a unit type can fire at `target` in a mode, by start.
    #[inline]
    #[must_use]
    pub fn march(&self, profile: u8, mode: u8, target: HexIndex) -> &[u8] {
        self.survey.march(profile, mode, target)
    }

    /// The same costs from one hex, for any target.
    #[inline]
    pub fn marches_from(&self, profile: u8, mode: u8, start: HexIndex) -> impl Fn(HexIndex) -> u8 {
        self.survey.marches_from(profile, mode, start)
    }

    /// Path costs in half units to a hex, by start.
    #[inline]
    #[must_use]
    pub fn path_costs(&self, vehicle: bool, target: HexIndex) -> &[u8] {
        self.survey.path_costs(vehicle, target)
    }

    /// Path costs in half units from a hex, for any goal.
    #[inline]
    pub fn path_costs_from(&self, vehicle: bool, start: HexIndex) -> impl Fn(HexIndex) -> u8 {
        self.survey.path_costs_from(vehicle, start)
    }

    /// Path costs in half units to the north row, by start.
    #[inline]
    #[must_use]
    pub fn way_out(&self, vehicle: bool) -> &[u8] {
        self.survey.way_out(vehicle)
    }

    /// Whether a unit type has a weapon with an area effect.
    #[inline]
    #[must_use]
    pub fn has_bursts(&self, profile: u8) -> bool {
        self.bursts[usize::from(profile)]
    }

    /// Where a unit type may get to from `hex` in one turn, others left aside.
    #[inline]
    #[must_use]
    pub fn run(&self, profile: u8, hex: HexIndex) -> &Reachability {
        self.survey.run(profile, hex)
    }

    /// Where a unit type may fire to from `hex` after one move, others left aside.
    #[inline]
    #[must_use]
    pub fn threat_area(&self, profile: u8, hex: HexIndex) -> &HexSet {
        self.survey.threat_area(profile, hex)
    }

    /// Points that a unit type brings on average on each other, and at which ranges, by their profiles; `dry`: its
    /// ammunition is spent.
    #[inline]
    #[must_use]
    pub fn punches(&self, dry: bool, shooter: u8) -> &[ArrayVec<Firepower, MOST_MODES>] {
        let start = self.pair(dry, shooter, 0);
        &self.punch[start..start + self.profiles]
    }

    /// The hexes from which a unit in `target` can be shot at the ranges of a [`Firepower`].
    #[inline]
    #[must_use]
    pub fn firing_positions(&self, ranges: u8, target: HexIndex) -> &HexSet {
        self.survey.firing_positions(ranges, target)
    }

    /// The modes that a unit type may aim at another.
    #[inline]
    #[must_use]
    pub fn arms(&self, shooter: u8, target: u8) -> &[Arm] {
        &self.arsenal[self.pair(false, shooter, target)]
    }

    /// Points that a unit type brings on average on each other at the best range, by their profiles.
    #[inline]
    #[must_use]
    pub fn best_punches(&self, dry: bool, shooter: u8) -> &[f32] {
        let start = self.pair(dry, shooter, 0);
        &self.best_punch[start..start + self.profiles]
    }

    #[inline]
    fn pair(&self, dry: bool, shooter: u8, target: u8) -> usize {
        (usize::from(dry) * self.profiles + usize::from(shooter)) * self.profiles + usize::from(target)
    }

    /// Points that a unit type brings at its best range on a man in the open.
    #[inline]
    #[must_use]
    pub fn weight(&self, dry: bool, shooter: u8) -> f32 {
        self.weight[usize::from(dry)][usize::from(shooter)]
    }

    /// Adds what a unit type brings on every hex from `hex` after one move to `threat`, in grains.
    #[inline]
    pub fn add_threat(&self, profile: u8, hex: HexIndex, points: f32, threat: &mut [u8]) {
        let grains = (points * GRAINS_PER_POINT) as u8;
        for (threat, shadow) in threat.iter_mut().zip(self.survey.shadow(profile, hex)) {
            *threat = threat.saturating_add(shadow & grains);
        }
    }

    /// Share of a plain soldier that a threat costs, by terrain and grains.
    #[inline]
    #[must_use]
    pub fn perils(&self) -> &[[f32; GRAINS]] {
        &self.risk_area
    }

    /// The threat that so many points are.
    #[inline]
    #[must_use]
    pub fn grains(points: f32) -> u8 {
        (points * GRAINS_PER_POINT) as u8
    }

    /// What an attack of 0, 1, ... points from below on a unit type on such terrain is worth, by the worth of each result.
    #[inline]
    #[must_use]
    pub fn curve(&self, profile: u8, terrain: u8, worth: &[f32; 5]) -> [f32; POINTS] {
        let mut curve = [0.0; POINTS];
        let outcomes = &self.outcomes[usize::from(terrain) * self.profiles + usize::from(profile)];
        for (chances, worth) in outcomes.iter().zip(worth) {
            curve.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += chance * worth);
        }
        curve
    }

    /// What the owner of a unit type loses with it, in riflemen.
    #[inline]
    #[must_use]
    pub fn value(&self, profile: u8) -> f32 {
        self.value[usize::from(profile)]
    }

    /// What the owners of all unit types lose with them.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.value
    }

    /// What of a plain soldier's loss a unit type suffers.
    #[inline]
    #[must_use]
    pub fn vulnerability(&self, profile: u8) -> f32 {
        self.vulnerability[usize::from(profile)]
    }

    /// The hexes within a leader's range of each hex.
    #[inline]
    #[must_use]
    pub fn discs(&self, range: u8) -> &[HexSet] {
        self.survey.discs(range)
    }

    /// Points of cover of the best shelter, or of what is furthest from being one.
    #[inline]
    #[must_use]
    pub fn most_shelter(&self) -> f32 {
        self.most_shelter
    }

    /// The number of the ground that can be walked over from a hex without a bridge; a bridge has one of its own.
    #[inline]
    #[must_use]
    pub fn bank(&self, hex: HexIndex) -> u8 {
        self.survey.bank(hex)
    }

    /// Points of cover by hex.
    #[inline]
    #[must_use]
    pub fn shelters(&self) -> &[f32] {
        self.survey.shelters()
    }

    /// Whether a unit's weapons of limited ammunition are empty, or one of them.
    #[inline]
    #[must_use]
    pub fn is_dry(&self, unit: &Unit) -> bool {
        let (_, limited) = self.arms[usize::from(unit.kind)];
        limited != 0 && (0..MOST_MODES).any(|mode| limited >> mode & 1 != 0 && unit.ammo[mode] == 0)
    }

    /// The mode that a unit seeks positions for: its first one with ammunition.
    #[inline]
    #[must_use]
    pub fn main_mode(&self, unit: &Unit) -> Option<u8> {
        let (modes, limited) = self.arms[usize::from(unit.kind)];
        (0..modes).find(|mode| limited >> mode & 1 == 0 || unit.ammo[usize::from(*mode)] > 0)
    }

    /// Points of cover of a terrain.
    #[inline]
    #[must_use]
    pub fn cover(&self, terrain: u8) -> f32 {
        self.cover[usize::from(terrain)]
    }
}

/// Sorts ranges by the points that a unit type brings at them; no more kinds of them than it has modes.
fn by_points(punch: &[f32; RANGES]) -> ArrayVec<(f32, Ranges), MOST_MODES> {
    let mut sorted: ArrayVec<(f32, Ranges), MOST_MODES> = ArrayVec::new();
    for (range, &points) in punch.iter().enumerate().filter(|(_, points)| **points > 0.0) {
        match sorted.iter_mut().find(|(known, _)| *known == points) {
            Some((_, ranges)) => *ranges |= 1 << range,
            None => sorted.push((points, 1 << range)),
        }
    }
    sorted
}

fn has_bursts(codex: &Codex, profile: &Profile) -> bool {
    profile.modes.iter().any(|mode| codex.weapons[usize::from(mode.weapon)].area != Area::None)
}

/// Number of a profile's modes, and those of them with limited ammunition, one bit each.
fn arms(codex: &Codex, profile: &Profile) -> (u8, u8) {
    let modes = profile.modes.iter().take(MOST_MODES).enumerate();
    let limited = modes.clone().filter(|(_, mode)| codex.weapons[usize::from(mode.weapon)].ammo.is_some());
    (modes.len() as u8, limited.fold(0, |set, (index, _)| set | 1 << index))
}
