use super::*;
use crate::game::{Game, Silent};
use crate::rulesets::chainsword::choices::Use;
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::scene::{dice, enlist, offered, play, setup, setup_of, setup_on, stand, two_forces};
use crate::rulesets::chainsword::state::Setup;
use crate::rulesets::chainsword::terrain::Kind;

/// West to east along the middle of the table.
const ALONG: Lane = Lane { entry: Point { x: 0.0, y: 24.0 }, turn: None, exit: Point { x: 72.0, y: 24.0 } };

/// A flyer of side A that has arrived for a run; whatever else there is was set up by `more`.
fn arrived<'s>(setup: &'s Setup, unit: &str, more: impl FnOnce(&mut Battle<'s>)) -> (Battle<'s>, TeamId) {
    let mut battle = two_forces(setup, 9);
    let flyer = enlist(&mut battle, Side::A, unit);
    more(&mut battle);
    play(&mut battle, Choice::Pass, &[3, 3, 1, 4, 5]);
    play(&mut battle, Choice::Spend { face: 3, on: Use::Team(flyer) }, &[]);
    play(&mut battle, Choice::Sortie(Aim::Zoom), &[4]);
    (battle, flyer)
}

/// The same with a flak battery of side B at this place: its number is 67.
fn against_flak<'s>(setup: &'s Setup, unit: &str, x: f64, y: f64) -> (Battle<'s>, TeamId) {
    arrived(setup, unit, |battle| {
        let flak = enlist(battle, Side::B, "flak-battery");
        stand(battle, flak, x, y);
    })
}

const FLAK: TeamId = 67;

fn anti_air(by: TeamId, flyer: TeamId, inches: f64) -> Choice {
    Choice::AntiAir { by, fire: Fire::all(flyer), inches }
}

fn strafe(target: TeamId, slots: u8, inches: f64) -> Choice {
    Choice::Strafe { fire: Fire { slots, ..Fire::all(target) }, inches }
}

#[test]
fn cw_fly_03_a_vector_runs_between_two_different_edges() {
    let setup = setup();
    let (mut battle, kestrel) = arrived(&setup, "kestrel", |_| {});
    let check = |entry: (f64, f64), exit: (f64, f64)| {
        let lane = Lane { entry: Point::new(entry.0, entry.1), turn: None, exit: Point::new(exit.0, exit.1) };
        battle.check(Choice::Vector(lane)).is_ok()
    };
    assert!(check((0.0, 24.0), (72.0, 10.0)) && check((10.0, 0.0), (0.0, 10.0)));
    assert!(!check((10.0, 0.0), (50.0, 0.0)), "the same edge");
    assert!(!check((10.0, 0.0), (50.0, 20.0)), "it ends on the table");
    assert!(offered(&battle).len() > 24);
    play(&mut battle, Choice::Vector(ALONG), &[]);
    assert_eq!((battle.decision, battle.is_aloft(kestrel)), (Decision::Strafe, true), "nobody fires at it");
}

#[test]
fn cw_fly_04_and_05_only_overwatch_and_interceptors_declare_fire_before_all_else() {
    let setup = setup();
    let (mut battle, kestrel) = against_flak(&setup, "kestrel", 36.0, 34.0);
    battle.forces[1].overwatch |= bit(64);
    stand(&mut battle, 64, 30.0, 30.0);
    stand(&mut battle, 65, 42.0, 30.0);
    play(&mut battle, Choice::Vector(ALONG), &[]);
    assert_eq!((battle.decision, battle.decider), (Decision::AntiAir, Side::B));
    let may = |by: TeamId| battle.check(anti_air(by, kestrel, 36.0)).is_ok();
    assert_eq!([FLAK, 64, 65].map(may), [true, true, false]);
    play(&mut battle, anti_air(64, kestrel, 30.0), &[]);
    assert!(battle.check(anti_air(64, kestrel, 30.0)).is_err(), "once");
    // Declared, not fired: the flyer may jink first.
    play(&mut battle, anti_air(FLAK, kestrel, 36.0), &[]);
    assert_eq!((battle.decision, battle.decider), (Decision::Jink, Side::A));
    assert!(battle.forces[1].overwatch.contains(64));
    // Ten rifle shots snap (a 6 hits, and S 3 cannot pierce), then the flak misses.
    play(&mut battle, Choice::Pass, &[5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 3, 3, 3, 3, 3, 3, 3, 3]);
    let force = &battle.forces[1];
    assert!(!force.overwatch.contains(64) && force.intercepted.contains(FLAK));
    assert_eq!(battle.decision, Decision::Strafe);
}

