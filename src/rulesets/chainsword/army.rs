//! Army lists: officers, Squads with options, transports and reserves, what they cost, and the checks of the rulebook
//! (CW-ARM-01, CW-ARM-02).

mod reading;
mod seed;

pub use reading::built_in;
pub(super) use reading::scaled;
pub use seed::seed_cost;

use arrayvec::ArrayVec;

use super::codex::{Change, Codex, Fighter, MOST_MODES, Rank, Vehicle};
use super::rules::{FmFormula, Rules};
use crate::game::keyed::keyed;
use crate::game::{Catalogue, Diagnostics, Source};

/// Most Squads of a list, officers, vehicles and transports among them: support may add some.
pub const MOST_SQUADS: usize = 40;

/// Most Teams of a unit: a codex with more is refused.
pub const MOST_PARTS: usize = 8;

/// Most kinds of arms of a Team: a codex with more is refused.
pub const MOST_ARMS: usize = 6;

/// Most Teams of a list before any is split: support may add some.
pub const MOST_TEAMS: usize = 52;

/// An army list that breaks no rule of its own. Each of its `units` is a Squad.
pub type Roster = crate::game::Roster<ListTerms>;

/// What an army list says beside its units.
#[derive(Clone, Debug, PartialEq)]
pub struct ListTerms {
    /// Squads, in the order of the list's units.
    pub squads: Vec<Squad>,
    /// Usual doctrines as attacker and as defender, where the list names them.
    pub doctrine_as: [Option<String>; 2],
}

keyed! {
    /// How a Squad comes on that does not deploy from points (CW-DEP-09).
    Reserve {
        /// From above.
        DeepStrike = "deep-strike",
        /// By a table edge.
        Outflank = "outflank",
        /// By flying.
        Flyer = "flyer",
    }
}

/// A Squad of a list; officers, vehicles and flyers are Squads of one Team (CW-TRN-08).
#[derive(Clone, Debug, PartialEq)]
pub struct Squad {
    /// Options, by index in the codex, in its order.
    pub options: Vec<u8>,
    /// Place in the list of the transport that is its own.
    pub transport: Option<u8>,
    /// Place in the list of the Squad whose transport it is.
    pub owner: Option<u8>,
    /// How it comes on from reserve.
    pub reserve: Option<Reserve>,
    /// It is meant to be set up in the Patrol Phase (CW-DEP-06).
    pub infiltrates: bool,
    /// Cost in points with its options, without its transport.
    pub cost: f64,
    /// What it is taken to be worth in points with its options, whatever it costs.
    pub value: f64,
}

/// Weapons of some models of a Team: all have the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arms {
    /// Indices of the weapon's ways to fire: of several each shot is fired with one.
    pub weapons: ArrayVec<usize, MOST_MODES>,
    /// Models, or weapons of a hull.
    pub count: u8,
}

/// A Team as a list fields it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldedTeam {
    /// Models; 1 for a vehicle.
    pub models: u8,
    /// Ranged weapons; options may add as many kinds as the unit has itself.
    pub arms: ArrayVec<Arms, { 2 * MOST_ARMS }>,
}

/// The Teams of a unit.
pub type FieldedTeams = ArrayVec<FieldedTeam, MOST_PARTS>;

/// A unit type: what squads of a list are of.
#[derive(Clone, Copy, Debug)]
pub enum UnitType<'c> {
    /// Infantry, a creature or an officer.
    Fighter(&'c Fighter),
    /// A vehicle.
    Vehicle(&'c Vehicle),
}

impl UnitType<'_> {
    /// Role in a list; `hq` for officers.
    #[must_use]
    pub fn role(&self) -> &str {
        match self {
            UnitType::Fighter(unit) => &unit.role,
            UnitType::Vehicle(unit) => &unit.role,
        }
    }

    /// Cost in points, without options.
    #[must_use]
    pub fn cost(&self) -> f64 {
        match self {
            UnitType::Fighter(unit) => unit.cost,
            UnitType::Vehicle(unit) => unit.cost,
        }
    }

    /// What it is taken to be worth in points, without options.
    #[must_use]
    pub fn value(&self) -> f64 {
        match self {
            UnitType::Fighter(unit) => unit.value,
            UnitType::Vehicle(unit) => unit.value,
        }
    }

    /// Whether it has a trait.
    #[must_use]
    pub fn is(&self, wanted: &str) -> bool {
        match self {
            UnitType::Fighter(unit) => unit.is(wanted),
            UnitType::Vehicle(unit) => unit.is(wanted),
        }
    }

    /// Rank of an officer.
    #[must_use]
    pub fn rank(&self) -> Option<Rank> {
        match self {
            UnitType::Fighter(unit) => unit.rank,
            UnitType::Vehicle(_) => None,
        }
    }

    /// Printed Ld; none for vehicles, whose crews have none.
    #[must_use]
    pub fn ld(&self) -> Option<u8> {
        match self {
            UnitType::Fighter(unit) => Some(unit.ld),
            UnitType::Vehicle(_) => None,
        }
    }

    /// Passengers.
    #[must_use]
    pub fn capacity(&self) -> u8 {
        match self {
            UnitType::Fighter(_) => 0,
            UnitType::Vehicle(unit) => unit.capacity,
        }
    }

    /// Its Teams as the codex has them.
    fn teams(&self) -> FieldedTeams {
        let arms = |(weapon, count): (usize, u8)| Arms { weapons: [weapon].into_iter().collect(), count };
        match self {
            UnitType::Fighter(unit) => {
                let team = |weapons: &[(usize, u8)]| FieldedTeam {
                    models: weapons.iter().map(|(_, count)| count).sum(),
                    arms: weapons.iter().copied().map(arms).collect(),
                };
                unit.teams.iter().map(|it| team(&it.weapons)).collect()
            }
            UnitType::Vehicle(unit) => {
                let mut weapons: ArrayVec<(usize, u8), { 2 * MOST_ARMS }> = ArrayVec::new();
                for weapon in &unit.weapons {
                    match weapons.iter_mut().find(|(own, _)| own == weapon) {
                        Some((_, count)) => *count += 1,
                        None => weapons.push((*weapon, 1)),
                    }
                }
                [FieldedTeam { models: 1, arms: weapons.into_iter().map(arms).collect() }].into_iter().collect()
            }
        }
    }
}

