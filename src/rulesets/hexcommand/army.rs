//! Army lists: what they hold, the checks L01 to L15, and what they cost.

mod grouping;
mod order;
mod reading;

pub use reading::built_in;

use super::codex::{Codex, Kind, Nation, Service};
pub use super::order_of_battle::Level;
use super::order_of_battle::OrderOfBattle;
use super::rules::{CvsMode, Era, HiddenStart, Rules, SetupRatioCheck, TrainedArms};
use crate::game::keyed::keyed;
use crate::game::{Catalogue, Diagnostic, Diagnostics, Side, Source};

/// Most units of a list: they are numbered in the bits of a word.
pub const MOST_UNITS: usize = 60;

/// Most commanders of a list.
pub const MOST_COMMANDERS: usize = 30;

/// An army list that breaks no rule of its own.
pub type Roster = crate::game::Roster<ListTerms>;

/// What an army list says beside its units.
#[derive(Clone, Debug, PartialEq)]
pub struct ListTerms {
    /// Time for which it is meant.
    pub era: Era,
    /// Side of the Civil War, for the spread of grades.
    pub nation: Option<Nation>,
    /// Year, for the spread of grades.
    pub year: Option<u16>,
    /// Brigades, battalions and detachments: the groups of activation and orders (HX-ARM-04, R-118).
    pub groups: Vec<Group>,
    /// Group of each unit, by its place in the list.
    pub group_of: Vec<u8>,
    /// Which units are rare, by their place in the list (HX-ARM-06).
    pub rare: Vec<bool>,
    /// Ethnic groups (HX-ARM-08).
    pub peoples: Vec<People>,
    /// Ethnic group of each unit, by its place in the list.
    pub people_of: Vec<Option<u8>>,
    /// Commanders; the first one is supreme.
    pub commanders: Vec<Commander>,
    /// Hexes of prepared quick works.
    pub quick_works: u8,
    /// Prepared redoubts.
    pub redoubts: u8,
    /// All of this as a game begins with it.
    pub order: OrderOfBattle,
}

keyed! {
    /// What a group of units is.
    GroupKind {
        /// A brigade.
        Brigade = "brigade",
        /// Artillery, with its wagons.
        Battalion = "battalion",
        /// Fewer units than a brigade has, directly under the division.
        Detachment = "detachment",
    }
}

/// A group of units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Name.
    pub name: String,
    /// What it is.
    pub kind: GroupKind,
    /// Number of its division, from 0.
    pub division: u8,
}

/// An ethnic group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct People {
    /// Name.
    pub name: String,
    /// It takes the tribal check (HX-SKM-06).
    pub tribal: bool,
}

/// A commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commander {
    /// Level.
    pub level: Level,
    /// Group that he commands by `command.hierarchy`, where he is of a brigade.
    pub group: Option<u8>,
    /// Division that he commands by `command.hierarchy`, where he is of one.
    pub division: Option<u8>,
    /// Values C, M, T, A and I, by [`Trait`](super::codex::Trait): they count where `cvs.mode` is `set`.
    pub traits: [u8; 5],
    /// Ethnic group that he leads, and that alone.
    pub people: Option<u8>,
}

/// Values of a commander for whom the list has none: the middle ones of the table.
pub const USUAL_TRAITS: [u8; 5] = [1, 1, 5, 5, 5];

impl Commander {
    /// C of a commander, as far as it is known before the game: random ones count as usual.
    #[must_use]
    pub fn combat(&self, rules: &Rules) -> u8 {
        if rules.cvs_mode == CvsMode::Set { self.traits[0] } else { rules.command_value }
    }
}

impl Catalogue for Codex {
    const UNKNOWN_UNIT: &'static str = "L01";
    const BAD_COUNT: Option<&'static str> = Some("L15");

    fn size(&self) -> usize {
        self.sold
    }

    fn key(&self, unit: usize) -> &str {
        &self.kinds[unit].name
    }

    fn cost(&self, unit: usize) -> f64 {
        self.kinds[unit].cost
    }

    fn about(&self, unit: usize) -> String {
        let kind = &self.kinds[unit];
        match self.melee_value(kind, &Rules::default()) {
            Some(value) => format!("melee value {value}"),
            None => "no melee".to_owned(),
        }
    }

