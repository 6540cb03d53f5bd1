//! Tests of set-up (HX-SET).

use super::*;

#[test]
fn hx_set_05_and_11_the_defender_places_first_in_his_zone() {
    let codex = codex();
    let own = list(&codex, 5, 0);
    let mut setup = setup("[terrain]\nriver = \"1102\"\nforest = \"0902\"", &[]);
    setup.scenario.limbered = true;
    let mut game = Played::new(&setup, [&own, &own]);
    assert_eq!((game.battle.decision, game.battle.decider), (Decision::Deploy, Side::B));
    let place = |unit, number: &str, stance| Choice::Place {
        unit,
        hex: setup.field.grid.parse(number).unwrap(),
        facing: South,
        stance,
    };
    let (unit, guns) = (unit_id(Side::B, 0), unit_id(Side::B, 5));
    let rule = |game: &Played<'_>, choice| game.battle.check(choice).unwrap_err().rule;
    assert_eq!(rule(&game, place(unit, "1104", Stance::Usual)), "HX-SET-11");
    assert_eq!(rule(&game, place(unit, "1102", Stance::Usual)), "R-116");
    assert_eq!(rule(&game, place(unit, "1302", Stance::Other)), "HX-ARM-13");
    assert_eq!(rule(&game, place(guns, "1302", Stance::Usual)), "HX-SET-02", "guns start limbered here");
    assert_eq!(rule(&game, place(unit_id(Side::A, 0), "1302", Stance::Usual)), "HX-ARM-02");
    game.take(place(guns, "1302", Stance::Other));
    assert!(game.battle.force(Side::B).limbered.contains(guns));
    assert_eq!(rule(&game, place(unit, "1302", Stance::Usual)), "HX-TER-14");
    assert_eq!(rule(&game, place(guns, "1502", Stance::Other)), "HX-SET-05");
}

#[test]
fn hx_set_07_each_division_or_brigade_marks_its_retreat() {
    let codex = codex();
    let own = muster(&codex, &[(RIFLES, 12), (NAPOLEONS, 1)], 0);
    for (value, marks) in [("division", 1), ("brigade", 3)] {
        let setup = setup("", &[("setup.ror-per", value)]);
        let mut game = Played::new(&setup, [&own, &own]);
        game.until(|battle| battle.decision == Decision::MarkRetreat);
        let side = game.battle.decider;
        let far = setup.field.grid.parse("1107").unwrap();
        assert_eq!(game.battle.check(Choice::MarkRetreat { hex: far }).unwrap_err().rule, "R-122");
        game.until(|battle| battle.turn() == 1);
        let force = game.battle.force(side);
        assert_eq!(force.marked, marks);
        let unit = unit_id(side, 12);
        let route = if marks == 1 { 0 } else { 2 };
        assert_eq!(game.battle.retreat_of(unit), force.retreats[route]);
        assert_eq!(setup.field.to_own_edge(side, force.retreats[route]), 0);
    }
}

#[test]
fn r_117_figures_start_with_any_unit_and_symbols_in_hand() {
    let codex = codex();
    let own = list(&codex, 5, 2);
    let figures = setup("", &[("command.mode", "figures")]);
    let mut game = Played::new(&figures, [&own, &own]);
    game.until(|battle| battle.turn() == 1);
    for side in Side::BOTH {
        assert!(game.battle.present_commanders(side).all(|(_, one)| one.with != NOBODY && one.hex != NOWHERE));
    }
    let symbols = setup("", &[]);
    let mut game = Played::new(&symbols, [&own, &own]);
    game.until(|battle| battle.turn() == 1);
    assert!(game.battle.present_commanders(Side::A).all(|(_, one)| one.with == NOBODY));
}

#[test]
fn hx_arm_06_and_07_rare_units_and_the_supreme_commander() {
    let codex = codex();
    let own = list(&codex, 5, 2);
    let setup = setup("", &[("command.value", "2")]);
    let battle = Battle::new(&setup, &Lineup { first: Side::A, forces: [&own, &own] });
    let thresholds = [0, 1].map(|place| battle.unit(unit_id(Side::A, place)).rout_at);
    assert_eq!(thresholds, [3, 4], "the second regiment is rare");
    assert_eq!((battle.force(Side::A).supreme, battle.commander(Side::A, 1).values[0]), (0, 2));
    let none = list(&codex, 5, 0);
    let battle = Battle::new(&setup, &Lineup { first: Side::A, forces: [&none, &none] });
    assert_eq!(battle.force(Side::A).supreme, NOBODY);
}

#[test]
fn hx_arm_04_batteries_follow_their_battalion() {
    let codex = codex();
    let own = list(&codex, 7, 0);
    let setup = setup("", &[("turn.system", "activation")]);
    let battle = Battle::new(&setup, &Lineup { first: Side::A, forces: [&own, &own] });
    let guns = unit_id(Side::A, 7);
    assert!(battle.groups[0][usize::from(battle.unit(guns).group)].brigade.battalion);
    assert_eq!(battle.numbered(Side::A).collect::<Vec<u8>>(), [0, 1], "it needs no number");
}