#[test]
fn cw_fly_06_the_facing_is_that_of_the_point_of_the_vector() {
    let setup = setup();
    for (inches, lost) in [(36.0, 0), (60.0, 1)] {
        let (mut battle, heron) = against_flak(&setup, "heron", 36.0, 34.0);
        play(&mut battle, Choice::Vector(ALONG), &[]);
        play(&mut battle, anti_air(FLAK, heron, inches), &[]);
        // S 7 and a 3 are 10: too little for the side, as much as the rear has.
        play(&mut battle, Choice::Pass, &[4, 3, 3, 3, 3, 3, 3, 3, 3]);
        assert_eq!(battle.team(heron).hull, 3 - lost, "{inches}");
    }
}

#[test]
fn cw_fly_06_buildings_near_the_shooter_hide_a_flyer() {
    let hidden = setup_on(Scenario::Patrol, &[], &[(Kind::Building, 36.0, 29.0, 0.0)]);
    let (mut battle, kestrel) = against_flak(&hidden, "kestrel", 36.0, 34.0);
    play(&mut battle, Choice::Vector(ALONG), &[]);
    assert!(battle.check(anti_air(FLAK, kestrel, 36.0)).is_err());
    assert!(battle.check(anti_air(FLAK, kestrel, 0.0)).is_ok());
}

#[test]
fn cw_fly_08_a_jinking_flyer_saves_on_4_and_snaps() {
    let setup = setup();
    let (mut battle, kestrel) = against_flak(&setup, "kestrel", 36.0, 34.0);
    play(&mut battle, Choice::Vector(ALONG), &[]);
    play(&mut battle, anti_air(FLAK, kestrel, 36.0), &[]);
    // One hit, S 7 and a 5 pierce 10, saved by a 4.
    play(&mut battle, Choice::Jink, &[4, 3, 3, 3, 3, 3, 3, 3, 5, 4]);
    assert_eq!((battle.decision, battle.team(kestrel).hull), (Decision::Strafe, 2));
    // Four twin-linked shots of the wing cannons at BS 1: all miss, and miss again.
    play(&mut battle, strafe(64, 1, 36.0), &[5, 5, 5, 5, 5, 5, 5, 5]);
}

#[test]
fn cw_fly_09_and_12_each_weapon_fires_once_at_any_target_and_gives_shock_once() {
    let setup = setup();
    let (mut battle, kestrel) = arrived(&setup, "kestrel", |battle| {
        stand(battle, 64, 30.0, 30.0);
        stand(battle, 65, 42.0, 30.0);
    });
    play(&mut battle, Choice::Vector(ALONG), &[]);
    assert!(battle.check(strafe(64, 1, 80.0)).is_err(), "the vector is 72 inches long");
    // The first pod hits and wounds: a save is made, AP 3 leaves none.
    play(&mut battle, strafe(64, 0b10, 30.0), &[4, 2]);
    assert_eq!((battle.team(64).shock, battle.team(64).models), (1, 4));
    assert!(battle.check(strafe(65, 0b10, 30.0)).is_err(), "it has fired");
    play(&mut battle, strafe(64, 0b100, 50.0), &[4, 2]);
    assert_eq!((battle.team(64).shock, battle.team(64).models), (1, 3), "no second Shock in the run");
    play(&mut battle, strafe(65, 1, 42.0), &[4, 4, 4, 4, 2, 1, 1, 1]);
    assert_eq!((battle.team(65).shock, battle.team(65).models), (1, 4));
    // CW-FLY-11: all has fired, and it is off the table.
    assert_eq!((battle.decision, battle.sortie.clone()), (Decision::Spend, None));
    assert!(battle.forces[0].reserve.contains(kestrel));
}

