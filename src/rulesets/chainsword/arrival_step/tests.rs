use super::super::choices::Use;
use super::super::codex::Scenario;

use super::super::fire_lines::Fire;
use super::super::scene::{enlist, offered, play, setup, setup_of, setup_on, stand, told, two_forces};
use super::super::state::Setup;
use super::super::terrain::Kind;
use super::*;
use crate::game::Game;

/// Side A with guards in reserve, Team 3, falconers, 4 and 5, and outriders, 6, and with these Command Dice.
fn waiting<'s>(setup: &'s Setup, thrown: &[u8; 5]) -> Battle<'s> {
    let mut battle = two_forces(setup, 9);
    for unit in ["bulwark-guard", "falconers", "outriders"] {
        enlist(&mut battle, Side::A, unit);
    }
    let all: TeamSet = [3, 4, 5, 6].into_iter().collect();
    (battle.forces[0].waiting, battle.forces[0].reserve) = (TeamSet::EMPTY, all);
    play(&mut battle, Choice::Pass, thrown);
    battle
}

fn one(team: TeamId) -> Choice {
    Choice::Spend { face: 1, on: Use::Team(team) }
}

fn to(team: TeamId, x: f64, y: f64) -> Choice {
    Choice::Arrive { team, at: Point::new(x, y) }
}

