//! Orders of officers.

use super::Script;
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::orders_step::Order;
use crate::rulesets::chainsword::state::{Battle, members, side_of};

impl Script {
    /// The next order, or none.
    pub(super) fn order(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let officer = battle.orders?.officer;
        let side = side_of(officer);
        let idle = members(side, battle.force(side).alive()).filter(|team| *team != officer);
        let mut orders = idle.map(|team| Choice::Order(Order::Activate(team)));
        orders.find(|choice| self.allows(battle, *choice)).or(Some(Choice::Pass))
    }
}
