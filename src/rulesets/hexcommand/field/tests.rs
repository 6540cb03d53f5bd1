use super::*;
use crate::game::{CodexFile, Source};
use crate::rulesets::hexcommand::battlefield::{self, Battlefield};
use crate::rulesets::hexcommand::sight::{Between, Viewer};

fn rules(switches: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in switches {
        rules.set(name, value).unwrap();
    }
    rules
}

/// A field with what a file says beside its name.
fn field_under(rules: &Rules, body: &str) -> Field {
    let codex = Codex::built_in();
    let text = format!("name = \"here\"\nruleset = \"hexcommand\"\n{body}");
    let battlefield = Battlefield::read(&Source { name: "here".into(), text }, &codex).unwrap();
    Field::compile(&battlefield.maps(&codex, rules, 0).unwrap()[0], &codex, rules)
}

fn field(body: &str) -> Field {
    field_under(&Rules::default(), body)
}

fn hex(field: &Field, number: &str) -> HexIndex {
    field.grid.parse(number).unwrap()
}

/// The step from one hex to its neighbour.
fn step(field: &Field, from: &str, to: &str, class: MoveClass) -> Option<StepCost> {
    let (from, to) = (hex(field, from), hex(field, to));
    field.step(from, field.direction(from, to).unwrap(), class)
}

const PLAIN: StepCost =
    StepCost { cost: 1, obstacle: false, stops: false, by_road: false, spared: false, dismounts: false };
const TIRING: StepCost = StepCost { obstacle: true, ..PLAIN };
const BY_ROAD: StepCost = StepCost { by_road: true, ..PLAIN };

use MoveClass::{Figure, Foot, Horse, Limbered, Mountain, Mounted, Pushed, Skirmisher, Wagon};

#[test]
fn hx_ter_01_the_board_is_that_of_the_rulebook() {
    let field = field("");
    assert_eq!(field.hexes(), 263);
    let distance = |a, b| field.distance(hex(&field, a), hex(&field, b));
    assert_eq!((distance("1103", "1111"), distance("0101", "2113")), (8, 22));
    let centre = hex(&field, "1107");
    let around = Direction::ALL.map(|direction| field.grid.number(field.neighbour(centre, direction)).to_string());
    assert_eq!(around, ["1106", "1206", "1207", "1108", "1007", "1006"]);
    assert_eq!(field.neighbour(hex(&field, "0101"), Direction::North), NOWHERE);
    assert_eq!(field.direction(centre, hex(&field, "1006")), Some(Direction::NorthWest));
    assert_eq!(field.direction(centre, hex(&field, "1105")), None);
    for number in ["1102", "0903", "1306", "1505", "1005", "0704", "1704"] {
        assert!(field.in_arc(centre, Direction::North, hex(&field, number)), "{number}");
    }
    for number in ["1506", "1706", "0506", "1207", "1307"] {
        assert!(!field.in_arc(centre, Direction::North, hex(&field, number)), "{number}");
    }
}

#[test]
fn own_edges_are_those_of_the_seats() {
    let field = field("");
    let to_edge = |side, number| field.to_own_edge(side, hex(&field, number));
    assert_eq!([to_edge(Side::B, "1101"), to_edge(Side::B, "1001"), to_edge(Side::B, "1113")], [0, 0, 12]);
    assert_eq!([to_edge(Side::A, "1113"), to_edge(Side::A, "1012"), to_edge(Side::A, "1001")], [0, 0, 11]);
    assert_eq!([forward(Side::A), forward(Side::B)], [Direction::North, Direction::South]);
}

#[test]
fn hx_ter_02_obstacles_tire_who_enters_or_crosses_them() {
    let field = field(
        "[terrain]\nbuildings = \"0302\"\nruin = \"0502\"\nclear = \"0702\"\n[sides]\nfence = \"0901/S\"\nstream = \"1101/S\"\n\
         creek = \"1301/S\"\nwall = \"1501/S\"",
    );
    for (from, to) in [("0301", "0302"), ("0501", "0502"), ("0901", "0902"), ("1101", "1102"), ("1501", "1502")] {
        for class in [Foot, Skirmisher, Horse, Mounted, Mountain] {
            assert_eq!(step(&field, from, to, class), Some(TIRING), "{from} {to} {class:?}");
        }
        assert_eq!(step(&field, from, to, Figure), Some(PLAIN), "{from} {to}");
    }
    // Out of terrain costs nothing, over a side it costs both ways.
    assert_eq!(step(&field, "0302", "0301", Foot), Some(PLAIN));
    assert_eq!(step(&field, "0902", "0901", Foot), Some(TIRING));
    // HX-TER-08
    assert_eq!(step(&field, "1301", "1302", Limbered), Some(PLAIN));
}

