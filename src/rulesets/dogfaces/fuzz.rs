//! What always holds in a game, checked after every choice of random and scripted players on every map and scenario, under
//! random switches.

use super::Dogfaces;
use crate::game::contract::games::{PlayedRuleset, game_contract};
use crate::game::{Side, SideState};

impl PlayedRuleset for Dogfaces {
    const VALUES: &'static [(&'static str, &'static [&'static str])] = &[
        ("overwatch-limit", &["0", "1", "2", "3", "4"]),
        ("strength-floor", &["0", "1"]),
        ("zoc-negated-by", &["", "forest,town"]),
    ];

    const SCENARIO_WITHOUT_POINTS: &'static str = "last-man-standing";

    fn side_state(battle: &Self::Battle<'_>, side: Side) -> SideState {
        battle.side_state(side)
    }
}

game_contract! {
    Dogfaces;
    random_players_never_break_the_state: 70;
    scripted_players_keep_to_every_rule: 40;
    dice_luck_has_mean_zero: 400;
}
