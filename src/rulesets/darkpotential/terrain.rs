//! Terrain: the catalogue of pieces, and pieces on a table (DP-TER, R-68 to R-70).

use super::combat::Grade;
use super::rules::Rules;
use crate::game::Diagnostic;
use crate::game::keyed::keyed;
use crate::tabletop::plane::{Area, Base, Edge, Facing, Outline, Point, Polygon, Shape, Turn, Vector};

/// Most pieces on a table.
pub const MOST_PIECES: usize = 200;

/// Thickness of the walls and slabs of ruins and buildings, inches.
pub const WALL: f64 = 0.25;

/// Inches by which the walls of a ruin rise above its upper floor.
pub const PARAPET: f64 = 0.5;

/// Width of the gap in each wall of a ruin, inches.
pub const GAP: f64 = 2.0;

/// Width and height of the doors of a building, inches.
pub const DOOR: [f64; 2] = [1.5, 2.0];

/// Width of windows, and inches above the floor from which and to which they reach.
pub const WINDOW: [f64; 3] = [1.5, 0.5, 1.5];

/// Inches of wall for each window.
pub const WALL_PER_WINDOW: f64 = 3.0;

keyed! {
    /// What a piece of terrain is made of.
    Category {
        /// Ground with an outline (DP-TER-01).
        Area = "area",
        /// Ground with walls on some sides, and an upper floor over one half.
        Ruin = "ruin",
        /// Walls with doors and windows, one room and a roof; no area terrain (DP-TER-02).
        Building = "building",
        /// A flat top between two slopes and two faces.
        Hill = "hill",
        /// A block with a top to stand on.
        Solid = "solid",
        /// A low and thin obstacle (DP-TER-04).
        Linear = "linear",
        /// A wall whose top is too narrow to stand on.
        HighWall = "high-wall",
    }
}

keyed! {
    /// What the outline of a piece is.
    Footprint {
        /// A disc.
        Disc = "disc",
        /// An ellipse, drawn with twelve corners.
        Ellipse = "ellipse",
        /// A rectangle.
        Rectangle = "rectangle",
        /// An ellipse or a rectangle, as it comes.
        Either = "ellipse-or-rectangle",
    }
}

/// An entry of the catalogue.
#[derive(Clone, Debug, PartialEq)]
pub struct TerrainType {
    /// Key in files.
    pub key: String,
    /// What it is made of.
    pub category: Category,
    /// What its outline is.
    pub footprint: Footprint,
    /// Least width and depth in inches.
    pub least: [f64; 2],
    /// Greatest width and depth in inches.
    pub most: [f64; 2],
    /// Height in inches: of a storey, where it is a ruin.
    pub height: f64,
    /// Cover that it grants (DP-TER-06).
    pub grade: Grade,
    /// Moving in it costs double (DP-TER-03).
    pub difficult: bool,
    /// Lines of sight that cross it are obscured.
    pub obscures: bool,
}

impl TerrainType {
    /// Whether it counts towards the area of terrain: linear obstacles and high walls do not.
    #[must_use]
    pub fn counts_as_area(&self) -> bool {
        !matches!(self.category, Category::Linear | Category::HighWall)
    }

    /// Whether bases must be able to pass between it and others of its kind.
    #[must_use]
    pub fn keeps_a_passage(&self) -> bool {
        !matches!(self.category, Category::Area | Category::Linear)
    }
}

/// A piece of terrain on a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its entry in the catalogue, with what the table has changed of it.
    pub kind: TerrainType,
    /// The rectangle of its width and depth.
    pub rectangle: Base,
    /// Its outline.
    pub outline: Shape,
    /// Sides of a ruin that have a wall.
    pub walls: [bool; 4],
    /// The side of a ruin along whose wall the upper floor lies; of other pieces it means nothing.
    pub floor: Edge,
}

/// The sides of a rectangle, clockwise from the front.
pub const SIDES: [Edge; 4] = [Edge::Front, Edge::Right, Edge::Rear, Edge::Left];

