//! Units, weapons and tables: the data of the game.

use super::support::SupportItem;
use super::terrain::{Kind as TerrainKind, TerrainType};

/// Need of a die that no throw can meet.
pub const NEVER: u8 = 7;

/// The data of the game, as read from `armies/chainsword/codex.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct Codex {
    /// First roll and second roll of a miss, by ballistic skill 1 to 10.
    pub to_hit: [[u8; 10]; 2],
    /// Need to wound by strength minus toughness, from -4 or less to +2 or more.
    pub to_wound: [u8; 7],
    /// The small blast and the large one.
    pub blasts: [Blast; 2],
    /// Numbers that belong to no single unit.
    pub numbers: Numbers,
    /// Command Dice by Force Morale 1 to 5, the last also for more: sorted by number, and by row.
    pub command_dice: [[u8; 5]; 2],
    /// Events that put Force Morale to the test, in the order of the rulebook.
    pub events: Vec<Event>,
    /// Officer ranks: char, ic, warlord.
    pub ranks: [RankData; 3],
    /// Support points of the scenarios, in the order of [`Scenario::ALL`].
    pub support: [SupportRoll; 6],
    /// Ranged weapons.
    pub weapons: Vec<Weapon>,
    /// Melee weapons.
    pub melee_weapons: Vec<MeleeWeapon>,
    /// Infantry, creatures and officers.
    pub fighters: Vec<Fighter>,
    /// Vehicles.
    pub vehicles: Vec<Vehicle>,
    /// What units may carry instead, or besides.
    pub options: Vec<UnitOption>,
    /// What an army list may hold.
    pub lists: ListLimits,
    /// What support costs in support points, in the order of [`SupportItem::ALL`] (CW-ARM-03).
    pub support_costs: [u16; SupportItem::ALL.len()],
    /// The catalogue of terrain, in the order of [`TerrainKind`].
    pub terrain: Vec<TerrainType>,
}

impl Codex {
    /// A kind of terrain.
    #[must_use]
    pub fn terrain(&self, kind: TerrainKind) -> &TerrainType {
        &self.terrain[kind as usize]
    }

    /// The fighter `name`.
    #[must_use]
    pub fn fighter(&self, name: &str) -> Option<&Fighter> {
        self.fighters.iter().find(|fighter| fighter.name == name)
    }

    /// The vehicle `name`.
    #[must_use]
    pub fn vehicle(&self, name: &str) -> Option<&Vehicle> {
        self.vehicles.iter().find(|vehicle| vehicle.name == name)
    }

    /// The ranged weapon `name`.
    #[must_use]
    pub fn weapon(&self, name: &str) -> Option<&Weapon> {
        self.weapons.iter().find(|weapon| weapon.name == name)
    }
}

/// Numbers that belong to no single unit, `[numbers]` in the codex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// Diameter of a Patrol Marker in inches (CW-PAT-01): 2.5.
    pub marker_diameter: f64,
    /// How far a jump-off point may be off its distance in inches (CW-JOP-02): 0.05.
    pub jump_off_tolerance: f64,
    /// Sides of the table in inches (CW-GEO-01): 72 and 48.
    pub table: [f64; 2],
    /// Inches of woods that a line of sight may cross (CW-GEO-03): 6.
    pub woods_depth: f64,
}

/// A blast template (CW-BAS-14).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blast {
    /// Radius in inches.
    pub radius: f64,
    /// Most models hit when it lies dead on the team; half of the hits elsewhere within the radius.
    pub most: u8,
}

/// Something that puts Force Morale to the test (CW-FMO-04).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Key.
    pub name: String,
    /// Levels lost by the die, 1 to 6.
    pub losses: [u8; 6],
}

/// An officer's rank (CW-OFF-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    /// Junior leader.
    Char,
    /// Senior leader.
    Ic,
    /// Senior leader in command of all.
    Warlord,
}

impl Rank {
    /// All ranks with their keys.
    pub const ALL: [(&'static str, Rank); 3] = [("char", Rank::Char), ("ic", Rank::Ic), ("warlord", Rank::Warlord)];
}

/// What a rank means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankData {
    /// Face of the Command Dice that activates him (CW-CMD-04, CW-CMD-05).
    pub face: u8,
    /// Orders in an activation.
    pub orders: u8,
    /// Command range in inches.
    pub range: u8,
    /// Die on which precision fire spares him (CW-BAS-28).
    pub spared: u8,
}

/// A scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scenario {
    /// The Patrol.
    Patrol,
    /// The Probe.
    Probe,
    /// Attack and Defend.
    AttackAndDefend,
    /// Delaying Action.
    DelayingAction,
    /// The Flank Attack.
    FlankAttack,
    /// Attack on an Objective.
    AttackOnAnObjective,
}

