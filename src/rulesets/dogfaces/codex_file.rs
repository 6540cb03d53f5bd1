//! Reading the codex from TOML, with overrides put in before anything is checked.

use std::fmt::Display;

use super::codex::{
    Area, Codex, CombatResult, FARTHEST, Fire, Halves, MOST_MODES, MOST_PROFILES, MOST_UNITS, MOST_WEAPONS, Mode,
    Numbers, Profile, Team, Terrain, Weapon, WeaponKind,
};
use crate::game::codex::{points, read_value};
use crate::game::{
    CodexFile, Diagnostic, Diagnostics, Entry, Knob, Node, Source, TableReader, built_in, codex, read_each,
};

/// Numbers of the codex that an experiment may vary, with rule, what is allowed, and a few words. Capitals stand for any
/// name of that kind.
const KNOBS: [(&str, &str, &str, &str); 38] = [
    ("numbers.ignore-retreat", "1 to 7", "DF-LDR-01", "die on which a retreat is ignored near a leader"),
    ("numbers.suit-absorbs", "1 to 7", "DF-SUI-03", "die on which a suit absorbs a shot"),
    ("numbers.second-shot-lost", "0 to 6", "DF-SOL-08", "die up to which an unsure second shot is lost"),
    ("numbers.retreat", "1 to 2", "DF-RTR-01", "hexes of a retreat"),
    ("numbers.medic-reach", "0 to 12", "DF-SOL-21", "hexes within which a medic treats"),
    ("numbers.road-cost", "1 to 24", "DF-TER-08", "half move units from road to road"),
    ("numbers.points-to-win", "1 to 10000", "DF-SCN-02", "points that win seize-and-hold, with a lead"),
    ("numbers.points-from-turn", "1 to 10000", "DF-SCN-02", "first turn that scores in seize-and-hold"),
    ("numbers.exit-percent", "1 to 100", "DF-SCN-03", "share of the attacker that must leave in breakthrough"),
    ("numbers.exit-cost", "1 to 24", "DF-SCN-03", "half move units for leaving the map in breakthrough"),
    ("numbers.stand-radius", "0 to 12", "DF-SCN-05", "hexes from the centre in which last-stand is set up"),
    ("numbers.max-copies", "1 to 64", "DF-ARM-06", "most copies of a named unit in a free list"),
    ("combat-table.die-N", "seven of miss, st, r2, r2s, ooc", "DF-ATK-13", "a row of the combat table"),
    ("terrain.TERRAIN.cost-foot", "1 to 24, or no", "DF-TER-01", "half move units on foot"),
    ("terrain.TERRAIN.cost-vehicle", "1 to 24, or no", "DF-TER-01", "half move units for vehicles"),
    ("terrain.TERRAIN.height", "-6 to 6", "DF-LOS-08", "height, unless the map gives one"),
    ("terrain.TERRAIN.die-mod", "-6 to 6", "DF-TER-04", "added to the die of fire at units there"),
    ("terrain.TERRAIN.die-mod-if-lower", "-6 to 6", "DF-TER-05", "added as well when the shooter stands lower"),
    ("terrain.TERRAIN.strength-mod", "-6 to 6", "DF-TER-09", "added to the strength of attacks on units there"),
    ("terrain.TERRAIN.retreat-cap", "1 to 2", "DF-TER-09", "most hexes of a retreat from there"),
    ("terrain.TERRAIN.range-cap", "0 to 12", "DF-LOS-03", "longest shot through or into it"),
    ("weapons.WEAPON.range", "1 to 12", "DF-LOS-01", "longest range in hexes"),
    ("weapons.WEAPON.min-range", "1 to 12", "DF-LOS-01", "shortest range in hexes"),
    ("weapons.WEAPON.damage", "0 to 12", "DF-ATK-06", "points of damage"),
    ("weapons.WEAPON.splash", "0 to 12", "DF-SPL-01", "points of the area effect"),
    ("weapons.WEAPON.ammo", "0 to 100", "DF-SOL-20", "shots in the whole game"),
    ("modes.MODE.shots", "1 to 12", "DF-ATK-17", "shots of a fire mode"),
    ("units.UNIT.move", "0 to 12, in halves", "DF-SOL-00", "move units a turn"),
    ("units.UNIT.recovers", "1 to 7", "DF-REC-01", "die on which it recovers from Stun"),
    ("units.UNIT.leader-range", "0 to 12", "DF-LDR-03", "hexes within which it leads"),
    ("units.UNIT.marksman", "-6 to 6", "DF-SOL-03", "added to the die of its attacks"),
    ("units.UNIT.dodge", "-6 to 6", "DF-SOL-17", "added to the die of attacks aimed at it"),
    ("units.UNIT.jet-min", "1 to 12", "DF-MOV-08", "shortest flight in hexes"),
    ("units.UNIT.jet-max", "1 to 12", "DF-MOV-08", "longest flight in hexes"),
    ("units.UNIT.capacity", "0 to 12", "DF-VEH-06", "soldiers it carries"),
    ("units.UNIT.strength-mod", "-6 to 6", "DF-VEH-04", "added to the strength of attacks on it"),
    ("units.UNIT.cost", "0 to 1000000", "DF-ARM-09", "cost in points"),
    (
        "units.UNIT.value",
        "0 to 1000000",
        "DF-ARM-09",
        "what scripts take it to be worth; the file's own cost when left out",
    ),
];

