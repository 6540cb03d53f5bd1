//! Reading the codex from TOML, with overrides put in before anything is checked.

mod purchases;

use super::army::{MOST_ARMS, MOST_PARTS};
use super::codex::{
    Blast, Codex, Event, Fighter, Kind, MeleeWeapon, NEVER, Numbers, Rank, RankData, Scenario, SupportRoll, Team,
    Vehicle, Walker, Weapon, WeaponType,
};
use super::terrain_file;
use crate::game::{
    CodexFile, Diagnostic, Diagnostics, Entry, Knob, Node, Source, TableReader, built_in, codex, read_each,
};

/// Most entries of a table of units, weapons or events.
const MOST: usize = 250;

/// Most models of a unit with one weapon, most passengers, longest move in inches.
const MANY: i64 = 30;

/// A die's need, up to [`NEVER`].
const NEED: std::ops::RangeInclusive<i64> = 2..=NEVER as i64;

/// Numbers of the codex that an experiment may vary, with rule, what is allowed, and a few words. Capitals stand for any
/// name of that kind.
const KNOBS: [(&str, &str, &str, &str); 64] = [
    ("numbers.marker-diameter", "0 to 1000", "CW-PAT-01", "diameter of a Patrol Marker, inches"),
    (
        "numbers.jump-off-tolerance",
        "0 to 1000",
        "CW-JOP-02",
        "how far a jump-off point may be off its distance, inches",
    ),
    ("numbers.table", "a length and a width from 0 to 1000", "CW-GEO-01", "sides of the table, inches"),
    ("numbers.woods-depth", "0 to 1000", "CW-GEO-03", "inches of woods that a line of sight may cross"),
    ("to-hit.first", "ten numbers from 2 to 7", "CW-BAS-01", "die that hits, by ballistic skill; 7 is never"),
    ("to-hit.second", "ten numbers from 2 to 7", "CW-BAS-02", "die of the second roll, by ballistic skill"),
    ("to-wound.need", "seven numbers from 2 to 7", "CW-BAS-05", "die that wounds, by strength minus toughness from -4"),
    ("blasts.SIZE.radius", "0 to 20", "CW-BAS-14", "radius of a template, inches"),
    ("blasts.SIZE.most", "1 to 30", "CW-BAS-14", "most models hit"),
    (
        "command-dice.by-number",
        "five numbers from 1 to 8",
        "CW-CMD-01",
        "Command Dice by Force Morale, sorted by number",
    ),
    ("command-dice.by-row", "five numbers from 1 to 8", "CW-CMD-01", "Command Dice by Force Morale, sorted by row"),
    ("force-morale-events.EVENT", "six numbers from 0 to 12", "CW-FMO-04", "levels lost by one d6"),
    ("ranks.RANK.face", "1 to 5", "CW-CMD-04", "Command Dice face that activates the officer"),
    ("ranks.RANK.orders", "0 to 30", "CW-OFF-01", "orders in an activation"),
    ("ranks.RANK.range", "0 to 100", "CW-OFF-04", "command range, inches"),
    ("ranks.RANK.spared", "2 to 7", "CW-BAS-28", "die on which precision fire spares him"),
    ("support-rolls.SCENARIO.dice", "0 to 4", "CW-ARM-03", "number of d6; 0 for one d3"),
    ("support-rolls.SCENARIO.pip", "1 to 1000", "CW-ARM-03", "support points for a pip"),
    ("support-rolls.SCENARIO.most", "0 to 10000", "CW-ARM-03", "most support points; 0 for no limit"),
    ("weapons.WEAPON.range", "0 to 200", "CW-BAS-12", "range, inches"),
    ("weapons.WEAPON.minimum-range", "0 to 200", "CW-BAS-32", "shortest range, inches"),
    ("weapons.WEAPON.strength", "1 to 10", "CW-BAS-05", "strength"),
    ("weapons.WEAPON.ap", "0 to 6", "CW-BAS-07", "AP; 0 for none"),
    ("weapons.WEAPON.shots", "1 to 30", "CW-BAS-12", "shots of a model"),
    ("weapons.WEAPON.wound-on", "2 to 7", "CW-BAS-06", "die that wounds whatever the toughness"),
    ("melee-weapons.WEAPON.strength", "1 to 10", "CW-BAS-16", "strength of its own"),
    ("melee-weapons.WEAPON.factor", "1 to 10", "CW-BAS-16", "factor by which the user's strength is taken"),
    ("melee-weapons.WEAPON.ap", "0 to 6", "CW-BAS-07", "AP; 0 for none"),
    ("units.UNIT.cost", "0 to 1000000", "CW-ARM-01", "cost in points"),
    ("units.UNIT.move", "1 to 30", "CW-MOV-01", "standard move, inches"),
    ("units.UNIT.ws", "1 to 10", "CW-BAS-16", "weapon skill"),
    ("units.UNIT.bs", "1 to 10", "CW-BAS-01", "ballistic skill"),
    ("units.UNIT.strength", "1 to 10", "CW-BAS-05", "strength"),
    ("units.UNIT.toughness", "1 to 10", "CW-BAS-05", "toughness"),
    ("units.UNIT.wounds", "1 to 10", "CW-BAS-11", "wounds of a model"),
    ("units.UNIT.initiative", "1 to 10", "CW-BAS-18", "initiative"),
    ("units.UNIT.attacks", "1 to 10", "CW-BAS-17", "attacks of a model"),
    ("units.UNIT.ld", "1 to 10", "CW-BAS-25", "leadership"),
    ("units.UNIT.save", "2 to 6", "CW-BAS-08", "armour save"),
    ("units.UNIT.invulnerable", "2 to 6", "CW-BAS-08", "invulnerable save"),
    ("officers.OFFICER.cost", "0 to 1000000", "CW-ARM-01", "cost in points"),
    ("officers.OFFICER.move", "1 to 30", "CW-MOV-01", "standard move, inches"),
    ("officers.OFFICER.ws", "1 to 10", "CW-BAS-16", "weapon skill"),
    ("officers.OFFICER.bs", "1 to 10", "CW-BAS-01", "ballistic skill"),
    ("officers.OFFICER.strength", "1 to 10", "CW-BAS-05", "strength"),
    ("officers.OFFICER.toughness", "1 to 10", "CW-BAS-05", "toughness"),
    ("officers.OFFICER.wounds", "1 to 10", "CW-BAS-11", "wounds of a model"),
    ("officers.OFFICER.initiative", "1 to 10", "CW-BAS-18", "initiative"),
    ("officers.OFFICER.attacks", "1 to 10", "CW-BAS-17", "attacks of a model"),
    ("officers.OFFICER.ld", "1 to 10", "CW-BAS-25", "leadership"),
    ("officers.OFFICER.save", "2 to 6", "CW-BAS-08", "armour save"),
    ("officers.OFFICER.invulnerable", "2 to 6", "CW-BAS-08", "invulnerable save"),
    ("vehicles.VEHICLE.cost", "0 to 1000000", "CW-ARM-01", "cost in points"),
    ("vehicles.VEHICLE.move", "1 to 30", "CW-MOV-09", "move, inches"),
    ("vehicles.VEHICLE.bs", "1 to 10", "CW-BAS-01", "ballistic skill"),
    ("vehicles.VEHICLE.armour.front", "10 to 14", "CW-BAS-20", "armour of the front"),
    ("vehicles.VEHICLE.armour.side", "10 to 14", "CW-BAS-20", "armour of a side"),
    ("vehicles.VEHICLE.armour.rear", "10 to 14", "CW-BAS-20", "armour of the rear"),
    ("vehicles.VEHICLE.hull-points", "1 to 30", "CW-BAS-20", "hull points"),
    ("vehicles.VEHICLE.capacity", "0 to 30", "CW-BAS-26", "models it carries"),
    ("vehicles.VEHICLE.ws", "1 to 10", "CW-BAS-16", "weapon skill of a walker"),
    ("vehicles.VEHICLE.strength", "1 to 10", "CW-BAS-05", "strength of a walker"),
    ("vehicles.VEHICLE.initiative", "1 to 10", "CW-BAS-18", "initiative of a walker"),
    ("vehicles.VEHICLE.attacks", "1 to 10", "CW-BAS-17", "attacks of a walker"),
];

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

