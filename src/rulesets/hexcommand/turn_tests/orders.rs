//! Tests of orders, of what comes of failed changes, and of tribes that will not obey (HX-CVS, HX-SKM).

use super::*;

#[test]
fn hx_cvs_05_and_07_orders_are_written_up_to_the_limit() {
    let codex = codex();
    let own = muster(&codex, &[(RIFLES, 18), (NAPOLEONS, 1)], 1);
    let setup = setup("", &[("cvs.mode", "set"), ("cvs.change-limit", "1")]);
    let mut game = Played::new(&setup, [&own, &own]);
    game.until(|battle| battle.decision == Decision::Write);
    let side = game.battle.decider;
    game.take(Choice::Write { order: Order::Hold, supports: 0 });
    assert_eq!(game.battle.decision, Decision::Write, "to hold needs no order");
    assert!(game.battle.check(Choice::Write { order: Order::Support, supports: 1 }).is_err());
    game.take(Choice::Write { order: Order::Attack, supports: 1 });
    let orders = [0, 1, 2, 3].map(|group| game.battle.groups[side.index()][group].order);
    assert_eq!(game.battle.decider, side.other(), "the third brigade holds, and the battalion is free (R-174)");
    assert_eq!(orders, [Order::Hold, Order::Attack, Order::Hold, Order::Attack]);
}

#[test]
fn hx_cvs_05_holding_brigades_do_not_close() {
    let setup = setup("", &[("cvs.mode", "set")]);
    for (order, free) in [(Order::Attack, true), (Order::Hold, false), (Order::Withdraw, false)] {
        let (mut table, unit, enemy) = ordered(&setup, order);
        assert_eq!(table.battle.check_march(&northward(unit, 1)).is_ok(), free, "{order:?}");
        let turn = March { end: South, ..March::stay(unit, North) };
        assert!(table.battle.check_march(&turn).is_ok(), "turns are free");
        table.battle.shift(enemy, table.battle.setup.field.neighbour(table.battle.unit(unit).hex, North));
        table.hits(enemy, 1);
        assert_eq!(table.battle.could_contact(unit, 3, false).next().is_some(), free);
    }
    // Support: free near the brigade that it supports, else towards it.
    let (mut table, unit, _) = ordered(&setup, Order::Support);
    table.battle.groups[0][0].supports = 1;
    let friend = table.put(Side::A, RIFLES, "2113", North);
    table.battle.unit_mut(friend).group = 1;
    assert_eq!(table.battle.check_march(&northward(unit, 1)).unwrap_err().rule, "R-174");
    let near = table.hex("1210");
    table.battle.shift(friend, near);
    assert!(table.battle.check_march(&northward(unit, 1)).is_ok());
}

#[test]
fn r_174_far_from_its_brigade_support_only_goes_to_it() {
    let setup = setup("", &[("cvs.mode", "set")]);
    let (mut table, unit, enemy) = ordered(&setup, Order::Support);
    table.battle.groups[0][0].supports = 1;
    let friend = table.put(Side::A, RIFLES, "2113", North);
    table.battle.unit_mut(friend).group = 1;
    let aside = |way| March { start: way, end: way, path: Path::EMPTY.then(way), ..March::stay(unit, North) };
    assert!(table.battle.check_march(&aside(SouthEast)).is_ok());
    assert_eq!(table.battle.check_march(&aside(SouthWest)).unwrap_err().rule, "R-174", "away from it");
    table.battle.shift(enemy, table.hex("1108"));
    assert_eq!(table.battle.could_contact(unit, 3, false).count(), 0);
    table.battle.shift(friend, table.hex("1210"));
    assert_eq!(table.battle.could_contact(unit, 3, false).count(), 1);
}

#[test]
fn r_163_who_withdrew_stays_for_the_turn_under_activation() {
    let setup = setup("", &[("turn.system", "activation")]);
    let mut table = Table::new(&setup);
    let unit = table.put(Side::A, RIFLES, "1109", North);
    table.put(Side::B, RIFLES, "1102", South);
    for side in Side::BOTH {
        table.battle.force_mut(side).ordered = 1;
    }
    table.mark(unit, |force| &mut force.withdrew);
    table.battle.step = Step::RoutedCommanders;
    table.battle.next_step(&mut table.told);
    (table.battle.phasing, table.battle.active_group) = (Side::A, 0);
    assert_eq!(table.battle.check_mover(unit).unwrap_err().rule, "R-163", "the other side's command step has passed");
}

