//! Hidden markers, and where reinforcements enter.

use super::codex::{Codex, Tag};
use super::rules::{Attempts, Rules};
use crate::dice::Dice;

/// A marker in sight of observers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marker {
    /// Hexes from the observers.
    pub range: u8,
    /// The observers stand on a hill.
    pub from_hill: bool,
    /// It is in forest, town, trench or sunken road.
    pub concealed: bool,
    /// How many observe it, at least 1.
    pub observers: u32,
}

/// What came of spotting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spotted {
    /// The marker is revealed.
    Revealed,
    /// It is not.
    Unseen,
    /// No roll was allowed.
    OutOfRange,
}

/// One spotting step against a marker.
pub fn spot<D: Dice>(codex: &Codex, rules: &Rules, marker: &Marker, dice: &mut D) -> Spotted {
    // HX-SPT-04
    if marker.range <= rules.spotting_auto_range && !marker.concealed {
        return Spotted::Revealed;
    }
    // HX-SPT-03
    let farthest = if marker.from_hill { rules.spotting_hill_range } else { rules.spotting_range };
    if marker.range > farthest {
        return Spotted::OutOfRange;
    }
    let cube = codex.cube(rules.dice_mapping);
    let spotted = match rules.spotting_attempts {
        Attempts::PerMarker => cube.roll(dice).shows(Tag::RedH),
        Attempts::PerObserver => cube.pool(marker.observers, Tag::RedH, dice) > 0,
    };
    if spotted { Spotted::Revealed } else { Spotted::Unseen }
}

/// Which of `locations` reinforcements enter at, from 1; the faces of a six-sided die are shared out in order
/// (HX-REI-02). `locations` divides 6.
pub fn entry<D: Dice>(locations: u8, dice: &mut D) -> u8 {
    location(locations, dice.d6())
}

/// Which of `locations`, from 1, a face of the die stands for.
#[must_use]
pub const fn location(locations: u8, face: u8) -> u8 {
    (face - 1) / (6 / locations) + 1
}
