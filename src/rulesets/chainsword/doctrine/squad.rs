//! Which Team of a Squad is next, and where it comes on.

use super::Script;
use crate::dice::SeededDice;
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::state::{Battle, members};

impl Script {
    /// The next Team of the Squad.
    pub(super) fn squad(&mut self, battle: &Battle<'_>, _: &mut SeededDice) -> Option<Choice> {
        let troop = battle.troop?;
        let able = |team: &u8| battle.may_activate(*team).is_ok();
        let next = members(troop.side, troop.left).find(able).map(Choice::Activate);
        next.filter(|choice| self.allows(battle, *choice)).or_else(|| {
            let mut first = None;
            battle.visit_troop(&mut |choice| {
                if choice != Choice::Pass && first.is_none() {
                    first = Some(choice);
                }
            });
            first
        })
    }
}
