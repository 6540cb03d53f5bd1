//! Set-up (P-01): leaders and heavy weapons inside, fast units and suits outside, alike about the centre.

use super::ScriptedPlayer;
use super::movement_phase::own_view;
use crate::game::Side;
use crate::rulesets::dogfaces::choices::Choice;
use crate::rulesets::dogfaces::codex::{MOST_UNITS, Profile};
use crate::rulesets::dogfaces::deployment::Zone;
use crate::rulesets::dogfaces::scenarios::Scenario;
use crate::rulesets::dogfaces::state::{Battle, NOBODY, UnitId, bit, members, side_of, unit_id};
use crate::rulesets::dogfaces::tactics;
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::HexSet;

/// From this much inclination to Overwatch on a doctrine waits for the enemy, and has no use for a ride.
const WAITS: f32 = 0.5;

/// What each enemy who may fire at a unit before it has moved costs, in half hexes from the middle.
const WITHIN_REACH: i32 = 2;

impl<'s> ScriptedPlayer<'s> {
    /// The next choice of set-up.
    pub(super) fn set_up(&mut self, battle: &Battle<'s>) -> Choice {
        let side = battle.decider;
        let force = battle.force(side);
        if self.enter(battle) {
            // Vehicles first, so that riders know which one is theirs; then from the middle outwards.
            let innermost = |unit: &UnitId| (!battle.profile(*unit).vehicle, -self.inside(battle, *unit), *unit);
            let mut order = [NOBODY; MOST_UNITS];
            let count = force.unplaced.len() as usize;
            for (place, unit) in order.iter_mut().zip(members(side, force.unplaced)) {
                *place = unit;
            }
            order[..count].sort_unstable_by_key(innermost);
            self.line_up = order;
            self.note_first_strike(battle, side);
        }
        let unplaced = |unit: &&UnitId| **unit != NOBODY && force.unplaced.contains(**unit);
        let unit = self.line_up.iter().find(unplaced).copied().unwrap_or(NOBODY);
        // Who has to get across rides in any case.
        let rides =
            self.weights.overwatch < WAITS || (battle.setup.scenario, side) == (Scenario::Breakthrough, Side::A);
        if rides
            && !self.without.has(tactics::RIDING)
            && !battle.profile(unit).vehicle
            && let Some(choice) = self.mount(battle, side)
        {
            return choice;
        }
        Choice::Place { unit, hex: self.place_for(battle, unit) }
    }

    /// How much a unit belongs into the middle: leaders and heavy weapons do, fast units and suits do not.
    fn inside(&self, battle: &Battle<'s>, unit: UnitId) -> i32 {
        let profile = battle.profile(unit);
        let weight = self.precomputed.weight(false, battle.unit(unit).kind);
        let fast = i32::from(profile.speed > 4 || profile.jet.is_some());
        i32::from(profile.lead) * 20 + (weight * 10.0) as i32 + i32::from(profile.medic) * 15
            - 30 * fast
            - 20 * i32::from(profile.suit)
    }

    /// The next soldier to start riding: those with the shortest reach profit most.
    fn mount(&self, battle: &Battle<'s>, side: Side) -> Option<Choice> {
        let force = battle.force(side);
        let carriers = force.vehicles & !force.unplaced;
        for carrier in members(side, carriers) {
            let riders = members(side, force.unplaced & !force.vehicles);
            let unit = riders
                .filter(|unit| battle.profile(*unit).jet.is_none() && battle.check_mount(*unit, carrier).is_ok())
                .min_by_key(|unit| (self.reach_of(battle, battle.profile(*unit)), *unit));
            if let Some(unit) = unit {
                return Some(Choice::Mount { unit, carrier });
            }
        }
        None
    }

    fn reach_of(&self, battle: &Battle<'s>, profile: &Profile) -> u8 {
        let first = profile.modes.first();
        first.map_or(u8::MAX, |mode| battle.setup.codex.weapons[usize::from(mode.weapon)].max)
    }

    /// Counts for each hex how many enemies may come to fire at it in their first turn from the rows that they fill, if
    /// they are to move first and have yet to set up.
    fn note_first_strike(&mut self, battle: &Battle<'s>, side: Side) {
        let (enemy, field) = (side.other(), &battle.setup.field);
        let attackers = battle.force(enemy).unplaced;
        self.first_strike.fill(0);
        if battle.first == side || matches!(battle.zone(unit_id(side, 0)), Zone::Rows(_)) {
            return;
        }
        let rows = (attackers.len() as HexIndex).div_ceil(field.grid.width).min(field.grid.height / 2);
        for unit in members(enemy, attackers) {
            let (kind, vehicle) = (battle.unit(unit).kind, battle.profile(unit).vehicle);
            let Zone::Rows(edge) = battle.zone(unit) else { continue };
            let starts = (0..rows).flat_map(|row| field.row(edge, row));
            let starts = starts.filter(|hex| field.may_stand(vehicle, *hex));
            let reached = starts.fold(HexSet::EMPTY, |reached, hex| reached | self.precomputed.threat_area(kind, hex));
            reached.iter().for_each(|hex| self.first_strike[usize::from(hex)] += 1);
        }
    }

    /// The hex for a unit among those open to it.
    fn place_for(&self, battle: &Battle<'s>, unit: UnitId) -> HexIndex {
        let side = side_of(unit);
        let field = &battle.setup.field;
        let zone = battle.zone(unit);
        let mut best = ((i32::MAX, HexIndex::MAX), NOWHERE);
        battle.visit_places(unit, &mut |hex| {
            let cost = match zone {
                Zone::Rows(_) => i32::from((2 * field.grid.column(hex)).abs_diff(field.grid.width - 1)),
                Zone::Half(_) | Zone::Centre => self.exposed(battle, unit, hex),
            };
            let key = (cost, own_view(battle, side, hex));
            if key < best.0 {
                best = (key, hex);
            }
        });
        best.1
    }

    /// Where a defender stands badly: without cover, far from the middle, next to others or far from them.
    fn exposed(&self, battle: &Battle<'s>, unit: UnitId, hex: HexIndex) -> i32 {
        let field = &battle.setup.field;
        let side = side_of(unit);
        let force = battle.force(side);
        let placed = force.alive & !force.unplaced & !bit(unit);
        let nearest = members(side, placed).map(|friend| field.distance(battle.unit(friend).hex, hex)).min();
        let crowd = match nearest {
            Some(distance) => 2 * i32::from(distance.abs_diff(2)),
            None => 0,
        };
        let middle = field.centre.iter().map(|centre| field.distance(*centre, hex)).min().unwrap_or(0);
        let cover = (self.precomputed.cover(field.terrain[usize::from(hex)]) * 6.0) as i32;
        let bridge = if field.no_passing.contains(hex) { 6 } else { 0 };
        let within_reach = WITHIN_REACH * i32::from(self.first_strike[usize::from(hex)]);
        2 * i32::from(middle) + crowd - cover + bridge + within_reach
    }
}
