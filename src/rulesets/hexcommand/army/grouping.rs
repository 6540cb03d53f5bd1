//! Groups of a list that names none: brigades, detachments and a battalion by the order of the list.

use super::{Group, GroupKind};
use crate::rulesets::hexcommand::codex::{Codex, Service};
use crate::rulesets::hexcommand::rules::Rules;

/// The groups of units in the order of their list, and the group of each.
pub(super) fn usual(codex: &Codex, rules: &Rules, units: &[u8]) -> (Vec<Group>, Vec<u8>) {
    let of = |services: &[Service]| -> Vec<usize> {
        let own = |place: &usize| services.contains(&codex.profile(units[*place]).service);
        (0..units.len()).filter(own).collect()
    };
    let mut groups = Vec::new();
    let mut group_of = vec![0; units.len()];
    let mut add = |name: String, kind: GroupKind, places: &[usize]| {
        places.iter().for_each(|place| group_of[*place] = groups.len() as u8);
        groups.push(Group { name, kind, division: 0 });
    };
    let foot = of(&[Service::Foot, Service::Skirmisher]);
    let brigades = foot.len().div_ceil(usize::from(rules.brigade_max.max(1)));
    let mut rest = &foot[..];
    for brigade in 0..brigades {
        // As equal as can be, the larger ones first.
        let (own, others) = rest.split_at(rest.len().div_ceil(brigades - brigade));
        add(format!("brigade {}", brigade + 1), GroupKind::Brigade, own);
        rest = others;
    }
    for (name, service) in [("cavalry", Service::Horse), ("mounted infantry", Service::Mounted)] {
        let places = of(&[service]);
        let whole = places.len() >= usize::from(rules.brigade_min);
        let kind = if whole { GroupKind::Brigade } else { GroupKind::Detachment };
        if !places.is_empty() {
            add(name.to_owned(), kind, &places);
        }
    }
    let guns = of(&[Service::Artillery, Service::Wagon]);
    if !guns.is_empty() {
        add("artillery".to_owned(), GroupKind::Battalion, &guns);
    }
    (groups, group_of)
}
