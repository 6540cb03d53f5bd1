//! Contacts, and what is decided in a melee.

use arrayvec::ArrayVec;

use super::ScriptedPlayer;
use super::facing::best_facing;
use super::prospect::{approach_of, prospect};
use super::value::urgency;
use crate::dice::SeededDice;
use crate::game::Game;
use crate::rulesets::hexcommand::choices::Choice;
use crate::rulesets::hexcommand::codex::Service;
use crate::rulesets::hexcommand::doctrine_book::Weights;
use crate::rulesets::hexcommand::odds::struggle::Helper;
use crate::rulesets::hexcommand::odds::{Approach, Stake};
use crate::rulesets::hexcommand::state::{Battle, UnitId, members, side_of};
use crate::tabletop::hex::{HexIndex, flat::Direction};

/// Enemies round a unit.
const ROUND: usize = 12;

/// Odds that a side asks for when it is about to break.
const NEAR_BREAK: f32 = 0.6;

/// Odds that a side asks for before the second half of its army is on the board.
const BEFORE_RELIEF: f32 = 0.8;

/// Odds of a unit that attacks with fewer than three, and hexes from the enemy within which they are.
const ALONE: f32 = 0.65;
const MASS: usize = 3;
pub(super) const TOGETHER: u8 = 2;

/// Odds that horse asks for against the front of a unit that is whole, before the reserve is let go.
const HORSE: f32 = 0.8;

/// Enemies who could fire at a winner at color or better, from whom on it stays where it is.
const CROSSFIRE: usize = 2;

/// Worth of a contact that is part of the plan: more than any other.
const SWORN: f32 = f32::MAX;

/// Chance of a shot at color.
const COLOR: f32 = 0.5;

impl ScriptedPlayer {
    /// Odds that a contact must have.
    pub(super) fn asked_odds(&self, battle: &Battle<'_>, unit: UnitId, from: HexIndex, enemy: UnitId) -> f32 {
        let (side, there) = (side_of(unit), battle.unit(enemy).hex);
        let force = battle.force(side);
        let near = |other: &UnitId| *other != unit && battle.range(battle.unit(*other).hex, there) <= TOGETHER;
        let others = members(side, force.fit() & force.combat).filter(near).count();
        asked_of(battle, &self.plan.weights(&self.weights), unit, from, enemy, (others, self.plan.released))
    }

    /// Which enemy to contact after a move, or none.
    pub(super) fn contact(&mut self, battle: &Battle<'_>, _chance: &mut SeededDice) -> Choice {
        self.best_contact(battle, battle.march.mover)
    }

    /// Which enemy to contact after an advance, or none.
    pub(super) fn advance_contact(&mut self, battle: &Battle<'_>, _chance: &mut SeededDice) -> Choice {
        let winner = battle.melee.winners.first().map(|winner| winner.unit);
        winner.map_or(Choice::Done, |unit| self.best_contact(battle, unit))
    }

    fn best_contact(&self, battle: &Battle<'_>, unit: UnitId) -> Choice {
        let from = battle.unit(unit).hex;
        let mut best = (0.0, Choice::Done);
        battle.choices(&mut |choice| {
            if let Choice::Contact { enemy } = choice {
                // A crew off its guns steps back once more and may be as near as before: nobody follows it for ever.
                if battle.own_force(enemy).crews.contains(enemy) {
                    return;
                }
                let found = prospect(battle, unit, from, enemy);
                // A pair that is sworn to an enemy was weighed together.
                let sworn = self.plan.sworn(unit, enemy);
                if sworn && best.0 < SWORN {
                    best = (SWORN, choice);
                } else if found.worth > best.0 && found.outcome.win >= self.asked_odds(battle, unit, from, enemy) {
                    best = (found.worth, choice);
                }
            }
        });
        best.1
    }

    /// Skirmishers run: they may come back.
    pub(super) fn evade(&mut self, _battle: &Battle<'_>, _chance: &mut SeededDice) -> Choice {
        Choice::Rout
    }

