//! Army lists: a Force, its Commander, its Dogma, and how it means to deploy.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `reading` | lists read from files, and the checks of the rulebook |

mod reading;
#[cfg(test)]
mod tests;

use super::codex::{Codex, Scenario, Type, Unit};
use super::rules::Rules;
use crate::game::keyed::keyed;
use crate::game::{Catalogue, Diagnostics, Points, Source, built_in};

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

keyed! {
    /// What a Commander may bring (DG-ARM-05).
    Dogma {
        /// Strikes an enemy Group before the first turn (DG-DOG-01).
        Artillery = "artillery",
        /// Infantry may wait off the table (DG-DOG-04).
        SpecialForces = "special-forces",
        /// Groups of Armour wheel once for nothing (DG-DOG-05).
        TankCommander = "tank-commander",
        /// Assault Elements deploy far forward (DG-DOG-06).
        Scout = "scout",
    }
}

impl Dogma {
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

/// What an army list says beside its Elements.
#[derive(Clone, Debug, PartialEq)]
pub struct ListTerms {
    /// The Element that is the Commander, as its place in the list (DG-ARM-04).
    pub commander: u8,
    /// What he brings.
    pub dogmas: Dogmas,
    /// How it means to deploy.
    pub plan: Plan,
    /// Value of the Force for victory (DG-ARM-06).
    pub value: Points,
    /// Its usual doctrines in scenarios where it is not the one that goes for the others.
    pub doctrines: Vec<(Scenario, String)>,
}

/// An army list that breaks no rule; its cost is in FP, Dogmas included.
pub type Roster = crate::game::Roster<ListTerms>;

impl Catalogue for Codex {
    fn size(&self) -> usize {
        self.units.len()
    }

    fn key(&self, unit: usize) -> &str {
        &self.units[unit].key
    }

    fn cost(&self, unit: usize) -> f64 {
        self.units[unit].cost
    }

    fn about(&self, unit: usize) -> String {
        self.units[unit].describe()
    }

    fn aliases(&self, unit: usize) -> Vec<&str> {
        let Unit { name, aliases, .. } = &self.units[unit];
        std::iter::once(name).chain(aliases).map(String::as_str).collect()
    }
}

impl Roster {
    /// Reads a list and checks it.
    ///
    /// # Errors
    /// Everything wrong with the list; [`Diagnostic::rule`](crate::game::Diagnostic::rule) is the name of the check that
    /// failed.
    pub fn read(codex: &Codex, rules: &Rules, source: &Source) -> Result<Roster, Diagnostics> {
        Self::read_with(source, |root, diagnostics| reading::read(codex, rules, root, diagnostics))
    }

    /// FP that it was made for.
    #[must_use]
    pub fn points_limit(&self) -> u32 {
        self.limit.unwrap_or(0.0) as u32
    }
}
