//! Dice, ranges, weapons, grades, units and command values: the data of the game.

pub use super::kinds::{Carried, Kind, Profile, Service};
use super::rules::DieMapping;
use super::terrain::{Border, SIDE_FEATURES, SideFeature, Terrain};
use crate::dice::Dice;

/// Most hexes of a range.
pub const FARTHEST: u8 = 20;

/// Most weapons in a codex; likewise most unit types.
pub const MOST_ENTRIES: usize = 100;

/// The data of the game, as read from `armies/hexcommand/codex.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct Codex {
    /// The cube and the dice that stand in for it, by [`DieMapping`].
    pub dice: [Cube; 4],
    /// What shots need, by [`Arm`] and [`Class`].
    pub ranges: [[Bands; 3]; 2],
    /// Weapons.
    pub weapons: Vec<Weapon>,
    /// Grades, by [`Grade`].
    pub grades: [Drill; 3],
    /// Unit types: those that are bought, then those that they become on foot.
    pub units: Vec<Profile>,
    /// Kinds of units: a type with a grade and a weapon. Those that are bought come first; rosters number them.
    pub kinds: Vec<Kind>,
    /// How many kinds are bought.
    pub sold: usize,
    /// Pieces that are no units.
    pub pieces: Pieces,
    /// Terrain of hexes.
    pub terrain: Vec<Terrain>,
    /// What hexside features do, by [`SideFeature`].
    pub sides: [Border; SIDE_FEATURES],
    /// Prices of what is no unit.
    pub prices: Prices,
    /// Limits of army lists.
    pub lists: ListLimits,
    /// Command values, by [`Grade`] of the commander.
    pub command: [CommandGroup; 3],
    /// Spread of grades, year by year.
    pub spread: Vec<Year>,
}

impl Codex {
    /// The weapon `name`.
    #[must_use]
    pub fn weapon(&self, name: &str) -> Option<&Weapon> {
        self.weapons.iter().find(|weapon| weapon.name == name)
    }

    /// The die of a mapping.
    #[must_use]
    pub fn cube(&self, mapping: DieMapping) -> &Cube {
        &self.dice[mapping as usize]
    }

    /// The command values of a group.
    #[must_use]
    pub fn group(&self, grade: Grade) -> &CommandGroup {
        &self.command[grade as usize]
    }

    /// Index of the terrain `name`.
    #[must_use]
    pub fn terrain(&self, name: &str) -> Option<u8> {
        self.terrain.iter().position(|terrain| terrain.name == name).map(|at| at as u8)
    }

    /// What a hexside feature does.
    #[must_use]
    pub fn border(&self, feature: SideFeature) -> &Border {
        self.sides.get(feature as usize).unwrap_or(&Border::NONE)
    }

    /// What shots of an arm and a class need.
    #[must_use]
    pub fn bands(&self, arm: Arm, class: Class) -> &Bands {
        &self.ranges[arm as usize][class as usize]
    }
}

/// What a face of the die passes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tag {
    /// The easiest firing test.
    Color,
    /// The middle firing test.
    Code,
    /// The hardest firing test.
    Cnc,
    /// Red in melee, canister and integrity rolls.
    Red,
    /// The red face with the symbol: kills commanders and spots markers (HX-DIE-04).
    RedH,
}

impl Tag {
    /// All of them, with their keys.
    pub const ALL: [(&'static str, Tag); 5] =
        [("color", Tag::Color), ("code", Tag::Code), ("cnc", Tag::Cnc), ("red", Tag::Red), ("red-h", Tag::RedH)];
}

/// A face of the die: a set of [`Tag`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Face(u8);

impl Face {
    /// Whether it passes for `tag`.
    #[must_use]
    pub const fn shows(self, tag: Tag) -> bool {
        self.0 & 1 << tag as u8 != 0
    }

    /// The same face, passing for `tag` as well.
    #[must_use]
    pub const fn with(self, tag: Tag) -> Face {
        Face(self.0 | 1 << tag as u8)
    }
}

/// The special cube, or a numbered die in its place (HX-DIE-01, HX-DIE-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cube {
    /// What the faces 1 to 6 show.
    pub faces: [Face; 6],
}

impl Cube {
    /// Throws it.
    #[inline]
    pub fn roll<D: Dice>(&self, dice: &mut D) -> Face {
        self.faces[usize::from(dice.d6()) - 1]
    }

    /// Throws `n` of them and counts those that show `tag`. A die of a pool is read with the faces that show it on top.
    #[inline]
    pub fn pool<D: Dice>(&self, n: u32, tag: Tag, dice: &mut D) -> u32 {
        let faces = self.faces.iter().filter(|face| face.shows(tag)).count() as u8;
        dice.successes(n, 7 - faces)
    }
}

/// What a shot needs, easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Need {
    /// Nothing: the shot hits.
    Auto,
    /// A `color` face.
    Color,
    /// A `code` face.
    Code,
    /// A `cnc` face.
    Cnc,
}

