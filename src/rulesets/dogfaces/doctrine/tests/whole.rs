//! The player as a whole: the symmetry of the two seats, what its searches may leave out, whole games.

use super::{STANDARD, choose, kinds, manoeuvre, player, position, table};
use crate::dice::{Address, Streams};
use crate::game::{Game, Player, Side, Silent, engage};
use crate::rulesets::dogfaces::doctrine_book::DoctrineBook;
use crate::rulesets::dogfaces::scenarios::Scenario;
use crate::rulesets::dogfaces::state::{Battle, Decision, Lineup, unit_id};

/// The same dice by seat and the other first player: every game is the half-turn image of its twin.
#[test]
fn the_seats_play_images_of_each_other() {
    for (map, doctrine) in [
        ("farmstead", "massed-fire"),
        ("river-line", "overwatch-anvil"),
        ("highland", "standoff"),
        ("farmstead", "envelop"),
    ] {
        let setup = table(map, Scenario::LastManStanding);
        // Without area weapons: the order of bursts is by compass, which is no image of itself.
        let names = ["frank", "brett", "chuck", "dave", "george", "harry", "inigo", "sam", "mark", "xavier"];
        let units = kinds(&setup.codex, &names);
        let (mut one, mut two) = (player(&setup, doctrine), player(&setup, doctrine));
        for pair in 0..6 {
            let games = Side::BOTH.map(|first| {
                let lineup = Lineup { units: [&units, &units], mounted: [&[], &[]], first };
                let mut battle = Battle::new(&setup, &lineup);
                one.restart();
                two.restart();
                let mut streams = Streams::new(Address { seed: 3, cell: 0, pair });
                let verdict = engage(&mut battle, [&mut one, &mut two], &mut streams, &mut Silent);
                (battle, verdict)
            });
            let [(a, won_a), (b, won_b)] = &games;
            assert_eq!(won_a.winner, won_b.winner.map(Side::other), "{map} {doctrine} {pair}");
            assert_eq!((won_a.ending, a.turn), (won_b.ending, b.turn), "{map} {doctrine} {pair}");
            for (place, name) in names.iter().enumerate() {
                for side in Side::BOTH {
                    let here = a.unit(unit_id(side, place)).hex;
                    let there = b.unit(unit_id(side.other(), place)).hex;
                    let image =
                        if here == crate::tabletop::hex::NOWHERE { here } else { setup.field.grid.half_turn(here) };
                    assert_eq!(image, there, "{map} {doctrine} {pair}: {name}");
                }
            }
        }
    }
}

/// The spread of a run knows no more and no less of the rules than a search does.
#[test]
fn the_spread_of_a_run_leads_where_a_search_does() {
    use super::super::reachability::{Obstacles, Walker};
    use crate::game::Random;
    use crate::rulesets::dogfaces::movement::Reach;
    use crate::rulesets::dogfaces::state::members;
    use crate::tabletop::hexset::{HexSet, WORDS};
    for map in ["farmstead", "river-line", "highland"] {
        let setup = table(map, Scenario::LastManStanding);
        let precomputed = setup.precomputed();
        let units = kinds(&setup.codex, &STANDARD);
        let lineup = Lineup { units: [&units, &units], mounted: [&[], &[]], first: Side::A };
        let mut battle = Battle::new(&setup, &lineup);
        let mut streams = Streams::new(Address { seed: 2, cell: 0, pair: 0 });
        let (mut script, mut reach) = (player(&setup, "close-assault"), Reach::new());
        let mut hindered = 0;
        while let Some(side) = battle.to_choose() {
            if battle.decision == Decision::Move {
                for unit in members(side, battle.force(side).ready()) {
                    let state = battle.unit(unit);
                    let run = precomputed.run(state.kind, state.hex);
                    let profile = battle.profile(unit);
                    let (field, vehicle, speed) = (&setup.field, profile.vehicle, profile.speed);
                    let walker = Walker { field, vehicle, speed, start: state.hex };
                    let obstacles = Obstacles {
                        friends: &battle.held[side.index()],
                        enemies: &battle.held[side.other().index()],
                        zones: &battle.zones_of(side.other()),
                    };
                    let scope = run.scope::<WORDS>(&walker, obstacles);
                    reach.search(&battle, unit);
                    assert!(run.is_near);
                    assert_eq!(scope.ends, reach.ends().collect(), "{map}, turn {}, unit {unit}", battle.turn);
                    // Boards that are smaller fit fewer words.
                    assert_eq!(run.scope::<4>(&walker, obstacles).ends.resized(), scope.ends);
                    hindered += usize::from(scope.ends.len() < run.ends.len());
                    for end in scope.ends.iter() {
                        let none = &HexSet::EMPTY;
                        let costs = precomputed.path_costs_from(vehicle, state.hex);
                        let path = run.path(&walker, &scope, [none, none], end, |hex| hex, costs);
                        assert!(battle.check_move(unit, path).is_ok() || battle.check_mover(unit).is_err());
                        assert_eq!(battle.walk(state.hex, path).last(), Some(end));
                    }
                    // Round a stripe of the map.
                    let stripe = setup.field.grid.hexes().filter(|hex| hex % 7 == 3).collect::<HexSet>();
                    reach.search_past(&battle, unit, &stripe);
                    assert_eq!(run.past(&walker, &scope, &stripe), reach.ends().collect());
                }
            }
            let chance = streams.get(battle.seat(side), crate::dice::Purpose::Script, battle.turn());
            let choice = if side == Side::A {
                script.choose(&battle, chance)
            } else {
                Random::default().choose(&battle, chance)
            };
            let key = battle.stream();
            battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
        }
        assert!(hindered > 50, "{map}: {hindered}");
    }
}

