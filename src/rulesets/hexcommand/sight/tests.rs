use super::*;
use crate::game::{CodexFile, Source};
use crate::rulesets::hexcommand::battlefield::Battlefield;

const INFANTRY: Viewer = Viewer { indirect: false, artillery: false };
const GUNS: Viewer = Viewer { indirect: false, artillery: true };
const HOWITZER: Viewer = Viewer { indirect: true, artillery: true };

const CLEAR: Option<Sight> = Some(Sight { partial: false });
const PARTIAL: Option<Sight> = Some(Sight { partial: true });

fn field(switches: &[(&str, &str)], body: &str) -> Field {
    let (codex, mut rules) = (Codex::built_in(), Rules::default());
    for (name, value) in switches {
        rules.set(name, value).unwrap();
    }
    let text = format!("name = \"here\"\nruleset = \"hexcommand\"\n{body}");
    let battlefield = Battlefield::read(&Source { name: "here".into(), text }, &codex).unwrap();
    Field::compile(&battlefield.maps(&codex, &rules, 0).unwrap()[0], &codex, &rules)
}

/// What a viewer sees from one hex of another past units: `+1106` a friend, `-1106` an enemy.
fn see(field: &Field, way: &str, viewer: Viewer, units: &str) -> Option<Sight> {
    let hex = |number: &str| field.grid.parse(number).unwrap();
    let (from, to) = way.split_once(' ').unwrap();
    let between = |at: HexIndex| {
        let unit = units.split_whitespace().find(|unit| hex(&unit[1..]) == at);
        unit.map_or(Between::Nobody, |unit| if unit.starts_with('+') { Between::Friend } else { Between::Enemy })
    };
    let friends = units.split_whitespace().filter(|unit| unit.starts_with('+'));
    let beside = friends.clone().any(|unit| field.distance(hex(&unit[1..]), hex(to)) == 1);
    field.sight(hex(from), hex(to), viewer, between, || beside)
}

fn sees(body: &str, way: &str) -> Option<Sight> {
    see(&field(&[], body), way, INFANTRY, "")
}

fn hills(hexes: &str) -> String {
    format!("hills = [{{ hexes = \"{hexes}\" }}]\n")
}

#[test]
fn hx_los_02_blocking_terrain_and_units_are_in_the_way() {
    assert_eq!(sees("", "1107 1103"), CLEAR);
    for terrain in ["forest", "buildings"] {
        let body = format!("[terrain]\n{terrain} = \"1105\"");
        assert_eq!(sees(&body, "1107 1103"), None, "{terrain}");
        assert_eq!(sees(&body, "1107 1105"), CLEAR, "the ends do not block");
        assert_eq!(sees(&body, "1105 1103"), CLEAR);
    }
    let open = field(&[], "");
    for unit in ["+1105", "-1105"] {
        assert_eq!(see(&open, "1107 1103", INFANTRY, unit), None, "{unit}");
        assert_eq!(see(&open, "1107 1205", INFANTRY, unit), CLEAR, "past it");
    }
    // hexsides and touched corners do not block.
    assert_eq!(sees("[sides]\nwall = \"1106/N\"", "1107 1104"), CLEAR);
    assert_eq!(sees("", "0101 2113"), None, "too far");
}

/// 1107 sees 1205 along the side of 1106 and 1206.
#[test]
fn hx_los_03_a_line_along_a_side_is_blocked_by_both_hexes() {
    let open = field(&[], "");
    assert_eq!(see(&open, "1107 1205", INFANTRY, ""), CLEAR);
    assert_eq!(see(&open, "1107 1205", INFANTRY, "-1106"), PARTIAL);
    assert_eq!(see(&open, "1107 1205", INFANTRY, "-1206"), PARTIAL);
    assert_eq!(see(&open, "1107 1205", INFANTRY, "-1106 +1206"), None);
    let wood = field(&[], "[terrain]\nforest = \"1106\"");
    assert_eq!(see(&wood, "1107 1205", INFANTRY, ""), PARTIAL);
    assert_eq!(see(&wood, "1107 1205", INFANTRY, "-1206"), None, "forest and unit block together");
    assert_eq!(sees("[terrain]\nforest = \"1106 1206\"", "1107 1205"), None);
    // At the edge of the board there is one hex beside the line.
    assert_eq!(sees("[terrain]\nforest = \"0201\"", "0101 0301"), PARTIAL);
}

