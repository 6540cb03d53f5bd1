mod pitfalls;

use std::sync::Arc;

use super::reach::Reach;
use super::*;
use crate::dice::{Address, Purpose, Streams};
use crate::game::doctrine_book::Policy;
use crate::game::{CodexFile, Game, Side, Silent, Source};
use crate::rulesets::hexcommand::army::{Roster, built_in};
use crate::rulesets::hexcommand::battlefield::{self, Battlefield};
use crate::rulesets::hexcommand::board_map::Map;
use crate::rulesets::hexcommand::choices::{Act, March, Works};
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::doctrine_book::DoctrineBook;
use crate::rulesets::hexcommand::field::Field;
use crate::rulesets::hexcommand::muster::Lineup;
use crate::rulesets::hexcommand::rules::Rules;
use crate::rulesets::hexcommand::scenarios::{SCENARIOS, Scenario};
use crate::rulesets::hexcommand::scene::Scene;
use crate::rulesets::hexcommand::state::UnitId;
use crate::rulesets::hexcommand::terms::Terms;
use crate::rulesets::hexcommand::test_position::{setup as lay, *};
use crate::tabletop::hex::HexIndex;
use crate::tabletop::hex::flat::Direction::{self, North, South};

fn weights(doctrine: &str) -> Weights {
    match DoctrineBook::built_in().script(doctrine) {
        Ok(Policy::Weighted(weights)) => weights,
        other => panic!("{doctrine}: {other:?}"),
    }
}

/// A scenario on its usual map.
fn stage(codex: &Arc<Codex>, scenario: Scenario) -> Setup {
    let terms = Terms::of(scenario, None, Map::bare(21, 13).grid, codex).unwrap();
    let source = battlefield::built_in(terms.battlefield.as_deref().unwrap()).unwrap();
    let mut rules = Rules::default();
    terms.settle(&mut rules, &[]);
    let map = &Battlefield::read(&source, codex).unwrap().maps(codex, &rules, 3).unwrap()[0];
    let field = Field::compile(map, codex, &rules);
    let scene = Scene::of(&terms, &field, &rules, scenario);
    Setup::new(Arc::clone(codex), rules, field, scene)
}

fn roster(codex: &Codex, list: &str) -> Roster {
    let file = built_in().into_iter().find(|source: &Source| source.name.contains(list)).unwrap();
    Roster::read(codex, &Rules::default(), &file).unwrap()
}

