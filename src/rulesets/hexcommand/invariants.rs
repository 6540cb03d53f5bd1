//! What always holds in a game, whoever plays it: for games that are checked as they are played.

use super::state::{Battle, Decision, Fate, NOBODY, Phase, UnitSet, members, side_of, unit_id};
use crate::game::Side;
use crate::tabletop::hex::NOWHERE;

/// Everything that must hold whenever a decision is due.
pub(super) fn check_state(battle: &Battle<'_>) {
    let (setup, field) = (battle.setup, &battle.setup.field);
    let mut standing = 0;
    for side in Side::BOTH {
        let force = battle.force(side);
        let all: UnitSet = (0..usize::from(force.size)).map(|place| unit_id(side, place)).collect();
        let places = [force.unplaced, force.due, force.present, force.removed];
        let sum: u32 = places.iter().map(|set| set.len()).sum();
        let union = places.iter().fold(UnitSet::EMPTY, |all, set| all | *set);
        assert_eq!((sum, union), (all.len(), all), "every piece is in one place: {places:?}");
        assert!(battle.turn == 0 || force.unplaced.is_empty());
        assert_eq!(force.routed & !force.present, UnitSet::EMPTY, "the routed are on the board");
        assert_eq!(force.hidden & force.routed, UnitSet::EMPTY, "no marker has routed");
        assert_eq!(force.fakes & force.present & !force.hidden, UnitSet::EMPTY, "fakes that are found out are gone");
        assert_eq!(force.fakes & force.combat, UnitSet::EMPTY, "fakes count nowhere (R-173)");
        standing += force.present.len();
        for unit in members(side, all) {
            let state = battle.unit(unit);
            let name = || format!("{} in turn {} at {:?}", battle.name(unit), battle.turn, battle.decision);
            assert!(state.te <= setup.rules.fatigue_max, "{}: TE {}", name(), state.te);
            assert!(state.hits <= state.rout_at, "{}: {} hits", name(), state.hits);
            if !force.present.contains(unit) {
                assert_eq!(state.hex, NOWHERE, "{}", name());
                assert_eq!(state.commander, NOBODY, "{}", name());
                continue;
            }
            let at = usize::from(state.hex);
            assert!(battle.occupant[at] == unit || battle.below[at] == unit, "{} is where it is", name());
            let terrain = &setup.codex.terrain[usize::from(field.terrain[at])];
            let bridged = battle.works[at] != super::terrain::Works::None;
            assert!(!terrain.river || bridged, "{} stands in the river", name());
            if force.limbered.contains(unit) {
                assert!(battle.is_battery(unit), "{} is limbered", name());
            }
            if force.crews.contains(unit) {
                assert!(battle.is_battery(unit) && state.guns != NOWHERE, "{} has left its guns", name());
            }
            if state.commander != NOBODY {
                let commander = battle.commander(side, state.commander);
                assert_eq!((commander.with, commander.fate), (unit, Fate::Present), "{}", name());
            }
        }
        for (number, commander) in battle.all_commanders(side) {
            if commander.with != NOBODY {
                assert_eq!(battle.unit(commander.with).commander, number, "commanders are in one place");
                assert_eq!(side_of(commander.with), side);
                assert!(commander.fate == Fate::Present, "the lost are with nobody");
            }
        }
    }
    let held = field.grid.hexes().map(usize::from);
    let pieces: usize =
        held.map(|at| usize::from(battle.occupant[at] != NOBODY) + usize::from(battle.below[at] != NOBODY)).sum();
    assert_eq!(pieces, standing as usize, "no piece is in two places");
    for (at, contact) in battle.contacts.iter().enumerate() {
        let [one, other] = [contact.attacker, contact.defender];
        assert_ne!(side_of(one), side_of(other), "enemies are in contact");
        for unit in [one, other] {
            assert!(battle.own_force(unit).present.contains(unit), "{} in contact", battle.name(unit));
            assert!(!battle.own_force(unit).hidden.contains(unit), "markers are in no contact (R-173)");
        }
        let range = field.distance(battle.unit(one).hex, battle.unit(other).hex);
        assert_eq!(range, 1, "{} and {} in contact", battle.name(one), battle.name(other));
        let twice = battle.contacts[..at].iter().any(|known| known.other(one) == Some(other));
        assert!(!twice, "contacts are counted once");
    }
    let waits = matches!(battle.decision, Decision::Fire | Decision::FireOrder | Decision::FireRouts);
    if battle.phase != Phase::Over && !waits {
        let breaking = battle.forces.iter().fold(UnitSet::EMPTY, |set, force| set | force.breaking);
        let inside = matches!(battle.phase, Phase::Melee | Phase::Fire);
        assert!(breaking.is_empty() || inside, "who breaks runs: {:?}", battle.decision);
    }
}
