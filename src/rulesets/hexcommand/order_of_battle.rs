//! What a side musters: its units in their groups, and its commanders. Army lists are read into it, and games begin with it.

use super::codex::Trait;
use crate::game::keyed::keyed;

/// Most pieces of a side, wagons and fake markers included.
pub const MOST_UNITS: usize = 64;

/// Most commanders of a side, replacements included.
pub const MOST_COMMANDERS: usize = 32;

/// Most brigades and battalions of a side.
pub const MOST_GROUPS: usize = 16;

/// Most divisions of a side.
pub const MOST_DIVISIONS: usize = 8;

/// Values of a commander.
pub const TRAITS: usize = Trait::Initiative as usize + 1;

/// One unit of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recruit {
    /// Index of its kind in [`Codex::kinds`](super::codex::Codex).
    pub kind: u8,
    /// Its brigade or battalion.
    pub group: u8,
    /// Routs a hit later (HX-ARM-06).
    pub rare: bool,
    /// Checks whether it does as it is told (HX-SKM-06).
    pub tribal: bool,
    /// May fire more than once a turn under activation.
    pub special: bool,
    /// Ethnic group, from 1; 0 is none (HX-ARM-08).
    pub people: u8,
}

/// A brigade, or a battalion of artillery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Its division.
    pub division: u8,
    /// A battalion of artillery: it needs no number under activation (HX-TRN-09).
    pub battalion: bool,
}

keyed! {
    /// What a commander commands (HX-ARM-07).
    Level {
        /// The army: he goes anywhere.
        Army = "army",
        /// A division.
        Division = "division",
        /// A brigade.
        Brigade = "brigade",
        /// The artillery.
        Artillery = "artillery",
    }
}

/// A commander of a list. The first of a list is supreme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appointment {
    /// What he commands.
    pub level: Level,
    /// The brigade, or the division, that he commands.
    pub of: u8,
    /// His values by [`Trait`], where the list gives them.
    pub values: Option<[u8; TRAITS]>,
    /// Ethnic group, from 1; 0 is none.
    pub people: u8,
}

/// What a side musters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderOfBattle {
    /// Units, wagons among them; at most [`MOST_UNITS`] with the fake markers that the rules add.
    pub units: Vec<Recruit>,
    /// Brigades and battalions, at most [`MOST_GROUPS`].
    pub groups: Vec<Group>,
    /// Commanders, the supreme one first; at most [`MOST_COMMANDERS`].
    pub commanders: Vec<Appointment>,
    /// Redoubts that were prepared before the battle.
    pub redoubts: u8,
    /// Hexes of quick works that were prepared before the battle.
    pub quick_works: u8,
    /// Year and nation, for grades of commanders that are drawn by them (HX-ARM-05).
    pub spread: Option<[u8; 3]>,
}
