//! Reading the parts of the codex that the board and army lists need: terrain, hexsides, pieces, prices, limits.

use super::codex::{Codex, ListLimits, Pieces, Prices};
use super::terrain::{Border, Entry as Entering, GunCrossing, MOST_TERRAINS, SIDE_FEATURES, SideFeature, SightThrough};
use super::terrain::{Terrain, Wood};
use crate::game::codex::points;
use crate::game::{Diagnostic, Diagnostics, Entry, Node, TableReader, read_each};

/// Most levels of cover or height of anything.
const MOST_LEVELS: i64 = 4;

/// What may be varied, as [`KNOBS`](super::codex_file) lists it.
pub(super) const KNOBS: [(&str, &str, &str, &str); 32] = [
    ("pieces.commander", "1 to 20", "HX-CMD-10", "hexes that a commander moves as a figure"),
    ("pieces.courier", "1 to 20", "HX-CVS-16", "hexes that an order travels in a turn"),
    ("pieces.crew", "1 to 20", "HX-ART-11", "hexes that a crew moves"),
    ("terrain.TERRAIN.cover", "0 to 4", "R-70", "levels of cover of a unit in it"),
    ("terrain.TERRAIN.fort", "true, false", "HX-TER-12", "its cover is `cover.fort` instead"),
    ("terrain.TERRAIN.sight", "open, partial, blocks", "HX-LOS-02", "what it does to lines of sight through it"),
    ("terrain.TERRAIN.height", "0 to 4", "HX-LOS-05", "levels that it stands above its ground"),
    ("terrain.TERRAIN.obstacle", "true, false", "HX-TER-02", "a TE on entry"),
    ("terrain.TERRAIN.stops", "true, false", "HX-TER-04", "entering it ends the move"),
    ("terrain.TERRAIN.wood", "none, light, dense", "HX-TER-03", "what kind of wood it is"),
    ("terrain.TERRAIN.fortified", "true, false", "HX-ART-04", "its structure may take a shot"),
    ("terrain.TERRAIN.concealed", "true, false", "HX-SPT-04", "markers in it are not revealed without a roll"),
    ("terrain.TERRAIN.clear", "true, false", "HX-MOV-07", "guns are pushed over it and enter woods from it"),
    ("terrain.TERRAIN.river", "true, false", "HX-TER-13", "no way leads from it onto a crossing"),
    ("terrain.TERRAIN.crossing", "true, false", "R-123", "a crossing of a river"),
    ("terrain.TERRAIN.hex-cost", "1 to 9", "R-68", "movement that it costs in place of `movement.hex-cost`"),
    ("terrain.TERRAIN.foot", "free, road, from-clear, never", "HX-TER-13", "how those on foot enter it"),
    ("terrain.TERRAIN.horse", "free, road, from-clear, never", "HX-TER-05", "how riders enter it"),
    ("terrain.TERRAIN.guns", "free, road, from-clear, never", "HX-MOV-09", "how limbered guns and wagons enter it"),
    ("sides.SIDE.cover", "0 to 4", "HX-FIR-19", "levels of cover of the unit behind it"),
    ("sides.SIDE.obstacle", "true, false", "HX-TER-02", "a TE to cross"),
    ("sides.SIDE.guns", "free, limbered, never", "HX-MOV-09", "how guns cross it"),
    ("prices.commander", "0 to 1000000", "HX-ARM-07", "points of a commander with C 0"),
    ("prices.commander-bonus", "0 to 1000000", "HX-ARM-07", "points of each point of C"),
    ("prices.rare", "0 to 1000000", "HX-ARM-06", "points of the rare flag"),
    ("prices.quick-works", "0 to 1000000", "HX-CON-03", "points of a hex of prepared quick works"),
    ("prices.redoubt", "0 to 1000000", "HX-CON-03", "points of a prepared redoubt"),
    ("lists.cost", "0 to 1000000", "HX-ARM-02", "points of a list that does not say otherwise"),
    ("lists.fighters", "0 to 40", "HX-ARM-02", "fewest units that fight hand to hand"),
    ("lists.units-per-commander", "1 to 40", "HX-ARM-07", "units to a commander, rounded up"),
    ("lists.guns", "0 to 100", "HX-ARM-04", "largest percentage of batteries without a warning"),
    ("lists.spread", "0 to 100", "HX-ARM-05", "percentage points by which grades may depart from the spread unwarned"),
];

pub(super) fn read_pieces(node: &Node, diagnostics: &mut Diagnostics) -> Option<Pieces> {
    let mut table = TableReader::open("`pieces`", node, diagnostics)?;
    let moves = |node: &Node| node.whole(1..=20);
    let pieces = Pieces {
        commander: table.required("commander", moves).unwrap_or(1),
        courier: table.required("courier", moves).unwrap_or(1),
        crew: table.required("crew", moves).unwrap_or(1),
    };
    table.close();
    Some(pieces)
}

/// The kinds of terrain; the first one is what lies where a map says nothing.
pub(super) fn read_terrains(node: Option<&Node>, diagnostics: &mut Diagnostics) -> Vec<Terrain> {
    let terrain = read_each("terrain", node, MOST_TERRAINS, diagnostics, read_terrain);
    if let (Some(node), Some(Terrain { river: true, .. })) = (node, terrain.first()) {
        diagnostics.push(node.locate(Diagnostic::new("the first terrain is the ground of all maps, and no river")));
    }
    terrain
}

