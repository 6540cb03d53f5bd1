//! How far a shot may go along one line (DF-LOS-02 to DF-LOS-06).

use super::codex::Terrain;
use super::rules::{EdgeLine, ForestLimit, Rules, SightBlockers};
use crate::tabletop::hex::{Axial, Crossing};

/// What one hex does to the shots that pass through it or end in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// Longest shot through or into it; none when unlimited (forest 2).
    pub range_cap: Option<u8>,
    /// Height of its ground.
    pub height: i8,
    /// A town, which rises to height 1 under `hills-and-towns`.
    pub town: bool,
    /// Nothing is seen through it, under any switch.
    pub opaque: bool,
}

impl Screen {
    /// Such terrain at such a height.
    #[must_use]
    pub fn of(terrain: &Terrain, height: i8) -> Self {
        Self { range_cap: terrain.range_cap, height, town: terrain.name == "town", opaque: terrain.blocks_sight }
    }
}

/// The switches that bear on a line of fire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SightRules {
    /// `forest-limit`.
    pub forest_limit: ForestLimit,
    /// `edge-line`.
    pub edge_line: EdgeLine,
    /// `sight-blockers`.
    pub sight_blockers: SightBlockers,
}

/// Nothing limits the shot but the weapon.
pub const UNLIMITED: u8 = u8::MAX;

impl SightRules {
    /// Those of a game.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        Self { forest_limit: rules.forest_limit, edge_line: rules.edge_line, sight_blockers: rules.sight_blockers }
    }

    /// The longest range, in hexes, at which a shot along this line is permitted: [`UNLIMITED`] when nothing is in the
    /// way, 0 when sight is blocked.
    ///
    /// `between` is what [`crate::tabletop::hex::line`] gives for the target's offset `to` from the shooter; `screen`
    /// tells what stands at an offset, and nothing for hexes off the map. The shooter's own hex bears on his shot with
    /// its height alone (DF-LOS-04).
    #[must_use]
    pub fn limit(&self, to: Axial, between: &[(Axial, Crossing)], screen: impl Fn(Axial) -> Option<Screen>) -> u8 {
        let target = screen(to).unwrap_or_default();
        let eye = screen(Axial::default()).unwrap_or_default().height.max(target.height);
        let hinders = |at| screen(at).map_or(UNLIMITED, |screen| self.through(screen, eye));
        let into = match self.forest_limit {
            ForestLimit::ThroughAndInto | ForestLimit::IntoOnly => target.range_cap.unwrap_or(UNLIMITED),
            ForestLimit::ThroughOnly => UNLIMITED,
        };
        between.iter().fold(into, |limit, &(at, crossing)| {
            limit.min(match (crossing, self.edge_line) {
                // DF-LOS-05: with `both`, a line along a border is only as hindered as by the lesser of the two hexes
                (Crossing::Along(twin), EdgeLine::Both) => hinders(at).max(hinders(twin)),
                _ => hinders(at),
            })
        })
    }

    /// The longest shot through a hex, between ends of which the higher stands at `eye`.
    fn through(&self, screen: Screen, eye: i8) -> u8 {
        let height = match self.sight_blockers {
            SightBlockers::None => i8::MIN,
            SightBlockers::Hills => screen.height,
            SightBlockers::HillsAndTowns if screen.town => screen.height.max(1),
            SightBlockers::HillsAndTowns => screen.height,
        };
        if screen.opaque || height > eye {
            return 0;
        }
        match self.forest_limit {
            ForestLimit::ThroughAndInto | ForestLimit::ThroughOnly => screen.range_cap.unwrap_or(UNLIMITED),
            ForestLimit::IntoOnly => UNLIMITED,
        }
    }
}
