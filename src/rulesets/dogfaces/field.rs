//! A map compiled for play: everything that movement and fire ask of it, as flat tables.

use std::ops::Range;
use std::sync::Arc;

use super::battlefield::Map;
use super::codex::{Codex, Halves, Terrain};
use super::open_fire::OpenFire;
use super::rules::Rules;
use super::sight::{Screen, SightRules};
use crate::game::{Diagnostic, Side};
use crate::tabletop::hex::{Axial, Direction, Distances, Grid, HexIndex, NOWHERE};
use crate::tabletop::hexset::{Beside, HexSet, MOST_HEXES};

/// Cost of a step that may not be made.
pub const FORBIDDEN: Halves = Halves::MAX;

/// Range of a shot that may not be made.
pub const NO_SHOT: u8 = u8::MAX;

/// Index of a weapon band: weapons of equal shortest and longest range share one.
pub type Band = u8;

/// What entering hexes costs, hexes of one price together.
#[derive(Clone, Debug, Default)]
pub struct Prices {
    /// Half units for coming from elsewhere than the road, or from the road to elsewhere, and where one pays them.
    pub off_road: Vec<(Halves, HexSet)>,
    /// Hexes that are cheap to enter from each other, and how cheap, in half units.
    pub road: HexSet,
    /// What that costs.
    pub road_price: Halves,
}

/// A map compiled for one codex and one set of rules.
#[derive(Clone, Debug)]
pub struct Field {
    /// Extent.
    pub grid: Grid,
    /// Index into [`Codex::terrain`] of each hex.
    pub terrain: Vec<u8>,
    /// Height of each hex.
    pub height: Vec<i8>,
    /// The six neighbours of each hex in the order of [`Direction::ALL`], [`NOWHERE`] where the map ends.
    pub neighbours: Vec<[HexIndex; 6]>,
    /// The same as sets.
    pub around: Vec<HexSet>,
    /// Hexes that nobody may move through while they are occupied (DF-TER-07).
    pub no_passing: HexSet,
    /// Hexes into which enemy zones do not reach (DF-ZOC-04).
    pub zone_free: HexSet,
    /// Hexes that score in `seize-and-hold`.
    pub objectives: Vec<HexIndex>,
    /// The pair of middle hexes, the northern one first.
    pub centre: [HexIndex; 2],
    /// Shortest and longest range of each band.
    pub bands: Vec<(u8, u8)>,
    /// Band of each weapon of the codex.
    pub band_of_weapon: Vec<Band>,
    /// By terrain: whether enemy zones do not reach into it.
    free_of_zones: Vec<bool>,
    open: [HexSet; 2],
    cost: [Vec<[Halves; 6]>; 2],
    prices: [Prices; 2],
    /// Which hexes are next to those of a set.
    pub beside: Beside,
    distances: Distances,
    open_fire: Arc<OpenFire>,
    shot: Vec<u8>,
    /// The same by target, then shooter.
    shot_at: Vec<u8>,
    /// By shooter: targets that terrain hides from him within the range of the longest weapon.
    hidden: Vec<HexSet>,
    /// By target: shooters from whom terrain hides him, likewise.
    hiding: Vec<HexSet>,
    covered: Vec<HexSet>,
    covering: Vec<HexSet>,
}

