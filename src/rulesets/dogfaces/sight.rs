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

    /// Whether the limits of single hexes are all there is: a line is as limited as the most limiting hex on it, wherever
    /// its ends stand.
    #[must_use]
    pub fn caps_alone(&self) -> bool {
        self.sight_blockers == SightBlockers::None && self.edge_line != EdgeLine::Both
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabletop::hex::line;

    const FOREST: Screen = Screen { range_cap: Some(2), height: 0, town: false, opaque: false };
    const HILL: Screen = Screen { range_cap: None, height: 1, town: false, opaque: false };
    const TOWN: Screen = Screen { range_cap: None, height: 0, town: true, opaque: false };

    /// The limit of a shot from the origin to `to`, on a plain with these hexes on it.
    fn limit(rules: SightRules, to: (i16, i16), on: &[((i16, i16), Screen)]) -> u8 {
        let to = Axial::new(to.0, to.1);
        let screen = |at: Axial| on.iter().find(|((q, r), _)| Axial::new(*q, *r) == at).map(|(_, screen)| *screen);
        rules.limit(to, &line(to), |at| Some(screen(at).unwrap_or_default()))
    }

    fn usual() -> SightRules {
        SightRules::default()
    }

    #[test]
    fn df_los_02_nothing_blocks_sight() {
        let crowded = [((1, 0), HILL), ((2, 0), TOWN), ((3, 0), HILL)];
        assert_eq!(limit(usual(), (4, 0), &crowded), UNLIMITED);
    }

    #[test]
    fn df_los_03_forest_on_the_way_limits_the_shot() {
        assert_eq!(limit(usual(), (3, 0), &[((2, 0), FOREST)]), 2);
        assert_eq!(limit(usual(), (3, 1), &[((2, 1), FOREST)]), 2);
        assert_eq!(limit(usual(), (3, 0), &[((1, 1), FOREST), ((2, -1), FOREST)]), UNLIMITED, "beside the line");
    }

    #[test]
    fn df_los_04_the_targets_forest_counts_and_the_shooters_does_not() {
        let (under_target, under_shooter) = ([((3, 0), FOREST)], [((0, 0), FOREST)]);
        assert_eq!(limit(usual(), (3, 0), &under_target), 2);
        assert_eq!(limit(usual(), (3, 0), &under_shooter), UNLIMITED);

        let through = SightRules { forest_limit: ForestLimit::ThroughOnly, ..usual() };
        assert_eq!(limit(through, (3, 0), &under_target), UNLIMITED);
        assert_eq!(limit(through, (3, 0), &[((1, 0), FOREST)]), 2);
        let into = SightRules { forest_limit: ForestLimit::IntoOnly, ..usual() };
        assert_eq!(limit(into, (3, 0), &under_target), 2);
        assert_eq!(limit(into, (3, 0), &[((1, 0), FOREST)]), UNLIMITED);
    }

    #[test]
    fn df_los_05_a_line_along_a_border_passes_both_hexes() {
        let (one, pair) = ([((0, 1), FOREST)], [((0, 1), FOREST), ((1, 0), FOREST)]);
        let other_pairs = [((0, 1), FOREST), ((2, 1), FOREST)];
        assert_eq!(limit(usual(), (2, 2), &one), 2);
        let both = SightRules { edge_line: EdgeLine::Both, ..usual() };
        assert_eq!(limit(both, (2, 2), &one), UNLIMITED);
        assert_eq!(limit(both, (2, 2), &other_pairs), UNLIMITED, "two borders, one forest at each");
        assert_eq!(limit(both, (2, 2), &pair), 2);
        assert_eq!(limit(both, (2, 2), &[((1, 1), FOREST)]), 2, "crossed, not touched");
        let thicket = Screen { range_cap: Some(3), ..FOREST };
        assert_eq!(limit(both, (2, 2), &[((0, 1), FOREST), ((1, 0), thicket)]), 3, "the lesser of the two");
    }

    #[test]
    fn r_27_hills_block_unless_an_end_stands_as_high() {
        let hills = SightRules { sight_blockers: SightBlockers::Hills, ..usual() };
        assert_eq!(limit(hills, (2, 0), &[((1, 0), HILL)]), 0);
        assert_eq!(limit(hills, (2, 0), &[((1, 0), HILL), ((0, 0), HILL)]), UNLIMITED);
        assert_eq!(limit(hills, (2, 0), &[((1, 0), HILL), ((2, 0), HILL)]), UNLIMITED);
        let peak = Screen { height: 2, ..HILL };
        assert_eq!(limit(hills, (2, 0), &[((1, 0), peak), ((2, 0), HILL)]), 0);
        assert_eq!(limit(hills, (2, 0), &[((1, 0), TOWN)]), UNLIMITED);
        assert_eq!(limit(hills, (1, 1), &[((1, 0), HILL)]), 0, "along its border");
        let both = SightRules { edge_line: EdgeLine::Both, ..hills };
        assert_eq!(limit(both, (1, 1), &[((1, 0), HILL)]), UNLIMITED);
        assert_eq!(limit(both, (1, 1), &[((1, 0), HILL), ((0, 1), HILL)]), 0);
    }

    #[test]
    fn r_27_towns_rise_to_height_one() {
        let towns = SightRules { sight_blockers: SightBlockers::HillsAndTowns, ..usual() };
        assert_eq!(limit(towns, (2, 0), &[((1, 0), TOWN)]), 0);
        assert_eq!(limit(towns, (2, 0), &[((1, 0), TOWN), ((0, 0), HILL)]), UNLIMITED);
        assert_eq!(limit(towns, (2, 0), &[((1, 0), TOWN), ((2, 0), TOWN)]), 0, "units in towns stand on the ground");
        assert_eq!(limit(towns, (2, 0), &[((1, 0), HILL)]), 0);
    }

    #[test]
    fn opaque_terrain_and_the_edge_of_the_map() {
        let wall = Screen { opaque: true, ..Screen::default() };
        assert_eq!(limit(usual(), (2, 0), &[((1, 0), wall), ((0, 0), HILL)]), 0);
        let off_map = |at: Axial| (at != Axial::new(1, 0)).then_some(Screen { height: -1, ..Screen::default() });
        let hills = SightRules { sight_blockers: SightBlockers::Hills, ..usual() };
        assert_eq!(hills.limit(Axial::new(1, 1), &line(Axial::new(1, 1)), off_map), UNLIMITED);
    }
}
