use super::*;
use crate::game::doctrine_book::Policy;
use crate::game::{Player, Side};
use crate::rulesets::hexcommand::choices::March;
use crate::rulesets::hexcommand::doctrine_book::DoctrineBook;
use crate::rulesets::hexcommand::state::{Decision, Setup};
use crate::rulesets::hexcommand::test_position::{setup as lay, *};
use crate::tabletop::hex::flat::Direction::{North, NorthEast, South};

fn choose(table: &Table<'_>, doctrine: &str) -> Choice {
    let setup: &Setup = table.battle.setup;
    match DoctrineBook::built_in().script(doctrine) {
        Ok(Policy::Weighted(weights)) => {
            ScriptedPlayer::new(setup, weights).choose(&table.battle, &mut SeededDice::from_key(1))
        }
        other => panic!("{other:?}"),
    }
}

/// A unit of side A beside an enemy, after a move in which it stayed where it was.
fn beside<'s>(setup: &'s Setup, facing: Direction, hits: u8) -> (Table<'s>, UnitId) {
    let mut table = Table::new(setup);
    let own = table.put(Side::A, RIFLES, "1107", North);
    let foe = table.put(Side::B, RIFLES, "1106", facing);
    table.hits(foe, hits);
    table.battle.decision = Decision::March;
    table.choose(Choice::March(March::stay(own, North)), &[]);
    assert_eq!(table.battle.decision, Decision::Contact);
    (table, foe)
}

/// A fresh front is not charged singly; a unit that was hit is, by who is bold enough, and a flank by everybody (pitfall 2).
#[test]
fn hit_first_charge_after() {
    let setup = lay("", &[("zoc.contact", "declare")]);
    for (facing, hits, doctrine, charges) in [
        (South, 0, "column-assault", false),
        (South, 1, "echelon", true),
        (South, 1, "firing-line", false),
        (North, 0, "firing-line", true),
    ] {
        let (table, enemy) = beside(&setup, facing, hits);
        let expected = if charges { Choice::Contact { enemy } } else { Choice::Done };
        assert_eq!(choose(&table, doctrine), expected, "{doctrine}, {facing:?}, {hits} hits");
    }
}

/// An army that is about to break asks for better odds.
#[test]
fn who_is_about_to_break_is_careful() {
    let setup = lay("", &[("zoc.contact", "declare")]);
    let (mut table, enemy) = beside(&setup, South, 1);
    let own = table.battle.march.mover;
    table.hits(own, 1);
    let asked = |table: &Table<'_>| choose(table, "column-assault");
    assert_eq!(asked(&table), Choice::Done, "even odds");
    table.hits(enemy, 2);
    table.hits(own, 2);
    // Both rout by one hit: the shots at one hex are sure, and nobody wins.
    assert_eq!(asked(&table), Choice::Done);
    table.hits(own, 0);
    assert_eq!(asked(&table), Choice::Contact { enemy });
}

/// A lone enemy gets the sturdiest as his primary one, so that the others take TE alone.
#[test]
fn the_sturdiest_is_the_primary_enemy() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let hurt = table.put(Side::A, RIFLES, "1107", North);
    let fresh = table.put(Side::A, RIFLES, "1007", NorthEast);
    let foe = table.put(Side::B, RIFLES, "1106", South);
    table.hits(hurt, 2);
    table.contact(hurt, foe, 0);
    table.contact(fresh, foe, 0);
    table.begin_melee();
    assert_eq!((table.battle.decision, table.battle.decider), (Decision::Primary, Side::A));
    assert_eq!(choose(&table, "echelon"), Choice::Primary { unit: foe, enemy: fresh });
}

/// The enemy who is nearest to his rout is the primary one of a lone unit.
#[test]
fn a_lone_unit_strikes_at_the_weakest() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1107", North);
    let fresh = table.put(Side::B, RIFLES, "1106", South);
    let hurt = table.put(Side::B, RIFLES, "1207", South);
    table.hits(hurt, 2);
    table.contact(own, fresh, 0);
    table.contact(hurt, own, 0);
    table.begin_melee();
    assert_eq!(table.battle.decision, Decision::Primary);
    assert_eq!(choose(&table, "echelon"), Choice::Primary { unit: own, enemy: hurt });
}

/// A winner goes in, but not out of cover into the fire of others (pitfall 11).
#[test]
fn a_winner_stays_in_cover() {
    for (ground, goes) in [("", true), ("[terrain]\nforest = \"1107\"\n", false)] {
        let setup = lay(ground, &[]);
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, RIFLES, "1107", North);
        let foe = table.put(Side::B, RIFLES, "1106", South);
        table.put(Side::B, RIFLES, "1103", South);
        table.hits(foe, 2);
        table.contact(own, foe, 1);
        table.begin_melee();
        table.proceed(&[2, 5]);
        assert_eq!(table.battle.decision, Decision::Advance, "{ground}");
        let choice = choose(&table, "echelon");
        assert_eq!(matches!(choice, Choice::Advance { facing: North }), goes, "{ground}: {choice:?}");
    }
}

#[test]
fn skirmishers_run_and_rallied_units_face_the_enemy() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1109", South);
    table.put(Side::B, RIFLES, "1105", South);
    table.battle.force_mut(Side::A).to_face |= crate::rulesets::hexcommand::state::bit(own);
    (table.battle.decision, table.battle.decider) = (Decision::Face, Side::A);
    assert_eq!(choose(&table, "echelon"), Choice::Face { facing: North });
    table.battle.decision = Decision::Evade;
    assert_eq!(choose(&table, "echelon"), Choice::Rout);
}
