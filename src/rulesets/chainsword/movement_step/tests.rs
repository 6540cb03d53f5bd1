use super::super::fire_lines::Mode;
use super::super::scene::{act, enlist, offered, play, setup, setup_of, setup_on, stand, two_forces};
use super::super::state::Setup;
use super::super::terrain::Kind;
use super::*;
use crate::game::Game;

fn to(x: f64, y: f64) -> Choice {
    Choice::Move { to: Point::new(x, y), heading: 0 }
}

/// A game in which Team 0 of side A, at (30, 6), acts in this mode.
fn acting<'s>(setup: &'s Setup, mode: Mode, shock: u16) -> Battle<'s> {
    let mut battle = two_forces(setup, 9);
    battle.teams[0].shock = shock;
    act(&mut battle, 0, mode);
    battle
}

fn rule(battle: &Battle<'_>, choice: Choice) -> &'static str {
    battle.check(choice).unwrap_err().rule
}

#[test]
fn cw_mov_01_modes_have_their_distances_and_cw_mov_05_shock_shortens_them() {
    let setup = setup();
    for (mode, shock, inches) in [
        (Mode::Standard, 0, 6.0),
        (Mode::Run, 0, 9.0),
        (Mode::Tactical, 0, 3.0),
        (Mode::Standard, 2, 4.0),
        (Mode::Tactical, 2, 1.0),
    ] {
        let mut battle = acting(&setup, mode, shock);
        assert_eq!(rule(&battle, to(30.0, 6.02 + inches)), "CW-MOV-01", "{mode:?}");
        assert!(!offered(&battle).is_empty());
        play(&mut battle, to(30.0, 6.0 + inches), &[]);
        assert_eq!(battle.team(0).at, Point::new(30.0, 6.0 + inches));
        assert!(battle.forces[0].moved.contains(0));
    }
}

#[test]
fn r_94_shock_leaves_nothing_of_a_move_at_last() {
    let setup = setup();
    let battle = acting(&setup, Mode::Tactical, 3);
    assert!(offered(&battle).iter().all(|choice| !matches!(choice, Choice::Move { .. })));
}

#[test]
fn r_87_places_are_finite_and_headings_below_a_full_circle() {
    let setup = setup();
    let battle = acting(&setup, Mode::Standard, 0);
    let heading = |heading: u16| Choice::Move { to: Point::new(30.0, 8.0), heading };
    assert_eq!(battle.check(heading(359)), Ok(()));
    for nowhere in [heading(360), to(f64::NAN, 8.0), to(30.0, f64::INFINITY)] {
        assert_eq!(rule(&battle, nowhere), "R-87", "{nowhere:?}");
    }
}

#[test]
fn cw_mov_03_a_run_may_go_by_a_die() {
    let setup = setup_of(Scenario::Patrol, &[("run-distance", "m-plus-d6")]);
    let mut battle = acting(&setup, Mode::Run, 0);
    play(&mut battle, to(30.0, 18.0), &[2]);
    assert_eq!(battle.team(0).at, Point::new(30.0, 14.0));
}

#[test]
fn cw_act_01_a_team_moves_and_fires_in_either_order() {
    use super::super::fire_lines::Fire;
    let setup = setup();
    for move_first in [true, false] {
        let mut battle = two_forces(&setup, 9);
        stand(&mut battle, 64, 30.0, 22.0);
        act(&mut battle, 0, Mode::Standard);
        let fire = Choice::Fire { fire: Fire::all(64), covering: false };
        let steps: [(Choice, &[u8]); 2] = [(to(30.0, 5.0), &[]), (fire, &[1, 1, 1, 1, 1])];
        let [first, second] = if move_first { [0, 1] } else { [1, 0] };
        play(&mut battle, steps[first].0, steps[first].1);
        assert_eq!(rule(&battle, steps[first].0), "CW-ACT-01", "once each");
        play(&mut battle, steps[second].0, steps[second].1);
        assert!(battle.activation.is_none());
    }
}

#[test]
fn r_174_who_stands_does_not_move() {
    let setup = setup();
    let battle = acting(&setup, Mode::Stand, 0);
    assert_eq!(rule(&battle, to(30.0, 7.0)), "CW-ACT-01");
}

#[test]
fn cw_mov_06_nobody_comes_within_an_inch_of_enemies_or_onto_friends() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    // Two discs of 1.565 and an inch: 4.13 from centre to centre.
    stand(&mut battle, 64, 30.0, 15.0);
    stand(&mut battle, 1, 36.0, 6.0);
    act(&mut battle, 0, Mode::Standard);
    assert_eq!(rule(&battle, to(30.0, 10.9)), "CW-MOV-06");
    assert_eq!(rule(&battle, to(33.0, 6.0)), "CW-MOV-06");
    assert_eq!(battle.check(to(30.0, 10.85)), Ok(()));
    assert_eq!(rule(&battle, to(30.0, -0.1)), "CW-MOV-06", "off the table");
}

