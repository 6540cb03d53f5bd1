//! Zones of control, contacts, and what is settled at once.

use super::*;

#[test]
fn hx_zoc_01_to_03_front_hexes_stop_and_may_be_left() {
    let setup = setup("", &[]);
    let (mut table, unit) = alone(&setup, RIFLES, "1109");
    let enemy = table.put(Side::B, RIFLES, "1106", South);
    let zone: Vec<String> = setup
        .field
        .grid
        .hexes()
        .filter(|hex| table.battle.in_enemy_zone(Side::A, *hex))
        .map(|hex| table.battle.spot(hex))
        .filter(|number| number.starts_with("10") || number.starts_with("11") || number.starts_with("12"))
        .collect();
    assert_eq!(zone, ["1006", "1107", "1206"], "the three front hexes");
    assert_eq!(refusal(&table, go(&table, unit, &["1108", "1107", "1206"])), "HX-ZOC-03");
    // An unused turn is still allowed, and who begins in a zone may leave it and enter another hex of it.
    assert!(legal(&table, March { end: NorthEast, ..go(&table, unit, &["1108", "1107"]) }));
    let inside = table.put(Side::A, RIFLES, "1206", North);
    assert!(legal(&table, turned(go(&table, inside, &["1307"]), SouthEast)));
    // HX-ZOC-02
    for spoil in ["hit", "te", "melee", "routed"] {
        let mut other = Table::new(&setup);
        let foe = other.put(Side::B, RIFLES, "1106", South);
        let mine = other.put(Side::A, RIFLES, "1105", South);
        assert!(other.battle.has_zone(foe));
        match spoil {
            "hit" => other.hits(foe, 1),
            "te" => other.battle.unit_mut(foe).te = 3,
            "melee" => other.contact(mine, foe, 1),
            _ => other.routed(foe),
        }
        assert!(!other.battle.has_zone(foe), "{spoil}");
    }
    table.contact(unit, enemy, 0);
    assert!(table.battle.has_zone(enemy), "contact alone does not take it (R-136)");
}

#[test]
fn hx_zoc_05_who_cannot_melee_keeps_out_and_who_can_must_face() {
    let usual = setup("", &[]);
    for kind in [WAGON, SKIRMISHERS, DRAGOONS] {
        let (mut table, unit) = alone(&usual, kind, "1108");
        table.put(Side::B, RIFLES, "1106", South);
        assert_eq!(refusal(&table, go(&table, unit, &["1107"])), "HX-ZOC-05", "{kind}");
    }
    let (mut table, unit) = alone(&usual, RIFLES, "1108");
    table.put(Side::B, RIFLES, "1106", South);
    assert_eq!(refusal(&table, March { end: South, ..go(&table, unit, &["1107"]) }), "HX-ZOC-05");
    // its turn is spent, so it offers its flank.
    let aside = table.put(Side::A, RIFLES, "1006", North);
    let east = turned(go(&table, aside, &["1107"]), SouthEast);
    assert!(legal(&table, east));
    make!(table, east);
    assert!(!table.battle.in_contact(aside), "and owes nothing to an enemy out of its arc");
    let free = setup("", &[("zoc.contact", "declare")]);
    let (mut table, unit) = alone(&free, RIFLES, "1108");
    table.put(Side::B, RIFLES, "1106", South);
    assert!(legal(&table, March { end: South, ..go(&table, unit, &["1107"]) }), "HX-ZOC-08");
}

