//! The decisions that players take.

use super::state::UnitId;
pub use crate::game::Refusal;
use crate::tabletop::hex::{Direction, HexIndex};

/// The steps of a move, packed: three bits a step below a leading one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Path(u64);

/// Most steps of a [`Path`].
pub const MOST_STEPS: usize = 20;

/// Code of the step that leaves the map in `breakthrough`.
const EXIT: u64 = 6;

/// One step of a [`Path`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathStep {
    /// Into the neighbouring hex.
    To(Direction),
    /// Off the map.
    Exit,
}

impl Path {
    /// The path of no step.
    pub const EMPTY: Path = Path(1);

    /// This path with one more step; at most [`MOST_STEPS`] fit.
    #[inline]
    #[must_use]
    pub fn then(self, direction: Direction) -> Path {
        debug_assert!(self.len() < MOST_STEPS);
        Path(self.0 << 3 | direction as u64)
    }

    /// This path with a last step off the map.
    #[inline]
    #[must_use]
    pub fn then_exit(self) -> Path {
        Path(self.0 << 3 | EXIT)
    }

    /// Number of steps.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        (63 - self.0.leading_zeros() as usize) / 3
    }

    /// Whether there is no step.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Step number `index`, from 0.
    #[inline]
    #[must_use]
    pub fn step(self, index: usize) -> PathStep {
        let code = self.0 >> (3 * (self.len() - 1 - index)) & 7;
        if code == EXIT { PathStep::Exit } else { PathStep::To(Direction::ALL[code as usize]) }
    }

    /// All steps, in order.
    pub fn steps(self) -> impl Iterator<Item = PathStep> {
        (0..self.len()).map(move |index| self.step(index))
    }
}

impl std::fmt::Debug for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.steps()).finish()
    }
}

/// What is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// A unit.
    Unit(UnitId),
    /// An empty hex (`frag-empty-hex`).
    Hex(HexIndex),
}

/// One unit's shot at a target, as declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shot {
    /// Who fires.
    pub unit: UnitId,
    /// Index of the fire mode.
    pub mode: u8,
    /// At whom.
    pub aim: Aim,
    /// The hex that takes the splash of a flamethrower, by its direction from the target hex; East for other weapons.
    pub splash: Direction,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Set-up: puts a unit into a hex.
    Place {
        /// The unit.
        unit: UnitId,
        /// Its hex.
        hex: HexIndex,
    },
    /// Set-up: starts a soldier riding.
    Mount {
        /// The soldier.
        unit: UnitId,
        /// The vehicle.
        carrier: UnitId,
    },
    /// Movement Phase: moves a unit step by step. It gets off if it rides, boards if the path ends in the hex of a
    /// vehicle of its side, and takes its riders along.
    Move {
        /// The unit.
        unit: UnitId,
        /// Its path.
        path: Path,
    },
    /// Movement Phase: flies a unit with a jet pack.
    Fly {
        /// The unit.
        unit: UnitId,
        /// Direction.
        direction: Direction,
        /// Hexes.
        length: u8,
    },
    /// Movement Phase: puts a unit on Overwatch.
    Watch {
        /// The unit.
        unit: UnitId,
    },
    /// Movement Phase: takes a unit off Overwatch.
    StandDown {
        /// The unit.
        unit: UnitId,
    },
    /// Ends the Movement Phase.
    EndMovement,
    /// Adds a shot to the attack being declared; the first one names the target.
    Shoot(Shot),
    /// Ends the declaration of an attack, and resolves it unless all attacks are declared first.
    Fire,
    /// Overwatch: lets the mover go on.
    Hold,
    /// Ends the Attack Phase.
    EndAttacks,
    /// Rolls to ignore a retreat.
    Stand,
    /// Accepts a retreat.
    GiveWay,
    /// Retreats along a path.
    Retreat {
        /// The path.
        path: Path,
    },
    /// Goes on with an attack that a leadership roll interrupted.
    Proceed,
    /// Throws the recovery dice.
    Recover,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_gives_back_its_steps() {
        let mut path = Path::EMPTY;
        assert!(path.is_empty() && path.is_empty());
        let steps: Vec<Direction> = (0..MOST_STEPS - 1).map(|i| Direction::ALL[i * 5 % 6]).collect();
        for step in &steps {
            path = path.then(*step);
        }
        path = path.then_exit();
        assert_eq!(path.len(), MOST_STEPS);
        let expected: Vec<PathStep> = steps.into_iter().map(PathStep::To).chain([PathStep::Exit]).collect();
        assert_eq!(path.steps().collect::<Vec<_>>(), expected);
    }
}
