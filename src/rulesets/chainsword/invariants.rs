//! What always holds in a game, whoever plays it: for games that are checked as they are played.

use super::choices::Decision;
use super::state::{Battle, NOBODY, TeamId, TeamSet, members, side_of};
use crate::game::Side;

fn models(battle: &Battle<'_>, side: Side) -> u32 {
    members(side, battle.force(side).all()).map(|team| u32::from(battle.team(team).models)).sum()
}

/// What must not change for the worse from one choice to the next.
pub(super) fn check_change(before: &Battle<'_>, after: &Battle<'_>) {
    assert!(after.phase >= before.phase);
    for side in Side::BOTH {
        assert!(after.force(side).level <= before.force(side).level || before.phase == 0, "levels never rise");
        if before.phase > 0 {
            assert!(models(after, side) <= models(before, side), "models only ever fall in number");
        }
    }
}

/// Everything that must hold whenever a decision is due.
pub(super) fn check_state(battle: &Battle<'_>) {
    assert!(battle.phase <= battle.setup.rules.max_phases);
    assert!(battle.hand.left() <= 8);
    for side in Side::BOTH {
        let force = battle.force(side);
        let places = [force.waiting, force.reserve, force.present, force.aboard, force.gone];
        let sum: u32 = places.iter().map(|set| set.len()).sum();
        let all = places.into_iter().fold(TeamSet::EMPTY, |all, set| all | set);
        assert!(sum == all.len() && all == force.all(), "every Team is in one place: {places:?}");
        assert!((force.lurking & !force.reserve).is_empty(), "who waits for a raider is off the table");
        for set in [force.overwatch, force.tactical, force.falling_back, force.pinned] {
            assert!((set & !force.present).is_empty(), "states are of Teams on the table");
        }
        for team in members(side, force.present) {
            check_team(battle, team);
        }
        for team in members(side, force.aboard) {
            check_rider(battle, team);
        }
    }
    let standing = Side::BOTH.map(|side| battle.standing_teams(side));
    if battle.movement.is_none() {
        for a in members(Side::A, standing[0]) {
            for b in members(Side::B, standing[1]) {
                let locked = battle.team(a).locked.contains(b);
                assert_eq!(locked, battle.team(b).locked.contains(a), "locked is mutual");
                let overlap = battle.stand(a).overlaps(&battle.stand(b));
                assert!(locked || !overlap, "enemies do not overlap: {} {}", battle.name(a), battle.name(b));
            }
        }
    }
}

/// Passengers ride in a vehicle that is not gone, one Squad of them and officers, and there is room for them all.
fn check_rider(battle: &Battle<'_>, team: TeamId) {
    let (side, transport) = (side_of(team), battle.team(team).carrier);
    let force = battle.force(side);
    assert!((force.present | force.reserve).contains(transport), "{} rides in nothing", battle.name(team));
    let riders = battle.riders(transport);
    let models: u32 = members(side, riders).map(|rider| u32::from(battle.team(rider).models)).sum();
    assert!(models <= battle.profile(transport).capacity.into(), "{models} models aboard");
    let squads = members(side, riders).filter(|rider| !battle.is_officer(*rider)).map(|rider| battle.team(rider).squad);
    assert!(squads.clone().all(|squad| Some(squad) == squads.clone().next()), "one Squad is aboard");
    let officer = battle.team(team).officer;
    if officer != NOBODY {
        assert_eq!(battle.team(officer).carrier, transport, "officers ride with their Team");
    }
}

fn check_team(battle: &Battle<'_>, team: TeamId) {
    let (state, profile) = (battle.team(team), battle.profile(team));
    assert!(state.models > 0 && (!profile.is_vehicle() || state.hull > 0), "{}", battle.name(team));
    assert!(battle.setup.field.table().contains(state.at), "{:?}", state.at);
    assert!(state.carrier == NOBODY, "who stands on the table does not ride");
    assert!(profile.is_vehicle() || state.wounds < profile.wounds);
    if state.with != NOBODY {
        assert_eq!(battle.team(state.with).officer, team, "an officer is with one Team");
    }
    if state.officer != NOBODY {
        assert_eq!((battle.team(state.officer).with, battle.team(state.officer).shock), (team, state.shock));
    }
    let enemy = side_of(team).other();
    assert!(!battle.is_locked(team) || (battle.stands(team) && profile.fights()), "{}", battle.name(team));
    assert!(members(enemy, state.locked).all(|other| battle.stands(other)), "locked with who is there");
    if battle.decision == Decision::Spend {
        assert!(!battle.is_locked(team) || !battle.is_fleeing(team), "{} is locked and flees", battle.name(team));
        assert!(battle.fight.is_none() && battle.charge.is_none() && battle.sortie.is_none());
    }
    if !profile.is_vehicle() {
        let carried: u8 = state.loads.iter().map(|load| load.count).sum();
        assert_eq!(carried, state.models, "{}: each model carries one weapon", battle.name(team));
    }
}
