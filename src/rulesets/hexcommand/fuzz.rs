//! What always holds in a game, checked after every choice of random players under random switches.

use std::sync::Arc;

use super::battlefield::{self, Battlefield};
use super::codex::{Codex, Service};
use super::field::Field;
use super::ledger::LEDGER;
use super::muster::Lineup;
use super::order_of_battle::{Appointment, Group, Level, OrderOfBattle, Recruit};
use super::rules::Rules;
use super::scene::Scene;
use super::state::{Battle, Decision, Fate, NOBODY, Phase, Setup, UnitSet, members, side_of, unit_id};
use crate::dice::{Address, Dice, Purpose, SeededDice, Streams};
use crate::game::{CodexFile, Game, GameCounters, Side};
use crate::tabletop::hex::NOWHERE;

/// Lists that have something of everything: kinds with their numbers, and commanders.
const LISTS: &[(&[(&str, usize)], usize)] = &[
    (
        &[
            ("trained-infantry:rifle-musket", 8),
            ("trained-battery:smoothbore-gun", 1),
            ("trained-battery:rifled-gun", 1),
            ("trained-cavalry:carbine", 2),
        ],
        3,
    ),
    (
        &[
            ("trained-light-cavalry:carbine", 5),
            ("trained-mounted-infantry:rifle-musket", 4),
            ("trained-horse-battery:rifled-gun", 2),
        ],
        3,
    ),
    (
        &[
            ("trained-infantry:rifle-musket", 5),
            ("trained-light-infantry:rifle-musket", 2),
            ("trained-skirmisher:rifle-musket", 2),
            ("trained-battery:heavy-rifled-gun", 1),
            ("trained-battery:siege-mortar", 1),
            ("trained-battery:mountain-howitzer", 1),
            ("wagon", 2),
        ],
        4,
    ),
    (
        &[
            ("untrained-infantry:smoothbore-musket", 12),
            ("untrained-battery:smoothbore-gun", 3),
            ("untrained-cavalry:pistol", 1),
        ],
        4,
    ),
];

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
    Setup { codex: Arc::clone(codex), rules, field, scenario }
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

/// Plays a game by chance, and checks it. `strict` also checks every choice that is shown.
fn play(setup: &Setup, lists: [&OrderOfBattle; 2], seed: u64, strict: bool) -> GameCounters {
    let address = Address { seed, cell: 0, pair: 0 };
    let mut streams = Streams::new(address);
    let first = if seed.is_multiple_of(2) { Side::A } else { Side::B };
    let mut battle = Battle::new(setup, &Lineup { first, forces: lists });
    let mut counters = GameCounters::new([64; 2], LEDGER.len());
    let mut taken = 0;
    while let Some(side) = battle.to_choose() {
        check_state(&battle);
        let chance = streams.get(battle.seat(side), Purpose::Script, battle.turn());
        if strict && battle.turn > 0 && chance.pick(8) == 0 {
            let mut shown = 0;
            battle.choices(&mut |choice| {
                shown += 1;
                battle.check(choice).unwrap_or_else(|refusal| {
                    panic!("{choice:?} is shown at {:?} and refused: {refusal}", battle.decision)
                });
            });
            assert!(shown > 0, "{:?} shows nothing", battle.decision);
        }
        let choice = battle.any_choice(chance);
        battle.check(choice).unwrap_or_else(|refusal| panic!("{choice:?} at {:?}: {refusal}", battle.decision));
        let key = battle.stream();
        battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut counters);
        taken += 1;
        assert!(taken < 20_000, "the game does not end: {:?} in turn {}", battle.decision, battle.turn);
    }
    check_state(&battle);
    assert!(battle.verdict().is_some(), "a game with nobody to choose is over");
    counters
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

#[test]
fn random_players_never_break_the_state_at_default_rules() {
    let codex = Arc::new(Codex::built_in());
    let lists: Vec<OrderOfBattle> = LISTS.iter().map(|(units, leaders)| muster(&codex, units, *leaders)).collect();
    for map in ["open-field", "crossroads"] {
        let setup = setup(&codex, map, Rules::default(), 0);
        for seed in 0..8 {
            let [a, b] = [seed, seed / 4 + 1].map(|at| &lists[at % lists.len()]);
            play(&setup, [a, b], seed as u64, true);
        }
    }
}

#[test]
fn random_players_never_break_the_state_under_random_switches() {
    let codex = Arc::new(Codex::built_in());
    let lists: Vec<OrderOfBattle> = LISTS.iter().map(|(units, leaders)| muster(&codex, units, *leaders)).collect();
    let maps = ["open-field", "crossroads", "ridge-line", "river-crossing", "redoubt-line"];
    for seed in 0..24_u64 {
        let mut dice = SeededDice::from_key(seed ^ 0x4843);
        let rules = drawn_rules(&mut dice);
        let setup = setup(&codex, maps[seed as usize % maps.len()], rules, seed);
        let [a, b] = [0, 1].map(|_| &lists[dice.pick(lists.len() as u32) as usize]);
        play(&setup, [a, b], seed, seed % 10 == 0);
    }
}
