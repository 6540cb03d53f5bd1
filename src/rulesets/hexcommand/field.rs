//! A board ready for play: what steps cost, who may stand where, cover, distances and lines of sight, worked out once.

use super::bearings::Bearings;
use super::board_map::Map;
use super::codex::Codex;
use super::rules::{CoverForestedHill, Rules, TerrainCrossingSides};
use super::sight::SightTable;
use super::terrain::{Entry, GunCrossing, MoveClass, SideFeature, Terrain, Wood, Works};
use crate::game::Side;
use crate::tabletop::hex::flat::{Direction, Grid};
use crate::tabletop::hex::{Aspect, Axial, Compass, Distances, HexIndex, NOWHERE, SideMap};
use std::sync::Arc;

/// What a step costs, and what comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepCost {
    /// Movement, in hexes.
    pub cost: u8,
    /// It leads into or across an obstacle: a TE, unless it is the first step of the move (HX-TER-02, R-127).
    pub obstacle: bool,
    /// It ends the move (HX-TER-04, R-192).
    pub stops: bool,
    /// It leads along a road (HX-TER-06).
    pub by_road: bool,
    /// Along a road into terrain whose TE or stop the road cancels (HX-TER-09).
    pub spared: bool,
    /// The rider is on foot afterwards (HX-TER-05).
    pub dismounts: bool,
}

/// A board ready for play.
#[derive(Clone, Debug)]
pub struct Field {
    /// Extent.
    pub grid: Grid,
    /// By hex and direction; [`NOWHERE`] off the board.
    pub neighbours: Vec<[HexIndex; 6]>,
    /// Steps between hexes.
    pub distances: Distances,
    /// Index into [`Codex::terrain`] of each hex.
    pub terrain: Vec<u8>,
    /// Level of the ground.
    pub level: Vec<u8>,
    /// One bit for every side, by direction, over which a road leads.
    pub roads: Vec<u8>,
    /// What lies on the hexsides.
    pub sides: SideMap<SideFeature>,
    /// Works that stand when the game begins.
    pub works: Vec<Works>,
    places: Vec<Axial>,
    /// Hexes to the edges of side A and side B.
    edges: Vec<[u8; 2]>,
    bearings: Arc<Bearings>,
    /// By move class, then hex, then direction.
    steps: Vec<[Option<StepCost>; 6]>,
    /// By move class: every step to a neighbour on the board may be made.
    open: [bool; MoveClass::ALL.len()],
    /// By hex: levels of cover that its terrain gives.
    cover: Vec<u8>,
    /// By hex: what markers and shots need of its terrain.
    marks: Vec<Marks>,
    /// Levels of cover by hexside feature, none last.
    side_cover: [u8; SideFeature::ALL.len()],
    /// Levels of cover of height, of quick works and of a redoubt.
    height_cover: u8,
    quick_cover: u8,
    fort_cover: u8,
    /// A forested hill has the cover of its height against everybody.
    steep_woods: bool,
    pub(super) sight: SightTable,
}

/// What of the terrain of a hex is asked for in play.
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    concealed: bool,
    fortified: bool,
    road_cancels: bool,
    high_wood: bool,
    /// Neither its ground nor its height nor what lies on its sides gives cover.
    bare: bool,
}

impl Field {
    /// Compiles a map.
    #[must_use]
    pub fn compile(map: &Map, codex: &Codex, rules: &Rules) -> Self {
        let grid = map.grid;
        let mut field = Self {
            grid,
            neighbours: grid.neighbour_table(),
            distances: Distances::of(grid),
            terrain: Vec::new(),
            level: Vec::new(),
            roads: Vec::new(),
            sides: map.sides.clone(),
            works: Vec::new(),
            places: grid.hexes().map(|hex| grid.axial(hex)).collect(),
            edges: grid.hexes().map(|hex| edges(grid, hex)).collect(),
            bearings: Bearings::shared(),
            steps: Vec::new(),
            open: [false; MoveClass::ALL.len()],
            cover: Vec::new(),
            marks: Vec::new(),
            side_cover: [0; SideFeature::ALL.len()],
            height_cover: 0,
            quick_cover: 0,
            fort_cover: 0,
            steep_woods: false,
            sight: SightTable::new(grid),
        };
        field.relay(map, codex, rules);
        field
    }

