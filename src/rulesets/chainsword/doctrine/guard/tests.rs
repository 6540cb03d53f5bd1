use super::*;
use crate::dice::SeededDice;
use crate::game::doctrine_book::Policy;
use crate::game::{Game, Player, Silent};
use crate::rulesets::chainsword::army::{self, Roster};
use crate::rulesets::chainsword::choices::{Choice, Decision};
use crate::rulesets::chainsword::doctrine::Script;
use crate::rulesets::chainsword::doctrine::setup::Ground;
use crate::rulesets::chainsword::doctrine_book::{DoctrineBook, Weights};
use crate::rulesets::chainsword::scene::{enlist, setup_of, stand};
use crate::rulesets::chainsword::setup_step::SetUpChoice;
use crate::rulesets::chainsword::state::{JumpOffPoint, Setup};

fn weights(doctrine: &str) -> Weights {
    match DoctrineBook::built_in().script(doctrine) {
        Ok(Policy::Weighted(weights)) => weights,
        other => panic!("{doctrine}: {other:?}"),
    }
}

/// Teams of both sides at their places, points of the defender, and levies of his that wait; the first of these.
fn scene<'s>(setup: &'s Setup, units: &[(Side, &str, f64, f64)], points: &[(f64, f64, bool)]) -> (Battle<'s>, TeamId) {
    let mut battle = Battle::empty(setup);
    for (side, unit, x, y) in units {
        let team = enlist(&mut battle, *side, unit);
        stand(&mut battle, team, *x, *y);
    }
    for (x, y, shaded) in points {
        battle.force_mut(Side::B).points.push(JumpOffPoint { at: Point::new(*x, *y), shaded: *shaded });
    }
    let waits = enlist(&mut battle, Side::B, "levy-rifles");
    for side in Side::BOTH {
        battle.force_mut(side).level = 9;
    }
    (battle, waits)
}

/// What the defender thinks of it.
fn defender(battle: &Battle<'_>) -> Tactician {
    let mut tactician = Tactician::default();
    tactician.look(battle, Side::B);
    tactician
}

#[test]
fn who_comes_on_stands_by_a_shaded_point_that_nobody_guards() {
    let setup = setup_of(Scenario::DelayingAction, &[]);
    let points = [(62.0, 12.0, true), (50.0, 36.0, false)];
    let (battle, waits) = scene(&setup, &[(Side::A, "levy-rifles", 30.0, 24.0)], &points);
    let tactician = defender(&battle);
    let worth = |x: f64, y: f64| tactician.guarding(&battle, waits, Point::new(x, y));
    assert!(worth(62.0, 14.0) > worth(62.0, 22.0) && worth(62.0, 22.0) > 0.0);
    assert_eq!(worth(50.0, 36.0), 0.0, "that point decides nothing");
    assert!(tactician.guard_wanted(&battle, waits) > 0.0);
    // Both Teams of a Squad beside it are all that is wanted; a lone officer is nobody.
    let guards = [(Side::B, "levy-rifles", 62.0, 14.0), (Side::A, "levy-rifles", 30.0, 24.0)];
    let (mut battle, waits) = scene(&setup, &guards, &points);
    assert_eq!(defender(&battle).wards[0].missing, 0.5);
    stand(&mut battle, 65, 62.0, 10.0);
    assert_eq!(defender(&battle).guard_wanted(&battle, waits), 0.0);
    let officer = [(Side::B, "marshal", 62.0, 14.0), (Side::A, "levy-rifles", 30.0, 24.0)];
    let (battle, _) = scene(&setup, &officer, &points);
    assert_eq!(defender(&battle).wards[0].missing, 1.0);
}

#[test]
fn nobody_is_called_to_guard_by_a_point_that_is_denied() {
    let setup = setup_of(Scenario::AttackOnAnObjective, &[]);
    let setup = Setup { objective: Some(Point::new(36.0, 40.0)), ..setup };
    let wanted = |enemy: (f64, f64)| {
        let (battle, waits) = scene(&setup, &[(Side::A, "levy-rifles", enemy.0, enemy.1)], &[(30.0, 40.0, false)]);
        defender(&battle).guard_wanted(&battle, waits)
    };
    assert!(wanted((10.0, 10.0)) > 0.0);
    assert_eq!(wanted((29.0, 40.0)), 0.0);
}

