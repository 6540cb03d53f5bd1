//! Stances: arcs of Overwatch and Combat Ready where the enemy will come, and the template of Suppressing Fire.

use arrayvec::ArrayVec;

use super::super::attack_step::AttackMode;
use super::super::choices::{Action, Choice};
use super::super::combat::{Cover, distance_penalty};
use super::super::field::Field;
use super::super::state::{Battle, FigureId, FigureSet, MOST_FIGURES, members};
use super::super::tactics;
use super::ScriptedPlayer;
use super::command::{SOLDIER, payer};
use super::foes::{Foes, Piece};
use super::odds::chance;
use crate::tabletop::plane::{Facing, Point};

/// Chance that an enemy moves where it can be seen, in its next turn.
const MOVES: f64 = 0.55;

/// The same of one that is out of sight.
const APPEARS: f64 = 0.35;

/// Inches within which an enemy that is out of sight is looked for.
const NEAR: f64 = 22.0;

/// Chance that an enemy in a template moves or acts.
const ACTS: f64 = 0.85;

/// Part of an action's worth that Suppressing Fire saves by coming before it.
const FORESTALLED: f64 = 1.15;

/// How much Suppressing Fire comes before all else for who likes it.
const LIKED: f64 = 1.4;

/// Price of a point where a doctrine keeps it back.
const KEPT: f64 = 1.6;

/// What every other enemy in the arc adds to the best aim there, and the most that they add up to.
const MORE: f64 = 0.2;
const MOST_MORE: f64 = 1.6;

/// Worth of a stance where it is fully liked.
const STANCE: f64 = 1.6;

impl ScriptedPlayer {
    /// What a Command Point costs that a unit pays for a stance.
    fn stance_price(&self, battle: &Battle<'_>, unit: u8) -> f64 {
        let state = battle.unit(battle.active, unit);
        let dear = if f64::from(state.points) <= self.weights.cp_reserve.min(0.5 * f64::from(state.base_points)) {
            KEPT
        } else {
            1.0
        };
        0.5 * dear * self.weights.cp_threshold * SOLDIER
    }

    /// The best stance of a model, with what it is worth beyond its point.
    pub(super) fn stance(&mut self, battle: &Battle<'_>, foes: &Foes<'_>, piece: &Piece<'_>) -> Option<(Action, f64)> {
        if self.weights.stance_share < 0.01 || piece.base {
            return None;
        }
        let unit = payer(battle, piece.figure)?;
        let price = self.stance_price(battle, unit);
        let liking = STANCE * self.weights.stance_share;
        let mut best: Option<(Action, f64)> = None;
        let mut offer = |action: Action, worth: f64| {
            if worth > 0.0 && best.is_none_or(|(_, other)| worth > other) {
                best = Some((action, worth));
            }
        };
        // Where each enemy would be shot at, and what that is worth.
        let mut aims: ArrayVec<(Point, f64), MOST_FIGURES> = ArrayVec::new();
        let weapon = battle.usable_weapons(piece.figure).next().filter(|_| !self.forgoes(tactics::OVERWATCH));
        if let Some(weapon) = weapon {
            let number = piece.arms.guns.iter().position(|(gun, _)| *gun == weapon);
            for (at, foe) in foes.iter().enumerate().filter(|(_, foe)| !foe.base && !foe.engaged) {
                let Some(number) = number else { break };
                let distance = battle.setup.field.distance(&piece.stand, &foe.stand);
                let field = &battle.setup.field;
                let own = (piece.figure, &piece.stand, piece.cell);
                let look = self.looks.face(field, own, (foe.figure, &foe.stand));
                let (moves, cover) = match look {
                    Some(_) => (MOVES, 0),
                    None if distance <= NEAR => (APPEARS, 1),
                    None => continue,
                };
                let near = (distance - 0.5 * foe.movement).max(0.0);
                let (_, gun) = piece.arms.guns[number];
                let hit =
                    piece.arms.skill - foe.target.defense - distance_penalty(gun.range, near) + gun.accuracy - cover;
                let worth = moves * chance(hit) * piece.deals[at][number];
                aims.push((foe.stand.spot.point, worth));
            }
            let degrees = battle.setup.rules.overwatch_arc;
            if let Some((facing, worth)) = best_arc(piece, &aims, degrees) {
                offer(Action::Overwatch { weapon, facing, payer: unit }, liking * worth - price);
            }
        }
        // Braced where somebody will come to fight.
        if piece.arms.fist.is_some() && !self.forgoes(tactics::COMBAT_READY) {
            aims.clear();
            for (at, foe) in foes.iter().enumerate() {
                let distance = battle.setup.field.distance(&piece.stand, &foe.stand);
                let Some((skill, _)) = piece.arms.fist else { break };
                let comes = foe.arms.fist.is_some() && foe.arms.guns.is_empty() && distance <= 1.5 * foe.movement;
                if comes && !foe.base {
                    let worth = MOVES * chance(skill - foe.target.defense) * piece.blows[at];
                    aims.push((foe.stand.spot.point, worth));
                }
            }
            if let Some((facing, worth)) = best_arc(piece, &aims, battle.setup.rules.combat_ready_arc) {
                offer(Action::CombatReady { facing, payer: unit }, 1.5 * liking * worth - price);
            }
        }
        best
    }