    fn unknown(&self, name: &str) -> Diagnostic {
        let fault = Diagnostic::unknown("unit", name, self.units().map(|kind| kind.name.as_str()));
        // L02: everything known but that the one carries the other.
        let carried = name.split_once(':').and_then(|(body, weapon)| {
            let profile = self.units().find(|kind| kind.name.split(':').next() == Some(body))?.profile;
            let known = self.weapons.iter().any(|other| other.name == weapon) || weapon == "none";
            known.then(|| (&self.units[usize::from(profile)], weapon))
        });
        match carried {
            Some((profile, weapon)) => {
                let arms = profile
                    .arms
                    .iter()
                    .map(|arm| arm.weapon.map_or("none", |weapon| self.weapons[usize::from(weapon)].name.as_str()));
                let message = format!("weapon `{weapon}` cannot be carried by `{}`", profile.name);
                Diagnostic { message, ..fault }.rule("L02").allowing(arms)
            }
            None => fault.rule(Self::UNKNOWN_UNIT),
        }
    }
}

impl Codex {
    /// What a unit of a kind costs in points: batteries pay for their grade where it counts (`fire.trained-arms`).
    #[must_use]
    pub fn price(&self, kind: &Kind, rules: &Rules) -> f64 {
        let gun = self.units[usize::from(kind.profile)].service == Service::Artillery;
        let graded = gun && rules.fire_trained_arms == TrainedArms::All;
        kind.cost + if graded { f64::from(self.grades[kind.grade as usize].gun_cost) } else { 0.0 }
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

    /// How many combat units it has.
    #[must_use]
    pub fn combat_units(&self, codex: &Codex) -> usize {
        self.units.iter().filter(|kind| codex.is_combat_unit(**kind)).count()
    }

    /// What it musters.
    #[must_use]
    pub fn order(&self) -> &OrderOfBattle {
        &self.own.order
    }

    /// How many of its units are cavalry.
    #[must_use]
    pub fn cavalry(&self, codex: &Codex) -> usize {
        self.units.iter().filter(|kind| codex.profile(**kind).service == Service::Horse).count()
    }

    /// Hits at which a unit of the list routs, by its place (HX-ARM-06).
    #[must_use]
    pub fn rout_at(&self, rules: &Rules, place: usize) -> u8 {
        if self.own.rare[place] { rules.unit_rare_rout_at } else { rules.unit_rout_at }
    }

    /// Whether it has a heavy gun.
    #[must_use]
    pub fn has_heavy_gun(&self, codex: &Codex) -> bool {
        let weapon = |kind: &u8| codex.weapon_of(&codex.kinds[usize::from(*kind)]);
        self.units.iter().filter_map(weapon).any(|weapon| weapon.heavy)
    }
}

/// What keeps two lists from meeting where one of them attacks, and what is only warned of: L13, unless `setup.ratio-check`
/// or a list against itself makes a warning of it, and L14. `by_side` are the lists by side.
#[must_use]
pub fn check_pair(
    codex: &Codex,
    rules: &Rules,
    attacker: Option<Side>,
    by_side: [&Roster; 2],
) -> (Diagnostics, Vec<String>) {
    let Some(attacker) = attacker else { return Default::default() };
    let [attack, defence] = [by_side[attacker.index()], by_side[attacker.other().index()]];
    let complain = |message: String, check: &str, rule: &str| {
        Diagnostic::new(message).within(&defence.source).rule(check).allowing([rule])
    };
    let mut outnumbering = Diagnostics::new();
    // HX-ARM-09
    let (has, most) = (defence.combat_units(codex), rules.setup_ratio.most_defenders(attack.combat_units(codex)));
    if has > most {
        let message = format!("defender `{}` has {has} units, at most {most} allowed", defence.name);
        let remedy = "fewer units, another `rules.setup.ratio`, or `rules.setup.ratio-check` = warned";
        outnumbering.push(complain(message, "L13", remedy));
    }
    // HX-ARM-10
    let (has, most) = (defence.cavalry(codex), attack.cavalry(codex));
    if has > most {
        let message = format!("defender `{}` has {has} units of cavalry, at most {most} allowed", defence.name);
        let remedy = "no more cavalry than the attacker, or `rules.setup.ratio-check` = warned";
        outnumbering.push(complain(message, "L13", remedy));
    }
    let (mut faults, mut warnings) = (Diagnostics::new(), Vec::new());
    if rules.setup_ratio_check == SetupRatioCheck::Warned || attack.order() == defence.order() {
        warnings.extend(outnumbering.into_iter().map(|fault| format!("{} [L13]", fault.message)));
    } else {
        faults = outnumbering;
    }
    // HX-ARM-11: with everybody hidden each unit brings a fake.
    if rules.hidden_mode && rules.hidden_decoys == 0 && rules.hidden_start == HiddenStart::Unseen {
        let message = format!("defender `{}` has no fakes", defence.name);
        faults.push(complain(message, "L14", "rules.hidden.decoys of 1 or more"));
    }
    (faults, warnings)
}

#[cfg(test)]
mod tests;
