//! Battlefields: maps in files, and who places terrain where there is no map.

use super::codex::Size;
use super::rules::TerrainPolicy;
use super::terrain::{Feature, Kind, Limits, MOST_FEATURES, Terrain};
use crate::game::{BattlefieldHead, Diagnostic, Diagnostics, Listing, Node, Source, TableReader, built_in};
use crate::tabletop::plane::{Area, Base, Disc, Facing, MOST_CORNERS, Point, Polygon, PolygonError, Shape};

/// Largest extent of a table, inches.
const LARGEST: f64 = 1200.0;

/// Least diameter that is read, inches.
const SMALLEST: f64 = 0.1;

/// What a battlefield file holds.
pub type Battlefield = crate::game::Battlefield<Ground>;

/// Where the terrain of a battlefield comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Ground {
    /// From a map, made for one size of table.
    Map {
        /// The table.
        table: Area,
        /// What lies on it.
        terrain: Box<Terrain>,
    },
    /// From the players, from chance, or there is none.
    Placed(TerrainPolicy),
}

impl Battlefield {
    /// Reads a battlefield file, whose features keep to these limits.
    ///
    /// # Errors
    /// Everything wrong with it.
    pub fn read(source: &Source, limits: &Limits) -> Result<Self, Diagnostics> {
        Node::read_with(source, &[], "", |root, diagnostics| read(root, limits, diagnostics))
    }

    /// Who places terrain, and the terrain itself where it is fixed, on a table of this size.
    ///
    /// # Errors
    /// When the map is made for another table.
    pub fn ground(&self, size: &Size) -> Result<(TerrainPolicy, Option<Terrain>), Diagnostic> {
        match &self.ground {
            Ground::Placed(policy) => Ok((*policy, None)),
            Ground::Map { table, terrain } if *table == Area::table(size.width, size.depth) => {
                Ok((TerrainPolicy::Fixed, Some((**terrain).clone())))
            }
            Ground::Map { table, .. } => {
                let (map, wanted) = (table.max, (size.width, size.depth));
                let message = format!(
                    "the map `{}` is for a table of {} by {} inches, the game is played on one of {} by {}",
                    self.name, map.x, map.y, wanted.0, wanted.1
                );
                Err(Diagnostic::new(message).rule("DG-SET-01"))
            }
        }
    }
}

/// Checks a battlefield file by itself. How wide features are and how far apart is up to the rules of a game.
///
/// # Errors
/// Everything wrong with it.
pub fn check(source: &Source) -> Result<Listing, Diagnostics> {
    Battlefield::read(source, &Limits::NONE).map(Battlefield::listing)
}

/// The battlefields built into the program.
#[must_use]
pub fn sources() -> Vec<Source> {
    built_in![
        "experiments/battlefields/dogma":
        "generated",
        "random",
        "open",
        "four-woods",
        "rock-garden",
        "hamlet",
        "two-hills",
        "lakes",
        "valley",
        "frontier"
    ]
}

/// The built-in battlefield of this name.
#[must_use]
pub fn built_in(name: &str) -> Option<Source> {
    Source::called(name, sources())
}

fn read(root: &Node, limits: &Limits, diagnostics: &mut Diagnostics) -> Option<Battlefield> {
    let mut table = TableReader::open("the battlefield", root, diagnostics)?;
    let head = BattlefieldHead::of("dogma", &mut table);
    let policies =
        [("scripted", TerrainPolicy::Scripted), ("random", TerrainPolicy::Random), ("none", TerrainPolicy::Nothing)];
    let placed = table.node("terrain");
    let policy = table.optional("terrain", |node| node.one_of("terrain", &policies));
    let (size, features) = (table.node("table"), table.node("features"));
    table.close();
    let ground = match (placed, features) {
        (Some(_), None) => {
            if let Some(needless) = size {
                diagnostics.push(needless.locate(Diagnostic::new("only a map with `features` has a `table`")));
            }
            Ground::Placed(policy?)
        }
        (None, Some(features)) => {
            let Some(size) = size else {
                diagnostics.push(
                    root.locate(Diagnostic::new("a map has a `table`: its width and depth").allowing(["[24, 24]"])),
                );
                return None;
            };
            let size = read_point(size, 1.0..=LARGEST).map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
            let table = Area::table(size.x, size.y);
            let terrain = read_features(features, &table, limits, diagnostics)?;
            Ground::Map { table, terrain: Box::new(terrain) }
        }
        (placed, _) => {
            let diagnostic = Diagnostic::new("a battlefield has either `terrain` or a list of `features`");
            diagnostics.push(placed.unwrap_or(root).locate(diagnostic));
            return None;
        }
    };
    head.with(ground)
}

