//! Reading the codex from TOML, with overrides put in before anything is checked.

use super::codex::{Codex, ListNumbers, MOST_ENTRIES, MOST_WEAPONS, SquadType, Unit, Weapon, WeaponKind};
use super::terrain_file;
use crate::game::{
    CodexFile, Diagnostic, Diagnostics, Entry, Knob, Node, Source, TableReader, built_in, codex, read_each,
};

/// Largest attribute, skill or Strength, either way.
const LARGEST: i64 = 1000;

/// Longest length in inches, and largest base in millimetres.
const LONGEST: f64 = 1000.0;

/// Shortest close range in inches: distances are divided by it.
const SHORTEST_RANGE: f64 = 0.01;

/// Least Movement, inches: that of a model is over 0.
const LEAST_MOVEMENT: f64 = 0.01;

/// Most members of a squad.
const MOST_MEMBERS: i64 = 30;

/// Numbers of the codex that an experiment may vary, with rule, what is allowed, and a few words. Capitals stand for any
/// name of that kind.
const KNOBS: [(&str, &str, &str, &str); 26] = [
    ("units.UNIT.movement", "0.01 to 1000", "DP-MOV-01", "inches of a Move"),
    ("units.UNIT.defense", "-1000 to 1000", "DP-SHT-02", "taken off skills that attack it"),
    ("units.UNIT.armor", "-1000 to 1000", "DP-WND-01", "taken off the Strength of what hits it"),
    ("units.UNIT.ranged", "-1000 to 1000", "DP-SHT-02", "Ranged skill"),
    ("units.UNIT.close-combat", "-1000 to 1000", "DP-CLC-02", "Close Combat skill"),
    ("units.UNIT.perception", "-1000 to 1000", "DP-PER-01", "Perception skill"),
    ("units.UNIT.leadership", "-1000 to 1000", "DP-LDR-04", "Leadership, and Command Range in inches"),
    ("units.UNIT.wounds", "1 to 1000", "DP-WND-04", "wounds at the start"),
    ("units.UNIT.command-points", "0 to 1000", "DP-CMD-01", "base Command Points"),
    ("units.UNIT.base-mm", "1 to 1000", "DP-GEN-05", "diameter of the base in millimetres"),
    ("units.UNIT.dug-in", "0 to 1000", "DP-UNI-02", "added to its cover penalty when it has cover"),
    ("units.UNIT.stealth", "0 to 1000", "DP-STL-01", "level of stealth"),
    ("units.UNIT.cost", "0 to 1000000", "DP-ARM-08", "cost in points"),
    ("units.UNIT.value", "0 to 1000000", "DP-ARM-08", "what scripts think it is worth"),
    ("weapons.WEAPON.range", "0.01 to 1000", "DP-SHT-04", "close range in inches, and step of the penalty beyond"),
    ("weapons.WEAPON.strength", "-1000 to 1000", "DP-WND-01", "Strength"),
    ("weapons.WEAPON.strength-blast", "-1000 to 1000", "DP-AOE-05", "Strength beside the centre of the template"),
    ("weapons.WEAPON.aoe", "0 to 1000", "DP-AOE-06", "size of the template in inches, 0 for none"),
    ("weapons.WEAPON.accuracy", "-1000 to 1000", "DP-SHT-12", "added to hit targets"),
    ("weapons.WEAPON.leadership-modifier", "-1000 to 1000", "DP-SHT-13", "added to Leadership rolls it causes"),
    ("lists.size", "1 to 1000000", "over-size", "usual size of a list in points"),
    ("lists.tolerance", "0 to 1000000", "over-size", "points by which a list may be larger than its size"),
    ("lists.squad-point", "0 to 1000000", "DP-ARM-08", "cost of the Command Points of a squad"),
    ("lists.squad-members", "2 to 30", "squad-size", "members of a squad by the profile `alpha`"),
    ("lists.most-members", "2 to 30", "squad-size", "most members of a squad by the profile `free`"),
    ("lists.members-per-special-weapon", "1 to 30", "special-weapon-limit", "members for each special weapon"),
];

impl CodexFile for Codex {
    fn source() -> Source {
        built_in!("armies/darkpotential/codex.toml")
    }

    fn varied() -> Vec<Knob> {
        [codex::varied(KNOBS), codex::varied(terrain_file::KNOBS)].concat()
    }

