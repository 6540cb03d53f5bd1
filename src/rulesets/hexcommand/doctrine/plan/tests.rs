use std::sync::Arc;

use super::*;
use crate::game::doctrine_book::Policy;
use crate::game::{CodexFile, Side};
use crate::rulesets::hexcommand::battlefield::{self, Battlefield};
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::doctrine_book::DoctrineBook;
use crate::rulesets::hexcommand::field::Field;
use crate::rulesets::hexcommand::rules::Rules;
use crate::rulesets::hexcommand::scenarios::Scenario;
use crate::rulesets::hexcommand::scene::Scene;
use crate::rulesets::hexcommand::state::Setup;
use crate::rulesets::hexcommand::terms::Terms;
use crate::rulesets::hexcommand::test_position::{setup as lay, *};
use crate::tabletop::hex::flat::Direction::{North, South};

/// The board and the terms of a scenario.
fn stage(scenario: Scenario, map: &str) -> Setup {
    let codex = Arc::new(Codex::built_in());
    let mut rules = Rules::default();
    let source = battlefield::built_in(map).unwrap();
    let map = &Battlefield::read(&source, &codex).unwrap().maps(&codex, &rules, 3).unwrap()[0];
    let terms = Terms::of(scenario, None, map.grid, &codex).unwrap();
    terms.settle(&mut rules, &[]);
    let field = Field::compile(map, &codex, &rules);
    let scene = Scene::of(&terms, &field, &rules, scenario);
    Setup::new(codex, rules, field, scene)
}

fn weights(doctrine: &str) -> Weights {
    match DoctrineBook::built_in().script(doctrine) {
        Ok(Policy::Weighted(weights)) => weights,
        other => panic!("{doctrine}: {other:?}"),
    }
}

/// The plan of side A, or of `side`, as everything stands.
fn made(table: &Table<'_>, side: Side, doctrine: &str) -> Plan {
    let mut plan = Plan::among(Gates::of(&table.battle.setup.field));
    remake(&mut plan, table, side, doctrine);
    plan
}

fn remake(plan: &mut Plan, table: &Table<'_>, side: Side, doctrine: &str) {
    let mut seen = Observation::new(&table.battle.setup.field);
    seen.look(&table.battle, side);
    plan.make(&table.battle, &mut seen, &mut Reach::default(), &weights(doctrine));
}

fn crossing(setup: &Setup) -> (Table<'_>, [UnitId; 6], [UnitId; 3]) {
    let mut table = Table::new(setup);
    let own = ["1009", "1109", "1209", "1110", "0909", "1309"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    let foes = ["1105", "1005", "1205"].map(|hex| table.put(Side::B, RIFLES, hex, South));
    (table, own, foes)
}

/// Bridge and fords are the gates of the river; open ground has none.
#[test]
fn bridges_and_fords_are_gates() {
    let setup = stage(Scenario::RiverCrossing, "river-crossing");
    let gates = Gates::of(&setup.field);
    let found: Vec<HexIndex> = setup.field.grid.hexes().filter(|hex| gates.is_gate(*hex)).collect();
    let known = ["0507", "1107", "1707"].map(|number| setup.field.grid.parse(number).unwrap());
    assert!(known.iter().all(|hex| found.contains(hex)), "{found:?}");
    let open = lay("", &[]);
    assert!(!open.field.grid.hexes().any(|hex| Gates::of(&open.field).is_gate(hex)));
}

/// Nobody goes over a bridge under the fire of two units before one of them has suffered (pitfall 13).
#[test]
fn a_covered_gate_is_shot_at_first() {
    let setup = stage(Scenario::RiverCrossing, "river-crossing");
    let (mut table, own, foes) = crossing(&setup);
    let bound = |table: &Table<'_>| {
        let plan = made(table, Side::A, "column-assault");
        let bridge = table.hex("1107");
        let bound = || own.iter().map(|unit| place_of(*unit)).filter(|place| plan.gates.is_bound_for(*place, bridge));
        (bound().count(), bound().filter(|place| plan.gates.is_early(*place, bridge, MoveClass::Foot)).count())
    };
    let (all, early) = bound(&table);
    assert!(all >= 2 && early == all, "{early} of {all}");
    table.hits(foes[0], 2);
    table.hits(foes[1], 2);
    assert_eq!(bound(&table), (all, 0));
}