fn rule(battle: &Battle<'_>, choice: Choice) -> &'static str {
    battle.check(choice).unwrap_err().rule
}

#[test]
fn cw_dep_09_reserves_arrive_on_a_three_and_the_die_is_spent() {
    let setup = setup();
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    play(&mut battle, one(3), &[2]);
    assert!(battle.forces[0].reserve.contains(3));
    assert_eq!(battle.active, Side::B, "no die is left");
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    play(&mut battle, one(3), &[3]);
    assert_eq!((battle.decision, battle.decider), (Decision::Arrive, Side::A));
    assert!(offered(&battle).len() > 60, "a grid of six inches");
    assert_eq!(rule(&battle, to(4, 30.0, 20.0)), "CW-DEP-09", "a 1 is for one Team");
    assert_eq!(rule(&battle, to(3, 30.0, 48.5)), "CW-DEP-10");
    play(&mut battle, Choice::Pass, &[]);
    assert!(battle.forces[0].reserve.contains(3));
    let setup = setup_of(Scenario::Patrol, &[("reserve-roll", "5")]);
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    play(&mut battle, one(3), &[4]);
    assert!(battle.troop.is_none());
}

#[test]
fn r_124_a_two_brings_all_teams_of_a_squad_each_with_its_own_scatter() {
    let setup = setup();
    let mut battle = waiting(&setup, &[2, 5, 5, 5, 5]);
    let squad = battle.team(4).squad;
    play(&mut battle, Choice::Spend { face: 2, on: Use::Squad(squad) }, &[3]);
    // On target; then three inches straight to the east.
    play(&mut battle, to(5, 20.0, 24.0), &[5]);
    assert_eq!(battle.team(5).at, Point::new(20.0, 24.0));
    assert_eq!(battle.decision, Decision::Act, "it may shoot, or go on Overwatch");
    play(&mut battle, Choice::Pass, &[]);
    play(&mut battle, to(4, 40.0, 24.0), &[4, 1, 2, 0]);
    assert_eq!(battle.team(4).at, Point::new(43.0, 24.0));
    assert!(battle.forces[0].from_reserve.contains(4) && battle.forces[0].came_on.contains(5));
}

#[test]
fn cw_dep_13_who_has_arrived_may_shoot_as_after_a_standard_move() {
    let setup = setup();
    let mut battle = waiting(&setup, &[1, 1, 5, 5, 5]);
    play(&mut battle, one(3), &[3]);
    play(&mut battle, to(3, 30.0, 30.0), &[5]);
    let shot = Choice::Fire { fire: Fire::all(64), covering: false };
    assert!(offered(&battle).contains(&shot));
    assert!(offered(&battle).iter().all(|choice| !matches!(choice, Choice::Move { .. })));
    // Eight dice of mag-carbines.
    play(&mut battle, shot, &[1; 8]);
    assert_eq!(rule(&battle, one(3)), "CW-TRN-10", "that was its activation");
    assert_eq!(battle.check_charge(3, 64).unwrap_err().rule, "CW-DEP-10", "nobody charges on arrival");
}

#[test]
fn cw_bas_27_a_mishap_loses_a_team_or_hands_it_to_the_enemy_or_sends_it_back() {
    let setup = setup_on(Scenario::Patrol, &[], &[(Kind::Rock, 50.0, 24.0, 0.0)]);
    let drop_on = |x: f64, y: f64, thrown: &[u8]| {
        let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
        stand(&mut battle, 64, 30.0, 30.0);
        play(&mut battle, one(3), &[3]);
        play(&mut battle, to(3, x, y), thrown);
        battle
    };
    // In rock; within an inch of an enemy; on a friend; over the edge of the table.
    for (x, y) in [(50.0, 24.0), (30.0, 27.1), (30.0, 6.0)] {
        let battle = drop_on(x, y, &[5, 4]);
        assert!(battle.forces[0].reserve.contains(3), "({x}, {y})");
    }
    assert!(drop_on(70.0, 24.0, &[1, 6, 6, 0, 6]).forces[0].reserve.contains(3));
    let battle = drop_on(50.0, 24.0, &[5, 1, 1]);
    assert!(battle.forces[0].gone.contains(3), "and Force Morale is tested");
    let mut battle = drop_on(50.0, 24.0, &[5, 3]);
    assert_eq!((battle.decision, battle.decider), (Decision::Mishap, Side::B));
    assert!(!offered(&battle).contains(&Choice::Pass));
    assert_eq!(rule(&battle, to(3, 30.0, 28.0)), "CW-BAS-27");
    play(&mut battle, to(3, 2.0, 2.0), &[]);
    assert_eq!((battle.team(3).at, battle.decision), (Point::new(2.0, 2.0), Decision::Act));
    assert!(battle.forces[0].present.contains(3));
}

#[test]
fn cw_dep_11_a_flank_march_walks_on_from_the_edge_of_its_die() {
    let setup = setup();
    // A 1 or 2: the left edge, seen from the south; 3 or 4: the right one; 5 or 6: either.
    for (die, west, east) in [(2, true, false), (3, false, true), (6, true, true)] {
        let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
        play(&mut battle, one(6), &[3, die]);
        assert_eq!(battle.check(to(6, 12.0, 20.0)).is_ok(), west);
        assert_eq!(battle.check(to(6, 60.0, 20.0)).is_ok(), east);
        assert_eq!(rule(&battle, to(6, 36.0, 20.0)), "CW-DEP-11", "farther than a move of 12");
        assert!(offered(&battle).len() > 10);
    }
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    play(&mut battle, one(6), &[3, 1]);
    play(&mut battle, to(6, 12.0, 20.0), &[]);
    assert_eq!((battle.team(6).at, battle.decision), (Point::new(12.0, 20.0), Decision::Act));
    assert!(battle.forces[0].moved.contains(6), "it jinks");
}

#[test]
fn r_124_a_flank_march_starts_from_a_free_spot_and_waits_without_one() {
    let setup = setup();
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    // An enemy at the edge: from beside him, by a longer way.
    stand(&mut battle, 64, 0.5, 20.0);
    play(&mut battle, one(6), &[3, 1]);
    assert_eq!(rule(&battle, to(6, 12.0, 20.0)), "CW-DEP-11");
    assert_eq!(battle.check(to(6, 9.0, 20.0)), Ok(()));
    // Enemies all along it.
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    for row in 0..12 {
        let enemy = enlist(&mut battle, Side::B, "levy-rifles");
        stand(&mut battle, enemy, 0.5, 2.0 + 4.0 * f64::from(row));
    }
    play(&mut battle, one(6), &[3, 1]);
    assert!(battle.forces[0].reserve.contains(6) && battle.troop.is_none());
}

#[test]
fn cw_dep_11_difficult_ground_slows_a_flank_march() {
    let setup = setup_on(Scenario::Patrol, &[], &[(Kind::Crater, 4.0, 20.0, 0.0)]);
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    play(&mut battle, one(6), &[3, 1]);
    play(&mut battle, to(6, 10.0, 20.0), &[3, 5]);
    assert_eq!(battle.team(6).at, Point::new(5.0, 20.0));
}

#[test]
fn cw_dep_12_interceptors_fire_at_who_arrives_from_reserve_and_not_from_a_point() {
    let setup = setup();
    for (unit, arrives) in [("bulwark-guard", true), ("outriders", true), ("levy-rifles", false)] {
        let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
        let flak = enlist(&mut battle, Side::B, "flak-battery");
        stand(&mut battle, flak, 30.0, 40.0);
        let (team, at) = if unit == "outriders" { (6, to(6, 11.0, 24.0)) } else { (3, to(3, 30.0, 24.0)) };
        if arrives {
            play(&mut battle, one(team), if team == 6 { &[3, 1] } else { &[3] });
            play(&mut battle, at, if team == 6 { &[] } else { &[5] });
            assert_eq!((battle.decision, battle.decider), (Decision::Overwatch, Side::B), "{unit}");
            play(&mut battle, Choice::React { by: flak, fire: Fire::all(team) }, &[1; 8]);
            assert!(battle.forces[1].intercepted.contains(flak));
        } else {
            let levies = enlist(&mut battle, Side::A, "levy-rifles");
            let point = super::super::state::JumpOffPoint { at: Point::new(30.0, 24.0), shaded: false };
            battle.forces[0].points.push(point);
            play(&mut battle, one(levies), &[]);
            play(&mut battle, Choice::Place { team: levies, point: 0, at: point.at, heading: 0 }, &[]);
            assert_ne!(battle.decision, Decision::Overwatch);
        }
    }
}

#[test]
fn cw_dep_06_infiltrators_deploy_within_twelve_inches_of_a_point_by_any_lane() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    let pathfinders = enlist(&mut battle, Side::A, "pathfinders");
    let point = super::super::state::JumpOffPoint { at: Point::new(20.0, 10.0), shaded: false };
    battle.forces[0].points.push(point);
    stand(&mut battle, 64, 17.8, 16.0);
    play(&mut battle, Choice::Pass, &[1, 5, 5, 5, 5]);
    play(&mut battle, one(pathfinders), &[]);
    let place = |y: f64| Choice::Place { team: pathfinders, point: 0, at: Point::new(20.0, y), heading: 0 };
    assert_eq!(battle.check(place(22.0)), Ok(()), "past the enemy, unlike scouts");
    assert_eq!(rule(&battle, place(22.02)), "CW-DEP-02");
}

#[test]
fn cw_dep_10_deep_strikers_land_in_mines_and_mishaps_may_be_thrown_again() {
    let setup = setup_on(Scenario::Patrol, &[], &[(Kind::Minefield, 50.0, 24.0, 0.0)]);
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    play(&mut battle, one(3), &[3]);
    // Two hits, none of which wounds.
    play(&mut battle, to(3, 50.0, 24.0), &[5, 2, 1, 1]);
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    battle.forces[0].command_points = 6;
    play(&mut battle, one(3), &[2]);
    assert_eq!(battle.decision, Decision::Reroll);
    play(&mut battle, Choice::Reroll(0), &[3]);
    assert_eq!(battle.decision, Decision::Arrive);
}

#[test]
fn an_arrival_is_told() {
    let setup = setup();
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    play(&mut battle, one(3), &[3]);
    let lines = told(&mut battle, to(3, 30.0, 24.0), &[1, 1, 2, 90]).concat();
    assert!(lines.contains("is dropped 3.0 inches off") && lines.contains("arrives at (30.0, 27.0)"), "{lines}");
}
