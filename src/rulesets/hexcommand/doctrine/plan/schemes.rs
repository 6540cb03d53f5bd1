//! What sets doctrines off from each other beside their weights: guns first, a wing, brigade after brigade, one objective.

use arrayvec::ArrayVec;

use super::super::observation::{Observation, Piece};
use super::{Plan, Task};
use crate::rulesets::hexcommand::doctrine_book::{Scheme, Weights};
use crate::rulesets::hexcommand::order_of_battle::MOST_UNITS;
use crate::rulesets::hexcommand::state::{Battle, place_of};
use crate::tabletop::hex::HexIndex;
use crate::tabletop::hex::flat::Grid;

/// Enemies with two hits for whom the foot waits behind its guns, and the turn from which it waits no longer.
const SOFTENED: usize = 2;
const LATEST: u16 = 4;

/// Share of the army that goes round the wing: one in so many.
const WING: usize = 3;

/// Columns that it goes past the last enemy, and hexes from there at which it turns in.
const PAST: i32 = 3;
const TURN_IN: u8 = 4;

/// Steps that it may have to go further for it than straight on.
const ROUND: u8 = 6;

/// Most own halves that a brigade is behind the first one.
const MOST_DELAY: u8 = 1;

/// Enemies this near end the waiting of a brigade.
const ENGAGED: u8 = 5;

/// Turn from which nobody waits before a gate any more.
const PRESSED: u16 = 4;

/// What an enemy near an objective counts in hexes of the way there.
const DEFENDER: i32 = 3;

/// What weights an attack by columns has at least, or at most.
const COLUMNS_CLOSE: f64 = 4.0;
const COLUMNS_MASS: f64 = 5.0;
const COLUMNS_ODDS: f64 = 0.5;
const COLUMNS_RANGE: f64 = 2.0;

/// Who goes round a wing of the enemy, and where.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Wing {
    /// To the west of him.
    west: Option<bool>,
    /// Hexes beside the end of his line.
    goal: Option<HexIndex>,
    /// Who goes there.
    on: [bool; MOST_UNITS],
    /// The board.
    grid: Option<Grid>,
}

impl Default for Wing {
    fn default() -> Self {
        Self { west: None, goal: None, on: [false; MOST_UNITS], grid: None }
    }
}

impl Wing {
    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        *self = Self::default();
    }

    /// Hexes that a unit on the wing has to go; none for the others, and for who is round it.
    pub(super) fn way(&self, place: usize, hex: HexIndex) -> Option<u8> {
        if !self.on[place] {
            return None;
        }
        let (goal, grid) = (self.goal?, self.grid?);
        let far = grid.distance(hex, goal) as u8;
        (far > TURN_IN).then_some(far.saturating_add(TURN_IN))
    }
}

impl Plan {
    /// The weights by which the army goes now: once its guns have told, a grand battery is an attack by columns.
    pub(in super::super) fn weights(&self, weights: &Weights) -> Weights {
        if weights.scheme != Scheme::Battery || !self.told {
            return *weights;
        }
        Weights {
            close: weights.close.max(COLUMNS_CLOSE),
            mass: weights.mass.max(COLUMNS_MASS),
            melee_min: weights.melee_min.min(COLUMNS_ODDS),
            range: weights.range.min(COLUMNS_RANGE),
            ..*weights
        }
    }

    /// Whether the guns have told: two enemies have two hits or have routed, or there are no guns to wait for.
    pub(super) fn hear_guns(&mut self, battle: &Battle<'_>, seen: &Observation, weights: &Weights) {
        if weights.scheme != Scheme::Battery || self.told {
            return;
        }
        let soft = seen.foes.iter().filter(|foe| foe.hits >= 2 || foe.routed).count()
            + battle.force(seen.side.other()).removed.len() as usize;
        let guns = seen.friends.iter().any(|friend| friend.gun);
        self.told = soft >= SOFTENED || self.released || !guns || battle.turn > LATEST;
    }

    /// Who attacks goes for one objective at a time: that which is nearest and least defended.
    pub(super) fn choose_focus(&mut self, battle: &Battle<'_>, seen: &Observation, weights: &Weights) {
        let (side, field) = (seen.side, &battle.setup.field);
        let attacks = battle.setup.scenario.attacker == Some(side) && weights.scheme != Scheme::Line;
        let objectives = &battle.setup.scenario.objectives;
        let open = |at: usize| {
            let objective = &objectives[at];
            objective.side.is_none_or(|only| only == side) && battle.holder(at) != Some(side)
        };
        let stays =
            self.focus.is_some_and(|focus| (0..objectives.len()).any(|at| objectives[at].hex == focus && open(at)));
        if stays {
            return;
        }
        let foot = || seen.friends.iter().filter(|friend| friend.fights && !friend.gun);
        let count = foot().count().max(1) as i32;
        let worth = |at: &usize| {
            let hex = objectives[*at].hex;
            let way: i32 = foot().map(|friend| i32::from(field.distance(friend.hex, hex))).sum();
            let near = |foe: &&Piece| !foe.routed && field.distance(foe.hex, hex) <= super::FOCUS;
            (way / count + DEFENDER * seen.foes.iter().filter(near).count() as i32, *at)
        };
        let best = (0..objectives.len()).filter(|at| attacks && open(*at)).min_by_key(worth);
        self.focus = best.map(|at| objectives[at].hex);
    }