impl Scenario {
    /// All scenarios with their keys, in the order of the rulebook.
    pub const ALL: [(&'static str, Scenario); 6] = [
        ("patrol", Scenario::Patrol),
        ("probe", Scenario::Probe),
        ("attack-and-defend", Scenario::AttackAndDefend),
        ("delaying-action", Scenario::DelayingAction),
        ("flank-attack", Scenario::FlankAttack),
        ("attack-on-an-objective", Scenario::AttackOnAnObjective),
    ];
}

/// How support points are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SupportRoll {
    /// Number of d6; 0 for one d3.
    pub dice: u8,
    /// Points for a pip.
    pub pip: u16,
    /// Most points; 0 for no limit.
    pub most: u16,
}

/// How many dice a ranged weapon throws, and when (CW-BAS-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeaponType {
    /// Two shots within half range, else one.
    RapidFire,
    /// A number of shots; the unit may also charge.
    Assault,
    /// A number of shots; snap shots after moving.
    Heavy,
    /// One shot; the unit may also charge.
    Pistol,
    /// One blast; all else of the vehicle snaps.
    Ordnance,
    /// A template.
    Template,
}

/// How a die of a ranged weapon hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// By ballistic skill.
    Direct,
    /// By itself, d3 times.
    Template,
    /// By where the small template comes down.
    SmallBlast,
    /// By where the large template comes down.
    LargeBlast,
}

impl Kind {
    /// All kinds with their keys.
    pub const ALL: [(&'static str, Kind); 4] = [
        ("direct", Kind::Direct),
        ("template", Kind::Template),
        ("small-blast", Kind::SmallBlast),
        ("large-blast", Kind::LargeBlast),
    ];
}

/// A ranged weapon.
#[derive(Clone, Debug, PartialEq)]
pub struct Weapon {
    /// Key.
    pub name: String,
    /// Longest range in inches.
    pub range: f64,
    /// Shortest range in inches.
    pub minimum_range: f64,
    /// Strength.
    pub strength: u8,
    /// AP; 0 for none.
    pub ap: u8,
    /// Type.
    pub weapon_type: WeaponType,
    /// Dice of a model.
    pub shots: u8,
    /// How a die hits.
    pub kind: Kind,
    /// Wounds on so much whatever the strength; 0 for the chart (CW-BAS-06).
    pub wound_on: u8,
    /// Misses are thrown again (CW-BAS-03).
    pub twin_linked: bool,
    /// No cover saves (CW-BAS-09).
    pub ignores_cover: bool,
    /// 2d6 of penetration at half range (CW-BAS-22).
    pub fusion: bool,
    /// Sixes may pick out an officer (CW-BAS-28).
    pub precision: bool,
    /// Wounds make the team test for pinning (CW-BAS-25).
    pub pinning: bool,
    /// Needs no line of sight (CW-BAS-32).
    pub barrage: bool,
    /// Full skill against zooming flyers (CW-FLY-07).
    pub skyfire: bool,
}

/// A melee weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeleeWeapon {
    /// Key.
    pub name: String,
    /// Strength of its own, if any.
    pub strength: Option<u8>,
    /// Factor by which the user's strength is taken.
    pub factor: u8,
    /// AP; 0 for none.
    pub ap: u8,
    /// Strikes at initiative 1 (CW-BAS-18).
    pub unwieldy: bool,
    /// One attack only, against vehicles only.
    pub single_attack: bool,
}

/// A team of a unit: its ranged weapons, and how many models carry each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// Key.
    pub name: String,
    /// Index of the weapon, and number of models.
    pub weapons: Vec<(usize, u8)>,
}

/// Infantry, a creature or an officer.
#[derive(Clone, Debug, PartialEq)]
pub struct Fighter {
    /// Key.
    pub name: String,
    /// Role in a list; `hq` for officers.
    pub role: String,
    /// Rank of an officer.
    pub rank: Option<Rank>,
    /// Cost in points.
    pub cost: f64,
    /// What it is taken to be worth in points, whatever it costs.
    pub value: f64,
    /// Move in inches.
    pub speed: u8,
    /// Weapon skill.
    pub ws: u8,
    /// Ballistic skill.
    pub bs: u8,
    /// Strength.
    pub strength: u8,
    /// Toughness.
    pub toughness: u8,
    /// Wounds.
    pub wounds: u8,
    /// Initiative.
    pub initiative: u8,
    /// Attacks.
    pub attacks: u8,
    /// Leadership.
    pub ld: u8,
    /// Armour save; 0 for none.
    pub save: u8,
    /// Invulnerable save; 0 for none.
    pub invulnerable: u8,
    /// Index of the melee weapon.
    pub melee_weapon: usize,
    /// Teams; an officer is one.
    pub teams: Vec<Team>,
    /// Traits.
    pub traits: Vec<String>,
}

