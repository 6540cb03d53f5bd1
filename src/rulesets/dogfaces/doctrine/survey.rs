//! The survey of a map: distances by path, where each unit type can get to and fire to, and from where it can fire.
//!
//! It is made for the unit types that may be met, and anew for every map that is laid; nothing is allocated then. Path
//! costs between all pairs of hexes are relaxed row by row, a row being a goal and its bytes the starts. Areas of threat
//! grow with the allowance for all hexes at once, in words of 64 targets each.

use std::sync::Arc;

use super::path_costs::{lay_paths, mirror, nearest};
use super::precomputed::{Ranges, UNREACHABLE};
use super::reachability::{Gait, Reachability, Walker};
use crate::game::Side;
use crate::rulesets::dogfaces::codex::{Codex, Halves};
use crate::rulesets::dogfaces::field::{Band, FORBIDDEN, Field};
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, Hexes, WORDS};

/// Ways to a shot: path costs to the nearest hex from which weapons of a band reach a target, by target, then start.
#[derive(Clone, Debug)]
struct Lane {
    band: Band,
    vehicle: bool,
    costs: Vec<u8>,
}

/// What is known of a board of one extent, whatever lies on it.
#[derive(Debug)]
pub(super) struct Board {
    /// By range of leaders and medics, then hex: the hexes in range.
    discs: Vec<Vec<HexSet>>,
}

impl Board {
    /// That of a map, for the units of a codex.
    pub(super) fn of(field: &Field, codex: &Codex) -> Self {
        let within = |steps: u8, hex: HexIndex| {
            let distances = field.distances(hex).iter().enumerate();
            distances.filter(move |(_, distance)| **distance <= steps).map(|(other, _)| other as HexIndex)
        };
        let ranges = codex.profiles.iter().map(|profile| profile.lead).chain([codex.numbers.medic_reach]);
        let range = ranges.max().unwrap_or(0);
        Self {
            discs: (0..=range)
                .map(|range| field.grid.hexes().map(|hex| within(range, hex).collect()).collect())
                .collect(),
        }
    }
}

/// What is known of a map.
#[derive(Clone, Debug)]
pub(super) struct Survey {
    hexes: usize,
    /// How many of them are surveyed: the others are their images.
    own: usize,
    /// On foot and by vehicle, by goal, then start: path costs. Empty where nobody moves like that.
    paths: [Vec<u8>; 2],
    /// On foot and by vehicle: path costs to the north row.
    way_out: [Vec<u8>; 2],
    lanes: Vec<Lane>,
    /// By profile and mode: the lane of its weapon.
    lane_of_mode: Vec<Vec<u8>>,
    gaits: Vec<Gait>,
    /// By profile: its gait.
    gait: Vec<u8>,
    /// By gait, then hex: where it may get to in one turn.
    run: Vec<Reachability>,
    /// The kinds of threat: a gait, and the bands of its weapons, one bit each.
    threats: Vec<(u8, u32)>,
    /// By profile: its kind of threat.
    threat: Vec<u8>,
    /// By kind of threat, then hex: where it may fire to after one move.
    threat_area: Vec<HexSet>,
    /// The same as bytes, all ones where it may, for adding up.
    shadow: Vec<u8>,
    /// By set of ranges, then target hex: the hexes from which it can be shot at these ranges.
    firing_positions: Vec<HexSet>,
    /// By hex: the number of the ground that can be walked over from it without a bridge.
    bank: Vec<u8>,
    /// By hex: points of cover.
    shelter: Vec<f32>,
    board: Arc<Board>,
    /// By allowance from 0, then hex, in words: where one may fire to.
    reach: Vec<u64>,
    /// By start: path costs to the nearest hex of one range from a target.
    ring: Vec<u8>,
    /// Hexes of a piece of ground from which one has yet to go on.
    open: Vec<HexIndex>,
}

/// The place of something in a list, at the end of which it is put if it is not there.
fn place_in<T: PartialEq>(list: &mut Vec<T>, new: T) -> u8 {
    let known = list.iter().position(|other| *other == new);
    known.unwrap_or_else(|| {
        list.push(new);
        list.len() - 1
    }) as u8
}