#[test]
fn cw_mov_07_difficult_ground_is_crossed_by_the_higher_of_two_dice() {
    let setup = setup_on(Scenario::Patrol, &[], &[(Kind::Woods, 30.0, 9.0, 0.0)]);
    let mut battle = acting(&setup, Mode::Standard, 1);
    play(&mut battle, to(30.0, 11.0), &[2, 4]);
    assert_eq!(battle.team(0).at, Point::new(30.0, 9.0), "4 less a point of Shock");
    let mut battle = acting(&setup, Mode::Standard, 0);
    play(&mut battle, to(30.0, 11.0), &[6, 4]);
    assert_eq!(battle.team(0).at, Point::new(30.0, 11.0), "the mode is the limit");
    let mut battle = two_forces(&setup, 9);
    let jumpers = enlist(&mut battle, Side::A, "falconers");
    stand(&mut battle, jumpers, 50.0, 6.0);
    stand(&mut battle, 0, 60.0, 6.0);
    stand(&mut battle, jumpers, 30.0, 6.0);
    act(&mut battle, jumpers, Mode::Standard);
    play(&mut battle, to(30.0, 16.0), &[]);
}

#[test]
fn cw_mov_09_vehicles_move_by_their_speeds() {
    let setup = setup();
    for (unit, mode, inches) in [
        ("mule", Mode::Combat, 6.0),
        ("mule", Mode::Cruising, 12.0),
        ("mule", Mode::FlatOut, 18.0),
        ("gadfly", Mode::Combat, 12.0),
        ("strider", Mode::Run, 9.0),
    ] {
        let mut battle = two_forces(&setup, 9);
        let vehicle = enlist(&mut battle, Side::A, unit);
        stand(&mut battle, vehicle, 10.0, 20.0);
        act(&mut battle, vehicle, mode);
        assert_eq!(rule(&battle, to(10.02 + inches, 20.0)), "CW-MOV-01", "{unit} {mode:?}");
        play(&mut battle, Choice::Move { to: Point::new(10.0 + inches, 20.0), heading: 45 }, &[]);
        assert_eq!((battle.team(vehicle).at.x, battle.team(vehicle).heading), (10.0 + inches, 45));
    }
    let mut battle = two_forces(&setup, 9);
    let mule = enlist(&mut battle, Side::A, "mule");
    stand(&mut battle, mule, 10.0, 20.0);
    play(&mut battle, Choice::Pass, &[1, 1, 1, 1, 1]);
    play(&mut battle, Choice::Spend { face: 1, on: super::super::choices::Use::Team(mule) }, &[]);
    for mode in [Mode::Standard, Mode::Run, Mode::Tactical] {
        assert_eq!(rule(&battle, Choice::Mode(mode)), "CW-MOV-09");
    }
}

#[test]
fn cw_bas_21_a_stunned_or_immobilised_vehicle_stands() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    let mule = enlist(&mut battle, Side::A, "mule");
    stand(&mut battle, mule, 10.0, 20.0);
    battle.forces[0].stunned |= bit(mule);
    play(&mut battle, Choice::Pass, &[1, 1, 1, 1, 1]);
    play(&mut battle, Choice::Spend { face: 1, on: super::super::choices::Use::Team(mule) }, &[]);
    assert_eq!(rule(&battle, Choice::Mode(Mode::Combat)), "CW-TRN-01", "it can only stand");
    play(&mut battle, Choice::Pass, &[]);
    assert!(battle.forces[0].stunned.is_empty(), "R-149: until the end of its next activation");
}

#[test]
fn cw_geo_06_a_minefield_hits_who_enters_it_and_boggy_ground_holds_vehicles() {
    let setup = setup_on(Scenario::Patrol, &[], &[(Kind::Minefield, 30.0, 11.0, 0.0), (Kind::Woods, 16.0, 20.0, 0.0)]);
    let mut battle = acting(&setup, Mode::Standard, 0);
    // Three hits at strength 4: two wounds, one of them saved.
    play(&mut battle, to(30.0, 11.5), &[3, 3, 3, 1, 5, 1]);
    assert_eq!((battle.team(0).models, battle.team(0).shock, battle.team(0).shot), (4, 0, 0));
    let mut battle = two_forces(&setup, 9);
    let mule = enlist(&mut battle, Side::A, "mule");
    stand(&mut battle, mule, 10.0, 20.0);
    act(&mut battle, mule, Mode::Combat);
    play(&mut battle, to(16.0, 20.0), &[1]);
    assert!(battle.forces[0].immobilised.contains(mule));
    assert!((battle.team(mule).at.x - 13.0).abs() < 0.02, "where it enters: {:?}", battle.team(mule).at);
}