const UNIT_TRAITS: [&str; 18] = [
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
    "rides",
    "bike",
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

impl CodexFile for Codex {
    fn source() -> Source {
        built_in!("armies/chainsword/codex.toml")
    }

    fn varied() -> Vec<Knob> {
        [codex::varied(KNOBS), codex::varied(purchases::KNOBS), codex::varied(terrain_file::KNOBS)].concat()
    }

    fn read_root(root: &Node, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut table = TableReader::open("the codex", root, diagnostics)?;
        let (to_hit, to_wound) = (table.required_node("to-hit"), table.required_node("to-wound"));
        let (blasts, numbers) = (table.required_node("blasts"), table.required_node("numbers"));
        let (dice, events) = (table.required_node("command-dice"), table.required_node("force-morale-events"));
        let (ranks, support) = (table.required_node("ranks"), table.required_node("support-rolls"));
        let (weapons, melee_weapons) = (table.required_node("weapons"), table.required_node("melee-weapons"));
        let (units, officers) = (table.required_node("units"), table.required_node("officers"));
        let (vehicles, terrain) = (table.required_node("vehicles"), table.required_node("terrain"));
        let [options, lists, support_costs] = ["options", "lists", "support"].map(|key| table.required_node(key));
        table.close();

        let to_hit = pair("`to-hit`", to_hit, ["first", "second"], diagnostics, |node| row(node, NEED));
        let to_wound =
            read_table("`to-wound`", to_wound, diagnostics, |table| table.required("need", |node| row(node, NEED)));
        let blasts = read_blasts(blasts, diagnostics);
        let numbers = read_table("`numbers`", numbers, diagnostics, |table| {
            let inches = |node: &Node| node.number(0.0..=1000.0);
            let sides = |node: &Node| match node.list()? {
                [long, short] => Ok([inches(long)?, inches(short)?]),
                _ => Err(node.locate(Diagnostic::new("a table has a length and a width"))),
            };
            Some(Numbers {
                marker_diameter: table.required("marker-diameter", inches)?,
                jump_off_tolerance: table.required("jump-off-tolerance", inches)?,
                table: table.required("table", sides)?,
                woods_depth: table.required("woods-depth", inches)?,
            })
        });
        let command_dice = pair("`command-dice`", dice, ["by-number", "by-row"], diagnostics, |node| row(node, 1..=8));
        let events = read_each("event", events, MOST, diagnostics, |entry, diagnostics| {
            let losses = row(&entry.node, 0..=12).map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
            Some(Event { name: entry.key.clone(), losses })
        });
        let ranks = read_ranks(ranks, diagnostics);
        let support = read_support(support, diagnostics);
        let weapons = read_each("weapon", weapons, MOST, diagnostics, read_weapon);
        let melee_weapons = read_each("melee weapon", melee_weapons, MOST, diagnostics, read_melee_weapon);
        let arms = Arms {
            ranged: weapons.iter().map(|weapon| weapon.name.clone()).collect(),
            melee: melee_weapons.iter().map(|weapon| weapon.name.clone()).collect(),
        };
        let mut fighters =
            read_each("unit", units, MOST, diagnostics, |entry, diagnostics| read_unit(entry, &arms, diagnostics));
        fighters.extend(read_each("officer", officers, MOST, diagnostics, |entry, diagnostics| {
            read_officer(entry, &arms, diagnostics)
        }));
        let vehicles = read_each("vehicle", vehicles, MOST, diagnostics, |entry, diagnostics| {
            read_vehicle(entry, &arms, diagnostics)
        });
        let units = purchases::Units { fighters: &fighters, vehicles: &vehicles, weapons: &arms.ranged };
        let options = options.map(|node| purchases::read_options(&units, node, diagnostics));
        let lists = purchases::read_lists(lists, diagnostics);
        let support_costs = purchases::read_support_costs(support_costs, diagnostics);
        let terrain = terrain_file::read(terrain, diagnostics);
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
            options: options?,
            lists: lists?,
            support_costs: support_costs?,
            terrain: terrain?,
        })
    }
}

