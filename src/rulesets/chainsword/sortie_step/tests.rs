use super::*;
use crate::game::Game;
use crate::rulesets::chainsword::choices::Use;
use crate::rulesets::chainsword::codex::Scenario;
use crate::rulesets::chainsword::scene::{enlist, offered, play, setup, setup_of, stand, two_forces};
use crate::rulesets::chainsword::state::Setup;

/// A game in which side A has a flyer off the table, and throws these Command Dice.
fn with_flyer<'s>(setup: &'s Setup, unit: &str, dice: &[u8]) -> (Battle<'s>, TeamId) {
    let mut battle = two_forces(setup, 9);
    let flyer = enlist(&mut battle, Side::A, unit);
    play(&mut battle, Choice::Pass, dice);
    (battle, flyer)
}

fn spend(face: u8, team: TeamId) -> Choice {
    Choice::Spend { face, on: Use::Team(team) }
}

/// A heron of side A that hovers at (36, 20) and heads north; the Command Dice are thrown.
fn hovering<'s>(setup: &'s Setup, dice: &[u8]) -> (Battle<'s>, TeamId) {
    let mut battle = two_forces(setup, 9);
    let heron = enlist(&mut battle, Side::A, "heron");
    stand(&mut battle, heron, 36.0, 20.0);
    battle.team_mut(heron).heading = 90;
    play(&mut battle, Choice::Pass, dice);
    (battle, heron)
}

#[test]
fn cw_fly_01_flying_vehicles_come_by_a_3_and_creatures_by_a_1_or_2() {
    let setup = setup();
    let (mut battle, kestrel) = with_flyer(&setup, "kestrel", &[1, 2, 3, 4, 5]);
    let beast = enlist(&mut battle, Side::A, "sky-beast");
    let by = |battle: &Battle<'_>, team: TeamId| [1, 3, 4].map(|face| battle.check(spend(face, team)).is_ok());
    assert_eq!(by(&battle, kestrel), [false, true, false]);
    assert_eq!(by(&battle, beast), [true, false, false]);
    let squad = battle.team(beast).squad;
    assert_eq!(battle.check(Choice::Spend { face: 2, on: Use::Squad(squad) }), Ok(()));
    let kestrels = battle.team(kestrel).squad;
    assert!(battle.check(Choice::Spend { face: 2, on: Use::Squad(kestrels) }).is_err());
    battle.forces[0].activated |= bit(kestrel);
    assert_eq!(battle.check(spend(3, kestrel)).unwrap_err().rule, "CW-TRN-10");
}

#[test]
fn cw_fly_02_a_flyer_arrives_on_a_4_and_its_die_is_spent_either_way() {
    let setup = setup();
    let (mut battle, kestrel) = with_flyer(&setup, "kestrel", &[1, 3, 3, 4, 5]);
    play(&mut battle, spend(3, kestrel), &[]);
    assert_eq!(offered(&battle), [Choice::Sortie(Aim::Zoom), Choice::Sortie(Aim::Intercept)], "it cannot hover");
    let mut late = battle.clone();
    play(&mut late, Choice::Sortie(Aim::Zoom), &[3]);
    assert_eq!((late.decision, late.hand.faces[2], late.sortie.clone()), (Decision::Spend, 1, None));
    assert!(late.check(spend(3, kestrel)).is_err() && late.forces[0].reserve.contains(kestrel));
    play(&mut battle, Choice::Sortie(Aim::Zoom), &[4]);
    assert_eq!(battle.decision, Decision::Vector);
}

