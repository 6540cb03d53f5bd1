//! Positions from the pitfalls of the rulebook, each of which the script gets out of.

use super::*;
use crate::rulesets::chainsword::activation::Activation;
use crate::rulesets::chainsword::doctrine::moves::Wanted;

fn far(a: Point, b: Point) -> f64 {
    a.distance(b)
}

fn end(choice: Option<Choice>) -> Point {
    match choice {
        Some(Choice::Move { to, .. }) => to,
        other => panic!("it does not move: {other:?}"),
    }
}

#[test]
fn a_team_without_a_target_closes_and_does_not_creep() {
    let setup = setup();
    for doctrine in ["methodical", "blitz", "firebase"] {
        let mut tactician = Tactician::default();
        let mut battle = scene(&setup, &[(Side::A, "breachers", 30.0, 6.0), (Side::B, "levy-rifles", 30.0, 44.0)]);
        let (mode, choice) = activation(&mut tactician, &mut battle, doctrine, 0);
        assert!(matches!(mode, Mode::Run | Mode::Standard), "{doctrine}: {mode:?}");
        assert!(far(end(choice), Point::new(30.0, 44.0)) < 38.0 - 4.0, "{doctrine}: it goes on");
    }
}

#[test]
fn heavy_weapons_with_a_lane_stand_and_fire() {
    let setup = setup();
    for (unit, enemy) in [("autocannon-battery", "levy-rifles"), ("lance-battery", "lancer")] {
        for doctrine in ["methodical", "blitz", "firebase"] {
            let mut tactician = Tactician::default();
            let mut battle = scene(&setup, &[(Side::A, unit, 30.0, 6.0), (Side::B, enemy, 30.0, 43.0)]);
            let (mode, choice) = activation(&mut tactician, &mut battle, doctrine, 0);
            assert_eq!(mode, Mode::Stand, "{unit} by {doctrine}");
            assert!(matches!(choice, Some(Choice::Fire { covering: false, .. })), "{unit} by {doctrine}: {choice:?}");
        }
    }
}

#[test]
fn nobody_charges_far_with_shock_into_fire() {
    let setup = setup();
    let charges = |gap: f64, shock: u16, watched: bool| {
        let mut tactician = Tactician::default();
        let apart = gap + 0.7 * (2.0 + 5.0_f64.sqrt());
        let mut battle =
            scene(&setup, &[(Side::A, "breachers", 30.0, 6.0), (Side::B, "levy-rifles", 30.0, 6.0 + apart)]);
        battle.teams[0].shock = shock;
        if watched {
            battle.forces[1].overwatch |= bit(64);
        }
        // Overwatch is not the question here: it answers the charge.
        let (weights, tasks) = (weights("blitz"), Tasks::default());
        let plan = tactician.think(&battle, &Brief { weights: &weights, tasks: &tasks }, 0, Wanted::Places);
        plan.is_some_and(|plan| plan.mode == Mode::Charge)
    };
    assert!(charges(6.0, 0, false), "a sure charge at levies pays");
    assert!(!charges(13.0, 3, true), "10 of two dice, and rifles before them");
    assert!(!charges(17.0, 0, false));
}

#[test]
fn overwatch_fires_before_the_phase_is_over() {
    let setup = setup();
    let mut battle = scene(&setup, &[(Side::A, "levy-rifles", 30.0, 6.0), (Side::B, "levy-rifles", 30.0, 27.0)]);
    battle.forces[1].overwatch |= bit(64);
    let mut tactician = Tactician::default();
    let (weights, tasks) = (weights("sky-hunter"), Tasks::default());
    let mut chance = SeededDice::from_key(1);
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!((battle.decision, battle.decider), (Decision::Overwatch, Side::B));
    let choice = tactician.decide(&battle, &weights, &tasks, &mut chance);
    assert!(matches!(choice, Some(Choice::React { by: 64, .. })), "{choice:?}");
}

#[test]
fn who_waits_for_his_group_stays_at_the_line() {
    let setup = setup();
    let mut ends = [Point::new(0.0, 0.0); 2];
    for (line, end_) in [Some(30.0), None].into_iter().zip(&mut ends) {
        let mut tactician = Tactician::default();
        let mut battle = scene(
            &setup,
            &[
                (Side::A, "breachers", 30.0, 10.0),
                (Side::A, "rampart", 56.0, 3.0),
                (Side::A, "rampart", 62.0, 3.0),
                (Side::A, "lancer", 68.0, 3.0),
                (Side::B, "levy-rifles", 30.0, 46.0),
            ],
        );
        let mut tasks = Tasks::default();
        let goal = Some(Point::new(30.0, 46.0));
        tasks.give(0, Task { goal, line, haste: 10.0, ..Default::default() });
        let (_, choice) = activation_by(&mut tactician, &mut battle, &weights("methodical"), &tasks, 0);
        *end_ = match choice {
            Some(Choice::Move { to, .. }) => to,
            _ => battle.team(0).at,
        };
    }
    let goal = Point::new(30.0, 46.0);
    assert!(far(ends[0], goal) > 28.5, "it waits: {:?}", ends[0]);
    assert!(far(ends[1], goal) < 30.0, "it goes: {:?}", ends[1]);
}

#[test]
fn a_team_that_can_cross_the_table_crosses_it() {
    let setup = setup_of(Scenario::Probe, &[]);
    for doctrine in ["methodical", "firebase"] {
        let mut tactician = Tactician::default();
        let mut battle = scene(&setup, &[(Side::A, "levy-rifles", 12.0, 39.5), (Side::B, "levy-rifles", 30.0, 40.0)]);
        let (_, choice) = activation(&mut tactician, &mut battle, doctrine, 0);
        assert!(end(choice).y > 46.0, "{doctrine}: {choice:?}");
    }
}

