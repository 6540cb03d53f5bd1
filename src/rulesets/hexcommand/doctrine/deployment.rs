//! Set-up: hexes, facings, routes of retreat, the written order, first orders.
//!
//! One unit after another takes the hex that suits it best: the foot in one line round the middle, guns in it with foot at
//! their side, horse on the wings a row back, nobody straight behind another one. Who defends keeps to cover and to what is
//! to be held.

use arrayvec::ArrayVec;

use super::ScriptedPlayer;
use crate::dice::{Dice, SeededDice};
use crate::game::{Game, Side};
use crate::rulesets::hexcommand::choices::{Choice, Order, Stance};
use crate::rulesets::hexcommand::codex::Service;
use crate::rulesets::hexcommand::field::forward;
use crate::rulesets::hexcommand::order_of_battle::MOST_UNITS;
use crate::rulesets::hexcommand::rules::SetupRorPer;
use crate::rulesets::hexcommand::state::{Battle, UnitId, members};
use crate::tabletop::hex::{HexIndex, NOWHERE};
use crate::tabletop::hexset::{HexSet, MOST_HEXES};

/// Columns by which the middle of the line is drawn to either side.
const SHIFT: u32 = 2;

/// What a column off the middle costs; a row off the one that suits; the edge row.
const ASIDE: f32 = 0.6;
const ROW: f32 = 1.5;
const EDGE: f32 = 4.0;

/// A friend at one's side, and one straight before or behind.
const SHOULDER: f32 = 1.0;
const BEHIND: f32 = 4.0;

/// Hexes before and behind a unit in which nobody should stand.
const FILE: u16 = 3;

/// What an objective is worth to who holds it, and each hex from it.
const OBJECTIVE: f32 = 5.0;
const FROM_OBJECTIVE: f32 = 0.8;

/// What a level of cover is worth for each point of the weight, to who attacks and who defends.
const COVER: [f32; 2] = [0.1, 0.5];

/// Guns on a hill.
const HEIGHT: f32 = 2.0;

/// What is drawn for every hex, so that nobody is set up alike every time.
const LIKING: f32 = 0.6;

/// How the line is laid.
#[derive(Clone, Debug, Default)]
pub(super) struct LineUp {
    /// Its middle column; none before it is drawn.
    middle: Option<f32>,
}

impl LineUp {
    /// Forgets the last game.
    pub(super) fn restart(&mut self) {
        self.middle = None;
    }
}

/// A friend who has been set up, seen from one who has not.
#[derive(Clone, Copy, Debug)]
struct Comrade {
    hex: HexIndex,
    column: u16,
    row: u16,
    guns: bool,
    /// Of the same brigade.
    brother: bool,
}

/// The order in which units are set up: half of the foot, guns, the other foot, horse, the rest.
fn turn(battle: &Battle<'_>, unit: UnitId, number: usize) -> (u8, UnitId) {
    let force = battle.own_force(unit);
    let part = match battle.profile(unit).service {
        _ if force.fakes.contains(unit) => 5,
        Service::Foot if number.is_multiple_of(2) => 0,
        Service::Artillery => 1,
        Service::Foot => 2,
        Service::Horse | Service::Mounted | Service::Skirmisher => 3,
        Service::Wagon => 4,
    };
    (part, unit)
}

/// Where a unit is set up in its usual stance: guns are unlimbered where an enemy may come into range soon.
fn ready_guns(battle: &Battle<'_>, unit: UnitId) -> HexSet {
    let (setup, side) = (battle.setup, battle.decider);
    let zones = &setup.scenario.zones;
    if !battle.is_battery(unit) {
        return zones[side.index()];
    }
    if setup.scenario.limbered {
        return HexSet::EMPTY;
    }
    if setup.scenario.attacker.is_some_and(|attacker| attacker != side) {
        return zones[side.index()];
    }
    let arms = setup.odds().arms(battle.unit(unit).kind);
    let reach = arms.map_or(0, |arms| setup.odds().reach(arms)) + 3;
    let mut nearest = [u8::MAX; MOST_HEXES];
    for enemy in zones[side.other().index()].iter() {
        for (nearest, range) in nearest.iter_mut().zip(setup.field.distances.from(enemy)) {
            *nearest = (*nearest).min(*range);
        }
    }
    zones[side.index()].iter().filter(|hex| nearest[usize::from(*hex)] <= reach).collect()
}

/// A number from 0 to 1.
fn drawn(chance: &mut SeededDice) -> f32 {
    chance.pick(256) as f32 / 255.0
}

