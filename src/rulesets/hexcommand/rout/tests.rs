use super::*;
use crate::dice::ScriptedDice;
use crate::rulesets::hexcommand::state::Setup;
use crate::rulesets::hexcommand::test_position::{setup as lay, *};
use crate::tabletop::hex::flat::Direction::{North, NorthWest, South, SouthEast, SouthWest};

/// A unit of side A at 1107, which has just broken, and the rest of its side far off.
fn broken<'s>(setup: &'s Setup, kind: &str, facing: Direction) -> (Table<'s>, UnitId) {
    let mut table = Table::new(setup);
    let unit = table.put(Side::A, kind, "1107", facing);
    table.put(Side::A, RIFLES, "0113", North);
    table.put(Side::B, RIFLES, "2101", South);
    table.hits(unit, 3);
    table.battle.break_unit(unit, &mut table.told);
    (table, unit)
}

fn run(table: &mut Table<'_>, dice: &[u8]) {
    let mut script = ScriptedDice::new(dice);
    table.battle.run_breaking(&mut script, &mut table.told);
    script.finish().unwrap();
}

#[test]
fn hx_rou_01_three_hexes_straight_back_or_four() {
    let setup = lay("", &[]);
    for (kind, facing, end) in [
        (RIFLES, North, "1110"),
        (RIFLES, SouthEast, "0805"),
        (CAVALRY, North, "1111"),
        (NAPOLEONS, North, "1111"),
        // skirmishers run straight home.
        (SKIRMISHERS, SouthWest, "1110"),
    ] {
        let (mut table, unit) = broken(&setup, kind, facing);
        assert_eq!(table.fired(rule::ROU_01), 1);
        run(&mut table, &[]);
        assert_eq!((table.at(unit).as_str(), table.battle.is_routed(unit)), (end, true), "{kind} {facing:?}");
    }
    let (mut table, guns) = broken(&setup, NAPOLEONS, North);
    run(&mut table, &[]);
    // HX-ART-08: with their guns, limbered.
    assert!(table.battle.force(Side::A).limbered.contains(guns));
    assert_eq!((table.battle.unit(guns).guns, table.state(guns)), (NOWHERE, (3, 0)));
    let own_edge = lay("", &[("rout.direction", "own-edge"), ("rout.distance-foot", "2")]);
    let (mut table, unit) = broken(&own_edge, RIFLES, SouthEast);
    run(&mut table, &[]);
    assert_eq!(table.at(unit), "1109");
}

#[test]
fn hx_rou_01_again_in_each_own_movement() {
    let setup = lay("", &[]);
    let (mut table, unit) = broken(&setup, RIFLES, North);
    run(&mut table, &[]);
    let mut script = ScriptedDice::new(&[]);
    table.battle.rout_moves(Side::A, &mut script, &mut table.told);
    assert_eq!(table.at(unit), "1113");
    script.finish().unwrap();
}

#[test]
fn hx_art_08_guns_of_pike_and_shot_are_left() {
    let setup = lay("", &[("era", "pike-and-shot")]);
    let (mut table, guns) = broken(&setup, NAPOLEONS, North);
    run(&mut table, &[]);
    assert_eq!((table.at(guns).as_str(), table.battle.unit(guns).guns), ("1110", table.hex("1107")));
    let force = table.battle.force(Side::A);
    assert!(force.crews.contains(guns) && force.routed.contains(guns));
    // it has hits at the threshold and no more.
    let heavy = lay("", &[]);
    let (mut table, unit) = broken(&heavy, RIFLES, North);
    table.hits(unit, 5);
    run(&mut table, &[]);
    let mut table = Table::new(&heavy);
    let unit = table.put(Side::A, RIFLES, "1107", North);
    table.hits(unit, 2);
    table.battle.wound(unit, 2, &mut table.told);
    assert_eq!(table.state(unit).0, 3);
}