impl Survey {
    /// Prepares surveys of maps of one extent on which units of these profiles may be met.
    pub(super) fn new(field: &Field, codex: &Codex, kinds: &[bool], board: Arc<Board>) -> Self {
        let hexes = field.len();
        let mut survey = Self {
            hexes,
            own: hexes,
            paths: [Vec::new(), Vec::new()],
            way_out: [Vec::new(), Vec::new()],
            lanes: Vec::new(),
            lane_of_mode: vec![Vec::new(); codex.profiles.len()],
            gaits: Vec::new(),
            gait: vec![0; codex.profiles.len()],
            run: Vec::new(),
            threats: Vec::new(),
            threat: vec![0; codex.profiles.len()],
            threat_area: Vec::new(),
            shadow: Vec::new(),
            firing_positions: Vec::new(),
            bank: vec![0; hexes],
            shelter: Vec::new(),
            board,
            reach: Vec::new(),
            ring: vec![UNREACHABLE; hexes],
            open: Vec::new(),
        };
        let met = codex.profiles.iter().enumerate().filter(|(kind, _)| kinds[*kind]);
        for (kind, profile) in met {
            let vehicle = profile.vehicle;
            survey.paths[usize::from(vehicle)].resize(hexes * hexes, UNREACHABLE);
            survey.way_out[usize::from(vehicle)].resize(hexes, UNREACHABLE);
            let band = |weapon: u8| field.band_of_weapon[usize::from(weapon)];
            // A unit seeks positions for its first mode with ammunition.
            let limited = |weapon: u8| codex.weapons[usize::from(weapon)].ammo.is_some();
            let last = profile.modes.iter().position(|mode| !limited(mode.weapon)).unwrap_or(profile.modes.len());
            for mode in profile.modes.iter().take(last + 1) {
                let known = |lane: &Lane| (lane.band, lane.vehicle) == (band(mode.weapon), vehicle);
                let lane = survey.lanes.iter().position(known).unwrap_or_else(|| {
                    survey.lanes.push(Lane {
                        band: band(mode.weapon),
                        vehicle,
                        costs: vec![UNREACHABLE; hexes * hexes],
                    });
                    survey.lanes.len() - 1
                });
                survey.lane_of_mode[kind].push(lane as u8);
            }
            survey.gait[kind] = place_in(&mut survey.gaits, Gait { vehicle, speed: profile.speed, jet: profile.jet });
            let bands = profile.modes.iter().fold(0, |bands, mode| bands | 1 << band(mode.weapon));
            survey.threat[kind] = place_in(&mut survey.threats, (survey.gait[kind], bands));
        }
        survey.run.resize(survey.gaits.len() * hexes, Reachability::default());
        survey.threat_area.resize(survey.threats.len() * hexes, HexSet::EMPTY);
        survey.shadow.resize(survey.threats.len() * hexes * hexes, 0);
        survey
    }

    /// Surveys a map; `wanted` are the sets of ranges at which somebody fires, or nothing where nobody does, and `cover`
    /// is what each terrain offers.
    pub(super) fn lay(&mut self, field: &Field, wanted: &[Option<Ranges>], cover: &[f32]) {
        // Where the map is its own half-turn the second half of everything is the image of the first.
        self.own = if field.is_symmetric() { self.hexes / 2 } else { self.hexes };
        self.lay_own(field, wanted, cover);
    }

    /// Surveys the first `own` hexes of a map, of which the others are all images, or none.
    fn lay_own(&mut self, field: &Field, wanted: &[Option<Ranges>], cover: &[f32]) {
        number_banks(field, &mut self.bank, &mut self.open);
        self.shelter.clear();
        self.shelter.extend(field.terrain.iter().map(|terrain| cover[usize::from(*terrain)]));
        for vehicle in [false, true] {
            let (paths, way_out) = (&mut self.paths[usize::from(vehicle)], &mut self.way_out[usize::from(vehicle)]);
            if !paths.is_empty() {
                lay_paths(field, vehicle, paths, self.own);
                let north = field.row(Side::B, 0).collect::<HexSet>() & field.open(vehicle);
                way_out.fill(UNREACHABLE);
                nearest(paths, &north, way_out);
            }
        }
        for vehicle in [false, true] {
            self.lay_lanes(field, vehicle);
        }
        match self.hexes.div_ceil(64) {
            0..=2 => self.lay_areas::<2>(field),
            3 => self.lay_areas::<3>(field),
            4 => self.lay_areas::<4>(field),
            _ => self.lay_areas::<WORDS>(field),
        }
        self.firing_positions.clear();
        for ranges in wanted {
            let seen_from = |hex| ranges.map_or(HexSet::EMPTY, |ranges| field.seen_from(hex, ranges.into()));
            self.firing_positions.extend(field.grid.hexes().map(seen_from));
        }
    }

