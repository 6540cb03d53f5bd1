//! Hidden markers: which are rolled for.

use super::ScriptedPlayer;
use crate::dice::SeededDice;
use crate::game::Game;
use crate::rulesets::hexcommand::choices::Choice;
use crate::rulesets::hexcommand::state::Battle;

impl ScriptedPlayer {
    /// The nearest marker that has not been rolled for: a roll costs nothing.
    pub(super) fn spot(&mut self, battle: &Battle<'_>, _chance: &mut SeededDice) -> Choice {
        let side = battle.decider;
        let mut best: Option<(u16, Choice)> = None;
        battle.choices(&mut |choice| {
            let Choice::Spot { unit } = choice else { return };
            // Seen from the marker, whoever looks out for it is its enemy.
            let range = battle.nearest_enemy(side.other(), battle.unit(unit).hex).unwrap_or(u16::MAX);
            if best.is_none_or(|(known, _)| range < known) {
                best = Some((range, choice));
            }
        });
        best.map_or(Choice::Done, |(_, choice)| choice)
    }
}
