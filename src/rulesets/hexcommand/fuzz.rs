//! What always holds in a game, checked after every choice of random and scripted players over all lists and scenarios, under
//! random switches.

use std::sync::Arc;

use super::HexCommand;
use super::battlefield::{self, Battlefield};
use super::codex::{Codex, Service};
use super::field::Field;
use super::order_of_battle::{Appointment, Group, Level, OrderOfBattle, Recruit};
use super::rules::Rules;
use super::scene::Scene;
use super::state::Setup;
use crate::dice::{Dice, SeededDice};
use crate::game::contract::games::{PlayedRuleset, game_contract};
use crate::game::{Override, Side, SideState, UnitDoc};

impl PlayedRuleset for HexCommand {
    const VALUES: &'static [(&'static str, &'static [&'static str])] = &[
        ("board.columns", &["21"]),
        ("board.rows", &["13"]),
        ("board.stack-limit", &["1", "2"]),
        ("cover.fort", &["0", "4"]),
        ("cover.hill", &["0", "3"]),
        ("fatigue.disorder-at", &["1", "2"]),
        ("fatigue.max", &["1", "5"]),
        ("fire.gang-max", &["1", "4"]),
        ("hidden.decoys", &["0", "6"]),
        ("hidden.sight-clear", &["3", "15"]),
        ("integrity.break-point", &["10", "60"]),
        ("integrity.withdrawal", &["1", "6"]),
        ("movement.facing-cost", &["0", "1"]),
        ("movement.hex-cost", &["1", "2"]),
        ("movement.mount-cost", &["0", "2"]),
        ("reinforcement.zone", &["1", "4", "9"]),
        ("rout.distance-foot", &["1", "6"]),
        ("rout.distance-mounted", &["2", "8"]),
        ("setup.zone-depth", &["1", "4"]),
        ("structure.hits", &["1", "3"]),
        ("supply.points", &["1", "4"]),
        ("turn.limit", &["5"]),
        ("unit.rare-rout-at", &["1", "6"]),
        ("unit.rout-at", &["1", "2", "6"]),
    ];

    const SCENARIO_WITHOUT_POINTS: &'static str = "open-field";

    /// Prices are whole, by type of unit, and lower than usual: the list keeps to its limit.
    fn price(unit: &UnitDoc, factor: f64) -> Override {
        let body = unit.name.split(':').next().unwrap_or_default();
        let graded = ["untrained-", "trained-", "veteran-"].iter().find_map(|grade| body.strip_prefix(grade));
        let key = format!("codex.units.{}.cost", graded.unwrap_or(body));
        Override { key, value: ((0.5 * unit.cost * factor).round() as i64).into() }
    }

    fn side_state(battle: &Self::Battle<'_>, side: Side) -> SideState {
        battle.side_state(side)
    }
}

game_contract! {
    HexCommand;
    random_players_never_break_the_state: 26;
    scripted_players_keep_to_every_rule: 20;
    dice_luck_has_mean_zero: 200;
}

/// An order of battle with the groups of R-118: brigades of at most six, all riders of a kind together, guns and wagons.
pub(super) fn muster(codex: &Codex, units: &[(&str, usize)], commanders: usize) -> OrderOfBattle {
    let mut list = OrderOfBattle::default();
    let group_of = |service: Service| match service {
        Service::Foot | Service::Skirmisher => 0,
        Service::Horse => 1,
        Service::Mounted => 2,
        Service::Artillery | Service::Wagon => 3,
    };
    let mut places = Vec::new();
    for (name, count) in units {
        let kind = codex.kinds.iter().position(|kind| kind.name == *name).unwrap_or_else(|| panic!("{name}")) as u8;
        places.extend(std::iter::repeat_n((kind, group_of(codex.profile(kind).service)), *count));
    }
    let foot = places.iter().filter(|(_, group)| *group == 0).count();
    let brigades = foot.div_ceil(6);
    for class in 0..4 {
        let members: Vec<u8> = places.iter().filter(|(_, group)| *group == class).map(|(kind, _)| *kind).collect();
        if members.is_empty() {
            continue;
        }
        let parts = if class == 0 { brigades } else { 1 };
        let first = list.groups.len();
        list.groups.extend((0..parts).map(|_| Group { division: 0, battalion: class == 3 }));
        for (at, kind) in members.iter().enumerate() {
            let group = (first + at * parts / members.len()) as u8;
            list.units.push(Recruit { kind: *kind, group, rare: at == 1, tribal: at == 2, ..Recruit::default() });
        }
    }
    for number in 0..commanders {
        let level = if number == 0 { Level::Army } else { Level::Brigade };
        let of = (number.saturating_sub(1) % list.groups.len()) as u8;
        list.commanders.push(Appointment { level, of, values: None, people: 0 });
    }
    list
}

/// A setup on a built-in map, with no objectives.
pub(super) fn setup(codex: &Arc<Codex>, map: &str, rules: Rules, seed: u64) -> Setup {
    let source = battlefield::built_in(map).unwrap_or_else(|| panic!("{map}"));
    let battlefield = Battlefield::read(&source, codex).expect("built-in maps are sound");
    let maps = battlefield.maps(codex, &rules, seed).expect("built-in maps fit");
    let field = Field::compile(&maps[seed as usize % maps.len()], codex, &rules);
    let scenario = Scene::bare(&field, &rules);
    Setup::new(Arc::clone(codex), rules, field, scenario)
}

/// Half of the switches at any of their values, the others at their defaults; the size of the board stays.
pub(super) fn drawn_rules(dice: &mut SeededDice) -> Rules {
    let mut rules = Rules::default();
    for knob in Rules::knobs() {
        if knob.name.starts_with("board.") || knob.name == "setup.ratio" || dice.pick(2) == 0 {
            continue;
        }
        let words: Vec<&str> = knob.allowed.split(", ").filter(|word| !word.contains(' ')).collect();
        let range: Vec<i64> = knob.allowed.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let value = match (&words[..], &range[..]) {
            ([], [least, most]) => (least + i64::from(dice.pick((most - least + 1) as u32))).to_string(),
            ([], _) => continue,
            (words, _) => words[dice.pick(words.len() as u32) as usize].to_owned(),
        };
        rules.set(&knob.name, &value).unwrap_or_else(|error| panic!("{} = {value}: {error}", knob.name));
    }
    rules
}