const KINDS: [(&str, WeaponKind); 4] = [
    ("laser", WeaponKind::Laser),
    ("rail", WeaponKind::Rail),
    ("frag", WeaponKind::Frag),
    ("flame", WeaponKind::Flame),
];

const AREAS: [(&str, Area); 3] = [("none", Area::None), ("ring", Area::Ring), ("one-hex", Area::OneHex)];

const FIRES: [(&str, Fire); 4] = [
    ("once", Fire::Once),
    ("split", Fire::Split),
    ("each-at-another", Fire::EachAtAnother),
    ("once-or-each", Fire::OnceOrEach),
];

/// Largest modifier of a die or a strength, either way.
const LARGEST_MOD: i64 = 6;

/// Most points of damage, shots of a mode, and riders.
const MOST_POINTS: i64 = 12;

/// Most hexes of a retreat: the results are called after it.
const MOST_RETREAT: i64 = 2;

const FAR: i64 = FARTHEST as i64;

impl CodexFile for Codex {
    fn source() -> Source {
        built_in!("armies/dogfaces/codex.toml")
    }

    fn varied() -> Vec<Knob> {
        codex::varied(KNOBS)
    }

    fn read_root(root: &Node, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut table = TableReader::open("the codex", root, diagnostics)?;
        let (numbers, combat_table) = (table.required_node("numbers"), table.required_node("combat-table"));
        let (terrain, weapons) = (table.required_node("terrain"), table.required_node("weapons"));
        let (modes, teams, units) = (table.node("modes"), table.required_node("teams"), table.required_node("units"));
        table.close();

        let numbers = numbers.and_then(|node| read_numbers(node, diagnostics));
        let combat_table = combat_table.and_then(|node| read_table(node, diagnostics));
        let terrain = read_each("terrain", terrain, MOST_PROFILES, diagnostics, read_terrain);
        let weapons = read_each("weapon", weapons, MOST_WEAPONS, diagnostics, read_weapon);
        unique_letters(&terrain, diagnostics);

        let names: Vec<&str> = weapons.iter().map(|weapon| weapon.name.as_str()).collect();
        // A single shot of each weapon, and the modes that the file names.
        let mut all_modes: Vec<Mode> = weapons
            .iter()
            .enumerate()
            .map(|(at, weapon)| Mode { name: weapon.name.clone(), weapon: at as u8, shots: 1, unsure: false })
            .collect();
        if modes.is_some() {
            let own = read_each("mode", modes, MOST_PROFILES, diagnostics, |entry, diagnostics| {
                read_mode(entry, &names, diagnostics)
            });
            all_modes.extend(own);
        }
        let mut profiles = read_each("unit", units, MOST_PROFILES, diagnostics, |entry, diagnostics| {
            read_unit(entry, &all_modes, diagnostics)
        });
        let unit_names: Vec<String> = profiles.iter().map(|profile| profile.name.clone()).collect();
        let teams = read_each("team", teams, MOST_PROFILES, diagnostics, |entry, diagnostics| {
            read_team(entry, &unit_names, diagnostics)
        });
        for (at, team) in teams.iter().enumerate() {
            for &member in &team.members {
                let profile = &mut profiles[usize::from(member)];
                if profile.team.replace(at as u8).is_some() {
                    diagnostics.push(Diagnostic::new(format!("unit `{}` is a member twice over", profile.name)));
                }
                if profile.vehicle != team.vehicles {
                    diagnostics.push(Diagnostic::new(format!(
                        "unit `{}` and team `{}` must both be of vehicles, or both not",
                        profile.name, team.name
                    )));
                }
            }
        }
        Some(Codex { terrain, weapons, teams, profiles, table: combat_table?, numbers: numbers? })
    }
}

