//! Before the first turn: the edge, and where everybody is put down.

use super::super::choices::Choice;
use super::super::field::BoardEdge;
use super::super::state::{Battle, members};
use super::ScriptedPlayer;
use crate::dice::{Dice, SeededDice};
use crate::game::Game;

impl ScriptedPlayer {
    /// An edge: on tables that are the same from both sides opposite ones are alike, so the choice is between two directions.
    pub(super) fn edge(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let edges = BoardEdge::ALL;
        let first = chance.pick(edges.len() as u32) as usize;
        let with_strips = (0..edges.len()).map(|at| edges[(first + at) % edges.len()]);
        let fits = |edge: &BoardEdge| battle.setup.field.has_strips(*edge);
        Choice::Edge(with_strips.into_iter().find(fits).unwrap_or(BoardEdge::South))
    }

    /// The next model, and where.
    pub(super) fn deploy(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        let side = battle.decider;
        let hides = |model: &u8| battle.check_hide(*model).is_ok() && self.weights.stealth_patience >= 0.5;
        if let Some(model) = members(side, battle.deployment.unplaced).find(hides) {
            return Choice::Hide(model);
        }
        battle.any_choice(chance)
    }

    /// Where the next base of a set goes.
    pub(super) fn place_base(&mut self, battle: &Battle<'_>, chance: &mut SeededDice) -> Choice {
        battle.any_choice(chance)
    }
}
