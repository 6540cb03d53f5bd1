//! Random players over all lists and sizes, with the state checked after every choice.

use std::sync::Arc;

use super::arena::table_for;
use super::army::{Roster, built_in};
use super::choices::Choice;
use super::codex::{Codex, Scenario};
use super::rules::Rules;
use super::state::{Battle, Decision, Lineup, MOST_ELEMENTS, NOBODY, Setup, bit, members, side_of};
use crate::dice::{Address, Dice, Purpose, SeededDice, Streams};
use crate::game::{CodexFile, Game, GameCounters, LoggedGame, Player, Random, Side, Source, engage};
use crate::tabletop::plane::{Contact, Point, contact, overlap};

/// A list as the rules without any change read it.
fn read(source: &Source) -> Roster {
    Roster::read(&Codex::built_in(), &Rules::default(), source).unwrap()
}

/// The lists built into the program for games of so many points.
fn lists(points: u32) -> Vec<Roster> {
    built_in().iter().map(read).filter(|list| list.points_limit == points).collect()
}

/// A list built into the program.
pub(super) fn list(name: &str) -> Roster {
    let file = format!("armies/dogma/{name}.toml");
    read(built_in().iter().find(|source| source.name == file).unwrap())
}

/// A game of so many points on an empty table.
pub(super) fn setup(rules: Rules, points: u32, scenario: Option<Scenario>) -> Setup {
    let codex = Arc::new(Codex::built_in());
    let size = table_for(&codex, points);
    Setup::new(codex, rules, size, points, scenario, None)
}

/// Everything that must hold whenever a decision is due.
pub(super) fn check_state(battle: &Battle<'_>) {
    let tolerances = battle.tolerances();
    let on_table: Vec<u8> = battle.everybody().collect();
    for side in Side::BOTH {
        let force = battle.force(side);
        let sets = [force.undeployed, force.table, force.aboard, force.reserve, force.exited, force.destroyed];
        let all: u32 = sets.iter().map(|set| set.count_ones()).sum();
        let union = sets.iter().fold(0, |union, set| union | set);
        assert_eq!((all, union.count_ones()), (u32::from(force.size), u32::from(force.size)), "each is in one place");
        assert_eq!(force.engaged & !force.table, 0);
        assert_eq!(battle.worth(side, union), battle.fielded(side), "points are conserved");
        for rider in members(side, force.aboard) {
            let apc = battle.element(rider).carrier;
            assert!(battle.on_table(apc) && battle.profile(apc).carries, "who rides, rides in an APC on the table");
            assert!(battle.riders(apc).count() <= usize::from(battle.setup.codex.numbers.apc_capacity));
        }
    }
    for &one in &on_table {
        let base = battle.base(one);
        assert!(battle.table().holds(base), "{} is off the table: {base:?}", battle.name(one));
        assert!(!battle.terrain.closed().any(|shape| overlap(base, shape)), "nobody stands on closed ground");
        let mut foes = 0;
        let mut edges = [NOBODY; 4];
        for &other in &on_table {
            if one == other {
                continue;
            }
            assert!(!overlap(base, battle.base(other)), "{} overlaps {}", battle.name(one), battle.name(other));
            if side_of(other) != side_of(one) && !battle.may_touch(one, other) {
                continue;
            }
            match contact(base, battle.base(other), &tolerances) {
                Contact::Apart => continue,
                Contact::Partial => {}
                Contact::Full { mine, .. } => edges[mine as usize] = other,
            }
            if side_of(other) != side_of(one) {
                foes |= bit(other);
            }
        }
        assert_eq!(battle.element(one).contact.foes, foes, "contacts of {}", battle.name(one));
        assert_eq!(battle.element(one).contact.edges, edges, "full contacts of {}", battle.name(one));
        let engaged = edges.iter().any(|other| *other != NOBODY && side_of(*other) != side_of(one));
        assert_eq!(battle.is_engaged(one), engaged);
    }
}

/// Every choice that is shown is legal, and there is at least one.
fn check_choices(battle: &Battle<'_>) {
    let mut shown = 0;
    battle.choices(&mut |choice| {
        shown += 1;
        assert_eq!(battle.check(choice), Ok(()), "{choice:?} is shown and refused");
    });
    assert!(shown > 0, "nothing to choose in {:?}", battle.decision);
}

/// Plays a game on to its end, or for so many choices.
fn play_on(battle: &mut Battle<'_>, address: Address, checked: bool, most: usize) -> GameCounters {
    let mut streams = Streams::new(address);
    let mut counters = GameCounters::new([MOST_ELEMENTS; 2], super::ledger::LEDGER.len());
    let mut player = Random;
    for _ in 0..most {
        let Some(side) = battle.to_choose() else { break };
        check_state(battle);
        if checked {
            check_choices(battle);
        }
        let seat = battle.seat(side);
        let choice = Player::choose(&mut player, &*battle, streams.get(seat, Purpose::Script, battle.turn()));
        assert_eq!(battle.check(choice), Ok(()), "{choice:?} is chosen and refused");
        let (before, moves) = (positions(battle), matches!(choice, Choice::Move { .. } | Choice::March { .. }));
        let key = battle.stream();
        battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut counters);
        if moves {
            check_distances(battle, side, &before);
        }
    }
    counters
}