fn read_numbers(node: &Node, diagnostics: &mut Diagnostics) -> Option<Numbers> {
    let mut table = TableReader::open("`numbers`", node, diagnostics)?;
    let numbers = Numbers {
        ignore_retreat: table.required("ignore-retreat", at_least).unwrap_or(7),
        suit_absorbs: table.required("suit-absorbs", at_least).unwrap_or(7),
        second_shot_lost: table.required("second-shot-lost", |n| n.whole(0..=6)).unwrap_or(0),
        retreat: table.required("retreat", |n| n.whole(1..=MOST_RETREAT)).unwrap_or(1),
        medic_reach: table.required("medic-reach", far).unwrap_or(0),
        road_cost: table.required("road-cost", |n| n.whole(1..=2 * FAR)).unwrap_or(1),
        points_to_win: table.required("points-to-win", |n| n.whole(1..=10_000)).unwrap_or(1),
        points_from_turn: table.required("points-from-turn", |n| n.whole(1..=10_000)).unwrap_or(1),
        exit_percent: table.required("exit-percent", |n| n.whole(1..=100)).unwrap_or(1),
        exit_cost: table.required("exit-cost", |n| n.whole(1..=2 * FAR)).unwrap_or(1),
        stand_radius: table.required("stand-radius", far).unwrap_or(0),
        max_copies: table.required("max-copies", |n| n.whole(1..=MOST_UNITS as i64)).unwrap_or(1),
    };
    table.close();
    Some(numbers)
}

/// A number to be thrown or more on one die; 7 is never.
fn at_least(node: &Node) -> Result<u8, Diagnostic> {
    node.whole(1..=7)
}

fn far(node: &Node) -> Result<u8, Diagnostic> {
    node.whole(0..=FAR)
}

fn modifier(node: &Node) -> Result<i8, Diagnostic> {
    node.whole(-LARGEST_MOD..=LARGEST_MOD)
}

fn read_table(node: &Node, diagnostics: &mut Diagnostics) -> Option<[[CombatResult; 7]; 6]> {
    let mut table = TableReader::open("`combat-table`", node, diagnostics)?;
    let mut results = [[CombatResult::Miss; 7]; 6];
    for (row, key) in results.iter_mut().zip(["die-1", "die-2", "die-3", "die-4", "die-5", "die-6"]) {
        *row = table.required(key, read_row).unwrap_or(*row);
    }
    table.close();
    Some(results)
}

/// Seven words.
fn read_row(node: &Node) -> Result<[CombatResult; 7], Diagnostic> {
    let mut results = Vec::new();
    for word in node.text()?.split_whitespace() {
        let result = CombatResult::ALL.into_iter().find(|result| result.key() == word);
        let unknown = || node.locate(Diagnostic::unknown("result", word, CombatResult::ALL.map(CombatResult::key)));
        results.push(result.ok_or_else(unknown)?);
    }
    let found = results.len();
    results.try_into().map_err(|_| node.locate(Diagnostic::new(format!("a row has 7 results, this one {found}"))))
}

fn read_terrain(entry: &Entry, diagnostics: &mut Diagnostics) -> Option<Terrain> {
    let mut table = TableReader::open(format!("terrain `{}`", entry.key), &entry.node, diagnostics)?;
    let terrain = Terrain {
        name: entry.key.clone(),
        letter: table.required("letter", letter).unwrap_or(' '),
        cost_foot: table.required("cost-foot", cost).flatten(),
        cost_vehicle: table.required("cost-vehicle", cost).flatten(),
        height: table.or("height", 0, modifier),
        die_mod: table.or("die-mod", 0, modifier),
        die_mod_if_lower: table.or("die-mod-if-lower", 0, modifier),
        strength_mod: table.or("strength-mod", 0, modifier),
        retreat_cap: table.or("retreat-cap", MOST_RETREAT as u8, |n| n.whole(1..=MOST_RETREAT)),
        range_cap: table.optional("range-cap", far),
        blocks_sight: table.or("blocks-sight", false, Node::flag),
        negates_zoc: table.or("negates-zoc", false, Node::flag),
        is_road: table.or("is-road", false, Node::flag),
        no_passing: table.or("no-passing", false, Node::flag),
    };
    table.close();
    Some(terrain)
}

