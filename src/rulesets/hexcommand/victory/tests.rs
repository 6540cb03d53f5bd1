use super::*;
use crate::rulesets::hexcommand::rout::Cause;
use crate::rulesets::hexcommand::scenarios::Scenario;
use crate::rulesets::hexcommand::scene::{Bank, Objective, Scene};
use crate::rulesets::hexcommand::state::{Fate, Setup};
use crate::rulesets::hexcommand::terms::Terms;
use crate::rulesets::hexcommand::test_position::{setup as lay, *};
use crate::tabletop::hex::flat::Direction::{North, South};

/// Ten regiments a side, in rows 2 and 12.
fn armies(setup: &Setup) -> (Table<'_>, [Vec<UnitId>; 2]) {
    let mut table = Table::new(setup);
    let units = [(Side::A, "12", North), (Side::B, "02", South)].map(|(side, row, facing)| {
        (1..=10).map(|column| table.put(side, RIFLES, &format!("{:02}{row}", 2 * column - 1), facing)).collect()
    });
    for side in Side::BOTH {
        table.battle.force_mut(side).break_point = 30;
    }
    (table, units)
}

fn remove(table: &mut Table<'_>, units: &[UnitId]) {
    for unit in units {
        table.battle.remove(*unit, Cause::Hit, &mut table.told);
    }
}

fn end(table: &mut Table<'_>) -> Option<(Option<Side>, &'static str)> {
    let verdict = table.battle.turn_end(&mut table.told);
    verdict.map(|verdict| (verdict.winner, Ending::KEYS[usize::from(verdict.ending)]))
}

#[test]
fn hx_vic_02_an_army_at_its_break_point_loses_after_the_turns_of_grace() {
    for (grace, turns) in [("1", 1), ("2", 2), ("3", 3)] {
        let setup = lay("", &[("victory.grace-turns", grace)]);
        let (mut table, [own, _]) = armies(&setup);
        remove(&mut table, &own[..3]);
        for _ in 1..turns {
            assert_eq!(end(&mut table), None);
        }
        assert_eq!(end(&mut table), Some((Some(Side::B), "break")));
        assert_eq!(table.fired(rule::VIC_02), 1);
    }
    // One good rally saves it.
    let setup = lay("", &[]);
    let (mut table, [own, _]) = armies(&setup);
    for unit in &own[..3] {
        table.routed(*unit);
    }
    assert_eq!(end(&mut table), None);
    table.battle.force_mut(Side::A).routed &= !crate::rulesets::hexcommand::state::bit(own[0]);
    assert_eq!((end(&mut table), table.battle.force(Side::A).broken), (None, 0));
    let off = lay("", &[("victory.grace-turns", "off")]);
    let (mut table, [own, _]) = armies(&off);
    remove(&mut table, &own[..5]);
    assert_eq!([end(&mut table), end(&mut table), end(&mut table)], [None; 3]);
}

/// HX-VIC-01: each side has its own break point.
#[test]
fn hx_vic_01_break_points_may_differ() {
    let setup = lay("", &[("victory.grace-turns", "1")]);
    let (mut table, [own, foes]) = armies(&setup);
    table.battle.force_mut(Side::A).break_point = 40;
    remove(&mut table, &own[..3]);
    remove(&mut table, &foes[..3]);
    assert_eq!(end(&mut table), Some((Some(Side::A), "break")));
}

#[test]
fn hx_vic_03_an_army_without_a_steady_unit_loses() {
    let setup = lay("", &[]);
    let (mut table, [own, foes]) = armies(&setup);
    for unit in &own {
        table.routed(*unit);
    }
    assert_eq!(end(&mut table), Some((Some(Side::B), "wiped-out")));
    // Not while troops are due.
    table.battle.lift(own[0]);
    table.mark(own[0], |force| &mut force.due);
    table.battle.force_mut(Side::A).broken = 0;
    assert_eq!(end(&mut table), None);
    // both, a draw; one, and it loses though the other is broken.
    let (mut table, [own, foes_too]) = armies(&setup);
    remove(&mut table, &own);
    remove(&mut table, &foes_too);
    assert_eq!(end(&mut table), Some((None, "wiped-out")));
    let _ = foes;
}