impl Field {
    /// Compiles a map.
    ///
    /// # Errors
    /// When `zoc-negated-by` names a terrain that the codex does not have.
    ///
    /// # Panics
    /// When the map has more than [`MOST_HEXES`] hexes, or no even number of rows.
    pub fn compile(map: &Map, codex: &Codex, rules: &Rules) -> Result<Self, Diagnostic> {
        let grid = map.grid;
        let n = grid.len();
        assert!(n <= MOST_HEXES && grid.height.is_multiple_of(2), "a map of {} by {}", grid.width, grid.height);
        let neighbours = grid.neighbour_table();
        let (bands, band_of_weapon) = bands(codex);
        let distances = Distances::of(grid);
        let mut field = Self {
            grid,
            terrain: Vec::new(),
            height: Vec::new(),
            around: neighbours.iter().map(|six| six.iter().copied().filter(|&hex| hex != NOWHERE).collect()).collect(),
            neighbours,
            no_passing: HexSet::EMPTY,
            zone_free: HexSet::EMPTY,
            objectives: Vec::new(),
            centre: centre(grid),
            free_of_zones: zone_free_terrain(codex, rules)?,
            open: [HexSet::EMPTY; 2],
            cost: [Vec::new(), Vec::new()],
            prices: [Prices::default(), Prices::default()],
            beside: Beside::of(grid),
            open_fire: Arc::new(OpenFire::of(grid, &distances, &bands)),
            bands,
            band_of_weapon,
            distances,
            shot: vec![NO_SHOT; n * n],
            shot_at: vec![NO_SHOT; n * n],
            hidden: vec![HexSet::EMPTY; n],
            hiding: vec![HexSet::EMPTY; n],
            covered: Vec::new(),
            covering: Vec::new(),
        };
        field.relay(map, codex, rules);
        Ok(field)
    }

    /// Compiles another map of the same extent for the same codex and rules. Nothing is allocated anew.
    ///
    /// # Panics
    /// When the map has another extent.
    pub fn relay(&mut self, map: &Map, codex: &Codex, rules: &Rules) {
        assert_eq!(map.grid, self.grid, "another extent");
        self.terrain.clone_from(&map.terrain);
        self.height.clone_from(&map.heights);
        self.objectives.clone_from(&map.objectives);
        (self.no_passing, self.zone_free, self.open) = (HexSet::EMPTY, HexSet::EMPTY, [HexSet::EMPTY; 2]);
        for (hex, &kind) in self.terrain.iter().enumerate() {
            let (hex, terrain) = (hex as HexIndex, &codex.terrain[usize::from(kind)]);
            let holds = [
                (&mut self.no_passing, terrain.no_passing),
                (&mut self.zone_free, self.free_of_zones[usize::from(kind)]),
            ];
            holds.into_iter().filter(|(_, holds)| *holds).for_each(|(set, _)| set.insert(hex));
            for (open, vehicle) in self.open.iter_mut().zip([false, true]) {
                if cost(terrain, vehicle).is_some() {
                    open.insert(hex);
                }
            }
        }
        for vehicle in [false, true] {
            self.lay_steps(codex, rules, vehicle);
        }
        self.lay_shots(codex, SightRules::of(rules));
    }