#[test]
fn cw_fly_10_damage_counts_at_once_and_the_next_run_begins_with_it() {
    let setup = setup();
    let (mut battle, kestrel) = against_flak(&setup, "kestrel", 36.0, 34.0);
    play(&mut battle, Choice::Vector(ALONG), &[]);
    play(&mut battle, anti_air(FLAK, kestrel, 36.0), &[]);
    let mut down = battle.clone();
    // Two hits: both pierce, a hull point each; nothing is left of it.
    play(&mut down, Choice::Pass, &[4, 4, 3, 3, 3, 3, 3, 3, 6, 1, 6, 1, 3]);
    assert!(down.forces[0].gone.contains(kestrel) && down.decision == Decision::Spend, "{:?}", down.decision);
    assert_eq!(format!("{:?}", down.additions), format!("{:?}", battle.additions), "no wreck");
    // One hit, immobilised: in the air it is stunned, and snaps.
    play(&mut battle, Choice::Pass, &[4, 3, 3, 3, 3, 3, 3, 3, 6, 5]);
    assert_eq!(battle.team(kestrel).hull, 1);
    assert!(battle.forces[0].stunned.contains(kestrel) && !battle.forces[0].immobilised.contains(kestrel));
    play(&mut battle, strafe(64, 0b10, 30.0), &[5]);
    play(&mut battle, Choice::Pass, &[]);
    assert!(battle.forces[0].stunned.contains(kestrel), "R-149: in its next activation too");
    assert_eq!(battle.team(kestrel).hull, 1, "CW-FLY-11: damage stays");
}

/// A raider of side A, and one that waits on side B.
fn raid<'s>(setup: &'s Setup, raider: &str, interceptor: &str) -> (Battle<'s>, TeamId) {
    let (mut battle, raider) = arrived(setup, raider, |battle| {
        let flyer = enlist(battle, Side::B, interceptor);
        battle.forces[1].lurking |= bit(flyer);
    });
    play(&mut battle, Choice::Vector(ALONG), &[]);
    (battle, raider)
}

#[test]
fn cw_fly_16_and_17_a_raider_sets_off_who_waits_and_may_turn_on_him() {
    let setup = setup();
    let (mut battle, heron) = raid(&setup, "heron", "kestrel");
    let kestrel = 67;
    assert_eq!((battle.decision, battle.decider), (Decision::Jink, Side::A));
    assert!(!battle.forces[1].lurking.contains(kestrel), "CW-FLY-20");
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!(battle.decision, Decision::Dogfight);
    let mut goes_on = battle.clone();
    // The interceptor fires first: four twin-linked shots and two rockets, all miss.
    let misses = [3; 10];
    play(&mut goes_on, Choice::Pass, &misses);
    assert_eq!(goes_on.decision, Decision::Strafe);
    // A dogfight: then the raider fires, a rail lance and a rocket; the raid is over.
    let mut both = misses.to_vec();
    both.extend([4, 1, 3]);
    play(&mut battle, Choice::Dogfight, &both);
    let hulls = [heron, kestrel].map(|team| battle.team(team).hull);
    assert_eq!((battle.decision, hulls), (Decision::Spend, [3, 1]), "the lance glances, S 9 and a 1");
    assert!(battle.forces[0].reserve.contains(heron) && battle.forces[1].reserve.contains(kestrel));
}

