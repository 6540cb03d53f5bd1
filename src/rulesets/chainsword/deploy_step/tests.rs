use super::super::choices::Use;
use super::super::fire_lines::Mode;
use super::super::scene::{enlist, offered, play, setup, setup_of, setup_on, stand};
use super::super::state::{JumpOffPoint, Setup, TeamSet};
use super::super::terrain::Kind;
use super::*;
use crate::game::{Game, Side, Silent};
use crate::rulesets::chainsword::codex::Scenario;

/// A game in which both sides wait to deploy: Team 0 and 1 of levies, the lieutenant 2, the mule 3, the pathfinders 4; side A has
/// points at (20, 10) and (50, 10), and throws these Command Dice.
fn waiting<'s>(setup: &'s Setup, thrown: &[u8]) -> Battle<'s> {
    let mut battle = Battle::empty(setup);
    for side in Side::BOTH {
        for unit in ["levy-rifles", "lieutenant", "mule", "pathfinders"] {
            enlist(&mut battle, side, unit);
        }
        battle.force_mut(side).level = 9;
        for x in [20.0, 50.0] {
            let y = if side == Side::A { 10.0 } else { 38.0 };
            battle.force_mut(side).points.push(JumpOffPoint { at: Point::new(x, y), shaded: false });
        }
    }
    battle.begin(Side::A, &mut super::super::scene::dice(&[]), &mut Silent);
    if battle.decision == Decision::Withdraw {
        play(&mut battle, Choice::Pass, thrown);
    }
    battle
}

fn one(team: TeamId) -> Choice {
    Choice::Spend { face: 1, on: Use::Team(team) }
}

fn place(team: TeamId, point: u8, x: f64, y: f64) -> Choice {
    Choice::Place { team, point, at: Point::new(x, y), heading: 90 }
}

