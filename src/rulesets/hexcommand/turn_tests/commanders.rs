//! Tests of commanders on the field (HX-CMD).

use super::*;

#[test]
fn hx_cmd_01_to_04_symbols_are_lifted_and_placed_anew() {
    let setup = setup("", &[]);
    let mut table = Table::new(&setup);
    let units = ["1112", "0912", "1312"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    let wagon = table.put(Side::A, WAGON, "0712", North);
    table.put(Side::B, RIFLES, "1101", South);
    table.commander(units[0], 1);
    table.commander(units[1], 1);
    table.battle.lift_commanders(Side::A, &mut table.told);
    assert!(units.iter().all(|unit| table.battle.unit(*unit).commander == NOBODY));
    assert_eq!(table.fired(rule::CMD_01), 2);
    in_command_step(&mut table, Decision::Attach, Step::Commanders);
    table.choose(Choice::Attach { commander: 0, unit: units[2] }, &[]);
    assert_eq!(table.refused(Choice::Attach { commander: 1, unit: units[2] }), "HX-CMD-02", "one to a unit");
    assert_eq!(table.refused(Choice::Attach { commander: 0, unit: units[0] }), "HX-CMD-02", "for the turn");
    assert_eq!(table.refused(Choice::Attach { commander: 1, unit: wagon }), "R-157");
    table.routed(units[0]);
    assert_eq!(table.refused(Choice::Attach { commander: 1, unit: units[0] }), "HX-RAL-07");
    table.mark(units[0], |force| &mut force.routed_now);
    table.battle.decision = Decision::AttachRouted;
    assert_eq!(table.refused(Choice::Attach { commander: 1, unit: units[0] }), "HX-CMD-04");
    table.battle.force_mut(Side::A).routed_now = UnitSet::EMPTY;
    assert!(table.battle.check(Choice::Attach { commander: 1, unit: units[0] }).is_ok(), "after its rout move");
    assert_eq!(table.refused(Choice::Attach { commander: 1, unit: units[1] }), "HX-CMD-03", "steady units come before");
}

#[test]
fn hx_ral_04_each_half_with_a_unit_counts_once() {
    for mode in ["symbols", "figures"] {
        let setup = setup("", &[("command.mode", mode), ("rally.escalation", "escalating")]);
        let mut table = Table::new(&setup);
        let unit = table.put(Side::A, RIFLES, "1109", North);
        table.commander(unit, 1);
        for half in 1..=3 {
            table.battle.lift_commanders(Side::A, &mut table.told);
            table.battle.attach(Side::A, 0, unit);
            table.battle.rally_step(Side::A, &mut table.told);
            assert_eq!(table.battle.commander(Side::A, 0).halves, half, "{mode}");
        }
    }
}

#[test]
fn hx_cmd_03_placement_is_before_or_after_movement() {
    let codex = codex();
    let own = list(&codex, 6, 2);
    for (value, step) in [("before-movement", Step::Commanders), ("after-movement", Step::LateCommanders)] {
        let setup = setup("", &[("command.placement", value)]);
        let mut game = Played::new(&setup, [&own, &own]);
        game.until(|battle| battle.decision == Decision::Attach && battle.turn() == 1);
        assert_eq!(game.battle.step, step, "{value}");
    }
}

#[test]
fn hx_cmd_03_the_unit_carries_him_along() {
    let setup = setup("", &[("command.mode", "figures")]);
    let mut table = Table::new(&setup);
    let unit = table.put(Side::A, RIFLES, "1112", North);
    table.put(Side::A, RIFLES, "0112", North);
    table.put(Side::B, RIFLES, "1101", South);
    table.commander(unit, 1);
    let march = March { path: Path::EMPTY.then(North), ..March::stay(unit, North) };
    (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
    table.choose(Choice::March(march), &[]);
    let commander = table.battle.commander(Side::A, 0);
    assert_eq!(table.battle.spot(table.battle.commander_hex(commander)), "1111");
}

#[test]
fn hx_cmd_10_figures_ride_join_and_are_caught_alone() {
    let setup = setup("[terrain]\nriver = \"1109\"", &[("command.mode", "figures")]);
    let mut table = Table::new(&setup);
    let unit = table.put(Side::A, RIFLES, "1112", North);
    let near = table.put(Side::A, RIFLES, "1108", North);
    let far = table.put(Side::A, RIFLES, "0101", North);
    let enemy = table.put(Side::B, RIFLES, "1104", South);
    table.commander(unit, 1);
    in_command_step(&mut table, Decision::Attach, Step::Commanders);
    assert_eq!(table.refused(Choice::Attach { commander: 0, unit: far }), "HX-CMD-10", "five hexes at most");
    assert!(table.battle.check(Choice::Attach { commander: 0, unit: near }).is_ok(), "over the river");
    let hex = table.hex("1107");
    assert!(table.battle.check(Choice::Ride { commander: 0, hex }).is_ok());
    let taken = table.battle.unit(near).hex;
    assert_eq!(table.refused(Choice::Ride { commander: 0, hex: taken }), "HX-CMD-10");
    table.choose(Choice::Ride { commander: 0, hex }, &[]);
    assert_eq!((table.battle.unit(unit).commander, table.battle.commander(Side::A, 0).hex), (NOBODY, hex));
    table.battle.catch_figures(&mut table.told);
    assert_eq!(table.battle.commander(Side::A, 0).fate, Fate::Present, "nobody is next to him");
    table.battle.shift(enemy, setup.field.neighbour(hex, North));
    table.battle.catch_figures(&mut table.told);
    assert_eq!(table.battle.commander(Side::A, 0).fate, Fate::Captured);
}

#[test]
fn hx_cmd_11_to_13_spheres_share_him() {
    for (value, rally, combat) in [("off", false, false), ("rally", true, false), ("rally-and-combat", true, true)] {
        let setup = setup("", &[("command.sphere", value)]);
        let mut table = Table::new(&setup);
        let units = ["1107", "1106", "1105"].map(|hex| table.put(Side::A, RIFLES, hex, North));
        table.commander(units[0], 1);
        assert_eq!(table.battle.leader_in_rally(units[1]).is_some(), rally, "{value}");
        assert_eq!(table.battle.leader_in_combat(units[1]).is_some(), combat, "{value}");
        assert_eq!(table.battle.leader_in_rally(units[2]), None, "two hexes off");
        assert_eq!(table.battle.leader_in_combat(units[0]), Some(0));
    }
    let setup = setup("", &[("command.sphere", "rally-and-combat")]);
    let mut table = Table::new(&setup);
    let units = ["1107", "1106", "1105"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    table.commander(units[0], 0);
    table.commander(units[2], 2);
    assert_eq!(table.battle.leader_in_combat(units[1]), Some(1), "in two spheres it gets one: the better");
}

#[test]
fn hx_cmd_12_the_sphere_spares_te_but_of_double_cover() {
    let ground = "hills = [{ level = 1, hexes = \"0705\" }]\n[terrain]\nruin = \"1105\"\ntrench = \"0905\"\nforested-hill = \"0705\"";
    for (value, te) in [("off", 1), ("on", 0)] {
        let setup = setup(ground, &[("command.sphere-te-exempt", value)]);
        let double = [("0907", ["0906", "0905"], 1), ("0707", ["0706", "0705"], 1)];
        for (from, to, expected) in [("1107", ["1106", "1105"], te)].into_iter().chain(double) {
            let mut table = Table::new(&setup);
            let unit = table.put(Side::A, RIFLES, from, North);
            table.put(Side::A, RIFLES, "0113", North);
            table.put(Side::B, RIFLES, "2101", South);
            table.commander(unit, 1);
            let mut path = Path::EMPTY;
            let mut at = table.hex(from);
            for hex in to.map(|hex| table.hex(hex)) {
                path = path.then(setup.field.direction(at, hex).unwrap());
                at = hex;
            }
            (table.battle.decision, table.battle.decider) = (Decision::March, Side::A);
            table.choose(Choice::March(March { path, ..March::stay(unit, North) }), &[]);
            assert_eq!(table.state(unit), (0, expected), "{value} {from}");
        }
    }
}

#[test]
fn hx_arm_08_and_cvs_15_whom_commanders_lead() {
    let usual = setup("", &[]);
    let mut table = Table::new(&usual);
    let units = ["1112", "0912"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    table.battle.unit_mut(units[0]).people = 1;
    table.commander(units[1], 1);
    assert_eq!(table.battle.check_lead(Side::A, 0, units[0]).unwrap_err().rule, "HX-ARM-08");
    table.battle.commanders[0][0].people = 1;
    assert!(table.battle.check_lead(Side::A, 0, units[0]).is_ok());
    assert_eq!(table.battle.check_lead(Side::A, 0, units[1]).unwrap_err().rule, "HX-ARM-08");
    let strict = setup("", &[("command.hierarchy", "on")]);
    let mut table = Table::new(&strict);
    let own = table.put(Side::A, RIFLES, "1112", North);
    let other = table.put(Side::A, RIFLES, "0912", North);
    let guns = table.put(Side::A, NAPOLEONS, "0712", North);
    table.battle.unit_mut(other).group = 1;
    table.battle.groups[0][1].brigade.division = 1;
    table.commander(own, 1);
    let legal = |table: &Table<'_>| [own, other, guns].map(|unit| table.battle.check_lead(Side::A, 0, unit).is_ok());
    for (level, expected) in [
        (Level::Army, [true, true, true]),
        (Level::Division, [true, false, false]),
        (Level::Brigade, [true, false, false]),
        (Level::Artillery, [false, false, true]),
    ] {
        table.battle.commanders[0][0].level = level;
        assert_eq!(legal(&table), expected, "{level:?}");
    }
}

#[test]
fn hx_cvs_04_values_are_drawn_anew_for_each_game() {
    let codex = codex();
    let setup = setup("", &[("cvs.mode", "random")]);
    let own = list(&codex, 5, 3);
    let mut game = Played::new(&setup, [&own, &own]);
    assert_eq!((game.battle.decision, game.battle.decider), (Decision::Draw, Side::B));
    let mut dice = ScriptedDice::new(&[6, 6, 1, 1, 3, 2]);
    game.battle.apply(Choice::Proceed, &mut dice, &mut game.told);
    dice.finish().unwrap();
    let values = |number: u8| game.battle.commander(Side::B, number).values;
    assert_eq!([values(0), values(1), values(2)], [[1, 2, 4, 4, 4], [0, 0, 7, 7, 6], [1, 1, 6, 7, 5]]);
    assert_eq!(game.battle.decider, Side::A);
}
