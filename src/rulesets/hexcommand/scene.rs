//! What is played for on a board: zones, objectives, arrivals, who attacks and who moves first.

use arrayvec::ArrayVec;

use super::field::Field;
use super::rules::Rules;
use crate::game::Side;
use crate::tabletop::hex::HexIndex;
use crate::tabletop::hexset::HexSet;

/// Most objectives of a scenario.
pub const MOST_OBJECTIVES: usize = 16;

/// A hex that counts at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Where.
    pub hex: HexIndex,
    /// Points to its holder.
    pub points: u8,
    /// Only for this side.
    pub side: Option<Side>,
}

/// Troops across a line that count at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bridgehead {
    /// For whom.
    pub side: Side,
    /// Rows from the north.
    pub rows: u16,
    /// Units at least.
    pub units: u8,
    /// Points.
    pub points: u8,
}

/// Units that arrive later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrivals {
    /// From this turn on.
    pub turn: u16,
    /// Hexes of entry of each side.
    pub locations: [[HexIndex; 3]; 2],
}

/// A scenario on its board.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Key of the scenario.
    pub key: &'static str,
    /// Where each side sets up.
    pub zones: [HexSet; 2],
    /// The attacker, if any.
    pub attacker: Option<Side>,
    /// He has turn 1.
    pub attacker_first: bool,
    /// Guns start limbered.
    pub limbered: bool,
    /// Who arrives later.
    pub arrivals: Option<Arrivals>,
    /// What counts at the end.
    pub objectives: ArrayVec<Objective, MOST_OBJECTIVES>,
    /// Troops across a line.
    pub bridgehead: Option<Bridgehead>,
}

impl Scene {
    /// Key.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// Two equal armies with nothing to play for, in the usual zones.
    #[must_use]
    pub fn bare(field: &Field, rules: &Rules) -> Self {
        let depth = rules.setup_zone_depth;
        let zone = |side| field.grid.hexes().filter(|hex| field.to_own_edge(side, *hex) < depth).collect();
        Self {
            key: "open-field",
            zones: Side::BOTH.map(zone),
            attacker: None,
            attacker_first: false,
            limbered: false,
            arrivals: None,
            objectives: ArrayVec::new(),
            bridgehead: None,
        }
    }
}
