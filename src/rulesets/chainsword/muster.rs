//! What a game begins with: the Squads of both sides, as they were bought.

use super::army::{Reserve, Roster};
use super::events::LogEntry;
use super::profiles::{Body, Trait};
use super::rules::DeepStrike;
use super::state::{Battle, Load, MOST_SQUADS, MOST_TEAMS, NO_WEAPON, NOBODY, Team, TeamId, bit, side_of, team_id};
use crate::game::{Observer, Side, UnitStat};

impl Battle<'_> {
    /// Enlists a unit as printed, with all its Teams: a new Squad of a side, off the table. Flyers are in reserve, others wait for a
    /// die. Nothing where the side has no room for it.
    pub fn enlist(&mut self, side: Side, profile: u8) -> Option<u8> {
        let reserve = self.setup.profiles[usize::from(profile)].is(Trait::Flyer);
        self.enlist_with(side, profile, &[], reserve)
    }

    /// Enlists a unit with these options, by index in the codex: a new Squad of a side, off the table, in reserve or waiting
    /// for a die. Nothing where the side has no room for it.
    pub fn enlist_with(&mut self, side: Side, profile: u8, options: &[u8], reserve: bool) -> Option<u8> {
        let teams = self.setup.codex.fielded(profile.into(), options).len();
        let force = self.force(side);
        if usize::from(force.teams) + teams > MOST_TEAMS || usize::from(force.squads) >= MOST_SQUADS {
            return None;
        }
        let squad = self.force(side).squads;
        self.force_mut(side).squads += 1;
        for part in 0..teams as u8 {
            let team = self.enlist_team(side, squad, profile, options, part);
            let force = self.force_mut(side);
            let set = if reserve { &mut force.reserve } else { &mut force.waiting };
            *set |= bit(team);
        }
        Some(squad)
    }

    /// Enlists a Team of a unit with these options into a Squad of a side, of which there is one; it is nowhere yet.
    pub(super) fn enlist_team(&mut self, side: Side, squad: u8, profile: u8, options: &[u8], part: u8) -> TeamId {
        let codex = &self.setup.codex;
        let unit = &self.setup.profiles[usize::from(profile)];
        let fielded = codex.fielded(profile.into(), options);
        let value = codex.unit_type(profile.into()).value()
            + options.iter().map(|option| codex.options[usize::from(*option)].value).sum::<f64>();
        let models: u8 = fielded.iter().map(|team| team.models).sum();
        let worth = value / f64::from(if unit.is_vehicle() { unit.hull_points } else { models });
        let fielded = &fielded[usize::from(part)];
        let mut state = Team { profile, part, squad, worth, ..Team::NONE };
        let loads = fielded.arms.iter().flat_map(|arms| {
            let load = |count| Load {
                weapon: arms.weapons[0] as u8,
                other: arms.weapons.get(1).map_or(NO_WEAPON, |other| *other as u8),
                count,
            };
            // Weapons of a hull are lost one by one.
            let (lines, count) = if unit.is_vehicle() { (arms.count, 1) } else { (1, arms.count) };
            std::iter::repeat_n(load(count), usize::from(lines))
        });
        for (slot, load) in state.loads.iter_mut().zip(loads) {
            *slot = load;
        }
        (state.models, state.hull) = (fielded.models, unit.hull_points);
        let team = team_id(side, self.force(side).teams.into());
        *self.team_mut(team) = state;
        let force = self.force_mut(side);
        force.teams += 1;
        let own = &mut force.squad_states[usize::from(squad)];
        own.teams |= bit(team);
        own.most += 1;
        team
    }

    /// Names a transport for a Squad: both are Squads of the side.
    pub(super) fn name_transport(&mut self, side: Side, squad: u8, transport: u8) {
        let force = self.force_mut(side);
        let carrier = force.squad_states[usize::from(transport)].teams.members(side).next();
        force.squad_states[usize::from(squad)].transport = carrier.unwrap_or(NOBODY);
    }

    /// Enlists a whole list, Squad by Squad in its order, with options, transports and reserves (CW-DEP-09). Nothing is in
    /// reserve by Deep Strike where it is switched off (CW-DEP-10).
    pub fn muster(&mut self, side: Side, roster: &Roster) {
        let strikes = self.setup.rules.deep_strike == DeepStrike::Base;
        for (unit, squad) in roster.units.iter().zip(&roster.own.squads) {
            let reserve = squad.reserve.is_some_and(|way| way != Reserve::DeepStrike || strikes);
            self.enlist_with(side, *unit, &squad.options, reserve);
        }
        self.force_mut(side).listed = self.force(side).squads;
        for (place, squad) in roster.own.squads.iter().enumerate() {
            if let Some(transport) = squad.transport {
                self.name_transport(side, place as u8, transport);
            }
        }
    }

    /// Counts something of a Team for its Squad; what has come as support is in no list, and is not counted.
    pub(super) fn count<C: Observer<LogEntry>>(&self, team: TeamId, stat: UnitStat, amount: i64, observer: &mut C) {
        let squad = self.team(team).squad;
        if squad < self.own_force(team).listed {
            observer.count(side_of(team), squad.into(), stat, amount);
        }
    }

    /// How many models a Team counts as for the size of its disc: guns, bikes and creatures are larger.
    #[must_use]
    pub fn bulk(&self, team: TeamId) -> u8 {
        self.bulk_of(team, self.team(team).models)
    }

    /// The same for so many of its models.
    #[must_use]
    pub fn bulk_of(&self, team: TeamId, models: u8) -> u8 {
        match self.profile(team).body {
            Body::Battery | Body::Bikes => 2 * models,
            Body::Creature => 4 * models,
            Body::Infantry | Body::Officer | Body::Vehicle => models,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::codex::Scenario;
    use super::super::state::members;
    use super::super::{army, scene};
    use super::*;
    use crate::game::Source;

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

    #[test]
    fn cw_dep_09_a_list_is_mustered_with_options_transports_and_reserves() {
        let setup = scene::setup();
        let list = |name: &str| {
            let source = Source::called(name, army::built_in()).unwrap();
            Roster::read(&setup.codex, &setup.rules, &source).unwrap()
        };
        let mut battle = Battle::empty(&setup);
        battle.muster(Side::A, &list("armoured-column"));
        battle.muster(Side::B, &list("airborne-raiders"));
        let force = battle.force(Side::A);
        let of = |side, name: &str| -> Vec<TeamId> {
            battle.all_units().filter(|team| side_of(*team) == side && battle.profile(*team).name == name).collect()
        };
        let squad = |team: TeamId| battle.squad_of(team);
        let mules = of(Side::A, "mule");
        let levies = of(Side::A, "levy-rifles");
        assert_eq!([levies[0], levies[2], levies[4]].map(|team| squad(team).transport), mules[..]);
        assert!(force.reserve.is_empty() && (battle.worth(Side::A) - 1000.0).abs() < 1e-6);
        let lance = setup.codex.weapons.iter().position(|weapon| weapon.name == "rail-lance").unwrap() as u8;
        assert_eq!(battle.team(of(Side::A, "rampart")[0]).loads[1], Load { weapon: lance, other: NO_WEAPON, count: 1 });
        let reserves: Vec<&str> =
            members(Side::B, battle.force(Side::B).reserve).map(|team| battle.profile(team).name.as_str()).collect();
        assert_eq!(reserves, ["bulwark-guard", "falconers", "falconers", "falconers", "falconers", "outriders"]);
        let off = scene::setup_of(Scenario::Patrol, &[("deep-strike", "off")]);
        let mut grounded = Battle::empty(&off);
        grounded.muster(Side::B, &list("airborne-raiders"));
        assert_eq!(grounded.force(Side::B).reserve.len(), 1, "CW-DEP-10: only the flank march");
        // A launcher has two rounds.
        let mut foot = Battle::empty(&setup);
        foot.muster(Side::A, &list("levy-foot"));
        let gun = foot.team(1).loads;
        assert!(gun[0].other == NO_WEAPON && gun[1].other != NO_WEAPON && gun[1].count == 1, "{gun:?}");
    }
}