#[test]
fn hx_trn_11_the_last_turn_is_followed_by_the_count() {
    let setup = lay("", &[("turn.limit", "4"), ("victory.grace-turns", "off")]);
    let (mut table, [own, foes]) = armies(&setup);
    remove(&mut table, &own[..1]);
    table.battle.turn = 3;
    assert_eq!(end(&mut table), None);
    table.battle.turn = 4;
    assert_eq!(end(&mut table), Some((Some(Side::B), "points")));
    table.routed(foes[0]);
    table.routed(foes[1]);
    assert_eq!(end(&mut table), Some((None, "points")));
    assert_eq!((table.fired(rule::TRN_11), table.fired(rule::VIC_05)), (2, 2));
}

#[test]
fn hx_vic_05_points_are_for_what_the_enemy_lost_each_unit_once() {
    let setup = lay("", &[]);
    let (mut table, [own, _]) = armies(&setup);
    let number = table.commander(own[5], 1);
    table.battle.lose_commander(Side::A, number, Fate::Killed, &mut table.told);
    remove(&mut table, &own[..1]);
    table.routed(own[1]);
    let guns = table.put(Side::A, NAPOLEONS, "0510", North);
    table.battle.leave_guns(guns, Side::B);
    table.routed(guns);
    // 2 removed, 1 routed, 2 the battery without its guns, 1 the guns, 1 the commander.
    assert_eq!((table.battle.points(Side::B), table.battle.points(Side::A)), (7, 0));
    for (margin, tie, winner) in [("7", "draw", Some(Side::B)), ("8", "draw", None), ("8", "defender", Some(Side::A))] {
        let mut setup = lay("", &[("victory.draw-margin", margin), ("victory.tie", tie), ("turn.limit", "4")]);
        setup.scenario.attacker = Some(Side::B);
        let mut again = Table::new(&setup);
        again.battle = super::Battle { setup: &setup, ..table.battle.clone() };
        again.battle.turn = 4;
        assert_eq!(end(&mut again), Some((winner, "points")), "{margin} {tie}");
    }
}

#[test]
fn hx_vic_05_both_broken_together_is_for_the_points() {
    let setup = lay("", &[("victory.grace-turns", "1")]);
    let (mut table, [own, foes]) = armies(&setup);
    remove(&mut table, &own[..4]);
    remove(&mut table, &foes[..3]);
    assert_eq!(end(&mut table), Some((Some(Side::B), "break")));
}

#[test]
fn hx_vic_04_objectives_belong_to_who_stands_there_or_stood_there_last() {
    let mut setup = lay("", &[]);
    let hex = setup.field.grid.parse("1107").unwrap();
    setup.scenario.objectives.push(Objective { hex, points: 4, side: None });
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1107", North);
    let guns = table.put(Side::B, NAPOLEONS, "0307", South);
    let foe = table.put(Side::B, RIFLES, "1106", South);
    // An enemy next to it: held now, and not kept.
    table.battle.note_holders();
    assert_eq!((table.battle.holder(0), table.battle.held[0]), (Some(Side::A), None));
    let (away, far) = (table.hex("1112"), table.hex("1101"));
    table.battle.shift(foe, far);
    table.battle.note_holders();
    table.battle.shift(own, away);
    assert_eq!((table.battle.holder(0), table.battle.points(Side::A)), (Some(Side::A), 4));
    // Guns hold nothing; infantry takes it.
    table.battle.shift(guns, hex);
    assert_eq!(table.battle.holder(0), Some(Side::A));
    table.battle.shift(guns, far + 1);
    table.battle.shift(foe, hex);
    assert_eq!((table.battle.holder(0), table.battle.points(Side::B)), (Some(Side::B), 4));
    // Routed it holds nothing.
    table.routed(foe);
    assert_eq!(table.battle.holder(0), Some(Side::A));
}

#[test]
fn hx_vic_04_objectives_of_one_side_and_a_bank() {
    let mut setup = lay("", &[]);
    let hex = setup.field.grid.parse("1107").unwrap();
    let terms = Terms {
        objectives: vec![Objective { hex, points: 3, side: Some(Side::A) }],
        bank: Some(Bank { side: Side::A, rows: 6, units: 2, points: 6 }),
        ..Terms::default()
    };
    setup.scenario = Scene::of(&terms, &setup.field, &setup.rules, Scenario::Historical);
    let mut table = Table::new(&setup);
    table.put(Side::B, RIFLES, "1107", South);
    table.put(Side::A, RIFLES, "1106", North);
    assert_eq!((table.battle.points(Side::A), table.battle.points(Side::B)), (0, 0));
    let second = table.put(Side::A, RIFLES, "0306", North);
    assert_eq!(table.battle.points(Side::A), 6);
    table.routed(second);
    assert_eq!(table.battle.points(Side::A), 0);
}
