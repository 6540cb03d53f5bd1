//! What a list musters: its order of battle, as a game begins with it.

use super::ListTerms;
use crate::rulesets::hexcommand::codex::Codex;
use crate::rulesets::hexcommand::command;
use crate::rulesets::hexcommand::order_of_battle::{Appointment, Group, Level, OrderOfBattle, Recruit};
use crate::rulesets::hexcommand::state::NOBODY;

/// The order of battle of a list with these units, in its order.
#[must_use]
pub(super) fn of_list(codex: &Codex, units: &[u8], own: &ListTerms) -> OrderOfBattle {
    let people = |people: Option<u8>| people.map_or(0, |people| people + 1);
    let recruit = |(place, kind): (usize, &u8)| Recruit {
        kind: *kind,
        group: own.group_of[place],
        rare: own.rare[place],
        tribal: own.people_of[place].is_some_and(|people| own.peoples[usize::from(people)].tribal),
        people: people(own.people_of[place]),
        ..Recruit::default()
    };
    let group =
        |group: &super::Group| Group { division: group.division, battalion: group.kind == super::GroupKind::Battalion };
    let appointment = |commander: &super::Commander| Appointment {
        level: commander.level,
        of: match commander.level {
            Level::Army | Level::Artillery => 0,
            Level::Division => commander.division.unwrap_or(0),
            // There are more commanders than brigades: he has none of his own.
            Level::Brigade => commander.group.unwrap_or(NOBODY),
        },
        values: Some(commander.traits),
        people: people(commander.people),
    };
    OrderOfBattle {
        units: units.iter().enumerate().map(recruit).collect(),
        groups: own.groups.iter().map(group).collect(),
        commanders: own.commanders.iter().map(appointment).collect(),
        redoubts: own.redoubts,
        quick_works: own.quick_works,
        spread: own.nation.zip(own.year).and_then(|(nation, year)| command::spread(codex, year, nation)),
    }
}
