//! Reading the codex from TOML, with overrides put in before anything is checked.

use super::codex::{Codex, Numbers, Scenario, Size, Traits, Type, Types, Unit};
use crate::game::codex::{points, read_value};
use crate::game::{
    CodexFile, Diagnostic, Diagnostics, Entry, Knob, Node, Source, TableReader, built_in, codex, read_each,
};

/// Numbers of the codex that may be varied, with rule, what is allowed, and a few words. Capitals stand for any name of
/// that kind.
const KNOBS: [(&str, &str, &str, &str); 11] = [
    ("numbers.base-mm", "1 to 1000", "DG-REC-01", "side of every base, millimetres"),
    ("numbers.ip-die", "1 to 6", "DG-CMD-01", "sides of the initiative die"),
    ("numbers.apc-capacity", "0 to 2", "DG-APC-02", "Elements that one APC carries"),
    ("buildings.class-N", "0 to 30", "DG-TER-11", "combat modifier of a class of buildings"),
    ("sizes.SIZE.points", "1 to 1000000", "DG-SET-01", "points that a table is made for"),
    ("units.UNIT.combat-modifier", "0 to 30", "DG-RNG-04", "added to its dice in attack and defence"),
    ("units.UNIT.type", "a Type", "DG-ARM-07", "what it is good and bad at"),
    ("units.UNIT.range", "0 to 1000", "DG-LOS-07", "range, inches"),
    ("units.UNIT.speed", "0 to 1000", "DG-MOV-01", "longest tactical move, inches"),
    ("units.UNIT.cost", "0 to 1000000", "DG-ARM-01", "cost, FP"),
    (
        "units.UNIT.value",
        "0 to 1000000",
        "DG-ARM-01",
        "what scripts take it to be worth, FP; the file's own cost when left out",
    ),
];

/// Largest combat modifier.
pub const LARGEST_MODIFIER: i64 = 30;

/// Most units or sizes.
const MOST_ENTRIES: usize = 250;

/// Longest length, inches.
const LONGEST: f64 = 1000.0;

impl CodexFile for Codex {
    fn source() -> Source {
        built_in!("armies/dogma/codex.toml")
    }

    fn varied() -> Vec<Knob> {
        codex::varied(KNOBS)
    }

    fn read_root(root: &Node, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut table = TableReader::open("the codex", root, diagnostics)?;
        let (numbers, types) = (table.required_node("numbers"), table.required_node("types"));
        let (units, buildings) = (table.required_node("units"), table.required_node("buildings"));
        let (sizes, scenarios) = (table.required_node("sizes"), table.required_node("scenarios"));
        table.close();

        let numbers = numbers.and_then(|node| read_numbers(node, diagnostics));
        let types = types.and_then(|node| read_types(node, diagnostics));
        let units = read_each("unit", units, MOST_ENTRIES, diagnostics, read_unit);
        ambiguous_names(&units, diagnostics);
        let buildings = buildings.and_then(|node| {
            let keys = ["class-1", "class-2", "class-3", "class-4"];
            read_row("`buildings`", node, keys, diagnostics, 0, |n| n.whole(0..=LARGEST_MODIFIER))
        });
        let sizes = read_each("size", sizes, MOST_ENTRIES, diagnostics, read_size);
        if !sizes.is_sorted_by(|one, next| one.points < next.points) {
            diagnostics.push(Diagnostic::new("the sizes do not stand in the order of their points"));
        }
        let scenarios = scenarios.and_then(|node| {
            let keys = ["die-1", "die-2", "die-3", "die-4", "die-5", "die-6"];
            let read = |n: &Node| n.one_of("scenario", &Scenario::CHOICES);
            read_row("`scenarios`", node, keys, diagnostics, Scenario::Exterminate, read)
        });
        Some(Codex { units, types: types?, buildings: buildings?, sizes, scenarios: scenarios?, numbers: numbers? })
    }
}

