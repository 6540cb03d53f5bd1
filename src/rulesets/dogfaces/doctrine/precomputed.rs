//! What a script knows before the first turn: distances by path, how far every unit type threatens, what its weapons
//! do to every other. Built once for a [`Setup`] and shared by all players.

use arrayvec::ArrayVec;

use super::expected_loss::{cover, interpolate, losses, outcomes};
use super::reachability::{Gait, Reachability, costs_towards};
use super::target_value;
use crate::game::Side;
use crate::rulesets::dogfaces::codex::{Area, Codex, Mode, Profile, Weapon};
use crate::rulesets::dogfaces::combat;
use crate::rulesets::dogfaces::field::{Band, Field};
use crate::rulesets::dogfaces::odds::Odds;
use crate::rulesets::dogfaces::rules::Rules;
use crate::rulesets::dogfaces::state::{MOST_MODES, Setup, Unit};
use crate::tabletop::hex::{HexIndex, NOWHERE};
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

/// Where a script goes to: hexes to shoot from, or a hex itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// Any hex from which weapons of this band reach the hex.
    Fire(Band),
    /// The hex itself.
    Stand,
}

/// What a unit type brings on another at some ranges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Firepower {
    /// Points.
    pub points: f32,
    /// Number of the set of ranges: see [`Precomputed::firing_positions`].
    pub ranges: u8,
}

/// Ranges at which a unit type brings the same points on another, one bit each.
type Ranges = u16;

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
    hexes: usize,
    /// By [`Goal`] and means of movement, then by goal hex and start.
    lanes: Vec<(Goal, bool, Vec<u8>)>,
    /// By profile and mode: the lane of its weapon.
    lane_of_mode: Vec<Vec<u8>>,
    /// Lanes to stand in a hex, on foot and by vehicle.
    lane_of_standing: [u8; 2],
    /// Path costs to the north row, on foot and by vehicle.
    way_out: [Vec<u8>; 2],
    /// By profile: the number of its gait.
    gait: Vec<u8>,
    /// By gait, then hex: where it may get to in one turn.
    run: Vec<Reachability>,
    /// By gait, then hex: where it may fire to after one move.
    threat_area: Vec<HexSet>,
    /// The same as bytes, all ones where it may, for adding up.
    shadow: Vec<u8>,
    profiles: usize,
    /// By out of ammunition or not, shooter, target: points, and the ranges at which it brings so many.
    punch: Vec<ArrayVec<Firepower, MOST_MODES>>,
    /// The sets of ranges.
    ranges: Vec<Ranges>,
    /// By set of ranges, then target hex: the hexes from which it can be shot at these ranges.
    firing_positions: Vec<HexSet>,
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
    /// By hex: the number of the ground that can be walked over from it without a bridge.
    bank: Vec<u8>,
    /// By hex: points of cover.
    shelter: Vec<f32>,
    /// The most of them, either way.
    most_shelter: f32,
    /// By leader range, then hex: the hexes in range.
    discs: Vec<Vec<HexSet>>,
    /// By profile: whether it has a weapon with an area effect.
    bursts: Vec<bool>,
    /// By profile: number of its modes, and those of them with limited ammunition, one bit each.
    arms: Vec<(u8, u8)>,
}