fn rule(battle: &Battle<'_>, choice: Choice) -> &'static str {
    battle.check(choice).unwrap_err().rule
}

#[test]
fn cw_dep_01_and_02_a_die_brings_a_team_on_near_a_point() {
    let setup = setup();
    let mut battle = waiting(&setup, &[1, 1, 5, 5, 5]);
    play(&mut battle, one(0), &[]);
    assert_eq!(rule(&battle, place(0, 0, 20.0, 16.02)), "CW-DEP-02");
    assert_eq!(rule(&battle, place(0, 2, 20.0, 16.0)), "CW-JOP-11");
    assert_eq!(rule(&battle, place(1, 0, 20.0, 16.0)), "CW-DEP-01", "the die is for one Team");
    assert!(offered(&battle).len() > 20);
    play(&mut battle, place(0, 0, 20.0, 16.0), &[]);
    let force = battle.force(Side::A);
    assert!(force.present == bit(0) && force.came_on == bit(0) && !force.waiting.contains(0));
    assert_eq!((battle.team(0).at, battle.active), (Point::new(20.0, 16.0), Side::A));
}

#[test]
fn cw_dep_02_enemies_and_denied_points_keep_teams_off() {
    let setup = setup();
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    stand(&mut battle, 68, 20.0, 15.0);
    play(&mut battle, one(0), &[]);
    // Discs of 1.565 both, and an inch.
    assert_eq!(rule(&battle, place(0, 0, 20.0, 10.9)), "CW-DEP-02");
    assert_eq!(battle.check(place(0, 0, 20.0, 10.8)), Ok(()));
    stand(&mut battle, 68, 20.0, 13.0);
    assert_eq!(rule(&battle, place(0, 0, 20.0, 6.0)), "CW-JOP-10", "an unbroken enemy is within 3");
    let setup = setup_on(Scenario::Patrol, &[], &[(Kind::Rock, 20.0, 14.0, 0.0)]);
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    play(&mut battle, one(0), &[]);
    assert_eq!(rule(&battle, place(0, 0, 20.0, 14.0)), "CW-DEP-02");
}

#[test]
fn r_126_without_room_no_die_is_asked_for() {
    let setup = setup();
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    for (team, x) in [(64, 20.0), (65, 50.0)] {
        stand(&mut battle, team, x, 10.0);
    }
    assert_eq!(rule(&battle, one(0)), "R-126");
}

#[test]
fn r_122_all_teams_of_a_two_deploy_by_one_point() {
    for (switch, fits) in [("same-point", false), ("any-point", true)] {
        let setup = setup_of(Scenario::Patrol, &[("squad-deploy", switch)]);
        let mut battle = waiting(&setup, &[2, 5, 5, 5, 5]);
        play(&mut battle, Choice::Spend { face: 2, on: Use::Squad(0) }, &[]);
        play(&mut battle, place(1, 1, 50.0, 12.0), &[]);
        assert_eq!(battle.check(place(0, 0, 20.0, 10.0)).is_ok(), fits);
        play(&mut battle, place(0, 1, 50.0, 8.0), &[]);
        assert_eq!(battle.active, Side::B);
    }
}

#[test]
fn r_117_a_squad_that_is_half_on_the_table_acts_and_deploys() {
    for (switch, both) in [("each", true), ("one-kind", false)] {
        let setup = setup_of(Scenario::Patrol, &[("split-squad", switch)]);
        let mut battle = waiting(&setup, &[2, 5, 5, 5, 5]);
        stand(&mut battle, 0, 20.0, 10.0);
        play(&mut battle, Choice::Spend { face: 2, on: Use::Squad(0) }, &[]);
        play(&mut battle, place(1, 1, 50.0, 12.0), &[]);
        assert_eq!(battle.troop.is_some(), both);
        assert_eq!(battle.check(Choice::Activate(0)).is_ok(), both);
    }
}

#[test]
fn cw_dep_05_scouts_come_farther_unless_an_enemy_is_in_the_way() {
    let setup = setup();
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    stand(&mut battle, 68, 20.0, 30.0);
    let riders = enlist(&mut battle, Side::A, "outriders");
    play(&mut battle, one(riders), &[]);
    assert_eq!(battle.check(place(riders, 0, 20.0, 22.0)), Ok(()));
    assert_eq!(rule(&battle, place(riders, 0, 20.0, 22.02)), "CW-DEP-02");
    stand(&mut battle, 68, 17.8, 16.0);
    assert_eq!(rule(&battle, place(riders, 0, 20.0, 22.0)), "CW-DEP-05");
}

#[test]
fn cw_dep_08_deploying_is_not_activating_unless_the_switch_says_so() {
    for (switch, acts) in [("yes", true), ("no", false)] {
        let setup = setup_of(Scenario::Patrol, &[("deploy-then-activate", switch)]);
        let mut battle = waiting(&setup, &[1, 1, 5, 5, 5]);
        play(&mut battle, one(0), &[]);
        play(&mut battle, place(0, 0, 20.0, 10.0), &[]);
        assert_eq!(battle.check(one(0)).is_ok(), acts);
    }
}

#[test]
fn cw_dep_14_an_officer_comes_with_a_team_by_its_point_and_may_join_it() {
    let setup = setup();
    let mut battle = waiting(&setup, &[1, 3, 5, 5, 5]);
    let three = Choice::Spend { face: 3, on: Use::Team(2) };
    assert_eq!(rule(&battle, three), "R-126", "there is no Team to come with");
    play(&mut battle, one(0), &[]);
    play(&mut battle, place(0, 0, 20.0, 12.0), &[]);
    play(&mut battle, three, &[]);
    assert_eq!(rule(&battle, place(2, 1, 50.0, 10.0)), "CW-DEP-14", "another point");
    play(&mut battle, place(2, 0, 20.0, 9.0), &[]);
    assert_eq!(offered(&battle), [Choice::Pass, Choice::Attach { officer: 2, team: 0 }]);
    battle.teams[0].shock = 2;
    play(&mut battle, Choice::Attach { officer: 2, team: 0 }, &[]);
    assert_eq!((battle.team(0).officer, battle.team(2).with, battle.team(2).shock), (2, 0, 2));
    let setup = setup_of(Scenario::Patrol, &[("officer-deploy", "free")]);
    let battle = waiting(&setup, &[3, 5, 5, 5, 5]);
    assert_eq!(battle.check(three), Ok(()));
    // Alone, once nobody else waits.
    let setup = setup_of(Scenario::Patrol, &[]);
    let mut battle = waiting(&setup, &[3, 1, 5, 5, 5]);
    battle.forces[0].waiting = bit(2);
    battle.forces[0].gone = [0, 1, 3, 4].into_iter().collect();
    assert_eq!(battle.check(three), Ok(()));
}

#[test]
fn cw_dep_15_vehicles_come_on_by_a_point_or_by_their_own_edge() {
    let setup = setup();
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    play(&mut battle, one(3), &[]);
    play(&mut battle, place(3, 0, 24.0, 10.0), &[]);
    let setup = setup_of(Scenario::Patrol, &[("vehicle-deploy", "own-edge")]);
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    play(&mut battle, one(3), &[]);
    assert_eq!(rule(&battle, place(3, 0, 24.0, 10.0)), "R-75");
    assert!(offered(&battle).len() > 4);
    assert!(offered(&battle).contains(&place(3, 0, 20.0, 2.0)), "straight behind the point");
    play(&mut battle, place(3, 0, 30.0, 2.0), &[]);
}

#[test]
fn cw_arm_06_a_barrage_wastes_dice_of_the_first_turn() {
    let setup = setup();
    for (die, fails) in [(2, true), (3, false)] {
        let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
        battle.forces[1].barrage = true;
        play(&mut battle, one(0), &[die]);
        assert_eq!(battle.troop.is_none(), fails);
        assert!(battle.forces[0].waiting.contains(0));
    }
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    battle.forces[1].barrage = true;
    battle.turns = 2;
    play(&mut battle, one(0), &[]);
}

#[test]
fn cw_off_11_an_officer_joins_after_a_move() {
    let setup = setup();
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    stand(&mut battle, 0, 20.0, 10.0);
    stand(&mut battle, 2, 20.0, 18.0);
    play(&mut battle, one(0), &[]);
    play(&mut battle, Choice::Mode(Mode::Standard), &[]);
    play(&mut battle, Choice::Move { to: Point::new(20.0, 14.0), heading: 0 }, &[]);
    assert_eq!(battle.decision, Decision::Attach, "a gap of 1.93");
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!(battle.team(0).officer, NOBODY);
}

#[test]
fn r_129_overwatch_answers_a_deployment() {
    use super::super::fire_lines::Fire;
    let setup = setup();
    let mut battle = waiting(&setup, &[1, 5, 5, 5, 5]);
    stand(&mut battle, 64, 20.0, 30.0);
    battle.forces[1].overwatch |= bit(64);
    play(&mut battle, one(0), &[]);
    play(&mut battle, place(0, 0, 20.0, 10.0), &[]);
    assert_eq!(battle.decision, Decision::Overwatch);
    play(&mut battle, Choice::React { by: 64, fire: Fire::all(0) }, &[1, 1, 1, 1, 1]);
    assert_eq!(battle.forces[1].overwatch, TeamSet::EMPTY);
}
