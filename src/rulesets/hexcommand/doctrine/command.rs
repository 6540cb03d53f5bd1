//! Commanders and orders.
//!
//! A commander is put where he saves most: with a routed unit that is not fired at, then with hurt and tired ones, then,
//! for as many as the doctrine leads with, with units about to fire; always less the chance to lose him there.

use arrayvec::ArrayVec;

use super::ScriptedPlayer;
use super::value::{Risk, commander_worth, risk, risk_after, urgency};
use crate::dice::SeededDice;
use crate::game::{Game, Side};
use crate::rulesets::hexcommand::choices::{Choice, Order};
use crate::rulesets::hexcommand::codex::Trait;
use crate::rulesets::hexcommand::odds::{Gunnery, Stake};
use crate::rulesets::hexcommand::order_of_battle::{MOST_COMMANDERS, MOST_UNITS};
use crate::rulesets::hexcommand::rules::{CvsMoraleUse, RallyMode};
use crate::rulesets::hexcommand::state::{
    Battle, CommanderId, Decision, NOBODY, UnitId, UnitSet, bit, members, side_of,
};
use crate::tabletop::hex::NOWHERE;

/// Worth of a routed unit that stands again, as a share of the unit.
const RALLIED: f32 = 0.75;

/// Worth of freeing a unit at the limit of its TE, as a share of the unit.
const RESTED: f32 = 0.12;

/// Worth of a TE less, as a share of the unit.
const FRESHER: f32 = 0.02;

/// Share of the shots of a unit that moves before it fires.
const STILL_AIMED: f32 = 0.7;

/// Fire steps in which a commander helps until his own next half.
const FIRE_STEPS: f32 = 2.0;

/// Most of the risk that a doctrine of usual caution takes for what it is.
const USUAL_SHELTER: f64 = 7.0;

/// Chance in ten of a failed change of orders that brings a hit on every unit of the brigade, and a TE.
const HITS_OF_FAILURE: f32 = 0.3;
const TE_OF_FAILURE: f32 = 0.2;

/// Share of each unit that a brigade is worth more when it may close with the enemy.
const FREED: f32 = 0.4;

/// Hexes within which a holding brigade has its enemy where it wants him.
const NEAR: u16 = 6;

/// A unit that wants a commander: gains beside those of his values.
#[derive(Clone, Copy, Debug)]
struct Want {
    unit: UnitId,
    /// Worth of the rally.
    heal: f32,
    /// Worth of each point of M in it.
    morale: f32,
    /// Worth of each point of C.
    lead: f32,
    /// Hexes that the unit goes back before it is fired at.
    back: u8,
    /// What may happen to it, once somebody has asked.
    risk: Option<Risk>,
}

impl Want {
    fn risk(&mut self, battle: &Battle<'_>) -> Risk {
        let state = battle.unit(self.unit);
        let found = || risk_after(battle, self.unit, state.hex, self.back, u8::from(state.hits > 0));
        *self.risk.get_or_insert_with(found)
    }
}

impl ScriptedPlayer {
    /// A commander who was lost is replaced whenever that may be tried: it costs nothing.
    pub(super) fn replace(&mut self, _battle: &Battle<'_>, _chance: &mut SeededDice) -> Choice {
        Choice::Replace
    }

    /// Which steady unit gets a commander, if any.
    pub(super) fn attach(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        if battle.turn == 0 { self.first_post(battle, chance) } else { self.place_commander(battle) }
    }

    /// Which routed unit gets a commander, if any.
    pub(super) fn attach_routed(&mut self, battle: &Battle<'_>, _chance: &mut SeededDice) -> Choice {
        self.place_commander(battle)
    }