fn positions(battle: &Battle<'_>) -> Vec<(u8, Point)> {
    battle.everybody().map(|element| (element, battle.base(element).centre)).collect()
}

/// Nobody goes farther than his speed, but for closing the door.
fn check_distances(battle: &Battle<'_>, side: Side, before: &[(u8, Point)]) {
    for &(element, from) in before {
        if side_of(element) != side || !battle.on_table(element) {
            continue;
        }
        let gone = battle.base(element).centre.distance(from);
        // A door moves a base by a base and its diagonal at most; Tank Commander wheels two inches more.
        let slide = if battle.element(element).contact.foes != 0 { 3.0 * battle.setup.side } else { 0.0 };
        let most = battle.profile(element).speed + slide + battle.setup.rules.tank_commander_wheel + 1e-6;
        assert!(gone <= most, "{} went {gone} inches", battle.name(element));
    }
}

fn lineup<'a>([a, b]: [&'a Roster; 2]) -> Lineup<'a> {
    Lineup {
        units: [&a.units, &b.units],
        commanders: [a.commander, b.commander],
        dogmas: [a.dogmas, b.dogmas],
        plans: [&a.plan, &b.plan],
    }
}

/// Rules in which every switch with a list of values has one of them at random.
fn random_rules(dice: &mut SeededDice) -> Rules {
    let mut rules = Rules::default();
    for knob in Rules::knobs() {
        let values: Vec<&str> = knob.allowed.split(", ").filter(|value| !value.contains(' ')).collect();
        if values.len() > 1 && knob.name != "terrain-policy" {
            rules.set(&knob.name, values[dice.pick(values.len() as u32) as usize]).unwrap();
        }
    }
    rules
}

/// Whole games, from set-up to verdict, in every scenario.
#[test]
fn random_players_never_break_the_state() {
    let lists = lists(24);
    for game in 0..24u64 {
        let mut dice = SeededDice::from_key(game);
        let mut rules = if game % 3 == 0 { Rules::default() } else { random_rules(&mut dice) };
        rules.set("max-rounds", "6").unwrap();
        rules.set("terrain-policy", ["scripted", "random", "none"][game as usize % 3]).unwrap();
        let scenario = Scenario::CHOICES[(game % 6) as usize].1;
        let rosters = [game, game * 7 / 12 + 5].map(|at| &lists[at as usize % lists.len()]);
        let setup = setup(rules, 24, if game % 5 == 0 { None } else { Some(scenario) });
        let mut battle = Battle::new(&setup, &lineup(rosters));
        play_on(&mut battle, Address { seed: 2, cell: 0, pair: game }, game % 6 == 0, usize::MAX);
        assert_eq!(battle.decision, Decision::Nothing);
        assert!(battle.verdict.is_some());
    }
}

#[test]
fn larger_games_are_played_as_well() {
    for (game, (name, points)) in [("combined-arms-48", 48), ("combined-arms-72", 72)].into_iter().enumerate() {
        let mut rules = Rules::default();
        rules.set("max-rounds", "3").unwrap();
        let (roster, setup) = (list(name), setup(rules, points, None));
        let mut battle = Battle::new(&setup, &lineup([&roster, &roster]));
        play_on(&mut battle, Address { seed: 3, cell: 0, pair: game as u64 }, false, usize::MAX);
        assert!(battle.verdict.is_some());
    }
}

/// The same address gives the same game, and another one another; both games of a pair of equal lists are one game.
#[test]
fn an_address_is_one_game() {
    let (roster, setup) = (list("combined-arms"), setup(Rules::default(), 24, None));
    let game = |pair| {
        let mut battle = Battle::new(&setup, &lineup([&roster, &roster]));
        let counters = play_on(&mut battle, Address { seed: 4, cell: 0, pair }, false, 300);
        (battle.round, counters.stats, counters.rules)
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

/// What chance needs to draw features is not told as dice.
#[test]
fn drawn_terrain_is_no_die() {
    let mut rules = Rules::default();
    rules.set("max-rounds", "1").unwrap();
    rules.set("terrain-policy", "random").unwrap();
    let (roster, setup) = (list("titan"), setup(rules, 24, None));
    let mut battle = Battle::new(&setup, &lineup([&roster, &roster]));
    let mut logged = LoggedGame::new([MOST_ELEMENTS; 2], super::ledger::LEDGER.len());
    engage(
        &mut battle,
        [&mut Random, &mut Random],
        &mut Streams::new(Address { seed: 5, cell: 0, pair: 0 }),
        &mut logged,
    );
    let rolls = logged.log.entries.iter().filter(|entry| entry.trace["event"] == "setup");
    for dice in rolls.map(|entry| entry.trace["dice"].as_array().unwrap()) {
        assert!(dice.iter().all(|die| die.as_u64().is_some_and(|die| (1..=6).contains(&die))), "{dice:?}");
    }
    assert!(!battle.terrain.features().is_empty());
}
