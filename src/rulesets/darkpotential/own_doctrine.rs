//! The usual doctrine of a list: that which it names, unless that is not for such troops.

use super::army::{GroupKind, Roster};
use super::codex::{Codex, WeaponKind};
use super::scenarios::Scenario;
use crate::game::ScenarioDoctrine;

/// Members of a squad that shoot from which it can lay Suppressing Fire worth the name.
const VOLLEY: usize = 4;

/// Names of doctrines of the book that is built in.
const GUNLINE: &str = "gunline";
const RUSH: &str = "rush";
const BOUNDING: &str = "bounding";
const SUPPRESSOR: &str = "suppressor";

/// What of a list its doctrine depends on.
struct Troops {
    /// Units with somebody who shoots.
    shooting_units: usize,
    /// The largest number of a squad's members that shoot.
    volley: usize,
}

impl Troops {
    fn of(codex: &Codex, roster: &Roster) -> Self {
        let profile = |place: usize| &codex.units[usize::from(roster.units[place])];
        let guns = |place: usize| {
            let weapons = roster.own.weapons[place].iter().map(|weapon| &codex.weapons[usize::from(*weapon)]);
            weapons.filter(move |weapon| weapon.kind == WeaponKind::Ranged && profile(place).ranged.is_some())
        };
        let shoots = |place: usize| guns(place).next().is_some();
        let shooters = |group: &super::army::Group| group.members.iter().filter(|it| shoots(usize::from(**it))).count();
        let groups = &roster.own.groups;
        let squads = groups.iter().filter(|group| group.kind == GroupKind::Squad);
        Self {
            shooting_units: groups.iter().filter(|group| shooters(group) > 0).count(),
            volley: squads.map(shooters).max().unwrap_or(0),
        }
    }

    /// Whether a doctrine is not for such troops.
    fn shun(&self, doctrine: &str) -> bool {
        match doctrine {
            GUNLINE => self.shooting_units == 0,
            BOUNDING => self.shooting_units < 2,
            SUPPRESSOR => self.volley < VOLLEY,
            _ => false,
        }
    }

    /// The doctrine for a list that names none.
    fn usual(&self) -> &'static str {
        if self.shun(GUNLINE) { RUSH } else { GUNLINE }
    }
}

/// The usual doctrine of a list in every scenario, where the one that it names is not for it, or where it names none.
#[must_use]
pub fn by_scenario(codex: &Codex, roster: &Roster) -> Vec<ScenarioDoctrine> {
    let troops = Troops::of(codex, roster);
    if roster.doctrine.as_deref().is_some_and(|named| !troops.shun(named)) {
        return Vec::new();
    }
    let here = |(scenario, place): (Scenario, usize)| ScenarioDoctrine {
        scenario: scenario.key(),
        place,
        doctrine: troops.usual().to_owned(),
    };
    Scenario::ALL.into_iter().flat_map(|scenario| [(scenario, 0), (scenario, 1)]).map(here).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{CodexFile, Source};
    use crate::rulesets::darkpotential::army;
    use crate::rulesets::darkpotential::doctrine_book::DoctrineBook;
    use crate::rulesets::darkpotential::rules::Rules;

    fn own(list: &str, named: Option<&str>) -> Option<String> {
        let codex = Codex::built_in();
        let source = Source::called(list, army::built_in()).unwrap();
        own_of(&codex, &source, named)
    }

    fn own_of(codex: &Codex, source: &Source, named: Option<&str>) -> Option<String> {
        let mut roster = Roster::read(codex, &Rules::default(), source).unwrap();
        roster.doctrine = named.map(str::to_owned);
        let found = by_scenario(codex, &roster);
        assert!(found.is_empty() || found.len() == 2 * Scenario::ALL.len());
        found.into_iter().next().map(|own| own.doctrine)
    }

    #[test]
    fn a_list_without_a_doctrine_has_the_one_for_its_troops() {
        for (list, expected) in [
            ("suggested", GUNLINE),
            ("led-mob", GUNLINE),
            ("double-squad", GUNLINE),
            ("sniper-nest", GUNLINE),
            ("shooters", GUNLINE),
            ("assassin-cell", RUSH),
            ("melee-horde", RUSH),
        ] {
            assert_eq!(own(list, None).as_deref(), Some(expected), "{list}");
        }
    }

    #[test]
    fn a_doctrine_that_is_not_for_a_list_gives_way() {
        for (list, named, expected) in [
            ("suggested", "bounding", None),
            ("assassin-cell", "gunline", Some(RUSH)),
            ("melee-horde", "suppressor", Some(RUSH)),
            ("sniper-nest", "suppressor", Some(GUNLINE)),
            ("suggested", "suppressor", None),
            ("assassin-cell", "bounding", Some(RUSH)),
            ("suggested", "random", None),
        ] {
            assert_eq!(own(list, Some(named)).as_deref(), expected, "{list} {named}");
        }
    }

    #[test]
    fn every_list_names_a_doctrine_of_the_book_that_is_for_it() {
        let (book, codex) = (DoctrineBook::built_in(), Codex::built_in());
        for source in army::built_in() {
            let roster = Roster::read(&codex, &Rules::default(), &source).unwrap();
            let named = roster.doctrine.clone().unwrap();
            assert!(book.names().contains(&named.as_str()), "{named}");
            assert_eq!(own_of(&codex, &source, Some(&named)), None, "{}", source.name);
        }
    }
}