    /// Before the first turn figures start with units at the back.
    fn first_post(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let side = battle.decider;
        let mut best: Option<(i32, Choice)> = None;
        battle.choices(&mut |choice| {
            let Choice::Attach { unit, .. } = choice else { return };
            let hex = battle.unit(unit).hex;
            let field = &battle.setup.field;
            let middle = i32::from(field.grid.width) / 2;
            let aside = (i32::from(field.grid.column(hex)) - middle).abs();
            let depth = i32::from(field.to_own_edge(side, hex));
            let worth = -4 * depth - aside;
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, choice));
            }
        });
        best.map_or_else(|| battle.any_choice(chance), |(_, choice)| choice)
    }

    /// The best free commander and unit of all, steady and routed ones; where its turn has not come yet, who is to go to a
    /// routed unit waits.
    fn place_commander(&mut self, battle: &Battle<'_>) -> Choice {
        let side = battle.decider;
        let routed = battle.decision == Decision::AttachRouted;
        let mut free: ArrayVec<CommanderId, MOST_COMMANDERS> = ArrayVec::new();
        free.extend(battle.present_commanders(side).filter(|(_, one)| !one.placed).map(|(number, _)| number));
        if free.is_empty() {
            return Choice::Done;
        }
        let mut wants = self.wants(battle, side, routed);
        let mut leading = self.leaders_left(battle, side);
        let mut taken = UnitSet::EMPTY;
        while !free.is_empty() {
            let mut best: Option<(f32, usize, usize)> = None;
            for (at, commander) in free.iter().enumerate() {
                for (number, want) in wants.iter_mut().enumerate().filter(|(_, want)| !taken.contains(want.unit)) {
                    let least = best.map_or(0.0, |(known, ..)| known);
                    let gain = self.gain(battle, side, *commander, want, (leading > 0, least));
                    let legal = || battle.check_attach(side, *commander, want.unit).is_ok();
                    if gain.is_some_and(|gain| gain > least) && legal() {
                        best = gain.map(|gain| (gain, at, number));
                    }
                }
            }
            let Some((_, at, number)) = best else { break };
            let (commander, want) = (free.remove(at), wants[number]);
            taken |= bit(want.unit);
            if want.heal <= 0.0 {
                leading = leading.saturating_sub(1);
            }
            if battle.is_routed(want.unit) == routed {
                return Choice::Attach { commander, unit: want.unit };
            }
        }
        self.ride_off(battle, side, &free)
    }

    /// Units that a commander could help, with what it is worth.
    fn wants(&self, battle: &Battle<'_>, side: Side, after_rout: bool) -> ArrayVec<Want, MOST_UNITS> {
        let force = battle.force(side);
        let rules = &battle.setup.rules;
        let pressed = urgency(battle, side);
        let mut wants = ArrayVec::new();
        let there = force.present & force.combat & !force.fakes & !force.crews & !force.routed_now;
        let set = if after_rout { there & force.routed } else { there };
        for unit in members(side, set) {
            let state = battle.unit(unit);
            if state.commander != NOBODY || battle.in_contact(unit) {
                continue;
            }
            let stake = Stake::of(battle, unit);
            let tired = if battle.is_spent(unit) { RESTED } else { FRESHER * f32::from(state.te) };
            let one_less = if stake.left == 1 { 2.0 } else { 1.0 } * stake.hit;
            let all = rules.rally_mode == RallyMode::All;
            let (mut heal, mut morale) = (0.0, 0.0);
            if force.routed.contains(unit) {
                heal = pressed * RALLIED * stake.unit;
                morale = stake.hit;
            } else if state.hits > 0 {
                heal = if all { one_less * f32::from(state.hits) } else { one_less };
                morale = if state.hits > 1 && !all { stake.hit } else { 0.0 };
            }
            if rules.cvs_morale_use == CvsMoraleUse::None {
                morale = 0.0;
            }
            heal += tired * stake.unit;
            let lead = if force.routed.contains(unit) { 0.0 } else { lead_worth(battle, unit) };
            if heal + lead <= 0.0 {
                continue;
            }
            let retires = heal > 0.0 && f64::from(state.hits) >= self.weights.retire && !force.routed.contains(unit);
            let back = if retires { step_back(battle, unit) } else { 0 };
            wants.push(Want { unit, heal, morale, lead, back, risk: None });
        }
        wants
    }

    /// How many commanders may still be put on units for their fire.
    fn leaders_left(&self, battle: &Battle<'_>, side: Side) -> u32 {
        let all = battle.present_commanders(side).count() as f64;
        let most = (self.weights.lead * all).round() as u32;
        let with = |unit: UnitId| battle.unit(unit).hits == 0 && !battle.is_routed(unit);
        let leading =
            battle.present_commanders(side).filter(|(_, one)| one.placed && one.with != NOBODY && with(one.with));
        most.saturating_sub(leading.count() as u32)
    }

    /// What it is worth to put a commander on a unit, less the chance to lose him; none where that is no more than `least` for sure.
    fn gain(
        &self,
        battle: &Battle<'_>,
        side: Side,
        commander: CommanderId,
        want: &mut Want,
        (leads, least): (bool, f32),
    ) -> Option<f32> {
        let one = battle.commander(side, commander);
        let [combat, morale] = [Trait::Combat, Trait::Morale].map(|value| f32::from(one.values[value as usize]));
        let heal = want.heal + morale * want.morale;
        let lead = if leads { combat * want.lead } else { 0.0 };
        let caution = (self.weights.shelter / USUAL_SHELTER) as f32;
        // Danger only takes off, unless the doctrine seeks it: what is too little without it need not be looked at.
        if caution >= 0.0 && heal + lead <= least {
            return None;
        }
        let risk = want.risk(battle);
        let lost = caution * urgency(battle, side) * commander_worth(battle, side, commander) * risk.commander;
        // A figure stays with whom it is: leaving him is no gain by itself.
        Some(heal * (1.0 - risk.rout) + lead - lost)
    }

    /// Figures that are alone, or with a unit in danger, ride out of reach; symbols stay in hand.
    fn ride_off(&self, battle: &Battle<'_>, side: Side, free: &[CommanderId]) -> Choice {
        if !battle.has_figures() || battle.decision != Decision::Attach {
            return Choice::Done;
        }
        let field = &battle.setup.field;
        for commander in free {
            let one = battle.commander(side, *commander);
            let hex = battle.commander_hex(one);
            if hex == NOWHERE {
                continue;
            }
            let range = |hex| battle.nearest_enemy(side, hex).unwrap_or(u16::MAX);
            let safe = if one.with == NOBODY {
                range(hex) > NEAR
            } else {
                let found = risk(battle, one.with, hex);
                found.commander * commander_worth(battle, side, *commander) < 0.1
            };
            if safe {
                continue;
            }
            let mut best: Option<((u16, u16), Choice)> = None;
            for to in field.grid.hexes() {
                let choice = Choice::Ride { commander: *commander, hex: to };
                let worth = (range(to).min(NEAR + 2), u16::MAX - battle.steps_home(side, to).abs_diff(2));
                if best.is_none_or(|(known, _)| worth > known) && worth.0 > range(hex) && battle.check(choice).is_ok() {
                    best = Some((worth, choice));
                }
            }
            if let Some((_, choice)) = best {
                return choice;
            }
        }
        Choice::Done
    }

    /// A brigade that may not close with the enemy is sent to attack, if that is worth more than a failure may cost.
    pub(super) fn change_order(&mut self, battle: &Battle<'_>, _chance: &mut SeededDice) -> Choice {
        let side = battle.decider;
        let force = battle.force(side);
        let defends = battle.setup.scenario.attacker == Some(side.other());
        let mut best: Option<(f32, Choice)> = None;
        battle.choices(&mut |choice| {
            let Choice::ChangeOrder { group, order: Order::Attack, .. } = choice else { return };
            let units = battle.brigade(side, group) & force.fit();
            let range = |unit: UnitId| battle.nearest_enemy(side, battle.unit(unit).hex).unwrap_or(u16::MAX);
            let near = units.members(side).map(range).min().unwrap_or(u16::MAX);
            // Who holds what he is to hold, with the enemy before him, stays.
            if defends && near <= NEAR {
                return;
            }
            let failure = (f32::from(battle.tactical(side, group)) / 10.0).min(1.0);
            let (mut gain, mut cost) = (0.0, 0.0);
            for unit in units.members(side) {
                let stake = Stake::of(battle, unit);
                gain += FREED * stake.unit;
                cost += HITS_OF_FAILURE * stake.worth(1) + TE_OF_FAILURE * FRESHER * stake.unit;
            }
            let worth = (1.0 - failure) * gain - failure * cost;
            if worth > 0.0 && best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, choice));
            }
        });
        best.map_or(Choice::Done, |(_, choice)| choice)
    }
}