fn read_features(node: &Node, table: &Area, limits: &Limits, diagnostics: &mut Diagnostics) -> Option<Terrain> {
    let list = node.list().map_err(|diagnostic| diagnostics.push(diagnostic)).ok()?;
    let mut terrain = Terrain::default();
    for (at, node) in list.iter().enumerate() {
        if at == MOST_FEATURES {
            diagnostics.push(node.locate(Diagnostic::new(format!("a map has at most {MOST_FEATURES} features"))));
            break;
        }
        let Some(feature) = read_feature(node, diagnostics) else { continue };
        match terrain.check(feature.shape(), table, limits) {
            Ok(()) => terrain.place(feature),
            Err(refusal) => diagnostics.push(node.locate(Diagnostic::new(refusal.reason).rule(refusal.rule))),
        }
    }
    Some(terrain)
}

/// Reads a feature: its kind, and a disc, a square with its sides along the table's, or a convex polygon.
pub(super) fn read_feature(node: &Node, diagnostics: &mut Diagnostics) -> Option<Feature> {
    let before = diagnostics.len();
    let mut table = TableReader::open("a feature", node, diagnostics)?;
    let kind = table.required("kind", |node| node.one_of("kind of terrain", &Kind::CHOICES));
    let centre = table.optional("centre", |node| read_point(node, 0.0..=LARGEST));
    let diameter = table.optional("diameter", |node| node.number(SMALLEST..=LARGEST));
    let side = table.optional("side", |node| node.number(SMALLEST..=LARGEST));
    let points = table.optional("points", read_polygon);
    table.close();
    if diagnostics.len() > before {
        return None;
    }
    let shape = match (centre, diameter, side, points) {
        (Some(centre), Some(diameter), None, None) => Shape::Disc(Disc { centre, radius: diameter * 0.5 }),
        (Some(centre), None, Some(side), None) => Shape::from(Base::square(centre, Facing::NORTH, side)),
        (None, None, None, Some(polygon)) => Shape::Polygon(polygon),
        _ => {
            let shapes = ["centre, diameter", "centre, side", "points"];
            diagnostics
                .push(node.locate(Diagnostic::new("a feature is a disc, a square or a polygon").allowing(shapes)));
            return None;
        }
    };
    Some(Feature::new(kind?, shape))
}

fn read_point(node: &Node, range: std::ops::RangeInclusive<f64>) -> Result<Point, Diagnostic> {
    let [x, y] = node.list()? else {
        return Err(node.locate(Diagnostic::new("two numbers are wanted here").allowing(["[x, y]"])));
    };
    Ok(Point::new(x.number(range.clone())?, y.number(range)?))
}

