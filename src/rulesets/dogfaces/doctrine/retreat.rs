//! Results on own men (P-11, P-12): whether to try to stand, and where to retreat.

use super::ScriptedPlayer;
use super::movement_phase::own_view;
use crate::game::Side;
use crate::rulesets::dogfaces::choices::{Choice, Path};
use crate::rulesets::dogfaces::field::NO_SHOT;
use crate::rulesets::dogfaces::state::{Battle, UnitId, bit, members, side_of};
use crate::rulesets::dogfaces::tactics;
use crate::tabletop::hex::HexIndex;

/// How bad an end hex is for the victim, most important first.
type Badness = (u8, u32, bool, u8, u16, HexIndex);

impl<'s> ScriptedPlayer<'s> {
    /// Whether to roll against a retreat (P-11).
    pub(super) fn stand(&self, battle: &Battle<'s>) -> Choice {
        let Some(effect) = &battle.effect else { return Choice::GiveWay };
        let complete = effect.open.is_some_and(|(length, _)| length >= effect.needed);
        let tries = !self.without.has(tactics::STANDING)
            && self.mood.retreat_policy.tries(effect.result, battle.is_stunned(effect.victim), complete);
        if tries { Choice::Stand } else { Choice::GiveWay }
    }

    /// The path of a retreat, by the rulebook's order of preference; an attacker who chooses turns it round (P-12).
    pub(super) fn retreat(&self, battle: &Battle<'s>) -> Choice {
        let Some(effect) = &battle.effect else { return Choice::GiveWay };
        let own = side_of(effect.victim) == battle.decider;
        let mut best: Option<(Badness, Path)> = None;
        battle.visit_retreats(effect, &mut |path, hex| {
            let bad = badness(battle, effect.victim, hex);
            if best.is_none_or(|(known, _)| if own { bad < known } else { bad > known }) {
                best = Some((bad, path));
            }
        });
        best.map_or(Choice::GiveWay, |(_, path)| Choice::Retreat { path })
    }
}

fn badness(battle: &Battle<'_>, victim: UnitId, hex: HexIndex) -> Badness {
    let side = side_of(victim);
    let (field, force, enemy) = (&battle.setup.field, battle.force(side), battle.force(side.other()));
    let adjacent = field.neighbours[usize::from(hex)].into_iter().filter(|at| {
        battle
            .occupant
            .get(usize::from(*at))
            .is_some_and(|unit| battle.units.get(usize::from(*unit)).is_some() && side_of(*unit) != side)
    });
    let shooters = members(side.other(), enemy.ready() & !enemy.aboard).filter(|foe| {
        let range = field.shot(battle.unit(*foe).hex, hex);
        range != NO_SHOT
            && battle.profile(*foe).modes.iter().any(|mode| {
                let weapon = &battle.setup.codex.weapons[usize::from(mode.weapon)];
                (weapon.min..=weapon.max).contains(&range)
            })
    });
    let led = members(side, force.leaders & force.ready() & !bit(victim))
        .any(|leader| field.distance(battle.unit(leader).hex, hex) <= battle.profile(leader).lead);
    let terrain = battle.terrain_of(hex);
    let open = match (terrain.strength_mod < 0, terrain.die_mod < 0, terrain.die_mod_if_lower < 0) {
        (true, ..) => 0,
        (_, true, _) => 1,
        (.., true) => 2,
        _ => 3,
    };
    let row = field.grid.row(hex);
    let from_edge = if side == Side::A { field.grid.height - 1 - row } else { row };
    (adjacent.count() as u8, shooters.count() as u32, !led, open, from_edge, own_view(battle, side, hex))
}