#[test]
fn cw_fly_18_flyers_meet_head_on_and_vector_dancers_from_the_side() {
    let mut setup = setup();
    let heron = usize::from(setup.profile("heron").unwrap());
    setup.profiles[heron].armour = [13, 11, 10];
    for (interceptor, thrown, hull) in [
        // Wing cannons of S 6: a 5 is 11, as much as the side has.
        ("kestrel", [4, 3, 3, 3, 3, 3, 3, 5, 3, 3].as_slice(), 2),
        // A rail lance of S 9: a 3 is 12, less than the front has.
        ("heron", [4, 3, 3].as_slice(), 3),
    ] {
        let (mut battle, raider) = raid(&setup, "heron", interceptor);
        play(&mut battle, Choice::Pass, &[]);
        play(&mut battle, Choice::Pass, thrown);
        assert_eq!(battle.team(raider).hull, hull, "{interceptor}");
    }
}

#[test]
fn cw_fly_19_one_jink_helps_the_raider_against_all_and_the_interceptor_has_none() {
    let setup = setup();
    let (mut battle, raider) = raid(&setup, "kestrel", "kestrel");
    play(&mut battle, Choice::Jink, &[]);
    assert_eq!([raider, 67].map(|team| battle.cover_of(team, 0)), [4, 0]);
}

#[test]
fn r_153_of_two_flyers_that_wait_one_answers() {
    let setup = setup();
    let (mut battle, _) = arrived(&setup, "kestrel", |battle| {
        for _ in 0..2 {
            let flyer = enlist(battle, Side::B, "kestrel");
            battle.forces[1].lurking |= bit(flyer);
        }
    });
    play(&mut battle, Choice::Vector(ALONG), &[]);
    assert_eq!((battle.decision, battle.decider), (Decision::Interceptor, Side::B));
    play(&mut battle, Choice::Intercept(68), &[]);
    assert!(battle.forces[1].lurking.contains(67) && !battle.forces[1].lurking.contains(68));
}

#[test]
fn cw_fly_21_a_vector_dancer_turns_once_by_ninety_degrees_at_most() {
    let setup = setup_of(Scenario::Patrol, &[]);
    let bent = |x: f64, y: f64| {
        let exit = Point::new(x, y);
        Choice::Vector(Lane { turn: Some(Point::new(36.0, 24.0)), exit, ..ALONG })
    };
    let (mut battle, kestrel) = arrived(&setup, "kestrel", |_| {});
    assert!(battle.check(bent(36.0, 48.0)).is_ok() && battle.check(bent(30.0, 48.0)).is_err());
    let turned = |choice: &Choice| matches!(choice, Choice::Vector(lane) if lane.turn.is_some());
    assert!(offered(&battle).iter().any(turned));
    play(&mut battle, bent(36.0, 48.0), &[]);
    let lane = battle.sortie.as_ref().and_then(|sortie| sortie.lane).unwrap();
    assert_eq!((lane.heading(10.0), lane.heading(50.0), battle.is_aloft(kestrel)), (0, 90, true));
    let (straight, _) = arrived(&setup, "heron", |_| {});
    assert_eq!(straight.check(bent(36.0, 48.0)).unwrap_err().rule, "CW-FLY-21");
    assert!(!offered(&straight).iter().any(turned));
}

#[test]
fn cw_bas_30_passengers_of_a_flyer_that_is_shot_down_are_lost() {
    let setup = setup();
    let (mut battle, heron) = arrived(&setup, "heron", |battle| {
        let riders = enlist(battle, Side::A, "levy-rifles");
        battle.take_aboard(riders, 3);
        battle.take_aboard(riders + 1, 3);
    });
    battle.shoot_down(heron, &mut Silent);
    battle.proceed(&mut dice(&[1, 1, 1]), &mut Silent);
    assert!([heron, 4, 5].iter().all(|team| battle.forces[0].gone.contains(*team)));
}
