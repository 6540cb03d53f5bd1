//! Overwatch while moving: what the enemy's watchers cost a mover, ways round their arcs (P-03), and posting one's own
//! (P-06).

use super::ScriptedPlayer;
use super::manoeuvre::own_view;
use super::survey::Survey;
use crate::game::Side;
use crate::rulesets::dogfaces::choices::{Choice, Path};
use crate::rulesets::dogfaces::movement::Reach;
use crate::rulesets::dogfaces::state::{Battle, UnitId, bit, members, side_of};
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

impl<'s> ScriptedPlayer<'s> {
    /// A cheapest path to a hex of the search, under Overwatch the one that enters the fewest watched hexes (P-03).
    pub(super) fn path_to(&self, battle: &Battle<'s>, hex: HexIndex, watched: bool) -> Path {
        if watched { self.quiet.path(battle, &self.reach, hex) } else { self.reach.path(battle, hex) }
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
            points += self.survey.weight(self.survey.is_dry(state), state.kind);
        }
        // Peril reckons with a share of what could come; a watcher does fire.
        plan.watch = Survey::grains(2.0 * points);
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
        let Some(mode) = self.survey.main_mode(state) else { return 0.0 };
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
        let weight = self.survey.weight(self.survey.is_dry(state), state.kind);
        let terrain = battle.setup.field.terrain[usize::from(state.hex)];
        weight + 0.1 * comers as f32 + 0.2 * self.survey.cover(terrain)
    }
}

/// Of the cheapest paths of a search, those that enter the fewest hexes under enemy Overwatch.
#[derive(Clone, Debug)]
pub(super) struct Quiet {
    /// By hex entered: how many of the hexes up to it are watched, and the direction of the last step.
    last: [(u8, u8); MOST_HEXES],
}

impl Quiet {
    pub(super) fn new() -> Self {
        Self { last: [(0, 0); MOST_HEXES] }
    }

    /// Finds the quietest ways to every hex of a search, of several those that come over the first hexes as their owner
    /// sees the map.
    pub(super) fn search(&mut self, battle: &Battle<'_>, reach: &Reach, arcs: &HexSet, unit: UnitId) {
        let (side, profile) = (side_of(unit), battle.profile(unit));
        let field = &battle.setup.field;
        self.last[usize::from(reach.start())] = (0, 0);
        // No step is free: who comes before on the way costs less.
        for level in 1..=profile.speed {
            for &hex in reach.entered().iter().filter(|hex| reach.cost(**hex) == Some(level)) {
                let mut best = (u8::MAX, HexIndex::MAX, 0);
                for (direction, from) in field.neighbours[usize::from(hex)].into_iter().enumerate() {
                    if from == NOWHERE || !reach.passes(from) {
                        continue;
                    }
                    let back = (direction + 3) % 6;
                    let step = field.cost(profile.vehicle, from, back);
                    if reach.cost(from).and_then(|before| before.checked_add(step)) == Some(level) {
                        let way = (self.last[usize::from(from)].0, own_view(battle, side, from), back as u8);
                        best = best.min(way);
                    }
                }
                self.last[usize::from(hex)] = (best.0 + u8::from(arcs.contains(hex)), best.2);
            }
        }
    }

    /// How many watched hexes the quietest way to a hex enters.
    pub(super) fn hexes(&self, hex: HexIndex) -> u8 {
        self.last[usize::from(hex)].0
    }

    /// The quietest way to a hex.
    fn path(&self, battle: &Battle<'_>, reach: &Reach, hex: HexIndex) -> Path {
        reach.path_by(battle, hex, |at| self.last[usize::from(at)].1)
    }
}
