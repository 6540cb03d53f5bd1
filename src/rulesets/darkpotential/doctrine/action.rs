//! Step 5: who acts next, and how.

use super::super::attack_step::AttackMode;
use super::super::choices::{Action, Choice, Way};
use super::super::movement::MoveKind;
use super::super::state::{Battle, FigureId, members};
use super::ScriptedPlayer;
use super::movement::run;
use crate::dice::SeededDice;

impl ScriptedPlayer {
    /// The next action.
    pub(super) fn act(&mut self, battle: &Battle<'_>, _: &mut SeededDice) -> Choice {
        let Some(activation) = battle.activation else { return Choice::Pass };
        let mut best: Option<(Choice, f64)> = None;
        let mut offer = |model: FigureId, action: Action, worth: f64| {
            if best.is_none_or(|(_, other)| worth > other) {
                best = Some((Choice::Act { model, action }, worth));
            }
        };
        for model in members(battle.active, activation.to_act) {
            if battle.must_run(model) {
                let budget = battle.allowance(model, MoveKind::Second);
                if let Some(way) = run(battle, model, budget) {
                    return Choice::Act { model, action: Action::Move(way) };
                }
            }
            offer(model, Action::None, 0.0);
            self.visit_attacks(battle, model, &mut |action, worth| offer(model, action, worth));
            if battle.allowance(model, MoveKind::Second) > 0.0
                && let Some(way) = self.way_on(battle, model, battle.allowance(model, MoveKind::Second))
            {
                offer(model, Action::Move(way), 0.5 * self.weights.aggression);
            }
        }
        best.map_or(Choice::Pass, |(choice, _)| choice)
    }

    /// Shows the attacks that a model could make where it stands, with what they are worth.
    pub(super) fn visit_attacks(&self, battle: &Battle<'_>, model: FigureId, visit: &mut impl FnMut(Action, f64)) {
        if battle.is_base(model) {
            return;
        }
        let enemy = battle.active.other();
        for target in members(enemy, battle.force(enemy).shown()) {
            if let (Some(weapon), worth) = self.worth_of_blow(battle, model, target, false)
                && battle.check_fight(model, weapon, target).is_ok()
            {
                visit(Action::Fight { weapon, target }, worth);
                continue;
            }
            for weapon in battle.usable_weapons(model) {
                let Some(cover) = battle.cover(model, target) else { break };
                if battle.fought_by_friends_of(model, target) {
                    break;
                }
                let distance = battle.distance(model, target);
                let numbers = battle.attack_numbers(model, target, weapon, AttackMode::Aimed, distance, cover);
                let blow = self.blow_of(battle, target, &numbers);
                visit(Action::Shoot { weapon, target }, self.worth_of(battle, target, &blow));
            }
            let charge = battle.allowance(model, MoveKind::Charge);
            if battle.distance(model, target) <= charge
                && let Some(at) = battle.approach(model, target, charge)
            {
                visit(Action::Charge(Way::straight(at)), self.worth_of_blow(battle, model, target, false).1);
            }
        }
    }
}