/// A single sign that can stand on a map.
fn letter(node: &Node) -> Result<char, Diagnostic> {
    let mut signs = node.text()?.chars();
    match (signs.next(), signs.next()) {
        (Some(sign), None) if sign.is_ascii_graphic() => Ok(sign),
        _ => Err(node.locate(Diagnostic::new("a map letter is a single visible ASCII sign"))),
    }
}

fn unique_letters(terrain: &[Terrain], diagnostics: &mut Diagnostics) {
    for (at, second) in terrain.iter().enumerate() {
        if let Some(first) = terrain[..at].iter().find(|first| first.letter == second.letter) {
            let (one, other, letter) = (&first.name, &second.name, second.letter);
            diagnostics
                .push(Diagnostic::new(format!("terrain `{one}` and terrain `{other}` share the letter `{letter}`")));
        }
    }
}

/// Half move units, or "no".
fn cost(node: &Node) -> Result<Option<Halves>, Diagnostic> {
    if node.text() == Ok("no") {
        return Ok(None);
    }
    let wanted = format!("half move units from 1 to {}, or \"no\"", 2 * FAR);
    node.whole(1..=2 * FAR).map(Some).map_err(|diagnostic| diagnostic.allowing([wanted]))
}

fn read_weapon(entry: &Entry, diagnostics: &mut Diagnostics) -> Option<Weapon> {
    let what = format!("weapon `{}`", entry.key);
    let mut table = TableReader::open(what.as_str(), &entry.node, diagnostics)?;
    let weapon = Weapon {
        name: entry.key.clone(),
        kind: table.required("kind", |n| n.one_of("kind of weapon", &KINDS)).unwrap_or(WeaponKind::Laser),
        min: table.or("min-range", 1, |n| n.whole(1..=FAR)),
        max: table.required("range", |n| n.whole(1..=FAR)).unwrap_or(FARTHEST),
        damage: table.required("damage", |n| n.whole(0..=MOST_POINTS)).unwrap_or(0),
        armour_piercing: table.or("armour-piercing", false, Node::flag),
        ammo: table.optional("ammo", |n| n.whole(0..=100)),
        area: table.or("area", Area::None, |n| n.one_of("area", &AREAS)),
        splash: table.or("splash", 0, |n| n.whole(0..=MOST_POINTS)),
    };
    if weapon.min > weapon.max {
        let message = format!("{what} reaches {} hexes at most, but {} at least", weapon.max, weapon.min);
        table.diagnostics().push(entry.locate(Diagnostic::new(message)));
    }
    table.close();
    Some(weapon)
}

fn read_mode(entry: &Entry, weapons: &[&str], diagnostics: &mut Diagnostics) -> Option<Mode> {
    if weapons.contains(&entry.key.as_str()) {
        let message = format!("a single shot of `{}` is a mode already", entry.key);
        diagnostics.push(entry.locate(Diagnostic::new(message)));
    }
    let mut table = TableReader::open(format!("mode `{}`", entry.key), &entry.node, diagnostics)?;
    let mode = Mode {
        name: entry.key.clone(),
        weapon: table.required("weapon", |n| n.index_in("weapon", weapons)).unwrap_or(0) as u8,
        shots: table.or("shots", 1, |n| n.whole(1..=MOST_POINTS)),
        unsure: table.or("unsure", false, Node::flag),
    };
    table.close();
    Some(mode)
}

fn read_unit(entry: &Entry, modes: &[Mode], diagnostics: &mut Diagnostics) -> Option<Profile> {
    let what = format!("unit `{}`", entry.key);
    let mut table = TableReader::open(what.as_str(), &entry.node, diagnostics)?;
    let jet = [table.optional("jet-min", jet), table.optional("jet-max", jet)];
    // DF-SOL-00: what is not stated is that of the base soldier.
    let profile = Profile {
        name: entry.key.clone(),
        team: None,
        speed: table.or("move", 4, moves),
        recovers: table.or("recovers", 6, at_least),
        lead: table.or("leader-range", 0, far),
        modes: read_modes(&mut table, modes),
        fire: table.or("fire", Fire::Once, |n| n.one_of("way of firing", &FIRES)),
        marksman: table.or("marksman", 0, modifier),
        dodge: table.or("dodge", 0, modifier),
        lucky: table.or("lucky", false, Node::flag),
        suit: table.or("suit", false, Node::flag),
        ignores_retreat: table.or("ignores-retreat", false, Node::flag),
        ignores_stun: table.or("ignores-stun", false, Node::flag),
        medic: table.or("medic", false, Node::flag),
        jet: jet[0].zip(jet[1]),
        vehicle: table.or("vehicle", false, Node::flag),
        strength_mod: table.or("strength-mod", 0, modifier),
        only_armour_piercing: table.or("only-armour-piercing", false, Node::flag),
        capacity: table.or("capacity", 0, |n| n.whole(0..=MOST_POINTS)),
        cost: table.required("cost", points).unwrap_or(0.0),
        value: read_value(&mut table),
    };
    let mut refuse = |message: &dyn Display| {
        table.diagnostics().push(entry.locate(Diagnostic::new(format!("{what} {message}"))));
    };
    match jet {
        [Some(min), Some(max)] if min > max => refuse(&format_args!("flies {max} hexes at most, but {min} at least")),
        [Some(_), None] | [None, Some(_)] => refuse(&"needs both `jet-min` and `jet-max` to fly"),
        _ => {}
    }
    if profile.modes.is_empty() {
        refuse(&"has no fire mode");
    }
    if profile.capacity > 0 && !profile.vehicle {
        refuse(&"carries riders, but is no vehicle");
    }
    table.close();
    Some(profile)
}