#[test]
fn hx_los_04_ruins_light_forest_and_slopes_mask_the_view() {
    for terrain in ["ruin", "light-forest", "broken-ground"] {
        assert_eq!(sees(&format!("[terrain]\n{terrain} = \"1105\""), "1107 1103"), PARTIAL, "{terrain}");
        assert_eq!(sees(&format!("[terrain]\n{terrain} = \"1105 1104\""), "1107 1103"), PARTIAL, "two of them");
        assert_eq!(sees(&format!("[terrain]\n{terrain} = \"1107 1103\""), "1107 1103"), CLEAR, "at the ends");
    }
    // The slope at the foot of the viewer's own hex does not count, one on the line does.
    assert_eq!(sees(&hills("1109"), "1109 1106"), CLEAR);
    assert_eq!(sees(&hills("1110 1109"), "1110 1106"), PARTIAL);
}

#[test]
fn hx_los_05_on_the_level_what_stands_above_it_blocks() {
    assert_eq!(sees(&hills("1105"), "1107 1103"), None, "a ridge between two valleys");
    assert_eq!(sees(&hills("1107-1103"), "1107 1103"), CLEAR, "along the ridge");
    assert_eq!(sees(&hills("1107 1105 1103"), "1107 1103"), PARTIAL, "over the slopes of another hill");
    let wooded = format!("{}[terrain]\nforest = \"1105\"", hills("1107 1105 1103"));
    assert_eq!(sees(&wooded, "1107 1103"), None);
    let below = format!("{}[terrain]\nforest = \"1105\"", hills("1107 1103"));
    assert_eq!(sees(&below, "1107 1103"), CLEAR, "from hill to hill over the forest in the valley");
}

#[test]
fn hx_los_06_between_levels_what_stands_above_both_blocks() {
    let body = "hills = [{ level = 2, hexes = \"1105\" }, { level = 1, hexes = \"1110\" }]";
    assert_eq!(sees(body, "1110 1102"), None);
    assert_eq!(sees(body, "1102 1110"), None);
}

/// The edge of the hill is 3 hexes off and hides 2 beyond it.
#[test]
fn hx_los_07_an_edge_hides_half_its_distance_beyond_it() {
    let body = hills("1110 1109 1108 1107");
    let seen = |switches: &[(&str, &str)], way: &str| see(&field(switches, &body), way, INFANTRY, "");
    let from_above = |switches| ["1110 1106", "1110 1105", "1110 1104"].map(|way| seen(switches, way));
    assert_eq!(from_above(&[]), [None, None, PARTIAL]);
    assert_eq!(["1106 1110", "1105 1110", "1104 1110"].map(|way| seen(&[], way)), [None, None, PARTIAL], "both ways");
    assert_eq!(from_above(&[("los.dead-zone-rounding", "down")]), [None, PARTIAL, PARTIAL]);
    assert_eq!(from_above(&[("los.dead-zone", "off")]), [None, PARTIAL, PARTIAL], "but for the foot of the hill");
}

/// 1307 lies at the foot of the hill of 1107 and 1207.
#[test]
fn hx_los_08_the_foot_of_a_hill_is_hit_by_neighbours_alone() {
    let body = hills("1107 1207");
    assert_eq!(sees(&body, "1207 1307"), CLEAR);
    assert_eq!(sees(&body, "1107 1307"), None);
    assert_eq!(sees(&body, "1307 1107"), PARTIAL, "up the hill 1207 alone masks it");
    assert_eq!(sees(&hills("1107 1507"), "1107 1407"), CLEAR, "the foot of another hill");
}

