//! Reading the catalogue of terrain from the codex.

use super::terrain::{Footprint, Kind, Passage, Screen, TerrainType};
use crate::game::{Diagnostic, Diagnostics, Node, TableReader};

/// Greatest extent of a piece, inches.
const EXTENT: f64 = 100.0;

/// Numbers of the catalogue that an experiment may vary, with rule, what is allowed, and a few words.
pub(super) const KNOBS: [(&str, &str, &str, &str); 7] = [
    ("terrain.PIECE.cover", "0 to 6", "CW-GEO-03", "cover save of who is in it; 0 is none"),
    ("terrain.PIECE.behind", "true, false", "CW-GEO-03", "who is behind it has that save as well"),
    ("terrain.PIECE.foot", "open, difficult, impassable", "CW-GEO-06", "what it is for whoever goes on foot"),
    ("terrain.PIECE.vehicles", "open, difficult, impassable", "CW-GEO-06", "what it is for tracks and wheels"),
    ("terrain.PIECE.walkers", "open, difficult, impassable", "CW-GEO-06", "what it is for walkers"),
    ("terrain.PIECE.crossing", "0 to 100", "R-95", "inches that crossing it adds to a way"),
    ("terrain.PIECE.room", "0 to 100", "R-102", "infantry models that find room in it; 0 is no limit"),
];

/// Reads the catalogue: every kind of terrain, each once.
pub(super) fn read(node: Option<&Node>, diagnostics: &mut Diagnostics) -> Option<Vec<TerrainType>> {
    let mut table = TableReader::open("`terrain`", node?, diagnostics)?;
    let nodes = Kind::KEYS.map(|key| table.required_node(key));
    table.close();
    let mut kinds = Vec::with_capacity(nodes.len());
    for (kind, node) in Kind::ALL.into_iter().zip(nodes) {
        kinds.push(read_type(kind, node?, diagnostics)?);
    }
    Some(kinds)
}

/// Reads one number for both extents, or length and width.
pub(super) fn size(node: &Node) -> Result<[f64; 2], Diagnostic> {
    let number = |node: &Node| node.number(0.0..=EXTENT);
    match node.list() {
        Ok([length, width]) => Ok([number(length)?, number(width)?]),
        Ok(_) => Err(node.locate(Diagnostic::new("a size is length and width").allowing(["[length, width]"]))),
        Err(_) => number(node).map(|side| [side, side]),
    }
}

fn read_type(kind: Kind, node: &Node, diagnostics: &mut Diagnostics) -> Option<TerrainType> {
    let passage = |node: &Node| node.one_of("passage", &Passage::CHOICES);
    let cover = |node: &Node| match node.whole(0..=6)? {
        1 => Err(node.locate(Diagnostic::new("no save is better than 2+").allowing(["0", "2 to 6"]))),
        save => Ok(save),
    };
    let mut table = TableReader::open(format!("terrain `{}`", kind.key()), node, diagnostics)?;
    let footprint = table.required("footprint", |node| node.one_of("footprint", &Footprint::CHOICES));
    let least = table.required("least", size);
    let most = table.or("most", None, |node| size(node).map(Some));
    let foot = table.or("foot", Passage::Open, passage);
    let entry = TerrainType {
        footprint: footprint.unwrap_or(Footprint::Disc),
        least: least.unwrap_or([1.0; 2]),
        most: most.or(least).unwrap_or([1.0; 2]),
        cover: table.or("cover", 0, cover),
        behind: table.or("behind", false, Node::flag),
        foot,
        vehicles: table.or("vehicles", foot, passage),
        walkers: table.or("walkers", foot, passage),
        crossing: table.or("crossing", 0.0, |node| node.number(0.0..=EXTENT)),
        screen: table.or("sight", Screen::Open, |node| node.one_of("sight", &Screen::CHOICES)),
        room: table.or("room", 0, |node| node.whole(0..=100)),
    };
    table.close();
    let mut refuse = |message: String| diagnostics.push(node.locate(Diagnostic::new(message).rule("CW-GEO-05")));
    if (0..2).any(|at| entry.least[at] > entry.most[at]) {
        refuse(format!("terrain `{}` has a least size over its greatest", kind.key()));
        return None;
    }
    if !fits(entry.footprint, entry.least) || !fits(entry.footprint, entry.most) {
        refuse(format!(
            "terrain `{}` is no {} of its size: discs are as long as wide, lines have no width, rectangles have one",
            kind.key(),
            entry.footprint.key()
        ));
        return None;
    }
    Some(entry)
}

/// Whether a footprint can be so long and wide.
pub(super) fn fits(footprint: Footprint, [length, width]: [f64; 2]) -> bool {
    length > 0.0
        && match footprint {
            Footprint::Disc => width == length,
            Footprint::Rectangle => width > 0.0,
            Footprint::Line => width == 0.0,
        }
}
