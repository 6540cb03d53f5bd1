//! Hex boards of both orientations, their geometry, and search on them.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`Axial`] in `axial.rs` | hexes as vectors of whole numbers |
//! | [`Compass`] in `direction.rs` | the six directions of [`pointy`] and of [`flat`] boards |
//! | [`Grid`] in `grid.rs` | extent, indices, neighbours, distances, half-turns |
//! | [`HexNumber`] in `number.rs` | hex numbers such as `0905` |
//! | [`Aspect`] in `facing.rs` | front arc, flanks and rear |
//! | [`HexSide`] in `sides.rs` | hexsides such as `0905/SW`, and [maps](SideMap) of them |
//! | [`Lines`] in `line.rs` | straight lines: hexes passed, hexsides crossed |
//! | [`Distances`] in `distances.rs` | steps between all pairs of hexes |
//! | [`Path`] in `path.rs` | the way of a move, step by step |
//! | [`Reach`] in `reach.rs` | the hexes that a move can reach on a budget |

mod axial;
mod direction;
mod distances;
mod facing;
mod grid;
mod line;
mod number;
mod path;
mod reach;
mod sides;

pub use axial::Axial;
pub use direction::{Compass, flat, pointy};
pub use distances::Distances;
pub use facing::{Aspect, aspect};
pub use grid::Grid;
pub use line::{Crossing, LineOfSight, Lines, line};
pub use number::{HexError, HexNumber};
pub use path::{MOST_STEPS, Path, PathStep};
pub use pointy::Direction;
pub use reach::{Entry, Reach, StepCost};
pub use sides::{HexSide, SideMap, SideName};

/// Index of a hex in its grid.
pub type HexIndex = u16;

/// Stands for "no hex": off the map.
pub const NOWHERE: HexIndex = HexIndex::MAX;