fn jet(node: &Node) -> Result<u8, Diagnostic> {
    node.whole(1..=FAR)
}

/// Move units, in halves.
fn moves(node: &Node) -> Result<Halves, Diagnostic> {
    let units = node.number(0.0..=f64::from(FARTHEST))?;
    let halves = units * 2.0;
    if halves.fract() != 0.0 {
        return Err(node.locate(Diagnostic::new(format!("{units} is not a number of half move units"))));
    }
    Ok(halves as Halves)
}

fn read_modes(table: &mut TableReader<'_, '_>, modes: &[Mode]) -> Vec<Mode> {
    let names: Vec<&str> = modes.iter().map(|mode| mode.name.as_str()).collect();
    let rifle = || modes.iter().filter(|mode| mode.name == "laser-rifle").cloned().collect();
    let Some(node) = table.node("modes") else { return rifle() };
    let list = node.list().unwrap_or_else(|diagnostic| {
        table.diagnostics().push(diagnostic);
        &[]
    });
    if list.len() > MOST_MODES {
        table.diagnostics().push(node.locate(Diagnostic::new(format!("a unit has {MOST_MODES} fire modes at most"))));
    }
    let mut own: Vec<Mode> = Vec::new();
    for item in list {
        match item.index_in("fire mode", &names) {
            Ok(at) if own.iter().any(|mode| mode.name == modes[at].name) => {
                table
                    .diagnostics()
                    .push(item.locate(Diagnostic::new(format!("fire mode `{}` stands here twice", modes[at].name))));
            }
            Ok(at) => own.push(modes[at].clone()),
            Err(diagnostic) => table.diagnostics().push(diagnostic),
        }
    }
    own
}