#[test]
fn the_way_of_who_may_cross_is_guarded() {
    let setup = setup_of(Scenario::Probe, &[]);
    let points = [(50.0, 40.0, false), (10.0, 40.0, false)];
    let wards = |units: &[(Side, &str, f64, f64)]| defender(&scene(&setup, units, &points).0).wards;
    // Two ways: that of the nearest enemy of each flank. Who is behind on the same one adds none.
    let enemies =
        [(Side::A, "levy-rifles", 60.0, 34.0), (Side::A, "breachers", 63.0, 20.0), (Side::A, "breachers", 12.0, 15.0)];
    let found = wards(&enemies);
    let places: Vec<(Point, f64)> = found.iter().map(|ward| (ward.at, ward.radius)).collect();
    assert_eq!(places, [(Point::new(60.0, 38.0), LANES[1]), (Point::new(12.0, 41.0), LANES[0])]);
    // As long as nobody has come on it is that of the foremost point.
    let (mut battle, waits) = scene(&setup, &[(Side::B, "marshal", 20.0, 40.0)], &points);
    battle.force_mut(Side::A).points.push(JumpOffPoint { at: Point::new(66.0, 30.0), shaded: false });
    battle.force_mut(Side::A).points.push(JumpOffPoint { at: Point::new(20.0, 4.0), shaded: false });
    let tactician = defender(&battle);
    assert_eq!(tactician.wards[0].at, Point::new(66.0, 41.0));
    let worth = |x: f64| tactician.guarding(&battle, waits, Point::new(x, 41.0));
    assert!(worth(56.0) > worth(46.0) && worth(46.0) > worth(16.0));
}

#[test]
fn who_comes_on_may_bar_the_way() {
    let setup = setup_of(Scenario::Probe, &[]);
    // In one Phase, with little to spare to go round anybody.
    let enemies = [(Side::A, "levy-rifles", 60.0, 38.1), (Side::B, "levy-rifles", 20.0, 40.0)];
    let (battle, waits) = scene(&setup, &enemies, &[(58.0, 44.0, false)]);
    let tactician = defender(&battle);
    let worth = |x: f64, y: f64| tactician.guarding(&battle, waits, Point::new(x, y));
    assert!(worth(60.0, 40.5) > worth(66.0, 40.5) + 0.1 * battle.worth(Side::B), "not beside it");
}

#[test]
fn the_attacker_guards_nothing_and_nobody_does_in_the_patrol() {
    for (scenario, side) in [(Scenario::Probe, Side::A), (Scenario::Patrol, Side::B), (Scenario::FlankAttack, Side::B)]
    {
        let setup = setup_of(scenario, &[]);
        let (battle, waits) = scene(&setup, &[(Side::A, "levy-rifles", 30.0, 30.0)], &[(30.0, 40.0, false)]);
        let mut tactician = Tactician::default();
        tactician.look(&battle, side);
        assert!(tactician.wards.is_empty(), "{scenario:?}");
        assert_eq!(tactician.guard_wanted(&battle, waits), 0.0);
    }
}

#[test]
fn who_defends_is_set_up_early_by_what_he_keeps() {
    let lists = army::built_in();
    let mut early = 0;
    for game in 0..3 {
        let setup = setup_of(Scenario::FlankAttack, &[]);
        let list = lists.iter().find(|list| list.stem() == Some("levy-foot")).unwrap();
        let roster = Roster::read(&setup.codex, &setup.rules, list).unwrap();
        let mut luck = SeededDice::from_key(40 + game);
        let mut battle = Battle::empty(&setup);
        battle.set_up_game([&roster, &roster], &mut luck, &mut Silent);
        let mut scripts = [Script::new(weights("methodical")), Script::new(weights("firebase"))];
        while let Some(side) = battle.to_choose().filter(|_| battle.phase == 0) {
            let choice = scripts[side.index()].choose(&battle, &mut luck);
            if let (Decision::Infiltrate, Side::B, Choice::SetUp(SetUpChoice::Infiltrate { at, .. })) =
                (battle.decision, side, choice)
            {
                let focus = Ground::of(&battle, Side::B).focus;
                assert!(at.distance(focus) < 24.0, "{at:?} is far from {focus:?}");
                early += 1;
            }
            battle.apply(choice, &mut luck, &mut Silent);
        }
    }
    assert!(early > 0, "pathfinders of the list are set up early");
}
