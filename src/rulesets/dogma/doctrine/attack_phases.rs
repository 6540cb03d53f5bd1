//! Attacks (D-11, D-12): the Ranged phase by a plan, made anew when somebody without a target may have got one; the Close
//! phase by the surest kills, traps first.

use crate::rulesets::dogma::tactics;
use arrayvec::ArrayVec;

use super::ScriptedPlayer;
use super::evaluation::Evaluation;
use super::observation::{Foe, Friend};
use crate::rulesets::dogma::choices::{Attack, Choice, Target};
use crate::rulesets::dogma::odds::SUPPORTERS;
use crate::rulesets::dogma::recoil::Recoil;
use crate::rulesets::dogma::state::{Battle, ElementId, MOST_ELEMENTS, UnitSet, bit, members, side_of};

/// Share of the target's worth that it is worth to throw it back.
const THROWN_BACK: f64 = 0.05;

/// Share of what an Element could do elsewhere that its use as a supporter has to bring.
const ELSEWHERE: f64 = 0.6;

/// The ranged attacks of a turn.
#[derive(Clone, Debug, Default)]
pub struct Salvo {
    /// The best last.
    attacks: ArrayVec<Attack, MOST_ELEMENTS>,
    /// The enemies on the table for whom they were planned.
    enemies: UnitSet,
}

impl ScriptedPlayer {
    /// The next choice of the Ranged phase.
    pub(super) fn shoot(&mut self, battle: &Battle<'_>) -> Choice {
        let side = battle.active;
        let force = battle.force(side);
        let unsure = force.table & force.shaken & !force.passed & !force.failed;
        if let Some(element) = members(side, unsure).find(|element| battle.check_shooter(*element).is_ok()) {
            return Choice::Check { element };
        }
        let enemies = battle.force(side.other()).table;
        if self.enter(battle) || enemies.meets(!self.salvo.enemies) {
            self.take_aim(battle, enemies);
        }
        // Whoever is destroyed opens lines for those who had none.
        if self.salvo.attacks.is_empty() && enemies != self.salvo.enemies && self.may_aim(battle) {
            self.take_aim(battle, enemies);
        }
        // Lines of sight stay open as long as nobody comes to the table; a gun may have lost the right to fire.
        while let Some(attack) = self.salvo.attacks.pop() {
            if battle.check_guns(&attack).is_ok() {
                debug_assert_eq!(battle.check_fire(&attack), Ok(()));
                return Choice::Fire(attack);
            }
        }
        Choice::EndRanged
    }

    /// Plans the attacks of the phase. They stay legal as long as nobody comes to the table.
    fn take_aim(&mut self, battle: &Battle<'_>, enemies: UnitSet) {
        self.aim(battle, battle.active, true);
        self.salvo.enemies = enemies;
        self.salvo.attacks.clear();
        self.plan.attacks(&self.observation, &mut self.salvo.attacks);
    }

    /// Whether somebody has not fired who has an enemy in reach that was not fired at.
    fn may_aim(&self, battle: &Battle<'_>) -> bool {
        let targets = self.observation.foes.iter().filter(|foe| {
            let force = battle.force(side_of(foe.id));
            (force.table & !force.attacked & !force.engaged).contains(foe.id)
        });
        let near = |friend: &Friend, foe: &Foe| {
            let reach = friend.range + 1.42 * self.observation.base;
            (foe.base.centre - friend.base.centre).length_squared() <= reach * reach
        };
        let idle = |friend: &&Friend| battle.check_shooter(friend.id).is_ok();
        self.observation.friends.iter().filter(idle).any(|friend| targets.clone().any(|foe| near(friend, foe)))
    }

    /// The next choice of the Close phase.
    pub(super) fn fight(&mut self, battle: &Battle<'_>) -> Choice {
        if battle.force(battle.active).engaged.is_empty() {
            return Choice::EndClose;
        }
        self.look(battle, battle.active);
        self.evaluation(battle).best_fight().map_or(Choice::EndClose, Choice::Fight)
    }
}

impl Evaluation<'_, '_> {
    /// The close attack that is worth most.
    fn best_fight(&self) -> Option<Attack> {
        let mut best: Option<(f64, Attack)> = None;
        for index in 0..self.observation.foes.len() {
            let target = Target::Element(self.observation.foes[index].id);
            let side = self.observation.side;
            for attacker in members(side, self.battle.fighters_at(target)) {
                let (worth, attack) = self.fight_of(attacker, index);
                if best.is_none_or(|(other, _)| worth > other) {
                    best = Some((worth, attack));
                }
            }
        }
        best.map(|(_, attack)| attack)
    }

    /// The best use of supporters in an attack, and what it is worth beyond what those who take part could do elsewhere.
    fn fight_of(&self, attacker: ElementId, index: usize) -> (f64, Attack) {
        let foe = &self.observation.foes[index];
        let target = Target::Element(foe.id);
        let mut attack = Attack::new(attacker, target);
        let mut worth = self.kill(attacker, index, 0) - ELSEWHERE * self.elsewhere(attacker, index);
        let mut left = self.battle.backers(attacker, target);
        let most = if self.without.has(tactics::SUPPORTS) { 0 } else { self.battle.most_supporters() };
        for supporters in 1..=most.min(SUPPORTERS - 1) {
            let loss = |one: ElementId| self.elsewhere(one, index);
            let next = members(self.observation.side, left).min_by(|a, b| loss(*a).total_cmp(&loss(*b)));
            let Some(next) = next else { break };
            let gain = self.kill(attacker, index, supporters) - self.kill(attacker, index, supporters - 1);
            let gain = gain - ELSEWHERE * loss(next);
            if gain <= 0.0 {
                break;
            }
            worth += gain;
            attack = attack.with(next);
            left &= !bit(next);
        }
        (worth, attack)
    }

    /// FP that a close attack destroys, by exact expectation, and a little for throwing back.
    fn kill(&self, attacker: ElementId, index: usize, supporters: usize) -> f64 {
        let foe = &self.observation.foes[index];
        let (charge, flanked) = self.battle.charge(attacker, foe.id, supporters as u32);
        let kind = self.battle.element(attacker).kind;
        let kill = match charge.recoil {
            Recoil::Fatal => 1.0,
            Recoil::Survived => self.battle.setup.odds.pairing(kind, foe.kind).close[usize::from(flanked)][supporters],
        };
        foe.worth * (kill + THROWN_BACK * (1.0 - kill))
    }

    /// The most that an Element could destroy by attacking another enemy.
    fn elsewhere(&self, element: ElementId, not: usize) -> f64 {
        let foes = (0..self.observation.foes.len()).filter(|index| *index != not);
        let near = foes.filter(|index| {
            self.battle.shared_edge(element, self.observation.foes[*index].id).is_some()
                && !self.observation.foes[*index].attacked
        });
        near.filter(|index| !self.observation.foes[*index].air)
            .map(|index| self.kill(element, index, 0))
            .fold(0.0, f64::max)
    }
}
