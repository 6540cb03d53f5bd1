//! What Command Dice are spent on.

use super::Script;
use crate::rulesets::chainsword::choices::{Choice, Use};
use crate::rulesets::chainsword::state::Battle;

/// Faces in the order in which they are spent: officers come on beside a Team.
const FACES: [u8; 4] = [2, 1, 4, 3];

impl Script {
    /// The next die, or the end of the Phase.
    pub(super) fn spend(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        for face in FACES.into_iter().filter(|face| battle.hand.offers(*face)) {
            let mut best: Option<(f64, Choice)> = None;
            battle.visit_uses(face, &mut |choice| {
                let worth = self.worth_of_use(battle, choice);
                if best.is_none_or(|(least, _)| worth > least) {
                    best = Some((worth, choice));
                }
            });
            if let Some((_, choice)) = best {
                return Some(choice);
            }
        }
        Some(Choice::Pass)
    }

    /// What it is worth to spend a die so.
    fn worth_of_use(&self, battle: &Battle<'_>, choice: Choice) -> f64 {
        match choice {
            Choice::Spend { on: Use::Team(team), .. } => self.prospect(battle, team).worth,
            Choice::Spend { on: Use::Squad(squad), .. } => {
                let teams = battle.teams_on_a_two(battle.active, squad);
                teams.members(battle.active).map(|team| self.prospect(battle, team).worth).sum()
            }
            _ => 0.0,
        }
    }
}
