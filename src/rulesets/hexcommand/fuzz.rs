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
use super::state::{Battle, Decision, Fate, NOBODY, Phase, Setup, UnitSet, members, side_of, unit_id};
use crate::dice::{Dice, SeededDice};
use crate::game::contract::games::{PlayedRuleset, game_contract};
use crate::game::{Override, Side, UnitDoc};
use crate::tabletop::hex::NOWHERE;

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

    fn check_state(battle: &Battle<'_>) {
        check_state(battle);
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

/// Everything that must hold whenever a decision is due.
pub(super) fn check_state(battle: &Battle<'_>) {
    let (setup, field) = (battle.setup, &battle.setup.field);
    let mut standing = 0;
    for side in Side::BOTH {
        let force = battle.force(side);
        let all: UnitSet = (0..usize::from(force.size)).map(|place| unit_id(side, place)).collect();
        let places = [force.unplaced, force.due, force.present, force.removed];
        let sum: u32 = places.iter().map(|set| set.len()).sum();
        let union = places.iter().fold(UnitSet::EMPTY, |all, set| all | *set);
        assert_eq!((sum, union), (all.len(), all), "every piece is in one place: {places:?}");
        assert!(battle.turn == 0 || force.unplaced.is_empty());
        assert_eq!(force.routed & !force.present, UnitSet::EMPTY, "the routed are on the board");
        assert_eq!(force.hidden & force.routed, UnitSet::EMPTY, "no marker has routed");
        assert_eq!(force.fakes & force.present & !force.hidden, UnitSet::EMPTY, "fakes that are found out are gone");
        assert_eq!(force.fakes & force.combat, UnitSet::EMPTY, "fakes count nowhere (R-173)");
        standing += force.present.len();
        for unit in members(side, all) {
            let state = battle.unit(unit);
            let name = || format!("{} in turn {} at {:?}", battle.name(unit), battle.turn, battle.decision);
            assert!(state.te <= setup.rules.fatigue_max, "{}: TE {}", name(), state.te);
            assert!(state.hits <= state.rout_at, "{}: {} hits", name(), state.hits);
            if !force.present.contains(unit) {
                assert_eq!(state.hex, NOWHERE, "{}", name());
                assert_eq!(state.commander, NOBODY, "{}", name());
                continue;
            }
            let at = usize::from(state.hex);
            assert!(battle.occupant[at] == unit || battle.below[at] == unit, "{} is where it is", name());
            let terrain = &setup.codex.terrain[usize::from(field.terrain[at])];
            let bridged = battle.works[at] != super::terrain::Works::None;
            assert!(!terrain.river || bridged, "{} stands in the river", name());
            if force.limbered.contains(unit) {
                assert!(battle.is_battery(unit), "{} is limbered", name());
            }
            if force.crews.contains(unit) {
                assert!(battle.is_battery(unit) && state.guns != NOWHERE, "{} has left its guns", name());
            }
            if state.commander != NOBODY {
                let commander = battle.commander(side, state.commander);
                assert_eq!((commander.with, commander.fate), (unit, Fate::Present), "{}", name());
            }
        }
        for (number, commander) in battle.all_commanders(side) {
            if commander.with != NOBODY {
                assert_eq!(battle.unit(commander.with).commander, number, "commanders are in one place");
                assert_eq!(side_of(commander.with), side);
                assert!(commander.fate == Fate::Present, "the lost are with nobody");
            }
        }
    }
    let held = field.grid.hexes().map(usize::from);
    let pieces: usize =
        held.map(|at| usize::from(battle.occupant[at] != NOBODY) + usize::from(battle.below[at] != NOBODY)).sum();
    assert_eq!(pieces, standing as usize, "no piece is in two places");
    for (at, contact) in battle.contacts.iter().enumerate() {
        let [one, other] = [contact.attacker, contact.defender];
        assert_ne!(side_of(one), side_of(other), "enemies are in contact");
        for unit in [one, other] {
            assert!(battle.own_force(unit).present.contains(unit), "{} in contact", battle.name(unit));
            assert!(!battle.own_force(unit).hidden.contains(unit), "markers are in no contact (R-173)");
        }
        let range = field.distance(battle.unit(one).hex, battle.unit(other).hex);
        assert_eq!(range, 1, "{} and {} in contact", battle.name(one), battle.name(other));
        let twice = battle.contacts[..at].iter().any(|known| known.other(one) == Some(other));
        assert!(!twice, "contacts are counted once");
    }
    let waits = matches!(battle.decision, Decision::Fire | Decision::FireOrder | Decision::FireRouts);
    if battle.phase != Phase::Over && !waits {
        let breaking = battle.forces.iter().fold(UnitSet::EMPTY, |set, force| set | force.breaking);
        let inside = matches!(battle.phase, Phase::Melee | Phase::Fire);
        assert!(breaking.is_empty() || inside, "who breaks runs: {:?}", battle.decision);
    }
}
