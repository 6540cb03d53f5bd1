use super::super::choices::{Decision, Use};
use super::super::fire_lines::{Fire, FireKind};
use super::super::orders_step::Order;
use super::super::scene::{act, dice, enlist, offered, play, setup, stand, two_forces};
use super::super::state::{JumpOffPoint, Setup};
use super::super::terrain::Kind;
use super::*;
use crate::game::{Game, Side, Silent};

/// The breachers, their mule, a lieutenant.
const SQUAD: [TeamId; 4] = [3, 4, 5, 6];

/// A game in which side A has breachers (3, 4) with a mule (5) of their own, and a lieutenant (6), all off the table, and a point at
/// (10, 10); its first Phase has come to its dice.
fn with_a_mule(setup: &Setup) -> Battle<'_> {
    let mut battle = two_forces(setup, 9);
    for unit in ["breachers", "mule", "lieutenant"] {
        enlist(&mut battle, Side::A, unit);
    }
    battle.name_transport(Side::A, 2, 3);
    battle.forces[0].points.push(JumpOffPoint { at: Point::new(10.0, 10.0), shaded: false });
    battle
}

/// The same with the mule at (20, 20) and the breachers aboard.
fn riding(setup: &Setup) -> Battle<'_> {
    let mut battle = with_a_mule(setup);
    let [one, other, mule, _] = SQUAD;
    stand(&mut battle, mule, 20.0, 20.0);
    battle.take_aboard(one, mule);
    battle.take_aboard(other, mule);
    battle
}

fn place(team: TeamId, x: f64, y: f64) -> Choice {
    Choice::Place { team, point: 0, at: Point::new(x, y), heading: 90 }
}

#[test]
fn cw_dep_04_a_squad_comes_on_aboard_its_transport_on_one_2() {
    let setup = setup();
    let mut battle = with_a_mule(&setup);
    let [one, other, mule, lieutenant] = SQUAD;
    play(&mut battle, Choice::Pass, &[2, 3, 4, 4, 4]);
    play(&mut battle, Choice::Spend { face: 2, on: Use::Squad(2) }, &[]);
    let board = |team| Choice::Board { team, transport: mule };
    assert!(battle.check(board(one)).is_err(), "the transport comes on first");
    play(&mut battle, place(mule, 10.0, 10.0), &[]);
    assert!(offered(&battle).contains(&board(one)));
    play(&mut battle, board(one), &[]);
    assert!(battle.is_aboard(one) && !battle.stands(one) && battle.team(one).carrier == mule);
    assert!(offered(&battle).contains(&board(other)), "Team by Team, as its owner likes");
    play(&mut battle, place(other, 14.0, 10.0), &[]);
    // CW-DEP-03: the officer needs a die of his own.
    play(&mut battle, Choice::Spend { face: 3, on: Use::Team(lieutenant) }, &[]);
    play(&mut battle, board(lieutenant), &[]);
    assert_eq!(battle.riders(mule), bit(one) | bit(lieutenant));
    assert_eq!((battle.hand.faces, battle.decision), ([0, 0, 0, 3], Decision::Spend));
}

#[test]
fn r_127_aboard_only_together_with_the_transport() {
    let setup = setup();
    let mut battle = with_a_mule(&setup);
    let [one, _, mule, _] = SQUAD;
    play(&mut battle, Choice::Pass, &[1, 2, 4, 4, 4]);
    play(&mut battle, Choice::Spend { face: 1, on: Use::Team(mule) }, &[]);
    play(&mut battle, place(mule, 10.0, 10.0), &[]);
    assert_eq!(battle.decision, Decision::Spend, "on a 1 it comes alone, empty");
    assert!(battle.check(Choice::Spend { face: 2, on: Use::Squad(3) }).is_err(), "it shares the die of its Squad");
    play(&mut battle, Choice::Spend { face: 2, on: Use::Squad(2) }, &[]);
    let refusal = battle.check(Choice::Board { team: one, transport: mule }).unwrap_err();
    assert_eq!(refusal.rule, "R-127");
}

#[test]
fn cw_bas_30_the_13th_model_and_another_squad_find_no_room() {
    let setup = setup();
    let mut battle = with_a_mule(&setup);
    let [one, other, mule, _] = SQUAD;
    stand(&mut battle, mule, 10.0, 10.0);
    battle.take_aboard(one, mule);
    battle.take_aboard(other, mule);
    let officers: Vec<TeamId> = (0..5).map(|_| enlist(&mut battle, Side::A, "lieutenant")).collect();
    for officer in &officers[..4] {
        assert_eq!(battle.check_seat(*officer, mule), Ok(()));
        battle.take_aboard(*officer, mule);
    }
    assert_eq!(battle.check_seat(officers[4], mule).unwrap_err().rule, "CW-BAS-30");
    let mut half = with_a_mule(&setup);
    stand(&mut half, mule, 10.0, 10.0);
    half.take_aboard(one, mule);
    assert_eq!(half.check_seat(other, mule), Ok(()));
    assert_eq!(half.check_seat(0, mule).unwrap_err().rule, "CW-BAS-26", "one Squad");
    let hulks = enlist(&mut half, Side::A, "hulks");
    assert_eq!(half.check_seat(hulks, mule).unwrap_err().rule, "R-101");
    assert_eq!(half.check_seat(0, 2).unwrap_err().rule, "CW-BAS-26", "an officer carries nobody");
    assert_eq!(half.check_seat(64, mule).unwrap_err().rule, "CW-BAS-26", "of the enemy");
}

