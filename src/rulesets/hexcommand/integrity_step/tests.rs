use super::*;
use crate::dice::{ScriptedDice, exact};
use crate::rulesets::hexcommand::choices::Choice;
use crate::rulesets::hexcommand::state::{Decision, Fate, Setup, Step};
use crate::rulesets::hexcommand::test_position::{setup as lay, *};
use crate::tabletop::hex::flat::Direction::{North, South, SouthWest};

/// Faces of the cube: a red one, a blue one.
const RED: u8 = 2;
const BLUE: u8 = 6;

/// So many rifle regiments of side A in row 7, from column 3 on, and one of side B.
fn line(setup: &Setup, units: usize) -> (Table<'_>, Vec<UnitId>) {
    let mut table = Table::new(setup);
    let hexes = ["0307", "0507", "0707", "0907", "1107", "1307", "1507", "1707", "1907", "0309", "0509", "0709"];
    let units = hexes[..units].iter().map(|hex| table.put(Side::A, RIFLES, hex, North)).collect();
    table.put(Side::B, RIFLES, "2101", South);
    table.battle.force_mut(Side::A).break_point = 30;
    (table, units)
}

fn check(table: &mut Table<'_>, dice: &[u8]) {
    let mut script = ScriptedDice::new(dice);
    table.battle.integrity_step(Side::A, &mut script, &mut table.told);
    script.finish().unwrap();
}

fn remove(table: &mut Table<'_>, unit: UnitId) {
    table.battle.remove(unit, Cause::Hit, &mut table.told);
}

#[test]
fn hx_int_01_loss_is_units_gone_or_routed_and_commanders() {
    let setup = lay("", &[]);
    let (mut table, units) = line(&setup, 12);
    let number = table.commander(units[0], 1);
    table.battle.lose_commander(Side::A, number, crate::rulesets::hexcommand::state::Fate::Killed, &mut table.told);
    remove(&mut table, units[1]);
    table.routed(units[2]);
    let losses = table.battle.losses(Side::A, Book::First);
    assert_eq!((losses.start, losses.removed, losses.routed, losses.commanders_lost), (12, 1, 1, 1));
    assert!((losses.percent(&setup.rules) - 80.0 / 3.0).abs() < 1e-12);
    // A battery without its guns is a removed unit.
    let (mut table, _) = line(&setup, 3);
    let guns = table.put(Side::A, NAPOLEONS, "1108", North);
    table.battle.leave_guns(guns, Side::B);
    assert_eq!(table.battle.losses(Side::A, Book::First).removed, 1);
    // By points.
    let points = lay("", &[("integrity.measure", "points")]);
    let (mut table, units) = line(&points, 2);
    table.put(Side::A, RAW, "1108", North);
    remove(&mut table, units[0]);
    let losses = table.battle.losses(Side::A, Book::First);
    assert_eq!((losses.start, losses.removed), (5000, 1800));
}

#[test]
fn hx_int_02_a_force_checks_at_its_break_point_until_it_is_under_it() {
    let setup = lay("", &[]);
    let (mut table, units) = line(&setup, 10);
    for unit in &units[..2] {
        remove(&mut table, *unit);
    }
    assert!(!table.battle.integrity_due(Side::A));
    table.routed(units[2]);
    assert!(table.battle.integrity_due(Side::A));
    // HX-INT-06
    table.battle.force_mut(Side::A).routed = UnitSet::EMPTY;
    assert!(!table.battle.integrity_due(Side::A));
    // All commanders lost.
    let (mut table, units) = line(&setup, 12);
    let number = table.commander(units[0], 1);
    table.battle.lose_commander(Side::A, number, crate::rulesets::hexcommand::state::Fate::Killed, &mut table.told);
    assert!(table.battle.integrity_due(Side::A));
}

#[test]
fn hx_int_03_units_that_fail_go_three_hexes_back() {
    let setup = lay("", &[]);
    let (mut table, units) = line(&setup, 4);
    remove(&mut table, units[0]);
    table.routed(units[1]);
    table.battle.unit_mut(units[3]).te = 1;
    check(&mut table, &[BLUE, RED]);
    assert_eq!((table.at(units[2]).as_str(), table.at(units[3]).as_str()), ("0707", "0910"));
    let state = table.battle.unit(units[3]);
    assert_eq!((state.facing, state.te, table.battle.is_steady(units[3])), (North, 1, true));
    assert!(table.battle.force(Side::A).withdrew.contains(units[3]) && table.battle.force(Side::A).checked);
    assert_eq!(table.fired(rule::INT_03), 2);
    // Units in contact skip it.
    let (mut table, units) = line(&setup, 3);
    remove(&mut table, units[0]);
    let foe = table.put(Side::B, RIFLES, "0506", South);
    table.contact(foe, units[1], 0);
    check(&mut table, &[BLUE]);
    let _ = units;
}

