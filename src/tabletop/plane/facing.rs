//! The way a base faces.

use super::vector::{Turn, Vector};

/// A direction of the compass, kept as the unit vector that points ahead.
///
/// Quarter turns are exact, and so is turning round: bases that were aligned by quarter turns stay aligned to the bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facing(Vector);

impl Facing {
    /// Along the y axis.
    pub const NORTH: Facing = Facing(Vector::new(0.0, 1.0));
    /// Along the x axis.
    pub const EAST: Facing = Facing(Vector::new(1.0, 0.0));
    /// Against the y axis.
    pub const SOUTH: Facing = Facing(Vector::new(0.0, -1.0));
    /// Against the x axis.
    pub const WEST: Facing = Facing(Vector::new(-1.0, 0.0));

    /// From degrees clockwise from north; whole quarters are exact.
    #[must_use]
    pub fn from_degrees(degrees: f64) -> Self {
        let quarters = (degrees / 90.0).round();
        let rest = degrees - quarters * 90.0;
        let north = Facing::NORTH.quarters((quarters % 4.0) as i32);
        if rest == 0.0 { north } else { north.turned(Turn::clockwise(rest.to_radians())) }
    }

    /// Degrees clockwise from north, at least 0 and below 360.
    #[must_use]
    pub fn degrees(self) -> f64 {
        let degrees = libm::atan2(self.0.x, self.0.y).to_degrees();
        // Less than half a step below zero would round up to 360.
        if degrees >= 0.0 || degrees + 360.0 >= 360.0 { degrees.max(0.0) } else { degrees + 360.0 }
    }

    /// The way this vector points; none for a vector without direction.
    #[inline]
    #[must_use]
    pub fn along(vector: Vector) -> Option<Self> {
        vector.unit().map(Facing)
    }

    /// The unit vector that points ahead.
    #[inline]
    #[must_use]
    pub fn ahead(self) -> Vector {
        self.0
    }

    /// The unit vector that points to the right hand.
    #[inline]
    #[must_use]
    pub fn right(self) -> Vector {
        self.0.right()
    }

    /// Turned clockwise by so many quarters, exact.
    #[inline]
    #[must_use]
    pub fn quarters(self, quarters: i32) -> Self {
        match quarters.rem_euclid(4) {
            0 => self,
            1 => Facing(self.0.right()),
            2 => Facing(-self.0),
            _ => Facing(self.0.left()),
        }
    }

    /// Facing the other way, exact.
    #[inline]
    #[must_use]
    pub fn reversed(self) -> Self {
        Facing(-self.0)
    }

    /// Turned.
    #[must_use]
    pub fn turned(self, turn: Turn) -> Self {
        let vector = self.0.turned(turn);
        // Many turns in a row do not wear the length down.
        Facing(vector.unit().unwrap_or(vector))
    }

    /// Radians to turn clockwise to face as `other` does, above minus and up to plus half a turn.
    #[must_use]
    pub fn radians_to(self, other: Facing) -> f64 {
        libm::atan2(other.0.cross(self.0), self.0.dot(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    #[test]
    fn quarters_are_exact() {
        let quarters = [Facing::NORTH, Facing::EAST, Facing::SOUTH, Facing::WEST];
        for (at, facing) in quarters.into_iter().enumerate() {
            let degrees = 90.0 * at as f64;
            assert_eq!(Facing::from_degrees(degrees), facing);
            assert_eq!(Facing::from_degrees(degrees - 720.0), facing);
            assert_eq!(facing.degrees(), degrees);
            assert_eq!(Facing::NORTH.quarters(at as i32 - 8), facing);
            assert_eq!(facing.right(), facing.quarters(1).ahead());
            assert_eq!(facing.reversed(), facing.quarters(2));
        }
        assert_eq!(Facing::from_degrees(-1e-300).degrees(), 0.0);
    }

    proptest! {
        #[test]
        fn degrees_turn_clockwise_from_north(degrees in 0.0..360.0f64, by in -3.1..3.1f64) {
            let facing = Facing::from_degrees(degrees);
            prop_assert!((facing.degrees() - degrees).abs() < 1e-9);
            let ahead = facing.ahead();
            prop_assert!((ahead.x - libm::sin(degrees.to_radians())).abs() < 1e-12);
            prop_assert!((ahead.y - libm::cos(degrees.to_radians())).abs() < 1e-12);
            prop_assert!((facing.radians_to(facing.turned(Turn::clockwise(by))) - by).abs() < 1e-12);
        }
    }
}
