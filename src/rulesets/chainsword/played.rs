//! What whole games owe: random and scripted players over all lists, battlefields and scenarios, under random switches.

use super::Chainsword;
use super::army::UnitType;
use super::codex::Codex;
use crate::game::contract::games::{PlayedRuleset, game_contract};
use crate::game::{Catalogue, CodexFile, Override, Side, SideState, UnitDoc};

impl PlayedRuleset for Chainsword {
    const VALUES: &'static [(&'static str, &'static [&'static str])] = &[("max-phases", &["12"])];

    const SCENARIO_WITHOUT_POINTS: &'static str = "patrol";

    const WITHOUT_POINTS: &'static [(&'static str, i64)] =
        &[("codex.support-rolls.patrol.pip", 1), ("rules.army-size", 2000)];

    fn price(unit: &UnitDoc, factor: f64) -> Override {
        let codex = Codex::built_in();
        let kind =
            codex.unit_type((0..codex.size()).find(|at| codex.key(*at) == unit.name).expect("it is in the codex"));
        let table = match (kind, kind.rank()) {
            (UnitType::Vehicle(_), _) => "vehicles",
            (UnitType::Fighter(_), Some(_)) => "officers",
            (UnitType::Fighter(_), None) => "units",
        };
        Override { key: format!("codex.{table}.{}.cost", unit.name), value: (unit.cost * factor).round().into() }
    }

    fn side_state(battle: &Self::Battle<'_>, side: Side) -> SideState {
        battle.side_state(side)
    }
}

game_contract! {
    Chainsword;
    drawn_games_never_break_the_state: 12;
    scripts_keep_to_every_rule: 12;
    dice_luck_has_mean_zero: 100;
}