/// Plays a game of scripts; `each` sees every decision with what was chosen before the check of the last resort.
fn play(
    setup: &Setup,
    lists: [&Roster; 2],
    doctrines: [&str; 2],
    seed: u64,
    each: &mut impl FnMut(&Battle<'_>, Choice),
) -> Option<Side> {
    let mut streams = Streams::new(Address { seed, cell: 0, pair: 0 });
    let first = setup.scenario.attacker.unwrap_or(Side::BOTH[seed as usize % 2]);
    let mut battle = Battle::new(setup, &Lineup { first, forces: lists.map(Roster::order) });
    let mut players = doctrines.map(|name| ScriptedPlayer::new(setup, weights(name)));
    while let Some(side) = battle.to_choose() {
        let chance = streams.get(battle.seat(side), Purpose::Script, battle.turn());
        let choice = players[side.index()].decide(&battle, chance);
        each(&battle, choice);
        let key = battle.stream();
        battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
    }
    battle.verdict().and_then(|verdict| verdict.winner)
}

/// A script never needs the last resort at the usual rules, in any scenario, with any doctrine.
#[test]
fn whatever_a_script_chooses_is_legal() {
    let codex = Arc::new(Codex::built_in());
    let book = DoctrineBook::built_in();
    let names = book.names();
    let lists = ["balanced-division", "raiders", "siege-train", "militia-mass"].map(|list| roster(&codex, list));
    let mut decisions = 0;
    for (at, (key, scenario, _)) in SCENARIOS.iter().enumerate().filter(|(_, row)| row.1 != Scenario::Historical) {
        let setup = stage(&codex, *scenario);
        let pair = [&lists[at % lists.len()], &lists[(at / 2 + 1) % lists.len()]];
        let doctrines = [names[at % names.len()], names[(at + 3) % names.len()]];
        play(&setup, pair, doctrines, at as u64, &mut |battle, choice| {
            decisions += 1;
            battle
                .check(choice)
                .unwrap_or_else(|refusal| panic!("{key}, {:?}: {choice:?}: {refusal}", battle.decision));
        });
    }
    assert!(decisions > 800, "{decisions} decisions");
}

/// Equal scripts with equal dice play equal games, whatever they played before.
#[test]
fn a_player_that_has_played_before_plays_alike() {
    let codex = Arc::new(Codex::built_in());
    let setup = stage(&codex, Scenario::Crossroads);
    let list = roster(&codex, "balanced-division");
    let mut record = Vec::new();
    play(&setup, [&list, &list], ["echelon", "envelop"], 5, &mut |_, choice| record.push(choice));
    let mut players = ["echelon", "envelop"].map(|name| ScriptedPlayer::new(&setup, weights(name)));
    for seed in [4, 5] {
        let mut streams = Streams::new(Address { seed, cell: 0, pair: 0 });
        let first = Side::BOTH[seed as usize % 2];
        let mut battle = Battle::new(&setup, &Lineup { first, forces: [list.order(), list.order()] });
        players.iter_mut().for_each(Player::restart);
        let mut again = Vec::new();
        while let Some(side) = battle.to_choose() {
            let chance = streams.get(battle.seat(side), Purpose::Script, battle.turn());
            let choice = players[side.index()].choose(&battle, chance);
            again.push(choice);
            let key = battle.stream();
            battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
        }
        assert!((again == record) == (seed == 5), "seed {seed}");
    }
}

/// What the quick search of moves finds are the ends that the rules know, without the turns on the way of riders.
#[test]
fn the_quick_search_finds_what_the_rules_allow() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let kinds = [RIFLES, CAVALRY, SKIRMISHERS];
    let units: Vec<UnitId> =
        ["1109", "0908", "1410"].iter().zip(kinds).map(|(hex, kind)| table.put(Side::A, kind, hex, North)).collect();
    table.put(Side::A, RIFLES, "1108", North);
    table.put(Side::B, RIFLES, "1006", South);
    table.battle.decision = Decision::March;
    let battle = &table.battle;
    let mut seen = Observation::new(&setup.field);
    seen.look(battle, Side::A);
    for unit in units {
        let gait = battle.gait(unit, Act::None).unwrap();
        let mut reach = Reach::default();
        let mut found: Vec<(HexIndex, u8)> = reach
            .search(battle, &gait, &seen.zones)
            .iter()
            .flat_map(|stop| (0..6).filter(|facing| stop.facings & 1 << facing != 0).map(|facing| (stop.hex, facing)))
            .collect();
        let mut known = vec![(battle.unit(unit).hex, battle.unit(unit).facing as u8)];
        let mut search = crate::rulesets::hexcommand::movement::Search::new();
        search.visit(battle, unit, Act::None, &mut |march: March| {
            if march.middle.is_none() {
                known.push((battle.check_march(&march).unwrap().1.hex, march.end as u8));
            }
        });
        // In an enemy zone a unit has to face the enemy, which is left to the check.
        for (hex, facing) in found.iter().filter(|(hex, _)| !seen.zones.contains(*hex)) {
            let march = reach.march(battle, &gait, &seen.zones, (*hex, Direction::ALL[usize::from(*facing)]));
            assert!(march.is_some(), "{}: {hex} facing {facing}", battle.name(unit));
        }
        found.sort_unstable();
        known.sort_unstable();
        let missing: Vec<_> = known.iter().filter(|end| !found.contains(end)).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", battle.name(unit));
    }
}

/// The march of `unit`, when it comes to it, with the moves before it made.
fn march_of(table: &mut Table<'_>, unit: UnitId, doctrine: &str) -> Option<March> {
    let mut player = ScriptedPlayer::new(table.battle.setup, weights(doctrine));
    table.battle.decision = Decision::March;
    for _ in 0..16 {
        match player.choose(&table.battle, &mut crate::dice::SeededDice::from_key(1)) {
            Choice::March(march) if march.unit == unit => return Some(march),
            choice @ Choice::March(_) => {
                table.choose(choice, &[]);
                if table.battle.decision == Decision::Contact {
                    table.choose(Choice::Done, &[]);
                }
            }
            _ => return None,
        }
    }
    None
}

fn end_of(table: &Table<'_>, march: &March) -> HexIndex {
    table.battle.check_march(march).unwrap().1.hex
}