#[test]
fn hx_ter_03_from_forest_to_forest_costs_nothing_more() {
    let field = field("[terrain]\nforest = \"0302 0303\"\nlight-forest = \"0304 0305\"\nbuildings = \"0307 0308\"");
    assert_eq!(step(&field, "0302", "0303", Foot), Some(PLAIN));
    assert_eq!(step(&field, "0304", "0305", Foot), Some(PLAIN));
    assert_eq!(step(&field, "0303", "0304", Foot), Some(TIRING));
    assert_eq!(step(&field, "0304", "0303", Foot), Some(StepCost { stops: true, ..TIRING }));
    assert_eq!(step(&field, "0307", "0308", Foot), Some(TIRING));
}

#[test]
fn hx_ter_04_entering_a_forest_ends_the_move() {
    let body = "hills = [{ hexes = \"0304 0305\" }]\n[terrain]\nforest = \"0302 0305\"\nlight-forest = \"0502\"";
    let entered = |switches: &[(&str, &str)], from, to| step(&field_under(&rules(switches), body), from, to, Foot);
    for (from, to) in [("0301", "0302"), ("0304", "0305")] {
        assert_eq!(entered(&[], from, to), Some(StepCost { stops: true, ..TIRING }));
        assert_eq!(entered(&[("terrain.forest-stop", "off")], from, to), Some(TIRING));
    }
    assert_eq!(entered(&[], "0501", "0502"), Some(TIRING));
}

#[test]
fn hx_ter_05_riders_keep_to_the_road_in_forest_or_walk() {
    let field = field("roads = [\"0301-0306\"]\n[terrain]\nforest = \"0302 0303 0402\"\nlight-forest = \"0701\"");
    for class in [Horse, Mounted] {
        assert_eq!(step(&field, "0401", "0402", class), None);
        assert_eq!(step(&field, "0301", "0302", class), Some(StepCost { spared: true, ..BY_ROAD }));
        assert_eq!(step(&field, "0302", "0303", class), Some(BY_ROAD));
        let afoot = StepCost { dismounts: true, stops: true, ..PLAIN };
        assert_eq!(step(&field, "0303", "0402", class), Some(afoot), "off the road");
        assert_eq!(step(&field, "0302", "0202", class), Some(afoot), "out of the forest");
        assert_eq!(step(&field, "0303", "0304", class), Some(BY_ROAD), "out by road");
        assert_eq!(step(&field, "0601", "0701", class), Some(TIRING));
    }
}

#[test]
fn hx_ter_06_roads_cancel_te_and_stops() {
    let field = field(
        "roads = [\"0301-0308\"]\n[terrain]\nbuildings = \"0302\"\nforest = \"0304\"\n[sides]\nwall = \"0305/S\"\nstream = \"0306/S\"\n\
         bridge = \"0306/S\"",
    );
    for class in [Foot, Horse, Limbered, Wagon, Mountain] {
        for (to, spared) in [("0302", true), ("0303", false), ("0304", true), ("0306", true), ("0307", false)] {
            let from = format!("03{:02}", to[2..].parse::<u8>().unwrap() - 1);
            assert_eq!(step(&field, &from, to, class), Some(StepCost { spared, ..BY_ROAD }), "{to} {class:?}");
        }
    }
    assert!(field.road_cancels(hex(&field, "0304")) && !field.road_cancels(hex(&field, "0303")));
    // the gate lets guns through which are pushed, and the wall covers as before.
    assert_eq!(step(&field, "0305", "0306", Pushed), Some(StepCost { spared: true, ..BY_ROAD }));
    assert_eq!(field.side_cover(hex(&field, "0306"), Direction::North), 1);
}

#[test]
fn hx_ter_07_buildings_tire_but_do_not_stop() {
    let field = field("[terrain]\nbuildings = \"0302\"");
    assert_eq!(step(&field, "0301", "0302", Foot), Some(TIRING));
}