    /// Number of hexes.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.terrain.len()
    }

    /// Whether there is no hex at all.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terrain.is_empty()
    }

    /// Whether its half-turn is the same map to those who move and fire on it.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        let half = self.len() / 2;
        self.terrain[..half].iter().eq(self.terrain.iter().rev().take(half))
            && self.height[..half].iter().eq(self.height.iter().rev().take(half))
    }

    /// A side of a hex on which the map goes on, the first of [`Direction::ALL`].
    #[must_use]
    pub fn side_on_the_map(&self, hex: HexIndex) -> Direction {
        let neighbours = &self.neighbours[usize::from(hex)];
        Direction::ALL.into_iter().find(|side| neighbours[*side as usize] != NOWHERE).unwrap_or(Direction::East)
    }

    /// Steps between two hexes.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: HexIndex, b: HexIndex) -> u8 {
        self.distances.between(a, b)
    }

    /// Steps from a hex to every hex.
    #[inline]
    #[must_use]
    pub fn distances(&self, from: HexIndex) -> &[u8] {
        self.distances.from(from)
    }

    /// The range of a shot, if terrain permits one at that range by any weapon of the codex: else [`NO_SHOT`].
    ///
    /// A weapon may fire when the result is no less than its shortest and no more than its longest range.
    #[inline]
    #[must_use]
    pub fn shot(&self, from: HexIndex, to: HexIndex) -> u8 {
        self.shot[usize::from(from) * self.len() + usize::from(to)]
    }

    /// [`Field::shot`] to a hex from every hex.
    #[inline]
    #[must_use]
    pub fn shots_at(&self, to: HexIndex) -> &[u8] {
        let start = usize::from(to) * self.len();
        &self.shot_at[start..start + self.len()]
    }

    /// The hexes that weapons of a band can shoot at from `hex`.
    #[inline]
    #[must_use]
    pub fn covered(&self, hex: HexIndex, band: Band) -> &HexSet {
        &self.covered[usize::from(hex) * self.bands.len() + usize::from(band)]
    }

    /// The hexes from which weapons of a band can shoot at `hex`.
    #[inline]
    #[must_use]
    pub fn covering(&self, hex: HexIndex, band: Band) -> &HexSet {
        &self.covering[usize::from(hex) * self.bands.len() + usize::from(band)]
    }

    /// What a step from `hex` costs, [`FORBIDDEN`] where the terrain or the edge of the map forbids it.
    #[inline]
    #[must_use]
    pub fn cost(&self, vehicle: bool, hex: HexIndex, direction: usize) -> Halves {
        self.cost[usize::from(vehicle)][usize::from(hex)][direction]
    }

    /// What the steps from `hex` cost, in the order of [`Direction::ALL`].
    #[inline]
    #[must_use]
    pub fn costs(&self, vehicle: bool, hex: HexIndex) -> &[Halves; 6] {
        &self.cost[usize::from(vehicle)][usize::from(hex)]
    }

    /// Whether the terrain lets a unit stand there.
    #[inline]
    #[must_use]
    pub fn may_stand(&self, vehicle: bool, hex: HexIndex) -> bool {
        self.open[usize::from(vehicle)].contains(hex)
    }

    /// The same costs, hexes of one price together.
    #[inline]
    #[must_use]
    pub fn prices(&self, vehicle: bool) -> &Prices {
        &self.prices[usize::from(vehicle)]
    }

    /// All hexes where the terrain lets a unit stand.
    #[inline]
    #[must_use]
    pub fn open(&self, vehicle: bool) -> &HexSet {
        &self.open[usize::from(vehicle)]
    }

    /// The hexes of a side's `k`-th row, counted from 0 at its own edge: south for A, north for B (DF-SET-01).
    #[must_use]
    pub fn row(&self, side: Side, k: u16) -> Range<HexIndex> {
        let row = match side {
            Side::A => self.grid.height - 1 - k,
            Side::B => k,
        };
        row * self.grid.width..(row + 1) * self.grid.width
    }

    /// The hexes of a side's half of the map.
    #[must_use]
    pub fn half(&self, side: Side) -> Range<HexIndex> {
        let middle = self.grid.height / 2 * self.grid.width;
        match side {
            Side::A => middle..self.len() as HexIndex,
            Side::B => 0..middle,
        }
    }

    /// The longest range at which any weapon can fire on this map.
    #[must_use]
    pub fn longest_shot(&self) -> u8 {
        self.open_fire.longest() as u8
    }

    /// The hexes from which a unit at `hex` can be shot at by a weapon of some range in `ranges`, one bit for each.
    #[must_use]
    pub fn seen_from(&self, hex: HexIndex, ranges: u32) -> HexSet {
        self.open_fire.around(hex, ranges) - &self.hiding[usize::from(hex)]
    }

    /// The costs of all steps (DF-TER-01 to DF-TER-09, DF-MOV-06).
    fn lay_steps(&mut self, codex: &Codex, rules: &Rules, vehicle: bool) {
        //
        let road = |terrain: &Terrain| terrain.is_road || rules.bridge_is_road && terrain.no_passing;
        // By terrain: what it costs to enter from the road, and from elsewhere.
        let prices = |terrain: &Terrain| match cost(terrain, vehicle) {
            Some(price) => [if road(terrain) { codex.numbers.road_cost } else { price }, price],
            None => [FORBIDDEN; 2],
        };
        let Self { terrain, neighbours, cost, prices: by_price, .. } = self;
        let cost = &mut cost[usize::from(vehicle)];
        cost.clear();
        cost.extend(terrain.iter().zip(neighbours).map(|(&from, six)| {
            let off_road = usize::from(!road(&codex.terrain[usize::from(from)]));
            six.map(|to| match terrain.get(usize::from(to)) {
                Some(&kind) => prices(&codex.terrain[usize::from(kind)])[off_road],
                None => FORBIDDEN,
            })
        }));
        let by_price = &mut by_price[usize::from(vehicle)];
        by_price.off_road.clear();
        (by_price.road, by_price.road_price) = (HexSet::EMPTY, codex.numbers.road_cost);
        for (hex, &kind) in terrain.iter().enumerate() {
            let (hex, kind) = (hex as HexIndex, &codex.terrain[usize::from(kind)]);
            let [_, price] = prices(kind);
            if price == FORBIDDEN {
                continue;
            }
            if road(kind) {
                by_price.road.insert(hex);
            }
            match by_price.off_road.iter_mut().find(|(known, _)| *known == price) {
                Some((_, hexes)) => hexes.insert(hex),
                None => by_price.off_road.push((price, HexSet::from_iter([hex]))),
            }
        }
    }

    /// Who can fire at whom (DF-LOS).
    fn lay_shots(&mut self, codex: &Codex, rules: SightRules) {
        let open_fire = Arc::clone(&self.open_fire);
        self.shot.copy_from_slice(open_fire.shots());
        self.shot_at.copy_from_slice(open_fire.shots());
        self.hidden.fill(HexSet::EMPTY);
        self.hiding.fill(HexSet::EMPTY);
        let screen = |hex: HexIndex| {
            Screen::of(&codex.terrain[usize::from(self.terrain[usize::from(hex)])], self.height[usize::from(hex)])
        };
        let opaque = self.terrain.iter().any(|&kind| codex.terrain[usize::from(kind)].blocks_sight);
        if rules.caps_alone() && !opaque {
            // Each hex that limits shots closes those longer lines that it lies on, whatever else they pass.
            for hex in self.grid.hexes() {
                let cap = codex.terrain[usize::from(self.terrain[usize::from(hex)])].range_cap;
                for &line in cap.into_iter().flat_map(|cap| open_fire.lines_over(hex, cap, rules.forest_limit)) {
                    close(&mut self.shot, &mut self.shot_at, [&mut self.hidden, &mut self.hiding], line);
                }
            }
        } else {
            let screens: Vec<Screen> = self.grid.hexes().map(screen).collect();
            for shooter in self.grid.hexes() {
                let origin = self.grid.axial(shooter);
                for line in open_fire.lines() {
                    let Some(target) = self.grid.find(origin + line.to) else { continue };
                    let screen = |at: Axial| self.grid.find(origin + at).map(|hex| screens[usize::from(hex)]);
                    if line.to.length() as u8 > rules.limit(line.to, line.between, screen) {
                        let line = [shooter, target];
                        close(&mut self.shot, &mut self.shot_at, [&mut self.hidden, &mut self.hiding], line);
                    }
                }
            }
        }
        let bands = self.bands.len();
        for (sets, hidden) in [(&mut self.covered, &self.hidden), (&mut self.covering, &self.hiding)] {
            sets.clear();
            sets.extend(open_fire.covered().iter().enumerate().map(|(at, open)| *open - &hidden[at / bands.max(1)]));
        }
    }
}

