//! Maps of pointy-top hexes.
//!
//! Rows are counted from 0 at the north edge; odd rows are shifted half a hex east. A hex is addressed by its index
//! `row * width + column` inside a [`Grid`], by `[column, row]` in files, and by [`Axial`] coordinates in geometry.

use std::ops::{Add, Sub};

/// Axial coordinates: `q` grows eastwards along a row, `r` southwards from row to row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Axial {
    /// East.
    pub q: i16,
    /// South-east.
    pub r: i16,
}

impl Axial {
    /// The hex at `(q, r)`.
    #[must_use]
    pub const fn new(q: i16, r: i16) -> Self {
        Self { q, r }
    }

    /// Steps from the origin to this hex.
    #[must_use]
    pub fn length(self) -> u16 {
        let (q, r) = (self.q, self.r);
        q.abs().max(r.abs()).max((q + r).abs()).unsigned_abs()
    }

    /// Cube coordinates: three numbers that add up to 0.
    fn cube(self) -> [i64; 3] {
        let (x, z) = (i64::from(self.q), i64::from(self.r));
        [x, -x - z, z]
    }
}

impl Add for Axial {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.q + other.q, self.r + other.r)
    }
}

impl Sub for Axial {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.q - other.q, self.r - other.r)
    }
}

/// One of the six directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Direction {
    East = 0,
    NorthEast = 1,
    NorthWest = 2,
    West = 3,
    SouthWest = 4,
    SouthEast = 5,
}

impl Direction {
    /// All six, in the order E, NE, NW, W, SW, SE.
    pub const ALL: [Direction; 6] = [
        Direction::East,
        Direction::NorthEast,
        Direction::NorthWest,
        Direction::West,
        Direction::SouthWest,
        Direction::SouthEast,
    ];

    /// One step this way.
    #[must_use]
    pub const fn step(self) -> Axial {
        match self {
            Direction::East => Axial::new(1, 0),
            Direction::NorthEast => Axial::new(1, -1),
            Direction::NorthWest => Axial::new(0, -1),
            Direction::West => Axial::new(-1, 0),
            Direction::SouthWest => Axial::new(-1, 1),
            Direction::SouthEast => Axial::new(0, 1),
        }
    }

    /// `E`, `NE`, `NW`, `W`, `SW` or `SE`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["E", "NE", "NW", "W", "SW", "SE"][self as usize]
    }
}

/// Index of a hex in its grid.
pub type HexIndex = u16;

/// Stands for "no hex": off the map.
pub const NOWHERE: HexIndex = HexIndex::MAX;

/// The extent of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Grid {
    /// Number of hexes.
    #[must_use]
    pub fn len(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Whether there is no hex at all.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The hex in this column and row, if it is on the map.
    #[must_use]
    pub fn at(self, column: i32, row: i32) -> Option<HexIndex> {
        let on_map = (0..i32::from(self.width)).contains(&column) && (0..i32::from(self.height)).contains(&row);
        on_map.then(|| (row * i32::from(self.width) + column) as HexIndex)
    }

    /// Column of a hex.
    #[must_use]
    pub fn column(self, hex: HexIndex) -> u16 {
        hex % self.width
    }

    /// Row of a hex.
    #[must_use]
    pub fn row(self, hex: HexIndex) -> u16 {
        hex / self.width
    }

    /// Axial coordinates of a hex.
    #[must_use]
    pub fn axial(self, hex: HexIndex) -> Axial {
        let (column, row) = (self.column(hex) as i16, self.row(hex) as i16);
        Axial::new(column - (row - (row & 1)) / 2, row)
    }

    /// The hex at axial coordinates, if it is on the map.
    #[must_use]
    pub fn find(self, at: Axial) -> Option<HexIndex> {
        let row = i32::from(at.r);
        self.at(i32::from(at.q) + (row - (row & 1)) / 2, row)
    }

    /// Steps between two hexes.
    #[must_use]
    pub fn distance(self, a: HexIndex, b: HexIndex) -> u16 {
        (self.axial(a) - self.axial(b)).length()
    }

    /// The neighbour in a direction, if it is on the map.
    #[must_use]
    pub fn neighbour(self, hex: HexIndex, direction: Direction) -> Option<HexIndex> {
        self.find(self.axial(hex) + direction.step())
    }

    /// The image under a half-turn of the map, which is exact when the number of rows is even.
    #[must_use]
    pub fn half_turn(self, hex: HexIndex) -> HexIndex {
        (self.len() - 1) as HexIndex - hex
    }

    /// All hexes, north-west first.
    pub fn hexes(self) -> impl Iterator<Item = HexIndex> {
        0..self.len() as HexIndex
    }
}

/// How the straight line between two hex centres meets a third hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Crossing {
    /// The line runs through its inside.
    Through,
    /// The line runs along its edge, which it shares with the second hex given.
    Along(Axial),
}

/// The hexes that the line from the origin's centre to that of `to` passes through, both ends left out.
///
/// A hex is passed through when it shares a stretch of positive length with the line; a corner that is merely touched
/// does not count. The arithmetic is exact: three intervals of rationals are intersected.
#[must_use]
pub fn line(to: Axial) -> Vec<(Axial, Crossing)> {
    let reach = to.length() as i16;
    let mut met = Vec::new();
    for q in -reach..=reach {
        for r in -reach..=reach {
            let cell = Axial::new(q, r);
            if cell != Axial::default()
                && cell != to
                && cell.length() + (to - cell).length() <= reach as u16 + 2
                && let Some(stretch) = stretch(to, cell)
            {
                met.push((cell, stretch));
            }
        }
    }
    let along: Vec<(Axial, (Fraction, Fraction))> =
        met.iter().filter(|(_, s)| s.on_edge).map(|(cell, s)| (*cell, (s.from, s.until))).collect();
    met.into_iter()
        .map(|(cell, s)| {
            if !s.on_edge {
                return (cell, Crossing::Through);
            }
            let twin = along.iter().find(|(other, span)| *other != cell && *span == (s.from, s.until));
            (cell, twin.map_or(Crossing::Through, |(other, _)| Crossing::Along(*other)))
        })
        .collect()
}

/// A rational number with positive denominator.
type Fraction = (i64, i64);

fn less(a: Fraction, b: Fraction) -> bool {
    a.0 * b.1 < b.0 * a.1
}

struct Stretch {
    from: Fraction,
    until: Fraction,
    /// The stretch lies on the border of the hex.
    on_edge: bool,
}

/// The part of the segment from the origin to `to` that lies in the closed hexagon `cell`, when longer than zero.
fn stretch(to: Axial, cell: Axial) -> Option<Stretch> {
    let (t, c) = (to.cube(), cell.cube());
    let (mut from, mut until): (Fraction, Fraction) = ((0, 1), (1, 1));
    let mut on_edge = false;
    for (a, b) in [(0, 1), (1, 2), (2, 0)] {
        // |s * slope - offset| <= 1
        let (slope, offset) = (t[a] - t[b], c[a] - c[b]);
        if slope == 0 {
            match offset.abs() {
                0 => {}
                1 => on_edge = true,
                _ => return None,
            }
            continue;
        }
        let sign = slope.signum();
        let low = ((offset * sign - 1), slope.abs());
        let high = ((offset * sign + 1), slope.abs());
        if less(from, low) {
            from = low;
        }
        if less(high, until) {
            until = high;
        }
    }
    let reduce = |(n, d): Fraction| {
        let g = gcd(n.abs(), d);
        (n / g, d / g)
    };
    less(from, until).then(|| Stretch { from: reduce(from), until: reduce(until), on_edge })
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}
