//! Random maps: patches of terrain in nine sectors, and perhaps roads, by the dice alone.

use super::board_map::Map;
use super::codex::Codex;
use super::rules::{RandomSymmetry, Rules};
use super::terrain::SideFeature;
use crate::dice::Dice;
use crate::tabletop::hex::HexIndex;
use crate::tabletop::hex::flat::{Direction, Grid};

/// Sectors that are rolled for, as thirds of the columns from the west and of the rows from the north; the others are their
/// images. The last is the centre.
const ROLLED: [[u8; 2]; 5] = [[0, 2], [1, 2], [0, 1], [0, 0], [1, 1]];

/// The images of the first four of them.
const IMAGES: [[u8; 2]; 4] = [[2, 0], [1, 0], [2, 1], [2, 2]];

/// What lies in a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    LightForest,
    Forest,
    Hill,
    Buildings,
}

impl Feature {
    /// By the number of the die, from 2 to 5.
    const ALL: [Self; 4] = [Self::LightForest, Self::Forest, Self::Hill, Self::Buildings];

    /// Hexes of a patch.
    const fn hexes(self) -> usize {
        match self {
            Self::LightForest | Self::Forest => 3,
            Self::Hill => 4,
            Self::Buildings => 1,
        }
    }

    /// Key of its terrain.
    const fn terrain(self) -> &'static str {
        match self {
            Self::LightForest => "light-forest",
            Self::Forest => "forest",
            Self::Hill => "hill",
            Self::Buildings => "buildings",
        }
    }
}

/// Draws a map of so many columns and rows. Terrain that the codex does not have is left out.
pub fn draw<D: Dice>(codex: &Codex, rules: &Rules, (columns, rows): (u16, u16), dice: &mut D) -> Map {
    let mut drawing = Drawing { map: Map::bare(columns, rows), codex, dice };
    let rotated = rules.random_symmetry == RandomSymmetry::Rotated;
    let (centre, outer) = ROLLED.split_last().expect("five sectors are rolled for");
    for sector in outer {
        drawing.sector(*sector, rotated);
    }
    drawing.sector(*centre, true);
    if !rotated {
        for sector in IMAGES {
            drawing.sector(sector, false);
        }
    }
    let roads = drawing.dice.d6();
    if roads >= 4 {
        drawing.road(down_the_middle(drawing.map.grid));
    }
    if roads == 6 {
        drawing.road(across(drawing.map.grid));
    }
    drawing.map
}

/// A map while it is drawn.
struct Drawing<'d, D> {
    map: Map,
    codex: &'d Codex,
    dice: &'d mut D,
}