#[test]
fn hx_rou_02_a_router_follows_a_river_or_is_lost() {
    // A river south of it, with no way along that is not nearer to the enemy.
    let setup = lay("[terrain]\nriver = \"1008 1108 1208\"", &[]);
    let (mut table, unit) = broken(&setup, RIFLES, North);
    table.put(Side::B, RIFLES, "1104", South);
    // 1007 and 1207 are as far from the enemy; the lot falls on the first, then straight on.
    run(&mut table, &[0]);
    assert!(table.battle.is_routed(unit) && !table.is_gone(unit));
    assert!(table.fired(rule::ROU_02) > 0);
    assert_ne!(table.at(unit), "1107");
    let closed = lay("[terrain]\nriver = \"1007 1207 1108 1006 1206\"", &[]);
    let (mut table, unit) = broken(&closed, RIFLES, North);
    run(&mut table, &[]);
    assert_eq!((table.is_gone(unit), table.causes()), (true, vec!["ground".to_owned()]));
}

#[test]
fn hx_rou_03_one_friend_is_passed_and_two_are_not() {
    let setup = lay("", &[]);
    let (mut table, unit) = broken(&setup, RIFLES, North);
    let friend = table.put(Side::A, RIFLES, "1108", North);
    run(&mut table, &[]);
    // passing is one step for both hexes.
    assert_eq!((table.at(unit).as_str(), table.state(friend)), ("1111", (0, 1)));
    assert_eq!(table.fired(rule::ROU_03), 1);
    let (mut table, unit) = broken(&setup, RIFLES, North);
    for hex in ["1108", "1109"] {
        table.put(Side::A, RIFLES, hex, North);
    }
    run(&mut table, &[]);
    assert_eq!((table.is_gone(unit), table.causes()), (true, vec!["blocked".to_owned()]));
    // Cavalry passes neither cavalry nor artillery.
    for (kind, gone) in [(CAVALRY, true), (NAPOLEONS, true), (RIFLES, false)] {
        let (mut table, unit) = broken(&setup, CAVALRY, North);
        table.put(Side::A, kind, "1108", North);
        run(&mut table, &[]);
        assert_eq!(table.is_gone(unit), gone, "{kind}");
    }
    let around = lay("", &[("rout.friends", "sidestep")]);
    let (mut table, unit) = broken(&around, RIFLES, North);
    let friend = table.put(Side::A, RIFLES, "1108", North);
    run(&mut table, &[1]);
    assert_eq!((table.state(friend), table.is_gone(unit)), ((0, 0), false));
}

#[test]
fn hx_rou_04_enemies_behind_destroy_a_router() {
    let setup = lay("", &[]);
    let (mut table, unit) = broken(&setup, RIFLES, North);
    table.put(Side::B, WAGON, "1109", South);
    run(&mut table, &[]);
    assert_eq!((table.is_gone(unit), table.causes()), (true, vec!["blocked".to_owned()]));
    // An active zone, one lost by a hit, and the reading that any front hex counts.
    for (switch, hits, gone) in [("active", 0, true), ("active", 1, false), ("any-front", 1, true)] {
        let setup = lay("", &[("rout.zoc", switch)]);
        let (mut table, unit) = broken(&setup, RIFLES, North);
        let foe = table.put(Side::B, RIFLES, "1208", SouthWest);
        table.hits(foe, hits);
        run(&mut table, &[]);
        assert_eq!(table.is_gone(unit), gone, "{switch} {hits}");
        if gone {
            assert_eq!(table.causes(), ["zone"]);
        }
    }
}

#[test]
fn hx_rou_05_any_casualty_destroys_a_routed_unit() {
    let setup = lay("", &[]);
    let (mut table, unit) = broken(&setup, RIFLES, North);
    run(&mut table, &[]);
    table.battle.suffer(unit, 1, 0, &mut table.told);
    assert_eq!((table.is_gone(unit), table.causes()), (true, vec!["hit".to_owned()]));
}