fn read_team(entry: &Entry, units: &[String], diagnostics: &mut Diagnostics) -> Option<Team> {
    let mut table = TableReader::open(format!("team `{}`", entry.key), &entry.node, diagnostics)?;
    let squad = table.required("squad", |n| n.whole(0..=100)).unwrap_or(0);
    let vehicles = table.or("vehicles", false, Node::flag);
    let list = table.required("members", Node::list).unwrap_or_default();
    let names: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut members = Vec::new();
    for item in list {
        match item.index_in("unit", &names) {
            Ok(at) => members.push(at as u8),
            Err(diagnostic) => table.diagnostics().push(diagnostic),
        }
    }
    if list.is_empty() {
        table.diagnostics().push(entry.locate(Diagnostic::new(format!("team `{}` has no members", entry.key))));
    }
    table.close();
    Some(Team { name: entry.key.clone(), squad, vehicles, members })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Override;

    fn change(key: &str, value: impl Into<toml::Value>) -> Override {
        Override { key: key.to_owned(), value: value.into() }
    }

    fn varied(key: &str, value: impl Into<toml::Value>) -> Result<Codex, Diagnostics> {
        Codex::read(&Codex::source(), &[change(key, value)])
    }

    /// Reads the built-in codex with `old` replaced by `new`.
    fn broken(old: &str, new: &str) -> Diagnostics {
        let Source { name, text } = Codex::source();
        assert!(text.contains(old));
        Codex::read(&Source { name, text: text.replacen(old, new, 1) }, &[]).expect_err("the codex is broken")
    }

    fn unit<'c>(codex: &'c Codex, name: &str) -> &'c Profile {
        &codex.profiles[usize::from(codex.profile(name).unwrap())]
    }

    #[test]
    fn df_atk_13_every_cell_follows_from_strength_and_die() {
        let codex = Codex::built_in();
        for (die, row) in (1..).zip(codex.table) {
            for (strength, result) in (1..).zip(row) {
                let expected = match strength + die {
                    ..=5 => CombatResult::Miss,
                    6 => CombatResult::Stun,
                    7 => CombatResult::Retreat,
                    8 => CombatResult::RetreatStun,
                    9.. => CombatResult::OutOfCombat,
                };
                assert_eq!(result, expected, "strength {strength}, die {die}");
            }
        }
    }

    #[test]
    fn the_codex_holds_the_rulebook_s_terrain() {
        // Key, letter, foot, vehicle in half units (0: closed), height, die, die if lower, strength, retreat, range.
        let expected = [
            ("grassland", '.', 2, 2, 0, 0, 0, 0, 2, None),
            ("desert-beach", 'd', 2, 2, 0, 0, 0, 0, 2, None),
            ("swamp", 's', 4, 0, 0, 0, 0, 0, 2, None),
            ("forest", 'f', 2, 4, 0, -1, 0, 0, 2, Some(2)),
            ("hill", 'h', 4, 4, 1, 0, -1, 0, 2, None),
            ("water-river", 'w', 0, 0, 0, 0, 0, 0, 2, None),
            ("bridge", 'b', 2, 2, 0, 0, 0, 0, 2, None),
            ("road", 'r', 2, 2, 0, 0, 0, 0, 2, None),
            ("town", 't', 2, 2, 0, 0, 0, -1, 1, None),
        ];
        let codex = Codex::built_in();
        assert_eq!(codex.terrain.len(), expected.len());
        for (t, row) in codex.terrain.iter().zip(expected) {
            let costs = (t.cost_foot.unwrap_or(0), t.cost_vehicle.unwrap_or(0));
            let mods = (t.die_mod, t.die_mod_if_lower, t.strength_mod);
            let found =
                (&*t.name, t.letter, costs.0, costs.1, t.height, mods.0, mods.1, mods.2, t.retreat_cap, t.range_cap);
            assert_eq!(found, row);
            assert_eq!((t.is_road, t.no_passing), (t.name == "road", t.name == "bridge"));
            assert!(!t.blocks_sight && !t.negates_zoc);
        }
    }

    #[test]
    fn the_codex_holds_the_rulebook_s_weapons() {
        // Key, kind, ranges, damage, armour-piercing, ammunition, splash.
        let expected = [
            ("laser-rifle", WeaponKind::Laser, 1, 3, 1, false, None, 0),
            ("long-laser", WeaponKind::Laser, 1, 4, 1, false, None, 0),
            ("laser-pistol", WeaponKind::Laser, 1, 2, 1, false, None, 0),
            ("slrg", WeaponKind::Rail, 1, 4, 2, true, None, 0),
            ("medium-rail-gun", WeaponKind::Rail, 1, 4, 3, true, None, 0),
            ("ap-grenade", WeaponKind::Rail, 2, 3, 2, true, None, 0),
            ("frag-thrown", WeaponKind::Frag, 1, 2, 1, false, None, 1),
            ("frag-launched", WeaponKind::Frag, 2, 3, 1, false, None, 1),
            ("light-rocket", WeaponKind::Rail, 2, 4, 3, true, Some(3), 0),
            ("flamethrower", WeaponKind::Flame, 1, 2, 2, false, None, 1),
        ];
        let codex = Codex::built_in();
        assert_eq!(codex.weapons.len(), expected.len());
        for (w, row) in codex.weapons.iter().zip(expected) {
            assert_eq!((&*w.name, w.kind, w.min, w.max, w.damage, w.armour_piercing, w.ammo, w.splash), row);
            let area = match w.kind {
                WeaponKind::Frag => Area::Ring,
                WeaponKind::Flame => Area::OneHex,
                _ => Area::None,
            };
            assert_eq!(w.area, area);
        }
    }

    #[test]
    fn the_codex_holds_the_rulebook_s_units() {
        let codex = Codex::built_in();
        assert_eq!(codex.profiles.len(), 29);
        let recovering = |at_least| -> Vec<&str> {
            codex.profiles.iter().filter(|p| p.recovers == at_least).map(|p| &*p.name).collect()
        };
        assert_eq!(recovering(5), ["andy", "kyle", "vic"]);
        assert_eq!(recovering(4), ["frank", "paul"]);
        let leading: Vec<_> = codex.profiles.iter().filter(|p| p.lead > 0).map(|p| (&*p.name, p.lead)).collect();
        assert_eq!(
            leading,
            [("andy", 1), ("frank", 2), ("kyle", 1), ("paul", 3), ("vic", 1), ("lcv-1", 1), ("lcv-2", 1), ("mcv-1", 1)]
        );
        let fast: Vec<_> = codex.profiles.iter().filter(|p| p.speed != 4).map(|p| (&*p.name, p.speed)).collect();
        assert_eq!(fast, [("brett", 6), ("lcv-1", 8), ("lcv-2", 8), ("mcv-1", 6)]);
        let armed = |name: &str| -> Vec<String> { unit(&codex, name).modes.iter().map(|m| m.name.clone()).collect() };
        assert_eq!(armed("rifleman"), ["laser-rifle"]);
        assert_eq!(armed("oscar"), ["laser-rifle", "ap-grenade", "frag-launched"]);
        assert_eq!(armed("wally"), ["both-pistols", "one-pistol"]);
        assert_eq!(armed("mcv-1"), ["medium-rail-gun", "laser-rifle"]);
        let harry = &unit(&codex, "harry").modes;
        assert_eq!((harry[0].shots, harry[0].unsure, harry[1].shots), (2, true, 1));
        let able = |ability: fn(&Profile) -> bool| -> Vec<&str> {
            codex.profiles.iter().filter(|p| ability(p)).map(|p| &*p.name).collect()
        };
        assert_eq!(able(|p| p.suit), ["george", "nick"]);
        assert_eq!(able(|p| p.marksman == 1), ["chuck"]);
        assert_eq!(able(|p| p.dodge == -1), ["rocky"]);
        assert_eq!(able(|p| p.lucky), ["xavier"]);
        assert_eq!(able(|p| p.medic), ["uriah"]);
        assert_eq!(able(|p| p.ignores_stun), ["sam"]);
        assert_eq!(able(|p| p.ignores_retreat), ["mark", "lcv-1", "lcv-2", "mcv-1"]);
        assert_eq!(able(|p| p.jet == Some((4, 5))), ["larry"]);
        assert_eq!(able(|p| p.vehicle && p.strength_mod == -1), ["lcv-1", "lcv-2", "mcv-1"]);
        assert_eq!(able(|p| p.capacity == 2), ["lcv-1", "lcv-2"]);
        assert_eq!(able(|p| p.only_armour_piercing), ["mcv-1"]);
        assert_eq!(able(|p| p.team.is_none()), ["rifleman"]);
    }

    #[test]
    fn the_codex_holds_the_rulebook_s_teams_and_costs() {
        let codex = Codex::built_in();
        let totals: Vec<_> = codex
            .teams
            .iter()
            .map(|team| {
                let members = team.members.iter().map(|member| &codex.profiles[usize::from(*member)]);
                (&*team.name, team.squad, team.members.len(), members.map(|p| p.cost).sum::<f64>())
            })
            .collect();
        let expected = [
            ("alpha", 1, 5, 675.0),
            ("bravo", 1, 5, 635.0),
            ("charlie", 2, 5, 590.0),
            ("delta", 2, 5, 690.0),
            ("echo", 3, 5, 665.0),
            ("foxtrot", 3, 3, 960.0),
        ];
        assert_eq!(totals, expected);
        assert_eq!(unit(&codex, "rifleman").cost, 100.0);
    }

    #[test]
    fn every_number_can_be_varied_by_its_path() {
        assert_eq!(unit(&varied("codex.units.brett.move", 1.5).unwrap(), "brett").speed, 3);
        assert_eq!(unit(&varied("codex.units.dave.cost", 150).unwrap(), "dave").cost, 150.0);
        assert_eq!(unit(&varied("codex.units.andy.dodge", -1).unwrap(), "andy").dodge, -1);
        assert_eq!(varied("codex.weapons.slrg.damage", 3).unwrap().weapons[3].damage, 3);
        assert_eq!(varied("codex.numbers.ignore-retreat", 4).unwrap().numbers.ignore_retreat, 4);
        assert_eq!(varied("codex.terrain.forest.die-mod", 0).unwrap().terrain[3].die_mod, 0);
        assert_eq!(varied("codex.combat-table.die-6", "ooc ooc ooc ooc ooc ooc ooc").unwrap().table[5][0].key(), "ooc");
        assert_eq!(varied("rules.strength-floor", 1).unwrap(), Codex::built_in());
    }

    #[test]
    fn overrides_of_nothing_are_refused_with_the_nearest_spelling() {
        for (key, nearest) in [
            ("codex.unit.brett.move", "units"),
            ("codex.units.bret.move", "brett"),
            ("codex.units.brett.mov", "move"),
            ("codex.numbers.ignore-retreats", "ignore-retreat"),
        ] {
            let diagnostics = varied(key, 3).unwrap_err();
            assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
            assert_eq!(diagnostics[0].nearest.as_deref(), Some(nearest));
            assert_eq!(diagnostics[0].source, format!("override `{key}`"));
        }
        assert!(varied("codex.units.brett", 3).is_err());
        assert!(varied("codex.units.brett.move.x", 3).is_err());
    }

    #[test]
    fn broken_codices_are_refused_at_the_place() {
        for (old, new, message) in [
            ("letter = \"d\"", "letter = \".\"", "terrain `grassland` and terrain `desert-beach` share the letter `.`"),
            ("letter = \"d\"", "letter = \"dd\"", "a map letter is a single visible ASCII sign"),
            ("cost-foot = 4", "cost-foot = \"never\"", "expected a whole number from 1 to 24, found \"never\""),
            ("kind = \"laser\"", "kind = \"lasre\"", "unknown kind of weapon `lasre`"),
            ("range = 3", "range = 13", "expected a whole number from 1 to 12, found 13"),
            (
                "min-range = 2\nrange = 3",
                "min-range = 4\nrange = 3",
                "weapon `ap-grenade` reaches 3 hexes at most, but 4 at least",
            ),
            ("damage = 1", "", "weapon `laser-rifle` lacks `damage`"),
            ("move = 3", "move = 2.25", "2.25 is not a number of half move units"),
            ("cost = 130", "cost = inf", "expected a number from 0 to 1000000, found inf"),
            ("cost = 130", "cost = -1", "expected a number from 0 to 1000000, found -1"),
            ("modes = [\"slrg\"]", "modes = []", "unit `dave` has no fire mode"),
            ("modes = [\"slrg\"]", "modes = [\"slgr\"]", "unknown fire mode `slgr`"),
            ("modes = [\"slrg\"]", "modes = [\"slrg\", \"slrg\"]", "fire mode `slrg` stands here twice"),
            ("jet-min = 4", "jet-min = 6", "unit `larry` flies 5 hexes at most, but 6 at least"),
            ("jet-max = 5", "", "unit `larry` needs both `jet-min` and `jet-max` to fly"),
            ("\"frank\", \"george\"", "\"andy\", \"george\"", "unit `andy` is a member twice over"),
            ("\"frank\"", "\"franck\"", "unknown unit `franck`"),
            ("members = [\"lcv-1\", \"lcv-2\", \"mcv-1\"]", "members = []", "team `foxtrot` has no members"),
            ("vehicles = true", "", "unit `lcv-1` and team `foxtrot` must both be of vehicles, or both not"),
            ("marksman = 1", "marksmen = 1", "unknown key `marksmen` in unit `chuck`"),
            ("miss st   r2   r2s\"", "miss st   r2\"", "a row has 7 results, this one 6"),
            ("miss st   r2   r2s\"", "miss st   r2   r3\"", "unknown result `r3`"),
            ("[modes.single-shot]", "[modes.slrg]", "a single shot of `slrg` is a mode already"),
            ("[numbers]", "[numbres]", "unknown key `numbres` in the codex"),
        ] {
            let diagnostics = broken(old, new);
            assert!(diagnostics.iter().any(|diagnostic| diagnostic.message == message), "{message}: {diagnostics:#?}");
            assert!(diagnostics.iter().all(|diagnostic| diagnostic.source == "armies/dogfaces/codex.toml"));
        }
    }

    #[test]
    fn all_diagnostics_of_a_codex_are_found_at_once() {
        let Source { name, text } = Codex::source();
        let text = text.replace("damage = 2", "damage = 99").replace("marksman", "marksmen").replace("squad = 1", "");
        let diagnostics = Codex::read(&Source { name, text }, &[change("codex.units.vic.mov", 2)]).unwrap_err();
        assert_eq!(diagnostics.len(), 3 + 1 + 2 + 1, "{diagnostics:#?}");
    }

    #[test]
    fn every_knob_takes_the_ends_of_its_range() {
        codex::check_knobs::<Codex>(&[".min-range", ".jet-min", ".jet-max"]);
    }
}
