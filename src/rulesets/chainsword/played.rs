//! What whole games owe: random and scripted players over all lists, battlefields and scenarios, under random switches.

use super::Chainsword;
use super::choices::Choice;
use super::fuzz::{check_change, check_state};
use super::state::Battle;
use crate::game::contract::games::{PlayedRuleset, game_contract};

impl PlayedRuleset for Chainsword {
    const VALUES: &'static [(&'static str, &'static [&'static str])] = &[("max-phases", &["12"])];

    const SCENARIO_WITHOUT_POINTS: &'static str = "patrol";

    const WITHOUT_POINTS: &'static [(&'static str, i64)] = &[("codex.support-rolls.patrol.pip", 1)];

    fn check_state(battle: &Battle<'_>) {
        check_state(battle);
    }

    fn check_change(before: &Battle<'_>, _: Choice, after: &Battle<'_>) {
        check_change(before, after);
    }
}

game_contract! {
    Chainsword;
    drawn_games_never_break_the_state: 12;
    scripts_keep_to_every_rule: 12;
    dice_luck_has_mean_zero: 100;
}
