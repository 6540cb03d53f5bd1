use super::*;
use crate::dice::ScriptedDice;
use crate::rulesets::hexcommand::test_position::{setup as lay, *};
use crate::tabletop::hex::flat::Direction::{North, South};

#[test]
fn hx_art_11_the_crew_steps_straight_back_or_away_or_is_lost() {
    let setup = lay("", &[]);
    let back = |friends: &[&str], dice: &[u8]| {
        let mut table = Table::new(&setup);
        let guns = table.put(Side::B, NAPOLEONS, "1106", South);
        let own = table.put(Side::A, RIFLES, "1107", North);
        for hex in friends {
            table.put(Side::B, WAGON, hex, South);
        }
        table.contact(own, guns, 0);
        table.battle.leave_guns(guns, Side::A);
        let mut script = ScriptedDice::new(dice);
        table.battle.crew_steps_back(guns, own, &mut script, &mut table.told);
        script.finish().unwrap();
        table.at(guns)
    };
    assert_eq!(back(&[], &[]), "1105");
    // 1005 and 1205 are two hexes from the enemy: the lot decides, in the order of the compass.
    assert_eq!(back(&["1105"], &[0]), "1205");
    assert_eq!(back(&["1105"], &[1]), "1005");
    assert_eq!(back(&["1105", "1005", "1205"], &[0]), "1206");
    assert_eq!(back(&["1105", "1005", "1205", "1006", "1206"], &[]), "");
}

#[test]
fn hx_art_11_the_crew_mans_its_guns_again_with_its_hits() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let guns = table.put(Side::B, NAPOLEONS, "1106", South);
    table.hits(guns, 1);
    table.battle.leave_guns(guns, Side::A);
    assert_eq!(table.battle.unmanned_guns(table.hex("1106")), Some(guns));
    assert!(table.battle.profile(guns).all_round && table.battle.may_fire(guns, false).is_err());
    table.battle.man_guns(guns, &mut table.told);
    let state = table.battle.unit(guns);
    assert_eq!((state.hits, state.guns, state.holder), (1, NOWHERE, Side::B));
    assert!(table.battle.may_fire(guns, false).is_ok());
}

/// a crew in contact steps back again, or is destroyed where that is played.
#[test]
fn hx_art_11_a_crew_in_contact() {
    for (switch, end) in [("step-back", "1104"), ("destroyed", "")] {
        let setup = lay("", &[("artillery.crew-contact", switch)]);
        let mut table = Table::new(&setup);
        let guns = table.put(Side::B, NAPOLEONS, "1105", South);
        let own = table.put(Side::A, RIFLES, "1106", North);
        let hex = table.hex("1106");
        table.battle.leave_guns(guns, Side::A);
        table.battle.unit_mut(guns).guns = hex;
        let mut script = ScriptedDice::new(&[]);
        table.battle.crew_steps_back(guns, own, &mut script, &mut table.told);
        script.finish().unwrap();
        assert_eq!(table.at(guns), end, "{switch}");
    }
}

/// guns belong to who stands there, else to the side that stood there last.
#[test]
fn hx_art_12_guns_change_hands_and_horses_are_lost() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let guns = table.put(Side::B, NAPOLEONS, "1106", South);
    let riders = table.put(Side::B, DRAGOONS, "1104", South);
    let own = table.put(Side::A, RIFLES, "1107", North);
    let hex = table.hex("1106");
    table.battle.leave_guns(guns, Side::B);
    let away = table.hex("1101");
    table.battle.shift(guns, away);
    table.battle.unit_mut(riders).horses = hex;
    table.battle.shift(own, hex);
    table.battle.enter_hex(own, &mut table.told);
    assert_eq!((table.battle.unit(guns).holder, table.battle.unit(riders).horses), (Side::A, NOWHERE));
    assert_eq!(table.fired(rule::MOV_13), 1);
    // Not rolled for, so good for nothing.
    assert_eq!(table.battle.captured_guns(own), None);
}

#[test]
fn hx_mov_10_guns_that_never_move_once_unlimbered() {
    let setup = lay("", &[]);
    let old = lay("", &[("era", "pike-and-shot")]);
    for (setup, kind, fixed) in
        [(&setup, NAPOLEONS, false), (&setup, "trained-battery:siege-mortar", true), (&old, NAPOLEONS, true)]
    {
        let mut table = Table::new(setup);
        let guns = table.put(Side::A, kind, "1107", North);
        assert_eq!(table.battle.is_fixed(guns), fixed, "{kind}");
        table.mark(guns, |force| &mut force.limbered);
        assert!(!table.battle.is_fixed(guns));
    }
    // HX-ERA-02: rare ones do.
    let mut table = Table::new(&old);
    let guns = table.put(Side::A, NAPOLEONS, "1107", North);
    table.mark(guns, |force| &mut force.rare);
    assert!(!table.battle.is_fixed(guns));
}
