//! The six directions from a hex to its neighbours, of pointy-top and of flat-top boards.

use std::fmt::Debug;
use std::hash::Hash;

use super::Axial;

/// The six directions of one orientation of hexes: [`pointy::Direction`] or [`flat::Direction`].
///
/// Boards, hexsides and arcs are generic over it, so that the directions of one orientation cannot be used on a board of
/// the other.
pub trait Compass: Copy + Debug + Ord + Hash + Send + Sync + 'static {
    /// All six, in the order of their indices; the opposite of each stands three places on.
    const ALL: [Self; 6];

    /// Whether the hexes have flat sides above and below, and so stand in columns; else they have points there, and stand
    /// in rows.
    const FLAT_TOP: bool;

    /// Place in [`Compass::ALL`].
    #[must_use]
    fn index(self) -> usize;

    /// One step this way.
    #[must_use]
    fn step(self) -> Axial;

    /// Initials: `N`, `NE`, ...
    #[must_use]
    fn name(self) -> &'static str;

    /// The direction so many sixths of a turn clockwise from this one, seen from above.
    #[must_use]
    fn turned(self, sixths: i32) -> Self;

    /// The direction of a step.
    ///
    /// Gives none when `step` does not lead to a neighbour.
    #[must_use]
    fn of_step(step: Axial) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.step() == step)
    }

    /// The direction of these initials.
    #[must_use]
    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.name() == name)
    }
}

/// States the six directions of an orientation: whether flat-top, how many places on in the order the next direction
/// clockwise stands, and name, initials and step of each.
macro_rules! directions {
    ($about:literal, $order:literal, $flat_top:literal, $clockwise:literal, $($variant:ident $name:literal ($q:literal, $r:literal)),*) => {
        #[doc = $about]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Direction { $($variant),* }

        impl Direction {
            #[doc = $order]
            pub const ALL: [Direction; 6] = [$(Direction::$variant),*];

            /// One step this way.
            #[must_use]
            pub const fn step(self) -> Axial {
                match self { $(Direction::$variant => Axial::new($q, $r)),* }
            }

            /// Initials.
            #[must_use]
            pub const fn name(self) -> &'static str {
                [$($name),*][self as usize]
            }

            /// The direction so many sixths of a turn clockwise from this one, seen from above; counterclockwise when
            /// negative.
            #[must_use]
            pub const fn turned(self, sixths: i32) -> Self {
                Self::ALL[(self as usize + $clockwise * sixths.rem_euclid(6) as usize) % 6]
            }

            /// The direction back.
            #[must_use]
            pub const fn opposite(self) -> Self {
                self.turned(3)
            }
        }

        impl Compass for Direction {
            const ALL: [Self; 6] = Self::ALL;
            const FLAT_TOP: bool = $flat_top;

            #[inline]
            fn index(self) -> usize {
                self as usize
            }

            #[inline]
            fn step(self) -> Axial {
                self.step()
            }

            fn name(self) -> &'static str {
                self.name()
            }

            #[inline]
            fn turned(self, sixths: i32) -> Self {
                self.turned(sixths)
            }
        }
    };
}

/// Pointy-top hexes: rows, the odd ones shifted half a hex east when counted from 0.
pub mod pointy {
    use super::{Axial, Compass};

    /// A board of pointy-top hexes.
    pub type Grid = super::super::Grid<Direction>;

    directions!(
        "One of the six directions on a board of pointy-top hexes.",
        "All six, in the order E, NE, NW, W, SW, SE: counterclockwise.",
        false, 5,
        East "E" (1, 0), NorthEast "NE" (1, -1), NorthWest "NW" (0, -1),
        West "W" (-1, 0), SouthWest "SW" (-1, 1), SouthEast "SE" (0, 1)
    );
}

/// Flat-top hexes: columns, the odd ones shifted half a hex south when counted from 0.
///
/// ```
/// use evenodds::tabletop::hex::flat::Direction;
///
/// assert_eq!(Direction::North.turned(1), Direction::NorthEast);
/// assert_eq!(Direction::North.turned(-2), Direction::SouthWest);
/// assert_eq!(Direction::NorthEast.opposite().name(), "SW");
/// ```
pub mod flat {
    use super::{Axial, Compass};

    /// A board of flat-top hexes.
    pub type Grid = super::super::Grid<Direction>;

    directions!(
        "One of the six directions on a board of flat-top hexes.",
        "All six, in the order N, NE, SE, S, SW, NW: clockwise.",
        true, 1,
        North "N" (-1, 0), NorthEast "NE" (-1, 1), SouthEast "SE" (0, 1),
        South "S" (1, 0), SouthWest "SW" (1, -1), NorthWest "NW" (0, -1)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<D: Compass>(names: [&str; 6]) {
        assert_eq!(D::ALL.map(D::name), names);
        for (index, direction) in D::ALL.into_iter().enumerate() {
            assert_eq!(direction.index(), index);
            assert_eq!(D::named(direction.name()), Some(direction));
            assert_eq!(D::of_step(direction.step()), Some(direction));
            assert_eq!(direction.step().length(), 1);
            assert_eq!(direction.step() + direction.turned(3).step(), Axial::default());
            assert_eq!(direction.turned(-1).step() + direction.turned(1).step(), direction.step());
            assert_eq!(direction.turned(i32::MIN).turned(i32::MAX), direction.turned(-1));
            assert_eq!(D::ALL[(index + 3) % 6], direction.turned(3));
        }
        assert_eq!(D::named("NNE"), None);
        assert_eq!(D::of_step(Axial::new(1, 1)), None);
    }

    #[test]
    fn directions_have_names_steps_and_opposites() {
        check::<pointy::Direction>(["E", "NE", "NW", "W", "SW", "SE"]);
        check::<flat::Direction>(["N", "NE", "SE", "S", "SW", "NW"]);
    }

    #[test]
    fn turns_are_clockwise_on_both_kinds_of_board() {
        assert_eq!(pointy::Direction::East.turned(1), pointy::Direction::SouthEast);
        assert_eq!(pointy::Direction::NorthWest.turned(2), pointy::Direction::East);
        assert_eq!(flat::Direction::North.turned(1), flat::Direction::NorthEast);
        assert_eq!(flat::Direction::NorthWest.turned(2), flat::Direction::NorthEast);
        assert_eq!(flat::Direction::North.opposite(), flat::Direction::South);
    }
}
