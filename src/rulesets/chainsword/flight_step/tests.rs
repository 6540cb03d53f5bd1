use super::super::choices::{Choice, Decision};
use super::super::fire_lines::Mode;
use super::super::scene::{act, dice, play, setup, setup_of, stand, two_forces};
use super::*;
use crate::game::Silent;
use crate::rulesets::chainsword::codex::Scenario;
use crate::tabletop::plane::Point;

#[test]
fn cw_shk_06_a_broken_team_falls_back_at_once_and_tests_force_morale() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    battle.forces[1].overwatch |= bit(64);
    battle.stage = super::super::phase_step::Stage::Withdraw;
    battle.add_shock(64, 14, &mut Silent);
    let mut thrown = dice(&[2, 1, 6]);
    battle.proceed(&mut thrown, &mut Silent);
    thrown.finish().unwrap();
    assert_eq!((battle.team(64).at, battle.forces[1].level), (Point::new(30.0, 45.0), 8));
    assert!(battle.forces[1].overwatch.is_empty());
    // not tested again for the next leg, but for a new flight.
    battle.take_flight(64, &mut dice(&[1, 1]), &mut Silent);
    assert!(battle.dues.is_empty());
    battle.team_mut(64).at = Point::new(30.0, 40.0);
    battle.calm(64, &mut Silent);
    battle.take_flight(64, &mut dice(&[1, 1]), &mut Silent);
    assert_eq!(battle.dues.len(), 1);
}

#[test]
fn cw_bas_29_who_falls_back_over_his_edge_is_gone_with_his_officer() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    (battle.teams[64].officer, battle.teams[66].with) = (66, 64);
    battle.fall_back(64, TeamSet::EMPTY, &mut dice(&[3, 3]), &mut Silent);
    assert!(battle.forces[1].gone.contains(64) && battle.forces[1].gone.contains(66));
    let due: Vec<MoraleEvent> = battle.dues.iter().map(|due| due.event).collect();
    assert_eq!(due, [MoraleEvent::TeamDestroyed, MoraleEvent::WarlordKilled], "each with his own test");
}

#[test]
fn cw_trn_07_regroup_tests_come_before_broken_teams_fall_back() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    stand(&mut battle, 64, 30.0, 30.0);
    stand(&mut battle, 65, 40.0, 30.0);
    battle.forces[1].falling_back |= bit(65);
    battle.teams[64].shock = 14;
    play(&mut battle, Choice::Pass, &[3, 3, 3, 3, 3]);
    assert_eq!((battle.decision, battle.active), (Decision::Withdraw, Side::B));
    // 7 passes on Ld 7; the broken Team needs no die to move; then the Command Dice.
    play(&mut battle, Choice::Pass, &[3, 4, 2, 3, 3, 3, 3, 3, 3]);
    assert!(battle.force(Side::B).falling_back.is_empty());
    assert_eq!(battle.team(64).at, Point::new(30.0, 35.0));
    assert_eq!(battle.team(65).at, Point::new(40.0, 30.0));
}

#[test]
fn cw_trn_07_who_fails_to_regroup_falls_back_again_and_the_few_need_a_double_one() {
    let setup = setup();
    for (models, thrown) in [(5, [4, 4, 1, 1]), (1, [1, 2, 1, 1])] {
        let mut battle = two_forces(&setup, 9);
        stand(&mut battle, 0, 30.0, 20.0);
        battle.forces[0].falling_back |= bit(0);
        battle.teams[0].models = models;
        battle.stage = super::super::phase_step::Stage::Withdraw;
        battle.decision = Decision::Withdraw;
        battle.proceed(&mut dice(&[]), &mut Silent);
        play(&mut battle, Choice::Pass, &[&thrown[..], &[3, 3, 3, 3, 3]].concat());
        assert_eq!(battle.team(0).at, Point::new(30.0, 18.0));
        assert!(battle.forces[0].falling_back.contains(0));
    }
}

#[test]
fn a_regrouped_team_fires_snap_shots() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    stand(&mut battle, 64, 30.0, 22.0);
    act(&mut battle, 0, Mode::Stand);
    battle.forces[0].regrouped |= bit(0);
    let fire = super::super::fire_lines::Fire::all(64);
    play(&mut battle, Choice::Fire { fire, covering: false }, &[5, 5, 5, 5, 5]);
}

#[test]
fn cw_shk_10_heavy_losses_to_shooting_are_a_test_at_the_end_of_the_phase() {
    for (rule, lost, thrown) in [("on", 2, [6, 6, 1, 1, 1].as_slice()), ("on", 1, &[]), ("off", 2, &[])] {
        let setup = setup_of(Scenario::Patrol, &[("casualty-test", rule)]);
        let mut battle = two_forces(&setup, 9);
        stand(&mut battle, 64, 30.0, 22.0);
        act(&mut battle, 0, Mode::Stand);
        play(&mut battle, Choice::Pass, &[]);
        battle.teams[64].shot = lost;
        battle.teams[64].models -= lost;
        play(&mut battle, Choice::Pass, thrown);
        let fails = !thrown.is_empty();
        assert_eq!(battle.force(Side::B).falling_back.contains(64), fails, "{rule} {lost}");
        assert_eq!(battle.team(64).at.y, if fails { 24.0 } else { 22.0 });
    }
}