    /// Puts another map of the same extent in the place of this one, keeping the memory.
    pub fn relay(&mut self, map: &Map, codex: &Codex, rules: &Rules) {
        debug_assert_eq!(self.grid, map.grid, "the board has another extent");
        let grid = self.grid;
        self.steep_woods = rules.cover_forested_hill == CoverForestedHill::Always;
        let steep_woods = self.steep_woods;
        let kind = |hex: usize| &codex.terrain[usize::from(map.terrain[hex])];
        let marks = |hex: usize| {
            let terrain = kind(hex);
            Marks {
                concealed: terrain.concealed,
                fortified: terrain.fortified,
                road_cancels: terrain.obstacle || terrain.stops,
                high_wood: terrain.wood == Wood::Dense && map.level[hex] > 0,
                bare: false,
            }
        };
        let cover = |hex: usize| {
            let height = if steep_woods && marks(hex).high_wood { rules.cover_hill } else { 0 };
            cover_of(kind(hex), rules) + height
        };
        let works_cover = |name: &str| codex.terrain(name).map(|at| cover_of(&codex.terrain[usize::from(at)], rules));
        self.terrain.clone_from(&map.terrain);
        self.level.clone_from(&map.level);
        self.roads.clone_from(&map.roads);
        self.sides.clone_from(&map.sides);
        self.works.clone_from(&map.works);
        refill(&mut self.cover, (0..grid.len()).map(cover));
        refill(&mut self.marks, (0..grid.len()).map(marks));
        self.side_cover = SideFeature::ALL.map(|feature| codex.border(feature).cover);
        self.height_cover = rules.cover_hill;
        self.quick_cover = works_cover("quick-works").unwrap_or(0);
        self.fort_cover = works_cover("redoubt").unwrap_or(rules.cover_fort);
        for hex in grid.hexes() {
            let sides = Direction::ALL.iter().any(|side| self.side_cover(hex, *side) > 0);
            let bare = self.hex_cover(hex) == 0 && self.level[usize::from(hex)] == 0 && !sides;
            self.marks[usize::from(hex)].bare = bare;
        }
        self.sight.relay(map, codex, rules);
        self.relay_steps(codex, rules);
    }

    /// Works out all steps. Most lead from plain ground to plain ground and are one like the other.
    fn relay_steps(&mut self, codex: &Codex, rules: &Rules) {
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        let (hexes, walk) = (self.hexes(), Walk { codex, rules, field: self, works: &self.works });
        let mut open = MoveClass::ALL.map(|class| walk.plain_step(class).is_some());
        for class in MoveClass::ALL {
            steps.extend(std::iter::repeat_n([walk.plain_step(class); 6], hexes));
        }
        for hex in self.grid.hexes() {
            let plain = walk.is_plain(hex);
            for way in Direction::ALL {
                let next = self.neighbour(hex, way);
                let alike = plain
                    && next != NOWHERE
                    && walk.is_plain(next)
                    && !self.has_road(hex, way)
                    && self.sides.get(hex, way) == SideFeature::None;
                if alike {
                    continue;
                }
                let way_on = walk.way_on(hex, way);
                for (number, class) in MoveClass::ALL.into_iter().enumerate() {
                    let step = way_on.as_ref().and_then(|way_on| walk.step_along(way_on, class));
                    steps[number * hexes + usize::from(hex)][way as usize] = step;
                    open[number] &= step.is_some() || next == NOWHERE;
                }
            }
        }
        (self.steps, self.open) = (steps, open);
    }

