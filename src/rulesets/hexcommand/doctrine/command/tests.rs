use super::*;
use crate::game::Player;
use crate::game::doctrine_book::Policy;
use crate::rulesets::hexcommand::choices::Order::{Attack, Hold};
use crate::rulesets::hexcommand::doctrine_book::DoctrineBook;
use crate::rulesets::hexcommand::state::{Force, Step};
use crate::rulesets::hexcommand::test_position::{setup as lay, *};
use crate::tabletop::hex::flat::Direction::{North, South};

fn choose(table: &Table<'_>, doctrine: &str) -> Choice {
    match DoctrineBook::built_in().script(doctrine) {
        Ok(Policy::Weighted(weights)) => {
            ScriptedPlayer::new(table.battle.setup, weights).choose(&table.battle, &mut SeededDice::from_key(1))
        }
        other => panic!("{other:?}"),
    }
}

/// Side A has a commander in hand, and a few units at the back to be commanded.
fn in_hand(table: &mut Table<'_>, step: Step, decision: Decision) -> CommanderId {
    let back = table.put(Side::A, RIFLES, "0112", North);
    for hex in ["0212", "0312", "0412", "0512"] {
        table.put(Side::A, RIFLES, hex, North);
    }
    let commander = table.commander(back, 1);
    table.battle.detach(Side::A, commander);
    (table.battle.step, table.battle.decision, table.battle.decider) = (step, decision, Side::A);
    commander
}

/// Who can come back out of the enemy's reach gets him first, who is hurt next, and nobody under the fire of three rifles
/// (pitfalls 6 and 18).
#[test]
fn commanders_go_where_they_are_needed_and_safe() {
    for near in [false, true] {
        let setup = lay("", &[]);
        let mut table = Table::new(&setup);
        let commander = in_hand(&mut table, Step::Commanders, Decision::Attach);
        let hurt = table.put(Side::A, RIFLES, if near { "1107" } else { "1112" }, North);
        table.hits(hurt, 2);
        // It cannot step back.
        table.battle.unit_mut(hurt).te = 3;
        for hex in ["1004", "1104", "1204"] {
            table.put(Side::B, RIFLES, hex, South);
        }
        let expected = if near { Choice::Done } else { Choice::Attach { commander, unit: hurt } };
        assert_eq!(choose(&table, "echelon"), expected, "near: {near}");
    }
}

/// The last commander waits in hand for a routed unit, whose turn is later in the step.
#[test]
fn a_routed_unit_comes_before_a_hurt_one() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let commander = in_hand(&mut table, Step::Commanders, Decision::Attach);
    let hurt = table.put(Side::A, RIFLES, "1112", North);
    table.hits(hurt, 1);
    let routed = table.put(Side::A, RIFLES, "1512", South);
    table.routed(routed);
    table.put(Side::B, RIFLES, "1102", South);
    assert_eq!(choose(&table, "echelon"), Choice::Done);
    (table.battle.step, table.battle.decision) = (Step::RoutedCommanders, Decision::AttachRouted);
    assert_eq!(choose(&table, "echelon"), Choice::Attach { commander, unit: routed });
}

/// A brigade that holds far from the enemy is sent forward; one of a defender that has him before it stays.
#[test]
fn orders_change_where_that_pays() {
    let setup = lay("", &[("cvs.mode", "random")]);
    let mut table = Table::new(&setup);
    in_hand(&mut table, Step::Orders, Decision::Order);
    let force: &mut Force = table.battle.force_mut(Side::A);
    (force.groups, force.changes) = (1, 3);
    table.battle.groups[0][0].order = Hold;
    table.put(Side::B, RIFLES, "1102", South);
    let change = Choice::ChangeOrder { group: 0, order: Attack, supports: 0 };
    assert_eq!(choose(&table, "echelon"), change, "{:?}", table.choices());
    table.battle.groups[0][0].order = Attack;
    assert_eq!(choose(&table, "echelon"), Choice::Done);
}
