//! Batteries in contact: canister, captures, and what comes before what.

use super::*;

#[test]
fn hx_art_09_canister_comes_first_and_through_the_front() {
    let setup = lay("", &[]);
    // Class B hits without dice; class A on red.
    for (guns, dice, hits) in [(NAPOLEONS, &[][..], 1), (RIFLED, &[RED][..], 1), (RIFLED, &[BLUE][..], 0)] {
        let (mut table, own, foe) = duel(&setup, RIFLES, guns);
        table.contact(own, foe, 0);
        table.begin_melee();
        assert_eq!((table.battle.decision, table.battle.decider), (Decision::Canister, Side::B));
        table.choose(Choice::Canister { target: own }, dice);
        assert_eq!((table.state(own).0, table.fired(rule::ART_09)), (hits, 1));
        assert_eq!(table.battle.decision, Decision::Melee);
    }
    // A flank attack suffers none; mortars have none.
    for (guns, facing) in [(NAPOLEONS, North), ("trained-battery:mortar", South)] {
        let (mut table, own, foe) = duel(&setup, RIFLES, guns);
        table.battle.unit_mut(foe).facing = facing;
        table.contact(own, foe, 0);
        table.begin_melee();
        assert_eq!(table.battle.decision, Decision::Melee, "{guns}");
    }
    let fired = lay("", &[("artillery.canister", "if-not-fired")]);
    let (mut table, own, foe) = duel(&fired, RIFLES, NAPOLEONS);
    table.mark(foe, |force| &mut force.fired);
    table.contact(own, foe, 0);
    table.begin_melee();
    assert_eq!(table.battle.decision, Decision::Melee);
    let _ = own;
}

#[test]
fn hx_art_09_canister_may_kill_the_commander_or_rout_the_attacker() {
    let setup = lay("", &[]);
    let (mut table, own, foe) = duel(&setup, RIFLES, NAPOLEONS);
    table.commander(own, 1);
    table.contact(own, foe, 0);
    table.begin_melee();
    table.choose(Choice::Canister { target: own }, &[RED_H]);
    assert_eq!((table.state(own).0, table.battle.unit(own).commander), (0, NOBODY));
    let (mut table, own, foe) = duel(&setup, RIFLES, NAPOLEONS);
    table.hits(own, 2);
    table.contact(own, foe, 0);
    table.begin_melee();
    table.choose(Choice::Canister { target: own }, &[]);
    assert!(table.battle.is_routed(own) && table.battle.contacts.is_empty());
    assert!(!table.battle.force(Side::B).crews.contains(foe));
}

#[test]
fn hx_art_10_guns_are_captured_and_the_crew_steps_back() {
    let setup = lay("", &[]);
    let (mut table, own, foe) = duel(&setup, RIFLES, NAPOLEONS);
    table.commander(foe, 1);
    table.contact(own, foe, 0);
    table.begin_melee();
    table.choose(Choice::Canister { target: own }, &[]);
    table.proceed(&[4]);
    assert_eq!((table.at(foe).as_str(), table.at(own).as_str()), ("1105", "1106"));
    let state = table.battle.unit(foe);
    assert_eq!((state.guns, state.holder, state.shots), (table.hex("1106"), Side::A, 4));
    // the commander goes with the crew.
    assert_eq!(state.commander, 0);
    assert_eq!((table.fired(rule::ART_10), table.fired(rule::ART_12)), (1, 1));
    assert_eq!(table.battle.captured_guns(own), Some(foe));
    // The captor may turn, and contact whom it met.
    assert_eq!(table.battle.decision, Decision::Advance);
    assert!(table.choices().iter().all(|choice| matches!(choice, Choice::Face { .. })));
}

#[test]
fn hx_art_13_limbered_guns_are_captured_without_canister() {
    let setup = lay("", &[]);
    let (mut table, own, foe) = duel(&setup, RIFLES, NAPOLEONS);
    table.mark(foe, |force| &mut force.limbered);
    table.contact(own, foe, 0);
    table.begin_melee();
    table.proceed(&[]);
    assert!(table.is_gone(foe));
    assert_eq!((table.causes(), table.battle.unit(foe).holder), (vec!["captured".to_owned()], Side::A));
    assert_eq!(table.state(own).0, 0);
}

/// batteries are taken before routed enemies are rolled for, whatever the order of the list.
#[test]
fn hx_art_10_batteries_are_taken_before_routed_enemies_are_rolled_for() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1107", North);
    let router = table.put(Side::B, RIFLES, "1206", North);
    let guns = table.put(Side::B, NAPOLEONS, "1106", South);
    table.routed(router);
    table.contact(own, router, 0);
    table.contact(own, guns, 0);
    table.begin_melee();
    table.choose(Choice::Canister { target: own }, &[]);
    table.proceed(&[6, RED]);
    assert_eq!((table.battle.unit(guns).shots, table.is_gone(router)), (6, true));
}