#[test]
fn hx_mov_07_guns_are_pushed_over_clear_and_level_ground() {
    let field = field(
        "hills = [{ hexes = \"0302 0303\" }]\n[terrain]\nlight-forest = \"0502\"\n[sides]\nstream = \"0701/S\"\nfence = \"0901/S\"\n\
         creek = \"1101/S\"\nford = \"1301/S\"",
    );
    assert_eq!(step(&field, "0102", "0103", Pushed), Some(PLAIN));
    assert_eq!(step(&field, "1101", "1102", Pushed), Some(PLAIN));
    for (from, to) in [
        ("0301", "0302"),
        ("0302", "0303"),
        ("0302", "0301"),
        ("0501", "0502"),
        ("0701", "0702"),
        ("0901", "0902"),
        ("1301", "1302"),
    ] {
        assert_eq!(step(&field, from, to, Pushed), None, "{from} {to}");
    }
    assert_eq!(step(&field, "0901", "0902", Limbered), Some(TIRING));
    assert_eq!(step(&field, "0301", "0302", Limbered), Some(PLAIN));
}

#[test]
fn hx_mov_09_guns_keep_out_of_woods_and_water() {
    let body = "hills = [{ hexes = \"0504 0505\" }]\nroads = [\"0701-0705\"]\n[terrain]\nforest = \"0302 0303 0505 0702\"\nruin = \"0402\"\n\
                [sides]\nstream = \"0901/S\"\nford = \"1101/S\"";
    let field = field(body);
    for class in [Limbered, Wagon] {
        assert_eq!(step(&field, "0301", "0302", class), Some(StepCost { stops: true, ..TIRING }), "from a clear hex");
        assert_eq!(step(&field, "0302", "0303", class), None, "from forest to forest");
        assert_eq!(step(&field, "0402", "0303", class), None, "from a ruin");
        assert_eq!(step(&field, "0504", "0505", class), None, "a forested hill");
        assert_eq!(step(&field, "0701", "0702", class), Some(StepCost { spared: true, ..BY_ROAD }));
        assert_eq!(step(&field, "0901", "0902", class), None);
        assert_eq!(step(&field, "1101", "1102", class), Some(TIRING));
    }
    assert_eq!(step(&field, "0302", "0303", Mountain), Some(PLAIN));
    assert_eq!(step(&field, "0504", "0505", Mountain), Some(StepCost { stops: true, ..TIRING }));
    assert_eq!(step(&field, "0901", "0902", Mountain), Some(TIRING));
}

#[test]
fn hx_ter_13_rivers_are_crossed_where_a_crossing_is() {
    let body = "roads = [\"1101-1113\"]\n[terrain]\nriver = \"0907 1007 1107 1207 1307 1407 1507\"\nbridge = \"1107\"\nford = \"1307\"";
    let any = field(body);
    assert_eq!(step(&any, "0906", "0907", Foot), None);
    assert_eq!(step(&any, "1106", "1107", Limbered), Some(BY_ROAD));
    assert_eq!(step(&any, "1306", "1307", Foot), Some(TIRING));
    assert_eq!(step(&any, "1307", "1308", Foot), Some(PLAIN), "a ford tires on entry alone");
    assert_eq!(step(&any, "1206", "1107", Foot), Some(PLAIN), "R-123");
    assert_eq!(step(&any, "1206", "1207", Figure), Some(PLAIN));
    let line = field_under(&rules(&[("terrain.crossing-sides", "line")]), body);
    assert_eq!(step(&line, "1206", "1107", Foot), None);
    assert_eq!(step(&line, "1106", "1107", Foot), Some(BY_ROAD));
    assert_eq!(step(&line, "1306", "1307", Foot), Some(TIRING));
}

#[test]
fn r_68_hexes_cost_what_rules_and_codex_say() {
    let body = "roads = [\"0301-0303\"]\n[terrain]\nruin = \"0302 0502\"";
    let field = field_under(&rules(&[("movement.hex-cost", "2")]), body);
    assert_eq!(step(&field, "0501", "0502", Foot).map(|step| step.cost), Some(2));
    let mut codex = Codex::built_in();
    codex.terrain.iter_mut().filter(|terrain| terrain.name == "ruin").for_each(|terrain| terrain.hex_cost = Some(3));
    let text = format!("name = \"here\"\nruleset = \"hexcommand\"\n{body}");
    let battlefield = Battlefield::read(&Source { name: "here".into(), text }, &codex).unwrap();
    let map = battlefield.maps(&codex, &Rules::default(), 0).unwrap().remove(0);
    let field = Field::compile(&map, &codex, &Rules::default());
    assert_eq!(step(&field, "0501", "0502", Foot).map(|step| step.cost), Some(3));
    assert_eq!(step(&field, "0301", "0302", Foot).map(|step| step.cost), Some(1), "by road");
}