/// Units go by several gates when many have to go.
#[test]
fn units_are_shared_over_the_gates() {
    let setup = stage(Scenario::RiverCrossing, "river-crossing");
    let mut table = Table::new(&setup);
    let own = ["0510", "0711", "0911", "1011", "1110", "1210", "1311", "1511", "1711", "1010"];
    let own = own.map(|hex| table.put(Side::A, RIFLES, hex, North));
    for hex in ["1003", "1103", "1203"] {
        table.put(Side::B, RIFLES, hex, South);
    }
    let plan = made(&table, Side::A, "column-assault");
    // By its gate a unit has a longer way than straight on, or none is nearer.
    let ways = |number: &str| {
        let gate = table.hex(number);
        let seen = |unit: &&UnitId| plan.gates.is_bound_for(place_of(**unit), gate);
        own.iter().filter(seen).count()
    };
    let shares = ["0507", "1107", "1707"].map(ways);
    assert!(shares.iter().all(|share| *share > 0) && shares[1] <= 7, "{shares:?}");
}

/// Who holds a river stands two hexes from where the enemy comes out, two units at each place.
#[test]
fn gates_are_held_from_beside_their_exits() {
    let setup = stage(Scenario::RiverCrossing, "river-crossing");
    let mut table = Table::new(&setup);
    let own = ["0803", "0903", "1003", "1103", "1203", "1303"].map(|hex| table.put(Side::B, RIFLES, hex, South));
    table.put(Side::A, RIFLES, "1110", North);
    let plan = made(&table, Side::B, "works-defence");
    let field = &setup.field;
    let bridge = table.hex("1107");
    let near = own.iter().filter(|unit| field.distance(plan.anchors[place_of(**unit)], bridge) <= 3).count();
    assert!((2..=4).contains(&near), "{near}");
    assert!(own.iter().all(|unit| field.grid.row(plan.anchors[place_of(*unit)]) < 6));
}

/// The foot of a grand battery waits out of range until its guns have told.
#[test]
fn the_foot_waits_for_its_guns() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    table.put(Side::A, RIFLED, "1110", North);
    let own = ["1009", "1109", "1209", "0909"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    let foes = ["1004", "1103", "1203"].map(|hex| table.put(Side::B, RIFLES, hex, South));
    let usual = weights("grand-battery");
    let plan = made(&table, Side::A, "grand-battery");
    assert!(!plan.go && plan.weights(&usual).close == usual.close);
    table.hits(foes[0], 2);
    table.hits(foes[1], 2);
    let plan = made(&table, Side::A, "grand-battery");
    assert!(plan.go && plan.weights(&usual).close > usual.close);
    assert!(own.iter().any(|unit| plan.tasks[place_of(*unit)] == Task::Attack));
}

/// Smoothbores let smoothbores come, where nothing asks them to come themselves: whoever comes is in range of all before he can
/// strike. They do not wait to be shot from afar, nor for ever.
#[test]
fn smoothbores_wait_for_smoothbores() {
    let open = lay("", &[]);
    let crossroads = stage(Scenario::Crossroads, "crossroads");
    let holds = |setup: &Setup, foe: &str, guns: [usize; 2], turn: u16| {
        let mut table = Table::new(setup);
        table.battle.turn = turn;
        for (own, there) in ["0809", "0909", "1009", "1109"].into_iter().zip(["0802", "0902", "1002", "1102"]) {
            table.put(Side::A, MUSKETS, own, North);
            table.put(Side::B, foe, there, South);
        }
        for number in 0..guns[0] {
            table.put(Side::A, NAPOLEONS, ["1309", "1409"][number], North);
        }
        for number in 0..guns[1] {
            table.put(Side::B, NAPOLEONS, ["1302", "1402"][number], South);
        }
        made(&table, Side::A, "column-assault").holding
    };
    assert!(holds(&open, MUSKETS, [1, 1], 1) && holds(&open, MUSKETS, [2, 1], 3));
    assert!(!holds(&open, RIFLES, [1, 1], 1));
    assert!(!holds(&open, MUSKETS, [1, 2], 1));
    assert!(!holds(&open, MUSKETS, [1, 1], 4));
    assert!(!holds(&crossroads, MUSKETS, [1, 1], 1));
}