impl<D: Dice> Drawing<'_, D> {
    /// Rolls for a sector.
    fn sector(&mut self, sector: [u8; 2], images: bool) {
        match self.dice.d6() {
            1 => {}
            6 => {
                for _ in 0..2 {
                    let feature = Feature::ALL[self.dice.pick(4) as usize];
                    self.patch(sector, feature, images);
                }
            }
            number => self.patch(sector, Feature::ALL[usize::from(number) - 2], images),
        }
    }

    /// Grows a patch: it begins at a random free hex of its sector and takes random free neighbours; the one of the centre
    /// begins in the middle of the board. With `images`, each hex comes with its image.
    fn patch(&mut self, sector: [u8; 2], feature: Feature, images: bool) {
        let grid = self.map.grid;
        let Some(terrain) = self.codex.terrain(feature.terrain()) else { return };
        let mut patch: Vec<HexIndex> = Vec::new();
        let centre = grid.half_turn(0) / 2;
        let central = sector == [1, 1];
        while patch.len() < feature.hexes() {
            let inside = grid.hexes().filter(|hex| sector_of(grid, *hex) == sector && self.is_free(*hex, feature));
            let next = |hex: &HexIndex| patch.iter().any(|grown| grid.distance(*grown, *hex) == 1);
            let open: Vec<HexIndex> = match (patch.is_empty(), central) {
                (true, true) => inside.filter(|hex| *hex == centre).collect(),
                (true, false) => inside.collect(),
                (false, _) => inside.filter(|hex| !patch.contains(hex)).filter(next).collect(),
            };
            let Some(hex) = any(&open, self.dice) else { break };
            patch.push(hex);
            // The centre grows in pairs, and its own images count.
            if central && grid.half_turn(hex) != hex {
                patch.push(grid.half_turn(hex));
            }
        }
        for &hex in &patch {
            self.lay(hex, feature, terrain);
            if images {
                self.lay(grid.half_turn(hex), feature, terrain);
            }
        }
        if let (Feature::Buildings, Some(&hex)) = (feature, patch.first()) {
            let inner = |direction: &Direction| {
                [*direction, direction.turned(1)].iter().all(|side| grid.neighbour(hex, *side).is_some())
            };
            let open: Vec<Direction> = Direction::ALL.into_iter().filter(inner).collect();
            let first = open[self.dice.pick(open.len() as u32) as usize];
            for direction in [first, first.turned(1)] {
                self.fence(hex, direction);
                if images {
                    self.fence(grid.half_turn(hex), direction.opposite());
                }
            }
        }
    }

    /// Whether a feature may lie in a hex: nothing lies there yet, or a hill and a forest meet.
    fn is_free(&self, hex: HexIndex, feature: Feature) -> bool {
        let here = self.codex.terrain[usize::from(self.map.terrain[usize::from(hex)])].name.as_str();
        let bare = self.map.terrain[usize::from(hex)] == 0;
        bare && self.map.level[usize::from(hex)] == 0
            || matches!((here, feature), ("hill", Feature::Forest) | ("forest", Feature::Hill))
    }

    fn lay(&mut self, hex: HexIndex, feature: Feature, terrain: u8) {
        match feature {
            Feature::Hill => self.map.raise(self.codex, hex, 1),
            _ => self.map.cover(self.codex, hex, terrain),
        }
    }

    fn fence(&mut self, hex: HexIndex, direction: Direction) {
        if let Some(side) = self.map.grid.side(hex, direction) {
            self.map.sides.set(self.map.grid, side, SideFeature::Fence);
        }
    }

    fn road(&mut self, chain: Vec<HexIndex>) {
        let grid = self.map.grid;
        for pair in chain.windows(2) {
            let way = grid.neighbours(pair[0]).find(|(_, next)| *next == pair[1]);
            if let Some(side) = way.and_then(|(direction, _)| grid.side(pair[0], direction)) {
                self.map.pave(side);
            }
        }
    }
}

/// The sector of a hex: thirds of the columns from the west and of the rows from the north, each the image of another.
fn sector_of(grid: Grid, hex: HexIndex) -> [u8; 2] {
    let third = |place: u16, of: u16, outer: u16| {
        if place < outer {
            0
        } else if place < of - outer {
            1
        } else {
            2
        }
    };
    let rows = grid.height - grid.column(hex) % 2;
    [third(grid.column(hex), grid.width, grid.width / 3), third(grid.row(hex), rows, grid.height / 3)]
}

/// The middle column from north to south.
fn down_the_middle(grid: Grid) -> Vec<HexIndex> {
    grid.hexes().filter(|hex| grid.column(*hex) == grid.width / 2).collect()
}

/// From the west to the east edge through the middle, as on the map `crossroads`: half-turn images of each other meet there.
fn across(grid: Grid) -> Vec<HexIndex> {
    let (middle, row) = (i32::from(grid.width / 2), i32::from(grid.height / 2));
    let hex = |column: i32| grid.at(column, if column > middle && column % 2 == 1 { row - 1 } else { row });
    (0..i32::from(grid.width)).filter_map(hex).collect()
}

