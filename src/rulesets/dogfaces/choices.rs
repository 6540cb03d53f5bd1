//! The decisions that players take.

use super::state::UnitId;
pub use crate::game::Refusal;
pub use crate::tabletop::hex::MOST_STEPS;
use crate::tabletop::hex::{self, Direction, HexIndex};

/// The steps of a move.
pub type Path = hex::Path<Direction>;

/// One step of a [`Path`].
pub type PathStep = hex::PathStep<Direction>;

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
