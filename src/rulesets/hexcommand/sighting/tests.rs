use super::*;
use crate::rulesets::hexcommand::test_position::{setup as lay, *};
use crate::tabletop::hex::flat::Direction::{North, South};

#[test]
fn hx_los_02_units_between_block_but_for_those_that_hide_nothing() {
    let setup = lay("", &[]);
    let sees = |kind: &str, side: Side, switches: &[(&str, &str)]| {
        let other = lay("", switches);
        let mut table = Table::new(&other);
        let own = table.put(Side::A, RIFLES, "1108", North);
        let foe = table.put(Side::B, RIFLES, "1105", South);
        table.put(side, kind, "1107", North);
        let refused = table.battle.sight_target(own, foe, false).err().map(|refusal| refusal.rule);
        assert_eq!(table.battle.sees(own, table.hex("1105")), refused.is_none());
        refused
    };
    for side in Side::BOTH {
        for kind in [RIFLES, CAVALRY, NAPOLEONS, WAGON] {
            assert_eq!(sees(kind, side, &[]), Some("HX-LOS-02"), "{kind}");
        }
        //
        assert_eq!(sees(SKIRMISHERS, side, &[]), None);
        assert_eq!(sees(SKIRMISHERS, side, &[("los.skirmishers", "block")]), Some("HX-LOS-02"));
    }
    // Markers hide nothing, and are no targets.
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let foe = table.put(Side::B, RIFLES, "1105", South);
    let marker = table.put(Side::B, RIFLES, "1107", South);
    table.mark(marker, |force| &mut force.hidden);
    assert!(table.battle.sight_target(own, foe, false).is_ok());
    assert_eq!(table.battle.sight_target(own, marker, false).unwrap_err().rule, "HX-FIR-06");
}

#[test]
fn hx_los_10_guns_on_higher_ground_fire_over_friends() {
    let hill = "hills = [{ level = 1, hexes = \"1108\" }]";
    let fires = |ground: &str, switches: &[(&str, &str)], kind: &str, friend: &str, beside: bool| {
        let setup = lay(ground, switches);
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, kind, "1108", North);
        let foe = table.put(Side::B, RIFLES, "1103", South);
        table.put(Side::A, WAGON, friend, North);
        if beside {
            table.put(Side::A, WAGON, "1203", North);
        }
        table.battle.sight_target(own, foe, false).is_ok()
    };
    assert!(fires(hill, &[], RIFLED, "1106", false));
    // On the level; too near the friend; beside a friend; in the dead zone of the friend; with muskets.
    assert!(!fires("", &[], RIFLED, "1106", false));
    assert!(!fires(hill, &[], RIFLED, "1107", false));
    assert!(!fires(hill, &[], RIFLED, "1106", true));
    assert!(!fires(hill, &[], RIFLED, "1105", false));
    assert!(fires(hill, &[("los.dead-zone", "off")], RIFLED, "1105", false));
    assert!(!fires(hill, &[], RIFLES, "1106", false));
    // HX-LOS-11
    assert!(fires("", &[("los.overhead", "artillery-level")], RIFLED, "1106", false));
    assert!(fires(hill, &[("los.overhead", "higher-any")], RIFLES, "1106", false));
    assert!(!fires("", &[("los.overhead", "higher-any")], RIFLES, "1106", false));
}

#[test]
fn hx_los_12_indirect_guns_fire_over_units() {
    let setup = lay("", &[]);
    for (kind, fires) in [(HOWITZERS, true), (RIFLED, false)] {
        let mut table = Table::new(&setup);
        let own = table.put(Side::A, kind, "1108", North);
        let foe = table.put(Side::B, RIFLES, "1104", South);
        table.put(Side::B, RIFLES, "1106", South);
        assert_eq!(table.battle.sight_target(own, foe, false).is_ok(), fires, "{kind}");
    }
}

#[test]
fn hx_los_13_nobody_fires_into_a_melee() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let foe = table.put(Side::B, RIFLES, "1106", South);
    let friend = table.put(Side::A, RIFLES, "1206", Direction::SouthWest);
    table.contact(friend, foe, 0);
    // not before the first round.
    assert!(table.battle.sight_target(own, foe, false).is_ok());
    table.battle.contacts[0].rounds = 1;
    for kind in [own, friend] {
        assert_eq!(table.battle.sight_target(kind, foe, false).unwrap_err().rule, "HX-LOS-13");
    }
}

