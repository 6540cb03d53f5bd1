//! What always holds in a game, checked after every choice of random players under random switches.

use std::sync::Arc;

use super::army::{self, Roster};
use super::choices::{Choice, Decision};
use super::codex::{Codex, Scenario};
use super::invariants::{check_change, check_state};
use super::random_board;
use super::rules::Rules;
use super::state::{Battle, Setup};
use crate::dice::{Address, Dice, Purpose, SeededDice, Streams};
use crate::game::{CodexFile, Game, Silent, Source};
use crate::tabletop::plane::Point;

/// Half of the switches at any of their values, the others at their defaults.
fn drawn_rules(dice: &mut SeededDice) -> Rules {
    let mut rules = Rules::default();
    for knob in Rules::knobs() {
        let words: Vec<&str> = knob.allowed.split(", ").filter(|word| !word.contains(' ')).collect();
        if dice.pick(2) == 0 || words.is_empty() {
            continue;
        }
        let value = words[dice.pick(words.len() as u32) as usize];
        rules.set(&knob.name, value).unwrap_or_else(|error| panic!("{} = {value}: {error}", knob.name));
    }
    rules.max_phases = 40;
    rules
}

/// Most choices of a Phase, or before the first one: each of them uses something up.
const MOST_CHOICES: u32 = 1500;

/// What is seen of games by lot.
#[derive(Debug, Default)]
struct Seen {
    phases: u32,
    decided: Vec<Decision>,
    boarded: u32,
    got_off: u32,
    left: u32,
    flak: u32,
}

/// Plays a game by lot between two of these lists.
fn play(game: u64, codex: &Arc<Codex>, lists: &[Source], seen: &mut Seen) {
    let mut dice = SeededDice::from_key(900 + game);
    let rules = drawn_rules(&mut dice);
    let scenario = Scenario::ALL[game as usize % 6].1;
    let board = random_board::draw(codex, &rules, &mut dice);
    let mut setup = Setup::new(codex.clone(), rules, scenario, &board);
    if scenario == Scenario::AttackOnAnObjective {
        setup.objective = Some(Point::new(36.0, 42.0));
    }
    let rosters = [0, 1].map(|_| {
        let source = &lists[dice.pick(lists.len() as u32) as usize];
        Roster::read(codex, &setup.rules, source).unwrap()
    });
    let mut streams = Streams::new(Address { seed: 9, cell: 0, pair: game });
    let mut battle = Battle::empty(&setup);
    battle.set_up_game([&rosters[0], &rosters[1]], &mut dice, &mut Silent);
    let (mut phase, mut choices) = (0, 0);
    while let Some(side) = battle.to_choose() {
        choices = if battle.phase == phase { choices + 1 } else { 0 };
        phase = battle.phase;
        assert!(choices < MOST_CHOICES, "Phase {phase} does not end");
        let before = battle.clone();
        let choice = battle.any_choice(streams.get(battle.seat(side), Purpose::Script, battle.turn()));
        assert_eq!(battle.check(choice), Ok(()), "{choice:?} at {:?}", battle.decision);
        if !seen.decided.contains(&battle.decision) {
            seen.decided.push(battle.decision);
        }
        match choice {
            Choice::Board { .. } => seen.boarded += 1,
            Choice::Disembark { .. } => seen.got_off += 1,
            Choice::Leave => seen.left += 1,
            Choice::AntiAir { .. } => seen.flak += 1,
            _ => {}
        }
        let key = battle.stream();
        battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
        check_state(&battle);
        check_change(&before, &battle);
    }
    assert!(battle.verdict().is_some());
    seen.phases += u32::from(battle.phase);
}

/// Plays some games by lot, and so many more until all these decisions have come and there is enough of the rest.
fn play_until(
    games: std::ops::Range<u64>,
    least: u64,
    lists: &[Source],
    wanted: &[Decision],
    enough: impl Fn(&Seen) -> bool,
) -> Seen {
    let codex = Arc::new(Codex::read(&Codex::source(), &[]).unwrap());
    let mut seen = Seen::default();
    for game in games.clone() {
        play(game, &codex, lists, &mut seen);
        let all = wanted.iter().all(|decision| seen.decided.contains(decision));
        if game + 1 >= games.start + least && all && enough(&seen) {
            return seen;
        }
    }
    let missing: Vec<&Decision> = wanted.iter().filter(|decision| !seen.decided.contains(decision)).collect();
    panic!("{missing:?} never comes, or something too seldom: {seen:?}");
}

#[test]
fn whatever_random_players_do_the_invariants_hold() {
    let wanted = [
        Decision::Withdraw,
        Decision::Spend,
        Decision::Squad,
        Decision::Act,
        Decision::Overwatch,
        Decision::Order,
        Decision::Attach,
        Decision::Between,
        Decision::ChargeFire,
        Decision::Reaction,
        Decision::Blows,
        Decision::Consolidate,
        Decision::Arrive,
    ];
    let seen = play_until(0..60, 12, &army::built_in(), &wanted, |seen| seen.boarded > 4 && seen.got_off > 4);
    assert!(seen.phases > 200, "{seen:?}");
}

#[test]
fn whatever_flyers_do_the_invariants_hold() {
    let wanted = [
        Decision::Sortie,
        Decision::Hover,
        Decision::Vector,
        Decision::AntiAir,
        Decision::Jink,
        Decision::Dogfight,
        Decision::Strafe,
    ];
    let sky = Source::called("sky-cavalry", army::built_in()).unwrap();
    play_until(100..160, 6, &[sky], &wanted, |seen| seen.left > 0 && seen.flak > 0);
}
