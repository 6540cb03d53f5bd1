//! Axial coordinates: hexes as whole-number vectors.

use std::ops::{Add, Sub};

/// Axial coordinates of a hex, or the offset from one hex to another.
///
/// `q` grows along a line of hexes (a row of a pointy-top board, a column of a flat-top one), `r` from line to line.
///
/// ```
/// use evenodds::tabletop::hex::Axial;
///
/// let (from, to) = (Axial::new(0, 0), Axial::new(2, 1));
/// assert_eq!((to - from).length(), 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Axial {
    /// Along the line: east when pointy-top, south when flat-top.
    pub q: i16,
    /// Across the lines: south-east.
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
    pub(super) fn cube(self) -> [i64; 3] {
        let (x, z) = (i64::from(self.q), i64::from(self.r));
        [x, -x - z, z]
    }

    /// The two-dimensional cross product: 1 or -1 for offsets that span all hexes, 0 for parallel ones.
    pub(super) fn cross(self, other: Self) -> i32 {
        i32::from(self.q) * i32::from(other.r) - i32::from(self.r) * i32::from(other.q)
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