/// Reads a table and refuses the keys that `read` does not ask for.
fn read_table<'n, T>(
    what: &str,
    node: Option<&'n Node>,
    diagnostics: &mut Diagnostics,
    read: impl FnOnce(&mut TableReader<'n, '_>) -> Option<T>,
) -> Option<T> {
    let mut table = TableReader::open(what, node?, diagnostics)?;
    let value = read(&mut table);
    table.close();
    value
}

fn pair<T>(
    what: &str,
    node: Option<&Node>,
    keys: [&'static str; 2],
    diagnostics: &mut Diagnostics,
    read: impl Fn(&Node) -> Result<T, Diagnostic>,
) -> Option<[T; 2]> {
    read_table(what, node, diagnostics, |table| {
        let [first, second] = keys.map(|key| table.required(key, &read));
        Some([first?, second?])
    })
}

/// A list of just so many whole numbers.
fn row<const N: usize>(node: &Node, range: std::ops::RangeInclusive<i64>) -> Result<[u8; N], Diagnostic> {
    let list = node.list()?.iter().map(|item| item.whole(range.clone())).collect::<Result<Vec<u8>, Diagnostic>>()?;
    let found = list.len();
    list.try_into().map_err(|_| node.locate(Diagnostic::new(format!("expected {N} numbers, found {found}"))))
}

fn read_blasts(node: Option<&Node>, diagnostics: &mut Diagnostics) -> Option<[Blast; 2]> {
    let (small, large) = read_table("`blasts`", node, diagnostics, |table| {
        Some((table.required_node("small")?, table.required_node("large")?))
    })?;
    let mut blast = |what: &str, node| {
        read_table(what, Some(node), diagnostics, |table| {
            let radius = table.required("radius", |node| node.number(0.0..=20.0));
            let most = table.required("most", |node| node.whole(1..=MANY));
            Some(Blast { radius: radius?, most: most? })
        })
    };
    let (small, large) = (blast("`blasts.small`", small), blast("`blasts.large`", large));
    Some([small?, large?])
}

fn read_ranks(node: Option<&Node>, diagnostics: &mut Diagnostics) -> Option<[RankData; 3]> {
    let nodes =
        read_table("`ranks`", node, diagnostics, |table| Some(Rank::ALL.map(|(key, _)| table.required_node(key))))?;
    let [char, ic, warlord] = nodes.map(|node| {
        read_table("a rank", node, diagnostics, |table| {
            let face = table.required("face", |node| node.whole(1..=5));
            let orders = table.required("orders", |node| node.whole(0..=MANY));
            let range = table.required("range", |node| node.whole(0..=100));
            let spared = table.required("spared", |node| node.whole(NEED));
            Some(RankData { face: face?, orders: orders?, range: range?, spared: spared? })
        })
    });
    Some([char?, ic?, warlord?])
}

fn read_support(node: Option<&Node>, diagnostics: &mut Diagnostics) -> Option<[SupportRoll; 6]> {
    let nodes = read_table("`support-rolls`", node, diagnostics, |table| {
        Some(Scenario::ALL.map(|(key, _)| table.required_node(key)))
    })?;
    let rolls: Vec<SupportRoll> = nodes
        .into_iter()
        .filter_map(|node| {
            read_table("a support roll", node, diagnostics, |table| {
                let dice = table.required("dice", |node| node.whole(0..=4));
                let pip = table.required("pip", |node| node.whole(1..=1000));
                let most = table.required("most", |node| node.whole(0..=10_000));
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

fn read_weapon(entry: &Entry, diagnostics: &mut Diagnostics) -> Option<Weapon> {
    read_table(&format!("weapon `{}`", entry.key), Some(&entry.node), diagnostics, |table| {
        let inches = |node: &Node| node.number(0.0..=200.0);
        let range = table.required("range", inches);
        let minimum_range = table.or("minimum-range", 0.0, inches);
        let strength = table.required("strength", |node| node.whole(1..=10));
        let ap = table.or("ap", 0, |node| node.whole(0..=6));
        let weapon_type = table.required("type", |node| node.one_of("weapon type", &TYPES));
        let shots = table.or("shots", 1, |node| node.whole(1..=MANY));
        let kind = table.or("kind", Kind::Direct, |node| node.one_of("kind", &Kind::ALL));
        let wound_on = table.or("wound-on", 0, |node| node.whole(NEED));
        let traits = table.or("traits", Vec::new(), |node| read_traits(node, &WEAPON_TRAITS));
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

fn read_melee_weapon(entry: &Entry, diagnostics: &mut Diagnostics) -> Option<MeleeWeapon> {
    read_table(&format!("melee weapon `{}`", entry.key), Some(&entry.node), diagnostics, |table| {
        let strength = table.optional("strength", |node| node.whole(1..=10));
        let factor = table.or("factor", 1, |node| node.whole(1..=10));
        let ap = table.or("ap", 0, |node| node.whole(0..=6));
        let traits = table.or("traits", Vec::new(), |node| read_traits(node, &MELEE_TRAITS));
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
        at.ok_or_else(|| node.locate(Diagnostic::unknown("weapon", name, &self.ranged)))
    }

    /// Weapons with their numbers, each written as `weapon xN`.
    fn counted(&self, node: &Node) -> Result<Vec<(usize, u8)>, Diagnostic> {
        let read = |item: &Node| {
            let text = item.text()?;
            let (name, count) = text
                .rsplit_once(" x")
                .and_then(|(name, count)| Some((name, count.parse().ok().filter(|count| *count >= 1)?)))
                .ok_or_else(|| {
                    item.locate(Diagnostic::new(format!("`{text}` is no weapon with a number")).allowing(["weapon xN"]))
                })?;
            if i64::from(count) > MANY {
                return Err(item.locate(Diagnostic::new(format!("{count} weapons are more than {MANY}"))));
            }
            Ok((self.ranged(item, name)?, count))
        };
        let listed = node.list()?;
        if listed.len() > MOST_ARMS {
            let message = format!("there are at most {MOST_ARMS} kinds of weapons here, not {}", listed.len());
            return Err(node.locate(Diagnostic::new(message)));
        }
        listed.iter().map(read).collect()
    }
}

/// The profile that units and officers share; its teams are those given.
fn read_profile(
    name: &str,
    table: &mut TableReader<'_, '_>,
    arms: &Arms,
    role: &str,
    rank: Option<Rank>,
    teams: Vec<Team>,
) -> Option<Fighter> {
    let mut stat = |key| table.required(key, |node| node.whole::<u8>(1..=10));
    let (ws, bs, strength, toughness) = (stat("ws"), stat("bs"), stat("strength"), stat("toughness"));
    let (wounds, initiative, attacks, ld) = (stat("wounds"), stat("initiative"), stat("attacks"), stat("ld"));
    let (cost, value) = (table.required("cost", codex::points), codex::read_value(table));
    let speed = table.required("move", |node| node.whole(1..=MANY));
    let mut save = |key| table.or(key, 0, |node| node.whole(2..=6));
    let (save, invulnerable) = (save("save"), save("invulnerable"));
    let melee_weapon = table.required("melee-weapon", |node| arms.melee(node));
    let traits = table.or("traits", Vec::new(), |node| read_traits(node, &UNIT_TRAITS));
    Some(Fighter {
        name: name.to_owned(),
        role: role.to_owned(),
        rank,
        cost: cost?,
        value,
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

fn read_unit(entry: &Entry, arms: &Arms, diagnostics: &mut Diagnostics) -> Option<Fighter> {
    let read_team = |entry: &Entry| Ok(Team { name: entry.key.clone(), weapons: arms.counted(&entry.node)? });
    read_table(&format!("unit `{}`", entry.key), Some(&entry.node), diagnostics, |table| {
        let role = table.required("role", |node| node.index_in("role", &ROLES));
        let teams = table.required("teams", |node| {
            let teams: Vec<Team> = node.entries()?.iter().map(read_team).collect::<Result<_, _>>()?;
            let many = || Diagnostic::new(format!("a unit has at most {MOST_PARTS} Teams, this one {}", teams.len()));
            if teams.len() <= MOST_PARTS { Ok(teams) } else { Err(node.locate(many())) }
        });
        let role = ROLES[role.unwrap_or_default()];
        read_profile(&entry.key, table, arms, role, None, teams.unwrap_or_default())
    })
}

fn read_officer(entry: &Entry, arms: &Arms, diagnostics: &mut Diagnostics) -> Option<Fighter> {
    read_table(&format!("officer `{}`", entry.key), Some(&entry.node), diagnostics, |table| {
        let rank = table.required("rank", |node| node.one_of("rank", &Rank::ALL));
        let pistol = table.required("pistol", |node| arms.ranged(node, node.text()?));
        let team = Team { name: "officer".to_owned(), weapons: pistol.map(|pistol| (pistol, 1)).into_iter().collect() };
        read_profile(&entry.key, table, arms, "hq", rank, vec![team])
    })
}

fn read_vehicle(entry: &Entry, arms: &Arms, diagnostics: &mut Diagnostics) -> Option<Vehicle> {
    let mut armour_node = None;
    let vehicle = read_table(&format!("vehicle `{}`", entry.key), Some(&entry.node), diagnostics, |table| {
        let role = table.required("role", |node| node.index_in("role", &ROLES));
        let (cost, value) = (table.required("cost", codex::points), codex::read_value(table));
        let speed = table.required("move", |node| node.whole(1..=MANY));
        let bs = table.required("bs", |node| node.whole(1..=10));
        armour_node = table.required_node("armour");
        let hull_points = table.required("hull-points", |node| node.whole(1..=MANY));
        let weapons = table.or("weapons", Vec::new(), |node| arms.counted(node));
        let capacity = table.or("capacity", 0, |node| node.whole(0..=MANY));
        let traits = table.or("traits", Vec::new(), |node| read_traits(node, &VEHICLE_TRAITS));
        let walker = if traits.iter().any(|own| own == "walker") {
            let mut stat = |key| table.required(key, |node| node.whole::<u8>(1..=10));
            let (ws, strength, initiative, attacks) =
                (stat("ws"), stat("strength"), stat("initiative"), stat("attacks"));
            let melee_weapon = table.required("melee-weapon", |node| arms.melee(node));
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
            value,
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
    let armour = read_table("the armour", armour_node, diagnostics, |table| {
        let [front, side, rear] =
            ["front", "side", "rear"].map(|key| table.required(key, |node| node.whole::<u8>(10..=14)));
        Some([front?, side?, rear?])
    });
    Some(Vehicle { armour: armour?, ..vehicle? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Override;

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
    fn overrides_take_the_place_of_values_and_diagnostics_are_told() {
        let change = |key: &str, value: i64| [Override { key: key.to_owned(), value: value.into() }];
        let codex = Codex::read(&Codex::source(), &change("codex.units.hulks.wounds", 2)).unwrap();
        assert_eq!(codex.fighter("hulks").unwrap().wounds, 2);
        assert!(Codex::read(&Codex::source(), &change("codex.units.hulks.wounds", 0)).is_err());
        let diagnostics = Codex::read(&Codex::source(), &change("codex.vehicles.mule.armor", 9)).unwrap_err();
        assert_eq!(diagnostics[0].nearest.as_deref(), Some("armour"));
    }

    #[test]
    fn every_knob_takes_the_ends_of_its_range() {
        codex::check_knobs::<Codex>(&[]);
    }
}
