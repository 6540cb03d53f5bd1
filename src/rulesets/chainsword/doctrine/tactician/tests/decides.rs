//! What decides a scenario, in positions where a script that only counts harm goes wrong.

use super::*;

/// What a Team fires at.
fn target(battle: &mut Battle<'_>, team: TeamId) -> Option<TeamId> {
    let (_, act) = activation(&mut Tactician::default(), battle, "methodical", team);
    match act {
        Some(Choice::Fire { fire, .. }) => Some(fire.target),
        _ => None,
    }
}

/// The same units with the sides exchanged: side B is to act.
fn defence<'s>(setup: &'s Setup, units: &[(Side, &str, f64, f64)]) -> Battle<'s> {
    let mut battle = scene(setup, units);
    // With so few Teams nobody asks B whether to withdraw before the Command Dice.
    play(&mut battle, Choice::Pass, &[1, 1, 1, 1, 1]);
    assert_eq!((battle.active, battle.decision), (Side::B, Decision::Spend));
    battle
}

#[test]
fn the_defender_of_the_probe_goes_back_between_the_enemy_and_his_edge() {
    let setup = setup_of(Scenario::Probe, &[]);
    let units = [
        (Side::B, "breachers", 30.0, 30.0),
        (Side::B, "levy-rifles", 60.0, 20.0),
        (Side::A, "levy-rifles", 44.0, 30.0),
    ];
    let battle = defence(&setup, &units);
    let mut tactician = Tactician::default();
    tactician.look(&battle, Side::B);
    let post = |x: f64, y: f64| tactician.post(&battle, Point::new(x, y));
    assert_eq!(post(30.0, 30.0), Point::new(44.0, 35.0), "before the one who runs for it");
    // Nobody threatens the edge: it is kept, and nobody goes to look for the enemy.
    let far = [(Side::B, "breachers", 30.0, 30.0), (Side::A, "levy-rifles", 44.0, 4.0)];
    let battle = defence(&setup, &far);
    tactician.look(&battle, Side::B);
    assert_eq!(tactician.post(&battle, Point::new(20.0, 10.0)), Point::new(20.0, 32.0));
    assert_eq!(tactician.post(&battle, Point::new(20.0, 40.0)), Point::new(20.0, 40.0));
}

#[test]
fn the_attacker_does_not_rout_a_defender_who_still_controls_the_objective() {
    let mut setup = setup_of(Scenario::AttackOnAnObjective, &[]);
    setup.objective = Some(Point::new(30.0, 42.0));
    let units =
        [(Side::A, "levy-rifles", 30.0, 20.0), (Side::B, "marshal", 26.0, 31.0), (Side::B, "levy-rifles", 30.0, 41.0)];
    let aims = |level: u8, controller: Side| {
        let mut battle = scene(&setup, &units);
        battle.forces[1].level = level;
        battle.controller = controller;
        target(&mut battle, 0)
    };
    assert_eq!(aims(2, Side::B), Some(65), "the garrison, not the marshal whose fall would rout him");
    assert_eq!(aims(2, Side::A), Some(64), "now the rout wins");
}

#[test]
fn the_larger_side_presses_harder_where_it_defends() {
    let units = [
        (Side::A, "levy-rifles", 30.0, 10.0),
        (Side::B, "levy-rifles", 30.0, 40.0),
        (Side::B, "levy-rifles", 36.0, 40.0),
        (Side::B, "levy-rifles", 42.0, 40.0),
    ];
    let risk = |scenario: Scenario, team: TeamId| {
        let setup = setup_of(scenario, &[]);
        let battle = scene(&setup, &units);
        let mut tactician = Tactician::default();
        tactician.look(&battle, Side::B);
        let (weights, tasks) = (weights("methodical"), Tasks::default());
        tactician.mind(&battle, &Brief { weights: &weights, tasks: &tasks }, team).risk
    };
    assert!(risk(Scenario::DelayingAction, 64) < 0.6 * risk(Scenario::Patrol, 64));
    assert_eq!(risk(Scenario::DelayingAction, 0), risk(Scenario::Patrol, 0), "the smaller one attacks as ever");
}
