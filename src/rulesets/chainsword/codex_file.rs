//! Reading the codex from TOML, with overrides put in before anything is checked.

use super::codex::{
    Blast, Codex, Event, Fighter, Kind, MeleeWeapon, NEVER, Numbers, Rank, RankData, Scenario, SupportRoll, Team,
    Vehicle, Walker, Weapon, WeaponType,
};
use crate::game::{Diagnostic, Diagnostics, Entry, Node, Override, Source, TableReader, read_each};

/// Most entries of a table of units, weapons or events, and most weapons of a vehicle.
const MOST: usize = 250;

/// Most models of a unit with one weapon, most passengers, longest move in inches.
const MANY: i64 = 30;

/// A die's need, up to [`NEVER`].
const NEED: std::ops::RangeInclusive<i64> = 2..=NEVER as i64;

const TYPES: [(&str, WeaponType); 6] = [
    ("rapid-fire", WeaponType::RapidFire),
    ("assault", WeaponType::Assault),
    ("heavy", WeaponType::Heavy),
    ("pistol", WeaponType::Pistol),
    ("ordnance", WeaponType::Ordnance),
    ("template", WeaponType::Template),
];

const WEAPON_TRAITS: [&str; 7] =
    ["twin-linked", "ignores-cover", "fusion", "precision", "pinning", "barrage", "skyfire"];

const MELEE_TRAITS: [&str; 2] = ["unwieldy", "single-attack"];

const UNIT_TRAITS: [&str; 16] = [
    "second-weapon",
    "assault-grenades",
    "breaching-charge",
    "deep-strike",
    "relentless",
    "scout",
    "infiltrate",
    "jump",
    "outflank",
    "jink",
    "skyfire",
    "interceptor",
    "flyer",
    "hover",
    "creature",
    "fearless",
];

const VEHICLE_TRAITS: [&str; 10] = [
    "walker",
    "assault-ramp",
    "fast",
    "skimmer",
    "jink",
    "open-topped",
    "commander",
    "flyer",
    "hover",
    "vector-dancer",
];

const ROLES: [&str; 7] = ["troops", "elite", "fast", "heavy", "flyer", "transport", "hq"];

/// The codex built into the program.
#[must_use]
pub fn source() -> Source {
    Source {
        name: "armies/chainsword/codex.toml".to_owned(),
        text: include_str!("../../../armies/chainsword/codex.toml").to_owned(),
    }
}

impl Codex {
    /// The codex built into the program, read.
    ///
    /// # Panics
    /// Never: a test reads it.
    #[must_use]
    pub fn built_in() -> Codex {
        Codex::read(&source(), &[]).expect("the built-in codex is sound")
    }

    /// Reads a codex. Overrides whose key begins with `codex.` replace the value at that path, or a default left out
    /// there; the others are not meant for the codex and left alone.
    ///
    /// # Errors
    /// Everything wrong with the file and with the overrides.
    pub fn read(source: &Source, overrides: &[Override]) -> Result<Codex, Diagnostics> {
        Node::read_with(source, overrides, "codex", read)
    }
}

