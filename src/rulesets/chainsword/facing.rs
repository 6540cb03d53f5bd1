//! Facings of vehicles: which armour a shooter sees.

use crate::tabletop::plane::{Facing as Heading, Point};

/// Angles that differ by less are equal, in degrees.
const HAIR: f64 = 1e-9;

/// A side of a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    /// Front armour.
    Front,
    /// Side armour.
    Side,
    /// Rear armour.
    Rear,
}

impl Facing {
    /// All facings with their keys.
    pub const ALL: [(&'static str, Facing); 3] =
        [("front", Facing::Front), ("side", Facing::Side), ("rear", Facing::Rear)];

    /// The facing that a shooter sees of a vehicle; on a line between two arcs the one better for the vehicle (CW-GEO-04). Who
    /// is right over it counts as if he were east of it.
    #[must_use]
    pub fn seen(vehicle: Point, heading: Heading, shooter: Point) -> Self {
        let way = Heading::along(shooter - vehicle).unwrap_or(Heading::EAST);
        match heading.radians_to(way).abs().to_degrees() {
            off if off <= 45.0 + HAIR => Self::Front,
            off if off <= 135.0 + HAIR => Self::Side,
            _ => Self::Rear,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cw_geo_04_on_a_line_between_arcs_the_better_armour_counts() {
        let vehicle = Point::new(10.0, 10.0);
        let seen = |degrees: f64| {
            let heading = Heading::from_degrees(30.0);
            Facing::seen(vehicle, heading, vehicle + Heading::from_degrees(30.0 + degrees).ahead() * 12.0)
        };
        let sides = [0.0, 45.0, 45.1, 135.0, 135.1, 180.0].map(|degrees| {
            assert_eq!(seen(degrees), seen(-degrees));
            seen(degrees)
        });
        use Facing::{Front, Rear, Side};
        assert_eq!(sides, [Front, Front, Side, Side, Rear, Rear]);
    }
}
