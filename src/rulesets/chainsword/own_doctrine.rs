//! The usual doctrine of a list by scenario and role: that which it names for the role, unless that is not sensible there.

use super::army::{Roster, UnitType};
use super::codex::{Codex, Scenario};
use crate::game::ScenarioDoctrine;

/// Batteries from which a list is one of batteries.
const BATTERIES: usize = 3;

/// Move in inches of a Squad that is not slow.
const PACE: u8 = 7;

/// Names of doctrines of the book.
const FIREBASE: &str = "firebase";
const BLITZ: &str = "blitz";
const METHODICAL: &str = "methodical";
const AMBUSHER: &str = "ambusher";
const RAIDER: &str = "raider";
const SKY_HUNTER: &str = "sky-hunter";

/// What a list is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Attack,
    Defence,
    /// The Patrol, where nobody does either.
    Neither,
}

/// What of a list its doctrine depends on.
struct Troops {
    batteries: usize,
    quick: bool,
    flyers: bool,
}

impl Troops {
    fn of(codex: &Codex, roster: &Roster) -> Self {
        let units = || roster.unit_types(codex);
        let quick = |unit: &UnitType<'_>| match unit {
            UnitType::Fighter(unit) => {
                unit.speed >= PACE || ["infiltrate", "deep-strike", "outflank"].iter().any(|own| unit.is(own))
            }
            UnitType::Vehicle(unit) => unit.capacity > 0,
        };
        Self {
            batteries: units().filter(|unit| unit.ld().is_some() && unit.role() == "heavy").count(),
            quick: units().any(|unit| quick(&unit)),
            flyers: units().any(|unit| unit.is("flyer")),
        }
    }

    /// Whether a doctrine is not sensible for such troops in a scenario.
    fn shun(&self, doctrine: &str, scenario: Scenario, role: Role) -> bool {
        use Scenario::{AttackOnAnObjective, DelayingAction, FlankAttack, Probe};
        let attack_on = |scenarios: &[Scenario]| role == Role::Attack && scenarios.contains(&scenario);
        match doctrine {
            FIREBASE => attack_on(&[Probe, DelayingAction, AttackOnAnObjective]),
            BLITZ => role == Role::Defence || attack_on(&[FlankAttack]) || self.batteries >= BATTERIES,
            // Time works for the defender.
            AMBUSHER => attack_on(&[Probe, DelayingAction, FlankAttack, AttackOnAnObjective]),
            RAIDER => scenario == FlankAttack || !self.quick,
            // Whether the other list flies is not known here.
            SKY_HUNTER => !self.flyers,
            _ => false,
        }
    }
}

/// The usual doctrines of a list in the scenarios and places where they are not the one that it names for The Patrol. The list
/// at the first place attacks.
#[must_use]
pub fn by_scenario(codex: &Codex, roster: &Roster) -> Vec<ScenarioDoctrine> {
    let troops = Troops::of(codex, roster);
    let places = Scenario::ALL.into_iter().flat_map(|(key, scenario)| [(key, scenario, 0), (key, scenario, 1)]);
    let here = |(key, scenario, place): (&'static str, Scenario, usize)| {
        let role = match (scenario, place) {
            (Scenario::Patrol, _) => Role::Neither,
            (_, 0) => Role::Attack,
            (..) => Role::Defence,
        };
        let of_role = if role == Role::Neither { None } else { roster.own.doctrine_as[place].as_deref() };
        let named = of_role.or(roster.doctrine.as_deref());
        let doctrine = named.filter(|named| !troops.shun(named, scenario, role)).unwrap_or(METHODICAL);
        let other = roster.doctrine.as_deref() != Some(doctrine);
        other.then(|| ScenarioDoctrine { scenario: key, place, doctrine: doctrine.to_owned() })
    };
    places.filter_map(here).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Ruleset, Source};
    use crate::rulesets::chainsword::Chainsword;

    /// The doctrine of a list as attacker and defender of a scenario; it names these for The Patrol, as attacker and as
    /// defender, where it does not keep its own.
    fn doctrine(list: &str, named: Option<[&str; 3]>, scenario: &str) -> [String; 2] {
        let mut source = Source::called(list, Chainsword.armies()).unwrap();
        if let Some(named) = named {
            let own = ["doctrine", "attacking", "defending"];
            let kept = source.text.lines().filter(|line| !own.iter().any(|key| line.starts_with(key)));
            let new = own.iter().zip(named).map(|(key, named)| format!("{key} = \"{named}\"\n")).collect::<String>();
            source.text = new + &kept.collect::<Vec<_>>().join("\n");
        }
        let army = Chainsword.read_army(&Chainsword.codex(), &source).unwrap();
        [0, 1].map(|place| {
            let here = army.by_scenario.iter().find(|here| (here.scenario, here.place) == (scenario, place));
            here.map(|here| here.doctrine.clone()).or(army.doctrine.clone()).unwrap()
        })
    }

    #[test]
    fn lists_play_as_they_say_for_their_role() {
        for (list, patrol, attack, defence) in [
            ("levy-foot", "firebase", "methodical", "firebase"),
            ("breacher-assault", "blitz", "blitz", "methodical"),
            ("ironclad-elite", "methodical", "methodical", "ambusher"),
            ("armoured-column", "methodical", "methodical", "firebase"),
            ("mechanised", "blitz", "raider", "methodical"),
            ("sky-cavalry", "sky-hunter", "raider", "sky-hunter"),
            ("airborne-raiders", "raider", "raider", "ambusher"),
            ("gun-line", "firebase", "methodical", "firebase"),
            ("anti-air", "methodical", "methodical", "firebase"),
            ("combined-arms", "methodical", "methodical", "firebase"),
        ] {
            assert_eq!(doctrine(list, None, "patrol"), [patrol; 2], "{list}");
            assert_eq!(doctrine(list, None, "probe"), [attack, defence], "{list}");
        }
    }

    #[test]
    fn what_is_not_sensible_gives_way() {
        for (list, named, scenario, expected) in [
            ("levy-foot", FIREBASE, "probe", [METHODICAL, FIREBASE]),
            ("levy-foot", FIREBASE, "attack-and-defend", [FIREBASE, FIREBASE]),
            ("levy-foot", BLITZ, "patrol", [METHODICAL, METHODICAL]),
            ("breacher-assault", BLITZ, "probe", [BLITZ, METHODICAL]),
            ("breacher-assault", BLITZ, "flank-attack", [METHODICAL, METHODICAL]),
            ("ironclad-elite", AMBUSHER, "delaying-action", [METHODICAL, AMBUSHER]),
            ("ironclad-elite", AMBUSHER, "attack-and-defend", [AMBUSHER, AMBUSHER]),
            ("mechanised", RAIDER, "flank-attack", [METHODICAL, METHODICAL]),
            ("mechanised", RAIDER, "attack-on-an-objective", [RAIDER, RAIDER]),
            ("anti-air", RAIDER, "probe", [METHODICAL, METHODICAL]),
            ("anti-air", SKY_HUNTER, "patrol", [METHODICAL, METHODICAL]),
            ("sky-cavalry", SKY_HUNTER, "patrol", [SKY_HUNTER, SKY_HUNTER]),
            ("anti-air", "random", "flank-attack", ["random", "random"]),
        ] {
            assert_eq!(doctrine(list, Some([named; 3]), scenario), expected, "{list} {named} {scenario}");
        }
    }
}
