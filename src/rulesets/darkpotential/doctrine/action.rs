//! Step 5: who acts next, and how.

use arrayvec::ArrayVec;

use super::super::attack_step::AttackMode;
use super::super::choices::{Action, Choice, Way};
use super::super::codex::Weapon;
use super::super::combat::{Attack, distance_penalty};
use super::super::movement::MoveKind;
use super::super::state::{Battle, FigureId, WeaponSet, members};
use super::super::tactics;
use super::ScriptedPlayer;
use super::foes::{CERTAIN, Foes, foes};
use super::odds::chance;
use super::spot::Arrival;
use crate::dice::SeededDice;
use crate::tabletop::plane::Spot;

/// Share of a model's own worth below which an attack is weighed against a second move, and the least that is made at all.
const POOR: f64 = 0.12;
const LEAST: f64 = 0.004;

/// How much a shot comes before a charge of the same worth: contact bars further shots.
const SHOTS_FIRST: f64 = 1.5;

/// Share of its own worth that a model in stealth has to gain by showing itself.
const STRIKE: f64 = 0.12;

impl ScriptedPlayer {
    /// The next action: the best attack there is, then whoever has none.
    pub(super) fn act(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let Some(activation) = battle.activation else { return Choice::Pass };
        let side = battle.active;
        for model in members(side, activation.to_act).filter(|model| battle.must_run(*model)) {
            if let Some(way) = battle.first_run(model, battle.allowance(model, MoveKind::Second)) {
                return Choice::Act { model, action: Action::Move(way) };
            }
        }
        if let Some(choice) = self.come_out(battle) {
            return choice;
        }
        let (mut best, mut order): (Option<(FigureId, Action, f64)>, f64) = (None, f64::NEG_INFINITY);
        for model in members(side, activation.to_act) {
            self.visit_attacks(battle, model, &mut |action, worth| {
                let key = worth * if matches!(action, Action::Shoot { .. }) { SHOTS_FIRST } else { 1.0 };
                if key > order && worth > LEAST * self.worth(battle, model) {
                    (best, order) = (Some((model, action, worth)), key);
                }
            });
        }
        if let Some((model, action, worth)) = best
            && worth >= POOR * self.worth(battle, model)
        {
            if let Some(choice) = self.suppress(battle, worth) {
                return choice;
            }
            return Choice::Act { model, action };
        }
        if let Some(choice) = self.suppress(battle, 0.0) {
            return choice;
        }
        let way = |figure: &FigureId| self.ground.way(&self.to_enemy, battle.figure(*figure).at.point);
        let next = members(side, activation.to_act).min_by(|one, other| way(one).total_cmp(&way(other)));
        next.map_or(Choice::Pass, |model| Choice::Act { model, action: self.lesser_action(battle, model, chance) })
    }

    /// What a model does that has no good attack: a poor one, a second move, a stance, a look at a base, nothing.
    fn lesser_action(&mut self, battle: &Battle<'_>, model: FigureId, chance: &mut SeededDice) -> Action {
        let mut best = (Action::None, 0.0);
        self.visit_attacks(battle, model, &mut |action, worth| {
            if worth > best.1 {
                best = (action, worth);
            }
        });
        let mut all = Foes::new();
        foes(battle, battle.active, &mut all);
        let piece = self.piece(battle, model, &all);
        let budget = battle.allowance(model, MoveKind::Second);
        let go = |way: Way| Choice::Act { model, action: Action::Move(way) };
        if !self.forgoes(tactics::SECOND_MOVES)
            && battle.bond(model) == super::super::suppression::Bond::Free
            && let Some(found) = self.best_place(battle, &all, &piece, (budget, Arrival::Acts), go, chance)
            && let Choice::Act { action, .. } = found.choice
            && found.gain > best.1
        {
            best = (action, found.gain);
        }
        if let Some((action, worth)) = self.look(battle, model).filter(|(_, worth)| *worth > best.1) {
            best = (action, worth);
        }
        if let Some((action, worth)) = self.stance(battle, &all, &piece).filter(|(_, worth)| *worth > best.1) {
            best = (action, worth);
        }
        best.0
    }

    /// Shows the attacks that a model could make where it stands, with what they are worth.
    pub(super) fn visit_attacks(&self, battle: &Battle<'_>, model: FigureId, visit: &mut impl FnMut(Action, f64)) {
        if battle.is_base(model) || battle.activation.is_some_and(|now| now.reentered) {
            return;
        }
        let enemy = battle.active.other();
        let charge = battle.allowance(model, MoveKind::Charge);
        let bound = battle.bond(model) != super::super::suppression::Bond::Free;
        let weapons: ArrayVec<u8, { WeaponSet::BITS as usize }> = battle.usable_weapons(model).collect();
        for target in members(enemy, battle.force(enemy).shown()) {
            let distance = battle.distance(model, target);
            if distance <= charge.max(1.5)
                && let (Some(weapon), worth) = self.worth_of_blow(battle, model, target, false)
            {
                if battle.check_fight(model, weapon, target).is_ok() {
                    visit(Action::Fight { weapon, target }, worth);
                    continue;
                }
                if distance <= charge
                    && !bound
                    && !self.forgoes(tactics::CHARGES)
                    && let Some(at) = battle.approach(model, target, charge)
                {
                    visit(Action::Charge(Way::straight(at)), worth);
                }
            }
            if weapons.is_empty() || battle.fought_by_friends_of(model, target) {
                continue;
            }
            let Some(cover) = battle.cover(model, target) else { continue };
            for weapon in weapons.iter().copied() {
                let numbers = battle.attack_numbers(model, target, weapon, AttackMode::Aimed, distance, cover);
                let blow = self.blow_of(battle, target, &numbers);
                let area = self.worth_of_area(battle, target, weapon, blow.hit, distance);
                visit(Action::Shoot { weapon, target }, self.worth_of(battle, target, &blow) + area);
            }
        }
    }