    /// Number of hexes.
    #[must_use]
    pub fn hexes(&self) -> usize {
        self.terrain.len()
    }

    /// Steps between two hexes.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: HexIndex, b: HexIndex) -> u8 {
        self.distances.between(a, b)
    }

    /// The neighbour in a direction; [`NOWHERE`] off the board.
    #[inline]
    #[must_use]
    pub fn neighbour(&self, hex: HexIndex, direction: Direction) -> HexIndex {
        self.neighbours[usize::from(hex)][direction as usize]
    }

    /// The direction from a hex to its neighbour; none when they are no neighbours.
    #[inline]
    #[must_use]
    pub fn direction(&self, from: HexIndex, to: HexIndex) -> Option<Direction> {
        Direction::of_step(self.places[usize::from(to)] - self.places[usize::from(from)])
    }

    /// The offset from one hex to another.
    #[inline]
    #[must_use]
    pub fn offset(&self, from: HexIndex, to: HexIndex) -> Axial {
        self.places[usize::from(to)] - self.places[usize::from(from)]
    }

    /// Where `to` lies, seen from a unit at `from` (HX-LOS-01); nowhere for its own hex.
    #[inline]
    #[must_use]
    pub fn aspect(&self, from: HexIndex, facing: Direction, to: HexIndex) -> Option<Aspect> {
        self.bearings.aspect(self.offset(from, to), facing)
    }

    /// The facings that have `to` in front of a unit at `from`, one bit each.
    #[inline]
    #[must_use]
    pub fn facings_to(&self, from: HexIndex, to: HexIndex) -> u8 {
        self.bearings.front(self.offset(from, to))
    }

    /// The side of `to` over which the line from another hex enters it, as the direction from `to`; none when it comes along a
    /// hexside and enters at a corner, and beyond [`LONGEST_SIGHT`](super::sight::LONGEST_SIGHT).
    #[inline]
    #[must_use]
    pub fn entry_side(&self, from: HexIndex, to: HexIndex) -> Option<Direction> {
        self.bearings.entry(self.offset(from, to))
    }

    /// Whether `to` lies in the front arc of a unit at `from` (HX-LOS-01).
    #[inline]
    #[must_use]
    pub fn in_arc(&self, from: HexIndex, facing: Direction, to: HexIndex) -> bool {
        self.facings_to(from, to) & 1 << facing as u8 != 0
    }

    /// A step to the neighbour in a direction, over the ground as it is when the game begins; none where it may not be made.
    #[inline]
    #[must_use]
    pub fn step(&self, from: HexIndex, direction: Direction, class: MoveClass) -> Option<StepCost> {
        self.steps[class as usize * self.hexes() + usize::from(from)][direction as usize]
    }

    /// The steps of a class from all hexes, by hex and direction.
    #[inline]
    #[must_use]
    pub fn steps(&self, class: MoveClass) -> &[[Option<StepCost>; 6]] {
        let hexes = self.hexes();
        &self.steps[class as usize * hexes..][..hexes]
    }

    /// Whether a class may step from every hex to all of its neighbours, over the ground as it is when the game begins: then it has as
    /// many steps to go as there are hexes between.
    #[inline]
    #[must_use]
    pub fn is_open_to(&self, class: MoveClass) -> bool {
        self.open[class as usize]
    }

    /// The same step among other works than those of the beginning, given by hex.
    #[must_use]
    pub fn step_among(
        &self,
        codex: &Codex,
        rules: &Rules,
        works: &[Works],
        (from, direction, class): (HexIndex, Direction, MoveClass),
    ) -> Option<StepCost> {
        Walk { codex, rules, field: self, works }.step(from, direction, class)
    }

    /// Whether a unit that moves in this way may be set up in a hex.
    #[must_use]
    pub fn may_stand(&self, codex: &Codex, hex: HexIndex, class: MoveClass) -> bool {
        self.may_stand_among(codex, &self.works, hex, class)
    }

    /// The same among works as they are now.
    #[must_use]
    pub fn may_stand_among(&self, codex: &Codex, works: &[Works], hex: HexIndex, class: MoveClass) -> bool {
        let terrain = |hex: HexIndex| self.terrain_among(codex, works, hex);
        let here = terrain(hex);
        let clear = |hex: &HexIndex| *hex != NOWHERE && terrain(*hex).clear;
        match entry(here, class) {
            None | Some(Entry::Free) => true,
            // Riders keep out of woods at set-up, road or not.
            Some(Entry::RoadOnly) => !class.rides() && self.roads[usize::from(hex)] != 0,
            Some(Entry::FromClear) => {
                self.roads[usize::from(hex)] != 0 || self.neighbours[usize::from(hex)].iter().any(clear)
            }
            Some(Entry::Never) => false,
        }
    }

    /// Whether a road leads over the side of a hex.
    #[inline]
    #[must_use]
    pub fn has_road(&self, hex: HexIndex, direction: Direction) -> bool {
        self.roads[usize::from(hex)] & 1 << direction as u8 != 0
    }

    /// Whether the road cancels a TE or a stop in this hex, so that a unit which came along it is in column (HX-TER-09).
    #[inline]
    #[must_use]
    pub fn road_cancels(&self, hex: HexIndex) -> bool {
        self.marks[usize::from(hex)].road_cancels
    }

    /// Whether markers in a hex are not revealed without a roll (HX-SPT-04).
    #[inline]
    #[must_use]
    pub fn is_concealed(&self, hex: HexIndex) -> bool {
        self.marks[usize::from(hex)].concealed
    }

    /// Whether a hex is a redoubt or fort, by its terrain or its works (HX-ART-04).
    #[inline]
    #[must_use]
    pub fn is_fortified(&self, hex: HexIndex, works: Works) -> bool {
        self.marks[usize::from(hex)].fortified || works == Works::Redoubt
    }

    /// Whether a hex is a hill.
    #[inline]
    #[must_use]
    pub fn is_hill(&self, hex: HexIndex) -> bool {
        self.level[usize::from(hex)] > 0
    }

    /// Whether a hex without works gives no cover against anybody.
    #[inline]
    #[must_use]
    pub fn is_bare(&self, hex: HexIndex) -> bool {
        self.marks[usize::from(hex)].bare
    }

    /// Levels of cover that the terrain of a hex gives against everybody (HX-TER-11, HX-TER-12).
    #[inline]
    #[must_use]
    pub fn hex_cover(&self, hex: HexIndex) -> u8 {
        self.cover[usize::from(hex)]
    }

    /// Whether the ground or the works of a hex are double cover: forest on a hill is (HX-TER-11, HX-TER-12).
    #[must_use]
    pub fn is_double_cover(&self, hex: HexIndex, works: Works) -> bool {
        let steep = self.marks[usize::from(hex)].high_wood && !self.steep_woods;
        let ground = self.hex_cover(hex) + if steep { self.height_cover } else { 0 };
        ground.max(self.works_cover(works, None)) >= 2
    }

    /// What a hex is to who enters it: works of some kinds stand for terrain (HX-CON-03).
    fn terrain_among<'c>(&self, codex: &'c Codex, works: &[Works], hex: HexIndex) -> &'c Terrain {
        let named = match works[usize::from(hex)] {
            Works::Redoubt => codex.terrain("redoubt"),
            Works::Pontoon => codex.terrain("bridge"),
            Works::QuickWorks(_) | Works::None => None,
        };
        &codex.terrain[usize::from(named.unwrap_or(self.terrain[usize::from(hex)]))]
    }

    /// Levels of cover that works give against what comes over a side of their hex; none when it comes over none.
    #[inline]
    #[must_use]
    pub fn works_cover(&self, works: Works, side: Option<Direction>) -> u8 {
        match (works, side) {
            (Works::Redoubt, _) => self.fort_cover,
            (Works::QuickWorks(facing), Some(side)) if [-1, 0, 1].iter().any(|turn| facing.turned(*turn) == side) => {
                self.quick_cover
            }
            _ => 0,
        }
    }

    /// Levels of cover that a hexside gives to the unit behind it.
    #[inline]
    #[must_use]
    pub fn side_cover(&self, hex: HexIndex, side: Direction) -> u8 {
        self.side_cover[self.sides.get(hex, side) as usize]
    }

    /// Levels of cover that height gives a unit against one in another hex (HX-TER-11).
    #[inline]
    #[must_use]
    pub fn height_cover(&self, hex: HexIndex, against: HexIndex) -> u8 {
        let counted = self.steep_woods && self.marks[usize::from(hex)].high_wood;
        if self.level[usize::from(hex)] > self.level[usize::from(against)] && !counted { self.height_cover } else { 0 }
    }

    /// All levels of cover of a unit against fire, or an attack, from another hex: the better of terrain and works, height,
    /// and the hexside that the line crosses into its hex (HX-FIR-18, HX-FIR-19, R-125). `works` are those of its hex.
    #[must_use]
    pub fn cover(&self, hex: HexIndex, against: HexIndex, works: Works) -> u8 {
        let side = self.entry_side(against, hex);
        self.hex_cover(hex).max(self.works_cover(works, side))
            + self.height_cover(hex, against)
            + side.map_or(0, |side| self.side_cover(hex, side))
    }

    /// Hexes from a hex to the edge that a side calls its own: that of the north for side B, of the south for side A.
    #[inline]
    #[must_use]
    pub fn to_own_edge(&self, side: Side, hex: HexIndex) -> u8 {
        self.edges[usize::from(hex)][side.index()]
    }
}