#[test]
fn hx_int_03_what_stops_a_withdrawal() {
    let setup = lay("[terrain]\nriver = \"0709\"", &[]);
    let (mut table, units) = line(&setup, 5);
    remove(&mut table, units[0]);
    remove(&mut table, units[1]);
    // Barred ground behind the first, a zone behind the second, a friend behind the third.
    table.put(Side::B, RIFLES, "0810", Direction::NorthEast);
    table.put(Side::A, WAGON, "1109", North);
    check(&mut table, &[RED, RED, RED]);
    assert_eq!(units[2..].iter().map(|unit| table.at(*unit)).collect::<Vec<_>>(), ["0708", "0909", "1108"]);
    // Off the board, or not.
    for (edge, end) in [("removed", ""), ("stops", "0113")] {
        let setup = lay("", &[("integrity.edge", edge)]);
        let (mut table, units) = line(&setup, 1);
        let last = table.put(Side::A, RIFLES, "0112", North);
        remove(&mut table, units[0]);
        let number = table.commander(last, 1);
        check(&mut table, &[RED]);
        assert_eq!((table.at(last).as_str(), table.is_gone(last)), (end, end.is_empty()), "{edge}");
        if end.is_empty() {
            assert_eq!(table.causes(), ["hit", "withdrew"]);
            // back in hand.
            assert_eq!(table.battle.commander(Side::A, number).fate, crate::rulesets::hexcommand::state::Fate::Present);
        }
    }
}

use crate::tabletop::hex::flat::Direction;

#[test]
fn hx_int_03_guns_limber_and_guns_that_cannot_move_stay() {
    let setup = lay("", &[]);
    for (kind, end, limbered) in [(NAPOLEONS, "1110", true), ("trained-battery:siege-mortar", "1107", false)] {
        let mut table = Table::new(&setup);
        let guns = table.put(Side::A, kind, "1107", North);
        let lost = table.put(Side::A, RIFLES, "0107", North);
        table.put(Side::B, RIFLES, "2101", South);
        remove(&mut table, lost);
        table.battle.force_mut(Side::A).break_point = 30;
        check(&mut table, &[RED]);
        assert_eq!((table.at(guns).as_str(), table.state(guns).1), (end, 0), "{kind}");
        assert_eq!(table.battle.force(Side::A).limbered.contains(guns), limbered);
        // HX-RAL-08: what stays where it is recovers.
        assert_eq!(table.battle.force(Side::A).stirred.contains(guns), limbered);
    }
}

/// The units that fail are binomial, or all together under `integrity.scope` = force (HX-INT-04).
#[test]
fn hx_int_04_a_check_has_the_odds_of_the_resolution() {
    for scope in ["unit", "force"] {
        let setup = lay("", &[("integrity.scope", scope)]);
        let failed = exact::distribution(|mut dice| {
            let (mut table, units) = line(&setup, 4);
            remove(&mut table, units[0]);
            table.routed(units[1]);
            table.battle.integrity_step(Side::A, &mut dice, &mut table.told);
            table.battle.force(Side::A).withdrew.len()
        });
        let odds = exact::distribution(|mut dice| integrity::failures(&setup.codex, &setup.rules, 2, &mut dice));
        for number in 0..=2 {
            assert!((failed.probability(&number) - odds.probability(&number)).abs() < 1e-12, "{scope} {number}");
        }
    }
}