    /// Finds the ways to a shot: those to the nearest hex at each range, and for a band the shortest of its ranges.
    fn lay_lanes(&mut self, field: &Field, vehicle: bool) {
        let paths = &self.paths[usize::from(vehicle)];
        let lanes = || self.lanes.iter().filter(|lane| lane.vehicle == vehicle);
        let bands = lanes().map(|lane| field.bands[usize::from(lane.band)]);
        let Some((shortest, longest)) = bands.reduce(|(a, b), (c, d)| (a.min(c), b.max(d))) else { return };
        for target in 0..self.own as HexIndex {
            let place = usize::from(target) * self.hexes;
            for lane in self.lanes.iter_mut().filter(|lane| lane.vehicle == vehicle) {
                lane.costs[place..place + self.hexes].fill(UNREACHABLE);
            }
            for range in shortest..=longest.min(field.longest_shot()) {
                let sources = field.seen_from(target, 1 << range) & field.open(vehicle);
                let ring = &mut self.ring[..self.hexes];
                ring.fill(UNREACHABLE);
                nearest(paths, &sources, ring);
                for lane in self.lanes.iter_mut().filter(|lane| lane.vehicle == vehicle) {
                    let (min, max) = field.bands[usize::from(lane.band)];
                    if (min..=max).contains(&range) {
                        let row = &mut lane.costs[place..place + self.hexes];
                        row.iter_mut().zip(&*ring).for_each(|(cost, ring)| *cost = (*cost).min(*ring));
                    }
                }
            }
        }
        for lane in self.lanes.iter_mut().filter(|lane| lane.vehicle == vehicle && self.own < self.hexes) {
            mirror(&mut lane.costs);
        }
    }

    /// Finds where one may get to, and what is in danger then; `W` words hold the map.
    fn lay_areas<const W: usize>(&mut self, field: &Field) {
        for (gait, runs) in self.gaits.iter().zip(self.run.chunks_exact_mut(self.hexes)) {
            let Gait { vehicle, speed, jet } = *gait;
            let paths = &self.paths[usize::from(vehicle)];
            let (own, images) = runs.split_at_mut(self.own);
            for (start, run) in own.iter_mut().enumerate() {
                let costs = |goal: HexIndex| paths[usize::from(goal) * self.hexes + start];
                run.lay::<W>(&Walker { field, vehicle, speed, start: start as HexIndex }, jet, costs);
            }
            for (image, run) in images.iter_mut().zip(own.iter().rev()) {
                *image = run.half_turned::<W>(self.hexes);
            }
        }
        self.lay_threats::<W>(field);
    }

    /// Finds the areas of threat: from each hex with an allowance of 0, 1, ... half units, what is covered from there and
    /// from wherever the allowance leads. `W` words hold the map.
    fn lay_threats<const W: usize>(&mut self, field: &Field) {
        let hexes = self.hexes;
        self.threat_area.fill(HexSet::EMPTY);
        let fastest =
            |vehicle: bool| self.gaits.iter().filter(|gait| gait.vehicle == vehicle).map(|gait| gait.speed).max();
        for (vehicle, speed) in [false, true].into_iter().filter_map(|vehicle| Some((vehicle, fastest(vehicle)?))) {
            for band in 0..field.bands.len() as Band {
                let fires = |(gait, bands): &(u8, u32)| {
                    self.gaits[usize::from(*gait)].vehicle == vehicle && bands >> band & 1 != 0
                };
                if !self.threats.iter().any(fires) {
                    continue;
                }
                self.reach.resize(self.reach.len().max((usize::from(speed) + 1) * hexes * W), 0);
                let (reach, _) = self.reach.as_chunks_mut::<W>();
                let images = hexes.min(self.own + usize::from(field.grid.width));
                for (hex, reach) in reach[..images].iter_mut().enumerate() {
                    reach.copy_from_slice(&field.covered(hex as HexIndex, band).words()[..W]);
                }
                for allowance in 1..=speed {
                    grow(reach, field, vehicle, allowance, self.own);
                }
                let places = self.threats.iter().enumerate().filter(|(_, threat)| fires(threat));
                for (place, (gait, _)) in places {
                    let Gait { speed, jet, .. } = self.gaits[usize::from(*gait)];
                    let areas = &mut self.threat_area[place * hexes..][..self.own];
                    for (area, words) in areas.iter_mut().zip(&reach[usize::from(speed) * hexes..]) {
                        area.add_words(words);
                    }
                    let runs = &self.run[usize::from(*gait) * hexes..];
                    for (area, run) in areas.iter_mut().zip(runs).filter(|_| jet.is_some()) {
                        run.hexes.iter().for_each(|hex| *area |= field.covered(hex, band));
                    }
                }
            }
        }
        let threats = self.threat_area.chunks_exact_mut(hexes).zip(self.shadow.chunks_exact_mut(hexes * hexes));
        for (areas, shadows) in threats {
            let (own, images) = areas.split_at_mut(self.own);
            for (image, area) in images.iter_mut().zip(own.iter().rev()) {
                *image = area.resized::<W>().half_turned(hexes).resized();
            }
            own.iter().zip(shadows.chunks_exact_mut(hexes)).for_each(|(area, shadow)| cast(area, shadow));
            if self.own < hexes {
                mirror(shadows);
            }
        }
    }

