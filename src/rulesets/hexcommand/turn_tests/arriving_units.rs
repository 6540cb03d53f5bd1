//! Tests of arrivals (HX-REI).

use super::*;

/// Side A's arrivals due, with the entry at 1113.
fn arriving<'s>(setup: &'s Setup, kinds: &[&str]) -> (Table<'s>, Vec<UnitId>) {
    let mut table = Table::new(setup);
    let units: Vec<UnitId> = kinds
        .iter()
        .enumerate()
        .map(|(at, kind)| {
            let unit = table.put(Side::A, kind, &format!("{:02}01", 1 + 2 * at), North);
            table.battle.lift(unit);
            table.battle.force_mut(Side::A).due |= bit(unit);
            unit
        })
        .collect();
    table.put(Side::A, RIFLES, "0113", North);
    table.put(Side::B, RIFLES, "2101", South);
    (table, units)
}

fn begin_arrivals(table: &mut Table<'_>) {
    (table.battle.step, table.battle.phase) = (Step::Arrivals, Phase::Command);
    table.battle.begin_arrivals();
    let asked = table.battle.ask_arrivals(Side::A);
    if let Some((decision, decider)) = asked {
        (table.battle.decision, table.battle.decider) = (decision, decider);
    }
}

#[test]
fn hx_rei_01_and_05_arrivals_enter_at_their_zone_or_wait() {
    let setup = setup("", &[]);
    let (mut table, units) = arriving(&setup, &[RIFLES, RIFLES]);
    begin_arrivals(&mut table);
    assert_eq!(table.battle.decision, Decision::Arrive);
    let enter = |table: &Table<'_>, unit, number: &str| Choice::Enter { unit, hex: table.hex(number), facing: North };
    assert_eq!(table.refused(enter(&table, units[0], "0513")), "HX-REI-04");
    let choice = enter(&table, units[0], "1113");
    table.choose(choice, &[]);
    assert_eq!(table.at(units[0]), "1113");
    assert_eq!(table.refused(enter(&table, units[1], "1113")), "HX-REI-05", "one to a hex");
    assert!(table.battle.check_mover(units[0]).is_ok(), "it moves in this turn");
    table.done();
    assert!(table.battle.force(Side::A).due.contains(units[1]), "who waits tries again");
}

#[test]
fn hx_rei_02_a_die_finds_the_place_of_entry() {
    let codex = codex();
    let own = list(&codex, 8, 0);
    let mut setup = setup("", &[("reinforcement.entry", "d6")]);
    let terms = Terms::of(Scenario::Relief, None, setup.field.grid, &codex).unwrap();
    setup.scenario = Scene::of(&terms, &setup.field, &setup.rules, Scenario::Relief);
    let mut game = Played::new(&setup, [&own, &own]);
    game.until(|battle| battle.turn() == 1);
    for force in &game.battle.forces {
        assert_eq!(
            ((force.combat & force.due).len(), (force.combat & force.present).len()),
            (4, 5),
            "half starts later"
        );
    }
    game.until(|battle| battle.decision == Decision::Entry);
    assert_eq!(game.battle.turn(), 3, "on the due turn (HX-SET-06)");
    let side = game.battle.decider;
    let mut dice = ScriptedDice::new(&[5]);
    game.battle.apply(Choice::Proceed, &mut dice, &mut game.told);
    let due = game.battle.force(side).due.members(side).next().unwrap();
    let entry = game.battle.entry(due).map(|entry| game.battle.spot(entry.hex));
    assert_eq!(entry.as_deref(), Some(if side == Side::A { "1713" } else { "1701" }));
}

#[test]
fn hx_rei_03_and_04_blockers_stay_or_make_way() {
    let setup = setup("", &[]);
    for stays in [true, false] {
        let (mut table, units) = arriving(&setup, &[RIFLES, RIFLES]);
        let blocker = table.put(Side::B, RIFLES, "1112", South);
        let inside = table.put(Side::B, RIFLES, "1313", South);
        let _ = blocker;
        begin_arrivals(&mut table);
        assert_eq!((table.battle.decision, table.battle.decider), (Decision::Block, Side::B));
        if stays {
            table.choose(Choice::Stay, &[]);
            assert_eq!(table.battle.decision, Decision::Arrive);
            // Both neighbours of the blocker in the row lie in its flank; nobody faces it yet.
            let beside = Choice::Enter { unit: units[0], hex: table.hex("1212"), facing: NorthWest };
            assert!(matches!(table.refused(beside), "HX-REI-04"), "{}", table.refused(beside));
        } else {
            table.choose(Choice::MakeWay, &[]);
            assert_eq!(table.battle.decision, Decision::MakeWay);
            let mut first = None;
            table.battle.choices(&mut |choice| first = first.or(Some(choice)));
            let Some(Choice::March(march)) = first else { panic!("{first:?}") };
            assert_eq!(march.unit, inside);
            table.choose(Choice::March(march), &[]);
            assert_ne!(table.at(inside), "1313", "out of the zone if it can");
        }
    }
}

#[test]
fn r_169_who_makes_way_has_his_moves_whatever_he_marched_before() {
    let setup = setup("", &[]);
    let (mut table, _) = arriving(&setup, &[RIFLES]);
    let inside = table.put(Side::B, RIFLES, "1313", South);
    table.battle.unit_mut(inside).steps = 3;
    begin_arrivals(&mut table);
    table.choose(Choice::MakeWay, &[]);
    let stay = Choice::March(March::stay(inside, South));
    assert_eq!(table.refused(stay), "R-169", "it can leave the zone, and so it does");
}

#[test]
fn r_168_who_enters_in_a_zone_stops_there_and_fights_if_he_must() {
    for (value, bound) in [("mandatory", true), ("declare", false)] {
        let setup = setup("", &[("zoc.contact", value)]);
        let (mut table, units) = arriving(&setup, &[RIFLES, RIFLES]);
        table.put(Side::B, RIFLES, "1112", South);
        begin_arrivals(&mut table);
        let enter = |facing| Choice::Enter { unit: units[0], hex: table.hex("1113"), facing };
        let (towards, away) = (enter(North), enter(South));
        assert_eq!(table.battle.check(away).is_err(), bound, "HX-ZOC-05");
        table.choose(towards, &[]);
        assert_eq!(table.battle.in_contact(units[0]), bound, "HX-ZOC-08");
        table.battle.begin_movement(&mut table.told);
        let march = March { path: Path::EMPTY.then(NorthWest), ..March::stay(units[0], North) };
        assert!(table.battle.check_march(&march).is_err(), "HX-ZOC-03");
    }
}

#[test]
fn r_168_who_has_waited_is_offered_to_come_on_in_the_movement_step() {
    let setup = setup("", &[]);
    let (mut table, units) = arriving(&setup, &[RIFLES, RIFLES]);
    begin_arrivals(&mut table);
    table.choose(Choice::Enter { unit: units[0], hex: table.hex("1113"), facing: North }, &[]);
    table.done();
    table.battle.begin_movement(&mut table.told);
    (table.battle.step, table.battle.phase) = (Step::Movement, Phase::Movement);
    (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
    let comes = |choice: &Choice| matches!(choice, Choice::Enter { unit, .. } if *unit == units[1]);
    assert!(table.choices().iter().any(comes));
}
