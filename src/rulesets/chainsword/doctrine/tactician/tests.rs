use super::*;
use std::sync::Arc;

use crate::dice::{Address, Dice, Purpose, Streams};
use crate::game::doctrine_book::Policy;
use crate::game::{CodexFile, Silent};
use crate::rulesets::chainsword::army::{self, Roster};
use crate::rulesets::chainsword::choices::Use;
use crate::rulesets::chainsword::codex::{Codex, Scenario};
use crate::rulesets::chainsword::doctrine_book::DoctrineBook;
use crate::rulesets::chainsword::fire_lines::Mode;
use crate::rulesets::chainsword::random_board;
use crate::rulesets::chainsword::rules::Rules;
use crate::rulesets::chainsword::scene::{dice, enlist, play, setup, setup_of, setup_on, stand};
use crate::rulesets::chainsword::state::{Setup, TeamId, TeamSet, bit, members};
use crate::rulesets::chainsword::terrain::Kind;
use crate::tabletop::plane::Point;

mod decides;
mod officers;
mod pitfalls;

use super::super::tasks::Task;

fn weights(doctrine: &str) -> Weights {
    match DoctrineBook::built_in().script(doctrine) {
        Ok(Policy::Weighted(weights)) => weights,
        other => panic!("{doctrine}: {other:?}"),
    }
}

/// A Phase of side A with dice for everybody; each unit of both sides at its place.
fn scene<'s>(setup: &'s Setup, units: &[(Side, &str, f64, f64)]) -> Battle<'s> {
    let mut battle = Battle::empty(setup);
    for (side, unit, x, y) in units {
        let team = enlist(&mut battle, *side, unit);
        stand(&mut battle, team, *x, *y);
        // Others of the Squad are not in the scene.
        let force = &mut battle.forces[side.index()];
        let rest: TeamSet = members(*side, force.waiting).filter(|other| *other > team).collect();
        force.waiting &= !rest;
        force.gone |= rest;
        for other in members(*side, rest) {
            battle.teams[usize::from(other)].models = 0;
        }
    }
    for force in &mut battle.forces {
        force.level = 9;
    }
    battle.begin(Side::A, &mut dice(&[]), &mut Silent);
    play(&mut battle, Choice::Pass, &[1, 1, 1, 1, 1]);
    battle
}

/// What a Team does in an activation by a die, nobody interfering: how it moves, and its first act.
fn activation(
    tactician: &mut Tactician,
    battle: &mut Battle<'_>,
    doctrine: &str,
    team: TeamId,
) -> (Mode, Option<Choice>) {
    let (weights, tasks) = (weights(doctrine), Tasks::default());
    activation_by(tactician, battle, &weights, &tasks, team)
}

fn activation_by(
    tactician: &mut Tactician,
    battle: &mut Battle<'_>,
    weights: &Weights,
    tasks: &Tasks,
    team: TeamId,
) -> (Mode, Option<Choice>) {
    play(battle, Choice::Spend { face: 1, on: Use::Team(team) }, &[]);
    let mut chance = SeededDice::from_key(1);
    assert_eq!(battle.decision, Decision::Activate);
    let Some(Choice::Mode(mode)) = tactician.decide(battle, weights, tasks, &mut chance) else { panic!("no mode") };
    play(battle, Choice::Mode(mode), &[]);
    if battle.decision != Decision::Act {
        return (mode, None);
    }
    let choice = tactician.decide(battle, weights, tasks, &mut chance);
    assert!(choice.is_some_and(|choice| battle.check(choice).is_ok()), "{choice:?}");
    (mode, choice)
}

/// What is seen of games in which scripts fight and everything else is left to chance.
#[derive(Default)]
struct Seen {
    phases: u32,
    proposed: u32,
    unlawful: Vec<(Decision, Option<Choice>)>,
    charges: u32,
    volleys: u32,
    watches: u32,
    moves: u32,
}

/// Plays games whose Teams act by scripts; of the dice each goes to the Team that gains most.
fn fight(games: std::ops::Range<u64>) -> Seen {
    let codex = Arc::new(Codex::read(&Codex::source(), &[]).unwrap());
    let lists = army::built_in();
    let (mut seen, mut tactician) = (Seen::default(), Tactician::default());
    let (weights, tasks) = (["methodical", "blitz"].map(weights), Tasks::default());
    for game in games {
        let mut luck = SeededDice::from_key(70 + game);
        let board = random_board::draw(&codex, &Rules::default(), &mut luck);
        let scenario = Scenario::ALL[game as usize % 6].1;
        let mut setup = Setup::new(codex.clone(), Rules::default(), scenario, &board);
        if scenario == Scenario::AttackOnAnObjective {
            setup.objective = Some(Point::new(36.0, 42.0));
        }
        let rosters = [0, 1].map(|_| {
            let source = &lists[luck.pick(lists.len() as u32) as usize];
            Roster::read(&codex, &setup.rules, source).unwrap()
        });
        let mut streams = Streams::new(Address { seed: 9, cell: 0, pair: game });
        let mut battle = Battle::empty(&setup);
        battle.set_up_game([&rosters[0], &rosters[1]], &mut luck, &mut Silent);
        tactician.restart();
        while let Some(side) = battle.to_choose() {
            let weights = &weights[side.index()];
            let by_lot = battle.any_choice(streams.get(battle.seat(side), Purpose::Script, battle.turn()));
            let mut chosen = match battle.decision {
                _ if battle.phase == 0 => None,
                Decision::Spend => {
                    let mut best: Option<(f64, Choice)> = None;
                    let mut uses = Vec::new();
                    battle.choices(&mut |choice| uses.push(choice));
                    for choice in uses {
                        let worth = match choice {
                            Choice::Spend { on: Use::Team(team), .. } if battle.stands(team) => {
                                tactician.prospect(&battle, weights, &tasks, team).worth
                            }
                            Choice::Spend { on: Use::Squad(_), .. } => 10.0,
                            Choice::Spend { .. } => 5.0,
                            _ => 0.0,
                        };
                        if best.is_none_or(|(most, _)| worth > most) {
                            best = Some((worth, choice));
                        }
                    }
                    best.map(|(_, choice)| choice)
                }
                _ => tactician.decide(&battle, weights, &tasks, &mut luck),
            };
            if chosen.is_some() {
                seen.proposed += 1;
            }
            if chosen.is_some_and(|choice| battle.check(choice).is_err()) {
                seen.unlawful.push((battle.decision, chosen));
                chosen = None;
            }
            let choice = chosen.unwrap_or(by_lot);
            match choice {
                Choice::Charge(_) => seen.charges += 1,
                Choice::Fire { .. } => seen.volleys += 1,
                Choice::React { .. } => seen.watches += 1,
                Choice::Move { .. } => seen.moves += 1,
                _ => {}
            }
            let key = battle.stream();
            battle.apply(choice, streams.get(key.seat, key.purpose, key.k), &mut Silent);
        }
        seen.phases += u32::from(battle.phase);
    }
    seen
}

#[test]
fn whole_games_are_fought_by_lawful_choices() {
    let seen = fight(0..6);
    assert!(
        seen.unlawful.len() as u32 * 200 < seen.proposed,
        "{} of {}: {:?}",
        seen.unlawful.len(),
        seen.proposed,
        seen.unlawful
    );
    assert!(
        seen.charges > 3 && seen.volleys > 100 && seen.watches > 3,
        "{} {} {}",
        seen.charges,
        seen.volleys,
        seen.watches
    );
    assert!(seen.moves > 100, "{}", seen.moves);
}