#[test]
fn r_147_a_standard_or_run_way_that_ends_by_the_hull_gets_aboard() {
    let setup = setup();
    let [one, other, mule, _] = SQUAD;
    let near = Point::new(20.0, 16.0);
    for (mode, to, boards) in [
        (Mode::Standard, near, true),
        (Mode::Run, near, true),
        (Mode::Tactical, near, false),
        (Mode::Standard, Point::new(20.0, 15.0), false),
    ] {
        let mut battle = with_a_mule(&setup);
        stand(&mut battle, mule, 20.0, 20.0);
        stand(&mut battle, one, 20.0, 13.0);
        stand(&mut battle, other, 40.0, 13.0);
        act(&mut battle, one, mode);
        play(&mut battle, Choice::Move { to, heading: 0 }, &[]);
        let board = Choice::Board { team: one, transport: mule };
        assert_eq!(battle.check(board).is_ok(), boards, "{mode:?} to {to:?}");
        assert_eq!(battle.decision == Decision::Attach && offered(&battle).contains(&board), boards);
        if !boards {
            continue;
        }
        play(&mut battle, board, &[]);
        assert!(battle.is_aboard(one) && battle.activation.is_none(), "nobody shoots from inside");
        // CW-BAS-26: nobody gets on and off in one Phase.
        battle.own_force_mut(one).activated &= !bit(one);
        assert_eq!(battle.may_activate(one).unwrap_err().rule, "CW-BAS-26");
        battle.forces[0].rode = TeamSet::EMPTY;
        assert_eq!(battle.may_activate(one), Ok(()));
    }
}

#[test]
fn cw_bas_26_passengers_get_off_within_6_inches_and_shoot_as_if_they_had_moved() {
    let setup = setup();
    let mut battle = riding(&setup);
    let [one, other, mule, _] = SQUAD;
    stand(&mut battle, 64, 20.0, 38.0);
    play(&mut battle, Choice::Pass, &[1, 1, 1, 1, 1]);
    assert_eq!(battle.may_watch(one).unwrap_err().rule, "R-147");
    play(&mut battle, Choice::Spend { face: 1, on: Use::Team(one) }, &[]);
    assert_eq!(battle.decision, Decision::Act, "there is no mode to choose");
    let fire = Fire::all(64);
    assert!(battle.check(Choice::Fire { fire, covering: false }).is_err());
    let off = |y: f64| Choice::Disembark { at: Point::new(20.0, y) };
    // The hull reaches 1.25 inches up from its middle.
    assert!(battle.check(off(20.0 + 1.25 + 6.02)).is_err());
    assert!(battle.check(off(21.0)).is_err(), "not into the hull");
    assert!(offered(&battle).len() > 40);
    play(&mut battle, off(20.0 + 1.25 + 6.0), &[]);
    assert!(battle.stands(one) && battle.team(one).at == Point::new(20.0, 27.25));
    assert!(battle.check(Choice::Move { to: Point::new(20.0, 28.0), heading: 0 }).is_err(), "it was its whole move");
    assert_eq!(battle.check(Choice::Fire { fire, covering: false }), Ok(()));
    assert_eq!(battle.activation.and_then(|activation| activation.mode), Some(Mode::Standard), "heavy weapons snap");
    play(&mut battle, Choice::Pass, &[]);
    // The transport moves on with the others, and goes flat out: nobody gets off it any more.
    play(&mut battle, Choice::Spend { face: 1, on: Use::Team(mule) }, &[]);
    play(&mut battle, Choice::Mode(Mode::FlatOut), &[]);
    play(&mut battle, Choice::Move { to: Point::new(36.0, 20.0), heading: 0 }, &[]);
    assert_eq!(battle.stand(other).at(), Point::new(36.0, 20.0), "passengers go where it goes");
    assert_eq!(battle.may_activate(other).unwrap_err().rule, "R-147");
}

#[test]
fn r_148_passengers_of_a_wreck_get_out_and_are_tested_for_pinning() {
    let setup = setup();
    let mut battle = riding(&setup);
    let [one, other, mule, lieutenant] = SQUAD;
    battle.take_aboard(lieutenant, mule);
    (battle.teams[6].with, battle.teams[3].officer) = (one, lieutenant);
    let mut thrown = dice(&[]);
    battle.wreck(mule, &mut thrown, &mut Silent);
    assert!(battle.forces[0].gone.contains(mule) && battle.forces[0].aboard.is_empty());
    assert!(battle.stands(one) && battle.stands(other) && !battle.stands(lieutenant));
    assert_eq!((battle.team(lieutenant).with, battle.team(lieutenant).carrier), (one, NOBODY));
    assert_eq!(battle.pin_tests[0], bit(one) | bit(other));
    let hull = battle.stand_at(mule, Point::new(20.0, 20.0), 0);
    for team in [one, other] {
        let at = battle.team(team).at;
        assert!(hull.gap_to(at) < 1.6, "as near as may be: {at:?}");
        assert!(at.distance(Point::new(20.0, 20.0)) > 1.495, "off the wreck");
    }
    assert!(!battle.stand(one).overlaps(&battle.stand(other)));
}

