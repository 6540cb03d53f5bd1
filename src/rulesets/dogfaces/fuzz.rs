//! Random players on every map and scenario, under random switches, with the state checked after every choice.

use std::sync::{Arc, OnceLock};

use super::any_player::AnyPlayer;
use super::battlefield::{Battlefield, built_in};
use super::codex::{Codex, MOST_UNITS};
use super::doctrine_book::DoctrineBook;
use super::field::Field;
use super::odds::Odds;
use super::rules::Rules;
use super::scenarios::Scenario;
use super::state::{Battle, Decision, Lineup, NOBODY, Setup, bit, members, side_of, unit_id};
use crate::dice::{Address, Dice, Purpose, SeededDice, Streams};
use crate::game::{CodexFile, Game, GameCounters, Player, Random, Side};
use crate::tabletop::hex::NOWHERE;

const MAPS: [&str; 8] =
    ["proving-ground", "farmstead", "river-line", "dry-wash", "highland", "borough", "theatre", "long-valley"];

fn setup(codex: &Arc<Codex>, rules: Rules, map: &str, scenario: Scenario) -> Setup {
    let map = Battlefield::read(&built_in(map).unwrap(), codex).unwrap().maps(codex, 0).unwrap().remove(0);
    let field = Field::compile(&map, codex, &rules).unwrap();
    let odds = Arc::new(Odds::new(codex, &rules));
    let cap = scenario.cap(&rules, 2);
    Setup { codex: Arc::clone(codex), rules, field, odds, scenario, cap, survey: OnceLock::new() }
}

/// Rules in which every switch with a list of values has one of them at random.
fn random_rules(dice: &mut SeededDice) -> Rules {
    let mut rules = Rules::default();
    for knob in Rules::knobs() {
        let values: Vec<&str> = knob.allowed.split(", ").filter(|value| !value.contains(' ')).collect();
        if values.len() > 1 {
            rules.set(&knob.name, values[dice.pick(values.len() as u32) as usize]).unwrap();
        }
    }
    for (name, most) in [("overwatch-limit", 5), ("strength-floor", 2)] {
        rules.set(name, &dice.pick(most).to_string()).unwrap();
    }
    if dice.pick(3) == 0 {
        rules.set("zoc-negated-by", "forest,town").unwrap();
    }
    rules
}