#[test]
fn hx_cvs_06_to_12_orders_are_changed_and_failure_tells() {
    let usual = setup("", &[("cvs.mode", "set")]);
    let attempt = |setup, dice: &[u8]| {
        let (mut table, unit, _) = ordered(setup, Order::Hold);
        in_command_step(&mut table, Decision::Order, Step::Orders);
        table.choose(Choice::ChangeOrder { group: 0, order: Order::Attack, supports: 0 }, dice);
        (table.battle.groups[0][0], table.state(unit), table.battle.force(Side::A).changes)
    };
    let (group, state, changes) = attempt(&usual, &[6]);
    assert_eq!((group.order, group.consequences, state, changes), (Order::Attack, 0, (0, 0), 1));
    for (roll, consequence, state) in [(1, 1, (0, 0)), (2, 2, (0, 1)), (4, 4, (0, 0)), (8, 5, (1, 0)), (10, 0, (1, 0))]
    {
        let (group, after, _) = attempt(&usual, &[5, roll]);
        let bound = if consequence == 0 { 0 } else { 1 << consequence };
        assert_eq!((group.order, group.consequences, after), (Order::Hold, bound, state), "{roll}");
    }
    let chosen = setup("", &[("cvs.mode", "set"), ("cvs.opponent-choice", "2")]);
    assert!(attempt(&chosen, &[5, 9]).0.is_bound(&[2]), "HX-CVS-10");
    let none = setup("", &[("cvs.mode", "set"), ("cvs.consequences", "none")]);
    assert_eq!(attempt(&none, &[5]).0.consequences, 0);
    let (mut table, ..) = ordered(&usual, Order::Hold);
    in_command_step(&mut table, Decision::Order, Step::Orders);
    assert!(table.choices().contains(&Choice::Done), "orders may stay as they are");
    table.battle.force_mut(Side::A).changes = 0;
    assert_eq!(table.refused(Choice::ChangeOrder { group: 0, order: Order::Attack, supports: 0 }), "HX-CVS-07");
    // HX-CVS-12: a third hit routs at once.
    let (mut table, unit, _) = ordered(&usual, Order::Hold);
    table.hits(unit, 2);
    in_command_step(&mut table, Decision::Order, Step::Orders);
    table.choose(Choice::ChangeOrder { group: 0, order: Order::Attack, supports: 0 }, &[1, 10]);
    assert!(table.battle.is_routed(unit));
    assert_eq!((table.at(unit).as_str(), table.battle.commander(Side::A, 0).fate), ("1112", Fate::Captured));
}

#[test]
fn hx_cvs_08_and_09_what_consequences_forbid_and_for_how_long() {
    let setup = setup("", &[("cvs.mode", "set")]);
    for (consequence, advances, turns) in [(1, false, false), (2, false, false), (3, false, true), (4, false, true)] {
        let (mut table, unit, _) = ordered(&setup, Order::Attack);
        table.battle.groups[0][0].bind(consequence);
        assert_eq!(table.battle.check_march(&northward(unit, 1)).is_ok(), advances, "{consequence}");
        let turn = March { end: South, ..March::stay(unit, North) };
        assert_eq!(table.battle.check_march(&turn).is_ok(), turns, "{consequence}");
        table.battle.end_consequences(Side::A);
        let lasts = table.battle.groups[0][0].consequences != 0;
        assert_eq!(lasts, consequence > 2, "{consequence} (R-175)");
    }
    let (mut table, unit, _) = ordered(&setup, Order::Attack);
    table.battle.groups[0][0].bind(3);
    in_command_step(&mut table, Decision::Resolve, Step::Orders);
    table.proceed(&[5]);
    assert!(table.battle.groups[0][0].is_bound(&[3]));
    table.battle.force_mut(Side::A).resolved = false;
    in_command_step(&mut table, Decision::Resolve, Step::Orders);
    table.proceed(&[6]);
    assert!(table.battle.check_march(&northward(unit, 1)).is_ok(), "aggressiveness lifts it");
}

