//! What a film is played on: ground with features, in the plane of a page.

use serde::Serialize;

/// A place: to the right, and down the page; in inches, or in hexes from side to side.
pub type At = [f64; 2];

/// Half the root of three: how far lines of hexes are apart, in hexes from side to side.
const LINE: f64 = 0.866_025_403_784_438_6;

/// The middle of a hex to its corners, in hexes from side to side: one over the root of three.
const CORNER: f64 = 0.577_350_269_189_625_8;

/// The ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// Width and depth.
    pub size: At,
    /// How ranges are measured on it.
    pub measure: Measure,
    /// What lies on it, in the order in which it is drawn.
    pub features: Vec<Feature>,
}

/// How ranges are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// In inches.
    Inches,
    /// In hexes with points above and below, which stand in rows.
    PointyHexes,
    /// In hexes with sides above and below, which stand in columns.
    FlatHexes,
}

/// Something that lies on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Feature {
    /// What it looks like.
    pub look: Look,
    /// Its outline.
    pub outline: Outline,
    /// What kind of ground it is, in the words of its game; empty where it is none.
    pub kind: String,
    /// What it is called.
    pub name: String,
}

impl Board {
    /// The kinds of ground that lie on it by what they look like, each once, in the order of [`Look`].
    #[must_use]
    pub fn kinds(&self) -> Vec<(Look, Vec<&str>)> {
        let of = |look: Look| {
            let mut kinds: Vec<&str> = Vec::new();
            for feature in self.features.iter().filter(|feature| feature.look == look && !feature.kind.is_empty()) {
                if !kinds.contains(&&*feature.kind) {
                    kinds.push(&feature.kind);
                }
            }
            kinds.sort_unstable();
            (look, kinds)
        };
        Look::ALL.iter().map(|look| of(*look)).filter(|(_, kinds)| !kinds.is_empty()).collect()
    }
}

/// An outline.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outline {
    /// The inside of these corners.
    Area(Vec<At>),
    /// A middle and a radius.
    Disc(At, f64),
    /// A line through these places.
    Line(Vec<At>),
}

/// Corners of an ellipse as it is drawn.
const CORNERS: u32 = 24;

impl Outline {
    /// A rectangle by its middle, its width and depth, and the degrees by which it is turned clockwise on the page.
    #[must_use]
    pub fn rectangle(middle: At, size: At, degrees: f64) -> Self {
        let [w, d] = size.map(|length| length / 2.0);
        Self::Area([[-w, -d], [w, -d], [w, d], [-w, d]].map(|corner| turned(middle, corner, degrees)).into())
    }

    /// The ellipse within such a rectangle.
    #[must_use]
    pub fn ellipse(middle: At, size: At, degrees: f64) -> Self {
        let [w, d] = size.map(|length| length / 2.0);
        let corner = |corner: u32| {
            let turn = f64::from(corner) / f64::from(CORNERS) * std::f64::consts::TAU;
            turned(middle, [w * libm::cos(turn), d * libm::sin(turn)], degrees)
        };
        Self::Area((0..CORNERS).map(corner).collect())
    }

    /// A straight line by its middle, its length, and the degrees by which it is turned clockwise from left and right.
    #[must_use]
    pub fn straight(middle: At, length: f64, degrees: f64) -> Self {
        Self::Line([-length / 2.0, length / 2.0].map(|along| turned(middle, [along, 0.0], degrees)).into())
    }
}

/// A place beside `middle`, turned about it clockwise on the page.
fn turned([x, y]: At, [right, down]: At, degrees: f64) -> At {
    let angle = degrees.to_radians();
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    [x + right * cos - down * sin, y + right * sin + down * cos]
}

crate::game::keyed::keyed! {
    /// What a feature looks like, whatever a game calls it.
    Look {
        /// Ground without anything.
        Open = "open",
        /// Sand, beaches, desert.
        Sand = "sand",
        /// Uneven or soft ground: swamp, broken ground, craters.
        Rough = "rough",
        /// Trees, hedges, whatever gives cover.
        Wood = "wood",
        /// Rivers, lakes, the sea.
        Water = "water",
        /// High ground.
        Hill = "hill",
        /// Rocks and all else that nothing enters.
        Rock = "rock",
        /// Houses, towns, ruins.
        Building = "building",
        /// Walls and fences.
        Wall = "wall",
        /// Roads, bridges, fords.
        Road = "road",
        /// Trenches, redoubts, forts.
        Works = "works",
        /// An area that a scenario names.
        Zone = "zone",
    }
}

impl Serialize for Look {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

/// Where hexes lie on the page. Columns and rows count from 0 in the north-west; odd rows lie half a hex to the east where hexes
/// stand in rows, odd columns half a hex to the south where they stand in columns.
#[derive(Clone, Copy, Debug)]
pub struct HexLayout {
    /// Whether hexes have flat sides above and below, and so stand in columns.
    pub flat: bool,
}

impl HexLayout {
    /// How far lines of hexes are apart, in hexes from side to side.
    pub const LINE: f64 = LINE;

    /// The middle of a hex.
    #[must_use]
    pub fn centre(self, column: u16, row: u16) -> At {
        let along = |place: u16, line: u16| f64::from(place) + 0.5 + 0.5 * f64::from(line % 2);
        let across = |line: u16| f64::from(line) * LINE + CORNER;
        if self.flat { [across(column), along(row, column)] } else { [along(column, row), across(row)] }
    }

    /// The six corners of a hex.
    #[must_use]
    pub fn corners(self, column: u16, row: u16) -> Vec<At> {
        let [x, y] = self.centre(column, row);
        let half = CORNER / 2.0;
        let pointy = [[0.0, -CORNER], [0.5, -half], [0.5, half], [0.0, CORNER], [-0.5, half], [-0.5, -half]];
        let turned = |[a, b]: At| if self.flat { [x - b, y + a] } else { [x + a, y + b] };
        pointy.map(turned).into()
    }

    /// The room that a board of hexes takes, the half hex by which every second line is shifted included.
    #[must_use]
    pub fn size(self, columns: u16, rows: u16) -> At {
        let along = |places: u16| f64::from(places) + 0.5;
        let across = |lines: u16| f64::from(lines.saturating_sub(1)) * LINE + 2.0 * CORNER;
        if self.flat { [across(columns), along(rows)] } else { [along(columns), across(rows)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn far(one: At, other: At) -> f64 {
        libm::hypot(one[0] - other[0], one[1] - other[1])
    }

    #[test]
    fn neighbours_are_one_hex_apart_and_share_two_corners() {
        for (layout, next) in [(HexLayout { flat: false }, (3, 4)), (HexLayout { flat: true }, (4, 3))] {
            let (one, other) = (layout.centre(3, 3), layout.centre(next.0, next.1));
            assert!((far(one, other) - 1.0).abs() < 1e-12, "{one:?} {other:?}");
            let corners = layout.corners(next.0, next.1);
            let shared = |corner: &At| corners.iter().any(|other| far(*corner, *other) < 1e-9);
            assert_eq!(layout.corners(3, 3).iter().filter(|corner| shared(corner)).count(), 2);
        }
    }

    #[test]
    fn every_corner_lies_within_the_size() {
        for layout in [HexLayout { flat: false }, HexLayout { flat: true }] {
            let [width, depth] = layout.size(5, 4);
            for (column, row) in (0..5).flat_map(|column| (0..4).map(move |row| (column, row))) {
                for [x, y] in layout.corners(column, row) {
                    assert!((-1e-9..=width + 1e-9).contains(&x) && (-1e-9..=depth + 1e-9).contains(&y), "{x} {y}");
                }
            }
        }
    }
}