    /// Names the primary enemy of a unit that has several: a lone enemy gets the sturdiest of those round him, a lone own
    /// unit the enemy from whom it takes most.
    pub(super) fn primary(&mut self, battle: &Battle<'_>, _chance: &mut SeededDice) -> Choice {
        let odds = battle.setup.odds();
        let mut foes: ArrayVec<(UnitId, UnitId), ROUND> = ArrayVec::new();
        battle.choices(&mut |choice| {
            if let Choice::Primary { unit, enemy } = choice
                && !foes.is_full()
            {
                foes.push((unit, enemy));
            }
        });
        let mut best: Option<(f32, Choice)> = None;
        for (unit, enemy) in &foes {
            let (single, other) = (odds.contender(battle, *unit), odds.contender(battle, *enemy));
            let worth = match (single, other) {
                (Some(single), Some(other)) if side_of(*unit) != battle.decider => {
                    let flanks = foes
                        .iter()
                        .any(|(_, friend)| friend != enemy && battle.flanked_from(*unit, battle.unit(*friend).hex));
                    let helper = Some(if flanks { Helper::Flank } else { Helper::Front });
                    let approach = Approach { helper, ..approach_of(battle, *enemy, *unit) };
                    odds.melee(&other, &single, &approach).worth(&Stake::of(battle, *enemy), &Stake::of(battle, *unit))
                }
                // Only the primary enemy takes hits: the next one, and the rout it may be, count.
                (_, Some(other)) => Stake::of(battle, *enemy).worth(1) + 0.01 * f32::from(other.te),
                _ => 0.0,
            };
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, Choice::Primary { unit: *unit, enemy: *enemy }));
            }
        }
        best.map_or(Choice::Proceed, |(_, choice)| choice)
    }

    /// Canister goes where it destroys most.
    pub(super) fn canister(&mut self, battle: &Battle<'_>, _chance: &mut SeededDice) -> Choice {
        best_of(battle, |choice| match choice {
            Choice::Canister { target } => Some(Stake::of(battle, target).worth(1)),
            _ => None,
        })
    }

    /// The weaker enemy who is nearest to the limit of his TE is pressed.
    pub(super) fn press(&mut self, battle: &Battle<'_>, _chance: &mut SeededDice) -> Choice {
        best_of(battle, |choice| match choice {
            Choice::Press { enemy } => {
                let tired = f32::from(battle.unit(enemy).te);
                Some(tired * Stake::of(battle, enemy).hit)
            }
            _ => None,
        })
    }

    /// A winner goes in unless it leaves cover, or comes under the fire of several; it faces where its enemies are.
    pub(super) fn advance(&mut self, battle: &Battle<'_>, _chance: &mut SeededDice) -> Choice {
        let Some(winner) = battle.melee.winners.first().copied() else { return Choice::Done };
        let unit = winner.unit;
        let (hex, present) = (battle.unit(unit).hex, battle.unit(unit).facing);
        let mut entered = false;
        battle.choices(&mut |choice| entered |= matches!(choice, Choice::Advance { .. }));
        let goes = entered && worth_entering(battle, unit, hex, winner.hex);
        let at = if goes { winner.hex } else { hex };
        let facing = best_facing(battle, unit, at, present);
        let choose = |facing: Direction| if goes { Choice::Advance { facing } } else { Choice::Face { facing } };
        // A unit at the limit of its TE does not turn.
        if battle.check(choose(facing)).is_ok() { choose(facing) } else { choose(present) }
    }

    /// Which way a unit faces that has come back from a rout.
    pub(super) fn face(&mut self, battle: &Battle<'_>, _chance: &mut SeededDice) -> Choice {
        let Some(unit) = battle.facing_unit() else { return Choice::Proceed };
        let state = battle.unit(unit);
        // It has run with its face to its own edge.
        Choice::Face { facing: best_facing(battle, unit, state.hex, state.facing.opposite()) }
    }
}

/// Odds that the contact of a unit in `from` with an enemy must have: those of the doctrine, more where nobody else is near, for
/// horse before a front that is whole, and for a side that is about to break or has half of its army still to come. `others`
/// says how many friends are near the enemy, and whether the reserve has been let go.
pub(super) fn asked_of(
    battle: &Battle<'_>,
    weights: &Weights,
    unit: UnitId,
    from: HexIndex,
    enemy: UnitId,
    (others, released): (usize, bool),
) -> f32 {
    let side = side_of(unit);
    let force = battle.force(side);
    let mut asked = weights.melee_min as f32;
    if others + 1 < MASS {
        asked = asked.max(ALONE);
    }
    let fresh = battle.unit(enemy).hits == 0 && !battle.flanked_from(enemy, from) && !battle.is_battery(enemy);
    if fresh && !released && battle.profile(unit).service == Service::Horse {
        asked = asked.max(HORSE);
    }
    if urgency(battle, side) > 1.0 {
        asked = asked.max(NEAR_BREAK);
    }
    if 2 * (force.due & force.combat).len() > u32::from(force.fielded) {
        asked = asked.max(BEFORE_RELIEF);
    }
    asked
}

/// The choice that is worth most; the first of equals.
fn best_of(battle: &Battle<'_>, worth: impl Fn(Choice) -> Option<f32>) -> Choice {
    let mut best: Option<(f32, Choice)> = None;
    battle.choices(&mut |choice| {
        if let Some(worth) = worth(choice)
            && best.is_none_or(|(known, _)| worth > known)
        {
            best = Some((worth, choice));
        }
    });
    best.map_or(Choice::Done, |(_, choice)| choice)
}

/// Whether a winner had better go into the hex that its enemy left.
fn worth_entering(battle: &Battle<'_>, unit: UnitId, from: HexIndex, to: HexIndex) -> bool {
    let field = &battle.setup.field;
    let objective = battle.setup.scenario.objectives.iter().any(|objective| objective.hex == to);
    if objective {
        return true;
    }
    let side = side_of(unit);
    let (odds, enemies) = (battle.setup.odds(), battle.force(side.other()));
    let levels = |hex: HexIndex, foe: HexIndex| battle.cover(hex, foe, field.entry_side(foe, hex), true);
    let (mut shooters, mut covered, mut better) = (0, 0_i32, 0_i32);
    for foe in members(side.other(), enemies.steady() & !enemies.hidden & !enemies.fakes & !enemies.crews) {
        let Some(gunnery) = odds.gunnery(battle, foe) else { continue };
        let at = battle.unit(foe).hex;
        let (near, next) = (battle.range(at, from), battle.range(at, to));
        if near.min(next) > odds.reach(gunnery.arms) {
            continue;
        }
        covered += i32::from(levels(from, at));
        better += i32::from(levels(to, at));
        let fires = !enemies.limbered.contains(foe) && battle.in_arc_of(foe, to) && !battle.in_contact(foe);
        shooters += usize::from(fires && odds.hit(gunnery, next, levels(to, at), false) >= COLOR);
    }
    shooters < CROSSFIRE && better >= covered
}

#[cfg(test)]
mod tests;
