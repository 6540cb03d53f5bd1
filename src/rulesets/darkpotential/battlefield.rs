//! Battlefields: maps in files, and how many are drawn by chance.

use super::codex::Codex;
use super::rules::Rules;
use super::terrain::{Board, Category, Footprint, MOST_PIECES, Piece, SIDES, TerrainType};
use super::terrain_file::{GRADES, height, size};
use crate::game::{
    BattlefieldHead, Diagnostic, Diagnostics, Listing, Node, RandomMaps, Source, TableReader, built_in, read_features,
};
use crate::tabletop::plane::{Area, Edge, Facing, Point, overlap};

/// Least and greatest extent of a table, inches.
const EXTENT: (f64, f64) = (12.0, 480.0);

/// What a battlefield file holds.
pub type Battlefield = crate::game::Battlefield<Ground>;

/// Where the terrain of a battlefield comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Ground {
    /// From a map.
    Map(Box<Board>),
    /// From chance.
    Random {
        /// How many tables are drawn.
        maps: RandomMaps,
        /// Square inches of terrain; those of `terrain-area` when none.
        area: Option<f64>,
    },
}

impl Battlefield {
    /// Reads a battlefield file.
    ///
    /// # Errors
    /// Everything wrong with it.
    pub fn read(codex: &Codex, rules: &Rules, source: &Source) -> Result<Self, Diagnostics> {
        Node::read_with(source, &[], "", |root, diagnostics| read(codex, rules, root, diagnostics))
    }
}

/// Checks a battlefield file by the usual rules.
///
/// # Errors
/// Everything wrong with it.
pub fn check(codex: &Codex, source: &Source) -> Result<Listing, Diagnostics> {
    Battlefield::read(codex, &Rules::default(), source).map(Battlefield::listing)
}

/// The battlefields built into the program.
#[must_use]
pub fn sources() -> Vec<Source> {
    built_in!["experiments/battlefields/darkpotential": "random", "thin", "dense", "open", "market-square", "two-hills"]
}

/// The sides of a piece, by the words that files have for them.
pub(super) const SIDE_KEYS: [(&str, Edge); 4] =
    [("front", Edge::Front), ("right", Edge::Right), ("rear", Edge::Rear), ("left", Edge::Left)];

fn read(codex: &Codex, rules: &Rules, root: &Node, diagnostics: &mut Diagnostics) -> Option<Battlefield> {
    let mut table = TableReader::open("the battlefield", root, diagnostics)?;
    let head = BattlefieldHead::of("darkpotential", &mut table);
    let [extent, features, random] = ["table", "features", "random"].map(|key| table.node(key));
    table.close();
    let ground = match (features, random) {
        (None, Some(node)) => {
            if let Some(needless) = extent {
                let message = "only a map with `features` has a `table`";
                diagnostics.push(
                    needless.locate(Diagnostic::new(message).allowing(["rules.board-width", "rules.board-depth"])),
                );
            }
            let mut table = TableReader::open("`random`", node, diagnostics)?;
            let maps = RandomMaps::read(&mut table);
            let area = table.optional("area", |node| node.number(0.0..=1e6));
            table.close();
            Ground::Random { maps, area }
        }
        (Some(features), None) => {
            let [width, depth] = match extent {
                Some(node) => read_extent(node).map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?,
                None => [rules.board_width, rules.board_depth],
            };
            let table = Area::table(width, depth);
            let pieces = read_pieces(codex, rules, features, &table, diagnostics)?;
            Ground::Map(Box::new(Board { table, pieces }))
        }
        _ => {
            let message = "a battlefield has either a list of `features` or a table `random`";
            diagnostics.push(root.locate(Diagnostic::new(message)));
            return None;
        }
    };
    head.with(ground)
}

fn read_extent(node: &Node) -> Result<[f64; 2], Diagnostic> {
    let [width, depth] = pair(node)?;
    Ok([width.number(EXTENT.0..=EXTENT.1)?, depth.number(EXTENT.0..=EXTENT.1)?])
}

fn pair(node: &Node) -> Result<&[Node; 2], Diagnostic> {
    let list = node.list()?;
    list.try_into().map_err(|_| node.locate(Diagnostic::new("two numbers are wanted here").allowing(["[x, y]"])))
}