#[test]
fn hx_rou_06_leaving_the_board_far_from_the_route_of_retreat_counts_double() {
    let setup = lay("", &[]);
    for (hex, strayed) in [("1112", false), ("0812", false), ("0712", true)] {
        let mut table = Table::new(&setup);
        let unit = table.put(Side::A, RIFLES, hex, North);
        table.put(Side::A, RIFLES, "0101", North);
        table.put(Side::B, RIFLES, "2101", South);
        table.hits(unit, 3);
        table.battle.break_unit(unit, &mut table.told);
        run(&mut table, &[]);
        assert_eq!((table.is_gone(unit), table.causes()), (true, vec!["left-board".to_owned()]));
        assert_eq!(table.battle.force(Side::A).strayed.contains(unit), strayed, "{hex}");
        // HX-SET-08
        assert_eq!(table.battle.points(Side::B), if strayed { 4 } else { 2 });
    }
    // who stands on the route of retreat leaves there.
    let (mut table, unit) = broken(&setup, RIFLES, SouthEast);
    let hex = table.hex("1107");
    table.battle.force_mut(Side::A).retreats.fill(hex);
    run(&mut table, &[]);
    assert_eq!((table.is_gone(unit), table.battle.force(Side::A).strayed.contains(unit)), (true, false));
}

#[test]
fn hx_rou_08_the_nearest_to_its_own_edge_runs_first() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    // The unit in front would be barred by the one behind, had that not run first.
    let units = ["1107", "1108"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    table.put(Side::A, RIFLES, "1110", North);
    table.put(Side::B, RIFLES, "2101", South);
    for unit in units {
        table.hits(unit, 3);
        table.battle.break_unit(unit, &mut table.told);
    }
    run(&mut table, &[]);
    let order: Vec<_> = table.events("rout").iter().map(|event| event["unit"].clone()).collect();
    assert_eq!(order, [table.battle.name(units[1]), table.battle.name(units[0])]);
    assert_eq!(table.fired(rule::ROU_08), 1);
}

#[test]
fn hx_cvs_12_hits_of_consequences_go_on_at_once() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let unit = table.put(Side::A, RIFLES, "1107", North);
    table.put(Side::B, RIFLES, "2101", South);
    table.hits(unit, 2);
    let number = table.commander(unit, 1);
    table.battle.suffer(unit, 1, 0, &mut table.told);
    run(&mut table, &[]);
    assert_eq!((table.battle.is_routed(unit), table.at(unit).as_str()), (true, "1110"));
    assert_eq!(table.battle.commander(Side::A, number).fate, Fate::Captured);
}

/// HX-ROU-07, R-135: a router has no contact and no zone.
#[test]
fn hx_rou_07_contacts_lapse_when_a_unit_routs() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let unit = table.put(Side::A, RIFLES, "1107", North);
    let foe = table.put(Side::B, RIFLES, "1106", South);
    table.contact(foe, unit, 2);
    assert!(table.battle.has_zone(unit) != table.battle.in_melee(unit));
    table.battle.wound(unit, 3, &mut table.told);
    assert!(table.battle.contacts.is_empty() && !table.battle.has_zone(unit));
    assert_eq!(table.battle.unit(foe).rounds, 0);
    assert_eq!(table.battle.unit(unit).facing, South);
    let _ = NorthWest;
}

#[test]
fn hx_set_08_the_reach_and_the_weight_of_the_route_of_retreat_are_knobs() {
    for (reach, weight, points) in [("3", "2", 4), ("4", "2", 2), ("3", "5", 10)] {
        let setup = lay("", &[("rout.ror-reach", reach), ("rout.ror-weight", weight)]);
        let mut table = Table::new(&setup);
        let unit = table.put(Side::A, RIFLES, "0712", North);
        table.put(Side::B, RIFLES, "2101", South);
        table.hits(unit, 3);
        table.battle.break_unit(unit, &mut table.told);
        run(&mut table, &[]);
        assert_eq!(table.battle.points(Side::B), points, "{reach} {weight}");
    }
}
