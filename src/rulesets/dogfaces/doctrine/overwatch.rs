//! Overwatch while moving: what the enemy's watchers cost a mover, ways round their arcs (P-03), and posting one's own
//! (P-06).

use super::ScriptedPlayer;
use super::destination::Mover;
use super::manoeuvre::{is_dry, main_mode, own_view};
use super::survey::Survey;
use crate::game::Side;
use crate::rulesets::dogfaces::choices::{Choice, Path};
use crate::rulesets::dogfaces::movement::Reach;
use crate::rulesets::dogfaces::state::{Battle, NOBODY, UnitId, bit, members, side_of};
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};
use crate::tabletop::hexset::HexSet;

impl<'s> ScriptedPlayer<'s> {
    /// What enemy watchers cost a mover on its way to a hex.
    pub(super) fn exposure(&self, battle: &Battle<'s>, mover: &Mover<'_>, hex: HexIndex) -> f32 {
        let side = side_of(mover.unit);
        // Who ends under an arc is exposed whichever way he comes.
        if !self.manoeuvre.arcs.contains(hex) && self.quietest(battle, mover.unit, hex).1 == 0 {
            return 0.0;
        }
        let terrain = battle.setup.field.terrain[usize::from(hex)];
        let enemy = battle.force(side.other());
        // Peril reckons with a share of what could come; a watcher does fire.
        let points: f32 = 2.0
            * members(side.other(), enemy.watching & enemy.ready() & !enemy.watch_spent)
                .map(|watcher| self.survey.weight(is_dry(battle, watcher), battle.unit(watcher).kind))
                .sum::<f32>();
        self.mood.risk.max(0.1) * mover.stake * self.survey.peril(terrain, Survey::grains(points))
    }

    /// A cheapest path to a hex, under Overwatch the one that enters the fewest watched hexes (P-03).
    pub(super) fn path_to(&self, battle: &Battle<'s>, unit: UnitId, hex: HexIndex) -> Path {
        if self.manoeuvre.watchers != 0 { self.quietest(battle, unit, hex).0 } else { self.reach.path(battle, hex) }
    }

    /// The cheapest path that enters the fewest hexes under enemy Overwatch, and how many these are.
    fn quietest(&self, battle: &Battle<'s>, unit: UnitId, hex: HexIndex) -> (Path, u32) {
        quietest(battle, &self.reach, &self.manoeuvre.arcs, unit, hex)
    }

    /// Notes which hexes lie under the arcs of enemy watchers who may still fire.
    pub(super) fn note_arcs(&mut self, battle: &Battle<'s>, side: Side) {
        let (field, enemy) = (&battle.setup.field, battle.force(side.other()));
        let watchers = enemy.watching & enemy.ready() & !enemy.watch_spent;
        let plan = &mut self.manoeuvre;
        if watchers == plan.watchers {
            return;
        }
        (plan.watchers, plan.arcs) = (watchers, HexSet::EMPTY);
        for watcher in members(side.other(), watchers) {
            for mode in &battle.profile(watcher).modes {
                let band = field.band_of_weapon[usize::from(mode.weapon)];
                plan.arcs |= field.covered(battle.unit(watcher).hex, band);
            }
        }
    }

    /// Puts the strongest units that an enemy may come upon on Overwatch, takes the weaker ones off (P-06).
    pub(super) fn post_watchers(&mut self, battle: &Battle<'s>, side: Side) -> Option<Choice> {
        let limit = u32::from(battle.setup.rules.overwatch_limit);
        if self.mood.overwatch <= 0.0 || limit == 0 {
            return None;
        }
        let force = battle.force(side);
        let (mut strongest, mut weakest) = (None, None);
        for unit in members(side, force.ready() & !force.aboard) {
            let worth = self.watch_worth(battle, unit);
            if force.watching & bit(unit) != 0 {
                if weakest.is_none_or(|(known, _)| worth < known) {
                    weakest = Some((worth, unit));
                }
            } else if worth > 0.0
                && strongest.is_none_or(|(known, _)| worth > known)
                && battle.led(unit)
                && (battle.setup.rules.overwatch_after_move || (force.moved | force.rode) & bit(unit) == 0)
            {
                strongest = Some((worth, unit));
            }
        }
        let (worth, unit) = strongest?;
        if force.watching.count_ones() < limit {
            return Some(Choice::Watch { unit });
        }
        let (known, watcher) = weakest?;
        (worth > 1.5 * known + 0.1).then_some(Choice::StandDown { unit: watcher })
    }

    /// What a unit is worth on Overwatch: its points, if an enemy can walk into its range.
    fn watch_worth(&self, battle: &Battle<'s>, unit: UnitId) -> f32 {
        let state = battle.unit(unit);
        let Some(mode) = main_mode(battle, unit) else { return 0.0 };
        let weapon = battle.profile(unit).modes[usize::from(mode)].weapon;
        let band = battle.setup.field.band_of_weapon[usize::from(weapon)];
        let arc = battle.setup.field.covered(state.hex, band);
        let enemy = battle.force(side_of(unit).other());
        let comers = members(side_of(unit).other(), enemy.ready() & !enemy.aboard)
            .filter(|foe| self.survey.run(battle.unit(*foe).kind, battle.unit(*foe).hex).hexes.meets(arc))
            .count();
        if comers == 0 {
            return 0.0;
        }
        let weight = self.survey.weight(is_dry(battle, unit), state.kind);
        let terrain = battle.setup.field.terrain[usize::from(state.hex)];
        weight + 0.1 * comers as f32 + 0.2 * self.survey.cover(terrain)
    }
}

/// The cheapest path to `hex` within a search that enters the fewest hexes under enemy Overwatch, and their number; of
/// several the one that comes over the first hexes as their owner sees the map.
fn quietest(battle: &Battle<'_>, reach: &Reach, arcs: &HexSet, unit: UnitId, hex: HexIndex) -> (Path, u32) {
    let (side, vehicle) = (side_of(unit), battle.profile(unit).vehicle);
    if hex == reach.start() {
        return (Path::EMPTY, 0);
    }
    let field = &battle.setup.field;
    let mut best: Option<(u32, HexIndex, Path)> = None;
    for (direction, from) in field.neighbours[usize::from(hex)].into_iter().enumerate() {
        let back = (direction + 3) % 6;
        let passes = |from: HexIndex| {
            let plugged = field.no_passing.contains(from) && battle.occupant[usize::from(from)] != NOBODY;
            from == reach.start() || !(battle.in_enemy_zone(side, from) || plugged)
        };
        if from == NOWHERE || !passes(from) {
            continue;
        }
        let step = field.cost(vehicle, from, back);
        let (Some(before), Some(after)) = (reach.cost(from), reach.cost(hex)) else { continue };
        if before.checked_add(step) != Some(after) {
            continue;
        }
        let (path, hexes) = quietest(battle, reach, arcs, unit, from);
        let view = own_view(battle, side, from);
        if best.is_none_or(|(fewest, first, _)| (hexes, view) < (fewest, first)) {
            best = Some((hexes, view, path.then(Direction::ALL[back])));
        }
    }
    let (hexes, _, path) = best.unwrap_or_else(|| (0, hex, reach.path(battle, hex)));
    (path, hexes + u32::from(arcs.contains(hex)))
}
