//! Whole games of scripted players, under all kinds of rules.

mod advance;
mod pitfalls;
mod scene;
mod strikes;

use std::sync::Arc;

use super::*;
use crate::dice::{Address, Dice, Purpose, Seat, Streams};
use crate::game::{CodexFile, Side, Silent};
use crate::rulesets::darkpotential::army::{self, Roster};
use crate::rulesets::darkpotential::codex::Codex;
use crate::rulesets::darkpotential::doctrine_book::DoctrineBook;
use crate::rulesets::darkpotential::field::Field;
use crate::rulesets::darkpotential::fuzz::{boards, drawn_rules};
use crate::rulesets::darkpotential::invariants::check_state;
use crate::rulesets::darkpotential::muster::Lineup;
use crate::rulesets::darkpotential::rules::Rules;
use crate::rulesets::darkpotential::scenarios::Scenario;

/// Games that are played.
const GAMES: u64 = 8;

#[test]
fn scripted_players_end_their_games_and_break_nothing() {
    let codex = Arc::new(Codex::built_in());
    let read = |source| Roster::read(&codex, &Rules::default(), &source).expect("built-in lists are sound");
    let lists: Vec<Roster> = army::built_in().into_iter().map(read).collect();
    let book = DoctrineBook::built_in();
    let mut lot = Address { seed: 21, cell: 0, pair: 0 }.open(Seat::Environment, Purpose::Muster, 0);
    let mut ended = 0;
    for game in 0..GAMES {
        let mut rules = if game % 3 == 0 { Rules::default() } else { drawn_rules(&mut lot) };
        let board = boards(&codex, &rules, &mut lot);
        if board.table.max.y < 24.0 {
            rules.deployment_depth = 8.0;
        }
        let field = Field::new(&rules, &board);
        let terms = Scenario::ShortGame.terms(&rules);
        let setup = Setup { codex: Arc::clone(&codex), rules, field, terms };
        let forces = [0, 0].map(|_: i32| &lists[lot.pick(lists.len() as u32) as usize]);
        let mut battle = Battle::new(&setup, &Lineup { first: Side::A, forces });
        let mut players = [0, 0].map(|_: i32| {
            let doctrine = &book.doctrines[lot.pick(book.doctrines.len() as u32) as usize];
            ScriptedPlayer::new(&setup, doctrine.weights)
        });
        let mut streams = Streams::new(Address { seed: 8, cell: 0, pair: game });
        let mut choices = 0;
        while let Some(side) = battle.to_choose() {
            check_state(&battle);
            let chance = streams.get(battle.seat(side), Purpose::Script, battle.turn());
            let choice = players[side.index()].choose(&battle, chance);
            battle.check(choice).unwrap_or_else(|refusal| panic!("{choice:?} is refused: {refusal}"));
            let key = battle.stream();
            battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
            choices += 1;
            assert!(choices < 50_000, "the game does not end: {:?}", battle.decision);
        }
        ended += usize::from(battle.verdict().is_some());
    }
    assert_eq!(ended, GAMES as usize);
}

/// The score of side A, from 0 to 1, and rounds, of a game of two lists on a table drawn by chance.
fn game(codex: &Arc<Codex>, lists: [&Roster; 2], doctrines: [&str; 2], number: u64) -> (f64, u16, bool) {
    let rules = Rules::default();
    let mut lot = Address { seed: 31, cell: 0, pair: number }.open(Seat::Environment, Purpose::Setup, 0);
    let board = crate::rulesets::darkpotential::random_board::draw(codex, &rules, rules.terrain_area, &mut lot).board;
    let field = Field::new(&rules, &board);
    let terms = Scenario::Elimination.terms(&rules);
    let setup = Setup { codex: Arc::clone(codex), rules, field, terms };
    let mut battle = Battle::new(&setup, &Lineup { first: Side::A, forces: lists });
    let mut players = doctrines.map(|doctrine| scene::player(&setup, doctrine));
    let [a, b] = &mut players;
    let mut streams = Streams::new(Address { seed: 31, cell: 1, pair: number });
    let verdict = crate::game::engage(&mut battle, [a, b], &mut streams, &mut Silent);
    let score = verdict.winner.map_or(0.5, |side| f64::from(u8::from(side == Side::A)));
    (score, battle.round(), verdict.ending == 0)
}

/// What units cost in lists is never read in a game (DP-ARM-08).
#[test]
fn costs_change_no_game() {
    let usual = Arc::new(Codex::built_in());
    let mut dear = Codex::built_in();
    dear.units.iter_mut().for_each(|unit| unit.cost *= 3.0);
    let dear = Arc::new(dear);
    let list = |codex: &Codex| {
        let source = crate::game::Source::called("suggested", army::built_in()).unwrap();
        Roster::read(codex, &Rules::default(), &source).unwrap()
    };
    let played = |codex: &Arc<Codex>| {
        let list = list(codex);
        game(codex, [&list, &list], ["bounding", "headhunter"], 2)
    };
    assert_eq!(played(&usual), played(&dear));
}

/// Sides that wait out of sight, or in stealth, meet before the cap all the same.
#[test]
fn those_who_wait_meet() {
    let codex = Arc::new(Codex::built_in());
    for (list, doctrine) in [("suggested", "gunline"), ("assassin-cell", "ambush")] {
        let source = crate::game::Source::called(list, army::built_in()).unwrap();
        let list = Roster::read(&codex, &Rules::default(), &source).unwrap();
        let decided = (0..4).filter(|number| game(&codex, [&list, &list], [doctrine; 2], *number).2).count();
        assert!(decided >= 1, "{doctrine}: {decided} of 4");
    }
}