#[test]
fn the_last_defender_of_the_objective_stays_on_it() {
    let mut setup = setup_of(Scenario::AttackOnAnObjective, &[]);
    setup.objective = Some(Point::new(36.0, 40.0));
    let mut battle = Battle::empty(&setup);
    for (side, unit, x, y) in [(Side::A, "breachers", 36.0, 30.0), (Side::B, "levy-rifles", 36.0, 40.0)] {
        let team = enlist(&mut battle, side, unit);
        stand(&mut battle, team, x, y);
        battle.forces[side.index()].level = 9;
    }
    // The defender may not withdraw there.
    let mut thrown = dice(&[1, 1, 1, 1, 1]);
    battle.begin(Side::B, &mut thrown, &mut Silent);
    thrown.finish().unwrap();
    let mut tactician = Tactician::default();
    let (_, choice) = activation(&mut tactician, &mut battle, "methodical", 64);
    let there = match choice {
        Some(Choice::Move { to, .. }) => to,
        _ => battle.team(64).at,
    };
    assert!(far(there, Point::new(36.0, 40.0)) < 6.0 + 1.6, "{choice:?}");
}

#[test]
fn an_officer_alone_keeps_out_of_reach_of_chargers() {
    let setup = setup();
    let mut tactician = Tactician::default();
    let mut battle = scene(
        &setup,
        &[
            (Side::A, "marshal", 30.0, 20.0),
            (Side::A, "levy-rifles", 30.0, 12.0),
            (Side::B, "breachers", 30.0, 31.0),
            (Side::B, "levy-rifles", 40.0, 36.0),
        ],
    );
    battle.activation = Some(Activation { team: 0, mode: None, fired: false, moved: false });
    let (weights, tasks) = (weights("methodical"), Tasks::default());
    let plan = tactician.think(&battle, &Brief { weights: &weights, tasks: &tasks }, 0, Wanted::Places).unwrap();
    assert_ne!(plan.mode, Mode::Charge);
    let to = plan.places.first().copied().unwrap_or(battle.team(0).at);
    assert!(far(to, Point::new(30.0, 31.0)) > 13.0, "{plan:?}");
}

#[test]
fn who_cannot_win_in_the_open_goes_where_he_is_not_seen() {
    // A building between the Team and the guns.
    let setup = setup_on(Scenario::Patrol, &[], &[(Kind::Building, 36.0, 14.0, 0.0)]);
    let mut tactician = Tactician::default();
    let mut battle = scene(
        &setup,
        &[
            (Side::A, "pathfinders", 30.0, 12.0),
            (Side::B, "repeater-battery", 36.0, 40.0),
            (Side::B, "autocannon-battery", 42.0, 40.0),
            (Side::B, "repeater-battery", 48.0, 40.0),
        ],
    );
    let before = battle.team(0).at;
    battle.teams[0].models = 2;
    battle.teams[0].loads[0].count = 2;
    let (weights, tasks) = (weights("firebase"), Tasks::default());
    let plan = tactician.think(&battle, &Brief { weights: &weights, tasks: &tasks }, 0, Wanted::Places).unwrap();
    let to = plan.places.first().copied().unwrap_or(before);
    let seen = |at: Point| {
        [64, 65, 66]
            .iter()
            .filter(|foe: &&TeamId| setup.field.land(&battle.additions).glimpse(battle.team(**foe).at, at).is_some())
            .count()
    };
    assert!(seen(to) < seen(before), "{plan:?}");
}

#[test]
fn a_drop_keeps_clear_of_mishaps() {
    let setup = setup();
    let mut battle = scene(&setup, &[(Side::A, "levy-rifles", 10.0, 6.0), (Side::B, "levy-rifles", 36.0, 24.0)]);
    let guard = enlist(&mut battle, Side::A, "bulwark-guard");
    battle.forces[0].waiting &= !bit(guard);
    battle.forces[0].reserve |= bit(guard);
    play(&mut battle, Choice::Spend { face: 1, on: Use::Team(guard) }, &[6]);
    assert_eq!(battle.decision, Decision::Arrive);
    let mut tactician = Tactician::default();
    let mut chance = SeededDice::from_key(1);
    let choice = tactician.decide(&battle, &weights("methodical"), &Tasks::default(), &mut chance);
    let Some(Choice::Arrive { at, .. }) = choice else { panic!("{choice:?}") };
    let table = setup.field.table();
    let rim = (at.x - table.min.x).min(table.max.x - at.x).min(at.y - table.min.y).min(table.max.y - at.y);
    assert!(rim > 6.0, "{at:?}");
    assert!(far(at, Point::new(36.0, 24.0)) < 26.0, "it comes to fight: {at:?}");
}

#[test]
fn covering_fire_goes_at_a_dangerous_enemy_alone() {
    let setup = setup();
    let mut tactician = Tactician::default();
    let battle = scene(&setup, &[(Side::A, "levy-rifles", 30.0, 6.0), (Side::B, "levy-rifles", 30.0, 24.0)]);
    tactician.look(&battle, Side::A);
    let (weights, tasks) = (weights("methodical"), Tasks::default());
    let mind = tactician.mind(&battle, &Brief { weights: &weights, tasks: &tasks }, 0);
    let choice = tactician.fire_action(&battle, 0, Mode::Stand, &mind, &weights, false);
    assert!(matches!(choice, Some(Choice::Fire { covering: false, .. })), "{choice:?}");
}