fn read(root: &Node, faults: &mut Diagnostics) -> Option<Codex> {
    let mut form = TableReader::open("the codex", root, faults)?;
    let (to_hit, to_wound) = (form.required_node("to-hit"), form.required_node("to-wound"));
    let (blasts, numbers) = (form.required_node("blasts"), form.required_node("numbers"));
    let (dice, events) = (form.required_node("command-dice"), form.required_node("force-morale-events"));
    let (ranks, support) = (form.required_node("ranks"), form.required_node("support-rolls"));
    let (weapons, melee_weapons) = (form.required_node("weapons"), form.required_node("melee-weapons"));
    let (units, officers) = (form.required_node("units"), form.required_node("officers"));
    let vehicles = form.required_node("vehicles");
    form.close();

    let to_hit = pair("`to-hit`", to_hit, ["first", "second"], faults, |node| row(node, NEED));
    let to_wound = table("`to-wound`", to_wound, faults, |form| form.required("need", |node| row(node, NEED)));
    let blasts = read_blasts(blasts, faults);
    let numbers = table("`numbers`", numbers, faults, |form| {
        let inches = |node: &Node| node.number(0.0..=1000.0);
        let sides = |node: &Node| match node.list()? {
            [long, short] => Ok([inches(long)?, inches(short)?]),
            _ => Err(node.fault(Diagnostic::new("a table has a length and a width"))),
        };
        Some(Numbers {
            marker_diameter: form.required("marker-diameter", inches)?,
            jump_off_tolerance: form.required("jump-off-tolerance", inches)?,
            table: form.required("table", sides)?,
        })
    });
    let command_dice = pair("`command-dice`", dice, ["by-number", "by-row"], faults, |node| row(node, 1..=8));
    let events = read_each("event", events, MOST, faults, |entry, faults| {
        let losses = row(&entry.node, 0..=12).map_err(|fault| faults.push(fault)).ok()?;
        Some(Event { name: entry.key.clone(), losses })
    });
    let ranks = read_ranks(ranks, faults);
    let support = read_support(support, faults);
    let weapons = read_each("weapon", weapons, MOST, faults, read_weapon);
    let melee_weapons = read_each("melee weapon", melee_weapons, MOST, faults, read_melee_weapon);
    let arms = Arms {
        ranged: weapons.iter().map(|weapon| weapon.name.clone()).collect(),
        melee: melee_weapons.iter().map(|weapon| weapon.name.clone()).collect(),
    };
    let mut fighters = read_each("unit", units, MOST, faults, |entry, faults| read_unit(entry, &arms, faults));
    fighters.extend(read_each("officer", officers, MOST, faults, |entry, faults| read_officer(entry, &arms, faults)));
    let vehicles = read_each("vehicle", vehicles, MOST, faults, |entry, faults| read_vehicle(entry, &arms, faults));
    Some(Codex {
        to_hit: to_hit?,
        to_wound: to_wound?,
        blasts: blasts?,
        numbers: numbers?,
        command_dice: command_dice?,
        events,
        ranks: ranks?,
        support: support?,
        weapons,
        melee_weapons,
        fighters,
        vehicles,
    })
}

/// Reads a table and refuses the keys that `read` does not ask for.
fn table<'n, T>(
    what: &str,
    node: Option<&'n Node>,
    faults: &mut Diagnostics,
    read: impl FnOnce(&mut TableReader<'n, '_>) -> Option<T>,
) -> Option<T> {
    let mut form = TableReader::open(what, node?, faults)?;
    let value = read(&mut form);
    form.close();
    value
}

