use super::super::scene::{enlist, offered, play, setup_on, stand, two_forces};
use super::super::state::{JumpOffPoint, Setup};
use super::super::terrain::Kind;
use super::*;
use crate::game::Game;
use crate::rulesets::chainsword::codex::Scenario;

/// A game in which both sides have breachers off the table and 6 command points, side A a point at (10, 20) in a crater, side B one at
/// (60, 40); Team 64 stands 16 inches from the crater. Side B is asked whether it breaks in.
fn game(setup: &Setup) -> Battle<'_> {
    let mut battle = two_forces(setup, 9);
    for (side, x, y) in [(Side::A, 10.0, 20.0), (Side::B, 60.0, 40.0)] {
        enlist(&mut battle, side, "breachers");
        battle.force_mut(side).command_points = 6;
        battle.force_mut(side).points.push(JumpOffPoint { at: Point::new(x, y), shaded: false });
    }
    stand(&mut battle, 64, 26.0, 20.0);
    play(&mut battle, Choice::Pass, &[3, 3, 3, 3, 3]);
    play(&mut battle, Choice::Pass, &[]);
    battle
}

fn at(team: TeamId, x: f64, y: f64) -> Choice {
    Choice::Ambush { team, at: Point::new(x, y) }
}

fn rule(battle: &Battle<'_>, choice: Choice) -> &'static str {
    battle.check(choice).unwrap_err().rule
}

#[test]
fn cw_str_05_a_team_comes_on_in_cover_and_fires() {
    let setup = setup_on(Scenario::Patrol, &[], &[(Kind::Crater, 10.0, 20.0, 0.0)]);
    let mut battle = game(&setup);
    assert_eq!(battle.decision, Decision::Between);
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!((battle.decision, battle.to_choose()), (Decision::Spend, Some(Side::A)));
    assert!(offered(&battle).contains(&at(3, 10.0, 20.0)), "on the point itself");
    assert_eq!(rule(&battle, at(3, 10.0, 23.0)), "R-128", "in the open");
    assert_eq!(rule(&battle, at(3, 10.0, 32.1)), "CW-STR-05", "too far from the point");
    assert_eq!(rule(&battle, at(0, 10.0, 20.0)), "CW-STR-05", "it is on the table");
    play(&mut battle, at(3, 10.0, 20.0), &[]);
    assert_eq!((battle.forces[0].command_points, battle.decision), (0, Decision::AmbushFire));
    // Four carbines with two dice each, at full skill.
    let fire = Choice::Fire { fire: Fire::all(64), covering: false };
    play(&mut battle, fire, &[3, 3, 3, 3, 3, 3, 3, 3]);
    assert!(battle.forces[0].activated.contains(3), "it has activated");
}

#[test]
fn cw_str_05_in_the_enemy_phase_too_and_not_within_four_inches_of_an_enemy() {
    let setup = setup_on(Scenario::Patrol, &[], &[(Kind::Crater, 60.0, 40.0, 0.0)]);
    let mut battle = game(&setup);
    assert_eq!((battle.decision, battle.to_choose()), (Decision::Between, Some(Side::B)));
    assert_eq!(rule(&battle, at(3, 10.0, 20.0)), "CW-TRN-01", "it is not the other side's turn to break in");
    stand(&mut battle, 0, 60.0, 33.2);
    assert_eq!(rule(&battle, at(67, 60.0, 40.0)), "CW-STR-05");
    stand(&mut battle, 0, 60.0, 32.0);
    play(&mut battle, at(67, 60.0, 40.0), &[]);
    assert_eq!(battle.to_choose(), Some(Side::B));
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!(battle.to_choose(), Some(Side::A));
}

#[test]
fn cw_str_07_snipers_may_leave_only_where_the_switch_says_so() {
    for (switch, rule_id) in [("off", "CW-STR-07"), ("on", "")] {
        let setup = setup_on(Scenario::Patrol, &[("struck-stratagems", switch)], &[]);
        let mut battle = game(&setup);
        let snipers = enlist(&mut battle, Side::A, "pathfinders");
        stand(&mut battle, snipers, 50.0, 10.0);
        play(&mut battle, Choice::Pass, &[]);
        let leave = Choice::Relocate(snipers);
        if switch == "off" {
            assert_eq!(rule(&battle, leave), rule_id);
            continue;
        }
        assert_eq!(rule(&battle, Choice::Relocate(0)), "CW-STR-07", "no precision weapons");
        stand(&mut battle, 65, 50.0, 19.0);
        assert_eq!(rule(&battle, leave), "CW-STR-07", "an enemy is within 6");
        stand(&mut battle, 65, 50.0, 30.0);
        play(&mut battle, leave, &[]);
        let force = battle.force(Side::A);
        assert!(force.waiting.contains(snipers) && !force.present.contains(snipers) && force.command_points == 0);
    }
}
