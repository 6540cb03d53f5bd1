//! Army lists: a Force, its Commander, its Dogma, and how it means to deploy.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `reading` | lists read from files, and the checks of the rulebook |

mod reading;
#[cfg(test)]
mod tests;

use super::codex::{Codex, Type, Unit};
use super::rules::Rules;
use crate::game::{Army, Diagnostics, Node, Points, Source, built_in};

/// Most Elements that a side may have.
pub const MOST_ELEMENTS: usize = 96;

/// Key of the unit that carries others (DG-APC-02).
const CARRIER: &str = "apc";

/// The army lists built into the program, in the order of the rulebook.
#[must_use]
pub fn built_in() -> Vec<Source> {
    built_in![
        "armies/dogma":
        "combined-arms",
        "militia-swarm",
        "armour-fist",
        "tank-hunters",
        "mech-column",
        "sky-strike",
        "titan",
        "scouts-out",
        "infiltrators",
        "walker-wall",
        "flak-park",
        "jump-trap",
        "combined-arms-48",
        "combined-arms-72",
    ]
}

/// What a Commander may bring (DG-ARM-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dogma {
    /// Strikes an enemy Group before the first turn (DG-DOG-01).
    Artillery,
    /// Infantry may wait off the table (DG-DOG-04).
    SpecialForces,
    /// Groups of Armour wheel once for nothing (DG-DOG-05).
    TankCommander,
    /// Assault Elements deploy far forward (DG-DOG-06).
    Scout,
}

impl Dogma {
    /// Keys and Dogmas, in the order of the rulebook.
    pub const CHOICES: [(&'static str, Dogma); 4] = [
        ("artillery", Dogma::Artillery),
        ("special-forces", Dogma::SpecialForces),
        ("tank-commander", Dogma::TankCommander),
        ("scout", Dogma::Scout),
    ];

    /// Its key.
    #[must_use]
    pub fn key(self) -> &'static str {
        Self::CHOICES[self as usize].0
    }

    /// Whether it does something for `unit`; the artillery needs nobody.
    pub(super) fn serves(self, unit: &Unit) -> bool {
        match self {
            Dogma::Artillery => true,
            Dogma::SpecialForces => unit.kind == Type::Infantry,
            Dogma::TankCommander => unit.kind == Type::Armour,
            Dogma::Scout => unit.kind == Type::Assault,
        }
    }

    /// Fewest Elements that it takes to do something.
    pub(super) fn needs(self) -> usize {
        if self == Dogma::TankCommander { 2 } else { 1 }
    }
}

/// A set of Dogmas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dogmas(u8);

impl Dogmas {
    /// None.
    pub const NONE: Dogmas = Dogmas(0);

    /// Whether `wanted` is one of them.
    #[must_use]
    pub fn contains(self, wanted: Dogma) -> bool {
        self.0 & (1 << wanted as u8) != 0
    }

    /// They, in the order of the rulebook.
    pub fn iter(self) -> impl Iterator<Item = Dogma> {
        Dogma::CHOICES.into_iter().map(|(_, dogma)| dogma).filter(move |dogma| self.contains(*dogma))
    }
}

impl FromIterator<Dogma> for Dogmas {
    fn from_iter<I: IntoIterator<Item = Dogma>>(dogmas: I) -> Self {
        Dogmas(dogmas.into_iter().fold(0, |set, one| set | 1 << one as u8))
    }
}

/// Whether a Force with these `dogmas` may keep `unit` off the table (DG-SET-08, DG-DOG-04).
#[must_use]
pub fn may_wait(unit: &Unit, dogmas: Dogmas) -> bool {
    unit.kind == Type::AirSupport || (unit.kind == Type::Infantry && dogmas.contains(Dogma::SpecialForces))
}

/// Whether `unit` carries others.
#[must_use]
pub fn carries(unit: &Unit) -> bool {
    unit.key == CARRIER
}

/// How a Force means to deploy, where its list says so; indices into [`Roster::units`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Who waits off the table besides Air Support; none when the player is to decide.
    pub reserve: Option<Vec<u8>>,
    /// Who starts aboard whom, passenger first; none when the player is to decide.
    pub aboard: Option<Vec<(u8, u8)>>,
}

/// An army list that breaks no rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    /// Where it was read, for complaints.
    pub source: String,
    /// Name that the list gives itself.
    pub name: String,
    /// Indices into the codex of its Elements' units, in the order of the codex, whatever the order of the file.
    pub units: Vec<u8>,
    /// The Element that is the Commander: an index into `units` (DG-ARM-04).
    pub commander: u8,
    /// What he brings.
    pub dogmas: Dogmas,
    /// How it means to deploy.
    pub plan: Plan,
    /// The list's usual doctrine.
    pub doctrine: Option<String>,
    /// FP that it was made for.
    pub points_limit: u32,
    /// FP spent, Dogmas included.
    pub cost: f64,
    /// Value of the Force for victory (DG-ARM-06).
    pub value: Points,
    /// What is allowed, but hardly meant.
    pub warnings: Vec<String>,
}

impl Roster {
    /// Reads a list and checks it.
    ///
    /// # Errors
    /// Everything wrong with the list; [`Diagnostic::rule`] is the name of the check that failed.
    pub fn read(codex: &Codex, rules: &Rules, source: &Source) -> Result<Roster, Diagnostics> {
        let root = Node::parse(source)?;
        let mut faults = Diagnostics::new();
        let roster = reading::read(codex, rules, &root, &mut faults);
        match roster {
            Some(roster) if faults.is_empty() => Ok(Roster { source: source.name.clone(), ..roster }),
            _ => Err(faults.into_iter().map(|fault| fault.within(&source.name)).collect()),
        }
    }

    /// The unit types and how many of each, for the outside.
    #[must_use]
    pub fn summary(&self, codex: &Codex) -> Army {
        let mut units: Vec<(String, u32)> = Vec::new();
        for unit in self.units.iter().map(|unit| &codex.units[usize::from(*unit)]) {
            match units.last_mut() {
                Some((key, count)) if *key == unit.key => *count += 1,
                _ => units.push((unit.key.clone(), 1)),
            }
        }
        Army {
            name: self.name.clone(),
            doctrine: self.doctrine.clone(),
            units,
            cost: self.cost,
            warnings: self.warnings.clone(),
        }
    }
}
