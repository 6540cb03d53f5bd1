//! What the table knows of the Teams of a game: their shapes, the gaps between them, who sees whom, who is in the way (CW-GEO-02, R-05,
//!

use std::cell::RefCell;

use arrayvec::ArrayVec;

use super::field::sight::Target;
use super::field::ways::Ways;
use super::field::{Crowd, Land, Mover, Stand, team_radius};
use super::fire_lines::Sighting;
use super::profiles::{Body, Profile, Trait};
use super::scenarios::{TableEdge, own_edges};
use super::state::{Battle, MOST_TEAMS, NOBODY, TeamId, members, side_of};
use crate::game::Side;
use crate::tabletop::plane::Point;

/// What comparisons of distances allow, in inches.
pub const ALLOWANCE: f64 = super::field::REACH;

/// Radius of an officer alone.
const OFFICER_RADIUS: f64 = 0.5;

/// Inches beyond which nobody sees in drifting smoke.
const SMOKE_SIGHT: f64 = 18.0;

/// Stands of Teams of one side.
pub type Stands = ArrayVec<Stand, MOST_TEAMS>;

/// Where the vehicles of both sides stand.
pub(super) type Hulls = ArrayVec<Stand, { 2 * MOST_TEAMS }>;

impl Profile {
    /// Length and width of a vehicle in inches.
    #[must_use]
    pub fn hull_size(&self) -> [f64; 2] {
        if self.is(Trait::Flyer) {
            [4.0, 4.0]
        } else if self.is(Trait::Walker) {
            [2.5, 2.5]
        } else if self.role == "transport" && !self.is(Trait::AssaultRamp) {
            [4.0, 2.5]
        } else {
            [4.0, 3.0]
        }
    }
}

thread_local! {
    /// The memory of searches for ways, so that games are copied without it.
    static WAYS: RefCell<Ways> = RefCell::default();
}

/// Lends a memory of searches that is used again and again; a new one to who asks for it while it is lent.
pub(super) fn with_ways<T>(work: impl FnOnce(&mut Ways) -> T) -> T {
    WAYS.with(|ways| match ways.try_borrow_mut() {
        Ok(mut ways) => work(&mut ways),
        Err(_) => work(&mut Ways::default()),
    })
}

