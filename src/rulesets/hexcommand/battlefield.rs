//! Battlefields from files: maps drawn hex by hex, open ground of any size, and random maps.
//!
//! A file lists hexes by number (`0905`, or `1101-1113` for a straight row of them), hexsides as hex, slash and direction
//! (`0905/SW`), and roads as chains of neighbouring hexes.

use std::ops::Range;

use super::board_map::{Map, USUAL_SIZE};
use super::codex::Codex;
use super::random_map;
use super::rules::Rules;
use super::terms::Terms;
use super::terrain::{SideFeature, Works};
use crate::dice::Dice;
use crate::game::{
    self, BattlefieldHead, Diagnostic, Diagnostics, Entry, Listing, Node, RandomMaps, Source, TableReader, built_in,
};
use crate::tabletop::hex::flat::{Direction, Grid};
use crate::tabletop::hex::{Compass, HexIndex};

/// Highest hill.
const HIGHEST: i64 = 2;

/// Fewest and most columns, and rows, of a map.
const COLUMNS: (i64, i64) = (9, 25);
const ROWS: (i64, i64) = (9, 23);

/// What a battlefield file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Battlefield {
    /// Name.
    pub name: String,
    /// One line.
    pub about: String,
    /// Where its maps come from.
    pub ground: Ground,
    /// What a refight of the event is about; none where it is a battlefield alone.
    pub terms: Option<Terms>,
}

/// Where the maps of a battlefield come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Ground {
    /// Open ground as large as the rules say.
    Open,
    /// One map, drawn in the file.
    Drawn(Map),
    /// Random maps as large as the rules say.
    Random(RandomMaps),
}

impl Battlefield {
    /// Reads a battlefield file.
    ///
    /// # Errors
    /// Everything wrong with it.
    pub fn read(source: &Source, codex: &Codex) -> Result<Self, Diagnostics> {
        Node::read_with(source, &[], "", |root, diagnostics| read(root, &source.text, codex, diagnostics))
    }

    /// The board that the hexes of its own scenario are those of.
    #[must_use]
    pub fn grid_of_terms(&self) -> Grid {
        match &self.ground {
            Ground::Drawn(map) => map.grid,
            Ground::Open | Ground::Random(_) => Map::bare(USUAL_SIZE.0, USUAL_SIZE.1).grid,
        }
    }

    /// All maps of the battlefield, one of them where each pair of games has its own. Random ones depend on nothing but codex,
    /// rules and seed: the one in the file, or else `seed`.
    ///
    /// # Errors
    /// When the rules ask for a board of another size than a drawn map has.
    pub fn maps(&self, codex: &Codex, rules: &Rules, seed: u64) -> Result<Vec<Map>, Diagnostic> {
        let (columns, rows) = size(rules);
        match &self.ground {
            Ground::Open => Ok(vec![Map::bare(columns, rows)]),
            Ground::Drawn(map)
                if (columns, rows) == USUAL_SIZE || (columns, rows) == (map.grid.width, map.grid.height) =>
            {
                Ok(vec![map.clone()])
            }
            Ground::Drawn(map) => {
                let Grid { width, height, .. } = map.grid;
                let message =
                    format!("`{}` is drawn for {width} columns of {height} rows, not {columns} of {rows}", self.name);
                Err(Diagnostic::new(message).rule("R-120").allowing(["open-field", "random"]))
            }
            Ground::Random(maps) => Ok(maps.dice(seed).map(|mut dice| draw(codex, rules, &mut dice)).collect()),
        }
    }
}

/// A random map as large as the rules say; the dice of a pair are those of [`RandomMaps::dice_of`].
pub fn draw<D: Dice>(codex: &Codex, rules: &Rules, dice: &mut D) -> Map {
    random_map::draw(codex, rules, size(rules), dice)
}

/// Columns and rows that the rules ask for.
fn size(rules: &Rules) -> (u16, u16) {
    (u16::from(rules.board_columns.0), u16::from(rules.board_rows.0))
}

/// Checks a battlefield file against a codex.
///
/// # Errors
/// Everything wrong with it.
pub fn check(codex: &Codex, source: &Source) -> Result<Listing, Diagnostics> {
    let battlefield = Battlefield::read(source, codex)?;
    Ok(Listing { name: battlefield.name, about: battlefield.about })
}