#[test]
fn hx_cvs_08_a_later_consequence_does_not_end_an_earlier_one() {
    let setup = setup("", &[("cvs.mode", "set")]);
    let (mut table, unit, _) = ordered(&setup, Order::Hold);
    table.battle.groups[0][0].bind(4);
    in_command_step(&mut table, Decision::Order, Step::Orders);
    table.choose(Choice::ChangeOrder { group: 0, order: Order::Attack, supports: 0 }, &[5, 1]);
    table.battle.end_consequences(Side::A);
    table.battle.phasing = Side::A;
    let back = March { start: South, end: South, path: Path::EMPTY.then(South), ..March::stay(unit, North) };
    assert_eq!(table.battle.check_march(&back).unwrap_err().rule, "HX-CVS-08", "it holds until new orders arrive");
}

#[test]
fn hx_cvs_09_the_brigade_closes_on_no_enemy_at_all() {
    let setup = setup("", &[("cvs.mode", "set")]);
    let (mut table, unit, _) = ordered(&setup, Order::Attack);
    table.put(Side::B, RIFLES, "1709", South);
    let aside =
        March { start: SouthEast, end: SouthEast, path: Path::EMPTY.then(SouthEast), ..March::stay(unit, North) };
    assert!(table.battle.check_march(&aside).is_ok());
    table.battle.groups[0][0].bind(3);
    assert_eq!(
        table.battle.check_march(&aside).unwrap_err().rule,
        "HX-CVS-09",
        "not nearer to the nearest, but to one"
    );
    let away = March { start: SouthWest, end: SouthWest, path: Path::EMPTY.then(SouthWest), ..aside };
    assert!(table.battle.check_march(&away).is_ok());
}

#[test]
fn hx_cvs_11_brigades_that_fall_back_stop_in_cover_or_at_the_edge() {
    let usual = setup("[terrain]\nruin = \"1111\"", &[("cvs.mode", "set")]);
    let (mut table, unit, _) = ordered(&usual, Order::Attack);
    table.battle.groups[0][0].bind(6);
    table.battle.send_back(Side::A, &mut table.told);
    assert_eq!(
        (table.at(unit).as_str(), table.battle.unit(unit).facing),
        ("1111", North),
        "in cover, facing the enemy"
    );
    assert_eq!(table.state(unit), (0, 0), "no TE from ground (R-127)");
    let bare = setup("", &[("cvs.mode", "set")]);
    let (mut table, unit, _) = ordered(&bare, Order::Attack);
    table.battle.groups[0][0].bind(7);
    table.battle.send_back(Side::A, &mut table.told);
    assert_eq!(table.at(unit), "1112");
    table.battle.force_mut(Side::A).done = UnitSet::EMPTY;
    table.battle.send_back(Side::A, &mut table.told);
    table.battle.force_mut(Side::A).done = UnitSet::EMPTY;
    table.battle.send_back(Side::A, &mut table.told);
    assert_eq!(table.at(unit), "1113", "they do not leave the board");
}