    /// Path costs to a shot at `target`, by start.
    #[inline]
    pub(super) fn march(&self, profile: u8, mode: u8, target: HexIndex) -> &[u8] {
        let lane = &self.lanes[usize::from(self.lane_of_mode[usize::from(profile)][usize::from(mode)])];
        &lane.costs[usize::from(target) * self.hexes..][..self.hexes]
    }

    /// The same costs from one hex, for any target.
    #[inline]
    pub(super) fn marches_from(&self, profile: u8, mode: u8, start: HexIndex) -> impl Fn(HexIndex) -> u8 {
        let lane = &self.lanes[usize::from(self.lane_of_mode[usize::from(profile)][usize::from(mode)])].costs;
        move |target| lane[usize::from(target) * self.hexes + usize::from(start)]
    }

    /// Path costs to a hex, by start.
    #[inline]
    pub(super) fn path_costs(&self, vehicle: bool, target: HexIndex) -> &[u8] {
        &self.paths[usize::from(vehicle)][usize::from(target) * self.hexes..][..self.hexes]
    }

    /// Path costs from a hex, for any goal.
    #[inline]
    pub(super) fn path_costs_from(&self, vehicle: bool, start: HexIndex) -> impl Fn(HexIndex) -> u8 {
        let paths = &self.paths[usize::from(vehicle)];
        move |goal| paths[usize::from(goal) * self.hexes + usize::from(start)]
    }

    /// Path costs to the north row, by start.
    #[inline]
    pub(super) fn way_out(&self, vehicle: bool) -> &[u8] {
        &self.way_out[usize::from(vehicle)]
    }

    /// Where a unit type may get to from `hex` in one turn.
    #[inline]
    pub(super) fn run(&self, profile: u8, hex: HexIndex) -> &Reachability {
        &self.run[usize::from(self.gait[usize::from(profile)]) * self.hexes + usize::from(hex)]
    }

    /// Where a unit type may fire to from `hex` after one move.
    #[inline]
    pub(super) fn threat_area(&self, profile: u8, hex: HexIndex) -> &HexSet {
        &self.threat_area[usize::from(self.threat[usize::from(profile)]) * self.hexes + usize::from(hex)]
    }

    /// The same as bytes, all ones where it may.
    #[inline]
    pub(super) fn shadow(&self, profile: u8, hex: HexIndex) -> &[u8] {
        let row = usize::from(self.threat[usize::from(profile)]) * self.hexes + usize::from(hex);
        &self.shadow[row * self.hexes..(row + 1) * self.hexes]
    }

    /// The hexes from which a unit in `target` can be shot at the ranges of this number.
    #[inline]
    pub(super) fn firing_positions(&self, ranges: u8, target: HexIndex) -> &HexSet {
        &self.firing_positions[usize::from(ranges) * self.hexes + usize::from(target)]
    }

    /// The board, to be shared by other surveys of it.
    pub(super) fn board(&self) -> Arc<Board> {
        Arc::clone(&self.board)
    }

    /// The hexes within a leader's range of each hex.
    #[inline]
    pub(super) fn discs(&self, range: u8) -> &[HexSet] {
        &self.board.discs[usize::from(range)]
    }

    /// The number of the ground that can be walked over from a hex without a bridge.
    #[inline]
    pub(super) fn bank(&self, hex: HexIndex) -> u8 {
        self.bank[usize::from(hex)]
    }

    /// Points of cover by hex.
    #[inline]
    pub(super) fn shelters(&self) -> &[f32] {
        &self.shelter
    }
}

/// Numbers the pieces of ground that only bridges join.
fn number_banks(field: &Field, banks: &mut [u8], open: &mut Vec<HexIndex>) {
    banks.fill(0);
    let mut count = 0u8;
    let dry = |hex: HexIndex| field.may_stand(false, hex) && !field.no_passing.contains(hex);
    for start in field.grid.hexes() {
        if banks[usize::from(start)] != 0 {
            continue;
        }
        count = count.saturating_add(1);
        banks[usize::from(start)] = count;
        open.extend(Some(start).filter(|start| dry(*start)));
        while let Some(hex) = open.pop() {
            for next in field.neighbours[usize::from(hex)] {
                if next != NOWHERE && dry(next) && banks[usize::from(next)] == 0 {
                    banks[usize::from(next)] = count;
                    open.push(next);
                }
            }
        }
    }
}

