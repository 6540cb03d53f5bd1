//! Random maps: the south half is drawn by the dice, the north half is its image under a half-turn.

use super::battlefield::Map;
use super::codex::Codex;
use super::field::centre;
use crate::dice::Dice;
use crate::game::Diagnostic;
use crate::tabletop::hex::{Direction, Grid, HexIndex};

/// How often a map is drawn again before the recipe counts as impossible.
pub const MOST_TRIES: u32 = 100;

/// Smallest and largest number of hexes of a clump of one terrain.
const CLUMP: (usize, usize) = (2, 5);

/// Steps between drawn objectives, where there is room.
const APART: u16 = 3;

/// A recipe for random maps. Terrain is given by its index in the codex.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// Extent, both numbers even.
    pub grid: Grid,
    /// What lies where nothing else does, and on the two edge rows.
    pub base: u8,
    /// Terrain that comes in clumps and the share of the map that it shall have at least, in the order of drawing.
    pub clumps: Vec<(u8, f64)>,
    /// Water and bridge of the river, if there is one.
    pub river: Option<(u8, u8)>,
    /// Road, if there is one.
    pub road: Option<u8>,
    /// Hexes that score; maps on which one of them is closed to foot are drawn again.
    pub objectives: Vec<HexIndex>,
    /// Hexes that score and are drawn, each with its image: so many pairs.
    pub drawn_objectives: usize,
}

impl Recipe {
    /// Draws a map.
    ///
    /// # Errors
    /// When [`MOST_TRIES`] drawings in a row leave no room for what is asked, or cut the map in two.
    pub fn draw(&self, codex: &Codex, dice: &mut impl Dice) -> Result<Map, Diagnostic> {
        (0..MOST_TRIES)
            .filter_map(|_| self.attempt(dice))
            .find(|terrain| self.accepts(terrain, codex))
            .map(|terrain| self.score(terrain, codex, dice))
            .ok_or_else(|| {
                Diagnostic::new(format!("no map of this kind in {MOST_TRIES} tries"))
                    .label("too little is left open, or the map falls apart")
                    .allowing(["lower densities", "a larger map"])
            })
    }

    /// The map of the recipe with nothing on it but its objectives.
    #[must_use]
    pub fn bare(&self, codex: &Codex, dice: &mut impl Dice) -> Map {
        self.score(vec![self.base; self.grid.len()], codex, dice)
    }

    /// The map of such terrain, with its objectives: drawn ones lie in the open off the two rows at the edges, no nearer to
    /// each other than they must.
    fn score(&self, terrain: Vec<u8>, codex: &Codex, dice: &mut impl Dice) -> Map {
        let mut map = Map { objectives: self.objectives.clone(), ..Map::of_terrain(self.grid, terrain, codex) };
        let Grid { width, height, .. } = self.grid;
        let open = |hex: &HexIndex| {
            let kind = &codex.terrain[usize::from(map.terrain[usize::from(*hex)])];
            kind.cost_foot.is_some() && kind.cost_vehicle.is_some()
        };
        let south: Vec<HexIndex> = (height / 2 * width..(height - 2) * width).filter(open).collect();
        for _ in 0..self.drawn_objectives {
            let others = |hex: HexIndex| map.objectives.iter().copied().chain([self.grid.half_turn(hex)]);
            let apart = |hex: HexIndex| others(hex).map(|other| self.grid.distance(hex, other)).min().unwrap_or(0);
            let far = |hex: &HexIndex| apart(*hex) >= APART;
            let fitting: Vec<HexIndex> = south.iter().copied().filter(far).collect();
            let furthest = || south.iter().copied().max_by_key(|hex| apart(*hex));
            if let Some(hex) = any(&fitting, dice).or_else(furthest).filter(|hex| apart(*hex) > 0) {
                map.objectives.extend([hex, self.grid.half_turn(hex)]);
            }
        }
        map
    }

    /// Whether all hexes open to foot hang together, and those open to vehicles too.
    fn accepts(&self, terrain: &[u8], codex: &Codex) -> bool {
        let kind = |hex: HexIndex| &codex.terrain[usize::from(terrain[usize::from(hex)])];
        self.grid.connected(|hex| kind(hex).cost_foot.is_some())
            && self.grid.connected(|hex| kind(hex).cost_vehicle.is_some())
            && self.objectives.iter().all(|&hex| kind(hex).cost_foot.is_some())
    }

