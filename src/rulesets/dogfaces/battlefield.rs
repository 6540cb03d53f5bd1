//! Battlefields: maps drawn in files, and recipes for random ones.

use super::codex::Codex;
use super::random_map::Recipe;
use super::scenarios::MOST_OBJECTIVES;
use crate::game::{BattlefieldHead, Diagnostic, Diagnostics, Listing, Node, RandomMaps, Source, TableReader, built_in};
use crate::tabletop::drawing::Drawing;
use crate::tabletop::hex::{Grid, HexIndex};

/// Most rows and columns of a map.
pub const MOST_ROWS: u16 = 24;

/// Fewest rows and columns of a random map.
const FEWEST_ROWS: u16 = 8;

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
    /// A map without objectives, whose hexes have the height of their terrain.
    #[must_use]
    pub fn of_terrain(grid: Grid, terrain: Vec<u8>, codex: &Codex) -> Self {
        let heights = terrain.iter().map(|&kind| codex.terrain[usize::from(kind)].height).collect();
        Self { grid, terrain, heights, objectives: Vec::new() }
    }
}

/// What a battlefield file holds.
pub type Battlefield = crate::game::Battlefield<Ground>;

/// Where the maps of a battlefield come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Ground {
    /// One map, drawn in the file.
    Drawn(Map),
    /// Random maps.
    Random {
        /// How they are made.
        recipe: Recipe,
        /// How many there are.
        maps: RandomMaps,
    },
}

impl Battlefield {
    /// Reads a battlefield file.
    ///
    /// # Errors
    /// Everything wrong with it.
    pub fn read(source: &Source, codex: &Codex) -> Result<Self, Diagnostics> {
        Node::read_with(source, &[], "", |root, diagnostics| read(root, &source.text, codex, diagnostics))
    }

    /// All maps of the battlefield, one of them where each pair of games has its own. Random ones depend on nothing but the
    /// recipe, the codex and the seed: the one in the file, or else `seed`.
    ///
    /// # Errors
    /// When the recipe is impossible.
    pub fn maps(&self, codex: &Codex, seed: u64) -> Result<Vec<Map>, Diagnostic> {
        match &self.ground {
            Ground::Drawn(map) => Ok(vec![map.clone()]),
            Ground::Random { recipe, maps } => maps.dice(seed).map(|mut dice| recipe.draw(codex, &mut dice)).collect(),
        }
    }
}

/// Checks a battlefield file against a codex; recipes are tried out.
///
/// # Errors
/// Everything wrong with it.
pub fn check(codex: &Codex, source: &Source) -> Result<Listing, Diagnostics> {
    let battlefield = Battlefield::read(source, codex)?;
    battlefield.maps(codex, 0).map_err(|diagnostic| vec![diagnostic.within(&source.name)])?;
    Ok(battlefield.listing())
}

/// The battlefields built into the program.
#[must_use]
pub fn sources() -> Vec<Source> {
    built_in![
        "experiments/battlefields/dogfaces":
        "proving-ground",
        "farmstead",
        "river-line",
        "dry-wash",
        "highland",
        "borough",
        "theatre",
        "long-valley",
        "generated",
    ]
}

/// The built-in battlefield of this name.
#[must_use]
pub fn built_in(name: &str) -> Option<Source> {
    Source::called(name, sources())
}

/// The usual battlefield (DF-ARM-08) of a scenario for the larger list of the two: so many soldiers on foot, five to a
/// team, with vehicles or without.
#[must_use]
pub fn usual(scenario: &str, on_foot: usize, vehicles: bool) -> &'static str {
    let teams = on_foot.div_ceil(5).clamp(1, 5);
    if scenario == "breakthrough" && teams <= 2 && !vehicles {
        return "long-valley";
    }
    ["farmstead", "river-line", "dry-wash", "borough", "theatre"][(teams - 1 + usize::from(vehicles)).min(4)]
}