    /// What a template does beside its target: to enemies near by, less what it does to friends, when it is on target and when it
    /// goes astray.
    fn worth_of_area(&self, battle: &Battle<'_>, target: FigureId, weapon: u8, hit: f64, distance: f64) -> f64 {
        let arm = battle.weapon(weapon);
        let Some(strength) = arm.strength_blast.filter(|_| arm.aoe > 0.0) else { return 0.0 };
        let rules = &battle.setup.rules;
        let at = battle.figure(target).at.point;
        let reach = 0.5 * arm.aoe + battle.radius(target);
        // Astray it comes down somewhere on a ring as wide as the dice say.
        let strays = 3.5 * (distance / rules.deviation_step).ceil().max(1.0);
        let mut worth = 0.0;
        for side in crate::game::Side::BOTH {
            for other in members(side, battle.force(side).shown()).filter(|other| *other != target) {
                let numbers = battle.target_of(other);
                let mut attack = Attack::close(rules, CERTAIN, arm, &numbers, false);
                attack.strength = strength - numbers.armor;
                let loss = self.worth_of(battle, other, &self.blow_of(battle, other, &attack));
                let off = battle.figure(other).at.point.distance(at);
                let touched = if off <= reach { hit } else { 0.0 };
                let stray = if (off - strays).abs() <= 2.0 * reach { (1.0 - hit) * 0.12 } else { 0.0 };
                let sign = if side == battle.active { -1.2 } else { 1.0 };
                worth += sign * (touched + stray) * loss;
            }
        }
        worth
    }

    /// A model in stealth shows itself to strike: by the base that is near enough to somebody worth it.
    fn come_out(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let activation = battle.activation?;
        let side = battle.active;
        let hidden = members(side, battle.living(side, activation.unit)).filter(|model| battle.is_hidden(*model));
        for model in hidden.filter(|model| battle.may_reveal_to_act(*model)) {
            let real = battle.figure(model).real;
            if !activation.to_act.contains(real) {
                continue;
            }
            let (worth, risk) = self.strike_from(battle, model, real, battle.allowance(model, MoveKind::Charge));
            // In a wave the enemy has others to shoot at.
            let risk = if self.strikes { 0.0 } else { risk };
            if worth - risk > STRIKE * self.worth(battle, model) {
                return Some(Choice::Reveal(model));
            }
        }
        None
    }

    /// What a strike by a model that leaves stealth at a base is worth, and what it risks.
    pub(super) fn strike_from(
        &mut self,
        battle: &Battle<'_>,
        model: FigureId,
        base: FigureId,
        reach: f64,
    ) -> (f64, f64) {
        let enemy = battle.active.other();
        let mut best = (0.0_f64, 0.0);
        for target in members(enemy, battle.force(enemy).shown()) {
            let distance = battle.distance(base, target);
            if distance > reach || battle.best_close_weapon(model).is_none() {
                continue;
            }
            let (_, worth) = self.worth_of_blow(battle, model, target, false);
            // The model may come into contact, its base may not.
            if worth <= best.0 {
                continue;
            }
            if let Some(at) = battle.approach_from(model, battle.figure(base).at, target, reach) {
                best = (worth, self.risk_at(battle, model, target, at, worth));
            }
        }
        best
    }

    /// What a model stands to lose in the enemy's turn that has struck at somebody in the open: if that one is gone, the others
    /// shoot.
    fn risk_at(&mut self, battle: &Battle<'_>, model: FigureId, target: FigureId, at: Spot, worth: f64) -> f64 {
        let mut all = Foes::new();
        foes(battle, battle.active, &mut all);
        let piece = self.piece(battle, model, &all);
        let there = battle.stand_at(model, at);
        let bare = (worth / self.worth(battle, target)).min(1.0);
        let mut lives = 1.0;
        for (number, foe) in all.iter().enumerate().filter(|(_, foe)| foe.figure != target && !foe.base) {
            let Some(cover) = battle.setup.field.sight(&foe.stand, &there, &[]) else { continue };
            let penalty = cover.penalty(&battle.setup.rules, 0);
            let distance = (battle.setup.field.distance(&foe.stand, &there) - foe.movement).max(0.0);
            let shot = |(at, (_, gun)): (usize, &(u8, &Weapon))| {
                let far = distance_penalty(gun.range, distance);
                let hit = foe.arms.skill - piece.target.defense - far + gun.accuracy - penalty;
                chance(hit) * piece.takes[number][at]
            };
            let most = foe.arms.guns.iter().enumerate().map(shot).fold(0.0, f64::max);
            lives *= 1.0 - (most / piece.worth).min(0.95);
        }
        piece.worth * bare * (1.0 - lives)
    }
}