    /// One drawing; none when there is no room for a clump, or the road finds no way.
    fn attempt(&self, dice: &mut impl Dice) -> Option<Vec<u8>> {
        let mut terrain = vec![self.base; self.grid.len()];
        let half = self.grid.len() / 2;
        for &(kind, density) in &self.clumps {
            let mut share = 0;
            while (share as f64) < density * half as f64 {
                share += self.clump(&mut terrain, kind, dice)?;
            }
        }
        if let Some((water, bridge)) = self.river {
            self.dig(&mut terrain, water, bridge);
        }
        if let Some(road) = self.road {
            let closed = self.river.map(|(water, _)| water);
            let bridge = self.river.map(|(_, bridge)| bridge);
            for hex in self.walk(&terrain, closed, dice)? {
                let here = &mut terrain[usize::from(hex)];
                if Some(*here) != bridge {
                    *here = road;
                }
            }
        }
        for hex in half..self.grid.len() {
            terrain[usize::from(self.grid.half_turn(hex as HexIndex))] = terrain[hex];
        }
        Some(terrain)
    }

    /// Turns a random base hex of the south half and random base neighbours of it into `kind`; says how many.
    fn clump(&self, terrain: &mut [u8], kind: u8, dice: &mut impl Dice) -> Option<usize> {
        // The edge row stays base.
        let south = self.grid.len() / 2..self.grid.len() - usize::from(self.grid.width);
        let bare: Vec<HexIndex> = south.filter(|&hex| terrain[hex] == self.base).map(|hex| hex as HexIndex).collect();
        let first = any(&bare, dice)?;
        let size = CLUMP.0 + dice.pick((CLUMP.1 - CLUMP.0 + 1) as u32) as usize;
        let mut clump = vec![first];
        while clump.len() < size {
            let touches = |hex| clump.iter().any(|&grown| self.grid.distance(grown, hex) == 1);
            let around: Vec<HexIndex> =
                bare.iter().copied().filter(|&hex| touches(hex) && !clump.contains(&hex)).collect();
            let Some(next) = any(&around, dice) else { break };
            clump.push(next);
        }
        for &hex in &clump {
            terrain[usize::from(hex)] = kind;
        }
        Some(clump.len())
    }

    /// Lays the south bank of the river: water in the western half of the row, a bridge in the middle, which the
    /// half-turn joins to its image, and another bridge further west.
    fn dig(&self, terrain: &mut [u8], water: u8, bridge: u8) {
        let Grid { width, height, .. } = self.grid;
        let row = height / 2;
        // Odd rows are shifted half a hex east: there, one column less of water closes the bank.
        let middle = width / 2 - row % 2;
        let at = |column: u16| usize::from(row * width + column);
        terrain[at(0)..at(middle)].fill(water);
        terrain[at(middle)] = bridge;
        terrain[at(width / 6)] = bridge;
    }

    /// A random walk from the middle of the south edge to the centre, which never leads away from the centre, nor over
    /// a hex twice, nor into `closed` terrain.
    fn walk(&self, terrain: &[u8], closed: Option<u8>, dice: &mut impl Dice) -> Option<Vec<HexIndex>> {
        let [_, goal] = centre(self.grid);
        let half = self.grid.len() as HexIndex / 2;
        // The last row is an odd one.
        let start = (self.grid.height - 1) * self.grid.width + (self.grid.width - 1) / 2;
        let mut way = vec![start];
        let mut here = start;
        while here != goal {
            let steps: Vec<HexIndex> = Direction::ALL
                .into_iter()
                .filter_map(|direction| self.grid.neighbour(here, direction))
                .filter(|&next| next >= half && Some(terrain[usize::from(next)]) != closed)
                .filter(|&next| self.grid.distance(next, goal) <= self.grid.distance(here, goal))
                .filter(|next| !way.contains(next))
                .collect();
            here = any(&steps, dice)?;
            way.push(here);
        }
        Some(way)
    }
}