/// Hexes from a hex to the southern and the northern edge of a board.
fn edges(grid: Grid, hex: HexIndex) -> [u8; 2] {
    let row = grid.row(hex);
    let last = grid.height - 1 - grid.column(hex) % 2;
    [(last - row) as u8, row as u8]
}

/// The direction in which a side's army faces when the game begins; its own edge lies behind.
#[must_use]
pub const fn forward(side: Side) -> Direction {
    match side {
        Side::A => Direction::North,
        Side::B => Direction::South,
    }
}

/// Fills a list anew, keeping its memory.
fn refill<T>(list: &mut Vec<T>, items: impl Iterator<Item = T>) {
    list.clear();
    list.extend(items);
}

/// Levels of cover of terrain.
fn cover_of(terrain: &Terrain, rules: &Rules) -> u8 {
    if terrain.fort { rules.cover_fort } else { terrain.cover }
}

/// How a piece enters terrain; none where terrain does not matter to it.
fn entry(terrain: &Terrain, class: MoveClass) -> Option<Entry> {
    match class {
        MoveClass::Foot | MoveClass::Skirmisher | MoveClass::Mountain => Some(terrain.foot),
        MoveClass::Horse | MoveClass::Mounted => Some(terrain.horse),
        MoveClass::Limbered | MoveClass::Pushed | MoveClass::Wagon => Some(terrain.guns),
        MoveClass::Figure => None,
    }
}