fn read(root: &Node, text: &str, codex: &Codex, diagnostics: &mut Diagnostics) -> Option<Battlefield> {
    let mut table = TableReader::open("the battlefield", root, diagnostics)?;
    let head = BattlefieldHead::of("dogfaces", &mut table);
    let (objectives, generate) = (table.node("objectives"), table.node("generate"));
    let (map, heights, letters) = (table.node("map"), table.node("heights"), table.node("letters"));
    table.close();
    let mut ground = match (generate, map) {
        (Some(node), None) => {
            for needless in [heights, letters].into_iter().flatten() {
                diagnostics.push(needless.locate(Diagnostic::new("only a drawn `map` has `heights` and `letters`")));
            }
            let (recipe, maps) = read_recipe(node, codex, diagnostics)?;
            Ground::Random { recipe, maps }
        }
        (None, Some(map)) => {
            let drawn = Drawn { map, heights, letters, objectives: None };
            Ground::Drawn(drawn.read(text, codex, diagnostics)?)
        }
        (generate, _) => {
            let diagnostic = Diagnostic::new("a battlefield has either a `map` or a `[generate]` table");
            diagnostics.push(generate.unwrap_or(root).locate(diagnostic));
            return None;
        }
    };
    if let Some(node) = objectives {
        match &mut ground {
            Ground::Drawn(map) => read_objectives_of(map, node, codex, diagnostics),
            Ground::Random { recipe, .. } => {
                recipe.objectives = read_objectives(node, recipe.grid, |_| false, diagnostics);
            }
        }
    }
    head.with(ground)
}

/// The parts of a map drawn in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn<'n> {
    /// The drawing.
    pub map: &'n Node,
    /// Heights over it.
    pub heights: Option<&'n Node>,
    /// Letters of its own.
    pub letters: Option<&'n Node>,
    /// Hexes that score.
    pub objectives: Option<&'n Node>,
}

impl Drawn<'_> {
    /// Reads the map; `text` is the file.
    pub(super) fn read(self, text: &str, codex: &Codex, diagnostics: &mut Diagnostics) -> Option<Map> {
        let letters = read_letters(self.letters, codex, diagnostics);
        let mut map = read_map(self.map, text, codex, &letters, diagnostics)?;
        if let Some(node) = self.heights {
            read_heights(node, text, &mut map, diagnostics);
        }
        if let Some(node) = self.objectives {
            read_objectives_of(&mut map, node, codex, diagnostics);
        }
        Some(map)
    }
}

fn read_objectives_of(map: &mut Map, node: &Node, codex: &Codex, diagnostics: &mut Diagnostics) {
    let kind = |hex| &codex.terrain[usize::from(map.terrain[usize::from(hex)])];
    map.objectives = read_objectives(node, map.grid, |hex| kind(hex).cost_foot.is_none(), diagnostics);
}

/// The letters of the codex, and before them those of the map itself (DF-TER-11).
fn read_letters(node: Option<&Node>, codex: &Codex, diagnostics: &mut Diagnostics) -> Vec<(char, u8)> {
    let mut letters = Vec::new();
    let names: Vec<&str> = codex.terrain_names().collect();
    match node.map(Node::entries).transpose() {
        Ok(entries) => {
            for entry in entries.unwrap_or_default() {
                let mut key = entry.key.chars();
                let (Some(letter), None) = (key.next(), key.next()) else {
                    diagnostics.push(entry.locate(Diagnostic::new(format!("`{}` is not one letter", entry.key))));
                    continue;
                };
                match entry.node.index_in("terrain", &names) {
                    Ok(terrain) => letters.push((letter, terrain as u8)),
                    Err(diagnostic) => diagnostics.push(diagnostic),
                }
            }
        }
        Err(diagnostic) => diagnostics.push(diagnostic),
    }
    letters.extend(codex.terrain.iter().enumerate().map(|(at, terrain)| (terrain.letter, at as u8)));
    letters
}

/// A drawing, with its diagnostics at the places of the file.
fn read_drawing(node: &Node, text: &str, diagnostics: &mut Diagnostics) -> Option<Drawing> {
    let drawing = node.text().and_then(|rows| {
        Drawing::read(rows, MOST_ROWS)
            .map_err(|error| node.locate_within(text, error.span, Diagnostic::new(error.message)))
    });
    drawing.map_err(|diagnostic| diagnostics.push(diagnostic)).ok()
}