impl Need {
    /// All of them, easiest first, with their keys.
    pub const ALL: [(&'static str, Need); 4] =
        [("auto", Need::Auto), ("color", Need::Color), ("code", Need::Code), ("cnc", Need::Cnc)];

    /// Whether `face` passes it.
    #[must_use]
    pub const fn passed_by(self, face: Face) -> bool {
        match self {
            Need::Auto => true,
            Need::Color => face.shows(Tag::Color),
            Need::Code => face.shows(Tag::Code),
            Need::Cnc => face.shows(Tag::Cnc),
        }
    }
}

/// Small arms or guns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arm {
    /// Carried by men.
    Small,
    /// Served by a battery.
    Gun,
}

impl Arm {
    /// Both, with their keys.
    pub const ALL: [(&'static str, Arm); 2] = [("small", Arm::Small), ("gun", Arm::Gun)];
}

/// Rifled, smoothbore, other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Rifled.
    A,
    /// Smoothbore.
    B,
    /// Other.
    C,
}

impl Class {
    /// All of them, with their keys.
    pub const ALL: [(&'static str, Class); 3] = [("a", Class::A), ("b", Class::B), ("c", Class::C)];
}

/// What the shots of an arm and a class need (HX-FIR-10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bands {
    /// Hex by hex, from the neighbouring one.
    pub needs: Vec<Need>,
    /// The easiest that bonuses can lead to (HX-FIR-15).
    pub best: Need,
    /// First hexes that count as automatic when the class has a floor only (HX-FIR-16).
    pub close: u8,
    /// Hexes beyond the last one that can be reached with difficulty (HX-FIR-12).
    pub reach: u8,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Key.
    pub name: String,
    /// Small arms or guns.
    pub arm: Arm,
    /// Class.
    pub class: Class,
    /// Shortest range in hexes.
    pub min: u8,
    /// Longest range in hexes, where it is less than that of the class.
    pub max: Option<u8>,
    /// Bonuses of its own.
    pub bonus: u8,
    /// Indirect fire.
    pub indirect: bool,
    /// Packed on animals: it goes where men go (HX-MOV-09).
    pub packed: bool,
    /// It does not move once unlimbered (HX-MOV-10).
    pub fixed: bool,
    /// A hit counts `fire.heavy-hits`, and the range is longer by `fire.heavy-extra-range`.
    pub heavy: bool,
}

impl Weapon {
    /// Whether a battery serves it.
    #[must_use]
    pub fn is_gun(&self) -> bool {
        self.arm == Arm::Gun
    }
}

/// How well a unit is drilled, or how good a commander is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// Untrained.
    Untrained,
    /// Trained.
    Trained,
    /// Veteran.
    Veteran,
}

impl Grade {
    /// All of them, with their keys.
    pub const ALL: [(&'static str, Grade); 3] =
        [("untrained", Grade::Untrained), ("trained", Grade::Trained), ("veteran", Grade::Veteran)];

    /// Key.
    #[must_use]
    pub const fn key(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// What a grade means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drill {
    /// Counts as trained in fire (HX-FIR-14).
    pub trained: bool,
    /// Melee value (HX-MEL-03).
    pub melee: i8,
    /// Cost in points.
    pub cost: i16,
    /// Cost in points of a battery of this grade, where guns have the bonus of the trained (`fire.trained-arms`).
    pub gun_cost: i16,
    /// What scripts take it to be worth, in points: the cost that the file has for it, unless it says otherwise.
    pub worth: i16,
}

/// How much of the cost of its grade a unit pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GradeCost {
    /// All.
    Full,
    /// A third, rounded down.
    Third,
    /// Nothing.
    None,
}

/// Movement of pieces that are no units, in hexes (HX-MOV-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Commanders as figures.
    pub commander: u8,
    /// Couriers.
    pub courier: u8,
    /// Crews without their guns.
    pub crew: u8,
}

/// Prices of what is no unit, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prices {
    /// A commander with C 0.
    pub commander: f64,
    /// Each point of his C.
    pub commander_bonus: f64,
    /// The rare flag of a unit.
    pub rare: f64,
    /// A hex of prepared quick works.
    pub quick_works: f64,
    /// A prepared redoubt.
    pub redoubt: f64,
}

/// Limits of army lists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListLimits {
    /// Points of a list that does not say otherwise (L11).
    pub cost: f64,
    /// Fewest units that fight hand to hand (L05).
    pub fighters: u8,
    /// Units to a commander, rounded up (L06).
    pub units_per_commander: u8,
    /// Largest share of batteries without a warning, in percent (L10).
    pub guns: f64,
    /// Percentage points by which grades may depart from the spread of year and side without a warning (L12).
    pub spread: u8,
}

/// A value of a commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trait {
    /// C: bonus in fire and melee.
    Combat,
    /// M.
    Morale,
    /// T.
    Tactical,
    /// A.
    Aggression,
    /// I: initiative and activation.
    Initiative,
}

/// Commanders of one group (HX-CVS-04).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandGroup {
    /// Faces of a six-sided die that lead to it.
    pub faces: Vec<u8>,
    /// Rows 1 to 6, each by [`Trait`].
    pub rows: [[u8; 5]; 6],
}

/// The spread of grades in a year (HX-ARM-05).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Year {
    /// The year.
    pub year: u16,
    /// Percentages of veteran, trained and untrained, by [`Nation`].
    pub percent: [[u8; 3]; 2],
}

/// A side of the Civil War.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nation {
    /// Union.
    Union,
    /// Confederate.
    Confederate,
}

impl Nation {
    /// Both, with their keys.
    pub const ALL: [(&'static str, Nation); 2] = [("union", Nation::Union), ("confederate", Nation::Confederate)];
}
