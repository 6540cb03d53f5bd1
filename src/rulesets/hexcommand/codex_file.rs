//! Reading the codex from TOML, with overrides put in before anything is checked.

use super::codex::{
    Arm, Bands, Carried, Class, Codex, CommandGroup, Cube, Drill, FARTHEST, Face, Grade, GradeCost, MOST_ENTRIES,
    Nation, Need, Profile, Service, Tag, Weapon, Year,
};
use super::kinds::{ANY_TURNS, MOST_KINDS};
use super::terrain_file;
use crate::game::codex::read_value;
use crate::game::{
    CodexFile, Diagnostic, Diagnostics, Entry, Knob, Node, Source, TableReader, built_in, codex, read_each,
};

/// Values of the codex that an experiment may vary, with what is allowed, rule, and a few words. Capitals stand for any
/// name of that kind.
const KNOBS: [(&str, &str, &str, &str); 35] = [
    ("dice.DIE.face-N", "words of color, code, cnc, red, red-h", "HX-DIE-01", "what a face shows"),
    ("ranges.ARM.CLASS.needs", "words of auto, color, code, cnc", "HX-FIR-10", "what shots need, hex by hex"),
    ("ranges.ARM.CLASS.best", "auto, color, code, cnc", "HX-FIR-15", "the easiest that bonuses lead to"),
    ("ranges.ARM.CLASS.close", "0 to 20", "HX-FIR-16", "first hexes of a class with a floor only"),
    ("ranges.ARM.CLASS.reach", "0 to 20", "HX-FIR-12", "hexes beyond the last"),
    ("weapons.WEAPON.arm", "small, gun", "HX-ARM-02", "small arms or guns"),
    ("weapons.WEAPON.class", "a, b, c", "R-16", "class"),
    ("weapons.WEAPON.range", "1 to 20", "HX-FIR-13", "longest range, where less than that of the class"),
    ("weapons.WEAPON.min-range", "1 to 20", "HX-ART-07", "shortest range"),
    ("weapons.WEAPON.bonus", "0 to 5", "HX-FIR-13", "bonuses of its own"),
    ("weapons.WEAPON.indirect", "true, false", "HX-ART-05", "indirect fire"),
    ("weapons.WEAPON.heavy", "true, false", "HX-FIR-21", "gives double hits and reaches farther"),
    ("weapons.WEAPON.packed", "true, false", "HX-MOV-09", "goes where men go"),
    ("weapons.WEAPON.fixed", "true, false", "R-113", "does not move once unlimbered"),
    ("grades.GRADE.trained", "true, false", "HX-FIR-14", "counts as trained in fire"),
    ("grades.GRADE.melee", "-20 to 20", "HX-MEL-03", "melee value"),
    ("grades.GRADE.cost", "-1000 to 1000", "HX-INT-01", "cost in points"),
    ("grades.GRADE.gun-cost", "-1000 to 1000", "HX-FIR-14", "cost of a battery under `fire.trained-arms` = all"),
    (
        "grades.GRADE.value",
        "-1000 to 1000",
        "HX-INT-01",
        "what scripts take it to be worth; its own cost when left out",
    ),
    ("units.UNIT.service", "foot, skirmisher, horse, mounted, artillery, wagon", "HX-ARM-02", "arm"),
    ("units.UNIT.moves", "1 to 20", "HX-MOV-01", "movement allowance; of artillery when limbered"),
    ("units.UNIT.rout-moves", "1 to 20", "HX-ROU-01", "hexes of a rout in place of those of the rules"),
    ("units.UNIT.turns", "0 to 6", "HX-MOV-03", "changes of facing in a move, or any"),
    ("units.UNIT.zoc", "true, false", "HX-ZOC-01", "has a zone of control"),
    ("units.UNIT.all-round", "true, false", "HX-FIR-17", "has no flank and no rear"),
    ("units.UNIT.passes-friends", "true, false", "HX-MOV-06", "passes through friends"),
    ("units.UNIT.light", "true, false", "R-32", "counts as light for `movement.cavalry-turns`"),
    ("units.UNIT.melee", "-20 to 20", "HX-MEL-03", "added to the melee value of the grade"),
    ("units.UNIT.cost", "-1000 to 1000", "HX-INT-01", "cost of the men in points"),
    (
        "units.UNIT.value",
        "0 to 1000000",
        "HX-INT-01",
        "what scripts take the men to be worth; the file's own cost when left out",
    ),
    ("units.UNIT.on-foot", "a form", "HX-MOV-13", "what it becomes when it dismounts"),
    ("forms.FORM.melee", "-20 to 20", "HX-MEL-03", "added to the melee value of the grade on foot"),
    ("units.UNIT.arms.WEAPON", "-1000 to 1000", "HX-INT-01", "what a weapon adds to the cost"),
    ("command.GROUP.row-N", "five numbers from 0 to 7", "HX-CVS-04", "C, M, T, A and I of a commander"),
    ("spread.YEAR.NATION", "three percentages that add up to 100", "HX-ARM-05", "veteran, trained and untrained"),
];

