use super::super::choices::{Choice, Decision};
use super::super::phase_step::Stage;
use super::super::scene::{dice, enlist, offered, play, setup, setup_of, stand, two_forces};
use super::super::state::{Battle, JumpOffPoint};
use super::*;
use crate::game::{Game, Silent};
use crate::rulesets::chainsword::codex::Scenario;
use crate::tabletop::plane::Point;

/// A game in which side A suffers this, with these dice.
fn suffer(battle: &mut Battle<'_>, event: MoraleEvent, thrown: &[u8]) {
    // Afterwards the Phase begins once more.
    battle.stage = Stage::Withdraw;
    battle.owe(Side::A, event);
    let mut dice = dice(thrown);
    battle.proceed(&mut dice, &mut Silent);
    dice.finish().unwrap();
}

/// Points of a side, the first one in the shaded area or none.
fn points(battle: &mut Battle<'_>, side: Side, count: u8, shaded: bool) {
    let point = |at: u8| JumpOffPoint { at: Point::new(12.0 * f64::from(at), 6.0), shaded: shaded && at == 0 };
    battle.force_mut(side).points = (0..count).map(point).collect();
}

#[test]
fn cw_fmo_04_an_event_costs_levels_by_a_die_or_flatly() {
    let setup = setup();
    for (event, die, after) in [
        (MoraleEvent::TeamBroken, 4, 9),
        (MoraleEvent::TeamBroken, 5, 8),
        (MoraleEvent::WarlordKilled, 6, 6),
        (MoraleEvent::PointCaptured, 1, 8),
    ] {
        let mut battle = two_forces(&setup, 9);
        suffer(&mut battle, event, &[die]);
        assert_eq!(battle.forces[0].level, after, "{event:?}");
    }
    let setup = setup_of(Scenario::Patrol, &[("fm-tests", "flat")]);
    let mut battle = two_forces(&setup, 9);
    suffer(&mut battle, MoraleEvent::TeamBroken, &[]);
    suffer(&mut battle, MoraleEvent::WarlordKilled, &[]);
    assert_eq!(battle.forces[0].level, 8);
}

#[test]
fn cw_fmo_04_one_loss_makes_one_row_due() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    let [battery, mule, rampart, kestrel, captain, lieutenant] =
        ["mortar-battery", "mule", "rampart", "kestrel", "captain", "lieutenant"]
            .map(|unit| enlist(&mut battle, Side::A, unit));
    for team in [battery, mule, rampart, captain, lieutenant] {
        stand(&mut battle, team, 50.0, 6.0);
    }
    for team in [0, 1, 2, battery, mule, rampart, kestrel, captain, lieutenant] {
        battle.destroy(team, "test", &mut Silent);
        // Who is gone is not lost again.
        battle.destroy(team, "test", &mut Silent);
    }
    let due: Vec<MoraleEvent> = battle.dues.iter().map(|due| due.event).collect();
    use MoraleEvent::*;
    assert_eq!(
        due,
        [
            TeamDestroyed,
            SquadDestroyed,
            WarlordKilled,
            SingleTeamDestroyed,
            LightVehicleDestroyed,
            TankDestroyed,
            FlyerDestroyed,
            SeniorLeaderKilled,
            JuniorLeaderKilled
        ]
    );
}

#[test]
fn r_145_an_officer_goes_on_alone_from_where_his_team_was() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    (battle.teams[0].officer, battle.teams[2].with) = (2, 0);
    battle.teams[0].at = Point::new(50.0, 20.0);
    battle.destroy(0, "test", &mut Silent);
    assert_eq!((battle.teams[2].with, battle.teams[2].at), (NOBODY, Point::new(50.0, 20.0)));
    assert!(battle.stands(2));
}

#[test]
fn cw_str_06_a_test_is_skipped_for_six_points() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    battle.forces[0].command_points = 7;
    suffer(&mut battle, MoraleEvent::WarlordKilled, &[]);
    assert_eq!((battle.decision, battle.to_choose()), (Decision::Steady, Some(Side::A)));
    play(&mut battle, Choice::Steady, &[]);
    assert_eq!((battle.forces[0].level, battle.forces[0].command_points), (9, 1));
    // or its die is thrown again.
    battle.forces[0].command_points = 6;
    suffer(&mut battle, MoraleEvent::WarlordKilled, &[]);
    play(&mut battle, Choice::Pass, &[6]);
    assert_eq!(battle.decision, Decision::Reroll);
    play(&mut battle, Choice::Reroll(0), &[1]);
    assert_eq!((battle.forces[0].level, battle.forces[0].command_points), (8, 0));
}