#[test]
fn hx_cvs_13_a_commander_with_the_unit_settles_it_else_his_t_is_tried() {
    let setup = setup("", &[("cvs.mode", "set"), ("cvs.decision-rolls", "on")]);
    for (attached, dice, goes) in [(true, &[][..], true), (false, &[6][..], true), (false, &[5][..], false)] {
        let (mut table, unit, _) = ordered(&setup, Order::Hold);
        table.put(Side::A, RIFLES, "0113", North);
        if !attached {
            table.battle.detach(Side::A, 0);
        }
        (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
        table.choose(Choice::March(northward(unit, 1)), dice);
        assert_eq!(table.at(unit), if goes { "1108" } else { "1109" });
    }
}

#[test]
fn hx_cvs_14_lost_commanders_are_replaced_from_a_shrinking_pool() {
    let setup = setup("", &[("cvs.mode", "set")]);
    let (mut table, unit, _) = ordered(&setup, Order::Attack);
    assert!(!table.battle.may_replace(Side::A), "nobody is lost");
    table.battle.lose_commander(Side::A, 0, Fate::Killed, &mut table.told);
    assert!(table.battle.may_replace(Side::A));
    in_command_step(&mut table, Decision::Replace, Step::Lift);
    // T 7 where none is left; then his group and row.
    table.choose(Choice::Replace, &[8, 6, 6]);
    let force = table.battle.force(Side::A);
    assert_eq!((force.commanders_gained, force.supreme), (1, 1), "he takes the empty post (HX-INT-07)");
    assert_eq!(table.battle.commander(Side::A, 1).values, [1, 2, 4, 4, 4]);
    assert!(!table.battle.may_replace(Side::A), "one attempt a turn");
    let _ = unit;
    let off = self::setup("", &[("cvs.mode", "set"), ("cvs.replacements", "off")]);
    let (mut table, ..) = ordered(&off, Order::Attack);
    table.battle.lose_commander(Side::A, 0, Fate::Killed, &mut table.told);
    assert!(!table.battle.may_replace(Side::A));
    // Three attempts before it: the pool of one is spent.
    let (mut table, ..) = ordered(&setup, Order::Attack);
    table.battle.lose_commander(Side::A, 0, Fate::Killed, &mut table.told);
    table.battle.force_mut(Side::A).replacements_tried = 2;
    assert!(!table.battle.may_replace(Side::A));
}

#[test]
fn hx_cvs_16_couriers_take_time() {
    let setup = setup("", &[("cvs.mode", "set"), ("command.mode", "figures"), ("command.couriers", "on")]);
    let (mut table, unit, _) = ordered(&setup, Order::Hold);
    table.battle.detach(Side::A, 0);
    table.battle.commanders[0][0].hex = table.hex("0113");
    in_command_step(&mut table, Decision::Order, Step::Orders);
    // Eleven hexes: three turns, less one.
    let distance = setup.field.distance(table.hex("0113"), table.battle.unit(unit).hex);
    table.choose(Choice::ChangeOrder { group: 0, order: Order::Attack, supports: 0 }, &[6]);
    let delay = distance.div_ceil(5) - 1;
    assert_eq!(table.battle.groups[0][0].coming, Some((Order::Attack, 0, delay)));
    for _ in 0..delay {
        assert_eq!(table.battle.groups[0][0].order, Order::Hold);
        table.battle.phasing = Side::A;
        table.battle.begin_orders(&mut table.told);
    }
    assert_eq!(table.battle.groups[0][0].order, Order::Attack);
    // A supreme commander who came in the command step is nowhere yet (HX-CVS-14).
    let (mut table, ..) = ordered(&setup, Order::Hold);
    table.battle.detach(Side::A, 0);
    table.battle.commanders[0][0].hex = NOWHERE;
    in_command_step(&mut table, Decision::Order, Step::Orders);
    table.choose(Choice::ChangeOrder { group: 0, order: Order::Attack, supports: 0 }, &[6]);
    assert_eq!(table.battle.groups[0][0].order, Order::Attack);
}

#[test]
fn hx_skm_06_reluctant_tribes_close_only_with_the_hurt() {
    let setup = setup("", &[]);
    let mut table = Table::new(&setup);
    let unit = table.put(Side::A, RIFLES, "1109", North);
    let enemy = table.put(Side::B, RIFLES, "1104", South);
    assert!(table.battle.check_march(&northward(unit, 1)).is_ok());
    table.mark(unit, |force| &mut force.reluctant);
    assert_eq!(table.battle.check_march(&northward(unit, 1)).unwrap_err().rule, "HX-SKM-06");
    table.battle.unit_mut(enemy).te = 1;
    assert!(table.battle.check_march(&northward(unit, 1)).is_ok());
    table.battle.unit_mut(enemy).te = 0;
    table.battle.shift(enemy, table.hex("1108"));
    assert_eq!(table.battle.could_contact(unit, 3, false).count(), 0);
    table.hits(enemy, 1);
    assert_eq!(table.battle.could_contact(unit, 3, false).count(), 1);
}

#[test]
fn hx_skm_06_reluctant_tribes_enter_no_zone_of_the_fresh() {
    let setup = setup("", &[]);
    let mut table = Table::new(&setup);
    let unit = table.put(Side::A, RIFLES, "1109", North);
    table.put(Side::B, RIFLES, "1108", North);
    let other = table.put(Side::B, RIFLES, "1309", SouthWest);
    table.mark(unit, |force| &mut force.reluctant);
    let aside =
        March { start: SouthEast, end: SouthEast, path: Path::EMPTY.then(SouthEast), ..March::stay(unit, North) };
    assert_eq!(table.battle.check_march(&aside).unwrap_err().rule, "HX-SKM-06", "it would have to fight there");
    table.battle.unit_mut(other).te = 1;
    assert!(table.battle.check_march(&aside).is_ok());
}