impl ScriptedPlayer {
    /// Sets up one more unit.
    pub(super) fn deploy(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let side = battle.decider;
        let middle = *self.line_up.middle.get_or_insert_with(|| middle(battle, side, chance));
        let waiting = members(side, battle.force(side).unplaced).enumerate();
        let Some((_, unit)) = waiting.min_by_key(|(number, unit)| turn(battle, *unit, *number)) else {
            return battle.any_choice(chance);
        };
        let zone = &battle.setup.scenario.zones[side.index()];
        let deepest = zone.iter().map(|hex| battle.setup.field.to_own_edge(side, hex)).max().unwrap_or(0);
        let comrades: ArrayVec<Comrade, MOST_UNITS> = members(side, battle.force(side).present)
            .map(|other| {
                let (grid, state) = (&battle.setup.field.grid, battle.unit(other));
                let (column, row) = (grid.column(state.hex), grid.row(state.hex));
                let brother = state.group == battle.unit(unit).group;
                Comrade { hex: state.hex, column, row, guns: battle.is_battery(other), brother }
            })
            .collect();
        let ready = ready_guns(battle, unit);
        let mut best: Option<(f32, Choice)> = None;
        for hex in zone.iter() {
            let stance = if ready.contains(hex) { Stance::Usual } else { Stance::Other };
            if battle.check_place(unit, hex, stance).is_err() {
                continue;
            }
            let worth = self.place_worth(battle, unit, hex, (middle, deepest, &comrades)) + LIKING * drawn(chance);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, Choice::Place { unit, hex, facing: forward(side), stance }));
            }
        }
        match best {
            Some((_, choice)) => choice,
            None if battle.check(Choice::Keep { unit }).is_ok() => Choice::Keep { unit },
            None => battle.any_choice(chance),
        }
    }

    /// Lays prepared works where the foot of the line will stand: round its middle, or at what is to be held; side by side,
    /// none straight behind others, and on bare ground first.
    pub(super) fn lay_works(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let side = battle.decider;
        let middle = *self.line_up.middle.get_or_insert_with(|| middle(battle, side, chance));
        let (field, scenario) = (&battle.setup.field, &battle.setup.scenario);
        let deepest = scenario.zones[side.index()].iter().map(|hex| field.to_own_edge(side, hex)).max().unwrap_or(0);
        let defends = scenario.attacker.is_some_and(|attacker| attacker != side);
        let mut best: Option<(f32, Choice)> = None;
        battle.choices(&mut |choice| {
            let Choice::Prepare { hex, facing, .. } = choice else { return };
            if facing != forward(side) {
                return;
            }
            let aside = (f32::from(field.grid.column(hex)) - middle).abs();
            let goal = scenario.objectives.iter().map(|objective| field.distance(hex, objective.hex)).min();
            let mut worth = LIKING * drawn(chance) - f32::from(field.hex_cover(hex));
            worth -= match goal.filter(|_| defends) {
                Some(goal) => FROM_OBJECTIVE * f32::from(goal) + 0.5 * ASIDE * aside,
                None => ROW * f32::from(deepest - field.to_own_edge(side, hex)) + ASIDE * aside,
            };
            for site in &battle.sites {
                let same_file = field.grid.column(site.hex) == field.grid.column(hex);
                worth += match field.distance(site.hex, hex) {
                    range if same_file && u16::from(range) <= FILE => -BEHIND,
                    1 => SHOULDER,
                    _ => 0.0,
                };
            }
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, choice));
            }
        });
        best.map_or_else(|| battle.any_choice(chance), |(_, choice)| choice)
    }

    fn place_worth(
        &self,
        battle: &Battle<'_>,
        unit: UnitId,
        hex: HexIndex,
        (middle, deepest, comrades): (f32, u8, &[Comrade]),
    ) -> f32 {
        let (setup, side) = (battle.setup, battle.decider);
        let field = &setup.field;
        let service = battle.profile(unit).service;
        let foot = matches!(service, Service::Foot | Service::Skirmisher);
        let defends = setup.scenario.attacker.is_some_and(|attacker| attacker != side);
        let (column, row) = (field.grid.column(hex), field.grid.row(hex));
        let aside = (f32::from(column) - middle).abs();
        let depth = field.to_own_edge(side, hex);
        let wanted = match service {
            Service::Foot | Service::Skirmisher | Service::Artillery => deepest,
            Service::Horse | Service::Mounted => deepest.saturating_sub(1),
            Service::Wagon => deepest / 2,
        };
        let mut worth = 0.0;
        let objectives = &setup.scenario.objectives;
        if defends && !objectives.is_empty() {
            let nearest = objectives.iter().map(|objective| field.distance(hex, objective.hex)).min().unwrap_or(0);
            worth -= FROM_OBJECTIVE * f32::from(nearest);
            worth += if nearest == 0 && foot { OBJECTIVE } else { 0.0 };
            worth -= 0.5 * ASIDE * aside;
        } else {
            worth -= ROW * f32::from(depth.abs_diff(wanted)) + ASIDE * aside;
        }
        if matches!(service, Service::Horse | Service::Mounted) {
            // On the wings.
            worth += 1.5 * ASIDE * aside.min(7.0);
        }
        if depth == 0 {
            worth -= EDGE;
        }
        let ahead = field.neighbour(hex, forward(side));
        let cover = if ahead == NOWHERE { 0 } else { battle.cover(hex, ahead, Some(forward(side)), true) };
        worth += COVER[usize::from(defends)] * self.weights.cover as f32 * f32::from(cover);
        if service == Service::Artillery && field.is_hill(hex) {
            worth += HEIGHT;
        }
        let guns = battle.is_battery(unit);
        let ranges = field.distances.from(hex);
        for other in comrades {
            let range = ranges[usize::from(other.hex)];
            if range > 3 {
                continue;
            }
            let same_file = other.column == column && other.row.abs_diff(row) <= FILE;
            if same_file {
                worth -= BEHIND;
            } else if range == 1 {
                worth += if guns && other.guns { -SHOULDER } else { SHOULDER };
                worth += if guns != other.guns { 0.5 * SHOULDER } else { 0.0 };
            }
            if other.brother {
                worth += 0.2 * SHOULDER;
            }
        }
        worth
    }

    /// Marks a route of retreat: behind the middle of those who use it.
    pub(super) fn mark_retreat(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let side = battle.decider;
        let (force, field) = (battle.force(side), &battle.setup.field);
        let users = |unit: &UnitId| {
            let group = battle.unit(*unit).group;
            let route = match battle.setup.rules.setup_ror_per {
                SetupRorPer::Division => battle.groups[side.index()][usize::from(group)].brigade.division,
                SetupRorPer::Brigade => group,
            };
            route == force.marked
        };
        let columns = |unit: UnitId| u32::from(field.grid.column(battle.unit(unit).hex));
        let (sum, count) = members(side, force.present)
            .filter(users)
            .fold((0, 0), |(sum, count), unit| (sum + columns(unit), count + 1));
        let middle = if count == 0 { u32::from(field.grid.width) / 2 } else { (2 * sum + count) / (2 * count) };
        let hex = battle.edge(side).min_by_key(|hex| u32::from(field.grid.column(*hex)).abs_diff(middle));
        hex.map_or_else(|| battle.any_choice(chance), |hex| Choice::MarkRetreat { hex })
    }

    /// Gives a group its number: the foremost first.
    pub(super) fn number(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let side = battle.decider;
        let mut best: Option<(u32, Choice)> = None;
        battle.choices(&mut |choice| {
            let Choice::Number { group } = choice else { return };
            let own = members(side, battle.force(side).present).filter(|unit| battle.unit(*unit).group == group);
            let depth = own.map(|unit| u32::from(battle.setup.field.to_own_edge(side, battle.unit(unit).hex))).max();
            let depth = depth.unwrap_or(0);
            if best.is_none_or(|(most, _)| depth > most) {
                best = Some((depth, choice));
            }
        });
        best.map_or_else(|| battle.any_choice(chance), |(_, choice)| choice)
    }

    /// Writes the first order of a brigade: attack, under which it may do anything.
    pub(super) fn write_order(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let group = battle.force(battle.decider).written;
        let choice = Choice::Write { order: Order::Attack, supports: group };
        if battle.check(choice).is_ok() { choice } else { battle.any_choice(chance) }
    }
}

/// The middle column of the line: that of the board, or between it and the enemy who stands already, and a little to one side.
fn middle(battle: &Battle<'_>, side: Side, chance: &mut SeededDice) -> f32 {
    let field = &battle.setup.field;
    let board = f32::from(field.grid.width - 1) / 2.0;
    let enemies = battle.force(side.other()).present;
    let columns = members(side.other(), enemies).map(|unit| f32::from(field.grid.column(battle.unit(unit).hex)));
    let (sum, count) = columns.fold((0.0, 0.0), |(sum, count), column| (sum + column, count + 1.0));
    let enemy = if count > 0.0 { sum / count } else { board };
    let shift = chance.pick(2 * SHIFT + 1) as f32 - SHIFT as f32;
    0.5 * (board + enemy) + shift
}