    /// Who goes round which wing: a third of the army, round the one that fewer enemies have in their arcs.
    pub(super) fn choose_wing(&mut self, battle: &Battle<'_>, seen: &mut Observation, weights: &Weights) {
        if weights.scheme != Scheme::Wing {
            return;
        }
        let field = &battle.setup.field;
        let grid = field.grid;
        let column = |hex: HexIndex| i32::from(grid.column(hex));
        let steady = || seen.foes.iter().filter(|foe| !foe.routed);
        let goal = |west: bool| {
            let end = steady().min_by_key(|foe| (if west { column(foe.hex) } else { -column(foe.hex) }, foe.unit))?;
            let to = column(end.hex) + if west { -PAST } else { PAST };
            // The hexes beside him on that side, the nearest of those on the board.
            grid.hexes()
                .filter(|hex| column(*hex) == to.clamp(0, i32::from(grid.width) - 1))
                .min_by_key(|hex| (field.distance(*hex, end.hex), *hex))
        };
        let goals = [goal(true), goal(false)];
        let [Some(west), Some(east)] = goals else {
            self.wing.goal = None;
            return;
        };
        let first = self.wing.west.is_none();
        let left = *self.wing.west.get_or_insert_with(|| {
            let fire =
                [west, east].map(|hex| seen.view(battle, hex).lines.iter().filter(|line| line.front > 0.0).count());
            let way = [west, east]
                .map(|hex| seen.friends.iter().map(|own| u32::from(field.distance(own.hex, hex))).sum::<u32>());
            (fire[0], way[0]) <= (fire[1], way[1])
        });
        let goal = if left { west } else { east };
        (self.wing.goal, self.wing.grid) = (Some(goal), Some(grid));
        if first {
            let mut order: ArrayVec<(bool, u8, usize), MOST_UNITS> = ArrayVec::new();
            for friend in seen.friends.iter().filter(|friend| friend.fights && !friend.gun) {
                order.push((!friend.horse, field.distance(friend.hex, goal), place_of(friend.unit)));
            }
            let count = order.len() / WING;
            order.sort_unstable_by_key(|(foot, way, place)| (*way + if *foot { 2 } else { 0 }, *place));
            for (_, _, place) in &order[..count] {
                self.wing.on[*place] = true;
            }
        }
        for friend in &seen.friends {
            let place = place_of(friend.unit);
            let round = field.distance(friend.hex, goal).saturating_sub(self.way(friend.hex, friend.class));
            if self.wing.on[place] && self.tasks[place] == Task::Reserve {
                self.tasks[place] = Task::Attack;
            }
            self.wing.on[place] &= friend.hits < 2 && !friend.contact && round <= ROUND;
        }
    }

    /// Brigades go one own half after the other from the wing where fewer enemies are.
    pub(super) fn delay_brigades(&mut self, battle: &Battle<'_>, seen: &Observation, weights: &Weights) {
        if weights.scheme != Scheme::Echelon || self.go {
            if weights.scheme == Scheme::Echelon {
                self.end_delays(seen);
            }
            return;
        }
        let grid = battle.setup.field.grid;
        let column = |hex: HexIndex| i32::from(grid.column(hex));
        let half = i32::from(grid.width) / 2;
        let west = seen.foes.iter().filter(|foe| column(foe.hex) < half).count();
        let from_west = 2 * west <= seen.foes.len();
        let mut groups: ArrayVec<(i32, i32, u8), MOST_UNITS> = ArrayVec::new();
        for friend in seen.friends.iter().filter(|friend| self.tasks[place_of(friend.unit)] == Task::Attack) {
            let group = battle.unit(friend.unit).group;
            let at = if from_west { column(friend.hex) } else { -column(friend.hex) };
            match groups.iter_mut().find(|known| known.2 == group) {
                Some(known) => (known.0, known.1) = (known.0 + at, known.1 + 1),
                None => groups.push((at, 1, group)),
            }
        }
        // By their middle: sums over counts, compared without a division.
        groups.sort_unstable_by(|one, other| (one.0 * other.1).cmp(&(other.0 * one.1)).then(one.2.cmp(&other.2)));
        for friend in &seen.friends {
            let group = battle.unit(friend.unit).group;
            let rank = groups.iter().position(|known| known.2 == group).unwrap_or(0);
            self.delays[place_of(friend.unit)] = (rank as u8).min(MOST_DELAY);
        }
    }

    /// Who has the enemy before it waits no longer.
    fn end_delays(&mut self, seen: &Observation) {
        for friend in &seen.friends {
            if self.way(friend.hex, friend.class) <= ENGAGED {
                self.delays[place_of(friend.unit)] = 0;
            }
        }
    }

    /// Shares out who has to go through gates.
    pub(super) fn share_gates(&mut self, battle: &Battle<'_>, seen: &mut Observation, weights: &Weights) {
        if weights.gate <= 0.0 {
            return;
        }
        let tasks = &self.tasks;
        let goes =
            |friend: &Piece| matches!(tasks[place_of(friend.unit)], Task::Attack | Task::Contest(_) | Task::Join(_));
        let pressed = battle.turn > PRESSED;
        self.gates.share(battle, seen, goes, &self.ways, pressed);
    }
}