/// The forest of 1108 lies lower than both, and is more hilltop.
#[test]
fn hx_los_09_lower_forest_is_more_hilltop() {
    let body = |terrain: &str| {
        format!(
            "hills = [{{ level = 2, hexes = \"1110\" }}, {{ level = 1, hexes = \"1107 1106\" }}]\n[terrain]\n{terrain} = \"1108\""
        )
    };
    assert_eq!(sees(&body("forest"), "1110 1107"), None);
    assert_eq!(sees(&body("buildings"), "1110 1107"), CLEAR);
    assert_eq!(sees(&format!("{}[terrain]\nforest = \"1108\"", hills("1110")), "1110 1107"), None);
    assert_eq!(sees(&format!("{}[terrain]\nforest = \"1108\"", hills("1110")), "1110 1106"), CLEAR);
}

#[test]
fn hx_los_10_guns_on_heights_fire_over_friends_well_ahead() {
    let high = field(&[], &hills("1110"));
    assert_eq!(see(&high, "1110 1103", GUNS, "+1107"), CLEAR);
    assert_eq!(see(&high, "1110 1103", INFANTRY, "+1107"), None, "infantry");
    assert_eq!(see(&high, "1110 1103", GUNS, "-1107"), None, "over an enemy");
    assert_eq!(see(&high, "1110 1103", GUNS, "+1109"), None, "right ahead");
    assert_eq!(see(&high, "1110 1105", GUNS, "+1107"), None, "in the dead zone of the friend");
    assert_eq!(see(&high, "1110 1103", GUNS, "+1107 +1203"), None, "beside a friend");
    assert_eq!(see(&field(&[], ""), "1110 1103", GUNS, "+1107"), None, "on the level");
    assert_eq!(see(&field(&[], &hills("1110 1107")), "1110 1103", GUNS, "+1107"), None, "as high as the friend");
}

#[test]
fn hx_los_11_other_readings_of_overhead_fire() {
    let level = [("los.overhead", "artillery-level")];
    assert_eq!(see(&field(&level, ""), "1110 1103", GUNS, "+1107"), CLEAR);
    assert_eq!(see(&field(&level, ""), "1110 1103", INFANTRY, "+1107"), None);
    let any = [("los.overhead", "higher-any")];
    assert_eq!(see(&field(&any, &hills("1110")), "1110 1103", INFANTRY, "+1107"), CLEAR);
    assert_eq!(see(&field(&any, ""), "1110 1103", INFANTRY, "+1107"), None);
    assert_eq!(see(&field(&any, &hills("1110")), "1110 1103", INFANTRY, "+1109"), None);
}

#[test]
fn hx_los_12_indirect_guns_mind_the_ground_alone() {
    let walled = field(&[], "[terrain]\ntrench = \"1105\"\n[sides]\nwall = \"1106/N\"");
    assert_eq!(see(&walled, "1107 1103", HOWITZER, "+1106 -1104"), CLEAR);
    assert_eq!(see(&field(&[], "[terrain]\nforest = \"1105\""), "1107 1103", HOWITZER, ""), None);
    assert_eq!(see(&field(&[], &hills("1110 1109")), "1110 1108", HOWITZER, ""), None, "the dead zone stays");
}

/// Tabled verdicts on the richest maps: alike from both ends, but for the feet of hills.
#[test]
fn lines_are_alike_from_both_ends_but_for_feet_of_hills() {
    for name in ["ridge-line", "crossroads", "river-crossing"] {
        let codex = Codex::built_in();
        let source = crate::rulesets::hexcommand::battlefield::built_in(name).unwrap();
        let map = Battlefield::read(&source, &codex).unwrap().maps(&codex, &Rules::default(), 0).unwrap().remove(0);
        let field = Field::compile(&map, &codex, &Rules::default());
        let mut blocked = 0;
        for from in field.grid.hexes() {
            for to in field.grid.hexes().filter(|to| *to != from) {
                let seen = |from, to| field.sight(from, to, INFANTRY, |_| Between::Nobody, || false);
                let (there, back) = (seen(from, to), seen(to, from));
                let downhill = field.level[usize::from(from)] != field.level[usize::from(to)];
                assert!(there == back || downhill, "{name}: {from} {to}");
                assert!(field.distance(from, to) > 1 || there == CLEAR, "neighbours see each other");
                blocked += usize::from(there.is_none());
            }
        }
        assert!(blocked > 5000, "{name}: {blocked}");
    }
}
