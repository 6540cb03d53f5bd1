//! Army lists: independent models and squads, what they cost, and the checks of the rulebook.

mod reading;

pub use reading::built_in;

use arrayvec::ArrayVec;

use super::codex::{Codex, MOST_WEAPONS, Weapon, WeaponKind};
use super::rules::{Rules, SquadCommandPoints};
use super::stealth::base_count;
use crate::game::{Catalogue, Diagnostic, Diagnostics, Source};

/// Most models of a list: those of both sides are numbered in the bits of a word.
pub const MOST_MODELS: usize = 32;

/// An army list that breaks no rule of its own. Its `units` are models, by unit type.
pub type Roster = crate::game::Roster<ListTerms>;

/// Weapons of a model, as indices into those of the codex, in the order in which it prefers them.
pub type Weapons = ArrayVec<u8, MOST_WEAPONS>;

/// What an army list says beside its models.
#[derive(Clone, Debug, PartialEq)]
pub struct ListTerms {
    /// Units that activate together, in the order of the file.
    pub groups: Vec<Group>,
    /// Group of each model, by its place in the list.
    pub group_of: Vec<u8>,
    /// Weapons of each model, by its place in the list.
    pub weapons: Vec<Weapons>,
}

/// What a unit of a list is (DP-ARM-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupKind {
    /// One model by itself.
    Independent,
    /// Several models with a leader.
    Squad,
}

/// A unit of a list: an independent model or a squad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Name, unlike all others of the list.
    pub name: String,
    /// What it is.
    pub kind: GroupKind,
    /// Its models, by their places in the list.
    pub members: Vec<u8>,
}

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
        self.units[unit].describe(self)
    }
}

impl Roster {
    /// Reads a list and checks it alone.
    ///
    /// # Errors
    /// Everything wrong with the list; [`Diagnostic::rule`] is the code of the check that failed.
    pub fn read(codex: &Codex, rules: &Rules, source: &Source) -> Result<Roster, Diagnostics> {
        Self::read_with(source, |root, diagnostics| reading::read(codex, rules, root, diagnostics))
    }

    /// Base Command Points of a group.
    #[must_use]
    pub fn base_points(&self, codex: &Codex, rules: &Rules, group: usize) -> u32 {
        let points = self.own.groups[group]
            .members
            .iter()
            .map(|place| codex.units[usize::from(self.units[usize::from(*place)])].command_points);
        match rules.squad_command_points {
            SquadCommandPoints::PerSquad => points.max().unwrap_or(0),
            SquadCommandPoints::PerModel => points.sum(),
        }
    }

    /// What scripts take the whole list to be worth, in points.
    #[must_use]
    pub fn value(&self, codex: &Codex) -> f64 {
        self.units.iter().map(|unit| codex.units[usize::from(*unit)].value).sum()
    }

    /// Weapons of a model, by its place in the list.
    pub fn weapons_of<'a>(&'a self, codex: &'a Codex, place: usize) -> impl Iterator<Item = &'a Weapon> {
        self.own.weapons[place].iter().map(|weapon| &codex.weapons[usize::from(*weapon)])
    }

    /// Whether a model can make attacks of a kind: it needs the skill and a weapon (DP-ARM-05).
    #[must_use]
    pub fn attacks(&self, codex: &Codex, place: usize, kind: WeaponKind) -> bool {
        let unit = &codex.units[usize::from(self.units[place])];
        let skill = match kind {
            WeaponKind::Close => unit.close_combat,
            WeaponKind::Ranged => unit.ranged,
        };
        skill.is_some() && self.weapons_of(codex, place).any(|weapon| weapon.kind == kind)
    }

    /// Models and stealth bases, which are kept apart from the models that they may be.
    #[must_use]
    pub fn figures(&self, codex: &Codex, rules: &Rules) -> usize {
        self.units.iter().map(|unit| 1 + base_count(rules, &codex.units[usize::from(*unit)]) as usize).sum()
    }
}

/// Checks that two lists may meet: `not-identical` (DP-ARM-02).
#[must_use]
pub fn check_pair(rules: &Rules, lists: [&Roster; 2]) -> Diagnostics {
    let [one, other] = lists;
    // Neither names nor order are what an army is made of.
    let made_of = |list: &Roster| {
        let model = |place: &u8| (list.units[usize::from(*place)], list.own.weapons[usize::from(*place)].clone());
        let mut groups: Vec<(bool, Vec<(u8, Weapons)>)> = Vec::new();
        for group in &list.own.groups {
            groups.push((group.kind == GroupKind::Squad, group.members.iter().map(model).collect()));
        }
        groups.sort();
        groups
    };
    if !rules.identical_armies || made_of(one) == made_of(other) {
        return Diagnostics::new();
    }
    let message = format!("lists `{}` and `{}` are not identical", one.name, other.name);
    let allowed = ["the same list twice", "rules.identical-armies = no"];
    vec![Diagnostic::new(message).within(&other.source).rule("not-identical").allowing(allowed)]
}

#[cfg(test)]
mod tests;
