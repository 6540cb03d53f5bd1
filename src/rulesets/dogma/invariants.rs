//! What always holds in a game, whoever plays it: for games that are checked as they are played.

use super::state::{Battle, ElementId, NOBODY, UnitSet, bit, members, side_of};
use crate::game::{Game, Side};
use crate::tabletop::plane::{Contact, contact, overlap};

/// Everything that must hold whenever a decision is due.
pub(super) fn check_state(battle: &Battle<'_>) {
    let tolerances = battle.tolerances();
    let on_table: Vec<u8> = battle.everybody().collect();
    for side in Side::BOTH {
        let force = battle.force(side);
        let sets = [force.undeployed, force.table, force.aboard, force.reserve, force.exited, force.destroyed];
        let all: u32 = sets.iter().map(|set| set.len()).sum();
        let union = sets.into_iter().fold(UnitSet::EMPTY, |union, set| union | set);
        assert_eq!((all, union.len()), (u32::from(force.size), u32::from(force.size)), "each is in one place");
        assert_eq!(force.engaged & !force.table, UnitSet::EMPTY);
        assert_eq!(battle.worth(side, union), battle.fielded(side), "points are conserved");
        for rider in members(side, force.aboard) {
            let apc = battle.element(rider).carrier;
            assert!(battle.on_table(apc) && battle.profile(apc).carries, "who rides, rides in an APC on the table");
            assert!(battle.riders(apc).count() <= usize::from(battle.setup.codex.numbers.apc_capacity));
        }
    }
    for &one in &on_table {
        let base = battle.base(one);
        assert!(battle.table().holds(base), "{} is off the table: {base:?}", battle.name(one));
        assert!(!battle.terrain.closed().any(|shape| overlap(base, shape)), "nobody stands on closed ground");
        let mut foes = UnitSet::EMPTY;
        let mut edges = [NOBODY; 4];
        for &other in &on_table {
            if one == other {
                continue;
            }
            assert!(!overlap(base, battle.base(other)), "{} overlaps {}", battle.name(one), battle.name(other));
            if side_of(other) != side_of(one) && !battle.may_touch(one, other) {
                continue;
            }
            match contact(base, battle.base(other), &tolerances) {
                Contact::Apart => continue,
                Contact::Partial => {}
                Contact::Full { mine, .. } => edges[mine as usize] = other,
            }
            if side_of(other) != side_of(one) {
                foes |= bit(other);
            }
        }
        assert_eq!(battle.element(one).contact.foes, foes, "contacts of {}", battle.name(one));
        assert_eq!(battle.element(one).contact.edges, edges, "full contacts of {}", battle.name(one));
        let engaged = edges.iter().any(|other| *other != NOBODY && side_of(*other) != side_of(one));
        assert_eq!(battle.is_engaged(one), engaged);
    }
}

/// Nobody goes farther than his speed, but for closing the door.
pub(super) fn check_distances(before: &Battle<'_>, after: &Battle<'_>) {
    for element in before.everybody().filter(|element| Some(side_of(*element)) == before.to_choose()) {
        if !after.on_table(element) {
            continue;
        }
        let gone = after.base(element).centre.distance(before.base(element).centre);
        // A door moves a base by a base and its diagonal at most, and with it the Group that stays in formation (DG-GRP-11): its other
        // bases go round the one in contact. Tank Commander wheels two inches more.
        let apart = |battle: &Battle<'_>, mate| battle.base(element).centre.distance(battle.base(mate).centre);
        let in_formation = |mate: &ElementId| {
            side_of(*mate) == side_of(element)
                && after.on_table(*mate)
                && !after.element(*mate).contact.foes.is_empty()
                && (apart(before, *mate) - apart(after, *mate)).abs() < 1e-3
        };
        let round = before.everybody().filter(in_formation).map(|mate| apart(after, mate)).min_by(f64::total_cmp);
        let slide = round.map_or(0.0, |apart| 3.0 * after.setup.side + 2.0 * apart);
        let most = after.profile(element).speed + slide + after.setup.rules.tank_commander_wheel + 1e-6;
        assert!(gone <= most, "{} went {gone} inches", after.name(element));
    }
}
