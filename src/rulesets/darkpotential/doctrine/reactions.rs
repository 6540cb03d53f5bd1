//! The enemy's turn: Overwatch, Suppressing Fire, charges in reaction, free attacks. And what falls due in attacks.

use super::super::attack_step::AttackMode;
use super::super::choices::{Choice, Way};
use super::super::codex::WeaponKind;
use super::super::combat::Cover;
use super::super::movement::MoveKind;
use super::super::state::{Battle, FigureId, Stance, bit, members, side_of};
use super::super::tactics;
use super::ScriptedPlayer;
use super::odds::Blow;
use crate::game::Game;
use crate::tabletop::plane::Spot;

/// Share of what a model is worth that a shot in reaction has to be worth, if more enemies are still to move.
const LEAST_SHOT: f64 = 0.09;

impl ScriptedPlayer {
    /// The best reaction to a movement, wherever on its way, or none.
    pub(super) fn react(&mut self, battle: &Battle<'_>) -> Choice {
        let Some(movement) = battle.movement() else { return Choice::Pass };
        let mover = movement.figure;
        let mut best = (Choice::Pass, self.least_shot(battle, mover));
        battle.choices(&mut |choice| {
            let Choice::React { by, point, template } = choice else { return };
            let worth = self.worth_of_shot_at(battle, by, mover, movement.place(point), template.is_some());
            // Of equal points the first: the shot may stop it.
            if worth > best.1 + 1e-9 {
                best = (choice, worth);
            }
        });
        best.0
    }

    /// What a shot has to be worth: nothing where nobody else is still to come.
    fn least_shot(&self, battle: &Battle<'_>, mover: FigureId) -> f64 {
        let more_to_come = battle.to_activate() != 0;
        if more_to_come { LEAST_SHOT * self.worth(battle, battle.figure(mover).model) } else { 0.0 }
    }

    /// What a shot in reaction is worth.
    fn worth_of_shot_at(&self, battle: &Battle<'_>, by: FigureId, target: FigureId, at: Spot, template: bool) -> f64 {
        if battle.is_base(target) {
            // DP-STL-12: a false base goes, or the model is shown.
            return self.worth_of_finding(battle, target);
        }
        let (weapon, mode) = match battle.figure(by).stance {
            Stance::Overwatch { weapon, .. } if !template => (weapon, AttackMode::Overwatch),
            Stance::Suppressing { weapon } if template => (weapon, AttackMode::Suppressing),
            _ => return 0.0,
        };
        let cover = battle.cover_at(by, target, at).unwrap_or(Cover::NONE);
        let distance = battle.setup.field.distance(&battle.stand(by), &battle.stand_at(target, at));
        let numbers = battle.attack_numbers(by, target, weapon, mode, distance, cover);
        let blow = self.blow_of(battle, target, &numbers);
        self.worth_of(battle, target, &blow)
    }

    /// Suppressing Fire at who acts: by the one who hits best.
    pub(super) fn answer(&mut self, battle: &Battle<'_>) -> Choice {
        let Some(activation) = &battle.activation else { return Choice::Pass };
        let side = battle.active;
        let Some(model) = members(side, activation.exposed & battle.force(side).present).next() else {
            return Choice::Pass;
        };
        let mut best = (Choice::Pass, 0.0);
        battle.choices(&mut |choice| {
            let Choice::React { by, .. } = choice else { return };
            let worth = self.worth_of_shot_at(battle, by, model, battle.figure(model).at, true);
            if worth > best.1 + 1e-9 {
                best = (choice, worth);
            }
        });
        best.0
    }

    /// The best charge of a model that is Combat Ready at who moved up.
    pub(super) fn reaction_charge(&mut self, battle: &Battle<'_>) -> Choice {
        let Some(movement) = battle.movement().filter(|_| !self.forgoes(tactics::CHARGES)) else { return Choice::Pass };
        let (mover, own) = (movement.figure, battle.decider);
        let mut best = (Choice::Pass, 0.0);
        for by in members(own, movement.in_arc & battle.force(own).shown()) {
            let here = battle.figure(by).at;
            // Who is in contact already had better stay where it is.
            let at = if battle.touches(battle.stand(by), battle.stand(mover)) {
                Some(here)
            } else {
                battle.approach(by, mover, battle.allowance(by, MoveKind::Reaction))
            };
            let Some(at) = at else { continue };
            let worth = self.worth_of_blow(battle, by, mover, false).1 - 1e-3 * here.point.distance(at.point);
            let choice = Choice::Charge { by, way: Way::straight(at) };
            if worth > best.1 + 1e-9 && battle.check(choice).is_ok() {
                best = (choice, worth);
            }
        }
        best.0
    }

    /// A free attack: by the one who strikes best, as long as there is one.
    pub(super) fn free_attack(&mut self, battle: &Battle<'_>) -> Choice {
        let Some(movement) = battle.movement() else { return Choice::Pass };
        let mover = movement.figure;
        let mut best = (Choice::Pass, -1.0);
        battle.choices(&mut |choice| {
            let Choice::FreeAttack(by) = choice else { return };
            let worth = self.worth_of_blow(battle, by, mover, true).1;
            if worth > best.1 {
                best = (choice, worth);
            }
        });
        best.0
    }

