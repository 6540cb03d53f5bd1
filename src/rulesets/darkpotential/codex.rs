//! Units and weapons: the data of the game.

use super::terrain::TerrainType;

/// Millimetres to the inch; bases are measured in the former, everything else in the latter.
pub const MM_PER_INCH: f64 = 25.4;

/// Most entries of a kind in a codex.
pub const MOST_ENTRIES: usize = 200;

/// Most weapons that a unit type has.
pub const MOST_WEAPONS: usize = 8;

/// The data of the game, as read from `armies/darkpotential/codex.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct Codex {
    /// Weapons.
    pub weapons: Vec<Weapon>,
    /// Unit types, in the order of the file.
    pub units: Vec<Unit>,
    /// Squads that a list may name.
    pub squads: Vec<SquadType>,
    /// What army lists keep to.
    pub lists: ListNumbers,
    /// The catalogue of terrain.
    pub terrain: Vec<TerrainType>,
}

/// A squad that a list may name by its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquadType {
    /// Key in files.
    pub key: String,
    /// Unit types of its members, by index, as often as it has them.
    pub members: Vec<u8>,
}

/// Numbers of army lists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListNumbers {
    /// Usual size in points.
    pub size: f64,
    /// Points by which a list may be larger than its size.
    pub tolerance: f64,
    /// What the Command Points of a squad cost, and those of a squad's kind of model that stands alone.
    pub squad_point: f64,
    /// Members of a squad by the strict profile.
    pub squad_members: usize,
    /// Most members of a squad by the free profile.
    pub most_members: usize,
    /// Members for which a squad may have one special weapon; it may always have one.
    pub members_per_special_weapon: usize,
}

impl Default for ListNumbers {
    fn default() -> Self {
        Self {
            size: 120.0,
            tolerance: 5.0,
            squad_point: 2.0,
            squad_members: 5,
            most_members: 10,
            members_per_special_weapon: 5,
        }
    }
}

impl Codex {
    /// The unit type `key`.
    #[must_use]
    pub fn unit(&self, key: &str) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.key == key)
    }

    /// The weapon `key`.
    #[must_use]
    pub fn weapon(&self, key: &str) -> Option<&Weapon> {
        self.weapons.iter().find(|weapon| weapon.key == key)
    }

    /// Keys of the unit types, in order.
    pub fn unit_keys(&self) -> impl Iterator<Item = &str> {
        self.units.iter().map(|unit| unit.key.as_str())
    }

    /// The piece of terrain `key` of the catalogue.
    #[must_use]
    pub fn terrain(&self, key: &str) -> Option<&TerrainType> {
        self.terrain.iter().find(|kind| kind.key == key)
    }

    /// Whether models of a unit type are members of some squad of the codex.
    #[must_use]
    pub fn serves_in_squads(&self, unit: usize) -> bool {
        self.squads.iter().any(|squad| squad.members.iter().any(|member| usize::from(*member) == unit))
    }

    /// The first weapon of `kind` that `unit` has.
    #[must_use]
    pub fn first_weapon(&self, unit: &Unit, kind: WeaponKind) -> Option<&Weapon> {
        unit.weapons.iter().map(|at| &self.weapons[*at]).find(|weapon| weapon.kind == kind)
    }
}

/// A unit type (DP-ARM-05). A missing skill makes what needs it impossible.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Key in files.
    pub key: String,
    /// Name as printed.
    pub name: String,
    /// Inches of a Move.
    pub movement: f64,
    /// Taken off skills that attack it.
    pub defense: i32,
    /// Taken off the Strength of what hits it.
    pub armor: i32,
    /// Ranged skill.
    pub ranged: Option<i32>,
    /// Close Combat skill.
    pub close_combat: Option<i32>,
    /// Perception skill.
    pub perception: Option<i32>,
    /// Leadership, and Command Range in inches.
    pub leadership: i32,
    /// Wounds at the start.
    pub wounds: u32,
    /// Base Command Points.
    pub command_points: u32,
    /// Diameter of the base in millimetres (DP-GEN-05).
    pub base_mm: f64,
    /// Indices of its weapons; the first of a kind is the one it uses unless told otherwise.
    pub weapons: Vec<usize>,
    /// Friends in Command Range use its points and its Leadership.
    pub commander: bool,
    /// Added to the cover penalty of shots at it, when it has cover at all (DP-UNI-02).
    pub dug_in: i32,
    /// Level of stealth; 0 for none.
    pub stealth: u32,
    /// Index of the weapon that a squad mate may take over.
    pub special_weapon: Option<usize>,
    /// Printed, and read by no rule.
    pub strength: Option<i32>,
    /// What lists are counted in.
    pub cost: f64,
    /// What scripts think it is worth; tuning leaves it alone.
    pub value: f64,
}

impl Unit {
    /// Radius of its base in inches.
    #[must_use]
    pub fn base_radius(&self) -> f64 {
        self.base_mm / MM_PER_INCH / 2.0
    }

    /// What it is and can do, in one line.
    #[must_use]
    pub fn describe(&self, codex: &Codex) -> String {
        let weapons: Vec<&str> = self.weapons.iter().map(|at| codex.weapons[*at].key.as_str()).collect();
        let wounds = if self.wounds == 1 { "1 wound".to_owned() } else { format!("{} wounds", self.wounds) };
        let mut line = format!("move {}; {wounds}; {}", self.movement, weapons.join(", "));
        let mut add = |applies: bool, text: &str| {
            if applies {
                line.push_str("; ");
                line.push_str(text);
            }
        };
        add(self.commander, "commander");
        add(self.dug_in > 0, &format!("dug in {}", self.dug_in));
        add(self.stealth > 0, &format!("stealth {}", self.stealth));
        add(self.special_weapon.is_some(), "special weapon carrier");
        line
    }
}

/// What a weapon is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeaponKind {
    /// At enemies in base contact.
    Close,
    /// At any distance.
    Ranged,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq)]
pub struct Weapon {
    /// Key in files.
    pub key: String,
    /// What it is used for.
    pub kind: WeaponKind,
    /// Close range in inches, and the step of the penalty beyond it (DP-SHT-04); 0 in close combat.
    pub range: f64,
    /// Strength, of an area weapon that under its centre.
    pub strength: i32,
    /// Strength of an area weapon beside its centre.
    pub strength_blast: Option<i32>,
    /// Size of the template in inches, 0 for none; diameter or radius by R-16.
    pub aoe: f64,
    /// Added to the hit target of ranged attacks (DP-SHT-12).
    pub accuracy: i32,
    /// Cannot be fired by a model that has moved (DP-SHT-14).
    pub move_or_shoot: bool,
    /// Added to Leadership rolls that its attacks cause (DP-SHT-13).
    pub leadership_modifier: i32,
}
