//! What bears on a shot: cover, flanks, arms, commanders, works, supply.

use super::*;

#[test]
fn hx_fir_17_flank_and_rear_give_a_bonus_and_skirmishers_have_none() {
    let setup = lay("", &[]);
    for (kind, facing, flank) in [(RIFLES, North, false), (RIFLES, South, true), (SKIRMISHERS, South, false)] {
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, kind, "1108", facing);
        let foe = table.put(Side::B, RAW, "1105", South);
        table.begin_fire();
        let shot = table.battle.sight_target(foe, own, false).unwrap().shot;
        assert_eq!(shot.flank, flank, "{kind} {facing:?}");
    }
    // HX-TER-09: a column is flanked from everywhere.
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    table.mark(own, |force| &mut force.column);
    let foe = table.put(Side::B, RAW, "1105", South);
    assert!(table.battle.sight_target(foe, own, false).unwrap().shot.flank);
}

#[test]
fn hx_fir_18_cover_adds_up_and_hexsides_count_where_the_line_comes_in() {
    let ground =
        "hills = [{ level = 1, hexes = \"1108\" }]\n[terrain]\nbuildings = \"1108\"\n[sides]\nwall = \"1108/N\"";
    let setup = lay(ground, &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let ahead = table.put(Side::B, RAW, "1107", South);
    let aside = table.put(Side::B, RAW, "1207", Direction::SouthWest);
    let shot = |unit| table.battle.sight_target(unit, own, false).map(|sighted| sighted.shot.cover);
    // Buildings, height, wall.
    assert_eq!(shot(ahead).ok(), Some(3));
    // HX-FIR-19
    assert_eq!(shot(aside).ok(), Some(2));
}

#[test]
fn hx_fir_20_consecutive_fire_is_one_of_two_things() {
    let second = lay("", &[("fire.consecutive", "second-shooter")]);
    let mut table = Table::new(&second);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let foes = ["1006", "1206"].map(|hex| table.put(Side::B, RAW, hex, South));
    let guns = table.put(Side::B, NAPOLEONS, "1106", South);
    table.begin_fire();
    table.shoot(foes[0], own, &[BLUE]);
    assert!(table.battle.sight_target(guns, own, false).unwrap().shot.consecutive);
    table.shoot(foes[1], own, &[]);
    // The third unit has none.
    assert!(!table.battle.sight_target(guns, own, false).unwrap().shot.consecutive);
    assert_eq!((table.fired(rule::FIR_20), table.battle.unit(own).pending + table.state(own).0), (1, 1));
    let same = lay("", &[("fire.consecutive", "same-target")]);
    let mut table = Table::new(&same);
    let own = table.put(Side::A, WAGON, "1108", North);
    let spare = table.put(Side::A, RIFLES, "0113", North);
    let foes = ["1006", "1206"].map(|hex| table.put(Side::B, RAW, hex, South));
    table.begin_fire();
    table.shoot(foes[0], own, &[BLUE]);
    table.done();
    table.begin_fire();
    // The one that did not fire has no target that it fired at last.
    assert_eq!(foes.map(|unit| table.battle.sight_target(unit, own, false).unwrap().shot.consecutive), [true, false]);
    table.done();
    table.begin_fire();
    assert!(!table.battle.sight_target(foes[0], own, false).unwrap().shot.consecutive);
    let _ = spare;
}

#[test]
fn hx_fir_21_a_routed_unit_that_is_hit_is_gone() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", South);
    let rest = table.put(Side::A, RIFLES, "0113", North);
    table.routed(own);
    let foe = table.put(Side::B, RIFLES, "1106", South);
    table.begin_fire();
    table.shoot(foe, own, &[]);
    assert!(table.is_gone(own), "{:?}", table.battle.decision);
    assert_eq!(table.causes(), ["hit"]);
    assert_eq!(table.fired(rule::ROU_05), 2);
    let _ = rest;
}

#[test]
fn hx_arm_06_rare_units_rout_a_hit_later() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    table.battle.unit_mut(own).rout_at = setup.rules.unit_rare_rout_at;
    table.hits(own, 2);
    let foe = table.put(Side::B, RIFLES, "1106", South);
    table.begin_fire();
    table.shoot(foe, own, &[]);
    table.done();
    assert!(table.battle.is_steady(own));
    assert_eq!(
        table
            .battle
            .sight_target(own, foe, false)
            .unwrap_or_else(|_| table.battle.sight_target(own, foe, true).unwrap())
            .shot
            .hits,
        3
    );
}