/// One of `hexes`, each equally likely.
fn any<D: Dice>(hexes: &[HexIndex], dice: &mut D) -> Option<HexIndex> {
    (!hexes.is_empty()).then(|| hexes[dice.pick(hexes.len() as u32) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::SeededDice;
    use crate::game::CodexFile;

    const SIZES: [(u16, u16); 5] = [(21, 13), (9, 9), (13, 11), (17, 11), (25, 23)];

    fn drawn(rules: &Rules, size: (u16, u16), seed: u64) -> Map {
        draw(&Codex::built_in(), rules, size, &mut SeededDice::from_key(seed))
    }

    fn is_symmetric(map: &Map) -> bool {
        let grid = map.grid;
        grid.hexes().all(|hex| {
            let image = usize::from(grid.half_turn(hex));
            let here = usize::from(hex);
            let alike = |direction: Direction| {
                let back = direction.opposite();
                map.has_road(hex, direction) == map.has_road(image as HexIndex, back)
                    && map.sides.get(hex, direction) == map.sides.get(image as HexIndex, back)
            };
            (map.terrain[here], map.level[here]) == (map.terrain[image], map.level[image])
                && Direction::ALL.into_iter().all(alike)
        })
    }

    #[test]
    fn r_119_sectors_are_those_of_the_rulebook() {
        let grid = Grid::flat(21, 13).ragged();
        let sector = |number: &str| sector_of(grid, grid.parse(number).unwrap());
        for (number, wanted) in [
            ("0701", [0, 0]),
            ("0801", [1, 0]),
            ("1501", [2, 0]),
            ("0704", [0, 0]),
            ("0705", [0, 1]),
            ("0709", [0, 1]),
            ("0710", [0, 2]),
            ("0604", [0, 0]),
            ("0605", [0, 1]),
            ("0608", [0, 1]),
            ("0609", [0, 2]),
            ("1107", [1, 1]),
        ] {
            assert_eq!(sector(number), wanted, "{number}");
        }
        for (columns, rows) in SIZES {
            let grid = Grid::flat(columns, rows).ragged();
            for hex in grid.hexes() {
                assert_eq!(sector_of(grid, grid.half_turn(hex)), sector_of(grid, hex).map(|third| 2 - third));
            }
        }
        assert!(ROLLED[..4].iter().zip(IMAGES).all(|(sector, image)| sector.map(|third| 2 - third) == image));
    }

    #[test]
    fn hx_set_02_random_maps_are_symmetrical_unless_they_need_not_be() {
        let mut free = Rules::default();
        free.set("random.symmetry", "none").unwrap();
        for size in SIZES {
            let alike = |rules: &Rules| (0..60).filter(|seed| is_symmetric(&drawn(rules, size, *seed))).count();
            assert_eq!(alike(&Rules::default()), 60);
            assert!(alike(&free) < 10);
        }
    }

    /// Two hundred maps, with what R-119 promises of each.
    #[test]
    fn r_119_patches_are_as_large_as_the_table_says() {
        let codex = Codex::built_in();
        let count = |map: &Map, name: &str| {
            let kind = codex.terrain(name).unwrap();
            map.terrain.iter().filter(|here| **here == kind).count()
        };
        let (mut roads, mut forested, mut bare) = ([0; 3], 0, 0);
        for seed in 0..600 {
            let map = drawn(&Rules::default(), (21, 13), seed);
            let grid = map.grid;
            let centre = grid.parse("1107").unwrap();
            let paved = grid.hexes().filter(|hex| map.roads[usize::from(*hex)] != 0).count();
            match paved {
                0 => roads[0] += 1,
                13 => roads[1] += 1,
                33 => roads[2] += 1,
                _ => panic!("{paved} hexes of road"),
            }
            let fences = grid.sides().filter(|s| map.sides.get(s.hex(), s.direction()) == SideFeature::Fence).count();
            let buildings = count(&map, "buildings");
            assert!(fences <= 2 * buildings + 2 && (fences > 0) == (buildings > 0), "{fences} fences");
            forested += usize::from(count(&map, "forested-hill") > 0);
            bare += usize::from(map.terrain.iter().all(|here| *here == 0));
            for hex in grid.hexes() {
                let hill = ["hill", "forested-hill"].map(|name| codex.terrain(name).unwrap());
                assert_eq!(hill.contains(&map.terrain[usize::from(hex)]), map.level[usize::from(hex)] == 1);
            }
            let covered = map.terrain[usize::from(centre)] != 0;
            let around = Direction::ALL.into_iter().filter(|d| {
                let next = grid.neighbour(centre, *d).unwrap();
                map.terrain[usize::from(next)] != 0
            });
            assert!(covered || around.count() < 6);
        }
        // Of 600: half, a third and a sixth, within four standard deviations.
        assert!((251..=349).contains(&roads[0]) && (154..=246).contains(&roads[1]) && (63..=137).contains(&roads[2]));
        assert!(forested > 10 && bare < 10, "{forested} with forested hills, {bare} bare");
    }

    #[test]
    fn the_same_dice_draw_the_same_map() {
        let map = drawn(&Rules::default(), (21, 13), 7);
        assert_eq!(map, drawn(&Rules::default(), (21, 13), 7));
        assert_ne!(map, drawn(&Rules::default(), (21, 13), 8));
    }

    #[test]
    fn roads_lead_where_those_of_crossroads_do() {
        let grid = Grid::flat(21, 13).ragged();
        let numbers = |chain: Vec<HexIndex>| {
            chain.into_iter().map(|hex| grid.number(hex).to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            numbers(across(grid)),
            "0107 0207 0307 0407 0507 0607 0707 0807 0907 1007 1107 1206 1307 1406 1507 1606 1707 1806 1907 2006 2107"
        );
        assert!(numbers(down_the_middle(grid)).starts_with("1101 1102") && down_the_middle(grid).len() == 13);
    }
}
