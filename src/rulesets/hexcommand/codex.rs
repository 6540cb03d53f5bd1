//! Dice, ranges, weapons, grades, units and command values: the data of the game.

use super::rules::DieMapping;
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
    /// Unit types.
    pub units: Vec<Profile>,
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

/// A unit type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Key.
    pub name: String,
    /// Added to the melee value of its grade; none when it does not fight hand to hand.
    pub melee: Option<i8>,
    /// Cost of the men in points.
    pub cost: i16,
    /// What of the cost of the grade comes on top.
    pub grades: GradeCost,
    /// What it may carry, with what that adds to the cost; none is no weapon.
    pub arms: Vec<(Option<u8>, i16)>,
}

impl Profile {
    /// Cost in points with a grade and an entry of [`Profile::arms`].
    #[must_use]
    pub fn cost(&self, drill: &Drill, arms: i16) -> i16 {
        let grade = match self.grades {
            GradeCost::Full => drill.cost,
            GradeCost::Third => drill.cost.div_euclid(3),
            GradeCost::None => 0,
        };
        self.cost + grade + arms
    }
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

/// A unit as army lists name it: grade, type and weapon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit<'c> {
    /// Type.
    pub profile: &'c Profile,
    /// Grade.
    pub grade: Grade,
    /// Weapon, if it carries one.
    pub weapon: Option<&'c Weapon>,
    /// Melee value; none when it does not fight hand to hand.
    pub value: Option<i32>,
    /// Cost in points.
    pub cost: i16,
}

impl Unit<'_> {
    /// Name, such as `trained-infantry:rifle-musket`.
    #[must_use]
    pub fn name(&self) -> String {
        let weapon = self.weapon.map_or("none", |weapon| weapon.name.as_str());
        format!("{}-{}:{weapon}", self.grade.key(), self.profile.name)
    }
}

impl Codex {
    /// Every unit that can be fielded, type by type.
    pub fn units(&self) -> impl Iterator<Item = Unit<'_>> {
        self.units.iter().flat_map(move |profile| {
            Grade::ALL.into_iter().flat_map(move |(_, grade)| {
                let drill = &self.grades[grade as usize];
                profile.arms.iter().map(move |&(weapon, arms)| Unit {
                    profile,
                    grade,
                    weapon: weapon.map(|at| &self.weapons[usize::from(at)]),
                    value: profile.melee.map(|melee| i32::from(melee) + i32::from(drill.melee)),
                    cost: profile.cost(drill, arms),
                })
            })
        })
    }
}