    fn read_root(root: &Node, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut table = TableReader::open("the codex", root, diagnostics)?;
        let (units, weapons) = (table.required_node("units"), table.required_node("weapons"));
        let [squads, lists, terrain] = ["squads", "lists", "terrain"].map(|key| table.node(key));
        table.close();
        let weapons = read_each("weapon", weapons, MOST_ENTRIES, diagnostics, read_weapon);
        let keys: Vec<&str> = weapons.iter().map(|weapon| weapon.key.as_str()).collect();
        let units = read_each("unit", units, MOST_ENTRIES, diagnostics, |entry, diagnostics| {
            read_unit(entry, &weapons, &keys, diagnostics)
        });
        let squads = read_each("squad", squads, MOST_ENTRIES, diagnostics, |entry, diagnostics| {
            read_squad(entry, &units, diagnostics)
        });
        let lists = lists.map_or(Some(ListNumbers::default()), |node| read_lists(node, diagnostics))?;
        // A codex that says nothing of terrain has the usual one.
        let usual = terrain.is_none().then(|| Node::parse(&Self::source()).expect("the built-in codex is sound"));
        let usual = usual.as_ref().and_then(|root| root.entries().ok()?.iter().find(|entry| entry.key == "terrain"));
        let terrain = terrain.or(usual.map(|entry| &entry.node));
        let terrain = read_each("piece", terrain, MOST_ENTRIES, diagnostics, terrain_file::read);
        Some(Codex { weapons, units, squads, lists, terrain })
    }
}

fn attribute(node: &Node) -> Result<i32, Diagnostic> {
    node.whole(-LARGEST..=LARGEST)
}

fn amount(node: &Node) -> Result<u32, Diagnostic> {
    node.whole(0..=LARGEST)
}

/// An attribute that no model can have.
pub(super) fn value_range(diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.rule("value-range")
}

fn points(node: &Node) -> Result<f64, Diagnostic> {
    node.number(0.0..=1e6)
}

fn read_lists(node: &Node, diagnostics: &mut Diagnostics) -> Option<ListNumbers> {
    let mut table = TableReader::open("`lists`", node, diagnostics)?;
    let usual = ListNumbers::default();
    let members = |node: &Node| node.whole(2..=MOST_MEMBERS);
    let numbers = ListNumbers {
        size: table.or("size", usual.size, |node| node.number(1.0..=1e6)),
        tolerance: table.or("tolerance", usual.tolerance, points),
        squad_point: table.or("squad-point", usual.squad_point, points),
        squad_members: table.or("squad-members", usual.squad_members, members),
        most_members: table.or("most-members", usual.most_members, members),
        members_per_special_weapon: table
            .or("members-per-special-weapon", usual.members_per_special_weapon, |node| node.whole(1..=MOST_MEMBERS)),
    };
    table.close();
    Some(numbers)
}

/// A squad: its members by unit type.
fn read_squad(entry: &Entry, units: &[Unit], diagnostics: &mut Diagnostics) -> Option<SquadType> {
    let mut table = TableReader::open(format!("squad `{}`", entry.key), &entry.node, diagnostics)?;
    let counts = table.required_node("members");
    table.close();
    let mut members = Vec::new();
    for member in counts?.entries().map_err(|diagnostic| diagnostics.push(diagnostic)).unwrap_or_default() {
        let Some(unit) = units.iter().position(|unit| unit.key == member.key) else {
            let keys = units.iter().map(|unit| unit.key.as_str());
            diagnostics.push(member.locate(Diagnostic::unknown("unit", &member.key, keys).rule("unknown-unit")));
            continue;
        };
        match member.node.whole::<usize>(1..=MOST_MEMBERS) {
            Ok(count) => members.extend(std::iter::repeat_n(unit as u8, count)),
            Err(diagnostic) => diagnostics.push(diagnostic.rule("bad-count")),
        }
    }
    Some(SquadType { key: entry.key.clone(), members })
}

fn read_weapon(entry: &Entry, diagnostics: &mut Diagnostics) -> Option<Weapon> {
    let mut table = TableReader::open(format!("weapon `{}`", entry.key), &entry.node, diagnostics)?;
    let kinds = [("close", WeaponKind::Close), ("ranged", WeaponKind::Ranged)];
    let kind = table.required("kind", |node| node.one_of("kind of weapon", &kinds)).unwrap_or(WeaponKind::Close);
    let strength = table.required("strength", attribute).unwrap_or(0);
    let mut weapon = Weapon {
        key: entry.key.clone(),
        kind,
        range: 0.0,
        strength,
        strength_blast: None,
        aoe: 0.0,
        accuracy: 0,
        move_or_shoot: false,
        leadership_modifier: table.or("leadership-modifier", 0, attribute),
    };
    if kind == WeaponKind::Ranged {
        weapon.range = table.required("range", |node| node.number(SHORTEST_RANGE..=LONGEST)).unwrap_or(1.0);
        weapon.strength_blast = table.optional("strength-blast", attribute);
        weapon.aoe = table.or("aoe", 0.0, |node| node.number(0.0..=LONGEST));
        weapon.accuracy = table.or("accuracy", 0, attribute);
        weapon.move_or_shoot = table.or("move-or-shoot", false, Node::flag);
    }
    table.close();
    if (weapon.aoe > 0.0) != weapon.strength_blast.is_some() {
        let message = format!("weapon `{}` needs both `aoe` and `strength-blast`, or neither", entry.key);
        diagnostics.push(entry.locate(value_range(Diagnostic::new(message))));
    }
    Some(weapon)
}