impl Precomputed {
    /// Surveys a table.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let (codex, rules, field, odds) = (&setup.codex, &setup.rules, &setup.field, &setup.odds);
        let hexes = field.len();
        let mut precomputed = Self {
            hexes,
            lanes: Vec::new(),
            lane_of_mode: Vec::new(),
            lane_of_standing: [0; 2],
            way_out: [false, true].map(|vehicle| {
                let north = field.row(Side::B, 0).collect::<HexSet>() & field.open(vehicle);
                costs_towards(field, vehicle, &north)
            }),
            bursts: codex.profiles.iter().map(|profile| has_bursts(codex, profile)).collect(),
            arms: codex.profiles.iter().map(|profile| arms(codex, profile)).collect(),
            gait: Vec::new(),
            run: Vec::new(),
            threat_area: Vec::new(),
            shadow: Vec::new(),
            profiles: codex.profiles.len(),
            punch: Vec::new(),
            ranges: Vec::new(),
            firing_positions: Vec::new(),
            arsenal: Vec::new(),
            best_punch: Vec::new(),
            weight: [Vec::new(), Vec::new()],
            risk_area: Vec::new(),
            outcomes: Vec::new(),
            value: codex.profiles.iter().map(|profile| target_value::value(profile, setup.scenario)).collect(),
            vulnerability: Vec::new(),
            discs: Vec::new(),
            cover: codex.terrain.iter().map(cover).collect(),
            shelter: field.terrain.iter().map(|&terrain| cover(&codex.terrain[usize::from(terrain)])).collect(),
            bank: banks(field),
            most_shelter: codex.terrain.iter().map(|terrain| cover(terrain).abs()).fold(0.0, f32::max),
        };
        precomputed.lane_of_standing = [false, true].map(|vehicle| precomputed.lane(field, Goal::Stand, vehicle));
        let mut gaits: Vec<Gait> = Vec::new();
        for profile in &codex.profiles {
            let bands = profile.modes.iter().map(|mode| field.band_of_weapon[usize::from(mode.weapon)]);
            let lanes = bands.clone().map(|band| precomputed.lane(field, Goal::Fire(band), profile.vehicle)).collect();
            precomputed.lane_of_mode.push(lanes);
            let gait = Gait {
                vehicle: profile.vehicle,
                speed: profile.speed,
                jet: profile.jet,
                bands: bands.fold(0, |set, band| set | 1 << band),
            };
            let known = gaits.iter().position(|other| *other == gait).unwrap_or_else(|| {
                gaits.push(gait);
                gaits.len() - 1
            });
            precomputed.gait.push(known as u8);
        }
        for gait in &gaits {
            for hex in field.grid.hexes() {
                let run = Reachability::new(field, gait, hex);
                let bands = (0..field.bands.len() as Band).filter(|band| gait.bands >> band & 1 != 0);
                let fire = |set: HexSet, at| bands.clone().fold(set, |set, band| set | field.covered(at, band));
                let threat_area = run.hexes.iter().fold(HexSet::EMPTY, fire);
                precomputed
                    .shadow
                    .extend(field.grid.hexes().map(|hex| if threat_area.contains(hex) { u8::MAX } else { 0 }));
                precomputed.threat_area.push(threat_area);
                precomputed.run.push(run);
            }
        }
        let leaders = codex.profiles.iter().map(|profile| profile.lead);
        let longest = leaders.chain([codex.numbers.medic_reach]).max().unwrap_or(0);
        let disc = |range, hex| field.grid.hexes().filter(|other| field.distance(hex, *other) <= range).collect();
        precomputed.discs =
            (0..=longest).map(|range| field.grid.hexes().map(|hex| disc(range, hex)).collect()).collect();
        precomputed.weigh_weapons(codex, rules, odds);
        for &ranges in &precomputed.ranges {
            let within = |to, from| ranges >> usize::from(field.shot(from, to)).min(RANGES - 1) & 1 != 0;
            let firing_positions = |to| field.grid.hexes().filter(|from| within(to, *from)).collect::<HexSet>();
            precomputed.firing_positions.extend(field.grid.hexes().map(firing_positions));
        }
        precomputed.list_arms(codex, odds);
        precomputed.weigh_losses(codex, rules, odds);
        precomputed
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

    fn lane(&mut self, field: &Field, goal: Goal, vehicle: bool) -> u8 {
        let known = self.lanes.iter().position(|(g, v, _)| (*g, *v) == (goal, vehicle));
        known.unwrap_or_else(|| {
            let mut costs = Vec::with_capacity(self.hexes * self.hexes);
            for hex in field.grid.hexes() {
                let sources = match goal {
                    Goal::Fire(band) => *field.covering(hex, band) & field.open(vehicle),
                    Goal::Stand => HexSet::from_iter([hex]),
                };
                costs.extend(costs_towards(field, vehicle, &sources));
            }
            self.lanes.push((goal, vehicle, costs));
            self.lanes.len() - 1
        }) as u8
    }

