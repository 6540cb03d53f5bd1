//! Tests of works that are built, and of hidden units (HX-CON, HX-SPT).

use super::*;

#[test]
fn hx_con_01_to_03_works_grow_while_nothing_else_is_done() {
    let switches = [("construction.mode", "on"), ("construction.quick-works", "2"), ("construction.pontoon", "1")];
    let usual = setup("[terrain]\nriver = \"1108\"", &switches);
    let mut table = Table::new(&usual);
    let unit = table.put(Side::A, RIFLES, "1109", North);
    let riders = table.put(Side::A, CAVALRY, "0109", North);
    table.put(Side::B, RIFLES, "2101", South);
    (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
    let hex = table.battle.unit(unit).hex;
    let dig = Choice::Build { unit, works: Works::Quick, hex };
    let riders_hex = table.battle.unit(riders).hex;
    assert_eq!(table.refused(Choice::Build { unit: riders, works: Works::Quick, hex: riders_hex }), "R-182");
    table.choose(dig, &[]);
    table.battle.do_works(Side::A, &mut table.told);
    assert_eq!(table.battle.unit(unit).work, 1);
    // HX-CON-02
    table.battle.interrupt_work(unit);
    assert_eq!(table.battle.unit(unit).work, 0, "progress is lost");
    table.battle.do_works(Side::A, &mut table.told);
    table.battle.force_mut(Side::A).done = UnitSet::EMPTY;
    table.choose(dig, &[]);
    table.battle.do_works(Side::A, &mut table.told);
    table.battle.do_works(Side::A, &mut table.told);
    assert_eq!(table.battle.works[usize::from(hex)], terrain::Works::QuickWorks(North));
    let (front, rear) = (table.hex("1107"), table.hex("1111"));
    assert_eq!(usual.field.works_cover(table.battle.works[usize::from(hex)], Some(North)), 1);
    assert_eq!(usual.field.works_cover(table.battle.works[usize::from(hex)], Some(South)), 0);
    let _ = (front, rear);
    // A pontoon bridges the river.
    let river = table.hex("1108");
    table.battle.force_mut(Side::A).done = UnitSet::EMPTY;
    assert!(table.battle.check_march(&northward(unit, 1)).is_err());
    table.choose(Choice::Build { unit, works: Works::Pontoon, hex: river }, &[]);
    table.battle.do_works(Side::A, &mut table.told);
    table.battle.force_mut(Side::A).done = UnitSet::EMPTY;
    assert!(table.battle.check_march(&northward(unit, 1)).is_ok());
    let off = setup("", &[]);
    let mut table = Table::new(&off);
    let unit = table.put(Side::A, RIFLES, "1109", North);
    (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
    let hex = table.battle.unit(unit).hex;
    assert_eq!(table.refused(Choice::Build { unit, works: Works::Quick, hex }), "HX-CON-01");
}

#[test]
fn hx_con_02_pause_keeps_the_progress() {
    let setup = setup("", &[("construction.mode", "on"), ("construction.interrupt", "pause")]);
    let mut table = Table::new(&setup);
    let unit = table.put(Side::A, RIFLES, "1109", North);
    table.put(Side::A, RIFLES, "0113", North);
    table.put(Side::B, RIFLES, "2101", South);
    (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
    let hex = table.battle.unit(unit).hex;
    table.choose(Choice::Build { unit, works: Works::Redoubt, hex }, &[]);
    table.battle.do_works(Side::A, &mut table.told);
    table.battle.interrupt_work(unit);
    table.battle.do_works(Side::A, &mut table.told);
    assert_eq!(table.battle.unit(unit).work, 1, "nothing gained, nothing lost");
    table.battle.do_works(Side::A, &mut table.told);
    assert_eq!(table.battle.unit(unit).work, 2);
}

/// A unit of side A and markers of side B: a unit and a fake.
fn hidden<'s>(setup: &'s Setup, observer: &str, marker: &str) -> (Table<'s>, UnitId, UnitId) {
    let mut table = Table::new(setup);
    let unit = table.put(Side::A, RIFLES, observer, North);
    let enemy = table.put(Side::B, RIFLES, marker, South);
    table.mark(enemy, |force| &mut force.hidden);
    (table, unit, enemy)
}

fn make_fake(table: &mut Table<'_>, unit: UnitId) {
    table.mark(unit, |force| &mut force.fakes);
    let force = table.battle.force_mut(Side::B);
    force.combat &= !bit(unit);
}

#[test]
fn hx_spt_01_the_defender_starts_as_markers_with_a_fake_each_and_decoys() {
    let codex = codex();
    let own = list(&codex, 5, 1);
    let setup = setup("", &[("hidden.mode", "on"), ("hidden.decoys", "2")]);
    let battle = {
        let mut battle = Battle::empty(&setup);
        battle.restart(&Lineup { first: Side::A, forces: [&own, &own] });
        battle
    };
    let (open, markers) = (battle.force(Side::A), battle.force(Side::B));
    assert_eq!((open.size, open.hidden.len()), (6, 0));
    assert_eq!((markers.size, markers.hidden.len(), markers.fakes.len(), markers.fielded), (14, 14, 8, 6));
    // HX-SPT-05
    let walks = |unit: UnitId| setup.codex.profile(battle.unit(unit).kind).service == Service::Foot;
    assert!(markers.fakes.members(Side::B).all(walks), "fakes go as infantry");
    let both = self::setup("", &[("hidden.mode", "on"), ("hidden.sides", "both")]);
    let battle = Battle::new(&both, &Lineup { first: Side::A, forces: [&own, &own] });
    assert_eq!(battle.force(Side::A).hidden.len(), 14);
}

#[test]
fn hx_spt_01_a_fake_starts_within_two_hexes_of_its_unit() {
    let codex = codex();
    let own = list(&codex, 4, 0);
    let setup = setup("", &[("hidden.mode", "on")]);
    let mut game = Played::new(&setup, [&own, &own]);
    let (unit, fake) = (unit_id(Side::B, 0), unit_id(Side::B, 5));
    let place = |unit, number: &str| Choice::Place {
        unit,
        hex: setup.field.grid.parse(number).unwrap(),
        facing: South,
        stance: Stance::Usual,
    };
    assert_eq!(game.battle.check(place(fake, "1102")).unwrap_err().rule, "HX-SPT-01", "its unit comes first");
    game.take(place(unit, "1102"));
    assert_eq!(game.battle.check(place(fake, "1402")).unwrap_err().rule, "HX-SPT-01");
    assert!(game.battle.check(place(fake, "1302")).is_ok());
}

#[test]
fn hx_spt_02_only_the_unseen_start_hidden_or_hide_again() {
    let setup = setup("", &[("hidden.mode", "on"), ("hidden.start", "unseen"), ("hidden.rehide", "on")]);
    for (marker, stays) in [("1103", false), ("1102", true)] {
        // Nine hexes are seen on a clear day.
        let (mut table, _, enemy) = hidden(&setup, "1112", marker);
        table.battle.reveal_what_is_seen(&mut table.told);
        assert_eq!(table.battle.force(Side::B).hidden.contains(enemy), stays, "{marker}");
        table.battle.hide_again(Side::B, &mut table.told);
        assert_eq!(table.battle.force(Side::B).hidden.contains(enemy), stays, "{marker} (R-171)");
    }
    let dim = self::setup("", &[("hidden.mode", "on"), ("hidden.visibility", "other")]);
    let (mut table, _, enemy) = hidden(&dim, "1112", "1105");
    table.battle.reveal_what_is_seen(&mut table.told);
    assert!(table.battle.force(Side::B).hidden.contains(enemy), "six hexes otherwise");
}

#[test]
fn hx_spt_03_markers_are_rolled_for_once() {
    let ground = "hills = [{ level = 1, hexes = \"0912\" }]";
    let setup = setup(ground, &[("hidden.mode", "on")]);
    let spot = |table: &mut Table<'_>| in_command_step(table, Decision::Spot, Step::Spotting);
    let (mut table, _, enemy) = hidden(&setup, "1112", "1104");
    let other = table.put(Side::B, RIFLES, "1305", South);
    table.mark(other, |force| &mut force.hidden);
    spot(&mut table);
    table.choose(Choice::Spot { unit: enemy }, &[2]);
    assert_eq!(table.refused(Choice::Spot { unit: enemy }), "HX-SPT-03", "once");
    assert!(table.battle.force(Side::B).hidden.contains(enemy));
    table.battle.force_mut(Side::B).rolled = UnitSet::EMPTY;
    table.choose(Choice::Spot { unit: enemy }, &[1]);
    assert!(!table.battle.force(Side::B).hidden.contains(enemy), "Red H");
    let (mut table, _, enemy) = hidden(&setup, "1112", "1103");
    spot(&mut table);
    assert_eq!(table.refused(Choice::Spot { unit: enemy }), "HX-SPT-03", "nine hexes are too far");
    let (mut table, _, enemy) = hidden(&setup, "0912", "0901");
    spot(&mut table);
    assert!(table.battle.check(Choice::Spot { unit: enemy }).is_ok(), "not so from a hill");
}

#[test]
fn hx_spt_04_what_is_near_and_in_the_open_is_seen() {
    let setup = setup("[terrain]\nbuildings = \"0907\"", &[("hidden.mode", "on")]);
    for (marker, observer, found) in [("1107", "1112", true), ("1106", "1112", false), ("0907", "0911", false)] {
        let (mut table, _, enemy) = hidden(&setup, observer, marker);
        table.battle.begin_spotting(&mut table.told);
        assert_eq!(!table.battle.force(Side::B).hidden.contains(enemy), found, "{marker}");
    }
    let (mut table, _, enemy) = hidden(&setup, "0908", "0907");
    table.battle.begin_spotting(&mut table.told);
    assert!(!table.battle.force(Side::B).hidden.contains(enemy), "next to an enemy whatever the ground (R-172)");
}

#[test]
fn hx_spt_05_fakes_vanish_before_a_mover_and_units_stop_him() {
    let setup = setup("[terrain]\nbuildings = \"1106\"", &[("hidden.mode", "on")]);
    for (fake, ends) in [(true, "1107"), (false, "1107")] {
        let (mut table, unit, enemy) = hidden(&setup, "1109", "1106");
        table.put(Side::A, RIFLES, "0113", North);
        table.put(Side::B, RIFLES, "2101", South);
        if fake {
            make_fake(&mut table, enemy);
        }
        (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
        table.choose(Choice::March(northward(unit, 3)), &[]);
        if fake {
            assert!(table.is_gone(enemy));
            assert_eq!(table.at(unit), "1106", "the mover goes on");
        } else {
            assert_eq!(table.at(unit), ends, "its zone stops the mover");
            assert!(table.battle.in_contact(unit), "who owes the melee");
        }
    }
    // Who cannot melee steps back.
    let mut table = Table::new(&setup);
    let wagon = table.put(Side::A, WAGON, "1109", North);
    table.put(Side::A, RIFLES, "0113", North);
    let enemy = table.put(Side::B, RIFLES, "1106", South);
    table.mark(enemy, |force| &mut force.hidden);
    (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
    table.choose(Choice::March(northward(wagon, 2)), &[]);
    assert_eq!(table.at(wagon), "1108");
}
