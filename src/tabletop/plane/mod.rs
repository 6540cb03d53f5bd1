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
//! | [`arc`] | arcs of sight and fire |
//! | [`relate`] | overlap, distance, contact of two shapes |
//! | [`patch`](mod@patch) | outlines of fixed size that are asked often |
//! | [`terrain`] | features on a table, and placing them by chance |
//! | [`travel`] | straight moves against obstacles |
//! | [`wheel`] | turns about a point against obstacles |
//! | [`route`] | cheapest routes of a disc among obstacles, over slow ground |
//! | [`sight`] | lines of sight past obstacles, in plan and through the air; what they cross |
//!
//! Results are the same to the bit on every machine: nothing is used but the four operations, square roots, and `libm`
//! for angles. Nothing here allocates, but that a route finder and its cost map grow until they fit.

pub mod arc;
pub mod area;
pub mod base;
pub mod facing;
pub mod outline;
pub mod patch;
pub mod relate;
pub mod route;
pub mod segment;
pub mod sight;
pub mod terrain;
pub mod travel;
pub mod vector;
pub mod wheel;

#[cfg(test)]
mod testing;

pub use arc::Arc;
pub use area::Area;
pub use base::{Base, Corner, Edge};
pub use facing::Facing;
pub use outline::{
    Disc, MOST_CORNERS, Obstacle, Outline, Polygon, PolygonError, ROUNDING, Shape, Wall, greatest_width, least_width,
};
pub use patch::{Form, Patch, inside_rectangle};
pub use relate::{
    Contact, Tolerances, contact, contains, covers, distance, edge_distance, nearer_than, outline_point, overlap,
    point_distance, touches_edge, touching, within,
};
pub use route::{Bend, CostMap, Leg, MOST_LEGS, Mark, Reach, Route, RouteFinder, SLACK, Spot};
pub use segment::Segment;
pub use sight::{
    Aloft, Body, Hidden, Ray, Rim, crossed, inches_inside, nearest_line, sees, sight_grid, sight_line,
    sight_line_within, silhouette,
};
pub use terrain::{Feature, Features, Ground, Limits, Misplaced, random_facing, random_point};
pub use travel::{Run, Stretch, first_clear, run, stretch};
pub use vector::{Hand, Point, Turn, Vector, greater, lesser};
pub use wheel::{Measure, turn_until, turns_inside};