#[test]
fn hx_fir_23_cavalry_fires_mounted_and_muskets_are_not_fired_from_the_saddle() {
    for (mounted, cavalry) in [("on", true), ("off", false)] {
        let setup = lay("", &[("fire.mounted-cavalry", mounted)]);
        let mut table = Table::new(&setup);
        let horse = table.put(Side::A, CAVALRY, "1108", North);
        let riders = table.put(Side::A, DRAGOONS, "1308", North);
        assert_eq!(table.battle.may_fire(horse, false).is_ok(), cavalry);
        // HX-MNT-01
        assert_eq!(table.battle.may_fire(riders, false).unwrap_err().rule, "HX-MNT-01");
        table.mark(riders, |force| &mut force.on_foot);
        table.mark(horse, |force| &mut force.on_foot);
        assert!(table.battle.may_fire(riders, false).is_ok() && table.battle.may_fire(horse, false).is_ok());
    }
}

#[test]
fn hx_fir_24_who_does_not_fire() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let [routed, fights, guns] = [("1108", RIFLES), ("1308", RIFLES), ("1508", NAPOLEONS)]
        .map(|(hex, kind)| table.put(Side::A, kind, hex, North));
    let wagon = table.put(Side::A, WAGON, "1708", North);
    let foe = table.put(Side::B, RIFLES, "1307", South);
    table.routed(routed);
    table.contact(fights, foe, 1);
    table.mark(guns, |force| &mut force.limbered);
    for unit in [routed, fights, guns, wagon] {
        assert_eq!(table.battle.may_fire(unit, false).unwrap_err().rule, "HX-FIR-24");
    }
    // contact that has not been fought yet is no melee.
    table.battle.contacts[0].rounds = 0;
    assert!(table.battle.may_fire(fights, false).is_ok());
}

#[test]
fn hx_art_02_a_battery_that_moved_and_unlimbered_fires_with_a_penalty_or_not() {
    for (switch, fires) in [("with-cp", true), ("next-turn", false)] {
        let setup = lay("", &[("artillery.move-fire", switch)]);
        let mut table = Table::new(&setup);
        let guns = table.put(Side::A, NAPOLEONS, "1108", North);
        let foe = table.put(Side::B, RIFLES, "1106", South);
        let need = |table: &Table<'_>| table.battle.sight_target(guns, foe, false).unwrap().shot.artillery_moved;
        // In place it is no move.
        table.mark(guns, |force| &mut force.unlimbered);
        assert!(!need(&table) && table.battle.may_fire(guns, false).is_ok());
        table.mark(guns, |force| &mut force.moved);
        assert!(need(&table));
        assert_eq!(table.battle.may_fire(guns, false).is_ok(), fires, "{switch}");
    }
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let heavy = table.put(Side::A, "trained-battery:heavy-rifled-gun", "1108", North);
    assert!(table.battle.may_fire(heavy, false).is_ok());
    table.mark(heavy, |force| &mut force.moved);
    assert_eq!(table.battle.may_fire(heavy, false).unwrap_err().rule, "HX-MOV-10");
}

#[test]
fn hx_art_04_works_take_the_shot_and_wear_down() {
    let setup = lay("[terrain]\nredoubt = \"1108\"", &[("structure.hits", "2")]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let rest = table.put(Side::A, RIFLES, "0113", North);
    let guns = ["1106", "1206"].map(|hex| table.put(Side::B, NAPOLEONS, hex, South));
    table.begin_fire();
    table.shoot(guns[0], own, &[RED]);
    assert_eq!((table.fired(rule::ART_04), table.state(own).0), (1, 0));
    assert_eq!(table.battle.sight_target(guns[1], own, false).unwrap().shot.cover, 2);
    table.shoot(guns[1], own, &[RED]);
    // HX-ART-06: two hits cost a level.
    assert_eq!(table.battle.sight_target(guns[1], own, false).unwrap().shot.cover, 1);
    assert_eq!(table.fired(rule::ART_06), 2);
    let _ = rest;
}

#[test]
fn hx_cmd_06_red_h_kills_the_commander_once_and_the_unit_takes_no_hit() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let number = table.commander(own, 1);
    let foes = ["1106", "1206"].map(|hex| table.put(Side::B, RAW, hex, South));
    table.begin_fire();
    table.shoot(foes[0], own, &[RED_H]);
    // he still gives his bonus in the second step, and is no shield any more.
    assert_eq!(table.battle.commander(Side::A, number).fate, Fate::Present);
    assert!(!table.battle.target(own).commander);
    table.shoot(foes[1], own, &[RED_H]);
    assert_eq!(table.battle.sight_target(own, foes[0], false).unwrap().shot.commander, Some(1));
    table.done();
    assert_eq!(table.battle.commander(Side::A, number).fate, Fate::Killed);
    assert_eq!((table.state(own).0, table.battle.unit(own).commander), (1, NOBODY));
    // HX-CMD-05 counts in A's own shot only.
    assert_eq!(table.fired(rule::CMD_06), 1);
}

