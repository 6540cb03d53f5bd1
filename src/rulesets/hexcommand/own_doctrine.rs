//! The usual doctrine of a list by scenario and role: that which it names, unless that is not for this scenario.

use super::army::{GroupKind, Roster};
use super::codex::{Codex, Service};
use super::scenarios::Scenario;
use crate::game::ScenarioDoctrine;

/// Guns from which a list can go by its guns.
const BATTERIES: usize = 3;

/// Combat units of a list that has numbers: others have a dozen.
const NUMBERS: usize = 14;

/// Names of doctrines of the book that is built in.
const FIRING_LINE: &str = "firing-line";
const COLUMN_ASSAULT: &str = "column-assault";
const ENVELOP: &str = "envelop";
const GRAND_BATTERY: &str = "grand-battery";
const WORKS_DEFENCE: &str = "works-defence";
const ECHELON: &str = "echelon";
const CAVALRY_RESERVE: &str = "cavalry-reserve";
const SKIRMISH_SCREEN: &str = "skirmish-screen";

/// What a list is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Attack,
    Defence,
    Equal,
}

impl Role {
    /// That of the list at this place of a cell: in attack games the first one attacks.
    fn of(scenario: Scenario, place: usize) -> Self {
        let attack = matches!(
            scenario,
            Scenario::RidgeAssault | Scenario::RiverCrossing | Scenario::RedoubtAssault | Scenario::HiddenDefence
        );
        match (attack, place) {
            (false, _) => Self::Equal,
            (true, 0) => Self::Attack,
            (true, _) => Self::Defence,
        }
    }
}

/// What of a list its doctrine depends on.
struct Troops {
    batteries: usize,
    brigades: usize,
    light: bool,
    numbers: bool,
}

impl Troops {
    fn of(codex: &Codex, roster: &Roster) -> Self {
        let profiles = || roster.units.iter().map(|kind| codex.profile(*kind));
        Self {
            numbers: profiles().filter(|profile| profile.service != Service::Wagon).count() >= NUMBERS,
            batteries: profiles().filter(|profile| profile.service == Service::Artillery).count(),
            brigades: roster.own.groups.iter().filter(|group| group.kind == GroupKind::Brigade).count(),
            light: profiles().any(|profile| profile.light || profile.service == Service::Skirmisher),
        }
    }

    /// Whether a doctrine is not for such troops in a scenario.
    fn shun(&self, doctrine: &str, scenario: Scenario, role: Role) -> bool {
        match doctrine {
            FIRING_LINE => role == Role::Attack,
            COLUMN_ASSAULT => role == Role::Defence || scenario == Scenario::OpenField && !self.numbers,
            ENVELOP => scenario == Scenario::RiverCrossing,
            GRAND_BATTERY => matches!(scenario, Scenario::Crossroads | Scenario::Relief) || self.batteries < BATTERIES,
            WORKS_DEFENCE => role != Role::Defence && scenario != Scenario::OpenField,
            ECHELON => self.brigades < 2 || scenario == Scenario::RiverCrossing,
            CAVALRY_RESERVE => matches!(scenario, Scenario::RiverCrossing | Scenario::RedoubtAssault),
            SKIRMISH_SCREEN => !self.light,
            _ => false,
        }
    }

    /// The doctrine for a list that names none.
    fn usual(&self, scenario: Scenario, role: Role) -> &'static str {
        match (role, scenario) {
            (Role::Defence, _) => WORKS_DEFENCE,
            (Role::Attack, Scenario::RiverCrossing | Scenario::RedoubtAssault) if self.batteries >= BATTERIES => {
                GRAND_BATTERY
            }
            (Role::Attack, Scenario::RiverCrossing | Scenario::RedoubtAssault) => COLUMN_ASSAULT,
            (Role::Equal, Scenario::OpenField) => FIRING_LINE,
            _ => ECHELON,
        }
    }
}