#[test]
fn cw_fly_13_a_hovering_flyer_comes_from_its_own_edge_and_fires_two_weapons() {
    let setup = setup();
    let (mut battle, heron) = with_flyer(&setup, "heron", &[1, 3, 3, 4, 5]);
    play(&mut battle, spend(3, heron), &[]);
    play(&mut battle, Choice::Sortie(Aim::Hover), &[4]);
    let at = |x: f64, y: f64| Choice::Move { to: Point::new(x, y), heading: 90 };
    assert!(battle.check(at(10.0, 15.0)).is_err(), "2 inches of hull and a move of 12");
    assert!(battle.check(at(10.0, 1.0)).is_err(), "it hangs over the edge");
    assert!(!offered(&battle).is_empty());
    play(&mut battle, at(10.0, 14.0), &[]);
    assert_eq!((battle.team(heron).at, battle.decision), (Point::new(10.0, 14.0), Decision::Act));
    assert!(battle.is_hovering(heron) && !battle.is_aloft(heron));
    // CW-BAS-24: of its two weapons both may be aimed.
    let fire = Fire { aimed: 0b11, ..Fire::all(64) };
    assert_eq!(battle.check(Choice::Fire { fire, covering: false }), Ok(()));
    play(&mut battle, Choice::Pass, &[]);
    // it has moved, and jinks.
    assert_eq!((battle.decision, battle.cover_of(heron, 0)), (Decision::Spend, 5));
    // CW-FLY-22
    assert!(!battle.holds_ground(heron));
}

#[test]
fn cw_fly_14_a_hovering_flyer_leaves_straight_ahead_and_does_not_fire() {
    let setup = setup();
    let (mut battle, heron) = hovering(&setup, &[3, 3, 1, 4, 5]);
    let rider = enlist(&mut battle, Side::A, "levy-rifles");
    battle.take_aboard(rider, heron);
    play(&mut battle, spend(3, heron), &[]);
    let mut embarked = battle.clone();
    embarked.forces[0].rode |= bit(rider);
    assert_eq!(embarked.check(Choice::Leave).unwrap_err().rule, "CW-FLY-14");
    let mut stunned = battle.clone();
    stunned.forces[0].stunned |= bit(heron);
    assert!(stunned.check(Choice::Leave).is_err());
    play(&mut battle, Choice::Leave, &[]);
    assert_eq!((battle.decision, battle.sortie.clone()), (Decision::Spend, None));
    assert!(battle.forces[0].reserve.contains(heron) && battle.is_aboard(rider), "R-152");
    assert!(battle.check(spend(3, heron)).is_err(), "CW-TRN-10");
    assert!(battle.may_get_off(rider).is_err(), "CW-BAS-30");
}

#[test]
fn r_182_a_flyer_that_leaves_is_fired_at_as_a_zooming_one() {
    let setup = setup();
    let (mut battle, heron) = hovering(&setup, &[3, 3, 1, 4, 5]);
    let flak = enlist(&mut battle, Side::B, "flak-battery");
    stand(&mut battle, flak, 30.0, 36.0);
    battle.forces[1].lurking |= bit(flak);
    play(&mut battle, spend(3, heron), &[]);
    play(&mut battle, Choice::Leave, &[]);
    assert_eq!(battle.decision, Decision::AntiAir, "no intercept run");
    // From ahead, 4 inches off its place; then it jinks.
    play(&mut battle, Choice::AntiAir { by: flak, fire: Fire::all(heron), inches: 4.0 }, &[]);
    assert_eq!(battle.decision, Decision::Jink);
    // Eight shots at full skill: two hit, one pierces the front and is saved, the other is stopped.
    play(&mut battle, Choice::Jink, &[4, 4, 3, 3, 3, 3, 3, 3, 6, 4, 4]);
    assert_eq!((battle.decision, battle.team(heron).hull), (Decision::Spend, 3));
}

