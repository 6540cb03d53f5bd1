//! What the table knows of the Teams of a game: their shapes, and the gaps between them (CW-GEO-02, R-05, R-89).

use super::profiles::{Body, Profile, Trait};
use super::state::{Battle, NOBODY, TeamId};
use crate::tabletop::plane::{Base, Disc, Facing, Point, distance, point_distance};

/// What comparisons of distances allow, in inches.
pub const ALLOWANCE: f64 = 0.01;

/// Radius of an officer alone.
const OFFICER_RADIUS: f64 = 0.5;

/// Radius of the disc of one trooper; a Team of more has it times the root of their number.
const TROOPER_RADIUS: f64 = 0.7;

/// What a Team covers of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stand {
    /// The disc of a Team on foot.
    Disc(Disc),
    /// The rectangle of a vehicle, its long side along its heading.
    Hull(Base),
}

impl Stand {
    /// Inches between the nearest points; 0 where they touch or overlap.
    #[must_use]
    pub fn gap(&self, other: &Self) -> f64 {
        match (self, other) {
            (Self::Disc(a), Self::Disc(b)) => (a.centre.distance(b.centre) - a.radius - b.radius).max(0.0),
            (Self::Disc(a), Self::Hull(b)) => distance(a, b),
            (Self::Hull(a), Self::Disc(b)) => distance(a, b),
            (Self::Hull(a), Self::Hull(b)) => distance(a, b),
        }
    }

    /// Inches to a point; 0 inside.
    #[must_use]
    pub fn gap_to(&self, point: Point) -> f64 {
        match self {
            Self::Disc(disc) => (disc.centre.distance(point) - disc.radius).max(0.0),
            Self::Hull(hull) => point_distance(point, hull),
        }
    }
}

impl Profile {
    /// Width and length of a vehicle in inches.
    #[must_use]
    pub fn hull_size(&self) -> [f64; 2] {
        if self.is(Trait::Flyer) {
            [4.0, 4.0]
        } else if self.is(Trait::Walker) {
            [2.5, 2.5]
        } else if self.role == "transport" && !self.is(Trait::AssaultRamp) {
            [2.5, 4.0]
        } else {
            [3.0, 4.0]
        }
    }
}

impl Battle<'_> {
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
        if profile.is_vehicle() {
            let [width, length] = profile.hull_size();
            let facing = Facing::from_degrees(90.0 - f64::from(heading));
            return Stand::Hull(Base { centre: at, facing, half_width: width / 2.0, half_depth: length / 2.0 });
        }
        let radius = match profile.body {
            Body::Officer => OFFICER_RADIUS,
            _ => TROOPER_RADIUS * f64::from(self.bulk(team)).sqrt(),
        };
        Stand::Disc(Disc { centre: at, radius })
    }

    /// Inches between two Teams (CW-GEO-02).
    #[must_use]
    pub fn gap(&self, a: TeamId, b: TeamId) -> f64 {
        self.stand(a).gap(&self.stand(b))
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::{enlist, setup, stand};
    use super::*;
    use crate::game::Side;

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