fn read_map(
    node: &Node,
    text: &str,
    codex: &Codex,
    letters: &[(char, u8)],
    diagnostics: &mut Diagnostics,
) -> Option<Map> {
    let drawing = read_drawing(node, text, diagnostics)?;
    if !drawing.grid.height.is_multiple_of(2) {
        let message = format!("the map has {} rows; their number must be even", drawing.grid.height);
        diagnostics.push(node.locate(Diagnostic::new(message).label("a half-turn must map hexes on hexes")));
    }
    let mut strangers = Vec::new();
    let terrain = drawing.cells.iter().map(|&(letter, at)| {
        let known = letters.iter().find(|(known, _)| *known == letter);
        if known.is_none() && !strangers.contains(&letter) {
            strangers.push(letter);
            let allowed = letters.iter().map(|&(known, at)| format!("{known} {}", codex.terrain[usize::from(at)].name));
            let diagnostic = Diagnostic::new(format!("no terrain has the letter `{letter}`")).rule("DF-TER-11");
            let diagnostic = diagnostic.label("no such terrain").allowing(allowed);
            diagnostics.push(node.locate_within(text, at..at + letter.len_utf8(), diagnostic));
        }
        known.map_or(0, |&(_, terrain)| terrain)
    });
    let terrain = terrain.collect();
    Some(Map::of_terrain(drawing.grid, terrain, codex))
}

/// Heights drawn over the map: digits, and dots where the terrain's own height stays (DF-LOS-08).
fn read_heights(node: &Node, text: &str, map: &mut Map, diagnostics: &mut Diagnostics) {
    let Some(drawing) = read_drawing(node, text, diagnostics) else { return };
    if drawing.grid != map.grid {
        let (of, like) = (drawing.grid, map.grid);
        let message =
            format!("heights of {} by {} hexes for a map of {} by {}", of.width, of.height, like.width, like.height);
        diagnostics.push(node.locate(Diagnostic::new(message)));
        return;
    }
    for (height, &(letter, at)) in map.heights.iter_mut().zip(&drawing.cells) {
        match (letter, letter.to_digit(10)) {
            ('.', _) => {}
            (_, Some(digit)) => *height = digit as i8,
            _ => {
                let diagnostic = Diagnostic::new(format!("`{letter}` is no height")).allowing(["0 to 9", "."]);
                diagnostics.push(node.locate_within(text, at..at + letter.len_utf8(), diagnostic));
            }
        }
    }
}

/// The objectives: hexes of the map, none of them twice, none of them closed to everybody on foot.
fn read_objectives(
    node: &Node,
    grid: Grid,
    closed: impl Fn(HexIndex) -> bool,
    diagnostics: &mut Diagnostics,
) -> Vec<HexIndex> {
    let mut objectives = Vec::new();
    let mut read = |node: &Node| {
        if objectives.len() == MOST_OBJECTIVES {
            return Err(node.locate(Diagnostic::new(format!("a map has at most {MOST_OBJECTIVES} objectives"))));
        }
        let [column, row] = node.list()? else {
            return Err(node.locate(Diagnostic::new("an objective is a column and a row").allowing(["[column, row]"])));
        };
        let column: u16 = column.whole(0..=i64::from(grid.width) - 1)?;
        let row: u16 = row.whole(0..=i64::from(grid.height) - 1)?;
        let hex = row * grid.width + column;
        if objectives.contains(&hex) {
            return Err(node.locate(Diagnostic::new("this objective is there already")));
        }
        if closed(hex) {
            return Err(
                node.locate(Diagnostic::new("nobody on foot can reach this objective").label("not open to foot"))
            );
        }
        objectives.push(hex);
        Ok(())
    };
    match node.list() {
        Ok(list) => diagnostics.extend(list.iter().filter_map(|node| read(node).err())),
        Err(diagnostic) => diagnostics.push(diagnostic),
    }
    objectives
}