#[test]
fn hx_ter_11_height_covers_against_lower_enemies_alone() {
    let setup = lay("hills = [{ level = 1, hexes = \"1108\" }]", &[("fire.higher-bonus", "on")]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let foe = table.put(Side::B, RIFLES, "1107", South);
    let up = table.battle.sight_target(foe, own, false).unwrap().shot;
    let down = table.battle.sight_target(own, foe, false).unwrap().shot;
    assert_eq!((up.cover, up.higher, down.cover, down.higher), (1, false, 0, true));
}

#[test]
fn hx_ter_12_works_that_were_built_cover_as_their_kind() {
    use crate::rulesets::hexcommand::terrain::Works;
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, RIFLES, "1108", North);
    let [front, aside] = ["1107", "1208"].map(|hex| table.put(Side::B, RIFLES, hex, Direction::SouthWest));
    let at = usize::from(table.hex("1108"));
    for (works, covers) in [
        (Works::None, [0, 0]),
        // HX-CON-03: through their three front sides.
        (Works::QuickWorks(North), [1, 0]),
        (Works::Redoubt, [2, 2]),
    ] {
        table.battle.works[at] = works;
        let cover = |unit: UnitId| {
            let from = table.battle.unit(unit).hex;
            let entry = setup.field.entry_side(from, table.hex("1108"));
            table.battle.cover(table.hex("1108"), from, entry, true)
        };
        assert_eq!([cover(front), cover(aside)], covers, "{works:?}");
        assert_eq!(table.battle.is_fortified(table.hex("1108")), works == Works::Redoubt);
    }
    let _ = own;
}

#[test]
fn hx_skm_03_crews_and_skirmishers_look_all_round() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = table.put(Side::A, SKIRMISHERS, "1108", North);
    let foe = table.put(Side::B, RIFLES, "1110", South);
    assert!(table.battle.in_arc_of(own, table.hex("1110")));
    assert!(table.battle.sight_target(own, foe, false).is_ok());
    assert!(!table.battle.flanked_from(own, table.hex("1110")));
}

/// HX-CMD-11, HX-CMD-13: a sphere that counts in combat lends the commander's value, and exposes him.
#[test]
fn hx_cmd_13_a_commander_may_die_with_any_unit_of_his_sphere() {
    for (sphere, lends) in [("off", false), ("rally", false), ("rally-and-combat", true)] {
        let setup = lay("", &[("command.sphere", sphere)]);
        let mut table = Table::new(&setup);
        let led = table.put(Side::A, RIFLES, "1108", North);
        let near = table.put(Side::A, RIFLES, "1207", North);
        table.commander(led, 2);
        let foe = table.put(Side::B, RIFLES, "1205", South);
        let shot = table.battle.sight_target(near, foe, false).unwrap().shot;
        assert_eq!(shot.commander, lends.then_some(2), "{sphere}");
        assert_eq!(table.battle.target(near).commander, lends, "{sphere}");
        if lends {
            table.begin_fire();
            table.shoot(foe, near, &[1]);
            table.done();
            let fate = table.battle.commander(Side::A, 0).fate;
            assert_eq!((fate, table.state(near).0), (crate::rulesets::hexcommand::state::Fate::Killed, 0));
        }
    }
}

/// the upper one of two fires, either may be fired at.
#[test]
fn hx_ter_14_of_two_in_a_hex_the_upper_one_fires() {
    let setup = lay("", &[("board.stack-limit", "2")]);
    let mut table = Table::new(&setup);
    let lower = table.put(Side::A, RIFLES, "1108", North);
    let upper = table.put(Side::A, RIFLES, "1108", North);
    let foe = table.put(Side::B, RIFLES, "1106", South);
    assert_eq!(table.battle.may_fire(lower, false).unwrap_err().rule, "HX-FIR-24");
    assert!(table.battle.may_fire(upper, false).is_ok());
    assert!([lower, upper].iter().all(|unit| table.battle.sight_target(foe, *unit, false).is_ok()));
}

/// HX-ART-06: the works lose levels of cover, and not the woods in which they were built.
#[test]
fn hx_art_06_ground_under_worn_works_covers_as_before() {
    use crate::rulesets::hexcommand::choices;
    use crate::rulesets::hexcommand::state::Site;
    use crate::rulesets::hexcommand::terrain::Works;
    let setup = lay("[terrain]\nforest = \"1108\"", &[]);
    for (worn, cover) in [(0, 2), (1, 1), (2, 1), (3, 1)] {
        let mut table = Table::new(&setup);
        let [hex, from] = ["1108", "1106"].map(|number| table.hex(number));
        table.battle.works[usize::from(hex)] = Works::Redoubt;
        let built = Some(choices::Works::Redoubt);
        table.battle.sites.push(Site { hex, built, facing: North, hits: 0, worn });
        assert_eq!(table.battle.cover(hex, from, None, true), cover, "{worn}");
    }
}
