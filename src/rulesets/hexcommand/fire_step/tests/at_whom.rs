//! At whom units fire: arc, range, bands, and how many at one target.

use super::*;

#[test]
fn hx_fir_06_targets_are_in_arc_range_and_sight() {
    let setup = lay("[terrain]\nforest = \"1306\"", &[]);
    let mut table = Table::new(&setup);
    let foe = table.put(Side::B, RIFLES, "1104", South);
    let behind = table.put(Side::A, RIFLES, "1102", South);
    let far = table.put(Side::A, RIFLES, "1110", North);
    let near = table.put(Side::A, RIFLES, "1107", North);
    table.begin_fire();
    assert_eq!(table.no_shot(foe, behind), "HX-FIR-06");
    assert_eq!(table.no_shot(foe, far), "HX-FIR-06");
    assert!(table.may_shoot(foe, near));
    assert_eq!(table.no_shot(foe, foe), "HX-FIR-06");
    let setup = lay("[terrain]\nforest = \"1106\"", &[]);
    let mut table = Table::new(&setup);
    let foe = table.put(Side::B, RIFLES, "1104", South);
    let near = table.put(Side::A, RIFLES, "1108", North);
    let seen = table.put(Side::A, RIFLES, "0907", North);
    table.begin_fire();
    assert_eq!(table.no_shot(foe, near), "HX-LOS-02");
    assert!(table.may_shoot(foe, seen));
}

#[test]
fn hx_fir_07_a_neighbour_beside_it_may_be_fired_at_with_a_penalty() {
    let setup = lay("", &[]);
    let stand = |facing, in_front: bool| {
        let mut table = Table::new(&setup);
        let foe = table.put(Side::B, RAW, "1106", South);
        // North-east of it: in a side hex of a unit that faces south.
        let own = table.put(Side::A, RAW, "1205", facing);
        if in_front {
            table.put(Side::A, RAW, "1107", North);
        }
        table.begin_fire();
        (table, foe, own)
    };
    let (mut table, foe, own) = stand(NorthEast, false);
    table.shoot(foe, own, &[]);
    let shot = &table.events("shot")[0];
    // Flank bonus and penalty cancel out.
    assert_eq!(
        (shot["off_arc"].as_bool(), shot["flank"].as_bool(), shot["need"].as_str()),
        (Some(true), Some(true), Some("auto"))
    );
    let (table, foe, own) = stand(Direction::SouthWest, false);
    assert_eq!(table.battle.sight_target(foe, own, false).unwrap_err().rule, "HX-FIR-07");
    // a column has in its arc whom it faces, though it is flanked from everywhere.
    let (mut table, foe, own) = stand(Direction::SouthWest, false);
    table.mark(own, |force| &mut force.column);
    assert_eq!(table.battle.sight_target(foe, own, false).unwrap_err().rule, "HX-FIR-07");
    let (table, foe, own) = stand(NorthEast, true);
    assert_eq!(table.no_shot(foe, own), "HX-FIR-07");
}

#[test]
fn hx_fir_08_the_nearest_band_comes_first_and_skirmishers_may_be_passed_over() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let foe = table.put(Side::B, RIFLES, "1104", South);
    let far = table.put(Side::A, RIFLES, "1308", North);
    let near = table.put(Side::A, RIFLES, "1007", North);
    table.begin_fire();
    assert_eq!(
        (
            table.battle.range(table.hex("1104"), table.hex("1308")),
            table.battle.range(table.hex("1104"), table.hex("1007"))
        ),
        (5, 4)
    );
    assert!(table.may_shoot(foe, near));
    assert_eq!(table.no_shot(foe, far), "HX-FIR-08");
    let mut table = Table::new(&setup);
    let foe = table.put(Side::B, RIFLES, "1104", South);
    let far = table.put(Side::A, RIFLES, "1308", North);
    let near = table.put(Side::A, SKIRMISHERS, "1007", North);
    table.begin_fire();
    assert!(table.may_shoot(foe, near) && table.may_shoot(foe, far));
}

/// an enemy out of range is no target, unless the nearest one that is seen counts.
#[test]
fn hx_fir_08_what_counts_as_nearest_is_a_switch() {
    for (nearest, legal) in [("shootable", true), ("seen", false)] {
        let setup = lay("", &[("fire.nearest", nearest)]);
        let mut table = Table::new(&setup);
        let foe = table.put(Side::B, NAPOLEONS, "1104", South);
        let melee = table.put(Side::A, RIFLES, "1105", North);
        let other = table.put(Side::B, RIFLES, "1205", Direction::SouthWest);
        table.contact(other, melee, 1);
        let far = table.put(Side::A, RIFLES, "0907", North);
        table.begin_fire();
        assert_eq!(table.battle.sight_target(foe, melee, false).unwrap_err().rule, "HX-LOS-13");
        assert_eq!(table.may_shoot(foe, far), legal, "{nearest}");
    }
}

