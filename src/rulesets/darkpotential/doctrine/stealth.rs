//! Models in stealth: when they show themselves and hide again, which base is real, which ones go; and the search for the enemy's.

use super::super::choices::{Action, Choice};
use super::super::state::{Battle, FigureId, NOBODY, members, side_of};
use super::super::tactics;
use super::ScriptedPlayer;
use super::odds::chance as odds;
use crate::dice::{Dice, SeededDice};
use crate::game::Game;

/// Share of its worth that a model in stealth has to expect to remove when it shows itself to look for others.
const SEARCH: f64 = 0.3;

/// Inches that a way may be longer than it is straight.
const DETOUR: f64 = 1.5;

impl ScriptedPlayer {
    /// The real base, by lot.
    pub(super) fn real(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let hiding = battle.activation.map_or(battle.deployment.hiding, |now| now.hiding);
        if hiding == NOBODY {
            return battle.any_choice(chance);
        }
        let bases = battle.bases_of(hiding);
        let at = chance.pick(bases.len().max(1)) as usize;
        members(side_of(hiding), bases).nth(at).map_or(Choice::Pass, Choice::Real)
    }

    /// Step 1: hidden models stay so until they strike, unless they have to look for others that hide; models that have struck
    /// hide again where there is nobody to strike at.
    pub(super) fn stealth(&mut self, battle: &Battle<'_>) -> Choice {
        let Some(activation) = battle.activation else { return Choice::Pass };
        let side = battle.active;
        for model in members(side, battle.living(side, activation.unit)) {
            if battle.is_hidden(model) {
                if self.shows_itself(battle, model) {
                    return Choice::Reveal(model);
                }
            } else if !self.forgoes(tactics::STEALTH)
                && battle.check_hide_again(model).is_ok()
                && self.hides_again(battle, model)
            {
                return Choice::Hide(model);
            }
        }
        Choice::Pass
    }

    /// Whether a hidden model shows itself as its activation begins: to strike where it cannot do so later, or to look for those
    /// that hide from it.
    fn shows_itself(&mut self, battle: &Battle<'_>, model: FigureId) -> bool {
        let (enemy, real) = (side_of(model).other(), battle.figure(model).real);
        let own_movement = battle.profile(model).movement;
        // When patience has run out, who is near enough to strike with a Move and a charge does.
        let reach = own_movement * (1.0 + battle.setup.rules.charge_factor) - DETOUR;
        let near = |other: FigureId| battle.distance(real, other) <= reach;
        let due = self.strikes && f64::from(battle.round()) > self.weights.stealth_patience;
        if due && members(enemy, battle.force(enemy).shown()).any(near) {
            return true;
        }
        // Everybody hides: somebody has to look, in a turn that nobody can tell. Whoever is found can be struck at once.
        if f64::from(battle.round()) < self.weights.stealth_patience || !self.is_bold {
            return false;
        }
        let perception = battle.profile(model).perception.unwrap_or_default();
        let reach = own_movement * (1.0 + battle.setup.rules.charge_factor);
        let mut worth = 0.0;
        for base in members(enemy, battle.force(enemy).bases()) {
            if battle.distance(real, base) <= reach
                && perception > 0
                && let Some(target) = battle.perception_target(real, base, false)
            {
                let hidden = battle.figure(base).model;
                let share = 1.0 / f64::from(battle.bases_of(hidden).len().max(1));
                worth += odds(target) * share * self.worth_of_blow(battle, model, hidden, false).1;
            }
        }
        worth > SEARCH / (1.0 + 0.5 * self.restless) * self.worth(battle, model)
    }

    /// Whether a model that has shown itself hides again: nobody is near enough to be struck, and it is not time to be bold.
    fn hides_again(&mut self, battle: &Battle<'_>, model: FigureId) -> bool {
        let enemy = side_of(model).other();
        let reach = battle.profile(model).movement * (1.0 + battle.setup.rules.charge_factor);
        let shown = || members(enemy, battle.force(enemy).shown());
        let in_reach = shown().any(|other| battle.distance(model, other) <= reach);
        // Where only hidden enemies are left somebody has to look for them.
        !in_reach && shown().next().is_some() && self.weights.stealth_patience >= 0.5
    }

    /// The next passive check: the nearest to find out, of the model that it is worth most to find.
    pub(super) fn observe(&mut self, battle: &Battle<'_>) -> Choice {
        let mut best: Option<(Choice, f64)> = None;
        battle.choices(&mut |choice| {
            let Choice::Observe { observer, base } = choice else { return };
            let skill = f64::from(battle.profile(observer).perception.unwrap_or_default());
            let steps = battle.distance(observer, base) / battle.setup.rules.perception_step;
            let worth = (skill - steps).max(1.0) * self.worth_of_finding(battle, base);
            if best.is_none_or(|(_, other)| worth > other) {
                best = Some((choice, worth));
            }
        });
        best.map_or(Choice::Pass, |(choice, _)| choice)
    }

    /// An active check of the base that is likeliest to be found out, with what it is worth.
    pub(super) fn look(&mut self, battle: &Battle<'_>, model: FigureId) -> Option<(Action, f64)> {
        if self.forgoes(tactics::SEARCHES) || battle.is_base(model) || battle.profile(model).perception.is_none() {
            return None;
        }
        let enemy = side_of(model).other();
        let mut best: Option<(Action, f64)> = None;
        for base in members(enemy, battle.force(enemy).bases()) {
            let Some(target) = battle.perception_target(model, base, true) else { continue };
            let worth = odds(target) * self.worth_of_finding(battle, base);
            if worth > 0.0 && best.is_none_or(|(_, other)| worth > other) {
                best = Some((Action::Look { base }, worth));
            }
        }
        best
    }

    /// A model that is attacked in stealth shows itself: it may live.
    pub(super) fn give_up(&mut self, battle: &Battle<'_>) -> Choice {
        battle.base_given_up().map_or(Choice::Pass, |base| Choice::Reveal(battle.figure(base).model))
    }

    /// The base that goes out of coherency: a false one, the farthest from the others.
    pub(super) fn coherency(&mut self, battle: &Battle<'_>) -> Choice {
        let mut best: Option<(Choice, f64)> = None;
        battle.choices(&mut |choice| {
            let Choice::Remove(base) = choice else { return };
            let model = battle.figure(base).model;
            let others = members(side_of(base), battle.bases_of(model));
            let far: f64 = others.map(|other| battle.distance(base, other)).sum();
            let worth = if battle.figure(model).real == base { -1.0 } else { far };
            if best.is_none_or(|(_, other)| worth > other) {
                best = Some((choice, worth));
            }
        });
        best.map_or(Choice::Pass, |(choice, _)| choice)
    }
}
