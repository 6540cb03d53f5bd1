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

    /// Whether one can walk from any of the `open` hexes to any other without leaving them.
    #[must_use]
    pub fn connected(self, open: impl Fn(HexIndex) -> bool) -> bool {
        let Some(start) = self.hexes().find(|&hex| open(hex)) else { return true };
        let mut seen = vec![false; self.len()];
        seen[usize::from(start)] = true;
        let mut frontier = vec![start];
        while let Some(hex) = frontier.pop() {
            for next in Direction::ALL.into_iter().filter_map(|direction| self.neighbour(hex, direction)) {
                if open(next) && !seen[usize::from(next)] {
                    seen[usize::from(next)] = true;
                    frontier.push(next);
                }
            }
        }
        self.hexes().all(|hex| seen[usize::from(hex)] || !open(hex))
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    /// A sixth of a turn, and the reflection that exchanges q and r.
    const TURN: fn(Axial) -> Axial = |a| Axial::new(-a.r, a.q + a.r);
    const MIRROR: fn(Axial) -> Axial = |a| Axial::new(a.r, a.q);

    type Offsets = &'static [(i16, i16)];

    /// Target, hexes crossed, hexes touched along an edge: one sextant up to range 4, from the rulebook of Dogfaces.
    const SEXTANT: [((i16, i16), Offsets, Offsets); 9] = [
        ((2, 0), &[(1, 0)], &[]),
        ((1, 1), &[], &[(1, 0), (0, 1)]),
        ((3, 0), &[(1, 0), (2, 0)], &[]),
        ((2, 1), &[(1, 0), (1, 1)], &[]),
        ((1, 2), &[(0, 1), (1, 1)], &[]),
        ((4, 0), &[(1, 0), (2, 0), (3, 0)], &[]),
        ((3, 1), &[(1, 0), (2, 0), (1, 1), (2, 1)], &[]),
        ((2, 2), &[(1, 1)], &[(1, 0), (0, 1), (2, 1), (1, 2)]),
        ((1, 3), &[(0, 1), (0, 2), (1, 1), (1, 2)], &[]),
    ];

    #[test]
    fn lines_cross_the_tabled_hexes_under_all_twelve_symmetries() {
        let mut targets = BTreeSet::new();
        for (to, crossed, touched) in SEXTANT {
            for symmetry in 0..12 {
                let image = |(q, r): (i16, i16)| {
                    let start = if symmetry < 6 { Axial::new(q, r) } else { MIRROR(Axial::new(q, r)) };
                    (0..symmetry % 6).fold(start, |at, _| TURN(at))
                };
                let met = line(image(to));
                let of = |along: bool| -> BTreeSet<Axial> {
                    let kind = |crossing: &Crossing| matches!(crossing, Crossing::Along(_)) == along;
                    met.iter().filter(|(_, crossing)| kind(crossing)).map(|(cell, _)| *cell).collect()
                };
                assert_eq!(of(false), crossed.iter().map(|&at| image(at)).collect(), "to {to:?}, symmetry {symmetry}");
                assert_eq!(of(true), touched.iter().map(|&at| image(at)).collect(), "to {to:?}, symmetry {symmetry}");
                targets.insert(image(to));
            }
        }
        // All 54 hexes at distances 2, 3 and 4 have been shot at.
        assert_eq!(targets.len(), 12 + 18 + 24);
        assert!(Direction::ALL.iter().all(|direction| line(direction.step()).is_empty()));
    }

    #[test]
    fn hexes_along_an_edge_come_as_pairs_of_neighbours() {
        for (cell, crossing) in line(Axial::new(2, 2)) {
            if let Crossing::Along(twin) = crossing {
                assert_eq!((twin - cell).length(), 1);
                assert!(line(Axial::new(2, 2)).contains(&(twin, Crossing::Along(cell))));
            }
        }
    }

    #[test]
    fn odd_rows_are_shifted_east() {
        let grid = Grid { width: 5, height: 4 };
        let at = |column, row| grid.at(column, row).unwrap();
        let around = |hex| Direction::ALL.map(|direction| grid.neighbour(hex, direction));
        assert_eq!(around(at(2, 2)), [(3, 2), (2, 1), (1, 1), (1, 2), (1, 3), (2, 3)].map(|(c, r)| Some(at(c, r))));
        assert_eq!(around(at(2, 1)), [(3, 1), (3, 0), (2, 0), (1, 1), (2, 2), (3, 2)].map(|(c, r)| Some(at(c, r))));
        assert_eq!(around(at(0, 0)), [Some(at(1, 0)), None, None, None, None, Some(at(0, 1))]);
        assert_eq!(Direction::ALL.map(Direction::name), ["E", "NE", "NW", "W", "SW", "SE"]);
    }

    #[test]
    fn connection_needs_shared_edges() {
        let grid = Grid { width: 3, height: 2 };
        assert!(grid.connected(|_| true) && grid.connected(|_| false));
        assert!(!grid.connected(|hex| hex % 3 != 1));
        assert!(grid.connected(|hex| hex != 1), "round by the south");
    }

    proptest! {
        #[test]
        fn coordinates_and_distances_agree(width in 1..25u16, half in 1..13u16, a in any::<u16>(), b in any::<u16>()) {
            let grid = Grid { width, height: 2 * half };
            let (a, b) = (a % grid.len() as u16, b % grid.len() as u16);
            prop_assert_eq!(grid.find(grid.axial(a)), Some(a));
            prop_assert_eq!(grid.at(i32::from(grid.column(a)), i32::from(grid.row(a))), Some(a));
            prop_assert_eq!(grid.distance(a, b), grid.distance(b, a));
            prop_assert_eq!(grid.distance(a, b), grid.distance(grid.half_turn(a), grid.half_turn(b)));
            prop_assert_eq!(grid.axial(grid.half_turn(a)) - grid.axial(grid.half_turn(b)), grid.axial(b) - grid.axial(a));
            let nearer = Direction::ALL.iter().filter_map(|&d| grid.neighbour(a, d)).map(|n| grid.distance(n, b)).min();
            if a != b {
                prop_assert_eq!(nearer.map(|n| n + 1), Some(grid.distance(a, b)));
            }
        }
    }
}
