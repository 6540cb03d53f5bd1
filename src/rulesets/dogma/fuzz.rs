//! What always holds in a game, checked after every choice of random and scripted players over all lists, sizes and
//! scenarios, under random switches.

use super::Dogma;
use crate::dice::Address;
use crate::game::contract::games::{PlayedRuleset, game_contract};
use crate::game::{CellSetup, Override, Ruleset, Side, SideState};

impl PlayedRuleset for Dogma {
    const VALUES: &'static [(&'static str, &'static [&'static str])] = &[("max-rounds", &["6"])];

    const SCENARIO_WITHOUT_POINTS: &'static str = "regicide";

    fn side_state(battle: &Self::Battle<'_>, side: Side) -> SideState {
        battle.side_state(side)
    }
}

game_contract! {
    Dogma;
    random_players_never_break_the_state: 26;
    scripted_players_keep_to_every_rule: 20;
    dice_luck_has_mean_zero: 200;
}

/// What chance needs to draw features is not told as dice.
#[test]
fn drawn_terrain_is_no_die() {
    let (_, cell) = Dogma.benchmark().cells.remove(0);
    let set = |key: &str, value: &str| Override { key: format!("rules.{key}"), value: value.into() };
    let overrides = vec![set("max-rounds", "1"), set("terrain-policy", "random")];
    let cell = CellSetup { overrides, doctrines: ["random", "random"].map(str::to_owned), ..cell };
    let trace = Dogma.prepare(&cell).unwrap().narrate(Address { seed: 5, cell: 0, pair: 0 }, false).trace;
    for event in trace.iter().filter(|event| event["event"] == "setup") {
        let dice = event["dice"].as_array().unwrap();
        assert!(dice.iter().all(|die| die.as_u64().is_some_and(|die| (1..=6).contains(&die))), "{dice:?}");
    }
    assert!(trace[0]["table"]["terrain"].as_array().is_some_and(|features| !features.is_empty()));
}
