//! Battlefields: maps in files, and how many are drawn by chance.

use super::codex::Codex;
use super::terrain::{Board, Footprint, Kind, MOST_PIECES, Piece};
use super::terrain_file::{fits, size};
use crate::game::{
    BattlefieldHead, Diagnostic, Diagnostics, Listing, Node, RandomMaps, Source, TableReader, built_in, read_features,
};
use crate::tabletop::plane::{Area, Point, overlap};

/// Greatest coordinate that a file may have, inches.
const EXTENT: f64 = 1000.0;

/// What a battlefield file holds.
pub type Battlefield = crate::game::Battlefield<Ground>;

/// Where the terrain of a battlefield comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Ground {
    /// From a map.
    Map(Box<Board>),
    /// From chance, as the switch `terrain` says: so many tables.
    Random(RandomMaps),
}

impl Battlefield {
    /// Reads a battlefield file.
    ///
    /// # Errors
    /// Everything wrong with it.
    pub fn read(codex: &Codex, source: &Source) -> Result<Self, Diagnostics> {
        Node::read_with(source, &[], "", |root, diagnostics| read(codex, root, diagnostics))
    }
}

/// Checks a battlefield file.
///
/// # Errors
/// Everything wrong with it.
pub fn check(codex: &Codex, source: &Source) -> Result<Listing, Diagnostics> {
    Battlefield::read(codex, source).map(Battlefield::listing)
}

/// The battlefields built into the program.
#[must_use]
pub fn sources() -> Vec<Source> {
    built_in!["experiments/battlefields/chainsword": "random", "open", "crossroads", "ridge", "old-town"]
}

fn read(codex: &Codex, root: &Node, diagnostics: &mut Diagnostics) -> Option<Battlefield> {
    let mut table = TableReader::open("the battlefield", root, diagnostics)?;
    let head = BattlefieldHead::of("chainsword", &mut table);
    let [features, random] = ["features", "random"].map(|key| table.node(key));
    table.close();
    let ground = match (features, random) {
        (None, Some(node)) => {
            let mut table = TableReader::open("`random`", node, diagnostics)?;
            let maps = RandomMaps::read(&mut table);
            table.close();
            Ground::Random(maps)
        }
        (Some(features), None) => {
            let bare = Board::bare(codex);
            let pieces = read_pieces(codex, features, &bare.table, diagnostics)?;
            Ground::Map(Box::new(Board { pieces, ..bare }))
        }
        _ => {
            let message = "a battlefield has either a list of `features` or a table `random`";
            diagnostics.push(root.locate(Diagnostic::new(message)));
            return None;
        }
    };
    head.with(ground)
}

