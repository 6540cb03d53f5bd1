use super::*;
use crate::dice::ScriptedDice;
use crate::game::Game;
use crate::rulesets::hexcommand::state::{Phase, Setup, Step};
use crate::rulesets::hexcommand::test_position::{setup as lay, *};
use crate::tabletop::hex::flat::Direction::{North, South};

fn position(setup: &Setup) -> (Table<'_>, UnitId) {
    let mut table = Table::new(setup);
    let unit = table.put(Side::A, RIFLES, "1107", North);
    table.put(Side::B, RIFLES, "2101", South);
    (table, unit)
}

fn rally(table: &mut Table<'_>) {
    table.battle.rally_step(Side::A, &mut table.told);
}

#[test]
fn hx_ral_02_a_commander_removes_a_hit_and_all_te_and_steadies() {
    let setup = lay("", &[]);
    let (mut table, unit) = position(&setup);
    table.routed(unit);
    table.battle.unit_mut(unit).te = 3;
    table.commander(unit, 0);
    rally(&mut table);
    assert_eq!((table.state(unit), table.battle.is_steady(unit)), ((2, 0), true));
    assert_eq!(table.fired(rule::RAL_02), 1);
    // It faces as its owner wishes.
    (table.battle.phase, table.battle.step) = (Phase::Rally, Step::Rally);
    assert_eq!(table.battle.ask_facing(), Some((Decision::Face, Side::A)));
    (table.battle.decision, table.battle.decider) = (Decision::Face, Side::A);
    let mut shown = 0;
    table.battle.choices(&mut |_| shown += 1);
    assert_eq!(shown, 6);
    let mut script = ScriptedDice::new(&[]);
    table.battle.apply(Choice::Face { facing: South }, &mut script, &mut table.told);
    assert_eq!((table.battle.unit(unit).facing, table.battle.ask_facing()), (South, None));
    script.finish().unwrap();
}

#[test]
fn hx_ral_03_to_05_other_ways_to_rally() {
    for (switches, hits, te) in [
        (&[("rally.mode", "all")][..], 0, 0),
        (&[("rally.te-on-rally", "on")][..], 2, 1),
        (&[("cvs.morale-use", "rally")][..], 1, 0),
    ] {
        let setup = lay("", switches);
        let (mut table, unit) = position(&setup);
        table.routed(unit);
        let number = table.commander(unit, 0);
        table.battle.commanders[0][usize::from(number)].values[Trait::Morale as usize] = 1;
        rally(&mut table);
        assert_eq!(table.state(unit), (hits, te), "{switches:?}");
    }
    // HX-RAL-04: one hit, then two.
    let setup = lay("", &[("rally.escalation", "escalating")]);
    let (mut table, unit) = position(&setup);
    table.battle.unit_mut(unit).rout_at = 4;
    table.hits(unit, 3);
    table.commander(unit, 0);
    rally(&mut table);
    assert_eq!(table.state(unit).0, 2);
    rally(&mut table);
    assert_eq!((table.state(unit).0, table.fired(rule::RAL_04)), (0, 1));
}

#[test]
fn hx_ral_06_rare_units_rally_by_themselves() {
    let setup = lay("", &[]);
    let (mut table, unit) = position(&setup);
    table.routed(unit);
    rally(&mut table);
    assert!(table.battle.is_routed(unit));
    table.mark(unit, |force| &mut force.rare);
    rally(&mut table);
    assert_eq!((table.battle.is_steady(unit), table.state(unit).0), (true, 2));
    assert_eq!(table.fired(rule::RAL_06), 1);
}

#[test]
fn hx_ral_07_no_rally_in_contact_or_in_the_turn_of_the_rout() {
    let setup = lay("", &[]);
    let (mut table, unit) = position(&setup);
    table.hits(unit, 1);
    table.commander(unit, 0);
    let foe = table.put(Side::B, RIFLES, "1106", South);
    table.contact(foe, unit, 0);
    rally(&mut table);
    assert_eq!((table.state(unit).0, table.fired(rule::RAL_07)), (1, 1));
    table.battle.contacts.clear();
    table.routed(unit);
    table.mark(unit, |force| &mut force.routed_now);
    rally(&mut table);
    assert!(table.battle.is_routed(unit));
}

#[test]
fn hx_ral_08_rest_removes_a_te_and_any_stir_spoils_it() {
    let setup = lay("", &[]);
    let (mut table, unit) = position(&setup);
    table.battle.unit_mut(unit).te = 2;
    rally(&mut table);
    assert_eq!((table.state(unit).1, table.fired(rule::RAL_08)), (1, 1));
    // HX-RAL-09
    table.mark(unit, |force| &mut force.stirred);
    rally(&mut table);
    assert_eq!((table.state(unit).1, table.fired(rule::RAL_09)), (1, 1));
}

#[test]
fn hx_sup_02_a_wagon_within_two_hexes_refills() {
    let setup = lay("", &[("supply.mode", "on")]);
    let (mut table, unit) = position(&setup);
    let far = table.put(Side::A, RIFLES, "0107", North);
    table.put(Side::A, WAGON, "1109", North);
    for unit in [unit, far] {
        table.battle.unit_mut(unit).supply = 3;
    }
    rally(&mut table);
    assert_eq!([unit, far].map(|unit| table.battle.unit(unit).supply), [12, 3]);
    assert_eq!(table.fired(rule::SUP_02), 1);
}

#[test]
fn hx_cvs_17_morale_may_add_to_a_rally() {
    for (switch, hits) in [("none", 1), ("rally", 0)] {
        let setup = lay("", &[("cvs.morale-use", switch)]);
        let (mut table, unit) = position(&setup);
        table.hits(unit, 2);
        let number = table.commander(unit, 0);
        table.battle.commanders[0][usize::from(number)].values[Trait::Morale as usize] = 1;
        rally(&mut table);
        assert_eq!((table.state(unit).0, table.fired(rule::CVS_17)), (hits, u32::from(hits == 0)), "{switch}");
    }
}

#[test]
fn hx_ral_09_melee_and_forced_moves_spoil_the_rest() {
    let setup = lay("", &[]);
    let (mut table, unit) = position(&setup);
    table.battle.unit_mut(unit).te = 1;
    let hex = table.hex("1108");
    table.battle.drive(unit, hex, &mut table.told);
    rally(&mut table);
    assert_eq!((table.state(unit).1, table.fired(rule::RAL_09)), (1, 1));
}

/// where both rally at the end of the turn, what a unit did in the enemy half does not spoil its rest.
#[test]
fn hx_ral_08_at_the_end_of_a_turn_rest_is_that_of_the_own_half() {
    let setup = lay("", &[("rally.timing", "end-of-turn")]);
    for (own_half, left) in [(true, 2), (false, 1)] {
        let (mut table, unit) = position(&setup);
        table.battle.unit_mut(unit).te = 2;
        if own_half {
            table.mark(unit, |force| &mut force.stirred);
        }
        (table.battle.phase, table.battle.step) = (Phase::Melee, Step::Melee);
        table.battle.next_step(&mut table.told);
        assert_eq!((table.battle.phasing, table.state(unit).1), (Side::B, 2));
        table.mark(unit, |force| &mut force.stirred);
        (table.battle.phase, table.battle.step) = (Phase::Melee, Step::Melee);
        table.battle.next_step(&mut table.told);
        assert_eq!((table.battle.turn, table.state(unit).1), (2, left));
    }
}