impl Catalogue for Codex {
    const UNKNOWN_UNIT: &'static str = "unknown-key";
    const BAD_COUNT: Option<&'static str> = None;

    fn size(&self) -> usize {
        self.fighters.len() + self.vehicles.len()
    }

    fn key(&self, unit: usize) -> &str {
        match self.unit_type(unit) {
            UnitType::Fighter(unit) => &unit.name,
            UnitType::Vehicle(unit) => &unit.name,
        }
    }

    fn cost(&self, unit: usize) -> f64 {
        self.unit_type(unit).cost()
    }

    fn about(&self, unit: usize) -> String {
        match self.unit_type(unit) {
            UnitType::Fighter(unit) => unit.describe(self),
            UnitType::Vehicle(unit) => unit.describe(self),
        }
    }
}

impl Codex {
    /// The unit type of this number: fighters come first.
    #[must_use]
    pub fn unit_type(&self, unit: usize) -> UnitType<'_> {
        match self.fighters.get(unit) {
            Some(fighter) => UnitType::Fighter(fighter),
            None => UnitType::Vehicle(&self.vehicles[unit - self.fighters.len()]),
        }
    }

    /// The Teams of a unit with these options.
    #[must_use]
    pub fn fielded(&self, unit: usize, options: &[u8]) -> FieldedTeams {
        let mut teams = self.unit_type(unit).teams();
        for option in options {
            match &self.options[usize::from(*option)].change {
                Change::Replace { team, weapon, by } => {
                    let arms = &mut teams[*team].arms;
                    if let Some(at) = arms.iter().position(|arms| arms.weapons[..] == [*weapon]) {
                        arms[at].count -= 1;
                        let new = Arms { weapons: by.iter().copied().collect(), count: 1 };
                        if arms[at].count == 0 { arms[at] = new } else { arms.push(new) }
                    }
                }
                Change::Models(more) => {
                    for team in &mut teams {
                        team.models += more;
                        if let Some(first) = team.arms.first_mut() {
                            first.count += more;
                        }
                    }
                }
            }
        }
        teams
    }

    /// Models of a unit with these options; 1 for a vehicle.
    #[must_use]
    pub fn models(&self, unit: usize, options: &[u8]) -> u8 {
        self.fielded(unit, options).iter().map(|team| team.models).sum()
    }
}

impl Roster {
    /// Reads a list and checks it alone.
    ///
    /// # Errors
    /// Everything wrong with the list; [`Diagnostic::rule`](crate::game::Diagnostic::rule) is the name of the check that
    /// failed.
    pub fn read(codex: &Codex, rules: &Rules, source: &Source) -> Result<Roster, Diagnostics> {
        Self::read_with(source, |root, diagnostics| reading::read(codex, rules, root, diagnostics))
    }

    /// The unit types of its Squads.
    pub fn unit_types<'c>(&self, codex: &'c Codex) -> impl Iterator<Item = UnitType<'c>> {
        self.units.iter().map(|unit| codex.unit_type(usize::from(*unit)))
    }

    /// The Teams of a Squad, by its place in the list.
    #[must_use]
    pub fn teams(&self, codex: &Codex, place: usize) -> FieldedTeams {
        codex.fielded(usize::from(self.units[place]), &self.own.squads[place].options)
    }

    /// What it is taken to be worth in points, whatever it costs.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.own.squads.iter().map(|squad| squad.value).sum()
    }

    /// The values of Ld by which Force Morale starts (CW-FMO-01): of the troops, or of everybody who has one.
    pub fn leadership(&self, codex: &Codex, formula: FmFormula) -> impl Iterator<Item = u8> {
        let counts = move |unit: &UnitType<'_>| formula == FmFormula::UnitAverage || unit.role() == "troops";
        self.unit_types(codex).filter(counts).filter_map(|unit| unit.ld())
    }

    /// How many can be activated by a face of the Command Dice that belongs to leaders, 3 or 4: officers, and vehicles with
    /// a commander aboard (CW-CMD-04, CW-CMD-05).
    #[must_use]
    pub fn users_of(&self, codex: &Codex, face: u8) -> usize {
        let of_face = |rank: Rank| codex.ranks[rank as usize].face == face;
        let uses = |unit: &UnitType<'_>| match unit.rank() {
            Some(rank) => of_face(rank),
            None => unit.is("commander") && of_face(Rank::Char),
        };
        self.unit_types(codex).filter(uses).count()
    }
}

#[cfg(test)]
mod tests;
