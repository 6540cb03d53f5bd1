//! Orders of officers.

use super::Script;
use crate::rulesets::chainsword::choices::Choice;
use crate::rulesets::chainsword::orders_step::{Order, Orders};
use crate::rulesets::chainsword::state::{Battle, members, side_of};

/// Share of its value that it is worth to put an idle Team on Overwatch.
const WATCH: f64 = 0.06;

impl Script {
    /// The next order, or none: rally, send on, Overwatch, by what each is worth.
    pub(super) fn order(&mut self, battle: &Battle<'_>) -> Option<Choice> {
        let Orders { officer, .. } = battle.orders?;
        let side = side_of(officer);
        let mut best: Option<(f64, Choice)> = None;
        for team in members(side, battle.force(side).alive()).filter(|team| battle.in_command(officer, *team)) {
            let rally = self.worth_of_rally(battle, team);
            let idle = battle.may_activate(team).is_ok();
            let acts = if idle { self.prospect(battle, team).worth } else { 0.0 };
            let watches = if idle { WATCH * self.weights.overwatch * battle.worth_left(team) } else { 0.0 };
            // He gives orders before he goes anywhere himself.
            let acts = if team == officer { 0.25 * acts } else { acts };
            for (worth, order) in
                [(rally, Order::Rally(team)), (acts, Order::Activate(team)), (watches, Order::Overwatch(team))]
            {
                let choice = Choice::Order(order);
                if worth > 0.0 && best.is_none_or(|(least, _)| worth > least) && self.allows(battle, choice) {
                    best = Some((worth, choice));
                }
            }
        }
        best.map(|(_, choice)| choice).or(Some(Choice::Pass))
    }
}
