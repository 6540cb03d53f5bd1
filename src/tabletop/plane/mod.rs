//! The plane: a continuous table, in inches.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`vector`] | points, displacements, turns |
//! | [`facing`] | directions of the compass |
//! | [`segment`] | straight edges |
//! | [`outline`] | convex shapes: discs, polygons, what all shapes have in common |
//! | [`base`](mod@base) | rectangular bases with their edges |
//! | [`area`] | the table and strips of it |
//! | [`relate`] | overlap, distance, contact of two shapes |
//! | [`travel`] | straight moves against obstacles |
//! | [`wheel`] | turns about a point against obstacles |
//! | [`sight`] | lines of sight past obstacles |
//!
//! Results are the same to the bit on every machine: nothing is used but the four operations, square roots, and `libm`
//! for angles. Nothing here allocates.

pub mod area;
pub mod base;
pub mod facing;
pub mod outline;
pub mod relate;
pub mod segment;
pub mod sight;
pub mod travel;
pub mod vector;
pub mod wheel;

#[cfg(test)]
mod testing;

pub use area::Area;
pub use base::{Base, Corner, Edge};
pub use facing::Facing;
pub use outline::{
    Disc, MOST_CORNERS, Obstacle, Outline, Polygon, PolygonError, ROUNDING, Shape, greatest_width, least_width,
};
pub use relate::{
    Contact, Tolerances, contact, contains, covers, distance, edge_distance, nearer_than, outline_point, overlap,
    point_distance, touches_edge, within,
};
pub use segment::Segment;
pub use sight::{sees, sight_line, sight_line_within};
pub use travel::{Run, Stretch, first_clear, run, stretch};
pub use vector::{Hand, Point, Turn, Vector};
pub use wheel::{Measure, turn_until, turns_inside};