/// Hexes that a unit can go back from the enemy in its move.
fn step_back(battle: &Battle<'_>, unit: UnitId) -> u8 {
    let moves = battle.allowance(unit);
    if battle.is_spent(unit) { moves.min(battle.setup.rules.fatigue_movement) } else { moves }
}

/// What a point of C is worth to the fire of a unit: the hits more at the enemy that it hits best as it stands.
fn lead_worth(battle: &Battle<'_>, unit: UnitId) -> f32 {
    let odds = battle.setup.odds();
    let Some(gunnery) = odds.gunnery(battle, unit) else { return 0.0 };
    if battle.may_fire(unit, false).is_err() {
        return 0.0;
    }
    let side = side_of(unit);
    let hex = battle.unit(unit).hex;
    let led = Gunnery { bonuses: gunnery.bonuses + 1, ..gunnery };
    let mut best = 0.0_f32;
    for enemy in members(side.other(), battle.open_enemies(side)) {
        let at = battle.unit(enemy).hex;
        let range = battle.range(hex, at);
        if range > odds.reach(gunnery.arms) + 1 || !battle.in_arc_of(unit, at) {
            continue;
        }
        let cover = battle.cover(at, hex, None, false);
        let more = odds.hit(led, range, cover, false) - odds.hit(gunnery, range, cover, false);
        best = best.max(more * f32::from(odds.hits(gunnery.arms)) * Stake::of(battle, enemy).hit);
    }
    best * FIRE_STEPS * STILL_AIMED
}

#[cfg(test)]
mod tests;