fn read_terrain(entry: &Entry, diagnostics: &mut Diagnostics) -> Option<Terrain> {
    let mut table = TableReader::open(format!("terrain `{}`", entry.key), &entry.node, diagnostics)?;
    let level = |node: &Node| node.whole(0..=MOST_LEVELS);
    let entering = |node: &Node| node.one_of("way to enter", &Entering::CHOICES);
    let terrain = Terrain {
        name: entry.key.clone(),
        cover: table.or("cover", 0, level),
        fort: table.or("fort", false, Node::flag),
        sight: table.or("sight", SightThrough::Open, |node| node.one_of("sight", &SightThrough::CHOICES)),
        height: table.or("height", 0, level),
        obstacle: table.or("obstacle", false, Node::flag),
        stops: table.or("stops", false, Node::flag),
        wood: table.or("wood", Wood::None, |node| node.one_of("kind of wood", &Wood::CHOICES)),
        fortified: table.or("fortified", false, Node::flag),
        concealed: table.or("concealed", false, Node::flag),
        clear: table.or("clear", false, Node::flag),
        river: table.or("river", false, Node::flag),
        crossing: table.or("crossing", false, Node::flag),
        hex_cost: table.optional("hex-cost", |node| node.whole(1..=9)),
        foot: table.or("foot", Entering::Free, entering),
        horse: table.or("horse", Entering::Free, entering),
        guns: table.or("guns", Entering::Free, entering),
    };
    table.close();
    Some(terrain)
}

pub(super) fn read_sides(node: &Node, diagnostics: &mut Diagnostics) -> Option<[Border; SIDE_FEATURES]> {
    let mut table = TableReader::open("`sides`", node, diagnostics)?;
    let nodes: Vec<_> = SideFeature::KEYS[..SIDE_FEATURES].iter().map(|key| table.required_node(key)).collect();
    table.close();
    let mut sides = [Border::NONE; SIDE_FEATURES];
    for ((side, node), key) in sides.iter_mut().zip(nodes).zip(SideFeature::KEYS) {
        let Some(mut table) = TableReader::open(format!("side `{key}`"), node?, diagnostics) else { continue };
        *side = Border {
            cover: table.or("cover", 0, |node| node.whole(0..=MOST_LEVELS)),
            obstacle: table.or("obstacle", false, Node::flag),
            guns: table.or("guns", GunCrossing::Free, |node| node.one_of("way to cross", &GunCrossing::CHOICES)),
        };
        table.close();
    }
    Some(sides)
}

/// Prices of what is no unit; those of whole units are left to [`read_unit_prices`].
pub(super) fn read_prices(node: &Node, diagnostics: &mut Diagnostics) -> Option<Prices> {
    // Names of units are known only when the codex has been read.
    let mut own = Diagnostics::new();
    let mut table = TableReader::open("`prices`", node, &mut own)?;
    let prices = Prices {
        commander: table.required("commander", points).unwrap_or_default(),
        commander_bonus: table.required("commander-bonus", points).unwrap_or_default(),
        rare: table.required("rare", points).unwrap_or_default(),
        quick_works: table.required("quick-works", points).unwrap_or_default(),
        redoubt: table.required("redoubt", points).unwrap_or_default(),
    };
    diagnostics.append(&mut own);
    Some(prices)
}

/// Names of the prices of what is no unit.
const EXTRAS: [&str; 5] = ["commander", "commander-bonus", "rare", "quick-works", "redoubt"];

/// Makes the kinds of units, at the prices that the file has for whole units.
pub(super) fn read_unit_prices(codex: &mut Codex, node: &Node, diagnostics: &mut Diagnostics) {
    let entries = node.entries().unwrap_or_default();
    let of_units = || entries.iter().filter(|entry| !EXTRAS.contains(&entry.key.as_str()));
    codex.make_kinds(|name| {
        let node = of_units().find(|entry| entry.key == name).map(|entry| &entry.node);
        let price = |node: &Node| points(node).ok();
        [node.and_then(price), node.and_then(Node::in_file).and_then(price)]
    });
    for entry in of_units() {
        if codex.units().all(|kind| kind.name != entry.key) {
            let names = EXTRAS.into_iter().chain(codex.units().map(|kind| kind.name.as_str()));
            diagnostics.push(entry.locate(Diagnostic::unknown("unit or item", &entry.key, names)));
        }
        diagnostics.extend(points(&entry.node).err());
    }
}

pub(super) fn read_lists(node: &Node, diagnostics: &mut Diagnostics) -> Option<ListLimits> {
    let mut table = TableReader::open("`lists`", node, diagnostics)?;
    let limits = ListLimits {
        cost: table.required("cost", points).unwrap_or_default(),
        fighters: table.required("fighters", |node| node.whole(0..=40)).unwrap_or_default(),
        units_per_commander: table.required("units-per-commander", |node| node.whole(1..=40)).unwrap_or(1),
        guns: table.required("guns", |node| node.number(0.0..=100.0)).unwrap_or_default(),
        spread: table.required("spread", |node| node.whole(0..=100)).unwrap_or_default(),
    };
    table.close();
    Some(limits)
}