fn read_recipe(node: &Node, codex: &Codex, diagnostics: &mut Diagnostics) -> Option<(Recipe, RandomMaps)> {
    let mut table = TableReader::open("`generate`", node, diagnostics)?;
    let extent = |node: &Node| {
        let number: u16 = node.whole(i64::from(FEWEST_ROWS)..=i64::from(MOST_ROWS))?;
        let odd = || node.locate(Diagnostic::new(format!("{number} is odd; a half-turn needs an even number")));
        number.is_multiple_of(2).then_some(number).ok_or_else(odd)
    };
    // Terrain that the codex must have once the recipe uses it.
    let terrain = |name: &str, node: &Node| {
        codex.terrain(name).ok_or_else(|| node.locate(Diagnostic::unknown("terrain", name, codex.terrain_names())))
    };
    let (width, height) = (table.required("width", extent), table.required("height", extent));
    let base = table.or("base", "grassland", |node| {
        node.one_of("base terrain", &[("grassland", "grassland"), ("desert-beach", "desert-beach")])
    });
    let base = terrain(base, node).map_err(|diagnostic| table.diagnostics().push(diagnostic)).ok();
    let mut clumps = Vec::new();
    for name in ["swamp", "hill", "forest", "town"] {
        let density = table.optional(name, |node| Ok((terrain(name, node)?, node.number(0.0..=1.0)?)));
        clumps.extend(density.filter(|(_, density)| *density > 0.0));
    }
    let river = table.optional("river", |node| {
        let found = (terrain("water-river", node)?, terrain("bridge", node)?);
        Ok(node.flag()?.then_some(found))
    });
    let road = table.optional("road", |node| {
        let found = terrain("road", node)?;
        Ok(node.flag()?.then_some(found))
    });
    let maps = RandomMaps::read(&mut table);
    table.close();
    let grid = Grid::pointy(width?, height?);
    let recipe = Recipe {
        grid,
        base: base?,
        clumps,
        river: river.flatten(),
        road: road.flatten(),
        objectives: Vec::new(),
        drawn_objectives: 0,
    };
    Some((recipe, maps))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;
    use crate::rulesets::dogfaces::field::{Field, centre};
    use crate::rulesets::dogfaces::rules::Rules;

    use proptest::prelude::*;

    fn file(text: &str) -> Source {
        Source { name: "here.toml".into(), text: format!("name = \"here\"\nruleset = \"dogfaces\"\n{text}") }
    }

    fn diagnostics(text: &str) -> Vec<(String, String)> {
        let source = file(text);
        let diagnostics = Battlefield::read(&source, &Codex::built_in()).unwrap_err();
        let at = |diagnostic: &Diagnostic| diagnostic.span.clone().map_or("", |span| &source.text[span]).to_owned();
        diagnostics.iter().map(|diagnostic| (diagnostic.message.clone(), at(diagnostic))).collect()
    }

    fn drawn(source: &Source, codex: &Codex) -> Option<Map> {
        match Battlefield::read(source, codex).unwrap().ground {
            Ground::Drawn(map) => Some(map),
            Ground::Random { .. } => None,
        }
    }

    #[test]
    fn the_maps_of_the_rulebook_are_even_under_a_half_turn_and_hang_together() {
        let codex = Codex::built_in();
        let extents = [(10, 10), (10, 10), (12, 12), (14, 12), (14, 14), (16, 14), (18, 16), (10, 16)];
        let maps: Vec<Map> = sources().iter().filter_map(|source| drawn(source, &codex)).collect();
        assert_eq!(maps.iter().map(|map| (map.grid.width, map.grid.height)).collect::<Vec<_>>(), extents);
        for (map, source) in maps.iter().zip(sources()) {
            let kind = |hex: HexIndex| &codex.terrain[usize::from(map.terrain[usize::from(hex)])];
            for hex in map.grid.hexes() {
                assert_eq!(kind(hex).name, kind(map.grid.half_turn(hex)).name, "{}, hex {hex}", source.name);
            }
            assert_eq!(map.objectives.len(), 4, "{}", source.name);
            for &hex in &map.objectives {
                assert!(map.objectives.contains(&map.grid.half_turn(hex)), "{}, objective {hex}", source.name);
            }
            assert!(map.grid.connected(|hex| kind(hex).cost_foot.is_some()), "{}", source.name);
            assert!(map.grid.connected(|hex| kind(hex).cost_vehicle.is_some()), "{}", source.name);
            let [north, south] = centre(map.grid);
            assert_eq!(map.grid.half_turn(north), south, "{}", source.name);
        }
        let theatre = &maps[6];
        assert!((0..9).all(|kind| theatre.terrain.contains(&kind)));
    }

    #[test]
    fn every_battlefield_bears_the_name_of_its_file() {
        for source in sources() {
            let listing = check(&Codex::built_in(), &source).unwrap();
            assert_eq!(built_in(&listing.name), Some(source));
            assert!(!listing.about.is_empty());
        }
        assert_eq!(built_in("atlantis"), None);
    }

    /// DF-ARM-08: 5 teams of 5 and 3 vehicles at the most, in no more than a side's half of the map.
    #[test]
    fn df_arm_08_every_size_has_a_map_that_holds_it() {
        let codex = Codex::built_in();
        let mut names = Vec::new();
        for (teams, vehicles) in [(1, false), (2, false), (3, false), (4, false), (5, false), (1, true), (5, true)] {
            for scenario in ["last-man-standing", "breakthrough"] {
                let name = usual(scenario, 5 * teams, vehicles);
                let map = drawn(&built_in(name).unwrap(), &codex).unwrap();
                assert!(map.grid.len() / 2 >= 5 * teams + 3);
                names.push(name);
            }
        }
        assert_eq!(
            names,
            [
                "farmstead",
                "long-valley",
                "river-line",
                "long-valley",
                "dry-wash",
                "dry-wash",
                "borough",
                "borough",
                "theatre",
                "theatre",
                "river-line",
                "river-line",
                "theatre",
                "theatre"
            ]
        );
        assert_eq!(usual("decapitation", 0, true), "river-line");
        assert_eq!(usual("decapitation", 6, false), "river-line");
        assert_eq!(usual("decapitation", 40, false), "theatre");
    }

    #[test]
    fn df_ter_11_a_map_may_have_letters_of_its_own() {
        let codex = Codex::built_in();
        let map = drawn(&file("letters = { x = 'forest', f = 'swamp' }\nmap = '''\nxf\n.h\n'''"), &codex).unwrap();
        let names: Vec<&str> = map.terrain.iter().map(|&kind| codex.terrain[usize::from(kind)].name.as_str()).collect();
        assert_eq!(names, ["forest", "swamp", "grassland", "hill"]);
        assert_eq!(map.heights, [0, 0, 0, 1]);
    }

    #[test]
    fn df_los_08_a_map_may_give_heights() {
        let map = drawn(&file("map = '''\nhh\n..\n'''\nheights = '''\n2.\n.3\n'''"), &Codex::built_in()).unwrap();
        assert_eq!(map.heights, [2, 1, 0, 3]);
    }

    #[test]
    fn diagnostics_are_found_at_their_places() {
        let one =
            |text: &str, message: &str, at: &str| assert_eq!(diagnostics(text), [(message.to_owned(), at.to_owned())]);
        one("map = '''\n.x\nxf\n'''", "no terrain has the letter `x`", "x");
        one("map = '''\n..\n...\n'''", "this row has 3 hexes, the first row has 2", "...");
        one("map = '''\n..\n'''", "the map has 1 rows; their number must be even", "'''\n..\n'''");
        one("map = '''\n..\n..\n'''\nheights = '''\n.a\n..\n'''", "`a` is no height", "a");
        one("map = '''\n..\n..\n'''\nheights = '.'", "heights of 1 by 1 hexes for a map of 2 by 2", "'.'");
        one("map = '''\n..\n..\n'''\nletters = { xy = 'forest' }", "`xy` is not one letter", "xy");
        one("map = '''\n..\n..\n'''\nletters = { x = 'forrest' }", "unknown terrain `forrest`", "'forrest'");
        one("map = '''\n..\n..\n'''\nmaps = 2", "unknown key `maps` in the battlefield", "maps");
        one("map = '''\n..\n..\n'''\nobjectives = [[1]]", "an objective is a column and a row", "[1]");
        let off = "expected a whole number from 0 to 1, found 2";
        one("map = '''\n..\n..\n'''\nobjectives = [[0, 1], [2, 0]]", off, "2");
        let twice = "this objective is there already";
        one("map = '''\n..\n..\n'''\nobjectives = [[0, 1], [0, 1]]", twice, "[0, 1]");
        let closed = "nobody on foot can reach this objective";
        one("map = '''\nw.\n.w\n'''\nobjectives = [[0, 0]]", closed, "[0, 0]");
        let wide = "this row has 25 hexes; a map has no more than 24 columns";
        let row = ".".repeat(25);
        one(&format!("map = '''\n{row}\n{row}\n'''"), wide, &row);
        one("[generate]\nwidth = 9\nheight = 8", "9 is odd; a half-turn needs an even number", "9");
        one("[generate]\nwidth = 8\nheight = 26", "expected a whole number from 8 to 24, found 26", "26");
        one("[generate]\nwidth = 8\nheight = 8\nbase = 'hill'", "unknown base terrain `hill`", "'hill'");
        one("[generate]\nwidth = 8\nheight = 8\ntown = 1.5", "expected a number from 0 to 1, found 1.5", "1.5");
        let needless = "only a drawn `map` has `heights` and `letters`";
        one("heights = '.'\n[generate]\nwidth = 8\nheight = 8", needless, "'.'");
        let either = "a battlefield has either a `map` or a `[generate]` table";
        assert_eq!(diagnostics("map = '.'\n[generate]\nwidth = 8\nheight = 8")[0].0, either);
        assert_eq!(diagnostics("")[0].0, either);
    }

    #[test]
    fn impossible_recipes_are_found_by_trying() {
        let crowded = file("[generate]\nwidth = 8\nheight = 8\nforest = 0.95");
        let diagnostics = check(&Codex::built_in(), &crowded).unwrap_err();
        assert_eq!(diagnostics[0].to_string(), "here.toml: no map of this kind in 100 tries");
    }

    #[test]
    fn all_diagnostics_are_found_at_once() {
        let found = diagnostics("colour = 1\nmap = '''\n.x\ny.\n'''\nobjectives = [[5, 0]]");
        assert_eq!(found.len(), 4, "{found:?}");
    }

    proptest! {
        /// Damaged files are read, or refused with diagnostics at places that exist; what is read can be compiled.
        #[test]
        fn damaged_files_are_read_or_refused(which in 0..9usize, at in any::<prop::sample::Index>(), cut in 0..9usize, put in "[\\PC\n]{0,6}") {
            let codex = Codex::built_in();
            let mut source = sources().swap_remove(which);
            let places: Vec<usize> = source.text.char_indices().map(|(place, _)| place).collect();
            let from = at.index(places.len());
            let until = places.get(from + cut).copied().unwrap_or(source.text.len());
            source.text.replace_range(places[from]..until, &put);
            match Battlefield::read(&source, &codex) {
                Ok(Battlefield { ground: Ground::Drawn(map), .. }) => {
                    prop_assert_eq!(Field::compile(&map, &codex, &Rules::default()).unwrap().len(), map.grid.len());
                }
                Ok(_) => {}
                Err(diagnostics) => {
                    prop_assert!(!diagnostics.is_empty());
                    for diagnostic in diagnostics {
                        prop_assert_eq!(&diagnostic.source, &source.name);
                        prop_assert!(diagnostic.span.is_none_or(|span| source.text.get(span).is_some()));
                    }
                }
            }
        }
    }

    #[test]
    fn random_maps_depend_on_the_seed_alone() {
        let codex = Codex::built_in();
        let recipe = "[generate]\nwidth = 12\nheight = 12\nhill = 0.1\nforest = 0.14\nroad = true\nmaps = 64";
        let battlefield = Battlefield::read(&file(recipe), &codex).unwrap();
        let maps = battlefield.maps(&codex, 7).unwrap();
        assert_eq!(maps.len(), 64);
        assert_eq!(maps, battlefield.maps(&codex, 7).unwrap());
        assert!(maps.iter().zip(&maps[1..]).all(|(a, b)| a != b), "maps of one seed differ");
        assert!(maps.iter().zip(battlefield.maps(&codex, 8).unwrap()).all(|(a, b)| *a != b), "seeds differ");

        let own = file("[generate]\nwidth = 8\nheight = 8\nforest = 0.2\nseed = 3");
        let own = Battlefield::read(&own, &codex).unwrap();
        assert_eq!(own.maps(&codex, 7), own.maps(&codex, 8));
    }
}