/// Everything that must hold whenever a decision is due.
fn check_state(battle: &Battle<'_>) {
    let field = &battle.setup.field;
    let mover = battle.motion.map_or(NOBODY, |motion| motion.unit);
    for side in Side::BOTH {
        let force = battle.force(side);
        assert_eq!(force.stunned & !force.alive, 0, "the Stunned live");
        assert_eq!(force.watching & (force.stunned | force.aboard | !force.alive), 0, "watchers are ready on foot");
        assert_eq!(force.alive & force.saved, 0, "who has left is not on the map");
        assert!(battle.turn == 0 || force.unplaced == 0);
        for place in 0..usize::from(force.size) {
            let unit = unit_id(side, place);
            let state = battle.unit(unit);
            if force.alive & bit(unit) == 0 {
                assert_eq!(state.hex, NOWHERE, "who is gone stands nowhere");
                continue;
            }
            if force.unplaced & bit(unit) != 0 || unit == mover {
                continue;
            }
            if force.aboard & bit(unit) != 0 {
                assert_eq!(state.hex, battle.unit(state.carrier).hex, "riders are where their vehicle is (DF-STK-02)");
                assert!(battle.riders(state.carrier).count() <= usize::from(battle.profile(state.carrier).capacity));
            } else {
                assert_eq!(state.carrier, NOBODY);
                assert_eq!(battle.occupant[usize::from(state.hex)], unit, "one unit per hex (DF-STK-01)");
                assert!(
                    field.may_stand(battle.profile(unit).vehicle, state.hex),
                    "nobody in closed terrain (DF-TER-06)"
                );
            }
        }
        let zoned = battle.zones_of(side);
        for hex in field.grid.hexes() {
            let exerting = |unit: &u8| {
                let stops = battle.setup.rules.stunned_zoc || !battle.is_stunned(*unit);
                stops
                    && battle.occupant[usize::from(battle.unit(*unit).hex)] == *unit
                    && field.distance(battle.unit(*unit).hex, hex) == 1
            };
            let zones = members(side, force.standing() & !force.unplaced).filter(|u| battle.unit(*u).hex != NOWHERE);
            let reaching = zones.filter(exerting).count();
            assert_eq!(usize::from(battle.zones[side.index()][usize::from(hex)]), reaching);
            let stops = reaching > 0 && !field.zone_free.contains(hex);
            assert_eq!(zoned.contains(hex), stops, "the set of zones is what they are hex by hex");
            let there = battle.occupant[usize::from(hex)];
            assert_eq!(battle.held[side.index()].contains(hex), there != NOBODY && side_of(there) == side);
        }
    }
    let on_board = field.grid.hexes().filter(|hex| battle.occupant[usize::from(*hex)] != NOBODY).count();
    let standing: u32 = Side::BOTH
        .iter()
        .map(|side| (battle.force(*side).standing() & !battle.force(*side).unplaced).count_ones())
        .sum();
    let in_transit = usize::from(mover != NOBODY && battle.occupant[usize::from(battle.unit(mover).hex)] != mover);
    assert_eq!(on_board + in_transit, standing as usize);
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

fn play(setup: &Setup, units: [&[u8]; 2], address: Address, checked: bool) -> (u16, GameCounters) {
    play_by(setup, units, address, checked, [AnyPlayer::Random(Random), AnyPlayer::Random(Random)])
}

fn play_by(
    setup: &Setup,
    units: [&[u8]; 2],
    address: Address,
    checked: bool,
    players: [AnyPlayer<'_>; 2],
) -> (u16, GameCounters) {
    let mut players = players;
    let first = setup.scenario.first(&setup.rules).unwrap_or(Side::B);
    let mut battle = Battle::new(setup, &Lineup { units, mounted: [&[], &[]], first });
    let mut streams = Streams::new(address);
    let mut counters = GameCounters::new([MOST_UNITS; 2], super::ledger::LEDGER.len());
    while let Some(side) = battle.to_choose() {
        check_state(&battle);
        if checked {
            check_choices(&battle);
        }
        let seat = battle.seat(side);
        let choice = players[side.index()].choose(&battle, streams.get(seat, Purpose::Script, battle.turn));
        assert_eq!(battle.check(choice), Ok(()), "{choice:?} is chosen and refused");
        let key = battle.stream();
        battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut counters);
    }
    assert_eq!(battle.decision, Decision::Nothing);
    assert!(battle.verdict.is_some());
    (battle.turn, counters)
}

#[test]
fn random_players_never_break_the_state() {
    let codex = Arc::new(Codex::built_in());
    let all: Vec<u8> = (0..28).collect();
    let two_teams: Vec<u8> = (0..10).collect();
    let mech: Vec<u8> = (0..5).chain(25..28).collect();
    for game in 0..70u64 {
        let mut dice = SeededDice::from_key(game);
        let rules = if game % 4 == 0 { Rules::default() } else { random_rules(&mut dice) };
        let scenario = Scenario::ALL[(game % 5) as usize];
        let map = if game % 7 == 0 { "theatre" } else { MAPS[(game % 8) as usize] };
        let setup = setup(&codex, rules, map, scenario);
        let units = match game % 7 {
            0 => &all,
            1 | 2 => &mech,
            _ => &two_teams,
        };
        play(&setup, [units, units], Address { seed: 1, cell: 0, pair: game }, game % 3 == 0);
    }
}

#[test]
fn scripted_players_choose_what_is_legal_under_all_rules() {
    let codex = Arc::new(Codex::built_in());
    let book = DoctrineBook::built_in();
    let doctrines: Vec<String> = book.listings().into_iter().map(|listing| listing.name).collect();
    let all: Vec<u8> = (0..28).collect();
    for game in 0..40_u64 {
        let rules = random_rules(&mut SeededDice::from_key(game));
        let map = if game % 3 == 0 { "theatre" } else { MAPS[(game % 8) as usize] };
        let setup = setup(&codex, rules, map, Scenario::ALL[(game % 5) as usize]);
        let players = [game, game / 7 + 1].map(|k| {
            let name = &doctrines[(k % doctrines.len() as u64) as usize];
            AnyPlayer::new(&book.script(name).unwrap(), &setup)
        });
        play_by(&setup, [&all, &all], Address { seed: 4, cell: 0, pair: game }, false, players);
    }
}

/// The mean of the dice luck is zero, whatever the lists and the play: six standard errors.
#[test]
fn dice_luck_has_mean_zero() {
    let codex = Arc::new(Codex::built_in());
    let setup = setup(&codex, Rules::default(), "proving-ground", Scenario::LastManStanding);
    let strong: Vec<u8> = (0..10).collect();
    let weak = [28; 8];
    let lucks: Vec<f64> = (0..400)
        .map(|pair| play(&setup, [&strong, &weak], Address { seed: 2, cell: 0, pair }, false).1.luck(Side::A) as f64)
        .collect();
    let n = lucks.len() as f64;
    let mean = lucks.iter().sum::<f64>() / n;
    let deviation = (lucks.iter().map(|luck| (luck - mean) * (luck - mean)).sum::<f64>() / (n - 1.0)).sqrt();
    assert!(deviation > 0.0 && mean.abs() < 6.0 * deviation / n.sqrt(), "mean {mean}, deviation {deviation}");
}

/// The same address gives the same game, and another one another.
#[test]
fn an_address_is_one_game() {
    let codex = Arc::new(Codex::built_in());
    let setup = setup(&codex, Rules::default(), "farmstead", Scenario::LastManStanding);
    let units: Vec<u8> = (0..10).collect();
    let game = |pair| {
        let (turns, counters) = play(&setup, [&units, &units], Address { seed: 3, cell: 0, pair }, false);
        (turns, counters.stats, counters.rules)
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}
