use super::*;
use crate::game::Player;
use crate::game::doctrine_book::Policy;
use crate::rulesets::hexcommand::doctrine_book::DoctrineBook;
use crate::rulesets::hexcommand::state::{Phase, Setup, Step};
use crate::rulesets::hexcommand::test_position::{setup as lay, *};
use crate::tabletop::hex::flat::Direction::{North, South};

fn script(setup: &Setup) -> ScriptedPlayer {
    match DoctrineBook::built_in().script("echelon") {
        Ok(Policy::Weighted(weights)) => ScriptedPlayer::new(setup, weights),
        other => panic!("{other:?}"),
    }
}

/// All shots that the script takes in the fire step of the side that is not phasing, every one a hit.
fn shots(table: &mut Table<'_>) -> Vec<(UnitId, UnitId)> {
    let (mut player, mut chance) = (script(table.battle.setup), SeededDice::from_key(1));
    let mut all = Vec::new();
    table.begin_fire();
    while table.battle.decider == Side::B {
        match player.choose(&table.battle, &mut chance) {
            Choice::Shoot { unit, target, .. } => all.push((unit, target)),
            _ => break,
        }
        let (unit, target) = *all.last().unwrap();
        table.choose_with(Choice::Shoot { unit, target, captured: false }, &mut SeededDice::from_key(all.len() as u64));
    }
    all
}

/// Who has one target fires at it first; who has two then goes where nobody has fired (pitfall 8).
#[test]
fn units_with_one_target_come_first() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let left = table.put(Side::A, RIFLES, "0908", North);
    let right = table.put(Side::A, RIFLES, "1108", North);
    // In the middle: both are at the same distance. The other one sees the left one alone.
    let middle = table.put(Side::B, RIFLES, "1006", South);
    let wing = table.put(Side::B, RIFLES, "0806", South);
    assert_eq!(
        table.battle.range(table.hex("1006"), table.hex("0908")),
        table.battle.range(table.hex("1006"), table.hex("1108"))
    );
    assert_eq!(shots(&mut table), [(wing, left), (middle, right)]);
}

#[test]
fn a_hit_that_routs_is_worth_more_than_one_on_a_fresh_unit() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    table.put(Side::A, RIFLES, "0908", North);
    let hurt = table.put(Side::A, RIFLES, "1108", North);
    table.hits(hurt, 2);
    let middle = table.put(Side::B, RIFLES, "1006", South);
    assert_eq!(shots(&mut table), [(middle, hurt)]);
}

/// A routed unit that could rally is worth more than a hit on a fresh one (pitfall 21).
#[test]
fn a_routed_unit_is_shot_at_again() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    table.put(Side::A, RIFLES, "0908", North);
    let routed = table.put(Side::A, RIFLES, "1108", South);
    table.routed(routed);
    let middle = table.put(Side::B, RIFLES, "1006", South);
    assert_eq!(shots(&mut table), [(middle, routed)]);
}

/// Before a melee a bystander helps the friend who is in it: one hit more decides it (what wins games).
#[test]
fn the_enemy_in_contact_is_softened_up() {
    // The riders do not fire: from the second shot on nobody may have had a choice.
    let setup = lay("", &[("fire.mounted-cavalry", "off")]);
    let mut table = Table::new(&setup);
    let charged = table.put(Side::A, RIFLES, "0908", North);
    table.put(Side::A, RIFLES, "1108", North);
    let middle = table.put(Side::B, RIFLES, "1006", South);
    let friend = table.put(Side::B, CAVALRY, "0808", South);
    assert_eq!(table.battle.range(table.hex("0808"), table.hex("0908")), 1);
    table.contact(friend, charged, 0);
    let all = shots(&mut table);
    assert!(all.contains(&(middle, charged)), "{all:?}");
}

/// A battery out of turn waits for a shot at color or better.
#[test]
fn batteries_wait_for_a_good_shot() {
    for (hex, fires) in [("1103", false), ("1104", true)] {
        let setup = lay("", &[("turn.system", "activation")]);
        let mut table = Table::new(&setup);
        table.put(Side::A, RIFLES, hex, South);
        table.put(Side::B, NAPOLEONS, "1108", North);
        (table.battle.phase, table.battle.step) = (Phase::Movement, Step::Opportunity);
        assert!(table.battle.begin_opportunity(&mut table.told), "{hex}");
        let choice = script(&setup).choose(&table.battle, &mut SeededDice::from_key(1));
        assert_eq!(matches!(choice, Choice::Shoot { .. }), fires, "{hex}: {choice:?}");
    }
}
