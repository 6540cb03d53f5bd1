//! Reading the catalogue of terrain from the codex.

use super::codex_file::value_range;
use super::combat::Grade;
use super::terrain::{Category, Footprint, TerrainType};
use crate::game::{Diagnostic, Diagnostics, Entry, Node, TableReader};

/// Least and greatest extent of a piece, inches.
const EXTENT: (f64, f64) = (0.1, 100.0);

/// Numbers of the catalogue that an experiment may vary, with rule, what is allowed, and a few words.
pub(super) const KNOBS: [(&str, &str, &str, &str); 4] = [
    ("terrain.PIECE.height", "0 to 100", "DP-TER-05", "height in inches, of a storey where it is a ruin"),
    ("terrain.PIECE.cover", "none, light, medium, heavy", "DP-TER-06", "cover that it grants"),
    ("terrain.PIECE.difficult", "true, false", "DP-TER-03", "moving in it costs double"),
    ("terrain.PIECE.obscures", "true, false", "R-08", "lines of sight that cross it are obscured"),
];

/// Grades of cover, as files have them.
pub(super) const GRADES: [(&str, Grade); 4] =
    [("none", Grade::None), ("light", Grade::Light), ("medium", Grade::Medium), ("heavy", Grade::Heavy)];

/// Reads one number for both extents, or width and depth.
pub(super) fn size(node: &Node) -> Result<[f64; 2], Diagnostic> {
    let number = |node: &Node| node.number(EXTENT.0..=EXTENT.1);
    match node.list() {
        Ok([width, depth]) => Ok([number(width)?, number(depth)?]),
        Ok(_) => Err(node.locate(Diagnostic::new("a size is width and depth").allowing(["[width, depth]"]))),
        Err(_) => number(node).map(|side| [side, side]),
    }
}

pub(super) fn height(node: &Node) -> Result<f64, Diagnostic> {
    node.number(0.0..=EXTENT.1)
}

pub(super) fn read(entry: &Entry, diagnostics: &mut Diagnostics) -> Option<TerrainType> {
    let mut table = TableReader::open(format!("terrain `{}`", entry.key), &entry.node, diagnostics)?;
    let kind = TerrainType {
        key: entry.key.clone(),
        category: table
            .required("category", |node| node.one_of("category", &Category::CHOICES))
            .unwrap_or(Category::Area),
        footprint: table.or("footprint", Footprint::Rectangle, |node| node.one_of("footprint", &Footprint::CHOICES)),
        least: table.required("least", size).unwrap_or([1.0; 2]),
        most: table.required("most", size).unwrap_or([100.0; 2]),
        height: table.required("height", height).unwrap_or(1.0),
        grade: table.required("cover", |node| node.one_of("grade of cover", &GRADES)).unwrap_or(Grade::None),
        difficult: table.or("difficult", false, Node::flag),
        obscures: table.or("obscures", false, Node::flag),
    };
    table.close();
    if (0..2).any(|at| kind.least[at] > kind.most[at]) {
        let message = format!("terrain `{}` has a least size over its greatest", entry.key);
        diagnostics.push(entry.locate(value_range(Diagnostic::new(message))));
        return None;
    }
    if kind.category != Category::Area && kind.footprint != Footprint::Rectangle {
        let message = format!("terrain `{}` is a {} and has a rectangular footprint", entry.key, kind.category.key());
        diagnostics.push(entry.locate(value_range(Diagnostic::new(message))));
        return None;
    }
    Some(kind)
}
