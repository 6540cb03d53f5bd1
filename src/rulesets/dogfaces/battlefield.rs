//! Battlefields: maps drawn in files, and recipes for random ones.

use super::codex::Codex;
use crate::tabletop::hex::{Grid, HexIndex};

/// A map: what lies where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Extent; the number of rows is even, so that a half-turn maps hexes on hexes.
    pub grid: Grid,
    /// Index into [`Codex::terrain`] of each hex.
    pub terrain: Vec<u8>,
    /// Height of each hex (DF-LOS-08).
    pub heights: Vec<i8>,
    /// Hexes that score in `seize-and-hold`.
    pub objectives: Vec<HexIndex>,
}

impl Map {
    /// A map whose hexes have the height of their terrain.
    #[must_use]
    pub fn of_terrain(grid: Grid, terrain: Vec<u8>, codex: &Codex) -> Self {
        let heights = terrain.iter().map(|&kind| codex.terrain[usize::from(kind)].height).collect();
        Self { grid, terrain, heights, objectives: Vec::new() }
    }
}