/// The battlefields built into the program.
#[must_use]
pub fn sources() -> Vec<Source> {
    built_in![
        "experiments/battlefields/hexcommand":
        "open-field",
        "crossroads",
        "ridge-line",
        "river-crossing",
        "redoubt-line",
        "random",
    ]
}

/// The built-in battlefield of this name.
#[must_use]
pub fn built_in(name: &str) -> Option<Source> {
    let wanted = format!("experiments/battlefields/hexcommand/{name}.toml");
    sources().into_iter().find(|source| source.name == wanted)
}

fn read(root: &Node, text: &str, codex: &Codex, diagnostics: &mut Diagnostics) -> Option<Battlefield> {
    let mut table = TableReader::open("the battlefield", root, diagnostics)?;
    let head = BattlefieldHead::of("hexcommand", &mut table);
    let any_size = table.or("any-size", false, Node::flag);
    let random = table.node("random");
    let drawn = MapParts::of(&mut table);
    let scenario = table.node("scenario");
    table.close();
    let ground = match (any_size, random) {
        (false, None) => Ground::Drawn(drawn.read(text, codex, diagnostics)?),
        (any_size, random) => {
            for needless in drawn.nodes() {
                diagnostics.push(needless.locate(Diagnostic::new("only a map of its own size has this")));
            }
            match random {
                Some(node) if any_size => {
                    diagnostics.push(node.locate(Diagnostic::new("random maps are of any size anyway: no `any-size`")));
                    return None;
                }
                Some(node) => read_random(node, diagnostics)?,
                None => Ground::Open,
            }
        }
    };
    let game::Battlefield { name, about, ground } = head.with(ground)?;
    let bare = Battlefield { name, about, ground, terms: None };
    let terms = scenario.and_then(|node| Terms::read_node(node, bare.grid_of_terms(), codex, diagnostics));
    Some(Battlefield { terms, ..bare })
}

fn read_random(node: &Node, diagnostics: &mut Diagnostics) -> Option<Ground> {
    let mut table = TableReader::open("`random`", node, diagnostics)?;
    let maps = RandomMaps::read(&mut table);
    table.close();
    Some(Ground::Random(maps))
}

/// The parts of a map drawn in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct MapParts<'n> {
    size: Option<&'n Node>,
    hills: Option<&'n Node>,
    terrain: Option<&'n Node>,
    sides: Option<&'n Node>,
    works: Option<&'n Node>,
    roads: Option<&'n Node>,
}

impl<'n> MapParts<'n> {
    /// Those in a table.
    pub(super) fn of(table: &mut TableReader<'n, '_>) -> Self {
        Self {
            size: table.node("size"),
            hills: table.node("hills"),
            terrain: table.node("terrain"),
            sides: table.node("sides"),
            works: table.node("works"),
            roads: table.node("roads"),
        }
    }

    /// Those that are there.
    pub(super) fn nodes(self) -> impl Iterator<Item = &'n Node> {
        [self.size, self.hills, self.terrain, self.sides, self.works, self.roads].into_iter().flatten()
    }

    /// Reads the map; `text` is the file.
    pub(super) fn read(self, text: &str, codex: &Codex, diagnostics: &mut Diagnostics) -> Option<Map> {
        let (columns, rows) = match self.size.map(read_size).transpose() {
            Ok(size) => size.unwrap_or(USUAL_SIZE),
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                return None;
            }
        };
        let mut reader = MapReader { map: Map::bare(columns, rows), text, codex, diagnostics };
        self.hills.into_iter().for_each(|node| reader.hills(node));
        self.terrain.into_iter().for_each(|node| reader.terrain(node));
        self.sides.into_iter().for_each(|node| reader.sides(node));
        self.works.into_iter().for_each(|node| reader.works(node));
        self.roads.into_iter().for_each(|node| reader.roads(node));
        Some(reader.map)
    }
}

/// Columns and rows of a map: a centre hex must exist.
fn read_size(node: &Node) -> Result<(u16, u16), Diagnostic> {
    let [columns, rows] = node.list()? else {
        return Err(node.locate(Diagnostic::new("a size is columns and rows").allowing(["[columns, rows]"])));
    };
    let (width, height): (u16, u16) = (columns.whole(COLUMNS.0..=COLUMNS.1)?, rows.whole(ROWS.0..=ROWS.1)?);
    if width % 4 != 1 {
        let fault = Diagnostic::new(format!("{width} columns have no centre hex")).rule("R-120");
        return Err(columns.locate(fault.allowing(["9", "13", "17", "21", "25"])));
    }
    if height % 2 != 1 {
        return Err(rows.locate(Diagnostic::new(format!("{height} rows are an even number")).rule("R-120")));
    }
    Ok((width, height))
}