impl Battle<'_> {
    /// The table with what lies on it now.
    #[must_use]
    pub fn land(&self) -> Land<'_> {
        let land = self.setup.field.land(&self.additions);
        if self.smoke > 0 { land.seen_within(SMOKE_SIGHT) } else { land }
    }

    /// What a Team covers: an attached officer what his Team does, passengers what their transport does.
    #[must_use]
    pub fn stand(&self, team: TeamId) -> Stand {
        let state = self.team(team);
        if state.with != NOBODY {
            return self.stand(state.with);
        }
        if state.carrier != NOBODY {
            return self.stand(state.carrier);
        }
        self.stand_at(team, state.at, state.heading)
    }

    /// What a Team would cover at another place.
    #[must_use]
    pub fn stand_at(&self, team: TeamId, at: Point, heading: u16) -> Stand {
        let profile = self.profile(team);
        match profile.body {
            Body::Vehicle => {
                let [length, width] = profile.hull_size();
                Stand::facing(at, self.setup.facing(heading), length, width)
            }
            Body::Officer => Stand::disc(at, OFFICER_RADIUS),
            _ => Stand::disc(at, team_radius(self.bulk(team).into())),
        }
    }

    /// Inches between two Teams (CW-GEO-02).
    #[must_use]
    pub fn gap(&self, a: TeamId, b: TeamId) -> f64 {
        self.stand(a).gap(&self.stand(b))
    }

    /// How a Team moves; with an officer on foot nobody jumps.
    #[must_use]
    pub fn mover(&self, team: TeamId) -> Mover {
        let profile = self.profile(team);
        match profile.body {
            Body::Vehicle if profile.is(Trait::Walker) => Mover::Walker,
            Body::Vehicle if profile.is(Trait::Skimmer) || profile.is(Trait::Flyer) => Mover::Skimmer,
            Body::Vehicle => Mover::Wheels,
            Body::Creature if profile.is(Trait::Flyer) => Mover::Jump,
            Body::Bikes | Body::Creature => Mover::Mounted,
            _ if profile.is(Trait::Jump) && self.team(team).officer == NOBODY => Mover::Jump,
            _ => Mover::Foot,
        }
    }

    /// Inches that a Team moves, as the slower of it and its officer.
    #[must_use]
    pub fn speed(&self, team: TeamId) -> u8 {
        let officer = self.team(team).officer;
        let own = self.profile(team).speed;
        if officer == NOBODY { own } else { own.min(self.profile(officer).speed) }
    }

    /// Where the Teams of a side stand, one of them left out.
    #[must_use]
    pub fn stands_of(&self, side: Side, but: TeamId) -> Stands {
        let mut stands = Stands::new();
        self.add_stands(side, but, &mut stands);
        stands
    }

    /// Adds them to others.
    pub(super) fn add_stands(&self, side: Side, but: TeamId, stands: &mut Stands) {
        let teams = members(side, self.standing_teams(side)).filter(|team| *team != but);
        teams.for_each(|team| stands.push(self.stand(team)));
    }

    /// Does some work with all that is in the way of a Team.
    pub(super) fn among<T>(&self, team: TeamId, work: impl FnOnce(&Crowd<'_>) -> T) -> T {
        self.among_all(side_of(team), team, work)
    }

    /// Does some work with all that is in the way of a side, one of its Teams left out.
    pub(super) fn among_all<T>(&self, side: Side, but: TeamId, work: impl FnOnce(&Crowd<'_>) -> T) -> T {
        let (mut foes, mut friends) = (Stands::new(), Stands::new());
        self.add_stands(side.other(), NOBODY, &mut foes);
        self.add_stands(side, but, &mut friends);
        work(&Crowd { foes: &foes, friends: &friends })
    }

    /// A Team as others see it.
    #[must_use]
    pub fn seen_as(&self, team: TeamId) -> Target {
        Target { stand: self.stand(team), infantry: self.profile(team).is_infantry() }
    }

    /// Where vehicles stand: they cover who is behind them.
    pub(super) fn hulls(&self) -> Hulls {
        let mut hulls = Hulls::new();
        self.add_hulls(&mut hulls);
        hulls
    }

    /// Adds them to others.
    fn add_hulls(&self, hulls: &mut Hulls) {
        for side in Side::BOTH {
            for team in members(side, self.force(side).present) {
                if self.profile(team).is_vehicle() && !self.is_attached(team) {
                    hulls.push(self.stand(team));
                }
            }
        }
    }

    /// Whether a Team sees another one (CW-GEO-03).
    #[must_use]
    pub fn sees(&self, by: TeamId, target: TeamId) -> bool {
        self.land().sees(&self.stand(by), &self.stand(target))
    }

    /// How a Team sees another one, elsewhere than it stands if need be (CW-GEO-03).
    #[must_use]
    pub fn sighting(&self, by: TeamId, target: TeamId) -> Sighting {
        let mut hulls = Hulls::new();
        self.add_hulls(&mut hulls);
        let (from, seen_as) = (self.stand(by), self.seen_as(target));
        let cover = self.land().sight(&from, &seen_as, &hulls);
        // What is lobbed over what hides its target has it in the cover that it stands in.
        let unseen = || self.land().cover(&from, &seen_as, &hulls);
        let seen = cover.is_some();
        Sighting { inches: from.gap(&seen_as.stand), seen, cover: cover.unwrap_or_else(unseen) }
    }

    /// The own edges of a side.
    #[must_use]
    pub fn own_edges(&self, side: Side) -> &'static [TableEdge] {
        own_edges(self.setup.scenario, self.setup.rules.flank_edges, side)
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::{enlist, setup, stand};
    use super::*;
    use crate::game::Side;

    #[test]
    fn cw_geo_02_hulls_are_as_large_as_their_kind() {
        let setup = setup();
        let mut battle = Battle::empty(&setup);
        for (unit, size) in
            [("rampart", [4.0, 3.0]), ("mule", [4.0, 2.5]), ("strider", [2.5, 2.5]), ("kestrel", [4.0, 4.0])]
        {
            let team = enlist(&mut battle, Side::A, unit);
            assert_eq!(battle.profile(team).hull_size(), size, "{unit}");
        }
    }

    #[test]
    fn cw_geo_02_distances_run_from_edge_to_edge() {
        let setup = setup();
        let mut battle = Battle::empty(&setup);
        let [levies, guns, riders, rampart, marshal] =
            ["levy-rifles", "mortar-battery", "outriders", "rampart", "marshal"]
                .map(|unit| enlist(&mut battle, Side::A, unit));
        for (team, x) in [(levies, 10.0), (guns, 20.0), (riders, 30.0), (rampart, 40.0), (marshal, 10.0)] {
            stand(&mut battle, team, x, 10.0);
        }
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a}, not {b}");
        near(battle.gap(levies, guns), 10.0 - 0.7 * (5.0_f64.sqrt() + 6.0_f64.sqrt()));
        near(battle.gap(riders, rampart), 10.0 - 0.7 * 8.0_f64.sqrt() - 2.0);
        near(battle.stand(rampart).gap_to(Point::new(40.0, 20.0)), 8.5);
        battle.teams[usize::from(rampart)].heading = 90;
        near(battle.stand(rampart).gap_to(Point::new(40.0, 20.0)), 8.0);
        near(battle.gap(marshal, guns), 10.0 - 0.5 - 0.7 * 6.0_f64.sqrt());
        (battle.teams[usize::from(marshal)].with, battle.teams[usize::from(levies)].officer) = (levies, marshal);
        near(battle.gap(marshal, guns), battle.gap(levies, guns));
    }
}