    /// Suppressing Fire of the squad, where that is worth more than what its members would do else: `other` at best each.
    pub(super) fn suppress(&mut self, battle: &Battle<'_>, other: f64) -> Option<Choice> {
        let activation = battle.activation?;
        let side = battle.active;
        let unit = battle.unit(side, activation.unit);
        if self.forgoes(tactics::SUPPRESSING_FIRE) {
            return None;
        }
        if !unit.squad || self.weights.stance_share < 0.01 || activation.suppressed_fire || activation.to_act.len() < 2
        {
            return None;
        }
        let leader = unit.leader;
        let pays = payer(battle, leader)?;
        let enemy = side.other();
        let price = self.stance_price(battle, pays);
        let liking = if self.weights.suppress_first >= 0.5 { LIKED } else { 1.0 };
        let able = |model: &FigureId| battle.may_suppress_somewhere(*model, pays);
        let able: FigureSet = members(side, activation.to_act).filter(able).collect();
        let mut best: Option<(Choice, f64)> = None;
        for target in members(enemy, battle.force(enemy).shown()) {
            let centre = battle.centre_on(target);
            let group: FigureSet = members(side, able).filter(|model| battle.sees_place(*model, centre)).collect();
            if group.len() < battle.setup.rules.suppress_min_models {
                continue;
            }
            let reach = battle.template_radius(group.len()) + battle.radius(target);
            let mut worth = 0.0;
            for foe in members(enemy, battle.force(enemy).shown()) {
                let at = battle.figure(foe).at.point;
                if at.distance(centre.point) > reach || battle.engaged(foe) {
                    continue;
                }
                let mut most = 0.0_f64;
                for by in members(side, group) {
                    let Some(weapon) = battle.usable_weapons(by).find(|gun| battle.weapon(*gun).aoe == 0.0) else {
                        continue;
                    };
                    let distance = battle.distance(by, foe);
                    let mode = AttackMode::Suppressing;
                    let numbers = battle.attack_numbers(by, foe, weapon, mode, distance, Cover::NONE);
                    most = most.max(self.worth_of(battle, foe, &self.blow_of(battle, foe, &numbers)));
                }
                worth += ACTS * FORESTALLED * most;
            }
            let worth = liking * worth - price - other * f64::from(group.len().min(3)) * 0.75;
            let first = members(side, group).next()?;
            if worth > 0.0 && best.is_none_or(|(_, known)| worth > known) {
                let action = Action::Suppress { group, centre, payer: pays };
                best = Some((Choice::Act { model: first, action }, worth));
            }
        }
        best.map(|(choice, _)| choice)
    }
}

/// The axis of the arc in which most is to be had by one shot, with that.
fn best_arc(piece: &Piece<'_>, aims: &[(Point, f64)], degrees: f64) -> Option<(Facing, f64)> {
    let from = piece.stand.spot.point;
    let mut best: Option<(Facing, f64)> = None;
    for (point, _) in aims {
        let Some(facing) = Facing::along(*point - from) else { continue };
        let arc = Field::arc(&piece.stand, facing, degrees);
        // One shot; but the more may come, the likelier somebody does.
        let inside = || aims.iter().filter(|(other, _)| arc.contains(*other)).map(|(_, worth)| *worth);
        let more = inside().count().saturating_sub(1) as f64;
        let worth = inside().fold(0.0, f64::max) * (1.0 + MORE * more).min(MOST_MORE);
        if best.is_none_or(|(_, known)| worth > known) {
            best = Some((facing, worth));
        }
    }
    best
}