/// What steps are worked out from.
struct Walk<'f> {
    codex: &'f Codex,
    rules: &'f Rules,
    field: &'f Field,
    works: &'f [Works],
}

impl Walk<'_> {
    fn terrain(&self, hex: HexIndex) -> &Terrain {
        self.field.terrain_among(self.codex, self.works, hex)
    }

    /// Whether one may go on or off the crossing `hex` over its side `out`.
    fn leads_on(&self, hex: HexIndex, out: Direction, by_road: bool) -> bool {
        let across = self.field.neighbour(hex, out.opposite());
        match self.rules.terrain_crossing_sides {
            TerrainCrossingSides::Any => true,
            TerrainCrossingSides::Line => by_road || across != NOWHERE && !self.terrain(across).river,
        }
    }

    fn step(&self, from: HexIndex, direction: Direction, class: MoveClass) -> Option<StepCost> {
        self.step_along(&self.way_on(from, direction)?, class)
    }

    /// What a step in a direction leads from, over and to, and whether its crossing bars it; none where the board ends.
    fn way_on(&self, from: HexIndex, direction: Direction) -> Option<(Passage<'_>, bool)> {
        let to = self.field.neighbour(from, direction);
        if to == NOWHERE {
            return None;
        }
        let (old, new) = (self.terrain(from), self.terrain(to));
        let by_road = self.field.has_road(from, direction);
        let barred = old.crossing && !self.leads_on(from, direction, by_road)
            || new.crossing && !self.leads_on(to, direction.opposite(), by_road);
        let level = |hex: HexIndex| self.field.level[usize::from(hex)];
        let border = self.field.sides.get(from, direction);
        Some((Passage { old, new, border, by_road, level: level(from) == level(to) }, barred))
    }

    fn step_along(&self, (passage, barred): &(Passage<'_>, bool), class: MoveClass) -> Option<StepCost> {
        if *barred && class != MoveClass::Figure { None } else { self.passage(passage, class) }
    }

    /// Whether nothing lies in a hex that a step to it or from it would heed.
    fn is_plain(&self, hex: HexIndex) -> bool {
        let at = usize::from(hex);
        (self.field.terrain[at], self.field.level[at], self.works[at]) == (0, 0, Works::None)
    }

    /// The step from one plain hex to another.
    fn plain_step(&self, class: MoveClass) -> Option<StepCost> {
        let clear = &self.codex.terrain[0];
        let plain = Passage { old: clear, new: clear, border: SideFeature::None, by_road: false, level: true };
        self.passage(&plain, class)
    }

    fn passage(&self, passage: &Passage<'_>, class: MoveClass) -> Option<StepCost> {
        let Passage { old, new, border, by_road, level } = *passage;
        let usual = self.rules.movement_hex_cost;
        let Some(entry) = entry(new, class) else {
            // HX-CMD-10
            return Some(StepCost { cost: 1, obstacle: false, stops: false, by_road, spared: false, dismounts: false });
        };
        let border = self.codex.border(border);
        //
        let gate = by_road && border.cover > 0;
        let crosses = match class {
            MoveClass::Limbered | MoveClass::Wagon => border.guns != GunCrossing::Never || gate,
            MoveClass::Pushed => border.guns == GunCrossing::Free || gate,
            _ => true,
        };
        // HX-MOV-07
        let level_ground = new.clear && level;
        if !crosses || class == MoveClass::Pushed && !level_ground {
            return None;
        }
        let mut dismounts = false;
        let enters = match entry {
            Entry::Free => true,
            Entry::RoadOnly => by_road,
            Entry::FromClear => by_road || old.clear,
            Entry::Never => false,
        };
        if class.rides() && old.horse == Entry::RoadOnly && !by_road {
            // HX-TER-05: who is in the woods came by road, and leaves them so or on foot.
            dismounts = true;
        }
        if !(enters || dismounts && new.foot == Entry::Free) {
            return None;
        }
        // HX-TER-03
        let onward = new.wood != Wood::None && new.wood == old.wood;
        let obstacle = border.obstacle || new.obstacle && !onward;
        let stops = new.stops && !onward && self.rules.terrain_forest_stop;
        Some(StepCost {
            cost: if by_road { usual } else { new.hex_cost.unwrap_or(usual) },
            obstacle: obstacle && !by_road,
            stops: stops && !by_road || dismounts,
            by_road,
            spared: by_road && (obstacle || stops),
            dismounts,
        })
    }
}

/// What a step leads from, over and to.
struct Passage<'c> {
    old: &'c Terrain,
    new: &'c Terrain,
    border: SideFeature,
    by_road: bool,
    /// Both hexes lie on one level.
    level: bool,
}

#[cfg(test)]
mod tests;