/// A flank that can be reached is taken (the strongest lever).
#[test]
fn an_open_flank_is_taken() {
    let setup = lay("", &[]);
    for doctrine in ["echelon", "envelop", "column-assault"] {
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, RIFLES, "1308", North);
        table.put(Side::A, RIFLES, "1109", North);
        table.put(Side::A, RIFLES, "1209", North);
        // It looks west, and has its back to us.
        let foe = table.put(Side::B, RIFLES, "1306", Direction::NorthWest);
        let march = march_of(&mut table, own, doctrine).expect(doctrine);
        let end = end_of(&table, &march);
        assert_eq!(setup.field.distance(end, table.battle.unit(foe).hex), 1, "{doctrine}: {march:?}");
        assert!(table.battle.flanked_from(foe, end), "{doctrine}");
    }
}

/// Who is about to rout steps out of range (`retire`).
#[test]
fn the_hurt_step_back() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let hurt = table.put(Side::A, RIFLES, "1108", North);
    table.put(Side::A, RIFLES, "1008", North);
    table.put(Side::A, RIFLES, "1208", North);
    table.hits(hurt, 2);
    let foes = ["1104", "1004", "1204"].map(|hex| table.put(Side::B, RIFLES, hex, South));
    let march = march_of(&mut table, hurt, "echelon").expect("it moves");
    let end = end_of(&table, &march);
    for foe in foes {
        assert!(setup.field.distance(end, table.battle.unit(foe).hex) > 5, "{march:?}");
    }
}

/// Nobody walks alone into the fire of a line while the others are far behind (arrive together, pitfalls 12 and 15).
#[test]
fn a_lone_racer_waits_for_the_others() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let racer = table.put(Side::A, RIFLES, "1110", North);
    for hex in ["0313", "0513", "1713", "1913", "2113"] {
        table.put(Side::A, RIFLES, hex, North);
    }
    for hex in ["1003", "1103", "1203", "1303"] {
        table.put(Side::B, RIFLES, hex, South);
    }
    let own = table.battle.unit(racer).hex;
    let end = march_of(&mut table, racer, "echelon").map_or(own, |march| end_of(&table, &march));
    let nearest = table.battle.force(Side::B).present.members(Side::B).map(|foe| table.battle.unit(foe).hex);
    let nearest = nearest.map(|foe| setup.field.distance(end, foe)).min().unwrap();
    assert!(nearest > 5, "it is {nearest} hexes from the enemy");
}

/// A line that can be in range with all of it goes (no dithering, pitfall 1).
#[test]
fn a_line_goes_together() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let line = ["0909", "1008", "1109", "1208", "1309"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    for hex in ["0903", "1003", "1103", "1203", "1303"] {
        table.put(Side::B, RIFLES, hex, South);
    }
    let mut player = ScriptedPlayer::new(&setup, weights("column-assault"));
    table.battle.decision = Decision::March;
    while let choice @ Choice::March(_) = player.choose(&table.battle, &mut crate::dice::SeededDice::from_key(1)) {
        table.choose(choice, &[]);
        if table.battle.decision == Decision::Contact {
            table.choose(Choice::Done, &[]);
        }
    }
    let near = line.iter().filter(|unit| {
        let hex = table.battle.unit(**unit).hex;
        let foes = table.battle.force(Side::B).present.members(Side::B);
        foes.map(|foe| setup.field.distance(hex, table.battle.unit(foe).hex)).min().unwrap() <= 5
    });
    assert!(near.count() >= 4);
}

/// Scripts beat chance, and think of no choice that is refused.
#[test]
fn every_doctrine_beats_chance() {
    let codex = Arc::new(Codex::built_in());
    let setup = stage(&codex, Scenario::OpenField);
    let list = roster(&codex, "balanced-division");
    for doctrine in DoctrineBook::built_in().names() {
        let mut streams = Streams::new(Address { seed: 11, cell: 0, pair: 0 });
        let mut battle = Battle::new(&setup, &Lineup { first: Side::A, forces: [list.order(), list.order()] });
        let mut player = ScriptedPlayer::new(&setup, weights(doctrine));
        while let Some(side) = battle.to_choose() {
            let chance = streams.get(battle.seat(side), Purpose::Script, battle.turn());
            let choice = if side == Side::A { player.decide(&battle, chance) } else { battle.any_choice(chance) };
            battle.check(choice).unwrap_or_else(|refusal| panic!("{doctrine} chooses {choice:?}: {refusal}"));
            let key = battle.stream();
            battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
        }
        assert_eq!(battle.verdict().unwrap().winner, Some(Side::A), "{doctrine}");
    }
}