impl Fighter {
    /// What it carries and can do, in one line.
    #[must_use]
    pub fn describe(&self, codex: &Codex) -> String {
        let carried = |team: &Team| {
            let each = |(at, count): &(usize, u8)| format!("{} x{count}", codex.weapons[*at].name);
            format!("{}: {}", team.name, team.weapons.iter().map(each).collect::<Vec<_>>().join(", "))
        };
        let mut parts = vec![self.role.clone()];
        parts.extend(self.teams.iter().map(carried));
        parts.push(codex.melee_weapons[self.melee_weapon].name.clone());
        parts.extend(self.traits.iter().cloned());
        parts.join("; ")
    }

    /// Whether it has a trait.
    #[must_use]
    pub fn is(&self, wanted: &str) -> bool {
        self.traits.iter().any(|own| own == wanted)
    }
}

/// A vehicle.
#[derive(Clone, Debug, PartialEq)]
pub struct Vehicle {
    /// Key.
    pub name: String,
    /// Role in a list.
    pub role: String,
    /// Cost in points.
    pub cost: f64,
    /// What it is taken to be worth in points, whatever it costs.
    pub value: f64,
    /// Move in inches.
    pub speed: u8,
    /// Ballistic skill.
    pub bs: u8,
    /// Armour: front, side, rear.
    pub armour: [u8; 3],
    /// Hull points.
    pub hull_points: u8,
    /// How a walker fights.
    pub walker: Option<Walker>,
    /// Index of each weapon, twice for two of a kind.
    pub weapons: Vec<usize>,
    /// Passengers.
    pub capacity: u8,
    /// Traits.
    pub traits: Vec<String>,
}

/// How a walker fights hand to hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walker {
    /// Weapon skill.
    pub ws: u8,
    /// Strength.
    pub strength: u8,
    /// Initiative.
    pub initiative: u8,
    /// Attacks.
    pub attacks: u8,
    /// Index of the melee weapon.
    pub melee_weapon: usize,
}

impl Vehicle {
    /// What it carries and can do, in one line.
    #[must_use]
    pub fn describe(&self, codex: &Codex) -> String {
        let [front, side, rear] = self.armour;
        let mut parts = vec![
            self.role.clone(),
            format!("armour {front}/{side}/{rear}, {} hull points", self.hull_points),
            self.weapons.iter().map(|at| codex.weapons[*at].name.as_str()).collect::<Vec<_>>().join(", "),
        ];
        if self.capacity > 0 {
            parts.push(format!("carries {}", self.capacity));
        }
        parts.extend(self.traits.iter().cloned());
        parts.join("; ")
    }

    /// Whether it has a trait.
    #[must_use]
    pub fn is(&self, wanted: &str) -> bool {
        self.traits.iter().any(|own| own == wanted)
    }
}

/// Something that a unit may have for more points (CW-ARM-01).
#[derive(Clone, Debug, PartialEq)]
pub struct UnitOption {
    /// Key, unlike those of the unit's other options.
    pub name: String,
    /// The unit, by index: fighters first, then vehicles.
    pub unit: usize,
    /// What changes.
    pub change: Change,
    /// Cost in points.
    pub cost: f64,
    /// What it is taken to be worth in points, whatever it costs.
    pub value: f64,
}

/// Most ways in which a weapon fires.
pub const MOST_MODES: usize = 2;

/// What an option changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// One weapon gives way to another one.
    Replace {
        /// The team that carries it, by index; 0 for a vehicle.
        team: usize,
        /// The weapon.
        weapon: usize,
        /// What comes in its place: of several each shot is fired with one.
        by: Vec<usize>,
    },
    /// So many more models for each team, with the first weapon of its list.
    Models(u8),
}

/// What an army list of the usual size may hold (CW-ARM-02).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListLimits {
    /// The size in points at which the limits of roles are as they stand here; others are scaled.
    pub usual_size: f64,
    /// Points below which a list of the usual size is warned of.
    pub least: f64,
    /// Fewest and most Squads of troops.
    pub troops: [u8; 2],
    /// Most Squads of elite, fast, heavy and flyer, in the order of [`LIMITED`].
    pub roles: [u8; LIMITED.len()],
    /// Fewest and most junior leaders.
    pub juniors: [u8; 2],
    /// Most senior leaders below the warlord.
    pub seniors: u8,
}

/// Roles of which a list may have so many and no more.
pub const LIMITED: [&str; 4] = ["elite", "fast", "heavy", "flyer"];