/// Brigades of an echelon go one after the other; who has the enemy before it does not wait.
#[test]
fn brigades_go_one_after_the_other() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let west = ["0509", "0609", "0709"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    let east = ["1509", "1609", "1709"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    east.iter().for_each(|unit| table.battle.unit_mut(*unit).group = 1);
    for hex in ["0603", "0703", "1503", "1603", "1703"] {
        table.put(Side::B, RIFLES, hex, South);
    }
    let delays = |plan: &Plan, units: [UnitId; 3]| units.map(|unit| plan.delays[place_of(unit)]);
    let plan = made(&table, Side::A, "echelon");
    assert_eq!((delays(&plan, west), delays(&plan, east)), ([0; 3], [1; 3]));
    assert_eq!(delays(&made(&table, Side::A, "firing-line"), east), [0; 3]);
}

/// A third of the army goes round the weaker wing, and turns in there.
#[test]
fn a_third_goes_round_the_weaker_wing() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    for hex in ["0909", "1009", "1109", "1209", "1309", "1409"] {
        table.put(Side::A, RIFLES, hex, North);
    }
    for hex in ["1203", "1303", "1403", "1503"] {
        table.put(Side::B, RIFLES, hex, South);
    }
    let plan = made(&table, Side::A, "envelop");
    let goal = table.hex("0904");
    let wing = (0..6).filter(|place| plan.wing.way(*place, table.hex("0909")).is_some()).count();
    assert_eq!(wing, 2);
    assert!((0..6).all(|place| plan.wing.way(place, goal).is_none()), "they turn in");
}

/// An attacker goes for one objective, where fewest defenders are.
#[test]
fn an_attack_has_one_objective() {
    let setup = stage(Scenario::RidgeAssault, "ridge-line");
    let mut table = Table::new(&setup);
    for hex in ["1011", "1111", "1211"] {
        table.put(Side::A, RIFLES, hex, North);
    }
    for hex in ["0905", "1005", "1105", "0805"] {
        table.put(Side::B, RIFLES, hex, South);
    }
    assert_eq!(made(&table, Side::A, "column-assault").focus, Some(table.hex("1305")));
    assert_eq!(made(&table, Side::B, "works-defence").focus, None);
}

/// Who has had nothing to do for two halves helps the nearest who fight.
#[test]
fn the_idle_help_the_busy() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let idle = table.put(Side::A, RIFLES, "0112", North);
    let busy = ["1108", "1208", "1308"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    for hex in ["1104", "1204", "1304"] {
        table.put(Side::B, RIFLES, hex, South);
    }
    let mut plan = made(&table, Side::A, "works-defence");
    let task = |plan: &Plan| plan.tasks[place_of(idle)];
    assert!(!matches!(task(&plan), Task::Join(_)));
    for turn in [2, 3] {
        table.battle.turn = turn;
        remake(&mut plan, &table, Side::A, "works-defence");
    }
    assert_eq!(task(&plan), Task::Join(table.battle.unit(busy[0]).hex));
}

/// The nearer its break point, the more an army minds where a withdrawal leads.
#[test]
fn an_army_that_breaks_keeps_off_the_edge() {
    let setup = lay("", &[]);
    let mut table = Table::new(&setup);
    let own = ["1009", "1109", "1209", "1309"].map(|hex| table.put(Side::A, RIFLES, hex, North));
    table.put(Side::B, RIFLES, "1103", South);
    table.battle.force_mut(Side::A).break_point = 40;
    assert_eq!(made(&table, Side::A, "echelon").shaky, 0.0);
    let gone = crate::rulesets::hexcommand::state::bit(own[0]);
    table.battle.lift(own[0]);
    table.battle.force_mut(Side::A).removed |= gone;
    assert!(made(&table, Side::A, "echelon").shaky > 0.2);
}