    /// The best attack at the end of a charge.
    pub(super) fn strike(&mut self, battle: &Battle<'_>) -> Choice {
        let Some(movement) = battle.movement() else { return Choice::Pass };
        let striker = movement.figure;
        let mut best = (Choice::Pass, -1.0);
        battle.choices(&mut |choice| {
            let Choice::Strike { weapon, target } = choice else { return };
            let worth = self.worth_of_blow_with(battle, striker, target, weapon, false);
            if worth > best.1 {
                best = (choice, worth);
            }
        });
        best.0
    }

    /// What a model does to another one with its best weapon in contact: the weapon, and what that is worth.
    pub(super) fn worth_of_blow(
        &self,
        battle: &Battle<'_>,
        by: FigureId,
        target: FigureId,
        free: bool,
    ) -> (Option<u8>, f64) {
        let Some(weapon) = battle.best_close_weapon(by) else { return (None, 0.0) };
        (Some(weapon), self.worth_of_blow_with(battle, by, target, weapon, free))
    }

    fn worth_of_blow_with(&self, battle: &Battle<'_>, by: FigureId, target: FigureId, weapon: u8, free: bool) -> f64 {
        self.worth_of(battle, target, &self.blow_with(battle, by, target, weapon, free))
    }

    /// What a weapon does to a model in contact.
    pub(super) fn blow_with(
        &self,
        battle: &Battle<'_>,
        by: FigureId,
        target: FigureId,
        weapon: u8,
        free: bool,
    ) -> Blow {
        let mode = if free { AttackMode::Free } else { AttackMode::Close };
        let numbers = battle.attack_numbers(by, target, weapon, mode, 0.0, Cover::NONE);
        self.blow_of(battle, target, &numbers)
    }

    /// The weapon of a participant in Suppressing Fire: that of the longest range, areas left out.
    pub(super) fn declare(&mut self, battle: &Battle<'_>) -> Choice {
        let mut best: Option<(Choice, f64)> = None;
        battle.choices(&mut |choice| {
            let Choice::Declare { weapon, .. } = choice else { return };
            let weapon = battle.weapon(weapon);
            let worth = f64::from(weapon.strength + weapon.accuracy) + 0.1 * weapon.range - 10.0 * weapon.aoe;
            if best.is_none_or(|(_, other)| worth > other) {
                best = Some((choice, worth));
            }
        });
        best.map_or(Choice::Pass, |(choice, _)| choice)
    }

    /// Whose roll comes next: of the enemy who is worth most, of the own side who is worth least.
    pub(super) fn next_roll(&mut self, battle: &Battle<'_>) -> Choice {
        let mut best: Option<(Choice, f64)> = None;
        battle.choices(&mut |choice| {
            let Choice::Next(model) = choice else { return };
            let worth = self.worth(battle, model);
            if best.is_none_or(|(_, other)| worth > other) {
                best = Some((choice, worth));
            }
        });
        best.map_or(Choice::Pass, |(choice, _)| choice)
    }

    /// Who takes over a weapon of the dead: the one who is worth least, and stands nearest to where it was.
    pub(super) fn pick_up(&mut self, battle: &Battle<'_>) -> Choice {
        let Some(dead) = battle.carrier() else { return Choice::Pass };
        let ranged = battle
            .weapons(dead)
            .any(|(at, weapon)| battle.figure(dead).specials >> at & 1 == 1 && weapon.kind == WeaponKind::Ranged);
        let side = side_of(dead);
        let leader = battle.unit(side, battle.figure(dead).unit).leader;
        let takers = battle.takers(dead);
        let able = |model: &FigureId| battle.profile(*model).ranged.is_some() && ranged;
        // The squad leader only where nobody else can.
        let others = takers & if leader == super::super::state::NOBODY { takers } else { !bit(leader) };
        let wanted = if others.is_empty() { takers } else { others };
        let cost = |model: &FigureId| self.worth(battle, *model) + 0.1 * battle.distance(*model, dead);
        let best = members(side, wanted).filter(able).min_by(|one, other| cost(one).total_cmp(&cost(other)));
        best.map_or(Choice::Pass, Choice::PickUp)
    }

    /// A new leader for a squad: who is in command range of most of it, and nobody's dear target.
    pub(super) fn leader(&mut self, battle: &Battle<'_>) -> Choice {
        let mut best: Option<(Choice, f64)> = None;
        battle.choices(&mut |choice| {
            let Choice::Leader(model) = choice else { return };
            let squad = battle.living(side_of(model), battle.figure(model).unit);
            let range = f64::from(battle.profile(model).leadership);
            let near = members(side_of(model), squad).filter(|other| battle.distance(model, *other) <= range).count();
            let special = if battle.figure(model).specials != 0 { 1.5 } else { 0.0 };
            let far: f64 = members(side_of(model), squad).map(|other| battle.distance(model, other)).sum();
            let worth = near as f64 - special - 0.02 * far;
            if best.is_none_or(|(_, other)| worth > other) {
                best = Some((choice, worth));
            }
        });
        best.map_or(Choice::Pass, |(choice, _)| choice)
    }
}