    /// Path costs in half units to the nearest hex from which a unit type can fire at `target` in a mode, by start.
    #[inline]
    #[must_use]
    pub fn march(&self, profile: u8, mode: u8, target: HexIndex) -> &[u8] {
        self.row(self.lane_of_mode[usize::from(profile)][usize::from(mode)], target)
    }

    /// The same costs from one hex, for any target.
    #[inline]
    pub fn marches_from(&self, profile: u8, mode: u8, start: HexIndex) -> impl Fn(HexIndex) -> u8 {
        let lane = &self.lanes[usize::from(self.lane_of_mode[usize::from(profile)][usize::from(mode)])].2;
        move |target| lane[usize::from(target) * self.hexes + usize::from(start)]
    }

    /// Path costs in half units to a hex, by start.
    #[inline]
    #[must_use]
    pub fn path_costs(&self, vehicle: bool, target: HexIndex) -> &[u8] {
        self.row(self.lane_of_standing[usize::from(vehicle)], target)
    }

    /// Path costs in half units to the north row, by start.
    #[inline]
    #[must_use]
    pub fn way_out(&self, vehicle: bool) -> &[u8] {
        &self.way_out[usize::from(vehicle)]
    }

    /// Whether a unit type has a weapon with an area effect.
    #[inline]
    #[must_use]
    pub fn has_bursts(&self, profile: u8) -> bool {
        self.bursts[usize::from(profile)]
    }

    #[inline]
    fn row(&self, lane: u8, target: HexIndex) -> &[u8] {
        let start = usize::from(target) * self.hexes;
        &self.lanes[usize::from(lane)].2[start..start + self.hexes]
    }

    /// Where a unit type may get to from `hex` in one turn, others left aside.
    #[inline]
    #[must_use]
    pub fn run(&self, profile: u8, hex: HexIndex) -> &Reachability {
        &self.run[usize::from(self.gait[usize::from(profile)]) * self.hexes + usize::from(hex)]
    }

    /// Where a unit type may fire to from `hex` after one move, others left aside.
    #[inline]
    #[must_use]
    pub fn threat_area(&self, profile: u8, hex: HexIndex) -> &HexSet {
        &self.threat_area[usize::from(self.gait[usize::from(profile)]) * self.hexes + usize::from(hex)]
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
        &self.firing_positions[usize::from(ranges) * self.hexes + usize::from(target)]
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
        let row = usize::from(self.gait[usize::from(profile)]) * self.hexes + usize::from(hex);
        let shadow = &self.shadow[row * self.hexes..(row + 1) * self.hexes];
        for (threat, shadow) in threat.iter_mut().zip(shadow) {
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
        &self.discs[usize::from(range)]
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
        self.bank[usize::from(hex)]
    }

    /// Points of cover by hex.
    #[inline]
    #[must_use]
    pub fn shelters(&self) -> &[f32] {
        &self.shelter
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

/// Numbers the pieces of ground that only bridges join.
fn banks(field: &Field) -> Vec<u8> {
    let mut banks = vec![0; field.len()];
    let mut count = 0u8;
    let dry = |hex: HexIndex| field.may_stand(false, hex) && !field.no_passing.contains(hex);
    for start in field.grid.hexes() {
        if banks[usize::from(start)] != 0 {
            continue;
        }
        count = count.saturating_add(1);
        banks[usize::from(start)] = count;
        let mut open = if dry(start) { vec![start] } else { Vec::new() };
        while let Some(hex) = open.pop() {
            for next in field.neighbours[usize::from(hex)] {
                if next != NOWHERE && dry(next) && banks[usize::from(next)] == 0 {
                    banks[usize::from(next)] = count;
                    open.push(next);
                }
            }
        }
    }
    banks
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