#[test]
fn r_116_units_are_set_up_where_their_type_could_stand() {
    let codex = Codex::built_in();
    let field = field(
        "hills = [{ hexes = \"0302 0303\" }]\nroads = [\"0901-0904\"]\n[terrain]\nforest = \"0303 0502 0702 0601 0701 0801 0802 0703 0602 0902\"\n\
         trench = \"1102\"\nredoubt = \"1302\"\nriver = \"1502\"\nimpassable = \"1702\"\nbridge = \"1902\"",
    );
    let stands = |number: &str| {
        let classes = [Foot, Skirmisher, Horse, Mounted, Limbered, Pushed, Mountain, Wagon, Figure];
        let may = |class: &MoveClass| field.may_stand(&codex, hex(&field, number), *class);
        classes.iter().map(|class| if may(class) { 'x' } else { '.' }).collect::<String>()
    };
    assert_eq!(stands("0102"), "xxxxxxxxx");
    assert_eq!(stands("0302"), "xxxxxxxxx");
    assert_eq!(stands("0303"), "xx....x.x", "forested hill");
    assert_eq!(stands("0502"), "xx..xxxxx", "beside a clear hex");
    assert_eq!(stands("0702"), "xx....x.x", "in the depth of the forest");
    assert_eq!(stands("0902"), "xx..xxxxx", "on a road");
    assert_eq!((stands("1102"), stands("1302")), ("xx..xxxxx".to_owned(), "xx..xxxxx".to_owned()));
    assert_eq!((stands("1502"), stands("1702")), ("........x".to_owned(), "........x".to_owned()));
    assert_eq!(stands("1902"), "xxxxxxxxx");
}

#[test]
fn hx_ter_11_height_covers_against_lower_enemies() {
    let body = "hills = [{ hexes = \"0504 0505\" }]\n[terrain]\nforest = \"0505\"";
    let cover = |switches: &[(&str, &str)], target, firer| {
        let field = field_under(&rules(switches), body);
        field.cover(hex(&field, target), hex(&field, firer), Works::None)
    };
    assert_eq!(cover(&[], "0504", "0502"), 1);
    assert_eq!(cover(&[], "0504", "0505"), 0, "on the level");
    assert_eq!(cover(&[], "0502", "0504"), 0, "from above");
    assert_eq!(cover(&[("cover.hill", "2")], "0504", "0502"), 2);
    //
    assert_eq!((cover(&[], "0505", "0507"), cover(&[], "0505", "0504")), (2, 1));
    let always = [("cover.forested-hill", "always")];
    assert_eq!((cover(&always, "0505", "0507"), cover(&always, "0505", "0504")), (2, 2));
}

#[test]
fn hx_ter_12_works_are_double_cover() {
    let body = "[terrain]\nredoubt = \"0502\"\ntrench = \"0702\"\nfort = \"0902\"\nsunken-road = \"1102\"";
    let cover = |switches: &[(&str, &str)]| {
        let field = field_under(&rules(switches), body);
        ["0502", "0702", "0902", "1102"].map(|number| field.hex_cover(hex(&field, number)))
    };
    assert_eq!((cover(&[]), cover(&[("cover.fort", "0")])), ([2, 2, 2, 1], [0, 0, 0, 1]));
    let field = field(body);
    let fortified = ["0502", "0702", "0902", "1102"].map(|number| field.is_fortified(hex(&field, number), Works::None));
    assert_eq!(fortified, [true, false, true, false]);
    assert!(field.is_fortified(hex(&field, "0101"), Works::Redoubt));
}

/// HX-FIR-19: cover of a hexside counts where the line comes over it.
#[test]
fn hx_fir_19_hexsides_cover_against_what_comes_over_them() {
    let field = field("[sides]\nwall = \"1105/S\"\nstream = \"1105/SE\"");
    let cover = |firer| field.cover(hex(&field, "1105"), hex(&field, firer), Works::None);
    assert_eq!((cover("1106"), cover("1109")), (1, 1));
    assert_eq!(cover("1005"), 0, "along the wall");
    assert_eq!(cover("1205"), 0, "a stream covers nobody");
    assert_eq!(cover("1206"), 0, "over the corner");
    assert_eq!(cover("1104"), 0);
    // The wall covers either side of it.
    assert_eq!(field.cover(hex(&field, "1106"), hex(&field, "1105"), Works::None), 1);
}