/// A map while it is read.
struct MapReader<'r> {
    map: Map,
    text: &'r str,
    codex: &'r Codex,
    diagnostics: &'r mut Diagnostics,
}

impl MapReader<'_> {
    fn complain(&mut self, node: &Node, place: Range<usize>, diagnostic: Diagnostic) {
        self.diagnostics.push(node.locate_within(self.text, place, diagnostic));
    }

    /// The entries of a table; none, with a diagnostic, when it is something else.
    fn entries<'n>(&mut self, node: &'n Node) -> &'n [Entry] {
        node.entries().unwrap_or_else(|diagnostic| {
            self.diagnostics.push(diagnostic);
            &[]
        })
    }

    /// The items of a list; none, with a diagnostic, when it is something else.
    fn items<'n>(&mut self, node: &'n Node) -> &'n [Node] {
        node.list().unwrap_or_else(|diagnostic| {
            self.diagnostics.push(diagnostic);
            &[]
        })
    }

    /// The hexes that a string lists, each with its place in the string.
    fn hexes(&mut self, node: &Node) -> Vec<(HexIndex, Range<usize>)> {
        let mut hexes = Vec::new();
        for (word, place) in self.words(node) {
            match row(self.map.grid, word) {
                Ok(row) => hexes.extend(row.into_iter().map(|hex| (hex, place.clone()))),
                Err(message) => self.complain(node, place, Diagnostic::new(message).rule("R-185")),
            }
        }
        hexes
    }

    /// The words of a string, each with its place in it.
    fn words<'n>(&mut self, node: &'n Node) -> Vec<(&'n str, Range<usize>)> {
        let text = match node.text() {
            Ok(text) => text,
            Err(diagnostic) => {
                self.diagnostics.push(diagnostic);
                return Vec::new();
            }
        };
        let place = |word: &'n str| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            (word, start..start + word.len())
        };
        text.split_whitespace().map(place).collect()
    }

    fn hills(&mut self, node: &Node) {
        for item in self.items(node) {
            let Some(mut table) = TableReader::open("a hill", item, self.diagnostics) else { continue };
            let level = table.or("level", 1, |node| node.whole::<u8>(1..=HIGHEST));
            let hexes = table.required_node("hexes");
            table.close();
            let Some(node) = hexes else { continue };
            for (hex, place) in self.hexes(node) {
                if self.map.level[usize::from(hex)] > 0 {
                    let message = format!("`{}` is a hill already", self.map.grid.number(hex));
                    self.complain(node, place, Diagnostic::new(message).rule("R-185"));
                }
                self.map.raise(self.codex, hex, level);
            }
        }
    }

    fn terrain(&mut self, node: &Node) {
        let mut covered = vec![false; self.map.grid.len()];
        for entry in self.entries(node) {
            let Some(terrain) = self.codex.terrain(&entry.key) else {
                let names = self.codex.terrain.iter().map(|terrain| terrain.name.as_str());
                self.diagnostics.push(entry.locate(Diagnostic::unknown("terrain", &entry.key, names)));
                continue;
            };
            let crossing = self.codex.terrain[usize::from(terrain)].crossing;
            for (hex, place) in self.hexes(&entry.node) {
                let here = &self.codex.terrain[usize::from(self.map.terrain[usize::from(hex)])];
                if covered[usize::from(hex)] && !(crossing && here.river) {
                    let message = format!("`{}` is of terrain `{}` already", self.map.grid.number(hex), here.name);
                    self.complain(&entry.node, place, Diagnostic::new(message).rule("R-185"));
                    continue;
                }
                covered[usize::from(hex)] = true;
                self.map.cover(self.codex, hex, terrain);
            }
        }
    }

    fn sides(&mut self, node: &Node) {
        for entry in self.entries(node) {
            let Some(feature) = SideFeature::CHOICES.iter().find(|(key, _)| *key == entry.key).map(|(_, it)| *it)
            else {
                let fault = Diagnostic::unknown("hexside feature", &entry.key, SideFeature::KEYS);
                self.diagnostics.push(entry.locate(fault));
                continue;
            };
            for (word, place) in self.words(&entry.node) {
                let side = match self.map.grid.parse_side(word) {
                    Ok(side) => side,
                    Err(error) => {
                        self.complain(&entry.node, place, Diagnostic::new(error.to_string()).rule("R-185"));
                        continue;
                    }
                };
                let there = self.map.sides.get(side.hex(), side.direction());
                let over_water = matches!(feature, SideFeature::Bridge | SideFeature::Ford)
                    && matches!(there, SideFeature::Stream | SideFeature::Creek);
                if there != SideFeature::None && !over_water {
                    let message = format!("there is a {} on `{word}` already", there.key());
                    self.complain(&entry.node, place, Diagnostic::new(message).rule("R-185"));
                    continue;
                }
                self.map.sides.set(self.map.grid, side, feature);
            }
        }
    }

    /// Quick works, each with the side that they face.
    fn works(&mut self, node: &Node) {
        for entry in self.entries(node) {
            if entry.key != "quick-works" {
                self.diagnostics.push(entry.locate(Diagnostic::unknown("works", &entry.key, ["quick-works"])));
                continue;
            }
            for (word, place) in self.words(&entry.node) {
                let facing = word.split_once('/').and_then(|(hex, facing)| Some((hex, Direction::named(facing)?)));
                let found = match facing {
                    Some((hex, facing)) => self.map.grid.parse(hex).map(|hex| (hex, facing)),
                    None => self.map.grid.parse_side(word).map(|side| (side.hex(), side.direction())),
                };
                match found {
                    Ok((hex, facing)) => self.map.works[usize::from(hex)] = Works::QuickWorks(facing),
                    Err(error) => self.complain(&entry.node, place, Diagnostic::new(error.to_string()).rule("R-185")),
                }
            }
        }
    }

    /// Roads: chains of neighbouring hexes, over water only where there is a crossing.
    fn roads(&mut self, node: &Node) {
        let grid = self.map.grid;
        for item in self.items(node) {
            let chain = self.hexes(item);
            if let ([_], Ok(_)) = (&chain[..], item.text()) {
                self.diagnostics.push(item.locate(Diagnostic::new("a road leads through at least two hexes")));
            }
            for (hex, place) in &chain {
                let terrain = &self.codex.terrain[usize::from(self.map.terrain[usize::from(*hex)])];
                if terrain.river {
                    let message = format!("the road leads into the {} at `{}`", terrain.name, grid.number(*hex));
                    let fault = Diagnostic::new(message).label("no bridge, no ford").rule("R-123");
                    self.complain(item, place.clone(), fault);
                }
            }
            for pair in chain.windows(2) {
                let [(from, _), (to, place)] = pair else { continue };
                let (from, to, place) = (*from, *to, place.clone());
                let way = grid.neighbours(from).find(|(_, next)| *next == to);
                let Some(side) = way.and_then(|(direction, _)| grid.side(from, direction)) else {
                    let message = format!("`{}` and `{}` are no neighbours", grid.number(from), grid.number(to));
                    let fault = Diagnostic::new(message).label("the road is broken here").rule("R-185");
                    self.complain(item, place, fault);
                    continue;
                };
                if self.map.sides.get(side.hex(), side.direction()) == SideFeature::Stream {
                    let message = format!("the road crosses the stream at `{}`", grid.side_name(side));
                    let fault = Diagnostic::new(message).label("no bridge, no ford").rule("R-123");
                    self.complain(item, place, fault);
                }
                self.map.pave(side);
            }
        }
    }
}

/// The hex that a word names, or the straight row of hexes from one to another.
fn row(grid: Grid, word: &str) -> Result<Vec<HexIndex>, String> {
    let parse = |word: &str| grid.parse(word).map_err(|error| error.to_string());
    let Some((first, last)) = word.split_once('-') else { return Ok(vec![parse(word)?]) };
    let (first, last) = (parse(first)?, parse(last)?);
    let along = |direction: Direction| {
        let mut row = vec![first];
        while row.last() != Some(&last) {
            row.push(grid.neighbour(*row.last()?, direction)?);
        }
        Some(row)
    };
    let row = Direction::ALL.into_iter().find_map(along);
    row.ok_or_else(|| format!("`{word}` is no straight row of hexes"))
}

#[cfg(test)]
mod tests;