#[test]
fn hx_int_05_late_arrivals_are_a_force_of_their_own() {
    let setup = lay("", &[]);
    let (mut table, units) = line(&setup, 4);
    table.mark(units[2], |force| &mut force.late);
    table.mark(units[3], |force| &mut force.late);
    remove(&mut table, units[0]);
    let book = |table: &Table<'_>, book| {
        let losses = table.battle.losses(Side::A, book);
        (losses.start, losses.removed)
    };
    assert_eq!(
        [book(&table, Book::First), book(&table, Book::Late), book(&table, Book::Whole)],
        [(2, 1), (2, 0), (4, 1)]
    );
    // Only the first force rolls: one unit.
    check(&mut table, &[BLUE]);
    // units that are due count in the whole list alone, by default.
    for (switch, first, whole) in [("victory", 3, 4), ("none", 3, 3), ("both", 4, 4)] {
        let setup = lay("", &[("integrity.due-units", switch)]);
        let (mut table, units) = line(&setup, 4);
        table.battle.lift(units[3]);
        table.mark(units[3], |force| &mut force.due);
        assert_eq!((book(&table, Book::First).0, book(&table, Book::Whole).0), (first, whole), "{switch}");
    }
}

#[test]
fn hx_int_07_the_loss_of_the_supreme_commander_calls_for_a_check() {
    for (switch, first, second) in [("once", true, false), ("each-turn", true, true), ("off", false, false)] {
        let setup = lay("", &[("integrity.supreme-check", switch)]);
        let (mut table, units) = line(&setup, 12);
        let number = table.commander(units[0], 1);
        table.commander(units[1], 1);
        table.battle.lose_commander(
            Side::A,
            number,
            crate::rulesets::hexcommand::state::Fate::Captured,
            &mut table.told,
        );
        assert_eq!(table.battle.integrity_due(Side::A), first, "{switch}");
        if first {
            check(&mut table, &[BLUE; 12]);
        }
        assert_eq!(table.battle.integrity_due(Side::A), second, "{switch}");
    }
}

#[test]
fn hx_cmd_15_when_a_supreme_figure_falls_units_go_back_at_once() {
    let setup = lay("", &[("command.mode", "figures")]);
    let (mut table, units) = line(&setup, 2);
    let number = table.commander(units[0], 1);
    table.battle.lose_commander(Side::A, number, crate::rulesets::hexcommand::state::Fate::Killed, &mut table.told);
    let mut script = ScriptedDice::new(&[RED, BLUE]);
    table.battle.run_breaking(&mut script, &mut table.told);
    script.finish().unwrap();
    // Two turns of movement.
    assert_eq!((table.at(units[0]).as_str(), table.at(units[1]).as_str()), ("0313", "0507"));
    assert!(!table.battle.force(Side::A).supreme_lost);
    assert_eq!(table.fired(rule::CMD_15), 1);
    let _ = SouthWest;
}

/// A supreme figure that is caught alone at the end of a half makes his army roll before anybody rallies.
#[test]
fn hx_cmd_15_an_army_rolls_at_once_when_its_supreme_figure_is_caught() {
    let setup = lay("", &[("command.mode", "figures")]);
    let (mut table, units) = line(&setup, 2);
    let number = table.commander(units[0], 1);
    // He is alone next to an enemy, and so he stays when his unit goes on.
    let hex = table.hex("1507");
    table.put(Side::B, RIFLES, "1506", South);
    let one = &mut table.battle.commanders[Side::A.index()][usize::from(number)];
    (one.with, one.hex) = (crate::game::NOBODY, hex);
    table.battle.unit_mut(units[0]).commander = crate::game::NOBODY;
    table.hits(units[1], 1);
    table.battle.step = Step::Melee;
    table.battle.next_step(&mut table.told);
    assert_eq!(
        (table.battle.step, table.battle.decision, table.battle.decider),
        (Step::Rally, Decision::Integrity, Side::A)
    );
    assert_eq!(table.battle.commander(Side::A, number).fate, Fate::Captured);
    assert!(table.events("rally").is_empty() && !table.battle.rallied);
    table.choose(Choice::Proceed, &[RED, BLUE]);
    assert_eq!((table.at(units[0]).as_str(), table.at(units[1]).as_str()), ("0313", "0507"));
    assert!(!table.battle.force(Side::A).panic && table.battle.rallied);
    assert_eq!(table.fired(rule::CMD_15), 1);
}

#[test]
fn hx_int_06_rallies_bring_a_force_back_under_its_break_point() {
    let setup = lay("", &[]);
    let (mut table, units) = line(&setup, 3);
    table.routed(units[0]);
    table.mark(units[0], |force| &mut force.rare);
    assert!(table.battle.integrity_due(Side::A));
    table.battle.rally_step(Side::A, &mut table.told);
    assert!(!table.battle.integrity_due(Side::A));
}