#[test]
fn r_115_only_command_dice_are_thrown_again_where_the_switch_says_so() {
    let setup = setup_of(Scenario::Patrol, &[("reroll-at", "command-dice")]);
    let mut battle = two_forces(&setup, 9);
    battle.forces[0].command_points = 6;
    suffer(&mut battle, MoraleEvent::WarlordKilled, &[]);
    play(&mut battle, Choice::Pass, &[6]);
    assert_eq!((battle.decision, battle.forces[0].level), (Decision::Withdraw, 6));
}

#[test]
fn cw_fmo_03_a_low_level_costs_a_point_that_its_owner_or_his_enemy_chooses() {
    for (switches, level, chooser) in [
        (&[] as &[(&str, &str)], 3, Side::A),
        (&[("fm-jop-chooser", "opponent")], 3, Side::B),
        (&[("fm-table", "by-row")], 4, Side::A),
    ] {
        let setup = setup_of(Scenario::Patrol, switches);
        let mut battle = two_forces(&setup, level);
        points(&mut battle, Side::A, 3, false);
        suffer(&mut battle, MoraleEvent::PointCaptured, &[1]);
        assert_eq!((battle.decision, battle.to_choose()), (Decision::LostPoint, Some(chooser)));
        assert_eq!(offered(&battle).len(), 3);
        assert!(battle.check(Choice::LosePoint(3)).is_err());
        play(&mut battle, Choice::LosePoint(1), &[]);
        let left: Vec<f64> = battle.forces[0].points.iter().map(|point| point.at.x).collect();
        assert_eq!(left, [0.0, 24.0]);
        // Only once: the level does not come down to it again.
        suffer(&mut battle, MoraleEvent::PointCaptured, &[1]);
        assert_eq!(battle.forces[0].points.len(), 2);
    }
}

#[test]
fn r_84_the_last_shaded_point_may_not_be_the_one_that_goes() {
    let setup = setup_of(Scenario::DelayingAction, &[]);
    let mut battle = two_forces(&setup, 3);
    points(&mut battle, Side::B, 2, true);
    battle.stage = Stage::Withdraw;
    battle.owe(Side::B, MoraleEvent::PointCaptured);
    battle.proceed(&mut dice(&[1]), &mut Silent);
    let left: Vec<bool> = battle.forces[1].points.iter().map(|point| point.shaded).collect();
    assert_eq!(left, [true], "there was no choice");
}

#[test]
fn cw_fmo_06_a_force_routs_at_zero_and_the_other_wins_if_it_is_steady() {
    let setup = setup();
    for (other, winner) in [(3, Some(Side::B)), (2, None)] {
        let mut battle = two_forces(&setup, 2);
        battle.forces[1].level = other;
        suffer(&mut battle, MoraleEvent::WarlordKilled, &[3]);
        let verdict = battle.verdict().unwrap();
        assert_eq!((verdict.winner, battle.forces[0].level), (winner, 0));
        assert_eq!(verdict.ending, crate::rulesets::chainsword::victory::Ending::Rout as u8);
    }
}

#[test]
fn r_156_the_verdict_comes_after_the_tests_of_both_sides() {
    let setup = setup();
    let mut battle = two_forces(&setup, 1);
    battle.owe(Side::A, MoraleEvent::WarlordKilled);
    suffer(&mut battle, MoraleEvent::WarlordKilled, &[3]);
    assert_eq!(battle.verdict().unwrap().winner, None, "nobody else was hurt, and B stands at 1");
    let mut battle = two_forces(&setup, 1);
    battle.forces[1].level = 3;
    battle.owe(Side::A, MoraleEvent::WarlordKilled);
    battle.owe(Side::B, MoraleEvent::WarlordKilled);
    let mut dice = dice(&[6, 6]);
    battle.proceed(&mut dice, &mut Silent);
    dice.finish().unwrap();
    assert_eq!(battle.verdict().unwrap().winner, None, "B, not active, routed first, and A stands at 0");
}