pub(super) fn read_pieces(
    codex: &Codex,
    rules: &Rules,
    node: &Node,
    table: &Area,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Piece>> {
    let fault = |piece: &Piece, others: &[Piece]| match piece.check(rules) {
        Err(fault) => Some(fault),
        Ok(()) if !table.holds(&piece.outline) => Some(Diagnostic::new("the feature is not wholly on the table")),
        Ok(()) if others.iter().any(|other| overlap(&piece.outline, &other.outline)) => {
            Some(Diagnostic::new("the feature overlaps another one"))
        }
        Ok(()) => None,
    };
    read_features(node, MOST_PIECES, diagnostics, |node, diagnostics| read_piece(codex, node, diagnostics), fault)
}

/// Reads a feature: a piece of the catalogue, where it lies, how large it is, and what is different about it.
fn read_piece(codex: &Codex, node: &Node, diagnostics: &mut Diagnostics) -> Option<Piece> {
    let before = diagnostics.len();
    let mut table = TableReader::open("a feature", node, diagnostics)?;
    let keys: Vec<&str> = codex.terrain.iter().map(|kind| kind.key.as_str()).collect();
    let kind = table.required("piece", |node| node.index_in("piece", &keys));
    let centre = table.required("centre", |node| {
        let [x, y] = pair(node)?;
        Ok(Point::new(x.number(0.0..=EXTENT.1)?, y.number(0.0..=EXTENT.1)?))
    });
    let angle = table.or("angle", 0.0, |node| node.number(-360.0..=360.0));
    let extent = table.optional("size", size);
    let shapes = [("disc", Footprint::Disc), ("ellipse", Footprint::Ellipse), ("rectangle", Footprint::Rectangle)];
    let shape = table.optional("shape", |node| node.one_of("shape", &shapes).map(|shape| (shape, node)));
    let tall = table.optional("height", height);
    let grade = table.optional("cover", |node| node.one_of("grade of cover", &GRADES));
    let difficult = table.optional("difficult", Node::flag);
    let obscures = table.optional("obscures", Node::flag);
    let sides =
        |node: &Node| node.list()?.iter().map(|side| side.one_of("side", &SIDE_KEYS)).collect::<Result<Vec<_>, _>>();
    let walls = table.optional("walls", |node| sides(node).map(|sides| (sides, node)));
    let floor = table.optional("floor", |node| node.one_of("side", &SIDE_KEYS).map(|side| (side, node)));
    table.close();
    if diagnostics.len() > before {
        return None;
    }
    let usual = &codex.terrain[kind?];
    let kind = TerrainType {
        height: tall.unwrap_or(usual.height),
        grade: grade.unwrap_or(usual.grade),
        difficult: difficult.unwrap_or(usual.difficult),
        obscures: obscures.unwrap_or(usual.obscures),
        ..usual.clone()
    };
    let round = match (shape, kind.footprint) {
        (None, footprint) => footprint != Footprint::Rectangle,
        (Some((shape, _)), _) if kind.category == Category::Area => shape != Footprint::Rectangle,
        (Some((Footprint::Rectangle, _)), _) => false,
        (Some((_, node)), _) => {
            let message = format!("a {} is rectangular", kind.category.key());
            diagnostics.push(node.locate(Diagnostic::new(message).allowing(["rectangle"])));
            return None;
        }
    };
    let mut piece = Piece::new(&kind, centre?, Facing::from_degrees(angle), extent.unwrap_or(kind.least), round);
    let ruins = |node: &Node| node.locate(Diagnostic::new("only ruins have walls and floors of their own"));
    if let Some((sides, node)) = walls {
        piece.walls = SIDES.map(|side| sides.contains(&side));
        if kind.category != Category::Ruin {
            diagnostics.push(ruins(node));
        }
    }
    if let Some((side, node)) = floor {
        piece.floor = side;
        if kind.category != Category::Ruin {
            diagnostics.push(ruins(node));
        }
    }
    if !piece.has_wall(piece.floor) && kind.category == Category::Ruin {
        let message = "the upper floor of a ruin lies along one of its walls";
        diagnostics.push(floor.map_or(node, |(_, node)| node).locate(Diagnostic::new(message)));
    }
    Some(piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;
    use crate::tabletop::plane::{Outline, Turn};

    fn diagnostics(text: &str) -> Vec<(String, String)> {
        let text = format!("name = 'here'\nruleset = 'darkpotential'\n{text}");
        let source = Source { name: "here.toml".into(), text };
        let found = Battlefield::read(&Codex::built_in(), &Rules::default(), &source).unwrap_err();
        let at = |it: &Diagnostic| it.span.clone().map_or("", |span| &source.text[span]).to_owned();
        found.iter().map(|it| (it.message.clone(), at(it))).collect()
    }

    fn map(name: &str) -> Board {
        let source = Source::called(name, sources()).unwrap();
        match Battlefield::read(&Codex::built_in(), &Rules::default(), &source).unwrap().ground {
            Ground::Map(board) => *board,
            Ground::Random { .. } => panic!("{name} is drawn by chance"),
        }
    }

    #[test]
    fn built_in_battlefields_are_sound_and_the_same_for_both_sides() {
        let codex = Codex::built_in();
        for source in sources() {
            let battlefield = Battlefield::read(&codex, &Rules::default(), &source).unwrap();
            assert_eq!(Some(battlefield.name.as_str()), source.stem());
            assert!(!battlefield.about.is_empty() && check(&codex, &source).is_ok());
            let Ground::Map(board) = battlefield.ground else { continue };
            for piece in &board.pieces {
                let image = piece.turned_about(board.table.middle(), Turn::quarters(2));
                let same = |other: &Piece| {
                    let apart = other.outline.middle().distance(image.outline.middle());
                    other.kind == image.kind && apart < 1e-9 && (other.area() - image.area()).abs() < 1e-9
                };
                assert!(board.pieces.iter().any(same), "{}: {piece:?}", source.name);
            }
        }
        assert!(map("open").pieces.is_empty());
    }

    #[test]
    fn dp_set_04_a_map_may_change_what_a_piece_is() {
        let text = "name = 'x'\nruleset = 'darkpotential'\ntable = [36, 24]\n\
                    [[features]]\npiece = 'woods'\ncentre = [10, 10]\nsize = [8, 6]\nangle = 90\ncover = 'medium'\ndifficult = false\n\
                    [[features]]\npiece = 'ruin'\ncentre = [26, 12]\nwalls = ['left', 'front']\nfloor = 'left'";
        let source = Source { name: "x".into(), text: text.into() };
        let read = Battlefield::read(&Codex::built_in(), &Rules::default(), &source).unwrap();
        let Ground::Map(board) = read.ground else { panic!("it is a map") };
        let [wood, ruin] = &board.pieces[..] else { panic!("there are two pieces") };
        assert_eq!((wood.kind.difficult, wood.kind.obscures, wood.rectangle.half_width), (false, true, 4.0));
        assert_eq!((ruin.walls, ruin.floor), ([true, false, false, true], Edge::Left));
        assert_eq!((board.table.max.x, board.table.max.y), (36.0, 24.0));
    }

    #[test]
    fn faults_stand_where_they_are() {
        let first = |text: &str| diagnostics(text).swap_remove(0);
        let fault = |message: &str, at: &str| (message.to_owned(), at.to_owned());
        let feature = |text: &str| first(&format!("[[features]]\n{text}"));
        assert_eq!(first("").0, "a battlefield has either a list of `features` or a table `random`");
        assert_eq!(first("table = [40, 40]\n[random]\nmaps = 3").1, "[40, 40]");
        assert_eq!(first("table = [40]\nfeatures = []").0, "two numbers are wanted here");
        assert_eq!(feature("piece = 'wods'\ncentre = [9, 9]"), fault("unknown piece `wods`", "'wods'"));
        assert_eq!(feature("piece = 'rock'\ncentre = [1, 9]").0, "the feature is not wholly on the table");
        assert_eq!(
            feature("piece = 'rock'\ncentre = [9, 9]\nshape = 'disc'"),
            fault("a solid is rectangular", "'disc'")
        );
        assert_eq!(feature("piece = 'rock'\ncentre = [9, 9]\nwalls = ['left']").1, "['left']");
        assert_eq!(feature("piece = 'ruin'\ncentre = [9, 9]\nfloor = 'rear'").1, "'rear'");
        assert_eq!(
            feature("piece = 'wall'\ncentre = [9, 9]\nheight = 1").0,
            "`wall` is 1 inches high and no linear obstacle"
        );
        let twice = "[[features]]\npiece = 'rock'\ncentre = [9, 9]\n".repeat(2);
        assert_eq!(first(&twice).0, "the feature overlaps another one");
    }
}