fn read_polygon(node: &Node) -> Result<Polygon, Diagnostic> {
    let nodes = node.list()?;
    let points = nodes.iter().map(|node| read_point(node, 0.0..=LARGEST)).collect::<Result<Vec<_>, _>>()?;
    Polygon::new(&points).map_err(|error| match error {
        PolygonError::TooFew => node.locate(Diagnostic::new("an outline has at least three points")),
        PolygonError::TooMany => node.locate(Diagnostic::new(format!("an outline has at most {MOST_CORNERS} points"))),
        PolygonError::NotConvex(at) => {
            nodes[at].locate(Diagnostic::new("the outline is not convex here").label("this point does not stick out"))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::CodexFile;
    use crate::rulesets::dogma::codex::Codex;
    use crate::rulesets::dogma::rules::Rules;
    use crate::rulesets::dogma::setup::TableEdge;
    use crate::tabletop::plane::Outline;

    fn limits() -> Limits {
        Limits::from(&Rules::default())
    }

    fn diagnostics(text: &str) -> Vec<(String, String)> {
        let text = format!("name = \"here\"\nruleset = \"dogma\"\n{text}");
        let source = Source { name: "here.toml".into(), text };
        let diagnostics = Battlefield::read(&source, &limits()).unwrap_err();
        let at = |diagnostic: &Diagnostic| diagnostic.span.clone().map_or("", |span| &source.text[span]).to_owned();
        diagnostics.iter().map(|diagnostic| (diagnostic.message.clone(), at(diagnostic))).collect()
    }

    /// Kind, middle and reach of every feature, to a millionth of an inch, sorted.
    fn layout(terrain: &Terrain) -> Vec<(&'static str, [i64; 3])> {
        let near = |inches: f64| (inches * 1e6).round() as i64;
        let describe = |feature: &Feature| {
            let (middle, reach) = (feature.shape().middle(), feature.shape().reach());
            (feature.kind().key(), [near(middle.x), near(middle.y), near(reach)])
        };
        let mut layout: Vec<_> = terrain.features().iter().map(describe).collect();
        layout.sort_unstable();
        layout
    }

    #[test]
    fn built_in_maps_keep_all_limits_and_are_alike_for_both_players() {
        let codex = Codex::built_in();
        let limits = limits();
        for source in sources() {
            let battlefield = Battlefield::read(&source, &limits).unwrap();
            assert_eq!(built_in(&battlefield.name).as_ref(), Some(&source));
            assert_eq!(check(&source).unwrap().about, battlefield.about);
            assert!(!battlefield.about.is_empty());
            let Ground::Map { table, terrain } = battlefield.ground else { continue };
            let size = codex.sizes.iter().find(|size| Area::table(size.width, size.depth) == table).unwrap();
            assert_eq!(terrain.features().len(), usize::from(size.features), "{}", source.name);
            let mut laid = Terrain::default();
            for feature in terrain.features() {
                assert_eq!(laid.check(feature.shape(), &table, &limits), Ok(()), "{}", source.name);
                laid.place(feature.clone());
            }
            laid.turn_south(TableEdge::North, &table);
            assert_eq!(layout(&laid), layout(&terrain), "{}", source.name);
            assert!(terrain.coverable(table.middle(), 40.0 / 25.4, &table), "{}", source.name);
        }
        assert_eq!(built_in("atlantis"), None);
    }

    #[test]
    fn r_13_a_battlefield_says_who_places_terrain() {
        let codex = Codex::built_in();
        let read = |name: &str| Battlefield::read(&built_in(name).unwrap(), &limits()).unwrap();
        let ground = |name: &str, points| read(name).ground(codex.size(points));
        assert_eq!(ground("generated", 24), Ok((TerrainPolicy::Scripted, None)));
        assert_eq!(ground("random", 72), Ok((TerrainPolicy::Random, None)));
        assert_eq!(ground("open", 24), Ok((TerrainPolicy::Nothing, None)));
        let (policy, terrain) = ground("hamlet", 24).unwrap();
        assert_eq!((policy, terrain.unwrap().features().len()), (TerrainPolicy::Fixed, 4));
        assert!(ground("hamlet", 48).unwrap_err().message.contains("24 by 24"));
        assert!(ground("valley", 48).is_ok() && ground("frontier", 72).is_ok());
    }

    #[test]
    fn diagnostics_stand_where_they_are() {
        let map = |features: &str| diagnostics(&format!("table = [24, 24]\n{features}"));
        let disc = "[[features]]\nkind = 'hill'\ncentre = [5, 5]\n";
        assert_eq!(diagnostics("")[0].0, "a battlefield has either `terrain` or a list of `features`");
        assert_eq!(diagnostics("terrain = 'fixed'")[0].1, "'fixed'");
        assert_eq!(diagnostics("terrain = 'none'\ntable = [24, 24]")[0].1, "[24, 24]");
        assert_eq!(diagnostics("features = []")[0].0, "a map has a `table`: its width and depth");
        assert_eq!(diagnostics("table = [24]\nfeatures = []")[0].1, "[24]");
        assert_eq!(map("[[features]]\nkind = 'swamp'\ncentre = [5, 5]\ndiameter = 3")[0].1, "'swamp'");
        assert_eq!(map(disc)[0].0, "a feature is a disc, a square or a polygon");
        assert_eq!(map(&format!("{disc}diameter = 1.9"))[0].0, "the feature is too narrow");
        let aside = disc.replace("[5, 5]", "[2, 5]");
        assert_eq!(map(&format!("{aside}diameter = 5"))[0].0, "the feature is not wholly on the table");
        assert_eq!(
            map(&format!("{disc}diameter = 3\n{disc}diameter = 4"))[0].0,
            "the feature is too near to another one"
        );
        assert_eq!(map(&format!("{disc}diameter = 6.5"))[0].0, "the feature is too wide");
        let apart = disc.replace("[5, 5]", "[5, 11]");
        assert_eq!(
            map(&format!("{disc}diameter = 4\n{apart}diameter = 4.1"))[0].0,
            "the feature is too near to another one"
        );
        let polygon = |points: &str| map(&format!("[[features]]\nkind = 'cover'\npoints = {points}"));
        assert_eq!(polygon("[[1, 1], [5, 1]]")[0].0, "an outline has at least three points");
        let dented = polygon("[[1, 1], [9, 1], [4, 4], [1, 9]]");
        assert_eq!(dented, [("the outline is not convex here".to_owned(), "[4, 4]".to_owned())]);
        let many: Vec<String> = (0..13).map(|at| format!("[{at}, {}]", at * at)).collect();
        assert_eq!(polygon(&format!("[{}]", many.join(", ")))[0].0, "an outline has at most 12 points");
    }
}