#[test]
fn hx_zoc_04_entered_zones_bind_to_melee() {
    let usual = setup("", &[]);
    let (mut table, unit) = alone(&usual, RIFLES, "1109");
    let ahead = table.put(Side::B, RIFLES, "1106", South);
    let aside = table.put(Side::B, RIFLES, "1005", SouthEast);
    make!(table, go(&table, unit, &["1108", "1107"]));
    let foes: Vec<UnitId> = table.battle.foes(unit).collect();
    assert_eq!(foes, [ahead], "the other one's zone does not reach there");
    assert!(!table.battle.in_contact(aside));
    // Two zones, two melees.
    let (mut table, unit) = alone(&usual, RIFLES, "1109");
    let one = table.put(Side::B, RIFLES, "1106", South);
    let two = table.put(Side::B, RIFLES, "1006", SouthEast);
    make!(table, go(&table, unit, &["1108", "1107"]));
    let mut foes: Vec<UnitId> = table.battle.foes(unit).collect();
    foes.sort_unstable();
    assert_eq!(foes, [one, two]);
    assert_eq!(table.fired(rule::ZOC_04), 2);
    // An enemy with a hit has no zone; it is a choice (HX-ZOC-06).
    let (mut table, unit) = alone(&usual, RIFLES, "1109");
    let hurt = table.put(Side::B, RIFLES, "1106", South);
    table.hits(hurt, 1);
    make!(table, go(&table, unit, &["1108", "1107"]));
    assert!(!table.battle.in_contact(unit));
    assert_eq!(table.battle.decision, Decision::Contact);
    table.choose(Choice::Contact { enemy: hurt }, &[]);
    assert!(table.battle.in_contact(unit));
    // What turns cost is no longer left to go uphill.
    for (cost, bound) in [("0", true), ("1", false)] {
        let hill = setup("hills = [{ level = 1, hexes = \"1106\" }]", &[("movement.facing-cost", cost)]);
        let (mut table, unit) = alone(&hill, RIFLES, "1109");
        table.put(Side::B, RIFLES, "1106", South);
        table.battle.unit_mut(unit).facing = NorthEast;
        make!(table, turned(go(&table, unit, &["1108", "1107"]), North));
        assert_eq!(table.battle.in_contact(unit), bound, "{cost}");
    }
    // HX-ZOC-08
    let free = setup("", &[("zoc.contact", "declare")]);
    let (mut table, unit) = alone(&free, RIFLES, "1109");
    table.put(Side::B, RIFLES, "1106", South);
    make!(table, go(&table, unit, &["1108", "1107"]));
    assert!(!table.battle.in_contact(unit) && table.battle.decision == Decision::Contact);
    table.done();
    assert!(!table.battle.in_contact(unit));
}

#[test]
fn hx_zoc_07_the_obligation_stands_whatever_fire_does() {
    let setup = setup("", &[]);
    let (mut table, unit) = alone(&setup, RIFLES, "1109");
    let enemy = table.put(Side::B, RIFLES, "1106", South);
    make!(table, go(&table, unit, &["1108", "1107"]));
    table.battle.suffer(enemy, 1, 0, &mut table.told);
    assert!(!table.battle.has_zone(enemy) && table.battle.in_contact(unit));
}

#[test]
fn hx_mel_01_and_02_terrain_and_slopes_refuse_melee() {
    let ground = "hills = [{ level = 1, hexes = \"1106\" }]\n[terrain]\nforest = \"0906\"";
    let setup = setup(ground, &[]);
    let (mut table, unit) = alone(&setup, RIFLES, "1110");
    let above = table.put(Side::B, RIFLES, "1106", South);
    // Three hexes leave nothing for the slope: no melee is forced, and none is allowed.
    make!(table, go(&table, unit, &["1109", "1108", "1107"]));
    assert!(!table.battle.in_contact(unit));
    assert_eq!(table.battle.check_melee(unit, above, 0, true).unwrap_err().rule, "HX-MEL-02");
    let near = table.put(Side::A, RIFLES, "1108", North);
    table.battle.lift(unit);
    make!(table, go(&table, near, &["1107"]));
    assert!(table.battle.in_contact(near), "with movement left it must");
    let (mut table, riders) = alone(&setup, CAVALRY, "0907");
    let hidden = table.put(Side::B, RIFLES, "0906", South);
    assert_eq!(
        table.battle.check_melee(riders, hidden, 5, false).unwrap_err().rule,
        "HX-MEL-01",
        "no cavalry in forest"
    );
    let behind = table.put(Side::B, RIFLES, "0908", North);
    assert_eq!(table.battle.check_melee(riders, behind, 5, false).unwrap_err().rule, "HX-MEL-01", "not in its front");
}