/// Notes that terrain forbids a shot.
#[inline]
fn close(shot: &mut [u8], shot_at: &mut [u8], [hidden, hiding]: [&mut [HexSet]; 2], [from, to]: [HexIndex; 2]) {
    let (hexes, from, to) = (hidden.len(), usize::from(from), usize::from(to));
    shot[from * hexes + to] = NO_SHOT;
    shot_at[to * hexes + from] = NO_SHOT;
    hidden[from].insert(to as HexIndex);
    hiding[to].insert(from as HexIndex);
}

/// What a unit pays for entering such terrain from terrain that is no road.
fn cost(terrain: &Terrain, vehicle: bool) -> Option<Halves> {
    if vehicle { terrain.cost_vehicle } else { terrain.cost_foot }
}

/// Which terrain enemy zones do not reach into (DF-ZOC-04, R-11).
fn zone_free_terrain(codex: &Codex, rules: &Rules) -> Result<Vec<bool>, Diagnostic> {
    let mut free: Vec<bool> = codex.terrain.iter().map(|terrain| terrain.negates_zoc).collect();
    for name in &rules.zoc_negated_by {
        let at = codex.terrain(name).ok_or_else(|| Diagnostic::unknown("terrain", name, codex.terrain_names()))?;
        free[usize::from(at)] = true;
    }
    Ok(free)
}