/// Reads a list of features.
pub(super) fn read_pieces(
    codex: &Codex,
    node: &Node,
    table: &Area,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Piece>> {
    let fault = |piece: &Piece, others: &[Piece]| {
        if !table.holds(&piece.form()) {
            Some(Diagnostic::new("the feature is not wholly on the table"))
        } else if others.iter().any(|other| crowds(piece, other)) {
            Some(Diagnostic::new("the feature overlaps another one"))
        } else {
            None
        }
    };
    read_features(node, MOST_PIECES, diagnostics, |node, diagnostics| read_piece(codex, node, diagnostics), fault)
}

/// Whether two pieces may not lie where they do: streams and roads alone may cross each other.
fn crowds(one: &Piece, other: &Piece) -> bool {
    let strip = |piece: &Piece| matches!(piece.kind, Kind::Stream | Kind::Road);
    !(strip(one) && strip(other)) && overlap(&one.form(), &other.form())
}

/// Reads a feature: a piece of the catalogue, where it lies, and how large it is.
fn read_piece(codex: &Codex, node: &Node, diagnostics: &mut Diagnostics) -> Option<Piece> {
    let before = diagnostics.len();
    let mut table = TableReader::open("a feature", node, diagnostics)?;
    let kind = table.required("piece", |node| node.one_of("piece", &Kind::CHOICES));
    let centre = table.required("centre", |node| match node.list()? {
        [x, y] => Ok(Point::new(x.number(0.0..=EXTENT)?, y.number(0.0..=EXTENT)?)),
        _ => Err(node.locate(Diagnostic::new("two numbers are wanted here").allowing(["[x, y]"]))),
    });
    let degrees = table.or("angle", 0.0, |node| node.number(-360.0..=360.0));
    let extent = table.optional("size", |node| size(node).map(|size| (size, node)));
    table.close();
    if diagnostics.len() > before {
        return None;
    }
    let mut piece = Piece::new(codex, kind?, centre?, degrees);
    if let Some((size, node)) = extent {
        // A line is as long as its one number says.
        piece.size = if piece.footprint == Footprint::Line && size[0] == size[1] { [size[0], 0.0] } else { size };
        if !fits(piece.footprint, piece.size) {
            let message = format!("`{}` is a {} and cannot be so large", piece.kind.key(), piece.footprint.key());
            diagnostics.push(node.locate(Diagnostic::new(message).rule("CW-GEO-05")));
            return None;
        }
    }
    Some(piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;

    fn read_text(text: &str) -> (String, Result<Battlefield, Diagnostics>) {
        let text = format!("name = 'here'\nruleset = 'chainsword'\n{text}");
        let source = Source { name: "here.toml".into(), text };
        let found = Battlefield::read(&Codex::built_in(), &source);
        (source.text, found)
    }

    fn first(text: &str) -> (String, String) {
        let (text, found) = read_text(text);
        let fault = found.unwrap_err().swap_remove(0);
        (fault.message.clone(), fault.span.clone().map_or("", |span| &text[span]).to_owned())
    }

    #[test]
    fn built_in_battlefields_are_sound_and_the_same_for_both_sides() {
        let codex = Codex::built_in();
        for source in sources() {
            let battlefield = Battlefield::read(&codex, &source).unwrap_or_else(|found| panic!("{found:?}"));
            assert_eq!(Some(battlefield.name.as_str()), source.stem());
            assert!(!battlefield.about.is_empty() && check(&codex, &source).is_ok());
            let Ground::Map(board) = battlefield.ground else { continue };
            for piece in &board.pieces {
                let image = piece.turned_half(board.table.middle());
                let same = |other: &Piece| {
                    let turn = (other.degrees - image.degrees).rem_euclid(180.0);
                    let turned = piece.footprint == Footprint::Disc || !(1e-9..=180.0 - 1e-9).contains(&turn);
                    (other.kind, other.size) == (image.kind, image.size)
                        && other.centre.distance(image.centre) < 1e-9
                        && turned
                };
                assert!(board.pieces.iter().any(same), "{}: {piece:?}", source.name);
            }
        }
    }

    #[test]
    fn maps_have_pieces_of_the_catalogue() {
        let text = "[[features]]\npiece = 'woods'\ncentre = [10, 10]\nsize = 8\n\
                    [[features]]\npiece = 'wall'\ncentre = [30, 10]\nsize = 9\nangle = 90\n\
                    [[features]]\npiece = 'stream'\ncentre = [36, 40]\nsize = [72, 3]\n\
                    [[features]]\npiece = 'road'\ncentre = [50, 24]\nsize = [48, 3]\nangle = 90";
        let Ok(Battlefield { ground: Ground::Map(board), .. }) = read_text(text).1 else { panic!("it is a map") };
        let sizes: Vec<[f64; 2]> = board.pieces.iter().map(|piece| piece.size).collect();
        assert_eq!(sizes, [[8.0, 8.0], [9.0, 0.0], [72.0, 3.0], [48.0, 3.0]]);
        assert_eq!((board.table.max.x, board.table.max.y), (72.0, 48.0));
    }

    #[test]
    fn faults_stand_where_they_are() {
        let fault = |message: &str, at: &str| (message.to_owned(), at.to_owned());
        let feature = |text: &str| first(&format!("[[features]]\n{text}"));
        assert_eq!(first("").0, "a battlefield has either a list of `features` or a table `random`");
        assert_eq!(feature("piece = 'wods'\ncentre = [9, 9]"), fault("unknown piece `wods`", "'wods'"));
        assert_eq!(feature("piece = 'rock'\ncentre = [1, 9]").0, "the feature is not wholly on the table");
        assert_eq!(feature("piece = 'rock'\ncentre = [9]"), fault("two numbers are wanted here", "[9]"));
        assert_eq!(
            feature("piece = 'rock'\ncentre = [9, 9]\nsize = [4, 3]"),
            fault("`rock` is a disc and cannot be so large", "[4, 3]")
        );
        let twice = "[[features]]\npiece = 'rock'\ncentre = [9, 9]\n".repeat(2);
        assert_eq!(first(&twice).0, "the feature overlaps another one");
    }
}