/// The bits of a byte as bytes, all ones where they are set.
const SHADOWS: [[u8; 8]; 256] = {
    let mut shadows = [[0; 8]; 256];
    let mut at = 0;
    while at < 8 * 256 {
        shadows[at / 8][at % 8] = if (at / 8) >> (at % 8) & 1 != 0 { u8::MAX } else { 0 };
        at += 1;
    }
    shadows
};

/// Writes an area as bytes, all ones where it is.
fn cast(area: &HexSet, shadow: &mut [u8]) {
    let mut bytes = area.words().iter().flat_map(|word| word.to_le_bytes());
    let (eights, rest) = shadow.as_chunks_mut::<8>();
    for (eight, byte) in eights.iter_mut().zip(&mut bytes) {
        *eight = SHADOWS[usize::from(byte)];
    }
    if let Some(byte) = bytes.next() {
        rest.copy_from_slice(&SHADOWS[usize::from(byte)][..rest.len()]);
    }
}

/// What is in reach of each of the first `own` hexes with this allowance, and of the row beyond them, from what is with less.
fn grow<const W: usize>(reach: &mut [[u64; W]], field: &Field, vehicle: bool, allowance: Halves, own: usize) {
    let hexes = field.len();
    let (less, here) = reach.split_at_mut(usize::from(allowance) * hexes);
    let before = &less[usize::from(allowance - 1) * hexes..];
    for (hex, (here, before)) in here[..own].iter_mut().zip(before).enumerate() {
        let mut words = *before;
        for (&cost, &to) in field.costs(vehicle, hex as HexIndex).iter().zip(&field.neighbours[hex]) {
            // A step off the map is forbidden, and no allowance is as long as that.
            if cost <= allowance && cost != FORBIDDEN {
                let there = &less[usize::from(allowance - cost) * hexes + usize::from(to)];
                words.iter_mut().zip(there).for_each(|(word, there)| *word |= there);
            }
        }
        *here = words;
    }
    // The neighbours of the last of them.
    let (here, beyond) = here[..hexes.min(own + usize::from(field.grid.width))].split_at_mut(own);
    for (image, words) in beyond.iter_mut().zip(here.iter().rev()) {
        *image = *Hexes::of(*words).half_turned(hexes).words();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;
    use crate::rulesets::dogfaces::battlefield::{Battlefield, built_in};
    use crate::rulesets::dogfaces::drawn_table::Draw;
    use crate::rulesets::dogfaces::rules::Rules;

    /// On maps that are their own half-turn the survey of half of them, and its image, is that of the whole.
    #[test]
    fn images_are_what_a_survey_finds() {
        let codex = Codex::built_in();
        let switches = [("edge-line", "both"), ("sight-blockers", "hills-and-towns"), ("forest-limit", "into-only")];
        for (at, name) in ["farmstead", "river-line", "theatre"].into_iter().enumerate() {
            let mut rules = Rules::default();
            switches[..at].iter().for_each(|(key, value)| rules.set(key, value).unwrap());
            let draw = Draw::like(name, &codex).unwrap();
            let mut maps: Vec<_> = (0..6)
                .map(|pair| {
                    let (recipe, mut dice) = draw.of(crate::dice::Address { seed: 3, cell: 0, pair });
                    recipe.draw(&codex, &mut dice).unwrap()
                })
                .collect();
            let source = built_in(name).unwrap();
            maps.extend(Battlefield::read(&source, &codex).unwrap().maps(&codex, 0).unwrap());
            let mut symmetric = 0;
            for map in &maps {
                let field = Field::compile(map, &codex, &rules).unwrap();
                symmetric += usize::from(field.is_symmetric());
                let kinds = vec![true; codex.profiles.len()];
                let lay = |lay: &dyn Fn(&mut Survey)| {
                    let mut survey = Survey::new(&field, &codex, &kinds, Arc::new(Board::of(&field, &codex)));
                    lay(&mut survey);
                    let lanes: Vec<_> = survey.lanes.into_iter().map(|lane| lane.costs).collect();
                    (survey.paths, survey.way_out, lanes, survey.run, survey.threat_area, survey.shadow)
                };
                assert!(
                    lay(&|survey| survey.lay(&field, &[], &[0.0; 16]))
                        == lay(&|survey| survey.lay_own(&field, &[], &[0.0; 16]))
                );
            }
            assert!(symmetric >= 6, "maps are drawn in symmetry");
        }
    }
}
