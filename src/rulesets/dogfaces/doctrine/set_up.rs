//! Set-up (P-01): leaders and heavy weapons inside, fast units and suits outside, alike about the centre.

use super::ScriptedPlayer;
use super::manoeuvre::own_view;
use crate::game::Side;
use crate::rulesets::dogfaces::choices::Choice;
use crate::rulesets::dogfaces::codex::{MOST_UNITS, Profile};
use crate::rulesets::dogfaces::deployment::Zone;
use crate::rulesets::dogfaces::state::{Battle, NOBODY, UnitId, bit, members, side_of};
use crate::tabletop::hex::{HexIndex, NOWHERE};

/// From this much inclination to Overwatch on a doctrine waits for the enemy, and has no use for a ride.
const WAITS: f32 = 0.5;

impl<'s> ScriptedPlayer<'s> {
    /// The next choice of set-up.
    pub(super) fn set_up(&mut self, battle: &Battle<'s>) -> Choice {
        let side = battle.decider;
        let force = battle.force(side);
        if self.enter(battle) {
            // Vehicles first, so that riders know which one is theirs; then from the middle outwards.
            let innermost = |unit: &UnitId| (!battle.profile(*unit).vehicle, -self.inside(battle, *unit), *unit);
            let mut order = [NOBODY; MOST_UNITS];
            let count = force.unplaced.count_ones() as usize;
            for (place, unit) in order.iter_mut().zip(members(side, force.unplaced)) {
                *place = unit;
            }
            order[..count].sort_unstable_by_key(innermost);
            self.line_up = order;
        }
        let unplaced = |unit: &&UnitId| **unit != NOBODY && force.unplaced & bit(**unit) != 0;
        let unit = self.line_up.iter().find(unplaced).copied().unwrap_or(NOBODY);
        if self.weights.overwatch < WAITS
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
        let weight = self.survey.weight(false, battle.unit(unit).kind);
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
        let cover = (self.survey.cover(field.terrain[usize::from(hex)]) * 6.0) as i32;
        let bridge = if field.no_passing.contains(hex) { 6 } else { 0 };
        2 * i32::from(middle) + crowd - cover + bridge
    }
}