/// One of `hexes`, each equally likely.
fn any(hexes: &[HexIndex], dice: &mut impl Dice) -> Option<HexIndex> {
    (!hexes.is_empty()).then(|| hexes[dice.pick(hexes.len() as u32) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::SeededDice;
    use crate::game::CodexFile;

    /// Index of a terrain of the built-in codex.
    fn kind(codex: &Codex, name: &str) -> u8 {
        codex.terrain(name).unwrap()
    }

    fn recipe(codex: &Codex, width: u16, height: u16) -> Recipe {
        Recipe {
            grid: Grid::pointy(width, height),
            base: kind(codex, "grassland"),
            clumps: Vec::new(),
            river: None,
            road: None,
            objectives: Vec::new(),
            drawn_objectives: 0,
        }
    }

    fn letters(map: &Map, codex: &Codex) -> Vec<String> {
        let row = |row: &[u8]| row.iter().map(|&kind| codex.terrain[usize::from(kind)].letter).collect();
        map.terrain.chunks(usize::from(map.grid.width)).map(row).collect()
    }

    const EXTENTS: [(u16, u16); 7] = [(8, 8), (8, 10), (10, 8), (12, 14), (14, 12), (24, 22), (24, 24)];

    #[test]
    fn maps_are_symmetrical_connected_and_as_dense_as_asked() {
        let codex = Codex::built_in();
        let densities = [("swamp", 0.05), ("hill", 0.1), ("forest", 0.2), ("town", 0.07)];
        for (at, (width, height)) in EXTENTS.into_iter().enumerate() {
            let mut recipe = recipe(&codex, width, height);
            recipe.clumps = densities.map(|(name, density)| (kind(&codex, name), density)).into();
            for seed in 0..20 {
                let map = recipe.draw(&codex, &mut SeededDice::from_key(100 * at as u64 + seed)).unwrap();
                for hex in map.grid.hexes() {
                    assert_eq!(map.terrain[usize::from(hex)], map.terrain[usize::from(map.grid.half_turn(hex))]);
                }
                let terrain = |hex: HexIndex| &codex.terrain[usize::from(map.terrain[usize::from(hex)])];
                assert!(map.grid.connected(|hex| terrain(hex).cost_foot.is_some()));
                assert!(map.grid.connected(|hex| terrain(hex).cost_vehicle.is_some()));
                assert!(map.terrain[..usize::from(width)].iter().all(|&kind| kind == recipe.base), "the edge row");
                for &(kind, density) in &recipe.clumps {
                    let count = map.terrain.iter().filter(|&&other| other == kind).count();
                    let wanted = density * map.grid.len() as f64;
                    // The last clump begins below the density and adds at most five hexes and their images.
                    assert!((wanted..wanted + 10.0).contains(&(count as f64)), "{count} of {wanted}");
                }
            }
        }
    }

    /// The river parts the map: who may not use its bridges does not get across, and the two banks are of equal size.
    #[test]
    fn rivers_are_crossed_by_bridges_alone() {
        let codex = Codex::built_in();
        let (water, bridge) = (kind(&codex, "water-river"), kind(&codex, "bridge"));
        for (width, height) in EXTENTS {
            let mut recipe = recipe(&codex, width, height);
            recipe.river = Some((water, bridge));
            let map = recipe.draw(&codex, &mut SeededDice::from_key(1)).unwrap();
            let is = |hex: HexIndex, kind| map.terrain[usize::from(hex)] == kind;
            assert!(map.grid.connected(|hex| !is(hex, water)));
            let dry = |hex: HexIndex| !is(hex, water) && !is(hex, bridge);
            assert!(!map.grid.connected(dry), "{width} by {height}");
            // Either pair of bridges leads across, and the middle one consists of two hexes that touch.
            let bridges: Vec<HexIndex> = map.grid.hexes().filter(|&hex| is(hex, bridge)).collect();
            assert_eq!(bridges.len(), 4);
            let [north, south] = centre(map.grid);
            assert!(is(north, bridge) && is(south, bridge) && map.grid.distance(north, south) == 1);
            assert!(map.grid.connected(|hex| dry(hex) || hex == north || hex == south));
            assert!(map.grid.connected(|hex| dry(hex) || is(hex, bridge) && hex != north && hex != south));
        }
    }

    #[test]
    fn rivers_lie_where_the_rulebook_puts_them() {
        let codex = Codex::built_in();
        let river = Some((kind(&codex, "water-river"), kind(&codex, "bridge")));
        let draw = |width, height| {
            let recipe = Recipe { river, ..recipe(&codex, width, height) };
            letters(&recipe.draw(&codex, &mut SeededDice::from_key(1)).unwrap(), &codex)
        };
        assert_eq!(draw(12, 8)[3..5], [".....bwwwbww", "wwbwwwb....."]);
        assert_eq!(draw(12, 10)[4..6], ["......bwwbww", "wwbwwb......"]);
    }

    #[test]
    fn roads_lead_from_edge_to_edge_over_the_middle_bridge() {
        let codex = Codex::built_in();
        let (road, bridge) = (kind(&codex, "road"), kind(&codex, "bridge"));
        let mut winding = 0;
        for (width, height) in EXTENTS {
            for river in [None, Some((kind(&codex, "water-river"), bridge))] {
                for seed in 0..20 {
                    let recipe = Recipe { road: Some(road), river, ..recipe(&codex, width, height) };
                    let map = recipe.draw(&codex, &mut SeededDice::from_key(seed)).unwrap();
                    let [north, south] = centre(map.grid);
                    let middle = if river.is_some() { bridge } else { road };
                    assert!([north, south].iter().all(|&hex| map.terrain[usize::from(hex)] == middle));
                    let start = (height - 1) * width + (width - 1) / 2;
                    let on_road = |hex: HexIndex| map.terrain[usize::from(hex)] == road;
                    assert!(on_road(start) && on_road(map.grid.half_turn(start)));
                    assert!(map.grid.connected(|hex| on_road(hex) || hex == north || hex == south));
                    winding += usize::from(map.grid.hexes().filter(|&hex| on_road(hex)).count() > usize::from(height));
                }
            }
        }
        assert!(winding > 100, "only {winding} of 280 roads wind");
    }

    /// The same seed gives the same map on every machine: this one.
    #[test]
    fn a_known_seed_gives_the_known_map() {
        let codex = Codex::built_in();
        let mut recipe = recipe(&codex, 8, 10);
        recipe.clumps = [("swamp", 0.05), ("hill", 0.1), ("forest", 0.15), ("town", 0.05)]
            .map(|(t, d)| (kind(&codex, t), d))
            .into();
        recipe.river = Some((kind(&codex, "water-river"), kind(&codex, "bridge")));
        recipe.road = Some(kind(&codex, "road"));
        let map = recipe.draw(&codex, &mut SeededDice::from_key(2002)).unwrap();
        let rows = [
            "...rr...", ".h.r...s", "f.hrr..s", "fffrr.tt", "ffffbwbw", "wbwbffff", "tt.rrfff", "s..rrh.f", "s...r.h.",
            "...rr...",
        ];
        assert_eq!(letters(&map, &codex), rows);
    }

    #[test]
    fn impossible_recipes_are_refused_after_a_hundred_tries() {
        let codex = Codex::built_in();
        let mut crowded = recipe(&codex, 8, 8);
        crowded.clumps = vec![(kind(&codex, "forest"), 0.9)];
        let diagnostic = crowded.draw(&codex, &mut SeededDice::from_key(1)).unwrap_err();
        assert_eq!(diagnostic.message, "no map of this kind in 100 tries");

        let mut drowned = recipe(&codex, 8, 8);
        drowned.river = Some((kind(&codex, "water-river"), kind(&codex, "bridge")));
        drowned.objectives = vec![4 * 8];
        assert!(drowned.draw(&codex, &mut SeededDice::from_key(1)).is_err(), "an objective in the river");

        // Vehicles cannot cross a swamp from edge to edge.
        let mut marsh = recipe(&codex, 8, 8);
        marsh.clumps = vec![(kind(&codex, "swamp"), 0.75)];
        assert!(marsh.draw(&codex, &mut SeededDice::from_key(1)).is_err());
    }
}
