//! What whole games owe: random and scripted players over all lists, battlefields and scenarios, under random switches.

use super::DarkPotential;
use crate::game::contract::games::{PlayedRuleset, game_contract};
use crate::game::{Side, SideState};

impl PlayedRuleset for DarkPotential {
    const VALUES: &'static [(&'static str, &'static [&'static str])] = &[
        ("coherency-per-level", &["2", "4"]),
        ("cover-search-step", &["1"]),
        ("deployment-depth", &["6", "20"]),
        ("deviation-step", &["4", "12"]),
        ("free-attack-bonus", &["0", "4"]),
        ("regen-min", &["0", "2"]),
        ("round-cap", &["3"]),
        ("suppress-modifier", &["-4", "0"]),
        ("terrain-area", &["576"]),
        ("wounds-base", &["0", "2"]),
    ];

    const SCENARIO_WITHOUT_POINTS: &'static str = "elimination";

    fn side_state(battle: &Self::Battle<'_>, side: Side) -> SideState {
        battle.side_state(side)
    }
}

game_contract! {
    DarkPotential;
    drawn_games_never_break_the_state: 12;
    scripts_keep_to_every_rule: 12;
    dice_luck_has_mean_zero: 100;
}