#[test]
fn hx_fir_09_two_of_an_arm_fire_at_one_target_if_it_is_their_only_one() {
    let position = |setup, second_target: bool| {
        let mut table = Table::new(setup);
        let own = table.put(Side::A, RIFLES, "1108", North);
        let foes = ["1106", "1206", "1006"].map(|hex| table.put(Side::B, RAW, hex, South));
        // Somebody else keeps the step open.
        table.put(Side::B, RAW, "0306", South);
        table.put(Side::A, RAW, "0308", North);
        if second_target {
            // As far from the first of them as the other target.
            table.put(Side::A, RIFLES, "1308", North);
        }
        table.begin_fire();
        (table, own, foes)
    };
    let usual = lay("", &[]);
    let (mut table, own, foes) = position(&usual, false);
    for unit in &foes[..2] {
        table.shoot(*unit, own, &[BLUE]);
    }
    assert_eq!(table.no_shot(foes[2], own), "HX-FIR-09");
    // Range 2 for all three, but 1206 is as near to 1308.
    let (mut table, own, foes) = position(&usual, true);
    assert!(table.may_shoot(foes[1], own));
    table.shoot(foes[0], own, &[BLUE]);
    assert_eq!(table.no_shot(foes[1], own), "HX-FIR-09");
    assert!(table.may_shoot(foes[2], own));
    let three = lay("", &[("fire.gang-max", "3"), ("fire.gang-sole-target", "off")]);
    let (mut table, own, foes) = position(&three, true);
    table.shoot(foes[0], own, &[BLUE]);
    table.shoot(foes[1], own, &[BLUE]);
    assert!(table.may_shoot(foes[2], own));
}

#[test]
fn hx_fir_09_arms_are_counted_apart_or_together() {
    for (limit, legal) in [("per-arm", true), ("total", false)] {
        let setup = lay("", &[("fire.gang-limit", limit)]);
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, RIFLES, "1108", North);
        let foes = ["1006", "1206"].map(|hex| table.put(Side::B, RAW, hex, South));
        let gun = table.put(Side::B, RIFLED, "1104", South);
        table.begin_fire();
        for unit in foes {
            table.shoot(unit, own, &[BLUE]);
        }
        assert_eq!(table.may_shoot(gun, own), legal, "{limit}");
    }
}

#[test]
fn hx_fir_22_nobody_aims_at_a_unit_that_is_about_to_rout() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    table.hits(own, 2);
    let spare = table.put(Side::A, RIFLES, "1308", North);
    let foes = ["1106", "1206"].map(|hex| table.put(Side::B, RIFLES, hex, South));
    table.begin_fire();
    table.shoot(foes[0], own, &[]);
    assert_eq!(table.no_shot(foes[1], own), "HX-FIR-22");
    assert!(table.may_shoot(foes[1], spare));
    assert_eq!(table.fired(rule::FIR_22), 1);
}

#[test]
fn hx_skm_02_skirmishers_give_te_and_fire_into_fresh_melees_alone() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let far = table.put(Side::B, SKIRMISHERS, "1106", South);
    let near = table.put(Side::B, SKIRMISHERS, "1007", South);
    let enemy = table.put(Side::B, RIFLES, "1107", South);
    table.contact(own, enemy, 1);
    table.begin_fire();
    //
    assert_eq!(table.no_shot(far, own), "HX-SKM-04");
    table.shoot(near, own, &[]);
    assert_eq!((table.fired(rule::SKM_04), table.fired(rule::SKM_02)), (1, 1));
    assert_eq!(table.state(own), (0, 1));
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let near = table.put(Side::B, SKIRMISHERS, "1007", South);
    let enemy = table.put(Side::B, RIFLES, "1107", South);
    table.contact(own, enemy, 2);
    table.battle.decision = Decision::Fire;
    assert_eq!(table.battle.sight_target(near, own, false).unwrap_err().rule, "HX-SKM-04");
}

#[test]
fn hx_skm_04_skirmishers_fire_into_a_melee_in_its_first_phase_and_from_beside_it() {
    let setup = lay("", &[]);
    for (hex, rounds, legal) in [("1007", 1, true), ("1007", 2, false), ("1006", 1, false)] {
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, RIFLES, "1108", North);
        let screen = table.put(Side::B, SKIRMISHERS, hex, South);
        let enemy = table.put(Side::B, RIFLES, "1107", South);
        table.contact(own, enemy, rounds);
        let refused = table.battle.sight_target(screen, own, false).err().map(|refusal| refusal.rule);
        assert_eq!(refused, (!legal).then_some("HX-SKM-04"), "{hex} {rounds}");
    }
}