/// Largest melee value, either way.
const LARGEST_VALUE: i64 = 20;

/// Largest cost of anything, either way.
const LARGEST_COST: i64 = 1000;

/// Longest movement allowance.
const LONGEST_MOVE: i64 = 20;

/// Highest value of a commander.
const HIGHEST_TRAIT: i64 = 7;

impl CodexFile for Codex {
    fn source() -> Source {
        built_in!("armies/hexcommand/codex.toml")
    }

    fn varied() -> Vec<Knob> {
        [codex::varied(KNOBS), codex::varied(terrain_file::KNOBS)].concat()
    }

    fn read_root(root: &Node, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut table = TableReader::open("the codex", root, diagnostics)?;
        let keys = ["dice", "ranges", "weapons", "grades", "units", "forms", "command", "spread"];
        let [dice, ranges, weapons, grades, units, forms, command, spread] = keys.map(|key| table.required_node(key));
        let keys = ["pieces", "terrain", "sides", "prices", "lists"];
        let [pieces, terrain, sides, prices, lists] = keys.map(|key| table.required_node(key));
        table.close();

        let dice = tables("dice", dice, ["cube", "d6-high-red", "d6-exclusive", "d6-nested"], diagnostics, read_cube);
        let ranges = tables("ranges", ranges, Arm::ALL.map(|(key, _)| key), diagnostics, |what, node, diagnostics| {
            tables(what, Some(node), Class::ALL.map(|(key, _)| key), diagnostics, read_bands)
        });
        let weapons = read_each("weapon", weapons, MOST_ENTRIES, diagnostics, read_weapon);
        let grades = tables("grades", grades, Grade::ALL.map(|(key, _)| key), diagnostics, read_drill);
        let units = read_units(units, forms, &weapons, diagnostics);
        let command = tables("command", command, Grade::ALL.map(|(key, _)| key), diagnostics, read_group);
        let spread = read_each("year", spread, MOST_ENTRIES, diagnostics, read_year);
        if let (Some(node), Some(groups)) = (root.entries().ok()?.iter().find(|e| e.key == "command"), &command) {
            let mut faces: Vec<u8> = groups.iter().flat_map(|group| group.faces.iter().copied()).collect();
            faces.sort_unstable();
            if faces != [1, 2, 3, 4, 5, 6] {
                diagnostics.push(node.locate(Diagnostic::new("each face from 1 to 6 must lead to one group")));
            }
        }
        let mut codex = Codex {
            dice: dice?,
            ranges: ranges?,
            weapons,
            grades: grades?,
            units,
            kinds: Vec::new(),
            sold: 0,
            pieces: pieces.and_then(|node| terrain_file::read_pieces(node, diagnostics))?,
            terrain: terrain_file::read_terrains(terrain, diagnostics),
            sides: sides.and_then(|node| terrain_file::read_sides(node, diagnostics))?,
            prices: prices.and_then(|node| terrain_file::read_prices(node, diagnostics))?,
            lists: lists.and_then(|node| terrain_file::read_lists(node, diagnostics))?,
            command: command?,
            spread,
        };
        terrain_file::read_unit_prices(&mut codex, prices?, diagnostics);
        Some(codex)
    }
}

/// The unit types, and after them what they become on foot.
fn read_units(
    units: Option<&Node>,
    forms: Option<&Node>,
    weapons: &[Weapon],
    diagnostics: &mut Diagnostics,
) -> Vec<Profile> {
    let names: Vec<&str> =
        forms.and_then(|node| node.entries().ok()).unwrap_or_default().iter().map(|entry| entry.key.as_str()).collect();
    let mut profiles = read_each("unit", units, MOST_ENTRIES, diagnostics, |entry, diagnostics| {
        read_unit(entry, weapons, &names, diagnostics)
    });
    let first = profiles.len() as u8;
    let on_foot = read_each("form", forms, MOST_ENTRIES, diagnostics, read_form);
    // Where one of them has a fault, the others have moved up.
    let whole = on_foot.len() == names.len();
    for profile in &mut profiles {
        profile.on_foot = profile.on_foot.filter(|_| whole).map(|at| first + at);
    }
    profiles.extend(on_foot);
    let kinds = |profile: &Profile| {
        let sold = profile.arms.len() * if profile.graded { Grade::ALL.len() } else { 1 };
        sold * if profile.on_foot.is_some() { 2 } else { 1 }
    };
    let total: usize = profiles.iter().map(kinds).sum();
    if let (Some(node), true) = (units, total > MOST_KINDS) {
        let message = format!("{total} kinds of units, those on foot included, are more than {MOST_KINDS}");
        diagnostics.push(node.locate(Diagnostic::new(message)));
        profiles.clear();
    }
    profiles
}