#[test]
fn hx_cmd_09_a_commander_is_captured_when_his_unit_routs() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    table.hits(own, 2);
    let number = table.commander(own, 1);
    let foe = table.put(Side::B, RAW, "1106", South);
    table.begin_fire();
    table.shoot(foe, own, &[RED]);
    table.done();
    assert_eq!(table.battle.commander(Side::A, number).fate, Fate::Captured);
    assert_eq!(table.fired(rule::CMD_09), 1);
}

#[test]
fn hx_sup_01_a_turn_of_fire_costs_a_point_of_supply() {
    let setup = lay("", &[("supply.mode", "on"), ("supply.points", "1")]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let foe = table.put(Side::B, RIFLES, "1106", South);
    table.begin_fire();
    table.shoot(foe, own, &[]);
    assert_eq!(table.battle.unit(foe).supply, 0);
    assert_eq!(table.fired(rule::SUP_01), 1);
    // The point pays for all its fire of this turn, and for none of the next.
    table.battle.force_mut(Side::B).fired = UnitSet::EMPTY;
    assert!(table.battle.may_fire(foe, false).is_ok());
    table.battle.force_mut(Side::B).fired_now = UnitSet::EMPTY;
    assert_eq!(table.battle.may_fire(foe, false).unwrap_err().rule, "HX-SUP-01");
}

#[test]
fn hx_art_12_captured_guns_fire_in_place_of_own_arms() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let guns = table.put(Side::B, RIFLED, "0101", South);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let foe = table.put(Side::B, RIFLES, "1104", South);
    let hex = table.hex("1108");
    let state = table.battle.unit_mut(guns);
    (state.guns, state.holder, state.shots) = (hex, Side::A, 2);
    table.mark(guns, |force| &mut force.crews);
    table.hits(own, 1);
    table.begin_fire();
    table.done();
    let shot = table.battle.sight_target(own, foe, true).unwrap().shot;
    // No bonus of the grade; own hits count.
    assert_eq!((shot.weapon.map(|weapon| weapon.name.as_str()), shot.hits), (Some("rifled-gun"), 1));
    assert_eq!(shot.grade, crate::rulesets::hexcommand::codex::Grade::Untrained);
    table.choose(captured(own, foe), &[CODE]);
    assert_eq!((table.battle.unit(guns).shots, table.state(foe).0), (1, 1));
    assert!(table.battle.force(Side::A).fired_now.contains(own));
    let off = lay("", &[("artillery.captured-use", "off")]);
    let mut table = Table::new(&off);
    let guns = table.put(Side::B, RIFLED, "0101", South);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let state = table.battle.unit_mut(guns);
    (state.guns, state.holder, state.shots) = (hex, Side::A, 2);
    assert_eq!(table.battle.may_fire(own, true).unwrap_err().rule, "HX-ART-12");
}

#[test]
fn hx_art_03_a_battery_fires_in_the_enemy_half_and_moves_in_its_own() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let guns = table.put(Side::B, RIFLED, "1104", South);
    table.begin_fire();
    table.shoot(guns, own, &[BLUE]);
    table.battle.phasing = Side::B;
    assert!(table.battle.force(Side::B).fired_now.contains(guns));
    assert!(table.battle.check_mover(guns).is_ok());
}

#[test]
fn hx_art_06_works_with_hits_lose_a_level_at_their_limit() {
    for (limit, cover) in [("0", 2), ("1", 0), ("2", 1), ("3", 2)] {
        let setup = lay("[terrain]\nredoubt = \"1108\"", &[("structure.hits", limit)]);
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, RIFLES, "1108", North);
        table.put(Side::A, RIFLES, "0113", North);
        let guns = ["1106", "1206"].map(|hex| table.put(Side::B, NAPOLEONS, hex, South));
        table.begin_fire();
        for unit in guns {
            table.shoot(unit, own, &[RED]);
        }
        let (hex, from) = (table.hex("1108"), table.hex("1106"));
        assert_eq!(table.battle.cover(hex, from, None, true), cover, "{limit}");
    }
}