#[test]
fn hx_mel_18_and_19_withdrawal_from_melee() {
    let off = setup("", &[]);
    let on = setup("", &[("melee.withdraw", "on")]);
    for (setup, allowed) in [(&off, false), (&on, true)] {
        let (mut table, unit) = alone(setup, RIFLES, "1107");
        let enemy = table.put(Side::B, RIFLES, "1106", South);
        table.contact(unit, enemy, 1);
        let back = March { act: Act::Withdraw, ..turned(go(&table, unit, &["1108"]), South) };
        assert_eq!(legal(&table, back), allowed);
        if allowed {
            make!(table, back);
            assert_eq!((table.at(unit).as_str(), table.state(unit)), ("1108", (0, 1)));
            assert!(!table.battle.in_contact(unit) && !table.battle.in_contact(enemy));
        }
    }
    let (mut table, unit) = alone(&on, RIFLES, "1107");
    let enemy = table.put(Side::B, RIFLES, "1106", South);
    let flanker = table.put(Side::B, RIFLES, "1207", NorthWest);
    table.contact(unit, enemy, 1);
    table.contact(flanker, unit, 1);
    let back = March { act: Act::Withdraw, ..turned(go(&table, unit, &["1108"]), South) };
    assert_eq!(refusal(&table, back), "HX-MEL-06", "not who is attacked in flank");
    // Into the zone of another enemy: owed in the next melee step, not in this one.
    let (mut table, unit) = alone(&on, RIFLES, "1107");
    let enemy = table.put(Side::B, RIFLES, "1106", South);
    let other = table.put(Side::B, RIFLES, "1109", North);
    table.contact(unit, enemy, 1);
    make!(table, March { act: Act::Withdraw, ..turned(go(&table, unit, &["1108"]), South) });
    let owed: Vec<(UnitId, bool)> =
        table.battle.contacts.iter().map(|contact| (contact.defender, contact.fought)).collect();
    assert_eq!((owed, table.fired(rule::MEL_19)), (vec![(other, true)], 1));
}

#[test]
fn hx_skm_01_skirmishers_rout_or_go_and_die_to_cavalry() {
    let setup = setup("", &[]);
    for (choice, gone) in [(Choice::Rout, false), (Choice::Remove, true)] {
        let (mut table, unit) = alone(&setup, RIFLES, "1109");
        let skirmishers = table.put(Side::B, SKIRMISHERS, "1107", South);
        make!(table, go(&table, unit, &["1108"]));
        table.choose(Choice::Contact { enemy: skirmishers }, &[]);
        assert_eq!((table.battle.decision, table.battle.decider), (Decision::Evade, Side::B));
        table.choose(choice, &[]);
        assert_eq!((table.is_gone(skirmishers), table.battle.is_routed(skirmishers)), (gone, !gone));
        assert!(!table.battle.in_contact(unit));
    }
    let (mut table, riders) = alone(&setup, CAVALRY, "1109");
    let skirmishers = table.put(Side::B, SKIRMISHERS, "1107", South);
    make!(table, go(&table, riders, &["1108"]));
    table.choose(Choice::Contact { enemy: skirmishers }, &[]);
    assert!(table.is_gone(skirmishers));
}

#[test]
fn hx_mnt_01_mounted_infantry_routs_before_cavalry() {
    let usual = setup("", &[]);
    let always = setup("", &[("mounted.rout-by-cavalry", "always")]);
    for (setup, on_foot, routs) in [(&usual, false, true), (&usual, true, false), (&always, true, true)] {
        let (mut table, riders) = alone(setup, CAVALRY, "1109");
        let dragoons = table.put(Side::B, DRAGOONS, "1107", South);
        if on_foot {
            table.mark(dragoons, |force| &mut force.on_foot);
        }
        make!(table, go(&table, riders, &["1108"]));
        if table.battle.decision == Decision::Contact {
            table.choose(Choice::Contact { enemy: dragoons }, &[]);
        }
        assert_eq!(table.battle.is_routed(dragoons), routs, "{on_foot}");
        assert_eq!(table.battle.in_contact(riders), !routs);
    }
}

#[test]
fn r_133_wagons_are_taken_and_crews_step_back() {
    let setup = setup("", &[]);
    let (mut table, unit) = alone(&setup, RIFLES, "1109");
    let wagon = table.put(Side::B, WAGON, "1107", South);
    make!(table, go(&table, unit, &["1108"]));
    table.choose(Choice::Contact { enemy: wagon }, &[]);
    assert!(table.is_gone(wagon));
    assert_eq!(table.at(unit), "1108", "the mover does not move on");
}

#[test]
fn r_155_nobody_follows_a_crew_for_ever() {
    let setup = setup("", &[]);
    let (mut table, unit) = alone(&setup, RIFLES, "1109");
    let guns = table.put(Side::B, NAPOLEONS, "1107", South);
    table.battle.leave_guns(guns, Side::A);
    for hex in ["1106", "1206", "1006", "1007"] {
        table.put(Side::B, WAGON, hex, South);
    }
    make!(table, go(&table, unit, &["1108"]));
    table.choose(Choice::Contact { enemy: guns }, &[]);
    assert_eq!(table.at(guns), "1207", "before the unit, as it was");
    assert_eq!(table.refused(Choice::Contact { enemy: guns }), "R-155");
}