/// Reads a table that has exactly these keys; `harmless` stands for what is missing or wrong.
fn read_row<T: Copy, const N: usize>(
    what: &str,
    node: &Node,
    keys: [&'static str; N],
    diagnostics: &mut Diagnostics,
    harmless: T,
    read: impl Fn(&Node) -> Result<T, Diagnostic>,
) -> Option<[T; N]> {
    let mut table = TableReader::open(what, node, diagnostics)?;
    let row = keys.map(|key| table.required(key, &read).unwrap_or(harmless));
    table.close();
    Some(row)
}

fn read_numbers(node: &Node, diagnostics: &mut Diagnostics) -> Option<Numbers> {
    let mut table = TableReader::open("`numbers`", node, diagnostics)?;
    let numbers = Numbers {
        base_mm: table.required("base-mm", |n| n.number(1.0..=LONGEST)).unwrap_or(1.0),
        ip_die: table.required("ip-die", |n| n.whole(1..=6)).unwrap_or(1),
        apc_capacity: table.required("apc-capacity", |n| n.whole(0..=2)).unwrap_or(0),
    };
    table.close();
    Some(numbers)
}

fn read_types(node: &Node, diagnostics: &mut Diagnostics) -> Option<[Traits; 7]> {
    let mut table = TableReader::open("`types`", node, diagnostics)?;
    let nodes = Type::CHOICES.map(|(key, _)| (key, table.required_node(key)));
    table.close();
    Some(nodes.map(|(key, node)| node.and_then(|node| read_type(key, node, diagnostics)).unwrap_or_default()))
}

fn read_type(key: &str, node: &Node, diagnostics: &mut Diagnostics) -> Option<Traits> {
    let mut table = TableReader::open(format!("type `{key}`"), node, diagnostics)?;
    let traits = Traits {
        optimal_at_range: table.or("optimal-at-range", Types::default(), types),
        optimal_in_close: table.or("optimal-in-close", Types::default(), types),
        attacks_buildings: table.or("attacks-buildings", false, Node::flag),
        ignores_cover: table.or("ignores-cover", false, Node::flag),
    };
    table.close();
    Some(traits)
}

fn types(node: &Node) -> Result<Types, Diagnostic> {
    node.list()?.iter().map(|item| item.one_of("type", &Type::CHOICES)).collect()
}

fn inches(node: &Node) -> Result<f64, Diagnostic> {
    node.number(0.0..=LONGEST)
}

fn read_unit(entry: &Entry, diagnostics: &mut Diagnostics) -> Option<Unit> {
    let mut table = TableReader::open(format!("unit `{}`", entry.key), &entry.node, diagnostics)?;
    let names = |node: &Node| node.list()?.iter().map(|item| item.text().map(str::to_owned)).collect();
    let unit = Unit {
        key: entry.key.clone(),
        name: table.required("name", |n| n.text().map(str::to_owned)).unwrap_or_default(),
        aliases: table.or("aliases", Vec::new(), names),
        kind: table.required("type", |n| n.one_of("type", &Type::CHOICES)).unwrap_or(Type::Infantry),
        speed: table.required("speed", inches).unwrap_or(0.0),
        move_or_fire: table.or("move-or-fire", false, Node::flag),
        modifier: table.required("combat-modifier", |n| n.whole(0..=LARGEST_MODIFIER)).unwrap_or(0),
        range: table.optional("range", inches),
        cost: table.required("cost", points).unwrap_or(0.0),
        value: read_value(&mut table),
        may_ride: table.or("may-ride-apc", false, Node::flag),
        flyer: table.or("flyer", false, Node::flag),
    };
    table.close();
    Some(unit)
}

fn ambiguous_names(units: &[Unit], diagnostics: &mut Diagnostics) {
    let names = |unit: &Unit| [&unit.key, &unit.name].into_iter().chain(&unit.aliases).cloned().collect::<Vec<_>>();
    for (at, second) in units.iter().enumerate() {
        for first in &units[..at] {
            if let Some(name) = names(second).into_iter().find(|name| names(first).contains(name)) {
                let message = format!("unit `{}` and unit `{}` both go by `{name}`", first.key, second.key);
                diagnostics.push(Diagnostic::new(message));
            }
        }
    }
}

fn read_size(entry: &Entry, diagnostics: &mut Diagnostics) -> Option<Size> {
    let mut table = TableReader::open(format!("size `{}`", entry.key), &entry.node, diagnostics)?;
    let size = Size {
        key: entry.key.clone(),
        points: table.required("points", |n| n.whole(1..=1_000_000)).unwrap_or(1),
        width: table.required("width", inches).unwrap_or(0.0),
        depth: table.required("depth", inches).unwrap_or(0.0),
        features: table.required("features", |n| n.whole(0..=100)).unwrap_or(0),
    };
    table.close();
    Some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codex_holds_the_rulebook_s_units() {
        // Key, Type, speed, Move or Fire, modifier, range (0: none), cost, rides, flies.
        let expected = [
            ("regular-infantry", Type::Infantry, 3, false, 3, 2, 1, true, false),
            ("elites", Type::Infantry, 3, false, 4, 2, 2, true, false),
            ("mbt", Type::Armour, 4, false, 3, 4, 3, false, false),
            ("armoured-infantry", Type::Armour, 2, false, 4, 3, 2, true, false),
            ("gunwalker", Type::Armour, 3, true, 4, 4, 2, false, false),
            ("rpg-team", Type::HeavySupport, 3, true, 4, 4, 2, true, false),
            ("tank-destroyer", Type::HeavySupport, 4, false, 3, 4, 3, false, false),
            ("jet-bike", Type::Assault, 8, false, 2, 3, 2, false, false),
            ("jump-infantry", Type::Assault, 6, false, 3, 0, 2, false, true),
            ("apc", Type::Assault, 5, false, 1, 3, 1, false, false),
            ("sht", Type::SuperHeavy, 3, false, 4, 4, 4, false, false),
            ("gunship", Type::AirSupport, 6, false, 3, 4, 4, false, true),
            ("spaag", Type::AntiAircraft, 4, false, 2, 4, 1, false, false),
        ];
        let codex = Codex::built_in();
        assert_eq!(codex.units.len(), expected.len());
        for (u, row) in codex.units.iter().zip(expected) {
            let (speed, range, cost) = (u.speed as i32, u.range.unwrap_or(0.0) as i32, u.cost as i32);
            assert_eq!(
                (&*u.key, u.kind, speed, u.move_or_fire, i32::from(u.modifier), range, cost, u.may_ride, u.flyer),
                row
            );
        }
        assert_eq!(codex.unit("Jet Bikes"), codex.unit("jet-bike"));
        assert_eq!(codex.unit("Super Heavy Tank").map(|unit| &*unit.key), Some("sht"));
        assert_eq!(codex.unit("jeep"), None);
    }

    #[test]
    fn the_codex_holds_the_rulebook_s_tables() {
        let codex = Codex::built_in();
        assert_eq!(codex.buildings, [4, 5, 6, 7]);
        assert_eq!(codex.scenarios, Scenario::CHOICES.map(|(_, scenario)| scenario));
        let sizes: Vec<_> = codex.sizes.iter().map(|s| (s.points, s.width, s.depth, s.features)).collect();
        assert_eq!(sizes, [(24, 24.0, 24.0, 4), (48, 48.0, 24.0, 6), (72, 72.0, 24.0, 8)]);
        assert_eq!(
            [1, 24, 25, 48, 73].map(|points| &*codex.size(points).key),
            ["small", "small", "medium", "medium", "large"]
        );
        let buildings: Vec<_> = Type::CHOICES
            .iter()
            .filter(|(_, kind)| !codex.traits(*kind).attacks_buildings)
            .map(|(key, _)| *key)
            .collect();
        assert_eq!(buildings, ["infantry", "assault"]);
        for (key, kind) in Type::CHOICES {
            assert_eq!(codex.traits(kind).ignores_cover, ["super-heavy", "air-support"].contains(&key));
            assert_eq!(kind.key(), key);
        }
    }

    #[test]
    fn what_is_wrong_with_a_codex_is_told() {
        let broken = |old: &str, new: &str| {
            let Source { name, text } = Codex::source();
            assert!(text.contains(old));
            let diagnostics =
                Codex::read(&Source { name, text: text.replacen(old, new, 1) }, &[]).expect_err("it is broken");
            assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
            diagnostics[0].message.clone()
        };
        assert_eq!(broken("speed = 3\n", ""), "unit `regular-infantry` lacks `speed`");
        assert_eq!(broken("type = \"armour\"", "type = \"armor\""), "unknown type `armor`");
        assert_eq!(broken("\"MBTs\"", "\"elites\""), "unit `elites` and unit `mbt` both go by `elites`");
        assert_eq!(broken("points = 24\n", "points = 50\n"), "the sizes do not stand in the order of their points");
        assert_eq!(broken("[buildings]\n", "[buildings]\nclass-5 = 8\n"), "unknown key `class-5` in `buildings`");
        assert_eq!(broken("die-6 = \"control\"", "die-6 = \"rule\""), "unknown scenario `rule`");
    }

    #[test]
    fn knobs_with_a_single_value_tell_it() {
        let knobs = Codex::knobs();
        let defaults: Vec<&str> = knobs.iter().take(4).map(|knob| knob.default.as_str()).collect();
        assert_eq!(defaults, ["40", "6", "2", ""]);
    }

    #[test]
    fn every_knob_takes_the_ends_of_its_range() {
        codex::check_knobs::<Codex>(&[]);
    }
}