/// Reads a table that holds exactly the tables `keys`.
fn tables<T, const N: usize>(
    what: &str,
    node: Option<&Node>,
    keys: [&'static str; N],
    diagnostics: &mut Diagnostics,
    mut read: impl FnMut(&str, &Node, &mut Diagnostics) -> Option<T>,
) -> Option<[T; N]> {
    let mut table = TableReader::open(format!("`{what}`"), node?, diagnostics)?;
    let nodes = keys.map(|key| table.required_node(key));
    table.close();
    let mut read_all = Vec::with_capacity(N);
    for (key, node) in keys.iter().zip(nodes) {
        read_all.extend(node.and_then(|node| read(&format!("{what}.{key}"), node, diagnostics)));
    }
    read_all.try_into().ok()
}

/// The words of a text, each one of `choices`.
fn words<T: Copy>(node: &Node, what: &str, choices: &[(&str, T)]) -> Result<Vec<T>, Diagnostic> {
    let word = |word| {
        let found = choices.iter().find(|(key, _)| *key == word).map(|(_, value)| *value);
        found.ok_or_else(|| node.locate(Diagnostic::unknown(what, word, choices.iter().map(|(key, _)| *key))))
    };
    node.text()?.split_whitespace().map(word).collect()
}

fn read_cube(what: &str, node: &Node, diagnostics: &mut Diagnostics) -> Option<Cube> {
    let mut table = TableReader::open(format!("`{what}`"), node, diagnostics)?;
    let face = |node: &Node| Ok(words(node, "test", &Tag::ALL)?.into_iter().fold(Face::default(), Face::with));
    let faces = ["face-1", "face-2", "face-3", "face-4", "face-5", "face-6"]
        .map(|key| table.required(key, face).unwrap_or_default());
    table.close();
    Some(Cube { faces })
}

fn read_bands(what: &str, node: &Node, diagnostics: &mut Diagnostics) -> Option<Bands> {
    let mut table = TableReader::open(format!("`{what}`"), node, diagnostics)?;
    let hexes = |node: &Node| match words(node, "need", &Need::ALL)? {
        long if long.is_empty() || long.len() > usize::from(FARTHEST) => {
            Err(node.locate(Diagnostic::new(format!("a range is of 1 to {FARTHEST} hexes"))))
        }
        needs => Ok(needs),
    };
    let bands = Bands {
        needs: table.required("needs", hexes).unwrap_or_default(),
        best: table.required("best", |node| node.one_of("need", &Need::ALL)).unwrap_or(Need::Cnc),
        close: table.or("close", 0, |node| node.whole(0..=i64::from(FARTHEST))),
        reach: table.or("reach", 0, |node| node.whole(0..=i64::from(FARTHEST))),
    };
    table.close();
    Some(bands)
}

fn read_weapon(entry: &Entry, diagnostics: &mut Diagnostics) -> Option<Weapon> {
    let mut table = TableReader::open(format!("weapon `{}`", entry.key), &entry.node, diagnostics)?;
    let range = |node: &Node| node.whole(1..=i64::from(FARTHEST));
    let weapon = Weapon {
        name: entry.key.clone(),
        arm: table.required("arm", |node| node.one_of("arm", &Arm::ALL)).unwrap_or(Arm::Small),
        class: table.required("class", |node| node.one_of("class", &Class::ALL)).unwrap_or(Class::A),
        min: table.or("min-range", 1, range),
        max: table.optional("range", range),
        bonus: table.or("bonus", 0, |node| node.whole(0..=5)),
        indirect: table.or("indirect", false, Node::flag),
        packed: table.or("packed", false, Node::flag),
        fixed: table.or("fixed", false, Node::flag),
        heavy: table.or("heavy", false, Node::flag),
    };
    table.close();
    Some(weapon)
}

fn value(node: &Node) -> Result<i8, Diagnostic> {
    node.whole(-LARGEST_VALUE..=LARGEST_VALUE)
}

fn cost(node: &Node) -> Result<i16, Diagnostic> {
    node.whole(-LARGEST_COST..=LARGEST_COST)
}

fn read_drill(what: &str, node: &Node, diagnostics: &mut Diagnostics) -> Option<Drill> {
    let mut table = TableReader::open(format!("`{what}`"), node, diagnostics)?;
    let drill = Drill {
        trained: table.required("trained", Node::flag).unwrap_or_default(),
        melee: table.required("melee", value).unwrap_or_default(),
        cost: table.required("cost", cost).unwrap_or_default(),
        gun_cost: table.or("gun-cost", 0, cost),
        worth: worth(&mut table),
    };
    table.close();
    Some(drill)
}

/// What a part of a unit is worth: its `value`, else the `cost` that the file has for it, whatever price is tried.
fn worth(table: &mut TableReader<'_, '_>) -> i16 {
    // What is wrong with the cost is told where it is read.
    let written = table.node("cost").and_then(|node| cost(node.as_written()).ok());
    table.or("value", written.unwrap_or_default(), cost)
}

fn read_unit(entry: &Entry, weapons: &[Weapon], forms: &[&str], diagnostics: &mut Diagnostics) -> Option<Profile> {
    let what = format!("unit `{}`", entry.key);
    let mut table = TableReader::open(what.as_str(), &entry.node, diagnostics)?;
    let shares = [("full", GradeCost::Full), ("third", GradeCost::Third), ("none", GradeCost::None)];
    let carried = |node: &Node| -> Result<Vec<Carried>, Diagnostic> {
        let weapon = |entry: &Entry| {
            let weapon = match entry.key.as_str() {
                "none" => None,
                name => Some(weapons.iter().position(|weapon| weapon.name == name).ok_or_else(|| {
                    entry.locate(Diagnostic::unknown("weapon", name, weapons.iter().map(|weapon| weapon.name.as_str())))
                })? as u8),
            };
            let value = entry.node.in_file().unwrap_or(&entry.node);
            Ok(Carried { weapon, cost: cost(&entry.node)?, value: cost(value)? })
        };
        node.entries()?.iter().map(weapon).collect()
    };
    let body = read_body(&entry.key, &mut table);
    let unit = Profile {
        on_foot: table.optional("on-foot", |node| node.index_in("form", forms)).map(|at| at as u8),
        graded: table.or("graded", true, Node::flag),
        cost: table.required("cost", cost).unwrap_or_default(),
        value: read_value(&mut table),
        grades: table.required("grades", |node| node.one_of("share", &shares)).unwrap_or(GradeCost::None),
        arms: table.required("arms", carried).unwrap_or_default(),
        ..body
    };
    table.close();
    Some(unit)
}

fn read_form(entry: &Entry, diagnostics: &mut Diagnostics) -> Option<Profile> {
    let mut table = TableReader::open(format!("form `{}`", entry.key), &entry.node, diagnostics)?;
    let body = read_body(&entry.key, &mut table);
    table.close();
    Some(body)
}

/// What units and their forms on foot have in common.
fn read_body(name: &str, table: &mut TableReader<'_, '_>) -> Profile {
    let hexes = |node: &Node| node.whole(1..=LONGEST_MOVE);
    let turns = |node: &Node| match node.text() {
        Ok("any") => Ok(ANY_TURNS),
        _ => node.whole(0..=6),
    };
    Profile {
        name: name.to_owned(),
        service: table.required("service", |node| node.one_of("service", &Service::CHOICES)).unwrap_or(Service::Foot),
        moves: table.required("moves", hexes).unwrap_or(1),
        rout_moves: table.optional("rout-moves", hexes),
        turns: table.or("turns", 1, turns),
        zoc: table.or("zoc", false, Node::flag),
        all_round: table.or("all-round", false, Node::flag),
        passes_friends: table.or("passes-friends", false, Node::flag),
        light: table.or("light", false, Node::flag),
        melee: table.optional("melee", value),
        on_foot: None,
        graded: true,
        cost: 0,
        value: 0.0,
        grades: GradeCost::None,
        arms: Vec::new(),
    }
}

/// As many numbers as wanted, none above `most`.
fn row<const N: usize>(node: &Node, most: i64) -> Result<[u8; N], Diagnostic> {
    let numbers = node.list()?.iter().map(|item| item.whole(0..=most)).collect::<Result<Vec<u8>, Diagnostic>>()?;
    let found = numbers.len();
    numbers.try_into().map_err(|_| node.locate(Diagnostic::new(format!("{N} numbers are needed, found {found}"))))
}

fn read_group(what: &str, node: &Node, diagnostics: &mut Diagnostics) -> Option<CommandGroup> {
    let mut table = TableReader::open(format!("`{what}`"), node, diagnostics)?;
    let digits: Vec<String> = (1..=6).map(|face: u8| face.to_string()).collect();
    let faces: Vec<(&str, u8)> = digits.iter().map(String::as_str).zip(1..).collect();
    let group = CommandGroup {
        faces: table.required("faces", |node| words(node, "face", &faces)).unwrap_or_default(),
        rows: ["row-1", "row-2", "row-3", "row-4", "row-5", "row-6"]
            .map(|key| table.required(key, |node| row(node, HIGHEST_TRAIT)).unwrap_or_default()),
    };
    table.close();
    Some(group)
}

fn read_year(entry: &Entry, diagnostics: &mut Diagnostics) -> Option<Year> {
    let Ok(year) = entry.key.parse() else {
        diagnostics.push(entry.locate(Diagnostic::new(format!("`{}` is no year", entry.key))));
        return None;
    };
    let mut table = TableReader::open(format!("year `{year}`"), &entry.node, diagnostics)?;
    let percent = |node: &Node| match row(node, 100)? {
        shares if shares.iter().map(|&share| u32::from(share)).sum::<u32>() == 100 => Ok(shares),
        _ => Err(node.locate(Diagnostic::new("the percentages must add up to 100"))),
    };
    let percent = Nation::ALL.map(|(key, _)| table.required(key, percent).unwrap_or([100, 0, 0]));
    table.close();
    Some(Year { year, percent })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Override;

    fn vary(key: &str, value: impl Into<toml::Value>) -> Result<Codex, Diagnostics> {
        Codex::read(&Codex::source(), &[Override { key: key.to_owned(), value: value.into() }])
    }

    #[test]
    fn the_built_in_codex_is_that_of_the_rulebook() {
        let codex = Codex::built_in();
        assert_eq!(codex.weapons.len(), 15);
        // HX-DIE-01 to HX-DIE-04: how many faces pass each test.
        let counts = codex.dice.map(|cube| Tag::ALL.map(|(_, tag)| cube.faces.iter().filter(|f| f.shows(tag)).count()));
        assert_eq!(counts, [[3, 2, 1, 3, 1], [3, 2, 1, 3, 1], [3, 2, 1, 3, 1], [4, 3, 1, 3, 1]]);
        // HX-CVS-04: sums of each column of command values.
        let sums = codex
            .command
            .clone()
            .map(|group| (0..5).map(|t| group.rows.iter().map(|r| r[t]).sum::<u8>()).collect::<Vec<_>>());
        assert_eq!(sums, [vec![2, 2, 39, 39, 37], vec![4, 5, 34, 35, 36], vec![9, 9, 30, 31, 28]]);
    }

    #[test]
    fn a_fault_in_a_form_on_foot_is_told() {
        let mut source = Codex::source();
        let form = source.text.find("\n[forms.").map(|at| at + 1).expect("there are forms");
        let line = form + source.text[form..].find('\n').unwrap() + 1;
        source.text.insert_str(line, "no-such-key = 0\n");
        let faults = Codex::read(&source, &[]).expect_err("there is no such key");
        assert!(faults.iter().any(|fault| fault.message.contains("no-such-key")), "{faults:?}");
    }

    #[test]
    fn values_are_replaced_and_wrong_ones_refused() {
        assert_eq!(vary("codex.weapons.carbine.range", 4).unwrap().weapon("carbine").unwrap().max, Some(4));
        assert_eq!(
            vary("codex.weapons.rifled-gun.heavy", true).unwrap().weapon("rifled-gun").map(|w| w.heavy),
            Some(true)
        );
        for (key, value, nearest) in [
            ("codex.weapons.carbine.class", toml::Value::from("d"), Some("a")),
            ("codex.weapons.carbin.range", 3.into(), Some("carbine")),
            ("codex.dice.cube.face-1", "colour".into(), Some("color")),
            ("codex.units.cavalry.arms.pistols", 1.into(), Some("pistol")),
            ("codex.spread.1861.union", vec![1, 2, 3].into(), None),
            ("codex.command.veteran.row-1", vec![1, 2, 3].into(), None),
            ("codex.command.veteran.faces", "5 5".into(), None),
            ("codex.ranges.gun.b.needs", "".into(), None),
        ] {
            let diagnostics = vary(key, value).unwrap_err();
            assert_eq!(diagnostics.len(), 1, "{key}: {diagnostics:?}");
            assert_eq!(diagnostics[0].nearest.as_deref(), nearest, "{key}");
        }
    }

    #[test]
    fn every_knob_takes_the_ends_of_its_range() {
        codex::check_knobs::<Codex>(&[]);
    }
}