/// The distinct pairs of shortest and longest range among the weapons, and which of them each weapon has.
fn bands(codex: &Codex) -> (Vec<(u8, u8)>, Vec<Band>) {
    let mut bands = Vec::new();
    let of_weapon = codex
        .weapons
        .iter()
        .map(|weapon| {
            let band = (weapon.min, weapon.max);
            let at = bands.iter().position(|&known| known == band);
            at.unwrap_or_else(|| {
                bands.push(band);
                bands.len() - 1
            }) as Band
        })
        .collect();
    (bands, of_weapon)
}

/// The pair of middle hexes, which a half-turn exchanges.
pub(super) fn centre(grid: Grid) -> [HexIndex; 2] {
    let middle = grid.height / 2;
    [middle.saturating_sub(1), middle].map(|row| {
        let column = if row.is_multiple_of(2) { grid.width / 2 } else { (grid.width - 1) / 2 };
        row * grid.width + column
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;
    use crate::game::Source;
    use crate::rulesets::dogfaces::battlefield::{Battlefield, built_in};
    use crate::tabletop::hex::line;

    fn rules(switches: &[(&str, &str)]) -> Rules {
        let mut rules = Rules::default();
        for (name, value) in switches {
            rules.set(name, value).unwrap();
        }
        rules
    }

    fn compile(source: &Source, switches: &[(&str, &str)]) -> Field {
        let codex = Codex::built_in();
        let maps = Battlefield::read(source, &codex).unwrap().maps(&codex, 0).unwrap();
        Field::compile(&maps[0], &codex, &rules(switches)).unwrap()
    }

    /// The field of a map drawn here; rows apart by blanks.
    fn field(rows: &str, switches: &[(&str, &str)]) -> Field {
        let map = rows.replace(' ', "\n");
        let text = format!("name = \"here\"\nruleset = \"dogfaces\"\nmap = '''\n{map}\n'''");
        compile(&Source { name: "here".into(), text }, switches)
    }

    const EAST: usize = Direction::East as usize;
    const FOOT: bool = false;
    const VEHICLE: bool = true;

    #[test]
    fn df_ter_01_to_09_terrain_has_its_price() {
        let prices: [(char, Halves, Halves); 9] = [
            ('.', 2, 2),
            ('d', 2, 2),
            ('s', 4, FORBIDDEN),
            ('f', 2, 4),
            ('h', 4, 4),
            ('w', FORBIDDEN, FORBIDDEN),
            ('b', 2, 2),
            ('r', 2, 2),
            ('t', 2, 2),
        ];
        for (letter, foot, vehicle) in prices {
            let field = field(&format!(".{letter} .."), &[]);
            assert_eq!(field.cost(FOOT, 0, EAST), foot, "{letter}");
            assert_eq!(field.cost(VEHICLE, 0, EAST), vehicle, "{letter}");
            assert_eq!(field.may_stand(FOOT, 1), foot != FORBIDDEN, "{letter}");
            assert_eq!(field.may_stand(VEHICLE, 1), vehicle != FORBIDDEN, "{letter}");
            assert_eq!(field.no_passing.contains(1), letter == 'b', "{letter}");
            assert_eq!(field.height[1], i8::from(letter == 'h'), "{letter}");
        }
    }

    #[test]
    fn df_ter_08_roads_are_cheap_from_road_to_road() {
        let plain = field("rr.rbr ......", &[]);
        let eastwards = |field: &Field| (0..5).map(|hex| field.cost(FOOT, hex, EAST)).collect::<Vec<_>>();
        assert_eq!(eastwards(&plain), [1, 2, 2, 2, 2]);
        assert_eq!(plain.cost(VEHICLE, 0, EAST), 1);
        //
        assert_eq!(eastwards(&field("rr.rbr ......", &[("bridge-is-road", "yes")])), [1, 2, 2, 1, 1]);

        let mut codex = Codex::built_in();
        codex.numbers.road_cost = 3;
        let road = codex.terrain("road").unwrap();
        let map = Map::of_terrain(Grid::pointy(2, 2), vec![road, road, 0, 0], &codex);
        assert_eq!(Field::compile(&map, &codex, &Rules::default()).unwrap().cost(FOOT, 0, EAST), 3);
    }

    #[test]
    fn df_mov_07_the_map_ends_at_its_edge() {
        let field = field(".. ..", &[]);
        assert_eq!(field.neighbours[0], [1, NOWHERE, NOWHERE, NOWHERE, NOWHERE, 2]);
        assert_eq!(field.costs(FOOT, 0), &[2, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, 2]);
        assert!(field.around[0].iter().eq([1, 2]));
    }

    #[test]
    fn df_zoc_04_listed_terrain_is_free_of_zones() {
        assert!(field("ft ..", &[]).zone_free.is_empty());
        assert!(field("ft ..", &[("zoc-negated-by", "forest")]).zone_free.iter().eq([0]));
        let codex = Codex::built_in();
        let map = Map::of_terrain(Grid::pointy(1, 2), vec![0, 0], &codex);
        let diagnostic = Field::compile(&map, &codex, &rules(&[("zoc-negated-by", "forrest")])).unwrap_err();
        assert_eq!(diagnostic.nearest.as_deref(), Some("forest"));
    }

    #[test]
    fn df_los_01_bands_are_the_ranges_of_the_weapons() {
        let codex = Codex::built_in();
        let field = compile(&built_in("proving-ground").unwrap(), &[]);
        assert_eq!(field.bands, [(1, 3), (1, 4), (1, 2), (2, 3), (2, 4)]);
        let from = field.grid.at(5, 5).unwrap();
        for (weapon, &band) in codex.weapons.iter().zip(&field.band_of_weapon) {
            let covered = field.covered(from, band);
            for to in field.grid.hexes() {
                let within = (u16::from(weapon.min)..=u16::from(weapon.max)).contains(&field.grid.distance(from, to));
                assert_eq!(covered.contains(to), within, "{} from {from} to {to}", weapon.name);
            }
        }
    }

    #[test]
    fn tables_reach_as_far_as_the_longest_weapon_of_the_codex() {
        let mut codex = Codex::built_in();
        codex.weapons[0].max = 9;
        let grid = Grid::pointy(12, 8);
        let field = Field::compile(&Map::of_terrain(grid, vec![0; 96], &codex), &codex, &Rules::default()).unwrap();
        for to in grid.hexes().skip(1) {
            let range = field.distance(0, to);
            assert_eq!(field.shot(0, to), if range <= 9 { range } else { NO_SHOT });
            assert_eq!(field.covered(0, field.band_of_weapon[0]).contains(to), range <= 9);
        }
    }

    /// A forest under the target limits shots into it and not the shots out of it.
    #[test]
    fn df_ter_10_shots_out_of_a_forest_are_free() {
        let field = field("...f ....", &[]);
        assert_eq!(field.shot(0, 3), NO_SHOT);
        assert_eq!(field.shot(1, 3), 2);
        assert_eq!(field.shot(3, 0), 3);
        let rifle = field.band_of_weapon[0];
        assert!(!field.covered(0, rifle).contains(3) && field.covered(3, rifle).contains(0));
        assert!(field.covering(0, rifle).contains(3) && !field.covering(3, rifle).contains(0));
    }

    #[test]
    fn df_los_06_all_weapons_obey_the_limits() {
        let field = field("..f.. .....", &[]);
        for band in 0..field.bands.len() as Band {
            assert!(!field.covered(0, band).contains(3) && !field.covered(0, band).contains(4));
        }
        assert_eq!(field.shot(1, 3), 2, "two hexes through the forest");
    }

    /// The compiled tables against the rules asked hex by hex, on the richest map, under several sets of switches.
    #[test]
    fn tables_agree_with_the_rules_they_were_compiled_from() {
        let codex = Codex::built_in();
        let source = built_in("theatre").unwrap();
        let map = Battlefield::read(&source, &codex).unwrap().maps(&codex, 0).unwrap().remove(0);
        let sets: [&[(&str, &str)]; 4] = [
            &[],
            &[("edge-line", "both")],
            &[("forest-limit", "into-only"), ("sight-blockers", "hills")],
            &[("forest-limit", "through-only"), ("sight-blockers", "hills-and-towns"), ("edge-line", "both")],
        ];
        for switches in sets {
            let rules = rules(switches);
            let field = Field::compile(&map, &codex, &rules).unwrap();
            let sight = SightRules::of(&rules);
            let (grid, kind) = (field.grid, |hex: HexIndex| &codex.terrain[usize::from(map.terrain[usize::from(hex)])]);
            for from in grid.hexes() {
                for to in grid.hexes() {
                    let range = grid.distance(from, to);
                    assert_eq!(u16::from(field.distance(from, to)), range);
                    let offset = grid.axial(to) - grid.axial(from);
                    let screen = |at: Axial| {
                        let hex = grid.find(grid.axial(from) + at)?;
                        Some(Screen::of(kind(hex), map.heights[usize::from(hex)]))
                    };
                    let permitted =
                        (1..=4).contains(&range) && range <= u16::from(sight.limit(offset, &line(offset), screen));
                    assert_eq!(field.shot(from, to), if permitted { range as u8 } else { NO_SHOT }, "{from} {to}");
                    let seen = range < 32 && field.seen_from(to, 1 << range).contains(from);
                    assert_eq!(seen, permitted, "{from} {to}");
                    for (band, &(min, max)) in field.bands.iter().enumerate() {
                        let hits = permitted && (u16::from(min)..=u16::from(max)).contains(&range);
                        assert_eq!(field.covered(from, band as Band).contains(to), hits);
                        assert_eq!(field.covering(to, band as Band).contains(from), hits);
                    }
                }
            }
        }
    }

    #[test]
    fn df_set_01_sides_have_opposite_edges_and_halves() {
        let field = compile(&built_in("farmstead").unwrap(), &[]);
        assert_eq!((field.row(Side::A, 0), field.row(Side::B, 0)), (90..100, 0..10));
        assert_eq!((field.row(Side::A, 2), field.row(Side::B, 2)), (70..80, 20..30));
        assert_eq!((field.half(Side::A), field.half(Side::B)), (50..100, 0..50));
    }

    #[test]
    fn the_centre_is_the_middle_pair_of_hexes() {
        let at = |width, height| {
            let grid = Grid::pointy(width, height);
            centre(grid).map(|hex| (grid.column(hex), grid.row(hex)))
        };
        assert_eq!(at(10, 10), [(5, 4), (4, 5)]);
        assert_eq!(at(12, 12), [(5, 5), (6, 6)]);
        assert_eq!(at(9, 10), [(4, 4), (4, 5)]);
        for (width, height) in [(10, 10), (12, 12), (9, 10), (24, 22)] {
            let grid = Grid::pointy(width, height);
            let [north, south] = centre(grid);
            assert_eq!((grid.half_turn(north), grid.distance(north, south)), (south, 1));
        }
    }
}