#[test]
fn r_102_buildings_have_room_for_ten_of_one_side() {
    let setup = setup_on(Scenario::Patrol, &[], &[(Kind::Building, 30.0, 11.0, 0.0)]);
    let mut battle = two_forces(&setup, 9);
    stand(&mut battle, 1, 31.5, 13.0);
    let inside = to(29.5, 10.0);
    act(&mut battle, 0, Mode::Standard);
    assert_eq!(battle.check(inside), Ok(()));
    battle.teams[1].models = 6;
    assert_eq!(rule(&battle, inside), "R-102");
    stand(&mut battle, 1, 50.0, 6.0);
    stand(&mut battle, 64, 32.8, 13.0);
    battle.teams[64].models = 1;
    assert_eq!(rule(&battle, inside), "R-102", "an enemy is inside");
}

#[test]
fn cw_scn_06_a_team_that_touches_the_far_edge_wins_the_probe() {
    let setup = setup_of(Scenario::Probe, &[]);
    for (new, from_reserve, wins) in [(false, false, true), (true, false, false), (false, true, false)] {
        let mut battle = two_forces(&setup, 9);
        stand(&mut battle, 0, 50.0, 42.0);
        act(&mut battle, 0, Mode::Standard);
        battle.forces[0].came_on |= TeamSet::of_if(0, new);
        battle.forces[0].from_reserve |= TeamSet::of_if(0, from_reserve);
        play(&mut battle, to(50.0, 46.43), &[]);
        assert_eq!(battle.verdict().is_some_and(|verdict| verdict.winner == Some(Side::A)), wins, "R-162, R-186");
    }
    let mut battle = two_forces(&setup, 9);
    stand(&mut battle, 0, 50.0, 42.0);
    act(&mut battle, 0, Mode::Standard);
    play(&mut battle, to(50.0, 46.3), &[]);
    assert_eq!(battle.verdict(), None, "it does not touch");
}

#[test]
fn r_142_a_team_moves_as_the_slower_of_it_and_its_officer() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    let jumpers = enlist(&mut battle, Side::A, "falconers");
    assert_eq!((battle.speed(jumpers), battle.mover(jumpers)), (12, Mover::Jump));
    battle.teams[usize::from(jumpers)].officer = 2;
    assert_eq!((battle.speed(jumpers), battle.mover(jumpers)), (6, Mover::Foot));
}

/// The places to which Team 0 is offered to move.
fn marks(battle: &Battle<'_>) -> Vec<Point> {
    let place = |choice: Choice| if let Choice::Move { to, .. } = choice { Some(to) } else { None };
    offered(battle).into_iter().filter_map(place).collect()
}

#[test]
fn r_88_places_that_matter_are_offered_whatever_the_headings() {
    let setup = setup_on(Scenario::Patrol, &[], &[(Kind::Crater, 22.7, 6.0, 0.0)]);
    let mut battle = acting(&setup, Mode::Standard, 0);
    let point = super::super::state::JumpOffPoint { at: Point::new(30.0, 14.0), shaded: false };
    battle.forces[1].points.push(point);
    let places = marks(&battle);
    // Just inside the crater, and 3 inches from the point.
    for wanted in [Point::new(24.65, 6.0), Point::new(30.0, 9.455)] {
        assert!(places.contains(&wanted), "{wanted:?}");
    }
    let setup = setup_of(Scenario::Probe, &[]);
    let mut battle = two_forces(&setup, 9);
    stand(&mut battle, 0, 30.0, 42.0);
    stand(&mut battle, 64, 60.0, 42.0);
    act(&mut battle, 0, Mode::Standard);
    let edge =
        marks(&battle).into_iter().find(|to| to.x == 30.0 && to.y > 46.4 && to.y < 46.46).expect("the goal edge");
    play(&mut battle, Choice::Move { to: edge, heading: 0 }, &[]);
    assert!(battle.verdict.is_some(), "CW-SCN-06");
}

#[test]
fn r_95_wire_is_crossed_by_a_whole_standard_move() {
    let belt = [24.0, 30.0, 36.0].map(|x| (Kind::RazorWire, x, 8.5, 0.0));
    let setup = setup_on(Scenario::Patrol, &[], &belt);
    let across = |battle: &Battle<'_>| marks(battle).into_iter().find(|to| to.x == 30.0 && to.y > 8.5);
    let battle = acting(&setup, Mode::Run, 0);
    assert_eq!(across(&battle), None, "not at a run");
    let mut battle = acting(&setup, Mode::Standard, 5);
    assert_eq!(rule(&battle, to(30.0, 11.5)), "CW-MOV-01");
    let behind = across(&battle).expect("it stands by the wire");
    play(&mut battle, Choice::Move { to: behind, heading: 0 }, &[]);
    assert_eq!(battle.team(0).at, behind, "Shock does not matter while it moves at all");
}

#[test]
fn cw_mov_05_what_shock_takes_and_cw_mov_09_flat_out_gives_are_knobs() {
    let setup = setup_of(Scenario::Patrol, &[("shock-move", "0"), ("flat-out", "2")]);
    let mut battle = acting(&setup, Mode::Standard, 2);
    play(&mut battle, to(30.0, 12.0), &[]);
    let mule = enlist(&mut battle, Side::A, "mule");
    assert_eq!(battle.reach(mule, Mode::FlatOut), 14.0);
}
