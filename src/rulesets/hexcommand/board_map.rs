//! Maps: what lies where, as files and generators have it, before it is compiled for play.

use super::codex::Codex;
use super::terrain::{SideFeature, Wood, Works};
use crate::tabletop::hex::flat::{Direction, Grid};
use crate::tabletop::hex::{HexIndex, HexSide, SideMap};

/// Columns and rows of the board that printed maps are made for.
pub const USUAL_SIZE: (u16, u16) = (21, 13);

/// A map: what lies where.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// Extent: flat-top columns, the even ones, counted from 1, a hex shorter and half a hex lower (HX-TER-01).
    pub grid: Grid,
    /// Index into [`Codex::terrain`] of each hex.
    pub terrain: Vec<u8>,
    /// Level of the ground of each hex, 0 to 2.
    pub level: Vec<u8>,
    /// Of each hex one bit for every side, by direction, over which a road leads.
    pub roads: Vec<u8>,
    /// What lies on the hexsides.
    pub sides: SideMap<SideFeature>,
    /// Works that stand on the ground.
    pub works: Vec<Works>,
}

impl Map {
    /// A map with nothing on it: all hexes are of the first terrain of the codex.
    #[must_use]
    pub fn bare(columns: u16, rows: u16) -> Self {
        let grid = Grid::flat(columns, rows).ragged();
        let hexes = grid.len();
        Self {
            grid,
            terrain: vec![0; hexes],
            level: vec![0; hexes],
            roads: vec![0; hexes],
            sides: SideMap::filled(grid, SideFeature::None),
            works: vec![Works::None; hexes],
        }
    }

    /// Lays a road over a side.
    pub fn pave(&mut self, side: HexSide<Direction>) {
        let [one, other] = self.grid.hexes_beside(side);
        self.roads[usize::from(one)] |= 1 << side.direction() as u8;
        self.roads[usize::from(other)] |= 1 << side.direction().opposite() as u8;
    }

    /// Whether a road leads over the side of a hex.
    #[must_use]
    pub fn has_road(&self, hex: HexIndex, direction: Direction) -> bool {
        self.roads[usize::from(hex)] & 1 << direction as u8 != 0
    }

    /// Raises a hex: bare ground becomes a hill, and forest a forested hill, where the codex has them.
    pub fn raise(&mut self, codex: &Codex, hex: HexIndex, level: u8) {
        self.level[usize::from(hex)] = level;
        let here = self.terrain[usize::from(hex)];
        self.terrain[usize::from(hex)] = on_hill(codex, here).unwrap_or(here);
    }

    /// Covers a hex with terrain; woods on a hill become a forested hill.
    pub fn cover(&mut self, codex: &Codex, hex: HexIndex, terrain: u8) {
        let hill = self.level[usize::from(hex)] > 0;
        self.terrain[usize::from(hex)] = on_hill(codex, terrain).filter(|_| hill).unwrap_or(terrain);
    }
}

/// What terrain is called on a hill, where that is something else.
fn on_hill(codex: &Codex, terrain: u8) -> Option<u8> {
    match (terrain, codex.terrain[usize::from(terrain)].wood) {
        (0, _) => codex.terrain("hill"),
        (_, Wood::Dense) => codex.terrain("forested-hill"),
        _ => None,
    }
}