#[test]
fn hx_con_03_works_act_as_their_terrain() {
    let codex = Codex::built_in();
    let rules = Rules::default();
    let field = field("[terrain]\nforest = \"0502\"\nriver = \"0702\"\n[works]\nquick-works = \"0902/N\"");
    let quick = Works::QuickWorks(Direction::North);
    assert_eq!(field.works[usize::from(hex(&field, "0902"))], quick);
    let behind = |firer| field.cover(hex(&field, "0905"), hex(&field, firer), quick);
    assert_eq!(["0904", "0804", "1004", "1005", "0805", "0906"].map(behind), [1, 1, 1, 0, 0, 0]);
    // the better one of terrain and works.
    assert_eq!(field.cover(hex(&field, "0502"), hex(&field, "0501"), quick), 1);
    assert_eq!(field.cover(hex(&field, "0502"), hex(&field, "0505"), Works::Redoubt), 2);
    let mut works = field.works.clone();
    works[usize::from(hex(&field, "0702"))] = Works::Pontoon;
    works[usize::from(hex(&field, "1101"))] = Works::Redoubt;
    let among = |from: &str, to: &str, class| {
        let (from, to) = (hex(&field, from), hex(&field, to));
        field.step_among(&codex, &rules, &works, (from, field.direction(from, to).unwrap(), class))
    };
    assert_eq!((step(&field, "0701", "0702", Limbered), among("0701", "0702", Limbered)), (None, Some(PLAIN)));
    assert_eq!((among("1102", "1101", Horse), among("1102", "1101", Foot)), (None, Some(TIRING)));
}

/// Without works, and with those of the beginning, steps are the same asked either way.
#[test]
fn tabled_steps_are_those_that_are_worked_out() {
    let (codex, rules) = (Codex::built_in(), Rules::default());
    let field = field(
        "roads = [\"0301-0306\"]\n[terrain]\nforest = \"0302 0402\"\nriver = \"0505\"\n[sides]\nwall = \"0303/SE\"",
    );
    for from in field.grid.hexes() {
        for direction in Direction::ALL {
            for class in MoveClass::ALL {
                let worked_out = field.step_among(&codex, &rules, &field.works, (from, direction, class));
                assert_eq!(field.step(from, direction, class), worked_out);
            }
        }
    }
}

/// Maps that are laid one after the other in one field are what they are alone, and plain steps are what the others would be.
#[test]
fn a_map_that_is_laid_anew_is_the_same_as_alone() {
    let (codex, rules) = (Codex::built_in(), Rules::default());
    let mut relaid = Field::compile(&Map::bare(21, 13), &codex, &rules);
    let drawn = |seed| battlefield::draw(&codex, &rules, &mut crate::dice::SeededDice::from_key(seed));
    let printed = ["redoubt-line", "river-crossing", "ridge-line", "crossroads"].map(|name| {
        let source = battlefield::built_in(name).unwrap();
        battlefield::Battlefield::read(&source, &codex).unwrap().maps(&codex, &rules, 0).unwrap().remove(0)
    });
    for map in printed.into_iter().chain((0..8).map(drawn)) {
        let alone = Field::compile(&map, &codex, &rules);
        relaid.relay(&map, &codex, &rules);
        for hex in map.grid.hexes() {
            assert_eq!((relaid.hex_cover(hex), relaid.is_hill(hex)), (alone.hex_cover(hex), alone.is_hill(hex)));
            for direction in Direction::ALL {
                for class in MoveClass::ALL {
                    let step = (hex, direction, class);
                    let walked = alone.step_among(&codex, &rules, &alone.works, step);
                    assert_eq!(alone.step(hex, direction, class), walked, "{step:?}");
                    assert_eq!(relaid.step(hex, direction, class), walked, "{step:?}");
                }
            }
            for other in map.grid.hexes() {
                let sight = |field: &Field| field.sight(hex, other, Viewer::default(), |_| Between::Nobody, || false);
                assert_eq!(sight(&relaid), sight(&alone), "{hex} {other}");
            }
        }
    }
}
