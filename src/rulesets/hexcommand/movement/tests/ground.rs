//! Moves over the ground: obstacles, forest, roads, crossings, room in a hex.

use super::*;

#[test]
fn hx_ter_02_obstacles_tire_but_on_the_first_step() {
    let ground = "[terrain]\nruin = \"1107 1105\"\n[sides]\nfence = \"0907/N\"";
    let setup = setup(ground, &[]);
    let (mut table, unit) = alone(&setup, RIFLES, "1108");
    make!(table, go(&table, unit, &["1107", "1106", "1105"]));
    assert_eq!(table.state(unit), (0, 1), "the first step is free, the third is not");
    let (mut table, unit) = alone(&setup, RIFLES, "0907");
    make!(table, go(&table, unit, &["0906"]));
    assert_eq!(table.state(unit), (0, 0), "across the fence at once");
    let (mut table, unit) = alone(&setup, RIFLES, "0908");
    make!(table, go(&table, unit, &["0907", "0906"]));
    assert_eq!((table.state(unit), table.fired(rule::TER_02)), ((0, 1), 1));
}

#[test]
fn hx_ter_03_and_04_forest_stops_who_comes_from_outside() {
    let ground = "[terrain]\nforest = \"1106 1105 1104\"";
    let usual = setup(ground, &[]);
    let (mut table, unit) = alone(&usual, RIFLES, "1108");
    assert_eq!(refusal(&table, go(&table, unit, &["1107", "1106", "1105"])), "HX-TER-04");
    make!(table, go(&table, unit, &["1107", "1106"]));
    assert_eq!((table.state(unit), table.fired(rule::TER_04)), ((0, 1), 1));
    next_half(&mut table, Side::A);
    make!(table, go(&table, unit, &["1105", "1104", "1103"]));
    assert_eq!(table.state(unit), (0, 1), "from forest to forest no more TE");
    let open = setup(ground, &[("terrain.forest-stop", "off")]);
    let (table, unit) = alone(&open, RIFLES, "1108");
    assert!(legal(&table, go(&table, unit, &["1107", "1106", "1105"])));
}

#[test]
fn hx_ter_05_riders_who_leave_the_road_in_forest_dismount() {
    let ground = "roads = [\"1108-1104\"]\n[terrain]\nforest = \"1106 1105 1205 1206\"";
    let setup = setup(ground, &[]);
    let (mut table, riders) = alone(&setup, CAVALRY, "1107");
    assert_eq!(refusal(&table, go(&table, riders, &["1206"])), "HX-TER-05");
    assert_eq!(refusal(&table, go(&table, riders, &["1106", "1205", "1204"])), "R-192");
    make!(table, go(&table, riders, &["1106", "1205"]));
    assert!(table.battle.force(Side::A).on_foot.contains(riders));
    assert_eq!(
        (table.at(riders).as_str(), table.battle.spot(table.battle.unit(riders).horses).as_str()),
        ("1205", "1106")
    );
    assert_eq!(table.fired(rule::TER_05), 1);
}

#[test]
fn hx_ter_06_and_09_roads_spare_te_and_leave_a_column() {
    let ground = "roads = [\"1108-1104\"]\n[terrain]\nbuildings = \"1106\"\nforest = \"1105\"";
    let usual = setup(ground, &[]);
    let (mut table, unit) = alone(&usual, RIFLES, "1108");
    make!(table, go(&table, unit, &["1107", "1106", "1105"]));
    assert_eq!((table.at(unit).as_str(), table.state(unit)), ("1105", (0, 0)));
    assert!(table.battle.force(Side::A).column.contains(unit));
    let front = table.hex("1104");
    assert!(table.battle.flanked_from(unit, front), "every side of a column is a flank");
    // It deploys by a half in which it stays.
    table.battle.force_mut(Side::A).stirred = super::super::UnitSet::EMPTY;
    table.battle.deploy_columns(Side::A, &mut table.told);
    assert!(!table.battle.flanked_from(unit, front));
    let (mut table, unit) = alone(&usual, RIFLES, "1108");
    make!(table, March { deploy: true, ..go(&table, unit, &["1107", "1106"]) });
    assert_eq!((table.state(unit), table.battle.force(Side::A).column.contains(unit)), ((0, 1), false));
    let (mut table, unit) = alone(&usual, RIFLES, "1107");
    make!(table, go(&table, unit, &["1106"]));
    assert!(!table.battle.force(Side::A).column.contains(unit), "the first step cost no TE anyway");
    for (value, column) in [("off", false), ("all-roads", true)] {
        let setup = setup(ground, &[("terrain.road-column", value)]);
        let (mut table, unit) = alone(&setup, RIFLES, "1108");
        make!(table, go(&table, unit, &["1107"]));
        assert_eq!(table.battle.force(Side::A).column.contains(unit), column, "{value}");
    }
}

#[test]
fn hx_ter_07_and_08_buildings_tire_and_creeks_do_not() {
    let setup = setup("[terrain]\nbuildings = \"1107\"\n[sides]\ncreek = \"0907/N\"", &[]);
    let (mut table, unit) = alone(&setup, RIFLES, "1109");
    make!(table, go(&table, unit, &["1108", "1107", "1106"]));
    assert_eq!((table.at(unit).as_str(), table.state(unit)), ("1106", (0, 1)), "they do not stop it");
    let (mut table, unit) = alone(&setup, RIFLES, "0908");
    make!(table, go(&table, unit, &["0907", "0906"]));
    assert_eq!(table.state(unit), (0, 0));
}

#[test]
fn hx_ter_13_rivers_are_crossed_at_crossings() {
    let setup = setup("[terrain]\nriver = \"1006 1107 1206\"\nbridge = \"1207\"", &[]);
    let (table, unit) = alone(&setup, RIFLES, "1108");
    assert_eq!(refusal(&table, go(&table, unit, &["1107"])), "HX-TER-13");
    assert!(legal(&table, go(&table, unit, &["1207"])));
}

#[test]
fn hx_ter_14_one_unit_to_a_hex() {
    let usual = setup("", &[]);
    let (mut table, unit) = alone(&usual, RIFLES, "1108");
    table.put(Side::A, RIFLES, "1107", North);
    assert_eq!(refusal(&table, go(&table, unit, &["1107"])), "HX-MOV-06");
    let two = setup("", &[("board.stack-limit", "2")]);
    let (mut table, unit) = alone(&two, RIFLES, "1108");
    let friend = table.put(Side::A, RIFLES, "1107", North);
    make!(table, go(&table, unit, &["1107"]));
    let at = usize::from(table.hex("1107"));
    assert_eq!((table.battle.occupant[at], table.battle.below[at]), (unit, friend));
    assert!(table.battle.could_have_zone(unit) && !table.battle.could_have_zone(friend), "the upper one alone (R-183)");
    let third = table.put(Side::A, RIFLES, "1109", North);
    assert_eq!(refusal(&table, go(&table, third, &["1108", "1107"])), "HX-MOV-06");
    let guns = table.put(Side::A, NAPOLEONS, "1207", North);
    table.mark(guns, |force| &mut force.limbered);
    let alone_one = table.put(Side::A, RIFLES, "1206", North);
    assert_eq!(refusal(&table, go(&table, guns, &["1206"])), "HX-MOV-06", "no artillery shares a hex");
    assert!(table.at(alone_one) == "1206");
}
