//! What it is worth to lose a model or to remove it, in points of value, and what attacks are worth by exact odds.

use super::super::attack_step::AttackMode;
use super::super::codex::WeaponKind;
use super::super::combat::Cover;
use super::super::doctrine_book::Quarry;
use super::super::rules::AttritionWeight;
use super::super::state::{Battle, FigureId, Stance, members, side_of};
use super::ScriptedPlayer;
use super::odds::Blow;

/// Share of a model's worth that goes with its last wound; the rest goes wound by wound.
const LIFE: f64 = 0.5;

/// How much more a model is worth than its value for its Leadership and points, and for a weapon that others may take over.
const COMMANDER: f64 = 1.25;
const SPECIAL: f64 = 1.15;

/// Share of a model's worth that its next activation is, and of that what suppression costs.
const ACTIVATION: f64 = 0.35;
const SHAKEN: f64 = 0.7;

/// Share of an activation that it is to have ended a stance.
const OPENED: f64 = 0.45;

/// How much more heads are worth to who goes for them.
const HEADS: f64 = 2.5;

/// Range from which a weapon makes its bearer a head.
const LONG: f64 = 16.0;

/// Share of a hidden model's worth that it is to have found it.
const FOUND: f64 = 0.35;

impl ScriptedPlayer {
    /// Whether a model is one of those that head-hunters go for.
    pub(super) fn is_head(&self, battle: &Battle<'_>, model: FigureId) -> bool {
        self.weights.quarry == Quarry::Heads
            && (battle.profile(model).commander
                || battle.weapons(model).any(|(_, weapon)| weapon.kind == WeaponKind::Ranged && weapon.range >= LONG))
    }

    /// What a fresh model of its kind is worth.
    pub(super) fn worth(&self, battle: &Battle<'_>, model: FigureId) -> f64 {
        let (figure, profile) = (battle.figure(model), battle.profile(model));
        let mut worth = profile.value;
        if profile.commander {
            worth *= COMMANDER;
        }
        if figure.specials != 0 {
            worth *= SPECIAL;
        }
        // Near the cap wounds count, whoever has them.
        let wounds = match battle.setup.rules.attrition_weight {
            AttritionWeight::Wounds => f64::from(profile.wounds) * self.wound_worth[side_of(model).index()],
            AttritionWeight::Value => profile.value,
        };
        worth + self.late * (wounds - worth)
    }

    /// The same with what the quarry of the doctrine adds to it.
    fn prize(&self, battle: &Battle<'_>, model: FigureId) -> f64 {
        let wanted = side_of(model) != battle.decider && self.is_head(battle, model);
        self.worth(battle, model) * if wanted { HEADS } else { 1.0 }
    }

    /// Share of a model's worth that goes with its last wound. At the cap nobody asks who lives.
    fn life(&self) -> f64 {
        LIFE * (1.0 - self.late)
    }

    /// What goes with so many wounds of a model.
    pub(super) fn loss(&self, battle: &Battle<'_>, model: FigureId, lost: f64) -> f64 {
        let (left, full) = (f64::from(battle.figure(model).wounds), f64::from(battle.profile(model).wounds));
        let life = self.life();
        let last = if lost >= left { life } else { 0.0 };
        self.prize(battle, model) * ((1.0 - life) * lost.min(left) / full + last)
    }

    /// What an attack is worth that does this to a model on average.
    pub(super) fn worth_of(&self, battle: &Battle<'_>, model: FigureId, blow: &Blow) -> f64 {
        let full = f64::from(battle.profile(model).wounds);
        let life = self.life();
        let wounds = self.prize(battle, model) * ((1.0 - life) * blow.lost / full + life * blow.removed);
        let nerve = if battle.own_force(model).failed.contains(model) {
            0.0 // it rolls no more in this turn
        } else {
            blow.shaken * self.worth_of_nerve(battle, model)
        };
        let stance = match battle.figure(model).stance {
            Stance::None => 0.0,
            // Who comes next finds the way open.
            _ => blow.hit * OPENED * self.weights.pair * ACTIVATION * self.worth(battle, model),
        };
        wounds + nerve + stance
    }

    /// What it is worth that a model is not suppressed.
    pub(super) fn worth_of_nerve(&self, battle: &Battle<'_>, model: FigureId) -> f64 {
        let force = battle.own_force(model);
        let already = force.suppressed.contains(model) || force.suppressed_later.contains(model);
        if already { 0.0 } else { SHAKEN * ACTIVATION * self.worth(battle, model) }
    }

    /// What it is worth to hit somebody, beyond the hit roll.
    pub(super) fn worth_of_a_hit(&self, battle: &Battle<'_>, attacker: FigureId, target: FigureId, weapon: u8) -> f64 {
        let mode = if battle.weapon(weapon).kind == WeaponKind::Close { AttackMode::Close } else { AttackMode::Aimed };
        let mut numbers = battle.attack_numbers(attacker, target, weapon, mode, 0.0, Cover::NONE);
        numbers.hit = i32::from(u8::MAX);
        let blow = self.blow_of(battle, target, &numbers);
        self.worth_of(battle, target, &blow)
    }

    /// What it is worth to find what is under a base of the enemy.
    pub(super) fn worth_of_a_find(&self, battle: &Battle<'_>) -> f64 {
        let Some(check) = battle.check else { return 0.0 };
        self.worth_of_finding(battle, check.base)
    }

    /// The same of any base: each of a set is as likely to be the real one.
    pub(super) fn worth_of_finding(&self, battle: &Battle<'_>, base: FigureId) -> f64 {
        let model = battle.figure(base).model;
        let bases = f64::from(battle.bases_of(model).len().max(1));
        FOUND
            * (0.5 + 0.5 * self.weights.pair)
            * self.prize(battle, model)
            * (1.0 / bases + 0.5 * (1.0 - 1.0 / bases) / bases)
    }

    /// What an attack with these numbers does to a model.
    pub(super) fn blow_of(
        &self,
        battle: &Battle<'_>,
        target: FigureId,
        numbers: &super::super::combat::Attack,
    ) -> Blow {
        Blow::of(numbers, battle.figure(target).wounds.into(), battle.setup.rules.wounds_base)
    }

    /// What one wound of a side is worth on average.
    pub(super) fn note_wounds(&mut self, battle: &Battle<'_>) {
        for side in crate::game::Side::BOTH {
            let all = || members(side, battle.force(side).all_models());
            let value: f64 = all().map(|model| battle.profile(model).value).sum();
            let wounds: f64 = all().map(|model| f64::from(battle.profile(model).wounds)).sum();
            self.wound_worth[side.index()] = value / wounds.max(1.0);
        }
    }
}