impl Piece {
    /// A piece whose outline is the disc, ellipse or rectangle of a width and depth. A ruin has walls on three sides, all but the
    /// rear, and its floor at the front.
    #[must_use]
    pub fn new(kind: &TerrainType, centre: Point, facing: Facing, [width, depth]: [f64; 2], round: bool) -> Self {
        let rectangle = Base { centre, facing, half_width: 0.5 * width, half_depth: 0.5 * depth };
        let outline = match (round, width == depth) {
            (true, true) => Shape::disc(centre, width),
            (true, false) => Shape::Polygon(ellipse(&rectangle)),
            (false, _) => Shape::from(rectangle),
        };
        Self { kind: kind.clone(), rectangle, outline, walls: [true, true, false, true], floor: Edge::Front }
    }

    /// Whether its outline is a disc or an ellipse, and not its rectangle.
    #[must_use]
    pub fn is_round(&self) -> bool {
        !matches!(&self.outline, Shape::Polygon(polygon) if polygon.points().len() == 4)
    }

    /// Square inches of its outline.
    #[must_use]
    pub fn area(&self) -> f64 {
        match &self.outline {
            Shape::Disc(disc) => std::f64::consts::PI * disc.radius * disc.radius,
            Shape::Polygon(polygon) => {
                let corners = polygon.points();
                let fan = |at: usize| (corners[at] - corners[0]).cross(corners[at + 1] - corners[0]);
                0.5 * (1..corners.len() - 1).map(fan).sum::<f64>()
            }
            Shape::Wall(_) => 0.0,
        }
    }

    /// The piece turned about a point.
    #[must_use]
    pub fn turned_about(&self, pivot: Point, turn: Turn) -> Self {
        let (rectangle, outline) = (self.rectangle.turned_about(pivot, turn), self.outline.turned_about(pivot, turn));
        Self { rectangle, outline, ..self.clone() }
    }

    /// Whether a ruin has a wall on this side.
    #[must_use]
    pub fn has_wall(&self, side: Edge) -> bool {
        SIDES.iter().zip(self.walls).any(|(other, wall)| *other == side && wall)
    }

    /// Whether a side belongs to the two long ones; of a square the left and right ones do.
    #[must_use]
    pub fn is_long(&self, side: Edge) -> bool {
        let across = matches!(side, Edge::Front | Edge::Rear);
        across == (self.rectangle.half_width > self.rectangle.half_depth)
    }

    /// Checks it against the rules: a linear obstacle is low and thin (DP-TER-04).
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, rules: &Rules) -> Result<(), Diagnostic> {
        if self.kind.category != Category::Linear {
            return Ok(());
        }
        let thickness = 2.0 * self.rectangle.half_depth.min(self.rectangle.half_width);
        for (what, has, limit) in
            [("high", self.kind.height, rules.linear_max_height), ("thick", thickness, rules.linear_max_thickness)]
        {
            if has >= limit {
                let message = format!("`{}` is {has} inches {what} and no linear obstacle", self.kind.key);
                return Err(Diagnostic::new(message).rule("DP-TER-04").allowing([format!("less than {limit} inches")]));
            }
        }
        Ok(())
    }
}

/// The polygon of twelve corners on an ellipse.
fn ellipse(rectangle: &Base) -> Polygon {
    let (ahead, right) =
        (rectangle.facing.ahead() * rectangle.half_depth, rectangle.facing.right() * rectangle.half_width);
    let corner = |at: usize| {
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * at as f64 / 12.0);
        let out: Vector = right * cos + ahead * sin;
        rectangle.centre + out
    };
    let corners: [Point; 12] = std::array::from_fn(corner);
    Polygon::new(&corners).expect("an ellipse is convex")
}

/// A table with its terrain.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The table.
    pub table: Area,
    /// What lies on it.
    pub pieces: Vec<Piece>,
}

impl Board {
    /// A bare table.
    #[must_use]
    pub fn bare(width: f64, depth: f64) -> Self {
        Self { table: Area::table(width, depth), pieces: Vec::new() }
    }

    /// Square inches of terrain, linear obstacles and high walls apart.
    #[must_use]
    pub fn area(&self) -> f64 {
        self.pieces.iter().filter(|piece| piece.kind.counts_as_area()).map(Piece::area).sum()
    }

