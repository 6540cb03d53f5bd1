//! Troops that arrive: where they enter, whether they wait, and whether who stands in their way makes room.

use super::ScriptedPlayer;
use super::facing::{ahead, best_facing};
use super::value::risk;
use crate::dice::SeededDice;
use crate::game::{Game, Side};
use crate::rulesets::hexcommand::choices::Choice;
use crate::rulesets::hexcommand::state::{Battle, UnitId, UnitSet, bit, members, side_of};
use crate::tabletop::hex::{HexIndex, NOWHERE, flat::Direction};

/// Enemies who can fire at a free hex of entry, from whom on arrivals wait.
const COVERED: u8 = 3;

/// Hexes from an own edge within which units are near an entry.
const NEAR: u8 = 4;

/// Hexes past which the distance to the goal does not matter any more.
const FAR: u16 = 30;

impl ScriptedPlayer {
    /// Units in the way of enemy arrivals stay only where they outnumber them.
    pub(super) fn block(&mut self, battle: &Battle<'_>, _chance: &mut SeededDice) -> Choice {
        let side = battle.decider;
        let enemy = side.other();
        let force = battle.force(side);
        let near = |unit: &UnitId| battle.setup.field.to_own_edge(enemy, battle.unit(*unit).hex) <= NEAR;
        let blockers = members(side, force.fit()).filter(near).count() as u32;
        let foes = battle.force(enemy);
        let there = members(enemy, foes.fit()).filter(near).count() as u32;
        let due = (foes.due & foes.combat).len();
        if blockers > due + there { Choice::Stay } else { Choice::MakeWay }
    }

    /// The way out that is safest, and of equals leads home.
    pub(super) fn make_way(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let side = battle.decider;
        let mut best: Option<((i32, i32), Choice)> = None;
        battle.choices(&mut |choice| {
            let Choice::March(march) = choice else { return };
            let Ok((_, at)) = battle.check_march(&march) else { return };
            let facing = best_facing(battle, march.unit, at.hex, march.end) == march.end;
            let enemy = battle.nearest_enemy(side, at.hex).map_or(0, i32::from);
            let worth = (enemy.min(6), 2 * i32::from(facing) - i32::from(battle.steps_home(side, at.hex)));
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, choice));
            }
        });
        best.map_or_else(|| battle.any_choice(chance), |(_, choice)| choice)
    }

    /// Who enters next, and where: the fastest first, by the free hex that is nearest to the goal; nobody while all free hexes are
    /// under the fire of several enemies.
    pub(super) fn arrive(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        self.enter(battle, chance).unwrap_or(Choice::Done)
    }

    /// The best entry of those that are shown now, if any is worth taking; in the movement step as well.
    pub(super) fn enter(&mut self, battle: &Battle<'_>, _chance: &mut SeededDice) -> Option<Choice> {
        let side = battle.decider;
        let goal = goal(battle, side);
        let mut known: Option<(HexIndex, u8)> = None;
        let mut tried = UnitSet::EMPTY;
        let mut best: Option<((u8, i32), Choice)> = None;
        battle.choices(&mut |choice| {
            let Choice::Enter { unit, hex, facing } = choice else { return };
            // One facing for each hex: towards the enemy.
            if facing != facing_of(battle, unit, hex) {
                return;
            }
            let shooters = match known {
                Some((same, shooters)) if same == hex => shooters,
                _ => risk(battle, unit, hex).shooters,
            };
            known = Some((hex, shooters));
            tried |= bit(unit);
            if shooters >= COVERED {
                return;
            }
            let far = i32::from(battle.setup.field.distance(hex, goal).min(FAR as u8));
            let worth = (battle.allowance(unit), -far - 4 * i32::from(shooters));
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, choice));
            }
        });
        if best.is_some() || !tried.is_empty() {
            return best.map(|(_, choice)| choice);
        }
        // In an enemy zone the facing is not free: any that is legal.
        battle.choices(&mut |choice| {
            if matches!(choice, Choice::Enter { .. }) && best.is_none() {
                best = Some(((0, 0), choice));
            }
        });
        best.map(|(_, choice)| choice)
    }
}

/// Which way an arriving unit faces.
fn facing_of(battle: &Battle<'_>, unit: UnitId, hex: HexIndex) -> Direction {
    best_facing(battle, unit, hex, ahead(side_of(unit)))
}

/// Where a side is going: the dearest objective that it does not hold, else where its units are, else the middle.
fn goal(battle: &Battle<'_>, side: Side) -> HexIndex {
    let mut best: Option<(u8, HexIndex)> = None;
    for (at, objective) in battle.setup.scenario.objectives.iter().enumerate() {
        let counts = objective.side.is_none_or(|only| only == side);
        if counts && battle.holder(at) != Some(side) && best.is_none_or(|(points, _)| objective.points > points) {
            best = Some((objective.points, objective.hex));
        }
    }
    let force = battle.force(side);
    let own = || members(side, force.fit()).map(|unit| battle.unit(unit).hex).find(|hex| *hex != NOWHERE);
    let field = &battle.setup.field;
    let middle = || field.grid.at(i32::from(field.grid.width) / 2, i32::from(field.grid.height) / 2).unwrap_or(0);
    best.map(|(_, hex)| hex).or_else(own).unwrap_or_else(middle)
}
