//! What follows a round: advances, turns, new contacts, routed enemies.

use super::*;

#[test]
fn hx_mel_12_a_second_enemy_pins_the_winner() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1107", North);
    let foes = ["1106", "1206"].map(|hex| table.put(Side::B, RIFLES, hex, South));
    table.hits(foes[0], 2);
    for foe in foes {
        table.contact(own, foe, 0);
    }
    table.begin_melee();
    table.choose(Choice::Primary { unit: own, enemy: foes[0] }, &[]);
    table.proceed(&[RED, BLUE, BLUE, BLUE]);
    assert!(table.battle.is_routed(foes[0]));
    assert_ne!(table.battle.decision, Decision::Advance);
    assert_eq!((table.at(own).as_str(), table.fired(rule::MEL_12)), ("1107", 1));
}

#[test]
fn hx_mel_16_the_winner_advances_or_turns() {
    let setup = lay("", &[]);
    let won = |own_kind: &str, foe_kind: &str| {
        let (mut table, own, foe) = duel(&setup, own_kind, foe_kind);
        table.hits(foe, 2);
        table.contact(own, foe, 0);
        table.begin_melee();
        table.proceed(&[RED, BLUE]);
        (table, own, foe)
    };
    let (mut table, own, foe) = won(RIFLES, RIFLES);
    assert_eq!(
        (table.battle.decision, table.battle.decider, table.at(foe).as_str()),
        (Decision::Advance, Side::A, "1103")
    );
    assert_eq!(table.choices().len(), 12);
    table.choose(Choice::Advance { facing: NorthEast }, &[]);
    assert_eq!((table.at(own).as_str(), table.battle.unit(own).facing), ("1106", NorthEast));
    assert_eq!(table.fired(rule::MEL_16), 1);
    let (mut table, own, _) = won(RIFLES, RIFLES);
    table.choose(Choice::Face { facing: South }, &[]);
    assert_eq!((table.at(own).as_str(), table.battle.unit(own).facing), ("1107", South));
    // Infantry do not pursue cavalry.
    let (table, ..) = won(RIFLES, CAVALRY);
    assert_eq!(table.refused(Choice::Advance { facing: North }), "HX-MEL-16");
    let (table, ..) = won(CAVALRY, CAVALRY);
    assert!(table.battle.check(Choice::Advance { facing: North }).is_ok());
}

#[test]
fn hx_mel_16_cavalry_does_not_advance_into_works_and_one_of_several_goes() {
    let setup = lay("[terrain]\nredoubt = \"1106\"", &[]);
    let mut table = Table::new(&setup);
    let own = ["1107", "1207"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    table.battle.unit_mut(own[1]).facing = Direction::NorthWest;
    let foe = table.put(Side::B, RIFLES, "1106", South);
    let _ = foe;
    table.hits(foe, 2);
    // 1207 is no neighbour of 1106: only the first fights.
    table.contact(own[0], foe, 0);
    table.begin_melee();
    table.proceed(&[RED, BLUE]);
    assert!(table.battle.check(Choice::Advance { facing: North }).is_ok());
    let open = lay("", &[]);
    let mut table = Table::new(&open);
    let own = [("1107", North), ("1206", SouthWest)].map(|(hex, facing)| table.put(Side::A, RIFLES, hex, facing));
    table.battle.unit_mut(own[1]).facing = Direction::NorthWest;
    let foe = table.put(Side::B, RIFLES, "1106", South);
    table.hits(foe, 2);
    for unit in own {
        table.contact(unit, foe, 0);
    }
    table.begin_melee();
    table.choose(Choice::Primary { unit: foe, enemy: own[0] }, &[]);
    // The lot falls on the second; the first may turn alone.
    table.proceed(&[RED, BLUE, BLUE, BLUE, 1]);
    assert!(table.choices().iter().all(|choice| matches!(choice, Choice::Face { .. })));
    table.choose(Choice::Face { facing: North }, &[]);
    assert!(table.choices().iter().any(|choice| matches!(choice, Choice::Advance { .. })));
}

#[test]
fn hx_mel_17_an_advance_into_new_contact_gives_a_choice() {
    for (switch, asks) in [("optional", true), ("mandatory", false)] {
        let setup = lay("", &[("melee.advance-contact", switch)]);
        let (mut table, own, foe) = duel(&setup, RIFLES, RIFLES);
        let next = table.put(Side::B, RIFLES, "1205", SouthWest);
        table.hits(foe, 2);
        table.contact(own, foe, 0);
        table.begin_melee();
        table.proceed(&[RED, BLUE]);
        table.choose(Choice::Advance { facing: North }, &[]);
        assert_eq!(table.battle.decision == Decision::AdvanceContact, asks, "{switch}");
        if asks {
            assert_eq!(table.choices(), [Choice::Contact { enemy: next }, Choice::Done]);
            table.choose(Choice::Contact { enemy: next }, &[]);
        }
        // fought in the next melee step.
        assert_eq!(table.battle.contacts.len(), 1);
        assert_eq!((table.battle.contacts[0].rounds, table.fired(rule::MEL_17)), (0, 1));
    }
}

#[test]
fn hx_mel_20_a_routed_enemy_in_contact_is_destroyed_or_runs() {
    let setup = lay("", &[]);
    for (face, gone) in [(RED, true), (BLUE, false)] {
        let (mut table, own, foe) = duel(&setup, RIFLES, RIFLES);
        table.battle.unit_mut(foe).facing = North;
        table.routed(foe);
        let number = table.commander(foe, 1);
        table.contact(own, foe, 0);
        table.begin_melee();
        table.proceed(&[face]);
        assert_eq!(table.is_gone(foe), gone);
        // its commander is captured either way, and nobody advances.
        assert_eq!(table.battle.commander(Side::B, number).fate, Fate::Captured);
        assert_ne!(table.battle.decision, Decision::Advance);
        assert_eq!(table.at(foe).as_str(), if gone { "" } else { "1103" });
        assert_eq!(table.fired(rule::MEL_20), 1);
    }
}

/// whoever fought has no zone against those whom it has just beaten.
#[test]
fn hx_rou_04_the_winner_does_not_run_its_enemy_down() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1107", North);
    let foe = table.put(Side::B, RIFLES, "1106", SouthEast);
    table.put(Side::B, RIFLES, "2101", South);
    table.hits(foe, 2);
    table.contact(own, foe, 0);
    table.begin_melee();
    // It runs north-west through 1005, which is no front hex of 1107; a fresh enemy there would matter.
    table.proceed(&[RED, BLUE]);
    assert!(table.battle.is_routed(foe) && !table.is_gone(foe));
}

#[test]
fn hx_mel_16_chargers_may_advance_after_fire_where_that_is_played() {
    for (switch, goes) in [("off", false), ("on", true)] {
        let setup = lay("", &[("melee.advance-after-fire", switch)]);
        let (mut table, own, foe) = duel(&setup, RIFLES, RIFLES);
        table.hits(foe, 2);
        table.contact(own, foe, 0);
        table.begin_fire();
        table.done();
        table.shoot(own, foe, &[]);
        table.proceed(&[]);
        assert_eq!(table.battle.decision == Decision::Advance, goes, "{switch}");
        if goes {
            table.choose(Choice::Advance { facing: North }, &[]);
            assert_eq!(table.at(own), "1106");
        }
        // HX-MEL-04: no melee was fought.
        assert_eq!(table.fired(rule::MEL_04), 0);
    }
}