fn pair<T>(
    what: &str,
    node: Option<&Node>,
    keys: [&'static str; 2],
    faults: &mut Diagnostics,
    read: impl Fn(&Node) -> Result<T, Diagnostic>,
) -> Option<[T; 2]> {
    table(what, node, faults, |form| {
        let [first, second] = keys.map(|key| form.required(key, &read));
        Some([first?, second?])
    })
}

/// A list of just so many whole numbers.
fn row<const N: usize>(node: &Node, range: std::ops::RangeInclusive<i64>) -> Result<[u8; N], Diagnostic> {
    let list = node.list()?.iter().map(|item| item.whole(range.clone())).collect::<Result<Vec<u8>, Diagnostic>>()?;
    let found = list.len();
    list.try_into().map_err(|_| node.fault(Diagnostic::new(format!("expected {N} numbers, found {found}"))))
}

fn read_blasts(node: Option<&Node>, faults: &mut Diagnostics) -> Option<[Blast; 2]> {
    let (small, large) =
        table("`blasts`", node, faults, |form| Some((form.required_node("small")?, form.required_node("large")?)))?;
    let mut blast = |what: &str, node| {
        table(what, Some(node), faults, |form| {
            let radius = form.required("radius", |node| node.number(0.0..=20.0));
            let most = form.required("most", |node| node.whole(1..=MANY));
            Some(Blast { radius: radius?, most: most? })
        })
    };
    let (small, large) = (blast("`blasts.small`", small), blast("`blasts.large`", large));
    Some([small?, large?])
}

fn read_ranks(node: Option<&Node>, faults: &mut Diagnostics) -> Option<[RankData; 3]> {
    let nodes = table("`ranks`", node, faults, |form| Some(Rank::ALL.map(|(key, _)| form.required_node(key))))?;
    let [char, ic, warlord] = nodes.map(|node| {
        table("a rank", node, faults, |form| {
            let face = form.required("face", |node| node.whole(1..=5));
            let orders = form.required("orders", |node| node.whole(0..=MANY));
            let range = form.required("range", |node| node.whole(0..=100));
            let spared = form.required("spared", |node| node.whole(NEED));
            Some(RankData { face: face?, orders: orders?, range: range?, spared: spared? })
        })
    });
    Some([char?, ic?, warlord?])
}

fn read_support(node: Option<&Node>, faults: &mut Diagnostics) -> Option<[SupportRoll; 6]> {
    let nodes =
        table("`support-rolls`", node, faults, |form| Some(Scenario::ALL.map(|(key, _)| form.required_node(key))))?;
    let rolls: Vec<SupportRoll> = nodes
        .into_iter()
        .filter_map(|node| {
            table("a support roll", node, faults, |form| {
                let dice = form.required("dice", |node| node.whole(0..=4));
                let pip = form.required("pip", |node| node.whole(1..=1000));
                let most = form.required("most", |node| node.whole(0..=10_000));
                Some(SupportRoll { dice: dice?, pip: pip?, most: most? })
            })
        })
        .collect();
    rolls.try_into().ok()
}

/// The words of a list, each of them one of `known`.
fn read_traits(node: &Node, known: &[&str]) -> Result<Vec<String>, Diagnostic> {
    node.list()?.iter().map(|item| item.index_in("trait", known).map(|at| known[at].to_owned())).collect()
}

fn read_weapon(entry: &Entry, faults: &mut Diagnostics) -> Option<Weapon> {
    table(&format!("weapon `{}`", entry.key), Some(&entry.node), faults, |form| {
        let inches = |node: &Node| node.number(0.0..=200.0);
        let range = form.required("range", inches);
        let minimum_range = form.or("minimum-range", 0.0, inches);
        let strength = form.required("strength", |node| node.whole(1..=10));
        let ap = form.or("ap", 0, |node| node.whole(0..=6));
        let weapon_type = form.required("type", |node| node.one_of("weapon type", &TYPES));
        let shots = form.or("shots", 1, |node| node.whole(1..=MANY));
        let kind = form.or("kind", Kind::Direct, |node| node.one_of("kind", &Kind::ALL));
        let wound_on = form.or("wound-on", 0, |node| node.whole(NEED));
        let traits = form.or("traits", Vec::new(), |node| read_traits(node, &WEAPON_TRAITS));
        let is = |wanted: &str| traits.iter().any(|own| own == wanted);
        Some(Weapon {
            name: entry.key.clone(),
            range: range?,
            minimum_range,
            strength: strength?,
            ap,
            weapon_type: weapon_type?,
            shots,
            kind,
            wound_on,
            twin_linked: is("twin-linked"),
            ignores_cover: is("ignores-cover"),
            fusion: is("fusion"),
            precision: is("precision"),
            pinning: is("pinning"),
            barrage: is("barrage"),
            skyfire: is("skyfire"),
        })
    })
}

fn read_melee_weapon(entry: &Entry, faults: &mut Diagnostics) -> Option<MeleeWeapon> {
    table(&format!("melee weapon `{}`", entry.key), Some(&entry.node), faults, |form| {
        let strength = form.optional("strength", |node| node.whole(1..=10));
        let factor = form.or("factor", 1, |node| node.whole(1..=10));
        let ap = form.or("ap", 0, |node| node.whole(0..=6));
        let traits = form.or("traits", Vec::new(), |node| read_traits(node, &MELEE_TRAITS));
        let is = |wanted: &str| traits.iter().any(|own| own == wanted);
        let (unwieldy, single_attack) = (is("unwieldy"), is("single-attack"));
        Some(MeleeWeapon { name: entry.key.clone(), strength, factor, ap, unwieldy, single_attack })
    })
}

/// Names of the weapons that units can carry.
struct Arms {
    ranged: Vec<String>,
    melee: Vec<String>,
}

impl Arms {
    fn melee(&self, node: &Node) -> Result<usize, Diagnostic> {
        node.index_in("melee weapon", &self.melee.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn ranged(&self, node: &Node, name: &str) -> Result<usize, Diagnostic> {
        let at = self.ranged.iter().position(|weapon| weapon == name);
        at.ok_or_else(|| node.fault(Diagnostic::unknown("weapon", name, &self.ranged)))
    }

    /// Weapons with their numbers, each written as `weapon xN`.
    fn counted(&self, node: &Node) -> Result<Vec<(usize, u8)>, Diagnostic> {
        let read = |item: &Node| {
            let text = item.text()?;
            let (name, count) = text
                .rsplit_once(" x")
                .and_then(|(name, count)| Some((name, count.parse().ok().filter(|count| *count >= 1)?)))
                .ok_or_else(|| {
                    item.fault(Diagnostic::new(format!("`{text}` is no weapon with a number")).allowing(["weapon xN"]))
                })?;
            if i64::from(count) > MANY {
                return Err(item.fault(Diagnostic::new(format!("{count} weapons are more than {MANY}"))));
            }
            Ok((self.ranged(item, name)?, count))
        };
        node.list()?.iter().take(MOST).map(read).collect()
    }
}

/// The profile that units and officers share; its teams are those given.
fn read_profile(
    name: &str,
    form: &mut TableReader<'_, '_>,
    arms: &Arms,
    role: &str,
    rank: Option<Rank>,
    teams: Vec<Team>,
) -> Option<Fighter> {
    let mut stat = |key| form.required(key, |node| node.whole::<u8>(1..=10));
    let (ws, bs, strength, toughness) = (stat("ws"), stat("bs"), stat("strength"), stat("toughness"));
    let (wounds, initiative, attacks, ld) = (stat("wounds"), stat("initiative"), stat("attacks"), stat("ld"));
    let cost = form.required("cost", |node| node.number(0.0..=1e6));
    let speed = form.required("move", |node| node.whole(1..=MANY));
    let mut save = |key| form.or(key, 0, |node| node.whole(2..=6));
    let (save, invulnerable) = (save("save"), save("invulnerable"));
    let melee_weapon = form.required("melee-weapon", |node| arms.melee(node));
    let traits = form.or("traits", Vec::new(), |node| read_traits(node, &UNIT_TRAITS));
    Some(Fighter {
        name: name.to_owned(),
        role: role.to_owned(),
        rank,
        cost: cost?,
        speed: speed?,
        ws: ws?,
        bs: bs?,
        strength: strength?,
        toughness: toughness?,
        wounds: wounds?,
        initiative: initiative?,
        attacks: attacks?,
        ld: ld?,
        save,
        invulnerable,
        melee_weapon: melee_weapon?,
        teams,
        traits,
    })
}

fn read_unit(entry: &Entry, arms: &Arms, faults: &mut Diagnostics) -> Option<Fighter> {
    let read_team = |entry: &Entry| Ok(Team { name: entry.key.clone(), weapons: arms.counted(&entry.node)? });
    table(&format!("unit `{}`", entry.key), Some(&entry.node), faults, |form| {
        let role = form.required("role", |node| node.index_in("role", &ROLES));
        let teams = form.required("teams", |node| node.entries()?.iter().map(read_team).collect());
        let role = ROLES[role.unwrap_or_default()];
        read_profile(&entry.key, form, arms, role, None, teams.unwrap_or_default())
    })
}

fn read_officer(entry: &Entry, arms: &Arms, faults: &mut Diagnostics) -> Option<Fighter> {
    table(&format!("officer `{}`", entry.key), Some(&entry.node), faults, |form| {
        let rank = form.required("rank", |node| node.one_of("rank", &Rank::ALL));
        let pistol = form.required("pistol", |node| arms.ranged(node, node.text()?));
        let team = Team { name: "officer".to_owned(), weapons: pistol.map(|pistol| (pistol, 1)).into_iter().collect() };
        read_profile(&entry.key, form, arms, "hq", rank, vec![team])
    })
}

fn read_vehicle(entry: &Entry, arms: &Arms, faults: &mut Diagnostics) -> Option<Vehicle> {
    let mut armour_node = None;
    let vehicle = table(&format!("vehicle `{}`", entry.key), Some(&entry.node), faults, |form| {
        let role = form.required("role", |node| node.index_in("role", &ROLES));
        let cost = form.required("cost", |node| node.number(0.0..=1e6));
        let speed = form.required("move", |node| node.whole(1..=MANY));
        let bs = form.required("bs", |node| node.whole(1..=10));
        armour_node = form.required_node("armour");
        let hull_points = form.required("hull-points", |node| node.whole(1..=MANY));
        let weapons = form.or("weapons", Vec::new(), |node| arms.counted(node));
        let capacity = form.or("capacity", 0, |node| node.whole(0..=MANY));
        let traits = form.or("traits", Vec::new(), |node| read_traits(node, &VEHICLE_TRAITS));
        let walker = if traits.iter().any(|own| own == "walker") {
            let mut stat = |key| form.required(key, |node| node.whole::<u8>(1..=10));
            let (ws, strength, initiative, attacks) =
                (stat("ws"), stat("strength"), stat("initiative"), stat("attacks"));
            let melee_weapon = form.required("melee-weapon", |node| arms.melee(node));
            Some(Walker {
                ws: ws?,
                strength: strength?,
                initiative: initiative?,
                attacks: attacks?,
                melee_weapon: melee_weapon?,
            })
        } else {
            None
        };
        let weapons = weapons.iter().flat_map(|(at, count)| std::iter::repeat_n(*at, usize::from(*count))).collect();
        Some(Vehicle {
            name: entry.key.clone(),
            role: ROLES[role?].to_owned(),
            cost: cost?,
            speed: speed?,
            bs: bs?,
            armour: [0; 3],
            hull_points: hull_points?,
            walker,
            weapons,
            capacity,
            traits,
        })
    });
    let armour = table("the armour", armour_node, faults, |form| {
        let [front, side, rear] =
            ["front", "side", "rear"].map(|key| form.required(key, |node| node.whole::<u8>(10..=14)));
        Some([front?, side?, rear?])
    });
    Some(Vehicle { armour: armour?, ..vehicle? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_codex_is_sound() {
        let codex = Codex::built_in();
        assert_eq!((codex.fighters.len(), codex.vehicles.len(), codex.weapons.len()), (20, 8, 26));
        for (name, models) in [("levy-rifles", 10), ("breachers", 8), ("ironclads", 6), ("flak-battery", 2)] {
            let unit = codex.fighter(name).unwrap();
            let carried: u8 = unit.teams.iter().flat_map(|team| &team.weapons).map(|(_, count)| count).sum();
            assert_eq!(carried, models, "{name}");
        }
        assert_eq!(codex.vehicle("kestrel").unwrap().weapons.len(), 3);
    }

    #[test]
    fn overrides_take_the_place_of_values_and_faults_are_told() {
        let change = |key: &str, value: i64| [Override { key: key.to_owned(), value: value.into() }];
        let codex = Codex::read(&source(), &change("codex.units.hulks.wounds", 2)).unwrap();
        assert_eq!(codex.fighter("hulks").unwrap().wounds, 2);
        assert!(Codex::read(&source(), &change("codex.units.hulks.wounds", 0)).is_err());
        let faults = Codex::read(&source(), &change("codex.vehicles.mule.armor", 9)).unwrap_err();
        assert_eq!(faults[0].nearest.as_deref(), Some("armour"));
    }
}
