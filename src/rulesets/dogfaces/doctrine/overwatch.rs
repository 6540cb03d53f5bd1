//! Overwatch while moving: what the enemy's watchers cost a mover, ways round their arcs (P-03), and posting one's own
//! (P-06).

use crate::rulesets::dogfaces::tactics;
use arrayvec::ArrayVec;

use super::ScriptedPlayer;
use super::movement_phase::own_view;
use super::precomputed::Precomputed;
use crate::game::Side;
use crate::rulesets::dogfaces::choices::{Choice, MOST_STEPS, Path};
use crate::rulesets::dogfaces::codex::MOST_UNITS;
use crate::rulesets::dogfaces::movement::Reach;
use crate::rulesets::dogfaces::state::{Battle, UnitId, members, place_of, side_of};
use crate::tabletop::hex::{Direction, HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

impl<'s> ScriptedPlayer<'s> {
    /// A path to a hex of the search under way, round the arcs of enemy watchers where there is one, else through as few
    /// of their hexes as the cheapest ones (P-03).
    pub(super) fn path_to(&self, battle: &Battle<'s>, unit: UnitId, hex: HexIndex, watched: bool) -> Path {
        if !watched {
            return self.reach.path(battle, hex);
        }
        let reach = if self.detours.may_end(hex) { &self.detours } else { &self.reach };
        quietest(battle, reach, &self.manoeuvre.arcs, unit, hex)
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
        let mut points = 0.0;
        for watcher in members(side.other(), watchers) {
            for mode in &battle.profile(watcher).modes {
                let band = field.band_of_weapon[usize::from(mode.weapon)];
                plan.arcs |= field.covered(battle.unit(watcher).hex, band);
            }
            let state = battle.unit(watcher);
            points += self.precomputed.weight(self.precomputed.is_dry(state), state.kind);
        }
        // Peril reckons with a share of what could come; a watcher does fire.
        plan.watch = Precomputed::grains(2.0 * points);
    }

    /// Puts the strongest units that an enemy may come upon on Overwatch, takes the weaker ones off (P-06).
    pub(super) fn post_watchers(&mut self, battle: &Battle<'s>, side: Side) -> Option<Choice> {
        let limit = u32::from(battle.setup.rules.overwatch_limit);
        if self.mood.overwatch <= 0.0 || limit == 0 || self.without.has(tactics::OVERWATCH) {
            return None;
        }
        let force = battle.force(side);
        let worths = match self.manoeuvre.watch_worth {
            Some(worths) => worths,
            None => self.watch_worths(battle, side),
        };
        self.manoeuvre.watch_worth = Some(worths);
        let (mut strongest, mut weakest) = (None, None);
        for unit in members(side, force.ready() & !force.aboard) {
            let worth = worths[place_of(unit)];
            if force.watching.contains(unit) {
                if weakest.is_none_or(|(known, _)| worth < known) {
                    weakest = Some((worth, unit));
                }
            } else if worth > 0.0
                && strongest.is_none_or(|(known, _)| worth > known)
                && battle.led(unit)
                && (battle.setup.rules.overwatch_after_move || !(force.moved | force.rode).contains(unit))
            {
                strongest = Some((worth, unit));
            }
        }
        let (worth, unit) = strongest?;
        if force.watching.len() < limit {
            return Some(Choice::Watch { unit });
        }
        let (known, watcher) = weakest?;
        (worth > 1.5 * known + 0.1).then_some(Choice::StandDown { unit: watcher })
    }

    /// What the units of a side are worth on Overwatch, by their places: nobody moves any more.
    fn watch_worths(&self, battle: &Battle<'s>, side: Side) -> [f32; MOST_UNITS] {
        let force = battle.force(side);
        let weight = |unit: UnitId| {
            let state = battle.unit(unit);
            self.precomputed.weight(self.precomputed.is_dry(state), state.kind)
        };
        let ready = members(side, force.ready() & !force.aboard);
        let mean = ready.map(weight).sum::<f32>() / (force.ready() & !force.aboard).len().max(1) as f32;
        let mut worths = [0.0; MOST_UNITS];
        for unit in members(side, force.ready() & !force.aboard) {
            // The weak ones had better keep their attack.
            worths[place_of(unit)] = if weight(unit) < mean { 0.0 } else { self.watch_worth(battle, unit) };
        }
        worths
    }

    /// What a unit is worth on Overwatch: its points, if an enemy can walk into its range.
    fn watch_worth(&self, battle: &Battle<'s>, unit: UnitId) -> f32 {
        let state = battle.unit(unit);
        let Some(mode) = self.precomputed.main_mode(state) else { return 0.0 };
        let weapon = battle.profile(unit).modes[usize::from(mode)].weapon;
        let band = battle.setup.field.band_of_weapon[usize::from(weapon)];
        let arc = battle.setup.field.covered(state.hex, band);
        let enemy = battle.force(side_of(unit).other());
        let comers = members(side_of(unit).other(), enemy.ready() & !enemy.aboard)
            .filter(|foe| self.precomputed.run(battle.unit(*foe).kind, battle.unit(*foe).hex).hexes.meets(arc))
            .count();
        if comers == 0 {
            return 0.0;
        }
        let weight = self.precomputed.weight(self.precomputed.is_dry(state), state.kind);
        let terrain = battle.setup.field.terrain[usize::from(state.hex)];
        weight + 0.1 * comers as f32 + 0.2 * self.precomputed.cover(terrain)
    }
}

/// Of the cheapest paths of a search to `hex` the one that enters the fewest hexes of `arcs`; of several the one that
/// comes over the first hexes as their owner sees the map, for under fire the two seats have to go the same ways.
fn quietest(battle: &Battle<'_>, reach: &Reach, arcs: &HexSet, unit: UnitId, hex: HexIndex) -> Path {
    let (field, side, profile) = (&battle.setup.field, side_of(unit), battle.profile(unit));
    // By hex entered: how many of the hexes up to it are watched, and the last step.
    let mut last = [(0u8, Direction::East); MOST_HEXES];
    // No step is free: who comes before on the way costs less.
    for level in 1..=profile.speed {
        for &at in reach.entered().iter().filter(|at| reach.cost(**at) == Some(level)) {
            let mut best = (u8::MAX, HexIndex::MAX, Direction::East);
            for (direction, from) in field.neighbours[usize::from(at)].into_iter().enumerate() {
                if from == NOWHERE || !reach.passes(from) {
                    continue;
                }
                let back = (direction + 3) % 6;
                let total = reach.cost(from).and_then(|cost| cost.checked_add(field.cost(profile.vehicle, from, back)));
                let way = (last[usize::from(from)].0, own_view(battle, side, from));
                if total == Some(level) && way < (best.0, best.1) {
                    best = (way.0, way.1, Direction::ALL[back]);
                }
            }
            last[usize::from(at)] = (best.0.saturating_add(u8::from(arcs.contains(at))), best.2);
        }
    }
    let mut steps: ArrayVec<Direction, MOST_STEPS> = ArrayVec::new();
    let mut at = hex;
    while at != reach.start() {
        let direction = last[usize::from(at)].1;
        steps.push(direction);
        at = field.neighbours[usize::from(at)][(direction as usize + 3) % 6];
    }
    steps.iter().rev().fold(Path::EMPTY, |path, direction| path.then(*direction))
}
