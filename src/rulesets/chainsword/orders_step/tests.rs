use super::super::choices::{Choice, Use};
use super::super::fire_lines::Mode;
use super::super::scene::{enlist, offered, play, setup, setup_of, stand, two_forces};
use super::super::state::Setup;
use super::*;
use crate::game::{Game, Side, Silent};
use crate::rulesets::chainsword::codex::Scenario;

/// A game in which the marshal of side A, between his Teams 0 and 1, has begun to give orders.
fn commanding(setup: &Setup) -> Battle<'_> {
    let mut battle = two_forces(setup, 9);
    play(&mut battle, Choice::Pass, &[4, 5, 5, 5, 5]);
    play(&mut battle, Choice::Spend { face: 4, on: Use::Team(2) }, &[]);
    battle
}

fn rule(battle: &Battle<'_>, order: Order) -> &'static str {
    battle.check(Choice::Order(order)).unwrap_err().rule
}

#[test]
fn cw_off_01_ranks_have_orders_and_range() {
    let setup = setup();
    let mut battle = two_forces(&setup, 9);
    for (unit, orders, range) in [("lieutenant", 2, 6.0), ("captain", 3, 9.0), ("marshal-ironclad", 4, 12.0)] {
        let officer = enlist(&mut battle, Side::A, unit);
        stand(&mut battle, officer, 10.0, 20.0);
        battle.begin_orders(officer, &mut Silent);
        assert_eq!(battle.orders.unwrap().left, orders);
        // Edge to edge: radii of 0.5 and 0.7 times the root of 5.
        let edges = 0.5 + 0.7 * 5.0_f64.sqrt();
        stand(&mut battle, 0, 10.0 + range + edges, 20.0);
        assert!(battle.in_command(officer, 0));
        stand(&mut battle, 0, 10.03 + range + edges, 20.0);
        assert!(!battle.in_command(officer, 0));
        battle.forces[0].adjutants |= bit(officer);
        battle.begin_orders(officer, &mut Silent);
        assert_eq!(battle.orders.unwrap().left, orders + 1, "CW-ARM-07");
    }
}

#[test]
fn cw_off_02_orders_are_spent_one_by_one_and_lost() {
    let setup = setup();
    let mut battle = commanding(&setup);
    battle.teams[0].shock = 3;
    battle.teams[1].shock = 1;
    assert_eq!(battle.orders, Some(Orders { officer: 2, left: 4 }));
    for left in [3, 2] {
        play(&mut battle, Choice::Order(Order::Rally(0)), &[]);
        assert_eq!(battle.orders.unwrap().left, left);
    }
    assert_eq!((battle.teams[0].shock, battle.forces[0].command_points), (1, 4), "CW-OFF-03: they cost no points");
    play(&mut battle, Choice::Order(Order::Activate(1)), &[]);
    play(&mut battle, Choice::Mode(Mode::Stand), &[]);
    play(&mut battle, Choice::Overwatch, &[]);
    assert_eq!(rule(&battle, Order::Activate(1)), "CW-TRN-10");
    play(&mut battle, Choice::Order(Order::Rally(1)), &[]);
    assert_eq!((battle.orders, battle.active), (None, Side::B), "no order and no die is left");
}

#[test]
fn cw_off_05_a_whole_squad_is_activated_where_the_switch_says_so() {
    let setup = setup_of(Scenario::Patrol, &[("order-target", "squad")]);
    let mut battle = commanding(&setup);
    play(&mut battle, Choice::Order(Order::Activate(0)), &[]);
    assert_eq!(offered(&battle), [Choice::Pass, Choice::Activate(0), Choice::Activate(1)]);
    let mut battle = commanding(&setup);
    stand(&mut battle, 1, 60.0, 6.0);
    play(&mut battle, Choice::Order(Order::Activate(0)), &[]);
    assert!(battle.troop.is_none() && battle.activation.is_some(), "not all of them are in range");
}

#[test]
fn cw_off_06_a_lone_officer_orders_himself_and_cw_off_12_has_one_die() {
    let setup = setup();
    let mut battle = commanding(&setup);
    play(&mut battle, Choice::Order(Order::Activate(2)), &[]);
    assert_eq!(battle.activation.unwrap().team, 2);
    play(&mut battle, Choice::Mode(Mode::Stand), &[]);
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!(rule(&battle, Order::Activate(2)), "CW-TRN-10");
    battle.hand.faces[3] = 1;
    assert_eq!(battle.may_command(2).unwrap_err().rule, "CW-OFF-12");
}

#[test]
fn cw_off_07_overwatch_by_order_uses_the_activation_up() {
    let setup = setup();
    let mut battle = commanding(&setup);
    battle.teams[0].mode = Mode::Tactical;
    play(&mut battle, Choice::Order(Order::Overwatch(0)), &[]);
    assert_eq!(battle.teams[0].mode, Mode::Stand, "what it did in an earlier Phase does not keep it from firing");
    assert!(battle.forces[0].overwatch.contains(0) && battle.forces[0].activated.contains(0));
    assert_eq!(rule(&battle, Order::Overwatch(0)), "CW-TRN-10");
    battle.teams[1].shock = 7;
    assert_eq!(rule(&battle, Order::Overwatch(1)), "CW-SHO-05", "pinned");
}

#[test]
fn cw_off_09_a_model_goes_over_with_its_weapon() {
    let setup = setup();
    let mut battle = commanding(&setup);
    let far = Order::Transfer { from: 1, to: 0, slot: 1 };
    assert_eq!(rule(&battle, far), "CW-OFF-09", "more than 6 inches apart");
    stand(&mut battle, 0, 34.0, 6.0);
    play(&mut battle, Choice::Order(far), &[]);
    let [giver, taker] = [1, 0].map(|team| *battle.team(team));
    assert_eq!((giver.models, taker.models), (4, 6));
    assert_eq!((giver.phase_models, taker.phase_models), (5, 5), "CW-SHK-10: models at the start of the Phase");
    assert_eq!((taker.loads[1].count, giver.loads[1].count), (1, 0));
    assert!(!battle.forces[0].activated.contains(0), "it activates nobody");
    battle.teams[1].models = 1;
    assert_eq!(rule(&battle, Order::Transfer { from: 1, to: 0, slot: 0 }), "R-146");
    assert_eq!(rule(&battle, Order::Transfer { from: 0, to: 2, slot: 0 }), "CW-OFF-09", "another Squad");
}

#[test]
fn cw_off_10_broken_teams_are_rallied_too() {
    let setup = setup();
    let mut battle = commanding(&setup);
    battle.teams[0].shock = 14;
    play(&mut battle, Choice::Order(Order::Rally(0)), &[]);
    assert!(!battle.is_broken(0) && battle.is_pinned(0), "CW-SHK-07");
    assert_eq!(rule(&battle, Order::Rally(1)), "CW-OFF-10");
}

#[test]
fn cw_off_11_an_attached_officer_lends_his_ld_and_r_142_takes_a_share_of_shock() {
    let setup = setup();
    let mut battle = commanding(&setup);
    (battle.teams[0].officer, battle.teams[2].with) = (2, 0);
    assert_eq!((battle.ld(0), battle.ld(1)), (10, 7));
    battle.add_shock(0, 9, &mut Silent);
    assert_eq!((battle.teams[2].shock, battle.is_pinned(0)), (9, false), "CW-SHK-09: both have it");
    assert_eq!(rule(&battle, Order::Rally(2)), "CW-SHK-09");
    battle.calm(0, &mut Silent);
    // He leaves to act alone, with 8 / 6 of the Shock, rounded down.
    play(&mut battle, Choice::Order(Order::Activate(2)), &[]);
    assert_eq!((battle.teams[2].with, battle.teams[2].shock, battle.ld(0)), (NOBODY, 1, 7));
    assert_eq!(battle.teams[2].at, battle.teams[0].at);
}

#[test]
fn r_143_who_has_acted_with_his_team_does_not_leave_it() {
    let setup = setup();
    let mut battle = commanding(&setup);
    (battle.teams[0].officer, battle.teams[2].with) = (2, 0);
    battle.forces[0].activated |= bit(0);
    assert_eq!(rule(&battle, Order::Activate(2)), "R-143");
}

#[test]
fn r_145_officers_in_flight_or_melee_are_silent() {
    let setup = setup();
    let mut battle = commanding(&setup);
    (battle.teams[0].officer, battle.teams[2].with) = (2, 0);
    (battle.teams[0].shock, battle.teams[1].shock) = (1, 1);
    battle.teams[0].locked |= bit(64);
    assert_eq!(rule(&battle, Order::Rally(1)), "R-145");
    assert_eq!(battle.check(Choice::Order(Order::Rally(0))), Ok(()));
    battle.teams[0].locked = TeamSet::EMPTY;
    battle.forces[0].falling_back |= bit(0);
    battle.forces[0].commanded = TeamSet::EMPTY;
    assert_eq!(battle.may_command(2).unwrap_err().rule, "R-145");
}

#[test]
fn cw_off_08_models_become_a_new_team_that_acts_at_once() {
    let setup = setup();
    let mut battle = commanding(&setup);
    let mut counts = [0; MOST_LOADS];
    counts[0] = 2;
    let beside = |counts| Order::FormTeam { counts, at: Point::new(34.0, 6.0) };
    assert_eq!(rule(&battle, beside(counts)), "CW-OFF-08", "he is with no Team");
    (battle.teams[0].officer, battle.teams[2].with) = (2, 0);
    (battle.teams[0].shock, battle.teams[2].shock) = (4, 4);
    counts[0] = 5;
    assert_eq!(rule(&battle, beside(counts)), "CW-OFF-08", "not all");
    counts[0] = 2;
    assert_eq!(rule(&battle, Order::FormTeam { counts, at: Point::new(36.0, 6.0) }), "R-146", "too far");
    play(&mut battle, Choice::Order(beside(counts)), &[]);
    // CW-SHK-09: 4 x 2 / 5 of the Shock, rounded down; the rest stays, with the officer's.
    let [old, new, officer] = [0, 3, 2].map(|team| *battle.team(team));
    assert_eq!((old.models, new.models, old.shock, new.shock, officer.shock), (3, 2, 3, 1, 3));
    assert_eq!((battle.activation.unwrap().team, battle.forces[0].squad_states[0].most), (3, 3));
    play(&mut battle, Choice::Mode(Mode::Stand), &[]);
    play(&mut battle, Choice::Pass, &[]);
    assert_eq!(rule(&battle, Order::Activate(3)), "CW-TRN-10");
    assert_eq!(battle.check(Choice::Order(Order::Activate(0))), Ok(()), "the rest may still act");
    battle.forces[0].activated |= bit(0);
    assert_eq!(rule(&battle, Order::FormTeam { counts, at: Point::new(26.0, 6.0) }), "CW-TRN-10");
}

#[test]
fn cw_off_03_the_price_of_an_order_and_cw_arm_07_the_help_of_an_adjutant_are_knobs() {
    let setup = setup_of(Scenario::Patrol, &[("order-cost", "2"), ("adjutant-orders", "3")]);
    let mut battle = two_forces(&setup, 9);
    battle.forces[0].adjutants |= bit(2);
    battle.teams[0].shock = 3;
    play(&mut battle, Choice::Pass, &[4, 5, 5, 5, 5]);
    play(&mut battle, Choice::Spend { face: 4, on: Use::Team(2) }, &[]);
    assert_eq!(battle.orders.map(|orders| orders.left), Some(7));
    play(&mut battle, Choice::Order(Order::Rally(0)), &[]);
    assert_eq!(battle.orders.map(|orders| orders.left), Some(5));
}
