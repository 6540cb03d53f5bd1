//! What a game begins with: the Squads of both sides, as they were bought.

use super::profiles::{Body, Trait};
use super::state::{Battle, Load, MOST_SQUADS, MOST_TEAMS, NO_WEAPON, Squad, Team, TeamId, bit, team_id};
use crate::game::Side;

impl Battle<'_> {
    /// Enlists a unit as printed, with all its Teams: a new Squad of a side, off the table. Flyers are in reserve, others wait for a
    /// die. Nothing where the side has no room for it.
    pub fn enlist(&mut self, side: Side, profile: u8) -> Option<u8> {
        let codex = &self.setup.codex;
        let unit = &self.setup.profiles[usize::from(profile)];
        let fighter = codex.fighters.get(usize::from(profile));
        let parts = fighter.map_or(1, |fighter| fighter.teams.len());
        let force = self.force(side);
        let (first, squad) = (usize::from(force.teams), usize::from(force.squads));
        if first + parts > MOST_TEAMS || squad >= MOST_SQUADS {
            return None;
        }
        let value = unit.cost / f64::from(if unit.is_vehicle() { unit.hull_points } else { unit.models });
        for part in 0..parts {
            let team = team_id(side, first + part);
            let mut state = Team { profile, part: part as u8, squad: squad as u8, worth: value, ..Team::NONE };
            let load = |weapon: usize, count: u8| Load { weapon: weapon as u8, other: NO_WEAPON, count };
            if let Some(fighter) = fighter {
                let carried = &fighter.teams[part].weapons;
                for (slot, (weapon, count)) in state.loads.iter_mut().zip(carried) {
                    *slot = load(*weapon, *count);
                }
                state.models = carried.iter().map(|(_, count)| *count).sum();
            } else {
                let vehicle = &codex.vehicles[usize::from(profile) - codex.fighters.len()];
                for (slot, weapon) in state.loads.iter_mut().zip(&vehicle.weapons) {
                    *slot = load(*weapon, 1);
                }
                (state.models, state.hull) = (1, vehicle.hull_points);
            }
            *self.team_mut(team) = state;
            let force = self.force_mut(side);
            force.teams += 1;
            if unit.is(Trait::Flyer) {
                force.reserve |= bit(team);
            } else {
                force.waiting |= bit(team);
            }
        }
        let teams = (first..first + parts).map(|place| team_id(side, place)).collect();
        let force = self.force_mut(side);
        force.squad_states[squad] = Squad { teams, most: parts as u8, ..Squad::NONE };
        force.squads += 1;
        Some(squad as u8)
    }

    /// How many models a Team counts as for the size of its disc: guns, bikes and creatures are larger.
    #[must_use]
    pub fn bulk(&self, team: TeamId) -> u8 {
        let models = self.team(team).models;
        match self.profile(team).body {
            Body::Battery | Body::Bikes => 2 * models,
            Body::Creature => 4 * models,
            Body::Infantry | Body::Officer | Body::Vehicle => models,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene;
    use super::*;

    #[test]
    fn cw_trn_08_a_unit_comes_as_a_squad_of_its_teams() {
        let setup = scene::setup();
        let mut battle = Battle::empty(&setup);
        let [levies, marshal, carrier, kestrel] = ["levy-rifles", "marshal", "redoubt-carrier", "kestrel"]
            .map(|name| battle.enlist(Side::B, setup.profile(name).unwrap()).unwrap());
        let force = battle.force(Side::B);
        let teams = |squad: u8| force.squad_states[usize::from(squad)].teams.members(Side::B).collect::<Vec<_>>();
        assert_eq!([levies, marshal, carrier, kestrel].map(teams), [vec![64, 65], vec![66], vec![67], vec![68]]);
        let gun = battle.team(65);
        assert_eq!((gun.models, gun.part, gun.loads[1].count, gun.loads[2]), (5, 1, 1, Load::NONE));
        assert_eq!((battle.team(67).hull, battle.team(67).loads[2].count, battle.worth_left(67)), (4, 1, 190.0));
        assert!((battle.worth(Side::B) - (65.0 + 90.0 + 190.0 + 105.0)).abs() < 1e-9);
        assert!(force.reserve == bit(68) && force.waiting.len() == 4);
    }

    #[test]
    fn a_side_takes_no_more_teams_than_it_has_room_for() {
        let setup = scene::setup();
        let mut battle = Battle::empty(&setup);
        let levies = setup.profile("levy-rifles").unwrap();
        let squads = (0..40).filter(|_| battle.enlist(Side::A, levies).is_some()).count();
        assert_eq!((squads, battle.force(Side::A).teams), (32, 64));
    }
}