/// The usual doctrines of a list in the scenarios where the one that it names is not for it, or where it names none.
#[must_use]
pub fn by_scenario(codex: &Codex, roster: &Roster) -> Vec<ScenarioDoctrine> {
    let troops = Troops::of(codex, roster);
    let named = roster.doctrine.as_deref();
    let scenarios = Scenario::ALL.into_iter().filter(|scenario| *scenario != Scenario::Historical);
    let here = |(scenario, place): (Scenario, usize)| {
        let role = Role::of(scenario, place);
        let fits = named.is_some_and(|named| !troops.shun(named, scenario, role));
        let doctrine = troops.usual(scenario, role).to_owned();
        (!fits).then(|| ScenarioDoctrine { scenario: scenario.key(), place, doctrine })
    };
    scenarios.flat_map(|scenario| [(scenario, 0), (scenario, 1)]).filter_map(here).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Armies, CellSetup, CodexFile, Ruleset, Source, Weights};
    use crate::rulesets::hexcommand::HexCommand;
    use crate::rulesets::hexcommand::doctrine_book;

    fn doctrine(list: &str, named: Option<&str>, scenario: &str, place: usize) -> String {
        let mut list = Source::called(list, HexCommand.armies()).unwrap();
        let lines = list.text.lines().filter(|line| !line.starts_with("doctrine"));
        let named = named.map(|named| format!("doctrine = \"{named}\""));
        list.text = named.iter().map(String::as_str).chain(lines).collect::<Vec<_>>().join("\n");
        let army = HexCommand.read_army(&HexCommand.codex(), &list).unwrap();
        let here = army.by_scenario.into_iter().find(|here| (here.scenario, here.place) == (scenario, place));
        here.map(|here| here.doctrine).or(army.doctrine).unwrap()
    }

    #[test]
    fn a_list_without_a_doctrine_has_that_of_its_scenario() {
        let own = |list: &str, scenario: &str, place| doctrine(list, None, scenario, place);
        assert_eq!(own("balanced-division", "open-field", 0), "firing-line");
        for scenario in ["crossroads", "relief", "random"] {
            assert_eq!(own("balanced-division", scenario, 1), "echelon");
        }
        for scenario in ["ridge-assault", "hidden-defence"] {
            assert_eq!([0, 1].map(|place| own("balanced-division", scenario, place)), ["echelon", "works-defence"]);
        }
        for scenario in ["river-crossing", "redoubt-assault"] {
            assert_eq!([0, 1].map(|place| own("gun-line", scenario, place)), ["grand-battery", "works-defence"]);
            assert_eq!(own("balanced-division", scenario, 0), "column-assault");
        }
    }

    #[test]
    fn a_doctrine_that_is_not_for_a_scenario_gives_way() {
        for (list, named, scenario, place, expected) in [
            ("balanced-division", "envelop", "crossroads", 0, "envelop"),
            ("balanced-division", "envelop", "river-crossing", 0, "column-assault"),
            ("balanced-division", "firing-line", "ridge-assault", 0, "echelon"),
            ("balanced-division", "firing-line", "ridge-assault", 1, "firing-line"),
            ("balanced-division", "column-assault", "ridge-assault", 1, "works-defence"),
            ("balanced-division", "column-assault", "open-field", 0, "firing-line"),
            ("militia-mass", "column-assault", "open-field", 0, "column-assault"),
            ("balanced-division", "grand-battery", "open-field", 0, "firing-line"),
            ("gun-line", "grand-battery", "open-field", 0, "grand-battery"),
            ("gun-line", "grand-battery", "relief", 0, "echelon"),
            ("gun-line", "echelon", "relief", 0, "echelon"),
            ("balanced-division", "works-defence", "crossroads", 0, "echelon"),
            ("balanced-division", "echelon", "river-crossing", 1, "works-defence"),
            ("raiders", "cavalry-reserve", "redoubt-assault", 0, "column-assault"),
            ("balanced-division", "skirmish-screen", "open-field", 0, "firing-line"),
            ("siege-train", "skirmish-screen", "open-field", 0, "skirmish-screen"),
            ("balanced-division", "random", "ridge-assault", 1, "random"),
        ] {
            assert_eq!(doctrine(list, Some(named), scenario, place), expected, "{list} {named} {scenario} {place}");
        }
    }

    #[test]
    fn the_book_has_every_doctrine_that_is_named_here() {
        let book = HexCommand.doctrines(&doctrine_book::Weights::source()).unwrap();
        let codex = Codex::built_in();
        for list in HexCommand.armies() {
            let roster = Roster::read(&codex, &Default::default(), &list).unwrap();
            for scenario in by_scenario(&codex, &roster) {
                assert!(book.iter().any(|known| known.name == scenario.doctrine), "{}", scenario.doctrine);
            }
        }
        let lists =
            ["balanced-division", "defender-nine"].map(|name| Source::called(name, HexCommand.armies()).unwrap());
        let cell = CellSetup::usual(&HexCommand, Armies::Written(lists), [ECHELON, WORKS_DEFENCE], "ridge-assault");
        assert!(HexCommand.prepare(&cell).is_ok());
    }
}