/// Ends that are not weighed, since no shot from there could make up for what is known already, are no better.
#[test]
fn weighing_fewer_ends_finds_the_best_of_all() {
    use super::super::destination::Going;
    use crate::game::Random;
    use crate::rulesets::dogfaces::state::members;
    use crate::tabletop::hexset::WORDS;
    for (map, doctrine) in [("farmstead", "massed-fire"), ("river-line", "envelop"), ("highland", "headhunters")] {
        let setup = table(map, Scenario::LastManStanding);
        let units = kinds(&setup.codex, &STANDARD);
        let lineup = Lineup { units: [&units, &units], mounted: [&[], &[]], first: Side::A };
        let mut battle = Battle::new(&setup, &lineup);
        let mut streams = Streams::new(Address { seed: 4, cell: 0, pair: 0 });
        let mut script = player(&setup, doctrine);
        let mut compared = 0;
        while let Some(side) = battle.to_choose() {
            let chance = streams.get(battle.seat(side), crate::dice::Purpose::Script, battle.turn());
            let choice = if side == Side::A {
                script.choose(&battle, chance)
            } else {
                Random::default().choose(&battle, chance)
            };
            if battle.decision == Decision::Move && side == Side::A {
                let mut probe = script.clone();
                for unit in members(side, battle.force(side).ready()) {
                    probe.weigh_gains(&battle, unit);
                    let mover = probe.mover(&battle, unit);
                    let going = probe.going::<WORDS>(&battle, unit);
                    if let Going::Spread { watched: false, .. } = going {
                        probe.reach.search(&battle, unit);
                        let searched: Going<'_, WORDS> = Going::Searched { watched: false };
                        let all = probe.best_end(&battle, &mover, &searched);
                        assert_eq!(probe.best_end(&battle, &mover, &going), all, "{map} {doctrine} {unit}");
                        compared += 1;
                    }
                }
            }
            let key = battle.stream();
            battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
        }
        assert!(compared > 100, "{map}: {compared}");
    }
}

#[test]
fn every_doctrine_beats_chance() {
    use crate::game::Random;
    let setup = table("farmstead", Scenario::LastManStanding);
    let units = kinds(&setup.codex, &STANDARD);
    for doctrine in DoctrineBook::built_in().doctrines {
        let mut script = player(&setup, &doctrine.name);
        let mut wins = 0;
        for pair in 0..5 {
            let lineup = Lineup { units: [&units, &units], mounted: [&[], &[]], first: Side::B };
            let mut battle = Battle::new(&setup, &lineup);
            script.restart();
            let mut streams = Streams::new(Address { seed: 9, cell: 0, pair });
            let verdict = engage_against(&mut battle, &mut script, &mut Random::default(), &mut streams);
            wins += usize::from(verdict == Some(Side::A));
        }
        assert_eq!(wins, 5, "{}", doctrine.name);
    }
}

/// Plays side A with one player and side B with another kind of player.
fn engage_against<'s>(
    battle: &mut Battle<'s>,
    a: &mut impl Player<Battle<'s>>,
    b: &mut impl Player<Battle<'s>>,
    streams: &mut Streams,
) -> Option<Side> {
    use crate::dice::Purpose;
    while let Some(side) = battle.to_choose() {
        let chance = streams.get(battle.seat(side), Purpose::Script, battle.turn());
        let choice = if side == Side::A { a.choose(battle, chance) } else { b.choose(battle, chance) };
        assert!(battle.check(choice).is_ok(), "{choice:?}");
        let key = battle.stream();
        battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
    }
    battle.verdict().and_then(|verdict| verdict.winner)
}

/// Doctrines on every map and scenario, with every choice checked.
#[test]
fn scripts_only_make_legal_choices() {
    let names = ["andy", "ernie", "jack", "larry", "oscar", "tom", "uriah", "wally", "zack", "lcv-1", "mcv-1", "sam"];
    for (map, scenario) in [
        ("river-line", Scenario::LastManStanding),
        ("borough", Scenario::SeizeAndHold),
        ("long-valley", Scenario::Breakthrough),
        ("dry-wash", Scenario::Decapitation),
        ("theatre", Scenario::LastStand),
    ] {
        let setup = table(map, scenario);
        let units = kinds(&setup.codex, &names);
        let doctrines = ["overwatch-anvil", "close-assault", "envelop"];
        for (pair, doctrine) in doctrines.into_iter().enumerate() {
            let first = scenario.first_player().unwrap_or(Side::B);
            let lineup = Lineup { units: [&units, &units], mounted: [&[], &[]], first };
            let mut battle = Battle::new(&setup, &lineup);
            let (mut a, mut b) = (player(&setup, doctrine), player(&setup, doctrines[(pair + 1) % 3]));
            let mut streams = Streams::new(Address { seed: 5, cell: 0, pair: pair as u64 });
            engage_against(&mut battle, &mut a, &mut b, &mut streams);
            assert!(battle.turn <= setup.cap);
        }
    }
}

/// What a player has seen of another game does not matter.
#[test]
fn a_script_decides_by_the_situation_alone() {
    let setup = table("farmstead", Scenario::LastManStanding);
    let battle = position(&setup, &[("frank", [4, 7]), ("dave", [5, 7])], &[("rifleman", [4, 3])]);
    let mut fresh = player(&setup, "massed-fire");
    let expected = choose(&mut fresh, &battle);
    let mut used = player(&setup, "massed-fire");
    let mut other = position(&setup, &[("tom", [1, 7])], &[("mcv-1", [2, 3])]);
    manoeuvre(&mut used, &mut other);
    used.restart();
    assert_eq!(choose(&mut used, &battle), expected);
}
