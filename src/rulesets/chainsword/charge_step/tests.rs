use super::super::choices::Use;
use super::super::codex::Scenario;
use super::super::field::CONTACT;
use super::super::scene::{act, enlist, offered, play, setup, setup_of, setup_on, stand, told, two_forces};
use super::super::state::Setup;
use super::super::terrain::Kind;
use super::*;
use crate::game::{Game, Side};

/// Gap between the four breachers and the five levies of most scenes.
const GAP: f64 = 10.0;

/// Inches from the centre of a Team of four to one of five at so wide a gap.
fn apart(gap: f64) -> f64 {
    gap + 0.7 * (2.0 + 5.0_f64.sqrt())
}

/// A game in which breachers of side A, Team 3 at (30, 10), act to charge the levies 64 of side B, so far ahead of them.
fn charging<'s>(setup: &'s Setup, gap: f64, change: impl FnOnce(&mut Battle<'_>)) -> Battle<'s> {
    let mut battle = two_forces(setup, 9);
    for (team, x) in [(0, 60.0), (1, 65.0), (2, 70.0)] {
        stand(&mut battle, team, x, 6.0);
    }
    let breachers = enlist(&mut battle, Side::A, "breachers");
    assert_eq!(breachers, 3);
    stand(&mut battle, 3, 30.0, 10.0);
    stand(&mut battle, 64, 30.0, 10.0 + apart(gap));
    change(&mut battle);
    act(&mut battle, 3, Mode::Charge);
    battle
}

/// The charge is declared and nobody fires; then these dice are thrown.
fn charge(battle: &mut Battle<'_>, thrown: &[u8]) {
    play(battle, Choice::Charge(64), &[]);
    assert_eq!((battle.decision, battle.decider), (Decision::ChargeFire, Side::A));
    play(battle, Choice::Pass, &[]);
    assert_eq!((battle.decision, battle.decider), (Decision::Reaction, Side::B));
    play(battle, Choice::Pass, thrown);
}

fn rule(battle: &Battle<'_>, choice: Choice) -> &'static str {
    battle.check(choice).unwrap_err().rule
}

fn same(a: f64, b: f64) {
    assert!((a - b).abs() < 0.02, "{a}, not {b}");
}

#[test]
fn cw_mov_02_a_charge_goes_its_move_and_two_dice_and_cw_mel_06_locks_both() {
    let setup = setup();
    let mut battle = charging(&setup, GAP, |_| {});
    charge(&mut battle, &[2, 2]);
    assert!(battle.gap(3, 64) <= CONTACT);
    assert!(battle.team(3).locked == bit(64) && battle.team(64).locked == bit(3));
    assert!(battle.forces[0].charged.contains(3) && !battle.forces[0].slowed.contains(3));
    same(battle.team(3).at.x, 30.0);
    assert_eq!(battle.decision, Decision::Spend, "it has acted");
    let mut battle = charging(&setup, GAP, |_| {});
    charge(&mut battle, &[1, 2]);
    assert!(!battle.is_locked(3) && !battle.is_locked(64) && !battle.forces[0].charged.contains(3));
}

#[test]
fn cw_mov_05_shock_shortens_a_charge() {
    let setup = setup();
    let shocked = |battle: &mut Battle<'_>| battle.teams[3].shock = 2;
    let mut battle = charging(&setup, GAP, shocked);
    charge(&mut battle, &[3, 3]);
    assert!(battle.is_locked(3));
    let mut battle = charging(&setup, GAP, shocked);
    charge(&mut battle, &[3, 2]);
    assert!(!battle.is_locked(3));
}

#[test]
fn cw_mov_08_a_charge_that_falls_short_goes_its_move_or_stays_or_goes_all_the_way() {
    for (value, ahead) in [("move-m", 6.0), ("stay", 0.0), ("full-roll", 9.0)] {
        let setup = setup_of(Scenario::Patrol, &[("failed-charge", value)]);
        let mut battle = charging(&setup, 12.0, |_| {});
        charge(&mut battle, &[1, 2]);
        same(battle.team(3).at.y, 10.0 + ahead);
        assert_eq!(battle.forces[0].moved.contains(3), ahead > 0.0);
        let mut battle = charging(&setup, 12.0, |battle| battle.teams[3].shock = 4);
        charge(&mut battle, &[5, 4]);
        same(battle.team(3).at.y, if value == "full-roll" { 21.0 } else { 10.0 + (ahead - 4.0).max(0.0) });
        let gap = battle.gap(3, 64);
        assert!(gap >= 0.99, "no nearer than an inch: {gap}");
    }
}

#[test]
fn cw_mov_07_a_charge_through_difficult_ground_throws_three_dice_and_drops_the_highest() {
    let setup = setup_on(Scenario::Patrol, &[], &[(Kind::Crater, 30.0, 16.0, 0.0)]);
    let mut battle = charging(&setup, GAP, |_| {});
    charge(&mut battle, &[2, 6, 2]);
    assert!(battle.is_locked(3) && battle.forces[0].slowed.contains(3));
    let mut battle = charging(&setup, GAP, |_| {});
    charge(&mut battle, &[6, 1, 2]);
    assert!(!battle.is_locked(3));
}

#[test]
fn r_95_walls_take_two_inches_of_a_charge_and_wire_stops_it() {
    let walls = [(Kind::Wall, 21.0, 16.0, 0.0), (Kind::Wall, 26.5, 16.0, 0.0), (Kind::Wall, 32.0, 16.0, 0.0)];
    let setup = setup_on(Scenario::Patrol, &[], &walls);
    let mut battle = charging(&setup, GAP, |_| {});
    charge(&mut battle, &[3, 3]);
    assert!(battle.is_locked(3));
    let mut battle = charging(&setup, GAP, |_| {});
    charge(&mut battle, &[3, 2]);
    assert!(!battle.is_locked(3));
    let wire: Vec<_> = (0..12).map(|at| (Kind::RazorWire, 3.0 + 6.0 * f64::from(at), 16.0, 0.0)).collect();
    let setup = setup_on(Scenario::Patrol, &[], &wire);
    let mut battle = two_forces(&setup, 9);
    let breachers = enlist(&mut battle, Side::A, "breachers");
    stand(&mut battle, breachers, 30.0, 10.0);
    stand(&mut battle, 64, 30.0, 22.0);
    assert_eq!(battle.check_charge(breachers, 64).unwrap_err().rule, "R-132");
    let jumpers = enlist(&mut battle, Side::A, "falconers");
    stand(&mut battle, jumpers, 25.0, 10.0);
    assert!(battle.check_charge(jumpers, 64).is_ok());
}

#[test]
fn cw_geo_06_mines_on_the_way_of_a_charge_strike() {
    let setup = setup_on(Scenario::Patrol, &[], &[(Kind::Minefield, 30.0, 16.0, 0.0)]);
    let mut battle = charging(&setup, GAP, |_| {});
    play(&mut battle, Choice::Charge(64), &[]);
    play(&mut battle, Choice::Pass, &[]);
    // Two hits; both wound, one is not saved.
    play(&mut battle, Choice::Pass, &[6, 6, 2, 3, 3, 4, 3]);
    assert_eq!(battle.team(3).models, 3);
    assert!(battle.is_locked(3));
}

#[test]
fn cw_mov_10_a_charger_fires_assault_weapons_at_whom_it_charges_and_rapid_fire_not_at_all() {
    let setup = setup();
    let mut battle = charging(&setup, GAP, |battle| stand(battle, 65, 40.0, 20.0));
    let at = |target: TeamId| Choice::Fire { fire: Fire::all(target), covering: false };
    assert_eq!(rule(&battle, at(64)), "CW-MOV-10", "it names its target first");
    assert!(offered(&battle).iter().all(|choice| matches!(choice, Choice::Charge(_) | Choice::Pass)));
    play(&mut battle, Choice::Charge(64), &[]);
    assert_eq!(rule(&battle, at(65)), "CW-MOV-10");
    assert!(offered(&battle).contains(&at(64)));
    // Eight dice of storm-carbines; two hits, one wound, not saved.
    play(&mut battle, at(64), &[4, 4, 1, 1, 1, 1, 1, 1, 4, 1]);
    assert_eq!((battle.team(64).models, battle.decision), (4, Decision::Reaction));
    play(&mut battle, Choice::Pass, &[6, 6]);
    assert!(battle.is_locked(64));
    // Levies have rapid-fire weapons.
    let mut battle = two_forces(&setup, 9);
    stand(&mut battle, 64, 30.0, 18.0);
    act(&mut battle, 0, Mode::Charge);
    play(&mut battle, Choice::Charge(64), &[]);
    assert_eq!(battle.decision, Decision::Reaction);
}

#[test]
fn cw_sho_08_the_charged_team_fires_snap_shots_once_in_a_phase() {
    let setup = setup();
    let mut battle = charging(&setup, GAP, |battle| {
        stand(battle, 4, 33.0, 10.0);
        stand(battle, 65, 60.0, 30.0);
    });
    play(&mut battle, Choice::Charge(64), &[]);
    play(&mut battle, Choice::Pass, &[]);
    let react = |overwatch: bool| Choice::ReactToCharge { fire: Fire::all(3), overwatch };
    assert_eq!(offered(&battle), [Choice::Pass, react(false)]);
    assert_eq!(rule(&battle, react(true)), "CW-SHO-06");
    // Ten dice at BS 1: two hits, one wound, not saved; the charge falls short.
    play(&mut battle, react(false), &[6, 6, 5, 5, 5, 5, 5, 5, 5, 5, 4, 3, 3, 1, 1]);
    assert_eq!((battle.team(3).models, battle.team(3).shock), (3, 1));
    assert!(battle.forces[1].reacted.contains(64) && !battle.is_locked(3));
    // the next charger is not fired at.
    play(&mut battle, Choice::Spend { face: 1, on: Use::Team(4) }, &[]);
    play(&mut battle, Choice::Mode(Mode::Charge), &[]);
    play(&mut battle, Choice::Charge(64), &[]);
    assert_eq!(battle.decision, Decision::ChargeFire);
    play(&mut battle, Choice::Pass, &[6, 6]);
    assert!(battle.is_locked(4));
}

#[test]
fn cw_sho_08_overwatch_answers_a_charge_at_full_skill_and_cw_sho_07_is_lost_on_contact() {
    let setup = setup();
    let mut battle = charging(&setup, GAP, |_| {});
    battle.forces[1].overwatch |= bit(64);
    play(&mut battle, Choice::Charge(64), &[]);
    play(&mut battle, Choice::Pass, &[]);
    let react = Choice::ReactToCharge { fire: Fire::all(3), overwatch: true };
    assert!(offered(&battle).contains(&react));
    // BS 3: 4+.
    play(&mut battle, react, &[4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 6, 6]);
    assert!(!battle.forces[1].overwatch.contains(64) && battle.is_locked(3));
    // Who holds his fire is off Overwatch in contact; on the way he may still fire.
    let mut battle = charging(&setup, GAP, |_| {});
    battle.forces[1].overwatch |= bit(64);
    play(&mut battle, Choice::Charge(64), &[]);
    play(&mut battle, Choice::Pass, &[]);
    play(&mut battle, Choice::Pass, &[6, 6]);
    assert_eq!(battle.decision, Decision::Overwatch, "on the way");
    while battle.decision == Decision::Overwatch {
        play(&mut battle, Choice::Pass, &[]);
    }
    assert!(battle.is_locked(64) && battle.forces[1].overwatch.is_empty());
}

#[test]
fn r_29_only_overwatch_may_answer_a_charge() {
    let setup = setup_of(Scenario::Patrol, &[("charge-reaction", "overwatch-only")]);
    let mut battle = charging(&setup, GAP, |_| {});
    play(&mut battle, Choice::Charge(64), &[]);
    play(&mut battle, Choice::Pass, &[6, 6]);
    assert!(battle.is_locked(64));
}

#[test]
fn cw_sho_08_pinned_teams_do_not_answer_and_cw_sho_09_locked_ones_neither() {
    let setup = setup();
    let mut battle = charging(&setup, GAP, |battle| battle.teams[64].shock = 7);
    play(&mut battle, Choice::Charge(64), &[]);
    play(&mut battle, Choice::Pass, &[6, 6]);
    assert!(battle.is_locked(3));
    // Nobody fires at who is locked, and they fire at nobody.
    let mut battle = charging(&setup, GAP, |battle| {
        stand(battle, 1, 33.2, 10.0 + apart(GAP));
        (battle.teams[1].locked, battle.teams[64].locked) = (bit(64), bit(1));
    });
    play(&mut battle, Choice::Charge(64), &[6, 6]);
    assert_eq!(battle.team(64).locked, bit(1) | bit(3), "who is locked may be charged");
}

#[test]
fn r_132_a_charger_who_is_pinned_or_gone_does_not_charge() {
    let setup = setup();
    let mut battle = charging(&setup, GAP, |battle| battle.teams[3].shock = 7);
    play(&mut battle, Choice::Charge(64), &[]);
    assert_eq!(battle.decision, Decision::ChargeFire);
    play(&mut battle, Choice::Pass, &[]);
    // A wound that is saved: the eighth point of Shock.
    let react = Choice::ReactToCharge { fire: Fire::all(3), overwatch: false };
    play(&mut battle, react, &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 4]);
    assert!(battle.is_pinned(3) && battle.charge.is_none() && battle.movement.is_none());
    assert_eq!((battle.team(3).at.y, battle.decision), (10.0, Decision::Spend));
}

#[test]
fn r_132_a_charger_whose_target_is_gone_stays() {
    let setup = setup();
    let mut battle = charging(&setup, GAP, |battle| {
        battle.teams[64].models = 1;
        battle.teams[64].loads[0].count = 1;
        stand(battle, 64, 30.0, 18.0);
    });
    play(&mut battle, Choice::Charge(64), &[]);
    let fire = Choice::Fire { fire: Fire::all(64), covering: false };
    play(&mut battle, fire, &[4, 1, 1, 1, 1, 1, 1, 1, 4, 1]);
    assert!(battle.forces[1].gone.contains(64));
    assert_eq!((battle.team(3).at.y, battle.decision), (10.0, Decision::Spend));
}

#[test]
fn cw_mov_02_who_charges_and_who_does_not() {
    let setup = setup_on(Scenario::Patrol, &[], &[(Kind::Building, 45.0, 18.0, 0.0)]);
    let mut battle = two_forces(&setup, 9);
    stand(&mut battle, 64, 30.0, 20.0);
    stand(&mut battle, 65, 45.0, 24.0);
    let refusal = |battle: &Battle<'_>, team, target| battle.check_charge(team, target).err().map(|no| no.rule);
    for (unit, rule) in [
        ("breachers", None),
        ("marshal", None),
        ("outriders", None),
        ("strider", None),
        ("mortar-battery", Some("R-101")),
        ("mule", Some("CW-MOV-09")),
        ("rampart", Some("CW-MOV-09")),
    ] {
        let team = enlist(&mut battle, Side::A, unit);
        stand(&mut battle, team, 30.0, 12.0);
        assert_eq!(refusal(&battle, team, 64), rule, "{unit}");
        stand(&mut battle, team, 70.0, 2.0);
    }
    let team = enlist(&mut battle, Side::A, "breachers");
    stand(&mut battle, team, 45.0, 12.0);
    assert_eq!(refusal(&battle, team, 65), Some("CW-MOV-02"), "it does not see them");
    stand(&mut battle, team, 10.0, 5.0);
    assert_eq!(refusal(&battle, team, 64), Some("R-132"), "they are too far");
    assert_eq!(refusal(&battle, team, 0), Some("CW-MOV-02"), "they are friends");
    stand(&mut battle, team, 30.0, 12.0);
    battle.forces[0].came_on |= bit(team);
    assert_eq!(refusal(&battle, team, 64), None, "from a point it may");
    battle.forces[0].from_reserve |= bit(team);
    assert_eq!(refusal(&battle, team, 64), Some("CW-DEP-10"));
}

#[test]
fn cw_mel_04_who_flees_is_caught_without_a_fight() {
    let setup = setup();
    let mut battle = charging(&setup, GAP, |battle| {
        battle.forces[1].falling_back |= bit(64);
        battle.teams[64].officer = 66;
        battle.teams[66].with = 64;
    });
    play(&mut battle, Choice::Charge(64), &[]);
    // Nobody reacts; two tests of Force Morale, for the warlord and for the Team.
    play(&mut battle, Choice::Pass, &[6, 6, 1, 1]);
    assert!(battle.forces[1].gone.contains(64) && battle.forces[1].gone.contains(66));
    assert!(!battle.is_locked(3) && battle.fight.is_none());
}

#[test]
fn r_138_nobody_is_locked_with_a_vehicle_that_does_not_walk() {
    let setup = setup();
    let mut battle = charging(&setup, GAP, |battle| {
        let mule = enlist(battle, Side::B, "mule");
        assert_eq!(mule, 67);
        stand(battle, mule, 30.0, 20.0);
        stand(battle, 64, 60.0, 40.0);
    });
    play(&mut battle, Choice::Charge(67), &[]);
    play(&mut battle, Choice::Pass, &[6, 6]);
    assert!(battle.gap(3, 67) <= CONTACT && !battle.is_locked(3) && !battle.is_locked(67));
    assert_eq!(battle.assailed(3), Some(67));
    stand(&mut battle, 67, 30.0, 22.0);
    assert_eq!(battle.assailed(3), None, "it has driven away");
}

#[test]
fn cw_mov_06_a_charge_keeps_off_other_enemies() {
    let setup = setup();
    // Levies on both sides of the way leave no room between them.
    let mut battle = charging(&setup, GAP, |battle| {
        stand(battle, 65, 27.6, 16.0);
        let others = enlist(battle, Side::B, "levy-rifles");
        stand(battle, others, 32.4, 16.0);
        stand(battle, others + 1, 70.0, 40.0);
    });
    let way = battle.check_charge(3, 64).unwrap();
    assert!(way.length() > GAP + 1.0, "it goes round them: {}", way.length());
    charge(&mut battle, &[6, 6]);
    assert!(battle.team(3).locked == bit(64));
}

#[test]
fn a_charge_is_told() {
    let setup = setup();
    let mut battle = charging(&setup, GAP, |_| {});
    assert!(told(&mut battle, Choice::Charge(64), &[]).concat().contains("charges B:levy-rifles-1"));
    play(&mut battle, Choice::Pass, &[]);
    assert!(told(&mut battle, Choice::Pass, &[3, 3]).concat().contains("in contact with B:levy-rifles-1"));
}
