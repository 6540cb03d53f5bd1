//! What always holds in a game, checked after every choice of random players under random switches.

use std::sync::Arc;

use super::army::{self, Roster};
use super::choices::Decision;
use super::codex::Codex;
use super::field::Field;
use super::invariants::{Before, check_state};
use super::muster::Lineup;
use super::random_board;
use super::rules::Rules;
use super::scenarios::Scenario;
use super::state::{Battle, Setup};
use super::terrain::Board;
use crate::dice::{Address, Dice, Purpose, Seat, SeededDice, Streams};
use crate::game::{CodexFile, Game, Side, Silent};

/// Tables and lists of all kinds: every built-in list, a bare board and boards drawn by chance.
pub(super) fn boards(codex: &Codex, rules: &Rules, dice: &mut SeededDice) -> Board {
    match dice.pick(6) {
        0 => Board::bare(48.0, 48.0),
        1 | 2 => Board::bare(20.0, 20.0),
        3 => random_board::draw(codex, rules, 576.0, dice).board,
        _ => random_board::draw(codex, rules, rules.terrain_area, dice).board,
    }
}

/// Half of the switches at any of their values, the others at their defaults.
pub(super) fn drawn_rules(dice: &mut SeededDice) -> Rules {
    let mut rules = Rules::default();
    for knob in Rules::knobs() {
        let words: Vec<&str> = knob.allowed.split(", ").filter(|word| !word.contains(' ')).collect();
        // Other units of length are tried apart.
        if dice.pick(2) == 0 || words.is_empty() || knob.name == "army-check" {
            continue;
        }
        let value = words[dice.pick(words.len() as u32) as usize];
        rules.set(&knob.name, value).unwrap_or_else(|error| panic!("{} = {value}: {error}", knob.name));
    }
    rules
}

/// Games that are played.
const GAMES: u64 = 12;

#[test]
fn random_players_never_break_the_state() {
    let codex = Arc::new(Codex::built_in());
    let read = |source| Roster::read(&codex, &Rules::default(), &source).expect("built-in lists are sound");
    let lists: Vec<Roster> = army::built_in().into_iter().map(read).collect();
    let mut lot = Address { seed: 20, cell: 0, pair: 0 }.open(Seat::Environment, Purpose::Muster, 0);
    let mut decided = std::collections::BTreeMap::new();
    for game in 0..GAMES {
        let mut rules = if game % 4 == 0 { Rules::default() } else { drawn_rules(&mut lot) };
        let board = boards(&codex, &rules, &mut lot);
        if board.table.max.y < 24.0 {
            rules.deployment_depth = 8.0; // both sides meet at once
        }
        let field = Field::new(&rules, &board);
        let terms = Scenario::Elimination.terms(&rules);
        let setup = Setup { codex: Arc::clone(&codex), rules, field, terms };
        let forces = [0, 0].map(|_: i32| &lists[lot.pick(lists.len() as u32) as usize]);
        let mut battle = Battle::new(&setup, &Lineup { first: Side::A, forces });
        let mut streams = Streams::new(Address { seed: 7, cell: 0, pair: game });
        let mut choices = 0;
        while let Some(side) = battle.to_choose() {
            check_state(&battle);
            let chance = streams.get(battle.seat(side), Purpose::Script, battle.turn());
            let choice = battle.any_choice(chance);
            battle.check(choice).unwrap_or_else(|refusal| panic!("{choice:?} is refused: {refusal}"));
            *decided.entry(battle.decision).or_insert(0u32) += 1;
            if game % 8 == 1 && choices % 5 == 0 {
                let mut shown = 0;
                battle.choices(&mut |choice| {
                    shown += 1;
                    battle.check(choice).unwrap_or_else(|refusal| panic!("{choice:?} is shown and refused: {refusal}"));
                });
                assert!(shown > 0, "{:?}", battle.decision);
            }
            let key = battle.stream();
            let before = Before::of(&battle);
            battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
            before.check(&battle);
            choices += 1;
            assert!(choices < 100_000, "the game does not end: {:?}", battle.decision);
        }
        assert!(battle.verdict().is_some(), "a game with nobody to choose is over");
    }
    for decision in [Decision::Bid, Decision::React, Decision::Replan, Decision::FreeAttack, Decision::Coherency] {
        assert!(decided.contains_key(&decision), "{decision:?} never comes: {decided:?}");
    }
}