#[test]
fn r_148_an_explosion_hits_passengers_first_and_who_finds_no_place_is_lost() {
    let setup = setup();
    for lost in [false, true] {
        let mut battle = riding(&setup);
        let [one, other, mule, _] = SQUAD;
        if lost {
            // Among so many enemies no free place is left.
            for at in 0..36 {
                let foe = enlist(&mut battle, Side::B, "hulks");
                stand(&mut battle, foe, 12.0 + 3.2 * f64::from(at % 6), 12.0 + 3.2 * f64::from(at / 6));
            }
        }
        // Four hits on each of four models: two wounds, one save; then none.
        let mut thrown = dice(&[4, 4, 1, 1, 4, 3, 1, 1, 1, 1]);
        battle.explode(mule, &mut thrown, &mut Silent);
        thrown.finish().unwrap();
        assert!(battle.setup.field.land(&battle.additions).pieces().all(|piece| piece.kind != Kind::Wreck));
        if lost {
            assert!(battle.forces[0].gone.contains(one) && battle.forces[0].gone.contains(other));
            assert_eq!(battle.dues.len(), 3, "the mule, and each Team its own test");
        } else {
            assert_eq!((battle.team(one).models, battle.team(other).models, battle.team(one).shock), (3, 4, 0));
            assert!(battle.stands(one) && battle.pin_tests[0].contains(one));
        }
    }
}

#[test]
fn cw_off_04_orders_reach_into_and_out_of_transports() {
    let setup = setup();
    let mut battle = riding(&setup);
    let [one, other, mule, lieutenant] = SQUAD;
    battle.take_aboard(lieutenant, mule);
    stand(&mut battle, 0, 28.0, 20.0);
    battle.teams[usize::from(other)].shock = 2;
    battle.teams[0].shock = 3;
    play(&mut battle, Choice::Pass, &[3, 3, 3, 3, 3]);
    play(&mut battle, Choice::Spend { face: 3, on: Use::Team(lieutenant) }, &[]);
    let orders = offered(&battle);
    for order in [Order::Activate(one), Order::Rally(other), Order::Rally(0), Order::Activate(mule)] {
        assert!(orders.contains(&Choice::Order(order)), "{order:?}");
    }
    assert!(!orders.contains(&Choice::Order(Order::Overwatch(one))));
    play(&mut battle, Choice::Order(Order::Activate(lieutenant)), &[]);
    play(&mut battle, Choice::Disembark { at: Point::new(20.0, 24.0) }, &[]);
    assert!(battle.stands(lieutenant) && battle.is_aboard(one));
}

#[test]
fn r_131_a_squad_that_breaks_in_to_move_gets_on_and_off() {
    for (fires, offers) in [(false, true), (true, false)] {
        let setup = setup();
        let mut battle = riding(&setup);
        let [one, other, mule, _] = SQUAD;
        battle.team_mut(other).carrier = NOBODY;
        battle.forces[0].aboard &= !bit(other);
        stand(&mut battle, other, 20.0, 25.0);
        battle.active = Side::B;
        battle.stage = super::super::phase_step::Stage::Spend;
        battle.forces[0].command_points = 6;
        battle.begin_interrupt(2, fires, &mut Silent);
        assert_eq!(battle.troop.is_some_and(|troop| troop.left.contains(one)), offers);
        assert!(battle.troop.is_some_and(|troop| troop.left.contains(other)));
        assert_eq!(battle.team(one).carrier, mule);
    }
}

#[test]
fn r_160_a_transport_with_an_officer_alone_holds_nothing() {
    let setup = setup();
    let mut battle = riding(&setup);
    let [one, other, mule, lieutenant] = SQUAD;
    assert!(battle.holds_ground(mule));
    battle.take_aboard(lieutenant, mule);
    for team in [one, other] {
        battle.forces[0].aboard &= !bit(team);
        battle.forces[0].waiting |= bit(team);
    }
    assert!(!battle.holds_ground(mule));
}

#[test]
fn r_147_nobody_shoots_from_inside_not_even_from_overwatch() {
    let setup = setup();
    let mut battle = riding(&setup);
    stand(&mut battle, 64, 20.0, 30.0);
    let sighting = battle.sighting(3, 64);
    let refusal = battle.check_volley(3, &Fire::all(64), FireKind::Overwatch, Mode::Stand, &sighting).unwrap_err();
    assert_eq!(refusal.rule, "R-147");
    assert!(!battle.standing_teams(Side::A).contains(3), "nor is it a target");
}