fn read_unit(entry: &Entry, weapons: &[Weapon], keys: &[&str], diagnostics: &mut Diagnostics) -> Option<Unit> {
    let mut table = TableReader::open(format!("unit `{}`", entry.key), &entry.node, diagnostics)?;
    let weapon = |node: &Node| node.index_in("weapon", keys);
    let unit = Unit {
        key: entry.key.clone(),
        name: table.required("name", |node| Ok(node.text()?.to_owned())).unwrap_or_default(),
        movement: table
            .required("movement", |node| node.number(LEAST_MOVEMENT..=LONGEST).map_err(value_range))
            .unwrap_or(LEAST_MOVEMENT),
        defense: table.required("defense", attribute).unwrap_or(0),
        armor: table.required("armor", attribute).unwrap_or(0),
        ranged: table.optional("ranged", attribute),
        close_combat: table.optional("close-combat", attribute),
        perception: table.optional("perception", attribute),
        leadership: table.required("leadership", attribute).unwrap_or(0),
        wounds: table.required("wounds", |node| node.whole(1..=LARGEST).map_err(value_range)).unwrap_or(1),
        command_points: table.required("command-points", |node| amount(node).map_err(value_range)).unwrap_or(0),
        base_mm: table.required("base-mm", |node| node.number(1.0..=LONGEST)).unwrap_or(1.0),
        weapons: table
            .required("weapons", |node| node.list()?.iter().map(weapon).collect::<Result<Vec<_>, _>>())
            .unwrap_or_default(),
        commander: table.or("commander", false, Node::flag),
        dug_in: table.or("dug-in", 0, |node| node.whole(0..=LARGEST)),
        stealth: table.or("stealth", 0, amount),
        special_weapon: table.optional("special-weapon", weapon),
        strength: table.optional("strength", attribute),
        cost: table.required("cost", points).unwrap_or(0.0),
        value: table.required("value", points).unwrap_or(0.0),
    };
    table.close();
    if unit.weapons.len() > MOST_WEAPONS {
        let message =
            format!("unit `{}` has {} weapons, at most {MOST_WEAPONS} allowed", entry.key, unit.weapons.len());
        diagnostics.push(entry.locate(Diagnostic::new(message)));
    }
    let ranged = unit.weapons.iter().map(|at| &weapons[*at]).find(|weapon| weapon.kind == WeaponKind::Ranged);
    if let (Some(weapon), None) = (ranged, unit.ranged) {
        let message = format!("unit `{}` has a `{}` and no Ranged skill", entry.key, weapon.key);
        diagnostics.push(entry.locate(Diagnostic::new(message).rule("skill-missing")));
    }
    if unit.special_weapon.is_some_and(|special| !unit.weapons.contains(&special)) {
        let message = format!("unit `{}` does not carry its special weapon", entry.key);
        diagnostics.push(entry.locate(Diagnostic::new(message).rule("DP-SQD-07")));
    }
    Some(unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Override;

    fn broken(old: &str, new: &str) -> Diagnostics {
        let Source { name, text } = Codex::source();
        assert!(text.contains(old), "{old}");
        Codex::read(&Source { name, text: text.replacen(old, new, 1) }, &[]).unwrap_err()
    }

    fn varied(key: &str, value: impl Into<toml::Value>) -> Result<Codex, Diagnostics> {
        Codex::read(&Codex::source(), &[Override { key: key.to_owned(), value: value.into() }])
    }

    /// Movement, Defense, Armor, the three skills, Leadership, Wounds and Command Points.
    type Profile = (f64, i32, i32, Option<i32>, i32, i32, i32, u32, u32);

    #[test]
    fn the_codex_holds_the_rulebook_s_units() {
        let soldier: Profile = (6.0, 2, 3, Some(11), 10, 7, 6, 1, 1);
        let expected: [(&str, Profile, &[&str], f64); 6] = [
            ("generic-soldier", soldier, &["club", "pistol"], 10.0),
            ("generic-soldier-rocket", soldier, &["club", "rocket-launcher", "pistol"], 12.0),
            ("generic-soldier-melee", soldier, &["club"], 7.0),
            ("generic-leader", (6.0, 3, 3, Some(12), 11, 9, 9, 5, 5), &["powered-club", "laser-pistol"], 28.0),
            ("generic-sniper", (6.0, 3, 2, Some(13), 9, 10, 8, 3, 1), &["sniper-club", "sniper-rifle", "pistol"], 15.0),
            ("generic-assassin", (8.0, 4, 2, None, 12, 9, 7, 3, 1), &["dark-potential-fist"], 20.0),
        ];
        let codex = Codex::built_in();
        assert_eq!(codex.units.len(), expected.len());
        for (unit, (key, profile, weapons, cost)) in codex.units.iter().zip(expected) {
            assert_eq!(unit.key, key);
            let found = (
                unit.movement,
                unit.defense,
                unit.armor,
                unit.ranged,
                unit.close_combat.unwrap(),
                unit.perception.unwrap(),
                unit.leadership,
                unit.wounds,
                unit.command_points,
            );
            assert_eq!((found, unit.base_mm, unit.cost, unit.value), (profile, 25.0, cost, cost), "{key}");
            assert_eq!(unit.weapons.iter().map(|at| &*codex.weapons[*at].key).collect::<Vec<_>>(), weapons);
        }
        let assassin = codex.unit("generic-assassin").unwrap();
        assert_eq!((assassin.stealth, assassin.strength), (3, Some(7)));
    }

    #[test]
    fn the_codex_holds_the_rulebook_s_weapons() {
        let codex = Codex::built_in();
        let close: Vec<(&str, i32)> =
            codex.weapons.iter().filter(|w| w.kind == WeaponKind::Close).map(|w| (&*w.key, w.strength)).collect();
        assert_eq!(close, [("club", 10), ("powered-club", 11), ("sniper-club", 9), ("dark-potential-fist", 13)]);
        let ranged: Vec<_> = codex
            .weapons
            .iter()
            .filter(|w| w.kind == WeaponKind::Ranged)
            .map(|w| (&*w.key, w.range, w.strength, w.strength_blast, w.aoe, w.accuracy, w.move_or_shoot))
            .collect();
        let expected = [
            ("pistol", 8.0, 10, None, 0.0, 0, false),
            ("laser-pistol", 8.0, 11, None, 0.0, 0, false),
            ("sniper-rifle", 16.0, 12, None, 0.0, 0, true),
            ("rocket-launcher", 10.0, 12, Some(8), 3.0, -1, true),
        ];
        assert_eq!(ranged, expected);
        let worsening: Vec<(&str, i32)> = codex
            .weapons
            .iter()
            .filter(|w| w.leadership_modifier != 0)
            .map(|w| (&*w.key, w.leadership_modifier))
            .collect();
        assert_eq!(worsening, [("sniper-rifle", -1)]);
    }

    #[test]
    fn broken_codices_are_refused_at_the_place() {
        for (old, new, message) in [
            ("[units.generic-soldier]", "[unit.generic-soldier]", "unknown key `unit` in the codex"),
            ("movement = 6", "", "unit `generic-soldier` lacks `movement`"),
            ("movement = 6", "movment = 6", "unknown key `movment` in unit `generic-soldier`"),
            ("wounds = 1", "wounds = 0", "expected a whole number from 1 to 1000, found 0"),
            ("\"club\", \"pistol\"", "\"club\", \"pistl\"", "unknown weapon `pistl`"),
            ("ranged = 11", "", "unit `generic-soldier` has a `pistol` and no Ranged skill"),
            ("kind = \"close\"", "kind = \"near\"", "unknown kind of weapon `near`"),
            ("range = 8\n", "", "weapon `pistol` lacks `range`"),
            ("aoe = 3\n", "", "weapon `rocket-launcher` needs both `aoe` and `strength-blast`, or neither"),
            (
                "special-weapon = \"rocket-launcher\"",
                "special-weapon = \"sniper-rifle\"",
                "unit `generic-soldier-rocket` does not carry its special weapon",
            ),
            ("strength = 9", "strength = 9\nrange = 3", "unknown key `range` in weapon `sniper-club`"),
        ] {
            let diagnostics = broken(old, new);
            assert!(diagnostics.iter().any(|diagnostic| diagnostic.message == message), "{message}: {diagnostics:#?}");
            assert!(diagnostics.iter().all(|diagnostic| diagnostic.source == "armies/darkpotential/codex.toml"));
        }
    }

    #[test]
    fn overrides_of_nothing_are_refused_with_the_nearest_spelling() {
        let diagnostics = varied("codex.units.generic-leader.leadershp", 8).unwrap_err();
        assert_eq!(diagnostics[0].nearest.as_deref(), Some("leadership"));
        assert_eq!(varied("rules.wounds-base", 2).unwrap(), Codex::built_in());
    }

    #[test]
    fn every_knob_takes_the_ends_of_its_range() {
        codex::check_knobs::<Codex>(&[]);
    }
}
