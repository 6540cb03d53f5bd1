use super::super::choices::Use;
use super::super::scene::{act, dice, enlist, offered, play, setup, setup_on, stand, two_forces};
use super::super::state::Setup;
use super::super::terrain::Kind;
use super::*;
use crate::game::{Game, Silent};
use crate::rulesets::chainsword::codex::Scenario;
use crate::tabletop::plane::Point;

/// A game in which Team 64 of side B, at (30, 26), is on Overwatch, and side A has thrown its Command Dice and is asked what they are
/// spent on; Team 0 stands at (30, 6).
fn watched(setup: &Setup) -> Battle<'_> {
    let mut battle = two_forces(setup, 9);
    stand(&mut battle, 64, 30.0, 26.0);
    battle.forces[1].overwatch |= bit(64);
    play(&mut battle, Choice::Pass, &[1, 1, 1, 1, 1]);
    battle
}

const SHOT: Choice = Choice::React { by: 64, fire: Fire::all(0) };

#[test]
fn r_129_overwatch_is_asked_after_the_command_dice_at_anybody() {
    let setup = setup();
    let mut battle = watched(&setup);
    assert_eq!((battle.decision, battle.to_choose()), (Decision::Overwatch, Some(Side::B)));
    assert!(offered(&battle).contains(&SHOT));
    play(&mut battle, SHOT, &[1, 1, 1, 1, 1]);
    assert!(battle.forces[1].overwatch.is_empty(), "CW-SHO-06: the marker is spent");
    assert_eq!(battle.decision, Decision::Spend);
}

#[test]
fn cw_sho_06_overwatch_fires_inside_a_move_and_shock_shortens_the_rest() {
    let setup = setup();
    let mut battle = watched(&setup);
    play(&mut battle, Choice::Pass, &[]);
    play(&mut battle, Choice::Spend { face: 1, on: Use::Team(0) }, &[]);
    assert_eq!(battle.decision, Decision::Overwatch, "when a Team activates");
    assert!(battle.check(Choice::React { by: 64, fire: Fire::all(1) }).is_err(), "only at the Team that acts");
    play(&mut battle, Choice::Pass, &[]);
    play(&mut battle, Choice::Mode(Mode::Standard), &[]);
    play(&mut battle, Choice::Move { to: Point::new(30.0, 12.0), heading: 0 }, &[]);
    // The first spot seen is an inch off; the nearest and the last are the end.
    assert_eq!((battle.decision, battle.team(0).at), (Decision::Overwatch, Point::new(30.0, 7.0)));
    // One hit, one wound that is saved: a point of Shock.
    play(&mut battle, SHOT, &[4, 1, 1, 1, 1, 4, 5]);
    assert_eq!((battle.team(0).shock, battle.team(0).at), (1, Point::new(30.0, 11.0)));
}

#[test]
fn r_129_a_team_pinned_on_its_way_stops_there() {
    let setup = setup();
    let mut battle = watched(&setup);
    battle.teams[0].shock = 0;
    play(&mut battle, Choice::Pass, &[]);
    play(&mut battle, Choice::Spend { face: 1, on: Use::Team(0) }, &[]);
    play(&mut battle, Choice::Pass, &[]);
    play(&mut battle, Choice::Mode(Mode::Standard), &[]);
    play(&mut battle, Choice::Move { to: Point::new(30.0, 12.0), heading: 0 }, &[]);
    battle.forces[0].pinned |= bit(0);
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!(battle.team(0).at, Point::new(30.0, 7.0));
}

#[test]
fn r_129_a_fire_action_is_answered() {
    let setup = setup();
    let mut battle = watched(&setup);
    for _ in 0..2 {
        play(&mut battle, Choice::Pass, &[]);
        if battle.decision == Decision::Spend {
            play(&mut battle, Choice::Spend { face: 1, on: Use::Team(0) }, &[]);
        }
    }
    play(&mut battle, Choice::Mode(Mode::Stand), &[]);
    play(&mut battle, Choice::Fire { fire: Fire::all(64), covering: false }, &[1, 1, 1, 1, 1]);
    assert_eq!(battle.decision, Decision::Overwatch);
    play(&mut battle, SHOT, &[1, 1, 1, 1, 1]);
    assert_eq!(battle.decision, Decision::Spend);
}

#[test]
fn cw_geo_03_nobody_fires_at_what_he_does_not_see_and_cover_saves() {
    let setup = setup_on(Scenario::Patrol, &[], &[(Kind::Building, 30.0, 16.0, 0.0), (Kind::Crater, 40.0, 6.0, 0.0)]);
    let mut battle = watched(&setup);
    assert_eq!(battle.check(SHOT).unwrap_err().rule, "CW-SHO-01", "the building hides Team 0");
    assert_eq!(battle.decision, Decision::Overwatch, "but not Team 1");
    stand(&mut battle, 64, 44.0, 20.0);
    assert_eq!(battle.sighting(64, 1).cover, 5);
}

#[test]
fn smoke_hides_what_is_more_than_18_inches_off() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    stand(&mut battle, 64, 30.0, 28.0);
    assert!(battle.sighting(64, 0).seen);
    battle.smoke = 1;
    assert!(!battle.sighting(64, 0).seen);
    stand(&mut battle, 64, 30.0, 26.0);
    assert!(battle.sighting(64, 0).seen);
    act(&mut battle, 0, Mode::Stand);
}

#[test]
fn cw_dep_12_interceptors_fire_at_arrivals_from_reserve_once_in_a_phase() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    let flak = enlist(&mut battle, Side::B, "flak-battery");
    stand(&mut battle, flak, 30.0, 30.0);
    play(&mut battle, Choice::Pass, &[1, 1, 1, 1, 1]);
    battle.open_watch(0, battle.forces[1].overwatch);
    assert!(battle.watch.is_none(), "never at normal deployments");
    battle.open_arrival(0);
    battle.proceed(&mut dice(&[]), &mut Silent);
    assert_eq!((battle.decision, battle.to_choose()), (Decision::Overwatch, Some(Side::B)));
    let shot = Choice::React { by: flak, fire: Fire::all(0) };
    assert!(offered(&battle).contains(&shot));
    // Its skyfire is at full skill at the ground too: 4s hit.
    play(&mut battle, shot, &[4, 3, 3, 3, 3, 3, 3, 3, 1]);
    assert!(battle.forces[1].intercepted.contains(flak) && battle.decision == Decision::Spend);
    battle.open_arrival(0);
    assert!(battle.watch.is_none(), "once in a Phase");
}
