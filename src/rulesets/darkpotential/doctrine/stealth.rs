//! Models in stealth: when they show themselves and hide again, which base is real, which ones go; and the search for the enemy's.

use super::super::choices::Choice;
use super::super::state::{Battle, NOBODY, members, side_of};
use super::ScriptedPlayer;
use super::odds::chance as odds;
use crate::dice::{Dice, SeededDice};
use crate::game::Game;

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

    /// Step 1: hidden models stay so until they strike.
    pub(super) fn stealth(&mut self, _: &Battle<'_>) -> Choice {
        Choice::Pass
    }

    /// The next passive check: the one with the best chance.
    pub(super) fn observe(&mut self, battle: &Battle<'_>) -> Choice {
        let mut best: Option<(Choice, f64)> = None;
        battle.choices(&mut |choice| {
            let Choice::Observe { observer, base } = choice else { return };
            let found = odds(battle.perception_target(observer, base, false).unwrap_or(0));
            let worth = found * self.worth_of_finding(battle, base);
            if best.is_none_or(|(_, other)| worth > other) {
                best = Some((choice, worth));
            }
        });
        best.map_or(Choice::Pass, |(choice, _)| choice)
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
