use super::super::choices::Use;
use super::super::fire_lines::{Fire, Mode};
use super::super::scene::{offered, play, setup, stand, two_forces};
use super::super::state::Setup;
use super::*;
use crate::game::Game;
use crate::tabletop::plane::Point;

/// A game in which side B, with 12 command points, is asked whether it breaks in before the first die; Team 64 stands 20 inches from
/// Team 0, and is on Overwatch.
fn open(setup: &Setup) -> Battle<'_> {
    let mut battle = two_forces(setup, 9);
    stand(&mut battle, 64, 30.0, 26.0);
    battle.forces[1].command_points = 12;
    battle.forces[1].overwatch |= bit(64);
    play(&mut battle, Choice::Pass, &[1, 1, 5, 5, 5]);
    assert_eq!(battle.decision, Decision::Overwatch);
    play(&mut battle, Choice::Pass, &[]);
    battle
}

fn rule(battle: &Battle<'_>, choice: Choice) -> &'static str {
    battle.check(choice).unwrap_err().rule
}

#[test]
fn cw_str_03_a_squad_fires_out_of_turn_and_does_not_move() {
    let setup = setup();
    let mut battle = open(&setup);
    assert_eq!((battle.decision, battle.to_choose()), (Decision::Between, Some(Side::B)));
    play(&mut battle, Choice::Interrupt { squad: 0, fires: true }, &[]);
    assert_eq!(battle.forces[1].command_points, 6);
    play(&mut battle, Choice::Activate(64), &[]);
    assert_eq!(rule(&battle, Choice::Move { to: Point::new(30.0, 25.0), heading: 0 }), "CW-ACT-01");
    assert_eq!(rule(&battle, Choice::Overwatch), "CW-STR-03");
    battle.forces[1].shaken |= bit(64);
    play(&mut battle, Choice::Fire { fire: Fire::all(0), covering: false }, &[1, 1, 1, 1, 1]);
    assert!(battle.forces[1].overwatch.is_empty(), "R-131: it has fired");
    assert!(battle.forces[1].activated.is_empty(), "that was no activation");
    assert!(battle.forces[1].shaken.contains(64), "R-149: nor does it end what lasts to the next one");
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!((battle.decision, battle.to_choose()), (Decision::Spend, Some(Side::A)));
}

#[test]
fn cw_str_03_or_it_moves_and_does_not_fire() {
    let setup = setup();
    let mut battle = open(&setup);
    play(&mut battle, Choice::Interrupt { squad: 0, fires: false }, &[]);
    play(&mut battle, Choice::Activate(64), &[]);
    play(&mut battle, Choice::Mode(Mode::Standard), &[]);
    assert_eq!(rule(&battle, Choice::Fire { fire: Fire::all(0), covering: false }), "CW-STR-03");
    play(&mut battle, Choice::Move { to: Point::new(30.0, 32.0), heading: 0 }, &[]);
    assert_eq!(battle.team(64).at, Point::new(30.0, 32.0));
    assert!(battle.forces[1].moved.contains(64) && battle.forces[1].overwatch.is_empty());
    assert_eq!(battle.decision, Decision::Squad, "the other Team of the Squad may move too");
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!(battle.decision, Decision::Spend);
}

#[test]
fn cw_str_03_no_squad_with_a_pinned_team_breaks_in() {
    let setup = setup();
    let mut battle = open(&setup);
    battle.teams[65].shock = 7;
    assert_eq!(rule(&battle, Choice::Interrupt { squad: 0, fires: true }), "CW-STR-03");
    battle.forces[1].command_points = 5;
    assert_eq!(rule(&battle, Choice::Interrupt { squad: 1, fires: true }), "CW-STR-01");
}

#[test]
fn r_114_between_the_teams_of_a_die_too_and_the_active_side_goes_on_where_it_was() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    play(&mut battle, Choice::Pass, &[2, 5, 5, 5, 5]);
    play(&mut battle, Choice::Spend { face: 2, on: Use::Squad(0) }, &[]);
    play(&mut battle, Choice::Activate(0), &[]);
    play(&mut battle, Choice::Mode(Mode::Stand), &[]);
    battle.forces[1].command_points = 6;
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!(battle.decision, Decision::Between);
    play(&mut battle, Choice::Interrupt { squad: 1, fires: false }, &[]);
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!(offered(&battle), [Choice::Pass, Choice::Activate(1)], "the other Team of side A");
}