    /// The same table measured in another unit, of which `scale` inches make one: everything on it is so much larger.
    #[must_use]
    pub fn measured_in(&self, scale: f64) -> Self {
        if scale == 1.0 {
            return self.clone();
        }
        let grown = |point: Point| Point::new(point.x / scale, point.y / scale);
        let pieces = self.pieces.iter().map(|piece| {
            let base = &piece.rectangle;
            let size = [base.half_width, base.half_depth].map(|half| 2.0 * half / scale);
            let mut kind = piece.kind.clone();
            kind.height /= scale;
            let larger = Piece::new(&kind, grown(base.centre), base.facing, size, piece.is_round());
            Piece { walls: piece.walls, floor: piece.floor, ..larger }
        });
        let table = Area { min: grown(self.table.min), max: grown(self.table.max) };
        Self { table, pieces: pieces.collect() }
    }

    /// The least distance of a point from a piece; infinite on a bare table.
    #[must_use]
    pub fn distance_from_terrain(&self, point: Point) -> f64 {
        let near = |least: f64, piece: &Piece| {
            let away = piece.outline.middle().distance(point) - piece.outline.reach();
            if away >= least { least } else { least.min(crate::tabletop::plane::point_distance(point, &piece.outline)) }
        };
        self.pieces.iter().fold(f64::INFINITY, near)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;
    use crate::rulesets::darkpotential::codex::Codex;

    fn kind(key: &str) -> TerrainType {
        Codex::built_in().terrain(key).unwrap().clone()
    }

    fn piece(key: &str, size: [f64; 2], round: bool) -> Piece {
        Piece::new(&kind(key), Point::new(20.0, 20.0), Facing::from_degrees(30.0), size, round)
    }

    #[test]
    fn dp_ter_04_linear_obstacles_are_low_and_thin() {
        let rules = Rules::default();
        assert_eq!(piece("wall", [6.0, 0.5], false).check(&rules), Ok(()));
        assert_eq!(piece("wall", [6.0, 1.0], false).check(&rules).unwrap_err().rule.as_deref(), Some("DP-TER-04"));
        let mut tall = piece("wall", [6.0, 0.5], false);
        tall.kind.height = 1.0;
        assert!(tall.check(&rules).is_err());
        assert_eq!(piece("rock", [4.0, 4.0], false).check(&rules), Ok(()));
    }

    #[test]
    fn outlines_have_their_areas() {
        assert!((piece("woods", [8.0, 10.0], false).area() - 80.0).abs() < 1e-9);
        assert!((piece("crater", [6.0, 6.0], true).area() - 9.0 * std::f64::consts::PI).abs() < 1e-9);
        // Twelve corners on an ellipse hold 3 a b square inches.
        assert!((piece("woods", [8.0, 10.0], true).area() - 60.0).abs() < 1e-9);
        let (wall, wood) = (piece("wall", [6.0, 0.5], false), piece("woods", [8.0, 10.0], false));
        let board = Board { table: Area::table(48.0, 48.0), pieces: vec![wall, wood] };
        assert!((board.area() - 80.0).abs() < 1e-9);
        assert_eq!(Board::bare(48.0, 48.0).distance_from_terrain(Point::new(1.0, 1.0)), f64::INFINITY);
        assert!(board.distance_from_terrain(Point::new(20.0, 20.0)) <= 0.0);
    }

    #[test]
    fn long_sides_are_told_from_short_ones() {
        let long = |size| SIDES.map(|side| piece("hill", size, false).is_long(side));
        assert_eq!(long([10.0, 8.0]), [true, false, true, false]);
        assert_eq!(long([8.0, 10.0]), [false, true, false, true]);
        assert_eq!(long([10.0, 10.0]), [false, true, false, true]);
    }

    #[test]
    fn dp_opt_03_in_centimetres_the_table_is_as_large_as_it_is() {
        let board = Board { table: Area::table(48.0, 36.0), pieces: vec![piece("crater", [6.0, 6.0], true)] };
        let metric = board.measured_in(1.0 / 2.54);
        assert!((metric.table.max.x - 121.92).abs() < 1e-9 && (metric.table.max.y - 91.44).abs() < 1e-9);
        assert!((metric.area() - board.area() * 2.54 * 2.54).abs() < 1e-6);
        assert_eq!(board.measured_in(1.0), board);
        let wood =
            Board { pieces: vec![piece("woods", [8.0, 10.0], true), piece("woods", [8.0, 10.0], false)], ..board };
        assert!((wood.measured_in(0.5).area() - 4.0 * wood.area()).abs() < 1e-6);
    }
}