#[test]
fn cw_fly_15_and_20_a_flyer_waits_until_it_runs_acts_or_the_turn_ends() {
    let setup = setup();
    let (mut battle, kestrel) = with_flyer(&setup, "kestrel", &[6, 6, 6, 3, 1]);
    let waits = |battle: &Battle<'_>| battle.forces[0].lurking.contains(kestrel);
    play(&mut battle, spend(3, kestrel), &[]);
    play(&mut battle, Choice::Sortie(Aim::Intercept), &[4]);
    assert!(waits(&battle) && battle.forces[0].reserve.contains(kestrel) && battle.decision == Decision::Spend);
    let mut used = battle.clone();
    play(&mut battle, Choice::Pass, &[]);
    assert!(!waits(&battle), "the Turn has ended");
    used.forces[0].activated &= !bit(kestrel);
    used.hand.faces[2] = 1;
    play(&mut used, spend(3, kestrel), &[]);
    assert!(!waits(&used), "it is used for something else");
}

#[test]
fn r_50_a_senior_leader_sends_flyers_to_intercept_where_the_switch_says_so() {
    let setup = setup_of(Scenario::Patrol, &[("intercept-die", "senior")]);
    let (mut battle, kestrel) = with_flyer(&setup, "kestrel", &[1, 3, 4, 1, 5]);
    let mut zoom = battle.clone();
    play(&mut zoom, spend(3, kestrel), &[4]);
    assert_eq!(zoom.decision, Decision::Vector, "a 3 leaves nothing else to name");
    play(&mut battle, spend(4, kestrel), &[4]);
    assert!(battle.forces[0].lurking.contains(kestrel));
}

#[test]
fn r_154_a_pinned_creature_may_only_leave_and_a_broken_one_leaves_at_once() {
    let setup = setup_of(Scenario::Patrol, &[("flying-beasts", "on")]);
    let mut battle = two_forces(&setup, 9);
    let beast = enlist(&mut battle, Side::A, "sky-beast");
    stand(&mut battle, beast, 36.0, 20.0);
    battle.team_mut(beast).shock = 9;
    play(&mut battle, Choice::Pass, &[1, 1, 1, 1, 1]);
    let mut pinned = battle.clone();
    play(&mut pinned, spend(1, beast), &[]);
    assert_eq!(offered(&pinned), [Choice::Leave, Choice::Mode(Mode::Stand)]);
    play(&mut pinned, Choice::Mode(Mode::Stand), &[]);
    assert_eq!(pinned.decision, Decision::Spend, "it does not fire");
    battle.add_shock(beast, 9, &mut crate::game::Silent);
    play(&mut battle, Choice::Pass, &[]);
    assert!(battle.forces[0].reserve.contains(beast) && battle.team(beast).shock == 18);
    assert_eq!(battle.forces[0].level, 9, "no test of Force Morale");
    assert_eq!(battle.may_sortie(beast, 1).unwrap_err().rule, "R-154");
    battle.calm_flyers(Side::A, &mut crate::game::Silent);
    assert_eq!((battle.team(beast).shock, battle.may_sortie(beast, 1)), (17, Ok(())));
}

#[test]
fn r_152_a_squad_comes_aboard_its_flyer_by_its_own_die() {
    let setup = setup();
    let (mut battle, heron) = with_flyer(&setup, "heron", &[1, 3, 2, 4, 5]);
    let rider = enlist(&mut battle, Side::A, "levy-rifles");
    let squad = battle.team(rider).squad;
    let carrier = battle.team(heron).squad;
    battle.name_transport(Side::A, squad, carrier);
    let on_two = Choice::Spend { face: 2, on: Use::Squad(squad) };
    assert!(battle.check(on_two).is_err(), "there is no point, and the flyer is not there");
    play(&mut battle, spend(3, heron), &[]);
    play(&mut battle, Choice::Sortie(Aim::Hover), &[4]);
    play(&mut battle, Choice::Move { to: Point::new(10.0, 14.0), heading: 90 }, &[]);
    play(&mut battle, Choice::Pass, &[]);
    play(&mut battle, on_two, &[]);
    play(&mut battle, Choice::Board { team: rider, transport: heron }, &[]);
    assert!(battle.is_aboard(rider) && battle.decision == Decision::Squad);
}
